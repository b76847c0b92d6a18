/* Many runs, one after the other. Rows are printed as they finish; what a run leaves
 * behind is its row and its part of the files. */
#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "cli/check.h"
#include "report/html.h"
#include "report/sarif.h"

struct sweep {
  struct noe_cli *cli;
  const struct noe_sweep_plan *plan;
  struct noe_sweep table;
  struct noe_sweep_row *rows;
  struct noe_sweep_row *row; /* of the run that is being made */
  struct noe_growing json;
  struct noe_text said;  /* diagnostics */
  struct noe_text first; /* the report of the first violation that was not expected */
  struct noe_text sarif; /* SARIF of the runs so far */
  struct noe_json sarif_json;
  struct noe_text page;    /* what the page of the sweep shows of it */
  const char *first_label; /* of that run */
  bool has_run;            /* the run of a violation is saved, if one was to be */
  double began;
  int status;
};

/* --------------------------------------------------------------- statuses */

/* From the least to the most severe; documented in docs/sweeps.md. */
static int severity(int status) {
  switch (status) {
  case NOE_STATUS_HOLDS: return 0;
  case NOE_STATUS_UNKNOWN: return 1;
  case NOE_STATUS_INTERRUPTED: return 2;
  case NOE_STATUS_UNEXPECTED: return 3;
  case NOE_STATUS_USAGE:
  case NOE_STATUS_MODEL: return 5;
  case NOE_STATUS_INTERNAL: return 6;
  default: return 4; /* violations, the first of them */
  }
}

/* --------------------------------------------------------------- outcome */

/* Text of a run, kept beyond it. */
static const char *keep(struct sweep *sweep, const struct noe_text *text) {
  return noe_base_arena_text(sweep->cli->arena, noe_base_text_string(text), text->length);
}

/* The first error of a model that was rejected says more than that it has one. */
static void rejection(const struct noe_report *report, struct noe_text *out) {
  for (size_t i = 0; i < report->diagnostic_count; i++)
    if (report->diagnostics[i].is_error) {
      noe_base_text_printf(out, "%s: %s", report->diagnostics[i].code, report->diagnostics[i].message);
      return;
    }
  noe_base_text_puts(out, report->error);
}

static const char *reason(struct sweep *sweep, const struct noe_report *report) {
  struct noe_text text = noe_base_text(report->memory);
  if (report->result)
    noe_report_reason(report, &text);
  else
    rejection(report, &text);
  const char *kept = keep(sweep, &text);
  kept += strspn(kept, " ,");
  noe_base_text_free(&text);
  return *kept ? kept : NULL;
}

/* The run of a violation, for JUnit. */
static const char *detail(struct sweep *sweep, const struct noe_report *report) {
  const struct noe_finding *finding = report->result ? noe_cli_finding_with_run(report->result) : NULL;
  if (!sweep->cli->options->junit || !finding)
    return NULL;
  struct noe_text text = noe_base_text(report->memory);
  noe_report_junit_run(report, finding->trace, &text);
  const char *kept = keep(sweep, &text);
  noe_base_text_free(&text);
  return kept;
}

static void fill_row(struct sweep *sweep, const struct noe_report *report) {
  struct noe_sweep_row *row = sweep->row;
  const struct noe_result *result = report->result;
  row->state = NOE_ROW_DONE;
  row->verdict = result ? result->verdict : NOE_VERDICT_ERROR;
  if (result) {
    row->stop = result->stop;
    row->complete = result->complete;
    row->states = result->states;
    row->bytes = result->peak_bytes;
    row->seconds = result->seconds;
  }
  row->expected = report->expected;
  row->unmet = report->unmet ? noe_base_arena_text(sweep->cli->arena, report->unmet, strlen(report->unmet)) : NULL;
  row->reason = reason(sweep, report);
  row->detail = detail(sweep, report);
}

static void write_json(struct sweep *sweep, struct noe_session *session) {
  if (!sweep->json.name)
    return;
  struct noe_text line = noe_base_text(session->cli->memory);
  session->report.one_line = true;
  noe_report_json(&session->report, &line);
  noe_cli_grow(session->cli, &sweep->json, &line);
  noe_base_text_free(&line);
}

/* The run of the first violation that has one is saved; the report of the first that
 * nobody expected is shown when the table is complete. */
static void note_violation(struct sweep *sweep, struct noe_session *session) {
  const struct noe_report *report = &session->report;
  if (!report->result || report->result->verdict != NOE_VERDICT_VIOLATED)
    return;
  const struct noe_finding *finding = noe_cli_finding_with_run(report->result);
  if (finding && !sweep->has_run) {
    noe_cli_write_trace(session, finding->trace, finding);
    sweep->has_run = true;
  }
  if (!sweep->first_label && (!report->expected || report->unmet)) {
    sweep->first_label = sweep->row->label;
    noe_report_check(report, &sweep->first);
    if (sweep->cli->options->html)
      noe_report_html_data(report, &sweep->page);
  }
}

static void tell(void *context, struct noe_session *session, int status) {
  struct sweep *sweep = context;
  (void)status;
  fill_row(sweep, &session->report);
  write_json(sweep, session);
  if (sweep->cli->options->sarif)
    noe_report_sarif_run(&session->report, sweep->row->label, &sweep->sarif_json);
  note_violation(sweep, session);
}

/* ------------------------------------------------------------ leaving out */

/* At a cost of its own: time or memory. A bound is what was asked for. */
static bool is_at_limit(const struct noe_sweep_row *row) {
  return row->state == NOE_ROW_DONE && row->verdict == NOE_VERDICT_UNKNOWN &&
         (row->stop == NOE_STOP_MEMORY || row->stop == NOE_STOP_TIME);
}

/* Is every constant at least as large, of the same model? */
static bool is_larger(const struct sweep *sweep, size_t run, size_t than) {
  const struct noe_run *a = &sweep->plan->runs[run], *b = &sweep->plan->runs[than];
  assert(than < run && run < sweep->plan->count && "a run is compared with those before it");
  if (strcmp(a->file, b->file) || !sweep->plan->axis_count)
    return false;
  for (size_t i = 0; i < sweep->plan->axis_count; i++) {
    int64_t x, y;
    bool are_numbers = noe_cli_axis_number(a->values[i], &x) && noe_cli_axis_number(b->values[i], &y);
    if (are_numbers ? x < y : strcmp(a->values[i], b->values[i]) != 0)
      return false;
  }
  return true;
}

static bool has_limit_below(const struct sweep *sweep, size_t run) {
  for (size_t i = 0; i < run; i++)
    if (is_at_limit(&sweep->rows[i]) && is_larger(sweep, run, i))
      return true;
  return false;
}

static bool any_before(const struct sweep *sweep, size_t run, bool (*is)(const struct noe_sweep_row *row)) {
  for (size_t i = 0; i < run; i++)
    if (is(&sweep->rows[i]))
      return true;
  return false;
}

static bool is_violated(const struct noe_sweep_row *row) {
  return row->state == NOE_ROW_DONE && row->verdict == NOE_VERDICT_VIOLATED;
}

static double time_left(const struct sweep *sweep) {
  double total = sweep->cli->options->total_time;
  return total > 0 ? total - (noe_base_now() - sweep->began) : 1;
}

/* Why this run is not to be made, or NULL. */
static const char *leave_out(const struct sweep *sweep, size_t run) {
  int stop = sweep->cli->options->stop;
  if (atomic_load(sweep->cli->interrupted))
    return "interrupted";
  if (time_left(sweep) <= 0)
    return "--total-time is used up";
  if ((stop == NOE_SWEEP_TO_VIOLATION || stop == NOE_SWEEP_TO_ANY) && any_before(sweep, run, is_violated))
    return "they come after a violation (--stop)";
  if ((stop == NOE_SWEEP_TO_LIMIT || stop == NOE_SWEEP_TO_ANY) && any_before(sweep, run, is_at_limit))
    return "they come after a run that reached a limit (--stop)";
  if (stop == NOE_SWEEP_AUTO && has_limit_below(sweep, run))
    return "larger than a run that reached a limit (--stop=never makes them)";
  return NULL;
}

/* ------------------------------------------------------------------ runs */

static void print(struct sweep *sweep, struct noe_text *text) {
  noe_cli_print(sweep->cli, text);
  noe_base_text_clear(text);
}

/* What smaller runs make one expect of this one, for its progress. */
static void expect_size(struct sweep *sweep, const struct noe_sweep_row *row) {
  struct noe_cli *cli = sweep->cli;
  struct noe_growth growth;
  cli->label = *row->label ? row->label : row->file;
  cli->expected_low = cli->expected_high = 0;
  if (row->before && noe_report_growth(&sweep->table, row->before, &growth))
    noe_report_growth_states(&growth, 1, &cli->expected_low, &cli->expected_high);
}

static void make(struct sweep *sweep, size_t number, struct noe_text *text) {
  struct noe_run run = sweep->plan->runs[number];
  struct noe_options options = *run.options;
  struct noe_check check = {.run = &run, .tell = tell, .context = sweep};
  if (options.total_time > 0 && (options.time <= 0 || time_left(sweep) < options.time))
    options.time = time_left(sweep);
  run.options = &options;
  sweep->row = &sweep->rows[number];
  expect_size(sweep, sweep->row);
  int status = noe_cli_check_once(sweep->cli, &check);
  if (severity(status) > severity(sweep->status))
    sweep->status = status;
  noe_report_sweep_row(&sweep->table, sweep->row, text);
  print(sweep, text);
}

static void skip(struct sweep *sweep, size_t number, const char *why) {
  sweep->rows[number].state = NOE_ROW_LEFT_OUT;
  sweep->rows[number].left_out = why;
  if (atomic_load(sweep->cli->interrupted) && severity(sweep->status) < severity(NOE_STATUS_INTERRUPTED))
    sweep->status = NOE_STATUS_INTERRUPTED;
  else if (sweep->status == NOE_STATUS_HOLDS)
    sweep->status = NOE_STATUS_UNKNOWN;
}

/* ---------------------------------------------------------------- set-up */

static void fill_names(struct sweep *sweep) {
  for (size_t i = 0; i < sweep->plan->count; i++) {
    const struct noe_run *run = &sweep->plan->runs[i];
    sweep->rows[i] = (struct noe_sweep_row){.file = run->file, .label = run->label, .values = run->values};
    assert((run->before == NOE_NO_RUN || run->before < i) && "the run that is smaller by a step comes before");
    sweep->rows[i].before = run->before == NOE_NO_RUN ? NULL : &sweep->rows[run->before];
  }
}

static void open_table(struct sweep *sweep) {
  struct noe_cli *cli = sweep->cli;
  const struct noe_sweep_plan *plan = sweep->plan;
  struct noe_sweep *table = &sweep->table;
  const char **columns = NOE_NEW_ARRAY(cli->arena, const char *, plan->axis_count);
  for (size_t i = 0; i < plan->axis_count; i++)
    columns[i] = plan->axes[i].name;
  sweep->rows = NOE_NEW_ARRAY(cli->arena, struct noe_sweep_row, plan->count);
  fill_names(sweep);
  *table = (struct noe_sweep){.memory = cli->memory, .columns = columns, .column_count = plan->axis_count};
  table->widths = NOE_NEW_ARRAY(cli->arena, size_t, plan->axis_count);
  table->has_files = plan->file_count > 1;
  table->rows = sweep->rows;
  table->row_count = plan->count;
  table->memory_limit = cli->options->mem ? cli->options->mem : noe_base_memory_limit(cli->memory);
  table->colour = cli->colour_out;
  table->quiet = cli->options->quiet;
  noe_report_sweep_measure(table);
}

/* ------------------------------------------------------------------- end */

static void write_files(struct sweep *sweep) {
  const struct noe_options *options = sweep->cli->options;
  struct noe_text text = noe_base_text(sweep->cli->memory);
  noe_cli_grow_end(sweep->cli, &sweep->json);
  if (options->junit) {
    noe_report_sweep_junit(&sweep->table, &text);
    noe_cli_write_file(sweep->cli, options->junit, &text);
  }
  noe_base_text_clear(&text);
  if (options->sarif) {
    noe_report_sarif_end(&sweep->sarif_json);
    noe_cli_write_file(sweep->cli, options->sarif, &sweep->sarif);
  }
  if (options->html) {
    noe_report_sweep_html(&sweep->table, sweep->cli->typed, noe_base_text_string(&sweep->page), &text);
    noe_cli_write_file(sweep->cli, options->html, &text);
  }
  if (!sweep->has_run && options->trace_out)
    noe_cli_remove_file(sweep->cli, options->trace_out);
  if (!sweep->has_run && options->itf)
    noe_cli_remove_file(sweep->cli, options->itf);
  noe_base_text_free(&text);
}

static void finish(struct sweep *sweep, struct noe_text *text) {
  struct noe_session session = {.cli = sweep->cli};
  write_files(sweep);
  if (sweep->first_label && !sweep->table.quiet) {
    noe_base_text_printf(text, "\n  the first violation%s%s:\n\n", *sweep->first_label ? ", " : "", sweep->first_label);
    noe_base_text_puts(text, noe_base_text_string(&sweep->first));
    noe_base_text_puts(text, "\n");
  }
  noe_report_sweep_end(&sweep->table, noe_base_now() - sweep->began, text);
  noe_cli_trace_note(&session, sweep->has_run, text);
  print(sweep, text);
  noe_base_text_free(&sweep->first);
  noe_base_text_free(&sweep->page);
  noe_base_text_free(&sweep->sarif);
  noe_base_text_free(&sweep->said);
}

int noe_cli_sweep(struct noe_cli *cli, const struct noe_sweep_plan *plan) {
  struct sweep sweep = {.cli = cli, .plan = plan, .began = noe_base_now(), .json.name = cli->options->json};
  struct noe_text text = noe_base_text(cli->memory);
  sweep.said = noe_base_text(cli->memory);
  sweep.first = noe_base_text(cli->memory);
  sweep.page = noe_base_text(cli->memory);
  sweep.sarif = noe_base_text(cli->memory);
  sweep.sarif_json = noe_report_json_new(&sweep.sarif);
  noe_report_sarif_begin(&sweep.sarif_json);
  cli->said = &sweep.said;
  open_table(&sweep);
  noe_report_sweep_head(&sweep.table, &text);
  print(&sweep, &text);
  for (size_t i = 0; i < plan->count; i++) {
    const char *why = leave_out(&sweep, i);
    if (why)
      skip(&sweep, i, why);
    else
      make(&sweep, i, &text);
  }
  finish(&sweep, &text);
  noe_base_text_free(&text);
  cli->said = NULL;
  return sweep.status;
}
