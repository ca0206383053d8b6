// Two passes over the keys, the first for the largest score: what stands here is the definition,
// and the scores are computed again rather than kept.
#include "wide.h"
#include "double.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

enum { TILE = 64 }; // even: exp_doubles takes pairs

float narrow(double x) {
  if (x > (double)FLT_MAX && x < (double)INFINITY) return FLT_MAX;
  if (x < -(double)FLT_MAX && x > -(double)INFINITY) return -FLT_MAX;
  return (float)x;
}

double wide_sum(double score, float bias) {
  double sum = score + (double)bias;
  return bias != 0 && fabs(sum) <= (double)FLT_MAX ? (double)(float)sum : sum;
}

static double exp_one(double x) {
  double pair[2] = {x, x};
  exp_doubles(pair, 2);
  return pair[0];
}

// Within 10⁻¹² of the result: near 0 by the first terms of its series, since 1 − e cancels there.
static double tanh_one(double x) {
  double size = fabs(x), square = x * x;
  if (size < 1e-3) return x * (1 - square * (1.0 / 3 - square * (2.0 / 15)));
  double decay = exp_one(-2 * size), result = (1 - decay) / (1 + decay);
  return x < 0 ? -result : result;
}

static const float* query_at(const attention_call* call, int32_t b, int32_t h, int32_t i) {
  return call->q + b * call->q_at.b + h * call->q_at.h + i * call->q_at.i;
}
static int32_t shared_head(const attention_call* call, int32_t h) {
  return h / (call->h / call->h_kv);
}

static double product(const attention_call* call, int32_t b, int32_t h, int32_t i, int32_t j,
                      int capped) {
  const float* q = query_at(call, b, h, i);
  const float* k =
      call->k + b * call->k_at.b + shared_head(call, h) * call->k_at.h + j * call->k_at.i;
  double scale = (double)call->scale, score = 0, c = (double)call->softcap;
  for (int32_t d = 0; d < call->d_k; d++) score += (double)q[d] * scale * (double)k[d];
  return capped && c > 0 ? c * tanh_one(score / c) : score;
}

double wide_score(const attention_call* call, int32_t b, int32_t h, int32_t i, int32_t j,
                  int32_t after) {
  float bias = 0;
  if (after == AFTER_MASK) visible_bias(call, b, h, i, j, j + 1, &bias, 1);
  if (bias == -INFINITY) return (double)bias;
  return wide_sum(product(call, b, h, i, j, after != AFTER_SCALE), bias);
}

// The masked scores of query i with the keys [j0, j1); returns 0 where it may read none of them.
// bias is −∞ where a key is hidden.
static int masked_scores(const attention_call* call, int32_t b, int32_t h, int32_t i, int32_t j0,
                         int32_t j1, float* bias, double* score) {
  if (visible_bias(call, b, h, i, j0, j1, bias, 1) == ALL_HIDDEN) return 0;
  for (int32_t j = j0; j < j1; j++, bias++, score++)
    *score = *bias == -INFINITY ? (double)*bias : wide_sum(product(call, b, h, i, j, 1), *bias);
  return 1;
}

static void fill(float* x, int32_t count, float value) {
  for (int32_t t = 0; x && t < count; t++) x[t] = value;
}

void wide_row(const attention_call* call, int32_t b, int32_t h, int32_t i, float* out,
              float* weights, double* sums) {
  int32_t m = call->m, d_v = call->d_v;
  float bias[TILE];
  double score[TILE], top = -(double)INFINITY, sum = 0;
  fill(out, d_v, 0), fill(weights, m, 0);
  for (int32_t j0 = 0; j0 < m; j0 += TILE) {
    int32_t j1 = m - j0 < TILE ? m : j0 + TILE;
    if (!masked_scores(call, b, h, i, j0, j1, bias, score)) continue;
    for (int32_t t = 0; t < j1 - j0; t++) {
      if (score[t] > top) top = score[t];
      if (score[t] == score[t] && top < (double)INFINITY) continue;
      // NaN, or ∞, which less ∞ is NaN: so is the whole row.
      fill(out, d_v, NAN), fill(weights, m, NAN);
      return;
    }
  }
  if (top == -(double)INFINITY) return; // no key

  const float* v = call->v + b * call->v_at.b + shared_head(call, h) * call->v_at.h;
  for (int32_t e = 0; e < d_v; e++) sums[e] = 0;
  for (int32_t j0 = 0; j0 < m; j0 += TILE) {
    int32_t j1 = m - j0 < TILE ? m : j0 + TILE;
    if (!masked_scores(call, b, h, i, j0, j1, bias, score)) continue;
    for (int32_t t = 0; t < TILE; t++) score[t] = t < j1 - j0 ? score[t] - top : 0;
    exp_doubles(score, TILE);
    for (int32_t t = 0; t < j1 - j0; t++) {
      if (bias[t] == -INFINITY) continue;
      sum += score[t];
      if (weights) weights[j0 + t] = (float)score[t];
      const float* value = v + (j0 + t) * call->v_at.i;
      for (int32_t e = 0; e < d_v; e++) sums[e] += score[t] * (double)value[e];
    }
  }
  // The rounding of the sums, 10⁻¹⁶ of the largest value, may leave float32, but only by so much.
  for (int32_t e = 0; e < d_v; e++) out[e] = narrow(sums[e] / sum);
  for (int32_t j = 0; weights && j < m; j++) weights[j] = (float)((double)weights[j] / sum);
}
