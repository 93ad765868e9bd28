/* Addresses as texts: what is read, what is written, what is refused. Which number one names
 * is the matter of test_locate.c. */
#include "app/address/address.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/rows.h"

#define COUNT(rows) (sizeof rows / sizeof rows[0])

/* -- reading and writing ---------------------------------------------------------------- */

static void
addresses_of_all_sources_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *text, *printed; /* NULL: as it was read */
    } rows[] = {
        {"A[chased,cat]", NULL},
        {"E[cat,noun]", NULL},
        {"P[3,cos26]", NULL},
        {"X[cat,id11]", NULL},
        {"Wq[noun,1]", NULL},
        {"Wk[one,0]", NULL},
        {"Wv[noun,noun]", NULL},
        {"Q[2,0]", NULL},
        {"K[cat,7]", NULL},
        {"V[the,plural]", NULL},
        {"S[0,0]", NULL},
        {"Z[0,999999]", NULL},
        {"O[chased,noun]", NULL},
        {"sentence:A[0,1]", NULL},
        {"sentence:Wq[noun,0]", NULL},
        /* without indices, or with one: the whole, a row */
        {"A", NULL},
        {"A[chased]", NULL},
        {"lookup:L[query]", NULL},
        /* the lookup task and its gradients */
        {"lookup:p[query,5]", NULL},
        {"lookup:A[query,1]", NULL},
        {"Et[2,3]", NULL},
        {"Ev[5,0]", NULL},
        {"Wo[0,7]", NULL},
        {"loss", NULL},
        {"lookup:loss", NULL},
        {"dWq[3,1]", NULL},
        {"gWk[3,1]", NULL},
        {"uWv[3,1]", NULL},
        {"lookup:dEt[0,0]", NULL},
        {"lookup:uWo[0,0]", NULL},
        {"dEv[0,0]", NULL},
        {"dloss", NULL},
        {"sentence:dWq[noun,0]", NULL},
        {"mWq[3,1]", NULL},
        {"vWq[3,1]", NULL},
        {"uA[query,1]", NULL},
        {"mean_loss", NULL},
        {"accuracy", NULL},
        {"key_tag_share", NULL},
        {"H[chased]", NULL},
        {"Afree[chased,cat]", NULL},
        {"#17:loss", NULL},
        {"#fresh17:L[query,5]", NULL},
        {"lookup:#3:dX[query,0]", NULL},
        {"loss@24", NULL},
        {"loss@0", NULL},
        {"lookup:#fresh3:A[query,1]@7", NULL},
        /* models */
        {"1.3:A[5,2]", NULL},
        {"5:X[1,2]", NULL},
        {"0.0:Qr[1,2]", NULL},
        {"12.15:Kr[1,2]", NULL},
        {"model:3.4:V[a,b]", NULL},
        {"model:3:resid[1,2]", NULL},
        {"model:norm[1,2]", NULL},
        {"2:attn_out[1,2]", NULL},
        {"2:mlp[1,2]", NULL},
        {"model:Wo[0,0]", NULL},
        {"9999.9999:p[0,0]", NULL},
        /* tokens: occurrences, and what has to be quoted */
        {"A[cat#2,the]", NULL},
        {"A[cat#2,cat#13]", NULL},
        {"A[cat#1,the]", "A[cat,the]"},
        {"A[\",\",\"a b\"]", NULL},
        {"A[\"\\\"\",\"\\\\\"]", NULL},
        {"A[\"2\",2]", NULL},
        {"A[\"2\"#2,2]", NULL},
        {"A[\"cat#2\",cat#2]", NULL},
        {"A[\"cat#2\"#3,0]", NULL},
        {"A[\"#\",\"#2\"]", NULL},
        {"A[can't,well-known]", NULL},
        {"A[\"-\",\"-x\"]", NULL},
        {"A[größe,мышь]", NULL},
        {"A[\"“\",“]", "A[“,“]"},
        {"A[\"cat\",\"the\"#2]", "A[cat,the#2]"},
        {"A[i,i]", NULL},
        {"A[i,i-1]", NULL},
        {"A[i,i+1]", "A[i,\"i+1\"]"},
        {"A[x.y,3.14]", "A[\"x.y\",\"3.14\"]"},
        {"A[007,2]", "A[7,2]"},
        {"A[cat#0,the]", "A[\"cat#0\",the]"},
        {"A[cat#12345,the]", "A[\"cat#12345\",the]"},
        {"A[C#,0]", "A[\"C#\",0]"},
        {"A[ chased , cat ]", "A[chased,cat]"},
        {"Wq[det..plural]", "Wq[\"det..plural\"]"},
    };
    int wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct address address, again;
        struct err err = {0};
        char printed[ADDRESS_BYTES], reprinted[ADDRESS_BYTES];
        const char *expected = rows[i].printed ? rows[i].printed : rows[i].text;
        if (row_wrong(address_parse(rows[i].text, &address, &err), "%s: %s", rows[i].text,
                      err.text)) {
            wrong++;
            continue;
        }
        address_print(&address, printed, sizeof printed);
        wrong += row_wrong(strcmp(printed, expected) == 0, "%s is written %s",
                           rows[i].text, printed);
        if (row_wrong(address_parse(printed, &again, &err), "%s: %s", printed,
                      err.text)) {
            wrong++;
            continue;
        }
        address_print(&again, reprinted, sizeof reprinted);
        wrong +=
            row_wrong(strcmp(printed, reprinted) == 0, "%s, then %s", printed, reprinted);
    }
    assert_int_equal(wrong, 0);
}

static void
the_parts_of_an_address(void **state)
{
    (void)state;
    struct address address;
    struct err err;
    assert_true(address_parse("model:1.3:A[cat#2,\"5\"]", &address, &err));
    assert_int_equal(address.source, SOURCE_MODEL);
    assert_int_equal(address.layer, 1);
    assert_int_equal(address.head, 3);
    assert_string_equal(address.name, "A");
    assert_int_equal(address.dimensions, 2);
    assert_true(address.index[0].is_text && !address.index[0].quoted);
    assert_string_equal(address.index[0].text, "cat");
    assert_int_equal(address.index[0].occurrence, 2);
    assert_true(address.index[1].is_text && address.index[1].quoted);
    assert_string_equal(address.index[1].text, "5");
    assert_int_equal(address.index[1].occurrence, 1);

    assert_true(address_parse("Q[5,0]", &address, &err));
    assert_int_equal(address.source, SOURCE_ACTIVE);
    assert_int_equal(address.layer, -1);
    assert_int_equal(address.head, -1);
    assert_false(address.index[0].is_text);
    assert_int_equal(address.index[0].number, 5);

    assert_true(address_parse("lookup:loss", &address, &err));
    assert_int_equal(address.source, SOURCE_LOOKUP);
    assert_int_equal(address.dimensions, 0);

    assert_true(address_parse("#17:loss@24", &address, &err));
    assert_int_equal(address.source, SOURCE_ACTIVE);
    assert_int_equal(address.example, 17);
    assert_int_equal(address.when, 25);
    assert_true(address_parse("lookup:#fresh17:loss", &address, &err));
    assert_int_equal(address.example, -17);
    assert_int_equal(address.when, 0);

    assert_true(address_parse("5:X[0,0]", &address, &err));
    assert_int_equal(address.layer, 5);
    assert_int_equal(address.head, -1);
}

/* In a line of more, an address ends where it is complete. */
static void
an_address_ends_before_what_follows(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rest;
    } rows[] = {
        {"A[chased,cat] > 0.9", " > 0.9"},
        {"A[0,1]=1", "=1"},
        {"loss < 1", " < 1"},
        {"loss@24 < 1", " < 1"},
        {"A[0,1]@24=1", "=1"},
        {"A > 1", " > 1"},
        {"Wq[noun]]", "]"},
        {"A[\"]\",\",\"] x", " x"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct address address;
        struct err err;
        const char *cursor = rows[i].text;
        assert_true(address_scan(&cursor, &address, &err));
        assert_string_equal(cursor, rows[i].rest);
    }
}

static void
single_indices_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rest, *index;
        bool is_text, quoted;
        int number, occurrence;
    } rows[] = {
        {"cat", "", "cat", true, false, 0, 1},
        {"cat mouse", " mouse", "cat", true, false, 0, 1},
        {"cat#2,x", ",x", "cat", true, false, 0, 2},
        {"12]", "]", "12", false, false, 12, 1},
        {"\"12\"", "", "12", true, true, 0, 1},
        {"\"a b\"#3 c", " c", "a b", true, true, 0, 3},
        {"\"a \\\" b\\\\\"", "", "a \" b\\", true, true, 0, 1},
        {"\"\\x\"", "", "\\x", true, true, 0, 1},
        {"\\", "", "\\", true, false, 0, 1},
        {"#", "", "#", true, false, 0, 1},
        {"#2", "", "#2", true, false, 0, 1},
        {"##2", "", "#", true, false, 0, 2},
        {"a#b#2", "", "a#b", true, false, 0, 2},
        {"-5", "", "-5", true, false, 0, 1},
    };
    int wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct address_index index;
        struct err err = {0};
        const char *cursor = rows[i].text;
        bool done = address_scan_index(&cursor, &index, &err);
        wrong += row_wrong(
            done && strcmp(cursor, rows[i].rest) == 0 &&
                strcmp(index.text, rows[i].index) == 0 &&
                index.is_text == rows[i].is_text && index.quoted == rows[i].quoted &&
                index.number == rows[i].number && index.occurrence == rows[i].occurrence,
            "%s: %s |%s| #%d, rest |%s|", rows[i].text, err.text, index.text,
            index.occurrence, cursor);
    }
    assert_int_equal(wrong, 0);
}

/* -- what is refused -------------------------------------------------------------------- */

static void
wrong_addresses_are_refused(void **state)
{
    (void)state;
    char long_text[WORD_BYTES + 32], long_quoted[WORD_BYTES + 32];
    memset(long_text, 'w', sizeof long_text);
    snprintf(long_text + WORD_BYTES + 2, 30, ",0]");
    memcpy(long_text, "A[", 2);
    memset(long_quoted, 'w', sizeof long_quoted);
    snprintf(long_quoted + WORD_BYTES + 3, 29, "\",0]");
    memcpy(long_quoted, "A[\"", 3);
    const struct {
        const char *text, *expected;
    } rows[] = {
        {"", "\"\" names no number; an address reads A[chased,cat]"},
        {" A[0,0]", "names no number"},
        {"B[0,0]",
         "names no number; an address reads A[chased,cat], and the names are E P"},
        {"a[0,0]", "names no number"},
        {"wq[0,0]", "names no number"},
        {"Wx[0,0]", "names no number"},
        {"gX[0,0]", "names no number"},
        {"gloss", "names no number"},
        {"mean_A[0,0]", "names no number"},
        {"mX[0,0]", "names no number"},
        {"ddWq[0,0]", "names no number"},
        {"d", "names no number"},
        {"A_name_that_is_much_too_long[0,0]", "names no number"},
        {"[0,0]", "names no number"},
        {"Ä[0,0]", "names no number"},
        {"other:A[0,0]", "names no number"},
        {"sentence:", "names no number"},
        {"sentence:gWq[0,0]", "the source sentence has no gWq"},
        {"sentence:mean_loss", "the source sentence has no mean_loss"},
        {"sentence:A[0,0]@3", "the source sentence has no steps"},
        {"sentence:#3:A[0,0]", "the source sentence has no examples"},
        {"#3:E[0,0]", "only numbers of the lookup task have examples, not E"},
        {"#:loss", "begins like an example of the batch, which reads #17:"},
        {"#0:loss", "counted from 1"},
        {"#fresh:loss", "begins like an example"},
        {"#fresh0:loss", "counted from 1"},
        {"#stale3:loss", "begins like an example"},
        {"#3loss", "begins like an example"},
        {"loss@", "\"@\" begins like a step, which reads @24"},
        {"loss@-1", "begins like a step"},
        {"loss@99999999", "begins like a step"},
        {"loss@3@4", "nothing may follow the address: \"@4\""},
        {"sentence:loss", "the source sentence has no loss"},
        {"sentence:Et[0,0]", "the source sentence has no Et"},
        {"lookup:E[0,0]", "the source lookup has no E"},
        {"lookup:resid[0,0]", "the source lookup has no resid"},
        {"model:loss", "the source model has no loss"},
        {"model:uWq[0,0]", "the source model has no uWq"},
        {"1.3:Et[0,0]", "only numbers of a model have a layer and a head, not Et"},
        {"1.3:loss", "only numbers of a model have a layer"},
        {"1:dWq[0,0]", "only numbers of a model have a layer"},
        {"sentence:1.3:A[0,0]", "only numbers of a model have a layer"},
        {"lookup:1:A[0,0]", "only numbers of a model have a layer"},
        {"1.3A[0,0]", "\"1.3A[0,0]\" begins like a layer and a head, which read 5.1:"},
        {"5", "begins like a layer and a head, which read 5.1:"},
        {"5.", "begins like a layer and a head"},
        {"5.:A[0,0]", "begins like a layer and a head"},
        {"5.1.2:A[0,0]", "begins like a layer and a head"},
        {"99999:A[0,0]", "begins like a layer and a head"},
        {"1.99999:A[0,0]", "begins like a layer and a head"},
        {".5:A[0,0]", "names no number"},
        {"loss[0]", "loss is one number and takes no index"},
        {"A[]", "A: an index is missing before \"]\"; write a number from 0 or a token"},
        {"A[,0]", "A: an index is missing before \",0]\""},
        {"A[0,]", "A: an index is missing before \"]\""},
        {"A[", "A: an index is missing before \"\""},
        {"A[0,1,2]", "A takes two indices, a row and a column"},
        {"A[0,1", "A: a closing ] is missing; quote a token with blanks or marks"},
        {"A[0", "A: a closing ] is missing"},
        {"A[a b,0]", "A: a closing ] is missing; quote a token with blanks"},
        {"A[a[,0]", "A: a closing ] is missing"},
        {"A[\"a\"b,0]", "A: a closing ] is missing"},
        {"A[a\"b\",0]", "A: a closing ] is missing"},
        {"A[\"a,0]", "A: a closing \" is missing after \"a,0]"},
        {"A[\"a\\", "A: a closing \" is missing after"},
        {"A[\"a\\\"", "A: a closing \" is missing after"},
        {"A[0,1]]", "nothing may follow the address: \"]\""},
        {"A[0,1] ", "nothing may follow the address: \" \""},
        {"A[0,1]x", "nothing may follow the address: \"x\""},
        {"A,0", "nothing may follow the address: \",0\""},
        {"A[1000000,0]", "A: the index 1000000 is too large"},
        {"A[99999999999999999999,0]", "A: the index 99999999999999999999 is too large"},
        {"A[2#2,0]",
         "A: a number takes no #; quote it where the token itself is meant: \"2"},
        {"A[\"cat\"#0,0]", "A: a closing ] is missing"},
        {long_text, "is longer than 95 bytes, the most that a token has"},
        {long_quoted, "is longer than 95 bytes, the most that a token has"},
    };
    int wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct address address;
        struct err err = {0};
        bool done = address_parse(rows[i].text, &address, &err);
        wrong += row_wrong(!done && strstr(err.text, rows[i].expected) != NULL,
                           "%.40s: expected \"%s\", got \"%s\"", rows[i].text,
                           rows[i].expected, done ? "no error" : err.text);
    }
    assert_int_equal(wrong, 0);
}

/* Also the first occurrence is written with a token, not with a number. */
static void
a_number_takes_no_occurrence(void **state)
{
    (void)state;
    struct address address;
    struct err err = {0};
    assert_false(address_parse("A[2#1,0]", &address, &err));
    assert_non_null(strstr(err.text, "a number takes no #"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_of_all_sources_are_read_and_written),
        cmocka_unit_test(the_parts_of_an_address),
        cmocka_unit_test(an_address_ends_before_what_follows),
        cmocka_unit_test(single_indices_are_read),
        cmocka_unit_test(wrong_addresses_are_refused),
        cmocka_unit_test(a_number_takes_no_occurrence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
