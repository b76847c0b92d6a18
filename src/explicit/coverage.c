/* Which statements and branches run in the reachable states (model/coverage.h): another pass over the states of the
 * search, by the interpreter on all threads, made only if the user asks for it.
 *
 * It is exact: a rule is executed in every state, unless each point that it could mark is marked already. So the
 * answer depends neither on threads nor on compiled code. It is that of all states, not only of the representatives:
 * a permuted execution does the same, but for the order in which loops take the values of scalarsets. Where that
 * shows, the loops are watched (symmetry/prove.h), and a watched loop goes through all its rounds, in every order
 * where the order matters at all. That leaves loops that keep the greatest or the least of what they meet, whose
 * comparisons go either way: of any two rounds each comes first once if they also run backwards. What is no longer
 * so: start states that prefer some values, and symmetry that was taken on the user's word (`is_rough`).
 *
 * States are taken in an order that jumps about: nearly everything is marked soon then, and a pass that is cut short
 * has seen states of all depths. */
#include <math.h>
#include <string.h>

#include "explicit/search.h"
#include "model/coverage.h"

struct noe_covering {
  struct noe_coverage *coverage;
  const uint64_t **rules, **properties; /* what each clause can mark */
  _Atomic uint64_t *ran;                /* by all so far */
  _Atomic uint64_t looked;
  _Atomic bool is_rough;
  uint64_t jump;       /* to the next state */
  const bool *reverse; /* by type: loops over it have to run backwards as well; or NULL */
  double deadline;
  bool is_interrupted; /* as the search was before it: that does not cut it short */
};

/* What a worker marks with, in its own memory. */
struct noe_covering_share {
  struct noe_coverage_marks marks;
  uint8_t *done; /* by rule, then by property: it can mark nothing more */
  bool is_over;  /* nor can anything else */
};

/* ------------------------------------------------------------------- marks */

static bool leads_on(const struct noe_covering_share *share, const uint64_t *reach) {
  for (uint32_t i = 0; i < share->marks.coverage->words; i++)
    if (reach[i] & ~share->marks.bits[i])
      return true;
  return false;
}

static void find_done(struct noe_worker *worker) {
  const struct noe_covering *covering = worker->search->covering;
  const struct noe_model *model = worker->search->model;
  struct noe_covering_share *share = worker->covering;
  share->is_over = true;
  for (uint32_t i = 0; i < model->rule_count + model->property_count; i++) {
    const uint64_t *reach = i < model->rule_count ? covering->rules[i] : covering->properties[i - model->rule_count];
    share->done[i] = !leads_on(share, reach);
    share->is_over &= share->done[i];
  }
}

/* Marks of all become those of each. */
static void join(struct noe_worker *worker) {
  const struct noe_covering *covering = worker->search->covering;
  uint64_t *bits = worker->covering->marks.bits;
  for (uint32_t i = 0; i < covering->coverage->words; i++)
    bits[i] |= atomic_fetch_or_explicit(&covering->ran[i], bits[i], memory_order_relaxed);
  find_done(worker);
}

static void begin_share(struct noe_worker *worker) {
  const struct noe_covering *covering = worker->search->covering;
  const struct noe_model *model = worker->search->model;
  const size_t words = covering->coverage->words;
  struct noe_covering_share *share = noe_base_alloc(worker->memory, sizeof *share);
  share->marks.coverage = covering->coverage;
  share->marks.bits = noe_base_alloc(worker->memory, 2 * words * sizeof(uint64_t));
  share->marks.before = share->marks.bits + words;
  share->done = noe_base_alloc(worker->memory, (size_t)model->rule_count + model->property_count + 1);
  worker->covering = share;
  noe_model_machine_put(worker->view.machine, NULL); /* it has been heard */
  noe_model_machine_cover(worker->view.machine, &share->marks);
  join(worker);
}

/* ------------------------------------------------------------------ states */

static void note(struct noe_worker *worker, enum noe_outcome outcome) {
  if (outcome == NOE_OUTCOME_ORDER)
    worker->search->covering->is_rough = true;
}

static void claim(struct noe_worker *worker, const struct noe_clause *property, const int64_t *state) {
  note(worker, noe_model_machine_claim(worker->view.machine, property, state));
}

/* Claims about states; of a successor only the assumptions, which decide whether it is one. */
static void look_at_claims(struct noe_worker *worker, const int64_t *state, bool is_successor) {
  const struct noe_model *model = worker->search->model;
  const uint8_t *done = worker->covering->done + model->rule_count;
  for (uint32_t i = 0; i < model->property_count; i++)
    if (!done[i] && (!is_successor || model->properties[i].property == NOE_PROPERTY_ASSUME))
      claim(worker, &model->properties[i], state);
}

static bool fire(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_worker *worker = context;
  struct noe_view *view = &worker->view;
  noe_explicit_watch(worker);
  if (clause->kind == NOE_CLAUSE_RULE && worker->covering->done[clause->id])
    return !worker->search->stop;
  const int64_t *state = clause->kind == NOE_CLAUSE_RULE ? view->state : NULL;
  enum noe_outcome outcome = noe_system_fire(view, clause, arguments, state, view->successor);
  note(worker, outcome);
  if (outcome == NOE_OUTCOME_TRUE && worker->search->system.has_assumptions)
    look_at_claims(worker, view->successor, true);
  return !worker->search->stop;
}

/* Where priorities are compared, the guards of all rules count. */
static void look_at_state(struct noe_worker *worker) {
  struct noe_view *view = &worker->view;
  struct noe_enabled *enabled = &view->enabled;
  const struct noe_exchange *exchange = view->orbits.symmetry ? &view->twins->exchange : NULL;
  enabled->skip = worker->search->model->has_priorities ? NULL : worker->covering->done;
  enabled->exchange = exchange;
  noe_system_enabled_each(enabled, view->state, NULL, fire, worker);
  if (enabled->order)
    worker->search->covering->is_rough = true;
  enabled->exchange = NULL;
  enabled->skip = NULL;
  noe_model_machine_exchange(view->machine, exchange);
  look_at_claims(worker, view->state, false);
  noe_model_machine_exchange(view->machine, NULL);
}

static void look(struct noe_worker *worker, uint64_t number) {
  struct noe_search *search = worker->search;
  const struct noe_covering *covering = search->covering;
  noe_store_read(search->store, noe_store_id(search->store, number), worker->key);
  noe_system_view_enter(&worker->view, worker->key);
  look_at_state(worker);
  if (!covering->reverse)
    return;
  worker->covering->marks.moves = covering->reverse;
  look_at_state(worker);
  worker->covering->marks.moves = NULL;
}

static void look_at_piece(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_covering *covering = worker->search->covering;
  const uint64_t states = covering->coverage->states;
  if (!worker->covering)
    begin_share(worker);
  for (uint64_t i = begin; i < end && !worker->search->stop && !worker->covering->is_over; i++) {
    look(worker, (uint64_t)((unsigned __int128)i * covering->jump % states));
    if (!worker->search->stop)
      covering->looked++;
  }
  join(worker);
}

static void look_at_starts(struct noe_worker *chief) {
  struct noe_search *search = chief->search;
  begin_share(chief);
  for (int i = 0; i < (search->covering->reverse ? 2 : 1); i++) {
    chief->covering->marks.moves = i ? search->covering->reverse : NULL;
    noe_system_view_watch(&chief->view, !search->system.keys.is_uneven);
    noe_system_enabled_each_start(&chief->view.enabled, NULL, fire, chief);
    noe_system_view_watch(&chief->view, true);
  }
  chief->covering->marks.moves = NULL;
  join(chief);
}

/* ----------------------------------------------------------------- the pass */

static const uint64_t **reach_of(struct noe_search *search, const struct noe_coverage *coverage,
                                 const struct noe_clause *clauses, uint32_t count) {
  struct noe_arena *arena = search->task->arena;
  const uint64_t **reach = NOE_NEW_ARRAY(arena, const uint64_t *, count + 1);
  for (uint32_t i = 0; i < count; i++)
    reach[i] = noe_model_coverage_reach(arena, coverage, search->model, &clauses[i]);
  return reach;
}

static uint64_t divisor(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* About the golden section of so many, and without a common divisor: each number is come to once. */
static uint64_t find_jump(uint64_t states) {
  uint64_t jump = (uint64_t)((double)states * 0.6180339887498949) | 1;
  while (states > 1 && divisor(jump, states) != 1)
    jump += 2;
  return jump;
}

/* When time was up in the search there is a little more of it. */
static double find_deadline(const struct noe_search *search, enum noe_stop before) {
  const double time = search->task->options->time, now = noe_base_now();
  const double least = now + (time > 10 ? time / 10 : 1);
  if (time > 0)
    return search->began + time > least ? search->began + time : least;
  return before == NOE_STOP_INTERRUPT ? least : (double)INFINITY;
}

static void prepare(struct noe_search *search, struct noe_covering *covering, struct noe_coverage *coverage) {
  const struct noe_model *model = search->model;
  const struct noe_system *system = &search->system;
  covering->coverage = coverage;
  covering->rules = reach_of(search, coverage, model->rules, model->rule_count);
  covering->properties = reach_of(search, coverage, model->properties, model->property_count);
  covering->ran = NOE_NEW_ARRAY(search->task->arena, _Atomic uint64_t, coverage->words);
  covering->jump = find_jump(coverage->states);
  if (system->keys.symmetry && coverage->has_extrema)
    covering->reverse = system->proof->use;
  bool shows_order = noe_system_is_watched(system) || coverage->has_extrema;
  covering->is_rough =
      system->keys.symmetry && (system->options->trust_symmetry || (system->keys.is_uneven && shows_order));
}

bool noe_explicit_covering_is_over(const struct noe_search *search, double now) {
  const struct noe_covering *covering = search->covering;
  const atomic_int *interrupted = search->task->interrupted;
  return now >= covering->deadline ||
         (!covering->is_interrupted && interrupted && atomic_load_explicit(interrupted, memory_order_relaxed));
}

void noe_explicit_cover(struct noe_search *search) {
  const enum noe_stop before = search->stop;
  struct noe_coverage *coverage = noe_model_coverage(search->task->arena, search->model);
  struct noe_covering covering = {.deadline = find_deadline(search, before),
                                  .is_interrupted = before == NOE_STOP_INTERRUPT};
  coverage->states = search->counts.expanded;
  prepare(search, &covering, coverage);
  search->covering = &covering;
  search->stop = NOE_STOP_NONE;
  noe_explicit_leave_to_worker_0(search, 0, look_at_starts);
  noe_explicit_share_out(search, 0, coverage->states, 1, look_at_piece);
  bool is_cut = search->stop != NOE_STOP_NONE, is_all = true;
  search->stop = before;
  search->covering = NULL;
  for (uint32_t i = 0; i < coverage->words; i++)
    coverage->ran[i] = covering.ran[i];
  for (uint32_t i = 0; i < coverage->point_count; i++)
    is_all &= noe_coverage_ran(coverage, i);
  coverage->looked = is_all || !is_cut ? coverage->states : covering.looked;
  coverage->is_whole = is_all || (!is_cut && search->explored && !before);
  coverage->is_rough = covering.is_rough;
  search->result->coverage = coverage;
}
