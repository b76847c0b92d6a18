/* The states that a system may be in, as far as its log tells, and how each was come to.
 *
 * A candidate is a packed state with its parent, the candidate that one step leads from, and the line of the log
 * that tells of this step, if one does. Parents come before their children, so that the ancestors of some
 * candidates can be kept and all others dropped (`prune`). Within one phase (the firings between two lines, or
 * those that a line tells of) equal states are one candidate; in different phases they are not, because
 * different lines follow them. */
#ifndef NOE_LOGS_CANDIDATES_H
#define NOE_LOGS_CANDIDATES_H

#include "model/model.h"

#define NOE_NO_CANDIDATE UINT32_MAX
#define NOE_NO_LINE UINT32_MAX

struct noe_candidates {
  struct noe_memory *memory;
  const struct noe_model *model;
  uint64_t *keys; /* `words` of each */
  uint32_t words;
  uint32_t *parents, *lines;
  uint32_t count, capacity;
  /* The states of the phase: an open table of 1 + candidate, at most half full. */
  uint32_t *table;
  uint32_t table_size; /* a power of two */
  uint32_t *used;      /* slots, in the order of insertion */
  uint32_t used_count;
  uint64_t *scratch; /* a packed state */
};

enum noe_candidate_status { NOE_CANDIDATE_NEW, NOE_CANDIDATE_OLD, NOE_CANDIDATE_FULL };

/* Takes memory that may escape; adding does not. */
struct noe_candidates noe_logs_candidates(struct noe_memory *memory, const struct noe_model *model);
void noe_logs_candidates_free(struct noe_candidates *candidates);

/* Forgets which states the last phase had; the candidates stay. */
void noe_logs_candidates_phase(struct noe_candidates *candidates);

/* Adds a legal state, or finds it among those of the phase. FULL: there is no memory; nothing has changed. */
enum noe_candidate_status noe_logs_candidates_add(struct noe_candidates *candidates, const int64_t *state,
                                                  uint32_t parent, uint32_t line, uint32_t *candidate);

/* Enters a candidate of an earlier phase, whose state the new one does not have yet. False: no memory. */
bool noe_logs_candidates_enter(struct noe_candidates *candidates, uint32_t candidate);

void noe_logs_candidates_state(const struct noe_candidates *candidates, uint32_t candidate, int64_t *state);

/* Drops all but those listed and their ancestors; the list gets their new numbers. Ends the phase. */
void noe_logs_candidates_prune(struct noe_candidates *candidates, uint32_t *list, uint32_t count);

#endif
