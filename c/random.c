// The two streams, from the facts of their definitions: which words a number takes, in which order,
// and what is computed of them. Words become numbers in place, 16 at a time.
//
// A double costs 8 ns (Zen 4, SIMD). With a log and a sincos within 0.8 ulp it cost 7.4 ns, but
// then 6 % of the numbers were not PyTorch's, instead of 0.24 %.
#include "random.h"

#include "double.h"
#include "export.h"

#define TWO_PI 6.283185307179586

// --- MT19937 -----------------------------------------------------------------------------------

static inline uint32_t twisted(uint32_t far, uint32_t here, uint32_t next) {
  uint32_t both = (here & 0x80000000u) | (next & 0x7fffffffu);
  return far ^ (both >> 1) ^ ((0u - (next & 1u)) & 0x9908b0dfu);
}

// The next 624 words. No loop reads what it wrote fewer than four places before, so compilers make
// four lanes of the first two.
__attribute__((noinline)) static void twist(uint32_t* w) {
  for (int i = 0; i < 227; i++) w[i] = twisted(w[i + 397], w[i], w[i + 1]);
  for (int i = 227; i < 623; i++) w[i] = twisted(w[i - 227], w[i], w[i + 1]);
  w[623] = twisted(w[396], w[623], w[0]);
}

__attribute__((noinline)) static void temper(const uint32_t* w, uint32_t* out, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t y = w[i];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    y ^= y >> 18;
    memcpy(out + i, &y, 4); // out is where numbers of another type will stand
  }
}

// Goes on by count words and writes them to out; out NULL: writes nothing.
static void take_words(torch_stream* s, uint32_t* out, uint64_t count) {
  while (count > 0) {
    if (s->next == 624) {
      twist(s->word);
      s->next = 0;
    }
    uint32_t here = (uint32_t)(624 - s->next);
    if (here > count) here = (uint32_t)count;
    if (out) {
      temper(s->word + s->next, out, here);
      out += here;
    }
    s->next += (int32_t)here;
    count -= here;
  }
}

EXPORT(torch_bytes) uint32_t torch_bytes(void) { return sizeof(torch_draw); }

EXPORT(torch_seed) void torch_seed(torch_draw* draw, uint32_t seed) {
  torch_stream* s = &draw->stream;
  s->word[0] = seed;
  for (uint32_t i = 1; i < 624; i++)
    s->word[i] = 1812433253u * (s->word[i - 1] ^ (s->word[i - 1] >> 30)) + i;
  s->next = 624;
  s->has_kept = 0;
  s->kept = 0;
  draw->blocks = 0;
  draw->rest = 0;
}

// --- torch.randn: blocks of doubles ------------------------------------------------------------

// Box and Muller 1958, in place: 32 words of the stream become 16 normal numbers, in the same
// bytes. Uniform numbers: the low 53 bits of two words, the first of them the high half, times
// 2⁻⁵³. Place j < 8 of a block is paired with place j + 8.
__attribute__((noinline)) static void normal_blocks(double* out, uint32_t blocks) {
  // A uniform number is put together from two doubles: 2³¹, whose last place is 2⁻²¹, with the 21
  // high bits in it, and ½, whose last place is 2⁻⁵³, with the 32 low ones. Every sum is exact.
  const longs high_at = u_splat(0x41e0000000000000), low_at = u_splat(0x3fe0000000000000);
  const longs high_mask = u_splat(0x1fffff);
  const double both = 2147483648.5;
  for (double* end = out + 16 * (uint64_t)blocks; out != end; out += 16) {
    ONE_BY_ONE
    for (int j = 0; j < 8; j += D_WIDTH) {
      longs a = u_load(out + j), b = u_load(out + j + 8);
      doubles a_high = u_double(u_or(u_and(a, high_mask), high_at));
      doubles a_low = u_double(u_or(u_right(a, 32), low_at));
      doubles b_high = u_double(u_or(u_and(b, high_mask), high_at));
      doubles b_low = u_double(u_or(u_right(b, 32), low_at));
      doubles u1 = d_sub(d_sub(d_splat(both + 1.0), a_high), a_low); // 1 − the uniform number
      doubles u2 = d_add(d_sub(b_high, d_splat(both)), b_low);
      doubles r = d_sqrt(d_mul(d_log(u1), d_splat(-2.0))), sine, cosine;
      d_sin_cos(d_mul(u2, d_splat(TWO_PI)), &sine, &cosine);
      d_store(out + j, d_mul(r, cosine));
      d_store(out + j + 8, d_mul(r, sine));
    }
  }
}

// --- torch.randn: blocks of floats -------------------------------------------------------------
//
// There, eight floats at a time go through the polynomials of Cephes (Moshier), with every multiply
// and add fused that the compiler could fuse. Here a float is kept in a double, where the product
// of two is exact, and sums, products and roots rounded to float are what float arithmetic gives.

// Rounded once: a·b + c for floats in doubles.
//
// The sum s is rounded to double, and rounding that to float rounds twice, which goes wrong where s
// falls on the middle between two floats and is not exact. So where s is not exact, make its last
// bit odd, towards the true value (Boldo and Melquiond 2008): then it lies on no middle.
static inline doubles fused(doubles a, doubles b, doubles c) {
  doubles p = d_mul(a, b), s = d_add(p, c), c_part = d_sub(s, p);
  doubles error = d_add(d_sub(p, d_sub(s, c_part)), d_sub(c, c_part)); // Knuth's TwoSum
  longs bits = u_of(s);
  longs step = u_and_not(u_right(d_ne(error, d_splat(0.0)), 63), bits); // 1 or 0
  // Away from 0 when the error has the sign of s, towards it otherwise.
  longs twice_back = u_and(u_left(step, 1), u_right(u_xor(u_of(error), bits), 62));
  return d_round_to_float(u_double(u_sub(u_add(bits, step), twice_back)));
}

static inline doubles product(doubles a, doubles b) { return d_round_to_float(d_mul(a, b)); }

// The polynomial of eight x, highest power first. One loop for all, since `fused` is long.
__attribute__((noinline)) static void horner_floats(double* y, const double* x,
                                                    const float* coefficient, int count) {
  for (int i = 0; i < 8; i++) y[i] = coefficient[0];
  for (int c = 1; c < count; c++) {
    doubles next = d_splat(coefficient[c]);
    ONE_BY_ONE
    for (int i = 0; i < 8; i += D_WIDTH) d_store(y + i, fused(d_load(y + i), d_load(x + i), next));
  }
}

static const float LOG_FLOAT[] = {7.0376836292E-2f,  -1.1514610310E-1f, 1.1676998740E-1f,
                                  -1.2420140846E-1f, 1.4249322787E-1f,  -1.6668057665E-1f,
                                  2.0000714765E-1f,  -2.4999993993E-1f, 3.3333331174E-1f};
static const float SINE_FLOAT[] = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
static const float COSINE_FLOAT[] = {2.443315711809948e-5f, -1.388731625493765e-3f,
                                     4.166664568298827e-2f};

// As normal_blocks, in place: 16 words become 16 floats. Uniform numbers: the low 24 bits of a word
// times 2⁻²⁴.
__attribute__((noinline)) static void normal_block_float(float* out) {
  double x[8], e[8], y[8], angle[8], turns[8], square[8], sine[8];
  // 2²⁸, whose last place as a double is 2⁻²⁴, with the 24 bits in it.
  const longs mask = u_splat(0xffffff), at = u_splat(0x41b0000000000000);
  const double base = 268435456.0;

  // 1. u1 = 1 − a uniform number = 2ᵉ·(1 + x) with 1 + x in [√½, √2), as in d_log; the bits of √½
  //    are those of the float.
  const longs edge = u_splat(0x3fe6a09e60000000);
  ONE_BY_ONE
  for (int i = 0; i < 8; i += D_WIDTH) {
    doubles u1 = d_sub(d_splat(base + 1.0), u_double(u_or(u_and(u_load_words(out + i), mask), at)));
    longs moved = u_sub(u_of(u1), u_sub(edge, u_splat((uint64_t)1024 << 52)));
    doubles k = u_double(u_or(u_right(moved, 52), u_splat(0x4330000000000000)));
    d_store(e + i, d_sub(k, d_splat(4503599627370496.0 + 1024.0)));
    doubles m = u_double(u_add(u_and(moved, u_splat(0x000fffffffffffff)), edge));
    d_store(x + i, d_sub(m, d_splat(1.0)));
  }
  horner_floats(y, x, LOG_FLOAT, 9);

  // 2. r = √(−2 ln u1), kept in y; angle = 2π·u2 − n·π/2, n = ⌊(⌊4/π·2π·u2⌋ + 1) / 2⌋ quarter
  // turns.
  ONE_BY_ONE
  for (int i = 0; i < 8; i += D_WIDTH) {
    doubles x_i = d_load(x + i), e_i = d_load(e + i), y_i = product(d_load(y + i), x_i);
    doubles z = product(x_i, x_i);
    y_i = fused(y_i, z, product(e_i, d_splat(-2.12194440e-4f)));
    y_i = fused(z, d_splat(-0.5), y_i);
    y_i = fused(e_i, d_splat(0.693359375), d_round_to_float(d_add(x_i, y_i)));
    d_store(y + i, d_round_to_float(d_sqrt(d_mul(y_i, d_splat(-2.0)))));

    doubles u2 = d_sub(u_double(u_or(u_and(u_load_words(out + i + 8), mask), at)), d_splat(base));
    doubles a = product(u2, d_splat((float)TWO_PI));
    // To the nearest whole number, a half upwards: what is added for that is less than any float
    // next to a half differs from it.
    doubles n = d_mul(product(a, d_splat(1.27323954473516f)), d_splat(0.5));
    n = d_add(d_add(n, d_splat(1.0 / (1 << 30))), d_splat(TO_WHOLE));
    d_store(turns + i, n);
    n = d_mul(d_sub(n, d_splat(TO_WHOLE)), d_splat(-2.0));
    a = fused(n, d_splat(0.78515625), a); // π/4 in three parts
    a = fused(n, d_splat(2.4187564849853515625e-4), a);
    a = fused(n, d_splat(3.77489497744594108e-8f), a);
    d_store(angle + i, a);
    d_store(square + i, product(a, a));
  }
  horner_floats(sine, square, SINE_FLOAT, 3);
  horner_floats(x, square, COSINE_FLOAT, 3);

  // 3. r·cos and r·sin; + 0, the mean, so that no zero is negative.
  ONE_BY_ONE
  for (int i = 0; i < 8; i += D_WIDTH) {
    doubles a = d_load(angle + i), z = d_load(square + i), r = d_load(y + i);
    doubles c = fused(product(d_load(x + i), z), z, d_mul(z, d_splat(-0.5)));
    c = d_round_to_float(d_add(c, d_splat(1.0)));
    doubles s = fused(product(d_load(sine + i), z), a, a);
    d_quarter_turns(u_of(d_load(turns + i)), s, c, &s, &c);
    d_store_floats(out + i, d_add(d_mul(r, c), d_splat(0.0)));
    d_store_floats(out + i + 8, d_add(d_mul(r, s), d_splat(0.0)));
  }
}

// --- torch.randn: tensors ----------------------------------------------------------------------

// One number of a tensor of fewer than 16: pairs, the second of which is kept, whatever is drawn in
// between.
static double pair_number(torch_stream* s) {
  if (s->has_kept) {
    s->has_kept = 0;
    return s->kept;
  }
  // The first uniform number gives the angle, the second the radius: as places 8 and 0 of a block.
  union {
    uint32_t word[32];
    double number[16];
  } block = {{0}};
  take_words(s, block.word + 16, 2);
  take_words(s, block.word, 2);
  normal_blocks(block.number, 1);
  s->kept = block.number[8];
  s->has_kept = 1;
  return block.number[0];
}

EXPORT(torch_begin) void torch_begin(torch_draw* draw, double count) {
  uint64_t size = (uint64_t)count;
  draw->blocks = size / 16;
  draw->rest = (uint32_t)(size % 16);
  // A size that is no multiple of 16 has its last 16 numbers drawn again, after all others. So the
  // last whole block gives only what stands before those.
  if (draw->blocks > 0 && draw->rest > 0) {
    draw->blocks--;
    draw->rest += 16;
  }
}

// Draws whole blocks, in pieces whose words stay near the processor. A number takes as many words
// as its kind says, and fills their bytes.
__attribute__((noinline)) static void draw_blocks(torch_stream* s, uint32_t kind, void* out,
                                                  uint32_t blocks) {
  enum { PIECE = 64 };
  uint32_t* words = out;
  while (blocks > 0) {
    uint32_t piece = blocks < PIECE ? blocks : PIECE;
    take_words(s, words, 16 * kind * piece);
    if (kind == TORCH_DOUBLE)
      normal_blocks((double*)words, piece);
    else
      for (uint32_t i = 0; i < piece; i++) normal_block_float((float*)words + 16 * i);
    words += 16 * kind * piece;
    blocks -= piece;
  }
}

EXPORT(torch_next)
uint32_t torch_next(torch_draw* draw, uint32_t kind, void* out, uint32_t blocks) {
  torch_stream* s = &draw->stream;
  if (draw->blocks > 0) {
    if (blocks > draw->blocks) blocks = (uint32_t)draw->blocks;
    draw->blocks -= blocks;
    draw_blocks(s, kind, out, blocks);
    return 16 * blocks;
  }
  uint32_t rest = draw->rest;
  draw->rest = 0;
  if (rest < 16) {
    for (uint32_t i = 0; i < rest; i++) {
      double number = pair_number(s);
      if (kind == TORCH_DOUBLE)
        ((double*)out)[i] = number;
      else
        ((float*)out)[i] = (float)number;
    }
  } else {
    draw_blocks(s, kind, out, 1);
    take_words(s, NULL, (rest - 16) * kind);
    draw_blocks(s, kind, (uint32_t*)out + (rest - 16) * kind, 1);
  }
  return rest;
}

void torch_skip(torch_draw* draw, uint32_t kind) {
  uint64_t blocks = draw->blocks;
  draw->blocks = 0;
  if (draw->rest < 16) {
    take_words(&draw->stream, NULL, 16 * kind * blocks);
    double small[16];
    torch_next(draw, TORCH_DOUBLE, small, 1);
  } else {
    // The last whole block's words and those of the ragged end, then the 16 drawn again.
    take_words(&draw->stream, NULL, (16 * (blocks + 1) + draw->rest) * kind);
    draw->rest = 0;
  }
}

// --- numpy -------------------------------------------------------------------------------------

// SeedSequence: spreads the words of a seed over a pool of four, and that over eight.
// Source: O'Neill 2015, "Developing a seed_seq alternative".
static uint32_t hash_mix(uint32_t value, uint32_t* constant, uint32_t multiplier) {
  value ^= *constant;
  *constant *= multiplier;
  value *= *constant;
  return value ^ (value >> 16);
}

static uint32_t mix(uint32_t x, uint32_t y) {
  uint32_t r = 0xca01f9ddu * x - 0x4973f715u * y;
  return r ^ (r >> 16);
}

// state · multiplier + inc, in 128 bits.
static void pcg_step(numpy_stream* s) {
  const uint64_t mul_high = 0x2360ed051fc65da4, mul_low = 0x4385df649fccf645;
  uint64_t a0 = s->low & 0xffffffff, a1 = s->low >> 32;
  uint64_t b0 = mul_low & 0xffffffff, b1 = mul_low >> 32;
  uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffff);
  uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32);
  high += s->low * mul_high + s->high * mul_low;
  s->low = s->low * mul_low + s->inc_low;
  s->high = high + s->inc_high + (s->low < s->inc_low);
}

static uint64_t pcg_next(numpy_stream* s) {
  pcg_step(s);
  uint64_t value = s->high ^ s->low, by = s->high >> 58;
  return value >> by | value << (-by & 63);
}

static double pcg_double(numpy_stream* s) { return (double)(pcg_next(s) >> 11) * 0x1p-53; }

// A function of its own, so that the long body stands in the module only once more.
__attribute__((noinline)) static double log_of(double x) { return d_lane0(d_log(d_splat(x))); }

static double exp_of(double x) {
  double both[2] = {x, x};
  exp_doubles(both, 2);
  return both[0];
}

#define EDGE   3.6541528853610088    // where the lowest layer's rectangle ends and the tail begins
#define AREA   0.0049286732339746552 // of every layer
#define TWO_52 4503599627370496.0

static void ziggurat_tables(numpy_stream* s) {
  double x = EDGE;
  s->w[255] = x / TWO_52;
  s->f[255] = exp_of(-0.5 * x * x);
  s->k[0] = (uint64_t)(x * s->f[255] / AREA * TWO_52);
  s->k[1] = 0;
  s->w[0] = AREA / s->f[255] / TWO_52;
  s->f[0] = 1.0;
  for (int i = 254; i >= 1; i--) {
    double inner = __builtin_sqrt(-2.0 * log_of(AREA / x + s->f[i + 1]));
    s->k[i + 1] = (uint64_t)(inner / x * TWO_52);
    s->w[i] = inner / TWO_52;
    s->f[i] = exp_of(-0.5 * inner * inner);
    x = inner;
  }
}

EXPORT(numpy_bytes) uint32_t numpy_bytes(void) { return sizeof(numpy_stream); }

EXPORT(numpy_seed) void numpy_seed(numpy_stream* stream, const uint32_t* seed, uint32_t count) {
  uint32_t pool[4], constant = 0x43b0d7e5, word[8];
  ONE_BY_ONE
  for (uint32_t i = 0; i < 4; i++)
    pool[i] = hash_mix(i < count ? seed[i] : 0, &constant, 0x931e8875);
  // Each of the pool into the three others; then the words beyond the pool, each into all four.
  ONE_BY_ONE
  for (uint32_t i = 0; i < 16 || i < 4 * count; i++) {
    uint32_t from = i / 4, to = i % 4;
    if (from != to)
      pool[to] = mix(pool[to], hash_mix(from < 4 ? pool[from] : seed[from], &constant, 0x931e8875));
  }
  constant = 0x8b51f9dd;
  ONE_BY_ONE
  for (int i = 0; i < 8; i++) word[i] = hash_mix(pool[i & 3], &constant, 0x58f38ded);

  uint64_t init_high = word[0] | (uint64_t)word[1] << 32,
           init_low = word[2] | (uint64_t)word[3] << 32;
  uint64_t inc_high = word[4] | (uint64_t)word[5] << 32,
           inc_low = word[6] | (uint64_t)word[7] << 32;
  stream->inc_high = inc_high << 1 | inc_low >> 63;
  stream->inc_low = inc_low << 1 | 1;
  stream->high = stream->low = 0;
  pcg_step(stream);
  stream->low += init_low;
  stream->high += init_high + (stream->low < init_low);
  pcg_step(stream);
  ziggurat_tables(stream);
}

static double ziggurat_normal(numpy_stream* s) {
  for (;;) {
    uint64_t r = pcg_next(s);
    uint32_t layer = r & 255;
    uint64_t place = (r >> 9) & 0x000fffffffffffff;
    double x = (double)place * s->w[layer];
    if (r & 256) x = -x;
    if (place < s->k[layer]) return x; // 99.3 %
    if (layer == 0) {
      // The tail beyond EDGE. Source: Marsaglia 1964.
      for (;;) {
        double over = -log_of(1.0 - pcg_double(s)) / EDGE, y = -log_of(1.0 - pcg_double(s));
        if (y + y > over * over) return (place >> 8) & 1 ? -(EDGE + over) : EDGE + over;
      }
    }
    double height = (s->f[layer - 1] - s->f[layer]) * pcg_double(s) + s->f[layer];
    if (height < exp_of(-0.5 * x * x)) return x;
  }
}

EXPORT(numpy_normal) void numpy_normal(numpy_stream* stream, float* out, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) out[i] = (float)ziggurat_normal(stream);
}
