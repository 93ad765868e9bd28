#ifndef BASE_BOUNDS_H
#define BASE_BOUNDS_H

/* The smaller and the larger of two lengths. */
static inline int
smaller(int a, int b)
{
    return a < b ? a : b;
}

static inline int
larger(int a, int b)
{
    return a > b ? a : b;
}

/* A position that is moved, kept between 0 and `most`. */
static inline int
clamped(int value, int most)
{
    return value < 0 ? 0 : smaller(value, most);
}

/* A position that is moved on a circle of `count`. */
static inline int
circled(int value, int count)
{
    return (value % count + count) % count;
}

#endif
