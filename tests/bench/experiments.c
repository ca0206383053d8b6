// The lessons' two tables in plain C: libm, one number at a time, K drawn and used row by row. What
// the module has to beat (tests/bench/random.js). Prints the seconds that the tables took.
//
// cc -std=c99 -O2 experiments.c -lm
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
  uint32_t word[624];
  int next;
  double block[16]; // the normal numbers made last
  int used;
} stream;

static void start(stream* s, uint32_t seed) {
  s->word[0] = seed;
  for (uint32_t i = 1; i < 624; i++)
    s->word[i] = 1812433253u * (s->word[i - 1] ^ (s->word[i - 1] >> 30)) + i;
  s->next = 624;
  s->used = 16;
}

static uint32_t word(stream* s) {
  uint32_t* w = s->word;
  if (s->next == 624) {
    for (int i = 0; i < 624; i++) {
      uint32_t y = (w[i] & 0x80000000u) | (w[(i + 1) % 624] & 0x7fffffffu);
      w[i] = w[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    s->next = 0;
  }
  uint32_t y = w[s->next++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

// Sizes here are multiples of 16, so a tensor is a whole number of blocks.
static double normal(stream* s) {
  if (s->used == 16) {
    for (int j = 0; j < 16; j++) {
      uint64_t high = word(s), low = word(s);
      s->block[j] = (double)((high << 32 | low) & 0x1fffffffffffff) * 0x1p-53;
    }
    for (int j = 0; j < 8; j++) {
      double r = sqrt(-2 * log(1 - s->block[j])), angle = 6.283185307179586 * s->block[j + 8];
      s->block[j] = r * cos(angle);
      s->block[j + 8] = r * sin(angle);
    }
    s->used = 0;
  }
  return s->block[s->used++];
}

static double* tensor(stream* s, int count) {
  double* x = malloc(sizeof(double) * (size_t)count);
  if (!x) exit(1);
  for (int i = 0; i < count; i++) x[i] = normal(s);
  return x;
}

static double dot(stream* s, const double* q, int d_k) {
  double sum = 0;
  for (int d = 0; d < d_k; d++) sum += q[d] * normal(s);
  return sum;
}

enum { PAIRS = 20000, ROWS = 2000, KEYS = 32 };

static void softmax(const double* scores, double scale, double* p) {
  double max = -INFINITY, sum = 0;
  for (int j = 0; j < KEYS; j++) max = fmax(max, scores[j]);
  for (int j = 0; j < KEYS; j++) sum += p[j] = exp((scores[j] - max) * scale);
  for (int j = 0; j < KEYS; j++) p[j] /= sum;
}

int main(void) {
  static stream s;
  const int sizes[] = {4, 16, 64, 256, 1024};
  double check = 0;
  clock_t begin = clock();
  for (uint32_t table = 0; table < 2; table++) {
    start(&s, table);
    for (int size = 0; size < 5; size++) {
      int d_k = sizes[size];
      if (table == 0) {
        double *q = tensor(&s, PAIRS * d_k), sum = 0, squares = 0;
        for (int i = 0; i < PAIRS; i++) {
          double x = dot(&s, q + (size_t)i * d_k, d_k);
          sum += x;
          squares += x * x;
        }
        check += (squares - sum * sum / PAIRS) / (PAIRS - 1);
        free(q);
      }
      double *q = tensor(&s, ROWS * d_k), scores[KEYS], p[KEYS];
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < KEYS; j++) scores[j] = dot(&s, q + (size_t)i * d_k, d_k);
        for (int scaled = 0; scaled < 2; scaled++) {
          softmax(scores, scaled ? 1 / sqrt(d_k) : 1, p);
          double largest = 0, squares = 0, cubes = 0;
          for (int j = 0; j < KEYS; j++) {
            largest = fmax(largest, p[j]);
            squares += p[j] * p[j];
            cubes += p[j] * p[j] * p[j];
          }
          check += table == 0 ? largest : sqrt(fabs(squares - 2 * cubes + squares * squares));
        }
      }
      free(q);
    }
  }
  printf("%.3f\n", (double)(clock() - begin) / CLOCKS_PER_SEC);
  return check > 0 ? 0 : 1;
}
