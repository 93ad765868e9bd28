/* Opened numbers of the lookup task in words and formulas. */
#include <math.h>
#include <stdio.h>

#include "view/formula.h"
#include "view/lookup_receipt.h"

/* -- what a number is ------------------------------------------------------------------ */

static void
mean_number(const struct app *app, const struct lookup_spot *spot, struct text *text)
{
    const struct lookup_store meant = lookup_store_meant(app, spot), *store = &meant;
    const struct lookup_place *place = &spot->place;
    int entries = app->trainer->run.settings.entries, row = place->row, col = place->col;
    switch (place->tensor) {
    case LOOKUP_ET:
        text_add(text, "column %d of the embedding of tag %d", col, row);
        break;
    case LOOKUP_EV:
        text_add(text, "column %d of the embedding of value %d", col, row);
        break;
    case LOOKUP_WQ:
    case LOOKUP_WK:
    case LOOKUP_WV:
    case LOOKUP_WO:
        text_add(text, "a number of the %s", lookup_tensors[place->tensor].formula);
        break;
    case LOOKUP_X:
        if (row == entries)
            text_add(text, "column %d of the query, tag %d", col,
                     store->tag[store->asked]);
        else
            text_add(text, "column %d of entry %d, %d:%d", col, row, store->tag[row],
                     store->value[row]);
        break;
    case LOOKUP_Q:
        text_add(text, "column %d of what the query asks for", col);
        break;
    case LOOKUP_K:
        text_add(text, "column %d of what entry %d answers to", col, row);
        break;
    case LOOKUP_V:
        text_add(text, "column %d of what entry %d hands over", col, row);
        break;
    case LOOKUP_S:
        text_add(text, "how well entry %d answers the query", col);
        break;
    case LOOKUP_Z:
        text_add(text, "the score of entry %d, scaled", col);
        break;
    case LOOKUP_A:
        text_add(text, "the share of the attention that goes to entry %d", col);
        break;
    case LOOKUP_O:
        text_add(text, "column %d of what the head hands over", col);
        break;
    case LOOKUP_L:
        text_add(text, "how much speaks for value %d", col);
        break;
    case LOOKUP_P:
        text_add(text, "the probability of value %d", col);
        break;
    case LOOKUP_LOSS:
        text_add(text, "minus the logarithm of the probability of the right value");
        break;
    case LOOKUP_QT:
        text_add(text, "column %d of what tag %d asks for", col, row);
        break;
    case LOOKUP_KT:
        text_add(text, "column %d of what tag %d adds to a key", col, row);
        break;
    case LOOKUP_ZT:
        text_add(text, "the score that tag %d in an entry gets when tag %d is asked for",
                 col, row);
        break;
    case LOOKUP_TENSORS:
        break;
    }
}

/* Which example it is: its store, and the tag that is asked for. */
static void
mean_example(const struct app *app, const struct lookup_spot *spot, struct text *text)
{
    struct lookup_store store = lookup_store_meant(app, spot);
    if (spot->example == 0)
        return;
    text_add(text, "; example %d of the batch:", spot->example);
    for (int e = 0; e < app->trainer->run.settings.entries; e++)
        text_add(text, " %d:%d", store.tag[e], store.value[e]);
    text_add(text, ", asked is %d", store.tag[store.asked]);
}

void
lookup_meaning(const struct app *app, const struct lookup_spot *spot, struct text *text)
{
    struct lookup_spot number = {spot->place, LOOKUP_NUMBER, 0};
    char name[ADDRESS_BYTES];
    lookup_address_of(&app->trainer->trace.shape, &number, name, sizeof name);
    struct lookup_settings settings = trainer_settings(app->trainer);
    switch (spot->of) {
    case LOOKUP_NUMBER:
        mean_number(app, spot, text);
        mean_example(app, spot, text);
        break;
    case LOOKUP_SLOPE:
        text_add(text, "how the %sloss changes with %s",
                 spot->example > 0 ? "" : "watched ", name);
        mean_example(app, spot, text);
        break;
    case LOOKUP_GRADIENT:
        text_add(text, "step %d's batch of %d: how its mean loss changes with %s",
                 app->trainer->state.step, settings.batch, name);
        break;
    case LOOKUP_CHANGE:
        text_add(text, "what the coming step, %d, adds to %s",
                 app->trainer->state.step + 1, name);
        break;
    case LOOKUP_MEAN:
        text_add(text, "the loss of step %d: the mean over its batch of %d examples",
                 app->trainer->state.step, settings.batch);
        break;
    }
}

void
lookup_origin(const struct app *app, const struct lookup_spot *spot, struct text *text)
{
    const struct trainer *trainer = app->trainer;
    const struct run *run = &trainer->run;
    int step = trainer->state.step;
    for (int k = 0; k < run->change_count; k++)
        if (run->changes[k].step == step && run->changes[k].kind == CHANGE_NUMBER &&
            lookup_spot_equal(
                &(struct lookup_spot){run->changes[k].place, LOOKUP_NUMBER, 0}, spot)) {
            text_add(text, "set by hand at step %d", step);
            return;
        }
    if (step > 0)
        text_add(text, "step %d of training", step);
    else {
        bool embedding =
            spot->place.tensor == LOOKUP_ET || spot->place.tensor == LOOKUP_EV;
        int rows = lookup_rows(&trainer->trace.shape, spot->place.tensor);
        text_add(text, "drawn from N(0, %.4g²), seed %d",
                 embedding ? run->settings.init : 1 / sqrt(rows), run->settings.seed);
    }
}

/* -- formulas -------------------------------------------------------------------------- */

void
lookup_formula(const struct lookup_receipt *receipt, struct text *text)
{
    static const char *const numbers[LOOKUP_TENSORS] = {
        [LOOKUP_X] = "X[e,m] = Et[tag e,m] + Ev[value e,m]; of the query Et alone",
        [LOOKUP_Q] = "Q[query,c] = sum over m of X[query,m] × Wq[m,c]",
        [LOOKUP_K] = "K[e,c] = sum over m of X[e,m] × Wk[m,c]",
        [LOOKUP_V] = "V[e,c] = sum over m of X[e,m] × Wv[m,c]",
        [LOOKUP_S] = "S[query,e] = sum over c of Q[query,c] × K[e,c]",
        [LOOKUP_Z] = "Z[query,e] = S[query,e] × 1/√d_k",
        [LOOKUP_A] = "A[query,e] = exp(Z[query,e] - max) / sum",
        [LOOKUP_O] = "O[query,c] = sum over e of A[query,e] × V[e,c]",
        [LOOKUP_L] = "L[query,v] = sum over c of O[query,c] × Wo[c,v]",
        [LOOKUP_P] = "p[query,v] = exp(L[query,v] - max) / sum",
        [LOOKUP_LOSS] = "loss = log(sum of exp(L - max)) - (L[answer] - max)",
        [LOOKUP_QT] = "Qt[t,c] = sum over m of Et[t,m] × Wq[m,c]",
        [LOOKUP_KT] = "Kt[t,c] = sum over m of Et[t,m] × Wk[m,c]",
        [LOOKUP_ZT] = "Zt[t,u] = sum over c of Qt[t,c] × Kt[u,c], × 1/√d_k"};
    static const char *const slopes[LOOKUP_TENSORS] = {
        [LOOKUP_ET] = "dEt = sum of dX over the rows with this tag",
        [LOOKUP_EV] = "dEv = sum of dX over the rows with this value",
        [LOOKUP_WQ] = "dWq[m,c] = dQ[query,c] × X[query,m]",
        [LOOKUP_WK] = "dWk[m,c] = sum over e of dK[e,c] × X[e,m]",
        [LOOKUP_WV] = "dWv[m,c] = sum over e of dV[e,c] × X[e,m]",
        [LOOKUP_WO] = "dWo[c,v] = dL[query,v] × O[query,c]",
        [LOOKUP_X] = "dX = dK Wkᵀ + dV Wvᵀ; of the query dQ Wqᵀ",
        [LOOKUP_Q] = "dQ[query,c] = sum over e of dS[query,e] × K[e,c]",
        [LOOKUP_K] = "dK[e,c] = dS[query,e] × Q[query,c]",
        [LOOKUP_V] = "dV[e,c] = dO[query,c] × A[query,e]",
        [LOOKUP_S] = "dS[query,e] = dZ[query,e] × 1/√d_k",
        [LOOKUP_Z] = "dZ[query,e] = A[query,e] × (dA[query,e] - sum of dA × A)",
        [LOOKUP_A] = "dA[query,e] = sum over c of dO[query,c] × V[e,c]",
        [LOOKUP_O] = "dO[query,c] = sum over v of dL[query,v] × Wo[c,v]",
        [LOOKUP_L] = "dL[query,v] = p[query,v] - 1 where v is the answer"};
    enum lookup_tensor id = receipt->spot.place.tensor;
    const char *words = NULL;
    if (receipt->kind == LOOKUP_RECEIPT_COPY)
        words = "the matrix is shared: the same number as";
    else if (receipt->kind == LOOKUP_RECEIPT_PARAMETER)
        words = "the next step's value = this one + u";
    else if (receipt->kind == LOOKUP_RECEIPT_ADAM)
        words = "u = -lr × m / (√v + 1e-8), m and v corrected for their start at 0";
    else if (receipt->kind == LOOKUP_RECEIPT_MEAN)
        words = receipt->spot.of == LOOKUP_MEAN
                    ? "mean_loss = sum over the examples of the batch of loss × 1/batch"
                    : "g = sum over the examples of the batch of d × 1/batch";
    else
        words = receipt->spot.of == LOOKUP_SLOPE ? slopes[id] : numbers[id];
    text_add(text, "%s", words != NULL ? words : "");
}

static void
add_factor(const struct app *app, const struct lookup_factor *factor, struct text *text)
{
    char name[ADDRESS_BYTES];
    lookup_factor_name(&app->trainer->trace.shape, factor, name, sizeof name);
    text_add(text, "%s", name);
}

/* The parts of u with their numbers. */
static void
short_change(const struct lookup_receipt *receipt, struct text *text)
{
    text_add(text, "-%.4g × %.4g / (%.4g + 1e-8)", lookup_receipt_constant(receipt, "lr"),
             lookup_receipt_constant(receipt, "m corrected"),
             lookup_receipt_constant(receipt, "root v corrected"));
}

void
lookup_short(const struct app *app, const struct lookup_receipt *receipt,
             struct text *text)
{
    char number[FIGURE_BYTES], other[FIGURE_BYTES];
    int largest = lookup_receipt_largest(receipt);
    if (receipt->is_override) {
        formula_number(number, receipt->total);
        text_add(text, "set by hand; it would have been %s", number);
    } else if (receipt->kind == LOOKUP_RECEIPT_PARAMETER) {
        lookup_origin(app, &receipt->spot, text);
        formula_number(number, receipt->terms[1].product);
        text_add(text, "; the coming step adds %s", number);
    } else if (receipt->kind == LOOKUP_RECEIPT_ADAM)
        short_change(receipt, text);
    else if (receipt->kind == LOOKUP_RECEIPT_SOFTMAX) {
        formula_number(number, lookup_receipt_constant(receipt, "numerator"));
        formula_number(other, lookup_receipt_constant(receipt, "sum"));
        text_add(text, "exp(");
        add_factor(app, &receipt->terms[largest].factors[0], text);
        text_add(text, " - max) / sum = %s / %s", number, other);
    } else if (largest < 0)
        lookup_formula(receipt, text);
    else if (receipt->term_count <= 2)
        for (int k = 0; k < receipt->term_count; k++)
            for (int f = 0; f < receipt->terms[k].factor_count; f++) {
                text_add(text, "%s", f > 0 ? " × " : k > 0 ? " + " : "");
                add_factor(app, &receipt->terms[k].factors[f], text);
            }
    else {
        formula_number(number, receipt->terms[largest].product);
        text_add(text, "%d terms, the largest %s: ", receipt->term_count, number);
        for (int f = 0; f < receipt->terms[largest].factor_count; f++) {
            text_add(text, "%s", f > 0 ? " × " : "");
            add_factor(app, &receipt->terms[largest].factors[f], text);
        }
    }
}
