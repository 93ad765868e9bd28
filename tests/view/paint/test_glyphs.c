/* Glyphs, their twins in the smaller sets, and the width of characters. */
#include "view/paint/glyphs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/utf8.h"

static void
each_set_shows_what_it_can(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out[GLYPHS_COUNT]; /* NULL: as it is */
    } rows[] = {
        {"", {NULL, NULL, NULL}},
        {"plain ASCII ~ 0.94", {NULL, NULL, NULL}},
        {"░▒█", {NULL, NULL, ":+#"}},
        {"──┬──", {NULL, NULL, "--+--"}},
        {"│┌┐└┘├┤┬┴┼", {NULL, NULL, "|+++++++++"}},
        {"▶ ▼ ▲", {NULL, NULL, "> * ^"}},
        {"←↑→↓", {NULL, NULL, "<-^->v"}},
        {"S / √5 × q·k", {NULL, "S / sqrt(5) × q·k", "S / sqrt(5) x q.k"}},
        {"and so on …", {NULL, "and so on ...", "and so on ..."}},
        {"naïve café", {NULL, NULL, "na_ve caf_"}},
        {"cafe\xcc\x81!", {NULL, NULL, "cafe!"}},
        {"漢字 😀", {NULL, NULL, "____ __"}},
        {"a\xc2\xa0"
         "b\xe3\x80\x80"
         "c",
         {NULL, NULL, "a b  c"}},
        /* no set lets a control through */
        {"a\tb\nc", {"a b c", "a b c", "a b c"}},
        {"\x1b[31m\x7f", {"_[31m_", "_[31m_", "_[31m_"}},
        {"\xc2\x9b\xe2\x80\xae\xe2\x80\x8b", {"___", "___", "___"}},
        {"good\xff"
         "bad",
         {"good", "good", "good"}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int set = 0; set < GLYPHS_COUNT; set++) {
            char out[64];
            const char *right = rows[k].out[set] ? rows[k].out[set] : rows[k].in;
            glyphs_translate((enum glyph_set)set, rows[k].in, out, sizeof out);
            assert_string_equal(out, right);
        }
}

static void
texts_are_cut_between_characters(void **state)
{
    (void)state;
    static const char in[] = "a√é漢😀";
    static const char *const whole[GLYPHS_COUNT] = {in, "asqrté漢😀", "asqrt_____"};
    for (int set = 0; set < GLYPHS_COUNT; set++)
        for (size_t size = 1; size < 24; size++) {
            char out[24];
            uint32_t code;
            memset(out, '#', sizeof out);
            glyphs_translate((enum glyph_set)set, in, out, size);
            size_t length = strlen(out);
            assert_true(length < size);
            assert_memory_equal(out, whole[set], length);
            for (size_t at = 0, step; at < length; at += step)
                assert_true((step = utf8_decode(out + at, length - at, &code)) > 0);
            for (size_t at = length + 1; at < sizeof out; at++)
                assert_int_equal(out[at], '#');
        }
}

/* What is drawn in ASCII is ASCII, and no set draws a control character. */
static void
every_character_has_a_twin_in_ascii(void **state)
{
    (void)state;
    for (uint32_t code = 1; code <= 0x10ffff; code++) {
        char in[5] = "", out[8];
        if (code >= 0xd800 && code <= 0xdfff)
            continue;
        utf8_encode(in, code);
        glyphs_translate(GLYPHS_ASCII, in, out, sizeof out);
        for (const char *at = out; *at != '\0'; at++)
            assert_true(*at >= 0x20 && *at < 0x7f);
        for (int set = 0; set < GLYPHS_COUNT; set++) {
            glyphs_translate((enum glyph_set)set, in, out, sizeof out);
            size_t length = strlen(out);
            uint32_t shown;
            if (length > 0) {
                assert_true(utf8_decode(out, length, &shown) > 0);
                assert_false(utf8_is_control(shown));
            }
        }
    }
}

static void
characters_take_their_columns(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        uint32_t code;
        int width;
    } rows[] = {
        {' ', 1}, {'~', 1}, {0xe9, 1}, {0x2ff, 1}, {0x300, 0}, {0x36f, 0}, {0x370, 1},
        {0x5d0, 1}, {0x5b8, 0}, {0x627, 1}, {0x64e, 0}, {0x915, 1}, {0x94d, 0}, {0x93e, 1},
        {0xe01, 1}, {0xe31, 0}, {0xe48, 0}, {0x10ff, 1}, {0x1100, 2}, {0x1161, 0},
        {0x1200, 1}, {0x2190, 1}, {0x221a, 1}, {0x2500, 1}, {0x2588, 1}, {0x25b6, 1},
        {0x231a, 2}, {0x23ed, 1}, {0x2e80, 2}, {0x3000, 2}, {0x303f, 1}, {0x3042, 2},
        {0x3099, 0}, {0x6f22, 2}, {0xa4cf, 1}, {0xac00, 2}, {0xd7a3, 2}, {0xfe0f, 0},
        {0xff01, 2}, {0xff61, 1}, {0x1f336, 1}, {0x1f3fb, 0}, {0x1f600, 2}, {0x20000, 2},
        {0x3ffff, 1}, {0x10ffff, 1},
    };
    /* clang-format on */
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        assert_int_equal(glyph_width(rows[k].code), rows[k].width);
}

static void
texts_take_the_columns_of_their_characters(void **state)
{
    (void)state;
    assert_int_equal(glyphs_width(""), 0);
    assert_int_equal(glyphs_width("cat"), 3);
    assert_int_equal(glyphs_width("café"), 4);
    assert_int_equal(glyphs_width("cafe\xcc\x81"), 4);
    assert_int_equal(glyphs_width("漢字"), 4);
    assert_int_equal(glyphs_width("░░░ .25 │ ▶"), 11);
    assert_int_equal(glyphs_width("ab\xff"), 2);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_set_shows_what_it_can),
        cmocka_unit_test(texts_are_cut_between_characters),
        cmocka_unit_test(every_character_has_a_twin_in_ascii),
        cmocka_unit_test(characters_take_their_columns),
        cmocka_unit_test(texts_take_the_columns_of_their_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
