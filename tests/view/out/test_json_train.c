/* The JSON of the lookup task: what is there, of what shape, and that its numbers are those of
 * the run. */
#include "app/state/train.h"
#include "view/out/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/session.h"
#include "view/words/describe.h"

/* The state after commands with ; between them, all goals reached. */
static struct session *
session_after(const char *commands)
{
    struct session *session = session_open(NULL);
    char command[200];
    while (*commands != '\0') {
        size_t length = strcspn(commands, ";");
        assert_true(length < sizeof command);
        snprintf(command, sizeof command, "%.*s", (int)length, commands);
        session_do(session, command);
        while (app_is_running(&session->app))
            session_do(session, "work 500");
        commands += length + (commands[length] == ';');
        commands += strspn(commands, " ");
    }
    return session;
}

static json_t *
json_of(const struct session *session)
{
    struct err err;
    json_error_t error;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(json_write(&session->app, file, &err));
    rewind(file);
    json_t *root = json_loadf(file, 0, &error);
    fclose(file);
    assert_non_null(root);
    return root;
}

static double
number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static size_t
count(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_array(value));
    return json_array_size(value);
}

static const char *
string(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    assert_non_null(text);
    return text;
}

static void
a_run_has_its_parts(void **state)
{
    (void)state;
    struct session *session = session_after("train 30; seek 25; key 2");
    json_t *root = json_of(session);
    const json_t *train = json_object_get(root, "train");
    assert_string_equal(string(root, "view"), "train");
    assert_string_equal(string(root, "source"), "lookup");
    assert_null(json_object_get(root, "sentence"));
    assert_int_equal((int)number(root, "query"), 2);
    assert_int_equal((int)number(root, "key"), 2);
    assert_int_equal((int)number(train, "step"), 25);
    assert_int_equal((int)number(train, "last"), 30);
    assert_true(number(train, "loss") > 0 && number(train, "accuracy") > 0.9);
    assert_true(json_is_null(json_object_get(train, "diverged_at")));
    assert_null(json_object_get(train, "fan"));
    const json_t *settings = json_object_get(train, "settings");
    assert_true(number(settings, "lr") == 0.02);
    assert_int_equal((int)number(settings, "d_model"), 16);
    assert_true(json_is_false(json_object_get(settings, "share_qk")));
    const json_t *watched = json_object_get(train, "watched");
    assert_int_equal((int)number(watched, "query"), 2);
    assert_int_equal((int)number(watched, "answer"), 1);
    assert_int_equal(count(watched, "tags"), 4);
    assert_int_equal(count(watched, "values"), 4);
    assert_int_equal(count(watched, "weights"), 26);
    assert_int_equal(count(json_object_get(train, "curves"), "loss"), 26);
    assert_int_equal(count(json_object_get(train, "curves"), "accuracy"), 26);
    assert_true(number(json_object_get(train, "split"), "key_tag_share") > 0.8);
    json_decref(root);
    session_close(session);
}

static void
tensors_have_their_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *name, *row;
        int rows, cols;
    } shapes[] = {
        {"Et", "0", 8, 16},
        {"Ev", "0", 8, 16},
        {"Wq", "0", 16, 8},
        {"Wk", "0", 16, 8},
        {"Wv", "0", 16, 16},
        {"Wo", "0", 16, 8},
        {"X", "0", 5, 16},
        {"Q", "query", 1, 8},
        {"K", "0", 4, 8},
        {"V", "0", 4, 16},
        {"S", "query", 1, 4},
        {"Z", "query", 1, 4},
        {"A", "query", 1, 4},
        {"O", "query", 1, 16},
        {"L", "query", 1, 8},
        {"p", "query", 1, 8},
        {"loss", "query", 1, 1},
        {"dEt", "0", 8, 16},
        {"dEv", "0", 8, 16},
        {"dWq", "0", 16, 8},
        {"dWk", "0", 16, 8},
        {"dWv", "0", 16, 16},
        {"dWo", "0", 16, 8},
        {"Qt", "0", 8, 8},
        {"Kt", "0", 8, 8},
        {"Kv", "0", 8, 8},
        {"Ut", "0", 8, 16},
        {"Uv", "0", 8, 16},
        {"Zt", "0", 8, 8},
        {"Zv", "0", 8, 8},
        {"Lt", "0", 8, 8},
        {"Lv", "0", 8, 8},
        {"Ct", "0", 8, 8},
        {"Cv", "0", 8, 8},
        {"varZt", "0", 8, 1},
        {"varZv", "0", 8, 1},
        {"varLt", "0", 8, 1},
        {"varLv", "0", 8, 1},
        {"right", "query", 1, 1},
        {"key_tag_share", "query", 1, 1},
        {"value_value_share", "query", 1, 1},
    };
    enum { SHAPES = sizeof shapes / sizeof shapes[0] };
    struct session *session = session_after("train 3");
    json_t *root = json_of(session);
    const json_t *tensors = json_object_get(root, "tensors");
    assert_int_equal(json_object_size(tensors), SHAPES);
    for (int k = 0; k < SHAPES; k++) {
        const json_t *tensor = json_object_get(tensors, shapes[k].name);
        const json_t *shape = json_object_get(tensor, "shape");
        assert_int_equal(json_integer_value(json_array_get(shape, 0)), shapes[k].rows);
        assert_int_equal(json_integer_value(json_array_get(shape, 1)), shapes[k].cols);
        assert_int_equal(count(tensor, "rows"), shapes[k].rows);
        assert_int_equal(count(tensor, "columns"), shapes[k].cols);
        assert_int_equal(count(tensor, "data"), shapes[k].rows * shapes[k].cols);
        assert_string_equal(
            json_string_value(json_array_get(json_object_get(tensor, "rows"), 0)),
            shapes[k].row);
        assert_int_equal(json_is_true(json_object_get(tensor, "parameter")), k < 6);
    }
    json_decref(root);
    session_close(session);
}

static void
what_is_shared_is_the_same_as_another(void **state)
{
    (void)state;
    struct session *session = session_after("view train; share qk on; share kv on");
    json_t *root = json_of(session);
    const json_t *tensors = json_object_get(root, "tensors");
    static const char *const rows[][2] = {
        {"Wk", "Wq"}, {"Wv", "Wq"}, {"dWk", "dWq"}, {"dWv", "dWq"}};
    for (int k = 0; k < 4; k++)
        assert_string_equal(string(json_object_get(tensors, rows[k][0]), "same_as"),
                            rows[k][1]);
    assert_true(json_is_true(json_object_get(json_object_get(root, "share"), "kv")));
    json_decref(root);
    session_close(session);
}

/* Every number reads back as the float that it is. */
static void
numbers_are_those_of_the_run(void **state)
{
    (void)state;
    struct session *session = session_after("train 12");
    json_t *root = json_of(session);
    const json_t *train = json_object_get(root, "train");
    const struct trainer *trainer = session->app.trainer;
    const json_t *Et = json_object_get(json_object_get(root, "tensors"), "Et");
    const json_t *weights = json_object_get(json_object_get(train, "watched"), "weights");
    for (size_t k = 0; k < count(Et, "data"); k++)
        assert_true(
            (float)json_number_value(json_array_get(json_object_get(Et, "data"), k)) ==
            trainer->state.parameters.tensor[TENSOR_ET][k]);
    for (int step = 0; step <= 12; step++)
        for (int e = 0; e < 4; e++)
            assert_true((float)json_number_value(json_array_get(
                            json_array_get(weights, (size_t)step), (size_t)e)) ==
                        trainer_weights(trainer, step)[e]);
    assert_true((float)number(train, "loss") == trainer_loss(trainer, 12));
    json_decref(root);
    session_close(session);
}

static void
a_fan_and_an_end_are_told(void **state)
{
    (void)state;
    struct session *session = session_after("fan 2; train 3; set lr 1e25; train 9");
    json_t *root = json_of(session);
    const json_t *train = json_object_get(root, "train");
    const json_t *fan = json_object_get(train, "fan");
    assert_int_equal((int)number(train, "diverged_at"), 4);
    assert_true(json_is_null(json_object_get(train, "loss")));
    assert_int_equal(count(train, "changes"), 1);
    assert_int_equal((int)number(fan, "seeds"), 2);
    assert_int_equal((int)number(fan, "accurate"), 2);
    assert_int_equal((int)number(fan, "steps"), 200);
    assert_int_equal(count(fan, "q25"), 201);
    assert_int_equal(count(fan, "median"), 201);
    assert_int_equal(count(fan, "q75"), 201);
    json_decref(root);
    session_close(session);
}

static void
a_sentence_says_nothing_of_it(void **state)
{
    (void)state;
    struct session *session = session_after("train 3; view weights");
    json_t *root = json_of(session);
    assert_string_equal(string(root, "source"), "sentence");
    assert_null(json_object_get(root, "train"));
    json_decref(root);
    session_close(session);
}

static void
sentences_tell_the_run(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "A head learns to look things up: 4 of 8 tags",
        "Step 40 of 50: the loss of its batch is 0.",
        "percent of 2000 fresh stores are answered right.",
        "The watched store is 0:3 2:5 1:5 3:1",
        "tag 2 asks, and entry 1 answers.",
        "It looks hardest at entry 1, 1.00; the weights are 0.00 1.00",
        "5 would be right",
        "comes from the tags.",
        "comes from the values.",
        "Of the fan of 2 seeds from 5 on 2 are trained, 2 of them answer 99 percent",
        "At step 40 the watched weight is 0.",
    };
    struct session *session = session_after("fan 2; train 50; seek 40");
    struct text text = {0};
    describe(&session->app, &text);
    assert_false(text.failed);
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
        if (strstr(text.bytes, parts[k]) == NULL)
            fail_msg("\"%s\" is missing in:\n%s", parts[k], text.bytes);
    text_free(&text);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_has_its_parts),
        cmocka_unit_test(tensors_have_their_shapes),
        cmocka_unit_test(what_is_shared_is_the_same_as_another),
        cmocka_unit_test(numbers_are_those_of_the_run),
        cmocka_unit_test(a_fan_and_an_end_are_told),
        cmocka_unit_test(a_sentence_says_nothing_of_it),
        cmocka_unit_test(sentences_tell_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
