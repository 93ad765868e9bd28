/* Fixtures from PyTorch, word by word. */
#include "support/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "base/file.h"
#include "base/text.h"

bool
words_next(struct words *words, char word[WORD_BYTES])
{
    struct err err = {""};
    while (!text_word(&words->cursor, word, WORD_BYTES)) {
        if (!lines_next(&words->lines, &err)) {
            if (words->lines.failed)
                fail_msg("%s", err.text);
            return false;
        }
        words->cursor = words->lines.text;
    }
    return true;
}

int
words_each_case(const char *path, size_t most, void (*check)(struct words *words))
{
    char *bytes = NULL, word[WORD_BYTES];
    size_t length = 0;
    struct err err = {""};
    if (!file_read(path, most, &bytes, &length, &err))
        fail_msg("%s", err.text);
    struct words *words = calloc(1, sizeof *words);
    assert_non_null(words);
    lines_start(&words->lines, path, bytes, length);
    words->cursor = "";
    int cases = 0;
    for (; words_next(words, word); cases++) {
        assert_string_equal(word, "case");
        check(words);
    }
    free(words);
    free(bytes);
    return cases;
}
