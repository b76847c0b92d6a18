/* check: load, pick an engine, run it, report. */
#include "cli/session.h"
#include "explicit/checkpoint.h"
#include "fair/fair.h"

static int status_of(const struct noe_result *result) {
  switch (result->verdict) {
  case NOE_VERDICT_HOLDS:
    return NOE_STATUS_HOLDS;
  case NOE_VERDICT_VIOLATED:
    return result->first_failure ? noe_cli_failure_status(result->first_failure->kind) : NOE_STATUS_INTERNAL;
  case NOE_VERDICT_UNKNOWN:
    return result->stop == NOE_STOP_INTERRUPT ? NOE_STATUS_INTERRUPTED : NOE_STATUS_UNKNOWN;
  case NOE_VERDICT_ERROR:
    break;
  }
  return NOE_STATUS_INTERNAL;
}

/* The failure whose run is saved: the first one that has a run. */
static const struct noe_finding *finding_with_run(const struct noe_result *result) {
  if (result->first_failure && result->first_failure->trace)
    return result->first_failure;
  for (uint32_t i = 0; i < result->finding_count; i++)
    if (result->findings[i].trace)
      return &result->findings[i];
  return NULL;
}

static void write_files(struct noe_session *session) {
  const struct noe_options *options = session->cli->options;
  struct noe_text text = noe_base_text(session->cli->memory);
  if (options->json) {
    noe_report_json(&session->report, &text);
    noe_cli_write_file(session->cli, options->json, &text);
  }
  noe_base_text_clear(&text);
  if (options->junit) {
    noe_report_junit(&session->report, &text);
    noe_cli_write_file(session->cli, options->junit, &text);
  }
  noe_base_text_free(&text);
}

static void run_engine(struct noe_session *session, const struct noe_engine *engine) {
  struct noe_task task = noe_cli_task(session);
  struct noe_text put = noe_base_text(session->cli->memory);
  struct noe_meter meter;
  if (session->cli->options->put == NOE_PUT_ALL)
    task.put = &put;
  noe_cli_meter_begin(&meter, session->cli, &task);
  session->report.engine = engine->name;
  struct noe_result *result = engine->run(&task);
  noe_fair_judge(&task, result);
  session->report.result = result;
  noe_cli_meter_end(&meter);
  noe_base_text_free(&put);
}

/* What is left to do is nothing: no need to go on from anywhere. Comes last, when the
 * verdict has been said. */
static void forget_checkpoint(const struct noe_options *options, const struct noe_result *result) {
  const char *directory = options->checkpoint ? options->checkpoint : options->resume;
  bool over = result->stop == NOE_STOP_NONE || result->stop == NOE_STOP_ERRORS || result->stop == NOE_STOP_BOUND;
  if (directory && over && result->verdict != NOE_VERDICT_ERROR)
    noe_explicit_checkpoint_remove(directory);
}

static int show(struct noe_session *session) {
  const struct noe_result *result = session->report.result;
  const struct noe_finding *finding = finding_with_run(result);
  struct noe_text text = noe_base_text(session->cli->memory);
  write_files(session);
  noe_cli_write_trace(session, finding ? finding->trace : NULL, finding);
  noe_report_check(&session->report, &text);
  noe_cli_trace_note(session, finding != NULL, &text);
  noe_cli_print(session->cli, &text);
  noe_base_text_free(&text);
  forget_checkpoint(session->cli->options, result);
  return status_of(result);
}

/* Who reads the files must not find an old verdict or an old run in them. */
static void no_result(struct noe_session *session) {
  write_files(session);
  noe_cli_write_trace(session, NULL, NULL);
}

int noe_cli_check(struct noe_cli *cli) {
  struct noe_session session;
  if (!noe_cli_session(cli, cli->words[0], &session)) {
    no_result(&session);
    return NOE_STATUS_MODEL;
  }
  const struct noe_engine *engine =
      noe_cli_pick_engine(cli, session.report.model, &session.report.engine_reason);
  if (!engine) {
    noe_cli_complain(cli, "%s", session.report.engine_reason);
    session.report.error = session.report.engine_reason;
    no_result(&session);
    return NOE_STATUS_MODEL;
  }
  run_engine(&session, engine);
  if (session.report.result->unmet) {
    session.report.error = session.report.result->unmet;
    session.report.result = NULL;
    noe_cli_complain(cli, "%s", session.report.error);
    no_result(&session);
    return NOE_STATUS_USAGE;
  }
  /* The verdict is known: saying it must not fail for the limit that the search had. */
  noe_base_memory_set_limit(cli->memory, 0);
  if (session.report.result->refused) {
    noe_cli_complain(cli, "%s", session.report.result->refused);
    session.report.error = session.report.result->refused;
    session.report.result = NULL;
    no_result(&session);
    return NOE_STATUS_MODEL;
  }
  return show(&session);
}
