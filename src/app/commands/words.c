/* Words that follow several commands. */
#include "app/commands/words.h"

#include <string.h>

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
