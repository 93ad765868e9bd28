/* From addresses to numbers of the sentence and back. */
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "base/text.h"

static const char *const axis_nouns[AXIS_COUNT] = {
    [AXIS_TOKEN] = "token",       [AXIS_WORD] = "word",
    [AXIS_POSITION] = "position", [AXIS_MODEL] = "column of X",
    [AXIS_KEY] = "column of Q",   [AXIS_VALUE] = "column of V",
};

/* The labels of an axis, for an error; cut where there are many. */
static void
list_labels(const struct explorer *explorer, enum axis axis, char *out, size_t size)
{
    size_t used = 0;
    int count = explorer->trace.shape.size[axis];
    for (int i = 0; i < count; i++) {
        char label[LABEL_BYTES];
        explorer_label(explorer, axis, i, label, sizeof label);
        if (used + strlen(label) + 6 > size) {
            snprintf(out + used, size - used, " ...");
            return;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? " " : "", label);
    }
}

static bool
locate_text(const struct explorer *explorer, enum axis axis,
            const struct address_index *index, int *at, struct err *err)
{
    if (axis == AXIS_TOKEN) {
        int found = sentence_find(&explorer->sentence, index->text, index->occurrence);
        if (found >= 0) {
            *at = found;
            return true;
        }
    }
    int count = explorer->trace.shape.size[axis];
    char lower[WORD_BYTES]; /* words are in lower case, however they are asked for */
    text_lower(lower, sizeof lower, index->text);
    for (int i = 0; i < count && axis != AXIS_TOKEN && index->occurrence == 1; i++) {
        char label[LABEL_BYTES];
        explorer_label(explorer, axis, i, label, sizeof label);
        if (strcmp(label, axis == AXIS_WORD ? lower : index->text) == 0) {
            *at = i;
            return true;
        }
    }
    char labels[240] = "", which[16] = "";
    list_labels(explorer, axis, labels, sizeof labels);
    if (index->occurrence != 1)
        snprintf(which, sizeof which, "#%d", index->occurrence);
    return err_set(err, "there is no %s \"%s\"%s; there are: %s", axis_nouns[axis],
                   index->text, which, labels);
}

bool
address_locate_index(const struct explorer *explorer, enum axis axis,
                     const struct address_index *index, int *at, struct err *err)
{
    if (index->is_text)
        return locate_text(explorer, axis, index, at, err);
    if (axis == AXIS_MODEL || axis == AXIS_WORD)
        return err_set(err, "a %s goes by its name, not by the number %d",
                       axis_nouns[axis], index->number);
    int count = explorer->trace.shape.size[axis];
    if (index->number >= count)
        return err_set(err, "there is no %s %d; they go from 0 to %d", axis_nouns[axis],
                       index->number, count - 1);
    *at = index->number;
    return true;
}

bool
address_locate(const struct explorer *explorer, const struct address *address,
               struct place *place, struct err *err)
{
    char text[ADDRESS_BYTES];
    address_print(address, text, sizeof text);
    place->tensor = tensor_find(address->name);
    if (place->tensor == TENSOR_COUNT || address->layer >= 0 ||
        (address->source != SOURCE_ACTIVE && address->source != SOURCE_SENTENCE))
        return err_set(err,
                       "%s: the sentence has no such number; its tensors are E P X Wq Wk "
                       "Wv Q K V S Z A O",
                       text);
    if (address->dimensions != 2)
        return err_set(err, "%s: a row and a column must follow, as in %s[0,0]", text,
                       address->name);
    const struct tensor_kind *kind = &tensor_kinds[place->tensor];
    return (address_locate_index(explorer, kind->rows, &address->index[0], &place->row,
                                 err) &&
            address_locate_index(explorer, kind->cols, &address->index[1], &place->col,
                                 err)) ||
           err_place(err, "%s", text);
}

/* The index that names row or column `at` of an axis. */
static void
index_of(const struct explorer *explorer, enum axis axis, int at,
         struct address_index *index)
{
    *index = (struct address_index){.number = at, .occurrence = 1};
    if (axis == AXIS_TOKEN) {
        index->is_text = true;
        index->occurrence = sentence_occurrence(&explorer->sentence, at);
        snprintf(index->text, sizeof index->text, "%s",
                 explorer->sentence.tokens[at].text);
        return;
    }
    char label[LABEL_BYTES], number[16];
    explorer_label(explorer, axis, at, label, sizeof label);
    snprintf(number, sizeof number, "%d", at);
    index->is_text = axis == AXIS_WORD || strcmp(label, number) != 0;
    text_visible(index->text, sizeof index->text, label, strlen(label));
}

void
address_of(const struct explorer *explorer, const struct place *place, char *out,
           size_t size)
{
    const struct tensor_kind *kind = &tensor_kinds[place->tensor];
    struct address address = {.layer = -1, .head = -1, .dimensions = 2};
    snprintf(address.name, sizeof address.name, "%s", kind->name);
    index_of(explorer, kind->rows, place->row, &address.index[0]);
    index_of(explorer, kind->cols, place->col, &address.index[1]);
    address_print(&address, out, size);
}
