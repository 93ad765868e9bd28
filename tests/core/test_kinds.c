/* The tables of tensors: their names and shapes as the mathematics has them, and that each row
 * says all that the operations need. A row that is missing or wrong is named. */
#include "core/kinds.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/op.h"

static const struct {
    const char *name;
    const struct kind *kinds;
} tables[] = {{"sentence_kinds", sentence_kinds}, {"lookup_kinds", lookup_kinds}};
enum { TABLES = sizeof tables / sizeof *tables };

static void
for_every_kind(void (*check)(const char *table, const struct kind *kinds, enum tensor id))
{
    for (int k = 0; k < TABLES; k++)
        for (int id = 0; id < TENSORS; id++)
            if (kind_is_there(&tables[k].kinds[id]))
                check(tables[k].name, tables[k].kinds, (enum tensor)id);
}

/* The name of a tensor in whatever table has it, for messages. */
static const char *
name_of(int id)
{
    for (int k = 0; k < TABLES; k++)
        if (id >= 0 && id < TENSORS && kind_is_there(&tables[k].kinds[id]))
            return tables[k].kinds[id].name;
    return "(no table has it)";
}

/* -- names and shapes ------------------------------------------------------------------ */

/* A size of its own for every axis, so that none is taken for another. */
enum {
    TOKENS = 3,
    WORDS = 2,
    POSITIONS = 4,
    MODEL = 5,
    KEY = 7,
    WIDTH = 11,
    TAGS = 13,
    VALUES = 17,
    ENTRIES = 19,
};

static const int size[AXES] = {
    [AXIS_ONE] = 1,        [AXIS_TOKEN] = TOKENS,
    [AXIS_WORD] = WORDS,   [AXIS_POSITION] = POSITIONS,
    [AXIS_MODEL] = MODEL,  [AXIS_KEY] = KEY,
    [AXIS_WIDTH] = WIDTH,  [AXIS_TAG] = TAGS,
    [AXIS_VALUE] = VALUES, [AXIS_ENTRY] = ENTRIES,
};

struct wanted {
    const char *name;
    enum tensor id;
    int rows, cols;
    bool parameter, follows; /* the sentence or the store */
};

/* clang-format off */
static const struct wanted sentence[] = {
    {"E",  TENSOR_E,  WORDS, MODEL, true, false},  {"P",  TENSOR_P,  POSITIONS, MODEL, true, false},
    {"X",  TENSOR_X,  TOKENS, MODEL, false, true}, {"Wq", TENSOR_WQ, MODEL, KEY, true, false},
    {"Wk", TENSOR_WK, MODEL, KEY, true, false},    {"Wv", TENSOR_WV, MODEL, WIDTH, true, false},
    {"Q",  TENSOR_Q,  TOKENS, KEY, false, true},   {"K",  TENSOR_K,  TOKENS, KEY, false, true},
    {"V",  TENSOR_V,  TOKENS, WIDTH, false, true}, {"S",  TENSOR_S,  TOKENS, TOKENS, false, true},
    {"Z",  TENSOR_Z,  TOKENS, TOKENS, false, true}, {"A", TENSOR_A,  TOKENS, TOKENS, false, true},
    {"O",  TENSOR_O,  TOKENS, WIDTH, false, true}, {"H",  TENSOR_ENTROPY, TOKENS, 1, false, true},
    {"rowsum", TENSOR_ROW_SUM, TOKENS, 1, false, true},
    {"Zfree",  TENSOR_FREE_Z, TOKENS, TOKENS, false, true},
    {"Afree",  TENSOR_FREE_A, TOKENS, TOKENS, false, true},
};

static const struct wanted lookup[] = {
    {"Et", TENSOR_ET, TAGS, MODEL, true, false},   {"Ev", TENSOR_EV, VALUES, MODEL, true, false},
    {"X",  TENSOR_X,  TOKENS, MODEL, false, true}, {"Wq", TENSOR_WQ, MODEL, KEY, true, false},
    {"Wk", TENSOR_WK, MODEL, KEY, true, false},    {"Wv", TENSOR_WV, MODEL, WIDTH, true, false},
    {"Wo", TENSOR_WO, WIDTH, VALUES, true, false}, {"Q",  TENSOR_Q,  1, KEY, false, true},
    {"K",  TENSOR_K,  ENTRIES, KEY, false, true},  {"V",  TENSOR_V,  ENTRIES, WIDTH, false, true},
    {"S",  TENSOR_S,  1, ENTRIES, false, true},    {"Z",  TENSOR_Z,  1, ENTRIES, false, true},
    {"A",  TENSOR_A,  1, ENTRIES, false, true},    {"O",  TENSOR_O,  1, WIDTH, false, true},
    {"L",  TENSOR_L,  1, VALUES, false, true},     {"p",  TENSOR_PROBABILITY, 1, VALUES, false, true},
    {"loss", TENSOR_LOSS, 1, 1, false, true},      {"right", TENSOR_RIGHT, 1, 1, false, true},
    {"Qt", TENSOR_QT, TAGS, KEY, false, false},    {"Kt", TENSOR_KT, TAGS, KEY, false, false},
    {"Kv", TENSOR_KV, VALUES, KEY, false, false},  {"Ut", TENSOR_UT, TAGS, WIDTH, false, false},
    {"Uv", TENSOR_UV, VALUES, WIDTH, false, false}, {"Zt", TENSOR_ZT, TAGS, TAGS, false, false},
    {"Zv", TENSOR_ZV, TAGS, VALUES, false, false}, {"Lt", TENSOR_LT, TAGS, VALUES, false, false},
    {"Lv", TENSOR_LV, VALUES, VALUES, false, false}, {"Ct", TENSOR_CT, TAGS, VALUES, false, false},
    {"Cv", TENSOR_CV, VALUES, VALUES, false, false},
    {"varZt", TENSOR_VAR_ZT, TAGS, 1, false, false}, {"varZv", TENSOR_VAR_ZV, TAGS, 1, false, false},
    {"varLt", TENSOR_VAR_LT, VALUES, 1, false, false},
    {"varLv", TENSOR_VAR_LV, VALUES, 1, false, false},
    {"key_tag_share", TENSOR_KEY_SHARE, 1, 1, false, false},
    {"value_value_share", TENSOR_VALUE_SHARE, 1, 1, false, false},
};
/* clang-format on */

static void
check_table(const struct kind *kinds, const struct wanted *wanted, size_t count)
{
    bool said[TENSORS] = {false};
    for (size_t i = 0; i < count; i++, wanted++) {
        said[wanted->id] = true;
        const struct kind *kind = &kinds[wanted->id];
        if (!kind_is_there(kind) || strcmp(kind->name, wanted->name) != 0)
            fail_msg("%s is missing, or has another name", wanted->name);
        bool good = size[kind->rows] == wanted->rows &&
                    size[kind->cols] == wanted->cols &&
                    kind_is_parameter(kind) == wanted->parameter &&
                    kinds_follow_store(kinds, wanted->id) == wanted->follows;
        if (!good)
            fail_msg("%s is not what this test says of it", wanted->name);
        assert_int_equal(kinds_find(kinds, wanted->name), wanted->id);
    }
    for (int id = 0; id < TENSORS; id++)
        if (kind_is_there(&kinds[id]) && !said[id])
            fail_msg("%s is not in this test's list of shapes", kinds[id].name);
}

static void
names_and_shapes(void **state)
{
    (void)state;
    check_table(sentence_kinds, sentence, sizeof sentence / sizeof *sentence);
    check_table(lookup_kinds, lookup, sizeof lookup / sizeof *lookup);
}

static void
unknown_names(void **state)
{
    (void)state;
    static const char *const names[] = {"",   "e",  "wq", "WQ",  "W",  "Wqq",
                                        "Q ", " Q", "QK", "dWq", "Qr", "LOSS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(kinds_find(sentence_kinds, names[i]), TENSORS);
        assert_int_equal(kinds_find(lookup_kinds, names[i]), TENSORS);
    }
    assert_int_equal(kinds_find(sentence_kinds, "loss"), TENSORS);
    assert_int_equal(kinds_find(lookup_kinds, "E"), TENSORS);
}

/* -- what every row must say ----------------------------------------------------------- */

static void
every_tensor_is_in_a_table(void **state)
{
    (void)state;
    for (int id = 0; id < TENSORS; id++)
        if (name_of(id)[0] == '(')
            fail_msg("tensor number %d, after %s, has a row in no table", id,
                     name_of(id - 1));
}

/* Also behind a letter that says what is meant of it: dWq must not be a tensor's name. */
static void
check_name(const char *table, const struct kind *kinds, enum tensor id)
{
    const char *name = kinds[id].name;
    if (kinds_find(kinds, name) != id)
        fail_msg("%s: %s is the name of two tensors", table, name);
    for (const char *letter = "dgumv"; *letter != '\0'; letter++) {
        enum tensor other = name[0] == *letter ? kinds_find(kinds, name + 1) : TENSORS;
        if (other != TENSORS)
            fail_msg("%s: %s could also be %c of %s", table, name, *letter,
                     kinds[other].name);
    }
    if (kinds[id].about == NULL || kinds[id].about[0] == '\0')
        fail_msg("%s: %s does not say how it is made (about)", table, name);
    if (kinds[id].meaning == NULL || kinds[id].meaning[0] == '\0')
        fail_msg("%s: %s does not say what it means (meaning)", table, name);
}

static void
names_tell_tensors_apart(void **state)
{
    (void)state;
    for_every_kind(check_name);
}

/* How many inputs an operation reads, the one that only its slopes read (of the loss) too. */
static int
inputs_read(const struct kind *kind)
{
    return kind->inputs + (kind->op == OP_CROSS_ENTROPY);
}

static void
check_operation(const char *table, const struct kind *kinds, enum tensor id)
{
    const struct kind *kind = &kinds[id];
    const struct op_kind *op = kind->op < OPS ? op_table[kind->op] : NULL;
    bool parameter = kind->op == OP_PARAMETER;
    if (op == NULL || op->terms == NULL || op->pattern == NULL)
        fail_msg(
            "%s: %s has operation %d, which lacks its row in ops, terms or a pattern",
            table, kind->name, (int)kind->op);
    if (!parameter && (op->row == NULL || op->pattern[0] == '\0'))
        fail_msg("%s: the operation of %s has no row or no pattern", table, kind->name);
    for (int k = 0; k < kind->inputs; k++)
        if ((op->reads[k].row == READS_NONE) != (op->reads[k].col == READS_NONE) ||
            (op->partial == NULL && op->reads[k].row != READS_NONE))
            fail_msg("%s: of input %d the operation of %s has a row, a column or a "
                     "derivative, not all",
                     table, k, kind->name);
    if (parameter ? kind->inputs != 0 : kind->inputs < 1 || kind->inputs > INPUTS_MAX)
        fail_msg("%s: %s has %d inputs", table, kind->name, kind->inputs);
    for (int k = 0; !parameter && k < INPUTS_MAX; k++) {
        const char mark[] = {'{', (char)('0' + k), '}', '\0'};
        if ((strstr(op->pattern, mark) != NULL) != (k < kind->inputs))
            fail_msg("%s: \"%s\" does not name the %d inputs of %s", table, op->pattern,
                     kind->inputs, kind->name);
    }
}

static void
operations_are_whole(void **state)
{
    (void)state;
    for_every_kind(check_operation);
}

static void
check_inputs(const char *table, const struct kind *kinds, enum tensor id)
{
    for (int k = 0; k < inputs_read(&kinds[id]); k++) {
        enum tensor in = kinds[id].in[k].tensor;
        if (in >= id)
            fail_msg("%s: %s, an input of %s, must come before it in enum tensor", table,
                     name_of((int)in), kinds[id].name);
        if (!kind_is_there(&kinds[in]))
            fail_msg("%s: %s, an input of %s, has no row", table, name_of((int)in),
                     kinds[id].name);
    }
}

static void
inputs_come_earlier(void **state)
{
    (void)state;
    for_every_kind(check_inputs);
}

/* What others read whole, again and again, is kept, unless its rows are few. */
static void
check_keep(const char *table, const struct kind *kinds, enum tensor id)
{
    const struct op_kind *op = op_table[kinds[id].op];
    for (int k = 0; k < kinds[id].inputs; k++) {
        const struct kind *in = &kinds[kinds[id].in[k].tensor];
        bool few = in->rows == AXIS_ONE || in->rows == AXIS_ENTRY;
        bool kept = in->op == OP_PARAMETER || in->keep == KEEP || in->keep == KEEP_ASKED;
        if (op->reads[k].row > READS_OWN && !few && !kept)
            fail_msg("%s: %s reads all of %s, which does not keep its rows", table,
                     kinds[id].name, in->name);
    }
}

static void
what_is_read_whole_is_kept(void **state)
{
    (void)state;
    for_every_kind(check_keep);
}

static void
every_operation_axis_and_map_is_used(void **state)
{
    (void)state;
    bool op_used[OPS] = {false}, axis_used[AXES] = {false}, map_used[MAPS] = {false};
    for (int k = 0; k < TABLES; k++)
        for (int id = 0; id < TENSORS; id++) {
            const struct kind *kind = &tables[k].kinds[id];
            if (!kind_is_there(kind))
                continue;
            op_used[kind->op] = axis_used[kind->rows] = axis_used[kind->cols] = true;
            for (int in = 0; in < kind->inputs; in++)
                map_used[kind->in[in].map] = true;
        }
    map_used[MAP_ANSWER] = true; /* read by operations, not by way of an input */
    for (int op = 0; op < OPS; op++)
        if (op_table[op] == NULL || !op_used[op])
            fail_msg("operation %d has no row in ops, or no tensor has it", op);
    for (int axis = 0; axis < AXES; axis++)
        if (!axis_used[axis])
            fail_msg("no tensor has axis %d", axis);
    for (int map = 0; map < MAPS; map++)
        if (!map_used[map])
            fail_msg("no input has map %d", map);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tensor_is_in_a_table),
        cmocka_unit_test(names_tell_tensors_apart),
        cmocka_unit_test(operations_are_whole),
        cmocka_unit_test(inputs_come_earlier),
        cmocka_unit_test(what_is_read_whole_is_kept),
        cmocka_unit_test(every_operation_axis_and_map_is_used),
        cmocka_unit_test(names_and_shapes),
        cmocka_unit_test(unknown_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
