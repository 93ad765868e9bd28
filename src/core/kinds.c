/* The tables of tensors. */
#include "core/kinds.h"

#include <string.h>

/* clang-format off */
const struct kind sentence_kinds[TENSORS] = {
    [TENSOR_E]  = {"E",  AXIS_WORD,     AXIS_MODEL, OP_PARAMETER, .about = "embedding table",
                   .meaning = "column {c} of the word {r}, wherever it stands"},
    [TENSOR_P]  = {"P",  AXIS_POSITION, AXIS_MODEL, OP_PARAMETER, .about = "position rows",
                   .meaning = "column {c} of place {r}, whatever stands there"},
    [TENSOR_X]  = {"X",  AXIS_TOKEN,    AXIS_MODEL, OP_SUM, 2, {{TENSOR_E, MAP_WORD}, {TENSOR_P, MAP_ROW}},
                   .about = "E + P",
                   .meaning = "column {c} of {r}: its word plus its place"},
    [TENSOR_WQ] = {"Wq", AXIS_MODEL,    AXIS_KEY,   OP_PARAMETER, .about = "query projection",
                   .meaning = "how much {r} counts{C} of every query"},
    [TENSOR_WK] = {"Wk", AXIS_MODEL,    AXIS_KEY,   OP_PARAMETER, .about = "key projection",
                   .meaning = "how much {r} counts{C} of every key"},
    [TENSOR_WV] = {"Wv", AXIS_MODEL,    AXIS_WIDTH, OP_PARAMETER, .about = "value projection",
                   .meaning = "how much {r} counts{C} of every value"},
    [TENSOR_Q]  = {"Q",  AXIS_TOKEN,    AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WQ, MAP_ROW}},
                   .about = "X Wq",
                   .meaning = "what {r} asks for{C}"},
    [TENSOR_K]  = {"K",  AXIS_TOKEN,    AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WK, MAP_ROW}},
                   .about = "X Wk",
                   .meaning = "what {r} answers{C}"},
    [TENSOR_V]  = {"V",  AXIS_TOKEN,    AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WV, MAP_ROW}},
                   .about = "X Wv",
                   .meaning = "what {r} hands over{C}"},
    [TENSOR_S]  = {"S",  AXIS_TOKEN,    AXIS_TOKEN, OP_PRODUCT_T, 2, {{TENSOR_Q, MAP_ROW}, {TENSOR_K, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Q K^T",
                   .meaning = "how well the key of {c} fits the query of {r}"},
    [TENSOR_Z]  = {"Z",  AXIS_TOKEN,    AXIS_TOKEN, OP_SCALE, 1, {{TENSOR_S, MAP_ROW}},
                   .causal = true, .keep = KEEP_ROWS, .about = "S / sqrt(d_k), then the mask",
                   .meaning = "the score of {c} for {r}, {scaled}"},
    [TENSOR_A]  = {"A",  AXIS_TOKEN,    AXIS_TOKEN, OP_SOFTMAX, 1, {{TENSOR_Z, MAP_ROW}},
                   .keep = KEEP_SHOWN, .about = "softmax of each row of Z",
                   .meaning = "the share of {r}'s attention that goes to {c}"},
    [TENSOR_O]  = {"O",  AXIS_TOKEN,    AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_A, MAP_ROW}, {TENSOR_V, MAP_ROW}},
                   .keep = KEEP_SHOWN, .about = "A V",
                   .meaning = "what {r} receives{C}"},
    [TENSOR_ENTROPY] = {"H", AXIS_TOKEN, AXIS_ONE,  OP_ENTROPY, 1, {{TENSOR_A, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "entropy of each row of A",
                   .meaning = "how spread out {r}'s attention is, in nats: 0 where it looks at one token alone"},
    [TENSOR_ROW_SUM] = {"rowsum", AXIS_TOKEN, AXIS_ONE, OP_ROW_SUM, 1, {{TENSOR_A, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "sum of each row of A",
                   .meaning = "all of {r}'s attention: the shares added up"},
    [TENSOR_FREE_Z] = {"Zfree", AXIS_TOKEN, AXIS_TOKEN, OP_SCALE, 1, {{TENSOR_S, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "S / sqrt(d_k), without the mask",
                   .meaning = "the score of {c} for {r}, scaled, without the mask"},
    [TENSOR_FREE_A] = {"Afree", AXIS_TOKEN, AXIS_TOKEN, OP_SOFTMAX, 1, {{TENSOR_FREE_Z, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "softmax of each row of Zfree",
                   .meaning = "the share of {r}'s attention that would go to {c} without the mask"},
};

const struct kind lookup_kinds[TENSORS] = {
    [TENSOR_ET] = {"Et", AXIS_TAG,   AXIS_MODEL, OP_PARAMETER, .about = "embedding of each tag",
                   .meaning = "column {c} of the embedding of tag {r}"},
    [TENSOR_EV] = {"Ev", AXIS_VALUE, AXIS_MODEL, OP_PARAMETER, .about = "embedding of each value",
                   .meaning = "column {c} of the embedding of value {r}"},
    [TENSOR_X]  = {"X",  AXIS_TOKEN, AXIS_MODEL, OP_SUM, 2, {{TENSOR_ET, MAP_TAG}, {TENSOR_EV, MAP_VALUE}},
                   .keep = KEEP_ROWS, .about = "Et + Ev; of the query Et",
                   .meaning = "column {c} of {e}"},
    [TENSOR_WQ] = {"Wq", AXIS_MODEL, AXIS_KEY,   OP_PARAMETER, .about = "query projection",
                   .meaning = "a number of the query projection"},
    [TENSOR_WK] = {"Wk", AXIS_MODEL, AXIS_KEY,   OP_PARAMETER, .about = "key projection",
                   .meaning = "a number of the key projection"},
    [TENSOR_WV] = {"Wv", AXIS_MODEL, AXIS_WIDTH, OP_PARAMETER, .about = "value projection",
                   .meaning = "a number of the value projection"},
    [TENSOR_WO] = {"Wo", AXIS_WIDTH, AXIS_VALUE, OP_PARAMETER, .about = "output projection",
                   .meaning = "a number of the output projection"},
    [TENSOR_Q]  = {"Q",  AXIS_ONE,   AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_X, MAP_QUERY}, {TENSOR_WQ, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "X Wq of the query",
                   .meaning = "column {c} of what the query asks for"},
    [TENSOR_K]  = {"K",  AXIS_ENTRY, AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WK, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "X Wk of the entries",
                   .meaning = "column {c} of what entry {r} answers to"},
    [TENSOR_V]  = {"V",  AXIS_ENTRY, AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "X Wv of the entries",
                   .meaning = "column {c} of what entry {r} hands over"},
    [TENSOR_S]  = {"S",  AXIS_ONE,   AXIS_ENTRY, OP_PRODUCT_T, 2, {{TENSOR_Q, MAP_ROW}, {TENSOR_K, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Q K^T",
                   .meaning = "how well entry {c} answers the query"},
    [TENSOR_Z]  = {"Z",  AXIS_ONE,   AXIS_ENTRY, OP_SCALE, 1, {{TENSOR_S, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "S / sqrt(d_k)",
                   .meaning = "the score of entry {c}, scaled"},
    [TENSOR_A]  = {"A",  AXIS_ONE,   AXIS_ENTRY, OP_SOFTMAX, 1, {{TENSOR_Z, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "softmax of Z",
                   .meaning = "the share of the attention that goes to entry {c}"},
    [TENSOR_O]  = {"O",  AXIS_ONE,   AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_A, MAP_ROW}, {TENSOR_V, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "A V",
                   .meaning = "column {c} of what the head hands over"},
    [TENSOR_L]  = {"L",  AXIS_ONE,   AXIS_VALUE, OP_PRODUCT, 2, {{TENSOR_O, MAP_ROW}, {TENSOR_WO, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "O Wo",
                   .meaning = "how much speaks for value {c}"},
    [TENSOR_PROBABILITY] = {"p", AXIS_ONE, AXIS_VALUE, OP_SOFTMAX, 1, {{TENSOR_L, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "softmax of L",
                   .meaning = "the probability of value {c}"},
    [TENSOR_LOSS] = {"loss", AXIS_ONE, AXIS_ONE, OP_CROSS_ENTROPY, 1, {{TENSOR_L, MAP_ROW}, {TENSOR_PROBABILITY, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "-log p of the answer",
                   .meaning = "minus the logarithm of the probability of the right value"},
    [TENSOR_RIGHT] = {"right", AXIS_ONE, AXIS_ONE, OP_RIGHT, 1, {{TENSOR_L, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "1 where the largest of L is the answer's",
                   .meaning = "whether the largest of the logits is the right value's: 1 or 0"},
    [TENSOR_QT] = {"Qt", AXIS_TAG,   AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_ET, MAP_ROW}, {TENSOR_WQ, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Et Wq",
                   .meaning = "column {c} of what tag {r} asks for"},
    [TENSOR_KT] = {"Kt", AXIS_TAG,   AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_ET, MAP_ROW}, {TENSOR_WK, MAP_ROW}},
                   .keep = KEEP_ASKED, .about = "Et Wk",
                   .meaning = "column {c} of what tag {r} adds to a key"},
    [TENSOR_KV] = {"Kv", AXIS_VALUE, AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_EV, MAP_ROW}, {TENSOR_WK, MAP_ROW}},
                   .keep = KEEP_ASKED, .about = "Ev Wk",
                   .meaning = "column {c} of what value {r} adds to a key"},
    [TENSOR_UT] = {"Ut", AXIS_TAG,   AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_ET, MAP_ROW}, {TENSOR_WV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Et Wv",
                   .meaning = "column {c} of what tag {r} adds to what an entry hands over"},
    [TENSOR_UV] = {"Uv", AXIS_VALUE, AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_EV, MAP_ROW}, {TENSOR_WV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Ev Wv",
                   .meaning = "column {c} of what value {r} adds to what an entry hands over"},
    [TENSOR_ZT] = {"Zt", AXIS_TAG,   AXIS_TAG,   OP_PRODUCT_T, 2, {{TENSOR_QT, MAP_ROW}, {TENSOR_KT, MAP_ROW}},
                   .scaled = true, .keep = KEEP_ROWS, .about = "Qt Kt^T / sqrt(d_k)",
                   .meaning = "the score that tag {c} in an entry gets when tag {r} is asked for"},
    [TENSOR_ZV] = {"Zv", AXIS_TAG,   AXIS_VALUE, OP_PRODUCT_T, 2, {{TENSOR_QT, MAP_ROW}, {TENSOR_KV, MAP_ROW}},
                   .scaled = true, .keep = KEEP_ROWS, .about = "Qt Kv^T / sqrt(d_k)",
                   .meaning = "the score that value {c} in an entry gets when tag {r} is asked for"},
    [TENSOR_LT] = {"Lt", AXIS_TAG,   AXIS_VALUE, OP_PRODUCT, 2, {{TENSOR_UT, MAP_ROW}, {TENSOR_WO, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Ut Wo",
                   .meaning = "what tag {r} in an entry that is read adds to the logit of value {c}"},
    [TENSOR_LV] = {"Lv", AXIS_VALUE, AXIS_VALUE, OP_PRODUCT, 2, {{TENSOR_UV, MAP_ROW}, {TENSOR_WO, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Uv Wo",
                   .meaning = "what value {r} in an entry that is read adds to the logit of value {c}"},
    [TENSOR_CT] = {"Ct", AXIS_TAG,   AXIS_VALUE, OP_CENTRE, 1, {{TENSOR_LT, MAP_ROW}},
                   .keep = KEEP_ASKED, .about = "Lt less the mean of its row",
                   .meaning = "what tag {r} adds to the logit of value {c}, against the mean of all values"},
    [TENSOR_CV] = {"Cv", AXIS_VALUE, AXIS_VALUE, OP_CENTRE, 1, {{TENSOR_LV, MAP_ROW}},
                   .keep = KEEP_ASKED, .about = "Lv less the mean of its row",
                   .meaning = "what value {r} adds to the logit of value {c}, against the mean of all values"},
    [TENSOR_VAR_ZT] = {"varZt", AXIS_TAG, AXIS_ONE, OP_VARIANCE, 1, {{TENSOR_ZT, MAP_ROW}},
                   .keep = KEEP_ASKED, .about = "variance of each row of Zt",
                   .meaning = "how much the scores vary from tag to tag when tag {r} is asked for"},
    [TENSOR_VAR_ZV] = {"varZv", AXIS_TAG, AXIS_ONE, OP_VARIANCE, 1, {{TENSOR_ZV, MAP_ROW}},
                   .keep = KEEP_ASKED, .about = "variance of each row of Zv",
                   .meaning = "how much the scores vary from value to value when tag {r} is asked for"},
    [TENSOR_VAR_LT] = {"varLt", AXIS_VALUE, AXIS_ONE, OP_VARIANCE_T, 1, {{TENSOR_CT, MAP_ROW}},
                   .keep = KEEP_ASKED, .about = "variance of each column of Ct",
                   .meaning = "how much the logit of value {r} varies from tag to tag"},
    [TENSOR_VAR_LV] = {"varLv", AXIS_VALUE, AXIS_ONE, OP_VARIANCE_T, 1, {{TENSOR_CV, MAP_ROW}},
                   .keep = KEEP_ASKED, .about = "variance of each column of Cv",
                   .meaning = "how much the logit of value {r} varies from value to value"},
    [TENSOR_KEY_SHARE] = {"key_tag_share", AXIS_ONE, AXIS_ONE, OP_SHARE, 2, {{TENSOR_VAR_ZT, MAP_ROW}, {TENSOR_VAR_ZV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "the part of varZt in varZt + varZv",
                   .meaning = "of what moves the scores, the part that the keys read from tags"},
    [TENSOR_VALUE_SHARE] = {"value_value_share", AXIS_ONE, AXIS_ONE, OP_SHARE, 2, {{TENSOR_VAR_LV, MAP_ROW}, {TENSOR_VAR_LT, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "the part of varLv in varLv + varLt",
                   .meaning = "of what moves the logits, the part that the values read from values"},
};
/* clang-format on */

const enum tensor attention_tensors[ATTENTION_TENSORS] = {
    TENSOR_E, TENSOR_P, TENSOR_X, TENSOR_WQ, TENSOR_WK, TENSOR_WV, TENSOR_Q,
    TENSOR_K, TENSOR_V, TENSOR_S, TENSOR_Z,  TENSOR_A,  TENSOR_O,
};

enum tensor
kinds_find(const struct kind *kinds, const char *name)
{
    int id = 0;
    while (id < TENSORS && (kinds[id].name == NULL || strcmp(kinds[id].name, name) != 0))
        id++;
    return (enum tensor)id;
}

bool
kinds_follow_store(const struct kind *kinds, enum tensor id)
{
    for (int k = 0; k < kinds[id].inputs; k++)
        if (kinds[id].in[k].map != MAP_ROW ||
            kinds_follow_store(kinds, kinds[id].in[k].tensor))
            return true;
    return false;
}

bool
kinds_reach(const struct kind *kinds, enum tensor from, enum tensor to)
{
    for (int k = 0; from != to && k < kinds[to].inputs; k++)
        if (kinds_reach(kinds, from, kinds[to].in[k].tensor))
            return true;
    return from == to;
}
