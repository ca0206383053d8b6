// The classifier, forward and backward, in workspaces of exactly the size that it says, with any of
// the matrices that it can keep; what is kept, and what stands in padding, changes no logit beyond
// rounding.
#include "given.h"

#include "encoder.h"

static size_t parameters_of(const encoder_call* c) {
  size_t d = (size_t)c->d, f = (size_t)c->f;
  return (size_t)(c->vocab + c->max_len) * d +
         (size_t)c->layers * (4 * d * d + 4 * d + 2 * d * f + f + d + 4 * d) + 2 * d +
         (size_t)c->classes * (d + 1);
}

static void forward(encoder_call* call) {
  float* workspace = floats((size_t)(encoder_forward_workspace(call) / 4));
  encoder_forward(call, workspace);
  free(workspace);
}

static void target(void) {
  encoder_call call = {.vocab = between(1, 9),
                       .h = between(1, 3),
                       .f = between(1, 12),
                       .layers = between(1, 3),
                       .classes = between(1, 5),
                       .max_len = between(1, next_byte() % 16 ? 9 : 70),
                       .b = between(1, 3),
                       .scale = 0.5f};
  call.d = call.h * between(1, 6), call.n = between(1, call.max_len);
  size_t count = parameters_of(&call), logits = (size_t)(call.b * call.classes);
  size_t tokens = (size_t)(call.layers * call.b * call.n);
  float *parameters = drawn_floats(count, 0.5f), *gradient = floats(count);
  int32_t* ids = bytes((size_t)(call.b * call.n) * 4);
  int32_t *lengths = bytes((size_t)call.b * 4), *labels = bytes((size_t)call.b * 4);
  uint8_t* without = bytes((size_t)(call.layers * call.h));
  float *kept = floats(logits), *plain = floats(logits);
  float* weights = floats(tokens * (size_t)(call.h * call.n));
  float *inputs = floats(tokens * (size_t)call.d), *outputs = floats(tokens * (size_t)call.d);
  for (int32_t t = 0; t < call.b * call.n; t++) ids[t] = pick(call.vocab);
  for (int32_t b = 0; b < call.b; b++)
    lengths[b] = between(1, call.n), labels[b] = pick(call.classes);
  for (int32_t t = 0; t < call.layers * call.h; t++) without[t] = one_in(4);
  call.parameters = parameters, call.ids = ids, call.lengths = lengths, call.labels = labels;
  if (next_byte() & 1) call.without = without;
  call.logits = plain, forward(&call);
  call.logits = kept;
  int keeps = next_byte();
  if (keeps & 1) call.weights = weights;
  if (keeps & 2) call.inputs = inputs;
  if (keeps & 4) call.outputs = outputs;
  forward(&call);
  for (size_t t = 0; t < logits; t++)
    CHECK(fabsf(plain[t] - kept[t]) <= 1e-4f * (1 + fabsf(plain[t])), "logit %zu: %g, kept %g", t,
          (double)plain[t], (double)kept[t]);
  call.weights = call.inputs = call.outputs = NULL, call.without = NULL;
  call.gradient = gradient;
  float* workspace = floats((size_t)(encoder_gradient_workspace(&call) / 4));
  encoder_gradient(&call, workspace);
  CHECK(isfinite(call.loss) && call.correct >= 0 && call.correct <= call.b, "%g",
        (double)call.loss);
  CHECK(all_are_finite(gradient, count), "gradient");
  free(workspace), free(parameters), free(gradient), free(ids), free(lengths), free(labels);
  free(without), free(kept), free(plain), free(weights), free(inputs), free(outputs);
}
