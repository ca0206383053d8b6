// The normal numbers that PyTorch and NumPy draw: torch.randn on an x86-64 CPU after
// torch.manual_seed, and numpy.random.default_rng(seed).normal.
//
// A generator is a block of bytes that the caller owns, and it holds no pointer: it may be copied
// and moved, and a copy goes on as the original would.
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

// --- torch -------------------------------------------------------------------------------------

// MT19937. Source: Matsumoto and Nishimura 1998.
typedef struct {
  uint32_t word[624];
  int32_t next; // the first of them that is not yet used
  // The second number of a pair, kept for the next tensor of fewer than 16 numbers.
  int32_t has_kept;
  double kept;
} torch_stream;

// A tensor that is being drawn: 16 numbers a block, so that no tensor is ever held whole.
typedef struct {
  torch_stream stream; // where the generator stands: when all is drawn, after the tensor
  uint64_t blocks;     // whole blocks still to come
  // What comes after them: nothing (0), a tensor of 1 to 15 numbers, which has no block at all, or
  // a ragged end of 17 to 31.
  uint32_t rest;
} torch_draw;

// How many bytes a torch_draw takes.
uint32_t torch_bytes(void);

// Starts the stream anew, as torch.manual_seed does: the low 32 bits of the seed decide.
void torch_seed(torch_draw* draw, uint32_t seed);

// The next tensor has `count` numbers (a whole number up to 2⁵³); what was left of the last one is
// forgotten.
void torch_begin(torch_draw* draw, double count);

// What the numbers of a tensor are: as many words of the stream as each of them takes.
enum { TORCH_FLOAT = 1, TORCH_DOUBLE = 2 };

// Writes the next numbers of the tensor to out, which has room for 16·blocks of them, blocks ≥ 2,
// and returns how many they are: 16·blocks as long as there are so many whole blocks. 0: all are
// drawn. The kind is the same from a tensor's beginning to its end.
uint32_t torch_next(torch_draw* draw, uint32_t kind, void* out, uint32_t blocks);

// Goes on to after the tensor, without making the numbers.
void torch_skip(torch_draw* draw, uint32_t kind);

// --- numpy -------------------------------------------------------------------------------------

typedef struct {
  uint64_t high, low;         // of the state of PCG64. Source: O'Neill 2014
  uint64_t inc_high, inc_low; // what is added in each step
  // The ziggurat: 256 layers of equal area under exp(−x²/2). Source: Marsaglia and Tsang 2000.
  double w[256], f[256]; // width of a layer / 2⁵², height of the curve at its edge
  uint64_t k[256];       // below it, a number is inside the curve for certain
} numpy_stream;

// How many bytes a numpy_stream takes.
uint32_t numpy_bytes(void);

// Starts a stream from the seed's `count` 32-bit words, the low ones first; count ≥ 1.
void numpy_seed(numpy_stream* stream, const uint32_t* seed, uint32_t count);
void numpy_normal(numpy_stream* stream, float* out, uint32_t count);

#endif
