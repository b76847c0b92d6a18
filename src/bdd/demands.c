/* What fair and accepted runs do again and again: groups of rules, conditions, marks of the automaton (model/formula.h
 * says what a group is). */
#include <string.h>

#include "bdd/hull.h"

static struct noe_bdd_demand *add_demand(struct noe_bdd_product *product, bool strong, BDD asks, BDD from) {
  struct noe_bdd_demand *demand = &product->demands[product->demand_count++];
  *demand = (struct noe_bdd_demand){.strong = strong, .asks = asks, .from = from};
  return demand;
}

/* --------------------------------------------------------------------- rules */

static bool has_mark(const struct noe_clause *rule, uint32_t mark) {
  for (uint32_t i = 0; i < rule->mark_count; i++)
    if (rule->marks[i] == mark)
      return true;
  return false;
}

/* Do instances of two rules agree in the first `count` arguments? Elements of multisets count for nothing. */
static bool is_one_group(const struct noe_clause *rule, const int64_t *arguments, const int64_t *others,
                         uint32_t count) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < rule->binder_count && k < count; i++) {
    enum noe_binder_kind kind = rule->binders[i].kind;
    if (kind == NOE_BINDER_RANGE && arguments[k] != others[k])
      return false;
    k += kind == NOE_BINDER_RANGE || kind == NOE_BINDER_CHOOSE;
  }
  return true;
}

static const int64_t *arguments_of(const struct noe_bdd *b, uint32_t part) {
  return b->instances[b->parts[part].first].arguments;
}

static bool is_part_of(const struct noe_bdd *b, uint32_t part, uint32_t mark, uint32_t first) {
  const struct noe_clause *rule = b->parts[part].rule;
  return has_mark(rule, mark) &&
         is_one_group(rule, arguments_of(b, part), arguments_of(b, first), b->model->fairness[mark].parameter_count);
}

/* States in which a step by one of the parts leads on. */
static BDD enabled(struct noe_bdd *b, const struct noe_bdd_demand *demand) {
  struct noe_bdd_union all = {.count = 0};
  for (uint32_t i = 0; i < demand->part_count; i++)
    noe_bdd_union_add(&all, noe_bdd_preimage_of(b, &b->parts[demand->parts[i]], b->allowed));
  return noe_bdd_union_take(&all);
}

/* The group of a mark to which part number `first`, the first of them, belongs. */
static void add_group(struct noe_bdd_product *product, uint32_t mark, uint32_t first) {
  struct noe_bdd *b = product->b;
  bool strong = b->model->fairness[mark].strong;
  struct noe_bdd_demand *demand = add_demand(product, strong, noe_bdd_hold(bddfalse), noe_bdd_hold(bddfalse));
  demand->parts = NOE_NEW_ARRAY(b->arena, uint32_t, b->part_count + 1);
  for (uint32_t i = first; i < b->part_count; i++)
    if (is_part_of(b, i, mark, first))
      demand->parts[demand->part_count++] = i;
  BDD where = enabled(b, demand);
  if (strong)
    demand->asks = noe_bdd_instead(demand->asks, where);
  else
    demand->from = noe_bdd_instead(demand->from, bdd_not(where));
  noe_bdd_drop(where);
}

static void add_groups(struct noe_bdd_product *product, uint32_t mark) {
  const struct noe_bdd *b = product->b;
  for (uint32_t i = 0; i < b->part_count; i++) {
    bool is_first = has_mark(b->parts[i].rule, mark);
    for (uint32_t k = 0; k < i && is_first; k++)
      is_first = !(has_mark(b->parts[k].rule, mark) && is_part_of(b, i, mark, k));
    if (is_first)
      add_group(product, mark, i);
  }
}

bool noe_bdd_is_demanded(const struct noe_bdd_product *product, const struct noe_bdd_demand *demand,
                         const struct noe_clause *clause, const int64_t *arguments) {
  const struct noe_bdd *b = product->b;
  for (uint32_t i = 0; i < demand->part_count; i++) {
    const struct noe_bdd_part *part = &b->parts[demand->parts[i]];
    uint32_t most = 0;
    for (uint32_t k = 0; k < clause->mark_count; k++)
      if (b->model->fairness[clause->marks[k]].parameter_count > most)
        most = b->model->fairness[clause->marks[k]].parameter_count;
    if (part->rule == clause && is_one_group(clause, arguments, b->instances[part->first].arguments, most))
      return true;
  }
  return false;
}

/* ---------------------------------------------------------------- conditions */

static void add_condition(struct noe_bdd_product *product, const struct noe_fairness *fairness) {
  struct noe_bdd *b = product->b;
  const struct noe_clause *condition = &b->model->properties[fairness->property];
  int64_t arguments[condition->parameter_count + 1];
  bool more = noe_circuit_first_instance(condition, arguments);
  for (; more && !b->circuits->refused; more = noe_circuit_next_instance(condition, arguments)) {
    BDD first = noe_bdd_atom(b, condition, arguments, NULL, 0, &product->fault);
    if (fairness->strong)
      add_demand(product, true, first, noe_bdd_atom(b, condition, arguments, NULL, 1, &product->fault));
    else
      add_demand(product, false, noe_bdd_hold(bddfalse), first);
  }
}

static uint32_t count_conditions(const struct noe_model *model) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->fairness_count; i++) {
    if (!model->fairness[i].is_condition)
      continue;
    const struct noe_clause *condition = &model->properties[model->fairness[i].property];
    int64_t arguments[condition->parameter_count + 1];
    bool more = noe_circuit_first_instance(condition, arguments);
    for (; more; more = noe_circuit_next_instance(condition, arguments))
      count++;
  }
  return count;
}

void noe_bdd_add_demands(struct noe_bdd_product *product) {
  struct noe_bdd *b = product->b;
  const struct noe_model *model = b->model;
  uint32_t marks = b->options->ignore_fairness ? 0 : model->fairness_count;
  size_t most = (size_t)marks * b->part_count + count_conditions(model) + product->automaton->mark_count;
  product->demands = NOE_NEW_ARRAY(b->arena, struct noe_bdd_demand, most + 1);
  for (uint32_t i = 0; i < marks; i++)
    if (model->fairness[i].is_condition)
      add_condition(product, &model->fairness[i]);
    else
      add_groups(product, i);
  for (uint32_t i = 0; i < product->automaton->mark_count; i++)
    add_demand(product, false, noe_bdd_hold(bddfalse), noe_bdd_hold(bddtrue))->mark = (uint64_t)1 << i;
}
