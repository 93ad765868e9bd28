/* Runs in files: one that is loaded goes on bit for bit; what is no run is refused. */
#include "source/trainer_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/file_replace.h"
#include "source/safetensors.h"
#include "support/folder.h"
#include "support/rows.h"
#include "support/training.h"

struct place {
    struct folder folder;
    char path[FOLDER_PATH_BYTES];
};

static int
setup(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    *state = place;
    if (place == NULL || !folder_make(&place->folder))
        return -1;
    folder_path(&place->folder, "run.safetensors", place->path);
    return 0;
}

static int
teardown(void **state)
{
    struct place *place = *state;
    bool removed = folder_remove(&place->folder);
    free(place);
    return removed ? 0 : -1;
}

static struct trainer *
make(const struct lookup_settings *settings, int step)
{
    struct err err = {""};
    struct trainer *trainer = trainer_make(settings, kernels_best(), &err);
    if (trainer == NULL || !trainer_seek(trainer, step, &err))
        fail_msg("%s", err.text);
    return trainer;
}

static struct trainer *
load(const char *path)
{
    struct err err = {""};
    struct trainer *trainer = trainer_load(path, kernels_best(), &err);
    if (trainer == NULL)
        fail_msg("%s", err.text);
    return trainer;
}

static void
save(const struct trainer *trainer, const char *path)
{
    struct err err = {""};
    if (!trainer_save(trainer, path, &err))
        fail_msg("%s", err.text);
}

/* Saved on the way, with changes before and behind, then loaded and trained on. */
static void
goes_on_bit_for_bit(void **state)
{
    const struct place *place = *state;
    for (int sharing = 0; sharing < 4; sharing++) {
        struct lookup_settings settings = lookup_settings_standard();
        const struct number number = store_number_at(TENSOR_WO, 2, 3);
        struct err err = {""};
        int dropped;
        settings.share_qk = sharing & 1;
        settings.share_kv = sharing & 2;
        settings.lr = .017;
        settings.init = 1.0 / 3;
        settings.d_v = 7;
        struct trainer *trainer = make(&settings, 10);
        assert_true(trainer_change(trainer, CHANGE_LR, NULL, 1.0 / 70, &dropped, &err));
        trainer_go(trainer, 12);
        assert_true(trainer_change(trainer, CHANGE_BATCH, NULL, 77, &dropped, &err));
        assert_true(
            trainer_change(trainer, CHANGE_NUMBER, &number, -1.0 / 3, &dropped, &err));
        trainer_go(trainer, 40);
        assert_true(trainer_change(trainer, CHANGE_LR, NULL, .03, &dropped, &err));
        trainer_go(trainer, 60);
        trainer_go(trainer, 25);
        save(trainer, place->path);
        struct trainer *other = load(place->path);
        assert_trainers_equal(trainer, other);
        assert_int_equal(other->first, 0);
        assert_int_equal(other->last, 25);
        assert_int_equal(other->run.change_count, 3); /* not the one at 40 */
        assert_memory_equal(other->loss, trainer->loss, 26 * sizeof(float));
        static const int steps[] = {39, 11, 12, 0, 25};
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
            trainer_go(trainer, steps[k]);
            trainer_go(other, steps[k]);
            assert_trainers_equal(trainer, other);
        }
        trainer_free(trainer);
        trainer_free(other);
    }
}

/* Numbers that the settings do not lead to are taken as they are; what was before them is not
 * known, what follows is trained from them. */
static void
begins_where_the_file_does(void **state)
{
    const struct place *place = *state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = make(&settings, 30);
    struct err err = {""};
    trainer->state.parameters.tensor[TENSOR_WV][5] = 1.25F;
    save(trainer, place->path);
    struct trainer *other = load(place->path);
    assert_int_equal(other->first, 30);
    assert_int_equal(other->last, 30);
    assert_true(other->state.parameters.tensor[TENSOR_WV][5] == 1.25F);
    assert_true(isfinite(trainer_loss(other, 30)) != 0);
    assert_false(trainer_seek(other, 29, &err));
    assert_non_null(strstr(err.text, "the file that was loaded begins at step 30"));

    trainer_go(other, 75);
    save(other, place->path);
    struct trainer *third = load(place->path);
    assert_int_equal(third->first, 75);
    trainer_go(third, 90);
    trainer_go(other, 90);
    assert_trainers_equal(other, third);
    trainer_go(other, 33);
    trainer_go(other, 30);
    assert_true(other->state.parameters.tensor[TENSOR_WV][5] == 1.25F);
    trainer_go(other, 90);
    assert_trainers_equal(other, third);
    assert_true(trainer_watch(other, &(struct lookup_store){{1, 2, 3, 4}, {0}, 0}, &err));
    while (other->recalling)
        assert_true(trainer_recall(other, 10, &err));
    for (int step = 30; step <= 90; step++)
        assert_true(isfinite(trainer_weights(other, step)[3]) != 0);
    assert_true(trainer_reset(other, &err));
    assert_int_equal(other->first, 0);
    trainer_free(trainer);
    trainer_free(other);
    trainer_free(third);
}

/* -- files that are no runs ------------------------------------------------------------ */

/* One change to a good file: the bytes `was` become `now`, as long as they are. */
static const struct {
    const char *was, *now, *sentence;
} wrong[] = {
    {"\"lookup 1\"", "\"lookup 9\"", "it is no run of the lookup task"},
    {"\"step\":\"3\"", "\"step\":\"x\"", "its metadata has no \"step\""},
    {"\"step\":\"3\"", "\"stop\":\"3\"", "its metadata has no \"step\""},
    {"\"tags\":\"8\"", "\"tags\":\"0\"", "its metadata: tags 0 is not allowed"},
    {"\"tags\":\"8\"", "\"tags\":\"3\"", "entries 4 is not allowed with tags 3"},
    {"\"tags\":\"8\"", "\"tags\":\"7\"", "tensor Et is not 7 x 16"},
    {"\"d_k\":\"8\"", "\"d_k\":\"9\"", "tensor Wq is not 16 x 9"},
    {"\"d_k\":\"8\"", "\"d_q\":\"8\"", "its metadata has no number \"d_k\""},
    {"\"d_k\":\"8\"", "\"d_k\":\"e\"", "its metadata has no number \"d_k\""},
    {"\"share_kv\":\"0\"", "\"share_kv\":\"1\"", "tensor Wo is not 8 x 8"},
    {"\"Wq\":", "\"Wx\":", "it has no tensor Wq"},
    {"\"Et.m\":", "\"Et.w\":", "it has no tensor Et.m"},
    {"\"dtype\":\"F32\"", "\"dtype\":\"U32\"", "tensor Et is U32; F32 is what is read"},
    {"[8,16]", "[16,8]", "tensor Et is not 8 x 16"},
    {"[8,16]", "[8,61]", "do not take the 512 bytes"},
    {"[[1,\\\"lr\\\"", "[[1,\\\"lx\\\"", "change 0 of its metadata"},
    {"[[1,\\\"lr\\\"", "[[4,\\\"lr\\\"", "change 0 of its metadata"},
    {"[[1,\\\"lr\\\"", "[[1,  \\\"\\\"", "change 0 of its metadata"},
    {"[2,\\\"Wk\\\"", "[0,\\\"Wk\\\"", "change 1 of its metadata"},
    {"[2,\\\"Wk\\\"", "[2,\\\"Zk\\\"", "only parameters can be changed"},
    {"\\\"Wk\\\",1,7", "\\\"Wk\\\",1,9", "Wk[1,9] is not there"},
    {"[[0,3],", "[[0,9],", "\"watched\" of its metadata: "},
    {"[[0,3],", "[[2,3],", "\"watched\" of its metadata: "},
    {"[[0,3],", "[[03],,", "\"watched\" of its metadata does not read"},
    {"[[0,3],", "[ 9,31,", "\"watched\" of its metadata does not read"},
    {"[[1,\\\"lr\\\"", " [1,\\\"lr\\\"", "\"changes\" of its metadata is no list"},
};

/* Finds bytes in bytes. */
static char *
find(char *bytes, size_t length, const char *what)
{
    size_t size = strlen(what);
    for (size_t at = 0; at + size <= length; at++)
        if (memcmp(bytes + at, what, size) == 0)
            return bytes + at;
    return NULL;
}

static void
write_good(const struct place *place)
{
    struct lookup_settings settings = lookup_settings_standard();
    const struct number number = store_number_at(TENSOR_WK, 1, 7);
    struct err err = {""};
    int dropped;
    struct trainer *trainer = make(&settings, 1);
    assert_true(trainer_change(trainer, CHANGE_LR, NULL, .5, &dropped, &err));
    trainer_go(trainer, 2);
    assert_true(trainer_change(trainer, CHANGE_NUMBER, &number, .25, &dropped, &err));
    trainer_go(trainer, 3);
    save(trainer, place->path);
    trainer_free(trainer);
}

static void
not_runs(void **state)
{
    const struct place *place = *state;
    int failures = 0;
    char *bytes;
    size_t length;
    struct err err = {""};
    write_good(place);
    assert_true(file_read(place->path, 1 << 20, &bytes, &length, &err));
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        char *at = find(bytes, length, wrong[k].was);
        size_t size = strlen(wrong[k].was);
        if (at == NULL || strlen(wrong[k].now) != size)
            fail_msg("row %zu does not fit", k);
        memcpy(at, wrong[k].now, size);
        assert_true(file_replace(place->path, bytes, length, &err));
        struct trainer *trainer = trainer_load(place->path, kernels_best(), &err);
        failures += row_wrong(
            trainer == NULL && strstr(err.text, wrong[k].sentence) != NULL &&
                strncmp(err.text, place->path, strlen(place->path)) == 0,
            "row %zu, %s: %s", k, wrong[k].now, trainer == NULL ? err.text : "loaded");
        trainer_free(trainer);
        memcpy(at, wrong[k].was, size);
    }
    assert_int_equal(failures, 0);

    /* the numbers behind the header: not finite, and a negative mean of squares */
    static const float bad[] = {NAN, INFINITY, -1};
    char *last = bytes + length - sizeof *bad;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        memcpy(last, &bad[k], sizeof bad[k]);
        assert_true(file_replace(place->path, bytes, length, &err));
        assert_null(trainer_load(place->path, kernels_best(), &err));
    }
    assert_non_null(strstr(err.text, "a mean of squares (.v) is negative"));
    free(bytes);
}

static void
cut_padded_foreign(void **state)
{
    const struct place *place = *state;
    char *bytes, path[FOLDER_PATH_BYTES];
    size_t length;
    struct err err = {""};
    write_good(place);
    assert_true(file_read(place->path, 1 << 20, &bytes, &length, &err));
    for (size_t cut = 0; cut < length; cut += 1 + length / 200) {
        assert_true(file_replace(place->path, bytes, cut, &err));
        assert_null(trainer_load(place->path, kernels_best(), &err));
    }
    char *longer = calloc(1, length + 4);
    assert_non_null(longer);
    memcpy(longer, bytes, length);
    assert_true(file_replace(place->path, longer, length + 4, &err));
    assert_null(trainer_load(place->path, kernels_best(), &err));
    assert_non_null(strstr(err.text, "4 bytes at its end belong to no tensor"));

    folder_add_text(&place->folder, "prose", "a file of another kind, with some length");
    folder_path(&place->folder, "prose", path);
    assert_null(trainer_load(path, kernels_best(), &err));
    assert_non_null(strstr(err.text, "prose: it is no safetensors file"));
    const float number = 1;
    const struct safetensor_matrix matrix = {"Et", 1, 1, &number};
    assert_true(safetensors_write(path, &matrix, 1, NULL, 0, &err));
    assert_null(trainer_load(path, kernels_best(), &err));
    assert_non_null(strstr(err.text, "it is no run of the lookup task"));

    assert_null(trainer_load(place->folder.path, kernels_best(), &err));
    assert_non_null(strstr(err.text, "it is a directory"));
    folder_path(&place->folder, "nothing", path);
    assert_null(trainer_load(path, kernels_best(), &err));
    assert_non_null(strstr(err.text, "No such file"));
    folder_path(&place->folder, "pipe", path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_null(trainer_load(path, kernels_best(), &err)); /* and does not wait */
    assert_non_null(strstr(err.text, "it is no regular file"));
    free(bytes);
    free(longer);
}

/* The store that was watched is watched again. */
static void
the_watched_store_comes_back(void **state)
{
    const struct place *place = *state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = make(&settings, 9);
    const struct lookup_store store = {{7, 1, 0, 5}, {2, 2, 6, 0}, 3};
    struct err err;
    assert_true(trainer_watch(trainer, &store, &err));
    save(trainer, place->path);
    struct trainer *other = load(place->path);
    assert_memory_equal(&other->watched, &store, sizeof store);
    while (trainer->recalling)
        assert_true(trainer_recall(trainer, 100, &err));
    assert_memory_equal(trainer_weights(other, 0), trainer_weights(trainer, 0),
                        10 * 4 * sizeof(float));
    trainer_free(trainer);
    trainer_free(other);
}

/* What is watched is no part of the run: where a file does not say it, the standard store is. */
static void
a_file_may_leave_the_watched_store_out(void **state)
{
    const struct place *place = *state;
    struct lookup_settings settings = lookup_settings_standard();
    const struct lookup_store store = {{7, 1, 0, 5}, {2, 2, 6, 0}, 3},
                              standard = lookup_store_standard(&settings);
    struct trainer *trainer = make(&settings, 9);
    char *bytes;
    size_t length;
    struct err err = {""};
    assert_true(trainer_watch(trainer, &store, &err));
    save(trainer, place->path);
    assert_true(file_read(place->path, 1 << 20, &bytes, &length, &err));
    char *at = find(bytes, length, "\"watched\"");
    assert_non_null(at);
    memcpy(at, "\"ignored\"", strlen("\"ignored\""));
    assert_true(file_replace(place->path, bytes, length, &err));
    struct trainer *other = load(place->path);
    assert_memory_equal(&other->watched, &standard, sizeof standard);
    assert_int_equal(other->tensors.map[MAP_ANSWER][0], standard.value[standard.asked]);
    assert_false(other->recalling);
    assert_trainers_equal(trainer, other);
    free(bytes);
    trainer_free(trainer);
    trainer_free(other);
}

/* A run whose numbers are not finite is not written over one that is good. */
static void
not_finite_is_not_saved(void **state)
{
    const struct place *place = *state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = make(&settings, 3);
    struct err err = {""};
    save(trainer, place->path);
    trainer->state.parameters.tensor[TENSOR_WV][5] = INFINITY;
    assert_false(trainer_save(trainer, place->path, &err));
    assert_non_null(strstr(err.text, "it is not written: number 5 of Wv is not finite"));
    struct trainer *other = load(place->path);
    assert_int_equal(other->state.step, 3);
    assert_false(trainer_save(trainer, place->folder.path, &err));
    trainer_free(trainer);
    trainer_free(other);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(goes_on_bit_for_bit, setup, teardown),
        cmocka_unit_test_setup_teardown(begins_where_the_file_does, setup, teardown),
        cmocka_unit_test_setup_teardown(not_runs, setup, teardown),
        cmocka_unit_test_setup_teardown(cut_padded_foreign, setup, teardown),
        cmocka_unit_test_setup_teardown(the_watched_store_comes_back, setup, teardown),
        cmocka_unit_test_setup_teardown(a_file_may_leave_the_watched_store_out, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(not_finite_is_not_saved, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
