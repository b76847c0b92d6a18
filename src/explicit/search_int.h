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

struct noe_search {
  const struct noe_task *task;
  const struct noe_model *model;
  struct noe_machine *machine; /* runs the search */
  struct noe_machine *referee; /* rebuilds and replays runs; takes no part in the search */
  struct noe_store *store;
  struct noe_edges edges; /* only if there are liveness properties */
  struct noe_backward backward;
  struct noe_enabled enabled;
  struct noe_records records;
  struct noe_retrace retrace;
  bool has_assumptions, has_liveness;

  uint64_t at; /* the state being expanded */
  int64_t *state, *successor;
  uint64_t *packed, *packed_successor;
  bool progress; /* a firing in it leads on */
  bool trouble;  /* a guard or a firing in it had a run-time error */

  uint64_t rules_fired, expanded, level_end;
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
  char *count_text; /* room for the number of states in decimal */
};

/* search.c: states, successors, claims that can be judged state by state. */
void noe_explicit_search(struct noe_search *search);

/* live.c: AG EF, after the whole graph is known. */
void noe_explicit_live(struct noe_search *search);

/* Stops the search if as many findings have failed as were asked for. */
void noe_explicit_judge(struct noe_search *search);

/* watch.c: time, interrupts, progress. Called often, cheap. */
double noe_explicit_now(void);
void noe_explicit_watch(struct noe_search *search);

/* findings.c: the list of findings, then the trace of number `tracing`. */
void noe_explicit_findings(struct noe_search *search);
void noe_explicit_finding_trace(struct noe_search *search);

#endif
