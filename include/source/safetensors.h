#ifndef SOURCE_SAFETENSORS_H
#define SOURCE_SAFETENSORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* The safetensors format (huggingface/safetensors, README "Format"): 8 bytes N, little-endian;
 * N bytes of JSON, an object that gives each tensor's name its dtype, shape and data_offsets,
 * and __metadata__ strings of the writer's; then the numbers, row-major, little-endian, each
 * byte of them part of exactly one tensor. */

struct json_t; /* of jansson */

enum { SAFETENSORS_RANK_MAX = 8, SAFETENSORS_HEADER_MAX = 100000000 };

struct safetensor {
    const char *name;
    const char *dtype; /* F32, BF16, ... */
    int rank;          /* 0: one number */
    uint64_t size[SAFETENSORS_RANK_MAX];
    uint64_t count; /* of numbers: the sizes multiplied */
    const unsigned char *bytes;
    size_t length;
};

/* A file that was read: borrows its bytes. */
struct safetensors {
    struct safetensor *tensors; /* in the order of their bytes; owned */
    size_t count;
    struct json_t *header; /* owned; holds the names */
};

/* Reads a file of `length` bytes, which must outlive *file. Checks everything before it is
 * used, and that the tensors cover the bytes exactly. Fails with a sentence that does not name
 * the file. Free with safetensors_free. */
bool safetensors_parse(struct safetensors *file, const char *bytes, size_t length,
                       struct err *err);
void safetensors_free(struct safetensors *file);

/* The tensor of that name, or NULL. */
const struct safetensor *safetensors_find(const struct safetensors *file,
                                          const char *name);

/* A text of the metadata, or NULL. */
const char *safetensors_metadata(const struct safetensors *file, const char *key);

/* Copies the numbers of an F32 tensor. */
void safetensor_floats(const struct safetensor *tensor, float *out);

/* What is to be written: matrices of floats, and the metadata. All borrowed. */
struct safetensor_matrix {
    const char *name;
    int rows, cols;
    const float *numbers;
};
struct safetensor_note {
    const char *key, *value;
};

/* Writes a file with file_replace: it is there whole, or as it was before. The numbers start
 * at a multiple of 8 bytes. */
bool safetensors_write(const char *path, const struct safetensor_matrix *matrices,
                       size_t count, const struct safetensor_note *notes,
                       size_t note_count, struct err *err);

#endif
