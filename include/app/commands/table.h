#ifndef APP_COMMANDS_TABLE_H
#define APP_COMMANDS_TABLE_H

#include "app/state/app.h"
#include "base/text.h"

/* Where the question and the pointed key go when a command changed the numbers. */
enum cursor {
    CURSOR_KEEP,
    CURSOR_START, /* the first verb asks; the key is what it looks at hardest */
    CURSOR_ARGMAX /* who asks stays; the key is what it looks at hardest now */
};

/* The one table of commands: what app_apply carries out, what --commands prints. */
struct command {
    const char *name;
    const char *args; /* as a reader would write them */
    const char *help;
    enum outcome (*run)(struct app *app, const char *args, struct err *err);
    bool changes_numbers; /* undo takes it back; the tensors are made anew */
    enum cursor cursor;
};

extern const struct command command_table[];
extern const int command_count;

/* Failing, in one expression: a sentence for err, and the outcome. */
#define FAILED(...) (err_set(__VA_ARGS__) ? OUTCOME_DONE : OUTCOME_FAILED)

/* Makes the tensors of the choices. On failure the old ones stay. */
bool app_settle(struct app *app, struct err *err);

/* Goes to a view; the sentence or the lookup task becomes active with it. A trainer must be
 * there for VIEW_TRAIN. */
void view_set(struct app *app, enum view_id view);

/* Takes the help, or the list of lessons, off what it lies over. */
void view_uncover(struct app *app);

/* Reads on, off or toggle; false where the word is none of them. */
bool command_switch(const char *word, bool *on);

/* Whether `TERM OP TERM` holds: done or unmet, and then err says what there is instead. The
 * command expect, for what is not typed by a reader. */
enum outcome expect_holds(struct app *app, const char *args, struct err *err);

/* Moves the cursor of a receipt, of the vectors or of the page by so many rows and columns. */
void move_cursor(struct app *app, int rows, int cols);

/* Puts the cursor of the page on what the current line makes: of the asking token the score or
 * weight of the asked one, the largest number of its query or output. */
void page_follow(struct app *app);

/* Drops the edits of a choice: all of them, or those of tensors whose width d_k or d_v is. */
void edits_drop(struct explorer_choice *choice, bool only_widths);

/* Writes the table, one command a line. */
void command_list(struct text *text);

/* The functions of the table; args is what follows the name, without blanks around it. */
enum outcome command_sentence(struct app *app, const char *args, struct err *err);
enum outcome command_query(struct app *app, const char *args, struct err *err);
enum outcome command_key(struct app *app, const char *args, struct err *err);
enum outcome command_find(struct app *app, const char *args, struct err *err);
enum outcome command_head(struct app *app, const char *args, struct err *err);
enum outcome command_mask(struct app *app, const char *args, struct err *err);
enum outcome command_share(struct app *app, const char *args, struct err *err);
enum outcome command_set(struct app *app, const char *args, struct err *err);
enum outcome command_word(struct app *app, const char *args, struct err *err);
enum outcome command_reset(struct app *app, const char *args, struct err *err);
enum outcome command_step(struct app *app, const char *args, struct err *err);
enum outcome command_run(struct app *app, const char *args, struct err *err);
enum outcome command_pause(struct app *app, const char *args, struct err *err);
enum outcome command_work(struct app *app, const char *args, struct err *err);
enum outcome command_expect(struct app *app, const char *args, struct err *err);
enum outcome command_train(struct app *app, const char *args, struct err *err);
enum outcome command_seek(struct app *app, const char *args, struct err *err);
enum outcome command_clicked(struct app *app, const char *args, struct err *err);
enum outcome command_speed(struct app *app, const char *args, struct err *err);
enum outcome command_fan(struct app *app, const char *args, struct err *err);
enum outcome command_store(struct app *app, const char *args, struct err *err);
enum outcome command_save(struct app *app, const char *args, struct err *err);
enum outcome command_load(struct app *app, const char *args, struct err *err);
enum outcome command_open(struct app *app, const char *args, struct err *err);
enum outcome command_sort(struct app *app, const char *args, struct err *err);
enum outcome command_show(struct app *app, const char *args, struct err *err);
enum outcome command_ask(struct app *app, const char *args, struct err *err);
enum outcome command_move(struct app *app, const char *args, struct err *err);
enum outcome command_point(struct app *app, const char *args, struct err *err);
enum outcome command_edit(struct app *app, const char *args, struct err *err);
enum outcome command_nudge(struct app *app, const char *args, struct err *err);
enum outcome command_view(struct app *app, const char *args, struct err *err);
enum outcome command_back(struct app *app, const char *args, struct err *err);
enum outcome command_focus(struct app *app, const char *args, struct err *err);
enum outcome command_full(struct app *app, const char *args, struct err *err);
enum outcome command_scroll(struct app *app, const char *args, struct err *err);
enum outcome command_theme(struct app *app, const char *args, struct err *err);
enum outcome command_glyphs(struct app *app, const char *args, struct err *err);
enum outcome command_mouse(struct app *app, const char *args, struct err *err);
enum outcome command_prompt(struct app *app, const char *args, struct err *err);
enum outcome command_redraw(struct app *app, const char *args, struct err *err);
enum outcome command_lesson(struct app *app, const char *args, struct err *err);
enum outcome command_next(struct app *app, const char *args, struct err *err);
enum outcome command_prev(struct app *app, const char *args, struct err *err);
enum outcome command_answer(struct app *app, const char *args, struct err *err);
enum outcome command_hint(struct app *app, const char *args, struct err *err);
enum outcome command_suspend(struct app *app, const char *args, struct err *err);

#endif
