#include "adamw.h"
#include "export.h"
#include "vec.h"
#include "vec2.h"

EXPORT(add_gradient)
void add_gradient(float* sum, const float* part, double share, int32_t count) {
  doubles by = d_splat(share);
  ONE_BY_ONE
  for (int32_t t = 0; t < count; t += D_WIDTH)
    d_store_floats(sum + t, d_add(d_load_floats(sum + t), d_mul(by, d_load_floats(part + t))));
}

EXPORT(adamw)
__attribute__((noinline)) void adamw(float* parameters, const float* gradient, float* first,
                                     float* second, int32_t count, const adamw_step* by) {
  lanes keep = l_splat(by->keep), step = l_splat(by->step), root = l_splat(by->root);
  lanes beta1 = l_splat(by->beta1), rest1 = l_splat(by->rest1), epsilon = l_splat(by->epsilon);
  lanes beta2 = l_splat(by->beta2), rest2 = l_splat(by->rest2);
  for (int32_t t = 0; t < count; t += V_WIDTH) {
    lanes g = l_load(gradient + t), p = l_mul(l_load(parameters + t), keep);
    lanes mean = l_add(l_mul(l_load(first + t), beta1), l_mul(g, rest1));
    lanes square = l_add(l_mul(l_load(second + t), beta2), l_mul(l_mul(g, g), rest2));
    l_store(first + t, mean);
    l_store(second + t, square);
    lanes spread = l_add(l_div(l_sqrt(square), root), epsilon);
    l_store(parameters + t, l_sub(p, l_mul(step, l_div(mean, spread))));
  }
}
