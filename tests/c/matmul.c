// c/matmul.c against products in double. Every array is exactly as long as matmul.h promises to
// read or write, and what lies between the rows of a result must stay untouched.
#include "check.h"
#include "matmul.h"
#include "panels.h"

// Tails from 0 to 17, and the edges of DEPTH_BLOCK, ROW_BLOCK and PACK_FROM.
static const int32_t lengths[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,   10,  11,
                                  12, 13, 14, 15, 16, 17, 63, 64, 65, 255, 256, 257};
enum { LENGTHS = sizeof lengths / sizeof *lengths, TAILS = 18 };

static int32_t up_to(int32_t size, int32_t unit) { return (size + unit - 1) / unit * unit; }
static size_t extent(int32_t rows, int32_t row_step, int32_t columns, int32_t column_step) {
  return rows && columns ? (size_t)((rows - 1) * row_step + (columns - 1) * column_step + 1) : 0;
}

// A product of `depth` numbers errs with half a unit a product and a sum. They add up as a random
// walk does: √depth of them, each of at most the sum of the sizes, and a few for the first and
// last.
static double product_error(int32_t depth, double sizes) {
  return (sqrt(depth) + 3) * UNIT * sizes;
}

static double largest_error = 0; // as a part of what is allowed

static void is_near(float got, double expected, double allowed, const char* what) {
  double error = fabs(got - expected);
  if (allowed > 0) largest_error = fmax(largest_error, error / allowed);
  CHECK(error <= allowed, "%s: %.9g, expected %.9g, off by %g", what, (double)got, expected, error);
}

// How A lies in memory: A[r][t] at r · row + t · step.
typedef struct {
  const char* name;
  int32_t row, step;
} layout;

static void test_tiles(int32_t rows, int32_t depth, layout at, int32_t c_step) {
  size_t a_size = extent(rows, at.row, depth, at.step);
  int32_t rows4 = up_to(rows, 4);
  size_t c_size = extent(rows4, c_step, 8, 1), plain_size = extent(rows, c_step, 8, 1);
  float *a = floats(a_size), *b = drawn_floats((size_t)depth * 8, 2);
  for (int32_t r = 0; r < rows; r++)
    for (int32_t t = 0; t < depth; t++) a[r * at.row + t * at.step] = drawn(2);
  for (int add = 0; add < 2; add++) {
    float *before = floats(c_size), *c = floats(c_size), *plain = floats(plain_size);
    for (int32_t r = 0; r < rows; r++)
      for (int32_t l = 0; l < 8; l++)
        before[r * c_step + l] = c[r * c_step + l] = plain[r * c_step + l] = drawn(2);
    multiply_tiles(a, rows, at.row, at.step, b, depth, c, c_step, add ? TILE_ADD : TILE_PUT);
    multiply_tiles_plain(a, rows, at.row, at.step, b, depth, plain, c_step,
                         add ? TILE_ADD : TILE_PUT);
    for (int32_t r = 0; r < rows; r++)
      for (int32_t l = 0; l < 8; l++) {
        int32_t place = r * c_step + l;
        double expected = add ? before[place] : 0, sizes = fabs(expected);
        for (int32_t t = 0; t < depth; t++) {
          double product = (double)a[r * at.row + t * at.step] * b[t * 8 + l];
          expected += product, sizes += fabs(product);
        }
        is_near(plain[place], expected, product_error(depth, sizes), "multiply_tiles_plain");
        CHECK(bits_of(c[place]) == bits_of(plain[place]),
              "%s, rows %d, depth %d: c[%d][%d] = %.9g, the plain twin %.9g", at.name, rows, depth,
              r, l, (double)c[place], (double)plain[place]);
      }
    // Between the rows nothing is written.
    for (int32_t r = 0; r < rows4; r++)
      for (int32_t l = 8; l < c_step && r + 1 < rows4; l++)
        CHECK(is_untouched(c[r * c_step + l]), "%s, rows %d, depth %d: c[%d][%d] was written",
              at.name, rows, depth, r, l);
    free(before), free(c), free(plain);
  }
  free(a), free(b);
}

// Packed in fours, the same rows give the bits that they give as they lie.
static void test_fours(int32_t rows, int32_t depth, layout at, int32_t c_step) {
  float* a = drawn_floats(extent(rows, at.row, depth, at.step), 2);
  float* b = drawn_floats((size_t)depth * 8, 2);
  int32_t rows4 = up_to(rows, 4);
  float* fours = floats((size_t)(rows4 * depth));
  size_t c_size = extent(rows4, c_step, 8, 1);
  pack_fours(a, rows, depth, at.row, at.step, fours);
  for (int32_t r = 0; r < rows4; r++)
    for (int32_t t = 0; t < depth; t++) {
      float got = fours[(r / 4 * depth + t) * 4 + r % 4];
      float expected = r < rows ? a[r * at.row + t * at.step] : 0;
      CHECK(bits_of(got) == bits_of(expected), "%s, rows %d, depth %d: fours of [%d][%d] = %g",
            at.name, rows, depth, r, t, (double)got);
    }
  for (int add = 0; add < 2; add++) {
    float *c = drawn_floats(c_size, 2), *expected = floats(c_size);
    if (c_size) memcpy(expected, c, c_size * sizeof(float));
    multiply_fours(fours, rows, b, depth, c, c_step, add ? TILE_ADD : TILE_PUT);
    multiply_tiles_plain(a, rows, at.row, at.step, b, depth, expected, c_step,
                         add ? TILE_ADD : TILE_PUT);
    for (int32_t r = 0; r < rows4; r++)
      for (int32_t l = 0; l < (r + 1 < rows4 ? c_step : 8); l++) {
        if (r >= rows && l < 8) continue; // means nothing
        int32_t place = r * c_step + l;
        CHECK(bits_of(c[place]) == bits_of(expected[place]),
              "%s, rows %d, depth %d, fours: c[%d][%d] = %.9g, the plain twin %.9g", at.name, rows,
              depth, r, l, (double)c[place], (double)expected[place]);
      }
    free(c), free(expected);
  }
  free(a), free(b), free(fours);
}

static void test_all_tiles(void) {
  const int32_t c_steps[] = {8, 9, 13, 64};
  for (int x = 0; x < LENGTHS; x++)
    for (int y = 0; y < LENGTHS; y++) {
      int32_t rows = lengths[x], depth = lengths[y];
      if (x >= TAILS && y >= TAILS && (x + y) % 3) continue; // the largest: a third of them
      layout layouts[] = {
          {"rows 64 apart", 64, 1},         {"dense rows", depth, 1},
          {"rows with gaps", depth + 3, 1}, {"transposed", 1, rows},
          {"transposed, 64 apart", 1, 64},  {"transposed, with gaps", 1, rows + 5},
          {"neither", depth * 2 + 1, 2},
      };
      // 64 apart, rows of up to 64 numbers do not overlap; longer ones do, which is legal for what
      // is only read.
      for (int z = 0; z < 7; z++) {
        test_tiles(rows, depth, layouts[z], c_steps[(x + y + z) % 4]);
        test_fours(rows, depth, layouts[z], c_steps[(x + y + z) % 4]);
      }
    }
}

static void test_pack(int32_t rows, int32_t columns, int32_t row_step, int32_t column_step) {
  float* w = drawn_floats(extent(rows, row_step, columns, column_step), 1);
  CHECK(panels_size(rows, columns) == (uint32_t)(rows * up_to(columns, 8)), "%d × %d", rows,
        columns);
  float* panels = floats(panels_size(rows, columns));
  pack_panels(w, rows, columns, row_step, column_step, panels);
  const float* at = panels;
  for (int32_t p = 0; p < up_to(columns, 8) / 8; p++)
    for (int32_t t = 0; t < rows; t++)
      for (int32_t l = 0; l < 8; l++, at++) {
        int32_t c = 8 * p + l;
        float expected = c < columns ? w[t * row_step + c * column_step] : 0;
        CHECK(bits_of(*at) == bits_of(expected), "%d × %d: panel %d, row %d, lane %d: %g", rows,
              columns, p, t, l, (double)*at);
      }
  free(w), free(panels);
}

static void test_panels(int32_t n, int32_t depth, int32_t columns, int variant) {
  int32_t x_step = depth + (variant & 1 ? 3 : 0), out_step = columns + (variant & 2 ? 5 : 0);
  float* x = floats(extent(n, x_step, depth, 1));
  for (int32_t r = 0; r < n; r++) draw(x + r * x_step, (size_t)depth, 2);
  float* w = drawn_floats((size_t)(depth * columns), 2);
  float* bias = variant & 4 ? drawn_floats((size_t)columns, 2) : NULL;
  float* panels = floats(panels_size(depth, columns));
  int transposed = variant & 8;
  if (transposed)
    pack_panels(w, depth, columns, 1, depth, panels);
  else
    pack_panels(w, depth, columns, columns, 1, panels);
  float* out = floats(n ? (size_t)((n - 1) * out_step + columns) : 0);
  multiply_panels(x, n, depth, x_step, panels, columns, bias, out, out_step);
  for (int32_t r = 0; r < n; r++) {
    for (int32_t c = 0; c < columns; c++) {
      double expected = bias ? bias[c] : 0, sizes = fabs(expected);
      for (int32_t t = 0; t < depth; t++) {
        double product =
            (double)x[r * x_step + t] * w[transposed ? c * depth + t : t * columns + c];
        expected += product, sizes += fabs(product);
      }
      is_near(out[r * out_step + c], expected, product_error(depth, sizes), "multiply_panels");
    }
    for (int32_t c = columns; c < out_step && r + 1 < n; c++)
      CHECK(is_untouched(out[r * out_step + c]), "n %d, depth %d, columns %d: out[%d][%d]", n,
            depth, columns, r, c);
  }
  free(x), free(w), free(bias), free(panels), free(out);
}

static void test_all_panels(void) {
  for (int32_t a = 0; a < TAILS; a++)
    for (int32_t b = 0; b < TAILS; b++) {
      test_pack(a, b, b, 1);
      test_pack(a, b, b + 2, 1);
      test_pack(a, b, 1, a);
      test_pack(a, b, 1, a + 3);
      for (int32_t c = 0; c < TAILS; c++) test_panels(a, b, c, (a + 5 * b + 7 * c) % 16);
    }
  const int32_t n[] = {1, 4, 63, 64, 65, 128, 129}, depths[] = {255, 256, 257, 513};
  const int32_t columns[] = {1, 7, 8, 9, 15, 16, 17, 63, 64, 127, 128, 133};
  for (int x = 0; x < 7; x++)
    for (int y = 0; y < 4; y++)
      for (int z = 0; z < 12; z++)
        if ((x + y + z) % 4 == 0)
          test_panels(n[x], depths[y], columns[z], (x + 3 * y + 5 * z) % 16);
}

// NaN and ∞ go where the product has them, and nowhere else: the rows of a tile do not mix,
// although those past the last one are computed too.
static void test_special_numbers(void) {
  for (int32_t rows = 1; rows <= 9; rows++)
    for (int32_t bad = 0; bad < rows; bad++)
      for (int32_t depth = 1; depth <= 5; depth++) {
        float *a = drawn_floats((size_t)(rows * depth), 1), *b = drawn_floats((size_t)depth * 8, 1);
        float* c = floats((size_t)up_to(rows, 4) * 8);
        a[bad * depth + bad % depth] = bad % 2 ? NAN : INFINITY;
        multiply_tiles(a, rows, depth, 1, b, depth, c, 8, TILE_PUT);
        for (int32_t x = 0; x < rows * 8; x++)
          CHECK(!isfinite(c[x]) == (x / 8 == bad), "rows %d: c[%d] = %g", rows, x, (double)c[x]);
        free(a), free(b), free(c);
      }
}

int main(void) {
  test_all_tiles();
  test_all_panels();
  test_special_numbers();
  char measured[80];
  snprintf(measured, sizeof measured, "largest error %.2f of what is allowed", largest_error);
  return report("matmul", measured);
}
