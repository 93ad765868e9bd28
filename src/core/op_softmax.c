/* Z = S / sqrt(d_k), with the mask; A = softmax of each row of Z. */
#include <math.h>

#include "core/op.h"

/* -- scale ----------------------------------------------------------------------------- */

/* How many columns of a row are not masked. */
static int
seen(const struct tensors *t, enum tensor id, int r)
{
    return t->kinds[id].causal && t->masked ? r + 1 : tensors_cols(t, id);
}

static void
scale_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    int count = seen(t, id, r);
    const real *in = tensors_row(t, t->kinds[id].in[0].tensor, r);
    t->kernels->scale(out, in, attention_scale(t->size[AXIS_KEY]), count);
    for (int c = count; c < tensors_cols(t, id); c++)
        out[c] = -(real)INFINITY;
}

static struct factor
scale_factor(const struct terms *terms)
{
    return terms_constant("1/sqrt(d_k)",
                          (double)attention_scale(terms->tensors->size[AXIS_KEY]));
}

static void
scale_terms(struct terms *terms, const struct number *n)
{
    struct factor factors[2] = {
        terms_number(terms, OF_ITSELF, terms->tensors->kinds[n->tensor].in[0].tensor,
                     n->row, n->col),
        scale_factor(terms)};
    /* rounded, as the kernel rounds it */
    real product = (real)factors[0].value * (real)factors[1].value;
    bool masked = n->col >= seen(terms->tensors, n->tensor, n->row);
    terms_add_to(terms, 2, factors, (double)product);
    terms_total(terms, masked ? RECEIPT_MASKED : RECEIPT_SCALE,
                masked ? -(double)INFINITY : (double)product);
}

/* d S = d Z / sqrt(d_k), none where it is masked */
static void
scale_partial(struct terms *terms, const struct number *out, int which,
              const struct number *in)
{
    (void)which;
    (void)in;
    struct factor scale = scale_factor(terms);
    if (out->col < seen(terms->tensors, out->tensor, out->row))
        terms_link(terms, 1, &scale);
}

const struct op_kind op_scale = {.pattern = "{0}[{r},{c}] / sqrt(d_k)",
                                 .row = scale_row,
                                 .terms = scale_terms,
                                 .reads = {{READS_OWN, READS_OWN}},
                                 .partial = scale_partial};

/* -- softmax --------------------------------------------------------------------------- */

void
softmax_ends(const real *z, int n, real *max, real *sum)
{
    real lane[SOFTMAX_LANES] = {0};
    *max = z[0];
    for (int j = 1; j < n; j++)
        *max = z[j] > *max ? z[j] : *max;
    for (int j = 0; j < n; j++)
        lane[j % SOFTMAX_LANES] += real_exp(z[j] - *max);
    for (int half = SOFTMAX_LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] += lane[l + half];
    *sum = lane[0];
}

static void
softmax_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    enum tensor in = t->kinds[id].in[0].tensor;
    int count = seen(t, in, r);
    real max, sum;
    t->kernels->softmax(out, tensors_row(t, in, r), count, &max, &sum);
    for (int c = count; c < tensors_cols(t, id); c++)
        out[c] = 0;
    for (int c = 0; t->hides != NULL && c < count; c++)
        if (isnan(tensors_number(t, in, r, c))) /* which real_exp does not hand on */
            for (int k = 0; k < count; k++)
                out[k] = tensors_row(t, in, r)[c];
}

static void
softmax_terms(struct terms *terms, const struct number *n)
{
    const struct tensors *t = terms->tensors;
    enum tensor in = t->kinds[n->tensor].in[0].tensor;
    int count = seen(t, in, n->row);
    real max, sum;
    softmax_ends(tensors_row(t, in, n->row), count, &max, &sum);
    for (int k = 0; k < tensors_cols(t, in); k++)
        terms_exp(terms, terms_number(terms, OF_ITSELF, in, n->row, k), max, k >= count);
    if (terms->failed)
        return;
    double numerator = terms->receipt->terms[n->col].product;
    terms_note(terms, "max", (double)max);
    terms_note(terms, "sum", (double)sum);
    terms_note(terms, "numerator", numerator);
    terms_total(terms, RECEIPT_SOFTMAX, numerator / terms->total);
}

/* Its last factor; of a weight of almost 1 what the others have says more than 1 less this one. */
static struct factor
share_factor(const struct tensors *t, enum tensor id, int r, int c, bool own)
{
    double others = 0;
    for (int k = 0; own && k < tensors_cols(t, id); k++)
        others += k == c ? 0 : tensors_computed(t, id, r, k);
    return own ? terms_constant("1 - share", others)
               : terms_constant("-share", -tensors_computed(t, id, r, c));
}

/* d A[k] / d Z[e] = A[k] ((k = e) - A[e]) */
static void
softmax_partial(struct terms *terms, const struct number *out, int which,
                const struct number *in)
{
    (void)which;
    const struct tensors *t = terms->tensors;
    int count = seen(t, in->tensor, in->row);
    if (in->col >= count || out->col >= count)
        return;
    struct factor factors[2] = {
        terms_number(terms, OF_ITSELF, out->tensor, out->row, out->col),
        share_factor(t, out->tensor, out->row, in->col, out->col == in->col)};
    terms_link(terms, 2, factors);
}

const struct op_kind op_softmax = {.pattern = "exp({0}[{r},{c}] - max) / sum",
                                   .row = softmax_row,
                                   .terms = softmax_terms,
                                   .reads = {{READS_OWN, READS_ALL}},
                                   .partial = softmax_partial};
