/* Invariants, covers and deadlocks in states that are new; what has failed is written down once. */
#include <assert.h>

#include "counter/counter_int.h"

static void note_claim(void *context, struct noe_counter_root *root) {
  struct noe_counter_search *search = context;
  NOE_LIST_PUSH(search->arena, &search->part->claims, root);
}

void noe_counter_list_claims(struct noe_counter_search *search, struct noe_counter_part *part) {
  search->part = part;
  for (uint32_t i = 0; i < search->model->property_count; i++) {
    const struct noe_clause *clause = &search->model->properties[i];
    bool fails = search->form->properties[i].guard.facts.may_fail; /* AG EF: only errors are judged here */
    bool judged = clause->property == NOE_PROPERTY_INVARIANT ||
                  (clause->property == NOE_PROPERTY_COVER && !clause->is_statement) ||
                  (clause->property == NOE_PROPERTY_LIVENESS && fails);
    if (judged)
      noe_counter_roots(search->templates, &search->form->properties[i], part->global, note_claim, search);
  }
}

void noe_counter_fail(struct noe_counter_search *search, struct noe_counter_failure failure) {
  bool *failed = failure.kind == NOE_FINDING_DEADLOCK    ? &search->has_deadlock
                 : failure.kind == NOE_FINDING_ASSERTION ? &search->has_fault
                                                         : &search->failed[failure.clause->id];
  assert((failure.set || failure.at_start) && "what fails does so in some state, or before there is one");
  if (*failed)
    return;
  *failed = true;
  NOE_LIST_PUSH(search->arena, &search->failures, failure);
}

/* States in which some instance of the claim is true, false, or an error. */
struct judgement {
  struct noe_counter_search *search;
  uint32_t sets[3];
};

static void judge(void *context, struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                  uint32_t set) {
  (void)template;
  struct judgement *judgement = context;
  assert(leaf->outcome <= NOE_OUTCOME_FAULT &&
         "a claim is true, false or an error; discarded, it is one of the first two");
  uint32_t before = noe_counter_before(walk, set), *sum = &judgement->sets[leaf->outcome];
  *sum = noe_diagram_union(judgement->search->diagrams, *sum, before);
}

/* As of noe_model_machine_claim: where an instance meets an error that is what counts, whatever the others say. */
static void conclude(struct noe_counter_search *search, struct noe_counter_part *part, const struct noe_clause *clause,
                     const struct judgement *judgement) {
  uint32_t errors = judgement->sets[NOE_OUTCOME_FAULT];
  assert(clause->kind == NOE_CLAUSE_PROPERTY && clause->id < search->model->property_count && "claims are properties");
  struct noe_counter_failure failure = {
      .kind = NOE_FINDING_ASSERTION, .clause = clause, .global = part->global, .set = errors};
  if (errors) {
    search->undecided[clause->id] = true;
    noe_counter_fail(search, failure);
  }
  if (clause->property == NOE_PROPERTY_COVER)
    search->covered[clause->id] |=
        noe_diagram_minus(search->diagrams, judgement->sets[NOE_OUTCOME_TRUE], errors) != NOE_DIAGRAM_NONE;
  if (clause->property != NOE_PROPERTY_INVARIANT)
    return;
  failure.kind = NOE_FINDING_INVARIANT;
  failure.set = noe_diagram_minus(search->diagrams, judgement->sets[NOE_OUTCOME_FALSE], errors);
  if (failure.set)
    noe_counter_fail(search, failure);
}

/* Where a goal of AG EF cannot be evaluated is what counts, and nothing else that its executions come to. */
static bool walk_claim(struct noe_counter_search *search, const struct noe_counter_root *claim, uint32_t set) {
  bool is_goal = claim->clause->clause->property == NOE_PROPERTY_LIVENESS;
  if (is_goal)
    noe_counter_swap_marks(search->templates);
  bool done = noe_counter_walk(&search->walk, claim->template, set);
  if (is_goal)
    noe_counter_swap_marks(search->templates);
  return done;
}

bool noe_counter_judge(struct noe_counter_search *search, struct noe_counter_part *part, uint32_t set) {
  struct noe_walk *walk = &search->walk;
  for (size_t i = 0; i < part->claims.count;) {
    const struct noe_clause *clause = part->claims.items[i]->clause->clause;
    struct judgement judgement = {search, {0, 0, 0}};
    bool is_open = !search->failed[clause->id] && !search->covered[clause->id];
    is_open |= search->form->properties[clause->id].guard.facts.may_fail; /* errors are a matter of their own */
    walk->visit = judge;
    walk->context = &judgement;
    walk->ignores = true;
    walk->skips_free = false;
    walk->ignored = clause->property == NOE_PROPERTY_COVER ? NOE_OUTCOME_FALSE : NOE_OUTCOME_TRUE;
    for (; i < part->claims.count && part->claims.items[i]->clause->clause == clause; i++)
      if (is_open && !walk_claim(search, part->claims.items[i], set)) {
        noe_counter_give_up(search);
        return false;
      }
    conclude(search, part, clause, &judgement);
  }
  return true;
}

void noe_counter_judge_deadlock(struct noe_counter_search *search, struct noe_counter_part *part) {
  if (!search->is_deadlock_judged || !search->rest)
    return;
  struct noe_counter_failure failure = {.kind = NOE_FINDING_DEADLOCK, .global = part->global, .set = search->rest};
  noe_counter_fail(search, failure);
}
