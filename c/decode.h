// Attention of a few rows, one at a time: decoding.
#ifndef DECODE_H
#define DECODE_H

#include "block.h"

// After so many keys float32 sums go over into sums in double, here and in fused.c.
enum { RECENT_KEYS = 1024 };

// out (d_v) of row r of a block of at most FEW_ROWS rows, faster than the tiles, which always
// compute eight; and its weights, if the call keeps them. The sums are d_v numbers of room. Returns
// 0 where that is not the result, since float32 does not reach: the row is one for wide.h.
int decode_row(query_block* block, int32_t r, float* out, double* sums);

#endif
