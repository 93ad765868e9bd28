#ifndef SUPPORT_HEADS_H
#define SUPPORT_HEADS_H

#include "source/library.h"

enum { HEADS_KEPT = 10 };

/* The heads that tests count on, in the order of the list. */
extern const char *const heads_kept[HEADS_KEPT];

/* How many head files are embedded. */
int heads_embedded(void);

/* For tests of what shows the place of a head, or how many there are: leaves a library these
 * heads alone, so that a head file more under data/heads changes nothing that they see. Returns
 * whether all were there. */
bool heads_keep(struct library *library);

#endif
