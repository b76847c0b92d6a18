#include "symmetry/orbit_sum.h"

enum { PRIME_BITS = 61, SURE_BITS = 60 };

__extension__ typedef unsigned __int128 wide;

/* ------------------------------------------------------------ modular words */

static uint64_t times(uint64_t a, uint64_t b, uint64_t prime) { return (uint64_t)((wide)a * b % prime); }

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t prime) {
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, base = times(base, base, prime))
    if (exponent & 1)
      result = times(result, base, prime);
  return result;
}

/* Montgomery's product a b / 2^64; `inverse` is that of the prime modulo 2^64. Numbers
 * below are kept multiplied by 2^64, which the product leaves as it is. */
static inline uint64_t product(uint64_t a, uint64_t b, uint64_t prime, uint64_t inverse) {
  wide whole = (wide)a * b;
  uint64_t high = (uint64_t)(whole >> 64), part = (uint64_t)((wide)((uint64_t)whole * inverse) * prime >> 64);
  return high >= part ? high - part : high - part + prime;
}

static uint64_t enter(uint64_t number, uint64_t prime) { return (uint64_t)(((wide)number << 64) % prime); }

static uint64_t inverse_of(uint64_t odd) {
  uint64_t inverse = odd; /* right in three bits; each step doubles them */
  for (int i = 0; i < 5; i++)
    inverse *= 2 - odd * inverse;
  return inverse;
}

/* Miller and Rabin; these bases decide for all numbers of 64 bits (Sorenson, Webster 2017). */
static bool is_prime(uint64_t number) {
  static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  uint64_t odd = number - 1;
  uint32_t twos = 0;
  for (; !(odd & 1); odd >>= 1)
    twos++;
  for (int i = 0; i < 12; i++) {
    uint64_t x = power(bases[i], odd, number);
    bool passes = x == 1 || x == number - 1;
    for (uint32_t k = 1; k < twos && !passes; k++) {
      x = times(x, x, number);
      passes = x == number - 1;
    }
    if (!passes)
      return false;
  }
  return true;
}

/* ------------------------------------------------------------------- shape */

static const uint64_t *reciprocals(struct noe_arena *arena, uint32_t points, uint64_t prime) {
  uint64_t *row = NOE_NEW_ARRAY(arena, uint64_t, points + 1), factorial = 1;
  for (uint32_t i = 2; i <= points; i++)
    factorial = times(factorial, i, prime);
  uint64_t reciprocal = power(factorial, prime - 2, prime);
  for (uint32_t i = points + 1; i-- > 0;) {
    row[i] = enter(reciprocal, prime);
    reciprocal = times(reciprocal, i ? i : 1, prime);
  }
  return row;
}

static const uint64_t *parts(struct noe_arena *arena, uint32_t turns, uint64_t prime) {
  uint64_t *row = NOE_NEW_ARRAY(arena, uint64_t, turns + 1);
  for (uint32_t i = 1; i <= turns; i++)
    row[i] = enter(power(i, prime - 2, prime), prime);
  return row;
}

static uint64_t whole_product(const struct noe_symmetry *symmetry, uint64_t prime) {
  uint64_t whole = 1;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 2; i <= symmetry->blocks[b].size; i++)
      whole = times(whole, i, prime);
  return enter(whole, prime);
}

static uint32_t prime_count(const struct noe_symmetry *symmetry) { return symmetry->model->packed_bits / SURE_BITS + 1; }

uint64_t noe_symmetry_orbit_sum_entries(const struct noe_symmetry *symmetry) {
  return prime_count(symmetry) * ((uint64_t)symmetry->points + 1);
}

const struct noe_orbit_sum *noe_symmetry_orbit_sum(struct noe_arena *arena, const struct noe_symmetry *symmetry,
                                                   uint32_t turns) {
  struct noe_orbit_sum *sum = NOE_NEW(arena, struct noe_orbit_sum);
  uint32_t count = prime_count(symmetry), most = 0;
  uint64_t *rows = NOE_NEW_ARRAY(arena, uint64_t, 3 * (size_t)count), candidate = (uint64_t)1 << PRIME_BITS;
  const uint64_t **tables = NOE_NEW_ARRAY(arena, const uint64_t *, 2 * (size_t)count);
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    most = symmetry->blocks[b].size > most ? symmetry->blocks[b].size : most;
  for (uint32_t i = 0; i < count; i++) {
    do
      candidate--;
    while (!(candidate & 1) || !is_prime(candidate));
    rows[i] = candidate;
    rows[count + i] = inverse_of(candidate);
    rows[2 * (size_t)count + i] = whole_product(symmetry, candidate);
    tables[i] = reciprocals(arena, most, candidate);
    tables[count + i] = parts(arena, turns, candidate);
  }
  *sum = (struct noe_orbit_sum){.count = count, .primes = rows, .inverses = rows + count};
  sum->whole = rows + 2 * (size_t)count;
  sum->reciprocals = tables;
  sum->parts = tables + count;
  return sum;
}

/* -------------------------------------------------------------------- sums */

void noe_symmetry_orbit_sum_add(const struct noe_orbit_sum *sum, uint64_t *sums, const uint16_t *counts,
                                uint32_t entries, uint32_t turns) {
  for (uint32_t k = 0; k < sum->count; k++) {
    uint64_t prime = sum->primes[k], size = sum->whole[k];
    if (turns > 1)
      size = product(size, sum->parts[k][turns], prime, sum->inverses[k]);
    for (uint32_t i = 0; i < entries; i++)
      if (counts[i] > 1)
        size = product(size, sum->reciprocals[k][counts[i]], prime, sum->inverses[k]);
    sums[k] += size;
    if (sums[k] >= prime)
      sums[k] -= prime;
  }
}

void noe_symmetry_orbit_sum_join(const struct noe_orbit_sum *sum, uint64_t *sums, const uint64_t *others) {
  for (uint32_t k = 0; k < sum->count; k++) {
    sums[k] += others[k];
    if (sums[k] >= sum->primes[k])
      sums[k] -= sum->primes[k];
  }
}

static void scale(struct noe_number *number, uint64_t factor) {
  struct noe_number low = noe_base_number(number->memory, 0);
  noe_base_number_copy(&low, number);
  noe_base_number_multiply(&low, (uint32_t)factor);
  noe_base_number_multiply(number, (uint32_t)(factor >> 32));
  noe_base_number_multiply(number, 1 << 16);
  noe_base_number_multiply(number, 1 << 16);
  noe_base_number_add(number, &low);
  noe_base_number_free(&low);
}

/* Mixed digits d_k: total = d_0 + d_1 p_0 + d_2 p_0 p_1 + … */
void noe_symmetry_orbit_sum_total(const struct noe_orbit_sum *sum, const uint64_t *sums, struct noe_number *total) {
  uint64_t *digits = noe_base_alloc(total->memory, sum->count * sizeof *digits);
  for (uint32_t k = 0; k < sum->count; k++) {
    uint64_t prime = sum->primes[k], below = 0, weight = 1;
    for (uint32_t i = 0; i < k; i++) {
      below = (below + times(digits[i] % prime, weight, prime)) % prime;
      weight = times(weight, sum->primes[i] % prime, prime);
    }
    uint64_t rest = product(sums[k], 1, prime, sum->inverses[k]);
    rest = rest >= below ? rest - below : rest + prime - below;
    digits[k] = times(rest, power(weight, prime - 2, prime), prime);
  }
  struct noe_number digit = noe_base_number(total->memory, 0);
  noe_base_number_set(total, 0);
  for (uint32_t k = sum->count; k-- > 0;) {
    scale(total, sum->primes[k]);
    noe_base_number_set(&digit, digits[k]);
    noe_base_number_add(total, &digit);
  }
  noe_base_number_free(&digit);
  noe_base_free(total->memory, digits);
}
