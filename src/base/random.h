/* Random numbers that are the same everywhere for the same seed: splitmix64
 * (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
 * OOPSLA 2014). Good enough to walk and to test with, not for secrets. */
#ifndef NOE_BASE_RANDOM_H
#define NOE_BASE_RANDOM_H

#include <assert.h>
#include <stdint.h>

struct noe_random {
  uint64_t state; /* the seed, to begin with; any number will do */
};

static inline uint64_t noe_random_next(struct noe_random *random) {
  uint64_t mixed = random->state += UINT64_C(0x9e3779b97f4a7c15);
  mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
  return mixed ^ (mixed >> 31);
}

/* Uniform in [0, bound); `bound` is not 0. Numbers that would favour the small
 * results are drawn again. */
static inline uint64_t noe_random_below(struct noe_random *random, uint64_t bound) {
  assert(bound && "there is something to draw from");
  uint64_t skip = (0 - bound) % bound;
  uint64_t drawn;
  do
    drawn = noe_random_next(random);
  while (drawn < skip);
  return drawn % bound;
}

#endif
