/* A lesson of four steps. */
#include "support/four.h"

#include <stdio.h>

static const char text[] = "title    A title\n"
                           "minutes  3\n"
                           "step     One\n"
                           "do       query mouse\n"
                           "say      prose\n"
                           "ask      number A[mouse,cat]\n"
                           "step     Two\n"
                           "do       mask on\n"
                           "say      prose\n"
                           "ask      word argmax A[chased]\n"
                           "step     Three\n"
                           "do       train 5\n"
                           "say      prose\n"
                           "ask      yes A[query,1] > 0.9\n"
                           "step     Four\n"
                           "say      prose\n"
                           "wait     mask = 1\n"
                           "try      mask on\n";

int
four_setup(void **state)
{
    static struct four four;
    char path[FOLDER_PATH_BYTES];
    *state = &four;
    if (!folder_make(&four.folder))
        return -1;
    folder_add_text(&four.folder, "four.lesson", text);
    folder_path(&four.folder, "four.lesson", path);
    snprintf(four.command, sizeof four.command, "lesson %s", path);
    return 0;
}

int
four_teardown(void **state)
{
    struct four *four = *state;
    return folder_remove(&four->folder) ? 0 : -1;
}

struct session *
four_begun(void **state, const char *before)
{
    const struct four *four = *state;
    struct session *session = session_open(NULL);
    session_do(session, before);
    session_do(session, four->command);
    return session;
}
