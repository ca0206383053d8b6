// softmax(q kᵀ · scale, masked) v in tiles, with a running softmax: the n × m matrix never exists.
// Milakov and Gimelshein 2018 (online normaliser), Dao et al. 2022 (tiles).
//
//   for each block of query rows that share a key/value head
//     top = −∞; sum = 0; oᵀ = 0
//     for each tile of keys that some row may read
//       for each group of 8 rows that may read some of it
//         sᵀ = scores of the tile              KEY_TILE × 8   block_scores
//         new = max(top, sᵀ); oᵀ, sum *= exp(top − new); top = new
//         pᵀ = exp(sᵀ − top); sum += Σ pᵀ      lane by lane: nothing crosses lanes
//         oᵀ += vᵀ pᵀ                          d_v × 8        multiply_tiles, columns of v
//     out = (oᵀ / sum)ᵀ
//
// Where the weights are wanted too, the scores of each tile are written down as they pass, and at
// the block's end weights are made of them, with another exp. The output is made as above either
// way, so it has the same bits.
//
// The sums are float32. A tile is one sum of 64 products, and the tiles are added up one after the
// other: after RECENT_KEYS keys what they have come to is added to sums in double, and they start
// again from 0. So the error does not grow with m: the mean of 2²⁰ values of 0.1 is off by 5·10⁻⁷
// (1.5·10⁻⁴ without), for about 1 % of the time at m = 4096 and nothing up to 1024. What finds the
// rows for wide.h (low, doubt, sums_off) takes 1 % at d = 64 and 2 % at n = 128 or d = 16.
#include "block.h"
#include "decode.h"
#include "double.h"
#include "exp.h"
#include "export.h"
#include "matmul.h"
#include "wide.h"

#include <math.h>
#include <stddef.h>

// What the running softmax keeps of a block, and one tile of scores. In the caller's workspace, in
// this order, after what the block itself needs.
typedef struct {
  int32_t d_v4; // d_v rounded up to 4: multiply_tiles makes rows in fours
  float* out;   // groups × (d_v4, 8)
  float* top;   // groups × 8
  float* sum;   // groups × 8
  float* low;   // groups × 8: the least score of a tile without a bias
  float* score; // (KEY_TILE, 8)
  float* fours; // room for a tile of vᵀ, packed in fours
  // Only for more than RECENT_KEYS keys; else NULL. Relative to settled_top, the top of then.
  double* settled;     // groups × (d_v4, 8)
  double* settled_sum; // groups × 8
  float* settled_top;  // groups × 8
} running;

// How many rows a block has room for: no more than there are.
static int32_t most_rows(const attention_call* call) {
  int32_t all = call->h_kv ? block_all_rows(call) : 0;
  return all < MOST_ROWS ? (all + BLOCK_ROWS - 1) / BLOCK_ROWS * BLOCK_ROWS : MOST_ROWS;
}

EXPORT(attention_fused_workspace)
double attention_fused_workspace(const attention_call* call) {
  uint32_t whole = ((uint32_t)call->d_v + 3) / 4 * 4;
  double d_v4 = whole, rows = most_rows(call);
  double floats = rows * (d_v4 + 3) + KEY_TILE * LANES + KEY_TILE * d_v4;
  if (call->m > RECENT_KEYS) floats += rows * (2 * d_v4 + 3);
  return block_workspace(call, (int32_t)rows) + 4 * floats;
}

static running divide(const attention_call* call, int32_t rows, float* workspace) {
  running state = {.d_v4 = (call->d_v + 3) / 4 * 4};
  state.out = workspace;
  state.top = state.out + rows * state.d_v4;
  state.sum = state.top + rows;
  state.low = state.sum + rows;
  state.score = state.low + rows;
  state.fours = state.score + KEY_TILE * LANES;
  if (call->m <= RECENT_KEYS) return state;
  // rows is a multiple of 64, so doubles are where they should be.
  state.settled = (double*)(void*)(state.fours + KEY_TILE * state.d_v4);
  state.settled_sum = state.settled + rows * state.d_v4;
  state.settled_top = (float*)(void*)(state.settled_sum + rows);
  return state;
}

static void start(const running* state, int32_t groups) {
  for (int32_t x = 0; x < groups * LANES; x++)
    state->top[x] = -INFINITY, state->sum[x] = 0, state->low[x] = 0;
  for (int32_t x = 0; x < groups * state->d_v4 * LANES; x++) state->out[x] = 0;
  if (!state->settled) return;
  for (int32_t x = 0; x < groups * LANES; x++)
    state->settled_top[x] = -INFINITY, state->settled_sum[x] = 0;
  for (int32_t x = 0; x < groups * state->d_v4 * LANES; x++) state->settled[x] = 0;
}

// exp of a difference to the maximum, as 2 to the power of its product with log₂e: rounding that
// product makes an error of |x|·2⁻²⁴ in a number of the size e⁻ˣ, which no sum notices, and spares
// the exact reduction by ln 2. (log₂e in the scale of q would spare the multiplication too, but
// then a large finite bias times log₂e may be −∞, and would hide.)
static inline lanes power(lanes difference) { return l_exp2(l_mul(difference, l_splat(LOG2_E))); }

// Where the maximum of some rows has risen, what they have added up so far is scaled down.
static __attribute__((noinline)) void rescale(const float* factor, float* sum, float* out,
                                              int32_t d_v4) {
  for (int l = 0; l < LANES; l += V_WIDTH) {
    lanes by = l_load(factor + l);
    l_store(sum + l, l_mul(l_load(sum + l), by));
    for (float *o = out + l, *end = o + d_v4 * LANES; o != end; o += LANES)
      l_store(o, l_mul(l_load(o), by));
  }
}

// The running softmax takes one tile in: score becomes exp(score − top). At d = 64 this is an
// eighth of the time, and the micro-kernel five sixths; the two halves of a tile in one loop are no
// faster. low becomes the least score, if it is less: that costs nothing beside the largest.
static __attribute__((noinline)) void exp_tile(float* score, int32_t keys, float* top, float* low,
                                               float* sum, float* out, int32_t d_v4) {
  const lanes zero = l_splat(0), none = l_splat(-INFINITY);
  float factor[LANES];
  int risen = 0;
  for (int l = 0; l < LANES; l += V_WIDTH) {
    lanes old = l_load(top + l), highest = old, lowest = l_load(low + l);
    for (float *s = score + l, *end = s + keys * LANES; s != end; s += LANES) {
      lanes next = l_load(s);
      highest = l_max(highest, next), lowest = l_min(lowest, next);
    }
    l_store(low + l, lowest);
    risen |= l_any(l_lt(old, highest));
    l_store(top + l, highest);
    // From −∞, where nothing has been added up yet, the factor is exp(−∞) = 0. A row that stays at
    // −∞ gets NaN − NaN out of the way: its difference is taken as 0.
    l_store(factor + l, power(l_select(l_eq(old, highest), zero, l_sub(old, highest))));
  }
  if (risen) rescale(factor, sum, out, d_v4);
  for (int l = 0; l < LANES; l += V_WIDTH) {
    // A row that has seen no key subtracts 0: exp(−∞ − 0) = 0.
    lanes highest = l_load(top + l), tile_sum = zero;
    highest = l_select(l_eq(highest, none), zero, highest);
    for (float *s = score + l, *end = s + keys * LANES; s != end; s += LANES) {
      lanes p = power(l_sub(l_load(s), highest));
      l_store(s, p);
      tile_sum = l_add(tile_sum, p);
    }
    l_store(sum + l, l_add(l_load(sum + l), tile_sum));
  }
}

// oᵀ += vᵀ pᵀ, leaving out what bias hides: for the rare tile that is partly hidden and holds a
// value that is not finite, since 0 · NaN is not 0.
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

static float* out_row(const query_block* block, int32_t r) {
  const attention_call* call = block->call;
  head_and_query at = block_row(block, r);
  return call->out + block->b * call->out_at.b + at.h * call->out_at.h + at.i * call->out_at.i;
}

// d_v doubles, in the room for a tile of vᵀ, which is larger.
static double* room_of(const running* state) { return (double*)(void*)state->fours; }

static void wide(const query_block* block, const running* state, int32_t r) {
  const attention_call* call = block->call;
  head_and_query at = block_row(block, r);
  wide_row(call, block->b, at.h, at.i, out_row(block, r),
           call->weights ? weights_of(call, block->b, at.h, at.i) : NULL, room_of(state));
}

// Adds what the last keys have come to to what is settled.
static __attribute__((noinline)) void settle(const running* state, int32_t group) {
  int32_t d_v4 = state->d_v4;
  float *out = state->out + group * d_v4 * LANES, *sum = state->sum + group * LANES;
  float *top = state->top + group * LANES, *before = state->settled_top + group * LANES;
  double* settled = state->settled + group * d_v4 * LANES;
  double *settled_sum = state->settled_sum + group * LANES, by[LANES];
  for (int l = 0; l < LANES; l++) by[l] = before[l] == top[l] ? 0 : (double)before[l] - top[l];
  exp_doubles(by, LANES);
  for (int l = 0; l < LANES; l++) {
    before[l] = top[l];
    settled_sum[l] = settled_sum[l] * by[l] + (double)sum[l], sum[l] = 0;
  }
  for (int32_t e = 0; e < d_v4; e++, settled += LANES, out += LANES)
    for (int l = 0; l < LANES; l++) settled[l] = settled[l] * by[l] + (double)out[l], out[l] = 0;
}

// The scores of a group with the keys [j0, j1), or −∞ throughout, written down a query a row.
static __attribute__((noinline)) void keep_tile(const query_block* block, int32_t group, int32_t j0,
                                                int32_t j1, const float* score) {
  const attention_call* call = block->call;
  int32_t m = call->m, keys = j1 - j0, rows = block_group_rows(block, group), j = 0;
  head_and_query first = block_row(block, group * LANES);
  // The rows of a block follow one another in the weights as they do in the block.
  float* to = weights_of(call, block->b, first.h, first.i) + j0;
  if (!score) {
    for (int32_t r = 0; r < rows; r++, to += m)
      for (int32_t t = 0; t < keys; t++) to[t] = -INFINITY;
    return;
  }
  if (V_WIDTH > 1 && rows == LANES)
    for (; j + 4 <= keys; j += 4)
      for (int l = 0; l < LANES; l += 4) {
        const float* from = score + j * LANES + l;
        f32x4 r0 = v_load(from), r1 = v_load(from + LANES), r2 = v_load(from + 2 * LANES),
              r3 = v_load(from + 3 * LANES);
        float* at = to + l * m + j;
        v_transpose(&r0, &r1, &r2, &r3);
        v_store(at, r0), v_store(at + m, r1), v_store(at + 2 * m, r2), v_store(at + 3 * m, r3);
      }
  for (; j < keys; j++)
    for (int32_t r = 0; r < rows; r++) to[r * m + j] = score[j * LANES + r];
}

// 0 for the rows of a group whose sums are all finite, else NaN.
static __attribute__((noinline)) void sums_off(const running* state, int32_t group, float* off) {
  const float *out = state->out + group * state->d_v4 * LANES, *sum = state->sum + group * LANES;
  for (int l = 0; l < LANES; l += V_WIDTH) {
    lanes so_far = l_sub(l_load(sum + l), l_load(sum + l));
    for (const float *o = out + l, *end = o + state->d_v4 * LANES; o != end; o += LANES)
      so_far = l_add(so_far, l_sub(l_load(o), l_load(o)));
    l_store(off + l, so_far);
  }
}

// out = (oᵀ / sum)ᵀ of row r; returns 0 for what is no result.
static int finish_settled(const running* state, int32_t r, int32_t d_v, float* out) {
  const double* o = state->settled + r / LANES * state->d_v4 * LANES + r % LANES;
  double sum = state->settled_sum[r], off = sum - sum;
  for (int32_t e = 0; e < d_v; e++) off += o[e * LANES] - o[e * LANES];
  for (int32_t e = 0; e < d_v; e++) out[e] = narrow(o[e * LANES] / sum);
  return sum > 0 && off == 0;
}

static int finish_row(const running* state, int32_t r, int32_t d_v, float off, float* out) {
  const float* o = state->out + r / LANES * state->d_v4 * LANES + r % LANES;
  float sum = state->sum[r];
  for (int32_t e = 0; e < d_v; e++) out[e] = o[e * LANES] / sum;
  return sum > 0 && off == 0;
}

// The weights of row r, of the scores that were written down in their place.
static __attribute__((noinline)) void weigh(float* weights, int32_t m, float top, float sum) {
  lanes tops = l_splat(top), sums = l_splat(sum);
  int32_t j = 0;
  for (; j + V_WIDTH <= m; j += V_WIDTH)
    l_store(weights + j, l_div(l_exp(l_sub(l_load(weights + j), tops)), sums));
  float rest[V_WIDTH] = {0};
  for (int l = 0; l < V_WIDTH && j + l < m; l++) rest[l] = weights[j + l];
  l_store(rest, l_div(l_exp(l_sub(l_load(rest), tops)), sums));
  for (int l = 0; l < V_WIDTH && j + l < m; l++) weights[j + l] = rest[l];
}

// A row is computed in double where float32 did not reach: a sum is not finite, a key that is read
// has a score of −∞, or no key has a score.
static void finish(const query_block* block, const running* state) {
  const attention_call* call = block->call;
  for (int32_t group = 0; group < block->groups; group++) {
    float off[LANES] = {0};
    if (state->settled)
      settle(state, group);
    else
      sums_off(state, group, off);
    for (int32_t l = 0; l < block_group_rows(block, group); l++) {
      int32_t r = group * LANES + l;
      head_and_query at = block_row(block, r);
      float* out = out_row(block, r);
      int reached = state->settled ? finish_settled(state, r, call->d_v, out)
                                   : finish_row(state, r, call->d_v, off[l], out);
      if (!reached || state->low[r] == -INFINITY || block->doubt[r] != 0)
        wide(block, state, r);
      else if (call->weights)
        weigh(weights_of(call, block->b, at.h, at.i), call->m, state->top[r],
              state->settled ? (float)state->settled_sum[r] : state->sum[r]);
    }
  }
}

static void attend(query_block* block, const running* state) {
  const attention_call* call = block->call;
  int32_t step = call->v_at.i;
  float no_low[LANES] = {0};
  for (int32_t j0 = 0; j0 < call->m; j0 += KEY_TILE) {
    int32_t j1 = j0 + KEY_TILE < call->m ? j0 + KEY_TILE : call->m, keys = j1 - j0;
    if (j1 <= block->any.first || j0 >= block->any.last) {
      for (int32_t group = 0; call->weights && group < block->groups; group++)
        keep_tile(block, group, j0, j1, NULL);
      continue;
    }
    const float* v = block->v + j0 * step;
    block_keys(block, j0, j1);
    int packed = block_packs(block, step);
    if (packed) pack_fours(v, call->d_v, keys, 1, step, state->fours);
    int v_finite = -1; // not looked at yet
    for (int32_t group = 0; group < block->groups; group++) {
      float* out = state->out + group * state->d_v4 * LANES;
      if (j0 > 0 && j0 % RECENT_KEYS == 0) settle(state, group);
      int holds = block_scores(block, group, j0, j1, state->score, 0);
      if (call->weights) keep_tile(block, group, j0, j1, holds == ALL_HIDDEN ? NULL : state->score);
      if (holds == ALL_HIDDEN) continue;
      exp_tile(state->score, keys, state->top + group * LANES,
               holds == ALL_ZERO ? state->low + group * LANES : no_low, state->sum + group * LANES,
               out, state->d_v4);
      if (holds == SOME_BIAS && v_finite < 0) v_finite = all_finite(v, keys, call->d_v, step);
      if (holds == SOME_BIAS && !v_finite)
        blend_selected(v, step, keys, call->d_v, state->score, block->bias, out);
      else if (packed)
        multiply_fours(state->fours, state->d_v4, state->score, keys, out, LANES, TILE_ADD);
      else
        multiply_tiles(v, call->d_v, 1, step, state->score, keys, out, LANES, TILE_ADD);
    }
  }
}

EXPORT(attention_fused) void attention_fused(const attention_call* call, void* workspace) {
  query_block block;
  int32_t most = most_rows(call);
  running state = divide(call, most, (float*)workspace + (uint32_t)block_workspace(call, most) / 4);
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h_kv = 0; h_kv < call->h_kv; h_kv++)
      for (int32_t row = 0; row < block_all_rows(call); row += block.rows) {
        block_open(&block, call, b, h_kv, row, most, workspace);
        if (block.rows <= FEW_ROWS) {
          for (int32_t r = 0; r < block.rows; r++)
            if (!decode_row(&block, r, out_row(&block, r), room_of(&state)))
              wide(&block, &state, r);
          continue;
        }
        start(&state, block.groups);
        attend(&block, &state);
        finish(&block, &state);
      }
}
