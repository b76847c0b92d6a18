#include "symmetry/orbit_sum.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"

enum { PRIME_BITS = 61, SURE_BITS = 60 };

__extension__ typedef unsigned __int128 wide;

/* ------------------------------------------------------------ modular words */

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
  assert(odd * inverse == 1 && "an odd number has an inverse modulo 2^64");
  return inverse;
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t prime, uint64_t inverse) {
  uint64_t result = enter(1, prime);
  for (; exponent; exponent >>= 1, base = product(base, base, prime, inverse))
    if (exponent & 1)
      result = product(result, base, prime, inverse);
  return result;
}

static uint64_t plus(uint64_t a, uint64_t b, uint64_t prime) { return a + b < prime ? a + b : a + b - prime; }

static uint64_t minus(uint64_t a, uint64_t b, uint64_t prime) { return a >= b ? a - b : a + prime - b; }

/* Most numbers are found out by one of these; they decide for all numbers of 64 bits together
 * (Miller and Rabin; Sorenson, Webster 2017). */
static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
enum { BASES = sizeof bases / sizeof *bases };

static bool is_prime(uint64_t number) {
  for (int i = 0; i < BASES; i++)
    if (number % bases[i] == 0)
      return false;
  uint64_t odd = number - 1, inverse = inverse_of(number), one = enter(1, number), least = number - one;
  uint32_t twos = 0;
  for (; !(odd & 1); odd >>= 1)
    twos++;
  for (int i = 0; i < BASES; i++) {
    uint64_t x = power(enter(bases[i], number), odd, number, inverse);
    bool passes = x == one || x == least;
    for (uint32_t k = 1; k < twos && !passes; k++) {
      x = product(x, x, number, inverse);
      passes = x == least;
    }
    if (!passes)
      return false;
  }
  return true;
}

/* ------------------------------------------------------------------- shape */

/* Of one prime: n!, and its place in the rows of a table. */
struct column {
  uint64_t prime, inverse, one;
  uint32_t number, count;
};

static uint64_t factorial(const struct column *column, uint32_t n) {
  uint64_t result = column->one, i = column->one;
  for (uint32_t k = 2; k <= n; k++) {
    i = plus(i, column->one, column->prime);
    result = product(result, i, column->prime, column->inverse);
  }
  return result;
}

static uint64_t reciprocal(const struct column *column, uint64_t number) {
  return power(number, column->prime - 2, column->prime, column->inverse);
}

/* 1 / c! for every c up to `most`. */
static void write_reciprocals(const struct column *column, uint32_t most, uint64_t *table) {
  uint64_t value = reciprocal(column, factorial(column, most)), i = enter(most, column->prime);
  for (uint32_t c = most + 1; c-- > 0; i = minus(i, column->one, column->prime)) {
    table[(size_t)c * column->count + column->number] = value;
    value = product(value, i, column->prime, column->inverse);
  }
}

static void write_parts(const struct column *column, uint32_t turns, uint64_t *table) {
  for (uint32_t t = 1; t <= turns; t++)
    table[(size_t)t * column->count + column->number] = reciprocal(column, enter(t, column->prime));
}

static uint64_t whole_product(const struct column *column, const struct noe_symmetry *symmetry) {
  uint64_t whole = column->one;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    whole = product(whole, factorial(column, symmetry->blocks[b].size), column->prime, column->inverse);
  return whole;
}

static uint32_t prime_count(const struct noe_symmetry *symmetry) {
  return symmetry->model->packed_bits / SURE_BITS + 1;
}

uint64_t noe_symmetry_orbit_sum_entries(const struct noe_symmetry *symmetry) {
  return prime_count(symmetry) * ((uint64_t)symmetry->points + 1);
}

const struct noe_orbit_sum *noe_symmetry_orbit_sum(struct noe_arena *arena, const struct noe_symmetry *symmetry,
                                                   uint32_t turns) {
  struct noe_orbit_sum *sum = NOE_NEW(arena, struct noe_orbit_sum);
  uint32_t count = prime_count(symmetry), most = 0;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    most = symmetry->blocks[b].size > most ? symmetry->blocks[b].size : most;
  uint64_t *rows = NOE_NEW_ARRAY(arena, uint64_t, 3 * (size_t)count), candidate = (uint64_t)1 << PRIME_BITS;
  uint64_t *reciprocals = NOE_NEW_ARRAY(arena, uint64_t, ((size_t)most + 1) * count);
  uint64_t *parts = NOE_NEW_ARRAY(arena, uint64_t, ((size_t)turns + 1) * count);
  for (uint32_t i = 0; i < count; i++) {
    do
      candidate--;
    while (!is_prime(candidate));
    assert(candidate >> SURE_BITS && "primes are large enough for their product to pass any number of states");
    struct column column = {candidate, inverse_of(candidate), enter(1, candidate), i, count};
    rows[i] = column.prime;
    rows[count + i] = column.inverse;
    rows[2 * (size_t)count + i] = whole_product(&column, symmetry);
    write_reciprocals(&column, most, reciprocals);
    write_parts(&column, turns, parts);
  }
  *sum = (struct noe_orbit_sum){.count = count, .primes = rows, .inverses = rows + count};
  sum->whole = rows + 2 * (size_t)count;
  sum->reciprocals = reciprocals;
  sum->parts = parts;
  return sum;
}

/* -------------------------------------------------------------------- sums */

/* So many primes at a time: products for one need not wait for those of another. */
enum { STRIP = 16 };

/* The numbers from `first` on, `count` of them, times those of a row. */
static void multiply(const struct noe_orbit_sum *sum, uint32_t first, uint32_t count, const uint64_t *row,
                     uint64_t *numbers) {
  for (uint32_t k = 0; k < count; k++)
    numbers[k] = product(numbers[k], row[first + k], sum->primes[first + k], sum->inverses[first + k]);
}

void noe_symmetry_orbit_sum_add(const struct noe_orbit_sum *sum, uint64_t *sums, const uint16_t *counts,
                                uint32_t entries, uint32_t turns) {
  uint64_t sizes[STRIP];
  for (uint32_t first = 0; first < sum->count; first += STRIP) {
    uint32_t count = sum->count - first < STRIP ? sum->count - first : STRIP;
    memcpy(sizes, sum->whole + first, count * sizeof *sizes);
    if (turns > 1)
      multiply(sum, first, count, sum->parts + (size_t)turns * sum->count, sizes);
    for (uint32_t i = 0; i < entries; i++)
      if (counts[i] > 1)
        multiply(sum, first, count, sum->reciprocals + (size_t)counts[i] * sum->count, sizes);
    for (uint32_t k = 0; k < count; k++) {
      NOE_COSTLY(sums[first + k] < sum->primes[first + k] && sizes[k] < sum->primes[first + k] &&
                 "sums are kept modulo the prime");
      sums[first + k] = plus(sums[first + k], sizes[k], sum->primes[first + k]);
    }
  }
}

void noe_symmetry_orbit_sum_join(const struct noe_orbit_sum *sum, uint64_t *sums, const uint64_t *others) {
  for (uint32_t k = 0; k < sum->count; k++)
    sums[k] = plus(sums[k], others[k], sum->primes[k]);
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
    const uint64_t prime = sum->primes[k], inverse = sum->inverses[k], square = enter(enter(1, prime), prime);
    uint64_t below = 0, weight = enter(1, prime);
    for (uint32_t i = 0; i < k; i++) {
      below = plus(below, product(digits[i] % prime, product(weight, square, prime, inverse), prime, inverse), prime);
      weight = product(weight, product(sum->primes[i] % prime, square, prime, inverse), prime, inverse);
    }
    uint64_t rest = product(minus(sums[k], below, prime), power(weight, prime - 2, prime, inverse), prime, inverse);
    digits[k] = product(rest, 1, prime, inverse);
    assert(digits[k] < prime && "a digit is less than its base");
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
