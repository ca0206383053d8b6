// The running softmax of fused.c for a few rows, one at a time: what a decoding step is. Eight
// lanes for one query would multiply seven times 0; here the four lanes are neighbours within a key
// or a value, each of which is read once, in order, so that the speed is the memory's.
#include "decode.h"
#include "double.h"
#include "exp.h"
#include "softmax.h"
#include "wide.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// score[j] = k_j · q for the keys of a tile. Four keys go together and share the loads of q.
static __attribute__((noinline)) void score_row(const float* k, int32_t k_step, int32_t keys,
                                                const float* q, int32_t d_k, float* score) {
  for (int32_t j = 0; j < keys; j += 4) {
    // Keys past the last one are the last one again.
    const float* k0 = k + j * k_step;
    const float* k1 = j + 1 < keys ? k0 + k_step : k0;
    const float* k2 = j + 2 < keys ? k1 + k_step : k1;
    const float* k3 = j + 3 < keys ? k2 + k_step : k2;
    f32x4 sum0 = v_splat(0), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    int32_t d = 0;
    for (; d + 4 <= d_k; d += 4) {
      f32x4 part = v_load(q + d);
      sum0 = v_add(sum0, v_mul(v_load(k0 + d), part));
      sum1 = v_add(sum1, v_mul(v_load(k1 + d), part));
      sum2 = v_add(sum2, v_mul(v_load(k2 + d), part));
      sum3 = v_add(sum3, v_mul(v_load(k3 + d), part));
    }
    score[j] = v_sum(sum0), score[j + 1] = v_sum(sum1);
    score[j + 2] = v_sum(sum2), score[j + 3] = v_sum(sum3);
    for (; d < d_k; d++) {
      score[j] += k0[d] * q[d], score[j + 1] += k1[d] * q[d];
      score[j + 2] += k2[d] * q[d], score[j + 3] += k3[d] * q[d];
    }
  }
}

// score becomes exp(score − top); returns the sum. What lies past the last key, up to a multiple of
// 4, is −∞ on the way in.
static __attribute__((noinline)) float exp_row(float* score, int32_t keys, float top) {
  int32_t whole = (keys + 3) / 4 * 4;
  lanes tops = l_splat(top), log2_e = l_splat(LOG2_E);
  for (int32_t j = 0; j < whole; j += V_WIDTH)
    l_store(score + j, l_exp2(l_mul(l_sub(l_load(score + j), tops), log2_e)));
  f32x4 sum = v_splat(0);
  for (int32_t j = 0; j < whole; j += 4) sum = v_add(sum, v_load(score + j));
  return v_sum(sum);
}

// out = out · factor + Σ_j p_j v_j. Four vectors of a value go together and share the loads of p.
static __attribute__((noinline)) void blend_row(const float* v, int32_t v_step, int32_t keys,
                                                int32_t d_v, const float* p, float factor,
                                                float* out) {
  int32_t e = 0;
  for (; e + 4 * V_WIDTH <= d_v; e += 4 * V_WIDTH) {
    lanes sum0 = l_splat(0), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    const float* value = v + e;
    for (const float *weight = p, *end = p + keys; weight != end; weight++, value += v_step) {
      lanes share = l_splat(*weight);
      sum0 = l_add(sum0, l_mul(share, l_load(value)));
      sum1 = l_add(sum1, l_mul(share, l_load(value + V_WIDTH)));
      sum2 = l_add(sum2, l_mul(share, l_load(value + 2 * V_WIDTH)));
      sum3 = l_add(sum3, l_mul(share, l_load(value + 3 * V_WIDTH)));
    }
    float* to = out + e;
    lanes by = l_splat(factor);
    l_store(to, l_add(l_mul(l_load(to), by), sum0));
    l_store(to + V_WIDTH, l_add(l_mul(l_load(to + V_WIDTH), by), sum1));
    l_store(to + 2 * V_WIDTH, l_add(l_mul(l_load(to + 2 * V_WIDTH), by), sum2));
    l_store(to + 3 * V_WIDTH, l_add(l_mul(l_load(to + 3 * V_WIDTH), by), sum3));
  }
  for (; e < d_v; e++) {
    float sum = 0;
    for (int32_t j = 0; j < keys; j++) sum += p[j] * v[j * v_step + e];
    out[e] = out[e] * factor + sum;
  }
}

// The same, leaving out what bias hides: 0 · NaN is not 0.
static void blend_row_selected(const float* v, int32_t v_step, int32_t keys, int32_t d_v,
                               const float* p, const float* bias, float factor, float* out) {
  for (int32_t e = 0; e < d_v; e++) {
    float sum = 0;
    for (int32_t j = 0; j < keys; j++)
      if (bias[j] != -INFINITY) sum += p[j] * v[j * v_step + e];
    out[e] = out[e] * factor + sum;
  }
}

static float one_exp(float x) { return l_first(l_exp2(l_splat(x * LOG2_E))); }

// 0 where all scores are finite but for those that bias hides; else NaN. What lies past the last
// key, up to a multiple of 4, is that key's score again where bias is NULL: nobody is hidden.
static __attribute__((noinline)) float scores_off(const float* score, const float* bias,
                                                  int32_t keys) {
  f32x4 off = v_splat(0);
  float hidden_off = 0;
  for (int32_t j = 0; !bias && j < keys; j += 4)
    off = v_add(off, v_sub(v_load(score + j), v_load(score + j)));
  for (int32_t j = 0; bias && j < keys; j++)
    hidden_off += bias[j] == -INFINITY ? 0 : score[j] - score[j];
  return v_sum(off) + hidden_off;
}

static void add_bias(float* score, const float* bias, int32_t keys) {
  for (int32_t j = 0; j < keys; j++) score[j] = bias[j] == -INFINITY ? bias[j] : score[j] + bias[j];
}

// Sums in double of what is added up in float32 between two of them, relative to exp(top).
typedef struct {
  double *out, sum;
  float top;
} settled_row;

static void settle(settled_row* settled, float* out, int32_t d_v, float* sum, float top) {
  double by[2] = {settled->top == top ? 0 : (double)settled->top - (double)top, 0};
  exp_doubles(by, 2);
  for (int32_t e = 0; e < d_v; e++)
    settled->out[e] = settled->out[e] * by[0] + (double)out[e], out[e] = 0;
  settled->sum = settled->sum * by[0] + (double)*sum, *sum = 0;
  settled->top = top;
}

int decode_row(query_block* block, int32_t r, float* out, double* sums) {
  const attention_call* call = block->call;
  int32_t d_k = call->d_k, d_v = call->d_v, k_step = call->k_at.i, v_step = call->v_at.i;
  head_and_query at = block_row(block, r);
  // The row's query, gathered from its lane to where the second group's would be: there is none.
  float score[KEY_TILE] = {0}, bias[KEY_TILE], *q = block->q + d_k * LANES;
  for (int32_t d = 0; d < d_k; d++) q[d] = block->q[d * LANES + r];
  float* weights = call->weights ? weights_of(call, block->b, at.h, at.i) : NULL;
  float top = -INFINITY, sum = 0, off = 0;
  settled_row settled = {.out = sums, .top = top};
  int settles = call->m > RECENT_KEYS;
  for (int32_t e = 0; e < d_v; e++) out[e] = 0;
  for (int32_t e = 0; settles && e < d_v; e++) sums[e] = 0;
  for (int32_t j = 0; weights && j < call->m; j++) weights[j] = -INFINITY;
  for (int32_t j0 = block->any.first / KEY_TILE * KEY_TILE; j0 < block->any.last; j0 += KEY_TILE) {
    int32_t j1 = j0 + KEY_TILE < call->m ? j0 + KEY_TILE : call->m, keys = j1 - j0;
    int holds = ALL_ZERO;
    if (!block_sees_all(block, 0, j0, j1))
      holds = visible_bias(call, block->b, at.h, at.i, j0, j1, bias, 1);
    if (holds == ALL_HIDDEN) continue;
    score_row(block->k + j0 * k_step, k_step, keys, q, d_k, score);
    if (holds == ALL_ZERO) off += scores_off(score, NULL, keys);
    if (call->softcap > 0) block_cap(score, 0, (keys + 3) / 4 * 4, call->softcap);
    if (holds == SOME_BIAS) {
      add_bias(score, bias, keys);
      off += scores_off(score, bias, keys);
    }
    if (weights) memcpy(weights + j0, score, (size_t)keys * sizeof(float));
    for (int32_t j = keys; j % 4 != 0; j++) score[j] = -INFINITY;
    float highest = top;
    for (int32_t j = 0; j < keys; j++) highest = highest < score[j] ? score[j] : highest;
    // From −∞ the factor is 0; where nothing has been seen yet there is nothing to scale.
    float factor = highest == top ? 1 : one_exp(top - highest);
    float tile_sum = exp_row(score, keys, highest == -INFINITY ? 0 : highest);
    sum = sum * factor + tile_sum, top = highest;
    const float* v = block->v + j0 * v_step;
    if (holds == SOME_BIAS && !all_finite(v, keys, d_v, v_step))
      blend_row_selected(v, v_step, keys, d_v, score, bias, factor, out);
    else
      blend_row(v, v_step, keys, d_v, score, factor, out);
    if (settles && j1 % RECENT_KEYS == 0) settle(&settled, out, d_v, &sum, top);
  }
  if (settles) settle(&settled, out, d_v, &sum, top);
  if (weights) softmax(weights, weights, 1, call->m, 1, 0);
  if (settles) sum = narrow(settled.sum);
  for (int32_t e = 0; e < d_v; e++) out[e] = settles ? narrow(sums[e] / settled.sum) : out[e] / sum;
  return sum > 0 && off == 0 && all_finite(out, 1, d_v, 0);
}
