/* Names of numbers with letters for their indices. */
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "view/words/pattern.h"
#include "view/words/pattern_parts.h"

const char *
pattern_letter(enum in in, enum axis axis, bool column)
{
    switch (axis) {
    case AXIS_ONE:
        return in == IN_STORE ? "query" : "0";
    case AXIS_TOKEN:
        return in == IN_STORE ? "e" : column ? "j" : "i";
    case AXIS_WORD:
        return "w";
    case AXIS_POSITION:
        return "i";
    case AXIS_MODEL:
        return "m";
    case AXIS_KEY:
    case AXIS_WIDTH:
        return "c";
    case AXIS_TAG:
        return column ? "u" : "t";
    case AXIS_VALUE:
        return "v";
    case AXIS_ENTRY:
        return "e";
    case AXES:
        break;
    }
    return "k";
}

void
pattern_factor(const struct app *app, const struct factor *factor, char *out, size_t size)
{
    double value = factor->value;
    if (factor->constant == NULL)
        address_of(app, &factor->number, out, size);
    else if (strcmp(factor->constant, "1/sqrt(d_k)") == 0)
        snprintf(out, size, "1/√%.0f", 1 / (value * value));
    else if (strcmp(factor->constant, "1/batch") == 0)
        snprintf(out, size, "1/%.0f", 1 / value);
    else
        snprintf(out, size, "%s", factor->constant);
}

void
pattern_indexed(const struct number *of, enum of what, enum tensor id, const char *row,
                const char *col, char out[PATTERN_BYTES])
{
    struct number number = {.tensor = id, .in = of->in, .of = what};
    char name[32];
    int indices = kind_indices(&kinds_of(of->in)[id]);
    name_of(&number, name, sizeof name);
    if (indices == 0)
        snprintf(out, PATTERN_BYTES, "%s", name);
    else if (indices == 1)
        snprintf(out, PATTERN_BYTES, "%s[%s]", name, row);
    else
        snprintf(out, PATTERN_BYTES, "%s[%s,%s]", name, row, col);
}

const char *
pattern_row(const struct number *of, enum tensor id)
{
    return pattern_letter(of->in, kinds_of(of->in)[id].rows, false);
}

const char *
pattern_col(const struct number *of, enum tensor id)
{
    const struct kind *kind = &kinds_of(of->in)[id];
    bool square = kind->rows == AXIS_VALUE && kind->cols == AXIS_VALUE;
    return square ? "u" : pattern_letter(of->in, kind->cols, true);
}

void
pattern_named(const struct number *of, enum of what, enum tensor id,
              char out[PATTERN_BYTES])
{
    pattern_indexed(of, what, id, pattern_row(of, id), pattern_col(of, id), out);
}

void
pattern_mapped(const struct input *input, const char *row, char out[PATTERN_BYTES])
{
    static const char *const words[MAPS] = {
        [MAP_WORD] = "word ", [MAP_TAG] = "tag ", [MAP_VALUE] = "value "};
    if (input->map == MAP_QUERY)
        snprintf(out, PATTERN_BYTES, "query");
    else
        snprintf(out, PATTERN_BYTES, "%s%s",
                 words[input->map] != NULL ? words[input->map] : "", row);
}

void
pattern_sum(const struct number *of, struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[of->tensor];
    for (int k = 0; k < kind->inputs; k++) {
        char row[PATTERN_BYTES], name[PATTERN_BYTES];
        pattern_mapped(&kind->in[k], pattern_row(of, of->tensor), row);
        pattern_indexed(of, of->of, kind->in[k].tensor, row, pattern_col(of, of->tensor),
                        name);
        text_add(text, "%s%s", k > 0 ? " + " : "", name);
    }
    if (of->in == IN_STORE)
        text_add(text, "; of the query the first alone");
}
