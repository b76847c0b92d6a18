/* The result of a check as one JSON object. Names are stable; `schema` changes when
 * a name changes its meaning, not when names are added. */
#include "base/version.h"
#include "model/asked.h"
#include "report/check_int.h"
#include "report/coverage_json.h"
#include "report/formula_text.h"
#include "report/grounds.h"
#include "report/trace_json.h"
#include "report/value_json.h"
#include "report/why_json.h"
#include "symmetry/group.h"

static void constants(struct noe_json *json, const struct noe_model *model) {
  noe_report_json_key(json, "constants");
  noe_report_json_begin(json, '{', true);
  for (uint32_t i = 0; model && i < model->constant_count; i++) {
    noe_report_json_key(json, model->constants[i].name);
    noe_report_value_json(json, model->constants[i].type, &model->constants[i].value);
  }
  noe_report_json_end(json, '}');
}

static void symmetric_type(struct noe_json *json, const struct noe_symmetric_type *type) {
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "name", type->type->name);
  noe_report_json_put_unsigned(json, "size", noe_type_size(type->type));
  noe_report_json_put_string(json, "kind",
                             type->type->group     ? type->type->group->kind
                             : type->type->is_ring ? "rotations"
                                                   : "full");
  noe_report_json_put_bool(json, "proved", type->used && !type->trusted);
  noe_report_json_put_bool(json, "used", type->used);
  noe_report_json_put_bool(json, "trusted", type->trusted);
  noe_report_json_put_bool(json, "declared", !type->is_found);
  noe_report_json_put_string(json, "reason", type->reason);
  noe_report_json_put_unsigned(json, "line", type->place.line);
  noe_report_json_end(json, '}');
}

static void symmetry(struct noe_json *json, const struct noe_report *report) {
  const struct noe_result *result = report->result;
  char mode[32];
  noe_base_option_chosen(report->options, "symmetry", mode, sizeof mode);
  noe_report_json_key(json, "symmetry");
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_string(json, "mode", result && result->symmetry ? result->symmetry : mode);
  noe_report_json_key(json, "types");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; result && i < result->type_count; i++)
    symmetric_type(json, &result->types[i]);
  noe_report_json_end(json, ']');
  noe_report_json_put_string(json, "group_order", result && result->group_order ? result->group_order : "1");
  noe_report_json_put_bool(json, "uneven_starts", result && result->has_uneven_starts);
  noe_report_json_end(json, '}');
}

static void diagnostics(struct noe_json *json, const struct noe_report *report) {
  noe_report_json_key(json, "diagnostics");
  noe_report_json_begin(json, '[', false);
  for (size_t i = 0; i < report->diagnostic_count; i++) {
    const struct noe_reported *reported = &report->diagnostics[i];
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_string(json, "code", reported->code);
    noe_report_json_put_string(json, "severity", reported->is_error ? "error" : "warning");
    noe_report_json_put_unsigned(json, "line", reported->line);
    noe_report_json_put_unsigned(json, "column", reported->column);
    noe_report_json_put_string(json, "message", reported->message);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
}

static const char *ground_word(enum noe_ground_kind kind) {
  static const char *const words[] = {"here", "run", "all", "steps", "more"};
  return words[kind];
}

/* Why a claim about several runs is false. Run 0 is the trace, others are its branches. */
static void grounds(struct noe_json *json, const struct noe_report *report, const struct noe_finding *finding) {
  const struct noe_runs runs = noe_report_runs(finding);
  noe_report_json_key(json, "grounds");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; i < finding->ground_count; i++) {
    const struct noe_ground *ground = &finding->grounds[i];
    struct noe_text text = noe_base_text(report->memory);
    noe_report_formula(report, finding->clause, ground->formula, &text);
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_unsigned(json, "depth", ground->depth);
    noe_report_json_put_unsigned(json, "run", noe_report_run_number(&runs, ground->trace));
    noe_report_json_put_unsigned(json, "after", ground->after);
    noe_report_json_put_string(json, "formula", noe_base_text_string(&text));
    noe_report_json_put_bool(json, "truth", ground->truth);
    noe_report_json_put_string(json, "shown", ground_word(ground->kind));
    if (ground->kind == NOE_GROUND_RUN)
      noe_report_json_put_unsigned(json, "until", ground->until);
    if (ground->kind == NOE_GROUND_ALL || ground->kind == NOE_GROUND_STEPS)
      noe_report_json_put_unsigned(json, "searched", ground->searched);
    noe_report_json_end(json, '}');
    noe_base_text_free(&text);
  }
  noe_report_json_end(json, ']');
}

static void property(struct noe_json *json, const struct noe_report *report, const struct noe_finding *finding) {
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_string(json, "name", finding->name);
  noe_report_json_put_string(json, "kind", noe_model_finding_kind_name(finding->kind));
  noe_report_json_put_string(json, "verdict", noe_model_verdict_name(finding->verdict));
  noe_report_json_put_unsigned(json, "line", finding->place.line);
  noe_report_json_put_string(json, "message", finding->message);
  noe_report_json_put_bool(json, "vacuous", finding->vacuous);
  noe_report_json_put_unsigned(json, "count", finding->count);
  if (finding->clause && finding->clause->kind == NOE_CLAUSE_PROPERTY &&
      noe_property_is_temporal(finding->clause->property)) {
    noe_report_json_put_unsigned(json, "product_states", finding->product_states);
    noe_report_json_put_unsigned(json, "product_edges", finding->product_edges);
  }
  noe_report_why_json(json, report, finding);
  noe_report_json_key(json, "trace");
  if (finding->trace)
    noe_report_trace_object(json, report, finding->trace, finding);
  else
    noe_report_json_null(json);
  if (finding->trace && finding->ground_count)
    grounds(json, report, finding);
  noe_report_json_end(json, '}');
}

static void properties(struct noe_json *json, const struct noe_report *report) {
  noe_report_json_key(json, "properties");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; report->result && i < report->result->finding_count; i++)
    property(json, report, &report->result->findings[i]);
  noe_report_json_end(json, ']');
}

/* What nobody asked about: nothing is said of it. */
static void left_out(struct noe_json *json, const struct noe_report *report) {
  if (!report->options->property.count || !report->model)
    return;
  noe_report_json_key(json, "left_out");
  noe_report_json_begin(json, '[', true);
  for (uint32_t i = 0; i < report->model->left_out_count; i++)
    noe_report_json_string(json, report->model->left_out[i].title);
  if (!noe_model_asks_deadlock(&report->options->property))
    noe_report_json_string(json, "deadlock");
  noe_report_json_end(json, ']');
}

static void rules(struct noe_json *json, const struct noe_report *report) {
  noe_report_json_key(json, "rules");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; report->result && report->model && i < report->model->rule_count; i++) {
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_string(json, "name", report->model->rules[i].title);
    noe_report_json_put_unsigned(json, "line", report->model->rules[i].place.line);
    if (report->result->firings)
      noe_report_json_put_unsigned(json, "fired", report->result->firings[i]);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
}

static void hunted(struct noe_json *json, const struct noe_hunted *hunted) {
  noe_report_json_key(json, "hunt");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_unsigned(json, hunted->is_swarm ? "searches" : "walks", hunted->walks);
  noe_report_json_put_unsigned(json, hunted->is_swarm ? "expanded" : "steps", hunted->steps);
  noe_report_json_put_unsigned(json, "found_steps", hunted->found_steps);
  noe_report_json_put_unsigned(json, "least_steps", hunted->least_steps);
  noe_report_json_put_bool(json, "more_states", hunted->is_full);
  noe_report_json_end(json, '}');
}

static void figures(struct noe_json *json, const struct noe_result *result) {
  static const struct noe_result nothing = {.concrete_states = "0"};
  if (!result)
    result = &nothing;
  noe_report_json_put_unsigned(json, "states", result->states);
  noe_report_json_put_string(json, "orbits", result->orbits);
  noe_report_json_put_string(json, "concrete_states", result->concrete_states);
  noe_report_json_put_unsigned(json, "transitions", result->transitions);
  noe_report_json_put_unsigned(json, "rules_fired", result->rules_fired);
  noe_report_json_put_unsigned(json, "depth", result->depth);
  noe_report_json_key(json, "seconds");
  noe_report_json_decimal(json, result->seconds);
  noe_report_json_put_unsigned(json, "symmetry_samples", result->samples);
  noe_report_json_put_unsigned(json, "peak_bytes", result->peak_bytes);
  noe_report_json_put_unsigned(json, "store_bytes", result->store_bytes);
  noe_report_json_key(json, "omission");
  noe_report_json_small(json, result->omission);
  noe_report_figures_json(json, result);
}

void noe_report_json(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  struct noe_json json = noe_report_json_new(out);
  noe_report_json_begin(&json, '{', report->one_line);
  noe_report_json_put_unsigned(&json, "schema", 1);
  noe_report_json_put_string(&json, "tool", "noether");
  noe_report_json_put_string(&json, "version", NOE_VERSION);
  noe_report_json_put_string(&json, "model", report->file);
  constants(&json, report->model);
  noe_report_json_put_unsigned(&json, "seed", result && result->hunted ? result->hunted->seed : 0);
  noe_report_json_put_string(&json, "engine", report->engine);
  noe_report_json_put_string(&json, "engine_reason", report->engine_reason);
  symmetry(&json, report);
  const char *broken = result ? result->broken_symmetry : NULL;
  noe_report_json_put_string(&json, "verdict",
                             noe_model_verdict_name(result && !broken ? result->verdict : NOE_VERDICT_ERROR));
  if (broken)
    noe_report_json_put_string(&json, "without_symmetry", noe_model_verdict_name(result->verdict));
  noe_report_json_put_bool(&json, "complete", result && result->complete);
  noe_report_json_put_string(&json, "stop", noe_report_stop_name(result ? result->stop : NOE_STOP_NONE));
  noe_report_json_put_string(&json, "message", broken ? broken : result ? result->error : report->error);
  noe_report_json_put_string(&json, "expected", report->expected);
  noe_report_json_put_string(&json, "unmet", report->unmet);
  diagnostics(&json, report);
  properties(&json, report);
  left_out(&json, report);
  figures(&json, result);
  if (result && result->hunted)
    hunted(&json, result->hunted);
  rules(&json, report);
  noe_report_surveys_json(&json, report);
  noe_report_coverage_json(&json, report);
  noe_report_json_end(&json, '}');
}
