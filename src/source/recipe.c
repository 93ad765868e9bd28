/* Recipes: the words of a query, key or value line, as weights of a matrix. */
#include "source/recipe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "source/features.h"

enum { WORDS_MAX = 64, TERM_BYTES = 32, SPACED_BYTES = 2048 };

/* Gains beyond this would leave the range of a float somewhere down the line. */
static const double GAIN_MOST = 1e6, SHIFT_MOST = 1e4;

/* The words of one line, and where they go. */
struct line {
    const char *verb; /* query, key, value: for errors */
    char words[WORDS_MAX][TERM_BYTES];
    int count;   /* words before the arrow */
    int first;   /* of the columns named */
    int columns; /* how many; 0 where there is no arrow */
    double gain; /* behind the colon; 1 without */
    bool has_gain;
};

static bool
add_weight(struct recipe *recipe, int row, int column, double value, struct err *err)
{
    if (recipe->count == RECIPE_WEIGHTS_MAX)
        return err_set(err, "one line sets more than %d weights", RECIPE_WEIGHTS_MAX);
    recipe->weights[recipe->count++] = (struct recipe_weight){row, column, value};
    return true;
}

/* -- the words of a line -------------------------------------------------------------- */

/* C or C..D, from 0 to below d_k */
static bool
parse_columns(const char *word, int d_k, struct line *line, struct err *err)
{
    char first[TERM_BYTES];
    snprintf(first, sizeof first, "%s", word);
    char *dots = strstr(first, "..");
    int last;
    if (dots != NULL)
        *dots = '\0';
    if (!text_int(first, 0, 99999, &line->first) ||
        !text_int(dots ? dots + 2 : first, 0, 99999, &last) || last < line->first)
        return err_set(err, "\"%s\" is no column; write one as 0, several as 1..4", word);
    if (last >= d_k)
        return err_set(err, "%s names column %d, but d_k is %d: columns are 0 to %d",
                       line->verb, last, d_k, d_k - 1);
    line->columns = last - line->first + 1;
    return true;
}

/* Copies a line with blanks around each -> and :, so that they need none; false where it
 * does not fit. */
static bool
space_marks(const char *text, char *out, size_t size)
{
    size_t used = 0;
    for (; *text && used + 5 < size; text++) {
        bool arrow = text[0] == '-' && text[1] == '>', mark = arrow || *text == ':';
        if (mark)
            out[used++] = ' ';
        out[used++] = *text;
        if (arrow)
            out[used++] = *++text;
        if (mark)
            out[used++] = ' ';
    }
    out[used] = '\0';
    return *text == '\0';
}

/* WORD ... [-> COLUMNS [: GAIN]] */
static bool
parse_words(const char *given, const char *verb, int d_k, struct line *line,
            struct err *err)
{
    char word[TERM_BYTES], spaced[SPACED_BYTES];
    const char *text = spaced;
    if (!space_marks(given, spaced, sizeof spaced))
        return err_set(err, "the line is too long; %d bytes are enough for any recipe",
                       SPACED_BYTES / 2);
    *line = (struct line){.verb = verb, .gain = 1};
    while (text_word(&text, word, sizeof word) && strcmp(word, "->") != 0) {
        if (line->count == WORDS_MAX)
            return err_set(err, "%s has more than %d words", verb, WORDS_MAX);
        snprintf(line->words[line->count++], TERM_BYTES, "%s", word);
    }
    if (word[0] == '\0')
        return true;
    if (strcmp(word, "->") != 0)
        return err_set(err, "\"%s...\" is too long a word", word);
    if (!text_word(&text, word, sizeof word))
        return err_set(err, "after -> a column must follow, as in: %s noun -> 0", verb);
    if (!parse_columns(word, d_k, line, err))
        return false;
    if (*text == '\0')
        return true;
    line->has_gain = true;
    if (!text_word(&text, word, sizeof word) || strcmp(word, ":") != 0 ||
        !text_word(&text, word, sizeof word) || !text_number(word, &line->gain) ||
        *text != '\0' || fabs(line->gain) > GAIN_MOST)
        return err_set(
            err,
            "after the columns only : and a number up to %g may follow, as in: "
            "%s noun -> 0 : 12",
            GAIN_MOST, verb);
    return true;
}

/* -- features: query noun -> 0 : 12 ---------------------------------------------------- */

struct feature_list {
    int row[2 * FEATURE_COUNT];
    double sign[2 * FEATURE_COUNT];
    int count;
};

/* Adds the rows first ... first + count - 1. */
static bool
list_add(struct feature_list *list, int first, int count, double sign, struct err *err)
{
    if (list->count + count > 2 * FEATURE_COUNT)
        return err_set(err, "the line names more features than X has columns (%d)",
                       FEATURE_COUNT);
    for (int m = first; m < first + count; m++) {
        list->row[list->count] = m;
        list->sign[list->count++] = sign;
    }
    return true;
}

static bool
list_features(const struct line *line, struct feature_list *list, struct err *err)
{
    list->count = 0;
    for (int w = 0; w < line->count; w++) {
        const char *word = line->words[w];
        double sign = *word == '-' ? -1 : 1;
        word += *word == '-';
        int first = feature_find(word), count = 1;
        if (strcmp(word, "meaning") == 0) {
            first = FEATURE_MEANING;
            count = MEANING_COUNT;
        } else if (strcmp(word, "name") == 0) {
            first = FEATURE_NAME;
            count = NAME_COUNT;
        }
        if (first < 0)
            return err_set(
                err,
                "\"%s\" is no column of X; they are det noun verb adj adv pron "
                "prep conj other animate person thing male female plural, one, "
                "id0 to id%d, sin and cos with 4 10 26 70 behind; meaning and "
                "name stand for all of theirs",
                word, NAME_COUNT - 1);
        if (!list_add(list, first, count, sign, err))
            return false;
    }
    return true;
}

static bool
apply_features(struct recipe *recipe, const struct line *line, struct err *err)
{
    struct feature_list list;
    if (line->count == 0 || line->columns == 0)
        return err_set(err,
                       "a %s line names features, -> and columns, as in: %s noun -> 0",
                       line->verb, line->verb);
    if (!list_features(line, &list, err))
        return false;
    bool spread = list.count == 1, gather = line->columns == 1;
    if (!spread && !gather && list.count != line->columns)
        return err_set(
            err,
            "%d features do not fit %d columns; give one feature, one column, or "
            "as many of both",
            list.count, line->columns);
    int pairs = spread ? line->columns : list.count;
    for (int k = 0; k < pairs; k++) {
        int from = spread ? 0 : k, to = line->first + (gather ? 0 : k);
        if (!add_weight(recipe, list.row[from], to, list.sign[from] * line->gain, err))
            return false;
    }
    return true;
}

/* -- position: query position shift -2 gain 14 periods 26 70 -> 1..4 ------------------- */

struct position {
    double shift, gain;
    int periods[PERIOD_COUNT]; /* numbers of feature_periods */
    int count;
};

static bool
parse_position(const struct line *line, struct position *position, struct err *err)
{
    *position = (struct position){.gain = 1};
    int w = 1;
    for (; w + 1 < line->count; w += 2) {
        bool shift = strcmp(line->words[w], "shift") == 0;
        if (!shift && strcmp(line->words[w], "gain") != 0)
            break;
        double *to = shift ? &position->shift : &position->gain;
        double most = shift ? SHIFT_MOST : GAIN_MOST;
        if (!text_number(line->words[w + 1], to) || fabs(*to) > most)
            return err_set(err, "\"%s\" is no number up to %g for %s", line->words[w + 1],
                           most, line->words[w]);
    }
    if (w + 1 >= line->count || strcmp(line->words[w], "periods") != 0)
        return err_set(err,
                       "position reads: %s position shift -2 gain 14 periods 26 70 -> "
                       "1..4",
                       line->verb);
    for (w++; w < line->count; w++) {
        int period = 0, p = 0;
        bool number = text_int(line->words[w], 1, 9999, &period);
        while (p < PERIOD_COUNT && feature_periods[p] != period)
            p++;
        if (!number || p == PERIOD_COUNT || position->count == PERIOD_COUNT)
            return err_set(err,
                           "\"%s\" is no period, or one too many; the periods are 4 10 "
                           "26 70",
                           line->words[w]);
        position->periods[position->count++] = p;
    }
    return true;
}

/* Turns each pair (sin, cos) of a place by `shift` places and multiplies it by the gain:
 *
 *     sin((i + shift) w) = sin(i w) cos(shift w) + cos(i w) sin(shift w)
 *     cos((i + shift) w) = cos(i w) cos(shift w) - sin(i w) sin(shift w) */
static bool
apply_position(struct recipe *recipe, const struct line *line, struct err *err)
{
    struct position position;
    if (!parse_position(line, &position, err))
        return false;
    if (line->has_gain)
        return err_set(err, "the gain of a position stands before its periods: gain 14");
    if (line->columns != 2 * position.count)
        return err_set(err,
                       "%d periods fill %d columns (sin and cos of each), but %d are "
                       "named",
                       position.count, 2 * position.count, line->columns);
    for (int k = 0; k < position.count; k++) {
        int row = FEATURE_POSITION + 2 * position.periods[k];
        int column = line->first + 2 * k;
        double sine, cosine, gain = position.gain;
        feature_turn(position.periods[k], position.shift, &sine, &cosine);
        if (!add_weight(recipe, row, column, gain * cosine, err) ||
            !add_weight(recipe, row + 1, column + 1, gain * cosine, err))
            return false;
        if (position.shift != 0 &&
            (!add_weight(recipe, row + 1, column, gain * sine, err) ||
             !add_weight(recipe, row, column + 1, -gain * sine, err)))
            return false;
    }
    return true;
}

/* -- whole lines ---------------------------------------------------------------------- */

static bool
is_random(const struct line *line)
{
    return line->count > 0 && strcmp(line->words[0], "random") == 0;
}

bool
recipe_parse(struct recipe *recipe, const char *verb, const char *text, int d_k,
             struct err *err)
{
    struct line line;
    *recipe = (struct recipe){0};
    if (!parse_words(text, verb, d_k, &line, err))
        return false;
    if (is_random(&line)) {
        recipe->random = true;
        return (line.count == 1 && line.columns == 0) ||
               err_set(err, "random stands alone: %s random", verb);
    }
    if (line.count > 0 && strcmp(line.words[0], "position") == 0)
        return apply_position(recipe, &line, err);
    return apply_features(recipe, &line, err);
}

bool
recipe_parse_value(struct recipe *recipe, const char *text, struct err *err)
{
    struct line line;
    struct feature_list list;
    *recipe = (struct recipe){0};
    if (!parse_words(text, "value", HEAD_WIDTH_MAX, &line, err))
        return false;
    if (line.columns != 0)
        return err_set(err,
                       "value names no columns: V has one for each feature named, as in: "
                       "value meaning");
    if (is_random(&line)) {
        recipe->random = true;
        return (line.count == 2 &&
                text_int(line.words[1], 1, HEAD_WIDTH_MAX, &recipe->width)) ||
               err_set(err,
                       "a random value line says how wide V is: value random N, N from 1 "
                       "to %d",
                       HEAD_WIDTH_MAX);
    }
    if (!list_features(&line, &list, err))
        return false;
    if (list.count == 0)
        return err_set(err, "value names the features that V hands over, as in: value "
                            "meaning");
    recipe->width = list.count;
    for (int c = 1; c < list.count; c++)
        for (int before = 0; before < c; before++)
            if (list.row[before] == list.row[c])
                return err_set(err,
                               "value names %s twice; columns of V need names of their "
                               "own",
                               feature_names[list.row[c]]);
    for (int c = 0; c < list.count; c++)
        if (!add_weight(recipe, list.row[c], c, list.sign[c], err))
            return false;
    return true;
}
