/* Lines of descriptions. */
#include "support/described.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/rows.h"
#include "support/session.h"
#include "view/words/describe.h"

void
assert_described(const struct described *rows, size_t count)
{
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        struct session *session = session_open(rows[i].sentence);
        struct text text = {0};
        session_do(session, rows[i].commands);
        describe(&session->app, &text);
        wrong +=
            row_wrong(text_has_line(&text, rows[i].line), "%s: no line \"%s\" in\n%s",
                      rows[i].commands, rows[i].line, text.bytes);
        text_free(&text);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}
