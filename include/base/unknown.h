#ifndef BASE_UNKNOWN_H
#define BASE_UNKNOWN_H

#include <stdbool.h>

/* A number that is not to be told yet: a nan that can be told from that of 0 / 0. Arithmetic
 * hands it on, as IEEE 754 recommends, so what is computed from it is unknown as well; a machine
 * that does not makes some other nan of it. It stays what it is as a float. */
double unknown_number(void);
bool is_unknown(double value);

/* How a nan is written: "?" where it is unknown, otherwise "nan". */
const char *nan_text(double value);

#endif
