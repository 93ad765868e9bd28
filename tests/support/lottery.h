#ifndef SUPPORT_LOTTERY_H
#define SUPPORT_LOTTERY_H

#include <stdint.h>

#include "support/choice.h"

/* Heads, sentences, switches and edits at random; the same seed draws the same. */
struct lottery {
    uint64_t seed, counter;
};

/* A whole number from 0 to count - 1. */
int lottery_pick(struct lottery *lottery, int count);

/* Chooses a head, a sentence, mask and shares, and up to two edits. */
void lottery_choice(struct lottery *lottery, struct choice *choice);

/* A number of a tensor of the explorer. */
struct number lottery_number(struct lottery *lottery, const struct explorer *explorer,
                             enum tensor tensor);

/* Adds an edit of a number in one of these tensors that can be edited, not of one that is
 * edited already; returns false where it hit none. */
bool lottery_edit(struct lottery *lottery, struct choice *choice,
                  const enum tensor *tensors, int count);

#endif
