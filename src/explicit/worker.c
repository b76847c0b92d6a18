/* Hiring, equipping and dismissing those who expand states. */
#include <assert.h>

#include "explicit/search.h"

enum { WORKER_RESERVE = 16 * 1024 };

/* `put` at every execution comes out in one order only if one thread executes. */
static uint32_t wanted(const struct noe_task *task) {
  uint64_t threads = task->options->threads ? task->options->threads : noe_base_processors();
  if (task->put)
    threads = 1;
  return threads < NOE_STORE_MOST_THREADS ? (uint32_t)threads : NOE_STORE_MOST_THREADS;
}

void noe_explicit_hire(struct noe_search *search) {
  assert(!search->worker_count && "workers are hired once");
  struct noe_memory *memory = search->task->memory;
  uint32_t count = wanted(search->task);
  search->workers = noe_base_alloc(memory, count * sizeof *search->workers);
  search->crew = noe_base_thread_pool_new(memory, count);
  for (; search->worker_count < count; search->worker_count++) {
    struct noe_worker *worker = &search->workers[search->worker_count];
    worker->memory = noe_base_memory_branch(memory);
    if (!worker->memory)
      noe_base_memory_escape(memory);
    worker->search = search;
    worker->number = search->worker_count;
    worker->view.orbits.exact = true;
  }
  noe_base_memory_guard(search->workers[0].memory, search->escape);
}

void noe_explicit_dismiss(struct noe_search *search) {
  noe_base_thread_pool_delete(search->crew);
  search->crew = NULL;
  for (uint32_t i = 0; i < search->worker_count; i++)
    noe_base_memory_delete(search->workers[i].memory);
  noe_base_free(search->task->memory, search->workers);
  search->workers = NULL;
  search->worker_count = 0;
}

void noe_explicit_equip(struct noe_worker *worker) {
  assert(!worker->ready && worker->memory && "a worker is set up once, on memory of its own");
  struct noe_search *search = worker->search;
  struct noe_memory *memory = worker->memory;
  const struct noe_model *model = search->model;
  noe_system_view_open(&worker->view, &search->system, memory, worker, noe_explicit_impatient);
  noe_system_view_reduce(&worker->view, true);
  noe_system_view_watch(&worker->view, true);
  noe_model_machine_put(worker->view.machine, search->task->put);
  worker->batch = noe_explicit_batch(memory);
  worker->observer.view = &worker->view;
  worker->observer.options = search->task->options;
  noe_verdict_records_init(&worker->observer.records, memory, noe_base_arena_new(memory), model, WORKER_RESERVE);
  worker->observer.records.store = search->store;
  worker->observer.records.before = &search->records;
  worker->counts.firings = noe_base_alloc(memory, model->rule_count * sizeof *worker->counts.firings);
  worker->early.firings = noe_base_alloc(memory, model->rule_count * sizeof *worker->early.firings);
  worker->recount = noe_base_alloc(memory, 2 * model->property_count * sizeof *worker->recount);
  worker->key = noe_base_alloc(memory, 3 * search->system.keys.most_words * sizeof(uint64_t));
  worker->taken = worker->key + search->system.keys.most_words * sizeof(uint64_t);
  worker->again = worker->taken + search->system.keys.most_words * sizeof(uint64_t);
  worker->judged = noe_base_alloc(memory, model->cell_count * sizeof *worker->judged);
  worker->ready = true;
}

struct noe_worker *noe_explicit_worker_0(struct noe_search *search) {
  assert(search->worker_count && "there is a worker");
  struct noe_worker *chief = &search->workers[0];
  if (!chief->ready)
    noe_explicit_equip(chief);
  return chief;
}
