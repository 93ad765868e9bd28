/* Sentences whose numbers open. */
#include "view/words/prose.h"

int
prose_words(const char *text, size_t length)
{
    int words = 0;
    for (size_t at = 0; at < length; at++) {
        bool blank = text[at] == ' ' || text[at] == '\n';
        bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\n';
        words += !blank && begins;
    }
    return words;
}

void
prose_tag(struct prose *prose, struct number number)
{
    struct word_tags *tags = &prose->tags;
    if (prose->text.bytes == NULL || tags->count == WORD_TAGS_MAX)
        return;
    tags->list[tags->count].word = prose_words(prose->text.bytes, prose->text.length) - 1;
    tags->list[tags->count++].number = number;
}
