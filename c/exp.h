// exp and tanh of lanes, without libm: the same bits in every build.
//
// 2ˣ: x = n + t with n whole and |t| ≤ 1/2; 2ˣ = 2ⁿ·p(t). n comes from adding 1.5·2²³ plus the
// exponent's bias: that rounds to the nearest integer and leaves n + 127 in the low bits, ready to
// be shifted into the exponent. p has degree 5 and p(0) = 1; its coefficients make the largest
// relative error smallest (9.4e-8; rounding adds about as much again).
#ifndef EXP_H
#define EXP_H

#include "vec.h"

#define LOG2_E 1.44269504f

// A call for every four numbers would take as long as what it does, and -Os makes calls.
#define WITHOUT_CALL static inline __attribute__((always_inline))

// p(t)·2ⁿ, n from its rounded sum. n = −127 leaves no bit in the exponent: the factor is 0.
static inline lanes exp_scale(lanes p, lanes n_bits) {
  return l_mul(p, l_shift_to_exponent(n_bits));
}

static inline lanes exp_round(void) { return l_splat(12583039.0f); } // 1.5·2²³ + 127

// 2ˣ for x ≤ 0; what is below 2^−126.5, 2^−∞ among it, is 0; NaN gives NaN.
WITHOUT_CALL lanes l_exp2(lanes x) {
  x = l_max(x, l_splat(-127.0f));
  lanes n_bits = l_add(x, exp_round());
  lanes t = l_sub(x, l_sub(n_bits, exp_round()));
  lanes p = l_splat(1.3269151095300913e-3f);
  p = l_add(l_mul(p, t), l_splat(9.67130996286869e-3f));
  p = l_add(l_mul(p, t), l_splat(5.55071197450161e-2f));
  p = l_add(l_mul(p, t), l_splat(2.4022246897220612e-1f));
  p = l_add(l_mul(p, t), l_splat(6.931470036506653e-1f));
  p = l_add(l_mul(p, t), l_splat(1.0f));
  return exp_scale(p, n_bits);
}

// exp(x) for x ≤ 0, a score minus the largest: n is taken from x·log₂e, and t = x − n·ln 2, so that
// x is not rounded first. What is below 2^−126.5 is 0, exp(−∞) among it; NaN gives NaN.
WITHOUT_CALL lanes l_exp(lanes x) {
  x = l_max(x, l_splat(-88.0f)); // about −127·ln 2
  lanes n_bits = l_add(l_mul(x, l_splat(LOG2_E)), exp_round());
  lanes n = l_sub(n_bits, exp_round());
  // ln 2 in two parts: the first has so few bits that n·part is exact.
  lanes t = l_sub(x, l_mul(n, l_splat(0.693359375f)));
  t = l_add(t, l_mul(n, l_splat(2.12194440e-4f)));
  lanes p = l_splat(8.289217948913574e-3f);
  p = l_add(l_mul(p, t), l_splat(4.189817607402801e-2f));
  p = l_add(l_mul(p, t), l_splat(1.666765362024307e-1f));
  p = l_add(l_mul(p, t), l_splat(4.999914765357971e-1f));
  p = l_add(l_mul(p, t), l_splat(9.999997019767761e-1f));
  p = l_add(l_mul(p, t), l_splat(1.0f));
  return exp_scale(p, n_bits);
}

// tanh(x), absolute error below 1.2e-7; ±∞ give ±1, NaN NaN. Near 0 an odd polynomial (Cephes'
// tanhf by S. Moshier: its coefficients), elsewhere 1 − 2 / (exp(2|x|) + 1) with the sign of x.
static inline lanes l_tanh(lanes x) {
  lanes size = l_abs(x), square = l_mul(x, x);
  lanes p = l_splat(-5.70498872745e-3f);
  p = l_add(l_mul(p, square), l_splat(2.06390887954e-2f));
  p = l_add(l_mul(p, square), l_splat(-5.37397155531e-2f));
  p = l_add(l_mul(p, square), l_splat(1.33314422036e-1f));
  p = l_add(l_mul(p, square), l_splat(-3.33332819422e-1f));
  lanes near = l_add(l_mul(l_mul(p, square), x), x);
  // exp(−2|x|) keeps the argument where l_exp is defined.
  lanes decay = l_exp(l_mul(size, l_splat(-2.0f)));
  lanes far = l_div(l_sub(l_splat(1.0f), decay), l_add(l_splat(1.0f), decay));
  far = l_select(l_lt(x, l_splat(0.0f)), l_sub(l_splat(0.0f), far), far);
  return l_select(l_lt(size, l_splat(0.625f)), near, far);
}

#endif
