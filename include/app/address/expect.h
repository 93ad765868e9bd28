#ifndef APP_ADDRESS_EXPECT_H
#define APP_ADDRESS_EXPECT_H

#include "app/address/address.h"
#include "app/state/outcome.h"

/* Whether `TERM OP TERM` holds: done or unmet, and then err says what there is instead. The
 * command expect, for what is not typed by a reader. */
enum outcome expect_holds(struct app *app, const char *args, struct err *err);

#endif
