/* The pointed number with its formula and its own numbers put in. Above the keys,
 * always. */
#include <stdio.h>

#include "app/address.h"
#include "view/formula.h"
#include "view/panes.h"

void
pane_number_title(const struct app *app, struct pane_title *title)
{
    static const char *const marks[] = {"▼", "", "▲"};
    struct place place;
    char address[TITLE_BYTES - 8];
    if (!app_pointed(app, &place))
        return;
    address_of(app->explorer, &place, address, sizeof address);
    int changed = app_changed(app, &place);
    snprintf(title->title, TITLE_BYTES, "%s%s%s", address, changed ? " " : "",
             marks[changed + 1]);
}

void
pane_number(const struct app *app, const struct canvas *canvas)
{
    struct place place;
    if (app_pointed(app, &place))
        formula_draw(app, &place, canvas);
}
