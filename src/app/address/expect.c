/* expect TERM OP TERM: what lessons, head files and tests assert.
 *
 * TERM is a number, an address, NUMBER * address, or one of these over a region (app/address/region.h):
 *
 *     max min sum     of any region
 *     entropy argmax  of a row; argmax is compared with a label
 *     symmetry        of S or A: |S - S^T| / |S|, 0 where S is symmetric
 *
 * or, of the lookup task, accuracy (the part of fresh stores answered right at the shown
 * step) or step; or, on the left, query, key (who asks, who is asked: a label) or mask. */
#include "app/address/expect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/lookup_address.h"
#include "app/address/region.h"
#include "base/text.h"

enum { NUMBER_BYTES = 64, EXPONENT_MOST = 300 };

/* The value of a side, and how exactly it was written. */
struct term {
    double value;
    bool is_computed; /* not a number as it was written */
    int decimals;     /* of such a number */
    bool is_label;    /* argmax: value is an index on the axis */
    enum axis axis;
    int columns; /* of a row of the lookup task, whose labels are numbers; or 0 */
    char text[ADDRESS_BYTES + 32]; /* as it was written */
};

enum function { MAX, MIN, SUM, ENTROPY, ARGMAX, SYMMETRY, FUNCTION_COUNT };

static const char *const function_names[FUNCTION_COUNT] = {
    "max", "min", "sum", "entropy", "argmax", "symmetry"};

/* The function whose name is at the cursor, with a blank behind it; moves behind both. */
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
    *value = region_asymmetry(explorer, region->tensor);
    return true;
}

/* What a tally says to a function. */
static bool
take_tally(const struct tally *tally, bool row, enum function function, struct term *term,
           struct err *err)
{
    if (tally->count == 0)
        return err_set(err, "%s: no number is there", function_names[function]);
    if (!row && (function == ENTROPY || function == ARGMAX))
        return err_set(err, "%s takes one row, as in: %s A[chased]",
                       function_names[function], function_names[function]);
    const double values[] = {[MAX] = tally->max,
                             [MIN] = tally->min,
                             [SUM] = tally->sum,
                             [ENTROPY] = tally->entropy,
                             [ARGMAX] = tally->argmax};
    term->value = values[function];
    term->is_label = function == ARGMAX;
    return true;
}

/* Whether a region of the lookup task follows; then it is read, and *cursor behind it. */
static bool
is_lookup_region(const struct app *app, const char **cursor, struct address *address)
{
    struct err ignored;
    const char *at = *cursor;
    if (!address_scan(&at, address, &ignored) ||
        app_source(app, address) != SOURCE_LOOKUP)
        return false;
    *cursor = at;
    return true;
}

static bool
scan_call(const struct app *app, enum function function, const char **cursor,
          struct term *term, struct err *err)
{
    const struct explorer *explorer = app->explorer;
    struct region region;
    struct address address;
    struct tally tally;
    if (is_lookup_region(app, cursor, &address)) {
        if (function == SYMMETRY)
            return err_set(err, "symmetry looks at all of S or A of a sentence");
        if (!lookup_tally(app, &address, &tally, &term->columns, err))
            return err_place(err, "%s", function_names[function]);
        return take_tally(&tally, term->columns > 0, function, term, err);
    }
    if (!region_scan(explorer, cursor, &region, err))
        return err_place(err, "%s", function_names[function]);
    if (function == SYMMETRY)
        return scan_symmetry(explorer, &region, &term->value, err);
    tally = region_tally(explorer, &region);
    term->axis = tensor_kinds[region.tensor].cols;
    return take_tally(&tally,
                      region.first == region.last && region.columns == COLUMNS_ALL,
                      function, term, err);
}

/* -- terms ---------------------------------------------------------------------------- */

/* How many decimals a number was written with; an exponent moves them: 2.6e-1 has two. */
static int
written_decimals(const char *number)
{
    const char *point = strchr(number, '.'), *exponent = strpbrk(number, "eE");
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0, moved = 0;
    if (exponent != NULL && text_int(exponent + 1, -EXPONENT_MOST, EXPONENT_MOST, &moved))
        decimals -= moved;
    return decimals;
}

/* Reads a number, unless the digits begin an address (5.1:A[0,0]). */
static bool
scan_number(const char **cursor, struct term *term)
{
    char number[NUMBER_BYTES];
    size_t length = strspn(*cursor, "+-.0123456789eE");
    int moved = 0;
    if (length == 0 || length >= sizeof number || (*cursor)[length] == ':')
        return false;
    memcpy(number, *cursor, length);
    number[length] = '\0';
    const char *exponent = strpbrk(number, "eE");
    if (!text_number(number, &term->value) ||
        (exponent != NULL &&
         !text_int(exponent + 1, -EXPONENT_MOST, EXPONENT_MOST, &moved)))
        return false;
    term->decimals = written_decimals(number);
    term->is_computed = false;
    *cursor += length;
    return true;
}

/* Whether something begins as numbers do, and not as an address with a layer (5.1:A[0,0]). */
static bool
looks_like_number(const char *text)
{
    size_t length = strspn(text, "+-.0123456789eE");
    return length > 0 && strcspn(text, "+-.0123456789") == 0 && text[length] != ':';
}

/* accuracy or step, of the lookup task */
static bool
scan_measure(const struct app *app, const char **cursor, double *value)
{
    static const char *const names[] = {"accuracy", "step"};
    for (int k = 0; k < 2; k++) {
        size_t length = strlen(names[k]);
        if (app->active != SOURCE_LOOKUP || strncmp(*cursor, names[k], length) != 0 ||
            strchr(" <>=", (*cursor)[length]) == NULL)
            continue;
        *value = k == 0 ? app->train.fresh : app->trainer->state.step;
        *cursor += length;
        return true;
    }
    return false;
}

/* query or key: the token that asks, or is asked, which is compared with a label; of the lookup
 * task the asked tag and the pointed entry. mask: 1 while the mask is on. */
static bool
scan_choice(const struct app *app, const char **cursor, struct term *term)
{
    static const char *const names[] = {"query", "key", "mask"};
    bool lookup = app->active == SOURCE_LOOKUP;
    for (int k = 0; k < 3; k++) {
        size_t length = strlen(names[k]);
        if (strncmp(*cursor, names[k], length) != 0 ||
            strchr(" <>=", (*cursor)[length]) == NULL || (k == 2 && lookup))
            continue;
        *cursor += length;
        term->is_label = k < 2 && !lookup;
        term->axis = AXIS_TOKEN;
        term->value =
            k == 2   ? app->now.choice.mask
            : lookup ? (k == 0 ? app->trainer->watched.tag[app->trainer->watched.asked]
                               : app->ui.entry)
            : k == 0 ? app->now.query
                     : app->now.key;
        return true;
    }
    return false;
}

static bool
scan_value(const struct app *app, const char **cursor, double *value, struct err *err)
{
    struct address address;
    return scan_measure(app, cursor, value) ||
           (address_scan(cursor, &address, err) && app_number(app, &address, value, err));
}

/* A label of the axis that the argmax on the other side runs along. */
static bool
scan_label(const struct app *app, const char **cursor, const struct term *other,
           struct term *term, struct err *err)
{
    struct address_index index;
    int at = 0;
    if (!address_scan_index(cursor, &index, err))
        return false;
    if (other->columns == 0) {
        if (!address_locate_index(app->explorer, other->axis, &index, &at, err))
            return false;
    } else if (!text_int(index.text, 0, other->columns - 1, &at))
        return err_set(err, "there is no column \"%s\"; they go from 0 to %d", index.text,
                       other->columns - 1);
    term->columns = other->columns;
    term->value = at;
    term->is_label = true;
    term->axis = other->axis;
    return true;
}

static bool
scan_term(const struct app *app, const char **cursor, const struct term *other,
          struct term *term, struct err *err)
{
    const char *start = *cursor;
    *term = (struct term){.is_computed = true};
    enum function function = scan_function(cursor);
    bool done;
    if (function != FUNCTION_COUNT)
        done = scan_call(app, function, cursor, term, err);
    else if (other == NULL && scan_choice(app, cursor, term))
        done = true;
    else if (other != NULL && other->is_label)
        done = scan_label(app, cursor, other, term, err);
    else if (scan_number(cursor, term)) {
        double factor = term->value, value;
        const char *next = *cursor + strspn(*cursor, " ");
        done = true;
        if (*next == '*') {
            *cursor = next + 1 + strspn(next + 1, " ");
            done = scan_value(app, cursor, &value, err);
            term->value = done ? factor * value : 0;
            term->is_computed = true;
            if (done && !isfinite(term->value))
                done = err_set(err, "%s is no finite number to compare",
                               text_shown(start, 60).text);
        }
    } else if (looks_like_number(*cursor))
        done = err_set(err, "\"%s\" is no number", text_shown(start, 20).text);
    else
        done = scan_value(app, cursor, &term->value, err);
    snprintf(term->text, sizeof term->text, "%.*s", (int)(*cursor - start), start);
    *cursor += strspn(*cursor, " ");
    return done;
}

/* -- the comparison ------------------------------------------------------------------- */

/* How far a value may be from a number that was written, and still be equal at its decimals; a
 * whole number without exponent is meant at six. */
static double
tolerance(const struct term *written)
{
    int decimals = written->decimals <= 0 ? 6 : written->decimals;
    double size = 0.5;
    for (; decimals > 0 && size > 0; decimals--)
        size /= 10;
    return size * (1 + 1e-9);
}

/* Labels and two computed values are equal or not; a number says how exactly it is meant. */
static bool
is_equal(const struct term *left, const struct term *right)
{
    if (left->is_label || (left->is_computed && right->is_computed))
        return left->value == right->value;
    const struct term *written = left->is_computed ? right : left;
    if (!left->is_computed && !right->is_computed && tolerance(right) < tolerance(left))
        written = right;
    return fabs(left->value - right->value) <= tolerance(written);
}

static bool
holds(const struct term *left, const char *op, const struct term *right)
{
    bool or_equal = op[1] == '=';
    switch (op[0]) {
    case '<':
        return left->value < right->value || (or_equal && left->value == right->value);
    case '>':
        return left->value > right->value || (or_equal && left->value == right->value);
    default:
        return is_equal(left, right);
    }
}

static void
describe_term(const struct explorer *explorer, const struct term *term, char *out,
              size_t size)
{
    char label[LABEL_BYTES];
    if (term->is_label && term->columns > 0)
        snprintf(out, size, "%s is %.0f", term->text, term->value);
    else if (term->is_label) {
        explorer_label(explorer, term->axis, (int)term->value, label, sizeof label);
        snprintf(out, size, "%s is %s", term->text, label);
    } else
        snprintf(out, size, "%s is %.9g", term->text, term->value);
}

enum outcome
expect_holds(struct app *app, const char *args, struct err *err)
{
    static const char *const operators[] = {"<=", ">=", "<", ">", "="};
    const char *cursor = args, *op = NULL;
    struct term left, right;
    if (!scan_term(app, &cursor, NULL, &left, err))
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
    if (!scan_term(app, &cursor, &left, &right, err))
        goto failed;
    if (right.is_label != left.is_label ||
        (right.is_label && (right.axis != left.axis || right.columns != left.columns))) {
        err_set(err,
                "argmax stands on the left, and a label of its row on the right: argmax "
                "A[chased] = cat");
        goto failed;
    }
    if (*cursor != '\0') {
        err_set(err, "nothing may follow the second term: \"%s\"",
                text_shown(cursor, 60).text);
        goto failed;
    }
    if (holds(&left, op, &right))
        return OUTCOME_DONE;
    char sides[2][ADDRESS_BYTES + LABEL_BYTES + 64];
    describe_term(app->explorer, &left, sides[0], sizeof sides[0]);
    describe_term(app->explorer, &right, sides[1], sizeof sides[1]);
    bool computed = right.is_computed && !right.is_label;
    err_set(err, "expected %s, but %s%s%s", args, sides[0], computed ? " and " : "",
            computed ? sides[1] : "");
    return OUTCOME_UNMET;
failed:
    err_place(err, "expect");
    return OUTCOME_FAILED;
}
