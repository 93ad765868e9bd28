/* Every key does something: its command is one that the app carries out. */
#include "app/keys/keymap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/keys/input.h"
#include "support/asking.h"
#include "support/folder.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/snapshot.h"

/* A file with a step that asks between two others. */
#define ASKING "asking.lesson"

static int
enter(void **state)
{
    return folder_enter(state) == 0 && asking_write(ASKING) == 0 ? 0 : -1;
}

static const enum scope scopes[] = {
    IN_WEIGHTS, IN_VECTORS, IN_PAGE,           IN_TRAIN,      IN_HELP,      IN_RECEIPT,
    IN_LESSON,  IN_LESSONS, LESSON_SAID_ERROR, LESSON_OPENED, BESIDE_LESSON};
enum { SCOPES = sizeof scopes / sizeof scopes[0] };

/* States in which a key has something to do: something to undo, a cursor in the middle, a run
 * that is no longer at its start. */
static const struct {
    enum scope scope;
    const char *commands;
} states[] = {
    {IN_WEIGHTS, "mask on; find e; run; query 1; key 2; full"},
    {IN_VECTORS, "mask on; find e; view vectors; run; query 1; key 2; move down"},
    {IN_PAGE, "mask on; find e; query 2; view page; step; run; move down; move right"},
    {IN_TRAIN,
     "mask on; train 5; work 5; set lr 0.03; train 35; work 40; seek 12; key 2"},
    {IN_HELP, "mask on; view help; scroll 2"},
    {IN_RECEIPT, "mask on; view vectors; open S[chased,cat]; move up"},
    {IN_RECEIPT, "mask on; open S[chased,cat]; move up; move right"},
    {IN_LESSON, "lesson " ASKING " 2; scroll 1 lesson"},
    {IN_LESSONS, "mask on; view lessons; move down"},
    {LESSON_OPENED, "lesson " ASKING " 1; open A[chased,cat]; focus lesson"},
    {BESIDE_LESSON, "lesson " ASKING " 1; focus next"},
};
enum { STATES = sizeof states / sizeof states[0] };

/* Every key does what it is for wherever it works, and somewhere that changes something. */
static void
every_key_has_a_command_that_is_done(void **state)
{
    (void)state;
    int wrong = 0;
    for (int k = 0; k < key_count; k++) {
        const struct key_binding *binding = &key_table[k];
        bool changes = binding->command[0] == '\0'; /* it only takes an error away */
        for (int s = 0; s < STATES; s++) {
            if (!(binding->scopes & states[s].scope))
                continue;
            struct session *session = session_open(NULL);
            session_do(session, states[s].commands);
            assert_true(app_scopes(&session->app) & states[s].scope);
            struct app_snapshot *before = snapshot_take(&session->app);
            enum outcome outcome = session_try(session, binding->command);
            wrong +=
                row_wrong(outcome == OUTCOME_DONE, "%s; %s: %s: %s", states[s].commands,
                          binding->key, binding->command, session->err.text);
            changes = changes || snapshot_difference(before, &session->app) != NULL;
            snapshot_free(before);
            session_close(session);
        }
        wrong +=
            row_wrong(changes, "%s: %s changes nothing", binding->key, binding->command);
    }
    assert_int_equal(wrong, 0);
}

static void
no_key_stands_twice_in_a_scope(void **state)
{
    (void)state;
    int wrong = 0;
    for (int k = 0; k < key_count; k++)
        for (int before = 0; before < k; before++)
            wrong += row_wrong(strcmp(key_table[before].key, key_table[k].key) != 0 ||
                                   !(key_table[before].scopes & key_table[k].scopes),
                               "%s is both %s and %s", key_table[k].key,
                               key_table[before].command, key_table[k].command);
    assert_int_equal(wrong, 0);
}

static void
a_key_finds_its_command(void **state)
{
    (void)state;
    static const char *const unknown[] = {"", "x", "up", "C-", "Space ", "11", "UP"};
    static const struct {
        enum scope scope;
        const char *key, *command;
    } rows[] = {
        {IN_WEIGHTS, "Up", "query -1"},   {IN_WEIGHTS, "k", "query -1"},
        {IN_WEIGHTS, "Down", "query +1"}, {IN_WEIGHTS, "j", "query +1"},
        {IN_WEIGHTS, "Left", "key -1"},   {IN_WEIGHTS, "h", "key -1"},
        {IN_WEIGHTS, "Right", "key +1"},  {IN_WEIGHTS, "l", "key +1"},
        {IN_WEIGHTS, "[", "head prev"},   {IN_VECTORS, "]", "head next"},
        {IN_PAGE, "1", "head 1"},         {IN_WEIGHTS, "9", "head 9"},
        {IN_WEIGHTS, "s", "step"},        {IN_VECTORS, "m", "mask toggle"},
        {IN_PAGE, "Space", "run toggle"}, {IN_WEIGHTS, "r", "reset"},
        {IN_RECEIPT, "u", "undo"},        {IN_RECEIPT, "q", "quit"},
        {IN_HELP, "C-c", "quit"},         {IN_WEIGHTS, "Enter", "open"},
        {IN_RECEIPT, "Enter", "open"},    {IN_RECEIPT, "Esc", "back"},
        {IN_RECEIPT, "Up", "move up"},    {IN_RECEIPT, "Right", "move right"},
        {IN_RECEIPT, "o", "sort toggle"}, {IN_RECEIPT, "e", "prompt edit"},
        {IN_RECEIPT, "+", "nudge 1"},     {IN_VECTORS, "-", "nudge -1"},
        {IN_HELP, "Down", "scroll 1"},    {IN_WEIGHTS, "e", "prompt sentence"},
    };
    for (int k = 0; k < key_count; k++)
        for (int s = 0; s < SCOPES; s++)
            if (key_table[k].scopes & scopes[s])
                assert_ptr_equal(keymap_find(key_table[k].key, scopes[s]),
                                 key_table[k].command);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_non_null(keymap_find(rows[i].key, rows[i].scope));
        assert_string_equal(keymap_find(rows[i].key, rows[i].scope), rows[i].command);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        for (int s = 0; s < SCOPES; s++)
            assert_null(keymap_find(unknown[i], scopes[s]));
    assert_string_equal(keymap_find("Left", IN_TRAIN), "seek -1");
    assert_string_equal(keymap_find("PgDn", IN_TRAIN), "seek +10");
    assert_string_equal(keymap_find("t", IN_PAGE), "view train");
    assert_null(keymap_find("o", IN_WEIGHTS));
    assert_null(keymap_find("Enter", IN_HELP));
    assert_null(keymap_find("m", IN_RECEIPT));
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
        cmocka_unit_test(no_key_stands_twice_in_a_scope),
        cmocka_unit_test(a_key_finds_its_command),
        cmocka_unit_test(the_list_has_a_line_for_each_key),
    };
    return cmocka_run_group_tests(tests, enter, folder_leave);
}
