#ifndef SUPPORT_ASKING_H
#define SUPPORT_ASKING_H

/* Writes a lesson of three steps, of which the second asks for A[0,0]. Returns 0, or -1 where
 * that fails, as cmocka's setups do. */
int asking_write(const char *path);

#endif
