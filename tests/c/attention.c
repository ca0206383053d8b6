// attention_fused and attention_staged against the definition in double (definition.h), over sizes
// around every tile and every combination of two options (problem.h). The workspace is exactly as
// large as …_workspace says and full of NaN; what lies between the rows of a tensor is never
// touched.
#include "attention.h"
#include "check.h"
#include "problem.h"

static const int32_t tokens[] = {0,  1,  2,  3,  4,  5,  7,   8,   9,   15,
                                 16, 17, 31, 63, 64, 65, 127, 128, 129, 130};
static const int32_t sizes[] = {1, 2, 3, 4, 5, 8, 13, 16, 40, 64, 65};
enum { TOKENS = sizeof tokens / sizeof *tokens, SIZES = sizeof sizes / sizeof *sizes };

static void run_scores(problem* x) {
  float* workspace = workspace_of(attention_staged_workspace(&x->call));
  attention_scores(&x->call, workspace);
  free(workspace);
}

// The matrices that each method keeps, and that the output is the same whether it keeps them or
// not.
static void compare_kept(problem* x, const definition* expected, int staged) {
  size_t square = count_of(x->call.b, x->call.h, x->call.n, x->call.m);
  float* out = copy_of(x->out, x->out_size);
  int after = pick(3), with_weights = !one_in(3);
  float* weights = x->call.weights = with_weights ? floats(square) : NULL;
  float* scores = x->call.scores = floats(square);
  x->call.scores_after = after;
  if (staged)
    run_staged(x);
  else
    run_fused(x), run_scores(x);
  CHECK(same_bits(out, x->out, x->out_size), "what is kept changes the output: %s",
        problem_text(x));
  const double* wanted = after == AFTER_SCALE     ? expected->scaled
                         : after == AFTER_SOFTCAP ? expected->capped
                                                  : expected->masked;
  const double* error = after == AFTER_SCALE     ? expected->scaled_error
                        : after == AFTER_SOFTCAP ? expected->capped_error
                                                 : expected->masked_error;
  for (size_t t = 0; t < square; t++) {
    int hidden = expected->bias[t] == -INFINITY;
    if (hidden && after == AFTER_MASK) CHECK(scores[t] == -INFINITY, "%g", (double)scores[t]);
    // Where a hidden key holds FLT_MAX the score itself may be none.
    else if (fabs(expected->scaled[t]) < 1e30 || !hidden)
      CHECK(is_near(scores[t], wanted[t], error[t]),
            "scores after %d, %zu: %.9g, expected %.9g: %s", after, t, (double)scores[t], wanted[t],
            problem_text(x));
    if (!weights) continue;
    CHECK(is_near(weights[t], expected->weights[t], expected->weights_error[t]),
          "weights, %zu: %.9g, expected %.9g: %s", t, (double)weights[t], expected->weights[t],
          problem_text(x));
    if (hidden && isfinite(expected->weights[t]))
      CHECK(bits_of(weights[t]) == 0, "hidden, but its weight is %g: %s", (double)weights[t],
            problem_text(x));
  }
  free(out), free(weights), free(scores);
  x->call.weights = x->call.scores = NULL;
}

static void test_problem(problem* x) {
  definition expected = definition_open(&x->call);
  definition_forward(&expected);
  run_fused(x);
  compare_out(x, &expected, "fused");
  compare_kept(x, &expected, 0);
  run_staged(x);
  compare_out(x, &expected, "staged");
  compare_kept(x, &expected, 1);
  definition_close(&expected);
}

static void test_call(int options, int32_t n, int32_t m, int32_t d_k, int32_t d_v) {
  problem x = problem_open(options, n, m, d_k, d_v);
  test_problem(&x);
  problem_close(&x);
}

// Sizes up to these.
static void test_up_to(int options, int32_t n, int32_t m, int32_t d_k, int32_t d_v) {
  n = 1 + pick(n), m = 1 + pick(m), d_k = 1 + pick(d_k), d_v = 1 + pick(d_v);
  test_call(options, n, m, d_k, d_v);
}

static void test_tokens(void) {
  for (int a = 0; a < TOKENS; a++)
    for (int c = 0; c < TOKENS; c++) {
      // The longest have the shortest keys and values.
      int32_t small = tokens[a] * tokens[c] > 4000 ? 4 : 8;
      test_call(0, tokens[a], tokens[c], sizes[(a + c) % small], sizes[(a + 2 * c) % small]);
      int options = any_options(), d_k = pick(small), d_v = pick(small);
      test_call(options, tokens[a], tokens[c], sizes[d_k], sizes[d_v]);
    }
}

static void test_sizes(void) {
  for (int a = 0; a < SIZES; a++)
    for (int c = 0; c < SIZES; c++)
      for (int turn = 0; turn < 2; turn++) {
        int options = turn ? any_options() : 0, n = 1 + pick(12), m = 1 + pick(70);
        test_call(options, n, m, sizes[a], sizes[c]);
      }
}

static void test_options(void) {
  for (int a = 0; a < OPTIONS; a++)
    for (int c = a; c < OPTIONS; c++)
      for (int turn = 0; turn < 6; turn++) {
        int options = 1 << a | 1 << c;
        if (turn % 2) options |= any_options();
        // Many rows go through tiles, a few one by one (decode.c).
        test_up_to(options, turn < 3 ? 20 : 2, 140, 18, 20);
      }
}

// Windows that begin or end a key before, at and after the edge of a tile: what the last query no
// longer reads, and what the first does not yet.
static void test_window_edges(void) {
  const int32_t rows[] = {1, 5, 9}, edges[] = {0, 1, 2, 62, 63, 64, 65, 66, 127, 128, 129};
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 11; b++)
      for (int c = b + 1; c < 11; c++) {
        int32_t n = rows[a], first = edges[b], last = edges[c];
        problem x = problem_open(0, n, 128 + pick(3), 2, 2);
        // Query i stands at offset + i: the last reads from `first` on, query 0 up to `last`.
        x.call.left = n + 2, x.call.offset = first + x.call.left - (n - 1);
        x.call.right = last - 1 - x.call.offset;
        if (x.call.right >= 0) test_problem(&x);
        problem_close(&x);
      }
}

// A block of query rows over many tiles of keys, and more rows than a block has.
static void test_long_rows(void) {
  test_call(0, 3, 1500, 5, 3);
  test_call(SHARED | BIAS, 3, 1000, 4, 4);
  test_call(CAUSAL | WINDOW | HIDDEN_NAN, 700, 650, 2, 2);
  test_call(LENGTHS | SHARED | KEEP | PACKED, 90, 260, 3, 2);
}

// Every size 0, alone and together with others.
static void test_nothing(void) {
  for (int which = 0; which < 128; which++) {
    int32_t size[7] = {2, 2, 1, 3, 5, 4, 3};
    for (int s = 0; s < 7; s++)
      if (which >> s & 1) size[s] = 0;
    if (size[2] == 0 && size[1] != 0) continue; // heads without a key/value head
    attention_call call = {.b = size[0],
                           .h = size[1],
                           .h_kv = size[2],
                           .n = size[3],
                           .m = size[4],
                           .d_k = size[5],
                           .d_v = size[6],
                           .scale = 1,
                           .left = -1,
                           .right = -1};
    strides q_at = {call.h * call.n * call.d_k, call.n * call.d_k, call.d_k};
    strides k_at = {call.h_kv * call.m * call.d_k, call.m * call.d_k, call.d_k};
    strides v_at = {call.h_kv * call.m * call.d_v, call.m * call.d_v, call.d_v};
    strides out_at = {call.h * call.n * call.d_v, call.n * call.d_v, call.d_v};
    size_t count = count_of(call.b, call.h, call.n, call.d_v);
    size_t square = count_of(call.b, call.h, call.n, call.m);
    float* q = drawn_floats(count_of(call.b, call.h, call.n, call.d_k), 1);
    float* k = drawn_floats(count_of(call.b, call.h_kv, call.m, call.d_k), 1);
    float* v = drawn_floats(count_of(call.b, call.h_kv, call.m, call.d_v), 1);
    float *out = floats(count), *weights = floats(square);
    call.q = q, call.k = k, call.v = v, call.out = out;
    call.q_at = q_at, call.k_at = k_at, call.v_at = v_at, call.out_at = out_at;
    for (int method = 0; method < 4; method++) {
      if (method == 2) call.weights = weights;
      for (size_t t = 0; t < count; t++) out[t] = float_of(UNTOUCHED);
      float* workspace = workspace_of(method % 3 ? attention_staged_workspace(&call)
                                                 : attention_fused_workspace(&call));
      if (method % 3)
        attention_staged(&call, workspace);
      else
        attention_fused(&call, workspace);
      free(workspace);
      for (size_t t = 0; t < count; t++) {
        // No key: 0. No place in a key: all weights are equal.
        double mean = 0;
        size_t kv = t / (size_t)(call.d_v * call.n * call.h) * (size_t)call.h_kv;
        for (int32_t j = 0; j < call.m; j++)
          mean += v[(kv * (size_t)call.m + (size_t)j) * (size_t)call.d_v + t % (size_t)call.d_v] /
                  (double)call.m;
        if (call.m == 0)
          CHECK(bits_of(out[t]) == 0, "%g", (double)out[t]);
        else if (call.d_k == 0)
          CHECK(fabs(out[t] - mean) < 1e-6, "%g, expected %g", (double)out[t], mean);
        else
          CHECK(isfinite(out[t]), "%g", (double)out[t]);
      }
    }
    free(q), free(k), free(v), free(out), free(weights);
  }
}

// One head, dense, with a bias for each (i, j).
static void one_head(attention_call* call, const float* q, const float* k, const float* v,
                     const float* mask, float* out) {
  *call = (attention_call){.b = 1,
                           .h = 1,
                           .h_kv = 1,
                           .n = call->n,
                           .m = call->m,
                           .d_k = call->d_k,
                           .d_v = call->d_v,
                           .scale = call->scale,
                           .softcap = call->softcap,
                           .left = -1,
                           .right = -1};
  call->q = q, call->k = k, call->v = v, call->out = out, call->mask = mask;
  call->q_at.i = call->k_at.i = call->d_k, call->v_at.i = call->out_at.i = call->d_v;
  call->mask_at.i = call->mask_m = call->m, call->mask_j = 1;
}

static void run(const attention_call* call, int staged) {
  float* workspace =
      workspace_of(staged ? attention_staged_workspace(call) : attention_fused_workspace(call));
  if (staged)
    attention_staged(call, workspace);
  else
    attention_fused(call, workspace);
  free(workspace);
}

// A finite bias never hides: a row of nothing but −1e9 or −FLT_MAX is the mean of all values, since
// the scores drown in the bias; and one key without such a bias takes all.
static void test_finite_biases(void) {
  const float biases[] = {-1e9f, -1e30f, -FLT_MAX, 1e9f, FLT_MAX};
  for (int which = 0; which < 5; which++)
    for (int32_t m = 1; m <= 140; m += 1 + m / 4)
      for (int staged = 0; staged < 2; staged++)
        for (int capped = 0; capped < 2; capped++) {
          attention_call call = {
              .n = 10, .m = m, .d_k = 3, .d_v = 2, .scale = 0.5f, .softcap = capped ? 5 : 0};
          float *q = drawn_floats(30, 1), *k = drawn_floats((size_t)m * 3, 1);
          float *v = drawn_floats((size_t)m * 2, 1), *mask = floats((size_t)m * 10), out[20];
          int32_t free_key = pick(m);
          for (int32_t x = 0; x < 10 * m; x++) {
            mask[x] = biases[which];
            // Odd rows: one key is not pushed away, or all others are not pulled.
            if (x / m % 2 && (x % m == free_key) == (biases[which] < 0)) mask[x] = 0;
          }
          one_head(&call, q, k, v, mask, out);
          run(&call, staged);
          for (int32_t i = 0; i < 10; i++)
            for (int32_t e = 0; e < 2; e++) {
              double expected = i % 2 ? v[free_key * 2 + e] : 0, sizes = fabs(expected);
              for (int32_t j = 0; j < m && i % 2 == 0; j++)
                expected += v[j * 2 + e] / (double)m, sizes += fabs(v[j * 2 + e] / (double)m);
              CHECK(fabs(out[i * 2 + e] - expected) <= (sqrt(m) + 4) * UNIT * sizes,
                    "bias %g, m %d, row %d: %.9g, expected %.9g", (double)biases[which], m, i,
                    (double)out[i * 2 + e], expected);
            }
          free(q), free(k), free(v), free(mask);
        }
}

// Scores of 1e36: the largest takes all, exactly, and nothing overflows; with softcap they are
// tanh's ends. Products of 2⁶⁰ and small whole numbers are exact, so which score is largest is no
// matter of rounding.
static void test_large_scores(void) {
  for (int32_t m = 1; m <= 140; m += 1 + m / 3)
    for (int32_t n = 1; n <= 20; n += 6)
      for (int staged = 0; staged < 2; staged++)
        for (int capped = 0; capped < 2; capped++) {
          attention_call call = {
              .n = n, .m = m, .d_k = 2, .d_v = 3, .scale = 0.25f, .softcap = capped ? 20 : 0};
          float *q = floats((size_t)n * 2), *k = floats((size_t)m * 2),
                *out = floats((size_t)n * 3);
          float* v = drawn_floats((size_t)m * 3, 1);
          for (int32_t x = 0; x < 2 * n; x++) q[x] = (float)(1 + pick(3)) * 0x1p60f;
          // In both places the keys stand in one order, so every query has the same largest score.
          int32_t largest = pick(m);
          for (int32_t x = 0; x < 2 * m; x++)
            k[x] = (float)(x / 2 == largest ? 9 : pick(17) - 8) * 0x1p60f;
          if (capped)
            for (int32_t x = 0; x < 2 * m; x++) k[x] = x / 2 == largest ? 0x1p60f : -0x1p60f;
          one_head(&call, q, k, v, NULL, out);
          run(&call, staged);
          for (int32_t x = 0; x < n * 3; x++) {
            double expected = v[largest * 3 + x % 3], allowed = 0;
            // exp(−20 − 20) of the others.
            if (capped) allowed = m * 1e-17 + 2 * UNIT;
            CHECK(fabs(out[x] - expected) <= allowed, "n %d m %d: %.9g, expected %.9g", n, m,
                  (double)out[x], expected);
          }
          free(q), free(k), free(v), free(out);
        }
}

// Scores that rise from tile to tile, so that each tile moves the top and everything before it is
// rescaled, as far as to nothing; and scores that fall.
static void test_moving_top(void) {
  for (int rising = 0; rising < 2; rising++)
    for (float slope = 0.001f; slope < 10; slope *= 10)
      for (int staged = 0; staged < 2; staged++) {
        enum { M = 600 };
        attention_call call = {.n = 9, .m = M, .d_k = 1, .d_v = 2, .scale = 1};
        float q[9], k[M], *v = drawn_floats(2 * M, 1), out[18];
        for (int32_t i = 0; i < 9; i++) q[i] = 1 + (float)i / 16;
        for (int32_t j = 0; j < M; j++) k[j] = slope * (float)(rising ? j : M - j);
        one_head(&call, q, k, v, NULL, out);
        definition expected = definition_open(&call);
        definition_forward(&expected);
        run(&call, staged);
        for (int x = 0; x < 18; x++)
          CHECK(is_near(out[x], expected.out[x], expected.out_error[x]),
                "slope %g: %.9g, expected %.9g", (double)slope, (double)out[x], expected.out[x]);
        definition_close(&expected), free(v);
      }
}

int main(void) {
  random_seed(2);
  test_tokens();
  test_sizes();
  test_options();
  test_window_edges();
  test_long_rows();
  test_nothing();
  test_finite_biases();
  test_large_scores();
  test_moving_top();
  char measured[80];
  snprintf(measured, sizeof measured, "largest error %.2f of what is allowed", largest_error);
  return report("attention", measured);
}
