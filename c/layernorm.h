// Layer normalisation over the last axis, as nn.LayerNorm: y = (x − mean) / √(variance + 1e-5) · γ
// + β, with the variance of the row itself (divided by d, not d − 1). Source: Ba, Kiros and Hinton
// 2016, section 3.
#ifndef LAYERNORM_H
#define LAYERNORM_H

#include <stdint.h>

// y (rows, d) of x (rows, d) with γ and β (d). stats (rows, 2) keeps each row's mean and
// 1 / √(variance + 1e-5) for the gradient.
void layer_norm(const float* x, int32_t rows, int32_t d, const float* gamma, const float* beta,
                float* y, float* stats);

// grad_x (rows, d) += the gradient with respect to x: added, since x also goes past the layer on
// the residual stream. grad_gamma and grad_beta (d) are added to as well.
void layer_norm_gradient(const float* x, const float* stats, const float* grad_y, int32_t rows,
                         int32_t d, const float* gamma, float* grad_x, float* grad_gamma,
                         float* grad_beta);

#endif
