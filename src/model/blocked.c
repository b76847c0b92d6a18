#include "model/blocked.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/access.h"
#include "model/watch_int.h"
#include "model/why_int.h"

/* Instances that are looked at, those that are remembered for each group, parts for one. */
enum { MOST_INSTANCES = 20000, MOST_REMEMBERED = 64, MOST_PARTS = 40 };

struct search {
  struct noe_machine *machine;
  struct noe_arena *arena;
  const int64_t *state;
  int64_t *successor;
  struct noe_blockade *blockade;
  uint64_t left; /* instances that may still be looked at */
  size_t first;  /* group of the rule at hand */
};

/* -------------------------------------------------------------- conjuncts */

struct instance {
  struct noe_work work; /* first, so that a step can find the rest */
  struct noe_explainer explainer;
  struct noe_why *why;
};

struct conjunct {
  struct noe_explainer *explainer;
  const struct noe_expr *expr;
  struct noe_why *why;
};

/* A conjunct that is false becomes one part: what it was about stands with it if that is one
 * comparison, below it otherwise. */
static void explain_conjunct(struct noe_machine *machine, void *context) {
  struct conjunct *conjunct = context;
  if (noe_model_eval_defined(machine, conjunct->expr))
    return;
  struct noe_why part = {.kind = NOE_WHY_LEAF, .expr = conjunct->expr};
  conjunct->explainer->budget = MOST_PARTS;
  noe_model_explain(conjunct->explainer, conjunct->expr, false, &part);
  if (part.parts.count == 1 && part.parts.items[0].kind == NOE_WHY_LEAF) {
    part.operands.items = part.parts.items[0].operands.items;
    part.operands.count = part.operands.capacity = part.parts.items[0].operands.count;
    part.parts.count = 0;
  }
  NOE_LIST_PUSH(conjunct->explainer->arena, &conjunct->why->parts, part);
}

/* A conjunct that fails is guarded by another one, which is false. */
static void explain_guard(struct instance *instance, const struct noe_expr *expr) {
  noe_model_check_stack(instance->work.machine, expr->place);
  if (expr->kind == NOE_EXPR_AND) {
    explain_guard(instance, expr->left);
    explain_guard(instance, expr->right);
    return;
  }
  struct conjunct conjunct = {&instance->explainer, expr, instance->why};
  noe_model_attempt(instance->work.machine, explain_conjunct, &conjunct);
}

static enum noe_outcome explain_step(struct noe_work *work) {
  struct instance *instance = (struct instance *)work;
  enum noe_outcome bound = noe_model_bind(work);
  if (bound == NOE_OUTCOME_TRUE && noe_model_is_pure(work->clause->guard))
    explain_guard(instance, work->clause->guard);
  return bound;
}

static struct noe_why why_not(struct search *search, const struct noe_clause *rule, const int64_t *arguments) {
  struct noe_why why = {.kind = NOE_WHY_LEAF};
  struct instance instance = {.work = {search->machine, rule, arguments, search->state, rule->binder_count},
                              .explainer = {search->machine, search->arena, MOST_PARTS},
                              .why = &why};
  noe_model_enter(search->machine, rule, search->state);
  noe_model_trap(&instance.work, explain_step);
  return why;
}

/* ----------------------------------------------------------------- groups */

static bool same_conjuncts(const struct noe_why *a, const struct noe_why *b) {
  if (a->parts.count != b->parts.count)
    return false;
  for (size_t i = 0; i < a->parts.count; i++)
    if (a->parts.items[i].expr != b->parts.items[i].expr)
      return false;
  return true;
}

static void remember(struct search *search, struct noe_blocked *group, const int64_t *arguments) {
  uint32_t count = group->rule->parameter_count;
  group->count++;
  if (group->arguments.count == MOST_REMEMBERED || !count)
    return;
  int64_t *copy = NOE_NEW_ARRAY(search->arena, int64_t, count);
  memcpy(copy, arguments, count * sizeof *copy);
  const int64_t *row = copy;
  NOE_LIST_PUSH(search->arena, &group->arguments, row);
}

static void add_to_group(struct search *search, const struct noe_blocked *found, const int64_t *arguments) {
  struct noe_blockade *blockade = search->blockade;
  size_t i = search->first;
  while (i < blockade->groups.count && (blockade->groups.items[i].kind != found->kind ||
                                        !same_conjuncts(&blockade->groups.items[i].why, &found->why)))
    i++;
  if (i == blockade->groups.count)
    NOE_LIST_PUSH(search->arena, &blockade->groups, *found);
  struct noe_blocked *group = &blockade->groups.items[i];
  group->varies = group->varies || !noe_model_why_same(&group->why, &found->why);
  remember(search, group, arguments);
}

static bool look_at(void *context, const struct noe_clause *rule, const int64_t *arguments, enum noe_outcome outcome) {
  struct search *search = context;
  if (!search->left) {
    search->blockade->is_cut = true;
    return false;
  }
  search->left--;
  struct noe_blocked found = {.rule = rule};
  if (outcome == NOE_OUTCOME_FALSE)
    found.why = why_not(search, rule, arguments);
  else if (outcome == NOE_OUTCOME_TRUE) {
    outcome = noe_model_machine_fire(search->machine, rule, arguments, search->state, search->successor);
    found.kind = outcome == NOE_OUTCOME_DISCARD ? NOE_BLOCKED_DISCARDED : NOE_BLOCKED_STUTTERS;
  } else
    return true;
  add_to_group(search, &found, arguments);
  return true;
}

/* ---------------------------------------------------------------- ranking */

static size_t missing(const struct noe_blocked *group) {
  return group->kind == NOE_BLOCKED_NO_ELEMENT ? 1 : group->why.parts.count;
}

static int by_missing(const void *a, const void *b) {
  size_t x = missing(a), y = missing(b);
  return (x > y) - (x < y);
}

static void end_rule(struct search *search, const struct noe_clause *rule) {
  struct noe_blockade *blockade = search->blockade;
  uint64_t total = 0;
  if (blockade->groups.count == search->first && rule->parameter_count && !blockade->is_cut) {
    struct noe_blocked none = {.kind = NOE_BLOCKED_NO_ELEMENT, .rule = rule};
    NOE_LIST_PUSH(search->arena, &blockade->groups, none);
  }
  for (size_t i = search->first; i < blockade->groups.count; i++)
    total += blockade->groups.items[i].count;
  for (size_t i = search->first; i < blockade->groups.count; i++)
    blockade->groups.items[i].total = total;
  if (blockade->groups.count > search->first)
    qsort(blockade->groups.items + search->first, blockade->groups.count - search->first,
          sizeof *blockade->groups.items, by_missing);
}

/* Rules by what their nearest group misses; equal ones stay in the order of the model. */
static void rank_rules(struct noe_arena *arena, struct noe_blockade *blockade) {
  NOE_LIST(struct noe_blocked) ranked = {0};
  for (size_t least = 0; ranked.count < blockade->groups.count; least++)
    for (size_t i = 0, end; i < blockade->groups.count; i = end) {
      const struct noe_blocked *group = &blockade->groups.items[i];
      for (end = i + 1; end < blockade->groups.count && blockade->groups.items[end].rule == group->rule;)
        end++;
      for (size_t j = i; missing(group) == least && j < end; j++)
        NOE_LIST_PUSH(arena, &ranked, blockade->groups.items[j]);
    }
  assert(ranked.count == blockade->groups.count && "each group has its rank");
  memcpy(&blockade->groups, &ranked, sizeof ranked);
}

void noe_model_blocked(struct noe_arena *arena, const struct noe_model *model, const int64_t *state,
                       struct noe_blockade *blockade) {
  struct noe_memory *memory = noe_base_arena_memory(arena);
  *blockade = (struct noe_blockade){0};
  struct search search = {.machine = noe_model_machine_new(memory, model),
                          .arena = arena,
                          .state = state,
                          .successor = noe_base_alloc(memory, model->cell_count * sizeof *state),
                          .blockade = blockade,
                          .left = MOST_INSTANCES};
  for (uint32_t i = 0; i < model->rule_count; i++) {
    search.first = blockade->groups.count;
    noe_model_machine_instances(search.machine, &model->rules[i], state, look_at, &search);
    end_rule(&search, &model->rules[i]);
  }
  noe_base_free(memory, search.successor);
  noe_model_machine_delete(search.machine);
  rank_rules(arena, blockade);
}
