/* The output of a token in words: what it is, who gave it, what is left of the token
 * itself. */
#include "view/words/describe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/receipt.h"
#include "view/words/formula.h"

enum { SAID_MOST = 3 };

static double
at(const struct explorer *explorer, enum tensor id, int row, int col)
{
    return tensors_number(&explorer->tensors, id, row, col);
}

/* A number with two decimals, as a voice reads it. */
static struct figure_text
spoken(double value)
{
    struct figure_text out;
    snprintf(out.text, sizeof out.text, "%.2f", fabs(value) < 0.005 ? 0 : value);
    return out;
}

static bool
shows(double value)
{
    return fabs(value) >= 0.005;
}

/* -- what the matrices read ---------------------------------------------------------- */

/* Parts of X, as bits. */
enum part { PART_MEANING = 1, PART_ONE = 2, PART_NAME = 4, PART_PLACE = 8 };

/* What a matrix has numbers for. */
static unsigned
parts_read(const struct explorer *explorer, enum tensor id)
{
    unsigned parts = 0;
    for (int m = 0; m < FEATURE_COUNT; m++)
        for (int c = 0; c < tensors_cols(&explorer->tensors, id); c++)
            if (at(explorer, id, m, c) != 0)
                parts |= m < MEANING_COUNT      ? PART_MEANING
                         : m == FEATURE_ONE     ? PART_ONE
                         : m < FEATURE_POSITION ? PART_NAME
                                                : PART_PLACE;
    return parts;
}

static const char *
part_name(unsigned parts)
{
    return parts == PART_PLACE  ? "place"
           : parts == PART_NAME ? "the name"
           : parts == PART_ONE  ? "the column one"
                                : NULL;
}

const char *
explain_reading(const struct explorer *explorer)
{
    unsigned query = parts_read(explorer, TENSOR_WQ);
    return query == parts_read(explorer, TENSOR_WK) ? part_name(query) : NULL;
}

static void
add_reading(const struct explorer *explorer, struct text *text)
{
    unsigned query = parts_read(explorer, TENSOR_WQ),
             key = parts_read(explorer, TENSOR_WK);
    const char *only = explain_reading(explorer);
    if (only != NULL)
        text_add(text, "Wq and Wk read %s only: every meaning row is 0.\n", only);
    else if (query == 0)
        text_add(text, "Wq is 0: nothing is asked, and every score is 0.\n");
    else if (part_name(query) != NULL && part_name(key) != NULL)
        text_add(text, "Wq reads %s only, Wk %s: every meaning row is 0.\n",
                 part_name(query), part_name(key));
}

/* -- the output ---------------------------------------------------------------------- */

/* The column of V that hands over this feature and no other, or -1. */
static int
column_of(const struct explorer *explorer, int feature)
{
    for (int c = 0; c < explorer->tensors.size[AXIS_WIDTH]; c++) {
        bool alone = at(explorer, TENSOR_WV, feature, c) != 0;
        for (int m = 0; alone && m < FEATURE_COUNT; m++)
            alone = m == feature || at(explorer, TENSOR_WV, m, c) == 0;
        if (alone)
            return c;
    }
    return -1;
}

/* Something that has a size, for sorting. */
struct sized {
    int index;
    double value;
};

/* The larger first; of those that print alike, the one that stands first. */
static int
compare(const void *left, const void *right)
{
    const struct sized *a = left, *b = right;
    long x = lround(fabs(a->value) * 100), y = lround(fabs(b->value) * 100);
    return x != y ? (x < y) - (x > y) : (a->index > b->index) - (a->index < b->index);
}

/* The classes of words that the output has, or other features where V hands over no
 * class, largest first. Returns how many columns of V have such names; *said gets how
 * many count. */
static int
find_features(const struct explorer *explorer, int i, struct sized found[MEANING_COUNT],
              int *said)
{
    static const double counts = 0.095; /* prints as .10 */
    int count = 0;
    for (int m = 0; m < MEANING_COUNT && (m < CLASS_COUNT || count == 0); m++) {
        int c = column_of(explorer, m);
        if (c >= 0)
            found[count++] = (struct sized){m, at(explorer, TENSOR_O, i, c)};
    }
    qsort(found, (size_t)count, sizeof found[0], compare);
    for (*said = 1; *said < count && *said < SAID_MOST; (*said)++)
        if (fabs(found[*said].value) < counts)
            break;
    return count;
}

/* "cat gives 0.94 of it, mouse 0.05, 4 others 0.00." */
static void
add_givers(const struct explorer *explorer, int i, int feature, bool alone,
           struct prose *prose)
{
    struct sized parts[TOKENS_MAX];
    int n = explorer->tensors.size[AXIS_TOKEN], c = column_of(explorer, feature),
        count = 0;
    double rest = 0;
    for (int j = 0; j < n; j++) {
        double part = at(explorer, TENSOR_A, i, j) * at(explorer, TENSOR_V, j, c);
        if (shows(part))
            parts[count++] = (struct sized){j, part};
    }
    qsort(parts, (size_t)count, sizeof parts[0], compare);
    for (int k = 0; k < count; k++) {
        rest += k >= SAID_MOST ? parts[k].value : 0;
        if (k >= SAID_MOST)
            continue;
        int j = parts[k].index;
        text_add(&prose->text, "%s%s%s %s", k == 0 ? " " : ", ",
                 j == i ? "itself" : label_token(explorer, j).text,
                 k == 0 ? " gives" : "", spoken(parts[k].value).text);
        prose_tag(prose, text_number_at(TENSOR_O, i, c));
        text_add(&prose->text, "%s", k == 0 && alone ? " of it" : "");
    }
    if (count == SAID_MOST + 1)
        text_add(&prose->text, ", another");
    else if (count > SAID_MOST) {
        text_add(&prose->text, ", %d", count - SAID_MOST);
        prose_tag(prose, text_number_at(TENSOR_O, i, c));
        text_add(&prose->text, " others");
    }
    if (count > SAID_MOST) {
        text_add(&prose->text, " %s", spoken(rest).text);
        prose_tag(prose, text_number_at(TENSOR_O, i, c));
    }
}

static void
add_output(const struct explorer *explorer, int i, const struct sized *found, int said,
           struct prose *prose)
{
    struct label name = label_token(explorer, i);
    if (!shows(found[0].value)) {
        text_add(&prose->text, "The output of %s is 0 in all that V hands over.\n",
                 name.text);
        return;
    }
    text_add(&prose->text, "The output of %s is", name.text);
    for (int k = 0; k < said; k++) {
        text_add(&prose->text, "%s %s",
                 k == 0          ? ""
                 : k + 1 == said ? " and"
                                 : ",",
                 spoken(found[k].value).text);
        prose_tag(prose,
                  text_number_at(TENSOR_O, i, column_of(explorer, found[k].index)));
        text_add(&prose->text, " %s", feature_names[found[k].index]);
    }
    text_add(&prose->text, ":");
    if (said > 1)
        text_add(&prose->text, " of the %s,", feature_names[found[0].index]);
    add_givers(explorer, i, found[0].index, said == 1, prose);
    text_add(&prose->text, ".\n");
}

/* The class of token i by its row of X, or -1. */
static int
class_of(const struct explorer *explorer, int i)
{
    const real *X_i = tensors_row(&explorer->tensors, TENSOR_X, i);
    int best = formula_largest(X_i, CLASS_COUNT);
    return X_i[best] >= (real)0.5 && best != FEATURE_OTHER ? best : -1;
}

static void
add_itself(const struct explorer *explorer, int i, int top, struct prose *prose)
{
    int own = class_of(explorer, i), column = own < 0 ? -1 : column_of(explorer, own);
    if (column < 0)
        return;
    double kept = at(explorer, TENSOR_A, i, i) * at(explorer, TENSOR_V, i, column);
    const char *article = feature_names[own][0] == 'a' ? "an" : "a";
    bool is_top = own == top;
    text_add(&prose->text, "%s is %s %s itself%s %s", label_token(explorer, i).text,
             article, feature_names[own], is_top ? ":" : ", but its output keeps",
             spoken(kept).text);
    prose_tag(prose, text_number_at(TENSOR_O, i, column));
    text_add(&prose->text, " of that%s.\n", is_top ? " is its own" : "");
}

void
explain_output(const struct explorer *explorer, int i, struct prose *prose)
{
    struct sized found[MEANING_COUNT];
    int said, count = find_features(explorer, i, found, &said);
    if (count > 0)
        add_output(explorer, i, found, said, prose);
    else
        text_add(&prose->text,
                 "The columns of V have no names%s: the output of %s is only numbers.\n",
                 explorer->share_kv ? " here, since V is X Wk" : "",
                 label_token(explorer, i).text);
    add_reading(explorer, &prose->text);
    if (count > 0)
        add_itself(explorer, i, found[0].index, prose);
}
