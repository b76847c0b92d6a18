/* The engine as a whole: set up, search, judge, write the result, clean up. If a
 * loop turns out to break a symmetry, the search starts over without it.
 *
 * Memory: whatever runs out of it jumps back to `guarded`, and the search ends
 * with UNKNOWN. The result lives in the caller's arena, inside the same limit:
 * its fixed parts are taken before the search, the rest comes out of a reserve
 * (record.h) and of the store's index, which is given back first. */
#include "explicit/explicit.h"

#include <assert.h>

#include "system/claims.h"
#include "system/starts.h"
#include "explicit/native.h"

enum { RESERVE = 256 * 1024 };

struct guarded {
  struct noe_search *search;
  void (*work)(struct noe_search *search);
};

static void work_guarded(void *context, jmp_buf *escape) {
  const struct guarded *guarded = context;
  struct noe_search *search = guarded->search;
  search->escape = escape;
  if (search->worker_count)
    noe_base_memory_guard(search->workers[0].memory, escape);
  guarded->work(search);
}

/* Does the work; false if memory ran out in it. */
static bool guarded(struct noe_search *search, void (*work)(struct noe_search *search)) {
  return noe_base_memory_guarded(search->task->memory, work_guarded, &(struct guarded){search, work});
}

/* Until the search says better, the result is that there was no memory. */
static const struct noe_result no_memory = {
    .engine = "explicit",
    .verdict = NOE_VERDICT_UNKNOWN,
    .stop = NOE_STOP_MEMORY,
    .concrete_states = "0",
};

static void prepare_result(struct noe_search *search) {
  struct noe_arena *arena = search->task->arena;
  struct noe_result *result = NOE_NEW(arena, struct noe_result);
  *result = no_memory;
  if (search->guest.engine)
    result->engine = search->guest.engine;
  result->arena = arena;
  search->counts.firings = NOE_NEW_ARRAY(arena, uint64_t, search->model->rule_count);
  search->covers = NOE_NEW_ARRAY(arena, uint64_t, search->model->property_count);
  search->witnesses = NOE_NEW_ARRAY(arena, uint64_t, search->model->witness_count);
  result->firings = search->counts.firings;
  noe_system_prove(&search->system);
  noe_verdict_records_init(&search->records, search->task->memory, arena, search->model, RESERVE);
  search->result = result;
}

/* The search has not begun: there is nothing to be kept, or to be told of. */
static bool is_late(void *context) {
  struct noe_search *search = context;
  const struct noe_task *task = search->task;
  if (task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed))
    noe_explicit_stop(search, NOE_STOP_INTERRUPT);
  else if (task->options->time > 0 && noe_base_now() - search->began >= task->options->time)
    noe_explicit_stop(search, NOE_STOP_TIME);
  return search->stop != NOE_STOP_NONE;
}

static void prepare_search(struct noe_search *search) {
  noe_system_shape(&search->system);
  noe_explicit_hire(search);
  noe_explicit_make_store(search);
  noe_system_view_open(&search->referee, &search->system, search->task->memory, &search->ancestors, NULL);
  noe_explicit_ancestors_init(&search->ancestors, &search->referee, search->store);
  noe_verdict_retrace_init(&search->retrace, search->task->arena, &search->referee, search->store);
  noe_system_inspect_starts(&search->referee, is_late, search);
}

/* States by level; what is in the level still open comes last. */
static void write_levels(struct noe_search *search) {
  const struct noe_store *store = search->store;
  struct noe_result *result = search->result;
  uint64_t closed = noe_store_level_end(store), open = noe_store_count(store) - closed;
  uint64_t count = closed ? noe_store_level_of(store, closed - 1) + 1 : 0;
  uint64_t *levels = NOE_NEW_ARRAY(result->arena, uint64_t, count + 1);
  for (uint64_t i = 0; i < count; i++)
    levels[i] = noe_store_level_first(store, i + 1) - noe_store_level_first(store, i);
  levels[count] = open;
  result->levels = levels;
  result->level_count = (uint32_t)(count + (open != 0));
}

static void judge(struct noe_search *search) {
  assert(search->explored && search->summed && "the graph is complete, and what workers counted is added up");
  search->is_judging = true;
  search->guest.judge(search);
  search->is_judging = false;
}

static void explore(struct noe_search *search) {
  prepare_search(search);
  if (!noe_explicit_resume_begin(search)) {
    search->referee.orbits.exact = false;
    return;
  }
  if (search->guest.search) {
    search->guest.search(search);
  } else {
    noe_explicit_sample_begin(search);
    noe_explicit_search(search);
  }
  search->result->store_bytes = noe_store_bytes(search->store);
  noe_explicit_sum_up(search);
  if (!search->guest.search)
    write_levels(search);
  if (search->explored && search->guest.judge)
    judge(search);
  if (search->stop != NOE_STOP_ORDER)
    noe_explicit_check_symmetry(search);
}

static void free_evidence(struct noe_search *search) {
  noe_verdict_retrace_free(&search->retrace);
  noe_explicit_ancestors_free(&search->ancestors);
  noe_system_compile_stop(&search->system);
  noe_system_view_close(&search->referee);
  noe_store_delete(search->store);
  noe_base_memory_delete(search->store_memory);
}

static void write_figures(struct noe_search *search) {
  assert((!search->explored || search->store) && "what was explored is in the store");
  struct noe_result *result = search->result;
  result->states = search->store ? noe_store_count(search->store) : 0;
  result->omission = search->store ? noe_store_omission(search->store) : 0;
  result->transitions = search->counts.transitions;
  result->rules_fired = search->counts.rules_fired;
  result->depth = search->depth;
  result->complete = search->explored && !search->stop;
  result->stop = search->stop;
}

static void use_module(struct noe_search *search) { noe_system_view_join(&search->referee); }

/* What was covered, where that is not everything. */
static const char *how_far(const struct noe_search *search) {
  if (search->guest.open)
    return search->guest.open;
  return noe_base_arena_format(search->task->arena,
                               "the search ended early: %llu states stored, %llu expanded, "
                               "all known up to depth %u",
                               (unsigned long long)search->result->states, (unsigned long long)search->counts.expanded,
                               (unsigned)search->depth);
}

static void write_findings(struct noe_search *search) {
  assert(search->stop != NOE_STOP_ORDER && "no finding rests on a symmetry that a loop breaks");
  search->account = (struct noe_account){.task = search->task,
                                         .system = &search->system,
                                         .records = &search->records,
                                         .covers = search->covers,
                                         .witnesses = search->witnesses,
                                         .explored = search->explored,
                                         .stop = search->stop,
                                         .open = how_far(search),
                                         .retrace = &search->retrace,
                                         .path = noe_explicit_path_to,
                                         .context = &search->ancestors,
                                         .result = search->result};
  noe_verdict_findings(&search->account);
  noe_verdict_describe_symmetry(search->task, &search->system, &search->referee.orbits, search->result);
}

static void write_trace(struct noe_search *search) { noe_verdict_finding_trace(&search->account, search->tracing); }

static void write_traces(struct noe_search *search) {
  bool room = search->store && search->retrace.key;
  bool violated = search->result->verdict == NOE_VERDICT_VIOLATED;
  if (room && search->system.compiled.module && violated && !guarded(search, use_module))
    search->referee.module = NULL; /* it takes longer */
  for (search->tracing = 0; search->tracing < search->result->finding_count; search->tracing++) {
    /* After an escape the referee may be in the middle of something: no more runs. */
    room = room && guarded(search, write_trace);
    struct noe_finding *finding = &search->account.findings[search->tracing];
    if (room || !search->account.sources[search->tracing]->failed)
      continue;
    finding->trace = NULL;
    finding->message = "there is no memory left to show the run";
  }
}

/* What the workers have found until memory ran out; if there is none for that either,
 * nobody knows how many concrete states there are. */
static void rescue(struct noe_search *search) {
  noe_explicit_stop(search, NOE_STOP_MEMORY);
  noe_verdict_records_release(&search->records);
  if (search->guest.rescue)
    search->guest.rescue(search);
  if (!search->summed && !guarded(search, noe_explicit_sum_up))
    search->referee.orbits.exact = false;
}

/* One search under the symmetry that is not given up yet; its evidence stays. */
static void search_once(struct noe_search *search) {
  const bool is_whole = guarded(search, explore);
  if (!is_whole)
    rescue(search);
  else if (search->explored && !search->stop)
    guarded(search, noe_explicit_survey); /* without memory for it, less is said */
  if (is_whole && search->task->options->coverage && !search->guest.search && search->stop != NOE_STOP_ORDER)
    guarded(search, noe_explicit_cover);
  if (search->store && !search->result->store_bytes) /* the search was cut off */
    search->result->store_bytes = noe_store_bytes(search->store);
  noe_verdict_records_release(&search->records);
  if (search->guest.release)
    search->guest.release(search);
  noe_explicit_witness_successors_free(search);
  noe_explicit_sample_end(search);
  noe_explicit_dismiss(search);
  if (!search->system.compiled.module) /* else it finds parents again */
    noe_system_compile_stop(&search->system);
  if (search->store)
    noe_store_seal(search->store);
}

/* All but what the next search begins with. */
static void forget_search(struct noe_search *search) {
  assert(!search->worker_count && "workers have been dismissed");
  free_evidence(search);
  *search = (struct noe_search){.task = search->task,
                                .guest = search->guest,
                                .guest_data = search->guest_data,
                                .model = search->model,
                                .system = search->system,
                                .keep = search->keep,
                                .is_compact = search->is_compact,
                                .began = search->began,
                                .next_progress = search->next_progress};
}

/* Forgets a search that rested on a symmetry which a loop breaks. */
static void forget(void *context) {
  struct noe_search *search = context;
  noe_explicit_resume_culprit(search, search->culprit);
  forget_search(search);
}

/* The same search with a store that forgets. */
static void begin_compact(struct noe_search *search) {
  forget_search(search);
  search->system.compiled = (struct noe_compiled){0};
  search->system.keys = (struct noe_key_shape){0};
  search->is_compact = true;
}

static void open_keep(struct noe_search *search) { noe_explicit_resume_open(search); }

static const char *kept_in(const struct noe_search *search) {
  return search->keep && search->keep->is_saved ? search->keep->directory : search->task->options->resume;
}

static struct noe_result *finish(struct noe_search *search) {
  struct noe_result *result = search->result;
  if (result->error || result->refused || result->broken_symmetry)
    result->verdict = NOE_VERDICT_ERROR;
  result->checkpoint = kept_in(search);
  free_evidence(search);
  noe_explicit_resume_close(search);
  result->peak_bytes = noe_base_memory_peak(search->task->memory);
  result->seconds = noe_base_now() - search->began;
  return result;
}

/* True if it must be begun again. Without room for a result there is none. */
static bool attempt(void *context, struct noe_broken *broken) {
  struct noe_search *search = context;
  if (search->wants_compact)
    begin_compact(search);
  if (!guarded(search, prepare_result)) {
    search->result = NULL;
    return false;
  }
  if (!search->keep && !guarded(search, open_keep))
    noe_explicit_stop(search, NOE_STOP_MEMORY);
  if (!search->stop && !search->result->refused)
    search_once(search);
  if (search->wants_compact)
    return attempt(context, broken);
  *broken = (struct noe_broken){search->culprit, search->by_error ? NOE_REASON_ERROR : NOE_REASON_LOOP};
  return search->stop == NOE_STOP_ORDER;
}

/* No answer: whoever made the model has to make another one. */
static struct noe_result *unfounded(const struct noe_task *task) {
  struct noe_result *result = NOE_NEW(task->arena, struct noe_result);
  *result = (struct noe_result){
      .arena = task->arena, .engine = "explicit", .verdict = NOE_VERDICT_UNKNOWN, .is_unfounded = true};
  return result;
}

struct noe_result *noe_explicit_run(const struct noe_task *task, const struct noe_guest *guest, void *guest_data) {
  struct noe_search search = {.task = task, .model = task->model, .began = noe_base_now()};
  if (guest)
    search.guest = *guest;
  search.guest_data = guest_data;
  search.system = (struct noe_system){.memory = task->memory,
                                      .arena = task->arena,
                                      .model = task->model,
                                      .options = task->options,
                                      .puts = task->put != NULL};
  search.next_progress = search.began + 1;
  noe_system_until_proved(&search.system, attempt, forget, &search);
  if (search.system.is_unfounded) {
    noe_explicit_resume_close(&search);
    return unfounded(task);
  }
  if (!search.result) {
    /* Not even room for a result: this one belongs to the thread, and says just that. */
    static _Thread_local struct noe_result nothing;
    nothing = no_memory;
    return &nothing;
  }
  if (search.result->refused || search.result->broken_symmetry)
    return finish(&search);
  write_figures(&search);
  if (guarded(&search, write_findings)) {
    write_traces(&search);
  } else {
    search.result->complete = false;
    search.result->stop = NOE_STOP_MEMORY;
    if (search.result->verdict == NOE_VERDICT_HOLDS)
      search.result->verdict = NOE_VERDICT_UNKNOWN; /* what holds is said of a result that is whole */
  }
  return finish(&search);
}

static struct noe_result *run(const struct noe_task *task) { return noe_explicit_run(task, NULL, NULL); }

static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model, (void)options;
  if (question->clause && noe_property_is_temporal(question->clause->property)) {
    *why = "claims about runs";
    return NOE_CANNOT;
  }
  if (question->kind == NOE_FINDING_LIVENESS) {
    *why = "liveness properties";
    return NOE_CANNOT;
  }
  return NOE_CAN_DECIDE;
}

const struct noe_engine noe_explicit_engine = {
    .name = "explicit",
    .summary = "looks at every reachable state, breadth first; shortest traces",
    .ability = ability,
    .takes_views = true,
    .run = run,
};
