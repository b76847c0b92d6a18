#include "fair/claim.h"

#include <assert.h>
#include <string.h>

/* With fewer points it is cheaper to look at them all than at twins. */
enum { SOME_POINTS = 4 };

/* ---------------------------------------------------------------- tracking */

static void track(struct noe_fair_claim *claim, const struct noe_type *type, int64_t value) {
  int32_t point = noe_symmetry_point(claim->space->symmetry, type, value);
  for (uint32_t i = 0; i < claim->tracked_count && point >= 0; i++)
    if (claim->tracked[i] == point)
      return;
  if (point >= 0)
    claim->tracked[claim->tracked_count++] = (uint16_t)point;
}

static void track_all(struct noe_fair_claim *claim) {
  const struct noe_clause *property = claim->property;
  for (uint32_t i = 0, parameter = 0; i < property->binder_count; i++)
    if (property->binders[i].kind == NOE_BINDER_RANGE)
      track(claim, property->binders[i].type, claim->arguments[parameter++]);
  for (uint32_t i = 0; i < claim->proposition_count; i++)
    for (uint32_t k = 0; k < property->temporal->variable_count; k++)
      if (claim->propositions[i]->uses[k])
        track(claim, property->temporal->variables[k].type, claim->propositions[i]->values[k]);
}

void noe_fair_claim_init(struct noe_fair_claim *claim, struct noe_space *space, const struct noe_clause *property,
                         const int64_t *arguments, const struct noe_proposition *const *propositions, uint32_t count) {
  struct noe_arena *arena = space->arena;
  uint32_t points = space->symmetry->points;
  assert(count <= NOE_PROPOSITION_LIMIT && "letters are words");
  *claim = (struct noe_fair_claim){.space = space, .property = property, .arguments = arguments};
  claim->propositions = propositions;
  claim->proposition_count = count;
  claim->tracked = NOE_NEW_ARRAY(arena, uint16_t, points);
  claim->names = NOE_NEW_ARRAY(arena, uint16_t, points);
  claim->local_arguments = NOE_NEW_ARRAY(arena, int64_t, property->parameter_count);
  claim->local_values = NOE_NEW_ARRAY(arena, int64_t, property->temporal->variable_count);
  for (uint32_t i = 0; property->temporal->steps && i < count; i++)
    if (propositions[i]->atom != NOE_NO_ATOM && property->temporal->steps[propositions[i]->atom])
      claim->steps |= (uint64_t)1 << i;
  track_all(claim);
  claim->local = NOE_NEW_ARRAY(arena, uint16_t, claim->tracked_count);
}

struct noe_fair_claim *noe_fair_claim_copy(const struct noe_fair_claim *claim, struct noe_space *space) {
  struct noe_fair_claim *copy = NOE_NEW(space->arena, struct noe_fair_claim);
  noe_fair_claim_init(copy, space, claim->property, claim->arguments, claim->propositions, claim->proposition_count);
  copy->is_copy = true;
  return copy;
}

void noe_fair_claim_free(struct noe_fair_claim *claim) {
  if (!claim->space)
    return;
  noe_base_free(claim->space->memory, claim->letters);
  noe_base_free(claim->space->memory, claim->known);
  noe_base_free(claim->space->memory, claim->step_letters);
  noe_base_free(claim->space->memory, claim->steps_known);
  *claim = (struct noe_fair_claim){0};
}

/* ----------------------------------------------------------------- letters */

/* Arguments and values as they are called in the node: points that are not tracked do not
 * occur. */
static void rename_arguments(struct noe_fair_claim *claim) {
  const struct noe_clause *property = claim->property;
  for (uint32_t i = 0, parameter = 0; i < property->binder_count; i++)
    if (property->binders[i].kind == NOE_BINDER_RANGE) {
      claim->local_arguments[parameter] = noe_symmetry_apply_value(
          claim->space->symmetry, claim->names, property->binders[i].type, claim->arguments[parameter]);
      parameter++;
    }
}

static void rename_values(struct noe_fair_claim *claim, const struct noe_proposition *proposition) {
  const struct noe_temporal *temporal = claim->property->temporal;
  for (uint32_t i = 0; i < temporal->variable_count; i++)
    claim->local_values[i] = proposition->uses[i]
                                 ? noe_symmetry_apply_value(claim->space->symmetry, claim->names,
                                                            temporal->variables[i].type, proposition->values[i])
                                 : proposition->values[i];
}

static void note_fault(struct noe_fair_claim *claim) {
  const struct noe_fault *fault = noe_model_machine_fault(claim->space->view.machine);
  if (claim->is_copy)
    claim->fault = "run-time error in the claim";
  else if (!claim->fault)
    claim->fault = noe_base_arena_format(claim->space->task->arena, "run-time error in the claim, line %u: %s",
                                         (unsigned)fault->place.line, fault->message);
}

/* A bit for proposition `number`, if that is what its atom came to. */
static uint64_t note(struct noe_fair_claim *claim, uint32_t number, enum noe_outcome outcome) {
  if (outcome == NOE_OUTCOME_FAULT)
    note_fault(claim); /* of this claim alone */
  else
    noe_fair_note_outcome(claim->space, outcome);
  return (uint64_t)(outcome == NOE_OUTCOME_TRUE) << number;
}

/* In the node at hand. */
static uint64_t evaluate(struct noe_fair_claim *claim, const int64_t *state) {
  uint64_t letter = 0;
  rename_arguments(claim);
  for (uint32_t i = 0; i < claim->proposition_count && !claim->space->stop; i++) {
    const struct noe_proposition *proposition = claim->propositions[i];
    if (proposition->atom == NOE_NO_ATOM || (claim->steps >> i & 1))
      continue;
    rename_values(claim, proposition);
    letter |= note(claim, i,
                   noe_model_machine_atom(claim->space->view.machine, claim->property, claim->local_arguments,
                                          claim->local_values, proposition->atom, state));
  }
  return letter;
}

/* Likewise, of propositions about the step by this instance. */
static uint64_t evaluate_step(struct noe_fair_claim *claim, const int64_t *state, const struct noe_clause *rule,
                              const int64_t *given) {
  uint64_t letter = 0;
  rename_arguments(claim);
  for (uint32_t i = 0; i < claim->proposition_count && !claim->space->stop; i++) {
    if (!(claim->steps >> i & 1))
      continue;
    rename_values(claim, claim->propositions[i]);
    letter |= note(claim, i,
                   noe_model_machine_taken(claim->space->view.machine, claim->property, claim->local_arguments,
                                           claim->local_values, claim->propositions[i]->atom, state, rule, given));
  }
  return letter;
}

static void make_room(struct noe_fair_claim *claim, uint32_t node) {
  while (node >= claim->letter_room)
    noe_fair_grow(claim->space->memory, (void **)&claim->letters, claim->letter_room, &claim->letter_room,
                  sizeof *claim->letters);
  while (node >= claim->known_room)
    noe_fair_grow(claim->space->memory, (void **)&claim->known, claim->known_room, &claim->known_room,
                  sizeof *claim->known);
}

/* The node at hand: its state in space->state, the names of the tracked points. */
static void read_node(struct noe_fair_claim *claim, struct noe_fair_graph *graph, uint32_t orbit, uint32_t frame) {
  noe_fair_orbit_read(graph->orbits, orbit, claim->space->state);
  noe_fair_frame_tracked(&graph->frames, frame, claim->local);
  for (uint32_t i = 0; i < claim->tracked_count; i++)
    claim->names[claim->tracked[i]] = claim->local[i];
}

/* From now on the machine judges in this orbit: values that can be exchanged in it need not all
 * be looked at. Ends with noe_model_machine_exchange(machine, NULL). */
static void observe(struct noe_fair_claim *claim, const struct noe_fair_orbits *orbits, uint32_t orbit) {
  if (claim->space->symmetry->points < SOME_POINTS)
    return;
  noe_model_machine_exchange(
      claim->space->view.machine,
      &noe_fair_expander_twins(claim->space->expander, orbits->items[orbit].twins)->twins.exchange);
}

bool noe_fair_atom_of(struct noe_fair_claim *claim, const int64_t *state, const uint16_t *local, uint32_t atom) {
  for (uint32_t i = 0; i < claim->tracked_count; i++)
    claim->names[claim->tracked[i]] = local[i];
  rename_arguments(claim);
  memset(claim->local_values, 0, claim->property->temporal->variable_count * sizeof *claim->local_values);
  enum noe_outcome outcome = noe_model_machine_atom(claim->space->view.machine, claim->property, claim->local_arguments,
                                                    claim->local_values, atom, state);
  return outcome != NOE_OUTCOME_FALSE;
}

bool noe_fair_atom(struct noe_fair_claim *claim, struct noe_fair_graph *graph, uint32_t orbit, uint32_t frame,
                   uint32_t atom) {
  read_node(claim, graph, orbit, frame);
  observe(claim, graph->orbits, orbit);
  bool is_true = noe_fair_atom_of(claim, claim->space->state, claim->local, atom);
  noe_model_machine_exchange(claim->space->view.machine, NULL);
  return is_true;
}

uint64_t noe_fair_letter(struct noe_fair_claim *claim, struct noe_fair_graph *graph, uint32_t node) {
  make_room(claim, node);
  if (!claim->known[node]) {
    read_node(claim, graph, noe_fair_node_orbit(graph, node), noe_fair_node_frame(graph, node));
    observe(claim, graph->orbits, noe_fair_node_orbit(graph, node));
    claim->letters[node] = evaluate(claim, claim->space->state);
    noe_model_machine_exchange(claim->space->view.machine, NULL);
    claim->known[node] = true;
  }
  return claim->letters[node];
}

uint64_t noe_fair_letter_of(struct noe_fair_claim *claim, const int64_t *state, const uint16_t *local) {
  for (uint32_t i = 0; i < claim->tracked_count; i++)
    claim->names[claim->tracked[i]] = local[i];
  return evaluate(claim, state);
}

void noe_fair_letters_of(struct noe_fair_claim *claim, const struct noe_fair_graph *graph, uint32_t orbit,
                         const uint32_t *frames, uint32_t count, uint64_t *letters) {
  noe_fair_orbit_unpack(graph->orbits, orbit, claim->space->expander->packed, claim->space->state);
  observe(claim, graph->orbits, orbit);
  for (uint32_t i = 0; i < count; i++) {
    noe_fair_frame_tracked(&graph->frames, frames[i], claim->local);
    letters[i] = noe_fair_letter_of(claim, claim->space->state, claim->local);
  }
  noe_model_machine_exchange(claim->space->view.machine, NULL);
}

/* ------------------------------------------------------------------- steps */

/* An edge stands for steps that symmetries carry into each other which keep tracked points where they are: one of them
 * tells for all. */
static void find_step_letters(struct noe_fair_claim *claim, struct noe_fair_graph *graph, uint32_t node) {
  struct noe_memory *memory = claim->space->memory;
  size_t first = graph->nodes[node].first;
  uint32_t count = graph->nodes[node].count;
  uint32_t *instances = noe_base_alloc(memory, (count + 1) * sizeof *instances);
  uint32_t made = noe_fair_graph_instances(graph, node, instances);
  int64_t given[noe_model_most_parameters(claim->space->model) + 1];
  while (first + count >= claim->step_letter_room)
    noe_fair_grow(memory, (void **)&claim->step_letters, claim->step_letter_room, &claim->step_letter_room,
                  sizeof *claim->step_letters);
  read_node(claim, graph, noe_fair_node_orbit(graph, node), noe_fair_node_frame(graph, node));
  for (uint32_t i = 0; i < count; i++) {
    const struct noe_clause *rule = i < made ? noe_fair_read_instance(graph->orbits, instances[i], given) : NULL;
    claim->step_letters[first + i] = evaluate_step(claim, claim->space->state, rule, given);
  }
  noe_base_free(memory, instances);
}

uint64_t noe_fair_step_letter(struct noe_fair_claim *claim, struct noe_fair_graph *graph, uint32_t node,
                              uint32_t edge) {
  if (!claim->steps)
    return 0;
  while (node >= claim->steps_known_room)
    noe_fair_grow(claim->space->memory, (void **)&claim->steps_known, claim->steps_known_room, &claim->steps_known_room,
                  sizeof *claim->steps_known);
  if (!claim->steps_known[node]) {
    find_step_letters(claim, graph, node);
    claim->steps_known[node] = true;
  }
  return claim->step_letters[graph->nodes[node].first + edge];
}

uint64_t noe_fair_step_letter_of(struct noe_fair_claim *claim, const int64_t *state, const uint16_t *local,
                                 const struct noe_clause *rule, const int64_t *given) {
  for (uint32_t i = 0; i < claim->tracked_count; i++)
    claim->names[claim->tracked[i]] = local[i];
  return claim->steps ? evaluate_step(claim, state, rule, given) : 0;
}

/* --------------------------------------------------------------- instances */

/* Is there no rotation that makes a lesser tuple of the points of rigid blocks? */
static bool is_least_rotated(const struct noe_space *space, const struct noe_clause *clause, const int64_t *arguments) {
  const struct noe_rotations *rotations = space->system->keys.rotations;
  for (uint32_t k = 1; rotations && k < rotations->count; k++) {
    const uint16_t *rotation = noe_rotation_row(rotations, k);
    for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
      if (clause->binders[i].kind != NOE_BINDER_RANGE)
        continue;
      int32_t point = noe_symmetry_point(space->symmetry, clause->binders[i].type, arguments[parameter++]);
      if (point < 0 || rotation[point] == point)
        continue;
      if (rotation[point] < point)
        return false;
      break;
    }
  }
  return true;
}

/* Do the points come in the order of their numbers, block by block? */
static bool is_in_order(const struct noe_space *space, const struct noe_clause *clause, const int64_t *arguments) {
  uint32_t blocks = space->symmetry->block_count;
  uint32_t next[blocks + 1];
  for (uint32_t i = 0; i < blocks; i++)
    next[i] = space->symmetry->blocks[i].first;
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    if (clause->binders[i].kind != NOE_BINDER_RANGE)
      continue;
    int32_t point = noe_symmetry_point(space->symmetry, clause->binders[i].type, arguments[parameter++]);
    if (point < 0)
      continue;
    uint32_t block = 0;
    while ((uint32_t)point >= space->symmetry->blocks[block].first + space->symmetry->blocks[block].size)
      block++;
    if (space->symmetry->blocks[block].is_rigid)
      continue;
    if ((uint32_t)point > next[block])
      return false;
    next[block] += (uint32_t)point == next[block];
  }
  return true;
}

/* Rotations and permutations move different points: the first tuple of an orbit is first in both. */
static bool is_first(const struct noe_space *space, const struct noe_clause *clause, const int64_t *arguments) {
  return is_in_order(space, clause, arguments) && is_least_rotated(space, clause, arguments);
}

/* The next instance whatever its points: the last parameter runs fastest. */
static bool advance(const struct noe_clause *clause, int64_t *arguments) {
  for (uint32_t i = clause->binder_count, parameter = clause->parameter_count; i-- > 0;) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE)
      continue;
    parameter--;
    uint64_t next = noe_model_value_number(binder, arguments[parameter]) + 1;
    bool is_last = next >= noe_model_value_count(binder);
    arguments[parameter] = is_last ? binder->low : noe_model_nth_value(binder, next);
    if (!is_last)
      return true;
  }
  return false;
}

static bool is_wanted(const struct noe_space *space, enum noe_fair_instances which, const struct noe_clause *clause,
                      const int64_t *arguments) {
  return is_first(space, clause, arguments) == (which == NOE_FAIR_LEADING_INSTANCES);
}

bool noe_fair_next_instance(const struct noe_space *space, enum noe_fair_instances which,
                            const struct noe_clause *clause, int64_t *arguments) {
  while (advance(clause, arguments))
    if (is_wanted(space, which, clause, arguments))
      return true;
  return false;
}

bool noe_fair_first_instance(const struct noe_space *space, enum noe_fair_instances which,
                             const struct noe_clause *clause, int64_t *arguments) {
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE)
      continue;
    if (!binder->step || (binder->step > 0 ? binder->low > binder->high : binder->low < binder->high))
      return false;
    arguments[parameter++] = binder->low;
  }
  return is_wanted(space, which, clause, arguments) || noe_fair_next_instance(space, which, clause, arguments);
}
