// c/exp.h against libm in double: the bounds that its comments state.
#include "check.h"
#include "exp.h"

#include <float.h>

static double exp_error = 0, exp2_error = 0, tanh_error = 0;

typedef lanes function(lanes);

// Four numbers, in as many steps as the build's lanes need.
static void of_four(function* f, const float* x, float* y) {
  for (int l = 0; l < 4; l += V_WIDTH) l_store(y + l, f(l_load(x + l)));
}

// Four numbers that follow each other, from more negative to less.
static void compare(function* power, double (*exact)(double), const float* x, float lowest,
                    double* largest) {
  float y[4];
  of_four(power, x, y);
  for (int l = 0; l < 4; l++) {
    if (x[l] < lowest) {
      CHECK(y[l] >= 0 && y[l] <= FLT_MIN, "%g: %g", (double)x[l], (double)y[l]);
      continue;
    }
    double expected = exact(x[l]), error = fabs(y[l] - expected) / expected;
    if (!(error <= *largest)) *largest = error;
    CHECK(y[l] <= 1, "%.9g: %.9g is above 1", (double)x[l], (double)y[l]);
  }
}

static double exact_exp(double x) { return exp(x); }
static double exact_exp2(double x) { return exp2(x); }

// Every `stride`-th float from lowest to 0, and what lies around the places where n changes: at
// (n + ½) · unit, t is largest.
static void sweep(function* power, double (*exact)(double), float lowest, double unit,
                  double* largest) {
  const uint32_t stride = 101, end = bits_of(-lowest) | 0x80000000u;
  for (uint32_t bits = 0x80000000u; bits <= end - 4 * stride; bits += 4 * stride) {
    float x[4];
    for (uint32_t l = 0; l < 4; l++) x[l] = float_of(bits + l * stride);
    compare(power, exact, x, lowest, largest);
  }
  for (int32_t half = 1; half < 253; half++) {
    uint32_t middle = bits_of((float)(-half * unit / 2));
    for (uint32_t bits = middle - 200; bits < middle + 200; bits += 4) {
      float x[4];
      for (uint32_t l = 0; l < 4; l++) x[l] = float_of(bits + l);
      if (x[3] >= lowest) compare(power, exact, x, lowest, largest);
    }
  }
  CHECK(*largest <= EXP_ERROR, "relative error %.3g", *largest);
}

// Where the argument grows by one unit in the last place, the result falls by no more than
// rounding: two units of its own.
static void test_rises(function* power, float lowest) {
  for (int turn = 0; turn < 2000; turn++) {
    float x = lowest * ((float)turn / 2000.0f), before = 0;
    for (int step = 0; step < 40; step += 4) {
      float in[4], out[4];
      for (int l = 0; l < 4; l++) in[l] = x, x = nextafterf(x, 1);
      if (in[3] > 0) break;
      of_four(power, in, out);
      for (int l = 0; l < 4; l++) {
        CHECK(out[l] >= before * (1 - 2 * FLT_EPSILON), "at %.9g: %.9g after %.9g", (double)in[l],
              (double)out[l], (double)before);
        before = out[l];
      }
    }
  }
}

static void test_special_powers(function* power, float zero_below) {
  // Each in every lane, next to ordinary numbers, which must not notice.
  const float exactly_0[] = {-INFINITY, -FLT_MAX, -1e30f, -1e9f, -1000, zero_below};
  const float exactly_1[] = {0.0f, -0.0f, -0x1p-149f, -FLT_MIN, -1e-10f};
  float usual[4] = {-1.5f, -0.25f, -20, -60}, expected[4], x[4], y[4];
  of_four(power, usual, expected);
  for (int lane = 0; lane < 4; lane++) {
    for (int which = 0; which < 12; which++) {
      memcpy(x, usual, sizeof x);
      x[lane] = which < 6 ? exactly_0[which] : which < 11 ? exactly_1[which - 6] : NAN;
      of_four(power, x, y);
      for (int l = 0; l < 4; l++) {
        if (l != lane)
          CHECK(bits_of(y[l]) == bits_of(expected[l]), "%g", (double)y[l]);
        else if (which < 6)
          CHECK(bits_of(y[l]) == 0, "%g: %g", (double)x[l], (double)y[l]);
        else if (which < 11)
          CHECK(y[l] == 1, "%g: %g", (double)x[l], (double)y[l]);
        else
          CHECK(isnan(y[l]), "NaN: %g", (double)y[l]);
      }
    }
    // A NaN of any sign and payload.
    for (int turn = 0; turn < 1000; turn++) {
      memcpy(x, usual, sizeof x);
      uint32_t bits = random_bits() | 0x7f800001u;
      x[lane] = float_of(bits);
      of_four(power, x, y);
      CHECK(isnan(y[lane]), "NaN %08x: %g", bits, (double)y[lane]);
    }
  }
}

static void tanh_of(const float* x) {
  float y[4], minus_x[4], opposite[4];
  for (int l = 0; l < 4; l++) minus_x[l] = -x[l];
  of_four(l_tanh, x, y), of_four(l_tanh, minus_x, opposite);
  for (int l = 0; l < 4; l++) {
    double error = fabs(y[l] - tanh(x[l]));
    if (!(error <= tanh_error)) tanh_error = error;
    CHECK(fabsf(y[l]) <= 1, "tanh %.9g: %.9g", (double)x[l], (double)y[l]);
    CHECK(y[l] == -opposite[l], "tanh %.9g: %.9g, but of −x %.9g", (double)x[l], (double)y[l],
          (double)opposite[l]);
  }
}

static void test_tanh(void) {
  const uint32_t stride = 101, end = bits_of(20);
  for (uint32_t bits = 0; bits < end; bits += 4 * stride) {
    float x[4];
    for (uint32_t l = 0; l < 4; l++) x[l] = float_of(bits + l * stride);
    tanh_of(x);
  }
  // Where the polynomial ends.
  for (uint32_t bits = bits_of(0.625f) - 2000; bits < bits_of(0.625f) + 2000; bits += 4) {
    float x[4];
    for (uint32_t l = 0; l < 4; l++) x[l] = float_of(bits + l);
    tanh_of(x);
  }
  CHECK(tanh_error <= TANH_ERROR, "absolute error %.3g", tanh_error);
  const float exact[][2] = {{INFINITY, 1}, {-INFINITY, -1}, {FLT_MAX, 1}, {-FLT_MAX, -1},
                            {1e10f, 1},    {-1e10f, -1},    {0.0f, 0},    {-0.0f, 0}};
  for (int lane = 0; lane < 4; lane++) {
    float x[4] = {0.5f, -3, 0.01f, 1}, y[4];
    for (int which = 0; which < 8; which++) {
      x[lane] = exact[which][0];
      of_four(l_tanh, x, y);
      CHECK(y[lane] == exact[which][1], "tanh %g: %g", (double)x[lane], (double)y[lane]);
    }
    x[lane] = NAN;
    of_four(l_tanh, x, y);
    for (int l = 0; l < 4; l++) CHECK(isnan(y[l]) == (l == lane), "lane %d: %g", l, (double)y[l]);
  }
}

int main(void) {
  // Down to the smallest normal number: exp(−87.33), 2⁻¹²⁶.
  sweep(l_exp, exact_exp, -87.3f, 0.6931471805599453, &exp_error);
  sweep(l_exp2, exact_exp2, -126, 1, &exp2_error);
  test_rises(l_exp, -87.3f);
  test_rises(l_exp2, -126);
  test_special_powers(l_exp, -87.7f);
  test_special_powers(l_exp2, -126.51f);
  test_tanh();
  char measured[120];
  snprintf(measured, sizeof measured, "relative error of exp %.3g, of exp2 %.3g; of tanh %.3g",
           exp_error, exp2_error, tanh_error);
  return report("exp", measured);
}
