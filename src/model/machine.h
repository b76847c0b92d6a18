/* The reference interpreter: executes the clauses of a model exactly, one
 * instance at a time. Small, slow, obviously right; every other execution is
 * tested against it and every counterexample is replayed by it.
 *
 * A machine belongs to one thread. States are rows of `cell_count` cells, legal
 * and with sorted bags on the way in and out. Side effects of guards, claims and
 * aliases are dropped: each evaluation starts from the state it was given. */
#ifndef NOE_MODEL_MACHINE_H
#define NOE_MODEL_MACHINE_H

#include "base/text.h"
#include "model/model.h"

struct noe_machine;

enum noe_outcome {
  NOE_OUTCOME_TRUE,    /* guard or claim holds; the body ran to its end */
  NOE_OUTCOME_FALSE,   /* guard or claim does not hold */
  NOE_OUTCOME_FAULT,   /* run-time error: see noe_model_machine_fault */
  NOE_OUTCOME_DISCARD, /* an `assume` statement failed: this firing does not exist */
  NOE_OUTCOME_ORDER,   /* a watched loop depends on the order of its rounds */
  NOE_OUTCOME_STOPPED, /* the caller has lost patience (noe_model_machine_patience): no outcome */
};

/* Why an execution failed. The message lives until the next execution. */
struct noe_fault {
  enum noe_diagnostic_code code; /* NOE_R_… */
  struct noe_place place;
  const char *message;
};

struct noe_machine *noe_model_machine_new(struct noe_memory *memory, const struct noe_model *model);
void noe_model_machine_delete(struct noe_machine *machine);

/* Text of `put` statements is appended here; NULL (the default) drops it. */
void noe_model_machine_put(struct noe_machine *machine, struct noe_text *sink);

const struct noe_fault *noe_model_machine_fault(const struct noe_machine *machine);

/* A single execution can take very long. `stop` is asked now and then; as soon as
 * it says true everything ends with NOE_OUTCOME_STOPPED. NULL, the default: never. */
void noe_model_machine_patience(struct noe_machine *machine, bool (*stop)(void *context), void *context);

/* Calls `visit` for every instance of a clause in `state` (NULL for start
 * states), in order: parameters vary like the digits of a number, the last one
 * fastest. `outcome` is that of aliases and guard (TRUE if there is no guard).
 * FAULT is reported with the arguments bound so far, the rest being
 * NOE_UNDEFINED: when an alias fails before the inner parameters are bound, once
 * for all of them. Stops early and returns false as soon as `visit` returns
 * false, or when patience is lost. `visit` may run the other functions below on the same machine. */
typedef bool (*noe_instance_visit)(void *context, const struct noe_clause *clause, const int64_t *arguments,
                                   enum noe_outcome outcome);
bool noe_model_machine_instances(struct noe_machine *machine, const struct noe_clause *clause, const int64_t *state,
                                 noe_instance_visit visit, void *context);

/* Lets an enumeration skip instances, guard and all: asked about the first `count`
 * arguments as soon as they are bound, it says false if no instance that begins with
 * them is wanted. NULL, the default: all are. Concerns noe_model_machine_instances of
 * rules and start states only. */
typedef bool (*noe_instance_filter)(void *context, const struct noe_clause *clause, const int64_t *arguments,
                                    uint32_t count);
void noe_model_machine_filter(struct noe_machine *machine, noe_instance_filter filter, void *context);

/* Of a parameter that is idle the first value stands for all: an enumeration meets no other.
 * False, the default: it meets all of them. */
void noe_model_machine_spare(struct noe_machine *machine, bool spare);

/* Values that can be exchanged in the current state without changing it: values of one
 * class of one type. Of those that nothing bound names (arguments, names of quantifiers
 * around), one stands for all of its class wherever only truth is asked: in quantifiers
 * of guards, claims and atoms, and in the instances of properties. Executing bodies
 * takes no notice of it, nor do loops that are watched. Rows by type id, NULL where
 * there are no classes; valid until the next call, NULL (the default) for none. */
enum { NOE_NOT_EXCHANGED = UINT16_MAX };
struct noe_exchange {
  const uint16_t *const *class_of; /* by value: its class, or NOE_NOT_EXCHANGED */
  const uint16_t *const *rank_of;  /* by value: its position in the class */
};
void noe_model_machine_exchange(struct noe_machine *machine, const struct noe_exchange *exchange);

/* Guard or claim of one instance. Arguments out of range, or naming an absent
 * element, give FALSE. */
enum noe_outcome noe_model_machine_test(struct noe_machine *machine, const struct noe_clause *clause,
                                        const int64_t *arguments, const int64_t *state);

/* Runs the body of a rule or start state (whose guard is not tested again) and
 * writes the successor; TRUE, FAULT or DISCARD. `state` is NULL for start
 * states, which begin with everything undefined. */
enum noe_outcome noe_model_machine_fire(struct noe_machine *machine, const struct noe_clause *clause,
                                        const int64_t *arguments, const int64_t *state, int64_t *successor);

/* Cells of the element that the CHOOSE parameter at `binder` is bound to, until the next execution;
 * NULL if there is none. */
const int64_t *noe_model_machine_chosen(struct noe_machine *machine, const struct noe_clause *clause,
                                        const int64_t *arguments, const int64_t *state, uint32_t binder);

/* A claim in a state, over all its instances, whatever their order: FAULT if one
 * instance is, or else FALSE if one is (its arguments are then in
 * noe_model_machine_arguments); for COVER: TRUE if one instance holds; for ASSUME:
 * FALSE before FAULT. */
enum noe_outcome noe_model_machine_claim(struct noe_machine *machine, const struct noe_clause *property,
                                         const int64_t *state);
const int64_t *noe_model_machine_arguments(const struct noe_machine *machine);

/* Atom `atom` of a temporal claim: of the instance `arguments`, with the formula's
 * bound names set to `values` (by variable; those it does not use may be anything).
 * TRUE, FALSE, FAULT, ORDER or STOPPED; an `assume` that fails in a function counts
 * as FALSE. */
enum noe_outcome noe_model_machine_atom(struct noe_machine *machine, const struct noe_clause *property,
                                        const int64_t *arguments, const int64_t *values, uint32_t atom,
                                        const int64_t *state);

/* Does the step from the state by this instance of a rule (NULL: by none) satisfy an atom about steps? Its arguments are
 * put among the values. */
enum noe_outcome noe_model_machine_taken(struct noe_machine *machine, const struct noe_clause *property,
                                         const int64_t *arguments, int64_t *values, uint32_t atom, const int64_t *state,
                                         const struct noe_clause *rule, const int64_t *given);

/* How often each cover statement held (by property id) and each implication's
 * left side was true (by witness number) since the machine was made. */
const uint64_t *noe_model_machine_covers(const struct noe_machine *machine);
const uint64_t *noe_model_machine_witnesses(const struct noe_machine *machine);

/* Loops to be watched (by loop number; NULL, the default: none): an execution in
 * which the order of a watched loop's rounds may matter ends with
 * NOE_OUTCOME_ORDER, and noe_model_machine_order then says which loop. */
enum noe_watch_kind {
  NOE_WATCH_NOTHING,
  NOE_WATCH_ERRORS, /* a quantifier or a count: errors must not depend on where it stops */
  NOE_WATCH_ORDER,  /* and no round may touch what another one writes */
};
void noe_model_machine_watch(struct noe_machine *machine, const uint8_t *kinds);
uint32_t noe_model_machine_order(const struct noe_machine *machine);
bool noe_model_machine_order_by_error(const struct noe_machine *machine); /* in one of its rounds */
/* How many loops have turned out not to depend on it, once all orders were tried (trial.c). */
uint64_t noe_model_machine_trials(const struct noe_machine *machine);

/* Not every state that differs by a permutation is reached, hence not every order of the
 * rounds: a cover statement inside a watched loop or quantifier, which another order might
 * not have come to, ends with NOE_OUTCOME_ORDER. */
void noe_model_machine_uneven(struct noe_machine *machine, bool uneven);

/* Was a watched loop under way when the last fault happened? Another order of
 * its rounds might have avoided it. */
bool noe_model_machine_fault_in_loop(const struct noe_machine *machine);

#endif
