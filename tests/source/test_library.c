/* The library: what is embedded, and what a data folder adds or overrides. The folders are made
 * beside the program and removed again. */
#include "source/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/data_files.h"
#include "support/folder.h"
#include "support/heads.h"
#include "support/rows.h"

/* A file that is a right head but for what it is called. */
static const char head_text[] =
    "title own\nabout a head of a test\nd_k 3\nquery one -> 2 : 5\n"
    "value noun verb\n";

/* -- a data folder -------------------------------------------------------------------- */

struct data {
    struct folder folder;
    struct library library;
    struct err err;
};

static int
set_up(void **state)
{
    struct data *data = calloc(1, sizeof *data);
    *state = data;
    return data != NULL && folder_make(&data->folder) ? 0 : -1;
}

static int
tear_down(void **state)
{
    struct data *data = *state;
    bool removed = folder_remove(&data->folder);
    free(data);
    return removed ? 0 : -1;
}

static void
make_folder(const struct data *data, const char *name)
{
    folder_add_folder(&data->folder, name);
}

static void
make_text(const struct data *data, const char *name, const char *text)
{
    folder_add_text(&data->folder, name, text);
}

static void
load(struct data *data)
{
    if (!library_load(&data->library, NULL, data->folder.path, &data->err))
        fail_msg("%s", data->err.text);
}

/* Whether the folder loads, or the sentence of its failure is another one. */
static int
load_wrong(struct data *data, const char *expected)
{
    bool done = library_load(&data->library, NULL, data->folder.path, &data->err);
    int wrong = row_wrong(!done && strstr(data->err.text, expected) != NULL,
                          "expected \"%s\", got \"%s\"", expected,
                          done ? "no error" : data->err.text);
    if (done)
        library_free(&data->library);
    else
        wrong += row_wrong(data->library.head_count == 0 &&
                               data->library.lexicon.words == NULL,
                           "%s: something is still owned", expected);
    return wrong;
}

/* The heads stand by place, then by name, each under a name of its own. */
static void
assert_sorted(const struct library *library)
{
    for (int i = 0; i < library->head_count; i++) {
        const struct head *head = &library->heads[i], *before = head - (i > 0);
        assert_int_equal(library_find_head(library, head->name), i);
        assert_true(before->place <= head->place);
        assert_true(i == 0 || before->place < head->place ||
                    strcmp(before->name, head->name) < 0);
    }
}

/* -- what is embedded ----------------------------------------------------------------- */

static void
embedded_files_load(void **state)
{
    struct data *data = *state;
    struct library *library = &data->library;
    if (!library_load(library, NULL, NULL, &data->err))
        fail_msg("%s", data->err.text);
    assert_int_equal(library->head_count, heads_embedded());
    assert_sorted(library);
    for (int i = 0; i < HEADS_KEPT; i++) {
        int at = library_find_head(library, heads_kept[i]);
        assert_true(at >= i);
        assert_int_equal(library->heads[at].place, i + 1);
        assert_int_equal(library->heads[at].random, strcmp(heads_kept[i], "random") == 0);
    }
    assert_int_equal(library_find_head(library, "no-such-head"), -1);
    assert_int_equal(library_find_head(library, ""), -1);
    assert_int_equal(library_find_head(library, "Verb-noun"), -1);
    assert_true(library->lexicon.count > 200);
    library_free(library);
    assert_int_equal(library->head_count, 0);
}

static void
data_files_are_sorted_and_ended(void **state)
{
    (void)state;
    assert_true(data_file_count > (size_t)heads_embedded());
    for (size_t i = 0; i < data_file_count; i++) {
        assert_true(data_files[i].length > 0);
        assert_int_equal(data_files[i].bytes[data_files[i].length], 0);
        if (i > 0)
            assert_true(strcmp(data_files[i - 1].name, data_files[i].name) < 0);
    }
}

/* -- what a folder adds ---------------------------------------------------------------- */

static void
an_empty_folder_changes_nothing(void **state)
{
    struct data *data = *state;
    load(data);
    assert_int_equal(data->library.head_count, heads_embedded());
    int words = data->library.lexicon.count;
    library_free(&data->library);
    make_folder(data, "heads");
    load(data);
    assert_int_equal(data->library.head_count, heads_embedded());
    assert_int_equal(data->library.lexicon.count, words);
    library_free(&data->library);
}

static void
a_head_of_the_same_name_comes_instead(void **state)
{
    struct data *data = *state;
    struct library *library = &data->library;
    make_folder(data, "heads");
    make_text(data, "heads/verb-noun.head", head_text);
    load(data);
    assert_int_equal(library->head_count, heads_embedded());
    assert_sorted(library);
    int at = library_find_head(library, "verb-noun");
    /* it names no place, so it stands behind all that do */
    assert_true(at > library_find_head(library, "random"));
    const struct head *head = &library->heads[at];
    assert_string_equal(head->title, "own");
    assert_int_equal(head->d_k, 3);
    assert_int_equal(head->d_v, 2);
    assert_true(head->weights[PROJECT_Q][FEATURE_ONE * 3 + 2] == 5.0F);
    library_free(library);
}

static void
more_heads_stand_by_place_then_by_name(void **state)
{
    struct data *data = *state;
    struct library *library = &data->library;
    char placed[200];
    snprintf(placed, sizeof placed, "place 3\n%s", head_text);
    make_folder(data, "heads");
    make_text(data, "heads/zebra.head", head_text);
    make_text(data, "heads/a2-b.head", head_text);
    make_text(data, "heads/ant.head", placed);
    make_text(data, "heads/zoo.head", placed);
    load(data);
    static const char *const names[] = {"one-before", "one-after", "ant",
                                        "verb-noun",  "zoo",       "verb-object",
                                        "random",     "a2-b",      "zebra"};
    assert_int_equal(library->head_count, heads_embedded() + 4);
    assert_sorted(library);
    for (int i = 1; i < (int)(sizeof names / sizeof names[0]); i++)
        assert_true(library_find_head(library, names[i - 1]) <
                    library_find_head(library, names[i]));
    library_free(library);
}

static void
own_words_are_added_and_win(void **state)
{
    struct data *data = *state;
    meaning_set set = 0;
    load(data);
    int words = data->library.lexicon.count;
    library_free(&data->library);
    make_text(data, "lexicon.txt", "# of a class\nwug noun animate\ncat verb\n");
    load(data);
    const struct lexicon *lexicon = &data->library.lexicon;
    assert_int_equal(lexicon->count, words + 1);
    assert_true(lexicon_find(lexicon, "wug", &set));
    assert_int_equal(set, MEANING(FEATURE_NOUN) | 1 << 9);
    assert_true(lexicon_find(lexicon, "cat", &set));
    assert_int_equal(set, MEANING(FEATURE_VERB));
    assert_true(lexicon_find(lexicon, "mouse", &set));
    assert_int_equal(set, MEANING(FEATURE_NOUN) | 1 << 9);
    for (int i = 1; i < lexicon->count; i++)
        assert_true(strcmp(lexicon->words[i - 1].text, lexicon->words[i].text) < 0);
    library_free(&data->library);
}

static void
other_files_are_passed_over(void **state)
{
    struct data *data = *state;
    make_folder(data, "heads");
    make_folder(data, "heads/more");
    make_text(data, "heads/notes.txt", "not a head");
    make_text(data, "heads/own.head~", "not a head");
    make_text(data, "heads/.own.head", "not a head");
    make_text(data, "heads/.head", "not a head");
    make_text(data, "heads/more/own.head", "not a head");
    make_text(data, "own.head", "not a head");
    load(data);
    assert_int_equal(data->library.head_count, heads_embedded());
    library_free(&data->library);
}

/* -- what is wrong with a folder -------------------------------------------------------- */

static void
files_with_names_that_heads_cannot_have(void **state)
{
    struct data *data = *state;
    static const char *const names[] = {
        "2x.head",   "Own.head",   "a_b.head",
        "a b.head",  "größe.head", "a.b.head",
        "next.head", "prev.head",  "a-name-of-thirty-two-bytes-here-.head",
    };
    int wrong = 0;
    make_folder(data, "heads");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char name[FOLDER_PATH_BYTES], expected[FOLDER_PATH_BYTES];
        snprintf(name, sizeof name, "heads/%s", names[i]);
        snprintf(expected, sizeof expected, "%s: a head file is named by 1 to 31",
                 names[i]);
        make_text(data, name, head_text);
        wrong += load_wrong(data, expected);
        folder_path(&data->folder, name, expected);
        assert_int_equal(remove(expected), 0);
    }
    assert_int_equal(wrong, 0);
    make_text(data, "heads/a-name-of-thirty-one-bytes-here.head", head_text);
    load(data);
    assert_int_equal(data->library.head_count, heads_embedded() + 1);
    library_free(&data->library);
}

/* The first by name is the one that is reported. */
static void
wrong_heads_have_path_and_line(void **state)
{
    struct data *data = *state;
    make_folder(data, "heads");
    make_text(data, "heads/b.head", "title b\ncolour red\n");
    make_text(data, "heads/c.head", "colour red\n");
    make_text(data, "heads/a.head", head_text);
    assert_int_equal(load_wrong(data, "/heads/b.head:2: \"colour\" begins no line"), 0);
    make_text(data, "heads/a.head", "title a\nabout a\n");
    assert_int_equal(load_wrong(data, "/heads/a.head: a d_k line is missing"), 0);
}

static void
wrong_words_have_path_and_line(void **state)
{
    struct data *data = *state;
    make_text(data, "lexicon.txt", "wug noun\nblorp\n");
    assert_int_equal(load_wrong(data, "/lexicon.txt:2: blorp: a word needs a class"), 0);
}

static void
folders_that_cannot_be_opened(void **state)
{
    struct data *data = *state;
    char path[FOLDER_PATH_BYTES];
    make_text(data, "file", "text");
    static const char *const names[] = {"missing", "file"};
    for (size_t i = 0; i < 2; i++) {
        folder_path(&data->folder, names[i], path);
        assert_false(library_load(&data->library, NULL, path, &data->err));
        assert_non_null(strstr(data->err.text, ": the data folder cannot be opened: "));
        assert_non_null(strstr(data->err.text, names[i]));
    }
    assert_false(library_load(&data->library, NULL, "", &data->err));
}

/* Files and folders that stand where the other is wanted, and links that lead nowhere: also
 * whoever may read everything cannot read these. */
static void
things_that_cannot_be_read(void **state)
{
    struct data *data = *state;
    char path[FOLDER_PATH_BYTES];
    make_folder(data, "lexicon.txt");
    assert_int_equal(load_wrong(data, "/lexicon.txt: it cannot be read: "), 0);
    folder_path(&data->folder, "lexicon.txt", path);
    assert_int_equal(rmdir(path), 0);

    make_text(data, "heads", "a file");
    assert_int_equal(load_wrong(data, "/heads: the folder cannot be read: "), 0);
    folder_path(&data->folder, "heads", path);
    assert_int_equal(remove(path), 0);

    make_folder(data, "heads");
    make_folder(data, "heads/own.head");
    assert_int_equal(load_wrong(data, "/heads/own.head: it cannot be read: "), 0);
    folder_path(&data->folder, "heads/own.head", path);
    assert_int_equal(rmdir(path), 0);

    assert_int_equal(symlink("nowhere", path), 0);
    assert_int_equal(load_wrong(data, "/heads/own.head: it cannot be opened: "), 0);
}

/* A lexicon that is there but cannot be reached is no reason to go on without it. */
static void
a_lexicon_that_links_to_itself(void **state)
{
    struct data *data = *state;
    char path[FOLDER_PATH_BYTES];
    folder_path(&data->folder, "lexicon.txt", path);
    assert_int_equal(symlink("lexicon.txt", path), 0);
    assert_int_equal(load_wrong(data, "/lexicon.txt: it cannot be opened: "), 0);
}

static void
files_that_are_too_long(void **state)
{
    struct data *data = *state;
    enum { LIMIT = 1 << 20 };
    char *text = calloc(1, LIMIT + 2);
    assert_non_null(text);
    memset(text, '\n', LIMIT + 1);
    make_text(data, "lexicon.txt", text);
    assert_int_equal(load_wrong(data, "/lexicon.txt: it is longer than"), 0);
    text[LIMIT] = '\0';
    make_text(data, "lexicon.txt", text);
    free(text);
    load(data);
    library_free(&data->library);
}

static void
more_heads_than_fit(void **state)
{
    struct data *data = *state;
    char name[64];
    make_folder(data, "heads");
    for (int i = 0; i < HEADS_MAX - heads_embedded(); i++) {
        snprintf(name, sizeof name, "heads/own%d.head", i);
        make_text(data, name, head_text);
    }
    load(data);
    assert_int_equal(data->library.head_count, HEADS_MAX);
    library_free(&data->library);
    make_text(data, "heads/zz.head", head_text);
    snprintf(name, sizeof name, "there are %d heads already", HEADS_MAX);
    assert_int_equal(load_wrong(data, name), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#define OWN_HEAD(about) \
    "title t\nabout " about "\nd_k 8\nquery random\nkey random\nvalue random 8\n"

/* The reader's own folder wins over what is embedded, and the folder that was asked for over it;
 * what is wrong there is left out, with a notice, and the rest is there. */
static void
own_folder(void **state)
{
    struct data *data = *state;
    struct library *library = &data->library;
    char own[FOLDER_PATH_BYTES], asked[FOLDER_PATH_BYTES];
    folder_add_folder(&data->folder, "own");
    folder_add_folder(&data->folder, "own/heads");
    folder_add_folder(&data->folder, "own/lessons");
    folder_add_folder(&data->folder, "asked");
    folder_add_folder(&data->folder, "asked/heads");
    make_text(data, "own/heads/a-wrong.head", "what\n");
    make_text(data, "own/heads/both.head", OWN_HEAD("of the reader"));
    make_text(data, "own/heads/own.head", OWN_HEAD("of the reader"));
    make_text(data, "own/lessons/mine.lesson", "");
    make_text(data, "asked/heads/both.head", OWN_HEAD("asked for"));
    folder_path(&data->folder, "own", own);
    folder_path(&data->folder, "asked", asked);
    if (!library_load(library, own, asked, &data->err))
        fail_msg("%s", data->err.text);
    assert_int_equal(library->head_count, heads_embedded() + 2);
    int both = library_find_head(library, "both"),
        only = library_find_head(library, "own");
    assert_string_equal(library->heads[both].about, "asked for");
    assert_string_equal(library->heads[only].about, "of the reader");
    assert_string_equal(library->shelf.entries[library->shelf.count - 1].name, "mine");
    assert_non_null(strstr(library->notice.text, "left out: "));
    assert_non_null(strstr(library->notice.text, "a-wrong.head:1: "));
    library_free(library);
}

/* No folder of one's own is no fault. */
static void
no_own_folder(void **state)
{
    struct data *data = *state;
    if (!library_load(&data->library, "/dev/null/qkv", NULL, &data->err))
        fail_msg("%s", data->err.text);
    assert_string_equal(data->library.notice.text, "");
    library_free(&data->library);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(embedded_files_load),
        TEST(data_files_are_sorted_and_ended),
        TEST(an_empty_folder_changes_nothing),
        TEST(a_head_of_the_same_name_comes_instead),
        TEST(more_heads_stand_by_place_then_by_name),
        TEST(own_words_are_added_and_win),
        TEST(other_files_are_passed_over),
        TEST(files_with_names_that_heads_cannot_have),
        TEST(wrong_heads_have_path_and_line),
        TEST(wrong_words_have_path_and_line),
        TEST(folders_that_cannot_be_opened),
        TEST(things_that_cannot_be_read),
        TEST(a_lexicon_that_links_to_itself),
        TEST(files_that_are_too_long),
        TEST(more_heads_than_fit),
        TEST(own_folder),
        TEST(no_own_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
