/* Crosses the lowered form with the reference interpreter: over the first states of a
 * model, unreduced, every instance of every clause, every firing, every atom; outcomes,
 * successors, faults with places and messages, counters and texts of `put` must agree, as it
 * was lowered and after folding. What is touched must be in the access sets. */
#ifndef LOWER_KIT_H
#define LOWER_KIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/murphi/murphi.h"
#include "lower/eval.h"
#include "model/pack.h"

enum { FORMS = 3 }; /* plain, folded, for code */

struct low_visit {
  int64_t *arguments;
  enum noe_outcome outcome;
  enum noe_diagnostic_code code;
  struct noe_place place;
  char *message;
};

struct low_visits {
  struct low_cross *cross;
  int form; /* -1: the interpreter */
  struct low_visit *items;
  size_t count, capacity;
};

struct low_cross {
  const char *name;
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_machine *machine;
  struct noe_lowered *form[FORMS];
  struct noe_evaluator *evaluator[FORMS];
  struct noe_text put[FORMS + 1];
  struct noe_bitset reads, writes;
  int64_t *states; /* all that were met, one behind the other */
  size_t seen, room;
  uint32_t *table; /* 1 + number of a state */
  size_t table_size;
  uint64_t fired, refused, faults;
  char complaint[600];
};

#define LOW_COMPLAIN(cross, ...)                                                                                       \
  do {                                                                                                                 \
    if (!*(cross)->complaint)                                                                                          \
      snprintf((cross)->complaint, sizeof(cross)->complaint, __VA_ARGS__);                                             \
  } while (0)

/* ------------------------------------------------------------------- states */

static inline size_t low_hash(const int64_t *state, uint32_t cells) {
  uint64_t hash = 1;
  for (uint32_t i = 0; i < cells; i++)
    hash = (hash ^ (uint64_t)state[i]) * UINT64_C(0x9fb21c651e98df25), hash ^= hash >> 29;
  return (size_t)hash;
}

static inline void low_meet(struct low_cross *cross, const int64_t *state) {
  const uint32_t cells = cross->model->cell_count;
  if (cross->seen == cross->room)
    return;
  size_t at = low_hash(state, cells) % cross->table_size;
  for (; cross->table[at]; at = (at + 1) % cross->table_size)
    if (!memcmp(cross->states + (cross->table[at] - 1) * (size_t)cells, state, cells * sizeof *state))
      return;
  memcpy(cross->states + cross->seen * (size_t)cells, state, cells * sizeof *state);
  cross->table[at] = (uint32_t)++cross->seen;
}

/* ------------------------------------------------------------------- visits */

static inline const struct noe_fault *low_fault(const struct low_cross *cross, int form) {
  return form < 0 ? noe_model_machine_fault(cross->machine) : noe_lower_evaluator_fault(cross->evaluator[form]);
}

static inline bool low_visit(void *context, const struct noe_clause *clause, const int64_t *arguments,
                             enum noe_outcome outcome) {
  struct low_visits *visits = context;
  if (visits->count == visits->capacity) {
    visits->capacity = 2 * visits->capacity + 4;
    visits->items = realloc(visits->items, visits->capacity * sizeof *visits->items);
  }
  struct low_visit visit = {.outcome = outcome};
  visit.arguments = malloc((clause->parameter_count + 1) * sizeof *arguments);
  memcpy(visit.arguments, arguments, clause->parameter_count * sizeof *arguments);
  if (outcome == NOE_OUTCOME_FAULT) {
    const struct noe_fault *fault = low_fault(visits->cross, visits->form);
    visit.code = fault->code;
    visit.place = fault->place;
    visit.message = strdup(fault->message);
  }
  visits->items[visits->count++] = visit;
  return visits->count < 3000;
}

static inline void low_free(struct low_visits *visits) {
  for (size_t i = 0; i < visits->count; i++)
    free(visits->items[i].arguments), free(visits->items[i].message);
  free(visits->items);
}

static inline bool low_same_fault(const struct low_visit *a, const struct low_visit *b) {
  return a->code == b->code && a->place.line == b->place.line && a->place.column == b->place.column &&
         !strcmp(a->message, b->message);
}

static inline struct low_visits low_instances(struct low_cross *cross, const struct noe_clause *clause,
                                              const int64_t *state, int form) {
  struct low_visits visits = {.cross = cross, .form = form};
  if (form < 0)
    noe_model_machine_instances(cross->machine, clause, state, low_visit, &visits);
  else
    noe_lower_evaluator_instances(cross->evaluator[form], noe_low_clause_of(cross->form[form], clause), state,
                                  low_visit, &visits);
  return visits;
}

static inline void low_compare(struct low_cross *cross, const struct noe_clause *clause,
                               const struct low_visits *wanted, const struct low_visits *found) {
  if (wanted->count != found->count)
    LOW_COMPLAIN(cross, "%s: %zu instances of %s instead of %zu", cross->name, found->count, clause->title,
                 wanted->count);
  for (size_t i = 0; i < wanted->count && i < found->count; i++) {
    const struct low_visit *a = &wanted->items[i], *b = &found->items[i];
    if (memcmp(a->arguments, b->arguments, clause->parameter_count * sizeof *a->arguments))
      LOW_COMPLAIN(cross, "%s: other arguments of %s", cross->name, clause->title);
    else if (a->outcome != b->outcome)
      LOW_COMPLAIN(cross, "%s: %s comes to %d instead of %d", cross->name, clause->title, b->outcome, a->outcome);
    else if (a->outcome == NOE_OUTCOME_FAULT && !low_same_fault(a, b))
      LOW_COMPLAIN(cross, "%s: %s fails with `%s' (%u:%u) instead of `%s' (%u:%u)", cross->name, clause->title,
                   b->message, b->place.line, b->place.column, a->message, a->place.line, a->place.column);
  }
}

/* -------------------------------------------------------------- executions */

enum low_what { LOW_TEST, LOW_FIRE, LOW_ATOM };

struct low_run {
  enum low_what what;
  const struct noe_clause *clause;
  const int64_t *arguments, *values, *state;
  uint32_t atom;
  int64_t *successor;
};

static inline enum noe_outcome low_execute(struct low_cross *cross, const struct low_run *run, int form,
                                           int64_t *successor) {
  struct noe_low_clause *clause = form < 0 ? NULL : noe_low_clause_of(cross->form[form], run->clause);
  struct noe_evaluator *evaluator = form < 0 ? NULL : cross->evaluator[form];
  switch (run->what) {
  case LOW_TEST:
    return form < 0 ? noe_model_machine_test(cross->machine, run->clause, run->arguments, run->state)
                    : noe_lower_evaluator_test(evaluator, clause, run->arguments, run->state);
  case LOW_FIRE:
    return form < 0 ? noe_model_machine_fire(cross->machine, run->clause, run->arguments, run->state, successor)
                    : noe_lower_evaluator_fire(evaluator, clause, run->arguments, run->state, successor);
  default:
    return form < 0
               ? noe_model_machine_atom(cross->machine, run->clause, run->arguments, run->values, run->atom, run->state)
               : noe_lower_evaluator_atom(evaluator, clause, run->arguments, run->values, run->atom, run->state);
  }
}

struct low_counters {
  uint64_t *covers, *witnesses;
};

static inline struct low_counters low_counters(const struct low_cross *cross, int form) {
  const struct noe_model *model = cross->model;
  const uint64_t *covers =
      form < 0 ? noe_model_machine_covers(cross->machine) : noe_lower_evaluator_covers(cross->evaluator[form]);
  const uint64_t *witnesses =
      form < 0 ? noe_model_machine_witnesses(cross->machine) : noe_lower_evaluator_witnesses(cross->evaluator[form]);
  struct low_counters made = {malloc((model->property_count + 1) * 8), malloc((model->witness_count + 1) * 8)};
  memcpy(made.covers, covers, model->property_count * 8);
  memcpy(made.witnesses, witnesses, model->witness_count * 8);
  return made;
}

/* How much was counted since `before`. */
static inline struct low_counters low_counted(const struct low_cross *cross, int form, struct low_counters before) {
  struct low_counters now = low_counters(cross, form);
  for (uint32_t i = 0; i < cross->model->property_count; i++)
    now.covers[i] -= before.covers[i];
  for (uint32_t i = 0; i < cross->model->witness_count; i++)
    now.witnesses[i] -= before.witnesses[i];
  free(before.covers), free(before.witnesses);
  return now;
}

static inline bool low_same_counts(const struct low_cross *cross, struct low_counters a, struct low_counters b) {
  return !memcmp(a.covers, b.covers, cross->model->property_count * 8) &&
         !memcmp(a.witnesses, b.witnesses, cross->model->witness_count * 8);
}

static inline bool low_counts_nothing(const struct low_cross *cross, struct low_counters a) {
  bool nothing = true;
  for (uint32_t i = 0; i < cross->model->property_count; i++)
    nothing = nothing && !a.covers[i];
  for (uint32_t i = 0; i < cross->model->witness_count; i++)
    nothing = nothing && !a.witnesses[i];
  return nothing;
}

/* ------------------------------------------------------------------- facts */

static inline bool low_contains(const struct noe_bitset *set, const struct noe_bitset *part) {
  for (size_t i = 0; i < noe_bitset_words(set->bits); i++)
    if (part->words[i] & ~set->words[i])
      return false;
  return true;
}

static inline struct noe_low_facts low_facts(const struct noe_low_clause *clause, const struct low_run *run) {
  struct noe_low_facts facts = run->what == LOW_FIRE   ? clause->body.facts
                               : run->what == LOW_TEST ? clause->guard.facts
                                                       : clause->atoms[run->atom].facts;
  for (uint32_t i = 0; i < clause->clause->binder_count; i++) {
    const struct noe_low_facts *more = &clause->binders[i].list.facts;
    facts.writes |= more->writes;
    facts.may_fail |= more->may_fail;
    facts.discards |= more->discards;
    facts.is_seen |= more->is_seen;
  }
  return facts;
}

static inline void low_check_facts(struct low_cross *cross, const struct low_run *run, enum noe_outcome outcome,
                                   int form, struct low_counters counted) {
  const struct noe_low_clause *clause = noe_low_clause_of(cross->form[form], run->clause);
  struct noe_low_facts facts = low_facts(clause, run);
  struct noe_access access = noe_lower_access(cross->memory, cross->form[form], clause, run->arguments);
  bool fires = run->what == LOW_FIRE;
  const char *title = run->clause->title;
  if (!low_contains(fires ? &access.reads : &access.guard_reads, &cross->reads))
    LOW_COMPLAIN(cross, "%s: %s reads more than it may", cross->name, title);
  if (fires && outcome == NOE_OUTCOME_TRUE && !facts.writes && noe_base_bitset_count(&cross->writes))
    LOW_COMPLAIN(cross, "%s: %s writes although it does not", cross->name, title);
  if (fires && !facts.writes && !low_contains(&access.writes, &cross->writes))
    LOW_COMPLAIN(cross, "%s: %s writes more than it may", cross->name, title);
  if (fires && outcome == NOE_OUTCOME_TRUE &&
      (!low_contains(&cross->writes, &access.must_writes) || !low_contains(&cross->reads, &access.must_reads)))
    LOW_COMPLAIN(cross, "%s: %s touches less than it must", cross->name, title);
  for (uint32_t i = 0; fires && run->state && outcome == NOE_OUTCOME_TRUE && i < cross->model->cell_count; i++)
    if (run->successor[i] != run->state[i] && !noe_bitset_has(&access.writes, i))
      LOW_COMPLAIN(cross, "%s: %s changes cell %u, which it does not write", cross->name, title, i);
  if (outcome == NOE_OUTCOME_FAULT && !facts.may_fail)
    LOW_COMPLAIN(cross, "%s: %s fails although it cannot", cross->name, title);
  if (outcome == NOE_OUTCOME_DISCARD && !facts.discards)
    LOW_COMPLAIN(cross, "%s: %s is discarded although it cannot be", cross->name, title);
  if (!facts.is_seen && (cross->put[form + 1].length || !low_counts_nothing(cross, counted)))
    LOW_COMPLAIN(cross, "%s: %s is seen although it is not", cross->name, title);
  noe_lower_access_free(&access);
}

static inline void low_run_form(struct low_cross *cross, const struct low_run *run, int form,
                                const struct low_visit *wanted, struct low_counters counted) {
  const uint32_t cells = cross->model->cell_count;
  const char *title = run->clause->title;
  int64_t *successor = malloc((cells + 1) * sizeof *successor);
  struct low_counters before = low_counters(cross, form);
  memset(cross->reads.words, 0, noe_bitset_words(cells) * 8);
  memset(cross->writes.words, 0, noe_bitset_words(cells) * 8);
  noe_base_text_clear(&cross->put[form + 1]);
  noe_lower_evaluator_record(cross->evaluator[form], &cross->reads, &cross->writes);
  struct low_visit found = {.outcome = low_execute(cross, run, form, successor)};
  noe_lower_evaluator_record(cross->evaluator[form], NULL, NULL);
  const struct noe_fault *fault = low_fault(cross, form);
  found.code = fault->code, found.place = fault->place, found.message = (char *)(uintptr_t)fault->message;
  struct low_counters counts = low_counted(cross, form, before);
  if (found.outcome != wanted->outcome)
    LOW_COMPLAIN(cross, "%s: %s ends with %d instead of %d (%s)", cross->name, title, found.outcome, wanted->outcome,
                 wanted->message ? wanted->message : "no fault");
  else if (found.outcome == NOE_OUTCOME_FAULT && !low_same_fault(wanted, &found))
    LOW_COMPLAIN(cross, "%s: %s fails with `%s' (%u:%u) instead of `%s' (%u:%u)", cross->name, title, found.message,
                 found.place.line, found.place.column, wanted->message, wanted->place.line, wanted->place.column);
  else if (run->what == LOW_FIRE && found.outcome == NOE_OUTCOME_TRUE &&
           memcmp(successor, run->successor, cells * sizeof *successor))
    LOW_COMPLAIN(cross, "%s: another successor by %s", cross->name, title);
  else if (!low_same_counts(cross, counted, counts))
    LOW_COMPLAIN(cross, "%s: other covers or witnesses of %s", cross->name, title);
  else if (strcmp(noe_base_text_string(&cross->put[0]), noe_base_text_string(&cross->put[form + 1])))
    LOW_COMPLAIN(cross, "%s: another text is put by %s", cross->name, title);
  else
    low_check_facts(cross, run, found.outcome, form, counts);
  free(counts.covers), free(counts.witnesses), free(successor);
}

/* The interpreter, and then the others. */
static inline enum noe_outcome low_cross_run(struct low_cross *cross, const struct low_run *run) {
  struct low_counters before = low_counters(cross, -1);
  noe_base_text_clear(&cross->put[0]);
  struct low_visit wanted = {.outcome = low_execute(cross, run, -1, run->successor)};
  const struct noe_fault *fault = low_fault(cross, -1);
  wanted.code = fault->code, wanted.place = fault->place;
  wanted.message = strdup(fault->message ? fault->message : "");
  struct low_counters counted = low_counted(cross, -1, before);
  cross->faults += wanted.outcome == NOE_OUTCOME_FAULT;
  for (int form = 0; form < FORMS; form++)
    low_run_form(cross, run, form, &wanted, counted);
  free(counted.covers), free(counted.witnesses), free(wanted.message);
  return wanted.outcome;
}

/* ------------------------------------------------------------------ clauses */

/* Some valuations of the names that the formula binds: first, last, and in between. */
static inline void low_cross_atoms(struct low_cross *cross, const struct noe_clause *claim, const int64_t *arguments,
                                   const int64_t *state) {
  const struct noe_temporal *temporal = claim->temporal;
  int64_t values[temporal->variable_count + 1];
  for (int turn = 0; turn < 4; turn++) {
    for (uint32_t i = 0; i < temporal->variable_count; i++) {
      const struct noe_formula_variable *variable = &temporal->variables[i];
      uint64_t steps = (uint64_t)(variable->high - variable->low) / (uint64_t)variable->step + 1;
      values[i] = variable->low + (int64_t)((uint64_t)(turn + (int)i) % steps) * variable->step;
    }
    for (uint32_t atom = 0; atom < temporal->atom_count; atom++)
      low_cross_run(cross, &(struct low_run){.what = LOW_ATOM,
                                             .clause = claim,
                                             .arguments = arguments,
                                             .values = values,
                                             .atom = atom,
                                             .state = state});
  }
}

static inline void low_cross_instance(struct low_cross *cross, const struct noe_clause *clause,
                                      const struct low_visit *visit, const int64_t *state) {
  int64_t *successor = malloc((cross->model->cell_count + 1) * sizeof *successor);
  struct low_run run = {
      .what = LOW_TEST, .clause = clause, .arguments = visit->arguments, .state = state, .successor = successor};
  low_cross_run(cross, &run);
  run.what = LOW_FIRE;
  if (clause->kind != NOE_CLAUSE_PROPERTY && visit->outcome == NOE_OUTCOME_TRUE) {
    cross->fired++;
    if (low_cross_run(cross, &run) == NOE_OUTCOME_TRUE)
      low_meet(cross, successor);
  }
  if (clause->temporal && visit->outcome == NOE_OUTCOME_TRUE)
    low_cross_atoms(cross, clause, visit->arguments, state);
  free(successor);
}

static inline bool low_is_partial(const struct noe_clause *clause, const struct low_visit *visit) {
  for (uint32_t i = 0; i < clause->parameter_count; i++)
    if (visit->arguments[i] == NOE_UNDEFINED)
      return true;
  return false;
}

static inline void low_cross_clause(struct low_cross *cross, const struct noe_clause *clause, const int64_t *state) {
  if (clause->is_statement)
    return;
  struct low_visits wanted = low_instances(cross, clause, state, -1);
  for (int form = 0; form < FORMS; form++) {
    struct low_visits found = low_instances(cross, clause, state, form);
    low_compare(cross, clause, &wanted, &found);
    low_free(&found);
  }
  for (size_t i = 0; i < wanted.count && !*cross->complaint; i++)
    if (!low_is_partial(clause, &wanted.items[i]))
      low_cross_instance(cross, clause, &wanted.items[i], state);
  low_free(&wanted);
}

/* ------------------------------------------------------------------- models */

static inline bool low_is_refused(const struct noe_lowered *form) {
  const struct noe_model *model = form->model;
  bool refused = false;
  for (uint32_t i = 0; i < model->start_count; i++)
    refused |= form->starts[i].unit.refused != NULL;
  for (uint32_t i = 0; i < model->rule_count; i++)
    refused |= form->rules[i].unit.refused != NULL;
  for (uint32_t i = 0; i < model->property_count; i++)
    refused |= form->properties[i].unit.refused != NULL;
  for (uint32_t i = 0; i < model->function_count; i++)
    refused |= form->functions[i].unit.refused != NULL;
  return refused;
}

static inline void low_search(struct low_cross *cross, size_t most) {
  const struct noe_model *model = cross->model;
  cross->room = most * 8 < 20000 ? most * 8 : 20000;
  cross->table_size = 2 * cross->room + 3;
  cross->states = malloc((cross->room * model->cell_count + 1) * sizeof *cross->states);
  cross->table = calloc(cross->table_size, sizeof *cross->table);
  for (uint32_t i = 0; i < model->start_count; i++)
    low_cross_clause(cross, &model->starts[i], NULL);
  for (size_t number = 0; number < cross->seen && number < most && !*cross->complaint; number++) {
    const int64_t *state = cross->states + number * model->cell_count;
    for (uint32_t i = 0; i < model->property_count; i++)
      low_cross_clause(cross, &model->properties[i], state);
    for (uint32_t i = 0; i < model->rule_count; i++)
      low_cross_clause(cross, &model->rules[i], state);
  }
}

static inline bool low_load(struct low_cross *cross, const char *text) {
  cross->memory = noe_base_memory_new(0);
  cross->arena = noe_base_arena_new(cross->memory);
  struct noe_source *source = NOE_NEW(cross->arena, struct noe_source);
  *source = noe_base_source_text(cross->arena, cross->name, text, strlen(text));
  struct noe_options *options = NOE_NEW(cross->arena, struct noe_options);
  *options = noe_base_options();
  cross->model = noe_murphi_load(cross->arena, source, options, noe_base_diagnostics_new(cross->arena, source));
  return cross->model;
}

static inline void low_free_all(struct low_cross *cross) {
  if (cross->machine) {
    noe_model_machine_delete(cross->machine);
    noe_base_bitset_free(&cross->reads);
    noe_base_bitset_free(&cross->writes);
    for (int form = 0; form < FORMS; form++)
      noe_lower_evaluator_delete(cross->evaluator[form]);
    for (int i = 0; i < FORMS + 1; i++)
      noe_base_text_free(&cross->put[i]);
  }
  free(cross->states), free(cross->table);
  noe_base_arena_delete(cross->arena);
  if (noe_base_memory_used(cross->memory))
    LOW_COMPLAIN(cross, "%s: memory is left over", cross->name);
  noe_base_memory_delete(cross->memory);
}

/* False: the text is no model, or something of it was refused. */
static inline bool low_cross_text(struct low_cross *cross, const char *name, const char *text, size_t most) {
  *cross = (struct low_cross){.name = name};
  if (!low_load(cross, text))
    return false;
  for (int form = 0; form < FORMS; form++) {
    cross->form[form] = form == 2 ? noe_lower_for_code(cross->arena, cross->model)
                                  : noe_lower_model(cross->arena, cross->model, form == 0);
    cross->refused += low_is_refused(cross->form[form]);
    const char *defect = noe_lower_check(cross->form[form]);
    if (defect)
      snprintf(cross->complaint, sizeof cross->complaint, "%s: form %d: not so: %s", name, form, defect);
  }
  if (cross->refused)
    return false;
  cross->machine = noe_model_machine_new(cross->memory, cross->model);
  cross->reads = noe_base_bitset(cross->memory, cross->model->cell_count);
  cross->writes = noe_base_bitset(cross->memory, cross->model->cell_count);
  for (int i = 0; i < FORMS + 1; i++)
    cross->put[i] = noe_base_text(cross->memory);
  noe_model_machine_put(cross->machine, &cross->put[0]);
  for (int form = 0; form < FORMS; form++) {
    cross->evaluator[form] = noe_lower_evaluator_new(cross->memory, cross->form[form]);
    noe_lower_evaluator_put(cross->evaluator[form], &cross->put[form + 1]);
  }
  low_search(cross, most);
  return true;
}

#endif
