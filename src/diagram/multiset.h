/* Sets of multisets of small numbers ("elements"), as diagrams. All multisets of a set have the same size.
 *
 * Two encodings. As a *sorted vector*, a multiset is its elements, least first, each as often as it occurs; the label
 * is the element. As *counters*, it is one label for each element that occurs, least first: the element, and in the
 * low `count_bits` bits how often. Elements that do not occur take no room in either.
 *
 * With m + v for the multiset m and one v more, and m(v) for how often v occurs:
 *
 *   add(v, S)         { m + v : m in S }
 *   remove(v, S)      { m : m + v in S }
 *   only(P, S)        { m in S : every element satisfies P }
 *   exactly(P, k, S)  { m in S : just k elements (each as often as it occurs) satisfy P }
 *   map(R, S)         { w1 + … + wn : v1 + … + vn in S, wi in R(vi) }
 *   unmap(R, S, T)    { m in S : map(R, { m }) meets T }
 *
 * Each visits a node once for each operand, and is remembered. For sorted vectors: add, remove, only in
 * O(nodes), map in O(nodes x |R|) additions and unions. */
#ifndef NOE_DIAGRAM_MULTISET_H
#define NOE_DIAGRAM_MULTISET_H

#include "diagram/diagram.h"

struct noe_multisets {
  struct noe_diagrams *diagrams;
  uint32_t count_bits; /* 0: sorted vectors */
  uint32_t tag;        /* of add; behind it that of remove */
};

/* Counters for multisets of at most `most` elements; 0: sorted vectors. */
struct noe_multisets noe_diagram_multisets(struct noe_diagrams *diagrams, uint32_t most);

/* How many elements can be told apart. */
static inline uint64_t noe_multisets_room(const struct noe_multisets *multisets) {
  return (uint64_t)1 << (32 - multisets->count_bits);
}

static inline uint32_t noe_multisets_element(const struct noe_multisets *multisets, uint32_t label) {
  return label >> multisets->count_bits;
}

static inline uint32_t noe_multisets_times(const struct noe_multisets *multisets, uint32_t label) {
  return multisets->count_bits ? label & ((1u << multisets->count_bits) - 1) : 1;
}

static inline uint32_t noe_multisets_label(const struct noe_multisets *multisets, uint32_t element, uint32_t times) {
  return multisets->count_bits ? element << multisets->count_bits | times : element;
}

uint32_t noe_diagram_add(const struct noe_multisets *multisets, uint32_t element, uint32_t set);
uint32_t noe_diagram_remove(const struct noe_multisets *multisets, uint32_t element, uint32_t set);

/* P: `holds` is a function of the element alone, for ever. Made by noe_diagram_filter. */
struct noe_multiset_filter {
  bool (*holds)(void *context, uint32_t element);
  void *context;
  uint32_t tag; /* of only; behind it that of exactly */
};
struct noe_multiset_filter noe_diagram_filter(const struct noe_multisets *multisets,
                                              bool (*holds)(void *context, uint32_t element), void *context);
uint32_t noe_diagram_only(const struct noe_multisets *multisets, const struct noe_multiset_filter *filter,
                          uint32_t set);
uint32_t noe_diagram_exactly(const struct noe_multisets *multisets, const struct noe_multiset_filter *filter,
                             uint32_t count, uint32_t set);

/* R: `images` gives R(element), for ever; it may make sets, and the row that it returns may move when it does so again.
 * A row may be empty. */
struct noe_multiset_map {
  const uint32_t *(*images)(void *context, uint32_t element, uint32_t *count);
  void *context;
  uint32_t tag; /* of map */
};
struct noe_multiset_map noe_diagram_mapping(const struct noe_multisets *multisets,
                                            const uint32_t *(*images)(void *context, uint32_t element, uint32_t *count),
                                            void *context);
uint32_t noe_diagram_map(const struct noe_multisets *multisets, const struct noe_multiset_map *map, uint32_t set);
/* Results are remembered during one call only. */
uint32_t noe_diagram_unmap(const struct noe_multisets *multisets, const struct noe_multiset_map *map, uint32_t set,
                           uint32_t image);

/* Elements that occur in some member, increasing. */
void noe_diagram_elements(const struct noe_multisets *multisets, uint32_t set,
                          void (*visit)(void *context, uint32_t element), void *context);

/* The set of the one multiset of these elements, which increase; is it a member?; the first member as such a row. */
uint32_t noe_diagram_single(const struct noe_multisets *multisets, const uint32_t *elements, uint32_t count);
bool noe_diagram_has(const struct noe_multisets *multisets, uint32_t set, const uint32_t *elements, uint32_t count);
uint32_t noe_diagram_first(const struct noe_multisets *multisets, uint32_t set, uint32_t *elements, uint32_t room);

#endif
