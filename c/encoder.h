// A small classifier of token sequences: a pre-norm transformer encoder, forward and backward.
//
//   H = embed[ids] + position[0 … n − 1]
//   in each block   H += attention(norm1(H)) W_O + b_O
//                   H += relu(norm2(H) W_1 + b_1) W_2 + b_2
//   logits = mean of norm(H) over the item's own tokens · W + b
//
// It is what nn.TransformerEncoder with norm_first computes, and its parameters have that module's
// names, orientation and order. Attention is c/attention.h's, every product c/matmul.h's.
//
// Letters: b item, h head, n tokens an item, d model width, f width of the hidden layer of a block.
// Sums go over real tokens only: item b has lengths[b] of them, from 1 to n. A padded token is no
// key, takes no part in the mean, and has no gradient.
#ifndef ENCODER_H
#define ENCODER_H

#include <stdint.h>

// Every field is four bytes wide in wasm, in this order; JavaScript fills it. The caller owns all
// pointers.
typedef struct {
  // The model: every size at least 1, d a whole multiple of h.
  int32_t vocab, d, h, f, layers, classes, max_len;
  float scale; // multiplies every query: 1/√(d/h) is the usual one
  // One array, in this order, all dense:
  //   embed.weight (vocab, d), position.weight (max_len, d)
  //   for each layer
  //     self_attn.in_proj_weight (3·d, d), in_proj_bias (3·d): the rows of q, k and v
  //     self_attn.out_proj.weight (d, d), bias (d)
  //     linear1.weight (f, d), bias (f)     linear2.weight (d, f), bias (d)
  //     norm1.weight, bias (d)              norm2.weight, bias (d)
  //   norm.weight, bias (d)                 head.weight (classes, d), bias (classes)
  const float* parameters;

  // The batch. 1 ≤ n ≤ max_len.
  int32_t b, n;
  const int32_t* ids; // (b, n), each below vocab; what stands past an item's length is read only
                      // where weights, inputs or outputs are kept
  const int32_t* lengths; // b, each from 1 to n
  float* logits;          // (b, classes)

  // For encoder_forward; NULL: nothing.
  const uint8_t* without; // (layers, h): any byte but 0 leaves that head out of its block's output
  float* weights;         // (layers, b, h, n, n)
  float* inputs;          // (layers, b, n, d): norm1(H), what each block's attention reads
  float* outputs;         // (layers, b, n, d): what each block's attention adds to H

  // For encoder_gradient.
  const int32_t* labels; // b, each below classes
  float* gradient;       // shaped as parameters; overwritten
  float loss;            // out: the mean of −log softmax(logits)[label]
  int32_t correct;       // out: items whose largest logit is the label's
} encoder_call;

#ifdef __wasm__
_Static_assert(sizeof(encoder_call) == 22 * 4, "the list of fields in JavaScript");
#endif

// Fills logits, and weights, inputs and outputs where they are asked for. Where none of them is,
// padded tokens are not computed at all: the rows of a batch then stand one after the other without
// a gap. Where one is, padded tokens are computed as PyTorch does it: as queries, never as keys.
// The logits have the same bits either way.
void encoder_forward(encoder_call* call, void* workspace);
double encoder_forward_workspace(const encoder_call* call); // in bytes

// Fills logits, loss, correct and gradient, that of the loss with respect to every parameter.
void encoder_gradient(encoder_call* call, void* workspace);
double encoder_gradient_workspace(const encoder_call* call); // in bytes

#endif
