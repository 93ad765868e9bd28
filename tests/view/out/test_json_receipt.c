/* The JSON of edits, of an opened number, and of "what if". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "core/receipt.h"
#include "support/reread.h"
#include "support/rows.h"

static void
parts_are_there_when_they_apply(void **state)
{
    static const struct {
        const char *commands;
        bool receipt, what_if;
        const char *view;
        size_t edits;
    } rows[] = {
        {"mask off", false, false, "weights", 0},
        {"view vectors", false, false, "vectors", 0},
        {"view page; open", true, false, "page", 0},
        {"view help", false, false, "help", 0},
        {"open A[chased,cat]; open", true, false, "weights", 0},
        {"open A[chased,cat]; back", false, false, "weights", 0},
        {"edit X[cat,noun] 3; edit S[0,0] 1", false, true, "weights", 2},
        {"edit X[cat,noun] 3; open X[cat,noun]", true, true, "weights", 1},
        {"edit X[cat,noun] 3; undo", false, false, "weights", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct session *session = session_open(NULL);
        session_do(session, rows[i].commands);
        json_t *root = reread_json(session);
        assert_int_equal(json_object_get(root, "receipt") != NULL, rows[i].receipt);
        assert_int_equal(json_object_get(root, "what_if") != NULL, rows[i].what_if);
        assert_int_equal(json_array_size(json_object_get(root, "edits")), rows[i].edits);
        assert_string_equal(json_string_value(json_object_get(root, "view")),
                            rows[i].view);
        json_decref(root);
        session_close(session);
    }
}

static void
edits_say_what_they_replaced(void **state)
{
    const char *address;
    double was, now;
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "edit Wq[verb,0] 3; edit X[cat,noun] -0.25");
    json_t *root = reread_json(session), *edits = json_object_get(root, "edits");
    assert_int_equal(json_unpack(json_array_get(edits, 0), "{s:s, s:F, s:F !}", "address",
                                 &address, "was", &was, "now", &now),
                     0);
    assert_string_equal(address, "Wq[verb,0]");
    assert_true(was == 12 && now == 3);
    assert_int_equal(json_unpack(json_array_get(edits, 1), "{s:s, s:F, s:F !}", "address",
                                 &address, "was", &was, "now", &now),
                     0);
    assert_string_equal(address, "X[cat,noun]");
    assert_true(was == 1 && now == -0.25);
    json_decref(root);
    session_close(session);
}

static void
a_softmax_is_complete(void **state)
{
    const char *address, *kind, *factor;
    double value, max, sum, numerator, total, residual, z, product, running;
    json_t *terms;
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "open A[chased,cat]");
    json_t *root = reread_json(session);
    assert_int_equal(json_unpack(json_object_get(root, "receipt"),
                                 "{s:s, s:F, s:s, s:F, s:F, s:F, s:F, s:F, s:o !}",
                                 "address", &address, "value", &value, "kind", &kind,
                                 "max", &max, "sum", &sum, "numerator", &numerator,
                                 "total", &total, "residual", &residual, "terms", &terms),
                     0);
    assert_string_equal(address, "A[chased,cat]");
    assert_string_equal(kind, "softmax");
    assert_true((float)value == (float)session_number(session, "A[chased,cat]"));
    assert_true(fabs(numerator / sum - total) < 1e-6 && numerator == 1);
    assert_true(fabs(residual) < 1e-6 && fabs(value - total - residual) < 1e-8);
    assert_int_equal(json_array_size(terms), 5);
    assert_int_equal(json_unpack(json_array_get(terms, 4),
                                 "{s:[{s:s, s:F !} !], s:F, s:F !}", "factors", "address",
                                 &factor, "value", &z, "product", &product, "running",
                                 &running),
                     0);
    assert_string_equal(factor, "Z[chased,mouse]");
    assert_true(fabs(exp(z - max) - product) < 1e-6 && fabs(running - sum) < 1e-6);
    json_decref(root);
    session_close(session);
}

/* The value at a key of the receipt as JSON, with the digits that a float needs; "absent"
 * without one. */
static void
receipt_value(json_t *root, const char *key, char *out, size_t size)
{
    json_t *at = json_object_get(json_object_get(root, "receipt"), key);
    size_t flags = JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9);
    size_t used = at ? json_dumpb(at, out, size - 1, flags) : 0;
    if (at == NULL)
        used = strlen(strcpy(out, "absent"));
    out[used] = '\0';
}

static void
receipts_of_every_kind(void **state)
{
    /* clang-format off */
    static const struct {
        const char *commands, *key, *value;
    } rows[] = {
        {"open S[chased,cat]", "kind", "\"dot\""},
        {"open S[chased,cat]", "max", "absent"},
        {"open S[chased,cat]", "overridden", "absent"},
        {"open X[cat,noun]", "kind", "\"sum\""},
        {"open X[cat,noun]", "terms",
         "[{\"factors\":[{\"address\":\"E[cat,noun]\",\"value\":1.0}],\"product\":1.0,\"running\":1.0},"
         "{\"factors\":[{\"address\":\"P[1,noun]\",\"value\":0.0}],\"product\":0.0,\"running\":1.0}]"},
        {"set d_k 16; edit S[0,0] 2; open Z[0,0]", "kind", "\"scale\""},
        {"set d_k 16; edit S[0,0] 2; open Z[0,0]", "terms",
         "[{\"factors\":[{\"address\":\"S[The,The]\",\"value\":2.0},"
         "{\"constant\":\"1/sqrt(d_k)\",\"value\":0.25}],\"product\":0.5,\"running\":0.5}]"},
        {"mask on; open Z[0,4]", "kind", "\"masked\""},
        {"mask on; open Z[0,4]", "value", "null"},
        {"mask on; open A[0,4]", "value", "0.0"},
        {"share qk on; open Wk[verb,0]", "kind", "\"copy\""},
        {"share qk on; open Wk[verb,0]", "terms",
         "[{\"factors\":[{\"address\":\"Wq[verb,0]\",\"value\":12.0}],\"product\":12.0,\"running\":12.0}]"},
        {"open Wq[verb,0]", "kind", "\"parameter\""},
        {"open Wq[verb,0]", "terms", "[]"},
        {"open Wq[verb,0]", "residual", "0.0"},
        {"open E[cat,one]", "origin", "\"1 for every word\""},
        {"edit X[cat,noun] 3; open X[cat,noun]", "overridden", "true"},
        {"edit X[cat,noun] 3; open X[cat,noun]", "value", "3.0"},
        {"edit X[cat,noun] 3; open X[cat,noun]", "total", "1.0"},
        {"open A[chased,cat]; open; open", "address", "\"S[chased,cat]\""},
        {"open S[chased,cat]; sort size", "kind", "\"dot\""},
        {"sentence a cat; edit X[cat,noun] 2; open O[0,noun]", "address", "\"O[a,noun]\""},
        {"sentence a cat; edit X[cat,noun] 2; open O[0,noun]", "value", "0.544822216"},
        {"sentence a cat; edit X[cat,noun] 2; open O[0,noun]", "total", "0.544822216"},
        {"sentence a cat; edit X[cat,noun] 2; open O[0,noun]", "residual", "0.0"},
        {"sentence a cat; edit X[cat,noun] 2; open O[0,noun]", "terms",
         "[{\"factors\":[{\"address\":\"A[a,a]\",\"value\":0.727588892},"
         "{\"address\":\"V[a,noun]\",\"value\":0.0}],\"product\":0.0,\"running\":0.0},"
         "{\"factors\":[{\"address\":\"A[a,cat]\",\"value\":0.272411108},"
         "{\"address\":\"V[cat,noun]\",\"value\":2.0}],\"product\":0.544822216,\"running\":0.544822216}]"},
    };
    /* clang-format on */
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct session *session = session_open(NULL);
        char value[1024];
        session_do(session, rows[i].commands);
        json_t *root = reread_json(session);
        receipt_value(root, rows[i].key, value, sizeof value);
        wrong += row_wrong(strcmp(value, rows[i].value) == 0, "%s: %s is %s",
                           rows[i].commands, rows[i].key, value);
        json_decref(root);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* Only verbs ask for nouns under this head, so a noun changes no weight of "a". */
static void
what_if_can_be_nothing(void **state)
{
    double derivative, difference;
    (void)state;
    struct session *session = session_open("a cat");
    session_do(session, "edit X[cat,noun] 2");
    json_t *root = reread_json(session);
    assert_int_equal(json_unpack(json_object_get(root, "what_if"), "{s:F, s:F}",
                                 "derivative", &derivative, "finite_difference",
                                 &difference),
                     0);
    assert_true(derivative == 0 && difference == 0);
    json_decref(root);
    session_close(session);
}

static void
what_if_watches_the_pointed_pair(void **state)
{
    const char *edited, *watched;
    double derivative, difference;
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "edit S[chased,cat] 30; edit X[mouse,noun] 1.5; key mouse");
    json_t *root = reread_json(session);
    assert_int_equal(json_unpack(json_object_get(root, "what_if"),
                                 "{s:s, s:s, s:F, s:F !}", "edited", &edited, "watched",
                                 &watched, "derivative", &derivative, "finite_difference",
                                 &difference),
                     0);
    assert_string_equal(edited, "X[mouse,noun]");
    assert_string_equal(watched, "A[chased,mouse]");
    assert_true(derivative > 0.001);
    assert_true(fabs(derivative - difference) < 1e-3 * derivative);
    json_decref(root);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_there_when_they_apply),
        cmocka_unit_test(edits_say_what_they_replaced),
        cmocka_unit_test(a_softmax_is_complete),
        cmocka_unit_test(receipts_of_every_kind),
        cmocka_unit_test(what_if_can_be_nothing),
        cmocka_unit_test(what_if_watches_the_pointed_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
