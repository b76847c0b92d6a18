/* A few bits about each state: which of the goals in the list it can reach, and one that says
 * that it was visited. Rows by id, of 2, 4, … 64 bits, so that none lies across words.
 *
 * Threads: bits are only ever added while several work, each bit being true by itself, in
 * whatever order the others learn of it. */
#ifndef NOE_LIVE_MARKS_H
#define NOE_LIVE_MARKS_H

#include "base/memory.h"

enum { NOE_MOST_GOALS = 63 };

struct noe_marks {
  struct noe_memory *memory;
  uint64_t *words; /* NULL: none */
  uint64_t rows;
  uint32_t shift;   /* log2 of the bits of a row */
  uint64_t mask;    /* of a row */
  uint64_t visited; /* its highest bit */
};

/* All clear; `words` is NULL if there is no memory. */
struct noe_marks noe_live_marks(struct noe_memory *memory, uint64_t rows, uint32_t goals);
void noe_live_marks_free(struct noe_marks *marks);
void noe_live_marks_clear_visited(struct noe_marks *marks);
/* Rows that have all of `bits`. */
uint64_t noe_live_marks_count(const struct noe_marks *marks, uint64_t bits);

static inline uint64_t noe_marks_word(const struct noe_marks *marks, uint64_t row) { return row >> (6 - marks->shift); }

static inline uint32_t noe_marks_offset(const struct noe_marks *marks, uint64_t row) {
  return (uint32_t)(row << marks->shift) & 63;
}

static inline uint64_t noe_marks_get(const struct noe_marks *marks, uint64_t row) {
  uint64_t word = __atomic_load_n(&marks->words[noe_marks_word(marks, row)], __ATOMIC_RELAXED);
  return word >> noe_marks_offset(marks, row) & marks->mask;
}

/* Returns the row as it was. */
static inline uint64_t noe_marks_add(const struct noe_marks *marks, uint64_t row, uint64_t bits) {
  uint32_t offset = noe_marks_offset(marks, row);
  uint64_t *word = &marks->words[noe_marks_word(marks, row)];
  return __atomic_fetch_or(word, bits << offset, __ATOMIC_RELAXED) >> offset & marks->mask;
}

#endif
