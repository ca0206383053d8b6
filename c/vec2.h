// Doubles, under the same contract as vec.h: one body is wasm simd128, the other plain C that does
// the same operations in the same order, so both builds give equal bits. `doubles` and `longs` are
// lanes, D_WIDTH of them: two with SIMD, one without. f64x2 is two in every build: for sums.
//
// d_… works on doubles, u_… on whole numbers of 64 bits: the bits of doubles, or masks (all bits
// set: true). They are two types, since a mask that is kept in a double is a NaN, and
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

typedef v128_t doubles;
typedef v128_t longs;
enum { D_WIDTH = 2 };

static inline doubles d_load(const double* p) { return wasm_v128_load(p); }
static inline void d_store(double* p, doubles a) { wasm_v128_store(p, a); }
static inline doubles d_splat(double a) { return wasm_f64x2_splat(a); }
static inline double d_lane0(doubles a) { return wasm_f64x2_extract_lane(a, 0); }

static inline doubles d_add(doubles a, doubles b) { return wasm_f64x2_add(a, b); }
static inline doubles d_sub(doubles a, doubles b) { return wasm_f64x2_sub(a, b); }
static inline doubles d_mul(doubles a, doubles b) { return wasm_f64x2_mul(a, b); }
static inline doubles d_div(doubles a, doubles b) { return wasm_f64x2_div(a, b); }
static inline doubles d_sqrt(doubles a) { return wasm_f64x2_sqrt(a); }
static inline longs d_lt(doubles a, doubles b) { return wasm_f64x2_lt(a, b); }
static inline longs d_ne(doubles a, doubles b) { return wasm_f64x2_ne(a, b); }
// mask ? a : b
static inline doubles d_select(longs mask, doubles a, doubles b) {
  return wasm_v128_bitselect(a, b, mask);
}

static inline doubles d_round_to_float(doubles a) {
  return wasm_f64x2_promote_low_f32x4(wasm_f32x4_demote_f64x2_zero(a));
}
static inline doubles d_load_floats(const float* p) {
  return wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(p));
}
static inline void d_store_floats(float* p, doubles a) {
  wasm_v128_store64_lane(p, wasm_f32x4_demote_f64x2_zero(a), 0);
}

static inline longs u_of(doubles a) { return a; }
static inline doubles u_double(longs a) { return a; }
static inline longs u_splat(uint64_t a) { return wasm_i64x2_splat((int64_t)a); }
// Two times 64 bits from memory; two times 32 bits, widened.
static inline longs u_load(const void* p) { return wasm_v128_load(p); }
static inline longs u_load_words(const void* p) { return wasm_u64x2_load32x2(p); }
static inline longs u_and(longs a, longs b) { return wasm_v128_and(a, b); }
static inline longs u_and_not(longs a, longs b) { return wasm_v128_andnot(a, b); } // a & ~b
static inline longs u_or(longs a, longs b) { return wasm_v128_or(a, b); }
static inline longs u_xor(longs a, longs b) { return wasm_v128_xor(a, b); }
static inline longs u_add(longs a, longs b) { return wasm_i64x2_add(a, b); }
static inline longs u_sub(longs a, longs b) { return wasm_i64x2_sub(a, b); }
static inline longs u_left(longs a, int by) { return wasm_i64x2_shl(a, (uint32_t)by); }
static inline longs u_right(longs a, int by) { return wasm_u64x2_shr(a, (uint32_t)by); }

typedef v128_t f64x2;
static inline f64x2 pair_zero(void) { return wasm_f64x2_splat(0.0); }
static inline f64x2 pair_add_product(f64x2 sum, const double* a, const double* b) {
  return wasm_f64x2_add(sum, wasm_f64x2_mul(wasm_v128_load(a), wasm_v128_load(b)));
}
static inline f64x2 pair_add(f64x2 a, f64x2 b) { return wasm_f64x2_add(a, b); }
static inline double pair_sum(f64x2 a) {
  return wasm_f64x2_extract_lane(a, 0) + wasm_f64x2_extract_lane(a, 1);
}

#else

typedef double doubles;
typedef uint64_t longs;
enum { D_WIDTH = 1 };

static inline doubles d_load(const double* p) { return *p; }
static inline void d_store(double* p, doubles a) { *p = a; }
static inline doubles d_splat(double a) { return a; }
static inline double d_lane0(doubles a) { return a; }

static inline doubles d_add(doubles a, doubles b) { return a + b; }
static inline doubles d_sub(doubles a, doubles b) { return a - b; }
static inline doubles d_mul(doubles a, doubles b) { return a * b; }
static inline doubles d_div(doubles a, doubles b) { return a / b; }
static inline doubles d_sqrt(doubles a) { return __builtin_sqrt(a); }
static inline longs d_lt(doubles a, doubles b) { return a < b ? ~(uint64_t)0 : 0; }
static inline longs d_ne(doubles a, doubles b) { return a != b ? ~(uint64_t)0 : 0; }
static inline doubles d_select(longs mask, doubles a, doubles b) { return mask ? a : b; }

static inline doubles d_round_to_float(doubles a) {
  float rounded = (float)a;
#if defined(__GNUC__) && !defined(__clang__)
  // gcc 12 at -O2 takes (double)(float)x for x where two of them are neighbours, unless it cannot
  // know what the float is.
  __asm__("" : "+m"(rounded));
#endif
  return (double)rounded;
}
static inline doubles d_load_floats(const float* p) { return (double)*p; }
static inline void d_store_floats(float* p, doubles a) { *p = (float)a; }

static inline longs u_of(doubles a) {
  uint64_t bits;
  memcpy(&bits, &a, 8);
  return bits;
}
static inline doubles u_double(longs a) {
  double number;
  memcpy(&number, &a, 8);
  return number;
}
static inline longs u_splat(uint64_t a) { return a; }
static inline longs u_load(const void* p) {
  longs a;
  memcpy(&a, p, 8);
  return a;
}
static inline longs u_load_words(const void* p) {
  uint32_t word;
  memcpy(&word, p, 4);
  return word;
}
static inline longs u_and(longs a, longs b) { return a & b; }
static inline longs u_and_not(longs a, longs b) { return a & ~b; }
static inline longs u_or(longs a, longs b) { return a | b; }
static inline longs u_xor(longs a, longs b) { return a ^ b; }
static inline longs u_add(longs a, longs b) { return a + b; }
static inline longs u_sub(longs a, longs b) { return a - b; }
static inline longs u_left(longs a, int by) { return a << by; }
static inline longs u_right(longs a, int by) { return a >> by; }

typedef struct {
  double x[2];
} f64x2;
static inline f64x2 pair_zero(void) { return (f64x2){{0.0, 0.0}}; }
static inline f64x2 pair_add_product(f64x2 sum, const double* a, const double* b) {
  return (f64x2){{sum.x[0] + a[0] * b[0], sum.x[1] + a[1] * b[1]}};
}
static inline f64x2 pair_add(f64x2 a, f64x2 b) {
  return (f64x2){{a.x[0] + b.x[0], a.x[1] + b.x[1]}};
}
static inline double pair_sum(f64x2 a) { return a.x[0] + a.x[1]; }

#endif

#endif
