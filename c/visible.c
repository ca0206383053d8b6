// Which key a query may read, and with what bias: the one rule, which every path asks.
//
// A key is hidden by position (causal, window, lengths, a mask narrower than m), by a boolean mask,
// or by −∞ in a float mask. Each hides on its own; what is left has the bias of the float mask, or
// 0. No finite number means "hidden". Appended keys (call->always) are read by everybody.
#include "attention.h"
#include "export.h"
#include "vec.h"

#include <math.h>
#include <stddef.h>

key_range visible_range(const attention_call* call, int32_t b, int32_t i) {
  int64_t first = 0, last = call->m - call->always;
  if (call->mask && call->mask_m < last) last = call->mask_m;
  if (call->keep && call->keep_m < last) last = call->keep_m;
  if (call->lengths && call->lengths[b] < last) last = call->lengths[b];
  int64_t position = (int64_t)i + (call->lengths ? call->lengths[b] - call->n : call->offset);
  if (call->causal && position + 1 < last) last = position + 1;
  if (call->right >= 0 && position + call->right + 1 < last) last = position + call->right + 1;
  if (call->left >= 0 && position - call->left > first) first = position - call->left;
  if (last < 0) last = 0;
  if (first > last) first = last;
  return (key_range){(int32_t)first, (int32_t)last};
}

int visible_fully(const attention_call* call, int32_t b, int32_t i) {
  key_range range = visible_range(call, b, i);
  return !call->mask && !call->keep && range.first == 0 && range.last == call->m - call->always;
}

int visible_bias(const attention_call* call, int32_t b, int32_t h, int32_t i, int32_t j0,
                 int32_t j1, float* bias, int32_t step) {
  key_range range = visible_range(call, b, i);
  int32_t always_from = call->m - call->always;
  const float* mask =
      call->mask ? call->mask + b * call->mask_at.b + h * call->mask_at.h + i * call->mask_at.i
                 : NULL;
  const uint8_t* keep =
      call->keep ? call->keep + b * call->keep_at.b + h * call->keep_at.h + i * call->keep_at.i
                 : NULL;
  int hidden = 0, zero = 0;
  for (int32_t j = j0; j < j1; j++, bias += step) {
    float value = -INFINITY;
    if (j >= always_from)
      value = 0;
    else if (j >= range.first && j < range.last &&
             (!keep || (keep[j * call->keep_j] != 0) == (call->keep_if != 0)))
      value = mask ? mask[j * call->mask_j] : 0;
    *bias = value;
    hidden += value == -INFINITY;
    zero += value == 0;
  }
  return hidden == j1 - j0 ? ALL_HIDDEN : zero == j1 - j0 ? ALL_ZERO : SOME_BIAS;
}

EXPORT(visible_matrix) void visible_matrix(const attention_call* call, float* bias) {
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h = 0; h < call->h; h++)
      for (int32_t i = 0; i < call->n; i++, bias += call->m)
        visible_bias(call, b, h, i, 0, call->m, bias, 1);
}

int all_finite(const float* v, int32_t rows, int32_t columns, int32_t step) {
  // x − x is 0 for every finite x, and NaN for the others.
  f32x4 off = v_splat(0);
  for (int32_t j = 0; j < rows; j++, v += step) {
    int32_t e = 0;
    float rest = 0;
    for (; e + 4 <= columns; e += 4) off = v_add(off, v_sub(v_load(v + e), v_load(v + e)));
    for (; e < columns; e++) rest += v[e] - v[e];
    if (v_sum(off) + rest != 0) return 0;
  }
  return 1;
}
