// The lessons' experiments on random queries and keys: how far dot products of d_k numbers spread,
// how much of a softmax row goes to one key, and what gradient is left.
//
// All in float64, with the numbers that PyTorch draws, and without holding a tensor: the stream is
// copied where q begins, and one copy replays q while the other has gone on to k.
#ifndef EXPERIMENTS_H
#define EXPERIMENTS_H

#include "random.h"

// Index 0: of the dot products themselves; 1: of those divided by √d_k; 2: of those divided by d_k.
enum { EXPERIMENT_DIVISORS = 3 };

typedef struct {
  double drawn;                          // how many numbers of this d_k have been used so far
  double variance;                       // of the dot products: Σ (x − mean)² / (count − 1)
  double largest[EXPERIMENT_DIVISORS];   // mean over the rows of the largest weight
  double saturated[EXPERIMENT_DIVISORS]; // share of the rows whose largest weight is above 0.99
  double gradient[EXPERIMENT_DIVISORS]; // mean over the rows of ‖diag(p) − p pᵀ‖ (Frobenius)
} experiment_result;

typedef struct {
  experiment_result result; // first, where JavaScript reads it
  uint32_t d_k, pairs, rows, keys;

  // The part that runs: `pairs` rows of one key each, then `rows` rows of `keys` keys.
  uint32_t in_rows;      // 0: pairs, 1: rows
  uint32_t row, key;     // where it stands,
  uint32_t place;        // and how many of the d_k numbers of this key are in scores[key]
  uint32_t q_at, q_have; // what of q_piece is used, and is there
  double mean, squares;  // of the dot products so far, and Σ (x − mean)²

  torch_draw q, k; // k: also where the generator stands between two parts
  double q_piece[16 * 32], k_piece[16 * 32];
  double room[]; // q's row (d_k), scores and weights (keys each, rounded up to even)
} experiment;

// How many bytes an experiment with these sizes takes; the caller brings them.
double experiment_bytes(double d_k, double keys);

// What torch.manual_seed does.
void experiment_seed(experiment* e, uint32_t seed);

// The next d_k, all sizes ≥ 1 but for pairs or rows, where 0 leaves out that part: draws
// q (pairs, d_k) and k (pairs, d_k), then q (rows, d_k) and k (rows, keys, d_k), in this order.
void experiment_begin(experiment* e, uint32_t d_k, uint32_t pairs, uint32_t rows, uint32_t keys);

// Uses up to `pieces` pieces of 512 numbers of k. Returns 1 when the d_k is done and the result
// stands, else 0. The result does not depend on how the pieces are shared out over calls.
uint32_t experiment_step(experiment* e, uint32_t pieces);

#endif
