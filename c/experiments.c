#include "experiments.h"

#include "double.h"
#include "export.h"

enum { PIECE_BLOCKS = 32 };

static uint32_t even(uint32_t count) { return count + (count & 1); }

EXPORT(experiment_bytes) double experiment_bytes(double d_k, double keys) {
  return (double)sizeof(experiment) + 8.0 * (d_k + 2.0 * (keys + 1.0));
}

EXPORT(experiment_seed) void experiment_seed(experiment* e, uint32_t seed) {
  torch_seed(&e->k, seed);
}

// Σ a[i]·b[i], always in the same order.
__attribute__((noinline)) static double dot(const double* a, const double* b, uint32_t count) {
  f64x2 sum0 = pair_zero(), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  uint32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    sum0 = pair_add_product(sum0, a + i, b + i);
    sum1 = pair_add_product(sum1, a + i + 2, b + i + 2);
    sum2 = pair_add_product(sum2, a + i + 4, b + i + 4);
    sum3 = pair_add_product(sum3, a + i + 6, b + i + 6);
  }
  double rest = 0.0;
  for (; i < count; i++) rest += a[i] * b[i];
  return pair_sum(pair_add(pair_add(sum0, sum1), pair_add(sum2, sum3))) + rest;
}

// Adds one more dot product to mean and variance. Source: Welford 1962.
static void add_to_variance(experiment* e, double x) {
  double from_mean = x - e->mean;
  e->mean += from_mean / (double)(e->row + 1);
  e->squares += from_mean * (x - e->mean);
}

// Adds the softmax of one row of scores · scale to the result.
//
// With weights w / T, T = Σ w, and w = 1 for the largest: what is summed is summed without the
// largest where the difference to it matters, so a saturated row loses no digits.
// ‖diag(p) − p pᵀ‖² = Σ pᵢ²·((1 − pᵢ)² + Σ_{j ≠ i} pⱼ²).
__attribute__((noinline)) static void add_softmax(experiment* e, const double* scores, double* w,
                                                  int which, double scale) {
  uint32_t keys = e->keys, top = 0;
  ONE_BY_ONE
  for (uint32_t j = 1; j < keys; j++)
    if (scores[j] > scores[top]) top = j;
  double most = scores[top];
  ONE_BY_ONE
  for (uint32_t j = 0; j < even(keys); j++) w[j] = (scores[j] - most) * scale;
  exp_doubles(w, even(keys));

  w[top] = 0.0;
  double others = 0.0, squares = 0.0, norm = 0.0;
  ONE_BY_ONE
  for (uint32_t j = 0; j < keys; j++) {
    others += w[j];
    squares += w[j] * w[j];
  }
  double total = 1.0 + others, largest = 1.0 / total;
  ONE_BY_ONE
  for (uint32_t j = 0; j < keys; j++) {
    double square = w[j] * w[j], rest = total - w[j];
    norm += square * (rest * rest + (1.0 + squares - square));
  }
  norm += others * others + squares;
  e->result.largest[which] += largest;
  if (largest > 0.99) e->result.saturated[which] += 1.0;
  e->result.gradient[which] += __builtin_sqrt(norm) * largest * largest;
}

static void end_row(experiment* e) {
  double *scores = e->room + e->d_k, *weights = scores + even(e->keys);
  if (e->in_rows) {
    // The place that makes the count even takes part in nothing.
    if (e->keys & 1) scores[e->keys] = scores[0];
    double scale = 1.0;
    for (int which = 0; which < EXPERIMENT_DIVISORS; which++) {
      add_softmax(e, scores, weights, which, scale);
      scale = which == 0 ? 1.0 / __builtin_sqrt((double)e->d_k) : 1.0 / (double)e->d_k;
    }
  } else {
    add_to_variance(e, scores[0]);
  }
  e->row++;
}

// The next d_k numbers of q into the room for its row.
static void next_query(experiment* e) {
  for (uint32_t filled = 0; filled < e->d_k;) {
    if (e->q_at == e->q_have) {
      e->q_have = torch_next(&e->q, TORCH_DOUBLE, e->q_piece, PIECE_BLOCKS);
      e->q_at = 0;
    }
    uint32_t now = e->d_k - filled, left = e->q_have - e->q_at;
    if (now > left) now = left;
    memcpy(e->room + filled, e->q_piece + e->q_at, 8 * (size_t)now);
    filled += now;
    e->q_at += now;
  }
  e->result.drawn += e->d_k;
}

// Uses the `count` numbers in k_piece.
static void use_keys(experiment* e, uint32_t count) {
  uint32_t d_k = e->d_k, keys = e->in_rows ? e->keys : 1;
  double* scores = e->room + d_k;
  for (uint32_t at = 0; at < count;) {
    if (e->place == 0) {
      if (e->key == 0) next_query(e);
      scores[e->key] = 0.0;
    }
    uint32_t now = d_k - e->place;
    if (now > count - at) now = count - at;
    scores[e->key] += dot(e->room + e->place, e->k_piece + at, now);
    at += now;
    e->place += now;
    if (e->place == d_k) {
      e->place = 0;
      if (++e->key == keys) {
        e->key = 0;
        end_row(e);
      }
    }
  }
  e->result.drawn += count;
}

static void begin_part(experiment* e, uint32_t rows, uint32_t keys) {
  double queries = (double)rows * e->d_k;
  torch_begin(&e->k, queries);
  e->q = e->k;
  torch_skip(&e->k, TORCH_DOUBLE);
  torch_begin(&e->k, queries * keys);
  e->row = e->key = e->place = e->q_at = e->q_have = 0;
}

EXPORT(experiment_begin)
void experiment_begin(experiment* e, uint32_t d_k, uint32_t pairs, uint32_t rows, uint32_t keys) {
  e->result = (experiment_result){0};
  e->d_k = d_k;
  e->pairs = pairs;
  e->rows = rows;
  e->keys = keys;
  e->mean = e->squares = 0.0;
  e->in_rows = 0;
  begin_part(e, pairs, 1);
}

static void end_all(experiment* e) {
  if (e->pairs > 0) e->result.variance = e->squares / ((double)e->pairs - 1.0);
  for (int which = 0; which < EXPERIMENT_DIVISORS && e->rows > 0; which++) {
    e->result.largest[which] /= e->rows;
    e->result.saturated[which] /= e->rows;
    e->result.gradient[which] /= e->rows;
  }
}

EXPORT(experiment_step) uint32_t experiment_step(experiment* e, uint32_t pieces) {
  while (pieces-- > 0) {
    uint32_t count = torch_next(&e->k, TORCH_DOUBLE, e->k_piece, PIECE_BLOCKS);
    use_keys(e, count);
    if (count > 0) continue;
    if (e->in_rows) {
      end_all(e);
      return 1;
    }
    e->in_rows = 1;
    begin_part(e, e->rows, e->keys);
  }
  return 0;
}
