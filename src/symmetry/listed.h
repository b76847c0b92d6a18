/* Turns: the permutations of the *small* blocks, one by one.
 *
 * A model may be unary but for a few blocks of two or three points: data values that the
 * records of processes name. Such blocks need not be sorted; their permutations can be
 * counted off. With G = S x L, S the permutations of the small blocks (the turns) and L
 * those of the large ones, for which the model is unary,
 *
 *   key(s) = least over all turns sigma of (deciding(sigma s), census(sigma s), runs(sigma s))
 *
 * is canonical: runs(…), the value x count key for L (runs.h), is the same for two states
 * just if L carries one into the other, and the other two are the same for such states. Only
 * runs(…) is written; the rest can be read off it.
 *
 * `deciding` is a number of 64 bits at most, made of cells that no large permutation
 * changes: of the cells that no large point indexes or is named by and that a turn changes,
 * outside of multisets that a turn changes, those of 32 bits at most, in order as long as
 * there is room. First cell lowest, each as the number stored. Mostly it tells which turn
 * it is before anything else is looked at.
 *
 * `census` is a row of numbers, one for each point of a small block in order, and compared
 * in that order: how many large points have a cell that names it, for the cells of their
 * slices that can, in order, each count in bits of its own as long as 64 suffice (cells
 * that small points index, or that lie in multisets that turns change, are left out). It is
 * taken only if the deciding numbers leave a choice.
 *
 * Runs are compared as strings of bytes; those of all turns of a state have as many entries
 * with the same counts, hence one length.
 *
 * Small blocks are chosen only if there are at most NOE_MOST_LISTED turns and no more of
 * them than permutations of the large blocks, and then such that there are as few turns
 * as can be. Immutable, shared by threads. */
#ifndef NOE_SYMMETRY_LISTED_H
#define NOE_SYMMETRY_LISTED_H

#include "symmetry/symmetry.h"

enum {
  NOE_MOST_LISTED = 24,
  NOE_MOST_LISTED_UNSEEN = 6, /* if there is nothing to tell them by but runs */
  NOE_MOST_SMALL = 16,        /* points: three blocks of two and one of three are nine */
};

struct noe_listed_permutation {
  const uint16_t *permutation;  /* of all points; those of large blocks stay */
  const uint32_t *sources;      /* by number of a turned cell: where its content comes from */
  const int32_t *const *images; /* the same: by value what it becomes; NULL: what it is */
};

/* The turn that exchanges points a < b and leaves all others. */
struct noe_listed_exchange {
  uint16_t a, b, turn;
};

/* A cell of `deciding`. */
struct noe_deciding {
  uint32_t turned; /* number of the turned cell */
  uint32_t shift;
};
enum { NOE_DECIDING_WIDTH = 32 };

/* A cell of slices that `census` looks at. */
struct noe_census {
  uint32_t block;              /* large */
  uint32_t cell, stride, size; /* of its point 0; to the next point; points */
  const int32_t *named;        /* by value: number of the small point, or -1 */
  uint32_t shift;
};

struct noe_listed_permutations {
  const struct noe_symmetry *symmetry, *large; /* of all blocks, of the large ones; the same if no block is small */
  const uint16_t *block_of_large;              /* by block of `large`: its number among all */
  const bool *is_small;                        /* by block, of all */
  uint32_t count;                              /* 1: no block is small */
  const struct noe_listed_permutation *turns;  /* the first leaves everything as it is */
  const struct noe_listed_exchange *exchanges; /* turns that exchange two points */
  uint32_t exchange_count;
  const uint32_t *cells; /* those that a turn changes, increasing: the turned ones */
  uint32_t cell_count;
  const bool *in_bag; /* by cell: in a multiset that turns change, and sorted afterwards */
  bool bags;          /* there are such cells */
  const struct noe_deciding *deciding;
  uint32_t deciding_count;
  const uint16_t *small; /* by number of a small point: the point */
  uint32_t small_count;
  const uint8_t *origins; /* by turn * small_count + number of a small point: number of what becomes it */
  const struct noe_census *census;
  uint32_t census_count;
};

/* Makes the turns of the blocks that `is_small` (by block) says yes to; `large` is the
 * symmetry of the others. Deciding cells are not chosen yet. */
struct noe_listed_permutations *noe_symmetry_list_permutations(struct noe_arena *arena,
                                                               const struct noe_symmetry *symmetry,
                                                               const struct noe_symmetry *large, const bool *is_small);
/* Chooses them; `is_plain` (by cell): no large point indexes it, or can be named by it. */
void noe_symmetry_listed_decide(struct noe_arena *arena, struct noe_listed_permutations *turns, const bool *is_plain);
/* Chooses the cells of the census; slices by large block. */
struct noe_slice;
void noe_symmetry_listed_count(struct noe_arena *arena, struct noe_listed_permutations *turns,
                               const struct noe_slice *slices);

/* The turn that exchanges two points of a small block, a < b. */
uint32_t noe_symmetry_listed_exchange(const struct noe_listed_permutations *turns, uint32_t a, uint32_t b);

/* sigma s, for turn number `turn`; no overlap. */
void noe_symmetry_apply_listed(const struct noe_listed_permutations *turns, uint32_t turn, const int64_t *from,
                               int64_t *to);
/* sigma s = s? `scratch` has room for a state. */
bool noe_symmetry_listed_fixes(const struct noe_listed_permutations *turns, uint32_t turn, const int64_t *state,
                               int64_t *scratch);

/* The turns, as a set of bits, for which the deciding number of sigma s is least; of a set
 * of turns, those whose census is. */
uint32_t noe_symmetry_listed_decided(const struct noe_listed_permutations *turns, const int64_t *state);
uint32_t noe_symmetry_listed_counted(const struct noe_listed_permutations *turns, uint32_t set, const int64_t *state);

/* What a turned cell has in it after the turn. */
static inline int64_t noe_listed_content(const struct noe_listed_permutation *turn, uint32_t number,
                                         const int64_t *state) {
  int64_t value = state[turn->sources[number]];
  return turn->images[number] && value != NOE_UNDEFINED ? turn->images[number][value] : value;
}

#endif
