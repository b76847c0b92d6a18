/* The parts of a hunt, for the files of this room.
 *
 * Walks go through the quotient graph: what is walked through, remembered and made shorter are
 * keys of orbits (orbits.h). So a walk that comes back to a state but for the names of processes
 * has come back, and every path of keys is that of a concrete run (trace.h).
 *
 * Successors are found, and states judged, by the workers of a search (explicit/search.h), interpreted
 * or compiled. What insert_batch.c takes in goes to the walker of the worker and not to the store
 * (noe_hunt_meet); the store gets nothing but the run that is shown in the end.
 *
 * Threads: `seen` is shared, everything else in struct noe_hunt is written when no thread walks,
 * except `winner`. A walker belongs to its worker. */
#ifndef NOE_HUNT_HUNT_INT_H
#define NOE_HUNT_HUNT_INT_H

#include "hunt/hunt.h"
#include "hunt/path.h"
#include "hunt/seen.h"
#include "base/random.h"
#include "explicit/native.h"

/* A successor of the state that a walk is in. */
struct noe_candidate {
  uint64_t hash;
  size_t data; /* where its key begins */
  uint32_t bytes, rule;
  bool is_new; /* no walk has seen it before */
  bool fails;  /* a claim is false in it, or cannot be evaluated */
};

/* Paths to set out from again; so many at most, and not too many bytes. */
struct noe_corpus {
  struct noe_key_path *paths;
  uint32_t count;
  size_t bytes;
};

enum { NOE_CORPUS_PATHS = 256, NOE_LOCAL_COUNTERS = 1 << 18 };

struct noe_walker {
  struct noe_memory *memory;
  struct noe_random random;
  struct noe_key_path path; /* of the walk so far */
  struct noe_candidate *candidates;
  size_t count, room;
  uint8_t *data;
  size_t used, data_room;
  bool is_collecting;  /* successors become candidates, and new ones are judged, */
  bool is_judging_all; /* or all of them, and none is remembered */

  uint64_t *taken; /* by rule: steps */
  uint64_t steps, walks;
  uint8_t *local;                /* by hash of a local state: how often a walk was in one, up to 255 */
  struct noe_corpus novel;       /* paths that led to a local state that was new */
  struct noe_corpus frontier;    /* paths to states that are new and were not walked through */
  struct noe_swarm_share *swarm; /* swarm.c; NULL before */
};

struct noe_hunt {
  uint64_t seed;
  noe_job job; /* what workers do: walks, or searches */
  struct noe_seen seen;
  struct noe_key_path starts;          /* not a path: the keys of the start states */
  _Atomic(struct noe_worker *) winner; /* whose path ends in a violation */
  struct noe_key_path run;             /* that path, later a shorter one; empty: the start itself fails */
  uint32_t found_steps;                /* its length when it was found */
  uint64_t walks, steps;               /* of all walkers */
  uint64_t states;                     /* seen */
  bool is_full;                        /* and perhaps more: there was no memory to remember them */
  bool is_sure;                        /* something was found: it will be shown, whatever the time */
  uint64_t effort;                     /* left for making the run shorter: states expanded, or steps executed */
  double deadline;                     /* for making the run shorter, if steps take very long; seconds */
};

static inline struct noe_hunt *noe_hunt_of(const struct noe_search *search) { return search->guest_data; }
/* NULL: it has not walked yet. */
static inline struct noe_walker *noe_hunt_walker_of(const struct noe_worker *worker) { return worker->guest; }

/* As of struct noe_guest (explicit/search.h): a successor that no assumption rules out. True: it is to be judged. */
bool noe_hunt_meet(struct noe_worker *worker, const struct noe_batch_item *item, uint64_t hash, const uint8_t *key);
/* Were claims false, or beyond evaluation, in the successor that was met last? */
void noe_hunt_judged(struct noe_worker *worker, bool fails);

/* Successors that insert_batch.c takes in are wanted, from now on, or no more. */
void noe_hunt_collect(struct noe_worker *worker, bool on);

/* walks.c: walks begin .. end - 1, a job (explicit/search.h). May escape. */
void noe_hunt_walks(struct noe_worker *worker, uint64_t begin, uint64_t end);
/* Found: the path ends in the state that shows it. The first one who finds something has won. */
void noe_hunt_win(struct noe_worker *worker);
/* swarm.c: searches begin .. end - 1, likewise a job. */
void noe_hunt_swarm(struct noe_worker *worker, uint64_t begin, uint64_t end);
/* The start states, into hunt->starts. */
void noe_hunt_starts(struct noe_worker *chief);
/* A worker's walker, made when it is first wanted. */
struct noe_walker *noe_hunt_walker(struct noe_worker *worker);
/* Successors of the state of the key become the candidates, by hash, each once. False: there is
 * something to show in the state itself, or it was cut off. */
bool noe_hunt_expand(struct noe_worker *worker, const uint8_t *key, uint32_t bytes);

/* guide.c: which candidate comes next: one that was not seen before, by a rule that was seldom
 * taken, into local states that are new, rather than another. */
const struct noe_candidate *noe_hunt_guide(struct noe_worker *worker, bool is_guided);
/* Where a walk sets out from. */
void noe_hunt_set_out(struct noe_worker *worker, bool is_guided);

/* What workers have noticed says where by numbers that mean nothing to the store: it goes. */
void noe_hunt_forget(struct noe_search *search);

/* What a violation is, but for the state that shows it. */
struct noe_target {
  enum noe_finding_kind kind;
  const struct noe_clause *clause; /* the invariant */
  struct noe_fault fault;          /* its code and its place */
};

/* hunt.c: so much more effort; false if there is none left. Time decides in extreme cases only: the same
 * run is made shorter in the same way. */
bool noe_hunt_spend(struct noe_search *search, uint64_t effort);

/* window.c: replaces pieces of hunt->run by shorter ones, found breadth first. True if one was. */
bool noe_hunt_shorten_windows(struct noe_search *search, uint32_t states);

/* thin.c: leaves out steps of hunt->run that the violation does not need. True if there were some. */
bool noe_hunt_thin(struct noe_search *search, const struct noe_target *goal);

#endif
