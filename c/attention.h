// softmax(q kᵀ · scale, masked) v: the one public header of the computation.
//
// Letters, the same in every file: b batch item, h query head, i query, j key, d place in a query
// or key, e place in a value. Sizes: b, h, h_kv, n queries, m keys, d_k, d_v; lower-case letters of
// the formula stay lower-case. All numbers are float32, row-major.
//
// Ownership: the caller owns every pointer, and keeps it alive for the length of the call only.
// Nothing here allocates, and nothing is remembered between calls. A function that needs room says
// how much (`…_workspace`, in bytes, 16-byte alignment), and the caller brings it. Room is counted
// in doubles: a product of sizes does not wrap at 2³², and the caller sees that it is too much.
//
// Range: finite inputs give finite outputs. A blend of values stays within their range and a finite
// bias hides nothing, also where float32 overflows on the way: such a row is computed in double
// (wide.h), and so is one with an input that is not finite.
//
// Errors: sizes and pointers are checked by the caller, in JavaScript; here they are preconditions.
#ifndef ATTENTION_H
#define ATTENTION_H

#include <stdint.h>

// Where the numbers of a (b, h, n, d) tensor lie: the distance in floats from one batch item, head
// and token to the next. The numbers of one token are neighbours. Packed heads, (b, n, h·d), are
// the same tensor with other strides, so nothing is ever copied to split or to join heads.
typedef struct {
  int32_t b, h, i;
} strides;

// What one call of attention works on. Every field is four bytes wide in wasm, in this order; the
// list of names in JavaScript follows it, and a test compares the two.
typedef struct {
  // Sizes. h is a whole multiple of h_kv: neighbouring query heads share a key/value head.
  int32_t b, h, h_kv, n, m, d_k, d_v;
  const float* q; // (b, h, n, d_k)
  const float* k; // (b, h_kv, m, d_k)
  const float* v; // (b, h_kv, m, d_v)
  float* out;     // (b, h, n, d_v)
  strides q_at, k_at, v_at, out_at;

  float scale;   // multiplies q before the product
  float softcap; // c > 0: scores become c · tanh(score / c), before any mask; 0: none

  // Which key may be read, and with what bias: visible.c.
  // Added to the scores: bias[b·mask_at.b + h·mask_at.h + i·mask_at.i + j·mask_j]; a stride of 0
  // broadcasts that axis. Keys from mask_m on are hidden. NULL: none.
  const float* mask;
  strides mask_at;
  int32_t mask_j, mask_m;
  // Bytes, laid out alike: a key is visible where (byte != 0) == (keep_if != 0). NULL: none.
  const uint8_t* keep;
  strides keep_at;
  int32_t keep_j, keep_m, keep_if;
  const int32_t* lengths; // b valid keys each; the keys after them are hidden. NULL: all m
  int32_t causal;         // 1: query i reads key j ≤ i + offset
  int32_t offset;         // position of query 0 among the keys; with lengths: lengths[b] − n
  int32_t left, right;    // window: position − left ≤ j ≤ position + right; −1: open
  int32_t always;         // the last so many keys are hidden by no rule at all (appended keys)

  // What to keep besides the output; NULL: nothing.
  float* weights; // (b, h, n, m)
  float* scores;  // (b, h, n, m), after the step that scores_after names; not by attention_fused
  int32_t scores_after;
} attention_call;

#ifdef __wasm__
_Static_assert(sizeof(attention_call) == 47 * 4, "the list of fields in JavaScript");
#endif

enum { AFTER_SCALE = 0, AFTER_SOFTCAP = 1, AFTER_MASK = 2 };

// --- attention -------------------------------------------------------------------------------

// The formula as the lesson writes it, one stage after the other, each as a matrix: the oracle.
// Source: Vaswani et al. 2017, equation 1. Fills out, and weights and scores where they are asked.
void attention_staged(const attention_call* call, void* workspace);
double attention_staged_workspace(const attention_call* call);

// The scores alone, after the step that scores_after names; the workspace is that of staged.
void attention_scores(const attention_call* call, void* workspace);

// The same result in tiles with a running softmax; never holds an n × m matrix: the workspace stays
// below a bound, whatever n and m are. Keeps the weights where they are asked for, beside an output
// of the same bits. Source: Milakov and Gimelshein 2018; Dao et al. 2022, algorithm 1.
void attention_fused(const attention_call* call, void* workspace);
double attention_fused_workspace(const attention_call* call);

// Gradients of Σ out ∘ grad_out with respect to q, k and v, each laid out densely as (b, h, n,
// d_k), (b, h_kv, m, d_k) and (b, h_kv, m, d_v); grad_out is (b, h, n, d_v), dense. A group of
// query heads adds up into the key/value head it shares. Source: Dao et al. 2022, appendix B.
typedef struct {
  attention_call call; // out is not used
  const float* grad_out;
  float* grad_q;
  float* grad_k;
  float* grad_v;
} attention_gradient;
void attention_backward(const attention_gradient* call, void* workspace);
double attention_backward_workspace(const attention_gradient* call);

// --- visible.c: the one rule -------------------------------------------------------------------

// The keys [first, last) that causal, window, lengths and mask width leave to query i of item b.
// The call's last `always` keys are visible as well, and not counted here.
typedef struct {
  int32_t first, last;
} key_range;
key_range visible_range(const attention_call* call, int32_t b, int32_t i);

// Writes what is added to the scores of query i for the keys [j0, j1) to bias[(j − j0) · step]:
// 0, a finite bias, or −∞ where the key is hidden. Returns what the row holds.
enum { ALL_HIDDEN = 0, SOME_BIAS = 1, ALL_ZERO = 2 };
int visible_bias(const attention_call* call, int32_t b, int32_t h, int32_t i, int32_t j0,
                 int32_t j1, float* bias, int32_t step);

// Whether query i of item b reads every key, and no bias is added: then there is nothing to write.
int visible_fully(const attention_call* call, int32_t b, int32_t i);

// M of the formula for every head, (b, h, n, m): what visible_bias writes, row by row.
void visible_matrix(const attention_call* call, float* bias);

// Whether rows × columns numbers, rows step floats apart, are all finite. 0 · NaN is not 0: a
// weight of 0 hides a value only if that value is finite.
int all_finite(const float* v, int32_t rows, int32_t columns, int32_t step);

// The mean of weights (b, h, count) over h, written over its first b · count numbers.
void mean_over_heads(float* weights, int32_t b, int32_t h, int32_t count);

#endif
