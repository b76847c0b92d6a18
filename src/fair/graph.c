#include "fair/graph.h"

#include <string.h>
#include <xxhash.h>

#include "fair/threads.h"
#include "model/pack.h"

/* ----------------------------------------------------------------- set-up */

void noe_fair_graph_init(struct noe_fair_graph *graph, struct noe_space *space, uint32_t tracked) {
  struct noe_arena *arena = space->arena;
  const struct noe_model *model = space->model;
  *graph = (struct noe_fair_graph){.space = space, .tracked = tracked};
  graph->keys = noe_fair_rows(space->memory);
  graph->labels = noe_fair_rows(space->memory);
  graph->flags = noe_fair_rows(space->memory);
  noe_fair_spot_init(space, &graph->from, tracked);
  noe_fair_spot_init(space, &graph->to, tracked);
  graph->after = NOE_NEW_ARRAY(arena, int64_t, model->cell_count);
  graph->packed = NOE_NEW_ARRAY(arena, uint64_t, model->packed_words);
  graph->key = NOE_NEW_ARRAY(arena, uint32_t, 2 * model->packed_words + tracked);
  graph->by_class = NOE_NEW_ARRAY(arena, uint32_t, space->groups->count);
  graph->class_begin = NOE_NEW_ARRAY(arena, uint32_t, space->groups->count + 1);
  graph->seen = NOE_NEW_ARRAY(arena, uint32_t, space->groups->count);
  graph->class_flags = NOE_NEW_ARRAY(arena, uint32_t, space->groups->count);
}

void noe_fair_graph_free(struct noe_fair_graph *graph) {
  if (!graph->space)
    return;
  struct noe_memory *memory = graph->space->memory;
  noe_fair_rows_free(&graph->keys);
  noe_fair_rows_free(&graph->labels);
  noe_fair_rows_free(&graph->flags);
  noe_base_free(memory, graph->nodes);
  noe_base_free(memory, graph->edges);
  noe_base_free(memory, graph->row);
  *graph = (struct noe_fair_graph){0};
}

/* ------------------------------------------------------------------ nodes */

static uint32_t check_sum(const struct noe_spot *spot, uint32_t groups) {
  return (uint32_t)XXH3_64bits(spot->classes, groups * sizeof *spot->classes);
}

static void check_classes(struct noe_fair_graph *graph, uint32_t node, const struct noe_spot *spot) {
  const struct noe_fair_node *known = &graph->nodes[node];
  if (known->classes == spot->class_count && known->check == check_sum(spot, graph->space->groups->count))
    return;
  graph->space->error = "the symmetries of a state were not the same when it was met again";
  graph->space->stop = NOE_STOP_ERRORS;
}

uint32_t noe_fair_graph_node(struct noe_fair_graph *graph, const struct noe_spot *spot) {
  const struct noe_model *model = graph->space->model;
  uint32_t words = 2 * model->packed_words;
  memset(graph->packed, 0, model->packed_words * sizeof *graph->packed);
  noe_model_pack(model, spot->state, graph->packed);
  memcpy(graph->key, graph->packed, words * sizeof *graph->key);
  for (uint32_t i = 0; i < graph->tracked; i++)
    graph->key[words + i] = spot->tracked[i];
  noe_fair_grow(graph->space->memory, (void **)&graph->nodes, graph->keys.count, &graph->node_room, sizeof *graph->nodes);
  bool fresh;
  uint32_t node = noe_fair_row(&graph->keys, graph->key, words + graph->tracked, &fresh);
  graph->space->nodes += fresh;
  if (fresh)
    graph->nodes[node] = (struct noe_fair_node){.classes = spot->class_count,
                                                .check = check_sum(spot, graph->space->groups->count)};
  else
    check_classes(graph, node, spot);
  return node;
}

void noe_fair_graph_read(const struct noe_fair_graph *graph, uint32_t node, int64_t *state, uint16_t *tracked) {
  const struct noe_model *model = graph->space->model;
  const uint32_t *key = noe_row_words(&graph->keys, node);
  memcpy(graph->packed, key, model->packed_words * sizeof *graph->packed);
  noe_model_unpack(model, graph->packed, state);
  for (uint32_t i = 0; i < graph->tracked; i++)
    tracked[i] = (uint16_t)key[2 * model->packed_words + i];
}

bool noe_fair_graph_starts(struct noe_fair_graph *graph, const uint16_t *tracked, struct noe_rows *starts) {
  struct noe_space *space = graph->space;
  if (!noe_fair_starts(space))
    return false;
  for (size_t i = 0; i < space->enabled.count && !noe_fair_is_stopped(space); i++) {
    const struct noe_clause *clause = space->enabled.items[i].clause;
    if (!noe_fair_fire(space, clause, noe_enabled_arguments(&space->enabled, i), NULL, graph->after))
      continue;
    noe_fair_place(space, graph->after, tracked, graph->tracked, &graph->to);
    uint32_t node = noe_fair_graph_node(graph, &graph->to);
    noe_fair_row(starts, &node, 1, NULL);
  }
  return !space->stop;
}

/* ----------------------------------------------------------------- labels */

struct noe_label noe_fair_label(const struct noe_fair_graph *graph, uint32_t label) {
  const uint32_t *words = noe_row_words(&graph->labels, label);
  size_t length = noe_row_length(&graph->labels, label);
  return (struct noe_label){.taken = words + 1,
                            .taken_count = words[0],
                            .pairs = words + 1 + words[0],
                            .pair_count = (uint32_t)(length - 1 - words[0]) / 2};
}

static void put(struct noe_fair_graph *graph, uint32_t word) {
  NOE_FAIR_PUSH(graph->space->memory, graph->row, graph->row_count, graph->row_room, word);
}

/* Groups of graph->from, sorted by class. */
static void sort_groups(struct noe_fair_graph *graph) {
  const struct noe_spot *spot = &graph->from;
  uint32_t groups = graph->space->groups->count, *begin = graph->class_begin;
  memset(begin, 0, (spot->class_count + 1) * sizeof *begin);
  for (uint32_t g = 0; g < groups; g++)
    begin[spot->classes[g] + 1]++;
  for (uint32_t c = 0; c < spot->class_count; c++)
    begin[c + 1] += begin[c];
  for (uint32_t g = 0; g < groups; g++)
    graph->by_class[begin[spot->classes[g]]++] = g;
  for (uint32_t c = spot->class_count; c > 0; c--)
    begin[c] = begin[c - 1];
  begin[0] = 0;
}

/* What the groups are called after a step from graph->from to graph->to. */
static void put_pairs(struct noe_fair_graph *graph) {
  const struct noe_groups *groups = graph->space->groups;
  const struct noe_spot *from = &graph->from, *to = &graph->to;
  for (uint32_t c = 0; c < to->class_count; c++)
    graph->seen[c] = UINT32_MAX;
  for (uint32_t c = 0; c < from->class_count; c++) {
    const struct noe_group_mark *mark = noe_fair_group_mark(groups, graph->by_class[graph->class_begin[c]]);
    for (uint32_t i = graph->class_begin[c]; i < graph->class_begin[c + 1]; i++) {
      uint32_t image = noe_fair_group_image(groups, to->names, mark, graph->by_class[i]);
      uint32_t class = to->classes[image];
      if (graph->seen[class] == c)
        continue;
      graph->seen[class] = c;
      put(graph, c);
      put(graph, class);
    }
  }
}

/* The class of the group of mark clause->marks[number] that an instance belongs to. */
static uint32_t class_of(const struct noe_fair_graph *graph, const struct noe_clause *clause, uint32_t number,
                         const int64_t *arguments) {
  return graph->from.classes[noe_fair_group_of(graph->space->groups, clause, number, arguments)];
}

static uint32_t mark_count(const struct noe_fair_graph *graph, const struct noe_clause *clause) {
  return graph->space->groups->mark_count ? clause->mark_count : 0;
}

/* Which classes an instance takes. */
static void put_taken(struct noe_fair_graph *graph, const struct noe_clause *clause, const int64_t *arguments) {
  put(graph, mark_count(graph, clause));
  for (uint32_t i = 0; i < mark_count(graph, clause); i++)
    put(graph, class_of(graph, clause, i, arguments));
}

/* The label of standing still. */
static void put_identity(struct noe_fair_graph *graph) {
  put(graph, 0);
  for (uint32_t c = 0; c < graph->from.class_count; c++) {
    put(graph, c);
    put(graph, c);
  }
}

/* ------------------------------------------------------------------ edges */

bool noe_fair_edge_is_by(const struct noe_fair_graph *graph, const struct noe_fair_edge *edge, const char *name) {
  if (!name || edge->rule == NOE_NO_RULE)
    return !name;
  const char *found = graph->space->model->rules[edge->rule].name;
  return found && !strcmp(found, name);
}

static void add_edge(struct noe_fair_graph *graph, uint32_t target, uint32_t rule) {
  struct noe_fair_edge edge = {target, noe_fair_row(&graph->labels, graph->row, graph->row_count, NULL), rule};
  NOE_FAIR_PUSH(graph->space->memory, graph->edges, graph->edge_count, graph->edge_room, edge);
}

static void add_step(struct noe_fair_graph *graph, size_t item) {
  struct noe_space *space = graph->space;
  const struct noe_clause *clause = space->enabled.items[item].clause;
  const int64_t *arguments = noe_enabled_arguments(&space->enabled, item);
  if (!noe_fair_fire(space, clause, arguments, graph->from.state, graph->after))
    return;
  for (uint32_t i = 0; i < mark_count(graph, clause); i++)
    graph->class_flags[class_of(graph, clause, i, arguments)] |= NOE_THREAD_ENABLED;
  space->steps++;
  noe_fair_place(space, graph->after, graph->from.tracked, graph->tracked, &graph->to);
  uint32_t target = noe_fair_graph_node(graph, &graph->to);
  graph->row_count = 0;
  put_taken(graph, clause, arguments);
  put_pairs(graph);
  add_edge(graph, target, clause->id);
}

/* Flags of each class, as far as they do not depend on steps. */
static void first_flags(struct noe_fair_graph *graph) {
  for (uint32_t c = 0; c < graph->from.class_count; c++)
    graph->class_flags[c] = noe_fair_group_mark(graph->space->groups, graph->by_class[graph->class_begin[c]])->strong ? NOE_THREAD_STRONG : 0;
}

static void note_flags(struct noe_fair_graph *graph, uint32_t node) {
  uint32_t *flags = graph->class_flags;
  for (uint32_t c = 0; c < graph->from.class_count; c++)
    if (!(flags[c] & NOE_THREAD_ENABLED))
      flags[c] |= NOE_THREAD_DISABLED;
  graph->nodes[node].flags = noe_fair_row(&graph->flags, flags, graph->from.class_count, NULL);
}

bool noe_fair_graph_expand(struct noe_fair_graph *graph, uint32_t node) {
  struct noe_space *space = graph->space;
  uint16_t tracked[graph->tracked + 1];
  if (graph->nodes[node].is_expanded)
    return true;
  noe_fair_graph_read(graph, node, space->state, tracked);
  noe_fair_replace(space, space->state, tracked, graph->tracked, &graph->from);
  check_classes(graph, node, &graph->from);
  sort_groups(graph);
  if (noe_fair_is_stopped(space) || !noe_fair_instances(space, graph->from.state, &graph->from.twins))
    return false;
  size_t first = graph->edge_count;
  first_flags(graph);
  for (size_t i = 0; i < space->enabled.count && !noe_fair_is_stopped(space); i++)
    add_step(graph, i);
  if (graph->edge_count == first) {
    graph->row_count = 0;
    put_identity(graph);
    add_edge(graph, node, NOE_NO_RULE);
  }
  note_flags(graph, node);
  graph->nodes[node].first = first;
  graph->nodes[node].count = (uint32_t)(graph->edge_count - first);
  graph->nodes[node].is_expanded = !space->stop;
  space->expanded += !space->stop;
  return !space->stop;
}
