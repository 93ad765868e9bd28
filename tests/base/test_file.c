/* Reading files of bounded size. */
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

enum { MOST = 70000 };

/* A folder of this test and the file in it. */
struct place {
    char folder[400], file[440];
    char *bytes; /* MOST random ones */
};

static int
setup(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    const char *base = getenv("TMPDIR");
    if (place == NULL || (place->bytes = malloc(MOST)) == NULL)
        return -1;
    if (base == NULL || *base == '\0' || strlen(base) > 300)
        base = "/tmp";
    snprintf(place->folder, sizeof place->folder, "%s/qkv-test-XXXXXX", base);
    if (mkdtemp(place->folder) == NULL)
        return -1;
    snprintf(place->file, sizeof place->file, "%s/some file", place->folder);
    for (size_t i = 0; i < MOST; i++)
        place->bytes[i] = (char)(random_bits(1, 2, i) & 0xff);
    *state = place;
    return 0;
}

static int
teardown(void **state)
{
    struct place *place = *state;
    remove(place->file);
    int left = rmdir(place->folder);
    free(place->bytes);
    free(place);
    return left;
}

static void
write_file(const struct place *place, size_t length)
{
    FILE *stream = fopen(place->file, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(place->bytes, 1, length, stream), length);
    assert_int_equal(fclose(stream), 0);
}

/* Sizes around those where the buffer grows. */
static const size_t sizes[] = {0,     1,     2,     100,   16382, 16383, 16384,
                               16385, 32767, 32768, 32769, 65535, 65536, MOST};

static void
reads_every_size(void **state)
{
    struct place *place = *state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_file(place, sizes[i]);
        char *bytes = NULL;
        size_t length = 12345678;
        struct err err = {""};
        if (!file_read(place->file, MOST, &bytes, &length, &err))
            fail_msg("%s", err.text);
        assert_int_equal(length, sizes[i]);
        assert_int_equal(bytes[length], '\0');
        assert_memory_equal(bytes, place->bytes, length);
        free(bytes);
    }
}

static void
limit_is_the_last_that_passes(void **state)
{
    struct place *place = *state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_file(place, sizes[i]);
        char *bytes = NULL;
        size_t length = 0;
        struct err err = {""};
        assert_true(file_read(place->file, sizes[i], &bytes, &length, &err));
        assert_int_equal(length, sizes[i]);
        free(bytes);
        if (sizes[i] == 0)
            continue;
        assert_false(file_read(place->file, sizes[i] - 1, &bytes, &length, &err));
        char limit[32];
        snprintf(limit, sizeof limit, " %zu bytes", sizes[i] - 1);
        assert_memory_equal(err.text, place->file, strlen(place->file));
        assert_non_null(strstr(err.text, limit));
    }
}

static void
names_what_cannot_be_read(void **state)
{
    struct place *place = *state;
    char *bytes = NULL;
    size_t length = 0;
    struct err err = {""};
    remove(place->file);
    assert_false(file_read(place->file, MOST, &bytes, &length, &err));
    assert_memory_equal(err.text, place->file, strlen(place->file));
    assert_int_equal(err.text[strlen(place->file)], ':');

    assert_false(file_read(place->folder, MOST, &bytes, &length, &err));
    assert_memory_equal(err.text, place->folder, strlen(place->folder));
    assert_int_equal(err.text[strlen(place->folder)], ':');

    assert_false(file_read("", MOST, &bytes, &length, &err));
    assert_true(strlen(err.text) > 0);

    assert_false(file_read("no\x1bsuch/file", MOST, &bytes, &length, &err));
    assert_memory_equal(err.text, "no^[such/file: ", 15);
}

/* Comes last: it takes standard input away. */
static void
minus_is_standard_input(void **state)
{
    struct place *place = *state;
    write_file(place, MOST);
    assert_non_null(freopen(place->file, "rb", stdin));
    char *bytes = NULL;
    size_t length = 0;
    struct err err = {""};
    assert_true(file_read("-", MOST, &bytes, &length, &err));
    assert_int_equal(length, MOST);
    assert_memory_equal(bytes, place->bytes, length);
    free(bytes);
    /* all is read; the end is an empty file */
    assert_true(file_read("-", MOST, &bytes, &length, &err));
    assert_int_equal(length, 0);
    free(bytes);
    assert_non_null(freopen(place->file, "rb", stdin));
    assert_false(file_read("-", MOST - 1, &bytes, &length, &err));
    assert_memory_equal(err.text, "standard input: ", 16);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_size),
        cmocka_unit_test(limit_is_the_last_that_passes),
        cmocka_unit_test(names_what_cannot_be_read),
        cmocka_unit_test(minus_is_standard_input),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
