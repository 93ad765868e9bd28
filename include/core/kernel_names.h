#ifndef CORE_KERNEL_NAMES_H
#define CORE_KERNEL_NAMES_H

#include "core/real.h"

/* The files of kernels are compiled once for each instruction set, with KERNELS_NAME = baseline,
 * avx2, ...: KERNEL(lookup) is lookup_baseline there, or lookup_avx2. */

#ifndef KERNELS_NAME
#define KERNELS_NAME baseline
#endif

#define KERNEL_GLUE_(a, b) a##_##b
#define KERNEL_GLUE(a, b)  KERNEL_GLUE_(a, b)
#define KERNEL(name)       CORE_NAME(KERNEL_GLUE(name, KERNELS_NAME))

#define KERNEL_TEXT_(name) #name
#define KERNEL_TEXT(name)  KERNEL_TEXT_(name)

#endif
