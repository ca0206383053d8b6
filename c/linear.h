// A linear layer with its weight as PyTorch keeps it, (out, in): y = x Wᵀ + bias, and the
// gradients.
//
// Every product is made of the tiles of matmul.c. All arrays are dense, float32 and row-major, and
// belong to the caller. Gradients are put in place for x and added up for the parameters, so that a
// parameter's gradient starts at 0 and may come from several calls.
#ifndef LINEAR_H
#define LINEAR_H

#include <stdint.h>

// Room that each function below needs for what it packs, in floats.
double linear_workspace(int32_t rows, int32_t in, int32_t out);

// y (rows, out) = x (rows, in) Wᵀ + bias (out); bias may be NULL.
void linear(const float* x, int32_t rows, int32_t in, const float* w, const float* bias,
            int32_t out, float* y, float* workspace);

// grad_x (rows, in) = grad_y (rows, out) W.
void linear_input_gradient(const float* grad_y, int32_t rows, int32_t out, const float* w,
                           int32_t in, float* grad_x, float* workspace);

// grad_w (out, in) += grad_yᵀ x;  grad_bias (out) += Σ of grad_y's rows.
void linear_parameter_gradient(const float* x, const float* grad_y, int32_t rows, int32_t in,
                               int32_t out, float* grad_w, float* grad_bias, float* workspace);

#endif
