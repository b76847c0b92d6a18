#include "base/version.h"
#include "report/json.h"
#include "report/trace_json.h"
#include "report/validate_report.h"
#include "report/value_json.h"

static void state_json(struct noe_json *json, const struct noe_model *model, const int64_t *state) {
  noe_report_json_begin(json, '{', true);
  for (uint32_t i = 0; i < model->variable_count; i++) {
    noe_report_json_key(json, model->variables[i].name);
    noe_report_value_json(json, model->variables[i].type, state + model->variables[i].cell);
  }
  noe_report_json_end(json, '}');
}

static void possible(struct noe_json *json, const struct noe_log_report *log) {
  const struct noe_validation *validation = log->validation;
  noe_report_json_put_unsigned(json, "possible", validation->possible);
  noe_report_json_key(json, "possible_states");
  noe_report_json_begin(json, '[', false);
  for (uint64_t i = 0; i < validation->possible && i < NOE_STATES_SHOWN; i++)
    state_json(json, log->report->model, validation->shown[i]);
  noe_report_json_end(json, ']');
}

/* By step of the run: the line of the file that tells of it, or null. */
static void step_lines(struct noe_json *json, const struct noe_log_report *log) {
  const struct noe_validation *validation = log->validation;
  noe_report_json_key(json, "step_lines");
  noe_report_json_begin(json, '[', true);
  for (uint32_t i = 0; validation->trace && i < validation->trace->count; i++)
    if (validation->lines[i] == NOE_NO_LINE)
      noe_report_json_null(json);
    else
      noe_report_json_unsigned(json, log->log->lines[validation->lines[i]].number);
  noe_report_json_end(json, ']');
}

static void run(struct noe_json *json, const struct noe_log_report *log) {
  step_lines(json, log);
  noe_report_json_key(json, "trace");
  if (log->validation->trace)
    noe_report_trace_object(json, log->report, log->validation->trace, NULL);
  else
    noe_report_json_null(json);
}

static void body(struct noe_json *json, const struct noe_log_report *log) {
  const struct noe_validation *validation = log->validation;
  noe_report_json_put_string(json, "verdict", noe_report_validation_name(validation->verdict));
  noe_report_json_put_string(json, "stop", noe_report_stop_name(validation->stop));
  noe_report_json_put_unsigned(json, "lines", log->log->count);
  noe_report_json_put_unsigned(json, "explained", validation->explained);
  noe_report_json_key(json, "refused_line");
  if (validation->verdict == NOE_LOG_REFUSED)
    noe_report_json_unsigned(json, log->log->lines[validation->explained].number);
  else
    noe_report_json_null(json);
  possible(json, log);
  noe_report_json_put_unsigned(json, "hidden_steps", noe_report_hidden_steps(validation));
  noe_report_json_put_unsigned(json, "states", validation->visited);
  noe_report_json_put_unsigned(json, "widest", validation->widest);
  noe_report_json_key(json, "seconds");
  noe_report_json_decimal(json, log->seconds);
  run(json, log);
}

void noe_report_validation_json(const struct noe_log_report *log, struct noe_text *out) {
  struct noe_json json = noe_report_json_new(out);
  noe_report_json_begin(&json, '{', false);
  noe_report_json_put_unsigned(&json, "schema", 1);
  noe_report_json_put_string(&json, "tool", "noether");
  noe_report_json_put_string(&json, "version", NOE_VERSION);
  noe_report_json_put_string(&json, "model", log->report->file);
  noe_report_json_put_string(&json, "log", log->source->name);
  if (log->validation)
    body(&json, log);
  else
    noe_report_json_put_string(&json, "verdict", "error");
  noe_report_json_end(&json, '}');
}
