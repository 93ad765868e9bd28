/* Which numbers can be set by hand. */
#include "app/address/address.h"
#include "app/address/numbers.h"

bool
app_can_edit(const struct app *app, const struct number *number, struct err *err)
{
    char name[ADDRESS_BYTES];
    if (number->in == IN_TEXT && number->of == OF_ITSELF)
        return explorer_can_edit(app->explorer, number, err);
    bool can = number->in == IN_STORE && number->of == OF_ITSELF &&
               number->example == 0 && number->when == 0 && number->tensor <= TENSOR_S;
    address_of(app, number, name, sizeof name);
    return can ||
           err_set(err, "%s follows from others; what can be set by hand is %s", name,
                   number->in == IN_TEXT
                       ? "E, P, Wq, Wk, Wv, and X, Q, K, V, S"
                       : "Et, Ev, Wq, Wk, Wv, Wo, and X, Q, K, V, S of the watched "
                         "store");
}
