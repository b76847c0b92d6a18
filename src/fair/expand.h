/* Finding the steps of orbits, by one thread: what it needs to execute and to name, and what it has found.
 *
 * An expander only reads the tables of the quotient (orbits.h), so that several may work at a time. What it finds is
 * a list of steps in numbers, as far as the tables know them; of a step that they do not know, in words, which the
 * thread that owns the tables takes in later (noe_fair_orbit_take_in), one orbit after the other. So numbers do not
 * depend on how many threads there are.
 *
 * Most steps are told by compiled code with names that were met before. What kind of step that is the expander
 * remembers: it depends on nothing but the twins of the orbit, the instance, the names, and who is alike. */
#ifndef NOE_FAIR_EXPAND_H
#define NOE_FAIR_EXPAND_H

#include "fair/fixing.h"
#include "fair/rows.h"
#include "fair/space.h"

struct noe_fair_orbits;

/* A step that was found. `material` is where its words begin: if the kind is not known, UINT32_MAX, of the instance,
 * the names, the twins (each after how many there are); then, at `key`, the packed representative, whose hash is kept
 * for whoever takes it in if the target is not known, UINT32_MAX. */
struct noe_found_step {
  uint32_t target, kind, hash;
  size_t material, key;
};

struct noe_expander {
  struct noe_space *space; /* of the thread: its view executes */
  const struct noe_fair_orbits *orbits;
  uint32_t twins; /* of the orbit that is being expanded */

  struct noe_partition known; /* twins asked for last */
  uint32_t known_twins;       /* their number, or UINT32_MAX */
  struct noe_partition met;   /* of the representative met last */
  uint32_t *names;            /* of the state met last, as runs */
  uint32_t name_count;
  uint64_t *packed; /* its representative */
  uint32_t *instance;

  struct noe_fixing fixing;
  const uint32_t *alike; /* what fixes the representative met last: classes of twins, then permutations (orbits.h) */
  uint32_t alike_count;
  uint32_t *wide; /* those, if there are permutations */
  size_t wide_count, wide_room;

  struct noe_twins raw; /* of the state canonised last, in its own names */
  int64_t *after, *form;
  uint16_t *row, *next;

  struct noe_rows told; /* what was told of steps: twins, instance, names, who is alike */
  uint32_t *kinds;      /* by that: the kind */
  size_t kind_room;
  uint32_t *telling;

  struct noe_found_step *steps;
  size_t step_count, step_room;
  uint32_t *material;
  size_t material_count, material_room;
};

/* All of this may escape; freeing is possible then. Scratch memory lives in the arena of the space. */
void noe_fair_expander_init(struct noe_expander *expander, struct noe_space *space,
                            const struct noe_fair_orbits *orbits);
void noe_fair_expander_free(struct noe_expander *expander);
void noe_fair_expander_forget(struct noe_expander *expander);

/* Representative, names and twins of a state: packed, names, met. */
void noe_fair_canonise(struct noe_expander *expander, const int64_t *state);

/* Writes an instance; how many words it has. */
uint32_t noe_fair_write_instance(const struct noe_clause *clause, const int64_t *arguments, uint32_t *words);

/* Twins by their number, in order. Valid until others are asked for. */
const struct noe_partition *noe_fair_expander_twins(struct noe_expander *expander, uint32_t twins);

/* Adds the steps of an orbit to those that were found. False if stopped. */
bool noe_fair_find_steps(struct noe_expander *expander, uint32_t orbit);

#endif
