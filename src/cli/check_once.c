/* Load, plan which engines judge, run them; then whoever asked is told. Three things may fail for
 * want of memory, each with another answer: the check (the verdict is UNKNOWN), telling
 * it (the limit is lifted before, so that is the machine's limit: the command ends),
 * and the command. */
#include "adaptive/given.h"
#include "base/clock.h"
#include "cli/check.h"
#include "cli/engines.h"
#include "cli/generators.h"
#include "hunt/hunt.h"
#include "model/asked.h"
#include "verdict/run.h"

struct attempt {
  struct noe_cli cli; /* a copy, with memory and options of this run */
  const struct noe_check *check;
  struct noe_session session;
  struct noe_result no_memory;
  struct noe_text heard; /* `put` text that something is expected of */
  double began;
  int status;
};

static int status_of(const struct noe_result *result) {
  if (result->broken_symmetry)
    return NOE_STATUS_INTERNAL;
  switch (result->verdict) {
  case NOE_VERDICT_HOLDS: return NOE_STATUS_HOLDS;
  case NOE_VERDICT_VIOLATED:
    return result->first_failure ? noe_cli_failure_status(result->first_failure->kind) : NOE_STATUS_INTERNAL;
  case NOE_VERDICT_UNKNOWN: return result->stop == NOE_STOP_INTERRUPT ? NOE_STATUS_INTERRUPTED : NOE_STATUS_UNKNOWN;
  case NOE_VERDICT_ERROR: break;
  }
  return NOE_STATUS_INTERNAL;
}

static struct noe_options without_symmetry(const struct noe_options *options) {
  struct noe_options without = *options;
  without.symmetry = NOE_SYMMETRY_OFF;
  return without;
}

/* A symmetry that was taken for proved and is none is a fault of noether, and told as one; but whoever asked wants an
 * answer, and gets that of a search without symmetry. */
static void run_plan(struct noe_session *session, const struct noe_engine_plan *plan) {
  struct noe_task task = noe_cli_task(session);
  struct noe_text put = noe_base_text(session->cli->memory);
  struct noe_meter meter;
  if (session->cli->options->put == NOE_PUT_ALL)
    task.put = &put;
  noe_cli_meter_begin(&meter, session->cli, &task);
  session->report.engine = plan->name;
  struct noe_result *result = noe_verdict_run(&task, plan);
  const struct noe_options without = without_symmetry(task.options);
  if (result->broken_symmetry) {
    const char *broken = result->broken_symmetry;
    task.options = &without;
    result = noe_verdict_run(&task, plan);
    result->broken_symmetry = broken;
  }
  session->report.result = result;
  if (result->engine_reason) {
    session->report.engine = result->engine;
    session->report.engine_reason = result->engine_reason;
  }
  noe_cli_meter_end(&meter);
  noe_base_text_free(&put);
}

/* Two engines that disagree: what each of them says is kept for who looks into it. */
static void save_side(struct noe_session *session, const char *engine, const struct noe_result *side) {
  struct noe_report report = session->report;
  struct noe_text text = noe_base_text(session->cli->memory);
  const char *file = noe_base_arena_format(session->cli->arena, "noether-disagreement.%s.json", engine);
  report.result = side;
  report.engine = engine;
  noe_report_json(&report, &text);
  noe_cli_write_file(session->cli, file, &text);
  noe_cli_complain(session->cli, "what the engine `%s` says is saved in %s", engine, file);
  noe_base_text_free(&text);
}

static void save_sides(struct noe_session *session, const struct noe_engine_plan *plan) {
  const struct noe_result *result = session->report.result;
  if (!result->contrary)
    return;
  save_side(session, plan->engines[0]->name, result);
  save_side(session, result->contrary_engine, result->contrary);
}

/* There is no result, and this is why. */
static int refuse(struct noe_session *session, const char *why, int status) {
  noe_cli_complain(session->cli, "%s", why);
  session->report.error = why;
  session->report.result = NULL;
  return status;
}

/* `there is no property x in a.m; it has "y", "z"`: what can be asked for. */
static const char *asked_in_vain(const struct noe_cli *cli, const struct noe_report *report, const char *word) {
  enum { MOST = 12 };
  const struct noe_model *model = report->model;
  const char *text =
      noe_base_arena_format(cli->arena, "--property: no property of %s is called \"%s\"", report->file, word);
  for (uint32_t i = 0; i < model->left_out_count && i < MOST; i++)
    text = noe_base_arena_format(cli->arena, "%s%s\"%s\"", text, i ? ", " : "; there is ", model->left_out[i].title);
  return model->left_out_count > MOST ? noe_base_arena_format(cli->arena, "%s, ...", text) : text;
}

static int judge(struct noe_session *session, struct noe_cli *cli, const struct noe_check *check) {
  if (!noe_cli_session(cli, check->run->file, session))
    return NOE_STATUS_MODEL;
  const char *in_vain = noe_model_asked_in_vain(&cli->options->property, session->report.model);
  if (in_vain)
    return refuse(session, asked_in_vain(cli, &session->report, in_vain), NOE_STATUS_USAGE);
  if (cli->options->generators && !noe_cli_read_generators(session))
    return NOE_STATUS_MODEL;
  const struct noe_engine *only = session->generators   ? &noe_given_engine
                                  : check->engine       ? check->engine
                                  : cli->options->swarm ? &noe_swarm_engine
                                                        : NULL;
  struct noe_engine_plan plan = noe_verdict_plan(cli->memory, cli->arena, session->report.model, cli->options,
                                                 only ? &only : noe_cli_engines, only ? 1 : noe_cli_engine_count);
  session->report.engine_reason = only ? only->summary : plan.reason;
  if (!plan.count)
    return refuse(session, plan.reason, plan.is_name_wrong ? NOE_STATUS_USAGE : NOE_STATUS_MODEL);
  run_plan(session, &plan);
  const struct noe_result *result = session->report.result;
  if (result->unmet)
    return refuse(session, result->unmet, NOE_STATUS_USAGE);
  if (result->refused)
    return refuse(session, result->refused, NOE_STATUS_MODEL);
  save_sides(session, &plan);
  return status_of(result);
}

/* ---------------------------------------------------------------- memory */

static bool guarded(struct attempt *attempt, void (*work)(struct attempt *attempt)) {
  jmp_buf escape;
  noe_base_memory_guard(attempt->cli.memory, &escape);
  if (setjmp(escape))
    return false;
  work(attempt);
  return true;
}

static void check(struct attempt *attempt) {
  const struct noe_expectation *expectation = attempt->check->run->expectation;
  attempt->cli.arena = noe_base_arena_new(attempt->cli.memory);
  attempt->heard = noe_base_text(attempt->cli.memory);
  attempt->cli.heard = expectation && expectation->prints ? &attempt->heard : NULL;
  attempt->status = judge(&attempt->session, &attempt->cli, attempt->check);
}

/* What was in the memory is gone, and the report must not speak of it. */
static void no_memory(struct attempt *attempt) {
  struct noe_memory *memory = attempt->cli.memory;
  noe_base_memory_sweep(memory);
  attempt->heard = noe_base_text(memory);
  attempt->no_memory = (struct noe_result){.verdict = NOE_VERDICT_UNKNOWN,
                                           .stop = NOE_STOP_MEMORY,
                                           .concrete_states = "0",
                                           .seconds = noe_base_now() - attempt->began,
                                           .peak_bytes = noe_base_memory_peak(memory)};
  attempt->session = (struct noe_session){.cli = &attempt->cli};
  attempt->session.report = (struct noe_report){.memory = memory,
                                                .options = attempt->check->run->options,
                                                .file = attempt->check->run->file,
                                                .result = &attempt->no_memory,
                                                .memory_limit = noe_base_memory_limit(memory),
                                                .colour = attempt->cli.colour_out};
  attempt->status = NOE_STATUS_UNKNOWN;
}

/* Of a run that was not finished, or that noether did wrong, nothing can be expected. */
static void compare(struct attempt *attempt) {
  const struct noe_run *run = attempt->check->run;
  struct noe_report *report = &attempt->session.report;
  bool has_outcome = attempt->status != NOE_STATUS_INTERRUPTED && attempt->status != NOE_STATUS_INTERNAL &&
                     attempt->status != NOE_STATUS_USAGE;
  if (!has_outcome || (!run->expectation && !run->lacking))
    return;
  report->expected = run->expectation ? run->expectation->text : NULL;
  report->unmet = run->expectation ? noe_cli_expect_judge(attempt->cli.arena, run->expectation, report, &attempt->heard)
                                   : run->lacking;
  attempt->status = report->unmet ? NOE_STATUS_UNEXPECTED : NOE_STATUS_HOLDS;
}

static void tell(struct attempt *attempt) {
  if (!attempt->session.report.model)
    attempt->cli.arena = noe_base_arena_new(attempt->cli.memory);
  compare(attempt);
  attempt->check->tell(attempt->check->context, &attempt->session, attempt->status);
}

static void open_memory(struct noe_cli *cli, struct attempt *attempt) {
  uint64_t asked = attempt->check->run->options->mem;
  attempt->cli.memory = noe_base_memory_new(asked ? asked : noe_base_memory_limit(cli->memory));
  if (!attempt->cli.memory)
    noe_base_memory_escape(cli->memory);
  noe_base_memory_pass_failure(cli->memory, attempt->cli.memory);
}

int noe_cli_check_once(struct noe_cli *cli, const struct noe_check *request) {
  struct attempt attempt = {.cli = *cli, .check = request, .began = noe_base_now()};
  attempt.cli.options = request->run->options;
  open_memory(cli, &attempt);
  if (!guarded(&attempt, check))
    no_memory(&attempt);
  /* The outcome is known: saying it must not fail for the limit that the search had. */
  noe_base_memory_set_limit(attempt.cli.memory, 0);
  bool told = guarded(&attempt, tell);
  cli->write_failed = attempt.cli.write_failed;
  cli->output_closed = attempt.cli.output_closed;
  noe_base_memory_pass_failure(attempt.cli.memory, cli->memory);
  noe_base_memory_delete(attempt.cli.memory);
  if (!told)
    noe_base_memory_escape(cli->memory);
  return attempt.status;
}
