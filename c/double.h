// log, sine, cosine and exp of doubles, without libm: the same bits in every build.
//
// The polynomials have the smallest largest relative error for their number of coefficients, as
// Remez's algorithm finds it; the tests measure errors against the true values, in units of the
// last place (ulp).
#ifndef DOUBLE_H
#define DOUBLE_H

#include "vec2.h"

// Adding it rounds to a whole number, which then stands in the low bits: 1.5·2⁵².
#define TO_WHOLE 6755399441055744.0
// ln 2, π/2, 1/6 and 1/24 in two parts. The first has so few bits that it times a small whole
// number, or times a power of a number of 11 bits, is exact.
#define LN2_HIGH     0.6931471803691238
#define LN2_LOW      1.9082149292705877e-10
#define HALF_PI_HIGH 1.5707963267948966
#define HALF_PI_LOW  6.123233995736766e-17
#define PART_6_HIGH  0.16666603088378906
#define PART_6_LOW   6.357828776041666e-07
#define PART_24_HIGH 0.04150390625
#define PART_24_LOW  0.00016276041666666666

static inline doubles d_horner(doubles sum, doubles x, double next) {
  return d_add(d_mul(sum, x), d_splat(next));
}

// The top bits of a, so few that products of them are exact; a − d_top(a) is exact, too.
static inline doubles d_top(doubles a, int bits) {
  return u_double(u_and(u_of(a), u_splat(~(uint64_t)0 << (53 - bits))));
}

// a + b for |a| ≥ |b|, and the error of that sum (Dekker 1971).
static inline doubles d_add_error(doubles a, doubles b, doubles* error) {
  doubles s = d_add(a, b);
  *error = d_sub(b, d_sub(s, a));
  return s;
}

// ln x for normal x > 0; within 0.54 ulp.
//
// x = 2ᵏ·(1 + f) with 1 + f in [√½, √2); ln(1 + f) = 2 atanh s = 2 s + s³·(2/3 + 2/5 s² + …) with
// s = f / (2 + f). s is had in two parts, s_top + s_rest, so that 2 s has no error to speak of, and
// the other term is below 1 % of it.
static inline doubles d_log(doubles x) {
  // Subtracting the bits of √½ makes the exponent turn over at √½·2ᵏ instead of at 2ᵏ.
  longs moved = u_sub(u_of(x), u_splat(0x3fe6a09e667f3bcd - ((uint64_t)1024 << 52)));
  // 1024 + k, as a double: put into the low bits of 2⁵².
  doubles k = u_double(u_or(u_right(moved, 52), u_splat(0x4330000000000000)));
  k = d_sub(k, d_splat(4503599627370496.0 + 1024.0));
  doubles f =
      u_double(u_add(u_and(moved, u_splat(0x000fffffffffffff)), u_splat(0x3fe6a09e667f3bcd)));
  f = d_sub(f, d_splat(1.0));

  doubles d_error, d = d_add_error(d_splat(2.0), f, &d_error), by = d_div(d_splat(1.0), d);
  doubles s_top = d_top(d_mul(f, by), 26), d_of_top = d_top(d, 26);
  doubles left = d_sub(f, d_mul(s_top, d_of_top)); // f − s_top·(2 + f), in two steps
  left = d_sub(left, d_mul(s_top, d_add(d_sub(d, d_of_top), d_error)));
  doubles s_rest = d_mul(left, by), s = d_add(s_top, s_rest), z = d_mul(s, s);

  doubles r = d_splat(0.13251318931831746);
  r = d_horner(r, z, 0.13250119164691385);
  r = d_horner(r, z, 0.15387090716375104);
  r = d_horner(r, z, 0.1818177566632358);
  r = d_horner(r, z, 0.22222222646788606);
  r = d_horner(r, z, 0.2857142856908592);
  r = d_horner(r, z, 0.4000000000000625);
  r = d_horner(r, z, 0.6666666666666666);

  doubles error, sum = d_add_error(d_mul(k, d_splat(LN2_HIGH)), d_add(s_top, s_top), &error);
  doubles low = d_add(d_add(s_rest, s_rest), d_mul(d_mul(s, z), r));
  return d_add(sum, d_add(error, d_add(low, d_mul(k, d_splat(LN2_LOW)))));
}

// From sine and cosine of an angle to those of n quarter turns further on: each turn makes
// (cos, −sin) of (sin, cos). n: whole numbers in the low bits.
static inline void d_quarter_turns(longs n, doubles s, doubles c, doubles* sine, doubles* cosine) {
  longs odd = u_sub(u_splat(0), u_and(n, u_splat(1))), sign = u_splat((uint64_t)1 << 63);
  longs sine_sign = u_and(u_left(n, 62), sign);
  longs cosine_sign = u_and(u_left(u_add(n, u_splat(1)), 62), sign);
  *sine = u_double(u_xor(u_of(d_select(odd, c, s)), sine_sign));
  *cosine = u_double(u_xor(u_of(d_select(odd, s, c)), cosine_sign));
}

// Sine and cosine for 0 ≤ x ≤ 2π; within 0.57 ulp (0.52 but for the neighbours of π/2, π, …).
//
// x = n·π/2 + a + tail, |a| ≤ π/4. The large terms of both series, a − a³/6 and 1 − a²/2 + a⁴/24,
// are taken exactly of the top of a, and what is left is small, with small errors.
static inline void d_sin_cos(doubles x, doubles* sine, doubles* cosine) {
  doubles n = d_add(d_mul(x, d_splat(0.6366197723675814)), d_splat(TO_WHOLE));
  longs n_bits = u_of(n);
  n = d_sub(n, d_splat(TO_WHOLE));
  doubles exact = d_sub(x, d_mul(n, d_splat(HALF_PI_HIGH))), rest = d_mul(n, d_splat(HALF_PI_LOW));
  doubles a = d_sub(exact, rest), tail = d_sub(d_sub(exact, a), rest);
  doubles s_error, c_error, c_error_2;

  // a² = z_top + z_low, a³ = top³ + low·(a² + a·top + top²), a⁴ = z_top² + z_low·(z + z_top)
  doubles top = d_top(a, 11), low = d_sub(a, top), both = d_add(a, top);
  doubles z_top = d_mul(top, top), z_low = d_mul(low, both), z = d_add(z_top, z_low);
  doubles cube_top = d_mul(top, z_top), cube_low = d_mul(low, d_add(z, d_mul(top, both)));
  doubles z_top_2 = d_mul(z_top, z_top), z_2 = d_mul(z, z);

  doubles s = d_add_error(a, d_mul(cube_top, d_splat(-PART_6_HIGH)), &s_error);
  doubles c = d_add_error(d_splat(1.0), d_mul(z_top, d_splat(-0.5)), &c_error);
  c = d_add_error(c, d_mul(z_top_2, d_splat(PART_24_HIGH)), &c_error_2);

  // sin(a + tail) = sin a + tail·cos a, cos(a + tail) = cos a − tail·sin a; s and c are near
  // enough.
  doubles p = d_splat(-7.581584879004402e-13);
  p = d_horner(p, z, 1.6058431434815448e-10);
  p = d_horner(p, z, -2.5052105487328623e-08);
  p = d_horner(p, z, 2.755731921674938e-06);
  p = d_horner(p, z, -0.00019841269841260962);
  p = d_horner(p, z, 0.00833333333333333);
  p = d_add(d_mul(d_mul(a, z_2), p), d_mul(tail, c));
  p = d_sub(p, d_add(d_mul(cube_top, d_splat(PART_6_LOW)), d_mul(cube_low, d_splat(1.0 / 6.0))));
  doubles sine_a = d_add(s, d_add(s_error, p));

  p = d_splat(-1.1367630833320442e-11);
  p = d_horner(p, z, 2.0875891727090066e-09);
  p = d_horner(p, z, -2.755731572325827e-07);
  p = d_horner(p, z, 2.480158729481734e-05);
  p = d_horner(p, z, -0.0013888888888883941);
  p = d_sub(d_mul(d_mul(z, z_2), p), d_mul(tail, s));
  p = d_add(p, d_mul(z_top_2, d_splat(PART_24_LOW)));
  // z_low·(−½ + (z + z_top) / 24)
  p = d_add(p, d_mul(z_low, d_horner(d_add(z, z_top), d_splat(1.0 / 24.0), -0.5)));
  doubles cosine_a = d_add(c, d_add(d_add(c_error, c_error_2), p));
  d_quarter_turns(n_bits, sine_a, cosine_a, sine, cosine);
}

// In place: eˣ for x ≤ 0; 0 below −708, where it would be no normal number. An even count.
void exp_doubles(double* x, uint32_t count);

#endif
