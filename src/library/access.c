/* The parts of a result. */
#include "../include/noether.h"
#include "library/library_int.h"
#include "report/value_json.h"

static int verdict_of(enum noe_verdict verdict) {
  switch (verdict) {
  case NOE_VERDICT_HOLDS: return NOETHER_HOLDS;
  case NOE_VERDICT_VIOLATED: return NOETHER_VIOLATED;
  case NOE_VERDICT_UNKNOWN: return NOETHER_UNKNOWN;
  case NOE_VERDICT_ERROR: break;
  }
  return NOETHER_ERROR;
}

int noether_verdict(const noether_result *result) {
  const struct noe_result *found = result->report.result;
  return found && !result->message ? verdict_of(found->verdict) : NOETHER_ERROR;
}

int noether_is_complete(const noether_result *result) {
  return result->report.result && !result->message && result->report.result->complete;
}

const char *noether_message(const noether_result *result) { return result->message; }
uint64_t noether_states(const noether_result *result) {
  return result->report.result ? result->report.result->states : 0;
}
uint64_t noether_rules_fired(const noether_result *result) {
  return result->report.result ? result->report.result->rules_fired : 0;
}
double noether_seconds(const noether_result *result) {
  return result->report.result ? result->report.result->seconds : 0;
}
const char *noether_json(const noether_result *result) { return result->json; }

/* ------------------------------------------------------------- properties */

static const struct noe_finding *finding(const noether_result *result, size_t property) {
  const struct noe_result *found = result->report.result;
  return found && property < found->finding_count ? &found->findings[property] : NULL;
}

size_t noether_property_count(const noether_result *result) {
  return result->report.result ? result->report.result->finding_count : 0;
}

const char *noether_property_name(const noether_result *result, size_t property) {
  const struct noe_finding *found = finding(result, property);
  return found ? found->name : NULL;
}

const char *noether_property_kind(const noether_result *result, size_t property) {
  const struct noe_finding *found = finding(result, property);
  return found ? noe_model_finding_kind_name(found->kind) : NULL;
}

int noether_property_verdict(const noether_result *result, size_t property) {
  const struct noe_finding *found = finding(result, property);
  return found ? verdict_of(found->verdict) : NOETHER_ERROR;
}

unsigned noether_property_line(const noether_result *result, size_t property) {
  const struct noe_finding *found = finding(result, property);
  return found ? found->place.line : 0;
}

/* ------------------------------------------------------------------- runs */

static const struct noe_trace *trace_of(const noether_result *result, size_t property) {
  const struct noe_finding *found = finding(result, property);
  return found ? found->trace : NULL;
}

static const struct noe_trace_step *step_of(const noether_result *result, size_t property, size_t step) {
  const struct noe_trace *trace = trace_of(result, property);
  return trace && step < trace->count ? &trace->steps[step] : NULL;
}

size_t noether_run_length(const noether_result *result, size_t property) {
  const struct noe_trace *trace = trace_of(result, property);
  return trace ? trace->count : 0;
}

long noether_run_loop(const noether_result *result, size_t property) {
  const struct noe_trace *trace = trace_of(result, property);
  return trace && trace->has_loop ? (long)trace->loop : -1;
}

const char *noether_step_rule(const noether_result *result, size_t property, size_t step) {
  const struct noe_trace_step *one = step_of(result, property, step);
  return one ? one->clause->title : NULL;
}

unsigned noether_step_line(const noether_result *result, size_t property, size_t step) {
  const struct noe_trace_step *one = step_of(result, property, step);
  return one ? one->clause->place.line : 0;
}

/* Texts are made when they are asked for; too little memory gives NULL. */
struct asked {
  const noether_result *result;
  const struct noe_trace_step *step, *before;
  const char *text;
};

static void keep(struct asked *asked, struct noe_text *text) {
  asked->text = noe_base_arena_text(asked->result->arena, noe_base_text_string(text), text->length);
  noe_base_text_free(text);
}

static void write_arguments(void *context, jmp_buf *escape) {
  (void)escape;
  struct asked *asked = context;
  struct noe_text text = noe_base_text(asked->result->memory);
  noe_report_arguments(asked->result->report.model, asked->step->clause, asked->step->arguments,
                       asked->before ? asked->before->state : NULL, &text);
  keep(asked, &text);
}

static void write_state(void *context, jmp_buf *escape) {
  (void)escape;
  struct asked *asked = context;
  const struct noe_model *model = asked->result->report.model;
  struct noe_text text = noe_base_text(asked->result->memory);
  struct noe_json json = noe_report_json_new(&text);
  noe_report_json_begin(&json, '{', true);
  for (uint32_t i = 0; i < model->variable_count; i++) {
    noe_report_json_key(&json, model->variables[i].name);
    noe_report_value_json(&json, model->variables[i].type, asked->step->state + model->variables[i].cell);
  }
  noe_report_json_end(&json, '}');
  keep(asked, &text);
}

static const char *written(const noether_result *result, size_t property, size_t step,
                           void (*write)(void *context, jmp_buf *escape), bool wants_state) {
  struct asked asked = {.result = result, .step = step_of(result, property, step)};
  asked.before = step ? step_of(result, property, step - 1) : NULL;
  if (!asked.step || (wants_state && !asked.step->state))
    return NULL;
  return noe_base_memory_guarded(result->memory, write, &asked) ? asked.text : NULL;
}

const char *noether_step_arguments(const noether_result *result, size_t property, size_t step) {
  return written(result, property, step, write_arguments, false);
}

const char *noether_step_state(noether_result *result, size_t property, size_t step) {
  return written(result, property, step, write_state, true);
}
