#ifndef BENCH_PEAK_H
#define BENCH_PEAK_H

/* As many multiply-adds a second as a core can do: the measure of the kernels. Compiled once
 * for each instruction set, as the kernels are. */
struct peak {
    const char *name; /* that of the kernels */
    int each;         /* multiply-adds in a round */

    /* x = x * factor + term, so many rounds of it in chains that do not wait for each other;
     * the sum of the chains, without which a compiler could leave all of it out. */
    float (*run)(long rounds, float factor, float term);
};

extern const struct peak peak_baseline;
#ifdef KERNELS_X86
extern const struct peak peak_avx2, peak_avx512;
#endif

#endif
