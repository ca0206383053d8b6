// Fused, staged, few rows and gradients: against the definition where the numbers are ordinary, and
// where they are not, in what holds for all: finite inputs give finite outputs within the range of
// the values, what is hidden leaves no trace, and what is kept changes nothing.
#include "given.h"

#include "gradients.h"

static int options_given(void) {
  int options = next_byte() | next_byte() << 8 | next_byte() << 16;
  return options & ((1 << OPTIONS) - 1);
}

static void check_range(const problem* x, const char* method) {
  const attention_call* call = &x->call;
  float least = 0, most = 0; // 0 is what a row without a key gives
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h = 0; h < call->h_kv; h++)
      for (int32_t j = 0; j < call->m; j++)
        for (int32_t e = 0; e < call->d_v; e++) {
          float v = x->v[b * call->v_at.b + h * call->v_at.h + j * call->v_at.i + e];
          least = v < least ? v : least, most = v > most ? v : most;
        }
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h = 0; h < call->h; h++)
      for (int32_t i = 0; i < call->n; i++)
        for (int32_t e = 0; e < call->d_v; e++) {
          float o = x->out[b * call->out_at.b + h * call->out_at.h + i * call->out_at.i + e];
          CHECK(o >= least * 1.00001f && o <= (most < 3e38f ? most * 1.00001f : FLT_MAX),
                "%s: %g in %g … %g: %s", method, (double)o, (double)least, (double)most,
                problem_text(x));
        }
}

static void target(void) {
  int kind = next_byte() % 3, options = options_given();
  // No definition in float64 says what infinite inputs are to give, to the bit.
  if (kind == 1) options &= ~(HIDDEN_NAN | NAN_QUERY | NAN_VALUE);
  // Most calls are small, so that there are many; some have more rows than a block has, more keys
  // than are summed up in float32, or longer vectors than a tile: one of them at a time, or the
  // fuzzer, which keeps what is new and not what is quick, tries forty calls a second.
  int large = next_byte() % 16;
  int32_t n = between(0, large == 0 ? 150 : large == 1 ? 3 : 10);
  int32_t m = between(0, large == 1 ? 1300 : large < 3 ? 20 : 70);
  int32_t d_k = between(1, large == 2 ? 70 : 6), d_v = between(1, large == 2 ? 70 : 6);
  problem x = problem_open(options, n, m, d_k, d_v);
  if (kind) {
    fill_kind(x.q, x.q_size, kind), fill_kind(x.k, x.k_size, kind);
    fill_kind(x.v, x.v_size, kind);
  }
  gradients g = gradients_open(&x.call);
  size_t square = count_of(x.call.b, x.call.h, n, m);
  float *weights = floats(square), *scores = floats(square);
  for (int staged = 0; staged < 2; staged++) {
    (staged ? run_staged : run_fused)(&x);
    float* before = copy_of(x.out, x.out_size);
    if (kind == 0) {
      definition expected = definition_open(&x.call);
      definition_forward(&expected), definition_backward(&expected, g.grad_out);
      compare_out(&x, &expected, staged ? "staged" : "fused");
      run_backward(&x.call, &g), compare_gradients(&x, &g, &expected);
      definition_close(&expected);
    } else if (kind == 1) {
      check_range(&x, staged ? "staged" : "fused");
    }
    x.call.weights = weights, x.call.scores = scores, x.call.scores_after = next_byte() % 3;
    (staged ? run_staged : run_fused)(&x);
    float* workspace = workspace_of((uint32_t)attention_staged_workspace(&x.call));
    attention_scores(&x.call, workspace);
    free(workspace);
    for (size_t t = 0; t < x.out_size; t++)
      CHECK(bits_of(before[t]) == bits_of(x.out[t]) || (isnan(before[t]) && isnan(x.out[t])),
            "what is kept changes out[%zu]: %s", t, problem_text(&x));
    if (kind < 2) CHECK(all_are_finite(weights, square) || kind == 0, "%s", problem_text(&x));
    mean_over_heads(weights, x.call.b, x.call.h, n * m);
    visible_matrix(&x.call, scores);
    x.call.weights = x.call.scores = NULL;
    free(before);
  }
  if (kind) run_backward(&x.call, &g), check_zeros(&x, &g);
  free(weights), free(scores), gradients_close(&g), problem_close(&x);
}
