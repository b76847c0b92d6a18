#include "fair/graph.h"

#include <assert.h>
#include <string.h>

#include "fair/threads.h"

/* ----------------------------------------------------------------- set-up */

void noe_fair_graph_init(struct noe_fair_graph *graph, struct noe_fair_orbits *orbits, uint32_t tracked) {
  struct noe_space *space = orbits->space;
  struct noe_arena *arena = space->arena;
  *graph = (struct noe_fair_graph){.space = space, .orbits = orbits, .tracked = tracked};
  graph->keys = noe_fair_pairs(space->memory);
  graph->labels = noe_fair_rows(space->memory);
  graph->flags = noe_fair_rows(space->memory);
  graph->moves = noe_fair_pairs(space->memory);
  noe_fair_frames_init(&graph->frames, orbits, tracked);
  noe_fair_transition_orbits_init(&graph->fans, &graph->frames);
  graph->names = NOE_NEW_ARRAY(arena, uint16_t, space->symmetry->points);
  graph->turn = NOE_NEW_ARRAY(arena, uint16_t, space->symmetry->points);
  graph->seen = NOE_NEW_ARRAY(arena, uint32_t, space->groups->count);
  graph->class_flags = NOE_NEW_ARRAY(arena, uint32_t, space->groups->count);
}

void noe_fair_graph_free(struct noe_fair_graph *graph) {
  if (!graph->space)
    return;
  struct noe_memory *memory = graph->space->memory;
  noe_fair_pairs_free(&graph->keys);
  noe_fair_rows_free(&graph->labels);
  noe_fair_rows_free(&graph->flags);
  noe_fair_pairs_free(&graph->moves);
  noe_fair_transition_orbits_free(&graph->fans);
  noe_fair_frames_free(&graph->frames);
  noe_base_free(memory, graph->move_items);
  noe_base_free(memory, graph->nodes);
  noe_base_free(memory, graph->edges);
  noe_base_free(memory, graph->row);
  noe_base_free(memory, graph->frames_met);
  *graph = (struct noe_fair_graph){0};
}

/* ------------------------------------------------------------------ nodes */

static uint32_t node_of(struct noe_fair_graph *graph, uint32_t orbit, uint32_t frame) {
  noe_fair_grow(graph->space->memory, (void **)&graph->nodes, graph->keys.count, &graph->node_room,
                sizeof *graph->nodes);
  bool fresh;
  uint32_t node = noe_fair_pair(&graph->keys, orbit, frame, &fresh);
  if (fresh)
    graph->nodes[node] = (struct noe_fair_node){0};
  graph->space->nodes += fresh;
  return node;
}

/* The frame of the tracked points after names were given: mu, which leads them, comes after. */
static uint32_t lead(struct noe_fair_graph *graph, uint32_t twins, const uint16_t *tracked, uint16_t *names) {
  uint16_t named[graph->tracked + 1];
  for (uint32_t i = 0; i < graph->tracked; i++)
    named[i] = names[tracked[i]];
  uint32_t frame = noe_fair_frame_of(&graph->frames, twins, named);
  for (uint32_t i = 0; i < graph->space->symmetry->points; i++)
    names[i] = graph->frames.moved[names[i]];
  return frame;
}

uint32_t noe_fair_graph_place(struct noe_fair_graph *graph, const int64_t *state, const uint16_t *tracked,
                              uint16_t *names) {
  uint32_t arrival, orbit = noe_fair_orbit(graph->orbits, state, &arrival);
  noe_fair_read_names(graph->orbits, noe_fair_arrival(graph->orbits, arrival).first, graph->names);
  uint32_t frame = lead(graph, noe_fair_arrival(graph->orbits, arrival).second, tracked, graph->names);
  if (names)
    memcpy(names, graph->names, graph->space->symmetry->points * sizeof *names);
  return node_of(graph, orbit, frame);
}

bool noe_fair_graph_starts(struct noe_fair_graph *graph, const uint16_t *tracked, struct noe_rows *starts) {
  struct noe_space *space = graph->space;
  if (!noe_fair_starts(space))
    return false;
  for (size_t i = 0; i < space->view.enabled.count && !noe_fair_is_stopped(space); i++) {
    const struct noe_clause *clause = space->view.enabled.items[i].clause;
    if (!noe_fair_fire(space, clause, noe_enabled_arguments(&space->view.enabled, i), NULL, space->scratch))
      continue;
    uint32_t node = noe_fair_graph_place(graph, space->scratch, tracked, NULL);
    noe_fair_row(starts, &node, 1, NULL);
  }
  return !space->stop;
}

/* ----------------------------------------------------------------- labels */

struct noe_label noe_fair_read_label(const struct noe_rows *labels, uint32_t label) {
  const uint32_t *words = noe_row_words(labels, label);
  size_t length = noe_row_length(labels, label);
  assert(length > words[0] && (length - 1 - words[0]) % 2 == 0 && "a label is what is taken, then pairs of classes");
  return (struct noe_label){.taken = words + 1,
                            .taken_count = words[0],
                            .pairs = words + 1 + words[0],
                            .pair_count = (uint32_t)(length - 1 - words[0]) / 2};
}

struct noe_label noe_fair_label(const struct noe_fair_graph *graph, uint32_t label) {
  return noe_fair_read_label(&graph->labels, label);
}

static void put(struct noe_fair_graph *graph, uint32_t word) {
  NOE_FAIR_PUSH(graph->space->memory, graph->row, graph->row_count, graph->row_room, word);
}

/* What the groups are called after a step, which gives names. */
static void put_pairs(struct noe_fair_graph *graph, const struct noe_fair_frame *from, const struct noe_fair_frame *to,
                      const uint16_t *names) {
  const struct noe_groups *groups = graph->space->groups;
  for (uint32_t c = 0; c < to->class_count; c++)
    graph->seen[c] = UINT32_MAX;
  for (uint32_t c = 0; c < from->class_count; c++) {
    const struct noe_group_mark *mark = noe_fair_group_mark(groups, from->by_class[from->class_begin[c]]);
    for (uint32_t i = from->class_begin[c]; i < from->class_begin[c + 1]; i++) {
      uint32_t image = noe_fair_group_image(groups, names, mark, from->by_class[i]);
      uint32_t class = to->classes[image];
      if (graph->seen[class] == c)
        continue;
      graph->seen[class] = c;
      put(graph, c);
      put(graph, class);
    }
  }
}

/* Which classes an instance takes. */
static void put_taken(struct noe_fair_graph *graph, const struct noe_fair_frame *from, uint32_t instance) {
  const struct noe_groups *groups = graph->space->groups;
  const struct noe_clause *clause = noe_fair_read_instance(graph->orbits, instance, graph->fans.arguments);
  uint32_t count = groups->mark_count ? clause->mark_count : 0;
  put(graph, count);
  for (uint32_t i = 0; i < count; i++)
    put(graph, from->classes[noe_fair_group_of(groups, clause, i, graph->fans.arguments)]);
}

/* The label of standing still. */
static void put_identity(struct noe_fair_graph *graph, const struct noe_fair_frame *frame) {
  put(graph, 0);
  for (uint32_t c = 0; c < frame->class_count; c++) {
    put(graph, c);
    put(graph, c);
  }
}

/* ------------------------------------------------------------------ moves */

/* What the points are called after a step of the fan, and the frame that it leads to. */
static uint32_t name(struct noe_fair_graph *graph, const struct noe_fair_frame *from, uint32_t instance, uint32_t kind,
                     uint16_t *names) {
  uint32_t points = graph->space->symmetry->points;
  uint16_t known[points + 1];
  struct noe_fair_pair arrival = noe_fair_arrival(graph->orbits, noe_kind_arrival(graph->orbits, kind));
  noe_fair_read_names(graph->orbits, arrival.first, known);
  noe_fair_transition_orbit_symmetry(&graph->fans, from, instance, noe_kind_instance(graph->orbits, kind), graph->turn);
  for (uint32_t i = 0; i < points; i++)
    names[i] = known[graph->turn[i]];
  return lead(graph, arrival.second, from->tracked, names);
}

static uint32_t find_move(struct noe_fair_graph *graph, uint32_t frame, uint32_t place, uint32_t kind) {
  uint32_t number = noe_fair_pair(&graph->moves, place, noe_kind_arrival(graph->orbits, kind), NULL);
  if (number == graph->move_count) {
    const struct noe_fair_frame *from = noe_fair_frame(&graph->frames, frame);
    uint32_t instance = graph->fans.list[place];
    struct noe_fair_move move = {.frame = name(graph, from, instance, kind, graph->names)};
    graph->row_count = 0;
    put_taken(graph, from, instance);
    put_pairs(graph, from, noe_fair_frame(&graph->frames, move.frame), graph->names);
    move.label = noe_fair_row(&graph->labels, graph->row, graph->row_count, NULL);
    NOE_FAIR_PUSH(graph->space->memory, graph->move_items, graph->move_count, graph->move_room, move);
  }
  return number;
}

void noe_fair_graph_moves(struct noe_fair_graph *graph, uint32_t frame, uint32_t kind, struct noe_frame_list *row) {
  size_t end;
  noe_fair_frames_trim(&graph->frames);
  for (size_t at = noe_fair_transition_orbit_of(&graph->fans, frame, noe_kind_instance(graph->orbits, kind), &end);
       at < end; at++) {
    uint32_t move = find_move(graph, frame, (uint32_t)at, kind);
    NOE_FAIR_PUSH(graph->space->memory, row->items, row->count, row->room, move);
  }
}

/* ------------------------------------------------------------------ edges */

bool noe_fair_edge_is_by(const struct noe_fair_graph *graph, const struct noe_fair_edge *edge, const char *name) {
  if (!name || edge->rule == NOE_NO_RULE)
    return !name;
  const char *found = graph->space->model->rules[edge->rule].name;
  return found && !strcmp(found, name);
}

static void add_edge(struct noe_fair_graph *graph, uint32_t target, uint32_t label, uint32_t rule) {
  struct noe_fair_edge edge = {target, label, rule};
  NOE_FAIR_PUSH(graph->space->memory, graph->edges, graph->edge_count, graph->edge_room, edge);
}

/* The edge leads to an orbit, for the time being. */
static void add_step(struct noe_fair_graph *graph, uint32_t orbit, uint32_t frame,
                     const struct noe_transition_orbit_step *fan) {
  struct noe_fair_orbits *orbits = graph->orbits;
  struct noe_orbit_step step = orbits->steps[orbits->items[orbit].first + fan->base];
  uint32_t number = find_move(graph, frame, fan->place, step.kind);
  struct noe_fair_move move = graph->move_items[number];
  struct noe_label label = noe_fair_label(graph, move.label);
  for (uint32_t i = 0; i < label.taken_count; i++)
    graph->class_flags[label.taken[i]] |= NOE_THREAD_ENABLED;
  noe_fair_pair_prefetch(&graph->keys, step.target, move.frame);
  NOE_FAIR_PUSH(graph->space->memory, graph->frames_met, graph->met_count, graph->met_room, move.frame);
  add_edge(graph, step.target, move.label, noe_fair_instance_rule(orbits, noe_kind_instance(orbits, step.kind)));
}

/* All the edges of a node; their nodes are looked for when the memory that they are in has been
 * asked for. */
static void add_steps(struct noe_fair_graph *graph, uint32_t orbit, uint32_t frame) {
  size_t first = graph->edge_count;
  graph->met_count = 0;
  noe_fair_transition_orbit(&graph->fans, orbit, frame);
  for (size_t i = 0; i < graph->fans.count; i++)
    add_step(graph, orbit, frame, &graph->fans.steps[i]);
  for (size_t i = 0; i < graph->met_count; i++)
    noe_fair_pair_prefetch_item(&graph->keys, graph->edges[first + i].target, graph->frames_met[i]);
  for (size_t i = 0; i < graph->met_count; i++)
    graph->edges[first + i].target = node_of(graph, graph->edges[first + i].target, graph->frames_met[i]);
}

/* The only edge of a node that no step leaves. */
static void stand_still(struct noe_fair_graph *graph, uint32_t node, const struct noe_fair_frame *frame) {
  graph->row_count = 0;
  put_identity(graph, frame);
  add_edge(graph, node, noe_fair_row(&graph->labels, graph->row, graph->row_count, NULL), NOE_NO_RULE);
}

/* Of a class of twins one group tells for all. */
static void note_conditions(struct noe_fair_graph *graph, uint32_t node, const struct noe_fair_frame *frame) {
  struct noe_space *space = graph->space;
  if (!space->groups->has_conditions)
    return;
  noe_fair_orbit_read(graph->orbits, noe_fair_node_orbit(graph, node), space->state);
  for (uint32_t c = 0; c < frame->class_count; c++) {
    uint32_t group = frame->by_class[frame->class_begin[c]];
    const struct noe_group_mark *mark = noe_fair_group_mark(space->groups, group);
    if (mark->condition)
      graph->class_flags[c] |= noe_fair_condition(space, mark, group, space->state);
  }
}

static void note_flags(struct noe_fair_graph *graph, uint32_t node, uint32_t count) {
  uint32_t *flags = graph->class_flags;
  for (uint32_t c = 0; c < count; c++)
    if (!(flags[c] & NOE_THREAD_ENABLED))
      flags[c] |= NOE_THREAD_DISABLED;
  graph->nodes[node].flags = noe_fair_row(&graph->flags, flags, count, NULL);
}

bool noe_fair_graph_expand(struct noe_fair_graph *graph, uint32_t node) {
  struct noe_space *space = graph->space;
  if (graph->nodes[node].is_expanded)
    return true;
  uint32_t orbit = noe_fair_node_orbit(graph, node), number = noe_fair_node_frame(graph, node);
  if (!noe_fair_orbit_expand(graph->orbits, orbit) || noe_fair_is_stopped(space))
    return false;
  noe_fair_frames_trim(&graph->frames);
  const struct noe_fair_frame *frame = noe_fair_frame(&graph->frames, number);
  size_t first = graph->edge_count;
  memcpy(graph->class_flags, frame->flags, frame->class_count * sizeof *frame->flags);
  add_steps(graph, orbit, number);
  if (graph->edge_count == first)
    stand_still(graph, node, frame);
  note_conditions(graph, node, frame);
  note_flags(graph, node, frame->class_count);
  assert(graph->edge_count > first && "each node has an edge: what stands still has one to itself");
  graph->nodes[node].first = first;
  graph->nodes[node].count = (uint32_t)(graph->edge_count - first);
  graph->nodes[node].is_expanded = true;
  space->expanded++;
  return true;
}

uint32_t noe_fair_graph_step(struct noe_fair_graph *graph, uint32_t node, uint32_t edge, uint16_t *names) {
  uint32_t orbit = noe_fair_node_orbit(graph, node), number = noe_fair_node_frame(graph, node);
  noe_fair_frames_trim(&graph->frames);
  const struct noe_fair_frame *frame = noe_fair_frame(&graph->frames, number);
  noe_fair_transition_orbit(&graph->fans, orbit, number);
  struct noe_transition_orbit_step fan = graph->fans.steps[edge];
  struct noe_orbit_step step = graph->orbits->steps[graph->orbits->items[orbit].first + fan.base];
  uint32_t instance = noe_transition_orbit_instance(&graph->fans, &fan);
  name(graph, frame, instance, step.kind, names);
  return instance;
}

uint32_t noe_fair_graph_instances(struct noe_fair_graph *graph, uint32_t node, uint32_t *instances) {
  noe_fair_frames_trim(&graph->frames);
  noe_fair_transition_orbit(&graph->fans, noe_fair_node_orbit(graph, node), noe_fair_node_frame(graph, node));
  for (size_t i = 0; i < graph->fans.count; i++)
    instances[i] = noe_transition_orbit_instance(&graph->fans, &graph->fans.steps[i]);
  return (uint32_t)graph->fans.count;
}
