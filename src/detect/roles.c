#include <assert.h>

#include "detect/roles.h"

#include "model/visit.h"

/* Values of one class that become roles, and of all; instances of one clause that come of one. */
enum { MOST_OF_CLASS = 3, MOST_ROLES = 4, MOST_INSTANCES = 512 };

struct choice {
  const struct noe_inference *inference;
  const struct noe_counting *counting;
  bool *owners;  /* may literals of it become parameters? */
  bool *classes; /* by class: do its literals? */
};

/* ------------------------------------------------------------------ clauses */

static bool is_clear(const struct noe_visit *visit, const struct noe_stmt *stmt) {
  (void)visit;
  return stmt->kind == NOE_STMT_CLEAR;
}

/* Aliases come before the condition that says who fits, and `clear` names a value without a literal. */
static bool has_room(const struct noe_clause *clause) {
  static const struct noe_visit clears = {.stmt = is_clear};
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind != NOE_BINDER_RANGE)
      return false;
  return !noe_model_visit_stmts(&clears, clause->body);
}

static bool is_kind(const struct noe_clause *clause) {
  if (clause->kind != NOE_CLAUSE_PROPERTY)
    return true;
  return clause->property == NOE_PROPERTY_INVARIANT ||
         (clause->property == NOE_PROPERTY_COVER && !clause->is_statement);
}

/* A rule may be held back by another one in some of the states that a state stands for, and not in others. */
static bool has_priorities(const struct noe_model *model) {
  for (uint32_t i = 1; i < model->rule_count; i++)
    if (model->rules[i].priority != model->rules[0].priority)
      return true;
  return false;
}

/* ------------------------------------------------------------------ classes */

static uint32_t root_of(const struct choice *choice, const struct noe_literal *literal) {
  return noe_detect_root(&choice->inference->classes, literal->class);
}

/* Is it the first of its value, of those that this owner says (or any: UINT32_MAX)? */
static bool is_first(const struct choice *choice, size_t at, uint32_t owner) {
  const struct noe_literal *literals = choice->inference->classes.literals.items;
  for (size_t i = 0; i < at; i++)
    if (literals[i].value == literals[at].value && root_of(choice, &literals[i]) == root_of(choice, &literals[at]) &&
        (owner == UINT32_MAX || literals[i].owner == owner))
      return false;
  return true;
}

static uint64_t values_of(const struct noe_class *class) {
  uint64_t most = 0;
  for (size_t i = 0; i < class->ranges.count; i++) {
    uint64_t size = (uint64_t)(class->ranges.items[i].high - class->ranges.items[i].low) + 1;
    most = size > most ? size : most;
  }
  return most;
}

/* Values that rules run through are processes; others are states of processes, and the like, and mostly named. */
static bool is_run_through(const struct choice *choice, uint32_t class) {
  const struct noe_inference *inference = choice->inference;
  for (size_t i = 0; i < inference->runs.count; i++)
    if (noe_detect_root(&inference->classes, inference->runs.items[i].class) == class &&
        (choice->counting->speakers[inference->runs.items[i].owner] & NOE_SPEAKER_RULE))
      return true;
  return false;
}

/* How many values of the class are named. */
static uint32_t named(const struct choice *choice, uint32_t class) {
  const struct noe_classes *classes = &choice->inference->classes;
  uint32_t count = 0;
  for (size_t i = 0; i < classes->literals.count; i++)
    count += root_of(choice, &classes->literals.items[i]) == class && is_first(choice, i, UINT32_MAX);
  return count;
}

static bool choose_classes(const struct choice *choice) {
  const struct noe_classes *classes = &choice->inference->classes;
  uint32_t roles = 0;
  for (uint32_t i = 1; i < classes->items.count; i++) {
    const struct noe_class *class = &classes->items.items[i];
    if (class->parent != i || class->limit || !is_run_through(choice, i))
      continue;
    uint32_t count = named(choice, i);
    choice->classes[i] =
        count && count <= MOST_OF_CLASS && roles + count <= MOST_ROLES && count + 2 <= values_of(class);
    roles += choice->classes[i] ? count : 0;
    assert(roles <= MOST_ROLES && "few values become roles");
  }
  for (uint32_t i = 1; i < classes->items.count; i++)
    choice->classes[i] = choice->classes[noe_detect_root(classes, i)];
  return roles;
}

/* Not too many instances; and start states, which have no condition, name one value at most. */
static bool fits(const struct choice *choice, uint32_t owner, const struct noe_clause *clause) {
  const struct noe_classes *classes = &choice->inference->classes;
  uint64_t instances = 1, count = 0;
  for (size_t i = 0; i < classes->literals.count; i++) {
    const struct noe_literal *literal = &classes->literals.items[i];
    if (literal->owner != owner || !choice->classes[literal->class] || !is_first(choice, i, owner))
      continue;
    instances *= values_of(&classes->items.items[root_of(choice, literal)]);
    count++;
  }
  return instances <= MOST_INSTANCES && (clause->kind != NOE_CLAUSE_START || count <= 1);
}

bool noe_detect_choose_roles(const struct noe_inference *inference, struct noe_counting *counting) {
  struct noe_arena *arena = inference->arena;
  struct choice choice = {.inference = inference,
                          .counting = counting,
                          .owners = NOE_NEW_ARRAY(arena, bool, inference->owner_count + 1),
                          .classes = NOE_NEW_ARRAY(arena, bool, inference->classes.items.count + 1)};
  if (inference->has_choose || has_priorities(inference->model) || !choose_classes(&choice))
    return false;
  for (uint32_t i = 0; i < inference->owner_count; i++) {
    const struct noe_clause *clause = noe_detect_clause(inference->model, i);
    choice.owners[i] = clause && is_kind(clause) && has_room(clause) && fits(&choice, i, clause);
  }
  counting->liftable = choice.owners;
  counting->has_roles = choice.classes;
  return true;
}
