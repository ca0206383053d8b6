// The grid of calls of grid.js, in native C: prints the same hash.
#include "attention.h"
#include "softmax.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t hash = 2166136261u;
static void add(const float* numbers, size_t count) {
  for (size_t at = 0; at < count; at++) {
    uint32_t word;
    memcpy(&word, numbers + at, 4);
    hash = (hash ^ word) * 16777619u;
  }
}

static float* room(size_t count) {
  float* block = malloc((count + 1) * sizeof(float));
  if (!block) exit(2);
  return block;
}

// drawn() of tests/js/support.js
static float* drawn(size_t count, uint32_t seed) {
  float* numbers = room(count);
  uint32_t state = (seed * 0x9e3779b1u) ^ 0x5bd1e995u;
  for (size_t at = 0; at < count; at++) {
    state = state * 1664525u + 1013904223u;
    numbers[at] = (float)(2 * ((state >> 8) / 8388608.0 - 1));
  }
  return numbers;
}

static void* workspace_of(double bytes) {
  void* block = aligned_alloc(64, ((size_t)bytes + 127) / 64 * 64);
  if (!block) exit(2);
  return block;
}

static strides dense(int32_t h, int32_t tokens, int32_t size) {
  return (strides){h * tokens * size, tokens * size, size};
}

enum { B = 2, H = 4, H_KV = 2 };

static void attend(int32_t n, int32_t m, int option, uint32_t seed) {
  int32_t d_k = 1 + (n + m) % 9, d_v = 1 + n * m % 12;
  size_t outs = (size_t)B * H * n * d_v;
  float *q = drawn((size_t)B * H * n * d_k, seed), *k = drawn((size_t)B * H_KV * m * d_k, seed + 1),
        *v = drawn((size_t)B * H_KV * m * d_v, seed + 2), *g = drawn(outs, seed + 3);
  float *out = room(outs), *mask = room((size_t)m);
  int32_t lengths[B] = {m / 2, m};
  for (int32_t j = 0; j < m; j++) mask[j] = j % 3 ? (float)-j : -INFINITY;
  attention_call call = {.b = B,
                         .h = H,
                         .h_kv = H_KV,
                         .n = n,
                         .m = m,
                         .d_k = d_k,
                         .d_v = d_v,
                         .q = q,
                         .k = k,
                         .v = v,
                         .out = out,
                         .q_at = dense(H, n, d_k),
                         .k_at = dense(H_KV, m, d_k),
                         .v_at = dense(H_KV, m, d_v),
                         .out_at = dense(H, n, d_v),
                         .scale = (float)(1 / sqrt(d_k)),
                         .mask_m = m,
                         .keep_m = m,
                         .keep_if = 1,
                         .left = -1,
                         .right = -1};
  if (option == 1) call.causal = 1;
  if (option == 2) call.causal = 1, call.offset = m - n, call.left = 5;
  if (option == 3) call.softcap = 2;
  if (option == 4) call.mask = mask, call.mask_j = 1;
  if (option == 5) call.lengths = lengths;
  void* space = workspace_of(attention_fused_workspace(&call));
  attention_fused(&call, space);
  add(out, outs);
  free(space);
  space = workspace_of(attention_staged_workspace(&call));
  attention_staged(&call, space);
  add(out, outs);
  free(space);
  attention_gradient gradient = {.call = call, .grad_out = g};
  size_t qs = (size_t)B * H * n * d_k, ks = (size_t)B * H_KV * m * d_k,
         vs = (size_t)B * H_KV * m * d_v;
  gradient.grad_q = room(qs), gradient.grad_k = room(ks), gradient.grad_v = room(vs);
  space = workspace_of(attention_backward_workspace(&gradient));
  attention_backward(&gradient, space);
  add(gradient.grad_q, qs), add(gradient.grad_k, ks), add(gradient.grad_v, vs);
  free(space), free(gradient.grad_q), free(gradient.grad_k), free(gradient.grad_v);
  free(q), free(k), free(v), free(g), free(out), free(mask);
}

static void normalise(int32_t m) {
  float *x = drawn(3 * (size_t)m, (uint32_t)m), *y = room(3 * (size_t)m), *space = room((size_t)m);
  softmax(x, y, 3, m, 0.75f, 0), add(y, 3 * (size_t)m);
  softmax(x, y, 3, m, 1, 1), add(y, 3 * (size_t)m);
  log_softmax(x, y, 3, m), add(y, 3 * (size_t)m);
  l1_normalize(x, y, 3, m), add(y, 3 * (size_t)m);
  sparsemax(x, y, 3, m, space), add(y, 3 * (size_t)m);
  free(x), free(y), free(space);
}

int main(void) {
  static const int32_t sizes[] = {1, 3, 4, 5, 8, 17, 64, 65, 130};
  enum { COUNT = sizeof sizes / sizeof *sizes };
  uint32_t seed = 1;
  for (int a = 0; a < COUNT; a++)
    for (int c = 0; c < COUNT; c++)
      for (int option = 0; option < 6; option++, seed += 4)
        attend(sizes[a], sizes[c], option, seed);
  for (int32_t m = 1; m < 300; m += 7) normalise(m);
  printf("%08x\n", hash);
  return 0;
}
