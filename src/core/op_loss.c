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

/* d loss / d L[v] = p[v] - (v = answer): p as the softmax of L, not what was set over it by
 * hand. */
static void
loss_partial(struct terms *terms, const struct number *out, int which,
             const struct number *in)
{
    (void)which;
    const struct tensors *t = terms->tensors;
    enum tensor p = t->kinds[out->tensor].in[1].tensor;
    struct factor minus = terms_constant("-1", -1);
    struct factor share =
        overrides_find(&t->overrides, p, in->row, in->col) == NULL
            ? terms_number(terms, OF_ITSELF, p, in->row, in->col)
            : terms_constant("softmax of L", tensors_computed(t, p, in->row, in->col));
    terms_link(terms, 1, &share);
    if (in->col == answer_of(t, in->row))
        terms_link(terms, 1, &minus);
}

const struct op_kind op_loss = {.pattern =
                                    "log(sum of exp({0} - max)) - ({0}[answer] - max)",
                                .row = loss_row,
                                .terms = loss_terms,
                                .reads = {{READS_OWN, READS_ALL}},
                                .partial = loss_partial};

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
