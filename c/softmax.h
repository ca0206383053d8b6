// Softmax along the last axis, its derivative, and what may stand in its place.
//
// x, y, p: (rows, m) float32, row-major, dense; y may be x. m = 0 and rows = 0 are legal.
//
// One rule for all of them: −∞ marks a hidden entry. It takes no part and its result is exactly 0
// (log_softmax: −∞), and a row of nothing else is 0 throughout (log_softmax: −∞). A NaN makes its
// own row NaN and no other. +∞ makes its row NaN, as ∞ − ∞ does in PyTorch; hardmax alone takes it
// for the largest entry, which it is.
//
// Sums are taken in blocks: 256 numbers in four lanes of float32, the blocks in double. So the
// error of a sum does not grow with the length of the row.
#ifndef SOFTMAX_H
#define SOFTMAX_H

#include <stdint.h>

// exp(x) for x ≤ 0, with the bits that softmax has. exp(−∞) = 0.
float exp_of(float x);

// y = exp(x / temperature) / Σ exp(x / temperature), with the row's maximum subtracted first.
// plus_one adds 1 to the denominator: as if one more entry, of score 0, stood in the row, so that a
// row may fade to 0. temperature > 0, finite. Source of plus_one: Miller 2023, "Attention is off by
// one", in the form that cannot overflow.
void softmax(const float* x, float* y, int32_t rows, int32_t m, float temperature,
             int32_t plus_one);

// y = x − max − log Σ exp(x − max): no logarithm of a weight that has gone down to 0. What float32
// cannot hold (−6·10³⁸) is its least number: −∞ is the logarithm of a hidden entry only.
void log_softmax(const float* x, float* y, int32_t rows, int32_t m);

// y = 1 at the first of the largest entries, 0 elsewhere: softmax as its temperature goes to 0.
void hardmax(const float* x, float* y, int32_t rows, int32_t m);

// y = |x| / Σ |x|; a row of zeros stays 0.
void l1_normalize(const float* x, float* y, int32_t rows, int32_t m);

// The point of the simplex (entries ≥ 0, sum 1) that is nearest to x: y = max(x − t, 0), with t
// such that the sum is 1. Exact, in O(m + s log m) for s entries that are not 0. Source: Martins
// and Astudillo 2016, algorithm 1. The workspace is m floats.
void sparsemax(const float* x, float* y, int32_t rows, int32_t m, float* workspace);

// jacobian (rows, m, m): ∂y_i / ∂x_j = p_i·([i = j] − p_j) for the weights p of softmax.
void softmax_jacobian(const float* p, float* jacobian, int32_t rows, int32_t m);

// The mean over the rows of the Frobenius norm of softmax's Jacobian at the scores x; NaN for no
// rows. The workspace is m floats.
double softmax_gradient_size(const float* x, int32_t rows, int32_t m, float* workspace);

// Linear attention: out_i = Σ_j φ(q_i)·φ(k_j) v_j / Σ_j φ(q_i)·φ(k_j), with φ = elu + 1, over the
// keys j ≤ i + offset (offset ≥ m: over all). Costs n + m instead of n·m. A query without a key is
// 0. Features that underflow or overflow count for what they are next to each other: where all of
// them are exp(−1000), the result is the mean.
//   q (b, h, n, d_k), k (b, h_kv, m, d_k), v (b, h_kv, m, d_v), out (b, h, n, d_v), all dense;
//   h is a whole multiple of h_kv: neighbouring query heads share a key/value head.
// Source: Katharopoulos et al. 2020, equations 5 to 12.
typedef struct {
  int32_t b, h, h_kv, n, m, d_k, d_v;
  const float* q;
  const float* k;
  const float* v;
  float* out;
  int32_t offset;
} linear_attention_call;
void linear_attention(const linear_attention_call* call, double* workspace);
double linear_attention_workspace(int32_t d_k, int32_t d_v); // in bytes

#endif
