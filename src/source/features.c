/* The columns of X: their names, and the two kinds that are computed (name and position). */
#include "source/features.h"

#include <math.h>
#include <string.h>

#include "base/exact.h"
#include "base/random.h"

/* clang-format off */
const char *const feature_names[FEATURE_COUNT] = {
    "det", "noun", "verb", "adj", "adv", "pron", "prep", "conj", "other",
    "animate", "person", "thing", "male", "female", "plural",
    "one",
    "id0", "id1", "id2", "id3", "id4", "id5", "id6", "id7", "id8", "id9", "id10", "id11",
    "sin4", "cos4", "sin10", "cos10", "sin26", "cos26", "sin70", "cos70",
};
/* clang-format on */

const int feature_periods[PERIOD_COUNT] = {4, 10, 26, 70};

int
feature_find(const char *name)
{
    for (int m = 0; m < FEATURE_COUNT; m++)
        if (strcmp(feature_names[m], name) == 0)
            return m;
    return -1;
}

void
feature_name_row(float row[NAME_COUNT], const char *word)
{
    uint64_t seed = random_seed_of(word);
    double normal[NAME_COUNT], square = 0;
    for (int c = 0; c < NAME_COUNT; c++) {
        normal[c] = random_normal(seed, 0, (uint64_t)c);
        square += normal[c] * normal[c];
    }
    for (int c = 0; c < NAME_COUNT; c++)
        row[c] = (float)(normal[c] / sqrt(square));
}

void
feature_turn(int which, double shift, double *sine, double *cosine)
{
    double turns = shift / feature_periods[which];
    *sine = exact_sin_turn(turns);
    *cosine = exact_cos_turn(turns);
}

void
feature_position_row(float row[2 * PERIOD_COUNT], int position)
{
    for (int p = 0; p < PERIOD_COUNT; p++) {
        double sine, cosine;
        feature_turn(p, position % feature_periods[p], &sine, &cosine);
        row[2 * p] = (float)sine;
        row[2 * p + 1] = (float)cosine;
    }
}
