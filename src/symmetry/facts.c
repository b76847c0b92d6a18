#include "symmetry/facts.h"

#include <assert.h>
#include <stdlib.h>

enum { STEP_FIELD = 1, STEP_INDEX, STEP_POINT, STEP_SLOT, STEP_SAME };

/* Instead of 0, the path of the first variable: noe_mix(0, 0) is 0, and a fact with
 * that hash tells nobody apart. */
#define NO_LABEL UINT64_C(0x243f6a8885a308d3)

struct collector {
  struct noe_arena *arena;
  const struct noe_symmetry *symmetry;
  const int32_t **pointed; /* by type id */
  NOE_LIST(struct noe_fact) facts;
  NOE_LIST(struct noe_fact_argument) arguments;
  NOE_LIST(struct noe_fact_argument) path;
  NOE_LIST(struct noe_fact_multiset) bags;
  uint32_t vertices, presence;
};

/* Which point each value of a simple type names. */
static const int32_t *pointed_by(struct collector *collector, const struct noe_type *type) {
  if (!collector->symmetry->moves[type->id])
    return NULL;
  if (!collector->pointed[type->id]) {
    int32_t *table = NOE_NEW_ARRAY(collector->arena, int32_t, type->high + 1);
    for (int64_t value = 0; value <= type->high; value++)
      table[value] = noe_symmetry_point(collector->symmetry, type, value);
    collector->pointed[type->id] = table;
  }
  return collector->pointed[type->id];
}

/* Arguments that are one and the same vertex tell cells of one path apart. */
static uint64_t label_with_equalities(const struct collector *collector, uint64_t label) {
  for (size_t i = 0; i < collector->path.count; i++)
    for (size_t j = 0; j < i; j++)
      if (collector->path.items[i].vertex == collector->path.items[j].vertex)
        label = noe_mix(label, STEP_SAME + 16 * (i * 64 + j));
  return label ? label : NO_LABEL;
}

static void add_fact(struct collector *collector, uint32_t cell, uint64_t label, const int32_t *pointed) {
  if (!collector->path.count && !pointed)
    return;
  struct noe_fact fact = {.cell = cell, .presence = collector->presence, .pointed = pointed};
  fact.label = label_with_equalities(collector, label);
  fact.first = (uint32_t)collector->arguments.count;
  fact.count = (uint32_t)collector->path.count;
  for (size_t i = 0; i < collector->path.count; i++)
    NOE_LIST_PUSH(collector->arena, &collector->arguments, collector->path.items[i]);
  NOE_LIST_PUSH(collector->arena, &collector->facts, fact);
}

static void collect(struct collector *collector, const struct noe_type *type, uint32_t cell, uint64_t label);

/* Values of the index that name points differ from them by a number that no
 * permutation changes: it tells the parts of a union apart. */
static void collect_array(struct collector *collector, const struct noe_type *type, uint32_t cell, uint64_t label) {
  for (int64_t i = type->index->low; i <= type->index->high; i++, cell += type->stride) {
    int32_t point = noe_symmetry_point(collector->symmetry, type->index, i);
    if (point < 0) {
      collect(collector, type->element, cell, noe_mix(noe_mix(label, STEP_INDEX), (uint64_t)i));
      continue;
    }
    struct noe_fact_argument argument = {.vertex = (uint32_t)point, .stride = type->stride};
    NOE_LIST_PUSH(collector->arena, &collector->path, argument);
    collect(collector, type->element, cell, noe_mix(noe_mix(label, STEP_POINT), (uint64_t)(i - point)));
    collector->path.count--;
  }
}

static void collect_slot(struct collector *collector, const struct noe_type *type, uint32_t cell, uint64_t label) {
  add_fact(collector, cell, label, NULL);
  collect(collector, type->element, cell + 1, noe_mix(label, 1));
}

static bool has_symmetric_index(const struct noe_symmetry *symmetry, const struct noe_type *type) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY: return symmetry->moves[type->index->id] || has_symmetric_index(symmetry, type->element);
  case NOE_TYPE_MULTISET: return has_symmetric_index(symmetry, type->element);
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      if (has_symmetric_index(symmetry, type->fields[i].type))
        return true;
    return false;
  default: return false;
  }
}

static void add_bag(struct collector *collector, const struct noe_type *type, uint32_t cell) {
  struct noe_fact_multiset bag = {.type = type, .cell = cell, .first = (uint32_t)collector->arguments.count};
  bag.count = (uint32_t)collector->path.count;
  bag.indexed = has_symmetric_index(collector->symmetry, type);
  for (size_t i = 0; i < collector->path.count; i++)
    NOE_LIST_PUSH(collector->arena, &collector->arguments, collector->path.items[i]);
  NOE_LIST_PUSH(collector->arena, &collector->bags, bag);
}

static void collect_bag(struct collector *collector, const struct noe_type *type, uint32_t cell, uint64_t label) {
  uint32_t outer = collector->presence;
  if (outer == NOE_NO_CELL && type->capacity) /* one without room has no slots to speak of */
    add_bag(collector, type, cell);
  for (uint32_t i = 0; i < type->capacity; i++, cell += type->stride) {
    struct noe_fact_argument argument = {.vertex = collector->vertices++};
    NOE_LIST_PUSH(collector->arena, &collector->path, argument);
    collector->presence = cell;
    collect_slot(collector, type, cell, noe_mix(label, STEP_SLOT));
    assert(collector->path.items[collector->path.count - 1].vertex == argument.vertex && "the way back is the way in");
    collector->path.count--;
  }
  collector->presence = outer;
}

/* No permutation changes the elements, hence their order. */
static void collect_plain_bag(struct collector *collector, const struct noe_type *type, uint32_t cell, uint64_t label) {
  for (uint32_t i = 0; i < type->capacity; i++, cell += type->stride)
    collect_slot(collector, type, cell, noe_mix(noe_mix(label, STEP_INDEX), i));
}

static void collect(struct collector *collector, const struct noe_type *type, uint32_t cell, uint64_t label) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY: collect_array(collector, type, cell, label); break;
  case NOE_TYPE_MULTISET:
    if (collector->symmetry->moves[type->id])
      collect_bag(collector, type, cell, label);
    else
      collect_plain_bag(collector, type, cell, label);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      collect(collector, type->fields[i].type, cell + type->fields[i].offset, noe_mix(noe_mix(label, STEP_FIELD), i));
    break;
  default: add_fact(collector, cell, label, pointed_by(collector, type));
  }
}

/* --------------------------------------------------------------- finishing */

static bool is_unary(const struct noe_fact *fact) { return fact->count + (fact->pointed != NULL) <= 1; }

/* Facts about one vertex first; otherwise in the order of the cells. */
static void order_facts(struct noe_arena *arena, struct noe_facts *result, const struct collector *collector) {
  struct noe_fact *facts = NOE_NEW_ARRAY(arena, struct noe_fact, collector->facts.count);
  uint32_t at = 0;
  for (int unary = 1; unary >= 0; unary--) {
    for (size_t i = 0; i < collector->facts.count; i++)
      if (is_unary(&collector->facts.items[i]) == unary)
        facts[at++] = collector->facts.items[i];
    if (unary)
      result->unary = at;
  }
  assert(at == collector->facts.count && "each fact is about one vertex, or about several");
  result->facts = facts;
  result->count = at;
}

/* The point that argument number k is, or -1: not one, an earlier one again, or
 * of a fact in a slot. */
static int64_t indexing_point(const struct noe_facts *facts, const struct noe_fact *fact, uint32_t k) {
  const struct noe_fact_argument *arguments = facts->arguments + fact->first;
  for (uint32_t i = 0; i < k; i++)
    if (arguments[i].vertex == arguments[k].vertex)
      return -1;
  return fact->presence == NOE_NO_CELL ? (int64_t)arguments[k].vertex : -1;
}

/* For each point the facts that it indexes: a counting sort. */
static void index_points(struct noe_arena *arena, struct noe_facts *result) {
  uint32_t points = result->symmetry->points, total = 0;
  uint32_t *first = NOE_NEW_ARRAY(arena, uint32_t, points + 2);
  for (uint32_t i = 0; i < result->count; i++)
    for (uint32_t k = 0; k < result->facts[i].count; k++) {
      int64_t point = indexing_point(result, &result->facts[i], k);
      if (point >= 0)
        first[point + 2]++, total++;
    }
  for (uint32_t p = 2; p < points + 2; p++)
    first[p] += first[p - 1];
  uint32_t *of_point = NOE_NEW_ARRAY(arena, uint32_t, total);
  for (uint32_t i = 0; i < result->count; i++)
    for (uint32_t k = 0; k < result->facts[i].count; k++) {
      int64_t point = indexing_point(result, &result->facts[i], k);
      if (point >= 0)
        of_point[first[point + 1]++] = i;
    }
  assert(first[points] == total && "the facts of the last point end where all do");
  result->of_point = of_point;
  result->of_point_first = first;
}

static void list_pointers(struct noe_arena *arena, struct noe_facts *result) {
  uint32_t *pointers = NOE_NEW_ARRAY(arena, uint32_t, result->count);
  for (uint32_t i = 0; i < result->count; i++)
    if (result->facts[i].pointed)
      pointers[result->pointer_count++] = i;
  result->pointers = pointers;
}

struct noe_facts *noe_symmetry_facts(struct noe_arena *arena, const struct noe_symmetry *symmetry) {
  const struct noe_model *model = symmetry->model;
  struct collector collector = {.arena = arena, .symmetry = symmetry, .presence = NOE_NO_CELL};
  collector.vertices = symmetry->points;
  collector.pointed = NOE_NEW_ARRAY(arena, const int32_t *, model->type_count);
  for (uint32_t i = 0; i < model->variable_count; i++)
    collect(&collector, model->variables[i].type, model->variables[i].cell, noe_mix(0, i));
  struct noe_facts *result = NOE_NEW(arena, struct noe_facts);
  result->symmetry = symmetry;
  result->arguments = collector.arguments.items;
  result->vertices = collector.vertices;
  result->bags = collector.bags.items;
  result->bag_count = (uint32_t)collector.bags.count;
  order_facts(arena, result, &collector);
  index_points(arena, result);
  list_pointers(arena, result);
  return result;
}
