/* What a row of numbers comes to: its entropy, its sum, its variance, its share. They are added
 * up in double. */
#include <math.h>

#include "base/exact.h"
#include "core/op.h"

/* Input k of a tensor: which one, and how many numbers a row of it has. */
static enum tensor
input_of(const struct tensors *t, enum tensor id, int k)
{
    return t->kinds[id].in[k].tensor;
}

static bool
within(const struct terms *terms, enum tensor user, int r)
{
    return r >= terms->first[user] && r <= terms->last[user];
}

/* -- entropy --------------------------------------------------------------------------- */

/* -ln A; 0 where A is 0, and no number where it is none */
static double
minus_log(double share)
{
    return isnan(share) ? share : share > 0 ? -exact_log(share) : 0;
}

/* -A ln A, 0 of 0 */
static double
surprise(double share)
{
    return share * minus_log(share);
}

static void
entropy_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    enum tensor in = input_of(t, id, 0);
    const real *A = tensors_row(t, in, r);
    double sum = 0;
    for (int k = 0; k < tensors_cols(t, in); k++)
        sum += surprise((double)A[k]);
    out[0] = (real)sum;
}

static void
entropy_terms(struct terms *terms, const struct number *n)
{
    enum tensor in = input_of(terms->tensors, n->tensor, 0);
    for (int k = 0; k < tensors_cols(terms->tensors, in); k++) {
        struct factor factors[2] = {terms_number(terms, OF_ITSELF, in, n->row, k)};
        double share = factors[0].value;
        factors[1] = terms_constant("-ln share", minus_log(share));
        terms_sum(terms, 2, factors, surprise(share));
    }
    terms_total(terms, RECEIPT_DOT, terms->total);
}

/* d A = d H (-ln A - 1); where A is 0 it has no slope */
static struct factor
entropy_slope(double share)
{
    return terms_constant("-ln share - 1",
                          share > 0 ? -exact_log(share) - 1 : minus_log(share));
}

static void
entropy_slopes(struct terms *terms, enum tensor user, int which, const struct number *in)
{
    (void)which;
    struct factor factor =
        entropy_slope(tensors_number(terms->tensors, in->tensor, in->row, in->col));
    if (within(terms, user, in->row))
        terms_chain(terms, user, in->row, 0, 1, &factor);
}

static void
entropy_change(struct terms *terms, const struct number *n)
{
    enum tensor in = input_of(terms->tensors, n->tensor, 0);
    for (int k = 0; k < tensors_cols(terms->tensors, in); k++) {
        double share = tensors_number(terms->tensors, in, n->row, k);
        struct factor factors[2] = {terms_number(terms, OF_CHANGE, in, n->row, k),
                                    entropy_slope(share)};
        terms_add(terms, 2, factors);
    }
}

const struct op_kind op_entropy = {.pattern = "sum over k of -{0}[{r},k] ln {0}[{r},k]",
                                   .row = entropy_row,
                                   .terms = entropy_terms,
                                   .slopes = entropy_slopes,
                                   .change = entropy_change};

/* -- the sum of a row ------------------------------------------------------------------ */

static void
sum_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    enum tensor in = input_of(t, id, 0);
    const real *row = tensors_row(t, in, r);
    double sum = 0;
    for (int k = 0; k < tensors_cols(t, in); k++)
        sum += (double)row[k];
    out[0] = (real)sum;
}

static void
add_row(struct terms *terms, enum of of, const struct number *n)
{
    enum tensor in = input_of(terms->tensors, n->tensor, 0);
    for (int k = 0; k < tensors_cols(terms->tensors, in); k++) {
        struct factor factor = terms_number(terms, of, in, n->row, k);
        terms_sum(terms, 1, &factor, factor.value);
    }
}

static void
sum_terms(struct terms *terms, const struct number *n)
{
    add_row(terms, OF_ITSELF, n);
    terms_total(terms, RECEIPT_SUM, terms->total);
}

static void
sum_slopes(struct terms *terms, enum tensor user, int which, const struct number *in)
{
    (void)which;
    if (within(terms, user, in->row))
        terms_chain(terms, user, in->row, 0, 0, NULL);
}

static void
sum_change(struct terms *terms, const struct number *n)
{
    add_row(terms, OF_CHANGE, n);
}

const struct op_kind op_row_sum = {.pattern = "sum over k of {0}[{r},k]",
                                   .row = sum_row,
                                   .terms = sum_terms,
                                   .slopes = sum_slopes,
                                   .change = sum_change};

/* -- less the mean --------------------------------------------------------------------- */

static void
centre_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    enum tensor in = input_of(t, id, 0);
    const real *row = tensors_row(t, in, r);
    int count = tensors_cols(t, in);
    double mean = 0;
    for (int k = 0; k < count; k++)
        mean += (double)row[k] / count;
    for (int k = 0; k < count; k++)
        out[k] = (real)((double)row[k] - mean);
}

/* x[c] - sum over k of x[k] / n: the factor of x[k]. */
static struct factor
centre_factor(int count, bool own)
{
    return own ? terms_constant("1 - 1/n", 1 - 1 / (double)count)
               : terms_constant("-1/n", -1 / (double)count);
}

static void
add_centred(struct terms *terms, enum of of, const struct number *n)
{
    enum tensor in = input_of(terms->tensors, n->tensor, 0);
    int count = tensors_cols(terms->tensors, in);
    for (int k = 0; k < count; k++) {
        struct factor factors[2] = {terms_number(terms, of, in, n->row, k),
                                    centre_factor(count, k == n->col)};
        terms_sum(terms, 2, factors, factors[0].value * factors[1].value);
    }
}

static void
centre_terms(struct terms *terms, const struct number *n)
{
    add_centred(terms, OF_ITSELF, n);
    terms_total(terms, RECEIPT_DOT, terms->total);
}

static void
centre_slopes(struct terms *terms, enum tensor user, int which, const struct number *in)
{
    (void)which;
    int count = tensors_cols(terms->tensors, in->tensor);
    for (int c = 0; within(terms, user, in->row) && c < count; c++) {
        struct factor factor = centre_factor(count, c == in->col);
        terms_chain(terms, user, in->row, c, 1, &factor);
    }
}

static void
centre_change(struct terms *terms, const struct number *n)
{
    add_centred(terms, OF_CHANGE, n);
}

const struct op_kind op_centre = {.pattern = "{0}[{r},{c}] - mean of {0}[{r}]",
                                  .row = centre_row,
                                  .terms = centre_terms,
                                  .slopes = centre_slopes,
                                  .change = centre_change};

/* -- variance -------------------------------------------------------------------------- */

/* The numbers that a variance is of: row n of the input, or column n. */
struct numbers {
    enum tensor in;
    bool column;
    int at, count;
    double mean;
};

static double
number_in(const struct tensors *t, const struct numbers *of, int k)
{
    return of->column ? tensors_number(t, of->in, k, of->at)
                      : tensors_number(t, of->in, of->at, k);
}

static struct numbers
numbers_of(const struct tensors *t, enum tensor id, int at)
{
    struct numbers of = {input_of(t, id, 0), t->kinds[id].op == OP_VARIANCE_T, at, 0, 0};
    of.count = of.column ? tensors_rows(t, of.in) : tensors_cols(t, of.in);
    for (int k = 0; k < of.count; k++)
        of.mean += number_in(t, &of, k) / of.count;
    return of;
}

static void
variance_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    struct numbers of = numbers_of(t, id, r);
    double sum = 0;
    for (int k = 0; k < of.count; k++) {
        double away = number_in(t, &of, k) - of.mean;
        sum += away * away;
    }
    out[0] = (real)(sum / of.count);
}

static struct factor
number_factor(struct terms *terms, enum of what, const struct numbers *of, int k)
{
    return of->column ? terms_number(terms, what, of->in, k, of->at)
                      : terms_number(terms, what, of->in, of->at, k);
}

/* Away from the mean the numbers add up to 0, so sum (x - mean)^2 = sum x (x - mean). */
static void
variance_terms(struct terms *terms, const struct number *n)
{
    struct numbers of = numbers_of(terms->tensors, n->tensor, n->row);
    for (int k = 0; k < of.count; k++) {
        struct factor x = number_factor(terms, OF_ITSELF, &of, k);
        double away = x.value - of.mean, part = 1 / (double)of.count;
        struct factor factors[3] = {x, terms_constant("less the mean", away),
                                    terms_constant("1/n", part)};
        terms_sum(terms, 3, factors, x.value * away * part);
    }
    terms_total(terms, RECEIPT_DOT, terms->total);
}

/* d x = d variance 2 (x - mean) / n */
static struct factor
variance_slope(const struct numbers *of, double x)
{
    return terms_constant("2 (x - mean) / n", 2 * (x - of->mean) / of->count);
}

static void
variance_slopes(struct terms *terms, enum tensor user, int which, const struct number *in)
{
    (void)which;
    bool column = terms->tensors->kinds[user].op == OP_VARIANCE_T;
    struct numbers of = numbers_of(terms->tensors, user, column ? in->col : in->row);
    struct factor factor =
        variance_slope(&of, tensors_number(terms->tensors, in->tensor, in->row, in->col));
    if (within(terms, user, of.at))
        terms_chain(terms, user, of.at, 0, 1, &factor);
}

static void
variance_change(struct terms *terms, const struct number *n)
{
    struct numbers of = numbers_of(terms->tensors, n->tensor, n->row);
    for (int k = 0; k < of.count; k++) {
        struct factor factors[2] = {
            number_factor(terms, OF_CHANGE, &of, k),
            variance_slope(&of, number_in(terms->tensors, &of, k))};
        terms_add(terms, 2, factors);
    }
}

const struct op_kind op_variance = {.pattern = "mean of ({0} - its mean)^2",
                                    .row = variance_row,
                                    .terms = variance_terms,
                                    .slopes = variance_slopes,
                                    .change = variance_change};

const struct op_kind op_variance_t = {.pattern = "mean of ({0} - its mean)^2",
                                      .row = variance_row,
                                      .terms = variance_terms,
                                      .slopes = variance_slopes,
                                      .change = variance_change,
                                      .whole = 1};

/* -- share ----------------------------------------------------------------------------- */

/* The sum of a column of numbers. */
static double
sum_of(const struct tensors *t, enum tensor id)
{
    double sum = 0;
    for (int r = 0; r < tensors_rows(t, id); r++)
        sum += tensors_number(t, id, r, 0);
    return sum;
}

static void
share_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    (void)r;
    double first = sum_of(t, input_of(t, id, 0)), second = sum_of(t, input_of(t, id, 1));
    out[0] = (real)(first / (first + second));
}

static void
share_terms(struct terms *terms, const struct number *n)
{
    const struct tensors *t = terms->tensors;
    double sum[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        enum tensor in = input_of(t, n->tensor, k);
        for (int r = 0; r < tensors_rows(t, in); r++) {
            struct factor factor = terms_number(terms, OF_ITSELF, in, r, 0);
            terms_sum(terms, 1, &factor, factor.value);
        }
        sum[k] = sum_of(t, in);
        if (k == 0)
            terms->receipt->first_terms = terms->receipt->term_count;
    }
    terms_note(terms, "first", sum[0]);
    terms_note(terms, "second", sum[1]);
    terms_total(terms, RECEIPT_SHARE, sum[0] / (sum[0] + sum[1]));
}

/* share = a / (a + b):  d a = d share b / (a + b)^2,  d b = -d share a / (a + b)^2 */
static struct factor
share_slope(const struct tensors *t, enum tensor id, int which)
{
    double a = sum_of(t, input_of(t, id, 0)), b = sum_of(t, input_of(t, id, 1));
    double all = (a + b) * (a + b);
    return which == 0 ? terms_constant("b / (a + b)^2", b / all)
                      : terms_constant("-a / (a + b)^2", -a / all);
}

static void
share_slopes(struct terms *terms, enum tensor user, int which, const struct number *in)
{
    (void)in;
    struct factor factor = share_slope(terms->tensors, user, which);
    if (within(terms, user, 0))
        terms_chain(terms, user, 0, 0, 1, &factor);
}

static void
share_change(struct terms *terms, const struct number *n)
{
    for (int k = 0; k < 2; k++) {
        enum tensor in = input_of(terms->tensors, n->tensor, k);
        for (int r = 0; r < tensors_rows(terms->tensors, in); r++) {
            struct factor factors[2] = {terms_number(terms, OF_CHANGE, in, r, 0),
                                        share_slope(terms->tensors, n->tensor, k)};
            terms_add(terms, 2, factors);
        }
    }
}

const struct op_kind op_share = {.pattern = "sum of {0} / (sum of {0} + sum of {1})",
                                 .row = share_row,
                                 .terms = share_terms,
                                 .slopes = share_slopes,
                                 .change = share_change,
                                 .whole = 3};
