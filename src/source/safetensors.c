/* Reading and writing safetensors. */
#include "source/safetensors.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file_replace.h"
#include "base/text.h"

enum { LENGTH_BYTES = 8 };
static const char METADATA[] = "__metadata__";

/* The types that the format knows, for the check of lengths. */
static const struct dtype {
    const char *name;
    unsigned bits;
} dtypes[] = {
    {"BOOL", 8},        {"F4", 4},          {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"U8", 8},
    {"I8", 8},          {"F8_E5M2", 8},     {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"I16", 16},
    {"U16", 16},        {"F16", 16},        {"BF16", 16},   {"I32", 32},    {"U32", 32},
    {"F32", 32},        {"C64", 64},        {"F64", 64},    {"I64", 64},    {"U64", 64},
    {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8},
};

/* -- reading --------------------------------------------------------------------------- */

static unsigned
bits_of(const char *dtype)
{
    for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++)
        if (strcmp(dtypes[k].name, dtype) == 0)
            return dtypes[k].bits;
    return 0;
}

/* A whole number of JSON that is not negative. */
static bool
read_size(const json_t *value, uint64_t *out)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *out = (uint64_t)json_integer_value(value);
    return true;
}

static bool
read_shape(struct safetensor *tensor, const json_t *shape, const char *name,
           struct err *err)
{
    if (!json_is_array(shape) || json_array_size(shape) > SAFETENSORS_RANK_MAX)
        return err_set(err, "tensor \"%s\": its shape is no list of at most %d sizes",
                       name, SAFETENSORS_RANK_MAX);
    tensor->rank = (int)json_array_size(shape);
    tensor->count = 1;
    for (int k = 0; k < tensor->rank; k++) {
        uint64_t *size = &tensor->size[k];
        if (!read_size(json_array_get(shape, (size_t)k), size))
            return err_set(err, "tensor \"%s\": size %d of its shape is no whole number",
                           name, k);
        if (*size != 0 && tensor->count > UINT64_MAX / *size)
            return err_set(err, "tensor \"%s\": its sizes multiply to too many numbers",
                           name);
        tensor->count *= *size;
    }
    return true;
}

/* Finds the bytes of a tensor among the `room` bytes behind the header. */
static bool
read_place(struct safetensor *tensor, const json_t *offsets, const char *data,
           size_t room, struct err *err)
{
    uint64_t begin, end;
    unsigned bits = bits_of(tensor->dtype);
    if (!json_is_array(offsets) || json_array_size(offsets) != 2 ||
        !read_size(json_array_get(offsets, 0), &begin) ||
        !read_size(json_array_get(offsets, 1), &end) || begin > end)
        return err_set(err, "tensor \"%s\": its data_offsets are no begin and end",
                       tensor->name);
    if (end > room)
        return err_set(err,
                       "tensor \"%s\": its bytes end at %" PRIu64 ", but the file has "
                       "%zu behind the header: was it cut off?",
                       tensor->name, end, room);
    if (tensor->count > UINT64_MAX / bits || tensor->count * bits % 8 != 0 ||
        tensor->count * bits / 8 != end - begin)
        return err_set(err,
                       "tensor \"%s\": %" PRIu64 " numbers of type %s do not take the "
                       "%" PRIu64 " bytes that it is given",
                       tensor->name, tensor->count, tensor->dtype, end - begin);
    tensor->bytes = (const unsigned char *)data + begin;
    tensor->length = (size_t)(end - begin);
    return true;
}

static bool
read_tensor(struct safetensor *tensor, const char *name, const json_t *entry,
            const char *data, size_t room, struct err *err)
{
    *tensor = (struct safetensor){.name = name};
    tensor->dtype = json_string_value(json_object_get(entry, "dtype"));
    if (tensor->dtype == NULL || bits_of(tensor->dtype) == 0)
        return err_set(err, "tensor \"%s\": its dtype \"%s\" is none that is known", name,
                       tensor->dtype != NULL ? tensor->dtype : "");
    return read_shape(tensor, json_object_get(entry, "shape"), name, err) &&
           read_place(tensor, json_object_get(entry, "data_offsets"), data, room, err);
}

static int
by_place(const void *a, const void *b)
{
    const struct safetensor *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? -1 : 1;
    return (x->length > y->length) - (x->length < y->length);
}

/* Every byte belongs to one tensor. */
static bool
check_cover(struct safetensors *file, const char *data, size_t room, struct err *err)
{
    const unsigned char *next = (const unsigned char *)data, *end = next + room;
    if (file->count > 0)
        qsort(file->tensors, file->count, sizeof *file->tensors, by_place);
    for (size_t k = 0; k < file->count; k++) {
        const struct safetensor *tensor = &file->tensors[k];
        if (tensor->bytes != next)
            return err_set(err, "tensor \"%s\": its bytes %s", tensor->name,
                           tensor->bytes > next ? "leave a hole before them"
                                                : "overlap those of another");
        next += tensor->length;
    }
    return next == end ||
           err_set(err, "%zu bytes at its end belong to no tensor", (size_t)(end - next));
}

static bool
read_entries(struct safetensors *file, const char *data, size_t room, struct err *err)
{
    const char *key;
    json_t *entry;
    file->tensors = calloc(json_object_size(file->header) + 1, sizeof *file->tensors);
    if (file->tensors == NULL)
        return err_set(err, "there is not enough memory for its table of tensors");
    json_object_foreach(file->header, key, entry)
    {
        if (strcmp(key, METADATA) == 0)
            continue;
        if (!read_tensor(&file->tensors[file->count], key, entry, data, room, err))
            return false;
        file->count++;
    }
    const json_t *metadata = json_object_get(file->header, METADATA);
    if (metadata != NULL && !json_is_object(metadata))
        return err_set(err, "its %s is no object", METADATA);
    return check_cover(file, data, room, err);
}

/* __metadata__ holds texts only. */
static bool
check_metadata(const struct safetensors *file, struct err *err)
{
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(file->header, METADATA), key, value)
    {
        if (!json_is_string(value))
            return err_set(err, "\"%s\" of its %s is no text", key, METADATA);
    }
    return true;
}

bool
safetensors_parse(struct safetensors *file, const char *bytes, size_t length,
                  struct err *err)
{
    uint64_t header = 0;
    json_error_t error;
    *file = (struct safetensors){0};
    if (length < LENGTH_BYTES)
        return err_set(err, "it is no safetensors file: it has only %zu bytes", length);
    for (int k = LENGTH_BYTES - 1; k >= 0; k--)
        header = header << 8 | (unsigned char)bytes[k];
    if (header > SAFETENSORS_HEADER_MAX)
        return err_set(err, "it is no safetensors file: it does not begin with the "
                            "length of a header");
    if (header > length - LENGTH_BYTES)
        return err_set(err,
                       "its header has %" PRIu64 " bytes, but only %zu follow: was it "
                       "cut off?",
                       header, length - LENGTH_BYTES);
    if (header < 2 || bytes[LENGTH_BYTES] != '{')
        return err_set(err,
                       "it is no safetensors file: its header does not begin with {");
    file->header =
        json_loadb(bytes + LENGTH_BYTES, (size_t)header, JSON_REJECT_DUPLICATES, &error);
    if (file->header == NULL)
        return err_set(err, "its header is not the JSON of a safetensors file: %s",
                       error.text);
    size_t before = LENGTH_BYTES + (size_t)header;
    if (read_entries(file, bytes + before, length - before, err) &&
        check_metadata(file, err))
        return true;
    safetensors_free(file);
    return false;
}

void
safetensors_free(struct safetensors *file)
{
    free(file->tensors);
    json_decref(file->header);
    *file = (struct safetensors){0};
}

const struct safetensor *
safetensors_find(const struct safetensors *file, const char *name)
{
    for (size_t k = 0; k < file->count; k++)
        if (strcmp(file->tensors[k].name, name) == 0)
            return &file->tensors[k];
    return NULL;
}

const char *
safetensors_metadata(const struct safetensors *file, const char *key)
{
    return json_string_value(
        json_object_get(json_object_get(file->header, METADATA), key));
}

void
safetensor_floats(const struct safetensor *tensor, float *out)
{
    assert(strcmp(tensor->dtype, "F32") == 0);
    for (uint64_t k = 0; k < tensor->count; k++) {
        const unsigned char *at = tensor->bytes + 4 * k;
        uint32_t bits = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
                        (uint32_t)at[3] << 24;
        memcpy(&out[k], &bits, sizeof bits);
    }
}

/* -- writing --------------------------------------------------------------------------- */

/* The header as an object the caller owns; NULL where memory is short or a text is no
 * UTF-8. */
static json_t *
make_header(const struct safetensor_matrix *matrices, size_t count,
            const struct safetensor_note *notes, size_t note_count)
{
    json_t *header = json_object(), *metadata = json_object();
    json_int_t begin = 0;
    int failed = 0;
    for (size_t k = 0; k < note_count; k++)
        failed |=
            json_object_set_new(metadata, notes[k].key, json_string(notes[k].value));
    failed |= json_object_set_new(header, METADATA, metadata);
    for (size_t k = 0; k < count; k++) {
        const struct safetensor_matrix *matrix = &matrices[k];
        json_int_t end = begin + 4 * (json_int_t)matrix->rows * matrix->cols;
        json_t *entry = json_pack("{s:s, s:[i, i], s:[I, I]}", "dtype", "F32", "shape",
                                  matrix->rows, matrix->cols, "data_offsets", begin, end);
        failed |= json_object_set_new(header, matrix->name, entry);
        begin = end;
    }
    if (!failed)
        return header;
    json_decref(header);
    return NULL;
}

static void
add_floats(struct text *out, const float *numbers, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        uint32_t bits;
        memcpy(&bits, &numbers[k], sizeof bits);
        char bytes[] = {(char)(bits & 0xff), (char)(bits >> 8 & 0xff),
                        (char)(bits >> 16 & 0xff), (char)(bits >> 24)};
        text_add_bytes(out, bytes, sizeof bytes);
    }
}

bool
safetensors_write(const char *path, const struct safetensor_matrix *matrices,
                  size_t count, const struct safetensor_note *notes, size_t note_count,
                  struct err *err)
{
    json_t *header = make_header(matrices, count, notes, note_count);
    char *json = header != NULL ? json_dumps(header, JSON_COMPACT) : NULL;
    struct text out = {0};
    json_decref(header);
    if (json == NULL)
        return err_set(err, "%s: there is not enough memory to write it", path);
    uint64_t length = strlen(json), padded = (length + 7) / 8 * 8;
    for (int k = 0; k < LENGTH_BYTES; k++)
        text_add_bytes(&out, &(char){(char)(padded >> 8 * k & 0xff)}, 1);
    text_add_bytes(&out, json, (size_t)length);
    text_add_bytes(&out, "       ", (size_t)(padded - length));
    free(json);
    for (size_t k = 0; k < count; k++)
        add_floats(&out, matrices[k].numbers,
                   (size_t)matrices[k].rows * (size_t)matrices[k].cols);
    bool written = out.failed
                       ? err_set(err, "%s: there is not enough memory to write it", path)
                       : file_replace(path, out.bytes, out.length, err);
    text_free(&out);
    return written;
}
