#include "double.h"

// x = n·ln 2 + t with |t| ≤ ln 2 / 2; eˣ = 2ⁿ·(1 + t + t²·p(t)); within 1.02 ulp.
static inline doubles d_exp(doubles x) {
  doubles n = d_add(d_mul(x, d_splat(1.4426950408889634)), d_splat(TO_WHOLE));
  longs n_bits = u_of(n);
  n = d_sub(n, d_splat(TO_WHOLE));
  doubles t = d_sub(d_sub(x, d_mul(n, d_splat(LN2_HIGH))), d_mul(n, d_splat(LN2_LOW)));
  doubles p = d_splat(2.500005824199841e-08);
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
  doubles scaled = u_double(u_add(u_of(p), u_left(n_bits, 52)));
  return d_select(d_lt(x, d_splat(-708.0)), d_splat(0.0), scaled);
}

void exp_doubles(double* x, uint32_t count) {
  for (uint32_t i = 0; i < count; i += D_WIDTH) d_store(x + i, d_exp(d_load(x + i)));
}
