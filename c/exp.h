// exp and tanh, four at a time, without libm: the same bits in every build.
//
// exp(x): x = n·ln 2 + t with |t| ≤ ln 2 / 2; exp(x) = 2ⁿ·p(t). n comes from adding 1.5·2²³ plus the
// exponent's bias: that rounds to the nearest integer and leaves n + 127 in the low bits, ready to
// be shifted into the exponent. p has degree 5 and p(0) = 1; its coefficients make the largest
// relative error smallest (9.2e-8; rounding adds as much again). tests/c/exp.c measures the whole.
#ifndef EXP_H
#define EXP_H

#include "vec.h"

// exp of anything below is no normal number, and is 0 here: EXP_LOWEST = −126·ln 2.
#define EXP_LOWEST (-87.33654f)

// x within [EXP_LOWEST, 88.3]; elsewhere the result is meaningless, but NaN for NaN.
static inline f32x4 exp_core(f32x4 x) {
  const f32x4 round = v_splat(12583039.0f); // 1.5·2²³ + 127
  f32x4 n_bits = v_add(v_mul(x, v_splat(1.44269504f)), round);
  f32x4 n = v_sub(n_bits, round);
  f32x4 two_to_n = v_shift_to_exponent(n_bits);
  // ln 2 in two parts: the first has so few bits that n·part is exact.
  f32x4 t = v_sub(x, v_mul(n, v_splat(0.693359375f)));
  t = v_add(t, v_mul(n, v_splat(2.12194440e-4f)));
  f32x4 p = v_splat(8.289217948913574e-3f);
  p = v_add(v_mul(p, t), v_splat(4.189817607402801e-2f));
  p = v_add(v_mul(p, t), v_splat(1.666765362024307e-1f));
  p = v_add(v_mul(p, t), v_splat(4.999914765357971e-1f));
  p = v_add(v_mul(p, t), v_splat(9.999997019767761e-1f));
  p = v_add(v_mul(p, t), v_splat(1.0f));
  return v_mul(p, two_to_n);
}

// exp(x) for x ≤ 0, a score minus the largest: −∞ and all below EXP_LOWEST give exactly 0, NaN NaN.
static inline f32x4 exp_nonpositive(f32x4 x) {
  return v_select(v_lt(x, v_splat(EXP_LOWEST)), v_splat(0.0f), exp_core(x));
}

// tanh(x), absolute error below 1.2e-7; ±∞ give ±1, NaN NaN. Near 0 an odd polynomial (Cephes' tanhf
// by S. Moshier: its coefficients), elsewhere 1 − 2 / (exp(2|x|) + 1) with the sign of x.
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
