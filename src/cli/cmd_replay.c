/* replay: a saved run, executed again on the model as it is now.
 *
 * What is saved are names and values. The rules fire again in the order of the file, each in the state that the
 * model has led to; the saved states are compared with these. So there are five ends: the violation is still
 * shown; the run happens as saved but shows no violation; a rule cannot fire any more; all fire, but lead
 * elsewhere, and nothing is violated; or there is a run-time error on the way. In the third and fourth a
 * fix holds for this run. A run-time error counts as
 * the same finding wherever it stands in the text now, since lines move. */
#include <string.h>

#include "aiger/witness.h"
#include "cli/inputs.h"
#include "cli/replay_witness.h"
#include "cli/session.h"
#include "model/replay.h"
#include "report/escape.h"
#include "report/fold.h"
#include "report/ink.h"
#include "report/number.h"
#include "report/replay_text.h"
#include "report/trace_read.h"

struct replayer {
  struct noe_session session;
  struct noe_source file; /* the saved run */
  struct noe_names names;
  const struct noe_saved_trace *saved;
  const struct noe_bound_trace *bound;
  struct noe_machine *machine;
  struct noe_followed followed;
  struct noe_trace trace;      /* what was executed, with the loop that was saved */
  struct noe_finding *finding; /* what the run is said to show, or NULL */
};

/* ----------------------------------------------------------------- files */

static const struct noe_saved_trace *read_trace(struct noe_cli *cli, const struct noe_source *source) {
  const char *error;
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(cli->arena, source);
  const struct noe_saved_trace *saved = noe_report_trace_read(cli->arena, source, diagnostics, &error);
  noe_cli_print_diagnostics(cli, diagnostics);
  if (!saved && error)
    noe_cli_complain(cli, "%s: %s", source->name, error);
  return saved;
}

/* Constants are saved by name, too. */
static struct noe_define define_now(const struct replayer *replayer, struct noe_define define) {
  define.name = noe_report_name_now(&replayer->names, define.name);
  define.value = noe_report_name_now(&replayer->names, define.value);
  return define;
}

static void take_defines(struct replayer *replayer, const struct noe_options *saved, struct noe_options *merged) {
  struct noe_cli *cli = replayer->session.cli;
  NOE_LIST(struct noe_define) defines = {0};
  for (size_t i = 0; i < merged->define_count; i++)
    NOE_LIST_PUSH(cli->arena, &defines, merged->defines[i]);
  for (size_t i = 0; i < saved->define_count; i++) {
    struct noe_define define = define_now(replayer, saved->defines[i]);
    bool given = false;
    for (size_t j = 0; j < merged->define_count; j++)
      given = given || !strcmp(define.name, merged->defines[j].name);
    if (!given)
      NOE_LIST_PUSH(cli->arena, &defines, define);
  }
  merged->defines = defines.items;
  merged->define_count = defines.count;
}

/* Options of the trace first, then those given now: what the user says wins. */
static bool take_options(struct replayer *replayer) {
  struct noe_cli *cli = replayer->session.cli;
  struct noe_command_line line = noe_base_command_line(cli->arena);
  if (!noe_base_command_line_parse(&line, replayer->saved->options, replayer->saved->option_count)) {
    noe_cli_complain(cli, "%s: in its options: %s", replayer->file.name, line.error);
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
  take_defines(replayer, &line.options, &merged);
  cli->line.options = merged;
  return true;
}

/* --------------------------------------------------------------- results */

static void name_model(const struct replayer *replayer, struct noe_text *out) {
  const struct noe_report *report = &replayer->session.report;
  noe_base_text_puts(out, noe_ink(report->colour, NOE_INK_BOLD));
  noe_report_escape_plain(out, report->file);
  noe_base_text_printf(out, ":%s ", noe_ink(report->colour, NOE_INK_END));
}

static bool is_quiet(const struct replayer *replayer) { return replayer->session.cli->options->quiet; }

/* What differs, and which names were of no use. */
static void compare(const struct replayer *replayer, struct noe_text *out) {
  if (is_quiet(replayer))
    return;
  noe_report_differences(&replayer->session.report, &replayer->file, &replayer->bound->plan, &replayer->trace, out);
  noe_report_strange_names(&replayer->session.report, replayer->bound, out);
}

static int finish(struct replayer *replayer, const struct noe_trace *trace, struct noe_text *text, int status) {
  noe_cli_write_trace(&replayer->session, trace, replayer->finding);
  noe_cli_trace_note(&replayer->session, trace != NULL, text);
  noe_report_fold(text, 0);
  noe_cli_print(replayer->session.cli, text);
  noe_base_text_free(text);
  return status;
}

/* `the fix holds for this run: `, of a run that showed a violation. */
static struct noe_text begin_impossible(const struct replayer *replayer) {
  struct noe_text text = noe_base_text(replayer->session.cli->memory);
  name_model(replayer, &text);
  noe_base_text_puts(&text, replayer->saved->has_property ? "the fix holds for this run: " : "");
  return text;
}

/* It gets no further, for a reason that is no good news. */
static int ends_in_error(struct replayer *replayer) {
  const struct noe_report *report = &replayer->session.report;
  struct noe_text text = noe_base_text(replayer->session.cli->memory);
  uint32_t step = replayer->followed.trace.count;
  name_model(replayer, &text);
  noe_base_text_printf(&text, "%sVIOLATED%s  the run ends in a run-time error now, at step %u\n",
                       noe_ink(report->colour, NOE_INK_RED), noe_ink(report->colour, NOE_INK_END), step);
  noe_report_obstacle(report, &replayer->saved->steps[step], &replayer->followed, &text);
  compare(replayer, &text);
  return finish(replayer, NULL, &text, NOE_STATUS_ASSERTION);
}

/* A result like any other, often the one hoped for: the file is all right, the model has changed. */
static int stopped(struct replayer *replayer) {
  struct noe_text text = begin_impossible(replayer);
  uint32_t step = replayer->followed.trace.count;
  noe_base_text_printf(&text, "step %u is no longer possible\n", step);
  noe_report_obstacle(&replayer->session.report, &replayer->saved->steps[step], &replayer->followed, &text);
  compare(replayer, &text);
  return finish(replayer, NULL, &text, NOE_STATUS_IMPOSSIBLE);
}

/* The steps are possible, but not as a whole: the loop does not close, or is not fair. */
static int impossible(struct replayer *replayer, enum noe_replay_status status) {
  struct noe_text text = begin_impossible(replayer);
  noe_base_text_printf(&text, "it is no longer possible\n  %s\n", noe_model_replay_text(status));
  compare(replayer, &text);
  return finish(replayer, NULL, &text, NOE_STATUS_IMPOSSIBLE);
}

static int leads_elsewhere(struct replayer *replayer, uint32_t step) {
  struct noe_text text = begin_impossible(replayer);
  noe_base_text_printf(&text, "its rules can fire, but step %u leads to another state\n", step);
  compare(replayer, &text);
  return finish(replayer, &replayer->trace, &text, NOE_STATUS_IMPOSSIBLE);
}

/* A run beside the first one is not what it was: then the claim is not shown to be false. */
static int lacks_branch(struct replayer *replayer, size_t number, uint32_t step) {
  struct noe_text text = begin_impossible(replayer);
  noe_base_text_printf(&text, "step %u of run %zu is no longer possible\n", step, number + 2);
  compare(replayer, &text);
  return finish(replayer, &replayer->trace, &text, NOE_STATUS_IMPOSSIBLE);
}

static void headline(struct replayer *replayer, bool shown, struct noe_text *out) {
  const struct noe_report *report = &replayer->session.report;
  name_model(replayer, out);
  if (shown && replayer->finding) {
    noe_base_text_printf(out, "%sVIOLATED%s  ", noe_ink(report->colour, NOE_INK_RED),
                         noe_ink(report->colour, NOE_INK_END));
    noe_report_label(replayer->finding, out);
    noe_base_text_puts(out, " still fails, after ");
    noe_report_counted(out, replayer->trace.count - 1, "step");
    if (replayer->saved->branch_count) {
      noe_base_text_puts(out, ", with ");
      noe_report_counted(out, replayer->saved->branch_count, "other run");
    }
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
  struct noe_text text = noe_base_text(replayer->session.cli->memory);
  bool fails = shown && replayer->finding;
  headline(replayer, shown, &text);
  compare(replayer, &text);
  if (!is_quiet(replayer) && (fails || !replayer->finding))
    noe_report_trace(&replayer->session.report, &replayer->trace, &text);
  int status = fails ? noe_cli_failure_status(replayer->finding->kind) : NOE_STATUS_HOLDS;
  return finish(replayer, &replayer->trace, &text, status);
}

/* -------------------------------------------------------------- findings */

struct instance {
  struct noe_arena *arena;
  const struct noe_clause *clause;
  bool found, is_false;
  int64_t *arguments;
};

/* Of the instances that the file may mean one that fails, or else the first. */
static bool note_instance(void *context, const struct noe_clause *clause, const int64_t *arguments,
                          enum noe_outcome outcome) {
  struct instance *instance = context;
  instance->is_false = outcome == NOE_OUTCOME_FALSE;
  if (instance->found && !instance->is_false)
    return true;
  instance->found = true;
  memcpy(instance->arguments, arguments, clause->parameter_count * sizeof *arguments);
  return !instance->is_false;
}

static const int64_t *arguments_now(struct replayer *replayer) {
  const struct noe_bound_trace *bound = replayer->bound;
  const struct noe_trace *trace = &replayer->trace;
  const int64_t *last = trace->steps[trace->count - 1].state;
  struct instance instance = {.arena = replayer->session.cli->arena};
  if (!bound->has_arguments || !last)
    return NULL;
  instance.arguments = NOE_NEW_ARRAY(instance.arena, int64_t, bound->property->parameter_count + 1);
  noe_model_event_instances(replayer->machine, &bound->instance, last, note_instance, &instance);
  return instance.found ? instance.arguments : NULL;
}

static void make_finding(struct replayer *replayer) {
  const struct noe_saved_trace *saved = replayer->saved;
  if (!saved->has_property)
    return;
  struct noe_finding *finding = NOE_NEW(replayer->session.cli->arena, struct noe_finding);
  finding->kind = saved->kind;
  finding->name = noe_model_finding_kind_name(saved->kind);
  finding->verdict = NOE_VERDICT_VIOLATED;
  finding->trace = &replayer->trace;
  finding->clause = replayer->bound->property;
  if (finding->clause) {
    finding->name = finding->clause->title;
    finding->place = finding->clause->place;
    finding->arguments = arguments_now(replayer);
  }
  if (replayer->trace.has_fault && replayer->trace.fault.message)
    finding->name = replayer->trace.fault.message;
  replayer->finding = finding;
}

static bool is_shown(const struct replayer *replayer, struct noe_replay *replay) {
  const struct noe_options *options = replayer->session.cli->options;
  const struct noe_model *model = replayer->session.report.model;
  if (options->ignore_fairness && replayer->finding->kind >= NOE_FINDING_LTL)
    return noe_model_replay_lasso(replayer->machine, model, replayer->finding, true, replay);
  return noe_model_replay_finding(replayer->machine, model, replayer->finding, options->deadlock, replay);
}

/* ------------------------------------------------------------- execution */

/* The step at which a branch fails, as far as it can be followed; the number of its steps if it does not. */
static uint32_t follow_branch(struct replayer *replayer, const struct noe_saved_trace *saved) {
  struct noe_cli *cli = replayer->session.cli;
  const struct noe_model *model = replayer->session.report.model;
  const char *error;
  const struct noe_bound_trace *bound = noe_report_trace_bind(cli->arena, model, saved, &replayer->names, &error);
  if (!bound)
    return 0;
  struct noe_followed followed = noe_logs_follow(replayer->machine, model, &bound->plan, cli->arena);
  struct noe_trace trace = followed.trace;
  if (followed.status != NOE_REPLAY_OK)
    return trace.count;
  uint32_t other = noe_report_first_difference(cli->memory, &bound->plan, &trace);
  trace.has_loop = saved->has_loop;
  trace.loop = saved->has_loop ? (uint32_t)saved->loop : 0;
  struct noe_finding finding = *replayer->finding;
  struct noe_replay replay = {NOE_REPLAY_OK, 0};
  finding.trace = &trace;
  noe_model_replay_lasso(replayer->machine, model, &finding, cli->options->ignore_fairness, &replay);
  return other < trace.count ? other : replay.status != NOE_REPLAY_OK ? trace.count - 1 : trace.count;
}

static int judge(struct replayer *replayer) {
  struct noe_cli *cli = replayer->session.cli;
  struct noe_replay replay = {NOE_REPLAY_OK, 0};
  bool fault_is_gone = replayer->saved->has_fault && !replayer->trace.has_fault, shown = false;
  make_finding(replayer);
  if (!replayer->finding)
    replay = noe_model_replay(replayer->machine, replayer->session.report.model, &replayer->trace);
  else if (!fault_is_gone)
    shown = is_shown(replayer, &replay);
  if (replay.status != NOE_REPLAY_OK)
    return impossible(replayer, replay.status);
  uint32_t step = noe_report_first_difference(cli->memory, &replayer->bound->plan, &replayer->trace);
  if (!shown && step < replayer->trace.count)
    return leads_elsewhere(replayer, step);
  for (size_t i = 0; shown && i < replayer->saved->branch_count; i++) {
    uint32_t end = follow_branch(replayer, &replayer->saved->branches[i]);
    if (end < replayer->saved->branches[i].step_count)
      return lacks_branch(replayer, i, end);
  }
  return conclude(replayer, shown);
}

static int replay_run(struct replayer *replayer) {
  struct noe_cli *cli = replayer->session.cli;
  const struct noe_model *model = replayer->session.report.model;
  replayer->followed = noe_logs_follow(replayer->machine, model, &replayer->bound->plan, cli->arena);
  replayer->trace = replayer->followed.trace;
  if (replayer->followed.status == NOE_REPLAY_UNEXPECTED_FAULT)
    return ends_in_error(replayer);
  if (replayer->followed.status != NOE_REPLAY_OK)
    return stopped(replayer);
  replayer->trace.has_loop = replayer->saved->has_loop;
  replayer->trace.loop = replayer->saved->has_loop ? (uint32_t)replayer->saved->loop : 0;
  return judge(replayer);
}

/* Files that cannot be used; what is wrong has been said on standard error. */
static int no_run(struct replayer *replayer) {
  noe_cli_write_trace(&replayer->session, NULL, NULL);
  return NOE_STATUS_MODEL;
}

int noe_cli_replay(struct noe_cli *cli) {
  struct replayer replayer = {.session.cli = cli};
  const char *trace, *model, *wrong;
  noe_cli_sort_inputs(cli, &trace, &model);
  if (!noe_report_names_read(cli->arena, &cli->options->map, &replayer.names, &wrong))
    return noe_cli_usage(cli, "--map needs OLD=NEW, not `%s`; a = inside a name is written ==", wrong);
  if (!noe_cli_read(cli, trace, &replayer.file))
    return no_run(&replayer);
  if (noe_aiger_is_witness(&replayer.file))
    return noe_cli_replay_witness(cli, &replayer.file, model);
  replayer.saved = read_trace(cli, &replayer.file);
  if (!replayer.saved || !take_options(&replayer) || !noe_cli_session(cli, model, &replayer.session))
    return no_run(&replayer);
  const char *error;
  replayer.bound =
      noe_report_trace_bind(cli->arena, replayer.session.report.model, replayer.saved, &replayer.names, &error);
  if (!replayer.bound) {
    noe_cli_complain(cli, "%s is not a run of %s: %s", trace, model, error);
    return no_run(&replayer);
  }
  replayer.machine = noe_model_machine_new(cli->memory, replayer.session.report.model);
  int status = replay_run(&replayer);
  noe_model_machine_delete(replayer.machine);
  return status;
}
