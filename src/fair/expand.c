/* The steps of an orbit, by both executions (system/successors.h): compiled code as far as there is some, the
 * interpreter for the rest. */
#include "fair/expand.h"

#include <assert.h>
#include <string.h>

#include "fair/orbits.h"
#include "model/pack.h"

/* What was told of so many steps is remembered, if it is about so many points: as long as that is few words. */
#ifdef NOE_HOSTILE
enum { MOST_TOLD = 5, FEW_POINTS = 64 };
#else
enum { MOST_TOLD = 1 << 16, FEW_POINTS = 64 };
#endif

/* ----------------------------------------------------------------- set-up */

void noe_fair_expander_init(struct noe_expander *expander, struct noe_space *space,
                            const struct noe_fair_orbits *orbits) {
  struct noe_arena *arena = space->arena;
  const struct noe_model *model = space->model;
  uint32_t points = space->symmetry->points;
  *expander = (struct noe_expander){.space = space, .orbits = orbits, .known_twins = UINT32_MAX};
  noe_fair_partition_init(&expander->known, arena, space->symmetry);
  noe_fair_partition_init(&expander->met, arena, space->symmetry);
  noe_symmetry_twins_init(&expander->raw, arena, space->symmetry);
  expander->after = NOE_NEW_ARRAY(arena, int64_t, model->cell_count);
  expander->form = NOE_NEW_ARRAY(arena, int64_t, model->cell_count);
  expander->row = NOE_NEW_ARRAY(arena, uint16_t, points);
  expander->next = NOE_NEW_ARRAY(arena, uint16_t, points);
  noe_fair_fixing_init(&expander->fixing, space->memory, space->symmetry);
  noe_symmetry_twins_of_nothing(&expander->raw);
  expander->packed = NOE_NEW_ARRAY(arena, uint64_t, model->packed_words);
  expander->names = NOE_NEW_ARRAY(arena, uint32_t, points);
  expander->instance = NOE_NEW_ARRAY(arena, uint32_t, 2 * noe_model_most_parameters(model) + 1);
  expander->telling = NOE_NEW_ARRAY(arena, uint32_t, 2 * noe_model_most_parameters(model) + 2 + points);
  expander->told = noe_fair_rows(space->memory);
  space->expander = expander;
  space->view.twins = &expander->known.twins;
}

void noe_fair_expander_free(struct noe_expander *expander) {
  if (!expander->space)
    return;
  noe_base_free(expander->space->memory, expander->steps);
  noe_base_free(expander->space->memory, expander->material);
  noe_base_free(expander->space->memory, expander->kinds);
  noe_base_free(expander->space->memory, expander->wide);
  noe_fair_fixing_free(&expander->fixing);
  noe_fair_rows_free(&expander->told);
  *expander = (struct noe_expander){0};
}

void noe_fair_expander_forget(struct noe_expander *expander) { expander->step_count = expander->material_count = 0; }

const struct noe_partition *noe_fair_expander_twins(struct noe_expander *expander, uint32_t twins) {
  const struct noe_rows *rows = &expander->orbits->twins;
  const uint32_t *words = noe_row_words(rows, twins), points = expander->space->symmetry->points;
  if (expander->known_twins != twins)
    noe_fair_partition_read(&expander->known, words, noe_fair_count_runs(words, noe_row_length(rows, twins), points));
  expander->known_twins = twins;
  return &expander->known;
}

/* ----------------------------------------------------------------- meeting */

/* Names and twins of a state that `canon` makes a representative of, with these classes of twins: points that are
 * twins there keep their order. */
static void name_points(struct noe_expander *expander, const uint16_t *canon, const uint16_t *class_of) {
  uint32_t points = expander->space->symmetry->points;
  const struct noe_partition *met = &expander->met;
  noe_fair_partition_sort(&expander->met, class_of, NULL, 0);
  for (uint32_t i = 0; i < met->twins.count; i++)
    expander->next[i] = met->begins[i];
  for (uint32_t i = 0; i < points; i++) {
    uint16_t class = met->twins.class_of[canon[i]];
    expander->row[i] = class == NOE_NO_TWINS ? canon[i] : met->members[expander->next[class]++];
  }
  expander->name_count = noe_fair_write_runs(expander->row, points, NOE_RUN_OF_NAMES, expander->names);
  expander->alike = met->words;
  expander->alike_count = met->word_count;
  expander->wide_count = 0;
}

/* Likewise of the state canonised last. */
static void name_canonised(struct noe_expander *expander) {
  const struct noe_canoniser *canoniser = expander->space->view.orbits.canoniser;
  const uint16_t *canon = noe_symmetry_canon_permutation(canoniser);
  noe_symmetry_twins_of(canoniser, &expander->raw);
  for (uint32_t i = 0; i < expander->space->symmetry->points; i++)
    expander->row[canon[i]] = expander->raw.class_of[i];
  name_points(expander, canon, expander->row);
}

/* Where more than so many points are permuted twins are enough. */
enum { MOST_FIXED = 256 };

static size_t key_words(const struct noe_expander *expander) {
  return 2 * (size_t)expander->space->model->packed_words;
}

static void put_wide(struct noe_expander *expander, const uint32_t *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    NOE_FAIR_PUSH(expander->space->memory, expander->wide, expander->wide_count, expander->wide_room, words[i]);
  expander->alike = expander->wide;
  expander->alike_count = (uint32_t)expander->wide_count;
}

/* After the classes of twins of the representative, a permutation that fixes it. */
static void put_fixing(struct noe_expander *expander, const uint16_t *permutation) {
  uint32_t points = expander->space->symmetry->points, words[points + 1];
  uint32_t count = noe_fair_write_runs(permutation, points, NOE_RUN_OF_NAMES, words);
  if (expander->alike != expander->wide)
    put_wide(expander, expander->met.words, expander->met.word_count);
  put_wide(expander, words, count);
}

/* The same as when the representative was met before: false if it was not. */
static bool put_known_fixing(struct noe_expander *expander) {
  const struct noe_fair_orbits *orbits = expander->orbits;
  uint32_t orbit =
      noe_fair_row_find(&orbits->keys, (const uint32_t *)(const void *)expander->packed, key_words(expander));
  if (orbit == UINT32_MAX)
    return false;
  struct noe_fair_fixing fixing = noe_fair_fixing(orbits, orbits->items[orbit].twins);
  if (fixing.count) {
    put_wide(expander, expander->met.words, expander->met.word_count);
    put_wide(expander, fixing.words, fixing.count);
  }
  return true;
}

static void put_rotations(struct noe_expander *expander) {
  const struct noe_rotations *rotations = expander->space->system->keys.rotations;
  const size_t bytes = expander->space->model->cell_count * sizeof *expander->form;
  for (uint32_t k = 1; k < rotations->count; k++) {
    noe_symmetry_apply(rotations->symmetry, noe_rotation_row(rotations, k), expander->form, expander->space->scratch);
    if (!memcmp(expander->space->scratch, expander->form, bytes))
      put_fixing(expander, noe_rotation_row(rotations, k));
  }
}

/* Automorphisms of the state canonised last, as those of its representative. */
static void put_automorphisms(struct noe_expander *expander) {
  const struct noe_canoniser *canoniser = expander->space->view.orbits.canoniser;
  const struct noe_symmetry *symmetry = expander->space->symmetry;
  const uint16_t *canon = noe_symmetry_canon_permutation(canoniser);
  uint16_t generator[symmetry->points + 1], turned[symmetry->points + 1];
  noe_fair_fixing_clear(&expander->fixing);
  for (uint32_t i = 0; i < noe_symmetry_generator_count(canoniser); i++) {
    noe_symmetry_generator(canoniser, i, generator);
    for (uint32_t p = 0; p < symmetry->points; p++)
      turned[canon[p]] = canon[generator[p]];
    noe_fair_fixing_add(&expander->fixing, &expander->met, turned);
  }
  noe_fair_fixing_end(&expander->fixing);
  for (uint32_t i = 1; i < expander->fixing.count; i++)
    put_fixing(expander, expander->fixing.rows + (size_t)i * symmetry->points);
}

/* The same where there are rings. If twins are looked for, it is in the representative. */
static void canonise_rotated(struct noe_expander *expander, const int64_t *state) {
  struct noe_orbits *keys = &expander->space->view.orbits;
  const struct noe_symmetry *symmetry = keys->symmetry;
  memset(expander->packed, 0, expander->space->model->packed_words * sizeof *expander->packed);
  noe_system_key(keys, state, (uint8_t *)expander->packed);
  noe_model_unpack(expander->space->model, expander->packed, expander->form);
  if (symmetry->rigid_count < symmetry->block_count)
    noe_symmetry_twins_in(keys->canoniser, expander->form, &expander->raw);
  name_points(expander, noe_system_permutation(keys), expander->raw.class_of);
  if (keys->ties > 1 && !put_known_fixing(expander))
    put_rotations(expander);
}

static void name_nobody(struct noe_expander *expander) {
  expander->name_count = expander->met.word_count = expander->alike_count = 0;
  expander->alike = expander->met.words;
}

void noe_fair_canonise(struct noe_expander *expander, const int64_t *state) {
  const struct noe_model *model = expander->space->model;
  struct noe_canoniser *canoniser = expander->space->view.orbits.canoniser;
  bool is_known = false; /* are there automorphisms that generate all? */
  if (expander->space->system->keys.rotations) {
    canonise_rotated(expander, state);
    return;
  }
  name_nobody(expander);
  if (canoniser) {
    is_known = noe_symmetry_canon(canoniser, state, expander->form) && noe_symmetry_has_automorphisms(canoniser);
    name_canonised(expander);
  }
  memset(expander->packed, 0, model->packed_words * sizeof *expander->packed);
  noe_model_pack(model, canoniser ? expander->form : state, expander->packed);
  if (is_known && expander->space->symmetry->points <= MOST_FIXED && !put_known_fixing(expander))
    put_automorphisms(expander);
}

uint32_t noe_fair_write_instance(const struct noe_clause *clause, const int64_t *arguments, uint32_t *words) {
  words[0] = clause->id;
  if (clause->parameter_count)
    memcpy(words + 1, arguments, clause->parameter_count * sizeof *arguments);
  return 1 + 2 * clause->parameter_count;
}

/* ----------------------------------------------------------------- finding */

/* The kind of the step that was met, by number; UINT32_MAX: it has none yet. */
static uint32_t find_kind(const struct noe_expander *expander, uint32_t instance_words) {
  const struct noe_fair_orbits *orbits = expander->orbits;
  uint32_t instance = noe_fair_row_find(&orbits->instances, expander->instance, instance_words);
  uint32_t names = noe_fair_row_find(&orbits->names, expander->names, expander->name_count);
  uint32_t twins = noe_fair_row_find(&orbits->twins, expander->alike, expander->alike_count);
  if (instance == UINT32_MAX || names == UINT32_MAX || twins == UINT32_MAX)
    return UINT32_MAX;
  uint32_t arrival = noe_fair_pair_find(&orbits->arrivals, names, twins);
  if (arrival == UINT32_MAX)
    return UINT32_MAX;
  return noe_fair_row_find(&orbits->kinds, (const uint32_t[]){expander->twins, instance, arrival}, 3);
}

static uint32_t twins_of_kind(const struct noe_fair_orbits *orbits, uint32_t kind) {
  return noe_fair_arrival(orbits, noe_kind_arrival(orbits, kind)).second;
}

static void put(struct noe_expander *expander, const uint32_t *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    NOE_FAIR_PUSH(expander->space->memory, expander->material, expander->material_count, expander->material_room,
                  words[i]);
}

static void put_counted(struct noe_expander *expander, const uint32_t *words, uint32_t count) {
  put(expander, &count, 1);
  put(expander, words, count);
}

/* A step of the orbit that is being expanded, to the representative that is packed. Its number is looked for later,
 * when the memory that it is in has been asked for. */
static void add(struct noe_expander *expander, uint32_t kind, uint32_t instance_words) {
  const uint32_t *key = (const uint32_t *)(const void *)expander->packed;
  struct noe_found_step step = {.material = expander->material_count, .kind = kind};
  if (kind == UINT32_MAX) {
    put_counted(expander, expander->instance, instance_words);
    put_counted(expander, expander->names, expander->name_count);
    put_counted(expander, expander->alike, expander->alike_count);
  }
  step.key = expander->material_count;
  step.hash = noe_fair_row_hash(key, key_words(expander));
  noe_fair_row_prefetch(&expander->orbits->keys, step.hash, NOE_ROW_SLOT);
  put(expander, key, key_words(expander));
  NOE_FAIR_PUSH(expander->space->memory, expander->steps, expander->step_count, expander->step_room, step);
}

/* Finds the target of a step. One whose twins are not those that the target is known to have is left to the owner of
 * the tables, who complains. */
static void find_target(const struct noe_expander *expander, struct noe_found_step *step) {
  const struct noe_fair_orbits *orbits = expander->orbits;
  step->target =
      noe_fair_row_find_hashed(&orbits->keys, expander->material + step->key, key_words(expander), step->hash);
  if (step->target != UINT32_MAX &&
      (step->kind == UINT32_MAX || orbits->items[step->target].twins != twins_of_kind(orbits, step->kind)))
    step->target = UINT32_MAX;
}

static void find_targets(struct noe_expander *expander, size_t first) {
  const struct noe_rows *keys = &expander->orbits->keys;
  for (size_t i = first; i < expander->step_count; i++)
    noe_fair_row_prefetch(keys, expander->steps[i].hash, NOE_ROW_BEGIN);
  for (size_t i = first; i < expander->step_count; i++)
    noe_fair_row_prefetch(keys, expander->steps[i].hash, NOE_ROW_WORDS);
  for (size_t i = first; i < expander->step_count; i++)
    find_target(expander, &expander->steps[i]);
}

/* ------------------------------------------------------------------- telling */

/* All that compiled code tells about a step but its target; NULL: nothing is permuted. */
static uint32_t write_telling(struct noe_expander *expander, const struct noe_native_frame *frame,
                              uint32_t instance_words) {
  uint32_t *to = expander->telling;
  *to++ = expander->twins;
  memcpy(to, expander->instance, instance_words * sizeof *to);
  to += instance_words;
  assert((frame || !expander->space->symmetry->points) && "where points are permuted steps give them names");
  for (uint32_t i = 0; i < expander->space->symmetry->points; i++)
    *to++ = (uint32_t)frame->names[i] << 16 | frame->alike[i];
  return (uint32_t)(to - expander->telling);
}

static void remember(struct noe_expander *expander, uint32_t words, uint32_t kind) {
  if (kind == UINT32_MAX || expander->told.count >= MOST_TOLD)
    return;
  noe_fair_grow(expander->space->memory, (void **)&expander->kinds, expander->told.count, &expander->kind_room,
                sizeof *expander->kinds);
  uint32_t number = noe_fair_row(&expander->told, expander->telling, words, NULL);
  expander->kinds[number] = kind;
}

/* To this state. */
static void add_state(struct noe_expander *expander, const struct noe_clause *clause, const int64_t *arguments,
                      const int64_t *after) {
  uint32_t words = noe_fair_write_instance(clause, arguments, expander->instance);
  noe_fair_canonise(expander, after);
  add(expander, find_kind(expander, words), words);
}

/* To the state that is packed, where nothing is permuted. */
static void add_packed(struct noe_expander *expander, const struct noe_clause *clause, const int64_t *arguments) {
  uint32_t instance_words = noe_fair_write_instance(clause, arguments, expander->instance);
  uint32_t words = write_telling(expander, NULL, instance_words);
  uint32_t number = noe_fair_row_find(&expander->told, expander->telling, words);
  uint32_t kind = number == UINT32_MAX ? UINT32_MAX : expander->kinds[number];
  if (kind == UINT32_MAX) {
    name_nobody(expander);
    kind = find_kind(expander, instance_words);
    remember(expander, words, kind);
  }
  add(expander, kind, instance_words);
}

/* To the representative that is packed, which compiled code has found. */
static void add_told(struct noe_expander *expander, const struct noe_clause *clause, const int64_t *arguments,
                     const struct noe_native_frame *frame) {
  bool is_short = expander->space->symmetry->points <= FEW_POINTS;
  uint32_t instance_words = noe_fair_write_instance(clause, arguments, expander->instance);
  uint32_t words = is_short ? write_telling(expander, frame, instance_words) : 0;
  uint32_t number = is_short ? noe_fair_row_find(&expander->told, expander->telling, words) : UINT32_MAX;
  uint32_t kind = number == UINT32_MAX ? UINT32_MAX : expander->kinds[number];
  if (kind == UINT32_MAX) {
    name_points(expander, frame->names, frame->alike);
    kind = find_kind(expander, instance_words);
    if (is_short)
      remember(expander, words, kind);
  }
  add(expander, kind, instance_words);
}

/* ------------------------------------------------------------------- taking */

/* A successor, as cells; or packed, where nothing is permuted or compiled code has found the representative. Of a rule
 * that the view does not fire by the module the interpreter knows every instance. */
static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  (void)weight;
  struct noe_space *space = frame->host;
  struct noe_expander *expander = space->expander;
  const struct noe_clause *clause = &space->model->rules[rule];
  bool is_told = !cells && frame->canonical, is_packed = !cells;
  if (is_packed) {
    memset(expander->packed, 0, space->model->packed_words * sizeof *expander->packed);
    memcpy(expander->packed, key, bytes);
  }
  if (is_packed && (space->system->has_assumptions || (space->view.orbits.canoniser && !is_told))) {
    noe_model_unpack(space->model, expander->packed, expander->after);
    cells = expander->after;
  }
  if (cells && !noe_fair_assume(space, cells))
    return !noe_fair_is_stopped(space);
  if (is_told)
    add_told(expander, clause, arguments, frame);
  else if (cells)
    add_state(expander, clause, arguments, cells);
  else
    add_packed(expander, clause, arguments);
  return !noe_fair_is_stopped(space);
}

static bool take_compiled(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key,
                          uint32_t bytes, const int64_t *cells, const int64_t *arguments) {
  struct noe_space *space = frame->host;
  if (space->system->keys.rotations && !noe_fair_leads(space, &space->model->rules[rule], arguments))
    return true; /* a module that knows nothing of rotations knows nothing of twins */
  return !space->view.rules[rule] || take(frame, rule, weight, key, bytes, cells, arguments);
}

static bool ready(void *owner) { return !noe_fair_is_stopped(owner); }

static void failed(void *owner, const struct noe_clause *clause, const int64_t *arguments, bool in_body) {
  (void)clause, (void)arguments, (void)in_body;
  noe_fair_note_outcome(owner, NOE_OUTCOME_FAULT);
}

static void order(void *owner) { noe_fair_note_outcome(owner, NOE_OUTCOME_ORDER); }

/* Fires what is enabled, but for rules that `done` (by rule; NULL: none) says yes to. */
static bool interpret(struct noe_expander *expander, uint32_t orbit, const uint8_t *done) {
  static const struct noe_visitor visitor = {.successor = take, .ready = ready, .failed = failed, .order = order};
  struct noe_space *space = expander->space;
  space->leaders = &noe_fair_expander_twins(expander, expander->twins)->twins;
  noe_fair_orbit_unpack(expander->orbits, orbit, expander->packed, space->view.state);
  return noe_system_fire_interpreted(&space->view, done, &visitor) && !space->stop;
}

/* False: the interpreter has to do it, and what was added is to be forgotten. */
static bool fire_compiled(struct noe_expander *expander, uint32_t orbit) {
  static const struct noe_visitor visitor = {.successor = take_compiled};
  struct noe_space *space = expander->space;
  uint64_t key[space->model->packed_words + 1];
  expander->space->leaders = &noe_fair_expander_twins(expander, expander->twins)->twins; /* the frame looks at them */
  memcpy(key, noe_row_words(&expander->orbits->keys, orbit), space->model->packed_words * sizeof *key);
  return noe_system_fire_compiled(&space->view, (const uint8_t *)key, &visitor);
}

/* False if stopped. */
static bool fire(struct noe_expander *expander, uint32_t orbit) {
  struct noe_view *view = &expander->space->view;
  size_t first = expander->step_count;
  noe_system_view_join(view);
  if (!view->module)
    return interpret(expander, orbit, NULL);
  bool done = fire_compiled(expander, orbit);
  if (!done)
    expander->step_count = first;
  if (expander->space->stop)
    return false;
  return (done && !view->is_partial) || interpret(expander, orbit, done ? view->rules : NULL);
}

static bool comes_after(const struct noe_fair_orbits *orbits, uint32_t kind, uint32_t other) {
  uint32_t a = noe_kind_instance(orbits, kind), b = noe_kind_instance(orbits, other);
  return a != b && noe_fair_comes_after(orbits, a, b);
}

/* Compiled code has an order of its own, if not much of one: steps come in the order in which the interpreter lists
 * instances, whichever execution found them. Unless a kind is not known yet: then they are sorted when they are taken
 * in. */
static void sort_steps(struct noe_expander *expander, size_t first) {
  struct noe_found_step *steps = expander->steps;
  for (size_t i = first; i < expander->step_count; i++)
    if (steps[i].kind == UINT32_MAX)
      return;
  for (size_t i = first + 1; i < expander->step_count; i++) {
    struct noe_found_step step = steps[i];
    size_t place = i;
    for (; place > first && comes_after(expander->orbits, steps[place - 1].kind, step.kind); place--)
      steps[place] = steps[place - 1];
    steps[place] = step;
  }
}

bool noe_fair_find_steps(struct noe_expander *expander, uint32_t orbit) {
  size_t first = expander->step_count;
  expander->twins = expander->orbits->items[orbit].twins;
  if (!fire(expander, orbit))
    return false;
  find_targets(expander, first);
  sort_steps(expander, first);
  return true;
}
