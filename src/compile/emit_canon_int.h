/* Inside the code generator for canonical forms. What is computed is in runtime/: canon.h, colouring.h and canonise.h
 * for all models, others for each part of one. Written here is what they are told about the model: numbers, tables,
 * and lists of macros, one for each cell or point, which they expand in more than one way.
 *
 * emit_canon.c        what is taken; the file's part as a whole; types whose values name points
 * emit_local_state.c  what each point of a block has for itself; cells without index that name points
 * emit_messages.c     elements of multisets
 * emit_relation.c     cells that several points index
 * emit_matrix.c       those of them that fill a whole array
 * emit_touching.c     which points a cell is about */
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
  bool *known, *shaped; /* by type id: it has been listed */
  NOE_LIST(struct noe_matrix) matrices;
};

enum { NOE_MOST_ARGUMENTS = 4 };

/* Adds to the generated text. */
#define NOE_CANON_PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

/* Of facts outside multisets: the largest number of points that index one. */
uint32_t noe_compile_argument_limit(const struct noe_facts *facts);
const struct noe_cell *noe_compile_cell_at(const struct noe_canon_emitter *canon, uint32_t cell);
/* The type of names in a cell; NULL: it names nobody, as `pointed` says. */
const struct noe_type *noe_compile_named_type(const struct noe_canon_emitter *canon, uint32_t cell,
                                              const int32_t *pointed);
/* `<name><part>(v)` is the point that a value of the type names; -1: none, as of NULL. */
void noe_compile_point_macro(struct noe_canon_emitter *canon, const char *name, uint32_t part,
                             const struct noe_type *type);

/* Cells of which each says something of one point or element alone, as a list or, with `rows`, as rows of a table;
 * of an element (`next` is 0) from its presence cell on. `next`: how far on in the outline those of the next point
 * are. */
void noe_compile_components(struct noe_canon_emitter *canon, const struct noe_local_component *traits, uint32_t count,
                            uint32_t origin, uint32_t next, bool rows);
void noe_compile_local_states(struct noe_canon_emitter *canon);
void noe_compile_names(struct noe_canon_emitter *canon);
/* Has each point of the block more cells for itself than get a line each? */
bool noe_compile_has_many_local_states(const struct noe_canon_emitter *canon, uint32_t block);
/* By cell: 1 + its number among the many traits of a point; 0: it is none. In the arena. */
uint32_t *noe_compile_local_numbers(struct noe_canon_emitter *canon);

void noe_compile_messages(struct noe_canon_emitter *canon);
void noe_compile_relations(struct noe_canon_emitter *canon);
void noe_compile_links(struct noe_canon_emitter *canon);
void noe_compile_matrices(struct noe_canon_emitter *canon);
bool noe_compile_is_in_matrix(const struct noe_canon_emitter *canon, const struct noe_fact *fact);
void noe_compile_touching(struct noe_canon_emitter *canon);

#endif
