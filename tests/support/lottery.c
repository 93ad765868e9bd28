/* Choices at random. */
#include "support/lottery.h"

#include <stddef.h>
#include <string.h>

#include "base/random.h"

static const char *const sentences[] = {
    "The cat chased the mouse",
    "Mary met Tom because she liked music",
    "one",
    "go go no go",
    "The black cat quickly chased the small mouse , and it slept .",
};

int
lottery_pick(struct lottery *lottery, int count)
{
    return (int)(random_bits(lottery->seed, 0, lottery->counter++) % (uint64_t)count);
}

void
lottery_choice(struct lottery *lottery, struct choice *choice)
{
    static const enum tensor tensors[] = {TENSOR_E,  TENSOR_P,  TENSOR_X, TENSOR_WQ,
                                          TENSOR_WK, TENSOR_WV, TENSOR_Q, TENSOR_K,
                                          TENSOR_V,  TENSOR_S};
    int head = lottery_pick(lottery, choice->library.head_count);
    int text = lottery_pick(lottery, sizeof sentences / sizeof sentences[0]);
    choice_start(choice, choice->library.heads[head].name, sentences[text]);
    choice->choice.mask = lottery_pick(lottery, 2) == 1;
    choice->choice.share_qk = lottery_pick(lottery, 3) == 0;
    choice->choice.share_kv = lottery_pick(lottery, 3) == 0;
    choice->choice.seed = 1 + lottery_pick(lottery, 5);
    for (int edits = lottery_pick(lottery, 3); edits > 0; edits--)
        lottery_edit(lottery, choice, tensors, 10);
}

struct number
lottery_number(struct lottery *lottery, const struct explorer *explorer,
               enum tensor tensor)
{
    int row = lottery_pick(lottery, tensors_rows(&explorer->tensors, tensor));
    int col = lottery_pick(lottery, tensors_cols(&explorer->tensors, tensor));
    return (struct number){.tensor = tensor, .row = row, .col = col};
}

bool
lottery_edit(struct lottery *lottery, struct choice *choice, const enum tensor *tensors,
             int count)
{
    static const double values[] = {0, 1, -1, 0.5, 2.25, -3};
    const struct explorer *explorer = choice_make(choice);
    struct explorer_choice *edited = &choice->choice;
    struct number place =
        lottery_number(lottery, explorer, tensors[lottery_pick(lottery, count)]);
    double value = values[lottery_pick(lottery, 6)];
    struct err ignored;
    if (edited->edit_count == EDITS_MAX || !explorer_can_edit(explorer, &place, &ignored))
        return false;
    for (int k = 0; k < edited->edit_count; k++)
        if (number_equal(&edited->edits[k].place, &place))
            return false;
    edited->edits[edited->edit_count++] = (struct edit){place, value};
    return true;
}
