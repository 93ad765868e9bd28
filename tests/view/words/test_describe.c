/* The state in sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/described.h"
#include "support/rows.h"
#include "support/session.h"
#include "view/words/describe.h"

#define CORRECT "To correct one: word NAME FEATURE ..., as in: word otter noun animate"

static void
lines_say_what_is(void **state)
{
    /* clang-format off */
    static const struct described rows[] = {
        /* what it is about */
        {NULL, "mask off", "The sentence has 5 tokens: The cat chased the mouse"},
        {"cat", "mask off", "The sentence has 1 token: cat"},
        {"\"Hi,\" it's.", "mask off", "The sentence has 6 tokens: \" Hi , \" it's ."},
        {NULL, "mask off",
         "The head is verb-noun (verb → noun): a verb looks back for the noun that does "
         "it."},
        {NULL, "mask off", "d_model is 36, d_k 5, d_v 15; the causal mask is off."},
        {NULL, "mask on", "d_model is 36, d_k 5, d_v 15; the causal mask is on."},
        {NULL, "set d_k 9", "d_model is 36, d_k 9, d_v 15; the causal mask is off."},
        {NULL, "share qk on", "Queries and keys share one matrix: K = X Wq."},
        {NULL, "share kv on", "Keys and values share one matrix: V = X Wk."},
        {NULL, "share kv on", "d_model is 36, d_k 5, d_v 5; the causal mask is off."},

        /* the hardest, the next, itself */
        {NULL, "mask off",
         "chased looks hardest at cat, 0.94; then mouse, 0.05; keeps 0.00 of itself."},
        {NULL, "mask off", "The looks hardest at itself, 0.67; then cat, 0.25."},
        {NULL, "mask off", "cat looks hardest at The, 0.55; then itself, 0.30."},
        {"The cat chased", "head first-token",
         "chased looks hardest at The, 1.00; keeps 0.00 of itself."},

        /* the mask */
        {NULL, "mask on", "The sees only itself, 1.00."},
        {NULL, "head one-after; mask on",
         "mouse looks hardest at itself, 0.99; then cat, 0.01."},

        /* ties */
        {NULL, "head average", "mouse looks at all 5 tokens alike, 0.20 each."},
        {NULL, "head average; mask on",
         "the looks at all 4 tokens that it sees alike, 0.25 each."},
        {NULL, "head average; mask on", "mouse looks at all 5 tokens alike, 0.20 each."},
        {NULL, "head same-word", "The looks hardest at itself and the, 0.50 each."},
        {NULL, "head same-word", "the looks hardest at The and itself, 0.50 each."},
        {NULL, "head same-word", "cat looks hardest at itself, 1.00."},
        {"go go no go", "head same-word",
         "go looks hardest at itself, go#2 and go#3, 0.33 each."},
        {"go go no go", "head same-word",
         "go#3 looks hardest at go, go#2 and itself, 0.33 each."},
        {"go go go go go go no", "head same-word",
         "go looks hardest at itself, go#2, go#3, go#4, go#5 and go#6, 0.17 each."},
        {"go go go go go go go go no", "head same-word",
         "go looks hardest at itself, go#2, go#3, go#4, go#5, go#6 and 2 more, 0.13 "
         "each."},

        /* one token */
        {"cat", "mask off", "cat sees only itself, 1.00."},
        {"cat", "head random", "cat sees only itself, 1.00."},

        /* words that occur again */
        {"Tom saw the cat and Mary saw the cat", "head verb-object",
         "saw#2 looks hardest at cat#2, 0.93; then Mary, 0.07; keeps 0.00 of itself."},
        {"Tom saw the cat and Mary saw the cat", "head verb-object",
         "cat looks hardest at Mary, 0.31; then \"and\" and saw#2, 0.23 each; keeps 0.09 "
         "of itself."},
        {"The cat saw the cat", "head same-word",
         "cat#2 looks hardest at cat and itself, 0.50 each."},

        /* guesses */
        {"The blorf slept", "mask off",
         "Not in the lexicon, and guessed: blorf noun. " CORRECT},
        {"Blorfs blorfed [", "mask off",
         "Not in the lexicon, and guessed: blorfs noun plural; blorfed verb. "
         CORRECT},
        {"Blorfs blorfed [", "word blorfs noun; word \"[\" prep",
         "Not in the lexicon, and guessed: blorfed verb. " CORRECT},

        /* who asks, who is asked */
        {NULL, "mask off", "chased asks and cat is asked: A[chased,cat] is 0.9395."},
        {NULL, "query the; key mouse; mask on",
         "the asks and mouse is asked: A[the,mouse] is 0.0000."},
        {"cat and cat , and", "query 2; key 3",
         "cat#2 asks and \",\" is asked: A[cat#2,\",\"] is 0.0671."},
    };
    /* clang-format on */
    (void)state;
    assert_described(rows, sizeof rows / sizeof rows[0]);
}

/* A mark, or a word that the sentences use, that occurs again is named as its address is. */
static void
quoted_names_are_those_of_addresses(void **state)
{
    static const char *const lines[] = {
        "\"and\" looks hardest at itself and \"and\"#2, 0.50 each.",
        "\"and\"#2 looks hardest at \"and\" and itself, 0.50 each.",
        "\",\"#2 looks hardest at \",\" and itself, 0.50 each.",
    };
    struct text text = {0};
    int wrong = 0;
    (void)state;
    struct session *session = session_open("up and down , and out ,");
    session_do(session, "head same-word");
    describe(&session->app, &text);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        wrong += row_wrong(text_has_line(&text, lines[i]), "no line %s in\n%s", lines[i],
                           text.bytes);
    text_free(&text);
    session_close(session);
    assert_int_equal(wrong, 0);
}

static void
without_guesses_nothing_is_said_of_them(void **state)
{
    struct text text = {0};
    (void)state;
    struct session *session = session_open("The blorf slept");
    session_do(session, "word blorf verb; word otter noun animate");
    describe(&session->app, &text);
    assert_null(strstr(text.bytes, "guessed"));
    text_free(&text);
    session_close(session);
}

/* Under every head the lines of the tokens stand in order before the last one; saying it
 * twice says the same. */
static void
every_token_has_its_line(void **state)
{
    (void)state;
    struct session *session = session_open("The cat saw the cat , and it slept .");
    for (int h = 0; h < 2 * session->library.head_count; h++) {
        struct text text = {0}, again = {0};
        struct prose lines = {0};
        session_do(session,
                   h == session->library.head_count ? "head next; mask on" : "head next");
        describe(&session->app, &text);
        describe(&session->app, &again);
        assert_string_equal(text.bytes, again.bytes);
        for (int i = 0; i < session->app.explorer->sentence.token_count; i++)
            describe_token(session->app.explorer, i, &lines);
        const char *at = strstr(text.bytes, lines.text.bytes);
        assert_non_null(at);
        const char *last = at + lines.text.length;
        assert_true(strchr(last, '\n') == text.bytes + text.length - 1);
        text_free(&text);
        text_free(&again);
        text_free(&lines.text);
    }
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_say_what_is),
        cmocka_unit_test(quoted_names_are_those_of_addresses),
        cmocka_unit_test(without_guesses_nothing_is_said_of_them),
        cmocka_unit_test(every_token_has_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
