/* Slopes, first-order changes and central differences. Compiled with QKV_DOUBLE only. */
#include "core/derivatives.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/op.h"

/* A row of slopes or of changes. */
struct memo_row {
    double *numbers; /* owned; NULL before it is first needed */
    unsigned stamp;  /* of the computation that it belongs to */
};

struct derivatives {
    struct tensors tensors;
    struct override *overrides; /* owned, with room for one more */
    int override_count;
    struct number target;
    int first[TENSORS], last[TENSORS]; /* rows whose slopes may be other than 0 */
    struct memo_row *rows[TENSORS];    /* of each the slopes, then the changes */
    unsigned stamp;                    /* counts the computations */
    const float *change[TENSORS];      /* that are given, as in the inputs */
    struct overrides edits;
    bool failed; /* memory was short for a row */
};

/* -- making ---------------------------------------------------------------------------- */

static void
fill(struct tensors *tensors, const struct derivatives_inputs *inputs)
{
    tensors->masked = inputs->masked;
    tensors->hides = inputs->hides;
    tensors->hides_by = inputs->hides_by;
    tensors_share(tensors, inputs->share_qk, inputs->share_kv);
    for (int id = 0; id < TENSORS; id++) {
        if (!kind_is_parameter(&tensors->kinds[id]))
            continue;
        int rows = tensors_rows(tensors, (enum tensor)id);
        size_t cols = (size_t)tensors_cols(tensors, (enum tensor)id);
        for (size_t k = 0; k < (size_t)rows * cols; k++)
            tensors->data[id][k] = (double)inputs->parameter[id][k];
        for (int r = 0; r < rows; r++)
            tensors_hide(tensors, (enum tensor)id, r,
                         tensors->data[id] + (size_t)r * cols);
    }
    for (int map = MAP_ROW + 1; map < MAPS; map++)
        memcpy(tensors->map[map], inputs->map[map],
               (size_t)tensors_map_size(tensors, (enum map)map) * sizeof(int));
}

static const struct op_kind *
op_of(const struct tensors *tensors, enum tensor id)
{
    return tensors->ops[tensors->kinds[id].op];
}

/* Finds the rows of each tensor that the target can be reached from. */
static void
find_rows(struct derivatives *d)
{
    const struct tensors *t = &d->tensors;
    for (int id = 0; id < TENSORS; id++) {
        d->first[id] = 0;
        d->last[id] = -1;
    }
    d->first[d->target.tensor] = d->last[d->target.tensor] = d->target.row;
    for (int id = (int)d->target.tensor; id >= 0; id--)
        for (int k = 0; d->last[id] >= d->first[id] && k < t->kinds[id].inputs; k++) {
            const struct input *input = &t->kinds[id].in[k];
            int in = (int)t->same[input->tensor];
            bool empty = d->last[in] < d->first[in];
            bool all = input->map != MAP_ROW ||
                       op_of(t, (enum tensor)id)->reads[k].row > READS_OWN;
            int first = all ? 0 : d->first[id];
            int last = all ? tensors_rows(t, (enum tensor)in) - 1 : d->last[id];
            d->first[in] = empty || first < d->first[in] ? first : d->first[in];
            d->last[in] = empty || last > d->last[in] ? last : d->last[in];
        }
}

struct derivatives *
derivatives_make(const struct derivatives_inputs *inputs, const struct number *target,
                 struct err *err)
{
    struct derivatives *d = calloc(1, sizeof *d);
    size_t count = (size_t)inputs->overrides.count;
    bool done = d != NULL;
    if (done)
        d->overrides = malloc((count + 1) * sizeof *d->overrides);
    done = done && d->overrides != NULL &&
           tensors_init(&d->tensors, inputs->kinds, inputs->size,
                        TENSORS_OWN | TENSORS_LEAN, err);
    for (int id = 0; done && id < TENSORS; id++) {
        if (!kind_is_there(&inputs->kinds[id]))
            continue;
        size_t rows = (size_t)tensors_rows(&d->tensors, (enum tensor)id);
        d->rows[id] = calloc(2 * rows, sizeof *d->rows[id]);
        done = d->rows[id] != NULL;
    }
    if (!done) {
        derivatives_free(d);
        err_set(err, "there is not enough memory for slopes");
        return NULL;
    }
    if (count > 0)
        memcpy(d->overrides, inputs->overrides.list, count * sizeof *d->overrides);
    d->override_count = inputs->overrides.count;
    d->target = *target;
    memcpy(d->change, inputs->change, sizeof d->change);
    d->edits = inputs->edits;
    fill(&d->tensors, inputs);
    d->target.tensor = d->tensors.same[target->tensor];
    d->tensors.overrides = (struct overrides){d->overrides, d->override_count};
    find_rows(d);
    d->stamp = 1;
    tensors_compute(&d->tensors);
    return d;
}

void
derivatives_free(struct derivatives *d)
{
    if (d == NULL)
        return;
    for (int id = 0; d->tensors.block != NULL && id < TENSORS; id++) {
        if (!kind_is_there(&d->tensors.kinds[id]))
            continue;
        int rows = tensors_rows(&d->tensors, (enum tensor)id);
        for (int r = 0; d->rows[id] != NULL && r < 2 * rows; r++)
            free(d->rows[id][r].numbers);
        free(d->rows[id]);
    }
    tensors_free(&d->tensors);
    free(d->overrides);
    free(d);
}

void
derivatives_set_map(struct derivatives *d, enum map map, const int *rows)
{
    memcpy(d->tensors.map[map], rows,
           (size_t)tensors_map_size(&d->tensors, map) * sizeof *rows);
    d->stamp++;
    tensors_compute(&d->tensors);
}

/* -- numbers --------------------------------------------------------------------------- */

static double read_derivative(const struct terms *terms, const struct number *number);

static struct terms
terms_of(struct derivatives *d, struct receipt *receipt)
{
    return (struct terms){.tensors = &d->tensors,
                          .receipt = receipt,
                          .derivative = read_derivative,
                          .derivatives = d};
}

/* What `user` adds to the slope of a number that it reads as its input k. A number that was set
 * by hand hands no slope on. */
static void
add_slopes_of(struct derivatives *d, struct terms *terms, enum tensor user, int k,
              const struct number *in)
{
    const struct tensors *t = &d->tensors;
    const struct op_kind *op = op_of(t, user);
    enum reads row = op->reads[k].row, col = op->reads[k].col;
    struct number out = {.tensor = user};
    int first = row == READS_OTHER ? in->row : col == READS_OWN ? in->col : 0;
    int last = row == READS_OTHER || col == READS_OWN ? first : tensors_cols(t, user) - 1;
    for (out.row = d->first[user]; out.row <= d->last[user]; out.row++) {
        int own = tensors_input_row(t, &t->kinds[user].in[k], out.row);
        if ((row == READS_OWN && own != in->row) ||
            (col == READS_OTHER && out.row != in->col))
            continue;
        for (out.col = first; out.col <= last; out.col++) {
            if (overrides_find(&t->overrides, user, out.row, out.col) != NULL)
                continue;
            terms->link = terms_number(terms, OF_SLOPE, user, out.row, out.col);
            op->partial(terms, &out, k, in);
        }
    }
}

/* What every user of a number adds to its slope, in the order of the table. */
static void
add_slopes(struct derivatives *d, struct terms *terms, const struct number *n)
{
    const struct tensors *t = &d->tensors;
    for (int user = (int)n->tensor + 1; user < TENSORS; user++)
        for (int k = 0; d->last[user] >= d->first[user] && k < t->kinds[user].inputs; k++)
            if (t->same[t->kinds[user].in[k].tensor] == n->tensor &&
                op_of(t, (enum tensor)user)->reads[k].row != READS_NONE)
                add_slopes_of(d, terms, (enum tensor)user, k, n);
}

/* Number i, upwards from 0, of those that a number reads as its input k; false behind the
 * last. */
static bool
find_input(const struct tensors *t, const struct number *out, int k, int i,
           struct number *in)
{
    const struct input *input = &t->kinds[out->tensor].in[k];
    enum reads row = op_of(t, out->tensor)->reads[k].row;
    enum reads col = op_of(t, out->tensor)->reads[k].col;
    int rows = row == READS_ALL ? tensors_rows(t, input->tensor) : 1;
    int cols = col == READS_ALL ? tensors_cols(t, input->tensor) : 1;
    *in = text_number_at(input->tensor, i / cols, i % cols);
    if (row != READS_ALL)
        in->row = row == READS_OTHER ? out->col : tensors_input_row(t, input, out->row);
    if (col != READS_ALL)
        in->col = col == READS_OTHER ? out->row : out->col;
    return row != READS_NONE && in->row >= 0 && i < rows * cols;
}

/* What the changes of its inputs change a number by: the first of each input, the second of each,
 * and so on. In a product a change stands where the number itself does. */
static void
add_changes(struct derivatives *d, struct terms *terms, const struct number *n)
{
    const struct tensors *t = &d->tensors;
    bool more = true;
    for (int i = 0; more; i++) {
        more = false;
        for (int k = 0; k < t->kinds[n->tensor].inputs; k++) {
            struct number in;
            if (!find_input(t, n, k, i, &in))
                continue;
            more = true;
            terms->link = terms_number(terms, OF_CHANGE, in.tensor, in.row, in.col);
            terms->link_place = k;
            op_of(t, n->tensor)->partial(terms, n, k, &in);
        }
    }
}

/* A change that is given, not computed: of a parameter, or of a number set by hand. */
static bool
is_given(const struct derivatives *d, const struct number *n, double *change)
{
    const struct override *edit = overrides_find(&d->edits, n->tensor, n->row, n->col);
    bool parameter = kind_is_parameter(&d->tensors.kinds[n->tensor]);
    const struct overrides *set = &d->tensors.overrides;
    size_t cols = (size_t)tensors_cols(&d->tensors, n->tensor);
    *change = 0;
    if (edit != NULL)
        *change = edit->value - edit->was;
    else if (parameter && d->change[n->tensor] != NULL)
        *change = (double)d->change[n->tensor][(size_t)n->row * cols + (size_t)n->col];
    return edit != NULL || parameter ||
           overrides_find(set, n->tensor, n->row, n->col) != NULL;
}

/* The row of a memo, computed if it is not there; NULL where memory is short. */
static const double *
row_of(struct derivatives *d, enum of of, enum tensor id, int row)
{
    int behind = of == OF_SLOPE ? 0 : tensors_rows(&d->tensors, id);
    struct memo_row *kept = &d->rows[id][behind + row];
    int cols = tensors_cols(&d->tensors, id);
    if (kept->numbers == NULL)
        kept->numbers = malloc((size_t)cols * sizeof *kept->numbers);
    if (kept->numbers == NULL || kept->stamp == d->stamp)
        return kept->numbers;
    for (int c = 0; c < cols; c++) {
        struct terms terms = terms_of(d, NULL);
        struct number n = {.tensor = id, .row = row, .col = c, .of = of};
        if (of == OF_SLOPE)
            add_slopes(d, &terms, &n);
        else
            add_changes(d, &terms, &n);
        kept->numbers[c] = terms.running;
    }
    kept->stamp = d->stamp;
    return kept->numbers;
}

static double
value_of(struct derivatives *d, const struct number *n)
{
    enum tensor id = d->tensors.same[n->tensor];
    const struct number *target = &d->target;
    struct number owner = *n;
    double given;
    owner.tensor = id;
    if (n->of == OF_SLOPE && id == target->tensor && n->row == target->row &&
        n->col == target->col)
        return 1;
    if (n->of == OF_SLOPE && (n->row < d->first[id] || n->row > d->last[id]))
        return 0;
    if (n->of == OF_CHANGE && is_given(d, &owner, &given))
        return given;
    const double *row = row_of(d, n->of, id, n->row);
    d->failed = d->failed || row == NULL;
    return row != NULL ? row[n->col] : 0;
}

static double
read_derivative(const struct terms *terms, const struct number *number)
{
    return value_of(terms->derivatives, number);
}

static bool
remembered(struct derivatives *d, struct err *err)
{
    bool done = !d->failed;
    d->failed = false;
    return done || err_set(err, "there is not enough memory for slopes");
}

bool
derivatives_number(struct derivatives *d, const struct number *number, double *value,
                   struct err *err)
{
    *value = value_of(d, number);
    return remembered(d, err);
}

/* -- receipts -------------------------------------------------------------------------- */

static void
add_given(struct derivatives *d, struct terms *terms, const struct number *n)
{
    const struct override *edit = overrides_find(&d->edits, n->tensor, n->row, n->col);
    if (edit == NULL) {
        terms_total(terms, RECEIPT_PARAMETER, terms->receipt->value);
        return;
    }
    struct factor now = terms_constant("now", edit->value);
    struct factor was = terms_constant("less what it was", -edit->was);
    terms_add(terms, 1, &now);
    terms_add(terms, 1, &was);
}

static void
add_terms(struct derivatives *d, struct terms *terms, const struct number *n)
{
    double given;
    bool slope = n->of == OF_SLOPE;
    const struct number *target = &d->target;
    struct factor one = terms_constant("1", 1);
    if (d->tensors.same[n->tensor] != n->tensor) {
        struct factor owner = terms_number(terms, n->of, n->tensor, n->row, n->col);
        terms_add(terms, 1, &owner);
        terms_total(terms, RECEIPT_COPY, owner.value);
    } else if (slope && n->tensor == target->tensor && n->row == target->row &&
               n->col == target->col)
        terms_add(terms, 1, &one);
    else if (slope)
        add_slopes(d, terms, n);
    else if (is_given(d, n, &given))
        add_given(d, terms, n);
    else
        add_changes(d, terms, n);
}

bool
derivatives_receipt(struct derivatives *d, const struct number *number,
                    struct receipt *receipt, struct err *err)
{
    *receipt = (struct receipt){.number = *number};
    if (!derivatives_number(d, number, &receipt->value, err))
        return false;
    struct terms terms = terms_of(d, receipt);
    terms.in = number->in;
    terms.example = number->example;
    terms.when = number->when;
    add_terms(d, &terms, number);
    if (terms_finish(&terms, err) && remembered(d, err))
        return true;
    receipt_free(receipt);
    return false;
}

/* -- central differences --------------------------------------------------------------- */

/* The target, with a number moved by h. */
static double
target_moved(struct derivatives *d, const struct number *n, double h)
{
    struct tensors *t = &d->tensors;
    double now = tensors_number(t, n->tensor, n->row, n->col), target;
    size_t at = (size_t)n->row * (size_t)tensors_cols(t, n->tensor) + (size_t)n->col;
    bool parameter = kind_is_parameter(&t->kinds[n->tensor]);
    if (parameter)
        t->data[n->tensor][at] = now + h;
    else /* behind all others, so that it wins */
        d->overrides[t->overrides.count++] =
            (struct override){n->tensor, n->row, n->col, now + h, 0};
    tensors_compute(t);
    target = tensors_number(t, d->target.tensor, d->target.row, d->target.col);
    if (parameter)
        t->data[n->tensor][at] = now;
    t->overrides.count = d->override_count;
    tensors_compute(t);
    return target;
}

bool
derivatives_difference(struct derivatives *d, const struct number *number, double h,
                       double *slope, struct err *err)
{
    struct number n = *number;
    n.tensor = d->tensors.same[number->tensor];
    double above = target_moved(d, &n, h), below = target_moved(d, &n, -h);
    /* under the mask both are -infinity */
    *slope = above == below ? 0 : (above - below) / (2 * h);
    return remembered(d, err);
}
