// c/encoder.c and what it is made of (linear, layernorm, adamw) against their definitions in
// double: logits, weights, what attention reads and adds, heads left out; and every gradient
// against central differences of the loss, so that no derivative is taken over from anywhere.
#include "check.h"

#include "adamw.h"
#include "encoder.h"
#include "layernorm.h"
#include "linear.h"

enum { MOST = 68 }; // the largest n, d, f and number of classes below

// --- The definition
// -------------------------------------------------------------------------------

static void norm(const double* x, int d, const double* gamma, const double* beta, double* y) {
  double mean = 0, variance = 0;
  for (int c = 0; c < d; c++) mean += x[c] / d;
  for (int c = 0; c < d; c++) variance += (x[c] - mean) * (x[c] - mean) / d;
  for (int c = 0; c < d; c++) y[c] = (x[c] - mean) / sqrt(variance + 1e-5) * gamma[c] + beta[c];
}

static void product(const double* x, int in, const double* w, const double* bias, int out,
                    double* y) {
  for (int o = 0; o < out; o++) {
    y[o] = bias[o];
    for (int i = 0; i < in; i++) y[o] += w[o * in + i] * x[i];
  }
}

// What the definition keeps of one item; NULL: nothing.
typedef struct {
  double *weights, *inputs, *outputs; // (layers, h, n, n), (layers, n, d), (layers, n, d)
} kept;

static void define(const encoder_call* call, const double* p, int item, double* logits, kept keep) {
  int d = call->d, f = call->f, h = call->h, n = call->n, d_k = d / h;
  int length = call->lengths[item];
  static double stream[MOST][MOST], x[MOST][MOST], qkv[MOST][3 * MOST], joined[MOST][MOST];
  double wide[MOST], slim[MOST];
  const double *embed = p, *position = embed + call->vocab * d;
  p = position + call->max_len * d;
  for (int i = 0; i < n; i++)
    for (int c = 0; c < d; c++)
      stream[i][c] = embed[call->ids[item * n + i] * d + c] + position[i * d + c];
  for (int layer = 0; layer < call->layers; layer++) {
    const double *in_w = p, *in_b = in_w + 3 * d * d, *out_w = in_b + 3 * d, *out_b = out_w + d * d;
    const double *w1 = out_b + d, *b1 = w1 + f * d, *w2 = b1 + f, *b2 = w2 + d * f;
    const double *g1 = b2 + d, *a1 = g1 + d, *g2 = a1 + d, *a2 = g2 + d;
    p = a2 + d;
    for (int i = 0; i < n; i++) {
      norm(stream[i], d, g1, a1, x[i]);
      product(x[i], d, in_w, in_b, 3 * d, qkv[i]);
      for (int c = 0; keep.inputs && c < d; c++) keep.inputs[(layer * n + i) * d + c] = x[i][c];
    }
    for (int head = 0; head < h; head++)
      for (int i = 0; i < n; i++) {
        double e[MOST], sum = 0, *out = joined[i] + head * d_k;
        for (int j = 0; j < length; j++) {
          double score = 0;
          for (int c = 0; c < d_k; c++)
            score += qkv[i][head * d_k + c] * qkv[j][d + head * d_k + c];
          sum += e[j] = exp(score * (double)call->scale);
        }
        for (int c = 0; c < d_k; c++) {
          out[c] = 0;
          for (int j = 0; j < length; j++) out[c] += e[j] / sum * qkv[j][2 * d + head * d_k + c];
          if (call->without && call->without[layer * h + head]) out[c] = 0;
        }
        for (int j = 0; keep.weights && j < n; j++)
          keep.weights[((layer * h + head) * n + i) * n + j] = j < length ? e[j] / sum : 0;
      }
    for (int i = 0; i < n; i++) {
      product(joined[i], d, out_w, out_b, d, slim);
      for (int c = 0; keep.outputs && c < d; c++) keep.outputs[(layer * n + i) * d + c] = slim[c];
      for (int c = 0; c < d; c++) stream[i][c] += slim[c];
      norm(stream[i], d, g2, a2, slim);
      product(slim, d, w1, b1, f, wide);
      for (int c = 0; c < f; c++) wide[c] = wide[c] > 0 ? wide[c] : 0;
      product(wide, f, w2, b2, d, slim);
      for (int c = 0; c < d; c++) stream[i][c] += slim[c];
    }
  }
  const double *gamma = p, *beta = gamma + d, *w = beta + d, *bias = w + call->classes * d;
  double pooled[MOST] = {0};
  for (int i = 0; i < length; i++) {
    norm(stream[i], d, gamma, beta, slim);
    for (int c = 0; c < d; c++) pooled[c] += slim[c] / length;
  }
  product(pooled, d, w, bias, call->classes, logits);
}

static double define_loss(const encoder_call* call, const double* p) {
  double loss = 0, logits[MOST];
  for (int item = 0; item < call->b; item++) {
    define(call, p, item, logits, (kept){0});
    double sum = 0;
    for (int c = 0; c < call->classes; c++) sum += exp(logits[c]);
    loss += (log(sum) - logits[call->labels[item]]) / call->b;
  }
  return loss;
}

// --- The model
// ------------------------------------------------------------------------------------

static void near(const float* got, const double* expected, int count, double bound,
                 const char* what) {
  for (int t = 0; t < count; t++)
    CHECK(fabs((double)got[t] - expected[t]) <= bound, "%s[%d] = %g, expected %g", what, t,
          (double)got[t], expected[t]);
}

static double worst_gradient; // the largest error, relative to the largest gradient of its model

static void test_model(int d, int h, int f, int layers, int classes, int n, int b) {
  encoder_call call = {.vocab = 7,
                       .d = d,
                       .h = h,
                       .f = f,
                       .layers = layers,
                       .classes = classes,
                       .max_len = n + 1,
                       .scale = 1 / sqrtf((float)d / (float)h),
                       .b = b,
                       .n = n};
  int block = 4 * d * d + 4 * d + 2 * d * f + f + 5 * d;
  int count = (call.vocab + call.max_len) * d + layers * block + 2 * d + classes * (d + 1);
  float *parameters = drawn_floats((size_t)count, 0.6f), *gradient = floats((size_t)count);
  double* p = doubles((size_t)count);
  for (int t = 0; t < count; t++) p[t] = (double)parameters[t];
  int32_t *ids = bytes((size_t)(b * n) * 4), *lengths = bytes((size_t)b * 4),
          *labels = bytes((size_t)b * 4);
  for (int t = 0; t < b * n; t++) ids[t] = pick(call.vocab);
  for (int item = 0; item < b; item++) {
    lengths[item] = item == 0 ? n : 1 + pick(n);
    labels[item] = pick(classes);
  }
  float* logits = floats((size_t)(b * classes));
  call.parameters = parameters, call.ids = ids, call.lengths = lengths, call.labels = labels;
  call.logits = logits, call.gradient = gradient;

  // Forward: without and with what padded tokens do, with heads left out and with all.
  int square = n * n, all = layers * b;
  float *weights = floats((size_t)(all * h * square)), *inputs = floats((size_t)(all * n * d));
  float* outputs = floats((size_t)(all * n * d));
  uint8_t* without = bytes((size_t)(layers * h));
  for (int t = 0; t < layers * h; t++) without[t] = one_in(3) ? 255 : 0;
  for (int pass = 0; pass < 6; pass++) {
    call.weights = pass == 1 || pass == 5 ? weights : NULL;
    call.inputs = pass == 2 || pass == 5 ? inputs : NULL;
    call.outputs = pass == 3 || pass == 5 ? outputs : NULL;
    call.without = pass >= 4 ? without : NULL;
    uint32_t room = (uint32_t)encoder_forward_workspace(&call);
    float* workspace = workspace_of(room);
    encoder_forward(&call, workspace);
    free(workspace);
    for (int item = 0; item < b; item++) {
      double expected[MOST];
      kept keep = {call.weights ? doubles((size_t)(layers * h * square)) : NULL,
                   call.inputs ? doubles((size_t)(layers * n * d)) : NULL,
                   call.outputs ? doubles((size_t)(layers * n * d)) : NULL};
      define(&call, p, item, expected, keep);
      near(logits + item * classes, expected, classes, 2e-5, "logits");
      for (int layer = 0; layer < layers; layer++) {
        int at = layer * b + item;
        if (call.weights)
          near(weights + at * h * square, keep.weights + layer * h * square, h * square, 2e-6,
               "weights");
        if (call.inputs)
          near(inputs + at * n * d, keep.inputs + layer * n * d, n * d, 2e-5, "inputs");
        if (call.outputs)
          near(outputs + at * n * d, keep.outputs + layer * n * d, n * d, 2e-5, "outputs");
      }
      free(keep.weights), free(keep.inputs), free(keep.outputs);
    }
  }

  // Gradients. The ids of padded tokens are read by nobody then.
  call.weights = call.inputs = call.outputs = NULL;
  call.without = NULL;
  for (int item = 0; item < b; item++)
    for (int i = lengths[item]; i < n; i++) ids[item * n + i] = -1000000;
  float* workspace = workspace_of((uint32_t)encoder_gradient_workspace(&call));
  encoder_gradient(&call, workspace);
  free(workspace);
  for (int t = 0; t < b * n; t++) ids[t] = ids[t] < 0 ? 0 : ids[t];
  double loss = define_loss(&call, p), largest = 0, worst = 0;
  CHECK(fabs((double)call.loss - loss) <= 1e-5, "loss %g, expected %g", (double)call.loss, loss);
  int correct = 0;
  for (int item = 0; item < b; item++) {
    int best = 0;
    for (int c = 1; c < classes; c++)
      if (logits[item * classes + c] > logits[item * classes + best]) best = c;
    correct += best == labels[item];
  }
  CHECK(call.correct == correct, "%d correct, expected %d", call.correct, correct);
  for (int t = 0; t < count; t++) {
    const double step = 1e-5;
    double kept_value = p[t];
    p[t] = kept_value + step;
    double up = define_loss(&call, p);
    p[t] = kept_value - step;
    double slope = (up - define_loss(&call, p)) / (2 * step);
    p[t] = kept_value;
    double error = fabs((double)gradient[t] - slope);
    largest = fmax(largest, fabs(slope));
    worst = fmax(worst, error);
    // A sum of b · n terms, each the end of a chain of about 10 sums of d or f numbers per layer.
    CHECK(error <= 4e-6 + 2e-5 * fabs(slope), "d %d, h %d, f %d: gradient %d of %d is %g, not %g",
          d, h, f, t, count, (double)gradient[t], slope);
  }
  // One class alone has no gradient.
  if (classes > 1) worst_gradient = fmax(worst_gradient, worst / largest);
  free(parameters), free(gradient), free(p), free(ids), free(lengths), free(labels);
  free(logits), free(weights), free(inputs), free(outputs), free(without);
}

// --- Its parts, over all tails
// ----------------------------------------------------------------------

static void test_linear(int rows, int in, int out) {
  size_t x_size = (size_t)(rows * in), y_size = (size_t)(rows * out), w_size = (size_t)(in * out);
  float *x = drawn_floats(x_size, 1), *grad_y = drawn_floats(y_size, 1),
        *w = drawn_floats(w_size, 1);
  float *bias = drawn_floats((size_t)out, 1), *y = floats(y_size), *grad_x = floats(x_size);
  float *grad_w = drawn_floats(w_size, 1), *grad_bias = drawn_floats((size_t)out, 1);
  double *before_w = doubles(w_size), *before_bias = doubles((size_t)out);
  for (size_t t = 0; t < w_size; t++) before_w[t] = (double)grad_w[t];
  for (int o = 0; o < out; o++) before_bias[o] = (double)grad_bias[o];
  float* workspace = floats(linear_workspace(rows, in, out));
  linear(x, rows, in, w, bias, out, y, workspace);
  linear_input_gradient(grad_y, rows, out, w, in, grad_x, workspace);
  linear_parameter_gradient(x, grad_y, rows, in, out, grad_w, grad_bias, workspace);
  for (int r = 0; r < rows; r++)
    for (int o = 0; o < out; o++) {
      double sum = (double)bias[o];
      for (int i = 0; i < in; i++) sum += (double)x[r * in + i] * (double)w[o * in + i];
      CHECK(fabs((double)y[r * out + o] - sum) <= UNIT * (in + 2) * (in + 1), "y, in %d", in);
    }
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < in; i++) {
      double sum = 0;
      for (int o = 0; o < out; o++) sum += (double)grad_y[r * out + o] * (double)w[o * in + i];
      CHECK(fabs((double)grad_x[r * in + i] - sum) <= UNIT * (out + 2) * (out + 1), "grad_x");
    }
  for (int o = 0; o < out; o++) {
    double sum_bias = before_bias[o];
    for (int r = 0; r < rows; r++) sum_bias += (double)grad_y[r * out + o];
    CHECK(fabs((double)grad_bias[o] - sum_bias) <= UNIT * (rows + 2) * (rows + 1), "grad_bias");
    for (int i = 0; i < in; i++) {
      double sum = before_w[o * in + i];
      for (int r = 0; r < rows; r++) sum += (double)grad_y[r * out + o] * (double)x[r * in + i];
      CHECK(fabs((double)grad_w[o * in + i] - sum) <= UNIT * (rows + 2) * (rows + 1),
            "grad_w, rows %d, in %d, out %d: %g, expected %g", rows, in, out,
            (double)grad_w[o * in + i], sum);
    }
  }
  free(x), free(grad_y), free(w), free(bias), free(y), free(grad_x), free(grad_w), free(grad_bias);
  free(before_w), free(before_bias), free(workspace);
}

// A row whose mean is a thousand times its spread keeps four digits.
static void test_norm(int rows, int d, float mean) {
  size_t size = (size_t)(rows * d);
  float *x = drawn_floats(size, 1), *gamma = drawn_floats((size_t)d, 1);
  float *beta = drawn_floats((size_t)d, 1), *y = floats(size), *stats = floats((size_t)rows * 2);
  double row[MOST], g[MOST], a[MOST], expected[MOST];
  for (size_t t = 0; t < size; t++) x[t] += mean;
  for (int c = 0; c < d; c++) g[c] = (double)gamma[c], a[c] = (double)beta[c];
  layer_norm(x, rows, d, gamma, beta, y, stats);
  for (int r = 0; r < rows; r++) {
    double spread = 0, m = 0;
    for (int c = 0; c < d; c++) row[c] = (double)x[r * d + c], m += row[c] / d;
    for (int c = 0; c < d; c++) spread += (row[c] - m) * (row[c] - m) / d;
    norm(row, d, g, a, expected);
    // The mean is rounded to half a unit of itself; divided by the row's spread.
    double bound = 2e-6 + UNIT * (d + 1) * ((double)mean + 1) / sqrt(spread + 1e-5);
    near(y + r * d, expected, d, bound, "norm");
  }
  free(x), free(gamma), free(beta), free(y), free(stats);
}

static void test_adamw(void) {
  enum { COUNT = 20 };
  const double lr = 0.01, decay = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  float *p = drawn_floats(COUNT, 1), *first = floats(COUNT), *second = floats(COUNT);
  double exact[COUNT], mean[COUNT] = {0}, square[COUNT] = {0};
  for (int t = 0; t < COUNT; t++) exact[t] = (double)p[t], first[t] = second[t] = 0;
  for (int step = 1; step <= 10; step++) {
    float* g = drawn_floats(COUNT, step == 3 ? 100 : 0.1f);
    double correction1 = 1 - pow(beta1, step), correction2 = 1 - pow(beta2, step);
    adamw_step by = {(float)(1 - lr * decay),  (float)beta1,
                     (float)(1 - beta1),       (float)beta2,
                     (float)(1 - beta2),       (float)(lr / correction1),
                     (float)sqrt(correction2), (float)epsilon};
    adamw(p, g, first, second, COUNT, &by);
    for (int t = 0; t < COUNT; t++) {
      mean[t] = beta1 * mean[t] + (1 - beta1) * (double)g[t];
      square[t] = beta2 * square[t] + (1 - beta2) * (double)g[t] * (double)g[t];
      exact[t] *= 1 - lr * decay;
      exact[t] -= lr * (mean[t] / correction1) / (sqrt(square[t] / correction2) + epsilon);
    }
    near(p, exact, COUNT, step * 4 * UNIT, "adamw");
    free(g);
  }
  free(p), free(first), free(second);
}

// Two parts of three and five items, as their batch of eight would have it.
static void test_add_gradient(void) {
  enum { COUNT = 20 };
  float *three = drawn_floats(COUNT, 1), *five = drawn_floats(COUNT, 1), *sum = floats(COUNT);
  double exact[COUNT];
  for (int t = 0; t < COUNT; t++) {
    exact[t] = 3.0 / 8 * (double)three[t] + 5.0 / 8 * (double)five[t];
    sum[t] = 0;
  }
  add_gradient(sum, three, 3.0 / 8, COUNT);
  add_gradient(sum, five, 5.0 / 8, COUNT);
  near(sum, exact, COUNT, 2 * UNIT, "add_gradient");
  free(three), free(five), free(sum);
}

int main(void) {
  // d, h, f, layers, classes, n, b: keys of 1 and 9 numbers, one class, one token, no multiple
  // of 4.
  random_seed(6);
  test_model(4, 1, 4, 1, 2, 3, 2);
  test_model(6, 3, 5, 2, 3, 5, 3);
  test_model(5, 5, 7, 1, 5, 4, 2);
  test_model(18, 2, 9, 1, 3, 6, 2);
  test_model(8, 4, 17, 3, 4, 9, 4);
  test_model(3, 1, 1, 2, 1, 1, 1);
  test_model(4, 2, 40, 1, 2, 5, 4); // the hidden layer wider than q, k and v together
  test_model(2, 1, 3, 1, 2, 66, 2); // more keys than a tile has
  for (int tail = 1; tail <= 17; tail++) {
    test_linear(tail, 9, 6);
    test_linear(11, tail, 7);
    test_linear(6, 10, tail);
    test_norm(3, tail, 0);
    test_norm(2, tail, 1000);
  }
  test_linear(128, 8, 4), test_linear(129, 8, 4), test_linear(300, 17, 13); // around ROW_BLOCK
  test_adamw();
  test_add_gradient();
  char measured[80];
  snprintf(measured, sizeof measured, "gradients within %.1e of the largest", worst_gradient);
  return report("encoder", measured);
}
