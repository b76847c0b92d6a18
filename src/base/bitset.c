#include "base/bitset.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"

struct noe_bitset noe_base_bitset(struct noe_memory *memory, size_t bits) {
  uint64_t *words = noe_base_alloc(memory, noe_bitset_words(bits) * sizeof *words);
  return (struct noe_bitset){.memory = memory, .words = words, .bits = bits};
}

void noe_base_bitset_free(struct noe_bitset *set) {
  noe_base_free(set->memory, set->words);
  *set = (struct noe_bitset){0};
}

void noe_base_bitset_add_range(struct noe_bitset *set, size_t begin, size_t end) {
  assert(end <= set->bits && "range beyond the end of the set");
  for (size_t bit = begin; bit < end;) {
    if (bit % 64 == 0 && end - bit >= 64) {
      set->words[bit / 64] = ~(uint64_t)0;
      bit += 64;
    } else
      noe_bitset_add(set, bit++);
  }
}

void noe_base_bitset_unite(struct noe_bitset *set, const struct noe_bitset *other) {
  assert(set->bits == other->bits && "sets over different universes");
  for (size_t i = 0; i < noe_bitset_words(set->bits); i++)
    set->words[i] |= other->words[i];
}

bool noe_base_bitset_equal(const struct noe_bitset *set, const struct noe_bitset *other) {
  assert((set->words || !set->bits) && (other->words || !other->bits) && "bits have words");
  return set->bits == other->bits &&
         !memcmp(set->words, other->words, noe_bitset_words(set->bits) * sizeof *set->words);
}

const char *noe_base_bitset_check(const struct noe_bitset *set) {
  if (!set->words)
    return set->bits ? "a set has bits and no words" : NULL;
  const size_t last = set->bits % 64;
  return last && set->words[set->bits / 64] >> last ? "a set has a member behind its end" : NULL;
}

size_t noe_base_bitset_count(const struct noe_bitset *set) {
  NOE_COSTLY(!noe_base_bitset_check(set) && "bits behind the end are zero, or they would be counted");
  size_t count = 0;
  for (size_t i = 0; i < noe_bitset_words(set->bits); i++)
    count += (size_t)__builtin_popcountll(set->words[i]);
  return count;
}
