// The products under everything: packed and plain give the same, the gradients of a linear layer
// and of a normalisation are those of their definitions, and no step leaves an array.
#include "given.h"

#include "adamw.h"
#include "layernorm.h"
#include "linear.h"
#include "matmul.h"
#include "panels.h"

static void near_sum(double got, double expected, double sizes, int32_t terms, const char* name) {
  CHECK(fabs(got - expected) <= (terms + 4) * UNIT * sizes + 1e-30, "%s: %.9g, expected %.9g", name,
        got, expected);
}

static void linear_layer(void) {
  int large = next_byte() % 16 == 0;
  int32_t rows = between(0, large ? 140 : 9), in = between(1, large ? 40 : 9);
  int32_t out = between(1, next_byte() % 16 == 0 ? 140 : 9);
  size_t of_x = (size_t)(rows * in), of_w = (size_t)(out * in), of_y = (size_t)(rows * out);
  float *x = kind_floats(of_x, 0), *w = kind_floats(of_w, 0), *bias = kind_floats((size_t)out, 0);
  float *y = floats(of_y), *grad = kind_floats(of_y, 0), *grad_x = floats(of_x);
  float *grad_w = floats(of_w), *grad_bias = floats((size_t)out);
  float* workspace = floats((size_t)linear_workspace(rows, in, out));
  for (size_t t = 0; t < of_w; t++) grad_w[t] = 0;
  for (int32_t o = 0; o < out; o++) grad_bias[o] = 0;
  int biased = next_byte() & 1;
  linear(x, rows, in, w, biased ? bias : NULL, out, y, workspace);
  linear_input_gradient(grad, rows, out, w, in, grad_x, workspace);
  linear_parameter_gradient(x, grad, rows, in, out, grad_w, grad_bias, workspace);
  for (int32_t r = 0; r < rows; r++)
    for (int32_t o = 0; o < out; o++) {
      double sum = biased ? (double)bias[o] : 0, sizes = fabs(sum);
      for (int32_t i = 0; i < in; i++)
        sum += (double)x[r * in + i] * w[o * in + i],
            sizes += fabs((double)x[r * in + i] * w[o * in + i]);
      near_sum(y[r * out + o], sum, sizes, in, "y");
    }
  for (int32_t r = 0; r < rows; r++)
    for (int32_t i = 0; i < in; i++) {
      double sum = 0, sizes = 0;
      for (int32_t o = 0; o < out; o++)
        sum += (double)grad[r * out + o] * w[o * in + i],
            sizes += fabs((double)grad[r * out + o] * w[o * in + i]);
      near_sum(grad_x[r * in + i], sum, sizes, out, "grad_x");
    }
  for (int32_t o = 0; o < out; o++)
    for (int32_t i = 0; i < in; i++) {
      double sum = 0, sizes = 0;
      for (int32_t r = 0; r < rows; r++)
        sum += (double)grad[r * out + o] * x[r * in + i],
            sizes += fabs((double)grad[r * out + o] * x[r * in + i]);
      near_sum(grad_w[o * in + i], sum, sizes, rows, "grad_w");
    }
  free(x), free(w), free(bias), free(y), free(grad), free(grad_x), free(grad_w), free(grad_bias);
  free(workspace);
}

static void tiles(void) {
  int32_t rows = between(0, 20), depth = between(0, 300), put_or_add = next_byte() & 1;
  int transposed = next_byte() & 1;
  int32_t a_row = transposed ? 1 : depth, a_step = transposed ? rows : 1, up = (rows + 3) / 4 * 4;
  float *a = kind_floats((size_t)(rows * depth), 0), *b = kind_floats((size_t)(depth * 8), 0);
  float *c = kind_floats((size_t)up * 8, 0), *plain = bytes((size_t)up * 8 * sizeof(float));
  float *fours = floats((size_t)(up * depth)), *packed = bytes((size_t)up * 8 * sizeof(float));
  if (up) memcpy(plain, c, (size_t)up * 8 * sizeof(float));
  if (up) memcpy(packed, c, (size_t)up * 8 * sizeof(float));
  multiply_tiles(a, rows, a_row, a_step, b, depth, c, 8, put_or_add);
  multiply_tiles_plain(a, rows, a_row, a_step, b, depth, plain, 8, put_or_add);
  pack_fours(a, rows, depth, a_row, a_step, fours);
  multiply_fours(fours, rows, b, depth, packed, 8, put_or_add);
  for (int32_t t = 0; t < rows * 8; t++) {
    CHECK(bits_of(c[t]) == bits_of(plain[t]), "tiles: %g, plain %g", (double)c[t],
          (double)plain[t]);
    CHECK(bits_of(c[t]) == bits_of(packed[t]), "tiles: %g, fours %g", (double)c[t],
          (double)packed[t]);
  }
  free(a), free(b), free(c), free(plain), free(fours), free(packed);
}

static void norms(void) {
  int kind = next_byte() % 3;
  int32_t rows = between(0, 5), d = between(1, 30);
  size_t count = (size_t)(rows * d);
  float *x = kind_floats(count, kind), *gamma = kind_floats((size_t)d, 0);
  float *beta = kind_floats((size_t)d, 0), *y = floats(count), *stats = floats((size_t)rows * 2);
  float *grad = kind_floats(count, 0), *grad_x = kind_floats(count, 0);
  float *grad_gamma = kind_floats((size_t)d, 0), *grad_beta = kind_floats((size_t)d, 0);
  layer_norm(x, rows, d, gamma, beta, y, stats);
  layer_norm_gradient(x, stats, grad, rows, d, gamma, grad_x, grad_gamma, grad_beta);
  if (kind < 2) {
    CHECK(all_are_finite(y, count) && all_are_finite(grad_x, count), "kind %d", kind);
    CHECK(all_are_finite(grad_gamma, (size_t)d), "kind %d", kind);
  }
  free(x), free(gamma), free(beta), free(y), free(stats), free(grad), free(grad_x);
  free(grad_gamma), free(grad_beta);
}

static void step(void) {
  size_t count = (size_t)between(0, 20) * 4;
  float *p = kind_floats(count, 0), *g = kind_floats(count, 0), *first = floats(count),
        *second = floats(count);
  for (size_t t = 0; t < count; t++) first[t] = second[t] = 0;
  float* sum = floats(count);
  for (size_t t = 0; t < count; t++) sum[t] = 0;
  add_gradient(sum, g, 0.25, (int32_t)count);
  CHECK(all_are_finite(sum, count), "add_gradient");
  adamw_step by = {1, 0.9f, 0.1f, 0.999f, 1e-3f, 0.01f, 0.03f, 1e-8f};
  adamw(p, g, first, second, (int32_t)count, &by);
  CHECK(all_are_finite(p, count), "adamw");
  free(p), free(g), free(first), free(second), free(sum);
}

static void target(void) {
  switch (next_byte() % 4) {
  case 0:
    linear_layer();
    break;
  case 1:
    tiles();
    break;
  case 2:
    norms();
    break;
  default:
    step();
  }
}
