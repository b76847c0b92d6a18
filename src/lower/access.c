/* Which cells of the state a clause touches. */
#include <assert.h>

#include "base/contract.h"
#include "lower/lower_int.h"

struct gathering {
  const struct noe_lowered *form;
  const struct noe_low_unit *unit;
  const int64_t *arguments;          /* of the clause, or NULL */
  struct noe_bitset *reads, *writes; /* NULL: not wanted */
  struct noe_bitset *must_reads, *must_writes;
  const struct noe_low_effects *effects; /* of the function whose unit it is: what is done through its parameters */
};

/* -------------------------------------------------------------------- names */

static struct noe_name of_operation(const struct noe_low_unit *unit, const struct noe_low_op *op) {
  struct noe_name name = {.kind = NOE_NAMED_COMPUTED};
  switch (op->kind) {
  case NOE_LOW_CONSTANT: return (struct noe_name){.kind = NOE_NAMED_CONSTANT, .number = op->number};
  case NOE_LOW_CHECK_DEFINED:
  case NOE_LOW_CHECK_WITHIN:
  case NOE_LOW_CHECK_NONZERO:
  case NOE_LOW_CHECK_PRESENT: return noe_lower_name(unit, op->left);
  case NOE_LOW_SHIFT:
    name = noe_lower_name(unit, op->left);
    if (name.kind == NOE_NAMED_CONSTANT)
      name.number += op->number;
    else
      name.plus += op->number;
    return name;
  default: return name;
  }
}

struct noe_name noe_lower_name(const struct noe_low_unit *unit, uint32_t value) {
  const struct noe_low_value *given = &unit->values[value];
  switch (given->origin) {
  case NOE_ORIGIN_PARAMETER: return (struct noe_name){.kind = NOE_NAMED_PARAMETER, .number = given->number};
  case NOE_ORIGIN_VARIABLE: return (struct noe_name){.kind = NOE_NAMED_VARIABLE, .number = given->number};
  case NOE_ORIGIN_LOOP: return (struct noe_name){.kind = NOE_NAMED_EACH, .number = value};
  case NOE_ORIGIN_OPERATION: return of_operation(unit, given->operation);
  default: return (struct noe_name){.kind = NOE_NAMED_COMPUTED};
  }
}

/* -------------------------------------------------------------------- cells */

struct span {
  int64_t first, last;
};

/* The values that an index may take; first > last: none, the check before it fails. */
static struct span range_of(const struct gathering *gathering, const struct noe_low_index *index) {
  const struct noe_low_value *value = &gathering->unit->values[index->value];
  struct span span = {index->low, index->low + (int64_t)index->count - 1};
  struct noe_name name = noe_lower_name(gathering->unit, index->value);
  int64_t low = value->low, high = value->high;
  if (name.kind == NOE_NAMED_PARAMETER && gathering->arguments && gathering->arguments[name.number] != NOE_UNDEFINED)
    low = high = gathering->arguments[name.number] + name.plus;
  span.first = low > span.first ? low : span.first;
  span.last = high < span.last ? high : span.last;
  return span;
}

static void mark(const struct gathering *gathering, struct noe_bitset *set, const struct noe_low_address *address,
                 uint32_t number, uint64_t base) {
  assert(base + address->cells <= set->bits && "an address of the state means cells of it");
  if (number == address->index_count) {
    noe_base_bitset_add_range(set, base, base + address->cells);
    return;
  }
  const struct noe_low_index *index = &address->indices[number];
  struct span span = range_of(gathering, index);
  for (int64_t i = span.first; i <= span.last; i++)
    mark(gathering, set, address, number + 1, base + (uint64_t)(i - index->low) * index->stride);
}

/* Is each index one number, or does a loop over a type take it through all of its values?
 * Each loop for one index only. */
static bool is_exact(const struct gathering *gathering, const struct noe_low_address *address) {
  for (uint32_t i = 0; i < address->index_count; i++) {
    struct span span = range_of(gathering, &address->indices[i]);
    struct noe_name name = noe_lower_name(gathering->unit, address->indices[i].value);
    if (span.first == span.last)
      continue;
    if (name.kind != NOE_NAMED_EACH)
      return false;
    const struct noe_low_op *loop = gathering->unit->values[name.number].operation;
    if (loop->kind != NOE_LOW_FOR || !loop->domain.type)
      return false;
    for (uint32_t k = 0; k < i; k++) {
      struct noe_name other = noe_lower_name(gathering->unit, address->indices[k].value);
      if (other.kind == NOE_NAMED_EACH && other.number == name.number)
        return false;
    }
  }
  return true;
}

/* ----------------------------------------------------------------- accesses */

static void touch_location(const struct gathering *gathering, uint32_t value, uint32_t cells, bool writes);

static void touch_address(const struct gathering *gathering, const struct noe_low_address *address, bool writes) {
  struct noe_bitset *set = writes ? gathering->writes : gathering->reads;
  if (address->root == NOE_LOW_STATE && set)
    mark(gathering, set, address, 0, address->base);
  else if (address->root == NOE_LOW_REFERENCE)
    touch_location(gathering, address->reference, address->cells, writes);
}

/* Whatever the location may be of, as a whole. */
static void touch_location(const struct gathering *gathering, uint32_t value, uint32_t cells, bool writes) {
  const struct noe_low_value *given = &gathering->unit->values[value];
  if (given->origin == NOE_ORIGIN_REFERENCE) {
    assert(gathering->effects && "only functions have references");
    (writes ? gathering->effects->writes_through : gathering->effects->reads_through)[given->number] = true;
    return;
  }
  const struct noe_low_op *op = given->operation;
  if (op->kind == NOE_LOW_LOCATE) {
    touch_address(gathering, op->address, writes);
    return;
  }
  assert(op->kind == NOE_LOW_IF && "a location is passed, located, or one of two");
  touch_location(gathering, op->body.yield, cells, writes);
  touch_location(gathering, op->otherwise.yield, cells, writes);
}

static void visit(void *context, const struct noe_low_touch *touch) {
  const struct gathering *gathering = context;
  touch_address(gathering, touch->address, touch->writes);
  struct noe_bitset *must = touch->writes ? gathering->must_writes : gathering->must_reads;
  if (must && touch->certain && touch->address->root == NOE_LOW_STATE && is_exact(gathering, touch->address))
    mark(gathering, must, touch->address, 0, touch->address->base);
}

static void gather_call(const struct gathering *gathering, const struct noe_low_op *op) {
  assert((uint64_t)op->number < gathering->form->model->function_count && "a call is one of a function");
  const struct noe_low_function *callee = &gathering->form->functions[op->number];
  if (gathering->reads)
    noe_base_bitset_unite(gathering->reads, &callee->effects.reads);
  if (gathering->writes)
    noe_base_bitset_unite(gathering->writes, &callee->effects.writes);
  for (uint32_t i = 0; i < callee->location_count; i++) {
    if (callee->effects.reads_through[i])
      touch_location(gathering, op->arguments[i], 0, false);
    if (callee->effects.writes_through[i])
      touch_location(gathering, op->arguments[i], 0, true);
  }
}

static void gather_calls(const struct gathering *gathering, const struct noe_low_op *list) {
  for (; list; list = list->next) {
    if (list->kind == NOE_LOW_CALL)
      gather_call(gathering, list);
    gather_calls(gathering, list->body.first);
    gather_calls(gathering, list->otherwise.first);
    gather_calls(gathering, list->condition.first);
  }
}

static void gather(struct gathering *gathering, const struct noe_low_block *block) {
  noe_lower_touches(block, visit, gathering);
  gather_calls(gathering, block->first);
}

/* ---------------------------------------------------------------- functions */

static size_t weigh(const struct noe_low_function *function) {
  size_t weight = noe_base_bitset_count(&function->effects.reads) + noe_base_bitset_count(&function->effects.writes);
  for (uint32_t i = 0; i < function->location_count; i++)
    weight += (size_t)function->effects.reads_through[i] + function->effects.writes_through[i];
  return weight;
}

static void everything(const struct noe_model *model, struct noe_low_function *function) {
  noe_base_bitset_add_range(&function->effects.reads, 0, model->cell_count);
  noe_base_bitset_add_range(&function->effects.writes, 0, model->cell_count);
  for (uint32_t i = 0; i < function->location_count; i++)
    function->effects.reads_through[i] = function->effects.writes_through[i] = true;
}

static bool grow(struct noe_lowered *form, struct noe_low_function *function) {
  size_t before = weigh(function);
  struct gathering gathering = {.form = form,
                                .unit = &function->unit,
                                .reads = &function->effects.reads,
                                .writes = &function->effects.writes,
                                .effects = &function->effects};
  if (function->unit.refused)
    everything(form->model, function);
  else
    gather(&gathering, &function->body.block);
  return weigh(function) > before;
}

/* Up to the least fixed point, since functions that are called call each other. */
void noe_lower_effects(struct noe_lowered *form) {
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < form->model->function_count; i++)
      if (form->functions[i].is_called && grow(form, &form->functions[i]))
        again = true;
  }
}

/* ------------------------------------------------------------------ clauses */

static void spread_over_bags(const struct noe_model *model, struct noe_access *access) {
  for (uint32_t i = 0; i < model->bag_count; i++) {
    uint32_t begin = model->bags[i].cell, end = begin + model->bags[i].type->cells, cell = begin;
    while (cell < end && !noe_bitset_has(&access->writes, cell))
      cell++;
    if (cell == end)
      continue;
    noe_base_bitset_add_range(&access->reads, begin, end);
    noe_base_bitset_add_range(&access->writes, begin, end);
  }
}

/* Where an element ends up when its bag is sorted depends on the others. */
static void forget_bags(const struct noe_model *model, struct noe_access *access) {
  for (uint32_t i = 0; i < model->cell_count; i++)
    if (model->cells[i].in_multiset) {
      noe_bitset_remove(&access->must_writes, i);
      noe_bitset_remove(&access->must_reads, i);
    }
}

static void gather_choice(const struct gathering *gathering, const struct noe_low_binder *binder) {
  if (binder->address)
    touch_address(gathering, binder->address, false);
}

static void gather_clause(struct gathering gathering, const struct noe_low_clause *clause, struct noe_access *access) {
  const struct noe_clause *tree = clause->clause;
  gathering.reads = &access->guard_reads;
  for (uint32_t i = 0; i < tree->binder_count; i++) {
    gather(&gathering, &clause->binders[i].list.block);
    gather_choice(&gathering, &clause->binders[i]);
  }
  noe_base_bitset_unite(&access->reads, &access->guard_reads);
  if (tree->guard)
    gather(&gathering, &clause->guard.block);
  for (uint32_t i = 0; tree->temporal && i < tree->temporal->atom_count; i++)
    gather(&gathering, &clause->atoms[i].block);
  gathering.reads = &access->reads;
  gathering.writes = &access->writes;
  gathering.must_reads = &access->must_reads;
  gathering.must_writes = &access->must_writes;
  gather(&gathering, &clause->body.block);
}

static bool is_within(const struct noe_bitset *part, const struct noe_bitset *whole) {
  for (size_t i = 0; i < noe_bitset_words(part->bits); i++)
    if (part->words[i] & ~whole->words[i])
      return false;
  return true;
}

struct noe_access noe_lower_access(struct noe_memory *memory, const struct noe_lowered *form,
                                   const struct noe_low_clause *clause, const int64_t *arguments) {
  size_t cells = form->model->cell_count;
  struct noe_access access = {.guard_reads = noe_base_bitset(memory, cells),
                              .reads = noe_base_bitset(memory, cells),
                              .writes = noe_base_bitset(memory, cells),
                              .must_reads = noe_base_bitset(memory, cells),
                              .must_writes = noe_base_bitset(memory, cells)};
  if (clause->unit.refused) {
    noe_base_bitset_add_range(&access.guard_reads, 0, cells);
    noe_base_bitset_add_range(&access.reads, 0, cells);
    noe_base_bitset_add_range(&access.writes, 0, cells);
    return access;
  }
  gather_clause((struct gathering){.form = form, .unit = &clause->unit, .arguments = arguments}, clause, &access);
  spread_over_bags(form->model, &access);
  forget_bags(form->model, &access);
  NOE_COSTLY(is_within(&access.must_reads, &access.reads) && is_within(&access.must_writes, &access.writes) &&
             "what certainly happens may happen");
  return access;
}

void noe_lower_access_free(struct noe_access *access) {
  noe_base_bitset_free(&access->guard_reads);
  noe_base_bitset_free(&access->reads);
  noe_base_bitset_free(&access->writes);
  noe_base_bitset_free(&access->must_reads);
  noe_base_bitset_free(&access->must_writes);
}
