/* Multisets: rows of slots. An operation reads the whole bag, changes the row, and writes it back. */
#include <assert.h>

#include "circuit/execute.h"
#include "model/value.h"

noe_literal noe_unroll_is_present(struct noe_unrolling *run, const struct noe_word *presence) {
  return noe_circuit_and(noe_unroll_graph(run), presence->undefined ^ 1, presence->bits[0]);
}

const struct noe_word **noe_unroll_filled(struct noe_unrolling *run, const struct noe_type *type, bool clear) {
  int64_t *cells = NOE_NEW_ARRAY(run->words.arena, int64_t, type->cells + 1);
  const struct noe_word **row = NOE_NEW_ARRAY(run->words.arena, const struct noe_word *, type->cells + 1);
  noe_model_fill(type, cells, clear);
  for (uint32_t i = 0; i < type->cells; i++)
    row[i] = noe_circuit_constant(&run->words, cells[i]);
  return row;
}

static const struct noe_word **absent_slot(struct noe_unrolling *run, const struct noe_type *bag) {
  int64_t *cells = NOE_NEW_ARRAY(run->words.arena, int64_t, bag->stride + 1);
  const struct noe_word **row = NOE_NEW_ARRAY(run->words.arena, const struct noe_word *, bag->stride + 1);
  noe_model_fill_absent(bag, cells);
  for (uint32_t i = 0; i < bag->stride; i++)
    row[i] = noe_circuit_constant(&run->words, cells[i]);
  return row;
}

static void replace(struct noe_unrolling *run, noe_literal when, const struct noe_word **slot,
                    const struct noe_word *const *by, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    slot[i] = noe_circuit_choose_word(&run->words, when, by[i], slot[i]);
}

/* ------------------------------------------------------------------ sorting */

/* Must slot b come before slot a? */
static noe_literal is_wrong(struct noe_unrolling *run, const struct noe_type *bag, const struct noe_word *const *a,
                            const struct noe_word *const *b) {
  struct noe_graph_of_gates *graph = noe_unroll_graph(run);
  noe_literal one = noe_unroll_is_present(run, a[0]), other = noe_unroll_is_present(run, b[0]);
  noe_literal before = NOE_FALSE;
  for (uint32_t i = bag->stride; i-- > 1;) {
    noe_literal same = noe_circuit_equal(&run->words, a[i], b[i]);
    before = noe_circuit_choose(graph, same, before, noe_circuit_before(&run->words, b[i], a[i]));
  }
  return noe_circuit_and(graph, other, noe_circuit_or(graph, one ^ 1, before));
}

static void exchange(struct noe_unrolling *run, const struct noe_type *bag, const struct noe_word **row, uint32_t i,
                     uint32_t k) {
  assert(i < k && k < bag->capacity && "two slots of the bag");
  const struct noe_word **a = row + (size_t)i * bag->stride, **b = row + (size_t)k * bag->stride;
  noe_literal wrong = is_wrong(run, bag, a, b);
  for (uint32_t c = 0; wrong != NOE_FALSE && c < bag->stride; c++) {
    const struct noe_word *first = a[c], *second = b[c];
    a[c] = noe_circuit_choose_word(&run->words, wrong, second, first);
    b[c] = noe_circuit_choose_word(&run->words, wrong, first, second);
  }
}

/* Merge exchange (Batcher; Knuth 5.2.2, algorithm M): about n (log n)^2 / 4 comparisons, the same for
 * every input. */
static void sort_slots(struct noe_unrolling *run, const struct noe_type *bag, const struct noe_word **row) {
  assert(bag->kind == NOE_TYPE_MULTISET && "multisets have slots");
  uint32_t count = bag->capacity, top = 1;
  while (2 * top < count)
    top *= 2;
  for (uint32_t p = top; count > 1 && p > 0; p /= 2) {
    uint32_t q = top, r = 0, d = p;
    for (;;) {
      for (uint32_t i = 0; i + d < count && !noe_unroll_is_over(run); i++)
        if ((i & p) == r)
          exchange(run, bag, row, i, i + d);
      if (q == p)
        break;
      d = q - p;
      q /= 2;
      r = p;
    }
  }
}

/* A slot that came from a frame that was never set is absent. */
static void sort_bag(struct noe_unrolling *run, const struct noe_type *bag, const struct noe_word **row) {
  const struct noe_word **absent = NULL;
  for (uint32_t i = 0; i < bag->capacity; i++) {
    const struct noe_word **slot = row + (size_t)i * bag->stride;
    if (slot[0]->undefined == NOE_FALSE)
      continue;
    if (!absent)
      absent = absent_slot(run, bag);
    replace(run, slot[0]->undefined, slot, absent, bag->stride);
  }
  sort_slots(run, bag, row);
}

void noe_unroll_sort_value(struct noe_unrolling *run, const struct noe_type *type, const struct noe_word **row) {
  if (!type->has_multiset)
    return;
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (uint32_t i = 0; i < type->cells; i += type->stride)
      noe_unroll_sort_value(run, type->element, row + i);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      noe_unroll_sort_value(run, type->fields[i].type, row + type->fields[i].offset);
    break;
  case NOE_TYPE_MULTISET:
    for (uint32_t i = 0; i < type->capacity; i++)
      noe_unroll_sort_value(run, type->element, row + (size_t)i * type->stride + 1);
    sort_bag(run, type, row);
    break;
  default: break;
  }
}

static bool is_touched(const struct noe_unrolling *run, const struct noe_multiset_place *bag) {
  for (uint32_t i = bag->cell; i < bag->cell + bag->type->cells; i++)
    if (run->cells[i] != run->given[i])
      return true;
  return false;
}

/* A bag that nothing has touched is sorted already. */
void noe_unroll_sort_state(struct noe_unrolling *run) {
  const struct noe_model *model = run->circuits->model;
  for (uint32_t i = 0; i < model->bag_count; i++)
    if (is_touched(run, &model->bags[i]))
      sort_bag(run, model->bags[i].type, run->cells + model->bags[i].cell);
}

/* ----------------------------------------------------------------- elements */

void noe_unroll_add_element(struct noe_unrolling *run, const struct noe_low_op *op) {
  struct noe_graph_of_gates *graph = noe_unroll_graph(run);
  const struct noe_type *bag = op->address->type;
  const struct noe_word **row = noe_unroll_read(run, op->address, bag->cells);
  const struct noe_word **element = NOE_NEW_ARRAY(run->words.arena, const struct noe_word *, bag->stride + 1);
  element[0] = noe_circuit_constant(&run->words, 1);
  if (op->source) {
    const struct noe_word **source = noe_unroll_read(run, op->source, op->source->cells);
    for (uint32_t i = 0; i < op->source->cells; i++)
      element[i + 1] = source[i];
  } else
    element[1] = noe_unroll_get(run, op->left);
  noe_literal open = NOE_TRUE; /* all slots before are taken */
  for (uint32_t i = 0; i < bag->capacity; i++) {
    const struct noe_word **slot = row + (size_t)i * bag->stride;
    noe_literal present = noe_unroll_is_present(run, slot[0]);
    replace(run, noe_circuit_and(graph, open, present ^ 1), slot, element, bag->stride);
    open = noe_circuit_and(graph, open, present);
  }
  noe_unroll_write(run, op->address, row, bag->cells);
}

void noe_unroll_remove_element(struct noe_unrolling *run, const struct noe_low_address *address,
                               const struct noe_word *number) {
  const struct noe_type *bag = address->type;
  const struct noe_word **row = noe_unroll_read(run, address, bag->cells), **absent = absent_slot(run, bag);
  for (uint32_t i = 0; i < bag->capacity; i++) {
    noe_literal is = noe_circuit_equal(&run->words, number, noe_circuit_constant(&run->words, i));
    replace(run, is, row + (size_t)i * bag->stride, absent, bag->stride);
  }
  noe_unroll_write(run, address, row, bag->cells);
}

noe_literal noe_unroll_has_room(struct noe_unrolling *run, const struct noe_low_address *address) {
  const struct noe_type *bag = address->type;
  const struct noe_word **row = noe_unroll_read(run, address, bag->cells);
  noe_literal full = NOE_TRUE;
  for (uint32_t i = 0; i < bag->capacity; i++)
    full = noe_circuit_and(noe_unroll_graph(run), full, noe_unroll_is_present(run, row[(size_t)i * bag->stride]));
  return full ^ 1;
}

noe_literal noe_unroll_has_element(struct noe_unrolling *run, const struct noe_low_address *address,
                                   const struct noe_word *number) {
  struct noe_graph_of_gates *graph = noe_unroll_graph(run);
  const struct noe_type *bag = address->type;
  const struct noe_word **row = noe_unroll_read(run, address, bag->cells);
  noe_literal has = NOE_FALSE;
  for (uint32_t i = 0; i < bag->capacity; i++) {
    noe_literal is = noe_circuit_equal(&run->words, number, noe_circuit_constant(&run->words, i));
    has = noe_circuit_or(graph, has,
                         noe_circuit_and(graph, is, noe_unroll_is_present(run, row[(size_t)i * bag->stride])));
  }
  return has;
}
