#include "fair/dense.h"

#include <assert.h>
#include <string.h>

#include "fair/team.h"

#ifdef NOE_HOSTILE
enum { PIECE = 1 };
#else
enum { PIECE = 64 };
#endif

static struct noe_memory *memory_of(const struct noe_dense *dense) { return dense->space->memory; }

static uint32_t *allocate(const struct noe_dense *dense, size_t count) {
  return noe_base_alloc(memory_of(dense), (count + 1) * sizeof(uint32_t));
}

/* The frames of all twins that occur. */
static void list_frames(struct noe_dense *dense, const uint16_t *tracked) {
  struct noe_fair_graph *graph = dense->graph;
  uint32_t twins = graph->orbits->twins.count;
  dense->first_frame = allocate(dense, twins);
  for (uint32_t i = 0; i < twins; i++) {
    noe_fair_frames_of(&graph->frames, i, tracked, &dense->frames);
    dense->first_frame[i + 1] = (uint32_t)dense->frames.count;
  }
  dense->rank = allocate(dense, graph->frames.keys.count);
  for (uint32_t i = 0; i < twins; i++)
    for (uint32_t k = dense->first_frame[i]; k < dense->first_frame[i + 1]; k++)
      dense->rank[dense->frames.items[k]] = k - dense->first_frame[i];
}

bool noe_fair_dense_number(struct noe_dense *dense, uint32_t orbits) {
  uint64_t count = 0;
  dense->orbits = orbits;
  dense->base = allocate(dense, dense->orbits);
  for (uint32_t i = 0; i < dense->orbits; i++) {
    uint32_t twins = dense->items[i].twins;
    count += dense->first_frame[twins + 1] - dense->first_frame[twins];
    if (count >= UINT32_MAX)
      return false;
    dense->base[i + 1] = (uint32_t)count;
  }
  dense->nodes = (uint32_t)count;
  return true;
}

static void push_row(struct noe_dense *dense) {
  NOE_FAIR_PUSH(memory_of(dense), dense->rows, dense->row_count, dense->row_room, (uint32_t)dense->move_count);
}

/* The moves of a kind in a frame. */
static void add_row(struct noe_dense *dense, uint32_t kind, uint32_t frame, struct noe_frame_list *row) {
  struct noe_fair_graph *graph = dense->graph;
  push_row(dense);
  row->count = 0;
  noe_fair_graph_moves(graph, frame, kind, row);
  for (size_t i = 0; i < row->count; i++) {
    struct noe_dense_move move = {dense->rank[graph->move_items[row->items[i]].frame], row->items[i]};
    NOE_FAIR_PUSH(memory_of(dense), dense->moves, dense->move_count, dense->move_room, move);
  }
}

/* False if stopped. */
static bool list_moves(struct noe_dense *dense) {
  struct noe_fair_orbits *orbits = dense->graph->orbits;
  struct noe_frame_list row = {0};
  dense->first_row = noe_base_alloc(memory_of(dense), (orbits->kinds.count + 1) * sizeof *dense->first_row);
  for (uint32_t kind = 0; kind < orbits->kinds.count && !noe_fair_is_stopped(orbits->space); kind++) {
    uint32_t twins = noe_row_words(&orbits->kinds, kind)[0];
    dense->first_row[kind] = dense->row_count;
    for (uint32_t k = dense->first_frame[twins]; k < dense->first_frame[twins + 1]; k++)
      add_row(dense, kind, dense->frames.items[k], &row);
  }
  push_row(dense);
  noe_base_free(memory_of(dense), row.items);
  return !orbits->space->stop;
}

/* Start nodes of the graph. */
static void list_starts(struct noe_dense *dense, const struct noe_rows *starts) {
  const struct noe_fair_graph *graph = dense->graph;
  for (uint32_t i = 0; i < starts->count; i++) {
    uint32_t start = noe_row_words(starts, i)[0], orbit = noe_fair_node_orbit(graph, start);
    struct noe_fair_pair pair = {orbit, dense->base[orbit] + dense->rank[noe_fair_node_frame(graph, start)]};
    NOE_FAIR_PUSH(memory_of(dense), dense->starts, dense->start_count, dense->start_room, pair);
  }
}

bool noe_fair_dense_init(struct noe_dense *dense, struct noe_fair_graph *graph, const uint16_t *tracked,
                         const struct noe_rows *starts) {
  *dense = (struct noe_dense){.space = graph->space, .graph = graph};
  if (!noe_fair_orbits_expand_all(graph->orbits))
    return false;
  dense->items = graph->orbits->items;
  dense->steps = graph->orbits->steps;
  list_frames(dense, tracked);
  if (!noe_fair_dense_number(dense, graph->orbits->keys.count) || !list_moves(dense))
    return false;
  list_starts(dense, starts);
  dense->labels = &graph->labels;
  dense->move_items = graph->move_items;
  dense->move_number = (uint32_t)graph->move_count;
  dense->frame_count = graph->frames.keys.count;
  return true;
}

void noe_fair_dense_list_classes(struct noe_dense *dense) {
  if (dense->flags_of)
    return;
  struct noe_fair_frames *frames = &dense->graph->frames;
  dense->class_flags = noe_fair_rows(memory_of(dense));
  dense->flags_of = allocate(dense, frames->keys.count);
  for (size_t i = 0; i < dense->frames.count; i++) {
    noe_fair_frames_trim(frames);
    const struct noe_fair_frame *frame = noe_fair_frame(frames, dense->frames.items[i]);
    dense->flags_of[dense->frames.items[i]] = noe_fair_row(&dense->class_flags, frame->flags, frame->class_count, NULL);
  }
}

struct noe_dense_classes noe_fair_dense_classes(const struct noe_dense *dense, uint32_t number) {
  assert(dense->flags_of && number < dense->frame_count && "flags are listed before they are asked for");
  uint32_t row = dense->flags_of[number];
  return (struct noe_dense_classes){noe_row_words(&dense->class_flags, row),
                                    (uint32_t)noe_row_length(&dense->class_flags, row)};
}

struct noe_label noe_fair_dense_label(const struct noe_dense *dense, uint32_t move) {
  return noe_fair_read_label(dense->labels, dense->move_items[move].label);
}

void noe_fair_dense_free(struct noe_dense *dense) {
  if (!dense->space)
    return;
  void *parts[] = {dense->base,      dense->frames.items, dense->first_frame, dense->rank,
                   dense->first_row, dense->rows,         dense->moves,       dense->letters,
                   dense->starts,    dense->own_moves,    dense->flags_of,    dense->scratch};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    noe_base_free(memory_of(dense), parts[i]);
  noe_fair_spelling_free(&dense->spelling);
  noe_fair_rows_free(&dense->own_labels);
  noe_fair_rows_free(&dense->class_flags);
  noe_fair_rows_free(&dense->move_rows);
  *dense = (struct noe_dense){0};
}

/* ------------------------------------------------------------------ letters */

void noe_fair_dense_write_letter(struct noe_dense *dense, uint32_t node, uint64_t letter) {
  switch (dense->width) {
  case 1: dense->letters[node] = (uint8_t)letter; break;
  case 2: ((uint16_t *)(void *)dense->letters)[node] = (uint16_t)letter; break;
  default: ((uint64_t *)(void *)dense->letters)[node] = letter; break;
  }
}

static bool spell(struct noe_fair_worker *worker, void *context, size_t number) {
  struct noe_dense *dense = context;
  uint32_t orbit = (uint32_t)number, first = dense->base[orbit], count = dense->base[orbit + 1] - first;
  const uint32_t *frames = dense->frames.items + dense->first_frame[dense->graph->orbits->items[orbit].twins];
  const uint64_t *letters =
      noe_fair_spell(&dense->spelling, worker->number, worker->space, dense->graph, orbit, frames, count);
  for (uint32_t i = 0; i < count; i++)
    noe_fair_dense_write_letter(dense, first + i, letters[i]);
  return !noe_fair_is_stopped(worker->space);
}

static uint32_t width_of(uint32_t propositions) { return propositions <= 8 ? 1 : propositions <= 16 ? 2 : 8; }

void noe_fair_dense_make_letters(struct noe_dense *dense, uint32_t propositions) {
  dense->width = propositions ? width_of(propositions) : 0;
  if (dense->width)
    dense->letters = noe_base_alloc(memory_of(dense), (size_t)dense->nodes * dense->width + 1);
}

bool noe_fair_dense_letters(struct noe_dense *dense, const struct noe_fair_claim *claim) {
  struct noe_fair_team *team = noe_fair_team(dense->graph->orbits);
  noe_fair_dense_make_letters(dense, claim->proposition_count);
  if (!dense->width)
    return true;
  noe_fair_spelling_init(&dense->spelling, claim, team->count);
  bool done = noe_fair_team_run(team, dense->orbits, PIECE, spell, dense);
  dense->is_faulty = noe_fair_spelling_failed(&dense->spelling);
  noe_fair_spelling_free(&dense->spelling);
  return done;
}
