/* A sentence under a hand-built head: from choices to tensors. */
#include "source/explorer.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

static const enum tensor projected[PROJECT_COUNT] = {TENSOR_WQ, TENSOR_WK, TENSOR_WV};

bool
choice_set_text(struct explorer_choice *choice, const char *text, struct err *err)
{
    size_t length = strlen(text);
    if (length >= SENTENCE_BYTES)
        return err_set(err, "sentence: it has %zu bytes; it may have %d", length,
                       SENTENCE_BYTES - 1);
    memcpy(choice->text, text, length + 1);
    return true;
}

/* E: a row for each word: its meaning, one, and its name. The place columns stay 0. */
static void
fill_embeddings(struct explorer *explorer)
{
    struct tensors *tensors = &explorer->tensors;
    for (int w = 0; w < explorer->sentence.word_count; w++) {
        const struct word *word = &explorer->sentence.words[w];
        float *E_w = tensors->data[TENSOR_E] + w * FEATURE_COUNT;
        for (int m = 0; m < MEANING_COUNT; m++)
            E_w[FEATURE_MEANING + m] = (word->meaning >> m & 1) ? 1.0F : 0.0F;
        E_w[FEATURE_ONE] = 1.0F;
        feature_name_row(E_w + FEATURE_NAME, word->text);
    }
    for (int i = 0; i < explorer->sentence.token_count; i++) {
        tensors->map[MAP_WORD][i] = explorer->sentence.tokens[i].word;
        feature_position_row(
            tensors->data[TENSOR_P] + i * FEATURE_COUNT + FEATURE_POSITION, i);
    }
}

/* A projection of d_model rows and `width` columns. Columns that the head does not have are
 * 0; a random head draws as many as are asked for, N(0, 1/d_model), column by column, so
 * that a wider head begins with the columns of a narrower one. */
static void
fill_projection(struct explorer *explorer, enum projection which, int width, int seed)
{
    const struct head *head = explorer->head;
    float *W = explorer->tensors.data[projected[which]];
    int own = head_width(head, which);
    for (int m = 0; m < FEATURE_COUNT; m++)
        for (int c = 0; c < width; c++) {
            float *w = &W[m * width + c];
            if (head->random)
                *w = (float)(random_normal((uint64_t)seed, (uint64_t)which,
                                           (uint64_t)(c * FEATURE_COUNT + m)) /
                             sqrt(FEATURE_COUNT));
            else if (c < own)
                *w = head->weights[which][m * own + c];
        }
}

/* A hand-built head may get columns of zeros, but lose none that a line of its file set. */
static bool
check_width(const struct head *head, const struct explorer_choice *choice, int d_k,
            struct err *err)
{
    if (head->random)
        return true;
    if (choice->d_v != 0)
        return err_set(err,
                       "d_v follows the value line of %s.head; it can be set where the "
                       "head is random",
                       head->name);
    for (int m = 0; m < FEATURE_COUNT; m++)
        for (int c = d_k; c < head->d_k; c++)
            for (int which = PROJECT_Q; which <= PROJECT_K; which++) {
                int line = head->lines[which][m * head->d_k + c];
                if (line != 0)
                    return err_set(err,
                                   "d_k %d is too small for %s: line %d of %s.head sets "
                                   "column %d; %d or more would do",
                                   d_k, head->name, line, head->name, c, head->d_k);
            }
    return true;
}

/* The largest number of a tensor that is kept, by size. */
static double
largest(const struct tensors *tensors, enum tensor id)
{
    const real *numbers = tensors_whole(tensors, id);
    int count = tensors_rows(tensors, id) * tensors_cols(tensors, id);
    double most = 0;
    for (int k = 0; k < count; k++)
        most = fmax(most, fabs((double)numbers[k]));
    return most;
}

/* Whether S and Z can be nothing but finite: |S| <= d_k max|Q| max|K|. Their rows are not kept,
 * and need not be made once more then. */
static bool
scores_are_small(const struct tensors *tensors)
{
    return tensors->size[AXIS_KEY] * largest(tensors, TENSOR_Q) *
               largest(tensors, TENSOR_K) <
           (double)FLT_MAX / 2;
}

/* Fails where a number grew beyond what a float holds; a masked Z may be -infinity. */
static bool
check_finite(const struct tensors *tensors, struct err *err)
{
    bool small = scores_are_small(tensors);
    for (int k = 0; k < ATTENTION_TENSORS; k++) {
        enum tensor id = attention_tensors[k];
        const struct kind *kind = &sentence_kinds[id];
        if (small && (id == TENSOR_S || id == TENSOR_Z))
            continue;
        for (int r = 0; r < tensors_rows(tensors, id); r++) {
            const real *row = tensors_row(tensors, id, r);
            int cols =
                kind->causal && tensors->masked ? r + 1 : tensors_cols(tensors, id);
            for (int c = 0; c < cols; c++)
                if (!isfinite(row[c]))
                    return err_set(err,
                                   "a number of %s grows beyond what a float holds; the "
                                   "gains of the head are too large",
                                   kind->name);
        }
    }
    return true;
}

/* Writes the edits over the parameters; the forward pass writes them over what it computes. Either
 * notes what they replace. */
static void
apply_edits(struct explorer *explorer, const struct explorer_choice *choice)
{
    struct tensors *tensors = &explorer->tensors;
    tensors->overrides = (struct overrides){explorer->changes, choice->edit_count};
    for (int k = 0; k < choice->edit_count; k++) {
        const struct edit *edit = &choice->edits[k];
        explorer->changes[k] = (struct override){edit->place.tensor, edit->place.row,
                                                 edit->place.col, edit->value, 0};
    }
    for (int id = 0; id < TENSORS; id++)
        if (kind_is_parameter(&sentence_kinds[id]))
            tensors_override(tensors, (enum tensor)id, 0,
                             tensors_rows(tensors, (enum tensor)id), tensors->data[id]);
}

static bool
fill(struct explorer *explorer, const struct explorer_choice *choice,
     const struct library *library, const struct kernels *kernels, struct err *err)
{
    const struct head *head = &library->heads[choice->head];
    struct sentence *sentence = &explorer->sentence;
    int d_k = choice->d_k ? choice->d_k : head->d_k;
    int d_v = choice->share_kv ? d_k : choice->d_v ? choice->d_v : head->d_v;
    explorer->library = library;
    explorer->head = head;
    explorer->seed = choice->seed;
    explorer->share_kv = choice->share_kv;
    if (!check_width(head, choice, d_k, err) ||
        !sentence_parse(sentence, choice->text, &library->lexicon, &choice->corrections,
                        err))
        return false;
    int n = sentence->token_count;
    const int size[AXES] = {[AXIS_TOKEN] = n,    [AXIS_WORD] = sentence->word_count,
                            [AXIS_POSITION] = n, [AXIS_MODEL] = FEATURE_COUNT,
                            [AXIS_KEY] = d_k,    [AXIS_WIDTH] = d_v};
    struct tensors *tensors = &explorer->tensors;
    if (!tensors_init(tensors, sentence_kinds, size, TENSORS_OWN, err))
        return false;
    tensors->kernels = kernels;
    tensors->masked = choice->mask;
    tensors_share(tensors, choice->share_qk, choice->share_kv);
    fill_embeddings(explorer);
    fill_projection(explorer, PROJECT_Q, d_k, choice->seed);
    fill_projection(explorer, PROJECT_K, d_k, choice->seed);
    if (!choice->share_kv)
        fill_projection(explorer, PROJECT_V, d_v, choice->seed);
    apply_edits(explorer, choice);
    attention_forward(tensors);
    return check_finite(tensors, err);
}

struct explorer *
explorer_make(const struct explorer_choice *choice, const struct library *library,
              const struct kernels *kernels, struct err *err)
{
    struct explorer *explorer = calloc(1, sizeof *explorer);
    if (explorer == NULL) {
        err_set(err, "there is not enough memory for the sentence");
        return NULL;
    }
    if (!fill(explorer, choice, library, kernels, err)) {
        explorer_free(explorer);
        return NULL;
    }
    return explorer;
}

void
explorer_free(struct explorer *explorer)
{
    if (explorer != NULL)
        tensors_free(&explorer->tensors);
    free(explorer);
}

void
explorer_label(const struct explorer *explorer, enum axis axis, int index, char *out,
               size_t size)
{
    out[0] = '\0';
    if (axis == AXIS_TOKEN)
        sentence_name(&explorer->sentence, index, out, size);
    else if (axis == AXIS_WORD)
        snprintf(out, size, "%s", explorer->sentence.words[index].text);
    else if (axis == AXIS_MODEL)
        snprintf(out, size, "%s", feature_names[index]);
    else if (axis == AXIS_WIDTH && !explorer->share_kv)
        head_column_name(explorer->head, PROJECT_V, index, out, size);
    if (out[0] == '\0')
        snprintf(out, size, "%d", index);
}

int
explorer_first_query(const struct explorer *explorer)
{
    const struct sentence *sentence = &explorer->sentence;
    for (int i = 0; i < sentence->token_count; i++)
        if (sentence->words[sentence->tokens[i].word].meaning & MEANING(FEATURE_VERB))
            return i;
    return 0;
}

int
explorer_argmax(const struct explorer *explorer, int i)
{
    int n = explorer->tensors.size[AXIS_TOKEN], best = 0;
    const real *A_i = tensors_row(&explorer->tensors, TENSOR_A, i);
    for (int j = 1; j < n; j++)
        if (A_i[j] > A_i[best])
            best = j;
    return best;
}
