/* The hunt as a whole: start states, walks on all threads, and what becomes of a run that shows
 * something: it is made short, put into the store as if a search had found it there, and judged
 * once more, so that findings, names and replay are those of every search. */
#include <assert.h>

#include "explicit/explicit.h"
#include "hunt/hunt_int.h"
#include "live/live.h"
#include "system/claims.h"

/* ---------------------------------------------------------------- the walks */

static void begin(struct noe_search *search) {
  struct noe_hunt *hunt = noe_hunt_of(search);
  struct noe_memory *memory = search->task->memory;
  size_t row = search->system.keys.most_words * sizeof(uint64_t);
  *hunt = (struct noe_hunt){
      .seed = hunt->seed, .job = hunt->job, .starts = noe_hunt_path(memory, row), .run = noe_hunt_path(memory, row)};
  if (!noe_hunt_seen_init(&hunt->seen, search->store_memory))
    noe_base_memory_escape(memory);
}

static void sum_walkers(struct noe_search *search) {
  struct noe_hunt *hunt = noe_hunt_of(search);
  hunt->states = hunt->seen.count;
  hunt->is_full = hunt->seen.is_full;
  for (uint32_t i = 0; i < search->worker_count; i++) {
    const struct noe_walker *walker = noe_hunt_walker_of(&search->workers[i]);
    hunt->walks += walker ? walker->walks : 0;
    hunt->steps += walker ? walker->steps : 0;
  }
}

/* Something is wrong in a start state, or with making one. */
static void look_at_starts(struct noe_worker *chief) {
  struct noe_search *search = chief->search;
  struct noe_walker *walker = noe_hunt_walker_of(chief);
  for (size_t i = 0; i < walker->count && !walker->path.count; i++)
    if (walker->candidates[i].fails)
      noe_hunt_path_push(&walker->path, walker->data + walker->candidates[i].data, walker->candidates[i].bytes);
  noe_hunt_of(search)->winner = chief;
  noe_explicit_stop(search, NOE_STOP_ERRORS);
}

static void walk_about(struct noe_search *search) {
  struct noe_hunt *hunt = noe_hunt_of(search);
  uint64_t walks = search->task->options->walks;
  noe_explicit_leave_to_worker_0(search, 0, noe_hunt_starts);
  if (!search->stop && noe_explicit_worker_0(search)->observer.records.failures)
    look_at_starts(noe_explicit_worker_0(search));
  if (search->stop || !hunt->starts.count)
    return;
  noe_explicit_share_out(search, 0, walks ? walks : UINT64_MAX / 2, 1, hunt->job);
  noe_explicit_stop(search, NOE_STOP_BOUND); /* unless there is a better reason */
}

/* ------------------------------------------------------------ what was found */

bool noe_hunt_spend(struct noe_search *search, uint64_t effort) {
  struct noe_hunt *hunt = noe_hunt_of(search);
  const atomic_int *interrupted = search->task->interrupted;
  bool is_over = effort > hunt->effort || (interrupted && atomic_load_explicit(interrupted, memory_order_relaxed)) ||
                 noe_base_now() >= hunt->deadline;
  hunt->effort = is_over ? 0 : hunt->effort - effort;
  return !is_over;
}

/* What the one who found something has noticed there, in the order in which results list it. */
static struct noe_target goal_of(const struct noe_records *records) {
  assert(records->failures && "something was found");
  for (uint32_t i = 0; i < records->model->property_count; i++)
    if (records->claims[i].failed)
      return (struct noe_target){.kind = NOE_FINDING_INVARIANT, .clause = records->claims[i].clause};
  if (records->deadlock.failed)
    return (struct noe_target){.kind = NOE_FINDING_DEADLOCK};
  return (struct noe_target){.kind = NOE_FINDING_ASSERTION, .fault = records->faults.items[0].first.fault};
}

/* Rounds of leaving steps out, finding detours, and leaving out what has become needless. */
enum { ROUNDS = 4, WINDOW = 2000, EFFORT = 50000 };
static const double most_seconds = 5; /* for making a run shorter, and as many for finding a shorter one */

/* When the user's time is over, there is a second for each. */
static double seconds_left(const struct noe_task *task, double began) {
  double left = task->options->time > 0 ? began + task->options->time - noe_base_now() : most_seconds;
  return left > most_seconds ? most_seconds : left > 1 ? left : 1;
}

static void shorten(struct noe_search *search, const struct noe_target *goal) {
  struct noe_hunt *hunt = noe_hunt_of(search);
  hunt->deadline = noe_base_now() + seconds_left(search->task, search->began);
  hunt->effort = EFFORT;
  noe_hunt_path_cut_loops(&hunt->run);
  for (uint32_t i = 0; i < ROUNDS && hunt->effort; i++) {
    bool thinner = noe_hunt_thin(search, goal);
    bool shorter = noe_hunt_shorten_windows(search, WINDOW << i);
    if (!thinner && !shorter)
      break;
  }
}

/* One state in each level, as if they were all that there is. Their keys differ: loops were cut. */
static uint64_t store_run(struct noe_search *search) {
  const struct noe_key_path *run = &noe_hunt_of(search)->run;
  uint64_t id = NOE_NO_STATE;
  for (uint32_t i = 0; i < run->count; i++) {
    uint64_t parent = id, hash = noe_store_hash_key(noe_path_key(run, i), run->bytes[i]);
    if (i)
      noe_store_read_parent(search->store, 0, parent, noe_explicit_worker_0(search)->key);
    if (noe_store_insert(search->store, 0, noe_path_key(run, i), run->bytes[i], hash, parent, &id) == NOE_INSERT_FULL ||
        !noe_store_close_level(search->store))
      noe_base_memory_escape(search->task->memory);
  }
  search->depth = run->count - 1;
  return id;
}

/* The last state of the run, judged like any other. */
static void judge_end(struct noe_search *search, uint64_t id) {
  assert(id != NOE_NO_STATE && "the run has a last state");
  struct noe_worker *chief = noe_explicit_worker_0(search);
  const struct noe_key_path *run = &noe_hunt_of(search)->run;
  noe_hunt_walker(chief);
  memcpy(chief->key, noe_path_key(run, run->count - 1), run->bytes[run->count - 1]);
  chief->at = id;
  noe_explicit_check_claims(chief, chief->key, id);
  if (chief->observer.records.failures)
    return;
  noe_explicit_expand_key(chief);
  noe_explicit_insert_batch(chief);
}

void noe_hunt_forget(struct noe_search *search) {
  for (uint32_t i = 0; i < search->worker_count; i++)
    if (search->workers[i].ready)
      noe_verdict_records_forget(&search->workers[i].observer.records);
}

static void take_run(struct noe_search *search, struct noe_worker *winner) {
  assert(winner->observer.records.failures && "the winner has found something");
  struct noe_hunt *hunt = noe_hunt_of(search);
  struct noe_target goal = goal_of(&winner->observer.records);
  noe_explicit_sum_counts(search); /* what follows is no hunting */
  hunt->is_sure = true;
  search->stop = NOE_STOP_NONE; /* it ends what workers do */
  noe_hunt_path_copy(&hunt->run, &noe_hunt_walker_of(winner)->path, noe_hunt_walker_of(winner)->path.count);
  hunt->found_steps = hunt->run.count ? hunt->run.count - 1 : 0;
  if (hunt->run.count) {
    shorten(search, &goal);
    noe_hunt_forget(search);
    judge_end(search, store_run(search));
    noe_explicit_drop_counts(search);
  }
  search->stop = NOE_STOP_ERRORS;
}

static void search_at_random(struct noe_search *search) {
  struct noe_hunt *hunt = noe_hunt_of(search);
  begin(search);
  walk_about(search);
  sum_walkers(search);
  noe_hunt_seen_free(&hunt->seen);
  struct noe_worker *winner = hunt->winner;
  if (winner && search->stop == NOE_STOP_ERRORS)
    take_run(search, winner);
  else if (search->stop != NOE_STOP_ORDER)
    noe_hunt_forget(search);            /* found in the very moment in which time was over */
  search->referee.orbits.exact = false; /* orbits were not counted */
  noe_hunt_path_free(&hunt->starts);
  noe_hunt_path_free(&hunt->run);
}

/* --------------------------------------------------------------- the engine */

static bool is_sure(const struct noe_search *search) { return noe_hunt_of(search)->is_sure; }

static uint64_t count_seen(const struct noe_search *search) { return noe_hunt_of(search)->seen.count; }

static const struct noe_guest walking = {
    .engine = "hunt",
    .open = "walks found no violation, which proves nothing",
    .search = search_at_random,
    .rescue = noe_hunt_forget,
    .meet = noe_hunt_meet,
    .judged = noe_hunt_judged,
    .is_sure = is_sure,
    .states = count_seen,
};

/* Breadth first, as long as there are not too many states: for violations that are near a start state, and
 * for runs that are shorter than the one found. */
static struct noe_result *search(const struct noe_task *task, uint32_t bound, uint64_t states, double seconds) {
  struct noe_options options = *task->options;
  struct noe_task other = *task;
  options.bound = bound;
  options.time = seconds;
  options.max_errors = 1;
  other.most_states = states;
  other.options = &options;
  bool has_goals = noe_system_has_property(task->model, NOE_PROPERTY_LIVENESS);
  return has_goals ? noe_live_engine.run(&other) : noe_explicit_engine.run(&other);
}

enum { FIRST_STATES = 50000, PROBED_STATES = 200000 };

/* Unless the user counts walks. A fifth of the time at most. */
static struct noe_result *search_first(const struct noe_task *task) {
  double time = task->options->time / 5;
  return search(task, 0, FIRST_STATES, time > 0 && time < most_seconds ? time : most_seconds);
}

/* The run that breadth-first search finds is a shortest one. If it finds none, the depth up to which it
 * has seen everything bounds what a shortest one can be. */
static void probe(const struct noe_task *task, double began, struct noe_result *result, struct noe_hunted *hunted) {
  assert(result->first_failure && result->first_failure->trace && "there is a run to compare with");
  uint32_t steps = result->first_failure->trace->count - 1;
  hunted->least_steps = steps;
  if (steps < 2)
    return;
  const struct noe_result *other = search(task, steps - 1, PROBED_STATES, seconds_left(task, began));
  if (other->verdict == NOE_VERDICT_VIOLATED && other->first_failure->trace) {
    result->findings = other->findings;
    result->finding_count = other->finding_count;
    result->first_failure = other->first_failure;
    result->depth = hunted->least_steps = other->first_failure->trace->count - 1;
  } else if (other->stop != NOE_STOP_BOUND && other->depth + 1 < steps) {
    hunted->least_steps = other->depth + 1;
  }
}

static bool has_run(const struct noe_result *result) {
  return result->verdict == NOE_VERDICT_VIOLATED && result->first_failure && result->first_failure->trace;
}

static void add_figures(const struct noe_task *task, double began, struct noe_result *result,
                        const struct noe_hunt *hunt) {
  struct noe_hunted *hunted = NOE_NEW(task->arena, struct noe_hunted);
  *hunted = (struct noe_hunted){.seed = task->options->seed,
                                .walks = hunt->walks,
                                .steps = hunt->steps,
                                .is_swarm = hunt->job == noe_hunt_swarm,
                                .found_steps = hunt->found_steps,
                                .is_full = hunt->is_full};
  result->hunted = hunted;
  if (!has_run(result))
    return;
  if (hunt->walks)
    probe(task, began, result, hunted);
  else
    hunted->found_steps = hunted->least_steps = result->first_failure->trace->count - 1;
}

static bool is_failed(const struct noe_result *result) { return result->unmet || result->refused || !result->arena; }

/* What takes all states to say: that a claim holds, that a cover is never reached. */
static bool is_proof(const struct noe_finding *finding) {
  return finding->verdict == (finding->kind == NOE_FINDING_COVER ? NOE_VERDICT_VIOLATED : NOE_VERDICT_HOLDS);
}

/* Every state was seen before the first walk: there is nothing to walk for. It is still not for a hunt to prove
 * anything. Covers fail behind all other claims: where one is the first failure, nothing else has failed. */
static void prove_nothing(const struct noe_task *task, struct noe_result *result) {
  struct noe_finding *findings = NOE_NEW_ARRAY(task->arena, struct noe_finding, result->finding_count);
  for (uint32_t i = 0; i < result->finding_count; i++) {
    findings[i] = result->findings[i];
    if (result->first_failure == &result->findings[i])
      result->first_failure = is_proof(&findings[i]) ? NULL : &findings[i];
    if (is_proof(&findings[i]))
      findings[i].verdict = NOE_VERDICT_UNKNOWN;
  }
  result->findings = findings;
  result->complete = false;
  if (result->verdict == NOE_VERDICT_HOLDS || (result->verdict == NOE_VERDICT_VIOLATED && !result->first_failure))
    result->verdict = NOE_VERDICT_UNKNOWN;
}

static bool goes_on(const struct noe_result *result) {
  return result->verdict != NOE_VERDICT_ERROR && !result->complete && !has_run(result);
}

static struct noe_result *run_guest(const struct noe_task *task, const struct noe_guest *guest, noe_job job) {
  struct noe_hunt hunt = {.seed = task->options->seed, .job = job};
  double began = noe_base_now();
  struct noe_result *result = task->options->walks ? NULL : search_first(task);
  if (result && is_failed(result))
    return result;
  if (!result || goes_on(result)) {
    result = noe_explicit_run(task, guest, &hunt);
    if (is_failed(result))
      return result;
    if (result->stop == NOE_STOP_ERRORS && !has_run(result))
      result->stop = NOE_STOP_MEMORY; /* what was found could not be written down */
    result->states = hunt.states;
  }
  result->engine = guest->engine;
  prove_nothing(task, result);
  add_figures(task, began, result, &hunt);
  result->seconds = noe_base_now() - began;
  return result;
}

static struct noe_result *run(const struct noe_task *task) { return run_guest(task, &walking, noe_hunt_walks); }

static const double usual_time = 60; /* seconds */

static struct noe_result *run_swarm(const struct noe_task *task) {
  struct noe_guest swarm = walking;
  struct noe_options options = *task->options;
  struct noe_task other = *task;
  swarm.engine = "swarm";
  swarm.open = "the searches found no violation, which proves nothing";
  options.seed = options.seed ? options.seed : 1;
  options.time = options.time > 0 ? options.time : usual_time;
  options.walks = 0;
  other.options = &options;
  return run_guest(&other, &swarm, noe_hunt_swarm);
}

/* A cover that a walk comes to is reached; whatever else walks do not refute stays UNKNOWN. */
static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model, (void)options, (void)why;
  return question->kind == NOE_FINDING_COVER ? NOE_CAN_CONFIRM : NOE_CAN_REFUTE;
}

const struct noe_engine noe_hunt_engine = {
    .name = "hunt",
    .summary = "breadth first for a while, then at random; finds violations, proves nothing",
    .ability = ability,
    .no_checkpoints = "walks begin anew each time",
    .run = run,
};

const struct noe_engine noe_swarm_engine = {
    .name = "swarm",
    .summary = "many small searches in different orders; finds violations, proves nothing",
    .ability = ability,
    .no_checkpoints = "searches begin anew each time",
    .run = run_swarm,
};
