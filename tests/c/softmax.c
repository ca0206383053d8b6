// c/softmax.c against its definitions, computed in double with libm. Built with sanitizers, and
// every array has exactly the length that the header says, so that a read or write past an end is
// an error.
#include "../../c/softmax.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition, ...)                                                                      \
  do {                                                                                             \
    if (!(condition) && failures++ < 20) {                                                         \
      printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                       \
      printf(__VA_ARGS__);                                                                         \
      printf("\n");                                                                                \
    }                                                                                              \
  } while (0)

static float* floats(size_t count) {
  float* p = malloc(count * sizeof(float));
  if (!p && count) exit(2);
  return p;
}

// Numbers in [−1, 1), the same in every run.
static uint32_t seed = 1;
static float draw(void) {
  seed = seed * 1664525u + 1013904223u;
  return (float)(seed >> 8) / 8388608.0f - 1.0f;
}
static float* drawn(size_t count, float size) {
  float* p = floats(count);
  for (size_t t = 0; t < count; t++) p[t] = draw() * size;
  return p;
}

// Relative error of exp (1.9e-7), half a unit for each of the sum, its rounding and the quotient,
// and an argument that is rounded: each of its two roundings is 6e-8 of it.
static double softmax_error(double argument) { return 5e-7 + fabs(argument) * 1.2e-7; }

static const int32_t lengths[] = {0,  1,  2,  3,  4,  5,  6,  7,   8,   9,   10,  11,   12,  13,
                                  14, 15, 16, 17, 63, 64, 65, 255, 256, 257, 511, 1000, 4099};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static void test_softmax(void) {
  const float temperatures[] = {1, 0.1f, 0.5f, 3, 100};
  const float sizes[] = {1e-3f, 1, 30, 1e4f};
  for (int l = 0; l < LENGTHS; l++)
    for (int s = 0; s < 4; s++)
      for (int t = 0; t < 5; t++)
        for (int plus_one = 0; plus_one < 2; plus_one++) {
          int32_t m = lengths[l], rows = 3;
          float temperature = temperatures[t], *x = drawn((size_t)(rows * m), sizes[s]);
          float* y = floats((size_t)(rows * m));
          softmax(x, y, rows, m, temperature, plus_one);
          for (int32_t r = 0; r < rows; r++) {
            double max = plus_one ? 0 : -INFINITY, sum = 0;
            for (int32_t j = 0; j < m; j++) max = fmax(max, x[r * m + j]);
            for (int32_t j = 0; j < m; j++) sum += exp((x[r * m + j] - max) / temperature);
            if (plus_one) sum += exp(-max / temperature);
            for (int32_t j = 0; j < m; j++) {
              double argument = (x[r * m + j] - max) / temperature, p = exp(argument) / sum;
              CHECK(fabs(y[r * m + j] - p) <= softmax_error(argument) * p + FLT_MIN,
                    "m %d, size %g, temperature %g: %g, expected %g", m, (double)sizes[s],
                    (double)temperature, (double)y[r * m + j], p);
            }
          }
          // In place gives the same.
          softmax(x, x, rows, m, temperature, plus_one);
          CHECK(m == 0 || memcmp(x, y, (size_t)(rows * m) * sizeof(float)) == 0, "in place, m %d",
                m);
          free(x), free(y);
        }
  // Scores whose difference is no float32 number, at a temperature where it matters.
  float huge[2] = {3e38f, -3e38f}, y[2];
  softmax(huge, y, 1, 2, 1e38f, 0);
  CHECK(fabs(y[1] - 1 / (1 + exp(6))) < 1e-8, "%g", (double)y[1]);
}

static void test_long_rows(void) {
  int32_t m = 3000000;
  float *x = floats((size_t)m), *y = floats((size_t)m), *workspace = floats((size_t)m);
  for (int32_t j = 0; j < m; j++) x[j] = 0.1f;
  softmax(x, y, 1, m, 1, 0);
  for (int32_t j = 0; j < m; j++) CHECK(y[j] == (float)(1.0 / m), "%g", (double)y[j]);
  log_softmax(x, y, 1, m);
  for (int32_t j = 0; j < m; j++) CHECK(y[j] == (float)-log(m), "%g", (double)y[j]);
  for (int32_t j = 0; j < m; j++) x[j] = draw() * 10;
  softmax(x, y, 1, m, 1, 0);
  double sum = 0;
  for (int32_t j = 0; j < m; j++) sum += y[j];
  CHECK(fabs(sum - 1) < 3e-7, "%g", sum - 1);
  sparsemax(x, y, 1, m, workspace);
  sum = 0;
  for (int32_t j = 0; j < m; j++) sum += y[j];
  CHECK(fabs(sum - 1) < 1e-6, "%g", sum - 1);
  free(x), free(y), free(workspace);
}

// What each function answers to a row: one of these, or the test's own numbers.
static void row_is(const char* name, const float* y, int32_t m, const float* expected) {
  for (int32_t j = 0; j < m; j++)
    CHECK(isnan(expected[j]) ? isnan(y[j]) : y[j] == expected[j], "%s: y[%d] = %g, expected %g",
          name, j, (double)y[j], (double)expected[j]);
}

static void test_special_rows(void) {
  const float hidden = -INFINITY;
  for (int32_t m = 1; m <= 17; m++)
    for (int32_t at = 0; at < m; at++) {
      // Row 0 as it is, row 1 all hidden, row 2 with a NaN, row 3 with +∞, row 4 all hidden but
      // `at`, row 5 all hidden but a NaN.
      float x[6 * 17], y[6 * 17], workspace[17], nan[17], zero[17], one[17], lowest[17], first[17];
      for (int32_t j = 0; j < m; j++) {
        float number = draw();
        x[j] = x[2 * m + j] = x[3 * m + j] = number;
        x[m + j] = x[4 * m + j] = x[5 * m + j] = hidden;
        nan[j] = NAN, zero[j] = 0, one[j] = j == at, lowest[j] = hidden;
        first[j] = j == at ? 0 : hidden;
      }
      x[2 * m + at] = NAN, x[3 * m + at] = INFINITY, x[4 * m + at] = 5, x[5 * m + at] = NAN;
      for (int which = 0; which < 6; which++) {
        const char* names[] = {"softmax", "plus one", "log_softmax", "hardmax", "l1", "sparsemax"};
        float alone[17];
        for (int rows = 1; rows <= 6; rows += 5) {
          float* to = rows == 1 ? alone : y;
          if (which < 2) softmax(x, to, rows, m, 1, which);
          if (which == 2) log_softmax(x, to, rows, m);
          if (which == 3) hardmax(x, to, rows, m);
          if (which == 4) l1_normalize(x, to, rows, m);
          if (which == 5) sparsemax(x, to, rows, m, workspace);
        }
        row_is(names[which], y, m, alone);
        for (int32_t j = 0; j < m; j++) CHECK(isfinite(y[j]), "%s: %g", names[which], (double)y[j]);
        row_is(names[which], y + m, m, which == 2 ? lowest : zero);
        row_is(names[which], y + 2 * m, m, nan);
        row_is(names[which], y + 3 * m, m, which == 3 ? one : nan);
        if (which == 1) one[at] = y[4 * m + at];
        row_is(names[which], y + 4 * m, m, which == 2 ? first : one);
        one[at] = 1;
        row_is(names[which], y + 5 * m, m, nan);
      }
      CHECK(isnan(softmax_gradient_size(x, 3, m, workspace)), "NaN in a row");
      CHECK(softmax_gradient_size(x + m, 1, m, workspace) == 0, "all hidden");
    }
  float none;
  softmax(&none, &none, 0, 4, 1, 0), softmax(&none, &none, 5, 0, 1, 1);
  CHECK(isnan(softmax_gradient_size(&none, 0, 4, &none)), "no rows");
  CHECK(softmax_gradient_size(&none, 5, 0, &none) == 0, "no entries");
}

static void test_log_softmax(void) {
  for (int l = 1; l < LENGTHS; l++)
    for (float size = 1e-3f; size < 1e6f; size *= 30) {
      int32_t m = lengths[l];
      float *x = drawn((size_t)m, size), *y = floats((size_t)m);
      log_softmax(x, y, 1, m);
      double max = -INFINITY, sum = 0;
      for (int32_t j = 0; j < m; j++) max = fmax(max, x[j]);
      for (int32_t j = 0; j < m; j++) sum += exp(x[j] - max);
      for (int32_t j = 0; j < m; j++) {
        double expected = x[j] - max - log(sum);
        // The logarithm takes over the relative error of the sum of exponentials as an absolute
        // one.
        CHECK(fabs(y[j] - expected) <= 5e-7 + 6e-8 * fabs(expected),
              "m %d, size %g: %g, expected %g", m, (double)size, (double)y[j], expected);
      }
      free(x), free(y);
    }
}

static void test_hardmax(void) {
  const float x[] = {1, 3, 3, 2, -0.0f, 0, -1, 0}, expected[] = {0, 1, 0, 0, 1, 0, 0, 0};
  float y[8];
  hardmax(x, y, 2, 4);
  row_is("hardmax", y, 8, expected);
}

static void test_l1(void) {
  for (int l = 0; l < LENGTHS; l++) {
    int32_t m = lengths[l];
    float *x = drawn((size_t)m, 3e38f), *y = floats((size_t)m);
    double sum = 0;
    for (int32_t j = 0; j < m; j++) sum += fabs((double)x[j]);
    l1_normalize(x, y, 1, m);
    for (int32_t j = 0; j < m; j++)
      CHECK(fabs(y[j] - fabs((double)x[j]) / sum) <= 6e-8 * y[j], "m %d: %g", m, (double)y[j]);
    for (int32_t j = 0; j < m; j++) x[j] = 0;
    l1_normalize(x, y, 1, m);
    for (int32_t j = 0; j < m; j++) CHECK(y[j] == 0, "zeros: %g", (double)y[j]);
    free(x), free(y);
  }
}

// The threshold by bisection: Σ max(x − t, 0) falls as t rises, from above 1 at max − 1 to 0 at
// max.
static void test_sparsemax(void) {
  for (int l = 1; l < LENGTHS; l++)
    for (int kind = 0; kind < 5; kind++) {
      int32_t m = lengths[l];
      float *x = drawn((size_t)m, kind == 0 ? 1e-3f : kind == 1 ? 1 : 100), *y = floats((size_t)m);
      float* workspace = floats((size_t)m);
      for (int32_t j = 0; j < m; j++) {
        if (kind == 3) x[j] = 0.25f;                                   // all equal
        if (kind == 4) x[j] = j % 2 ? (float)j / (float)m : -INFINITY; // a slope, half of it hidden
      }
      double max = -INFINITY;
      for (int32_t j = 0; j < m; j++) max = fmax(max, x[j]);
      sparsemax(x, y, 1, m, workspace);
      double low = max - 1, high = max, total = 0;
      for (int turn = 0; turn < 100; turn++) {
        double t = (low + high) / 2, sum = 0;
        for (int32_t j = 0; j < m; j++) sum += fmax(x[j] - t, 0);
        if (sum > 1)
          low = t;
        else
          high = t;
      }
      for (int32_t j = 0; j < m && max > -INFINITY; j++) {
        double expected = fmax(x[j] - low, 0);
        total += y[j];
        // The bisection ends within the rounding of low.
        CHECK(fabs(y[j] - expected) <= 6e-8 * expected + 1e-13 * (1 + fabs(max)),
              "m %d, kind %d: y[%d] = %g, expected %g", m, kind, j, (double)y[j], expected);
      }
      if (max > -INFINITY) CHECK(fabs(total - 1) < 1e-6, "m %d, kind %d: sum %g", m, kind, total);
      free(x), free(y), free(workspace);
    }
}

static void test_jacobian(void) {
  for (int32_t m = 0; m <= 17; m++) {
    float *x = drawn((size_t)(2 * m), 3), *p = floats((size_t)(2 * m));
    float *jacobian = floats((size_t)(2 * m * m)), *workspace = floats((size_t)m);
    softmax(x, p, 2, m, 1, 0);
    softmax_jacobian(p, jacobian, 2, m);
    double norms = 0;
    for (int32_t r = 0; r < 2; r++) {
      double squares = 0;
      for (int32_t i = 0; i < m; i++)
        for (int32_t j = 0; j < m; j++) {
          double p_i = p[r * m + i], p_j = p[r * m + j];
          double expected = p_i * ((i == j) - p_j), got = jacobian[(r * m + i) * m + j];
          squares += expected * expected;
          CHECK(fabs(got - expected) <= 1.3e-7 * fabs(expected), "m %d: %g, expected %g", m, got,
                expected);
          CHECK(!(got == 0 && signbit(got)), "−0");
        }
      norms += sqrt(squares);
    }
    double size = softmax_gradient_size(x, 2, m, workspace);
    CHECK(fabs(size - norms / 2) <= 1e-6 * norms, "m %d: %g, expected %g", m, size, norms / 2);
    free(x), free(p), free(jacobian), free(workspace);
  }
  // Saturated rows: (1 − ε, ε) has norm 2 ε (1 − ε), which must not drown in the rounding of 1 − ε.
  for (float gap = 0; gap < 80; gap += 1.5f) {
    float x[2] = {gap, 0}, workspace[2];
    double small = exp(-gap) / (1 + exp(-gap)), expected = 2 * small * (1 - small);
    double size = softmax_gradient_size(x, 1, 2, workspace);
    CHECK(fabs(size - expected) <= softmax_error(gap) * 2 * expected, "gap %g: %g, expected %g",
          (double)gap, size, expected);
  }
}

static double phi(double x) { return x > 0 ? x + 1 : exp(x); }

static void test_linear_attention(void) {
  const int32_t tokens[] = {0, 1, 3, 64, 65, 130}, widths[] = {0, 1, 3, 4, 9};
  for (int a = 0; a < 6; a++)
    for (int c = 0; c < 6; c++)
      for (int w = 0; w < 5; w++)
        for (int u = 0; u < 5; u++) {
          int32_t b = 1 + (w & 1), h_kv = 1 + u % 2, h = h_kv * (1 + a % 3);
          int32_t n = tokens[a], m = tokens[c], d_k = widths[w], d_v = widths[u];
          int32_t offsets[] = {0, m - n, m};
          float* q = drawn((size_t)(b * h * n * d_k), 3);
          float* k = drawn((size_t)(b * h_kv * m * d_k), 3);
          float* v = drawn((size_t)(b * h_kv * m * d_v), 3);
          float* out = floats((size_t)(b * h * n * d_v));
          double* workspace = malloc((size_t)linear_attention_workspace(d_k, d_v));
          for (int o = 0; o < 3; o++) {
            linear_attention_call call = {b, h, h_kv, n, m, d_k, d_v, q, k, v, out, offsets[o]};
            linear_attention(&call, workspace);
            for (int32_t t = 0; t < b * h; t++)
              for (int32_t i = 0; i < n; i++)
                for (int32_t e = 0; e < d_v; e++) {
                  double total = 0, sum = 0, size = 0;
                  int32_t kv = t / (h / h_kv),
                          last = i + offsets[o] + 1 < m ? i + offsets[o] + 1 : m;
                  for (int32_t j = 0; j < last; j++) {
                    double weight = 0;
                    for (int32_t d = 0; d < d_k; d++)
                      weight += phi(q[(t * n + i) * d_k + d]) * phi(k[(kv * m + j) * d_k + d]);
                    total += weight, sum += weight * v[(kv * m + j) * d_v + e];
                    size += weight * fabs(v[(kv * m + j) * d_v + e]);
                  }
                  double expected = total == 0 ? 0 : sum / total;
                  // 64 + d_k additions, each half a unit, of numbers that do not cancel.
                  double error = 6e-8 * (70.0 + d_k) * (total == 0 ? 0 : 2 * size / total);
                  CHECK(fabs(out[(t * n + i) * d_v + e] - expected) <= error,
                        "n %d m %d d_k %d d_v %d offset %d: %g, expected %g", n, m, d_k, d_v,
                        offsets[o], (double)out[(t * n + i) * d_v + e], expected);
                }
          }
          free(q), free(k), free(v), free(out), free(workspace);
        }
  // No keys after the query are read: NaN there does not reach it.
  float q[3] = {1, 1, 1}, k[3] = {1, NAN, 1}, v[3] = {7, 8, INFINITY}, out[3];
  double workspace[64];
  linear_attention_call call = {1, 1, 1, 3, 3, 1, 1, q, k, v, out, 0};
  linear_attention(&call, workspace);
  CHECK(out[0] == 7 && isnan(out[1]) && isnan(out[2]), "%g %g", (double)out[0], (double)out[1]);
}

int main(void) {
  test_softmax();
  test_long_rows();
  test_special_rows();
  test_log_softmax();
  test_hardmax();
  test_l1();
  test_sparsemax();
  test_jacobian();
  test_linear_attention();
  printf(failures ? "softmax: %d failures\n" : "softmax: ok\n", failures);
  return failures != 0;
}
