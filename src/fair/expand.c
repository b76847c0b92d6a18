/* The steps of an orbit, by both executions (system/successors.h): compiled code as far as there is some, the
 * interpreter for the rest. Steps come in the order in which the interpreter lists instances, whoever found them. */
#include <string.h>

#include "fair/orbits.h"
#include "model/pack.h"

/* So many orbits are expanded before it is worth while to look for a module. Mostly the search has left the object
 * in the cache. */
#ifdef NOE_HOSTILE
enum { SOME_ORBITS = 3 };
#else
enum { SOME_ORBITS = 250 };
#endif

/* A step of the orbit that is being expanded, to this state. */
static void add(struct noe_fair_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments,
                const int64_t *after) {
  struct noe_orbit_step step = {.instance = noe_fair_instance(orbits, clause, arguments)};
  step.target = noe_fair_orbit(orbits, after, &step.arrival);
  NOE_FAIR_PUSH(orbits->space->memory, orbits->steps, orbits->step_count, orbits->step_room, step);
  orbits->space->steps++;
}

/* A successor, as cells; or, where nothing is permuted, as a packed state. Of a rule that the view does not fire by
 * the module the interpreter knows every instance. */
static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  (void)weight;
  struct noe_space *space = frame->host;
  struct noe_fair_orbits *orbits = space->orbits;
  if (!cells) {
    memset(orbits->packed, 0, space->model->packed_words * sizeof *orbits->packed);
    memcpy(orbits->packed, key, bytes);
    noe_model_unpack(space->model, orbits->packed, orbits->after);
    cells = orbits->after;
  }
  if (noe_fair_assume(space, cells))
    add(orbits, &space->model->rules[rule], arguments, cells);
  return !noe_fair_is_stopped(space);
}

static bool take_compiled(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key,
                          uint32_t bytes, const int64_t *cells, const int64_t *arguments) {
  const struct noe_space *space = frame->host;
  return !space->view.rules[rule] || take(frame, rule, weight, key, bytes, cells, arguments);
}

static bool ready(void *owner) { return !noe_fair_is_stopped(owner); }

static void failed(void *owner, const struct noe_clause *clause, const int64_t *arguments, bool in_body) {
  (void)clause, (void)arguments, (void)in_body;
  noe_fair_note_outcome(owner, NOE_OUTCOME_FAULT);
}

static void order(void *owner) { noe_fair_note_outcome(owner, NOE_OUTCOME_ORDER); }

/* Begins to build if it is worth while by now; is there a module? */
static bool poll(struct noe_fair_orbits *orbits) {
  struct noe_space *space = orbits->space;
  struct noe_system *system = space->system;
  bool always = space->task->options->compile == NOE_COMPILE_ALWAYS;
  if (!system->compiled.was_tried && (always || ++orbits->polls >= SOME_ORBITS)) {
    noe_system_compile_begin(system, -1);
    if (always)
      noe_system_compile_wait(system, noe_fair_impatient, space);
  }
  noe_system_compile_poll(system);
  noe_system_view_join(&space->view);
  return space->view.module != NULL;
}

/* Fires what is enabled, but for rules that `done` (by rule; NULL: none) says yes to. */
static bool interpret(struct noe_fair_orbits *orbits, uint32_t orbit, const uint8_t *done) {
  static const struct noe_visitor visitor = {.successor = take, .ready = ready, .failed = failed, .order = order};
  struct noe_space *space = orbits->space;
  space->leaders = &noe_fair_twins(orbits, orbits->items[orbit].twins)->twins;
  noe_fair_orbit_read(orbits, orbit, space->view.state);
  return noe_system_fire_interpreted(&space->view, done, &visitor) && !space->stop;
}

/* False: the interpreter has to do it, and what was added is to be forgotten. */
static bool fire_compiled(struct noe_fair_orbits *orbits, uint32_t orbit) {
  static const struct noe_visitor visitor = {.successor = take_compiled};
  struct noe_space *space = orbits->space;
  uint64_t key[space->model->packed_words + 1];
  noe_fair_twins(orbits, orbits->items[orbit].twins); /* the frame looks at them */
  memcpy(key, noe_row_words(&orbits->keys, orbit), space->model->packed_words * sizeof *key);
  return noe_system_fire_compiled(&space->view, (const uint8_t *)key, &visitor);
}

/* Compiled code has an order of its own, if not much of one. */
static void sort_steps(struct noe_fair_orbits *orbits, size_t first) {
  for (size_t i = first + 1; i < orbits->step_count; i++) {
    struct noe_orbit_step step = orbits->steps[i];
    size_t place = i;
    for (; place > first && noe_fair_comes_after(orbits, orbits->steps[place - 1].instance, step.instance); place--)
      orbits->steps[place] = orbits->steps[place - 1];
    orbits->steps[place] = step;
  }
}

static bool find_steps(struct noe_fair_orbits *orbits, uint32_t orbit) {
  size_t first = orbits->step_count;
  const struct noe_space *space = orbits->space;
  if (!poll(orbits))
    return interpret(orbits, orbit, NULL);
  bool done = fire_compiled(orbits, orbit);
  if (!done)
    orbits->step_count = first;
  if (space->stop || ((!done || space->view.is_partial) && !interpret(orbits, orbit, done ? space->view.rules : NULL)))
    return false;
  sort_steps(orbits, first);
  return true;
}

bool noe_fair_orbit_expand(struct noe_fair_orbits *orbits, uint32_t orbit) {
  if (orbits->items[orbit].count != NOE_NOT_EXPANDED)
    return true;
  size_t first = orbits->step_count;
  if (noe_fair_is_stopped(orbits->space) || !find_steps(orbits, orbit))
    return false;
  orbits->items[orbit].first = first;
  orbits->items[orbit].count = (uint32_t)(orbits->step_count - first);
  return true;
}
