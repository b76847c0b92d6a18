/* CTL and the mu-calculus: sets of nodes bottom-up, then, if a start node is not in the last
 * one, as much of a reason as one run can show. */
#include "fair/judge_int.h"
#include "fair/sets.h"

/* ------------------------------------------------------------------ reasons */

struct reason {
  struct noe_judge *judge;
  struct noe_sets *sets;
  const struct noe_node *formulas;
  struct noe_bitset goal, within;
  const struct noe_trace *lasso;
  bool partial; /* something is left that one run cannot show */
};

static uint32_t here(const struct reason *reason) {
  return noe_product_graph_node(&reason->judge->product, reason->judge->walk.at);
}

/* Can a run show that the formula has this truth value, in part at least? */
static bool shows(const struct reason *reason, uint32_t number, bool truth) {
  const struct noe_node *node = &reason->formulas[number];
  switch (node->kind) {
  case NOE_NODE_NOT: return shows(reason, node->left, !truth);
  case NOE_NODE_AND:
  case NOE_NODE_OR: return shows(reason, node->left, truth) || shows(reason, node->right, truth);
  case NOE_NODE_NEXT:
  case NOE_NODE_STEP:
  case NOE_NODE_UNTIL:
  case NOE_NODE_GLOBALLY: return truth;
  default: return false;
  }
}

static bool holds(const struct reason *reason, uint32_t number, uint32_t node) {
  return noe_bitset_has(noe_fair_set(reason->sets, number), node);
}

/* Goes by a shortest path to `goal` through `through` (NULL: no step between). */
static bool go_to(struct reason *reason, uint32_t goal, const struct noe_bitset *through) {
  struct noe_walk *walk = &reason->judge->walk;
  for (uint32_t i = 0; i < reason->sets->nodes; i++) {
    noe_bitset_remove(&reason->goal, i);
    noe_bitset_remove(&reason->within, i);
    if (holds(reason, goal, i)) {
      noe_bitset_add(&reason->goal, i);
      noe_bitset_add(&reason->within, i);
    }
    if (through && noe_bitset_has(through, i))
      noe_bitset_add(&reason->within, i);
  }
  walk->goal = &reason->goal;
  reason->judge->product.within = &reason->within;
  bool found = noe_fair_find_path(walk, &walk->at, 1, NOE_PATH_INTO, 0, 0, NULL) && noe_fair_go(walk);
  reason->judge->product.within = NULL;
  return found;
}

/* One step to `goal`, by a rule of this name if it is not NULL. */
static bool step_to(struct reason *reason, uint32_t goal, const char *rule) {
  const struct noe_fair_graph *graph = reason->judge->graph;
  struct noe_walk *walk = &reason->judge->walk;
  const struct noe_fair_node *node = &graph->nodes[here(reason)];
  for (uint32_t k = 0; k < node->count; k++) {
    struct noe_fair_edge edge = graph->edges[node->first + k];
    if ((edge.rule == NOE_NO_RULE && reason->sets->firings_only) || !holds(reason, goal, edge.target) ||
        !noe_fair_edge_is_by(graph, &edge, rule))
      continue;
    struct noe_path_step step = {edge.rule, noe_fair_product_node(&reason->judge->product, edge.target, 0),
                                 NOE_NO_CLASS, 0};
    return noe_fair_walk_step(walk, &step, NOE_NO_CLASS);
  }
  return false;
}

/* A fair loop through `left` only. */
static bool go_round(struct reason *reason, uint32_t left) {
  struct noe_judge *judge = reason->judge;
  const char *why;
  uint32_t start = judge->walk.at;
  judge->product.within = noe_fair_set(reason->sets, left);
  noe_fair_cycles_init(&judge->cycles, &judge->product);
  judge->walk.cycles = &judge->cycles;
  if (noe_fair_cycles_search(&judge->cycles, &start, 1))
    reason->lasso = noe_fair_lasso(&judge->walk, &start, 1, &why);
  return reason->lasso != NULL;
}

/* Walks on to show that the formula has this truth value where the walker stands; false if
 * that cannot be, which would be a mistake. */
static bool show(struct reason *reason, uint32_t number, bool truth) {
  for (;;) {
    const struct noe_node *node = &reason->formulas[number];
    uint32_t place = here(reason);
    switch (node->kind) {
    case NOE_NODE_NOT:
      truth = !truth;
      number = node->left;
      continue;
    case NOE_NODE_AND:
    case NOE_NODE_OR: {
      bool left = holds(reason, node->left, place) == truth, right = holds(reason, node->right, place) == truth;
      bool both = (node->kind == NOE_NODE_AND) == truth;
      reason->partial |= both && shows(reason, node->left, truth) && shows(reason, node->right, truth);
      number = left && (!right || shows(reason, node->left, truth)) ? node->left : node->right;
      continue;
    }
    case NOE_NODE_UNTIL:
      if (truth && !go_to(reason, node->right, noe_fair_set(reason->sets, node->left)))
        return false;
      number = node->right;
      break;
    case NOE_NODE_NEXT:
    case NOE_NODE_STEP:
      if (truth && !step_to(reason, node->left, node->rule))
        return false;
      number = node->left;
      break;
    case NOE_NODE_GLOBALLY: return !truth ? (reason->partial = true) : go_round(reason, node->left);
    case NOE_NODE_TRUE:
    case NOE_NODE_PROPOSITION: return true;
    case NOE_NODE_POINT:
    case NOE_NODE_LEAST:
    case NOE_NODE_GREATEST: return reason->partial = true;
    }
    if (!truth)
      return reason->partial = true;
  }
}

static void show_reason(struct noe_judge *judge, const struct noe_branching *formula, uint32_t start) {
  struct reason reason = {.judge = judge, .sets = judge->sets, .formulas = formula->nodes};
  noe_fair_product_init(&judge->product, judge->graph, &judge->claim, &noe_fair_everything);
  noe_fair_walk_init(&judge->walk, &judge->product, NULL);
  reason.goal = noe_base_bitset(judge->task->memory, judge->sets->nodes + 1);
  reason.within = noe_base_bitset(judge->task->memory, judge->sets->nodes + 1);
  bool shown = noe_fair_walk_start(&judge->walk, noe_fair_product_node(&judge->product, start, 0)) &&
               show(&reason, formula->root, false);
  const struct noe_trace *trace = reason.lasso ? reason.lasso : shown ? noe_fair_run(&judge->walk) : NULL;
  noe_base_bitset_free(&reason.goal);
  noe_base_bitset_free(&reason.within);
  noe_fair_show(judge, trace, "no run shows it");
  if (trace && reason.partial)
    judge->finding->message = "the run leads to where it fails; the rest of the reason is about all runs from there";
}

/* ---------------------------------------------------------------- judgement */

static bool expand_all(struct noe_judge *judge) {
  for (uint32_t i = 0; i < noe_fair_node_count(judge->graph); i++)
    if (!noe_fair_graph_expand(judge->graph, i))
      return false;
  return true;
}

enum noe_verdict noe_fair_judge_branching(struct noe_judge *judge) {
  const struct noe_branching *formula;
  if (judge->task->most_pairs) /* sets are of all nodes or of none */
    return NOE_VERDICT_UNKNOWN;
  judge->logic = noe_logic_new(judge->task->memory);
  enum noe_logic_answer answer = noe_logic_branching(judge->logic, judge->arena, judge->property->temporal, &formula);
  if (answer != NOE_LOGIC_DONE) {
    judge->finding->message = noe_logic_answer_text(answer);
    return NOE_VERDICT_UNKNOWN;
  }
  const struct noe_proposition *const *propositions = noe_fair_propositions(judge, judge->logic);
  if (!noe_fair_open_instance(judge, propositions, noe_logic_proposition_count(judge->logic)) || !expand_all(judge))
    return NOE_VERDICT_UNKNOWN;
  judge->sets = noe_fair_sets_new(judge->graph, &judge->claim, formula);
  judge->sets->firings_only = judge->property->property == NOE_PROPERTY_MU;
  const struct noe_bitset *set = noe_fair_set(judge->sets, formula->root);
  if (judge->space.stop || judge->claim.fault)
    return NOE_VERDICT_UNKNOWN;
  for (uint32_t i = 0; i < judge->starts.count; i++) {
    uint32_t start = noe_row_words(&judge->starts, i)[0];
    if (noe_bitset_has(set, start))
      continue;
    show_reason(judge, formula, start);
    return NOE_VERDICT_VIOLATED;
  }
  return NOE_VERDICT_HOLDS;
}
