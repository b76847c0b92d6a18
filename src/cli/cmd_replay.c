/* replay: a saved run, executed again on the model as it is now.
 *
 * The run up to its end must happen exactly as saved. Its end may differ: that is
 * what one wants to know after a change. A run-time error counts as the same finding
 * wherever it stands in the text now, since lines move. */
#include <string.h>

#include "cli/session.h"
#include "model/replay.h"
#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"
#include "report/trace_read.h"

struct replayer {
  struct noe_session session;
  struct noe_machine *machine;
  struct noe_trace trace;
  struct noe_finding *finding; /* what the run is said to show, or NULL */
};

/* ----------------------------------------------------------------- files */

static struct noe_saved_trace *read_trace(struct noe_cli *cli, const char *name) {
  struct noe_source source;
  const char *error;
  if (!noe_cli_read(cli, name, &source))
    return NULL;
  struct noe_saved_trace *saved = noe_report_trace_read(cli->memory, cli->arena, &source, &error);
  if (!saved)
    noe_cli_complain(cli, "%s: %s", name, error);
  return saved;
}

/* Options of the trace first, then those given now: what the user says wins. */
static bool take_options(struct noe_cli *cli, const struct noe_saved_trace *saved) {
  struct noe_command_line line = noe_base_command_line(cli->arena);
  if (!noe_base_command_line_parse(&line, saved->options, saved->option_count)) {
    noe_cli_complain(cli, "%s: in its options: %s", cli->words[0], line.error);
    return false;
  }
  struct noe_options merged = cli->line.options;
  for (size_t i = 0; i < noe_base_option_count; i++) {
    const struct noe_option_row *row = &noe_base_option_rows[i];
    size_t size = row->kind == NOE_OPTION_FLAG     ? sizeof(bool)
                  : row->kind == NOE_OPTION_CHOICE ? sizeof(int)
                                                   : sizeof(uint64_t);
    if (line.given[i] && !cli->line.given[i])
      memcpy((char *)&merged + row->offset, (const char *)&line.options + row->offset, size);
  }
  NOE_LIST(struct noe_define) defines = {0};
  for (size_t i = 0; i < cli->line.options.define_count; i++)
    NOE_LIST_PUSH(cli->arena, &defines, cli->line.options.defines[i]);
  for (size_t i = 0; i < line.options.define_count; i++) {
    bool given = false;
    for (size_t j = 0; j < cli->line.options.define_count; j++)
      given = given || !strcmp(line.options.defines[i].name, cli->line.options.defines[j].name);
    if (!given)
      NOE_LIST_PUSH(cli->arena, &defines, line.options.defines[i]);
  }
  merged.defines = defines.items;
  merged.define_count = defines.count;
  cli->line.options = merged;
  return true;
}

/* ------------------------------------------------------------- execution */

/* `step 3`, and below it `rule "send", p = Proc_1: ` */
static void name_step(const struct replayer *replayer, uint32_t step, struct noe_text *out) {
  const struct noe_trace *trace = &replayer->trace;
  if (step >= trace->count)
    return;
  noe_base_text_printf(out, "step %u\n  ", step);
  noe_report_instance(replayer->session.report.model, trace->steps[step].clause, trace->steps[step].arguments,
                      step ? trace->steps[step - 1].state : NULL, out);
  noe_base_text_puts(out, ": ");
}

static void name_model(const struct replayer *replayer, struct noe_text *out) {
  const struct noe_report *report = &replayer->session.report;
  noe_base_text_puts(out, noe_ink(report->colour, NOE_INK_BOLD));
  noe_report_escape_plain(out, report->file);
  noe_base_text_printf(out, ":%s ", noe_ink(report->colour, NOE_INK_END));
}

/* A result like any other, often the one hoped for: the file is all right, the model
 * has changed. */
static int impossible(struct replayer *replayer, uint32_t step, const char *why) {
  struct noe_text text = noe_base_text(replayer->session.cli->memory);
  name_model(replayer, &text);
  noe_base_text_puts(&text, "the run is no longer possible: ");
  name_step(replayer, step, &text);
  noe_base_text_printf(&text, "%s\n", why);
  noe_cli_write_trace(&replayer->session, NULL, NULL);
  noe_cli_trace_note(&replayer->session, false, &text);
  noe_cli_print(replayer->session.cli, &text);
  noe_base_text_free(&text);
  return NOE_STATUS_MODEL;
}

/* The run without the error at its end. (What fails is still known: an assumption may, in the last state.) */
static struct noe_trace healthy_part(const struct noe_trace *trace) {
  struct noe_trace part = *trace;
  part.has_fault = false;
  if (part.count && !part.steps[part.count - 1].state)
    part.count--;
  return part;
}

/* Executes what failed when the trace was saved. */
static enum noe_outcome execute_end(struct replayer *replayer) {
  const struct noe_trace *trace = &replayer->trace;
  const struct noe_model *model = replayer->session.report.model;
  const struct noe_trace_step *last = &trace->steps[trace->count - 1];
  if (trace->failed)
    return noe_model_machine_test(replayer->machine, trace->failed, trace->failed_arguments, last->state);
  const int64_t *before = trace->count > 1 ? last[-1].state : NULL;
  enum noe_outcome outcome = noe_model_machine_test(replayer->machine, last->clause, last->arguments, before);
  if (outcome != NOE_OUTCOME_TRUE)
    return outcome;
  int64_t *successor = NOE_NEW_ARRAY(replayer->session.cli->arena, int64_t, model->cell_count);
  return noe_model_machine_fire(replayer->machine, last->clause, last->arguments, before, successor);
}

/* Does it still end in a run-time error? Takes over the error as it is now. */
static bool still_fails(struct replayer *replayer) {
  struct noe_arena *arena = replayer->session.cli->arena;
  if (execute_end(replayer) != NOE_OUTCOME_FAULT)
    return false;
  const struct noe_fault *fault = noe_model_machine_fault(replayer->machine);
  replayer->trace.fault = *fault;
  if (fault->message)
    replayer->trace.fault.message = noe_base_arena_text(arena, fault->message, strlen(fault->message));
  if (replayer->finding && replayer->trace.fault.message)
    replayer->finding->name = replayer->trace.fault.message;
  return true;
}

/* --------------------------------------------------------------- results */

static void headline(struct replayer *replayer, bool shown, struct noe_text *out) {
  const struct noe_report *report = &replayer->session.report;
  name_model(replayer, out);
  if (shown && replayer->finding) {
    noe_base_text_printf(out, "%sVIOLATED%s  ", noe_ink(report->colour, NOE_INK_RED),
                         noe_ink(report->colour, NOE_INK_END));
    noe_report_label(replayer->finding, out);
    noe_base_text_puts(out, " still fails, after ");
    noe_report_counted(out, replayer->trace.count - 1, "step");
  } else if (replayer->finding) {
    noe_base_text_puts(out, "the run is possible but no longer shows a violation (");
    noe_report_label(replayer->finding, out);
    noe_base_text_puts(out, ")");
  } else {
    noe_base_text_puts(out, "the run of ");
    noe_report_counted(out, replayer->trace.count - 1, "step");
    noe_base_text_puts(out, " happens as saved");
  }
  noe_base_text_puts(out, "\n");
}

static int conclude(struct replayer *replayer, bool shown) {
  struct noe_cli *cli = replayer->session.cli;
  struct noe_text text = noe_base_text(cli->memory);
  bool fails = shown && replayer->finding;
  headline(replayer, shown, &text);
  if (!cli->options->quiet && (fails || !replayer->finding))
    noe_report_trace(&replayer->session.report, &replayer->trace, &text);
  noe_cli_write_trace(&replayer->session, &replayer->trace, replayer->finding);
  noe_cli_trace_note(&replayer->session, true, &text);
  noe_cli_print(cli, &text);
  noe_base_text_free(&text);
  return fails ? noe_cli_failure_status(replayer->finding->kind) : NOE_STATUS_HOLDS;
}

static bool is_shown(const struct replayer *replayer, struct noe_replay *replay) {
  const struct noe_options *options = replayer->session.cli->options;
  const struct noe_model *model = replayer->session.report.model;
  if (options->ignore_fairness && replayer->finding->kind >= NOE_FINDING_LTL)
    return noe_model_replay_lasso(replayer->machine, model, replayer->finding, true, replay);
  return noe_model_replay_finding(replayer->machine, model, replayer->finding, options->deadlock, replay);
}

static int replay_run(struct replayer *replayer) {
  const struct noe_model *model = replayer->session.report.model;
  struct noe_trace healthy = healthy_part(&replayer->trace);
  struct noe_replay replay = {NOE_REPLAY_OK, 0};
  if (healthy.count)
    replay = noe_model_replay(replayer->machine, model, &healthy);
  if (replay.status != NOE_REPLAY_OK)
    return impossible(replayer, replay.step, noe_model_replay_text(replay.status));
  if (replayer->trace.has_fault && !still_fails(replayer)) {
    replayer->trace = healthy;
    return conclude(replayer, false);
  }
  if (!replayer->finding)
    return conclude(replayer, false);
  bool shown = is_shown(replayer, &replay);
  if (replay.status != NOE_REPLAY_OK)
    return impossible(replayer, replay.step, noe_model_replay_text(replay.status));
  return conclude(replayer, shown);
}

/* Files that cannot be used; what is wrong has been said on standard error. */
static int no_run(struct replayer *replayer) {
  noe_cli_write_trace(&replayer->session, NULL, NULL);
  return NOE_STATUS_MODEL;
}

int noe_cli_replay(struct noe_cli *cli) {
  struct replayer replayer = {.session.cli = cli};
  const struct noe_saved_trace *saved = read_trace(cli, cli->words[0]);
  if (!saved || !take_options(cli, saved) || !noe_cli_session(cli, cli->words[1], &replayer.session))
    return no_run(&replayer);
  const char *error;
  const struct noe_finding *finding = NULL;
  const struct noe_trace *trace =
      noe_report_trace_bind(cli->arena, replayer.session.report.model, saved, &finding, &error);
  if (!trace) {
    noe_cli_complain(cli, "%s is not a run of %s: %s", cli->words[0], cli->words[1], error);
    return no_run(&replayer);
  }
  replayer.trace = *trace;
  if (finding) { /* the finding must speak of the trace that we may correct */
    replayer.finding = NOE_NEW(cli->arena, struct noe_finding);
    *replayer.finding = *finding;
    replayer.finding->trace = &replayer.trace;
  }
  replayer.machine = noe_model_machine_new(cli->memory, replayer.session.report.model);
  int status = replay_run(&replayer);
  noe_model_machine_delete(replayer.machine);
  return status;
}
