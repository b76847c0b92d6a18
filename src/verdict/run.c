#include "verdict/run.h"

#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "verdict/check.h"
#include "verdict/figures.h"

/* ---------------------------------------------------------------- results */

static bool answers(const struct noe_finding *finding, const struct noe_question *question) {
  return finding->kind == question->kind && finding->clause == question->clause;
}

const struct noe_finding *noe_verdict_answer(const struct noe_result *result, const struct noe_question *question) {
  assert(question && "an answer to a question");
  const struct noe_finding *answer = NULL;
  for (uint32_t i = 0; i < result->finding_count; i++) {
    const struct noe_finding *finding = &result->findings[i];
    if (answers(finding, question) && (!answer || finding->verdict == NOE_VERDICT_VIOLATED))
      answer = finding;
  }
  return answer;
}

void noe_verdict_sum_up(struct noe_result *result) {
  bool unknown = !result->complete;
  for (uint32_t i = 0; i < result->finding_count; i++) {
    const struct noe_finding *finding = &result->findings[i];
    unknown |= finding->verdict == NOE_VERDICT_UNKNOWN;
    if (finding->verdict == NOE_VERDICT_VIOLATED && !result->first_failure)
      result->first_failure = finding;
  }
  result->verdict = result->error || result->refused ? NOE_VERDICT_ERROR
                    : result->first_failure          ? NOE_VERDICT_VIOLATED
                    : unknown                        ? NOE_VERDICT_UNKNOWN
                                                     : NOE_VERDICT_HOLDS;
}

struct noe_result *noe_verdict_blank(const struct noe_task *task, const char *engine, const char *why) {
  static const char *const modes[] = {"exact", "fast", "off"};
  struct noe_questions questions = noe_verdict_questions(task->arena, task->model, task->options);
  struct noe_result *result = NOE_NEW(task->arena, struct noe_result);
  struct noe_finding *findings = NOE_NEW_ARRAY(task->arena, struct noe_finding, questions.count);
  for (uint32_t i = 0; i < questions.count; i++) {
    const struct noe_question *question = &questions.items[i];
    findings[i] = (struct noe_finding){
        .kind = question->kind,
        .name = question->kind == NOE_FINDING_ASSERTION ? "no run-time error" : noe_verdict_question_name(question),
        .clause = question->clause,
        .verdict = NOE_VERDICT_UNKNOWN,
        .message = why};
    if (question->clause)
      findings[i].place = question->clause->place;
  }
  *result = (struct noe_result){.arena = task->arena,
                                .engine = engine,
                                .verdict = NOE_VERDICT_UNKNOWN,
                                .findings = findings,
                                .finding_count = questions.count,
                                .symmetry = modes[task->options->symmetry]};
  return result;
}

/* ----------------------------------------------------------------- engines */

struct refusal {
  const struct noe_task *task;
  const struct noe_engine *engine;
  struct noe_result *result;
};

static void write_refusal(void *context, jmp_buf *escape) {
  (void)escape;
  struct refusal *refusal = context;
  struct noe_result *result = noe_verdict_blank(refusal->task, refusal->engine->name, NULL);
  result->refused = noe_base_arena_format(refusal->task->arena, "the %s engine keeps no checkpoints: %s",
                                          refusal->engine->name, refusal->engine->no_checkpoints);
  refusal->result = result;
}

/* Not even room for a result: this one belongs to the thread, and says just that. */
static struct noe_result *no_memory(const struct noe_engine *engine) {
  static _Thread_local struct noe_result nothing;
  nothing = (struct noe_result){
      .engine = engine->name, .verdict = NOE_VERDICT_UNKNOWN, .stop = NOE_STOP_MEMORY, .concrete_states = "0"};
  return &nothing;
}

static struct noe_result *refuse(const struct noe_task *task, const struct noe_engine *engine) {
  struct refusal refusal = {.task = task, .engine = engine};
  return noe_base_memory_guarded(task->memory, write_refusal, &refusal) ? refusal.result : no_memory(engine);
}

struct part {
  const struct noe_engine *engine;
  struct noe_task task;
  struct noe_result *result;
};

static void run_part(void *context, jmp_buf *escape) {
  (void)escape;
  struct part *part = context;
  part->result = part->engine->run(&part->task);
}

struct noe_result *noe_verdict_run_engine(const struct noe_task *task, const struct noe_engine *engine,
                                          struct noe_result *before) {
  struct part part = {.engine = engine, .task = *task};
  part.task.before = before;
  bool keeps = task->options->checkpoint || task->options->resume;
  if (keeps && !before && engine->no_checkpoints)
    return refuse(task, engine);
  const struct noe_finding *findings = before ? before->findings : NULL;
  uint32_t count = before ? before->finding_count : 0;
  if (!noe_base_memory_guarded(task->memory, run_part, &part))
    return no_memory(engine);
  assert(part.result && "an engine that has nothing to say says UNKNOWN");
  noe_verdict_admit(task, engine, part.result, findings, count);
  return part.result;
}

/* A violation of a claim about runs may be near the start states of a model that has too many states, or far more
 * than are needed to find it. So before the first engine searches a level that would probably take it past a number of
 * states, engines that look ahead look at what is there, and the search goes on if they find nothing; with more and more
 * of both. What is known of claims then is kept only if one is violated. Numbers decide, and not the time. */
struct stage {
  uint64_t states, pairs;
};
#ifdef NOE_HOSTILE
static const struct stage stages[] = {{NOE_FIRST_STAGE, 64}, {64, 256}, {128, 512}};
#else
static const struct stage stages[] = {{UINT64_C(1) << 16, UINT64_C(1) << 14},
                                      {UINT64_C(1) << 21, UINT64_C(1) << 18},
                                      {UINT64_C(1) << 24, UINT64_C(1) << 20},
                                      {UINT64_C(1) << 27, UINT64_C(1) << 22}};
#endif
enum { STAGES = sizeof stages / sizeof *stages };

/* Who wants to see all failures, or to stop at a number that only a search knows, has it searched. */
static bool looks_ahead(const struct noe_task *task, const struct noe_engine_plan *plan) {
  const struct noe_options *options = task->options;
  bool any = false;
  for (uint32_t i = 1; i < plan->count; i++)
    any |= plan->engines[i]->looks_ahead;
  return any && options->max_errors == 1 && !options->checkpoint && !options->resume && !options->bound && !task->put &&
         !task->most_states;
}

double noe_verdict_time_left(const struct noe_task *task, double began) {
  return task->options->time > 0 ? task->options->time - (noe_base_now() - began) : INFINITY;
}

/* While the first engine searches. */
struct lookout {
  const struct noe_task *task;
  const struct noe_engine_plan *plan;
  double began;
  uint32_t stage;           /* the next one */
  struct noe_result *found; /* has a violation, or an error; or NULL */
};

/* Nothing of what it says is kept, unless that ends the run. */
static void ask_ahead(struct lookout *lookout, const struct noe_engine *engine, uint64_t pairs) {
  struct noe_options options = *lookout->task->options;
  struct noe_task part = *lookout->task;
  double left = noe_verdict_time_left(lookout->task, lookout->began);
  if (left <= 0)
    return;
  options.time = isinf(left) ? 0 : left;
  part.options = &options;
  part.arena = noe_base_arena_new(part.memory);
  part.most_states = 0;
  part.most_pairs = pairs;
  struct noe_result *result = noe_verdict_run_engine(&part, engine, NULL);
  if (result->first_failure || result->error)
    lookout->found = result;
  else
    noe_base_arena_delete(part.arena);
}

static void look_ahead(struct lookout *lookout, uint64_t pairs) {
  const struct noe_engine_plan *plan = lookout->plan;
  for (uint32_t i = 1; i < plan->count && !lookout->found; i++)
    if (plan->engines[i]->looks_ahead)
      ask_ahead(lookout, plan->engines[i], pairs);
}

/* True: the search need not go on. */
static bool is_found_ahead(void *context, struct noe_outlook *outlook) {
  struct lookout *lookout = context;
  uint32_t stage = lookout->stage;
  while (lookout->stage < STAGES && outlook->states > stages[lookout->stage].states)
    lookout->stage++;
  if (lookout->stage > stage)
    look_ahead(lookout, stages[lookout->stage - 1].pairs);
  return lookout->found;
}

/* What was found ahead of a search, which it has ended. */
static void take_over(struct noe_result *result, const struct noe_result *found) {
  for (uint32_t i = 0; i < result->finding_count; i++) {
    struct noe_finding *finding = &result->findings[i];
    const struct noe_finding *answer =
        noe_verdict_answer(found, &(struct noe_question){finding->kind, finding->clause});
    if (finding->verdict == NOE_VERDICT_UNKNOWN && answer && answer->verdict == NOE_VERDICT_VIOLATED)
      *finding = *answer;
  }
  result->error = found->error;
  result->is_unfounded |= found->is_unfounded;
  noe_verdict_sum_up(result);
  result->stop = NOE_STOP_ERRORS;
}

/* The first engine, and what was found ahead of it if that ends the run. */
static struct noe_result *run_first(const struct noe_task *task, const struct noe_engine_plan *plan) {
  struct lookout lookout = {.task = task, .plan = plan, .began = noe_base_now()};
  struct noe_task part = *task;
  assert(stages[0].states >= NOE_FIRST_STAGE && "what ends within the first stage ends before anyone looks ahead");
  if (looks_ahead(task, plan)) {
    assert(!task->is_enough && "nobody else waits for the levels of a search that somebody looks ahead of");
    part.is_enough = is_found_ahead;
    part.relay_context = &lookout;
  }
  struct noe_result *result = noe_verdict_run_engine(&part, plan->engines[0], NULL);
  if (lookout.found && !result->error && !result->first_failure)
    take_over(result, lookout.found);
  return result;
}

/* A search that a limit has ended, and that nobody looked ahead of: violations of claims about runs that are near the
 * start states are found all the same. */
static struct noe_result *run_after_limit(const struct noe_task *task, const struct noe_engine_plan *plan,
                                          struct noe_result *result, double began) {
  struct noe_task part = *task;
  enum noe_stop stop = result->stop;
  uint64_t most = task->options->max_errors;
  if (result->complete || result->error || result->refused || stop == NOE_STOP_INTERRUPT || task->put ||
      (most && result->first_failure) || looks_ahead(task, plan) || noe_verdict_time_left(task, began) <= 0)
    return result;
  part.most_pairs = stages[1].pairs;
  for (uint32_t i = 1; i < plan->count && !result->error; i++)
    if (plan->engines[i]->looks_ahead)
      result = noe_verdict_run_engine(&part, plan->engines[i], result);
  assert(result->verdict != NOE_VERDICT_HOLDS && "nothing holds after a search that a limit has ended");
  result->stop = stop;
  return result;
}

static struct noe_result *run_in_turn(const struct noe_task *task, const struct noe_engine_plan *plan) {
  double began = noe_base_now();
  bool is_all = false;
  struct noe_result *result = noe_verdict_alternate(task, plan, &is_all);
  if (is_all)
    return result;
  if (!result)
    result = run_first(task, plan);
  result->seconds = noe_base_now() - began; /* what engines did in vain took time as well */
  result = run_after_limit(task, plan, result, began);
  for (uint32_t i = 1; i < plan->count && result->complete && !result->error && !result->refused; i++)
    result = noe_verdict_run_engine(task, plan->engines[i], result);
  return result;
}

/* --------------------------------------------------------------- comparing */

static enum noe_verdict verdict_on(const struct noe_result *result, const struct noe_question *question) {
  const struct noe_finding *answer = noe_verdict_answer(result, question);
  return answer ? answer->verdict : NOE_VERDICT_UNKNOWN;
}

const struct noe_question *noe_verdict_disagreement(const struct noe_questions *questions, const struct noe_result *a,
                                                    const struct noe_result *b) {
  assert(a != b && "two results are compared");
  for (uint32_t i = 0; i < questions->count; i++) {
    enum noe_verdict one = verdict_on(a, &questions->items[i]), other = verdict_on(b, &questions->items[i]);
    bool decided = one != NOE_VERDICT_UNKNOWN && other != NOE_VERDICT_UNKNOWN;
    if (decided && one != other)
      return &questions->items[i];
  }
  return NULL;
}

void noe_verdict_oppose(const struct noe_questions *questions, struct noe_result *result, const char *name,
                        const struct noe_result *other, const char *other_name) {
  const struct noe_question *question = noe_verdict_disagreement(questions, result, other);
  if (!question)
    return;
  result->contrary = other;
  result->contrary_engine = other_name;
  result->error = noe_base_arena_format(result->arena, "the engines `%s` and `%s` disagree about `%s`", name,
                                        other_name, noe_verdict_question_name(question));
  result->verdict = NOE_VERDICT_ERROR;
}

void noe_verdict_adopt(struct noe_result *result, const struct noe_result *other) {
  assert(result->arena && "what is adopted lives in the arena of the result");
  assert(!result->error && !other->error && "engines that failed are not compared");
  for (uint32_t i = 0; i < result->finding_count; i++) {
    struct noe_finding *finding = &result->findings[i];
    const struct noe_question question = {finding->kind, finding->clause};
    const struct noe_finding *answer = noe_verdict_answer(other, &question);
    if (finding->verdict == NOE_VERDICT_UNKNOWN && answer && answer->verdict != NOE_VERDICT_UNKNOWN)
      *finding = *answer;
  }
  result->complete |= other->complete;
  result->seconds += other->seconds;
  noe_verdict_adopt_figures(result, other);
  if (result->complete)
    result->stop = NOE_STOP_NONE;
  noe_verdict_sum_up(result);
}

struct comparison {
  const struct noe_task *task;
  const struct noe_engine_plan *plan;
  struct noe_result *result;
  const struct noe_result *other;
  const char *name; /* of the other engine */
};

static void compare(void *context, jmp_buf *escape) {
  (void)escape;
  struct comparison *comparison = context;
  struct noe_result *result = comparison->result;
  noe_verdict_oppose(&comparison->plan->questions, result, comparison->plan->engines[0]->name, comparison->other,
                     comparison->name);
  if (!result->error)
    noe_verdict_adopt(result, comparison->other);
}

static struct noe_result *run_each(const struct noe_task *task, const struct noe_engine_plan *plan) {
  struct comparison comparison = {.task = task, .plan = plan};
  comparison.result = noe_verdict_run_engine(task, plan->engines[0], NULL);
  for (uint32_t i = 1; i < plan->count && !comparison.result->error && !comparison.result->refused; i++) {
    comparison.name = plan->engines[i]->name;
    struct noe_result *other = noe_verdict_run_engine(task, plan->engines[i], NULL);
    comparison.other = other;
    if (other->error || other->refused || other->is_unfounded)
      return other;
    if (!noe_base_memory_guarded(task->memory, compare, &comparison))
      return no_memory(plan->engines[0]);
  }
  return comparison.result;
}

struct noe_result *noe_verdict_run_as_is(const struct noe_task *task, const struct noe_engine_plan *plan) {
  assert(plan->count && "a plan has an engine");
  struct noe_result *result = plan->compares ? run_each(task, plan) : run_in_turn(task, plan);
  assert(!noe_verdict_result_check(task->model, result) && "what several engines say together is sound");
  return result;
}
