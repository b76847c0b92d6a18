#include "logic/check.h"

/* ------------------------------------------------------------------- terms */

/* Parts of AND and OR are sorted by id, no two of one pair, none of their own kind. */
static const char *check_parts(const struct noe_term *term) {
  for (uint32_t i = 0; i < term->count; i++) {
    if (term->negation->parts[i] != term->parts[i]->negation)
      return "parts of a negation are not the negations of parts";
    if (term->kind != NOE_TERM_AND && term->kind != NOE_TERM_OR)
      continue;
    if (term->parts[i]->kind == term->kind)
      return "a conjunction lies in a conjunction, or a disjunction in a disjunction";
    if (i && term->parts[i - 1]->id / 2 >= term->parts[i]->id / 2)
      return "parts are not in order, or two of them are a term and its negation";
  }
  return NULL;
}

const char *noe_logic_table_check(const struct noe_logic *logic) {
  uint32_t found = 0;
  if (logic->slot_count & (logic->slot_count - 1) || logic->term_count >= logic->slot_count)
    return "a table of terms has no empty slot";
  for (size_t i = 0; i < logic->slot_count; i++) {
    const struct noe_term *term = logic->slots[i];
    if (!term)
      continue;
    found++;
    if (term->negation->negation != term || (term->id ^ 1) != term->negation->id || term->id >= logic->term_count)
      return "a term and its negation are not neighbours";
    const char *wrong = check_parts(term);
    if (wrong)
      return wrong;
    if (noe_logic_find(logic, term->kind, term->number, term->parts, term->count) != term)
      return "a term cannot be found, or is there twice";
  }
  return found == logic->term_count ? NULL : "terms are miscounted";
}

/* ---------------------------------------------------------------- automata */

static const char *check_edge(const struct noe_automaton *automaton, const struct noe_edge *edge, uint32_t source) {
  if (edge->source != source || edge->target >= automaton->state_count)
    return "an edge is listed for another state, or leads to none";
  if (edge->positive & edge->negative)
    return "an edge asks for a proposition and against it";
  if (edge->marks & ~noe_automaton_all_marks(automaton))
    return "an edge has a mark that does not exist";
  return (edge->positive | edge->negative) & ~automaton->propositions
             ? "an edge asks for a proposition that is not listed"
             : NULL;
}

/* May both be taken with one letter? */
static bool meet(const struct noe_edge *a, const struct noe_edge *b) {
  return !(a->positive & b->negative) && !(a->negative & b->positive);
}

static bool is_deterministic(const struct noe_automaton *automaton, uint32_t state) {
  for (uint32_t i = automaton->first[state]; i < automaton->first[state + 1]; i++)
    for (uint32_t k = automaton->first[state]; k < i; k++)
      if (meet(&automaton->edges[i], &automaton->edges[k]))
        return false;
  return true;
}

const char *noe_logic_automaton_check(const struct noe_automaton *automaton) {
  if (automaton->mark_count > 64 || automaton->safety != !automaton->mark_count)
    return "an automaton has too many marks, or none and not every run is accepting";
  if (automaton->first[0] || automaton->first[automaton->state_count] != automaton->edge_count)
    return "the edges of states are not all edges";
  if (automaton->terminal && !automaton->weak)
    return "a terminal automaton is not weak";
  for (uint32_t s = 0; s < automaton->state_count; s++) {
    if (automaton->first[s] >= automaton->first[s + 1])
      return "a state begins no run";
    for (uint32_t i = automaton->first[s]; i < automaton->first[s + 1]; i++) {
      const char *wrong = check_edge(automaton, &automaton->edges[i], s);
      if (wrong)
        return wrong;
    }
    if (automaton->deterministic && !is_deterministic(automaton, s))
      return "a letter has two ways in a deterministic automaton";
  }
  return NULL;
}

/* ---------------------------------------------------------------- monitors */

static bool is_reference(const struct noe_monitor *monitor, uint32_t to, uint32_t decisions) {
  return to & NOE_MONITOR_QUESTION ? (to & ~NOE_MONITOR_QUESTION) < decisions : to < monitor->state_count;
}

const char *noe_logic_monitor_check(const struct noe_monitor *monitor) {
  if (monitor->initial >= monitor->state_count || monitor->roots[NOE_MONITOR_BAD] != NOE_MONITOR_BAD)
    return "a monitor begins nowhere, or leaves the bad state";
  for (uint32_t s = 0; s < monitor->state_count; s++)
    if (!is_reference(monitor, monitor->roots[s], monitor->decision_count))
      return "a state asks a question that does not exist, or leads to no state";
  for (uint32_t i = 0; i < monitor->decision_count; i++) {
    const struct noe_decision *decision = &monitor->decisions[i];
    if (!is_reference(monitor, decision->low, i) || !is_reference(monitor, decision->high, i))
      return "a question leads to a later one, or to no state";
    if (decision->low == decision->high)
      return "a question decides nothing";
    if (decision->proposition > 63 || !(monitor->propositions >> decision->proposition & 1))
      return "a question is about a proposition that is not listed";
  }
  return NULL;
}

/* -------------------------------------------------------------- branching */

/* How many arguments a node has. */
static uint32_t arity(const struct noe_node *node) {
  switch (node->kind) {
  case NOE_NODE_TRUE:
  case NOE_NODE_PROPOSITION:
  case NOE_NODE_POINT:
  case NOE_NODE_TAKEN:
  case NOE_NODE_PATH: return 0;
  case NOE_NODE_AND:
  case NOE_NODE_OR:
  case NOE_NODE_UNTIL: return 2;
  default: return 1;
  }
}

static const char *check_node(const struct noe_branching *branching, uint32_t number) {
  const struct noe_node *node = &branching->nodes[number];
  uint64_t free = 0;
  if (arity(node) > 0 && node->left >= number)
    return "an argument comes behind its node";
  if (arity(node) > 1 && node->right >= number)
    return "an argument comes behind its node";
  free |= arity(node) > 0 ? branching->nodes[node->left].free : 0;
  free |= arity(node) > 1 ? branching->nodes[node->right].free : 0;
  const bool is_point = node->kind == NOE_NODE_POINT;
  const bool binds = node->kind == NOE_NODE_LEAST || node->kind == NOE_NODE_GREATEST;
  if ((is_point || binds) && node->number >= branching->point_count)
    return "a fixed-point variable does not exist";
  free |= is_point ? (uint64_t)1 << node->number : 0;
  free &= binds ? ~((uint64_t)1 << node->number) : UINT64_MAX;
  if (node->kind != NOE_NODE_PATH)
    return node->free == free ? NULL : "free variables of a node are not those of its arguments";
  const struct noe_node_path *path = &branching->paths[node->number];
  for (uint32_t i = 0; i < path->count; i++)
    if (path->nodes[i] >= number)
      return "a proposition of a path comes behind its node";
  return noe_logic_automaton_check(path->automaton);
}

const char *noe_logic_branching_check(const struct noe_branching *branching) {
  if (branching->root >= branching->count || branching->nodes[branching->root].free)
    return "the root has free variables, or does not exist";
  for (uint32_t i = 0; i < branching->count; i++) {
    const char *wrong = check_node(branching, i);
    if (wrong)
      return wrong;
  }
  return NULL;
}
