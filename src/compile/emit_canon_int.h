/* Inside the code generator for canonical forms.
 *
 * emit_canon.c       what is taken; what ties points to each other
 * emit_look.c        first colours
 * emit_image.c       the image of a state under a permutation
 * emit_matrix.c      arrays over two points: both of this
 * emit_trait.c       many cells of a point, and many names: all of this
 * emit_exchange.c    whether the exchange of two points leaves it as it is
 * emit_rank.c        the order of a few points
 *
 * What is the same for all models is in runtime/canon.h and runtime/canonise.h. */
#ifndef NOE_COMPILE_EMIT_CANON_INT_H
#define NOE_COMPILE_EMIT_CANON_INT_H

#include "compile/emit_int.h"
#include "symmetry/outline.h"

/* All cells that a point of one block and one of another (or the same) index together. */
struct noe_matrix {
  uint32_t cell; /* the first */
  struct {
    const struct noe_block *block;
    uint32_t stride;
  } sides[2];
  const struct noe_type *type; /* of names in it; NULL: there are none */
};

struct noe_canon_emitter {
  struct noe_emitter *emitter;
  struct noe_text *out;
  const struct noe_facts *facts;
  const struct noe_outline *outline;
  bool *known, *shaped; /* by type id: its functions have been written */
  NOE_LIST(struct noe_matrix) matrices;
};

enum { NOE_MOST_ARGUMENTS = 4 };

/* Of facts outside multisets: the largest number of points that index one. */
uint32_t noe_compile_argument_limit(const struct noe_facts *facts);
const struct noe_cell *noe_compile_cell_at(const struct noe_canon_emitter *canon, uint32_t cell);
/* The slots of bag number `bag` are those from the result on. */
const struct noe_outline_slot *noe_compile_slots(const struct noe_canon_emitter *canon, uint32_t bag);
/* Bags of one type, with as many owners, are treated by one loop, where the first is met. */
bool noe_compile_is_multiset_of(const struct noe_canon_emitter *canon, uint32_t bag,
                                const struct noe_fact_multiset *like);
bool noe_compile_is_first_multiset(const struct noe_canon_emitter *canon, uint32_t bag);

/* First colours: `look`, `look_again`, `add_names`, and slots<number of the first>, tables of
 * bags. */
void noe_compile_colouring(struct noe_canon_emitter *canon);
/* h, the colour of element s of bag i of such a table. */
void noe_compile_slot_colour(struct noe_canon_emitter *canon, uint32_t first);

void noe_compile_find_matrices(struct noe_canon_emitter *canon);
bool noe_compile_is_in_matrix(const struct noe_canon_emitter *canon, const struct noe_fact *fact);
/* Their parts of `image` and `keeps`. */
void noe_compile_matrix_images(struct noe_canon_emitter *canon);
void noe_compile_matrix_exchange(struct noe_canon_emitter *canon);

/* What points have, cell by cell, and cells without index that name points: by loops over
 * tables if there are many. Each writes what stands for the lines of all these cells. */
bool noe_compile_has_many_local_states(const struct noe_canon_emitter *canon, uint32_t block);
/* By cell: 1 + its number among the many traits of a point; 0: it is none. In the arena. */
uint32_t *noe_compile_local_numbers(struct noe_canon_emitter *canon);
bool noe_compile_has_many_names(const struct noe_canon_emitter *canon);
void noe_compile_local_tables(struct noe_canon_emitter *canon); /* after the functions of types */
void noe_compile_local_colouring(struct noe_canon_emitter *canon, uint32_t block);
void noe_compile_local_hyperedges(struct noe_canon_emitter *canon, uint32_t block);
void noe_compile_local_images(struct noe_canon_emitter *canon, uint32_t block);
void noe_compile_local_likeness(struct noe_canon_emitter *canon, uint32_t block, bool all);
void noe_compile_local_exchange(struct noe_canon_emitter *canon, uint32_t number);
void noe_compile_names_colouring(struct noe_canon_emitter *canon);
void noe_compile_names_images(struct noe_canon_emitter *canon);
void noe_compile_names_exchange(struct noe_canon_emitter *canon);

/* `image`, and the tables of everything that moves: those of other cells that several points
 * index are moved<id> (moved: of cells that name nobody), those of bags are bags<number of
 * the first>. */
void noe_compile_images(struct noe_canon_emitter *canon);
/* Is there a table for cells with names of this type (NULL: without)? */
bool noe_compile_is_related(const struct noe_canon_emitter *canon, const struct noe_type *type);
/* `rank`. */
void noe_compile_rank(struct noe_canon_emitter *canon);
/* `keeps`, which wants those tables. */
void noe_compile_exchange(struct noe_canon_emitter *canon);

#endif
