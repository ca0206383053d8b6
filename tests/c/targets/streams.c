// The streams of random numbers and the experiments on them: the same numbers however they are
// drawn, in pieces of any size, and an array is never left.
#include "given.h"

#include "experiments.h"
#include "random.h"

static void torch(void) {
  static torch_draw whole, pieces, skipped;
  uint32_t seed = random_bits(), kind = next_byte() & 1 ? TORCH_FLOAT : TORCH_DOUBLE;
  uint32_t bytes_each = kind == TORCH_FLOAT ? 4 : 8;
  torch_seed(&whole, seed), pieces = whole, skipped = whole;
  for (int32_t tensors = between(1, 3); tensors > 0; tensors--) {
    int32_t count = between(0, 1500);
    uint32_t blocks = (uint32_t)count / 16 + 2, some = (uint32_t)between(2, 40);
    char *all = bytes((size_t)blocks * 16 * bytes_each), *piece = bytes(some * 16 * bytes_each);
    torch_begin(&whole, count), torch_begin(&pieces, count), torch_begin(&skipped, count);
    uint32_t got = 0, at = 0, next;
    while ((next = torch_next(&whole, kind, all + got * bytes_each, blocks - got / 16)) > 0)
      got += next;
    CHECK(got == (uint32_t)count, "%u of %d", got, count);
    while ((next = torch_next(&pieces, kind, piece, some)) > 0) {
      CHECK(memcmp(piece, all + at * bytes_each, next * bytes_each) == 0, "%u from %u", next, at);
      at += next;
    }
    torch_skip(&skipped, kind);
    CHECK(at == got, "%u of %u", at, got);
    CHECK(skipped.stream.next == whole.stream.next, "skipped to %d", skipped.stream.next);
    free(all), free(piece);
  }
}

static void numpy(void) {
  static numpy_stream whole, pieces;
  uint32_t words[5], count = (uint32_t)between(1, 5), most = (uint32_t)between(0, 2000);
  for (int w = 0; w < 5; w++) words[w] = random_bits();
  numpy_seed(&whole, words, count), numpy_seed(&pieces, words, count);
  float *all = floats(most), *piece = floats(most);
  numpy_normal(&whole, all, most);
  for (uint32_t at = 0; at < most;) {
    uint32_t now = (uint32_t)between(1, 400);
    if (now > most - at) now = most - at;
    numpy_normal(&pieces, piece + at, now), at += now;
  }
  CHECK(most == 0 || memcmp(all, piece, most * sizeof(float)) == 0, "pieces of %u", most);
  CHECK(all_are_finite(all, most), "numpy");
  free(all), free(piece);
}

static void experiments(void) {
  uint32_t d_k = (uint32_t)between(1, 70), keys = (uint32_t)between(1, 9);
  uint32_t pairs = (uint32_t)between(0, 30), rows = (uint32_t)between(0, 12);
  size_t size = (size_t)experiment_bytes(d_k, keys);
  experiment *whole = bytes(size), *pieces = bytes(size);
  experiment_seed(whole, random_bits());
  pieces->k = whole->k;
  experiment_begin(whole, d_k, pairs, rows, keys);
  experiment_begin(pieces, d_k, pairs, rows, keys);
  CHECK(experiment_step(whole, 100000), "not done");
  for (int turns = 0; !experiment_step(pieces, (uint32_t)between(1, 3)) && turns < 10000; turns++) {
  }
  CHECK(memcmp(&whole->result, &pieces->result, sizeof whole->result) == 0, "d_k %u", d_k);
  free(whole), free(pieces);
}

static void target(void) {
  switch (next_byte() % 3) {
  case 0:
    torch();
    break;
  case 1:
    numpy();
    break;
  default:
    experiments();
  }
}
