#include "adamw.h"
#include "export.h"
#include "vec.h"

EXPORT(adamw)
__attribute__((noinline)) void adamw(float* parameters, const float* gradient, float* first,
                                     float* second, int32_t count, const adamw_step* by) {
  f32x4 keep = v_splat(by->keep), step = v_splat(by->step), root = v_splat(by->root);
  f32x4 beta1 = v_splat(by->beta1), rest1 = v_splat(by->rest1), epsilon = v_splat(by->epsilon);
  f32x4 beta2 = v_splat(by->beta2), rest2 = v_splat(by->rest2);
  for (int32_t t = 0; t < count; t += 4) {
    f32x4 g = v_load(gradient + t), p = v_mul(v_load(parameters + t), keep);
    f32x4 mean = v_add(v_mul(v_load(first + t), beta1), v_mul(g, rest1));
    f32x4 square = v_add(v_mul(v_load(second + t), beta2), v_mul(v_mul(g, g), rest2));
    v_store(first + t, mean);
    v_store(second + t, square);
    f32x4 spread = v_add(v_div(v_sqrt(square), root), epsilon);
    v_store(parameters + t, v_sub(p, v_mul(step, v_div(mean, spread))));
  }
}
