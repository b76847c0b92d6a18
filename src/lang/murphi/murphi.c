#include "lang/murphi/murphi.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "lang/murphi/check_int.h"
#include "lang/murphi/parse.h"

static void check_items(struct noe_checker *checker, const struct noe_ast *ast) {
  struct noe_stmt *none = NULL, **end = &none;
  for (const struct noe_ast_item *item = ast->items; item; item = item->next)
    switch (item->kind) {
    case NOE_AST_ITEM_DECL: noe_murphi_check_decl(checker, item->decl, &end); break;
    case NOE_AST_ITEM_PROCEDURE: noe_murphi_check_procedure(checker, item->procedure, item->span); break;
    case NOE_AST_ITEM_RULE: noe_murphi_check_rule(checker, item->rule); break;
    }
}

/* Where the model ends: its last character that is neither space nor comment. */
static struct noe_span end_of(const struct noe_ast *ast) {
  const struct noe_ast_item *item = ast->items;
  while (item && item->next)
    item = item->next;
  if (!item || !item->span.end)
    return (struct noe_span){0, 0};
  return (struct noe_span){item->span.end - 1, item->span.end};
}

/* A model needs somewhere to start (D9). */
static void check_completeness(struct noe_checker *checker, const struct noe_ast *ast) {
  struct noe_span end = end_of(ast);
  if (!checker->starts.count && !checker->options->allow_empty && !noe_base_error_count(checker->diagnostics)) {
    noe_base_report(checker->diagnostics, NOE_E_NO_STARTSTATE, end, "the model has no startstate");
    noe_base_hint(checker->diagnostics, "add behind this: startstate begin ... end");
  }
  if (!checker->rules.count && !noe_base_error_count(checker->diagnostics))
    noe_base_report(checker->diagnostics, NOE_W_NO_RULES, end, "the model has no rules");
}

/* ---------------------------------------------------------------- symmetry */

static void warn_about_unnamed(struct noe_checker *checker) {
  for (size_t i = 0; i < checker->scalarsets.count; i++) {
    if (!checker->scalarsets.items[i] || checker->scalarsets.items[i]->name)
      continue;
    noe_base_report(checker->diagnostics, NOE_W_UNNAMED_SCALARSET, checker->scalarset_spans.items[i],
                    "this scalarset has no name and is not used for symmetry");
    noe_base_hint(checker->diagnostics, "declare it in a `type` section and use its name");
  }
}

static uint32_t root(const uint32_t *tied, uint32_t id) {
  while (tied[id] != id)
    id = tied[id];
  return id;
}

static const uint32_t *tie_types(struct noe_checker *checker) {
  uint32_t *tied = NOE_NEW_ARRAY(checker->arena, uint32_t, checker->builder.types.count);
  for (uint32_t i = 0; i < checker->builder.types.count; i++)
    tied[i] = i;
  for (size_t i = 0; i < checker->tie_left.count; i++) {
    uint32_t a = root(tied, checker->tie_left.items[i]), b = root(tied, checker->tie_right.items[i]);
    tied[a > b ? a : b] = a > b ? b : a;
  }
  for (uint32_t i = 0; i < checker->builder.types.count; i++)
    tied[i] = root(tied, i);
  return tied;
}

/* Scalarsets without a name take no part in symmetry, nor do cleared ones. */
static const struct noe_place *break_types(struct noe_checker *checker) {
  struct noe_place *broken = NOE_NEW_ARRAY(checker->arena, struct noe_place, checker->builder.types.count);
  for (size_t i = 0; i < checker->broken_types.count; i++)
    broken[checker->broken_types.items[i]] = checker->broken_places.items[i];
  for (size_t i = 0; i < checker->builder.types.count; i++) {
    const struct noe_type *type = checker->builder.types.items[i];
    if (type->kind == NOE_TYPE_SCALARSET && !type->name)
      broken[i] = type->place;
  }
  return broken;
}

static const struct noe_place *start_breaks(struct noe_checker *checker) {
  struct noe_place *broken = NOE_NEW_ARRAY(checker->arena, struct noe_place, checker->builder.types.count);
  for (size_t i = 0; i < checker->start_broken_types.count; i++)
    broken[checker->start_broken_types.items[i]] = checker->start_broken_places.items[i];
  return broken;
}

/* ------------------------------------------------------------------ finish */

/* Identifies the meaning: text, constants given from outside, dialect. */
static uint64_t hash_model(const struct noe_checker *checker) {
  const struct noe_options *options = checker->options;
  int dialect[] = {options->undefined, options->value_params, options->priorities};
  uint64_t limits[] = {options->loop_limit, options->call_depth};
  uint64_t hash = XXH3_64bits_withSeed(checker->source->bytes, checker->source->length, 0);
  hash = XXH3_64bits_withSeed(dialect, sizeof dialect, hash);
  hash = XXH3_64bits_withSeed(limits, sizeof limits, hash);
  for (size_t i = 0; i < checker->constants.count; i++)
    hash = XXH3_64bits_withSeed(&checker->constants.items[i].value, sizeof(int64_t), hash);
  return hash;
}

static bool has_priorities(const struct noe_checker *checker) {
  for (size_t i = 1; i < checker->rules.count; i++)
    if (checker->rules.items[i].priority != checker->rules.items[0].priority)
      return true;
  return false;
}

static const struct noe_model *finish(struct noe_checker *checker) {
  struct noe_model *model = NOE_NEW(checker->arena, struct noe_model);
  model->arena = checker->arena;
  model->file = checker->source->name;
  model->hash = hash_model(checker);
  model->constants = checker->constants.items;
  model->constant_count = (uint32_t)checker->constants.count;
  model->functions = checker->functions.items;
  model->function_count = (uint32_t)checker->functions.count;
  model->starts = checker->starts.items;
  model->start_count = (uint32_t)checker->starts.count;
  model->rules = checker->rules.items;
  model->rule_count = (uint32_t)checker->rules.count;
  model->properties = checker->properties.items;
  model->property_count = (uint32_t)checker->properties.count;
  model->witness_places = checker->witnesses.items;
  model->witness_count = (uint32_t)checker->witnesses.count;
  model->has_priorities = has_priorities(checker);
  model->fairness = checker->fairness.items;
  model->fairness_count = (uint32_t)checker->fairness.count;
  model->loops = checker->loops.items;
  model->loop_count = (uint32_t)checker->loops.count;
  model->loop_limit = checker->options->loop_limit;
  model->call_depth = checker->options->call_depth < UINT32_MAX ? (uint32_t)checker->options->call_depth : UINT32_MAX;
  model->tied = tie_types(checker);
  model->broken = break_types(checker);
  model->broken_at_start = start_breaks(checker);
  bool fits = noe_model_layout(&checker->builder, model, checker->variables.items, (uint32_t)checker->variables.count);
  assert(fits && model->cell_count == checker->next_cell && "the layout differs from what the checker assumed");
  (void)fits;
  noe_model_find_idle(model, checker->starts.items, model->start_count);
  noe_model_find_idle(model, checker->rules.items, model->rule_count);
  model->types = checker->builder.types.items;
  model->type_count = (uint32_t)checker->builder.types.count;
  return model;
}

const struct noe_model *noe_murphi_load(struct noe_arena *arena, const struct noe_source *source,
                                        const struct noe_options *options,
                                        struct noe_diagnostics *diagnostics) {
  const struct noe_ast *ast = noe_murphi_parse(arena, source, diagnostics);
  if (noe_base_error_count(diagnostics))
    return NULL;
  struct noe_checker *checker = NOE_NEW(arena, struct noe_checker);
  checker->arena = arena;
  checker->source = source;
  checker->options = options;
  checker->diagnostics = diagnostics;
  checker->scopes = noe_murphi_scopes_new(arena);
  checker->define_used = NOE_NEW_ARRAY(arena, bool, options->define_count);
  noe_model_builder_init(&checker->builder, arena);
  noe_murphi_scope_open(checker->scopes);
  check_items(checker, ast);
  noe_murphi_finish_claims(checker);
  noe_murphi_check_defines(checker);
  check_completeness(checker, ast);
  warn_about_unnamed(checker);
  return noe_base_error_count(diagnostics) ? NULL : finish(checker);
}
