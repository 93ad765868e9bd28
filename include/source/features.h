#ifndef SOURCE_FEATURES_H
#define SOURCE_FEATURES_H

#include <stdint.h>

/* The named columns of X under a hand-built head, side by side. */
enum {
    FEATURE_MEANING = 0, /* det noun verb ... plural: 0 or 1, from the lexicon */
    MEANING_COUNT = 15,
    CLASS_COUNT = 9,   /* the first of them: det noun verb adj adv pron prep conj other */
    FEATURE_ONE = 15,  /* 1 for every word */
    FEATURE_NAME = 16, /* id0 ... id11: which word it is, whatever it means */
    NAME_COUNT = 12,
    FEATURE_POSITION = 28, /* sin and cos at each period: where the token is */
    PERIOD_COUNT = 4,
    FEATURE_COUNT = 36 /* d_model */
};

/* Single columns that the program itself asks about. */
enum {
    FEATURE_DET = 0,
    FEATURE_NOUN = 1,
    FEATURE_VERB = 2,
    FEATURE_ADJ = 3,
    FEATURE_ADV = 4,
    FEATURE_OTHER = 8,
    FEATURE_PLURAL = 14
};

/* Their names, in order: det ... plural, one, id0 ... id11, sin4, cos4, ... sin70, cos70. */
extern const char *const feature_names[FEATURE_COUNT];

/* The periods of the position columns, in tokens: 4, 10, 26, 70. */
extern const int feature_periods[PERIOD_COUNT];

/* A set of meaning columns: bit m is column m. */
typedef uint16_t meaning_set;
#define MEANING(feature) ((meaning_set)(1u << (feature)))

/* The column of that name, or -1. */
int feature_find(const char *name);

/* Fills row (NAME_COUNT): a unit vector made from the hash of a lower-case word. */
void feature_name_row(float row[NAME_COUNT], const char *word);

/* Fills row (2 * PERIOD_COUNT): sin, cos of 2 pi position / period at each period. */
void feature_position_row(float row[2 * PERIOD_COUNT], int position);

/* Sine and cosine of `shift` places at period number `which`, as a rotation needs them. */
void feature_turn(int which, double shift, double *sine, double *cosine);

#endif
