#include "matmul.h"
#include "export.h"
#include "vec.h"

static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

// One tile: rows a0 … a3 of A. Each value of A is spread over four lanes as it is loaded
// (v128.load32_splat is one instruction) and meets both halves of b's row.
static inline __attribute__((always_inline)) void tile_4x8(const float* a0, const float* a1,
                                                           const float* a2, const float* a3,
                                                           int32_t a_step, const float* b,
                                                           int32_t depth, float* c, int32_t c_step,
                                                           int put_or_add) {
  f32x4 acc0x0123 = v_splat(0), acc0x4567 = v_splat(0), acc1x0123 = v_splat(0),
        acc1x4567 = v_splat(0), acc2x0123 = v_splat(0), acc2x4567 = v_splat(0),
        acc3x0123 = v_splat(0), acc3x4567 = v_splat(0);
  for (int32_t t = 0; t < depth; t++) {
    f32x4 b0123 = v_load(b), b4567 = v_load(b + 4), a;
    a = v_load_splat(a0);
    acc0x0123 = v_add(acc0x0123, v_mul(a, b0123)), acc0x4567 = v_add(acc0x4567, v_mul(a, b4567));
    a = v_load_splat(a1);
    acc1x0123 = v_add(acc1x0123, v_mul(a, b0123)), acc1x4567 = v_add(acc1x4567, v_mul(a, b4567));
    a = v_load_splat(a2);
    acc2x0123 = v_add(acc2x0123, v_mul(a, b0123)), acc2x4567 = v_add(acc2x4567, v_mul(a, b4567));
    a = v_load_splat(a3);
    acc3x0123 = v_add(acc3x0123, v_mul(a, b0123)), acc3x4567 = v_add(acc3x4567, v_mul(a, b4567));
    a0 += a_step, a1 += a_step, a2 += a_step, a3 += a_step, b += 8;
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

__attribute__((noinline)) void multiply_tiles(const float* a, int32_t rows, int32_t a_row,
                                              int32_t a_step, const float* b, int32_t depth,
                                              float* c, int32_t c_step, int put_or_add) {
  for (int32_t r = 0; r < rows; r += 4) {
    // Rows past the last one are the last one again: read and computed, but nobody looks.
    const float* a0 = a + r * a_row;
    const float* a1 = a + least(r + 1, rows - 1) * a_row;
    const float* a2 = a + least(r + 2, rows - 1) * a_row;
    const float* a3 = a + least(r + 3, rows - 1) * a_row;
    float* tile = c + r * c_step;
    // The same tile twice, since a step the compiler knows saves three additions in each turn.
    if (a_step == 1) tile_4x8(a0, a1, a2, a3, 1, b, depth, tile, c_step, put_or_add);
    else tile_4x8(a0, a1, a2, a3, a_step, b, depth, tile, c_step, put_or_add);
  }
}

void multiply_tiles_plain(const float* a, int32_t rows, int32_t a_row, int32_t a_step,
                          const float* b, int32_t depth, float* c, int32_t c_step,
                          int put_or_add) {
  for (int32_t r = 0; r < rows; r++)
    for (int32_t l = 0; l < 8; l++) {
      float sum = 0;
      for (int32_t t = 0; t < depth; t++) sum += a[r * a_row + t * a_step] * b[t * 8 + l];
      float* place = c + r * c_step + l;
      *place = put_or_add == TILE_ADD ? *place + sum : sum;
    }
}

EXPORT(panels_size) uint32_t panels_size(int32_t rows, int32_t columns) {
  return (uint32_t)rows * (uint32_t)((columns + 7) / 8 * 8);
}

EXPORT(pack_panels)
void pack_panels(const float* w, int32_t rows, int32_t columns, int32_t row_step,
                 int32_t column_step, float* panels) {
  for (int32_t c0 = 0; c0 < columns; c0 += 8)
    for (int32_t t = 0; t < rows; t++)
      for (int32_t l = 0; l < 8; l++)
        *panels++ = c0 + l < columns ? w[t * row_step + (c0 + l) * column_step] : 0;
}

// DEPTH_BLOCK rows of a panel are 8 kB and stay in the first-level cache with the rows of x that
// meet them; it also bounds the length of one sum. ROW_BLOCK · DEPTH_BLOCK of x are 64 kB: they stay
// in the second-level cache while all panels pass.
enum { DEPTH_BLOCK = 256, ROW_BLOCK = 64 };

static void fill_bias(float* out, int32_t rows, int32_t out_step, const float* bias, int32_t width) {
  for (int32_t r = 0; r < rows; r++)
    for (int32_t l = 0; l < width; l++) out[r * out_step + l] = bias ? bias[l] : 0;
}

EXPORT(multiply_panels)
void multiply_panels(const float* x, int32_t n, int32_t depth, int32_t x_step, const float* panels,
                     int32_t columns, const float* bias, float* out, int32_t out_step) {
  float edge[ROW_BLOCK * 8];
  for (int32_t r0 = 0; r0 < n; r0 += ROW_BLOCK) {
    int32_t height = least(n - r0, ROW_BLOCK);
    for (int32_t c0 = 0; c0 < columns; c0 += 8) {
      const float* panel = panels + c0 * depth;
      int32_t width = least(columns - c0, 8);
      float* place = out + r0 * out_step + c0;
      // Whole tiles go straight to out. An edge is made aside, and only what exists is stored.
      int32_t whole = width == 8 ? height / 4 * 4 : 0, rest = height - whole;
      fill_bias(place, whole, out_step, bias ? bias + c0 : 0, 8);
      fill_bias(edge, rest, 8, bias ? bias + c0 : 0, width);
      for (int32_t t0 = 0; t0 < depth; t0 += DEPTH_BLOCK) {
        const float* rows = x + r0 * x_step + t0;
        int32_t block = least(depth - t0, DEPTH_BLOCK);
        multiply_tiles(rows, whole, x_step, 1, panel + t0 * 8, block, place, out_step, TILE_ADD);
        multiply_tiles(rows + whole * x_step, rest, x_step, 1, panel + t0 * 8, block, edge, 8,
                       TILE_ADD);
      }
      for (int32_t r = 0; r < rest; r++)
        for (int32_t l = 0; l < width; l++) place[(whole + r) * out_step + l] = edge[r * 8 + l];
    }
  }
}
