/* Q = X Wq, O = A V; transposed, S = Q K^T; scaled, Zt = Qt Kt^T / sqrt(d_k). */
#include "core/op.h"

static bool
is_transposed(const struct tensors *t, enum tensor id)
{
    return t->kinds[id].op == OP_PRODUCT_T;
}

static double
scale_of(const struct tensors *t)
{
    return (double)attention_scale(t->size[AXIS_KEY]);
}

/* out[c] = sum over m of left[m] right[m,c], or right[c,m] where that is transposed */
static void
row(const struct tensors *t, enum tensor id, int r, real *out)
{
    const struct kind *kind = &t->kinds[id];
    enum tensor left = kind->in[0].tensor;
    int M = tensors_cols(t, left), C = tensors_cols(t, id);
    const real *b = tensors_whole(t, kind->in[1].tensor);
    const real *a = tensors_row(t, left, tensors_input_row(t, &kind->in[0], r));
    if (is_transposed(t, id))
        t->kernels->matmul_transposed(out, a, b, 1, M, C);
    else
        t->kernels->matmul(out, a, b, 1, M, C);
    for (int c = 0; kind->scaled && c < C; c++)
        out[c] *= attention_scale(t->size[AXIS_KEY]);
}

/* The right factor of term m of column c. */
static struct factor
right_factor(struct terms *terms, enum tensor id, int m, int c)
{
    enum tensor right = terms->tensors->kinds[id].in[1].tensor;
    return is_transposed(terms->tensors, id)
               ? terms_number(terms, OF_ITSELF, right, c, m)
               : terms_number(terms, OF_ITSELF, right, m, c);
}

static void
add_terms(struct terms *terms, const struct number *n)
{
    const struct tensors *t = terms->tensors;
    const struct kind *kind = &t->kinds[n->tensor];
    enum tensor left = kind->in[0].tensor;
    int from = tensors_input_row(t, &kind->in[0], n->row);
    for (int m = 0; m < tensors_cols(t, left); m++) {
        struct factor factors[2] = {terms_number(terms, OF_ITSELF, left, from, m),
                                    right_factor(terms, n->tensor, m, n->col)};
        terms_add(terms, 2, factors);
    }
    if (!kind->scaled)
        return;
    terms_note(terms, "1/sqrt(d_k)", scale_of(t));
    terms_total(terms, RECEIPT_SCALED_DOT, (double)(terms->running * (real)scale_of(t)));
}

/* out[r,c] = sum over m of left[r,m] right[m,c]: of either factor the other one. */
static void
partial(struct terms *terms, const struct number *out, int which, const struct number *in)
{
    const struct tensors *t = terms->tensors;
    const struct kind *kind = &t->kinds[out->tensor];
    int m = which == 1 && !is_transposed(t, out->tensor) ? in->row : in->col;
    int from = tensors_input_row(t, &kind->in[0], out->row);
    struct factor factors[2] = {
        which == 1 ? terms_number(terms, OF_ITSELF, kind->in[0].tensor, from, m)
                   : right_factor(terms, out->tensor, m, out->col),
        terms_constant("1/sqrt(d_k)", scale_of(t))};
    terms_link(terms, kind->scaled ? 2 : 1, factors);
}

static const char PATTERN[] = "sum over k of {0}[{r},k] {1}[k,{c}]";

const struct op_kind op_product = {
    .pattern = PATTERN,
    .row = row,
    .terms = add_terms,
    .reads = {{READS_OWN, READS_ALL}, {READS_ALL, READS_OWN}},
    .partial = partial};

const struct op_kind op_product_t = {
    .pattern = PATTERN,
    .row = row,
    .terms = add_terms,
    .reads = {{READS_OWN, READS_ALL}, {READS_OTHER, READS_ALL}},
    .partial = partial};
