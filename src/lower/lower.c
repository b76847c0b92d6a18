#include "lower/lower.h"

#include "base/contract.h"
#include "lower/lower_int.h"

/* ------------------------------------------------------------------- passes */

static struct noe_low_lists lists_of(struct noe_arena *arena, struct noe_low_clause *clause) {
  const struct noe_clause *tree = clause->clause;
  uint32_t atoms = tree->temporal ? tree->temporal->atom_count : 0;
  struct noe_low_lists lists = {.blocks = NOE_NEW_ARRAY(arena, struct noe_low_block *, tree->binder_count + atoms + 2),
                                .addresses = NOE_NEW_ARRAY(arena, const struct noe_low_address **, tree->binder_count)};
  for (uint32_t i = 0; i < tree->binder_count; i++) {
    lists.blocks[lists.count++] = &clause->binders[i].list.block;
    if (clause->binders[i].address)
      lists.addresses[lists.address_count++] = &clause->binders[i].address;
  }
  if (tree->guard)
    lists.blocks[lists.count++] = &clause->guard.block;
  if (tree->kind != NOE_CLAUSE_PROPERTY)
    lists.body = lists.blocks[lists.count++] = &clause->body.block;
  for (uint32_t i = 0; i < atoms; i++)
    lists.blocks[lists.count++] = &clause->atoms[i].block;
  assert(lists.count <= tree->binder_count + atoms + 2 && "there is room for all lists of a clause");
  return lists;
}

static void run_passes(struct noe_lowered *form, const struct noe_clause *clause, struct noe_low_unit *unit,
                       struct noe_low_lists lists, bool plain, const struct noe_low_trust *trust) {
  noe_lower_definedness(unit, lists, trust);
  noe_lower_bounds(clause, unit, lists);
  if (!plain)
    noe_lower_fold(form, unit, lists);
  noe_lower_commute(unit, lists);
}

static void take_facts(const struct noe_lowered *form, struct noe_low_clause *clause) {
  const struct noe_clause *tree = clause->clause;
  for (uint32_t i = 0; i < tree->binder_count; i++)
    clause->binders[i].list.facts = noe_lower_facts(form, &clause->binders[i].list.block);
  clause->guard.facts = noe_lower_facts(form, &clause->guard.block);
  clause->body.facts = noe_lower_facts(form, &clause->body.block);
  for (uint32_t i = 0; tree->temporal && i < tree->temporal->atom_count; i++)
    clause->atoms[i].facts = noe_lower_facts(form, &clause->atoms[i].block);
}

/* -------------------------------------------------------------------- model */

static struct noe_low_clause *lower_all(struct noe_lowered *form, const struct noe_clause *clauses, uint32_t count,
                                        bool plain) {
  struct noe_low_clause *lowered = NOE_NEW_ARRAY(form->arena, struct noe_low_clause, count);
  for (uint32_t i = 0; i < count; i++) {
    noe_lower_clause(form, &clauses[i], &lowered[i]);
    if (!lowered[i].unit.refused)
      run_passes(form, &clauses[i], &lowered[i].unit, lists_of(form->arena, &lowered[i]), plain, NULL);
  }
  return lowered;
}

static struct noe_bitset no_cells(const struct noe_lowered *form) {
  uint32_t cells = form->model->cell_count;
  return (struct noe_bitset){.words = NOE_NEW_ARRAY(form->arena, uint64_t, noe_bitset_words(cells)), .bits = cells};
}

static void make_function(struct noe_lowered *form, struct noe_low_function *function, bool plain) {
  struct noe_low_block *block = &function->body.block;
  noe_lower_function(form, function);
  if (!function->unit.refused)
    run_passes(form, NULL, &function->unit, (struct noe_low_lists){.blocks = &block, .count = 1}, plain, NULL);
  function->effects = (struct noe_low_effects){.reads = no_cells(form), .writes = no_cells(form)};
  function->effects.reads_through = NOE_NEW_ARRAY(form->arena, bool, function->location_count);
  function->effects.writes_through = NOE_NEW_ARRAY(form->arena, bool, function->location_count);
}

/* A function may turn out to be called while another one is lowered. */
static void lower_functions(struct noe_lowered *form, bool plain) {
  bool *done = NOE_NEW_ARRAY(form->arena, bool, form->model->function_count + 1);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < form->model->function_count; i++)
      if (form->functions[i].is_called && !done[i]) {
        make_function(form, &form->functions[i], plain);
        done[i] = again = true;
      }
  }
  for (uint32_t i = 0; i < form->model->function_count; i++)
    assert((!form->functions[i].is_called || done[i]) && "whatever is called is a unit");
}

static struct noe_lowered *lower(struct noe_arena *arena, const struct noe_model *model, bool plain, bool for_code) {
  struct noe_lowered *form = NOE_NEW(arena, struct noe_lowered);
  form->model = model;
  form->for_code = for_code;
  form->arena = arena;
  form->functions = NOE_NEW_ARRAY(arena, struct noe_low_function, model->function_count);
  for (uint32_t i = 0; i < model->function_count; i++)
    form->functions[i].function = model->functions[i];
  form->starts = lower_all(form, model->starts, model->start_count, plain);
  form->rules = lower_all(form, model->rules, model->rule_count, plain);
  form->properties = lower_all(form, model->properties, model->property_count, plain);
  lower_functions(form, plain);
  noe_lower_effects(form);
  struct noe_low_clause *clauses[] = {form->starts, form->rules, form->properties};
  const uint32_t counts[] = {model->start_count, model->rule_count, model->property_count};
  for (int kind = 0; kind < 3; kind++)
    for (uint32_t i = 0; i < counts[kind]; i++)
      if (!clauses[kind][i].unit.refused)
        take_facts(form, &clauses[kind][i]);
  for (uint32_t i = 0; i < model->function_count; i++)
    if (form->functions[i].is_called && !form->functions[i].unit.refused)
      form->functions[i].body.facts = noe_lower_facts(form, &form->functions[i].body.block);
  NOE_COSTLY(!noe_lower_check(form) && "a form keeps what form.h promises");
  return form;
}

struct noe_lowered *noe_lower_model(struct noe_arena *arena, const struct noe_model *model, bool plain) {
  return lower(arena, model, plain, false);
}

struct noe_lowered *noe_lower_for_code(struct noe_arena *arena, const struct noe_model *model) {
  return lower(arena, model, false, true);
}

static void trust_in(struct noe_lowered *form, struct noe_low_clause *clause, const struct noe_low_trust *trust) {
  if (clause->unit.refused)
    return;
  run_passes(form, clause->clause, &clause->unit, lists_of(form->arena, clause), false, trust);
  take_facts(form, clause);
}

void noe_lower_trust(struct noe_lowered *form, noe_low_is_defined is_defined, void *context) {
  struct noe_low_trust trust = {is_defined, context};
  for (uint32_t i = 0; i < form->model->rule_count; i++)
    trust_in(form, &form->rules[i], &trust);
  for (uint32_t i = 0; i < form->model->property_count; i++)
    trust_in(form, &form->properties[i], &trust);
  NOE_COSTLY(!noe_lower_check(form) && "checks that are needless can go");
}

struct noe_low_clause *noe_low_clause_of(const struct noe_lowered *form, const struct noe_clause *clause) {
  switch (clause->kind) {
  case NOE_CLAUSE_START: return &form->starts[clause->id];
  case NOE_CLAUSE_RULE: return &form->rules[clause->id];
  default: return &form->properties[clause->id];
  }
}
