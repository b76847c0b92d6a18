/* CTL and the mu-calculus: sets of reached states, bottom-up, of closed formulas whose atoms are about no process in
 * particular. An orbit satisfies such a formula as a whole or not at all, so that multisets of local states are states
 * enough. A run that ends is prolonged, for ctl: it stays where no step leads on.
 *
 * A *family* has a set for each global part. Nothing is collected while families are about. */
#include <assert.h>
#include <string.h>

#include "counter/counter_int.h"
#include "logic/branching.h"

struct evaluation {
  struct noe_counter_search *search;
  const struct noe_branching *formula;
  uint32_t parts;         /* length of a family */
  uint32_t *const *atoms; /* by proposition */
  const uint32_t **known; /* by node without free variables; NULL: not yet */
  const uint32_t *points[NOE_POINT_LIMIT];
  const uint32_t *reached, *ends, *none; /* `ends`: states that no step leaves; of mu: none */
  bool has_fault;
};

typedef uint32_t (*operation)(struct noe_diagrams *diagrams, uint32_t left, uint32_t right);

static uint32_t *new_family(const struct evaluation *evaluation) {
  return NOE_NEW_ARRAY(evaluation->search->arena, uint32_t, evaluation->parts + 1);
}

static const uint32_t *combine(const struct evaluation *evaluation, operation apply, const uint32_t *left,
                               const uint32_t *right) {
  uint32_t *family = new_family(evaluation);
  for (uint32_t i = 0; i < evaluation->parts; i++)
    family[i] = apply(evaluation->search->diagrams, left[i], right[i]);
  return family;
}

static bool are_equal(const struct evaluation *evaluation, const uint32_t *left, const uint32_t *right) {
  return !memcmp(left, right, evaluation->parts * sizeof *left);
}

static bool is_given_up(const struct evaluation *evaluation) {
  return evaluation->search->reason || evaluation->search->limits.stop;
}

/* --------------------------------------------------------------------- steps */

/* Reached states from which a step, by a rule of this name (NULL: any), leads into the family. */
static const uint32_t *step_back(struct evaluation *evaluation, const uint32_t *family, const char *rule) {
  struct noe_counter_search *search = evaluation->search;
  uint32_t *found = new_family(evaluation);
  for (uint32_t i = 0; i < evaluation->parts; i++)
    if (search->parts[i]) {
      search->parts[i]->layer = family[i];
      search->parts[i]->seen = NOE_DIAGRAM_NONE;
    }
  search->only_rule = rule;
  bool any = noe_counter_step_back(search);
  search->only_rule = NULL;
  for (uint32_t i = 0; i < evaluation->parts && any; i++)
    found[i] = search->parts[i] ? search->parts[i]->layer : NOE_DIAGRAM_NONE;
  return found;
}

static const uint32_t *before(struct evaluation *evaluation, const uint32_t *family, const char *rule) {
  const uint32_t *found = step_back(evaluation, family, rule);
  if (rule)
    return found;
  const uint32_t *stays = combine(evaluation, noe_diagram_meet, family, evaluation->ends);
  return combine(evaluation, noe_diagram_union, found, stays);
}

/* ----------------------------------------------------------------- operators */

static const uint32_t *evaluate(struct evaluation *evaluation, uint32_t number);

/* E(f U g): the least family Z with Z = g | f & EX Z. */
static const uint32_t *until(struct evaluation *evaluation, const uint32_t *through, const uint32_t *goal) {
  const uint32_t *now = goal, *old = NULL;
  while (!is_given_up(evaluation) && (!old || !are_equal(evaluation, now, old))) {
    old = now;
    const uint32_t *more = combine(evaluation, noe_diagram_meet, before(evaluation, now, NULL), through);
    now = combine(evaluation, noe_diagram_union, now, more);
  }
  return now;
}

/* EG f: the greatest family Z with Z = f & EX Z. */
static const uint32_t *globally(struct evaluation *evaluation, const uint32_t *through) {
  const uint32_t *now = through, *old = NULL;
  while (!is_given_up(evaluation) && (!old || !are_equal(evaluation, now, old))) {
    old = now;
    now = combine(evaluation, noe_diagram_meet, now, before(evaluation, now, NULL));
  }
  return now;
}

static const uint32_t *fixed_point(struct evaluation *evaluation, const struct noe_node *node) {
  assert(node->number < NOE_POINT_LIMIT && "there is room for every fixed point");
  const uint32_t *now = node->kind == NOE_NODE_LEAST ? evaluation->none : evaluation->reached, *old = NULL;
  while (!is_given_up(evaluation) && (!old || !are_equal(evaluation, now, old))) {
    old = evaluation->points[node->number] = now;
    now = evaluate(evaluation, node->left);
  }
  return now;
}

static const uint32_t *compute(struct evaluation *evaluation, const struct noe_node *node) {
  switch (node->kind) {
  case NOE_NODE_TRUE: return evaluation->reached;
  case NOE_NODE_PROPOSITION: return evaluation->atoms[node->number];
  case NOE_NODE_POINT: return evaluation->points[node->number];
  case NOE_NODE_LEAST:
  case NOE_NODE_GREATEST: return fixed_point(evaluation, node);
  default: break;
  }
  const uint32_t *left = evaluate(evaluation, node->left);
  switch (node->kind) {
  case NOE_NODE_NOT: return combine(evaluation, noe_diagram_minus, evaluation->reached, left);
  case NOE_NODE_AND: return combine(evaluation, noe_diagram_meet, left, evaluate(evaluation, node->right));
  case NOE_NODE_OR: return combine(evaluation, noe_diagram_union, left, evaluate(evaluation, node->right));
  case NOE_NODE_UNTIL: return until(evaluation, left, evaluate(evaluation, node->right));
  case NOE_NODE_GLOBALLY: return globally(evaluation, left);
  default: return before(evaluation, left, node->rule); /* NEXT, STEP */
  }
}

static const uint32_t *evaluate(struct evaluation *evaluation, uint32_t number) {
  const struct noe_node *node = &evaluation->formula->nodes[number];
  if (node->free)
    return compute(evaluation, node);
  if (!evaluation->known[number])
    evaluation->known[number] = compute(evaluation, node);
  return evaluation->known[number];
}

/* --------------------------------------------------------------------- atoms */

struct atom {
  struct evaluation *evaluation;
  uint32_t *family;
  uint32_t part;
  bool done;
};

static void see(void *context, struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                uint32_t set) {
  (void)template;
  struct atom *atom = context;
  atom->evaluation->has_fault |= leaf->outcome == NOE_OUTCOME_FAULT;
  if (leaf->outcome == NOE_OUTCOME_TRUE)
    atom->family[atom->part] =
        noe_diagram_union(atom->evaluation->search->diagrams, atom->family[atom->part], noe_counter_before(walk, set));
}

static void walk_atom(void *context, struct noe_counter_root *root) {
  struct atom *atom = context;
  struct noe_counter_search *search = atom->evaluation->search;
  struct noe_walk *walk = &search->walk;
  walk->visit = see;
  walk->context = atom;
  walk->ignores = true;
  walk->ignored = NOE_OUTCOME_FALSE;
  walk->skips_free = false;
  atom->done &= noe_counter_walk(walk, root->template, atom->evaluation->reached[atom->part]);
}

/* The atom as if it were a claim of its own; where an `assume` is against it, it is false, as a cover is. */
static const struct noe_low_clause *claim_of(struct noe_arena *arena, const struct noe_low_clause *property,
                                             uint32_t number) {
  struct noe_low_clause *claim = NOE_NEW(arena, struct noe_low_clause);
  struct noe_clause *clause = NOE_NEW(arena, struct noe_clause);
  *clause = *property->clause;
  clause->property = NOE_PROPERTY_COVER;
  clause->guard = property->clause->temporal->atoms[number];
  *claim = *property;
  claim->clause = clause;
  claim->guard = property->atoms[number];
  return claim;
}

static uint32_t *find_atom(struct evaluation *evaluation, const struct noe_low_clause *property, uint32_t number) {
  struct noe_counter_search *search = evaluation->search;
  const struct noe_low_clause *claim = claim_of(search->arena, property, number);
  struct atom atom = {.evaluation = evaluation, .family = new_family(evaluation), .done = true};
  noe_counter_swap_marks(search->templates);
  for (; atom.part < evaluation->parts && atom.done; atom.part++)
    if (evaluation->reached[atom.part])
      noe_counter_roots(search->templates, claim, atom.part, walk_atom, &atom);
  noe_counter_swap_marks(search->templates);
  if (!atom.done)
    noe_counter_give_up(search);
  return atom.family;
}

/* ----------------------------------------------------------------- judgement */

static void show(struct evaluation *evaluation, struct noe_finding *finding, uint32_t global, uint32_t set) {
  struct noe_counter_search *search = evaluation->search;
  struct noe_counter_failure failure = {.kind = finding->kind, .clause = finding->clause, .global = global, .set = set};
  finding->trace = noe_counter_retrace(search, &failure, &finding->arguments);
  if (!finding->trace) {
    search->is_broken |= !is_given_up(evaluation);
    return;
  }
  finding->verdict = NOE_VERDICT_VIOLATED;
  finding->message = "it fails in this start state; the reason is about all runs from there";
}

static void judge_starts(struct evaluation *evaluation, struct noe_finding *finding) {
  struct noe_counter_search *search = evaluation->search;
  const uint32_t *holds = evaluate(evaluation, evaluation->formula->root);
  if (is_given_up(evaluation))
    return;
  for (size_t i = 0; i < search->starts.count; i++) {
    const struct noe_counter_states *start = &search->starts.items[i];
    uint32_t fails = noe_diagram_minus(search->diagrams, start->set, holds[start->global]);
    if (fails) {
      show(evaluation, finding, start->global, fails);
      return;
    }
  }
  finding->verdict = NOE_VERDICT_HOLDS;
}

static void prepare(struct evaluation *evaluation, const struct noe_low_clause *property, struct noe_logic *logic) {
  struct noe_counter_search *search = evaluation->search;
  evaluation->parts = search->part_room;
  uint32_t *reached = new_family(evaluation), count = noe_logic_proposition_count(logic);
  for (uint32_t i = 0; i < evaluation->parts; i++)
    reached[i] = search->parts[i] ? search->parts[i]->reached : NOE_DIAGRAM_NONE;
  evaluation->reached = reached;
  evaluation->none = evaluation->ends = new_family(evaluation);
  uint32_t **atoms = NOE_NEW_ARRAY(search->arena, uint32_t *, count + 1);
  for (uint32_t i = 0; i < count; i++)
    atoms[i] = find_atom(evaluation, property, noe_logic_proposition(logic, i)->atom);
  evaluation->atoms = atoms;
  evaluation->known = NOE_NEW_ARRAY(search->arena, const uint32_t *, evaluation->formula->count + 1);
  if (property->clause->property == NOE_PROPERTY_CTL)
    evaluation->ends = combine(evaluation, noe_diagram_minus, reached, step_back(evaluation, reached, NULL));
}

void noe_counter_judge_branching(struct noe_counter_search *search, struct noe_finding *finding) {
  const struct noe_low_clause *property = &search->form->properties[finding->clause->id];
  struct evaluation evaluation = {.search = search};
  struct noe_logic *logic = noe_logic_new(search->memory);
  enum noe_logic_answer answer =
      noe_logic_branching(logic, search->arena, finding->clause->temporal, &evaluation.formula);
  if (answer == NOE_LOGIC_DONE && !search->has_fault) {
    search->keeps_all = true;
    prepare(&evaluation, property, logic);
    if (evaluation.has_fault)
      finding->message = "a run-time error kept it from being evaluated everywhere";
    else if (!is_given_up(&evaluation))
      judge_starts(&evaluation, finding);
    search->keeps_all = false;
  } else {
    finding->message =
        answer == NOE_LOGIC_DONE ? "a run-time error kept it from being judged" : noe_logic_answer_text(answer);
  }
  noe_logic_delete(logic);
}
