/* Operations on values and memory, checks, and what is counted. */
#include <assert.h>

#include "circuit/execute.h"

const struct noe_word *noe_unroll_get(const struct noe_unrolling *run, uint32_t value) {
  const struct noe_word *word = value == NOE_NO_VALUE ? NULL : run->unit->values[value];
  return word ? word : noe_circuit_constant(&run->words, 0);
}

void noe_unroll_set(struct noe_unrolling *run, uint32_t value, const struct noe_word *word) {
  const struct noe_low_value *known = &run->unit->unit->values[value];
  if (known->type)
    word = noe_circuit_narrow(&run->words, word, known->low, known->high, known->defined);
  run->unit->values[value] = word;
}

/* Something that may show is met in all loops that are under way. */
static void show(struct noe_unrolling *run) {
  for (const struct noe_loop_nest *nest = run->loops; nest; nest = nest->outer)
    if (nest->loop < run->circuits->model->loop_count)
      run->circuits->shows_in_loop[nest->loop] = true;
}

void noe_unroll_check(struct noe_unrolling *run, noe_literal passes) {
  struct noe_graph_of_gates *graph = noe_unroll_graph(run);
  if (passes != NOE_TRUE)
    show(run);
  noe_literal fails = noe_circuit_and(graph, run->path, passes ^ 1);
  run->fault = noe_circuit_or(graph, run->fault, noe_circuit_and(graph, run->ok, fails));
  run->ok = noe_circuit_and(graph, run->ok, fails ^ 1);
  if (passes == NOE_FALSE)
    run->path = NOE_FALSE;
}

static void assume(struct noe_unrolling *run, noe_literal passes) {
  struct noe_graph_of_gates *graph = noe_unroll_graph(run);
  show(run);
  noe_literal fails = noe_circuit_and(graph, run->path, passes ^ 1);
  run->discard = noe_circuit_or(graph, run->discard, noe_circuit_and(graph, run->ok, fails));
  run->ok = noe_circuit_and(graph, run->ok, fails ^ 1);
}

/* ------------------------------------------------------------------- values */

static noe_literal are_same(struct noe_unrolling *run, const struct noe_low_op *op) {
  const struct noe_type *type = op->address->type;
  const struct noe_word **left = noe_unroll_read(run, op->address, op->address->cells);
  const struct noe_word **right = noe_unroll_read(run, op->source, op->address->cells);
  if (type->has_multiset) {
    noe_unroll_sort_value(run, type, left);
    noe_unroll_sort_value(run, type, right);
  }
  noe_literal same = NOE_TRUE;
  for (uint32_t i = 0; i < op->address->cells && same != NOE_FALSE; i++)
    same = noe_circuit_and(noe_unroll_graph(run), same, noe_circuit_equal(&run->words, left[i], right[i]));
  return same;
}

static const struct noe_word *location_of(struct noe_unrolling *run, const struct noe_low_address *address) {
  uint32_t count;
  const struct noe_possible_cell *places = noe_unroll_places(run, address, &count);
  const struct noe_word *word = noe_circuit_constant(&run->words, count ? places[0].cell : 0);
  for (uint32_t i = 1; i < count; i++)
    word =
        noe_circuit_choose_word(&run->words, places[i].when, noe_circuit_constant(&run->words, places[i].cell), word);
  return word;
}

static const struct noe_word *shifted(struct noe_unrolling *run, const struct noe_word *word, int64_t by) {
  if (!by)
    return word;
  const struct noe_word *sum =
      noe_circuit_compute(&run->words, NOE_EXPR_ADD, word, noe_circuit_constant(&run->words, by));
  return word->undefined == NOE_FALSE ? sum
                                      : noe_circuit_choose_word(&run->words, word->undefined,
                                                                noe_circuit_constant(&run->words, NOE_UNDEFINED), sum);
}

static const struct noe_word *truth(struct noe_unrolling *run, noe_literal a) {
  return noe_circuit_boolean(&run->words, a);
}

static const struct noe_word *value_of(struct noe_unrolling *run, const struct noe_low_op *op) {
  const struct noe_word_maker *words = &run->words;
  const struct noe_word *left = noe_unroll_get(run, op->left), *right = noe_unroll_get(run, op->right);
  switch (op->kind) {
  case NOE_LOW_CONSTANT: return noe_circuit_constant(words, op->number);
  case NOE_LOW_UNDEFINED: return noe_circuit_constant(words, NOE_UNDEFINED);
  case NOE_LOW_NOT: return truth(run, noe_circuit_truth(left) ^ 1);
  case NOE_LOW_EQUAL: return truth(run, noe_circuit_equal(words, left, right));
  case NOE_LOW_LESS: return truth(run, noe_circuit_less(words, left, right));
  case NOE_LOW_LESS_EQUAL: return truth(run, noe_circuit_less(words, right, left) ^ 1);
  case NOE_LOW_IS_UNDEFINED: return truth(run, left->undefined);
  case NOE_LOW_WITHIN:
    return truth(
        run, noe_circuit_and(words->graph, left->undefined ^ 1, noe_circuit_within(words, left, op->low, op->high)));
  case NOE_LOW_SHIFT: return shifted(run, left, op->number);
  case NOE_LOW_ARITHMETIC: return noe_circuit_compute(words, op->operator, left, right);
  case NOE_LOW_LOAD: return noe_unroll_read(run, op->address, 1)[0];
  case NOE_LOW_SAME: return truth(run, are_same(run, op));
  default: return location_of(run, op->address);
  }
}

/* ------------------------------------------------------------------- memory */

static void fill(struct noe_unrolling *run, const struct noe_low_op *op) {
  const struct noe_word **row;
  if (op->kind == NOE_LOW_FRESH) {
    row = NOE_NEW_ARRAY(run->words.arena, const struct noe_word *, op->address->cells + 1);
    for (uint32_t i = 0; i < op->address->cells; i++)
      row[i] = noe_circuit_constant(&run->words, NOE_UNDEFINED);
  } else
    row = noe_unroll_filled(run, op->address->type, op->kind == NOE_LOW_CLEAR);
  noe_unroll_write(run, op->address, row, op->address->cells);
}

static void restore(struct noe_unrolling *run) {
  for (uint32_t i = 0; i < run->circuits->model->cell_count; i++)
    run->cells[i] = noe_circuit_choose_word(&run->words, run->path, run->given[i], run->cells[i]);
}

static void change(struct noe_unrolling *run, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_STORE: {
    const struct noe_word *word = noe_unroll_get(run, op->left);
    noe_unroll_write(run, op->address, &word, 1);
    break;
  }
  case NOE_LOW_MOVE:
    noe_unroll_write(run, op->address, noe_unroll_read(run, op->source, op->address->cells), op->address->cells);
    break;
  case NOE_LOW_MULTISET_ADD: noe_unroll_add_element(run, op); break;
  case NOE_LOW_MULTISET_REMOVE: noe_unroll_remove_element(run, op->address, noe_unroll_get(run, op->left)); break;
  case NOE_LOW_RESTORE: restore(run); break;
  case NOE_LOW_SORT: noe_unroll_sort_state(run); break;
  default: fill(run, op); break;
  }
}

/* ------------------------------------------------------------------- checks */

static noe_literal passes(struct noe_unrolling *run, const struct noe_low_op *op) {
  const struct noe_word_maker *words = &run->words;
  const struct noe_word *left = noe_unroll_get(run, op->left);
  switch (op->kind) {
  case NOE_LOW_CHECK_DEFINED: return left->undefined ^ 1;
  case NOE_LOW_CHECK_WITHIN:
    return noe_circuit_or(words->graph, left->undefined, noe_circuit_within(words, left, op->low, op->high));
  case NOE_LOW_CHECK_NONZERO: return noe_circuit_equal(words, left, noe_circuit_constant(words, 0)) ^ 1;
  case NOE_LOW_CHECK_FITS: return noe_circuit_fits(words, op->operator, left, noe_unroll_get(run, op->right));
  case NOE_LOW_CHECK_TRUE: return noe_circuit_truth(left);
  case NOE_LOW_CHECK_ROOM: return noe_unroll_has_room(run, op->address);
  case NOE_LOW_CHECK_PRESENT: return noe_unroll_has_element(run, op->address, left);
  case NOE_LOW_CHECK_DEPTH:
    return run->depth + (uint64_t)op->number < run->circuits->model->call_depth ? NOE_TRUE : NOE_FALSE;
  default: return NOE_FALSE; /* FAIL */
  }
}

static void check(struct noe_unrolling *run, const struct noe_low_op *op) {
  noe_unroll_check(run, passes(run, op));
  if (op->result != NOE_NO_VALUE)
    noe_unroll_set(run, op->result, noe_unroll_get(run, op->left));
}

static void observe(struct noe_unrolling *run, const struct noe_low_op *op) {
  if (op->kind != NOE_LOW_COVER && op->kind != NOE_LOW_WITNESS)
    return; /* texts are put by the interpreter */
  if (op->kind == NOE_LOW_COVER)
    show(run);
  struct noe_circuit_event event = {
      .kind = op->kind == NOE_LOW_COVER ? NOE_EVENT_COVER : NOE_EVENT_WITNESS,
      .number = (uint32_t)op->number,
      .when = noe_circuit_and(noe_unroll_graph(run), run->path, run->ok),
  };
  if (event.when != NOE_FALSE)
    NOE_LIST_PUSH(run->words.arena, &run->events, event);
}

void noe_unroll_operation(struct noe_unrolling *run, const struct noe_low_op *op) {
  if (op->kind <= NOE_LOW_LOCATE)
    noe_unroll_set(run, op->result, value_of(run, op));
  else if (op->kind <= NOE_LOW_SORT)
    change(run, op);
  else if (op->kind <= NOE_LOW_FAIL)
    check(run, op);
  else if (op->kind == NOE_LOW_ASSUME)
    assume(run, noe_circuit_truth(noe_unroll_get(run, op->left)));
  else
    observe(run, op);
}
