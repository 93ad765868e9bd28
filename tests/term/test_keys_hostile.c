/* Bytes that have been seen to crash libtermkey or to be taken for keys, and any bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "support/typed.h"

/* -- what is no key -------------------------------------------------------------------- */

static void
crashes(void **state)
{
    static const struct typed_row rows[] = {
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
    ASSERT_TYPED_ROWS(rows);
}

static void
answers_and_reports(void **state)
{
    static const struct typed_row rows[] = {
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
    ASSERT_TYPED_ROWS(rows);
}

static void
broken_characters(void **state)
{
    static const struct typed_row rows[] = {
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
    ASSERT_TYPED_ROWS(rows);
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
    typed_feed(&keys, (struct bytes)BYTES("[<"), &out);
    for (int k = 0; k < COUNT; k++)
        assert_false(keys_byte(&keys, '1', &event));
    typed_feed(&keys, (struct bytes)BYTES("Mq\033["), &out);
    for (int k = 0; k < COUNT; k++)
        assert_false(keys_byte(&keys, k % 2 ? ';' : '5', &event));
    typed_feed(&keys, (struct bytes)BYTES("~q\033]"), &out);
    for (int k = 0; k < COUNT; k++)
        assert_false(keys_byte(&keys, 'x', &event));
    typed_feed(&keys, (struct bytes)BYTES("\007q"), &out);
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
        assert_typed(odd[k], (struct bytes)BYTES("a\r\033"), "a Enter Esc");
        assert_typed(odd[k], (struct bytes)BYTES("\003"), "C-c");
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
    for (int t = 0; t < TYPED_TERMS; t++) {
        struct keys keys;
        struct err err;
        struct event event;
        struct text out = {0};
        uint64_t seed = 7 + (uint64_t)t;
        assert_true(keys_open(&keys, typed_terms[t], 0, &err));
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
        typed_wait(&keys, &out);
        out.length = 0;
        typed_feed(&keys, (struct bytes)BYTES("q"), &out);
        assert_string_equal(out.bytes, "q ");
        keys_close(&keys);
        text_free(&out);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crashes),           cmocka_unit_test(answers_and_reports),
        cmocka_unit_test(broken_characters), cmocka_unit_test(floods),
        cmocka_unit_test(odd_terminals),     cmocka_unit_test(random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
