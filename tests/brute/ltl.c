/* LTL by guessing: a node of the product is a state and a guess, for each X and U in
 * the formula, whether it is true there. What a guess says about now must agree with
 * what the next guess says, and no U may be promised for ever. What is said about the step that comes next is guessed,
 * too, and each step must be as it was guessed. For each Y and S there is a bit of memory besides: what
 * was true one state before. It is false at first, and each step must hand on what is true where it begins. */
#include <string.h>

#include "brute.h"

enum { MOST_PARTS = 200, MOST_GUESSES = 9, MOST_NODES = 400000 };

enum part_kind {
  PART_TRUE,
  PART_ATOM,
  PART_NOT,
  PART_AND,
  PART_NEXT,
  PART_UNTIL,
  PART_TAKEN,
  PART_PREVIOUS,
  PART_SINCE
};

struct part {
  enum part_kind kind;
  int left, right;
  int guess;    /* NEXT, UNTIL, TAKEN: its bit; PREVIOUS, SINCE: that of its memory */
  bool *holds;  /* ATOM: by state */
  bool **taken; /* TAKEN: by state, by edge */
};

struct formula {
  struct brute_graph *graph;
  const struct noe_clause *claim;
  const int64_t *arguments;
  int64_t *values;
  struct part parts[MOST_PARTS];
  int count, guesses;
  brute_states *states; /* CTL*: judges parts about states */
  void *context;
  uint32_t memory; /* guesses that are about the past */
};

static int add(struct formula *formula, struct part part) {
  if (formula->count == MOST_PARTS || formula->guesses > MOST_GUESSES) {
    formula->graph->trouble = "the formula is too large";
    return 0;
  }
  formula->parts[formula->count] = part;
  return formula->count++;
}

static int negate(struct formula *formula, int part) {
  return add(formula, (struct part){.kind = PART_NOT, .left = part});
}
static int both(struct formula *formula, int left, int right) {
  return add(formula, (struct part){.kind = PART_AND, .left = left, .right = right});
}
static int either(struct formula *formula, int left, int right) {
  return negate(formula, both(formula, negate(formula, left), negate(formula, right)));
}
static int until(struct formula *formula, int left, int right) {
  return add(formula, (struct part){.kind = PART_UNTIL, .left = left, .right = right, .guess = formula->guesses++});
}
static int since(struct formula *formula, int left, int right) {
  formula->memory |= (uint32_t)1 << formula->guesses;
  return add(formula, (struct part){.kind = PART_SINCE, .left = left, .right = right, .guess = formula->guesses++});
}
static int truth(struct formula *formula) { return add(formula, (struct part){.kind = PART_TRUE}); }
static int always(struct formula *formula, int part) {
  return negate(formula, until(formula, truth(formula), negate(formula, part)));
}

static int build(struct formula *formula, const struct noe_formula *from);

static int build_atom(struct formula *formula, uint32_t atom) {
  struct brute_graph *graph = formula->graph;
  bool *holds = NOE_NEW_ARRAY(graph->arena, bool, graph->count);
  for (uint32_t i = 0; i < graph->count && !graph->trouble; i++)
    holds[i] = brute_atom(graph, formula->claim, formula->arguments, formula->values, atom, i);
  return add(formula, (struct part){.kind = PART_ATOM, .holds = holds});
}

static int build_taken(struct formula *formula, uint32_t atom) {
  struct brute_graph *graph = formula->graph;
  bool **taken = NOE_NEW_ARRAY(graph->arena, bool *, graph->count);
  for (uint32_t i = 0; i < graph->count && !graph->trouble; i++) {
    const struct brute_node *node = &graph->nodes[i];
    taken[i] = NOE_NEW_ARRAY(graph->arena, bool, node->edge_count);
    for (uint32_t e = 0; e < node->edge_count; e++)
      taken[i][e] = brute_taken(graph, formula->claim, formula->arguments, formula->values, atom, i, &node->edges[e]);
  }
  return add(formula, (struct part){.kind = PART_TAKEN, .taken = taken, .guess = formula->guesses++});
}

static int build_quantifier(struct formula *formula, const struct noe_formula *from) {
  const struct noe_formula_variable *variable = &formula->claim->temporal->variables[from->number];
  bool all = from->kind == NOE_FORMULA_FORALL;
  int result = all ? truth(formula) : negate(formula, truth(formula));
  int64_t value = variable->low;
  for (bool ended = false; !ended && value <= variable->high;
       ended = __builtin_add_overflow(value, variable->step, &value)) {
    formula->values[from->number] = value;
    int part = build(formula, from->left);
    result = all ? both(formula, result, part) : either(formula, result, part);
  }
  return result;
}

static int build(struct formula *formula, const struct noe_formula *from) {
  if (formula->graph->trouble)
    return 0;
  if (formula->states && (from->kind == NOE_FORMULA_ATOM || from->kind == NOE_FORMULA_PATH))
    return add(formula, (struct part){.kind = PART_ATOM, .holds = formula->states(formula->context, from)});
  if (from->path != NOE_PATH_NONE) {
    formula->graph->trouble = "not LTL";
    return 0;
  }
  switch (from->kind) {
  case NOE_FORMULA_TRUE: return truth(formula);
  case NOE_FORMULA_FALSE: return negate(formula, truth(formula));
  case NOE_FORMULA_ATOM: return build_atom(formula, from->number);
  case NOE_FORMULA_TAKEN: return build_taken(formula, from->number);
  case NOE_FORMULA_FORALL:
  case NOE_FORMULA_EXISTS: return build_quantifier(formula, from);
  default: break;
  }
  int left = build(formula, from->left);
  int right = from->right ? build(formula, from->right) : 0;
  switch (from->kind) {
  case NOE_FORMULA_NOT: return negate(formula, left);
  case NOE_FORMULA_AND: return both(formula, left, right);
  case NOE_FORMULA_OR: return either(formula, left, right);
  case NOE_FORMULA_IMPLIES: return either(formula, negate(formula, left), right);
  case NOE_FORMULA_NEXT:
    return add(formula, (struct part){.kind = PART_NEXT, .left = left, .guess = formula->guesses++});
  case NOE_FORMULA_ALWAYS: return always(formula, left);
  case NOE_FORMULA_EVENTUALLY: return until(formula, truth(formula), left);
  case NOE_FORMULA_UNTIL: return until(formula, left, right);
  case NOE_FORMULA_WEAK_UNTIL: return either(formula, until(formula, left, right), always(formula, left));
  case NOE_FORMULA_RELEASE: return negate(formula, until(formula, negate(formula, left), negate(formula, right)));
  case NOE_FORMULA_PREVIOUS:
    formula->memory |= (uint32_t)1 << formula->guesses;
    return add(formula, (struct part){.kind = PART_PREVIOUS, .left = left, .guess = formula->guesses++});
  case NOE_FORMULA_ONCE: return since(formula, truth(formula), left);
  case NOE_FORMULA_HISTORICALLY: return negate(formula, since(formula, truth(formula), negate(formula, left)));
  case NOE_FORMULA_SINCE: return since(formula, left, right);
  default: formula->graph->trouble = "not LTL"; return 0;
  }
}

/* Parts are numbered after their own parts, so one pass decides them all. */
static void evaluate(const struct formula *formula, uint32_t state, uint32_t guess, bool *value) {
  for (int i = 0; i < formula->count; i++) {
    const struct part *part = &formula->parts[i];
    switch (part->kind) {
    case PART_TRUE: value[i] = true; break;
    case PART_ATOM: value[i] = part->holds[state]; break;
    case PART_NOT: value[i] = !value[part->left]; break;
    case PART_AND: value[i] = value[part->left] && value[part->right]; break;
    case PART_SINCE: value[i] = value[part->right] || (value[part->left] && (guess >> part->guess & 1)); break;
    default: value[i] = guess >> part->guess & 1;
    }
  }
}

/* The only guess in `state`, with this memory, that agrees with the step and with `next` (values where it leads). */
static uint32_t guess_before(const struct formula *formula, uint32_t state, uint32_t edge, uint32_t memory,
                             const bool *next) {
  bool value[MOST_PARTS];
  uint32_t guess = memory;
  for (int i = 0; i < formula->count; i++) {
    const struct part *part = &formula->parts[i];
    switch (part->kind) {
    case PART_TRUE: value[i] = true; break;
    case PART_ATOM: value[i] = part->holds[state]; break;
    case PART_NOT: value[i] = !value[part->left]; break;
    case PART_AND: value[i] = value[part->left] && value[part->right]; break;
    case PART_NEXT: value[i] = next[part->left]; break;
    case PART_UNTIL: value[i] = value[part->right] || (value[part->left] && next[i]); break;
    case PART_TAKEN: value[i] = part->taken[state][edge]; break;
    case PART_PREVIOUS: value[i] = memory >> part->guess & 1; break;
    case PART_SINCE: value[i] = value[part->right] || (value[part->left] && (memory >> part->guess & 1)); break;
    }
    if (part->kind >= PART_NEXT && part->kind <= PART_TAKEN && value[i])
      guess |= (uint32_t)1 << part->guess;
  }
  return guess;
}

/* Does the guess `after` remember what is true in `state` with `guess`? */
static bool remembers(const struct formula *formula, uint32_t state, uint32_t guess, uint32_t after) {
  bool value[MOST_PARTS];
  evaluate(formula, state, guess, value);
  for (int i = 0; i < formula->count; i++) {
    const struct part *part = &formula->parts[i];
    if (part->kind < PART_PREVIOUS)
      continue;
    if (value[part->kind == PART_SINCE ? i : part->left] != (after >> part->guess & 1))
      return false;
  }
  return true;
}

struct raw_edge {
  uint32_t from, to;
  uint64_t taken;
};

static void make_product(const struct formula *formula, struct brute_product *product) {
  struct brute_graph *graph = formula->graph;
  uint32_t guesses = (uint32_t)1 << formula->guesses, edges = 0;
  product->nodes = graph->count * guesses;
  for (uint32_t i = 0; i < graph->count; i++)
    edges += graph->nodes[i].edge_count;
  struct raw_edge *raw =
      NOE_NEW_ARRAY(graph->arena, struct raw_edge, (size_t)edges * guesses << __builtin_popcount(formula->memory));
  uint32_t *first = NOE_NEW_ARRAY(graph->arena, uint32_t, product->nodes + 2);
  size_t count = 0;
  for (uint32_t i = 0; i < graph->count; i++)
    for (uint32_t e = 0; e < graph->nodes[i].edge_count; e++)
      for (uint32_t h = 0; h < guesses; h++) {
        bool next[MOST_PARTS];
        const struct brute_edge *edge = &graph->nodes[i].edges[e];
        evaluate(formula, edge->target, h, next);
        for (uint32_t memory = formula->memory;; memory = (memory - 1) & formula->memory) {
          uint32_t guess = guess_before(formula, i, e, memory, next), from = i * guesses + guess;
          if (remembers(formula, i, guess, h)) {
            raw[count++] = (struct raw_edge){from, edge->target * guesses + h, edge->taken};
            first[from + 2]++;
          }
          if (!memory)
            break;
        }
      }
  for (uint32_t i = 1; i < product->nodes + 2; i++)
    first[i] += first[i - 1];
  uint32_t *targets = NOE_NEW_ARRAY(graph->arena, uint32_t, count + 1);
  uint64_t *taken = NOE_NEW_ARRAY(graph->arena, uint64_t, count + 1);
  for (size_t i = 0; i < count; i++) {
    uint32_t at = first[raw[i].from + 1]++;
    targets[at] = raw[i].to;
    taken[at] = raw[i].taken;
  }
  product->first = first;
  product->targets = targets;
  product->taken = taken;
}

static void make_conditions(const struct formula *formula, struct brute_product *product) {
  struct brute_graph *graph = formula->graph;
  uint32_t guesses = (uint32_t)1 << formula->guesses;
  uint64_t *marks = NOE_NEW_ARRAY(graph->arena, uint64_t, product->nodes);
  uint64_t *enabled = NOE_NEW_ARRAY(graph->arena, uint64_t, product->nodes);
  uint64_t *met = NOE_NEW_ARRAY(graph->arena, uint64_t, product->nodes);
  uint64_t *answered = NOE_NEW_ARRAY(graph->arena, uint64_t, product->nodes);
  for (uint32_t node = 0; node < product->nodes; node++) {
    bool value[MOST_PARTS];
    evaluate(formula, node / guesses, node % guesses, value);
    enabled[node] = graph->nodes[node / guesses].enabled;
    met[node] = graph->nodes[node / guesses].first;
    answered[node] = graph->nodes[node / guesses].second;
    for (int i = 0; i < formula->count; i++)
      if (formula->parts[i].kind == PART_UNTIL && (!value[i] || value[formula->parts[i].right]))
        marks[node] |= (uint64_t)1 << formula->parts[i].guess;
  }
  for (int i = 0; i < formula->count; i++)
    if (formula->parts[i].kind == PART_UNTIL)
      product->all |= (uint64_t)1 << formula->parts[i].guess;
  product->marks = marks;
  product->enabled = enabled;
  product->met = met;
  product->answered = answered;
}

/* Start states with a guess that makes the formula false. */
static bool *starts(const struct formula *formula, const struct brute_product *product, int root) {
  struct brute_graph *graph = formula->graph;
  uint32_t guesses = (uint32_t)1 << formula->guesses;
  bool *start = NOE_NEW_ARRAY(graph->arena, bool, product->nodes);
  for (uint32_t i = 0; i < graph->start_count; i++)
    for (uint32_t g = 0; g < guesses; g++) {
      bool value[MOST_PARTS];
      evaluate(formula, graph->starts[i], g, value);
      start[graph->starts[i] * guesses + g] = !value[root] && !(g & formula->memory);
    }
  return start;
}

/* Nodes that can be reached from there. */
static bool *reachable(const struct formula *formula, const struct brute_product *product, int root) {
  struct brute_graph *graph = formula->graph;
  uint32_t depth = 0;
  bool *reach = starts(formula, product, root);
  uint32_t *stack = NOE_NEW_ARRAY(graph->arena, uint32_t, product->nodes);
  for (uint32_t i = 0; i < product->nodes; i++)
    if (reach[i])
      stack[depth++] = i;
  while (depth) {
    uint32_t node = stack[--depth];
    for (uint32_t e = product->first[node]; e < product->first[node + 1]; e++)
      if (!reach[product->targets[e]]) {
        reach[product->targets[e]] = true;
        stack[depth++] = product->targets[e];
      }
  }
  return reach;
}

enum brute_answer brute_ltl(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments,
                            unsigned flags) {
  struct formula *formula = NOE_NEW(graph->arena, struct formula);
  formula->graph = graph;
  formula->claim = claim;
  formula->arguments = arguments;
  formula->values = NOE_NEW_ARRAY(graph->arena, int64_t, claim->temporal->variable_count + 1);
  int root = build(formula, claim->temporal->formula);
  if (!graph->trouble && ((uint64_t)graph->count << formula->guesses) > MOST_NODES)
    graph->trouble = "the product is too large";
  if (graph->trouble)
    return BRUTE_UNDECIDED;
  struct brute_product product = {0};
  if (!(flags & BRUTE_NO_FAIRNESS)) {
    uint64_t groups = graph->group_count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << graph->group_count) - 1;
    product.strong = graph->strong;
    product.weak = groups & ~graph->strong;
    product.single = graph->single;
    product.doubled = graph->doubled;
  }
  make_product(formula, &product);
  make_conditions(formula, &product);
  bool *fair = NOE_NEW_ARRAY(graph->arena, bool, product.nodes);
  if (!brute_fair(graph->arena, &product, reachable(formula, &product, root), fair))
    return BRUTE_HOLDS;
  if (flags & BRUTE_SHORTEST)
    graph->shortest = brute_shortest(graph->arena, &product, starts(formula, &product, root), fair);
  return BRUTE_FAILS;
}

bool *brute_some_path(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments,
                      int64_t *values, const struct noe_formula *formula_of, bool negated, unsigned flags,
                      brute_states *states, void *context) {
  struct formula *formula = NOE_NEW(graph->arena, struct formula);
  bool *result = NOE_NEW_ARRAY(graph->arena, bool, graph->count + 1);
  *formula = (struct formula){.graph = graph, .claim = claim, .values = values, .states = states, .context = context};
  formula->arguments = arguments;
  int root = build(formula, formula_of);
  if (!graph->trouble && ((uint64_t)graph->count << formula->guesses) > MOST_NODES)
    graph->trouble = "the product is too large";
  if (graph->trouble)
    return result;
  struct brute_product product = {0};
  if (!(flags & BRUTE_NO_FAIRNESS)) {
    uint64_t groups = graph->group_count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << graph->group_count) - 1;
    product.strong = graph->strong;
    product.weak = groups & ~graph->strong;
    product.single = graph->single;
    product.doubled = graph->doubled;
  }
  make_product(formula, &product);
  make_conditions(formula, &product);
  bool *good = NOE_NEW_ARRAY(graph->arena, bool, product.nodes + 1);
  bool *everywhere = NOE_NEW_ARRAY(graph->arena, bool, product.nodes + 1);
  memset(everywhere, true, product.nodes);
  brute_fair(graph->arena, &product, everywhere, good);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < product.nodes; i++)
      for (uint32_t e = product.first[i]; e < product.first[i + 1] && !good[i]; e++)
        if (good[product.targets[e]])
          good[i] = more = true;
  }
  uint32_t guesses = (uint32_t)1 << formula->guesses;
  for (uint32_t node = 0; node < product.nodes; node++) {
    bool value[MOST_PARTS];
    evaluate(formula, node / guesses, node % guesses, value);
    result[node / guesses] |= good[node] && value[root] != negated;
  }
  return result;
}
