/* Mistakes in the text and properties that fail, at their lines; the run of a failure as a code flow. */
#include "report/sarif.h"

#include "base/version.h"

static void put_message(struct noe_json *json, const char *text) {
  noe_report_json_key(json, "message");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "text", text);
  noe_report_json_end(json, '}');
}

static void place(struct noe_json *json, const struct noe_report *report, uint32_t line, uint32_t column) {
  noe_report_json_key(json, "physicalLocation");
  noe_report_json_begin(json, '{', true);
  noe_report_json_key(json, "artifactLocation");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "uri", report->file);
  noe_report_json_end(json, '}');
  noe_report_json_key(json, "region");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_unsigned(json, "startLine", line ? line : 1);
  if (column)
    noe_report_json_put_unsigned(json, "startColumn", column);
  noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
}

static void locations(struct noe_json *json, const struct noe_report *report, uint32_t line, uint32_t column) {
  noe_report_json_key(json, "locations");
  noe_report_json_begin(json, '[', true);
  noe_report_json_begin(json, '{', true);
  place(json, report, line, column);
  noe_report_json_end(json, '}');
  noe_report_json_end(json, ']');
}

static void begin_result(struct noe_json *json, const char *rule, const char *level, const char *message) {
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_string(json, "ruleId", rule);
  noe_report_json_put_string(json, "level", level);
  put_message(json, message);
}

/* ------------------------------------------------------------------- runs */

static void step(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace, uint32_t i) {
  const struct noe_trace_step *one = &trace->steps[i];
  struct noe_text text = noe_base_text(report->memory);
  noe_report_instance(report->model, one->clause, one->arguments, i ? trace->steps[i - 1].state : NULL, &text);
  noe_report_json_begin(json, '{', true);
  noe_report_json_key(json, "location");
  noe_report_json_begin(json, '{', true);
  put_message(json, noe_base_text_string(&text));
  place(json, report, one->clause->place.line, 0);
  noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
  noe_base_text_free(&text);
}

/* More steps than people follow are left out. */
enum { MOST_STEPS = 500 };

static void flow(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace) {
  noe_report_json_key(json, "codeFlows");
  noe_report_json_begin(json, '[', false);
  noe_report_json_begin(json, '{', false);
  noe_report_json_key(json, "threadFlows");
  noe_report_json_begin(json, '[', false);
  noe_report_json_begin(json, '{', false);
  noe_report_json_key(json, "locations");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; i < trace->count && i < MOST_STEPS; i++)
    step(json, report, trace, i);
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
  noe_report_json_end(json, ']');
}

static void failure(struct noe_json *json, const struct noe_report *report, const struct noe_finding *finding,
                    const char *label) {
  struct noe_text text = noe_base_text(report->memory);
  noe_report_label(finding, &text);
  noe_base_text_puts(&text, finding->kind == NOE_FINDING_COVER ? " was never reached" : " is violated");
  if (finding->message)
    noe_base_text_printf(&text, ": %s", finding->message);
  if (*label)
    noe_base_text_printf(&text, " (%s)", label);
  begin_result(json, noe_model_finding_kind_name(finding->kind), "error", noe_base_text_string(&text));
  locations(json, report, finding->place.line, finding->place.column);
  if (finding->trace && finding->trace->count)
    flow(json, report, finding->trace);
  noe_report_json_end(json, '}');
  noe_base_text_free(&text);
}

/* ------------------------------------------------------------------- file */

static void results(struct noe_json *json, const struct noe_report *report, const char *label) {
  noe_report_json_key(json, "results");
  noe_report_json_begin(json, '[', false);
  for (size_t i = 0; i < report->diagnostic_count; i++) {
    const struct noe_reported *one = &report->diagnostics[i];
    begin_result(json, one->code, one->is_error ? "error" : "warning", one->message);
    locations(json, report, one->line, one->column);
    noe_report_json_end(json, '}');
  }
  for (uint32_t i = 0; report->result && i < report->result->finding_count; i++)
    if (report->result->findings[i].verdict == NOE_VERDICT_VIOLATED)
      failure(json, report, &report->result->findings[i], label);
  noe_report_json_end(json, ']');
}

static void tool(struct noe_json *json) {
  noe_report_json_key(json, "tool");
  noe_report_json_begin(json, '{', false);
  noe_report_json_key(json, "driver");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "name", "noether");
  noe_report_json_put_string(json, "version", NOE_VERSION);
  noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
}

static void invocation(struct noe_json *json, const struct noe_report *report) {
  noe_report_json_key(json, "invocations");
  noe_report_json_begin(json, '[', false);
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_bool(json, "executionSuccessful", report->result && report->result->verdict != NOE_VERDICT_ERROR);
  noe_report_json_end(json, '}');
  noe_report_json_end(json, ']');
}

/* Code hosts keep runs apart by this. */
static void identity(struct noe_json *json, const struct noe_report *report, const char *label) {
  struct noe_text text = noe_base_text(report->memory);
  noe_base_text_printf(&text, "noether/%s%s%s/", report->file, *label ? " " : "", label);
  noe_report_json_key(json, "automationDetails");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "id", noe_base_text_string(&text));
  noe_report_json_end(json, '}');
  noe_base_text_free(&text);
}

void noe_report_sarif_begin(struct noe_json *json) {
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_string(json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  noe_report_json_put_string(json, "version", "2.1.0");
  noe_report_json_key(json, "runs");
  noe_report_json_begin(json, '[', false);
}

void noe_report_sarif_run(const struct noe_report *report, const char *label, struct noe_json *json) {
  noe_report_json_begin(json, '{', false);
  tool(json);
  identity(json, report, label);
  invocation(json, report);
  noe_report_json_put_string(json, "columnKind", "unicodeCodePoints");
  results(json, report, label);
  noe_report_json_end(json, '}');
}

void noe_report_sarif_end(struct noe_json *json) {
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
}

void noe_report_sarif(const struct noe_report *report, struct noe_text *out) {
  struct noe_json json = noe_report_json_new(out);
  noe_report_sarif_begin(&json);
  noe_report_sarif_run(report, "", &json);
  noe_report_sarif_end(&json);
}
