/* expect TERM OP TERM: what lessons, head files and tests assert.
 *
 * TERM is a number, an address, NUMBER * address, or one of these over a row of a tensor:
 *
 *     max min sum     A[chased]          a row
 *                     Wq[det..plural]    several rows, by name
 *                     A[i,0]             a column: i stands for every row
 *                     A[i,i-1]           a diagonal
 *                     A                  all of it
 *     entropy argmax  A[chased]          entropy in nats; argmax is compared with a label
 *     symmetry        S                  |S - S^T| / |S|: 0 where S is symmetric */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address.h"
#include "app/command.h"
#include "base/exact.h"

/* The value of a side, and how exactly it was written. */
struct term {
    double value;
    int decimals;  /* of a number as written, -1 for a computed value */
    bool is_label; /* argmax: value is an index on the axis */
    enum axis axis;
    char text[ADDRESS_BYTES + 32]; /* as it was written */
};

/* Part of a tensor: rows first..last; in row i the column `col`, or i + offset, or all. */
struct region {
    enum tensor_id tensor;
    int first, last;
    enum { COLUMNS_ALL, COLUMN_ONE, COLUMN_OFFSET } columns;
    int col;
};

/* -- regions -------------------------------------------------------------------------- */

/* first..last in an index text */
static bool
read_range(const struct explorer *explorer, enum axis axis, const char *text,
           struct region *region, struct err *err)
{
    const char *dots = strstr(text, "..");
    char ends[2][WORD_BYTES];
    int *at[2] = {&region->first, &region->last};
    snprintf(ends[0], WORD_BYTES, "%.*s", (int)(dots - text), text);
    snprintf(ends[1], WORD_BYTES, "%s", dots + 2);
    for (int end = 0; end < 2; end++) {
        struct address_index index;
        const char *cursor = ends[end];
        if (!address_scan_index(&cursor, &index, err) ||
            !address_locate_index(explorer, axis, &index, at[end], err))
            return false;
    }
    return region->first <= region->last ||
           err_set(err, "the rows %s stand in the other order", text);
}

static bool
read_rows(const struct explorer *explorer, enum axis axis,
          const struct address_index *index, struct region *region, struct err *err)
{
    if (!index->quoted && strcmp(index->text, "i") == 0) {
        region->first = 0;
        region->last = explorer->trace.shape.size[axis] - 1;
        return true;
    }
    if (index->is_text && !index->quoted && strstr(index->text, "..") != NULL)
        return read_range(explorer, axis, index->text, region, err);
    if (!address_locate_index(explorer, axis, index, &region->first, err))
        return false;
    region->last = region->first;
    return true;
}

static bool
read_columns(const struct explorer *explorer, enum axis axis,
             const struct address_index *index, struct region *region, struct err *err)
{
    int offset = 0;
    if (!index->quoted && index->text[0] == 'i' &&
        (index->text[1] == '\0' || ((index->text[1] == '-' || index->text[1] == '+') &&
                                    text_int(index->text + 1, -9999, 9999, &offset)))) {
        region->columns = COLUMN_OFFSET;
        region->col = offset;
        return true;
    }
    region->columns = COLUMN_ONE;
    return address_locate_index(explorer, axis, index, &region->col, err);
}

static bool
scan_region(const struct explorer *explorer, const char **cursor, struct region *region,
            struct err *err)
{
    struct address address;
    if (!address_scan(cursor, &address, err))
        return false;
    enum tensor_id id = tensor_find(address.name);
    if (id == TENSOR_COUNT || address.layer >= 0 || address.source > SOURCE_SENTENCE)
        return err_set(err,
                       "%s is no tensor of the sentence; they are E P X Wq Wk Wv Q K V S "
                       "Z A O",
                       address.name);
    *region = (struct region){.tensor = id, .last = trace_rows(&explorer->trace, id) - 1};
    const struct tensor_kind *kind = &tensor_kinds[id];
    return (address.dimensions < 1 ||
            read_rows(explorer, kind->rows, &address.index[0], region, err)) &&
           (address.dimensions < 2 ||
            read_columns(explorer, kind->cols, &address.index[1], region, err));
}

/* -- functions of a region ------------------------------------------------------------ */

struct tally {
    double max, min, sum, entropy;
    int argmax, count;
};

/* Looks at every number of the region; a masked Z (-infinity) is left out. */
static struct tally
tally_region(const struct explorer *explorer, const struct region *region)
{
    struct tally tally = {.max = -HUGE_VAL, .min = HUGE_VAL};
    int cols = trace_cols(&explorer->trace, region->tensor);
    const real *data = explorer->trace.tensor[region->tensor];
    for (int i = region->first; i <= region->last; i++) {
        int from = 0, to = cols - 1;
        if (region->columns != COLUMNS_ALL)
            from = to = region->col + (region->columns == COLUMN_OFFSET ? i : 0);
        for (int j = from < 0 ? 0 : from; j <= to && j < cols && from >= 0; j++) {
            double value = (double)data[(size_t)i * (size_t)cols + (size_t)j];
            if (!isfinite(value))
                continue;
            if (value > tally.max) {
                tally.max = value;
                tally.argmax = j;
            }
            tally.min = value < tally.min ? value : tally.min;
            tally.sum += value;
            tally.entropy -= value > 0 ? value * exact_log(value) : 0;
            tally.count++;
        }
    }
    return tally;
}

/* |M - M^T| / |M| over a square tensor (Frobenius norms). */
static double
asymmetry(const struct explorer *explorer, enum tensor_id id)
{
    int n = trace_rows(&explorer->trace, id);
    const real *data = explorer->trace.tensor[id];
    double difference = 0, whole = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double ij = (double)data[(size_t)i * (size_t)n + (size_t)j];
            double ji = (double)data[(size_t)j * (size_t)n + (size_t)i];
            difference += (ij - ji) * (ij - ji);
            whole += ij * ij;
        }
    return whole > 0 ? sqrt(difference / whole) : 0;
}

enum function { MAX, MIN, SUM, ENTROPY, ARGMAX, SYMMETRY, FUNCTION_COUNT };

static const char *const function_names[FUNCTION_COUNT] = {
    "max", "min", "sum", "entropy", "argmax", "symmetry"};

/* The function whose name stands at the cursor, with a blank behind it; moves behind both. */
static enum function
scan_function(const char **cursor)
{
    for (int f = 0; f < FUNCTION_COUNT; f++) {
        size_t length = strlen(function_names[f]);
        if (strncmp(*cursor, function_names[f], length) == 0 &&
            (*cursor)[length] == ' ') {
            *cursor += length + strspn(*cursor + length, " ");
            return (enum function)f;
        }
    }
    return FUNCTION_COUNT;
}

static bool
scan_symmetry(const struct explorer *explorer, const struct region *region, double *value,
              struct err *err)
{
    const struct tensor_kind *kind = &tensor_kinds[region->tensor];
    bool whole = region->first == 0 && region->columns == COLUMNS_ALL &&
                 region->last == trace_rows(&explorer->trace, region->tensor) - 1;
    if (kind->rows != kind->cols || !whole || region->tensor == TENSOR_Z)
        return err_set(err, "symmetry looks at all of S or A: symmetry S");
    *value = asymmetry(explorer, region->tensor);
    return true;
}

static bool
scan_call(const struct explorer *explorer, enum function function, const char **cursor,
          struct term *term, struct err *err)
{
    struct region region;
    if (!scan_region(explorer, cursor, &region, err))
        return err_place(err, "%s", function_names[function]);
    if (function == SYMMETRY)
        return scan_symmetry(explorer, &region, &term->value, err);
    struct tally tally = tally_region(explorer, &region);
    if (tally.count == 0)
        return err_set(err, "%s: no number is there", function_names[function]);
    bool row = region.first == region.last && region.columns == COLUMNS_ALL;
    if (!row && (function == ENTROPY || function == ARGMAX))
        return err_set(err, "%s takes one row, as in: %s A[chased]",
                       function_names[function], function_names[function]);
    const double values[] = {[MAX] = tally.max,
                             [MIN] = tally.min,
                             [SUM] = tally.sum,
                             [ENTROPY] = tally.entropy,
                             [ARGMAX] = tally.argmax};
    term->value = values[function];
    term->is_label = function == ARGMAX;
    term->axis = tensor_kinds[region.tensor].cols;
    return true;
}

/* -- terms ---------------------------------------------------------------------------- */

static bool
scan_number(const char **cursor, struct term *term)
{
    char *end;
    size_t length = strspn(*cursor, "+-.0123456789eE");
    if (length == 0 || strcspn(*cursor, "0123456789") >= length)
        return false;
    term->value = strtod(*cursor, &end);
    const char *point = memchr(*cursor, '.', (size_t)(end - *cursor));
    term->decimals = point ? (int)strspn(point + 1, "0123456789") : 0;
    *cursor = end;
    return isfinite(term->value);
}

static bool
scan_value(const struct explorer *explorer, const char **cursor, double *value,
           struct err *err)
{
    struct address address;
    struct place place;
    if (!address_scan(cursor, &address, err) ||
        !address_locate(explorer, &address, &place, err))
        return false;
    int cols = trace_cols(&explorer->trace, place.tensor);
    *value =
        (double)explorer->trace
            .tensor[place.tensor][(size_t)place.row * (size_t)cols + (size_t)place.col];
    return true;
}

/* A label of the axis that the argmax on the other side runs along. */
static bool
scan_label(const struct explorer *explorer, const char **cursor, const struct term *other,
           struct term *term, struct err *err)
{
    struct address_index index;
    int at;
    if (!address_scan_index(cursor, &index, err) ||
        !address_locate_index(explorer, other->axis, &index, &at, err))
        return false;
    term->value = at;
    term->is_label = true;
    return true;
}

static bool
scan_term(const struct explorer *explorer, const char **cursor, const struct term *other,
          struct term *term, struct err *err)
{
    const char *start = *cursor;
    *term = (struct term){.decimals = -1};
    enum function function = scan_function(cursor);
    bool done;
    if (function != FUNCTION_COUNT)
        done = scan_call(explorer, function, cursor, term, err);
    else if (other != NULL && other->is_label)
        done = scan_label(explorer, cursor, other, term, err);
    else if (scan_number(cursor, term)) {
        double factor = term->value, value;
        const char *next = *cursor + strspn(*cursor, " ");
        done = true;
        if (*next == '*') {
            *cursor = next + 1 + strspn(next + 1, " ");
            done = scan_value(explorer, cursor, &value, err);
            term->value = done ? factor * value : 0;
            term->decimals = -1;
        }
    } else
        done = scan_value(explorer, cursor, &term->value, err);
    snprintf(term->text, sizeof term->text, "%.*s", (int)(*cursor - start), start);
    *cursor += strspn(*cursor, " ");
    return done;
}

/* -- the comparison ------------------------------------------------------------------- */

/* Equal at the decimals written; a whole number at six; two computed values exactly. */
static bool
is_equal(const struct term *left, const struct term *right)
{
    int decimals = left->decimals > right->decimals ? left->decimals : right->decimals;
    if (left->is_label || decimals < 0)
        return left->value == right->value;
    double tolerance = 0.5;
    for (int d = decimals == 0 ? 6 : decimals; d > 0; d--)
        tolerance /= 10;
    return fabs(left->value - right->value) <= tolerance * (1 + 1e-9);
}

static bool
holds(const struct term *left, const char *op, const struct term *right)
{
    switch (op[0]) {
    case '<':
        return left->value < right->value || (op[1] == '=' && is_equal(left, right));
    case '>':
        return left->value > right->value || (op[1] == '=' && is_equal(left, right));
    default:
        return is_equal(left, right);
    }
}

static void
describe_term(const struct explorer *explorer, const struct term *term, char *out,
              size_t size)
{
    char label[LABEL_BYTES];
    if (term->is_label) {
        explorer_label(explorer, term->axis, (int)term->value, label, sizeof label);
        snprintf(out, size, "%s is %s", term->text, label);
    } else
        snprintf(out, size, "%s is %.9g", term->text, term->value);
}

enum outcome
command_expect(struct app *app, const char *args, struct err *err)
{
    static const char *const operators[] = {"<=", ">=", "<", ">", "="};
    const struct explorer *explorer = app->explorer;
    const char *cursor = args, *op = NULL;
    struct term left, right;
    if (!scan_term(explorer, &cursor, NULL, &left, err))
        goto failed;
    for (int k = 0; k < 5 && op == NULL; k++)
        if (strncmp(cursor, operators[k], strlen(operators[k])) == 0)
            op = operators[k];
    if (op == NULL || (left.is_label && *op != '=')) {
        err_set(err, left.is_label
                         ? "argmax is compared by =, as in: argmax A[chased] = cat"
                         : "one of < <= > >= = must stand between two terms, as in: "
                           "A[chased,cat] > 0.9");
        goto failed;
    }
    cursor += strlen(op);
    if (*cursor == '=') {
        err_set(err, "equal is written with one =");
        goto failed;
    }
    cursor += strspn(cursor, " ");
    if (!scan_term(explorer, &cursor, &left, &right, err))
        goto failed;
    if (*cursor != '\0') {
        err_set(err, "nothing may follow the second term: \"%.60s\"", cursor);
        goto failed;
    }
    if (holds(&left, op, &right))
        return OUTCOME_DONE;
    char sides[2][ADDRESS_BYTES + LABEL_BYTES + 64];
    describe_term(explorer, &left, sides[0], sizeof sides[0]);
    describe_term(explorer, &right, sides[1], sizeof sides[1]);
    bool computed = right.decimals < 0 && !right.is_label;
    err_set(err, "expected %s, but %s%s%s", args, sides[0], computed ? " and " : "",
            computed ? sides[1] : "");
    return OUTCOME_UNMET;
failed:
    err_place(err, "expect");
    return OUTCOME_FAILED;
}
