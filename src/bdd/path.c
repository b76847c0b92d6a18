/* Runs: from the sets that a state was reached through to states and instances, by the interpreter. */
#include <string.h>

#include "bdd/bdd_int.h"
#include "model/lasso.h"
#include "model/replay.h"

/* All orbits of the set, if there are orbits. */
static BDD up_to_symmetry(struct noe_bdd *b, BDD set) {
  return b->symmetry ? noe_bdd_orbits(b, set) : noe_bdd_hold(set);
}

/* One state of the set, which is given up. */
static BDD narrow(struct noe_bdd *b, BDD set) {
  int64_t *state = NOE_NEW_ARRAY(b->arena, int64_t, b->model->cell_count + 1);
  noe_bdd_pick(b, set, state);
  noe_bdd_drop(set);
  return noe_bdd_state(b, state);
}

/* The stations of a way: sets of which each state has a successor in the next one. */
struct stations {
  BDD *items;
  uint32_t count;
};

/* Backwards: from `where` to earlier and earlier rings. */
static bool find_stations(struct noe_bdd *b, uint32_t ring, BDD where, struct stations *stations) {
  BDD *items = NOE_NEW_ARRAY(b->arena, BDD, ring + 2);
  uint32_t count = 0;
  BDD one = narrow(b, noe_bdd_hold(where));
  items[count++] = up_to_symmetry(b, one);
  noe_bdd_drop(one);
  while (ring > 0) {
    BDD before = noe_bdd_preimage(b, items[count - 1], NULL);
    before = noe_bdd_instead(before, bdd_and(before, b->allowed));
    uint32_t from = 0;
    BDD some = noe_bdd_hold(bddfalse);
    for (; from < ring && some == bddfalse; from++)
      some = noe_bdd_instead(some, bdd_and(before, b->rings.items[from]));
    noe_bdd_drop(before);
    if (some == bddfalse)
      return false;
    ring = from - 1;
    one = narrow(b, some);
    items[count++] = up_to_symmetry(b, one);
    noe_bdd_drop(one);
  }
  stations->items = NOE_NEW_ARRAY(b->arena, BDD, count);
  for (uint32_t i = 0; i < count; i++)
    stations->items[i] = items[count - 1 - i];
  stations->count = count;
  return true;
}

/* ------------------------------------------------------------------ forward */

struct walk {
  struct noe_bdd *b;
  BDD goal;
  const int64_t *from;
  int64_t *to;
  struct noe_trace_step *step;
  bool found;
};

static const int64_t *copy(struct noe_bdd *b, const int64_t *row, size_t count) {
  int64_t *made = NOE_NEW_ARRAY(b->task->arena, int64_t, count + 1);
  memcpy(made, row, count * sizeof *made);
  return made;
}

static bool try_instance(void *context, const struct noe_clause *clause, const int64_t *arguments,
                         enum noe_outcome outcome) {
  struct walk *walk = context;
  struct noe_bdd *b = walk->b;
  if (outcome != NOE_OUTCOME_TRUE ||
      noe_model_machine_fire(b->machine, clause, arguments, walk->from, walk->to) != NOE_OUTCOME_TRUE)
    return true;
  if (!noe_bdd_has(b, walk->goal, walk->to))
    return true;
  walk->step->clause = clause;
  walk->step->arguments = copy(b, arguments, clause->parameter_count);
  walk->step->state = copy(b, walk->to, b->model->cell_count);
  walk->found = true;
  return false;
}

static bool take_step(struct walk *walk) {
  struct noe_bdd *b = walk->b;
  const struct noe_model *model = b->model;
  const struct noe_clause *clauses = walk->from ? model->rules : model->starts;
  uint32_t count = walk->from ? model->rule_count : model->start_count;
  walk->found = false;
  for (uint32_t i = 0; i < count && !walk->found; i++)
    if (!walk->from || !noe_model_is_held_back(b->machine, model, &clauses[i], walk->from))
      noe_model_machine_instances(b->machine, &clauses[i], walk->from, try_instance, walk);
  return walk->found;
}

const struct noe_trace *noe_bdd_run_along(struct noe_bdd *b, const BDD *sets, uint32_t count) {
  struct noe_trace *trace = NOE_NEW(b->task->arena, struct noe_trace);
  struct noe_trace_step *steps = NOE_NEW_ARRAY(b->task->arena, struct noe_trace_step, count + 1);
  struct walk walk = {.b = b, .to = NOE_NEW_ARRAY(b->arena, int64_t, b->model->cell_count + 1)};
  uint32_t taken = 0;
  for (; taken < count; taken++) {
    walk.goal = sets[taken];
    walk.step = &steps[taken];
    if (!take_step(&walk))
      break;
    walk.from = steps[taken].state;
  }
  if (!taken || (taken < count && !noe_model_stands_still(b->machine, b->model, walk.from)))
    return NULL;
  *trace = (struct noe_trace){.steps = steps, .count = taken, .has_loop = taken < count, .loop = taken - 1};
  return trace;
}

const struct noe_trace *noe_bdd_run_to(struct noe_bdd *b, uint32_t ring, BDD where) {
  struct stations stations;
  return find_stations(b, ring, where, &stations) ? noe_bdd_run_along(b, stations.items, stations.count) : NULL;
}
