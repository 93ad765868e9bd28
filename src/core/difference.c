/* Central differences in double precision. Compiled with QKV_DOUBLE only. */
#include "core/difference.h"

#include <stdlib.h>
#include <string.h>

#include "core/attention.h"

static void
copy(struct trace *trace, enum tensor_id id, const float *from)
{
    size_t count = (size_t)trace_rows(trace, id) * (size_t)trace_cols(trace, id);
    for (size_t k = 0; k < count; k++)
        trace->tensor[id][k] = (real)from[k];
}

static void
fill(struct trace *trace, const struct difference_inputs *inputs)
{
    copy(trace, TENSOR_E, inputs->E);
    copy(trace, TENSOR_P, inputs->P);
    copy(trace, TENSOR_WQ, inputs->Wq);
    copy(trace, TENSOR_WK, inputs->Wk);
    copy(trace, TENSOR_WV, inputs->Wv);
    memcpy(trace->word, inputs->word,
           (size_t)inputs->shape.size[AXIS_TOKEN] * sizeof(int));
    trace->masked = inputs->masked;
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
    trace->overrides = overrides;
    trace->override_count = inputs->override_count;
    attention_row(trace, kernels_best(), i);
    double moved = trace->tensor[place->tensor][at] + h;
    if (computed) {
        /* behind all others, so that it wins */
        overrides[inputs->override_count] = (struct override){*place, moved, 0};
        trace->override_count++;
    } else {
        trace->tensor[place->tensor][at] = moved;
        if (place->tensor == TENSOR_WQ && inputs->share_qk)
            trace->tensor[TENSOR_WK][at] = moved;
    }
    attention_row(trace, kernels_best(), i);
    return trace->tensor[TENSOR_A][(size_t)i * n + (size_t)j];
}

bool
difference_of_weight(const struct difference_inputs *inputs, int i, int j,
                     const struct place *place, double h, double *slope, struct err *err)
{
    struct trace trace;
    size_t count = (size_t)inputs->override_count;
    struct override *overrides = malloc((count + 1) * sizeof *overrides);
    if (overrides == NULL)
        return err_set(err, "there is not enough memory for the difference");
    if (!trace_init(&trace, &inputs->shape, err)) {
        free(overrides);
        return false;
    }
    if (count > 0)
        memcpy(overrides, inputs->overrides, count * sizeof *overrides);
    double above = weight_moved(&trace, inputs, i, j, place, h, overrides);
    double below = weight_moved(&trace, inputs, i, j, place, -h, overrides);
    *slope = (above - below) / (2 * h);
    trace_free(&trace);
    free(overrides);
    return true;
}
