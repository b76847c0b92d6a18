#include "report/demand_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"

/* The demands read so far, on the parts of one value or state. */
struct list {
  NOE_LIST(struct noe_demand) items;
};

void noe_report_strange(struct noe_demand_reader *reader, const char *name) {
  for (size_t i = 0; i < reader->strange.count; i++)
    if (!strcmp(reader->strange.items[i], name))
      return;
  NOE_LIST_PUSH(reader->arena, &reader->strange, name);
}

/* --------------------------------------------------------------- messages */

static const char *type_text(const struct noe_demand_reader *reader, const struct noe_type *type) {
  static const char *const words[] = {"a boolean",
                                      "an integer",
                                      "a member of an enum",
                                      "a member of a scalarset",
                                      "a member of a union",
                                      "an array",
                                      "a record",
                                      "a multiset",
                                      "an integer",
                                      "an element"};
  if (type->kind == NOE_TYPE_RANGE)
    return noe_base_arena_format(reader->arena, "an integer of %lld..%lld", (long long)type->low,
                                 (long long)type->high);
  if (type->name && type->kind != NOE_TYPE_INTEGER && type->kind != NOE_TYPE_BOOLEAN)
    return noe_base_arena_format(reader->arena, "%s (type %s)", words[type->kind], type->name);
  return words[type->kind];
}

static void hint_members(struct noe_demand_reader *reader, const struct noe_type *type, const char *text) {
  if (type->kind != NOE_TYPE_ENUM)
    return;
  const char *near = noe_base_suggest(text, type->members, (size_t)noe_type_size(type));
  if (near)
    noe_base_hint(reader->diagnostics, "did you mean \"%s\"?", near);
}

/* `json` cannot be a value of the type. */
static void misfit(struct noe_demand_reader *reader, const struct noe_type *type, const struct noe_json_value *json) {
  if (!reader->diagnostics)
    return;
  bool is_text = json->kind == NOE_JSON_STRING;
  noe_base_report(reader->diagnostics, NOE_E_LOG, json->span, "%s%s%s is not %s", is_text ? "\"" : "",
                  is_text ? json->text : noe_report_json_kind_name(json), is_text ? "\"" : "", type_text(reader, type));
  if (is_text)
    hint_members(reader, type, json->text);
}

static void unknown(struct noe_demand_reader *reader, const char *what, const struct noe_json_value *item,
                    const char *const *names, size_t count) {
  if (!reader->diagnostics) {
    noe_report_strange(reader, item->key);
    return;
  }
  noe_base_report(reader->diagnostics, NOE_E_LOG, item->key_span, "the model has no %s `%s`", what, item->key);
  const char *near = noe_base_suggest(item->key, names, count);
  if (near)
    noe_base_hint(reader->diagnostics, "did you mean `%s`?", near);
}

/* ----------------------------------------------------------- simple values */

static bool read_digits(const char *text, int64_t *value) {
  char *end;
  if (!(*text >= '0' && *text <= '9') && !(*text == '-' && text[1] >= '0' && text[1] <= '9'))
    return false;
  errno = 0;
  *value = strtoll(text, &end, 10);
  return !*end && !errno;
}

static bool find_member(const struct noe_type *type, const char *name, int64_t *value) {
  for (*value = 0; *value <= type->high; (*value)++)
    if (!strcmp(type->members[*value], name))
      return true;
  return false;
}

/* `Proc_2` is number 1. */
static bool find_scalar(const struct noe_type *type, const char *name, int64_t *value) {
  const char *own = type->name ? type->name : "scalarset";
  size_t length = strlen(own);
  if (strncmp(name, own, length) || name[length] != '_' || name[length + 1] == '0' || name[length + 1] == '-' ||
      !read_digits(name + length + 1, value))
    return false;
  return --*value <= type->high;
}

static bool find_name(const struct noe_type *type, const char *name, int64_t *value) {
  if (type->kind == NOE_TYPE_ENUM)
    return find_member(type, name, value);
  if (type->kind == NOE_TYPE_SCALARSET)
    return find_scalar(type, name, value);
  for (uint32_t i = 0; type->kind == NOE_TYPE_UNION && i < type->part_count; i++)
    if (find_name(type->parts[i], name, value)) {
      *value += type->part_offsets[i];
      return true;
    }
  return false;
}

/* A value by the text that stands for it, as in keys. */
static bool find_text(const struct noe_demand_reader *reader, const struct noe_type *type, const char *text,
                      int64_t *value) {
  if (type->kind == NOE_TYPE_INTEGER)
    return read_digits(text, value) && *value != NOE_UNDEFINED;
  if (noe_type_is_integer(type))
    return read_digits(text, value) && *value >= type->low && *value <= type->high;
  if (type->kind == NOE_TYPE_BOOLEAN) {
    *value = !strcmp(text, "true");
    return *value || !strcmp(text, "false");
  }
  return find_name(type, noe_report_value_name_now(reader->names, text), value);
}

bool noe_report_simple_read(const struct noe_demand_reader *reader, const struct noe_type *type,
                            const struct noe_json_value *json, int64_t *value) {
  switch (json->kind) {
  case NOE_JSON_NULL: *value = NOE_UNDEFINED; return true;
  case NOE_JSON_TRUE:
  case NOE_JSON_FALSE: *value = json->kind == NOE_JSON_TRUE; return type->kind == NOE_TYPE_BOOLEAN;
  case NOE_JSON_INTEGER:
    *value = json->integer;
    return noe_type_is_integer(type) && *value != NOE_UNDEFINED &&
           (type->kind == NOE_TYPE_INTEGER || (*value >= type->low && *value <= type->high));
  case NOE_JSON_STRING: return type->kind != NOE_TYPE_BOOLEAN && find_text(reader, type, json->text, value);
  default: return false;
  }
}

/* ---------------------------------------------------------- compound values */

static void read_part(struct noe_demand_reader *reader, const struct noe_type *type, uint32_t cell,
                      const struct noe_json_value *json, struct list *list);

static void push(struct noe_demand_reader *reader, struct list *list, struct noe_demand demand) {
  NOE_LIST_PUSH(reader->arena, &list->items, demand);
}

/* What is asked for is nothing that the type has: of traces, since logs do not get here. */
static void push_never(struct noe_demand_reader *reader, const struct noe_type *type, uint32_t cell,
                       const struct noe_json_value *json, struct list *list) {
  misfit(reader, type, json);
  push(reader, list, (struct noe_demand){.cell = cell, .type = type, .never = true, .span = json->span});
}

static void read_simple(struct noe_demand_reader *reader, const struct noe_type *type, uint32_t cell,
                        const struct noe_json_value *json, struct list *list) {
  int64_t value;
  if (noe_report_simple_read(reader, type, json, &value))
    push(reader, list, (struct noe_demand){.cell = cell, .type = type, .value = value, .span = json->span});
  else
    push_never(reader, type, cell, json, list);
}

static void read_array(struct noe_demand_reader *reader, const struct noe_type *type, uint32_t cell,
                       const struct noe_json_value *json, struct list *list) {
  uint64_t size = noe_type_size(type->index), number = 0;
  if (json->kind == NOE_JSON_ARRAY ? json->count > size : json->kind != NOE_JSON_OBJECT) {
    push_never(reader, type, cell, json, list);
    return;
  }
  for (const struct noe_json_value *item = json->child; item; item = item->next, number++) {
    int64_t index = type->index->low + (int64_t)number;
    if (item->key && !find_text(reader, type->index, item->key, &index))
      unknown(reader, "index", item, NULL, 0);
    else
      read_part(reader, type->element, cell + (uint32_t)(index - type->index->low) * type->stride, item, list);
  }
}

static const struct noe_field *find_field(const struct noe_type *type, const char *name) {
  for (uint32_t i = 0; i < type->field_count; i++)
    if (!strcmp(type->fields[i].name, name))
      return &type->fields[i];
  return NULL;
}

static void unknown_field(struct noe_demand_reader *reader, const struct noe_type *type,
                          const struct noe_json_value *item) {
  const char **names = NOE_NEW_ARRAY(reader->arena, const char *, type->field_count);
  for (uint32_t i = 0; i < type->field_count; i++)
    names[i] = type->fields[i].name;
  unknown(reader, "field", item, names, type->field_count);
}

static void read_record(struct noe_demand_reader *reader, const struct noe_type *type, uint32_t cell,
                        const struct noe_json_value *json, struct list *list) {
  if (json->kind != NOE_JSON_OBJECT) {
    push_never(reader, type, cell, json, list);
    return;
  }
  for (const struct noe_json_value *item = json->child; item; item = item->next) {
    const struct noe_field *field = find_field(type, noe_report_name_now(reader->names, item->key));
    if (field)
      read_part(reader, field->type, cell + field->offset, item, list);
    else
      unknown_field(reader, type, item);
  }
}

static void read_multiset(struct noe_demand_reader *reader, const struct noe_type *type, uint32_t cell,
                          const struct noe_json_value *json, struct list *list) {
  if (json->kind != NOE_JSON_ARRAY || json->count > type->capacity) {
    push_never(reader, type, cell, json, list);
    return;
  }
  struct noe_demands *elements = NOE_NEW_ARRAY(reader->arena, struct noe_demands, json->count);
  uint32_t count = 0;
  for (const struct noe_json_value *item = json->child; item; item = item->next)
    elements[count++] = noe_report_value_read(reader, type->element, item);
  push(reader, list,
       (struct noe_demand){
           .cell = cell, .type = type, .elements = elements, .element_count = count, .span = json->span});
}

static void read_part(struct noe_demand_reader *reader, const struct noe_type *type, uint32_t cell,
                      const struct noe_json_value *json, struct list *list) {
  if (noe_type_is_simple(type))
    read_simple(reader, type, cell, json, list);
  else if (type->kind == NOE_TYPE_ARRAY)
    read_array(reader, type, cell, json, list);
  else if (type->kind == NOE_TYPE_RECORD)
    read_record(reader, type, cell, json, list);
  else
    read_multiset(reader, type, cell, json, list);
}

struct noe_demands noe_report_value_read(struct noe_demand_reader *reader, const struct noe_type *type,
                                         const struct noe_json_value *value) {
  struct list list = {0};
  read_part(reader, type, 0, value, &list);
  return (struct noe_demands){list.items.items, (uint32_t)list.items.count};
}

/* ------------------------------------------------------------------ states */

static const struct noe_variable *find_variable(const struct noe_model *model, const char *name) {
  for (uint32_t i = 0; i < model->variable_count; i++)
    if (!strcmp(model->variables[i].name, name))
      return &model->variables[i];
  return NULL;
}

static void unknown_variable(struct noe_demand_reader *reader, const struct noe_json_value *item) {
  const struct noe_model *model = reader->model;
  const char **names = NOE_NEW_ARRAY(reader->arena, const char *, model->variable_count);
  for (uint32_t i = 0; i < model->variable_count; i++)
    names[i] = model->variables[i].name;
  unknown(reader, "variable", item, names, model->variable_count);
}

struct noe_demands noe_report_demands_read(struct noe_demand_reader *reader, const struct noe_json_value *state) {
  struct list list = {0};
  for (const struct noe_json_value *item = state->child; item; item = item->next) {
    const struct noe_variable *variable = find_variable(reader->model, noe_report_name_now(reader->names, item->key));
    if (variable)
      read_part(reader, variable->type, variable->cell, item, &list);
    else
      unknown_variable(reader, item);
  }
  return (struct noe_demands){list.items.items, (uint32_t)list.items.count};
}
