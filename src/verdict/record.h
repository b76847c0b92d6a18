/* What a search has noticed so far, one record per finding-to-be: how often, and where
 * first. Traces are rebuilt from this after the search.
 *
 * Threads notice things in any order. So each has records of its own for the level that
 * is being expanded, in which `first` is the *least* evidence: of a guard before that of
 * a step, then by the order of the store, then by clauses and arguments. When the level
 * is done they are merged (merge.c) in the order of the model: claims, deadlock, run-time
 * errors by their places. Nothing of the outcome depends on which thread noticed what when. */
#ifndef NOE_VERDICT_RECORD_H
#define NOE_VERDICT_RECORD_H

#include "store/store.h"
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
  uint64_t more; /* instances beside this one that are alike, and were not executed: they count */
  bool has_fault;
  struct noe_fault fault;
  uint64_t level; /* of `at`, where evidence of several levels is compared: a shorter run comes first; else 0 */
};

struct noe_record {
  enum noe_finding_kind kind;
  const struct noe_clause *clause; /* the property, if it is one */
  bool failed;
  bool decided;   /* liveness: every instance has been looked at */
  bool undecided; /* could not be evaluated everywhere: there was a run-time error in it */
  uint64_t order; /* among the failures: by level, within a level as above */
  uint64_t count;
  const int64_t *arguments;
  struct noe_evidence first;
};

struct noe_records {
  struct noe_memory *memory;
  struct noe_arena *arena; /* of the result: what is copied here is shown later */
  const struct noe_model *model;
  const struct noe_store *store; /* orders states */
  uint64_t level; /* of what is noticed next, in a search that compares evidence of several levels; else 0 */
  const struct noe_records *before; /* of the levels before, whose failures are only counted; or NULL */
  struct noe_record *claims;        /* by property, assumptions included (never failed) */
  struct noe_record deadlock;
  NOE_LIST(struct noe_record) faults; /* one per place and code */
  uint64_t failures;                  /* records that have failed */
  size_t reserve_size;
  void *reserve; /* memory held back so that a failure can be written down when all else is used up */
};

/* May escape. `reserve` bytes are held back, or less where the limit is small. */
void noe_verdict_records_init(struct noe_records *records, struct noe_memory *memory, struct noe_arena *arena,
                              const struct noe_model *model, size_t reserve);

/* Gives the reserve back (also for good, at the end). */
void noe_verdict_records_release(struct noe_records *records);

/* A claim is false in `at`, for these arguments (NULL: none in particular). */
void noe_verdict_record_claim(struct noe_records *records, const struct noe_clause *property, const int64_t *arguments,
                              uint64_t at);
void noe_verdict_record_deadlock(struct noe_records *records, uint64_t at);

/* A run-time error; what `where` points to is copied. */
void noe_verdict_record_fault(struct noe_records *records, const struct noe_fault *fault,
                              const struct noe_evidence *where);

/* merge.c: adds what `count` threads have noticed to `records`, and clears theirs. May
 * escape. */
void noe_verdict_records_merge(struct noe_records *records, struct noe_records *const *parts, uint32_t count);

/* Takes failures back, and keeps the counts of covers. */
void noe_verdict_records_forget(struct noe_records *records);

/* <0, 0, >0: which evidence comes first. */
int noe_verdict_compare_evidence(const struct noe_store *store, const struct noe_evidence *a,
                                 const struct noe_evidence *b);
struct noe_record *noe_verdict_find_fault(const struct noe_records *records, const struct noe_fault *fault);
/* Makes `record` a failure like `noticed`, with copies of its own. */
void noe_verdict_record_failed(struct noe_records *records, struct noe_record *record,
                               const struct noe_record *noticed);

/* Copies for the result. */
const int64_t *noe_verdict_copy_arguments(struct noe_arena *arena, const struct noe_clause *clause,
                                          const int64_t *arguments);
struct noe_fault noe_verdict_copy_fault(struct noe_arena *arena, const struct noe_fault *fault);

#endif
