/* Receipts of the gradients of the coming batch. Its examples are gathered in tables, a row
 * for each tag and each value; a gradient is a sum over the rows of such a table, added in
 * the order of lookup_gradient. */
#include "core/lookup_receipt_parts.h"

/* The tables of gradients, and how they are called. */
struct tables {
    const real *dQt, *dKt, *dKv, *dUt, *dUv, *dLt, *dLv;
};

static int
size_of(const struct lookup_making *making, enum lookup_axis axis)
{
    return making->moment->trace->shape.size[axis];
}

static struct tables
tables_of(const struct lookup_making *making)
{
    const struct lookup_work *work = making->moment->work;
    int T = size_of(making, LOOKUP_AXIS_TAG), V = size_of(making, LOOKUP_AXIS_VALUE);
    int DK = size_of(making, LOOKUP_AXIS_KEY), DV = size_of(making, LOOKUP_AXIS_WIDTH);
    struct tables tables = {.dQt = work->d_rows, .dLt = work->d_tables + T * T + T * V};
    tables.dKt = tables.dQt + T * DK;
    tables.dKv = tables.dKt + T * DK;
    tables.dUt = tables.dKv + V * DK;
    tables.dUv = tables.dUt + T * DV;
    tables.dLv = tables.dLt + T * V;
    return tables;
}

/* Of a matrix: sum over the rows r of embedding[r,m] table[r,c]. */
static void
add_rows(struct lookup_making *making, enum lookup_tensor embedding, const char *name,
         const real *table, enum lookup_axis width)
{
    int m = making->receipt->spot.place.row, c = making->receipt->spot.place.col;
    int rows = lookup_rows(&making->moment->trace->shape, embedding);
    int cols = size_of(making, width);
    for (int r = 0; r < rows; r++) {
        struct lookup_spot spot = lookup_at(making, LOOKUP_NUMBER, embedding, r, m);
        lookup_add_scaled(making, name, r, (double)table[r * cols + c], &spot);
    }
}

/* Of an embedding: sum over the columns c of table[r,c] matrix[m,c]. */
static void
add_columns(struct lookup_making *making, enum lookup_tensor matrix, const char *name,
            const real *table)
{
    int r = making->receipt->spot.place.row, m = making->receipt->spot.place.col;
    int cols = lookup_cols(&making->moment->trace->shape, matrix);
    for (int c = 0; c < cols; c++) {
        struct lookup_spot spot = lookup_at(making, LOOKUP_NUMBER, matrix, m, c);
        lookup_add_scaled(making, name, r, (double)table[r * cols + c], &spot);
    }
}

/* Of Wo: the rows of values, which are tables themselves, times those of logits. */
static void
make_readout(struct lookup_making *making, const struct tables *tables)
{
    const struct lookup_work *work = making->moment->work;
    int c = making->receipt->spot.place.row, v = making->receipt->spot.place.col;
    int T = size_of(making, LOOKUP_AXIS_TAG), V = size_of(making, LOOKUP_AXIS_VALUE);
    int DV = size_of(making, LOOKUP_AXIS_WIDTH);
    for (int r = 0; r < T; r++)
        lookup_add_counted(making, "V of tag", (double)work->Ut[r * DV + c], "dL of tag",
                           (double)tables->dLt[r * V + v], r);
    for (int r = 0; r < V; r++)
        lookup_add_counted(making, "V of value", (double)work->Uv[r * DV + c],
                           "dL of value", (double)tables->dLv[r * V + v], r);
}

/* A shared matrix gets what every use of it adds. */
static void
make_projection(struct lookup_making *making, const struct tables *tables)
{
    const struct lookup_shape *shape = &making->moment->trace->shape;
    enum lookup_tensor id = making->receipt->spot.place.tensor;
    if (id == LOOKUP_WQ)
        add_rows(making, LOOKUP_ET, "dQ of tag", tables->dQt, LOOKUP_AXIS_KEY);
    if (id == lookup_owner(shape, LOOKUP_WK)) {
        add_rows(making, LOOKUP_ET, "dK of tag", tables->dKt, LOOKUP_AXIS_KEY);
        add_rows(making, LOOKUP_EV, "dK of value", tables->dKv, LOOKUP_AXIS_KEY);
    }
    if (id == lookup_owner(shape, LOOKUP_WV)) {
        add_rows(making, LOOKUP_ET, "dV of tag", tables->dUt, LOOKUP_AXIS_WIDTH);
        add_rows(making, LOOKUP_EV, "dV of value", tables->dUv, LOOKUP_AXIS_WIDTH);
    }
}

void
lookup_make_mean(struct lookup_making *making)
{
    struct tables tables = tables_of(making);
    enum lookup_tensor id = making->receipt->spot.place.tensor;
    making->receipt->kind = LOOKUP_RECEIPT_MEAN;
    if (id == LOOKUP_WO)
        make_readout(making, &tables);
    else if (id == LOOKUP_ET) {
        add_columns(making, LOOKUP_WQ, "dQ of tag", tables.dQt);
        add_columns(making, LOOKUP_WK, "dK of tag", tables.dKt);
        add_columns(making, LOOKUP_WV, "dV of tag", tables.dUt);
    } else if (id == LOOKUP_EV) {
        add_columns(making, LOOKUP_WK, "dK of value", tables.dKv);
        add_columns(making, LOOKUP_WV, "dV of value", tables.dUv);
    } else
        make_projection(making, &tables);
}
