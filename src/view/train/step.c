/* The step itself, where a screen has room for it: what it did and will do to every watched
 * weight, and in each matrix the parameter with the largest gradient. */
#include <math.h>
#include <stdio.h>

#include "app/address/numbers.h"
#include "view/train/train.h"

static const struct style text = {ROLE_TEXT, 0};
static const struct style number = {ROLE_NUMBER, 0};

/* Where the three columns of numbers end. */
static const int ends[] = {28, 40, 56};

static void
draw_change(const struct canvas *part, int row, int end, bool known, double value,
            struct tag tag)
{
    char shown[32] = "-";
    if (known && !isnan(value))
        train_number(shown, sizeof shown, value, true);
    draw_right(part, row, end, number, tag, "%s", shown);
}

static void
draw_entries(const struct train *train, const struct canvas *part, int row)
{
    static const char *const heads[] = {"predicted", "came", "predicted"};
    const struct train_facts *facts = train->facts;
    int step = train->axis.shown;
    draw_text(part, row, 2, faint, no_tag, "change of A");
    for (int k = 0; k < 3; k++)
        draw_right(part, row, ends[k], faint, tag_setting(), "%s %d", heads[k],
                   step + (k == 2));
    for (int e = 0; e < train->entries; e++) {
        struct style style = {e == train->entry ? ROLE_ASKED : ROLE_TEXT, 0};
        draw_text(part, ++row, 2, style, train_tag(TENSOR_A, 0, e), "entry %d", e);
        struct tag before = train_tag_at(TENSOR_A, OF_CHANGE, 0, e, step - 1);
        struct tag coming = train_tag_at(TENSOR_A, OF_CHANGE, 0, e, step);
        draw_change(part, row, ends[0], facts->came, facts->predicted_before[e], before);
        draw_change(part, row, ends[1], step > train->axis.first, facts->change[e],
                    train_tag(TENSOR_A, 0, e));
        draw_change(part, row, ends[2], facts->coming, facts->predicted[e], coming);
    }
}

/* The parameter of a tensor whose gradient is the largest by size. */
static int
largest_gradient(const float *gradient, size_t count)
{
    size_t largest = 0;
    for (size_t k = 1; k < count; k++)
        if (fabsf(gradient[k]) > fabsf(gradient[largest]))
            largest = k;
    return (int)largest;
}

/* Of each matrix the parameter that moves the loss most: its gradient, itself, and what the next
 * step adds to it. */
static void
draw_gradients(const struct train *train, const struct canvas *part, int row)
{
    static const char *const heads[] = {"largest g", "there", "changes by"};
    static const enum of ofs[] = {OF_GRADIENT, OF_ITSELF, OF_CHANGE};
    const struct trainer *trainer = train->trainer;
    const struct run_state *state = &trainer->state;
    const struct lookup_shape *shape = &state->parameters.shape;
    draw_text(part, row, 2, faint, no_tag, "gradient");
    for (int k = 0; k < 3; k++)
        draw_right(part, row, ends[k], faint, no_tag, "%s", heads[k]);
    for (int k = 0; k < LOOKUP_PARAMETERS; k++) {
        enum tensor tensor = lookup_parameters[k];
        int cols = lookup_cols(shape, tensor);
        if (lookup_owner(shape, tensor) != tensor)
            continue;
        int at =
            largest_gradient(state->gradient.tensor[tensor], lookup_size(shape, tensor));
        draw_text(part, ++row, 2, text, tag_setting(), "%s %dx%d",
                  lookup_kinds[tensor].name, lookup_rows(shape, tensor), cols);
        struct number shown = store_number_at(tensor, at / cols, at % cols);
        for (int f = 0; f < 3; f++) {
            double value;
            struct err err;
            shown.of = ofs[f];
            if (app_value(train->app, &shown, &value, &err))
                draw_change(part, row, ends[f], true, value, tag_of(shown));
        }
    }
}

void
train_draw_step(const struct train *train, const struct canvas *canvas)
{
    struct rect ruled = train->step;
    ruled.col--;
    ruled.cols++;
    struct canvas part = train_part(canvas, &train->step);
    struct canvas rule = train_part(canvas, &ruled);
    draw_rule(&rule, 0, false, "the bet on the next step", "", no_tag);
    draw_entries(train, &part, 1);
    draw_gradients(train, &part, 3 + train->entries);
}
