/* Bytes to events: splitter.c cuts the bytes into pieces, libtermkey knows what the terminal's
 * keys send. It is kept away from everything else, because version 0.22 reads outside its
 * arrays on some sequences and takes the tail of others for keys.
 *
 * What always holds: between two bytes libtermkey's buffer is empty, and a piece is one event
 * or nothing. */
#include "term/keys.h"

#include <stdio.h>
#include <string.h>

#include <termkey.h>

#include "base/utf8.h"

/* -- terminfo -------------------------------------------------------------------------- */

enum { VALUES_MAX = 128 };

/* The key strings that libtermkey was given. */
struct values {
    const char *list[VALUES_MAX];
    int count;
};

static bool
is_wanted(const char *name)
{
    static const char *const wanted[] = {
        "key_backspace", "key_btab",  "key_dc",    "key_down",   "key_end",
        "key_enter",     "key_find",  "key_home",  "key_ic",     "key_left",
        "key_npage",     "key_ppage", "key_right", "key_select", "key_up"};
    for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++)
        if (strcmp(name, wanted[k]) == 0)
            return true;
    return strncmp(name, "key_f", 5) == 0 && name[5] >= '1' && name[5] <= '9';
}

/* Chooses what libtermkey loads. Not key_mouse: with the value that today's xterm entries have
 * it would take every report for one of the old form. Not keys we have no name for: some
 * terminals put them on plain control characters. And none that begins with another, on which
 * libtermkey ends the program, or is the same. */
static const char *
choose_value(const char *name, const char *value, void *data)
{
    struct values *values = data;
    if (value == NULL || !is_wanted(name) || values->count == VALUES_MAX)
        return NULL;
    unsigned char first = (unsigned char)value[0];
    if ((first >= 0x20 && first != 0x7f) || strcmp(value, "\033") == 0)
        return NULL;
    for (int k = 0; k < values->count; k++) {
        const char *other = values->list[k];
        size_t length = strlen(value), other_length = strlen(other);
        size_t shorter = length < other_length ? length : other_length;
        if (memcmp(value, other, shorter) == 0)
            return NULL;
    }
    values->list[values->count++] = value;
    return value;
}

bool
keys_open(struct keys *keys, const char *term, int escape_delay, struct err *err)
{
    struct values values = {.count = 0};
    *keys = (struct keys){.termkey = NULL};
    if (!splitter_open(&keys->splitter, escape_delay > 0 ? escape_delay : ESCAPE_DELAY,
                       err))
        return false;
    /* Abstract: it never touches the terminal. Not started, so that the hook comes first. */
    keys->termkey = termkey_new_abstract(term, TERMKEY_FLAG_NOSTART | TERMKEY_FLAG_UTF8 |
                                                   TERMKEY_FLAG_CONVERTKP);
    if (keys->termkey == NULL) {
        splitter_close(&keys->splitter);
        return err_set(
            err, "libtermkey could not be started for the terminal type \"%s\"", term);
    }
    termkey_hook_terminfo_getstr(keys->termkey, choose_value, &values);
    termkey_set_canonflags(keys->termkey,
                           TERMKEY_CANON_DELBS | TERMKEY_CANON_SPACESYMBOL);
    termkey_start(keys->termkey);
    termkey_hook_terminfo_getstr(keys->termkey, NULL, NULL);
    return true;
}

void
keys_close(struct keys *keys)
{
    if (keys->termkey != NULL)
        termkey_destroy(keys->termkey);
    keys->termkey = NULL;
    splitter_close(&keys->splitter);
}

/* -- keys ------------------------------------------------------------------------------ */

static const char *
symbol_name(TermKeySym symbol)
{
    static const struct {
        TermKeySym symbol;
        const char *name;
    } names[] = {
        {TERMKEY_SYM_BACKSPACE, "Backspace"},
        {TERMKEY_SYM_DEL, "Backspace"},
        {TERMKEY_SYM_TAB, "Tab"},
        {TERMKEY_SYM_ENTER, "Enter"},
        {TERMKEY_SYM_KPENTER, "Enter"},
        {TERMKEY_SYM_ESCAPE, "Esc"},
        {TERMKEY_SYM_SPACE, "Space"},
        {TERMKEY_SYM_UP, "Up"},
        {TERMKEY_SYM_DOWN, "Down"},
        {TERMKEY_SYM_LEFT, "Left"},
        {TERMKEY_SYM_RIGHT, "Right"},
        {TERMKEY_SYM_INSERT, "Ins"},
        {TERMKEY_SYM_DELETE, "Del"},
        {TERMKEY_SYM_PAGEUP, "PgUp"},
        {TERMKEY_SYM_PAGEDOWN, "PgDn"},
        {TERMKEY_SYM_HOME, "Home"},
        {TERMKEY_SYM_END, "End"},
        /* ESC [ 1 ~ and ESC [ 4 ~, which many terminals send for Home and End */
        {TERMKEY_SYM_FIND, "Home"},
        {TERMKEY_SYM_SELECT, "End"},
    };
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (names[k].symbol == symbol)
            return names[k].name;
    return NULL;
}

/* Writes the name without modifiers; false where the key has none. */
static bool
plain_name(const TermKeyKey *key, char out[KEY_BYTES])
{
    if (key->type == TERMKEY_TYPE_FUNCTION) {
        snprintf(out, KEY_BYTES, "F%d", key->code.number);
        return true;
    }
    if (key->type == TERMKEY_TYPE_KEYSYM) {
        const char *name = symbol_name(key->code.sym);
        snprintf(out, KEY_BYTES, "%s", name ? name : "");
        return name != NULL;
    }
    long code = key->code.codepoint;
    if (key->type != TERMKEY_TYPE_UNICODE || code < 0x20 || code > 0x10ffff ||
        (code >= 0xd800 && code <= 0xdfff) || utf8_is_control((uint32_t)code))
        return false;
    out[utf8_encode(out, (uint32_t)code)] = '\0';
    return true;
}

static bool
key_event(const TermKeyKey *key, struct event *event)
{
    char plain[KEY_BYTES];
    bool control = key->modifiers & TERMKEY_KEYMOD_CTRL;
    bool alt = key->modifiers & TERMKEY_KEYMOD_ALT;
    /* A character has its shift in itself. */
    bool shift =
        (key->modifiers & TERMKEY_KEYMOD_SHIFT) && key->type != TERMKEY_TYPE_UNICODE;
    if (!plain_name(key, plain))
        return false;
    /* Ctrl-H and Ctrl-J are what some terminals send for Backspace and Enter. */
    if (control && (strcmp(plain, "h") == 0 || strcmp(plain, "j") == 0)) {
        snprintf(plain, sizeof plain, "%s", plain[0] == 'h' ? "Backspace" : "Enter");
        control = false;
    }
    event->kind = EVENT_KEY;
    snprintf(event->key, sizeof event->key, "%s%s%s%.16s", control ? "C-" : "",
             alt ? "M-" : "", shift ? "S-" : "", plain);
    return true;
}

/* -- mouse ----------------------------------------------------------------------------- */

static bool
mouse_event(struct keys *keys, const TermKeyKey *key, struct event *event)
{
    enum { LEFT = 1, WHEEL_UP = 4, WHEEL_DOWN = 5 };
    TermKeyMouseEvent what;
    int button, row, col;
    if (termkey_interpret_mouse(keys->termkey, key, &what, &button, &row, &col) !=
            TERMKEY_RES_KEY ||
        what != TERMKEY_MOUSE_PRESS || row < 1 || col < 1)
        return false;
    event->kind = button == LEFT ? EVENT_PRESS : EVENT_WHEEL;
    event->row = row - 1;
    event->col = col - 1;
    event->lines = button == WHEEL_UP     ? -WHEEL_LINES
                   : button == WHEEL_DOWN ? WHEEL_LINES
                                          : 0;
    return button == LEFT || button == WHEEL_UP || button == WHEEL_DOWN;
}

/* -- events ---------------------------------------------------------------------------- */

static bool
piece_event(struct keys *keys, const struct piece *piece, struct event *event)
{
    TermKeyKey key, rest;
    *event = (struct event){.kind = EVENT_KEY};
    if (piece->is_paste) {
        event->kind = EVENT_PASTE;
        event->paste = piece->bytes;
        event->paste_length = piece->length;
        return true;
    }
    memset(&key, 0, sizeof key); /* the library looks at it before it writes it */
    memset(&rest, 0, sizeof rest);
    termkey_push_bytes(keys->termkey, piece->bytes, piece->length);
    bool found = termkey_getkey_force(keys->termkey, &key) == TERMKEY_RES_KEY;
    /* More than one key: it did not know the piece and goes through its letters. */
    bool whole = termkey_get_buffer_remaining(keys->termkey) ==
                 termkey_get_buffer_size(keys->termkey);
    while (termkey_getkey_force(keys->termkey, &rest) == TERMKEY_RES_KEY)
        continue;
    if (!found || !whole)
        return false;
    return key.type == TERMKEY_TYPE_MOUSE ? mouse_event(keys, &key, event)
                                          : key_event(&key, event);
}

bool
keys_byte(struct keys *keys, unsigned char byte, struct event *event)
{
    struct piece piece;
    return splitter_byte(&keys->splitter, byte, &piece) &&
           piece_event(keys, &piece, event);
}

int
keys_patience(const struct keys *keys)
{
    return splitter_patience(&keys->splitter);
}

bool
keys_timeout(struct keys *keys, struct event *event)
{
    struct piece piece;
    return splitter_timeout(&keys->splitter, &piece) && piece_event(keys, &piece, event);
}
