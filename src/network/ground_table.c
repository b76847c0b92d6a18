/* Values that depend on one or two places with few values. */
#include <assert.h>

#include "network/ground.h"

struct noe_ground_value noe_ground_fixed(int64_t number) {
  return (struct noe_ground_value){.is_fixed = true, .number = number, .term = NOE_NO_TERM};
}

const struct noe_value_table *noe_ground_identity(struct noe_ground *ground, uint32_t term, uint32_t class, int64_t low,
                                                  int64_t high, bool can_fail) {
  if (low > high || (uint64_t)high - (uint64_t)low >= NOE_LARGEST_RANGE)
    return NULL;
  struct noe_value_table *table = NOE_NEW(ground->arena, struct noe_value_table);
  *table = (struct noe_value_table){.arguments = {term}, .classes = {class}, .low = {low}, .high = {high}};
  table->count = 1;
  table->size = (uint32_t)(high - low + 1);
  assert(table->size <= NOE_MOST_ENTRIES && "tables of one argument are small");
  ground->work += table->size / 8;
  table->can_fail = can_fail;
  table->entries = NOE_NEW_ARRAY(ground->arena, int64_t, table->size);
  for (uint32_t i = 0; i < table->size; i++)
    table->entries[i] = low + i;
  return table;
}

struct noe_ground_value noe_ground_dynamic(struct noe_ground *ground, uint32_t term, uint32_t class, int64_t low,
                                           int64_t high) {
  struct noe_ground_value value = {.term = term, .class = class};
  value.table = noe_ground_identity(ground, term, class, low, high, noe_ground_can_fail(ground, term));
  return value;
}

/* --------------------------------------------------------------- combining */

static uint32_t argument_of(const struct noe_value_table *table, uint32_t term) {
  uint32_t i = 0;
  while (i < table->count && table->arguments[i] != term)
    i++;
  return i;
}

/* False: there are too many arguments. */
static bool add_arguments(struct noe_value_table *to, const struct noe_value_table *from) {
  for (uint32_t i = 0; i < from->count; i++) {
    if (argument_of(to, from->arguments[i]) < to->count)
      continue;
    if (to->count == NOE_MOST_ARGUMENTS)
      return false;
    to->arguments[to->count] = from->arguments[i];
    to->classes[to->count] = from->classes[i];
    to->low[to->count] = from->low[i];
    to->high[to->count++] = from->high[i];
  }
  to->can_fail |= from->can_fail;
  return true;
}

static uint32_t span(const struct noe_value_table *table, uint32_t argument) {
  assert(table->low[argument] <= table->high[argument] && "an argument has some value");
  return (uint32_t)(table->high[argument] - table->low[argument] + 1);
}

/* The value of an argument at an entry, counted from its least. */
static uint32_t digit(const struct noe_value_table *table, uint32_t entry, uint32_t argument) {
  for (uint32_t i = table->count; --i > argument;)
    entry /= span(table, i);
  return entry % span(table, argument);
}

/* What the operand is at an entry of the table. */
static int64_t operand_at(const struct noe_value_table *table, uint32_t entry, const struct noe_ground_value *operand) {
  if (operand->is_fixed)
    return operand->number;
  uint32_t at = 0;
  for (uint32_t i = 0; i < operand->table->count; i++)
    at = at * span(operand->table, i) + digit(table, entry, argument_of(table, operand->table->arguments[i]));
  assert(at < operand->table->size && "the arguments of an operand are among those of the whole");
  return operand->table->entries[at];
}

/* An argument that may fail has to be evaluated whatever the others are: one alone is. */
static bool is_strict(const struct noe_value_table *table) { return table->count < 2 || !table->can_fail; }

const struct noe_value_table *noe_ground_combine(struct noe_ground *ground, const struct noe_ground_value *operands,
                                                 uint32_t count, noe_compute compute, const void *context) {
  struct noe_value_table whole = {.size = 1};
  assert(count <= 3 && "operators have three operands at most");
  for (uint32_t i = 0; i < count; i++)
    if (operands[i].is_fixed ? operands[i].number == NOE_UNDEFINED
                             : !operands[i].table || !add_arguments(&whole, operands[i].table))
      return NULL;
  for (uint32_t i = 0; i < whole.count; i++)
    whole.size *= span(&whole, i);
  if (whole.size > NOE_MOST_ENTRIES || !is_strict(&whole))
    return NULL;
  struct noe_value_table *table = NOE_NEW(ground->arena, struct noe_value_table);
  ground->work += whole.size;
  *table = whole;
  table->entries = NOE_NEW_ARRAY(ground->arena, int64_t, whole.size);
  for (uint32_t entry = 0; entry < whole.size; entry++) {
    int64_t values[3];
    for (uint32_t i = 0; i < count; i++)
      values[i] = operand_at(table, entry, &operands[i]);
    table->entries[entry] = compute(context, values);
    if (table->entries[entry] == NOE_ENTRY_UNKNOWN)
      return NULL;
  }
  return table;
}

/* ------------------------------------------------------------------- terms */

/* `if x is 1 and y is 2 it is 3`: arguments are not in any order, so that exchanging two of them may be a symmetry. */
static uint32_t entry_term(struct noe_ground *ground, const struct noe_value_table *table, uint32_t entry,
                           uint32_t class, int64_t low, int64_t high) {
  uint32_t pairs[NOE_MOST_ARGUMENTS], parts[2];
  for (uint32_t i = 0; i < table->count; i++) {
    parts[0] = table->arguments[i];
    parts[1] = noe_ground_literal(ground, table->classes[i], table->low[i] + digit(table, entry, i));
    pairs[i] = noe_ground_make(ground, NOE_TERM_ENTRY, 1, 0, parts, 2);
  }
  int64_t value = table->entries[entry];
  bool fails = value == NOE_ENTRY_FAILS || (low <= high && (value < low || value > high));
  parts[0] = noe_ground_make(ground, NOE_TERM_SET, 0, 0, pairs, table->count);
  parts[1] = fails ? noe_ground_make(ground, NOE_TERM_FAILS, 0, 0, NULL, 0) : noe_ground_literal(ground, class, value);
  return noe_ground_make(ground, NOE_TERM_ENTRY, 0, 0, parts, 2);
}

static uint32_t table_term(struct noe_ground *ground, const struct noe_value_table *table, uint32_t class, int64_t low,
                           int64_t high) {
  uint32_t *entries = NOE_NEW_ARRAY(ground->arena, uint32_t, table->size + 1);
  for (uint32_t i = 0; i < table->size; i++)
    entries[i] = entry_term(ground, table, i, class, low, high);
  return noe_ground_make(ground, NOE_TERM_TABLE, 0, 0, entries, table->size);
}

uint32_t noe_ground_term(struct noe_ground *ground, const struct noe_ground_value *value, uint32_t class, int64_t low,
                         int64_t high) {
  if (value->is_fixed) {
    if (value->number == NOE_UNDEFINED)
      return noe_ground_make(ground, NOE_TERM_UNDEFINED, 0, 0, NULL, 0);
    if (low <= high && (value->number < low || value->number > high))
      return noe_ground_make(ground, NOE_TERM_FAILS, 0, 0, NULL, 0);
    return noe_ground_literal(ground, class, value->number);
  }
  assert((value->term != NOE_NO_TERM || value->table) && "a value is fixed, a term or a table");
  if (value->term == NOE_NO_TERM)
    return table_term(ground, value->table, class, low, high);
  noe_detect_merge(&ground->classes, value->class, class, (struct noe_place){0});
  return value->term;
}
