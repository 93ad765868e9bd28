/* X = E + P: a row of each input, added up. */
#include <string.h>

#include "core/op.h"

static void
row(const struct tensors *t, enum tensor id, int r, real *out)
{
    const struct kind *kind = &t->kinds[id];
    size_t cols = (size_t)tensors_cols(t, id);
    int from = tensors_input_row(t, &kind->in[0], r);
    memcpy(out, tensors_row(t, kind->in[0].tensor, from), cols * sizeof *out);
    for (int k = 1; k < kind->inputs; k++) {
        from = tensors_input_row(t, &kind->in[k], r);
        const real *in = from < 0 ? NULL : tensors_row(t, kind->in[k].tensor, from);
        for (size_t c = 0; in != NULL && c < cols; c++)
            out[c] += in[c];
    }
}

static void
add_terms(struct terms *terms, const struct number *n)
{
    const struct kind *kind = &terms->tensors->kinds[n->tensor];
    for (int k = 0; k < kind->inputs; k++) {
        int from = tensors_input_row(terms->tensors, &kind->in[k], n->row);
        if (from < 0)
            continue;
        struct factor in =
            terms_number(terms, OF_ITSELF, kind->in[k].tensor, from, n->col);
        terms_add(terms, 1, &in);
    }
}

static void
partial(struct terms *terms, const struct number *out, int which, const struct number *in)
{
    (void)out;
    (void)which;
    (void)in;
    terms_link(terms, 0, NULL);
}

const struct op_kind op_sum = {.pattern = "{0} + {1}",
                               .row = row,
                               .terms = add_terms,
                               .reads = {{READS_OWN, READS_OWN}, {READS_OWN, READS_OWN}},
                               .partial = partial};
