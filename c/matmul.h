// The one micro-kernel under every matrix product of the project, its plain twin, and packing.
#ifndef MATMUL_H
#define MATMUL_H

#include <stdint.h>

// What a tile does with its products: put them in place of c, or add them to c.
enum { TILE_PUT = 0, TILE_ADD = 1 };

// c[r][l] = Σ_t a[r][t·a_step] · b[t][l] for 4 rows r, 8 columns l and t < depth.
//
//   a[0..3]  four pointers, one a row of A; a_step floats from one t to the next. With the rows of a
//            matrix and step 1 this multiplies A; with four neighbouring columns and the row stride
//            as step it multiplies Aᵀ, without moving either.
//   b        packed: 8 floats for each t, one after the other
//   c        4 rows of 8 floats, c_step floats apart
//
// 4 × 8 is the tile: 8 accumulators, 2 of b and 1 of a stay within the 16 registers of x86; 4 × 12,
// 6 × 8 and 2 × 16 reach 50 to 90 % of its speed (they spill). The order of summation is t upwards,
// from 0, and then once more for c: a long sum made of tiles errs with their number, not its length.
void tile_4x8(const float* const a[4], int32_t a_step, const float* b, int32_t depth, float* c,
              int32_t c_step, int put_or_add);
void tile_4x8_plain(const float* const a[4], int32_t a_step, const float* b, int32_t depth, float* c,
                    int32_t c_step, int put_or_add);

// Panels of 8 columns of a (rows, columns) matrix: panel p, row t, lane l holds w[t][8p + l], 0 past
// the last column. w[t][c] is at w[t·row_step + c·column_step], so a transposed matrix packs alike.
uint32_t panels_size(int32_t rows, int32_t columns); // in floats
void pack_panels(const float* w, int32_t rows, int32_t columns, int32_t row_step,
                 int32_t column_step, float* panels);

// out[r][c] = bias[c] + Σ_t x[r][t] · w[t][c] for (n, depth) x and (depth, columns) w in panels.
// bias may be NULL. The row strides are x_step and out_step.
void multiply_panels(const float* x, int32_t n, int32_t depth, int32_t x_step, const float* panels,
                     int32_t columns, const float* bias, float* out, int32_t out_step);

#endif
