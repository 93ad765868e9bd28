#ifndef BASE_XDG_H
#define BASE_XDG_H

#include <stdbool.h>
#include <stddef.h>

/* Where a reader's own files are, as the XDG base directory specification says
 * (https://specifications.freedesktop.org/basedir-spec/latest/): an empty variable counts as
 * unset, and a path that does not begin with / is not used. */

/* The folder of the reader's heads and lessons: $XDG_DATA_HOME/qkv, else
 * ~/.local/share/qkv. It need not exist. False where there is no home, or no room. */
bool xdg_data(char *path, size_t size);

/* The folder of what the program keeps: $XDG_STATE_HOME/qkv, else ~/.local/state/qkv. */
bool xdg_state(char *path, size_t size);

#endif
