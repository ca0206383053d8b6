// The formula as the lesson writes it: one function a stage, every intermediate a whole matrix.
// This is what the fused path is tested against, and what answers when the weights themselves are
// wanted.
//
//   scaled   Z = (q · scale) kᵀ          (n, m)   scale first, so that large q·k do not overflow
//   capped   Z = c · tanh(Z / c)
//   masked   Z = Z + M, −∞ where hidden
//   softmax  A = softmax of each row of Z
//   blend    O = A v                      (n, d_v)
//
// Workspace, in floats, for one head at a time:
//   q_scaled  n · d_k           q · scale
//   panels    d_k · ⌈m/8⌉ · 8  or  m · ⌈d_v/8⌉ · 8, whichever is more: kᵀ, later v, packed
//   bias      m                 one row of M
//   z         n · m             only when the caller does not keep the weights
#include "attention.h"
#include "exp.h"
#include "export.h"
#include "panels.h"
#include "softmax.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static double most(double a, double b) { return a > b ? a : b; }

static double panels_floats(const attention_call* call) {
  return most(panels_size(call->d_k, call->m), panels_size(call->m, call->d_v));
}

EXPORT(attention_staged_workspace)
double attention_staged_workspace(const attention_call* call) {
  double n = call->n, m = call->m;
  return 4 * (n * call->d_k + panels_floats(call) + m + (call->weights ? 0 : n * m));
}

// Z = (q · scale) kᵀ.
static void scale_and_multiply(const attention_call* call, const float* q, const float* k, float* z,
                               float* q_scaled, float* panels) {
  int32_t d_k = call->d_k;
  for (int32_t i = 0; i < call->n; i++)
    for (int32_t d = 0; d < d_k; d++) q_scaled[i * d_k + d] = q[i * call->q_at.i + d] * call->scale;
  pack_panels(k, d_k, call->m, 1, call->k_at.i, panels);
  multiply_panels(q_scaled, call->n, d_k, d_k, panels, call->m, NULL, z, call->m);
}

// Z = c · tanh(Z / c), count numbers.
static void cap(float* z, uint32_t count, float c) {
  lanes up = l_splat(c);
  uint32_t t = 0;
  for (; t + V_WIDTH <= count; t += V_WIDTH)
    l_store(z + t, l_mul(up, l_tanh(l_div(l_load(z + t), up))));
  if (t < count) {
    float rest[V_WIDTH] = {0};
    memcpy(rest, z + t, (count - t) * sizeof(float));
    l_store(rest, l_mul(up, l_tanh(l_div(l_load(rest), up))));
    memcpy(z + t, rest, (count - t) * sizeof(float));
  }
}

// Z = Z + M. What stands in a hidden place is replaced, not added to: it may be NaN.
static void add_mask(const attention_call* call, int32_t b, int32_t h, float* z, float* bias) {
  for (int32_t i = 0; i < call->n; i++, z += call->m)
    if (!visible_fully(call, b, i) && visible_bias(call, b, h, i, 0, call->m, bias, 1) != ALL_ZERO)
      for (int32_t j = 0; j < call->m; j++) z[j] = bias[j] == -INFINITY ? bias[j] : z[j] + bias[j];
}

// O = A v. A weight of 0 does not hide a NaN (0 · NaN is NaN), so where v is not finite the keys
// that a query may not read are left out one by one.
static void blend(const attention_call* call, int32_t b, int32_t h, const float* a, const float* v,
                  float* out, float* panels, float* bias) {
  int32_t m = call->m, d_v = call->d_v;
  if (all_finite(v, m, d_v, call->v_at.i)) {
    pack_panels(v, m, d_v, call->v_at.i, 1, panels);
    multiply_panels(a, call->n, m, m, panels, d_v, NULL, out, call->out_at.i);
    return;
  }
  for (int32_t i = 0; i < call->n; i++, a += m) {
    visible_bias(call, b, h, i, 0, m, bias, 1);
    for (int32_t e = 0; e < d_v; e++) {
      float sum = 0;
      for (int32_t j = 0; j < m; j++)
        if (bias[j] != -INFINITY) sum += a[j] * v[j * call->v_at.i + e];
      out[i * call->out_at.i + e] = sum;
    }
  }
}

EXPORT(attention_staged) void attention_staged(const attention_call* call, void* workspace) {
  uint32_t square = (uint32_t)call->n * (uint32_t)call->m;
  float* q_scaled = workspace;
  float* panels = q_scaled + (uint32_t)call->n * (uint32_t)call->d_k;
  float* bias = panels + (uint32_t)panels_floats(call);
  float* z = bias + call->m;
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h = 0; h < call->h; h++) {
      int32_t h_kv = h / (call->h / call->h_kv); // here there is a head, so neither is 0
      const float* q = call->q + b * call->q_at.b + h * call->q_at.h;
      const float* k = call->k + b * call->k_at.b + h_kv * call->k_at.h;
      const float* v = call->v + b * call->v_at.b + h_kv * call->v_at.h;
      uint32_t head = (uint32_t)(b * call->h + h) * square;
      if (call->weights) z = call->weights + head;
      float* scores = call->scores ? call->scores + head : NULL;

      scale_and_multiply(call, q, k, z, q_scaled, panels);
      if (scores && call->scores_after == AFTER_SCALE) memcpy(scores, z, square * sizeof(float));
      if (call->softcap > 0) cap(z, square, call->softcap);
      if (scores && call->scores_after == AFTER_SOFTCAP) memcpy(scores, z, square * sizeof(float));
      add_mask(call, b, h, z, bias);
      if (scores && call->scores_after == AFTER_MASK) memcpy(scores, z, square * sizeof(float));
      softmax(z, z, call->n, call->m, 1, 0);
      blend(call, b, h, z, v, call->out + b * call->out_at.b + h * call->out_at.h, panels, bias);
    }
}

EXPORT(mean_over_heads) void mean_over_heads(float* weights, int32_t b, int32_t h, int32_t count) {
  for (int32_t item = 0; item < b; item++) {
    const float* of_item = weights + item * h * count;
    float* mean = weights + item * count; // never past what is still to be read
    for (int32_t x = 0; x < count; x++) {
      float sum = 0;
      for (int32_t head = 0; head < h; head++) sum += of_item[head * count + x];
      mean[x] = sum / (float)h;
    }
  }
}
