/* Operations on values and memory, and checks. Strangers are values like others, except where more must be known. */
#include <assert.h>

#include "counter/exec_int.h"
#include "model/arith.h"
#include "model/value.h"

/* ------------------------------------------------------------------- memory */

size_t noe_exec_address(struct noe_exec *exec, const struct noe_low_address *address, bool *is_known) {
  size_t at = address->base;
  if (address->root == NOE_LOW_FRAME)
    at += exec->model->cell_count;
  else if (address->root == NOE_LOW_REFERENCE)
    at += (size_t)noe_exec_get(exec, address->reference);
  for (uint32_t i = 0; i < address->index_count; i++) {
    const struct noe_low_index *index = &address->indices[i];
    int64_t value = noe_exec_get(exec, index->value);
    if (noe_is_stranger(value)) {
      noe_exec_name(exec, value);
      *is_known = false;
      return 0;
    }
    if (address->root != NOE_LOW_STATE && noe_exec_is_of_processes(exec, index->type)) {
      noe_exec_give_up(exec, NULL, "a local array over processes");
      *is_known = false;
      return 0;
    }
    uint64_t number = (uint64_t)value - (uint64_t)index->low;
    assert(number < index->count && "an index is checked before it is used");
    at += number * index->stride;
  }
  *is_known = true;
  return at;
}

static void note(uint32_t *row, uint32_t *count, uint32_t cell) {
  for (uint32_t i = 0; i < *count; i++)
    if (row[i] == cell)
      return;
  if (*count < NOE_MOST_NOTES)
    row[(*count)++] = cell;
}

/* In a round of a loop that maps: only cells of the round's own process are written, and what is read of others is
 * written by none. */
static enum noe_exec_flow touch_in_round(struct noe_exec *exec, const struct noe_low_op *op, size_t cell,
                                         const struct noe_counter_cell *place, bool writes) {
  bool own = place->block == exec->own_block && place->number == exec->own_number;
  if (!own && writes)
    return noe_exec_give_up(exec, op, "a loop over processes that writes what belongs to none of them, or to another");
  if (writes)
    note(exec->own_writes, &exec->own_count, (uint32_t)cell);
  else if (!own && place->block != NOE_NO_BLOCK)
    note(exec->foreign_reads, &exec->foreign_count, (uint32_t)cell);
  if (exec->foreign_count == NOE_MOST_NOTES || exec->own_count == NOE_MOST_NOTES) /* some may not be noted */
    return noe_exec_give_up(exec, op, "a loop over processes that touches very many cells");
  return NOE_EXEC_ON;
}

enum noe_exec_flow noe_exec_touch(struct noe_exec *exec, const struct noe_low_op *op, size_t cell, bool writes) {
  if (cell >= exec->model->cell_count)
    return NOE_EXEC_ON;
  if (writes && exec->quantifiers)
    return noe_exec_give_up(exec, op, "a quantifier over processes with effects");
  const struct noe_counter_cell *place = &exec->space->cells[cell];
  if (place->block != NOE_NO_BLOCK && place->number >= exec->counts[place->block])
    return noe_exec_give_up(exec, op, "an array over processes that is used as a whole");
  return exec->is_own ? touch_in_round(exec, op, cell, place, writes) : NOE_EXEC_ON;
}

bool noe_exec_is_plain(const struct noe_exec *exec, size_t at, size_t count) {
  for (size_t i = at; i < at + count && i < exec->model->cell_count; i++) {
    const struct noe_counter_cell *place = &exec->space->cells[i];
    if (place->block != NOE_NO_BLOCK && place->number >= exec->counts[place->block])
      return false;
  }
  return true;
}

static enum noe_exec_flow read_cell(struct noe_exec *exec, const struct noe_low_op *op, size_t cell, int64_t *value) {
  *value = noe_exec_resolve(exec, exec->cells[cell]);
  if (*value == NOE_EXEC_POISON)
    return noe_exec_give_up(exec, op, "a loop over processes whose rounds leave something behind");
  return noe_exec_touch(exec, op, cell, false);
}

static enum noe_exec_flow write_cell(struct noe_exec *exec, const struct noe_low_op *op, size_t cell, int64_t value) {
  enum noe_exec_flow flow = noe_exec_touch(exec, op, cell, true);
  if (flow == NOE_EXEC_ON)
    exec->cells[cell] = value;
  return flow;
}

/* ------------------------------------------------------------------- values */

/* Is the process behind stranger `tag`, of a parameter, the one with this value? */
static enum noe_exec_flow compare_parameter(struct noe_exec *exec, uint32_t tag, int64_t value, int64_t *result) {
  const struct noe_counter_root *root = exec->template->root;
  uint32_t class = tag - exec->space->tracked - 1, block = root->class_block[class];
  assert(class < root->class_count && "the stranger stands for a class of parameters");
  int64_t number = value - root->class_base[class];
  *result = false;
  if (value == NOE_UNDEFINED || number < 0 || number >= exec->space->symmetry->blocks[block].size)
    return NOE_EXEC_ON;
  for (uint32_t i = 0; i < exec->template->named_count; i++) {
    const struct noe_counter_named *named = &exec->template->named[i];
    if (named->block == block && named->number == number && named->tag != NOE_NO_FLAG &&
        named->tag > exec->space->tracked)
      return NOE_EXEC_ON; /* another class of parameters, hence another process */
  }
  return noe_exec_name(exec, noe_stranger(tag));
}

static enum noe_exec_flow equal(struct noe_exec *exec, int64_t left, int64_t right, int64_t *result) {
  uint32_t tracked = exec->space->tracked;
  *result = left == right;
  if (left == right || (!noe_is_stranger(left) && !noe_is_stranger(right)))
    return NOE_EXEC_ON;
  if (noe_is_stranger(left) && noe_is_stranger(right)) {
    bool parameters = noe_stranger_tag(left) > tracked && noe_stranger_tag(right) > tracked;
    return parameters ? NOE_EXEC_ON : noe_exec_name(exec, left);
  }
  int64_t stranger = noe_is_stranger(left) ? left : right, other = noe_is_stranger(left) ? right : left;
  if (noe_stranger_tag(stranger) > tracked)
    return compare_parameter(exec, noe_stranger_tag(stranger), other, result);
  return NOE_EXEC_ON; /* what a pointer names would be resolved if it were a named process */
}

/* A stranger is somewhere in its part of the type. */
static enum noe_exec_flow within(struct noe_exec *exec, int64_t value, int64_t low, int64_t high, int64_t *result) {
  *result = value != NOE_UNDEFINED && value >= low && value <= high;
  if (!noe_is_stranger(value))
    return NOE_EXEC_ON;
  uint32_t tag = noe_stranger_tag(value), block = 0;
  int64_t first = exec->bases[tag];
  if (tag > exec->space->tracked)
    block = exec->template->root->class_block[tag - exec->space->tracked - 1];
  else
    noe_counter_named(exec->space, tag, first, &block);
  int64_t last = first + (int64_t)exec->space->symmetry->blocks[block].size - 1;
  *result = low <= first && last <= high;
  return *result || high < first || last < low ? NOE_EXEC_ON : noe_exec_name(exec, value);
}

/* Equal row by row; none of the two has multisets. */
static enum noe_exec_flow same(struct noe_exec *exec, const struct noe_low_op *op, int64_t *result) {
  bool known;
  size_t left = noe_exec_address(exec, op->address, &known);
  size_t right = known ? noe_exec_address(exec, op->source, &known) : 0;
  *result = true;
  for (uint32_t i = 0; known && i < op->address->cells && *result; i++) {
    int64_t a, b;
    if (read_cell(exec, op, left + i, &a) != NOE_EXEC_ON || read_cell(exec, op, right + i, &b) != NOE_EXEC_ON ||
        equal(exec, a, b, result) != NOE_EXEC_ON)
      return NOE_EXEC_STOP;
  }
  return known ? NOE_EXEC_ON : NOE_EXEC_STOP;
}

static enum noe_exec_flow load(struct noe_exec *exec, const struct noe_low_op *op, int64_t *result) {
  bool known;
  size_t at = noe_exec_address(exec, op->address, &known);
  return known ? read_cell(exec, op, at, result) : NOE_EXEC_STOP;
}

static enum noe_exec_flow locate(struct noe_exec *exec, const struct noe_low_op *op, int64_t *result) {
  bool known;
  *result = (int64_t)noe_exec_address(exec, op->address, &known);
  return known ? NOE_EXEC_ON : NOE_EXEC_STOP;
}

static enum noe_exec_flow shift(struct noe_exec *exec, const struct noe_low_op *op, int64_t left, int64_t *result) {
  *result = left == NOE_UNDEFINED || !op->number ? left : left + op->number;
  return noe_is_stranger(left) && op->number ? noe_exec_name(exec, left) : NOE_EXEC_ON;
}

static enum noe_exec_flow compute(struct noe_exec *exec, const struct noe_low_op *op, int64_t *result) {
  int64_t left = noe_exec_get(exec, op->left), right = noe_exec_get(exec, op->right);
  switch (op->kind) {
  case NOE_LOW_CONSTANT: *result = op->number; return NOE_EXEC_ON;
  case NOE_LOW_UNDEFINED: *result = NOE_UNDEFINED; return NOE_EXEC_ON;
  case NOE_LOW_NOT: *result = !left; return NOE_EXEC_ON;
  case NOE_LOW_EQUAL: return equal(exec, left, right, result);
  case NOE_LOW_LESS: *result = left < right; break;
  case NOE_LOW_LESS_EQUAL: *result = left <= right; break;
  case NOE_LOW_IS_UNDEFINED: *result = left == NOE_UNDEFINED; return NOE_EXEC_ON;
  case NOE_LOW_WITHIN: return within(exec, left, op->low, op->high, result);
  case NOE_LOW_SHIFT: return shift(exec, op, left, result);
  case NOE_LOW_ARITHMETIC: noe_model_compute(op->operator, left, right, result); break;
  case NOE_LOW_LOAD: return load(exec, op, result);
  case NOE_LOW_SAME: return same(exec, op, result);
  default: return locate(exec, op, result);
  }
  bool strange = noe_is_stranger(left) || noe_is_stranger(right);
  return strange ? noe_exec_give_up(exec, op, "arithmetic on processes") : NOE_EXEC_ON;
}

/* ------------------------------------------------------------------ changes */

static int64_t filling(const struct noe_exec *exec, const struct noe_low_op *op, size_t cell) {
  if (op->kind != NOE_LOW_CLEAR)
    return NOE_UNDEFINED;
  assert(exec->model->cells[cell].type && "there are no multisets, so that each cell holds a value");
  return exec->model->cells[cell].type->low;
}

enum noe_exec_flow noe_exec_fill_process(struct noe_exec *exec, const struct noe_low_op *op, uint32_t block,
                                         uint32_t number) {
  bool known;
  size_t at = noe_exec_address(exec, op->address, &known);
  size_t from = known && op->kind == NOE_LOW_MOVE ? noe_exec_address(exec, op->source, &known) : at;
  if (!known)
    return NOE_EXEC_STOP;
  assert(number < exec->counts[block] && "the process is a named one");
  const struct noe_slice *slice = &exec->space->shape->slices[block];
  for (uint32_t i = 0; i < slice->count; i++) {
    size_t cell = slice->cells[i] + (size_t)number * slice->strides[i];
    if (cell < at || cell >= at + op->address->cells)
      continue;
    int64_t value = filling(exec, op, cell);
    if (op->kind == NOE_LOW_MOVE && (from + op->address->cells > at && at + op->address->cells > from))
      return noe_exec_give_up(exec, op, "a copy of an array over processes onto a part of itself");
    if (op->kind == NOE_LOW_MOVE && from - at + cell >= exec->model->cell_count)
      return noe_exec_give_up(exec, op, "a local array over processes");
    if (op->kind == NOE_LOW_MOVE && read_cell(exec, op, from - at + cell, &value) != NOE_EXEC_ON)
      return NOE_EXEC_STOP;
    if (write_cell(exec, op, cell, value) != NOE_EXEC_ON)
      return NOE_EXEC_STOP;
  }
  return NOE_EXEC_ON;
}

/* Cells of no process, cells of named ones, and then those of the rest as a loop. */
static enum noe_exec_flow fill_all(struct noe_exec *exec, const struct noe_low_op *op, size_t at, size_t from) {
  for (size_t i = 0; i < op->address->cells; i++) {
    size_t cell = at + i;
    if (exec->space->cells[cell].block != NOE_NO_BLOCK)
      continue;
    int64_t value = filling(exec, op, cell);
    if (op->kind == NOE_LOW_MOVE && read_cell(exec, op, from + i, &value) != NOE_EXEC_ON)
      return NOE_EXEC_STOP;
    if (write_cell(exec, op, cell, value) != NOE_EXEC_ON)
      return NOE_EXEC_STOP;
  }
  for (uint32_t i = 0; i < exec->template->named_count; i++) {
    const struct noe_counter_named *named = &exec->template->named[i];
    if (noe_exec_fill_process(exec, op, named->block, named->number) != NOE_EXEC_ON)
      return NOE_EXEC_STOP;
  }
  if (exec->is_own)
    return noe_exec_give_up(exec, op, "an array over processes that is set in a loop over processes");
  exec->was_mapped = true;
  if (exec->next < exec->choice_count) {
    exec->next++;
    return NOE_EXEC_ON;
  }
  exec->op = op;
  return noe_exec_stop(exec, NOE_NODE_MAP);
}

static enum noe_exec_flow fill(struct noe_exec *exec, const struct noe_low_op *op) {
  bool known;
  size_t at = noe_exec_address(exec, op->address, &known);
  size_t from = known && op->kind == NOE_LOW_MOVE ? noe_exec_address(exec, op->source, &known) : at;
  if (!known)
    return NOE_EXEC_STOP;
  if (!noe_exec_is_plain(exec, at, op->address->cells))
    return fill_all(exec, op, at, from);
  if (op->kind != NOE_LOW_MOVE && at >= exec->model->cell_count && op->address->type) {
    noe_model_fill(op->address->type, exec->cells + at, op->kind == NOE_LOW_CLEAR);
    return NOE_EXEC_ON;
  }
  bool backward = from < at; /* areas may overlap */
  for (size_t k = 0; k < op->address->cells; k++) {
    size_t i = backward ? op->address->cells - 1 - k : k;
    int64_t value = NOE_UNDEFINED;
    if (op->kind == NOE_LOW_CLEAR)
      value = filling(exec, op, at + i);
    if (op->kind == NOE_LOW_MOVE && read_cell(exec, op, from + i, &value) != NOE_EXEC_ON)
      return NOE_EXEC_STOP;
    if (write_cell(exec, op, at + i, value) != NOE_EXEC_ON)
      return NOE_EXEC_STOP;
  }
  return NOE_EXEC_ON;
}

static enum noe_exec_flow change(struct noe_exec *exec, const struct noe_low_op *op) {
  bool known;
  switch (op->kind) {
  case NOE_LOW_STORE: {
    size_t at = noe_exec_address(exec, op->address, &known);
    return known ? write_cell(exec, op, at, noe_exec_get(exec, op->left)) : NOE_EXEC_STOP;
  }
  case NOE_LOW_MOVE:
  case NOE_LOW_UNDEFINE:
  case NOE_LOW_CLEAR:
  case NOE_LOW_FRESH: return fill(exec, op);
  case NOE_LOW_RESTORE: return noe_exec_give_up(exec, op, "a guard or claim with effects");
  case NOE_LOW_SORT: return NOE_EXEC_ON; /* there are no multisets */
  default: return noe_exec_give_up(exec, op, "a multiset");
  }
}

/* ------------------------------------------------------------------- checks */

static enum noe_exec_flow check(struct noe_exec *exec, const struct noe_low_op *op) {
  int64_t left = noe_exec_get(exec, op->left), result = 0;
  bool passes = false;
  switch (op->kind) {
  case NOE_LOW_CHECK_DEFINED: passes = left != NOE_UNDEFINED; break;
  case NOE_LOW_CHECK_WITHIN:
    if (left != NOE_UNDEFINED && within(exec, left, op->low, op->high, &result) != NOE_EXEC_ON)
      return NOE_EXEC_STOP;
    passes = left == NOE_UNDEFINED || result;
    break;
  case NOE_LOW_CHECK_NONZERO: passes = left != 0; break;
  case NOE_LOW_CHECK_FITS:
    passes = noe_model_compute(op->operator, left, noe_exec_get(exec, op->right), &result);
    break;
  case NOE_LOW_CHECK_TRUE: passes = left; break;
  case NOE_LOW_CHECK_DEPTH: passes = (uint64_t)op->number < exec->model->call_depth; break;
  case NOE_LOW_FAIL: break;
  default: return noe_exec_give_up(exec, op, "a multiset");
  }
  if (!passes)
    return noe_exec_stop(exec, NOE_END_FAULT);
  if (op->result != NOE_NO_VALUE)
    exec->values[op->result] = left;
  return NOE_EXEC_ON;
}

static enum noe_exec_flow observe(struct noe_exec *exec, const struct noe_low_op *op) {
  if (op->kind != NOE_LOW_WITNESS && op->kind != NOE_LOW_COVER)
    return NOE_EXEC_ON;
  uint32_t mark = (uint32_t)op->number + (op->kind == NOE_LOW_COVER ? exec->model->witness_count : 0);
  assert(mark < exec->model->witness_count + exec->model->property_count && "a mark is an implication or a cover");
  note(exec->marks, &exec->mark_count, mark);
  return exec->mark_count < NOE_MOST_NOTES ? NOE_EXEC_ON : noe_exec_give_up(exec, op, "very many implications");
}

enum noe_exec_flow noe_exec_operation(struct noe_exec *exec, const struct noe_low_op *op) {
  if (op->kind <= NOE_LOW_LOCATE) {
    int64_t result = 0;
    enum noe_exec_flow flow = compute(exec, op, &result);
    exec->values[op->result] = result;
    return flow;
  }
  if (op->kind <= NOE_LOW_SORT)
    return change(exec, op);
  if (op->kind <= NOE_LOW_FAIL)
    return check(exec, op);
  if (op->kind == NOE_LOW_ASSUME)
    return noe_exec_get(exec, op->left) ? NOE_EXEC_ON : noe_exec_stop(exec, NOE_END_DISCARD);
  return observe(exec, op);
}
