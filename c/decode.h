// Attention of a few rows, one at a time: decoding.
#ifndef DECODE_H
#define DECODE_H

#include "block.h"

// out (d_v) of row r of a block of at most FEW_ROWS rows, faster than the tiles, which always
// compute eight.
void decode_row(query_block* block, int32_t r, float* out);

#endif
