/* What the workers counted and noticed, added up by the one who runs the search. */
#include <assert.h>
#include <string.h>

#include "explicit/native.h"

static void sum_counts(struct noe_search *search, struct noe_counts *counts) {
  search->counts.expanded += counts->expanded;
  search->counts.transitions += counts->transitions;
  search->counts.rules_fired += counts->rules_fired;
  counts->expanded = counts->transitions = counts->rules_fired = 0;
  for (uint32_t i = 0; i < search->model->rule_count; i++) {
    search->counts.firings[i] += counts->firings[i];
    counts->firings[i] = 0;
  }
}

void noe_explicit_sum_counts(struct noe_search *search) {
  for (uint32_t i = 0; i < search->worker_count; i++)
    if (search->workers[i].ready)
      sum_counts(search, &search->workers[i].counts);
}

void noe_explicit_drop_counts(struct noe_search *search) {
  for (uint32_t i = 0; i < search->worker_count; i++) {
    struct noe_counts *counts = &search->workers[i].counts;
    if (!search->workers[i].ready)
      continue;
    counts->expanded = counts->transitions = counts->rules_fired = 0;
    memset(counts->firings, 0, search->model->rule_count * sizeof *counts->firings);
  }
}

/* No verdict may rest on a symmetry that a loop breaks: this comes before failures. */
static void sum_order(struct noe_search *search) {
  bool order = false;
  for (uint32_t i = 0; i < search->worker_count; i++) {
    struct noe_worker *worker = &search->workers[i];
    if (worker->observer.order && (!order || worker->observer.culprit < search->culprit)) {
      search->culprit = worker->observer.culprit;
      search->by_error = worker->observer.by_error;
    } else if (worker->observer.order && worker->observer.culprit == search->culprit)
      search->by_error = search->by_error && worker->observer.by_error;
    order |= worker->observer.order;
    worker->observer.order = false;
  }
  if (order)
    noe_explicit_stop(search, NOE_STOP_ORDER);
}

void noe_explicit_sum_level(struct noe_search *search) {
  assert(search->worker_count <= NOE_STORE_MOST_THREADS && "there is room for a part of each worker");
  struct noe_records *parts[NOE_STORE_MOST_THREADS + 1];
  uint32_t count = 0;
  for (uint32_t i = 0; i < search->worker_count; i++) {
    struct noe_worker *worker = &search->workers[i];
    if (!worker->ready)
      continue;
    sum_counts(search, &worker->counts);
    noe_explicit_native_sum(worker);
    parts[count++] = &worker->observer.records;
  }
  if (search->keep && search->keep->has_part)
    parts[count++] = &search->keep->part;
  sum_order(search);
  noe_verdict_records_merge(&search->records, parts, count);
  if (search->keep)
    search->keep->has_part = false;
  noe_explicit_judge(search);
}

static void sum_machine(struct noe_search *search, const struct noe_worker *worker) {
  const uint64_t *covers = noe_model_machine_covers(worker->view.machine);
  const uint64_t *witnesses = noe_model_machine_witnesses(worker->view.machine);
  for (uint32_t i = 0; i < search->model->property_count; i++)
    search->covers[i] += covers[i] - worker->recount[i];
  for (uint32_t i = 0; i < search->model->witness_count; i++)
    search->witnesses[i] += witnesses[i];
}

void noe_explicit_sum_up(struct noe_search *search) {
  assert(!search->summed && "figures are added up once");
  noe_explicit_sum_level(search);
  search->summed = true;
  for (uint32_t i = 0; i < search->worker_count; i++) {
    const struct noe_worker *worker = &search->workers[i];
    search->referee.orbits.exact &= worker->view.orbits.exact;
    if (!worker->ready)
      continue;
    sum_machine(search, worker);
    noe_system_join_orbits(&search->referee.orbits, &worker->view.orbits);
  }
  noe_system_total_orbits(&search->referee.orbits);
}
