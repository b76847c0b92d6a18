/* From claims to the graph of branching.h. */
#include <string.h>

#include "base/contract.h"
#include "logic/branching.h"
#include "logic/check.h"
#include "logic/logic_int.h"

enum { NODE_LIMIT = 100000, TRUTH = 0 };

struct work {
  struct noe_logic *logic;
  struct noe_arena *arena;
  const struct noe_temporal *temporal;
  int64_t *values;
  NOE_LIST(struct noe_node) nodes;
  uint32_t *slots; /* open addressing: 1 + number of the node */
  size_t slot_count;
  uint32_t *points; /* by variable of the claim: its number here, inside its binder */
  bool *negated;    /* by number here: negations between the binder and where we are are odd */
  uint32_t point_count;
  NOE_LIST(struct noe_node_path) paths;
  struct noe_arena *result; /* where automata live */
  uint32_t visits, depth;
  enum noe_logic_answer answer;
};

/* -------------------------------------------------------------- hash-consing */

static bool is_same(const struct noe_node *a, const struct noe_node *b) {
  return a->kind == b->kind && a->number == b->number && a->left == b->left && a->right == b->right &&
         (a->rule == b->rule || (a->rule && b->rule && !strcmp(a->rule, b->rule)));
}

static size_t slot_of(const struct work *work, const struct noe_node *node) {
  uint64_t hash = (uint64_t)node->kind << 32 | node->number;
  hash = (hash ^ ((uint64_t)node->left << 32 | node->right)) * UINT64_C(0x9e3779b97f4a7c15);
  return (size_t)(hash ^ hash >> 32) & (work->slot_count - 1);
}

static void grow(struct work *work) {
  work->slot_count *= 2;
  work->slots = NOE_NEW_ARRAY(work->arena, uint32_t, work->slot_count);
  for (size_t i = 0; i < work->nodes.count; i++) {
    size_t slot = slot_of(work, &work->nodes.items[i]);
    while (work->slots[slot])
      slot = (slot + 1) & (work->slot_count - 1);
    work->slots[slot] = (uint32_t)i + 1;
  }
}

static uint64_t free_of(const struct work *work, const struct noe_node *node) {
  uint64_t both = work->nodes.count ? work->nodes.items[node->left].free | work->nodes.items[node->right].free : 0;
  uint64_t own = (uint64_t)1 << (node->number % NOE_POINT_LIMIT);
  switch (node->kind) {
  case NOE_NODE_POINT: return own;
  case NOE_NODE_LEAST:
  case NOE_NODE_GREATEST: return both & ~own;
  case NOE_NODE_PROPOSITION:
  case NOE_NODE_TRUE: return 0;
  default: return both;
  }
}

static uint32_t intern(struct work *work, struct noe_node node) {
  size_t slot = slot_of(work, &node);
  for (; work->slots[slot]; slot = (slot + 1) & (work->slot_count - 1))
    if (is_same(&work->nodes.items[work->slots[slot] - 1], &node))
      return work->slots[slot] - 1;
  if (work->nodes.count >= NODE_LIMIT) {
    work->answer = work->answer == NOE_LOGIC_DONE ? NOE_LOGIC_TOO_LARGE : work->answer;
    return TRUTH;
  }
  node.free = free_of(work, &node);
  NOE_LIST_PUSH(work->arena, &work->nodes, node);
  work->slots[slot] = (uint32_t)work->nodes.count;
  if (3 * work->nodes.count > 2 * work->slot_count)
    grow(work);
  return (uint32_t)work->nodes.count - 1;
}

/* -------------------------------------------------------------- constructors */

static uint32_t unary(struct work *work, enum noe_node_kind kind, uint32_t left) {
  return intern(work, (struct noe_node){.kind = kind, .left = left});
}

static uint32_t negate(struct work *work, uint32_t node) {
  if (work->nodes.items[node].kind == NOE_NODE_NOT)
    return work->nodes.items[node].left;
  return unary(work, NOE_NODE_NOT, node);
}

static bool is_false(const struct work *work, uint32_t node) {
  return work->nodes.items[node].kind == NOE_NODE_NOT && work->nodes.items[node].left == TRUTH;
}

static uint32_t disjunction(struct work *work, uint32_t left, uint32_t right) {
  if (left == TRUTH || is_false(work, right) || left == right)
    return left;
  if (right == TRUTH || is_false(work, left))
    return right;
  uint32_t low = left < right ? left : right, high = left < right ? right : left;
  return intern(work, (struct noe_node){.kind = NOE_NODE_OR, .left = low, .right = high});
}

static uint32_t conjunction(struct work *work, uint32_t left, uint32_t right) {
  if (left == TRUTH || is_false(work, right) || left == right)
    return right;
  if (right == TRUTH || is_false(work, left))
    return left;
  uint32_t low = left < right ? left : right, high = left < right ? right : left;
  return intern(work, (struct noe_node){.kind = NOE_NODE_AND, .left = low, .right = high});
}

static uint32_t until(struct work *work, uint32_t left, uint32_t right) {
  return intern(work, (struct noe_node){.kind = NOE_NODE_UNTIL, .left = left, .right = right});
}

/* Some run: f U g, and f W g, for a claim about all runs with the sides swapped and
 * negated: A(f U g) fails iff E(!g W (!f & !g)). */
static uint32_t weak_until(struct work *work, uint32_t left, uint32_t right) {
  return disjunction(work, until(work, left, right), unary(work, NOE_NODE_GLOBALLY, left));
}

static uint32_t not_before(struct work *work, uint32_t left, uint32_t right, bool weak) {
  uint32_t lacks = negate(work, right), neither = conjunction(work, negate(work, left), lacks);
  return negate(work, weak ? until(work, lacks, neither) : weak_until(work, lacks, neither));
}

/* ---------------------------------------------------------------- formulas */

static uint32_t build(struct work *work, const struct noe_formula *formula);

static void turn_all(struct work *work) {
  for (uint32_t i = 0; i < work->point_count && i < NOE_POINT_LIMIT; i++)
    work->negated[i] = !work->negated[i];
}

/* The part under a negation; the graph without it. */
static uint32_t build_turned(struct work *work, const struct noe_formula *formula) {
  turn_all(work);
  uint32_t node = build(work, formula);
  turn_all(work);
  return node;
}

static uint32_t atom(struct work *work, uint32_t number) {
  bool truth;
  if (noe_logic_fold(work->temporal, number, work->values, &truth))
    return truth ? TRUTH : negate(work, TRUTH);
  uint32_t proposition = noe_logic_propose(work->logic, work->temporal, number, work->values);
  if (proposition == NOE_PROPOSITION_LIMIT) {
    work->answer = NOE_LOGIC_TOO_MANY_ATOMS;
    return TRUTH;
  }
  return intern(work, (struct noe_node){.kind = NOE_NODE_PROPOSITION, .number = proposition});
}

static uint32_t quantified(struct work *work, const struct noe_formula *formula) {
  bool all = formula->kind == NOE_FORMULA_FORALL;
  const struct noe_formula_variable *variable = &work->temporal->variables[formula->number];
  uint32_t result = all ? TRUTH : negate(work, TRUTH);
  int64_t *value = &work->values[formula->number], before = *value;
  for (uint64_t i = 0; work->answer == NOE_LOGIC_DONE && noe_logic_value(variable, i, value); i++) {
    uint32_t instance = build(work, formula->left);
    result = all ? conjunction(work, result, instance) : disjunction(work, result, instance);
  }
  *value = before;
  return result;
}

static uint32_t fixed_point(struct work *work, const struct noe_formula *formula) {
  uint32_t number = work->point_count, before = work->points[formula->number];
  if (number == NOE_POINT_LIMIT) {
    work->answer = NOE_LOGIC_TOO_LARGE;
    return TRUTH;
  }
  work->point_count++;
  work->points[formula->number] = number;
  work->negated[number] = false;
  uint32_t body = build(work, formula->left);
  work->points[formula->number] = before;
  bool least = formula->kind == NOE_FORMULA_LEAST;
  return intern(work,
                (struct noe_node){.kind = least ? NOE_NODE_LEAST : NOE_NODE_GREATEST, .number = number, .left = body});
}

static uint32_t point(struct work *work, uint32_t variable) {
  assert(variable < work->temporal->point_count && "fixed points of a claim are numbered");
  uint32_t number = work->points[variable];
  if (number == NOE_POINT_LIMIT)
    work->answer = NOE_LOGIC_OTHER; /* not inside its binder */
  else if (work->negated[number])
    work->answer = NOE_LOGIC_NOT_MONOTONE;
  if (work->answer != NOE_LOGIC_DONE)
    return TRUTH;
  return intern(work, (struct noe_node){.kind = NOE_NODE_POINT, .number = number});
}

static uint32_t temporal_operator(struct work *work, const struct noe_formula *formula) {
  bool some = formula->path == NOE_PATH_SOME;
  uint32_t left = build(work, formula->left), right = formula->right ? build(work, formula->right) : TRUTH;
  uint32_t no = negate(work, left);
  switch (formula->kind) {
  case NOE_FORMULA_NEXT: return some ? unary(work, NOE_NODE_NEXT, left) : negate(work, unary(work, NOE_NODE_NEXT, no));
  case NOE_FORMULA_EVENTUALLY:
    return some ? until(work, TRUTH, left) : negate(work, unary(work, NOE_NODE_GLOBALLY, no));
  case NOE_FORMULA_ALWAYS: return some ? unary(work, NOE_NODE_GLOBALLY, left) : negate(work, until(work, TRUTH, no));
  case NOE_FORMULA_UNTIL: return some ? until(work, left, right) : not_before(work, left, right, false);
  case NOE_FORMULA_WEAK_UNTIL: return some ? weak_until(work, left, right) : not_before(work, left, right, true);
  default: /* release */
    return some ? weak_until(work, right, conjunction(work, left, right))
                : negate(work, until(work, no, negate(work, right)));
  }
}

static uint32_t rule_step(struct work *work, const struct noe_formula *formula, bool box) {
  uint32_t part = build(work, formula->left);
  uint32_t step = intern(
      work, (struct noe_node){.kind = NOE_NODE_STEP, .left = box ? negate(work, part) : part, .rule = formula->rule});
  return box ? negate(work, step) : step;
}

/* ----------------------------------------------------------------------- CTL* */

/* The formula of a path while it becomes a term over nodes. */
struct linear {
  struct work *work;
  struct noe_logic *logic;
  uint32_t nodes[NOE_PROPOSITION_LIMIT];
  uint32_t count;
};

static const struct noe_term *linear(struct linear *path, const struct noe_formula *formula);

static const struct noe_term *part(struct linear *path, uint32_t node) {
  uint32_t number = 0;
  while (number < path->count && path->nodes[number] != node)
    number++;
  if (number == NOE_PROPOSITION_LIMIT) {
    path->work->answer = NOE_LOGIC_TOO_MANY_ATOMS;
    return noe_logic_constant(path->logic, true);
  }
  assert(number <= path->count && "parts are numbered in the order in which they are met");
  path->nodes[number] = node;
  path->count += number == path->count;
  return noe_logic_literal(path->logic, number);
}

static const struct noe_term *state_part(struct linear *path, const struct noe_formula *formula) {
  return part(path, build(path->work, formula));
}

/* X of "by such a step". */
static const struct noe_term *taken(struct linear *path, uint32_t atom) {
  struct work *work = path->work;
  uint32_t proposition = noe_logic_propose(work->logic, work->temporal, atom, work->values);
  if (proposition == NOE_PROPOSITION_LIMIT) {
    work->answer = NOE_LOGIC_TOO_MANY_ATOMS;
    return noe_logic_constant(path->logic, true);
  }
  return noe_logic_next(path->logic,
                        part(path, intern(work, (struct noe_node){.kind = NOE_NODE_TAKEN, .number = proposition})));
}

static const struct noe_term *linear_quantified(struct linear *path, const struct noe_formula *formula) {
  bool all = formula->kind == NOE_FORMULA_FORALL;
  const struct noe_formula_variable *variable = &path->work->temporal->variables[formula->number];
  const struct noe_term *result = noe_logic_constant(path->logic, all);
  int64_t *value = &path->work->values[formula->number], before = *value;
  for (uint64_t i = 0; path->work->answer == NOE_LOGIC_DONE && noe_logic_value(variable, i, value); i++) {
    const struct noe_term *both[2] = {result, linear(path, formula->left)};
    result = all ? noe_logic_and(path->logic, both, 2) : noe_logic_or(path->logic, both, 2);
  }
  *value = before;
  return result;
}

static const struct noe_term *linear(struct linear *path, const struct noe_formula *formula) {
  struct noe_logic *logic = path->logic;
  const struct noe_term *both[2];
  if (path->work->answer != NOE_LOGIC_DONE || ++path->work->visits > NOE_VISIT_LIMIT)
    return noe_logic_constant(logic, true);
  switch (formula->kind) {
  case NOE_FORMULA_TRUE:
  case NOE_FORMULA_FALSE: return noe_logic_constant(logic, formula->kind == NOE_FORMULA_TRUE);
  case NOE_FORMULA_ATOM:
  case NOE_FORMULA_PATH: return state_part(path, formula);
  case NOE_FORMULA_TAKEN: return taken(path, formula->number);
  case NOE_FORMULA_NOT: return noe_logic_not(linear(path, formula->left));
  case NOE_FORMULA_FORALL:
  case NOE_FORMULA_EXISTS: return linear_quantified(path, formula);
  case NOE_FORMULA_NEXT: return noe_logic_next(logic, linear(path, formula->left));
  case NOE_FORMULA_ALWAYS: return noe_logic_always(logic, linear(path, formula->left));
  case NOE_FORMULA_EVENTUALLY: return noe_logic_eventually(logic, linear(path, formula->left));
  default: break;
  }
  both[0] = linear(path, formula->left);
  both[1] = formula->right ? linear(path, formula->right) : both[0];
  switch (formula->kind) {
  case NOE_FORMULA_AND: return noe_logic_and(logic, both, 2);
  case NOE_FORMULA_OR: return noe_logic_or(logic, both, 2);
  case NOE_FORMULA_IMPLIES: both[0] = noe_logic_not(both[0]); return noe_logic_or(logic, both, 2);
  case NOE_FORMULA_UNTIL: return noe_logic_until(logic, both[0], both[1]);
  case NOE_FORMULA_RELEASE: return noe_logic_release(logic, both[0], both[1]);
  case NOE_FORMULA_WEAK_UNTIL: return noe_logic_release(logic, both[1], noe_logic_or(logic, both, 2));
  default: path->work->answer = NOE_LOGIC_OTHER; return noe_logic_constant(logic, true);
  }
}

/* A f = !E !f. */
static uint32_t path_node(struct work *work, const struct noe_formula *formula) {
  bool all = formula->path == NOE_PATH_ALL;
  struct linear path = {.work = work, .logic = noe_logic_new(work->logic->memory)};
  const struct noe_term *term = linear(&path, formula->left);
  uint32_t node = TRUTH;
  if (work->answer == NOE_LOGIC_DONE) {
    const struct noe_automaton *automaton =
        noe_logic_translate(work->result, work->logic->memory, all ? noe_logic_not(term) : term);
    uint32_t *nodes = NOE_NEW_ARRAY(work->result, uint32_t, path.count + 1);
    memcpy(nodes, path.nodes, path.count * sizeof *nodes);
    int64_t *values = NOE_NEW_ARRAY(work->result, int64_t, work->temporal->variable_count + 1);
    memcpy(values, work->values, work->temporal->variable_count * sizeof *values);
    struct noe_node_path made = {automaton, nodes, path.count, formula->left, all, values};
    if (!automaton)
      work->answer = NOE_LOGIC_TOO_LARGE;
    NOE_LIST_PUSH(work->arena, &work->paths, made);
    node = intern(work, (struct noe_node){.kind = NOE_NODE_PATH, .number = (uint32_t)work->paths.count - 1});
  }
  noe_logic_delete(path.logic);
  return all ? negate(work, node) : node;
}

static uint32_t by_kind(struct work *work, const struct noe_formula *formula) {
  uint32_t left;
  switch (formula->kind) {
  case NOE_FORMULA_TRUE: return TRUTH;
  case NOE_FORMULA_FALSE: return negate(work, TRUTH);
  case NOE_FORMULA_ATOM: return atom(work, formula->number);
  case NOE_FORMULA_NOT: return negate(work, build_turned(work, formula->left));
  case NOE_FORMULA_AND: left = build(work, formula->left); return conjunction(work, left, build(work, formula->right));
  case NOE_FORMULA_OR: left = build(work, formula->left); return disjunction(work, left, build(work, formula->right));
  case NOE_FORMULA_IMPLIES:
    left = negate(work, build_turned(work, formula->left));
    return disjunction(work, left, build(work, formula->right));
  case NOE_FORMULA_FORALL:
  case NOE_FORMULA_EXISTS: return quantified(work, formula);
  case NOE_FORMULA_LEAST:
  case NOE_FORMULA_GREATEST: return fixed_point(work, formula);
  case NOE_FORMULA_POINT: return point(work, formula->number);
  case NOE_FORMULA_DIAMOND: return rule_step(work, formula, false);
  case NOE_FORMULA_BOX: return rule_step(work, formula, true);
  case NOE_FORMULA_PATH: return path_node(work, formula);
  default: break;
  }
  if (formula->path != NOE_PATH_NONE)
    return temporal_operator(work, formula);
  work->answer = NOE_LOGIC_OTHER; /* a temporal operator without A or E */
  return TRUTH;
}

static uint32_t build(struct work *work, const struct noe_formula *formula) {
  if (work->answer != NOE_LOGIC_DONE)
    return TRUTH;
  if (++work->visits > NOE_VISIT_LIMIT || work->depth == NOE_DEPTH_LIMIT) {
    work->answer = NOE_LOGIC_TOO_LARGE;
    return TRUTH;
  }
  work->depth++;
  uint32_t node = by_kind(work, formula);
  assert(work->depth && (work->answer != NOE_LOGIC_DONE || node < work->nodes.count) && "what was built is a node");
  work->depth--;
  return node;
}

/* --------------------------------------------------------------- alternation */

/* The alternation that the binder `binder` gets from the nodes below `at`, which stands
 * under an even (0) or odd (1) number of negations. A binder inside, of the other
 * kind once negations are counted, alternates if our variable is free in it. */
static uint32_t alternation_below(const struct work *work, const struct noe_node *binder, uint32_t at, uint8_t odd,
                                  uint8_t *seen) {
  const struct noe_node *node = &work->nodes.items[at];
  if (seen[at] & (1 << odd))
    return 0;
  seen[at] |= (uint8_t)(1 << odd);
  uint32_t most = 0, part;
  if (node->kind == NOE_NODE_LEAST || node->kind == NOE_NODE_GREATEST) {
    bool other = (node->kind != binder->kind) != (odd != 0);
    bool ours = node->free >> binder->number & 1;
    most = node->alternation + (other && ours);
  }
  if (node->kind == NOE_NODE_TRUE || node->kind == NOE_NODE_PROPOSITION || node->kind == NOE_NODE_POINT)
    return 0;
  odd ^= node->kind == NOE_NODE_NOT;
  part = alternation_below(work, binder, node->left, odd, seen);
  most = part > most ? part : most;
  if (node->kind == NOE_NODE_AND || node->kind == NOE_NODE_OR || node->kind == NOE_NODE_UNTIL) {
    part = alternation_below(work, binder, node->right, odd, seen);
    most = part > most ? part : most;
  }
  return most;
}

static void count_alternation(struct work *work) {
  struct noe_node *nodes = work->nodes.items;
  uint8_t *seen = NOE_NEW_ARRAY(work->arena, uint8_t, work->nodes.count);
  for (size_t i = 0; i < work->nodes.count; i++) {
    struct noe_node *node = &nodes[i];
    uint32_t left = nodes[node->left].alternation, right = nodes[node->right].alternation;
    if (node->kind == NOE_NODE_LEAST || node->kind == NOE_NODE_GREATEST) {
      memset(seen, 0, work->nodes.count);
      uint32_t below = alternation_below(work, node, node->left, 0, seen);
      node->alternation = below > 1 ? below : 1;
    } else
      node->alternation = left > right ? left : right;
  }
}

enum noe_logic_answer noe_logic_branching(struct noe_logic *logic, struct noe_arena *arena,
                                          const struct noe_temporal *temporal, const struct noe_branching **branching) {
  struct work work = {.logic = logic,
                      .arena = noe_base_arena_new(logic->memory),
                      .temporal = temporal,
                      .slot_count = 64,
                      .result = arena};
  work.slots = NOE_NEW_ARRAY(work.arena, uint32_t, work.slot_count);
  work.values = NOE_NEW_ARRAY(work.arena, int64_t, temporal->variable_count);
  work.points = NOE_NEW_ARRAY(work.arena, uint32_t, temporal->point_count);
  work.negated = NOE_NEW_ARRAY(work.arena, bool, NOE_POINT_LIMIT);
  for (uint32_t i = 0; i < temporal->point_count; i++)
    work.points[i] = NOE_POINT_LIMIT;
  intern(&work, (struct noe_node){.kind = NOE_NODE_TRUE});
  uint32_t root = build(&work, temporal->formula);
  *branching = NULL;
  if (work.answer == NOE_LOGIC_DONE) {
    struct noe_branching *result = NOE_NEW(arena, struct noe_branching);
    struct noe_node *nodes = NOE_NEW_ARRAY(arena, struct noe_node, work.nodes.count);
    count_alternation(&work);
    memcpy(nodes, work.nodes.items, work.nodes.count * sizeof *nodes);
    *result = (struct noe_branching){nodes, (uint32_t)work.nodes.count, root, work.point_count, NULL};
    struct noe_node_path *paths = NOE_NEW_ARRAY(arena, struct noe_node_path, work.paths.count + 1);
    if (work.paths.count)
      memcpy(paths, work.paths.items, work.paths.count * sizeof *paths);
    result->paths = paths;
    NOE_COSTLY(!noe_logic_branching_check(result) && "a graph is what branching.h promises");
    *branching = result;
  }
  noe_base_arena_delete(work.arena);
  return work.answer;
}

/* -------------------------------------------------------------------- for people */

void noe_logic_print_branching(struct noe_text *text, const struct noe_branching *branching) {
  static const char *const names[] = {"true", "p",    "not", "and", "or", "EX",    "EU",
                                      "EG",   "step", "Z",   "mu",  "nu", "taken", "path"};
  _Static_assert(sizeof names / sizeof *names == NOE_NODE_PATH + 1, "each kind of node has a name");
  for (uint32_t i = 0; i < branching->count; i++) {
    const struct noe_node *node = &branching->nodes[i];
    noe_base_text_printf(text, "%s%u: %s", i == branching->root ? "root " : "", (unsigned)i, names[node->kind]);
    bool numbered = node->kind == NOE_NODE_PROPOSITION || node->kind >= NOE_NODE_POINT;
    if (numbered)
      noe_base_text_printf(text, "%u", (unsigned)node->number);
    if (node->rule)
      noe_base_text_printf(text, " \"%s\"", node->rule);
    if (node->kind != NOE_NODE_TRUE && node->kind != NOE_NODE_PROPOSITION && node->kind != NOE_NODE_POINT)
      noe_base_text_printf(text, " %u", (unsigned)node->left);
    if (node->kind == NOE_NODE_AND || node->kind == NOE_NODE_OR || node->kind == NOE_NODE_UNTIL)
      noe_base_text_printf(text, " %u", (unsigned)node->right);
    noe_base_text_puts(text, "\n");
  }
}
