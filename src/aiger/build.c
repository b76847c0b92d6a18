/* From the circuits of single instances to one sequential circuit. */
#include <assert.h>
#include <string.h>

#include "aiger/aiger.h"
#include "lower/lower.h"
#include "model/machine.h"
#include "verdict/plan.h"

enum { MOST_STARTS = 65536 };

struct building {
  struct noe_aiger *aiger;
  struct noe_memory *memory;
  const struct noe_options *options;
  struct noe_machine *machine;
  NOE_LIST(struct noe_aiger_start) starts;
  int64_t *state;
  bool start_fails;
  bool *meets_at_start; /* by question: a body of a start state comes to this cover statement */

  /* of a state, in the graph of the circuits */
  noe_literal errors;     /* something cannot be evaluated, or an assertion fails */
  noe_literal leading;    /* something leads on */
  noe_literal is_assumed; /* no assumption is false */
  noe_literal goes_on;    /* no assumption is false, none fails to be evaluated */
  noe_literal *failing;   /* by question: it fails */
};

/* ----------------------------------------------------------------- questions */

static bool is_about_states(const struct noe_question *question) { return question->kind <= NOE_FINDING_COVER; }

static void sort_questions(struct building *building) {
  struct noe_aiger *aiger = building->aiger;
  struct noe_questions all = noe_verdict_questions(aiger->arena, aiger->model, building->options);
  struct noe_aiger_bad *bad = NOE_NEW_ARRAY(aiger->arena, struct noe_aiger_bad, all.count + 1);
  struct noe_question *left_out = NOE_NEW_ARRAY(aiger->arena, struct noe_question, all.count + 1);
  for (uint32_t i = 0; i < all.count; i++)
    if (is_about_states(&all.items[i]))
      bad[aiger->bad_count++].question = all.items[i];
    else
      left_out[aiger->left_out_count++] = all.items[i];
  aiger->bad = bad;
  aiger->left_out = left_out;
  building->failing = NOE_NEW_ARRAY(aiger->arena, noe_literal, aiger->bad_count + 1);
  building->meets_at_start = NOE_NEW_ARRAY(aiger->arena, bool, aiger->bad_count + 1);
}

/* ---------------------------------------------------------- claims and rules */

static struct noe_graph_of_gates *gates(struct building *building) { return &building->aiger->circuits->graph; }

static void add(struct building *building, noe_literal *sum, noe_literal more) {
  *sum = noe_circuit_or(gates(building), *sum, more);
}

/* Cover statements that an execution meets `when` it happens. */
static void add_covers(struct building *building, const struct noe_circuit_events *events, noe_literal when) {
  const struct noe_aiger *aiger = building->aiger;
  for (uint32_t i = 0; i < events->count; i++)
    for (uint32_t k = 0; events->items[i].kind == NOE_EVENT_COVER && k < aiger->bad_count; k++)
      if (aiger->bad[k].question.clause == &aiger->model->properties[events->items[i].number])
        add(building, &building->failing[k], noe_circuit_and(gates(building), events->items[i].when, when));
}

/* Over all instances of a claim: one is false (of a cover: true); one cannot be evaluated. */
static void add_claim(struct building *building, const struct noe_clause *claim, noe_literal *bad, noe_literal *fault) {
  struct noe_circuits *circuits = building->aiger->circuits;
  int64_t arguments[claim->parameter_count + 1];
  bool more = noe_circuit_first_instance(claim, arguments);
  for (; more && !circuits->refused; more = noe_circuit_next_instance(claim, arguments)) {
    struct noe_circuit_truth truth = noe_circuit_guard(circuits, claim, arguments);
    add(building, bad, claim->property == NOE_PROPERTY_COVER ? truth.truth : truth.falsity);
    add(building, fault, truth.fault);
    add_covers(building, &truth.events, NOE_TRUE);
  }
}

/* An assumption that is false rules the state out, whatever else is wrong in it. */
static void add_assumptions(struct building *building) {
  const struct noe_model *model = building->aiger->model;
  noe_literal is_false = NOE_FALSE, fault = NOE_FALSE;
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].property == NOE_PROPERTY_ASSUME && !model->properties[i].is_statement)
      add_claim(building, &model->properties[i], &is_false, &fault);
  building->is_assumed = noe_literal_not(is_false);
  building->goes_on = noe_circuit_and(gates(building), noe_literal_not(is_false), noe_literal_not(fault));
  add(building, &building->errors, fault);
}

static void add_claims(struct building *building) {
  for (uint32_t i = 0; i < building->aiger->bad_count; i++) {
    const struct noe_clause *claim = building->aiger->bad[i].question.clause;
    noe_literal bad = NOE_FALSE, fault = NOE_FALSE;
    if (!claim || claim->is_statement)
      continue;
    add_claim(building, claim, &bad, &fault);
    add(building, &building->failing[i], noe_circuit_and(gates(building), bad, noe_literal_not(fault)));
    add(building, &building->errors, fault);
  }
}

/* Whether AG EF holds no circuit says, but a state in which its goal cannot be evaluated is an error. Cover statements
 * that are met there do not count. */
static void add_goal(struct building *building, const struct noe_clause *goal) {
  struct noe_circuits *circuits = building->aiger->circuits;
  int64_t arguments[goal->parameter_count + 1];
  bool more = noe_circuit_first_instance(goal, arguments);
  for (; more && !circuits->refused; more = noe_circuit_next_instance(goal, arguments))
    add(building, &building->errors, noe_circuit_guard(circuits, goal, arguments).fault);
}

static void add_goals(struct building *building) {
  for (uint32_t i = 0; i < building->aiger->left_out_count; i++)
    if (building->aiger->left_out[i].kind == NOE_FINDING_LIVENESS)
      add_goal(building, building->aiger->left_out[i].clause);
}

/* Does it lead to another state? */
static noe_literal changes(struct building *building, const struct noe_circuit_instance *instance) {
  noe_literal differs = NOE_FALSE;
  for (uint32_t k = 0; k < building->aiger->circuits->bit_count; k++)
    add(building, &differs, noe_circuit_xor(gates(building), instance->body.next[k], noe_circuit_input(k)));
  return noe_circuit_and(gates(building), instance->fires, differs);
}

static void add_instance(struct building *building, const struct noe_circuit_instance *instance) {
  struct noe_graph_of_gates *graph = gates(building);
  noe_literal fails =
      noe_circuit_or(graph, instance->guard.fault, noe_circuit_and(graph, instance->enabled, instance->body.fault));
  add(building, &building->errors, fails);
  add(building, &building->leading, fails); /* an error is an error, no deadlock */
  bool needs_change = building->options->deadlock == NOE_DEADLOCK_STUTTERING;
  add(building, &building->leading, needs_change ? changes(building, instance) : instance->fires);
  add_covers(building, &instance->guard.events, NOE_TRUE);
  add_covers(building, &instance->body.events, instance->enabled);
}

static bool add_rules(struct building *building) {
  struct noe_aiger *aiger = building->aiger;
  aiger->instances = noe_circuit_instances(aiger->circuits, aiger->arena, &aiger->instance_count);
  for (uint32_t i = 0; aiger->instances && i < aiger->instance_count; i++)
    add_instance(building, &aiger->instances[i]);
  return aiger->instances;
}

static void add_other_questions(struct building *building) {
  for (uint32_t i = 0; i < building->aiger->bad_count; i++)
    if (building->aiger->bad[i].question.kind == NOE_FINDING_DEADLOCK)
      building->failing[i] = noe_literal_not(building->leading);
    else if (building->aiger->bad[i].question.kind == NOE_FINDING_ASSERTION)
      building->failing[i] = building->errors;
}

/* -------------------------------------------------------------- start states */

static bool note_start(void *context, const struct noe_clause *clause, const int64_t *arguments,
                       enum noe_outcome outcome) {
  struct building *building = context;
  struct noe_arena *arena = building->aiger->arena;
  uint32_t cells = building->aiger->model->cell_count;
  if (outcome == NOE_OUTCOME_TRUE)
    outcome = noe_model_machine_fire(building->machine, clause, arguments, NULL, building->state);
  building->start_fails |= outcome == NOE_OUTCOME_FAULT;
  if (outcome != NOE_OUTCOME_TRUE)
    return true;
  int64_t *row = NOE_NEW_ARRAY(arena, int64_t, cells + clause->parameter_count + 1);
  memcpy(row, building->state, cells * sizeof *row);
  memcpy(row + cells, arguments, clause->parameter_count * sizeof *row);
  struct noe_aiger_start start = {clause, row + cells, row};
  NOE_LIST_PUSH(arena, &building->starts, start);
  return building->starts.count <= MOST_STARTS;
}

/* A cover statement that the body of a start state comes to is reached at once, as is a run-time error there. */
static void note_start_covers(struct building *building) {
  const uint64_t *covers = noe_model_machine_covers(building->machine);
  for (uint32_t i = 0; i < building->aiger->bad_count; i++) {
    const struct noe_clause *claim = building->aiger->bad[i].question.clause;
    building->meets_at_start[i] =
        claim && claim->is_statement && claim->property == NOE_PROPERTY_COVER && covers[claim->id];
  }
}

static bool add_starts(struct building *building) {
  struct noe_aiger *aiger = building->aiger;
  const struct noe_model *model = aiger->model;
  bool is_complete = true;
  building->state = NOE_NEW_ARRAY(aiger->arena, int64_t, model->cell_count + 1);
  building->machine = noe_model_machine_new(building->memory, model);
  for (uint32_t i = 0; i < model->start_count && is_complete; i++)
    is_complete = noe_model_machine_instances(building->machine, &model->starts[i], NULL, note_start, building);
  note_start_covers(building);
  noe_model_machine_delete(building->machine);
  aiger->starts = building->starts.items;
  aiger->start_count = (uint32_t)building->starts.count;
  return is_complete;
}

/* -------------------------------------------------------- the whole circuit */

static noe_literal started(const struct noe_aiger *aiger) { return noe_circuit_input(aiger->circuits->bit_count); }

/* A literal of the circuits in the graph with more inputs (copy_gates). */
static noe_literal copied(const noe_literal *copy, noe_literal literal) {
  return copy[noe_literal_node(literal)] ^ (literal & 1);
}

/* Numbers from 0 to count - 1 as bits of the choice; item i is true if the choice is i. */
static const noe_literal *decode(struct noe_aiger *aiger, uint32_t count) {
  noe_literal *items = NOE_NEW_ARRAY(aiger->arena, noe_literal, (size_t)2 * count + 2);
  uint32_t made = 1;
  items[0] = NOE_TRUE;
  for (uint32_t bit = aiger->choice_width; bit-- > 0;) {
    noe_literal input = noe_circuit_input(aiger->circuits->bit_count + 1 + bit);
    uint32_t needed = (uint32_t)((((uint64_t)count - 1) >> bit) + 1);
    for (uint32_t i = needed; i-- > 0;)
      items[i] = noe_circuit_and(&aiger->graph, items[i / 2], i % 2 ? input : noe_literal_not(input));
    made = needed;
  }
  assert(made == count && "one literal for each number");
  return items;
}

/* Whether bit k is set in the start state of the choice; numbers that mean none mean the first. */
static void choose_start(struct noe_aiger *aiger, noe_literal *bits) {
  struct noe_graph_of_gates *graph = &aiger->graph;
  uint32_t count = aiger->circuits->bit_count;
  const noe_literal *is_chosen = decode(aiger, aiger->start_count);
  uint8_t *code = NOE_NEW_ARRAY(aiger->arena, uint8_t, count + 1);
  noe_literal others = NOE_FALSE;
  for (uint32_t s = aiger->start_count; s-- > 0;) {
    noe_literal when = s ? is_chosen[s] : noe_literal_not(others);
    noe_circuit_encode(aiger->circuits, aiger->starts[s].state, code);
    for (uint32_t k = 0; k < count; k++)
      if (code[k])
        bits[k] = noe_circuit_or(graph, bits[k], when);
    others = noe_circuit_or(graph, others, when);
  }
}

/* Bit k behind the instance of the choice: what that instance makes of it, if it fires and changes it. */
static void choose_instance(struct noe_aiger *aiger, const noe_literal *copy, noe_literal goes_on, noe_literal *bits) {
  struct noe_graph_of_gates *graph = &aiger->graph;
  uint32_t count = aiger->circuits->bit_count;
  const noe_literal *is_chosen = decode(aiger, aiger->instance_count);
  noe_literal *is_changed = NOE_NEW_ARRAY(aiger->arena, noe_literal, count + 1);
  for (uint32_t i = 0; i < aiger->instance_count; i++) {
    const struct noe_circuit_instance *instance = &aiger->instances[i];
    noe_literal fires = noe_circuit_and(graph, copied(copy, instance->fires), goes_on);
    noe_literal acts = noe_circuit_and(graph, is_chosen[i], fires);
    for (uint32_t k = 0; k < count; k++) {
      noe_literal next = instance->body.next[k];
      if (next == noe_circuit_input(k))
        continue;
      is_changed[k] = noe_circuit_or(graph, is_changed[k], acts);
      bits[k] = noe_circuit_or(graph, bits[k], noe_circuit_and(graph, acts, copied(copy, next)));
    }
  }
  for (uint32_t k = 0; k < count; k++) {
    noe_literal stays = noe_circuit_and(graph, noe_literal_not(is_changed[k]), noe_circuit_input(k));
    bits[k] = noe_circuit_or(graph, bits[k], stays);
  }
}

static void make_latches(struct noe_aiger *aiger, const noe_literal *copy, noe_literal goes_on) {
  uint32_t count = aiger->circuits->bit_count;
  noe_literal *first = NOE_NEW_ARRAY(aiger->arena, noe_literal, count + 1);
  noe_literal *next = NOE_NEW_ARRAY(aiger->arena, noe_literal, count + 1);
  if (aiger->start_count)
    choose_start(aiger, first);
  if (aiger->instance_count)
    choose_instance(aiger, copy, goes_on, next);
  for (uint32_t k = 0; k < count; k++)
    next[k] = noe_circuit_choose(&aiger->graph, started(aiger), aiger->instance_count ? next[k] : noe_circuit_input(k),
                                 first[k]);
  next[count] = aiger->start_count ? NOE_TRUE : NOE_FALSE;
  aiger->next = next;
  aiger->latch_count = count + 1;
}

/* Every gate of the circuits in the graph with more inputs: by node, the literal there. */
static const noe_literal *copy_gates(struct noe_aiger *aiger) {
  const struct noe_graph_of_gates *from = &aiger->circuits->graph;
  noe_literal *copy = NOE_NEW_ARRAY(aiger->arena, noe_literal, from->count + 1);
  for (uint32_t i = 1; i < from->count; i++) {
    const struct noe_gate *gate = &from->gates[i];
    copy[i] = noe_circuit_is_input(from, i)
                  ? noe_circuit_input(i - 1)
                  : noe_circuit_and(&aiger->graph, copied(copy, gate->left), copied(copy, gate->right));
  }
  return copy;
}

/* At least one, since a witness has a line of inputs for each frame. */
static uint32_t width_of(uint32_t count) {
  uint32_t width = 1;
  while (width < 32 && (uint64_t)1 << width < count)
    width++;
  return width;
}

static void assemble(struct building *building) {
  struct noe_aiger *aiger = building->aiger;
  uint32_t most = aiger->start_count > aiger->instance_count ? aiger->start_count : aiger->instance_count;
  aiger->choice_width = width_of(most);
  noe_circuit_graph_init(&aiger->graph, building->memory, aiger->circuits->bit_count + 1 + aiger->choice_width);
  const noe_literal *copy = copy_gates(aiger);
  make_latches(aiger, copy, copied(copy, building->goes_on));
  noe_literal is_assumed = copied(copy, building->is_assumed);
  if (is_assumed != NOE_TRUE)
    is_assumed = noe_circuit_or(&aiger->graph, noe_literal_not(started(aiger)), is_assumed);
  aiger->constraint = is_assumed;
  struct noe_aiger_bad *bad = NOE_NEW_ARRAY(aiger->arena, struct noe_aiger_bad, aiger->bad_count + 1);
  for (uint32_t i = 0; i < aiger->bad_count; i++) {
    bad[i].question = aiger->bad[i].question;
    bad[i].literal = noe_circuit_and(&aiger->graph, started(aiger), copied(copy, building->failing[i]));
    bool fails = bad[i].question.kind == NOE_FINDING_ASSERTION && building->start_fails;
    if (fails || building->meets_at_start[i])
      bad[i].literal = noe_circuit_or(&aiger->graph, bad[i].literal, noe_literal_not(started(aiger)));
  }
  aiger->bad = bad;
}

static const char *build(struct building *building) {
  struct noe_aiger *aiger = building->aiger;
  sort_questions(building);
  if (aiger->circuits->refused || !add_rules(building))
    return noe_circuit_refusal(aiger->circuits, aiger->arena);
  add_assumptions(building);
  add_claims(building);
  add_goals(building);
  add_other_questions(building);
  if (aiger->circuits->refused)
    return noe_circuit_refusal(aiger->circuits, aiger->arena);
  if (aiger->circuits->graph.is_full)
    return "not supported: the circuit has too many gates";
  if (!add_starts(building))
    return noe_base_arena_format(aiger->arena, "not supported: more than %d start states", MOST_STARTS);
  assemble(building);
  return NULL;
}

struct noe_aiger *noe_aiger_new(struct noe_memory *memory, struct noe_arena *arena, const struct noe_model *model,
                                const struct noe_options *options) {
  struct noe_aiger *aiger = NOE_NEW(arena, struct noe_aiger);
  struct building building = {.aiger = aiger, .memory = memory, .options = options, .leading = NOE_FALSE};
  aiger->arena = arena;
  aiger->model = model;
  aiger->circuits = noe_circuit_new(memory, noe_lower_model(arena, model, false), true, 0);
  aiger->refused = build(&building);
  return aiger;
}

void noe_aiger_delete(struct noe_aiger *aiger) {
  if (aiger->graph.gates)
    noe_circuit_graph_free(&aiger->graph);
  noe_circuit_delete(aiger->circuits);
}
