/* Sums of orbit sizes, without large numbers on the way.
 *
 * An orbit whose states have no symmetries but those of classes of c_1, c_2, … points (the
 * entries of a key, in a unary model) has
 *
 *   prod_b n_b! / prod_i c_i!        (n_b points in block b)
 *
 * states; if there are small blocks (turns.h), which count among the n_b, and t turns give
 * the same key, one t-th of that. Sums of such numbers are kept modulo primes of 61 bits, as many as it takes for
 * their product to pass 2^packed_bits, which no number of states can: the sum is then
 * told by the Chinese remainder theorem (Garner's method). One modular product for each
 * entry and prime instead of a multinomial of any size.
 *
 * The shape is immutable and shared by threads; each has a row of sums, 0 at first. */
#ifndef NOE_SYMMETRY_ORBIT_SUM_H
#define NOE_SYMMETRY_ORBIT_SUM_H

#include "base/number.h"
#include "symmetry/symmetry.h"

struct noe_orbit_sum {
  uint32_t count;         /* of primes, and of a row of sums */
  const uint64_t *primes; /* with their inverses modulo 2^64, */
  const uint64_t *inverses;
  const uint64_t *whole;       /* product of the n_b!, by prime */
  const uint64_t *reciprocals; /* a row of primes for each c: 1 / c! */
  const uint64_t *parts;       /* and for each t: 1 / t */
};

/* How many numbers its tables hold, at most. */
uint64_t noe_symmetry_orbit_sum_entries(const struct noe_symmetry *symmetry);

/* May escape. */
const struct noe_orbit_sum *noe_symmetry_orbit_sum(struct noe_arena *arena, const struct noe_symmetry *symmetry,
                                                   uint32_t turns);

/* Adds the orbit with these classes (those of one point need not be among them), and that
 * many turns that give the same key (noe_symmetry_runs_listed; else 1). */
void noe_symmetry_orbit_sum_add(const struct noe_orbit_sum *sum, uint64_t *sums, const uint16_t *counts,
                                uint32_t entries, uint32_t turns);
/* Adds another row. */
void noe_symmetry_orbit_sum_join(const struct noe_orbit_sum *sum, uint64_t *sums, const uint64_t *others);
/* The number itself. May escape. */
void noe_symmetry_orbit_sum_total(const struct noe_orbit_sum *sum, const uint64_t *sums, struct noe_number *total);

#endif
