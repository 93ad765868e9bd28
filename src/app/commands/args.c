/* What follows a command. */
#include "app/commands/args.h"

#include <string.h>

#include "base/bounds.h"

bool
command_switch(const char *word, bool *on)
{
    bool toggle = strcmp(word, "toggle") == 0;
    if (!toggle && strcmp(word, "on") != 0 && strcmp(word, "off") != 0)
        return false;
    *on = toggle ? !*on : strcmp(word, "on") == 0;
    return true;
}

int
command_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

bool
command_share_switch(const char *args, bool *share_qk, bool *share_kv, struct err *err)
{
    char what[8];
    text_word(&args, what, sizeof what);
    bool qk = strcmp(what, "qk") == 0, kv = strcmp(what, "kv") == 0;
    return ((qk || kv) && command_switch(args, qk ? share_qk : share_kv)) ||
           err_set(err, "share: it reads share qk on (K = X Wq) or share kv on (V = X "
                        "Wk); off and toggle likewise");
}

bool
command_moves(const char *args, int most, int count, int *at)
{
    int further;
    if ((*args != '+' && *args != '-') || !text_int(args, -most, most, &further))
        return false;
    *at = circled(*at + further, count);
    return true;
}

enum outcome
not_word(struct err *err, const char *what, const char *args)
{
    return failed(err, "%s, not \"%s\"", what, text_shown(args, 40).text);
}

enum outcome
placed(const char *place, struct err *err)
{
    err_place(err, "%s", place);
    return OUTCOME_FAILED;
}
