#ifndef APP_ADDRESS_REGION_H
#define APP_ADDRESS_REGION_H

#include "app/address/address.h"

/* Part of a tensor: rows first..last; in row i the column `col`, or i + offset, or all. */
struct region {
    enum tensor_id tensor;
    int first, last;
    enum { COLUMNS_ALL, COLUMN_ONE, COLUMN_OFFSET } columns;
    int col;
};

/* Reads a region at *cursor and moves behind it:
 *
 *     A[chased]          a row               A[i,0]      a column: i means every row
 *     Wq[det..plural]    rows, by name       A[i,i-1]    a diagonal
 *     A                  all of it
 *
 * Fails with what is wrong. */
bool region_scan(const struct explorer *explorer, const char **cursor,
                 struct region *region, struct err *err);

/* Sums and the like over the numbers of a region; entropy (of one row) in nats, argmax the column of the largest. */
struct tally {
    double max, min, sum, entropy;
    double spread; /* the standard deviation: sqrt(mean of (value - mean)^2) */
    int argmax, count;
    bool unknown; /* whether some number was (base/unknown.h); then the spread is, too */
};

/* Looks at every number of the region; a masked Z (-infinity) is left out. */
struct tally region_tally(const struct explorer *explorer, const struct region *region);

/* The same for numbers of whatever tensor, row-major, of so many columns. */
struct tally numbers_tally(const real *data, int cols, const struct region *region);

/* The tally of a whole tensor. */
struct tally region_tally_all(const struct explorer *explorer, enum tensor_id id);

/* |M - M^T| / |M| over a square tensor (Frobenius norms); 0 where M is 0. */
double region_asymmetry(const struct explorer *explorer, enum tensor_id id);

#endif
