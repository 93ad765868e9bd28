/* What keys, the mouse and pastes send, on several terminals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "support/typed.h"

/* -- keys ------------------------------------------------------------------------------ */

static void
characters(void **state)
{
    static const struct typed_row rows[] = {
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
    ASSERT_TYPED_ROWS(rows);
}

static void
control_keys(void **state)
{
    static const struct typed_row rows[] = {
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
    ASSERT_TYPED_ROWS(rows);
}

static void
cursor_keys(void **state)
{
    static const struct typed_row rows[] = {
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
    ASSERT_TYPED_ROWS(rows);
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
        typed_feed(&keys, rows[k].bytes, &out);
        assert_int_equal(keys_patience(&keys), rows[k].patience);
        typed_wait(&keys, &out);
    }
    out.length = 0;
    typed_feed(&keys, (struct bytes)BYTES("\033"), &out);
    typed_wait(&keys, &out);
    typed_feed(&keys, (struct bytes)BYTES("[B"), &out);
    assert_string_equal(out.bytes, "Esc [ B ");
    keys_close(&keys);
    assert_true(keys_open(&keys, "xterm", 0, &err));
    typed_feed(&keys, (struct bytes)BYTES("\033"), &out);
    assert_int_equal(keys_patience(&keys), ESCAPE_DELAY);
    keys_close(&keys);
    assert_true(keys_open(&keys, "xterm", 900, &err)); /* longer than for anything else */
    typed_feed(&keys, (struct bytes)BYTES("\033[1"), &out);
    assert_int_equal(keys_patience(&keys), 900);
    keys_close(&keys);
    text_free(&out);
}

/* -- mouse ----------------------------------------------------------------------------- */

static void
mouse(void **state)
{
    static const struct typed_row rows[] = {
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
    ASSERT_TYPED_ROWS(rows);
}

static void
mouse_garbage(void **state)
{
    static const struct typed_row rows[] = {
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
    ASSERT_TYPED_ROWS(rows);
}

/* -- pastes ---------------------------------------------------------------------------- */

static void
pastes(void **state)
{
    static const struct typed_row rows[] = {
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
    ASSERT_TYPED_ROWS(rows);
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
    typed_feed(&keys, (struct bytes)BYTES("\033[200~"), &out);
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

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters),  cmocka_unit_test(control_keys),
        cmocka_unit_test(cursor_keys), cmocka_unit_test(patience),
        cmocka_unit_test(mouse),       cmocka_unit_test(mouse_garbage),
        cmocka_unit_test(pastes),      cmocka_unit_test(long_paste),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
