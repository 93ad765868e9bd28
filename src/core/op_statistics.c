/* What a row of numbers comes to: its entropy, its sum, its variance, its share. They are added
 * up in double. */
#include <math.h>

#include "base/exact.h"
#include "core/op.h"

/* The numbers that one of the result is made from: row `at` of the input, or column `at`. */
struct numbers {
    enum op op;
    enum tensor in;
    int at, count;
};

static struct numbers
numbers_of(const struct tensors *t, enum tensor id, int at)
{
    struct numbers of = {t->kinds[id].op, t->kinds[id].in[0].tensor, at, 0};
    of.count = of.op == OP_VARIANCE_T ? tensors_rows(t, of.in) : tensors_cols(t, of.in);
    return of;
}

static double
number_in(const struct tensors *t, const struct numbers *of, int k)
{
    return of->op == OP_VARIANCE_T ? tensors_number(t, of->in, k, of->at)
                                   : tensors_number(t, of->in, of->at, k);
}

static double
mean_of(const struct tensors *t, const struct numbers *of)
{
    double mean = 0;
    for (int k = 0; k < of->count; k++)
        mean += number_in(t, of, k) / of->count;
    return mean;
}

static bool
needs_mean(enum op op)
{
    return op == OP_VARIANCE || op == OP_VARIANCE_T;
}

/* 0 where the share is 0, and no number where it is none. */
static double
minus_log(double share)
{
    return isnan(share) ? share : share > 0 ? -exact_log(share) : 0;
}

/* Of x - sum of all x / n the factor of the x itself, or of another one. */
static struct factor
centre_factor(int count, bool own)
{
    return own ? terms_constant("1 - 1/n", 1 - 1 / (double)count)
               : terms_constant("-1/n", -1 / (double)count);
}

/* Adds the numbers, each with what it is multiplied by. Away from the mean they add up to 0, so
 * for the variance sum (x - mean)^2 = sum x (x - mean). */
static void
add_numbers(struct terms *terms, const struct number *n)
{
    struct numbers of = numbers_of(terms->tensors, n->tensor, n->row);
    bool variance = needs_mean(of.op);
    double mean = variance ? mean_of(terms->tensors, &of) : 0;
    for (int k = 0; k < of.count; k++) {
        struct factor factors[3] = {
            of.op == OP_VARIANCE_T ? terms_number(terms, OF_ITSELF, of.in, k, of.at)
                                   : terms_number(terms, OF_ITSELF, of.in, of.at, k)};
        double x = factors[0].value, product = x;
        int count = of.op == OP_ROW_SUM ? 1 : variance ? 3 : 2;
        if (of.op == OP_ENTROPY)
            factors[1] = terms_constant("-ln share", minus_log(x));
        else if (of.op == OP_CENTRE)
            factors[1] = centre_factor(of.count, k == n->col);
        else
            factors[1] = terms_constant("less the mean", x - mean);
        factors[2] = terms_constant("1/n", 1 / (double)of.count);
        for (int f = 1; f < count; f++)
            product *= factors[f].value;
        terms_sum(terms, count, factors, product);
    }
}

static void
add_terms(struct terms *terms, const struct number *n)
{
    add_numbers(terms, n);
    terms_total(terms,
                terms->tensors->kinds[n->tensor].op == OP_ROW_SUM ? RECEIPT_SUM
                                                                  : RECEIPT_DOT,
                terms->total);
}

/* A sum is 1 of each number; -x ln x has the derivative -ln x - 1, and where x is 0 none; the
 * variance 2 (x - mean) / n. */
static void
partial(struct terms *terms, const struct number *out, int which, const struct number *in)
{
    (void)which;
    const struct tensors *t = terms->tensors;
    struct numbers of = numbers_of(t, out->tensor, out->row);
    double x = tensors_at(t, in);
    struct factor factor;
    if (of.op == OP_ENTROPY)
        factor = terms_constant("-ln share - 1", x > 0 ? minus_log(x) - 1 : minus_log(x));
    else if (of.op == OP_CENTRE)
        factor = centre_factor(of.count, in->col == out->col);
    else if (needs_mean(of.op))
        factor = terms_constant("2 (x - mean) / n", 2 * (x - mean_of(t, &of)) / of.count);
    terms_link(terms, of.op == OP_ROW_SUM ? 0 : 1, &factor);
}

/* -- entropy, and the sum of a row ----------------------------------------------------- */

static void
sum_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    struct terms terms = {.tensors = t};
    struct number number = {.tensor = id, .row = r};
    add_numbers(&terms, &number);
    out[0] = (real)terms.total;
}

const struct op_kind op_entropy = {.pattern = "sum over k of -{0}[{r},k] ln {0}[{r},k]",
                                   .row = sum_row,
                                   .terms = add_terms,
                                   .reads = {{READS_OWN, READS_ALL}},
                                   .partial = partial};

const struct op_kind op_row_sum = {.pattern = "sum over k of {0}[{r},k]",
                                   .row = sum_row,
                                   .terms = add_terms,
                                   .reads = {{READS_OWN, READS_ALL}},
                                   .partial = partial};

/* -- less the mean, and variance ------------------------------------------------------- */

static void
centre_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    struct numbers of = numbers_of(t, id, r);
    double mean = mean_of(t, &of);
    for (int k = 0; k < of.count; k++)
        out[k] = (real)(number_in(t, &of, k) - mean);
}

const struct op_kind op_centre = {.pattern = "{0}[{r},{c}] - mean of {0}[{r}]",
                                  .row = centre_row,
                                  .terms = add_terms,
                                  .reads = {{READS_OWN, READS_ALL}},
                                  .partial = partial};

static void
variance_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    struct numbers of = numbers_of(t, id, r);
    double mean = mean_of(t, &of), sum = 0;
    for (int k = 0; k < of.count; k++) {
        double away = number_in(t, &of, k) - mean;
        sum += away * away;
    }
    out[0] = (real)(sum / of.count);
}

const struct op_kind op_variance = {.pattern = "mean of ({0} - its mean)^2",
                                    .row = variance_row,
                                    .terms = add_terms,
                                    .reads = {{READS_OWN, READS_ALL}},
                                    .partial = partial};

const struct op_kind op_variance_t = {.pattern = "mean of ({0} - its mean)^2",
                                      .row = variance_row,
                                      .terms = add_terms,
                                      .reads = {{READS_ALL, READS_OTHER}},
                                      .partial = partial};

/* -- share ----------------------------------------------------------------------------- */

/* The sum of input k, a column of numbers. */
static double
sum_of(const struct tensors *t, enum tensor id, int k)
{
    enum tensor in = t->kinds[id].in[k].tensor;
    double sum = 0;
    for (int r = 0; r < tensors_rows(t, in); r++)
        sum += tensors_number(t, in, r, 0);
    return sum;
}

static void
share_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    (void)r;
    double first = sum_of(t, id, 0), second = sum_of(t, id, 1);
    out[0] = (real)(first / (first + second));
}

static void
share_terms(struct terms *terms, const struct number *n)
{
    const struct tensors *t = terms->tensors;
    double first = sum_of(t, n->tensor, 0), second = sum_of(t, n->tensor, 1);
    for (int k = 0; k < 2; k++) {
        enum tensor in = t->kinds[n->tensor].in[k].tensor;
        for (int r = 0; r < tensors_rows(t, in); r++) {
            struct factor factor = terms_number(terms, OF_ITSELF, in, r, 0);
            terms_sum(terms, 1, &factor, factor.value);
        }
        if (k == 0)
            terms->receipt->first_terms = terms->receipt->term_count;
    }
    terms_note(terms, "first", first);
    terms_note(terms, "second", second);
    terms_total(terms, RECEIPT_SHARE, first / (first + second));
}

/* share = a / (a + b):  d a = d share b / (a + b)^2,  d b = -d share a / (a + b)^2 */
static void
share_partial(struct terms *terms, const struct number *out, int which,
              const struct number *in)
{
    (void)in;
    double a = sum_of(terms->tensors, out->tensor, 0);
    double b = sum_of(terms->tensors, out->tensor, 1), all = (a + b) * (a + b);
    struct factor factor = which == 0 ? terms_constant("b / (a + b)^2", b / all)
                                      : terms_constant("-a / (a + b)^2", -a / all);
    terms_link(terms, 1, &factor);
}

const struct op_kind op_share = {
    .pattern = "sum of {0} / (sum of {0} + sum of {1})",
    .row = share_row,
    .terms = share_terms,
    .reads = {{READS_ALL, READS_ALL}, {READS_ALL, READS_ALL}},
    .partial = share_partial};
