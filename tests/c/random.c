// c/random.c, c/double.h and c/experiments.c against numbers that PyTorch and NumPy drew, against
// libm in long double, and against the experiments' definitions. (Many more numbers of PyTorch and
// NumPy are compared in tests/js/random.test.js.) Every array has exactly the length that the
// header says.
#include "../../c/double.h"
#include "../../c/experiments.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int failures = 0;

#define CHECK(condition, ...)                                                                      \
  do {                                                                                             \
    if (!(condition) && failures++ < 20) {                                                         \
      printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                       \
      printf(__VA_ARGS__);                                                                         \
      printf("\n");                                                                                \
    }                                                                                              \
  } while (0)

static void* memory(double bytes) {
  void* p = malloc((size_t)bytes);
  if (!p) exit(2);
  return p;
}

// --- log, sine, cosine, exp ----------------------------------------------------------------------

// Numbers in (0, 1], the same in every run, as fine as a double can be.
static uint64_t seed = 1;
static double draw(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  uint64_t high = seed >> 32;
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(((high << 21) ^ (seed >> 32)) % ((uint64_t)1 << 53) + 1) * 0x1p-53;
}

static double units(double value, long double truth) {
  int exponent;
  (void)frexp((double)truth, &exponent);
  return (double)fabsl(value - truth) / ldexp(1, exponent - 53);
}

static void test_functions(void) {
  double worst_log = 0, worst_sine = 0, worst_cosine = 0, worst_exp = 0;
  for (int i = 0; i < 300000; i++) {
    // Uniform, as Box and Muller's method wants it, and with every exponent.
    double u = draw(), x = i & 1 ? u : ldexp(u, -(i % 1000)), angle = 6.283185307179586 * u;
    worst_log = fmax(worst_log, units(d_lane0(d_log(d_splat(x))), logl(x)));
    doubles sine, cosine;
    d_sin_cos(d_splat(angle), &sine, &cosine);
    worst_sine = fmax(worst_sine, units(d_lane0(sine), sinl(angle)));
    worst_cosine = fmax(worst_cosine, units(d_lane0(cosine), cosl(angle)));
    double e[2] = {-708 * u * u, 0};
    worst_exp = fmax(worst_exp, units((exp_doubles(e, 2), e[0]), expl(-708 * u * u)));
    CHECK(e[1] == 1, "exp(0) = %g", e[1]);
  }
  // Where the fraction or the quadrant changes, and the ends.
  for (int q = 0; q <= 8; q++)
    for (int step = -3; step <= 3; step++) {
      double angle = 0.7853981633974483 * q;
      for (int s = 0; s < abs(step); s++) angle = nextafter(angle, step < 0 ? 0 : 7);
      if (angle < 0 || angle > 6.283185307179586) continue;
      doubles sine, cosine;
      d_sin_cos(d_splat(angle), &sine, &cosine);
      worst_sine = fmax(worst_sine, units(d_lane0(sine), sinl(angle)));
      worst_cosine = fmax(worst_cosine, units(d_lane0(cosine), cosl(angle)));
      double x = 0.7071067811865476 + step * 0x1p-53;
      worst_log = fmax(worst_log, units(d_lane0(d_log(d_splat(x))), logl(x)));
    }
  CHECK(d_lane0(d_log(d_splat(1))) == 0, "log 1");
  double low[4] = {-708.5, -1e300, -INFINITY, -708};
  exp_doubles(low, 4);
  CHECK(low[0] == 0 && low[1] == 0 && low[2] == 0 && low[3] > 0, "exp far below");
  // Where long double is no longer than double, the truth itself has half a unit of error.
  double slack = LDBL_MANT_DIG < 64 ? 0.5 : 0;
  CHECK(worst_log <= 0.54 + slack, "log: %g units", worst_log);
  CHECK(worst_sine <= 0.57 + slack, "sine: %g units", worst_sine);
  CHECK(worst_cosine <= 0.57 + slack, "cosine: %g units", worst_cosine);
  CHECK(worst_exp <= 1.02 + slack, "exp: %g units", worst_exp);
  printf("units of the last place: log %.3f, sine %.3f, cosine %.3f, exp %.3f\n", worst_log,
         worst_sine, worst_cosine, worst_exp);
}

// --- torch ---------------------------------------------------------------------------------------

// The 10,000th number of the generator with its customary seed 5489, as the C++ standard gives it.
static void test_mt19937(void) {
  static torch_draw d;
  torch_seed(&d, 5489);
  torch_begin(&d, 4992); // doubles: 9984 words, a whole number of times 624
  torch_skip(&d, TORCH_DOUBLE);
  torch_begin(&d, 16);
  torch_skip(&d, TORCH_DOUBLE);
  uint32_t y = d.stream.word[15];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  y ^= y >> 18;
  CHECK(y == 4123659995u, "%u", y);
}

// A whole tensor, in pieces of so many blocks. The array ends where the header allows the last
// piece to end.
static void* drawn(torch_draw* d, uint32_t kind, uint32_t size, uint32_t blocks) {
  char* out = memory((size / 16.0 + blocks + 1) * 64 * kind);
  uint32_t filled = 0;
  torch_begin(d, size);
  for (;;) {
    char* piece = memory(64.0 * kind * blocks);
    uint32_t count = torch_next(d, kind, piece, blocks);
    memcpy(out + 4 * (size_t)kind * filled, piece, 4 * (size_t)kind * count);
    free(piece);
    filled += count;
    if (count == 0) break;
  }
  CHECK(filled == size, "%u numbers of %u", filled, size);
  return out;
}

static int same_place(const torch_stream* a, const torch_stream* b) {
  // 624 and 0 after the next twist are one place.
  return a->next == b->next && !memcmp(a->word, b->word, sizeof a->word) &&
         a->has_kept == b->has_kept && (!a->has_kept || a->kept == b->kept);
}

static void test_pieces(void) {
  static torch_draw whole, pieces, skipped;
  for (uint32_t kind = TORCH_FLOAT; kind <= TORCH_DOUBLE; kind++)
    for (uint32_t at = 0; at < 90; at++) {
      uint32_t size = at < 80 ? at : (at - 79) * 1023;
      for (uint32_t blocks = 2; blocks < 6; blocks++) {
        torch_seed(&whole, size);
        free(drawn(&whole, kind, 3, 2)); // so that a number is kept
        pieces = skipped = whole;
        void *a = drawn(&whole, kind, size, 700), *b = drawn(&pieces, kind, size, blocks);
        CHECK(!memcmp(a, b, 4 * (size_t)kind * size), "size %u by %u blocks", size, blocks);
        CHECK(same_place(&whole.stream, &pieces.stream), "size %u by %u blocks", size, blocks);
        torch_begin(&skipped, size);
        torch_skip(&skipped, kind);
        CHECK(same_place(&whole.stream, &skipped.stream), "size %u, skipped", size);
        free(a), free(b);
      }
    }
}

static void test_torch(void) {
  static torch_draw d;
  torch_seed(&d, 7);
  float* f = drawn(&d, TORCH_FLOAT, 33, 2);
  const int places[] = {0, 1, 15, 16, 17, 24, 31, 32};
  const float expected[] = {-0x1.a3e8acp-1f, 0x1.952056p-2f,  0x1.171510p+0f, -0x1.952982p+0f,
                            -0x1.80a996p-6f, -0x1.155ff0p-3f, 0x1.0a46eep-2f, -0x1.a313d4p+0f};
  for (int i = 0; i < 8; i++)
    CHECK(f[places[i]] == expected[i], "float %d: %a, PyTorch %a", places[i], (double)f[places[i]],
          (double)expected[i]);
  free(f);

  // 3 numbers by pairs, which keeps a fourth; 17 in blocks; then the one that was kept.
  torch_seed(&d, 7);
  double* a = drawn(&d, TORCH_DOUBLE, 3, 2);
  double* b = drawn(&d, TORCH_DOUBLE, 17, 2);
  f = drawn(&d, TORCH_FLOAT, 1, 2);
  const double numbers[] = {a[0], a[1], a[2], b[0], b[1], b[8], b[16]};
  const double from_torch[] = {-0x1.2ca2e8774a1c0p-3, 0x1.92811cc01ae83p-1, 0x1.e4c5cd4ba2dcfp-1,
                               0x1.1f115c8471adbp+0,  0x1.eea5a21096e4bp+0, 0x1.9c0eb4528ebc7p-3,
                               0x1.04a1282b8276cp-1};
  for (int i = 0; i < 7; i++)
    CHECK(units(numbers[i], from_torch[i]) <= 2, "double %d: %a, PyTorch %a", i, numbers[i],
          from_torch[i]);
  CHECK(f[0] == -0x1.1d45a6p+0f, "the number that was kept: %a", (double)f[0]);
  free(a), free(b), free(f);
}

// --- numpy ---------------------------------------------------------------------------------------

static void test_numpy(void) {
  enum { COUNT = 100000 };
  static numpy_stream stream;
  const uint32_t seeds[2][3] = {{1}, {1, 0, 64}}, words[] = {1, 3};
  // default_rng(1) and default_rng(2⁷⁰ + 1): three from the beginning, the last, the largest.
  const float expected[2][5] = {
      {0x1.61e0d2p-2f, 0x1.a4ab22p-1f, 0x1.525e18p-2f, 0x1.efd366p-1f, 0x1.1a01b2p+2f},
      {-0x1.dd4182p-3f, -0x1.a03d16p-3f, 0x1.09c712p+0f, 0x1.fdbe5cp-3f, 0x1.16aa0ep+2f}};
  const int largest[2] = {30266, 65971}; // both from the tail
  for (int s = 0; s < 2; s++) {
    uint32_t* seed_words = memory(4 * words[s]);
    memcpy(seed_words, seeds[s], 4 * words[s]);
    float* out = memory(4 * COUNT);
    numpy_seed(&stream, seed_words, words[s]);
    numpy_normal(&stream, out, COUNT);
    const float found[5] = {out[0], out[1], out[2], out[COUNT - 1], fabsf(out[largest[s]])};
    for (int i = 0; i < 5; i++)
      CHECK(found[i] == expected[s][i], "seed %d, %d: %a, NumPy %a", s, i, (double)found[i],
            (double)expected[s][i]);
    free(out), free(seed_words);
  }
}

// --- experiments ---------------------------------------------------------------------------------

static double einsum(const double* a, const double* b, uint32_t d_k) {
  double sum = 0;
  for (uint32_t d = 0; d < d_k; d++) sum += a[d] * b[d];
  return sum;
}

// The definition, with every tensor held whole.
static experiment_result defined(torch_draw* d, uint32_t d_k, uint32_t pairs, uint32_t rows,
                                 uint32_t keys) {
  experiment_result r = {0};
  double* q = drawn(d, TORCH_DOUBLE, pairs * d_k, 100);
  double* k = drawn(d, TORCH_DOUBLE, pairs * d_k, 100);
  double mean = 0;
  for (uint32_t i = 0; i < pairs; i++) mean += einsum(q + i * d_k, k + i * d_k, d_k) / pairs;
  for (uint32_t i = 0; i < pairs; i++)
    r.variance += pow(einsum(q + i * d_k, k + i * d_k, d_k) - mean, 2) / (pairs - 1.0);
  free(q), free(k);
  q = drawn(d, TORCH_DOUBLE, rows * d_k, 100);
  k = drawn(d, TORCH_DOUBLE, rows * keys * d_k, 100);
  double* p = memory(8 * keys);
  for (uint32_t i = 0; i < rows; i++)
    for (int scaled = 0; scaled < EXPERIMENT_DIVISORS; scaled++) {
      double max = -INFINITY, sum = 0, largest = 0, norm = 0;
      for (uint32_t j = 0; j < keys; j++) {
        p[j] = einsum(q + i * d_k, k + (i * keys + j) * d_k, d_k) / pow(d_k, scaled / 2.0);
        max = fmax(max, p[j]);
      }
      for (uint32_t j = 0; j < keys; j++) sum += p[j] = exp(p[j] - max);
      for (uint32_t j = 0; j < keys; j++) largest = fmax(largest, p[j] /= sum);
      for (uint32_t j = 0; j < keys; j++)
        for (uint32_t l = 0; l < keys; l++) norm += pow(p[j] * ((j == l) - p[l]), 2);
      r.largest[scaled] += largest / rows;
      r.saturated[scaled] += (largest > 0.99) / (double)rows;
      r.gradient[scaled] += sqrt(norm) / rows;
    }
  free(q), free(k), free(p);
  return r;
}

static void close_to(double got, double expected, const char* what, uint32_t d_k) {
  // Sums of at most 10,000 numbers in another order; a norm of a saturated row is exact to 1e-16.
  CHECK(fabs(got - expected) <= 1e-11 * fabs(expected) + 1e-15, "%s, d_k %u: %.17g, expected %.17g",
        what, d_k, got, expected);
}

static void test_experiments(void) {
  const uint32_t sizes[][4] = {{1, 2, 1, 1},    {1, 3, 2, 2},    {3, 5, 4, 7},   {16, 10, 5, 32},
                               {17, 9, 6, 3},   {40, 33, 11, 9}, {511, 2, 2, 3}, {512, 3, 2, 2},
                               {513, 4, 3, 31}, {2000, 3, 2, 2}, {5, 4, 0, 1},   {5, 0, 4, 3}};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  static torch_draw d;
  torch_seed(&d, 8);
  for (int s = 0; s < SIZES; s++) {
    uint32_t d_k = sizes[s][0], pairs = sizes[s][1], rows = sizes[s][2], keys = sizes[s][3];
    const uint32_t steps[] = {1, 3, 1000000};
    torch_stream start = d.stream;
    experiment_result expected = defined(&d, d_k, pairs, rows, keys), first = {0};
    for (int p = 0; p < 3; p++) {
      experiment* e = memory(experiment_bytes(d_k, keys));
      experiment_seed(e, 0);
      e->k.stream = start;
      experiment_begin(e, d_k, pairs, rows, keys);
      while (!experiment_step(e, steps[p])) continue;
      experiment_result r = e->result;
      if (p == 0) first = r;
      CHECK(!memcmp(&r, &first, sizeof r), "d_k %u in steps of %u", d_k, steps[p]);
      CHECK(same_place(&e->k.stream, &d.stream), "d_k %u: where the stream stands", d_k);
      CHECK(r.drawn == (double)d_k * (2 * pairs + rows * (1 + keys)), "d_k %u: %g", d_k, r.drawn);
      free(e);
    }
    close_to(first.variance, pairs ? expected.variance : 0, "variance", d_k);
    for (int scaled = 0; scaled < EXPERIMENT_DIVISORS; scaled++) {
      close_to(first.largest[scaled], expected.largest[scaled], "largest", d_k);
      close_to(first.saturated[scaled], expected.saturated[scaled], "saturated", d_k);
      close_to(first.gradient[scaled], expected.gradient[scaled], "gradient", d_k);
    }
  }
}

int main(void) {
  test_functions();
  test_mt19937();
  test_pieces();
  test_torch();
  test_numpy();
  test_experiments();
  printf(failures ? "random: %d failures\n" : "random: ok\n", failures);
  return failures != 0;
}
