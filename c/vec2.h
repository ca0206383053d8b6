// Two doubles at a time, under the same contract as vec.h: one body is wasm simd128, the other
// plain C that does the same operations in the same order, so both builds give equal bits.
//
// d_… works on two doubles, u_… on two whole numbers of 64 bits: the bits of doubles, or masks (all
// bits set: true). They are two types, since a mask that is kept in a double is a NaN, and
// JavaScript, which runs one of the builds, does not keep the bits of a NaN.
#ifndef VEC2_H
#define VEC2_H

#include <stdint.h>
#include <string.h>

// Stands before a loop of which several copies would gain nothing but size.
#ifdef __clang__
#define ONE_BY_ONE _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define ONE_BY_ONE
#endif

#ifdef __wasm_simd128__

#include <wasm_simd128.h>

typedef v128_t f64x2;
typedef v128_t u64x2;

static inline f64x2 d_load(const double* p) { return wasm_v128_load(p); }
static inline void d_store(double* p, f64x2 a) { wasm_v128_store(p, a); }
static inline f64x2 d_splat(double a) { return wasm_f64x2_splat(a); }
static inline double d_lane0(f64x2 a) { return wasm_f64x2_extract_lane(a, 0); }
static inline double d_lane1(f64x2 a) { return wasm_f64x2_extract_lane(a, 1); }

static inline f64x2 d_add(f64x2 a, f64x2 b) { return wasm_f64x2_add(a, b); }
static inline f64x2 d_sub(f64x2 a, f64x2 b) { return wasm_f64x2_sub(a, b); }
static inline f64x2 d_mul(f64x2 a, f64x2 b) { return wasm_f64x2_mul(a, b); }
static inline f64x2 d_div(f64x2 a, f64x2 b) { return wasm_f64x2_div(a, b); }
static inline f64x2 d_sqrt(f64x2 a) { return wasm_f64x2_sqrt(a); }
static inline u64x2 d_lt(f64x2 a, f64x2 b) { return wasm_f64x2_lt(a, b); }
static inline u64x2 d_ne(f64x2 a, f64x2 b) { return wasm_f64x2_ne(a, b); }
// mask ? a : b
static inline f64x2 d_select(u64x2 mask, f64x2 a, f64x2 b) {
  return wasm_v128_bitselect(a, b, mask);
}

static inline f64x2 d_round_to_float(f64x2 a) {
  return wasm_f64x2_promote_low_f32x4(wasm_f32x4_demote_f64x2_zero(a));
}
static inline void d_store_floats(float* p, f64x2 a) {
  wasm_v128_store64_lane(p, wasm_f32x4_demote_f64x2_zero(a), 0);
}

static inline u64x2 u_of(f64x2 a) { return a; }
static inline f64x2 u_double(u64x2 a) { return a; }
static inline u64x2 u_splat(uint64_t a) { return wasm_i64x2_splat((int64_t)a); }
// Two times 64 bits from memory; two times 32 bits, widened.
static inline u64x2 u_load(const void* p) { return wasm_v128_load(p); }
static inline u64x2 u_load_words(const void* p) { return wasm_u64x2_load32x2(p); }
static inline u64x2 u_and(u64x2 a, u64x2 b) { return wasm_v128_and(a, b); }
static inline u64x2 u_and_not(u64x2 a, u64x2 b) { return wasm_v128_andnot(a, b); } // a & ~b
static inline u64x2 u_or(u64x2 a, u64x2 b) { return wasm_v128_or(a, b); }
static inline u64x2 u_xor(u64x2 a, u64x2 b) { return wasm_v128_xor(a, b); }
static inline u64x2 u_add(u64x2 a, u64x2 b) { return wasm_i64x2_add(a, b); }
static inline u64x2 u_sub(u64x2 a, u64x2 b) { return wasm_i64x2_sub(a, b); }
static inline u64x2 u_left(u64x2 a, int by) { return wasm_i64x2_shl(a, (uint32_t)by); }
static inline u64x2 u_right(u64x2 a, int by) { return wasm_u64x2_shr(a, (uint32_t)by); }

#else

typedef struct {
  double x[2];
} f64x2;
typedef struct {
  uint64_t x[2];
} u64x2;

static inline uint64_t d_bits(double a) {
  uint64_t bits;
  memcpy(&bits, &a, 8);
  return bits;
}
static inline double d_double(uint64_t bits) {
  double a;
  memcpy(&a, &bits, 8);
  return a;
}
#define EACH_OF_2(type, expression)                                                                \
  do {                                                                                             \
    type r;                                                                                        \
    for (int l = 0; l < 2; l++) r.x[l] = (expression);                                             \
    return r;                                                                                      \
  } while (0)
#define D_EACH(expression) EACH_OF_2(f64x2, expression)
#define U_EACH(expression) EACH_OF_2(u64x2, expression)

static inline f64x2 d_load(const double* p) { D_EACH(p[l]); }
static inline void d_store(double* p, f64x2 a) {
  for (int l = 0; l < 2; l++) p[l] = a.x[l];
}
static inline f64x2 d_splat(double a) { D_EACH(a); }
static inline double d_lane0(f64x2 a) { return a.x[0]; }
static inline double d_lane1(f64x2 a) { return a.x[1]; }

static inline f64x2 d_add(f64x2 a, f64x2 b) { D_EACH(a.x[l] + b.x[l]); }
static inline f64x2 d_sub(f64x2 a, f64x2 b) { D_EACH(a.x[l] - b.x[l]); }
static inline f64x2 d_mul(f64x2 a, f64x2 b) { D_EACH(a.x[l] * b.x[l]); }
static inline f64x2 d_div(f64x2 a, f64x2 b) { D_EACH(a.x[l] / b.x[l]); }
static inline f64x2 d_sqrt(f64x2 a) { D_EACH(__builtin_sqrt(a.x[l])); }
static inline u64x2 d_lt(f64x2 a, f64x2 b) { U_EACH(a.x[l] < b.x[l] ? ~(uint64_t)0 : 0); }
static inline u64x2 d_ne(f64x2 a, f64x2 b) { U_EACH(a.x[l] != b.x[l] ? ~(uint64_t)0 : 0); }
static inline f64x2 d_select(u64x2 mask, f64x2 a, f64x2 b) { D_EACH(mask.x[l] ? a.x[l] : b.x[l]); }

static inline f64x2 d_round_to_float(f64x2 a) {
  float rounded[2];
  for (int l = 0; l < 2; l++) rounded[l] = (float)a.x[l];
#if defined(__GNUC__) && !defined(__clang__)
  // gcc 12 at -O2 takes (double)(float)x for x where two of them are neighbours, unless it cannot
  // know what the floats are.
  __asm__("" : "+m"(rounded));
#endif
  D_EACH((double)rounded[l]);
}
static inline void d_store_floats(float* p, f64x2 a) {
  for (int l = 0; l < 2; l++) p[l] = (float)a.x[l];
}

static inline u64x2 u_of(f64x2 a) { U_EACH(d_bits(a.x[l])); }
static inline f64x2 u_double(u64x2 a) { D_EACH(d_double(a.x[l])); }
static inline u64x2 u_splat(uint64_t a) { U_EACH(a); }
static inline u64x2 u_load(const void* p) {
  u64x2 a;
  memcpy(&a, p, 16);
  return a;
}
static inline u64x2 u_load_words(const void* p) {
  uint32_t words[2];
  memcpy(words, p, 8);
  U_EACH(words[l]);
}
static inline u64x2 u_and(u64x2 a, u64x2 b) { U_EACH(a.x[l] & b.x[l]); }
static inline u64x2 u_and_not(u64x2 a, u64x2 b) { U_EACH(a.x[l] & ~b.x[l]); }
static inline u64x2 u_or(u64x2 a, u64x2 b) { U_EACH(a.x[l] | b.x[l]); }
static inline u64x2 u_xor(u64x2 a, u64x2 b) { U_EACH(a.x[l] ^ b.x[l]); }
static inline u64x2 u_add(u64x2 a, u64x2 b) { U_EACH(a.x[l] + b.x[l]); }
static inline u64x2 u_sub(u64x2 a, u64x2 b) { U_EACH(a.x[l] - b.x[l]); }
static inline u64x2 u_left(u64x2 a, int by) { U_EACH(a.x[l] << by); }
static inline u64x2 u_right(u64x2 a, int by) { U_EACH(a.x[l] >> by); }

#endif

// The sum of two lanes.
static inline double d_sum(f64x2 a) { return d_lane0(a) + d_lane1(a); }

#endif
