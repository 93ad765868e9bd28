/* An opened number of the lookup task on the screen, in JSON and in words: at every size, of
 * every kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "app/state/train.h"
#include "support/session.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/out/json.h"
#include "view/out/writers.h"
#include "view/words/describe.h"

#define COUNT(rows) (sizeof rows / sizeof rows[0])

/* One of every kind; what its screen has; its kind in JSON. */
static const struct example {
    const char *address, *shows, *kind;
} examples[] = {
    {"A[query,1]", "exp(Z[query,e] - max) / sum", "softmax"},
    {"loss", "log(sum of exp(L - max))", "loss"},
    {"S[query,1]", "sum over c of Q[query,c]", "dot"},
    {"Z[query,1]", "1/√8", "scale"},
    {"X[1,2]", "Et[2,2]", "sum"},
    {"Et[3,2]", "step 25 of training", "parameter"},
    {"uEt[3,2]", "-lr × m / (√v + 1e-8)", "adam"},
    {"gEt[3,2]", "step 25's batch of 128", "mean"},
    {"gWo[3,2]", ":dWo[3,2]", "mean"},
    {"#17:dWo[3,2]", "example 17 of the batch", "dot"},
    {"#128:A[query,1]", "exp(Z[query,e] - max) / sum", "softmax"},
    {"dZ[query,0]", "own - share", "dot"},
    {"dX[query,3]", "dQ[query,", "dot"},
    {"dX[1,2]", "dX = dK Wkᵀ + dV Wvᵀ", "dot"},
    {"dWq[0,1]", "dQ[query,c] × X[query,m]", "dot"},
    {"dloss", "1: it is the target itself", "sum"},
    {"uA[query,1]", "own - share", "dot"},
    {"mWq[0,1]", "Adam's decayed mean of gWq[0,1] before step 26", "dot"},
    {"vWq[0,1]", "gWq[0,1]@17", "dot"},
    {"mean_loss", "#117:loss", "mean"},
    {"accuracy", "#fresh1:right", "mean"},
    {"#fresh3:right", "largest", "right"},
    {"#fresh3:A[query,1]", "fresh store 3", "softmax"},
    {"key_tag_share", "45.0544 = .963376", "share"},
    {"value_value_share", "varLv[", "share"},
    {"varZt[2]", "less the mean", "dot"},
    {"Zt[2,3]", "-4.03485 × 1/√8 = -1.42653", "scaled_dot"},
    {"Wq[0,1]@3", "step 3 of training", "parameter"},
    {"uWq[0,1]@3", "(1 - .9^4)", "adam"},
    {"#17:dWq[0,1]@3", ", at step 3", "dot"},
};

static struct session *
opened(const char *address)
{
    struct session *session = session_open(NULL);
    char command[64];
    session_do(session, "seek 25");
    while (app_is_running(&session->app))
        session_do(session, "work 64");
    snprintf(command, sizeof command, "open %s", address);
    session_do(session, command);
    return session;
}

static void
every_kind_is_drawn_at_every_size(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(examples); k++) {
        struct session *session = opened(examples[k].address);
        for (int rows = 12; rows <= 50; rows += 3)
            for (int cols = 40; cols <= 200; cols += 20) {
                struct grid grid;
                struct text text = {0};
                struct err err;
                assert_true(grid_init(&grid, rows, cols, &err));
                frame_draw(&session->app, &grid);
                assert_grid_sound(&grid);
                write_text(&grid, &text);
                if (rows >= 24 && cols >= 100 &&
                    strstr(text.bytes, examples[k].shows) == NULL)
                    fail_msg("%s:\n%s", examples[k].address, text.bytes);
                text_free(&text);
                grid_free(&grid);
            }
        session_close(session);
    }
}

static void
json_has_the_receipt(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(examples); k++) {
        struct session *session = opened(examples[k].address);
        FILE *file = tmpfile();
        struct err err;
        assert_non_null(file);
        assert_true(json_write(&session->app, file, &err));
        rewind(file);
        json_t *root = json_loadf(file, 0, NULL);
        json_t *receipt = json_object_get(root, "receipt");
        assert_string_equal(json_string_value(json_object_get(receipt, "address")),
                            examples[k].address);
        assert_string_equal(json_string_value(json_object_get(receipt, "kind")),
                            examples[k].kind);
        assert_true(json_array_size(json_object_get(receipt, "terms")) > 0);
        json_decref(root);
        fclose(file);
        session_close(session);
    }
}

static void
words_name_it(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(examples); k++) {
        struct session *session = opened(examples[k].address);
        struct text text = {0};
        char begin[80];
        describe(&session->app, &text);
        snprintf(begin, sizeof begin, "Opened is %s, ", examples[k].address);
        assert_non_null(strstr(text.bytes, begin));
        text_free(&text);
        session_close(session);
    }
}

static void
words_say_how_it_is_made(void **state)
{
    static const struct {
        const char *address, *says;
    } rows[] = {
        {"S[query,1]", "It adds up 8 products of Q and K. Largest first: c6 3.934, "},
        {"Zt[2,3]", "It adds up 8 products of Qt and Kt. Largest first: c2 -2.5797, "},
        {"Zt[2,3]", "; all times 1/sqrt(8).\n"},
        {"A[query,1]", "It is exp(Z - max) / sum = 1 / 1.3991. "},
        {"Et[2,3]", "Where it comes from: step 25 of training; the next adds -.0187.\n"},
        {"dWq[0,1]", "It is dQ[query,1] × X[query,0].\n"},
        {"dZ[query,1]", "dA[query,1] × A[query,1] × (1 - share).\n"},
        {"dloss", "It is the target itself.\n"},
        {"varZt[2]",
         "It is 8 terms, the largest 1.8655: Zt[2,2] × (less the mean) × 1/n.\n"},
        {"gWq[0,1]", "The cursor is on #55:dWq[0,1], 0.2029; Enter opens it.\n"},
    };
    (void)state;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct session *session = opened(rows[k].address);
        struct text text = {0};
        describe(&session->app, &text);
        if (strstr(text.bytes, rows[k].says) == NULL)
            fail_msg("%s: no %s in\n%s", rows[k].address, rows[k].says, text.bytes);
        text_free(&text);
        session_close(session);
    }
}

/* What was opened by its name, and is no part of what was open before, begins a way of its own;
 * back still leads to what was before. */
static void
another_number_begins_another_way(void **state)
{
    static const struct {
        const char *commands, *first;
    } rows[] = {
        {"open A[chased,cat]; open; open", " · 1 A[chased,cat] "},
        {"open A[chased,cat]; open Z[chased,mouse]", " · 1 A[chased,cat] "},
        {"open A[chased,cat]; open; open E[cat,noun]", " · 1 E[cat,noun] "},
        {"open A[chased,cat]; open E[cat,noun]; back", " · 1 A[chased,cat] "},
        {"seek 0; open loss; open; open", " · 1 loss "},
        {"seek 0; open loss; open; open X[1,0]", " · 1 X[1,0] "},
        {"seek 0; open loss; open X[1,0]; open Ev[5,0]", " · 1 X[1,0] "},
    };
    (void)state;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct session *session = session_open(NULL);
        struct text screen = {0};
        struct grid grid;
        session_do(session, rows[k].commands);
        assert_true(grid_init(&grid, 40, 120, &session->err));
        frame_draw(&session->app, &grid);
        write_text(&grid, &screen);
        if (strstr(screen.bytes, rows[k].first) == NULL)
            fail_msg("%s: no %s in\n%s", rows[k].commands, rows[k].first, screen.bytes);
        text_free(&screen);
        grid_free(&grid);
        session_close(session);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_drawn_at_every_size),
        cmocka_unit_test(json_has_the_receipt),
        cmocka_unit_test(words_name_it),
        cmocka_unit_test(words_say_how_it_is_made),
        cmocka_unit_test(another_number_begins_another_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
