#include "detect/classes.h"

#include <assert.h>

void noe_detect_classes_init(struct noe_classes *classes, struct noe_arena *arena) {
  *classes = (struct noe_classes){.arena = arena};
  struct noe_class plain = {.limit = NOE_LIMIT_KIND};
  NOE_LIST_PUSH(arena, &classes->items, plain);
}

/* Ranges of one value tell nothing apart, but a range around them may. */
static bool is_candidate(const struct noe_type *type) {
  bool has_values = type->low <= type->high;
  return (has_values && (type->kind == NOE_TYPE_RANGE || type->kind == NOE_TYPE_ENUM)) ||
         type->kind == NOE_TYPE_INTEGER;
}

uint32_t noe_detect_class(struct noe_classes *classes, const struct noe_type *type) {
  assert(noe_type_is_simple(type) && "compound types have shapes, not classes");
  if (!is_candidate(type))
    return NOE_PLAIN_CLASS;
  uint32_t id = (uint32_t)classes->items.count;
  struct noe_class class = {.parent = id, .declared = type->place};
  class.member_of = type->kind == NOE_TYPE_ENUM ? type : NULL;
  NOE_LIST_PUSH(classes->arena, &classes->items, class);
  if (type->kind != NOE_TYPE_INTEGER)
    noe_detect_add_range(classes, id, (struct noe_named_range){type->low, type->high, type->name ? type : NULL});
  return id;
}

uint32_t noe_detect_root(const struct noe_classes *classes, uint32_t class) {
  assert(class < classes->items.count && "a literal without a class is asked for none");
  while (classes->items.items[class].parent != class)
    class = classes->items.items[class].parent;
  return class;
}

void noe_detect_add_range(struct noe_classes *classes, uint32_t class, struct noe_named_range range) {
  assert(range.low <= range.high && "a range has a value");
  struct noe_class *root = &classes->items.items[noe_detect_root(classes, class)];
  for (size_t i = 0; i < root->ranges.count; i++)
    if (root->ranges.items[i].low == range.low && root->ranges.items[i].high == range.high) {
      if (!root->ranges.items[i].named)
        root->ranges.items[i].named = range.named;
      return;
    }
  NOE_LIST_PUSH(classes->arena, &root->ranges, range);
  bool is_far = range.low < NOE_VALUE_MIN || range.high > NOE_VALUE_MAX; /* loops go that far, variables do not */
  if (is_far || (uint64_t)range.high - (uint64_t)range.low >= NOE_LARGEST_RANGE)
    noe_detect_limit(classes, class, NOE_LIMIT_LARGE, root->declared);
}

void noe_detect_limit(struct noe_classes *classes, uint32_t class, enum noe_limit limit, struct noe_place place) {
  if (class == NOE_NO_CLASS)
    return;
  struct noe_class *root = &classes->items.items[noe_detect_root(classes, class)];
  if (root->limit)
    return;
  assert(limit != NOE_LIMIT_NONE && "a limit says why");
  root->limit = limit;
  root->place = place;
}

static void merge_roots(struct noe_classes *classes, struct noe_class *kept, struct noe_class *gone, uint32_t id) {
  assert(gone->parent != id && kept->parent == id && "two roots are merged, the first of which stays");
  gone->parent = id;
  if (!kept->limit && gone->limit) {
    kept->limit = gone->limit;
    kept->place = gone->place;
  }
  if (kept->member_of != gone->member_of && !kept->limit) /* enumerations are never mixed with anything */
    kept->limit = NOE_LIMIT_SHAPE;
  if (!kept->declared.line)
    kept->declared = gone->declared;
  for (size_t i = 0; i < gone->ranges.count; i++)
    noe_detect_add_range(classes, id, gone->ranges.items[i]);
}

void noe_detect_merge(struct noe_classes *classes, uint32_t a, uint32_t b, struct noe_place place) {
  if (a == NOE_NO_CLASS || b == NOE_NO_CLASS)
    return;
  a = noe_detect_root(classes, a);
  b = noe_detect_root(classes, b);
  if (a == b)
    return;
  if (a == NOE_PLAIN_CLASS || b == NOE_PLAIN_CLASS) {
    noe_detect_limit(classes, a == NOE_PLAIN_CLASS ? b : a, NOE_LIMIT_COMPUTED, place);
    return;
  }
  merge_roots(classes, &classes->items.items[a < b ? a : b], &classes->items.items[a < b ? b : a], a < b ? a : b);
}

void noe_detect_literal(struct noe_classes *classes, uint32_t class, int64_t value, struct noe_place place,
                        uint32_t owner) {
  struct noe_literal literal = {class, value, place, owner};
  if (class != NOE_NO_CLASS && !classes->items.items[noe_detect_root(classes, class)].limit)
    NOE_LIST_PUSH(classes->arena, &classes->literals, literal);
}
