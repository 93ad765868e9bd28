/* Computations made up at random. */
#include "support/computation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "base/random.h"

int
computation_pick(struct computation *c, int count)
{
    return (int)(random_bits(c->seed, 1, c->drawn++) % (uint64_t)count);
}

double
computation_normal(struct computation *c)
{
    return random_normal(c->seed, 2, c->drawn++);
}

struct number
computation_number(struct computation *c, enum tensor id)
{
    int row = computation_pick(c, tensors_rows(&c->tensors, id));
    int col = computation_pick(c, tensors_cols(&c->tensors, id));
    return (struct number){.tensor = id, .row = row, .col = col, .in = c->in};
}

/* -- making ---------------------------------------------------------------------------- */

/* Weights of a softmax stay between 0 and 1, so that their entropy has a slope. */
static bool
is_share(enum tensor id)
{
    return id == TENSOR_A || id == TENSOR_FREE_A || id == TENSOR_PROBABILITY;
}

/* Sets a number by hand in every `every`-th computed tensor, from `first` on. */
static void
set_by_hand(struct computation *c, int first, int every)
{
    int count = 0;
    for (int id = 0, computed = first; id < TENSORS; id++) {
        const struct kind *kind = &c->tensors.kinds[id];
        if (!kind_is_there(kind) || kind_is_parameter(kind) || computed++ % every != 0)
            continue;
        struct number n = computation_number(c, (enum tensor)id);
        double value = is_share(n.tensor) ? 0.1 + computation_pick(c, 9) / 10.0
                                          : computation_normal(c);
        c->overrides[count++] =
            (struct override){n.tensor, n.row, n.col, (double)(float)value, 0};
    }
    c->tensors.overrides = (struct overrides){c->overrides, count};
}

static void
check_made(bool made, const struct err *err)
{
    if (!made)
        fail_msg("%s", err->text);
}

void
computation_sentence(struct computation *c, const int size[AXES], unsigned flags,
                     uint64_t seed)
{
    struct err err = {""};
    struct tensors *t = &c->tensors;
    *c = (struct computation){.seed = seed, .in = IN_TEXT};
    check_made(tensors_init(t, sentence_kinds, size, flags | TENSORS_OWN, &err), &err);
    for (int id = 0; id < TENSORS; id++) {
        if (!kind_is_parameter(&t->kinds[id]))
            continue;
        int rows = tensors_rows(t, (enum tensor)id),
            cols = tensors_cols(t, (enum tensor)id);
        /* so that scores are about 1 in size whatever the widths */
        double gain = id < TENSOR_WQ ? 1 : 1 / sqrt(rows);
        for (int k = 0; k < rows * cols; k++)
            t->data[id][k] = (real)(gain * computation_normal(c));
    }
    for (int i = 0; i < size[AXIS_TOKEN]; i++)
        t->map[MAP_WORD][i] = computation_pick(c, size[AXIS_WORD]);
    set_by_hand(c, (int)(seed % 3), 3);
}

static void
make_sentence(struct computation *c, uint64_t seed, bool share_kv)
{
    struct computation sizes = {.seed = seed};
    int n = 1 + computation_pick(&sizes, 6), d_k = 1 + computation_pick(&sizes, 4);
    int d_v = 1 + computation_pick(&sizes, 5);
    const int size[AXES] = {
        [AXIS_TOKEN] = n,    [AXIS_WORD] = 1 + computation_pick(&sizes, n),
        [AXIS_POSITION] = n, [AXIS_MODEL] = 1 + computation_pick(&sizes, 6),
        [AXIS_KEY] = d_k,    [AXIS_WIDTH] = share_kv ? d_k : d_v};
    computation_sentence(c, size, 0, seed);
}

static void
make_lookup(struct computation *c, uint64_t seed, bool share_qk, bool share_kv)
{
    struct err err = {""};
    *c = (struct computation){.seed = seed, .in = IN_STORE};
    struct lookup_settings settings = {.entries = 1 + computation_pick(c, 4),
                                       .values = 2 + computation_pick(c, 4),
                                       .d_model = 1 + computation_pick(c, 5),
                                       .d_k = 1 + computation_pick(c, 4),
                                       .d_v = 1 + computation_pick(c, 4),
                                       .share_qk = share_qk,
                                       .share_kv = share_kv};
    settings.tags = settings.entries + 1 + computation_pick(c, 2);
    struct lookup_shape shape = lookup_shape_of(&settings);
    check_made(lookup_family_init(&c->parameters, &shape, &err) &&
                   lookup_tensors_init(&c->tensors, &shape, &err),
               &err);
    for (size_t k = 0; k < c->parameters.count; k++)
        c->parameters.numbers[k] = (real)(0.7 * computation_normal(c));
    int first = computation_pick(c, settings.tags);
    for (int e = 0; e < settings.entries; e++) {
        c->store.tag[e] = (first + e) % settings.tags;
        c->store.value[e] = computation_pick(c, settings.values);
    }
    c->store.asked = computation_pick(c, settings.entries);
    set_by_hand(c, 0, 1 + computation_pick(c, 3));
}

void
computation_make(struct computation *c, enum in in, uint64_t seed)
{
    bool share_qk = seed % 2 == 1, share_kv = seed / 2 % 2 == 1;
    if (in == IN_TEXT)
        make_sentence(c, seed, share_kv);
    else
        make_lookup(c, seed, share_qk, share_kv);
    if (seed / 4 % 2 == 0)
        c->tensors.overrides.count = 0;
    c->tensors.masked = in == IN_TEXT && seed / 8 % 2 == 1;
    tensors_share(&c->tensors, share_qk, share_kv);
    if (in == IN_STORE)
        lookup_tensors_set(&c->tensors, &c->parameters, &c->store);
    tensors_compute(&c->tensors);
}

void
computation_free(struct computation *c)
{
    tensors_free(&c->tensors);
    lookup_family_free(&c->parameters);
}

/* -- numbers --------------------------------------------------------------------------- */

bool
number_find(const struct tensors *tensors, struct number *n)
{
    for (; n->tensor < TENSORS; n->tensor = (enum tensor)(n->tensor + 1)) {
        bool there = kind_is_there(&tensors->kinds[n->tensor]);
        if (there && n->col >= tensors_cols(tensors, n->tensor)) {
            n->row++;
            n->col = 0;
        }
        if (there && n->row < tensors_rows(tensors, n->tensor))
            return true;
        n->row = n->col = 0;
    }
    return false;
}

void
assert_near(double left, double right, double scale)
{
    bool same = left == right || (isnan(left) && isnan(right));
    if (!same && !(fabs(left - right) <= 1e-6 * scale))
        fail_msg("%.9g and %.9g are not near, for %.9g", left, right, scale);
}
