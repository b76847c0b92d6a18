/* One check as JSON for its page: more than result_json.c tells, since people look at it, and runs
 * shorter, by what each step changes. The names are between this file and html/check.js. */
#include <string.h>

#include "base/version.h"
#include "report/check_int.h"
#include "report/escape.h"
#include "report/html.h"
#include "report/value_json.h"
#include "report/why_text.h"

/* Writes what `write` says about the finding as a string. */
typedef void (*finding_text)(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out);

static void put_text(struct noe_json *json, const char *key, const struct noe_text *text) {
  noe_report_json_put_string(json, key, noe_base_text_string(text));
}

static void put_finding(struct noe_json *json, const char *key, const struct noe_report *report,
                        const struct noe_finding *finding, finding_text write) {
  struct noe_text text = noe_base_text(report->memory);
  write(report, finding, &text);
  put_text(json, key, &text);
  noe_base_text_free(&text);
}

static void label(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  (void)report;
  noe_report_label(finding, out);
}

static void instance(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  const struct noe_trace *trace = finding->trace;
  if (finding->clause && finding->arguments && finding->clause->parameter_count && trace && trace->count)
    noe_report_arguments(report->model, finding->clause, finding->arguments, trace->steps[trace->count - 1].state, out);
}

static void why(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  noe_report_why(report, finding, out);
  noe_report_grounds(report, finding, out);
}

static void finding_json(struct noe_json *json, const struct noe_report *report, const struct noe_finding *finding) {
  noe_report_json_begin(json, '{', false);
  put_finding(json, "label", report, finding, label);
  noe_report_json_put_string(json, "kind", noe_model_finding_kind_name(finding->kind));
  noe_report_json_put_string(json, "verdict", noe_model_verdict_name(finding->verdict));
  noe_report_json_put_unsigned(json, "line", finding->place.line);
  noe_report_json_put_string(json, "message", finding->message);
  noe_report_json_put_bool(json, "vacuous", finding->vacuous);
  noe_report_json_put_unsigned(json, "count", finding->count);
  noe_report_json_put_bool(json, "first", finding == report->result->first_failure);
  if (finding->trace) {
    put_finding(json, "instance", report, finding, instance);
    put_finding(json, "why", report, finding, why);
    noe_report_json_key(json, "run");
    noe_report_run_json(json, report, finding->trace);
  }
  noe_report_json_end(json, '}');
}

static void findings(struct noe_json *json, const struct noe_report *report) {
  noe_report_json_key(json, "properties");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; report->result && i < report->result->finding_count; i++)
    finding_json(json, report, &report->result->findings[i]);
  noe_report_json_end(json, ']');
}

static void rules(struct noe_json *json, const struct noe_report *report) {
  noe_report_json_key(json, "rules");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; report->model && i < report->model->rule_count; i++) {
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_string(json, "name", report->model->rules[i].title);
    noe_report_json_put_unsigned(json, "line", report->model->rules[i].place.line);
    if (report->result && report->result->firings)
      noe_report_json_put_unsigned(json, "fired", report->result->firings[i]);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
}

static void scalarsets(struct noe_json *json, const struct noe_result *result) {
  noe_report_json_key(json, "scalarsets");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; result && i < result->type_count; i++) {
    const struct noe_symmetric_type *type = &result->types[i];
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_string(json, "name", type->type->name);
    noe_report_json_put_unsigned(json, "size", noe_type_size(type->type));
    noe_report_json_put_bool(json, "used", type->used);
    noe_report_json_put_bool(json, "trusted", type->trusted);
    noe_report_json_put_string(json, "reason", type->reason);
    noe_report_json_put_unsigned(json, "line", type->place.line);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
}

static void constants(struct noe_json *json, const struct noe_model *model) {
  noe_report_json_key(json, "constants");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; model && i < model->constant_count; i++) {
    noe_report_json_begin(json, '[', true);
    noe_report_json_string(json, model->constants[i].name);
    noe_report_value_json(json, model->constants[i].type, &model->constants[i].value);
    noe_report_json_end(json, ']');
  }
  noe_report_json_end(json, ']');
}

static void diagnostics(struct noe_json *json, const struct noe_report *report) {
  noe_report_json_key(json, "diagnostics");
  noe_report_json_begin(json, '[', false);
  for (size_t i = 0; i < report->diagnostic_count; i++) {
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_string(json, "code", report->diagnostics[i].code);
    noe_report_json_put_bool(json, "error", report->diagnostics[i].is_error);
    noe_report_json_put_unsigned(json, "line", report->diagnostics[i].line);
    noe_report_json_put_string(json, "message", report->diagnostics[i].message);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
}

static void figures(struct noe_json *json, const struct noe_result *result) {
  noe_report_json_put_string(json, "engine", result->engine);
  noe_report_json_put_bool(json, "complete", result->complete);
  noe_report_json_put_string(json, "stop", noe_report_stop_name(result->stop));
  noe_report_json_put_string(json, "symmetry", result->symmetry);
  noe_report_json_put_string(json, "group_order", result->group_order);
  noe_report_json_put_bool(json, "uneven_starts", result->has_uneven_starts);
  noe_report_json_put_unsigned(json, "states", result->states);
  noe_report_json_put_string(json, "concrete_states", result->concrete_states);
  noe_report_json_put_unsigned(json, "transitions", result->transitions);
  noe_report_json_put_unsigned(json, "rules_fired", result->rules_fired);
  noe_report_json_put_unsigned(json, "depth", result->depth);
  noe_report_json_key(json, "seconds");
  noe_report_json_decimal(json, result->seconds);
  noe_report_json_put_unsigned(json, "peak_bytes", result->peak_bytes);
  noe_report_json_put_unsigned(json, "samples", result->samples);
  noe_report_json_key(json, "omission");
  noe_report_json_small(json, result->omission);
  noe_report_json_key(json, "levels");
  noe_report_json_begin(json, '[', true);
  for (uint32_t i = 0; i < result->level_count; i++)
    noe_report_json_unsigned(json, result->levels[i]);
  noe_report_json_end(json, ']');
}

/* Statements and branches, if the search looked at them. */
static void coverage(struct noe_json *json, const struct noe_coverage *coverage) {
  if (!coverage)
    return;
  noe_report_json_put_bool(json, "covered_all", coverage->is_whole);
  noe_report_json_key(json, "covered");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; i < coverage->point_count; i++) {
    const struct noe_coverage_point *point = &coverage->points[i];
    noe_report_json_begin(json, '[', true);
    noe_report_json_unsigned(json, point->place.line);
    noe_report_json_bool(json, point->condition != NULL);
    noe_report_json_bool(json, noe_coverage_ran(coverage, i));
    noe_report_json_end(json, ']');
  }
  noe_report_json_end(json, ']');
}

static void notes(struct noe_json *json, const struct noe_report *report) {
  struct noe_report plain = *report;
  struct noe_text text = noe_base_text(report->memory);
  plain.colour = false;
  plain.link = NULL;
  noe_report_reason(&plain, &text);
  put_text(json, "reason", &text);
  noe_base_text_clear(&text);
  noe_report_notes(&plain, &text);
  put_text(json, "notes", &text);
  noe_base_text_free(&text);
}

void noe_report_html_data(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  struct noe_json json = noe_report_json_new(out);
  bool is_wrong = !result || result->broken_symmetry;
  noe_report_json_begin(&json, '{', false);
  noe_report_json_put_string(&json, "version", NOE_VERSION);
  noe_report_json_put_string(&json, "model", report->file);
  noe_report_json_put_string(&json, "verdict", noe_model_verdict_name(is_wrong ? NOE_VERDICT_ERROR : result->verdict));
  noe_report_json_put_string(&json, "error", result ? result->error : report->error);
  noe_report_json_put_string(&json, "broken", result ? result->broken_symmetry : NULL);
  noe_report_json_put_string(&json, "plan", report->engine);
  noe_report_json_put_string(&json, "plan_reason", report->engine_reason);
  noe_report_json_put_string(&json, "expected", report->expected);
  noe_report_json_put_string(&json, "unmet", report->unmet);
  constants(&json, report->model);
  if (result) {
    notes(&json, report);
    figures(&json, result);
    coverage(&json, result->coverage);
  }
  scalarsets(&json, result);
  noe_report_shape_json(&json, report->model, result);
  findings(&json, report);
  rules(&json, report);
  diagnostics(&json, report);
  noe_report_json_put_string(&json, "source", report->source ? report->source->bytes : NULL);
  noe_report_json_end(&json, '}');
}
