// What the native tests share: CHECK, numbers that are the same in every run, and arrays of exactly
// the length that is meant, so that the address sanitizer sees every step past an end.
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

// Reports the first 20 failures, counts all.
#define CHECK(condition, ...)                                                                      \
  do {                                                                                             \
    if (!(condition) && failures++ < 20) {                                                         \
      printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                       \
      printf(__VA_ARGS__);                                                                         \
      printf("\n");                                                                                \
      fflush(stdout); /* a sanitizer may end the program at the next line */                       \
    }                                                                                              \
  } while (0)

// The last line of a program; what main returns.
static inline int report(const char* name, const char* measured) {
  printf("%s: %s%s%s", name, failures ? "FAILED" : "ok", *measured ? ", " : "", measured);
  if (failures) printf(" (%d failures)", failures);
  printf("\n");
  return failures != 0;
}

// Half a unit in the last place of float32, relative: the error of one rounding.
#define UNIT 0x1p-24
// What tests/c/exp.c measures and asserts.
#define EXP_ERROR  1.9e-7 // relative
#define TANH_ERROR 1.2e-7 // absolute

// What no computation writes: a NaN with these bits. New arrays are filled with it, so that what is
// read before it is written shows in the result, and what is written where nothing belongs is seen.
#define UNTOUCHED 0x7fc5a5a5u

static inline uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static inline int is_untouched(float x) { return bits_of(x) == UNTOUCHED; }

static inline void* bytes(size_t count) {
  void* p = malloc(count);
  if (!p && count) exit(2);
  return p;
}
static inline float* floats(size_t count) {
  float* p = bytes(count * sizeof(float));
  for (size_t t = 0; t < count; t++) p[t] = float_of(UNTOUCHED);
  return p;
}
// Room of exactly so many bytes, as the …_workspace functions say them.
static inline float* workspace_of(uint32_t count) { return floats(count / sizeof(float)); }

static inline double* doubles(size_t count) {
  double* p = bytes(count * sizeof(double));
  for (size_t t = 0; t < count; t++) p[t] = 0;
  return p;
}

// Random numbers, the same in every run: PCG's 32-bit generator (O'Neill 2014).
static uint64_t random_state = 1;
static inline uint32_t random_bits(void) {
  uint64_t old = random_state;
  random_state = old * 6364136223846793005u + 1442695040888963407u;
  uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
  return (mixed >> turn) | (mixed << ((32 - turn) & 31));
}
static inline void random_seed(uint64_t seed) {
  random_state = seed * 0x9e3779b97f4a7c15u + 1;
  random_bits(), random_bits();
}
// A whole number from 0 to count − 1.
static inline int32_t pick(int32_t count) { return (int32_t)(random_bits() % (uint32_t)count); }
// 1 in `count` times.
static inline int one_in(int32_t count) { return pick(count) == 0; }
#define PICK(list) ((list)[pick((int32_t)(sizeof(list) / sizeof *(list)))])

// Numbers in [−size, size).
static inline float drawn(float size) {
  return ((float)(random_bits() >> 8) * 0x1p-23f - 1) * size;
}
static inline void draw(float* p, size_t count, float size) {
  for (size_t t = 0; t < count; t++) p[t] = drawn(size);
}
static inline float* drawn_floats(size_t count, float size) {
  float* p = floats(count);
  draw(p, count, size);
  return p;
}

#endif
