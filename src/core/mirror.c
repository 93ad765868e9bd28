/* From the float core to the double core. */
#include "core/mirror.h"

struct derivatives_inputs
mirror_inputs(const struct tensors *tensors)
{
    const struct tensors *veil = tensors;
    while (tensors->under != NULL)
        tensors = tensors->under;
    struct derivatives_inputs inputs = {
        .hides = veil->hides,
        .hides_by = veil->hides_by,
        .kinds = tensors->kinds,
        .size = tensors->size,
        .map = tensors->map,
        .masked = tensors->masked,
        .share_qk = tensors_share_qk(tensors),
        .share_kv = tensors_share_kv(tensors),
        .overrides = tensors->overrides,
    };
    for (int id = 0; id < TENSORS; id++)
        if (kind_is_parameter(&tensors->kinds[id]))
            inputs.parameter[id] = tensors->data[tensors->same[id]];
    return inputs;
}

struct derivatives_inputs
mirror_changed(const struct tensors *tensors, const struct lookup_family *u)
{
    struct derivatives_inputs inputs = mirror_inputs(tensors);
    for (int k = 0; k < LOOKUP_PARAMETERS; k++)
        inputs.change[lookup_parameters[k]] = u->tensor[lookup_parameters[k]];
    return inputs;
}
