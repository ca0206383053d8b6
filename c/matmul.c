#include "matmul.h"
#include "vec.h"

// One step of t, in the registers that tile_4x8 names. The four values of A are loaded one by one,
// each spread over four lanes (v128.load32_splat is one instruction), and meet both vectors of B.
#define TILE_STEP()                                                                                \
  do {                                                                                             \
    f32x4 b0123 = v_load(b), b4567 = v_load(b + 8 / 2);                                            \
    f32x4 a_ = v_load_splat(a0);                                                                   \
    acc0x0123 = v_add(acc0x0123, v_mul(a_, b0123));                                                \
    acc0x4567 = v_add(acc0x4567, v_mul(a_, b4567));                                                \
    a_ = v_load_splat(a1);                                                                         \
    acc1x0123 = v_add(acc1x0123, v_mul(a_, b0123));                                                \
    acc1x4567 = v_add(acc1x4567, v_mul(a_, b4567));                                                \
    a_ = v_load_splat(a2);                                                                         \
    acc2x0123 = v_add(acc2x0123, v_mul(a_, b0123));                                                \
    acc2x4567 = v_add(acc2x4567, v_mul(a_, b4567));                                                \
    a_ = v_load_splat(a3);                                                                         \
    acc3x0123 = v_add(acc3x0123, v_mul(a_, b0123));                                                \
    acc3x4567 = v_add(acc3x4567, v_mul(a_, b4567));                                                \
    a0 += a_step, a1 += a_step, a2 += a_step, a3 += a_step, b += 8;                                \
  } while (0)

__attribute__((noinline)) void tile_4x8(const float* const a[4], int32_t a_step, const float* b,
                                        int32_t depth, float* c, int32_t c_step, int put_or_add) {
  const float *a0 = a[0], *a1 = a[1], *a2 = a[2], *a3 = a[3];
  f32x4 acc0x0123 = v_splat(0), acc0x4567 = v_splat(0), acc1x0123 = v_splat(0),
        acc1x4567 = v_splat(0), acc2x0123 = v_splat(0), acc2x4567 = v_splat(0),
        acc3x0123 = v_splat(0), acc3x4567 = v_splat(0);
  for (int32_t t = 0; t < depth; t++) TILE_STEP();
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

void tile_4x8_plain(const float* const a[4], int32_t a_step, const float* b, int32_t depth, float* c,
                    int32_t c_step, int put_or_add) {
  for (int r = 0; r < 4; r++)
    for (int l = 0; l < 8; l++) {
      float sum = 0;
      for (int32_t t = 0; t < depth; t++) sum += a[r][t * a_step] * b[t * 8 + l];
      float* place = c + r * c_step + l;
      *place = put_or_add == TILE_ADD ? *place + sum : sum;
    }
}

uint32_t panels_size(int32_t rows, int32_t columns) {
  return (uint32_t)rows * (uint32_t)((columns + 7) / 8 * 8);
}

void pack_panels(const float* w, int32_t rows, int32_t columns, int32_t row_step,
                 int32_t column_step, float* panels) {
  for (int32_t c0 = 0; c0 < columns; c0 += 8)
    for (int32_t t = 0; t < rows; t++)
      for (int32_t l = 0; l < 8; l++)
        *panels++ = c0 + l < columns ? w[t * row_step + (c0 + l) * column_step] : 0;
}

// Four rows of x against one panel. depth may be long: blocks of DEPTH_BLOCK keep the panel's part
// in the first-level cache (256 · 8 · 4 bytes = 8 kB) and bound the rounding error of the sum.
enum { DEPTH_BLOCK = 256 };

void multiply_panels(const float* x, int32_t n, int32_t depth, int32_t x_step, const float* panels,
                     int32_t columns, const float* bias, float* out, int32_t out_step) {
  for (int32_t c0 = 0; c0 < columns; c0 += 8) {
    const float* panel = panels + (int64_t)(c0 / 8) * depth * 8;
    int32_t width = columns - c0 < 8 ? columns - c0 : 8;
    for (int32_t r0 = 0; r0 < n; r0 += 4) {
      int32_t height = n - r0 < 4 ? n - r0 : 4;
      // Full tiles go straight to out; an edge is computed whole, and only what exists is stored.
      float edge[4 * 8];
      int whole = width == 8 && height == 4;
      float* c = whole ? out + r0 * out_step + c0 : edge;
      int32_t c_step = whole ? out_step : 8;
      for (int r = 0; r < 4; r++)
        for (int l = 0; l < 8; l++) c[r * c_step + l] = bias && l < width ? bias[c0 + l] : 0;
      const float* rows[4];
      for (int32_t t0 = 0; t0 < depth; t0 += DEPTH_BLOCK) {
        // Rows past the last one are the last one again: read, computed, never stored.
        for (int r = 0; r < 4; r++)
          rows[r] = x + (r0 + (r < height ? r : height - 1)) * x_step + t0;
        tile_4x8(rows, 1, panel + (int64_t)t0 * 8, depth - t0 < DEPTH_BLOCK ? depth - t0 : DEPTH_BLOCK,
                 c, c_step, TILE_ADD);
      }
      if (!whole)
        for (int r = 0; r < height; r++)
          for (int l = 0; l < width; l++) out[(r0 + r) * out_step + c0 + l] = edge[r * 8 + l];
    }
  }
}
