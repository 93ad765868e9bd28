/* The reader's own folders. */
#include "base/xdg.h"

#include <stdio.h>
#include <stdlib.h>

/* The folder that an environment variable names, with `below` behind it. */
static bool
below_variable(const char *variable, const char *below, char *path, size_t size)
{
    const char *folder = getenv(variable);
    if (folder == NULL || folder[0] != '/')
        return false;
    int length = snprintf(path, size, "%s/%s", folder, below);
    return length >= 0 && (size_t)length < size;
}

bool
xdg_data(char *path, size_t size)
{
    return below_variable("XDG_DATA_HOME", "qkv", path, size) ||
           below_variable("HOME", ".local/share/qkv", path, size);
}

bool
xdg_state(char *path, size_t size)
{
    return below_variable("XDG_STATE_HOME", "qkv", path, size) ||
           below_variable("HOME", ".local/state/qkv", path, size);
}
