/* The vectors: a column for each token, and in it from the top its embedding, its key,
 * the dot product with the query on the left, the scaled score, the weight, the value
 * it hands over; on the right the output, which is the values added up in those
 * proportions. The column of the token that is asked is open: there every product is
 * seen. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/panes.h"
#include "view/vectors/vectors.h"
#include "view/words/describe.h"
#include "view/words/formula.h"

/* What is drawn, where, and the numbers of full bars. */
struct drawing {
    const struct app *app;
    const struct canvas *canvas;
    const struct vectors_layout *layout;
    struct vectors_decimals decimals;
    double scale[TENSORS];
    double name_scale;
};

void
pane_vectors_title(const struct app *app, struct pane_title *title)
{
    const struct explorer_choice *choice = &app->now.choice;
    const char *only = explain_reading(app->explorer);
    char what[80];
    if (only != NULL)
        snprintf(what, sizeof what, "Wq and Wk read %s only", only);
    else
        snprintf(what, sizeof what, "one column, one token");
    snprintf(title->title, TITLE_BYTES, "%d/%d %s%s%s: %s", choice->head + 1,
             app->library->head_count, app->explorer->head->name,
             choice->share_qk ? ", share qk" : "", choice->share_kv ? ", share kv" : "",
             what);
    snprintf(title->note, NOTE_BYTES, "m mask %s", choice->mask ? "on" : "off");
    title->tag = (struct tag){.kind = TAG_MASK};
}

/* -- scales -------------------------------------------------------------------------- */

/* The largest finite number of a tensor, in size; of its row `row` alone where that is
 * not -1. */
static double
largest(const struct app *app, enum tensor id, int row)
{
    const struct tensors *tensors = &app->explorer->tensors;
    int rows = tensors_rows(tensors, id), cols = tensors_cols(tensors, id);
    double most = 0;
    for (int i = row < 0 ? 0 : row; i < (row < 0 ? rows : row + 1); i++)
        for (int c = 0; c < cols; c++) {
            double size = fabs(number_at(app, id, i, c));
            most = isfinite(size) ? fmax(most, size) : most;
        }
    return most;
}

static void
find_scales(struct drawing *drawing)
{
    const struct app *app = drawing->app;
    double *scale = drawing->scale;
    drawing->name_scale = vectors_name_scale(app);
    scale[TENSOR_X] = scale[TENSOR_A] = 1;
    scale[TENSOR_Q] = largest(app, TENSOR_Q, app->now.query);
    scale[TENSOR_K] = largest(app, TENSOR_K, -1);
    scale[TENSOR_S] = largest(app, TENSOR_S, app->now.query);
    scale[TENSOR_Z] = largest(app, TENSOR_Z, app->now.query);
    scale[TENSOR_V] = scale[TENSOR_O] = fmax(1, largest(app, TENSOR_V, -1));
}

/* -- the heading --------------------------------------------------------------------- */

static bool
on_heading(const struct drawing *drawing, enum vectors_side side)
{
    return drawing->layout->list[drawing->layout->cursor].kind == ROW_NAME &&
           drawing->app->ui.vectors.side == side;
}

/* A token's name over its numbers. */
static void
draw_token_name(const struct drawing *drawing, int j)
{
    const struct app *app = drawing->app;
    const struct canvas *canvas = drawing->canvas;
    const struct vectors_field *field = &drawing->layout->token[j];
    bool asked = j == app->now.key;
    struct tag tag = tag_counted(TAG_KEY, j);
    enum role role = asked ? ROLE_ASKED : j == app->now.query ? ROLE_ASKING : ROLE_TEXT;
    struct style style = {(unsigned char)role, 0};
    const char *name = app->explorer->sentence.tokens[j].text;
    int width = glyphs_width(name), most = field->cols - 1 - asked;
    int end = field->col + field->cols;
    width = width < most ? width : most;
    draw_field(canvas, 0, end - width, width, style, tag, name);
    if (asked)
        draw_text(canvas, 0, end - width - 1, style, tag, "▼");
    if (asked && on_heading(drawing, SIDE_TOKEN))
        vectors_cursor(canvas, 0, end - width - 1, width + 1);
}

/* "asks ▶ chased" over names and query. */
static void
draw_asking(const struct drawing *drawing)
{
    const struct app *app = drawing->app;
    const struct vectors_field *asks = &drawing->layout->asks;
    const char *name = app->explorer->sentence.tokens[app->now.query].text;
    struct tag tag = tag_counted(TAG_QUERY, app->now.query);
    struct style style = {ROLE_ASKING, 0};
    int end = asks->col + asks->cols, width = glyphs_width(name), most = end - 7;
    width = width < most ? width : most;
    if (end - width - 2 >= 6)
        draw_text(drawing->canvas, 0, 1, plain, no_tag, "asks");
    draw_text(drawing->canvas, 0, end - width - 2, style, tag, "▶");
    draw_field(drawing->canvas, 0, end - width, width, style, tag, name);
    if (on_heading(drawing, SIDE_ASKS))
        vectors_cursor(drawing->canvas, 0, end - width, width);
}

/* The output has the colour of what it is, where that is one thing. */
static struct style
output_style(const struct app *app)
{
    const struct tensors *tensors = &app->explorer->tensors;
    const real *output = tensors_row(tensors, TENSOR_O, app->now.query);
    int best = formula_largest(output, tensors_cols(tensors, TENSOR_O));
    bool clear = output[best] > (real)0.5;
    enum role role = clear ? vectors_reads(app, TENSOR_WV, best).role : ROLE_TEXT;
    return (struct style){(unsigned char)role, clear ? FLAG_BOLD : 0};
}

static void
draw_heading(const struct drawing *drawing)
{
    const struct vectors_layout *layout = drawing->layout;
    const struct canvas *canvas = drawing->canvas;
    const struct app *app = drawing->app;
    int end = layout->output.col + layout->output.cols;
    draw_asking(drawing);
    for (int j = layout->first; j <= layout->last; j++)
        if (layout->box.cols == 0 || j != app->now.key)
            draw_token_name(drawing, j);
    if (layout->box.cols > 0)
        vectors_box_top(app, canvas, layout);
    draw_right(canvas, 0, end, output_style(app), no_tag, "output");
    /* one column each, whatever the glyphs: there are names on both sides */
    bool ascii = canvas->glyphs == GLYPHS_ASCII;
    if (layout->first > 0)
        draw_text(canvas, 0, layout->asks.col + layout->asks.cols + layout->gutter, faint,
                  no_tag, "%s", ascii ? "<" : "←");
    if (layout->last < app->explorer->sentence.token_count - 1)
        draw_text(canvas, 0, layout->output.col - layout->gutter, faint, no_tag, "%s",
                  ascii ? ">" : "→");
    if (on_heading(drawing, SIDE_OUTPUT))
        vectors_cursor(canvas, 0, end - 6, 6);
}

/* -- rows ---------------------------------------------------------------------------- */

/* What of x is folded here, of one token: the meaning that weighs most, glyphs, the
 * place. */
static void
draw_folded(const struct drawing *drawing, int row, const struct vectors_field *field,
            int token, enum fold fold, bool pointed)
{
    const struct app *app = drawing->app;
    const struct canvas *canvas = drawing->canvas;
    const struct word *word =
        &app->explorer->sentence.words[app->explorer->sentence.tokens[token].word];
    int end = field->col + field->cols, width = field->cols - 1 - field->bar;
    if (fold == FOLD_WORD) {
        int best = formula_largest(tensors_row(&app->explorer->tensors, TENSOR_X, token),
                                   MEANING_COUNT);
        struct style style = {(unsigned char)vectors_feature_role(best), 0};
        char name[16];
        snprintf(name, sizeof name, "%s%s", feature_names[best],
                 word->guessed ? "?" : "");
        width = glyphs_width(name) < width ? glyphs_width(name) : width;
        draw_field(canvas, row, end - width, width, style,
                   tag_number(TENSOR_X, token, best), name);
    } else if (fold == FOLD_NAME) {
        width = width >= NAME_COUNT ? NAME_COUNT : width < 5 ? width : 5;
        vectors_map(app, canvas, row, end - width, token, FEATURE_NAME, width,
                    drawing->name_scale, ROLE_NUMBER);
    } else {
        char place[16];
        width = snprintf(place, sizeof place, "%d", token);
        draw_right(canvas, row, end, (struct style){ROLE_PLACE, 0},
                   tag_counted(TAG_KEY, token), "%s", place);
    }
    if (pointed)
        vectors_cursor(canvas, row, end - width, width);
}

/* Which of q, k and v read a part of x: "to qkv". */
static void
draw_readers(const struct drawing *drawing, int row, enum fold fold, bool pointed)
{
    static const struct {
        enum tensor id;
        const char *name;
    } readers[] = {{TENSOR_WQ, "q"}, {TENSOR_WK, "k"}, {TENSOR_WV, "v"}};
    const struct vectors_field *output = &drawing->layout->output;
    int end = output->col + output->cols;
    char text[16] = "to ";
    for (int w = 0; w < 3; w++)
        if (vectors_part_is_read(drawing->app, readers[w].id, fold))
            strcat(text, readers[w].name);
    if (text[3] == '\0')
        strcpy(text, "unread");
    const char *shown = output->cols > (int)strlen(text) ? text : text + 3;
    draw_right(drawing->canvas, row, end, faint, no_tag, "%s", shown);
    if (pointed)
        vectors_cursor(drawing->canvas, row, end - (int)strlen(shown),
                       (int)strlen(shown));
}

static void
draw_side(const struct drawing *drawing, int row, int at, enum vectors_side side,
          int token, const struct vectors_field *field)
{
    const struct app *app = drawing->app;
    const struct vectors_row *list_row = &drawing->layout->list[at];
    bool pointed = at == drawing->layout->cursor && app->ui.vectors.side == side &&
                   (side != SIDE_TOKEN || token == app->now.key);
    struct number place;
    if (list_row->kind == ROW_FOLD && list_row->index < FOLD_KEY && side != SIDE_OUTPUT)
        draw_folded(drawing, row, field, token, (enum fold)list_row->index, pointed);
    else if (list_row->kind == ROW_FOLD && list_row->index < FOLD_KEY)
        draw_readers(drawing, row, (enum fold)list_row->index, pointed);
    else if (vectors_place(app, list_row, side, token, &place)) {
        struct vectors_look look = {
            .style = {(unsigned char)vectors_row_name(app, list_row).role, 0},
            .decimals = 2,
            .pointed = pointed,
        };
        vectors_cell(app, drawing->canvas, row, field, &place,
                     drawing->scale[place.tensor], &look);
    } else if (pointed) /* the cursor where nothing is */
        vectors_cursor(drawing->canvas, row, field->col + field->cols - 1, 1);
}

/* Columns of zeros in V, or in K where no column is open: their names over the whole
 * row. */
static void
draw_across(const struct drawing *drawing, int row, const struct vectors_row *list_row)
{
    char text[VECTORS_FOLD_BYTES];
    bool pointed = list_row == &drawing->layout->list[drawing->layout->cursor];
    vectors_fold_text(drawing->app, list_row, text);
    int at = draw_text(drawing->canvas, row, 1, plain, tag_setting(), "%s",
                       vectors_row_name(drawing->app, list_row).text);
    int width = glyphs_width(text), most = drawing->canvas->cols - at - 1;
    width = width < most ? width : most;
    draw_field(drawing->canvas, row, at + 1, width, faint, tag_setting(), text);
    if (pointed)
        vectors_cursor(drawing->canvas, row, at + 1, 5); /* all 0 */
}

static void
draw_name(const struct drawing *drawing, int row, const struct vectors_row *list_row)
{
    const struct vectors_layout *layout = drawing->layout;
    bool beside = list_row->kind == ROW_K || list_row->kind == ROW_X ||
                  (list_row->kind == ROW_FOLD &&
                   list_row->index < FOLD_KEY); /* the query is there */
    struct vectors_name name = vectors_row_name(drawing->app, list_row);
    enum role role = name.role == ROLE_NUMBER ? ROLE_TEXT : name.role;
    struct style style = {(unsigned char)role, 0};
    int width = layout->names - 1 + (beside ? 0 : layout->asks.cols);
    draw_field(drawing->canvas, row, 1, width, style, tag_setting(), name.text);
}

static void
draw_label(const struct drawing *drawing, int row, const struct vectors_row *list_row)
{
    double value =
        number_at(drawing->app, TENSOR_O, drawing->app->now.query, list_row->index);
    struct vectors_name name = vectors_reads(drawing->app, TENSOR_WV, list_row->index);
    enum role role = fabs(value) < 0.005 ? ROLE_FAINT : name.role;
    draw_text(drawing->canvas, row, drawing->layout->label,
              (struct style){(unsigned char)role, 0}, tag_setting(), "%.10s", name.text);
}

static void
draw_row(const struct drawing *drawing, int row, int at)
{
    const struct app *app = drawing->app;
    const struct vectors_layout *layout = drawing->layout;
    const struct vectors_row *list_row = &layout->list[at];
    bool open = layout->box.cols > 0;
    if (list_row->kind == ROW_FOLD &&
        (list_row->index == FOLD_VALUE || (list_row->index == FOLD_KEY && !open))) {
        draw_across(drawing, row, list_row);
        return;
    }
    draw_name(drawing, row, list_row);
    draw_side(drawing, row, at, SIDE_ASKS, app->now.query, &layout->asks);
    for (int j = layout->first; j <= layout->last; j++)
        if (!open || j != app->now.key)
            draw_side(drawing, row, at, SIDE_TOKEN, j, &layout->token[j]);
    draw_side(drawing, row, at, SIDE_OUTPUT, app->now.query, &layout->output);
    if (layout->label > 0 && list_row->kind == ROW_V)
        draw_label(drawing, row, list_row);
    if (open)
        vectors_box_line(app, drawing->canvas, layout, &drawing->decimals, row, at);
}

void
pane_vectors(const struct app *app, const struct canvas *canvas)
{
    struct vectors_layout layout;
    if (canvas->rows < 1 || canvas->cols < 1)
        return;
    vectors_lay_out(&layout, app, canvas->rows, canvas->cols);
    struct drawing drawing = {.app = app,
                              .canvas = canvas,
                              .layout = &layout,
                              .decimals = vectors_decimals(app, &layout)};
    find_scales(&drawing);
    draw_heading(&drawing);
    for (int r = 0; r < layout.line_count; r++) {
        int at = layout.line[r];
        if (at >= 0)
            draw_row(&drawing, r + 1, at);
        else if (layout.box.cols > 0)
            vectors_box_line(app, canvas, &layout, &drawing.decimals, r + 1, at);
    }
    if (layout.more_above)
        draw_right(canvas, 1, canvas->cols, faint, no_tag, "↑");
    if (layout.more_below)
        draw_right(canvas, canvas->rows - 1, canvas->cols, faint, no_tag, "↓");
}
