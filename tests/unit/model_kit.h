/* Small models by hand, for the unit tests of src/model. Every node gets a place
 * of its own (line 1, 2, … in the order made), so that tests can tell faults
 * apart. */
#ifndef NOE_TEST_MODEL_KIT_H
#define NOE_TEST_MODEL_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/access.h"
#include "model/build.h"
#include "model/machine.h"
#include "model/pack.h"
#include "model/print.h"
#include "model/replay.h"

typedef const struct noe_type T;
typedef const struct noe_expr E;
typedef const struct noe_stmt S;

enum { KIT_RULES = 24, KIT_FUNCTIONS = 64 };

struct kit {
  struct noe_memory *memory;
  struct noe_arena *arena;
  struct noe_builder builder;
  struct noe_model model;
  struct noe_variable variables[16];
  const struct noe_function *functions[KIT_FUNCTIONS];
  struct noe_clause starts[KIT_RULES], rules[KIT_RULES], properties[KIT_RULES];
  uint32_t line, cells;
  struct noe_machine *machine;
};

static inline void kit_open(struct kit *kit) {
  memset(kit, 0, sizeof *kit);
  kit->memory = noe_base_memory_new(0);
  kit->arena = noe_base_arena_new(kit->memory);
  noe_model_builder_init(&kit->builder, kit->arena);
  kit->model.loop_limit = 1000;
  kit->model.call_depth = 100;
  kit->model.arena = kit->arena;
}

/* Tests end at zero bytes. */
static inline void kit_close(struct kit *kit) {
  noe_model_machine_delete(kit->machine);
  noe_base_arena_delete(kit->arena);
  assert_int_equal(noe_base_memory_used(kit->memory), 0);
  noe_base_memory_delete(kit->memory);
}

/* ------------------------------------------------------------ declarations */

static inline T *named(struct noe_type *type, const char *name) {
  assert_non_null(type);
  type->name = name;
  return type;
}

static inline struct noe_field *fields(struct kit *kit, uint32_t count) {
  return NOE_NEW_ARRAY(kit->arena, struct noe_field, count);
}

static inline struct noe_expr *node(struct kit *kit, enum noe_expr_kind kind, T *type) {
  struct noe_expr *expr = NOE_NEW(kit->arena, struct noe_expr);
  expr->kind = kind;
  expr->type = type;
  expr->place = (struct noe_place){++kit->line, 1};
  return expr;
}

/* A global variable: its place as an expression. */
static inline E *variable(struct kit *kit, const char *name, T *type) {
  kit->variables[kit->model.variable_count++] = (struct noe_variable){.name = name, .type = type};
  struct noe_expr *expr = node(kit, NOE_EXPR_GLOBAL, type);
  expr->slot = kit->cells;
  kit->cells += type->cells;
  return expr;
}

static inline void finish(struct kit *kit) {
  assert_true(noe_model_layout(&kit->builder, &kit->model, kit->variables, kit->model.variable_count));
  assert_int_equal(kit->model.cell_count, kit->cells);
  kit->model.starts = kit->starts;
  kit->model.rules = kit->rules;
  kit->model.properties = kit->properties;
  kit->machine = noe_model_machine_new(kit->memory, &kit->model);
}

/* ------------------------------------------------------------- expressions */

static inline E *constant(struct kit *kit, T *type, int64_t value) {
  struct noe_expr *expr = node(kit, NOE_EXPR_CONSTANT, type);
  expr->value = value;
  return expr;
}
static inline E *number(struct kit *kit, int64_t value) { return constant(kit, kit->builder.integer, value); }
static inline E *truth(struct kit *kit, bool value) { return constant(kit, kit->builder.boolean, value); }

static inline E *in_frame(struct kit *kit, enum noe_expr_kind kind, T *type, uint32_t slot, const char *name) {
  struct noe_expr *expr = node(kit, kind, type);
  expr->slot = slot;
  expr->name = name;
  return expr;
}
static inline E *local(struct kit *kit, T *type, uint32_t slot) {
  return in_frame(kit, NOE_EXPR_LOCAL, type, slot, "loc");
}
static inline E *reference(struct kit *kit, T *type, uint32_t slot) {
  return in_frame(kit, NOE_EXPR_REFERENCE, type, slot, "ref");
}
static inline E *binary(struct kit *kit, enum noe_expr_kind kind, T *type, E *left, E *right) {
  struct noe_expr *expr = node(kit, kind, type);
  expr->left = left;
  expr->right = right;
  return expr;
}
static inline E *arith(struct kit *kit, enum noe_expr_kind kind, E *left, E *right) {
  return binary(kit, kind, kit->builder.integer, left, right);
}
static inline E *logic(struct kit *kit, enum noe_expr_kind kind, E *left, E *right) {
  return binary(kit, kind, kit->builder.boolean, left, right);
}
static inline E *equal(struct kit *kit, E *left, E *right) { return logic(kit, NOE_EXPR_EQUAL, left, right); }
static inline E *rd(struct kit *kit, E *place) { return binary(kit, NOE_EXPR_READ, place->type, place, NULL); }
static inline E *cp(struct kit *kit, E *place) { return binary(kit, NOE_EXPR_COPY, place->type, place, NULL); }
static inline E *element(struct kit *kit, E *array, E *index) {
  return binary(kit, NOE_EXPR_ELEMENT, array->type->element, array, index);
}
static inline E *slot_of(struct kit *kit, E *multiset, E *number_of) {
  return binary(kit, NOE_EXPR_SLOT, multiset->type->element, multiset, number_of);
}
static inline E *field(struct kit *kit, E *record, uint32_t which) {
  struct noe_expr *expr = node(kit, NOE_EXPR_FIELD, record->type->fields[which].type);
  expr->left = record;
  expr->slot = record->type->fields[which].offset;
  return expr;
}
static inline E *conditional(struct kit *kit, E *condition, E *left, E *right) {
  struct noe_expr *expr = node(kit, NOE_EXPR_CONDITIONAL, left->type);
  expr->condition = condition;
  expr->left = left;
  expr->right = right;
  return expr;
}
static inline E *quantifier(struct kit *kit, enum noe_expr_kind kind, uint32_t slot, struct noe_domain domain,
                            E *body) {
  struct noe_expr *expr = node(kit, kind, kit->builder.boolean);
  expr->slot = slot;
  expr->domain = domain;
  expr->left = body;
  return expr;
}
static inline E *count_of(struct kit *kit, E *multiset, uint32_t slot, E *condition) {
  struct noe_expr *expr = node(kit, NOE_EXPR_COUNT, kit->builder.integer);
  expr->left = multiset;
  expr->right = condition;
  expr->slot = slot;
  return expr;
}

/* Arguments come as (kind, value, temporary) in an array of the caller. */
static inline E *call(struct kit *kit, const struct noe_function *function, uint32_t temporary, size_t count,
                      const struct noe_argument *given) {
  struct noe_call *made = NOE_NEW(kit->arena, struct noe_call);
  struct noe_argument *arguments = NOE_NEW_ARRAY(kit->arena, struct noe_argument, count + 1);
  if (count)
    memcpy(arguments, given, count * sizeof *given);
  *made = (struct noe_call){.function = function, .arguments = arguments, .temporary = temporary};
  struct noe_expr *expr = node(kit, NOE_EXPR_CALL, function->result);
  expr->call = made;
  return expr;
}

/* -------------------------------------------------------------- statements */

static inline struct noe_stmt *stmt(struct kit *kit, enum noe_stmt_kind kind, E *target, E *value) {
  struct noe_stmt *made = NOE_NEW(kit->arena, struct noe_stmt);
  made->kind = kind;
  made->place = (struct noe_place){++kit->line, 1};
  made->target = target;
  made->value = value;
  return made;
}
static inline struct noe_stmt *assign(struct kit *kit, E *target, E *value) {
  return stmt(kit, NOE_STMT_ASSIGN, target, value);
}
static inline struct noe_stmt *text_stmt(struct kit *kit, enum noe_stmt_kind kind, E *value, const char *text) {
  struct noe_stmt *made = stmt(kit, kind, NULL, value);
  made->text = text;
  return made;
}
static inline struct noe_stmt *slot_stmt(struct kit *kit, enum noe_stmt_kind kind, E *target, E *value, uint32_t slot) {
  struct noe_stmt *made = stmt(kit, kind, target, value);
  made->slot = slot;
  return made;
}

/* Chains statements; the list ends with NULL. Lists given are chained whole. */
static inline S *seq(struct noe_stmt *first, ...) {
  va_list rest;
  va_start(rest, first);
  struct noe_stmt *last = first;
  for (struct noe_stmt *next; (next = va_arg(rest, struct noe_stmt *)); last = next)
    last->next = next;
  va_end(rest);
  return first;
}

static inline struct noe_stmt *when(struct kit *kit, E *condition, S *body, S *otherwise) {
  struct noe_stmt *made = stmt(kit, NOE_STMT_IF, NULL, NULL);
  struct noe_arm *arm = NOE_NEW(kit->arena, struct noe_arm);
  E **conditions = NOE_NEW_ARRAY(kit->arena, E *, 1);
  conditions[0] = condition;
  *arm = (struct noe_arm){.conditions = conditions, .condition_count = 1, .body = body};
  made->arms = arm;
  made->arm_count = 1;
  made->otherwise = otherwise;
  return made;
}

static inline struct noe_stmt *loop(struct kit *kit, uint32_t slot, struct noe_domain domain, S *body) {
  struct noe_stmt *made = slot_stmt(kit, NOE_STMT_FOR, NULL, NULL, slot);
  made->domain = domain;
  made->body = body;
  return made;
}

static inline struct noe_function *function(struct kit *kit, const char *name, T *result, uint32_t parameters,
                                            uint32_t frame_cells) {
  struct noe_function *made = NOE_NEW(kit->arena, struct noe_function);
  struct noe_parameter *list = NOE_NEW_ARRAY(kit->arena, struct noe_parameter, parameters + 1);
  *made = (struct noe_function){
      .name = name, .result = result, .parameters = list, .parameter_count = parameters, .frame_cells = frame_cells};
  made->place = (struct noe_place){++kit->line, 1};
  assert_true(kit->model.function_count < KIT_FUNCTIONS);
  made->id = kit->model.function_count++;
  kit->functions[made->id] = made;
  kit->model.functions = kit->functions;
  return made;
}

static inline void parameter(const struct noe_function *of, uint32_t which, const char *name, T *type,
                             bool by_reference) {
  struct noe_parameter *list = (struct noe_parameter *)(uintptr_t)of->parameters;
  list[which] = (struct noe_parameter){.name = name, .type = type, .by_reference = by_reference};
}

/* ----------------------------------------------------------------- clauses */

static inline struct noe_clause *clause(struct noe_clause *list, uint32_t *count, enum noe_clause_kind kind,
                                        uint32_t frame_cells, E *guard, S *body) {
  assert_true(*count < KIT_RULES);
  struct noe_clause *made = &list[*count];
  *made = (struct noe_clause){
      .kind = kind, .id = *count, .title = "clause", .frame_cells = frame_cells, .guard = guard, .body = body};
  ++*count;
  return made;
}
static inline struct noe_clause *rule(struct kit *kit, uint32_t frame_cells, E *guard, S *body) {
  return clause(kit->rules, &kit->model.rule_count, NOE_CLAUSE_RULE, frame_cells, guard, body);
}
static inline struct noe_clause *start_state(struct kit *kit, uint32_t frame_cells, S *body) {
  return clause(kit->starts, &kit->model.start_count, NOE_CLAUSE_START, frame_cells, NULL, body);
}
static inline struct noe_clause *property(struct kit *kit, enum noe_property_kind kind, uint32_t frame_cells,
                                          E *claim) {
  struct noe_clause *made =
      clause(kit->properties, &kit->model.property_count, NOE_CLAUSE_PROPERTY, frame_cells, claim, NULL);
  made->property = kind;
  return made;
}

static inline void binder(struct kit *kit, struct noe_clause *of, struct noe_binder made) {
  struct noe_binder *list = NOE_NEW_ARRAY(kit->arena, struct noe_binder, of->binder_count + 1);
  if (of->binder_count)
    memcpy(list, of->binders, of->binder_count * sizeof *list);
  list[of->binder_count++] = made;
  of->binders = list;
  of->parameter_count += made.kind == NOE_BINDER_RANGE || made.kind == NOE_BINDER_CHOOSE;
}
static inline void over(struct kit *kit, struct noe_clause *of, const char *name, T *type, uint32_t slot) {
  binder(kit, of,
         (struct noe_binder){.kind = NOE_BINDER_RANGE,
                             .name = name,
                             .type = type,
                             .low = type->low,
                             .high = type->high,
                             .step = 1,
                             .slot = slot});
}

#endif
