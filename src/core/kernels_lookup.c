/* The examples of a batch, LOOKUP_LANES at once: lane l has example l of them. What is done here
 * to every lane is what forward() and backward() of lookup_step.c and lookup_draw.c do to one
 * example, in the same order, and comes to the same bits.
 *
 * A number of every lane lies side by side, as in A[e][l], so that one operation does them all.
 * The tables hold the logits of a tag or a value as a row: rows are loaded whole, eight numbers
 * at a time, and turned round, so that no lane has to fetch a number of its own. */
#include "core/kernels.h"

#include <string.h>

#include "base/random.h"
#include "core/kernel_names.h"
#include "core/lookup_step.h"
#include "core/vec.h"

enum { LANES = LOOKUP_LANES };
_Static_assert(LANES % VEC == 0 && (int)LOOKUP_ROW == (int)VEC,
               "lanes and rows are whole vectors");

/* The lanes' numbers. N entries; W: V rounded up to whole vectors. */
struct lanes {
    int live; /* lanes that have an example; the others repeat the first */
    int tag[LOOKUP_ENTRIES_MAX][LANES], value[LOOKUP_ENTRIES_MAX][LANES];
    int query[LANES], answer[LANES];
    real A[LOOKUP_ENTRIES_MAX][LANES];
    real dA[LOOKUP_ENTRIES_MAX][LANES];
    real max[LANES], sum[LANES]; /* of the softmax of L */
    real *part;                  /* (N, W, LANES) what an entry adds to a logit */
    real *L, *p;                 /* (W, LANES) */
    real *rows;                  /* (LANES, W) dL, a row for each lane */
};

static int
round_up(int count)
{
    return (count + VEC - 1) / VEC * VEC;
}

/* -- forward --------------------------------------------------------------------------- */

/* A number for each lane; those without an example get the first one's. */
static void
fill_lanes(int to[LANES], const int *from, int live)
{
    if (live == LANES) {
        memcpy(to, from, LANES * sizeof *to);
        return;
    }
    for (int l = 0; l < LANES; l++)
        to[l] = from[l < live ? l : 0];
}

/* The examples from b on, one for each lane. */
static void
take_lanes(struct lanes *x, const struct lookup_batch *batch, int b, int N)
{
    x->live = batch->count - b < LANES ? batch->count - b : LANES;
    fill_lanes(x->query, batch->query + b, x->live);
    fill_lanes(x->answer, batch->answer + b, x->live);
    for (int e = 0; e < N; e++) {
        fill_lanes(x->tag[e], batch->tag + e * batch->count + b, x->live);
        fill_lanes(x->value[e], batch->value + e * batch->count + b, x->live);
    }
}

/* out[k] = exp(in[k] - max) / sum for k < count, in every lane. */
static void
softmax_lanes(real *restrict out, const real *restrict in, int count, real max[LANES],
              real sum[LANES])
{
    for (int half = 0; half < LANES; half += VEC) {
        vec most = vec_load(in + half), all = vec_all(0);
        for (int k = 1; k < count; k++) {
            vec x = vec_load(in + k * LANES + half);
            most = vec_max(x, most);
        }
        for (int k = 0; k < count; k++) {
            vec x = vec_exp(vec_load(in + k * LANES + half) - most);
            vec_store(out + k * LANES + half, x);
            all += x;
        }
        for (int k = 0; k < count; k++)
            vec_store(out + k * LANES + half, vec_load(out + k * LANES + half) / all);
        vec_store(max + half, most);
        vec_store(sum + half, all);
    }
}

/* A = softmax(Z);  Z[e] = Zt[query, tag e] + Zv[query, value e] */
static void
attend_lanes(const struct lookup_work *work, struct lanes *x, int N)
{
    int T = work->shape.size[AXIS_TAG], V = work->shape.size[AXIS_VALUE];
    real Z[LOOKUP_ENTRIES_MAX][LANES], max[LANES], sum[LANES];
    for (int e = 0; e < N; e++)
        for (int l = 0; l < LANES; l++)
            Z[e][l] = work->Zt[x->query[l] * T + x->tag[e][l]] +
                      work->Zv[x->query[l] * V + x->value[e][l]];
    softmax_lanes(x->A[0], Z[0], N, max, sum);
}

/* part[e][v] = Lt[tag e, v] + Lv[value e, v];  L[v] = sum over e of A[e] part[e][v] */
static void
read_lanes(const struct lookup_work *work, struct lanes *x, int N, int W)
{
    memset(x->L, 0, (size_t)W * LANES * sizeof *x->L);
    for (int e = 0; e < N; e++)
        for (int half = 0; half < LANES; half += VEC)
            for (int v = 0; v < W; v += VEC) {
                real *part = x->part + ((size_t)e * (size_t)W + (size_t)v) * LANES + half;
                real *L = x->L + (size_t)v * LANES + half;
                vec row[VEC], A = vec_load(x->A[e] + half);
                for (int k = 0; k < VEC; k++)
                    row[k] = vec_load(work->Lt_rows + x->tag[e][half + k] * W + v) +
                             vec_load(work->Lv_rows + x->value[e][half + k] * W + v);
                vec_turn(row);
                for (int k = 0; k < VEC; k++) {
                    vec_store(part + k * LANES, row[k]);
                    vec_store(L + k * LANES, vec_fma(A, row[k], vec_load(L + k * LANES)));
                }
            }
}

static void
forward_lanes(const struct lookup_work *work, const struct lookup_batch *batch, int b,
              struct lanes *x)
{
    const int *size = work->shape.size;
    int N = size[AXIS_ENTRY], V = size[AXIS_VALUE];
    take_lanes(x, batch, b, N);
    attend_lanes(work, x, N);
    read_lanes(work, x, N, round_up(V));
    softmax_lanes(x->p, x->L, V, x->max, x->sum);
}

/* How many of the live lanes are right: their largest logit, the first of equals, is the
 * answer's. */
static int
count_right(const struct lanes *x, int V)
{
    int best[LANES], right = 0;
    for (int half = 0; half < LANES; half += VEC) {
        vec most = vec_load(x->L + half);
        vec_int at = {0};
        for (int v = 1; v < V; v++) {
            vec L = vec_load(x->L + v * LANES + half);
            vec_int larger = L > most;
            most = vec_choose(larger, L, most);
            at = (larger & v) | (~larger & at);
        }
        memcpy(best + half, &at, sizeof at);
    }
    for (int l = 0; l < x->live; l++)
        right += best[l] == x->answer[l];
    return right;
}

/* loss = log(sum over v of exp L[v]) - L[answer], added to each lane's. */
static void
add_losses(const struct lanes *x, real loss[LANES])
{
    real one[LANES];
    for (int half = 0; half < LANES; half += VEC) /* a sum has an exp(0) in it */
        vec_store(one + half, vec_log(vec_load(x->sum + half)));
    for (int l = 0; l < x->live; l++)
        loss[l] += one[l] - (x->L[x->answer[l] * LANES + l] - x->max[l]);
}

/* -- backward -------------------------------------------------------------------------- */

/* dL[v] = p[v] - (v = answer), in place of p, and turned into a row for each lane; then
 * dA[e] = sum over v of dL[v] part[e][v]. */
static void
back_to_entries(struct lanes *x, int N, int V, int W)
{
    for (int half = 0; half < LANES; half += VEC) {
        vec_int answer;
        memcpy(&answer, x->answer + half, sizeof answer);
        for (int v = 0; v < V; v++) {
            vec one = vec_choose(answer == v, vec_all(1), vec_all(0));
            real *p = x->p + v * LANES + half;
            vec_store(p, vec_load(p) - one);
        }
    }
    memset(x->p + V * LANES, 0, (size_t)(W - V) * LANES * sizeof *x->p);
    for (int half = 0; half < LANES; half += VEC)
        for (int v = 0; v < W; v += VEC) {
            vec row[VEC];
            for (int k = 0; k < VEC; k++)
                row[k] = vec_load(x->p + (v + k) * LANES + half);
            vec_turn(row);
            for (int k = 0; k < VEC; k++)
                vec_store(x->rows + (half + k) * W + v, row[k]);
        }
    for (int e = 0; e < N; e++)
        for (int half = 0; half < LANES; half += VEC) {
            const real *part = x->part + (size_t)e * (size_t)W * LANES + half;
            vec sum = vec_all(0);
            for (int v = 0; v < V; v++)
                sum = vec_fma(vec_load(x->p + v * LANES + half),
                              vec_load(part + v * LANES), sum);
            vec_store(x->dA[e] + half, sum);
        }
}

/* dZ[e] = A[e] (dA[e] - sum over k of A[k] dA[k]), in place of dA. */
static void
back_softmax_lanes(struct lanes *x, int N)
{
    real dot[LANES] = {0};
    for (int e = 0; e < N; e++)
        for (int l = 0; l < LANES; l++)
            dot[l] = real_fma(x->A[e][l], x->dA[e][l], dot[l]);
    for (int e = 0; e < N; e++)
        for (int l = 0; l < LANES; l++)
            x->dA[e][l] = x->A[e][l] * (x->dA[e][l] - dot[l]);
}

/* Adds lane l's example to the tables of its lane. */
static void
add_to_tables(struct lookup_work *work, const struct lanes *x, int l, int N, int W)
{
    int T = work->shape.size[AXIS_TAG], V = work->shape.size[AXIS_VALUE];
    real *dZt = work->lanes + (size_t)l * work->lane_size, *dZv = dZt + T * T;
    real *dLt = dZv + T * V, *dLv = dLt + T * W;
    real *dZt_query = dZt + x->query[l] * T, *dZv_query = dZv + x->query[l] * V;
    for (int v = 0; v < W; v += VEC) {
        vec dL = vec_load(x->rows + l * W + v);
        for (int e = 0; e < N; e++) {
            real *by_tag = dLt + x->tag[e][l] * W + v;
            real *by_value = dLv + x->value[e][l] * W + v;
            vec A = vec_all(x->A[e][l]);
            vec_store(by_tag, vec_fma(A, dL, vec_load(by_tag)));
            vec_store(by_value, vec_fma(A, dL, vec_load(by_value)));
        }
    }
    for (int e = 0; e < N; e++) {
        dZt_query[x->tag[e][l]] += x->dA[e][l];
        dZv_query[x->value[e][l]] += x->dA[e][l];
    }
}

/* -- the kernels ----------------------------------------------------------------------- */

/* The rows of a table (R, V) again, each with zeros behind it up to W numbers. */
static void
widen(real *out, const real *table, int R, int V, int W)
{
    for (int r = 0; r < R; r++) {
        memcpy(out + r * W, table + r * V, (size_t)V * sizeof *out);
        memset(out + r * W + V, 0, (size_t)(W - V) * sizeof *out);
    }
}

/* Room for the lanes, and the tables in wide rows. */
static void
begin_lanes(struct lookup_work *work, struct lanes *x)
{
    int T = work->shape.size[AXIS_TAG], V = work->shape.size[AXIS_VALUE];
    size_t N = (size_t)work->shape.size[AXIS_ENTRY], W = (size_t)round_up(V);
    x->part = work->scratch;
    x->L = x->part + N * W * LANES;
    x->p = x->L + W * LANES;
    x->rows = x->p + W * LANES;
    widen(work->Lt_rows, work->Lt, T, V, (int)W);
    widen(work->Lv_rows, work->Lv, V, V, (int)W);
}

static void
gather_lanes(struct lookup_work *work, const struct lookup_batch *batch,
             struct lookup_result *result)
{
    int N = work->shape.size[AXIS_ENTRY];
    int T = work->shape.size[AXIS_TAG], V = work->shape.size[AXIS_VALUE];
    int W = round_up(V);
    real loss[LANES] = {0};
    struct lanes x;

    begin_lanes(work, &x);
    memset(work->lanes, 0, LANES * work->lane_size * sizeof *work->lanes);
    result->right = 0;
    for (int b = 0; b < batch->count; b += LANES) {
        forward_lanes(work, batch, b, &x);
        add_losses(&x, loss);
        result->right += count_right(&x, V);
        back_to_entries(&x, N, V, W);
        back_softmax_lanes(&x, N);
        for (int l = 0; l < x.live; l++)
            add_to_tables(work, &x, l, N, W);
    }
    lookup_fold(loss, 1);
    lookup_fold(work->lanes, work->lane_size);
    result->loss = loss[0];
    /* without what makes the rows wide */
    real *to = work->d_tables, *from = work->lanes;
    memcpy(to, from, (size_t)(T * T + T * V) * sizeof *to);
    for (int r = 0; r < T + V; r++)
        memcpy(to + T * T + T * V + r * V, from + T * T + T * V + r * W,
               (size_t)V * sizeof *to);
}

static int
right_lanes(struct lookup_work *work, const struct lookup_batch *batch)
{
    struct lanes x;
    int right = 0;
    begin_lanes(work, &x);
    for (int b = 0; b < batch->count; b += LANES) {
        forward_lanes(work, batch, b, &x);
        right += count_right(&x, work->shape.size[AXIS_VALUE]);
    }
    return right;
}

/* -- drawing --------------------------------------------------------------------------- */

typedef uint32_t vec_bits __attribute__((vector_size(VEC * sizeof(uint32_t))));
typedef uint64_t vec_words __attribute__((vector_size(VEC * sizeof(uint64_t))));

/* A whole number below `choices` from each one's bits, and the bits that are left. */
static inline vec_int
take_number(vec_bits *bits, int choices)
{
    vec_words product = __builtin_convertvector(*bits, vec_words) * (uint64_t)choices;
    *bits = __builtin_convertvector(product, vec_bits);
    return (vec_int) __builtin_convertvector(product >> 32, vec_bits);
}

/* The tag number `which` of those that are not taken; puts it among the `count` that are, which
 * are in order. Both without a branch: passing a taken tag adds 1, and the new one is carried
 * upwards to its place. */
static inline vec_int
take_free_tag(vec_int taken[], int count, vec_int which)
{
    for (int k = 0; k < count; k++)
        which -= taken[k] <= which; /* what holds is -1 */
    vec_int carried = which;
    for (int k = 0; k < count; k++) {
        vec_int smaller = taken[k] < carried;
        vec_int low = (smaller & taken[k]) | (~smaller & carried);
        carried = (smaller & carried) | (~smaller & taken[k]);
        taken[k] = low;
    }
    taken[count] = carried;
    return which;
}

/* Word number k of each of the examples from b on: random_word of each. */
static inline vec_words
words_of(const struct lookup_draw *draw, int b, int k)
{
    static const vec_words lane = {0, 1, 2, 3, 4, 5, 6, 7};
    uint64_t words = (uint64_t)draw->entries / 2 + 1;
    uint64_t first = (uint64_t)b * words + (uint64_t)k + 1;
    vec_words z = draw->key + first * RANDOM_ODD + lane * (words * RANDOM_ODD);
    z = (z ^ z >> 30) * RANDOM_MIX1;
    z = (z ^ z >> 27) * RANDOM_MIX2;
    return z ^ z >> 31;
}

/* Stores the first `live` of eight. */
static inline void
store_some(int *to, vec_int from, int live)
{
    if (live == VEC) {
        memcpy(to, &from, sizeof from);
        return;
    }
    for (int l = 0; l < live; l++)
        to[l] = from[l];
}

/* As lookup_draw_one_by_one, eight examples at once. */
static void
draw_eights(const struct lookup_draw *draw, int *tag, int *value, int *query, int *answer)
{
    int N = draw->entries, count = draw->count;
    for (int b = 0; b < count; b += VEC) {
        vec_int taken[LOOKUP_ENTRIES_MAX], tags[LOOKUP_ENTRIES_MAX];
        vec_int values[LOOKUP_ENTRIES_MAX];
        vec_words word = words_of(draw, b, 0);
        int live = count - b < VEC ? count - b : VEC;
        for (int e = 0; e <= N; e++) {
            if (e > 0 && e % 2 == 0)
                word = words_of(draw, b, e / 2);
            vec_bits bits = __builtin_convertvector(e % 2 ? word >> 32 : word, vec_bits);
            if (e == N) {
                vec_int asked = take_number(&bits, N);
                for (int l = 0; l < live; l++) {
                    query[b + l] = tags[asked[l]][l];
                    answer[b + l] = values[asked[l]][l];
                }
                break;
            }
            tags[e] = take_free_tag(taken, e, take_number(&bits, draw->tags - e));
            values[e] = take_number(&bits, draw->values);
            store_some(tag + e * count + b, tags[e], live);
            store_some(value + e * count + b, values[e], live);
        }
    }
}

extern const struct lookup_kernels KERNEL(lookup_kernels);
const struct lookup_kernels KERNEL(lookup_kernels) = {
    gather_lanes,
    right_lanes,
    draw_eights,
};
