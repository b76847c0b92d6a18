/* From a builder to a model: what front ends add, in order, and the model at the end. */
#include <assert.h>
#include <xxhash.h>

#include "base/contract.h"
#include "model/asked.h"
#include "model/build.h"
#include "model/check.h"

/* -------------------------------------------------------------------- adding */

bool noe_model_add_variable(struct noe_builder *builder, struct noe_variable variable) {
  if (variable.type->cells > NOE_CELL_LIMIT - builder->cells)
    return false;
  variable.cell = (uint32_t)builder->cells;
  builder->cells += variable.type->cells;
  NOE_LIST_PUSH(builder->arena, &builder->variables, variable);
  return true;
}

void noe_model_add_constant(struct noe_builder *builder, struct noe_constant constant) {
  NOE_LIST_PUSH(builder->arena, &builder->constants, constant);
}

void noe_model_add_function(struct noe_builder *builder, const struct noe_function *function) {
  assert(function->id == builder->functions.count && "functions are numbered in the order of the text");
  NOE_LIST_PUSH(builder->arena, &builder->functions, function);
}

uint32_t noe_model_add_clause(struct noe_builder *builder, struct noe_clause clause) {
  switch (clause.kind) {
  case NOE_CLAUSE_START:
    clause.id = (uint32_t)builder->starts.count;
    NOE_LIST_PUSH(builder->arena, &builder->starts, clause);
    break;
  case NOE_CLAUSE_RULE:
    clause.id = (uint32_t)builder->rules.count;
    NOE_LIST_PUSH(builder->arena, &builder->rules, clause);
    break;
  case NOE_CLAUSE_PROPERTY:
    if (!noe_model_is_asked(&builder->asked, &clause)) {
      NOE_LIST_PUSH(builder->arena, &builder->left_out, clause);
      return NOE_NO_CLAUSE;
    }
    clause.id = (uint32_t)builder->properties.count;
    NOE_LIST_PUSH(builder->arena, &builder->properties, clause);
    break;
  }
  return clause.id;
}

void noe_model_add_loop(struct noe_builder *builder, const struct noe_type *type, struct noe_expr *expr,
                        struct noe_stmt *stmt) {
  assert(!expr != !stmt && "a loop is an expression or a statement");
  struct noe_loop loop = {.type = type, .expr = expr, .stmt = stmt, .place = expr ? expr->place : stmt->place};
  *(expr ? &expr->loop : &stmt->loop) = (uint32_t)builder->loops.count;
  NOE_LIST_PUSH(builder->arena, &builder->loops, loop);
}

uint32_t noe_model_add_witness(struct noe_builder *builder, struct noe_place place) {
  NOE_LIST_PUSH(builder->arena, &builder->witnesses, place);
  return (uint32_t)builder->witnesses.count;
}

uint32_t noe_model_add_fairness(struct noe_builder *builder, struct noe_fairness fairness) {
  NOE_LIST_PUSH(builder->arena, &builder->fairness, fairness);
  return (uint32_t)builder->fairness.count - 1;
}

/* ------------------------------------------------------------------ symmetry */

void noe_model_link_types(struct noe_builder *builder, const struct noe_type *a, const struct noe_type *b) {
  assert(a->kind == NOE_TYPE_SCALARSET && b->kind == NOE_TYPE_SCALARSET && a->high == b->high &&
         "only scalarsets of one size can permute together");
  NOE_LIST_PUSH(builder->arena, &builder->tied, a->id);
  NOE_LIST_PUSH(builder->arena, &builder->tied, b->id);
}

void noe_model_break_symmetry(struct noe_builder *builder, const struct noe_type *type, struct noe_place place) {
  struct noe_break here = {.type = type->id, .place = place};
  NOE_LIST_PUSH(builder->arena, &builder->broken, here);
}

void noe_model_break_start(struct noe_builder *builder, const struct noe_type *type, struct noe_place place) {
  struct noe_break here = {.type = type->id, .place = place};
  NOE_LIST_PUSH(builder->arena, &builder->broken_at_start, here);
}

static uint32_t root(const uint32_t *tied, uint32_t id) {
  while (tied[id] != id)
    id = tied[id];
  return id;
}

static const uint32_t *tie_types(const struct noe_builder *builder) {
  uint32_t *tied = NOE_NEW_ARRAY(builder->arena, uint32_t, builder->types.count);
  for (uint32_t i = 0; i < builder->types.count; i++)
    tied[i] = i;
  for (size_t i = 0; i < builder->tied.count; i += 2) {
    uint32_t a = root(tied, builder->tied.items[i]), b = root(tied, builder->tied.items[i + 1]);
    tied[a > b ? a : b] = a > b ? b : a;
  }
  for (uint32_t i = 0; i < builder->types.count; i++)
    tied[i] = root(tied, i);
  return tied;
}

/* By type, the place of its last break; line 0: none. */
static struct noe_place *by_type(const struct noe_builder *builder, const struct noe_break *breaks, size_t count) {
  struct noe_place *places = NOE_NEW_ARRAY(builder->arena, struct noe_place, builder->types.count);
  for (size_t i = 0; i < count; i++)
    places[breaks[i].type] = breaks[i].place;
  return places;
}

static const struct noe_place *break_types(const struct noe_builder *builder) {
  struct noe_place *broken = by_type(builder, builder->broken.items, builder->broken.count);
  for (size_t i = 0; i < builder->types.count; i++) {
    const struct noe_type *type = builder->types.items[i];
    if (type->kind == NOE_TYPE_SCALARSET && !type->name)
      broken[i] = type->place;
  }
  return broken;
}

/* -------------------------------------------------------------------- finish */

static uint64_t hash_model(const struct noe_builder *builder, const struct noe_source *source,
                           const struct noe_options *options) {
  int dialect[] = {options->undefined, options->value_params, options->priorities};
  uint64_t limits[] = {options->loop_limit, options->call_depth};
  uint64_t hash = XXH3_64bits_withSeed(source->bytes, source->length, 0);
  hash = XXH3_64bits_withSeed(dialect, sizeof dialect, hash);
  hash = XXH3_64bits_withSeed(limits, sizeof limits, hash);
  for (size_t i = 0; i < builder->constants.count; i++)
    hash = XXH3_64bits_withSeed(&builder->constants.items[i].value, sizeof(int64_t), hash);
  for (size_t i = 0; i < builder->left_out.count; i++)
    hash = XXH3_64bits_withSeed(&builder->left_out.items[i].place, sizeof(struct noe_place), hash);
  return hash;
}

static bool has_priorities(const struct noe_builder *builder) {
  for (size_t i = 1; i < builder->rules.count; i++)
    if (builder->rules.items[i].priority != builder->rules.items[0].priority)
      return true;
  return false;
}

static void take_lists(struct noe_model *model, const struct noe_builder *builder) {
  model->constants = builder->constants.items;
  model->constant_count = (uint32_t)builder->constants.count;
  model->functions = builder->functions.items;
  model->function_count = (uint32_t)builder->functions.count;
  model->starts = builder->starts.items;
  model->start_count = (uint32_t)builder->starts.count;
  model->rules = builder->rules.items;
  model->rule_count = (uint32_t)builder->rules.count;
  model->properties = builder->properties.items;
  model->property_count = (uint32_t)builder->properties.count;
  model->left_out = builder->left_out.items;
  model->left_out_count = (uint32_t)builder->left_out.count;
  model->witness_places = builder->witnesses.items;
  model->witness_count = (uint32_t)builder->witnesses.count;
  model->fairness = builder->fairness.items;
  model->fairness_count = (uint32_t)builder->fairness.count;
  model->loops = builder->loops.items;
  model->loop_count = (uint32_t)builder->loops.count;
}

const struct noe_model *noe_model_finish(struct noe_builder *builder, const struct noe_source *source,
                                         const struct noe_options *options) {
  struct noe_model *model = NOE_NEW(builder->arena, struct noe_model);
  model->arena = builder->arena;
  model->file = source->name;
  model->hash = hash_model(builder, source, options);
  take_lists(model, builder);
  model->has_priorities = has_priorities(builder);
  model->loop_limit = options->loop_limit;
  model->call_depth = options->call_depth < UINT32_MAX ? (uint32_t)options->call_depth : UINT32_MAX;
  model->tied = tie_types(builder);
  model->broken = break_types(builder);
  model->broken_at_start = by_type(builder, builder->broken_at_start.items, builder->broken_at_start.count);
  bool fits = noe_model_layout(builder, model, builder->variables.items, (uint32_t)builder->variables.count);
  assert(fits && model->cell_count == builder->cells && "variables were placed as they were added");
  (void)fits;
  noe_model_find_irrelevant(model, builder->starts.items, model->start_count);
  noe_model_find_irrelevant(model, builder->rules.items, model->rule_count);
  NOE_COSTLY(!noe_model_check(model) && "a model is what model.h promises");
  return model;
}
