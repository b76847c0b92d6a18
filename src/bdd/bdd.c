/* The engine as a whole: which strategy, build, search, judge, clean up. */
#include <string.h>

#include "base/clock.h"
#include "bdd/bdd_int.h"
#include "lower/lower.h"
#include "system/claims.h"
#include "verdict/plan.h"
#include "verdict/run.h"

/* --------------------------------------------------------------- strategies */

/* options->strategy: 0 is auto, then as in the table. */
static bool is_reduced(enum noe_strategy strategy) { return strategy != NOE_STRATEGY_PLAIN; }

static bool asks_about_runs(const struct noe_clause *claim) {
  return claim && (claim->property == NOE_PROPERTY_LIVENESS || noe_property_is_temporal(claim->property));
}

static bool has_claims_about_runs(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->property_count; i++)
    if (asks_about_runs(&model->properties[i]))
      return true;
  return false;
}

/* The one that is asked for; `auto`: by states of components where there is symmetry and only states are asked about,
 * else plain. Whether there is symmetry shows later: without it all of them come to the same. */
static enum noe_strategy pick(const struct noe_model *model, const struct noe_options *options) {
  if (options->strategy)
    return (enum noe_strategy)(options->strategy - 1);
  bool plain = options->symmetry == NOE_SYMMETRY_OFF || options->bound || has_claims_about_runs(model);
  return plain ? NOE_STRATEGY_PLAIN : NOE_STRATEGY_COMPONENT_STATES;
}

static const char *name_of(enum noe_strategy strategy) {
  static const char *const names[] = {
#define STRATEGY(symbol, name, source, says, text) name,
#include "bdd/strategies.def"
#undef STRATEGY
  };
  return names[strategy];
}

const char *noe_bdd_strategy_text(const struct noe_bdd *b) {
  const char *why = b->options->symmetry == NOE_SYMMETRY_OFF ? "symmetry is off"
                    : b->options->bound                      ? "--bound counts levels"
                    : has_claims_about_runs(b->model)        ? "claims about runs look at all states"
                    : !b->symmetry                           ? "without symmetry there is no other"
                                                             : "one state of each orbit is enough";
  return b->options->strategy ? name_of(b->strategy)
                              : noe_base_arena_format(b->task->arena, "%s: %s", name_of(b->strategy), why);
}

/* ------------------------------------------------------------------ abilities */

static bool chooses(const struct noe_clause *property) {
  for (uint32_t i = 0; i < property->binder_count; i++)
    if (property->binders[i].kind == NOE_BINDER_CHOOSE)
      return true;
  return false;
}

static bool speaks_of_steps(const struct noe_clause *claim) {
  for (uint32_t i = 0; claim->temporal && claim->temporal->steps && i < claim->temporal->atom_count; i++)
    if (claim->temporal->steps[i])
      return true;
  return false;
}

static bool chooses_fairly(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->fairness_count; i++)
    if (model->fairness[i].is_condition && chooses(&model->properties[model->fairness[i].property]))
      return true;
  return false;
}

static const char *obstacle(const struct noe_model *model, const struct noe_options *options,
                            const struct noe_clause *claim) {
  if (!asks_about_runs(claim))
    return NULL;
  if (chooses(claim))
    return "a claim about runs of an element of a multiset (`choose`)";
  if (claim->property == NOE_PROPERTY_CTLSTAR)
    return "claims `ctlstar`";
  if (claim->property == NOE_PROPERTY_LTL && pick(model, options) != NOE_STRATEGY_PLAIN)
    return "claims `ltl` but with --strategy=plain";
  if (speaks_of_steps(claim))
    return "claims about the rule that is taken";
  if (pick(model, options) == NOE_STRATEGY_LIVE_REP &&
      (claim->property == NOE_PROPERTY_LIVENESS || claim->property == NOE_PROPERTY_MU))
    return "claims that some run exists with --strategy=live-rep";
  if (options->under && pick(model, options) == NOE_STRATEGY_FIRST_FOUND)
    return "claims about runs with --under";
  bool is_fair = model->fairness_count && !options->ignore_fairness;
  if (is_fair && claim->property == NOE_PROPERTY_CTL && pick(model, options) != NOE_STRATEGY_PLAIN)
    return "claims `ctl` under fairness but with --strategy=plain";
  if (is_fair && chooses_fairly(model))
    return "conditions of fairness of an element of a multiset (`choose`)";
  return NULL;
}

bool noe_bdd_only_refutes(const struct noe_options *options, enum noe_strategy strategy) {
  return strategy == NOE_STRATEGY_LIVE_REP || (options->under && strategy == NOE_STRATEGY_FIRST_FOUND);
}

static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  *why = options->strategy > NOE_STRATEGY_COUNT ? "this --strategy, which is one of the engine orbits"
                                                : obstacle(model, options, question->clause);
  if (*why)
    return NOE_CANNOT;
  if (!noe_bdd_only_refutes(options, pick(model, options)))
    return NOE_CAN_DECIDE;
  *why = options->under ? "proofs with --under" : "proofs with --strategy=live-rep";
  return question->kind == NOE_FINDING_COVER ? NOE_CAN_CONFIRM : NOE_CAN_REFUTE;
}

/* ------------------------------------------------------------------------ run */

static void make_questions(struct noe_bdd *b) {
  struct noe_questions asked = noe_verdict_questions(b->task->arena, b->model, b->options);
  b->result = noe_verdict_blank(b->task, "bdd", NULL);
  b->questions = NOE_NEW_ARRAY(b->arena, struct noe_bdd_question, asked.count + 1);
  b->question_count = asked.count;
  for (uint32_t i = 0; i < asked.count; i++) {
    b->questions[i] = (struct noe_bdd_question){.question = asked.items[i], .finding = &b->result->findings[i]};
    if (!asked.items[i].clause && asked.items[i].kind == NOE_FINDING_DEADLOCK)
      b->deadlock = &b->questions[i];
    if (!asked.items[i].clause && asked.items[i].kind == NOE_FINDING_ASSERTION)
      b->errors = &b->questions[i];
  }
}

/* Not built: everything is open, for this reason. */
static void refuse(struct noe_bdd *b) {
  if (!b->circuits->refused) {
    b->circuits->refused = "a circuit that has become too large";
    b->circuits->refused_at = b->model->rule_count ? b->model->rules[0].place : (struct noe_place){0, 0};
  }
  for (uint32_t i = 0; i < b->question_count; i++)
    b->questions[i].finding->message = noe_circuit_refusal(b->circuits, b->task->arena);
}

/* Are those of an orbit that are found at once all kept? */
static bool keeps_first_found(enum noe_strategy strategy) {
  return strategy == NOE_STRATEGY_FIRST_FOUND || strategy == NOE_STRATEGY_CREATE_XI ||
         strategy == NOE_STRATEGY_LIVE_REP || strategy == NOE_STRATEGY_HINTS;
}

static void reduce(struct noe_bdd *b) {
  b->named = NOE_NEW_ARRAY(b->arena, uint32_t, b->symmetry->block_count + 1);
  noe_bdd_make_swaps(b);
  if (keeps_first_found(b->strategy) || b->strategy == NOE_STRATEGY_MULTIPLE)
    b->is_unique = false;
  if (b->strategy == NOE_STRATEGY_ORBIT)
    b->is_unique = true; /* whatever cells there are */
  if (b->strategy != NOE_STRATEGY_CREATE_XI)
    noe_bdd_make_xi(b);
}

/* Beside another engine: nobody grants the work that circuits take. Those of models with small diagrams take less: most
 * of a few thousand gates. */
enum { MOST_CIRCUIT_WORK = 1 << 17 };

static void work(void *context, jmp_buf *escape) {
  (void)escape;
  struct noe_bdd *b = context;
  const char *why = NULL;
  b->strategy = pick(b->model, b->options);
  b->machine = noe_model_machine_new(b->memory, b->model);
  b->records = b->strategy == NOE_STRATEGY_PLAIN || has_claims_about_runs(b->model);
  b->circuits = noe_circuit_new(b->memory, noe_lower_model(b->arena, b->model, false), true,
                                b->task->more_work ? MOST_CIRCUIT_WORK : 0);
  if (b->circuits->refused || !noe_bdd_build(b)) {
    refuse(b);
    return;
  }
  if (is_reduced(b->strategy) && b->options->symmetry != NOE_SYMMETRY_OFF)
    noe_bdd_prove(b, &why);
  noe_bdd_order(b);
  noe_bdd_open(b, b->circuits->bit_count);
  noe_bdd_make_parts(b);
  noe_bdd_load_ballast(b);
  if (!noe_bdd_make_sets(b)) {
    refuse(b);
    return;
  }
  if (b->symmetry)
    reduce(b);
  noe_bdd_search(b);
  noe_bdd_judge(b);
  if (b->circuits->refused || b->circuits->graph.is_full)
    refuse(b);
  else
    noe_bdd_write(b);
}

static void prepare(void *context, jmp_buf *escape) {
  (void)escape;
  struct noe_bdd *b = context;
  b->arena = noe_base_arena_new(b->memory);
  make_questions(b);
}

/* Cut off by a limit: what was found so far is not told, since its run cannot be. */
static void rescue(struct noe_bdd *b) {
  struct noe_result *result = b->result;
  result->stop = b->stop ? b->stop : NOE_STOP_MEMORY;
  result->complete = false;
  result->verdict = NOE_VERDICT_UNKNOWN;
  result->first_failure = NULL;
  for (uint32_t i = 0; i < result->finding_count; i++) {
    struct noe_finding *finding = &result->findings[i];
    finding->verdict = NOE_VERDICT_UNKNOWN;
    finding->trace = NULL;
    finding->message = result->stop == NOE_STOP_TIME        ? "not judged: out of time"
                       : result->stop == NOE_STOP_INTERRUPT ? "not judged: interrupted"
                                                            : "not judged: out of memory for diagrams";
  }
}

static void clean_up(struct noe_bdd *b) {
  if (b->is_open)
    noe_bdd_close();
  if (b->circuits)
    noe_circuit_delete(b->circuits);
  if (b->machine)
    noe_model_machine_delete(b->machine);
  noe_base_free(b->memory, b->gates);
  noe_base_free(b->memory, b->made);
  noe_base_free(b->memory, b->uses);
  noe_base_free(b->memory, b->rings.items);
  noe_base_arena_delete(b->arena);
}

static bool attempt(struct noe_bdd *b) {
  return noe_base_memory_guarded(b->memory, prepare, b) && noe_base_memory_guarded(b->memory, work, b);
}

static void find_order(void *context, jmp_buf *escape) {
  (void)escape;
  noe_bdd_find_order(context);
}

/* With the order of cells that sifting has found. */
static bool attempt_again(struct noe_bdd *b) {
  b->begins_again = noe_base_memory_guarded(b->memory, find_order, b);
  if (!b->begins_again)
    return false;
  clean_up(b);
  struct noe_bdd fresh = {.task = b->task, .memory = b->memory, .model = b->model, .options = b->options, .xi = -1};
  fresh.limits = b->limits;
  fresh.order = b->order;
  fresh.attempts = b->attempts + 1;
  fresh.nodes_before = b->nodes_before;
  fresh.nodes_after = b->nodes_after;
  *b = fresh;
  return attempt(b);
}

static struct noe_result *finish(struct noe_bdd *b, bool done) {
  static _Thread_local struct noe_result nothing;
  if (!b->result) {
    nothing = (struct noe_result){.engine = "bdd", .verdict = NOE_VERDICT_UNKNOWN, .stop = NOE_STOP_MEMORY};
    return &nothing;
  }
  if (!done)
    rescue(b);
  struct noe_result *result = b->result;
  clean_up(b);
  noe_base_free(b->memory, b->order);
  if (result->error)
    result->verdict = NOE_VERDICT_ERROR;
  return result;
}

static struct noe_result *run(const struct noe_task *task) {
  struct noe_bdd b = {.task = task, .memory = task->memory, .model = task->model, .options = task->options, .xi = -1};
  b.limits = noe_verdict_limits(task);
  double began = noe_base_now();
  bool done = attempt(&b);
  while (!done && b.begins_again)
    done = attempt_again(&b);
  struct noe_result *result = finish(&b, done);
  result->seconds = noe_base_now() - began;
  result->peak_bytes = noe_base_memory_peak(task->memory);
  return result;
}

/* `auto`: most searches are over by then, and of the others few have small diagrams. */
#ifdef NOE_HOSTILE
enum { FROM_STATES = 2 * NOE_FIRST_STAGE };
#else
enum { FROM_STATES = 1 << 18 };
#endif

const struct noe_engine noe_bdd_engine = {
    .name = "bdd",
    .summary = "sets of states as binary decision diagrams; --strategy says which way",
    .ability = ability,
    .no_checkpoints = "diagrams are not written to files",
    .run = run,
    .stands_in_from = FROM_STATES,
    .may_get_lost = true,
};
