/* Single numbers of the explorer: who set them, whether a reader may, and what would happen. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/mirror.h"
#include "core/terms.h"
#include "source/explorer.h"

bool
explorer_can_edit(const struct explorer *explorer, const struct number *place,
                  struct err *err)
{
    enum tensor id = place->tensor;
    const char *name = sentence_kinds[id].name;
    if (id > TENSOR_S)
        return err_set(err,
                       "%s is only ever computed (%s); X, Q, K, V, S and parameters can "
                       "be edited",
                       name, sentence_kinds[id].about);
    if (id == TENSOR_WK && tensors_share_qk(&explorer->tensors))
        return err_set(err, "Wk is a copy of Wq while qk is shared; edit Wq");
    if (id == TENSOR_WV && explorer->share_kv)
        return err_set(err, "Wv is a copy of Wk while kv is shared; edit Wk");
    return true;
}

/* -- who set it ------------------------------------------------------------------------ */

static void
origin_of_embedding(const struct explorer *explorer, int row, int col, char *out,
                    size_t size)
{
    const struct word *word = &explorer->sentence.words[row];
    int line = lexicon_line(&explorer->library->lexicon, word->text);
    if (col >= FEATURE_POSITION)
        snprintf(out, size, "always 0: the place is in P");
    else if (col >= FEATURE_NAME)
        snprintf(out, size, "the hash of \"%s\", of length 1", word->text);
    else if (col == FEATURE_ONE)
        snprintf(out, size, "1 for every word");
    else if (word->corrected)
        snprintf(out, size, "the command word %s", word->text);
    else if (word->guessed)
        snprintf(out, size, "a guess from the ending of \"%s\"", word->text);
    else
        snprintf(out, size, "the lexicon, line %d", line);
}

static void
origin_of_position(int row, int col, char *out, size_t size)
{
    if (col < FEATURE_POSITION) {
        snprintf(out, size, "always 0: the word is in E");
        return;
    }
    int which = (col - FEATURE_POSITION) / 2;
    snprintf(out, size, "%s(2 pi x %d / %d)",
             (col - FEATURE_POSITION) % 2 ? "cos" : "sin", row, feature_periods[which]);
}

static void
origin_of_weight(const struct explorer *explorer, const struct number *place, char *out,
                 size_t size)
{
    static const enum projection projections[TENSORS] = {
        [TENSOR_WQ] = PROJECT_Q, [TENSOR_WK] = PROJECT_K, [TENSOR_WV] = PROJECT_V};
    const struct head *head = explorer->head;
    enum projection which = projections[place->tensor];
    int width = head_width(head, which);
    if (head->random) {
        snprintf(out, size, "drawn from N(0, 1/%d), seed %d", FEATURE_COUNT,
                 explorer->seed);
        return;
    }
    int line =
        place->col < width ? head->lines[which][place->row * width + place->col] : 0;
    if (line > 0)
        snprintf(out, size, "%s.head, line %d", head->name, line);
    else if (place->col < width)
        snprintf(out, size, "0, since no line of %s.head sets it", head->name);
    else
        snprintf(out, size, "0, a column that set d_k added");
}

void
explorer_origin(const struct explorer *explorer, const struct number *place, char *out,
                size_t size)
{
    if (place->tensor == TENSOR_E)
        origin_of_embedding(explorer, place->row, place->col, out, size);
    else if (place->tensor == TENSOR_P)
        origin_of_position(place->row, place->col, out, size);
    else
        origin_of_weight(explorer, place, out, size);
}

/* -- values and receipts --------------------------------------------------------------- */

bool
explorer_has(const struct explorer *explorer, const struct number *target,
             const struct number *number)
{
    return number->in == IN_TEXT && number->example == 0 && number->when == 0 &&
           tensors_has(&explorer->tensors, number) &&
           (number->of == OF_ITSELF || number->of == OF_CHANGE ||
            (number->of == OF_SLOPE && number->tensor <= target->tensor));
}

static struct derivatives *
derivatives_of(const struct explorer *explorer, const struct number *target,
               struct err *err)
{
    struct derivatives_inputs inputs = mirror_inputs(&explorer->tensors);
    inputs.edits = inputs.overrides;
    return derivatives_make(&inputs, target, err);
}

bool
explorer_numbers(const struct explorer *explorer, const struct number *target,
                 const struct number *number, int count, double *values, struct err *err)
{
    struct derivatives *derivatives = NULL;
    struct number one = *number;
    bool done = number->of == OF_ITSELF ||
                (derivatives = derivatives_of(explorer, target, err)) != NULL;
    for (int k = 0; done && k < count; k++, one.col++)
        if (derivatives != NULL)
            done = derivatives_number(derivatives, &one, &values[k], err);
        else
            values[k] = tensors_at(&explorer->tensors, &one);
    derivatives_free(derivatives);
    return done;
}

bool
explorer_receipt(const struct explorer *explorer, const struct number *target,
                 const struct number *number, struct receipt *receipt, struct err *err)
{
    if (number->of == OF_ITSELF)
        return tensors_receipt(&explorer->tensors, number, receipt, err);
    struct derivatives *derivatives = derivatives_of(explorer, target, err);
    bool done =
        derivatives != NULL && derivatives_receipt(derivatives, number, receipt, err);
    derivatives_free(derivatives);
    return done;
}

bool
explorer_difference(const struct explorer *explorer, const struct number *target,
                    const struct number *number, double *slope, struct err *err)
{
    struct derivatives *derivatives = derivatives_of(explorer, target, err);
    bool done = derivatives != NULL &&
                derivatives_difference(derivatives, number, DIFFERENCE_STEP, slope, err);
    derivatives_free(derivatives);
    return done;
}
