/* validate: does a run of the model explain the log of a real system? */
#include <string.h>

#include "base/clock.h"
#include "cli/inputs.h"
#include "cli/session.h"
#include "model/replay.h"
#include "report/log_read.h"
#include "report/validate_report.h"

struct validation {
  struct noe_session session;
  struct noe_source source; /* the log */
  struct noe_log log;
  struct noe_log_report report;
};

static void write_json(struct validation *validation) {
  struct noe_cli *cli = validation->session.cli;
  struct noe_text text = noe_base_text(cli->memory);
  if (cli->options->json) {
    noe_report_validation_json(&validation->report, &text);
    noe_cli_write_file(cli, cli->options->json, &text);
  }
  noe_base_text_free(&text);
}

/* Files that cannot be used; what is wrong has been said on standard error. */
static int no_log(struct validation *validation) {
  validation->report.report = &validation->session.report;
  validation->report.source = &validation->source;
  write_json(validation);
  noe_cli_write_trace(&validation->session, NULL, NULL);
  return NOE_STATUS_MODEL;
}

static bool read_log(struct validation *validation, const struct noe_names *names) {
  struct noe_cli *cli = validation->session.cli;
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(cli->arena, &validation->source);
  validation->log = noe_report_log_read(cli->arena, validation->session.report.model, names, &validation->source,
                                        cli->options->gap, diagnostics);
  noe_cli_print_diagnostics(cli, diagnostics);
  if (noe_base_error_count(diagnostics))
    return false;
  if (!validation->log.count)
    noe_cli_complain(cli, "%s has no line that tells of a rule or a state", validation->source.name);
  return validation->log.count != 0;
}

static int status_of(const struct noe_validation *result) {
  if (result->verdict == NOE_LOG_UNKNOWN)
    return result->stop == NOE_STOP_INTERRUPT ? NOE_STATUS_INTERRUPTED : NOE_STATUS_UNKNOWN;
  return result->verdict == NOE_LOG_REFUSED ? NOE_STATUS_REFUSED : NOE_STATUS_HOLDS;
}

/* The run that is shown or saved was executed by the reference interpreter; here it is once more, as every run. */
static bool is_confirmed(struct validation *validation, struct noe_machine *machine) {
  const struct noe_validation *result = validation->report.validation;
  return !result->trace ||
         noe_model_replay(machine, validation->session.report.model, result->trace).status == NOE_REPLAY_OK;
}

/* The run itself only if it is asked for: logs are long. */
static bool wants_run(const struct noe_cli *cli) {
  const struct noe_option_row *row = noe_base_option_find("trace", strlen("trace"));
  return cli->line.given[row - noe_base_option_rows] && !cli->options->quiet;
}

static int show(struct validation *validation, struct noe_machine *machine) {
  struct noe_cli *cli = validation->session.cli;
  const struct noe_validation *result = validation->report.validation;
  const struct noe_trace *trace = result->trace;
  struct noe_text text = noe_base_text(cli->memory);
  if (!is_confirmed(validation, machine)) {
    noe_cli_complain(cli, "the run cannot be confirmed; please report it");
    return NOE_STATUS_INTERNAL;
  }
  noe_report_validation(&validation->report, &text);
  if (trace && wants_run(cli))
    noe_report_trace(&validation->session.report, trace, &text);
  write_json(validation);
  noe_cli_write_trace(&validation->session, trace, NULL);
  noe_cli_trace_note(&validation->session, trace != NULL, &text);
  noe_cli_print(cli, &text);
  noe_base_text_free(&text);
  return status_of(result);
}

static int validate(struct validation *validation) {
  struct noe_cli *cli = validation->session.cli;
  struct noe_task task = noe_cli_task(&validation->session);
  double began = noe_base_now();
  validation->report = (struct noe_log_report){
      .report = &validation->session.report, .source = &validation->source, .log = &validation->log};
  validation->report.validation = noe_logs_validate(&task, &validation->log);
  validation->report.seconds = noe_base_now() - began;
  struct noe_machine *machine = noe_model_machine_new(cli->memory, task.model);
  int status = show(validation, machine);
  noe_model_machine_delete(machine);
  return status;
}

int noe_cli_validate(struct noe_cli *cli) {
  struct validation validation = {.session.cli = cli};
  struct noe_names names;
  const char *log, *model, *wrong;
  noe_cli_sort_inputs(cli, &log, &model);
  if (!noe_report_names_read(cli->arena, &cli->options->map, &names, &wrong))
    return noe_cli_usage(cli, "--map needs OLD=NEW, not `%s`; a = inside a name is written ==", wrong);
  validation.source.name = log;
  if (!noe_cli_session(cli, model, &validation.session) || !noe_cli_read(cli, log, &validation.source) ||
      !read_log(&validation, &names))
    return no_log(&validation);
  return validate(&validation);
}
