/* A search of single states by one thread, in whatever order its engine likes: the engine says which state comes next,
 * and the rest is done here. Successors by the interpreter, up to symmetry; assumptions, claims, deadlock and errors;
 * time, memory, progress; findings with their runs; beginning again where a loop depends on the order. The shortest way
 * to an engine, and the slowest: explicit/ is the other one.
 *
 *   static void search(struct noe_exploration *exploration, void *context) {
 *     noe_verdict_explore_starts(exploration, found);           found(context, id, is_new) for each start state
 *     while (there is a state that was not expanded)
 *       noe_verdict_explore_state(exploration, id, found);      found(context, id, is_new) for each successor
 *   }
 *
 * HOLDS is said only if the start states and every state that was found have been expanded to their end, whatever the
 * engine believes. */
#ifndef NOE_VERDICT_EXPLORE_H
#define NOE_VERDICT_EXPLORE_H

#include "store/store.h"
#include "system/successors.h"
#include "verdict/findings.h"
#include "verdict/limits.h"
#include "verdict/observe.h"

/* A state was found, for the first time or once more. Ids count from 0, in the order in which states are first
 * found. */
typedef void (*noe_found)(void *context, uint64_t id, bool is_new);

struct noe_exploration;

struct noe_explorer {
  const char *engine;
  /* How states are told from each other. NULL: by the keys of their orbits. Otherwise states are stored as they are met,
   * and of one that is not stored yet `find` says which stored state stands for it, by its id (NOE_NO_STATE: none);
   * `keep` is told what is stored in consequence. May escape. */
  uint64_t (*find)(struct noe_exploration *exploration, void *context, const int64_t *cells);
  void (*keep)(struct noe_exploration *exploration, void *context, const int64_t *cells, uint64_t id);
  void (*search)(struct noe_exploration *exploration, void *context);
  void *context; /* handed to `search` and `found` */
  /* How a state is expanded. NULL: by all that may fire in it. Otherwise `expand` calls noe_verdict_explore_step for each
   * step, judges by itself whether the state is stuck, and returns false if it was cut off. */
  bool (*expand)(struct noe_exploration *exploration, void *context, const int64_t *cells);
  /* May this state be left out of the search? NULL: none may. */
  bool (*is_left_out)(struct noe_exploration *exploration, void *context, const int64_t *cells);
  const char *reason; /* why states may be missing: nothing is ever said to hold then. NULL: none are */
};

struct noe_exploration {
  const struct noe_task *task;
  const struct noe_explorer *explorer;
  struct noe_arena *arena; /* of this search: an engine may take from it, and need not give back */
  struct noe_result *result;
  uint32_t depth; /* for the result: set by the engine */
  bool
      is_by_levels; /* set by the engine: `depth` is how far away the state being expanded is; shorter runs come first */

  /* Not for engines: */
  struct noe_system system;
  struct noe_view referee, view; /* the first rebuilds runs, the second searches */
  struct noe_observer observer;
  struct noe_limits limits;
  struct noe_store *store;
  struct noe_retrace retrace;
  struct noe_account account;
  uint64_t at;                      /* the state being expanded */
  bool progress, trouble;           /* in it a firing leads on; something failed */
  NOE_LIST(uint64_t) parents;       /* by state: where it was found first */
  NOE_LIST(int64_t) pending;        /* firings in the state: rule, instances it stands for, arguments, cells */
  uint32_t stride, most_parameters; /* of the numbers of one of them */
  uint8_t *key;
  int64_t *judged;
  int64_t *before, *wider; /* of models with roles: the state being expanded; one with fewer roles */
  uint64_t covered;        /* states left out, since others stand for them */
  uint64_t *path;
  uint64_t *firings, transitions, rules_fired, expanded;
  bool has_starts, explored;
  enum noe_stop stop;
  noe_found found;
  uint32_t tracing;
};

/* What the engine's `run` is. Never NULL. */
struct noe_result *noe_verdict_explore(const struct noe_task *task, const struct noe_explorer *explorer);

/* Is the state stored, or one that is equal to it up to the symmetry in use? For `is_left_out`. */
bool noe_verdict_explore_is_stored(struct noe_exploration *exploration, const int64_t *cells);

/* Must the search end? For whoever works for long without coming back; `owner` is the exploration. */
bool noe_verdict_explore_stops(void *owner);

/* For `expand`: a step leads there; an execution has shown that a loop depends on its order. */
void noe_verdict_explore_step(struct noe_exploration *exploration, const struct noe_clause *rule,
                              const int64_t *arguments, const int64_t *after);
void noe_verdict_explore_order(struct noe_exploration *exploration);
/* The engine has seen enough: the search ends, and nothing is said to hold. */
void noe_verdict_explore_end(struct noe_exploration *exploration);

/* For `search`; false: the search must end, by a limit or because of what was found. May escape. */
bool noe_verdict_explore_starts(struct noe_exploration *exploration, noe_found found);
bool noe_verdict_explore_state(struct noe_exploration *exploration, uint64_t id, noe_found found);

#endif
