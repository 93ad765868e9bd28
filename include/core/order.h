#ifndef CORE_ORDER_H
#define CORE_ORDER_H

#include <stddef.h>

/* Orders numbers by their size, largest first (nan before all), equal ones as they are. They stand `stride`
 * bytes apart from `first` on, so that they may be parts of larger things; order (count) gets
 * their indices. Returns how many of the largest reach 90 % of the sum of all sizes. */
int order_by_size(const double *first, size_t stride, int count, int *order);

#endif
