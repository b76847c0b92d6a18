/* check: one run, reported in full, or a table of many. */
#include "cli/check.h"
#include "checkpoint/checkpoint.h"
#include "report/html.h"
#include "report/sarif.h"

const struct noe_finding *noe_cli_finding_with_run(const struct noe_result *result) {
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
  noe_base_text_clear(&text);
  if (options->sarif) {
    noe_report_sarif(&session->report, &text);
    noe_cli_write_file(session->cli, options->sarif, &text);
  }
  noe_base_text_clear(&text);
  if (options->html) {
    noe_report_html(&session->report, session->cli->typed, &text);
    noe_cli_write_file(session->cli, options->html, &text);
  }
  noe_base_text_free(&text);
}

/* What is left to do is nothing: no need to go on from anywhere. Comes last, when the
 * verdict has been said. */
static void forget_checkpoint(const struct noe_options *options, const struct noe_result *result) {
  const char *directory = options->checkpoint ? options->checkpoint : options->resume;
  bool over = result->stop == NOE_STOP_NONE || result->stop == NOE_STOP_ERRORS || result->stop == NOE_STOP_BOUND;
  if (directory && over && result->verdict != NOE_VERDICT_ERROR)
    noe_checkpoint_remove(directory);
}

static void show(struct noe_session *session, const struct noe_finding *finding) {
  struct noe_text text = noe_base_text(session->cli->memory);
  if (session->report.result) {
    noe_report_check(&session->report, &text);
    noe_cli_trace_note(session, finding != NULL, &text);
  } else { /* what is wrong with the model has been said */
    noe_report_expectation(&session->report, &text);
  }
  noe_cli_print(session->cli, &text);
  noe_base_text_free(&text);
}

/* Who reads the files must not find an old verdict or an old run in them, even if there
 * is no result. */
void noe_cli_show_check(void *context, struct noe_session *session, int status) {
  (void)context, (void)status;
  const struct noe_result *result = session->report.result;
  const struct noe_finding *finding = result ? noe_cli_finding_with_run(result) : NULL;
  write_files(session);
  noe_cli_write_trace(session, finding ? finding->trace : NULL, finding);
  show(session, finding);
  if (result)
    forget_checkpoint(session->cli->options, result);
}

int noe_cli_check(struct noe_cli *cli) {
  struct noe_sweep_plan plan;
  int status = noe_cli_plan(cli, &plan);
  if (status != NOE_STATUS_HOLDS)
    return status;
  if (plan.is_sweep)
    return noe_cli_sweep(cli, &plan);
  struct noe_check check = {.run = &plan.runs[0], .tell = noe_cli_show_check};
  return noe_cli_check_once(cli, &check);
}
