/* What a number is, in words. */
#include <stdio.h>

#include "view/describe.h"
#include "view/formula.h"

/* " as noun", " in column 4 (cos70)", " in column 3": a column of Q, K, V or O. */
static void
add_column(const struct explorer *explorer, enum axis axis, int col, struct text *text)
{
    char name[LABEL_BYTES], number[16];
    snprintf(number, sizeof number, "%d", col);
    if (axis == AXIS_KEY)
        head_column_name(explorer->head, PROJECT_K, col, name, sizeof name);
    else
        explorer_label(explorer, axis, col, name, sizeof name);
    bool named = name[0] != '\0' && (name[0] < '0' || name[0] > '9');
    if (axis == AXIS_VALUE && named)
        text_add(text, " as %s", name);
    else
        text_add(text, named ? " in column %d (%s)" : " in column %d", col, name);
}

/* Wq, Wk, Wv: how much a column of X counts, and where. */
static void
add_weight(const struct explorer *explorer, const struct place *place, struct text *text)
{
    static const char *const of[TENSOR_COUNT] = {
        [TENSOR_WQ] = "query", [TENSOR_WK] = "key", [TENSOR_WV] = "value"};
    text_add(text, "how much %s counts", feature_names[place->row]);
    add_column(explorer, tensor_kinds[place->tensor].cols, place->col, text);
    text_add(text, " of every %s", of[place->tensor]);
}

static void
add_score(const struct explorer *explorer, const struct place *place, const char *query,
          const char *key, struct text *text)
{
    bool hidden = explorer->trace.masked && place->col > place->row;
    if (place->tensor == TENSOR_S)
        text_add(text, "how well the key of %s fits the query of %s", key, query);
    else if (place->tensor == TENSOR_A)
        text_add(text, "the share of %s's attention that goes to %s", query, key);
    else if (hidden)
        text_add(text, "the score of %s for %s, which the mask hides", key, query);
    else
        text_add(text, "the score of %s for %s, divided by √%d", key, query,
                 explorer->trace.shape.size[AXIS_KEY]);
}

void
formula_meaning(const struct explorer *explorer, const struct place *place,
                struct text *text)
{
    const struct tensor_kind *kind = &tensor_kinds[place->tensor];
    char row[LABEL_BYTES], col[LABEL_BYTES];
    if (kind->rows == AXIS_TOKEN)
        describe_name(explorer, place->row, row, sizeof row);
    else
        explorer_label(explorer, kind->rows, place->row, row, sizeof row);
    switch (place->tensor) {
    case TENSOR_E:
        text_add(text, "column %s of the word %s, wherever it stands",
                 feature_names[place->col], row);
        break;
    case TENSOR_P:
        text_add(text, "column %s of place %s, whatever stands there",
                 feature_names[place->col], row);
        break;
    case TENSOR_X:
        text_add(text, "column %s of %s: its word plus its place",
                 feature_names[place->col], row);
        break;
    case TENSOR_WQ:
    case TENSOR_WK:
    case TENSOR_WV:
        add_weight(explorer, place, text);
        break;
    case TENSOR_Q:
    case TENSOR_K:
    case TENSOR_V:
    case TENSOR_O:
        text_add(text, "what %s %s", row,
                 place->tensor == TENSOR_Q   ? "asks for"
                 : place->tensor == TENSOR_K ? "answers"
                 : place->tensor == TENSOR_V ? "hands over"
                                             : "receives");
        add_column(explorer, kind->cols, place->col, text);
        break;
    case TENSOR_S:
    case TENSOR_Z:
    case TENSOR_A:
        describe_name(explorer, place->col, col, sizeof col);
        add_score(explorer, place, row, col, text);
        break;
    case TENSOR_COUNT:
        break;
    }
}
