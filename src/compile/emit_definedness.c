/* Cells that are taken to be defined in every state.
 *
 * Most cells get a value in the start states and never lose it. Reading them needs no
 * test, and a guard that only reads such cells cannot fail: it may be tested whenever
 * that is cheapest (emit_guard.c). Cells are told apart by their way through the types
 * with all indices left out: elements of an array are alike.
 *
 * Here is a guess, made of a few start states and of what statements look like. Nothing
 * but speed rests on it: the code looks at all these cells when it has read a state (in large
 * ones at those that differ from the state before, emit_change.c), and
 * answers BAIL if one is undefined. Bodies and functions do not rely on it at all. */
#include <assert.h>

#include "compile/emit_int.h"
#include "model/machine.h"

enum { NO_LEAF = UINT32_MAX, MOST_STARTS = 16, MOST_PATIENCE = 64 };

/* So many are looked at one by one. Compilers take too long for a formula of thousands. */
#ifdef NOE_HOSTILE
enum { FEW_CELLS = 0 };
#else
enum { FEW_CELLS = 32 };
#endif

/* ------------------------------------------------------------------ leaves */

/* A leaf is known by the cell that it has where all indices are the first ones. */
static void number_leaves(uint32_t *leaves, const struct noe_type *type, uint32_t cell, uint32_t leaf) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (uint32_t at = 0; type->stride && at < type->cells; at += type->stride)
      number_leaves(leaves, type->element, cell + at, leaf);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      number_leaves(leaves, type->fields[i].type, cell + type->fields[i].offset, leaf + type->fields[i].offset);
    break;
  case NOE_TYPE_MULTISET:
    for (uint32_t i = 0; i < type->cells; i++)
      leaves[cell + i] = NO_LEAF;
    break;
  default: leaves[cell] = leaf;
  }
}

/* Of the first cell of a place; NO_LEAF: it is not in the state, or in a multiset. Elements of empty arrays are
 * nowhere. */
static uint32_t leaf_of(const struct noe_emitter *emitter, const struct noe_low_address *place) {
  uint32_t cells = emitter->model->cell_count;
  if (place->root != NOE_LOW_STATE || place->base >= cells || place->cells > cells - place->base)
    return NO_LEAF;
  return emitter->leaves[place->base];
}

/* ------------------------------------------------------------ start states */

struct starts {
  struct noe_emitter *emitter;
  struct noe_machine *machine;
  int64_t *state;
  uint32_t seen, patience;
};

static bool lose_patience(void *context) { return ++((struct starts *)context)->patience > MOST_PATIENCE; }

static bool look_at_start(void *context, const struct noe_clause *start, const int64_t *arguments,
                          enum noe_outcome outcome) {
  struct starts *starts = context;
  struct noe_emitter *emitter = starts->emitter;
  if (outcome != NOE_OUTCOME_TRUE ||
      noe_model_machine_fire(starts->machine, start, arguments, NULL, starts->state) != NOE_OUTCOME_TRUE)
    return !lose_patience(starts);
  for (uint32_t i = 0; i < emitter->model->cell_count; i++)
    if (emitter->leaves[i] != NO_LEAF && starts->state[i] == NOE_UNDEFINED)
      emitter->whole[emitter->leaves[i]] = false;
  return ++starts->seen < MOST_STARTS;
}

/* False if nothing is known. */
static bool look_at_starts(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  struct starts starts = {.emitter = emitter, .machine = noe_model_machine_new(emitter->memory, model)};
  uint32_t seen = 0;
  starts.state = NOE_NEW_ARRAY(emitter->arena, int64_t, model->cell_count + 1);
  noe_model_machine_patience(starts.machine, lose_patience, &starts);
  for (uint32_t i = 0; i < model->start_count; i++) {
    starts.seen = 0;
    noe_model_machine_instances(starts.machine, &model->starts[i], NULL, look_at_start, &starts);
    seen += starts.seen;
  }
  noe_model_machine_delete(starts.machine);
  return seen && starts.patience <= MOST_PATIENCE;
}

/* -------------------------------------------------------------- statements */

static bool may_be_undefined(const struct noe_emitter *emitter, const struct noe_low_unit *unit, uint32_t value) {
  const struct noe_low_value *known = &unit->values[value];
  if (known->defined || known->origin != NOE_ORIGIN_OPERATION)
    return false;
  const struct noe_low_op *op = known->operation;
  switch (op->kind) {
  case NOE_LOW_LOAD: {
    uint32_t leaf = leaf_of(emitter, op->address);
    return leaf == NO_LEAF || !emitter->whole[leaf];
  }
  case NOE_LOW_IF:
    return may_be_undefined(emitter, unit, op->body.yield) || may_be_undefined(emitter, unit, op->otherwise.yield);
  case NOE_LOW_SHIFT:
  case NOE_LOW_CHECK_WITHIN: return may_be_undefined(emitter, unit, op->left);
  default: return true;
  }
}

/* Through a reference every cell that has such a value may be written. */
static bool lose_type(struct noe_emitter *emitter, const struct noe_type *type) {
  bool changed = false;
  switch (type->kind) {
  case NOE_TYPE_ARRAY: return lose_type(emitter, type->element);
  case NOE_TYPE_MULTISET: return false;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      changed |= lose_type(emitter, type->fields[i].type);
    return changed;
  default:
    for (uint32_t i = 0; i < emitter->model->cell_count; i++)
      if (emitter->model->cells[i].type == type && emitter->whole[i]) {
        emitter->whole[i] = false;
        changed = true;
      }
    return changed;
  }
}

/* The place may become undefined; with `source`, just where that is. */
static bool lose(struct noe_emitter *emitter, const struct noe_low_address *place,
                 const struct noe_low_address *source) {
  uint32_t from = source ? leaf_of(emitter, source) : NO_LEAF;
  bool changed = false;
  if (place->root == NOE_LOW_FRAME || !place->type)
    return false;
  if (leaf_of(emitter, place) == NO_LEAF)
    return lose_type(emitter, place->type);
  for (uint32_t i = 0; i < place->cells; i++) {
    uint32_t leaf = emitter->leaves[place->base + i];
    uint32_t like = from == NO_LEAF ? NO_LEAF : emitter->leaves[source->base + i];
    if (leaf != NO_LEAF && emitter->whole[leaf] && (like == NO_LEAF || !emitter->whole[like])) {
      emitter->whole[leaf] = false;
      changed = true;
    }
  }
  return changed;
}

static bool lose_by_list(struct noe_emitter *emitter, const struct noe_low_unit *unit, const struct noe_low_op *list) {
  bool changed = false;
  for (; list; list = list->next) {
    if (list->kind == NOE_LOW_UNDEFINE || list->kind == NOE_LOW_MOVE)
      changed |= lose(emitter, list->address, list->source);
    else if (list->kind == NOE_LOW_STORE && may_be_undefined(emitter, unit, list->left))
      changed |= lose(emitter, list->address, NULL);
    changed |= lose_by_list(emitter, unit, list->body.first);
    changed |= lose_by_list(emitter, unit, list->otherwise.first);
  }
  return changed;
}

void noe_compile_find_definedness(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  const struct noe_lowered *form = emitter->form;
  emitter->leaves = NOE_NEW_ARRAY(emitter->arena, uint32_t, model->cell_count + 1);
  emitter->whole = NOE_NEW_ARRAY(emitter->arena, bool, model->cell_count + 1);
  for (uint32_t i = 0; i < model->variable_count; i++)
    number_leaves(emitter->leaves, model->variables[i].type, model->variables[i].cell, model->variables[i].cell);
  for (uint32_t i = 0; i < model->cell_count; i++) {
    uint32_t leaf = emitter->leaves[i];
    assert((leaf == NO_LEAF || emitter->leaves[leaf] == leaf) && "a leaf stands for itself");
    emitter->whole[i] = leaf == i;
  }
  if (!look_at_starts(emitter)) {
    for (uint32_t i = 0; i < model->cell_count; i++)
      emitter->whole[i] = false;
    return;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < model->rule_count; i++)
      changed |= lose_by_list(emitter, &form->rules[i].unit, form->rules[i].body.block.first);
    for (uint32_t i = 0; i < model->function_count; i++)
      changed |= lose_by_list(emitter, &form->functions[i].unit, form->functions[i].body.block.first);
  }
}

/* ------------------------------------------------------------------- using */

bool noe_compile_is_always_defined(void *context, const struct noe_low_address *place) {
  const struct noe_emitter *emitter = context;
  uint32_t leaf = leaf_of(emitter, place);
  return leaf != NO_LEAF && emitter->whole[leaf];
}

void noe_compile_rely_on(struct noe_emitter *emitter, const struct noe_low_address *place) {
  assert(noe_compile_is_always_defined(emitter, place) && "cells that are taken to be defined are known");
  emitter->trusted[leaf_of(emitter, place)] = true;
}

bool noe_compile_is_trusted(const struct noe_emitter *emitter, uint32_t cell) {
  return emitter->leaves[cell] != NO_LEAF && emitter->trusted[emitter->leaves[cell]];
}

/* Of the plain cells, as a list or, where there are many, as a table. */
static void write_plain(const struct noe_emitter *emitter, struct noe_text *out) {
  uint32_t count = 0, end = 0;
  for (uint32_t i = 0; i < emitter->plain_cells; i++)
    if (noe_compile_is_trusted(emitter, emitter->plain[i])) {
      count++;
      end = i + 1;
    }
  bool many = count > FEW_CELLS;
  noe_base_text_printf(out, "\n#define BY_TABLE %d\n", many);
  noe_base_text_puts(out, many ? "static const cell covered[] = {" : "#define WHOLE_CELLS");
  for (uint32_t i = 0; i < end; i++)
    if (many)
      noe_base_text_puts(out, noe_compile_is_trusted(emitter, emitter->plain[i]) ? "0, " : "-1, ");
    else if (noe_compile_is_trusted(emitter, emitter->plain[i]))
      noe_base_text_printf(out, " DEFINED(%u)", i);
  noe_base_text_puts(out, many ? "};\n#define WHOLE_CELLS\n" : "\n");
}

static void list_slices(const struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "#define WHOLE_SLICES");
  for (uint32_t i = 0; i < emitter->block_count; i++) {
    const char *cells = "";
    for (uint32_t k = 0; k < emitter->blocks[i].cells; k++)
      if (noe_compile_is_trusted(emitter, emitter->blocks[i].first[k]))
        cells = noe_base_arena_format(emitter->arena, "%s DEFINED(%u)", cells, k);
    if (*cells)
      noe_base_text_printf(out, " SLICE(%u,%s)", i, cells);
  }
  noe_base_text_puts(out, "\n");
}

void noe_compile_definedness(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_printf(out, "\n#define LARGE %d", noe_compile_is_large(emitter));
  write_plain(emitter, out);
  list_slices(emitter, out);
  noe_compile_runtime(NOE_RUNTIME_DEFINEDNESS, out);
}
