// Vectors of floats. Every kernel is written with these names, and this is the only place that
// knows whether there is SIMD: one body is wasm simd128, the other plain C that does the same
// operations in the same order, so both builds give equal bits.
//
// There are two types. f32x4 is four floats in every build: for sums, whose order of addition is
// four lanes and then v_sum. lanes is as many independent numbers as the build takes at once,
// V_WIDTH of them: for everything that never crosses lanes. The plain build takes one, and its code
// is a quarter as large.
//
// l_min and l_max are the machine's, not IEEE's: l_max(a, b) is a < b ? b : a, in one x86
// instruction (f32x4.max costs eight in V8). When either is NaN the result is a: keep the running
// value in a.
#ifndef VEC_H
#define VEC_H

#include <stdint.h>
#include <string.h>

#ifdef __wasm_simd128__

#include <wasm_simd128.h>

typedef v128_t f32x4;
static inline f32x4 v_load(const float* p) { return wasm_v128_load(p); }
static inline f32x4 v_load_splat(const float* p) { return wasm_v128_load32_splat(p); }
static inline void v_store(float* p, f32x4 a) { wasm_v128_store(p, a); }
static inline f32x4 v_splat(float a) { return wasm_f32x4_splat(a); }
static inline f32x4 v_add(f32x4 a, f32x4 b) { return wasm_f32x4_add(a, b); }
static inline f32x4 v_sub(f32x4 a, f32x4 b) { return wasm_f32x4_sub(a, b); }
static inline f32x4 v_mul(f32x4 a, f32x4 b) { return wasm_f32x4_mul(a, b); }
static inline float v_sum(f32x4 a) {
  return (wasm_f32x4_extract_lane(a, 0) + wasm_f32x4_extract_lane(a, 2)) +
         (wasm_f32x4_extract_lane(a, 1) + wasm_f32x4_extract_lane(a, 3));
}
// Four rows of four become four columns.
static inline void v_transpose(f32x4* r0, f32x4* r1, f32x4* r2, f32x4* r3) {
  f32x4 a = wasm_i32x4_shuffle(*r0, *r1, 0, 4, 1, 5), b = wasm_i32x4_shuffle(*r2, *r3, 0, 4, 1, 5),
        c = wasm_i32x4_shuffle(*r0, *r1, 2, 6, 3, 7), d = wasm_i32x4_shuffle(*r2, *r3, 2, 6, 3, 7);
  *r0 = wasm_i32x4_shuffle(a, b, 0, 1, 4, 5), *r1 = wasm_i32x4_shuffle(a, b, 2, 3, 6, 7);
  *r2 = wasm_i32x4_shuffle(c, d, 0, 1, 4, 5), *r3 = wasm_i32x4_shuffle(c, d, 2, 3, 6, 7);
}

typedef v128_t lanes;
typedef v128_t lanes_mask; // all bits of a lane set: true
enum { V_WIDTH = 4 };
static inline lanes l_load(const float* p) { return wasm_v128_load(p); }
static inline void l_store(float* p, lanes a) { wasm_v128_store(p, a); }
static inline float l_first(lanes a) { return wasm_f32x4_extract_lane(a, 0); }
static inline lanes l_splat(float a) { return wasm_f32x4_splat(a); }
static inline lanes l_add(lanes a, lanes b) { return wasm_f32x4_add(a, b); }
static inline lanes l_sub(lanes a, lanes b) { return wasm_f32x4_sub(a, b); }
static inline lanes l_mul(lanes a, lanes b) { return wasm_f32x4_mul(a, b); }
static inline lanes l_div(lanes a, lanes b) { return wasm_f32x4_div(a, b); }
static inline lanes l_abs(lanes a) { return wasm_f32x4_abs(a); }
static inline lanes l_sqrt(lanes a) { return wasm_f32x4_sqrt(a); }
static inline lanes l_max(lanes a, lanes b) { return wasm_f32x4_pmax(a, b); }
static inline lanes l_min(lanes a, lanes b) { return wasm_f32x4_pmin(a, b); }
static inline lanes_mask l_lt(lanes a, lanes b) { return wasm_f32x4_lt(a, b); }
static inline lanes_mask l_eq(lanes a, lanes b) { return wasm_f32x4_eq(a, b); }
static inline int l_any(lanes_mask mask) { return wasm_v128_any_true(mask); }
static inline lanes l_select(lanes_mask mask, lanes a, lanes b) { // mask ? a : b
  return wasm_v128_bitselect(a, b, mask);
}
// 2ⁿ, for the n + 127 that stands in the low bits of a.
static inline lanes l_shift_to_exponent(lanes a) { return wasm_i32x4_shl(a, 23); }

#else

#include <math.h>

typedef struct {
  float x[4];
} f32x4;
static inline f32x4 v_load(const float* p) { return (f32x4){{p[0], p[1], p[2], p[3]}}; }
static inline f32x4 v_splat(float a) { return (f32x4){{a, a, a, a}}; }
static inline f32x4 v_load_splat(const float* p) { return v_splat(*p); }
static inline void v_store(float* p, f32x4 a) { memcpy(p, a.x, sizeof a.x); }
static inline f32x4 v_add(f32x4 a, f32x4 b) {
  return (f32x4){{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2], a.x[3] + b.x[3]}};
}
static inline f32x4 v_sub(f32x4 a, f32x4 b) {
  return (f32x4){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2], a.x[3] - b.x[3]}};
}
static inline f32x4 v_mul(f32x4 a, f32x4 b) {
  return (f32x4){{a.x[0] * b.x[0], a.x[1] * b.x[1], a.x[2] * b.x[2], a.x[3] * b.x[3]}};
}
static inline float v_sum(f32x4 a) { return (a.x[0] + a.x[2]) + (a.x[1] + a.x[3]); }
static inline void v_transpose(f32x4* r0, f32x4* r1, f32x4* r2, f32x4* r3) {
  f32x4 a = *r0, b = *r1, c = *r2, d = *r3;
  *r0 = (f32x4){{a.x[0], b.x[0], c.x[0], d.x[0]}}, *r1 = (f32x4){{a.x[1], b.x[1], c.x[1], d.x[1]}};
  *r2 = (f32x4){{a.x[2], b.x[2], c.x[2], d.x[2]}}, *r3 = (f32x4){{a.x[3], b.x[3], c.x[3], d.x[3]}};
}

typedef float lanes;
typedef int lanes_mask;
enum { V_WIDTH = 1 };
static inline lanes l_load(const float* p) { return *p; }
static inline void l_store(float* p, lanes a) { *p = a; }
static inline float l_first(lanes a) { return a; }
static inline lanes l_splat(float a) { return a; }
static inline lanes l_add(lanes a, lanes b) { return a + b; }
static inline lanes l_sub(lanes a, lanes b) { return a - b; }
static inline lanes l_mul(lanes a, lanes b) { return a * b; }
static inline lanes l_div(lanes a, lanes b) { return a / b; }
static inline lanes l_abs(lanes a) { return fabsf(a); }
static inline lanes l_sqrt(lanes a) { return sqrtf(a); }
static inline lanes l_max(lanes a, lanes b) { return a < b ? b : a; }
static inline lanes l_min(lanes a, lanes b) { return b < a ? b : a; }
static inline lanes_mask l_lt(lanes a, lanes b) { return a < b; }
static inline lanes_mask l_eq(lanes a, lanes b) { return a == b; }
static inline int l_any(lanes_mask mask) { return mask; }
static inline lanes l_select(lanes_mask mask, lanes a, lanes b) { return mask ? a : b; }
static inline lanes l_shift_to_exponent(lanes a) {
  uint32_t bits;
  memcpy(&bits, &a, 4);
  bits <<= 23;
  memcpy(&a, &bits, 4);
  return a;
}

#endif

#endif
