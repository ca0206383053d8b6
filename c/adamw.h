// AdamW, Adam with the decay of the weights apart from the gradient, in PyTorch's order of
// operations. Source: Loshchilov and Hutter 2019, algorithm 2.
#ifndef ADAMW_H
#define ADAMW_H

#include <stdint.h>

// What step t ≥ 1 multiplies with. The caller has these in double: in float32, 1 − 0.999 alone is
// wrong by 5e-5 of itself.
typedef struct {
  float keep;         // 1 − lr · weight decay
  float beta1, rest1; // β₁ and 1 − β₁
  float beta2, rest2; // β₂ and 1 − β₂
  float step;         // lr / (1 − β₁ᵗ)
  float root;         // √(1 − β₂ᵗ)
  float epsilon;
} adamw_step;

// sum (count) += share · part, in double, each sum rounded once: the gradient of a batch from those
// of its parts. count is a multiple of 4.
void add_gradient(float* sum, const float* part, double share, int32_t count);

// One step of `count` parameters, in place; first and second are the running means of the gradient
// and of its square, 0 before the first step. count is a multiple of 4: the arrays are padded.
void adamw(float* parameters, const float* gradient, float* first, float* second, int32_t count,
           const adamw_step* by);

#endif
