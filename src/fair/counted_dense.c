/* The nodes of keys that count, for one followed point or none, and what steps do to classes of groups.
 *
 * Points of a frame fall into classes: those of each entry but for the one that is followed, entry by entry, and this
 * one. Groups of family f and class c of points have the number f * (classes of points) + c; what names no point has the
 * first of the classes of its family, and others stay empty. An empty class is never enabled, and joins no other. */
#include <assert.h>
#include <string.h>

#include "fair/counted_int.h"
#include "fair/threads.h"

/* The quotient with the point that is followed. */
struct table {
  struct noe_counted *counted;
  struct noe_dense *dense;
  uint16_t block; /* of this point, or NOE_NO_BLOCK */
};

/* One way of a step: with the followed point in part number `part` of its block. */
struct way {
  const uint32_t *course, *from, *to; /* words of the course; shapes */
  const struct noe_clause *clause;
  const uint32_t *parts; /* of the course: of the blocks, one after the other */
  uint32_t part;
};

static struct noe_memory *memory_of(const struct table *table) { return noe_counted_memory(table->counted); }

static uint32_t block_count(const struct noe_counted *counted) { return counted->system.keys.symmetry->block_count; }

/* ------------------------------------------------------------------- shapes */

/* Entries of the blocks before this one. */
static uint32_t first_entry(const uint32_t *shape, uint32_t block) {
  uint32_t sum = 0;
  for (uint32_t b = 0; b < block; b++)
    sum += shape[b];
  return sum;
}

/* How many classes its points fall into, with one followed. */
static uint32_t class_count(const struct noe_counted *counted, const uint32_t *shape) {
  return first_entry(shape, block_count(counted)) + 1;
}

/* How many points an entry has, up to NOE_SOME_POINTS. */
static uint32_t points_of(const struct noe_counted *counted, const uint32_t *shape, uint32_t block, uint32_t entry) {
  size_t at = block_count(counted);
  for (uint32_t b = 0; b < block; b++)
    at += (size_t)shape[b] * noe_counted_entry_words(counted, b);
  return shape[at + (size_t)entry * noe_counted_entry_words(counted, block)];
}

static uint32_t rank_count(const struct table *table, const uint32_t *shape) {
  return table->block == NOE_NO_BLOCK ? 1 : shape[table->block];
}

/* ------------------------------------------------------------------- frames */

static void put(struct table *table, uint32_t word) {
  struct noe_dense *dense = table->dense;
  NOE_FAIR_PUSH(memory_of(table), dense->scratch, dense->scratch_count, dense->scratch_room, word);
}

/* Which flags classes of a shape have from the beginning. */
static uint32_t flags_of(struct table *table, const uint32_t *shape) {
  const struct noe_counted *counted = table->counted;
  uint32_t classes = class_count(counted, shape);
  table->dense->scratch_count = 0;
  for (uint32_t f = 0; f < counted->families; f++)
    for (uint32_t c = 0; c < classes; c++)
      put(table, counted->strong[f] ? NOE_THREAD_STRONG : 0);
  return noe_fair_row(&table->dense->class_flags, table->dense->scratch, table->dense->scratch_count, NULL);
}

static void list_frames(struct table *table) {
  struct noe_dense *dense = table->dense;
  const struct noe_rows *shapes = &table->counted->shapes;
  dense->first_frame = noe_base_alloc(memory_of(table), (shapes->count + 1) * sizeof *dense->first_frame);
  for (uint32_t i = 0; i < shapes->count; i++)
    dense->first_frame[i + 1] = dense->first_frame[i] + rank_count(table, noe_row_words(shapes, i));
  dense->frame_count = dense->first_frame[shapes->count];
  dense->flags_of = noe_base_alloc(memory_of(table), (dense->frame_count + 1) * sizeof *dense->flags_of);
  for (uint32_t i = 0; i < shapes->count; i++) {
    uint32_t flags = flags_of(table, noe_row_words(shapes, i));
    for (uint32_t k = dense->first_frame[i]; k < dense->first_frame[i + 1]; k++) {
      dense->flags_of[k] = flags;
      NOE_FAIR_PUSH(memory_of(table), dense->frames.items, dense->frames.count, dense->frames.room, k);
    }
  }
}

/* -------------------------------------------------------------------- moves */

/* Parts of a block: how many, then entry before and after of each. */
static const uint32_t *parts_of(const struct way *way, uint32_t block) {
  const uint32_t *parts = way->parts;
  for (; block; block--)
    parts += 1 + 2 * parts[0];
  return parts;
}

/* Is somebody in this part who is not followed? */
static bool has_others(const struct table *table, const struct way *way, uint32_t block, uint32_t part) {
  if (block != table->block || part != way->part)
    return true;
  const uint32_t *parts = parts_of(way, block);
  uint32_t whole = way->from[block], entry = parts[1 + 2 * part];
  if (part >= whole) /* one point */
    return false;
  uint32_t points = points_of(table->counted, way->from, block, entry), taken = 0;
  for (uint32_t i = whole; i < parts[0]; i++)
    taken += parts[1 + 2 * i] == entry;
  return points == NOE_SOME_POINTS || points > taken + 1;
}

/* The class of groups of a family that a point of this part is in, before the step. */
static uint32_t taken_class(const struct table *table, const struct way *way, uint16_t block, uint32_t part) {
  uint32_t classes = class_count(table->counted, way->from);
  if (block == table->block && part == way->part)
    return classes - 1;
  return first_entry(way->from, block) + parts_of(way, block)[1 + 2 * part];
}

static int64_t read_argument(const uint32_t *course, uint32_t number) {
  int64_t value;
  memcpy(&value, course + 1 + 2 * number, sizeof value);
  return value;
}

/* The arguments that belong to groups, as the course has them; the point being the first of its block. */
static uint32_t put_taken_of(struct table *table, const struct way *way, uint32_t number) {
  const struct noe_counted *counted = table->counted;
  uint32_t mark = way->clause->marks[number], point = counted->point_of[mark];
  int64_t arguments[counted->most_arguments + 1];
  for (uint32_t i = 0; i < counted->most_arguments && i < way->clause->parameter_count; i++)
    arguments[i] = i == point ? 0 : read_argument(way->course, i);
  const struct noe_group_mark *groups = &counted->space->groups->marks[mark];
  uint32_t group = noe_fair_group_of(counted->space->groups, way->clause, number, arguments) - groups->first;
  assert(group < groups->count && "the group is one of its mark");
  uint32_t family = counted->first_family[mark] + group, classes = class_count(counted, way->from);
  if (point == NOE_NO_POINT)
    return family * classes;
  uint32_t stride = groups->strides[point];
  uint16_t block = counted->block_of[counted->first_family[mark]];
  uint32_t size = counted->space->symmetry->blocks[block].size;
  family = counted->first_family[mark] + group / (stride * size) * stride + group % stride;
  assert(family < counted->families && counted->block_of[family] == block &&
         "groups that differ in their point are one family");
  return family * classes + taken_class(table, way, block, (uint32_t)read_argument(way->course, point));
}

static void put_taken(struct table *table, const struct way *way) {
  uint32_t count = table->counted->families ? way->clause->mark_count : 0;
  put(table, count);
  for (uint32_t i = 0; i < count; i++)
    put(table, put_taken_of(table, way, i));
}

static void put_pairs_of(struct table *table, const struct way *way, uint32_t family) {
  const struct noe_counted *counted = table->counted;
  uint32_t from = class_count(counted, way->from), to = class_count(counted, way->to);
  uint16_t block = counted->block_of[family];
  if (block == NOE_NO_BLOCK) {
    put(table, family * from);
    put(table, family * to);
    return;
  }
  const uint32_t *parts = parts_of(way, block);
  uint32_t before = first_entry(way->from, block), after = first_entry(way->to, block);
  for (uint32_t i = 0; i < parts[0]; i++) {
    if (!has_others(table, way, block, i))
      continue;
    put(table, family * from + before + parts[1 + 2 * i]);
    put(table, family * to + after + parts[2 + 2 * i]);
  }
  if (block != table->block)
    return;
  put(table, family * from + from - 1);
  put(table, family * to + to - 1);
}

static uint32_t find_move(struct table *table, const struct way *way, uint32_t from, uint32_t to) {
  struct noe_dense *dense = table->dense;
  dense->scratch_count = 0;
  put_taken(table, way);
  for (uint32_t f = 0; f < table->counted->families; f++)
    put_pairs_of(table, way, f);
  uint32_t label = noe_fair_row(&dense->own_labels, dense->scratch, dense->scratch_count, NULL);
  const uint32_t row[] = {from, to, label};
  uint32_t number = noe_fair_row(&dense->move_rows, row, 3, NULL);
  if (number == dense->move_number) {
    struct noe_fair_move move = {to, label};
    size_t count = dense->move_number++;
    NOE_FAIR_PUSH(memory_of(table), dense->own_moves, count, dense->move_items_room, move);
  }
  return number;
}

/* Ways of one step that are the same in all that matters are one edge. */
static void add_move(struct table *table, size_t first, struct noe_dense_move move) {
  struct noe_dense *dense = table->dense;
  for (size_t i = first; i < dense->move_count; i++)
    if (dense->moves[i].rank == move.rank && dense->moves[i].move == move.move)
      return;
  NOE_FAIR_PUSH(memory_of(table), dense->moves, dense->move_count, dense->move_room, move);
}

/* The moves of a kind of step between these shapes, with the followed point in the entry of this rank. */
static void add_row(struct table *table, struct way *way, const uint32_t *kind, uint32_t rank) {
  struct noe_dense *dense = table->dense;
  size_t first = dense->move_count;
  uint32_t frame = dense->first_frame[kind[1]] + rank, after = dense->first_frame[kind[2]];
  assert(frame < dense->first_frame[kind[1] + 1] && after < dense->frame_count &&
         "a rank is one of the shape's entries");
  NOE_FAIR_PUSH(memory_of(table), dense->rows, dense->row_count, dense->row_room, (uint32_t)dense->move_count);
  if (table->block == NOE_NO_BLOCK) {
    add_move(table, first, (struct noe_dense_move){0, find_move(table, way, frame, after)});
    return;
  }
  const uint32_t *parts = parts_of(way, table->block);
  for (way->part = 0; way->part < parts[0]; way->part++) {
    uint32_t to = parts[2 + 2 * way->part];
    if (parts[1 + 2 * way->part] == rank)
      add_move(table, first, (struct noe_dense_move){to, find_move(table, way, frame, after + to)});
  }
}

static struct way way_of(const struct noe_counted *counted, const uint32_t *kind) {
  struct way way = {.course = noe_row_words(&counted->courses, kind[0]),
                    .from = noe_row_words(&counted->shapes, kind[1]),
                    .to = noe_row_words(&counted->shapes, kind[2])};
  way.clause = &counted->system.model->rules[way.course[0]];
  uint32_t given = way.clause->mark_count ? counted->most_arguments : 0;
  way.parts = way.course + 1 + 2 * (given < way.clause->parameter_count ? given : way.clause->parameter_count);
  return way;
}

/* False if stopped. */
static bool list_moves(struct table *table) {
  struct noe_dense *dense = table->dense;
  const struct noe_rows *kinds = &table->counted->kinds;
  dense->first_row = noe_base_alloc(memory_of(table), (kinds->count + 1) * sizeof *dense->first_row);
  for (uint32_t i = 0; i < kinds->count && !noe_fair_is_stopped(dense->space); i++) {
    const uint32_t *kind = noe_row_words(kinds, i);
    struct way way = way_of(table->counted, kind);
    uint32_t ranks = rank_count(table, way.from);
    dense->first_row[i] = dense->row_count;
    for (uint32_t rank = 0; rank < ranks; rank++)
      add_row(table, &way, kind, rank);
  }
  NOE_FAIR_PUSH(memory_of(table), dense->rows, dense->row_count, dense->row_room, (uint32_t)dense->move_count);
  return !dense->space->stop;
}

/* ------------------------------------------------------------------ letters */

/* The name of the point that is followed in an entry of the key at hand: the first of its points. */
static uint16_t name_of(struct noe_counted_worker *worker, uint16_t block, uint32_t rank) {
  const struct noe_key_shape *keys = &worker->counted->system.keys;
  noe_symmetry_runs_counts(keys->runs, (const uint8_t *)worker->key, worker->counts, worker->entries);
  const uint16_t *counts = worker->counts;
  for (uint16_t b = 0; b < block; b++)
    counts += worker->entries[b];
  uint32_t name = keys->symmetry->blocks[block].first;
  assert(rank < worker->entries[block] && "a rank is that of an entry");
  for (uint32_t i = 0; i < rank; i++)
    name += counts[i];
  return (uint16_t)name;
}

static uint16_t followed_block(const struct noe_counted *counted, const struct noe_fair_claim *claim) {
  uint16_t block = 0;
  if (!claim->tracked_count)
    return NOE_NO_BLOCK;
  const struct noe_block *blocks = counted->system.keys.symmetry->blocks;
  while (claim->tracked[0] >= blocks[block].first + blocks[block].size)
    block++;
  return block;
}

struct spelling {
  const struct noe_fair_claim *claim;
  struct table *table;
};

static bool spell(struct noe_fair_worker *owner, void *context, size_t number) {
  struct spelling *spelling = context;
  struct noe_dense *dense = spelling->table->dense;
  struct noe_counted *counted = spelling->table->counted;
  noe_fair_counted_begin(counted, owner);
  struct noe_counted_worker *worker = &counted->workers[owner->number];
  if (!worker->claim)
    worker->claim = noe_fair_claim_copy(spelling->claim, worker->space);
  uint32_t orbit = (uint32_t)number, first = dense->base[orbit];
  noe_fair_counted_load(worker, orbit);
  noe_system_view_enter(&worker->view, (const uint8_t *)worker->key);
  noe_model_machine_exchange(worker->space->view.machine, &worker->view.twins->exchange);
  for (uint32_t node = first; node < dense->base[orbit + 1]; node++) {
    uint16_t name = spelling->table->block == NOE_NO_BLOCK ? 0 : name_of(worker, spelling->table->block, node - first);
    noe_fair_dense_write_letter(dense, node, noe_fair_letter_of(worker->claim, worker->view.state, &name));
  }
  noe_model_machine_exchange(worker->space->view.machine, NULL);
  return !noe_fair_is_stopped(worker->space);
}

#ifdef NOE_HOSTILE
enum { PIECE = 1 };
#else
enum { PIECE = 64 };
#endif

/* False if stopped. */
static bool find_letters(struct table *table, const struct noe_fair_claim *claim) {
  struct noe_counted *counted = table->counted;
  struct spelling spelling = {claim, table};
  noe_fair_dense_make_letters(table->dense, claim->proposition_count);
  if (!table->dense->width)
    return true;
  for (uint32_t i = 0; i < counted->team->count; i++)
    counted->workers[i].claim = NULL;
  bool done = noe_fair_team_run(counted->team, table->dense->orbits, PIECE, spell, &spelling);
  for (uint32_t i = 0; i < counted->team->count; i++)
    table->dense->is_faulty |= counted->workers[i].claim && counted->workers[i].claim->fault;
  return done && !table->dense->is_faulty;
}

/* --------------------------------------------------------------------- whole */

bool noe_fair_counted_serves(const struct noe_counted *counted, const struct noe_fair_claim *claim) {
  return counted && claim->tracked_count <= 1;
}

/* Start states are symmetric: whatever point is followed is in any entry of one of them. */
static void list_starts(struct table *table) {
  struct noe_dense *dense = table->dense;
  for (uint32_t orbit = 0; orbit < table->counted->start_count; orbit++)
    for (uint32_t node = dense->base[orbit]; node < dense->base[orbit + 1]; node++) {
      struct noe_fair_pair start = {orbit, node};
      NOE_FAIR_PUSH(memory_of(table), dense->starts, dense->start_count, dense->start_room, start);
    }
}

bool noe_fair_counted_dense(struct noe_counted *counted, struct noe_dense *dense, const struct noe_fair_claim *claim) {
  struct noe_memory *memory = noe_counted_memory(counted);
  struct table table = {.counted = counted, .dense = dense, .block = followed_block(counted, claim)};
  *dense = (struct noe_dense){.space = counted->space, .items = counted->items, .steps = counted->steps};
  dense->own_labels = dense->class_flags = dense->move_rows = noe_fair_rows(memory);
  dense->labels = &dense->own_labels;
  list_frames(&table);
  bool done = noe_fair_dense_number(dense, counted->keys.count) && list_moves(&table);
  dense->move_items = dense->own_moves;
  if (!done)
    return false;
  list_starts(&table);
  return find_letters(&table, claim);
}

void noe_fair_counted_read(struct noe_counted *counted, const struct noe_fair_claim *claim, uint32_t orbit,
                           uint32_t rank, uint16_t *name) {
  struct noe_counted_worker *worker = &counted->workers[0];
  uint16_t block = followed_block(counted, claim);
  noe_fair_counted_load(worker, orbit);
  noe_system_state(&worker->view.orbits, (const uint8_t *)worker->key, counted->space->state);
  if (block != NOE_NO_BLOCK)
    *name = name_of(worker, block, rank);
}
