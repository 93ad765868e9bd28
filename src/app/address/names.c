/* The names of numbers, from the tables of kinds. */
#include "app/address/names.h"

#include <stdio.h>
#include <string.h>

/* What stands in front of a tensor's name. */
static const char *const marks[OFS] = {
    [OF_ITSELF] = "",    [OF_SLOPE] = "d",      [OF_GRADIENT] = "g", [OF_CHANGE] = "u",
    [OF_MEAN] = "mean_", [OF_FRESH] = "fresh_", [OF_M] = "m",        [OF_V] = "v",
};

static const char accuracy[] = "accuracy"; /* what fresh_right is called */

/* Numbers that only models have, or share with other computations. */
static const char *const model_names[] = {"Wo",    "L",    "p",        "Qr", "Kr",
                                          "resid", "norm", "attn_out", "mlp"};
enum { MODEL_NAMES = sizeof model_names / sizeof model_names[0] };

const struct kind *
kinds_of(enum in in)
{
    return in == IN_STORE ? lookup_kinds : sentence_kinds;
}

int
kind_indices(const struct kind *kind)
{
    return (kind->rows != AXIS_ONE || kind->cols != AXIS_ONE) + (kind->cols != AXIS_ONE);
}

static bool
is_model_name(const char *text)
{
    for (int k = 0; k < MODEL_NAMES; k++)
        if (strcmp(model_names[k], text) == 0)
            return true;
    return false;
}

/* Whether a tensor of a computation has numbers that are meant so. */
static bool
has(const struct kind *kinds, enum tensor id, enum of of)
{
    if (id == TENSORS || of == OF_MEAN)
        return id == TENSOR_LOSS || id == TENSOR_RIGHT;
    if (of == OF_FRESH)
        return id == TENSOR_RIGHT;
    if (of == OF_GRADIENT || of == OF_M || of == OF_V)
        return kinds == lookup_kinds && kind_is_parameter(&kinds[id]);
    return true;
}

/* Takes a name for a tensor's, meant so, in the computations that have it. */
static bool
take(const char *text, enum of of, struct name *name)
{
    enum tensor sentence = kinds_find(sentence_kinds, text);
    enum tensor lookup = kinds_find(lookup_kinds, text);
    *name = (struct name){.tensor = lookup != TENSORS ? lookup : sentence, .of = of};
    name->sentence = has(sentence_kinds, sentence, of);
    name->lookup = has(lookup_kinds, lookup, of);
    name->model = of == OF_ITSELF && (sentence != TENSORS || is_model_name(text));
    if (name->sentence)
        name->indices = kind_indices(&sentence_kinds[sentence]);
    if (name->lookup && kind_indices(&lookup_kinds[lookup]) > name->indices)
        name->indices = kind_indices(&lookup_kinds[lookup]);
    if (name->tensor == TENSORS)
        name->indices = 2;
    return name->sentence || name->lookup || name->model;
}

bool
name_find(const char *text, struct name *name)
{
    if (take(text, OF_ITSELF, name))
        return true;
    if (strcmp(text, accuracy) == 0)
        return take(lookup_kinds[TENSOR_RIGHT].name, OF_FRESH, name);
    for (int of = OF_SLOPE; of < OFS; of++) {
        size_t length = strlen(marks[of]);
        if (strncmp(text, marks[of], length) == 0 &&
            take(text + length, (enum of)of, name))
            return true;
    }
    return false;
}

void
name_of(const struct number *number, char *out, size_t size)
{
    if (number->of == OF_FRESH)
        snprintf(out, size, "%s", accuracy);
    else
        snprintf(out, size, "%s%s", marks[number->of],
                 kinds_of(number->in)[number->tensor].name);
}

void
names_list(enum in in, char *out, size_t size)
{
    size_t used = 0;
    for (int id = 0; id < TENSORS; id++) {
        const char *name = kinds_of(in)[id].name;
        if (name != NULL && used + strlen(name) + 2 < size)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? " " : "",
                                     name);
    }
}
