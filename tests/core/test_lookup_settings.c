/* The settings of the lookup task: the table, what it allows, and how it says no. */
#include "core/lookup_settings.h"

#include <math.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/rows.h"

static void
standard(void **state)
{
    (void)state;
    struct lookup_settings s = lookup_settings_standard();
    struct err err = {""};
    assert_true(lookup_settings_check(&s, &err));
    assert_int_equal(s.tags, 8);
    assert_int_equal(s.values, 8);
    assert_int_equal(s.entries, 4);
    assert_int_equal(s.d_model, 16);
    assert_int_equal(s.d_k, 8);
    assert_int_equal(s.d_v, 16);
    assert_int_equal(s.batch, 128);
    assert_true(s.lr == .02 && s.init == .2);
    assert_false(s.share_qk || s.share_kv);
}

/* Each setting is found by its name, can be set to both ends, and reads back. */
static void
every_setting(void **state)
{
    (void)state;
    for (int k = 0; k < LOOKUP_SETTINGS; k++) {
        enum lookup_setting which = (enum lookup_setting)k;
        const struct setting_kind *kind = &setting_kinds[k];
        struct lookup_settings s = lookup_settings_standard();
        struct err err = {""};
        assert_int_equal(lookup_setting_find(kind->name), which);
        assert_true(lookup_setting_get(&s, which) == kind->standard);
        s.entries = 1;
        s.tags = LOOKUP_TAGS_MAX;
        assert_true(lookup_setting_set(&s, which, kind->least, &err));
        assert_true(lookup_setting_get(&s, which) == kind->least);
        s.tags = LOOKUP_TAGS_MAX;
        assert_true(lookup_setting_set(&s, which, kind->most, &err));
        assert_true(lookup_setting_get(&s, which) == kind->most);
    }
    assert_int_equal(lookup_setting_find("nothing"), LOOKUP_SETTINGS);
    assert_int_equal(lookup_setting_find(""), LOOKUP_SETTINGS);
}

static const struct {
    const char *name;
    double value;
    const char *sentence; /* a part of it */
} wrong[] = {
    {"entries", 9, "entries 9 is not allowed with tags 8"},
    {"tags", 3, "entries 4 is not allowed with tags 3"},
    {"tags", 0, "tags 0 is not allowed: a whole number from 1 to 256 is"},
    {"values", -1, "from 1 to 256"},
    {"d_model", 513, "from 1 to 512"},
    {"d_k", 1e300, "from 1 to 512"},
    {"d_v", 2.5, "d_v 2.5 is not allowed: a whole number"},
    {"batch", 65537, "from 1 to 65536"},
    {"batch", (double)NAN, "batch nan"},
    {"seed", -1, "from 0 to 999999999"},
    {"seed", 4294967297.0, "seed 4294967297 is not allowed"},
    {"lr", 0, "lr 0 is not allowed: a number from 1e-30 to 1e+30 is"},
    {"lr", -1, "lr -1"},
    {"lr", (double)NAN, "lr nan"},
    {"lr", (double)INFINITY, "lr inf"},
    {"init", 0, "init 0"},
    {"share_qk", 2, "share_qk 2 is not allowed: 0 or 1 is"},
    {"share_kv", .5, "0 or 1"},
};

static void
wrong_settings(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct lookup_settings s = lookup_settings_standard(), before = s;
        struct err err = {""};
        bool set = lookup_setting_set(&s, lookup_setting_find(wrong[k].name),
                                      wrong[k].value, &err);
        failures += row_wrong(!set && strstr(err.text, wrong[k].sentence) != NULL,
                              "%s %g: %s", wrong[k].name, wrong[k].value, err.text);
        for (int other = 0; other < LOOKUP_SETTINGS; other++)
            failures +=
                row_wrong(lookup_setting_get(&s, (enum lookup_setting)other) ==
                              lookup_setting_get(&before, (enum lookup_setting)other),
                          "%s %g: changed", wrong[k].name, wrong[k].value);
    }
    assert_int_equal(failures, 0);

    struct lookup_settings s = lookup_settings_standard();
    struct err err = {""};
    s.entries = 9;
    assert_false(lookup_settings_check(&s, &err));
    s = lookup_settings_standard();
    s.lr = (double)NAN;
    assert_false(lookup_settings_check(&s, &err));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard),
        cmocka_unit_test(every_setting),
        cmocka_unit_test(wrong_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
