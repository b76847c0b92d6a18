/* Keys of states of unary models: value x count (ALGORITHMS 1.6).
 *
 * In a unary model (noe_symmetry_shape) every cell is indexed by at most one point,
 * and only cells outside those name points. The cells that one point indexes are
 * its *slice*; all points of a block have slices of the same shape. Two points with
 * equal slices that no cell names are interchangeable, so a state is, up to
 * symmetry, its other cells and for each block a bag of slices. The key of a state
 * is exactly that, and therefore canonical: equal keys, same orbit.
 *
 *   key   = plain, block 0, block 1, …                 (bits, first bit lowest)
 *   plain = the cells that no point indexes, in order; `width` bits each, as packed
 *           in noe_cell; a cell that names point p holds 1 + number of p's *entry*
 *           within its block (counted through the parts of a union as in noe_cell)
 *   block = entries in increasing order until the counts sum to the block's size
 *   entry = slice (its cells in order, `width` bits each), then
 *           one bit: 0 = one point, 1 = more, followed by count - 2 in
 *           `count_bits` bits
 *
 * Entries are ordered by slice (bits as one number, first cell lowest, so that the
 * last cell decides first), and, of equal slices, by the pointer cells that name
 * the entry: as the number with bit k set if pointer cell k (counted through the
 * plain cells that can name a point) names it. An entry that a cell names has count 1.
 * The last byte is padded with 0.
 *
 * Decoding gives the representative: points numbered in the order of the entries.
 * Nothing here allocates after noe_symmetry_runs_new; one per thread. */
#ifndef NOE_SYMMETRY_RUNS_H
#define NOE_SYMMETRY_RUNS_H

#include "base/number.h"
#include "symmetry/symmetry.h"

/* Cells of one block's slices: cell of point p is cells[k] + p's number * strides[k]. */
struct noe_slice {
  const uint32_t *cells;   /* of the block's point 0, increasing */
  const uint32_t *strides; /* from one point to the next */
  uint32_t count;
  uint32_t bits;       /* sum of the widths */
  uint32_t count_bits; /* enough for size - 2 */
};

/* The shape of the keys: immutable, shared by threads. */
struct noe_runs_shape {
  const struct noe_symmetry *symmetry;
  const struct noe_slice *slices; /* by block */
  const uint32_t *plain;          /* cells that no point indexes */
  uint32_t plain_count;
  const uint32_t *pointers; /* positions in `plain` of cells that can name a point */
  uint32_t pointer_count;
  uint32_t most_bytes; /* of a key */
};

/* NULL if the model is not unary, or if keys would be larger than packed states are
 * ever allowed to be. */
const struct noe_runs_shape *noe_symmetry_runs_shape(struct noe_arena *arena, struct noe_memory *memory,
                                                     const struct noe_symmetry *symmetry);

struct noe_runs;
struct noe_runs *noe_symmetry_runs_new(struct noe_memory *memory, const struct noe_runs_shape *shape);
void noe_symmetry_runs_delete(struct noe_runs *runs);

/* Key of the orbit of `state` (any state of it); returns its length in bytes. */
uint32_t noe_symmetry_runs_encode(struct noe_runs *runs, const int64_t *state, uint8_t *key);

/* The representative. `class_of`, `rank_of`, `size_of` as in struct noe_twins if
 * `twins` is not NULL: the points of one entry are a class. */
struct noe_twins;
void noe_symmetry_runs_decode(struct noe_runs *runs, const uint8_t *key, int64_t *state, struct noe_twins *twins);

/* About the state encoded last: pi with pi state = representative; size of its orbit. */
const uint16_t *noe_symmetry_runs_permutation(const struct noe_runs *runs);
void noe_symmetry_runs_orbit_size(const struct noe_runs *runs, struct noe_number *size);

#endif
