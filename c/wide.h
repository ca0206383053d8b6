// A row of attention in double: what answers where float32 does not reach.
//
// The fast paths compute in float32, whose largest number is 3.4·10³⁸. A product of a query and a
// key, a score with its bias, or a sum of values may lie beyond it although every input is finite,
// and although what comes of it, a blend of values, is finite as well. Such a row is found where it
// ends (a sum that is no number, or a key that may be read with a score of −∞) and computed again
// here, in double, where no product of the formula overflows: 10³⁸ three times over is 10¹¹⁵.
#ifndef WIDE_H
#define WIDE_H

#include "attention.h"

// Whether x is neither ∞ nor NaN: then x − x is 0.
static inline int is_finite(float x) { return x - x == 0; }

// x as float32; what is finite stays finite: −∞ among scores means "hidden" and nothing else.
float narrow(double x);

// A score and its bias, rounded to float32 where that can hold it: next to a bias of −10⁹ a score
// then drowns here as it does in the fast paths, and equal rows have equal results in both.
double wide_sum(double score, float bias);

// The score of query i with key j after that step (AFTER_SCALE …); −∞ where the mask hides it.
double wide_score(const attention_call* call, int32_t b, int32_t h, int32_t i, int32_t j,
                  int32_t after);

// out (d_v) of query i, and its weights (m) unless that is NULL. The sums are d_v numbers of room.
void wide_row(const attention_call* call, int32_t b, int32_t h, int32_t i, float* out,
              float* weights, double* sums);

// Which weights query i of head h has in call->weights.
static inline float* weights_of(const attention_call* call, int32_t b, int32_t h, int32_t i) {
  return call->weights + (((int64_t)b * call->h + h) * call->n + i) * call->m;
}

#endif
