/* The step itself, where a screen has room for it: what it did and will do to every watched
 * weight, and how large gradient and change are in each parameter. */
#include <math.h>
#include <stdio.h>

#include "view/train/train.h"

static const struct style text = {ROLE_TEXT, 0};
static const struct style faint = {ROLE_FAINT, 0};
static const struct style number = {ROLE_NUMBER, 0};
static const struct tag no_tag = {0};

/* Where the three columns of numbers end. */
static const int ends[] = {28, 40, 56};

static void
draw_change(const struct canvas *part, int row, int end, bool known, double value)
{
    char shown[32] = "-";
    if (known && !isnan(value))
        train_number(shown, sizeof shown, value, true);
    draw_right(part, row, end, number, no_tag, "%s", shown);
}

static void
draw_entries(const struct train *train, const struct canvas *part, int row)
{
    static const char *const heads[] = {"predicted", "came", "predicted"};
    const struct train_facts *facts = train->facts;
    int step = train->axis.shown;
    draw_text(part, row, 2, faint, no_tag, "change of A");
    for (int k = 0; k < 3; k++)
        draw_right(part, row, ends[k], faint, no_tag, "%s %d", heads[k], step + (k == 2));
    for (int e = 0; e < train->entries; e++) {
        struct style style = {e == train->entry ? ROLE_ASKED : ROLE_TEXT, 0};
        draw_text(part, ++row, 2, style, train_tag(TENSOR_A, 0, e), "entry %d", e);
        draw_change(part, row, ends[0], facts->came, facts->foretold[e]);
        draw_change(part, row, ends[1], step > train->axis.first, facts->change[e]);
        draw_change(part, row, ends[2], facts->coming, facts->predicted[e]);
    }
}

/* The size of a parameter's block of a family (Frobenius) and its largest number by size. */
static void
measure(const float *numbers, size_t count, double *norm, double *largest)
{
    double sum = 0;
    *largest = 0;
    for (size_t k = 0; k < count; k++) {
        double size = fabs((double)numbers[k]);
        sum += size * size;
        *largest = size > *largest ? size : *largest;
    }
    *norm = sqrt(sum);
}

static void
draw_size(const struct canvas *part, int row, int end, double size)
{
    char shown[32];
    train_number(shown, sizeof shown, size, false);
    draw_right(part, row, end, number, no_tag, "%s", shown);
}

static void
draw_gradients(const struct train *train, const struct canvas *part, int row)
{
    static const char *const heads[] = {"|g|", "largest g", "|parameter|"};
    const struct run_state *state = &train->trainer->state;
    const struct lookup_shape *shape = &state->parameters.shape;
    draw_text(part, row, 2, faint, no_tag, "gradient");
    for (int k = 0; k < 3; k++)
        draw_right(part, row, ends[k], faint, no_tag, "%s", heads[k]);
    for (int k = 0; k < LOOKUP_PARAMETERS; k++) {
        enum tensor tensor = lookup_parameters[k];
        size_t count = lookup_size(shape, tensor);
        double norm, largest, size, most;
        if (lookup_owner(shape, tensor) != tensor)
            continue;
        measure(state->gradient.tensor[tensor], count, &norm, &largest);
        measure(state->parameters.tensor[tensor], count, &size, &most);
        draw_text(part, ++row, 2, text, no_tag, "%s %dx%d", lookup_kinds[tensor].name,
                  lookup_rows(shape, tensor), lookup_cols(shape, tensor));
        draw_size(part, row, ends[0], norm);
        draw_size(part, row, ends[1], largest);
        draw_size(part, row, ends[2], size);
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
