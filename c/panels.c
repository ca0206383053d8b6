#include "panels.h"
#include "export.h"
#include "matmul.h"

#include <string.h>

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

EXPORT(panels_size) double panels_size(int32_t rows, int32_t columns) {
  uint32_t whole = ((uint32_t)columns + 7) / 8 * 8;
  return (double)rows * whole;
}

EXPORT(pack_panels)
void pack_panels(const float* w, int32_t rows, int32_t columns, int32_t row_step,
                 int32_t column_step, float* panels) {
  for (int32_t c0 = 0; c0 < columns; c0 += 8, panels += rows * 8) {
    int32_t width = least(columns - c0, 8);
    if (width < 8) memset(panels, 0, (size_t)rows * 8 * sizeof(float));
    for (int32_t t = 0; t < rows; t++)
      for (int32_t l = 0; l < width; l++)
        panels[t * 8 + l] = w[t * row_step + (c0 + l) * column_step];
  }
}

// DEPTH_BLOCK rows of a panel are 8 kB, and the ROW_BLOCK rows of x that meet them 16 kB: both stay
// in the first-level cache. DEPTH_BLOCK also bounds the length of one sum.
enum { DEPTH_BLOCK = 256, ROW_BLOCK = 16 };

// Where so many columns meet the rows of x, these are packed first: 45 to 47 GFLOP/s instead of 43.
enum { PACK_FROM = 128 };

static void put_bias(float* out, int32_t rows, int32_t out_step, const float* bias, int32_t width) {
  for (int32_t r = 0; r < rows; r++)
    for (int32_t l = 0; l < width; l++) out[r * out_step + l] = bias[l];
}

// Whole tiles, at most ROW_BLOCK rows of them, go straight to out.
static void multiply_whole(const float* x, int32_t rows, int32_t depth, int32_t x_step,
                           const float* panels, int32_t columns, const float* bias, float* out,
                           int32_t out_step) {
  float fours[ROW_BLOCK * DEPTH_BLOCK];
  // Once at least: a sum of nothing is 0, and has to be written.
  for (int32_t t0 = 0; t0 == 0 || t0 < depth; t0 += DEPTH_BLOCK) {
    int32_t block = least(depth - t0, DEPTH_BLOCK), packed = columns >= PACK_FROM;
    int put_or_add = t0 == 0 && !bias ? TILE_PUT : TILE_ADD;
    if (packed) pack_fours(x + t0, rows, block, x_step, 1, fours);
    for (int32_t c0 = 0; c0 < columns; c0 += 8) {
      const float* panel = panels + c0 * depth + t0 * 8;
      if (t0 == 0 && bias) put_bias(out + c0, rows, out_step, bias + c0, 8);
      if (packed)
        multiply_fours(fours, rows, panel, block, out + c0, out_step, put_or_add);
      else
        multiply_tiles(x + t0, rows, x_step, 1, panel, block, out + c0, out_step, put_or_add);
    }
  }
}

// Tiles that an edge cuts off are made aside, and only what exists is stored.
static void multiply_edge(const float* x, int32_t rows, int32_t depth, int32_t x_step,
                          const float* panel, int32_t width, const float* bias, float* out,
                          int32_t out_step) {
  float edge[ROW_BLOCK * 8] = {0};
  if (bias) put_bias(edge, rows, 8, bias, width);
  for (int32_t t0 = 0; t0 < depth; t0 += DEPTH_BLOCK)
    multiply_tiles(x + t0, rows, x_step, 1, panel + t0 * 8, least(depth - t0, DEPTH_BLOCK), edge, 8,
                   TILE_ADD);
  for (int32_t r = 0; r < rows; r++)
    for (int32_t l = 0; l < width; l++) out[r * out_step + l] = edge[r * 8 + l];
}

EXPORT(multiply_panels)
void multiply_panels(const float* x, int32_t n, int32_t depth, int32_t x_step, const float* panels,
                     int32_t columns, const float* bias, float* out, int32_t out_step) {
  int32_t whole_columns = columns / 8 * 8;
  for (int32_t r0 = 0; r0 < n;
       r0 += ROW_BLOCK, x += ROW_BLOCK * x_step, out += ROW_BLOCK * out_step) {
    int32_t rows = least(n - r0, ROW_BLOCK), whole = rows / 4 * 4;
    multiply_whole(x, whole, depth, x_step, panels, whole_columns, bias, out, out_step);
    for (int32_t c0 = 0; c0 < columns; c0 += 8) {
      int32_t from = c0 < whole_columns ? whole : 0;
      if (from < rows)
        multiply_edge(x + from * x_step, rows - from, depth, x_step, panels + c0 * depth,
                      least(columns - c0, 8), bias ? bias + c0 : 0, out + from * out_step + c0,
                      out_step);
    }
  }
}
