/* What a search has noticed so far, one record per finding-to-be: how often,
 * and where first. Traces are rebuilt from this after the search. */
#ifndef NOE_EXPLICIT_RECORD_H
#define NOE_EXPLICIT_RECORD_H

#include "explicit/store.h"
#include "model/result.h"

/* Where something went wrong: in state `at`; or, if `step` is set, in the body
 * of that instance fired in `at` (NOE_NO_STATE: of that start state); or, if it
 * is set and `after`, in the state that this firing leads to and that is not
 * stored. */
struct noe_evidence {
  uint64_t at;
  const struct noe_clause *step;
  const int64_t *step_arguments;
  bool after;
  const struct noe_clause *failed; /* guard or claim that could not be evaluated */
  const int64_t *failed_arguments;
  bool has_fault;
  struct noe_fault fault;
};

struct noe_record {
  enum noe_finding_kind kind;
  const struct noe_clause *clause; /* the property, if it is one */
  bool failed;
  bool decided;   /* liveness: every instance has been looked at */
  bool undecided; /* could not be evaluated everywhere: there was a run-time error in it */
  uint64_t order; /* among the failures, by the time they were found */
  uint64_t count;
  const int64_t *arguments;
  struct noe_evidence first;
};

struct noe_records {
  struct noe_memory *memory;
  struct noe_arena *arena; /* of the result: what is copied here is shown later */
  const struct noe_model *model;
  struct noe_record *claims; /* by property, assumptions included (never failed) */
  struct noe_record deadlock;
  NOE_LIST(struct noe_record) faults; /* one per place and code, in the order found */
  uint64_t failures;                  /* records that have failed */
  void *reserve; /* memory held back so that a failure can be written down when all else is used up */
};

/* May escape. */
void noe_explicit_records_init(struct noe_records *records, struct noe_memory *memory,
                               struct noe_arena *arena, const struct noe_model *model);

/* Gives the reserve back (also for good, at the end). */
void noe_explicit_records_release(struct noe_records *records);

/* A claim is false in `at`, for these arguments (NULL: none in particular). */
void noe_explicit_record_claim(struct noe_records *records, const struct noe_clause *property,
                               const int64_t *arguments, uint64_t at);
void noe_explicit_record_deadlock(struct noe_records *records, uint64_t at);

/* A run-time error; what `where` points to is copied. */
void noe_explicit_record_fault(struct noe_records *records, const struct noe_fault *fault,
                               const struct noe_evidence *where);

/* Copies for the result. */
const int64_t *noe_explicit_copy_arguments(struct noe_arena *arena, const struct noe_clause *clause,
                                           const int64_t *arguments);
struct noe_fault noe_explicit_copy_fault(struct noe_arena *arena, const struct noe_fault *fault);

/* How people call this run-time error. */
const char *noe_explicit_fault_name(struct noe_arena *arena, const struct noe_fault *fault);

#endif
