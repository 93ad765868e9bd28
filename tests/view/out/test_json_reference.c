/* Every number in the JSON of many states, against tests/reference/sentence.txt, to the bit.
 * Run from the top of the repository. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/lines.h"
#include "base/text.h"
#include "core/kinds.h"
#include "support/reread.h"
#include "support/rows.h"
#include "view/out/json.h"

static const char FIXTURE[] = "tests/reference/sentence.txt";

enum { NAME_BYTES = 8 };

/* What the fixture says of a tensor: its numbers, or the name of the one that it shares. */
struct wanted {
    char name[NAME_BYTES], same[NAME_BYTES];
    int rows, cols;
    float *numbers; /* a masked one is -infinity; owned */
};

/* A walk over the fixture: the state that its lines have told so far. */
struct walk {
    struct lines lines;
    char sentence[80], commands[120];
    struct wanted
        tensors[ATTENTION_TENSORS]; /* with those of the state before behind `count` */
    int count;                      /* of the tensors of this state */
    int states, wrong;
};

/* -- reading the fixture --------------------------------------------------------------- */

static void
give_up(const struct walk *walk)
{
    fail_msg("%s:%d: \"%.40s\" was not expected", FIXTURE, walk->lines.number,
             walk->lines.text);
}

/* NAME ROWS COLUMNS, NAME before or NAME same OTHER; every state has the same names. */
static void
read_tensor(struct walk *walk)
{
    char name[NAME_BYTES], word[NAME_BYTES], last[NAME_BYTES] = "";
    int words = sscanf(walk->lines.text, "%7s %7s %7s", name, word, last);
    if (words < 2 || walk->count == ATTENTION_TENSORS)
        give_up(walk);
    struct wanted *wanted = &walk->tensors[walk->count++];
    if (walk->states > 1)
        assert_string_equal(name, wanted->name);
    if (strcmp(word, "before") == 0)
        return;
    free(wanted->numbers);
    *wanted = (struct wanted){.rows = 0};
    snprintf(wanted->name, sizeof wanted->name, "%s", name);
    if (strcmp(word, "same") == 0) {
        snprintf(wanted->same, sizeof wanted->same, "%s", last);
        return;
    }
    if (!text_int(word, 1, 512, &wanted->rows) || !text_int(last, 1, 512, &wanted->cols))
        give_up(walk);
    size_t size = (size_t)wanted->rows * (size_t)wanted->cols;
    wanted->numbers = calloc(size, sizeof *wanted->numbers);
    assert_non_null(wanted->numbers);
}

/* ROW: NUMBERS, of the tensor that was named last; rows that are left out are 0. */
static void
read_row(struct walk *walk)
{
    if (walk->count == 0)
        give_up(walk);
    const struct wanted *wanted = &walk->tensors[walk->count - 1];
    char *at;
    long row = strtol(walk->lines.text, &at, 10);
    if (wanted->numbers == NULL || row < 0 || row >= wanted->rows || *at++ != ':')
        give_up(walk);
    const char *cursor = at;
    char word[32];
    for (int col = 0; col < wanted->cols; col++) {
        double number = -(double)INFINITY;
        if (!text_word(&cursor, word, sizeof word) ||
            (strcmp(word, "-") != 0 && !text_number(word, &number)))
            give_up(walk);
        wanted->numbers[row * wanted->cols + col] = (float)number;
    }
    if (text_word(&cursor, word, sizeof word))
        give_up(walk);
}

/* -- comparing ------------------------------------------------------------------------- */

static bool
same_bits(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static int
tensor_wrong(const struct walk *walk, const struct wanted *wanted, json_t *tensor)
{
    const char *same = json_string_value(json_object_get(tensor, "same_as"));
    json_t *data = json_object_get(tensor, "data"), *item;
    int rows = 0, cols = 0, wrong = 0;
    size_t k;
    if (wanted->same[0] != '\0')
        return row_wrong(same != NULL && strcmp(same, wanted->same) == 0,
                         "%s: %s is not that of %s", walk->commands, wanted->name,
                         wanted->same);
    if (json_unpack(tensor, "{s:[i,i!]}", "shape", &rows, &cols) != 0 ||
        rows != wanted->rows || cols != wanted->cols ||
        json_array_size(data) != (size_t)(rows * cols))
        return row_wrong(false, "%s: %s is %dx%d, not %dx%d", walk->commands,
                         wanted->name, rows, cols, wanted->rows, wanted->cols);
    json_array_foreach(data, k, item)
    {
        float got = json_is_null(item) ? -INFINITY : (float)json_number_value(item);
        wrong += row_wrong(same_bits(got, wanted->numbers[k]),
                           "%s: %s[%zu,%zu] is %.9g, not %.9g", walk->commands,
                           wanted->name, k / (size_t)cols, k % (size_t)cols, (double)got,
                           (double)wanted->numbers[k]);
    }
    return wrong;
}

/* Takes the program to the state that was read, and compares all of its tensors. */
static void
compare_state(struct walk *walk)
{
    if (walk->states == 0)
        return;
    assert_int_equal(walk->count, ATTENTION_TENSORS);
    struct session *session = session_open(walk->sentence);
    session_do(session, walk->commands);
    json_t *root = reread_json(session), *tensors = json_object_get(root, "tensors");
    assert_int_equal(json_object_size(tensors), ATTENTION_TENSORS);
    for (int t = 0; t < ATTENTION_TENSORS; t++) {
        const struct wanted *wanted = &walk->tensors[t];
        walk->wrong += tensor_wrong(walk, wanted, json_object_get(tensors, wanted->name));
    }
    json_decref(root);
    session_close(session);
}

static void
read_line(struct walk *walk)
{
    const char *line = walk->lines.text;
    if (strncmp(line, "sentence ", 9) == 0) {
        compare_state(walk);
        snprintf(walk->sentence, sizeof walk->sentence, "%s", line + 9);
        walk->states++;
        walk->count = 0;
    } else if (strncmp(line, "do ", 3) == 0)
        snprintf(walk->commands, sizeof walk->commands, "%s", line + 3);
    else if (isdigit((unsigned char)*line))
        read_row(walk);
    else
        read_tensor(walk);
}

static void
numbers_are_those_of_the_fixture(void **state)
{
    char *bytes = NULL;
    size_t length = 0;
    struct err err = {""};
    struct walk *walk = calloc(1, sizeof *walk);
    (void)state;
    assert_non_null(walk);
    if (!file_read(FIXTURE, 1 << 17, &bytes, &length, &err))
        fail_msg("%s", err.text);
    lines_start(&walk->lines, FIXTURE, bytes, length);
    while (lines_next(&walk->lines, &err))
        read_line(walk);
    assert_false(walk->lines.failed);
    compare_state(walk);
    assert_true(walk->states > 15);
    assert_int_equal(walk->wrong, 0);
    for (int t = 0; t < ATTENTION_TENSORS; t++)
        free(walk->tensors[t].numbers);
    free(walk);
    free(bytes);
}

/* -- how numbers are written ----------------------------------------------------------- */

/* Nine digits are what a float needs, and no float needs more. */
static void
numbers_have_nine_digits_at_most(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    assert_non_null(stream);
    assert_true(json_write(&session->app, stream, &session->err));
    assert_int_equal(fclose(stream), 0);
    const char *number = strstr(text, "\"data\":[");
    int most = 0;
    while ((number = strpbrk(number, "0123456789")) != NULL) {
        const char *end = number + strspn(number, "0123456789.");
        int digits = 0;
        for (const char *at = number + strspn(number, "0."); at < end; at++)
            digits += isdigit((unsigned char)*at) != 0;
        most = digits > most ? digits : most;
        number = end + (*end == 'e' ? 2 + strspn(end + 2, "0123456789") : 0);
    }
    assert_int_equal(most, 9);
    free(text);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_fixture),
        cmocka_unit_test(numbers_have_nine_digits_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
