/* What a lesson asks for is ? on every pane, in every view, and nothing else is: the questions
 * of all lessons, at three sizes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/numbers.h"
#include "app/commands/apply.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "core/receipt.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/out/writers.h"
#include "view/train/train.h"

static const int sizes[][2] = {{24, 80}, {40, 120}, {60, 200}};
static const char *const views[] = {"", "view weights; show S", "view vectors",
                                    "view page", "view train"};
enum { SIZES = 3, VIEWS = 5 };

static struct grid
drawn(const struct app *app, int size)
{
    struct grid grid;
    struct err err;
    assert_true(grid_init(&grid, sizes[size][0], sizes[size][1], &err));
    frame_draw(app, &grid);
    assert_grid_sound(&grid);
    return grid;
}

/* Calls a test at every question of every lesson, in every view and at every size. */
static int
at_every_question(int (*test)(struct app *app, int size))
{
    int questions = 0, wrong = 0;
    for (int l = 1; l <= 8; l++)
        for (int s = 1, count = 1; s <= count; s++)
            for (int v = 0; v < VIEWS; v++) {
                struct session *session = session_open(NULL);
                char command[32];
                snprintf(command, sizeof command, "lesson %d %d", l, s);
                session_do(session, command);
                count = session->app.lesson->lesson.step_count;
                bool asks = lesson_asks(&session->app);
                questions += asks && v == 0;
                for (int z = 0; asks && z < SIZES; z++) {
                    session_do(session, views[v]);
                    wrong += row_wrong(test(&session->app, z) == 0, "%s; %s, %dx%d",
                                       command, views[v], sizes[z][1], sizes[z][0]);
                }
                session_close(session);
            }
    assert_true(questions >= 16);
    return wrong;
}

static bool
is_hidden(const struct app *app, const struct tag *tag)
{
    return tag->kind == TAG_NUMBER && lesson_hides(app, &tag->number);
}

/* A decimal point, a bar or a shade of more than nothing. */
static bool
tells(const struct cell *cell)
{
    return cell->code == '.' || cell->code == 0x2588 ||
           (cell->code >= 0x2591 && cell->code <= 0x2593) || cell->code == 0x25b2 ||
           cell->code == 0x25bc;
}

/* How many cells of hidden numbers show something of them. */
static int
cells_that_tell(struct app *app, int size)
{
    struct grid grid = drawn(app, size);
    int wrong = 0;
    for (int k = 0; k < grid.rows * grid.cols; k++)
        wrong += is_hidden(app, &grid.cells[k].tag) &&
                 grid.cells[k].pane != PANE_NUMBER && /* whose formulas have one tag */
                 grid.cells[k].style.role != ROLE_FAINT && /* nor headings */
                 tells(&grid.cells[k]);
    grid_free(&grid);
    return wrong;
}

static void
hidden_numbers_are_question_marks(void **state)
{
    (void)state;
    assert_int_equal(at_every_question(cells_that_tell), 0);
}

/* Sets every hidden number of a computation to another one. */
static void
change_hidden(const struct app *app, enum in in, struct tensors *tensors)
{
    for (int pass = 0; pass < 2; pass++) /* all rows are made before one is changed */
        for (int id = 0; id < TENSORS; id++) {
            struct number number = {.tensor = (enum tensor)id, .in = in};
            if (!kind_is_there(&tensors->kinds[id]))
                continue;
            for (number.row = 0; number.row < tensors_rows(tensors, number.tensor);
                 number.row++) {
                int cols = tensors_cols(tensors, number.tensor);
                const real *is = tensors_row(tensors, number.tensor, number.row);
                real *row =
                    tensors->data[tensors->same[id]] != NULL
                        ? (real *)(uintptr_t)is
                        : tensors_held_row(tensors, tensors->same[id], number.row);
                for (number.col = 0; pass == 1 && number.col < cols; number.col++)
                    if (lesson_hides(app, &number))
                        row[number.col] = (real)(0.37 + 0.01 * number.col);
            }
        }
}

static void
change_sentence(struct app *app)
{
    change_hidden(app, IN_TEXT, &app->explorer->tensors);
}

static void
change_lookup(struct app *app)
{
    struct trainer *trainer = app->trainer;
    struct number weight = store_number_at(TENSOR_A, 0, 0);
    if (trainer == NULL)
        return;
    change_hidden(app, IN_STORE, &trainer->tensors);
    if (!lesson_hides(app, &weight))
        return;
    int entries = trainer->run.settings.entries;
    for (int k = 0; k < (trainer->last - trainer->first + 1) * entries; k++)
        trainer->weights[k] = .345f;
    for (int e = 0; e < entries; e++)
        app->train.predicted[e] = app->train.predicted_before[e] = app->train.change[e] =
            .234;
    app->train.clicked = 3;
}

static int
screens_that_change(struct app *app, int size)
{
    struct grid before = drawn(app, size);
    change_sentence(app);
    change_lookup(app);
    struct grid after = drawn(app, size);
    int wrong = 0;
    for (int k = 0; k < before.rows * before.cols; k++)
        wrong += !cell_equal(&before.cells[k], &after.cells[k]);
    grid_free(&before);
    grid_free(&after);
    return wrong;
}

/* Were the asked numbers others, the screen would be the same: so it cannot tell them. */
static void
screens_do_not_depend_on_what_is_asked(void **state)
{
    (void)state;
    assert_int_equal(at_every_question(screens_that_change), 0);
}

/* The asked number itself, with four decimals, where it is one and not 0 or 1. */
static bool
asked_number(const struct app *app, const struct asked *asked, char *out, size_t size)
{
    bool lookup = asked->in == IN_STORE;
    if (asked->row < 0 || asked->col < 0 || (!lookup && asked->tensor == TENSOR_X))
        return false; /* X is its E, and P or 0, which are told */
    double value = tensors_number(app_tensors(app, asked->in), asked->tensor, asked->row,
                                  asked->col);
    snprintf(out, size, "%.4f", value);
    const char *digits = out[0] == '0' ? out + 1 : out;
    memmove(out, digits, strlen(digits) + 1);
    return strcmp(out, ".0000") != 0 && strcmp(out, "1.0000") != 0;
}

static int
numbers_written(struct app *app, int size)
{
    struct text screen = {0};
    struct asked asked;
    struct err err;
    char number[32], address[ADDRESS_BYTES],
        point[ADDRESS_BYTES + 8] = "point A[query,1]";
    assert_true(lesson_asked(app, &asked, &err));
    if (!asked_number(app, &asked, number, sizeof number))
        return 0;
    if (asked.in == IN_TEXT) {
        struct number place = text_number_at(asked.tensor, asked.row, asked.col);
        address_of(app, &place, address, sizeof address);
        snprintf(point, sizeof point, "point %s", address);
        app_apply(app, point, &err); /* where the view has it, its formula is seen */
    }
    struct grid grid = drawn(app, size);
    write_text(&grid, &screen);
    int wrong = 0;
    for (char *line = strtok(screen.bytes, "\n"); line != NULL; line = strtok(NULL, "\n"))
        wrong += strstr(line, point + strlen("point ")) != NULL &&
                 strstr(line, number) != NULL;
    text_free(&screen);
    grid_free(&grid);
    return wrong;
}

static void
asked_numbers_are_nowhere(void **state)
{
    (void)state;
    assert_int_equal(at_every_question(numbers_written), 0);
}

/* What is not asked for stays, also beside it. */
static void
the_rest_is_told(void **state)
{
    static const struct {
        const char *go, *told;
        int size;
    } rows[] = {
        {"lesson 3 1", "scale 1/√5 = .447", 1},
        {"lesson 3 1", "looks hardest at    ?", 1},
        {"lesson 3 1", "entropy    ", 1},
        {"lesson 3 1", "Z = S / √d_k = 37.388 / 2.23607 = 16.720", 1},
        {"lesson 6 4", "S[chased,cat] = 39.537", 0},
        {"lesson 2 2; view vectors", "12.00", 0},
        {"lesson 1 5", ".2393", 0},
        {"lesson 8 3", "says ?", 0},
        {"lesson 8 3", "[.991]", 0},
        {"lesson 7 1; view weights", ".94", 0},
        {"lesson 3 4", "? ░ ▒ █ ?  spread ?", 0},
        {"lesson 3 4; view page", "S 5x5  █ ?", 2},
        {"lesson 3 4; view page", "Q 5x5", 1},
        {"lesson 2 2; open S[chased,chased]", "×      ? =", 0},
        {"lesson 3 1", "A = ? / ? = ?", 0},
        {"lesson 7 1", "exp(Z - max) / sum = ? / ?    Z = S / √8 = .075 × .3536 = .027",
         0},
    };
    (void)state;
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        struct text screen = {0};
        session_do(session, rows[k].go);
        struct grid grid = drawn(&session->app, rows[k].size);
        write_text(&grid, &screen);
        wrong += row_wrong(strstr(screen.bytes, rows[k].told) != NULL, "%s: %s in\n%s",
                           rows[k].go, rows[k].told, screen.bytes);
        text_free(&screen);
        grid_free(&grid);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* What is drawn while a lesson asks may be kept for later, and not twice freed. */
static void
receipts_of_batches_are_drawn(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    static const char *const rows[] = {"lesson 7 6; open gWq[0,1]", "back; open uWq[0,0]",
                                       "back; open gWo[1,1]", "answer yes; back"};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int size = 0; size < SIZES; size++) {
            struct grid grid;
            if (size == 0)
                session_do(session, rows[k]);
            grid = drawn(&session->app, size);
            grid_free(&grid);
        }
    session_close(session);
}

/* A word of the sentence is no number, whatever it is. */
static void
a_word_stays_a_word(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    struct text screen = {0};
    session_do(session, "lesson 3 1; sentence My nan chased the mouse");
    struct grid grid = drawn(&session->app, 0);
    write_text(&grid, &screen);
    assert_non_null(strstr(screen.bytes, "nan"));
    text_free(&screen);
    grid_free(&grid);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_numbers_are_question_marks),
        cmocka_unit_test(screens_do_not_depend_on_what_is_asked),
        cmocka_unit_test(asked_numbers_are_nowhere),
        cmocka_unit_test(the_rest_is_told),
        cmocka_unit_test(receipts_of_batches_are_drawn),
        cmocka_unit_test(a_word_stays_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
