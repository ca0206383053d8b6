#include "encoder.h"
#include "attention.h"
#include "export.h"
#include "layernorm.h"
#include "linear.h"
#include "softmax.h"
#include "vec.h"

#include <stddef.h>
#include <string.h>

static double most(double a, double b) { return a > b ? a : b; }

// --- Parameters, and gradients, by name ---------------------------------------------------------

typedef struct {
  float *in_weight, *in_bias, *out_weight, *out_bias;
  float *weight1, *bias1, *weight2, *bias2;
  float *norm1_weight, *norm1_bias, *norm2_weight, *norm2_bias;
} block_parts;

typedef struct {
  float *embed, *position, *blocks;
  float *norm_weight, *norm_bias, *head_weight, *head_bias;
} model_parts;

static float* take(float** at, int32_t count) {
  float* part = *at;
  *at += count;
  return part;
}

static int32_t block_floats(const encoder_call* call) {
  int32_t d = call->d, f = call->f;
  return 4 * d * d + 4 * d + 2 * d * f + f + d + 4 * d;
}

static model_parts parts_of(const encoder_call* call, float* all) {
  int32_t d = call->d;
  model_parts model;
  model.embed = take(&all, call->vocab * d);
  model.position = take(&all, call->max_len * d);
  model.blocks = take(&all, call->layers * block_floats(call));
  model.norm_weight = take(&all, d), model.norm_bias = take(&all, d);
  model.head_weight = take(&all, call->classes * d), model.head_bias = take(&all, call->classes);
  return model;
}

static block_parts parts_of_block(const encoder_call* call, const model_parts* model,
                                  int32_t layer) {
  int32_t d = call->d, f = call->f;
  float* at = model->blocks + layer * block_floats(call);
  block_parts block;
  block.in_weight = take(&at, 3 * d * d), block.in_bias = take(&at, 3 * d);
  block.out_weight = take(&at, d * d), block.out_bias = take(&at, d);
  block.weight1 = take(&at, f * d), block.bias1 = take(&at, f);
  block.weight2 = take(&at, d * f), block.bias2 = take(&at, d);
  block.norm1_weight = take(&at, d), block.norm1_bias = take(&at, d);
  block.norm2_weight = take(&at, d), block.norm2_bias = take(&at, d);
  return block;
}

// --- The workspace ------------------------------------------------------------------------------

// What a block leaves behind for its gradient. T rows: the tokens of all items, one after the
// other.
typedef struct {
  float* h;      // (T, d)    what comes in
  float* x;      // (T, d)    norm1(h)
  float* qkv;    // (T, 3·d)  queries, keys and values of a token, each with its heads side by side
  float* joined; // (T, d)    the heads' outputs side by side
  float* middle; // (T, d)    h + attention
  float* y;      // (T, d)    norm2(middle)
  float* hidden; // (T, f)    relu(y W_1 + b_1)
  float *stats1, *stats2; // (T, 2)
} block_trace;

typedef struct {
  const encoder_call* call;
  int training, padded;
  int32_t rows;    // T
  int32_t longest; // the most rows that one item has
  int32_t* start;  // (b + 1): item b has the rows start[b] … start[b + 1] − 1
  model_parts model, gradient;
  block_trace trace;     // of block 0; those of the others follow, trace_floats apart
  uint64_t trace_floats; // 0 where no gradient is wanted: every block then uses the same room
  float* last;           // (T, d)  what comes out of the last block
  float* normal;         // (T, d)  norm(last)
  float* stats;          // (T, 2)
  float* pooled;         // (b, d)
  float* packed;         // panels, for linear()
  void* attention;       // the workspace of one item's attention
  // For the gradient.
  float* grad_logits; // (b, classes), log softmax before that
  float* grad_pooled; // (b, d)
  float* grad_h;      // (T, d)              with respect to the residual stream
  float* grad_slim;   // (T, d)
  float* grad_wide;   // (T, max(3·d, f))
  float* grad_heads;  // 4 × (h, n, d/h)     of one item: grad_out, grad_q, grad_k, grad_v, dense
} plan;

// Shares out the workspace; without one it only counts.
typedef struct {
  char* base;
  uint64_t used;
} share;

static float* floats(share* room, uint64_t count) {
  float* part = room->base ? (float*)(void*)(room->base + room->used) : NULL;
  room->used += (count * 4 + 15) / 16 * 16;
  return part;
}

// The attention of one item's rows.
static attention_call attention_of_item(const plan* at, const float* qkv, int32_t item) {
  const encoder_call* call = at->call;
  int32_t d = call->d, d_k = d / call->h, first = at->start ? at->start[item] : 0;
  int32_t n = at->start ? at->start[item + 1] - first : at->longest;
  strides packed = {0, d_k, 3 * d};
  const float* q = qkv ? qkv + first * 3 * d : NULL;
  return (attention_call){
      .b = 1,
      .h = call->h,
      .h_kv = call->h,
      .n = n,
      .m = n,
      .d_k = d_k,
      .d_v = d_k,
      .q = q,
      .k = q ? q + d : NULL,
      .v = q ? q + 2 * d : NULL,
      .q_at = packed,
      .k_at = packed,
      .v_at = packed,
      .out_at = {0, d_k, d},
      .scale = call->scale,
      .left = -1,
      .right = -1,
  };
}

static double attention_bytes(const plan* at) {
  attention_gradient gradient = {.call = attention_of_item(at, NULL, 0)};
  double bytes = attention_fused_workspace(&gradient.call);
  if (at->training) bytes = most(bytes, attention_backward_workspace(&gradient));
  return bytes;
}

static double packed_floats(const plan* at) {
  int32_t d = at->call->d, f = at->call->f;
  double of_blocks = most(linear_workspace(at->rows, d, 3 * d),
                          most(linear_workspace(at->rows, d, f), linear_workspace(at->rows, f, d)));
  return most(of_blocks, linear_workspace(at->call->b, d, at->call->classes));
}

static plan plan_of(const encoder_call* call, int training, share* room) {
  plan at = {.call = call, .training = training};
  at.padded = call->weights || call->inputs || call->outputs;
  for (int32_t item = 0; item < call->b; item++) {
    int32_t rows = at.padded ? call->n : call->lengths[item];
    at.rows += rows;
    if (rows > at.longest) at.longest = rows;
  }
  uint64_t rows = (uint64_t)at.rows, d = (uint64_t)call->d, f = (uint64_t)call->f;
  uint64_t b = (uint64_t)call->b, before = room->used;
  block_trace* trace = &at.trace;
  trace->h = floats(room, rows * d), trace->x = floats(room, rows * d);
  trace->qkv = floats(room, rows * 3 * d), trace->joined = floats(room, rows * d);
  trace->middle = floats(room, rows * d), trace->y = floats(room, rows * d);
  trace->hidden = floats(room, rows * f);
  trace->stats1 = floats(room, rows * 2), trace->stats2 = floats(room, rows * 2);
  if (training) {
    at.trace_floats = (room->used - before) / 4;
    floats(room, at.trace_floats * (uint64_t)(call->layers - 1));
  }
  at.last = floats(room, rows * d);
  at.normal = floats(room, rows * d);
  at.stats = floats(room, rows * 2);
  at.pooled = floats(room, b * d);
  at.packed = floats(room, (uint64_t)packed_floats(&at));
  at.attention = floats(room, (uint64_t)attention_bytes(&at) / 4);
  if (training) {
    at.grad_logits = floats(room, b * (uint64_t)call->classes);
    at.grad_pooled = floats(room, b * d);
    at.grad_h = floats(room, rows * d);
    at.grad_slim = floats(room, rows * d);
    at.grad_wide = floats(room, rows * (3 * d > f ? 3 * d : f));
    at.grad_heads = floats(room, 4 * (uint64_t)at.longest * d);
  }
  at.start = (int32_t*)(void*)floats(room, b + 1);
  if (!room->base) return at;
  at.start[0] = 0;
  for (int32_t item = 0; item < call->b; item++)
    at.start[item + 1] = at.start[item] + (at.padded ? call->n : call->lengths[item]);
  at.model = parts_of(call, (float*)call->parameters);
  if (training) at.gradient = parts_of(call, call->gradient);
  return at;
}

static double workspace_of(const encoder_call* call, int training) {
  share counting = {0};
  plan_of(call, training, &counting);
  return (double)counting.used;
}

EXPORT(encoder_forward_workspace) double encoder_forward_workspace(const encoder_call* call) {
  return workspace_of(call, 0);
}
EXPORT(encoder_gradient_workspace) double encoder_gradient_workspace(const encoder_call* call) {
  return workspace_of(call, 1);
}

static block_trace trace_of(const plan* at, int32_t layer) {
  size_t apart = (size_t)at->trace_floats * (size_t)layer;
  const block_trace* first = &at->trace;
  return (block_trace){
      .h = first->h + apart,
      .x = first->x + apart,
      .qkv = first->qkv + apart,
      .joined = first->joined + apart,
      .middle = first->middle + apart,
      .y = first->y + apart,
      .hidden = first->hidden + apart,
      .stats1 = first->stats1 + apart,
      .stats2 = first->stats2 + apart,
  };
}

// --- Rows ---------------------------------------------------------------------------------------

// sum (count) = a + b; sum may be either.
static __attribute__((noinline)) void add(const float* a, const float* b, int32_t count,
                                          float* sum) {
  int32_t t = 0;
  for (; t + V_WIDTH <= count; t += V_WIDTH) l_store(sum + t, l_add(l_load(a + t), l_load(b + t)));
  for (; t < count; t++) sum[t] = a[t] + b[t];
}

static __attribute__((noinline)) void relu(float* x, int32_t count) {
  lanes zero = l_splat(0);
  int32_t t = 0;
  // The running value is x, so that NaN stays: l_max keeps its first argument then.
  for (; t + V_WIDTH <= count; t += V_WIDTH) l_store(x + t, l_max(l_load(x + t), zero));
  for (; t < count; t++) x[t] = x[t] < 0 ? 0 : x[t];
}

// grad = y > 0 ? grad : 0, for y = relu(…).
static __attribute__((noinline)) void relu_gradient(const float* y, int32_t count, float* grad) {
  lanes zero = l_splat(0);
  int32_t t = 0;
  for (; t + V_WIDTH <= count; t += V_WIDTH)
    l_store(grad + t, l_select(l_lt(zero, l_load(y + t)), l_load(grad + t), zero));
  for (; t < count; t++) grad[t] = y[t] > 0 ? grad[t] : 0;
}

// H = embed[ids] + position.
static void embed(const plan* at, float* h) {
  const encoder_call* call = at->call;
  int32_t d = call->d;
  for (int32_t item = 0; item < call->b; item++)
    // A plan has no places only while it is measured.
    // NOLINTNEXTLINE(clang-analyzer-core.*)
    for (int32_t i = 0, n = at->start[item + 1] - at->start[item]; i < n; i++, h += d)
      add(at->model.embed + call->ids[item * call->n + i] * d, at->model.position + i * d, d, h);
}

static void embed_gradient(const plan* at, const float* grad_h) {
  const encoder_call* call = at->call;
  int32_t d = call->d;
  for (int32_t item = 0; item < call->b; item++)
    for (int32_t i = 0, n = at->start[item + 1] - at->start[item]; i < n; i++, grad_h += d) {
      float* token = at->gradient.embed + call->ids[item * call->n + i] * d;
      float* place = at->gradient.position + i * d;
      add(token, grad_h, d, token);
      add(place, grad_h, d, place);
    }
}

// The mean over the real tokens of each item.
static void pool(const plan* at) {
  int32_t d = at->call->d;
  for (int32_t item = 0; item < at->call->b; item++) {
    float* mean = at->pooled + item * d;
    const float* row = at->normal + at->start[item] * d;
    int32_t length = at->call->lengths[item];
    memset(mean, 0, (size_t)d * sizeof(float));
    for (int32_t i = 0; i < length; i++, row += d) add(mean, row, d, mean);
    for (int32_t c = 0; c < d; c++) mean[c] /= (float)length;
  }
}

static void pool_gradient(const plan* at, float* grad) {
  int32_t d = at->call->d;
  for (int32_t item = 0; item < at->call->b; item++) {
    const float* mean = at->grad_pooled + item * d;
    float length = (float)at->call->lengths[item];
    // A plan has no places only while it is measured.
    // NOLINTNEXTLINE(clang-analyzer-core.*)
    for (int32_t i = at->start[item]; i < at->start[item + 1]; i++)
      for (int32_t c = 0; c < d; c++) *grad++ = mean[c] / length;
  }
}

// --- Attention ----------------------------------------------------------------------------------

// Rows of `count` weights that stand one after the other come to stand `step` apart, in place, with
// 0 between them.
static void spread(float* weights, int32_t rows, int32_t count, int32_t step) {
  for (int32_t r = rows - 1; r >= 0; r--) {
    float* row = weights + r * step;
    memmove(row, weights + r * count, (size_t)count * sizeof(float));
    memset(row + count, 0, (size_t)(step - count) * sizeof(float));
  }
}

// The rows [first, last) of an item of n, as queries of its first `length` rows.
static void attend_rows(const plan* at, const attention_call* item, int32_t first, int32_t last,
                        int32_t length) {
  int32_t n = item->n, d_k = item->d_k;
  for (int32_t head = 0; head < item->h; head++) {
    attention_call one = *item;
    one.h = one.h_kv = 1, one.n = last - first, one.m = length;
    one.q += first * one.q_at.i + head * d_k, one.k += head * d_k, one.v += head * d_k;
    one.out += first * one.out_at.i + head * d_k;
    if (item->weights) one.weights += (head * n + first) * n;
    attention_fused(&one, at->attention);
    if (item->weights) spread(one.weights, one.n, length, n);
  }
}

static void attend(const plan* at, const block_trace* trace, int32_t layer) {
  const encoder_call* call = at->call;
  int32_t d = call->d, d_k = d / call->h, n = call->n;
  for (int32_t item = 0; item < call->b; item++) {
    attention_call one = attention_of_item(at, trace->qkv, item);
    int32_t length = call->lengths[item];
    one.out = trace->joined + at->start[item] * d;
    if (call->weights)
      one.weights = call->weights + (size_t)((layer * call->b + item) * call->h) * (size_t)(n * n);
    if (one.n == length) {
      attention_fused(&one, at->attention);
      continue;
    }
    // As two calls: how many rows and keys there are decides about the last bit of a row, and those
    // of real tokens are to have the same bits as without padded ones.
    attend_rows(at, &one, 0, length, length);
    attend_rows(at, &one, length, n, length);
  }
  for (int32_t h = 0; call->without && h < call->h; h++)
    if (call->without[layer * call->h + h])
      for (int32_t r = 0; r < at->rows; r++)
        memset(trace->joined + r * d + h * d_k, 0, (size_t)d_k * sizeof(float));
}

// Splits the heads of packed rows, step floats apart: (n, h·d_k) becomes (h, n, d_k), or back.
static void split_heads(const float* packed, int32_t step, int32_t n, int32_t h, int32_t d_k,
                        float* heads) {
  for (int32_t head = 0; head < h; head++)
    for (int32_t i = 0; i < n; i++, heads += d_k)
      memcpy(heads, packed + i * step + head * d_k, (size_t)d_k * sizeof(float));
}

static void join_heads(const float* heads, int32_t n, int32_t h, int32_t d_k, float* packed,
                       int32_t step) {
  for (int32_t head = 0; head < h; head++)
    for (int32_t i = 0; i < n; i++, heads += d_k)
      memcpy(packed + i * step + head * d_k, heads, (size_t)d_k * sizeof(float));
}

// grad_qkv (T, 3·d) from grad_joined (T, d).
static void attend_gradient(const plan* at, const block_trace* trace, const float* grad_joined,
                            float* grad_qkv) {
  int32_t d = at->call->d, h = at->call->h, d_k = d / h;
  for (int32_t item = 0; item < at->call->b; item++) {
    attention_gradient one = {.call = attention_of_item(at, trace->qkv, item)};
    int32_t n = one.call.n, first = at->start[item];
    float* grad_out = at->grad_heads;
    split_heads(grad_joined + first * d, d, n, h, d_k, grad_out);
    one.grad_out = grad_out;
    one.grad_q = grad_out + n * d, one.grad_k = one.grad_q + n * d, one.grad_v = one.grad_k + n * d;
    attention_backward(&one, at->attention);
    float* to = grad_qkv + first * 3 * d;
    join_heads(one.grad_q, n, h, d_k, to, 3 * d);
    join_heads(one.grad_k, n, h, d_k, to + d, 3 * d);
    join_heads(one.grad_v, n, h, d_k, to + 2 * d, 3 * d);
  }
}

// --- Blocks -------------------------------------------------------------------------------------

static void block_forward(const plan* at, int32_t layer, float* out) {
  const encoder_call* call = at->call;
  block_parts with = parts_of_block(call, &at->model, layer);
  block_trace trace = trace_of(at, layer);
  int32_t rows = at->rows, d = call->d, f = call->f;
  size_t all = (size_t)rows * (size_t)d;

  layer_norm(trace.h, rows, d, with.norm1_weight, with.norm1_bias, trace.x, trace.stats1);
  // A plan has no places only while it is measured.
  // NOLINTNEXTLINE(clang-analyzer-core.*)
  if (call->inputs) memcpy(call->inputs + (size_t)layer * all, trace.x, all * sizeof(float));
  linear(trace.x, rows, d, with.in_weight, with.in_bias, 3 * d, trace.qkv, at->packed);
  attend(at, &trace, layer);
  linear(trace.joined, rows, d, with.out_weight, with.out_bias, d, trace.middle, at->packed);
  // A plan has no places only while it is measured.
  // NOLINTNEXTLINE(clang-analyzer-core.*)
  if (call->outputs) memcpy(call->outputs + (size_t)layer * all, trace.middle, all * sizeof(float));
  add(trace.h, trace.middle, rows * d, trace.middle);

  layer_norm(trace.middle, rows, d, with.norm2_weight, with.norm2_bias, trace.y, trace.stats2);
  linear(trace.y, rows, d, with.weight1, with.bias1, f, trace.hidden, at->packed);
  relu(trace.hidden, rows * f);
  // out may be trace.h, which nobody needs any more then.
  linear(trace.hidden, rows, f, with.weight2, with.bias2, d, out, at->packed);
  add(trace.middle, out, rows * d, out);
}

// at->grad_h, with respect to what came out of the block, becomes that of what came in.
static void block_gradient(const plan* at, int32_t layer) {
  const encoder_call* call = at->call;
  block_parts with = parts_of_block(call, &at->model, layer);
  block_parts grad = parts_of_block(call, &at->gradient, layer);
  block_trace trace = trace_of(at, layer);
  int32_t rows = at->rows, d = call->d, f = call->f;
  float *out = at->grad_h, *slim = at->grad_slim, *wide = at->grad_wide, *packed = at->packed;

  linear_parameter_gradient(trace.hidden, out, rows, f, d, grad.weight2, grad.bias2, packed);
  linear_input_gradient(out, rows, d, with.weight2, f, wide, packed);
  relu_gradient(trace.hidden, rows * f, wide);
  linear_parameter_gradient(trace.y, wide, rows, d, f, grad.weight1, grad.bias1, packed);
  linear_input_gradient(wide, rows, f, with.weight1, d, slim, packed);
  layer_norm_gradient(trace.middle, trace.stats2, slim, rows, d, with.norm2_weight, out,
                      grad.norm2_weight, grad.norm2_bias);

  linear_parameter_gradient(trace.joined, out, rows, d, d, grad.out_weight, grad.out_bias, packed);
  linear_input_gradient(out, rows, d, with.out_weight, d, slim, packed);
  attend_gradient(at, &trace, slim, wide);
  linear_parameter_gradient(trace.x, wide, rows, d, 3 * d, grad.in_weight, grad.in_bias, packed);
  linear_input_gradient(wide, rows, 3 * d, with.in_weight, d, slim, packed);
  layer_norm_gradient(trace.h, trace.stats1, slim, rows, d, with.norm1_weight, out,
                      grad.norm1_weight, grad.norm1_bias);
}

// --- The model ----------------------------------------------------------------------------------

static void forward(const plan* at) {
  const encoder_call* call = at->call;
  int32_t d = call->d, layers = call->layers;
  embed(at, at->trace.h);
  for (int32_t layer = 0; layer < layers; layer++)
    block_forward(at, layer, layer + 1 < layers ? trace_of(at, layer + 1).h : at->last);
  layer_norm(at->last, at->rows, d, at->model.norm_weight, at->model.norm_bias, at->normal,
             at->stats);
  pool(at);
  linear(at->pooled, call->b, d, at->model.head_weight, at->model.head_bias, call->classes,
         call->logits, at->packed);
}

// Fills loss and correct, and grad_logits = (softmax(logits) − 1 at the label) / b.
static void cross_entropy(const plan* at, encoder_call* call) {
  int32_t classes = call->classes;
  double sum = 0;
  call->correct = 0;
  log_softmax(call->logits, at->grad_logits, call->b, classes);
  for (int32_t item = 0; item < call->b; item++) {
    const float* logits = call->logits + item * classes;
    int32_t label = call->labels[item], best = 0;
    sum -= (double)at->grad_logits[item * classes + label];
    for (int32_t c = 1; c < classes; c++) best = logits[c] > logits[best] ? c : best;
    call->correct += best == label;
  }
  call->loss = (float)(sum / call->b);
  softmax(call->logits, at->grad_logits, call->b, classes, 1, 0);
  for (int32_t item = 0; item < call->b; item++)
    at->grad_logits[item * classes + call->labels[item]] -= 1;
  // A plan has no places only while it is measured.
  // NOLINTNEXTLINE(clang-analyzer-core.*)
  for (int32_t t = 0; t < call->b * classes; t++) at->grad_logits[t] /= (float)call->b;
}

EXPORT(encoder_forward) void encoder_forward(encoder_call* call, void* workspace) {
  share room = {.base = workspace};
  plan at = plan_of(call, 0, &room);
  forward(&at);
}

EXPORT(encoder_gradient) void encoder_gradient(encoder_call* call, void* workspace) {
  share room = {.base = workspace};
  plan at = plan_of(call, 1, &room);
  const model_parts *with = &at.model, *grad = &at.gradient;
  int32_t d = call->d, classes = call->classes, rows = at.rows;
  forward(&at);
  cross_entropy(&at, call);

  size_t count = (size_t)(grad->head_bias + classes - grad->embed);
  memset(call->gradient, 0, count * sizeof(float));
  linear_parameter_gradient(at.pooled, at.grad_logits, call->b, d, classes, grad->head_weight,
                            grad->head_bias, at.packed);
  linear_input_gradient(at.grad_logits, call->b, classes, with->head_weight, d, at.grad_pooled,
                        at.packed);
  pool_gradient(&at, at.grad_slim);
  // A plan has no places only while it is measured.
  // NOLINTNEXTLINE(clang-analyzer-core.*)
  memset(at.grad_h, 0, (size_t)rows * (size_t)d * sizeof(float));
  layer_norm_gradient(at.last, at.stats, at.grad_slim, rows, d, with->norm_weight, at.grad_h,
                      grad->norm_weight, grad->norm_bias);
  for (int32_t layer = call->layers - 1; layer >= 0; layer--) block_gradient(&at, layer);
  embed_gradient(&at, at.grad_h);
}
