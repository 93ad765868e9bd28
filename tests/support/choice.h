#ifndef SUPPORT_CHOICE_H
#define SUPPORT_CHOICE_H

#include "source/explorer.h"

/* A library, a choice that a test changes, and the explorer that was made of it last. */
struct choice {
    struct library library;
    struct explorer_choice choice;
    struct explorer *explorer;
    struct err err;
};

/* Loads the embedded library; end with choice_close. A failure fails the test. */
struct choice *choice_open(void);
void choice_close(struct choice *choice);

/* Chooses a sentence and a head, and nothing else. */
void choice_start(struct choice *choice, const char *head, const char *text);

/* Makes the explorer of the choice anew; false, and a sentence in err, where there is none. */
bool choice_try(struct choice *choice);

/* The same; a failure fails the test. */
const struct explorer *choice_make(struct choice *choice);

/* The number in row i and column j of a tensor. */
double choice_at(const struct explorer *explorer, enum tensor id, int i, int j);

/* Whether two explorers have the same tensor, bit for bit. */
bool choice_same(const struct explorer *a, const struct explorer *b, enum tensor id);

/* Whether they have every tensor the same. */
bool choice_same_all(const struct explorer *a, const struct explorer *b);

#endif
