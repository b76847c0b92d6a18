#include "verdict/explore_int.h"

#include <assert.h>

static struct noe_progress progress_of(const struct noe_exploration *exploration) {
  uint64_t states = exploration->parents.count;
  return (struct noe_progress){.states = states,
                               .frontier = states - exploration->expanded,
                               .rules_fired = exploration->rules_fired,
                               .depth = exploration->depth};
}

/* ------------------------------------------------------------------- limits */

static bool is_over(struct noe_exploration *exploration) {
  if (noe_verdict_is_over(&exploration->limits, progress_of(exploration)))
    noe_explore_halt(exploration, exploration->limits.stop);
  return exploration->stop != NOE_STOP_NONE;
}

bool noe_verdict_explore_stops(void *owner) {
  struct noe_exploration *exploration = owner;
  if (noe_verdict_is_over_now(&exploration->limits, progress_of(exploration)))
    noe_explore_halt(exploration, exploration->limits.stop);
  return exploration->stop != NOE_STOP_NONE;
}

static void judge(struct noe_exploration *exploration) {
  uint64_t most = exploration->task->options->max_errors;
  if (exploration->observer.order)
    noe_explore_halt(exploration, NOE_STOP_ORDER);
  else if (most && exploration->observer.records.failures >= most)
    noe_explore_halt(exploration, NOE_STOP_ERRORS);
}

/* ---------------------------------------------------------------- taking in */

static void judge_claims(struct noe_exploration *exploration, uint64_t id) {
  struct noe_view *view = &exploration->view;
  const struct noe_exchange *exchange = noe_system_state_to_judge(&view->orbits, exploration->key, exploration->judged);
  noe_model_machine_exchange(view->machine, exchange);
  noe_verdict_observe_claims(&exploration->observer, exploration->judged, id);
  noe_model_machine_exchange(view->machine, NULL);
}

static bool is_assumed(struct noe_exploration *exploration, const struct noe_clause *step, const int64_t *arguments) {
  noe_system_state(&exploration->view.orbits, exploration->key, exploration->judged);
  return noe_verdict_observe_assumptions(&exploration->observer, exploration->judged, exploration->at, step, arguments);
}

/* Is it stored, or one that stands for it? */
static bool is_known(struct noe_exploration *exploration, const int64_t *cells, uint32_t bytes, uint64_t hash,
                     uint64_t *id) {
  const struct noe_explorer *explorer = exploration->explorer;
  if (noe_store_find(exploration->store, exploration->key, bytes, hash, id))
    return true;
  *id = explorer->find ? explorer->find(exploration, explorer->context, cells) : NOE_NO_STATE;
  return *id != NOE_NO_STATE;
}

/* The key of a state that was just made is in exploration->key. */
static void take_in(struct noe_exploration *exploration, const int64_t *cells, uint32_t bytes,
                    const struct noe_clause *step, const int64_t *arguments) {
  const struct noe_explorer *explorer = exploration->explorer;
  uint64_t hash = noe_store_hash_key(exploration->key, bytes), id;
  bool is_asked = explorer->find || exploration->system.has_assumptions;
  if (is_asked && is_known(exploration, cells, bytes, hash, &id)) {
    exploration->found(explorer->context, id, false);
    return;
  }
  if (exploration->system.has_assumptions && !is_assumed(exploration, step, arguments))
    return;
  enum noe_insert insert = noe_store_insert(exploration->store, 0, exploration->key, bytes, hash, NOE_NO_STATE, &id);
  if (insert == NOE_INSERT_FULL) {
    noe_explore_halt(exploration, NOE_STOP_MEMORY);
    return;
  }
  if (insert == NOE_INSERT_NEW) {
    assert(id == exploration->parents.count && "one thread: ids count from 0 without gaps");
    assert((exploration->at == NOE_NO_STATE || exploration->at < id) && "a state is found from one found before");
    NOE_LIST_PUSH(exploration->arena, &exploration->parents, exploration->at);
    noe_system_count_orbit(&exploration->view.orbits, exploration->key, 0);
    judge_claims(exploration, id);
    if (explorer->keep)
      explorer->keep(exploration, explorer->context, cells, id);
  }
  exploration->found(explorer->context, id, insert == NOE_INSERT_NEW);
}

static void meet(struct noe_exploration *exploration, const int64_t *cells, const struct noe_clause *step,
                 const int64_t *arguments) {
  bool is_cast = step->kind == NOE_CLAUSE_RULE && noe_explore_is_casting(exploration, step->id);
  if (!is_cast && noe_explore_is_covered(exploration, cells)) {
    exploration->covered++;
    return;
  }
  uint32_t bytes = noe_system_key(&exploration->view.orbits, cells, exploration->key);
  if (!exploration->stop) /* else the canonical form was cut off */
    take_in(exploration, cells, bytes, step, arguments);
}

/* ------------------------------------------------------------------- starts */

/* Loops of start states that are known to be uneven need not be watched; those of claims about the states that come
 * of them must be, as in any other state. */
static void watch_starts(struct noe_exploration *exploration, bool is_making) {
  if (exploration->system.keys.is_uneven)
    noe_system_view_watch(&exploration->view, !is_making);
}

static bool start_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_exploration *exploration = context;
  noe_verdict_observe_start_fault(&exploration->observer, clause, arguments);
  return true;
}

static bool start(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_exploration *exploration = context;
  struct noe_view *view = &exploration->view;
  enum noe_outcome outcome = noe_system_fire(view, clause, arguments, NULL, view->successor);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_verdict_observe_order(&exploration->observer);
  if (outcome == NOE_OUTCOME_FAULT)
    start_failed(exploration, clause, arguments);
  if (outcome == NOE_OUTCOME_TRUE) {
    watch_starts(exploration, false);
    meet(exploration, view->successor, clause, arguments);
    watch_starts(exploration, true);
  }
  return !is_over(exploration);
}

bool noe_verdict_explore_starts(struct noe_exploration *exploration, noe_found found) {
  struct noe_enabled *enabled = &exploration->view.enabled;
  exploration->at = NOE_NO_STATE;
  exploration->found = found;
  watch_starts(exploration, true);
  exploration->has_starts = noe_system_enabled_each_start(enabled, start_failed, start, exploration);
  watch_starts(exploration, false);
  if (enabled->order)
    noe_verdict_observe_order(&exploration->observer);
  judge(exploration);
  return !exploration->stop;
}

/* --------------------------------------------------------------- successors */

/* While instances are enumerated the state and its twins are in use: what fires waits. */
static void note(struct noe_exploration *exploration, uint32_t rule, uint64_t weight, const int64_t *cells,
                 const int64_t *arguments) {
  NOE_LIST_PUSH(exploration->arena, &exploration->pending, rule);
  NOE_LIST_PUSH(exploration->arena, &exploration->pending, (int64_t)weight);
  uint32_t count = exploration->task->model->rules[rule].parameter_count;
  for (uint32_t i = 0; i < exploration->most_parameters; i++)
    NOE_LIST_PUSH(exploration->arena, &exploration->pending, i < count ? arguments[i] : 0);
  for (uint32_t i = 0; i < exploration->task->model->cell_count; i++)
    NOE_LIST_PUSH(exploration->arena, &exploration->pending, cells[i]);
}

static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  struct noe_exploration *exploration = frame->host;
  (void)key, (void)bytes;
  assert(cells && "the interpreter gives cells");
  exploration->progress |= !exploration->before || noe_explore_leads_on(exploration, rule, cells);
  note(exploration, rule, weight, cells, arguments);
  return !exploration->stop;
}

void noe_verdict_explore_step(struct noe_exploration *exploration, const struct noe_clause *rule,
                              const int64_t *arguments, const int64_t *after) {
  note(exploration, rule->id, 1, after, arguments);
}

void noe_verdict_explore_order(struct noe_exploration *exploration) {
  noe_verdict_observe_order(&exploration->observer);
}

void noe_verdict_explore_end(struct noe_exploration *exploration) { noe_explore_halt(exploration, NOE_STOP_ERRORS); }

static bool ready(void *owner) { return !is_over(owner); }

static void failed(void *owner, const struct noe_clause *clause, const int64_t *arguments, bool in_body) {
  struct noe_exploration *exploration = owner;
  exploration->trouble = true;
  noe_verdict_observe_rule_fault(&exploration->observer, exploration->at, clause, arguments, in_body);
}

static void order(void *owner) {
  struct noe_exploration *exploration = owner;
  noe_verdict_observe_order(&exploration->observer);
}

/* Fires everything in the state of the key; false if it was cut off. */
static bool fire_all(struct noe_exploration *exploration) {
  static const struct noe_visitor visitor = {.successor = take, .ready = ready, .failed = failed, .order = order};
  exploration->progress = exploration->trouble = false;
  exploration->pending.count = 0;
  noe_store_read(exploration->store, exploration->at, exploration->key);
  if (exploration->before)
    noe_system_state(&exploration->view.orbits, exploration->key, exploration->before);
  const struct noe_explorer *explorer = exploration->explorer;
  if (explorer->expand) {
    noe_system_state(&exploration->view.orbits, exploration->key, exploration->judged);
    exploration->progress = true;
    return explorer->expand(exploration, explorer->context, exploration->judged) && !exploration->stop;
  }
  bool all = noe_system_successors(&exploration->view, exploration->key, &visitor);
  if (exploration->task->options->deadlock == NOE_DEADLOCK_STUTTERING && !exploration->before)
    exploration->progress = exploration->view.frame->progress;
  return all && !exploration->stop;
}

static void take_in_pending(struct noe_exploration *exploration, bool is_wanted) {
  const struct noe_model *model = exploration->task->model;
  assert(exploration->pending.count % exploration->stride == 0 && "each firing is noted with all of its numbers");
  for (size_t i = 0; i < exploration->pending.count && !is_over(exploration); i += exploration->stride) {
    const int64_t *item = exploration->pending.items + i;
    if (noe_explore_is_casting(exploration, (uint32_t)item[0])) { /* only to see who is stuck */
      if (is_wanted)
        meet(exploration, item + 2 + exploration->most_parameters, &model->rules[item[0]], item + 2);
      continue;
    }
    exploration->transitions++;
    exploration->rules_fired += (uint64_t)item[1];
    exploration->firings[item[0]] += (uint64_t)item[1];
    meet(exploration, item + 2 + exploration->most_parameters, &model->rules[item[0]], item + 2);
  }
}

/* A state in which something failed is not called a deadlock as well. */
bool noe_verdict_explore_state(struct noe_exploration *exploration, uint64_t id, noe_found found) {
  assert(id < exploration->parents.count && "a state that was found");
  assert(!(exploration->parents.items[id] & NOE_EXPANDED) && "each state is expanded once");
  exploration->at = id;
  exploration->found = found;
  exploration->observer.records.level = exploration->is_by_levels ? exploration->depth + 1 : 0;
  if (fire_all(exploration)) {
    bool may_be_stuck = !exploration->progress && exploration->task->options->deadlock != NOE_DEADLOCK_OFF;
    bool has_vacancies = exploration->before && noe_explore_has_vacancies(exploration, exploration->before);
    if (may_be_stuck && !has_vacancies && !exploration->trouble)
      noe_verdict_record_deadlock(&exploration->observer.records, id);
    take_in_pending(exploration, may_be_stuck);
  }
  if (!exploration->stop) {
    exploration->parents.items[id] |= NOE_EXPANDED;
    exploration->expanded++;
    assert(exploration->expanded <= exploration->parents.count && "no more states are expanded than were found");
  }
  judge(exploration);
  return !exploration->stop;
}
