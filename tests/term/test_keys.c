/* Bytes to events: what keys send on several terminals, the mouse, pastes, and everything that
 * has been seen to crash libtermkey or to be taken for keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "term/keys.h"

/* Bytes that may hold a zero. */
struct bytes {
    const char *at;
    size_t length;
};
#define BYTES(literal)              \
    {                               \
        literal, sizeof literal - 1 \
    }

/* Adds an event to a text as the tables below write it, followed by a blank. */
static void
write_event(struct text *out, const struct event *event)
{
    switch (event->kind) {
    case EVENT_KEY:
        text_add(out, "%s ", event->key);
        break;
    case EVENT_PRESS:
        text_add(out, "press:%d,%d ", event->row, event->col);
        break;
    case EVENT_WHEEL:
        text_add(out, "wheel:%d,%d,%d ", event->row, event->col, event->lines);
        break;
    case EVENT_PASTE:
        text_add(out, "paste:%.*s ", (int)event->paste_length, event->paste);
        break;
    }
}

static void
feed(struct keys *keys, struct bytes bytes, struct text *out)
{
    struct event event;
    for (size_t k = 0; k < bytes.length; k++)
        if (keys_byte(keys, (unsigned char)bytes.at[k], &event))
            write_event(out, &event);
}

/* Lets time pass until nothing has begun any more. */
static void
wait(struct keys *keys, struct text *out)
{
    struct event event;
    for (int k = 0; keys_patience(keys) >= 0; k++) {
        assert_true(k < 4);
        if (keys_timeout(keys, &event))
            write_event(out, &event);
    }
}

/* What the bytes make, and then, after a while, a q. */
static void
check(const char *term, struct bytes bytes, const char *expected)
{
    struct keys keys;
    struct err err;
    struct text out = {0};
    if (!keys_open(&keys, term, 0, &err))
        fail_msg("%s", err.text);
    feed(&keys, bytes, &out);
    wait(&keys, &out);
    feed(&keys, (struct bytes)BYTES("q"), &out);
    wait(&keys, &out);
    char wanted[256];
    snprintf(wanted, sizeof wanted, "%s%sq ", expected, *expected ? " " : "");
    if (strcmp(out.bytes, wanted) != 0) {
        char shown[256];
        text_visible(shown, sizeof shown, bytes.at, bytes.length);
        fail_msg("TERM=%s: %s: \"%s\" instead of \"%s\"", term, shown, out.bytes, wanted);
    }
    text_free(&out);
    keys_close(&keys);
}

/* The last is on no machine: libtermkey then knows only what all terminals have. */
static const char *const terms[] = {
    "xterm-256color", "xterm", "linux",           "vt100",         "vt220",
    "screen",         "tmux",  "screen-256color", "tmux-256color", "nosuch"};
enum { TERM_COUNT = sizeof terms / sizeof terms[0] };

struct row {
    struct bytes bytes;
    const char *expected;
};

static void
check_rows(const struct row *rows, size_t count)
{
    for (int t = 0; t < TERM_COUNT; t++)
        for (size_t k = 0; k < count; k++)
            check(terms[t], rows[k].bytes, rows[k].expected);
}
#define CHECK_ROWS(rows) check_rows(rows, sizeof rows / sizeof rows[0])

/* -- keys ------------------------------------------------------------------------------ */

static void
characters(void **state)
{
    static const struct row rows[] = {
        {BYTES("a"), "a"},
        {BYTES("A"), "A"},
        {BYTES("0:/?"), "0 : / ?"},
        {BYTES(" "), "Space"},
        {BYTES("\xc3\xa9"), "\xc3\xa9"},                 /* é */
        {BYTES("\xe6\xbc\xa2"), "\xe6\xbc\xa2"},         /* 漢 */
        {BYTES("\xed\x9b\x9b"), "\xed\x9b\x9b"},         /* has 0x9b in it */
        {BYTES("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80"}, /* an emoji */
        {BYTES("\033x"), "M-x"},
        {BYTES("\033\xc3\xa9"), "M-\xc3\xa9"},
        {BYTES("\033 "), "M-Space"},
        {BYTES("\033["), "M-["},
        {BYTES("\033O"), "M-O"},
        {BYTES("\033]"), "M-]"},
        {BYTES("\033P"), "M-P"},
        {BYTES("\033X"), "M-X"},
        {BYTES("\033^"), "M-^"},
        {BYTES("\033_"), "M-_"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void
control_keys(void **state)
{
    static const struct row rows[] = {
        {BYTES("\001"), "C-a"},
        {BYTES("\003"), "C-c"},
        {BYTES("\014"), "C-l"},
        {BYTES("\023"), "C-s"},
        {BYTES("\032"), "C-z"},
        {BYTES("\034"), "C-\\"},
        {BYTES("\0"), "C-Space"},
        {BYTES("\t"), "Tab"},
        {BYTES("\r"), "Enter"},
        {BYTES("\n"), "Enter"},
        {BYTES("\010"), "Backspace"},
        {BYTES("\177"), "Backspace"},
        {BYTES("\033"), "Esc"},
        {BYTES("\033\033"), "Esc Esc"},
        {BYTES("\033\033[A"), "Esc Up"},
        {BYTES("\033\r"), "M-Enter"},
        {BYTES("\033\177"), "M-Backspace"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void
cursor_keys(void **state)
{
    static const struct row rows[] = {
        {BYTES("\033[A\033OA"), "Up Up"},
        {BYTES("\033[B\033OB"), "Down Down"},
        {BYTES("\033[C\033OC"), "Right Right"},
        {BYTES("\033[D\033OD"), "Left Left"},
        {BYTES("\033[H\033OH\033[1~\033[7~"), "Home Home Home Home"},
        {BYTES("\033[F\033OF\033[4~\033[8~"), "End End End End"},
        {BYTES("\033[2~\033[3~"), "Ins Del"},
        {BYTES("\033[5~\033[6~"), "PgUp PgDn"},
        {BYTES("\033[1;5C"), "C-Right"},
        {BYTES("\033[1;2A"), "S-Up"},
        {BYTES("\033[1;3D"), "M-Left"},
        {BYTES("\033[1;8B"), "C-M-S-Down"},
        {BYTES("\033[3;5~"), "C-Del"},
        {BYTES("\033[Z"), "S-Tab"},
        {BYTES("\033OM"), "Enter"},
        {BYTES("\033[15~\033[24~"), "F5 F12"},
        {BYTES("\033[[A\033[[B\033[[C\033[[D\033[[E"), "F1 F2 F3 F4 F5"},
        {BYTES("\033OP\033OQ\033[11~\033[14~"), "F1 F2 F1 F4"},
        {BYTES("\033[97;5u"), "C-a"},
        {BYTES("\033[13u"), "Enter"},
        {BYTES("\033[27u"), "Esc"},
        {BYTES("\033[27;5;9~"), "C-Tab"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* Esc is a key when nothing follows in time, and the beginning of a sequence before. */
static void
patience(void **state)
{
    struct keys keys;
    struct err err;
    struct text out = {0};
    static const struct {
        struct bytes bytes;
        int patience;
    } rows[] = {
        {BYTES("a"), -1},       {BYTES("\033"), 70},        {BYTES("\033["), 70},
        {BYTES("\033O"), 70},   {BYTES("\033]"), 70},       {BYTES("\033[1"), 500},
        {BYTES("\033]0"), 500}, {BYTES("\xc3"), 500},       {BYTES("\033[M "), 500},
        {BYTES("\033[["), 500}, {BYTES("\033[200~"), 1000}, {BYTES("\033[A"), -1},
    };
    (void)state;
    assert_true(keys_open(&keys, "xterm", 70, &err));
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        feed(&keys, rows[k].bytes, &out);
        assert_int_equal(keys_patience(&keys), rows[k].patience);
        wait(&keys, &out);
    }
    out.length = 0;
    feed(&keys, (struct bytes)BYTES("\033"), &out);
    wait(&keys, &out);
    feed(&keys, (struct bytes)BYTES("[B"), &out);
    assert_string_equal(out.bytes, "Esc [ B ");
    keys_close(&keys);
    assert_true(keys_open(&keys, "xterm", 0, &err));
    feed(&keys, (struct bytes)BYTES("\033"), &out);
    assert_int_equal(keys_patience(&keys), ESCAPE_DELAY);
    keys_close(&keys);
    assert_true(keys_open(&keys, "xterm", 900, &err)); /* longer than for anything else */
    feed(&keys, (struct bytes)BYTES("\033[1"), &out);
    assert_int_equal(keys_patience(&keys), 900);
    keys_close(&keys);
    text_free(&out);
}

/* -- mouse ----------------------------------------------------------------------------- */

static void
mouse(void **state)
{
    static const struct row rows[] = {
        {BYTES("\033[<0;10;5M"), "press:4,9"},
        {BYTES("\033[<0;10;5M\033[<0;10;5m"), "press:4,9"},
        {BYTES("\033[<0;280;61M"), "press:60,279"},
        {BYTES("\033[<0;4095;1023M"), "press:1022,4094"},
        {BYTES("\033[<64;3;2M"), "wheel:1,2,-3"},
        {BYTES("\033[<65;3;2M"), "wheel:1,2,3"},
        {BYTES("\033[<16;10;5M"), "press:4,9"}, /* with Ctrl */
        {BYTES("\033[M *%"), "press:4,9"},      /* the old form */
        {BYTES("\033[M`#\""), "wheel:1,2,-3"},
        {BYTES("\033[M \xff\xff"), "press:222,222"},
        {BYTES("\033[M#*%"), ""}, /* its release */
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void
mouse_garbage(void **state)
{
    static const struct row rows[] = {
        {BYTES("\033[<1;10;5M\033[<2;10;5M"), ""},   /* other buttons */
        {BYTES("\033[<32;10;5M\033[<35;10;5M"), ""}, /* motion */
        {BYTES("\033[<66;3;2M\033[<67;3;2M"), ""},   /* wheel to the sides */
        {BYTES("\033[<128;3;2M\033[<256;3;2M"), ""}, /* button 8; 256 is not 0 */
        {BYTES("\033[<0;;5M"), ""},
        {BYTES("\033[<0;0;5M\033[<0;5;0M"), ""},
        {BYTES("\033[<0;5000;5M\033[<0;5;1024M"), ""},
        {BYTES("\033[<0;5M\033[<M\033[<0;1;1;1M"), ""},
        {BYTES("\033[<0;-1;5M\033[<0;1.5;5M"), ""},
        {BYTES("\033[32;10;5M"), ""},        /* rxvt 1015 */
        {BYTES("\033[M \037\041"), "C-_ !"}, /* cut off by a control */
        {BYTES("\033[M"), ""},
        {BYTES("\033[M *"), ""},
        {BYTES("\033[<0;10"), ""},
        {BYTES("\033[M\033[A"), "Up"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* -- pastes ---------------------------------------------------------------------------- */

static void
pastes(void **state)
{
    static const struct row rows[] = {
        {BYTES("\033[200~qqq\033[201~"), "paste:qqq"},
        {BYTES("\033[200~\033[201~"), "paste:"},
        {BYTES("\033[200~a\r\nb\033[201~c"), "paste:a\r\nb c"},
        {BYTES("\033[200~a\033\033[201~"), "paste:a\033"}, /* an Esc before the mark */
        {BYTES("\033[200~a\033[20\033[201~"), "paste:a\033[20"},
        {BYTES("\033[200~\033[200~x\033[201~"), "paste:\033[200~x"},
        {BYTES("\033[200~\033[A\003\033[201~"), "paste:\033[A\003"},
        {BYTES("\033[200~\033[201\033[201~"), "paste:\033[201"},
        {BYTES("\033[200~no end"), "paste:no end"},
        {BYTES("\033[201~"), ""},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void
long_paste(void **state)
{
    struct keys keys;
    struct err err;
    struct event event;
    struct text out = {0};
    (void)state;
    assert_true(keys_open(&keys, "xterm", 0, &err));
    feed(&keys, (struct bytes)BYTES("\033[200~"), &out);
    for (int k = 0; k < 3 * PASTE_BYTES; k++)
        assert_false(keys_byte(&keys, (unsigned char)('a' + k % 26), &event));
    for (const char *end = "\033[201"; *end != '\0'; end++)
        assert_false(keys_byte(&keys, (unsigned char)*end, &event));
    assert_true(keys_byte(&keys, '~', &event));
    assert_int_equal(event.kind, EVENT_PASTE);
    assert_int_equal(event.paste_length, PASTE_BYTES);
    for (int k = 0; k < PASTE_BYTES; k++)
        assert_int_equal(event.paste[k], 'a' + k % 26);
    assert_int_equal(keys_patience(&keys), -1);
    keys_close(&keys);
    text_free(&out);
}

/* -- what is no key -------------------------------------------------------------------- */

static void
crashes(void **state)
{
    static const struct row rows[] = {
        {BYTES("\033[1$R"), ""},
        {BYTES("\033[<1R"), ""},
        {BYTES("\033[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1c"), ""},
        {BYTES("\033[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1A"), ""},
        {BYTES("\033[;5u"), ""},
        {BYTES("\033[u\033[~\033[;~\033[;;;;u"), ""},
        {BYTES("\033[27~\033[27;5~"), ""},
        {BYTES("\033[99999999999999999999~"), ""},
        {BYTES("\033[4294967295u\033[1114112u\033[55296u"), ""},
        {BYTES("\033[27;5;1114112~\033[27;5;55296~"), ""},
        {BYTES("\033[1;0A\033[1;999999A"), ""},
        {BYTES("\033[0~\033[9~\033[10~\033[16~\033[22~\033[34~\033[35~\033[36~\033[999~"),
         "F20"},
        {BYTES("\x9b"
               "1$R"),
         "1 $ R"},
        {BYTES("\033\x9b"
               "1$R"),
         "1 $ R"},
        {BYTES("\x8f\x90\x9b\x9d"), ""},
        {BYTES("\033\x8f\033\x90\033\x9d"), ""},
        {BYTES("\033[<\033[>\033[=\033[?"), ""},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void
answers_and_reports(void **state)
{
    static const struct row rows[] = {
        {BYTES("\033[24;80R\033[1;5R"), ""},             /* where the cursor is */
        {BYTES("\033[?1;2c\033[>0;276;0c\033[0n"), ""},  /* what the terminal is */
        {BYTES("\033[?2026;2$y\033[8;24;80t"), ""},      /* modes, size */
        {BYTES("\033[I\033[O"), ""},                     /* focus */
        {BYTES("\033]0;title\007"), ""},                 /* ended by BEL */
        {BYTES("\033]11;rgb:ffff/ffff/ffff\033\\"), ""}, /* ended by ST */
        {BYTES("\033P1$r0m\033\\\033_text\033\\\033Xq\033\\\033^q\033\\"), ""},
        {BYTES("\033]0;qqq"), ""},         /* never ended */
        {BYTES("\033]0;qqq\033[A"), "Up"}, /* cut off by a key */
        {BYTES("\033]0;qqq\030x"), "x"},   /* cancelled */
        {BYTES("\033O5A\033O1;5A"), ""},   /* of terminals long gone */
        {BYTES("\033Oz\033O@"), ""},
        {BYTES("\033[5;5;5A\033[1;2;3;4u\033[97:65;5u"), ""},
        {BYTES("\033[1;2"), ""},
        {BYTES("\033[1;\003"), "C-c"}, /* cut off: the key is not lost */
        {BYTES("\033[1\033[B"), "Down"},
        {BYTES("\033O\003"), "C-c"},
        {BYTES("\033[[Z"), "Z"},
        {BYTES("\033[1;5\xc3\xa9"), "\xc3\xa9"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void
broken_characters(void **state)
{
    static const struct row rows[] = {
        {BYTES("\x80\xbf\xc0\xc1\xf5\xfe\xff"), ""},
        {BYTES("\xc0\x80"), ""}, /* overlong */
        {BYTES("\xe0\x80\x80"), ""},
        {BYTES("\xed\xa0\x80"), ""},     /* a surrogate */
        {BYTES("\xf4\x90\x80\x80"), ""}, /* beyond Unicode */
        {BYTES("\xc3"), ""},
        {BYTES("\xc3x"), "x"},
        {BYTES("\xe2\x96\xc3\xa9"), "\xc3\xa9"},
        {BYTES("\xc2\x9b"), ""},     /* a control as a character */
        {BYTES("\xe2\x80\xae"), ""}, /* turns the order of text around */
        {BYTES("\xef\xbb\xbf"), ""},
        {BYTES("\xe9t\xe9"), "t"}, /* Latin-1 */
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* A key that is held, and a sequence that never ends. */
static void
floods(void **state)
{
    enum { COUNT = 10000 };
    struct keys keys;
    struct err err;
    struct event event;
    struct text out = {0};
    int escapes = 0;
    (void)state;
    assert_true(keys_open(&keys, "xterm-256color", 0, &err));
    for (int k = 0; k < COUNT; k++)
        escapes += keys_byte(&keys, '\033', &event);
    assert_int_equal(escapes, COUNT - 1);
    feed(&keys, (struct bytes)BYTES("[<"), &out);
    for (int k = 0; k < COUNT; k++)
        assert_false(keys_byte(&keys, '1', &event));
    feed(&keys, (struct bytes)BYTES("Mq\033["), &out);
    for (int k = 0; k < COUNT; k++)
        assert_false(keys_byte(&keys, k % 2 ? ';' : '5', &event));
    feed(&keys, (struct bytes)BYTES("~q\033]"), &out);
    for (int k = 0; k < COUNT; k++)
        assert_false(keys_byte(&keys, 'x', &event));
    feed(&keys, (struct bytes)BYTES("\007q"), &out);
    assert_string_equal(out.bytes, "q q q ");
    keys_close(&keys);
    text_free(&out);
}

/* -- terminals ------------------------------------------------------------------------- */

/* Entries in which a key's string begins with that of another, which ends libtermkey when it
 * sees both; and control characters as keys. */
static void
odd_terminals(void **state)
{
    static const char *const odd[] = {"att4426", "hp2392", "p8gl",
                                      "adm3a",   "wyse50", "vt52"};
    (void)state;
    for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
        check(odd[k], (struct bytes)BYTES("a\r\033"), "a Enter Esc");
        check(odd[k], (struct bytes)BYTES("\003"), "C-c");
    }
}

static uint32_t
next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(*seed >> 33);
}

/* Whatever comes in, nothing breaks, events are well-formed, and then a q is a q. */
static void
random_bytes(void **state)
{
    static const char likely[] =
        "\033\033\033[[[[<<;;;;00123456789MmAB~uR$OP]P_\007\\20~01?c:q";
    (void)state;
    for (int t = 0; t < TERM_COUNT; t++) {
        struct keys keys;
        struct err err;
        struct event event;
        struct text out = {0};
        uint64_t seed = 7 + (uint64_t)t;
        assert_true(keys_open(&keys, terms[t], 0, &err));
        for (int k = 0; k < 200000; k++) {
            uint32_t number = next_random(&seed);
            unsigned char byte = (unsigned char)(number >> 8);
            if (number % 4 != 0)
                byte = (unsigned char)likely[byte % (sizeof likely - 1)];
            bool some = number % 4096 == 1 ? keys_timeout(&keys, &event)
                                           : keys_byte(&keys, byte, &event);
            if (!some)
                continue;
            assert_true(event.kind != EVENT_KEY ||
                        text_check(event.key, strlen(event.key), &err));
            assert_true(event.kind != EVENT_KEY || event.key[0] != '\0');
            assert_true(event.row >= 0 && event.row < MOUSE_ROWS);
            assert_true(event.col >= 0 && event.col < MOUSE_COLS);
            assert_true(event.kind != EVENT_PASTE || event.paste_length <= PASTE_BYTES);
        }
        wait(&keys, &out);
        out.length = 0;
        feed(&keys, (struct bytes)BYTES("q"), &out);
        assert_string_equal(out.bytes, "q ");
        keys_close(&keys);
        text_free(&out);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters),
        cmocka_unit_test(control_keys),
        cmocka_unit_test(cursor_keys),
        cmocka_unit_test(patience),
        cmocka_unit_test(mouse),
        cmocka_unit_test(mouse_garbage),
        cmocka_unit_test(pastes),
        cmocka_unit_test(long_paste),
        cmocka_unit_test(crashes),
        cmocka_unit_test(answers_and_reports),
        cmocka_unit_test(broken_characters),
        cmocka_unit_test(floods),
        cmocka_unit_test(odd_terminals),
        cmocka_unit_test(random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
