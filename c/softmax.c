#include "softmax.h"
#include "double.h"
#include "exp.h"
#include "export.h"
#include "wide.h"

#include <math.h>
#include <string.h>

// --- Rows ---------------------------------------------------------------------------------------

static void fill_row(float* y, int32_t m, float value) {
  for (int32_t j = 0; j < m; j++) y[j] = value;
}

// The largest entry that is a number; −∞ when there is none.
static float row_max(const float* x, int32_t m) {
  float best[V_WIDTH], max = -INFINITY;
  lanes so_far = l_splat(-INFINITY);
  int32_t j = 0;
  for (; j + V_WIDTH <= m; j += V_WIDTH) so_far = l_max(so_far, l_load(x + j));
  l_store(best, so_far);
  for (int l = 0; l < V_WIDTH; l++) max = max < best[l] ? best[l] : max;
  for (; j < m; j++) max = max < x[j] ? x[j] : max;
  return max;
}

static int row_has_nan(const float* x, int32_t m) {
  for (int32_t j = 0; j < m; j++)
    if (x[j] != x[j]) return 1;
  return 0;
}

// What a sum adds up in float32 before it goes on in double.
enum { SUM_BLOCK = 256 };

// How exp((x − max) / temperature) is worked out. Both scores are halved where the temperature is
// above 1, so that their difference stays finite for as long as the quotient means something;
// halving is exact.
typedef struct {
  lanes half, top, divisor;
  int divides;
} exponent;

static exponent exponent_of(float max, float temperature) {
  float half = temperature > 1.0f ? 0.5f : 1.0f;
  return (exponent){l_splat(half), l_splat(max * half), l_splat(temperature * half),
                    temperature != 1};
}

static void exp_lanes(const float* x, float* y, int32_t count, const exponent* e) {
  lanes half = e->half, top = e->top, divisor = e->divisor;
  for (int32_t j = 0; j < count; j += V_WIDTH) {
    lanes below = l_sub(l_mul(l_load(x + j), half), top);
    l_store(y + j, l_exp(e->divides ? l_div(below, divisor) : below));
  }
}

// y = exp((x − max) / temperature), at most 1; returns the sum, NaN where x holds a NaN. max is
// finite. y may be x, or NULL where the sum is all that is wanted.
static double row_exp(const float* x, float* y, int32_t m, float max, float temperature) {
  exponent e = exponent_of(max, temperature);
  float block[SUM_BLOCK];
  double total = 0;
  for (int32_t j = 0; j < m; j += SUM_BLOCK) {
    int32_t count = m - j < SUM_BLOCK ? m - j : SUM_BLOCK, whole = count / 4 * 4;
    float* to = y ? y + j : block;
    f32x4 sum = v_splat(0);
    exp_lanes(x + j, to, whole, &e);
    for (int32_t l = 0; l < whole; l += 4) sum = v_add(sum, v_load(to + l));
    if (whole < count) {
      // What fills up the last four adds 0.
      float last[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
      size_t rest = (size_t)(count - whole) * sizeof(float);
      memcpy(last, x + j + whole, rest);
      exp_lanes(last, last, 4, &e);
      sum = v_add(sum, v_load(last));
      memcpy(to + whole, last, rest);
    }
    total += (double)v_sum(sum);
  }
  return total;
}

float exp_of(float x) { return l_first(l_exp(l_splat(x))); }

// y = y / by.
static void row_divide(float* y, int32_t m, float by) {
  lanes divisor = l_splat(by);
  int32_t j = 0;
  for (; j + V_WIDTH <= m; j += V_WIDTH) l_store(y + j, l_div(l_load(y + j), divisor));
  for (; j < m; j++) y[j] /= by;
}

// --- Softmax and what stands beside it ----------------------------------------------------------

// What softmax, sparsemax and their kin make of a row that has no finite maximum: hidden for −∞
// throughout, NaN for the others.
static int row_is_special(const float* x, float* y, int32_t m, float max, float hidden) {
  if (max == -INFINITY) {
    fill_row(y, m, row_has_nan(x, m) ? NAN : hidden);
    return 1;
  }
  if (max == INFINITY) {
    fill_row(y, m, NAN);
    return 1;
  }
  return 0;
}

EXPORT(softmax)
void softmax(const float* x, float* y, int32_t rows, int32_t m, float temperature,
             int32_t plus_one) {
  for (int32_t r = 0; r < rows; r++, x += m, y += m) {
    float max = row_max(x, m);
    if (row_is_special(x, y, m, max, 0)) continue;
    // The one more entry has score 0, so it may be the maximum.
    if (plus_one && max < 0) max = 0;
    double sum = row_exp(x, y, m, max, temperature);
    if (plus_one) {
      float zero = 0, one;
      sum += row_exp(&zero, &one, 1, max, temperature);
    }
    row_divide(y, m, (float)sum);
  }
}

EXPORT(log_softmax)
void log_softmax(const float* x, float* y, int32_t rows, int32_t m) {
  for (int32_t r = 0; r < rows; r++, x += m, y += m) {
    float max = row_max(x, m);
    if (row_is_special(x, y, m, max, -INFINITY)) continue;
    double sum = row_exp(x, NULL, m, max, 1);
    if (sum != sum) {
      fill_row(y, m, NAN);
      continue;
    }
    // The maximum itself adds 1 to the sum, so its logarithm is never negative.
    double log_sum = d_lane0(d_log(d_splat(sum)));
    for (int32_t j = 0; j < m; j++) y[j] = narrow((double)x[j] - (double)max - log_sum);
  }
}

EXPORT(hardmax)
void hardmax(const float* x, float* y, int32_t rows, int32_t m) {
  for (int32_t r = 0; r < rows; r++, x += m, y += m) {
    if (row_has_nan(x, m)) {
      fill_row(y, m, NAN);
      continue;
    }
    float max = row_max(x, m);
    int32_t largest = 0;
    while (largest < m && x[largest] != max) largest++;
    fill_row(y, m, 0);
    if (max != -INFINITY) y[largest] = 1;
  }
}

EXPORT(l1_normalize)
void l1_normalize(const float* x, float* y, int32_t rows, int32_t m) {
  for (int32_t r = 0; r < rows; r++, x += m, y += m) {
    // In double, where no sum of float32 numbers overflows.
    double sum = 0;
    for (int32_t j = 0; j < m; j++)
      if (x[j] != -INFINITY) sum += fabs((double)x[j]);
    if (!(sum < (double)INFINITY)) {
      fill_row(y, m, NAN);
      continue;
    }
    for (int32_t j = 0; j < m; j++)
      y[j] = sum == 0 || x[j] == -INFINITY ? 0 : (float)(fabs((double)x[j]) / sum);
  }
}

// --- Sparsemax ----------------------------------------------------------------------------------

// Restores heap[0 … size), where only heap[at] may be smaller than one of its children, to a heap:
// no entry is larger than its parent.
static void sift_down(float* heap, int32_t size, int32_t at) {
  float moved = heap[at];
  while (at < size / 2) {
    int32_t child = 2 * at + 1;
    if (child + 1 < size && heap[child + 1] > heap[child]) child++;
    if (!(heap[child] > moved)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = moved;
}

// The threshold t. Entries come from the largest down, z_1 ≥ z_2 ≥ …; the first s of them are not
// 0, where s is the last k with 1 + k·z_k > z_1 + … + z_k; then t = (z_1 + … + z_s − 1) / s. A heap
// hands out these s entries and leaves the rest unsorted.
static double sparsemax_threshold(const float* x, int32_t m, float max, float* heap) {
  // An entry that is smaller than the maximum by 1 or more cannot be among them.
  int32_t size = 0, taken = 0;
  for (int32_t j = 0; j < m; j++)
    if ((double)x[j] - (double)max > -1.0) heap[size++] = x[j];
  for (int32_t at = size / 2 - 1; at >= 0; at--) sift_down(heap, size, at);
  double sum = 0;
  while (size > 0) {
    double z = (double)heap[0] - (double)max;
    if (!(1.0 + (taken + 1) * z > sum + z)) break;
    sum += z, taken++;
    heap[0] = heap[--size];
    sift_down(heap, size, 0);
  }
  return (sum - 1.0) / taken;
}

EXPORT(sparsemax)
void sparsemax(const float* x, float* y, int32_t rows, int32_t m, float* workspace) {
  for (int32_t r = 0; r < rows; r++, x += m, y += m) {
    float max = row_max(x, m);
    if (row_is_special(x, y, m, max, 0)) continue;
    if (row_has_nan(x, m)) {
      fill_row(y, m, NAN);
      continue;
    }
    double threshold = sparsemax_threshold(x, m, max, workspace);
    for (int32_t j = 0; j < m; j++) {
      double above = (double)x[j] - (double)max - threshold;
      y[j] = above > 0 ? (float)above : 0;
    }
  }
}

// --- The derivative -----------------------------------------------------------------------------

EXPORT(softmax_jacobian)
void softmax_jacobian(const float* p, float* jacobian, int32_t rows, int32_t m) {
  for (int32_t r = 0; r < rows; r++, p += m)
    for (int32_t i = 0; i < m; i++, jacobian += m) {
      // 0 − x rather than −x: a product of 0 shall not be shown as −0.
      for (int32_t j = 0; j < m; j++) jacobian[j] = 0 - p[i] * p[j];
      jacobian[i] = p[i] * (1 - p[i]);
    }
}

// The squared Frobenius norm of diag(p) − p pᵀ is
//   Σ_i p_i² (1 − p_i)² + Σ_{i≠j} p_i² p_j².
// Where softmax saturates, one weight p_a is next to 1 and everything else of interest is the
// difference to it. So 1 − p_a and Σ_{i≠a} p_i² are summed over the others instead: every term is
// then positive, and nothing cancels.
static double jacobian_norm(const float* e, int32_t m, double sum) {
  int32_t a = 0;
  for (int32_t j = 1; j < m; j++)
    if (e[j] > e[a]) a = j;
  double others = 0, squares = 0, rest = 0, p_a = (double)e[a] / sum;
  for (int32_t j = 0; j < m; j++) {
    if (j == a) continue;
    double p = (double)e[j] / sum;
    others += p, squares += p * p;
  }
  for (int32_t j = 0; j < m; j++) {
    if (j == a) continue;
    double p = (double)e[j] / sum;
    rest += p * p * ((1 - p) * (1 - p) + p_a * p_a + (squares - p * p));
  }
  return sqrt(p_a * p_a * (others * others + squares) + rest);
}

EXPORT(softmax_gradient_size)
double softmax_gradient_size(const float* x, int32_t rows, int32_t m, float* workspace) {
  double total = 0;
  for (int32_t r = 0; r < rows; r++, x += m) {
    float max = row_max(x, m);
    if (max == INFINITY || row_has_nan(x, m)) return (double)NAN;
    if (max == -INFINITY) continue;
    double sum = row_exp(x, workspace, m, max, 1);
    total += jacobian_norm(workspace, m, sum);
  }
  return total / rows;
}

// --- Linear attention ---------------------------------------------------------------------------

// φ(x) = elu(x) + 1: x + 1 above 0, exp(x) below. It is kept in two parts, factor · exp(scale) with
// a factor of at least 1 and a scale of at most 0, since exp(x) itself goes down to 0 long before
// the result does: a factor that all features of a query share, or all keys at one place d,
// cancels.
static double factor_of(float x) { return x > 0 ? (double)x + 1 : 1; }
static double scale_of(float x) { return x > 0 ? 0 : (double)x; }

// What the keys read so far leave behind is one matrix: state[d] = Σ_j φ(k_j)[d] · (v_j, 1). The 1
// makes its last column Σ_j φ(k_j)[d], of which the denominator is made. Each row is kept relative
// to exp(scale[d]), the largest among the keys so far, and in double: no sum overflows or loses
// digits, however many keys there are.
//
// Workspace, in doubles, where width is d_v + 1 rounded up to even:
//   phi      d_k, even      φ of a key or a query
//   scale    d_k            of the state's rows; −∞ before the first key
//   row      width          (v_j, 1), or a query's sums
//   state    d_k · width
static int32_t even(int32_t count) { return count + (count & 1); }

EXPORT(linear_attention_workspace)
double linear_attention_workspace(int32_t d_k, int32_t d_v) {
  double width = even(d_v + 1), d = even(d_k);
  return 8.0 * (2 * d + width + d * width);
}

typedef struct {
  int32_t d_k, d_v, width;
  double *phi, *scale, *row, *state;
} linear_state;

// to += by · from, width numbers.
static void add_scaled(double* to, const double* from, double by, int32_t width) {
  doubles factor = d_splat(by);
  for (int32_t e = 0; e < width; e += D_WIDTH)
    d_store(to + e, d_add(d_load(to + e), d_mul(factor, d_load(from + e))));
}

// phi = exp(phi), with another number to make the count even.
static void exp_phi(const linear_state* state) {
  if (state->d_k & 1) state->phi[state->d_k] = 0;
  exp_doubles(state->phi, (uint32_t)even(state->d_k));
}

static void add_key(linear_state* state, const float* k, const float* v) {
  int32_t d_k = state->d_k, d_v = state->d_v, width = state->width;
  for (int32_t e = 0; e < width; e++) state->row[e] = e < d_v ? (double)v[e] : e == d_v;
  // How far each scale has to come down, or the key's is below it.
  for (int32_t d = 0; d < d_k; d++) {
    double of_key = scale_of(k[d]);
    state->phi[d] = of_key == state->scale[d] ? 0 : -fabs(of_key - state->scale[d]);
  }
  exp_phi(state);
  for (int32_t d = 0; d < d_k; d++) {
    double of_key = scale_of(k[d]), phi = state->phi[d], *sums = state->state + (size_t)d * width;
    if (of_key > state->scale[d]) {
      for (int32_t e = 0; e < width; e++) sums[e] *= phi;
      phi = 1;
    }
    if (!(of_key <= state->scale[d])) state->scale[d] = of_key; // NaN as well, and stays
    // A key of −∞ has a feature of 0.
    if (of_key != -(double)INFINITY) add_scaled(sums, state->row, phi * factor_of(k[d]), width);
  }
}

// A sum that keeps what rounding it to a double leaves out: beside a scale of −10³⁰, that of the
// other factor would drown.
typedef struct {
  double sum, rest;
} exact_sum;

static exact_sum add_exactly(double a, double b) {
  double sum = a + b, of_b = sum - a;
  // ∞ − ∞ leaves no rest.
  return (exact_sum){sum, sum - sum == 0 ? (a - (sum - of_b)) + (b - of_b) : 0};
}

static void answer(linear_state* state, const float* q, float* out) {
  int32_t d_k = state->d_k, d_v = state->d_v, width = state->width;
  double *phi = state->phi, *row = state->row;
  exact_sum top = {-(double)INFINITY, 0};
  for (int32_t d = 0; d < d_k; d++) {
    exact_sum scale = add_exactly(scale_of(q[d]), state->scale[d]);
    if (top.sum < scale.sum || (top.sum == scale.sum && top.rest < scale.rest)) top = scale;
  }
  for (int32_t e = 0; e < width; e++) row[e] = 0;
  for (int32_t d = 0; d < d_k; d++) {
    exact_sum scale = add_exactly(scale_of(q[d]), state->scale[d]);
    phi[d] = (scale.sum == top.sum ? 0 : scale.sum - top.sum) + (scale.rest - top.rest);
  }
  exp_phi(state);
  // Without a key, or a feature, every scale is −∞; a NaN is not.
  for (int32_t d = 0; d < d_k; d++)
    if (top.sum != -(double)INFINITY || phi[d] != phi[d])
      add_scaled(row, state->state + (size_t)d * width, phi[d] * factor_of(q[d]), width);
  double total = row[d_v];
  for (int32_t e = 0; e < d_v; e++) out[e] = total == 0 ? 0 : narrow(row[e] / total);
}

EXPORT(linear_attention)
void linear_attention(const linear_attention_call* call, double* workspace) {
  int32_t n = call->n, m = call->m, d_k = call->d_k, d_v = call->d_v;
  linear_state state = {.d_k = d_k, .d_v = d_v, .width = even(d_v + 1)};
  state.phi = workspace;
  state.scale = state.phi + even(d_k);
  state.row = state.scale + even(d_k);
  state.state = state.row + state.width;
  int32_t shared_by = call->h_kv ? call->h / call->h_kv : 0;
  for (int32_t head = 0; head < call->b * call->h_kv; head++) {
    const float* k = call->k + (size_t)head * m * d_k;
    const float* v = call->v + (size_t)head * m * d_v;
    for (int32_t d = 0; d < d_k; d++) state.scale[d] = -(double)INFINITY;
    for (size_t t = 0; t < (size_t)d_k * (size_t)state.width; t++) state.state[t] = 0;
    int32_t added = 0;
    for (int32_t i = 0; i < n; i++) {
      for (; added < m && added <= (int64_t)i + call->offset; added++)
        add_key(&state, k + (size_t)added * d_k, v + (size_t)added * d_v);
      for (int32_t g = 0; g < shared_by; g++) {
        size_t token = ((size_t)head * shared_by + g) * n + i;
        if (added > 0)
          answer(&state, call->q + token * d_k, call->out + token * d_v);
        else
          fill_row(call->out + token * d_v, d_v, 0);
      }
    }
  }
}
