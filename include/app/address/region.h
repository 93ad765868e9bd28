#ifndef APP_ADDRESS_REGION_H
#define APP_ADDRESS_REGION_H

#include "app/address/address.h"

/* Part of a tensor: rows first..last; in row i the column `col`, or i + offset, or all. */
struct region {
    struct number of; /* the tensor, and what is meant of it */
    int first, last;
    enum { COLUMNS_ALL, COLUMN_ONE, COLUMN_OFFSET } columns;
    int col;
};

/* The region that an address means:
 *
 *     A[chased]          a row               A[i,0]      a column: i stands for every row
 *     Wq[det..plural]    rows, by name       A[i,i-1]    a diagonal
 *     A                  all of it           dWq[2]      a row of slopes
 *
 * Fails with what is wrong. */
bool region_of(const struct app *app, const struct address *address,
               struct region *region, struct err *err);

/* The kind of its tensor; whether it is one whole row, or all of the tensor. */
const struct kind *region_kind(const struct region *region);
bool region_is_row(const struct region *region);
bool region_is_whole(const struct app *app, const struct region *region);

/* What the numbers of a region come to; entropy (of one row) in nats. */
struct tally {
    double max, min, sum, entropy;
    double spread; /* the standard deviation: sqrt(mean of (value - mean)^2) */
    struct number largest, smallest; /* where max and min are, the first of equals */
    int count;
    bool unknown; /* whether some number was (base/unknown.h); then the spread is, too */
};

/* Looks at every number of the region; a masked Z (-infinity) is left out. Fails where memory is
 * short. */
bool region_tally(const struct app *app, const struct region *region, struct tally *tally,
                  struct err *err);

/* The tally of a whole tensor of the sentence. */
struct tally region_tally_all(const struct app *app, enum tensor id);

/* |M - M^T| / |M| over a square tensor of a computation (Frobenius norms); 0 where M is
 * 0, unknown where memory is short. */
double region_asymmetry(const struct app *app, enum in in, enum tensor id);

#endif
