/* From what a search of states has noticed (record.h) to the findings of its result, then to their runs, which run.h
 * has executed again before they are shown.
 *
 * HOLDS is said only of a search that has expanded every state, and only of what states decide: AG EF needs
 * record->decided, and claims about runs stay UNKNOWN. */
#ifndef NOE_VERDICT_FINDINGS_H
#define NOE_VERDICT_FINDINGS_H

#include "verdict/engine.h"
#include "verdict/retrace.h"

struct noe_account {
  const struct noe_task *task;
  const struct noe_system *system;
  struct noe_records *records;
  const uint64_t *covers, *witnesses; /* by property: executions of cover statements; by witness */
  bool explored;                      /* every state was expanded */
  enum noe_stop stop;
  const char *open; /* why questions are open after a search that ended early; NULL: there is none such */
  struct noe_retrace *retrace;
  /* The path from a start state to this one (NOE_NO_STATE: no states), as of noe_verdict_retrace. May escape. */
  const uint64_t *(*path)(void *context, uint64_t id, uint32_t *length);
  void *context;
  struct noe_result *result;
  struct noe_finding *findings;      /* those of the result */
  const struct noe_record **sources; /* by finding */
};

/* The list of findings, the first failure and the verdict. May escape. */
void noe_verdict_findings(struct noe_account *account);
/* The run of this finding, if it failed and a run shows that. May escape. */
void noe_verdict_finding_trace(struct noe_account *account, uint32_t number);

/* describe.c: the symmetry that the search rested on, for the result. `orbits` have counted all states. May escape. */
void noe_verdict_describe_symmetry(const struct noe_task *task, const struct noe_system *system,
                                   const struct noe_orbits *orbits, struct noe_result *result);

#endif
