/* Where the parts of a guard are tested.
 *
 * The interpreter evaluates a guard from left to right for every instance, until a
 * conjunct is false. Here a conjunct is tested as soon as the parameters and aliases that
 * it reads are bound, outside the loops of all others, and cheap ones before dear ones.
 *
 * That must not be seen. A false conjunct hides what comes after it: so none is tested
 * before another one, or an alias, that stood in front of it and may fail. A conjunct that
 * may fail is tested only when all that stood in front of it are true, since it may rely
 * on them. If it fails where the interpreter, having no instance, would not have come to
 * it, that is a BAIL for nothing, and no harm.
 *
 * What may come to a cover statement is counted: it stays where it stood, behind all
 * parameters, and everything after it stays behind it.
 *
 * What may fail is what has checks in it. */
#include <assert.h>

#include "compile/emit_int.h"

enum { COST_LOOP = 1, COST_CALL = 4, COST_COMPOUND = 1 };

/* --------------------------------------------------------------- conjuncts */

static uint32_t cost_of(const struct noe_low_op *list) {
  uint32_t cost = 0;
  for (; list; list = list->next) {
    switch (list->kind) {
    case NOE_LOW_FORALL:
    case NOE_LOW_EXISTS:
    case NOE_LOW_COUNT: cost += COST_LOOP; break;
    case NOE_LOW_SAME: cost += COST_COMPOUND; break;
    case NOE_LOW_CALL: cost += COST_CALL; break;
    default: break;
    }
    cost += cost_of(list->body.first) + cost_of(list->otherwise.first);
  }
  return cost;
}

/* How many binders have to be bound: up to the last one that it names. */
struct depth {
  const struct noe_low_clause *rule;
  const uint32_t *levels; /* by value: with how many bound it is there; 0: with none, or it is computed inside */
  uint32_t depth;
};

static void use(void *context, uint32_t value) {
  struct depth *depth = context;
  if (depth->levels[value] > depth->depth)
    depth->depth = depth->levels[value];
}

/* Names and aliases that are kept in the frame. */
static void use_frame(struct depth *depth, const struct noe_low_address *address) {
  const struct noe_clause *clause = depth->rule->clause;
  for (uint32_t i = depth->depth; address && address->root == NOE_LOW_FRAME && i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    uint32_t cells = binder->kind == NOE_BINDER_CELLS ? binder->value->type->cells : 1;
    if (address->base >= binder->slot && address->base < binder->slot + cells)
      depth->depth = i + 1;
  }
}

static void use_list(struct depth *depth, const struct noe_emitter *emitter, const struct noe_low_op *list) {
  for (; list; list = list->next) {
    noe_lower_uses(emitter->form, list, use, depth);
    use_frame(depth, list->address);
    use_frame(depth, list->source);
    use_list(depth, emitter, list->body.first);
    use_list(depth, emitter, list->otherwise.first);
  }
}

/* What binders give, to use_list. */
static void note_results(uint32_t *levels, const struct noe_low_op *list, uint32_t level) {
  for (; list; list = list->next)
    if (list->result != NOE_NO_VALUE)
      levels[list->result] = level;
}

static const uint32_t *levels_of(struct noe_emitter *emitter, const struct noe_low_clause *rule) {
  uint32_t *levels = NOE_NEW_ARRAY(emitter->arena, uint32_t, rule->unit.value_count + 1);
  for (uint32_t i = 0; i < rule->clause->binder_count; i++) {
    note_results(levels, rule->binders[i].list.block.first, i + 1);
    if (rule->binders[i].value != NOE_NO_VALUE)
      levels[rule->binders[i].value] = i + 1;
  }
  return levels;
}

static uint32_t depth_of(const struct noe_emitter *emitter, const struct noe_low_clause *rule, const uint32_t *levels,
                         const struct noe_low_block *block) {
  struct depth depth = {.rule = rule, .levels = levels};
  use(&depth, block->yield);
  use_list(&depth, emitter, block->first);
  return depth.depth;
}

static void describe(struct noe_emitter *emitter, const struct noe_low_clause *rule, struct noe_conjunct *conjunct) {
  const struct noe_low_op *list = conjunct->block.first;
  struct noe_low_facts facts = noe_lower_facts(emitter->form, &conjunct->block);
  const struct noe_low_value *value = &rule->unit.values[conjunct->block.yield];
  conjunct->cost = cost_of(list);
  conjunct->tells = noe_compile_tells(emitter, list);
  conjunct->fails = facts.may_fail || facts.is_seen || conjunct->tells;
  conjunct->never = value->defined && value->high == 0;
}

/* ------------------------------------------------------------------ levels */

static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* A binder whose list may fail, or may come to a cover statement. */
static bool binder_fails(const struct noe_low_binder *binder) {
  return binder->list.facts.may_fail || binder->list.facts.is_seen;
}

static void choose_levels(struct noe_emitter *emitter, const struct noe_low_clause *rule, struct noe_plan *plan) {
  const uint32_t *levels = levels_of(emitter, rule);
  uint32_t barrier = 0; /* behind the last that may fail */
  for (uint32_t i = 0; i < rule->clause->binder_count; i++)
    if (binder_fails(&rule->binders[i]))
      barrier = i + 1;
  uint32_t deepest = barrier;
  bool safe = !barrier;
  for (uint32_t i = 0; i < plan->count; i++) {
    struct noe_conjunct *conjunct = &plan->conjuncts[i];
    assert(deepest <= rule->clause->binder_count && "no conjunct is deeper than the last binder");
    conjunct->level = most(depth_of(emitter, rule, levels, &conjunct->block), conjunct->fails ? deepest : barrier);
    if (conjunct->tells)
      conjunct->level = rule->clause->binder_count;
    deepest = most(deepest, conjunct->level);
    if (conjunct->fails) {
      barrier = conjunct->level;
      safe = false;
    }
    plan->is_dead |= conjunct->never && safe;
  }
}

/* May `later`, which stood behind `earlier`, be tested before it? */
static bool goes_before(const struct noe_conjunct *later, const struct noe_conjunct *earlier) {
  if (later->level != earlier->level)
    return later->level < earlier->level;
  return later->cost < earlier->cost && !later->fails && !earlier->fails;
}

/* Moves each to the front as far as it may go. */
static void sort(struct noe_plan *plan) {
  for (uint32_t i = 1; i < plan->count; i++) {
    struct noe_conjunct moved = plan->conjuncts[i];
    uint32_t k = i;
    for (; k && goes_before(&moved, &plan->conjuncts[k - 1]); k--)
      plan->conjuncts[k] = plan->conjuncts[k - 1];
    plan->conjuncts[k] = moved;
  }
}

struct noe_plan noe_compile_plan(struct noe_emitter *emitter, const struct noe_low_clause *rule) {
  struct noe_plan plan = {0};
  if (!rule->clause->guard)
    return plan;
  struct noe_low_conjuncts conjuncts = noe_lower_conjuncts(emitter->arena, &rule->unit, &rule->guard.block);
  plan.count = conjuncts.count;
  plan.conjuncts = NOE_NEW_ARRAY(emitter->arena, struct noe_conjunct, plan.count);
  for (uint32_t i = 0; i < plan.count; i++) {
    plan.conjuncts[i].block = conjuncts.blocks[i];
    describe(emitter, rule, &plan.conjuncts[i]);
  }
  choose_levels(emitter, rule, &plan);
  sort(&plan);
  for (uint32_t i = 1; i < plan.count; i++)
    assert(plan.conjuncts[i - 1].level <= plan.conjuncts[i].level && "conjuncts are tested from the outside in");
  return plan;
}
