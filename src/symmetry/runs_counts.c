#include "symmetry/runs.h"

#include <assert.h>

/* Keys are read word by word; the last bytes one at a time. */
static uint64_t bits_at(const uint8_t *key, uint64_t bit, uint32_t width) {
  uint64_t value = 0;
  const uint8_t *at = key + bit / 8;
  uint32_t shift = bit % 8;
  for (uint32_t have = 0; have < shift + width; have += 8)
    value |= (uint64_t)*at++ << have;
  return value >> shift & (((uint64_t)1 << width) - 1);
}

uint32_t noe_symmetry_runs_counts(const struct noe_runs_shape *shape, const uint8_t *key, uint16_t *counts,
                                  uint32_t *entries) {
  uint64_t bit = shape->plain_bits;
  uint32_t all = 0;
  for (uint32_t b = 0; b < shape->symmetry->block_count; b++) {
    const struct noe_slice *slice = &shape->slices[b];
    uint32_t size = shape->symmetry->blocks[b].size, before = all;
    for (uint32_t points = 0; points < size; all++) {
      bit += slice->bits;
      bool several = bits_at(key, bit++, 1);
      counts[all] = 1;
      if (several) {
        counts[all] = (uint16_t)(2 + bits_at(key, bit, slice->count_bits));
        bit += slice->count_bits;
      }
      points += counts[all];
      assert(points <= size && "counts sum to the size of the block");
    }
    entries[b] = all - before;
  }
  return all;
}
