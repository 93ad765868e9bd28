#ifndef CORE_TERMS_H
#define CORE_TERMS_H

#include "core/receipt.h"
#include "core/tensors.h"

#define terms_number    CORE_NAME(terms_number)
#define terms_constant  CORE_NAME(terms_constant)
#define terms_add       CORE_NAME(terms_add)
#define terms_add_to    CORE_NAME(terms_add_to)
#define terms_link      CORE_NAME(terms_link)
#define terms_sum       CORE_NAME(terms_sum)
#define terms_exp       CORE_NAME(terms_exp)
#define terms_note      CORE_NAME(terms_note)
#define terms_total     CORE_NAME(terms_total)
#define terms_finish    CORE_NAME(terms_finish)
#define tensors_receipt CORE_NAME(tensors_receipt)

/* Terms being added up: into a receipt, which keeps them, or only for what they come to. The
 * operations (core/op.h) add terms; they need not know which of the two it is. */

struct terms {
    const struct tensors *tensors;
    struct receipt *receipt; /* or NULL: only the sum is wanted */
    real running;            /* added up as the program adds, */
    double total;            /* or in double */
    enum in in;              /* that the numbers of the terms belong to, */
    int example, when;       /* and these */
    bool has_total;          /* the total is not simply what the terms add up to */
    bool failed;             /* memory was short; nothing more is added */

    /* Reads slopes and changes, where there are any (core/derivatives.h). */
    real (*derivative)(const struct terms *terms, const struct number *number);
    void *derivatives;
    struct factor link; /* one of them, which partial derivatives are multiplied by, */
    int link_place;     /* and where it is among their factors, if there are so many */
};

/* Factors: a number with its value, where a shared matrix goes by the name of the one that owns
 * it; a constant. */
struct factor terms_number(const struct terms *terms, enum of of, enum tensor tensor,
                           int row, int col);
struct factor terms_constant(const char *name, double value);

/* Adds the product of 1 to FACTORS_MAX factors, fused as the program adds. */
void terms_add(struct terms *terms, int count, const struct factor *factors);

/* The same with a product of its own: its factors say where that comes from. */
void terms_add_to(struct terms *terms, int count, const struct factor *factors,
                  double product);

/* The same, added up in double: for what the program adds up in double. */
void terms_sum(struct terms *terms, int count, const struct factor *factors,
               double product);

/* Adds the derivative that the terms are made of times up to two factors: a link of the chain
 * rule. */
void terms_link(struct terms *terms, int count, const struct factor *factors);

/* Adds exp(number - max), added up in double; 0 where it is masked. */
void terms_exp(struct terms *terms, struct factor number, real max, bool masked);

/* Notes a number of the arithmetic that has no address. */
void terms_note(struct terms *terms, const char *name, double value);

/* Sets kind, and a total of its own. */
void terms_total(struct terms *terms, enum receipt_kind kind, double total);

/* Ends the receipt: kind, total and residual. Fails where memory was short. */
bool terms_finish(struct terms *terms, struct err *err);

/* Makes the receipt of a number itself (OF_ITSELF) of the computation. Fails only where memory is
 * short; free with receipt_free. */
bool tensors_receipt(const struct tensors *tensors, const struct number *number,
                     struct receipt *receipt, struct err *err);

#endif
