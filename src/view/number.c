/* The pointed number with its formula and its own numbers put in. Above the keys,
 * always. */
#include <stdio.h>

#include "app/address/address.h"
#include "app/state/opened.h"
#include "app/state/settle.h"
#include "view/panes.h"
#include "view/train/train.h"
#include "view/words/formula.h"

/* In the train view it is the pointed weight's, with the bet on it. */
static bool
is_train(const struct app *app)
{
    return app->ui.view == VIEW_TRAIN && app->ui.open_count == 0;
}

void
pane_number_title(const struct app *app, struct pane_title *title)
{
    static const char *const marks[] = {"▼", "", "▲"};
    struct number place;
    char address[TITLE_BYTES - 8];
    if (is_train(app)) {
        train_bet_title(app, title);
        return;
    }
    if (!app_pointed(app, &place))
        return;
    address_of(app, &place, address, sizeof address);
    int changed = app_changed(app, &place);
    snprintf(title->title, TITLE_BYTES, "%s%s%s", address, changed ? " " : "",
             marks[changed + 1]);
}

void
pane_number(const struct app *app, const struct canvas *canvas)
{
    struct number place;
    if (is_train(app))
        train_bet(app, canvas);
    else if (app_pointed(app, &place))
        formula_draw(app, &place, canvas);
}
