/* The grid as plain text and with colours: exact bytes for small grids. */
#include "view/out/writers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/sketch.h"

static const struct tag none = {0};

/* A theme of its own, so that the looks of the program can change. */
static const struct theme theme = {{
    [ROLE_TEXT] = {-1, -1, 9, 0},
    [ROLE_FAINT] = {245, -1, 9, 0},
    [ROLE_TITLE] = {-1, -1, 9, 0}, /* looks as text does */
    [ROLE_KEY] = {6, -1, 6, FLAG_BOLD},
    [ROLE_NUMBER] = {-1, 17, 9, 0},
    [ROLE_ASKING] = {208, 255, 3, FLAG_UNDERLINE},
}};

/* A piece of a row: where it stands, how it looks. */
struct piece {
    int col;
    struct style style;
    const char *text;
};

enum { PIECES = 6, COLS = 10 };

static void
assert_ansi(const struct piece pieces[PIECES], const char *line)
{
    struct sketch sketch;
    struct text text = {0};
    sketch_open(&sketch, 1, COLS, GLYPHS_UTF8);
    for (int k = 0; k < PIECES && pieces[k].text != NULL; k++)
        draw_text(&sketch.canvas, 0, pieces[k].col, pieces[k].style, none, "%s",
                  pieces[k].text);
    write_ansi(&sketch.grid, &theme, &text);
    assert_false(text.failed);
    assert_string_equal(text.bytes, line);
    text_free(&text);
    sketch_close(&sketch);
}

static void
text_has_no_blanks_at_the_ends_of_lines(void **state)
{
    (void)state;
    static const struct style style = {ROLE_KEY, FLAG_REVERSE};
    struct sketch sketch;
    sketch_open(&sketch, 5, 6, GLYPHS_UTF8);
    assert_grid(&sketch.grid, "\n\n\n\n\n");
    draw_text(&sketch.canvas, 0, 0, style, none, "a b");
    draw_text(&sketch.canvas, 1, 5, style, none, "c");
    draw_text(&sketch.canvas, 2, 1, style, none, "漢e\xcc\x81\xcc\x83  ");
    draw_text(&sketch.canvas, 3, 0, style, none, "     ");
    draw_text(&sketch.canvas, 4, 0, style, none, "<&\">%%s");
    assert_grid(&sketch.grid, "a b\n     c\n 漢e\xcc\x81\xcc\x83\n\n<&\">%s\n");
    sketch_close(&sketch);
}

static void
writers_add_to_what_is_there(void **state)
{
    (void)state;
    struct sketch sketch;
    struct text text = {0};
    sketch_open(&sketch, 1, 3, GLYPHS_UTF8);
    draw_text(&sketch.canvas, 0, 0, (struct style){ROLE_TEXT, 0}, none, "x");
    text_add(&text, "before\n");
    write_text(&sketch.grid, &text);
    write_ansi(&sketch.grid, &theme, &text);
    assert_string_equal(text.bytes, "before\nx\nx\n");
    text_free(&text);
    sketch_close(&sketch);
}

static void
ansi_names_colours_and_flags(void **state)
{
    (void)state;
    static const struct {
        struct style style;
        const char *line;
    } rows[] = {
        {{ROLE_TEXT, 0}, "x\n"},
        {{ROLE_TITLE, 0}, "x\n"},
        {{ROLE_TEXT, FLAG_BOLD}, "\x1b[0;1mx\x1b[0m\n"},
        {{ROLE_TEXT, FLAG_UNDERLINE}, "\x1b[0;4mx\x1b[0m\n"},
        {{ROLE_TEXT, FLAG_REVERSE}, "\x1b[0;7mx\x1b[0m\n"},
        {{ROLE_TEXT, FLAG_BOLD | FLAG_UNDERLINE | FLAG_REVERSE},
         "\x1b[0;1;4;7mx\x1b[0m\n"},
        {{ROLE_FAINT, 0}, "\x1b[0;38;5;245mx\x1b[0m\n"},
        {{ROLE_KEY, 0}, "\x1b[0;1;38;5;6mx\x1b[0m\n"},
        {{ROLE_KEY, FLAG_REVERSE}, "\x1b[0;1;7;38;5;6mx\x1b[0m\n"},
        {{ROLE_NUMBER, 0}, "\x1b[0;48;5;17mx\x1b[0m\n"},
        {{ROLE_ASKING, 0}, "\x1b[0;4;38;5;208;48;5;255mx\x1b[0m\n"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        assert_ansi((const struct piece[PIECES]){{0, rows[k].style, "x"}}, rows[k].line);
}

static void
ansi_runs_are_merged(void **state)
{
    (void)state;
    static const struct {
        struct piece pieces[PIECES];
        const char *line;
    } rows[] = {
        {{{0, {ROLE_FAINT, 0}, "ab"}, {2, {ROLE_FAINT, 0}, "cd"}},
         "\x1b[0;38;5;245mabcd\x1b[0m\n"},
        {{{0, {ROLE_TEXT, 0}, "ab"}, {2, {ROLE_TITLE, 0}, "cd"}}, "abcd\n"},
        {{{0, {ROLE_TEXT, 0}, "ab"}, {2, {ROLE_FAINT, 0}, "cd"}},
         "ab\x1b[0;38;5;245mcd\x1b[0m\n"},
        {{{0, {ROLE_FAINT, 0}, "ab"}, {2, {ROLE_TEXT, 0}, "cd"}},
         "\x1b[0;38;5;245mab\x1b[0mcd\n"},
        {{{0, {ROLE_FAINT, 0}, "ab"}, {2, {ROLE_KEY, 0}, "cd"}},
         "\x1b[0;38;5;245mab\x1b[0;1;38;5;6mcd\x1b[0m\n"},
        /* blanks in between show no colour of the text */
        {{{0, {ROLE_FAINT, 0}, "ab"}, {4, {ROLE_FAINT, 0}, "cd"}},
         "\x1b[0;38;5;245mab  cd\x1b[0m\n"},
        {{{0, {ROLE_KEY, 0}, "ab "}, {3, {ROLE_FAINT, 0}, " cd"}},
         "\x1b[0;1;38;5;6mab  \x1b[0;38;5;245mcd\x1b[0m\n"},
        /* but the rest of a reversed one, and a background */
        {{{0, {ROLE_TEXT, FLAG_REVERSE}, "ab"}, {4, {ROLE_TEXT, FLAG_REVERSE}, "cd"}},
         "\x1b[0;7mab\x1b[0m  \x1b[0;7mcd\x1b[0m\n"},
        {{{0, {ROLE_NUMBER, 0}, "a "}, {2, {ROLE_FAINT, 0}, " b"}},
         "\x1b[0;48;5;17ma \x1b[0;38;5;245m b\x1b[0m\n"},
        /* wide characters and marks are of one run */
        {{{0, {ROLE_FAINT, 0}, "漢e\xcc\x81"}, {3, {ROLE_TEXT, 0}, "字"}},
         "\x1b[0;38;5;245m漢e\xcc\x81\x1b[0m字\n"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        assert_ansi(rows[k].pieces, rows[k].line);
}

static void
ansi_keeps_blanks_that_show(void **state)
{
    (void)state;
    static const struct {
        struct piece pieces[PIECES];
        const char *line;
    } rows[] = {
        {{{0, {ROLE_TEXT, 0}, "a   "}}, "a\n"},
        {{{0, {ROLE_KEY, 0}, "a   "}}, "\x1b[0;1;38;5;6ma\x1b[0m\n"},
        {{{0, {ROLE_KEY, 0}, "     "}}, "\n"},
        {{{0, {ROLE_TEXT, FLAG_REVERSE}, "a  "}}, "\x1b[0;7ma  \x1b[0m\n"},
        {{{0, {ROLE_TEXT, FLAG_UNDERLINE}, "a  "}}, "\x1b[0;4ma  \x1b[0m\n"},
        {{{0, {ROLE_NUMBER, 0}, "a  "}}, "\x1b[0;48;5;17ma  \x1b[0m\n"},
        {{{4, {ROLE_TEXT, FLAG_REVERSE}, " "}}, "    \x1b[0;7m \x1b[0m\n"},
        {{{9, {ROLE_FAINT, 0}, "x"}}, "         \x1b[0;38;5;245mx\x1b[0m\n"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        assert_ansi(rows[k].pieces, rows[k].line);
}

/* Each line of the colours, without its sequences, is the line of the plain text: but for
 * blanks at its end. */
static void
ansi_without_sequences_is_the_text(void **state)
{
    (void)state;
    struct sketch sketch;
    struct text bare = {0}, ansi = {0}, rest = {0};
    uint32_t seed = 12345;
    sketch_open(&sketch, 40, 60, GLYPHS_UTF8);
    for (int k = 0; k < 900; k++) {
        static const char *const words[] = {"cat", "漢",  "e\xcc\x81",
                                            " ",   "░▒█", "[.94]"};
        seed = seed * 1664525u + 1013904223u;
        struct style style = {(unsigned char)(seed >> 24 & 3),
                              (unsigned char)(seed >> 20 & 8 ? 0 : FLAG_BOLD)};
        draw_text(&sketch.canvas, (int)(seed >> 8 & 63), (int)(seed >> 14 & 63) - 2,
                  style, none, "%s", words[(seed >> 4 & 15) % 6]);
    }
    assert_grid_sound(&sketch.grid);
    write_text(&sketch.grid, &bare);
    write_ansi(&sketch.grid, &theme, &ansi);
    for (const char *at = ansi.bytes; *at != '\0'; at++) {
        if (*at == '\x1b') {
            at++;
            assert_int_equal(*at, '[');
            at += 1 + strspn(at + 1, "0123456789;");
            assert_int_equal(*at, 'm');
        } else
            text_add_bytes(&rest, at, 1);
    }
    assert_string_equal(rest.bytes, bare.bytes);
    text_free(&bare);
    text_free(&ansi);
    text_free(&rest);
    sketch_close(&sketch);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_no_blanks_at_the_ends_of_lines),
        cmocka_unit_test(writers_add_to_what_is_there),
        cmocka_unit_test(ansi_names_colours_and_flags),
        cmocka_unit_test(ansi_runs_are_merged),
        cmocka_unit_test(ansi_keeps_blanks_that_show),
        cmocka_unit_test(ansi_without_sequences_is_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
