#include "linear.h"
#include "matmul.h"
#include "panels.h"
#include "vec.h"

// How many rows of x and grad_y are summed up at once for the gradient of W: it bounds the length
// of one sum, and the rows of grad_y that a tile walks through stay in the first-level cache.
enum { ROW_BLOCK = 128 };

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

double linear_workspace(int32_t rows, int32_t in, int32_t out) {
  double forward = panels_size(in, out), backward = panels_size(out, in);
  double of_x = panels_size(least(rows, ROW_BLOCK), in);
  double larger = forward > backward ? forward : backward;
  return larger > of_x ? larger : of_x;
}

void linear(const float* x, int32_t rows, int32_t in, const float* w, const float* bias,
            int32_t out, float* y, float* workspace) {
  pack_panels(w, in, out, 1, in, workspace);
  multiply_panels(x, rows, in, in, workspace, out, bias, y, out);
}

void linear_input_gradient(const float* grad_y, int32_t rows, int32_t out, const float* w,
                           int32_t in, float* grad_x, float* workspace) {
  pack_panels(w, out, in, in, 1, workspace);
  multiply_panels(grad_y, rows, out, out, workspace, in, 0, grad_x, in);
}

// sum (columns) += Σ of the rows of a (rows, columns).
static __attribute__((noinline)) void add_rows(const float* a, int32_t rows, int32_t columns,
                                               float* sum) {
  for (int32_t r = 0; r < rows; r++, a += columns) {
    int32_t c = 0;
    for (; c + V_WIDTH <= columns; c += V_WIDTH)
      l_store(sum + c, l_add(l_load(sum + c), l_load(a + c)));
    for (; c < columns; c++) sum[c] += a[c];
  }
}

// The tiles of grad_w that are cut off by its last row or column: made aside, and what exists
// added.
static void add_edge(const float* grad_y, int32_t rows, int32_t out, int32_t first, int32_t last,
                     const float* panel, int32_t width, float* grad_w, int32_t in) {
  float edge[4 * 8];
  for (int32_t o = first; o < last; o += 4) {
    int32_t height = least(4, last - o);
    multiply_tiles(grad_y + o, height, 1, out, panel, rows, edge, 8, TILE_PUT);
    for (int32_t r = 0; r < height; r++)
      for (int32_t l = 0; l < width; l++) grad_w[(o + r) * in + l] += edge[r * 8 + l];
  }
}

void linear_parameter_gradient(const float* x, const float* grad_y, int32_t rows, int32_t in,
                               int32_t out, float* grad_w, float* grad_bias, float* workspace) {
  add_rows(grad_y, rows, out, grad_bias);
  for (int32_t r0 = 0; r0 < rows; r0 += ROW_BLOCK) {
    int32_t block = least(rows - r0, ROW_BLOCK);
    const float* grad = grad_y + r0 * out;
    pack_panels(x + r0 * in, block, in, in, 1, workspace);
    for (int32_t c0 = 0; c0 < in; c0 += 8) {
      const float* panel = workspace + c0 * block;
      int32_t width = least(in - c0, 8), whole = width == 8 ? out / 4 * 4 : 0;
      multiply_tiles(grad, whole, 1, out, panel, block, grad_w + c0, in, TILE_ADD);
      add_edge(grad, block, out, whole, out, panel, width, grad_w + c0, in);
    }
  }
}
