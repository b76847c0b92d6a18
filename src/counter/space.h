/* States of a unary model as (global part, multiset of local states).
 *
 * A *process* is a point of a block that is permuted (symmetry/runs.h). Its local state is its slice, together with a
 * *flag* for each pointer, that is for each cell outside of all slices that can name a process, and does name this one.
 * The global part of a state is its other cells, where a pointer that names a process tells no more than in which part
 * of its type it does: as if it named process number 0. So
 *
 *   s and t are in one orbit  iff  their global parts are equal, and so are their multisets of local states.
 *
 * Local states and global parts are interned when they first occur, and known by numbers. Numbers of local states
 * ("elements" of multisets) of one block come before those of the next; within a block, those with flags come before those
 * without, the last one found first: few processes have flags, so that vectors begin with what tells them apart, and
 * diagrams share how the others are distributed. One more flag, which no cell carries, can be
 * put on one process: that process is *tracked*. */
#ifndef NOE_COUNTER_SPACE_H
#define NOE_COUNTER_SPACE_H

#include "base/bitset.h"
#include "diagram/multiset.h"
#include "symmetry/runs.h"

enum { NOE_NO_ELEMENT = UINT32_MAX, NOE_NO_GLOBAL = UINT32_MAX };

/* Where a cell of a state belongs. */
struct noe_counter_cell {
  uint16_t block;    /* NOE_NO_BLOCK: to no process */
  uint32_t position; /* in the slice; or among the cells of no process */
  uint32_t number;   /* of the process, within its block */
};

/* Rows of words, each of which has a number. */
struct noe_counter_table {
  struct noe_memory *memory;
  int64_t *rows;
  uint32_t width, count, room;
  uint32_t *slots; /* numbers + 1, by hash; 0: none */
  uint32_t slot_mask;
};

struct noe_counter_space {
  struct noe_memory *memory;
  const struct noe_model *model;
  const struct noe_runs_shape *shape;
  const struct noe_symmetry *symmetry; /* of the blocks that are permuted */
  uint32_t processes;                  /* of all blocks */
  const struct noe_counter_cell *cells;
  const uint32_t *pointer_of;       /* by position among cells of no process: number of the pointer, or UINT32_MAX */
  uint32_t flag_words;              /* of a local state, behind its cells */
  uint32_t tracked;                 /* number of the flag of the tracked process: behind those of pointers */
  struct noe_counter_table *locals; /* by block */
  uint32_t index_bits; /* element = block << index_bits | number, from the middle up or, with flags, down */
  struct noe_counter_table globals;
};

/* `label_bits`: of an element. May escape, as what follows. */
struct noe_counter_space *noe_counter_space_new(struct noe_memory *memory, struct noe_arena *arena,
                                                const struct noe_runs_shape *shape, uint32_t label_bits);
void noe_counter_space_delete(struct noe_counter_space *space);

/* Number of a row, which is entered if it is new. A row of a local state is its cells, then its flags. */
uint32_t noe_counter_global(struct noe_counter_space *space, const int64_t *row);
uint32_t noe_counter_local(struct noe_counter_space *space, uint32_t block, const int64_t *row);
uint32_t noe_counter_intern(struct noe_counter_table *table, const int64_t *row);
/* UINT32_MAX: it is not there. */
uint32_t noe_counter_find(const struct noe_counter_table *table, const int64_t *row);

/* check.c: NULL, or a sentence that says what is wrong. */
const char *noe_counter_table_check(const struct noe_counter_table *table);
const char *noe_counter_space_check(const struct noe_counter_space *space);

static inline const int64_t *noe_counter_row(const struct noe_counter_table *table, uint32_t number) {
  return table->rows + (size_t)number * table->width;
}

static inline uint32_t noe_counter_block(const struct noe_counter_space *space, uint32_t element) {
  return element >> space->index_bits;
}

static inline uint32_t noe_counter_half(const struct noe_counter_space *space) { return 1u << (space->index_bits - 1); }

static inline const int64_t *noe_counter_local_row(const struct noe_counter_space *space, uint32_t element) {
  uint32_t block = noe_counter_block(space, element);
  uint32_t half = noe_counter_half(space), index = element & (2 * half - 1);
  return noe_counter_row(&space->locals[block], index < half ? half - 1 - index : index - half);
}

static inline uint64_t *noe_counter_flags(const struct noe_counter_space *space, uint32_t block, int64_t *row) {
  return (uint64_t *)(row + space->shape->slices[block].count);
}

static inline bool noe_counter_has_flag(const struct noe_counter_space *space, uint32_t element, uint32_t flag) {
  const int64_t *row = noe_counter_local_row(space, element);
  const uint64_t *flags = (const uint64_t *)(row + space->shape->slices[noe_counter_block(space, element)].count);
  return flags[flag / 64] >> (flag % 64) & 1;
}

/* Number, within its block, of the process that pointer `pointer` names by `value`, and its block; -1: none. */
int32_t noe_counter_named(const struct noe_counter_space *space, uint32_t pointer, int64_t value, uint32_t *block);

/* The parts of a state: its global part, and the elements of all processes, increasing (as many as there are). The
 * process of block `block` and number `number` is tracked; block NOE_NO_BLOCK: none is. */
uint32_t noe_counter_decompose(struct noe_counter_space *space, const int64_t *state, uint32_t block, uint32_t number,
                               uint32_t *elements);
#endif
