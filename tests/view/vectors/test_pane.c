/* The pane of the vectors: what it shows is what is there, at every size, under every
 * head. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/state/opened.h"
#include "app/state/vectors.h"
#include "core/attention.h"
#include "core/receipt.h"
#include "support/session.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/out/writers.h"
#include "view/panes.h"
#include "view/vectors/vectors.h"

enum { LINE_MOST = 256 };

/* A screen of the app; free with sketch_close. */
static void
draw(const struct session *session, int rows, int cols, struct sketch *sketch)
{
    sketch_open(sketch, rows, cols, session->app.ui.glyphs);
    frame_draw(&session->app, &sketch->grid);
    assert_grid_sound(&sketch->grid);
}

/* -- numbers ------------------------------------------------------------------------- */

static bool
same_tag(const struct tag *a, const struct tag *b)
{
    return a->kind == b->kind && number_equal(&a->number, &b->number);
}

/* A number on the screen, read back. */
struct found {
    struct tag tag;
    double value; /* as it is printed */
    int decimals;
    int first, end; /* its columns */
};

/* A row as one byte a cell: what is not ASCII is ~. Cells of other panes are blanks. */
static void
read_line(const struct grid *grid, int row, char line[LINE_MOST])
{
    for (int col = 0; col < grid->cols; col++) {
        const struct cell *cell = grid_cell(grid, row, col);
        bool here = cell->pane == PANE_VECTORS;
        line[col] =
            here ? (char)(cell->code < 0x80 && cell->code > 0 ? cell->code : '~') : ' ';
    }
    line[grid->cols] = '\0';
}

/* The next number with a point from column `from` on. */
static bool
find_number(const struct grid *grid, int row, const char *line, int from,
            struct found *found)
{
    for (int col = from; line[col] != '\0'; col++) {
        size_t length = strspn(line + col, "0123456789.");
        const char *point = memchr(line + col, '.', length);
        if (length < 2 || point == NULL) {
            col += length > 0 ? (int)length - 1 : 0;
            continue;
        }
        bool minus = col > 0 && line[col - 1] == '-';
        *found = (struct found){.tag = grid_cell(grid, row, col)->tag,
                                .value = strtod(line + col, NULL) * (minus ? -1 : 1),
                                .decimals = (int)(line + col + length - point) - 1,
                                .first = col - minus,
                                .end = col + (int)length};
        for (int c = found->first; c < found->end; c++)
            assert_true(same_tag(&grid_cell(grid, row, c)->tag, &found->tag));
        return true;
    }
    return false;
}

static bool
prints_as(double value, const struct found *found)
{
    return fabs(value - found->value) <= 0.5 * pow(10, -found->decimals) + 1e-6;
}

static double
value_of(const struct session *session, const struct tag *tag)
{
    return tensors_at(&session->app.explorer->tensors, &tag->number);
}

/* Whether a number is a term of that of its tag: of S or O, behind a sign, which is fainter than
 * the = of a bar. */
static bool
is_term(const struct found *found, const struct grid *grid, int row)
{
    enum tensor tensor = found->tag.number.tensor;
    int at = found->first - 1;
    while (at > 0 && grid_cell(grid, row, at)->code == ' ')
        at--;
    return found->tag.kind == TAG_NUMBER && (tensor == TENSOR_S || tensor == TENSOR_O) &&
           grid_cell(grid, row, at)->code == '=' &&
           grid_cell(grid, row, at)->style.role == ROLE_FAINT;
}

/* Every number with a point is that of its tag, or behind = a term of it, the product of the two
 * numbers before, or the scale. Returns how many there were. */
static int
check_numbers(const struct session *session, const struct grid *grid)
{
    int count = 0, d_k = session->app.explorer->tensors.size[AXIS_KEY];
    for (int row = 0; row < grid->rows; row++) {
        char line[LINE_MOST];
        struct found found, before[2] = {{.end = 0}, {.end = 0}};
        read_line(grid, row, line);
        for (int col = 0; find_number(grid, row, line, col, &found);
             col = found.end, count++) {
            bool good;
            if (is_term(&found, grid, row))
                good = before[0].tag.kind == TAG_NUMBER &&
                       before[1].tag.kind == TAG_NUMBER &&
                       prints_as(value_of(session, &before[0].tag) *
                                     value_of(session, &before[1].tag),
                                 &found);
            else if (found.tag.kind == TAG_NUMBER)
                good = prints_as(value_of(session, &found.tag), &found);
            else
                good = prints_as((double)attention_scale(d_k), &found) &&
                       strncmp(line + found.first - 2, "~ ", 2) == 0;
            if (!good)
                fail_msg("row %d: %s: %g is not right", row, line, found.value);
            before[0] = before[1];
            before[1] = found;
        }
    }
    return count;
}

static void
every_number_is_that_of_its_place(void **state)
{
    (void)state;
    static const int sizes[][2] = {{24, 80},  {23, 80}, {40, 120},
                                   {60, 200}, {12, 40}, {30, 66}};
    static const char *const changes[] = {"mask off",
                                          "mask on",
                                          "share kv on",
                                          "share qk on",
                                          "edit X[1,noun] 3",
                                          "edit K[1,0] -70.5",
                                          "undo",
                                          "share kv off; set d_k 40",
                                          "edit Q[2,0] 12345",
                                          "reset; query 0",
                                          "mask off"};
    struct session *session = session_open(NULL);
    session_do(session, "view vectors");
    for (int head = 1; head <= session->library.head_count; head++) {
        char command[32];
        snprintf(command, sizeof command, "head %d", head);
        session_do(session, command);
        for (size_t k = 0; k < sizeof changes / sizeof changes[0]; k++) {
            session_do(session, changes[k]);
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
                struct sketch sketch;
                session->app.ui.vectors.unfold[(s + k) % FOLD_COUNT] ^= 1;
                draw(session, sizes[s][0], sizes[s][1], &sketch);
                assert_true(check_numbers(session, &sketch.grid) > 3);
                sketch_close(&sketch);
            }
        }
    }
    session_close(session);
}

static void
long_numbers_keep_to_their_columns(void **state)
{
    (void)state;
    static const struct {
        double value;
        int decimals, cols;
        const char *text;
    } rows[] = {
        {0.9395, 4, 6, ".9395"},   {-0.9395, 2, 4, "-.94"}, {12.3456, 4, 5, "12.35"},
        {12.3456, 2, 4, "12.3"},   {12.3456, 2, 2, "12"},   {-1234.5, 3, 6, "-1234"},
        {1234567, 2, 6, "1.23e6"}, {1234567, 2, 4, "1e6"},  {0.004, 2, 3, ".00"},
        {-0.004, 2, 4, ".00"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char out[VECTORS_NUMBER_BYTES];
        draw_number_in(out, sizeof out, rows[k].value, rows[k].decimals, rows[k].cols);
        assert_string_equal(out, rows[k].text);
    }
}

/* -- the cursor ---------------------------------------------------------------------- */

/* It is seen, in reverse video, on the number that it points at. */
static void
check_cursor(const struct session *session, int rows, int cols)
{
    struct sketch sketch;
    struct number place;
    draw(session, rows, cols, &sketch);
    int row = sketch.grid.cursor_row, col = sketch.grid.cursor_col;
    assert_true(row > 0 && col > 0);
    const struct cell *cell = grid_cell(&sketch.grid, row, col);
    assert_int_equal(cell->pane, PANE_VECTORS);
    assert_true(cell->style.flags & FLAG_REVERSE);
    if (grid_cell(&sketch.grid, row, col - 1)->code != '[') {
        struct text text = {0};
        write_text(&sketch.grid, &text);
        fail_msg("no bracket at %d, %d in\n%s", row, col - 1, text.bytes);
    }
    if (app_pointed(&session->app, &place)) {
        struct tag tag = tag_number(place.tensor, place.row, place.col);
        assert_true(same_tag(&cell->tag, &tag));
    }
    sketch_close(&sketch);
}

static void
the_cursor_is_always_seen(void **state)
{
    (void)state;
    static const int sizes[][2] = {{24, 80}, {12, 40}, {40, 120}, {16, 62}};
    struct session *session = session_open(NULL);
    struct vectors_cursor *cursor = &session->app.ui.vectors;
    struct vectors_row list[VECTORS_ROWS_MAX];
    session_do(session, "view vectors");
    for (int head = 1; head <= session->library.head_count; head++) {
        char command[32];
        snprintf(command, sizeof command, "head %d; mask toggle", head);
        session_do(session, command);
        cursor->unfold[head % FOLD_COUNT] ^= 1;
        int count = vectors_rows(&session->app, list);
        for (int at = 0; at < 6 * count; at++) {
            cursor->row = at / 6;
            cursor->side = (enum vectors_side)(at % 3);
            cursor->closed = at / 3 % 2;
            session->app.now.key = at % 5;
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
                check_cursor(session, sizes[s][0], sizes[s][1]);
        }
    }
    session_close(session);
}

static void
long_sentences_scroll_to_the_asked_token(void **state)
{
    (void)state;
    char text[TOKENS_MAX * 8] = "";
    static const char *const words[] = {"The ", "extraordinary ", "cat ", "漢字漢字 ",
                                        "x "};
    for (int i = 0; i < TOKENS_MAX; i++)
        strcat(text, strlen(words[i % 5]) < 8 ? words[i % 5] : i == 1 ? words[1] : "a ");
    struct session *session = session_open(text);
    assert_int_equal(session->app.explorer->sentence.token_count, TOKENS_MAX);
    session_do(session, "view vectors");
    static const int keys[] = {0, 1, 2, 3, 255, 510, 511};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
        for (int side = 0; side < 3; side++) {
            session->app.now.key = keys[k];
            session->app.ui.vectors.side = (enum vectors_side)side;
            check_cursor(session, 24, 80);
            check_cursor(session, 12, 40);
            check_cursor(session, 60, 250);
            struct sketch sketch;
            int row, col;
            draw(session, 24, 80, &sketch);
            struct tag asked = tag_counted(TAG_KEY, keys[k]);
            assert_true(grid_find(&sketch.grid, asked, &row, &col));
            assert_true(check_numbers(session, &sketch.grid) > 20);
            sketch_close(&sketch);
        }
    session_close(session);
}

/* -- sizes --------------------------------------------------------------------------- */

static void
draws_at_every_size(void **state)
{
    (void)state;
    static const char *const starts[] = {
        "head verb-noun",
        "head pronoun-antecedent; glyphs ascii; share qk on; scroll 100",
        "sentence x; head random; set d_k 200; scroll 50; glyphs utf8"};
    struct session *session = session_open(NULL);
    session_do(session, "view vectors");
    for (size_t k = 0; k < sizeof starts / sizeof starts[0]; k++) {
        session_do(session, starts[k]);
        session->app.ui.vectors.unfold[FOLD_VALUE] = k == 1;
        for (int rows = 1; rows <= 80; rows += rows < 30 ? 1 : 10)
            for (int cols = 1; cols <= 250; cols += cols < 38 || cols > 110 ? 9 : 1) {
                struct sketch sketch;
                draw(session, rows, cols, &sketch);
                sketch_close(&sketch);
            }
    }
    session_close(session);
}

static void
drawing_twice_changes_nothing(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view vectors; head one-before; mask on");
    struct sketch first, second;
    draw(session, 24, 80, &first);
    draw(session, 24, 80, &second);
    frame_draw(&session->app, &second.grid);
    for (int row = 0; row < 24; row++)
        for (int col = 0; col < 80; col++)
            assert_true(cell_equal(grid_cell(&first.grid, row, col),
                                   grid_cell(&second.grid, row, col)));
    sketch_close(&first);
    sketch_close(&second);
    session_close(session);
}

static void
ascii_stays_ascii(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view vectors; glyphs ascii; head one-before; mask on");
    struct sketch sketch;
    draw(session, 40, 120, &sketch);
    for (int row = 0; row < 40; row++)
        for (int col = 0; col < 120; col++)
            assert_true(grid_cell(&sketch.grid, row, col)->code < 0x7f);
    sketch_close(&sketch);
    session_close(session);
}

/* -- what is drawn ------------------------------------------------------------------- */

/* The rows of the pane, from its title to the words, must be these lines. */
static void
assert_pane(const struct session *session, int rows, int cols, const char *lines)
{
    struct sketch sketch;
    struct text text = {0};
    draw(session, rows, cols, &sketch);
    write_text(&sketch.grid, &text);
    char *start = strchr(text.bytes, '\n') + 1, *end = strstr(start, "── in words");
    assert_non_null(end);
    *end = '\0';
    assert_string_equal(start, lines);
    text_free(&text);
    sketch_close(&sketch);
}

static void
the_first_screen(void **state)
{
    (void)state;
    struct session *session = session_open_counted(NULL);
    session_do(session, "view vectors; move down; move down");
    assert_pane(
        session, 24, 80,
        "── 3/10 verb-noun: one column, one token ────────────────────────── m mask off "
        "─\n"
        " asks  ▶ chased   The ┌─ ▼cat ────────────────────┐ chased   the mouse output\n"
        " x  word   verb   det │ noun animate              │   verb   det  noun to qkv\n"
        " x  place     2     0 │ 1 █·▒█░█·█                │      2     3     4  to qk\n"
        " k0 noun  12.00   .00 │ 1.0000 ×  12.00 =  12.000 │    .00   .00  1.00\n"
        " k1 sin26   .00   .00 │  .2393 ×    .00 =    .000 │    .46   .66   .82\n"
        " k2 cos26 14.00  1.00 │ [.9709]×  14.00 =  13.593 │    .89   .75   .57\n"
        " k3 sin70   .00   .00 │  .0896 ×    .00 =    .000 │    .18   .27   .35\n"
        " k4 cos70 14.00  1.00 │  .9960 ×  14.00 =  13.944 │    .98   .96   .94\n"
        " S  k·q         28.00 │ k × q added up     39.537 │  26.17 23.97 33.06\n"
        " Z  S / √5      12.52 │ × .4472            17.681 │  11.70 10.72 14.78\n"
        " A  softmax       .01 │ its share           .9395 │    .00   .00   .05\n"
        " v  det          1.00 │    .00 ×  .9395 =   .0000 │    .00  1.00   .00    .01\n"
        " v  noun          .00 │   1.00 ×  .9395 =   .9395 │    .00   .00  1.00 █  .99\n"
        " v  verb          .00 │    .00 ×  .9395 =   .0000 │   1.00   .00   .00    .00\n"
        " v  animate       .00 │   1.00 ×  .9395 =   .9395 │    .00   .00  1.00 █  .99\n"
        " v  11 more all 0: adj adv pron prep conj other person thing male female "
        "plural\n");
    session_close(session);
}

static void
closed_all_columns_are_narrow(void **state)
{
    (void)state;
    struct session *session = session_open_counted(NULL);
    session_do(session,
               "view vectors; mask on; head average; scroll -100; move right; open");
    assert_pane(session, 20, 62,
                "── 9/10 average: one column, one token ─────────── m mask on ─\n"
                " asks  ▶ chased   The [▼cat]chased   the mouse output\n"
                " x  word   verb   det  noun   verb   det  noun   to v\n"
                " k  all 4 all 0: 0 1 2 3\n"
                " S  k·q          ▼.00  ▼.00   ▼.00  ▼.00  ▼.00\n"
                " Z  S / √4       ▼.00  ▼.00   ▼.00     ·     ·\n"
                " A  softmax      ▲.33  ▼.33   ▲.33     ·     ·\n"
                " v  det          1.00   .00    .00  1.00   .00 ▒ ▲.33 det\n"
                " v  noun          .00  1.00    .00   .00  1.00 ▒ ▼.33 noun\n"
                " v  verb          .00   .00   1.00   .00   .00 ▒ ▲.33 verb\n"
                " v  animate       .00  1.00    .00   .00  1.00 ▒ ▼.33 animate\n"
                " v  11 more all 0: adj adv pron prep conj other person thing …\n");
    session_close(session);
}

/* Where the first number of this place is, and its cell. */
static const struct cell *
cell_of(const struct sketch *sketch, enum tensor id, int i, int j, int *row, int *col)
{
    struct tag tag = tag_number((enum tensor)id, i, j);
    assert_true(grid_find(&sketch->grid, tag, row, col));
    return grid_cell(&sketch->grid, *row, *col);
}

static void
features_have_colours(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    struct sketch sketch;
    int row, col;
    session_do(session, "view vectors");
    draw(session, 24, 80, &sketch);
    assert_int_equal(cell_of(&sketch, TENSOR_O, 2, 1, &row, &col)->style.role, ROLE_NOUN);
    assert_int_equal(grid_cell(&sketch.grid, row, 4)->style.role, ROLE_NOUN);
    assert_int_equal(cell_of(&sketch, TENSOR_V, 2, 2, &row, &col)->style.role, ROLE_VERB);
    assert_int_equal(cell_of(&sketch, TENSOR_K, 4, 1, &row, &col)->style.role,
                     ROLE_PLACE);
    assert_int_equal(cell_of(&sketch, TENSOR_V, 0, 0, &row, &col)->style.role, ROLE_DET);
    assert_int_equal(cell_of(&sketch, TENSOR_V, 4, 9, &row, &col)->style.role,
                     ROLE_TRAIT);
    assert_int_equal(cell_of(&sketch, TENSOR_V, 4, 0, &row, &col)->style.role,
                     ROLE_FAINT);
    sketch_close(&sketch);
    session_close(session);
}

static void
changes_and_edits_are_marked(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    struct sketch sketch;
    int row, col;
    session_do(session, "view vectors; edit K[mouse,0] 3");
    draw(session, 24, 80, &sketch);
    const struct cell *mark = cell_of(&sketch, TENSOR_K, 4, 0, &row, &col);
    assert_int_equal(mark->code, 0x25b2); /* ▲ */
    assert_true(mark[1].style.flags & FLAG_UNDERLINE);
    assert_int_equal(cell_of(&sketch, TENSOR_A, 2, 1, &row, &col)->code, 0x25bc); /* ▼ */
    sketch_close(&sketch);
    session_do(session, "edit S[chased,cat] 1");
    draw(session, 24, 80, &sketch);
    struct text text = {0};
    write_text(&sketch.grid, &text);
    assert_non_null(strstr(text.bytes, "│ set by hand "));
    assert_null(strstr(text.bytes, "added up"));
    text_free(&text);
    sketch_close(&sketch);
    session_close(session);
}

/* What must stand somewhere on a screen of 80x24. */
static void
assert_shows(struct session *session, const char *commands, const char *shown)
{
    struct sketch sketch;
    struct text text = {0};
    session_do(session, commands);
    draw(session, 24, 80, &sketch);
    write_text(&sketch.grid, &text);
    if (strstr(text.bytes, shown) == NULL)
        fail_msg("%s: no \"%s\" in\n%s", commands, shown, text.bytes);
    text_free(&text);
    sketch_close(&sketch);
}

static void
rows_say_what_they_read(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    assert_shows(session, "view vectors; head one-before", "Wq and Wk read place only");
    assert_shows(session, "head same-word", "Wq and Wk read the name only");
    assert_shows(session, "head same-word", " k11 id11 ");
    assert_shows(session, "head verb-noun; share qk on", " k0 verb ");
    assert_shows(session, "share qk on", ", share qk: one column");
    assert_shows(session, "reset; share kv on; scroll 100", " v  cos70 ");
    assert_shows(session, "reset; set d_k 9", " k  4 more            │ all 0: 5 6 7 8 ");
    assert_shows(session, "reset; sentence Zorkle chased it; mask off", " noun? ");
    assert_shows(session, "sentence The cat; edit E[cat,noun] 2.5; key cat; scroll -100",
                 "│ noun 2.50 animate ");
    assert_shows(session, "move down; open", "│[     x =      E +       P] ");
    assert_shows(session, "open; mask on; query 0; scroll 9", "the mask hides it");
    session_close(session);
}

static void
small_screens_keep_the_column_closed(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view vectors");
    for (int cols = 40; cols <= 80; cols++) {
        struct sketch sketch;
        int row, col;
        draw(session, 24, cols, &sketch);
        bool open = false;
        for (int c = 0; c < cols; c++)
            open = open || grid_cell(&sketch.grid, 2, c)->code == 0x250c; /* ┌ */
        assert_int_equal(open, cols >= 60);
        struct tag asks = tag_counted(TAG_QUERY, 2);
        assert_true(grid_find(&sketch.grid, asks, &row, &col));
        cell_of(&sketch, TENSOR_O, 2, 1, &row, &col);
        sketch_close(&sketch);
    }
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_that_of_its_place),
        cmocka_unit_test(long_numbers_keep_to_their_columns),
        cmocka_unit_test(the_cursor_is_always_seen),
        cmocka_unit_test(long_sentences_scroll_to_the_asked_token),
        cmocka_unit_test(draws_at_every_size),
        cmocka_unit_test(drawing_twice_changes_nothing),
        cmocka_unit_test(ascii_stays_ascii),
        cmocka_unit_test(the_first_screen),
        cmocka_unit_test(closed_all_columns_are_narrow),
        cmocka_unit_test(features_have_colours),
        cmocka_unit_test(changes_and_edits_are_marked),
        cmocka_unit_test(rows_say_what_they_read),
        cmocka_unit_test(small_screens_keep_the_column_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
