#include "report/state_text.h"

#include <string.h>

#include "model/print.h"

#define MARGIN "    "

static void print_any(const struct noe_type *type, const int64_t *cells, struct noe_text *out) {
  if (noe_type_is_simple(type))
    noe_model_print_value(type, cells[0], out);
  else
    noe_model_print_compound(type, cells, out);
}

/* As in a whole multiset: `Message{to: Proc_1}`. */
static void print_element(const struct noe_type *type, const int64_t *cells, struct noe_text *out) {
  if (!noe_type_is_simple(type) && type->name)
    noe_base_text_puts(out, type->name);
  print_any(type, cells, out);
}

static bool same(const struct noe_type *type, const int64_t *a, const int64_t *b) {
  return !memcmp(a, b, type->cells * sizeof *a);
}

/* ------------------------------------------------------------------ full */

static void full_leaf(void *context, const char *path, const struct noe_type *type, const int64_t *cells) {
  struct noe_text *out = context;
  noe_base_text_puts(out, MARGIN);
  noe_base_text_puts(out, path);
  noe_base_text_puts(out, ": ");
  print_any(type, cells, out);
  noe_base_text_puts(out, "\n");
}

void noe_report_state_full(struct noe_memory *memory, const struct noe_model *model, const int64_t *state,
                           struct noe_text *out) {
  for (uint32_t i = 0; i < model->variable_count; i++) {
    const struct noe_variable *variable = &model->variables[i];
    noe_model_each_leaf(memory, variable->name, variable->type, state + variable->cell, full_leaf, out);
  }
}

/* --------------------------------------------------------------- compact */

struct compact {
  struct noe_text *out;
  struct noe_text path;
  bool skip_undefined;
};

static void cut(struct noe_text *path, size_t length) {
  path->length = length;
  path->bytes[length] = 0;
}

static bool is_uniform(const struct noe_type *type, const int64_t *cells) {
  uint64_t size = noe_type_size(type->index);
  for (uint64_t i = 1; i < size; i++)
    if (!same(type->element, cells, cells + i * type->stride))
      return false;
  return size > 1;
}

static void compact_value(struct compact *compact, const struct noe_type *type, const int64_t *cells);

static void compact_array(struct compact *compact, const struct noe_type *type, const int64_t *cells) {
  size_t length = compact->path.length;
  if (is_uniform(type, cells)) {
    noe_base_text_puts(&compact->path, "[*]");
    compact_value(compact, type->element, cells);
    cut(&compact->path, length);
    return;
  }
  for (uint64_t i = 0; i < noe_type_size(type->index); i++) {
    noe_base_text_puts(&compact->path, "[");
    noe_model_print_value(type->index, type->index->low + (int64_t)i, &compact->path);
    noe_base_text_puts(&compact->path, "]");
    compact_value(compact, type->element, cells + i * type->stride);
    cut(&compact->path, length);
  }
}

static void compact_value(struct compact *compact, const struct noe_type *type, const int64_t *cells) {
  size_t length = compact->path.length;
  if (type->kind == NOE_TYPE_ARRAY) {
    compact_array(compact, type, cells);
  } else if (type->kind == NOE_TYPE_RECORD) {
    for (uint32_t i = 0; i < type->field_count; i++) {
      noe_base_text_printf(&compact->path, ".%s", type->fields[i].name);
      compact_value(compact, type->fields[i].type, cells + type->fields[i].offset);
      cut(&compact->path, length);
    }
  } else if (!compact->skip_undefined || cells[0] != NOE_UNDEFINED) {
    full_leaf(compact->out, noe_base_text_string(&compact->path), type, cells);
  }
}

static bool begins_with(const char *text, const char *variable) {
  size_t length = strlen(variable);
  return text && !strncmp(text, variable, length) && text[length] && strchr(" .[{", text[length]);
}

void noe_report_state_compact(struct noe_memory *memory, const struct noe_model *model, const int64_t *state,
                              bool skip_undefined, const char *mentioned, struct noe_text *out) {
  struct compact compact = {out, noe_base_text(memory), skip_undefined};
  for (uint32_t i = 0; i < model->variable_count; i++) {
    const struct noe_variable *variable = &model->variables[i];
    noe_base_text_clear(&compact.path);
    noe_base_text_puts(&compact.path, variable->name);
    compact.skip_undefined = skip_undefined && !begins_with(mentioned, variable->name);
    compact_value(&compact, variable->type, state + variable->cell);
  }
  noe_base_text_free(&compact.path);
}

/* ---------------------------------------------------------------- change */

struct change {
  struct noe_text *out;
  const int64_t *before, *after;
};

static const int64_t *slot(const struct noe_type *type, const int64_t *cells, uint32_t i) {
  return cells + (size_t)i * type->stride;
}

/* How many elements of a multiset equal `element`. */
static uint32_t copies(const struct noe_type *type, const int64_t *cells, const int64_t *element) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < type->capacity && slot(type, cells, i)[0] == 1; i++)
    count += same(type->element, slot(type, cells, i) + 1, element);
  return count;
}

/* Elements that `from` holds more often than `to`, once for each copy too many. */
static void surplus(const char *path, const struct noe_type *type, const int64_t *from, const int64_t *to,
                    const char *word, struct noe_text *out) {
  for (uint32_t i = 0; i < type->capacity && slot(type, from, i)[0] == 1; i++) {
    const int64_t *element = slot(type, from, i) + 1;
    uint32_t earlier = 0;
    for (uint32_t j = 0; j < i; j++)
      earlier += same(type->element, slot(type, from, j) + 1, element);
    if (earlier < copies(type, to, element))
      continue;
    noe_base_text_printf(out, MARGIN "%s: %s ", path, word);
    print_element(type->element, element, out);
    noe_base_text_puts(out, "\n");
  }
}

static void changed_leaf(void *context, const char *path, const struct noe_type *type, const int64_t *cells) {
  struct change *change = context;
  const int64_t *old = change->before + (cells - change->after);
  if (type->kind == NOE_TYPE_MULTISET) {
    surplus(path, type, old, cells, "removed", change->out);
    surplus(path, type, cells, old, "added", change->out);
    return;
  }
  noe_base_text_printf(change->out, MARGIN "%s: ", path);
  print_any(type, old, change->out);
  noe_base_text_puts(change->out, " -> ");
  print_any(type, cells, change->out);
  noe_base_text_puts(change->out, "\n");
}

void noe_report_state_change(struct noe_memory *memory, const struct noe_model *model, const int64_t *before,
                             const int64_t *after, struct noe_text *out) {
  struct change change = {out, before, after};
  size_t length = out->length;
  for (uint32_t i = 0; i < model->variable_count; i++) {
    const struct noe_variable *variable = &model->variables[i];
    noe_model_each_change(memory, variable->name, variable->type, before + variable->cell, after + variable->cell,
                          changed_leaf, &change);
  }
  if (out->length == length)
    noe_base_text_puts(out, MARGIN "(changes nothing)\n");
}
