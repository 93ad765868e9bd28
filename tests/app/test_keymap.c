/* Every key does something: its command is one that the app carries out. */
#include "app/keymap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/rows.h"
#include "support/session.h"
#include "support/snapshot.h"

static void
every_key_has_a_command_that_is_done(void **state)
{
    (void)state;
    int wrong = 0;
    for (int k = 0; k < key_count; k++) {
        const struct key_binding *binding = &key_table[k];
        /* something to undo, a question in the middle, a run that is no longer at its start */
        struct session *session = session_open(NULL);
        session_do(session, "mask on; run; query 1; key 1; full");
        struct snapshot *before = snapshot_take(&session->app);
        enum outcome outcome = session_try(session, binding->command);
        wrong += row_wrong(outcome == OUTCOME_DONE, "%s: %s: %s", binding->key,
                           binding->command, session->err.text);
        wrong += row_wrong(snapshot_difference(before, &session->app) != NULL,
                           "%s: %s changes nothing", binding->key, binding->command);
        snapshot_free(before);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

static void
no_key_stands_twice(void **state)
{
    (void)state;
    for (int k = 0; k < key_count; k++)
        for (int before = 0; before < k; before++)
            assert_string_not_equal(key_table[before].key, key_table[k].key);
}

static void
a_key_finds_its_command(void **state)
{
    (void)state;
    static const char *const unknown[] = {"", "x", "up", "C-", "Space ", "11", "UP"};
    static const struct {
        const char *key, *command;
    } rows[] = {
        {"Up", "query -1"},  {"k", "query -1"},    {"Down", "query +1"},
        {"j", "query +1"},   {"Left", "key -1"},   {"h", "key -1"},
        {"Right", "key +1"}, {"l", "key +1"},      {"[", "head prev"},
        {"]", "head next"},  {"1", "head 1"},      {"9", "head 9"},
        {"s", "step"},       {"m", "mask toggle"}, {"Space", "run toggle"},
        {"r", "reset"},      {"u", "undo"},        {"q", "quit"},
        {"C-c", "quit"},
    };
    for (int k = 0; k < key_count; k++)
        assert_ptr_equal(keymap_find(key_table[k].key), key_table[k].command);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_non_null(keymap_find(rows[i].key));
        assert_string_equal(keymap_find(rows[i].key), rows[i].command);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_null(keymap_find(unknown[i]));
}

/* The list has a line for each key that is explained, in the order of the table. */
static void
the_list_has_a_line_for_each_key(void **state)
{
    (void)state;
    struct text list = {0};
    keymap_list(&list);
    assert_false(list.failed);
    const char *at = list.bytes;
    for (int k = 0; k < key_count; k++) {
        const struct key_binding *binding = &key_table[k];
        if (binding->help == NULL)
            continue;
        size_t key = strlen(binding->key), length = strcspn(at, "\n");
        char line[200];
        assert_true(length < sizeof line);
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        assert_memory_equal(line, binding->key, key);
        assert_int_equal(line[key], ' ');
        assert_non_null(strstr(line, binding->command));
        assert_non_null(strstr(line, binding->help));
        assert_int_equal(at[length], '\n');
        at += length + 1;
    }
    assert_int_equal(*at, '\0');
    text_free(&list);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_has_a_command_that_is_done),
        cmocka_unit_test(no_key_stands_twice),
        cmocka_unit_test(a_key_finds_its_command),
        cmocka_unit_test(the_list_has_a_line_for_each_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
