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
 * What may fail is what bails: the loops and the conjuncts are written once for a trial,
 * and thrown away. */
#include "compile/emit_int.h"
#include "model/access.h"

enum { COST_LOOP = 1, COST_CALL = 4, COST_COMPOUND = 1 };

/* --------------------------------------------------------------- conjuncts */

static uint32_t count_conjuncts(const struct noe_expr *expr) {
  return expr->kind == NOE_EXPR_AND ? count_conjuncts(expr->left) + count_conjuncts(expr->right) : 1;
}

static void collect(struct noe_plan *plan, const struct noe_expr *expr) {
  if (expr->kind != NOE_EXPR_AND) {
    plan->conjuncts[plan->count++] = (struct noe_conjunct){.expr = expr};
    return;
  }
  collect(plan, expr->left);
  collect(plan, expr->right);
}

static uint32_t add_up(const struct noe_expr *expr, uint32_t (*of)(const struct noe_expr *expr, const void *context),
                       const void *context, bool greatest) {
  uint32_t sum = 0;
  const struct noe_expr *inside[] = {expr->condition,   expr->left,      expr->right,
                                     expr->domain.from, expr->domain.to, expr->domain.by};
  for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
    uint32_t one = inside[i] ? of(inside[i], context) : 0;
    sum = !greatest ? sum + one : one > sum ? one : sum;
  }
  for (uint32_t i = 0; expr->call && i < expr->call->function->parameter_count; i++) {
    uint32_t one = of(expr->call->arguments[i].value, context);
    sum = !greatest ? sum + one : one > sum ? one : sum;
  }
  return sum;
}

static uint32_t cost_of(const struct noe_expr *expr, const void *unused) {
  uint32_t cost = add_up(expr, cost_of, unused, false);
  switch (expr->kind) {
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS:
  case NOE_EXPR_COUNT: return cost + COST_LOOP;
  case NOE_EXPR_SAME: return cost + COST_COMPOUND;
  case NOE_EXPR_CALL: return cost + COST_CALL;
  default: return cost;
  }
}

/* How many binders have to be bound: up to the last one that it names. */
static uint32_t depth_of(const struct noe_expr *expr, const void *context) {
  const struct noe_clause *rule = context;
  uint32_t depth = add_up(expr, depth_of, context, true);
  if (expr->kind != NOE_EXPR_LOCAL && expr->kind != NOE_EXPR_REFERENCE)
    return depth;
  for (uint32_t i = rule->binder_count; i-- > depth;) {
    const struct noe_binder *binder = &rule->binders[i];
    uint32_t cells = binder->kind == NOE_BINDER_CELLS ? binder->value->type->cells : 1;
    if (expr->slot >= binder->slot && expr->slot < binder->slot + cells)
      return i + 1;
  }
  return depth;
}

/* ------------------------------------------------------------------- trial */

/* Writes all of it, to see what may go wrong; by binder in `fails`. */
static void try_out(struct noe_emitter *emitter, const struct noe_clause *rule, struct noe_plan *plan, bool *fails) {
  struct noe_emit_function trial;
  struct noe_nest nest = {.clause = rule, .fails = fails};
  noe_compile_begin(emitter, &trial);
  trial.pure = trial.here = true;
  noe_compile_nest(emitter, &nest);
  for (uint32_t i = 0; i < plan->count; i++) {
    struct noe_conjunct *conjunct = &plan->conjuncts[i];
    trial.fails = false;
    struct noe_term holds = noe_compile_defined(emitter, conjunct->expr);
    conjunct->tells = noe_model_tells(emitter->tellers, conjunct->expr);
    conjunct->fails = trial.fails || conjunct->tells;
    conjunct->never = noe_term_is_constant(&holds) && !holds.low;
  }
  for (uint32_t i = 0; i < rule->binder_count; i++)
    fails[i] |= noe_model_tells(emitter->tellers, rule->binders[i].value);
  noe_base_text_free(&trial.text);
  emitter->in = NULL;
}

/* ------------------------------------------------------------------ levels */

static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void choose_levels(const struct noe_clause *rule, struct noe_plan *plan, const bool *fails) {
  uint32_t barrier = 0; /* behind the last that may fail */
  for (uint32_t i = 0; i < rule->binder_count; i++)
    if (fails[i])
      barrier = i + 1;
  uint32_t deepest = barrier;
  bool safe = !barrier;
  for (uint32_t i = 0; i < plan->count; i++) {
    struct noe_conjunct *conjunct = &plan->conjuncts[i];
    conjunct->cost = cost_of(conjunct->expr, NULL);
    conjunct->level = most(depth_of(conjunct->expr, rule), conjunct->fails ? deepest : barrier);
    if (conjunct->tells)
      conjunct->level = rule->binder_count;
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

struct noe_plan noe_compile_plan(struct noe_emitter *emitter, const struct noe_clause *rule) {
  struct noe_plan plan = {0};
  if (!rule->guard)
    return plan;
  plan.conjuncts = NOE_NEW_ARRAY(emitter->arena, struct noe_conjunct, count_conjuncts(rule->guard));
  bool *fails = NOE_NEW_ARRAY(emitter->arena, bool, rule->binder_count + 1);
  collect(&plan, rule->guard);
  try_out(emitter, rule, &plan, fails);
  choose_levels(rule, &plan, fails);
  sort(&plan);
  return plan;
}
