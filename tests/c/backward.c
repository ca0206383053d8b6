// attention_backward against the gradient in double (definition.h), which is itself held against
// central differences here. Options, sizes and exact arrays as in attention.c.
#include "attention.h"
#include "check.h"
#include "gradients.h"

static double loss(definition* x) {
  definition_forward(x);
  double sum = 0;
  size_t values = count_of(x->call->b, x->call->h, x->call->n, x->call->d_v);
  for (size_t t = 0; t < values; t++) sum += x->out[t] * x->grad_out[t];
  return sum;
}

static double slope_of(definition* x, double* variable, double step) {
  double before = *variable;
  *variable = before + step;
  double above = loss(x);
  *variable = before - step;
  double below = loss(x);
  *variable = before;
  return (above - below) / (2 * step);
}

// A central difference errs with the square of its step: halving the step takes three quarters of
// the error away, so what is left is less than half of the change. The loss itself is a sum of up
// to some hundred numbers of about 10, rounded at 2⁻⁵³, and divided by the step.
static void check_differences(definition* x, double* variables, const double* gradient,
                              size_t count, const char* name) {
  const double step = 1e-3;
  for (size_t t = 0; t < count; t++) {
    double wide = slope_of(x, variables + t, step), narrow = slope_of(x, variables + t, step / 2);
    double allowed = fabs(wide - narrow) / 2 + 1000 * 0x1p-53 * 10 / step;
    CHECK(fabs(narrow - gradient[t]) <= allowed, "%s[%zu]: %.9g, by differences %.9g ± %.2g", name,
          t, gradient[t], narrow, allowed);
  }
}

static void test_definition(int options) {
  options &= ~(LARGE_BIAS | HIDDEN_NAN | HIDDEN_LARGE | NAN_QUERY | NAN_VALUE);
  int32_t n = 1 + pick(4), m = 1 + pick(5), d_k = 1 + pick(3), d_v = 1 + pick(3);
  problem x = problem_open(options, n, m, d_k, d_v);
  const attention_call* call = &x.call;
  size_t values = count_of(call->b, call->h, call->n, call->d_v);
  float* grad_out = drawn_floats(values, 1);
  definition d = definition_open(call);
  definition_forward(&d), definition_backward(&d, grad_out);
  check_differences(&d, d.q, d.grad_q, count_of(call->b, call->h, call->n, call->d_k), "grad_q");
  check_differences(&d, d.k, d.grad_k, count_of(call->b, call->h_kv, call->m, call->d_k), "grad_k");
  check_differences(&d, d.v, d.grad_v, count_of(call->b, call->h_kv, call->m, call->d_v), "grad_v");
  free(grad_out), definition_close(&d), problem_close(&x);
}

static void test_call(int options, int32_t n, int32_t m, int32_t d_k, int32_t d_v) {
  problem x = problem_open(options, n, m, d_k, d_v);
  gradients g = gradients_open(&x.call);
  // Now and then a gradient of the output that is not finite, which goes where that row reads.
  size_t values = count_of(x.call.b, x.call.h, n, d_v);
  if (options & NAN_VALUE && one_in(3) && values) g.grad_out[(size_t)pick((int32_t)values)] = NAN;
  definition expected = definition_open(&x.call);
  definition_forward(&expected), definition_backward(&expected, g.grad_out);
  run_backward(&x.call, &g);
  compare_gradients(&x, &g, &expected);
  gradients_close(&g), definition_close(&expected), problem_close(&x);
}

static const int32_t tokens[] = {0,  1,  2,  3,  4,  5,   7,   8,   9,  15,
                                 16, 17, 63, 64, 65, 127, 128, 129, 130};
static const int32_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 40, 64, 65};
enum { TOKENS = sizeof tokens / sizeof *tokens, SIZES = sizeof sizes / sizeof *sizes };

// Sizes up to these.
static void test_up_to(int options, int32_t n, int32_t m, int32_t d_k, int32_t d_v) {
  n = 1 + pick(n), m = 1 + pick(m), d_k = 1 + pick(d_k), d_v = 1 + pick(d_v);
  test_call(options, n, m, d_k, d_v);
}

static void test_sizes(void) {
  for (int a = 0; a < TOKENS; a++)
    for (int c = 0; c < TOKENS; c++) {
      int32_t small = tokens[a] * tokens[c] > 1500 ? 6 : 9;
      int options = one_in(2) ? 0 : any_options();
      test_call(options, tokens[a], tokens[c], sizes[(a + c) % small], sizes[(a + 2 * c) % small]);
    }
  for (int a = 0; a < SIZES; a++)
    for (int c = 0; c < SIZES; c++) {
      int options = one_in(2) ? 0 : any_options(), n = 1 + pick(10), m = 1 + pick(20);
      test_call(options, n, m, sizes[a], sizes[c]);
    }
}

// Every size 0, alone and together with others: gradients of 0, where there are any at all.
static void test_nothing(void) {
  for (int which = 0; which < 16; which++)
    for (int turn = 0; turn < 4; turn++)
      test_call(turn ? any_options() & ~(NAN_QUERY | NAN_VALUE) : 0, which & 1 ? 0 : 5,
                which & 2 ? 0 : 6, which & 4 ? 0 : 3, which & 8 ? 0 : 2);
  attention_gradient none = {.call = {.n = 3, .m = 3, .d_k = 2, .d_v = 2}}; // no item, no head
  gradients g = gradients_open(&none.call);
  run_backward(&none.call, &g);
  none.call.b = 2, run_backward(&none.call, &g);
  gradients_close(&g);
}

static void test_options(void) {
  for (int a = 0; a < OPTIONS; a++)
    for (int c = a; c < OPTIONS; c++) {
      int options = 1 << a | 1 << c;
      test_up_to(options, 20, 140, 9, 9);
      test_up_to(options | any_options(), 20, 70, 9, 9);
    }
}

// The plain path answers where something is not finite, the tiles elsewhere. A NaN at a key that
// nobody reads switches between them, and changes nothing else.
static void test_both_paths(void) {
  for (int turn = 0; turn < 60; turn++) {
    int options = any_options() & (PACKED | GAPS | SHARED | BIAS | SOFTCAP | SCALE | CAUSAL);
    int32_t n = 1 + pick(70), m = 2 + pick(70), d_k = 1 + pick(9), d_v = 1 + pick(9);
    problem x = problem_open(options | LENGTHS, n, m, d_k, d_v);
    for (int32_t b = 0; b < x.call.b; b++) x.lengths[b] = m - 1; // the last key is hidden
    gradients g = gradients_open(&x.call);
    definition expected = definition_open(&x.call);
    definition_forward(&expected), definition_backward(&expected, g.grad_out);
    run_backward(&x.call, &g), compare_gradients(&x, &g, &expected);
    for (int32_t b = 0; b < x.call.b; b++)
      for (int32_t h = 0; h < x.call.h_kv; h++) {
        int32_t place = b * x.call.k_at.b + h * x.call.k_at.h + (m - 1) * x.call.k_at.i;
        x.k[place] = x.k_before[place] = NAN;
      }
    run_backward(&x.call, &g), compare_gradients(&x, &g, &expected);
    gradients_close(&g), definition_close(&expected), problem_close(&x);
  }
}

// A key that some rows may not read holds numbers whose products overflow: the gradients of those
// rows, and what they add to other keys, are as if it were not there.
static void test_overflow_behind_the_mask(void) {
  for (int32_t m = 2; m <= 140; m += 1 + m / 3)
    for (int capped = 0; capped < 2; capped++)
      for (int which = 0; which < 3; which++) {
        problem x = problem_open(0, m - 1, m, 2, 2);
        attention_call* call = &x.call;
        // Query i reads the keys up to i, so that nobody reads the last.
        call->causal = 1, call->offset = 0, call->softcap = capped ? 3 : 0;
        gradients g = gradients_open(call);
        float* grads[] = {copy_of(g.q, g.q_size), copy_of(g.k, g.k_size), copy_of(g.v, g.v_size)};
        for (int turn = 0; turn < 2; turn++) {
          for (int32_t b = 0; b < call->b; b++)
            for (int32_t h = 0; h < call->h_kv; h++)
              for (int32_t d = 0; d < 2; d++) {
                float* k = x.k + b * call->k_at.b + h * call->k_at.h + (m - 1) * call->k_at.i;
                float* v = x.v + b * call->v_at.b + h * call->v_at.h + (m - 1) * call->v_at.i;
                k[d] = turn == 0 ? 0 : which == 1 ? 1 : d ? FLT_MAX : -FLT_MAX;
                v[d] = turn == 0 ? 0 : which == 0 ? 1 : d ? FLT_MAX : -FLT_MAX;
              }
          run_backward(call, &g);
          if (turn == 0) {
            memcpy(grads[0], g.q, g.q_size * sizeof(float));
            memcpy(grads[1], g.k, g.k_size * sizeof(float));
            memcpy(grads[2], g.v, g.v_size * sizeof(float));
          }
        }
        for (size_t t = 0; t < g.q_size; t++)
          CHECK(g.q[t] == grads[0][t], "m %d: grad_q %g, without it %g", m, (double)g.q[t],
                (double)grads[0][t]);
        for (size_t t = 0; t < g.k_size; t++)
          CHECK(g.k[t] == grads[1][t], "m %d: grad_k %g, without it %g", m, (double)g.k[t],
                (double)grads[1][t]);
        for (size_t t = 0; t < g.v_size; t++)
          CHECK(g.v[t] == grads[2][t], "m %d: grad_v %g, without it %g", m, (double)g.v[t],
                (double)grads[2][t]);
        free(grads[0]), free(grads[1]), free(grads[2]);
        gradients_close(&g), problem_close(&x);
      }
}

// A query and a key, both finite, whose product overflows: the gradients are those of the
// definition, in that row and in all others.
static void test_overflow_in_sight(void) {
  for (int32_t n = 2; n <= 130; n += 1 + n / 2)
    for (int sign = -1; sign <= 1; sign += 2) {
      problem x = problem_open(0, n, n, 3, 2);
      x.call.causal = 1, x.call.offset = 0;
      gradients g = gradients_open(&x.call);
      x.q[0] = x.q_before[0] = 1e30f, x.k[0] = x.k_before[0] = (float)sign * 1e10f;
      definition expected = definition_open(&x.call);
      definition_forward(&expected), definition_backward(&expected, g.grad_out);
      run_backward(&x.call, &g), compare_gradients(&x, &g, &expected);
      for (size_t t = 0; t < g.q_size; t++) CHECK(isfinite(g.q[t]), "n %d: %zu", n, t);
      for (size_t t = 0; t < g.v_size; t++) CHECK(isfinite(g.v[t]), "n %d: %zu", n, t);
      gradients_close(&g), definition_close(&expected), problem_close(&x);
    }
}

// A NaN in one row of grad_out, be it the first of its block: as the definition has it, which is
// NaN in that row's query and in the keys that it reads. The queries of other blocks notice
// nothing: their gradients keep every bit.
static void test_one_bad_row(void) {
  for (int32_t row = 0; row < 130; row += row < 3 ? 1 : 61)
    for (int turn = 0; turn < 4; turn++) {
      problem x = problem_open(turn & 1 ? CAUSAL : 0, 130, 20, 3, 2);
      gradients g = gradients_open(&x.call);
      run_backward(&x.call, &g);
      float* without = copy_of(g.q, g.q_size);
      g.grad_out[row * 2 + turn / 2] = turn & 2 ? NAN : INFINITY;
      definition expected = definition_open(&x.call);
      definition_forward(&expected), definition_backward(&expected, g.grad_out);
      run_backward(&x.call, &g), compare_gradients(&x, &g, &expected);
      for (int32_t i = 0; i < 130; i++)
        for (int32_t d = 0; d < 3 && i / 64 != row / 64; d++)
          CHECK(g.q[i * 3 + d] == without[i * 3 + d], "row %d: grad_q of row %d", row, i);
      free(without), gradients_close(&g), definition_close(&expected), problem_close(&x);
    }
}

int main(void) {
  random_seed(3);
  for (int turn = 0; turn < 150; turn++) test_definition(any_options());
  test_sizes();
  test_nothing();
  test_options();
  test_both_paths();
  test_overflow_behind_the_mask();
  test_overflow_in_sight();
  test_one_bad_row();
  char measured[80];
  snprintf(measured, sizeof measured, "largest error %.2f of what is allowed", largest_error);
  return report("backward", measured);
}
