// softmax(q kᵀ · scale, masked) v in tiles, with a running softmax: the n × m matrix never exists.
// Milakov and Gimelshein 2018 (online normaliser), Dao et al. 2022 (tiles).
//
// Eight queries are the eight lanes of two vectors, and everything is computed transposed:
//
//   for each block of GROUPS · 8 rows of queries that share a key/value head
//     qᵀ = (q · scale)ᵀ, packed; top = −∞; sum = 0; oᵀ = 0
//     for each tile of KEY_TILE keys that some row may read
//       for each group of 8 rows that may read some of it
//         sᵀ = k qᵀ                          KEY_TILE × 8   multiply_tiles, rows of k
//         sᵀ = cap(sᵀ) + bias                               only where the options ask for it
//         new = max(top, sᵀ); oᵀ, sum *= exp(top − new); top = new
//         pᵀ = exp(sᵀ − top); sum += Σ pᵀ    lane by lane: nothing crosses lanes
//         oᵀ += vᵀ pᵀ                        d_v × 8        multiply_tiles, columns of v
//     out = (oᵀ / sum)ᵀ, 0 where sum = 0
//
// A row is a (query head, query) pair: the heads of a group that share k and v stand one after the
// other, so that a single token of eight heads on one key head fills the eight lanes.
//
// Sizes: a tile of k and one of v (64 · 64 · 4 bytes each) and the block's qᵀ and oᵀ (16 kB each at
// d = 64) stay in the second-level cache; sᵀ (2 kB) stays in the first. KEY_TILE 64 or 128 and 4 to
// 16 groups make no difference in speed.
#include "attention.h"
#include "exp.h"
#include "export.h"
#include "matmul.h"

#include <math.h>
#include <stddef.h>

enum { LANES = 8, KEY_TILE = 64, GROUPS = 8 };

// A row of the block, by its index: which head and which query.
typedef struct {
  int32_t h, i;
} row;

// Everything about one block. The arrays lie in the caller's workspace, a group after the other.
typedef struct {
  const attention_call* call;
  int32_t b, h_kv, r0, rows; // rows r0 … r0 + rows − 1 of h / h_kv · n
  int32_t d_v4;              // d_v rounded up to 4: multiply_tiles makes rows in fours
  float* q;                  // GROUPS × (d_k, 8)
  float* out;                // GROUPS × (d_v4, 8)
  float* top;                // GROUPS × 8
  float* sum;                // GROUPS × 8
  float* score;              // (KEY_TILE, 8)
  float* bias;               // (KEY_TILE, 8)
  // Which keys each group reads: some of its rows read a key in [first, last), and where position
  // alone decides, all of them read every key in [all_first, all_last).
  key_range some[GROUPS], all[GROUPS], block;
} block;

EXPORT(attention_fused_workspace)
uint32_t attention_fused_workspace(const attention_call* call) {
  uint32_t d_v4 = ((uint32_t)call->d_v + 3) / 4 * 4;
  return 4 * LANES * (GROUPS * ((uint32_t)call->d_k + d_v4 + 2) + 2 * KEY_TILE);
}

static row row_at(const block* at, int32_t r) {
  int32_t n = at->call->n, shared_by = at->call->h / at->call->h_kv, index = at->r0 + r;
  return (row){at->h_kv * shared_by + index / n, index % n};
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

static int32_t rows_of_group(const block* at, int32_t group) {
  return least(at->rows - group * LANES, LANES);
}

// Packs the queries of a group, scaled; lanes without a row are 0. Finds out what the group reads.
static void open_group(block* at, int32_t group) {
  const attention_call* call = at->call;
  float* packed = at->q + group * call->d_k * LANES;
  key_range some = {call->m, 0}, all = {0, call->m};
  int32_t rows = rows_of_group(at, group);
  for (int32_t l = 0; l < LANES; l++) {
    if (l >= rows) {
      for (int32_t d = 0; d < call->d_k; d++) packed[d * LANES + l] = 0;
      continue;
    }
    row r = row_at(at, group * LANES + l);
    const float* q = call->q + at->b * call->q_at.b + r.h * call->q_at.h + r.i * call->q_at.i;
    for (int32_t d = 0; d < call->d_k; d++) packed[d * LANES + l] = q[d] * call->scale;
    key_range range = visible_range(call, at->b, r.i);
    if (range.first < range.last)
      some = (key_range){least(some.first, range.first), most(some.last, range.last)};
    all = (key_range){most(all.first, range.first), least(all.last, range.last)};
  }
  at->some[group] = some;
  at->all[group] = all;
  at->block = (key_range){least(at->block.first, some.first), most(at->block.last, some.last)};
  for (int32_t l = 0; l < LANES; l++)
    at->top[group * LANES + l] = -INFINITY, at->sum[group * LANES + l] = 0;
  float* out = at->out + group * at->d_v4 * LANES;
  for (int32_t x = 0; x < at->d_v4 * LANES; x++) out[x] = 0;
}

static int reaches(key_range range, int32_t j0, int32_t j1) {
  return range.first < j1 && j0 < range.last;
}

// What is added to the tile's scores, transposed like them. Rows that do not exist read what the
// first does, so that they hide nothing and cost nothing.
static int tile_bias(const block* at, int32_t group, int32_t j0, int32_t j1) {
  int32_t rows = rows_of_group(at, group);
  int hidden = 0, zero = 0;
  for (int32_t l = 0; l < LANES; l++) {
    row r = row_at(at, group * LANES + (l < rows ? l : 0));
    int holds = visible_bias(at->call, at->b, r.h, r.i, j0, j1, at->bias + l, LANES);
    hidden += holds == ALL_HIDDEN;
    zero += holds == ALL_ZERO;
  }
  return hidden == LANES ? ALL_HIDDEN : zero == LANES ? ALL_ZERO : SOME_BIAS;
}

// sᵀ = c · tanh(sᵀ / c).
static __attribute__((noinline)) void cap_tile(float* score, int32_t keys, float c) {
  f32x4 up = v_splat(c);
  for (float *s = score, *end = score + keys * LANES; s < end; s += 4)
    v_store(s, v_mul(up, tanh_all(v_div(v_load(s), up))));
}

// sᵀ += bias, and −∞ where a key is hidden, whatever the score is.
static __attribute__((noinline)) void add_bias(float* score, const float* bias, int32_t keys) {
  f32x4 hidden = v_splat(-INFINITY);
  for (int32_t x = 0; x < keys * LANES; x += 4) {
    f32x4 extra = v_load(bias + x);
    v_store(score + x,
            v_select(v_eq(extra, hidden), hidden, v_add(v_load(score + x), extra)));
  }
}

// The running softmax takes one tile in: score becomes exp(score − top).
static __attribute__((noinline)) void exp_tile(float* score, int32_t keys, float* top, float* sum,
                                               float* out, int32_t d_v4) {
  f32x4 top0123 = v_load(top), top4567 = v_load(top + 4), old0123 = top0123, old4567 = top4567;
  for (int32_t j = 0; j < keys; j++) {
    top0123 = v_max(top0123, v_load(score + j * LANES));
    top4567 = v_max(top4567, v_load(score + j * LANES + 4));
  }
  if (v_any(v_lt(old0123, top0123)) || v_any(v_lt(old4567, top4567))) {
    v_store(top, top0123), v_store(top + 4, top4567);
    // From −∞, where nothing has been added up yet, the factor is exp(−∞) = 0.
    f32x4 by0123 = exp_nonpositive(v_sub(old0123, top0123));
    f32x4 by4567 = exp_nonpositive(v_sub(old4567, top4567));
    // Where old and new are both −∞ the difference is NaN, and there is nothing to rescale.
    by0123 = v_select(v_eq(old0123, top0123), v_splat(1), by0123);
    by4567 = v_select(v_eq(old4567, top4567), v_splat(1), by4567);
    v_store(sum, v_mul(v_load(sum), by0123)), v_store(sum + 4, v_mul(v_load(sum + 4), by4567));
    for (float *o = out, *end = out + d_v4 * LANES; o < end; o += LANES)
      v_store(o, v_mul(v_load(o), by0123)), v_store(o + 4, v_mul(v_load(o + 4), by4567));
  }
  // A row that has seen no key subtracts 0: exp(−∞ − 0) = 0.
  f32x4 none = v_splat(-INFINITY), zero = v_splat(0), sum0123 = zero, sum4567 = zero;
  top0123 = v_select(v_eq(top0123, none), zero, top0123);
  top4567 = v_select(v_eq(top4567, none), zero, top4567);
  for (int32_t j = 0; j < keys; j++) {
    float* s = score + j * LANES;
    f32x4 p0123 = exp_nonpositive(v_sub(v_load(s), top0123));
    f32x4 p4567 = exp_nonpositive(v_sub(v_load(s + 4), top4567));
    v_store(s, p0123), v_store(s + 4, p4567);
    sum0123 = v_add(sum0123, p0123), sum4567 = v_add(sum4567, p4567);
  }
  v_store(sum, v_add(v_load(sum), sum0123)), v_store(sum + 4, v_add(v_load(sum + 4), sum4567));
}

// oᵀ += vᵀ pᵀ, leaving out what bias hides: for the rare tile that is partly hidden and holds a value
// that is not finite, since 0 · NaN is not 0.
static __attribute__((noinline)) void blend_selected(const float* v, int32_t v_step, int32_t keys,
                                                     int32_t d_v, const float* p, const float* bias,
                                                     float* out) {
  for (int32_t e = 0; e < d_v; e++)
    for (int32_t l = 0; l < LANES; l++) {
      float sum = 0;
      for (int32_t j = 0; j < keys; j++)
        if (bias[j * LANES + l] != -INFINITY) sum += v[j * v_step + e] * p[j * LANES + l];
      out[e * LANES + l] += sum;
    }
}

// out = (oᵀ / sum)ᵀ.
static void close_group(const block* at, int32_t group) {
  const attention_call* call = at->call;
  const float* o = at->out + group * at->d_v4 * LANES;
  for (int32_t l = 0, rows = rows_of_group(at, group); l < rows; l++) {
    row r = row_at(at, group * LANES + l);
    float* out = call->out + at->b * call->out_at.b + r.h * call->out_at.h + r.i * call->out_at.i;
    float sum = at->sum[group * LANES + l];
    for (int32_t e = 0; e < call->d_v; e++) out[e] = sum == 0 ? 0 : o[e * LANES + l] / sum;
  }
}

static void attend_block(block* at) {
  const attention_call* call = at->call;
  int32_t groups = (at->rows + LANES - 1) / LANES;
  at->block = (key_range){call->m, 0};
  for (int32_t group = 0; group < groups; group++) open_group(at, group);

  const float* k = call->k + at->b * call->k_at.b + at->h_kv * call->k_at.h;
  const float* v = call->v + at->b * call->v_at.b + at->h_kv * call->v_at.h;
  int by_mask = call->mask || call->keep;
  key_range always = {call->m - call->always, call->m};
  int32_t start = least(at->block.first, always.first) / KEY_TILE * KEY_TILE;
  for (int32_t j0 = start; j0 < call->m; j0 += KEY_TILE) {
    int32_t j1 = least(j0 + KEY_TILE, call->m), keys = j1 - j0;
    int appended = reaches(always, j0, j1);
    if (!reaches(at->block, j0, j1) && !appended) continue;
    const float *k_tile = k + j0 * call->k_at.i, *v_tile = v + j0 * call->v_at.i;
    int v_finite = -1; // not looked at yet
    for (int32_t group = 0; group < groups; group++) {
      if (!reaches(at->some[group], j0, j1) && !appended) continue;
      int biased = by_mask || at->all[group].first > j0 || at->all[group].last < j1;
      if (biased) {
        int holds = tile_bias(at, group, j0, j1);
        if (holds == ALL_HIDDEN) continue;
        biased = holds != ALL_ZERO;
      }
      float* out = at->out + group * at->d_v4 * LANES;
      multiply_tiles(k_tile, keys, call->k_at.i, 1, at->q + group * call->d_k * LANES, call->d_k,
                     at->score, LANES, TILE_PUT);
      if (call->softcap > 0) cap_tile(at->score, keys, call->softcap);
      if (biased) add_bias(at->score, at->bias, keys);
      exp_tile(at->score, keys, at->top + group * LANES, at->sum + group * LANES, out, at->d_v4);
      if (biased && v_finite < 0) v_finite = all_finite(v_tile, keys, call->d_v, call->v_at.i);
      if (biased && !v_finite)
        blend_selected(v_tile, call->v_at.i, keys, call->d_v, at->score, at->bias, out);
      else
        multiply_tiles(v_tile, call->d_v, 1, call->v_at.i, at->score, keys, out, LANES, TILE_ADD);
    }
  }
  for (int32_t group = 0; group < groups; group++) close_group(at, group);
}

EXPORT(attention_fused) void attention_fused(const attention_call* call, void* workspace) {
  block at = {.call = call, .d_v4 = (call->d_v + 3) / 4 * 4};
  at.q = workspace;
  at.out = at.q + GROUPS * call->d_k * LANES;
  at.top = at.out + GROUPS * at.d_v4 * LANES;
  at.sum = at.top + GROUPS * LANES;
  at.score = at.sum + GROUPS * LANES;
  at.bias = at.score + KEY_TILE * LANES;
  int32_t rows = call->h / call->h_kv * call->n;
  for (at.b = 0; at.b < call->b; at.b++)
    for (at.h_kv = 0; at.h_kv < call->h_kv; at.h_kv++)
      for (at.r0 = 0; at.r0 < rows; at.r0 += GROUPS * LANES) {
        at.rows = least(rows - at.r0, GROUPS * LANES);
        attend_block(&at);
      }
}
