/* The command that checks. */
#include "app/address/expect.h"

#include "app/commands/table.h"
#include "app/lessons/asked.h"

static enum outcome
command_expect(struct app *app, const char *args, struct err *err)
{
    return lesson_asks(app) ? failed(err, "expect: it would tell what the lesson asks; "
                                          "answer first, or go on with →")
                            : expect_holds(app, args, err);
}

/* clang-format off */
const struct command expect_commands[] = {
    {"expect", "TERM OP TERM", "checks, as in: expect A[chased,cat] > 0.9",
     .run = command_expect, .flags = IS_CHECK},
    {.name = NULL},
};
/* clang-format on */
