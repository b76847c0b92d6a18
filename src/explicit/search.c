/* Breadth first, level by level. A level is a range of state numbers; every
 * state of it is expanded before the next level begins, hence the first path
 * found to a state is a shortest one, and the numbers do not depend on who
 * expands which part of the level. */
#include <assert.h>
#include <string.h>

#include "explicit/claims.h"
#include "explicit/search_int.h"
#include "model/pack.h"

void noe_explicit_judge(struct noe_search *search) {
  uint64_t most = search->task->options->max_errors;
  if (most && search->records.failures >= most && !search->stop)
    search->stop = NOE_STOP_ERRORS;
}

void noe_explicit_order(struct noe_search *search) {
  search->stop = NOE_STOP_ORDER;
  search->culprit = noe_model_machine_order(search->machine);
}

/* If the search goes on after this error, the states that another order would
 * have led to must not be missed. */
void noe_explicit_fault(struct noe_search *search, struct noe_evidence where) {
  if (noe_model_machine_fault_in_loop(search->machine) && search->task->options->max_errors != 1) {
    noe_explicit_order(search);
    return;
  }
  noe_explicit_record_fault(&search->records, noe_model_machine_fault(search->machine), &where);
  noe_explicit_judge(search);
}

/* A guard or a body that fails in the state being expanded. */
static void record_fault(struct noe_search *search, struct noe_evidence where) {
  search->trouble = true;
  noe_explicit_fault(search, where);
}

/* ----------------------------------------------------------- a new state */

static void check_claim(struct noe_search *search, const struct noe_clause *property, uint64_t id) {
  enum noe_outcome outcome = noe_model_machine_claim(search->machine, property, search->representative);
  if (outcome == NOE_OUTCOME_ORDER) {
    noe_explicit_order(search);
  } else if (outcome == NOE_OUTCOME_FAULT) {
    noe_explicit_fault(search, (struct noe_evidence){
                                   .at = id,
                                   .failed = property,
                                   .failed_arguments = noe_model_machine_arguments(search->machine)});
  } else if (property->property == NOE_PROPERTY_COVER) {
    search->records.claims[property->id].count += outcome == NOE_OUTCOME_TRUE;
  } else if (property->property == NOE_PROPERTY_INVARIANT && outcome == NOE_OUTCOME_FALSE) {
    noe_explicit_record_claim(&search->records, property, noe_model_machine_arguments(search->machine), id);
    noe_explicit_judge(search);
  }
}

/* Assumptions come before (take_in), liveness when the whole graph is known. */
static void check_claims(struct noe_search *search, uint64_t id) {
  const struct noe_model *model = search->model;
  for (uint32_t i = 0; i < model->property_count && !search->stop; i++)
    if (!model->properties[i].is_statement && (model->properties[i].property == NOE_PROPERTY_INVARIANT ||
                                               model->properties[i].property == NOE_PROPERTY_COVER))
      check_claim(search, &model->properties[i], id);
}

/* May search->representative be stored, as far as assumptions are concerned? */
static bool is_assumed(struct noe_search *search, struct noe_evidence where) {
  const uint8_t *key = (const uint8_t *)search->packed_representative;
  uint32_t bytes = search->model->packed_bytes;
  uint64_t id;
  if (!search->has_assumptions ||
      noe_explicit_store_find(search->store, key, bytes, noe_explicit_store_hash(key, bytes), &id))
    return true;
  enum noe_outcome outcome =
      noe_explicit_assumptions(search->machine, search->model, search->representative, &where.failed);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_explicit_order(search);
  if (outcome == NOE_OUTCOME_FAULT) {
    where.after = true;
    where.failed_arguments = noe_model_machine_arguments(search->machine);
    noe_explicit_fault(search, where);
  }
  return outcome == NOE_OUTCOME_TRUE;
}

/* Takes in the orbit of search->successor, which the instance leads to from `parent`. */
static void take_in(struct noe_search *search, uint64_t parent, const struct noe_clause *clause,
                    const int64_t *arguments) {
  uint64_t id;
  noe_explicit_representative(&search->orbits, search->successor, search->representative);
  noe_model_pack(search->model, search->representative, search->packed_representative);
  if (!is_assumed(search, (struct noe_evidence){.at = parent, .step = clause, .step_arguments = arguments}))
    return;
  const uint8_t *key = (const uint8_t *)search->packed_representative;
  uint32_t bytes = search->model->packed_bytes;
  enum noe_insert insert = noe_explicit_store_insert(search->store, 0, key, bytes,
                                                     noe_explicit_store_hash(key, bytes), parent, &id);
  if (insert == NOE_INSERT_FULL) {
    search->stop = NOE_STOP_MEMORY;
    return;
  }
  if (search->has_liveness && parent != NOE_NO_STATE &&
      (!noe_explicit_edges_add(&search->edges, id) || !noe_explicit_pairs_add(search, id)))
    search->stop = NOE_STOP_MEMORY;
  if (insert == NOE_INSERT_NEW) {
    noe_explicit_count_orbit(&search->orbits);
    check_claims(search, id);
  }
}

/* ---------------------------------------------------------------- firing */

static bool guard_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_search *search = context;
  record_fault(search,
               (struct noe_evidence){.at = search->at, .failed = clause, .failed_arguments = arguments});
  return !search->stop;
}

/* Only another state is progress under `stuttering`: the concrete one, before
 * any reduction looks at it, and before assumptions rule it out. */
static bool is_progress(const struct noe_search *search) {
  return search->task->options->deadlock != NOE_DEADLOCK_STUTTERING ||
         memcmp(search->state, search->successor, search->model->cell_count * sizeof *search->state) != 0;
}

static void fire(struct noe_search *search, size_t item) {
  const struct noe_clause *clause = search->enabled.items[item].clause;
  const int64_t *arguments = noe_enabled_arguments(&search->enabled, item);
  switch (noe_model_machine_fire(search->machine, clause, arguments, search->state, search->successor)) {
    case NOE_OUTCOME_TRUE:
      search->transitions++;
      search->rules_fired += noe_explicit_led(&search->orbits, clause, arguments);
      search->firings[clause->id] += noe_explicit_led(&search->orbits, clause, arguments);
      search->progress |= is_progress(search);
      take_in(search, search->at, clause, arguments);
      break;
    case NOE_OUTCOME_FAULT:
      record_fault(search,
                   (struct noe_evidence){.at = search->at, .step = clause, .step_arguments = arguments});
      break;
    case NOE_OUTCOME_ORDER:
      noe_explicit_order(search);
      break;
    case NOE_OUTCOME_STOPPED: /* search->stop says why */
    case NOE_OUTCOME_DISCARD: /* an assumption in the body: there is no such firing */
    case NOE_OUTCOME_FALSE:
      break;
  }
}

/* A state in which something failed is not called a deadlock as well. */
static void check_deadlock(struct noe_search *search) {
  if (search->progress || search->trouble || search->task->options->deadlock == NOE_DEADLOCK_OFF)
    return;
  noe_explicit_record_deadlock(&search->records, search->at);
  noe_explicit_judge(search);
}

static void expand(struct noe_search *search, uint64_t id) {
  search->at = id;
  search->progress = search->trouble = false;
  noe_explicit_store_read(search->store, id, (uint8_t *)search->packed);
  noe_model_unpack(search->model, search->packed, search->state);
  noe_explicit_watch(search);
  if (search->orbits.symmetry)
    noe_explicit_find_twins(&search->orbits, search->state);
  if (search->pairs_count && !noe_explicit_pairs_join_twins(search))
    search->stop = NOE_STOP_MEMORY;
  if (search->stop || !noe_explicit_enabled_rules(&search->enabled, search->state, guard_failed, search)) {
    if (search->enabled.order)
      noe_explicit_order(search);
    return;
  }
  for (size_t i = 0; i < search->enabled.count && !search->stop; i++) {
    fire(search, i);
    noe_explicit_watch(search);
  }
  if (search->stop)
    return;
  if (search->has_liveness && (!noe_explicit_edges_close(&search->edges) || !noe_explicit_pairs_close(search))) {
    search->stop = NOE_STOP_MEMORY;
    return;
  }
  search->expanded++;
  check_deadlock(search);
}

/* ----------------------------------------------------------------- start */

static bool start_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_search *search = context;
  record_fault(search,
               (struct noe_evidence){.at = NOE_NO_STATE, .step = clause, .step_arguments = arguments});
  return !search->stop;
}

static void start(struct noe_search *search) {
  if (!noe_explicit_enabled_starts(&search->enabled, start_failed, search)) {
    if (search->enabled.order)
      noe_explicit_order(search);
    return;
  }
  for (size_t i = 0; i < search->enabled.count && !search->stop; i++) {
    const struct noe_clause *clause = search->enabled.items[i].clause;
    const int64_t *arguments = noe_enabled_arguments(&search->enabled, i);
    noe_explicit_watch(search);
    enum noe_outcome outcome =
        noe_model_machine_fire(search->machine, clause, arguments, NULL, search->successor);
    if (outcome == NOE_OUTCOME_ORDER)
      noe_explicit_order(search);
    if (outcome == NOE_OUTCOME_FAULT)
      start_failed(search, clause, arguments);
    if (outcome != NOE_OUTCOME_TRUE)
      continue;
    take_in(search, NOE_NO_STATE, clause, arguments);
  }
}

void noe_explicit_search(struct noe_search *search) {
  uint64_t bound = search->task->options->bound;
  start(search);
  while (!search->stop) {
    search->level_end = noe_explicit_store_count(search->store);
    if (!noe_explicit_store_close_level(search->store)) {
      search->stop = NOE_STOP_MEMORY;
      return;
    }
    if (search->expanded == search->level_end) {
      search->explored = true;
      return;
    }
    if (bound && search->depth == bound) {
      search->stop = NOE_STOP_BOUND;
      return;
    }
    while (search->expanded < search->level_end && !search->stop)
      expand(search, search->expanded);
    assert((search->stop || search->expanded == search->level_end) && "a level is expanded as a whole");
    if (!search->stop && noe_explicit_store_count(search->store) > search->level_end)
      search->depth++;
  }
}
