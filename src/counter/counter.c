/* The engine as a whole: what it can do, and a search from beginning to end.
 *
 * Recursions over diagrams are as deep as there are processes, so the search has a thread with a deep stack. */
#include "counter/counter.h"

#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "counter/counter_int.h"
#include "detect/detect.h"
#include "lower/lower.h"
#include "verdict/figures.h"
#include "verdict/record.h"
#include "verdict/run.h"

/* ----------------------------------------------------------------- abilities */

static uint32_t process_parameters(const struct noe_clause *clause) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < clause->binder_count; i++)
    count += clause->binders[i].kind == NOE_BINDER_RANGE && clause->binders[i].type->kind == NOE_TYPE_SCALARSET;
  return count;
}

struct question {
  const struct noe_model *model;
  const struct noe_options *options;
  struct noe_memory *memory;
  bool may_view;
  const char *why;
};

/* Does it fit where symmetry that nobody declared is declared? Then it is that view which is searched (takes_views). */
static bool fits_viewed(struct noe_arena *arena, const struct question *question) {
  const struct noe_options *options = question->options;
  if (options->detect == NOE_DETECT_OFF || options->symmetry == NOE_SYMMETRY_OFF || options->trust_symmetry)
    return false;
  const struct noe_view *view = noe_detect_view(arena, question->memory, question->model, options, NOE_VIEW_FOUNDED);
  return view->model && !noe_counter_misfit(arena, question->memory, view->model, options);
}

static void ask(void *context, jmp_buf *escape) {
  (void)escape;
  struct question *question = context;
  struct noe_arena *arena = noe_base_arena_new(question->memory);
  const char *why = noe_counter_misfit(arena, question->memory, question->model, question->options);
  if (why && question->may_view && fits_viewed(arena, question))
    why = NULL;
  question->why = why ? noe_base_arena_text(question->model->arena, why, strlen(why)) : NULL;
  noe_base_arena_delete(arena);
}

/* Why the model cannot be searched; NULL: it can, or its view can. */
static const char *obstacle(const struct noe_model *model, const struct noe_options *options, bool may_view) {
  struct question question = {model, options, noe_base_memory_new(0), may_view,
                              "this model: there is no memory to look at it"};
  if (question.memory) {
    noe_base_memory_guarded(question.memory, ask, &question);
    noe_base_memory_delete(question.memory);
  }
  return question.why;
}

/* Claims about runs: those of branching time in which no process has a name, over all runs. */
static const char *beyond(const struct noe_model *model, const struct noe_options *options,
                          const struct noe_clause *claim) {
  if (claim->property != NOE_PROPERTY_CTL && claim->property != NOE_PROPERTY_MU)
    return "claims about runs but `ctl` and `mu`";
  if (claim->property == NOE_PROPERTY_CTL && model->fairness_count && !options->ignore_fairness)
    return "claims `ctl` under fairness";
  if (claim->binder_count || claim->temporal->variable_count)
    return "claims `ctl` and `mu` with quantifiers around temporal operators";
  return NULL;
}

static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *asked, const char **why) {
  bool about_runs = asked->clause && noe_property_is_temporal(asked->clause->property);
  *why = about_runs ? beyond(model, options, asked->clause) : NULL;
  if (*why)
    return NOE_CANNOT;
  if (asked->kind == NOE_FINDING_LIVENESS && process_parameters(asked->clause) > 1) {
    *why = "liveness of several processes at once";
    return NOE_CANNOT;
  }
  *why = obstacle(model, options, true);
  return *why ? NOE_CANNOT : NOE_CAN_DECIDE;
}

/* -------------------------------------------------------------------- search */

/* A label has the count in its low bits, or is the element. */
static void make_space(struct noe_counter_search *search) {
  const struct noe_runs_shape *shape = search->system.keys.runs;
  bool counters = search->task->options->encoding == NOE_ENCODING_COUNTERS;
  search->diagrams = noe_diagram_new(search->memory);
  noe_diagram_limit(search->diagrams, search->task->most_work, search->task->more_work, search->task->relay_context);
  search->multisets = noe_diagram_multisets(search->diagrams, counters ? shape->large->points : 0);
  search->space = noe_counter_space_new(search->memory, search->arena, shape, 32 - search->multisets.count_bits);
  search->templates = noe_counter_templates_new(search->arena, search->form, search->space, &search->multisets);
  search->walk.templates = search->templates;
}

void noe_counter_prepare(struct noe_counter_search *search) {
  uint32_t properties = search->model->property_count + 1;
  search->arena = noe_base_arena_new(search->memory);
  search->system = (struct noe_system){
      .memory = search->memory, .arena = search->arena, .model = search->model, .options = search->task->options};
  noe_system_prove(&search->system);
  noe_system_shape(&search->system);
  search->form = noe_lower_model(search->arena, search->model, false);
  search->covered = NOE_NEW_ARRAY(search->arena, bool, properties);
  search->failed = NOE_NEW_ARRAY(search->arena, bool, properties);
  search->undecided = NOE_NEW_ARRAY(search->arena, bool, properties);
  make_space(search);
  search->queue.memory = search->memory;
  search->tracked_block = NOE_NO_BLOCK;
  search->are_claims_judged = true;
  search->is_deadlock_judged = search->task->options->deadlock != NOE_DEADLOCK_OFF;
}

static const char *number_text(struct noe_counter_search *search, const struct noe_number *number) {
  struct noe_text text = noe_base_text(search->memory);
  noe_base_number_print(number, &text);
  const char *copy = noe_base_arena_text(search->task->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return copy;
}

/* ------------------------------------------------------------------ findings */

static struct noe_finding *finding_of(struct noe_result *result, enum noe_finding_kind kind,
                                      const struct noe_clause *clause) {
  for (uint32_t i = 0; i < result->finding_count; i++)
    if (result->findings[i].kind == kind && result->findings[i].clause == clause)
      return &result->findings[i];
  return NULL;
}

static void show_failure(struct noe_counter_search *search, struct noe_result *result,
                         const struct noe_counter_failure *failure) {
  const struct noe_clause *clause = failure->kind == NOE_FINDING_INVARIANT ? failure->clause : NULL;
  struct noe_finding *finding = finding_of(result, failure->kind, clause);
  const struct noe_trace *trace = noe_counter_retrace(search, failure, &finding->arguments);
  if (!trace) {
    search->is_broken |= !search->limits.stop && !search->reason;
    return;
  }
  finding->verdict = NOE_VERDICT_VIOLATED;
  finding->trace = trace;
  finding->count = 1;
  finding->message = NULL;
  if (trace->has_fault) {
    finding->name = noe_model_fault_name(search->task->arena, &trace->fault);
    finding->place = trace->fault.place;
    finding->message = trace->fault.message;
  }
  if (!result->first_failure)
    result->first_failure = finding;
}

/* An invariant that holds because the left side of an implication never was true says less than it seems to. */
static void check_vacuity(const struct noe_counter_search *search, struct noe_finding *finding) {
  const struct noe_clause *clause = finding->clause;
  for (uint32_t i = 0; i < clause->witness_count && !finding->vacuous; i++)
    if (!search->templates->marks[clause->first_witness + i]) {
      finding->vacuous = true;
      finding->vacuous_place = search->model->witness_places[clause->first_witness + i];
    }
}

/* Was a state met in which it is violated? A limit may have ended the search before a run to it was found. */
static bool has_failed(const struct noe_counter_search *search, const struct noe_finding *finding) {
  switch (finding->kind) {
  case NOE_FINDING_INVARIANT: return search->failed[finding->clause->id];
  case NOE_FINDING_DEADLOCK: return search->has_deadlock;
  case NOE_FINDING_ASSERTION: return search->has_fault;
  default: return false;
  }
}

/* What an exploration that is complete, and has not shown the contrary, says of a claim about states. */
static void judge_finding(struct noe_counter_search *search, struct noe_finding *finding, bool complete) {
  const struct noe_clause *clause = finding->clause;
  if (finding->verdict == NOE_VERDICT_VIOLATED)
    return;
  if (finding->kind == NOE_FINDING_COVER) {
    bool covered = clause->is_statement ? search->templates->marks[search->model->witness_count + clause->id]
                                        : search->covered[clause->id];
    if (covered || (complete && !search->undecided[clause->id])) {
      finding->verdict = covered ? NOE_VERDICT_HOLDS : NOE_VERDICT_VIOLATED;
      finding->count = covered;
    }
    return;
  }
  if (!complete || finding->kind > NOE_FINDING_COVER)
    return;
  if (has_failed(search, finding)) {
    finding->message = "a violation was met, but the search ended before there was a run to it";
    return;
  }
  if (clause && search->undecided[clause->id]) {
    finding->message = "a run-time error kept it from being evaluated everywhere";
    return;
  }
  finding->verdict = NOE_VERDICT_HOLDS;
  if (finding->kind == NOE_FINDING_INVARIANT)
    check_vacuity(search, finding);
}

static void judge_branching(struct noe_counter_search *search, struct noe_result *result) {
  for (uint32_t i = 0; i < result->finding_count && !search->reason && !search->limits.stop; i++) {
    const struct noe_clause *clause = result->findings[i].clause;
    if (clause && noe_property_is_temporal(clause->property) && !beyond(search->model, search->task->options, clause) &&
        !search->form->properties[clause->id].unit.refused)
      noe_counter_judge_branching(search, &result->findings[i]);
  }
}

static void judge_liveness(struct noe_counter_search *search, struct noe_result *result) {
  for (uint32_t i = 0; i < result->finding_count && !search->reason && !search->limits.stop; i++)
    if (result->findings[i].kind == NOE_FINDING_LIVENESS && process_parameters(result->findings[i].clause) <= 1 &&
        !search->undecided[result->findings[i].clause->id])
      noe_counter_judge_liveness(search, &result->findings[i]);
}

static void explain(struct noe_counter_search *search, struct noe_result *result) {
  struct noe_arena *arena = search->task->arena;
  const char *text = "the search ended early";
  if (search->reason)
    text = noe_base_arena_format(arena, "not judged: the counter engine does not support %s (line %u)", search->reason,
                                 (unsigned)search->place.line);
  else if (result->complete)
    text = "not judged: the counter engine does not judge such claims; see --engine";
  for (uint32_t i = 0; i < result->finding_count; i++)
    if (result->findings[i].verdict != NOE_VERDICT_UNKNOWN)
      result->findings[i].message =
          result->findings[i].trace && result->findings[i].trace->has_fault ? result->findings[i].message : NULL;
    else if (!result->findings[i].message)
      result->findings[i].message = text;
}

/* ----------------------------------------------------------------------- run */

struct run {
  const struct noe_task *task;
  struct noe_counter_search *search;
  struct noe_result *result;
  bool is_out_of_memory;
};

static void describe(struct noe_counter_search *search, struct noe_result *result) {
  struct noe_number orbits = noe_base_number(search->memory, 0), most;
  noe_counter_count(search, result->complete, &orbits);
  result->orbits = number_text(search, &orbits);
  most = noe_base_number(search->memory, UINT64_MAX);
  result->states = UINT64_MAX;
  if (noe_base_number_compare(&orbits, &most) < 0) {
    result->states = 0;
    for (size_t i = orbits.count; i-- > 0;)
      result->states = result->states << 32 | orbits.digits[i];
  }
  noe_base_number_free(&orbits);
  noe_base_number_free(&most);
  noe_counter_describe_symmetry(search, result);
}

static void add_figures(struct noe_counter_search *search, struct noe_result *result) {
  struct noe_diagram_figures figures = noe_diagram_figures(search->diagrams);
  uint32_t locals = 0;
  for (uint32_t i = 0; i < search->space->symmetry->block_count; i++)
    locals += search->space->locals[i].count;
  noe_verdict_count(result, "counter", "global_parts", search->space->globals.count);
  noe_verdict_count(result, "counter", "local_states", locals);
  noe_verdict_count(result, "counter", "nodes", search->reached_nodes);
  noe_verdict_count(result, "counter", "peak_nodes", figures.peak_nodes);
  noe_verdict_count(result, "counter", "rounds", search->rounds);
  noe_verdict_count(result, "counter", "executions", search->templates->executions);
}

static uint64_t count_nodes(struct noe_counter_search *search) {
  uint64_t nodes = 0;
  for (uint32_t i = 0; i < search->part_room; i++)
    if (search->parts[i])
      nodes += noe_diagram_size(search->diagrams, search->parts[i]->reached);
  return nodes;
}

static void search_all(struct run *run) {
  struct noe_counter_search *search = run->search;
  struct noe_result *result = run->result;
  noe_counter_prepare(search);
  bool complete = noe_counter_start(search) && noe_counter_reach_few(search) && noe_counter_reach(search);
  result->complete = complete;
  describe(search, result);
  search->reached_nodes = count_nodes(search);
  for (size_t i = 0; i < search->failures.count; i++)
    show_failure(search, result, &search->failures.items[i]);
  for (uint32_t i = 0; i < result->finding_count; i++)
    judge_finding(search, &result->findings[i], complete);
  uint64_t most = search->task->options->max_errors;
  if (complete && !(most && search->failures.count >= most)) {
    judge_branching(search, result);
    judge_liveness(search, result);
  }
  if (search->limits.stop || search->reason) {
    result->complete = false;
    result->stop = search->limits.stop;
  } else if (!complete) {
    result->stop = NOE_STOP_ERRORS;
  }
  explain(search, result);
  if (search->is_broken)
    result->error = "a violation was found of which no run could be made";
  add_figures(search, result);
}

static void run_guarded(void *context, jmp_buf *escape) {
  (void)escape;
  search_all(context);
}

static void run_deep(void *context) {
  struct run *run = context;
  run->is_out_of_memory = !noe_base_memory_guarded(run->task->memory, run_guarded, run);
}

void noe_counter_clean_up(struct noe_counter_search *search) {
  if (search->space)
    noe_counter_space_delete(search->space);
  noe_diagram_delete(search->diagrams);
  for (uint32_t i = 0; i < search->part_room; i++)
    if (search->parts[i])
      noe_base_free(search->memory, search->parts[i]->moves);
  noe_base_free(search->memory, search->parts);
  noe_base_free(search->memory, search->queue.words);
  noe_counter_end_few(search);
  if (search->arena)
    noe_base_arena_delete(search->arena);
}

static struct noe_result *give_up(struct run *run, const char *why) {
  const char *text = noe_base_arena_format(run->task->arena, "not judged: the counter engine does not support %s", why);
  for (uint32_t i = 0; i < run->result->finding_count; i++)
    if (run->result->findings[i].verdict == NOE_VERDICT_UNKNOWN)
      run->result->findings[i].message = text;
  run->result->complete = false;
  noe_verdict_sum_up(run->result);
  return run->result;
}

static struct noe_result *run(const struct noe_task *task) {
  struct noe_counter_search search = {.task = task, .memory = task->memory, .model = task->model};
  search.limits = noe_verdict_limits(task);
  struct run run = {.task = task, .search = &search};
  run.result = task->before ? task->before : noe_verdict_blank(task, "counter", NULL);
  const char *why = obstacle(task->model, task->options, false); /* a view may fit that does not pay */
  if (why)
    return give_up(&run, why);
  noe_base_run_deep(NOE_DEEP_STACK, run_deep, &run);
  if (run.is_out_of_memory) {
    bool is_enough = search.diagrams && noe_diagram_is_at_limit(search.diagrams);
    run.result->stop = is_enough ? NOE_STOP_TIME : NOE_STOP_MEMORY; /* as any search that is cut short */
    run.result->complete = false;
    for (uint32_t i = 0; i < run.result->finding_count; i++)
      if (run.result->findings[i].verdict == NOE_VERDICT_UNKNOWN)
        run.result->findings[i].message = "the search ended early: out of memory";
  }
  noe_counter_clean_up(&search);
  run.result->seconds += noe_base_now() - search.limits.began;
  run.result->peak_bytes = noe_base_memory_peak(task->memory);
  noe_verdict_sum_up(run.result);
  return run.result;
}

const struct noe_engine noe_counter_engine = {
    .name = "counter",
    .summary = "sets of orbits of interchangeable processes as decision diagrams: how many are in which local state",
    .ability = ability,
    .no_checkpoints = "its diagrams are not written to files",
    .run = run,
    .takes_views = true,
    .stands_in_from = NOE_FIRST_STAGE,
};
