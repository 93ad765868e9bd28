/* The table of commands. A new command is a row here and a function beside its relatives. */
#include "app/commands/table.h"

static enum outcome
command_describe(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    app->request = REQUEST_DESCRIBE;
    return OUTCOME_DONE;
}

static enum outcome
command_quit(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    app->request = REQUEST_QUIT;
    return OUTCOME_DONE;
}

/* clang-format off */
const struct command command_table[] = {
    {"sentence", "TEXT", "the words to look at",
     command_sentence, true, CURSOR_START},
    {"query", "T|+N|-N", "the token that asks: its text, its number, or N places on",
     command_query, false, CURSOR_KEEP},
    {"key", "T|+N|-N|hardest", "the token that is asked; hardest: most looked at",
     command_key, false, CURSOR_KEEP},
    {"find", "[TEXT]", "the next token with TEXT (or what was found last) in it asks",
     command_find, false, CURSOR_KEEP},
    {"head", "NAME|N|next|prev", "the head to look through, by name or place from 1",
     command_head, true, CURSOR_ARGMAX},
    {"mask", "on|off|toggle", "the causal mask: no token looks at a later one",
     command_mask, true, CURSOR_KEEP},
    {"share", "qk|kv on|off|toggle", "qk: K = X Wq; kv: V = X Wk, so d_v = d_k",
     command_share, true, CURSOR_KEEP},
    {"set", "NAME VALUE", "a size, a seed; in train also lr, batch, tags ...",
     command_set, true, CURSOR_KEEP},
    {"word", "NAME FEATURE ...", "what a word means: noun animate, verb, ...",
     command_word, true, CURSOR_KEEP},
    {"undo", "", "takes back the last command that changed numbers",
     NULL, true, CURSOR_KEEP},
    {"reset", "", "back to the start; edits, share, set or history go",
     command_reset, true, CURSOR_START},
    {"step", "[N]", "the next token, line, or training step; or N training steps",
     command_step, false, CURSOR_KEEP},
    {"run", "[toggle]", "step after step: to the last token; training: on and on",
     command_run, false, CURSOR_KEEP},
    {"pause", "", "stops the run",
     command_pause, false, CURSOR_KEEP},
    {"work", "N", "takes up to N steps of the run",
     command_work, false, CURSOR_KEEP},
    {"train", "N", "trains the lookup task N more steps",
     command_train, false, CURSOR_KEEP},
    {"seek", "N|+N|-N|first|last", "the run as it was at a step; trains on behind the last",
     command_seek, false, CURSOR_KEEP},
    {"clicked", "", "seeks the step where the watched weight rose fastest",
     command_clicked, false, CURSOR_KEEP},
    {"speed", "N|slower|faster", "training steps a second; 0: as many as it can",
     command_speed, false, CURSOR_KEEP},
    {"fan", "N|off", "trains N seeds, to see how lucky one was",
     command_fan, false, CURSOR_KEEP},
    {"store", "TAG:VALUE ...", "the store that is watched, as in: store 0:3 2:5 1:5 3:1",
     command_store, false, CURSOR_KEEP},
    {"save", "FILE", "the run so far as a safetensors file", command_save, false, CURSOR_KEEP},
    {"load", "FILE", "a run that was saved", command_load, false, CURSOR_KEEP},
    {"lesson", "NAME|FILE [N]|off", "opens a lesson, at a step", command_lesson, false, CURSOR_KEEP},
    {"next", "", "the next step of the lesson", command_next, false, CURSOR_KEEP},
    {"prev", "", "the step before", command_prev, false, CURSOR_KEEP},
    {"answer", "TEXT", "answers what the lesson asks", command_answer, false, CURSOR_KEEP},
    {"hint", "", "what the lesson waits for", command_hint, false, CURSOR_KEEP},
    {"expect", "TERM OP TERM", "checks, as in: expect A[chased,cat] > 0.9",
     command_expect, false, CURSOR_KEEP},
    {"describe", "", "says in sentences who looks at whom",
     command_describe, false, CURSOR_KEEP},
    {"view", "NAME", "weights, vectors, page, train or help", command_view, false, CURSOR_KEEP},
    {"show", "S|Z|A|next", "what the matrix of the weights view shows",
     command_show, false, CURSOR_KEEP},
    {"move", "up|down|left|right [N]", "the cursor, by N places", command_move, false, CURSOR_KEEP},
    {"point", "ADDRESS", "the cursor, to a number of the view", command_point, false, CURSOR_KEEP},
    {"ask", "", "the token that is asked asks now", command_ask, false, CURSOR_KEEP},
    {"open", "[ADDRESS]", "the arithmetic of a number; of the pointed one without ADDRESS",
     command_open, false, CURSOR_KEEP},
    {"sort", "index|size|toggle", "the order of the terms", command_sort, false, CURSOR_KEEP},
    {"edit", "[ADDRESS] VALUE", "sets a number by hand, and computes all that follows",
     command_edit, true, CURSOR_KEEP},
    {"nudge", "[ADDRESS] STEP", "adds to a number by hand", command_nudge, true, CURSOR_KEEP},
    {"back", "", "one level back", command_back, false, CURSOR_KEEP},
    {"focus", "PANE|next|prev", "the pane that full and scroll act on",
     command_focus, false, CURSOR_KEEP},
    {"full", "", "that pane fills the screen; again: back",
     command_full, false, CURSOR_KEEP},
    {"scroll", "N [PANE]", "N lines down; up where N is negative",
     command_scroll, false, CURSOR_KEEP},
    {"prompt", "command|find|sentence", "opens a line to type in",
     command_prompt, false, CURSOR_KEEP},
    {"theme", "colour|mono", "how it looks", command_theme, false, CURSOR_KEEP},
    {"glyphs", "utf8|console|ascii", "the characters it is drawn with",
     command_glyphs, false, CURSOR_KEEP},
    {"mouse", "on|off|toggle", "off: the terminal selects text",
     command_mouse, false, CURSOR_KEEP},
    {"redraw", "", "paints the whole screen again", command_redraw, false, CURSOR_KEEP},
    {"suspend", "", "back to the shell, until fg", command_suspend, false, CURSOR_KEEP},
    {"quit", "", "ends the program",
     command_quit, false, CURSOR_KEEP},
};
/* clang-format on */

const int command_count = sizeof command_table / sizeof command_table[0];

void
command_list(struct text *text)
{
    for (int i = 0; i < command_count; i++)
        text_add(text, "%-9s %-21s %s\n", command_table[i].name, command_table[i].args,
                 command_table[i].help);
}
