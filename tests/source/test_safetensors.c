/* safetensors: what is written reads back, and what is not one is refused with a reason. */
#include "source/safetensors.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/random.h"
#include "support/folder.h"
#include "support/rows.h"

/* A file with this header and so many bytes behind it, in a block of exactly its size so that
 * the sanitizers see reading beyond. The caller frees it. */
static char *
file_with(const char *header, size_t data, size_t *length)
{
    size_t header_length = strlen(header);
    *length = 8 + header_length + data;
    char *bytes = malloc(*length);
    assert_non_null(bytes);
    for (int k = 0; k < 8; k++)
        bytes[k] = (char)((uint64_t)header_length >> 8 * k & 0xff);
    memcpy(bytes + 8, header, header_length);
    for (size_t k = 0; k < data; k++)
        bytes[8 + header_length + k] = (char)k;
    return bytes;
}

static const struct {
    const char *header;
    size_t data;
    const char *sentence; /* a part of it; NULL where the file is good */
} files[] = {
    {"{}", 0, NULL},
    {"{ }        ", 0, NULL},
    {"{\"__metadata__\":{\"a\":\"b\"}}", 0, NULL},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}}", 4, NULL},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[0,3],\"data_offsets\":[0,0]}}", 0, NULL},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[2,10]},"
     "\"y\":{\"dtype\":\"BF16\",\"shape\":[1],\"data_offsets\":[0,2]},"
     "\"z\":{\"dtype\":\"I8\",\"shape\":[0],\"data_offsets\":[2,2]}}",
     10, NULL},
    {"{\"x\":{\"dtype\":\"F4\",\"shape\":[4],\"data_offsets\":[0,2]}}", 2, NULL},

    {"", 0, "does not begin with {"},
    {"{", 0, "does not begin with {"},
    {" {}", 0, "does not begin with {"},
    {"[]", 0, "does not begin with {"},
    {"{}x", 0, "not the JSON of a safetensors file"},
    {"{\"x\":}", 0, "not the JSON"},
    {"{\"x\":\"\xff\"}", 0, "not the JSON"},
    {"{\"a\":1,\"a\":1}", 0, "not the JSON"},
    {"{\"__metadata__\":[]}", 0, "__metadata__ is no object"},
    {"{\"__metadata__\":{\"a\":1}}", 0, "\"a\" of its __metadata__ is no text"},
    {"{\"x\":1}", 0, "tensor \"x\": its dtype \"\""},
    {"{\"x\":{}}", 0, "tensor \"x\": its dtype \"\""},
    {"{\"x\":{\"dtype\":7}}", 0, "its dtype \"\""},
    {"{\"x\":{\"dtype\":\"F33\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4,
     "dtype \"F33\""},
    {"{\"x\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}}", 4, "its shape is no list"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":{},\"data_offsets\":[0,4]}}", 4, "no list"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,1,1,1],\"data_offsets\":[0,4]}}",
     4, "at most 8 sizes"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}", 4, "size 0 of"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1.0],\"data_offsets\":[0,4]}}", 4,
     "size 0 of"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1,\"1\"],\"data_offsets\":[0,4]}}", 4,
     "size 1"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296,4294967296],"
     "\"data_offsets\":[0,4]}}",
     4, "multiply to too many"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[4611686018427387905],\"data_offsets\":[0,4]}}",
     4, "do not take the 4 bytes"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[99999999999999999999],\"data_offsets\":[0,4]}"
     "}",
     4, "not the JSON"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1]}}", 4, "data_offsets are no begin and end"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}", 4, "no begin and"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,0]}}", 4,
     "no begin and"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[-4,0]}}", 4, "no begin"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4,4]}}", 4, "no begin"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", 3,
     "was it cut off"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":"
     "[9223372036854775803,9223372036854775807]}}",
     4, "was it cut off"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,8]}}", 8,
     "1 numbers of type F32 do not take the 8 bytes"},
    {"{\"x\":{\"dtype\":\"F4\",\"shape\":[3],\"data_offsets\":[0,1]}}", 1, "do not take"},
    {"{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", 5,
     "1 bytes at its end belong to no tensor"},
    {"{}", 1, "1 bytes at its end"},
    {"{\"x\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
     "\"y\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[3,5]}}",
     5, "tensor \"y\": its bytes leave a hole"},
    {"{\"x\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
     "\"y\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[1,3]}}",
     3, "tensor \"y\": its bytes overlap"},
    {"{\"x\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
     "\"y\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}",
     2, "overlap"},
    {"{\"x\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
     "\"y\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[1,1]}}",
     2, "overlap"},
    {"{\"x\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]}}", 2,
     "leave a hole"},
};

static void
hostile_files(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        size_t length;
        struct err err = {""};
        struct safetensors file;
        char *bytes = file_with(files[k].header, files[k].data, &length);
        bool good = safetensors_parse(&file, bytes, length, &err);
        if (good)
            safetensors_free(&file);
        failures += row_wrong(files[k].sentence == NULL
                                  ? good
                                  : !good && strstr(err.text, files[k].sentence) != NULL,
                              "row %zu: %s: %s", k, files[k].header, err.text);
        free(bytes);
    }
    assert_int_equal(failures, 0);
}

/* Lengths of the header that lie, and files that end anywhere. */
static void
cut_anywhere(void **state)
{
    (void)state;
    static const char header[] =
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}";
    size_t length;
    struct safetensors file;
    struct err err = {""};
    char *whole = file_with(header, 8, &length);
    for (size_t cut = 0; cut < length; cut++) {
        char *part = malloc(cut > 0 ? cut : 1);
        assert_non_null(part);
        memcpy(part, whole, cut);
        assert_false(safetensors_parse(&file, part, cut, &err));
        free(part);
    }
    for (int k = 0; k < 64; k++) {
        uint64_t lie = (uint64_t)1 << k;
        for (int byte = 0; byte < 8; byte++)
            whole[byte] = (char)(lie >> 8 * byte & 0xff);
        assert_false(safetensors_parse(&file, whole, length, &err));
    }
    free(whole);
}

/* One byte changed anywhere: read or refused, never worse (the sanitizers watch). */
static void
one_byte_changed(void **state)
{
    (void)state;
    static const char header[] =
        "{\"__metadata__\":{\"k\":\"v\"},"
        "\"x\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[2,10]},"
        "\"y\":{\"dtype\":\"F16\",\"shape\":[],\"data_offsets\":[0,2]}}";
    size_t length;
    char *bytes = file_with(header, 10, &length);
    for (size_t at = 0; at < length; at++)
        for (uint64_t k = 0; k < 12; k++) {
            struct safetensors file;
            struct err err = {""};
            char was = bytes[at];
            bytes[at] = (char)(random_bits(1, at, k) & 0xff);
            if (safetensors_parse(&file, bytes, length, &err))
                safetensors_free(&file);
            bytes[at] = was;
        }
    free(bytes);
}

static void
written_reads_back(void **state)
{
    (void)state;
    const float numbers[] = {0, -0.0F, 1, -2.5F, 1e-45F, 3.4e38F}, more[] = {7};
    const struct safetensor_matrix matrices[] = {{"b", 2, 3, numbers},
                                                 {"a \"q\" \xc3\xa9", 1, 1, more}};
    const struct safetensor_note notes[] = {{"step", "25"}, {"text", "a\n\"b\""}};
    struct folder folder;
    struct err err = {""};
    struct safetensors file;
    char path[FOLDER_PATH_BYTES], *bytes;
    size_t length;
    float back[6];
    assert_true(folder_make(&folder));
    folder_path(&folder, "file.safetensors", path);
    assert_true(safetensors_write(path, matrices, 2, notes, 2, &err));
    assert_true(file_read(path, 1 << 20, &bytes, &length, &err));
    if (!safetensors_parse(&file, bytes, length, &err))
        fail_msg("%s", err.text);
    assert_int_equal(file.count, 2);
    const struct safetensor *b = safetensors_find(&file, "b");
    assert_non_null(b);
    assert_int_equal((b->bytes - (const unsigned char *)bytes) % 8, 0);
    assert_int_equal(b->rank, 2);
    assert_int_equal(b->size[0], 2);
    assert_int_equal(b->size[1], 3);
    safetensor_floats(b, back);
    assert_memory_equal(back, numbers, sizeof back);
    assert_non_null(safetensors_find(&file, matrices[1].name));
    assert_null(safetensors_find(&file, "c"));
    assert_string_equal(safetensors_metadata(&file, "text"), "a\n\"b\"");
    assert_null(safetensors_metadata(&file, "nothing"));
    safetensors_free(&file);
    free(bytes);
    assert_true(folder_remove(&folder));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_files),
        cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(one_byte_changed),
        cmocka_unit_test(written_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
