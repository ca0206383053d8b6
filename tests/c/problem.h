// Random calls of attention, with any combination of its options, in arrays of exactly the length
// that the sizes and strides ask for. Random numbers are drawn one a statement: C leaves open which
// argument of a function is computed first, and every compiler is to see the same calls.
#ifndef PROBLEM_H
#define PROBLEM_H

#include "definition.h"

#include <float.h>

enum {
  PACKED = 1 << 0,     // the heads side by side in each token
  GAPS = 1 << 1,       // room between the tokens, heads and items
  SHARED = 1 << 2,     // two or three query heads on a key/value head
  BIAS = 1 << 3,       // a float mask with some −∞ in it
  LARGE_BIAS = 1 << 4, // and −1e9 and −FLT_MAX, which are finite and hide nothing
  KEEP = 1 << 5,       // a boolean mask
  NARROW = 1 << 6,     // masks that end before the keys do
  LENGTHS = 1 << 7,
  CAUSAL = 1 << 8,
  WINDOW = 1 << 9,
  SOFTCAP = 1 << 10,
  SCALE = 1 << 11,        // negative, 0, or another than 1/√d_k
  ALWAYS = 1 << 12,       // appended keys
  HIDDEN_NAN = 1 << 13,   // keys that nobody may read hold NaN, ∞ and the like
  NAN_QUERY = 1 << 14,    // a query holds NaN or ∞
  NAN_VALUE = 1 << 15,    // and so does a value, where some may read it
  NO_KEY = 1 << 16,       // rows without a key
  HIDDEN_LARGE = 1 << 17, // keys that nobody may read hold finite numbers that overflow products
  OPTIONS = 18,
};

// Each option in a fourth of the calls, and none in some.
static inline int any_options(void) {
  if (one_in(5)) return 0;
  return (int)(random_bits() & random_bits()) & ((1 << OPTIONS) - 1);
}

typedef struct {
  attention_call call;
  // The caller's arrays, how long they are, and what they held.
  float *q, *k, *v, *out, *mask;
  uint8_t* keep;
  int32_t* lengths;
  size_t q_size, k_size, v_size, out_size, mask_size, keep_size;
  float *q_before, *k_before, *v_before, *mask_before;
} problem;

// Strides of (b, h, tokens, size), and how many floats they span.
static inline strides lay_out(int options, int32_t b, int32_t h, int32_t tokens, int32_t size,
                              size_t* count) {
  int32_t gap = options & GAPS ? 1 + pick(5) : 0;
  strides at;
  if (options & PACKED) {
    at.h = size + gap, at.i = h * at.h + gap, at.b = tokens * at.i + gap;
  } else {
    at.i = size + gap, at.h = tokens * at.i + gap, at.b = h * at.h + gap;
  }
  int empty = b == 0 || h == 0 || tokens == 0 || size == 0;
  *count = empty ? 0 : (size_t)((b - 1) * at.b + (h - 1) * at.h + (tokens - 1) * at.i + size);
  return at;
}

static inline float* draw_tensor(strides at, size_t count, int32_t b, int32_t h, int32_t tokens,
                                 int32_t size, float scale) {
  float* x = floats(count);
  for (int32_t item = 0; item < b; item++)
    for (int32_t head = 0; head < h; head++)
      for (int32_t i = 0; i < tokens; i++)
        draw(x + item * at.b + head * at.h + i * at.i, (size_t)size, scale);
  return x;
}

// The axes that a mask has, and its strides; returns its size.
static inline size_t mask_axes(const attention_call* call, int options, strides* at,
                               int32_t* step_j, int32_t* width) {
  *width = options & NARROW && one_in(2) ? pick(call->m + 1) : call->m;
  *step_j = one_in(6) ? 0 : 1;
  int32_t step = *step_j ? *width : 1;
  at->i = one_in(3) ? 0 : step, step = at->i ? step * call->n : step;
  at->h = one_in(2) ? 0 : step, step = at->h ? step * call->h : step;
  at->b = one_in(2) ? 0 : step, step = at->b ? step * call->b : step;
  return (size_t)step;
}

// Whether no query of the group that shares it may read key j.
static inline int hidden_from_all(const attention_call* call, int32_t b, int32_t h_kv, int32_t j) {
  int32_t group = call->h / call->h_kv;
  for (int32_t h = h_kv * group; h < (h_kv + 1) * group; h++)
    for (int32_t i = 0; i < call->n; i++)
      if (definition_bias(call, b, h, i, j) != -INFINITY) return 0;
  return 1;
}

// Overwrites the rows of k and v that nobody reads.
static inline void fill_hidden(problem* x, const float* values, int32_t count) {
  const attention_call* call = &x->call;
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h_kv = 0; h_kv < call->h_kv; h_kv++)
      for (int32_t j = 0; j < call->m; j++) {
        if (!hidden_from_all(call, b, h_kv, j)) continue;
        float* k = x->k + b * call->k_at.b + h_kv * call->k_at.h + j * call->k_at.i;
        float* v = x->v + b * call->v_at.b + h_kv * call->v_at.h + j * call->v_at.i;
        for (int32_t d = 0; d < call->d_k; d++) k[d] = values[pick(count)];
        for (int32_t e = 0; e < call->d_v; e++) v[e] = values[pick(count)];
      }
}

static inline float* copy_of(const float* x, size_t count) {
  float* copy = floats(count);
  if (count) memcpy(copy, x, count * sizeof(float));
  return copy;
}

static inline problem problem_open(int options, int32_t n, int32_t m, int32_t d_k, int32_t d_v) {
  problem x = {.call = {.n = n, .m = m, .d_k = d_k, .d_v = d_v}};
  attention_call* call = &x.call;
  call->b = n * m > 4000 ? 1 : 1 + pick(2);
  call->h_kv = n * m > 4000 ? 1 : 1 + pick(2);
  call->h = call->h_kv * (options & SHARED ? 2 + pick(2) : 1);
  // Scores of a few units: a softmax that is neither flat nor a choice of one.
  call->scale = d_k ? (float)(1 / sqrt(d_k)) : 1;
  if (options & SCALE) {
    const float scales[] = {0, -1, 1, 0.125f, -0.0f, 3};
    call->scale = one_in(2) ? PICK(scales) : -call->scale;
  }
  if (options & SOFTCAP) call->softcap = one_in(2) ? 2 : 30;

  call->q_at = lay_out(options, call->b, call->h, n, d_k, &x.q_size);
  call->k_at = lay_out(options, call->b, call->h_kv, m, d_k, &x.k_size);
  call->v_at = lay_out(options, call->b, call->h_kv, m, d_v, &x.v_size);
  call->out_at = lay_out(options, call->b, call->h, n, d_v, &x.out_size);
  call->q = x.q = draw_tensor(call->q_at, x.q_size, call->b, call->h, n, d_k, 3);
  call->k = x.k = draw_tensor(call->k_at, x.k_size, call->b, call->h_kv, m, d_k, 2);
  call->v = x.v = draw_tensor(call->v_at, x.v_size, call->b, call->h_kv, m, d_v, 4);
  call->out = x.out = floats(x.out_size);

  call->left = call->right = -1;
  call->offset = one_in(2) ? 0 : m - n;
  if (options & ALWAYS) call->always = 1 + pick(2);
  if (call->always > m) call->always = m;
  if (options & CAUSAL) call->causal = 1, call->offset = pick(n + m + 1) - n;
  if (options & WINDOW) {
    call->left = pick(m + 2) - 1, call->right = pick(m + 2) - 1;
    if (one_in(2)) call->left = pick(3), call->right = pick(3);
  }
  if (options & LENGTHS) {
    x.lengths = bytes((size_t)call->b * sizeof(int32_t));
    for (int32_t b = 0; b < call->b; b++) x.lengths[b] = pick(m + 1);
    call->lengths = x.lengths;
  }
  if (options & (BIAS | LARGE_BIAS)) {
    x.mask_size = mask_axes(call, options, &call->mask_at, &call->mask_j, &call->mask_m);
    call->mask = x.mask = floats(x.mask_size);
    int32_t hides = 2 + pick(6);
    for (size_t t = 0; t < x.mask_size; t++) {
      x.mask[t] = one_in(hides) ? -INFINITY : one_in(2) ? drawn(3) : 0;
      if (options & LARGE_BIAS && one_in(3)) x.mask[t] = one_in(2) ? -1e9f : -FLT_MAX;
    }
  }
  if (options & KEEP) {
    x.keep_size = mask_axes(call, options, &call->keep_at, &call->keep_j, &call->keep_m);
    call->keep = x.keep = bytes(x.keep_size);
    call->keep_if = pick(2);
    int32_t hides = 2 + pick(6);
    for (size_t t = 0; t < x.keep_size; t++)
      x.keep[t] = one_in(hides) != call->keep_if ? (uint8_t)(1 + pick(255)) : 0;
  }
  // Rows without a key: their part of the mask is −∞ throughout.
  if (options & NO_KEY && x.mask && call->mask_at.i)
    for (int32_t i = 0; i < n; i += 1 + pick(3))
      for (int32_t t = 0; t < (call->mask_j ? call->mask_m : 1); t++)
        x.mask[i * call->mask_at.i + t] = -INFINITY;

  const float wild[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 1e30f};
  if (options & HIDDEN_LARGE) fill_hidden(&x, wild + 3, 3);
  if (options & HIDDEN_NAN) fill_hidden(&x, wild, 6);
  if (options & NAN_QUERY && x.q_size) {
    int32_t b = pick(call->b), h = pick(call->h), i = pick(n), d = pick(d_k);
    x.q[b * call->q_at.b + h * call->q_at.h + i * call->q_at.i + d] = wild[pick(3)];
  }
  if (options & NAN_VALUE && x.v_size) {
    int32_t b = pick(call->b), h = pick(call->h_kv), j = pick(m), e = pick(d_v);
    x.v[b * call->v_at.b + h * call->v_at.h + j * call->v_at.i + e] = wild[pick(3)];
  }
  x.q_before = copy_of(x.q, x.q_size), x.k_before = copy_of(x.k, x.k_size);
  x.v_before = copy_of(x.v, x.v_size), x.mask_before = copy_of(x.mask, x.mask_size);
  return x;
}

static inline void problem_close(problem* x) {
  free(x->q), free(x->k), free(x->v), free(x->out), free(x->mask), free(x->keep), free(x->lengths);
  free(x->q_before), free(x->k_before), free(x->v_before), free(x->mask_before);
}

static inline int same_bits(const float* a, const float* b, size_t count) {
  return count == 0 || memcmp(a, b, count * sizeof(float)) == 0;
}
static inline int inputs_unchanged(const problem* x) {
  return same_bits(x->q, x->q_before, x->q_size) && same_bits(x->k, x->k_before, x->k_size) &&
         same_bits(x->v, x->v_before, x->v_size) &&
         same_bits(x->mask, x->mask_before, x->mask_size);
}

// The call in words, for the message of a failure.
static inline const char* problem_text(const problem* x) {
  static char text[400];
  const attention_call* c = &x->call;
  snprintf(
      text, sizeof text,
      "b %d h %d/%d n %d m %d d_k %d d_v %d scale %g cap %g mask %d (m %d) keep %d (m %d, if %d) "
      "length %d causal %d offset %d window %d %d always %d",
      c->b, c->h, c->h_kv, c->n, c->m, c->d_k, c->d_v, (double)c->scale, (double)c->softcap,
      c->mask != NULL, c->mask_m, c->keep != NULL, c->keep_m, c->keep_if,
      c->lengths ? c->lengths[0] : -1, c->causal, c->offset, c->left, c->right, c->always);
  return text;
}

// What the output is, what a row without a key is, and that nothing else was written.
static inline void compare_out(const problem* x, const definition* expected, const char* method) {
  const attention_call* call = &x->call;
  // What belongs to the output is taken out; what is left has to be as it was.
  float* rest = copy_of(x->out, x->out_size);
  size_t at = 0;
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h = 0; h < call->h; h++)
      for (int32_t i = 0; i < call->n; i++) {
        size_t row = (size_t)((b * call->h + h) * call->n + i) * (size_t)call->m;
        int has_key = 0, all_zero = 1;
        for (int32_t j = 0; j < call->m; j++) {
          has_key |= expected->bias[row + (size_t)j] != -INFINITY;
          all_zero &= expected->weights[row + (size_t)j] == 0;
        }
        for (int32_t e = 0; e < call->d_v; e++, at++) {
          int32_t place = b * call->out_at.b + h * call->out_at.h + i * call->out_at.i + e;
          float got = x->out[place];
          rest[place] = float_of(UNTOUCHED);
          if (!has_key)
            CHECK(bits_of(got) == 0, "%s: no key, but %g: %s", method, (double)got,
                  problem_text(x));
          // An infinite query that gives no score but −∞: whether 0 · NaN counts is left open.
          else if (!all_zero)
            CHECK(is_near(got, expected->out[at], expected->out_error[at]),
                  "%s: out[%d][%d][%d][%d] = %.9g, expected %.9g ± %.2g: %s", method, b, h, i, e,
                  (double)got, expected->out[at], expected->out_error[at], problem_text(x));
        }
      }
  for (size_t place = 0; place < x->out_size; place++)
    CHECK(is_untouched(rest[place]), "%s: out + %zu was written: %s", method, place,
          problem_text(x));
  CHECK(inputs_unchanged(x), "%s: %s", method, problem_text(x));
  free(rest);
}

static inline void clear_out(problem* x) {
  for (size_t place = 0; place < x->out_size; place++) x->out[place] = float_of(UNTOUCHED);
}

static inline void run_fused(problem* x) {
  clear_out(x);
  float* workspace = workspace_of(attention_fused_workspace(&x->call));
  attention_fused(&x->call, workspace);
  free(workspace);
}
static inline void run_staged(problem* x) {
  clear_out(x);
  float* workspace = workspace_of(attention_staged_workspace(&x->call));
  attention_staged(&x->call, workspace);
  free(workspace);
}

#endif
