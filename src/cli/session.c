#include "cli/session.h"

#include <string.h>

/* ------------------------------------------------------------------ puts */

/* Executes a step once more, to hear what it prints. */
static void put_text(void *context, const struct noe_trace *trace, uint32_t step, struct noe_text *out) {
  struct noe_session *session = context;
  const struct noe_model *model = session->report.model;
  const struct noe_trace_step *shown = &trace->steps[step];
  for (uint32_t i = 0; shown->arguments && i < shown->clause->parameter_count; i++)
    if (shown->arguments[i] == NOE_UNDEFINED)
      return; /* it failed before it began */
  struct noe_machine *machine = noe_model_machine_new(session->cli->memory, model);
  int64_t *successor = noe_base_alloc(session->cli->memory, model->cell_count * sizeof *successor);
  noe_model_machine_put(machine, out);
  noe_model_machine_fire(machine, shown->clause, shown->arguments, step ? trace->steps[step - 1].state : NULL,
                         successor);
  noe_base_free(session->cli->memory, successor);
  noe_model_machine_delete(machine);
}

/* --------------------------------------------------------------- session */

bool noe_cli_session(struct noe_cli *cli, const char *name, struct noe_session *session) {
  *session = (struct noe_session){.cli = cli};
  struct noe_report *report = &session->report;
  report->memory = cli->memory;
  report->options = cli->options;
  report->colour = cli->colour_out;
  report->memory_limit = noe_base_memory_limit(cli->memory);
  report->puts = put_text;
  report->put_context = session;
  noe_cli_load(cli, name, &session->source, report);
  report->file = session->source.name;
  report->link = noe_cli_link(cli, name);
  report->source = &session->source;
  return report->model != NULL;
}

struct noe_task noe_cli_task(const struct noe_session *session) {
  atomic_store(session->cli->asked, 1);
  return (struct noe_task){.memory = session->cli->memory,
                           .arena = session->cli->arena,
                           .model = session->report.model,
                           .options = session->cli->options,
                           .generators = session->generators,
                           .interrupted = session->cli->interrupted,
                           .nudged = session->cli->nudged};
}

int noe_cli_failure_status(enum noe_finding_kind kind) {
  switch (kind) {
  case NOE_FINDING_INVARIANT:
  case NOE_FINDING_SEQUENCE: return NOE_STATUS_INVARIANT;
  case NOE_FINDING_DEADLOCK: return NOE_STATUS_DEADLOCK;
  case NOE_FINDING_ASSERTION: return NOE_STATUS_ASSERTION;
  case NOE_FINDING_COVER: return NOE_STATUS_COVER;
  case NOE_FINDING_LIVENESS:
  case NOE_FINDING_LTL: return NOE_STATUS_LIVENESS;
  case NOE_FINDING_CTL:
  case NOE_FINDING_CTLSTAR:
  case NOE_FINDING_MU: return NOE_STATUS_BRANCHING;
  }
  return NOE_STATUS_INTERNAL;
}

/* ---------------------------------------------------------------- traces */

/* Without a run, an older file of that name would be taken for the new one. */
static void write_run(struct noe_cli *cli, const char *file, bool has_run, const struct noe_text *text) {
  if (file && has_run)
    noe_cli_write_file(cli, file, text);
  else if (file)
    noe_cli_remove_file(cli, file);
}

void noe_cli_write_trace(struct noe_session *session, const struct noe_trace *trace,
                         const struct noe_finding *finding) {
  const struct noe_options *options = session->cli->options;
  struct noe_text text = noe_base_text(session->cli->memory);
  if (trace && options->trace_out)
    noe_report_trace_json(&session->report, trace, finding, &text);
  write_run(session->cli, options->trace_out, trace, &text);
  noe_base_text_clear(&text);
  if (trace && options->itf)
    noe_report_itf(&session->report, trace, &text);
  write_run(session->cli, options->itf, trace, &text);
  noe_base_text_free(&text);
}

static void note_file(const char *file, const char *what, bool has_trace, struct noe_text *out) {
  if (file && !has_trace) {
    bool is_named = strcmp(file, "-") && strncmp(file, "/dev/", 5);
    noe_base_text_printf(out, "  there is no run to save%s%s\n", is_named ? ", so there is no file " : "",
                         is_named ? file : "");
  } else if (file && strcmp(file, "-"))
    noe_base_text_printf(out, "  %s saved in %s\n", what, file);
}

void noe_cli_trace_note(struct noe_session *session, bool has_trace, struct noe_text *out) {
  if (session->cli->options->quiet || session->cli->write_failed)
    return;
  note_file(session->cli->options->trace_out, "run", has_trace, out);
  note_file(session->cli->options->itf, "run (ITF)", has_trace, out);
}
