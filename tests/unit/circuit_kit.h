/* Crosses circuits with the reference interpreter: over the first states of a model, unreduced, every
 * instance of every clause and every atom; guards, errors, discarded firings, successors, what is
 * counted. 64 states are simulated at a time. */
#ifndef CIRCUIT_KIT_H
#define CIRCUIT_KIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "circuit/circuit.h"
#include "lang/murphi/murphi.h"
#include "lower/lower.h"
#include "model/machine.h"
#include "model/pack.h"

struct gate_cross {
  const char *name;
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_machine *machine;
  struct noe_circuits *circuits;
  int64_t *states;
  size_t seen, room;
  uint32_t *table;
  size_t table_size;
  uint64_t compared, faults;
  bool refused;
  char complaint[500];
};

#define GATE_COMPLAIN(cross, ...)                                                                                      \
  do {                                                                                                                 \
    if (!*(cross)->complaint)                                                                                          \
      snprintf((cross)->complaint, sizeof(cross)->complaint, __VA_ARGS__);                                             \
  } while (0)

/* ------------------------------------------------------------------- states */

static inline void gate_meet(struct gate_cross *cross, const int64_t *state) {
  const uint32_t cells = cross->model->cell_count;
  uint64_t hash = 1;
  if (cross->seen == cross->room)
    return;
  for (uint32_t i = 0; i < cells; i++)
    hash = (hash ^ (uint64_t)state[i]) * UINT64_C(0x9fb21c651e98df25), hash ^= hash >> 29;
  size_t at = hash % cross->table_size;
  for (; cross->table[at]; at = (at + 1) % cross->table_size)
    if (!memcmp(cross->states + (cross->table[at] - 1) * (size_t)cells, state, cells * sizeof *state))
      return;
  memcpy(cross->states + cross->seen * (size_t)cells, state, cells * sizeof *state);
  cross->table[at] = (uint32_t)++cross->seen;
}

struct gate_step {
  struct gate_cross *cross;
  const int64_t *state;
};

static inline bool gate_fire(void *context, const struct noe_clause *clause, const int64_t *arguments,
                             enum noe_outcome outcome) {
  struct gate_step *step = context;
  struct gate_cross *cross = step->cross;
  int64_t *successor = malloc((cross->model->cell_count + 1) * sizeof *successor);
  if (outcome == NOE_OUTCOME_TRUE &&
      noe_model_machine_fire(cross->machine, clause, arguments, step->state, successor) == NOE_OUTCOME_TRUE)
    gate_meet(cross, successor);
  free(successor);
  return cross->seen < cross->room;
}

static inline void gate_explore(struct gate_cross *cross, size_t most) {
  const struct noe_model *model = cross->model;
  cross->room = most;
  cross->table_size = 2 * most + 3;
  cross->states = malloc((most * model->cell_count + 1) * sizeof *cross->states);
  cross->table = calloc(cross->table_size, sizeof *cross->table);
  struct gate_step step = {cross, NULL};
  for (uint32_t i = 0; i < model->start_count; i++)
    noe_model_machine_instances(cross->machine, &model->starts[i], NULL, gate_fire, &step);
  for (size_t at = 0; at < cross->seen && cross->seen < cross->room; at++) {
    step.state = cross->states + at * model->cell_count;
    for (uint32_t i = 0; i < model->rule_count; i++)
      noe_model_machine_instances(cross->machine, &model->rules[i], step.state, gate_fire, &step);
  }
}

/* -------------------------------------------------------------- comparisons */

struct gate_batch {
  uint64_t *values; /* by node */
  size_t first, count;
};

static inline enum noe_outcome gate_outcome(const struct gate_cross *cross, const struct noe_clause *clause,
                                            const struct noe_circuit_truth *truth, const uint64_t *values, size_t bit) {
  (void)cross;
  bool universal = clause->kind == NOE_CLAUSE_PROPERTY && clause->property != NOE_PROPERTY_COVER;
#define GATE_IS(literal) (noe_circuit_value(values, literal) >> bit & 1)
  if (GATE_IS(truth->fault))
    return NOE_OUTCOME_FAULT;
  if (GATE_IS(truth->discard))
    return universal ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
  return GATE_IS(truth->truth) ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
}

static inline uint64_t gate_sum(const struct gate_cross *cross) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < cross->model->property_count; i++)
    sum += noe_model_machine_covers(cross->machine)[i] * (i + 1);
  return sum;
}

static inline uint64_t gate_events(const struct noe_circuit_events *events, const uint64_t *values, size_t bit) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < events->count; i++)
    if (events->items[i].kind == NOE_EVENT_COVER)
      sum += (noe_circuit_value(values, events->items[i].when) >> bit & 1) * (events->items[i].number + 1);
  return sum;
}

static inline void gate_compare(struct gate_cross *cross, const struct noe_clause *clause, const int64_t *arguments,
                                const struct noe_circuit_truth *guard, const struct noe_circuit_body *body,
                                const struct gate_batch *batch) {
  const struct noe_model *model = cross->model;
  int64_t *successor = malloc((2 * model->cell_count + 2) * sizeof *successor);
  int64_t *found = successor + model->cell_count + 1;
  uint8_t *bits = malloc(cross->circuits->bit_count + 1);
  noe_literal outcomes[] = {guard->truth, guard->falsity, guard->fault, guard->discard};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < i; k++)
      if (noe_circuit_value(batch->values, outcomes[i]) & noe_circuit_value(batch->values, outcomes[k]))
        GATE_COMPLAIN(cross, "%s: two outcomes of %s", cross->name, clause->title);
  for (size_t i = 0; i < batch->count && !*cross->complaint; i++) {
    const int64_t *state =
        clause->kind == NOE_CLAUSE_START ? NULL : cross->states + (batch->first + i) * model->cell_count;
    uint64_t counted = gate_sum(cross);
    enum noe_outcome wanted = noe_model_machine_test(cross->machine, clause, arguments, state);
    enum noe_outcome got = gate_outcome(cross, clause, guard, batch->values, i);
    cross->compared++;
    cross->faults += wanted == NOE_OUTCOME_FAULT;
    if (wanted != got)
      GATE_COMPLAIN(cross, "%s: %s comes to %d instead of %d in state %zu", cross->name, clause->title, got, wanted,
                    batch->first + i);
    if (gate_sum(cross) - counted != gate_events(&guard->events, batch->values, i))
      GATE_COMPLAIN(cross, "%s: other covers in the guard of %s", cross->name, clause->title);
    if (wanted != NOE_OUTCOME_TRUE || !body)
      continue;
    counted = gate_sum(cross);
    wanted = noe_model_machine_fire(cross->machine, clause, arguments, state, successor);
    cross->faults += wanted == NOE_OUTCOME_FAULT;
    got = noe_circuit_value(batch->values, body->fault) >> i & 1     ? NOE_OUTCOME_FAULT
          : noe_circuit_value(batch->values, body->discard) >> i & 1 ? NOE_OUTCOME_DISCARD
                                                                     : NOE_OUTCOME_TRUE;
    if (noe_circuit_value(batch->values, body->fault) & noe_circuit_value(batch->values, body->discard))
      GATE_COMPLAIN(cross, "%s: %s fails and is discarded", cross->name, clause->title);
    if (wanted != got)
      GATE_COMPLAIN(cross, "%s: firing %s comes to %d instead of %d in state %zu", cross->name, clause->title, got,
                    wanted, batch->first + i);
    if (gate_sum(cross) - counted != gate_events(&body->events, batch->values, i))
      GATE_COMPLAIN(cross, "%s: other covers in %s", cross->name, clause->title);
    if (wanted != NOE_OUTCOME_TRUE)
      continue;
    for (uint32_t k = 0; k < cross->circuits->bit_count; k++)
      bits[k] = noe_circuit_value(batch->values, body->next[k]) >> i & 1;
    noe_circuit_decode(cross->circuits, bits, found);
    for (uint32_t k = 0; k < model->cell_count; k++)
      if (found[k] != successor[k])
        GATE_COMPLAIN(cross, "%s: after %s in state %zu cell %u is %lld instead of %lld", cross->name, clause->title,
                      batch->first + i, k, (long long)found[k], (long long)successor[k]);
    if (!noe_circuit_is_code(cross->circuits, bits))
      GATE_COMPLAIN(cross, "%s: %s leads to what is no state", cross->name, clause->title);
  }
  free(bits);
  free(successor);
}

static inline void gate_compare_atom(struct gate_cross *cross, const struct noe_clause *clause,
                                     const int64_t *arguments, const int64_t *values, uint32_t atom,
                                     const struct noe_circuit_truth *truth, const struct gate_batch *batch) {
  for (size_t i = 0; i < batch->count; i++) {
    const int64_t *state = cross->states + (batch->first + i) * cross->model->cell_count;
    enum noe_outcome wanted = noe_model_machine_atom(cross->machine, clause, arguments, values, atom, state);
    enum noe_outcome got = gate_outcome(cross, clause, truth, batch->values, i);
    cross->compared++;
    if (got == NOE_OUTCOME_TRUE && !(noe_circuit_value(batch->values, truth->truth) >> i & 1))
      got = NOE_OUTCOME_FALSE;
    if (wanted != got)
      GATE_COMPLAIN(cross, "%s: an atom of %s comes to %d instead of %d", cross->name, clause->title, got, wanted);
  }
}

/* ------------------------------------------------------------------ batches */

/* Calls `each` with the values of all nodes in 64 states after the other. */
static inline void gate_batches(struct gate_cross *cross, bool starts,
                                void (*each)(struct gate_cross *cross, const struct gate_batch *batch, void *context),
                                void *context) {
  struct noe_circuits *circuits = cross->circuits;
  uint64_t *inputs = malloc((circuits->bit_count + 1) * sizeof *inputs);
  struct gate_batch batch = {.values = malloc(circuits->graph.count * sizeof *batch.values)};
  uint8_t *bits = malloc(circuits->bit_count + 1);
  size_t all = starts ? 1 : cross->seen;
  for (batch.first = 0; batch.first < all && !*cross->complaint; batch.first += 64) {
    batch.count = all - batch.first < 64 ? all - batch.first : 64;
    memset(inputs, 0, circuits->bit_count * sizeof *inputs);
    for (size_t i = 0; !starts && i < batch.count; i++) {
      noe_circuit_encode(circuits, cross->states + (batch.first + i) * cross->model->cell_count, bits);
      for (uint32_t k = 0; k < circuits->bit_count; k++)
        inputs[k] |= (uint64_t)bits[k] << i;
    }
    noe_circuit_simulate(&circuits->graph, inputs, batch.values);
    each(cross, &batch, context);
  }
  free(bits);
  free(batch.values);
  free(inputs);
}

struct gate_instance {
  const struct noe_clause *clause;
  const int64_t *arguments, *values;
  uint32_t atom;
  struct noe_circuit_truth guard;
  struct noe_circuit_body body;
};

static inline void gate_each(struct gate_cross *cross, const struct gate_batch *batch, void *context) {
  struct gate_instance *at = context;
  gate_compare(cross, at->clause, at->arguments, &at->guard, at->clause->kind == NOE_CLAUSE_PROPERTY ? NULL : &at->body,
               batch);
}

static inline void gate_each_atom(struct gate_cross *cross, const struct gate_batch *batch, void *context) {
  struct gate_instance *at = context;
  gate_compare_atom(cross, at->clause, at->arguments, at->values, at->atom, &at->guard, batch);
}

static inline void gate_cross_atoms(struct gate_cross *cross, const struct noe_clause *claim,
                                    const int64_t *arguments) {
  const struct noe_temporal *temporal = claim->temporal;
  int64_t values[temporal->variable_count + 1];
  for (int turn = 0; turn < 3; turn++) {
    for (uint32_t i = 0; i < temporal->variable_count; i++) {
      const struct noe_formula_variable *variable = &temporal->variables[i];
      uint64_t steps = (uint64_t)(variable->high - variable->low) / (uint64_t)variable->step + 1;
      values[i] = variable->low + (int64_t)((uint64_t)(turn + (int)i) % steps) * variable->step;
    }
    for (uint32_t atom = 0; atom < temporal->atom_count && !*cross->complaint; atom++) {
      struct gate_instance at = {.clause = claim, .arguments = arguments, .values = values, .atom = atom};
      at.guard = noe_circuit_atom(cross->circuits, claim, arguments, values, atom);
      if (cross->circuits->refused)
        return;
      gate_batches(cross, false, gate_each_atom, &at);
    }
  }
}

static inline void gate_cross_clause(struct gate_cross *cross, const struct noe_clause *clause) {
  int64_t arguments[clause->parameter_count + 1];
  uint32_t kept = cross->circuits->graph.count;
  if (clause->is_statement)
    return;
  bool more = noe_circuit_first_instance(clause, arguments);
  for (int i = 0; more && i < 300 && !*cross->complaint && !cross->circuits->refused; i++) {
    struct gate_instance at = {.clause = clause, .arguments = arguments};
    if (clause->temporal)
      gate_cross_atoms(cross, clause, arguments);
    else {
      at.guard = noe_circuit_guard(cross->circuits, clause, arguments);
      if (clause->kind != NOE_CLAUSE_PROPERTY)
        at.body = noe_circuit_body(cross->circuits, clause, arguments);
      if (cross->circuits->refused)
        return;
      gate_batches(cross, clause->kind == NOE_CLAUSE_START, gate_each, &at);
    }
    if (!noe_circuit_graph_is_sound(&cross->circuits->graph))
      GATE_COMPLAIN(cross, "%s: the graph is not sound", cross->name);
    noe_circuit_graph_cut(&cross->circuits->graph, kept);
    more = noe_circuit_next_instance(clause, arguments);
  }
}

/* False: the model is not one, or the circuits were refused (cross->refused). */
static inline bool gate_cross_text(struct gate_cross *cross, const char *name, const char *text, size_t most) {
  *cross = (struct gate_cross){.name = name};
  cross->memory = noe_base_memory_new(0);
  cross->arena = noe_base_arena_new(cross->memory);
  struct noe_source *source = NOE_NEW(cross->arena, struct noe_source);
  *source = noe_base_source_text(cross->arena, name, text, strlen(text));
  struct noe_options *options = NOE_NEW(cross->arena, struct noe_options);
  *options = noe_base_options();
  options->loop_limit = 1000;
  options->call_depth = 40;
  cross->model = noe_murphi_load(cross->arena, source, options, noe_base_diagnostics_new(cross->arena, source));
  if (!cross->model)
    return false;
  cross->machine = noe_model_machine_new(cross->memory, cross->model);
  gate_explore(cross, most);
  struct noe_lowered *form = noe_lower_model(cross->arena, cross->model, false);
  cross->circuits = noe_circuit_new(cross->memory, form, true, 0);
  const struct noe_model *model = cross->model;
  for (uint32_t i = 0; i < model->start_count; i++)
    gate_cross_clause(cross, &model->starts[i]);
  for (uint32_t i = 0; i < model->rule_count; i++)
    gate_cross_clause(cross, &model->rules[i]);
  for (uint32_t i = 0; i < model->property_count; i++)
    gate_cross_clause(cross, &model->properties[i]);
  cross->refused = cross->circuits->refused;
  if (cross->refused)
    snprintf(cross->complaint, sizeof cross->complaint, "%s: refused: %s", name,
             noe_circuit_refusal(cross->circuits, cross->arena));
  return !cross->refused;
}

static inline void gate_free(struct gate_cross *cross) {
  free(cross->states);
  free(cross->table);
  noe_base_memory_delete(cross->memory);
}

#endif
