#include "fair/sets.h"

#include <assert.h>
#include <string.h>

static struct noe_memory *memory_of(const struct noe_sets *sets) { return sets->graph->space->memory; }

/* ------------------------------------------------------------------ set-up */

static void turn_around(struct noe_sets *sets) {
  const struct noe_fair_graph *graph = sets->graph;
  sets->back_first = noe_base_alloc(memory_of(sets), (sets->nodes + 2) * sizeof *sets->back_first);
  sets->back_sources = noe_base_alloc(memory_of(sets), graph->edge_count * sizeof *sets->back_sources);
  size_t *first = sets->back_first;
  for (size_t i = 0; i < graph->edge_count; i++)
    first[graph->edges[i].target + 2]++;
  for (uint32_t i = 0; i < sets->nodes; i++)
    first[i + 2] += first[i + 1];
  for (uint32_t i = 0; i < sets->nodes; i++)
    for (uint32_t k = 0; k < graph->nodes[i].count; k++)
      sets->back_sources[first[graph->edges[graph->nodes[i].first + k].target + 1]++] = i;
}

struct noe_sets *noe_fair_sets_new(struct noe_fair_graph *graph, struct noe_fair_claim *claim,
                                   const struct noe_branching *formula) {
  struct noe_memory *memory = graph->space->memory;
  struct noe_sets *sets = noe_base_alloc(memory, sizeof *sets);
  *sets = (struct noe_sets){.graph = graph, .claim = claim, .formula = formula, .clock = 1};
  return sets;
}

static void prepare(struct noe_sets *sets) {
  struct noe_memory *memory = memory_of(sets);
  if (sets->values)
    return;
  sets->nodes = noe_fair_node_count(sets->graph);
  sets->computed_at = noe_base_alloc(memory, sets->formula->count * sizeof *sets->computed_at);
  sets->changed_at = noe_base_alloc(memory, sets->formula->point_count * sizeof *sets->changed_at);
  sets->points = noe_base_alloc(memory, sets->formula->point_count * sizeof *sets->points);
  sets->stack = noe_base_alloc(memory, sets->nodes * sizeof *sets->stack);
  turn_around(sets);
  sets->values = noe_base_alloc(memory, sets->formula->count * sizeof *sets->values);
}

static void free_sets(struct noe_bitset *sets, uint32_t count) {
  for (uint32_t i = 0; sets && i < count; i++)
    if (sets[i].words)
      noe_base_bitset_free(&sets[i]);
}

void noe_fair_sets_free(struct noe_sets *sets) {
  if (!sets)
    return;
  struct noe_memory *memory = memory_of(sets);
  noe_fair_cycles_free(&sets->cycles);
  noe_fair_product_free(&sets->product);
  free_sets(sets->values, sets->formula->count);
  free_sets(&sets->fair, 1);
  free_sets(sets->points, sets->formula->point_count);
  noe_base_free(memory, sets->values);
  noe_base_free(memory, sets->points);
  noe_base_free(memory, sets->computed_at);
  noe_base_free(memory, sets->changed_at);
  noe_base_free(memory, sets->letters);
  noe_base_free(memory, sets->step_letters);
  noe_base_free(memory, sets->good);
  noe_base_free(memory, sets->back_first);
  noe_base_free(memory, sets->back_sources);
  noe_base_free(memory, sets->stack);
  noe_base_free(memory, sets);
}

/* --------------------------------------------------------------- operators */

/* Adds to `result`, whose nodes are on the stack, what can reach it through `through` (NULL:
 * through anything). */
static void close_backwards(struct noe_sets *sets, const struct noe_bitset *through, struct noe_bitset *result,
                            size_t depth) {
  while (depth) {
    uint32_t node = sets->stack[--depth];
    for (size_t i = sets->back_first[node]; i < sets->back_first[node + 1]; i++) {
      uint32_t source = sets->back_sources[i];
      if (noe_bitset_has(result, source) || (through && !noe_bitset_has(through, source)))
        continue;
      noe_bitset_add(result, source);
      sets->stack[depth++] = source;
    }
  }
}

static void until(struct noe_sets *sets, const struct noe_bitset *left, const struct noe_bitset *right,
                  struct noe_bitset *result) {
  size_t depth = 0;
  for (uint32_t i = 0; i < sets->nodes; i++)
    if (noe_bitset_has(right, i) && noe_sets_has_fair_run(sets, i)) {
      noe_bitset_add(result, i);
      sets->stack[depth++] = i;
    }
  close_backwards(sets, left, result, depth);
}

/* Finds the fair cycles inside `left` (NULL: anywhere), then what reaches them. */
static void globally(struct noe_sets *sets, const struct noe_bitset *left, struct noe_bitset *result) {
  size_t depth = 0;
  noe_fair_product_init(&sets->product, sets->graph, NULL, &noe_fair_everything);
  noe_fair_cycles_init(&sets->cycles, &sets->product);
  sets->product.within = left;
  uint32_t count = 0;
  for (uint32_t i = 0; i < sets->nodes; i++)
    if (!left || noe_bitset_has(left, i))
      sets->stack[count++] = noe_fair_product_node(&sets->product, i, 0);
  noe_fair_cycles_search_all(&sets->cycles, sets->stack, count);
  for (uint32_t i = 0; i < count && !sets->graph->space->stop; i++) {
    uint32_t node = noe_product_graph_node(&sets->product, i);
    if (!sets->cycles.nodes[i].fair)
      continue;
    noe_bitset_add(result, node);
    sets->stack[depth++] = node;
  }
  noe_fair_cycles_free(&sets->cycles);
  noe_fair_product_free(&sets->product);
  close_backwards(sets, left, result, depth);
}

/* Conditions of fairness may leave nodes without a fair run. */
static void find_fair_nodes(struct noe_sets *sets) {
  if (!sets->graph->space->groups->has_conditions || sets->firings_only || sets->fair.words)
    return;
  struct noe_bitset fair = noe_base_bitset(memory_of(sets), sets->nodes + 1);
  globally(sets, NULL, &fair);
  sets->fair = fair;
}

/* `rule` NULL: by any step. */
static void next(struct noe_sets *sets, const char *rule, const struct noe_bitset *left, struct noe_bitset *result) {
  const struct noe_fair_graph *graph = sets->graph;
  for (uint32_t i = 0; i < sets->nodes; i++)
    for (uint32_t k = 0; k < graph->nodes[i].count; k++) {
      const struct noe_fair_edge *edge = &graph->edges[graph->nodes[i].first + k];
      if (sets->firings_only && edge->rule == NOE_NO_RULE)
        continue;
      if (noe_fair_edge_is_by(graph, edge, rule) && noe_bitset_has(left, edge->target) &&
          noe_sets_has_fair_run(sets, edge->target)) {
        noe_bitset_add(result, i);
        break;
      }
    }
}

/* ----------------------------------------------------------------------- CTL* */

/* Which parts of the path formula are true in which node. */
static void read_letters(struct noe_sets *sets, const struct noe_node_path *path) {
  noe_base_free(memory_of(sets), sets->letters);
  sets->letters = NULL;
  sets->letters = noe_base_alloc(memory_of(sets), (sets->nodes + 1) * sizeof *sets->letters);
  for (uint32_t k = 0; k < path->count; k++)
    for (uint32_t i = 0; i < sets->nodes && sets->formula->nodes[path->nodes[k]].kind != NOE_NODE_TAKEN; i++)
      sets->letters[i] |= (uint64_t)noe_bitset_has(&sets->values[path->nodes[k]], i) << k;
}

/* Which parts of it that are about steps are true of which edge. */
static void read_step_letters(struct noe_sets *sets, const struct noe_node_path *path) {
  const struct noe_fair_graph *graph = sets->graph;
  noe_base_free(memory_of(sets), sets->step_letters);
  sets->step_letters = NULL;
  if (!sets->claim->steps)
    return;
  sets->step_letters = noe_base_alloc(memory_of(sets), (graph->edge_count + 1) * sizeof *sets->step_letters);
  for (uint32_t k = 0; k < path->count; k++) {
    const struct noe_node *part = &sets->formula->nodes[path->nodes[k]];
    for (uint32_t i = 0; part->kind == NOE_NODE_TAKEN && i < sets->nodes; i++)
      for (uint32_t e = 0; e < graph->nodes[i].count; e++)
        sets->step_letters[graph->nodes[i].first + e] |=
            (noe_fair_step_letter(sets->claim, sets->graph, i, e) >> part->number & 1) << k;
  }
}

/* Does an edge lead from the product node to a good one? */
static bool leads_to_good(struct noe_sets *sets, uint32_t node) {
  struct noe_product_cursor cursor = noe_fair_product_edges(node);
  struct noe_product_edge edge;
  while (noe_fair_product_next(&sets->product, &cursor, &edge))
    if (sets->good[edge.target])
      return true;
  return false;
}

/* What reaches a fair accepting cycle: nodes are numbered breadth first, so that few rounds backwards do. */
static void find_good(struct noe_sets *sets) {
  uint32_t count = sets->product.nodes.count;
  noe_base_free(memory_of(sets), sets->good);
  sets->good = NULL;
  sets->good = noe_base_alloc(memory_of(sets), ((size_t)count + 1) * sizeof *sets->good);
  for (uint32_t i = 0; i < count; i++)
    sets->good[i] = i < sets->cycles.node_room && sets->cycles.nodes[i].fair;
  for (bool more = true; more && !noe_fair_is_stopped(sets->graph->space);) {
    more = false;
    for (uint32_t i = count; i-- > 0;)
      if (!sets->good[i] && leads_to_good(sets, i))
        sets->good[i] = more = true;
  }
}

/* Goes through the product nodes in which a run of the automaton begins: makes them, or reads them. */
static void begin_runs(struct noe_sets *sets, struct noe_bitset *result) {
  const struct noe_automaton *automaton = sets->product.automaton;
  for (uint32_t i = 0; i < sets->nodes; i++)
    for (uint32_t a = automaton->first[0]; a < automaton->first[1]; a++) {
      if (!noe_fair_product_takes(&sets->product, &automaton->edges[a], i, 0))
        continue;
      uint32_t node = noe_fair_product_node(&sets->product, i, automaton->edges[a].target);
      if (result && sets->good[node])
        noe_bitset_add(result, i);
    }
}

/* With letters that are parts of the formula of the path. */
static void open_path(struct noe_sets *sets, const struct noe_node_path *path) {
  read_letters(sets, path);
  read_step_letters(sets, path);
  noe_fair_product_init(&sets->product, sets->graph, NULL, path->automaton);
  sets->product.letters = sets->letters;
  sets->product.step_letters = sets->step_letters;
}

void noe_fair_sets_open_path(struct noe_sets *sets, const struct noe_node_path *path, uint32_t node) {
  const struct noe_automaton *automaton = path->automaton;
  open_path(sets, path);
  for (uint32_t a = automaton->first[0]; a < automaton->first[1]; a++)
    if (noe_fair_product_takes(&sets->product, &automaton->edges[a], node, 0))
      noe_fair_product_node(&sets->product, node, automaton->edges[a].target);
  noe_fair_cycles_init(&sets->cycles, &sets->product);
}

void noe_fair_sets_close_path(struct noe_sets *sets) {
  noe_fair_cycles_free(&sets->cycles);
  noe_fair_product_free(&sets->product);
}

/* E f: the nodes from which the automaton of f accepts a fair run. */
static void some_path(struct noe_sets *sets, const struct noe_node_path *path, struct noe_bitset *result) {
  for (uint32_t k = 0; k < path->count; k++)
    noe_fair_set(sets, path->nodes[k]);
  if (!path->automaton->state_count || noe_fair_is_stopped(sets->graph->space))
    return;
  open_path(sets, path);
  begin_runs(sets, NULL);
  if (noe_fair_product_explore(&sets->product, UINT32_MAX)) {
    noe_fair_cycles_init(&sets->cycles, &sets->product);
    noe_fair_cycles_search_all_explored(&sets->cycles);
    find_good(sets);
    begin_runs(sets, result);
  }
  noe_fair_sets_close_path(sets);
}

/* ------------------------------------------------------------- fixed points */

/* `ranks` (NULL: nobody asks): by node, the round in which it changed. */
static void iterate(struct noe_sets *sets, const struct noe_node *node, uint32_t *ranks) {
  struct noe_bitset *point = &sets->points[node->number];
  if (point->words)
    noe_base_bitset_free(point);
  *point = noe_base_bitset(memory_of(sets), sets->nodes + 1);
  if (node->kind == NOE_NODE_GREATEST)
    noe_base_bitset_add_range(point, 0, sets->nodes);
  for (uint32_t round = 1;; round++) {
    sets->changed_at[node->number] = ++sets->clock;
    const struct noe_bitset *value = noe_fair_set(sets, node->left);
    if (noe_base_bitset_equal(point, value) || noe_fair_is_stopped(sets->graph->space))
      break;
    for (uint32_t i = 0; ranks && i < sets->nodes; i++)
      if (!ranks[i] && noe_bitset_has(point, i) != noe_bitset_has(value, i))
        ranks[i] = round;
    memcpy(point->words, value->words, noe_bitset_words(sets->nodes + 1) * sizeof *point->words);
  }
}

void noe_fair_set_ranks(struct noe_sets *sets, uint32_t number, uint32_t *ranks) {
  assert(
      (sets->formula->nodes[number].kind == NOE_NODE_LEAST || sets->formula->nodes[number].kind == NOE_NODE_GREATEST) &&
      "rounds are those of a fixed point");
  iterate(sets, &sets->formula->nodes[number], ranks);
}

/* Has nothing changed that the node depends on? */
static bool is_current(const struct noe_sets *sets, uint32_t number) {
  uint64_t free = sets->formula->nodes[number].free;
  if (!sets->computed_at[number])
    return false;
  for (uint32_t i = 0; i < sets->formula->point_count; i++)
    if ((free >> i & 1) && sets->changed_at[i] > sets->computed_at[number])
      return false;
  return true;
}

static void proposition(struct noe_sets *sets, uint32_t number, struct noe_bitset *result) {
  for (uint32_t i = 0; i < sets->nodes && !noe_fair_is_stopped(sets->graph->space); i++)
    if (noe_fair_letter(sets->claim, sets->graph, i) >> number & 1)
      noe_bitset_add(result, i);
}

static void combine(struct noe_sets *sets, const struct noe_node *node, const struct noe_bitset *left,
                    const struct noe_bitset *right, struct noe_bitset *result) {
  for (uint32_t i = 0; i < sets->nodes; i++) {
    bool a = noe_bitset_has(left, i), b = right && noe_bitset_has(right, i);
    bool holds = node->kind == NOE_NODE_NOT ? !a : node->kind == NOE_NODE_AND ? a && b : a || b;
    if (holds)
      noe_bitset_add(result, i);
  }
}

static void compute(struct noe_sets *sets, const struct noe_node *node, struct noe_bitset *result) {
  const struct noe_bitset *left = NULL, *right = NULL;
  switch (node->kind) {
  case NOE_NODE_AND:
  case NOE_NODE_OR:
  case NOE_NODE_UNTIL: right = noe_fair_set(sets, node->right); /* fall through */
  case NOE_NODE_NOT:
  case NOE_NODE_NEXT:
  case NOE_NODE_GLOBALLY:
  case NOE_NODE_STEP: left = noe_fair_set(sets, node->left); break;
  default: break;
  }
  switch (node->kind) {
  case NOE_NODE_TRUE: noe_base_bitset_add_range(result, 0, sets->nodes); break;
  case NOE_NODE_PROPOSITION: proposition(sets, node->number, result); break;
  case NOE_NODE_NOT:
  case NOE_NODE_AND:
  case NOE_NODE_OR: combine(sets, node, left, right, result); break;
  case NOE_NODE_NEXT: next(sets, NULL, left, result); break;
  case NOE_NODE_STEP: next(sets, node->rule, left, result); break;
  case NOE_NODE_UNTIL: until(sets, left, right, result); break;
  case NOE_NODE_GLOBALLY: globally(sets, left, result); break;
  case NOE_NODE_TAKEN: break; /* no set */
  case NOE_NODE_PATH: some_path(sets, &sets->formula->paths[node->number], result); break;
  case NOE_NODE_POINT: noe_base_bitset_unite(result, &sets->points[node->number]); break;
  case NOE_NODE_LEAST:
  case NOE_NODE_GREATEST:
    iterate(sets, node, NULL);
    noe_base_bitset_unite(result, &sets->points[node->number]);
    break;
  }
}

const struct noe_bitset *noe_fair_set(struct noe_sets *sets, uint32_t number) {
  prepare(sets);
  find_fair_nodes(sets);
  struct noe_bitset *value = &sets->values[number];
  if (is_current(sets, number))
    return value;
  if (!value->words)
    *value = noe_base_bitset(memory_of(sets), sets->nodes + 1);
  memset(value->words, 0, noe_bitset_words(sets->nodes + 1) * sizeof *value->words);
  uint64_t begun = sets->clock; /* changes during the computation are of variables bound inside */
  compute(sets, &sets->formula->nodes[number], value);
  sets->computed_at[number] = begun;
  return value;
}
