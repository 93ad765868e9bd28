/* From an address to a number of the sentence and back, for every number of sentences that are
 * hard to name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/address.h"
#include "support/computation.h"
#include "support/rows.h"
#include "support/session.h"

#define COUNT(rows) (sizeof rows / sizeof rows[0])

/* Whether the address of a place leads elsewhere. */
static int
place_wrong(const struct app *app, const struct number *place)
{
    char text[ADDRESS_BYTES];
    struct address address;
    struct number found = {0};
    struct err err = {0};
    address_of(app, place, text, sizeof text);
    bool done = address_parse(text, &address, &err) &&
                address_locate(app, &address, &found, &err);
    return row_wrong(done && number_equal(&found, place),
                     "%s of row %d, column %d: %.70s: %.70s",
                     sentence_kinds[place->tensor].name, place->row, place->col, text,
                     done ? "another place" : err.text);
}

/* The same for all numbers of all tensors; stops at a tensor's first wrong one. */
static int
places_wrong(const struct app *app)
{
    int wrong = 0;
    struct number at = {0};
    while (number_find(&app->explorer->tensors, &at)) {
        bool is_wrong = place_wrong(app, &at) > 0;
        wrong += is_wrong;
        at.col++;
        if (is_wrong)
            at = text_number_at((enum tensor)(at.tensor + 1), 0, 0);
    }
    return wrong;
}

static int
sentence_wrong(const char *text, const char *commands)
{
    struct session *session = session_open(text);
    session_do(session, commands);
    int wrong = places_wrong(&session->app);
    session_close(session);
    return wrong;
}

static void
every_number_has_an_address_that_leads_back(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "The cat chased the mouse",
        "The the THE the The tHe",
        "one",
        "\"",
        "a , b , c , \" ' \\ \\ \" ] [ ] # # -- ( )",
        "2 3 2 0 10 2 007 999999 1000000",
        "i i-1 i+1 i i..j ..",
        "C# C#2 cat#2x cat#2 cat cat cat#2 cat##2 #2 ##",
        "cat#2 cat#2 cat#2#2 cat#2#2 cat",
        "a\"b a\\b a\\\"b \\\\ x[0]y x,y x]y x:y 1.3:A A[0,0]",
        "can't well-known dogs' -x- 'tis x-1 - -- 3.14 -5 +5",
        "noun verb sin4 one id3 d_k E Wq loss",
        "GRÖSSE größe Größe 🐈 мышь МЫШЬ “quoted” «so» ねこ 「a」",
        "wug wug, WUG; wug. Wug? wug! wug",
    };
    int wrong = 0;
    for (size_t t = 0; t < COUNT(texts); t++)
        wrong += row_wrong(sentence_wrong(texts[t], "") == 0, "in: %s", texts[t]);
    assert_int_equal(wrong, 0);
}

static void
every_head_has_columns_that_lead_back(void **state)
{
    (void)state;
    struct session *session = session_open("a cat , a \"cat\"");
    int wrong = 0;
    for (int h = 0; h < session->library.head_count; h++) {
        char command[16];
        snprintf(command, sizeof command, "head %d", h + 1);
        session_do(session, command);
        wrong += places_wrong(&session->app);
        session_do(session, "share kv on");
        wrong += places_wrong(&session->app);
        session_do(session, "share kv off");
    }
    session_do(session, "head random; set d_k 20; set d_v 30; mask on");
    wrong += places_wrong(&session->app);
    session_close(session);
    assert_int_equal(wrong, 0);
}

/* Columns of V that a head subtracts have a name with a sign. */
static void
subtracted_columns_lead_back(void **state)
{
    (void)state;
    static const char text[] = "title t\nabout a\nd_k 2\nquery noun -> 0\n"
                               "value -noun verb -sin4 -one";
    struct session *session = session_open("the -noun 2");
    struct head *place = &session->library.heads[0], kept = *place, own;
    assert_true(
        head_parse(&own, kept.name, "own.head", text, sizeof text - 1, &session->err));
    *place = own;
    session_do(session, "head 1");
    int wrong = places_wrong(&session->app);
    head_free(&own);
    *place = kept;
    session_close(session);
    assert_int_equal(wrong, 0);
}

/* The longest tokens, and those that need a \ at every byte. */
static void
long_tokens_lead_back(void **state)
{
    (void)state;
    static const char fillings[] = {'w', ',', '"', '\\', '#'};
    int wrong = 0;
    for (size_t f = 0; f < sizeof fillings; f++) {
        char text[3 * WORD_BYTES], token[WORD_BYTES];
        memset(token, fillings[f], sizeof token);
        token[0] = 'a';
        token[WORD_BYTES - 2] = 'b';
        token[WORD_BYTES - 1] = '\0';
        snprintf(text, sizeof text, "%s %s", token, token);
        wrong += row_wrong(sentence_wrong(text, "") == 0, "with %c in it", fillings[f]);
    }
    assert_int_equal(wrong, 0);
}

/* -- what is named in several ways, and what is not there -------------------------------- */

static void
addresses_name_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum tensor tensor;
        int row, col;
    } rows[] = {
        {"A[chased,cat]", TENSOR_A, 2, 1},
        {"A[2,1]", TENSOR_A, 2, 1},
        {"A[\"chased\",1]", TENSOR_A, 2, 1},
        {"sentence:A[2,cat]", TENSOR_A, 2, 1},
        {"A[The,the]", TENSOR_A, 0, 3},
        {"A[cat#1,cat#2]", TENSOR_A, 1, 5},
        {"E[the,noun]", TENSOR_E, 0, 1},
        {"E[mouse,det]", TENSOR_E, 3, 0},
        {"P[4,cos70]", TENSOR_P, 4, 35},
        {"X[cat#2,id0]", TENSOR_X, 5, 16},
        {"Wq[verb,0]", TENSOR_WQ, 2, 0},
        {"Wk[sin26,4]", TENSOR_WK, 32, 4},
        {"Wv[noun,plural]", TENSOR_WV, 1, 14},
        {"V[cat,noun]", TENSOR_V, 1, 1},
        {"V[cat,1]", TENSOR_V, 1, 1},
        {"O[5,14]", TENSOR_O, 5, 14},
        {"Q[chased,4]", TENSOR_Q, 2, 4},
        {"K[0,0]", TENSOR_K, 0, 0},
        {"S[5,5]", TENSOR_S, 5, 5},
        {"Z[mouse,The]", TENSOR_Z, 4, 0},
        {"Zfree[mouse,The]", TENSOR_FREE_Z, 4, 0},
        {"H[cat#2]", TENSOR_ENTROPY, 5, 0},
        {"rowsum[1]", TENSOR_ROW_SUM, 1, 0},
    };
    struct session *session = session_open("The cat chased the mouse cat");
    int wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct address address;
        struct number place = {0};
        struct err err = {0};
        bool done = address_parse(rows[i].text, &address, &err) &&
                    address_locate(&session->app, &address, &place, &err);
        wrong += row_wrong(done && place.tensor == rows[i].tensor &&
                               place.row == rows[i].row && place.col == rows[i].col,
                           "%s: row %d, column %d: %s", rows[i].text, place.row,
                           place.col, err.text);
    }
    session_close(session);
    assert_int_equal(wrong, 0);
}

static void
places_are_written_by_name(void **state)
{
    (void)state;
    static const struct {
        struct number place;
        const char *text;
    } rows[] = {
        {{.tensor = TENSOR_A, .row = 2, .col = 1}, "A[chased,cat]"},
        {{.tensor = TENSOR_A, .row = 5, .col = 6}, "A[cat#2,\",\"]"},
        {{.tensor = TENSOR_E, .col = 1}, "E[the,noun]"},
        {{.tensor = TENSOR_P, .col = 28}, "P[0,sin4]"},
        {{.tensor = TENSOR_X, .row = 7, .col = 15}, "X[\"2\",one]"},
        {{.tensor = TENSOR_WQ, .row = 2}, "Wq[verb,0]"},
        {{.tensor = TENSOR_WV, .row = 1, .col = 14}, "Wv[noun,plural]"},
        {{.tensor = TENSOR_O, .row = 3, .col = 1}, "O[the,noun]"},
        {{.tensor = TENSOR_K, .col = 4}, "K[The,4]"},
    };
    struct session *session = session_open("The cat chased the mouse cat , 2");
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[ADDRESS_BYTES];
        address_of(&session->app, &rows[i].place, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
    session_close(session);
}

static void
places_that_are_not_there(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"A[chased,dog]", "A[chased,dog]: there is no token \"dog\"; there are: The cat"},
        {"A[dog,chased]", "A[dog,chased]: there is no token \"dog\""},
        {"A[CAT,0]", "there is no token \"CAT\""},
        {"A[cat#2,0]",
         "there is no token \"cat\"#2; there are: The cat chased the mouse"},
        {"A[\"2\",0]", "there is no token \"2\""},
        {"A[5,0]", "A[5,0]: there is no token 5; they go from 0 to 4"},
        {"A[0,999999]", "there is no token 999999; they go from 0 to 4"},
        {"E[dog,noun]", "there is no word \"dog\"; there are: the cat chased mouse"},
        {"E[0,noun]", "a word goes by its name, not by the number 0"},
        {"P[5,sin4]", "there is no position 5; they go from 0 to 4"},
        {"P[cat,sin4]", "there is no position \"cat\""},
        {"X[cat,nuon]", "there is no column of X \"nuon\"; there are: det noun verb"},
        {"X[cat,1]", "a column of X goes by its name, not by the number 1"},
        {"X[cat,noun#2]", "there is no column of X \"noun\"#2"},
        {"Wq[1,noun]", "a column of X goes by its name, not by the number 1"},
        {"Wq[noun,5]", "there is no column of Q 5; they go from 0 to 4"},
        {"Wq[noun,noun]", "there is no column of Q \"noun\"; there are: 0 1 2 3 4"},
        {"V[cat,15]", "there is no column of V 15; they go from 0 to 14"},
        {"V[cat,one]", "there is no column of V \"one\"; there are: det noun"},
        {"A", "A: a row and a column must follow, as in A[0,0]"},
        {"A[cat]", "A[cat]: a row and a column must follow, as in A[0,0]"},
        {"loss",
         "loss: the sentence has no such number; its tensors are E P X Wq Wk Wv Q"},
        {"Wo[0,0]", "Wo[0,0]: the sentence has no such number"},
        {"gWq[0,0]", "gWq[0,0]: the sentence has no such number"},
        {"mWq[0,0]", "mWq[0,0]: the sentence has no such number"},
        {"mean_loss", "mean_loss: the sentence has no such number"},
        {"dO[cat,noun]", "dO: A[chased,cat] does not depend on it; slopes are those of a "
                         "target, which `target ADDRESS` sets"},
        {"dX[cat,nuon]", "dX[cat,nuon]: there is no column of X \"nuon\""},
        {"H[dog]", "H[dog]: there is no token \"dog\""},
        {"H", "H: one row must follow"},
        {"H[cat,cat]", "H[cat,cat]: one row must follow"},
        {"A[cat,cat]@3", "A: a sentence has neither examples nor steps"},
        {"#3:A[cat,cat]", "A: a sentence has neither examples nor steps"},
        {"Qr[0,0]", "the sentence has no such number"},
        {"lookup:A[0,0]", "the lookup task was not begun: view train begins it"},
        {"model:A[0,0]", "the sentence has no such number"},
        {"1.3:A[0,0]", "1.3:A[0,0]: the sentence has no such number"},
    };
    struct session *session = session_open(NULL);
    int wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct address address;
        struct number place;
        struct err err = {0};
        bool read = address_parse(rows[i].text, &address, &err);
        bool done = read && address_locate(&session->app, &address, &place, &err);
        wrong += row_wrong(read && !done && strstr(err.text, rows[i].expected) != NULL,
                           "%s: expected \"%s\", got \"%s\"", rows[i].text,
                           rows[i].expected, err.text);
    }
    session_close(session);
    assert_int_equal(wrong, 0);
}

/* A caller's index stays what it was when there is no such row. */
static void
a_failed_look_leaves_the_index(void **state)
{
    (void)state;
    static const char *const texts[] = {"dog", "cat#2", "5", "\"\""};
    struct session *session = session_open(NULL);
    int wrong = 0;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct address_index index;
        struct err err = {0};
        const char *cursor = texts[i];
        int at = 77;
        assert_true(address_scan_index(&cursor, &index, &err));
        assert_false(
            address_locate_index(&session->app, IN_TEXT, AXIS_TOKEN, &index, &at, &err));
        wrong += row_wrong(at == 77, "%s: the index became %d", texts[i], at);
    }
    session_close(session);
    assert_int_equal(wrong, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_has_an_address_that_leads_back),
        cmocka_unit_test(every_head_has_columns_that_lead_back),
        cmocka_unit_test(subtracted_columns_lead_back),
        cmocka_unit_test(long_tokens_lead_back),
        cmocka_unit_test(addresses_name_numbers),
        cmocka_unit_test(places_are_written_by_name),
        cmocka_unit_test(places_that_are_not_there),
        cmocka_unit_test(a_failed_look_leaves_the_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
