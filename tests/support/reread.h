#ifndef SUPPORT_REREAD_H
#define SUPPORT_REREAD_H

#include <jansson.h>

#include "support/session.h"

/* What json_write says of the session's app, read again; the caller owns it. The test
 * fails where it is no JSON, or not one object on one line. */
json_t *reread_json(struct session *session);

/* The tensor `name` of that object, or the one whose numbers it shares; borrowed. */
json_t *reread_tensor(json_t *root, const char *name);

#endif
