/* The judgement as a whole: claim by claim, instance by instance up to symmetry. If a loop
 * turns out to depend on the order of interchangeable values, the claim is judged again
 * without them. */
#include "fair/fair.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "fair/judge_int.h"
#include "fair/sets.h"
#include "verdict/run.h"

/* -------------------------------------------------------------- instances */

static struct noe_fair_graph *graph_of(struct noe_judge *judge, uint32_t tracked) {
  assert(tracked < judge->graph_count && "no more points than there are");
  struct noe_fair_graph **graph = &judge->graphs[tracked];
  if (!*graph) {
    *graph = noe_base_alloc(judge->task->memory, sizeof **graph);
    noe_fair_graph_init(*graph, &judge->orbits, tracked);
  }
  return *graph;
}

bool noe_fair_open_instance(struct noe_judge *judge, const struct noe_proposition *const *propositions,
                            uint32_t count) {
  noe_fair_claim_init(&judge->claim, &judge->space, judge->property, judge->arguments, propositions, count);
  if (judge->claim.tracked_count > judge->followed)
    judge->followed = judge->claim.tracked_count;
  judge->graph = graph_of(judge, judge->claim.tracked_count);
  judge->starts = noe_fair_rows(judge->task->memory);
  return noe_fair_graph_starts(judge->graph, judge->claim.tracked, &judge->starts);
}

const struct noe_proposition *const *noe_fair_propositions(struct noe_judge *judge, const struct noe_logic *logic) {
  uint32_t count = noe_logic_proposition_count(logic);
  const struct noe_proposition **list = NOE_NEW_ARRAY(judge->arena, const struct noe_proposition *, count + 1);
  for (uint32_t i = 0; i < count; i++)
    list[i] = noe_logic_proposition(logic, i);
  return list;
}

void noe_fair_start_product(struct noe_judge *judge, const struct noe_automaton *automaton) {
  noe_fair_product_init(&judge->product, judge->graph, &judge->claim, automaton);
  judge->space.product = &judge->product;
  for (uint32_t i = 0; i < judge->starts.count; i++) {
    uint32_t node = noe_row_words(&judge->starts, i)[0];
    for (uint32_t a = automaton->first[0]; a < automaton->first[1]; a++)
      if (noe_fair_product_takes(&judge->product, &automaton->edges[a], node, 0))
        noe_fair_product_node(&judge->product, node, automaton->edges[a].target);
  }
  judge->product_start_count = judge->product.nodes.count;
  judge->product_starts = NOE_NEW_ARRAY(judge->arena, uint32_t, judge->product_start_count);
  for (uint32_t i = 0; i < judge->product_start_count; i++)
    judge->product_starts[i] = i;
}

static void close_instance(struct noe_judge *judge) {
  judge->space.product = NULL;
  noe_fair_walk_free(&judge->walk); /* it may stand in a product of the sets */
  noe_fair_sieve_delete(judge->sieve);
  judge->sieve = NULL;
  noe_fair_sets_free(judge->sets);
  judge->sets = NULL;
  noe_base_free(judge->task->memory, judge->parents);
  judge->parents = NULL;
  judge->parent_room = 0;
  noe_fair_short_loop_delete(judge->short_loop);
  judge->short_loop = NULL;
  noe_fair_cycles_free(&judge->cycles);
  noe_fair_cycles_free(&judge->all_cycles);
  noe_fair_product_free(&judge->product);
  noe_fair_rows_free(&judge->starts);
  noe_fair_claim_free(&judge->claim);
  noe_logic_delete(judge->logic);
  judge->logic = NULL;
  noe_base_arena_delete(judge->arena);
  judge->arena = NULL;
}

static void close_space(struct noe_judge *judge) {
  close_instance(judge);
  for (uint32_t i = 0; i < judge->graph_count; i++)
    if (judge->graphs[i]) {
      noe_fair_graph_free(judge->graphs[i]);
      noe_base_free(judge->task->memory, judge->graphs[i]);
    }
  noe_base_free(judge->task->memory, judge->graphs);
  judge->graphs = NULL;
  judge->graph_count = 0;
  noe_fair_counted_delete(judge->counted);
  judge->counted = NULL;
  judge->counts = false;
  noe_fair_orbits_free(&judge->orbits);
  noe_fair_space_close(&judge->space);
}

static void open_space(struct noe_judge *judge) {
  if (judge->space.memory)
    return;
  noe_fair_space_open(&judge->space, judge->task, &judge->limits, &judge->system,
                      !judge->task->options->ignore_fairness);
  noe_fair_orbits_init(&judge->orbits, &judge->space);
  uint32_t count = judge->space.symmetry->points + 1;
  judge->graphs = noe_base_alloc(judge->task->memory, count * sizeof *judge->graphs);
  judge->graph_count = count;
}

/* ------------------------------------------------------------------- runs */

bool noe_fair_is_far(const struct noe_judge *judge) {
  return judge->task->most_pairs && judge->product.nodes.count >= judge->task->most_pairs;
}

/* The quotient in keys that count, if it serves the instance at hand. */
static struct noe_counted *counted_of(struct noe_judge *judge) {
  if (!judge->counted)
    judge->counts = noe_fair_counted(&judge->counted, &judge->orbits);
  return judge->counts && noe_fair_counted_serves(judge->counted, &judge->claim) ? judge->counted : NULL;
}

bool noe_fair_is_empty(struct noe_judge *judge, struct noe_acceptance acceptance) {
  if (judge->task->most_pairs)
    return false;
  struct noe_counted *counted = counted_of(judge);
  if (judge->space.stop)
    return false;
  enum noe_sieve_answer answer =
      noe_fair_sieve(&judge->sieve, judge->graph, counted, &judge->claim, acceptance, &judge->starts);
  if (answer == NOE_SIEVE_NOTHING)
    return true;
  noe_fair_sieve_delete(judge->sieve);
  judge->sieve = NULL;
  return false;
}

bool noe_fair_is_empty_at_once(struct noe_judge *judge, struct noe_acceptance acceptance, bool *asked) {
  const struct noe_result *before = judge->task->before;
  *asked = !judge->task->most_pairs && before && before->states >= NOE_MANY_STATES && counted_of(judge);
  if (!*asked || !noe_fair_is_empty(judge, acceptance))
    return false;
  if (noe_fair_sieve_nodes(judge->sieve) > NOE_SOME_PAIRS)
    return true;
  noe_fair_sieve_delete(judge->sieve);
  judge->sieve = NULL;
  return false;
}

void noe_fair_note_violation(struct noe_judge *judge) {
  judge->finding->verdict = NOE_VERDICT_VIOLATED;
  judge->finding->message = "the run is not shown: out of memory";
}

void noe_fair_show(struct noe_judge *judge, const struct noe_trace *trace, const char *why) {
  struct noe_finding *finding = judge->finding;
  finding->trace = trace;
  finding->arguments = judge->property->parameter_count ? judge->arguments : NULL;
  finding->message = NULL;
  if (!trace)
    finding->message = noe_base_arena_format(judge->task->arena, "the run is not shown: %s", why);
}

/* ----------------------------------------------------------------- claims */

static enum noe_verdict judge_instance(struct noe_judge *judge) {
  judge->arena = noe_base_arena_new(judge->task->memory);
  switch (judge->property->property) {
  case NOE_PROPERTY_LTL: return noe_fair_judge_ltl(judge);
  case NOE_PROPERTY_NEVER: return noe_fair_judge_never(judge);
  default: return noe_fair_judge_branching(judge);
  }
}

/* Branching time looks at the graph as it is. */
static void count_work(struct noe_judge *judge) {
  uint64_t nodes = judge->sets ? noe_fair_node_count(judge->graph) : judge->product.nodes.count;
  uint64_t edges = judge->sets ? judge->graph->edge_count : judge->product.edges;
  judge->finding->product_states += judge->sieve ? noe_fair_sieve_nodes(judge->sieve) : nodes;
  judge->finding->product_edges += judge->sieve ? noe_fair_sieve_edges(judge->sieve) : edges;
}

static bool chooses(const struct noe_clause *property) {
  for (uint32_t i = 0; i < property->binder_count; i++)
    if (property->binders[i].kind == NOE_BINDER_CHOOSE)
      return true;
  return false;
}

/* A verdict on what was seen; HOLDS only if nothing was missed. */
static enum noe_verdict temper(struct noe_judge *judge, enum noe_verdict verdict) {
  if (judge->claim.fault && verdict != NOE_VERDICT_VIOLATED) {
    judge->finding->message = judge->claim.fault;
    return NOE_VERDICT_UNKNOWN;
  }
  if (judge->space.trouble && verdict == NOE_VERDICT_HOLDS) {
    judge->finding->message = "a run-time error kept it from being judged everywhere";
    return NOE_VERDICT_UNKNOWN;
  }
  return verdict;
}

static bool is_temporal(const struct noe_finding *finding) {
  return finding->clause && finding->clause->kind == NOE_CLAUSE_PROPERTY &&
         noe_property_is_temporal(finding->clause->property);
}

/* Which claim this is, for the progress. */
static void announce(struct noe_judge *judge) {
  struct noe_space *space = &judge->space;
  space->claim = judge->finding->name;
  space->claim_number = space->claim_count = 0;
  for (uint32_t i = 0; i < judge->result->finding_count; i++) {
    space->claim_count += is_temporal(&judge->findings[i]);
    if (&judge->findings[i] == judge->finding)
      space->claim_number = space->claim_count;
  }
}

/* Conditions of fairness may be such that no run meets them all. Then everything holds of all fair runs, which nobody
 * means. */
static void look_for_fair_runs(struct noe_judge *judge) {
  judge->graph = graph_of(judge, 0);
  judge->starts = noe_fair_rows(judge->task->memory);
  noe_fair_product_init(&judge->product, judge->graph, NULL, &noe_fair_everything);
  noe_fair_cycles_init(&judge->cycles, &judge->product);
  if (noe_fair_graph_starts(judge->graph, NULL, &judge->starts)) {
    uint32_t *starts = noe_base_alloc(judge->task->memory, (judge->starts.count + 1) * sizeof *starts);
    for (uint32_t i = 0; i < judge->starts.count; i++)
      starts[i] = noe_fair_product_node(&judge->product, noe_row_words(&judge->starts, i)[0], 0);
    bool found = noe_fair_cycles_search(&judge->cycles, starts, judge->starts.count);
    noe_base_free(judge->task->memory, starts);
    if (!judge->space.stop)
      judge->fair_runs = found ? NOE_EXISTS : NOE_EXISTS_NOT;
  }
  close_instance(judge);
}

static bool lacks_fair_runs(struct noe_judge *judge) {
  enum noe_property_kind kind = judge->property->property;
  if (!judge->space.groups->has_conditions || kind == NOE_PROPERTY_NEVER || kind == NOE_PROPERTY_MU)
    return false;
  if (judge->fair_runs == NOE_EXISTS_UNKNOWN)
    look_for_fair_runs(judge);
  return judge->fair_runs == NOE_EXISTS_NOT;
}

/* Is what was said of the instance at hand true of all others of its orbit? */
static bool is_about_all_names(const struct noe_judge *judge) {
  return !judge->claim.tracked_count || (judge->sieve && noe_fair_sieve_is_about_all_names(judge->sieve));
}

static enum noe_verdict judge_these(struct noe_judge *judge, enum noe_fair_instances which, int64_t *arguments) {
  enum noe_verdict verdict = NOE_VERDICT_HOLDS;
  bool more = noe_fair_first_instance(&judge->space, which, judge->property, arguments);
  while (more && verdict == NOE_VERDICT_HOLDS && !judge->space.stop) {
    verdict = temper(judge, judge_instance(judge));
    if (verdict == NOE_VERDICT_HOLDS)
      noe_fair_find_witnesses(judge);
    judge->is_about_all_names &= is_about_all_names(judge);
    count_work(judge);
    close_instance(judge);
    if (verdict != NOE_VERDICT_VIOLATED)
      more = noe_fair_next_instance(&judge->space, which, judge->property, arguments);
  }
  return verdict;
}

/* All instances of the claim at hand. Mostly start states are symmetric, so that one of each orbit does: a run of
 * another instance is a permuted run of this one. Where start states prefer some values that would not begin in one. */
static enum noe_verdict judge_instances(struct noe_judge *judge) {
  int64_t *arguments = NOE_NEW_ARRAY(judge->task->arena, int64_t, judge->property->parameter_count);
  open_space(judge);
  announce(judge);
  if (!judge->space.groups || chooses(judge->property)) {
    judge->finding->message = judge->space.groups ? "a temporal claim about an element of a multiset (`choose`)"
                                                  : "there are too many fairness groups";
    return NOE_VERDICT_UNKNOWN;
  }
  judge->arguments = arguments;
  judge->is_about_all_names = true;
  enum noe_verdict verdict = judge_these(judge, NOE_FAIR_LEADING_INSTANCES, arguments);
  if (verdict == NOE_VERDICT_HOLDS && judge->system.keys.is_uneven && !judge->is_about_all_names)
    verdict = judge_these(judge, NOE_FAIR_OTHER_INSTANCES, arguments);
  if (verdict == NOE_VERDICT_HOLDS && !judge->space.stop)
    judge->finding->vacuous = judge->finding->lacks_fair_runs = lacks_fair_runs(judge);
  return judge->space.stop && verdict == NOE_VERDICT_HOLDS ? NOE_VERDICT_UNKNOWN : verdict;
}

/* How much symmetry was left, where it is less than the search had. */
static void remark(struct noe_judge *judge, bool gave_up) {
  struct noe_finding *finding = judge->finding;
  if (finding->message || finding->verdict == NOE_VERDICT_UNKNOWN)
    return;
  if (gave_up)
    finding->message = "a loop in it depends on the order of interchangeable values: judged without their symmetry";
  else if (finding->verdict == NOE_VERDICT_HOLDS && judge->followed > 0)
    finding->message = noe_base_arena_format(judge->task->arena, "interchangeable values followed by name: %u",
                                             (unsigned)judge->followed);
}

/* True if a loop depends on the order: to be judged again, under what symmetry is left. */
static bool attempt(void *context, struct noe_broken *broken) {
  struct noe_judge *judge = context;
  struct noe_finding *finding = judge->finding;
  finding->message = NULL;
  memset(judge->witnessed, 0, sizeof judge->witnessed);
  judge->followed = 0;
  finding->product_states = finding->product_edges = 0;
  finding->verdict = judge_instances(judge);
  *broken = judge->space.broken;
  return judge->space.stop == NOE_STOP_ORDER;
}

static void forget(void *context) { close_space(context); }

static void judge_claim(struct noe_judge *judge) {
  judge->property = judge->finding->clause;
  bool gave_up = noe_system_until_proved(&judge->system, attempt, forget, judge);
  judge->result->is_unfounded |= judge->system.is_unfounded;
  remark(judge, gave_up);
  if (judge->space.error)
    judge->result->error = judge->space.error;
  noe_fair_judge_vacuity(judge);
}

static void judge_claims(void *context, jmp_buf *escape) {
  (void)escape;
  struct noe_judge *judge = context;
  uint64_t failures = 0, most = judge->task->options->max_errors;
  for (uint32_t i = 0; i < judge->result->finding_count; i++)
    failures += judge->findings[i].verdict == NOE_VERDICT_VIOLATED;
  judge->system = (struct noe_system){.memory = judge->task->memory,
                                      .arena = judge->task->arena,
                                      .model = judge->task->model,
                                      .options = judge->task->options,
                                      .puts = judge->task->put != NULL,
                                      .is_tracked = true};
  noe_system_prove(&judge->system);
  for (uint32_t i = 0; i < judge->result->finding_count; i++) {
    judge->finding = &judge->findings[i];
    if (!is_temporal(judge->finding))
      continue;
    if (judge->space.stop)
      break;
    if (most && failures >= most) {
      judge->finding->message = "not judged: as many claims as were asked for have failed";
      continue;
    }
    judge_claim(judge);
    failures += judge->finding->verdict == NOE_VERDICT_VIOLATED;
  }
}

/* ---------------------------------------------------------------- summary */

static const char *stop_text(enum noe_stop stop) {
  switch (stop) {
  case NOE_STOP_MEMORY: return "not judged: out of memory";
  case NOE_STOP_TIME: return "not judged: out of time";
  case NOE_STOP_INTERRUPT: return "not judged: interrupted";
  default: return "not judged: the search ended early";
  }
}

static void sum_up(struct noe_judge *judge, enum noe_stop stop) {
  struct noe_result *result = judge->result;
  for (uint32_t i = 0; i < result->finding_count; i++) {
    struct noe_finding *finding = &judge->findings[i];
    bool is_temporal = finding->clause && noe_property_is_temporal(finding->clause->property);
    if (finding->verdict == NOE_VERDICT_UNKNOWN && (!finding->message || (is_temporal && stop)))
      finding->message = stop_text(stop);
  }
  if (stop) {
    result->stop = stop;
    result->complete = false;
  }
  noe_verdict_sum_up(result);
}

/* Findings are the engine's: copies are changed. */
static void copy_findings(void *context, jmp_buf *escape) {
  (void)escape;
  struct noe_judge *judge = context;
  struct noe_result *result = judge->result;
  judge->findings = NOE_NEW_ARRAY(judge->task->arena, struct noe_finding, result->finding_count);
  for (uint32_t i = 0; i < result->finding_count; i++) {
    judge->findings[i] = result->findings[i];
    if (result->first_failure == &result->findings[i])
      result->first_failure = &judge->findings[i];
  }
  result->findings = judge->findings;
}

static void judge(const struct noe_task *task, struct noe_result *result) {
  struct noe_judge judge = {.task = task, .result = result, .limits = noe_verdict_limits(task)};
  enum noe_stop stop = NOE_STOP_MEMORY;
  if (noe_base_memory_guarded(task->memory, copy_findings, &judge)) {
    if (noe_base_memory_guarded(task->memory, judge_claims, &judge))
      stop = judge.space.stop;
    if (stop == NOE_STOP_ERRORS)
      stop = NOE_STOP_NONE; /* the error says it all */
    sum_up(&judge, stop);
  } else {
    result->complete = false;
    result->stop = stop;
    result->verdict = result->first_failure ? NOE_VERDICT_VIOLATED : NOE_VERDICT_UNKNOWN;
  }
  if (!task->before) {
    result->states = judge.space.memory ? judge.orbits.keys.count : 0;
    result->rules_fired = result->transitions = judge.space.steps;
    if (judge.counts && judge.counted->keys.count > judge.orbits.keys.count) {
      result->states = judge.counted->keys.count;
      result->rules_fired = result->transitions = judge.counted->step_count;
    }
  }
  close_space(&judge);
  result->seconds += noe_base_now() - judge.limits.began;
  result->peak_bytes = noe_base_memory_peak(task->memory);
}

/* ----------------------------------------------------------------- engine */

static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model, (void)options;
  if (question->clause && noe_property_is_temporal(question->clause->property))
    return NOE_CAN_DECIDE;
  *why = "claims about states";
  return NOE_CANNOT;
}

struct beginning {
  const struct noe_task *task;
  struct noe_result *result;
};

/* Nothing else was searched: what is not asked here stays unknown. */
static void begin_alone(void *context, jmp_buf *escape) {
  (void)escape;
  struct beginning *beginning = context;
  beginning->result = noe_verdict_blank(beginning->task, "fair",
                                        "not judged: the fair engine judges claims about runs only; see --engine");
  beginning->result->complete = true;
}

static struct noe_result *run(const struct noe_task *task) {
  struct beginning beginning = {task, task->before};
  if (!beginning.result && !noe_base_memory_guarded(task->memory, begin_alone, &beginning)) {
    static _Thread_local struct noe_result nothing;
    nothing = (struct noe_result){.engine = "fair", .verdict = NOE_VERDICT_UNKNOWN, .stop = NOE_STOP_MEMORY};
    return &nothing;
  }
  judge(task, beginning.result);
  return beginning.result;
}

const struct noe_engine noe_fair_engine = {
    .name = "fair",
    .summary = "claims about runs: ltl, ctl, mu and never, under weak and strong fairness",
    .ability = ability,
    .looks_ahead = true,
    .takes_views = true,
    .no_checkpoints = "its graph is not written to files",
    .run = run,
};
