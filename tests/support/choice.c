/* Explorers under test: choose, make, look. */
#include "support/choice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

struct choice *
choice_open(void)
{
    struct choice *choice = calloc(1, sizeof *choice);
    assert_non_null(choice);
    if (!library_load(&choice->library, NULL, NULL, &choice->err))
        fail_msg("%s", choice->err.text);
    return choice;
}

void
choice_close(struct choice *choice)
{
    explorer_free(choice->explorer);
    library_free(&choice->library);
    free(choice);
}

void
choice_start(struct choice *choice, const char *head, const char *text)
{
    choice->choice = (struct explorer_choice){.seed = DEFAULT_SEED};
    choice->choice.head = library_find_head(&choice->library, head);
    assert_true(choice->choice.head >= 0);
    assert_true(choice_set_text(&choice->choice, text, &choice->err));
}

bool
choice_try(struct choice *choice)
{
    explorer_free(choice->explorer);
    choice->explorer =
        explorer_make(&choice->choice, &choice->library, kernels_best(), &choice->err);
    return choice->explorer != NULL;
}

const struct explorer *
choice_make(struct choice *choice)
{
    if (!choice_try(choice))
        fail_msg("%s", choice->err.text);
    return choice->explorer;
}

double
choice_at(const struct explorer *explorer, enum tensor id, int i, int j)
{
    return tensors_number(&explorer->tensors, id, i, j);
}

bool
choice_same(const struct explorer *a, const struct explorer *b, enum tensor id)
{
    int rows = tensors_rows(&a->tensors, id), cols = tensors_cols(&a->tensors, id);
    bool same =
        tensors_rows(&b->tensors, id) == rows && tensors_cols(&b->tensors, id) == cols;
    for (int r = 0; same && r < rows; r++)
        same = memcmp(tensors_row(&a->tensors, id, r), tensors_row(&b->tensors, id, r),
                      (size_t)cols * sizeof(real)) == 0;
    return same;
}

bool
choice_same_all(const struct explorer *a, const struct explorer *b)
{
    for (int id = 0; id < TENSORS; id++)
        if (kind_is_there(&sentence_kinds[id]) && !choice_same(a, b, (enum tensor)id))
            return false;
    return true;
}
