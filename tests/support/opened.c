/* The numbers that are pointed at and open. */
#include "support/opened.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/state/opened.h"

void
assert_pointed(const struct session *session, const char *address)
{
    struct number place;
    char text[ADDRESS_BYTES];
    assert_true(app_pointed(&session->app, &place));
    address_of(&session->app, &place, text, sizeof text);
    assert_string_equal(text, address);
}

void
assert_open(const struct session *session, const char *addresses)
{
    const struct ui *ui = &session->app.ui;
    char text[OPEN_MAX * ADDRESS_BYTES] = "";
    for (int k = 0; k < ui->open_count; k++) {
        char address[ADDRESS_BYTES];
        size_t used = strlen(text);
        address_of(&session->app, &ui->opened[k].number, address, sizeof address);
        snprintf(text + used, sizeof text - used, "%s%s", k > 0 ? " " : "", address);
    }
    assert_string_equal(text, addresses);
}
