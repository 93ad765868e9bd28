#ifndef VIEW_WORDS_PROSE_H
#define VIEW_WORDS_PROSE_H

#include "base/text.h"
#include "view/paint/draw.h"

/* Sentences whose numbers open: a text, and which of its words are numbers. */
struct prose {
    struct text text;
    struct word_tags tags;
};

/* Says that the last word of the text so far is a number of the sentence. */
void prose_tag(struct prose *prose, struct number number);

/* How many words a text of so many bytes has; they are parted by blanks and line ends. */
int prose_words(const char *text, size_t length);

#endif
