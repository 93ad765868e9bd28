#ifndef SOURCE_DATA_FILES_H
#define SOURCE_DATA_FILES_H

#include <stddef.h>

/* The files of data/, embedded when the program is built. */
struct data_file {
    const char *name; /* below data/, as heads/verb-noun.head */
    const unsigned char *bytes;
    size_t length;
};

extern const struct data_file data_files[]; /* sorted by name */
extern const size_t data_file_count;

#endif
