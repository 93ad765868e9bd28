/* What a reader waits for: a long sentence until its first screen is drawn. */
#include "bench.h"

#include <stdlib.h>

#include "app/state/app.h"
#include "base/text.h"
#include "view/frame.h"

enum { ROWS = 24, COLS = 80 };

struct reading {
    struct library library;
    struct text sentence;
    struct err *err;
    bool failed;
};

/* Known words and unknown ones, whose meaning is guessed from the ending, in turn. */
static void
write_sentence(struct text *sentence, int words)
{
    static const char *const known[] = {"the", "cat", "chased", "a", "quick", "mouse"};
    for (int i = 0; i < words; i++)
        if (i % 4 == 3)
            text_add(sentence, "blurb%dness ", i);
        else
            text_add(sentence, "%s ", known[i % 6]);
}

static void
read_once(void *what)
{
    struct reading *reading = what;
    struct app *app = malloc(sizeof *app);
    struct grid grid;
    bool done = false;
    if (app == NULL)
        err_set(reading->err, "there is not enough memory");
    else if (app_init(app, &reading->library, kernels_best(), reading->sentence.bytes,
                      reading->err)) {
        done = grid_init(&grid, ROWS, COLS, reading->err);
        if (done) {
            frame_draw(app, &grid);
            grid_free(&grid);
        }
        app_free(app);
    }
    free(app);
    reading->failed = reading->failed || !done;
}

static bool
sentence(const struct row *row, double seconds, double *value, struct err *err)
{
    struct reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL)
        return err_set(err, "there is not enough memory");
    reading->err = err;
    bool done = library_load(&reading->library, NULL, NULL, err);
    if (done) {
        write_sentence(&reading->sentence, row->size);
        *value = 1e3 / bench_rate(read_once, reading, seconds);
        text_free(&reading->sentence);
        library_free(&reading->library);
        done = !reading->failed;
    }
    free(reading);
    return done;
}

const struct row program_rows[] = {
    {"sentence-512", "ms", true, sentence, 512},
    {0},
};
