// What a fuzzer's bytes decide: sizes, options and which numbers are wild. The numbers themselves
// come from check.h's generator, seeded by the first bytes, so that a few dozen bytes steer a whole
// call. A failed CHECK ends the program, which is what libFuzzer looks for.
#ifndef GIVEN_H
#define GIVEN_H

#include "check.h"

#include <float.h>

static const uint8_t* given;
static size_t given_left;

// The next byte; 0 when there is none.
static inline int32_t next_byte(void) { return given_left ? (given_left--, *given++) : 0; }
// A whole number from `least` to `most`.
static inline int32_t between(int32_t least, int32_t most) {
  int32_t two = next_byte() << 8;
  return least + (two | next_byte()) % (most - least + 1);
}

static inline float wild_number(void) {
  const float special[] = {NAN,   INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 3e38f,
                           1e30f, -1e19f,   0x1p-149f, 0,       -0.0f,    1};
  return one_in(2) ? PICK(special) : float_of(random_bits());
}
// Numbers of the given kind: 0 ordinary, 1 large and finite, 2 any at all.
static inline void fill_kind(float* x, size_t count, int kind) {
  for (size_t t = 0; t < count; t++)
    x[t] = kind == 0 || one_in(3) ? drawn(3) : kind == 1 ? drawn(FLT_MAX) : wild_number();
}
static inline float* kind_floats(size_t count, int kind) {
  float* x = floats(count);
  fill_kind(x, count, kind);
  return x;
}
static inline int all_are_finite(const float* x, size_t count) {
  for (size_t t = 0; t < count; t++)
    if (!isfinite(x[t])) return 0;
  return 1;
}

static void target(void);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  given = data, given_left = size;
  random_seed((uint64_t)between(0, 65535));
  target();
  if (failures) abort();
  return 0;
}

#endif
