// Attention and its gradient by their definition, in double and with libm, one number after the
// other: what the native programs compare with. Nothing here knows how c/ computes. Beside each
// number stands how far a float32 computation may be from it.
//
// Where the bounds come from. One rounding errs by UNIT of its result, at most. A sum of t numbers
// errs as a random walk does, by √t roundings, each taken as large as the sum of the sizes; a few
// are added for the first and the last.
//   score    (√d_k + 3) of Σ|q k| · |scale|: scale · q and the product are rounded as well
//   capped   the same (|slope| ≤ 1), and the error of tanh and three roundings, times the cap
//   masked   and one rounding of the sum
//   weight   relative: the score's error, three roundings of (score − top), its own and two of its
//            product with log₂e, and EXP_ERROR once for the weight and once for each tile that may
//            have moved the top; the same again, as the mean of all weights, from the divisor
//   output   Σ weight · |v| · (the weight's error), and √m + 4 roundings
// Weights below 2⁻¹²⁶ of the largest may become 0.
#ifndef DEFINITION_H
#define DEFINITION_H

#include "attention.h"
#include "check.h"

#include <float.h>

// The call's tensors as doubles, dense, and every stage of the formula. The gradient's arrays stay
// NULL until definition_backward.
typedef struct {
  const attention_call* call;
  double *q, *k, *v;                                 // (b, h, n, d_k), (b, h_kv, m, d_k or d_v)
  double *bias, *scaled, *capped, *masked, *weights; // (b, h, n, m)
  double *scaled_error, *capped_error, *masked_error, *weights_error; // absolute
  double *out, *out_error;                                            // (b, h, n, d_v)
  double* grad_out;                                                   // (b, h, n, d_v)
  double *grad_q, *grad_k, *grad_v, *grad_q_error, *grad_k_error, *grad_v_error;
} definition;

static inline size_t count_of(int32_t a, int32_t b, int32_t c, int32_t d) {
  return (size_t)a * (size_t)b * (size_t)c * (size_t)d;
}

static inline double* dense(const float* x, strides at, int32_t b, int32_t h, int32_t tokens,
                            int32_t size) {
  double *result = doubles(count_of(b, h, tokens, size)), *to = result;
  for (int32_t item = 0; item < b; item++)
    for (int32_t head = 0; head < h; head++)
      for (int32_t i = 0; i < tokens; i++)
        for (int32_t d = 0; d < size; d++) *to++ = x[item * at.b + head * at.h + i * at.i + d];
  return result;
}

// What attention.h says about who reads what: 0, a bias, or −∞ for a hidden key.
static inline double definition_bias(const attention_call* call, int32_t b, int32_t h, int32_t i,
                                     int32_t j) {
  if (j >= call->m - call->always) return 0;
  int32_t position = i + (call->lengths ? call->lengths[b] - call->n : call->offset);
  if (call->lengths && j >= call->lengths[b]) return -INFINITY;
  if (call->causal && j > position) return -INFINITY;
  if (call->left >= 0 && j < position - call->left) return -INFINITY;
  if (call->right >= 0 && j > position + call->right) return -INFINITY;
  if (call->keep) {
    if (j >= call->keep_m) return -INFINITY;
    const strides* at = &call->keep_at;
    int byte = call->keep[b * at->b + h * at->h + i * at->i + j * call->keep_j] != 0;
    if (byte != (call->keep_if != 0)) return -INFINITY;
  }
  if (!call->mask) return 0;
  if (j >= call->mask_m) return -INFINITY;
  const strides* at = &call->mask_at;
  return call->mask[b * at->b + h * at->h + i * at->i + j * call->mask_j];
}

static inline definition definition_open(const attention_call* call) {
  definition x = {.call = call};
  size_t square = count_of(call->b, call->h, call->n, call->m);
  size_t values = count_of(call->b, call->h, call->n, call->d_v);
  x.q = dense(call->q, call->q_at, call->b, call->h, call->n, call->d_k);
  x.k = dense(call->k, call->k_at, call->b, call->h_kv, call->m, call->d_k);
  x.v = dense(call->v, call->v_at, call->b, call->h_kv, call->m, call->d_v);
  x.bias = doubles(square), x.scaled = doubles(square), x.capped = doubles(square);
  x.masked = doubles(square), x.weights = doubles(square);
  x.scaled_error = doubles(square), x.capped_error = doubles(square);
  x.masked_error = doubles(square), x.weights_error = doubles(square);
  x.out = doubles(values), x.out_error = doubles(values);
  return x;
}

static inline void definition_close(definition* x) {
  free(x->q), free(x->k), free(x->v), free(x->bias), free(x->scaled), free(x->capped);
  free(x->masked), free(x->weights), free(x->scaled_error), free(x->capped_error);
  free(x->masked_error), free(x->weights_error), free(x->out), free(x->out_error);
  free(x->grad_out), free(x->grad_q), free(x->grad_k), free(x->grad_v);
  free(x->grad_q_error), free(x->grad_k_error), free(x->grad_v_error);
}

// One row: the scores of a query with all keys, its weights, and its output.
static inline void definition_row(definition* x, int32_t b, int32_t h, int32_t i) {
  const attention_call* call = x->call;
  int32_t m = call->m, d_k = call->d_k, d_v = call->d_v, h_kv = h / (call->h / call->h_kv);
  size_t row = ((size_t)b * (size_t)call->h + (size_t)h) * (size_t)call->n + (size_t)i;
  size_t kv = (size_t)b * (size_t)call->h_kv + (size_t)h_kv;
  const double *q = x->q + row * (size_t)d_k, *k = x->k + kv * count_of(1, 1, m, d_k);
  const double* v = x->v + kv * count_of(1, 1, m, d_v);
  double top = -INFINITY, sum = 0, mean_error = 0, scale = call->scale, c = call->softcap;
  size_t at = row * (size_t)m;
  for (int32_t j = 0; j < m; j++) {
    double score = 0, sizes = 0;
    for (int32_t d = 0; d < d_k; d++) {
      double product = q[d] * scale * k[j * d_k + d];
      score += product, sizes += fabs(product);
    }
    x->scaled[at + j] = score;
    x->scaled_error[at + j] = (sqrt(d_k) + 3) * UNIT * sizes;
    x->capped[at + j] = score, x->capped_error[at + j] = x->scaled_error[at + j];
    if (c > 0) {
      x->capped[at + j] = c * tanh(score / c);
      x->capped_error[at + j] += c * (TANH_ERROR + 3 * UNIT);
    }
    double bias = x->bias[at + j] = definition_bias(call, b, h, i, j);
    double masked = bias == -INFINITY ? -INFINITY : x->capped[at + j] + bias;
    x->masked_error[at + j] = bias == 0 || bias == -INFINITY ? 0 : UNIT * fabs(masked);
    x->masked_error[at + j] += x->capped_error[at + j];
    // A bias of this size leaves few bits for the score: as float32 rounds it, so is it defined,
    // but where a score stands between two roundings, or float32 does not hold the sum at all.
    if (fabs(bias) > 1e8 && fabs(masked) <= (double)FLT_MAX) {
      double error = x->capped_error[at + j];
      x->masked_error[at + j] = (float)(masked - error) == (float)(masked + error) ? 0 : INFINITY;
      masked = (float)masked;
    }
    x->masked[at + j] = masked;
    if (masked > top) top = masked;
  }
  if (top == -INFINITY) top = 0; // of no key, or of a NaN, which shows in the weights
  for (int32_t j = 0; j < m; j++) sum += x->weights[at + j] = exp(x->masked[at + j] - top);
  int32_t tiles = 1 + m / 64;
  for (int32_t j = 0; j < m; j++) {
    double weight = sum == 0 ? 0 : x->weights[at + j] / sum;
    x->weights[at + j] = weight;
    double relative = x->masked_error[at + j] + (1 + tiles) * (EXP_ERROR + UNIT);
    if (x->bias[at + j] != -INFINITY) relative += 3 * UNIT * fabs(x->masked[at + j] - top);
    x->weights_error[at + j] = relative;
    if (weight > 0) mean_error += weight * relative;
  }
  for (int32_t j = 0; j < m; j++) {
    double relative = x->weights_error[at + j] + mean_error + (sqrt(m) + 4) * UNIT;
    double weight = x->weights[at + j];
    x->weights_error[at + j] = weight > 0 ? weight * relative + 0x1p-125 : 0;
  }
  for (int32_t e = 0; e < d_v; e++) {
    double total = 0, error = 0;
    for (int32_t j = 0; j < m; j++) {
      if (x->bias[at + j] == -INFINITY) continue;
      double value = v[j * d_v + e], part = x->weights[at + j] * value;
      total += part;
      error += fabs(value) * x->weights_error[at + j] + (sqrt(m) + 4) * UNIT * fabs(part);
    }
    x->out[row * (size_t)d_v + e] = total;
    x->out_error[row * (size_t)d_v + e] = error + 0x1p-140;
  }
}

static inline void definition_forward(definition* x) {
  for (int32_t b = 0; b < x->call->b; b++)
    for (int32_t h = 0; h < x->call->h; h++)
      for (int32_t i = 0; i < x->call->n; i++) definition_row(x, b, h, i);
}

// Σ out ∘ grad_out is derived by hand: with P the weights and dP = grad_out vᵀ,
//   dS = P ∘ (dP − Σ P ∘ dP) · (1 − tanh²),  dV += Pᵀ grad_out,  dQ = scale dS k,  dK += scale dSᵀ
//   q.
// Hidden keys take no part. The errors are carried through each step by the rule of products.
static inline void definition_backward(definition* x, const float* grad_out) {
  const attention_call* call = x->call;
  int32_t m = call->m, n = call->n, d_k = call->d_k, d_v = call->d_v;
  size_t values = count_of(call->b, call->h, n, d_v);
  x->grad_out = doubles(values);
  for (size_t t = 0; t < values; t++) x->grad_out[t] = grad_out[t];
  size_t queries = count_of(call->b, call->h, n, d_k);
  size_t keys = count_of(call->b, call->h_kv, m, d_k), of_v = count_of(call->b, call->h_kv, m, d_v);
  x->grad_q = doubles(queries), x->grad_q_error = doubles(queries);
  x->grad_k = doubles(keys), x->grad_k_error = doubles(keys);
  x->grad_v = doubles(of_v), x->grad_v_error = doubles(of_v);
  double *dp = doubles((size_t)m), *dp_error = doubles((size_t)m), scale = call->scale;
  int32_t group = call->h_kv ? call->h / call->h_kv : 0;
  // A key's gradient is a sum over the queries of its group.
  double over_queries = (sqrt((double)group * n) + 5) * UNIT, over_keys = (sqrt(m) + 5) * UNIT;
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h = 0; h < call->h; h++)
      for (int32_t i = 0; i < n; i++) {
        size_t row = ((size_t)b * (size_t)call->h + (size_t)h) * (size_t)n + (size_t)i;
        size_t kv = (size_t)b * (size_t)call->h_kv + (size_t)(h / group), at = row * (size_t)m;
        const double *q = x->q + row * (size_t)d_k, *k = x->k + kv * count_of(1, 1, m, d_k);
        const double *v = x->v + kv * count_of(1, 1, m, d_v),
                     *d_out = x->grad_out + row * (size_t)d_v;
        double *grad_q = x->grad_q + row * (size_t)d_k,
               *grad_k = x->grad_k + kv * count_of(1, 1, m, d_k);
        double* grad_v = x->grad_v + kv * count_of(1, 1, m, d_v);
        double* grad_q_error = x->grad_q_error + row * (size_t)d_k;
        double* grad_k_error = x->grad_k_error + kv * count_of(1, 1, m, d_k);
        double* grad_v_error = x->grad_v_error + kv * count_of(1, 1, m, d_v);
        double mean = 0, mean_error = 0, mean_sizes = 0;
        for (int32_t j = 0; j < m; j++) {
          if (x->bias[at + j] == -INFINITY) continue;
          double sizes = 0;
          dp[j] = 0;
          for (int32_t e = 0; e < d_v; e++) {
            double product = d_out[e] * v[j * d_v + e];
            dp[j] += product, sizes += fabs(product);
          }
          dp_error[j] = (sqrt(d_v) + 3) * UNIT * sizes;
          mean += x->weights[at + j] * dp[j];
          mean_sizes += x->weights[at + j] * fabs(dp[j]);
          mean_error += x->weights_error[at + j] * fabs(dp[j]) + x->weights[at + j] * dp_error[j];
        }
        mean_error += (sqrt(m) + 4) * UNIT * mean_sizes;
        for (int32_t j = 0; j < m; j++) {
          if (x->bias[at + j] == -INFINITY) continue;
          double weight = x->weights[at + j], weight_error = x->weights_error[at + j];
          double slope = 1, slope_error = 0;
          if (call->softcap > 0) {
            double bent = x->capped[at + j] / call->softcap;
            slope = 1 - bent * bent;
            slope_error = 2 * x->capped_error[at + j] / call->softcap + 3 * UNIT;
          }
          double away = dp[j] - mean, ds = weight * away * slope;
          double ds_error = weight_error * fabs(away) * slope +
                            weight * (dp_error[j] + mean_error) * slope +
                            weight * fabs(away) * slope_error + 4 * UNIT * fabs(ds) +
                            UNIT * weight * (fabs(dp[j]) + fabs(mean)) + 0x1p-140;
          for (int32_t e = 0; e < d_v; e++) {
            grad_v[j * d_v + e] += weight * d_out[e];
            grad_v_error[j * d_v + e] +=
                fabs(d_out[e]) * (weight_error + over_queries * weight) + 0x1p-140;
          }
          for (int32_t d = 0; d < d_k; d++) {
            grad_q[d] += scale * ds * k[j * d_k + d];
            grad_q_error[d] +=
                fabs(scale * k[j * d_k + d]) * (ds_error + over_keys * fabs(ds)) + 0x1p-140;
            grad_k[j * d_k + d] += scale * ds * q[d];
            grad_k_error[j * d_k + d] +=
                fabs(scale * q[d]) * (ds_error + over_queries * fabs(ds)) + 0x1p-140;
          }
        }
      }
  free(dp), free(dp_error);
}

// The largest error that was seen, as a part of what is allowed.
static double largest_error = 0;

// NaN and ∞ must come where the definition has NaN or ∞, and nowhere else: which of the two is a
// matter of the order of sums. An allowed error that is no number, from ∞ somewhere in the row,
// says nothing.
static inline int is_near(double got, double expected, double allowed) {
  if (!isfinite(expected)) return !isfinite(got);
  if (!isfinite(allowed)) return 1;
  double error = fabs(got - expected);
  if (allowed > 0 && error / allowed > largest_error) largest_error = error / allowed;
  return error <= allowed;
}

#endif
