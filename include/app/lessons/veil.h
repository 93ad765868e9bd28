#ifndef APP_LESSONS_VEIL_H
#define APP_LESSONS_VEIL_H

#include "app/state/app.h"

/* The app as it may be shown while a lesson asks: the same, but that the numbers which the
 * question hides are unknown in it (base/unknown.h). So is what is computed from them on the way
 * to the screen: nothing that is drawn can give them away. */
struct veil {
    struct app app; /* shares all but these with the app that it was made of */
    struct explorer explorer;
    struct trainer trainer;
    void *hidden[TENSOR_COUNT + LOOKUP_TENSORS + 3]; /* the copies; owned */
    int hidden_count;
};

/* Makes it; free with veil_free, before the app changes. NULL where memory is short. */
struct veil *veil_make(const struct app *app, struct err *err);
void veil_free(struct veil *veil);

#endif
