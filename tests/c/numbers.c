// What float32 does not hold on the way to a result that it does: sums of large values, products
// and biases beyond 3.4·10³⁸, and the mean of very many keys. Each method, few rows (decode.c) and
// many (fused.c), against the definition in double (definition.h), or a value that is plain.
#include "attention.h"
#include "check.h"
#include "gradients.h"
#include "layernorm.h"
#include "softmax.h"

// b = h = 1, dense, n queries with a bias for each pair.
typedef struct {
  attention_call call;
  float *q, *k, *v, *mask, *out, *weights;
} head;

static head head_open(int32_t n, int32_t m, int32_t d_k, int32_t d_v) {
  head x = {.call = {.b = 1,
                     .h = 1,
                     .h_kv = 1,
                     .n = n,
                     .m = m,
                     .d_k = d_k,
                     .d_v = d_v,
                     .scale = 1,
                     .left = -1,
                     .right = -1}};
  x.q = floats(count_of(1, 1, n, d_k)), x.k = floats(count_of(1, 1, m, d_k));
  x.v = floats(count_of(1, 1, m, d_v)), x.mask = floats(count_of(1, 1, n, m));
  x.out = floats(count_of(1, 1, n, d_v)), x.weights = floats(count_of(1, 1, n, m));
  for (int32_t t = 0; t < n * d_k; t++) x.q[t] = 0;
  for (int32_t t = 0; t < m * d_k; t++) x.k[t] = 0;
  for (int32_t t = 0; t < m * d_v; t++) x.v[t] = 0;
  for (int32_t t = 0; t < n * m; t++) x.mask[t] = 0;
  attention_call* call = &x.call;
  call->q = x.q, call->k = x.k, call->v = x.v, call->out = x.out;
  call->q_at.i = call->k_at.i = d_k, call->v_at.i = call->out_at.i = d_v;
  call->mask_at.i = call->mask_m = m, call->mask_j = 1;
  return x;
}
static void head_close(head* x) {
  free(x->q), free(x->k), free(x->v), free(x->mask), free(x->out), free(x->weights);
}

static void run(const head* x, int staged) {
  const attention_call* call = &x->call;
  float* workspace =
      workspace_of(staged ? attention_staged_workspace(call) : attention_fused_workspace(call));
  if (staged)
    attention_staged(call, workspace);
  else
    attention_fused(call, workspace);
  free(workspace);
}

// Runs every method, with and without the weights, and compares: relative to the largest value.
static void compare(head* x, const char* name) {
  int32_t n = x->call.n, m = x->call.m, d_v = x->call.d_v;
  double largest = 0;
  for (int32_t t = 0; t < m * d_v; t++) largest = fmax(largest, fabs((double)x->v[t]));
  definition expected = definition_open(&x->call);
  definition_forward(&expected);
  float* before = floats((size_t)(n * d_v));
  for (int method = 0; method < 4; method++) {
    x->call.weights = method & 1 ? x->weights : NULL;
    run(x, method / 2);
    for (int32_t t = 0; t < n * d_v; t++)
      // A sum of many equal numbers errs to one side; staged sums 256, fused 64 at a time.
      CHECK(fabs(x->out[t] - expected.out[t]) <= (method / 2 ? 5e-6 : 1e-6) * largest,
            "%s, method %d, n %d m %d, %d: %.9g, expected %.9g", name, method, n, m, t,
            (double)x->out[t], expected.out[t]);
    for (int32_t t = 0; method & 1 && t < n * m; t++)
      CHECK(fabs(x->weights[t] - expected.weights[t]) <= 1e-6,
            "%s, method %d, n %d m %d: weight %d is %.9g, expected %.9g", name, method, n, m, t,
            (double)x->weights[t], expected.weights[t]);
    if (method & 1)
      CHECK(same_bits(before, x->out, (size_t)(n * d_v)), "%s: weights change the output", name);
    memcpy(before, x->out, (size_t)(n * d_v) * sizeof(float));
  }
  x->call.weights = NULL;
  free(before), definition_close(&expected);
}

static const int32_t rows[] = {1, 4, 5, 9, 66}, keys[] = {1, 2, 3, 63, 64, 65, 128, 200};

// Each case for many sizes, with and without a mask of zeros, which takes another way.
static void for_each_size(void (*fill)(head*, int), int cases, const char* name) {
  for (int a = 0; a < 5; a++)
    for (int c = 0; c < 8; c++)
      for (int which = 0; which < cases; which++)
        for (int masked = 0; masked < 3; masked++) {
          head x = head_open(rows[a], keys[c], 2, 3);
          fill(&x, which);
          if (masked == 0) {
            int zero = 1;
            for (int32_t t = 0; t < rows[a] * keys[c]; t++) zero &= x.mask[t] == 0;
            if (zero) x.call.mask = NULL;
          } else {
            x.call.mask = x.mask;
          }
          // One key hidden, with NaN behind the mask.
          if (masked == 2 && keys[c] > 2) {
            int32_t j = pick(keys[c]);
            for (int32_t i = 0; i < rows[a]; i++) x.mask[i * keys[c] + j] = -INFINITY;
            x.v[j * 3] = x.v[j * 3 + 1] = x.v[j * 3 + 2] = 0;
            x.k[j * 2] = NAN;
          }
          compare(&x, name);
          head_close(&x);
        }
}

static void large_values(head* x, int which) {
  const float sizes[] = {3e38f, FLT_MAX, 1e30f};
  for (int32_t t = 0; t < x->call.m * 3; t++)
    x->v[t] = t % 3 == 0 || t / 3 % 2 ? sizes[which % 3] : -sizes[which % 3];
  if (which >= 3) draw(x->q, (size_t)x->call.n * 2, 1), draw(x->k, (size_t)x->call.m * 2, 1);
}

// Scores beyond float32, on one side or both, alone or with a bias; and a softcap over them.
static void large_scores(head* x, int which) {
  int32_t n = x->call.n, m = x->call.m;
  draw(x->v, (size_t)m * 3, 1);
  for (int32_t i = 0; i < n; i++) x->q[2 * i] = x->q[2 * i + 1] = 3e19f;
  for (int32_t j = 0; j < m; j++) switch (which % 6) {
    case 0: // −9·10³⁸ throughout
      x->k[2 * j] = -3e19f;
      break;
    case 1: // the last is the largest, beyond float32
      x->k[2 * j] = j == m - 1 ? 6e19f : 3e19f;
      break;
    case 2: // ∞ − ∞ on the way to 0
      x->k[2 * j] = 3e19f, x->k[2 * j + 1] = -3e19f;
      break;
    case 3: // one key far below the others, and one far above
      x->k[2 * j] = j == 0 ? -6e19f : -3e19f;
      break;
    case 4: // q · scale beyond float32
      x->k[2 * j] = j % 2 ? 1e-30f : 0;
      break;
    default: // a bias on top
      x->k[2 * j] = -1e19f;
    }
  if (which % 6 == 4) x->call.scale = 3e38f;
  if (which % 6 == 5)
    for (int32_t t = 0; t < n * m; t++) x->mask[t] = -3e38f;
  if (which >= 6) x->call.softcap = which >= 12 ? 2e38f : 5;
}

static void large_biases(head* x, int which) {
  int32_t n = x->call.n, m = x->call.m;
  const float biases[] = {-3e38f, 3e38f, -FLT_MAX, FLT_MAX};
  draw(x->v, (size_t)m * 3, 1);
  float sign = which & 1 ? 1 : -1;
  for (int32_t i = 0; i < n; i++) x->q[2 * i] = 1e19f;
  for (int32_t j = 0; j < m; j++) x->k[2 * j] = sign * 3e19f;
  for (int32_t t = 0; t < n * m; t++) x->mask[t] = biases[which];
}

// Three values of 3·10³⁸ with equal weights; 64 of them and 64 of −3·10³⁸: 0.
static void test_plain_values(void) {
  for (int32_t n = 1; n <= 9; n += 4)
    for (int32_t m = 3; m <= 128; m += 125)
      for (int method = 0; method < 2; method++) {
        head x = head_open(n, m, 4, 1);
        for (int32_t j = 0; j < m; j++) x.v[j] = m > 3 && j % 2 ? -3e38f : 3e38f;
        run(&x, method);
        for (int32_t i = 0; i < n; i++)
          // Of weights that are rounded to float32 the sum is 1 but for a rounding each.
          CHECK(fabs(x.out[i] - (m > 3 ? 0.0 : (double)3e38f)) <= method * m * UNIT * 3e38,
                "method %d m %d: %.9g", method, m, (double)x.out[i]);
        head_close(&x);
      }
}

// The mean of very many equal values, and of weights that are not equal.
static void test_very_many_keys(void) {
  const int32_t many[] = {1000, 1024, 1025, 4096, 1 << 20};
  for (int c = 0; c < 5; c++)
    for (int32_t n = 1; n <= 9; n += 8)
      for (int method = 0; method < 2; method++) {
        if (many[c] > 5000 && n > 1 && method) continue;
        head x = head_open(n, many[c], 1, 2);
        x.call.mask = NULL;
        for (int32_t j = 0; j < many[c]; j++) x.v[2 * j] = 0.1f, x.v[2 * j + 1] = 1e-44f;
        run(&x, method);
        for (int32_t i = 0; i < n; i++) {
          CHECK(fabs(x.out[2 * i] / (double)0.1f - 1) < (method ? 4e-6 : 1e-6),
                "method %d m %d: %.9g", method, many[c], (double)x.out[2 * i]);
          if (method == 0)
            CHECK(x.out[2 * i + 1] == 1e-44f, "m %d: %g", many[c], (double)x.out[2 * i + 1]);
        }
        // Scores that rise, so that what is settled is scaled down again and again.
        if (many[c] < 5000) {
          for (int32_t j = 0; j < many[c]; j++)
            x.k[j] = (float)j / 500, x.v[2 * j] = drawn(1), x.v[2 * j + 1] = 1;
          for (int32_t i = 0; i < n; i++) x.q[i] = 1 - 0.25f * (float)i;
          compare(&x, "many keys");
        }
        head_close(&x);
      }
}

// Gradients where grad_out · v, or a sum on the way, is beyond float32 and the result is not.
static void test_gradients(void) {
  for (int32_t n = 1; n <= 66; n += 13)
    for (int32_t m = 2; m <= 130; m += 32)
      for (int which = 0; which < 4; which++) {
        head x = head_open(n, m, 2, 3);
        gradients g = gradients_open(&x.call);
        x.call.mask = NULL;
        draw(x.q, (size_t)n * 2, 1), draw(x.k, (size_t)m * 2, 1), draw(x.v, (size_t)m * 3, 1);
        if (which == 0) // dP overflows and its mean is taken off again
          for (int32_t t = 0; t < m * 3; t++) x.v[t] = 3e38f;
        if (which == 1) // scores of −9·10³⁸ throughout
          for (int32_t t = 0; t < n * 2; t++) x.q[t] = t % 2 ? 0 : 3e19f;
        if (which == 1)
          for (int32_t t = 0; t < m * 2; t++) x.k[t] = t % 2 ? 1 : -3e19f;
        if (which == 2) { // a bias that takes them there
          x.call.mask = x.mask;
          for (int32_t t = 0; t < n * m; t++) x.mask[t] = -3e38f;
          for (int32_t t = 0; t < n * 2; t++) x.q[t] = t % 2 ? 0 : 1e19f;
          for (int32_t t = 0; t < m * 2; t++) x.k[t] = t % 2 ? 1 : -3e19f;
        }
        if (which == 3) { // ds · k overflows before the scale
          x.call.scale = 1e-3f;
          for (int32_t t = 0; t < m * 2; t++) x.k[t] *= 3e38f;
          for (int32_t t = 0; t < n * 2; t++) x.q[t] *= 1e-36f;
          for (int32_t t = 0; t < n * 3; t++) g.grad_out[t] *= 10;
        }
        definition expected = definition_open(&x.call);
        definition_forward(&expected), definition_backward(&expected, g.grad_out);
        run_backward(&x.call, &g);
        const float* got[] = {g.q, g.k, g.v};
        const double* wanted[] = {expected.grad_q, expected.grad_k, expected.grad_v};
        size_t counts[] = {g.q_size, g.k_size, g.v_size};
        for (int part = 0; part < 3; part++) {
          double largest = 0;
          for (size_t t = 0; t < counts[part]; t++) largest = fmax(largest, fabs(wanted[part][t]));
          if (which == 0 && part < 2) largest = 1e38; // 0, of numbers of 10³⁸ in double
          if (largest > (double)FLT_MAX) continue;
          for (size_t t = 0; t < counts[part]; t++)
            CHECK(fabs(got[part][t] - wanted[part][t]) <= 1e-5 * largest + 1e-42,
                  "case %d, n %d m %d, part %d, %zu: %.9g, expected %.9g", which, n, m, part, t,
                  (double)got[part][t], wanted[part][t]);
        }
        definition_close(&expected), gradients_close(&g), head_close(&x);
      }
}

// φ goes down to 0 at −104 in float32 and at −745 in double; a factor that all share cancels.
static void test_linear_attention(void) {
  const float sizes[] = {-60, -200, -1000, -1e30f, 1e30f, 3e38f};
  for (int which = 0; which < 6; which++)
    for (int32_t offset = 0; offset <= 5; offset += 5) {
      double* workspace = doubles((size_t)linear_attention_workspace(3, 2) / 8);
      float q[15], k[15], v[10], out[10];
      for (int t = 0; t < 15; t++) q[t] = k[t] = sizes[which];
      for (int t = 0; t < 10; t++) v[t] = t % 2 ? 3e38f : (float)(t / 2);
      linear_attention_call call = {1, 1, 1, 5, 5, 3, 2, q, k, v, out, offset};
      linear_attention(&call, workspace);
      for (int i = 0; i < 5; i++) {
        double mean = offset ? 2 : i / 2.0;
        CHECK(fabs(out[2 * i] - mean) < 1e-6, "%g: %g, expected %g", (double)sizes[which],
              (double)out[2 * i], mean);
        CHECK(out[2 * i + 1] == 3e38f, "%g: %g", (double)sizes[which], (double)out[2 * i + 1]);
      }
      free(workspace);
    }
  // Places that differ: the query's −300 and the keys' −300, −301 meet, so the weights are 1 and
  // 1/e.
  float q[2] = {-300, -2000}, k[4] = {-300, 0, -301, 0}, v[2] = {1, 0}, out[1];
  double* workspace = doubles((size_t)linear_attention_workspace(2, 1) / 8);
  linear_attention_call call = {1, 1, 1, 1, 2, 2, 1, q, k, v, out, 2};
  linear_attention(&call, workspace);
  CHECK(fabs((double)out[0] - 1 / (1 + exp(-1))) < 1e-6, "%g", (double)out[0]);
  free(workspace);
}

static void test_softmax_family(void) {
  float x[3] = {3e38f, -3e38f, 3e38f}, y[3];
  log_softmax(x, y, 1, 3);
  CHECK(fabs((double)y[0] + log(2)) < 1e-6 && y[1] == -FLT_MAX, "%g %g", (double)y[0],
        (double)y[1]);
  softmax(x, y, 1, 3, FLT_MAX, 0);
  double low = exp(-6e38 / (double)FLT_MAX), sum = 2 + low;
  CHECK(fabs(y[0] - 1 / sum) < 1e-6 && fabs(y[1] - low / sum) < 1e-6, "%g %g", (double)y[0],
        (double)y[1]);
  softmax(x, y, 1, 3, 0x1p-149f, 1);
  CHECK(y[0] == 0.5f && y[1] == 0, "%g %g", (double)y[0], (double)y[1]);
  l1_normalize(x, y, 1, 3);
  CHECK(fabs((double)y[0] - 1.0 / 3) < 1e-7, "%g", (double)y[0]);
  float workspace[3];
  sparsemax(x, y, 1, 3, workspace);
  CHECK(y[0] == 0.5f && y[1] == 0, "%g %g", (double)y[0], (double)y[1]);
  float weights[6] = {0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f};
  mean_over_heads(weights, 1, 6, 1);
  CHECK(weights[0] == 0.1f, "%.9g", (double)weights[0]);
}

// (x − mean) / √(variance + 10⁻⁵) of rows whose sums or squares overflow.
static void test_layer_norm(void) {
  const float sizes[] = {1, 1e19f, 3e38f, FLT_MAX, 1e-30f};
  for (int which = 0; which < 5; which++)
    for (int32_t d = 1; d <= 9; d++) {
      float x[9], gamma[9], beta[9], y[9], stats[2], grad[9], grad_x[9], grad_gamma[9],
          grad_beta[9];
      double mean = 0, variance = 0, g_mean = 0, gz_mean = 0;
      for (int32_t c = 0; c < d; c++) {
        x[c] = c % 3 == 1 ? -sizes[which] : sizes[which] / (float)(1 + c);
        gamma[c] = 1 + (float)c, beta[c] = (float)c, grad[c] = drawn(1);
        grad_x[c] = grad_gamma[c] = grad_beta[c] = 0;
        mean += (double)x[c] / d;
      }
      for (int32_t c = 0; c < d; c++) variance += (x[c] - mean) * (x[c] - mean) / d;
      double rate = 1 / sqrt(variance + 1e-5);
      layer_norm(x, 1, d, gamma, beta, y, stats);
      layer_norm_gradient(x, stats, grad, 1, d, gamma, grad_x, grad_gamma, grad_beta);
      for (int32_t c = 0; c < d; c++) {
        double z = (x[c] - mean) * rate, g = grad[c] * (double)gamma[c];
        g_mean += g / d, gz_mean += g * z / d;
        CHECK(fabs(y[c] - (z * gamma[c] + beta[c])) < 1e-5 * (1 + c), "%g, d %d: %g, expected %g",
              (double)sizes[which], d, (double)y[c], z * gamma[c] + beta[c]);
        CHECK(fabs(grad_gamma[c] - grad[c] * z) < 1e-5, "%g, d %d: %g, expected %g",
              (double)sizes[which], d, (double)grad_gamma[c], grad[c] * z);
      }
      for (int32_t c = 0; c < d; c++) {
        double z = (x[c] - mean) * rate, g = grad[c] * (double)gamma[c];
        double expected = rate * (g - g_mean - z * gz_mean);
        // Below the least normal number a rate has few digits.
        CHECK(fabs(grad_x[c] - expected) < 2e-5 * d * rate + 1e-40, "%g, d %d: %g, expected %g",
              (double)sizes[which], d, (double)grad_x[c], expected);
      }
    }
}

int main(void) {
  random_seed(5);
  for_each_size(large_values, 6, "values");
  for_each_size(large_scores, 18, "scores");
  for_each_size(large_biases, 4, "biases");
  test_plain_values();
  test_very_many_keys();
  test_gradients();
  test_linear_attention();
  test_softmax_family();
  test_layer_norm();
  return report("numbers", "");
}
