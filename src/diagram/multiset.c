/* Adding, removing, filtering, mapping; the formulas are in the header. Every operation takes the first node of a list
 * and then the list beside it; lists of counters have several labels of one element. */
#include "diagram/multiset.h"

#include <assert.h>

struct noe_multisets noe_diagram_multisets(struct noe_diagrams *diagrams, uint32_t most) {
  struct noe_multisets multisets = {.diagrams = diagrams, .tag = noe_diagram_tag(diagrams, 2)};
  while (most >> multisets.count_bits)
    multisets.count_bits++;
  return multisets;
}

/* ------------------------------------------------------------ add and remove */

/* Counters: the labels of `element` at the front of the list, each one more; `*rest`: the list behind them. */
static uint32_t raise(const struct noe_multisets *multisets, uint32_t element, uint32_t set, uint32_t *rest) {
  if (set > NOE_DIAGRAM_UNIT) {
    struct noe_diagram_node node = noe_diagram_get(multisets->diagrams, set);
    assert((noe_multisets_element(multisets, node.label) != element ||
            noe_multisets_element(multisets, node.label + 1) == element) &&
           "no element occurs more often than was foreseen");
    if (noe_multisets_element(multisets, node.label) == element)
      return noe_diagram_make(multisets->diagrams, node.label + 1, node.down,
                              raise(multisets, element, node.right, rest));
  }
  *rest = set;
  return NOE_DIAGRAM_NONE;
}

static uint32_t add_here(const struct noe_multisets *multisets, uint32_t element, uint32_t set) {
  assert(set > NOE_DIAGRAM_UNIT && "there is an element to stand before");
  uint32_t rest = set, raised = NOE_DIAGRAM_NONE;
  if (multisets->count_bits)
    raised = raise(multisets, element, set, &rest);
  return noe_diagram_make(multisets->diagrams, noe_multisets_label(multisets, element, 1), rest, raised);
}

uint32_t noe_diagram_add(const struct noe_multisets *multisets, uint32_t element, uint32_t set) {
  struct noe_diagrams *diagrams = multisets->diagrams;
  assert(element < noe_multisets_room(multisets) && "there is a label for the element");
  if (set <= NOE_DIAGRAM_UNIT)
    return set ? noe_diagram_make(diagrams, noe_multisets_label(multisets, element, 1), set, NOE_DIAGRAM_NONE) : set;
  struct noe_diagram_node node = noe_diagram_get(diagrams, set);
  if (noe_multisets_element(multisets, node.label) >= element)
    return add_here(multisets, element, set);
  uint32_t result;
  if (noe_diagram_recall(diagrams, multisets->tag, element, set, &result))
    return result;
  uint32_t down = noe_diagram_add(multisets, element, node.down);
  result = noe_diagram_make(diagrams, node.label, down, noe_diagram_add(multisets, element, node.right));
  noe_diagram_remember(diagrams, multisets->tag, element, set, result);
  return result;
}

/* Counters: the labels of `element` at the front of the list, each one less; behind them `once`, what is below the
 * label of those in which it occurs once. */
static uint32_t lower(const struct noe_multisets *multisets, uint32_t element, uint32_t set, uint32_t once) {
  if (set <= NOE_DIAGRAM_UNIT)
    return once;
  struct noe_diagram_node node = noe_diagram_get(multisets->diagrams, set);
  if (noe_multisets_element(multisets, node.label) != element)
    return once;
  assert(noe_multisets_times(multisets, node.label) >= 1 && "what occurs occurs once at least");
  if (noe_multisets_times(multisets, node.label) == 1)
    return lower(multisets, element, node.right, node.down);
  uint32_t right = lower(multisets, element, node.right, once);
  return noe_diagram_make(multisets->diagrams, node.label - 1, node.down, right);
}

static uint32_t remove_here(const struct noe_multisets *multisets, uint32_t element, uint32_t set) {
  return multisets->count_bits ? lower(multisets, element, set, NOE_DIAGRAM_NONE)
                               : noe_diagram_get(multisets->diagrams, set).down;
}

uint32_t noe_diagram_remove(const struct noe_multisets *multisets, uint32_t element, uint32_t set) {
  struct noe_diagrams *diagrams = multisets->diagrams;
  if (set <= NOE_DIAGRAM_UNIT)
    return NOE_DIAGRAM_NONE;
  struct noe_diagram_node node = noe_diagram_get(diagrams, set);
  uint32_t first = noe_multisets_element(multisets, node.label), result;
  if (first > element)
    return NOE_DIAGRAM_NONE;
  if (first == element)
    return remove_here(multisets, element, set);
  if (noe_diagram_recall(diagrams, multisets->tag + 1, element, set, &result))
    return result;
  uint32_t down = noe_diagram_remove(multisets, element, node.down);
  result = noe_diagram_make(diagrams, node.label, down, noe_diagram_remove(multisets, element, node.right));
  noe_diagram_remember(diagrams, multisets->tag + 1, element, set, result);
  return result;
}

/* ------------------------------------------------------------------ filters */

struct noe_multiset_filter noe_diagram_filter(const struct noe_multisets *multisets,
                                              bool (*holds)(void *context, uint32_t element), void *context) {
  return (struct noe_multiset_filter){holds, context, noe_diagram_tag(multisets->diagrams, 2)};
}

uint32_t noe_diagram_only(const struct noe_multisets *multisets, const struct noe_multiset_filter *filter,
                          uint32_t set) {
  struct noe_diagrams *diagrams = multisets->diagrams;
  uint32_t result;
  if (set <= NOE_DIAGRAM_UNIT || noe_diagram_recall(diagrams, filter->tag, set, 0, &result))
    return set <= NOE_DIAGRAM_UNIT ? set : result;
  struct noe_diagram_node node = noe_diagram_get(diagrams, set);
  bool holds = filter->holds(filter->context, noe_multisets_element(multisets, node.label));
  uint32_t down = holds ? noe_diagram_only(multisets, filter, node.down) : NOE_DIAGRAM_NONE;
  result = noe_diagram_make(diagrams, node.label, down, noe_diagram_only(multisets, filter, node.right));
  noe_diagram_remember(diagrams, filter->tag, set, 0, result);
  return result;
}

uint32_t noe_diagram_exactly(const struct noe_multisets *multisets, const struct noe_multiset_filter *filter,
                             uint32_t count, uint32_t set) {
  struct noe_diagrams *diagrams = multisets->diagrams;
  if (set <= NOE_DIAGRAM_UNIT)
    return count ? NOE_DIAGRAM_NONE : set;
  uint32_t result;
  if (noe_diagram_recall(diagrams, filter->tag + 1, set, count, &result))
    return result;
  struct noe_diagram_node node = noe_diagram_get(diagrams, set);
  bool holds = filter->holds(filter->context, noe_multisets_element(multisets, node.label));
  uint32_t taken = holds ? noe_multisets_times(multisets, node.label) : 0;
  uint32_t down = taken > count ? NOE_DIAGRAM_NONE : noe_diagram_exactly(multisets, filter, count - taken, node.down);
  result = noe_diagram_make(diagrams, node.label, down, noe_diagram_exactly(multisets, filter, count, node.right));
  noe_diagram_remember(diagrams, filter->tag + 1, set, count, result);
  return result;
}

/* --------------------------------------------------------------------- maps */

struct noe_multiset_map noe_diagram_mapping(const struct noe_multisets *multisets,
                                            const uint32_t *(*images)(void *context, uint32_t element, uint32_t *count),
                                            void *context) {
  return (struct noe_multiset_map){images, context, noe_diagram_tag(multisets->diagrams, 1)};
}

/* { m + w : m in set, w in R(element) } */
static uint32_t add_images(const struct noe_multisets *multisets, const struct noe_multiset_map *map, uint32_t element,
                           uint32_t set) {
  uint32_t result = NOE_DIAGRAM_NONE, count = 0;
  map->images(map->context, element, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t image = map->images(map->context, element, &count)[i];
    result = noe_diagram_union(multisets->diagrams, result, noe_diagram_add(multisets, image, set));
  }
  return result;
}

uint32_t noe_diagram_map(const struct noe_multisets *multisets, const struct noe_multiset_map *map, uint32_t set) {
  struct noe_diagrams *diagrams = multisets->diagrams;
  uint32_t result;
  if (set <= NOE_DIAGRAM_UNIT || noe_diagram_recall(diagrams, map->tag, set, 0, &result))
    return set <= NOE_DIAGRAM_UNIT ? set : result;
  struct noe_diagram_node node = noe_diagram_get(diagrams, set);
  uint32_t element = noe_multisets_element(multisets, node.label);
  result = noe_diagram_map(multisets, map, node.down);
  for (uint32_t i = noe_multisets_times(multisets, node.label); i; i--)
    result = add_images(multisets, map, element, result);
  result = noe_diagram_union(diagrams, result, noe_diagram_map(multisets, map, node.right));
  noe_diagram_remember(diagrams, map->tag, set, 0, result);
  return result;
}

/* { m : m + w in set, w in R(element) } */
static uint32_t remove_images(const struct noe_multisets *multisets, const struct noe_multiset_map *map,
                              uint32_t element, uint32_t set) {
  uint32_t result = NOE_DIAGRAM_NONE, count = 0;
  map->images(map->context, element, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t image = map->images(map->context, element, &count)[i];
    result = noe_diagram_union(multisets->diagrams, result, noe_diagram_remove(multisets, image, set));
  }
  return result;
}

static uint32_t unmap(const struct noe_multisets *multisets, const struct noe_multiset_map *map, uint32_t tag,
                      uint32_t set, uint32_t image) {
  struct noe_diagrams *diagrams = multisets->diagrams;
  if (!set || !image)
    return NOE_DIAGRAM_NONE;
  if (set == NOE_DIAGRAM_UNIT) {
    assert(image == NOE_DIAGRAM_UNIT && "multisets of one size");
    return set;
  }
  uint32_t result;
  if (noe_diagram_recall(diagrams, tag, set, image, &result))
    return result;
  struct noe_diagram_node node = noe_diagram_get(diagrams, set);
  uint32_t element = noe_multisets_element(multisets, node.label), left = image;
  for (uint32_t i = noe_multisets_times(multisets, node.label); i && left; i--)
    left = remove_images(multisets, map, element, left);
  uint32_t down = unmap(multisets, map, tag, node.down, left);
  result = noe_diagram_make(diagrams, node.label, down, unmap(multisets, map, tag, node.right, image));
  noe_diagram_remember(diagrams, tag, set, image, result);
  return result;
}

uint32_t noe_diagram_unmap(const struct noe_multisets *multisets, const struct noe_multiset_map *map, uint32_t set,
                           uint32_t image) {
  return unmap(multisets, map, noe_diagram_tag(multisets->diagrams, 1), set, image);
}

/* ------------------------------------------------------------- single ones */

struct elements {
  const struct noe_multisets *multisets;
  void (*visit)(void *context, uint32_t element);
  void *context;
  uint32_t last;
  bool any;
};

/* Labels come in order, so those of an element come together. */
static void visit_label(void *context, uint32_t label) {
  struct elements *elements = context;
  uint32_t element = noe_multisets_element(elements->multisets, label);
  if (elements->any && elements->last == element)
    return;
  elements->any = true;
  elements->last = element;
  elements->visit(elements->context, element);
}

void noe_diagram_elements(const struct noe_multisets *multisets, uint32_t set,
                          void (*visit)(void *context, uint32_t element), void *context) {
  struct elements elements = {multisets, visit, context, 0, false};
  noe_diagram_labels(multisets->diagrams, set, visit_label, &elements);
}

/* The label of the last `*count` elements of the row that are equal; `*count` becomes how many are left. */
static uint32_t last_label(const struct noe_multisets *multisets, const uint32_t *elements, uint32_t *count) {
  uint32_t element = elements[*count - 1], times = 0;
  assert((*count < 2 || elements[*count - 2] <= element) && "elements of a multiset increase");
  do {
    times++;
    --*count;
  } while (multisets->count_bits && *count && elements[*count - 1] == element);
  return noe_multisets_label(multisets, element, times);
}

uint32_t noe_diagram_single(const struct noe_multisets *multisets, const uint32_t *elements, uint32_t count) {
  uint32_t set = NOE_DIAGRAM_UNIT;
  while (count) {
    uint32_t label = last_label(multisets, elements, &count);
    set = noe_diagram_make(multisets->diagrams, label, set, NOE_DIAGRAM_NONE);
  }
  return set;
}

bool noe_diagram_has(const struct noe_multisets *multisets, uint32_t set, const uint32_t *elements, uint32_t count) {
  for (uint32_t i = 0; i < count;) {
    uint32_t times = 1;
    while (multisets->count_bits && i + times < count && elements[i + times] == elements[i])
      times++;
    uint32_t label = noe_multisets_label(multisets, elements[i], times);
    struct noe_diagram_node node = {0};
    for (; set > NOE_DIAGRAM_UNIT; set = node.right) {
      node = noe_diagram_get(multisets->diagrams, set);
      if (node.label >= label)
        break;
    }
    if (set <= NOE_DIAGRAM_UNIT || node.label != label)
      return false;
    set = node.down;
    i += times;
  }
  return set == NOE_DIAGRAM_UNIT;
}

uint32_t noe_diagram_first(const struct noe_multisets *multisets, uint32_t set, uint32_t *elements, uint32_t room) {
  assert(set && "there is a member");
  uint32_t count = 0;
  while (set != NOE_DIAGRAM_UNIT) {
    struct noe_diagram_node node = noe_diagram_get(multisets->diagrams, set);
    for (uint32_t i = noe_multisets_times(multisets, node.label); i; i--) {
      assert(count < room && "room for a member");
      elements[count++] = noe_multisets_element(multisets, node.label);
    }
    set = node.down;
  }
  (void)room;
  return count;
}
