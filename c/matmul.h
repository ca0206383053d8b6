// The one micro-kernel under every matrix product of the project, its plain twin, and packing.
#ifndef MATMUL_H
#define MATMUL_H

#include <stdint.h>

// What becomes of the products: they are put in place of c, or added to c.
enum { TILE_PUT = 0, TILE_ADD = 1 };

// c[r][l] = Σ_t A[r][t] · b[t][l] for rows r, 8 columns l and t < depth.
//
//   a      A[r][t] is a[r·a_row + t·a_step]. (a_row = row stride, a_step = 1) multiplies a matrix;
//          (1, row stride) multiplies its transpose, without moving either.
//   b      packed: 8 floats for each t, one after the other
//   c      rows of 8 floats, c_step apart. Rows are made in fours: those past the last one, up to a
//          multiple of 4, are written too and mean nothing.
//
// Each four rows are one 4 × 8 tile of registers: 8 sums, 2 of b and 1 of a stay within the 16
// vector registers of x86. 4 × 12, 6 × 8 and 2 × 16 reach 50 to 90 % of its speed (they spill), and
// so do 5 × 8 and 3 × 12, whose 14 registers should fit: half of it in V8 11, and nothing more in
// any later engine (npm run bench -- ceiling).
// The order of summation is t upwards from 0, and then once more for c: a long sum that is made of
// tiles errs with the square root of their number, not of its length.
//
// It is called often and runs for microseconds: V8 swaps its quick first compilation of a function
// for the optimised one only when the function is entered again.
//
// Rows that are USUAL_ROW floats apart, the size of a head, are read faster than others.
enum { USUAL_ROW = 64 };
void multiply_tiles(const float* a, int32_t rows, int32_t a_row, int32_t a_step, const float* b,
                    int32_t depth, float* c, int32_t c_step, int put_or_add);
void multiply_tiles_plain(const float* a, int32_t rows, int32_t a_row, int32_t a_step,
                          const float* b, int32_t depth, float* c, int32_t c_step, int put_or_add);

// The rows of A in fours: A[r][t] is a[r·a_row + t·a_step], and goes to fours[r/4][t][r%4]; 0 past
// the last row. multiply_fours is multiply_tiles for it, and the fastest way to read A: rows is
// counted in whole fours.
void pack_fours(const float* a, int32_t rows, int32_t depth, int32_t a_row, int32_t a_step,
                float* fours);
void multiply_fours(const float* fours, int32_t rows, const float* b, int32_t depth, float* c,
                    int32_t c_step, int put_or_add);

#endif
