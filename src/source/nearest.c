/* The word nearest to an output, by meaning. */
#include "source/explorer.h"

#include <math.h>
#include <stdio.h>

/* Which meaning column each column of V hands over; false where one hands over anything
 * else. */
static bool
find_meanings(const struct explorer *explorer, int *meaning)
{
    const struct head *head = explorer->head;
    int dv = explorer->tensors.size[AXIS_WIDTH];
    if (head->random || explorer->share_kv || dv != head->d_v)
        return false;
    for (int c = 0; c < dv; c++) {
        int found = 0;
        for (int m = 0; m < FEATURE_COUNT; m++) {
            float weight = head->weights[PROJECT_V][m * dv + c];
            if (weight == 0)
                continue;
            if (weight != 1 || m >= FEATURE_MEANING + MEANING_COUNT)
                return false;
            meaning[c] = m;
            found++;
        }
        if (found != 1)
            return false;
    }
    return true;
}

/* The weight of the token of a word that token i looks at hardest. */
static double
weight_of_word(const struct explorer *explorer, int i, int word)
{
    int n = explorer->tensors.size[AXIS_TOKEN];
    const real *A_i = tensors_row(&explorer->tensors, TENSOR_A, i);
    double most = 0;
    for (int j = 0; j < n; j++)
        if (explorer->sentence.tokens[j].word == word && (double)A_i[j] > most)
            most = (double)A_i[j];
    return most;
}

/* The word of the sentence that is nearest to the output o, and its squared distance. */
static int
nearest_in_sentence(const struct explorer *explorer, int i, const real *o,
                    const int *meaning, double *distance)
{
    int dv = explorer->tensors.size[AXIS_WIDTH];
    int best = 0;
    *distance = HUGE_VAL;
    for (int w = 0; w < explorer->tensors.size[AXIS_WORD]; w++) {
        const real *E_w = tensors_row(&explorer->tensors, TENSOR_E, w);
        double square = 0;
        for (int c = 0; c < dv; c++)
            square += ((double)o[c] - (double)E_w[meaning[c]]) *
                      ((double)o[c] - (double)E_w[meaning[c]]);
        if (square < *distance ||
            (square == *distance &&
             weight_of_word(explorer, i, w) > weight_of_word(explorer, i, best))) {
            best = w;
            *distance = square;
        }
    }
    return best;
}

/* The first word of the lexicon that is nearer than that, or NULL. */
static const char *
nearer_in_lexicon(const struct lexicon *lexicon, const real *o, const int *meaning,
                  int dv, double distance)
{
    const char *best = NULL;
    for (int w = 0; w < lexicon->count; w++) {
        double square = 0;
        for (int c = 0; c < dv; c++) {
            double difference =
                (double)o[c] - (lexicon->words[w].meaning >> meaning[c] & 1);
            square += difference * difference;
        }
        if (square < distance) {
            distance = square;
            best = lexicon->words[w].text;
        }
    }
    return best;
}

bool
explorer_nearest(const struct explorer *explorer, int i, char *out, size_t size)
{
    int dv = explorer->tensors.size[AXIS_WIDTH], meaning[HEAD_WIDTH_MAX];
    const real *o = tensors_row(&explorer->tensors, TENSOR_O, i);
    double distance;
    if (!find_meanings(explorer, meaning))
        return false;
    int word = nearest_in_sentence(explorer, i, o, meaning, &distance);
    const char *nearer =
        nearer_in_lexicon(&explorer->library->lexicon, o, meaning, dv, distance);
    snprintf(out, size, "%s",
             nearer != NULL ? nearer : explorer->sentence.words[word].text);
    return true;
}
