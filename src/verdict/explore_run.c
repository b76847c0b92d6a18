/* An exploration as a whole: set up, search, write the result, clean up. */
#include <assert.h>

#include "base/clock.h"
#include "system/starts.h"
#include "verdict/explore_int.h"
#include "verdict/run.h"

enum { RESERVE = 64 * 1024 };

/* -------------------------------------------------------------- one search */

static uint32_t most_parameters(const struct noe_model *model) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < model->rule_count; i++)
    most = model->rules[i].parameter_count > most ? model->rules[i].parameter_count : most;
  return most;
}

static void open_store(struct noe_exploration *exploration) {
  struct noe_store_shape shape = {
      .threads = 1, .most_bytes = exploration->system.keys.most_bytes, .fixed = exploration->system.keys.fixed};
  exploration->store = noe_store_new(exploration->task->memory, &shape);
  if (!exploration->store)
    noe_base_memory_escape(exploration->task->memory);
}

static void open_search(struct noe_exploration *exploration) {
  const struct noe_task *task = exploration->task;
  const struct noe_model *model = task->model;
  exploration->arena = noe_base_arena_new(task->memory);
  noe_system_shape(&exploration->system);
  open_store(exploration);
  noe_system_view_open(&exploration->referee, &exploration->system, task->memory, exploration, NULL);
  noe_system_inspect_starts(&exploration->referee, noe_verdict_explore_stops, exploration);
  noe_verdict_retrace_init(&exploration->retrace, task->arena, &exploration->referee, exploration->store);
  noe_system_view_open(&exploration->view, &exploration->system, task->memory, exploration, noe_verdict_explore_stops);
  noe_system_view_reduce(&exploration->view, true);
  noe_system_view_watch(&exploration->view, true);
  noe_model_machine_put(exploration->view.machine, task->put);
  exploration->observer = (struct noe_observer){.view = &exploration->view, .options = task->options};
  noe_verdict_records_init(&exploration->observer.records, task->memory, task->arena, model, RESERVE);
  exploration->observer.records.store = exploration->store;
  exploration->most_parameters = most_parameters(model);
  exploration->stride = 2 + exploration->most_parameters + model->cell_count;
  exploration->key = (uint8_t *)NOE_NEW_ARRAY(exploration->arena, uint64_t, exploration->system.keys.most_words + 1);
  exploration->judged = NOE_NEW_ARRAY(exploration->arena, int64_t, model->cell_count + 1);
  if (model->roles) {
    exploration->before = NOE_NEW_ARRAY(exploration->arena, int64_t, model->cell_count + 1);
    exploration->wider = NOE_NEW_ARRAY(exploration->arena, int64_t, model->cell_count + 1);
  }
  exploration->firings = NOE_NEW_ARRAY(task->arena, uint64_t, model->rule_count + 1);
}

static void search(void *context, jmp_buf *escape) {
  struct noe_exploration *exploration = context;
  (void)escape;
  noe_system_prove(&exploration->system);
  open_search(exploration);
  if (!exploration->stop)
    exploration->explorer->search(exploration, exploration->explorer->context);
  exploration->explored = !exploration->explorer->reason && !exploration->stop && exploration->has_starts &&
                          exploration->expanded == noe_store_count(exploration->store);
}

/* Forgets all that rests on the symmetry, and nothing else. */
static void forget(void *context) {
  struct noe_exploration *exploration = context;
  noe_verdict_records_release(&exploration->observer.records);
  noe_verdict_retrace_free(&exploration->retrace);
  noe_system_view_close(&exploration->view);
  noe_system_view_close(&exploration->referee);
  noe_store_delete(exploration->store);
  noe_base_arena_delete(exploration->arena);
  *exploration = (struct noe_exploration){.task = exploration->task,
                                          .explorer = exploration->explorer,
                                          .system = exploration->system,
                                          .limits = exploration->limits,
                                          .result = exploration->result};
}

static bool attempt(void *context, struct noe_broken *broken) {
  struct noe_exploration *exploration = context;
  if (!noe_base_memory_guarded(exploration->task->memory, search, exploration))
    noe_explore_halt(exploration, NOE_STOP_MEMORY);
  const struct noe_observer *observer = &exploration->observer;
  *broken = (struct noe_broken){observer->culprit, observer->by_error ? NOE_REASON_ERROR : NOE_REASON_LOOP};
  return exploration->stop == NOE_STOP_ORDER;
}

/* ---------------------------------------------------------------- the result */

static const uint64_t *path_to(void *context, uint64_t id, uint32_t *length) {
  struct noe_exploration *exploration = context;
  assert((id == NOE_NO_STATE || id < exploration->parents.count) && "a state that was found");
  const uint64_t *parents = exploration->parents.items;
  *length = 0;
  for (uint64_t state = id; state != NOE_NO_STATE; state = parents[state] & ~NOE_EXPANDED)
    ++*length;
  assert(*length <= exploration->parents.count && "a path has each state once");
  exploration->path = NOE_NEW_ARRAY(exploration->arena, uint64_t, *length);
  for (uint32_t i = *length; i > 0; id = parents[id] & ~NOE_EXPANDED)
    exploration->path[--i] = id;
  return exploration->path;
}

static void write_figures(struct noe_exploration *exploration) {
  struct noe_result *result = exploration->result;
  assert((!exploration->explored || !exploration->stop) && "a search that was stopped has not seen everything");
  result->states = noe_store_count(exploration->store);
  result->store_bytes = noe_store_bytes(exploration->store);
  result->transitions = exploration->transitions;
  result->rules_fired = exploration->rules_fired;
  result->firings = exploration->firings;
  result->depth = exploration->depth;
  result->complete = exploration->explored;
  result->stop = exploration->stop;
}

static void write_findings(void *context, jmp_buf *escape) {
  struct noe_exploration *exploration = context;
  struct noe_machine *machine = exploration->view.machine;
  (void)escape;
  exploration->account = (struct noe_account){
      .task = exploration->task,
      .system = &exploration->system,
      .records = &exploration->observer.records,
      .covers = noe_model_machine_covers(machine),
      .witnesses = noe_model_machine_witnesses(machine),
      .explored = exploration->explored,
      .stop = exploration->stop,
      .open = exploration->explorer->reason && !exploration->stop
                  ? exploration->explorer->reason
                  : noe_base_arena_format(
                        exploration->task->arena, "the search ended early: %llu states stored, %llu expanded",
                        (unsigned long long)exploration->result->states, (unsigned long long)exploration->expanded),
      .retrace = &exploration->retrace,
      .path = path_to,
      .context = exploration,
      .result = exploration->result};
  noe_verdict_findings(&exploration->account);
  noe_system_total_orbits(&exploration->view.orbits);
  noe_verdict_describe_symmetry(exploration->task, &exploration->system, &exploration->view.orbits,
                                exploration->result);
}

static void write_traces(void *context, jmp_buf *escape) {
  struct noe_exploration *exploration = context;
  (void)escape;
  for (; exploration->tracing < exploration->result->finding_count; exploration->tracing++)
    noe_verdict_finding_trace(&exploration->account, exploration->tracing);
}

/* False: there is no memory to say anything. */
static bool write_result(struct noe_exploration *exploration) {
  struct noe_memory *memory = exploration->task->memory;
  noe_verdict_records_release(&exploration->observer.records);
  if (!exploration->firings) /* it did not even begin */
    return false;
  write_figures(exploration);
  if (!noe_base_memory_guarded(memory, write_findings, exploration))
    return false;
  if (!noe_base_memory_guarded(memory, write_traces, exploration))
    for (uint32_t i = exploration->tracing; i < exploration->result->finding_count; i++)
      if (exploration->account.sources[i]->failed)
        exploration->account.findings[i].message = "there is no memory left to show the run";
  return true;
}

struct noe_result *noe_verdict_explore(const struct noe_task *task, const struct noe_explorer *explorer) {
  assert(explorer->engine && explorer->search && "an engine has a name and searches");
  assert((!explorer->is_left_out || explorer->reason) &&
         "nothing holds where states are left out, and the user is told why");
  struct noe_exploration exploration = {.task = task, .explorer = explorer, .limits = noe_verdict_limits(task)};
  exploration.system = (struct noe_system){.memory = task->memory,
                                           .arena = task->arena,
                                           .model = task->model,
                                           .options = task->options,
                                           .puts = task->put != NULL,
                                           .keeps_states = explorer->find != NULL};
  struct noe_result *result = noe_verdict_blank(task, explorer->engine, NULL);
  exploration.result = result;
  noe_system_until_proved(&exploration.system, attempt, forget, &exploration);
  result->is_unfounded = exploration.system.is_unfounded;
  if (!write_result(&exploration)) {
    result->stop = NOE_STOP_MEMORY;
    result->complete = false;
    result->verdict = NOE_VERDICT_UNKNOWN;
  }
  forget(&exploration);
  result->peak_bytes = noe_base_memory_peak(task->memory);
  result->seconds = noe_base_now() - exploration.limits.began;
  return result;
}
