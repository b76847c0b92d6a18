/* One search by multisets; for the files of this room.
 *
 *   fit.c        does the model fit? and if not, which line prevents it
 *   space        states as (global part, multiset of local states)
 *   exec*        executes a clause on named processes
 *   template     what executions have come to, remembered
 *   walk         templates on sets of states
 *   reach.c      the fixed point, global part by global part
 *   few.c        that of states in which few processes have moved, before it
 *   moves.c      what rules do to one process and to nothing else
 *   close.c      such moves, of all processes at once
 *   claims.c     invariants, covers, deadlocks in the states that are new
 *   live.c       AG EF
 *   branching.c  CTL, the mu-calculus
 *   retrace.c    runs: backwards by sets, forwards by the interpreter
 *   count.c      how many orbits
 *   counter.c    the engine
 *
 * What is known of a global part is a *part*. Sets in parts survive collections (noe_counter_collect), which happen
 * between walks only. */
#ifndef NOE_COUNTER_COUNTER_INT_H
#define NOE_COUNTER_COUNTER_INT_H

#include "counter/walk.h"
#include "system/system.h"
#include "verdict/limits.h"
#include "model/result.h"

/* A move of one process, in a global part that stays. */
struct noe_counter_edge {
  uint32_t from, to;
  struct noe_counter_closure *const *conditions; /* quantifiers over the others that must be undecided */
  uint32_t condition_count;
  bool changes;
};

/* The moves from one local state. */
struct noe_counter_moves {
  uint32_t from;
  NOE_LIST(struct noe_counter_edge) edges;
};

struct noe_counter_part {
  uint32_t global;
  uint32_t reached, pending; /* `pending`: reached, and not worked off yet; some may be in `reached` already */
  uint32_t layer, seen;      /* retrace.c, live.c */
  bool has_roots;
  NOE_LIST(struct noe_counter_root *) rules, claims;
  struct noe_counter_moves **moves; /* by local state, increasing; of those that were asked for */
  uint32_t move_count, move_room;
  struct noe_multiset_map free;     /* all that free moves lead to; made when it is first needed */
  bool is_any_move;                 /* one that changes nothing counts, too */
  struct noe_multiset_filter stuck; /* elements that no free move leaves */
};

/* Something is wrong in all states of `set` (a set of `global`). */
struct noe_counter_failure {
  enum noe_finding_kind kind;
  const struct noe_clause *clause; /* the property; or, of an error, the rule or claim that meets it */
  uint32_t global, set;
  bool at_start;            /* an error in a start state: there is no state */
  const int64_t *arguments; /* of AG EF: the instance, with a stranger for the process that is tracked */
};

/* A search of states in which few processes have left the local states of start states (few.c). */
struct noe_counter_few {
  struct noe_memory *memory;
  uint32_t most;                       /* so many at most; 0: all states are searched */
  uint32_t *idle, count, room;         /* local states of start states */
  struct noe_multiset_filter active;   /* all others */
  struct noe_bitset seen;              /* what is no longer novel, by hash */
  uint32_t *elements;                  /* of one state */
  uint64_t most_made, most_executions; /* it is over when so many nodes have been made, or clauses executed */
};

/* States with one global part. */
struct noe_counter_states {
  uint32_t global, set;
};

struct noe_counter_search {
  const struct noe_task *task;
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_system system;
  struct noe_lowered *form;
  struct noe_limits limits;
  struct noe_diagrams *diagrams;
  struct noe_multisets multisets;
  struct noe_counter_space *space;
  struct noe_templates *templates;
  struct noe_walk walk;
  struct noe_counter_part **parts; /* by global part */
  uint32_t part_room;
  struct noe_counter_few few;
  struct noe_bitset queue; /* parts with pending states */
  uint32_t queue_count;
  uint32_t tracked_block; /* NOE_NO_BLOCK: no process is tracked */
  bool is_deadlock_judged, are_claims_judged;

  bool *covered, *failed, *undecided; /* by property; undecided: it met an error somewhere */
  NOE_LIST(struct noe_counter_states) starts;
  bool keeps_all; /* nothing is collected */
  bool has_deadlock, has_fault;
  NOE_LIST(struct noe_counter_failure) failures;
  const char *reason; /* why it was given up, or NULL */
  struct noe_place place;
  uint64_t rounds;
  /* of the part being worked off */
  struct noe_counter_part *part;
  uint32_t rest;             /* states in which nothing has moved yet */
  const char *only_rule;     /* steps are taken back by rules of this name only; NULL: by all */
  const uint32_t *more_sets; /* that survive collections */
  uint32_t more_count;
  bool is_broken;         /* a run could not be made: a mistake in noether */
  uint64_t reached_nodes; /* of all states at the end */
};

/* counter.c: makes what a search needs, which has its task, memory, model and limits; and frees it. */
void noe_counter_prepare(struct noe_counter_search *search);
void noe_counter_clean_up(struct noe_counter_search *search);

/* fit.c: why the engine cannot do anything about the model; NULL: it can. */
const char *noe_counter_misfit(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model,
                               const struct noe_options *options);

/* reach.c. All may escape. */
struct noe_counter_part *noe_counter_part(struct noe_counter_search *search, uint32_t global);
void noe_counter_add(struct noe_counter_search *search, uint32_t global, uint32_t set);
void noe_counter_collect(struct noe_counter_search *search);
/* Start states are pending; then everything that can be reached is reached. False: given up, stopped by a limit, or by
 * as many failures as were asked for. */
bool noe_counter_start(struct noe_counter_search *search);
bool noe_counter_reach(struct noe_counter_search *search);
bool noe_counter_is_over(struct noe_counter_search *search);
/* check.c: NULL, or a sentence that says what is wrong. */
const char *noe_counter_queue_check(const struct noe_counter_search *search);
void noe_counter_give_up(struct noe_counter_search *search);
/* Forgets which states were reached, and tracks a process of this block from now on. */
void noe_counter_restart(struct noe_counter_search *search, uint32_t block);

/* few.c: searches few processes first; then start states are pending again. False as above. */
bool noe_counter_reach_few(struct noe_counter_search *search);
void noe_counter_end_few(struct noe_counter_search *search);
/* The states of the set that such a search goes on from, all of them where there is none; has it done enough? */
uint32_t noe_counter_few_of(struct noe_counter_search *search, const struct noe_counter_part *part, uint32_t set);
bool noe_counter_is_few_over(const struct noe_counter_search *search);

/* close.c: all states that moves of single processes lead to from the set; all free ones, and some others. */
uint32_t noe_counter_close(struct noe_counter_search *search, struct noe_counter_part *part, uint32_t set);

/* moves.c: the moves from a local state; and the states of a closed set that no free move leaves. */
const struct noe_counter_moves *noe_counter_moves_of(struct noe_counter_search *search, struct noe_counter_part *part,
                                                     uint32_t element);
uint32_t noe_counter_unmoved(struct noe_counter_search *search, struct noe_counter_part *part, uint32_t set);

/* claims.c */
void noe_counter_list_claims(struct noe_counter_search *search, struct noe_counter_part *part);
bool noe_counter_judge(struct noe_counter_search *search, struct noe_counter_part *part, uint32_t set);
void noe_counter_fail(struct noe_counter_search *search, struct noe_counter_failure failure);
void noe_counter_judge_deadlock(struct noe_counter_search *search, struct noe_counter_part *part);

/* retrace.c: a shortest run through reached states to one of the failure; `fault`, `failed` and so on are filled in.
 * NULL: there is none, which is a mistake in noether. */
struct noe_trace *noe_counter_retrace(struct noe_counter_search *search, const struct noe_counter_failure *failure,
                                      const int64_t **arguments);
/* layer := the states of all parts that a step leads into some part's layer, but for those seen; seen grows by them.
 * False: there are none, or it was given up. */
bool noe_counter_step_back(struct noe_counter_search *search);

/* branching.c: a claim `ctl` or `mu` that is closed; may leave it open. */
void noe_counter_judge_branching(struct noe_counter_search *search, struct noe_finding *finding);

/* live.c: AG EF. Tracks a process, so that what was reached before may be forgotten. */
void noe_counter_judge_liveness(struct noe_counter_search *search, struct noe_finding *finding);

/* count.c */
void noe_counter_count(struct noe_counter_search *search, bool is_complete, struct noe_number *orbits);
/* What is permuted, for the result; concrete states are not counted. */
void noe_counter_describe_symmetry(const struct noe_counter_search *search, struct noe_result *result);

#endif
