/* A library of heads that stay the same. */
#include "support/heads.h"

#include <string.h>

#include "source/data_files.h"

const char *const heads_kept[HEADS_KEPT] = {
    "one-before",         "one-after", "verb-noun",   "verb-object", "determiner-noun",
    "pronoun-antecedent", "same-word", "first-token", "average",     "random",
};

int
heads_embedded(void)
{
    int count = 0;
    for (size_t i = 0; i < data_file_count; i++)
        count += strncmp(data_files[i].name, "heads/", 6) == 0;
    return count;
}

bool
heads_keep(struct library *library)
{
    int count = 0;
    for (int i = 0; i < library->head_count; i++) {
        struct head *head = &library->heads[i];
        if (count < HEADS_KEPT && strcmp(head->name, heads_kept[count]) == 0)
            library->heads[count++] = *head;
        else
            head_free(head);
    }
    library->head_count = count;
    return count == HEADS_KEPT;
}
