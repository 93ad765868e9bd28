/* A sentence of a failure can always be shown, whatever went into it. */
#include "base/err.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/utf8.h"

static void
assert_printable(const struct err *err)
{
    assert_non_null(memchr(err->text, '\0', sizeof err->text));
    size_t length = strlen(err->text);
    for (size_t at = 0, step; at < length; at += step) {
        uint32_t code = 0;
        step = utf8_decode(err->text + at, length - at, &code);
        if (step == 0 || utf8_is_control(code))
            fail_msg("byte %zu of \"%s\"", at, err->text);
    }
}

static void
set_formats_and_returns_false(void **state)
{
    (void)state;
    struct err err;
    assert_false(err_set(&err, "column %d, but %s is %d", 9, "d_k", 5));
    assert_string_equal(err.text, "column 9, but d_k is 5");
    assert_false(err_set(&err, "%s", ""));
    assert_string_equal(err.text, "");
}

static void
set_makes_visible(void **state)
{
    (void)state;
    static const struct {
        const char *in, *wanted;
    } rows[] = {
        {"a\x1b[2Jb", "the word a^[[2Jb"}, {"line\nbreak", "the word line^Jbreak"},
        {"\xc2\x9b", "the word <U+009B>"}, {"\xe2\x80\xae", "the word <U+202E>"},
        {"\xff\xc3", "the word <FF><C3>"}, {"caf\xc3\xa9", "the word caf\xc3\xa9"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct err err;
        err_set(&err, "the word %s", rows[i].in);
        assert_string_equal(err.text, rows[i].wanted);
        /* and a second time nothing changes any more */
        err_place(&err, "here");
        assert_memory_equal(err.text, "here: ", 6);
        assert_string_equal(err.text + 6, rows[i].wanted);
    }
}

static void
place_goes_in_front(void **state)
{
    (void)state;
    struct err err;
    err_set(&err, "it has %d bytes", 7);
    assert_false(err_place(&err, "%s:%d", "x.head", 3));
    assert_string_equal(err.text, "x.head:3: it has 7 bytes");
    assert_false(err_place(&err, "load"));
    assert_string_equal(err.text, "load: x.head:3: it has 7 bytes");
    assert_false(err_place(&err, "\x1b%%"));
    assert_string_equal(err.text, "^[%: load: x.head:3: it has 7 bytes");
}

/* Every length around the size of the buffer, with bytes of all kinds. */
static void
cut_stays_printable(void **state)
{
    (void)state;
    enum { ROOM = sizeof((struct err *)0)->text };
    static const char *const units[] = {
        "x",    "\xc3\xa9",     "\xe2\x82\xac",  "\xf0\x9f\x98\x80",  "\x1b",
        "\xff", "\xe2\x80\xae", "a\xe2\x82\xac", "ab\xf0\x9f\x98\x80"};
    for (size_t unit = 0; unit < sizeof units / sizeof *units; unit++)
        for (size_t length = ROOM - 20; length < ROOM + 20; length++) {
            char in[ROOM + 32];
            size_t used = 0, width = strlen(units[unit]);
            for (; used + width <= length; used += width)
                memcpy(in + used, units[unit], width);
            in[used] = '\0';
            struct err err;
            assert_false(err_set(&err, "%s", in));
            assert_printable(&err);
            assert_false(err_place(&err, "%s", in));
            assert_printable(&err);
        }
}

static void
random_bytes_stay_printable(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 500; trial++) {
        char in[800];
        size_t length = random_bits(1, trial, 0) % sizeof in;
        for (size_t at = 0; at < length; at++)
            in[at] = (char)(1 + random_bits(2, trial, at) % 255);
        in[length] = '\0';
        struct err err;
        err_set(&err, "%s", in);
        assert_printable(&err);
    }
}

/* A reader must see that a sentence goes on. */
static void
cut_ends_in_dots(void **state)
{
    (void)state;
    char in[2000];
    memset(in, 'x', sizeof in - 1);
    in[sizeof in - 1] = '\0';
    struct err err;
    err_set(&err, "%s", in);
    size_t length = strlen(err.text);
    assert_true(length > 600);
    assert_string_equal(err.text + length - 4, "x...");
    err_set(&err, "%.*s", (int)sizeof err.text - 1, in);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_memory_equal(err.text, in, sizeof err.text - 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_formats_and_returns_false),
        cmocka_unit_test(set_makes_visible),
        cmocka_unit_test(place_goes_in_front),
        cmocka_unit_test(cut_stays_printable),
        cmocka_unit_test(random_bytes_stay_printable),
        cmocka_unit_test(cut_ends_in_dots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
