#ifndef SOURCE_MARKS_H
#define SOURCE_MARKS_H

#include <stdbool.h>

#include "base/err.h"
#include "source/lesson.h"

enum { MARKS_MOST = 256 };

/* Which lessons were finished, and how many first answers were right the last time. Kept in a
 * file of a folder, `lessons`: lines "RIGHT ASKED NAME", each added behind the others, so that
 * two programs do not overwrite what the other kept; the last line of a name counts. */
struct marks {
    struct mark {
        char name[LESSON_NAME_BYTES];
        int right, asked;
    } all[MARKS_MOST];
    int count;
};

/* Reads the file; none, or one that cannot be read, is no marks, and a line that is no mark is
 * passed over: a reader can do without them. */
void marks_read(struct marks *marks, const char *folder);

/* The mark of a lesson, or NULL. */
const struct mark *marks_find(const struct marks *marks, const char *name);

/* Notes that a lesson was finished; where there is no room any more, nothing. */
void marks_set(struct marks *marks, const struct mark *mark);

/* Adds a mark to the file; makes the folder where it is missing. */
bool marks_keep(const char *folder, const struct mark *mark, struct err *err);

#endif
