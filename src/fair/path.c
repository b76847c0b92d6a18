/* Shortest paths in the product, and in its threads, breadth first. */
#include <string.h>

#include "fair/walk.h"

/* A node (with a thread of it, or not) that was reached, and how. */
struct noe_path_queue {
  uint32_t node, class;
  uint32_t before; /* position in the queue, or NOE_NO_NODE */
  struct noe_path_step step;
};

struct search {
  struct noe_walk *walk;
  enum noe_path_goal goal;
  uint32_t number;
  uint64_t marks;
};

/* Where the stamp of a node or thread is kept. */
static bool is_new(struct noe_walk *walk, uint32_t place) {
  while (place >= walk->stamp_room)
    noe_fair_grow(walk->product->graph->space->memory, (void **)&walk->stamps, walk->stamp_room, &walk->stamp_room,
                  sizeof *walk->stamps);
  bool fresh = walk->stamps[place] != walk->stamp;
  walk->stamps[place] = walk->stamp;
  return fresh;
}

static void push(struct search *search, struct noe_path_queue item) {
  struct noe_walk *walk = search->walk;
  uint32_t place = item.node;
  if (search->goal == NOE_PATH_TO_SERVE)
    place = walk->cycles->nodes[item.node].threads + item.class;
  if (is_new(walk, place))
    NOE_FAIR_PUSH(walk->product->graph->space->memory, walk->queue, walk->queue_count, walk->queue_room, item);
}

static bool may_enter(const struct search *search, uint32_t node) {
  const struct noe_cycles *cycles = search->walk->cycles;
  if (!cycles)
    return true;
  if (search->goal == NOE_PATH_TO_SET)
    return node < cycles->limit;
  return noe_cycle_has(cycles, node);
}

/* Is the thread not enabled here, and content with that, or taken by whatever happens next? */
static bool is_content(const struct search *search, uint32_t node, uint32_t class) {
  const struct noe_fair_graph *graph = search->walk->product->graph;
  uint32_t place = noe_product_graph_node(search->walk->product, node);
  uint32_t flags = noe_row_words(&graph->flags, graph->nodes[place].flags)[class];
  return (flags & NOE_THREAD_TAKEN) || ((flags & NOE_THREAD_DISABLED) && !(flags & NOE_THREAD_STRONG));
}

/* Was the goal reached by arriving here? */
static bool is_goal(const struct search *search, const struct noe_path_queue *item) {
  switch (search->goal) {
  case NOE_PATH_TO_SET: return noe_cycle_has(search->walk->cycles, item->node);
  case NOE_PATH_INTO:
    return noe_bitset_has(search->walk->goal, noe_product_graph_node(search->walk->product, item->node));
  case NOE_PATH_TO_NODE: return item->before != NOE_NO_NODE && item->node == search->number;
  case NOE_PATH_TO_MARK: return item->before != NOE_NO_NODE && (item->step.marks & search->marks);
  case NOE_PATH_TO_SERVE: return item->class == NOE_CLASS_TAKEN || is_content(search, item->node, item->class);
  }
  return false;
}

/* Steps back from the end of the queue. */
static void read_path(struct noe_walk *walk, uint32_t last, uint32_t *start) {
  size_t count = 0;
  for (uint32_t i = last; walk->queue[i].before != NOE_NO_NODE; i = walk->queue[i].before)
    count++;
  walk->path.count = 0;
  struct noe_path_step none = {0};
  for (size_t i = 0; i < count; i++)
    NOE_FAIR_PUSH(walk->product->graph->space->memory, walk->path.items, walk->path.count, walk->path.room, none);
  for (; walk->queue[last].before != NOE_NO_NODE; last = walk->queue[last].before)
    walk->path.items[--count] = walk->queue[last].step;
  if (start)
    *start = walk->queue[last].node;
}

/* Follows an edge with all the threads that may go along; true if that reaches the goal. */
static bool follow(struct search *search, uint32_t before, const struct noe_product_edge *edge) {
  struct noe_walk *walk = search->walk;
  struct noe_path_queue item = {.node = edge->target, .class = NOE_NO_CLASS, .before = before};
  item.step = (struct noe_path_step){edge->rule, edge->target, NOE_NO_CLASS, edge->marks, edge->step_letter};
  if (search->goal != NOE_PATH_TO_SERVE) {
    /* Another edge to a node already reached may carry the mark. */
    if (search->goal == NOE_PATH_TO_MARK && is_goal(search, &item)) {
      NOE_FAIR_PUSH(walk->product->graph->space->memory, walk->queue, walk->queue_count, walk->queue_room, item);
      return true;
    }
    size_t known = walk->queue_count;
    bool back = search->goal == NOE_PATH_TO_NODE && item.node == search->number; /* a start may be the goal */
    if (back)
      NOE_FAIR_PUSH(walk->product->graph->space->memory, walk->queue, walk->queue_count, walk->queue_room, item);
    else
      push(search, item);
    return walk->queue_count > known && is_goal(search, &walk->queue[walk->queue_count - 1]);
  }
  uint32_t class = walk->queue[before].class;
  struct noe_label label = noe_fair_label(walk->product->graph, edge->label);
  for (uint32_t i = 0; i < label.taken_count; i++)
    if (label.taken[i] == class) {
      item.class = item.step.class = NOE_CLASS_TAKEN;
      NOE_FAIR_PUSH(walk->product->graph->space->memory, walk->queue, walk->queue_count, walk->queue_room, item);
      return true;
    }
  for (uint32_t i = 0; i < label.pair_count; i++) {
    if (label.pairs[2 * i] != class)
      continue;
    size_t known = walk->queue_count;
    item.class = item.step.class = label.pairs[2 * i + 1];
    push(search, item);
    if (walk->queue_count > known && is_goal(search, &walk->queue[walk->queue_count - 1]))
      return true;
  }
  return false;
}

bool noe_fair_find_path(struct noe_walk *walk, const uint32_t *starts, uint32_t count, enum noe_path_goal goal,
                        uint32_t number, uint64_t marks, uint32_t *start) {
  struct search search = {walk, goal, number, marks};
  walk->stamp++;
  walk->queue_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    size_t known = walk->queue_count;
    push(&search, (struct noe_path_queue){.node = starts[i], .class = number, .before = NOE_NO_NODE});
    if (walk->queue_count > known && is_goal(&search, &walk->queue[known])) {
      read_path(walk, (uint32_t)known, start);
      return true;
    }
  }
  for (uint32_t i = 0; i < walk->queue_count; i++) {
    struct noe_product_cursor cursor = noe_fair_product_edges(walk->queue[i].node);
    struct noe_product_edge edge;
    while (noe_fair_product_next(walk->product, &cursor, &edge)) {
      if (!may_enter(&search, edge.target) || !follow(&search, i, &edge))
        continue;
      read_path(walk, (uint32_t)walk->queue_count - 1, start);
      return true;
    }
    if (noe_fair_is_stopped(walk->product->graph->space))
      return false;
  }
  return false;
}
