// wasm's 128-bit instructions in C, as far as c/vec.h and c/vec2.h use them: with -Itests/c/simd
// -D__wasm_simd128__ the SIMD body of c/, which is what most readers run, is native code under the
// sanitizers. What each does is defined in the WebAssembly specification, chapter 4.3 and 4.4.
#ifndef WASM_SIMD128_H
#define WASM_SIMD128_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef float v128_t __attribute__((vector_size(16)));
typedef double wasm_doubles __attribute__((vector_size(16)));
typedef uint32_t wasm_words __attribute__((vector_size(16)));
typedef uint64_t wasm_longs __attribute__((vector_size(16)));

static inline v128_t wasm_v128_load(const void* p) {
  v128_t a;
  memcpy(&a, p, sizeof a);
  return a;
}
static inline void wasm_v128_store(void* p, v128_t a) { memcpy(p, &a, sizeof a); }
static inline v128_t wasm_f32x4_splat(float a) { return (v128_t){a, a, a, a}; }
static inline v128_t wasm_v128_load32_splat(const void* p) {
  float a;
  memcpy(&a, p, sizeof a);
  return wasm_f32x4_splat(a);
}
static inline void wasm_v128_store64_lane(void* p, v128_t a, int lane) {
  memcpy(p, (const char*)&a + 8 * lane, 8);
}
static inline v128_t wasm_v128_load64_zero(const void* p) {
  float a[2];
  memcpy(a, p, sizeof a);
  return (v128_t){a[0], a[1], 0, 0};
}
static inline v128_t wasm_u64x2_load32x2(const void* p) {
  uint32_t a[2];
  memcpy(a, p, sizeof a);
  return (v128_t)(wasm_longs){a[0], a[1]};
}

static inline float wasm_f32x4_extract_lane(v128_t a, int lane) { return a[lane]; }
// Lanes 0 to 3 are those of a, 4 to 7 those of b.
static inline v128_t wasm_i32x4_shuffle(v128_t a, v128_t b, int i, int j, int k, int l) {
  float both[8];
  memcpy(both, &a, sizeof a), memcpy(both + 4, &b, sizeof b);
  return (v128_t){both[i], both[j], both[k], both[l]};
}
static inline v128_t wasm_f32x4_add(v128_t a, v128_t b) { return a + b; }
static inline v128_t wasm_f32x4_sub(v128_t a, v128_t b) { return a - b; }
static inline v128_t wasm_f32x4_mul(v128_t a, v128_t b) { return a * b; }
static inline v128_t wasm_f32x4_div(v128_t a, v128_t b) { return a / b; }
static inline v128_t wasm_f32x4_lt(v128_t a, v128_t b) { return (v128_t)(a < b); }
static inline v128_t wasm_f32x4_eq(v128_t a, v128_t b) { return (v128_t)(a == b); }
static inline v128_t wasm_f32x4_sqrt(v128_t a) {
  return (v128_t){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])};
}

static inline v128_t wasm_v128_and(v128_t a, v128_t b) {
  return (v128_t)((wasm_longs)a & (wasm_longs)b);
}
static inline v128_t wasm_v128_andnot(v128_t a, v128_t b) {
  return (v128_t)((wasm_longs)a & ~(wasm_longs)b);
}
static inline v128_t wasm_v128_or(v128_t a, v128_t b) {
  return (v128_t)((wasm_longs)a | (wasm_longs)b);
}
static inline v128_t wasm_v128_xor(v128_t a, v128_t b) {
  return (v128_t)((wasm_longs)a ^ (wasm_longs)b);
}
static inline v128_t wasm_v128_bitselect(v128_t a, v128_t b, v128_t mask) {
  return wasm_v128_or(wasm_v128_and(a, mask), wasm_v128_andnot(b, mask));
}
static inline int wasm_v128_any_true(v128_t a) {
  wasm_longs bits = (wasm_longs)a;
  return (bits[0] | bits[1]) != 0;
}
static inline v128_t wasm_f32x4_abs(v128_t a) {
  return wasm_v128_andnot(a, wasm_f32x4_splat(-0.0f));
}
static inline v128_t wasm_f32x4_pmax(v128_t a, v128_t b) {
  return wasm_v128_bitselect(b, a, wasm_f32x4_lt(a, b));
}
static inline v128_t wasm_f32x4_pmin(v128_t a, v128_t b) {
  return wasm_v128_bitselect(b, a, wasm_f32x4_lt(b, a));
}

static inline v128_t wasm_i32x4_shl(v128_t a, uint32_t by) {
  return (v128_t)((wasm_words)a << (by % 32));
}
static inline v128_t wasm_i64x2_shl(v128_t a, uint32_t by) {
  return (v128_t)((wasm_longs)a << (by % 64));
}
static inline v128_t wasm_u64x2_shr(v128_t a, uint32_t by) {
  return (v128_t)((wasm_longs)a >> (by % 64));
}
static inline v128_t wasm_i64x2_splat(int64_t a) {
  return (v128_t)(wasm_longs){(uint64_t)a, (uint64_t)a};
}
static inline v128_t wasm_i64x2_add(v128_t a, v128_t b) {
  return (v128_t)((wasm_longs)a + (wasm_longs)b);
}
static inline v128_t wasm_i64x2_sub(v128_t a, v128_t b) {
  return (v128_t)((wasm_longs)a - (wasm_longs)b);
}

static inline v128_t wasm_f64x2_splat(double a) { return (v128_t)(wasm_doubles){a, a}; }
static inline double wasm_f64x2_extract_lane(v128_t a, int lane) { return ((wasm_doubles)a)[lane]; }
static inline v128_t wasm_f64x2_add(v128_t a, v128_t b) {
  return (v128_t)((wasm_doubles)a + (wasm_doubles)b);
}
static inline v128_t wasm_f64x2_sub(v128_t a, v128_t b) {
  return (v128_t)((wasm_doubles)a - (wasm_doubles)b);
}
static inline v128_t wasm_f64x2_mul(v128_t a, v128_t b) {
  return (v128_t)((wasm_doubles)a * (wasm_doubles)b);
}
static inline v128_t wasm_f64x2_div(v128_t a, v128_t b) {
  return (v128_t)((wasm_doubles)a / (wasm_doubles)b);
}
static inline v128_t wasm_f64x2_lt(v128_t a, v128_t b) {
  return (v128_t)((wasm_doubles)a < (wasm_doubles)b);
}
static inline v128_t wasm_f64x2_ne(v128_t a, v128_t b) {
  return (v128_t)((wasm_doubles)a != (wasm_doubles)b);
}
static inline v128_t wasm_f64x2_sqrt(v128_t a) {
  wasm_doubles x = (wasm_doubles)a;
  return (v128_t)(wasm_doubles){sqrt(x[0]), sqrt(x[1])};
}
static inline v128_t wasm_f64x2_promote_low_f32x4(v128_t a) {
  return (v128_t)(wasm_doubles){a[0], a[1]};
}
static inline v128_t wasm_f32x4_demote_f64x2_zero(v128_t a) {
  wasm_doubles x = (wasm_doubles)a;
  return (v128_t){(float)x[0], (float)x[1], 0, 0};
}

#endif
