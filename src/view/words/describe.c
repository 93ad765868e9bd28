/* The state as sentences. A number that a voice reads has its zero: 0.94. */
#include "view/words/describe.h"

#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/region.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "base/utf8.h"
#include "view/words/formula.h"

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

/* A weight behind some words. */
static void
add_weight(struct prose *prose, const char *before, int weight, struct number number)
{
    text_add(&prose->text, "%s%d.%02d", before, weight / 100, weight % 100);
    prose_tag(prose, number);
}

/* "cat, 0.94" or "itself and the, 0.50 each": all keys of row i with this printed weight.
 * Returns whether i itself is among them. */
static bool
add_keys(const struct explorer *explorer, int i, int weight, struct prose *prose)
{
    int n = explorer->tensors.size[AXIS_TOKEN], count = 0, said = 0;
    const real *A_i = tensors_row(&explorer->tensors, TENSOR_A, i);
    bool self = false;
    int last = i;
    for (int j = 0; j < n; j++)
        count += hundredths(A_i[j]) == weight;
    for (int j = 0; j < n; j++) {
        if (hundredths(A_i[j]) != weight)
            continue;
        self = self || j == i;
        if (said == NAMES_AT_MOST) {
            text_add(&prose->text, " and %d more", count - said);
            break;
        }
        last = j;
        text_add(&prose->text, "%s%s",
                 said == 0           ? ""
                 : said + 1 == count ? " and "
                                     : ", ",
                 j == i ? "itself" : label_token(explorer, j).text);
        said++;
    }
    add_weight(prose, ", ", weight, text_number_at(TENSOR_A, i, last));
    text_add(&prose->text, count > 1 ? " each" : "");
    return self;
}

void
describe_token(const struct explorer *explorer, int i, struct prose *prose)
{
    struct label name = label_token(explorer, i);
    int n = explorer->tensors.size[AXIS_TOKEN];
    int seen = explorer->tensors.masked ? i + 1 : n;
    const real *A_i = tensors_row(&explorer->tensors, TENSOR_A, i);
    int most = next_largest(A_i, seen, 101), then = next_largest(A_i, seen, most);
    if (seen == 1) {
        text_add(&prose->text, "%s sees only itself", name.text);
        add_weight(prose, ", ", 100, text_number_at(TENSOR_A, i, i));
        text_add(&prose->text, ".\n");
        return;
    }
    if (then < 0) {
        text_add(&prose->text, "%s looks at all %d tokens%s alike", name.text, seen,
                 seen < n ? " that it sees" : "");
        add_weight(prose, ", ", most, text_number_at(TENSOR_A, i, i));
        text_add(&prose->text, " each.\n");
        return;
    }
    text_add(&prose->text, "%s looks hardest at ", name.text);
    bool self = add_keys(explorer, i, most, prose);
    if (then > 0) {
        text_add(&prose->text, "; then ");
        self = add_keys(explorer, i, then, prose) || self;
    }
    if (!self) {
        add_weight(prose, "; keeps ", hundredths(A_i[i]), text_number_at(TENSOR_A, i, i));
        text_add(&prose->text, " of itself");
    }
    text_add(&prose->text, ".\n");
}

/* What was guessed, and how to correct it. */
static void
describe_guesses(const struct sentence *sentence, struct text *text)
{
    int count = 0;
    for (int w = 0; w < sentence->word_count; w++) {
        const struct word *word = &sentence->words[w];
        if (!word->guessed)
            continue;
        text_add(text, count++ == 0 ? "Not in the lexicon, and guessed: %s" : "; %s",
                 word->text);
        for (int m = 0; m < MEANING_COUNT; m++)
            if (word->meaning & MEANING(m))
                text_add(text, " %s", feature_names[m]);
    }
    if (count > 0)
        text_add(text, ". To correct one: word NAME FEATURE ..., as in: word otter noun "
                       "animate\n");
}

/* Who asks, who is asked, and the number between them. */
static void
describe_pointed(const struct app *app, struct text *text)
{
    const struct explorer *explorer = app->explorer;
    struct number place = text_number_at(TENSOR_A, app->now.query, app->now.key);
    text_add(text, "%s asks and %s is asked: %s is %.4f.\n",
             label_token(explorer, place.row).text, label_token(explorer, place.col).text,
             label_of(app, &place).text, tensors_at(&explorer->tensors, &place));
}

/* The shown step of a lesson: its heading and its prose, without the stars of emphasis. */
static void
describe_lesson(const struct app *app, struct text *text)
{
    const struct lesson_run *run = app->lesson;
    const struct lesson_line *line;
    bool strong = false;
    if (run == NULL)
        return;
    const struct lesson *lesson = &run->lesson;
    text_add(text, "Lesson: %s, step %d of %d: %s.\n", lesson->title, run->step + 1,
             lesson->step_count, lesson->lines[lesson->steps[run->step]].text);
    for (int k = 0; (line = lesson_find(lesson, run->step, LESSON_SAY, k)); k++) {
        const char *at = line->text;
        while (*at != '\0') {
            struct lesson_piece piece;
            for (bool begins = true; lesson_next_piece(&at, begins, &strong, &piece);
                 begins = false)
                text_add_bytes(text, piece.text, piece.length);
            size_t blanks = strspn(at, " ");
            text_add_bytes(text, at, blanks);
            at += blanks;
        }
        strong = strong && line->text[0] != '\0';
        text_add(text, "\n");
    }
    if (run->said[0] != '\0')
        text_add(text, "%s\n", run->said);
}

void
describe(const struct app *app, struct text *text)
{
    const struct explorer *explorer = app->explorer;
    const struct explorer_choice *choice = &app->now.choice;
    const struct sentence *sentence = &explorer->sentence;
    int n = sentence->token_count;
    describe_lesson(app, text);
    if (lesson_asks(app)) {
        text_add(text, "Its question comes first: answer it, and the rest is told.\n");
        return;
    }
    if (app->active == SOURCE_LOOKUP) {
        describe_train(app, text);
        return;
    }
    text_add(text, "The sentence has %d token%s:", n, n == 1 ? "" : "s");
    for (int i = 0; i < n; i++)
        text_add(text, " %s", sentence->tokens[i].text);
    text_add(text, "\nThe head is %s (%s): %s.\n", explorer->head->name,
             explorer->head->title, explorer->head->about);
    text_add(text, "d_model is %d, d_k %d, d_v %d; the causal mask is %s.\n",
             explorer->tensors.size[AXIS_MODEL], explorer->tensors.size[AXIS_KEY],
             explorer->tensors.size[AXIS_WIDTH], choice->mask ? "on" : "off");
    text_add(text,
             "The scores S spread by %.2f (standard deviation), the scaled scores Z by "
             "%.2f.\n",
             region_tally_all(app, TENSOR_S).spread,
             region_tally_all(app, TENSOR_Z).spread);
    if (choice->share_qk)
        text_add(text, "Queries and keys share one matrix: K = X Wq.\n");
    if (choice->share_kv)
        text_add(text, "Keys and values share one matrix: V = X Wk.\n");
    describe_guesses(sentence, text);
    for (int i = 0; i < n; i++) {
        struct prose prose = {.tags.count = 0};
        describe_token(explorer, i, &prose);
        text_add(text, "%s", prose.text.bytes ? prose.text.bytes : "");
        text_free(&prose.text);
    }
    describe_pointed(app, text);
    describe_view(app, text);
}
