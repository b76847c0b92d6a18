#include "model/print.h"

#include <string.h>

#include "model/machine_int.h"
#include "model/value.h"

/* --------------------------------------------------------------- one value */

void noe_model_print_value(const struct noe_type *type, int64_t value, struct noe_text *out) {
  if (value == NOE_UNDEFINED) {
    noe_base_text_puts(out, "Undefined");
    return;
  }
  int64_t local;
  const struct noe_type *part = noe_model_value_type(type, value, &local);
  switch (part->kind) {
  case NOE_TYPE_BOOLEAN: noe_base_text_puts(out, local ? "true" : "false"); break;
  case NOE_TYPE_ENUM:
    if (local >= 0 && local <= part->high)
      noe_base_text_puts(out, part->members[local]);
    else
      noe_base_text_number(out, local);
    break;
  case NOE_TYPE_SCALARSET:
    noe_base_text_puts(out, part->name ? part->name : "scalarset");
    noe_base_text_puts(out, "_");
    noe_base_text_number(out, local + 1);
    break;
  case NOE_TYPE_SLOT:
    noe_base_text_puts(out, "#");
    noe_base_text_number(out, local);
    break;
  default: noe_base_text_number(out, local);
  }
}

/* ------------------------------------------------------------ whole values */

/* `all`: undefined parts of records and arrays too. */
static void print_whole(const struct noe_type *type, const int64_t *cells, bool all, struct noe_text *out);

static bool is_undefined(const struct noe_type *type, const int64_t *cells) {
  for (uint32_t i = 0; i < type->cells; i++)
    if (cells[i] != NOE_UNDEFINED)
      return false;
  return true;
}

static void print_array(const struct noe_type *type, const int64_t *cells, bool all, struct noe_text *out) {
  const char *separator = "";
  noe_base_text_puts(out, "[");
  for (uint64_t i = 0; i < noe_type_size(type->index); i++) {
    if (!all && is_undefined(type->element, cells + i * type->stride))
      continue;
    noe_base_text_puts(out, separator);
    noe_model_print_value(type->index, type->index->low + (int64_t)i, out);
    noe_base_text_puts(out, ": ");
    print_whole(type->element, cells + i * type->stride, all, out);
    separator = ", ";
  }
  noe_base_text_puts(out, "]");
}

static void print_record(const struct noe_type *type, const int64_t *cells, bool all, struct noe_text *out) {
  const char *separator = "";
  noe_base_text_puts(out, "{");
  for (uint32_t i = 0; i < type->field_count; i++) {
    const struct noe_field *field = &type->fields[i];
    if (!all && is_undefined(field->type, cells + field->offset))
      continue;
    noe_base_text_printf(out, "%s%s: ", separator, field->name);
    print_whole(field->type, cells + field->offset, all, out);
    separator = ", ";
  }
  noe_base_text_puts(out, "}");
}

static void print_element(const struct noe_type *element, const int64_t *cells, bool all, struct noe_text *out) {
  if (!noe_type_is_simple(element) && element->name)
    noe_base_text_puts(out, element->name);
  print_whole(element, cells, all, out);
}

static void print_multiset(const struct noe_type *type, const int64_t *cells, bool all, struct noe_text *out) {
  noe_base_text_puts(out, "{|");
  const char *separator = " ";
  for (uint32_t i = 0; i < type->capacity; i++) {
    const int64_t *slot = cells + (size_t)i * type->stride;
    if (!noe_model_is_present(slot))
      continue;
    noe_base_text_puts(out, separator);
    print_element(type->element, slot + 1, all, out);
    separator = ", ";
  }
  noe_base_text_puts(out, " |}");
}

static void print_whole(const struct noe_type *type, const int64_t *cells, bool all, struct noe_text *out) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY: print_array(type, cells, all, out); break;
  case NOE_TYPE_RECORD: print_record(type, cells, all, out); break;
  case NOE_TYPE_MULTISET: print_multiset(type, cells, all, out); break;
  default: noe_model_print_value(type, cells[0], out);
  }
}

void noe_model_print_compound(const struct noe_type *type, const int64_t *cells, struct noe_text *out) {
  print_whole(type, cells, true, out);
}

void noe_model_print_element(const struct noe_type *element, const int64_t *cells, struct noe_text *out) {
  print_element(element, cells, false, out);
}

/* --------------------------------------------------------------- instances */

/* An element is found by the interpreter: where its multiset is may depend on
 * other parameters, on aliases, on the state. Slow, and rarely needed. */
void noe_model_print_chosen(const struct noe_model *model, const struct noe_clause *clause, uint32_t binder,
                            const int64_t *arguments, int64_t value, const int64_t *state, struct noe_text *out) {
  const struct noe_type *multiset = clause->binders[binder].value->type;
  struct noe_machine *machine = state ? noe_model_machine_new(out->memory, model) : NULL;
  const int64_t *cells = machine ? noe_model_machine_chosen(machine, clause, arguments, state, binder) : NULL;
  if (cells)
    noe_model_print_element(multiset->element, cells, out);
  else
    noe_base_text_printf(out, "#%lld", (long long)value);
  noe_model_machine_delete(machine);
}

void noe_model_print_arguments(const struct noe_model *model, const struct noe_clause *clause, const int64_t *arguments,
                               const int64_t *state, struct noe_text *out) {
  const char *title = clause->title ? clause->title : clause->name;
  noe_base_text_puts(out, title ? title : "?");
  const int64_t *argument = arguments;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE && binder->kind != NOE_BINDER_CHOOSE)
      continue;
    int64_t value = *argument++;
    if (value == NOE_UNDEFINED)
      continue; /* an error came before it was bound */
    noe_base_text_printf(out, ", %s = ", binder->name ? binder->name : "_");
    if (binder->kind == NOE_BINDER_RANGE)
      noe_model_print_value(binder->type, value, out);
    else
      noe_model_print_chosen(model, clause, i, arguments, value, state, out);
  }
}

/* ------------------------------------------------------------------ leaves */

struct leaves {
  struct noe_text path;
  const int64_t *before, *after; /* of the whole value; before may be NULL: all leaves are wanted */
  noe_leaf_visit visit;
  void *context;
};

static void cut(struct noe_text *path, size_t length) {
  path->length = length;
  path->bytes[length] = 0;
}

/* Of a large value little has changed: paths are made of that only. */
static bool is_wanted(const struct leaves *leaves, const struct noe_type *type, const int64_t *cells) {
  return !leaves->before || memcmp(leaves->before + (cells - leaves->after), cells, type->cells * sizeof *cells) != 0;
}

static void each_leaf(struct leaves *leaves, const struct noe_type *type, const int64_t *cells) {
  size_t length = leaves->path.length;
  if (!is_wanted(leaves, type, cells))
    return;
  if (type->kind == NOE_TYPE_ARRAY)
    for (uint64_t i = 0; i < noe_type_size(type->index); i++) {
      if (!is_wanted(leaves, type->element, cells + i * type->stride))
        continue;
      noe_base_text_puts(&leaves->path, "[");
      noe_model_print_value(type->index, type->index->low + (int64_t)i, &leaves->path);
      noe_base_text_puts(&leaves->path, "]");
      each_leaf(leaves, type->element, cells + i * type->stride);
      cut(&leaves->path, length);
    }
  else if (type->kind == NOE_TYPE_RECORD)
    for (uint32_t i = 0; i < type->field_count; i++) {
      noe_base_text_printf(&leaves->path, ".%s", type->fields[i].name);
      each_leaf(leaves, type->fields[i].type, cells + type->fields[i].offset);
      cut(&leaves->path, length);
    }
  else
    leaves->visit(leaves->context, noe_base_text_string(&leaves->path), type, cells);
}

void noe_model_each_change(struct noe_memory *memory, const char *name, const struct noe_type *type,
                           const int64_t *before, const int64_t *cells, noe_leaf_visit visit, void *context) {
  struct leaves leaves = {
      .path = noe_base_text(memory), .before = before, .after = cells, .visit = visit, .context = context};
  noe_base_text_puts(&leaves.path, name);
  each_leaf(&leaves, type, cells);
  noe_base_text_free(&leaves.path);
}

void noe_model_each_leaf(struct noe_memory *memory, const char *name, const struct noe_type *type, const int64_t *cells,
                         noe_leaf_visit visit, void *context) {
  noe_model_each_change(memory, name, type, NULL, cells, visit, context);
}
