#ifndef SUPPORT_SESSION_H
#define SUPPORT_SESSION_H

#include "app/state/app.h"
#include "app/state/outcome.h"

/* The embedded library and an app that runs on it, for tests of commands. */
struct session {
    struct library library;
    struct app app;
    struct err err; /* what the last command left */
};

/* Starts an app with a sentence; NULL is The cat chased the mouse. A failure fails the test.
 * End with session_close. */
struct session *session_open(const char *text);

/* The same with the heads of support/heads.h alone: for tests that see the place of a head, or
 * how many there are. */
struct session *session_open_counted(const char *text);
void session_close(struct session *session);

/* Applies a command, whatever becomes of it. */
enum outcome session_try(struct session *session, const char *command);

/* Applies one or more commands with ; between them. They must be done, or the test fails. */
void session_do(struct session *session, const char *commands);

/* The number that an address names; the test fails where there is none. */
double session_number(const struct session *session, const char *address);

#endif
