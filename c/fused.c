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
//     out = (oᵀ / sum)ᵀ, 0 where sum = 0
#include "block.h"
#include "decode.h"
#include "exp.h"
#include "export.h"
#include "matmul.h"

#include <math.h>

// What the running softmax keeps of a block, and one tile of scores. In the caller's workspace, in
// this order, after what the block itself needs.
typedef struct {
  int32_t d_v4; // d_v rounded up to 4: multiply_tiles makes rows in fours
  float* out;   // groups × (d_v4, 8)
  float* top;   // groups × 8
  float* sum;   // groups × 8
  float* score; // (KEY_TILE, 8)
  float* fours; // room for a tile of vᵀ, packed in fours
} running;

// How many rows a block has room for: no more than there are.
static int32_t most_rows(const attention_call* call) {
  int32_t all = call->h_kv ? block_all_rows(call) : 0;
  return all < MOST_ROWS ? (all + BLOCK_ROWS - 1) / BLOCK_ROWS * BLOCK_ROWS : MOST_ROWS;
}

EXPORT(attention_fused_workspace)
double attention_fused_workspace(const attention_call* call) {
  double d_v4 = ((uint32_t)call->d_v + 3) / 4 * 4, rows = most_rows(call);
  return block_workspace(call, (int32_t)rows) +
         4 * (rows * (d_v4 + 2) + KEY_TILE * LANES + KEY_TILE * d_v4);
}

static void start(const running* state, int32_t groups) {
  for (int32_t x = 0; x < groups * LANES; x++) state->top[x] = -INFINITY, state->sum[x] = 0;
  for (int32_t x = 0; x < groups * state->d_v4 * LANES; x++) state->out[x] = 0;
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
// faster.
static __attribute__((noinline)) void exp_tile(float* score, int32_t keys, float* top, float* sum,
                                               float* out, int32_t d_v4) {
  const lanes zero = l_splat(0), none = l_splat(-INFINITY);
  float factor[LANES];
  int risen = 0;
  for (int l = 0; l < LANES; l += V_WIDTH) {
    lanes old = l_load(top + l), highest = old;
    for (float *s = score + l, *end = s + keys * LANES; s != end; s += LANES)
      highest = l_max(highest, l_load(s));
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

// out = (oᵀ / sum)ᵀ.
static void finish(const query_block* block, const running* state) {
  int32_t d_v = block->call->d_v;
  for (int32_t r = 0; r < block->rows; r++) {
    float* out = out_row(block, r);
    const float* o = state->out + r / LANES * state->d_v4 * LANES + r % LANES;
    float sum = state->sum[r];
    for (int32_t e = 0; e < d_v; e++) out[e] = sum == 0 ? 0 : o[e * LANES] / sum;
  }
}

static void attend(query_block* block, const running* state) {
  const attention_call* call = block->call;
  int32_t step = call->v_at.i;
  for (int32_t j0 = block->any.first / KEY_TILE * KEY_TILE; j0 < block->any.last; j0 += KEY_TILE) {
    int32_t j1 = j0 + KEY_TILE < call->m ? j0 + KEY_TILE : call->m, keys = j1 - j0;
    const float* v = block->v + j0 * step;
    block_keys(block, j0, j1);
    int packed = block_packs(block, step);
    if (packed) pack_fours(v, call->d_v, keys, 1, step, state->fours);
    int v_finite = -1; // not looked at yet
    for (int32_t group = 0; group < block->groups; group++) {
      float* out = state->out + group * state->d_v4 * LANES;
      int holds = block_scores(block, group, j0, j1, state->score, 0);
      if (holds == ALL_HIDDEN) continue;
      exp_tile(state->score, keys, state->top + group * LANES, state->sum + group * LANES, out,
               state->d_v4);
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
  running state = {.d_v4 = (call->d_v + 3) / 4 * 4};
  int32_t most = most_rows(call);
  state.out = (float*)workspace + (uint32_t)block_workspace(call, most) / 4;
  state.top = state.out + most * state.d_v4;
  state.sum = state.top + most;
  state.score = state.sum + most;
  state.fours = state.score + KEY_TILE * LANES;
  for (int32_t b = 0; b < call->b; b++)
    for (int32_t h_kv = 0; h_kv < call->h_kv; h_kv++)
      for (int32_t row = 0; row < block_all_rows(call); row += block.rows) {
        block_open(&block, call, b, h_kv, row, most, workspace);
        if (block.rows <= FEW_ROWS) {
          for (int32_t r = 0; r < block.rows; r++) decode_row(&block, r, out_row(&block, r));
          continue;
        }
        start(&state, block.groups);
        attend(&block, &state);
        finish(&block, &state);
      }
}
