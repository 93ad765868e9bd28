/* Tab in the command line: commands first, then what may follow them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <string.h>

#include "app/keys/input.h"
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

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tab_completes_what_may_follow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
