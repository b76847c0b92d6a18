#include "symmetry/multinomial.h"

#include <assert.h>

void noe_symmetry_multinomial_multiply(struct noe_multinomial *ways, uint32_t factor, uint32_t divisor) {
  assert(factor && divisor && "a product of binomials is positive");
  if (!ways->is_large && ways->small < (uint64_t)1 << 48 && factor < 1 << 16) {
    assert(ways->small * factor % divisor == 0 && "not whole");
    ways->small = ways->small * factor / divisor;
    return;
  }
  if (!ways->is_large)
    noe_base_number_set(ways->large, ways->small);
  ways->is_large = true;
  noe_base_number_multiply(ways->large, factor);
  uint32_t rest = noe_base_number_divide(ways->large, divisor);
  assert(!rest && "not whole");
  (void)rest;
}

uint32_t noe_symmetry_multinomial_choose(struct noe_multinomial *ways, uint32_t points, uint32_t size) {
  for (uint32_t k = 1; k <= size; k++)
    noe_symmetry_multinomial_multiply(ways, ++points, k);
  return points;
}

void noe_symmetry_multinomial_end(struct noe_multinomial *ways) {
  if (!ways->is_large)
    noe_base_number_set(ways->large, ways->small);
}
