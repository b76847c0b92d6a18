#include <assert.h>

#include "symmetry/runs_int.h"

uint32_t noe_symmetry_runs_counts(const struct noe_runs_shape *shape, const uint8_t *key, uint16_t *counts,
                                  uint32_t *entries) {
  uint64_t bit = shape->plain_bits;
  uint32_t all = 0;
  for (uint32_t b = 0; b < shape->large->block_count; b++) {
    const struct noe_slice *slice = &shape->slices[b];
    uint32_t size = shape->large->blocks[b].size, before = all;
    for (uint32_t points = 0; points < size; all++) {
      bit += slice->bits;
      bool several = noe_runs_bits(key, bit++, 1);
      counts[all] = 1;
      if (several) {
        counts[all] = (uint16_t)(2 + noe_runs_bits(key, bit, slice->count_bits));
        bit += slice->count_bits;
      }
      points += counts[all];
      assert(points <= size && "counts sum to the size of the block");
    }
    entries[b] = all - before;
  }
  assert(all <= shape->large->points && "an entry stands for a point at least");
  return all;
}
