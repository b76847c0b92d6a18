/* The state store against a naive set, under small limits, and with defects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "explicit/edges.h"
#include "explicit/store_int.h"

enum { WORDS = 3 };

static struct noe_memory *memory;

static int set_up(void **state) {
  (void)state;
  memory = noe_base_memory_new(0);
  return memory ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  size_t left = noe_base_memory_used(memory);
  noe_base_memory_delete(memory);
  return left ? -1 : 0; /* every test ends at zero bytes */
}

/* Few different values, so that many inserts meet an old state. */
static void random_state(struct noe_random *random, uint64_t words[WORDS], uint32_t bytes, uint64_t values) {
  memset(words, 0, WORDS * sizeof *words);
  for (uint32_t i = 0; i < bytes; i++)
    ((uint8_t *)words)[i] = i < 2 ? (uint8_t)noe_random_below(random, values) : (uint8_t)(i * 7);
}

static void compare_with_naive(uint32_t bytes, uint64_t values, uint64_t seed) {
  enum { INSERTS = 3000 };
  struct noe_random random = {seed};
  struct noe_store *store = noe_explicit_store_new(memory, bytes);
  uint64_t(*naive)[WORDS] = noe_base_alloc(memory, INSERTS * sizeof *naive);
  uint64_t parents[INSERTS];
  uint64_t count = 0;
  assert_non_null(store);
  for (int i = 0; i < INSERTS; i++) {
    uint64_t words[WORDS], id = 0, expected = 0;
    random_state(&random, words, bytes, values);
    while (expected < count && memcmp(naive[expected], words, bytes) != 0)
      expected++;
    assert_int_equal(noe_explicit_store_find(store, words, &id), expected < count);
    uint64_t parent = count ? noe_random_below(&random, count) : NOE_NO_STATE;
    enum noe_insert insert = noe_explicit_store_insert(store, words, parent, &id);
    assert_int_equal(insert, expected < count ? NOE_INSERT_OLD : NOE_INSERT_NEW);
    assert_int_equal(id, expected);
    if (insert == NOE_INSERT_NEW) {
      memcpy(naive[count], words, sizeof words);
      parents[count++] = parent;
    }
  }
  assert_int_equal(noe_explicit_store_count(store), count);
  assert_null(noe_explicit_store_check(store));
  for (uint64_t id = 0; id < count; id++) {
    uint64_t words[WORDS] = {0};
    noe_explicit_store_read(store, id, words);
    assert_memory_equal(words, naive[id], sizeof words);
    assert_int_equal(noe_explicit_store_parent(store, id), parents[id]);
  }
  noe_explicit_store_seal(store);
  assert_null(noe_explicit_store_check(store));
  noe_base_free(memory, naive);
  noe_explicit_store_delete(store);
}

static void agrees_with_a_naive_set(void **state) {
  (void)state;
  for (uint32_t bytes = 0; bytes <= WORDS * 8; bytes++)
    compare_with_naive(bytes, bytes % 2 ? 40 : 256, bytes + 1);
}

static void numbered(uint64_t words[WORDS], uint64_t number) {
  memset(words, 0, WORDS * sizeof *words);
  words[0] = number;
}

/* Fills a store up to a limit; how many states, and that it stays sound. */
static uint64_t fill(struct noe_store *store) {
  uint64_t words[WORDS], id, number = 0;
  for (;; number++) {
    numbered(words, number);
    enum noe_insert insert = noe_explicit_store_insert(store, words, number ? number - 1 : NOE_NO_STATE, &id);
    if (insert == NOE_INSERT_FULL)
      break;
    assert_int_equal(insert, NOE_INSERT_NEW);
  }
  assert_null(noe_explicit_store_check(store));
  /* What is there is still found. */
  numbered(words, number / 2);
  assert_int_equal(noe_explicit_store_insert(store, words, NOE_NO_STATE, &id), NOE_INSERT_OLD);
  assert_int_equal(id, number / 2);
  return number;
}

static void uses_the_memory_it_may(void **state) {
  (void)state;
#ifdef NOE_HOSTILE
  static const size_t limits[] = {2000, 20000};
#else
  static const size_t limits[] = {100000, 1000000, 3000000, 5000001};
#endif
  static const uint32_t sizes[] = {3, 8, 24};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
      noe_base_memory_set_limit(memory, limits[i]);
      struct noe_store *store = noe_explicit_store_new(memory, sizes[j]);
      assert_non_null(store);
      uint64_t count = fill(store);
      assert_true(noe_explicit_store_bytes(store) == noe_base_memory_used(memory));
      assert_true(noe_base_memory_used(memory) <= limits[i]);
      /* Either the table is nearly full, or there is no room for another chunk. */
      size_t chunk = ((size_t)store->record << store->shift) + store->chunk_room * 2 * sizeof(void *);
      assert_true(count * 10 >= store->capacity * 9 || limits[i] - noe_base_memory_used(memory) < chunk);
      /* No more than a quarter of the memory is anything but states and a full table. */
      uint64_t useful = count * (store->record + sizeof *store->table);
      if (limits[i] > 200000)
        assert_true(useful * 4 >= limits[i] * 3);
      noe_explicit_store_delete(store);
      noe_base_memory_set_limit(memory, 0);
    }
}

/* Whichever request fails: FULL, or nothing is noticed; never a broken store. */
static void survives_any_failed_request(void **state) {
  (void)state;
  for (uint64_t nth = 1; nth < 60; nth++) {
    noe_base_memory_fail_at(memory, nth);
    struct noe_store *store = noe_explicit_store_new(memory, 8);
    if (!store)
      continue;
    uint64_t words[WORDS], id, full = 0;
    for (uint64_t number = 0; number < 2500; number++) {
      numbered(words, number);
      full += noe_explicit_store_insert(store, words, NOE_NO_STATE, &id) == NOE_INSERT_FULL;
    }
    assert_true(full <= 1);
    assert_int_equal(noe_explicit_store_count(store), 2500 - full);
    assert_null(noe_explicit_store_check(store));
    noe_explicit_store_delete(store);
    noe_base_memory_fail_at(memory, 0);
  }
}

static struct noe_store *store_of(uint64_t count) {
  struct noe_store *store = noe_explicit_store_new(memory, 8);
  uint64_t words[WORDS], id;
  for (uint64_t number = 0; number < count; number++) {
    numbered(words, number);
    noe_explicit_store_insert(store, words, number ? number - 1 : NOE_NO_STATE, &id);
  }
  assert_null(noe_explicit_store_check(store));
  return store;
}

static uint64_t *used_slot(struct noe_store *store) {
  uint64_t slot = 0;
  while (!store->table[slot])
    slot++;
  return &store->table[slot];
}

static void checker_catches_defects(void **state) {
  (void)state;
  for (int defect = 0; defect < 5; defect++) {
    struct noe_store *store = store_of(500);
    switch (defect) {
      case 0: store->chunks[0][0] ^= 1; break;                    /* a state changed: now there are two */
      case 1: *used_slot(store) = 0; break;                       /* a slot forgotten */
      case 2: *used_slot(store) ^= (uint64_t)1 << 63; break;      /* a tag changed */
      case 3: *used_slot(store) += 500; break;                    /* a number beyond the end */
      case 4: store->chunks[0][store->bytes + 1] = 1; break;      /* the first state's parent: 2^40 - 65281 */
    }
    assert_non_null(noe_explicit_store_check(store));
    noe_explicit_store_delete(store);
  }
}

/* ------------------------------------------------------------------- edges */

enum { SOURCES = 200 };

static void mark_edge(void *context, uint64_t source, uint64_t target) {
  uint8_t(*seen)[SOURCES] = context;
  seen[source][target]++;
}

static void edges_come_back(void **state) {
  (void)state;
  struct noe_edges edges = noe_explicit_edges(memory);
  static uint8_t expected[SOURCES][SOURCES], seen[SOURCES][SOURCES];
  struct noe_random random = {5};
  for (uint64_t source = 0; source < SOURCES; source++) {
    for (uint64_t left = noe_random_below(&random, 90); left; left--) {
      uint64_t target = noe_random_below(&random, SOURCES);
      expected[source][target] = target != source; /* self-loops are dropped, repeated edges kept once */
      assert_true(noe_explicit_edges_add(&edges, target));
    }
    assert_true(noe_explicit_edges_close(&edges));
  }
  noe_explicit_edges_each(&edges, mark_edge, seen);
  assert_memory_equal(seen, expected, sizeof seen);
  noe_explicit_edges_free(&edges);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(agrees_with_a_naive_set, set_up, tear_down),
      cmocka_unit_test_setup_teardown(uses_the_memory_it_may, set_up, tear_down),
      cmocka_unit_test_setup_teardown(survives_any_failed_request, set_up, tear_down),
      cmocka_unit_test_setup_teardown(checker_catches_defects, set_up, tear_down),
      cmocka_unit_test_setup_teardown(edges_come_back, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
