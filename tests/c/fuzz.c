// Random calls, larger and stranger than those of attention.c and backward.c: against the
// definition, and against each other where the numbers are so wild that no bound holds, in what
// must not depend on them.
//
//   fuzz [calls] [first]   so many calls, from that number on. A failure says its number.
#include "attention.h"
#include "check.h"
#include "decode.h"
#include "gradients.h"

static int32_t number; // of the call

// ∞, NaN, the ends of float32, and any bits at all, among ordinary numbers.
static float wild(void) {
  const float special[] = {NAN,   INFINITY, -INFINITY, FLT_MAX, -FLT_MAX,
                           1e30f, -1e19f,   0x1p-149f, 0,       -0.0f};
  switch (pick(4)) {
  case 0:
    return PICK(special);
  case 1:
    return float_of(random_bits());
  default:
    return drawn(2);
  }
}
static void fill_wild(float* x, size_t count) {
  for (size_t t = 0; t < count; t++) x[t] = wild();
}

// Equal bits, or NaN of any kind on both sides.
static int same_numbers(const float* a, const float* b, size_t count) {
  for (size_t t = 0; t < count; t++)
    if (bits_of(a[t]) != bits_of(b[t]) && !(isnan(a[t]) && isnan(b[t]))) return 0;
  return 1;
}

static void row_of_key(const problem* x, int32_t b, int32_t h_kv, int32_t j, float** k, float** v) {
  *k = x->k + b * x->call.k_at.b + h_kv * x->call.k_at.h + j * x->call.k_at.i;
  *v = x->v + b * x->call.v_at.b + h_kv * x->call.v_at.h + j * x->call.v_at.i;
}

// Any query, and the keys that it may not read, filled with wild numbers, or with finite ones whose
// products overflow.
typedef struct {
  int32_t b, h, i;
} query;
static query some_query(const problem* x) {
  query at;
  at.b = pick(x->call.b), at.h = pick(x->call.h), at.i = pick(x->call.n);
  return at;
}
static void fill_behind_mask(problem* x, query at, int finite) {
  const attention_call* call = &x->call;
  for (int32_t j = 0; j < call->m; j++) {
    if (definition_bias(call, at.b, at.h, at.i, j) != -INFINITY) continue;
    float *k, *v;
    row_of_key(x, at.b, at.h / (call->h / call->h_kv), j, &k, &v);
    for (int32_t d = 0; d < call->d_k; d++) k[d] = finite ? drawn(FLT_MAX) : wild();
    for (int32_t e = 0; e < call->d_v; e++) v[e] = finite ? drawn(FLT_MAX) : wild();
  }
}

static const float* out_of(const problem* x, query at) {
  return x->out + at.b * x->call.out_at.b + at.h * x->call.out_at.h + at.i * x->call.out_at.i;
}

// All numbers wild: what a query may not read leaves no trace in its output, not in a single bit.
static void test_what_is_hidden(problem* x) {
  fill_wild(x->q, x->q_size), fill_wild(x->k, x->k_size), fill_wild(x->v, x->v_size);
  for (int staged = 0; staged < 2; staged++) {
    query at = some_query(x);
    (staged ? run_staged : run_fused)(x);
    float* before = copy_of(out_of(x, at), (size_t)x->call.d_v);
    fill_behind_mask(x, at, 0);
    (staged ? run_staged : run_fused)(x);
    CHECK(same_numbers(before, out_of(x, at), (size_t)x->call.d_v),
          "call %d, query %d %d %d, %s: %s", number, at.b, at.h, at.i, staged ? "staged" : "fused",
          problem_text(x));
    free(before);
  }
  // Gradients: 0 for keys that nobody reads.
  gradients g = gradients_open(&x->call);
  fill_wild(g.grad_out, count_of(x->call.b, x->call.h, x->call.n, x->call.d_v));
  run_backward(&x->call, &g);
  check_zeros(x, &g);
  gradients_close(&g);
}

// Whether a row is one of the few that are computed one at a time: their sums go in another order.
static int is_few(const attention_call* call, query at) {
  int32_t group = call->h / call->h_kv, rows = group * call->n;
  int32_t row = at.h % group * call->n + at.i, left = rows - row / BLOCK_ROWS * BLOCK_ROWS;
  return left <= FEW_ROWS;
}

// A query gives among others the bits that it gives among fewer of them, and within the rounding
// what it gives alone, as in a step of decoding.
static void test_fewer(problem* x, const definition* expected) {
  if (x->call.lengths) return; // they count from the end, where another query stands then
  run_fused(x);
  query at = some_query(x), first = at;
  first.i = pick(at.i + 1);
  attention_call call = x->call;
  call.n = at.i - first.i + 1 + pick(x->call.n - at.i);
  float* out = floats((size_t)call.n * (size_t)call.d_v);
  int32_t h_kv = at.h / (call.h / call.h_kv);
  call.q = x->q + at.b * call.q_at.b + at.h * call.q_at.h + first.i * call.q_at.i;
  call.k += at.b * call.k_at.b + h_kv * call.k_at.h;
  call.v += at.b * call.v_at.b + h_kv * call.v_at.h;
  call.out = out, call.out_at.i = call.d_v;
  const strides *mask = &call.mask_at, *keep = &call.keep_at;
  if (call.mask) call.mask += at.b * mask->b + at.h * mask->h + first.i * mask->i;
  if (call.keep) call.keep += at.b * keep->b + at.h * keep->h + first.i * keep->i;
  call.b = call.h = call.h_kv = 1, call.offset += first.i;
  float* workspace = workspace_of(attention_fused_workspace(&call));
  attention_fused(&call, workspace);
  const float* row = out + (at.i - first.i) * call.d_v;
  query there = {0, 0, at.i - first.i};
  if (is_few(&call, there) == is_few(&x->call, at))
    CHECK(same_numbers(row, out_of(x, at), (size_t)call.d_v),
          "call %d, query %d %d %d among %d: %s", number, at.b, at.h, at.i, call.n,
          problem_text(x));
  size_t place = (size_t)((at.b * x->call.h + at.h) * x->call.n + at.i) * (size_t)call.d_v;
  for (int32_t e = 0; e < call.d_v; e++)
    CHECK(same_numbers(row + e, out_of(x, at) + e, 1) ||
              is_near(row[e], expected->out[place + (size_t)e],
                      expected->out_error[place + (size_t)e]),
          "call %d, query %d %d %d among %d: %.9g, expected %.9g: %s", number, at.b, at.h, at.i,
          call.n, (double)row[e], expected->out[place + (size_t)e], problem_text(x));
  free(workspace), free(out);
}

// The gradient of a query, with numbers that overflow in what it may not read: as the definition
// has it without them.
static void test_gradient_behind_mask(problem* x, const definition* expected, gradients* g) {
  query at = some_query(x);
  fill_behind_mask(x, at, 1);
  run_backward(&x->call, g);
  size_t row = (size_t)((at.b * x->call.h + at.h) * x->call.n + at.i) * (size_t)x->call.d_k;
  for (size_t t = row; t < row + (size_t)x->call.d_k; t++)
    CHECK(is_near(g->q[t], expected->grad_q[t], expected->grad_q_error[t]),
          "call %d, query %d %d %d: grad_q %.9g, expected %.9g: %s", number, at.b, at.h, at.i,
          (double)g->q[t], expected->grad_q[t], problem_text(x));
}

static void test_call(void) {
  random_seed((uint64_t)number);
  int options = any_options();
  int32_t n = 1 + pick(one_in(4) ? 140 : one_in(4) ? FEW_ROWS : 20);
  int32_t m = 1 + pick(one_in(4) ? 200 : 70);
  int32_t most = n * m > 4000 ? 6 : one_in(4) ? 80 : 20, d_k = 1 + pick(most), d_v = 1 + pick(most);
  problem x = problem_open(options, n, m, d_k, d_v);
  gradients g = gradients_open(&x.call);
  definition expected = definition_open(&x.call);
  definition_forward(&expected), definition_backward(&expected, g.grad_out);
  int32_t before = failures;
  run_fused(&x), compare_out(&x, &expected, "fused");
  run_staged(&x), compare_out(&x, &expected, "staged");
  run_backward(&x.call, &g), compare_gradients(&x, &g, &expected);
  if (failures > before) printf("call %d\n", number);
  test_fewer(&x, &expected);
  test_gradient_behind_mask(&x, &expected, &g);
  test_what_is_hidden(&x);
  definition_close(&expected), gradients_close(&g), problem_close(&x);
}

int main(int argc, char** argv) {
  int32_t calls = argc > 1 ? atoi(argv[1]) : 300, first = argc > 2 ? atoi(argv[2]) : 0;
  for (number = first; number < first + calls; number++) test_call();
  char measured[100];
  snprintf(measured, sizeof measured, "%d calls, largest error %.2f of what is allowed", calls,
           largest_error);
  return report("fuzz", measured);
}
