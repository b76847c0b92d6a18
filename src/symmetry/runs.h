/* Keys of states of unary models: value x count (docs/algorithms.md#unary-models).
 *
 * In a unary model (noe_symmetry_shape) every cell is indexed by at most one point,
 * and only cells outside those name points. The cells that one point indexes are
 * its *slice*; all points of a block have slices of the same shape. Two points with
 * equal slices that no cell names are interchangeable, so a state is, up to
 * symmetry, its other cells and for each block a bag of slices. The key of a state
 * is exactly that, and therefore canonical: equal keys, same orbit.
 *
 *   key   = plain, block 0, block 1, …                 (bits, first bit lowest)
 *   plain = the cells that no point indexes, in order
 *   block = entries in increasing order until the counts sum to the block's size
 *   entry = slice (its cells in order), then
 *           one bit: 0 = one point, 1 = more, followed by count - 2 in
 *           `count_bits` bits
 *   cell  = its `width` bits (perhaps none), the number that noe_cell says is stored:
 *           0 if it is empty (undefined; no element, for a presence cell), else
 *           1 + value - base
 *
 * A plain cell whose value names a point p is written as if it named, in the same
 * part of the union if it is one, the value whose number within the block is the
 * number of p's *entry* in that block: 1 + part_offset + entry. Its other values
 * (enum parts, scalarsets that are not permuted, undefined) are written as they are.
 *
 * Entries are ordered by slice: bits as one number, first cell lowest, so that the
 * last cell decides first; slices of no bits are equal. Of equal slices those that
 * no cell names come first, as one entry; then the points that are named, each an
 * entry of its own with count 1, ordered by the last pointer cell that names them
 * (the greatest k such that pointer cell k does; a cell names one point at most, so
 * these differ). Pointer cells are counted through the plain cells that can name a
 * point of whatever block. The last byte is padded with 0.
 *
 * A model that is unary but for small blocks has such a key for each of their
 * permutations, and the least of them is the key (turns.h). Blocks, points and
 * permutations are here those of the large blocks, unless it says otherwise.
 *
 * What needs no rule: scalarsets that are mixed share a block, hence its points, and
 * a point's slice has the cells that it indexes as a value of any of them, also
 * through different parts of one union. Multisets here hold nothing that a
 * permutation moves; their slots are cells like others, sorted as in any legal
 * state. Blocks have two points or more. A block that no cell is about is one entry.
 *
 * Decoding gives the representative: points numbered in the order of the entries.
 * Nothing here allocates after noe_symmetry_runs_new, but for the digits of an orbit
 * size; one per thread. */
#ifndef NOE_SYMMETRY_RUNS_H
#define NOE_SYMMETRY_RUNS_H

#include "base/number.h"
#include "symmetry/listed.h"

/* Cells of one block's slices: cell of point p is cells[k] + p's number * strides[k]. */
struct noe_slice {
  const uint32_t *cells;   /* of the block's point 0, increasing */
  const uint32_t *strides; /* from one point to the next */
  uint32_t count;
  uint32_t bits;       /* sum of the widths */
  uint32_t count_bits; /* least b with size - 2 < 2^b: 0 for two points */
};

/* The shape of the keys: immutable, shared by threads. */
struct noe_runs_shape {
  const struct noe_symmetry *symmetry;         /* of all blocks */
  const struct noe_symmetry *large;            /* of those that the keys are made for */
  const struct noe_listed_permutations *turns; /* of the small ones */
  const struct noe_slice *slices;              /* by block */
  const uint32_t *plain;                       /* cells that no point indexes */
  uint32_t plain_count;
  const uint32_t *pointers;      /* positions in `plain` of cells that can name a point */
  const int32_t *const *pointed; /* by pointer, by value: the point named, or -1 */
  uint32_t pointer_count;
  uint32_t plain_bits;    /* sum of the widths */
  const uint32_t *bit_of; /* small blocks: by cell that no point indexes, where it begins in a key */
  uint32_t most_bytes;    /* of a key; at least 1 */
};

/* NULL if the model is not unary, not even but for small blocks, or if keys could have more than 2^31 bits. */
const struct noe_runs_shape *noe_symmetry_runs_shape(struct noe_arena *arena, struct noe_memory *memory,
                                                     const struct noe_symmetry *symmetry);

struct noe_runs;
struct noe_runs *noe_symmetry_runs_new(struct noe_memory *memory, const struct noe_runs_shape *shape);
void noe_symmetry_runs_delete(struct noe_runs *runs);

/* Key of the orbit of `state` (any state of it); returns its length in bytes. */
uint32_t noe_symmetry_runs_encode(struct noe_runs *runs, const int64_t *state, uint8_t *key);

/* The representative, from a key that `encode` made. If `twins` is not NULL it gets
 * the twins of the representative, by the points of all blocks: those of one entry are a
 * class, and those of a small block whose exchange fixes the representative. */
struct noe_twins;
void noe_symmetry_runs_decode(struct noe_runs *runs, const uint8_t *key, int64_t *state, struct noe_twins *twins);

/* Can any bytes be decoded? Whether they are a key shows if encoding gives them back. */
bool noe_symmetry_runs_can_decode(const struct noe_runs *runs, const uint8_t *key, uint32_t bytes);

/* How many points each entry of the key stands for, block after block, and how many
 * entries each block has; returns how many there are together. `counts` has room for as
 * many as there are points. Reads the key only. */
uint32_t noe_symmetry_runs_counts(const struct noe_runs_shape *shape, const uint8_t *key, uint16_t *counts,
                                  uint32_t *entries);

/* How many turns carry the states of the key into states of the same key: with the
 * counts, the order of a stabiliser. Forgets which state was encoded last. */
uint32_t noe_symmetry_runs_listed(struct noe_runs *runs, const uint8_t *key);

/* About the state encoded last: pi with pi state = representative, on the points of all
 * blocks (of all such pi with the first turn that does, the one that keeps the order of
 * twins); size of its orbit. */
const uint16_t *noe_symmetry_runs_permutation(const struct noe_runs *runs);
void noe_symmetry_runs_orbit_size(const struct noe_runs *runs, struct noe_number *size);

#endif
