/* Names as texts. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "view/words/formula.h"

struct label
label_of(const struct app *app, const struct number *number)
{
    struct label label;
    address_of(app, number, label.text, sizeof label.text);
    return label;
}

struct label
label_token(const struct explorer *explorer, int i)
{
    const char *text = explorer->sentence.tokens[i].text;
    struct label label;
    uint32_t code = 0;
    utf8_decode(text, strlen(text), &code);
    bool quoted = utf8_is_punctuation(code) || strcmp(text, "and") == 0 ||
                  strcmp(text, "then") == 0 || strcmp(text, "itself") == 0;
    int occurrence = sentence_occurrence(&explorer->sentence, i);
    int used = snprintf(label.text, sizeof label.text, quoted ? "\"%s\"" : "%s", text);
    if (occurrence > 1)
        snprintf(label.text + used, sizeof label.text - (size_t)used, "#%d", occurrence);
    return label;
}
