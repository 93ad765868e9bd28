/* The train view: at every size and step and for every size of the task, drawn twice alike,
 * its numbers those of the trainer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/state/train.h"
#include "support/session.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/layout.h"
#include "view/out/writers.h"
#include "view/paint/shade.h"
#include "view/train/train.h"

/* Works until nothing is left to do. */
static void
finish(struct session *session)
{
    while (app_is_running(&session->app))
        session_do(session, "work 64");
}

static struct session *
open_at(const char *commands)
{
    struct session *session = session_open(NULL);
    session_do(session, commands);
    finish(session);
    return session;
}

static void
draw_grid(const struct app *app, int rows, int cols, struct grid *grid)
{
    struct err err;
    assert_true(grid_init(grid, rows, cols, &err));
    frame_draw(app, grid);
    assert_grid_sound(grid);
}

static void
assert_text(const struct grid *grid, const char *expected)
{
    struct text screen = {0};
    write_text(grid, &screen);
    if (strstr(screen.bytes, expected) == NULL)
        fail_msg("no \"%s\" in\n%s", expected, screen.bytes);
    text_free(&screen);
}

/* Draws at a size, twice; the same must come out. */
static void
draw_twice(const struct app *app, int rows, int cols)
{
    struct grid first, second;
    draw_grid(app, rows, cols, &first);
    draw_grid(app, rows, cols, &second);
    assert_grids_equal(&first, &second);
    grid_free(&first);
    grid_free(&second);
}

/* Every known step of an entry is in the film with its shade, on a screen wide enough. */
static void
check_film(const struct session *session, const struct grid *grid)
{
    const struct trainer *trainer = session->app.trainer;
    for (int step = trainer->first; step <= trainer->last; step++)
        for (int e = 0; e < trainer->run.settings.entries; e++) {
            int row, col;
            char expected[8];
            struct style style;
            if (!grid_find(grid, train_step_tag(e, step), &row, &col))
                fail_msg("step %d of entry %d is not in the film", step, e);
            glyphs_translate(session->app.ui.glyphs,
                             shade_of((double)trainer_weights(trainer, step)[e], &style),
                             expected, sizeof expected);
            char shown[8] = {0};
            struct text text = {0};
            struct grid one = {1, 1, grid_cell(grid, row, col), -1, -1};
            write_text(&one, &text);
            snprintf(shown, sizeof shown, "%.*s", (int)strcspn(text.bytes, "\n"),
                     text.bytes);
            text_free(&text);
            if (expected[0] == ' ')
                expected[0] = '\0'; /* blanks at the end of a line are not written */
            assert_string_equal(shown, expected);
        }
}

static void
test_weights_are_the_trainers(void **state)
{
    (void)state;
    static const int steps[] = {0, 1, 25, 200};
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        char command[32], shown[16];
        snprintf(command, sizeof command, "seek %d", steps[k]);
        struct session *session = open_at(command);
        const struct trainer *trainer = session->app.trainer;
        struct grid grid;
        draw_grid(&session->app, 24, 80, &grid);
        for (int e = 0; e < 4; e++) {
            int row, col;
            draw_number(shown, sizeof shown,
                        (double)trainer_weights(trainer, steps[k])[e], 3);
            assert_true(grid_find(&grid, train_tag(TENSOR_A, 0, e), &row, &col));
            assert_text(&grid, shown);
        }
        snprintf(shown, sizeof shown, "step %d of %d", steps[k], steps[k]);
        assert_text(&grid, shown);
        grid_free(&grid);
        session_close(session);
    }
}

static void
test_film_shows_every_step(void **state)
{
    (void)state;
    struct session *session = open_at("train 25");
    struct grid grid;
    draw_grid(&session->app, 24, 80, &grid);
    check_film(session, &grid);
    grid_free(&grid);
    session_do(session, "seek 200");
    finish(session);
    draw_grid(&session->app, 60, 320, &grid);
    check_film(session, &grid);
    grid_free(&grid);
    session_close(session);
}

static void
test_whole_at_the_sizes(void **state)
{
    (void)state;
    static const char *const parts[] = {"watched store, asked: tag 2",
                                        "each tag asks for",
                                        "film, a step a column",
                                        "what it found out",
                                        "keys read tags",
                                        "values read values",
                                        "clicked",
                                        "* loss",
                                        "o right",
                                        "step 25: predicted ",
                                        "   next ",
                                        "exp(Z - max) / sum = "};
    struct session *session = open_at("train 25");
    for (int rows = 23; rows <= 24; rows++) {
        struct grid grid;
        draw_grid(&session->app, rows, 80, &grid);
        for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
            assert_text(&grid, parts[k]);
        grid_free(&grid);
    }
    session_close(session);
}

static void
test_every_size(void **state)
{
    (void)state;
    static const int rows[] = {1,  2,  11, 12, 13, 15, 16, 17,
                               19, 20, 23, 24, 31, 40, 60, 80};
    static const int cols[] = {1,  2,  39,  40,  41,  52,  60, 79,
                               80, 81, 100, 120, 160, 200, 250};
    static const char *const tasks[] = {
        "view train",
        "train 25; key 2",
        "train 200; fan 3; seek 30",
        "view train; set tags 64; set entries 16; train 5",
        "view train; set entries 1; train 3",
        "view train;set tags 256;set values 256;set entries 64;key 63;train 2",
        "view train; share kv on; train 12"};
    for (size_t t = 0; t < sizeof tasks / sizeof tasks[0]; t++) {
        struct session *session = session_open(NULL);
        char copy[160];
        snprintf(copy, sizeof copy, "%s", tasks[t]);
        for (char *one = strtok(copy, ";"); one != NULL; one = strtok(NULL, ";")) {
            session_do(session, one + strspn(one, " "));
            finish(session);
        }
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
            for (size_t c = 0; c < sizeof cols / sizeof cols[0]; c++)
                draw_twice(&session->app, rows[r], cols[c]);
        session_close(session);
    }
}

static void
test_clicks(void **state)
{
    (void)state;
    struct session *session = open_at("train 25");
    char out[CLICK_COMMANDS][CLICK_BYTES];
    struct grid grid;
    int row, col;
    draw_grid(&session->app, 24, 80, &grid);
    assert_true(grid_find(&grid, train_tag(TENSOR_A, 0, 3), &row, &col));
    assert_int_equal(frame_click(&session->app, &grid, row, col, out), 1);
    assert_string_equal(out[0], "key 3");
    session_do(session, out[0]);
    assert_int_equal(session->app.ui.entry, 3);
    assert_true(grid_find(&grid, train_step_tag(1, 7), &row, &col));
    assert_int_equal(frame_click(&session->app, &grid, row, col, out), 1);
    assert_string_equal(out[0], "seek 7");
    session_do(session, out[0]);
    finish(session);
    assert_int_equal(session->app.trainer->state.step, 7);
    struct tag far = train_step_tag(-1, 999999);
    assert_int_equal(far.number.col, 999999);
    grid_free(&grid);
    session_close(session);
}

/* What was predicted for a step, read off Adam's means behind it, is what was predicted
 * before it. */
static void
test_predicted_before_is_what_was_predicted(void **state)
{
    (void)state;
    static const int steps[] = {0, 1, 24, 60};
    struct session *session = open_at("train 61");
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        char command[32];
        struct train_facts before;
        snprintf(command, sizeof command, "seek %d", steps[k]);
        session_do(session, command);
        finish(session);
        before = session->app.train;
        assert_true(before.coming);
        session_do(session, "seek +1");
        finish(session);
        assert_true(session->app.train.came);
        for (int e = 0; e < 4; e++)
            assert_true(fabs(session->app.train.predicted_before[e] -
                             before.predicted[e]) < 2e-5);
    }
    session_do(session, "seek 0");
    finish(session);
    assert_false(session->app.train.came);
    session_close(session);
}

static void
test_every_glyph_set(void **state)
{
    (void)state;
    struct session *session = open_at("train 25");
    for (int set = 0; set < GLYPHS_COUNT; set++) {
        struct grid grid;
        session->app.ui.glyphs = (enum glyph_set)set;
        draw_grid(&session->app, 24, 80, &grid);
        for (int k = 0; set == GLYPHS_ASCII && k < 24 * 80; k++)
            assert_true(grid.cells[k].code < 0x80);
        check_film(session, &grid);
        grid_free(&grid);
    }
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights_are_the_trainers),
        cmocka_unit_test(test_film_shows_every_step),
        cmocka_unit_test(test_whole_at_the_sizes),
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_clicks),
        cmocka_unit_test(test_predicted_before_is_what_was_predicted),
        cmocka_unit_test(test_every_glyph_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
