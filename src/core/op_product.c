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

/* The place of the right factor of term m of column c. */
static struct factor
right_factor(struct terms *terms, enum of of, enum tensor id, int m, int c)
{
    enum tensor right = terms->tensors->kinds[id].in[1].tensor;
    return is_transposed(terms->tensors, id) ? terms_number(terms, of, right, c, m)
                                             : terms_number(terms, of, right, m, c);
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
                                    right_factor(terms, OF_ITSELF, n->tensor, m, n->col)};
        terms_add(terms, 2, factors);
    }
    if (!kind->scaled)
        return;
    terms_note(terms, "1/sqrt(d_k)", scale_of(t));
    terms_total(terms, RECEIPT_SCALED_DOT, (double)(terms->running * (real)scale_of(t)));
}

/* out[r,c] = sum over m of left[r,m] right[m,c]:
 *     d left[r,m]  = sum over c of d out[r,c] right[m,c]
 *     d right[m,c] = sum over r of d out[r,c] left[r,m] */
static void
slopes(struct terms *terms, enum tensor user, int which, const struct number *in)
{
    const struct tensors *t = terms->tensors;
    const struct kind *kind = &t->kinds[user];
    bool transposed = is_transposed(t, user);
    struct factor factors[2] = {{0}, terms_constant("1/sqrt(d_k)", scale_of(t))};
    int count = kind->scaled ? 2 : 1;
    int m = which == 1 && !transposed ? in->row : in->col;
    int only = which == 0   ? -1
               : transposed ? in->row
                            : in->col; /* column of the result */
    for (int r = terms->first[user]; r <= terms->last[user]; r++) {
        int from = tensors_input_row(t, &kind->in[0], r);
        if (which == 1) {
            factors[0] = terms_number(terms, OF_ITSELF, kind->in[0].tensor, from, m);
            terms_chain(terms, user, r, only, count, factors);
            continue;
        }
        for (int c = 0; from == in->row && c < tensors_cols(t, user); c++) {
            factors[0] = right_factor(terms, OF_ITSELF, user, m, c);
            terms_chain(terms, user, r, c, count, factors);
        }
    }
}

/* u out = sum over m of u left right + left u right */
static void
change(struct terms *terms, const struct number *n)
{
    const struct tensors *t = terms->tensors;
    const struct kind *kind = &t->kinds[n->tensor];
    enum tensor left = kind->in[0].tensor;
    int from = tensors_input_row(t, &kind->in[0], n->row);
    for (int m = 0; m < tensors_cols(t, left); m++)
        for (int side = 0; side < 2; side++) {
            enum of a = side == 0 ? OF_CHANGE : OF_ITSELF;
            enum of b = side == 0 ? OF_ITSELF : OF_CHANGE;
            struct factor factors[3] = {terms_number(terms, a, left, from, m),
                                        right_factor(terms, b, n->tensor, m, n->col),
                                        terms_constant("1/sqrt(d_k)", scale_of(t))};
            terms_add(terms, kind->scaled ? 3 : 2, factors);
        }
}

const struct op_kind op_product = {.pattern = "sum over k of {0}[{r},k] {1}[k,{c}]",
                                   .row = row,
                                   .terms = add_terms,
                                   .slopes = slopes,
                                   .change = change,
                                   .whole = 2};
