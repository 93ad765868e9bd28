/* Where the reader's own files are. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/xdg.h"
#include "support/rows.h"

static void
set(const char *variable, const char *value)
{
    if (value != NULL)
        setenv(variable, value, 1);
    else
        unsetenv(variable);
}

static void
folders(void **state)
{
    (void)state;
    static const struct {
        const char *xdg, *home, *data, *state;
    } rows[] = {
        {"/x", "/home/a", "/x/qkv", "/x/qkv"},
        {NULL, "/home/a", "/home/a/.local/share/qkv", "/home/a/.local/state/qkv"},
        {"", "/home/a", "/home/a/.local/share/qkv", "/home/a/.local/state/qkv"},
        {"x", "/home/a", "/home/a/.local/share/qkv", "/home/a/.local/state/qkv"},
        {NULL, NULL, NULL, NULL},
        {NULL, "", NULL, NULL},
        {NULL, "/a-home-whose-path-is-longer-than-the-room", NULL, NULL},
    };
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char data[40], kept[40];
        set("XDG_DATA_HOME", rows[k].xdg);
        set("XDG_STATE_HOME", rows[k].xdg);
        set("HOME", rows[k].home);
        bool has_data = xdg_data(data, sizeof data);
        bool has_state = xdg_state(kept, sizeof kept);
        wrong += row_wrong(has_data == (rows[k].data != NULL) &&
                               (!has_data || strcmp(data, rows[k].data) == 0),
                           "row %zu: data", k);
        wrong += row_wrong(has_state == (rows[k].state != NULL) &&
                               (!has_state || strcmp(kept, rows[k].state) == 0),
                           "row %zu: state", k);
    }
    assert_int_equal(wrong, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(folders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
