/* In how many ways things can be handed out to points: a product of binomials, factor by
 * factor, whole at every step; in one word as long as it fits. */
#ifndef NOE_SYMMETRY_MULTINOMIAL_H
#define NOE_SYMMETRY_MULTINOMIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"

struct noe_multinomial {
  uint64_t small;           /* 1 at first */
  struct noe_number *large; /* the product, once it is large */
  bool is_large;
};

/* By factor / divisor, which leaves it whole. May escape. */
void noe_symmetry_multinomial_multiply(struct noe_multinomial *ways, uint32_t factor, uint32_t divisor);

/* `size` of `points` + `size` points are chosen: by that binomial, in `size` steps, so the
 * largest class is the one to begin with. Returns the sum. May escape. */
uint32_t noe_symmetry_multinomial_choose(struct noe_multinomial *ways, uint32_t points, uint32_t size);

/* Leaves the product in `large` in any case. May escape. */
void noe_symmetry_multinomial_end(struct noe_multinomial *ways);

#endif
