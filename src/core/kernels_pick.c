/* Which kernels this machine can run. */
#include "core/kernels.h"

#include <stddef.h>
#include <string.h>

#define kernels_baseline CORE_NAME(kernels_baseline)
extern const struct kernels kernels_baseline;

/* The double core checks derivatives; the baseline is enough for it. */
#if defined(KERNELS_X86) && !defined(QKV_DOUBLE)
extern const struct kernels kernels_avx2, kernels_avx512;

/* Each list is the one before and one more. */
const struct kernels *const *
kernels_list(void)
{
    static const struct kernels *const all[] = {&kernels_baseline, &kernels_avx2,
                                                &kernels_avx512, NULL};
    static const struct kernels *const to_avx2[] = {&kernels_baseline, &kernels_avx2,
                                                    NULL};
    static const struct kernels *const to_baseline[] = {&kernels_baseline, NULL};
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return to_baseline;
    bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    return wide ? all : to_avx2;
}
#else
const struct kernels *const *
kernels_list(void)
{
    static const struct kernels *const all[] = {&kernels_baseline, NULL};
    return all;
}
#endif

const struct kernels *
kernels_best(void)
{
    const struct kernels *const *at = kernels_list();
    while (at[1] != NULL)
        at++;
    return *at;
}

const struct kernels *
kernels_named(const char *name)
{
    for (const struct kernels *const *at = kernels_list(); *at != NULL; at++)
        if (strcmp((*at)->name, name) == 0)
            return *at;
    return NULL;
}
