/* The page: every number under its own tag, every tensor there, the cursor seen, at every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "support/drawn.h"
#include "support/rows.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/paint/shade.h"

static bool
shows(const struct drawn *drawn, enum tensor tensor)
{
    int row, col;
    return grid_find(&drawn->grid, tag_number(tensor, 0, 0), &row, &col);
}

/* -- numbers --------------------------------------------------------------------------- */

/* What a cell of one or two columns shows for a number that is not pointed at or marked. */
static uint32_t
shade_code(enum tensor tensor, double value, double most)
{
    if (!isfinite(value))
        return ' ';
    struct style style;
    double largest = tensor == TENSOR_A ? 1 : most;
    uint32_t code = 0;
    const char *shade = shade_signed(largest > 0 ? value / largest : 0, &style);
    utf8_decode(shade, strlen(shade), &code);
    return code;
}

static double
largest_of(const struct app *app, enum tensor tensor)
{
    double most = 0;
    for (int i = 0; i < tensors_rows(&app->explorer->tensors, tensor); i++)
        for (int j = 0; j < tensors_cols(&app->explorer->tensors, tensor); j++)
            if (isfinite(number_at(app, tensor, i, j)))
                most = fmax(most, fabs(number_at(app, tensor, i, j)));
    return most;
}

/* Looks at every cell of a map: its tag, and that it shows this number. */
static int
wrong_in_map(const struct drawn *drawn, enum tensor tensor)
{
    const struct app *app = &drawn->session->app;
    const struct page_map *map = &drawn->page.maps[tensor];
    const struct page_axis *rows = page_rows(&drawn->page, tensor);
    const struct page_axis *cols = page_cols(&drawn->page, tensor);
    double most = largest_of(app, tensor);
    int wrong = 0, heading = map->row - map->headings;
    struct tag name = tag_number(tensor, 0, 0);
    const struct cell *first =
        grid_cell(&drawn->grid, drawn->body.row + heading,
                  drawn->body.col + map->col - (tensor <= TENSOR_X ? map->names : 0));
    wrong += row_wrong(memcmp(&first->tag, &name, sizeof name) == 0,
                       "%dx%d: the name of %s is covered", drawn->grid.cols,
                       drawn->grid.rows, sentence_kinds[tensor].name);
    for (int r = 0; r < rows->count; r++)
        for (int c = 0; c < cols->count; c++) {
            bool fold = rows->length[r] > 1 || cols->length[c] > 1;
            struct number place = page_place(app, tensor, rows->first[r], cols->first[c]);
            const struct cell *cell = drawn_cell(drawn, tensor, r, c);
            struct tag tag = tag_number(tensor, place.row, place.col);
            if (rows->length[r] > 1)
                continue; /* one line of text across the W's */
            bool pointed = memcmp(&place, &app->ui.page, sizeof place) == 0;
            wrong += row_wrong(memcmp(&cell->tag, &tag, sizeof tag) == 0,
                               "%s[%d,%d]: another tag", sentence_kinds[tensor].name,
                               place.row, place.col);
            if (fold || map->cell > 2 || pointed)
                continue;
            double value = number_at(app, tensor, place.row, place.col);
            wrong += row_wrong(cell->code == shade_code(tensor, value, most),
                               "%s[%d,%d] = %g: shown as %x", sentence_kinds[tensor].name,
                               place.row, place.col, value, (unsigned)cell->code);
        }
    return wrong;
}

static const char *const heads[] = {
    "one-before",         "one-after", "verb-noun",   "verb-object", "determiner-noun",
    "pronoun-antecedent", "same-word", "first-token", "average",     "random",
};

static void
every_number_stands_under_its_tag(void **state)
{
    (void)state;
    static const int sizes[][2] = {{12, 80},  {13, 110}, {14, 250}, {24, 40},  {30, 66},
                                   {24, 80},  {23, 80},  {12, 40},  {20, 60},  {18, 72},
                                   {30, 100}, {40, 120}, {50, 160}, {60, 200}, {80, 250}};
    static const char *const texts[] = {
        NULL, "cat", "The old black cat quickly chased the little mouse and it ran away"};
    int wrong = 0, maps = 0;
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
        for (size_t h = 0; h < sizeof heads / sizeof heads[0]; h++) {
            char commands[64];
            snprintf(commands, sizeof commands, "head %s; mask %s; step", heads[h],
                     h % 2 ? "on" : "off");
            struct drawn drawn = drawn_open(texts[t], commands);
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
                drawn_at(&drawn, sizes[s][0], sizes[s][1]);
                for (int k = 0; k < ATTENTION_TENSORS; k++)
                    if (drawn.page.maps[attention_tensors[k]].shown) {
                        wrong += wrong_in_map(&drawn, attention_tensors[k]);
                        maps++;
                    }
            }
            drawn_close(&drawn);
        }
    assert_int_equal(wrong, 0);
    assert_true(maps > 1000);
}

/* Written numbers, where there is room for them. */
static void
numbers_are_written_where_there_is_room(void **state)
{
    (void)state;
    struct drawn drawn = drawn_open(NULL, "step; step");
    drawn_at(&drawn, 40, 120);
    assert_true(drawn_has(&drawn, "28.00 [39.54]") ||
                drawn_has(&drawn, "28.00 \u258839.54"));
    assert_true(drawn_has(&drawn, "[.94]"));
    assert_true(drawn_has(&drawn, "\u2592 .55 \u2592 .30 \u2591 .11   .03   .01"));
    /* E and P stand apart, each with its own rows */
    assert_true(drawn.page.maps[TENSOR_E].shown && drawn.page.maps[TENSOR_P].shown);
    assert_true(drawn_has(&drawn, "[E] 4x36"));
    assert_true(drawn_has(&drawn, "[P] 5x36"));
    drawn_at(&drawn, 80, 250);
    assert_true(drawn_has(&drawn, "13.94"));
    assert_true(drawn.page.maps[TENSOR_X].cell > 2);
    drawn_close(&drawn);
}

/* -- what is there --------------------------------------------------------------------- */

static void
every_tensor_is_there_at_80x24(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t h = 0; h < sizeof heads / sizeof heads[0]; h++)
        for (int rows = 23; rows <= 24; rows++) {
            char commands[64];
            snprintf(commands, sizeof commands, "head %s", heads[h]);
            struct drawn drawn = drawn_open(NULL, commands);
            drawn_at(&drawn, rows, 80);
            for (int k = 0; k < ATTENTION_TENSORS; k++)
                wrong +=
                    row_wrong(shows(&drawn, attention_tensors[k]), "%s, %d rows: no %s",
                              heads[h], rows, sentence_kinds[attention_tensors[k]].name);
            for (int i = 0; i < 5; i++)
                for (int j = 0; j < 5; j++)
                    for (int id = TENSOR_S; id <= TENSOR_A; id++) {
                        int row, col;
                        struct tag tag = tag_number((enum tensor)id, i, j);
                        wrong += row_wrong(grid_find(&drawn.grid, tag, &row, &col),
                                           "%s: no %s[%d,%d]", heads[h],
                                           sentence_kinds[id].name, i, j);
                    }
            drawn_close(&drawn);
        }
    assert_int_equal(wrong, 0);
}

static void
parameters_stand_in_brackets_with_their_shapes(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "X\u25b65x36 = word [E]",
        "+ place [P]",
        "[Wq]\u25b6 [Wk]\u25b6 [Wv]\u25b6",
        "36x5  36x5  36x15",
        "\u25b6Q 5x5",
        "\u25b6K 5x5",
        "\u25b6V 5x15",
        "O 5x15",
        "S 5x5 Z 5x5 A 5x5",
        "~ adj..other: 6 rows add 0",
        "~ person..cos10: 22 add 0",
        "[ ] parameters",
        "own scale each",
        "36 numbers in, 5, 5, 15 out",
        "S[chased,cat] = 39.537",
        "A[chased,cat] = .9395",
        "O[chased,noun] = .9913",
        "line 1 keeps the rows apart;",
        "only line 4 mixes them",
        "\u25b6chased",
    };
    struct drawn drawn = drawn_open(NULL, "reset");
    int wrong = 0;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
        wrong += row_wrong(drawn_has(&drawn, texts[k]), "no \"%s\"", texts[k]);
    assert_int_equal(wrong, 0);
    drawn_close(&drawn);
}

/* What the current line reads and writes, in words of the headings. */
static void
the_current_line_is_marked_with_what_it_reads_and_writes(void **state)
{
    (void)state;
    static const char *const marks[][3] = {
        {"\u25b61 Q, K, V = X Wq", "X\u25b65x36", "\u25b6Q 5x5\u25b6K 5x5\u25b6V 5x15"},
        {"\u25b62 S = Q K^T", "Q\u25b65x5 K\u25b65x5 V 5x15", "\u25b6S 5x5 Z 5x5 A 5x5"},
        {"\u25b63 A = softmax(S / \u221ad_k)", "Q 5x5 K 5x5 V 5x15",
         "S\u25b65x5\u25b6Z 5x5\u25b6A 5x5"},
        {"\u25b64 O = A V", "V\u25b65x15 \u25b6O 5x15", "S 5x5 Z 5x5 A\u25b65x5"},
    };
    struct drawn drawn = drawn_open(NULL, "reset");
    for (int line = 0; line < LINE_COUNT; line++) {
        drawn_at(&drawn, 24, 80);
        for (int k = 0; k < 3; k++)
            if (!drawn_has(&drawn, marks[line][k]))
                fail_msg("line %d: no \"%s\"", line + 1, marks[line][k]);
        session_do(drawn.session, "step");
    }
    drawn_close(&drawn);
}

/* X, Q, K, V and O of a token stand on one row, and so do the rows of S, Z and A. */
static void
a_token_is_one_row_of_the_screen(void **state)
{
    (void)state;
    static const enum tensor beside[] = {TENSOR_Q, TENSOR_K, TENSOR_V, TENSOR_O};
    struct drawn drawn = drawn_open(NULL, "query 0; step");
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 4; k++) {
            int row = drawn.page.maps[TENSOR_X].row,
                other = drawn.page.maps[beside[k]].row;
            assert_int_equal(row, other);
            assert_int_equal(drawn_cell(&drawn, beside[k], i, 0)->tag.number.row, i);
        }
        assert_int_equal(drawn_cell(&drawn, TENSOR_X, i, 0)->tag.number.row, i);
        assert_int_equal(drawn_cell(&drawn, TENSOR_Z, i, 0)->tag.number.row, i);
        assert_int_equal(drawn_cell(&drawn, TENSOR_A, i, 0)->tag.number.row, i);
    }
    assert_int_equal(drawn.page.maps[TENSOR_Q].col, drawn.page.maps[TENSOR_WQ].col);
    assert_int_equal(drawn.page.maps[TENSOR_V].col, drawn.page.maps[TENSOR_WV].col);
    drawn_close(&drawn);
}

/* -- the cursor ------------------------------------------------------------------------ */

/* Whatever is pointed at is seen, in reverse, with the terminal's cursor on it. */
static void
the_pointed_number_is_always_seen(void **state)
{
    (void)state;
    static const int sizes[][2] = {{24, 80}, {23, 80},  {12, 40},
                                   {16, 67}, {40, 120}, {80, 250}};
    static const char *const texts[] = {
        NULL, "cat", "one two three four five six seven eight nine ten eleven twelve",
        "The old black cat quickly chased the little mouse and it ran away from him"};
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
        for (int d_k = 0; d_k <= 64; d_k += 32) {
            struct drawn drawn = drawn_open(texts[t], d_k ? "set d_k 64" : "step");
            struct app *app = &drawn.session->app;
            if (d_k == 32)
                session_do(drawn.session, "head random; set d_k 20; set d_v 40");
            for (int k = 0; k < 5 * ATTENTION_TENSORS; k++) {
                struct number *page = &app->ui.page;
                page->tensor = attention_tensors[k % ATTENTION_TENSORS];
                page->row = (k * 7 + k / 13) %
                            tensors_rows(&app->explorer->tensors, page->tensor);
                page->col = (k * 5 + k / 13) %
                            tensors_cols(&app->explorer->tensors, page->tensor);
                for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
                    drawn_at(&drawn, sizes[s][0], sizes[s][1]);
                    struct tag tag = tag_number(page->tensor, page->row, page->col);
                    int row = drawn.grid.cursor_row, col = drawn.grid.cursor_col;
                    if (row < 0)
                        fail_msg("%dx%d: %s[%d,%d] is not seen", sizes[s][1], sizes[s][0],
                                 sentence_kinds[page->tensor].name, page->row, page->col);
                    const struct cell *cell = grid_cell(&drawn.grid, row, col);
                    assert_memory_equal(&cell->tag, &tag, sizeof tag);
                    assert_true(cell->style.flags & FLAG_REVERSE);
                }
            }
            drawn_close(&drawn);
        }
}

/* E and P take the place of X while they are pointed at; E has a row for a word. */
static void
the_parts_of_x_are_seen_when_they_are_pointed_at(void **state)
{
    (void)state;
    struct drawn drawn = drawn_open(NULL, "focus next");
    drawn.session->app.ui.page = text_number_at(TENSOR_E, 0, 0);
    drawn_at(&drawn, 24, 80);
    assert_true(drawn_has(&drawn, "[E] 4x36"));
    assert_false(drawn.page.maps[TENSOR_X].shown);
    assert_int_equal(drawn_cell(&drawn, TENSOR_E, 3, 0)->tag.number.row, 0);
    assert_true(drawn_cell(&drawn, TENSOR_E, 3, 0)->style.flags & FLAG_REVERSE);
    assert_true(drawn_cell(&drawn, TENSOR_E, 0, 0)->style.flags & FLAG_REVERSE);
    drawn.session->app.ui.page = text_number_at(TENSOR_P, 4, 30);
    drawn_at(&drawn, 24, 80);
    assert_true(drawn_has(&drawn, "[P] 5x36"));
    drawn_close(&drawn);
}

/* -- every size ------------------------------------------------------------------------ */

static void
draw_twice(const struct app *app, int rows, int cols)
{
    struct grid once, again;
    struct err err;
    assert_true(grid_init(&once, rows, cols, &err));
    assert_true(grid_init(&again, rows, cols, &err));
    frame_draw(app, &once);
    frame_draw(app, &again);
    frame_draw(app, &again);
    assert_grid_sound(&once);
    assert_grids_equal(&once, &again);
    grid_free(&once);
    grid_free(&again);
}

static void
every_size_is_drawn(void **state)
{
    (void)state;
    static const char *const states[] = {
        "step",
        "mask on; step; step; glyphs ascii",
        "share qk on; share kv on; glyphs console",
        "set d_k 64",
        "head random; set d_k 33; set d_v 47; step; step; step",
        "head same-word; query 0",
        "edit Wq[adv,2] 1e6; edit X[0,noun] -1e6",
        "focus prev; focus prev",
    };
    static const char *const texts[] = {
        NULL, "cat", "The \xe6\xbc\xa2\xe5\xad\x97 e\xcc\x81t\xc3\xa9 , \" blorf",
        "a b c d e f g h i j k l m n o p q r s t u v w x y z"};
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
        for (size_t k = 0; k < sizeof states / sizeof states[0]; k++) {
            struct drawn drawn = drawn_open(texts[t], states[k]);
            const struct app *app = &drawn.session->app;
            for (int rows = 1; rows <= 80; rows += rows < 26 ? 1 : 9)
                for (int cols = 1 + (int)k; cols <= 250; cols += 23)
                    draw_twice(app, rows, cols);
            for (int cols = 40; cols < 90; cols++)
                draw_twice(app, 12 + cols % 14, cols);
            draw_twice(app, 1, 1);
            draw_twice(app, 80, 250);
            drawn_close(&drawn);
        }
}

static void
a_long_sentence_is_drawn(void **state)
{
    (void)state;
    struct text text = {0};
    for (int i = 0; i < TOKENS_MAX; i++)
        text_add(&text, "w%d ", i % 400);
    struct drawn drawn = drawn_open(text.bytes, "query 511; key 0; step");
    for (int k = 0; k < ATTENTION_TENSORS; k++) {
        draw_twice(&drawn.session->app, 24, 80);
        draw_twice(&drawn.session->app, 12, 40);
        draw_twice(&drawn.session->app, 80, 250);
        session_do(drawn.session,
                   k % 2 ? "focus next; scroll 300" : "focus next; move left");
    }
    drawn_close(&drawn);
    text_free(&text);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_stands_under_its_tag),
        cmocka_unit_test(numbers_are_written_where_there_is_room),
        cmocka_unit_test(every_tensor_is_there_at_80x24),
        cmocka_unit_test(parameters_stand_in_brackets_with_their_shapes),
        cmocka_unit_test(the_current_line_is_marked_with_what_it_reads_and_writes),
        cmocka_unit_test(a_token_is_one_row_of_the_screen),
        cmocka_unit_test(the_pointed_number_is_always_seen),
        cmocka_unit_test(the_parts_of_x_are_seen_when_they_are_pointed_at),
        cmocka_unit_test(every_size_is_drawn),
        cmocka_unit_test(a_long_sentence_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
