/* The open column of the vectors view. What is printed checks out as it is printed:
 * factors have as many decimals as their columns take, terms those that add up to the
 * total. */
#include "view/vectors/vectors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/attention.h"
#include "view/paint/bar.h"
#include "view/panes.h"
#include "view/words/formula.h"

/* -- decimals ------------------------------------------------------------------------ */

/* The numbers of a column: how many digits are before the point, whether two
 * decimals are exact. */
struct measure {
    int before;
    bool exact;
};

static void
measure_add(struct measure *measure, double value)
{
    int digits = 0;
    for (double size = fabs(value); size >= 0.99995; size /= 10)
        digits++;
    digits += value < 0;
    measure->before = digits > measure->before ? digits : measure->before;
    measure->exact = measure->exact && fabs(value * 100 - nearbyint(value * 100)) < 1e-3;
}

static int
decimals_for(const struct measure *measure, int cols, int most)
{
    int decimals = measure->exact && most > 2 ? 2 : most;
    int room = cols - 1 - measure->before;
    return room < 0 ? 0 : room < decimals ? room : decimals;
}

struct vectors_decimals
vectors_decimals(const struct app *app, const struct vectors_layout *layout)
{
    const struct vectors_box *box = &layout->box;
    const struct tensors *tensors = &app->explorer->tensors;
    struct measure embedding = {0, false}, keys = {0, true}, queries = keys,
                   values = keys, terms = {0, false}, parts = terms;
    struct vectors_decimals decimals = {.largest = 0};
    int i = app->now.query, j = app->now.key;
    for (int c = 0; c < tensors_cols(tensors, TENSOR_K); c++) {
        double k = number_at(app, TENSOR_K, j, c), q = number_at(app, TENSOR_Q, i, c);
        measure_add(&keys, k);
        measure_add(&queries, q);
        measure_add(&terms, k * q);
        decimals.largest = fmax(decimals.largest, fabs(k * q));
    }
    for (int c = 0; c < tensors_cols(tensors, TENSOR_V); c++) {
        double v = number_at(app, TENSOR_V, j, c);
        measure_add(&values, v);
        measure_add(&parts, v * number_at(app, TENSOR_A, i, j));
    }
    for (int m = 0; m < FEATURE_COUNT; m++)
        measure_add(&embedding, number_at(app, TENSOR_X, j, m));
    decimals.embedding = decimals_for(&embedding, 6, 4);
    decimals.key = decimals_for(&keys, 6, 4);
    decimals.query = decimals_for(&queries, box->query - box->key - 3, 4);
    decimals.term = decimals_for(&terms, box->term - box->query - 3, 3);
    decimals.value = decimals_for(&values, 6, 4);
    decimals.part = decimals_for(&parts, box->term - box->query - 3, 4);
    return decimals;
}

/* -- frame --------------------------------------------------------------------------- */

void
vectors_box_top(const struct app *app, const struct canvas *canvas,
                const struct vectors_layout *layout)
{
    const struct vectors_box *box = &layout->box;
    struct tag tag = tag_counted(TAG_KEY, app->now.key);
    struct style asked = {ROLE_ASKED, FLAG_BOLD};
    const char *name = app->explorer->sentence.tokens[app->now.key].text;
    int end = box->col + box->cols - 1, width = glyphs_width(name), most = box->cols - 7;
    width = width < most ? width : most;
    draw_fill(canvas, 0, box->col, box->cols, faint, no_tag, "─");
    draw_text(canvas, 0, box->col, faint, no_tag, "┌");
    draw_text(canvas, 0, end, faint, no_tag, "┐");
    draw_text(canvas, 0, box->col + 2, asked, tag, " ▼");
    int at = draw_field(canvas, 0, box->col + 4, width, asked, tag, name);
    draw_text(canvas, 0, at, asked, tag, " ");
    if (layout->list[layout->cursor].kind == ROW_NAME &&
        app->ui.vectors.side == SIDE_TOKEN)
        vectors_cursor(canvas, 0, box->col + 3, width + 1);
}

/* -- lines --------------------------------------------------------------------------- */

/* What a line needs to be drawn. */
struct line {
    const struct app *app;
    struct canvas inner; /* in the frame: column c of it is cell c + 1 of the box */
    const struct vectors_box *box;
    const struct vectors_decimals *decimals;
    int row;
    bool pointed;
};

/* A number that ends before a column, and may have the cursor. */
static void
number(const struct line *line, int end, int cols, struct number place, int decimals,
       struct style style)
{
    struct vectors_look look = {style, decimals, line->pointed, false};
    vectors_number(line->app, &line->inner, line->row, end - 1, cols, &place, &look);
}

/* The second factor or summand, which is shown elsewhere too. */
static void
factor(const struct line *line, struct number place, int decimals)
{
    struct vectors_look look = {{ROLE_NUMBER, 0}, decimals, false, true};
    vectors_number(line->app, &line->inner, line->row, line->box->query - 1,
                   line->box->query - line->box->key - 2, &place, &look);
}

/* A term of a number, which a lesson may ask for. */
static void
product(const struct line *line, double value, int decimals, enum role role,
        const struct number *sum)
{
    char text[VECTORS_NUMBER_BYTES];
    bool asked = isnan(number_at(line->app, sum->tensor, sum->row, sum->col));
    draw_number_in(text, sizeof text, value, decimals,
                   line->box->term - line->box->query - 2);
    bool zero = strspn(text, "-0.") == strlen(text);
    struct style style = {(unsigned char)(zero ? ROLE_FAINT : role), 0};
    draw_right(&line->inner, line->row, line->box->term - 1, style,
               asked ? tag_setting() : tag_of(*sum), "%s", text);
}

static void
signs(const struct line *line, const char *times, const char *equals)
{
    draw_text(&line->inner, line->row, line->box->key, faint, no_tag, "%s", times);
    draw_text(&line->inner, line->row, line->box->query, faint, no_tag, "%s", equals);
}

static void
bar(const struct line *line, int from, double value, enum role role, struct tag tag)
{
    struct style style = {(unsigned char)role, 0};
    int cols = line->inner.cols - 1 - from;
    if (from > 0 && cols > 0)
        bar_draw(&line->inner, line->row, from, cols, value, style, tag);
}

/* k × q = term, or v × A = part. */
static void
draw_term(const struct line *line, const struct vectors_row *row)
{
    const struct app *app = line->app;
    const struct vectors_decimals *decimals = line->decimals;
    int i = app->now.query, j = app->now.key, c = row->index;
    bool key = row->kind == ROW_K;
    enum role role = vectors_row_name(app, row).role;
    struct number left = text_number_at(key ? TENSOR_K : TENSOR_V, j, c);
    struct number right =
        key ? text_number_at(TENSOR_Q, i, c) : text_number_at(TENSOR_A, i, j);
    struct number sum =
        key ? text_number_at(TENSOR_S, i, j) : text_number_at(TENSOR_O, i, c);
    const struct tensors *tensors = &app->explorer->tensors;
    double term = tensors_at(tensors, &left) * tensors_at(tensors, &right);
    double full = key ? decimals->largest : 1;
    signs(line, "×", "=");
    number(line, line->box->key, 7, left, key ? decimals->key : decimals->value,
           (struct style){(unsigned char)(key ? ROLE_NUMBER : role), 0});
    factor(line, right, key ? decimals->query : 4);
    product(line, term, key ? decimals->term : decimals->part, role, &sum);
    if (full > 0)
        bar(line, line->box->bar, term / full, role, no_tag);
}

/* x = E + P, or that it was set by hand. */
static void
draw_embedding(const struct line *line, const struct vectors_row *row)
{
    const struct app *app = line->app;
    const struct vectors_box *box = line->box;
    int j = app->now.key, word = app->explorer->tensors.map[MAP_WORD][j], m = row->index;
    struct number place = text_number_at(TENSOR_X, j, m),
                  position = text_number_at(TENSOR_P, j, m);
    struct vectors_look look = {
        {ROLE_NUMBER, 0}, line->decimals->embedding, false, false};
    double was;
    number(line, box->key, 7, place, look.decimals,
           (struct style){(unsigned char)vectors_feature_role(m), 0});
    if (formula_edit(app, &place, &was) != NULL) {
        draw_text(&line->inner, line->row, box->key + 1, plain, no_tag, "set by hand");
        return;
    }
    signs(line, "=", "+");
    factor(line, text_number_at(TENSOR_E, word, m), look.decimals);
    vectors_number(app, &line->inner, line->row, box->term - 1,
                   box->term - box->query - 2, &position, &look);
}

/* S, Z and A of the pair: a label and the number, with the decimals of the terms
 * above. */
static void
draw_total(const struct line *line, enum vectors_row_kind kind)
{
    const struct app *app = line->app;
    int i = app->now.query, j = app->now.key;
    struct number score = text_number_at(TENSOR_S, i, j);
    enum tensor id = kind == ROW_S ? TENSOR_S : kind == ROW_Z ? TENSOR_Z : TENSOR_A;
    char label[48];
    double was;
    double scale = (double)attention_scale(app->explorer->tensors.size[AXIS_KEY]);
    if (kind == ROW_S)
        snprintf(label, sizeof label, "%s",
                 formula_edit(app, &score, &was) != NULL ? "set by hand"
                                                         : "k × q added up");
    else if (app->now.choice.mask && j > i)
        snprintf(label, sizeof label, kind == ROW_Z ? "the mask hides it" : "its share");
    else
        snprintf(label, sizeof label, kind == ROW_Z ? "× %s" : "its share",
                 short_number(scale, 4).text);
    draw_text(&line->inner, line->row, 1, plain, tag_setting(), "%s", label);
    number(line, line->box->term, 9, text_number_at(id, i, j),
           kind == ROW_A ? 4 : line->decimals->term,
           (struct style){ROLE_NUMBER, FLAG_BOLD});
    if (kind == ROW_A)
        bar(line, line->box->bar, number_at(app, TENSOR_A, i, j), ROLE_SHADE_3,
            tag_number(TENSOR_A, i, j));
}

/* -- folds --------------------------------------------------------------------------- */

/* The meaning of a token: the columns that are not 0, by name, with what they are
 * where that is not 1. */
static int
draw_meaning(const struct line *line, int token)
{
    const struct app *app = line->app;
    const struct sentence *sentence = &app->explorer->sentence;
    bool guessed = sentence->words[sentence->tokens[token].word].guessed;
    int col = 1;
    for (int m = 0; m < MEANING_COUNT + 1; m++) {
        double value = number_at(app, TENSOR_X, token, m);
        char text[VECTORS_NUMBER_BYTES];
        struct style style = {(unsigned char)vectors_feature_role(m), 0};
        if (value == 0 || (m == FEATURE_ONE && value == 1))
            continue;
        struct tag tag = tag_number(TENSOR_X, token, m);
        col = draw_text(&line->inner, line->row, col, style, tag, "%s%s",
                        feature_names[m], col == 1 && guessed ? "?" : "") +
              1;
        if (value == 1)
            continue;
        draw_number_in(text, sizeof text, value, 2, 8);
        col = draw_text(&line->inner, line->row, col, style, tag, "%s", text) + 1;
    }
    return col > 1 ? col - 1 : col;
}

static void
draw_fold(const struct line *line, const struct vectors_row *row)
{
    const struct app *app = line->app;
    int j = app->now.key, end = 1;
    char text[VECTORS_FOLD_BYTES];
    if (row->index >= FOLD_KEY) {
        vectors_fold_text(app, row, text);
        draw_field(&line->inner, line->row, 1, line->inner.cols - 2, faint, tag_setting(),
                   text);
        end = 1 + glyphs_width(text);
        end = end > line->inner.cols - 1 ? line->inner.cols - 1 : end;
    } else if (app->ui.vectors.unfold[row->index]) {
        draw_right(&line->inner, line->row, line->box->key - 1, faint, no_tag, "x");
        draw_right(&line->inner, line->row, line->box->query - 1, faint, no_tag, "E");
        draw_right(&line->inner, line->row, line->box->term - 1, faint, no_tag, "P");
        signs(line, "=", "+");
        end = line->box->term - 1;
    } else if (row->index == FOLD_WORD)
        end = draw_meaning(line, j);
    else if (row->index == FOLD_NAME)
        end = vectors_map(app, &line->inner, line->row, 1, j, FEATURE_NAME, NAME_COUNT,
                          vectors_name_scale(app), ROLE_NUMBER);
    else {
        struct tag tag = tag_counted(TAG_KEY, j);
        end = draw_text(&line->inner, line->row, 1, plain, tag, "%d", j) + 1;
        end = vectors_map(app, &line->inner, line->row, end, j, FEATURE_POSITION,
                          2 * PERIOD_COUNT, 1, ROLE_PLACE);
    }
    if (line->pointed)
        vectors_cursor(&line->inner, line->row, 1, end > 1 ? end - 1 : 1);
}

/* -- all ----------------------------------------------------------------------------- */

static void
draw_heading(const struct line *line, int kind)
{
    const struct app *app = line->app;
    struct tag tag = tag_number(TENSOR_A, app->now.query, app->now.key);
    int cols = line->box->term - line->box->query - 2;
    const char *names[] = {"k", "q", "term"};
    if (kind == LINE_SUM) {
        draw_fill(&line->inner, line->row, line->box->term - 1 - cols, cols, faint,
                  no_tag, "─");
        return;
    }
    if (kind == LINE_PARTS && line->box->bar == 0) {
        draw_text(&line->inner, line->row, 1, faint, no_tag, "v × A = part");
        bar(line, 15, number_at(app, TENSOR_A, app->now.query, app->now.key),
            ROLE_SHADE_3, tag);
        return;
    }
    if (kind == LINE_PARTS) {
        names[0] = "v";
        names[1] = "A";
        names[2] = "part";
    }
    draw_right(&line->inner, line->row, line->box->key - 1, faint, no_tag, "%s",
               names[0]);
    draw_right(&line->inner, line->row, line->box->query - 1, faint, no_tag, "%s",
               names[1]);
    draw_right(&line->inner, line->row, line->box->term - 1, faint, no_tag, "%s",
               names[2]);
    signs(line, "×", "=");
}

void
vectors_box_line(const struct app *app, const struct canvas *canvas,
                 const struct vectors_layout *layout,
                 const struct vectors_decimals *decimals, int row, int at)
{
    const struct vectors_box *box = &layout->box;
    struct line line = {
        .app = app,
        .inner = canvas_part(canvas, 0, box->col + 1, canvas->rows, box->cols - 2),
        .box = box,
        .decimals = decimals,
        .row = row};
    if (at == LINE_BOTTOM) {
        draw_fill(canvas, row, box->col, box->cols, faint, no_tag, "─");
        draw_text(canvas, row, box->col, faint, no_tag, "└");
        draw_text(canvas, row, box->col + box->cols - 1, faint, no_tag, "┘");
        return;
    }
    draw_text(canvas, row, box->col, faint, no_tag, "│");
    draw_text(canvas, row, box->col + box->cols - 1, faint, no_tag, "│");
    if (at < 0) {
        draw_heading(&line, at);
        return;
    }
    const struct vectors_row *list_row = &layout->list[at];
    line.pointed = at == layout->cursor && app->ui.vectors.side == SIDE_TOKEN;
    if (list_row->kind == ROW_K || list_row->kind == ROW_V)
        draw_term(&line, list_row);
    else if (list_row->kind == ROW_X)
        draw_embedding(&line, list_row);
    else if (list_row->kind == ROW_FOLD)
        draw_fold(&line, list_row);
    else
        draw_total(&line, list_row->kind);
}
