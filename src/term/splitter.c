/* Bytes to pieces: a state for everything that takes more than one byte. What follows a
 * terminal's rules is read to its end even when nobody wants it; what breaks them is dropped,
 * and the byte that broke them is looked at afresh, so that a key is never lost with it. */
#include "term/splitter.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum state {
    GROUND,
    UTF8,    /* a character that goes on, perhaps after Esc */
    ESCAPE,  /* ESC */
    CSI,     /* ESC [ ... */
    SS3,     /* ESC O ... */
    CONSOLE, /* ESC [ [: F1 to F5 of the Linux console */
    MOUSE,   /* ESC [ M and three bytes: the old mouse report */
    STRING,  /* ESC ] ... and its like, up to BEL or ESC \ */
    PASTE    /* between ESC [ 200 ~ and ESC [ 201 ~ */
};

enum {
    BELL = 0x07,
    CANCEL = 0x18,
    SUBSTITUTE = 0x1a,
    ESC = 0x1b,
    SEQUENCE_PATIENCE = 500, /* ms, for what cannot have been begun by hand */
    PASTE_PATIENCE = 1000
};

bool
splitter_open(struct splitter *splitter, int escape_delay, struct err *err)
{
    *splitter = (struct splitter){.state = GROUND, .escape_delay = escape_delay};
    splitter->paste = malloc(PASTE_BYTES);
    return splitter->paste != NULL ||
           err_set(err, "there is not enough memory for the keys");
}

void
splitter_close(struct splitter *splitter)
{
    free(splitter->paste);
    *splitter = (struct splitter){.state = GROUND};
}

static void
begin(struct splitter *splitter, enum state state)
{
    splitter->state = (int)state;
    splitter->length = 0;
    splitter->overlong = false;
}

static void
add(struct splitter *splitter, unsigned char byte)
{
    if (splitter->length < PIECE_BYTES)
        splitter->bytes[splitter->length++] = (char)byte;
    else
        splitter->overlong = true;
}

/* What was collected is a piece. */
static bool
end(struct splitter *splitter, struct piece *piece)
{
    *piece = (struct piece){.bytes = splitter->bytes, .length = splitter->length};
    splitter->state = GROUND;
    return !splitter->overlong;
}

/* -- characters ------------------------------------------------------------------------ */

/* How many bytes the character has that begins with this one; 0 where none does. */
static int
character_length(unsigned char byte)
{
    return byte < 0x80    ? 1
           : byte < 0xc2  ? 0
           : byte < 0xe0  ? 2
           : byte < 0xf0  ? 3
           : byte <= 0xf4 ? 4
                          : 0;
}

/* A character begins, in the ground state or after Esc (which was collected then). */
static bool
begin_character(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    int length = character_length(byte);
    splitter->state = GROUND;
    if (length == 0)
        return false;
    add(splitter, byte);
    if (length == 1)
        return end(splitter, piece);
    splitter->state = UTF8;
    splitter->missing = length - 1;
    return false;
}

static bool
ground_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    begin(splitter, byte == ESC ? ESCAPE : GROUND);
    if (byte != ESC)
        return begin_character(splitter, byte, piece);
    add(splitter, byte);
    return false;
}

static bool
utf8_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    uint32_t code;
    if ((byte & 0xc0) != 0x80)
        return ground_byte(splitter, byte, piece);
    add(splitter, byte);
    if (--splitter->missing > 0)
        return false;
    size_t skip = splitter->bytes[0] == ESC;
    /* C1 controls are not typed; libtermkey would take them for keys. */
    return end(splitter, piece) &&
           utf8_decode(splitter->bytes + skip, splitter->length - skip, &code) > 0 &&
           !utf8_is_control(code);
}

/* -- what begins with Esc -------------------------------------------------------------- */

static bool
escape_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    if (byte == ESC) { /* the one before was the key; this one may begin something */
        end(splitter, piece);
        splitter->state = ESCAPE;
        return true;
    }
    enum state next = byte == '['                          ? CSI
                      : byte == 'O'                        ? SS3
                      : byte && strchr("]PX^_", (int)byte) ? STRING
                                                           : GROUND;
    if (next == GROUND)
        return begin_character(splitter, byte, piece);
    add(splitter, byte);
    splitter->state = (int)next;
    return false;
}

static bool
ss3_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    if (byte < 0x20 || byte > 0x7e)
        return ground_byte(splitter, byte, piece);
    add(splitter, byte);
    if (byte < 0x40) /* a modifier, as some old terminals send it: to be read over */
        return false;
    return end(splitter, piece) && splitter->length == 3;
}

/* The same keys whatever TERM says. */
static bool
console_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    static const char *const sequences[] = {"\033OP", "\033OQ", "\033OR", "\033OS",
                                            "\033[15~"};
    if (byte < 'A' || byte > 'E')
        return ground_byte(splitter, byte, piece);
    const char *sequence = sequences[byte - 'A'];
    *piece = (struct piece){.bytes = sequence, .length = strlen(sequence)};
    splitter->state = GROUND;
    return true;
}

static bool
mouse_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    if (byte < 0x20)
        return ground_byte(splitter, byte, piece);
    add(splitter, byte);
    return --splitter->missing == 0 && end(splitter, piece);
}

static bool
string_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    bool after_escape = splitter->length == 3; /* ESC ], and ESC again */
    if (after_escape && byte != '\\') {        /* it was cut off, and another begins */
        begin(splitter, ESCAPE);
        add(splitter, ESC);
        return escape_byte(splitter, byte, piece);
    }
    if (after_escape || byte == BELL || byte == CANCEL || byte == SUBSTITUTE)
        splitter->state = GROUND;
    else if (byte == ESC)
        add(splitter, byte);
    else
        splitter->overlong = true; /* nobody wants its contents */
    return false;
}

/* -- control sequences ----------------------------------------------------------------- */

enum { PARAMETERS_MAX = 3, DIGITS_MAX = 7 };

struct sequence {
    char prefix; /* one of < = > ?, or 0 */
    int count;
    int parameters[PARAMETERS_MAX];
    char final;
};

/* Reads ESC [ prefix number ; number ... final, with no number missing. */
static bool
read_sequence(const char *bytes, size_t length, struct sequence *sequence)
{
    size_t at = 2, last = length - 1;
    *sequence = (struct sequence){.final = bytes[last]};
    if (at < last && bytes[at] >= '<' && bytes[at] <= '?')
        sequence->prefix = bytes[at++];
    while (at < last) {
        int value = 0, digits = 0;
        for (; at < last && bytes[at] >= '0' && bytes[at] <= '9'; at++)
            if (++digits <= DIGITS_MAX)
                value = value * 10 + (bytes[at] - '0');
        if (digits == 0 || digits > DIGITS_MAX || sequence->count == PARAMETERS_MAX)
            return false;
        sequence->parameters[sequence->count++] = value;
        if (at < last && (bytes[at++] != ';' || at == last))
            return false;
    }
    return true;
}

/* Whether a key or the mouse sends it. What is not here: answers to questions (c, n, R, t, y,
 * whatever has ? or >), focus reports (I, O), the mouse of rxvt (M without <); and no number
 * that libtermkey takes for an index or a pointer's place without looking. */
static bool
is_known(const struct sequence *sequence)
{
    const int *parameters = sequence->parameters;
    if (sequence->prefix == '<')
        return (sequence->final == 'M' || sequence->final == 'm') &&
               sequence->count == 3 && parameters[0] < 128 &&
               parameters[1] <= MOUSE_COLS && parameters[2] <= MOUSE_ROWS;
    if (sequence->prefix != 0)
        return false;
    if (sequence->count > 1 && (parameters[1] < 1 || parameters[1] > 256)) /* modifiers */
        return false;
    switch (sequence->final) {
    case '~': /* ESC [ 27 ; modifiers ; character ~ has three */
        return parameters[0] == 27 ? sequence->count == 3 && parameters[2] <= 0x10ffff
                                   : sequence->count == 1 || sequence->count == 2;
    case 'u':
        return (sequence->count == 1 || sequence->count == 2) &&
               parameters[0] <= 0x10ffff;
    default:
        return strchr("ABCDEFHPQSZ", sequence->final) != NULL && sequence->count <= 2;
    }
}

static bool
csi_end(struct splitter *splitter, struct piece *piece)
{
    struct sequence sequence;
    if (!end(splitter, piece) || !read_sequence(piece->bytes, piece->length, &sequence))
        return false;
    if (sequence.prefix == 0 && sequence.final == '~' && sequence.count == 1 &&
        sequence.parameters[0] == 200) {
        begin(splitter, PASTE);
        splitter->paste_length = 0;
        return false;
    }
    return is_known(&sequence);
}

static bool
csi_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    if (byte < 0x20 || byte > 0x7e) /* cut off */
        return ground_byte(splitter, byte, piece);
    add(splitter, byte);
    if (splitter->length == 3 && byte == '[') {
        splitter->state = CONSOLE;
    } else if (splitter->length == 3 && byte == 'M') {
        splitter->state = MOUSE;
        splitter->missing = 3;
    } else if (byte >= 0x40) {
        return csi_end(splitter, piece);
    }
    return false;
}

/* -- paste ----------------------------------------------------------------------------- */

static void
paste_add(struct splitter *splitter, const char *bytes, size_t length)
{
    size_t room = PASTE_BYTES - splitter->paste_length;
    size_t count = length < room ? length : room;
    memcpy(splitter->paste + splitter->paste_length, bytes, count);
    splitter->paste_length += count;
}

static bool
paste_end(struct splitter *splitter, struct piece *piece)
{
    splitter->state = GROUND;
    *piece = (struct piece){
        .bytes = splitter->paste, .length = splitter->paste_length, .is_paste = true};
    return true;
}

/* splitter->length counts how much of the end mark has been seen. */
static bool
paste_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    static const char mark[] = "\033[201~";
    if (byte == (unsigned char)mark[splitter->length])
        return ++splitter->length == sizeof mark - 1 && paste_end(splitter, piece);
    paste_add(splitter, mark, splitter->length);
    splitter->length = byte == ESC; /* which is nowhere in the mark but at its start */
    if (byte != ESC)
        paste_add(splitter, (const char *)&byte, 1);
    return false;
}

/* -- the outside ----------------------------------------------------------------------- */

bool
splitter_byte(struct splitter *splitter, unsigned char byte, struct piece *piece)
{
    switch ((enum state)splitter->state) {
    case GROUND:
        return ground_byte(splitter, byte, piece);
    case UTF8:
        return utf8_byte(splitter, byte, piece);
    case ESCAPE:
        return escape_byte(splitter, byte, piece);
    case CSI:
        return csi_byte(splitter, byte, piece);
    case SS3:
        return ss3_byte(splitter, byte, piece);
    case CONSOLE:
        return console_byte(splitter, byte, piece);
    case MOUSE:
        return mouse_byte(splitter, byte, piece);
    case STRING:
        return string_byte(splitter, byte, piece);
    case PASTE:
        return paste_byte(splitter, byte, piece);
    }
    return false;
}

/* Whether all that came may have been typed: Esc, or Alt and a character with which sequences
 * begin. */
static bool
is_typed(const struct splitter *splitter)
{
    return splitter->state == ESCAPE ||
           ((splitter->state == CSI || splitter->state == SS3 ||
             splitter->state == STRING) &&
            splitter->length == 2 && !splitter->overlong);
}

int
splitter_patience(const struct splitter *splitter)
{
    if (splitter->state == GROUND)
        return -1;
    if (splitter->state == PASTE)
        return PASTE_PATIENCE;
    return is_typed(splitter) || splitter->escape_delay > SEQUENCE_PATIENCE
               ? splitter->escape_delay
               : SEQUENCE_PATIENCE;
}

bool
splitter_timeout(struct splitter *splitter, struct piece *piece)
{
    if (splitter->state == PASTE)
        return paste_end(splitter, piece);
    if (is_typed(splitter))
        return end(splitter, piece);
    splitter->state = GROUND;
    return false;
}
