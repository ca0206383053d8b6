// exp and tanh, four at a time, without libm: the same bits in every build.
//
// 2ˣ: x = n + t with n whole and |t| ≤ 1/2; 2ˣ = 2ⁿ·p(t). n comes from adding 1.5·2²³ plus the
// exponent's bias: that rounds to the nearest integer and leaves n + 127 in the low bits, ready to
// be shifted into the exponent. p has degree 5 and p(0) = 1; its coefficients make the largest
// relative error smallest (9.4e-8; rounding adds about as much again). tests/c/exp.c measures the
// whole.
#ifndef EXP_H
#define EXP_H

#include "vec.h"

#define LOG2_E 1.44269504f

// p(t)·2ⁿ, n from its rounded sum. n = −127 leaves no bit in the exponent: the factor is 0.
static inline f32x4 exp_scale(f32x4 p, f32x4 n_bits) {
  return v_mul(p, v_shift_to_exponent(n_bits));
}

static inline f32x4 exp_round(void) { return v_splat(12583039.0f); } // 1.5·2²³ + 127

// 2ˣ for x ≤ 0; what is below 2⁻¹²⁶, 2^−∞ among it, is 0; NaN gives NaN.
static inline f32x4 exp2_nonpositive(f32x4 x) {
  x = v_max(x, v_splat(-127.0f));
  f32x4 n_bits = v_add(x, exp_round());
  f32x4 t = v_sub(x, v_sub(n_bits, exp_round()));
  f32x4 p = v_splat(1.3269151095300913e-3f);
  p = v_add(v_mul(p, t), v_splat(9.67130996286869e-3f));
  p = v_add(v_mul(p, t), v_splat(5.55071197450161e-2f));
  p = v_add(v_mul(p, t), v_splat(2.4022246897220612e-1f));
  p = v_add(v_mul(p, t), v_splat(6.931470036506653e-1f));
  p = v_add(v_mul(p, t), v_splat(1.0f));
  return exp_scale(p, n_bits);
}

// exp(x) for x ≤ 0, a score minus the largest: n is taken from x·log₂e, and t = x − n·ln 2, so that
// x is not rounded first. What is below 2⁻¹²⁶ is 0, exp(−∞) among it; NaN gives NaN.
static inline f32x4 exp_nonpositive(f32x4 x) {
  x = v_max(x, v_splat(-88.0f)); // about −127·ln 2
  f32x4 n_bits = v_add(v_mul(x, v_splat(LOG2_E)), exp_round());
  f32x4 n = v_sub(n_bits, exp_round());
  // ln 2 in two parts: the first has so few bits that n·part is exact.
  f32x4 t = v_sub(x, v_mul(n, v_splat(0.693359375f)));
  t = v_add(t, v_mul(n, v_splat(2.12194440e-4f)));
  f32x4 p = v_splat(8.289217948913574e-3f);
  p = v_add(v_mul(p, t), v_splat(4.189817607402801e-2f));
  p = v_add(v_mul(p, t), v_splat(1.666765362024307e-1f));
  p = v_add(v_mul(p, t), v_splat(4.999914765357971e-1f));
  p = v_add(v_mul(p, t), v_splat(9.999997019767761e-1f));
  p = v_add(v_mul(p, t), v_splat(1.0f));
  return exp_scale(p, n_bits);
}

// tanh(x), absolute error below 1.2e-7; ±∞ give ±1, NaN NaN. Near 0 an odd polynomial (Cephes'
// tanhf by S. Moshier: its coefficients), elsewhere 1 − 2 / (exp(2|x|) + 1) with the sign of x.
static inline f32x4 tanh_all(f32x4 x) {
  f32x4 size = v_abs(x), square = v_mul(x, x);
  f32x4 p = v_splat(-5.70498872745e-3f);
  p = v_add(v_mul(p, square), v_splat(2.06390887954e-2f));
  p = v_add(v_mul(p, square), v_splat(-5.37397155531e-2f));
  p = v_add(v_mul(p, square), v_splat(1.33314422036e-1f));
  p = v_add(v_mul(p, square), v_splat(-3.33332819422e-1f));
  f32x4 near = v_add(v_mul(v_mul(p, square), x), x);
  // exp(−2|x|) keeps the argument where exp_nonpositive is defined.
  f32x4 decay = exp_nonpositive(v_mul(size, v_splat(-2.0f)));
  f32x4 far = v_div(v_sub(v_splat(1.0f), decay), v_add(v_splat(1.0f), decay));
  far = v_select(v_lt(x, v_splat(0.0f)), v_sub(v_splat(0.0f), far), far);
  return v_select(v_lt(size, v_splat(0.625f)), near, far);
}

#endif
