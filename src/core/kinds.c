/* The tables of tensors. */
#include "core/kinds.h"

#include <string.h>

/* clang-format off */
const struct kind sentence_kinds[TENSORS] = {
    [TENSOR_E]  = {"E",  AXIS_WORD,     AXIS_MODEL, OP_PARAMETER, .about = "embedding table"},
    [TENSOR_P]  = {"P",  AXIS_POSITION, AXIS_MODEL, OP_PARAMETER, .about = "position rows"},
    [TENSOR_X]  = {"X",  AXIS_TOKEN,    AXIS_MODEL, OP_SUM, 2, {{TENSOR_E, MAP_WORD}, {TENSOR_P, MAP_ROW}},
                   .about = "E + P"},
    [TENSOR_WQ] = {"Wq", AXIS_MODEL,    AXIS_KEY,   OP_PARAMETER, .about = "query projection"},
    [TENSOR_WK] = {"Wk", AXIS_MODEL,    AXIS_KEY,   OP_PARAMETER, .about = "key projection"},
    [TENSOR_WV] = {"Wv", AXIS_MODEL,    AXIS_WIDTH, OP_PARAMETER, .about = "value projection"},
    [TENSOR_Q]  = {"Q",  AXIS_TOKEN,    AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WQ, MAP_ROW}},
                   .about = "X Wq"},
    [TENSOR_K]  = {"K",  AXIS_TOKEN,    AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WK, MAP_ROW}},
                   .about = "X Wk"},
    [TENSOR_V]  = {"V",  AXIS_TOKEN,    AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WV, MAP_ROW}},
                   .about = "X Wv"},
    [TENSOR_S]  = {"S",  AXIS_TOKEN,    AXIS_TOKEN, OP_PRODUCT_T, 2, {{TENSOR_Q, MAP_ROW}, {TENSOR_K, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Q K^T"},
    [TENSOR_Z]  = {"Z",  AXIS_TOKEN,    AXIS_TOKEN, OP_SCALE, 1, {{TENSOR_S, MAP_ROW}},
                   .causal = true, .keep = KEEP_ROWS, .about = "S / sqrt(d_k), then the mask"},
    [TENSOR_A]  = {"A",  AXIS_TOKEN,    AXIS_TOKEN, OP_SOFTMAX, 1, {{TENSOR_Z, MAP_ROW}},
                   .keep = KEEP_SHOWN, .about = "softmax of each row of Z"},
    [TENSOR_O]  = {"O",  AXIS_TOKEN,    AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_A, MAP_ROW}, {TENSOR_V, MAP_ROW}},
                   .keep = KEEP_SHOWN, .about = "A V"},
    [TENSOR_ENTROPY] = {"H", AXIS_TOKEN, AXIS_ONE,  OP_ENTROPY, 1, {{TENSOR_A, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "entropy of each row of A"},
    [TENSOR_ROW_SUM] = {"rowsum", AXIS_TOKEN, AXIS_ONE, OP_ROW_SUM, 1, {{TENSOR_A, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "sum of each row of A"},
    [TENSOR_FREE_Z] = {"Zfree", AXIS_TOKEN, AXIS_TOKEN, OP_SCALE, 1, {{TENSOR_S, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "S / sqrt(d_k), without the mask"},
    [TENSOR_FREE_A] = {"Afree", AXIS_TOKEN, AXIS_TOKEN, OP_SOFTMAX, 1, {{TENSOR_FREE_Z, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "softmax of each row of Zfree"},
};

const struct kind lookup_kinds[TENSORS] = {
    [TENSOR_ET] = {"Et", AXIS_TAG,   AXIS_MODEL, OP_PARAMETER, .about = "embedding of each tag"},
    [TENSOR_EV] = {"Ev", AXIS_VALUE, AXIS_MODEL, OP_PARAMETER, .about = "embedding of each value"},
    [TENSOR_X]  = {"X",  AXIS_TOKEN, AXIS_MODEL, OP_SUM, 2, {{TENSOR_ET, MAP_TAG}, {TENSOR_EV, MAP_VALUE}},
                   .keep = KEEP_ROWS, .about = "Et + Ev; of the query Et"},
    [TENSOR_WQ] = {"Wq", AXIS_MODEL, AXIS_KEY,   OP_PARAMETER, .about = "query projection"},
    [TENSOR_WK] = {"Wk", AXIS_MODEL, AXIS_KEY,   OP_PARAMETER, .about = "key projection"},
    [TENSOR_WV] = {"Wv", AXIS_MODEL, AXIS_WIDTH, OP_PARAMETER, .about = "value projection"},
    [TENSOR_WO] = {"Wo", AXIS_WIDTH, AXIS_VALUE, OP_PARAMETER, .about = "output projection"},
    [TENSOR_Q]  = {"Q",  AXIS_ONE,   AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_X, MAP_QUERY}, {TENSOR_WQ, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "X Wq of the query"},
    [TENSOR_K]  = {"K",  AXIS_ENTRY, AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WK, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "X Wk of the entries"},
    [TENSOR_V]  = {"V",  AXIS_ENTRY, AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_X, MAP_ROW}, {TENSOR_WV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "X Wv of the entries"},
    [TENSOR_S]  = {"S",  AXIS_ONE,   AXIS_ENTRY, OP_PRODUCT_T, 2, {{TENSOR_Q, MAP_ROW}, {TENSOR_K, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Q K^T"},
    [TENSOR_Z]  = {"Z",  AXIS_ONE,   AXIS_ENTRY, OP_SCALE, 1, {{TENSOR_S, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "S / sqrt(d_k)"},
    [TENSOR_A]  = {"A",  AXIS_ONE,   AXIS_ENTRY, OP_SOFTMAX, 1, {{TENSOR_Z, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "softmax of Z"},
    [TENSOR_O]  = {"O",  AXIS_ONE,   AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_A, MAP_ROW}, {TENSOR_V, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "A V"},
    [TENSOR_L]  = {"L",  AXIS_ONE,   AXIS_VALUE, OP_PRODUCT, 2, {{TENSOR_O, MAP_ROW}, {TENSOR_WO, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "O Wo"},
    [TENSOR_PROBABILITY] = {"p", AXIS_ONE, AXIS_VALUE, OP_SOFTMAX, 1, {{TENSOR_L, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "softmax of L"},
    [TENSOR_LOSS] = {"loss", AXIS_ONE, AXIS_ONE, OP_CROSS_ENTROPY, 1, {{TENSOR_L, MAP_ROW}, {TENSOR_PROBABILITY, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "-log p of the answer"},
    [TENSOR_RIGHT] = {"right", AXIS_ONE, AXIS_ONE, OP_RIGHT, 1, {{TENSOR_L, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "1 where the largest of L is the answer's"},
    [TENSOR_QT] = {"Qt", AXIS_TAG,   AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_ET, MAP_ROW}, {TENSOR_WQ, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Et Wq"},
    [TENSOR_KT] = {"Kt", AXIS_TAG,   AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_ET, MAP_ROW}, {TENSOR_WK, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Et Wk"},
    [TENSOR_KV] = {"Kv", AXIS_VALUE, AXIS_KEY,   OP_PRODUCT, 2, {{TENSOR_EV, MAP_ROW}, {TENSOR_WK, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Ev Wk"},
    [TENSOR_UT] = {"Ut", AXIS_TAG,   AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_ET, MAP_ROW}, {TENSOR_WV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Et Wv"},
    [TENSOR_UV] = {"Uv", AXIS_VALUE, AXIS_WIDTH, OP_PRODUCT, 2, {{TENSOR_EV, MAP_ROW}, {TENSOR_WV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Ev Wv"},
    [TENSOR_ZT] = {"Zt", AXIS_TAG,   AXIS_TAG,   OP_PRODUCT_T, 2, {{TENSOR_QT, MAP_ROW}, {TENSOR_KT, MAP_ROW}},
                   .scaled = true, .keep = KEEP_ROWS, .about = "Qt Kt^T / sqrt(d_k)"},
    [TENSOR_ZV] = {"Zv", AXIS_TAG,   AXIS_VALUE, OP_PRODUCT_T, 2, {{TENSOR_QT, MAP_ROW}, {TENSOR_KV, MAP_ROW}},
                   .scaled = true, .keep = KEEP_ROWS, .about = "Qt Kv^T / sqrt(d_k)"},
    [TENSOR_LT] = {"Lt", AXIS_TAG,   AXIS_VALUE, OP_PRODUCT, 2, {{TENSOR_UT, MAP_ROW}, {TENSOR_WO, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Ut Wo"},
    [TENSOR_LV] = {"Lv", AXIS_VALUE, AXIS_VALUE, OP_PRODUCT, 2, {{TENSOR_UV, MAP_ROW}, {TENSOR_WO, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Uv Wo"},
    [TENSOR_CT] = {"Ct", AXIS_TAG,   AXIS_VALUE, OP_CENTRE, 1, {{TENSOR_LT, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Lt less the mean of its row"},
    [TENSOR_CV] = {"Cv", AXIS_VALUE, AXIS_VALUE, OP_CENTRE, 1, {{TENSOR_LV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "Lv less the mean of its row"},
    [TENSOR_VAR_ZT] = {"varZt", AXIS_TAG, AXIS_ONE, OP_VARIANCE, 1, {{TENSOR_ZT, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "variance of each row of Zt"},
    [TENSOR_VAR_ZV] = {"varZv", AXIS_TAG, AXIS_ONE, OP_VARIANCE, 1, {{TENSOR_ZV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "variance of each row of Zv"},
    [TENSOR_VAR_LT] = {"varLt", AXIS_VALUE, AXIS_ONE, OP_VARIANCE_T, 1, {{TENSOR_CT, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "variance of each column of Ct"},
    [TENSOR_VAR_LV] = {"varLv", AXIS_VALUE, AXIS_ONE, OP_VARIANCE_T, 1, {{TENSOR_CV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "variance of each column of Cv"},
    [TENSOR_KEY_SHARE] = {"key_tag_share", AXIS_ONE, AXIS_ONE, OP_SHARE, 2, {{TENSOR_VAR_ZT, MAP_ROW}, {TENSOR_VAR_ZV, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "the part of varZt in varZt + varZv"},
    [TENSOR_VALUE_SHARE] = {"value_value_share", AXIS_ONE, AXIS_ONE, OP_SHARE, 2, {{TENSOR_VAR_LV, MAP_ROW}, {TENSOR_VAR_LT, MAP_ROW}},
                   .keep = KEEP_ROWS, .about = "the part of varLv in varLv + varLt"},
};
/* clang-format on */

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
