// log, exp, sine and cosine of doubles, two at a time, without libm: the same bits in every build.
//
// The polynomials have the smallest largest relative error for their number of coefficients; a
// script finds them again: tests/fixtures/make_polynomials.py. Errors against the true values, in
// units of the last place (ulp), are measured in tests/c/random.c.
#ifndef DOUBLE_H
#define DOUBLE_H

#include "vec2.h"

// Adding it rounds to a whole number, which then stands in the low bits: 1.5·2⁵².
#define TO_WHOLE 6755399441055744.0
// ln 2 and π/2 in two parts. The first has so few bits that a small whole number times it is exact.
#define LN2_HIGH     0.6931471803691238
#define LN2_LOW      1.9082149292705877e-10
#define HALF_PI_HIGH 1.5707963267948966
#define HALF_PI_LOW  6.123233995736766e-17
#define SIXTH_HIGH   0.16666603088378906
#define SIXTH_LOW    6.357828776041666e-07

static inline f64x2 d_horner(f64x2 sum, f64x2 x, double next) {
  return d_add(d_mul(sum, x), d_splat(next));
}

// The top bits of a, so few that products of them are exact; a − d_top(a) is exact, too.
static inline f64x2 d_top(f64x2 a, int bits) {
  return u_double(u_and(u_of(a), u_splat(~(uint64_t)0 << (53 - bits))));
}

// a + b for |a| ≥ |b|, and the error of that sum (Dekker 1971).
static inline f64x2 d_add_error(f64x2 a, f64x2 b, f64x2* error) {
  f64x2 s = d_add(a, b);
  *error = d_sub(b, d_sub(s, a));
  return s;
}

// ln x for normal x > 0.
//
// x = 2ᵏ·(1 + f) with 1 + f in [√½, √2), and s = f / (2 + f): ln(1 + f) = 2 atanh s =
// f − f²/2 + s·(f²/2 + R), R = s²·(2/3 + 2/5 s² + …). f is exact, f²/2 is taken exactly, the errors
// of the sums are carried along, and only the last term, less than a tenth, has errors of its own.
static inline f64x2 d_log(f64x2 x) {
  // Subtracting the bits of √½ makes the exponent turn over at √½·2ᵏ instead of at 2ᵏ.
  u64x2 moved = u_sub(u_of(x), u_splat(0x3fe6a09e667f3bcd - ((uint64_t)1024 << 52)));
  // 1024 + k, as a double: put into the low bits of 2⁵².
  f64x2 k = u_double(u_or(u_right(moved, 52), u_splat(0x4330000000000000)));
  k = d_sub(k, d_splat(4503599627370496.0 + 1024.0));
  f64x2 f = u_double(u_add(u_and(moved, u_splat(0x000fffffffffffff)), u_splat(0x3fe6a09e667f3bcd)));
  f = d_sub(f, d_splat(1.0));
  f64x2 s = d_div(f, d_add(f, d_splat(2.0))), z = d_mul(s, s);
  f64x2 r = d_splat(0.13251318931831746);
  r = d_horner(r, z, 0.13250119164691385);
  r = d_horner(r, z, 0.15387090716375104);
  r = d_horner(r, z, 0.1818177566632358);
  r = d_horner(r, z, 0.22222222646788606);
  r = d_horner(r, z, 0.2857142856908592);
  r = d_horner(r, z, 0.4000000000000625);
  r = d_horner(r, z, 0.6666666666666666);
  f64x2 top = d_top(f, 26), error, error_2;
  f64x2 half = d_mul(d_mul(top, top), d_splat(0.5));
  f64x2 half_rest = d_mul(d_mul(d_sub(f, top), d_add(f, top)), d_splat(0.5));
  f64x2 low = d_mul(s, d_add(d_add(half, half_rest), d_mul(r, z)));
  low = d_add(d_sub(low, half_rest), d_mul(k, d_splat(LN2_LOW)));
  f64x2 high = d_add_error(f, d_sub(d_splat(0.0), half), &error);
  high = d_add_error(d_mul(k, d_splat(LN2_HIGH)), high, &error_2);
  return d_add(high, d_add(d_add(error, error_2), low));
}

// From sine and cosine of an angle to those of n quarter turns further on: each turn makes
// (cos, −sin) of (sin, cos). n: whole numbers in the low bits.
static inline void d_quarter_turns(u64x2 n, f64x2 s, f64x2 c, f64x2* sine, f64x2* cosine) {
  u64x2 odd = u_sub(u_splat(0), u_and(n, u_splat(1))), sign = u_splat((uint64_t)1 << 63);
  u64x2 sine_sign = u_and(u_left(n, 62), sign);
  u64x2 cosine_sign = u_and(u_left(u_add(n, u_splat(1)), 62), sign);
  *sine = u_double(u_xor(u_of(d_select(odd, c, s)), sine_sign));
  *cosine = u_double(u_xor(u_of(d_select(odd, s, c)), cosine_sign));
}

// Sine and cosine for 0 ≤ x ≤ 2π.
//
// x = n·π/2 + a + tail, |a| ≤ π/4. As in d_log, the large terms of both series, a − a³/6 and
// 1 − a²/2, are taken exactly with the top of a, and what is left is small, with small errors.
static inline void d_sin_cos(f64x2 x, f64x2* sine, f64x2* cosine) {
  f64x2 n = d_add(d_mul(x, d_splat(0.6366197723675814)), d_splat(TO_WHOLE));
  u64x2 n_bits = u_of(n);
  n = d_sub(n, d_splat(TO_WHOLE));
  f64x2 exact = d_sub(x, d_mul(n, d_splat(HALF_PI_HIGH))), rest = d_mul(n, d_splat(HALF_PI_LOW));
  f64x2 a = d_sub(exact, rest), tail = d_sub(d_sub(exact, a), rest), error;

  f64x2 top = d_top(a, 11), low = d_sub(a, top), both = d_add(a, top);
  f64x2 z_top = d_mul(top, top), z_low = d_mul(low, both), z = d_add(z_top, z_low);
  f64x2 half = d_mul(z_top, d_splat(0.5));
  f64x2 c = d_add_error(d_splat(1.0), d_sub(d_splat(0.0), half), &error), z_2 = d_mul(z, z);

  f64x2 p = d_splat(-1.1358525238823391e-11);
  p = d_horner(p, z, 2.0875700629085436e-09);
  p = d_horner(p, z, -2.7557314177768867e-07);
  p = d_horner(p, z, 2.4801587288846554e-05);
  p = d_horner(p, z, -0.001388888888887305);
  p = d_horner(p, z, 0.041666666666666595);
  // cos(a + tail) = cos a − tail·sin a, where a is near enough to sin a.
  p = d_sub(d_mul(z_2, p), d_add(d_mul(a, tail), d_mul(z_low, d_splat(0.5))));
  f64x2 cosine_a = d_add(c, d_add(error, p));

  // a³ = top³ + low·(a² + a·top + top²)
  f64x2 cube_top = d_mul(top, z_top), cube_low = d_mul(low, d_add(z, d_mul(top, both)));
  f64x2 s = d_add_error(a, d_mul(cube_top, d_splat(-SIXTH_HIGH)), &error);
  p = d_splat(-7.581584879004402e-13);
  p = d_horner(p, z, 1.6058431434815448e-10);
  p = d_horner(p, z, -2.5052105487328623e-08);
  p = d_horner(p, z, 2.755731921674938e-06);
  p = d_horner(p, z, -0.00019841269841260962);
  p = d_horner(p, z, 0.00833333333333333);
  // sin(a + tail) = sin a + tail·cos a, where 1 − a²/2 is near enough to cos a.
  p = d_add(d_mul(d_mul(a, z_2), p), d_mul(tail, c));
  p = d_sub(p, d_add(d_mul(cube_top, d_splat(SIXTH_LOW)), d_mul(cube_low, d_splat(1.0 / 6.0))));
  f64x2 sine_a = d_add(s, d_add(error, p));
  d_quarter_turns(n_bits, sine_a, cosine_a, sine, cosine);
}

// eˣ for x ≤ 0; within 1 ulp, 0 below −708 (where it would be no normal number).
static inline f64x2 d_exp(f64x2 x) {
  f64x2 n = d_add(d_mul(x, d_splat(1.4426950408889634)), d_splat(TO_WHOLE));
  u64x2 n_bits = u_of(n);
  n = d_sub(n, d_splat(TO_WHOLE));
  f64x2 t = d_sub(d_sub(x, d_mul(n, d_splat(LN2_HIGH))), d_mul(n, d_splat(LN2_LOW)));
  f64x2 p = d_splat(2.500005824199841e-08);
  p = d_horner(p, t, 2.763024839552623e-07);
  p = d_horner(p, t, 2.7557586383957313e-06);
  p = d_horner(p, t, 2.4801493098857687e-05);
  p = d_horner(p, t, 0.0001984126950656809);
  p = d_horner(p, t, 0.001388888894363016);
  p = d_horner(p, t, 0.008333333333494466);
  p = d_horner(p, t, 0.041666666666530155);
  p = d_horner(p, t, 0.16666666666666413);
  p = d_horner(p, t, 0.5000000000000011);
  p = d_add(d_splat(1.0), d_add(t, d_mul(d_mul(t, t), p)));
  f64x2 scaled = u_double(u_add(u_of(p), u_left(n_bits, 52)));
  return d_select(d_lt(x, d_splat(-708.0)), d_splat(0.0), scaled);
}

#endif
