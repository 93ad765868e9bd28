/* The compiler of head files: lines in words become three matrices. Every weight keeps the
 * number of the line that set it. */
#include "source/head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/text.h"

static const char *const projection_words[PROJECT_COUNT] = {"query", "key", "value"};

struct parser {
    struct head *head;
    struct lines lines;
    bool has[PROJECT_COUNT];    /* a line for the projection came */
    bool random[PROJECT_COUNT]; /* it was random */
};

/* -- matrices ------------------------------------------------------------------------- */

int
head_width(const struct head *head, enum projection which)
{
    return which == PROJECT_V ? head->d_v : head->d_k;
}

static bool
allocate(struct head *head, enum projection which, struct err *err)
{
    size_t count = FEATURE_COUNT * (size_t)head_width(head, which);
    head->weights[which] = calloc(count, sizeof(float));
    head->lines[which] = calloc(count, sizeof(int));
    if (head->weights[which] == NULL || head->lines[which] == NULL)
        return err_set(err, "there is not enough memory for the head");
    return true;
}

/* Writes what a recipe says into the matrix, each weight at most once. */
static bool
apply_recipe(struct parser *parser, enum projection which, const struct recipe *recipe,
             struct err *err)
{
    struct head *head = parser->head;
    if (parser->random[which] || (recipe->random && parser->has[which]))
        return err_set(err, "random is the only %s line of its head",
                       projection_words[which]);
    parser->has[which] = true;
    parser->random[which] = recipe->random;
    for (int k = 0; k < recipe->count; k++) {
        const struct recipe_weight *weight = &recipe->weights[k];
        size_t at = (size_t)weight->row * (size_t)head_width(head, which) +
                    (size_t)weight->column;
        if (head->lines[which][at] != 0)
            return err_set(err, "%s %s -> %d was already set by line %d",
                           projection_words[which], feature_names[weight->row],
                           weight->column, head->lines[which][at]);
        head->weights[which][at] = (float)weight->value;
        head->lines[which][at] = parser->lines.number;
    }
    return true;
}

/* -- lines ---------------------------------------------------------------------------- */

static bool
line_projection(struct parser *parser, enum projection which, const char *text,
                struct err *err)
{
    struct recipe recipe;
    if (parser->head->d_k == 0)
        return err_set(err, "d_k must stand before this line, as in: d_k 8");
    return recipe_parse(&recipe, projection_words[which], text, parser->head->d_k, err) &&
           apply_recipe(parser, which, &recipe, err);
}

static bool
line_value(struct parser *parser, const char *text, struct err *err)
{
    struct head *head = parser->head;
    struct recipe recipe;
    if (parser->has[PROJECT_V])
        return err_set(err, "a second value line; one names all that V hands over");
    if (!recipe_parse_value(&recipe, text, err))
        return false;
    head->d_v = recipe.width;
    return allocate(head, PROJECT_V, err) &&
           apply_recipe(parser, PROJECT_V, &recipe, err);
}

static bool
line_d_k(struct parser *parser, const char *text, struct err *err)
{
    struct head *head = parser->head;
    if (head->d_k != 0)
        return err_set(err, "a second d_k; it is %d already", head->d_k);
    if (!text_int(text, 1, HEAD_WIDTH_MAX, &head->d_k))
        return err_set(err, "d_k is a whole number from 1 to %d, not \"%s\"",
                       HEAD_WIDTH_MAX, text);
    return allocate(head, PROJECT_Q, err) && allocate(head, PROJECT_K, err);
}

static bool
line_place(struct parser *parser, const char *text, struct err *err)
{
    if (parser->head->place != HEAD_LAST)
        return err_set(err, "a second place; it is %d already", parser->head->place);
    if (!text_int(text, 1, HEAD_LAST - 1, &parser->head->place))
        return err_set(err, "place is a whole number from 1 to %d, not \"%s\"",
                       HEAD_LAST - 1, text);
    return true;
}

static bool
copy_text(char out[HEAD_TEXT_BYTES], const char *text, struct err *err)
{
    if (out[0] != '\0')
        return err_set(err, "the same line a second time; one is right");
    if (*text == '\0' || strlen(text) >= HEAD_TEXT_BYTES)
        return err_set(err, "a text of 1 to %d bytes must follow", HEAD_TEXT_BYTES - 1);
    snprintf(out, HEAD_TEXT_BYTES, "%s", text);
    return true;
}

/* sentence, mask, expect: kept as the command that they are */
static bool
line_check(struct parser *parser, struct err *err)
{
    struct head *head = parser->head;
    size_t count = (size_t)head->check_count;
    struct head_check *checks = realloc(head->checks, (count + 1) * sizeof *checks);
    if (checks == NULL)
        return err_set(err, "there is not enough memory for the checks");
    head->checks = checks;
    size_t size = strlen(parser->lines.text) + 1;
    char *command = malloc(size);
    if (command == NULL)
        return err_set(err, "there is not enough memory for the checks");
    memcpy(command, parser->lines.text, size);
    checks[count] = (struct head_check){parser->lines.number, command};
    head->check_count++;
    return true;
}

static bool
parse_line(struct parser *parser, struct err *err)
{
    char word[32];
    const char *rest = parser->lines.text;
    text_word(&rest, word, sizeof word);
    for (int which = PROJECT_Q; which <= PROJECT_K; which++)
        if (strcmp(word, projection_words[which]) == 0)
            return line_projection(parser, (enum projection)which, rest, err);
    if (strcmp(word, "value") == 0)
        return line_value(parser, rest, err);
    if (strcmp(word, "d_k") == 0)
        return line_d_k(parser, rest, err);
    if (strcmp(word, "place") == 0)
        return line_place(parser, rest, err);
    if (strcmp(word, "title") == 0)
        return copy_text(parser->head->title, rest, err);
    if (strcmp(word, "about") == 0)
        return copy_text(parser->head->about, rest, err);
    if (strcmp(word, "sentence") == 0 || strcmp(word, "mask") == 0 ||
        strcmp(word, "expect") == 0)
        return line_check(parser, err);
    return err_set(err,
                   "\"%s\" begins no line of a head file; title about place d_k query "
                   "key value sentence mask expect do",
                   word);
}

/* Ends the line where a # follows a blank, outside the quotes of an address. */
static void
cut_comment(char *line)
{
    bool quotes = strncmp(line, "expect", 6) == 0, quoted = false;
    for (char *at = line; *at != '\0'; at++) {
        if (quoted && *at == '\\' && at[1] != '\0')
            at++;
        else if (quotes && *at == '"')
            quoted = !quoted;
        else if (*at == '#' && !quoted && at > line && at[-1] == ' ') {
            while (at > line && at[-1] == ' ')
                at--;
            *at = '\0';
            return;
        }
    }
}

/* What only the whole file can show. */
static bool
check_whole(struct parser *parser, const char *file, struct err *err)
{
    struct head *head = parser->head;
    const bool *random = parser->random;
    head->random = random[PROJECT_Q];
    if (head->title[0] == '\0' || head->about[0] == '\0')
        return err_set(err, "%s: a title line and an about line are missing", file);
    if (head->d_k == 0)
        return err_set(err, "%s: a d_k line is missing, as in: d_k 8", file);
    if (!parser->has[PROJECT_V])
        return err_set(err, "%s: a value line is missing, as in: value meaning", file);
    if (random[PROJECT_Q] != random[PROJECT_K] || random[PROJECT_Q] != random[PROJECT_V])
        return err_set(err, "%s: query, key and value are random together or not at all",
                       file);
    return true;
}

bool
head_parse(struct head *head, const char *name, const char *file, const char *bytes,
           size_t length, struct err *err)
{
    struct parser parser = {.head = head};
    *head = (struct head){.place = HEAD_LAST};
    snprintf(head->name, sizeof head->name, "%s", name);
    lines_start(&parser.lines, file, bytes, length);
    while (lines_next(&parser.lines, err)) {
        cut_comment(parser.lines.text);
        if (!parse_line(&parser, err)) {
            lines_place(&parser.lines, err);
            goto fail;
        }
    }
    if (!parser.lines.failed && check_whole(&parser, file, err))
        return true;
fail:
    head_free(head);
    return false;
}

void
head_free(struct head *head)
{
    for (int which = 0; which < PROJECT_COUNT; which++) {
        free(head->weights[which]);
        free(head->lines[which]);
    }
    for (int i = 0; i < head->check_count; i++)
        free(head->checks[i].command);
    free(head->checks);
    *head = (struct head){0};
}

void
head_column_name(const struct head *head, enum projection which, int column, char *out,
                 size_t size)
{
    enum projection read = which == PROJECT_Q ? PROJECT_K : which;
    int width = head_width(head, read), found = 0;
    out[0] = '\0';
    if (head->random || column >= width)
        return;
    for (int sign = 1; sign >= -1; sign -= 2) /* female-male: what adds comes first */
        for (int m = 0; m < FEATURE_COUNT; m++) {
            float weight = head->weights[read][m * width + column];
            if (weight * (float)sign <= 0)
                continue;
            size_t used = strlen(out);
            const char *mark = sign < 0 ? "-" : found > 0 ? "+" : "";
            snprintf(out + used, size - used, "%s%s", mark, feature_names[m]);
            found++;
        }
    if (found > 3)
        out[0] = '\0';
}
