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

enum role
vectors_reads(const struct app *app, enum tensor id, int col,
              char out[VECTORS_NAME_BYTES])
{
    enum { READS_MOST = 3 };
    enum role role = ROLE_NUMBER;
    int found = 0;
    size_t used = 0;
    out[0] = '\0';
    for (int m = 0; m < FEATURE_COUNT; m++) {
        double weight = number_at(app, id, m, col);
        if (weight == 0)
            continue;
        if (found == READS_MOST) {
            out[0] = '\0';
            return ROLE_NUMBER;
        }
        const char *sign = weight < 0 ? "-" : found > 0 ? "+" : "";
        used += (size_t)snprintf(out + used, VECTORS_NAME_BYTES - used, "%s%s", sign,
                                 feature_names[m]);
        role = found == 0 || role == vectors_feature_role(m) ? vectors_feature_role(m)
                                                             : ROLE_NUMBER;
        found++;
    }
    return role;
}

enum role
vectors_row_role(const struct app *app, const struct vectors_row *row)
{
    char ignored[VECTORS_NAME_BYTES];
    if (row->kind == ROW_X)
        return vectors_feature_role(row->index);
    if (row->kind == ROW_K || row->kind == ROW_V)
        return vectors_reads(app, row->kind == ROW_K ? TENSOR_WK : TENSOR_WV, row->index,
                             ignored);
    return ROLE_NUMBER;
}

static void
fold_name(const struct app *app, const struct vectors_row *row,
          char out[VECTORS_NAME_BYTES])
{
    static const char *const groups[] = {
        [FOLD_WORD] = "x  word", [FOLD_NAME] = "x  name", [FOLD_PLACE] = "x  place"};
    bool key = row->index == FOLD_KEY;
    if (row->index < FOLD_KEY) {
        snprintf(out, VECTORS_NAME_BYTES, "%s", groups[row->index]);
        return;
    }
    int all = app->explorer->tensors.size[key ? AXIS_KEY : AXIS_WIDTH];
    const char *what = key ? "k" : "v";
    if (row->count == all)
        snprintf(out, VECTORS_NAME_BYTES, "%s  all %d", what, all);
    else
        snprintf(out, VECTORS_NAME_BYTES, "%s  %d more", what, row->count);
}

void
vectors_row_name(const struct app *app, const struct vectors_row *row,
                 char out[VECTORS_NAME_BYTES])
{
    char reads[VECTORS_NAME_BYTES];
    out[0] = '\0';
    switch (row->kind) {
    case ROW_NAME:
        break;
    case ROW_X:
        snprintf(out, VECTORS_NAME_BYTES, "x  %s", feature_names[row->index]);
        break;
    case ROW_K:
        vectors_reads(app, TENSOR_WK, row->index, reads);
        snprintf(out, VECTORS_NAME_BYTES, "k%d %.40s", row->index, reads);
        break;
    case ROW_S:
        snprintf(out, VECTORS_NAME_BYTES, "S  k·q");
        break;
    case ROW_Z:
        snprintf(out, VECTORS_NAME_BYTES, "Z  S / √%d",
                 app->explorer->tensors.size[AXIS_KEY]);
        break;
    case ROW_A:
        snprintf(out, VECTORS_NAME_BYTES, "A  softmax");
        break;
    case ROW_V:
        vectors_reads(app, TENSOR_WV, row->index, reads);
        if (reads[0] == '\0')
            snprintf(reads, sizeof reads, "%d", row->index);
        snprintf(out, VECTORS_NAME_BYTES, "v  %.40s", reads);
        break;
    case ROW_FOLD:
        fold_name(app, row, out);
        break;
    }
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
        char name[VECTORS_NAME_BYTES];
        if (!vectors_is_zero(app, (enum fold)row->index, c))
            continue;
        vectors_reads(app, key ? TENSOR_WK : TENSOR_WV, c, name);
        if (name[0] == '\0')
            snprintf(name, sizeof name, "%d", c);
        used += (size_t)snprintf(out + used, VECTORS_FOLD_BYTES - used, " %s", name);
    }
}
