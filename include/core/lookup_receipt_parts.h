#ifndef CORE_LOOKUP_RECEIPT_PARTS_H
#define CORE_LOOKUP_RECEIPT_PARTS_H

#include "core/lookup_receipt.h"

/* How the receipts of the lookup task are put together; for src/core/lookup_receipt*.c. */

/* A receipt being made. Where memory was short `failed` is set, and nothing is added. */
struct lookup_making {
    struct lookup_receipt *receipt;
    const struct lookup_moment *moment;
    real running;
    bool failed;
};

/* A number, or its slope; a parameter goes by the name of its owner. */
struct lookup_spot lookup_at(const struct lookup_making *making, enum lookup_of of,
                             enum lookup_tensor tensor, int row, int col);

/* Adds a term: a product as the program adds it, fused; or one number, to the sum. Of the
 * number, a constant with this name and value where it has one. */
void lookup_add_product(struct lookup_making *making, const struct lookup_spot *left,
                        const struct lookup_spot *right);
void lookup_add_number(struct lookup_making *making, const struct lookup_spot *spot);
void lookup_add_constant(struct lookup_making *making, const char *name, double value);
void lookup_add_scaled(struct lookup_making *making, const char *name, double value,
                       const struct lookup_spot *spot);

/* Adds an example's share of a mean: its number, which is handed in, times 1/batch. The total
 * is added up in double: training gathers the same sum in another order. */
void lookup_add_share(struct lookup_making *making, const struct lookup_spot *spot,
                      double number, double part);

/* Adds exp(number - max). */
void lookup_add_exponential(struct lookup_making *making, const struct lookup_spot *spot,
                            real max);

/* Notes a number of the arithmetic that has no address. */
void lookup_note(struct lookup_making *making, const char *name, double value);

/* The receipt of a slope: the chain rule, as lookup_backward adds it. */
void lookup_make_slope(struct lookup_making *making);

#endif
