/* The parts of a quotient in keys that count; for its own files. */
#ifndef NOE_FAIR_COUNTED_INT_H
#define NOE_FAIR_COUNTED_INT_H

#include "fair/counted.h"
#include "fair/team.h"

/* A step that was found: by numbers as far as the tables know them, else UINT32_MAX; then the words are in the
 * worker's material, each after how many there are: those of the course at `material`, those of the key at `key`. */
struct noe_counted_step {
  uint32_t target, course, hash;
  size_t material, key;
};

/* What one thread needs, on its own memory. */
struct noe_counted_worker {
  struct noe_counted *counted;
  struct noe_space *space; /* NULL: it has not begun */
  struct noe_view view;    /* of counted->system */
  uint64_t *key;           /* of the orbit at hand, with a word of zeroes */
  uint16_t *counts;        /* by entry */
  uint32_t *entries;       /* by block */
  int64_t *arguments;
  struct noe_counted_step *steps;
  size_t step_count, step_room;
  uint32_t *material;
  size_t material_count, material_room;
  struct noe_fair_claim *claim; /* whose letters it finds */
};

/* What is kept of how many points an entry has. */
enum { NOE_SOME_POINTS = 4 };

/* A shape: for each block the number of its entries; then for each entry as many words as a local state of its block
 * has: how many points, up to NOE_SOME_POINTS; cells; which plain cell names it, if any. */
static inline uint32_t noe_counted_entry_words(const struct noe_counted *counted, uint32_t block) {
  return 2 + 2 * counted->system.keys.runs->slices[block].count;
}

static inline struct noe_memory *noe_counted_memory(const struct noe_counted *counted) {
  return counted->space->memory;
}

/* counted_expand.c: sets a thread up. May escape. */
void noe_fair_counted_begin(struct noe_counted *counted, struct noe_fair_worker *owner);
/* Reads the key of an orbit into worker->key. */
void noe_fair_counted_load(struct noe_counted_worker *worker, uint32_t orbit);
/* Takes the start states in, and all that can be reached. False if stopped, or if it does not serve after all. */
bool noe_fair_counted_explore(struct noe_counted *counted);

#endif
