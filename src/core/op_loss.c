/* loss = log(sum of exp(L - max)) - (L[answer] - max), and whether L is right. The second input
 * of the loss is the softmax of the first, which its slopes are written with. */
#include <math.h>

#include "core/op.h"

static int
answer_of(const struct tensors *t, int r)
{
    return t->map[MAP_ANSWER][r];
}

/* -- cross-entropy --------------------------------------------------------------------- */

static void
loss_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    enum tensor in = t->kinds[id].in[0].tensor;
    const real *L = tensors_row(t, in, r);
    real max, sum;
    softmax_ends(L, tensors_cols(t, in), &max, &sum);
    out[0] = real_log(sum) - (L[answer_of(t, r)] - max);
}

static void
loss_terms(struct terms *terms, const struct number *n)
{
    const struct tensors *t = terms->tensors;
    enum tensor in = t->kinds[n->tensor].in[0].tensor;
    real max, sum;
    softmax_ends(tensors_row(t, in, n->row), tensors_cols(t, in), &max, &sum);
    for (int v = 0; v < tensors_cols(t, in); v++)
        terms_exp(terms, terms_number(terms, OF_ITSELF, in, n->row, v), max, false);
    if (terms->failed)
        return;
    struct receipt *receipt = terms->receipt;
    double answer = receipt->terms[answer_of(t, n->row)].factors[0].value;
    terms_note(terms, "max", (double)max);
    terms_note(terms, "sum", (double)sum);
    terms_note(terms, "answer", answer);
    receipt->magnitude += fabs(answer - (double)max);
    terms_total(terms, RECEIPT_LOSS, log(terms->total) - (answer - (double)max));
}

/* p[v], which the loss follows from only as the softmax of L: not where it was set by hand. */
static struct factor
softmax_factor(const struct terms *terms, enum tensor p, int row, int v)
{
    const struct tensors *t = terms->tensors;
    return overrides_find(&t->overrides, p, row, v) == NULL
               ? terms_number(terms, OF_ITSELF, p, row, v)
               : terms_constant("softmax of L", tensors_computed(t, p, row, v));
}

/* d L[v] = d loss (p[v] - (v = answer)) */
static void
loss_slopes(struct terms *terms, enum tensor user, int which, const struct number *in)
{
    (void)which;
    enum tensor p = terms->tensors->kinds[user].in[1].tensor;
    struct factor share = softmax_factor(terms, p, in->row, in->col);
    struct factor minus = terms_constant("-1", -1);
    if (in->row < terms->first[user] || in->row > terms->last[user])
        return;
    terms_chain(terms, user, in->row, 0, 1, &share);
    if (in->col == answer_of(terms->tensors, in->row))
        terms_chain(terms, user, in->row, 0, 1, &minus);
}

static void
loss_change(struct terms *terms, const struct number *n)
{
    const struct tensors *t = terms->tensors;
    const struct kind *kind = &t->kinds[n->tensor];
    enum tensor in = kind->in[0].tensor, p = kind->in[1].tensor;
    for (int v = 0; v < tensors_cols(t, in); v++) {
        struct factor factors[2] = {terms_number(terms, OF_CHANGE, in, n->row, v),
                                    softmax_factor(terms, p, n->row, v)};
        terms_add(terms, 2, factors);
        factors[1] = terms_constant("-1", -1);
        if (v == answer_of(t, n->row))
            terms_add(terms, 2, factors);
    }
}

const struct op_kind op_loss = {.pattern =
                                    "log(sum of exp({0} - max)) - ({0}[answer] - max)",
                                .row = loss_row,
                                .terms = loss_terms,
                                .slopes = loss_slopes,
                                .change = loss_change};

/* -- right ----------------------------------------------------------------------------- */

/* The first of the largest. */
static int
largest(const real *L, int count)
{
    int best = 0;
    for (int v = 1; v < count; v++)
        best = L[v] > L[best] ? v : best;
    return best;
}

static void
right_row(const struct tensors *t, enum tensor id, int r, real *out)
{
    enum tensor in = t->kinds[id].in[0].tensor;
    int best = largest(tensors_row(t, in, r), tensors_cols(t, in));
    out[0] = best == answer_of(t, r) ? 1 : 0;
}

static void
right_terms(struct terms *terms, const struct number *n)
{
    const struct tensors *t = terms->tensors;
    enum tensor in = t->kinds[n->tensor].in[0].tensor;
    int best = largest(tensors_row(t, in, n->row), tensors_cols(t, in));
    for (int v = 0; v < tensors_cols(t, in); v++) {
        struct factor logit = terms_number(terms, OF_ITSELF, in, n->row, v);
        terms_add(terms, 1, &logit);
    }
    terms_note(terms, "largest", best);
    terms_note(terms, "answer", answer_of(t, n->row));
    terms_total(terms, RECEIPT_RIGHT, best == answer_of(t, n->row) ? 1 : 0);
}

const struct op_kind op_right = {.pattern = "1 where the largest of {0} is the answer's",
                                 .row = right_row,
                                 .terms = right_terms};
