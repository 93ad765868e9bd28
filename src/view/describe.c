/* The state as sentences. A number that a voice reads has its zero: 0.94. */
#include "view/describe.h"

#include <stdio.h>
#include <string.h>

enum { NAMES_AT_MOST = 6 };

/* A weight as it is printed, in hundredths: weights that look equal are spoken of as equal. */
static int
hundredths(real weight)
{
    return (int)((double)weight * 100 + 0.5);
}

/* The largest printed weight of row i below `limit`, or -1. */
static int
next_largest(const real *A_i, int n, int limit)
{
    int largest = -1;
    for (int j = 0; j < n; j++) {
        int weight = hundredths(A_i[j]);
        if (weight < limit && weight > largest)
            largest = weight;
    }
    return largest;
}

/* "cat, 0.94" or "itself and the, 0.50 each": all keys of row i with this printed weight.
 * Returns whether i itself is among them. */
static bool
add_keys(const struct explorer *explorer, int i, int weight, struct text *text)
{
    int n = explorer->trace.shape.size[AXIS_TOKEN], count = 0, said = 0;
    const real *A_i = explorer->trace.tensor[TENSOR_A] + (size_t)i * (size_t)n;
    bool self = false;
    for (int j = 0; j < n; j++)
        count += hundredths(A_i[j]) == weight;
    for (int j = 0; j < n; j++) {
        char name[LABEL_BYTES];
        if (hundredths(A_i[j]) != weight)
            continue;
        self = self || j == i;
        if (said == NAMES_AT_MOST) {
            text_add(text, " and %d more", count - said);
            break;
        }
        sentence_name(&explorer->sentence, j, name, sizeof name);
        text_add(text, "%s%s",
                 said == 0           ? ""
                 : said + 1 == count ? " and "
                                     : ", ",
                 j == i ? "itself" : name);
        said++;
    }
    text_add(text, ", %d.%02d%s", weight / 100, weight % 100, count > 1 ? " each" : "");
    return self;
}

void
describe_token(const struct explorer *explorer, int i, struct text *text)
{
    char name[LABEL_BYTES];
    int n = explorer->trace.shape.size[AXIS_TOKEN];
    int seen = explorer->trace.masked ? i + 1 : n;
    const real *A_i = explorer->trace.tensor[TENSOR_A] + (size_t)i * (size_t)n;
    int most = next_largest(A_i, seen, 101), then = next_largest(A_i, seen, most);
    sentence_name(&explorer->sentence, i, name, sizeof name);
    if (seen == 1) {
        text_add(text, "%s sees only itself, 1.00.\n", name);
        return;
    }
    if (then < 0) {
        text_add(text, "%s looks at all %d tokens%s alike, %d.%02d each.\n", name, seen,
                 seen < n ? " that it sees" : "", most / 100, most % 100);
        return;
    }
    text_add(text, "%s looks hardest at ", name);
    bool self = add_keys(explorer, i, most, text);
    if (then > 0) {
        text_add(text, "; then ");
        self = add_keys(explorer, i, then, text) || self;
    }
    if (!self)
        text_add(text, "; keeps %d.%02d of itself", hundredths(A_i[i]) / 100,
                 hundredths(A_i[i]) % 100);
    text_add(text, ".\n");
}

/* What was guessed, and how to correct it. */
static void
describe_guesses(const struct sentence *sentence, struct text *text)
{
    for (int w = 0; w < sentence->word_count; w++) {
        const struct word *word = &sentence->words[w];
        if (!word->guessed)
            continue;
        text_add(text, "%s is not in the lexicon; it is taken for", word->text);
        for (int m = 0; m < MEANING_COUNT; m++)
            if (word->meaning & MEANING(m))
                text_add(text, " %s", feature_names[m]);
        text_add(text, " (to correct it: word %s FEATURE ...).\n", word->text);
    }
}

void
describe(const struct app *app, struct text *text)
{
    const struct explorer *explorer = app->explorer;
    const struct explorer_choice *choice = &app->now.choice;
    const struct sentence *sentence = &explorer->sentence;
    int n = sentence->token_count;
    text_add(text, "The sentence has %d token%s:", n, n == 1 ? "" : "s");
    for (int i = 0; i < n; i++)
        text_add(text, " %s", sentence->tokens[i].text);
    text_add(text, "\nThe head is %s (%s): %s.\n", explorer->head->name,
             explorer->head->title, explorer->head->about);
    text_add(text, "d_model is %d, d_k %d, d_v %d; the causal mask is %s.\n",
             explorer->trace.shape.size[AXIS_MODEL], explorer->trace.shape.size[AXIS_KEY],
             explorer->trace.shape.size[AXIS_VALUE], choice->mask ? "on" : "off");
    if (choice->share_qk)
        text_add(text, "Queries and keys share one matrix: K = X Wq.\n");
    if (choice->share_kv)
        text_add(text, "Keys and values share one matrix: V = X Wk.\n");
    describe_guesses(sentence, text);
    for (int i = 0; i < n; i++)
        describe_token(explorer, i, text);
}
