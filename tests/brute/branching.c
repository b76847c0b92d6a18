/* CTL and the mu-calculus by sets of states, straight from their definitions. */
#include <string.h>

#include "brute.h"

struct evaluation {
  struct brute_graph *graph;
  const struct noe_clause *claim;
  const int64_t *arguments;
  int64_t *values;
  bool **points;     /* fixed-point variables */
  bool firings_only; /* mu: a state that nothing leaves has no successor */
  struct brute_product product;
  bool *fair; /* states with a fair run */
  unsigned flags;
};

static bool *set(struct evaluation *e, bool all) {
  bool *result = NOE_NEW_ARRAY(e->graph->arena, bool, e->graph->count + 1);
  memset(result, all, e->graph->count * sizeof *result);
  return result;
}

static bool *complement(struct evaluation *e, const bool *of) {
  bool *result = set(e, false);
  for (uint32_t i = 0; i < e->graph->count; i++)
    result[i] = !of[i];
  return result;
}

static bool *both(struct evaluation *e, const bool *a, const bool *b) {
  bool *result = set(e, false);
  for (uint32_t i = 0; i < e->graph->count; i++)
    result[i] = a[i] && b[i];
  return result;
}

static bool *either(struct evaluation *e, const bool *a, const bool *b) {
  return complement(e, both(e, complement(e, a), complement(e, b)));
}

/* States with a step into `of`, by a rule of that name if there is one. */
static bool *before(struct evaluation *e, const bool *of, const char *rule) {
  bool *result = set(e, false);
  for (uint32_t i = 0; i < e->graph->count; i++)
    for (uint32_t k = 0; k < e->graph->nodes[i].edge_count; k++) {
      const struct brute_edge *edge = &e->graph->nodes[i].edges[k];
      if (e->firings_only && !edge->rule)
        continue;
      if (rule && (!edge->rule || !edge->rule->name || strcmp(edge->rule->name, rule)))
        continue;
      result[i] |= of[edge->target];
    }
  return result;
}

static bool *some_until(struct evaluation *e, const bool *left, const bool *right) {
  bool *result = both(e, right, right);
  for (bool more = true; more;) {
    bool *next = either(e, result, both(e, left, before(e, result, NULL)));
    more = memcmp(next, result, e->graph->count * sizeof *next) != 0;
    result = next;
  }
  return result;
}

static bool *some_always(struct evaluation *e, const bool *of) {
  bool *seeds = set(e, false);
  brute_fair(e->graph->arena, &e->product, of, seeds);
  return some_until(e, of, seeds);
}

/* Over fair runs: every state asked about at the end must have one. */
static bool *some(struct evaluation *e, enum noe_formula_kind kind, const bool *left, const bool *right) {
  switch (kind) {
  case NOE_FORMULA_NEXT: return before(e, e->firings_only ? left : both(e, left, e->fair), NULL);
  case NOE_FORMULA_EVENTUALLY: return some_until(e, set(e, true), both(e, left, e->fair));
  case NOE_FORMULA_ALWAYS: return some_always(e, left);
  case NOE_FORMULA_UNTIL: return some_until(e, left, both(e, right, e->fair));
  case NOE_FORMULA_WEAK_UNTIL: return either(e, some_until(e, left, both(e, right, e->fair)), some_always(e, left));
  default: /* f R g = g W (f & g) */
    return either(e, some_until(e, right, both(e, both(e, left, right), e->fair)), some_always(e, right));
  }
}

/* A f = ! E ! f, the negation pushed through the operator. */
static bool *all(struct evaluation *e, enum noe_formula_kind kind, const bool *left, const bool *right) {
  const bool *not_left = complement(e, left), *not_right = right ? complement(e, right) : NULL;
  const bool *neither = right ? both(e, not_left, not_right) : NULL;
  switch (kind) {
  case NOE_FORMULA_NEXT: return complement(e, some(e, NOE_FORMULA_NEXT, not_left, NULL));
  case NOE_FORMULA_EVENTUALLY: return complement(e, some(e, NOE_FORMULA_ALWAYS, not_left, NULL));
  case NOE_FORMULA_ALWAYS: return complement(e, some(e, NOE_FORMULA_EVENTUALLY, not_left, NULL));
  case NOE_FORMULA_UNTIL: return complement(e, some(e, NOE_FORMULA_WEAK_UNTIL, not_right, neither));
  case NOE_FORMULA_WEAK_UNTIL: return complement(e, some(e, NOE_FORMULA_UNTIL, not_right, neither));
  default: return complement(e, some(e, NOE_FORMULA_UNTIL, not_left, not_right));
  }
}

static bool *evaluate(struct evaluation *e, const struct noe_formula *f);

static bool *atom(struct evaluation *e, uint32_t number) {
  bool *result = set(e, false);
  for (uint32_t i = 0; i < e->graph->count && !e->graph->trouble; i++)
    result[i] = brute_atom(e->graph, e->claim, e->arguments, e->values, number, i);
  return result;
}

static bool *quantifier(struct evaluation *e, const struct noe_formula *f) {
  const struct noe_formula_variable *variable = &e->claim->temporal->variables[f->number];
  bool for_all = f->kind == NOE_FORMULA_FORALL;
  bool *result = set(e, for_all);
  int64_t value = variable->low;
  for (bool ended = false; !ended && value <= variable->high;
       ended = __builtin_add_overflow(value, variable->step, &value)) {
    e->values[f->number] = value;
    bool *part = evaluate(e, f->left);
    result = for_all ? both(e, result, part) : either(e, result, part);
  }
  return result;
}

static bool *fixed_point(struct evaluation *e, const struct noe_formula *f) {
  bool *result = set(e, f->kind == NOE_FORMULA_GREATEST);
  for (bool more = true; more && !e->graph->trouble;) {
    e->points[f->number] = result;
    bool *next = evaluate(e, f->left);
    more = memcmp(next, result, e->graph->count * sizeof *next) != 0;
    result = next;
  }
  return result;
}

static bool *part_of_path(void *context, const struct noe_formula *part) { return evaluate(context, part); }

/* A f = !E !f. */
static bool *path(struct evaluation *e, const struct noe_formula *f) {
  bool all = f->path == NOE_PATH_ALL;
  bool *some = brute_some_path(e->graph, e->claim, e->arguments, e->values, f->left, all, e->flags, part_of_path, e);
  return all ? complement(e, some) : some;
}

static bool *evaluate(struct evaluation *e, const struct noe_formula *f) {
  if (e->graph->trouble)
    return set(e, false);
  switch (f->kind) {
  case NOE_FORMULA_TRUE: return set(e, true);
  case NOE_FORMULA_FALSE: return set(e, false);
  case NOE_FORMULA_ATOM: return atom(e, f->number);
  case NOE_FORMULA_FORALL:
  case NOE_FORMULA_EXISTS: return quantifier(e, f);
  case NOE_FORMULA_LEAST:
  case NOE_FORMULA_GREATEST: return fixed_point(e, f);
  case NOE_FORMULA_POINT: return e->points[f->number];
  case NOE_FORMULA_PATH: return path(e, f);
  default: break;
  }
  bool *left = evaluate(e, f->left), *right = f->right ? evaluate(e, f->right) : NULL;
  switch (f->kind) {
  case NOE_FORMULA_NOT: return complement(e, left);
  case NOE_FORMULA_AND: return both(e, left, right);
  case NOE_FORMULA_OR: return either(e, left, right);
  case NOE_FORMULA_IMPLIES: return either(e, complement(e, left), right);
  case NOE_FORMULA_DIAMOND: return before(e, left, f->rule);
  case NOE_FORMULA_BOX: return complement(e, before(e, complement(e, left), f->rule));
  default: break;
  }
  if (f->path == NOE_PATH_NONE)
    e->graph->trouble = "a temporal operator without a path";
  return f->path == NOE_PATH_SOME ? some(e, f->kind, left, right) : all(e, f->kind, left, right);
}

static void make_product(struct evaluation *e, unsigned flags) {
  struct brute_graph *graph = e->graph;
  uint32_t edges = 0;
  for (uint32_t i = 0; i < graph->count; i++)
    edges += graph->nodes[i].edge_count;
  uint32_t *first = NOE_NEW_ARRAY(graph->arena, uint32_t, graph->count + 1);
  uint32_t *targets = NOE_NEW_ARRAY(graph->arena, uint32_t, edges + 1);
  uint64_t *taken = NOE_NEW_ARRAY(graph->arena, uint64_t, edges + 1);
  uint64_t *enabled = NOE_NEW_ARRAY(graph->arena, uint64_t, graph->count + 1);
  uint64_t *met = NOE_NEW_ARRAY(graph->arena, uint64_t, graph->count + 1);
  uint64_t *answered = NOE_NEW_ARRAY(graph->arena, uint64_t, graph->count + 1);
  uint32_t at = 0;
  for (uint32_t i = 0; i < graph->count; i++) {
    first[i] = at;
    enabled[i] = graph->nodes[i].enabled;
    met[i] = graph->nodes[i].first;
    answered[i] = graph->nodes[i].second;
    for (uint32_t k = 0; k < graph->nodes[i].edge_count; k++, at++) {
      targets[at] = graph->nodes[i].edges[k].target;
      taken[at] = graph->nodes[i].edges[k].taken;
    }
  }
  first[graph->count] = at;
  e->product = (struct brute_product){.nodes = graph->count,
                                      .first = first,
                                      .targets = targets,
                                      .taken = taken,
                                      .enabled = enabled,
                                      .met = met,
                                      .answered = answered,
                                      .marks = NOE_NEW_ARRAY(graph->arena, uint64_t, graph->count + 1)};
  if (!(flags & BRUTE_NO_FAIRNESS)) {
    uint64_t groups = graph->group_count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << graph->group_count) - 1;
    e->product.strong = graph->strong;
    e->product.weak = groups & ~graph->strong;
    e->product.single = graph->single;
    e->product.doubled = graph->doubled;
  }
}

enum brute_answer brute_branching(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments,
                                  unsigned flags) {
  struct evaluation e = {.graph = graph, .claim = claim, .arguments = arguments, .flags = flags};
  e.firings_only = claim->property == NOE_PROPERTY_MU;
  e.values = NOE_NEW_ARRAY(graph->arena, int64_t, claim->temporal->variable_count + 1);
  e.points = NOE_NEW_ARRAY(graph->arena, bool *, claim->temporal->point_count + 1);
  make_product(&e, e.firings_only ? BRUTE_NO_FAIRNESS : flags);
  e.fair = some_always(&e, set(&e, true));
  const bool *holds = evaluate(&e, claim->temporal->formula);
  if (graph->trouble)
    return BRUTE_UNDECIDED;
  for (uint32_t i = 0; i < graph->start_count; i++)
    if (!holds[graph->starts[i]])
      return BRUTE_FAILS;
  return BRUTE_HOLDS;
}
