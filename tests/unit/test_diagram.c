/* Diagrams against a naive implementation: a set of multisets is a row of truth values, one for each of all multisets
 * of that size. NOE_ROUNDS=N draws N random sets (default 400). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plant.h"
#include "base/random.h"
#include "diagram/diagram_int.h"
#include "diagram/multiset.h"

enum { ELEMENTS = 4, SIZE = 5, ALL = 56 }; /* C(ELEMENTS + SIZE - 1, SIZE) */

/* All multisets of `size` elements, as counts. */
struct universe {
  uint32_t size, count;
  uint8_t counts[ALL][ELEMENTS];
};

struct kit {
  struct noe_memory *memory;
  struct noe_diagrams *diagrams;
  struct noe_multisets multisets;
  struct noe_random random;
  struct universe universes[SIZE + 1];
  uint32_t images[ELEMENTS][ELEMENTS], image_count[ELEMENTS]; /* of the map at hand */
  bool holds[ELEMENTS];                                       /* of the filter at hand */
};

struct naive {
  bool has[ALL];
};

static void list(struct universe *universe, uint32_t element, uint32_t left, uint8_t *counts) {
  if (element + 1 == ELEMENTS) {
    counts[element] = (uint8_t)left;
    memcpy(universe->counts[universe->count++], counts, ELEMENTS);
    return;
  }
  for (uint32_t i = 0; i <= left; i++) {
    counts[element] = (uint8_t)i;
    list(universe, element + 1, left - i, counts);
  }
}

static void set_up(struct kit *kit, bool counters) {
  *kit = (struct kit){.memory = noe_base_memory_new(0), .random = {7}};
  kit->diagrams = noe_diagram_new(kit->memory);
  kit->multisets = noe_diagram_multisets(kit->diagrams, counters ? SIZE + 1 : 0);
  for (uint32_t size = 0; size <= SIZE; size++) {
    uint8_t counts[ELEMENTS];
    kit->universes[size].size = size;
    list(&kit->universes[size], 0, size, counts);
  }
}

static void tear_down(struct kit *kit) {
  assert_null(noe_diagram_check(kit->diagrams));
  noe_diagram_delete(kit->diagrams);
  assert_int_equal(noe_base_memory_used(kit->memory), 0);
  noe_base_memory_delete(kit->memory);
}

static uint32_t index_of(const struct universe *universe, const uint8_t *counts) {
  for (uint32_t i = 0; i < universe->count; i++)
    if (!memcmp(universe->counts[i], counts, ELEMENTS))
      return i;
  fail_msg("a multiset of that size");
  return 0;
}

static uint32_t row_of(const uint8_t *counts, uint32_t *row) {
  uint32_t count = 0;
  for (uint32_t element = 0; element < ELEMENTS; element++)
    for (uint32_t i = 0; i < counts[element]; i++)
      row[count++] = element;
  return count;
}

static uint32_t diagram_of(struct kit *kit, uint32_t size, const struct naive *naive) {
  uint32_t set = NOE_DIAGRAM_NONE, row[SIZE + 1];
  for (uint32_t i = 0; i < kit->universes[size].count; i++)
    if (naive->has[i]) {
      uint32_t count = row_of(kit->universes[size].counts[i], row);
      set = noe_diagram_union(kit->diagrams, set, noe_diagram_single(&kit->multisets, row, count));
    }
  return set;
}

static struct naive draw(struct kit *kit, uint32_t size) {
  struct naive naive = {{0}};
  uint32_t density = 1 + (uint32_t)noe_random_below(&kit->random, 8);
  for (uint32_t i = 0; i < kit->universes[size].count; i++)
    naive.has[i] = noe_random_below(&kit->random, density) == 0;
  return naive;
}

/* ----------------------------------------------------------------- checks */

static void check_algebra(struct kit *kit, uint32_t size) {
  struct naive a = draw(kit, size), b = draw(kit, size), both = {{0}}, either = {{0}}, without = {{0}};
  uint64_t members = 0;
  for (uint32_t i = 0; i < kit->universes[size].count; i++) {
    both.has[i] = a.has[i] && b.has[i];
    either.has[i] = a.has[i] || b.has[i];
    without.has[i] = a.has[i] && !b.has[i];
    members += either.has[i];
  }
  uint32_t left = diagram_of(kit, size, &a), right = diagram_of(kit, size, &b);
  uint32_t sum = noe_diagram_union(kit->diagrams, left, right);
  assert_int_equal(sum, diagram_of(kit, size, &either));
  assert_int_equal(noe_diagram_meet(kit->diagrams, left, right), diagram_of(kit, size, &both));
  assert_int_equal(noe_diagram_minus(kit->diagrams, left, right), diagram_of(kit, size, &without));
  struct noe_number count = noe_base_number(kit->memory, 0), expected = noe_base_number(kit->memory, members);
  noe_diagram_count(kit->diagrams, sum, &count);
  assert_int_equal(noe_base_number_compare(&count, &expected), 0);
  noe_base_number_free(&count);
  noe_base_number_free(&expected);
}

static void check_members(struct kit *kit, uint32_t size) {
  struct naive a = draw(kit, size);
  uint32_t set = diagram_of(kit, size, &a), row[SIZE + 1];
  for (uint32_t i = 0; i < kit->universes[size].count; i++) {
    uint32_t count = row_of(kit->universes[size].counts[i], row);
    assert_int_equal(noe_diagram_has(&kit->multisets, set, row, count), a.has[i]);
  }
  if (!set)
    return;
  uint32_t count = noe_diagram_first(&kit->multisets, set, row, SIZE + 1);
  assert_int_equal(count, size);
  assert_true(noe_diagram_has(&kit->multisets, set, row, count));
}

static void check_add_and_remove(struct kit *kit, uint32_t size) {
  uint32_t element = (uint32_t)noe_random_below(&kit->random, ELEMENTS);
  struct naive small = draw(kit, size - 1), large = draw(kit, size), added = {{0}}, removed = {{0}};
  for (uint32_t i = 0; i < kit->universes[size - 1].count; i++) {
    uint8_t counts[ELEMENTS];
    memcpy(counts, kit->universes[size - 1].counts[i], ELEMENTS);
    counts[element]++;
    uint32_t more = index_of(&kit->universes[size], counts);
    added.has[more] |= small.has[i];
    removed.has[i] = large.has[more];
  }
  assert_int_equal(noe_diagram_add(&kit->multisets, element, diagram_of(kit, size - 1, &small)),
                   diagram_of(kit, size, &added));
  assert_int_equal(noe_diagram_remove(&kit->multisets, element, diagram_of(kit, size, &large)),
                   diagram_of(kit, size - 1, &removed));
}

static bool holds(void *context, uint32_t element) { return ((struct kit *)context)->holds[element]; }

static void check_filters(struct kit *kit, uint32_t size) {
  for (uint32_t i = 0; i < ELEMENTS; i++)
    kit->holds[i] = noe_random_below(&kit->random, 2);
  uint32_t wanted = (uint32_t)noe_random_below(&kit->random, size + 1);
  struct naive a = draw(kit, size), only = {{0}}, exactly = {{0}};
  for (uint32_t i = 0; i < kit->universes[size].count; i++) {
    uint32_t count = 0;
    for (uint32_t element = 0; element < ELEMENTS; element++)
      count += kit->holds[element] ? kit->universes[size].counts[i][element] : 0;
    only.has[i] = a.has[i] && count == size;
    exactly.has[i] = a.has[i] && count == wanted;
  }
  struct noe_multiset_filter filter = noe_diagram_filter(&kit->multisets, holds, kit);
  uint32_t set = diagram_of(kit, size, &a);
  assert_int_equal(noe_diagram_only(&kit->multisets, &filter, set), diagram_of(kit, size, &only));
  assert_int_equal(noe_diagram_exactly(&kit->multisets, &filter, wanted, set), diagram_of(kit, size, &exactly));
}

static const uint32_t *images(void *context, uint32_t element, uint32_t *count) {
  struct kit *kit = context;
  *count = kit->image_count[element];
  return kit->images[element];
}

/* All images of the multiset, one element after the other. */
static void map_naively(struct kit *kit, uint32_t size, const uint8_t *counts, const uint8_t *made, struct naive *out) {
  uint32_t element = 0;
  while (element < ELEMENTS && !counts[element])
    element++;
  if (element == ELEMENTS) {
    out->has[index_of(&kit->universes[size], made)] = true;
    return;
  }
  uint8_t rest[ELEMENTS], more[ELEMENTS];
  memcpy(rest, counts, ELEMENTS);
  rest[element]--;
  for (uint32_t i = 0; i < kit->image_count[element]; i++) {
    memcpy(more, made, ELEMENTS);
    more[kit->images[element][i]]++;
    map_naively(kit, size, rest, more, out);
  }
}

static void check_maps(struct kit *kit, uint32_t size) {
  static const uint8_t nothing[ELEMENTS];
  for (uint32_t i = 0; i < ELEMENTS; i++) {
    kit->image_count[i] = 0;
    for (uint32_t image = 0; image < ELEMENTS; image++)
      if (!noe_random_below(&kit->random, 3))
        kit->images[i][kit->image_count[i]++] = image;
  }
  struct naive a = draw(kit, size), target = draw(kit, size), mapped = {{0}}, unmapped = {{0}};
  for (uint32_t i = 0; i < kit->universes[size].count; i++) {
    struct naive own = {{0}};
    map_naively(kit, size, kit->universes[size].counts[i], nothing, &own);
    for (uint32_t k = 0; a.has[i] && k < kit->universes[size].count; k++) {
      mapped.has[k] |= own.has[k];
      unmapped.has[i] |= own.has[k] && target.has[k];
    }
  }
  struct noe_multiset_map map = noe_diagram_mapping(&kit->multisets, images, kit);
  uint32_t set = diagram_of(kit, size, &a);
  assert_int_equal(noe_diagram_map(&kit->multisets, &map, set), diagram_of(kit, size, &mapped));
  uint32_t back = noe_diagram_unmap(&kit->multisets, &map, set, diagram_of(kit, size, &target));
  assert_int_equal(back, diagram_of(kit, size, &unmapped));
}

static void see_element(void *context, uint32_t element) { ((bool *)context)[element] = true; }

static void check_elements(struct kit *kit, uint32_t size) {
  struct naive a = draw(kit, size);
  bool expected[ELEMENTS] = {false}, seen[ELEMENTS] = {false};
  for (uint32_t i = 0; i < kit->universes[size].count; i++)
    for (uint32_t element = 0; a.has[i] && element < ELEMENTS; element++)
      expected[element] |= kit->universes[size].counts[i][element] != 0;
  noe_diagram_elements(&kit->multisets, diagram_of(kit, size, &a), see_element, seen);
  assert_memory_equal(seen, expected, sizeof seen);
}

struct kept {
  struct kit *kit;
  uint32_t set;
};

static void mark(void *context) {
  struct kept *kept = context;
  noe_diagram_mark(kept->kit->diagrams, kept->set);
}

static void check_collection(struct kit *kit, uint32_t size) {
  struct naive a = draw(kit, size);
  struct kept kept = {kit, diagram_of(kit, size, &a)};
  noe_diagram_collect(kit->diagrams, mark, &kept);
  assert_null(noe_diagram_check(kit->diagrams));
  assert_int_equal(noe_diagram_figures(kit->diagrams).nodes, noe_diagram_size(kit->diagrams, kept.set));
  assert_int_equal(diagram_of(kit, size, &a), kept.set);
}

static void agree(bool counters) {
  struct kit kit;
  const char *given = getenv("NOE_ROUNDS");
  uint32_t rounds = given ? (uint32_t)atoi(given) : 400;
  set_up(&kit, counters);
  for (uint32_t round = 0; round < rounds; round++) {
    uint32_t size = 1 + (uint32_t)noe_random_below(&kit.random, SIZE);
    check_algebra(&kit, size);
    check_members(&kit, size);
    check_add_and_remove(&kit, size);
    check_filters(&kit, size);
    check_maps(&kit, size);
    check_elements(&kit, size);
    if (!noe_random_below(&kit.random, 10))
      check_collection(&kit, size);
  }
  tear_down(&kit);
}

static void sorted_vectors_are_sets(void **unused) {
  (void)unused;
  agree(false);
}

static void counters_are_sets(void **unused) {
  (void)unused;
  agree(true);
}

/* ------------------------------------------------------------- large counts */

/* All multisets of n elements out of k, by a map that lets the first become any: C(n + k - 1, k - 1). */
static void counts_have_no_limit(void **unused) {
  (void)unused;
  struct kit kit;
  uint32_t row[500] = {0};
  set_up(&kit, false);
  for (uint32_t i = 0; i < ELEMENTS; i++) {
    kit.image_count[i] = ELEMENTS;
    for (uint32_t k = 0; k < ELEMENTS; k++)
      kit.images[i][k] = k;
  }
  struct noe_multiset_map map = noe_diagram_mapping(&kit.multisets, images, &kit);
  uint32_t all = noe_diagram_map(&kit.multisets, &map, noe_diagram_single(&kit.multisets, row, 500));
  assert_int_equal(noe_diagram_size(kit.diagrams, all), 500 * ELEMENTS);
  struct noe_number count = noe_base_number(kit.memory, 0), expected = noe_base_number(kit.memory, 21084251);
  noe_diagram_count(kit.diagrams, all, &count);
  assert_int_equal(noe_base_number_compare(&count, &expected), 0);
  /* vectors of 200 bits, all of them: 2^200 */
  uint32_t bits = NOE_DIAGRAM_UNIT;
  for (uint32_t i = 0; i < 200; i++)
    bits = noe_diagram_make(kit.diagrams, 0, bits, noe_diagram_make(kit.diagrams, 1, bits, NOE_DIAGRAM_NONE));
  noe_diagram_count(kit.diagrams, bits, &count);
  noe_base_number_set(&expected, 1);
  for (uint32_t i = 0; i < 200; i++)
    noe_base_number_multiply(&expected, 2);
  assert_int_equal(noe_base_number_compare(&count, &expected), 0);
  noe_base_number_free(&count);
  noe_base_number_free(&expected);
  tear_down(&kit);
}

/* ----------------------------------------------------------------- defects */

static void defects_are_found(void **unused) {
  (void)unused;
  struct kit kit;
  set_up(&kit, false);
  uint32_t row[] = {0, 1, 2}, other[] = {1, 1, 1};
  uint32_t set = noe_diagram_union(kit.diagrams, noe_diagram_single(&kit.multisets, row, 3),
                                   noe_diagram_single(&kit.multisets, other, 3));
  assert_null(noe_diagram_check(kit.diagrams));
  struct noe_diagram_node *node = &kit.diagrams->nodes[set], kept = *node;
  struct {
    uint32_t *where, value;
  } defects[] = {{&node->label, 9}, {&node->right, NOE_DIAGRAM_UNIT}, {&node->down, 0}, {&node->down, 1 << 30}};
  for (size_t i = 0; i < sizeof defects / sizeof *defects; i++) {
    *defects[i].where = defects[i].value;
    assert_non_null(noe_diagram_check(kit.diagrams));
    *node = kept;
  }
  uint32_t *head = &kit.diagrams->heads[noe_diagram_hash(kit.diagrams, node->label, node->down, node->right)];
  uint32_t chain = *head;
  *head = 0;
  assert_non_null(noe_diagram_check(kit.diagrams));
  *head = chain;
  struct noe_diagram_entry *entry = kit.diagrams->cache;
  while (!entry->tag)
    entry++;
  PLANT(entry->tag, kit.diagrams->next_tag, noe_diagram_check(kit.diagrams),
        "a result is that of an operation that nobody has");
  PLANT(entry->result, kit.diagrams->top, noe_diagram_check(kit.diagrams),
        "a result is remembered whose nodes are free");
  noe_diagram_remember(kit.diagrams, NOE_TAG_UNION, set, set, set);
  while (entry->tag != NOE_TAG_UNION)
    entry++;
  PLANT(entry->a, kit.diagrams->top, noe_diagram_check(kit.diagrams),
        "a result of sets is remembered whose nodes are free");
  tear_down(&kit);
}

/* ------------------------------------------------------------------ memory */

static void fill(void *context, jmp_buf *escape) {
  (void)escape;
  struct kit *kit = context;
  set_up(kit, false);
  noe_base_memory_set_limit(kit->memory, 1 << 20);
  jmp_buf own;
  noe_base_memory_guard(kit->memory, &own);
  if (setjmp(own) == 0) {
    for (uint32_t i = 0;; i++)
      noe_diagram_make(kit->diagrams, i, NOE_DIAGRAM_UNIT, NOE_DIAGRAM_NONE);
  }
  noe_base_memory_guard(kit->memory, NULL);
}

static void the_limit_escapes(void **unused) {
  (void)unused;
  struct kit kit;
  fill(&kit, NULL);
  assert_null(noe_diagram_check(kit.diagrams));
  assert_true(noe_base_memory_peak(kit.memory) <= 1 << 20);
  tear_down(&kit);
}

static void drawings(void **unused) {
  (void)unused;
  struct kit kit;
  set_up(&kit, false);
  uint32_t row[] = {0, 1}, other[] = {1, 1};
  uint32_t set = noe_diagram_union(kit.diagrams, noe_diagram_single(&kit.multisets, row, 2),
                                   noe_diagram_single(&kit.multisets, other, 2));
  struct noe_text out = noe_base_text(kit.memory);
  noe_diagram_dot(kit.diagrams, set, &out, NULL, NULL);
  assert_non_null(strstr(noe_base_text_string(&out), "style=dashed"));
  assert_non_null(strstr(noe_base_text_string(&out), "label=\"end\""));
  noe_base_text_free(&out);
  tear_down(&kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sorted_vectors_are_sets), cmocka_unit_test(counters_are_sets),
      cmocka_unit_test(counts_have_no_limit),    cmocka_unit_test(defects_are_found),
      cmocka_unit_test(the_limit_escapes),       cmocka_unit_test(drawings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
