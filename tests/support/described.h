#ifndef SUPPORT_DESCRIBED_H
#define SUPPORT_DESCRIBED_H

#include <stddef.h>

/* A line that the description must have after some commands; sentence NULL is the first one. */
struct described {
    const char *sentence, *commands, *line;
};

/* Looks at every row; the test fails where one of the lines is not there. */
void assert_described(const struct described *rows, size_t count);

#endif
