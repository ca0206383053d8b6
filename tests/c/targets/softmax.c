// Softmax and its kin, and linear attention, on rows of any numbers.
#include "given.h"

#include "attention.h"
#include "softmax.h"

static void check_row(const char* name, const float* x, const float* y, int32_t m, int plus_one) {
  double sum = 0;
  int finite = 1, visible = 0, nan = 0;
  for (int32_t j = 0; j < m; j++) {
    finite &= isfinite(x[j]) || x[j] == -INFINITY, visible |= x[j] != -INFINITY;
    nan |= isnan(x[j]), sum += (double)y[j];
    CHECK(isnan(y[j]) || (y[j] >= 0 && y[j] <= 1), "%s: %g", name, (double)y[j]);
    if (x[j] == -INFINITY && finite) CHECK(!(y[j] > 0), "%s: hidden, but %g", name, (double)y[j]);
  }
  if (nan) CHECK(isnan(sum), "%s", name);
  if (finite && visible && !plus_one) CHECK(fabs(sum - 1) < 1e-5, "%s: sum %g", name, sum);
  if (!visible) CHECK(sum == 0, "%s: sum %g", name, sum);
}

static void rows(void) {
  int kind = next_byte() % 3, plus_one = next_byte() & 1;
  int32_t count = between(0, 4), m = between(1, 600);
  const float temperatures[] = {1, 0.5f, 2, 1e-45f, 3e38f, 1e-3f, 1000};
  float temperature = temperatures[next_byte() % 7];
  float *x = kind_floats((size_t)(count * m), kind), *y = floats((size_t)(count * m));
  float* workspace = floats((size_t)m);
  if (next_byte() & 1)
    for (int32_t t = 0; t < count * m; t++)
      if (one_in(4)) x[t] = -INFINITY;
  softmax(x, y, count, m, temperature, plus_one);
  for (int32_t r = 0; r < count; r++) check_row("softmax", x + r * m, y + r * m, m, plus_one);
  hardmax(x, y, count, m);
  sparsemax(x, y, count, m, workspace);
  for (int32_t r = 0; r < count; r++) check_row("sparsemax", x + r * m, y + r * m, m, 0);
  l1_normalize(x, y, count, m);
  log_softmax(x, y, count, m);
  for (int32_t t = 0; t < count * m; t++)
    if (isfinite(x[t]) && kind < 2) CHECK(isfinite(y[t]), "log_softmax: %g", (double)y[t]);
  double size = softmax_gradient_size(x, count, m, workspace);
  CHECK(!(size < 0) && !(size > 1), "gradient size %g", size);
  if (m <= 40 && count) {
    float* jacobian = floats((size_t)(count * m * m));
    softmax(x, y, count, m, 1, 0);
    softmax_jacobian(y, jacobian, count, m);
    free(jacobian);
  }
  free(x), free(y), free(workspace);
}

static void linear_heads(void) {
  int kind = next_byte() % 3;
  int32_t b = between(1, 2), h_kv = between(1, 2), h = h_kv * between(1, 3), n = between(0, 20),
          m = between(0, 80), d_k = between(0, 9), d_v = between(0, 9);
  float* q = kind_floats((size_t)(b * h * n * d_k), kind);
  float* k = kind_floats((size_t)(b * h_kv * m * d_k), kind);
  float* v = kind_floats((size_t)(b * h_kv * m * d_v), kind);
  size_t count = (size_t)(b * h * n * d_v);
  float* out = floats(count);
  double* workspace = doubles((size_t)(linear_attention_workspace(d_k, d_v) / 8));
  linear_attention_call call = {b, h, h_kv, n, m, d_k, d_v, q, k, v, out, between(0, 100) - 20};
  linear_attention(&call, workspace);
  if (kind < 2) CHECK(all_are_finite(out, count), "linear attention, kind %d", kind);
  free(q), free(k), free(v), free(out), free(workspace);
}

static void target(void) {
  if (next_byte() & 1)
    rows();
  else
    linear_heads();
}
