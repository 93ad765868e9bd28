#ifndef APP_ADDRESS_LOOKUP_ADDRESS_H
#define APP_ADDRESS_LOOKUP_ADDRESS_H

#include "app/address/address.h"
#include "app/address/region.h"
#include "core/lookup_receipt.h"

/* From addresses to numbers of the lookup task. An axis goes by numbers from 0; the one query
 * is called query. */

/* The source that an address means: the active one where it names none. */
enum source_id app_source(const struct app *app, const struct address *address);

/* Finds the number of the lookup task that an address names; fails with what there is. */
bool lookup_locate(const struct app *app, const struct address *address,
                   struct lookup_spot *spot, struct err *err);

/* The name of row or column `at` of an axis, as an address has it. */
void lookup_label(const struct lookup_shape *shape, enum lookup_axis axis, int at,
                  char *out, size_t size);

/* The number that an address names, in whatever source. */
bool app_number(const struct app *app, const struct address *address, double *value,
                struct err *err);

/* The gradient of the watched example's loss: fills slopes, which becomes the caller's to
 * free. Fails where memory is short. */
bool lookup_slopes(const struct app *app, struct lookup_family *slopes, struct err *err);

/* Reads a region of a tensor of the task, and tallies it: A, A[query], Et[3], Et[i,0].
 * *columns: how many columns the row has where the region is one row, otherwise 0. */
bool lookup_tally(const struct app *app, const struct address *address,
                  struct tally *tally, int *columns, struct err *err);

#endif
