/* Monitors, of sequences and of safety formulas: is there a path on which the monitor says that it has become bad?
 * If nothing bad is among the first pairs the whole product is looked at in fewer bytes (sieve.h). Breadth first over pairs (node, monitor state after its letter), so that the run is shortest, and nothing is looked
 * at that lies deeper. A path may stand still where nothing goes on. */
#include "fair/judge_int.h"

struct search {
  struct noe_judge *judge;
  const struct noe_monitor *monitor;
  size_t count; /* of pairs with parents */
  uint32_t bad; /* the first bad pair, or NOE_NO_NODE */
};

/* A node is reached in a monitor state, which its letter changes. */
static void reach(struct search *search, uint32_t node, uint32_t state, struct noe_parent parent) {
  struct noe_judge *judge = search->judge;
  uint64_t letter = noe_fair_letter(&judge->claim, judge->graph, node);
  uint32_t next = noe_logic_monitor_step(search->monitor, state, letter);
  if (judge->claim.fault || judge->space.stop || noe_logic_monitor_is_quiet(search->monitor, next))
    return;
  bool fresh;
  uint32_t pair = noe_fair_pair(&judge->product.nodes, node, next, &fresh);
  if (!fresh)
    return;
  NOE_FAIR_PUSH(judge->task->memory, judge->parents, search->count, judge->parent_room, parent);
  if (next == NOE_MONITOR_BAD && search->bad == NOE_NO_NODE)
    search->bad = pair;
}

static void expand(struct search *search, uint32_t pair) {
  struct noe_judge *judge = search->judge;
  uint32_t node = noe_product_graph_node(&judge->product, pair);
  uint32_t state = noe_product_state(&judge->product, pair);
  if (!noe_fair_graph_expand(judge->graph, node))
    return;
  for (uint32_t i = 0; i < judge->graph->nodes[node].count && !judge->space.stop; i++) {
    struct noe_fair_edge edge = judge->graph->edges[judge->graph->nodes[node].first + i];
    judge->product.edges++;
    reach(search, edge.target, state, (struct noe_parent){pair, edge.rule});
  }
}

static void search_pairs(struct search *search) {
  struct noe_judge *judge = search->judge;
  const struct noe_acceptance acceptance = {.monitor = search->monitor};
  bool asked;
  if (noe_fair_is_empty_at_once(judge, acceptance, &asked))
    return;
  for (uint32_t i = 0; i < judge->starts.count; i++)
    reach(search, noe_row_words(&judge->starts, i)[0], search->monitor->initial,
          (struct noe_parent){NOE_NO_NODE, NOE_NO_RULE});
  for (uint32_t i = 0; i < judge->product.nodes.count && search->bad == NOE_NO_NODE; i++) {
    if (noe_fair_is_stopped(&judge->space) || judge->claim.fault || noe_fair_is_far(judge))
      return;
    if (i == NOE_SOME_PAIRS && !asked && noe_fair_is_empty(judge, acceptance))
      return;
    expand(search, i);
  }
}

/* The way to a pair, into the walker's path; returns where it starts. */
static uint32_t read_path(struct noe_judge *judge, uint32_t pair) {
  struct noe_path_list *path = &judge->walk.path;
  uint32_t length = 0;
  for (uint32_t i = pair; judge->parents[i].pair != NOE_NO_NODE; i = judge->parents[i].pair)
    length++;
  for (uint32_t i = 0; i < length; i++)
    NOE_FAIR_PUSH(judge->task->memory, path->items, path->count, path->room, (struct noe_path_step){0});
  for (; judge->parents[pair].pair != NOE_NO_NODE; pair = judge->parents[pair].pair)
    path->items[--length] = (struct noe_path_step){judge->parents[pair].rule, pair, NOE_NO_CLASS, 0, 0};
  return pair;
}

/* Was everything looked at? */
static bool is_complete(const struct noe_judge *judge) {
  return !judge->space.stop && !judge->claim.fault && (judge->sieve || !noe_fair_is_far(judge));
}

enum noe_verdict noe_fair_judge_monitor(struct noe_judge *judge, const struct noe_monitor *monitor) {
  struct search search = {.judge = judge, .monitor = monitor, .bad = NOE_NO_NODE};
  noe_fair_product_init(&judge->product, judge->graph, &judge->claim, &noe_fair_everything);
  search_pairs(&search);
  if (search.bad == NOE_NO_NODE)
    return is_complete(judge) ? NOE_VERDICT_HOLDS : NOE_VERDICT_UNKNOWN;
  noe_fair_walk_init(&judge->walk, &judge->product, NULL);
  uint32_t start = read_path(judge, search.bad);
  bool there = noe_fair_walk_start(&judge->walk, start) && noe_fair_go(&judge->walk);
  noe_fair_show(judge, there ? noe_fair_run(&judge->walk) : NULL, "no way leads there");
  return NOE_VERDICT_VIOLATED;
}
