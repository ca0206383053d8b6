#include "layernorm.h"
#include "vec.h"

#include <math.h>

static const float EPSILON = 1e-5f;

// Two passes, the mean first: the difference of two large sums would lose the variance of a row
// whose mean is large.
static void row_stats(const float* x, int32_t d, float* mean, float* rate) {
  f32x4 sums = v_splat(0);
  int32_t c = 0;
  for (; c + 4 <= d; c += 4) sums = v_add(sums, v_load(x + c));
  float sum = v_sum(sums);
  for (; c < d; c++) sum += x[c];
  float m = sum / (float)d;
  f32x4 means = v_splat(m), squares = v_splat(0);
  for (c = 0; c + 4 <= d; c += 4) {
    f32x4 apart = v_sub(v_load(x + c), means);
    squares = v_add(squares, v_mul(apart, apart));
  }
  float square = v_sum(squares);
  for (; c < d; c++) square += (x[c] - m) * (x[c] - m);
  *mean = m;
  *rate = 1 / sqrtf(square / (float)d + EPSILON);
}

// A row with so small a rate has numbers of 10¹⁷ or more: its squares may overflow, and so may its
// sum. It is normalised in double, as is its gradient.
static const float LEAST_RATE = 1e-17f;

static void wide_stats(const float* x, int32_t d, double* mean, double* rate) {
  double sum = 0, square = 0;
  for (int32_t c = 0; c < d; c++) sum += (double)x[c];
  *mean = sum / d;
  for (int32_t c = 0; c < d; c++) square += ((double)x[c] - *mean) * ((double)x[c] - *mean);
  *rate = 1 / sqrt(square / d + (double)EPSILON);
}

static void wide_norm(const float* x, int32_t d, const float* gamma, const float* beta, float* y,
                      float* stats) {
  double mean, rate;
  wide_stats(x, d, &mean, &rate);
  stats[0] = (float)mean, stats[1] = (float)rate;
  for (int32_t c = 0; c < d; c++)
    y[c] = (float)(((double)x[c] - mean) * rate * (double)gamma[c] + (double)beta[c]);
}

static void wide_gradient(const float* x, const float* grad_y, int32_t d, const float* gamma,
                          float* grad_x, float* grad_gamma, float* grad_beta) {
  double mean, rate, g_mean = 0, gz_mean = 0;
  wide_stats(x, d, &mean, &rate);
  for (int32_t c = 0; c < d; c++) {
    double z = ((double)x[c] - mean) * rate, g = (double)grad_y[c] * (double)gamma[c];
    grad_gamma[c] += (float)((double)grad_y[c] * z), grad_beta[c] += grad_y[c];
    g_mean += g / d, gz_mean += g * z / d;
  }
  for (int32_t c = 0; c < d; c++) {
    double z = ((double)x[c] - mean) * rate, g = (double)grad_y[c] * (double)gamma[c];
    grad_x[c] += (float)(rate * (g - g_mean - z * gz_mean));
  }
}

__attribute__((noinline)) void layer_norm(const float* x, int32_t rows, int32_t d,
                                          const float* gamma, const float* beta, float* y,
                                          float* stats) {
  for (int32_t r = 0; r < rows; r++, x += d, y += d, stats += 2) {
    row_stats(x, d, stats, stats + 1);
    float mean = stats[0], rate = stats[1];
    if (!(rate > LEAST_RATE)) {
      wide_norm(x, d, gamma, beta, y, stats);
      continue;
    }
    lanes means = l_splat(mean), rates = l_splat(rate);
    int32_t c = 0;
    for (; c + V_WIDTH <= d; c += V_WIDTH) {
      lanes normal = l_mul(l_sub(l_load(x + c), means), rates);
      l_store(y + c, l_add(l_mul(normal, l_load(gamma + c)), l_load(beta + c)));
    }
    for (; c < d; c++) y[c] = (x[c] - mean) * rate * gamma[c] + beta[c];
  }
}

// With z = (x − mean) · rate and g = grad_y · γ:
//   grad_x = rate · (g − mean(g) − z · mean(g · z)),   grad_γ = Σ grad_y · z,   grad_β = Σ grad_y
__attribute__((noinline)) void layer_norm_gradient(const float* x, const float* stats,
                                                   const float* grad_y, int32_t rows, int32_t d,
                                                   const float* gamma, float* grad_x,
                                                   float* grad_gamma, float* grad_beta) {
  for (int32_t r = 0; r < rows; r++, x += d, grad_y += d, grad_x += d, stats += 2) {
    float mean = stats[0], rate = stats[1];
    if (!(rate > LEAST_RATE)) {
      wide_gradient(x, grad_y, d, gamma, grad_x, grad_gamma, grad_beta);
      continue;
    }
    lanes means = l_splat(mean), rates = l_splat(rate);
    f32x4 g_sums = v_splat(0), gz_sums = v_splat(0);
    int32_t c = 0;
    for (; c + 4 <= d; c += 4) {
      float products[8];
      for (int32_t l = 0; l < 4; l += V_WIDTH) {
        lanes z = l_mul(l_sub(l_load(x + c + l), means), rates), up = l_load(grad_y + c + l);
        lanes upz = l_mul(up, z), g = l_load(gamma + c + l);
        l_store(grad_gamma + c + l, l_add(l_load(grad_gamma + c + l), upz));
        l_store(grad_beta + c + l, l_add(l_load(grad_beta + c + l), up));
        l_store(products + l, l_mul(up, g));
        l_store(products + 4 + l, l_mul(upz, g));
      }
      g_sums = v_add(g_sums, v_load(products));
      gz_sums = v_add(gz_sums, v_load(products + 4));
    }
    float g_sum = v_sum(g_sums), gz_sum = v_sum(gz_sums);
    for (; c < d; c++) {
      float upz = grad_y[c] * ((x[c] - mean) * rate);
      grad_gamma[c] += upz;
      grad_beta[c] += grad_y[c];
      g_sum += grad_y[c] * gamma[c];
      gz_sum += upz * gamma[c];
    }
    float g_mean = g_sum / (float)d, gz_mean = gz_sum / (float)d;
    lanes g_means = l_splat(g_mean), gz_means = l_splat(gz_mean);
    for (c = 0; c + V_WIDTH <= d; c += V_WIDTH) {
      lanes z = l_mul(l_sub(l_load(x + c), means), rates);
      lanes g = l_mul(l_load(grad_y + c), l_load(gamma + c));
      lanes own = l_sub(l_sub(g, g_means), l_mul(z, gz_means));
      l_store(grad_x + c, l_add(l_load(grad_x + c), l_mul(rates, own)));
    }
    for (; c < d; c++) {
      float z = (x[c] - mean) * rate;
      grad_x[c] += rate * ((grad_y[c] * gamma[c] - g_mean) - z * gz_mean);
    }
  }
}
