/* The axes of every tensor are those that its operation makes of its inputs. */
#include "core/kinds.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Whether row r of an input along one axis may belong to row r of a result along the other: the
 * same, or one that is as long and more. */
static bool
goes_along(enum axis input, enum axis result)
{
    return input == result || (input == AXIS_POSITION && result == AXIS_TOKEN) ||
           (input == AXIS_TOKEN &&
            result == AXIS_ENTRY); /* the query is behind the entries */
}

/* Where the rows of an input come from is a map from the rows of the result to its own. */
static bool
map_fits(const struct kind *kinds, const struct kind *kind, const struct input *input)
{
    static const struct {
        enum axis from, to;
    } ends[MAPS] = {[MAP_WORD] = {AXIS_TOKEN, AXIS_WORD},
                    [MAP_TAG] = {AXIS_TOKEN, AXIS_TAG},
                    [MAP_VALUE] = {AXIS_TOKEN, AXIS_VALUE},
                    [MAP_QUERY] = {AXIS_ONE, AXIS_TOKEN}};
    enum axis rows = kinds[input->tensor].rows;
    if (input->map == MAP_ROW)
        return goes_along(rows, kind->rows);
    return kind->rows == ends[input->map].from && rows == ends[input->map].to;
}

/* What is wrong with a product, or NULL. */
static const char *
product_error(const struct kind *kinds, const struct kind *kind)
{
    const struct kind *left = &kinds[kind->in[0].tensor];
    const struct kind *right = &kinds[kind->in[1].tensor];
    bool transposed = kind->op == OP_PRODUCT_T;
    if (kind->inputs != 2)
        return "a product has two inputs";
    if (left->cols != (transposed ? right->cols : right->rows))
        return "the columns of the left input are not what the right one has";
    if (kind->cols != (transposed ? right->rows : right->cols))
        return "its columns are not those of the right input";
    if (!map_fits(kinds, kind, &kind->in[0]))
        return "its rows are not those of the left input";
    if (kind->in[1].map != MAP_ROW)
        return "the right input of a product is read whole: it has no map";
    return kind->scaled && left->cols != AXIS_KEY ? "it is scaled, but not over d_k"
                                                  : NULL;
}

/* What is wrong with an operation that goes row by row and keeps the columns, or makes one. */
static const char *
row_error(const struct kind *kinds, const struct kind *kind, bool one)
{
    for (int k = 0; k < kind->inputs; k++) {
        const struct input *input = &kind->in[k];
        if (!map_fits(kinds, kind, input))
            return "its rows are not those of its input";
        if (!one && kinds[input->tensor].cols != kind->cols)
            return "its columns are not those of its input";
    }
    return one && kind->cols != AXIS_ONE ? "it makes one number of a row" : NULL;
}

/* The second input of the loss is the softmax of the first. */
static const char *
loss_error(const struct kind *kinds, const struct kind *kind)
{
    const struct kind *p = &kinds[kind->in[1].tensor];
    if (p->op != OP_SOFTMAX || p->in[0].tensor != kind->in[0].tensor ||
        kind->in[1].map != MAP_ROW)
        return "its second input is not the softmax of the first";
    return row_error(kinds, kind, true);
}

/* Each column makes a row; all numbers of both make one. */
static const char *
column_error(const struct kind *kinds, const struct kind *kind)
{
    bool share = kind->op == OP_SHARE;
    if (kind->inputs != (share ? 2 : 1))
        return "it has another number of inputs";
    for (int k = 0; k < kind->inputs; k++)
        if (kind->in[k].map != MAP_ROW || kinds[kind->in[k].tensor].cols != kind->rows)
            return "its rows are not the columns of its input";
    return kind->cols != AXIS_ONE ? "it makes one number of a column" : NULL;
}

static const char *
axes_error(const struct kind *kinds, const struct kind *kind)
{
    if (kind->causal && (kind->op != OP_SCALE || kind->rows != kind->cols))
        return "only a square of scaled scores has a mask";
    if (kind->scaled && kind->op != OP_PRODUCT && kind->op != OP_PRODUCT_T)
        return "only a product can be scaled";
    switch (kind->op) {
    case OP_PARAMETER:
        return NULL;
    case OP_SUM:
    case OP_SCALE:
    case OP_SOFTMAX:
    case OP_CENTRE:
        return row_error(kinds, kind, false);
    case OP_PRODUCT:
    case OP_PRODUCT_T:
        return product_error(kinds, kind);
    case OP_CROSS_ENTROPY:
        return loss_error(kinds, kind);
    case OP_RIGHT:
    case OP_ENTROPY:
    case OP_ROW_SUM:
    case OP_VARIANCE:
        return row_error(kinds, kind, true);
    case OP_VARIANCE_T:
    case OP_SHARE:
        return column_error(kinds, kind);
    case OPS:
        break;
    }
    return "this test does not know what its operation does to axes";
}

static void
check_table(const char *table, const struct kind *kinds)
{
    for (int id = 0; id < TENSORS; id++) {
        const char *error =
            kind_is_there(&kinds[id]) ? axes_error(kinds, &kinds[id]) : NULL;
        if (error != NULL)
            fail_msg("%s: %s: %s", table, kinds[id].name, error);
    }
}

static void
axes_are_what_operations_make(void **state)
{
    (void)state;
    check_table("sentence_kinds", sentence_kinds);
    check_table("lookup_kinds", lookup_kinds);
}

/* Changes a row of the table of a sentence as a slip of the pen would; false where there are no
 * more slips. */
static bool
slip(struct kind *kinds, int which, enum tensor *id)
{
    static const enum tensor ids[] = {TENSOR_Q, TENSOR_Q, TENSOR_S,
                                      TENSOR_X, TENSOR_X, TENSOR_A,
                                      TENSOR_V, TENSOR_A, TENSOR_ENTROPY};
    if (which == sizeof ids / sizeof *ids)
        return false;
    struct kind *kind = &kinds[ *id = ids[which]];
    switch (which) {
    case 0:
        kind->in[1].tensor = TENSOR_WV;
        break;
    case 1:
        kind->rows = AXIS_WORD;
        break;
    case 2:
        kind->op = OP_PRODUCT;
        break;
    case 3:
        kind->in[0].map = MAP_ROW;
        break;
    case 4:
        kind->cols = AXIS_KEY;
        break;
    case 5:
        kind->cols = AXIS_ONE;
        break;
    case 6:
        kind->scaled = true;
        break;
    case 7:
        kind->causal = true;
        break;
    default:
        kind->cols = AXIS_TOKEN;
    }
    return true;
}

static void
slips_are_seen(void **state)
{
    struct kind kinds[TENSORS];
    enum tensor id = TENSOR_E;
    (void)state;
    memcpy(kinds, sentence_kinds, sizeof kinds);
    for (int which = 0; slip(kinds, which, &id); which++) {
        if (axes_error(kinds, &kinds[id]) == NULL)
            fail_msg("slip %d is not seen", which);
        memcpy(kinds, sentence_kinds, sizeof kinds);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_are_what_operations_make),
        cmocka_unit_test(slips_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
