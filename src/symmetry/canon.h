/* Canonical forms: one representative for every orbit of states.
 *
 *   canon(s) is in the orbit of s;   exact: canon(pi s) = canon(s) for every pi.
 *
 * Method (docs/algorithms.md#canonical-forms). A state is a set of facts: cell values, each labelled
 * by its path with the symmetric indices left out, about the points that index
 * the cell and the point that it names, if any. A slot of a multiset is one more
 * vertex, tied to the points that index the multiset. What is said of one vertex
 * alone makes its first colour; colours are then refined by the ties between
 * vertices until they are stable, and compared as numbers, which isomorphic
 * states agree on. Points of one colour whose transposition fixes the
 * state (twins) need no order between them. If other points of one colour
 * remain, each is singled out in turn (McKay's search tree): the least state
 * over all leaves is canonical, leaves that are equal give automorphisms, and
 * those prune the tree.
 *
 * Points of rigid blocks (symmetry.h) stay where they are: the canonical form is that of the subgroup that fixes
 * them, and rotations are tried one by one on top of it (rotations.h).
 *
 * A canoniser has scratch memory: one per thread. */
#ifndef NOE_SYMMETRY_CANON_H
#define NOE_SYMMETRY_CANON_H

#include "base/number.h"
#include "symmetry/symmetry.h"

struct noe_canoniser;

enum noe_canon_mode {
  NOE_CANON_EXACT, /* unique representatives, whatever it takes */
  NOE_CANON_FAST,  /* one path of the tree: sound, perhaps several representatives */
};

struct noe_canoniser *noe_symmetry_canoniser_new(struct noe_memory *memory, const struct noe_symmetry *symmetry,
                                                 enum noe_canon_mode mode);
void noe_symmetry_canoniser_delete(struct noe_canoniser *canoniser);

/* A search tree can be large. `stop` is asked now and then; once it says true, trees
 * are cut short as in fast mode. NULL, the default: never. */
void noe_symmetry_canoniser_patience(struct noe_canoniser *canoniser, bool (*stop)(void *context), void *context);

/* Writes the representative of `state` to `result` (no overlap). Returns true if
 * it is the only one that any state of the orbit gets. */
bool noe_symmetry_canon(struct noe_canoniser *canoniser, const int64_t *state, int64_t *result);

/* About the state canonised last: */

/* pi with pi state = representative. */
const uint16_t *noe_symmetry_canon_permutation(const struct noe_canoniser *canoniser);

/* Order of the stabiliser of the state, and size of its orbit: |G| / |Stab|.
 * Exact mode only. */
void noe_symmetry_stabiliser_order(const struct noe_canoniser *canoniser, struct noe_number *order);
void noe_symmetry_orbit_size(const struct noe_canoniser *canoniser, struct noe_number *size);
void noe_symmetry_group_order(const struct noe_symmetry *symmetry, struct noe_number *order);

/* Generators of the stabiliser of the *state*: twin transpositions and the
 * automorphisms found. Exact mode: they generate all of it. */
uint32_t noe_symmetry_generator_count(const struct noe_canoniser *canoniser);
void noe_symmetry_generator(const struct noe_canoniser *canoniser, uint32_t number, uint16_t *permutation);

/* Has the search found any, which are no exchanges of twins of the first look? */
bool noe_symmetry_has_automorphisms(const struct noe_canoniser *canoniser);

/* How states were decided, since the canoniser was made. */
struct noe_canon_figures {
  uint64_t states;
  uint64_t by_refinement; /* colours and twins sufficed */
  uint64_t by_search;
  uint64_t nodes, leaves;
};
struct noe_canon_figures noe_symmetry_canon_figures(const struct noe_canoniser *canoniser);

/* The shape of a model's facts, for people: */
enum noe_shape {
  NOE_SHAPE_NONE,     /* no symmetric type is in the state */
  NOE_SHAPE_UNARY,    /* every fact is about at most one point: sorting decides */
  NOE_SHAPE_POINTERS, /* facts about several points */
};
enum noe_shape noe_symmetry_shape(struct noe_memory *memory, const struct noe_symmetry *symmetry);

#endif
