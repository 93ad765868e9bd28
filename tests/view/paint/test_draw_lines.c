/* Rules, verticals, fills, flags, the cursor; and any drawing at any size. */
#include "view/paint/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/sketch.h"
#include "view/out/writers.h"

static const struct tag none = {0};

/* -- rules ---------------------------------------------------------------------------- */

/* The row of a rule of some width. Free it. */
static char *
rule_row(int cols, enum glyph_set glyphs, const char *title, const char *note)
{
    struct sketch sketch;
    struct text text = {0};
    sketch_open(&sketch, 1, cols, glyphs);
    draw_rule(&sketch.canvas, 0, false, title, note, none);
    assert_grid_sound(&sketch.grid);
    write_text(&sketch.grid, &text);
    assert_false(text.failed);
    text.bytes[text.length - 1] = '\0';
    sketch_close(&sketch);
    return text.bytes;
}

static void
rules_have_a_title_and_a_note(void **state)
{
    (void)state;
    static const struct {
        int cols;
        const char *title, *note, *rows[2]; /* in UTF-8 and in ASCII */
    } rows[] = {
        {20, "title", "note", {"── title ──── note ─", "-- title ---- note -"}},
        {20, "title", "", {"── title ───────────", "-- title -----------"}},
        {20, "", "note", {"───────────── note ─", "------------- note -"}},
        {20, "", "", {"────────────────────", "--------------------"}},
        {17, "title", "note", {"── title ─ note ─", "-- title - note -"}},
        {16, "title", "note", {"── tit… ─ note ─", "-- tit. - note -"}},
        {15, "title", "note", {"── ti… ─ note ─", "-- ti. - note -"}},
        {14, "title", "note", {"── title ─────", "-- title -----"}},
        {11, "title", "note", {"── title ──", "-- title --"}},
        {10, "title", "note", {"── tit… ──", "-- tit. --"}},
        {7, "title", "note", {"── … ──", "-- . --"}},
        {6, "title", "note", {"──────", "------"}},
        {1, "title", "note", {"─", "-"}},
        {15, "漢字", "é", {"── 漢字 ─── é ─", "-- ____ --- _ -"}},
        {17, "1/√5", "ab", {"── 1/√5 ──── ab ─", "-- 1/sqrt. - ab -"}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int set = 0; set < 2; set++) {
            char *row = rule_row(rows[k].cols, set ? GLYPHS_ASCII : GLYPHS_UTF8,
                                 rows[k].title, rows[k].note);
            assert_string_equal(row, rows[k].rows[set]);
            free(row);
        }
}

static void
rules_are_whole_at_every_width(void **state)
{
    (void)state;
    static const char title[] = "head 3/9 verb-noun: a verb looks back",
                      note[] = "m mask off";
    for (int set = 0; set < GLYPHS_COUNT; set++)
        for (int cols = 1; cols <= 120; cols++) {
            const char *line = set == GLYPHS_ASCII ? "-" : "─";
            char *row = rule_row(cols, (enum glyph_set)set, title, note);
            const char *at = strstr(row, note), *end = row + strlen(row);
            assert_int_equal(glyphs_width(row), cols);
            assert_memory_equal(row, line, strlen(line));
            assert_memory_equal(end - strlen(line), line, strlen(line));
            /* a rule, a title of more than nothing, a blank, then the note */
            assert_true((at != NULL) == (cols >= 8 + (int)strlen(note) + 3));
            assert_true(at == NULL || at == end - strlen(line) - 1 - strlen(note));
            int room = cols - 6 - (at != NULL ? (int)strlen(note) + 2 : 0);
            assert_true((strstr(row, title) != NULL) == (room >= (int)strlen(title)));
            free(row);
        }
}

static void
rules_say_who_has_the_focus_and_what_a_click_does(void **state)
{
    (void)state;
    static const struct tag tag = {.kind = TAG_MASK};
    for (int focus = 0; focus < 2; focus++) {
        struct sketch sketch;
        sketch_open(&sketch, 1, 20, GLYPHS_UTF8);
        draw_rule(&sketch.canvas, 0, focus, "title", "note", tag);
        for (int col = 0; col < 20; col++) {
            const struct cell *cell = grid_cell(&sketch.grid, 0, col);
            bool title = col >= 2 && col < 9, note = col >= 13 && col < 19;
            assert_int_equal(cell->style.role, title ? ROLE_TITLE : ROLE_FAINT);
            assert_int_equal(cell->style.flags, title && focus ? FLAG_BOLD : 0);
            assert_int_equal(cell->tag.kind, note ? TAG_MASK : TAG_NONE);
        }
        sketch_close(&sketch);
    }
}

/* -- verticals ------------------------------------------------------------------------ */

static void
verticals_join_the_rules_they_meet(void **state)
{
    (void)state;
    static const char *const pictures[] = {
        "─┬─────┬─────\n"
        " │     │\n"
        "─┼─────┴──┬──\n"
        " │        │\n"
        "─┴──x─────┼──\n"
        "          │\n",
        "-+-----+-----\n"
        " |     |\n"
        "-+-----+--+--\n"
        " |        |\n"
        "-+--x-----+--\n"
        "          |\n",
    };
    for (int set = 0; set < 2; set++) {
        struct sketch sketch;
        sketch_open(&sketch, 6, 13, set ? GLYPHS_ASCII : GLYPHS_UTF8);
        struct canvas *canvas = &sketch.canvas;
        for (int row = 0; row <= 4; row += 2)
            draw_rule(canvas, row, false, "", "", none);
        draw_text(canvas, 4, 4, plain, none, "x");
        draw_vertical(canvas, 1, 0, 4);
        draw_vertical(canvas, 7, 0, 2);
        draw_vertical(canvas, 10, 2, 4);
        draw_vertical(canvas, 10, 4, 5); /* goes on from where one ended */
        draw_vertical(canvas, 99, 0, 5);
        draw_vertical(canvas, -1, 0, 5);
        draw_vertical(canvas, 1, 4, 0); /* nothing */
        assert_grid(&sketch.grid, pictures[set]);
        draw_vertical(canvas, 7, 0, 2); /* again */
        assert_grid(&sketch.grid, pictures[set]);
        sketch_close(&sketch);
    }
}

static void
verticals_are_clipped(void **state)
{
    (void)state;
    struct sketch sketch;
    sketch_open(&sketch, 5, 3, GLYPHS_UTF8);
    for (int row = 0; row < 5; row++)
        draw_rule(&sketch.canvas, row, false, "", "", none);
    struct canvas part = canvas_part(&sketch.canvas, 1, 0, 3, 2);
    draw_vertical(&part, 1, INT32_MIN, INT32_MAX);
    draw_vertical(&part, 2, 0, 2);
    assert_grid(&sketch.grid, "───\n─┼─\n─┼─\n─┼─\n───\n");
    sketch_close(&sketch);
}

/* In ASCII a minus is no rule, nor is a plus; the blanks of a title belong to it. */
static void
verticals_pass_behind_what_is_written(void **state)
{
    (void)state;
    struct sketch sketch;
    sketch_open(&sketch, 4, 14, GLYPHS_ASCII);
    draw_rule(&sketch.canvas, 0, false, "a b", "", none);
    draw_rule(&sketch.canvas, 3, false, "", "n o", none);
    draw_text(&sketch.canvas, 1, 0, plain, none, "a-b+c");
    for (int col = 0; col < 14; col++)
        draw_vertical(&sketch.canvas, col, 0, 3);
    assert_grid(&sketch.grid, "++ a b +++++++\n"
                              "a-b+c|||||||||\n"
                              "||||||||||||||\n"
                              "++++++++ n o +\n");
    sketch_close(&sketch);
}

static void
verticals_join_boxes(void **state)
{
    (void)state;
    struct sketch sketch;
    sketch_open(&sketch, 3, 9, GLYPHS_UTF8);
    draw_text(&sketch.canvas, 0, 0, plain, none, "┌┐─┬ ┌┐");
    draw_text(&sketch.canvas, 1, 0, plain, none, "├┤┼│");
    draw_text(&sketch.canvas, 2, 0, plain, none, "└┘─┴ └┘");
    for (int col = 0; col < 4; col++)
        draw_vertical(&sketch.canvas, col, 0, 2);
    draw_vertical(&sketch.canvas, 5, 1, 1);
    draw_vertical(&sketch.canvas, 6, 0, 1);
    assert_grid(&sketch.grid, "┌┐┬┬ ┌┐\n├┤┼│ ││\n└┘┴┴ └┘\n");
    sketch_close(&sketch);
}

/* -- fills, flags, the cursor --------------------------------------------------------- */

static void
fills_and_flags_are_clipped(void **state)
{
    (void)state;
    static const struct {
        int row, col, count, from, to; /* from, to: what of 5 columns is reached */
    } rows[] = {
        {0, 0, 5, 0, 5},          {0, 1, 3, 1, 4},  {0, -2, 4, 0, 2},
        {0, 3, 9, 3, 5},          {0, 5, 1, 0, 0},  {0, 2, 0, 0, 0},
        {0, 2, -3, 0, 0},         {-1, 0, 5, 0, 0}, {1, 0, 5, 0, 0},
        {0, 2, INT32_MAX, 2, 5},  {0, -9, 9, 0, 0}, {0, INT32_MAX, INT32_MAX, 0, 0},
        {0, -1, INT32_MAX, 0, 5}, {0, 4, 1, 4, 5},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct sketch sketch;
        sketch_open(&sketch, 3, 7, GLYPHS_UTF8);
        struct canvas part = canvas_part(&sketch.canvas, 1, 1, 1, 5);
        draw_fill(&part, rows[k].row, rows[k].col, rows[k].count, plain, none, "█");
        draw_flags(&part, rows[k].row, rows[k].col, rows[k].count, FLAG_BOLD);
        draw_flags(&part, rows[k].row, rows[k].col, rows[k].count, FLAG_REVERSE);
        for (int at = 0; at < 21; at++) {
            bool hit =
                at / 7 == 1 && at % 7 - 1 >= rows[k].from && at % 7 - 1 < rows[k].to;
            assert_int_equal(sketch.grid.cells[at].code, hit ? 0x2588 : ' ');
            assert_int_equal(sketch.grid.cells[at].style.flags,
                             hit ? FLAG_BOLD | FLAG_REVERSE : 0);
        }
        sketch_close(&sketch);
    }
}

static void
the_cursor_stands_inside_or_nowhere(void **state)
{
    (void)state;
    struct sketch sketch;
    sketch_open(&sketch, 5, 7, GLYPHS_UTF8);
    struct canvas part = canvas_part(&sketch.canvas, 2, 3, 2, 3);
    for (int row = -3; row < 5; row++)
        for (int col = -4; col < 6; col++) {
            bool inside = row >= 0 && row < 2 && col >= 0 && col < 3;
            grid_clear(&sketch.grid);
            draw_cursor(&part, row, col);
            assert_int_equal(sketch.grid.cursor_row, inside ? row + 2 : -1);
            assert_int_equal(sketch.grid.cursor_col, inside ? col + 3 : -1);
        }
    sketch_close(&sketch);
}

/* -- any size ------------------------------------------------------------------------- */

static void
draw_everything(const struct canvas *canvas, int row, int col)
{
    struct style style = {ROLE_NUMBER, 0};
    draw_rule(canvas, row, true, "a 漢 title", "note", none);
    draw_vertical(canvas, col, row, row + 3);
    draw_text(canvas, row, col, style, none, "▶ é\xcc\x81漢字 √5 %d", 12);
    draw_right(canvas, row + 1, col + 3, style, none, "%s", "right 漢");
    draw_field(canvas, row, col - 1, 4, style, none, "字字字");
    draw_long(canvas, row + 2, -col, style, none, "long 漢字 text");
    draw_fill(canvas, row, col + 1, 3, style, none, "▒");
    draw_flags(canvas, row, col - 2, 9, FLAG_UNDERLINE);
    draw_cursor(canvas, row, col);
    draw_wrapped(canvas, style, "wrapped 漢字漢字 text");
}

static void
nothing_is_drawn_outside_at_any_size(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 6; rows++)
        for (int cols = 1; cols <= 14; cols++) {
            struct sketch sketch;
            sketch_open(&sketch, rows, cols, (enum glyph_set)(cols % GLYPHS_COUNT));
            for (int row = -4; row <= rows + 1; row++)
                for (int col = -4; col <= cols + 1; col++) {
                    struct canvas part =
                        canvas_part(&sketch.canvas, row % 2, col % 3, rows - 1, cols - 2);
                    grid_clear(&sketch.grid);
                    draw_everything(&part, row, col);
                    assert_grid_sound(&sketch.grid);
                    for (int at = 0; at < rows * cols; at++) {
                        int y = at / cols - part.row, x = at % cols - part.col;
                        bool inside = y >= 0 && y < part.rows && x >= 0 && x < part.cols;
                        assert_true(inside || (sketch.grid.cells[at].code == ' ' &&
                                               sketch.grid.cells[at].pane == 0));
                    }
                    draw_everything(&sketch.canvas, row, col);
                    assert_grid_sound(&sketch.grid);
                }
            sketch_close(&sketch);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_have_a_title_and_a_note),
        cmocka_unit_test(rules_are_whole_at_every_width),
        cmocka_unit_test(rules_say_who_has_the_focus_and_what_a_click_does),
        cmocka_unit_test(verticals_join_the_rules_they_meet),
        cmocka_unit_test(verticals_are_clipped),
        cmocka_unit_test(verticals_pass_behind_what_is_written),
        cmocka_unit_test(verticals_join_boxes),
        cmocka_unit_test(fills_and_flags_are_clipped),
        cmocka_unit_test(the_cursor_stands_inside_or_nowhere),
        cmocka_unit_test(nothing_is_drawn_outside_at_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
