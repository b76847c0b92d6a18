#include <assert.h>

#include "model/survey.h"

#include "model/access.h"
#include "model/watch_int.h"

/* -------------------------------------------------------------- conjuncts */

struct conjuncts {
  const struct noe_expr **items;
  uint32_t count;
  bool too_many;
};

static void collect(struct conjuncts *list, const struct noe_expr *expr) {
  for (; expr->kind == NOE_EXPR_AND && !list->too_many; expr = expr->right)
    collect(list, expr->left);
  list->too_many = list->too_many || list->count == NOE_MOST_CONJUNCTS;
  if (!list->too_many)
    list->items[list->count++] = expr;
}

/* The implication with that number, or NULL. */
static const struct noe_expr *find(const struct noe_expr *expr, uint32_t witness) {
  const struct noe_expr *found = NULL;
  if (expr->kind == NOE_EXPR_IMPLIES && expr->witness == witness)
    return expr;
  if (expr->condition)
    found = find(expr->condition, witness);
  if (!found && expr->left)
    found = find(expr->left, witness);
  return found || !expr->right ? found : find(expr->right, witness);
}

bool noe_model_survey(struct noe_arena *arena, const struct noe_clause *clause, uint32_t witness,
                      struct noe_survey *survey) {
  struct conjuncts list = {.items = NOE_NEW_ARRAY(arena, const struct noe_expr *, NOE_MOST_CONJUNCTS)};
  const struct noe_expr *implication = witness && clause->guard ? find(clause->guard, witness) : NULL;
  const struct noe_expr *condition = implication ? implication->left : clause->guard;
  if ((witness && !implication) || !condition || !noe_model_is_pure(condition))
    return false;
  collect(&list, condition);
  *survey =
      (struct noe_survey){.clause = clause, .implication = implication, .conjuncts = list.items, .count = list.count};
  survey->least = UINT64_MAX;
  return !list.too_many;
}

/* -------------------------------------------------------------- instances */

struct test {
  const struct noe_expr *expr;
  bool value;
};

static void evaluate(struct noe_machine *machine, void *context) {
  struct test *test = context;
  test->value = noe_model_eval_defined(machine, test->expr);
}

/* Of sets of one size the one whose last conjunct comes first: threads may store states in any order. */
static bool is_smaller(uint64_t set, uint64_t other) {
  int size = __builtin_popcountll(set), before = __builtin_popcountll(other);
  return size < before || (size == before && set < other);
}

/* A conjunct that fails is guarded by another one, which is false: it counts as false. */
void noe_model_survey_conjuncts(struct noe_machine *machine) {
  struct noe_survey *survey = machine->survey;
  uint64_t missing = 0;
  machine->survey = NULL; /* the conjuncts may have the implication inside, through a recursion */
  for (uint32_t i = 0; i < survey->count; i++) {
    struct test test = {.expr = survey->conjuncts[i]};
    bool holds = !noe_model_attempt(machine, evaluate, &test) && test.value;
    missing |= (uint64_t)!holds << i;
  }
  machine->survey = survey;
  assert(survey->count && survey->count <= 64 && "a set of conjuncts is a word");
  survey->instances++;
  survey->once |= ~missing;
  if (is_smaller(missing, survey->least))
    survey->least = missing;
}

static enum noe_outcome guard_step(struct noe_work *work) {
  enum noe_outcome bound = noe_model_bind(work);
  if (bound == NOE_OUTCOME_TRUE)
    noe_model_survey_conjuncts(work->machine);
  return bound;
}

static bool look_at(void *context, const struct noe_clause *clause, const int64_t *arguments,
                    enum noe_outcome outcome) {
  struct noe_work *work = context;
  (void)clause;
  work->arguments = arguments;
  noe_model_enter(work->machine, work->clause, work->state);
  return outcome == NOE_OUTCOME_STOPPED ? false : (noe_model_trap(work, guard_step), true);
}

void noe_model_survey_state(struct noe_machine *machine, struct noe_survey *survey, const int64_t *state) {
  struct noe_work work = {machine, survey->clause, NULL, state, survey->clause->binder_count};
  machine->survey = survey;
  if (survey->implication)
    noe_model_machine_claim(machine, survey->clause, state);
  else
    noe_model_machine_instances(machine, survey->clause, state, look_at, &work);
  machine->survey = NULL;
}
