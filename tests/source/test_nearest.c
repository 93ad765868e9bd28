/* The word that an output comes nearest to. */
#include "source/explorer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/choice.h"
#include "support/rows.h"

static void
the_nearest_word_is_found(void **state)
{
    static const struct {
        const char *head, *sentence;
        int i;
        const char *word; /* NULL: this head hands over no meaning */
    } rows[] = {
        /* cat and mouse mean the same: the one that is looked at hardest */
        {"verb-noun", "The cat chased the mouse", 2, "cat"},
        {"verb-object", "The cat chased the mouse", 2, "mouse"},
        {"one-before", "The cat chased the mouse", 1, "the"},
        {"one-before", "The cat chased the mouse", 3, "chased"},
        {"one-after", "The cat chased the mouse", 0, "cat"},
        /* a word of the sentence before one of the lexicon that means the same */
        {"pronoun-antecedent", "Mary met Tom because she liked music", 4, "mary"},
        {"first-token", "blorf cat", 1, "blorf"},
        {"first-token", "zyzzyva cat", 1, "zyzzyva"},
        {"random", "The cat chased the mouse", 2, NULL},
    };
    int wrong = 0;
    (void)state;
    struct choice *choice = choice_open();
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char word[WORD_BYTES] = "";
        choice_start(choice, rows[k].head, rows[k].sentence);
        bool found = explorer_nearest(choice_make(choice), rows[k].i, word, sizeof word);
        wrong += row_wrong(found == (rows[k].word != NULL), "%s: %s: %sfound",
                           rows[k].head, rows[k].sentence, found ? "" : "not ");
        wrong += row_wrong(!found || strcmp(word, rows[k].word) == 0, "%s: %s: %s",
                           rows[k].head, rows[k].sentence, word);
    }
    choice_close(choice);
    assert_int_equal(wrong, 0);
}

static void
a_shared_value_has_no_meaning(void **state)
{
    char word[WORD_BYTES];
    (void)state;
    struct choice *choice = choice_open();
    choice_start(choice, "verb-noun", "The cat chased the mouse");
    choice->choice.share_kv = true;
    assert_false(explorer_nearest(choice_make(choice), 2, word, sizeof word));
    choice_close(choice);
}

/* What the reader says of a word counts, and of a number of E too. */
static void
corrections_and_edits_count(void **state)
{
    char word[WORD_BYTES];
    (void)state;
    struct choice *choice = choice_open();
    choice_start(choice, "first-token", "blorf cat");
    assert_true(corrections_set(&choice->choice.corrections, "blorf",
                                MEANING(FEATURE_VERB), &choice->err));
    assert_true(explorer_nearest(choice_make(choice), 1, word, sizeof word));
    assert_string_equal(word, "blorf");
    choice->choice.edits[choice->choice.edit_count++] =
        (struct edit){{.tensor = TENSOR_V, .col = FEATURE_VERB}, 0};
    choice->choice.edits[choice->choice.edit_count++] =
        (struct edit){{.tensor = TENSOR_V, .col = FEATURE_NOUN}, 1};
    choice->choice.edits[choice->choice.edit_count++] =
        (struct edit){{.tensor = TENSOR_V, .col = 9}, 1}; /* animate */
    assert_true(explorer_nearest(choice_make(choice), 1, word, sizeof word));
    assert_string_equal(word, "cat");
    choice_close(choice);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_word_is_found),
        cmocka_unit_test(a_shared_value_has_no_meaning),
        cmocka_unit_test(corrections_and_edits_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
