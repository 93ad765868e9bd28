/* The line that is being typed. Every change goes through line_put and line_erase, so the text
 * is always well-formed UTF-8 without control characters, ends in NUL, and the cursor is
 * between characters; a character is a code point with the marks that combine with it. */
#include "app/keys/prompt.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* -- characters ----------------------------------------------------------------------- */

/* Whether a mark is at `at`; *size gets the bytes of what is there, 0 at the end. */
static bool
mark_at(const char *text, size_t length, size_t at, size_t *size)
{
    uint32_t code;
    *size = utf8_decode(text + at, length - at, &code);
    return *size > 0 && utf8_width(code) == 0;
}

/* Where the character at `at` ends, with the marks behind it. */
static size_t
character_end(const char *text, size_t length, size_t at)
{
    size_t size;
    mark_at(text, length, at, &size);
    do
        at += size;
    while (mark_at(text, length, at, &size));
    return at;
}

/* Where the character before `at` begins. */
static size_t
character_start(const char *text, size_t length, size_t at)
{
    size_t size;
    do {
        while (at > 0 && ((unsigned char)text[--at] & 0xc0) == 0x80)
            ;
    } while (at > 0 && mark_at(text, length, at, &size));
    return at;
}

/* Copies what a line may hold: blanks of every kind become ' ' (runs of them a single one
 * where `squeeze`), control characters and broken UTF-8 are left out. Stops before what does
 * not fit in `room` bytes; *whole says whether all fitted. Returns the bytes written. */
static size_t
clean(char *out, size_t room, const char *in, size_t length, bool squeeze, bool *whole)
{
    size_t used = 0;
    *whole = true;
    for (size_t at = 0, size; at < length; at += size) {
        uint32_t code;
        size = utf8_decode(in + at, length - at, &code);
        if (size == 0) {
            size = 1;
            continue;
        }
        /* the next-line, line and paragraph separators are controls, but separate words */
        bool blank =
            utf8_is_blank(code) || code == 0x85 || code == 0x2028 || code == 0x2029;
        if (blank && squeeze && used > 0 && out[used - 1] == ' ')
            continue;
        if (!blank && utf8_is_control(code))
            continue;
        size_t width = blank ? 1 : size;
        if (used + width > room) {
            *whole = false;
            break;
        }
        memcpy(out + used, blank ? " " : in + at, width);
        used += width;
    }
    return used;
}

/* -- the line ------------------------------------------------------------------------- */

/* Puts bytes of any origin in at the cursor, which then is behind them. Returns whether
 * all fitted. */
static bool
line_put(struct prompt *prompt, const char *bytes, size_t length, bool squeeze)
{
    char added[PROMPT_BYTES];
    bool whole;
    size_t room = PROMPT_BYTES - 1 - prompt->length;
    size_t count = clean(added, room, bytes, length, squeeze, &whole);
    char *here = prompt->text + prompt->cursor;
    memmove(here + count, here, prompt->length + 1 - prompt->cursor);
    memcpy(here, added, count);
    prompt->length += count;
    prompt->cursor += count;
    /* marks without a base at the start of the line now belong to what is before them */
    size_t size;
    while (count > 0 && mark_at(prompt->text, prompt->length, prompt->cursor, &size))
        prompt->cursor += size;
    return whole;
}

/* Erases what is between two places between characters; the cursor is there then. */
static void
line_erase(struct prompt *prompt, size_t a, size_t b)
{
    size_t from = a < b ? a : b, to = a < b ? b : a;
    memmove(prompt->text + from, prompt->text + to, prompt->length + 1 - to);
    prompt->length -= to - from;
    prompt->cursor = from;
}

static void
line_set(struct prompt *prompt, const char *text)
{
    prompt->length = prompt->cursor = 0;
    prompt->text[0] = '\0';
    line_put(prompt, text, strlen(text), false);
}

/* Where the word before a place begins. Only plain blanks get into a line. */
static size_t
word_start(const struct prompt *prompt, size_t at)
{
    while (at > 0 && prompt->text[at - 1] != ' ')
        at--;
    return at;
}

/* -- history -------------------------------------------------------------------------- */

static void
drop_draft(struct prompt *prompt)
{
    free(prompt->draft);
    prompt->draft = NULL;
    prompt->history_at = prompt->history_count;
}

static void
show_older(struct prompt *prompt)
{
    if (prompt->kind != PROMPT_COMMAND || prompt->history_at == 0)
        return;
    if (prompt->history_at == prompt->history_count) {
        prompt->draft = strdup(prompt->text);
        if (prompt->draft == NULL) /* rather no history than a lost line */
            return;
    }
    prompt->history_at--;
    line_set(prompt, prompt->history[prompt->history_at]);
}

static void
show_newer(struct prompt *prompt)
{
    if (prompt->kind != PROMPT_COMMAND || prompt->history_at == prompt->history_count)
        return;
    prompt->history_at++;
    if (prompt->history_at < prompt->history_count) {
        line_set(prompt, prompt->history[prompt->history_at]);
        return;
    }
    line_set(prompt, prompt->draft);
    drop_draft(prompt);
}

void
prompt_remember(struct prompt *prompt, const char *command)
{
    int count = prompt->history_count;
    if (*command == '\0' ||
        (count > 0 && strcmp(prompt->history[count - 1], command) == 0))
        return;
    char *copy = strdup(command);
    if (copy == NULL)
        return;
    bool walking = prompt->draft != NULL;
    if (count == HISTORY_MAX) {
        free(prompt->history[0]);
        memmove(prompt->history, prompt->history + 1,
                (HISTORY_MAX - 1) * sizeof prompt->history[0]);
        count--;
        if (walking && prompt->history_at > 0)
            prompt->history_at--;
    }
    prompt->history[count] = copy;
    prompt->history_count = count + 1;
    if (!walking)
        prompt->history_at = prompt->history_count;
}

/* -- completion ----------------------------------------------------------------------- */

/* How many bytes two texts have in common from their start, in whole code points. */
static size_t
common_length(const char *left, const char *right, size_t most)
{
    size_t length = 0;
    while (length < most && left[length] == right[length] && left[length] != '\0')
        length++;
    while (length > 0 && ((unsigned char)left[length] & 0xc0) == 0x80)
        length--;
    return length;
}

void
prompt_complete(struct prompt *prompt, const char *const *words, int count)
{
    size_t start = word_start(prompt, prompt->cursor), typed = prompt->cursor - start;
    const char *found = NULL;
    size_t common = 0; /* bytes of `found` that all words share which begin as typed */
    bool unique = true;
    for (int k = 0; k < count; k++) {
        if (strncmp(words[k], prompt->text + start, typed) != 0)
            continue;
        if (found == NULL) {
            found = words[k];
            common = strlen(found);
        } else {
            unique = unique && strcmp(found, words[k]) == 0;
            common = common_length(found, words[k], common);
        }
    }
    if (found == NULL || common < typed ||
        !line_put(prompt, found + typed, common - typed, false) || !unique)
        return;
    if (prompt->text[prompt->cursor] == ' ')
        prompt->cursor = character_end(prompt->text, prompt->length, prompt->cursor);
    else
        line_put(prompt, " ", 1, false);
}

/* -- keys ----------------------------------------------------------------------------- */

/* Where keys move to, or erase up to. */

static size_t
line_start(const struct prompt *prompt)
{
    (void)prompt;
    return 0;
}

static size_t
line_end(const struct prompt *prompt)
{
    return prompt->length;
}

static size_t
left_of(const struct prompt *prompt)
{
    return character_start(prompt->text, prompt->length, prompt->cursor);
}

static size_t
right_of(const struct prompt *prompt)
{
    return character_end(prompt->text, prompt->length, prompt->cursor);
}

static size_t
last_word(const struct prompt *prompt)
{
    size_t at = prompt->cursor;
    while (at > 0 && prompt->text[at - 1] == ' ')
        at--;
    return word_start(prompt, at);
}

/* What other keys do. */

static void
put_space(struct prompt *prompt)
{
    line_put(prompt, " ", 1, false);
}

static void
close_line(struct prompt *prompt)
{
    drop_draft(prompt);
    prompt->kind = PROMPT_NONE;
}

static const struct {
    const char *keys[2];
    size_t (*move)(const struct prompt *prompt);
    size_t (*erase)(const struct prompt *prompt);
    void (*run)(struct prompt *prompt);
    enum prompt_result result;
} actions[] = {
    {{"Left"}, .move = left_of},
    {{"Right"}, .move = right_of},
    {{"Home", "C-a"}, .move = line_start},
    {{"End", "C-e"}, .move = line_end},
    {{"Backspace", "C-h"}, .erase = left_of},
    {{"Delete", "C-d"}, .erase = right_of},
    {{"C-w"}, .erase = last_word},
    {{"C-u"}, .erase = line_start},
    {{"C-k"}, .erase = line_end},
    {{"Space"}, .run = put_space},
    {{"Up", "C-p"}, .run = show_older},
    {{"Down", "C-n"}, .run = show_newer},
    {{"Tab"}, .result = PROMPT_COMPLETES},
    {{"Enter"}, .run = close_line, .result = PROMPT_ENTERED},
    {{"Esc", "C-c"}, .run = close_line, .result = PROMPT_LEFT},
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

enum prompt_result
prompt_key(struct prompt *prompt, const char *key)
{
    size_t length = strlen(key), at = prompt->cursor;
    if (prompt->kind == PROMPT_NONE)
        return PROMPT_LEFT;
    for (int k = 0; k < 2 * ACTIONS; k++) {
        const char *name = actions[k / 2].keys[k % 2];
        if (name == NULL || strcmp(key, name) != 0)
            continue;
        if (actions[k / 2].move != NULL)
            prompt->cursor = actions[k / 2].move(prompt);
        if (actions[k / 2].erase != NULL)
            line_erase(prompt, at, actions[k / 2].erase(prompt));
        if (actions[k / 2].run != NULL)
            actions[k / 2].run(prompt);
        return actions[k / 2].result;
    }
    if (character_end(key, length, 0) == length) /* a name of several is an unknown key */
        line_put(prompt, key, length, false);
    return PROMPT_GOES_ON;
}

bool
prompt_paste(struct prompt *prompt, const char *bytes, size_t length)
{
    return prompt->kind != PROMPT_NONE && line_put(prompt, bytes, length, true);
}

void
prompt_open(struct prompt *prompt, enum prompt_kind kind, const char *text)
{
    drop_draft(prompt);
    prompt->kind = kind;
    line_set(prompt, text);
}

void
prompt_free(struct prompt *prompt)
{
    for (int k = 0; k < prompt->history_count; k++)
        free(prompt->history[k]);
    free(prompt->draft);
    *prompt = (struct prompt){0};
}
