/* The letters of orbits: which propositions hold, with each of the names that the followed points may have there.
 *
 * The atoms of a claim read few cells, and what is in these, together with the twins of the orbit, says all: frames are
 * those of the twins (frames.h). So the interpreter is asked once for each content of the cells that the text of the
 * claim may read (lower/lower.h), by each thread; for others that come the letters are known. */
#ifndef NOE_FAIR_SPELLING_H
#define NOE_FAIR_SPELLING_H

#include "fair/claim.h"

/* What one thread knows, on memory of its own. */
struct noe_speller {
  struct noe_fair_claim *claim; /* NULL: it has not begun */
  struct noe_rows seen;         /* twins, and what was read */
  size_t *first;                /* by that: of its letters */
  size_t first_room;
  uint64_t *letters;
  size_t letter_count, letter_room;
  uint32_t *row;
};

struct noe_spelling {
  struct noe_memory *memory;
  const struct noe_fair_claim *claim;
  uint32_t *cells, cell_count; /* that atoms may read */
  bool has_bags;               /* some of them are in multisets, which have no places */
  struct noe_speller *spellers;
  uint32_t count;
};

/* May escape; freeing is possible then. */
void noe_fair_spelling_init(struct noe_spelling *spelling, const struct noe_fair_claim *claim, uint32_t threads);
void noe_fair_spelling_free(struct noe_spelling *spelling);

/* Letters of an orbit with all frames of its twins, by a thread with this space; valid until it asks for others. May
 * escape. */
const uint64_t *noe_fair_spell(const struct noe_spelling *spelling, uint32_t thread, struct noe_space *space,
                               const struct noe_fair_graph *graph, uint32_t orbit, const uint32_t *frames,
                               uint32_t count);

/* Had an atom a run-time error? */
bool noe_fair_spelling_failed(const struct noe_spelling *spelling);

#endif
