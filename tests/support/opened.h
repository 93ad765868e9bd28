#ifndef SUPPORT_OPENED_H
#define SUPPORT_OPENED_H

#include "support/session.h"

/* The test fails where the pointed number is not that of an address. */
void assert_pointed(const struct session *session, const char *address);

/* The test fails where these are not the numbers that are open, from the first, with blanks
 * between. */
void assert_open(const struct session *session, const char *addresses);

#endif
