#include "report/trace_json.h"

#include <string.h>

#include "base/version.h"
#include "model/machine.h"
#include "report/event_read.h"
#include "report/grounds.h"
#include "report/value_json.h"
#include "report/why_json.h"

/* --------------------------------------------------------------- options */

/* Options that change what a model means or what counts as a failure. */
static const char *const meaning[] = {"deadlock",   "undefined",  "value-params", "priorities",
                                      "loop-limit", "call-depth", "allow-empty",  "ignore-fairness"};

bool noe_report_option_is_meaning(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof meaning / sizeof *meaning; i++)
    if (strlen(meaning[i]) == length && !memcmp(meaning[i], name, length))
      return true;
  return false;
}

static const char *option_word(struct noe_arena *arena, const struct noe_option_row *row, const void *field) {
  char name[32];
  if (row->kind == NOE_OPTION_COUNT)
    return noe_base_arena_format(arena, "--%s=%llu", row->name, (unsigned long long)*(const uint64_t *)field);
  if (row->kind == NOE_OPTION_CHOICE &&
      noe_base_option_choice(row->argument, (size_t) * (const int *)field, name, sizeof name))
    return noe_base_arena_format(arena, "--%s=%s", row->name, name);
  return noe_base_arena_format(arena, "--%s", row->name);
}

static size_t field_size(enum noe_option_kind kind) {
  return kind == NOE_OPTION_FLAG ? sizeof(bool) : kind == NOE_OPTION_CHOICE ? sizeof(int) : sizeof(uint64_t);
}

struct noe_words noe_report_meaning(struct noe_arena *arena, const struct noe_options *options) {
  enum { MEANINGS = sizeof meaning / sizeof *meaning };
  struct noe_options defaults = noe_base_options();
  const char **words = NOE_NEW_ARRAY(arena, const char *, options->define_count + MEANINGS);
  size_t count = 0;
  for (size_t i = 0; i < options->define_count; i++)
    words[count++] = noe_base_arena_format(arena, "-D%s=%s", options->defines[i].name, options->defines[i].value);
  for (size_t i = 0; i < MEANINGS; i++) {
    const struct noe_option_row *row = noe_base_option_find(meaning[i], strlen(meaning[i]));
    const char *field = (const char *)options + row->offset;
    if (memcmp(field, (const char *)&defaults + row->offset, field_size(row->kind)) != 0)
      words[count++] = option_word(arena, row, field);
  }
  return (struct noe_words){words, count};
}

void noe_report_options_json(struct noe_json *json, const struct noe_report *report) {
  struct noe_arena *arena = noe_base_arena_new(report->memory);
  struct noe_words words = noe_report_meaning(arena, report->options);
  noe_report_json_key(json, "options");
  noe_report_json_begin(json, '[', true);
  for (size_t i = 0; i < words.count; i++)
    noe_report_json_string(json, words.items[i]);
  noe_report_json_end(json, ']');
  noe_base_arena_delete(arena);
}

/* ------------------------------------------------------------- instances */

/* The element of a multiset that a parameter is bound to. */
static void element_json(struct noe_json *json, const struct noe_model *model, const struct noe_clause *clause,
                         const int64_t *arguments, const int64_t *state, uint32_t binder) {
  struct noe_machine *machine = noe_model_machine_new(json->out->memory, model);
  const int64_t *cells = noe_model_machine_chosen(machine, clause, arguments, state, binder);
  if (cells)
    noe_report_value_json(json, clause->binders[binder].value->type->element, cells);
  else
    noe_report_json_null(json);
  noe_model_machine_delete(machine);
}

static void arguments_json(struct noe_json *json, const struct noe_model *model, const struct noe_clause *clause,
                           const int64_t *arguments, const int64_t *state) {
  struct noe_arena *arena = noe_base_arena_new(json->out->memory);
  noe_report_json_key(json, "arguments");
  noe_report_json_begin(json, '{', true);
  for (uint32_t i = 0, parameter = 0; arguments && i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind > NOE_BINDER_CHOOSE)
      continue;
    const int64_t *value = &arguments[parameter++];
    noe_report_json_key(json, noe_report_parameter_key(arena, clause, i));
    if (binder->kind == NOE_BINDER_CHOOSE && *value != NOE_UNDEFINED && state)
      element_json(json, model, clause, arguments, state, i);
    else
      noe_report_value_json(json, binder->type, value);
  }
  noe_report_json_end(json, '}');
  noe_base_arena_delete(arena);
}

static void instance(struct noe_json *json, const struct noe_model *model, const struct noe_clause *clause,
                     const int64_t *arguments, const int64_t *state) {
  noe_report_json_put_string(json, "rule", clause->title);
  noe_report_json_put_string(json, "kind", noe_report_clause_kind_name(clause->kind));
  noe_report_json_put_unsigned(json, "line", clause->place.line);
  noe_report_json_put_unsigned(json, "rule_index", clause->id);
  arguments_json(json, model, clause, arguments, state);
}

/* ------------------------------------------------------------------ runs */

static void state_json(struct noe_json *json, const struct noe_model *model, const int64_t *state) {
  noe_report_json_key(json, "state");
  if (!state) {
    noe_report_json_null(json);
    return;
  }
  noe_report_json_begin(json, '{', false);
  for (uint32_t i = 0; i < model->variable_count; i++) {
    noe_report_json_key(json, model->variables[i].name);
    noe_report_value_json(json, model->variables[i].type, state + model->variables[i].cell);
  }
  noe_report_json_end(json, '}');
}

static void steps(struct noe_json *json, const struct noe_model *model, const struct noe_trace *trace) {
  noe_report_json_key(json, "steps");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; i < trace->count; i++) {
    const struct noe_trace_step *step = &trace->steps[i];
    noe_report_json_begin(json, '{', false);
    instance(json, model, step->clause, step->arguments, i ? trace->steps[i - 1].state : NULL);
    state_json(json, model, step->state);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
}

static void fault(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace) {
  noe_report_json_key(json, "fault");
  if (!trace->has_fault) {
    noe_report_json_null(json);
    return;
  }
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_string(json, "code", noe_base_diagnostic_name(trace->fault.code));
  noe_report_json_put_string(json, "message", trace->fault.message);
  noe_report_json_put_unsigned(json, "line", trace->fault.place.line);
  noe_report_json_put_unsigned(json, "column", trace->fault.place.column);
  noe_report_autopsy_json(json, report, trace);
  noe_report_json_end(json, '}');
}

static const int64_t *last_state(const struct noe_trace *trace) {
  return trace->count ? trace->steps[trace->count - 1].state : NULL;
}

/* What the run is evidence of. */
static void property(struct noe_json *json, const struct noe_model *model, const struct noe_trace *trace,
                     const struct noe_finding *finding) {
  noe_report_json_key(json, "property");
  if (!finding) {
    noe_report_json_null(json);
    return;
  }
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_string(json, "name", finding->name);
  noe_report_json_put_string(json, "kind", noe_model_finding_kind_name(finding->kind));
  noe_report_json_put_unsigned(json, "line", finding->place.line);
  if (finding->clause) {
    noe_report_json_put_unsigned(json, "index", finding->clause->id);
    if (finding->arguments)
      arguments_json(json, model, finding->clause, finding->arguments, last_state(trace));
  }
  noe_report_json_end(json, '}');
}

static void loop(struct noe_json *json, const struct noe_trace *trace) {
  noe_report_json_key(json, "loop");
  if (trace->has_loop)
    noe_report_json_exact(json, trace->loop);
  else
    noe_report_json_null(json);
}

/* Other runs that the finding needs, whole. */
static void branches(struct noe_json *json, const struct noe_report *report, const struct noe_finding *finding) {
  const struct noe_runs runs = noe_report_runs(finding);
  noe_report_json_key(json, "branches");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 1; i < runs.count; i++) {
    noe_report_json_begin(json, '{', false);
    steps(json, report->model, runs.items[i]);
    loop(json, runs.items[i]);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
}

void noe_report_trace_object(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace,
                             const struct noe_finding *finding) {
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_unsigned(json, "schema", NOE_TRACE_SCHEMA);
  noe_report_json_put_string(json, "tool", "noether");
  noe_report_json_put_string(json, "version", NOE_VERSION);
  noe_report_json_put_string(json, "model", report->file);
  noe_report_options_json(json, report);
  property(json, report->model, trace, finding);
  steps(json, report->model, trace);
  loop(json, trace);
  if (finding && finding->ground_count && finding->trace == trace)
    branches(json, report, finding);
  fault(json, report, trace);
  noe_report_json_key(json, "failed");
  if (trace->has_fault && trace->failed) {
    noe_report_json_begin(json, '{', false);
    instance(json, report->model, trace->failed, trace->failed_arguments, last_state(trace));
    noe_report_json_end(json, '}');
  } else
    noe_report_json_null(json);
  noe_report_json_end(json, '}');
}

void noe_report_trace_json(const struct noe_report *report, const struct noe_trace *trace,
                           const struct noe_finding *finding, struct noe_text *out) {
  struct noe_json json = noe_report_json_new(out);
  noe_report_trace_object(&json, report, trace, finding);
}
