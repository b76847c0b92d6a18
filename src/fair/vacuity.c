/* Claims that hold because nothing was asked: an implication under `[]` (or `AG`) whose left
 * side, a condition on one state, is true nowhere. */
#include "fair/judge_int.h"

static bool is_condition(const struct noe_formula *formula) {
  switch (formula->kind) {
  case NOE_FORMULA_TRUE:
  case NOE_FORMULA_FALSE:
  case NOE_FORMULA_ATOM: return true;
  case NOE_FORMULA_NOT: return is_condition(formula->left);
  case NOE_FORMULA_AND:
  case NOE_FORMULA_OR:
  case NOE_FORMULA_IMPLIES: return is_condition(formula->left) && is_condition(formula->right);
  default: return false;
  }
}

/* In a node of the graph, which is an orbit and a frame; or, of keys that count, an orbit and a rank. */
static bool is_atom_true(struct noe_judge *judge, uint32_t atom, struct noe_fair_pair node) {
  uint16_t name = 0;
  if (!judge->in_counted)
    return noe_fair_atom(&judge->claim, judge->graph, node.first, node.second, atom);
  noe_fair_counted_read(judge->counted, &judge->claim, node.first, node.second, &name);
  return noe_fair_atom_of(&judge->claim, judge->space.state, &name, atom);
}

static bool is_true(struct noe_judge *judge, const struct noe_formula *formula, struct noe_fair_pair node) {
  switch (formula->kind) {
  case NOE_FORMULA_TRUE: return true;
  case NOE_FORMULA_ATOM: return is_atom_true(judge, formula->number, node);
  case NOE_FORMULA_NOT: return !is_true(judge, formula->left, node);
  case NOE_FORMULA_AND: return is_true(judge, formula->left, node) && is_true(judge, formula->right, node);
  case NOE_FORMULA_OR: return is_true(judge, formula->left, node) || is_true(judge, formula->right, node);
  case NOE_FORMULA_IMPLIES: return !is_true(judge, formula->left, node) || is_true(judge, formula->right, node);
  default: return false;
  }
}

/* Looks for the implications; they are numbered in the order met. */
static uint32_t visit(struct noe_judge *judge, const struct noe_formula *formula, bool always, uint32_t number,
                      void (*look)(struct noe_judge *judge, const struct noe_formula *formula, uint32_t number)) {
  if (formula->kind == NOE_FORMULA_AND) {
    number = visit(judge, formula->left, always, number, look);
    return visit(judge, formula->right, always, number, look);
  }
  if (formula->kind == NOE_FORMULA_ALWAYS && formula->path != NOE_PATH_SOME)
    return visit(judge, formula->left, true, number, look);
  if (formula->kind != NOE_FORMULA_IMPLIES || !always || !is_condition(formula->left) || number == NOE_WITNESSES)
    return number;
  look(judge, formula, number);
  return number + 1;
}

static void look_at(struct noe_judge *judge, const struct noe_formula *formula, uint32_t number,
                    struct noe_fair_pair node) {
  if (!judge->witnessed[number])
    judge->witnessed[number] = noe_fair_is_stopped(&judge->space) || is_true(judge, formula->left, node);
}

/* Nodes that a sieve alone has met. */
static void look_at_dense(struct noe_judge *judge, const struct noe_formula *formula, uint32_t number,
                          const struct noe_dense *dense) {
  judge->in_counted = !dense->graph;
  for (uint32_t orbit = 0; orbit < dense->orbits && !judge->witnessed[number]; orbit++)
    for (uint32_t rank = 0; rank < dense->base[orbit + 1] - dense->base[orbit]; rank++) {
      uint32_t where = judge->in_counted ? rank : noe_dense_frame(dense, orbit, rank);
      look_at(judge, formula, number, (struct noe_fair_pair){orbit, where});
    }
  judge->in_counted = false;
}

static void look_for_witness(struct noe_judge *judge, const struct noe_formula *formula, uint32_t number) {
  for (uint32_t i = 0; i < noe_fair_node_count(judge->graph) && !judge->witnessed[number]; i++)
    look_at(judge, formula, number, judge->graph->keys.items[i]);
  if (judge->sieve)
    look_at_dense(judge, formula, number, noe_fair_sieve_dense(judge->sieve));
}

static void complain(struct noe_judge *judge, const struct noe_formula *formula, uint32_t number) {
  if (judge->witnessed[number] || judge->finding->vacuous)
    return;
  judge->finding->vacuous = true;
  judge->finding->vacuous_place = formula->place;
}

void noe_fair_find_witnesses(struct noe_judge *judge) {
  if (judge->property->temporal->formula)
    visit(judge, judge->property->temporal->formula, false, 0, look_for_witness);
}

void noe_fair_judge_vacuity(struct noe_judge *judge) {
  if (judge->property->temporal->formula && judge->finding->verdict == NOE_VERDICT_HOLDS)
    visit(judge, judge->property->temporal->formula, false, 0, complain);
}
