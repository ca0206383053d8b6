#include "block.h"
#include "exp.h"
#include "export.h"
#include "matmul.h"

#include <math.h>
#include <stddef.h>

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

double block_workspace(const attention_call* call, int32_t most_rows) {
  return 4.0 * (KEY_TILE * LANES + (KEY_TILE + most_rows) * (double)call->d_k);
}

EXPORT(block_rows) int32_t block_rows(void) { return BLOCK_ROWS; }
EXPORT(few_rows) int32_t few_rows(void) { return FEW_ROWS; }

head_and_query block_row(const query_block* block, int32_t r) {
  const attention_call* call = block->call;
  int32_t index = block->first_row + r;
  return (head_and_query){block->h_kv * (call->h / call->h_kv) + index / call->n, index % call->n};
}

int32_t block_group_rows(const query_block* block, int32_t group) {
  return least(block->rows - group * LANES, LANES);
}

static void open_group(query_block* block, int32_t group) {
  const attention_call* call = block->call;
  float* packed = block->q + group * call->d_k * LANES;
  key_range some = {call->m, 0}, all = {0, call->m};
  int32_t rows = block_group_rows(block, group);
  for (int32_t l = 0; l < LANES; l++) {
    if (l >= rows) {
      for (int32_t d = 0; d < call->d_k; d++) packed[d * LANES + l] = 0;
      continue;
    }
    head_and_query r = block_row(block, group * LANES + l);
    const float* q = call->q + block->b * call->q_at.b + r.h * call->q_at.h + r.i * call->q_at.i;
    for (int32_t d = 0; d < call->d_k; d++) packed[d * LANES + l] = q[d] * call->scale;
    key_range range = visible_range(call, block->b, r.i);
    if (range.first < range.last)
      some = (key_range){least(some.first, range.first), most(some.last, range.last)};
    all = (key_range){most(all.first, range.first), least(all.last, range.last)};
  }
  block->some[group] = some;
  block->all[group] = all;
  block->any = (key_range){least(block->any.first, some.first), most(block->any.last, some.last)};
}

void block_open(query_block* block, const attention_call* call, int32_t b, int32_t h_kv,
                int32_t first_row, int32_t most_rows, float* workspace) {
  int32_t rows = least(block_all_rows(call) - first_row, most_rows), few = rows % BLOCK_ROWS;
  if (few <= FEW_ROWS && few < rows) rows -= few;
  *block = (query_block){.call = call, .b = b, .h_kv = h_kv, .first_row = first_row, .rows = rows};
  block->groups = (rows + LANES - 1) / LANES;
  block->k = call->k + b * call->k_at.b + h_kv * call->k_at.h;
  block->v = call->v + b * call->v_at.b + h_kv * call->v_at.h;
  block->bias = workspace;
  block->room = block->bias + KEY_TILE * LANES;
  block->q = block->room + KEY_TILE * call->d_k;
  block->any = (key_range){call->m - call->always, call->always ? call->m : 0};
  for (int32_t group = 0; group < block->groups; group++) open_group(block, group);
}

static int reaches(key_range range, int32_t j0, int32_t j1) {
  return range.first < j1 && j0 < range.last;
}

// Rows that do not exist read what the first does: they hide nothing and cost nothing.
static int tile_bias(query_block* block, int32_t group, int32_t j0, int32_t j1) {
  int32_t rows = block_group_rows(block, group);
  int hidden = 0, zero = 0;
  for (int32_t l = 0; l < LANES; l++) {
    head_and_query r = block_row(block, group * LANES + (l < rows ? l : 0));
    int holds = visible_bias(block->call, block->b, r.h, r.i, j0, j1, block->bias + l, LANES);
    hidden += holds == ALL_HIDDEN;
    zero += holds == ALL_ZERO;
  }
  return hidden == LANES ? ALL_HIDDEN : zero == LANES ? ALL_ZERO : SOME_BIAS;
}

__attribute__((noinline)) void block_cap(float* score, float* slope, int32_t count, float c) {
  lanes up = l_splat(c), one = l_splat(1);
  for (int32_t x = 0; x < count; x += V_WIDTH) {
    lanes before = l_load(score + x), bent = l_tanh(l_div(before, up));
    lanes_mask endless = l_eq(l_abs(before), l_splat(INFINITY));
    l_store(score + x, l_select(endless, before, l_mul(up, bent)));
    if (slope) l_store(slope + x, l_sub(one, l_mul(bent, bent)));
  }
}

// score += bias, and −∞ where a key is hidden, whatever the score is.
static __attribute__((noinline)) void add_bias(float* score, const float* bias, int32_t keys,
                                               float* doubt) {
  const lanes hidden = l_splat(-INFINITY), zero = l_splat(0);
  for (int32_t l = 0; l < LANES; l += V_WIDTH) {
    lanes lost = l_load(doubt + l);
    for (int32_t x = l; x < keys * LANES; x += LANES) {
      lanes extra = l_load(bias + x), sum = l_add(l_load(score + x), extra);
      lanes_mask hides = l_eq(extra, hidden);
      l_store(score + x, l_select(hides, hidden, sum));
      lost = l_add(lost, l_select(hides, zero, l_sub(sum, sum))); // 0 for every finite sum
    }
    l_store(doubt + l, lost);
  }
}

int block_sees_all(const query_block* block, int32_t group, int32_t j0, int32_t j1) {
  const attention_call* call = block->call;
  return !call->mask && !call->keep && j1 <= call->m - call->always &&
         block->all[group].first <= j0 && block->all[group].last >= j1;
}

int block_packs(const query_block* block, int32_t row_step) {
  return row_step > USUAL_ROW && block->groups >= 4;
}

void block_keys(query_block* block, int32_t j0, int32_t j1) {
  const attention_call* call = block->call;
  block->fours = block_packs(block, call->k_at.i) ? block->room : NULL;
  if (block->fours)
    pack_fours(block->k + j0 * call->k_at.i, j1 - j0, call->d_k, call->k_at.i, 1, block->fours);
}

int block_scores(query_block* block, int32_t group, int32_t j0, int32_t j1, float* score,
                 float* slope) {
  const attention_call* call = block->call;
  int holds = ALL_ZERO;
  if (j1 <= call->m - call->always && !reaches(block->some[group], j0, j1)) return ALL_HIDDEN;
  if (!block_sees_all(block, group, j0, j1)) {
    holds = tile_bias(block, group, j0, j1);
    if (holds == ALL_HIDDEN) return holds;
  }
  const float* q = block->q + group * call->d_k * LANES;
  if (block->fours)
    multiply_fours(block->fours, j1 - j0, q, call->d_k, score, LANES, TILE_PUT);
  else
    multiply_tiles(block->k + j0 * call->k_at.i, j1 - j0, call->k_at.i, 1, q, call->d_k, score,
                   LANES, TILE_PUT);
  if (call->softcap > 0) block_cap(score, slope, (j1 - j0) * LANES, call->softcap);
  if (holds == SOME_BIAS) add_bias(score, block->bias, j1 - j0, block->doubt + group * LANES);
  return holds;
}
