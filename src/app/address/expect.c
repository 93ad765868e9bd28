/* expect TERM OP TERM: what lessons, head files and tests assert.
 *
 * TERM is a number, an address, NUMBER * address, or one of these over a region (app/address/region.h):
 *
 *     max min sum     of any region
 *     entropy argmax  of a row; argmax is compared with a label
 *     symmetry        of S or A: |S - S^T| / |S|, 0 where S is symmetric
 *
 * or step, of the lookup task; or, on the left, query, key (who asks, who is asked: a label) or
 * mask. */
#include "app/address/expect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/numbers.h"
#include "app/address/region.h"
#include "base/text.h"

enum { NUMBER_BYTES = 64, EXPONENT_MOST = 300 };

/* The value of a side, and how exactly it was written. */
struct side {
    double value;
    bool is_computed; /* not a number as it was written */
    int decimals;     /* of such a number */
    bool is_label;    /* argmax: value is an index on the axis */
    enum in in;
    enum axis axis;                /* of that computation */
    char text[ADDRESS_BYTES + 32]; /* as it was written */
};

enum function { MAX, MIN, SUM, ENTROPY, ARGMAX, SYMMETRY, FUNCTION_COUNT };

static const char *const function_names[FUNCTION_COUNT] = {
    "max", "min", "sum", "entropy", "argmax", "symmetry"};

/* Moves behind a word, where it is at the cursor and nothing that could belong to it follows. */
static bool
scan_word(const char **cursor, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*cursor, word, length) != 0 || strchr(" <>=", (*cursor)[length]) == NULL)
        return false;
    *cursor += length;
    return true;
}

/* The function whose name is at the cursor, with a blank behind it; moves behind both. */
static enum function
scan_function(const char **cursor)
{
    for (int f = 0; f < FUNCTION_COUNT; f++) {
        const char *next = *cursor;
        if (scan_word(&next, function_names[f]) && *next == ' ') {
            *cursor = next + strspn(next, " ");
            return (enum function)f;
        }
    }
    return FUNCTION_COUNT;
}

static bool
scan_symmetry(const struct app *app, const struct region *region, double *value,
              struct err *err)
{
    const struct kind *kind = region_kind(region);
    if (kind->rows != kind->cols || !region_is_whole(app, region) || kind->causal ||
        region->of.of != OF_ITSELF)
        return err_set(err, "symmetry looks at all of S or A%s",
                       region->of.in == IN_TEXT ? ": symmetry S" : " of a sentence");
    *value = region_asymmetry(app, region->of.in, region->of.tensor);
    return true;
}

/* What a tally says to a function. */
static bool
take_tally(const struct tally *tally, bool row, enum function function, struct side *term,
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
                             [ARGMAX] = tally->largest.col};
    term->value = values[function];
    term->is_label = function == ARGMAX;
    return true;
}

static bool
scan_call(const struct app *app, enum function function, const char **cursor,
          struct side *term, struct err *err)
{
    struct address address;
    struct region region;
    struct tally tally;
    if (!address_scan(cursor, &address, err) || !region_of(app, &address, &region, err))
        return err_place(err, "%s", function_names[function]);
    if (function == SYMMETRY)
        return scan_symmetry(app, &region, &term->value, err);
    if (!region_tally(app, &region, &tally, err))
        return false;
    term->in = region.of.in;
    term->axis = region_kind(&region)->cols;
    return take_tally(&tally, region_is_row(&region), function, term, err);
}

/* -- terms ---------------------------------------------------------------------------- */

/* How many bytes from here on may be a number's; 0 where they begin an address (5.1:A[0,0]). */
static size_t
number_length(const char *text)
{
    size_t length = strspn(text, "+-.0123456789eE");
    return text[length] == ':' ? 0 : length;
}

/* Reads a number, and with how many decimals it was written; an exponent moves them: 2.6e-1 has
 * two. */
static bool
scan_number(const char **cursor, struct side *term)
{
    char number[NUMBER_BYTES];
    size_t length = number_length(*cursor);
    int moved = 0;
    if (length == 0 || length >= sizeof number)
        return false;
    memcpy(number, *cursor, length);
    number[length] = '\0';
    const char *point = strchr(number, '.'), *exponent = strpbrk(number, "eE");
    if (!text_number(number, &term->value) ||
        (exponent != NULL &&
         !text_int(exponent + 1, -EXPONENT_MOST, EXPONENT_MOST, &moved)))
        return false;
    term->decimals = (point ? (int)strspn(point + 1, "0123456789") : 0) - moved;
    term->is_computed = false;
    *cursor += length;
    return true;
}

/* query or key: the token that asks, or is asked, which is compared with a label; of the lookup
 * task the asked tag and the pointed entry. mask: 1 while the mask is on. */
static bool
scan_choice(const struct app *app, const char **cursor, struct side *term)
{
    bool lookup = app->active == SOURCE_LOOKUP;
    if (scan_word(cursor, "query"))
        term->value = lookup ? app->trainer->watched.tag[app->trainer->watched.asked]
                             : app->now.query;
    else if (scan_word(cursor, "key"))
        term->value = lookup ? app->ui.entry : app->now.key;
    else if (!lookup && scan_word(cursor, "mask")) {
        term->value = app->now.choice.mask;
        return true;
    } else
        return false;
    term->is_label = !lookup;
    term->axis = AXIS_TOKEN;
    return true;
}

static bool
scan_value(const struct app *app, const char **cursor, double *value, struct err *err)
{
    struct number number;
    if (app->active == SOURCE_LOOKUP && scan_word(cursor, "step")) {
        *value = app->trainer->state.step;
        return true;
    }
    return address_scan_number(app, cursor, &number, err) &&
           app_value(app, &number, value, err);
}

/* A label of the axis that the argmax on the other side runs along. */
static bool
scan_label(const struct app *app, const char **cursor, const struct side *other,
           struct side *term, struct err *err)
{
    struct address_index index;
    int at = 0;
    if (!address_scan_index(cursor, &index, err) ||
        !address_locate_index(app, other->in, other->axis, &index, &at, err))
        return false;
    term->in = other->in;
    term->value = at;
    term->is_label = true;
    term->axis = other->axis;
    return true;
}

/* A number, and perhaps * and what it is a factor of. */
static bool
scan_product(const struct app *app, const char **cursor, struct side *term,
             struct err *err)
{
    const char *start = *cursor;
    double value;
    if (!scan_number(cursor, term))
        return err_set(err, "\"%s\" is no number", text_shown(start, 20).text);
    const char *next = *cursor + strspn(*cursor, " ");
    if (*next != '*')
        return true;
    *cursor = next + 1 + strspn(next + 1, " ");
    if (!scan_value(app, cursor, &value, err))
        return false;
    term->value *= value;
    term->is_computed = true;
    return isfinite(term->value) ||
           err_set(err, "%s is no finite number to compare", text_shown(start, 60).text);
}

static bool
scan_term(const struct app *app, const char **cursor, const struct side *other,
          struct side *term, struct err *err)
{
    const char *start = *cursor;
    *term = (struct side){.is_computed = true};
    enum function function = scan_function(cursor);
    bool number = number_length(*cursor) > 0 && strcspn(*cursor, "+-.0123456789") == 0;
    bool done = function != FUNCTION_COUNT ? scan_call(app, function, cursor, term, err)
                : other == NULL && scan_choice(app, cursor, term) ? true
                : other != NULL && other->is_label
                    ? scan_label(app, cursor, other, term, err)
                : number ? scan_product(app, cursor, term, err)
                         : scan_value(app, cursor, &term->value, err);
    snprintf(term->text, sizeof term->text, "%.*s", (int)(*cursor - start), start);
    *cursor += strspn(*cursor, " ");
    return done;
}

/* -- the comparison ------------------------------------------------------------------- */

/* How far a value may be from a number that was written, and still be equal at its decimals; a
 * whole number without exponent is meant at six. */
static double
tolerance(const struct side *written)
{
    int decimals = written->decimals <= 0 ? 6 : written->decimals;
    double size = 0.5;
    for (; decimals > 0 && size > 0; decimals--)
        size /= 10;
    return size * (1 + 1e-9);
}

/* Labels and two computed values are equal or not; a number says how exactly it is meant. */
static bool
is_equal(const struct side *left, const struct side *right)
{
    if (left->is_label || (left->is_computed && right->is_computed))
        return left->value == right->value;
    const struct side *written = left->is_computed ? right : left;
    if (!left->is_computed && !right->is_computed && tolerance(right) < tolerance(left))
        written = right;
    return fabs(left->value - right->value) <= tolerance(written);
}

static bool
holds(const struct side *left, const char *op, const struct side *right)
{
    if (op[0] == '=')
        return is_equal(left, right);
    return (op[0] == '<' ? left->value < right->value : left->value > right->value) ||
           (op[1] == '=' && left->value == right->value);
}

static void
describe_side(const struct app *app, const struct side *term, char *out, size_t size)
{
    char label[LABEL_BYTES];
    if (term->is_label) {
        axis_label(app, term->in, term->axis, (int)term->value, label, sizeof label);
        snprintf(out, size, "%s is %s", term->text, label);
    } else
        snprintf(out, size, "%s is %.9g", term->text, term->value);
}

enum outcome
expect_holds(struct app *app, const char *args, struct err *err)
{
    static const char *const operators[] = {"<=", ">=", "<", ">", "="};
    const char *cursor = args, *op = NULL;
    struct side left, right;
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
        (right.is_label && (right.in != left.in || right.axis != left.axis))) {
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
    describe_side(app, &left, sides[0], sizeof sides[0]);
    describe_side(app, &right, sides[1], sizeof sides[1]);
    bool computed = right.is_computed && !right.is_label;
    err_set(err, "expected %s, but %s%s%s", args, sides[0], computed ? " and " : "",
            computed ? sides[1] : "");
    return OUTCOME_UNMET;
failed:
    err_place(err, "expect");
    return OUTCOME_FAILED;
}
