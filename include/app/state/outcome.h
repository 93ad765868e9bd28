#ifndef APP_STATE_OUTCOME_H
#define APP_STATE_OUTCOME_H

#include "base/err.h"
#include <stdbool.h>

/* What became of a command. */
enum outcome {
    OUTCOME_DONE,
    OUTCOME_FAILED, /* it could not be done; nothing changed */
    OUTCOME_UNMET   /* it was an expect that does not hold */
};

/* Done or failed. */
enum outcome outcome_of(bool done);

/* Failed, with the sentence that err_set writes. */
enum outcome failed(struct err *err, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
