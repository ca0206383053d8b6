#include "matmul.h"
#include "vec.h"

static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

// One tile: four rows of A, the last three d1, d2 and d3 floats after the first. Each value of A is
// spread over four lanes as it is loaded (v128.load32_splat is one instruction) and meets both
// halves of b's row. Every integer addition in the loop costs speed (V8 11, Zen 4): with one
// pointer for A, one for B and no counter it runs at 47 GFLOP/s, with four pointers at 42.6, with a
// counter as well at 41. Two, four or eight turns in one made it slower (27 to 35): the registers
// spill.
static inline __attribute__((always_inline)) void tile_4x8(const float* a, int32_t d1, int32_t d2,
                                                           int32_t d3, int32_t a_step,
                                                           const float* b, int32_t depth, float* c,
                                                           int32_t c_step, int put_or_add) {
  f32x4 acc0x0123 = v_splat(0), acc0x4567 = v_splat(0), acc1x0123 = v_splat(0),
        acc1x4567 = v_splat(0), acc2x0123 = v_splat(0), acc2x4567 = v_splat(0),
        acc3x0123 = v_splat(0), acc3x4567 = v_splat(0);
  for (const float* end = b + depth * 8; b != end; a += a_step, b += 8) {
    f32x4 b0123 = v_load(b), b4567 = v_load(b + 4), x;
    x = v_load_splat(a);
    acc0x0123 = v_add(acc0x0123, v_mul(x, b0123)), acc0x4567 = v_add(acc0x4567, v_mul(x, b4567));
    x = v_load_splat(a + d1);
    acc1x0123 = v_add(acc1x0123, v_mul(x, b0123)), acc1x4567 = v_add(acc1x4567, v_mul(x, b4567));
    x = v_load_splat(a + d2);
    acc2x0123 = v_add(acc2x0123, v_mul(x, b0123)), acc2x4567 = v_add(acc2x4567, v_mul(x, b4567));
    x = v_load_splat(a + d3);
    acc3x0123 = v_add(acc3x0123, v_mul(x, b0123)), acc3x4567 = v_add(acc3x4567, v_mul(x, b4567));
  }
  float *c0 = c, *c1 = c0 + c_step, *c2 = c1 + c_step, *c3 = c2 + c_step;
  if (put_or_add == TILE_ADD) {
    acc0x0123 = v_add(v_load(c0), acc0x0123), acc0x4567 = v_add(v_load(c0 + 4), acc0x4567);
    acc1x0123 = v_add(v_load(c1), acc1x0123), acc1x4567 = v_add(v_load(c1 + 4), acc1x4567);
    acc2x0123 = v_add(v_load(c2), acc2x0123), acc2x4567 = v_add(v_load(c2 + 4), acc2x4567);
    acc3x0123 = v_add(v_load(c3), acc3x0123), acc3x4567 = v_add(v_load(c3 + 4), acc3x4567);
  }
  v_store(c0, acc0x0123), v_store(c0 + 4, acc0x4567);
  v_store(c1, acc1x0123), v_store(c1 + 4, acc1x4567);
  v_store(c2, acc2x0123), v_store(c2 + 4, acc2x4567);
  v_store(c3, acc3x0123), v_store(c3 + 4, acc3x4567);
}

// The same tile three times, since distances that the compiler knows cost nothing to add. Each is a
// function of its own: V8 optimises a small one within a millisecond, and until then the first call
// of a page runs at a third of the speed.
static __attribute__((noinline)) void tiles_of_heads(const float* a, int32_t rows, const float* b,
                                                     int32_t depth, float* c, int32_t c_step,
                                                     int put_or_add) {
  for (int32_t r = 0; r < rows; r += 4)
    tile_4x8(a + r * USUAL_ROW, USUAL_ROW, 2 * USUAL_ROW, 3 * USUAL_ROW, 1, b, depth,
             c + r * c_step, c_step, put_or_add);
}

static __attribute__((noinline)) void tiles_of_columns(const float* a, int32_t rows, int32_t a_step,
                                                       const float* b, int32_t depth, float* c,
                                                       int32_t c_step, int put_or_add) {
  for (int32_t r = 0; r < rows; r += 4)
    tile_4x8(a + r, 1, 2, 3, a_step, b, depth, c + r * c_step, c_step, put_or_add);
}

__attribute__((noinline)) void multiply_tiles(const float* a, int32_t rows, int32_t a_row,
                                              int32_t a_step, const float* b, int32_t depth,
                                              float* c, int32_t c_step, int put_or_add) {
  // In the plain build distances are the smallest part of the time, and it does with the last.
  int32_t r = 0, whole = V_WIDTH > 1 ? rows / 4 * 4 : 0;
  if (V_WIDTH > 1 && a_row == USUAL_ROW && a_step == 1)
    tiles_of_heads(a, r = whole, b, depth, c, c_step, put_or_add);
  else if (V_WIDTH > 1 && a_row == 1)
    tiles_of_columns(a, r = whole, a_step, b, depth, c, c_step, put_or_add);
  for (; r < rows; r += 4) {
    // Rows past the last one are the last one again: read and computed, but nobody looks.
    int32_t d1 = least(1, rows - 1 - r) * a_row, d2 = least(2, rows - 1 - r) * a_row,
            d3 = least(3, rows - 1 - r) * a_row;
    tile_4x8(a + r * a_row, d1, d2, d3, a_step, b, depth, c + r * c_step, c_step, put_or_add);
  }
}

__attribute__((noinline)) void multiply_fours(const float* fours, int32_t rows, const float* b,
                                              int32_t depth, float* c, int32_t c_step,
                                              int put_or_add) {
  // Once more, since a step that the compiler knows makes 47 GFLOP/s of 41.
  for (int32_t r = 0; r < rows; r += 4)
    if (V_WIDTH > 1)
      tile_4x8(fours + r * depth, 1, 2, 3, 4, b, depth, c + r * c_step, c_step, put_or_add);
    else
      multiply_tiles(fours + r * depth, 4, 1, 4, b, depth, c + r * c_step, c_step, put_or_add);
}

void pack_fours(const float* a, int32_t rows, int32_t depth, int32_t a_row, int32_t a_step,
                float* fours) {
  for (int32_t r = 0; r < rows; r += 4, a += 4 * a_row, fours += 4 * depth) {
    int32_t height = least(rows - r, 4), t = 0;
    // The plain build gains nothing by fours.
    if (V_WIDTH > 1 && height == 4 && a_step == 1)
      for (; t + 4 <= depth; t += 4) {
        // Without loops: the compiler leaves them, and keeps the vectors in memory.
        const float* from = a + t;
        float* to = fours + 4 * t;
        f32x4 r0 = v_load(from), r1 = v_load(from + a_row), r2 = v_load(from + 2 * a_row),
              r3 = v_load(from + 3 * a_row);
        v_transpose(&r0, &r1, &r2, &r3);
        v_store(to, r0), v_store(to + 4, r1), v_store(to + 8, r2), v_store(to + 12, r3);
      }
    if (V_WIDTH > 1 && height == 4 && a_row == 1)
      for (; t < depth; t++) v_store(fours + 4 * t, v_load(a + t * a_step));
    for (; t < depth; t++)
      for (int32_t l = 0; l < 4; l++) fours[4 * t + l] = l < height ? a[l * a_row + t * a_step] : 0;
  }
}

void multiply_tiles_plain(const float* a, int32_t rows, int32_t a_row, int32_t a_step,
                          const float* b, int32_t depth, float* c, int32_t c_step, int put_or_add) {
  for (int32_t r = 0; r < rows; r++)
    for (int32_t l = 0; l < 8; l++) {
      float sum = 0;
      for (int32_t t = 0; t < depth; t++) sum += a[r * a_row + t * a_step] * b[t * 8 + l];
      float* place = c + r * c_step + l;
      *place = put_or_add == TILE_ADD ? *place + sum : sum;
    }
}
