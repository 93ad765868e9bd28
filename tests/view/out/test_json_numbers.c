/* The numbers in the JSON of a state: floats read back to the bit, and whoever starts
 * from the printed X and W comes, in double precision, to the printed A and O. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/reread.h"
#include "support/rows.h"

/* -- matrices as they are printed ---------------------------------------------------- */

struct matrix {
    int rows, cols;
    double *at; /* row-major; a null is -infinity */
};

static struct matrix
zeros(int rows, int cols)
{
    struct matrix matrix = {rows, cols, calloc((size_t)(rows * cols), sizeof(double))};
    assert_non_null(matrix.at);
    return matrix;
}

static struct matrix
read_matrix(json_t *root, const char *name)
{
    json_t *tensor = reread_tensor(root, name), *item;
    int rows, cols;
    size_t k;
    assert_int_equal(json_unpack(tensor, "{s:[i,i!]}", "shape", &rows, &cols), 0);
    json_t *data = json_object_get(tensor, "data");
    assert_int_equal(json_array_size(data), rows * cols);
    struct matrix matrix = zeros(rows, cols);
    json_array_foreach(data, k, item) matrix.at[k] =
        json_is_null(item) ? -HUGE_VAL : json_number_value(item);
    return matrix;
}

/* a b, or a b^T */
static struct matrix
product(const struct matrix *a, const struct matrix *b, bool transposed)
{
    int cols = transposed ? b->rows : b->cols;
    struct matrix out = zeros(a->rows, cols);
    for (int r = 0; r < a->rows; r++)
        for (int c = 0; c < cols; c++)
            for (int m = 0; m < a->cols; m++)
                out.at[r * cols + c] +=
                    a->at[r * a->cols + m] *
                    (transposed ? b->at[c * b->cols + m] : b->at[m * b->cols + c]);
    return out;
}

/* softmax(q k^T / sqrt(d_k)) */
static struct matrix
weigh(const struct matrix *q, const struct matrix *k, bool mask)
{
    struct matrix a = product(q, k, true);
    for (int i = 0; i < a.rows; i++) {
        double *row = a.at + i * a.cols, max = -HUGE_VAL, sum = 0;
        for (int j = 0; j < a.cols; j++) {
            row[j] = mask && j > i ? -HUGE_VAL : row[j] / sqrt(q->cols);
            max = row[j] > max ? row[j] : max;
        }
        for (int j = 0; j < a.cols; j++)
            sum += row[j] = exp(row[j] - max);
        for (int j = 0; j < a.cols; j++)
            row[j] /= sum;
    }
    return a;
}

static double
farthest(const struct matrix *a, const struct matrix *b)
{
    double most = 0;
    assert_true(a->rows == b->rows && a->cols == b->cols);
    for (int k = 0; k < a->rows * a->cols; k++)
        most = fmax(most, fabs(a->at[k] - b->at[k]));
    return most;
}

/* -- every head, in many states ------------------------------------------------------ */

static double
largest(const struct matrix *a)
{
    double most = 0;
    for (int k = 0; k < a->rows * a->cols; k++)
        most = fmax(most, fabs(a->at[k]));
    return most;
}

/* From X and W, or from the printed Q, K, V, to A and O in double precision. */
static int
check_outcome(json_t *root, bool from_x, const char *name)
{
    static const char *const printed[] = {"Q", "K", "V"}, *weights[] = {"Wq", "Wk", "Wv"};
    bool mask = json_is_true(json_object_get(root, "mask"));
    struct matrix x = read_matrix(root, "X"), p[3];
    for (int k = 0; k < 3; k++) {
        p[k] = read_matrix(root, from_x ? weights[k] : printed[k]);
        if (from_x) {
            struct matrix made = product(&x, &p[k], false);
            free(p[k].at);
            p[k] = made;
        }
    }
    struct matrix a = weigh(&p[0], &p[1], mask), o = product(&a, &p[2], false);
    struct matrix A = read_matrix(root, "A"), O = read_matrix(root, "O");
    double off_A = farthest(&A, &a), off_O = farthest(&O, &o);
    int wrong = row_wrong(off_A <= 1e-5 && off_O <= 1e-5 * fmax(1, largest(&p[2])),
                          "%s: from %s A is %.1e off, O %.1e", name,
                          from_x ? "X" : "Q K V", off_A, off_O);
    const struct matrix all[] = {x, p[0], p[1], p[2], a, o, A, O};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k].at);
    return wrong;
}

/* S, Z and A one by one: Z = S / sqrt(d_k), null and of weight 0 where masked; rows of A
 * sum to 1. */
static int
check_scores(json_t *root, const char *name)
{
    struct matrix q = read_matrix(root, "Q"), k = read_matrix(root, "K");
    struct matrix s = read_matrix(root, "S"), z = read_matrix(root, "Z");
    struct matrix a = read_matrix(root, "A");
    json_t *nulls = json_object_get(reread_tensor(root, "Z"), "data");
    bool mask = json_is_true(json_object_get(root, "mask"));
    int n = s.rows;
    bool scores = true, scaled = true, masks = true, sums = true;
    for (int i = 0; i < n; i++) {
        double row = 0;
        for (int at = i * n; at < (i + 1) * n; at++) {
            double sum = 0, size = 0, Z = s.at[at] / sqrt(q.cols);
            bool masked = mask && at - i * n > i;
            for (int c = 0; c < q.cols; c++) {
                double term = q.at[i * q.cols + c] * k.at[(at - i * n) * q.cols + c];
                sum += term;
                size += fabs(term);
            }
            scores = scores && fabs(s.at[at] - sum) <= 1e-6 * size + 1e-30;
            scaled = scaled && (masked || fabs(z.at[at] - Z) <= 1e-6 * fabs(Z));
            masks = masks && json_is_null(json_array_get(nulls, (size_t)at)) == masked &&
                    (!masked || a.at[at] <= 0) && a.at[at] >= 0;
            row += a.at[at];
        }
        sums = sums && fabs(row - 1) <= 1e-6;
    }
    int wrong =
        row_wrong(scores, "%s: S is not Q K^T", name) +
        row_wrong(scaled, "%s: Z is not S / sqrt(d_k)", name) +
        row_wrong(masks, "%s: what is masked is not null, or its weight not 0", name) +
        row_wrong(sums, "%s: a row of A does not sum to 1", name);
    free(q.at);
    free(k.at);
    free(s.at);
    free(z.at);
    free(a.at);
    return wrong;
}

/* Every printed number is the float of the tensors, and X = E + P to the bit. */
static int
check_bits(const struct explorer *explorer, json_t *root, const char *name)
{
    const struct tensors *tensors = &explorer->tensors;
    int wrong = 0;
    for (int n = 0; n < ATTENTION_TENSORS; n++) {
        enum tensor id = attention_tensors[n];
        struct matrix matrix = read_matrix(root, sentence_kinds[id].name);
        bool same = matrix.rows == tensors_rows(tensors, id) &&
                    matrix.cols == tensors_cols(tensors, id);
        for (int k = 0; same && k < matrix.rows * matrix.cols; k++) {
            float value = (float)matrix.at[k];
            real is = tensors_row(tensors, id, k / matrix.cols)[k % matrix.cols];
            same = memcmp(&value, &is, sizeof value) == 0;
        }
        wrong +=
            row_wrong(same, "%s: %s is not the tensor", name, sentence_kinds[id].name);
        free(matrix.at);
    }
    struct matrix e = read_matrix(root, "E"), p = read_matrix(root, "P");
    struct matrix x = read_matrix(root, "X");
    bool sums = true;
    for (int k = 0; k < x.rows * x.cols; k++) {
        int row = tensors->map[MAP_WORD][k / x.cols] * x.cols;
        float sum = (float)e.at[row + k % x.cols] + (float)p.at[k];
        sums = sums && fabsf(sum - (float)x.at[k]) <= 0;
    }
    wrong += row_wrong(sums, "%s: X is not E + P", name);
    free(e.at);
    free(p.at);
    free(x.at);
    return wrong;
}

static int
check_state(struct session *session, const char *name)
{
    json_t *root = reread_json(session);
    int wrong = check_bits(session->app.explorer, root, name) + check_scores(root, name) +
                check_outcome(root, false, name) + check_outcome(root, true, name);
    json_decref(root);
    return wrong;
}

static void
numbers_follow_from_numbers(void **state)
{
    static const char *const sentences[] = {
        NULL, "one", "Mary met Tom because she liked the old music and he liked Mary ."};
    static const char *const states[] = {
        "mask off",
        "mask on",
        "share qk on",
        "share kv on",
        "set d_k 9",
        "word chased noun",
        "share qk on; share kv on; mask on",
    };
    int wrong = 0;
    (void)state;
    for (size_t t = 0; t < sizeof sentences / sizeof sentences[0]; t++) {
        struct session *session = session_open(sentences[t]);
        for (int h = 0; h < session->library.head_count; h++)
            for (size_t s = 0; s < sizeof states / sizeof states[0]; s++) {
                const struct head *head = &session->library.heads[h];
                char name[120], command[64];
                snprintf(command, sizeof command, "head %s; mask off; reset", head->name);
                snprintf(name, sizeof name, "%s, %s", head->name, states[s]);
                session_do(session, command);
                if (strcmp(states[s], "set d_k 9") == 0 && !head->random &&
                    head->d_k > 9) {
                    assert_int_equal(session_try(session, states[s]), OUTCOME_FAILED);
                    continue;
                }
                session_do(session, states[s]);
                wrong += check_state(session, name);
            }
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

static void
the_longest_sentence_is_written_whole(void **state)
{
    struct text sentence = {0};
    (void)state;
    for (int i = 0; i < TOKENS_MAX; i++)
        text_add(&sentence, "%s ", i % 3 ? "cat" : "chased");
    struct session *session = session_open(sentence.bytes);
    session_do(session, "head random; mask on");
    assert_int_equal(check_state(session, "512 words"), 0);
    json_t *root = reread_json(session);
    assert_int_equal(json_array_size(json_object_get(root, "sentence")), TOKENS_MAX);
    json_decref(root);
    session_close(session);
    text_free(&sentence);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_follow_from_numbers),
        cmocka_unit_test(the_longest_sentence_is_written_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
