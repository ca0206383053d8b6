// The formula as the lesson writes it: one function a stage, every intermediate a whole matrix.
// This is what the fused path is tested against.
//
//   scaled   Z = (q · scale) kᵀ          (n, m)   scale first, so that large q·k do not overflow
//   capped   Z = c · tanh(Z / c)
//   masked   Z = Z + M, −∞ where hidden
//   softmax  A = softmax of each row of Z
//   blend    O = A v                      (n, d_v)
//
// A row in which float32 does not reach, with a visible score or an output that is not finite, is
// computed again in double (wide.h).
//
// Workspace for one head at a time:
//   sums      n · d_v doubles   d_v of them for up to RECENT_KEYS keys
//   part      n · d_v           only for more
//   q_scaled  n · d_k           q · scale
//   panels    d_k · ⌈m/8⌉ · 8  or  m · ⌈d_v/8⌉ · 8, whichever is more: kᵀ, later v, packed
//   bias      m                 one row of M
//   doubt     n                 1 for a row to be computed again
//   z         n · m             only when the caller does not keep the weights
#include "attention.h"
#include "exp.h"
#include "export.h"
#include "panels.h"
#include "softmax.h"
#include "wide.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static double most(double a, double b) { return a > b ? a : b; }

static double panels_floats(const attention_call* call) {
  return most(panels_size(call->d_k, call->m), panels_size(call->m, call->d_v));
}

// A sum over keys is one in float32 for so many, and the sums are added up in double. 1024 as in
// decode.h.
enum { RECENT_KEYS = 1024 };

typedef struct {
  double* sums;
  float *part, *q_scaled, *panels, *bias, *doubt, *z;
} room;

// Shares out the workspace, and says how many floats it has.
static double divide(const attention_call* call, float* at, room* to) {
  double n = call->n, m = call->m, d_v = call->d_v, used = 0;
  int long_sums = call->m > RECENT_KEYS;
  double sizes[] = {2 * d_v * (long_sums ? n : 1),
                    long_sums ? n * d_v : 0,
                    n * call->d_k,
                    panels_floats(call),
                    m,
                    n,
                    call->weights ? 0 : n * m};
  float* parts[7];
  for (int x = 0; x < 7; used += sizes[x], x++) parts[x] = at ? at + (uint32_t)used : NULL;
  *to =
      (room){(double*)(void*)parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]};
  return used;
}

EXPORT(attention_staged_workspace)
double attention_staged_workspace(const attention_call* call) {
  room none;
  return 4 * divide(call, NULL, &none);
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

// Z = c · tanh(Z / c), count numbers. ±∞ stays: it may stand for a score that float32 cannot hold.
static lanes capped(lanes z, lanes up) {
  return l_select(l_eq(l_abs(z), l_splat(INFINITY)), z, l_mul(up, l_tanh(l_div(z, up))));
}
static void cap(float* z, uint32_t count, float c) {
  lanes up = l_splat(c);
  uint32_t t = 0;
  for (; t + V_WIDTH <= count; t += V_WIDTH) l_store(z + t, capped(l_load(z + t), up));
  if (t < count) {
    float rest[V_WIDTH] = {0};
    memcpy(rest, z + t, (count - t) * sizeof(float));
    l_store(rest, capped(l_load(rest), up));
    memcpy(z + t, rest, (count - t) * sizeof(float));
  }
}

// Z = Z + M. What stands in a hidden place is replaced, not added to: it may be NaN.
static void add_mask(const attention_call* call, int32_t b, int32_t h, float* z, float* bias) {
  for (int32_t i = 0; i < call->n; i++, z += call->m)
    if (!visible_fully(call, b, i) && visible_bias(call, b, h, i, 0, call->m, bias, 1) != ALL_ZERO)
      for (int32_t j = 0; j < call->m; j++) z[j] = bias[j] == -INFINITY ? bias[j] : z[j] + bias[j];
}

// Z of one head through the stages up to `after`.
static void score(const attention_call* call, int32_t b, int32_t h, int32_t after, float* z,
                  const room* at) {
  int32_t h_kv = h / (call->h / call->h_kv); // here there is a head, so neither is 0
  const float* q = call->q + b * call->q_at.b + h * call->q_at.h;
  const float* k = call->k + b * call->k_at.b + h_kv * call->k_at.h;
  scale_and_multiply(call, q, k, z, at->q_scaled, at->panels);
  if (after >= AFTER_SOFTCAP && call->softcap > 0)
    cap(z, (uint32_t)call->n * (uint32_t)call->m, call->softcap);
  if (after >= AFTER_MASK) add_mask(call, b, h, z, at->bias);
}

// Marks the rows of Z, masked, in which a key that may be read has no finite score.
static void doubt(const attention_call* call, int32_t b, int32_t h, const float* z,
                  const room* at) {
  for (int32_t i = 0; i < call->n; i++, z += call->m) {
    at->doubt[i] = 0;
    if (all_finite(z, 1, call->m, 0)) continue;
    visible_bias(call, b, h, i, 0, call->m, at->bias, 1);
    for (int32_t j = 0; j < call->m; j++)
      if (at->bias[j] != -INFINITY && !is_finite(z[j])) at->doubt[i] = 1;
  }
}

// O = A v, summed in float32 over RECENT_KEYS keys at a time.
static void blend_finite(const attention_call* call, const float* a, const float* v, float* out,
                         const room* at) {
  int32_t n = call->n, m = call->m, d_v = call->d_v;
  if (m <= RECENT_KEYS) {
    pack_panels(v, m, d_v, call->v_at.i, 1, at->panels);
    multiply_panels(a, n, m, m, at->panels, d_v, NULL, out, call->out_at.i);
    return;
  }
  for (int32_t j0 = 0; j0 < m; j0 += RECENT_KEYS) {
    int32_t keys = m - j0 < RECENT_KEYS ? m - j0 : RECENT_KEYS;
    pack_panels(v + j0 * call->v_at.i, keys, d_v, call->v_at.i, 1, at->panels);
    multiply_panels(a + j0, n, keys, m, at->panels, d_v, NULL, at->part, d_v);
    for (int32_t x = 0; x < n * d_v; x++)
      at->sums[x] = (j0 > 0 ? at->sums[x] : 0) + (double)at->part[x];
  }
  for (int32_t i = 0; i < n; i++)
    for (int32_t e = 0; e < d_v; e++) out[i * call->out_at.i + e] = narrow(at->sums[i * d_v + e]);
}

// The same where v is not finite. A weight of 0 does not hide a NaN (0 · NaN is NaN), so the keys
// that a query may not read are left out one by one. The order of the sums is that of panels.h, 256
// at a time: what is left out leaves no trace in the others.
static void blend_selected(const attention_call* call, int32_t b, int32_t h, const float* a,
                           const float* v, float* out, float* bias) {
  int32_t m = call->m;
  for (int32_t i = 0; i < call->n; i++, a += m) {
    visible_bias(call, b, h, i, 0, m, bias, 1);
    for (int32_t e = 0; e < call->d_v; e++) {
      double total = 0;
      float recent = 0, sum = 0;
      for (int32_t j = 0; j < m; j++) {
        if (bias[j] != -INFINITY) sum += a[j] * v[j * call->v_at.i + e];
        if ((j + 1) % 256 == 0 || j + 1 == m) recent += sum, sum = 0;
        if ((j + 1) % RECENT_KEYS == 0 || j + 1 == m) total += (double)recent, recent = 0;
      }
      out[i * call->out_at.i + e] = narrow(total);
    }
  }
}

EXPORT(attention_staged) void attention_staged(const attention_call* call, void* workspace) {
  room at;
  divide(call, workspace, &at);
  if (call->scores) attention_scores(call, workspace);
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h = 0; h < call->h; h++) {
      const float* v = call->v + b * call->v_at.b + h / (call->h / call->h_kv) * call->v_at.h;
      float* out = call->out + b * call->out_at.b + h * call->out_at.h;
      float* z = call->weights ? weights_of(call, b, h, 0) : at.z;
      score(call, b, h, AFTER_MASK, z, &at);
      doubt(call, b, h, z, &at);
      softmax(z, z, call->n, call->m, 1, 0);
      if (all_finite(v, call->m, call->d_v, call->v_at.i))
        blend_finite(call, z, v, out, &at);
      else
        blend_selected(call, b, h, z, v, out, at.bias);
      for (int32_t i = 0; i < call->n; i++, out += call->out_at.i)
        if (at.doubt[i] != 0 || !all_finite(out, 1, call->d_v, 0))
          wide_row(call, b, h, i, out, call->weights ? z + i * call->m : NULL, at.sums);
    }
}

// What float32 cannot hold is its largest number, so that −∞ means "hidden" and nothing else.
EXPORT(attention_scores) void attention_scores(const attention_call* call, void* workspace) {
  room at;
  divide(call, workspace, &at);
  int32_t after = call->scores_after;
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h = 0; h < call->h; h++) {
      float* z = call->scores + ((int64_t)b * call->h + h) * call->n * call->m;
      score(call, b, h, after, z, &at);
      for (int32_t i = 0; i < call->n; i++)
        for (int32_t j = 0; j < call->m; j++, z++)
          if (!is_finite(*z)) *z = narrow(wide_score(call, b, h, i, j, after));
    }
}

// In double, so that the mean of equal weights is that weight.
EXPORT(mean_over_heads) void mean_over_heads(float* weights, int32_t b, int32_t h, int32_t count) {
  for (int32_t item = 0; item < b; item++) {
    const float* of_item = weights + item * h * count;
    float* mean = weights + item * count; // never past what is still to be read
    for (int32_t x = 0; x < count; x++) {
      double sum = 0;
      for (int32_t head = 0; head < h; head++) sum += (double)of_item[head * count + x];
      mean[x] = (float)(sum / h);
    }
  }
}
