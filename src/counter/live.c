/* AG EF: from every reachable state, a state with the claim can be reached.
 *
 * A claim about a process is about each by itself, so that one process is tracked (space.h): the states are then pairs
 * of a state and a process of it, and the start states those of every process. With the goals where the claim holds of
 * the tracked process, states are taken back step by step until nothing is new; what has been reached and is not among
 * them is a violation. */
#include <assert.h>

#include "counter/counter_int.h"

struct goal {
  struct noe_counter_search *search;
  const struct noe_low_clause *clause;
  const int64_t *arguments; /* of the instance, which is fixed but for processes */
  struct noe_counter_part *part;
  bool has_fault, done;
};

static bool is_tracked(const struct noe_counter_search *search, const struct noe_template *template) {
  for (uint32_t i = 0; i < template->named_count; i++)
    if (template->named[i].tag > search->space->tracked && template->named[i].tag != NOE_NO_FLAG)
      return noe_counter_has_flag(search->space, template->named[i].element, search->space->tracked);
  return true; /* it does not depend on the process */
}

static void see_goal(void *context, struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                     uint32_t set) {
  struct goal *goal = context;
  struct noe_counter_search *search = goal->search;
  if (!is_tracked(search, template))
    return;
  goal->has_fault |= leaf->outcome == NOE_OUTCOME_FAULT;
  if (leaf->outcome == NOE_OUTCOME_TRUE)
    goal->part->seen = noe_diagram_union(search->diagrams, goal->part->seen, noe_counter_before(walk, set));
}

static bool is_same_instance(const struct noe_counter_root *root, const int64_t *arguments) {
  for (uint32_t i = 0; i < root->clause->clause->parameter_count; i++)
    if (!noe_is_stranger(root->arguments[i]) && root->arguments[i] != arguments[i])
      return false;
  return true;
}

static void walk_goal(void *context, struct noe_counter_root *root) {
  struct goal *goal = context;
  struct noe_walk *walk = &goal->search->walk;
  if (!is_same_instance(root, goal->arguments))
    return;
  walk->visit = see_goal;
  walk->context = goal;
  walk->ignores = true;
  walk->ignored = NOE_OUTCOME_FALSE;
  walk->skips_free = false;
  goal->done &= noe_counter_walk(walk, root->template, goal->part->reached);
}

static bool find_goals(struct goal *goal) {
  struct noe_counter_search *search = goal->search;
  goal->done = true;
  noe_counter_swap_marks(search->templates);
  for (uint32_t i = 0; i < search->part_room && goal->done; i++) {
    struct noe_counter_part *part = search->parts[i];
    if (!part || !part->reached)
      continue;
    goal->part = part;
    part->seen = NOE_DIAGRAM_NONE;
    noe_counter_roots(search->templates, goal->clause, i, walk_goal, goal);
    part->layer = part->seen;
  }
  noe_counter_swap_marks(search->templates);
  if (!goal->done)
    noe_counter_give_up(search);
  return goal->done && !goal->has_fault;
}

/* A part with states from which no goal can be reached; NULL: there is none. */
static struct noe_counter_part *find_lost(struct noe_counter_search *search, uint32_t *lost) {
  for (uint32_t i = 0; i < search->part_room; i++) {
    struct noe_counter_part *part = search->parts[i];
    *lost = part ? noe_diagram_minus(search->diagrams, part->reached, part->seen) : NOE_DIAGRAM_NONE;
    if (*lost)
      return part;
  }
  return NULL;
}

static enum noe_verdict judge_instance(struct noe_counter_search *search, const struct noe_low_clause *clause,
                                       const int64_t *arguments, struct noe_finding *finding) {
  struct goal goal = {.search = search, .clause = clause, .arguments = arguments};
  if (!find_goals(&goal)) {
    finding->message = goal.has_fault ? "a run-time error kept it from being evaluated everywhere" : NULL;
    return NOE_VERDICT_UNKNOWN;
  }
  while (noe_counter_step_back(search))
    noe_counter_collect(search);
  if (search->reason || search->limits.stop)
    return NOE_VERDICT_UNKNOWN;
  uint32_t lost;
  struct noe_counter_part *part = find_lost(search, &lost);
  if (!part)
    return NOE_VERDICT_HOLDS;
  assert(lost && !noe_diagram_meet(search->diagrams, lost, part->seen) && "what is lost reaches no goal");
  struct noe_counter_failure failure = {.kind = NOE_FINDING_LIVENESS,
                                        .clause = clause->clause,
                                        .global = part->global,
                                        .set = lost,
                                        .arguments = arguments};
  finding->trace = noe_counter_retrace(search, &failure, &finding->arguments);
  if (!finding->trace)
    search->is_broken |= !search->limits.stop && !search->reason;
  return finding->trace ? NOE_VERDICT_VIOLATED : NOE_VERDICT_UNKNOWN;
}

/* ---------------------------------------------------------------- instances */

struct instances {
  struct noe_counter_search *search;
  const struct noe_low_clause *clause;
  struct noe_finding *finding;
  int64_t *arguments;
  enum noe_verdict verdict;
};

static uint32_t block_of(const struct noe_counter_search *search, const struct noe_binder *binder) {
  return binder->type->kind == NOE_TYPE_SCALARSET ? search->space->symmetry->block_of_type[binder->type->id]
                                                  : NOE_NO_BLOCK;
}

static void judge_from(struct instances *instances, uint32_t number, uint32_t parameter) {
  const struct noe_clause *clause = instances->clause->clause;
  while (number < clause->binder_count && clause->binders[number].kind != NOE_BINDER_RANGE)
    number++;
  if (instances->verdict != NOE_VERDICT_HOLDS)
    return;
  if (number == clause->binder_count) {
    instances->verdict = judge_instance(instances->search, instances->clause, instances->arguments, instances->finding);
    return;
  }
  const struct noe_binder *binder = &clause->binders[number];
  if (block_of(instances->search, binder) != NOE_NO_BLOCK) {
    instances->arguments[parameter] = noe_stranger(0);
    judge_from(instances, number + 1, parameter + 1);
    return;
  }
  uint64_t count = noe_model_value_count(binder);
  for (uint64_t i = 0; i < count; i++) {
    instances->arguments[parameter] = noe_model_nth_value(binder, i);
    judge_from(instances, number + 1, parameter + 1);
  }
}

static uint32_t tracked_block(const struct noe_counter_search *search, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_RANGE && block_of(search, &clause->binders[i]) != NOE_NO_BLOCK)
      return block_of(search, &clause->binders[i]);
  return NOE_NO_BLOCK;
}

static bool reach(struct noe_counter_search *search, uint32_t block) {
  if (search->tracked_block == block)
    return true;
  search->is_deadlock_judged = search->are_claims_judged = false;
  noe_counter_restart(search, block);
  return noe_counter_start(search) && noe_counter_reach(search);
}

void noe_counter_judge_liveness(struct noe_counter_search *search, struct noe_finding *finding) {
  const struct noe_clause *clause = finding->clause;
  struct instances instances = {.search = search,
                                .clause = &search->form->properties[clause->id],
                                .finding = finding,
                                .verdict = NOE_VERDICT_HOLDS};
  instances.arguments = NOE_NEW_ARRAY(search->arena, int64_t, clause->parameter_count + 1);
  if (!reach(search, tracked_block(search, clause)))
    return;
  judge_from(&instances, 0, 0);
  finding->verdict = instances.verdict;
}
