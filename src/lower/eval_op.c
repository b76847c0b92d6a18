/* Operations on values and memory, and checks. */
#include <assert.h>
#include <string.h>

#include "lower/eval_int.h"
#include "model/arith.h"
#include "model/pack.h"
#include "model/print.h"
#include "model/value.h"

void noe_eval_set(struct noe_evaluator *evaluator, uint32_t value, int64_t number) {
  const struct noe_low_value *known = &evaluator->unit->values[value];
  assert((number != NOE_UNDEFINED || !known->defined) && "the value is defined, as it was said to be");
  assert((number == NOE_UNDEFINED || (number >= known->low && number <= known->high)) &&
         "the value is within its bounds");
  (void)known;
  evaluator->values[evaluator->first_value + value] = number;
}

size_t noe_eval_address(const struct noe_evaluator *evaluator, const struct noe_low_address *address) {
  size_t at = address->base;
  if (address->root == NOE_LOW_FRAME)
    at += evaluator->frame;
  else if (address->root == NOE_LOW_REFERENCE)
    at += (size_t)noe_eval_get(evaluator, address->reference);
  for (uint32_t i = 0; i < address->index_count; i++) {
    const struct noe_low_index *index = &address->indices[i];
    uint64_t number = (uint64_t)noe_eval_get(evaluator, index->value) - (uint64_t)index->low;
    assert(number < index->count && "an index is checked before it is used");
    at += number * index->stride;
  }
  assert(at + address->cells <= evaluator->cell_top && "an address is in the row");
  return at;
}

/* ------------------------------------------------------------------- memory */

static void note(const struct noe_evaluator *evaluator, struct noe_bitset *set, size_t at, size_t count) {
  for (size_t i = at; set && i < at + count && i < evaluator->model->cell_count; i++)
    noe_bitset_add(set, i);
}

static int64_t *read_at(struct noe_evaluator *evaluator, const struct noe_low_address *address) {
  size_t at = noe_eval_address(evaluator, address);
  note(evaluator, evaluator->reads, at, address->cells);
  return evaluator->cells + at;
}

static int64_t *write_at(struct noe_evaluator *evaluator, const struct noe_low_address *address) {
  size_t at = noe_eval_address(evaluator, address);
  note(evaluator, evaluator->writes, at, address->cells);
  return evaluator->cells + at;
}

static int64_t *slot_at(struct noe_evaluator *evaluator, const struct noe_low_address *multiset, int64_t number,
                        bool writes) {
  size_t at = noe_eval_address(evaluator, multiset) + (size_t)number * multiset->type->stride;
  note(evaluator, evaluator->reads, at, 1);
  if (writes)
    note(evaluator, evaluator->writes, at, multiset->type->stride);
  return evaluator->cells + at;
}

/* Bags are equal if they are once sorted. */
static bool are_same(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  const struct noe_type *type = op->address->type;
  const int64_t *left = read_at(evaluator, op->address), *right = read_at(evaluator, op->source);
  size_t bytes = type->cells * sizeof *left;
  if (!type->has_multiset)
    return !memcmp(left, right, bytes);
  int64_t *copies = noe_base_alloc(evaluator->memory, 2 * bytes);
  memcpy(copies, left, bytes);
  memcpy(copies + type->cells, right, bytes);
  noe_model_normalise_value(type, copies);
  noe_model_normalise_value(type, copies + type->cells);
  bool same = !memcmp(copies, copies + type->cells, bytes);
  noe_base_free(evaluator->memory, copies);
  return same;
}

static bool find_room(struct noe_evaluator *evaluator, const struct noe_low_address *multiset, int64_t *number) {
  for (*number = 0; *number < multiset->type->capacity; ++*number)
    if (!noe_model_is_present(slot_at(evaluator, multiset, *number, false)))
      return true;
  return false;
}

static void add_element(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  int64_t number;
  bool room = find_room(evaluator, op->address, &number);
  assert(room && "there is room, which was checked");
  (void)room;
  int64_t *slot = slot_at(evaluator, op->address, number, true);
  slot[0] = 1;
  if (op->source)
    memmove(slot + 1, read_at(evaluator, op->source), op->source->cells * sizeof *slot);
  else
    slot[1] = noe_eval_get(evaluator, op->left);
}

static bool is_present(struct noe_evaluator *evaluator, const struct noe_low_address *multiset, int64_t number) {
  return number >= 0 && number < multiset->type->capacity &&
         noe_model_is_present(slot_at(evaluator, multiset, number, false));
}

/* Does the store come to x ∘ e, as it was said to? */
static bool is_update(const struct noe_evaluator *evaluator, const struct noe_low_op *op, int64_t before) {
  int64_t value = noe_eval_get(evaluator, op->left), e = noe_eval_get(evaluator, op->operand);
  switch (op->update) {
  case NOE_UPDATE_ADD: return value == (op->negated ? before - e : before + e);
  case NOE_UPDATE_OR: return before ? value == 1 : value == e; /* e is computed in the second case only */
  case NOE_UPDATE_AND: return before ? value == e : value == 0;
  default: return true;
  }
}

static void store(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  int64_t *cell = write_at(evaluator, op->address);
  assert(is_update(evaluator, op, *cell) && "the update is the one that was recognised");
  *cell = noe_eval_get(evaluator, op->left);
}

static void fill(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  int64_t *cells = write_at(evaluator, op->address);
  if (op->kind != NOE_LOW_FRESH) {
    noe_model_fill(op->address->type, cells, op->kind == NOE_LOW_CLEAR);
    return;
  }
  for (uint32_t i = 0; i < op->address->cells; i++)
    cells[i] = NOE_UNDEFINED;
}

static void change(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_STORE: store(evaluator, op); break;
  case NOE_LOW_MOVE: {
    const int64_t *source = read_at(evaluator, op->source);
    memmove(write_at(evaluator, op->address), source, op->address->cells * sizeof *source);
    break;
  }
  case NOE_LOW_MULTISET_ADD: add_element(evaluator, op); break;
  case NOE_LOW_MULTISET_REMOVE:
    noe_model_fill_absent(op->address->type, slot_at(evaluator, op->address, noe_eval_get(evaluator, op->left), true));
    break;
  case NOE_LOW_RESTORE: noe_eval_load(evaluator); break;
  case NOE_LOW_SORT: noe_model_normalise(evaluator->model, evaluator->cells); break;
  default: fill(evaluator, op); break;
  }
}

/* ------------------------------------------------------------------- values */

static int64_t computed(const struct noe_low_op *op, int64_t left, int64_t right) {
  int64_t result;
  bool fits = noe_model_compute(op->operator, left, right, &result);
  assert(fits && "the result fits, which was checked");
  return fits ? result : 0;
}

static int64_t value_of(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  int64_t left = noe_eval_get(evaluator, op->left), right = noe_eval_get(evaluator, op->right);
  switch (op->kind) {
  case NOE_LOW_CONSTANT: return op->number;
  case NOE_LOW_UNDEFINED: return NOE_UNDEFINED;
  case NOE_LOW_NOT: return !left;
  case NOE_LOW_EQUAL: return left == right;
  case NOE_LOW_LESS: return left < right;
  case NOE_LOW_LESS_EQUAL: return left <= right;
  case NOE_LOW_IS_UNDEFINED: return left == NOE_UNDEFINED;
  case NOE_LOW_WITHIN: return left != NOE_UNDEFINED && left >= op->low && left <= op->high;
  case NOE_LOW_SHIFT: return left == NOE_UNDEFINED ? left : left + op->number;
  case NOE_LOW_ARITHMETIC: return computed(op, left, right);
  case NOE_LOW_LOAD: return *read_at(evaluator, op->address);
  case NOE_LOW_SAME: return are_same(evaluator, op);
  default: return (int64_t)noe_eval_address(evaluator, op->address);
  }
}

/* ------------------------------------------------------------------- checks */

static bool passes(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  int64_t left = noe_eval_get(evaluator, op->left), result;
  switch (op->kind) {
  case NOE_LOW_CHECK_DEFINED: return left != NOE_UNDEFINED;
  case NOE_LOW_CHECK_WITHIN: return left == NOE_UNDEFINED || (left >= op->low && left <= op->high);
  case NOE_LOW_CHECK_NONZERO: return left != 0;
  case NOE_LOW_CHECK_FITS: return noe_model_compute(op->operator, left, noe_eval_get(evaluator, op->right), &result);
  case NOE_LOW_CHECK_TRUE: return left;
  case NOE_LOW_CHECK_ROOM: return find_room(evaluator, op->address, &result);
  case NOE_LOW_CHECK_PRESENT: return is_present(evaluator, op->address, left);
  case NOE_LOW_CHECK_DEPTH: return evaluator->depth + (uint64_t)op->number < evaluator->model->call_depth;
  default: return false; /* FAIL */
  }
}

static enum noe_flow check(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  if (!passes(evaluator, op))
    return noe_eval_fault(evaluator, op);
  if (op->result != NOE_NO_VALUE)
    noe_eval_set(evaluator, op->result, noe_eval_get(evaluator, op->left));
  return NOE_FLOW_ON;
}

/* ---------------------------------------------------------------- observers */

static void put_leaf(void *context, const char *path, const struct noe_type *type, const int64_t *cells) {
  struct noe_text *sink = context;
  noe_base_text_printf(sink, "%s:", path);
  noe_model_print_compound(type, cells, sink);
  noe_base_text_puts(sink, "\n");
}

static void put(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  struct noe_text *sink = evaluator->sink;
  int64_t value = noe_eval_get(evaluator, op->left);
  if (op->kind == NOE_LOW_PUT_TEXT)
    noe_base_text_puts(sink, op->text);
  else if (op->kind == NOE_LOW_PUT_VALUE)
    noe_model_print_value(op->type, value, sink);
  else
    noe_model_each_leaf(evaluator->memory, op->text, op->type, op->address ? read_at(evaluator, op->address) : &value,
                        put_leaf, sink);
}

static void observe(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  if (op->kind == NOE_LOW_WITNESS)
    evaluator->witnesses[op->number]++;
  else if (op->kind == NOE_LOW_COVER)
    evaluator->covers[op->number]++;
  else if (evaluator->sink)
    put(evaluator, op);
}

enum noe_flow noe_eval_operation(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  if (op->kind <= NOE_LOW_LOCATE)
    noe_eval_set(evaluator, op->result, value_of(evaluator, op));
  else if (op->kind <= NOE_LOW_SORT)
    change(evaluator, op);
  else if (op->kind <= NOE_LOW_FAIL)
    return check(evaluator, op);
  else if (op->kind == NOE_LOW_ASSUME)
    return noe_eval_get(evaluator, op->left) ? NOE_FLOW_ON : NOE_FLOW_DISCARD;
  else
    observe(evaluator, op);
  return NOE_FLOW_ON;
}
