// Gradients of attention. With P the weights, D = rowsum(P ∘ dP), and everything of one block of
// query rows (Dao et al. 2022, appendix B):
//
//   dP = dO vᵀ        dS = P ∘ (dP − D)        dV += Pᵀ dO
//   dQ = scale · dS k                          dK += dSᵀ (scale · q)
//
// and with softcap dS is multiplied by the slope 1 − tanh². The gradients of the weights are never
// n × m: a block of 64 rows keeps P and dS for the keys it reads, so that the two products that
// make them are made once. D comes from P and dP, which saves computing the output.
//
// Workspace, in floats, after what the block needs:
//   p, ds       m × 64 each        a key a row, a query row a column
//   slope       m × 64             only with softcap
//   k_panels    m × ⌈d_k/8⌉ · 8    keys packed for dQ, once for a key/value head
//   do_lanes    groups × (d_v, 8)  the block's dO, transposed
//   do_panels   64 × ⌈d_v/8⌉ · 8   and packed for dV
//   q_panels    64 × ⌈d_k/8⌉ · 8   scale · q packed for dK
//   edge        64 × 8             columns past the last whole panel
//   rows        64 × d_v, 64 × d_k dO and scale · q of the block, row after row
#include "block.h"
#include "double.h"
#include "exp.h"
#include "export.h"
#include "matmul.h"
#include "panels.h"
#include "wide.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static uint32_t up_to_8(int32_t size) { return ((uint32_t)size + 7) / 8 * 8; }

// The number of floats in each part of the workspace.
typedef struct {
  double square, slope, k_panels, do_lanes, do_panels, q_panels, edge, do_rows, q_rows;
} parts;

static parts parts_of(const attention_call* call) {
  uint32_t fours = ((uint32_t)call->m + 3) / 4 * 4; // tiles are made in fours
  double m4 = fours;
  return (parts){
      .square = m4 * BLOCK_ROWS,
      .slope = call->softcap > 0 ? m4 * BLOCK_ROWS : 0,
      .k_panels = (double)call->m * up_to_8(call->d_k),
      .do_lanes = BLOCK_ROWS * (double)call->d_v,
      .do_panels = (double)BLOCK_ROWS * up_to_8(call->d_v),
      .q_panels = (double)BLOCK_ROWS * up_to_8(call->d_k),
      .edge = (KEY_TILE > BLOCK_ROWS ? KEY_TILE : BLOCK_ROWS) * LANES,
      .do_rows = BLOCK_ROWS * (double)call->d_v,
      .q_rows = BLOCK_ROWS * (double)call->d_k,
  };
}

EXPORT(attention_backward_workspace)
double attention_backward_workspace(const attention_gradient* gradient) {
  parts sizes = parts_of(&gradient->call);
  return block_workspace(&gradient->call, BLOCK_ROWS) +
         4 * (2 * sizes.square + sizes.slope + sizes.k_panels + sizes.do_lanes + sizes.do_panels +
              sizes.q_panels + sizes.edge + sizes.do_rows + sizes.q_rows);
}

typedef struct {
  float *p, *ds, *slope, *k_panels, *do_lanes, *do_panels, *q_panels, *edge, *do_rows, *q_rows;
} room;

static room divide(const attention_gradient* gradient, void* workspace) {
  parts sizes = parts_of(&gradient->call);
  float* at = (float*)workspace + (uint32_t)block_workspace(&gradient->call, BLOCK_ROWS) / 4;
  room result;
  result.p = at, at += (uint32_t)sizes.square;
  result.ds = at, at += (uint32_t)sizes.square;
  result.slope = sizes.slope ? at : NULL, at += (uint32_t)sizes.slope;
  result.k_panels = at, at += (uint32_t)sizes.k_panels;
  result.do_lanes = at, at += (uint32_t)sizes.do_lanes;
  result.do_panels = at, at += (uint32_t)sizes.do_panels;
  result.q_panels = at, at += (uint32_t)sizes.q_panels;
  result.edge = at, at += (uint32_t)sizes.edge;
  result.do_rows = at, at += (uint32_t)sizes.do_rows;
  result.q_rows = at;
  return result;
}

static const float* grad_out_row(const attention_gradient* gradient, const query_block* block,
                                 int32_t r) {
  const attention_call* call = &gradient->call;
  head_and_query at = block_row(block, r);
  return gradient->grad_out + (((int64_t)block->b * call->h + at.h) * call->n + at.i) * call->d_v;
}

// dO and scale · q of the block in the layouts that the products want; rows that do not exist are
// 0.
static void gather_rows(const attention_gradient* gradient, const query_block* block, room* at) {
  const attention_call* call = &gradient->call;
  int32_t d_k = call->d_k, d_v = call->d_v;
  for (int32_t r = 0; r < BLOCK_ROWS; r++) {
    int exists = r < block->rows;
    const float* grad_out = exists ? grad_out_row(gradient, block, r) : NULL;
    float* lanes = at->do_lanes + r / LANES * d_v * LANES + r % LANES;
    const float* q = block->q + r / LANES * d_k * LANES + r % LANES;
    for (int32_t e = 0; e < d_v; e++)
      lanes[e * LANES] = at->do_rows[r * d_v + e] = exists ? grad_out[e] : 0;
    for (int32_t d = 0; d < d_k; d++) at->q_rows[r * d_k + d] = exists ? q[d * LANES] : 0;
  }
  pack_panels(at->do_rows, BLOCK_ROWS, d_v, d_v, 1, at->do_panels);
  pack_panels(at->q_rows, BLOCK_ROWS, d_k, d_k, 1, at->q_panels);
}

// Copies a tile (keys, 8) into a group's columns of an (m, 64) matrix, or fills them with a number.
static void put_tile(float* square, int32_t keys, const float* tile) {
  for (int32_t j = 0; j < keys; j++, square += BLOCK_ROWS, tile += LANES)
    for (int l = 0; l < LANES; l += V_WIDTH) l_store(square + l, l_load(tile + l));
}
static void fill_tile(float* square, int32_t keys, float value) {
  for (int32_t j = 0; j < keys; j++, square += BLOCK_ROWS)
    for (int l = 0; l < LANES; l += V_WIDTH) l_store(square + l, l_splat(value));
}

// 0 where a key is hidden: products with what stands there may have overflowed, and 0 · ∞ is not 0.
static void hide_in_tile(float* square, int32_t keys, const float* bias) {
  const lanes hidden = l_splat(-INFINITY), zero = l_splat(0);
  for (int32_t j = 0; j < keys; j++, square += BLOCK_ROWS, bias += LANES)
    for (int l = 0; l < LANES; l += V_WIDTH)
      l_store(square + l, l_select(l_eq(l_load(bias + l), hidden), zero, l_load(square + l)));
}

// For V_WIDTH rows of the block: p becomes their weights over the keys, ds becomes P ∘ (dP − D).
// Returns whether the sums of all of them are finite.
static __attribute__((noinline)) int softmax_gradient(float* p, float* ds, const float* slope,
                                                      int32_t keys) {
  const lanes zero = l_splat(0), none = l_splat(-INFINITY);
  lanes top = none, sum = zero, weighted = zero;
  for (int32_t at = 0; at < keys * BLOCK_ROWS; at += BLOCK_ROWS) top = l_max(top, l_load(p + at));
  top = l_select(l_eq(top, none), zero, top);
  // Sums of KEY_TILE numbers are added up, as in the forward pass.
  for (int32_t j0 = 0; j0 < keys; j0 += KEY_TILE) {
    lanes tile_sum = zero, tile_weighted = zero;
    for (int32_t at = j0 * BLOCK_ROWS, end = least(j0 + KEY_TILE, keys) * BLOCK_ROWS; at < end;
         at += BLOCK_ROWS) {
      lanes e = l_exp(l_sub(l_load(p + at), top));
      l_store(p + at, e);
      tile_sum = l_add(tile_sum, e);
      tile_weighted = l_add(tile_weighted, l_mul(e, l_load(ds + at)));
    }
    sum = l_add(sum, tile_sum);
    weighted = l_add(weighted, tile_weighted);
  }
  // A row without a key: every weight is 0, and so is every gradient.
  lanes share = l_select(l_eq(sum, zero), zero, l_div(l_splat(1), sum));
  lanes mean = l_mul(weighted, share);
  for (int32_t at = 0; at < keys * BLOCK_ROWS; at += BLOCK_ROWS) {
    lanes weight = l_mul(l_load(p + at), share);
    lanes d = l_mul(weight, l_sub(l_load(ds + at), mean));
    l_store(p + at, weight);
    l_store(ds + at, slope ? l_mul(d, l_load(slope + at)) : d);
  }
  lanes off = l_add(l_sub(sum, sum), l_sub(mean, mean)); // x − x is 0 for every finite x, else NaN
  return !l_any(l_lt(zero, l_select(l_eq(off, zero), zero, l_splat(1))));
}

// to (rows, columns) += A b, with A as multiply_tiles reads it and b in panels. A column that does
// not fill a panel goes through edge.
static void add_product(const float* a, int32_t rows, int32_t a_row, int32_t a_step,
                        const float* panels, int32_t panel_step, int32_t depth, float* to,
                        int32_t columns, float* edge) {
  for (int32_t c0 = 0; c0 < columns; c0 += 8, panels += panel_step) {
    int32_t width = least(columns - c0, 8), whole = width == 8 ? rows / 4 * 4 : 0;
    multiply_tiles(a, whole, a_row, a_step, panels, depth, to + c0, columns, TILE_ADD);
    int32_t rest = rows - whole;
    if (rest == 0) continue;
    multiply_tiles(a + whole * a_row, rest, a_row, a_step, panels, depth, edge, LANES, TILE_PUT);
    for (int32_t r = 0; r < rest; r++)
      for (int32_t l = 0; l < width; l++) to[(whole + r) * columns + c0 + l] += edge[r * LANES + l];
  }
}

// Returns 0, and has added nothing to a gradient, where finite inputs make a score that is read or
// a row's sums overflow.
static int backward_block(const attention_gradient* gradient, query_block* block, room* at) {
  const attention_call* call = &gradient->call;
  int32_t d_k = call->d_k, d_v = call->d_v, first = block->any.first / KEY_TILE * KEY_TILE;
  gather_rows(gradient, block, at);
  int32_t last = block->any.last;
  if (first >= last) return 1;

  // P and dP, as scores and as gradients still, tile by tile. Hidden places hold −∞ and 0.
  float* tile = at->edge;
  for (int32_t j0 = first; j0 < last; j0 += KEY_TILE) {
    int32_t j1 = least(j0 + KEY_TILE, call->m), keys = j1 - j0;
    block_keys(block, j0, j1);
    for (int32_t group = 0; group < BLOCK_ROWS / LANES; group++) {
      int32_t place = j0 * BLOCK_ROWS + group * LANES;
      float slope[KEY_TILE * LANES];
      int holds = group < block->groups
                      ? block_scores(block, group, j0, j1, tile, at->slope ? slope : NULL)
                      : ALL_HIDDEN;
      if (holds == ALL_HIDDEN) {
        fill_tile(at->p + place, keys, -INFINITY);
        fill_tile(at->ds + place, keys, 0);
        if (at->slope) fill_tile(at->slope + place, keys, 0);
        continue;
      }
      put_tile(at->p + place, keys, tile);
      if (at->slope) put_tile(at->slope + place, keys, slope);
      if (holds == ALL_ZERO && !all_finite(tile, 1, keys * LANES, 0)) return 0;
      multiply_tiles(block->v + j0 * call->v_at.i, keys, call->v_at.i, 1,
                     at->do_lanes + group * d_v * LANES, d_v, at->ds + place, BLOCK_ROWS, TILE_PUT);
      if (holds == ALL_ZERO) continue;
      hide_in_tile(at->ds + place, keys, block->bias);
      if (at->slope) hide_in_tile(at->slope + place, keys, block->bias);
    }
  }
  for (int32_t r = 0; r < block->rows; r++)
    if (block->doubt[r] != 0) return 0;
  int32_t end = least((last + KEY_TILE - 1) / KEY_TILE * KEY_TILE, call->m), keys = end - first;
  float *p = at->p + first * BLOCK_ROWS, *ds = at->ds + first * BLOCK_ROWS;
  float* slope = at->slope ? at->slope + first * BLOCK_ROWS : NULL;
  for (int32_t r = 0; r < BLOCK_ROWS; r += V_WIDTH)
    if (!softmax_gradient(p + r, ds + r, slope ? slope + r : NULL, keys)) return 0;

  int64_t head = (int64_t)block->b * call->h_kv + block->h_kv;
  float* grad_k = gradient->grad_k + (head * call->m + first) * d_k;
  float* grad_v = gradient->grad_v + (head * call->m + first) * d_v;
  for (int32_t j0 = 0; j0 < keys; j0 += KEY_TILE) {
    int32_t rows = least(keys - j0, KEY_TILE);
    add_product(p + j0 * BLOCK_ROWS, rows, BLOCK_ROWS, 1, at->do_panels, BLOCK_ROWS * 8, BLOCK_ROWS,
                grad_v + j0 * d_v, d_v, at->edge);
    add_product(ds + j0 * BLOCK_ROWS, rows, BLOCK_ROWS, 1, at->q_panels, BLOCK_ROWS * 8, BLOCK_ROWS,
                grad_k + j0 * d_k, d_k, at->edge);
  }
  // dQ of the block, made where scale · q was, then put where the rows belong.
  float* grad_q = at->q_rows;
  memset(grad_q, 0, (size_t)BLOCK_ROWS * (size_t)d_k * sizeof(float));
  for (int32_t j0 = 0; j0 < keys; j0 += KEY_TILE)
    add_product(ds + j0 * BLOCK_ROWS, BLOCK_ROWS, 1, BLOCK_ROWS, at->k_panels + (first + j0) * 8,
                call->m * 8, least(keys - j0, KEY_TILE), grad_q, d_k, at->edge);
  for (int32_t r = 0; r < block->rows; r++) {
    head_and_query row = block_row(block, r);
    float* to = gradient->grad_q + (((int64_t)block->b * call->h + row.h) * call->n + row.i) * d_k;
    for (int32_t d = 0; d < d_k; d++) to[d] = call->scale * grad_q[r * d_k + d];
  }
  return 1;
}

// The definition in double, one row of weights at a time, leaving out what is hidden instead of
// multiplying it by 0: what answers where a number is not finite, or float32 does not reach.
static void backward_wide(const attention_gradient* gradient, const query_block* block,
                          float* workspace) {
  const attention_call* call = &gradient->call;
  int32_t m = call->m, m4 = (m + 3) / 4 * 4, d_k = call->d_k, d_v = call->d_v, b = block->b;
  float* bias = workspace;
  double *p = (double*)(void*)(bias + m4), *ds = p + m4, *slope = ds + m4;
  double scale = (double)call->scale;
  int64_t head = (int64_t)b * call->h_kv + block->h_kv;
  for (int32_t r = 0; r < block->rows; r++) {
    head_and_query at = block_row(block, r);
    const float* q = call->q + b * call->q_at.b + at.h * call->q_at.h + at.i * call->q_at.i;
    const float* grad_out = grad_out_row(gradient, block, r);
    float* grad_q = gradient->grad_q + (((int64_t)b * call->h + at.h) * call->n + at.i) * d_k;
    double top = -(double)INFINITY, sum = 0, mean = 0;
    if (visible_bias(call, b, at.h, at.i, 0, m, bias, 1) == ALL_HIDDEN) continue;
    for (int32_t j = 0; j < m4; j++) {
      p[j] = -(double)INFINITY, slope[j] = 1;
      if (j >= m || bias[j] == -INFINITY) continue;
      double score = wide_score(call, b, at.h, at.i, j, AFTER_SOFTCAP);
      if (call->softcap > 0) slope[j] = 1 - score / call->softcap * (score / call->softcap);
      p[j] = wide_sum(score, bias[j]);
      top = top < p[j] ? p[j] : top;
    }
    if (top == -(double)INFINITY) top = 0;
    for (int32_t j = 0; j < m4; j++) p[j] -= top;
    exp_doubles(p, (uint32_t)m4);
    for (int32_t j = 0; j < m; j++) sum += p[j];
    for (int32_t j = 0; j < m; j++) {
      if (bias[j] == -INFINITY) continue;
      const float* v = block->v + j * call->v_at.i;
      p[j] = sum == 0 ? 0 : p[j] / sum;
      ds[j] = 0;
      for (int32_t e = 0; e < d_v; e++) ds[j] += (double)grad_out[e] * (double)v[e];
      mean += p[j] * ds[j];
    }
    for (int32_t j = 0; j < m; j++) {
      if (bias[j] == -INFINITY) continue;
      float* grad_k = gradient->grad_k + (head * m + j) * d_k;
      float* grad_v = gradient->grad_v + (head * m + j) * d_v;
      ds[j] = scale * (p[j] * (ds[j] - mean) * slope[j]);
      for (int32_t e = 0; e < d_v; e++)
        grad_v[e] = (float)((double)grad_v[e] + p[j] * (double)grad_out[e]);
      for (int32_t d = 0; d < d_k; d++)
        grad_k[d] = (float)((double)grad_k[d] + ds[j] * (double)q[d]);
    }
    for (int32_t d = 0; d < d_k; d++) {
      double of_q = 0;
      for (int32_t j = 0; j < m; j++)
        if (bias[j] != -INFINITY) of_q += ds[j] * (double)block->k[j * call->k_at.i + d];
      grad_q[d] = (float)of_q;
    }
  }
}

static int block_finite(const attention_gradient* gradient, const query_block* block) {
  const attention_call* call = &gradient->call;
  for (int32_t r = 0; r < block->rows; r++)
    if (!all_finite(grad_out_row(gradient, block, r), 1, call->d_v, 0)) return 0;
  return all_finite(block->q, 1, block->groups * call->d_k * LANES, 0);
}

// The gradients of one key/value head and of the queries that read it, rows × d and so on: 0 for
// a start.
typedef struct {
  float *q, *k, *v;
  size_t q_size, k_size, v_size;
} head_gradients;

static head_gradients clear_head(const attention_gradient* gradient, int32_t b, int32_t h_kv) {
  const attention_call* call = &gradient->call;
  size_t head = (size_t)b * (size_t)call->h_kv + (size_t)h_kv;
  head_gradients of;
  of.q_size = (size_t)block_all_rows(call) * (size_t)call->d_k;
  of.k_size = (size_t)call->m * (size_t)call->d_k;
  of.v_size = (size_t)call->m * (size_t)call->d_v;
  of.q = gradient->grad_q + head * of.q_size, of.k = gradient->grad_k + head * of.k_size;
  of.v = gradient->grad_v + head * of.v_size;
  memset(of.q, 0, of.q_size * sizeof(float));
  memset(of.k, 0, of.k_size * sizeof(float));
  memset(of.v, 0, of.v_size * sizeof(float));
  return of;
}

static void backward_head(const attention_gradient* gradient, int32_t b, int32_t h_kv,
                          void* workspace) {
  const attention_call* call = &gradient->call;
  room at = divide(gradient, workspace);
  query_block block;
  head_gradients of = clear_head(gradient, b, h_kv);
  // Nothing has a gradient where the output has no number, however many empty rows there are.
  if (call->d_v == 0) return;
  const float* k = call->k + b * call->k_at.b + h_kv * call->k_at.h;
  const float* v = call->v + b * call->v_at.b + h_kv * call->v_at.h;
  int keys_finite = all_finite(k, call->m, call->d_k, call->k_at.i) &&
                    all_finite(v, call->m, call->d_v, call->v_at.i);
  int all = keys_finite, again = 0;
  if (keys_finite) pack_panels(k, call->m, call->d_k, call->k_at.i, 1, at.k_panels);
  // Sums over the queries may overflow although they are finite as a whole: then all of the head is
  // done again.
  do {
    if (again) clear_head(gradient, b, h_kv);
    for (int32_t row = 0; row < block_all_rows(call); row += block.rows) {
      block_open(&block, call, b, h_kv, row, BLOCK_ROWS, workspace);
      int finite = keys_finite && block_finite(gradient, &block);
      all &= finite;
      if (again || !finite || !backward_block(gradient, &block, &at))
        backward_wide(gradient, &block, at.p);
    }
    again =
        !again && all &&
        !(all_finite(of.q, 1, (int32_t)of.q_size, 0) &&
          all_finite(of.k, 1, (int32_t)of.k_size, 0) && all_finite(of.v, 1, (int32_t)of.v_size, 0));
  } while (again);
}

EXPORT(attention_backward)
void attention_backward(const attention_gradient* gradient, void* workspace) {
  for (int32_t b = 0; b < gradient->call.b; b++)
    for (int32_t h_kv = 0; h_kv < gradient->call.h_kv; h_kv++)
      backward_head(gradient, b, h_kv, workspace);
}
