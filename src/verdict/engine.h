/* How engines plug in: one `const struct` each. An engine says of every question what it can do about it, and the
 * rest is done for it (run.h): which questions it is asked, whether it may say what it says, that every run that it
 * shows is executed once more, that checkpoints are refused if it has none. */
#ifndef NOE_VERDICT_ENGINE_H
#define NOE_VERDICT_ENGINE_H

#include <stdatomic.h>

#include "base/options.h"
#include "model/result.h"

enum noe_phase { NOE_PHASE_SEARCH, NOE_PHASE_LIVENESS, NOE_PHASE_SAMPLES, NOE_PHASE_TEMPORAL, NOE_PHASE_COVERAGE };

/* How far a check is. What a phase does not have is 0. */
struct noe_progress {
  enum noe_phase phase;
  const char *claim;                  /* the one that is judged, or NULL */
  uint32_t claim_number, claim_count; /* it is number so many of so many, from 1 */
  uint64_t states, frontier, rules_fired;
  uint64_t pairs;       /* of a state and a state of the automaton of the claim */
  uint64_t done, total; /* states looked at of those to look at, where that is known */
  uint64_t levels[3];   /* states of the last levels that are known whole, the deepest last */
  uint64_t level_done;  /* of that one, expanded */
  uint32_t depth;
  size_t bytes;
  double seconds; /* of this phase */
};

/* What an engine that searches by levels can tell before one of them. It is the same for any number of threads. */
struct noe_outlook {
  uint64_t states; /* how many there will probably be when the level has been searched */
  double firings;  /* executed for a state, so far */
  bool shrinks;    /* the level has fewer states than the one before */
  uint32_t lent;   /* an answer, 0 before: processors that are needed elsewhere while the level is searched */
};

/* What an engine is given. */
struct noe_task {
  struct noe_memory *memory; /* accounted, with the limit set: past it the engine answers UNKNOWN */
  struct noe_arena *arena;   /* of the result */
  const struct noe_model *model;
  const struct noe_options *options;
  const atomic_int *interrupted; /* becomes non-zero on SIGINT or SIGTERM; may be NULL */
  void (*progress)(void *context, const struct noe_progress *progress); /* or NULL; called about once a second */
  void *progress_context;
  const atomic_int *nudged; /* non-zero: the progress is asked for at once (SIGUSR1); may be NULL */
  void (*warn)(void *context, const char *message); /* or NULL; something that the user should know at once */
  void *warn_context;
  uint64_t most_states; /* ends before a level that would probably have more states stored; 0: no limit */
  uint64_t most_pairs;  /* an engine that looks ahead gives up a claim after so many pairs of a state and a state of
                                its automaton; 0: no limit */
  uint64_t most_work;   /* an engine that stands in gives up after so many steps of its own kind; 0: no limit */
  uint64_t (*more_work)(void *context,
                        uint64_t done); /* or, if this is not NULL, asks how many there may be from now on */
  /* Called by engines that search by levels before each of them. True: they stop there, as if their time were up. May be
   * NULL. */
  bool (*is_enough)(void *context, struct noe_outlook *outlook);
  void *relay_context;
  struct noe_text *put; /* sink for `put` at every execution, or NULL */
  const struct noe_generators
      *generators;           /* that the user gives (detect/generators.h), for the engine `given`; or NULL */
  struct noe_result *before; /* of the engines before this one in the plan, complete; NULL: it is the first */
};

/* What can be asked: a property of the model; or, if `clause` is NULL, whether there is a deadlock, or a run-time
 * error. */
struct noe_question {
  enum noe_finding_kind kind;
  const struct noe_clause *clause;
};

/* What an engine can do about a question: bits. Without CONFIRM it has no way to say HOLDS. */
enum noe_ability {
  NOE_CANNOT = 0,
  NOE_CAN_REFUTE = 1,  /* it may find a violation */
  NOE_CAN_CONFIRM = 2, /* it may prove that there is none */
  NOE_CAN_DECIDE = NOE_CAN_REFUTE | NOE_CAN_CONFIRM,
};

struct noe_engine {
  const char *name;
  const char *summary; /* one line for the help text */
  /* Bits of enum noe_ability; if it is not NOE_CAN_DECIDE, `*why` may say what is missing: a noun. */
  unsigned (*ability)(const struct noe_model *model, const struct noe_options *options,
                      const struct noe_question *question, const char **why);
  /* Why it can neither write nor resume checkpoints; NULL: it does. */
  const char *no_checkpoints;
  /* Questions that it was not asked, or cannot answer, are UNKNOWN in its result. Never returns NULL; never
   * exits. If it escapes, out of memory, the result is that there was none; one that knows better says more. With
   * task->before it adds to that result and returns it. */
  struct noe_result *(*run)(const struct noe_task *task);
  bool takes_views; /* it profits from symmetry that nobody declared: it may be run on a view of the model */
  bool knows_roles; /* the view may have roles (detect/roles.h) */
  /* `auto` asks it where the engine that it has chosen has so many states (alternate.c); 0: never. */
  uint64_t stands_in_from;
  /* Where it stands in it gets a quarter of the work of the other engine, later less, which keeps all threads; and where
   * memory ends that one, no more than twice its work. */
  bool may_get_lost;
  bool looks_ahead; /* finds violations near the start states before the search is complete: task->most_pairs */
};

#endif
