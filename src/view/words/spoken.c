/* Names as they are read aloud. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "view/words/describe.h"

void
describe_name(const struct explorer *explorer, int i, char *out, size_t size)
{
    const char *text = explorer->sentence.tokens[i].text;
    uint32_t code = 0;
    utf8_decode(text, strlen(text), &code);
    bool quoted = utf8_is_punctuation(code) || strcmp(text, "and") == 0 ||
                  strcmp(text, "then") == 0 || strcmp(text, "itself") == 0;
    int occurrence = sentence_occurrence(&explorer->sentence, i);
    size_t used = (size_t)snprintf(out, size, quoted ? "\"%s\"" : "%s", text);
    if (occurrence > 1)
        snprintf(out + used, size - used, "#%d", occurrence);
}
