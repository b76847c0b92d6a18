/* Leaves out what is known beforehand: checks that cannot fail, operations whose result is
 * one number, branches that are not taken, regions that are left at their end only, constant
 * indices; then operations whose result nobody uses.
 *
 * A value that is left out is replaced by another one; `instead` maps the first to the
 * second, and since lists are walked in the order of execution, every use comes later. */
#include <assert.h>

#include "lower/bounds.h"

struct folding {
  struct noe_arena *arena;
  struct noe_low_unit *unit;
  uint32_t *instead; /* by value */
  uint32_t *uses;    /* by value; only while unused ones are looked for */
};

static uint32_t resolve(const struct folding *folding, uint32_t value) {
  assert((value == NOE_NO_VALUE || value < folding->unit->value_count) && "a value of the unit, or none");
  while (value != NOE_NO_VALUE && folding->instead[value] != value)
    value = folding->instead[value];
  return value;
}

static const struct noe_low_value *of(const struct folding *folding, uint32_t value) {
  return &folding->unit->values[value];
}

static struct noe_span_of_numbers span(const struct folding *folding, uint32_t value) {
  if (value == NOE_NO_VALUE)
    return (struct noe_span_of_numbers){0, 0};
  return (struct noe_span_of_numbers){of(folding, value)->low, of(folding, value)->high};
}

static bool is_known(const struct folding *folding, uint32_t value, int64_t *number) {
  *number = of(folding, value)->low;
  return of(folding, value)->defined && *number == of(folding, value)->high;
}

/* ------------------------------------------------------------------ addresses */

/* An index that is known moves the base. */
static const struct noe_low_address *fold_address(struct folding *folding, const struct noe_low_address *address) {
  if (!address)
    return NULL;
  struct noe_low_address *made = NOE_NEW(folding->arena, struct noe_low_address);
  struct noe_low_index *indices = NOE_NEW_ARRAY(folding->arena, struct noe_low_index, address->index_count);
  *made = *address;
  made->reference = resolve(folding, address->reference);
  made->indices = indices;
  made->index_count = 0;
  for (uint32_t i = 0; i < address->index_count; i++) {
    struct noe_low_index index = address->indices[i];
    index.value = resolve(folding, index.value);
    int64_t number;
    bool known = is_known(folding, index.value, &number) && number >= index.low;
    if (known && (uint64_t)number - (uint64_t)index.low < index.count)
      made->base += (uint32_t)((uint64_t)number - (uint64_t)index.low) * index.stride;
    else
      indices[made->index_count++] = index;
  }
  return made;
}

static const struct noe_low_label *fold_label(struct folding *folding, const struct noe_low_label *label) {
  if (!label || !label->address)
    return label;
  struct noe_low_label *made = NOE_NEW(folding->arena, struct noe_low_label);
  *made = *label;
  made->address = fold_address(folding, label->address);
  made->start = fold_address(folding, label->start);
  return made;
}

static void fold_operands(struct folding *folding, struct noe_low_op *op) {
  op->left = resolve(folding, op->left);
  op->right = resolve(folding, op->right);
  op->domain.from = resolve(folding, op->domain.from);
  op->domain.to = resolve(folding, op->domain.to);
  op->domain.by = resolve(folding, op->domain.by);
  op->address = fold_address(folding, op->address);
  op->source = fold_address(folding, op->source);
  op->label = fold_label(folding, op->label);
}

static void fold_arguments(struct folding *folding, struct noe_low_op *op, uint32_t count) {
  uint32_t *arguments = NOE_NEW_ARRAY(folding->arena, uint32_t, count);
  for (uint32_t i = 0; i < count; i++)
    arguments[i] = resolve(folding, op->arguments[i]);
  op->arguments = arguments;
}

/* -------------------------------------------------------------------- checks */

/* Can the check not fail? */
static bool is_needless(const struct folding *folding, const struct noe_low_op *op) {
  struct noe_span_of_numbers left = span(folding, op->left);
  switch (op->kind) {
  case NOE_LOW_CHECK_DEFINED: return of(folding, op->left)->defined;
  case NOE_LOW_CHECK_WITHIN: return left.low >= op->low && left.high <= op->high;
  case NOE_LOW_CHECK_NONZERO: return left.low > 0 || left.high < 0;
  case NOE_LOW_CHECK_FITS: return noe_lower_fits(op->operator, left, span(folding, op->right));
  case NOE_LOW_CHECK_TRUE:
  case NOE_LOW_ASSUME: return left.low == 1;
  default: return false;
  }
}

/* Does it compute, and nothing else? */
static bool only_computes(const struct noe_low_op *op) { return op->kind <= NOE_LOW_LOCATE; }

static void become_constant(struct noe_low_op *op, int64_t number) {
  op->kind = NOE_LOW_CONSTANT;
  op->number = number;
  op->left = op->right = NOE_NO_VALUE;
  op->address = op->source = NULL;
}

/* ------------------------------------------------------------------- regions */

static uint32_t count_leaves(const struct noe_low_op *list, int64_t region) {
  uint32_t count = 0;
  for (; list; list = list->next)
    count += (list->kind == NOE_LOW_LEAVE && list->number == region) + count_leaves(list->body.first, region) +
             count_leaves(list->otherwise.first, region) + count_leaves(list->condition.first, region);
  return count;
}

static struct noe_low_op **last_of(struct noe_low_op **list) {
  while (*list && (*list)->next)
    list = &(*list)->next;
  return list;
}

/* Is it left at its end only? Then it is just its list, without the LEAVE. */
static bool unwrap(struct noe_low_op *region, uint32_t *yield) {
  struct noe_low_op **last = last_of(&region->body.first);
  bool leaves = *last && (*last)->kind == NOE_LOW_LEAVE;
  if (count_leaves(region->body.first, region->number) != leaves)
    return false;
  *yield = NOE_NO_VALUE;
  if (leaves) {
    *yield = (*last)->left;
    *last = NULL;
  }
  return region->result == NOE_NO_VALUE || *yield != NOE_NO_VALUE;
}

/* ------------------------------------------------------------------- control */

static void fold_block(struct folding *folding, struct noe_low_block *block);

static bool ends(const struct noe_low_op *op) { return op->kind == NOE_LOW_LEAVE || op->kind == NOE_LOW_FAIL; }

/* Puts a list in the place of an operation. */
static void splice(struct noe_low_op **at, struct noe_low_op *list) {
  struct noe_low_op *rest = (*at)->next;
  if (!list) {
    *at = rest;
    return;
  }
  *at = list;
  struct noe_low_op **last = last_of(at);
  (*last)->next = rest;
}

/* The operation is replaced by a list, folded already, that yields its result. */
static void replace(struct folding *folding, struct noe_low_op **at, struct noe_low_op *list, uint32_t yield) {
  uint32_t result = (*at)->result;
  if (result != NOE_NO_VALUE) {
    assert(yield != NOE_NO_VALUE && "what has a result is replaced by what yields one");
    folding->instead[result] = resolve(folding, yield);
  }
  splice(at, list);
}

static bool fold_if(struct folding *folding, struct noe_low_op **at) {
  struct noe_low_op *op = *at;
  int64_t truth;
  if (is_known(folding, op->left, &truth)) {
    struct noe_low_block *taken = truth ? &op->body : &op->otherwise;
    fold_block(folding, taken);
    replace(folding, at, taken->first, taken->yield);
    return true;
  }
  fold_block(folding, &op->body);
  fold_block(folding, &op->otherwise);
  return false;
}

static bool fold_region(struct folding *folding, struct noe_low_op **at) {
  struct noe_low_op *op = *at;
  uint32_t yield;
  fold_block(folding, &op->body);
  if (!unwrap(op, &yield))
    return false;
  replace(folding, at, op->body.first, yield);
  return true;
}

/* True: the operation is gone, and what stands there now is folded already up to the end of
 * what took its place. */
static bool fold_one(struct folding *folding, struct noe_low_op **at) {
  struct noe_low_op *op = *at;
  int64_t number;
  fold_operands(folding, op);
  if (is_needless(folding, op)) {
    replace(folding, at, NULL, op->left);
    return true;
  }
  if (op->result != NOE_NO_VALUE && only_computes(op) && is_known(folding, op->result, &number))
    become_constant(op, number);
  if (op->kind == NOE_LOW_IF)
    return fold_if(folding, at);
  if (op->kind == NOE_LOW_REGION)
    return fold_region(folding, at);
  fold_block(folding, &op->condition);
  fold_block(folding, &op->body);
  fold_block(folding, &op->otherwise);
  return false;
}

/* What stands behind a LEAVE or a FAIL is never executed. */
static void fold_block(struct folding *folding, struct noe_low_block *block) {
  for (struct noe_low_op **at = &block->first; *at;) {
    struct noe_low_op *next = (*at)->next;
    fold_one(folding, at);
    while (*at != next) { /* over the operation, or over what took its place */
      if (ends(*at))
        (*at)->next = next = NULL;
      at = &(*at)->next;
    }
  }
  block->yield = resolve(folding, block->yield);
}

/* -------------------------------------------------------------------- unused */

static void count_use(void *context, uint32_t value) { ((struct folding *)context)->uses[value]++; }

static void drop_use(void *context, uint32_t value) {
  struct folding *folding = context;
  assert(folding->uses[value] && "what is dropped was counted");
  folding->uses[value]--;
}

static void use_list(struct folding *folding, const struct noe_lowered *form, const struct noe_low_op *list) {
  for (; list; list = list->next) {
    noe_lower_uses(form, list, count_use, folding);
    use_list(folding, form, list->body.first);
    use_list(folding, form, list->otherwise.first);
    use_list(folding, form, list->condition.first);
  }
}

static bool is_unused(const struct folding *folding, const struct noe_low_op *op) {
  bool empty = op->kind == NOE_LOW_IF && !op->body.first && !op->otherwise.first;
  if (op->result == NOE_NO_VALUE)
    return empty;
  return (only_computes(op) || empty) && !folding->uses[op->result];
}

/* Last operations first, so that those that only an unused one uses go at once. */
static struct noe_low_op *sweep(struct folding *folding, const struct noe_lowered *form, struct noe_low_op *list) {
  if (!list)
    return NULL;
  struct noe_low_op *reversed = NULL, *kept = NULL;
  for (struct noe_low_op *next; list; list = next) {
    next = list->next;
    list->next = reversed;
    reversed = list;
  }
  for (struct noe_low_op *op = reversed, *next; op; op = next) {
    next = op->next;
    op->body.first = sweep(folding, form, op->body.first);
    op->otherwise.first = sweep(folding, form, op->otherwise.first);
    op->condition.first = sweep(folding, form, op->condition.first);
    if (is_unused(folding, op)) {
      noe_lower_uses(form, op, drop_use, folding);
      continue;
    }
    op->next = kept;
    kept = op;
  }
  return kept;
}

static void fold_calls(struct folding *folding, const struct noe_lowered *form, struct noe_low_op *list) {
  for (; list; list = list->next) {
    if (list->kind == NOE_LOW_CALL)
      fold_arguments(folding, list, noe_lower_argument_count(form, list));
    fold_calls(folding, form, list->body.first);
    fold_calls(folding, form, list->otherwise.first);
    fold_calls(folding, form, list->condition.first);
  }
}

void noe_lower_fold(const struct noe_lowered *form, struct noe_low_unit *unit, struct noe_low_lists lists) {
  struct folding folding = {.arena = form->arena, .unit = unit};
  folding.instead = NOE_NEW_ARRAY(form->arena, uint32_t, unit->value_count);
  folding.uses = NOE_NEW_ARRAY(form->arena, uint32_t, unit->value_count);
  for (uint32_t i = 0; i < unit->value_count; i++)
    folding.instead[i] = i;
  for (uint32_t i = 0; i < lists.count; i++) {
    fold_block(&folding, lists.blocks[i]);
    fold_calls(&folding, form, lists.blocks[i]->first);
  }
  for (uint32_t i = 0; i < lists.address_count; i++)
    *lists.addresses[i] = fold_address(&folding, *lists.addresses[i]);
  for (uint32_t i = 0; i < lists.count; i++) {
    use_list(&folding, form, lists.blocks[i]->first);
    if (lists.blocks[i]->yield != NOE_NO_VALUE)
      count_use(&folding, lists.blocks[i]->yield);
  }
  for (uint32_t i = 0; i < lists.address_count; i++)
    noe_lower_uses_of_address(*lists.addresses[i], count_use, &folding);
  for (uint32_t i = lists.count; i-- > 0;)
    lists.blocks[i]->first = sweep(&folding, form, lists.blocks[i]->first);
}
