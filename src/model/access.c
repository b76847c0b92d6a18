/* Access analysis: statements and clauses. */
#include "model/access_int.h"

enum { BUDGET = 1 << 20 };

static const struct noe_places unknown = {0};

static bool is_compound(const struct noe_type *type) { return type && !noe_type_is_simple(type); }

static void read_place(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                       const struct noe_expr *expr) {
  noe_model_access_read(analysis, noe_model_access_place(analysis, frame, expr), expr->type->cells);
}

static void write_place(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                        const struct noe_expr *expr) {
  noe_model_access_write(analysis, noe_model_access_place(analysis, frame, expr), expr->type->cells);
}

/* A list inside another statement: its names end with it. */
static void walk_body(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                      const struct noe_stmt *body) {
  const struct noe_binding *outside = frame->bindings;
  noe_model_access_list(analysis, frame, body);
  frame->bindings = outside;
}

static void walk_arms(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                      const struct noe_stmt *stmt) {
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      noe_model_access_expr(analysis, frame, stmt->arms[i].conditions[k]);
    walk_body(analysis, frame, stmt->arms[i].body);
  }
  walk_body(analysis, frame, stmt->otherwise);
}

static void walk_bind(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                      const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_BIND_LOCATION)
    noe_model_access_bind(analysis, frame, stmt->slot, 1, true,
                          noe_model_access_place(analysis, frame, stmt->value));
  else if (stmt->kind == NOE_STMT_BIND_VALUE)
    noe_model_access_bind(analysis, frame, stmt->slot, 1, false,
                          noe_model_access_expr(analysis, frame, stmt->value));
  else {
    read_place(analysis, frame, stmt->value);
    noe_model_access_bind(analysis, frame, stmt->slot, stmt->value->type->cells, false, unknown);
  }
}

/* Where an element goes depends on which slots are taken: all are read. */
static void walk_multiset(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                          const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_MULTISET_ADD && is_compound(stmt->target->type->element))
    read_place(analysis, frame, stmt->value);
  else if (stmt->kind != NOE_STMT_MULTISET_REMOVE_IF)
    noe_model_access_expr(analysis, frame, stmt->value);
  struct noe_places multiset = noe_model_access_place(analysis, frame, stmt->target);
  noe_model_access_read(analysis, multiset, stmt->target->type->cells);
  noe_model_access_write(analysis, multiset, stmt->target->type->cells);
  if (stmt->kind == NOE_STMT_MULTISET_REMOVE_IF) {
    noe_model_access_bind(analysis, frame, stmt->slot, 1, false, unknown);
    noe_model_access_expr(analysis, frame, stmt->value);
  }
}

static void walk_return(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                        const struct noe_stmt *stmt) {
  if (!stmt->value)
    return;
  if (frame->function && is_compound(frame->function->result))
    read_place(analysis, frame, stmt->value);
  else
    noe_model_access_expr(analysis, frame, stmt->value);
}

static void walk(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                 const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_ASSIGN:
    noe_model_access_expr(analysis, frame, stmt->value);
    write_place(analysis, frame, stmt->target);
    break;
  case NOE_STMT_COPY:
    read_place(analysis, frame, stmt->value);
    write_place(analysis, frame, stmt->target);
    break;
  case NOE_STMT_SWITCH:
    noe_model_access_expr(analysis, frame, stmt->value);
    noe_model_access_bind(analysis, frame, stmt->slot, 1, false, unknown);
    walk_arms(analysis, frame, stmt);
    break;
  case NOE_STMT_IF:
    walk_arms(analysis, frame, stmt);
    break;
  case NOE_STMT_FOR:
    noe_model_access_domain(analysis, frame, &stmt->domain);
    noe_model_access_bind(analysis, frame, stmt->slot, 1, false, unknown);
    walk_body(analysis, frame, stmt->body);
    break;
  case NOE_STMT_WHILE:
    noe_model_access_expr(analysis, frame, stmt->value);
    walk_body(analysis, frame, stmt->body);
    break;
  case NOE_STMT_BIND_LOCATION:
  case NOE_STMT_BIND_VALUE:
  case NOE_STMT_BIND_CELLS:
    walk_bind(analysis, frame, stmt);
    break;
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE:
    write_place(analysis, frame, stmt->target);
    break;
  case NOE_STMT_PUT_LOCATION:
    read_place(analysis, frame, stmt->value);
    break;
  case NOE_STMT_RETURN:
    walk_return(analysis, frame, stmt);
    break;
  case NOE_STMT_MULTISET_ADD:
  case NOE_STMT_MULTISET_REMOVE:
  case NOE_STMT_MULTISET_REMOVE_IF:
    walk_multiset(analysis, frame, stmt);
    break;
  case NOE_STMT_CALL:
    noe_model_access_call(analysis, frame, stmt->value);
    break;
  case NOE_STMT_PUT_VALUE:
  case NOE_STMT_ASSERT:
  case NOE_STMT_ASSUME:
  case NOE_STMT_COVER:
    noe_model_access_expr(analysis, frame, stmt->value);
    break;
  case NOE_STMT_ERROR:
  case NOE_STMT_PUT_TEXT:
    break;
  }
}

void noe_model_access_list(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                           const struct noe_stmt *list) {
  analysis->depth++;
  for (; list && noe_model_access_pay(analysis, 1); list = list->next)
    walk(analysis, frame, list);
  analysis->depth--;
}

/* ----------------------------------------------------------------- clauses */

static void walk_binder(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                        const struct noe_binder *binder, const int64_t *argument) {
  switch (binder->kind) {
  case NOE_BINDER_RANGE:
    noe_model_access_bind(analysis, frame, binder->slot, 1, false,
                          (struct noe_places){.known = argument && *argument != NOE_UNDEFINED,
                                              .value = argument ? *argument : 0});
    break;
  case NOE_BINDER_CHOOSE:
    read_place(analysis, frame, binder->value);
    noe_model_access_bind(analysis, frame, binder->slot, 1, false, unknown);
    break;
  case NOE_BINDER_LOCATION:
    noe_model_access_bind(analysis, frame, binder->slot, 1, true,
                          noe_model_access_place(analysis, frame, binder->value));
    break;
  case NOE_BINDER_VALUE:
    noe_model_access_bind(analysis, frame, binder->slot, 1, false,
                          noe_model_access_expr(analysis, frame, binder->value));
    break;
  case NOE_BINDER_CELLS:
    read_place(analysis, frame, binder->value);
    noe_model_access_bind(analysis, frame, binder->slot, binder->value->type->cells, false, unknown);
    break;
  }
}

static void walk_atoms(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                       const struct noe_temporal *temporal) {
  for (uint32_t i = 0; i < temporal->variable_count; i++)
    noe_model_access_bind(analysis, frame, temporal->variables[i].slot, 1, false, unknown);
  for (uint32_t i = 0; i < temporal->atom_count; i++)
    noe_model_access_expr(analysis, frame, temporal->atoms[i]);
}

static void walk_clause(struct noe_analysis *analysis, const struct noe_clause *clause,
                        const int64_t *arguments, struct noe_bitset *writes) {
  struct noe_abstract_frame frame = {0};
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    bool parameter = binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
    walk_binder(analysis, &frame, binder, arguments);
    arguments += arguments && parameter;
  }
  analysis->writes = writes;
  if (writes)
    noe_model_access_list(analysis, &frame, clause->body);
  else if (clause->guard)
    noe_model_access_expr(analysis, &frame, clause->guard);
  else if (clause->temporal)
    walk_atoms(analysis, &frame, clause->temporal);
}

/* Body with `writes`, guard without. Aliases belong to both: they are evaluated
 * before either, and what they write is dropped. */
static void analyse(struct noe_memory *memory, const struct noe_model *model, const struct noe_clause *clause,
                    const int64_t *arguments, struct noe_bitset *reads, struct noe_bitset *writes) {
  struct noe_analysis analysis = {.known_written = true};
  for (int trusting = 1; analysis.known_written && trusting >= 0; trusting--) {
    analysis = (struct noe_analysis){.arena = noe_base_arena_new(memory),
                                     .model = model,
                                     .reads = reads,
                                     .trusting = trusting,
                                     .budget = BUDGET};
    walk_clause(&analysis, clause, arguments, writes);
    noe_base_arena_delete(analysis.arena);
  }
  if (analysis.stopped) {
    noe_base_bitset_add_range(reads, 0, reads->bits);
    if (writes)
      noe_base_bitset_add_range(writes, 0, writes->bits);
  }
}

/* A firing ends with sorting the bags: a write into one may move every element.
 * Inner bags come first, so one pass reaches the outermost. */
static void spread_over_bags(const struct noe_model *model, struct noe_bitset *reads,
                             struct noe_bitset *writes) {
  for (uint32_t i = 0; i < model->bag_count; i++) {
    uint32_t begin = model->bags[i].cell, end = begin + model->bags[i].type->cells, cell = begin;
    while (cell < end && !noe_bitset_has(writes, cell))
      cell++;
    if (cell == end)
      continue;
    noe_base_bitset_add_range(reads, begin, end);
    noe_base_bitset_add_range(writes, begin, end);
  }
}

struct noe_access noe_model_access(struct noe_memory *memory, const struct noe_model *model,
                                   const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_access access = {
      .guard_reads = noe_base_bitset(memory, model->cell_count),
      .reads = noe_base_bitset(memory, model->cell_count),
      .writes = noe_base_bitset(memory, model->cell_count),
  };
  analyse(memory, model, clause, arguments, &access.guard_reads, NULL);
  analyse(memory, model, clause, arguments, &access.reads, &access.writes);
  spread_over_bags(model, &access.reads, &access.writes);
  return access;
}

void noe_model_access_free(struct noe_access *access) {
  noe_base_bitset_free(&access->guard_reads);
  noe_base_bitset_free(&access->reads);
  noe_base_bitset_free(&access->writes);
}
