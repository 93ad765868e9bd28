#ifndef SOURCE_EXPLORER_H
#define SOURCE_EXPLORER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "core/attention.h"
#include "core/receipt.h"
#include "source/library.h"
#include "source/sentence.h"

enum { LABEL_BYTES = WORD_BYTES + 16, DEFAULT_SEED = 1 };

#ifndef EDITS_MAX
#define EDITS_MAX 64
#endif

/* A number that a reader set by hand: a parameter (E, P, Wq, Wk, Wv), or over what is computed
 * (X, Q, K, V, S). */
struct edit {
    struct number place;
    double value;
};

/* What a reader chose. It determines every number: the same choice gives the same bits. */
struct explorer_choice {
    char text[SENTENCE_BYTES];
    int head; /* number in the library */
    bool mask;
    bool share_qk; /* K = X Wq */
    bool share_kv; /* V = X Wk, so d_v = d_k */
    int d_k;       /* 0: the head's own */
    int d_v;       /* 0: the head's own; others for random heads only */
    int seed;      /* of random heads */
    struct corrections corrections;
    struct edit edits[EDITS_MAX];
    int edit_count;
};

/* A sentence under a hand-built head: its tokens and every tensor. Made from a choice, never
 * changed afterwards. */
struct explorer {
    const struct library *library; /* must outlive this */
    const struct head *head;       /* of the library */
    bool share_kv;
    int seed; /* of a random head */
    struct sentence sentence;
    struct tensors tensors;
    struct override changes[EDITS_MAX]; /* the edits, and what they replaced */
};

/* Copies a text into the choice; fails where it has SENTENCE_BYTES or more. */
bool choice_set_text(struct explorer_choice *choice, const char *text, struct err *err);

/* Makes the tensors of a choice; the caller frees them with explorer_free. Returns NULL and
 * a sentence where the text has no tokens or too many (see sentence_parse), or d_k, d_v do
 * not fit the head. */
struct explorer *explorer_make(const struct explorer_choice *choice,
                               const struct library *library,
                               const struct kernels *kernels, struct err *err);
void explorer_free(struct explorer *explorer);

/* Names a row or column: a token's text (cat#2), a word, a column of X (noun), a column of
 * V by what it hands over; a number where there is no name. */
void explorer_label(const struct explorer *explorer, enum axis axis, int index, char *out,
                    size_t size);

/* Whether a number can be set by hand; fails with the reason. */
bool explorer_can_edit(const struct explorer *explorer, const struct number *place,
                       struct err *err);

/* Says who set a parameter: "verb-noun.head, line 6", "the lexicon: cat is a noun". */
void explorer_origin(const struct explorer *explorer, const struct number *place,
                     char *out, size_t size);

/* Where the question starts: the first verb of the sentence, or token 0. */
int explorer_first_query(const struct explorer *explorer);

/* The key that token i looks at hardest (the first of equals). */
int explorer_argmax(const struct explorer *explorer, int i);

/* The word whose meaning the output of token i is nearest to: what was handed over.
 * Nearest is the smallest Euclidean distance over the columns of V, where each of them
 * hands over one column of meaning; false under other heads, and where V shares the
 * matrix of K. The words are those of the sentence and of the lexicon; of equals a word
 * of the sentence is taken first, the one that i looks at hardest. Writes the word in
 * lower case. */
bool explorer_nearest(const struct explorer *explorer, int i, char *out, size_t size);

/* -- single numbers -------------------------------------------------------------------- */

/* Slopes are those of a target, any number of the sentence; changes are what the edits have
 * changed, to first order. */

/* Small enough that a steep softmax is straight over it, large enough for double precision. */
#define DIFFERENCE_STEP 1e-5

/* Whether there is such a number. */
bool explorer_has(const struct explorer *explorer, const struct number *target,
                  const struct number *number);

/* So many numbers of a row, from `number` on; the receipt of one, to be freed with receipt_free.
 * Fail where memory is short. */
bool explorer_numbers(const struct explorer *explorer, const struct number *target,
                      const struct number *number, int count, double *values,
                      struct err *err);
bool explorer_receipt(const struct explorer *explorer, const struct number *target,
                      const struct number *number, struct receipt *receipt,
                      struct err *err);

/* The check of a slope: (target with the number a little larger - with it a little smaller) / 2h,
 * h = DIFFERENCE_STEP, in double. Fails where memory is short. */
bool explorer_difference(const struct explorer *explorer, const struct number *target,
                         const struct number *number, double *slope, struct err *err);

#endif
