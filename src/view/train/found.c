/* What training has found out: who does which part of the work, when it clicked, and where
 * this seed lies among others. */
#include <math.h>
#include <stdio.h>

#include "view/paint/bar.h"
#include "view/train/train.h"

static const struct style text = {ROLE_TEXT, 0};
static const struct style number = {ROLE_NUMBER, 0};

/* Two rows: what is measured with its number, then a bar, and what it was at step 0. */
static void
draw_share(const struct canvas *part, int row, const char *name, enum tensor share,
           double now, double start)
{
    char shown[16];
    int end = part->cols - 1, bar = part->cols - 2 - 17;
    draw_number(shown, sizeof shown, now, 2);
    draw_text(part, row, 2, text, no_tag, "%s", name);
    draw_right(part, row, end, number, train_tag(share, 0, 0), "%s", shown);
    bar_draw_weight(part, row + 1, 2, bar > 40 ? 40 : bar, now, train_tag(share, 0, 0));
    if (isnan(start))
        return;
    draw_number(shown, sizeof shown, start, 2);
    draw_right(part, row + 1, end, faint, train_tag_at(share, OF_ITSELF, 0, 0, 0),
               "%s at step 0", shown);
}

/* One row, or two where there is room for the address. */
static int
draw_click(const struct train *train, const struct canvas *part, int row, int room)
{
    const struct train_facts *facts = train->facts;
    int asked = train->trainer->watched.asked, step = facts->clicked, col = 2;
    char from[16], to[16];
    if (step < 0 || room < 1)
        return 0;
    struct tag tag = train_step_tag(-1, step);
    struct tag before = train_tag_at(TENSOR_A, OF_ITSELF, 0, asked, step - 1);
    struct tag after = train_tag_at(TENSOR_A, OF_ITSELF, 0, asked, step);
    draw_number(from, sizeof from, facts->clicked_from, 2);
    draw_number(to, sizeof to, facts->clicked_to, 2);
    if (room < 2) {
        col = draw_text(part, row, col, text, tag, "clicked at %d: ", step);
    } else {
        draw_text(part, row++, col, text, tag, "it clicked, step %d to %d:", step - 1,
                  step);
        col = draw_text(part, row, col, text, after, "A[query,%d] ", asked);
    }
    col = draw_text(part, row, col, text, before, "%s", from);
    col = draw_text(part, row, col, text, tag, " to ");
    draw_text(part, row, col, text, after, "%s", to);
    return room < 2 ? 1 : 2;
}

static void
draw_seeds(const struct train *train, const struct canvas *part, int row)
{
    const struct fan *fan = train->app->fan;
    const struct trainer *trainer = train->trainer;
    int step = trainer->state.step;
    bool known = step <= fan->steps && fan->reached[step] > 0;
    struct tag counted = tag_setting(); /* seeds: runs of their own */
    char above[32] = "";
    if (known) {
        float weight = (float)train_weight(train, step, trainer->watched.asked);
        snprintf(above, sizeof above, "this one above %.0f %%",
                 100 * fan_rank(fan, step, weight));
    }
    if (part->rows - row < 2) {
        draw_text(part, row, 2, text, counted, "%d of %d learn; %s", fan->accurate,
                  fan->done, above);
        return;
    }
    int col = draw_text(part, row, 2, text, counted, "%d of %d seeds learn it",
                        fan->accurate, fan->done);
    if (fan->done < fan->seeds)
        draw_text(part, row, col, faint, counted, " (%d)", fan->seeds);
    else if (fan->diverged > 0)
        draw_text(part, row, col, text, counted, ", %d break", fan->diverged);
    draw_text(part, row + 1, 2, text, counted, "%s%s", above, known ? " of them" : "");
}

void
train_draw_found(const struct train *train, const struct canvas *canvas)
{
    const struct train_facts *facts = train->facts;
    struct rect ruled = train->found;
    ruled.col--;
    ruled.cols++;
    struct canvas part = train_part(canvas, &train->found);
    struct canvas rule = train_part(canvas, &ruled);
    int seeds = train->app->fan != NULL ? 2 : 0, row = 1;
    draw_rule(&rule, 0, false, "what it found out", "", no_tag);
    draw_share(&part, row, "keys read tags", TENSOR_KEY_SHARE, facts->now.key_tag_share,
               train->app->trainer->start_shares[0]);
    row += 2;
    draw_share(&part, row, "values read values", TENSOR_VALUE_SHARE,
               facts->now.value_value_share, train->app->trainer->start_shares[1]);
    row += 2;
    row += draw_click(train, &part, row, part.rows - row - seeds);
    if (seeds > 0)
        draw_seeds(train, &part, row);
}
