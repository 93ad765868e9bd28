/* The JSON of a state: its keys, its labels, and what of it follows which command. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/reread.h"
#include "support/rows.h"
#include "view/out/json.h"

/* -- keys ---------------------------------------------------------------------------- */

static const char *const tensor_names[] = {"E", "P", "X", "Wq", "Wk", "Wv", "Q",
                                           "K", "V", "S", "Z",  "A",  "O"};

static void
every_key_is_there(void **state)
{
    const char *view, *source, *name, *title;
    int version, d_k, d_v, mask, query, key, qk, kv;
    json_t *sentence, *guessed, *edits, *tensors;
    json_error_t error;
    (void)state;
    struct session *session = session_open(NULL);
    json_t *root = reread_json(session);
    /* the ! says that there is nothing else */
    if (json_unpack_ex(
            root, &error, 0,
            "{s:i, s:s, s:s, s:o, s:o, s:{s:s, s:s, s:i, s:i !}, s:b, s:i, s:i,"
            " s:{s:b, s:b !}, s:o, s:o !}",
            "version", &version, "view", &view, "source", &source, "sentence", &sentence,
            "guessed", &guessed, "head", "name", &name, "title", &title, "d_k", &d_k,
            "d_v", &d_v, "mask", &mask, "query", &query, "key", &key, "share", "qk", &qk,
            "kv", &kv, "edits", &edits, "tensors", &tensors) != 0)
        fail_msg("%s", error.text);
    assert_int_equal(version, 1);
    assert_string_equal(view, "weights");
    assert_string_equal(source, "sentence");
    assert_string_equal(name, "verb-noun");
    assert_string_equal(title, "verb → noun");
    assert_true(d_k == 5 && d_v == 15 && query == 2 && key == 1);
    assert_true(!mask && !qk && !kv);
    assert_int_equal(json_array_size(sentence), 5);
    assert_string_equal(json_string_value(json_array_get(sentence, 2)), "chased");
    assert_true(json_is_array(guessed) && json_array_size(guessed) == 0);
    assert_true(json_is_array(edits) && json_array_size(edits) == 0);
    json_decref(root);
    session_close(session);
}

static void
every_tensor_is_there(void **state)
{
    static const char parameters[] = " E P Wq Wk Wv ";
    const size_t count = sizeof tensor_names / sizeof tensor_names[0];
    (void)state;
    struct session *session = session_open(NULL);
    json_t *root = reread_json(session);
    assert_int_equal(json_object_size(json_object_get(root, "tensors")), count);
    for (size_t i = 0; i < count; i++) {
        int shape[2], parameter;
        json_t *rows, *columns, *data, *item;
        json_error_t error;
        char marked[8];
        size_t k;
        json_t *tensor = reread_tensor(root, tensor_names[i]);
        if (json_unpack_ex(tensor, &error, 0, "{s:[i, i !], s:o, s:o, s:b, s:o !}",
                           "shape", &shape[0], &shape[1], "rows", &rows, "columns",
                           &columns, "parameter", &parameter, "data", &data) != 0)
            fail_msg("%s: %s", tensor_names[i], error.text);
        snprintf(marked, sizeof marked, " %s ", tensor_names[i]);
        assert_int_equal(parameter, strstr(parameters, marked) != NULL);
        assert_int_equal(json_array_size(rows), shape[0]);
        assert_int_equal(json_array_size(columns), shape[1]);
        assert_int_equal(json_array_size(data), shape[0] * shape[1]);
        json_array_foreach(data, k, item) assert_true(json_is_real(item));
    }
    json_decref(root);
    session_close(session);
}

/* -- values -------------------------------------------------------------------------- */

/* Writes the value at a path such as "tensors.X.rows.3" as JSON; "absent" without one. */
static void
value_at(json_t *root, const char *path, char *out, size_t size)
{
    json_t *at = root;
    char part[32];
    while (*path != '\0') {
        size_t length = strcspn(path, ".");
        int index;
        snprintf(part, sizeof part, "%.*s", (int)length, path);
        at = sscanf(part, "%d", &index) == 1 ? json_array_get(at, (size_t)index)
                                             : json_object_get(at, part);
        path += length + (path[length] == '.');
    }
    size_t used = at ? json_dumpb(at, out, size - 1, JSON_ENCODE_ANY | JSON_COMPACT) : 0;
    snprintf(out + used, size - used, "%s", at ? "" : "absent");
}

static void
values_follow_commands(void **state)
{
    /* clang-format off */
    static const struct {
        const char *sentence, *commands, *path, *value;
    } rows[] = {
        {NULL, "mask on", "mask", "true"},
        {NULL, "mask on; undo", "mask", "false"},
        {NULL, "query mouse; key 0", "query", "4"},
        {NULL, "query mouse; key 0", "key", "0"},
        {NULL, "head average", "head.name", "\"average\""},
        {NULL, "head average", "head.seed", "absent"},
        {NULL, "head random; set seed 7", "head.seed", "7"},
        {NULL, "head random; set d_v 3", "head.d_v", "3"},
        {NULL, "set d_k 9", "head.d_k", "9"},
        {NULL, "set d_k 9", "tensors.Wq.shape", "[36,9]"},
        {NULL, "set d_k 9", "tensors.Z.shape", "[5,5]"},
        {NULL, "share qk on", "share", "{\"qk\":true,\"kv\":false}"},
        {NULL, "share qk on", "tensors.Wk", "{\"same_as\":\"Wq\"}"},
        {NULL, "share qk on", "tensors.Wv.shape", "[36,15]"},
        {NULL, "share kv on", "share", "{\"qk\":false,\"kv\":true}"},
        {NULL, "share kv on", "tensors.Wv", "{\"same_as\":\"Wk\"}"},
        {NULL, "share kv on", "tensors.Wk.shape", "[36,5]"},
        {NULL, "share kv on", "head.d_v", "5"},
        {NULL, "share kv on", "tensors.O.columns", "[\"0\",\"1\",\"2\",\"3\",\"4\"]"},
        {NULL, "share kv on; share kv off", "tensors.O.columns.1", "\"noun\""},
        {NULL, "mask on", "tensors.Z.data.1", "null"},
        {NULL, "mask on", "tensors.A.data.0", "1.0"},
        {NULL, "mask on", "tensors.A.data.1", "0.0"},
        {NULL, "head average; mask on", "tensors.A.data.5", "0.5"},
        {NULL, "mask off", "tensors.E.rows", "[\"the\",\"cat\",\"chased\",\"mouse\"]"},
        {NULL, "mask off", "tensors.P.rows", "[\"0\",\"1\",\"2\",\"3\",\"4\"]"},
        {NULL, "mask off", "tensors.X.rows",
         "[\"The\",\"cat\",\"chased\",\"the\",\"mouse\"]"},
        {NULL, "mask off", "tensors.X.columns.15", "\"one\""},
        {NULL, "mask off", "tensors.X.columns.35", "\"cos70\""},
        {NULL, "mask off", "tensors.Wq.rows.1", "\"noun\""},
        {NULL, "mask off", "tensors.Wq.data.10", "12.0"}, /* Wq[verb,0] */
        {NULL, "mask off", "tensors.Q.columns.4", "\"4\""},
        {NULL, "mask off", "tensors.V.columns.14", "\"plural\""},
        {NULL, "mask off", "tensors.S.columns.1", "\"cat\""},
        {NULL, "word chased noun", "tensors.E.data.73", "1.0"}, /* E[chased,noun] */
        {NULL, "word chased noun", "tensors.E.data.74", "0.0"},
        {"cat and cat and cat", "mask off", "tensors.X.rows",
         "[\"cat\",\"and\",\"cat#2\",\"and#2\",\"cat#3\"]"},
        {"cat and cat and cat", "mask off", "tensors.E.rows", "[\"cat\",\"and\"]"},
        {"A blorf, said \"Zed\"", "mask off", "guessed", "[\"blorf\",\"Zed\"]"},
        {"A blorf, said \"Zed\"", "word blorf noun", "guessed", "[\"Zed\"]"},
        {"A blorf, said \"Zed\"", "mask off", "sentence",
         "[\"A\",\"blorf\",\",\",\"said\",\"\\\"\",\"Zed\",\"\\\"\"]"},
        {"\xc3\x89t\xc3\xa9 \\", "mask off", "sentence",
         "[\"\xc3\x89t\xc3\xa9\",\"\\\\\"]"},
        {"\xc3\x89t\xc3\xa9", "mask off", "tensors.E.rows", "[\"\xc3\xa9t\xc3\xa9\"]"},
        {"cat", "mask off", "tensors.A.data", "[1.0]"},
    };
    /* clang-format on */
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct session *session = session_open(rows[i].sentence);
        session_do(session, rows[i].commands);
        json_t *root = reread_json(session);
        char value[200];
        value_at(root, rows[i].path, value, sizeof value);
        wrong += row_wrong(strcmp(value, rows[i].value) == 0, "%s: %s is %s, not %s",
                           rows[i].commands, rows[i].path, value, rows[i].value);
        json_decref(root);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* -- what a command changes ---------------------------------------------------------- */

/* Whether row r of a tensor is the same in both. */
static bool
same_row(json_t *before, json_t *after, const char *name, int r)
{
    int rows, cols;
    json_t *old = reread_tensor(before, name), *new = reread_tensor(after, name);
    assert_int_equal(json_unpack(old, "{s:[i, i]}", "shape", &rows, &cols), 0);
    for (int k = r * cols; k < (r + 1) * cols; k++)
        if (!json_equal(json_array_get(json_object_get(old, "data"), (size_t)k),
                        json_array_get(json_object_get(new, "data"), (size_t)k)))
            return false;
    return true;
}

/* A word that means something else changes its own rows of X, Q, K and V, no others. */
static void
a_word_changes_its_own_rows(void **state)
{
    static const char *const names[] = {"X", "Q", "K", "V"};
    (void)state;
    struct session *session = session_open(NULL);
    json_t *before = reread_json(session);
    session_do(session, "word chased noun");
    json_t *after = reread_json(session);
    for (size_t i = 0; i < 4; i++)
        for (int r = 0; r < 5; r++)
            assert_int_equal(same_row(before, after, names[i], r), r != 2);
    json_decref(before);
    json_decref(after);
    session_close(session);
}

/* Columns of zeros leave S as it was; Z shrinks by sqrt(5 / 20), a half. */
static void
wider_queries_shrink_Z(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    json_t *before = reread_json(session);
    session_do(session, "set d_k 20");
    json_t *after = reread_json(session);
    json_t *Z[] = {json_object_get(reread_tensor(before, "Z"), "data"),
                   json_object_get(reread_tensor(after, "Z"), "data")};
    for (int i = 0; i < 5; i++)
        assert_true(same_row(before, after, "S", i));
    for (size_t k = 0; k < 25; k++) {
        double old = json_number_value(json_array_get(Z[0], k));
        double new = json_number_value(json_array_get(Z[1], k));
        assert_true(new *new <= old *old * .250001 && new *new >= old *old * .249999);
    }
    json_decref(before);
    json_decref(after);
    session_close(session);
}

static void
a_stream_that_takes_nothing_is_an_error(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    struct session *session = session_open(NULL);
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_false(json_write(&session->app, full, &session->err));
    assert_non_null(strstr(session->err.text, "the output could not be written"));
    fclose(full);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_is_there),
        cmocka_unit_test(every_tensor_is_there),
        cmocka_unit_test(values_follow_commands),
        cmocka_unit_test(a_word_changes_its_own_rows),
        cmocka_unit_test(wider_queries_shrink_Z),
        cmocka_unit_test(a_stream_that_takes_nothing_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
