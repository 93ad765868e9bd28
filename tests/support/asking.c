/* A lesson for tests that need one with a question. */
#include "support/asking.h"

#include <stdbool.h>
#include <stdio.h>

int
asking_write(const char *path)
{
    static const char text[] = "title T\nminutes 1\nstep one\nsay a\n"
                               "step two\nsay b\nask number A[0,0]\nstep three\nsay c\n";
    FILE *file = fopen(path, "w");
    bool written = file != NULL && fputs(text, file) >= 0;
    return file != NULL && fclose(file) == 0 && written ? 0 : -1;
}
