/* What an engine says, held against what it can say, and its runs executed again. */
#include <assert.h>

#include "model/lasso.h"
#include "model/replay.h"
#include "verdict/check.h"
#include "verdict/run.h"

struct admission {
  const struct noe_task *task;
  const struct noe_engine *engine;
  struct noe_result *result;
  uint32_t at; /* the finding at hand */
};

/* Findings live in the arena of the result; only here and in run.c they are changed once they are said. */
static struct noe_finding *finding_at(const struct admission *admission) {
  assert(admission->at < admission->result->finding_count && "a finding of the result");
  return &admission->result->findings[admission->at];
}

static void reject(const struct admission *admission, const char *error) {
  assert(error && "what is rejected gets a reason");
  struct noe_finding *finding = finding_at(admission);
  finding->trace = NULL;
  finding->ground_count = 0;
  if (!admission->result->error)
    admission->result->error = error;
  admission->result->verdict = NOE_VERDICT_ERROR;
}

/* -------------------------------------------------------------- abilities */

static bool may_say(const struct admission *admission, const struct noe_finding *finding) {
  const struct noe_question question = {finding->kind, finding->clause};
  const char *why = NULL;
  unsigned can = admission->engine->ability(admission->task->model, admission->task->options, &question, &why);
  switch (finding->verdict) {
  case NOE_VERDICT_HOLDS: return can & NOE_CAN_CONFIRM;
  case NOE_VERDICT_VIOLATED: return can & NOE_CAN_REFUTE;
  case NOE_VERDICT_UNKNOWN:
  case NOE_VERDICT_ERROR: break;
  }
  return true;
}

static void check_ability(const struct admission *admission) {
  struct noe_finding *finding = finding_at(admission);
  if (may_say(admission, finding))
    return;
  const char *said = noe_model_verdict_name(finding->verdict);
  finding->verdict = NOE_VERDICT_UNKNOWN;
  reject(admission,
         noe_base_arena_format(admission->task->arena, "the engine `%s` says `%s` of `%s`, which it cannot tell",
                               admission->engine->name, said, finding->name));
}

/* ------------------------------------------------------------------- runs */

/* Does the finding's run show what it says? Loops need not be fair if fairness is ignored. */
static bool is_confirmed(const struct noe_task *task, const struct noe_finding *finding, struct noe_replay *replay) {
  assert(finding->trace && finding->trace->count && "a run has at least its start state");
  struct noe_machine *referee = noe_model_machine_new(task->memory, task->model);
  bool confirmed;
  if (!task->options->ignore_fairness) {
    confirmed = noe_model_replay_finding(referee, task->model, finding, task->options->deadlock, replay);
  } else {
    *replay = noe_model_replay(referee, task->model, finding->trace);
    confirmed =
        replay->status == NOE_REPLAY_OK &&
        (finding->kind != NOE_FINDING_LTL ||
         noe_model_lasso_satisfies(referee, finding->clause, finding->arguments, finding->trace) == NOE_OUTCOME_FALSE);
  }
  noe_model_machine_delete(referee);
  return confirmed;
}

/* What an atom is in the state after the step; whether the run goes on as a path of CTL* does, or, of !A f, does not. */
static enum noe_outcome outcome_of(struct noe_machine *referee, const struct noe_finding *finding,
                                   const struct noe_ground *ground) {
  const struct noe_formula *formula = ground->formula, *path = formula;
  if (formula && formula->kind == NOE_FORMULA_NOT)
    path = formula->left;
  if (formula && ground->kind == NOE_GROUND_HERE && formula->kind == NOE_FORMULA_ATOM)
    return noe_model_machine_atom(referee, finding->clause, finding->arguments, formula->values, formula->number,
                                  ground->trace->steps[ground->after].state);
  if (!path || ground->kind != NOE_GROUND_RUN || path->kind != NOE_FORMULA_PATH || !ground->trace->has_loop)
    return NOE_OUTCOME_FAULT;
  enum noe_outcome outcome = noe_model_lasso_goes_on(referee, finding, ground->trace, ground->after, path);
  if (path == formula || outcome == NOE_OUTCOME_FAULT)
    return outcome;
  return outcome == NOE_OUTCOME_TRUE ? NOE_OUTCOME_FALSE : NOE_OUTCOME_TRUE;
}

/* Is what is said of the state after a step of its run so, as far as the state and the run tell? */
static bool is_so(const struct noe_task *task, const struct noe_finding *finding, const struct noe_ground *ground) {
  if (ground->after >= ground->trace->count)
    return false;
  struct noe_machine *referee = noe_model_machine_new(task->memory, task->model);
  enum noe_outcome outcome = outcome_of(referee, finding, ground);
  noe_model_machine_delete(referee);
  return outcome == NOE_OUTCOME_FAULT || outcome == (ground->truth ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE);
}

static const char *doubt(const struct noe_task *task, const struct noe_finding *finding);

/* Of a claim about several runs: each of them, and what is said about them. NULL: all is well. */
static const char *doubt_grounds(const struct noe_task *task, const struct noe_finding *finding) {
  const char *why = NULL;
  for (uint32_t i = 0; i < finding->ground_count && !why; i++) {
    const struct noe_ground *ground = &finding->grounds[i];
    struct noe_finding other = *finding;
    other.trace = ground->trace;
    other.ground_count = 0;
    if (ground->trace != finding->trace && (!i || ground->trace != ground[-1].trace))
      why = doubt(task, &other);
    if (!why && !is_so(task, finding, ground))
      why = noe_base_arena_format(task->arena,
                                  "the run for `%s` cannot be confirmed: what it shows after step %u is not so",
                                  finding->name, (unsigned)ground->after);
  }
  return why;
}

/* NULL: it does. */
static const char *doubt(const struct noe_task *task, const struct noe_finding *finding) {
  struct noe_replay replay = {NOE_REPLAY_OK, 0};
  if (is_confirmed(task, finding, &replay))
    return doubt_grounds(task, finding);
  bool happens = replay.status == NOE_REPLAY_OK;
  return noe_base_arena_format(task->arena, "the run for `%s` cannot be confirmed: step %u: %s", finding->name,
                               (unsigned)(happens ? finding->trace->count - 1 : replay.step),
                               happens ? "the run happens but does not show this"
                                       : noe_model_replay_text(replay.status));
}

static void replay(void *context, jmp_buf *escape) {
  (void)escape;
  const struct admission *admission = context;
  const char *why = doubt(admission->task, finding_at(admission));
  if (why)
    reject(admission, why);
}

bool noe_verdict_confirm_runs(const struct noe_task *task, const struct noe_result *result, const char **why) {
  for (uint32_t i = 0; i < result->finding_count; i++)
    if (result->findings[i].trace && (*why = doubt(task, &result->findings[i])))
      return false;
  return true;
}

static bool is_new(const struct noe_finding *finding, const struct noe_finding *before) {
  return !before || before->verdict != finding->verdict || before->trace != finding->trace;
}

/* The verdict on the whole is admitted if it is that of the answers: HOLDS, only if every question has that answer. */
static void check_whole(void *context, jmp_buf *escape) {
  (void)escape;
  const struct admission *admission = context;
  const struct noe_task *task = admission->task;
  struct noe_result *result = admission->result;
  const struct noe_questions questions = noe_verdict_questions(task->arena, task->model, task->options);
  for (uint32_t i = 0; i < questions.count; i++) {
    const struct noe_finding *answer = noe_verdict_answer(result, &questions.items[i]);
    if (answer && answer->verdict == NOE_VERDICT_HOLDS)
      continue;
    result->error =
        noe_base_arena_format(task->arena, "the engine `%s` says that everything holds, and not that `%s` does",
                              admission->engine->name, noe_verdict_question_name(&questions.items[i]));
    result->verdict = NOE_VERDICT_ERROR;
    return;
  }
}

void noe_verdict_admit(const struct noe_task *task, const struct noe_engine *engine, struct noe_result *result,
                       const struct noe_finding *before, uint32_t before_count) {
  assert(result && (before || !before_count) && "findings of the engines before are there");
  struct admission admission = {task, engine, result, 0};
  for (; admission.at < result->finding_count; admission.at++) {
    struct noe_finding *finding = finding_at(&admission);
    if (!is_new(finding, admission.at < before_count ? &before[admission.at] : NULL))
      continue;
    check_ability(&admission);
    if (finding->trace && !noe_base_memory_guarded(task->memory, replay, &admission)) {
      finding->trace = NULL;
      finding->ground_count = 0;
      finding->message = "there is no memory left to show the run";
    }
  }
  if (result->verdict == NOE_VERDICT_HOLDS && !noe_base_memory_guarded(task->memory, check_whole, &admission)) {
    result->verdict = NOE_VERDICT_UNKNOWN;
    result->stop = NOE_STOP_MEMORY;
    result->complete = false;
  }
  assert(!noe_verdict_result_check(task->model, result) && "what is admitted is sound");
}
