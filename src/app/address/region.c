/* Regions: parts of a tensor that expect asks about, and their sums, extremes and the like. */
#include "app/address/region.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/names.h"
#include "app/address/numbers.h"
#include "base/exact.h"
#include "base/text.h"
#include "base/unknown.h"

/* first..last in an index text */
static bool
read_range(const struct app *app, enum axis axis, const struct address_index *range,
           struct region *region, struct err *err)
{
    const char *text = range->text;
    const char *dots = strstr(text, "..");
    char ends[2][WORD_BYTES];
    int *at[2] = {&region->first, &region->last};
    snprintf(ends[0], WORD_BYTES, "%.*s", (int)(dots - text), text);
    snprintf(ends[1], WORD_BYTES, "%s", dots + 2);
    for (int end = 0; end < 2; end++) {
        struct address_index index;
        const char *cursor = ends[end];
        if (!address_scan_index(&cursor, &index, err))
            return false;
        if (end == 1 && range->occurrence != 1) /* the #2 behind the..the#2 */
            index.occurrence = range->occurrence;
        if (!address_locate_index(app, region->of.in, axis, &index, at[end], err))
            return false;
    }
    return region->first <= region->last ||
           err_set(err, "the rows %s stand in the other order", text);
}

static bool
read_rows(const struct app *app, enum axis axis, const struct address_index *index,
          struct region *region, struct err *err)
{
    if (!index->quoted && index->occurrence == 1 && strcmp(index->text, "i") == 0) {
        region->first = 0;
        region->last = app_tensors(app, region->of.in)->size[axis] - 1;
        return true;
    }
    if (index->is_text && !index->quoted && strstr(index->text, "..") != NULL)
        return read_range(app, axis, index, region, err);
    if (!address_locate_index(app, region->of.in, axis, index, &region->first, err))
        return false;
    region->last = region->first;
    return true;
}

static bool
read_columns(const struct app *app, enum axis axis, const struct address_index *index,
             struct region *region, struct err *err)
{
    int offset = 0;
    if (!index->quoted && index->occurrence == 1 && index->text[0] == 'i' &&
        (index->text[1] == '\0' || ((index->text[1] == '-' || index->text[1] == '+') &&
                                    text_int(index->text + 1, -9999, 9999, &offset)))) {
        region->columns = COLUMN_OFFSET;
        region->col = offset;
        return true;
    }
    region->columns = COLUMN_ONE;
    return address_locate_index(app, region->of.in, axis, index, &region->col, err);
}

const struct kind *
region_kind(const struct region *region)
{
    return &kinds_of(region->of.in)[region->of.tensor];
}

bool
region_is_row(const struct region *region)
{
    return region->first == region->last && region->columns == COLUMNS_ALL;
}

bool
region_is_whole(const struct app *app, const struct region *region)
{
    return region->first == 0 && region->columns == COLUMNS_ALL &&
           region->last ==
               tensors_rows(app_tensors(app, region->of.in), region->of.tensor) - 1;
}

bool
region_of(const struct app *app, const struct address *address, struct region *region,
          struct err *err)
{
    *region = (struct region){.first = 0};
    if (!address_locate_tensor(app, address, &region->of, err))
        return false;
    const struct kind *kind = region_kind(region);
    region->last = tensors_rows(app_tensors(app, region->of.in), region->of.tensor) - 1;
    return ((address->dimensions < 1 ||
             read_rows(app, kind->rows, &address->index[0], region, err)) &&
            (address->dimensions < 2 ||
             read_columns(app, kind->cols, &address->index[1], region, err))) ||
           err_place(err, "%s", address->name);
}

/* Adds a number to what was seen of a region. */
static void
take(struct tally *tally, double value, const struct number *number, bool one_row,
     double *squares)
{
    tally->unknown = tally->unknown || is_unknown(value);
    if (!isfinite(value))
        return;
    if (value > tally->max) {
        tally->max = value;
        tally->largest = *number;
    }
    if (value < tally->min) {
        tally->min = value;
        tally->smallest = *number;
    }
    tally->sum += value;
    *squares += value * value;
    if (one_row && value > 0)
        tally->entropy -= value * exact_log(value);
    tally->count++;
}

/* Looks at the row of `cols` numbers that `number` is in. */
static void
take_row(struct tally *tally, const struct region *region, struct number number,
         const double *row, int cols, double *squares)
{
    int from = 0, to = cols - 1;
    if (region->columns != COLUMNS_ALL)
        from = to = region->col + (region->columns == COLUMN_OFFSET ? number.row : 0);
    number.col = from;
    for (; from >= 0 && number.col <= to && number.col < cols; number.col++)
        take(tally, row[number.col], &number, region->first == region->last, squares);
}

bool
region_tally(const struct app *app, const struct region *region, struct tally *tally,
             struct err *err)
{
    int cols = tensors_cols(app_tensors(app, region->of.in), region->of.tensor);
    double *row = malloc((size_t)cols * sizeof *row), squares = 0;
    struct number number = region->of;
    bool done = row != NULL || err_set(err, "there is not enough memory for a row");
    *tally = (struct tally){.max = -HUGE_VAL, .min = HUGE_VAL};
    for (int i = region->first; done && i <= region->last; i++) {
        number.row = i;
        done = app_row(app, &number, row, err);
        if (done)
            take_row(tally, region, number, row, cols, &squares);
    }
    free(row);
    double mean = tally->count > 0 ? tally->sum / tally->count : 0;
    double variance = tally->count > 0 ? squares / tally->count - mean * mean : 0;
    tally->spread = tally->unknown ? unknown_number() : variance > 0 ? sqrt(variance) : 0;
    return done;
}

struct tally
region_tally_all(const struct app *app, enum tensor id)
{
    struct region all = {.of = {.tensor = id},
                         .last = tensors_rows(app_tensors(app, IN_TEXT), id) - 1};
    struct tally tally;
    struct err ignored;
    region_tally(app, &all, &tally, &ignored);
    return tally;
}

double
region_asymmetry(const struct app *app, enum in in, enum tensor id)
{
    const struct tensors *tensors = app_tensors(app, in);
    size_t n = (size_t)tensors_rows(tensors, id);
    real *M =
        malloc(n * n * sizeof *M); /* its columns are read, and few rows may be kept */
    double difference = 0, whole = 0;
    if (M == NULL)
        return unknown_number();
    for (size_t i = 0; i < n; i++)
        memcpy(&M[i * n], tensors_row(tensors, id, (int)i), n * sizeof *M);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double ij = (double)M[i * n + j], ji = (double)M[j * n + i];
            difference += (ij - ji) * (ij - ji);
            whole += ij * ij;
        }
    free(M);
    return whole == 0 ? 0 : sqrt(difference / whole);
}
