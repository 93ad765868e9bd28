/* The watched store: tags, values and weights of its entries, and what the answer is. */
#include <math.h>
#include <stdio.h>

#include "app/lessons/asked.h"
#include "base/bounds.h"
#include "view/paint/bar.h"
#include "view/train/train.h"

static const struct style text = {ROLE_TEXT, 0};
static const struct style number = {ROLE_NUMBER, 0};

enum { WIDE_LEAST = 46, BAR_MOST = 60 };

/* Where the columns of the store are. */
struct columns {
    int tag, value; /* their last columns + 1 */
    int bar, bar_cols;
    int end; /* behind the weight */
};

static struct columns
columns_of(const struct train *train)
{
    int cols = train->store.cols;
    if (train->compact)
        return (struct columns){8, 13, 14, 0, 20};
    if (cols < WIDE_LEAST)
        return (struct columns){15, 22, 25, cols - 25 - 9, cols - 1};
    return (struct columns){21, 28, 33, smaller(cols - 33 - 9, BAR_MOST), cols - 1};
}

/* The predicted value: that with the largest p, the first of equals. */
static int
said(const struct tensors *tensors)
{
    const real *p = tensors_row(tensors, TENSOR_PROBABILITY, 0);
    int best = 0;
    for (int v = 1; v < tensors->size[AXIS_VALUE]; v++)
        if (p[v] > p[best])
            best = v;
    return best;
}

/* A number in brackets, where the cursor is, or alone; it ends before `end`, so does the
 * bracket. */
static void
draw_weight(const struct canvas *canvas, int row, int end, bool pointed, double weight,
            struct tag tag)
{
    char shown[16];
    draw_number(shown, sizeof shown, weight, 3);
    int digits = glyphs_width(shown), from = end - digits;
    draw_text(canvas, row, from, number, tag, "%s", shown);
    if (pointed)
        draw_pointed(canvas, row, from, digits, number, tag);
}

static void
draw_entry(const struct train *train, const struct canvas *canvas,
           const struct columns *at, int row, int e)
{
    const struct lookup_store *store = &train->trainer->watched;
    bool asked = e == store->asked, pointed = e == train->entry;
    struct style style = {asked ? ROLE_ASKING : pointed ? ROLE_ASKED : ROLE_TEXT, 0};
    struct tag tag = train_tag(TENSOR_A, 0, e);
    double weight = train_weight(train, train->axis.shown, e);
    draw_fill(canvas, row, 0, at->end, text, tag, " ");
    draw_text(canvas, row, 1, style, tag, "%s", asked ? "▶" : " ");
    if (train->compact)
        draw_text(canvas, row, 3, style, tag, "%d", e);
    else
        draw_text(canvas, row, 3, style, tag, "entry %d%s", e,
                  asked && at->tag > 20 ? " answer" : "");
    draw_right(canvas, row, at->tag, text, tag, "%d", store->tag[e]);
    draw_right(canvas, row, at->value, text, tag, "%d", store->value[e]);
    if (at->bar_cols > 0)
        bar_draw_weight(canvas, row, at->bar, at->bar_cols, weight, tag);
    draw_weight(canvas, row, at->end, pointed, weight, tag);
}

/* The value with the largest p, and whether that is the answer. */
static void
draw_prediction(const struct train *train, const struct canvas *canvas,
                const struct columns *at, int row)
{
    const struct tensors *tensors = &train->trainer->tensors;
    const struct lookup_store *store = &train->trainer->watched;
    int v = said(tensors);
    double p = tensors_number(tensors, TENSOR_PROBABILITY, 0, v);
    if (!isfinite(p)) {
        draw_text(canvas, row, train->compact ? 1 : 3, text, no_tag, "says %s",
                  lesson_asks(train->app) ? "?" : "nothing");
        return;
    }
    bool right = v == store->value[store->asked];
    struct tag tag = train_tag(TENSOR_PROBABILITY, 0, v);
    draw_text(canvas, row, train->compact ? 1 : 3, text, no_tag, "says");
    if (at->tag > 20)
        draw_text(canvas, row, 11, text, no_tag, "%s", right ? "right" : "wrong");
    draw_right(canvas, row, at->value, number, tag, "%d", v);
    draw_text(canvas, row, at->value + 1, text, no_tag, "p");
    if (at->bar_cols > 0)
        bar_draw_weight(canvas, row, at->bar, at->bar_cols, p, tag);
    draw_weight(canvas, row, at->end, false, p, tag);
    if (train->compact)
        draw_text(canvas, row, at->end + 2, text, no_tag, "%s",
                  right ? "right" : "wrong");
}

/* How many numbers are set by hand, or else how many entries are seen, where not all are. */
static void
note_seen(const struct train *train, char *out, size_t size)
{
    out[0] = '\0';
    if (train->trainer->override_count > 0)
        snprintf(out, size, "%d by hand", train->trainer->override_count);
    else if (train->store_rows < train->entries)
        snprintf(out, size, "%d of %d", train->store_rows, train->entries);
}

void
train_draw_store(const struct train *train, const struct canvas *canvas)
{
    const struct lookup_store *store = &train->trainer->watched;
    struct columns at = columns_of(train);
    struct canvas part = train_part(canvas, &train->store);
    char title[64], note[32];
    int query = store->tag[store->asked], row = 0;
    note_seen(train, note, sizeof note);
    snprintf(title, sizeof title, "watched store, asked: tag %d", query);
    if (!train->compact) {
        draw_rule(&part, row++, false, title, note, tag_setting());
        draw_right(&part, row, at.tag + 1, faint, no_tag, "tag");
        draw_right(&part, row, at.value + 1, faint, no_tag, "value");
        draw_text(&part, row, at.bar, faint, no_tag, "weight A");
    } else {
        draw_text(&part, row, 5, faint, tag_setting(), "tag val weight  asked tag %d %s",
                  query, note);
    }
    row++;
    for (int k = 0; k < train->store_rows; k++)
        draw_entry(train, &part, &at, row + k, train_entry(train, k, train->store_rows));
    draw_prediction(train, &part, &at, row + train->store_rows);
}
