// Four floats at a time. Every kernel is written with these names, and they are the only place that
// knows whether there is SIMD: one body is wasm simd128, the other plain C that does the same
// operations in the same order, so both builds give equal bits.
//
// There are two types. f32x4 is four floats in every build: for sums, whose order of addition is
// four lanes and then v_sum. lanes is as many independent numbers as the build takes at once,
// V_WIDTH of them: for everything that never crosses lanes. The plain build takes one, and its code
// is a quarter as large.
//
// min and max are the machine's, not IEEE's: v_max(a, b) is a < b ? b : a, in one x86 instruction
// (f32x4.max costs eight in V8). When either is NaN the result is a: keep the running value in a.
#ifndef VEC_H
#define VEC_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __wasm_simd128__

#include <wasm_simd128.h>

typedef v128_t f32x4; // four floats, or four masks (all bits set: true)

static inline f32x4 v_load(const float* p) { return wasm_v128_load(p); }
static inline void v_store(float* p, f32x4 a) { wasm_v128_store(p, a); }
static inline f32x4 v_splat(float a) { return wasm_f32x4_splat(a); }
static inline f32x4 v_load_splat(const float* p) { return wasm_v128_load32_splat(p); }
static inline float v_lane0(f32x4 a) { return wasm_f32x4_extract_lane(a, 0); }
static inline float v_lane1(f32x4 a) { return wasm_f32x4_extract_lane(a, 1); }
static inline float v_lane2(f32x4 a) { return wasm_f32x4_extract_lane(a, 2); }
static inline float v_lane3(f32x4 a) { return wasm_f32x4_extract_lane(a, 3); }

static inline f32x4 v_add(f32x4 a, f32x4 b) { return wasm_f32x4_add(a, b); }
static inline f32x4 v_sub(f32x4 a, f32x4 b) { return wasm_f32x4_sub(a, b); }
static inline f32x4 v_mul(f32x4 a, f32x4 b) { return wasm_f32x4_mul(a, b); }
static inline f32x4 v_div(f32x4 a, f32x4 b) { return wasm_f32x4_div(a, b); }
static inline f32x4 v_abs(f32x4 a) { return wasm_f32x4_abs(a); }
static inline f32x4 v_sqrt(f32x4 a) { return wasm_f32x4_sqrt(a); }
static inline f32x4 v_max(f32x4 a, f32x4 b) { return wasm_f32x4_pmax(a, b); }
static inline f32x4 v_min(f32x4 a, f32x4 b) { return wasm_f32x4_pmin(a, b); }

static inline f32x4 v_lt(f32x4 a, f32x4 b) { return wasm_f32x4_lt(a, b); }
static inline f32x4 v_eq(f32x4 a, f32x4 b) { return wasm_f32x4_eq(a, b); }
static inline int v_any(f32x4 mask) { return wasm_v128_any_true(mask); }
// mask ? a : b, bit by bit.
static inline f32x4 v_select(f32x4 mask, f32x4 a, f32x4 b) {
  return wasm_v128_bitselect(a, b, mask);
}

// The bits of a float moved up into its exponent: 2^n for the n that stands in the low bits of a.
static inline f32x4 v_shift_to_exponent(f32x4 a) { return wasm_i32x4_shl(a, 23); }
// Integer addition of the bits of two floats.
static inline f32x4 v_add_bits(f32x4 a, f32x4 b) { return wasm_i32x4_add(a, b); }
static inline f32x4 v_splat_bits(int32_t a) { return wasm_i32x4_splat(a); }

// Rows to columns: four vectors become the four columns of the 4 × 4 block they form.
static inline void v_transpose(f32x4* a, f32x4* b, f32x4* c, f32x4* d) {
  f32x4 ab_low = wasm_i32x4_shuffle(*a, *b, 0, 4, 1, 5),
        ab_high = wasm_i32x4_shuffle(*a, *b, 2, 6, 3, 7);
  f32x4 cd_low = wasm_i32x4_shuffle(*c, *d, 0, 4, 1, 5),
        cd_high = wasm_i32x4_shuffle(*c, *d, 2, 6, 3, 7);
  *a = wasm_i64x2_shuffle(ab_low, cd_low, 0, 2);
  *b = wasm_i64x2_shuffle(ab_low, cd_low, 1, 3);
  *c = wasm_i64x2_shuffle(ab_high, cd_high, 0, 2);
  *d = wasm_i64x2_shuffle(ab_high, cd_high, 1, 3);
}

// The same, for lanes: as many independent numbers as the build takes at once.
typedef f32x4 lanes;
enum { V_WIDTH = 4 };
static inline lanes l_load(const float* p) { return v_load(p); }
static inline void l_store(float* p, lanes a) { v_store(p, a); }
static inline lanes l_splat(float a) { return v_splat(a); }
static inline lanes l_add(lanes a, lanes b) { return v_add(a, b); }
static inline lanes l_sub(lanes a, lanes b) { return v_sub(a, b); }
static inline lanes l_mul(lanes a, lanes b) { return v_mul(a, b); }
static inline lanes l_div(lanes a, lanes b) { return v_div(a, b); }
static inline lanes l_abs(lanes a) { return v_abs(a); }
static inline lanes l_sqrt(lanes a) { return v_sqrt(a); }
static inline lanes l_max(lanes a, lanes b) { return v_max(a, b); }
static inline lanes l_min(lanes a, lanes b) { return v_min(a, b); }
typedef f32x4 lanes_mask;
static inline lanes_mask l_lt(lanes a, lanes b) { return v_lt(a, b); }
static inline lanes_mask l_eq(lanes a, lanes b) { return v_eq(a, b); }
static inline int l_any(lanes_mask mask) { return v_any(mask); }
static inline lanes l_select(lanes_mask mask, lanes a, lanes b) { return v_select(mask, a, b); }
static inline lanes l_shift_to_exponent(lanes a) { return v_shift_to_exponent(a); }

#else

typedef struct {
  float x[4];
} f32x4;

static inline uint32_t v_bits(float a) {
  uint32_t bits;
  memcpy(&bits, &a, 4);
  return bits;
}
static inline float v_float(uint32_t bits) {
  float a;
  memcpy(&a, &bits, 4);
  return a;
}
#define V_EACH(expression)                                                                         \
  do {                                                                                             \
    f32x4 r;                                                                                       \
    for (int l = 0; l < 4; l++) r.x[l] = (expression);                                             \
    return r;                                                                                      \
  } while (0)

static inline f32x4 v_load(const float* p) { V_EACH(p[l]); }
static inline void v_store(float* p, f32x4 a) {
  for (int l = 0; l < 4; l++) p[l] = a.x[l];
}
static inline f32x4 v_splat(float a) { V_EACH(a); }
static inline f32x4 v_load_splat(const float* p) { V_EACH(*p); }
static inline float v_lane0(f32x4 a) { return a.x[0]; }
static inline float v_lane1(f32x4 a) { return a.x[1]; }
static inline float v_lane2(f32x4 a) { return a.x[2]; }
static inline float v_lane3(f32x4 a) { return a.x[3]; }

static inline f32x4 v_add(f32x4 a, f32x4 b) { V_EACH(a.x[l] + b.x[l]); }
static inline f32x4 v_sub(f32x4 a, f32x4 b) { V_EACH(a.x[l] - b.x[l]); }
static inline f32x4 v_mul(f32x4 a, f32x4 b) { V_EACH(a.x[l] * b.x[l]); }
static inline f32x4 v_div(f32x4 a, f32x4 b) { V_EACH(a.x[l] / b.x[l]); }
static inline f32x4 v_abs(f32x4 a) { V_EACH(v_float(v_bits(a.x[l]) & 0x7fffffffu)); }
static inline f32x4 v_sqrt(f32x4 a) { V_EACH(sqrtf(a.x[l])); }
static inline f32x4 v_max(f32x4 a, f32x4 b) { V_EACH(a.x[l] < b.x[l] ? b.x[l] : a.x[l]); }
static inline f32x4 v_min(f32x4 a, f32x4 b) { V_EACH(b.x[l] < a.x[l] ? b.x[l] : a.x[l]); }

static inline f32x4 v_lt(f32x4 a, f32x4 b) { V_EACH(v_float(a.x[l] < b.x[l] ? 0xffffffffu : 0)); }
static inline f32x4 v_eq(f32x4 a, f32x4 b) { V_EACH(v_float(a.x[l] == b.x[l] ? 0xffffffffu : 0)); }
static inline int v_any(f32x4 mask) {
  return (v_bits(mask.x[0]) | v_bits(mask.x[1]) | v_bits(mask.x[2]) | v_bits(mask.x[3])) != 0;
}
static inline f32x4 v_select(f32x4 mask, f32x4 a, f32x4 b) {
  V_EACH(v_bits(mask.x[l]) ? a.x[l] : b.x[l]);
}

static inline f32x4 v_shift_to_exponent(f32x4 a) { V_EACH(v_float(v_bits(a.x[l]) << 23)); }
static inline f32x4 v_add_bits(f32x4 a, f32x4 b) {
  V_EACH(v_float(v_bits(a.x[l]) + v_bits(b.x[l])));
}
static inline f32x4 v_splat_bits(int32_t a) { V_EACH(v_float((uint32_t)a)); }

static inline void v_transpose(f32x4* a, f32x4* b, f32x4* c, f32x4* d) {
  f32x4 row[4] = {*a, *b, *c, *d};
  f32x4* column[4] = {a, b, c, d};
  for (int i = 0; i < 4; i++)
    for (int l = 0; l < 4; l++) column[i]->x[l] = row[l].x[i];
}

typedef float lanes;
enum { V_WIDTH = 1 };
static inline lanes l_load(const float* p) { return *p; }
static inline void l_store(float* p, lanes a) { *p = a; }
static inline lanes l_splat(float a) { return a; }
static inline lanes l_add(lanes a, lanes b) { return a + b; }
static inline lanes l_sub(lanes a, lanes b) { return a - b; }
static inline lanes l_mul(lanes a, lanes b) { return a * b; }
static inline lanes l_div(lanes a, lanes b) { return a / b; }
static inline lanes l_abs(lanes a) { return v_float(v_bits(a) & 0x7fffffffu); }
static inline lanes l_sqrt(lanes a) { return sqrtf(a); }
static inline lanes l_max(lanes a, lanes b) { return a < b ? b : a; }
static inline lanes l_min(lanes a, lanes b) { return b < a ? b : a; }
typedef int lanes_mask;
static inline lanes_mask l_lt(lanes a, lanes b) { return a < b; }
static inline lanes_mask l_eq(lanes a, lanes b) { return a == b; }
static inline int l_any(lanes_mask mask) { return mask; }
static inline lanes l_select(lanes_mask mask, lanes a, lanes b) { return mask ? a : b; }
static inline lanes l_shift_to_exponent(lanes a) { return v_float(v_bits(a) << 23); }

#endif

// The sum of four lanes, always in this order.
static inline float v_sum(f32x4 a) { return (v_lane0(a) + v_lane2(a)) + (v_lane1(a) + v_lane3(a)); }

#endif
