/* Pairs of words, each kept once: as rows (rows.h), for the tables that have an entry for every
 * node. Pairs are numbered in the order in which they first came. */
#ifndef NOE_FAIR_PAIRS_H
#define NOE_FAIR_PAIRS_H

#include "base/memory.h"

struct noe_fair_pair {
  uint32_t first, second;
};

struct noe_fair_pairs {
  struct noe_memory *memory;
  struct noe_fair_pair *items;
  uint32_t count;
  size_t room;
  uint32_t *slots;   /* 0, or 1 + number of a pair */
  size_t slot_count; /* a power of two */
};

struct noe_fair_pairs noe_fair_pairs(struct noe_memory *memory);
void noe_fair_pairs_free(struct noe_fair_pairs *pairs);

/* The number of a pair; `*fresh` (may be NULL): it was not there before. May escape. */
uint32_t noe_fair_pair(struct noe_fair_pairs *pairs, uint32_t first, uint32_t second, bool *fresh);

/* The number of a pair that may not be there: UINT32_MAX then. Changes nothing, so that several threads may ask while
 * nobody adds. */
uint32_t noe_fair_pair_find(const struct noe_fair_pairs *pairs, uint32_t first, uint32_t second);

/* Adds a pair that is known not to be there, and that noe_fair_pair is never asked for: for a caller who has a table
 * of its own. */
uint32_t noe_fair_pair_add(struct noe_fair_pairs *pairs, uint32_t first, uint32_t second);

/* Is the table sound? NULL, or a sentence that says what is wrong. */
const char *noe_fair_pairs_check(const struct noe_fair_pairs *pairs);

/* It will be asked for soon; and then, when its slot should be there. */
void noe_fair_pair_prefetch(const struct noe_fair_pairs *pairs, uint32_t first, uint32_t second);
void noe_fair_pair_prefetch_item(const struct noe_fair_pairs *pairs, uint32_t first, uint32_t second);

#endif
