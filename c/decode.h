// Attention of a few rows, one at a time: decoding.
#ifndef DECODE_H
#define DECODE_H

#include "block.h"

// Up to so many rows it is faster than the tiles, which always compute eight.
enum { FEW_ROWS = 4 };

// out (d_v) of row r of a block of at most LANES rows.
void decode_row(query_block* block, int32_t r, float* out);

#endif
