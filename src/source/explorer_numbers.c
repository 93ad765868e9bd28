/* Single numbers of the explorer: who set them, whether a reader may, and what would happen. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/difference.h"
#include "source/explorer.h"
#include "source/whatif.h"

bool
explorer_can_edit(const struct explorer *explorer, const struct place *place,
                  struct err *err)
{
    enum tensor_id id = place->tensor;
    const char *name = tensor_kinds[id].name;
    if (id == TENSOR_Z || id == TENSOR_A || id == TENSOR_O)
        return err_set(err,
                       "%s is only ever computed (%s); X, Q, K, V, S and parameters can "
                       "be edited",
                       name, tensor_kinds[id].formula);
    if (id == TENSOR_WK && explorer->trace.share_qk)
        return err_set(err, "Wk is a copy of Wq while qk is shared; edit Wq");
    if (id == TENSOR_WV && explorer->trace.share_kv)
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
origin_of_weight(const struct explorer *explorer, const struct place *place, char *out,
                 size_t size)
{
    static const enum projection projections[TENSOR_COUNT] = {
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
explorer_origin(const struct explorer *explorer, const struct place *place, char *out,
                size_t size)
{
    if (place->tensor == TENSOR_E)
        origin_of_embedding(explorer, place->row, place->col, out, size);
    else if (place->tensor == TENSOR_P)
        origin_of_position(place->row, place->col, out, size);
    else
        origin_of_weight(explorer, place, out, size);
}

/* -- what would happen ----------------------------------------------------------------- */

bool
what_if_make(struct what_if *what_if, const struct explorer *explorer,
             const struct place *edited, int i, int j, struct err *err)
{
    const struct trace *trace = &explorer->trace;
    struct difference_inputs inputs = {.shape = trace->shape,
                                       .masked = trace->masked,
                                       .share_qk = trace->share_qk,
                                       .share_kv = trace->share_kv,
                                       .word = trace->word,
                                       .E = trace->tensor[TENSOR_E],
                                       .P = trace->tensor[TENSOR_P],
                                       .Wq = trace->tensor[TENSOR_WQ],
                                       .Wk = trace->tensor[TENSOR_WK],
                                       .Wv = trace->tensor[TENSOR_WV],
                                       .overrides = trace->overrides};
    *what_if = (struct what_if){.edited = *edited, .watched = {TENSOR_A, i, j}};
    return derivative_of_weight(&inputs, i, j, edited, &what_if->derivative, err) &&
           difference_of_weight(&inputs, i, j, edited, WHAT_IF_STEP, &what_if->difference,
                                err);
}
