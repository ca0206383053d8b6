// A block of query rows, eight to a group, as the tiled paths (fused.c, backward.c) go over it: the
// eight rows of a group are the lanes of two vectors, and every tile is held transposed, a key a
// row.
//
// A row is a (query head, query) pair: the heads that share a key/value head stand one after the
// other, so that a single token of eight heads on one key head fills the eight lanes.
#ifndef BLOCK_H
#define BLOCK_H

#include "attention.h"

// A tile of k and one of v (64 · 64 · 4 bytes each at d = 64) and what the block keeps stay in the
// second-level cache, one tile of scores (2 kB) in the first. A block is BLOCK_ROWS long, or a few
// times that where the caller has room: each tile is then fetched fewer times. MOST_ROWS of 64
// loses 10 % where a cache cannot hold the keys (heads side by side, d = 128); 512 gains nothing.
enum { LANES = 8, KEY_TILE = 64, BLOCK_ROWS = 64, MOST_ROWS = 256 };

typedef struct {
  const attention_call* call;
  int32_t b, h_kv, first_row, rows, groups;
  const float *k, *v; // of this batch item and key/value head
  float* q;           // groups × (d_k, 8): q · scale, transposed; 0 in lanes that have no row
  float* fours;       // the tile of k that is next, where block_keys packed it; else NULL
  float* room;        // for it
  float* bias;        // (KEY_TILE, 8): of the tile that block_scores made last
  // Some row of the group reads a key in some[group]; where position alone decides, every row reads
  // every key of all[group]. any: some of the whole block, appended keys included.
  key_range some[MOST_ROWS / LANES], all[MOST_ROWS / LANES], any;
  // A number other than 0 (NaN) where a row adds a bias to a score and gets none that is finite.
  float doubt[MOST_ROWS];
} query_block;

// Bytes that block_open needs for blocks of at most most_rows.
double block_workspace(const attention_call* call, int32_t most_rows);

// Rows of a key/value head: its query heads, n each.
static inline int32_t block_all_rows(const attention_call* call) {
  return call->h / call->h_kv * call->n;
}

// Up to so many rows that are left over from whole BLOCK_ROWS make a block of their own, for
// decode.h: so who computes a row does not depend on most_rows.
enum { FEW_ROWS = 4 };

// BLOCK_ROWS and FEW_ROWS for who shares rows out over several modules: a pool of workers.
int32_t block_rows(void);
int32_t few_rows(void);

// Packs the queries from first_row on, a whole multiple of BLOCK_ROWS, and finds out what they
// read. most_rows is such a multiple too, at most MOST_ROWS. workspace is block_workspace bytes and
// belongs to the block until the next block_open.
void block_open(query_block* block, const attention_call* call, int32_t b, int32_t h_kv,
                int32_t first_row, int32_t most_rows, float* workspace);

// Which head and which query row r of the block is.
typedef struct {
  int32_t h, i;
} head_and_query;
head_and_query block_row(const query_block* block, int32_t r);

// How many rows the group has: 8, but for the last group of the last block.
int32_t block_group_rows(const query_block* block, int32_t group);

// Whether the rules hide no key of [j0, j1) from any row of the group, and add no bias.
int block_sees_all(const query_block* block, int32_t group, int32_t j0, int32_t j1);

// score = c · tanh(score / c) for count scores, a multiple of 4; slope, if not NULL: 1 − tanh². A
// score of ±∞ stays what it is: it may stand for a finite one that float32 cannot hold (wide.h).
void block_cap(float* score, float* slope, int32_t count, float c);

// Whether a tile whose rows are so many floats apart is packed in fours before the block reads it:
// not where it can be read as fast as it lies, or is read too few times.
int block_packs(const query_block* block, int32_t row_step);

// The keys [j0, j1) are the next that block_scores reads.
void block_keys(query_block* block, int32_t j0, int32_t j1);

// The scores of a group with the keys [j0, j1), at most KEY_TILE: score (j1 − j0 rounded up to 4,
// 8) becomes k (q · scale)ᵀ, capped, with the bias added and −∞ where a key is hidden. Returns what
// the bias was; ALL_HIDDEN: there is nothing to see and score is not written. block->bias holds it
// unless ALL_ZERO was returned, and block->doubt says of which rows a key that they read got no
// finite score then; where ALL_ZERO was returned that is the caller's to find. slope: where softcap
// is on and the pointer is not NULL, it becomes the derivative of the capped score, 1 − tanh².
int block_scores(query_block* block, int32_t group, int32_t j0, int32_t j1, float* score,
                 float* slope);

#endif
