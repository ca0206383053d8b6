// Products of whole matrices of any size: the right one packed, the left one as it lies.
#ifndef PANELS_H
#define PANELS_H

#include <stdint.h>

// Panels of 8 columns of a (rows, columns) matrix: panel p, row t, lane l holds w[t][8p + l], 0
// past the last column. w[t][c] is at w[t·row_step + c·column_step], so a transposed matrix packs
// alike.
double panels_size(int32_t rows, int32_t columns); // in floats
void pack_panels(const float* w, int32_t rows, int32_t columns, int32_t row_step,
                 int32_t column_step, float* panels);

// out[r][c] = bias[c] + Σ_t x[r][t] · w[t][c] for (n, depth) x and (depth, columns) w in panels.
// bias may be NULL. The row strides are x_step and out_step.
void multiply_panels(const float* x, int32_t n, int32_t depth, int32_t x_step, const float* panels,
                     int32_t columns, const float* bias, float* out, int32_t out_step);

#endif
