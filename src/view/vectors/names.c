/* What the rows of the vectors view are called, after what they read. */
#include "view/vectors/vectors.h"

#include <stdio.h>

#include "view/panes.h"

enum role
vectors_feature_role(int feature)
{
    if (feature >= FEATURE_POSITION)
        return ROLE_PLACE;
    if (feature >= MEANING_COUNT)
        return ROLE_NUMBER;
    return feature == FEATURE_DET    ? ROLE_DET
           : feature == FEATURE_NOUN ? ROLE_NOUN
           : feature == FEATURE_VERB ? ROLE_VERB
           : feature < CLASS_COUNT   ? ROLE_CLASS
                                     : ROLE_TRAIT;
}

struct vectors_name
vectors_reads(const struct app *app, enum tensor id, int col)
{
    enum { READS_MOST = 3 };
    static const struct vectors_name nothing = {"", ROLE_NUMBER};
    struct vectors_name name = nothing;
    int found = 0;
    size_t used = 0;
    for (int m = 0; m < FEATURE_COUNT; m++) {
        double weight = number_at(app, id, m, col);
        if (weight == 0)
            continue;
        if (found == READS_MOST)
            return nothing;
        used += (size_t)snprintf(name.text + used, sizeof name.text - used, "%s%s",
                                 weight < 0  ? "-"
                                 : found > 0 ? "+"
                                             : "",
                                 feature_names[m]);
        enum role role = vectors_feature_role(m);
        name.role = found == 0 || name.role == role ? role : ROLE_NUMBER;
        found++;
    }
    return name;
}

static struct vectors_name
fold_name(const struct app *app, const struct vectors_row *row)
{
    static const struct vectors_name groups[] = {[FOLD_WORD] = {"x  word", ROLE_NUMBER},
                                                 [FOLD_NAME] = {"x  name", ROLE_NUMBER},
                                                 [FOLD_PLACE] = {"x  place", ROLE_PLACE}};
    bool key = row->index == FOLD_KEY;
    struct vectors_name name = {"", ROLE_NUMBER};
    if (row->index < FOLD_KEY)
        return groups[row->index];
    bool all = row->count == app->explorer->tensors.size[key ? AXIS_KEY : AXIS_WIDTH];
    snprintf(name.text, sizeof name.text, all ? "%s  all %d" : "%s  %d more",
             key ? "k" : "v", row->count);
    return name;
}

struct vectors_name
vectors_row_name(const struct app *app, const struct vectors_row *row)
{
    struct vectors_name name = {"", ROLE_NUMBER}, reads;
    char *out = name.text;
    switch (row->kind) {
    case ROW_NAME:
        break;
    case ROW_X:
        name.role = vectors_feature_role(row->index);
        snprintf(out, sizeof name.text, "x  %s", feature_names[row->index]);
        break;
    case ROW_K:
        reads = vectors_reads(app, TENSOR_WK, row->index);
        name.role = reads.role;
        snprintf(out, sizeof name.text, "k%d %.40s", row->index, reads.text);
        break;
    case ROW_S:
        snprintf(out, sizeof name.text, "S  k·q");
        break;
    case ROW_Z:
        snprintf(out, sizeof name.text, "Z  S / √%d",
                 app->explorer->tensors.size[AXIS_KEY]);
        break;
    case ROW_A:
        snprintf(out, sizeof name.text, "A  softmax");
        break;
    case ROW_V:
        reads = vectors_reads(app, TENSOR_WV, row->index);
        name.role = reads.role;
        if (reads.text[0] == '\0')
            snprintf(reads.text, sizeof reads.text, "%d", row->index);
        snprintf(out, sizeof name.text, "v  %.40s", reads.text);
        break;
    case ROW_FOLD:
        return fold_name(app, row);
    }
    return name;
}

bool
vectors_part_is_read(const struct app *app, enum tensor id, enum fold part)
{
    const struct vectors_part *columns = &vectors_parts[part];
    int cols = tensors_cols(&app->explorer->tensors, id);
    for (int m = columns->first; m < columns->first + columns->count; m++)
        for (int c = 0; c < cols; c++)
            if (number_at(app, id, m, c) != 0)
                return true;
    return false;
}

void
vectors_fold_text(const struct app *app, const struct vectors_row *row,
                  char out[VECTORS_FOLD_BYTES])
{
    bool key = row->index == FOLD_KEY;
    int cols = tensors_cols(&app->explorer->tensors, key ? TENSOR_K : TENSOR_V);
    if (app->ui.vectors.unfold[row->index]) {
        snprintf(out, VECTORS_FOLD_BYTES, "all 0: Enter folds them");
        return;
    }
    size_t used = (size_t)snprintf(out, VECTORS_FOLD_BYTES, "all 0:");
    for (int c = 0; c < cols && used < VECTORS_FOLD_BYTES - 80; c++) {
        if (!vectors_is_zero(app, (enum fold)row->index, c))
            continue;
        struct vectors_name name = vectors_reads(app, key ? TENSOR_WK : TENSOR_WV, c);
        if (name.text[0] == '\0')
            snprintf(name.text, sizeof name.text, "%d", c);
        used += (size_t)snprintf(out + used, VECTORS_FOLD_BYTES - used, " %s", name.text);
    }
}
