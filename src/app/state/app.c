/* How the app begins and ends. Here all of it comes together: nothing else in app/ calls this
 * file, so that commands, lessons and state stay apart. */
#include "app/state/app.h"

#include "app/commands/table.h"
#include "app/lessons/run.h"
#include "app/state/cursor.h"
#include "app/state/settle.h"
#include "app/state/train.h"
#include "app/state/undo.h"

bool
app_init(struct app *app, const struct library *library, const struct kernels *kernels,
         const char *text, struct err *err)
{
    *app = (struct app){.library = library,
                        .kernels = kernels,
                        .commands = command_tables,
                        .active = SOURCE_SENTENCE,
                        .speed = TRAIN_SPEED,
                        .now = {.seed = -1}};
    ui_init(&app->ui);
    if (!choice_set_text(&app->now.choice, text, err))
        return false;
    int head = library_find_head(library, "verb-noun");
    app->now.choice.head = head < 0 ? 0 : head;
    app->now.choice.seed = DEFAULT_SEED;
    if (library->head_count == 0)
        return err_set(err, "there is no head file; a data folder holds heads/NAME.head");
    if (!app_settle(app, err))
        return false;
    cursor_place(app, CURSOR_START);
    cursor_follow(app);
    app_aim(app);
    return true;
}

void
app_free(struct app *app)
{
    lesson_end(app);
    explorer_free(app->explorer);
    explorer_free(app->before);
    trainer_free(app->trainer);
    fan_free(app->fan);
    app_forget_undo(app);
    prompt_free(&app->ui.prompt);
    text_free(&app->journal);
    *app = (struct app){0};
}
