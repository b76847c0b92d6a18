/* What is asked about states, as sets of states. */
#include <string.h>

#include "bdd/bdd_int.h"

/* ------------------------------------------------------------------- states */

BDD noe_bdd_state(struct noe_bdd *b, const int64_t *state) {
  uint32_t count = b->circuits->bit_count;
  uint8_t *bits = noe_base_alloc(b->memory, count + 1);
  noe_circuit_encode(b->circuits, state, bits);
  BDD set = noe_bdd_hold(bddtrue);
  for (uint32_t r = count; r-- > 0;)
    set = noe_bdd_instead(set, bdd_and(noe_bdd_literal(b, b->bits_by_rank[r], bits[b->bits_by_rank[r]], false), set));
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

enum { LARGE = 4000 }; /* nodes */

/* What is being gathered: by question and by witness, and of all firings. */
struct gathering {
  struct noe_bdd *b;
  struct noe_bdd_union *bad, *fault, *witnesses;
  struct noe_bdd_union failing, leading; /* leading: of one part */
};

static void add(struct noe_bdd *b, struct noe_bdd_union *set, noe_literal literal) {
  if (literal != NOE_FALSE)
    noe_bdd_union_add(set, noe_bdd_of(b, literal));
}

static void remove_from(BDD *set, BDD others) { *set = noe_bdd_instead(*set, bdd_apply(*set, others, bddop_diff)); }

static struct noe_bdd_union *bad_of(struct gathering *all, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < all->b->question_count; i++)
    if (all->b->questions[i].question.clause == clause)
      return &all->bad[i];
  return NULL;
}

/* Cover statements and witnesses that are met in executions; `when` they happen. */
static void add_events(struct gathering *all, const struct noe_circuit_events *events, noe_literal when) {
  struct noe_bdd *b = all->b;
  for (uint32_t i = 0; i < events->count; i++) {
    const struct noe_circuit_event *event = &events->items[i];
    noe_literal happens = noe_circuit_and(&b->circuits->graph, event->when, when);
    struct noe_bdd_union *set = event->kind == NOE_EVENT_WITNESS ? &all->witnesses[event->number]
                                                                 : bad_of(all, &b->model->properties[event->number]);
    if (set)
      add(b, set, happens);
  }
}

/* The claim over all its instances: where one is false (of a cover: true; NULL: nobody asks, and what its executions
 * cover does not count), where one cannot be evaluated. */
static void add_claim(struct gathering *all, const struct noe_clause *claim, struct noe_bdd_union *bad,
                      struct noe_bdd_union *fault) {
  struct noe_bdd *b = all->b;
  int64_t arguments[claim->parameter_count + 1];
  bool more = noe_circuit_first_instance(claim, arguments);
  for (; more && !b->circuits->refused; more = noe_circuit_next_instance(claim, arguments)) {
    noe_bdd_step(b);
    struct noe_circuit_truth truth = noe_circuit_guard(b->circuits, claim, arguments);
    if (bad)
      add(b, bad, claim->property == NOE_PROPERTY_COVER ? truth.truth : truth.falsity);
    add(b, fault, truth.fault);
    if (bad)
      add_events(all, &truth.events, NOE_TRUE);
    noe_bdd_forget_gates(b);
  }
}

static void add_assumptions(struct gathering *all) {
  struct noe_bdd *b = all->b;
  struct noe_bdd_union bad = {.count = 0}, fault = {.count = 0};
  for (uint32_t i = 0; i < b->model->property_count; i++)
    if (b->model->properties[i].property == NOE_PROPERTY_ASSUME && !b->model->properties[i].is_statement)
      add_claim(all, &b->model->properties[i], &bad, &fault);
  BDD is_false = noe_bdd_union_take(&bad);
  b->assume_fault = noe_bdd_union_take(&fault);
  remove_from(&b->assume_fault, is_false);
  b->allowed = noe_bdd_hold(bdd_apply(is_false, b->assume_fault, bddop_nor));
  noe_bdd_drop(is_false);
}

/* A liveness property is judged when all states are known, but where it cannot be evaluated is an error of the state. */
static void add_questions(struct gathering *all) {
  struct noe_bdd *b = all->b;
  for (uint32_t i = 0; i < b->question_count; i++) {
    const struct noe_clause *claim = b->questions[i].question.clause;
    if (!claim || claim->is_statement)
      continue;
    if (claim->property == NOE_PROPERTY_INVARIANT || claim->property == NOE_PROPERTY_COVER)
      add_claim(all, claim, &all->bad[i], &all->fault[i]);
    if (claim->property == NOE_PROPERTY_LIVENESS)
      add_claim(all, claim, NULL, &all->fault[i]);
  }
}

/* ------------------------------------------------------------------ firings */

/* Those of `set`, which is given up, that the firing leaves as they are: bit by bit, until there are none. Bits that it
 * sets to a constant are looked at in the first round, since they mostly tell. */
static BDD unchanged(struct noe_bdd *b, const struct noe_circuit_instance *instance, BDD set) {
  for (int round = 0; round < 2; round++)
    for (uint32_t k = 0; k < b->circuits->bit_count && set != bddfalse; k++) {
      noe_literal next = instance->body.next[k];
      if (next == noe_circuit_input(k) || (next <= NOE_TRUE) != !round)
        continue;
      BDD bit = noe_bdd_of(b, next), same = noe_bdd_hold(bdd_biimp(bit, bdd_ithvar(noe_bdd_now(b, k))));
      set = noe_bdd_instead(set, bdd_and(set, same));
      noe_bdd_drop(same);
      noe_bdd_drop(bit);
    }
  return set;
}

/* Where it fires and leads to another state. */
static BDD leading(struct noe_bdd *b, const struct noe_circuit_instance *instance) {
  BDD fires = noe_bdd_of(b, instance->fires), stays = unchanged(b, instance, noe_bdd_hold(fires));
  fires = noe_bdd_instead(fires, bdd_apply(fires, stays, bddop_diff));
  noe_bdd_drop(stays);
  return fires;
}

/* States in which a part leads on are joined to those of the parts before, unless that makes a large diagram: the set
 * of all of them may be huge, and is never needed as one. The set is given up. */
static void add_leading(struct noe_bdd *b, BDD set) {
  BDD *last = b->leading_count ? &b->leading[b->leading_count - 1] : NULL;
  BDD both = last ? noe_bdd_hold(bdd_or(*last, set)) : -1;
  if (last && bdd_nodecount(both) <= LARGE) {
    *last = noe_bdd_instead(*last, both);
    noe_bdd_drop(set);
  } else
    b->leading[b->leading_count++] = set;
  if (last)
    noe_bdd_drop(both);
}

static void add_instance(struct gathering *all, const struct noe_circuit_instance *instance) {
  struct noe_bdd *b = all->b;
  noe_bdd_step(b);
  add(b, &all->failing, instance->guard.fault);
  add(b, &all->failing, noe_circuit_and(&b->circuits->graph, instance->enabled, instance->body.fault));
  if (b->options->deadlock == NOE_DEADLOCK_STUTTERING)
    noe_bdd_union_add(&all->leading, leading(b, instance));
  else if (b->options->deadlock == NOE_DEADLOCK_STUCK)
    add(b, &all->leading, instance->fires);
  add_events(all, &instance->guard.events, NOE_TRUE);
  add_events(all, &instance->body.events, instance->enabled);
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

/* What bodies of start states have come to, of which no set of states tells. */
static void add_start_events(struct noe_bdd *b) {
  for (uint32_t i = 0; i < b->question_count; i++) {
    const struct noe_clause *claim = b->questions[i].question.clause;
    bool is_met = claim && claim->property == NOE_PROPERTY_COVER && claim->is_statement &&
                  noe_model_machine_covers(b->machine)[claim->id];
    if (!is_met)
      continue;
    b->questions[i].failed = true;
    b->questions[i].ring = UINT32_MAX; /* before there is a state */
  }
  for (uint32_t i = 0; i < b->model->witness_count; i++)
    if (noe_model_machine_witnesses(b->machine)[i])
      b->witnesses[i] = noe_bdd_instead(b->witnesses[i], bddtrue);
}

static void add_starts(struct noe_bdd *b) {
  struct starting starting = {b, noe_bdd_hold(bddfalse), NOE_NEW_ARRAY(b->arena, int64_t, b->model->cell_count + 1)};
  for (uint32_t i = 0; i < b->model->start_count; i++)
    noe_model_machine_instances(b->machine, &b->model->starts[i], NULL, start, &starting);
  add_start_events(b);
  b->starts = starting.all;
}

static void add_part(struct gathering *all, const struct noe_bdd_part *part) {
  struct noe_bdd *b = all->b;
  for (uint32_t i = part->first; i < part->first + part->count && !b->circuits->refused; i++)
    add_instance(all, &b->instances[i]);
  add_leading(b, noe_bdd_union_take(&all->leading));
}

/* Where a hint can be evaluated and is true, for some of its instances. */
static BDD states_of_hint(struct noe_bdd *b, const struct noe_clause *hint) {
  struct noe_bdd_union all = {.count = 0};
  int64_t arguments[hint->parameter_count + 1];
  bool more = noe_circuit_first_instance(hint, arguments);
  for (; more && !b->circuits->refused; more = noe_circuit_next_instance(hint, arguments)) {
    add(b, &all, noe_circuit_atom(b->circuits, hint, arguments, NULL, 0).truth);
    noe_bdd_forget_gates(b);
  }
  return noe_bdd_union_take(&all);
}

static void add_hints(struct noe_bdd *b) {
  b->hints = NOE_NEW_ARRAY(b->arena, BDD, b->model->property_count + 1);
  for (uint32_t i = 0; i < b->model->property_count && b->strategy == NOE_STRATEGY_HINTS; i++)
    if (b->model->properties[i].property == NOE_PROPERTY_HINT)
      b->hints[b->hint_count++] = states_of_hint(b, &b->model->properties[i]);
}

static void take_all(struct gathering *all) {
  struct noe_bdd *b = all->b;
  b->failing = noe_bdd_union_take(&all->failing);
  for (uint32_t i = 0; i < b->question_count; i++) {
    struct noe_bdd_question *question = &b->questions[i];
    question->bad = noe_bdd_union_take(&all->bad[i]);
    question->fault = noe_bdd_union_take(&all->fault[i]);
    question->where = noe_bdd_hold(bddfalse);
    remove_from(&question->bad, question->fault);
  }
  b->witnesses = NOE_NEW_ARRAY(b->arena, BDD, b->model->witness_count + 1);
  for (uint32_t i = 0; i < b->model->witness_count; i++)
    b->witnesses[i] = noe_bdd_union_take(&all->witnesses[i]);
}

bool noe_bdd_make_sets(struct noe_bdd *b) {
  struct gathering all = {.b = b,
                          .bad = NOE_NEW_ARRAY(b->arena, struct noe_bdd_union, b->question_count + 1),
                          .fault = NOE_NEW_ARRAY(b->arena, struct noe_bdd_union, b->question_count + 1),
                          .witnesses = NOE_NEW_ARRAY(b->arena, struct noe_bdd_union, b->model->witness_count + 1)};
  b->everything = noe_bdd_hold(bddtrue);
  add_assumptions(&all);
  add_questions(&all);
  b->leading = NOE_NEW_ARRAY(b->arena, BDD, b->part_count + 1);
  for (uint32_t i = 0; i < b->part_count; i++)
    add_part(&all, &b->parts[i]);
  take_all(&all);
  add_hints(b);
  add_starts(b);
  return !b->circuits->refused && !b->circuits->graph.is_full;
}
