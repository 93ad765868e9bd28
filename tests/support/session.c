/* An app under test: started, commanded, asked for numbers. */
#include "support/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/address/address.h"
#include "app/address/numbers.h"
#include "app/commands/apply.h"
#include "support/heads.h"

/* Starts an app on the embedded heads, or on those that tests count on. */
static struct session *
start(const char *text, bool (*choose)(struct library *library))
{
    struct session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    if (!library_load(&session->library, NULL, NULL, &session->err) ||
        (choose != NULL && !choose(&session->library)) ||
        !app_init(&session->app, &session->library, kernels_best(),
                  text ? text : "The cat chased the mouse", &session->err))
        fail_msg("%s", session->err.text);
    return session;
}

struct session *
session_open(const char *text)
{
    return start(text, NULL);
}

struct session *
session_open_counted(const char *text)
{
    return start(text, heads_keep);
}

void
session_close(struct session *session)
{
    app_free(&session->app);
    library_free(&session->library);
    free(session);
}

enum outcome
session_try(struct session *session, const char *command)
{
    session->err = (struct err){0};
    return app_apply(&session->app, command, &session->err);
}

void
session_do(struct session *session, const char *commands)
{
    char command[1024];
    while (*commands != '\0') {
        size_t length = strcspn(commands, ";");
        assert_true(length < sizeof command);
        memcpy(command, commands, length);
        command[length] = '\0';
        if (session_try(session, command) != OUTCOME_DONE)
            fail_msg("%s: %s", command, session->err.text);
        commands += length + (commands[length] == ';');
        commands += strspn(commands, " ");
    }
}

double
session_number(const struct session *session, const char *address)
{
    struct address parsed;
    struct err err;
    struct number number;
    double value = 0;
    if (!address_parse(address, &parsed, &err) ||
        !address_locate(&session->app, &parsed, &number, &err) ||
        !app_value(&session->app, &number, &value, &err))
        fail_msg("%s: %s", address, err.text);
    return value;
}
