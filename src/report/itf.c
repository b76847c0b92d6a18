/* A run in the Informal Trace Format of Apalache (ADR 015), which other tools show
 * and replay. The state that a failing last step did not reach is not there. */
#include "base/version.h"
#include "model/lasso.h"
#include "report/report.h"
#include "report/value_json.h"

static void meta(struct noe_json *json, const struct noe_report *report) {
  noe_report_json_key(json, "#meta");
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_string(json, "format", "ITF");
  noe_report_json_put_string(json, "format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html");
  noe_report_json_put_string(json, "source", report->file);
  noe_report_json_put_string(json, "description", "Created by noether " NOE_VERSION);
  noe_report_json_end(json, '}');
}

static void state_meta(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace,
                       uint32_t i) {
  const struct noe_trace_step *step = &trace->steps[i];
  struct noe_text action = noe_base_text(report->memory);
  noe_report_instance(report->model, step->clause, step->arguments, i ? trace->steps[i - 1].state : NULL, &action);
  noe_report_json_key(json, "#meta");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_unsigned(json, "index", i);
  noe_report_json_put_string(json, "action", noe_base_text_string(&action));
  noe_report_json_end(json, '}');
  noe_base_text_free(&action);
}

static void state(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace, uint32_t i) {
  const struct noe_model *model = report->model;
  noe_report_json_begin(json, '{', false);
  state_meta(json, report, trace, i);
  for (uint32_t j = 0; j < model->variable_count; j++) {
    noe_report_json_key(json, model->variables[j].name);
    noe_report_value_itf(json, model->variables[j].type, trace->steps[i].state + model->variables[j].cell);
  }
  noe_report_json_end(json, '}');
}

void noe_report_itf(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  struct noe_json json = noe_report_json_new(out);
  noe_report_json_begin(&json, '{', false);
  meta(&json, report);
  noe_report_json_key(&json, "vars");
  noe_report_json_begin(&json, '[', true);
  for (uint32_t i = 0; i < report->model->variable_count; i++)
    noe_report_json_string(&json, report->model->variables[i].name);
  noe_report_json_end(&json, ']');
  noe_report_json_key(&json, "states");
  noe_report_json_begin(&json, '[', false);
  /* Of a lasso the last step, which comes back to where the loop begins, is left out. */
  uint32_t count = trace->has_loop ? noe_lasso_positions(trace) : trace->count;
  for (uint32_t i = 0; i < count && trace->steps[i].state; i++)
    state(&json, report, trace, i);
  noe_report_json_end(&json, ']');
  if (trace->has_loop)
    noe_report_json_put_unsigned(&json, "loop", trace->loop);
  noe_report_json_end(&json, '}');
}
