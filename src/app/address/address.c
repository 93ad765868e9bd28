/* Addresses as texts: reading and writing the names of numbers. */
#include "app/address/address.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "app/address/names.h"
#include "base/text.h"

static const char *const source_names[SOURCE_COUNT] = {"", "sentence", "lookup", "model"};

/* -- reading -------------------------------------------------------------------------- */

/* "a b", with \" and \\ inside; *cursor stands on the opening quote */
static bool
scan_quoted(const char **cursor, struct address_index *index, struct err *err)
{
    const char *at = *cursor + 1;
    size_t used = 0;
    while (*at != '"') {
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
            at++;
        if (*at == '\0')
            return err_set(err, "a closing \" is missing after %s",
                           text_shown(*cursor, 40).text);
        if (used + 1 == sizeof index->text)
            return err_set(err,
                           "the text %s is longer than %d bytes, the most that a "
                           "token has",
                           text_shown(*cursor, 20).text, WORD_BYTES - 1);
        index->text[used++] = *at++;
    }
    index->text[used] = '\0';
    index->is_text = index->quoted = true;
    *cursor = at + 1;
    return true;
}

/* #2 behind a text; without it the first occurrence */
static void
scan_occurrence(const char **cursor, struct address_index *index)
{
    if (**cursor != '#')
        return;
    size_t digits = strspn(*cursor + 1, "0123456789");
    if (digits >= 1 && digits <= 4 && (*cursor)[1] != '0') {
        index->occurrence = 0;
        for (size_t d = 1; d <= digits; d++)
            index->occurrence = index->occurrence * 10 + ((*cursor)[d] - '0');
        *cursor += digits + 1;
    }
}

bool
address_scan_index(const char **cursor, struct address_index *index, struct err *err)
{
    *index = (struct address_index){.occurrence = 1};
    if (**cursor == '"') {
        if (!scan_quoted(cursor, index, err))
            return false;
        scan_occurrence(cursor, index);
        return true;
    }
    size_t length = strcspn(*cursor, " \t,[]\"");
    size_t hash = length; /* where a final #2 begins */
    while (hash > 0 && isdigit((unsigned char)(*cursor)[hash - 1]))
        hash--;
    hash = hash > 1 && hash < length && (*cursor)[hash - 1] == '#' &&
                   (*cursor)[hash] != '0' && length - hash <= 4
               ? hash - 1
               : length;
    if (length == 0)
        return err_set(err,
                       "an index is missing before \"%s\"; write a number from 0 or a "
                       "token, as in A[2,cat]",
                       text_shown(*cursor, 20).text);
    if (hash >= sizeof index->text)
        return err_set(err,
                       "the text \"%s\" is longer than %d bytes, the most that a "
                       "token has",
                       text_shown(*cursor, 12).text, WORD_BYTES - 1);
    memcpy(index->text, *cursor, hash);
    index->text[hash] = '\0';
    index->is_text = strspn(index->text, "0123456789") != hash;
    if (!index->is_text && !text_int(index->text, 0, 999999, &index->number))
        return err_set(err, "the index %s is too large", index->text);
    *cursor += hash;
    bool marked = **cursor == '#';
    scan_occurrence(cursor, index);
    if (!index->is_text && marked)
        return err_set(err,
                       "a number takes no #; quote it where the token itself is meant: "
                       "\"%s\"#%d",
                       index->text, index->occurrence);
    return true;
}

/* sentence: lookup: model: */
static void
scan_source(const char **cursor, struct address *address)
{
    for (int source = 1; source < SOURCE_COUNT; source++) {
        size_t length = strlen(source_names[source]);
        if (strncmp(*cursor, source_names[source], length) == 0 &&
            (*cursor)[length] == ':') {
            address->source = (enum source_id)source;
            *cursor += length + 1;
            return;
        }
    }
}

/* Reads the digits at the cursor as a number from least to most, and what must follow; false
 * where they are none. */
static bool
scan_digits(const char **cursor, int least, int most, const char *behind, int *number)
{
    char digits[12];
    size_t length = strspn(*cursor, "0123456789"), more = strlen(behind);
    snprintf(digits, sizeof digits, "%.*s", (int)length, *cursor);
    if (length >= sizeof digits || !text_int(digits, least, most, number) ||
        strncmp(*cursor + length, behind, more) != 0)
        return false;
    *cursor += length + more;
    return true;
}

/* 5: or 5.1: */
static bool
scan_layer(const char **cursor, struct address *address, struct err *err)
{
    const char *start = *cursor;
    if (!isdigit((unsigned char)*start))
        return true;
    if (scan_digits(cursor, 0, 9999, ":", &address->layer) ||
        (scan_digits(cursor, 0, 9999, ".", &address->layer) &&
         scan_digits(cursor, 0, 9999, ":", &address->head)))
        return true;
    return err_set(err, "\"%s\" begins like a layer and a head, which read 5.1:",
                   text_shown(start, 20).text);
}

/* Whether the source that is written, if one is, is the lookup task: nothing else has those. */
static bool
check_lookup(const struct address *address, const char *those, struct err *err)
{
    return address->source == SOURCE_ACTIVE || address->source == SOURCE_LOOKUP ||
           err_set(err, "the source %s has no %s", source_names[address->source], those);
}

/* #17: of the batch, #fresh17: of the fresh stores */
static bool
scan_example(const char **cursor, struct address *address, struct err *err)
{
    static const char fresh[] = "fresh";
    const char *start = *cursor;
    if (*start != '#')
        return true;
    bool is_fresh = strncmp(start + 1, fresh, strlen(fresh)) == 0;
    *cursor += 1 + (is_fresh ? strlen(fresh) : 0);
    if (!scan_digits(cursor, 1, 999999, ":", &address->example))
        return err_set(err,
                       "\"%s\" begins like an example of the batch, which reads #17:, "
                       "counted from 1",
                       text_shown(start, 20).text);
    address->example = is_fresh ? -address->example : address->example;
    return check_lookup(address, "examples", err);
}

/* @24 behind a number: at that step */
static bool
scan_when(const char **cursor, struct address *address, struct err *err)
{
    const char *start = *cursor;
    if (*start != '@')
        return true;
    ++*cursor;
    if (!scan_digits(cursor, 0, 9999999, "", &address->when))
        return err_set(err, "\"%s\" begins like a step, which reads @24",
                       text_shown(start, 20).text);
    address->when++;
    return check_lookup(address, "steps", err);
}

/* Whether a source that is written has the name; a layer belongs to models alone. */
static bool
check_source(const struct address *address, const struct name *name, struct err *err)
{
    const bool has[SOURCE_COUNT] = {true, name->sentence, name->lookup, name->model};
    if (address->example != 0 && !name->lookup)
        return err_set(err, "only numbers of the lookup task have examples, not %s",
                       address->name);
    if (!has[address->source])
        return err_set(err, "the source %s has no %s", source_names[address->source],
                       address->name);
    if (address->layer >= 0 && (!name->model || (address->source != SOURCE_ACTIVE &&
                                                 address->source != SOURCE_MODEL)))
        return err_set(err, "only numbers of a model have a layer and a head, not %s",
                       address->name);
    return true;
}

static bool
scan_name(const char **cursor, struct address *address, struct err *err)
{
    struct name name;
    size_t length = 0;
    while (isalnum((unsigned char)(*cursor)[length]) || (*cursor)[length] == '_')
        length++;
    snprintf(address->name, sizeof address->name, "%.*s",
             (int)(length < sizeof address->name ? length : sizeof address->name - 1),
             *cursor);
    if (length == 0 || length >= sizeof address->name || !name_find(address->name, &name))
        return err_set(
            err,
            "\"%.*s\" names no number; an address reads A[chased,cat], and the "
            "names are E P X Wq Wk Wv Q K V S Z A O H rowsum, in the lookup task also Et "
            "Ev Wo L p loss right accuracy; dWq, gWq, uWq, mWq and vWq are how Wq moves",
            length > 0 ? (int)length : (int)strcspn(*cursor, " "), *cursor);
    if (!check_source(address, &name, err))
        return false;
    *cursor += length;
    if (name.indices == 0 && **cursor == '[')
        return err_set(err, "%s is one number and takes no index", address->name);
    return true;
}

bool
address_scan(const char **cursor, struct address *address, struct err *err)
{
    *address = (struct address){.layer = -1, .head = -1};
    scan_source(cursor, address);
    if (!scan_layer(cursor, address, err) || !scan_example(cursor, address, err) ||
        !scan_name(cursor, address, err))
        return false;
    if (**cursor != '[')
        return scan_when(cursor, address, err);
    do {
        ++*cursor;
        *cursor += strspn(*cursor, " ");
        if (address->dimensions == ADDRESS_DIMENSIONS)
            return err_set(err, "%s takes two indices, a row and a column",
                           address->name);
        if (!address_scan_index(cursor, &address->index[address->dimensions++], err))
            return err_place(err, "%s", address->name);
        *cursor += strspn(*cursor, " ");
    } while (**cursor == ',');
    if (**cursor != ']')
        return err_set(err,
                       "%s: a closing ] is missing; quote a token with blanks or marks: "
                       "A[\"a b\",cat]",
                       address->name);
    ++*cursor;
    return scan_when(cursor, address, err);
}

bool
address_parse(const char *text, struct address *address, struct err *err)
{
    const char *cursor = text;
    if (!address_scan(&cursor, address, err))
        return false;
    if (*cursor != '\0')
        return err_set(err, "nothing may follow the address: \"%s\"",
                       text_shown(cursor, 40).text);
    return true;
}

/* -- writing -------------------------------------------------------------------------- */

/* Whether a bare text would read back as itself: letters, digits, ' and - inside, and not a
 * number. */
static bool
is_plain(const char *text)
{
    if (*text == '\0' || *text == '-' || strspn(text, "0123456789") == strlen(text))
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && (unsigned char)*text < 0x80 &&
            *text != '\'' && *text != '-')
            return false;
    return true;
}

static void
print_index(const struct address_index *index, char *out, size_t size)
{
    size_t used = 0;
    if (!index->is_text) {
        snprintf(out, size, "%d", index->number);
        return;
    }
    if (is_plain(index->text))
        used = (size_t)snprintf(out, size, "%s", index->text);
    else {
        out[used++] = '"';
        for (const char *at = index->text; *at && used + 4 < size; at++) {
            if (*at == '"' || *at == '\\')
                out[used++] = '\\';
            out[used++] = *at;
        }
        out[used++] = '"';
        out[used] = '\0';
    }
    if (index->occurrence != 1)
        snprintf(out + used, size - used, "#%d", index->occurrence);
}

void
address_print(const struct address *address, char *out, size_t size)
{
    char layer[16] = "", example[24] = "", when[16] = "",
         index[2][2 * WORD_BYTES + 16] = {"", ""};
    if (address->head >= 0)
        snprintf(layer, sizeof layer, "%d.%d:", address->layer, address->head);
    else if (address->layer >= 0)
        snprintf(layer, sizeof layer, "%d:", address->layer);
    if (address->example != 0)
        snprintf(example, sizeof example, "#%s%d:", address->example < 0 ? "fresh" : "",
                 address->example < 0 ? -address->example : address->example);
    if (address->when > 0)
        snprintf(when, sizeof when, "@%d", address->when - 1);
    for (int d = 0; d < address->dimensions; d++)
        print_index(&address->index[d], index[d], sizeof index[d]);
    snprintf(out, size, "%s%s%s%s%s%s%s%s%s%s%s", source_names[address->source],
             address->source == SOURCE_ACTIVE ? "" : ":", layer, example, address->name,
             address->dimensions > 0 ? "[" : "", index[0],
             address->dimensions > 1 ? "," : "", index[1],
             address->dimensions > 0 ? "]" : "", when);
}
