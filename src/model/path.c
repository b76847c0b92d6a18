/* The way from a value to one of its cells. */
#include <assert.h>

#include "model/access.h"
#include "model/print.h"
#include "model/value.h"

static struct noe_step descend_record(const struct noe_type **type, uint32_t *offset) {
  const struct noe_type *record = *type;
  uint32_t field = 0;
  while (*offset >= record->fields[field].offset + record->fields[field].type->cells) {
    field++;
    assert(field < record->field_count && "a cell of a record is in one of its fields");
  }
  *offset -= record->fields[field].offset;
  *type = record->fields[field].type;
  return (struct noe_step){.kind = NOE_STEP_FIELD, .type = record, .value = field};
}

struct noe_step noe_model_descend(const struct noe_type **type, uint32_t *offset) {
  const struct noe_type *outer = *type;
  assert(*offset < outer->cells && "the cell is inside the value");
  if (outer->kind == NOE_TYPE_RECORD)
    return descend_record(type, offset);
  uint32_t item = *offset / outer->stride;
  *offset %= outer->stride;
  *type = outer->element;
  if (outer->kind == NOE_TYPE_ARRAY)
    return (struct noe_step){.kind = NOE_STEP_INDEX, .type = outer->index, .value = outer->index->low + item};
  assert(outer->kind == NOE_TYPE_MULTISET && "only compound values have parts");
  if (*offset == 0)
    *type = NULL;
  else
    --*offset;
  return (struct noe_step){.kind = NOE_STEP_SLOT, .type = outer, .value = item};
}

static void print_step(struct noe_step step, struct noe_text *out) {
  switch (step.kind) {
  case NOE_STEP_INDEX:
    noe_base_text_puts(out, "[");
    noe_model_print_value(step.type, step.value, out);
    noe_base_text_puts(out, "]");
    break;
  case NOE_STEP_FIELD: noe_base_text_printf(out, ".%s", step.type->fields[step.value].name); break;
  case NOE_STEP_SLOT: noe_base_text_printf(out, "{%lld}", (long long)step.value); break;
  }
}

void noe_model_print_path(const struct noe_type *type, uint32_t offset, const struct noe_type *part,
                          struct noe_text *out) {
  while (type && !noe_type_is_simple(type) && offset < type->cells && !(type == part && offset == 0))
    print_step(noe_model_descend(&type, &offset), out);
}

void noe_model_print_cell(const struct noe_model *model, uint32_t cell, struct noe_text *out) {
  const struct noe_variable *variable = &model->variables[model->cells[cell].variable];
  noe_base_text_puts(out, variable->name);
  noe_model_print_path(variable->type, cell - variable->cell, NULL, out);
}

/* A part without cells, a multiset without room, is a variable or within what stands before it. */
void noe_model_print_part(const struct noe_model *model, uint32_t cell, const struct noe_type *part,
                          struct noe_text *out) {
  for (uint32_t i = 0; i < model->variable_count; i++) {
    const struct noe_variable *variable = &model->variables[i];
    bool is_whole = variable->cell == cell && variable->type == part;
    if (!is_whole && (cell < variable->cell || cell >= variable->cell + variable->type->cells))
      continue;
    noe_base_text_puts(out, variable->name);
    if (!is_whole)
      noe_model_print_path(variable->type, cell - variable->cell, part, out);
    return;
  }
}

/* Is a value of `type` also one of `whole`? */
static bool is_part(const struct noe_type *whole, const struct noe_type *type) {
  return whole == type || noe_model_union_part(whole, type) >= 0;
}

static void mark_indexed(struct noe_bitset *set, const struct noe_type *type, uint32_t cell,
                         const struct noe_type *wanted) {
  if (type->kind == NOE_TYPE_ARRAY && is_part(type->index, wanted)) {
    noe_base_bitset_add_range(set, cell, cell + type->cells);
    return;
  }
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (uint32_t i = 0; i < type->cells; i += type->stride)
      mark_indexed(set, type->element, cell + i, wanted);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      mark_indexed(set, type->fields[i].type, cell + type->fields[i].offset, wanted);
    break;
  case NOE_TYPE_MULTISET:
    for (uint32_t i = 0; i < type->cells; i += type->stride)
      mark_indexed(set, type->element, cell + i + 1, wanted);
    break;
  default: break;
  }
}

struct noe_bitset noe_model_cells_indexed_by(struct noe_memory *memory, const struct noe_model *model,
                                             const struct noe_type *type) {
  struct noe_bitset set = noe_base_bitset(memory, model->cell_count);
  for (uint32_t i = 0; i < model->variable_count; i++)
    mark_indexed(&set, model->variables[i].type, model->variables[i].cell, type);
  return set;
}

struct noe_bitset noe_model_cells_holding(struct noe_memory *memory, const struct noe_model *model,
                                          const struct noe_type *type) {
  struct noe_bitset set = noe_base_bitset(memory, model->cell_count);
  for (uint32_t i = 0; i < model->cell_count; i++)
    if (model->cells[i].type && is_part(model->cells[i].type, type))
      noe_bitset_add(&set, i);
  return set;
}
