/* Finding commands in their tables. */
#include "app/commands/command.h"

#include <string.h>

#include "base/text.h"

const struct command *
command_at(const struct command *const *tables, int at)
{
    for (; *tables != NULL; tables++)
        for (const struct command *command = *tables; command->name != NULL; command++)
            if (at-- == 0)
                return command;
    return NULL;
}

const struct command *
command_of(const struct command *const *tables, const char *line, const char **args)
{
    char name[24];
    const struct command *command = NULL;
    *args = line;
    bool whole = text_word(args, name, sizeof name);
    for (int k = 0; whole && (command = command_at(tables, k)) != NULL; k++)
        if (strcmp(command->name, name) == 0)
            break;
    return command;
}

unsigned
command_flags(const struct command *const *tables, const char *line)
{
    const char *args;
    const struct command *command = command_of(tables, line, &args);
    return command != NULL ? command->flags : 0;
}
