/* The search's view of symmetry: a state stands for its whole orbit, and what is stored
 * is the key of the orbit. States turn into keys here, and keys into representatives.
 *
 *   key(pi s) = key(s) for every pi (fast: for some);   key(state(k)) = k
 *
 * Three kinds of keys: of models that are unary, perhaps but for small blocks, values x
 * counts (symmetry/runs.h), which need no canonical form; of others with symmetry, the packed canonical form; without
 * symmetry, the packed state. Which kind it is (`struct noe_key_shape`) is decided once
 * and shared; a `struct noe_orbits` has scratch memory: one per thread. */
#ifndef NOE_SYSTEM_ORBITS_H
#define NOE_SYSTEM_ORBITS_H

#include "base/options.h"
#include "symmetry/canon.h"
#include "symmetry/orbit_sum.h"
#include "symmetry/prove.h"
#include "symmetry/rotations.h"
#include "symmetry/runs.h"
#include "symmetry/twins.h"

/* What keys are of. */
enum noe_key_kind {
  NOE_KEYS_OF_ORBITS,
  NOE_KEYS_OF_NAMES,  /* points are followed by name: no counts */
  NOE_KEYS_OF_STATES, /* states as they are met: whoever searches says which of them are symmetric */
};

struct noe_key_shape {
  const struct noe_model *model;
  const struct noe_symmetry *symmetry;   /* NULL: none */
  const struct noe_runs_shape *runs;     /* NULL: packed states */
  const struct noe_rotations *rotations; /* of rings; NULL: there are none. Twins are not made use of then */
  const struct noe_orbit_sum *sum;       /* of these; or of orbits of classes of points; or NULL */
  enum noe_canon_mode mode;
  bool is_uneven;      /* start states prefer some values (symmetry/prove.h) */
  bool fixed;          /* keys are as long as can be */
  bool is_of_states;   /* key(s) is s, packed, and noe_system_orbit_key(s) that of its orbit */
  uint32_t most_bytes; /* of a key */
  uint32_t most_words; /* of a buffer for one */
};

struct noe_orbits {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_key_shape *shape;
  const struct noe_symmetry *symmetry; /* that of the shape */
  struct noe_canoniser *canoniser;     /* NULL: no symmetry, or */
  struct noe_runs *runs;
  struct noe_number total, size; /* concrete states so far; of the orbit counted last */
  uint64_t group;                /* all permutations; 0: too many for a word */
  uint64_t *sums;                /* states that are not in `total` yet, or NULL */
  uint16_t *counts;
  uint32_t *entries;
  bool exact;              /* every representative so far is unique */
  struct noe_twins twins;  /* of the state being expanded */
  struct noe_twins nobody; /* of no state: all that is symmetric */
  struct noe_twins judged; /* of the state being judged, if they are looked for */
  int64_t *scratch;
  int64_t *rotated;      /* with rotations: an image */
  uint16_t *permutation; /* the same: what leads to the representative */
  uint32_t ties;         /* the same: how many rotations lead there */
  uint8_t *key;
  int64_t *checked; /* two states, for contracts alone */
  int32_t *points;  /* of a tuple of arguments */
};

/* Are the classes of twins of a state just the entries of its key? */
static inline bool noe_keys_list_classes(const struct noe_key_shape *shape) {
  return shape->runs && shape->runs->turns->count == 1;
}

/* Decides on the keys; everything lives in `arena`. `proof` NULL means no symmetry. Only keys of orbits are counts, and
 * only their orbits are counted. May escape. */
struct noe_key_shape noe_system_key_shape(struct noe_arena *arena, struct noe_memory *memory,
                                          const struct noe_model *model, const struct noe_proof *proof, int symmetry,
                                          enum noe_key_kind kind);

/* May escape. */
void noe_system_orbits_init(struct noe_orbits *orbits, struct noe_memory *memory, const struct noe_key_shape *shape);
void noe_system_orbits_free(struct noe_orbits *orbits);

/* Key of the orbit of `state`; returns its length. Buffers for keys are rows of words. */
uint32_t noe_system_key(struct noe_orbits *orbits, const int64_t *state, uint8_t *key);
/* The same, but where keys are of states: one that all states of the orbit have. */
uint32_t noe_system_orbit_key(struct noe_orbits *orbits, const int64_t *state, uint8_t *key);
/* Is this the key of a state, as far as its bytes tell? `key` is a row of words with zeroes behind its bytes;
 * `state` and `again` are overwritten. Canonical forms are not made once more. */
bool noe_system_is_key(struct noe_orbits *orbits, const uint8_t *key, uint32_t bytes, int64_t *state, uint8_t *again);
/* The representative. */
void noe_system_state(struct noe_orbits *orbits, const uint8_t *key, int64_t *state);
/* The representative, and its twins: into `twins`, or into orbits->twins. */
void noe_system_state_and_its_twins(struct noe_orbits *orbits, const uint8_t *key, int64_t *state,
                                    struct noe_twins *twins);
void noe_system_state_and_twins(struct noe_orbits *orbits, const uint8_t *key, int64_t *state);
/* The representative, to be judged; returns which of its values can be exchanged, for a machine, or NULL. */
const struct noe_exchange *noe_system_state_to_judge(struct noe_orbits *orbits, const uint8_t *key, int64_t *state);

/* Counts the orbit of this key. If it is a canonical form it was the last one to be made,
 * or so many permutations fix it (0: not known). */
/* Packed states whose points fall into so many classes of more than one; if there are `sums`. */
void noe_system_count_classes(struct noe_orbits *orbits, const uint16_t *sizes, uint32_t classes);
void noe_system_count_orbit(struct noe_orbits *orbits, const uint8_t *key, uint64_t stabiliser);
/* Adds what another has counted; when all are added, `total` is made. May escape. */
void noe_system_join_orbits(struct noe_orbits *orbits, const struct noe_orbits *other);
void noe_system_total_orbits(struct noe_orbits *orbits);

/* About the state whose key, that of its orbit, was made last: the permutation that leads to its
 * representative. */
const uint16_t *noe_system_permutation(const struct noe_orbits *orbits);
/* Its own twins, and not those of the representative, become orbits->twins, ranked by their numbers, so
 * that of the instances that they carry into each other the first one leads. `key` is that key. */
void noe_system_find_twins(struct noe_orbits *orbits, const uint8_t *key);

/* State symmetries: of instances of a rule that twins in a representative carry into
 * each other, one is fired for all; and of those of a start state any permutation carries
 * into each other, unless start states are uneven. A filter for the machine (`context` is the orbits): only those that
 * lead. */
bool noe_system_leads(void *context, const struct noe_clause *clause, const int64_t *arguments, uint32_t count);
/* How many instances this one stands for, of twins and of idle parameters. */
uint64_t noe_system_led(const struct noe_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments);

/* Does a permutation change arguments of this clause? */
bool noe_system_is_indexed(const struct noe_symmetry *symmetry, const struct noe_clause *clause);

#endif
