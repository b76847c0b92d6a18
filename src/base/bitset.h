/* Sets of small numbers as rows of bits. */
#ifndef NOE_BASE_BITSET_H
#define NOE_BASE_BITSET_H

#include "base/memory.h"

struct noe_bitset {
  struct noe_memory *memory;
  uint64_t *words;
  size_t bits;
};

static inline size_t noe_bitset_words(size_t bits) { return (bits + 63) / 64; }

struct noe_bitset noe_base_bitset(struct noe_memory *memory, size_t bits);
void noe_base_bitset_free(struct noe_bitset *set);

static inline bool noe_bitset_has(const struct noe_bitset *set, size_t bit) {
  return set->words[bit / 64] >> (bit % 64) & 1;
}

static inline void noe_bitset_add(struct noe_bitset *set, size_t bit) {
  set->words[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static inline void noe_bitset_remove(struct noe_bitset *set, size_t bit) {
  set->words[bit / 64] &= ~((uint64_t)1 << (bit % 64));
}

/* Bits [begin, end). */
void noe_base_bitset_add_range(struct noe_bitset *set, size_t begin, size_t end);
void noe_base_bitset_unite(struct noe_bitset *set, const struct noe_bitset *other);
bool noe_base_bitset_equal(const struct noe_bitset *set, const struct noe_bitset *other);
size_t noe_base_bitset_count(const struct noe_bitset *set);
/* Is it sound? NULL, or a sentence that says what is wrong. */
const char *noe_base_bitset_check(const struct noe_bitset *set);

#endif
