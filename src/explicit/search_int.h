/* The state of one breadth-first search; for the files of this room.
 *
 * Invariants: states [0, expanded) have been expanded, and those below
 * `level_end` lie at most `depth` steps from a start state. Whatever stops the
 * search sets `stop`; every loop looks at it. `explored` is set only when every
 * state has been expanded. */
#ifndef NOE_EXPLICIT_SEARCH_INT_H
#define NOE_EXPLICIT_SEARCH_INT_H

#include "base/bitset.h"
#include "explicit/edges.h"
#include "explicit/enabled.h"
#include "explicit/orbits.h"
#include "explicit/record.h"
#include "explicit/store.h"
#include "explicit/trace.h"
#include "model/engine.h"

/* Who can reach a goal: the edges turned around, and the goals found so far. */
struct noe_backward {
  uint64_t *offsets; /* by target: where its sources begin; one more at the end */
  uint32_t *sources;
  uint32_t *stack; /* states that reach the goal and whose sources are still to be visited */
  struct noe_bitset reach;
  int64_t *arguments; /* of the instance in question */
};

/* A liveness claim whose arguments permutations move, and the graph of its pairs
 * (live_indexed.c). */
struct noe_pairs {
  const struct noe_clause *property;
  uint64_t tuples;    /* instances */
  int64_t *arguments; /* of each, and one more row of scratch */
  struct noe_edges edges;
  uint64_t *rows; /* targets of the firings of the state being expanded, by instance */
  size_t row_count, row_room;
};

struct noe_search {
  const struct noe_task *task;
  const struct noe_model *model;
  struct noe_machine *machine; /* runs the search */
  struct noe_machine *referee; /* rebuilds and replays runs; takes no part in the search */
  struct noe_proof *proof; /* of the symmetry; NULL: none is used */
  struct noe_orbits orbits;
  uint32_t culprit; /* the loop that NOE_STOP_ORDER is about */
  struct noe_store *store;
  struct noe_edges edges; /* only if there are liveness properties */
  struct noe_pairs *pairs;
  uint32_t pairs_count;
  struct noe_backward backward;
  struct noe_enabled enabled;
  struct noe_records records;
  struct noe_retrace retrace;
  bool has_assumptions, has_liveness;

  uint64_t at; /* the state being expanded */
  int64_t *state, *successor, *representative;
  uint64_t *packed, *packed_representative;
  bool progress; /* a firing in it leads on */
  bool trouble;  /* a guard or a firing in it had a run-time error */

  uint64_t transitions; /* firings executed */
  uint64_t rules_fired; /* firings they stand for */
  uint64_t expanded, level_end;
  uint64_t *firings; /* by rule; in the arena of the result */
  uint32_t depth;
  bool explored;
  enum noe_stop stop;

  double began, next_progress; /* seconds */
  uint32_t ticks;

  struct noe_result *result;
  struct noe_finding *findings;
  const struct noe_record **finding_records; /* by finding; NULL for `no run-time error` */
  uint32_t finding_count, tracing;
};

/* search.c: states, successors, claims that can be judged state by state. */
void noe_explicit_search(struct noe_search *search);

/* A watched loop depends on the order: the search must start again without the
 * symmetry that this loop breaks. */
void noe_explicit_order(struct noe_search *search);
/* A run-time error; inside a watched loop another order might have none. */
void noe_explicit_fault(struct noe_search *search, struct noe_evidence where);

/* live.c: AG EF, after the whole graph is known. */
void noe_explicit_live(struct noe_search *search);
/* live_indexed.c: the same for a claim about symmetric values, which must be
 * followed through the permutations. */
void noe_explicit_pairs_init(struct noe_search *search);
void noe_explicit_pairs_free(struct noe_search *search);
/* The firing at hand leads to `target`, by the permutation found last; the state at
 * hand is done with. False if memory ran out. */
bool noe_explicit_pairs_add(struct noe_search *search, uint64_t target);
bool noe_explicit_pairs_join_twins(struct noe_search *search);
bool noe_explicit_pairs_close(struct noe_search *search);
void noe_explicit_live_indexed(struct noe_search *search, const struct noe_clause *property);

/* Stops the search if as many findings have failed as were asked for. */
void noe_explicit_judge(struct noe_search *search);

/* watch.c: time, interrupts, progress. Called often, cheap. */
double noe_explicit_now(void);
void noe_explicit_watch(struct noe_search *search);
/* The same from inside a long execution (`context` is the search): stop now? */
bool noe_explicit_impatient(void *context);

/* check_symmetry.c: samples it on states that were reached, if the user asks. */
void noe_explicit_check_symmetry(struct noe_search *search);

/* describe.c: what became of the scalarsets, for the result. */
void noe_explicit_describe_symmetry(struct noe_search *search);

/* findings.c: the list of findings, then the trace of number `tracing`. */
void noe_explicit_findings(struct noe_search *search);
void noe_explicit_finding_trace(struct noe_search *search);

#endif
