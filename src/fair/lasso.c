#include "fair/lasso.h"

#include <string.h>

/* Beyond this a run is of no use to anybody. */
enum { MOST_STEPS = 1 << 20 };

static struct noe_space *space_of(const struct noe_walk *walk) { return walk->product->graph->space; }

/* ------------------------------------------------------------- the closed walk */

/* Weak groups that are not enabled where the walker stands are served, and conditions that are met there. */
static void note_disabled(struct noe_walk *walk) {
  const struct noe_fair_graph *graph = walk->product->graph;
  const struct noe_groups *groups = graph->space->groups;
  const uint32_t *flags =
      noe_row_words(&graph->flags, graph->nodes[noe_product_graph_node(walk->product, walk->at)].flags);
  for (uint32_t m = 0; m < groups->mark_count; m++)
    for (uint32_t g = groups->marks[m].first; g < groups->marks[m].first + groups->marks[m].count; g++)
      if (!walk->served[g]) {
        uint32_t here = flags[noe_fair_walk_class(walk, g)];
        walk->served[g] = (here & NOE_THREAD_TAKEN) || (!groups->marks[m].strong && (here & NOE_THREAD_DISABLED));
      }
}

/* Walks the path found last. */
static bool go(struct noe_walk *walk, uint32_t group, uint64_t *marks) {
  for (size_t i = 0; i < walk->path.count; i++) {
    struct noe_path_step step = walk->path.items[i];
    if (walk->step_count > MOST_STEPS || !noe_fair_walk_step(walk, &step, group))
      return false;
    *marks |= step.marks;
    if (walk->served)
      note_disabled(walk);
  }
  return true;
}

/* False if a group is enabled for ever and can never be taken, which cannot be. */
static bool serve(struct noe_walk *walk, uint32_t group, uint64_t *marks) {
  uint32_t class = noe_fair_walk_class(walk, group);
  if (noe_fair_find_path(walk, &walk->at, 1, NOE_PATH_TO_SERVE, class, 0, NULL)) {
    walk->served[group] = true;
    return go(walk, group, marks);
  }
  walk->served[group] = true;
  uint32_t thread = walk->cycles->nodes[walk->at].threads + class;
  return !noe_thread_is_bad(noe_fair_thread_flags(&walk->cycles->threads, thread));
}

/* Serves every group, passes every mark, comes back. */
static bool walk_round(struct noe_walk *walk, const char **why) {
  const struct noe_groups *groups = space_of(walk)->groups;
  uint64_t marks = 0, all = noe_automaton_all_marks(walk->product->automaton);
  uint32_t home = walk->at;
  size_t first = walk->step_count;
  walk->served = noe_base_alloc(space_of(walk)->memory, groups->count * sizeof *walk->served);
  note_disabled(walk);
  *why = "a group cannot be served";
  for (uint32_t g = 0; g < groups->count; g++)
    if (!walk->served[g] && !serve(walk, g, &marks))
      return false;
  *why = "the loop cannot be closed";
  while (marks != all)
    if (!noe_fair_find_path(walk, &walk->at, 1, NOE_PATH_TO_MARK, 0, all & ~marks, NULL) ||
        !go(walk, NOE_NO_CLASS, &marks))
      return false;
  if (walk->at == home && walk->step_count > first)
    return true;
  return noe_fair_find_path(walk, &walk->at, 1, NOE_PATH_TO_NODE, home, 0, NULL) && go(walk, NOE_NO_CLASS, &marks);
}

/* ------------------------------------------------------------- going round */

/* pi with pi c = c', moving no more than it must: of a class of twins of c, points that are in
 * its image stay where they are. `names` are those of c; the walker stands in c', in the same
 * node, whose twins are those of c by their names. */
static void find_turn(struct noe_walk *walk, const uint16_t *names, uint16_t *turn) {
  const struct noe_symmetry *symmetry = space_of(walk)->symmetry;
  const uint16_t *class_of = noe_fair_walk_frame(walk)->left;
  noe_symmetry_invert(symmetry, walk->names, walk->back);
  noe_symmetry_compose(symmetry, walk->back, names, turn);
  noe_symmetry_invert(symmetry, turn, walk->back);
  for (uint32_t i = 0; i < symmetry->points; i++) {
    uint16_t other = walk->back[i]; /* goes to i now */
    uint16_t class = class_of[names[i]];
    if (class == NOE_NO_TWINS || class_of[names[other]] != class || other == i)
      continue;
    turn[other] = turn[i];
    walk->back[turn[other]] = other;
    turn[i] = walk->back[i] = (uint16_t)i;
  }
}

/* Steps `first` … of the walk lead from c to pi c: goes on until c comes again. */
static bool repeat_rounds(struct noe_walk *walk, size_t first, const uint16_t *names) {
  struct noe_space *space = space_of(walk);
  size_t round = walk->step_count - first, bytes = space->model->cell_count * sizeof(int64_t);
  const int64_t *home = walk->steps[first - 1].state;
  if (!memcmp(noe_walk_state(walk), home, bytes))
    return true;
  uint16_t turn[space->symmetry->points + 1];
  find_turn(walk, names, turn);
  while (memcmp(noe_walk_state(walk), home, bytes))
    for (size_t i = 0; i < round; i++)
      if (walk->step_count > MOST_STEPS || noe_fair_is_stopped(space) ||
          !noe_fair_walk_push(walk, turn, walk->steps[walk->step_count - round].clause,
                              walk->steps[walk->step_count - round].arguments,
                              walk->steps[walk->step_count - round].state))
        return false;
  return true;
}

/* ---------------------------------------------------------------- the run */

static struct noe_trace *make_trace(struct noe_walk *walk) {
  struct noe_arena *arena = space_of(walk)->task->arena;
  struct noe_trace_step *steps = NOE_NEW_ARRAY(arena, struct noe_trace_step, walk->step_count);
  struct noe_trace *trace = NOE_NEW(arena, struct noe_trace);
  memcpy(steps, walk->steps, walk->step_count * sizeof *steps);
  *trace = (struct noe_trace){.steps = steps, .count = (uint32_t)walk->step_count};
  return trace;
}

static bool is_stuck(const struct noe_walk *walk) {
  const struct noe_fair_graph *graph = walk->product->graph;
  const struct noe_fair_node *node = &graph->nodes[noe_product_graph_node(walk->product, walk->at)];
  return graph->edges[node->first].rule == NOE_NO_RULE;
}

/* A condition of fairness may be against standing still. Of a sequence it is no matter whether a run is fair. */
static bool may_be_unfair(const struct noe_walk *walk) {
  const struct noe_fair_claim *claim = walk->product->claim;
  return space_of(walk)->groups->has_conditions && !(claim && claim->property->property == NOE_PROPERTY_NEVER);
}

bool noe_fair_go(struct noe_walk *walk) {
  uint64_t marks = 0;
  return go(walk, NOE_NO_CLASS, &marks);
}

const struct noe_trace *noe_fair_run(struct noe_walk *walk) {
  if (!noe_fair_graph_expand(walk->product->graph, noe_product_graph_node(walk->product, walk->at)))
    return NULL;
  struct noe_trace *trace = make_trace(walk);
  trace->has_loop = is_stuck(walk) && !may_be_unfair(walk);
  trace->loop = trace->count - 1;
  return trace;
}

/* A step that leads into the loop as its last one does belongs to the loop: the run is the same. */
static size_t roll_back(const struct noe_walk *walk, size_t first) {
  const struct noe_model *model = space_of(walk)->model;
  size_t last = walk->step_count, bytes = model->cell_count * sizeof(int64_t), least = walk->stem ? walk->stem : 1;
  for (; first > least && last > first; first--, last--) {
    const struct noe_trace_step *into = &walk->steps[first - 1], *round = &walk->steps[last - 1];
    if (into->clause != round->clause ||
        memcmp(into->arguments, round->arguments, into->clause->parameter_count * sizeof *into->arguments) ||
        memcmp(walk->steps[first - 2].state, walk->steps[last - 2].state, bytes))
      break;
  }
  return first;
}

/* The loop consists of the steps from `first` on. */
static const struct noe_trace *make_lasso(struct noe_walk *walk, size_t first) {
  size_t rolled = roll_back(walk, first);
  walk->step_count -= first - rolled;
  struct noe_trace *trace = make_trace(walk);
  trace->has_loop = true;
  trace->loop = (uint32_t)rolled - 1;
  return trace;
}

const struct noe_trace *noe_fair_short_lasso(struct noe_walk *walk, struct noe_short_loop *search, uint32_t loop,
                                             const uint32_t *starts, uint32_t count, const char **why) {
  uint32_t start = NOE_NO_NODE;
  uint64_t marks = 0;
  for (uint32_t i = 0; i < count; i++)
    if (starts[i] == loop)
      start = loop;
  *why = "no way leads to the loop";
  walk->path.count = 0;
  if ((start == NOE_NO_NODE && !noe_fair_find_path(walk, starts, count, NOE_PATH_TO_NODE, loop, 0, &start)) ||
      !noe_fair_walk_start(walk, start) || !go(walk, NOE_NO_CLASS, &marks))
    return NULL;
  size_t first = walk->step_count;
  *why = "the loop cannot be closed";
  return noe_fair_short_loop_walk(search, walk) ? make_lasso(walk, first) : NULL;
}

const struct noe_trace *noe_fair_lasso(struct noe_walk *walk, const uint32_t *starts, uint32_t count,
                                       const char **why) {
  uint32_t start;
  uint64_t marks = 0;
  *why = "no way leads to the loop";
  if (!noe_fair_find_path(walk, starts, count, NOE_PATH_TO_SET, 0, 0, &start) ||
      (!walk->step_count && !noe_fair_walk_start(walk, start)))
    return NULL;
  walk->at = start; /* where it stands, in this product */
  if (!go(walk, NOE_NO_CLASS, &marks))
    return NULL;
  size_t first = walk->step_count;
  if (!is_stuck(walk)) {
    uint32_t points = space_of(walk)->symmetry->points;
    uint16_t names[points + 1];
    memcpy(names, walk->names, points * sizeof *names);
    if (!walk_round(walk, why))
      return NULL;
    *why = "the loop is too long to be shown";
    if (!repeat_rounds(walk, first, names))
      return NULL;
  }
  return make_lasso(walk, first);
}
