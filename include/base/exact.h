#ifndef BASE_EXACT_H
#define BASE_EXACT_H

/* Logarithm, sine and cosine in double precision, made of +, -, *, / in a fixed order, so
 * that every machine, compiler and C library gives the same bits. */

/* The natural logarithm of a positive normal number; relative error below 4e-16 (away from
 * 1, absolute error below 1e-16 near it). */
double exact_log(double x);

/* Sine and cosine of a part of a full turn: exact_sin_turn(.25) is 1. |turns| below 1e6;
 * absolute error below 3e-16 for the turns given. */
double exact_sin_turn(double turns);
double exact_cos_turn(double turns);

#endif
