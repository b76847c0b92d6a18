/* The quotient itself: representatives, and the steps that leave them.
 *
 * Every orbit is expanded once, whatever is followed in it: of the instances that its twins
 * carry into each other one is fired. A step is that instance i, the orbit it leads to, and
 * names c: i leads from the representative s to a state t, and c t is the representative of
 * its orbit. Whoever wants the step of another instance rho^-1 i, rho a symmetry of s, has it
 * with that: it leads to rho^-1 t, whose names are c rho (graph.h).
 *
 * Names are chosen up to twins of the target: points that become twins keep their order.
 * Permutations, classes of twins, arrivals (both of them), instances, and kinds of steps (all that a step is but for
 * its target) are numbered, each once. Without symmetry there are no points, and every state is its own
 * representative.
 *
 * Orbits are numbered in the order in which they are met when those before them are expanded one after the other,
 * however many threads do it (expand_all.c). */
#ifndef NOE_FAIR_ORBITS_H
#define NOE_FAIR_ORBITS_H

#include "fair/expand.h"
#include "fair/pairs.h"
#include "fair/rows.h"

struct noe_orbit_step {
  uint32_t target, kind;
};

enum { NOE_NOT_EXPANDED = UINT32_MAX };

struct noe_fair_orbit {
  size_t first;   /* step */
  uint32_t count; /* of steps, or NOE_NOT_EXPANDED */
  uint32_t twins;
};

struct noe_fair_orbits {
  struct noe_space *space;
  struct noe_rows keys;           /* by orbit: packed representative */
  struct noe_rows names, twins;   /* as runs, see partition.h; after those of twins, permutations that fix the state */
  struct noe_fair_pairs arrivals; /* names of a state that was met, twins of its representative */
  struct noe_rows instances;      /* rule, two words for each argument */
  struct noe_rows kinds;          /* of steps: twins of the source, instance, arrival */
  struct noe_fair_orbit *items;
  size_t room;
  struct noe_orbit_step *steps;
  size_t step_count, step_room;
  uint32_t done; /* orbits before this one are expanded */

  struct noe_expander expander; /* of the thread that judges */
  struct noe_fair_team *team;   /* all threads; NULL: not called yet */
  uint32_t polls;               /* orbits expanded before a module was looked for */
};

/* All of this may escape; freeing is possible then. */
void noe_fair_orbits_init(struct noe_fair_orbits *orbits, struct noe_space *space);
void noe_fair_orbits_free(struct noe_fair_orbits *orbits);

/* The orbit of a state, and its names and twins there: an arrival. */
uint32_t noe_fair_orbit(struct noe_fair_orbits *orbits, const int64_t *state, uint32_t *arrival);

/* Finds the steps, unless they are there. False if stopped. */
bool noe_fair_orbit_expand(struct noe_fair_orbits *orbits, uint32_t orbit);

/* expand_all.c: those of all orbits that can be reached from the ones that are known, on all threads. */
bool noe_fair_orbits_expand_all(struct noe_fair_orbits *orbits);

/* So many orbits will be expanded: begins to build a module if it is worth while by now, and looks whether it is
 * there. */
void noe_fair_orbits_poll(struct noe_fair_orbits *orbits, uint32_t count);

/* The steps that were found for an orbit are its own. */
void noe_fair_orbit_take_in(struct noe_fair_orbits *orbits, uint32_t orbit, const struct noe_expander *expander,
                            size_t first, uint32_t count);

/* They will be, soon. */
void noe_fair_orbit_expect(const struct noe_fair_orbits *orbits, const struct noe_expander *expander, size_t first,
                           uint32_t count);

/* The representative; `packed` is scratch. */
void noe_fair_orbit_unpack(const struct noe_fair_orbits *orbits, uint32_t orbit, uint64_t *packed, int64_t *state);
void noe_fair_orbit_read(const struct noe_fair_orbits *orbits, uint32_t orbit, int64_t *state);

/* A permutation by its number; classes of twins, by point. */
void noe_fair_read_names(const struct noe_fair_orbits *orbits, uint32_t names, uint16_t *permutation);
void noe_fair_read_twins(const struct noe_fair_orbits *orbits, uint32_t twins, uint16_t *class_of);

/* Permutations that fix the representative, as runs one after the other, without the identity: they move no points that
 * have twins, and are a group (fixing.h). */
struct noe_fair_fixing {
  const uint32_t *words;
  size_t count; /* of words */
};
struct noe_fair_fixing noe_fair_fixing(const struct noe_fair_orbits *orbits, uint32_t twins);

/* The classes in order. Valid until others are asked for; expanding does. */
const struct noe_partition *noe_fair_twins(struct noe_fair_orbits *orbits, uint32_t twins);

/* An instance by its number: its rule, its arguments. */
const struct noe_clause *noe_fair_read_instance(const struct noe_fair_orbits *orbits, uint32_t instance,
                                                int64_t *arguments);
uint32_t noe_fair_instance(struct noe_fair_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments);

/* Does one come after the other where all are listed: by rules, then by arguments? */
bool noe_fair_comes_after(const struct noe_fair_orbits *orbits, uint32_t instance, uint32_t other);

static inline struct noe_fair_pair noe_fair_arrival(const struct noe_fair_orbits *orbits, uint32_t arrival) {
  return orbits->arrivals.items[arrival];
}
static inline uint32_t noe_fair_instance_rule(const struct noe_fair_orbits *orbits, uint32_t instance) {
  return noe_row_words(&orbits->instances, instance)[0];
}
static inline uint32_t noe_kind_instance(const struct noe_fair_orbits *orbits, uint32_t kind) {
  return noe_row_words(&orbits->kinds, kind)[1];
}
static inline uint32_t noe_kind_arrival(const struct noe_fair_orbits *orbits, uint32_t kind) {
  return noe_row_words(&orbits->kinds, kind)[2];
}

#endif
