/* A score taken apart by what the columns of Q and K read. */
#include "view/words/describe.h"

#include <stdio.h>
#include <string.h>

enum { GROUPS_MAX = 8, GROUP_BYTES = 40 };

struct groups {
    char name[GROUPS_MAX][GROUP_BYTES];
    int count;
    bool overflow; /* more kinds of columns than groups */
};

/* What a column reads: "place", "name", or the features themselves. Empty: nothing. */
static void
name_group(const struct head *head, int column, char out[GROUP_BYTES])
{
    char name[GROUP_BYTES];
    head_column_name(head, PROJECT_K, column, name, sizeof name);
    bool place = strncmp(name, "sin", 3) == 0 || strncmp(name, "cos", 3) == 0;
    bool is_name = strncmp(name, "id", 2) == 0;
    snprintf(out, GROUP_BYTES, "%s", place ? "place" : is_name ? "name" : name);
}

/* The group of a column, made where it is new; -1 for none. */
static int
find_group(struct groups *groups, const struct head *head, int column)
{
    char name[GROUP_BYTES];
    if (column >= head->d_k)
        return -1;
    name_group(head, column, name);
    if (name[0] == '\0')
        return -1;
    for (int g = 0; g < groups->count; g++)
        if (strcmp(groups->name[g], name) == 0)
            return g;
    if (groups->count == GROUPS_MAX) {
        groups->overflow = true;
        return -1;
    }
    memcpy(groups->name[groups->count], name, sizeof name);
    return groups->count++;
}

/* Adds q_c k_c into the group of each column c. */
static void
sum_groups(const struct explorer *explorer, int i, int j, struct groups *groups,
           double sums[GROUPS_MAX])
{
    int dk = explorer->tensors.size[AXIS_KEY];
    const real *q = tensors_row(&explorer->tensors, TENSOR_Q, i);
    const real *k = tensors_row(&explorer->tensors, TENSOR_K, j);
    for (int g = 0; g < GROUPS_MAX; g++)
        sums[g] = 0;
    for (int c = 0; c < dk; c++) {
        int group = find_group(groups, explorer->head, c);
        if (group >= 0)
            sums[group] += (double)q[c] * (double)k[c];
    }
}

/* The groups of a score that are not 0 as they are printed, as bits. */
static unsigned
telling_groups(const struct groups *groups, const double sums[GROUPS_MAX])
{
    unsigned telling = 0;
    for (int g = 0; g < groups->count; g++)
        if (sums[g] >= 0.005 || sums[g] <= -0.005)
            telling |= 1u << g;
    return telling;
}

/* "cat scores 39.54: noun 12.00 + place 27.54", and for the second "mouse 33.06: 12.00 + 21.06"
 * where the same groups tell. Returns the groups that did.
 * `before`: those of the first, with bit GROUPS_MAX set; 0 for the first itself. */
static unsigned
add_key(const struct explorer *explorer, int i, int j, unsigned before,
        struct groups *groups, struct prose *prose)
{
    bool first = before == 0;
    char name[LABEL_BYTES];
    double sums[GROUPS_MAX];
    int said = 0;
    struct number number = text_number_at(TENSOR_S, i, j);
    double score = tensors_at(&explorer->tensors, &number);
    sum_groups(explorer, i, j, groups, sums);
    sentence_name(&explorer->sentence, j, name, sizeof name);
    text_add(&prose->text, "%s%s%s %.2f:", first ? "" : "; ", name,
             first ? " scores" : "", score);
    prose_tag(prose, number);
    unsigned telling = telling_groups(groups, sums);
    bool several = (telling & (telling - 1)) != 0;
    bool same =
        several && telling == (before & ~(1u << GROUPS_MAX)); /* top bit: not the first */
    for (int g = 0; g < groups->count; g++) {
        if (!(telling & 1u << g))
            continue;
        bool minus = said > 0 && sums[g] < 0; /* a - b, but -b where it stands first */
        text_add(&prose->text, "%s %s%s%.2f",
                 said == 0 ? ""
                 : minus   ? " -"
                           : " +",
                 same ? "" : groups->name[g], same ? "" : " ",
                 minus ? -sums[g] : sums[g]);
        prose_tag(prose, number);
        said++;
    }
    if (said == 0)
        text_add(&prose->text, " nothing that is asked for");
    return telling;
}

/* Whether the head asks something of some words, by their meaning, but nothing of this one. */
static bool
asks_by_place_only(const struct explorer *explorer, int i)
{
    int dk = explorer->tensors.size[AXIS_KEY];
    const struct tensors *tensors = &explorer->tensors;
    const real *X_i = tensors_row(tensors, TENSOR_X, i);
    bool reads_meaning = false;
    for (int m = 0; m < MEANING_COUNT; m++)
        for (int c = 0; c < dk; c++)
            if (tensors_number(tensors, TENSOR_WQ, m, c) != 0) {
                reads_meaning = true;
                if (X_i[m] != 0)
                    return false;
            }
    return reads_meaning;
}

/* The key with the largest weight of row i other than `not`. */
static int
hardest_but(const struct explorer *explorer, int i, int not )
{
    int n = explorer->tensors.size[AXIS_TOKEN], best = -1;
    const real *A_i = tensors_row(&explorer->tensors, TENSOR_A, i);
    for (int j = 0; j < n; j++)
        if (j != not &&(best < 0 || A_i[j] > A_i[best]))
            best = j;
    return best;
}

void
explain_scores(const struct explorer *explorer, int i, struct prose *prose)
{
    struct groups groups = {.count = 0};
    char name[LABEL_BYTES];
    int n = explorer->tensors.size[AXIS_TOKEN];
    int first = explorer_argmax(explorer, i), second = hardest_but(explorer, i, first);
    if (explorer->head->random) {
        text_add(&prose->text,
                 "Every column of a random head reads a little of everything.\n");
        return;
    }
    sentence_name(&explorer->sentence, i, name, sizeof name);
    const real *q = tensors_row(&explorer->tensors, TENSOR_Q, i);
    bool asks = false;
    for (int c = 0; c < explorer->tensors.size[AXIS_KEY]; c++)
        asks = asks || q[c] != 0;
    if (!asks) {
        text_add(&prose->text, "%s asks nothing: its query is 0, so every score is 0.\n",
                 name);
        return;
    }
    if (asks_by_place_only(explorer, i))
        text_add(&prose->text,
                 "%s is no word that this head asks for, only its place asks: ", name);
    unsigned telling = add_key(explorer, i, first, 0, &groups, prose);
    if (second >= 0 && n > 1 && !(explorer->tensors.masked && second > i))
        add_key(explorer, i, second, telling | 1u << GROUPS_MAX, &groups, prose);
    text_add(&prose->text, ".\n");
}
