/* Tab in the command line: commands first, then what may follow them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/commands/table.h"
#include "app/keys/input.h"
#include "support/prompt_line.h"
#include "support/session.h"

static void
tab_completes_what_may_follow(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *completed;
    } rows[] = {
        {"hea", "head "},
        {"head ver", "head verb-"},
        {"head same", "head same-word "},
        {"head x", "head x"},
        {"mask t", "mask toggle "},
        {"share q", "share qk "},
        {"set s", "set seed "},
        {"view h", "view help "},
        {"focus w", "focus words "},
        {"query mo", "query mouse "},
        {"word cat anim", "word cat animate "},
        {"word cat noun pl", "word cat noun plural "},
        {"sentence ca", "sentence ca"},
        {"theme m", "theme mono "},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        struct prompt *prompt = &session->app.ui.prompt;
        session_do(session, "prompt command");
        assert_true(prompt_paste(prompt, rows[k].typed, strlen(rows[k].typed)));
        app_key(&session->app, "Tab");
        assert_string_equal(prompt->text, rows[k].completed);
        session_close(session);
    }
}

/* How many commands begin with `length` bytes of a name. */
static int
count_commands(const char *name, size_t length)
{
    const struct command *command;
    int count = 0;
    for (int k = 0; (command = command_at(command_tables, k)) != NULL; k++)
        count += strncmp(command->name, name, length) == 0;
    return count;
}

static void
tab_completes_the_names_of_commands(void **state)
{
    (void)state;
    const struct command *command;
    struct session *session = session_open(NULL);
    struct prompt *prompt = &session->app.ui.prompt;
    for (int k = 0; (command = command_at(command_tables, k)) != NULL; k++) {
        const char *name = command->name;
        size_t length = 1;
        while (length < strlen(name) && count_commands(name, length) > 1)
            length++;
        char start[64], whole[64];
        bool unique = count_commands(name, length) == 1;
        snprintf(start, sizeof start, "%.*s|", (int)length, name);
        snprintf(whole, sizeof whole, unique ? "%s |" : "%s|", name);
        set_line(prompt, PROMPT_COMMAND, start);
        app_key(&session->app, "Tab");
        assert_line(prompt, whole);
        set_line(prompt, PROMPT_FIND, start);
        app_key(&session->app, "Tab");
        assert_line(prompt, start);
    }
    /* a command may stand behind blanks; a word behind no command is left alone */
    set_line(prompt, PROMPT_COMMAND, "  mas|");
    app_key(&session->app, "Tab");
    assert_line(prompt, "  mask |");
    set_line(prompt, PROMPT_COMMAND, "nosuch o|");
    app_key(&session->app, "Tab");
    assert_line(prompt, "nosuch o|");
    set_line(prompt, PROMPT_COMMAND, "mask m|");
    app_key(&session->app, "Tab");
    assert_line(prompt, "mask m|");
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tab_completes_what_may_follow),
        cmocka_unit_test(tab_completes_the_names_of_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
