/* A run that enters the hull and goes round there for ever, executed by the interpreter.
 *
 * From a member of the hull the run goes to each demand in turn, by a shortest way in the hull, and then back to where
 * this round began. If there is no way back, the next round begins where the run is: it has left a strongly connected
 * part for good. A strong demand that cannot be reached is left out: no member that asks for it can be reached either. */
#include <string.h>

#include "bdd/hull.h"
#include "model/lasso.h"
#include "model/replay.h"

enum { MOST_ROUNDS = 1 << 16 };

struct lasso {
  struct noe_bdd_product *product;
  struct noe_trace_step *steps;
  uint32_t count, capacity;
  uint32_t at; /* state of the automaton */
  int64_t *to;
  /* While a step is looked for: */
  BDD goal;
  const struct noe_bdd_demand *demand; /* that must be met by the instance, or NULL */
  bool found;
};

static const int64_t *here(const struct lasso *lasso) {
  return lasso->count ? lasso->steps[lasso->count - 1].state : NULL;
}

static const int64_t *copy(struct noe_bdd *b, const int64_t *row, uint32_t count) {
  int64_t *made = NOE_NEW_ARRAY(b->task->arena, int64_t, count + 1);
  memcpy(made, row, count * sizeof *made);
  return made;
}

/* --------------------------------------------------------------------- steps */

static void take(struct lasso *lasso, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_bdd *b = lasso->product->b;
  if (lasso->count == lasso->capacity) {
    struct noe_trace_step *steps = NOE_NEW_ARRAY(b->task->arena, struct noe_trace_step, 2 * lasso->capacity + 16);
    if (lasso->count)
      memcpy(steps, lasso->steps, lasso->count * sizeof *steps);
    lasso->steps = steps;
    lasso->capacity = 2 * lasso->capacity + 16;
  }
  lasso->steps[lasso->count++] = (struct noe_trace_step){clause, copy(b, arguments, clause->parameter_count),
                                                         copy(b, lasso->to, b->model->cell_count)};
}

static bool try_instance(void *context, const struct noe_clause *clause, const int64_t *arguments,
                         enum noe_outcome outcome) {
  struct lasso *lasso = context;
  struct noe_bdd *b = lasso->product->b;
  if (outcome != NOE_OUTCOME_TRUE ||
      (lasso->demand && !noe_bdd_is_demanded(lasso->product, lasso->demand, clause, arguments)) ||
      noe_model_machine_fire(b->machine, clause, arguments, here(lasso), lasso->to) != NOE_OUTCOME_TRUE ||
      !noe_bdd_has(b, lasso->goal, lasso->to))
    return true;
  take(lasso, clause, arguments);
  lasso->found = true;
  return false;
}

/* A start state, or a step, into the goal. */
static bool step_into(struct lasso *lasso, BDD goal, const struct noe_bdd_demand *demand) {
  struct noe_bdd *b = lasso->product->b;
  const struct noe_model *model = b->model;
  const int64_t *from = here(lasso);
  const struct noe_clause *clauses = from ? model->rules : model->starts;
  uint32_t count = from ? model->rule_count : model->start_count;
  lasso->goal = goal;
  lasso->demand = demand;
  lasso->found = false;
  for (uint32_t i = 0; i < count && !lasso->found && goal != bddfalse; i++)
    if (!from || !noe_model_is_held_back(b->machine, model, &clauses[i], from))
      noe_model_machine_instances(b->machine, &clauses[i], from, try_instance, lasso);
  return lasso->found;
}

/* One step of the product into the family, by an edge with the mark, and by an instance of the demand unless the state
 * itself is enough. */
static bool go_into(struct lasso *lasso, noe_bdd_family family, const struct noe_bdd_demand *demand) {
  const struct noe_bdd_product *product = lasso->product;
  const struct noe_automaton *automaton = product->automaton;
  bool any = !demand || noe_bdd_has(product->b, demand->from, here(lasso));
  for (uint32_t i = automaton->first[lasso->at]; i < automaton->first[lasso->at + 1]; i++) {
    const struct noe_edge *edge = &automaton->edges[i];
    if ((demand && demand->mark && !(edge->marks & demand->mark)) ||
        !noe_bdd_has(product->b, product->letters[i], here(lasso)) ||
        !step_into(lasso, family[edge->target], any ? NULL : demand))
      continue;
    lasso->at = edge->target;
    return true;
  }
  return false;
}

static bool is_in(const struct lasso *lasso, noe_bdd_family family) {
  return noe_bdd_has(lasso->product->b, family[lasso->at], here(lasso));
}

/* The run stays where it is for ever. */
static bool is_over(const struct lasso *lasso) {
  return noe_bdd_has(lasso->product->b, lasso->product->ends, here(lasso));
}

/* ---------------------------------------------------------------------- ways */

/* Families from which the last one can be reached, by how many steps it takes. */
struct way {
  noe_bdd_family *layers;
  uint32_t count, capacity;
};

static void lengthen(struct lasso *lasso, struct way *way, noe_bdd_family layer) {
  if (way->count == way->capacity) {
    way->capacity = 2 * way->capacity + 8;
    way->layers = noe_base_realloc(lasso->product->b->memory, way->layers, way->capacity * sizeof(noe_bdd_family));
  }
  way->layers[way->count++] = layer;
}

/* Members of `layer` that are not in `seen`, which gets them. */
static void keep_new(struct noe_bdd_product *product, noe_bdd_family layer, noe_bdd_family seen) {
  for (uint32_t q = 0; q < product->automaton->state_count; q++) {
    layer[q] = noe_bdd_instead(layer[q], bdd_apply(layer[q], seen[q], bddop_diff));
    seen[q] = noe_bdd_instead(seen[q], bdd_or(seen[q], layer[q]));
  }
}

/* Before there is a state: is there a start state among these? */
static bool is_met(struct lasso *lasso, noe_bdd_family layer) {
  if (lasso->count)
    return is_in(lasso, layer);
  return step_into(lasso, layer[0], NULL);
}

/* Layers back from the goal, which is given up, until the run is in one. False: it never is. */
static bool find_way(struct lasso *lasso, noe_bdd_family within, noe_bdd_family goal, struct way *way) {
  struct noe_bdd_product *product = lasso->product;
  noe_bdd_family seen = noe_bdd_family_new(product);
  keep_new(product, goal, seen);
  lengthen(lasso, way, goal);
  while (!is_met(lasso, way->layers[way->count - 1])) {
    noe_bdd_family layer = noe_bdd_family_before(product, within, way->layers[way->count - 1], NULL);
    keep_new(product, layer, seen);
    lengthen(lasso, way, layer);
    if (noe_bdd_family_is_empty(product, layer))
      break;
  }
  noe_bdd_family_drop(product, seen);
  return !noe_bdd_family_is_empty(product, way->layers[way->count - 1]);
}

static void drop_way(struct lasso *lasso, struct way *way) {
  for (uint32_t i = 0; i < way->count; i++)
    noe_bdd_family_drop(lasso->product, way->layers[i]);
  noe_base_free(lasso->product->b->memory, way->layers);
}

/* Goes by a shortest way within the family into the goal, which is given up. False: there is none. */
static bool go_to(struct lasso *lasso, noe_bdd_family within, noe_bdd_family goal) {
  struct way way = {0};
  bool there = find_way(lasso, within, goal, &way);
  for (uint32_t i = way.count - 1; there && i > 0 && !is_over(lasso); i--)
    there = go_into(lasso, way.layers[i - 1], NULL);
  drop_way(lasso, &way);
  return there;
}

/* --------------------------------------------------------------------- rounds */

/* Goes to the demand and meets it. False: it should have been possible. */
static bool meet(struct lasso *lasso, noe_bdd_family hull, const struct noe_bdd_demand *demand) {
  if (!go_to(lasso, hull, noe_bdd_family_before(lasso->product, hull, hull, demand)))
    return demand->strong;
  return is_over(lasso) || go_into(lasso, hull, demand);
}

/* At least one step, unless the run stays where it is. */
static bool go_round(struct lasso *lasso, noe_bdd_family hull) {
  uint32_t began = lasso->count;
  for (uint32_t i = 0; i < lasso->product->demand_count && !is_over(lasso); i++)
    if (!meet(lasso, hull, &lasso->product->demands[i]))
      return false;
  return lasso->count > began || is_over(lasso) || go_into(lasso, hull, NULL);
}

/* Back to where the round began, if that is possible. */
static bool go_back(struct lasso *lasso, noe_bdd_family hull, uint32_t at, const int64_t *state) {
  noe_bdd_family goal = noe_bdd_family_new(lasso->product);
  noe_bdd_drop(goal[at]);
  goal[at] = noe_bdd_state(lasso->product->b, state);
  return go_to(lasso, hull, goal);
}

static const struct noe_trace *finish(const struct lasso *lasso, uint32_t loop) {
  struct noe_trace *trace = NOE_NEW(lasso->product->b->task->arena, struct noe_trace);
  *trace = (struct noe_trace){.steps = lasso->steps, .count = lasso->count, .has_loop = true, .loop = loop};
  return trace;
}

static noe_bdd_family same(struct noe_bdd_product *product, noe_bdd_family family) {
  noe_bdd_family made = noe_bdd_family_new(product);
  for (uint32_t q = 0; q < product->automaton->state_count; q++)
    made[q] = noe_bdd_instead(made[q], family[q]);
  return made;
}

const struct noe_trace *noe_bdd_lasso(struct noe_bdd_product *product, noe_bdd_family reached, noe_bdd_family hull) {
  struct noe_bdd *b = product->b;
  struct lasso lasso = {.product = product, .to = NOE_NEW_ARRAY(b->arena, int64_t, b->model->cell_count + 1)};
  if (!go_to(&lasso, reached, same(product, hull)))
    return NULL;
  for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
    uint32_t began = lasso.count - 1, at = lasso.at;
    if (!is_over(&lasso) && !go_round(&lasso, hull))
      return NULL;
    if (is_over(&lasso))
      return finish(&lasso, lasso.count - 1);
    if (go_back(&lasso, hull, at, lasso.steps[began].state))
      return finish(&lasso, began);
  }
  return NULL;
}
