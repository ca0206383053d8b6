// attention_backward on a problem (problem.h), and its gradients against the definition's.
#ifndef GRADIENTS_H
#define GRADIENTS_H

#include "problem.h"

typedef struct {
  float *grad_out, *q, *k, *v;
  size_t q_size, k_size, v_size;
} gradients;

static inline gradients gradients_open(const attention_call* call) {
  gradients g;
  g.grad_out = drawn_floats(count_of(call->b, call->h, call->n, call->d_v), 2);
  g.q_size = count_of(call->b, call->h, call->n, call->d_k), g.q = floats(g.q_size);
  g.k_size = count_of(call->b, call->h_kv, call->m, call->d_k), g.k = floats(g.k_size);
  g.v_size = count_of(call->b, call->h_kv, call->m, call->d_v), g.v = floats(g.v_size);
  return g;
}
static inline void gradients_close(gradients* g) {
  free(g->grad_out), free(g->q), free(g->k), free(g->v);
}

static inline void run_backward(const attention_call* call, const gradients* g) {
  attention_gradient gradient = {*call, g->grad_out, g->q, g->k, g->v};
  gradient.call.out = NULL; // is not used
  float* workspace = workspace_of(attention_backward_workspace(&gradient));
  attention_backward(&gradient, workspace);
  free(workspace);
}

static inline void compare_one(const problem* x, const char* name, const float* got,
                               const double* expected, const double* error, size_t count) {
  for (size_t t = 0; t < count; t++)
    CHECK(is_near(got[t], expected[t], error[t]), "%s[%zu] = %.9g, expected %.9g ± %.2g: %s", name,
          t, (double)got[t], expected[t], error[t], problem_text(x));
}

static inline int all_zero(const float* x, int32_t count) {
  for (int32_t t = 0; t < count; t++)
    if (x[t] != 0) return 0;
  return 1;
}

// A key that nobody reads has a gradient of exactly 0, and so has a query that reads none.
static inline void check_zeros(const problem* x, const gradients* g) {
  const attention_call* call = &x->call;
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h_kv = 0; h_kv < call->h_kv; h_kv++)
      for (int32_t j = 0; j < call->m; j++) {
        if (!hidden_from_all(call, b, h_kv, j)) continue;
        int32_t key = (b * call->h_kv + h_kv) * call->m + j;
        CHECK(all_zero(g->k + key * call->d_k, call->d_k), "hidden key %d: %s", j, problem_text(x));
        CHECK(all_zero(g->v + key * call->d_v, call->d_v), "hidden value %d: %s", j,
              problem_text(x));
      }
  for (int32_t row = 0; row < call->b * call->h * call->n; row++) {
    int32_t h = row / call->n % call->h, b = row / call->n / call->h, reads = 0;
    for (int32_t j = 0; j < call->m; j++)
      reads |= definition_bias(call, b, h, row % call->n, j) != -INFINITY;
    CHECK(reads || all_zero(g->q + row * call->d_k, call->d_k), "row %d reads no key: %s", row,
          problem_text(x));
  }
}

static inline void compare_gradients(const problem* x, const gradients* g,
                                     const definition* expected) {
  compare_one(x, "grad_q", g->q, expected->grad_q, expected->grad_q_error, g->q_size);
  compare_one(x, "grad_k", g->k, expected->grad_k, expected->grad_k_error, g->k_size);
  compare_one(x, "grad_v", g->v, expected->grad_v, expected->grad_v_error, g->v_size);
  CHECK(inputs_unchanged(x), "%s", problem_text(x));
  check_zeros(x, g);
}

#endif
