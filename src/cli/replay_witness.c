#include "cli/replay_witness.h"

#include "aiger/witness.h"
#include "cli/session.h"
#include "model/failing.h"
#include "model/replay.h"
#include "report/escape.h"
#include "report/fold.h"
#include "report/ink.h"
#include "report/number.h"

struct replayer {
  struct noe_session session;
  const struct noe_source *file;
  struct noe_aiger *aiger;
  struct noe_machine *machine;
  struct noe_finding finding;
  const struct noe_trace *trace;
};

/* ------------------------------------------------------------------- judging */

static bool fire_it(void *context, const struct noe_clause *rule, const int64_t *arguments, enum noe_outcome outcome) {
  struct replayer *replayer = context;
  const struct noe_model *model = replayer->session.report.model;
  const int64_t *state = replayer->trace->steps[replayer->trace->count - 1].state;
  int64_t *next = NOE_NEW_ARRAY(replayer->session.cli->arena, int64_t, model->cell_count + 1);
  if (outcome == NOE_OUTCOME_TRUE && !noe_model_is_held_back(replayer->machine, model, rule, state))
    noe_model_machine_fire(replayer->machine, rule, arguments, state, next);
  return true;
}

/* A cover: is it reached in the last state, or in what is executed there? */
static bool is_covered(struct replayer *replayer) {
  const struct noe_model *model = replayer->session.report.model;
  const struct noe_clause *cover = replayer->finding.clause;
  const int64_t *state = replayer->trace->steps[replayer->trace->count - 1].state;
  if (!cover->is_statement)
    return noe_model_machine_claim(replayer->machine, cover, state) == NOE_OUTCOME_TRUE;
  uint64_t before = noe_model_machine_covers(replayer->machine)[cover->id];
  for (uint32_t i = 0; i < model->rule_count; i++)
    noe_model_machine_instances(replayer->machine, &model->rules[i], state, fire_it, replayer);
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].property < NOE_PROPERTY_LIVENESS && !model->properties[i].is_statement)
      noe_model_machine_claim(replayer->machine, &model->properties[i], state);
  return noe_model_machine_covers(replayer->machine)[cover->id] > before;
}

static bool fire_start(void *context, const struct noe_clause *start, const int64_t *arguments,
                       enum noe_outcome outcome) {
  struct replayer *replayer = context;
  const struct noe_model *model = replayer->session.report.model;
  int64_t *state = NOE_NEW_ARRAY(replayer->session.cli->arena, int64_t, model->cell_count + 1);
  if (outcome == NOE_OUTCOME_TRUE)
    noe_model_machine_fire(replayer->machine, start, arguments, NULL, state);
  return true;
}

/* A cover statement that a start state executes is reached, whatever the run. */
static bool is_covered_at_start(struct replayer *replayer) {
  const struct noe_model *model = replayer->session.report.model;
  const struct noe_clause *cover = replayer->finding.clause;
  if (replayer->finding.kind != NOE_FINDING_COVER || !cover->is_statement)
    return false;
  uint64_t before = noe_model_machine_covers(replayer->machine)[cover->id];
  for (uint32_t i = 0; i < model->start_count; i++)
    noe_model_machine_instances(replayer->machine, &model->starts[i], NULL, fire_start, replayer);
  return noe_model_machine_covers(replayer->machine)[cover->id] > before;
}

static const int64_t *failing_arguments(struct replayer *replayer) {
  const struct noe_clause *claim = replayer->finding.clause;
  const int64_t *state = replayer->trace->steps[replayer->trace->count - 1].state;
  return claim && state && noe_model_machine_claim(replayer->machine, claim, state) == NOE_OUTCOME_FALSE
             ? noe_model_machine_arguments(replayer->machine)
             : NULL;
}

/* Does the run show what the witness says, by the interpreter alone? */
static bool is_shown(struct replayer *replayer, struct noe_replay *replay) {
  const struct noe_cli *cli = replayer->session.cli;
  const struct noe_model *model = replayer->session.report.model;
  struct noe_finding *finding = &replayer->finding;
  if (finding->kind == NOE_FINDING_ASSERTION) {
    const struct noe_trace *longer = noe_model_run_with_fault(cli->arena, replayer->machine, model, replayer->trace);
    if (!longer)
      return false;
    replayer->trace = longer;
    finding->name = longer->fault.message;
    finding->place = longer->fault.place;
  }
  if (is_covered_at_start(replayer))
    return true;
  if (!replayer->trace->count)
    return false;
  finding->trace = replayer->trace;
  finding->arguments = finding->kind == NOE_FINDING_INVARIANT ? failing_arguments(replayer) : NULL;
  return noe_model_replay_finding(replayer->machine, model, finding, cli->options->deadlock, replay) &&
         (finding->kind != NOE_FINDING_COVER || is_covered(replayer));
}

/* ----------------------------------------------------------------- reporting */

static void headline(struct replayer *replayer, bool is_right, struct noe_text *out) {
  const struct noe_report *report = &replayer->session.report;
  bool is_cover = replayer->finding.kind == NOE_FINDING_COVER;
  noe_base_text_puts(out, noe_ink(report->colour, NOE_INK_BOLD));
  noe_report_escape_plain(out, report->file);
  noe_base_text_printf(out, ":%s ", noe_ink(report->colour, NOE_INK_END));
  if (is_right && !is_cover)
    noe_base_text_printf(out, "%sVIOLATED%s  ", noe_ink(report->colour, NOE_INK_RED),
                         noe_ink(report->colour, NOE_INK_END));
  else if (!is_right)
    noe_base_text_puts(out, "the witness is refused; its run does not show this: ");
  noe_report_label(&replayer->finding, out);
  if (is_right && !replayer->trace->count)
    noe_base_text_puts(out, " is reached by a start state");
  else if (is_right) {
    noe_base_text_puts(out, is_cover ? " is reached, after " : " fails as the witness says, after ");
    noe_report_counted(out, replayer->trace->count - 1, "step");
  } else
    noe_base_text_puts(out, is_cover ? " is reached" : "");
  noe_base_text_puts(out, "\n");
}

static void make_finding(struct replayer *replayer, const struct noe_question *question) {
  replayer->finding = (struct noe_finding){.kind = question->kind,
                                           .clause = question->clause,
                                           .verdict = NOE_VERDICT_VIOLATED,
                                           .name = question->clause ? question->clause->title
                                                                    : noe_model_finding_kind_name(question->kind)};
  if (question->clause)
    replayer->finding.place = question->clause->place;
}

/* By what the witness says fails, or by the first question that does. */
static bool judge(struct replayer *replayer, uint32_t bad, struct noe_replay *replay) {
  uint32_t first = bad == NOE_ANY_BAD ? 0 : bad, last = bad == NOE_ANY_BAD ? replayer->aiger->bad_count - 1 : bad;
  bool is_right = false;
  for (uint32_t i = first; i <= last && !is_right; i++) {
    make_finding(replayer, &replayer->aiger->bad[i].question);
    *replay = (struct noe_replay){NOE_REPLAY_OK, 0};
    is_right = is_shown(replayer, replay);
  }
  return is_right;
}

static int conclude(struct replayer *replayer, uint32_t bad) {
  struct noe_cli *cli = replayer->session.cli;
  struct noe_replay replay;
  bool is_right = judge(replayer, bad, &replay);
  struct noe_text text = noe_base_text(cli->memory);
  headline(replayer, is_right, &text);
  if (replay.status != NOE_REPLAY_OK)
    noe_base_text_printf(&text, "  step %u: %s\n", (unsigned)replay.step, noe_model_replay_text(replay.status));
  if (!cli->options->quiet && replayer->trace->count)
    noe_report_trace(&replayer->session.report, replayer->trace, &text);
  bool has_run = is_right && replayer->trace->count;
  noe_cli_write_trace(&replayer->session, has_run ? replayer->trace : NULL, &replayer->finding);
  noe_cli_trace_note(&replayer->session, has_run, &text);
  noe_report_fold(&text, 0);
  noe_cli_print(cli, &text);
  noe_base_text_free(&text);
  if (!is_right)
    return NOE_STATUS_IMPOSSIBLE;
  return replayer->finding.kind == NOE_FINDING_COVER ? NOE_STATUS_HOLDS
                                                     : noe_cli_failure_status(replayer->finding.kind);
}

static int replay_run(struct replayer *replayer) {
  struct noe_cli *cli = replayer->session.cli;
  struct noe_aiger_witness witness;
  const char *error;
  uint32_t line;
  if (replayer->aiger->refused) {
    noe_cli_complain(cli, "%s: %s", replayer->session.report.file, replayer->aiger->refused);
    return NOE_STATUS_UNKNOWN;
  }
  if (!noe_aiger_witness_read(replayer->aiger, replayer->file, &witness, &error, &line)) {
    noe_cli_complain(cli, "%s:%u: %s; is it of this model, with these constants and options?", replayer->file->name,
                     (unsigned)line, error);
    return NOE_STATUS_MODEL;
  }
  replayer->trace = noe_aiger_witness_run(replayer->aiger, replayer->machine, &witness);
  if (!replayer->trace) {
    noe_cli_complain(cli, "%s: no run of %s, which has no start state", replayer->file->name,
                     replayer->session.report.file);
    return NOE_STATUS_IMPOSSIBLE;
  }
  return conclude(replayer, witness.bad);
}

int noe_cli_replay_witness(struct noe_cli *cli, const struct noe_source *witness, const char *model) {
  struct replayer replayer = {.session.cli = cli, .file = witness};
  if (!noe_cli_session(cli, model, &replayer.session))
    return NOE_STATUS_MODEL;
  replayer.aiger = noe_aiger_new(cli->memory, cli->arena, replayer.session.report.model, cli->options);
  replayer.machine = noe_model_machine_new(cli->memory, replayer.session.report.model);
  int status = replay_run(&replayer);
  noe_model_machine_delete(replayer.machine);
  noe_aiger_delete(replayer.aiger);
  return status;
}
