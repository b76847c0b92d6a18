/* What is asked about states, as sets of states. */
#include <string.h>

#include "bdd/bdd_int.h"

/* ------------------------------------------------------------------- states */

BDD noe_bdd_state(struct noe_bdd *b, const int64_t *state) {
  uint32_t count = b->circuits->bit_count;
  uint8_t *bits = noe_base_alloc(b->memory, count + 1);
  uint32_t *by_rank = noe_base_alloc(b->memory, (count + 1) * sizeof *by_rank);
  noe_circuit_encode(b->circuits, state, bits);
  for (uint32_t k = 0; k < count; k++)
    by_rank[b->rank[k]] = k;
  BDD set = noe_bdd_hold(bddtrue);
  for (uint32_t r = count; r-- > 0;)
    set = noe_bdd_instead(set, bdd_and(bits[by_rank[r]] ? bdd_ithvar((int)(2 * r)) : bdd_nithvar((int)(2 * r)), set));
  noe_base_free(b->memory, by_rank);
  noe_base_free(b->memory, bits);
  return set;
}

bool noe_bdd_has(struct noe_bdd *b, BDD set, const int64_t *state) {
  uint32_t count = b->circuits->bit_count;
  uint8_t *bits = noe_base_alloc(b->memory, count + 1), *by_rank = noe_base_alloc(b->memory, count + 1);
  noe_circuit_encode(b->circuits, state, bits);
  for (uint32_t k = 0; k < count; k++)
    by_rank[b->rank[k]] = bits[k];
  while (set > 1)
    set = by_rank[bdd_var(set) / 2] ? bdd_high(set) : bdd_low(set);
  noe_base_free(b->memory, by_rank);
  noe_base_free(b->memory, bits);
  return set == bddtrue;
}

/* Bits that the set says nothing about are 0, unless that is no code: sets have codes only. */
void noe_bdd_pick(struct noe_bdd *b, BDD set, int64_t *state) {
  uint32_t count = b->circuits->bit_count;
  uint8_t *bits = noe_base_alloc(b->memory, count + 1), *by_rank = noe_base_alloc(b->memory, count + 1);
  while (set > 1) {
    bool low = bdd_low(set) != bddfalse;
    by_rank[bdd_var(set) / 2] = !low;
    set = low ? bdd_low(set) : bdd_high(set);
  }
  for (uint32_t k = 0; k < count; k++)
    bits[k] = by_rank[b->rank[k]];
  noe_circuit_decode(b->circuits, bits, state);
  noe_base_free(b->memory, by_rank);
  noe_base_free(b->memory, bits);
}

/* ------------------------------------------------------------------- claims */

static void add(struct noe_bdd *b, BDD *set, noe_literal literal) {
  if (literal == NOE_FALSE)
    return;
  BDD more = noe_bdd_of(b, literal);
  *set = noe_bdd_instead(*set, bdd_or(*set, more));
  noe_bdd_drop(more);
}

static void remove_from(BDD *set, BDD others) { *set = noe_bdd_instead(*set, bdd_apply(*set, others, bddop_diff)); }

static struct noe_bdd_question *question_of(struct noe_bdd *b, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < b->question_count; i++)
    if (b->questions[i].question.clause == clause)
      return &b->questions[i];
  return NULL;
}

/* Cover statements and witnesses that are met in executions; `when` they happen. */
static void add_events(struct noe_bdd *b, const struct noe_circuit_events *events, noe_literal when) {
  for (uint32_t i = 0; i < events->count; i++) {
    const struct noe_circuit_event *event = &events->items[i];
    noe_literal happens = noe_circuit_and(&b->circuits->graph, event->when, when);
    if (event->kind == NOE_EVENT_WITNESS) {
      add(b, &b->witnesses[event->number], happens);
      continue;
    }
    struct noe_bdd_question *question = question_of(b, &b->model->properties[event->number]);
    if (question)
      add(b, &question->bad, happens);
  }
}

/* The claim over all its instances: where one is false (of a cover: true), where one cannot be evaluated. */
static void add_claim(struct noe_bdd *b, const struct noe_clause *claim, BDD *bad, BDD *fault) {
  int64_t arguments[claim->parameter_count + 1];
  bool more = noe_circuit_first_instance(claim, arguments);
  for (; more && !b->circuits->refused; more = noe_circuit_next_instance(claim, arguments)) {
    noe_bdd_step(b);
    struct noe_circuit_truth truth = noe_circuit_guard(b->circuits, claim, arguments);
    add(b, bad, claim->property == NOE_PROPERTY_COVER ? truth.truth : truth.falsity);
    add(b, fault, truth.fault);
    add_events(b, &truth.events, NOE_TRUE);
    noe_bdd_forget_gates(b);
  }
}

static void add_assumptions(struct noe_bdd *b) {
  BDD is_false = noe_bdd_hold(bddfalse), fault = noe_bdd_hold(bddfalse);
  for (uint32_t i = 0; i < b->model->property_count; i++)
    if (b->model->properties[i].property == NOE_PROPERTY_ASSUME && !b->model->properties[i].is_statement)
      add_claim(b, &b->model->properties[i], &is_false, &fault);
  remove_from(&fault, is_false);
  b->assume_fault = fault;
  b->allowed = noe_bdd_hold(bdd_apply(is_false, fault, bddop_nor));
  noe_bdd_drop(is_false);
}

static void add_questions(struct noe_bdd *b) {
  for (uint32_t i = 0; i < b->question_count; i++) {
    struct noe_bdd_question *question = &b->questions[i];
    const struct noe_clause *claim = question->question.clause;
    if (!claim || claim->is_statement ||
        (claim->property != NOE_PROPERTY_INVARIANT && claim->property != NOE_PROPERTY_COVER))
      continue;
    add_claim(b, claim, &question->bad, &question->fault);
    remove_from(&question->bad, question->fault);
  }
}

/* ------------------------------------------------------------------ firings */

static noe_literal leads_on(struct noe_bdd *b, const struct noe_bdd_instance *instance) {
  struct noe_graph_of_gates *graph = &b->circuits->graph;
  noe_literal differs = NOE_FALSE;
  for (uint32_t k = 0; k < b->circuits->bit_count; k++)
    differs = noe_circuit_or(graph, differs, noe_circuit_xor(graph, instance->body.next[k], noe_circuit_input(k)));
  return noe_circuit_and(graph, instance->fires, differs);
}

static void add_instance(struct noe_bdd *b, const struct noe_bdd_instance *instance) {
  struct noe_graph_of_gates *graph = &b->circuits->graph;
  noe_bdd_step(b);
  add(b, &b->failing, instance->guard.fault);
  add(b, &b->failing, noe_circuit_and(graph, instance->enabled, instance->body.fault));
  if (b->options->deadlock == NOE_DEADLOCK_STUTTERING)
    add(b, &b->leading, leads_on(b, instance));
  else if (b->options->deadlock == NOE_DEADLOCK_STUCK)
    add(b, &b->leading, instance->fires);
  add_events(b, &instance->guard.events, NOE_TRUE);
  add_events(b, &instance->body.events, instance->enabled);
  noe_bdd_forget_gates(b);
}

/* -------------------------------------------------------------- start states */

struct starting {
  struct noe_bdd *b;
  BDD all;
  int64_t *state;
};

static bool start(void *context, const struct noe_clause *clause, const int64_t *arguments, enum noe_outcome outcome) {
  struct starting *starting = context;
  struct noe_bdd *b = starting->b;
  if (outcome == NOE_OUTCOME_TRUE)
    outcome = noe_model_machine_fire(b->machine, clause, arguments, NULL, starting->state);
  if (outcome == NOE_OUTCOME_TRUE) {
    BDD one = noe_bdd_state(b, starting->state);
    starting->all = noe_bdd_instead(starting->all, bdd_or(starting->all, one));
    noe_bdd_drop(one);
  }
  if (outcome == NOE_OUTCOME_FAULT && b->errors && !b->errors->failed) {
    b->errors->failed = true;
    b->errors->ring = UINT32_MAX; /* before there is a state */
    b->failures++;
  }
  return true;
}

static void add_starts(struct noe_bdd *b) {
  struct starting starting = {b, noe_bdd_hold(bddfalse), NOE_NEW_ARRAY(b->arena, int64_t, b->model->cell_count + 1)};
  for (uint32_t i = 0; i < b->model->start_count; i++)
    noe_model_machine_instances(b->machine, &b->model->starts[i], NULL, start, &starting);
  b->starts = starting.all;
}

bool noe_bdd_make_sets(struct noe_bdd *b) {
  b->everything = noe_bdd_hold(bddtrue);
  b->failing = noe_bdd_hold(bddfalse);
  b->leading = noe_bdd_hold(bddfalse);
  for (uint32_t i = 0; i < b->question_count; i++) {
    b->questions[i].bad = noe_bdd_hold(bddfalse);
    b->questions[i].fault = noe_bdd_hold(bddfalse);
    b->questions[i].where = noe_bdd_hold(bddfalse);
  }
  b->witnesses = NOE_NEW_ARRAY(b->arena, BDD, b->model->witness_count + 1);
  for (uint32_t i = 0; i < b->model->witness_count; i++)
    b->witnesses[i] = noe_bdd_hold(bddfalse);
  add_assumptions(b);
  add_questions(b);
  for (uint32_t i = 0; i < b->instance_count && !b->circuits->refused; i++)
    add_instance(b, &b->instances[i]);
  add_starts(b);
  return !b->circuits->refused && !b->circuits->graph.is_full;
}
