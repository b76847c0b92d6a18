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

/* The first cell of a place in the state, indices left out; NO_LEAF: somewhere else. */
static uint32_t find_leaf(const struct noe_emitter *emitter, const struct noe_expr *place) {
  uint32_t leaf;
  switch (place->kind) {
  case NOE_EXPR_GLOBAL: return place->slot;
  case NOE_EXPR_FIELD: leaf = find_leaf(emitter, place->left); return leaf == NO_LEAF ? leaf : leaf + place->slot;
  case NOE_EXPR_ELEMENT: return find_leaf(emitter, place->left);
  case NOE_EXPR_REFERENCE:
    for (size_t i = emitter->in ? emitter->in->aliases.count : 0; i-- > 0;)
      if (emitter->in->aliases.items[i]->slot == place->slot)
        return find_leaf(emitter, emitter->in->aliases.items[i]->value);
    return NO_LEAF;
  default: return NO_LEAF;
  }
}

/* Elements of empty arrays are nowhere. */
static uint32_t leaf_of(const struct noe_emitter *emitter, const struct noe_expr *place) {
  uint32_t leaf = find_leaf(emitter, place), cells = emitter->model->cell_count;
  return leaf < cells && place->type->cells <= cells - leaf ? leaf : NO_LEAF;
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

static bool may_be_undefined(const struct noe_emitter *emitter, const struct noe_expr *value) {
  switch (value->kind) {
  case NOE_EXPR_COPY: {
    uint32_t leaf = leaf_of(emitter, value->left);
    return leaf == NO_LEAF || !emitter->whole[leaf];
  }
  case NOE_EXPR_CONDITIONAL: return may_be_undefined(emitter, value->left) || may_be_undefined(emitter, value->right);
  case NOE_EXPR_SHIFT_PART:
  case NOE_EXPR_NARROW: return may_be_undefined(emitter, value->left);
  case NOE_EXPR_UNDEFINED:
  case NOE_EXPR_CALL: return true;
  default: return false;
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

static bool is_local(const struct noe_expr *place) {
  while (place->kind == NOE_EXPR_FIELD || place->kind == NOE_EXPR_ELEMENT || place->kind == NOE_EXPR_SLOT)
    place = place->left;
  return place->kind == NOE_EXPR_LOCAL;
}

/* The place may become undefined; with `source`, just where that is. */
static bool lose(struct noe_emitter *emitter, const struct noe_expr *place, const struct noe_expr *source) {
  uint32_t leaf = leaf_of(emitter, place), from = source ? leaf_of(emitter, source) : NO_LEAF;
  bool changed = false;
  if (is_local(place))
    return false;
  if (leaf == NO_LEAF)
    return lose_type(emitter, place->type);
  for (uint32_t i = 0; i < place->type->cells; i++)
    if (emitter->whole[leaf + i] && (from == NO_LEAF || !emitter->whole[from + i])) {
      emitter->whole[leaf + i] = false;
      changed = true;
    }
  return changed;
}

static bool lose_by_stmts(struct noe_emitter *emitter, const struct noe_stmt *list) {
  bool changed = false;
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
    if (stmt->kind == NOE_STMT_UNDEFINE)
      changed |= lose(emitter, stmt->target, NULL);
    else if (stmt->kind == NOE_STMT_COPY)
      changed |= lose(emitter, stmt->target, stmt->value);
    else if (stmt->kind == NOE_STMT_ASSIGN && may_be_undefined(emitter, stmt->value))
      changed |= lose(emitter, stmt->target, NULL);
    changed |= lose_by_stmts(emitter, stmt->body);
    changed |= lose_by_stmts(emitter, stmt->otherwise);
    for (uint32_t i = 0; i < stmt->arm_count; i++)
      changed |= lose_by_stmts(emitter, stmt->arms[i].body);
  }
  return changed;
}

void noe_compile_find_definedness(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  emitter->leaves = NOE_NEW_ARRAY(emitter->arena, uint32_t, model->cell_count + 1);
  emitter->whole = NOE_NEW_ARRAY(emitter->arena, bool, model->cell_count + 1);
  emitter->trusted = NOE_NEW_ARRAY(emitter->arena, bool, model->cell_count + 1);
  for (uint32_t i = 0; i < model->variable_count; i++)
    number_leaves(emitter->leaves, model->variables[i].type, model->variables[i].cell, model->variables[i].cell);
  for (uint32_t i = 0; i < model->cell_count; i++)
    emitter->whole[i] = emitter->leaves[i] == i;
  if (!look_at_starts(emitter)) {
    for (uint32_t i = 0; i < model->cell_count; i++)
      emitter->whole[i] = false;
    return;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < model->rule_count; i++)
      changed |= lose_by_stmts(emitter, model->rules[i].body);
    for (uint32_t i = 0; i < model->function_count; i++)
      changed |= lose_by_stmts(emitter, model->functions[i]->body);
  }
}

/* ------------------------------------------------------------------- using */

bool noe_compile_is_always_defined(struct noe_emitter *emitter, const struct noe_expr *place) {
  uint32_t leaf = emitter->in->here ? leaf_of(emitter, place) : NO_LEAF;
  if (leaf == NO_LEAF || !emitter->whole[leaf])
    return false;
  emitter->trusted[leaf] = true;
  return true;
}

bool noe_compile_is_trusted(const struct noe_emitter *emitter, uint32_t cell) {
  return emitter->leaves[cell] != NO_LEAF && emitter->trusted[emitter->leaves[cell]];
}

/* Many cells at a time. What may be undefined is covered up first. */
static const char by_lanes[] = "  enum { CELLS = sizeof covered / sizeof *covered, STEP = 8 / sizeof(cell) };\n"
                               "  const uint64_t ones = UINT64_MAX >> (64 - 8 * sizeof(cell)), low = UINT64_MAX / "
                               "ones, high = low << (8 * sizeof(cell) - 1);\n"
                               "  uint64_t undefined = 0;\n"
                               "  uint32_t i = 0;\n"
                               "  for (; i + STEP <= CELLS; i += STEP) {\n"
                               "    const uint64_t x = (lanes(w->c + i) ^ high) | lanes(covered + i);\n"
                               "    undefined |= (x - low) & ~x & high; /* a lane of x is 0 */\n"
                               "  }\n"
                               "  for (; i < CELLS; i++) undefined |= (w->c[i] | covered[i]) == U;\n"
                               "  whole &= !undefined;\n";

static void write_plain(struct noe_emitter *emitter, struct noe_text *out) {
  uint32_t count = 0, end = 0;
  for (uint32_t i = 0; i < emitter->plain_cells; i++)
    if (noe_compile_is_trusted(emitter, emitter->plain[i])) {
      count++;
      end = i + 1;
    }
  for (uint32_t i = 0; i < end && count <= FEW_CELLS; i++)
    if (noe_compile_is_trusted(emitter, emitter->plain[i]))
      noe_base_text_printf(out, "  whole &= w->c[%u] != U;\n", i);
  if (count <= FEW_CELLS)
    return;
  noe_base_text_puts(out, "  static const cell covered[] = {");
  for (uint32_t i = 0; i < end; i++)
    noe_base_text_printf(out, "%s%s,", i % 32 ? "" : "\n    ",
                         noe_compile_is_trusted(emitter, emitter->plain[i]) ? "0" : "-1");
  noe_base_text_puts(out, "\n  };\n");
  noe_base_text_puts(out, by_lanes);
}

void noe_compile_definedness(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\n/* Is everything defined that guards and claims do not ask about? */\n"
                          "static bool is_whole(const struct frame *f) {\n");
  if (noe_compile_is_large(emitter)) {
    noe_base_text_puts(out, "  return !f->holes;\n}\n");
    return;
  }
  noe_base_text_puts(out, "  const struct work *const w = &f->here;\n  bool whole = 1;\n  (void)w;\n");
  write_plain(emitter, out);
  for (uint32_t i = 0; i < emitter->block_count; i++) {
    noe_base_text_printf(out,
                         "  for (uint32_t i = 0; i < w->m%u; i++) {\n    const cell *const c = w->b%u[i].c;\n"
                         "    (void)c;\n",
                         i, i);
    for (uint32_t k = 0; k < emitter->blocks[i].cells; k++)
      if (noe_compile_is_trusted(emitter, emitter->blocks[i].first[k]))
        noe_base_text_printf(out, "    whole &= c[%u] != U;\n", k);
    noe_base_text_puts(out, "  }\n");
  }
  noe_base_text_puts(out, "  return whole;\n}\n");
}
