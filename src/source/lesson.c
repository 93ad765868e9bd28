/* Reading lessons. */
#include "source/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/lines.h"
#include "base/text.h"

static const size_t FILE_BYTES_MOST = (size_t)1 << 20;
enum { MINUTES_MOST = 600 };

const char *const lesson_words[LESSON_WORDS] = {
    [LESSON_STEP] = "step", [LESSON_DO] = "do",         [LESSON_SAY] = "say",
    [LESSON_SHOW] = "show", [LESSON_EXPECT] = "expect", [LESSON_ASK] = "ask",
    [LESSON_WAIT] = "wait", [LESSON_TRY] = "try",
};

static char *
copy_text(const char *text, struct err *err)
{
    char *copy = strdup(text);
    if (copy == NULL)
        err_set(err, "there is not enough memory for a lesson");
    return copy;
}

/* -- lines ----------------------------------------------------------------------------- */

/* title, about and minutes, before the first step. Whether the line is one of them; failing
 * sets *failed. */
static bool
read_head(struct lesson *lesson, const char *word, const char *rest, bool *failed,
          struct err *err)
{
    char **text = strcmp(word, "title") == 0   ? &lesson->title
                  : strcmp(word, "about") == 0 ? &lesson->about
                                               : NULL;
    bool minutes = strcmp(word, "minutes") == 0;
    if (text == NULL && !minutes)
        return false;
    if (lesson->step_count > 0)
        *failed = !err_set(err, "%s stands before the first step", word);
    else if (minutes)
        *failed = !text_int(rest, 1, MINUTES_MOST, &lesson->minutes) &&
                  !err_set(err, "minutes is a whole number from 1 to %d", MINUTES_MOST);
    else if (*text != NULL || *rest == '\0')
        *failed = !err_set(err, "%s stands once, with words behind it", word);
    else
        *failed = (*text = copy_text(rest, err)) == NULL;
    return true;
}

static bool
add_line(struct lesson *lesson, enum lesson_word word, int number, const char *rest,
         struct err *err)
{
    if (word != LESSON_STEP && lesson->step_count == 0)
        return err_set(err, "a step must begin before %s, as in: step What it is",
                       lesson_words[word]);
    if (*rest == '\0' && word != LESSON_SAY)
        return err_set(err, "%s needs something behind it", lesson_words[word]);
    if (lesson->line_count == LESSON_LINES_MAX ||
        (word == LESSON_STEP && lesson->step_count == LESSON_STEPS_MAX))
        return err_set(err, "a lesson has at most %d steps and %d lines",
                       LESSON_STEPS_MAX, LESSON_LINES_MAX);
    for (const char *at = rest; *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (length >= LESSON_WORD_BYTES)
            return err_set(err, "a word has at most %d bytes; break it with a blank",
                           LESSON_WORD_BYTES - 1);
        at += length;
    }
    char *text = copy_text(rest, err);
    if (text == NULL)
        return false;
    if (word == LESSON_STEP)
        lesson->steps[lesson->step_count++] = lesson->line_count;
    lesson->lines[lesson->line_count++] = (struct lesson_line){word, number, text};
    return true;
}

static bool
read_line(struct lesson *lesson, const struct lines *lines, struct err *err)
{
    const char *rest = lines->text;
    char word[16];
    bool whole = text_word(&rest, word, sizeof word), failed = false;
    if (whole && read_head(lesson, word, rest, &failed, err))
        return !failed;
    for (int w = 0; whole && w < LESSON_WORDS; w++)
        if (strcmp(lesson_words[w], word) == 0)
            return add_line(lesson, (enum lesson_word)w, lines->number, rest, err);
    return err_set(err,
                   "no line begins with \"%s\", but with title, about or minutes, then "
                   "with step, do, say, show, expect, ask, wait or try",
                   text_shown(word, 20).text);
}

/* What is wrong with a whole step, or NULL. */
static const char *
fault_of(const struct lesson *lesson, int step)
{
    const struct lesson_line *wait = lesson_find(lesson, step, LESSON_WAIT, 0);
    const struct lesson_line *ask = lesson_find(lesson, step, LESSON_ASK, 0);
    if (lesson_find(lesson, step, LESSON_SAY, 0) == NULL)
        return "the step says nothing; a line of prose begins with say";
    if (lesson_find(lesson, step, LESSON_ASK, 1) ||
        lesson_find(lesson, step, LESSON_WAIT, 1))
        return "a step asks or waits at most once";
    if (ask != NULL && wait != NULL)
        return "a step asks or waits, not both";
    if ((wait != NULL) != (lesson_find(lesson, step, LESSON_TRY, 0) != NULL))
        return "wait and try stand together: what is waited for, and a command that does "
               "it";
    return NULL;
}

/* The line of prose whose * is not closed in its paragraph, or NULL. A * opens at the beginning
 * of a word, and any other closes, as the lesson pane has it. */
static const struct lesson_line *
open_star(const struct lesson *lesson, int step)
{
    const struct lesson_line *line, *open = NULL;
    for (int k = 0; (line = lesson_find(lesson, step, LESSON_SAY, k)) != NULL; k++) {
        if (line->text[0] == '\0' && open != NULL)
            return open;
        for (const char *at = line->text; *at != '\0'; at++) {
            bool begins = at == line->text || at[-1] == ' ';
            if (*at == '*' && begins && at[1] != ' ' && at[1] != '\0')
                open = line;
            else if (*at == '*')
                open = NULL;
        }
    }
    return open;
}

static bool
check_whole(const struct lesson *lesson, struct err *err)
{
    const char *missing = lesson->title == NULL     ? "title, as in: title Who did it"
                          : lesson->minutes == 0    ? "minutes, as in: minutes 10"
                          : lesson->step_count == 0 ? "step, as in: step Look"
                                                    : NULL;
    if (missing != NULL)
        return err_set(err, "%s: it has no %s", lesson->file, missing);
    for (int s = 0; s < lesson->step_count; s++) {
        const struct lesson_line *open = open_star(lesson, s);
        if (open != NULL)
            return err_set(err,
                           "%s:%d: a * that opens emphasis is not closed before the "
                           "paragraph ends",
                           lesson->file, open->number);
        const char *fault = fault_of(lesson, s);
        if (fault != NULL)
            return err_set(err, "%s:%d: %s", lesson->file,
                           lesson->lines[lesson->steps[s]].number, fault);
    }
    return true;
}

/* The stem of a path. */
static bool
take_name(struct lesson *lesson, const char *file, struct err *err)
{
    const char *slash = strrchr(file, '/'), *stem = slash ? slash + 1 : file;
    static const char ending[] = ".lesson";
    size_t length = strlen(stem), tail = sizeof ending - 1;
    const char *point = strrchr(stem, '.');
    if (length > tail && strcmp(stem + length - tail, ending) == 0)
        length -= tail;
    else if (point != NULL)
        length = (size_t)(point - stem);
    if (!text_check(stem, length, err))
        return false;
    if (memchr(stem, '\n', length) || memchr(stem, '\r', length) ||
        memchr(stem, '\t', length))
        return err_set(err, "a lesson's file has no tabs or line ends in its name");
    if (length == 0 || length >= sizeof lesson->name)
        return err_set(err, "a lesson's file has a name of 1 to %d bytes before its .",
                       LESSON_NAME_BYTES - 1);
    snprintf(lesson->name, sizeof lesson->name, "%.*s", (int)length, stem);
    return true;
}

bool
lesson_parse(struct lesson *lesson, const char *file, const char *bytes, size_t length,
             struct err *err)
{
    struct lines *lines = malloc(sizeof *lines);
    *lesson = (struct lesson){.file = copy_text(file, err)};
    lesson->lines = calloc(LESSON_LINES_MAX, sizeof *lesson->lines);
    bool good = lines != NULL && lesson->file != NULL && lesson->lines != NULL;
    if (!good)
        err_set(err, "%s: there is not enough memory to read it", file);
    else if (!take_name(lesson, file, err))
        good = err_place(err, "%s", file);
    if (good) {
        lines_start(lines, file, bytes, length);
        while (good && lines_next(lines, err))
            good = read_line(lesson, lines, err) || lines_place(lines, err);
        good = good && !lines->failed;
        good = good && check_whole(lesson, err);
    }
    free(lines);
    if (!good)
        lesson_free(lesson);
    return good;
}

void
lesson_free(struct lesson *lesson)
{
    for (int k = 0; k < lesson->line_count; k++)
        free(lesson->lines[k].text);
    free(lesson->lines);
    free(lesson->file);
    free(lesson->title);
    free(lesson->about);
    *lesson = (struct lesson){.line_count = 0};
}

bool
lesson_load(struct lesson *lesson, const char *path, struct err *err)
{
    char *bytes;
    size_t length;
    if (!file_read_regular(path, FILE_BYTES_MOST, &bytes, &length, err))
        return false;
    bool done = lesson_parse(lesson, path, bytes, length, err);
    free(bytes);
    return done;
}

bool
lesson_next_piece(const char **cursor, bool word_begins, bool *strong,
                  struct lesson_piece *piece)
{
    const char *at = *cursor;
    if (word_begins && at[0] == '*' && at[1] != ' ' && at[1] != '\0') {
        *strong = true;
        at++;
    }
    while (*strong && at[0] == '*') { /* what it closes is known */
        *strong = false;
        at++;
    }
    size_t length = strcspn(at, *strong ? " *" : " ");
    *piece = (struct lesson_piece){at, length, *strong};
    *cursor = at + length;
    return length > 0;
}

const struct lesson_line *
lesson_find(const struct lesson *lesson, int step, enum lesson_word word, int k)
{
    int end =
        step + 1 < lesson->step_count ? lesson->steps[step + 1] : lesson->line_count;
    for (int at = lesson->steps[step]; at < end; at++)
        if (lesson->lines[at].word == word && k-- == 0)
            return &lesson->lines[at];
    return NULL;
}
