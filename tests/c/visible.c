// c/visible.c against the rules of attention.h, asked key by key.
#include "attention.h"
#include "check.h"

#include <limits.h>

// Whether position alone lets query i of item b read key j: the definitions of attention.h, in
// numbers wide enough for every sum.
static int in_position(const attention_call* call, int32_t b, int32_t i, int32_t j) {
  int64_t position =
      (int64_t)i + (call->lengths ? (int64_t)call->lengths[b] - call->n : call->offset);
  if (j >= call->m - call->always) return 0; // appended: another rule
  if (call->mask && j >= call->mask_m) return 0;
  if (call->keep && j >= call->keep_m) return 0;
  if (call->lengths && j >= call->lengths[b]) return 0;
  if (call->causal && j > position) return 0;
  if (call->left >= 0 && j < position - call->left) return 0;
  if (call->right >= 0 && j > position + call->right) return 0;
  return 1;
}

static void check_range(const attention_call* call, int32_t b, int32_t i) {
  key_range range = visible_range(call, b, i);
  int32_t count = 0;
  for (int32_t j = 0; j < call->m; j++) {
    int visible = in_position(call, b, i, j);
    count += visible;
    CHECK(
        visible == (j >= range.first && j < range.last),
        "n %d m %d always %d, causal %d offset %d left %d right %d length %d mask_m %d keep_m %d: "
        "query %d, key %d: [%d, %d)",
        call->n, call->m, call->always, call->causal, call->offset, call->left, call->right,
        call->lengths ? call->lengths[b] : -1, call->mask ? call->mask_m : -1,
        call->keep ? call->keep_m : -1, i, j, range.first, range.last);
  }
  CHECK(range.first >= 0 && range.first <= range.last && range.last <= call->m - call->always &&
            range.last - range.first == count,
        "[%d, %d) of %d keys", range.first, range.last, call->m);
}

static void test_all_small_ranges(void) {
  const float mask = 0;
  const uint8_t keep = 1;
  for (int32_t n = 1; n <= 4; n++)
    for (int32_t m = 0; m <= 5; m++)
      for (int32_t always = 0; always <= 2 && always <= m; always++)
        for (int32_t width = 0; width < 3; width++) // of a mask: none, narrow, nothing
          for (int32_t length = -1; length <= m; length++)
            for (int32_t offset = -n - 1; offset <= m + 1; offset++) {
              if (length >= 0 && offset != 0) continue; // lengths bring their own
              for (int32_t left = -1; left <= 3; left++)
                for (int32_t right = -1; right <= 3; right++)
                  for (int32_t causal = 0; causal < 2; causal++) {
                    attention_call call = {.b = 1,
                                           .n = n,
                                           .m = m,
                                           .causal = causal,
                                           .offset = offset,
                                           .left = left,
                                           .right = right,
                                           .always = always};
                    if (length >= 0) call.lengths = &length;
                    if (width == 1) call.mask = &mask, call.mask_m = m / 2;
                    if (width == 2) call.keep = &keep, call.keep_m = length & 1 ? 0 : m;
                    for (int32_t i = 0; i < n; i++) check_range(&call, 0, i);
                  }
            }
}

// The ends of int32 must not wrap around.
static void test_far_ranges(void) {
  const int32_t far[] = {INT_MIN, INT_MIN + 1, -1000, -1, 0, 1, 2, 1000, INT_MAX - 1, INT_MAX};
  const int32_t windows[] = {-1, 0, 1, 1000, INT_MAX - 1, INT_MAX};
  for (int o = 0; o < 10; o++)
    for (int l = 0; l < 6; l++)
      for (int r = 0; r < 6; r++)
        for (int32_t causal = 0; causal < 2; causal++) {
          attention_call call = {.b = 1,
                                 .n = 3,
                                 .m = 5,
                                 .causal = causal,
                                 .offset = far[o],
                                 .left = windows[l],
                                 .right = windows[r]};
          for (int32_t i = 0; i < 3; i++) check_range(&call, 0, i);
          call.m = INT_MAX;
          for (int32_t i = INT_MAX - 1; i > 0; i /= 3) {
            key_range range = visible_range(&call, 0, i);
            CHECK(range.first >= 0 && range.first <= range.last, "[%d, %d)", range.first,
                  range.last);
          }
        }
}

// Masks of any axes, narrow or not, in both senses, with every rule of position.
static void test_bias(int32_t number) {
  random_seed((uint64_t)number);
  attention_call call = {.h_kv = 1};
  call.b = 1 + pick(3), call.h = 1 + pick(4), call.n = 1 + pick(5), call.m = pick(20);
  call.always = one_in(3) ? pick(3) : 0;
  if (call.always > call.m) call.always = call.m;
  call.causal = pick(2), call.offset = pick(12) - 4;
  call.left = pick(8) - 1, call.right = pick(8) - 1;
  int32_t lengths[3];
  for (int32_t b = 0; b < 3; b++) lengths[b] = pick(call.m + 1);
  if (one_in(2)) call.lengths = lengths;

  // The axes that a mask has; the last one may be 1, or short.
  int has[2][3];
  int32_t width[2];
  size_t size[2];
  strides at[2];
  for (int x = 0; x < 2; x++) {
    for (int axis = 0; axis < 3; axis++) has[x][axis] = pick(2);
    width[x] = one_in(4) ? pick(call.m + 1) : call.m;
    int broadcast_j = one_in(4);
    int32_t step = broadcast_j ? 1 : width[x] + pick(3);
    at[x].i = has[x][2] ? step : 0;
    if (has[x][2]) step *= call.n;
    at[x].h = has[x][1] ? step : 0;
    if (has[x][1]) step *= call.h;
    at[x].b = has[x][0] ? step : 0;
    if (has[x][0]) step *= call.b;
    size[x] = (size_t)step;
    if (x == 0)
      call.mask_at = at[x], call.mask_j = !broadcast_j, call.mask_m = width[x];
    else
      call.keep_at = at[x], call.keep_j = !broadcast_j, call.keep_m = width[x];
  }
  float* mask = floats(size[0]);
  uint8_t* keep = bytes(size[1]);
  // Long runs of one kind now and then, so that all answers occur.
  int32_t kinds = 1 + pick(4);
  for (size_t t = 0; t < size[0]; t++) {
    const float values[] = {0, -INFINITY, 2.5f, -1e9f};
    mask[t] = values[pick(kinds)];
  }
  for (size_t t = 0; t < size[1]; t++) keep[t] = one_in(2 + pick(6)) ? 0 : (uint8_t)pick(256);
  if (one_in(2)) call.mask = mask;
  if (one_in(2)) call.keep = keep;
  call.keep_if = pick(2);

  float* matrix = floats((size_t)(call.b * call.h * call.n * call.m));
  visible_matrix(&call, matrix);
  for (int32_t b = 0; b < call.b; b++)
    for (int32_t h = 0; h < call.h; h++)
      for (int32_t i = 0; i < call.n; i++) {
        float expected[20];
        for (int32_t j = 0; j < call.m; j++) {
          int in_keep = 1;
          if (call.keep && j < call.keep_m) {
            uint8_t byte = keep[b * at[1].b + h * at[1].h + i * at[1].i + j * call.keep_j];
            in_keep = call.keep_if ? byte != 0 : byte == 0;
          }
          if (j >= call.m - call.always)
            expected[j] = 0;
          else if (!in_position(&call, b, i, j) || !in_keep)
            expected[j] = -INFINITY;
          else
            expected[j] =
                call.mask ? mask[b * at[0].b + h * at[0].h + i * at[0].i + j * call.mask_j] : 0;
        }
        check_range(&call, b, i);
        int32_t free_keys = 0;
        for (int32_t j = 0; j < call.m; j++) free_keys += expected[j] == 0;
        if (visible_fully(&call, b, i))
          CHECK(free_keys == call.m, "case %d, query %d reads %d of %d", number, i, free_keys,
                call.m);
        else if (!call.mask && !call.keep)
          CHECK(free_keys < call.m, "case %d, query %d reads all", number, i);
        const float* row = matrix + ((b * call.h + h) * call.n + i) * call.m;
        for (int32_t j = 0; j < call.m; j++)
          CHECK(row[j] == expected[j], "case %d, M[%d][%d][%d][%d] = %g, expected %g", number, b, h,
                i, j, (double)row[j], (double)expected[j]);
        // Any part of the row, dense or as a lane of eight.
        int32_t j0 = pick(call.m + 1), j1 = j0 + pick(call.m - j0 + 1), step = one_in(2) ? 1 : 8;
        float* part = floats(j1 > j0 ? (size_t)((j1 - j0 - 1) * step + 1) : 0);
        int holds = visible_bias(&call, b, h, i, j0, j1, part, step), hidden = 0, zero = 0;
        for (int32_t j = j0; j < j1; j++) {
          CHECK(part[(j - j0) * step] == expected[j], "case %d, key %d", number, j);
          hidden += expected[j] == -INFINITY, zero += expected[j] == 0;
          for (int32_t gap = 1; gap < step && j + 1 < j1; gap++)
            CHECK(is_untouched(part[(j - j0) * step + gap]), "case %d, after key %d", number, j);
        }
        if (j1 > j0) {
          int should = hidden == j1 - j0 ? ALL_HIDDEN : zero == j1 - j0 ? ALL_ZERO : SOME_BIAS;
          CHECK(holds == should, "case %d: %d, expected %d", number, holds, should);
        }
        free(part);
      }
  free(mask), free(keep), free(matrix);
}

static void test_all_finite(void) {
  const float not_finite[] = {INFINITY, -INFINITY, NAN};
  const float finite[] = {0, -0.0f, 3.4028234e38f, -3.4028234e38f, 1e-45f, 1};
  for (int32_t rows = 0; rows <= 5; rows++)
    for (int32_t columns = 0; columns <= 9; columns++)
      for (int32_t gap = 0; gap < 3; gap++) {
        int32_t step = columns + gap;
        // Between the rows stands NaN (UNTOUCHED), which must not count.
        float* v = floats(rows ? (size_t)((rows - 1) * step + columns) : 0);
        for (int32_t x = 0; x < rows * columns; x++)
          v[x / columns * step + x % columns] = PICK(finite);
        CHECK(all_finite(v, rows, columns, step), "%d × %d", rows, columns);
        for (int32_t x = 0; x < rows * columns; x++) {
          float* place = v + x / columns * step + x % columns;
          float before = *place;
          *place = PICK(not_finite);
          CHECK(!all_finite(v, rows, columns, step), "%d × %d, %g at %d", rows, columns,
                (double)*place, x);
          *place = before;
        }
        free(v);
      }
}

static void test_mean_over_heads(void) {
  for (int32_t b = 0; b <= 3; b++)
    for (int32_t h = 1; h <= 5; h++)
      for (int32_t count = 0; count <= 6; count++) {
        size_t size = (size_t)(b * h * count);
        float *weights = drawn_floats(size, 1), *before = floats(size);
        memcpy(before, weights, size * sizeof(float));
        mean_over_heads(weights, b, h, count);
        for (int32_t item = 0; item < b; item++)
          for (int32_t x = 0; x < count; x++) {
            double mean = 0;
            for (int32_t head = 0; head < h; head++)
              mean += before[(item * h + head) * count + x] / (double)h;
            // h sums and a quotient of numbers below 1.
            CHECK(fabs(weights[item * count + x] - mean) <= (h + 1) * UNIT, "%g, expected %g",
                  (double)weights[item * count + x], mean);
          }
        free(weights), free(before);
      }
}

int main(void) {
  test_all_small_ranges();
  test_far_ranges();
  for (int32_t number = 0; number < 4000; number++) test_bias(number);
  test_all_finite();
  test_mean_over_heads();
  return report("visible", "");
}
