/* Regions: parts of a tensor that expect asks about, and their sums, extremes and the like. */
#include "app/address/region.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/exact.h"
#include "base/text.h"
#include "base/unknown.h"

/* first..last in an index text */
static bool
read_range(const struct explorer *explorer, enum axis axis,
           const struct address_index *range, struct region *region, struct err *err)
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
        if (!address_locate_index(explorer, axis, &index, at[end], err))
            return false;
    }
    return region->first <= region->last ||
           err_set(err, "the rows %s stand in the other order", text);
}

static bool
read_rows(const struct explorer *explorer, enum axis axis,
          const struct address_index *index, struct region *region, struct err *err)
{
    if (!index->quoted && index->occurrence == 1 && strcmp(index->text, "i") == 0) {
        region->first = 0;
        region->last = explorer->trace.shape.size[axis] - 1;
        return true;
    }
    if (index->is_text && !index->quoted && strstr(index->text, "..") != NULL)
        return read_range(explorer, axis, index, region, err);
    if (!address_locate_index(explorer, axis, index, &region->first, err))
        return false;
    region->last = region->first;
    return true;
}

static bool
read_columns(const struct explorer *explorer, enum axis axis,
             const struct address_index *index, struct region *region, struct err *err)
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
    return address_locate_index(explorer, axis, index, &region->col, err);
}

bool
region_scan(const struct explorer *explorer, const char **cursor, struct region *region,
            struct err *err)
{
    struct address address;
    if (!address_scan(cursor, &address, err))
        return false;
    enum tensor_id id = tensor_find(address.name);
    if (id == TENSOR_COUNT || address.layer >= 0 || address.source > SOURCE_SENTENCE)
        return err_set(err,
                       "%s is no tensor of the sentence; they are E P X Wq Wk Wv Q K V S "
                       "Z A O",
                       address.name);
    *region = (struct region){.tensor = id, .last = trace_rows(&explorer->trace, id) - 1};
    const struct tensor_kind *kind = &tensor_kinds[id];
    return (address.dimensions < 1 ||
            read_rows(explorer, kind->rows, &address.index[0], region, err)) &&
           (address.dimensions < 2 ||
            read_columns(explorer, kind->cols, &address.index[1], region, err));
}

struct tally
region_tally(const struct explorer *explorer, const struct region *region)
{
    return numbers_tally(explorer->trace.tensor[region->tensor],
                         trace_cols(&explorer->trace, region->tensor), region);
}

struct tally
numbers_tally(const real *data, int cols, const struct region *region)
{
    struct tally tally = {.max = -HUGE_VAL, .min = HUGE_VAL};
    double squares = 0;
    bool one_row = region->first == region->last;
    for (int i = region->first; i <= region->last; i++) {
        int from = 0, to = cols - 1;
        if (region->columns != COLUMNS_ALL)
            from = to = region->col + (region->columns == COLUMN_OFFSET ? i : 0);
        for (int j = from < 0 ? 0 : from; j <= to && j < cols && from >= 0; j++) {
            double value = (double)data[(size_t)i * (size_t)cols + (size_t)j];
            tally.unknown = tally.unknown || is_unknown(value);
            if (!isfinite(value))
                continue;
            if (value > tally.max) {
                tally.max = value;
                tally.argmax = j;
            }
            tally.min = value < tally.min ? value : tally.min;
            tally.sum += value;
            squares += value * value;
            if (one_row && value > 0)
                tally.entropy -= value * exact_log(value);
            tally.count++;
        }
    }
    double mean = tally.count > 0 ? tally.sum / tally.count : 0;
    double variance = tally.count > 0 ? squares / tally.count - mean * mean : 0;
    tally.spread = tally.unknown ? unknown_number() : variance > 0 ? sqrt(variance) : 0;
    return tally;
}

struct tally
region_tally_all(const struct explorer *explorer, enum tensor_id id)
{
    struct region all = {.tensor = id, .last = trace_rows(&explorer->trace, id) - 1};
    return region_tally(explorer, &all);
}

double
region_asymmetry(const struct explorer *explorer, enum tensor_id id)
{
    int n = trace_rows(&explorer->trace, id);
    const real *data = explorer->trace.tensor[id];
    double difference = 0, whole = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double ij = (double)data[(size_t)i * (size_t)n + (size_t)j];
            double ji = (double)data[(size_t)j * (size_t)n + (size_t)i];
            difference += (ij - ji) * (ij - ji);
            whole += ij * ij;
        }
    return whole == 0 ? 0 : sqrt(difference / whole);
}
