// Attention and its gradients against the numbers that PyTorch gave: the fixture that
// tests/conformance uses from JavaScript, here under the sanitizers. Run from the project's root.
#include "attention.h"
#include "check.h"
#include "definition.h"

enum { B = 2, H = 3, N = 11, D = 8, VALUES = B * H * N * D, WEIGHTS = B * H * N * N };

static char* read_text(const char* path) {
  FILE* file = fopen(path, "rb");
  if (!file) {
    printf("%s: cannot be read; run this from the project's root\n", path);
    exit(2);
  }
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char* text = bytes(size + 1);
  if (fread(text, 1, size, file) != size) exit(2);
  text[size] = 0;
  fclose(file);
  return text;
}

// The first array of that name after `from`: {"name": {…, "data": "little-endian float32,
// base64"}}.
static float* read_array(const char* from, const char* name, size_t count) {
  const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char key[40];
  snprintf(key, sizeof key, "\"%s\": {", name);
  const char* at = strstr(from, key);
  at = at ? strstr(at, "\"data\": \"") : NULL;
  if (!at) {
    printf("the fixture has no %s\n", name);
    exit(2);
  }
  at += strlen("\"data\": \"");
  float* x = floats(count);
  uint8_t* to = (uint8_t*)x;
  uint32_t bits = 0, held = 0;
  size_t made = 0;
  for (; *at != '"' && *at != '='; at++) {
    bits = (bits << 6 | (uint32_t)(strchr(digits, *at) - digits)) & 0xffffff, held += 6;
    if (held >= 8 && made < 4 * count) held -= 8, to[made++] = (uint8_t)(bits >> held);
  }
  CHECK(made == 4 * count, "%s has %zu bytes, not %zu", name, made, 4 * count);
  return x;
}

// PyTorch rounds as well: twice what one computation in float32 may be off.
static void compare(const char* name, const float* got, const char* fixture, const double* error,
                    size_t count) {
  float* expected = read_array(fixture, name, count);
  for (size_t t = 0; t < count; t++)
    CHECK(is_near(got[t], expected[t], 2 * error[t]), "%s[%zu]: %.9g, PyTorch %.9g", name, t,
          (double)got[t], (double)expected[t]);
  free(expected);
}

static void test_case(const char* text, const char* name, int causal) {
  char key[40];
  snprintf(key, sizeof key, "\"%s\": {", name);
  const char* fixture = strstr(text, key);
  float *q = read_array(text, "q", VALUES), *k = read_array(text, "k", VALUES);
  float *v = read_array(text, "v", VALUES), *grad_out = read_array(text, "grad_output", VALUES);
  float *out = floats(VALUES), *weights = floats(WEIGHTS);
  const strides at = {H * N * D, N * D, D};
  attention_call call = {.b = B, .h = H, .h_kv = H, .n = N, .m = N, .d_k = D, .d_v = D};
  call.q = q, call.k = k, call.v = v, call.out = out;
  call.q_at = call.k_at = call.v_at = call.out_at = at;
  call.scale = (float)(1 / sqrt(D)), call.causal = causal, call.left = call.right = -1;
  definition own = definition_open(&call);
  definition_forward(&own), definition_backward(&own, grad_out);

  float* workspace = workspace_of(attention_fused_workspace(&call));
  attention_fused(&call, workspace);
  compare("output", out, fixture, own.out_error, VALUES);
  free(workspace);

  call.weights = weights;
  workspace = workspace_of(attention_staged_workspace(&call));
  attention_staged(&call, workspace);
  compare("output", out, fixture, own.out_error, VALUES);
  compare("weights", weights, fixture, own.weights_error, WEIGHTS);
  free(workspace);

  float *grad_q = floats(VALUES), *grad_k = floats(VALUES), *grad_v = floats(VALUES);
  attention_gradient gradient = {call, grad_out, grad_q, grad_k, grad_v};
  workspace = workspace_of(attention_backward_workspace(&gradient));
  attention_backward(&gradient, workspace);
  compare("grad_q", grad_q, fixture, own.grad_q_error, VALUES);
  compare("grad_k", grad_k, fixture, own.grad_k_error, VALUES);
  compare("grad_v", grad_v, fixture, own.grad_v_error, VALUES);
  free(workspace), free(grad_q), free(grad_k), free(grad_v);
  free(q), free(k), free(v), free(grad_out), free(out), free(weights), definition_close(&own);
}

int main(void) {
  char* text = read_text("tests/fixtures/pytorch-attention-gradients.json");
  test_case(text, "none", 0);
  test_case(text, "causal", 1);
  free(text);
  char measured[80];
  snprintf(measured, sizeof measured, "largest error %.2f of what is allowed", largest_error);
  return report("pytorch", measured);
}
