/* The bits of training. What a run gives is part of the program: lessons, saved runs and the
 * figures in the texts depend on it, and every compiler, optimisation and kernel variant has
 * to meet it. A faster step may not change it either. */
#include "source/trainer.h"

#include <inttypes.h>
#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/rows.h"

enum { STEPS = 200 };

/* The standard settings but for what is given (0: as they are), and the hash of parameters,
 * losses, accuracies and watched weights after STEPS steps. */
static const struct {
    struct lookup_settings settings;
    uint64_t hash;
} runs[] = {
    {{0}, 0xbb95758981305bd7},
    {{.share_qk = true}, 0xa7b2424fcb413daf},
    {{.share_kv = true}, 0xbeefbaa6b0e63cb1},
    {{.tags = 11,
      .values = 5,
      .entries = 7,
      .d_model = 13,
      .d_k = 5,
      .d_v = 9,
      .batch = 37},
     0xd82d0bf6b0ae55a8},
    {{.batch = 1000, .values = 19, .entries = 1}, 0x36adfbe3ce483e1b},
};

/* FNV-1a over the bytes of floats, lowest byte first on every machine. */
static uint64_t
hash(uint64_t hash_so_far, const float *numbers, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        uint32_t bits;
        memcpy(&bits, &numbers[k], sizeof bits);
        for (int byte = 0; byte < 4; byte++)
            hash_so_far = (hash_so_far ^ (bits >> 8 * byte & 0xff)) * 0x100000001b3ULL;
    }
    return hash_so_far;
}

static struct lookup_settings
settings_of(size_t run)
{
    struct lookup_settings settings = lookup_settings_standard();
    struct err err = {""};
    for (int k = 0; k < LOOKUP_SETTINGS; k++) {
        enum lookup_setting which = (enum lookup_setting)k;
        double value = lookup_setting_get(&runs[run].settings, which);
        if (value > 0 && !lookup_setting_set(&settings, which, value, &err))
            fail_msg("%s", err.text);
    }
    return settings;
}

static void
same_everywhere(void **state)
{
    (void)state;
    int failures = 0;
    for (const struct kernels *const *kernels = kernels_list(); *kernels; kernels++)
        for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
            struct err err = {""};
            struct lookup_settings settings = settings_of(k);
            struct trainer *trainer = trainer_make(&settings, *kernels, &err);
            if (trainer == NULL || !trainer_seek(trainer, STEPS, &err))
                fail_msg("%s", err.text);
            uint64_t got = 0xcbf29ce484222325ULL;
            got = hash(got, trainer->state.parameters.numbers,
                       trainer->state.parameters.count);
            got = hash(got, trainer->loss, STEPS + 1);
            got = hash(got, trainer->accuracy, STEPS + 1);
            got = hash(got, trainer->weights, (STEPS + 1) * (size_t)settings.entries);
            failures += row_wrong(got == runs[k].hash, "run %zu, %s: 0x%016" PRIx64, k,
                                  (*kernels)->name, got);
            trainer_free(trainer);
        }
    assert_int_equal(failures, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
