/* The grid as a picture: exact elements for small grids, and XML that parses for any. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/sketch.h"
#include "view/out/writers.h"

static const struct tag none = {0};

/* A theme of its own, so that the looks of the program can change. */
static const struct theme theme = {{
    [ROLE_TEXT] = {-1, -1, 9, 0},
    [ROLE_FAINT] = {245, -1, 9, 0},
    [ROLE_TITLE] = {-1, -1, 9, 0},
    [ROLE_KEY] = {6, -1, 6, FLAG_BOLD},
    [ROLE_NUMBER] = {-1, 17, 9, 0},
    [ROLE_ASKING] = {208, 255, 3, FLAG_UNDERLINE},
}};

/* -- parsing -------------------------------------------------------------------------- */

/* Moves past a tag, which `at` stands in behind its "<"; returns whether it is well formed.
 * *depth counts the elements that are open; their names stand in `open`. */
static bool
skip_tag(const char **at, char open[8][16], int *depth)
{
    const char *name = *at + (**at == '/');
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz");
    if (length == 0 || length >= 16)
        return false;
    const char *rest = name + length;
    if (**at == '/') {
        *at = rest + 1;
        return *rest == '>' && --*depth >= 0 && strlen(open[*depth]) == length &&
               memcmp(open[*depth], name, length) == 0;
    }
    while (*rest == ' ') {
        rest += 1 + strcspn(rest + 1, " =<>\"/");
        if (rest[0] != '=' || rest[1] != '"')
            return false;
        rest += 2 + strcspn(rest + 2, "\"<");
        if (*rest++ != '"')
            return false;
    }
    if (*rest == '/') {
        *at = rest + 2;
        return rest[1] == '>';
    }
    if (*rest != '>' || *depth >= 8)
        return false;
    snprintf(open[(*depth)++], 16, "%.*s", (int)length, name);
    *at = rest + 1;
    return true;
}

/* Whether tags are balanced, attributes quoted, and "&" begins an entity. */
static bool
is_xml(const char *at)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    char open[8][16];
    int depth = 0, roots = 0;
    while (*at != '\0') {
        if (*at == '<') {
            roots += depth == 0;
            at++;
            if (!skip_tag(&at, open, &depth))
                return false;
        } else if (*at == '&') {
            size_t k = 0;
            while (k < 4 && strncmp(at, entities[k], strlen(entities[k])) != 0)
                k++;
            if (k == 4 || depth == 0)
                return false;
            at += strlen(entities[k]);
        } else if ((depth == 0 && *at != '\n') || *at == '>')
            return false;
        else
            at++;
    }
    return depth == 0 && roots == 1;
}

static void
the_check_of_xml_finds_faults(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",         "x",          "<a>",          "</a>",     "<a></b>",
        "<a/><a/>", "<a><b></a>", "<a b=\"c>",    "<a b=c/>", "<a>&</a>",
        "<a>></a>", "<a>&x;</a>", "<a b=\"<\"/>", "<a b/>",   "<a></a",
        "< a/>",    "<a/",        "<a><</a>",
    };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
        assert_false(is_xml(wrong[k]));
    assert_true(is_xml("<a b=\"c\" d=\"e f\"><b>&lt;x&amp;\n</b><c/></a>\n"));
}

/* -- elements ------------------------------------------------------------------------- */

/* The test fails where a picture of the grid does not have these elements, and no others,
 * behind its page. */
static void
assert_elements(const struct grid *grid, const char *elements)
{
    struct text text = {0};
    write_svg(grid, &theme, &text);
    assert_false(text.failed);
    assert_true(is_xml(text.bytes));
    const char *page = strstr(text.bytes, "fill=\"#1e1e1e\"/>\n");
    assert_non_null(page);
    char *end = strstr(text.bytes, "</svg>\n");
    assert_non_null(end);
    *end = '\0';
    assert_string_equal(strchr(page, '\n') + 1, elements);
    text_free(&text);
}

static void
the_page_has_the_size_of_the_grid(void **state)
{
    (void)state;
    struct sketch sketch;
    struct text text = {0};
    sketch_open(&sketch, 2, 80, GLYPHS_UTF8);
    write_svg(&sketch.grid, &theme, &text);
    assert_string_equal(
        text.bytes,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"738\" height=\"54\" "
        "viewBox=\"-9 -9 738 54\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, "
        "Consolas, 'Liberation Mono', monospace\" font-size=\"15\" fill=\"#d4d4d4\" "
        "shape-rendering=\"crispEdges\">\n"
        "<rect x=\"-9\" y=\"-9\" width=\"738\" height=\"54\" fill=\"#1e1e1e\"/>\n"
        "</svg>\n");
    text_free(&text);
    sketch_close(&sketch);
}

/* A piece of the second of two rows, and what becomes of it. */
struct row {
    struct style style;
    int col;
    const char *text, *elements;
};

static void
assert_rows(const struct row *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct sketch sketch;
        sketch_open(&sketch, 2, 12, GLYPHS_UTF8);
        draw_text(&sketch.canvas, 1, rows[k].col, rows[k].style, none, "%s",
                  rows[k].text);
        assert_elements(&sketch.grid, rows[k].elements);
        sketch_close(&sketch);
    }
}

static void
words_stand_at_their_columns(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {{ROLE_TEXT, 0}, 0, "    ", ""},
        {{ROLE_TEXT, 0},
         0,
         "cat",
         "<text x=\"0\" y=\"32\" textLength=\"27\">cat</text>\n"},
        {{ROLE_TEXT, 0},
         2,
         "a  bc",
         "<text x=\"18\" y=\"32\" textLength=\"9\">a</text>\n"
         "<text x=\"45\" y=\"32\" textLength=\"18\">bc</text>\n"},
        {{ROLE_TEXT, 0},
         0,
         "<&\">é",
         "<text x=\"0\" y=\"32\" textLength=\"45\">&lt;&amp;&quot;&gt;é</text>\n"},
        {{ROLE_FAINT, 0},
         0,
         "x",
         "<text x=\"0\" y=\"32\" textLength=\"9\" fill=\"#8a8a8a\">x</text>\n"},
        {{ROLE_KEY, 0},
         0,
         "x",
         "<text x=\"0\" y=\"32\" textLength=\"9\" fill=\"#00cdcd\" "
         "font-weight=\"bold\">x</text>\n"},
        /* what may come from another font stands in the middle of its place */
        {{ROLE_TEXT, 0},
         0,
         "a漢b",
         "<text x=\"0\" y=\"32\" textLength=\"9\">a</text>\n"
         "<text x=\"18\" y=\"32\" text-anchor=\"middle\">漢</text>\n"
         "<text x=\"27\" y=\"32\" textLength=\"9\">b</text>\n"},
        {{ROLE_TEXT, 0},
         1,
         "√e\xcc\x81",
         "<text x=\"13.5\" y=\"32\" text-anchor=\"middle\">√</text>\n"
         "<text x=\"22.5\" y=\"32\" text-anchor=\"middle\">e\xcc\x81</text>\n"},
    };
    assert_rows(rows, sizeof rows / sizeof rows[0]);
}

static void
backgrounds_and_underlines_are_rectangles(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {{ROLE_NUMBER, 0},
         1,
         "a ",
         "<rect x=\"9\" y=\"18\" width=\"18\" height=\"18\" fill=\"#00005f\"/>\n"
         "<text x=\"9\" y=\"32\" textLength=\"9\">a</text>\n"},
        {{ROLE_TEXT, FLAG_REVERSE},
         0,
         " a",
         "<rect x=\"0\" y=\"18\" width=\"18\" height=\"18\"/>\n"
         "<text x=\"9\" y=\"32\" textLength=\"9\" fill=\"#1e1e1e\">a</text>\n"},
        {{ROLE_FAINT, FLAG_REVERSE | FLAG_BOLD},
         0,
         "漢",
         "<rect x=\"0\" y=\"18\" width=\"18\" height=\"18\" fill=\"#8a8a8a\"/>\n"
         "<text x=\"9\" y=\"32\" text-anchor=\"middle\" fill=\"#1e1e1e\" "
         "font-weight=\"bold\">漢</text>\n"},
        {{ROLE_TEXT, FLAG_UNDERLINE},
         0,
         "a b",
         "<rect x=\"0\" y=\"34\" width=\"27\" height=\"1\"/>\n"
         "<text x=\"0\" y=\"32\" textLength=\"9\">a</text>\n"
         "<text x=\"18\" y=\"32\" textLength=\"9\">b</text>\n"},
        {{ROLE_ASKING, 0},
         0,
         " ",
         "<rect x=\"0\" y=\"18\" width=\"9\" height=\"18\" fill=\"#eeeeee\"/>\n"
         "<rect x=\"0\" y=\"34\" width=\"9\" height=\"1\" fill=\"#ff8700\"/>\n"},
    };
    assert_rows(rows, sizeof rows / sizeof rows[0]);
}

static void
blocks_lines_and_triangles_are_shapes(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {{ROLE_TEXT, 0},
         0,
         "░▒▒█",
         "<rect x=\"0\" y=\"18\" width=\"9\" height=\"18\" fill-opacity=\".3\"/>\n"
         "<rect x=\"9\" y=\"18\" width=\"18\" height=\"18\" fill-opacity=\".6\"/>\n"
         "<rect x=\"27\" y=\"18\" width=\"9\" height=\"18\" fill-opacity=\"1\"/>\n"},
        {{ROLE_FAINT, 0},
         1,
         "█",
         "<rect x=\"9\" y=\"18\" width=\"9\" height=\"18\" fill=\"#8a8a8a\" "
         "fill-opacity=\"1\"/>\n"},
#define LINES(d) "<path d=\"" d "\" stroke=\"#8a8a8a\" stroke-linecap=\"square\"/>\n"
        {{ROLE_FAINT, 0}, 1, "───", LINES("M9 26.5H36")},
        {{ROLE_FAINT, 0}, 0, "│", LINES("M4.5 18V36")},
        {{ROLE_FAINT, 0}, 0, "┌─┐", LINES("M4.5 26.5H22.5M4.5 26.5V36M22.5 26.5V36")},
        {{ROLE_FAINT, 0}, 0, "└─┘", LINES("M4.5 26.5H22.5M4.5 18V26.5M22.5 18V26.5")},
        {{ROLE_FAINT, 0}, 0, "├", LINES("M4.5 26.5H9M4.5 18V36")},
        {{ROLE_FAINT, 0}, 0, "┤", LINES("M0 26.5H4.5M4.5 18V36")},
        {{ROLE_FAINT, 0}, 0, "┬┴", LINES("M0 26.5H18M4.5 26.5V36M13.5 18V26.5")},
        {{ROLE_FAINT, 0},
         0,
         "┐┌",
         LINES("M0 26.5H4.5M13.5 26.5H18M4.5 26.5V36M13.5 26.5V36")},
        {{ROLE_FAINT, 0}, 0, "│┼", LINES("M9 26.5H18M4.5 18V36M13.5 18V36")},
        {{ROLE_FAINT, 0},
         0,
         "─x─",
         LINES("M0 26.5H9")
             LINES("M18 26.5H27") "<text x=\"9\" y=\"32\" textLength=\"9\" "
                                  "fill=\"#8a8a8a\">x</text>\n"},
        {{ROLE_TEXT, 0},
         1,
         "▶▼▲",
         "<path shape-rendering=\"auto\" d=\"M9 18m1 5v9l7-4.5z\"/>\n"
         "<path shape-rendering=\"auto\" d=\"M18 18m.5 6h8l-4 8z\"/>\n"
         "<path shape-rendering=\"auto\" d=\"M27 18m.5 14h8l-4-8z\"/>\n"},
    };
    assert_rows(rows, sizeof rows / sizeof rows[0]);
}

static void
runs_end_where_the_style_does(void **state)
{
    (void)state;
    struct sketch sketch;
    sketch_open(&sketch, 1, 12, GLYPHS_UTF8);
    draw_text(&sketch.canvas, 0, 0, (struct style){ROLE_TEXT, 0}, none, "ab█─");
    draw_text(&sketch.canvas, 0, 4, (struct style){ROLE_TITLE, 0}, none, "─█cd");
    draw_text(&sketch.canvas, 0, 8, (struct style){ROLE_TEXT, FLAG_BOLD}, none, "e");
    draw_text(&sketch.canvas, 0, 9, (struct style){ROLE_FAINT, 0}, none, "f─█");
    assert_elements(
        &sketch.grid,
        "<rect x=\"18\" y=\"0\" width=\"9\" height=\"18\" fill-opacity=\"1\"/>\n"
        "<path d=\"M27 8.5H45\" stroke=\"#d4d4d4\" stroke-linecap=\"square\"/>\n"
        "<rect x=\"45\" y=\"0\" width=\"9\" height=\"18\" fill-opacity=\"1\"/>\n"
        "<path d=\"M90 8.5H99\" stroke=\"#8a8a8a\" stroke-linecap=\"square\"/>\n"
        "<rect x=\"99\" y=\"0\" width=\"9\" height=\"18\" fill=\"#8a8a8a\" "
        "fill-opacity=\"1\"/>\n"
        "<text x=\"0\" y=\"14\" textLength=\"18\">ab</text>\n"
        "<text x=\"54\" y=\"14\" textLength=\"18\">cd</text>\n"
        "<text x=\"72\" y=\"14\" textLength=\"9\" font-weight=\"bold\">e</text>\n"
        "<text x=\"81\" y=\"14\" textLength=\"9\" fill=\"#8a8a8a\">f</text>\n");
    sketch_close(&sketch);
}

/* -- colours and anything ------------------------------------------------------------- */

static void
colours_are_those_of_xterm(void **state)
{
    (void)state;
    static const struct {
        short index;
        const char *colour;
    } rows[] = {
        {0, "000000"},   {1, "cd0000"},   {7, "e5e5e5"},   {8, "7f7f7f"},
        {12, "5c5cff"},  {15, "ffffff"},  {16, "000000"},  {17, "00005f"},
        {21, "0000ff"},  {22, "005f00"},  {37, "00afaf"},  {52, "5f0000"},
        {67, "5f87af"},  {109, "87afaf"}, {166, "d75f00"}, {178, "d7af00"},
        {208, "ff8700"}, {231, "ffffff"}, {232, "080808"}, {245, "8a8a8a"},
        {255, "eeeeee"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct theme one = {{[ROLE_TEXT] = {rows[k].index, -1, 9, 0}}};
        struct sketch sketch;
        struct text text = {0};
        char fill[32];
        sketch_open(&sketch, 1, 1, GLYPHS_UTF8);
        draw_text(&sketch.canvas, 0, 0, (struct style){ROLE_TEXT, 0}, none, "x");
        write_svg(&sketch.grid, &one, &text);
        snprintf(fill, sizeof fill, "fill=\"#%s\">x<", rows[k].colour);
        assert_non_null(strstr(text.bytes, fill));
        text_free(&text);
        sketch_close(&sketch);
    }
}

static void
pictures_of_any_grid_parse(void **state)
{
    (void)state;
    static const char *const words[] = {"cat", "漢",          "e\xcc\x81", " ",
                                        "░▒█", "<a b=\"&\">", "─┼┐",       "▶",
                                        "│",   "]]>",         "&lt;",      "😀"};
    uint32_t seed = 12345;
    for (int round = 0; round < 40; round++) {
        struct sketch sketch;
        struct text text = {0};
        sketch_open(&sketch, 1 + round % 7, 1 + round, GLYPHS_UTF8);
        for (int k = 0; k < 12 * round; k++) {
            seed = seed * 1664525u + 1013904223u;
            struct style style = {(unsigned char)((seed >> 24) % ROLE_COUNT),
                                  (unsigned char)(seed >> 20 & 7)};
            draw_text(&sketch.canvas, (int)(seed >> 8 & 7), (int)(seed >> 14 & 63) - 2,
                      style, none, "%s", words[(seed >> 4 & 15) % 12]);
        }
        assert_grid_sound(&sketch.grid);
        write_svg(&sketch.grid, &theme_table[round % THEME_COUNT], &text);
        assert_false(text.failed);
        assert_true(is_xml(text.bytes));
        text_free(&text);
        sketch_close(&sketch);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_check_of_xml_finds_faults),
        cmocka_unit_test(the_page_has_the_size_of_the_grid),
        cmocka_unit_test(words_stand_at_their_columns),
        cmocka_unit_test(backgrounds_and_underlines_are_rectangles),
        cmocka_unit_test(blocks_lines_and_triangles_are_shapes),
        cmocka_unit_test(runs_end_where_the_style_does),
        cmocka_unit_test(colours_are_those_of_xterm),
        cmocka_unit_test(pictures_of_any_grid_parse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
