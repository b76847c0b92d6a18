/* How states are built, and what steps change, for the scripts of pages. Types are known by
 * their numbers; a leaf of a state by its path, such as `cache[Client_1].permission`. */
#include "model/print.h"
#include "report/event_read.h"
#include "report/html.h"
#include "report/value_json.h"

static const char *const kinds[] = {"boolean", "range",  "enum",     "scalarset", "union",
                                    "array",   "record", "multiset", "integer",   "slot"};

static bool is_symmetric(const struct noe_result *result, const struct noe_type *type) {
  for (uint32_t i = 0; result && i < result->type_count; i++)
    if (result->types[i].type == type)
      return result->types[i].used;
  return false;
}

static void put_type(struct noe_json *json, const char *key, const struct noe_type *type) {
  if (type)
    noe_report_json_put_unsigned(json, key, type->id);
}

static void parts_json(struct noe_json *json, const struct noe_type *type) {
  noe_report_json_key(json, "parts");
  noe_report_json_begin(json, '[', true);
  for (uint32_t i = 0; i < type->part_count; i++)
    noe_report_json_unsigned(json, type->parts[i]->id);
  noe_report_json_end(json, ']');
}

static void fields_json(struct noe_json *json, const struct noe_type *type) {
  noe_report_json_key(json, "fields");
  noe_report_json_begin(json, '[', true);
  for (uint32_t i = 0; i < type->field_count; i++) {
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_string(json, "name", type->fields[i].name);
    put_type(json, "type", type->fields[i].type);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
}

/* Types with more members are no lanes of a chart, and their names are not needed. */
enum { MOST_MEMBERS = 1024 };

static void members_json(struct noe_json *json, const struct noe_type *type) {
  struct noe_text name = noe_base_text(json->out->memory);
  noe_report_json_key(json, "members");
  noe_report_json_begin(json, '[', true);
  for (int64_t value = type->low; value <= type->high; value++) {
    noe_base_text_clear(&name);
    noe_model_print_value(type, value, &name);
    noe_report_json_string(json, noe_base_text_string(&name));
  }
  noe_report_json_end(json, ']');
  noe_base_text_free(&name);
}

static void type_json(struct noe_json *json, const struct noe_type *type, const struct noe_result *result) {
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "kind", kinds[type->kind]);
  noe_report_json_put_string(json, "name", type->name);
  noe_report_json_put_unsigned(json, "line", type->place.line);
  if (type->kind <= NOE_TYPE_UNION) {
    noe_report_json_put_unsigned(json, "size", noe_type_size(type));
    if (type->kind != NOE_TYPE_UNION && type->kind != NOE_TYPE_BOOLEAN && noe_type_size(type) <= MOST_MEMBERS)
      members_json(json, type);
  }
  noe_report_json_put_bool(json, "symmetric", is_symmetric(result, type));
  if (type->kind == NOE_TYPE_UNION)
    parts_json(json, type);
  if (type->kind == NOE_TYPE_RECORD)
    fields_json(json, type);
  if (type->kind == NOE_TYPE_ARRAY)
    put_type(json, "index", type->index);
  if (type->kind == NOE_TYPE_ARRAY || type->kind == NOE_TYPE_MULTISET)
    put_type(json, "element", type->element);
  noe_report_json_end(json, '}');
}

void noe_report_shape_json(struct noe_json *json, const struct noe_model *model, const struct noe_result *result) {
  noe_report_json_key(json, "types");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; model && i < model->type_count; i++)
    type_json(json, model->types[i], result);
  noe_report_json_end(json, ']');
  noe_report_json_key(json, "variables");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; model && i < model->variable_count; i++) {
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_string(json, "name", model->variables[i].name);
    put_type(json, "type", model->variables[i].type);
    noe_report_json_put_unsigned(json, "line", model->variables[i].place.line);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
}

/* ----------------------------------------------------------------- steps */

/* A leaf is [path, value]: a text, or the list of the elements of a multiset. */
static void leaf(void *context, const char *path, const struct noe_type *type, const int64_t *cells) {
  struct noe_json *json = context;
  noe_report_json_begin(json, '[', true);
  noe_report_json_string(json, path);
  if (type->kind == NOE_TYPE_MULTISET) {
    noe_report_value_json(json, type, cells);
  } else {
    struct noe_text value = noe_base_text(json->out->memory);
    noe_model_print_compound(type, cells, &value);
    noe_report_json_string(json, noe_base_text_string(&value));
    noe_base_text_free(&value);
  }
  noe_report_json_end(json, ']');
}

static void changes(struct noe_json *json, const struct noe_model *model, const int64_t *before, const int64_t *state) {
  noe_report_json_key(json, "changes");
  noe_report_json_begin(json, '[', true);
  for (uint32_t i = 0; state && i < model->variable_count; i++) {
    const struct noe_variable *variable = &model->variables[i];
    if (before)
      noe_model_each_change(json->out->memory, variable->name, variable->type, before + variable->cell,
                            state + variable->cell, leaf, json);
    else
      noe_model_each_leaf(json->out->memory, variable->name, variable->type, state + variable->cell, leaf, json);
  }
  noe_report_json_end(json, ']');
}

/* An argument is [name, value, number of its type]; elements of multisets have no type that matters. */
static void arguments_json(struct noe_json *json, const struct noe_model *model, const struct noe_clause *clause,
                           const int64_t *arguments, const int64_t *before) {
  struct noe_text value = noe_base_text(json->out->memory);
  noe_report_json_key(json, "arguments");
  noe_report_json_begin(json, '[', true);
  for (uint32_t i = 0, parameter = 0; arguments && i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind > NOE_BINDER_CHOOSE)
      continue;
    bool is_element = binder->kind == NOE_BINDER_CHOOSE && arguments[parameter] != NOE_UNDEFINED;
    noe_base_text_clear(&value);
    if (is_element)
      noe_model_print_chosen(model, clause, i, arguments, arguments[parameter], before, &value);
    else
      noe_model_print_value(binder->type, arguments[parameter], &value);
    noe_report_json_begin(json, '[', true);
    noe_report_json_string(json, binder->name);
    noe_report_json_string(json, noe_base_text_string(&value));
    if (!is_element && binder->type->kind != NOE_TYPE_INTEGER && binder->type->kind != NOE_TYPE_SLOT)
      noe_report_json_unsigned(json, binder->type->id);
    noe_report_json_end(json, ']');
    parameter++;
  }
  noe_report_json_end(json, ']');
  noe_base_text_free(&value);
}

void noe_report_step_json(struct noe_json *json, const struct noe_model *model, const struct noe_trace_step *step,
                          const int64_t *before) {
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "rule", step->clause->title);
  noe_report_json_put_unsigned(json, "line", step->clause->place.line);
  arguments_json(json, model, step->clause, step->arguments, before);
  if (!step->state)
    noe_report_json_put_bool(json, "failed", true);
  changes(json, model, before, step->state);
  noe_report_json_end(json, '}');
}

void noe_report_run_json(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace) {
  noe_report_json_begin(json, '{', false);
  if (trace->has_loop)
    noe_report_json_put_unsigned(json, "loop", trace->loop);
  if (trace->has_fault) {
    noe_report_json_put_string(json, "fault", trace->fault.message);
    noe_report_json_put_unsigned(json, "fault_line", trace->fault.place.line);
  }
  noe_report_json_key(json, "steps");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; i < trace->count; i++)
    noe_report_step_json(json, report->model, &trace->steps[i], i ? trace->steps[i - 1].state : NULL);
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
}
