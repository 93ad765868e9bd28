/* What each tag asks for: the scaled score of every tag's query with what every tag adds to a
 * key, as shades with a sign on the map's own scale. */
#include <math.h>
#include <stdio.h>

#include "base/unknown.h"
#include "view/paint/shade.h"
#include "view/train/train.h"

static const struct style text = {ROLE_TEXT, 0};

enum { MAP_LABEL = 7, CELL_NUMBER = 7, CELL_WIDE = 3 };

struct tag_map {
    const struct tensors *tensors;
    int tags;
    double most;      /* the largest score, by size: the end of the scale, */
    int largest;      /* and where it is: tags * row + col */
    int query, asked; /* the watched query's tag, the pointed entry's */
    int row, rows, col, cols, cell;
};

static double
score_at(const struct tag_map *map, int query, int tag)
{
    return tensors_number(map->tensors, TENSOR_ZT, query, tag);
}

static struct tag_map
map_make(const struct train *train, const struct canvas *part)
{
    const struct lookup_store *store = &train->trainer->watched;
    int tags = train->trainer->run.settings.tags, room = part->cols - MAP_LABEL;
    struct tag_map map = {.tensors = &train->trainer->tensors,
                          .tags = tags,
                          .query = store->tag[store->asked],
                          .asked = store->tag[train->entry]};
    for (int k = 0; k < tags * tags; k++) {
        double size = fabs(score_at(&map, k / tags, k % tags));
        map.largest = isfinite(size) && size > map.most ? k : map.largest;
        map.most = isfinite(size) && size > map.most ? size : map.most;
    }
    map.cell = CELL_NUMBER * tags <= room ? CELL_NUMBER
               : CELL_WIDE * tags <= room ? CELL_WIDE
               : 2 * tags <= room         ? 2
                                          : 1;
    map.cols = room / map.cell < tags ? room / map.cell : tags;
    map.rows = part->rows - 2 < tags ? part->rows - 2 : tags;
    map.col = first_shown(tags, map.cols, map.asked);
    map.row = first_shown(tags, map.rows, map.query);
    return map;
}

static void
draw_cell(const struct tag_map *map, const struct canvas *part, int r, int c)
{
    int i = map->row + r, j = map->col + c, row = 2 + r;
    int col = MAP_LABEL + c * map->cell, shade_col = col + (map->cell >= CELL_WIDE);
    bool pointed = i == map->query && j == map->asked;
    struct tag tag = train_tag(TENSOR_ZT, i, j);
    double score = score_at(map, i, j), share = map->most > 0 ? score / map->most : 0;
    struct style style = {ROLE_FAINT, 0};
    const char *shade = shade_signed(isfinite(score) ? share : unknown_number(), &style);
    char shown[16];
    /* a number has its sign itself */
    if (map->cell < CELL_NUMBER || score > 0)
        draw_text(part, row, shade_col, style, tag, "%s", shade);
    if (map->cell == CELL_NUMBER) {
        if (fabs(score) < 1000)
            draw_number(shown, sizeof shown, score, fabs(score) < 100 ? 1 : 0);
        else
            snprintf(shown, sizeof shown, "%.0e", score);
        draw_right(part, row, col + map->cell - 1, style, tag, "%s", shown);
    }
    if (!pointed)
        return;
    if (map->cell >= CELL_WIDE) {
        draw_text(part, row, col, text, no_tag, "[");
        draw_text(part, row, col + map->cell - 1, text, no_tag, "]");
    } else {
        draw_flags(part, row, shade_col, 1, FLAG_REVERSE);
    }
}

/* The tags over the columns; where columns are narrow only the pointed one and tens. */
static void
draw_heads(const struct tag_map *map, const struct canvas *part)
{
    draw_text(part, 1, 2, faint, no_tag, "tag");
    for (int c = 0; c < map->cols; c++) {
        int j = map->col + c, col = MAP_LABEL + c * map->cell;
        bool here = j == map->asked;
        struct style style = {here ? ROLE_ASKED : ROLE_TEXT, 0};
        if (map->cell >= CELL_WIDE)
            draw_right(part, 1, col + map->cell - 1, style, tag_setting(), "%d", j);
        else if (here)
            draw_text(part, 1, col, style, tag_setting(), "▼%d", j);
    }
}

void
train_draw_map(const struct train *train, const struct canvas *canvas)
{
    struct canvas part = train_part(canvas, &train->map);
    struct rect ruled = train->map;
    struct tag_map map = map_make(train, &part);
    char note[32], most[16];
    ruled.col--; /* the divider's column is the rule's too */
    ruled.cols++;
    struct canvas rule = train_part(canvas, &ruled);
    if (map.most < 1000)
        draw_number(most, sizeof most, map.most, map.most < 9.95 ? 1 : 0);
    else
        snprintf(most, sizeof most, "%.0e", map.most);
    snprintf(note, sizeof note, "max %s", most);
    draw_rule(&rule, 0, false,
              ruled.cols > 36 ? "what each tag asks for" : "each tag asks for", note,
              train_tag(TENSOR_ZT, map.largest / map.tags, map.largest % map.tags));
    draw_heads(&map, &part);
    for (int r = 0; r < map.rows; r++) {
        bool here = map.row + r == map.query;
        draw_text(&part, 2 + r, 1, (struct style){ROLE_ASKING, 0}, no_tag, "%s",
                  here ? "▶" : " ");
        draw_right(&part, 2 + r, 5, (struct style){here ? ROLE_ASKING : ROLE_TEXT, 0},
                   tag_setting(), "%d", map.row + r);
        for (int c = 0; c < map.cols; c++)
            draw_cell(&map, &part, r, c);
    }
    if (2 + map.rows < part.rows)
        draw_text(&part, 2 + map.rows, 2, faint, no_tag, "%s",
                  map.cell == CELL_NUMBER ? "rows ask: the score that a column's tag gets"
                                          : "░ ▒ █ above 0, - = below");
}
