#include "fair/reason.h"

#include <assert.h>
#include <string.h>

/* More runs than these show nothing that these do not; nor do more lines. */
enum { MOST_RUNS = 8, MOST_REASONS = 64, NO_END = UINT32_MAX };

struct telling {
  struct noe_judge *judge;
  struct noe_sets *sets;
  const struct noe_branching *formula;
  struct noe_bitset goal, within;
  struct noe_ground items[MOST_REASONS + 1]; /* the last one is room for those that are not kept */
  uint32_t run_of[MOST_REASONS];             /* by item */
  uint32_t count, depth;
  const struct noe_trace *runs[MOST_RUNS]; /* NULL: not finished */
  uint32_t run;
  uint32_t **ranks; /* by fixed-point variable: by node, the round in which it changed; NULL: not known */
  uint32_t *last;   /* by fixed-point variable: the rank where it was unfolded last */
  uint32_t *bodies; /* by fixed-point variable: its binder */
  uint32_t *stack;  /* for counting */
};

/* Where the walker stood. */
struct place {
  uint32_t node;
  size_t steps;
  uint16_t *names;
};

static uint32_t here(const struct telling *telling) {
  return noe_product_graph_node(&telling->judge->product, telling->judge->walk.at);
}

static const struct noe_node *node_of(const struct telling *telling, uint32_t number) {
  return &telling->formula->nodes[number];
}

static bool holds(const struct telling *telling, uint32_t number, uint32_t node) {
  return noe_bitset_has(noe_fair_set(telling->sets, number), node);
}

/* ------------------------------------------------------------------- items */

/* Of the item that was added. */
static struct noe_ground *add(struct telling *telling, enum noe_ground_kind kind, uint32_t number, bool truth,
                              uint64_t searched) {
  if (telling->count == MOST_REASONS)
    return &telling->items[MOST_REASONS];
  struct noe_ground *reason = &telling->items[telling->count];
  telling->run_of[telling->count++] = telling->run;
  *reason = (struct noe_ground){.kind = kind, .depth = telling->depth, .truth = truth, .searched = searched};
  reason->after = (uint32_t)telling->judge->walk.step_count - 1;
  if (node_of(telling, number)->kind == NOE_NODE_NOT) {
    reason->truth = !truth;
    number = node_of(telling, number)->left;
  }
  reason->formula = noe_fair_readable(telling->judge, telling->formula, number);
  return reason;
}

/* Nodes that can be reached from here through a set (NULL: through anything), and those at its edge. */
static uint64_t count_through(struct telling *telling, const struct noe_bitset *through) {
  const struct noe_fair_graph *graph = telling->judge->graph;
  size_t depth = 0;
  uint64_t count = 0;
  memset(telling->goal.words, 0, noe_bitset_words(telling->sets->nodes + 1) * sizeof *telling->goal.words);
  telling->stack[depth++] = here(telling);
  noe_bitset_add(&telling->goal, here(telling));
  while (depth) {
    uint32_t node = telling->stack[--depth];
    count++;
    if (through && !noe_bitset_has(through, node))
      continue;
    for (uint32_t k = 0; k < graph->nodes[node].count; k++) {
      uint32_t target = graph->edges[graph->nodes[node].first + k].target;
      if (noe_bitset_has(&telling->goal, target))
        continue;
      noe_bitset_add(&telling->goal, target);
      telling->stack[depth++] = target;
    }
  }
  return count;
}

/* ------------------------------------------------------------------- steps */

static struct place save(struct telling *telling) {
  uint32_t points = telling->judge->space.symmetry->points;
  struct place place = {here(telling), telling->judge->walk.step_count,
                        NOE_NEW_ARRAY(telling->judge->arena, uint16_t, points + 1)};
  memcpy(place.names, telling->judge->walk.names, points * sizeof *place.names);
  return place;
}

/* The run that was being told is over. */
static bool finish_run(struct telling *telling) {
  if (!telling->runs[telling->run])
    telling->runs[telling->run] = noe_fair_run(&telling->judge->walk);
  return telling->runs[telling->run];
}

static void go_back(struct telling *telling, const struct place *place) {
  struct noe_judge *judge = telling->judge;
  uint32_t node = noe_fair_product_node(&judge->product, place->node, 0);
  noe_fair_walk_return(&judge->walk, node, place->names, place->steps);
}

/* By a shortest path to `goal` through `through`. */
static bool go_to(struct telling *telling, uint32_t goal, const struct noe_bitset *through) {
  struct noe_walk *walk = &telling->judge->walk;
  for (uint32_t i = 0; i < telling->sets->nodes; i++) {
    noe_bitset_remove(&telling->goal, i);
    noe_bitset_remove(&telling->within, i);
    if (holds(telling, goal, i) && noe_sets_has_fair_run(telling->sets, i)) {
      noe_bitset_add(&telling->goal, i);
      noe_bitset_add(&telling->within, i);
    }
    if (noe_bitset_has(through, i))
      noe_bitset_add(&telling->within, i);
  }
  walk->goal = &telling->goal;
  telling->judge->product.within = &telling->within;
  bool found = noe_fair_find_path(walk, &walk->at, 1, NOE_PATH_INTO, 0, 0, NULL) && noe_fair_go(walk);
  telling->judge->product.within = NULL;
  return found;
}

/* How soon fixed points of the formula are unfolded to the end in this node: less is better. */
static uint64_t weight(const struct telling *telling, uint32_t number, uint32_t node) {
  uint64_t free = node_of(telling, number)->free, sum = 0;
  for (uint32_t i = 0; i < telling->formula->point_count; i++)
    if ((free >> i & 1) && telling->ranks[i])
      sum += telling->ranks[i][node];
  return sum;
}

/* One step to `goal`, by a rule of this name if it is not NULL. */
static bool step_to(struct telling *telling, uint32_t goal, const char *rule) {
  const struct noe_fair_graph *graph = telling->judge->graph;
  const struct noe_fair_node *node = &graph->nodes[here(telling)];
  struct noe_fair_edge best = {0};
  uint64_t least = UINT64_MAX;
  for (uint32_t k = 0; k < node->count; k++) {
    struct noe_fair_edge edge = graph->edges[node->first + k];
    if ((edge.rule == NOE_NO_RULE && telling->sets->firings_only) || !holds(telling, goal, edge.target) ||
        !noe_sets_has_fair_run(telling->sets, edge.target) || !noe_fair_edge_is_by(graph, &edge, rule) ||
        weight(telling, goal, edge.target) >= least)
      continue;
    least = weight(telling, goal, edge.target);
    best = edge;
  }
  if (least == UINT64_MAX)
    return false;
  struct noe_path_step step = {best.rule, noe_fair_product_node(&telling->judge->product, best.target, 0), NOE_NO_CLASS,
                               0, 0};
  return noe_fair_walk_step(&telling->judge->walk, &step, NOE_NO_CLASS);
}

/* A fair loop through `left` only. */
static bool go_round(struct telling *telling, uint32_t left) {
  struct noe_judge *judge = telling->judge;
  const char *why;
  uint32_t start = judge->walk.at;
  judge->product.within = noe_fair_set(telling->sets, left);
  noe_fair_cycles_free(&judge->cycles);
  noe_fair_cycles_init(&judge->cycles, &judge->product);
  judge->walk.cycles = &judge->cycles;
  if (noe_fair_cycles_search(&judge->cycles, &start, 1))
    telling->runs[telling->run] = noe_fair_lasso(&judge->walk, &start, 1, &why);
  judge->walk.cycles = NULL;
  judge->product.within = NULL;
  return telling->runs[telling->run];
}

/* A fair run that the automaton of a path accepts. */
static bool go_along(struct telling *telling, const struct noe_node_path *path) {
  struct noe_judge *judge = telling->judge;
  struct noe_sets *sets = telling->sets;
  const char *why;
  noe_fair_sets_open_path(sets, path, here(telling));
  uint32_t count = sets->product.nodes.count;
  uint32_t starts[count + 1];
  for (uint32_t i = 0; i < count; i++)
    starts[i] = i;
  judge->walk.product = &sets->product;
  judge->walk.cycles = &sets->cycles;
  if (noe_fair_product_explore(&sets->product, UINT32_MAX) && noe_fair_cycles_search_explored(&sets->cycles)) {
    judge->walk.at = starts[0];
    telling->runs[telling->run] = noe_fair_lasso(&judge->walk, starts, count, &why);
  }
  judge->walk.cycles = NULL;
  judge->walk.product = &judge->product;
  noe_fair_sets_close_path(sets);
  return telling->runs[telling->run];
}

/* ----------------------------------------------------------------- telling */

static bool tell(struct telling *telling, uint32_t number, bool truth);

/* May it take steps to tell that? */
static bool moves(const struct telling *telling, uint32_t number, bool truth) {
  const struct noe_node *node = node_of(telling, number);
  switch (node->kind) {
  case NOE_NODE_NOT: return moves(telling, node->left, !truth);
  case NOE_NODE_AND:
  case NOE_NODE_OR: return moves(telling, node->left, truth) || moves(telling, node->right, truth);
  case NOE_NODE_NEXT:
  case NOE_NODE_STEP:
  case NOE_NODE_UNTIL:
  case NOE_NODE_PATH:
  case NOE_NODE_GLOBALLY: return truth;
  case NOE_NODE_LEAST: return truth;
  case NOE_NODE_GREATEST: return !truth;
  case NOE_NODE_POINT: return true;
  case NOE_NODE_TAKEN:
  case NOE_NODE_TRUE:
  case NOE_NODE_PROPOSITION: break;
  }
  return false;
}

/* The part that decides; of two, one that no fixed point around it is in, or one that a run can show. */
static uint32_t choose(const struct telling *telling, const struct noe_node *node, bool truth) {
  uint32_t place = here(telling);
  bool left = holds(telling, node->left, place) == truth, right = holds(telling, node->right, place) == truth;
  if (!left || !right)
    return left ? node->left : node->right;
  bool left_free = node_of(telling, node->left)->free, right_free = node_of(telling, node->right)->free;
  if (left_free != right_free)
    return left_free ? node->right : node->left;
  return moves(telling, node->left, truth) || !moves(telling, node->right, truth) ? node->left : node->right;
}

/* First what stays here, then what goes on, each on a run of its own. */
static bool tell_both(struct telling *telling, const struct noe_node *node, bool truth) {
  struct place place = save(telling);
  uint32_t parts[2] = {node->left, node->right};
  bool went = false;
  for (int moving = 0; moving < 2; moving++)
    for (int i = 0; i < 2; i++) {
      if (moves(telling, parts[i], truth) != (bool)moving)
        continue;
      if (went) {
        uint32_t free_run = telling->run + 1;
        if (!finish_run(telling) || free_run == MOST_RUNS)
          return finish_run(telling);
        go_back(telling, &place);
        telling->run = free_run;
      }
      went |= moving;
      if (!tell(telling, parts[i], truth))
        return false;
    }
  return true;
}

/* A run shows it; `go` has taken the steps. */
static bool note_run(struct telling *telling, struct noe_ground *reason, bool went) {
  bool for_ever = telling->runs[telling->run];
  reason->until = for_ever ? NO_END : (uint32_t)telling->judge->walk.step_count - 1;
  return went;
}

static bool tell_until(struct telling *telling, uint32_t number, bool truth) {
  const struct noe_node *node = node_of(telling, number);
  const struct noe_bitset *through = noe_fair_set(telling->sets, node->left);
  if (!truth) {
    add(telling, NOE_GROUND_ALL, number, false, count_through(telling, through));
    return true;
  }
  if (!holds(telling, node->right, here(telling)) || !noe_sets_has_fair_run(telling->sets, here(telling))) {
    struct noe_ground *reason = add(telling, NOE_GROUND_RUN, number, true, 0);
    if (!note_run(telling, reason, go_to(telling, node->right, through)))
      return false;
  }
  return tell(telling, node->right, true);
}

static bool tell_step(struct telling *telling, uint32_t number, bool truth) {
  const struct noe_node *node = node_of(telling, number);
  const struct noe_fair_graph *graph = telling->judge->graph;
  if (!truth) {
    uint64_t count = 0;
    for (uint32_t k = 0; k < graph->nodes[here(telling)].count; k++) {
      const struct noe_fair_edge *edge = &graph->edges[graph->nodes[here(telling)].first + k];
      count +=
          noe_fair_edge_is_by(graph, edge, node->rule) && !(telling->sets->firings_only && edge->rule == NOE_NO_RULE);
    }
    add(telling, NOE_GROUND_STEPS, number, false, count);
    return true;
  }
  struct noe_ground *reason = add(telling, NOE_GROUND_RUN, number, true, 0);
  return note_run(telling, reason, step_to(telling, node->left, node->rule)) && tell(telling, node->left, true);
}

static bool tell_for_ever(struct telling *telling, uint32_t number, bool truth) {
  const struct noe_node *node = node_of(telling, number);
  bool is_path = node->kind == NOE_NODE_PATH;
  if (!truth) {
    add(telling, NOE_GROUND_ALL, number, false,
        count_through(telling, is_path ? NULL : noe_fair_set(telling->sets, node->left)));
    return true;
  }
  struct noe_ground *reason = add(telling, NOE_GROUND_RUN, number, true, 0);
  telling->judge->walk.stem = telling->judge->walk.step_count; /* what was said of states before stays true */
  return note_run(telling, reason,
                  is_path ? go_along(telling, &telling->formula->paths[node->number]) : go_round(telling, node->left));
}

/* Of `mu` that is true, of `nu` that is false. */
static bool unfold(struct telling *telling, uint32_t number, bool truth) {
  const struct noe_node *node = node_of(telling, number);
  if ((node->kind == NOE_NODE_LEAST) != truth) {
    add(telling, NOE_GROUND_MORE, number, truth, 0);
    return true;
  }
  if (!telling->ranks[node->number]) {
    telling->ranks[node->number] = NOE_NEW_ARRAY(telling->judge->arena, uint32_t, telling->sets->nodes + 1);
    noe_fair_set_ranks(telling->sets, number, telling->ranks[node->number]);
  }
  telling->bodies[node->number] = number;
  telling->last[node->number] = telling->ranks[node->number][here(telling)];
  return tell(telling, node->left, truth);
}

static bool unfold_again(struct telling *telling, uint32_t number, bool truth) {
  uint32_t variable = node_of(telling, number)->number;
  if (telling->ranks[variable] && telling->ranks[variable][here(telling)] < telling->last[variable])
    return unfold(telling, telling->bodies[variable], truth);
  add(telling, NOE_GROUND_MORE, number, truth, 0);
  return true;
}

/* Tells that the formula has this truth value where the walker stands; false if that cannot be done, which would be a
 * mistake. */
static bool tell(struct telling *telling, uint32_t number, bool truth) {
  const struct noe_node *node = node_of(telling, number);
  assert((node->free || holds(telling, number, here(telling)) == truth) && "it is so");
  if (noe_fair_is_stopped(&telling->judge->space))
    return false;
  switch (node->kind) {
  case NOE_NODE_NOT: return tell(telling, node->left, !truth);
  case NOE_NODE_AND:
  case NOE_NODE_OR:
    if ((node->kind == NOE_NODE_AND) != truth)
      return tell(telling, choose(telling, node, truth), truth);
    telling->depth++;
    bool told = tell_both(telling, node, truth);
    telling->depth--;
    return told;
  case NOE_NODE_UNTIL: return tell_until(telling, number, truth);
  case NOE_NODE_NEXT:
  case NOE_NODE_STEP: return tell_step(telling, number, truth);
  case NOE_NODE_GLOBALLY:
  case NOE_NODE_PATH: return tell_for_ever(telling, number, truth);
  case NOE_NODE_PROPOSITION: add(telling, NOE_GROUND_HERE, number, truth, 0); return true;
  case NOE_NODE_LEAST:
  case NOE_NODE_GREATEST: return unfold(telling, number, truth);
  case NOE_NODE_POINT: return unfold_again(telling, number, truth);
  case NOE_NODE_TAKEN:
  case NOE_NODE_TRUE: break;
  }
  return true;
}

/* -------------------------------------------------------------- the finding */

static void keep_reasons(struct telling *telling) {
  struct noe_ground *reasons = NOE_NEW_ARRAY(telling->judge->task->arena, struct noe_ground, telling->count + 1);
  for (uint32_t i = 0; i < telling->count; i++) {
    reasons[i] = telling->items[i];
    reasons[i].trace = telling->runs[telling->run_of[i]];
    if (reasons[i].until == NO_END)
      reasons[i].until = reasons[i].trace->count - 1;
  }
  telling->judge->finding->grounds = reasons;
  telling->judge->finding->ground_count = telling->count;
}

static void prepare(struct telling *telling) {
  struct noe_judge *judge = telling->judge;
  uint32_t nodes = telling->sets->nodes, points = telling->formula->point_count;
  telling->goal = noe_base_bitset(judge->task->memory, nodes + 1);
  telling->within = noe_base_bitset(judge->task->memory, nodes + 1);
  telling->ranks = NOE_NEW_ARRAY(judge->arena, uint32_t *, points + 1);
  telling->last = NOE_NEW_ARRAY(judge->arena, uint32_t, points + 1);
  telling->bodies = NOE_NEW_ARRAY(judge->arena, uint32_t, points + 1);
  telling->stack = NOE_NEW_ARRAY(judge->arena, uint32_t, nodes + 1);
  noe_fair_product_init(&judge->product, judge->graph, &judge->claim, &noe_fair_everything);
  noe_fair_walk_init(&judge->walk, &judge->product, NULL);
}

void noe_fair_give_reason(struct noe_judge *judge, const struct noe_branching *formula, uint32_t start) {
  struct telling *telling = NOE_NEW(judge->arena, struct telling);
  *telling = (struct telling){.judge = judge, .sets = judge->sets, .formula = formula};
  prepare(telling);
  bool told = noe_fair_walk_start(&judge->walk, noe_fair_product_node(&judge->product, start, 0)) &&
              tell(telling, formula->root, false) && finish_run(telling);
  noe_base_bitset_free(&telling->goal);
  noe_base_bitset_free(&telling->within);
  noe_fair_show(judge, told ? telling->runs[0] : NULL, "no run shows it");
  if (told)
    keep_reasons(telling);
}
