/* Finding all orbits of keys that count: a batch of them is expanded by whoever is free, while the tables are only
 * read; then one thread takes in what was found, in the order of the orbits. */
#include <assert.h>
#include <string.h>

#include "fair/counted_int.h"

#ifdef NOE_HOSTILE
enum { BATCH = 3, PIECE = 1, MANY_COURSES = 1 << 10, MANY_SHAPES = 1 << 8 };
#else
enum { BATCH = 2048, PIECE = 64, MANY_COURSES = 1 << 16, MANY_SHAPES = 1 << 8 };
#endif

/* ------------------------------------------------------------------ set-up */

static bool impatient(void *owner) {
  const struct noe_counted_worker *worker = owner;
  return noe_fair_impatient(worker->space);
}

static size_t key_words(const struct noe_counted *counted) { return counted->system.keys.most_words + 1; }

void noe_fair_counted_begin(struct noe_counted *counted, struct noe_fair_worker *owner) {
  struct noe_counted_worker *worker = &counted->workers[owner->number];
  struct noe_memory *memory = owner->memory;
  if (worker->space)
    return;
  worker->counted = counted;
  worker->space = owner->space;
  worker->key = noe_base_alloc(memory, key_words(counted) * sizeof *worker->key);
  worker->counts = noe_base_alloc(memory, (counted->space->symmetry->points + 1) * sizeof *worker->counts);
  worker->entries = noe_base_alloc(memory, (counted->space->symmetry->block_count + 1) * sizeof *worker->entries);
  worker->arguments =
      noe_base_alloc(memory, (noe_model_most_parameters(counted->system.model) + 1) * sizeof *worker->arguments);
  noe_system_view_open(&worker->view, &counted->system, memory, worker, impatient);
  noe_system_view_join(&worker->view);
}

static void put(struct noe_counted_worker *worker, uint32_t word) {
  NOE_FAIR_PUSH(worker->space->memory, worker->material, worker->material_count, worker->material_room, word);
}

static void put_pair(struct noe_counted_worker *worker, uint64_t value) {
  uint32_t words[2];
  memcpy(words, &value, sizeof value);
  put(worker, words[0]);
  put(worker, words[1]);
}

void noe_fair_counted_load(struct noe_counted_worker *worker, uint32_t orbit) {
  const struct noe_rows *keys = &worker->counted->keys;
  size_t words = noe_row_length(keys, orbit);
  assert(words * sizeof(uint32_t) <= key_words(worker->counted) * sizeof *worker->key && "there is room for any key");
  memset(worker->key, 0, key_words(worker->counted) * sizeof *worker->key);
  memcpy(worker->key, noe_row_words(keys, orbit), words * sizeof(uint32_t));
}

/* ------------------------------------------------------------------- shapes */

/* The last plain cell that names the point, counted from 1; 0: none does. */
static uint32_t pointer_to(const struct noe_runs_shape *runs, const int64_t *state, uint32_t point) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < runs->pointer_count; i++) {
    uint32_t cell = runs->plain[runs->pointers[i]];
    const struct noe_type *type = runs->symmetry->model->cells[cell].type;
    if (noe_symmetry_point(runs->symmetry, type, state[cell]) == (int32_t)point)
      found = i + 1;
  }
  return found;
}

static void put_entry(struct noe_counted_worker *worker, uint32_t block, uint32_t number, uint32_t count) {
  const struct noe_runs_shape *runs = worker->counted->system.keys.runs;
  const struct noe_slice *slice = &runs->slices[block];
  put(worker, count < NOE_SOME_POINTS ? count : NOE_SOME_POINTS);
  for (uint32_t i = 0; i < slice->count; i++)
    put_pair(worker, (uint64_t)worker->view.state[slice->cells[i] + number * slice->strides[i]]);
  put(worker, pointer_to(runs, worker->view.state, runs->symmetry->blocks[block].first + number));
}

/* The shape of the key at hand, at the end of the material. */
static void put_shape(struct noe_counted_worker *worker) {
  const struct noe_counted *counted = worker->counted;
  const struct noe_symmetry *symmetry = counted->system.keys.symmetry;
  noe_symmetry_runs_counts(counted->system.keys.runs, (const uint8_t *)worker->key, worker->counts, worker->entries);
  noe_system_state(&worker->view.orbits, (const uint8_t *)worker->key, worker->view.state);
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    put(worker, worker->entries[b]);
  const uint16_t *counts = worker->counts;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t e = 0, number = 0; e < worker->entries[b]; e++) {
      put_entry(worker, b, number, *counts);
      number += *counts++;
    }
}

/* -------------------------------------------------------------------- steps */

static void put_course(struct noe_counted_worker *worker, const struct noe_native_frame *frame, uint32_t rule,
                       const int64_t *arguments) {
  const struct noe_clause *clause = &worker->counted->system.model->rules[rule];
  uint32_t given = clause->mark_count ? worker->counted->most_arguments : 0;
  const uint32_t *moves = frame->moves;
  put(worker, rule);
  for (uint32_t i = 0; i < given && i < clause->parameter_count; i++)
    put_pair(worker, (uint64_t)arguments[i]);
  for (uint32_t b = 0; b < worker->counted->system.keys.symmetry->block_count; b++) {
    uint32_t parts = *moves++;
    put(worker, parts);
    for (uint32_t i = 0; i < 2 * parts; i++)
      put(worker, *moves++);
  }
}

/* Words of the material from `first` on, before which there is room for how many they are: their number in the table,
 * if it knows them, and then they are forgotten. */
static uint32_t look_up(struct noe_counted_worker *worker, const struct noe_rows *rows, size_t first) {
  size_t count = worker->material_count - first - 1;
  uint32_t number = noe_fair_row_find(rows, worker->material + first + 1, count);
  assert(worker->material_count > first && "there is room for how many words they are");
  worker->material[first] = (uint32_t)count;
  if (number != UINT32_MAX)
    worker->material_count = first;
  return number;
}

static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  (void)weight, (void)cells;
  struct noe_counted_worker *worker = frame->host;
  struct noe_counted_step step = {.material = worker->material_count};
  assert(frame->moves && arguments && "the module says what became of whom");
  put(worker, 0);
  put_course(worker, frame, rule, arguments);
  step.course = look_up(worker, &worker->counted->courses, step.material);
  step.key = worker->material_count;
  uint32_t words = (bytes + 3) / 4;
  put(worker, words);
  for (uint32_t i = 0; i < words; i++) {
    uint32_t word = 0;
    memcpy(&word, key + 4 * i, bytes - 4 * i < 4 ? bytes - 4 * i : 4);
    put(worker, word);
  }
  step.hash = noe_fair_row_hash(worker->material + step.key + 1, words);
  step.target = noe_fair_row_find_hashed(&worker->counted->keys, worker->material + step.key + 1, words, step.hash);
  NOE_FAIR_PUSH(worker->space->memory, worker->steps, worker->step_count, worker->step_room, step);
  return !noe_fair_is_stopped(worker->space);
}

/* What was found of an orbit of a batch. */
struct part {
  uint32_t worker, count;
  size_t shape, first;
};

struct batch {
  struct noe_counted *counted;
  struct part *parts;
  uint32_t first, count;
};

/* False if stopped, or if compiled code does not do it alone. */
static bool expand(struct noe_fair_worker *owner, void *context, size_t number) {
  static const struct noe_visitor visitor = {.successor = take};
  struct batch *batch = context;
  noe_fair_counted_begin(batch->counted, owner);
  struct noe_counted_worker *worker = &batch->counted->workers[owner->number];
  struct part part = {.worker = owner->number, .shape = worker->material_count, .first = worker->step_count};
  if (noe_fair_is_stopped(worker->space))
    return false;
  noe_fair_counted_load(worker, batch->first + (uint32_t)number);
  put(worker, 0);
  put_shape(worker);
  worker->material[part.shape] = (uint32_t)(worker->material_count - part.shape - 1);
  worker->view.frame->want_moves = true;
  bool done = noe_system_fire_compiled(&worker->view, (const uint8_t *)worker->key, &visitor);
  part.count = done ? (uint32_t)(worker->step_count - part.first) : NOE_NOT_EXPANDED;
  batch->parts[number] = part;
  return !worker->space->stop;
}

/* ---------------------------------------------------------------- taking in */

static uint32_t take_row(struct noe_rows *rows, const uint32_t *words) {
  return noe_fair_row(rows, words + 1, words[0], NULL);
}

static uint32_t take_key(struct noe_counted *counted, const uint32_t *words, size_t count, uint32_t hash) {
  bool fresh;
  noe_fair_grow(noe_counted_memory(counted), (void **)&counted->items, counted->keys.count, &counted->room,
                sizeof *counted->items);
  uint32_t orbit = noe_fair_row_hashed(&counted->keys, words, count, hash, &fresh);
  if (fresh)
    counted->items[orbit] = (struct noe_fair_orbit){.count = NOE_NOT_EXPANDED};
  return orbit;
}

static void take_in(struct noe_counted *counted, uint32_t orbit, const struct part *part) {
  const struct noe_counted_worker *worker = &counted->workers[part->worker];
  size_t begin = counted->step_count;
  for (size_t i = part->first; i < part->first + part->count; i++) {
    const struct noe_counted_step *found = &worker->steps[i];
    struct noe_orbit_step step = {found->target, found->course};
    const uint32_t *key = worker->material + found->key;
    if (step.kind == UINT32_MAX)
      step.kind = take_row(&counted->courses, worker->material + found->material);
    if (step.target == UINT32_MAX)
      step.target = take_key(counted, key + 1, key[0], found->hash);
    NOE_FAIR_PUSH(noe_counted_memory(counted), counted->steps, counted->step_count, counted->step_room, step);
  }
  counted->items[orbit].twins = take_row(&counted->shapes, worker->material + part->shape);
  counted->items[orbit].first = begin;
  counted->items[orbit].count = part->count;
}

/* Where nearly every orbit has a shape of its own, or every fourth step its course, nothing is gained: names are better
 * then. One batch mostly tells. */
static bool is_worth_it(const struct noe_counted *counted) {
  const uint64_t shapes = counted->shapes.count;
  bool shares_shapes = shapes < MANY_SHAPES || 3 * shapes < 2 * (uint64_t)counted->done;
  return shares_shapes && (counted->courses.count < MANY_COURSES || counted->courses.count < counted->step_count / 4);
}

static bool expand_batch(struct batch *batch) {
  struct noe_counted *counted = batch->counted;
  for (uint32_t i = 0; i < counted->team->count; i++)
    counted->workers[i].step_count = counted->workers[i].material_count = 0;
  if (!noe_fair_team_run(counted->team, batch->count, PIECE, expand, batch))
    return false;
  for (uint32_t i = 0; i < batch->count; i++) {
    if (batch->parts[i].count == NOE_NOT_EXPANDED)
      return false;
    take_in(counted, batch->first + i, &batch->parts[i]);
  }
  counted->done = batch->first + batch->count;
  return is_worth_it(counted);
}

/* -------------------------------------------------------------------- orbits */

static bool take_starts(struct noe_counted *counted) {
  struct noe_space *space = counted->space;
  struct noe_counted_worker *worker = &counted->workers[0];
  if (!noe_fair_starts(space))
    return false;
  for (size_t i = 0; i < space->view.enabled.count && !noe_fair_is_stopped(space); i++) {
    const struct noe_clause *clause = space->view.enabled.items[i].clause;
    if (!noe_fair_fire(space, clause, noe_enabled_arguments(&space->view.enabled, i), NULL, space->scratch))
      continue;
    memset(worker->key, 0, key_words(counted) * sizeof *worker->key);
    size_t words = (noe_system_key(&worker->view.orbits, space->scratch, (uint8_t *)worker->key) + 3) / 4;
    const uint32_t *key = (const uint32_t *)(const void *)worker->key;
    take_key(counted, key, words, noe_fair_row_hash(key, words));
  }
  counted->start_count = counted->keys.count;
  return !space->stop;
}

/* A kind is a course, and the shapes that it leads from and to. */
static void find_kinds(struct noe_counted *counted) {
  for (uint32_t i = 0; i < counted->keys.count; i++)
    for (uint32_t k = 0; k < counted->items[i].count; k++) {
      struct noe_orbit_step *step = &counted->steps[counted->items[i].first + k];
      const uint32_t kind[] = {step->kind, counted->items[i].twins, counted->items[step->target].twins};
      step->kind = noe_fair_row(&counted->kinds, kind, 3, NULL);
    }
}

bool noe_fair_counted_explore(struct noe_counted *counted) {
  struct part parts[BATCH];
  struct batch batch = {.counted = counted, .parts = parts};
  noe_fair_counted_begin(counted, &counted->team->workers[0]);
  bool done = take_starts(counted);
  while (done && counted->done < counted->keys.count) {
    uint32_t left = counted->keys.count - counted->done;
    batch.first = counted->done;
    batch.count = left < BATCH ? left : BATCH;
    done = expand_batch(&batch);
  }
  if (done)
    find_kinds(counted);
  return done;
}
