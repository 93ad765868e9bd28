/* Derivatives and central differences in double precision. Compiled with QKV_DOUBLE only. */
#include "core/difference.h"

#include <stdlib.h>
#include <string.h>

#include "core/attention.h"
#include "core/gradient.h"

static void
copy_tensor(struct trace *trace, enum tensor_id id, const float *from)
{
    size_t count = (size_t)trace_rows(trace, id) * (size_t)trace_cols(trace, id);
    for (size_t k = 0; k < count; k++)
        trace->tensor[id][k] = (real)from[k];
}

static void
fill(struct trace *trace, const struct difference_inputs *inputs)
{
    copy_tensor(trace, TENSOR_E, inputs->E);
    copy_tensor(trace, TENSOR_P, inputs->P);
    copy_tensor(trace, TENSOR_WQ, inputs->Wq);
    copy_tensor(trace, TENSOR_WK, inputs->Wk);
    copy_tensor(trace, TENSOR_WV, inputs->Wv);
    memcpy(trace->word, inputs->word,
           (size_t)inputs->shape.size[AXIS_TOKEN] * sizeof(int));
    trace->masked = inputs->masked;
    trace->share_qk = inputs->share_qk;
    trace->share_kv = inputs->share_kv;
}

/* The weight when the number at `place` is moved by h from where the forward pass has it. */
static double
weight_moved(struct trace *trace, const struct difference_inputs *inputs, int i, int j,
             const struct place *place, double h, struct override *overrides)
{
    size_t cols = (size_t)trace_cols(trace, place->tensor);
    size_t at = (size_t)place->row * cols + (size_t)place->col;
    size_t n = (size_t)trace->shape.size[AXIS_TOKEN];
    bool computed = !tensor_kinds[place->tensor].parameter;
    fill(trace, inputs);
    trace->overrides = (struct overrides){overrides, inputs->overrides.count};
    attention_row(trace, kernels_best(), i);
    double moved = trace->tensor[place->tensor][at] + h;
    if (computed) {
        /* behind all others, so that it wins */
        overrides[trace->overrides.count++] =
            (struct override){(int)place->tensor, place->row, place->col, moved, 0};
    } else {
        trace->tensor[place->tensor][at] = moved;
        if (place->tensor == TENSOR_WQ && inputs->share_qk)
            trace->tensor[TENSOR_WK][at] = moved;
    }
    attention_row(trace, kernels_best(), i);
    return trace->tensor[TENSOR_A][(size_t)i * n + (size_t)j];
}

/* A trace of the inputs, and a copy of their overrides with room for one more. */
struct copy {
    struct trace trace;
    struct override *overrides;
};

static bool
copy_init(struct copy *copy, const struct difference_inputs *inputs, struct err *err)
{
    size_t count = (size_t)inputs->overrides.count;
    copy->overrides = malloc((count + 1) * sizeof *copy->overrides);
    if (copy->overrides == NULL)
        return err_set(err, "there is not enough memory for the difference");
    if (!trace_init(&copy->trace, &inputs->shape, err)) {
        free(copy->overrides);
        return false;
    }
    if (count > 0)
        memcpy(copy->overrides, inputs->overrides.list, count * sizeof *copy->overrides);
    return true;
}

static void
copy_free(struct copy *copy)
{
    trace_free(&copy->trace);
    free(copy->overrides);
}

bool
difference_of_weight(const struct difference_inputs *inputs, int i, int j,
                     const struct place *place, double h, double *slope, struct err *err)
{
    struct copy copy;
    if (!copy_init(&copy, inputs, err))
        return false;
    double above = weight_moved(&copy.trace, inputs, i, j, place, h, copy.overrides);
    double below = weight_moved(&copy.trace, inputs, i, j, place, -h, copy.overrides);
    *slope = (above - below) / (2 * h);
    copy_free(&copy);
    return true;
}

bool
derivative_of_weight(const struct difference_inputs *inputs, int i, int j,
                     const struct place *place, double *derivative, struct err *err)
{
    struct copy copy;
    struct trace gradient;
    if (!copy_init(&copy, inputs, err))
        return false;
    if (!trace_init(&gradient, &inputs->shape, err)) {
        copy_free(&copy);
        return false;
    }
    fill(&copy.trace, inputs);
    copy.trace.overrides = (struct overrides){copy.overrides, inputs->overrides.count};
    attention_row(&copy.trace, kernels_best(), i);
    gradient_of_weight(&copy.trace, i, j, &gradient);
    size_t cols = (size_t)trace_cols(&gradient, place->tensor);
    *derivative =
        gradient.tensor[place->tensor][(size_t)place->row * cols + (size_t)place->col];
    trace_free(&gradient);
    copy_free(&copy);
    return true;
}
