/* The state store: searches of random graphs by several threads against a naive
 * search, small limits, failed requests, planted defects. */
#include <stdlib.h>

#include "store_kit.h"
#include "plant.h"

/* Nodes of the larger graphs, and steps from one request that fails to the next. Sanitizers take a sample of both;
 * with NOE_TEST_LONG they take all. */
#if defined(NOE_HOSTILE)
enum { ALL_NODES = 3000, NODES = ALL_NODES, STRIDE = 1 };
#elif defined(__SANITIZE_THREAD__)
enum { ALL_NODES = 12000, NODES = 2500, STRIDE = 7 };
#elif defined(__SANITIZE_ADDRESS__)
enum { ALL_NODES = 12000, NODES = 1200, STRIDE = 7 };
#else
enum { ALL_NODES = 12000, NODES = ALL_NODES, STRIDE = 1 };
#endif

static uint32_t node_count(void) { return getenv("NOE_TEST_LONG") ? ALL_NODES : NODES; }
static uint32_t stride(void) { return getenv("NOE_TEST_LONG") ? 1 : STRIDE; }

static struct noe_store_shape shape_of(uint32_t threads, uint32_t most_bytes, bool fixed) {
  return (struct noe_store_shape){.kind = NOE_STORE_FULL, .threads = threads, .most_bytes = most_bytes, .fixed = fixed};
}

/* ------------------------------------------------------------------- searches */

/* Every number has a state, and its key, parent and level are the naive ones. */
static void agrees(const struct noe_store *store, const struct kit_answer *answer, bool keys) {
  uint64_t count = noe_store_count(store), depth = 0;
  for (uint64_t number = 0; number < count; number++) {
    uint64_t id = noe_store_id(store, number);
    assert_int_equal(noe_store_number(store, id), number);
    if (!keys)
      continue;
    uint32_t node = kit_read(store, id);
    struct noe_parents parents = noe_store_parents(store, id);
    assert_int_equal(noe_store_level_of(store, number), answer->depth[node]);
    bool found = answer->parent[node] == KIT_NONE && !parents.count;
    for (uint64_t i = 0; i < parents.count && !found; i++)
      found = kit_read(store, noe_store_id(store, parents.first + i)) == answer->parent[node];
    assert_true(found);
    assert_true(answer->depth[node] >= depth); /* numbers grow from level to level */
    depth = answer->depth[node];
  }
}

/* The same from the other side, for stores that have forgotten their keys as well. */
static void node_agrees(const struct noe_store *store, const struct kit_answer *answer, uint32_t node) {
  uint64_t id, parent = NOE_NO_STATE, hash = kit_hash(&store->shape, node);
  uint8_t key[KIT_BYTES];
  uint32_t bytes = kit_key(&store->shape, node, key);
  assert_int_equal(kit_find(store, node, &id), answer->depth[node] != KIT_NONE);
  if (answer->depth[node] == KIT_NONE)
    return;
  assert_true(noe_store_is(store, id, key, bytes, hash));
  assert_int_equal(noe_store_compare(store, id, id), 0);
  if (answer->parent[node] != KIT_NONE) {
    assert_true(kit_find(store, answer->parent[node], &parent));
    uint64_t other = kit_hash(&store->shape, answer->parent[node]);
    assert_false(other != hash && noe_store_is(store, parent, key, bytes, hash));
    assert_int_equal(noe_store_compare(store, id, parent) < 0, hash < other);
  }
  struct noe_parents parents = noe_store_parents(store, id);
  if (parent == NOE_NO_STATE) {
    assert_int_equal(parents.count, 0);
    return;
  }
  uint64_t number = noe_store_number(store, parent), level = answer->depth[node];
  uint64_t size = noe_store_level_first(store, level) - noe_store_level_first(store, level - 1);
  assert_true(number >= parents.first && number < parents.first + parents.count);
  assert_true(parents.count <= (store->shape.kind == NOE_STORE_COMPACT ? 1 : (size >> NOE_ROW_PART_BITS) + 1));
}

static void search_agrees(const struct kit_graph *graph, const struct noe_store_shape *shape) {
  struct kit_answer answer = kit_naive(graph, shape);
  struct noe_store *store = noe_store_new(memory, shape);
  struct kit_search search;
  assert_non_null(store);
  kit_run(&search, store, graph);
  assert_int_equal(search.full, 0);
  assert_int_equal(noe_store_count(store), answer.reached);
  assert_int_equal(search.fresh, answer.reached);
  assert_int_equal(search.levels, answer.levels);
  assert_null(noe_store_check(store));
  assert_int_equal(store->squeezed, shape->sparse);
  if (shape->kind == NOE_STORE_FULL && shape->fixed && !shape->sparse && answer.reached > 5000) /* do halves pay? */
    assert_int_equal(store->set.whole == UINT64_MAX, shape->thrifty || shape->most_bytes % 2 == 0);
  agrees(store, &answer, shape->kind != NOE_STORE_COMPACT);
  for (uint32_t node = 0; node < graph->nodes; node++)
    node_agrees(store, &answer, node);
  noe_store_seal(store);
  assert_null(noe_store_check(store));
  agrees(store, &answer, shape->kind != NOE_STORE_COMPACT);
  assert_int_equal(noe_store_bytes(store), noe_base_memory_used(memory) - 2 * 4 * graph->nodes);
  noe_store_delete(store);
  kit_free_answer(&answer);
}

/* Wide graphs, whose few levels outgrow the table several times, and deep ones,
 * with hundreds of levels smaller than a block. */
static void searches_agree(enum noe_store_kind kind) {
  const uint32_t nodes = node_count();
  const struct kit_graph graphs[] = {{nodes, 3, 1, 1},  {nodes, 2, 40, 2}, {nodes / 10, 2, 5, 3},
                                     {nodes, 40, 1, 4}, {1, 1, 1, 5},      {nodes / 4, 1, 90, 6}};
  static const uint32_t threads[] = {1, 2, 3, 8};
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
    for (size_t j = 0; j < sizeof threads / sizeof *threads; j++) {
      struct noe_store_shape shape = shape_of(threads[j], i % 2 ? 6 + (uint32_t)i : 16, true);
      shape.kind = kind;
      search_agrees(&graphs[i], &shape);
      shape.thrifty = true;
      if (kind == NOE_STORE_FULL && threads[j] < 3)
        search_agrees(&graphs[i], &shape);
      shape.thrifty = threads[j] == 2;
      shape.most_bytes = i % 2 ? 9 : i ? 40 : KIT_BYTES; /* halves of long keys are not padded */
      shape.fixed = false;
      search_agrees(&graphs[i], &shape);
    }
}

static void full_searches_agree(void **state) {
  (void)state;
  searches_agree(NOE_STORE_FULL);
}

/* Keys of which most bytes are zero (the beginning and the end tell them apart), and others that are
 * taken for such. */
static void sparse_searches_agree(void **state) {
  (void)state;
  const struct kit_graph graphs[] = {{node_count(), 3, 1, 1}, {node_count() / 4, 2, 40, 2}};
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
    for (uint32_t threads = 1; threads < 4; threads++)
      for (int way = 0; way < 4; way++) {
        struct noe_store_shape shape = shape_of(threads, way < 2 ? 64 : KIT_BYTES, way % 2);
        shape.sparse = true;
        search_agrees(&graphs[i], &shape);
      }
}

static void squeezed_keys_come_back(void **state) {
  (void)state;
  struct noe_random random = {7};
  uint8_t key[NOE_SQUEEZE_MOST_BYTES], again[NOE_SQUEEZE_MOST_BYTES], squeezed[NOE_SQUEEZED_MOST_BYTES];
  for (uint32_t round = 0; round < 20000; round++) {
    uint32_t bytes = 1 + (uint32_t)noe_random_below(&random, round % 10 ? 200 : NOE_SQUEEZE_MOST_BYTES);
    uint32_t share = (uint32_t)noe_random_below(&random, 12), fixed = round % 2 ? bytes : 0;
    for (uint32_t i = 0; i < bytes; i++)
      key[i] = noe_random_below(&random, 12) < share ? (uint8_t)noe_random_below(&random, 256) : 0;
    uint32_t length = noe_store_squeeze(key, bytes, fixed, squeezed);
    assert_true(length <= noe_squeezed_bytes(bytes));
    assert_int_equal(noe_store_unsqueeze(squeezed, fixed, again), bytes);
    assert_memory_equal(key, again, bytes);
  }
  memset(key, 0, 400);
  assert_true(noe_store_squeeze(key, 400, 400, squeezed) == 7);
}

static void tree_searches_agree(void **state) {
  (void)state;
  searches_agree(NOE_STORE_TREE);
}

static void compact_searches_agree(void **state) {
  (void)state;
  searches_agree(NOE_STORE_COMPACT);
}

/* 64 bits of 2^32 states: one chance in two; of a thousand: none to speak of. */
static void omission_is_bounded(void **state) {
  (void)state;
  struct noe_store_shape shape = shape_of(1, 16, true);
  for (int compact = 0; compact < 2; compact++) {
    shape.kind = compact ? NOE_STORE_COMPACT : NOE_STORE_FULL;
    struct noe_store *store = noe_store_new(memory, &shape);
    store->set.hands[0].count = UINT64_C(1) << 32;
    double omission = noe_store_omission(store);
    assert_true(compact ? omission >= 0.5 && omission < 0.5001 : omission == 0);
    store->set.hands[0].count = 1000;
    omission = noe_store_omission(store);
    assert_true(compact ? omission > 0 && omission < 1e-13 : omission == 0);
    noe_store_delete(store);
  }
}

/* Keys of every length, the empty one included; long ones that fill chunks. */
static void takes_keys_of_any_length(void **state) {
  (void)state;
  static uint8_t key[9000], copy[9000];
  for (int kind = 0; kind < 4; kind++)
    for (uint32_t most = 0; most <= sizeof key; most += most < 40 ? 1 : 2989) {
      bool fixed = kind % 2;
      struct noe_store_shape shape = shape_of(1, most, fixed);
      shape.kind = kind / 2 ? NOE_STORE_TREE : NOE_STORE_FULL;
      struct noe_store *store = noe_store_new(memory, &shape);
      uint64_t ids[64];
      for (uint32_t i = 0; i < 64; i++) {
        uint32_t bytes = fixed ? most : i * 97 % (most + 1);
        memset(key, (int)i, bytes);
        uint64_t hash = noe_store_hash_key(key, bytes);
        assert_int_not_equal(noe_store_insert(store, 0, key, bytes, hash, NOE_NO_STATE, &ids[i]), NOE_INSERT_FULL);
        assert_true(noe_store_is(store, ids[i], key, bytes, hash));
      }
      for (uint32_t i = 0; i < 64; i++) {
        uint32_t bytes = fixed ? most : i * 97 % (most + 1);
        memset(key, (int)i, bytes);
        assert_int_equal(noe_store_read(store, ids[i], copy), bytes);
        assert_memory_equal(copy, key, bytes);
      }
      assert_null(noe_store_check(store));
      noe_store_delete(store);
    }
}

/* Keys that differ in one byte, or only in their length, under one hash: before and after
 * their level closes. */
static void tells_keys_of_one_hash_apart(void **state) {
  (void)state;
#ifdef NOE_HOSTILE
  skip(); /* the table grows, and then keys are where their true hashes say */
#endif
  for (int fixed = 0; fixed < 2; fixed++) {
    struct noe_store_shape shape = shape_of(1, 9, fixed);
    struct noe_store *store = noe_store_new(memory, &shape);
    uint64_t ids[20], id;
    for (int round = 0; round < 3; round++) {
      for (uint32_t i = 0; i < 20; i++) {
        uint8_t key[9] = {0};
        uint32_t bytes = i <= 10 || fixed ? 9 : i - 11;
        if (i < 9)
          key[i] = 1;
        else if (i == 10 || (fixed && i > 9))
          key[i % 9] = 2 + (i == 19);
        enum noe_insert insert = noe_store_insert(store, 0, key, bytes, 12345, NOE_NO_STATE, &id);
        assert_int_equal(insert, round ? NOE_INSERT_OLD : NOE_INSERT_NEW);
        ids[i] = round ? ids[i] : id;
        assert_int_equal(id, ids[i]);
        assert_true(noe_store_find(store, key, bytes, 12345, &id) && id == ids[i]);
        assert_true(noe_store_is(store, id, key, bytes, 12345));
        assert_false(i && noe_store_is(store, ids[i - 1], key, bytes, 12345));
      }
      assert_int_equal(noe_store_count(store), 20);
      if (round == 1)
        assert_true(noe_store_close_level(store));
    }
    noe_store_delete(store);
  }
}

/* ---------------------------------------------------------------- small memory */

static void uses_the_memory_it_may(void **state) {
  (void)state;
#ifdef NOE_HOSTILE
  static const size_t limits[] = {20000, 40000};
#else
  static const size_t limits[] = {100000, 1000000, 3000000, 5000001};
#endif
  static const uint32_t sizes[] = {4, 9, 23};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
      noe_base_memory_set_limit(memory, limits[i]);
      struct noe_store_shape shape = shape_of(1, sizes[j], true);
      struct noe_store *store = noe_store_new(memory, &shape);
      assert_non_null(store);
      uint64_t id, last = NOE_NO_STATE;
      uint32_t count = 0;
      for (; kit_insert(store, 0, count, last, &id) != NOE_INSERT_FULL; count++)
        if (count % 100 == 0 && noe_store_close_level(store))
          last = id;
      assert_null(noe_store_check(store));
      assert_int_equal(noe_store_count(store), count);
      /* What is there is still found. */
      assert_int_equal(kit_insert(store, 0, count / 2, NOE_NO_STATE, &id), NOE_INSERT_OLD);
      assert_int_equal(kit_read(store, id), count / 2);
      assert_int_equal(noe_store_bytes(store), noe_base_memory_used(memory));
      assert_true(noe_base_memory_used(memory) <= limits[i]);
      /* No more than a fifth of the memory is anything but states and a full table,
       * although these keys do not fall into halves that others have as well. */
      uint64_t useful = count * (sizes[j] + 1 + (store->set.table.wide ? 8 : 4));
      assert_true(sizes[j] < NOE_HALVES_LEAST_BYTES ? !store->set.whole : store->set.whole < count || count < 5000);
      if (limits[i] > 200000)
        assert_true(useful * 5 >= limits[i] * 4);
      noe_store_delete(store);
      noe_base_memory_set_limit(memory, 0);
    }
}

static const struct kit_graph failing_graph = {4000, 3, 3, 9};

static uint32_t search_with_too_little(struct noe_store_shape shape) {
  struct noe_store *store = noe_store_new(memory, &shape);
  if (!store)
    return 1;
  struct kit_search search;
  kit_run(&search, store, &failing_graph);
  assert_int_equal(noe_store_count(store), search.fresh);
  assert_null(noe_store_check(store));
  noe_store_delete(store);
  return search.full;
}

/* Whichever request fails: FULL, or nothing is noticed; never a broken store. */
static void survives_failures(enum noe_store_kind kind, bool fixed, uint32_t threads) {
  struct noe_store_shape shape = shape_of(threads, 16, fixed);
  shape.kind = kind;
  for (uint64_t nth = 1; nth < 120; nth += stride()) {
    noe_base_memory_fail_at(memory, nth);
    search_with_too_little(shape);
    noe_base_memory_fail_at(memory, 0);
  }
  for (size_t limit = 1000; limit < 50000; limit += 1777 * stride()) {
    noe_base_memory_set_limit(memory, limit);
    assert_true(search_with_too_little(shape));
    assert_int_equal(noe_base_memory_used(memory), 0);
  }
  noe_base_memory_set_limit(memory, 0);
}

static void full_survives_failures(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++)
    survives_failures(NOE_STORE_FULL, i % 2, i / 2 + 1);
}

static void tree_survives_failures(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++)
    survives_failures(NOE_STORE_TREE, i % 2, i / 2 + 1);
}

static void compact_survives_failures(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++)
    survives_failures(NOE_STORE_COMPACT, i % 2, i / 2 + 1);
}

/* A run of few states stays small. */
static void starts_small(void **state) {
  (void)state;
  struct noe_store_shape shape = shape_of(8, 16, true);
  struct noe_store *store = noe_store_new(memory, &shape);
  struct kit_search search;
  kit_run(&search, store, &(struct kit_graph){1000, 3, 1, 11});
  assert_true(noe_base_memory_used(memory) < 96 * 1024);
  noe_store_delete(store);
}

/* -------------------------------------------------------------------- defects */

static uint32_t *used_slot(struct noe_store *store) {
  uint32_t *slots = store->set.table.slots;
  assert_false(store->set.table.wide);
  while (!*slots)
    slots++;
  return slots;
}

static void set_row(struct noe_store *store, uint64_t id, struct noe_row bits) {
  noe_era_write(store->rows.eras[store->rows.count - 1], id, &bits);
}

/* Sets bits in the number of the left half of a state. */
static void set_half(struct noe_store *store, uint64_t id, uint32_t bits) {
  set_row(store, id, (struct noe_row){{bits, 0}, 0});
}

static void plant(struct noe_store *store, int defect) {
  struct noe_set *set = &store->set;
  struct noe_keys *halves = &store->halves.parts[0].keys;
  switch (defect) {
  case 0: *(uint8_t *)noe_column_at(&halves->records, 77) ^= 1; break;        /* a half of a state changed */
  case 1: *used_slot(store) = 0; break;                                       /* a slot forgotten */
  case 2: *used_slot(store) ^= (uint32_t)1 << 31; break;                      /* a tag changed */
  case 3: *used_slot(store) += 500; break;                                    /* a number beyond the end, or twice */
  case 4: *(uint64_t *)noe_column_at(&set->notes, 20) = 12345678; break;      /* no such parent */
  case 5: *(uint64_t *)noe_column_at(&set->notes, 9) = set->base + 12; break; /* an older child */
  case 6: set->hands[0].count++; break;                                       /* a state too many */
  case 7: set->gaps[0].missing++; break;                                      /* wrong numbers */
  case 8: set->gaps[0].end = set->gaps[0].start + 40; break;                  /* states in a gap */
  case 9: memcpy(noe_column_at(&store->halves.open, 20), noe_column_at(&store->halves.open, 21), 8); break;
  case 10: store->closed += 700; break;
  case 11:
    set_row(store, 20, (struct noe_row){{0, 0}, (1 << NOE_ROW_PART_BITS) - 1});
    break; /* a part without states */
  case 12: set_half(store, 20, ((uint32_t)1 << store->rows.eras[store->rows.count - 1]->bits[0]) - 1); break;
  case 13: set_half(store, 20, 1), set_half(store, 21, 1); break; /* one was even */
  case 14: store->levels[1]++; break;
  case 15: set->whole = set->next + 1; break;
  }
}

static void checker_catches_defects(void **state) {
  (void)state;
  for (int defect = 0; defect <= 15; defect++) {
    if (defect == 11 && NOE_ROW_PART_BITS == 1)
      continue; /* both halves of a level have states */
    struct noe_store_shape shape = shape_of(2, KIT_BYTES, true);
    struct noe_store *store = noe_store_new(memory, &shape);
    uint64_t id, first = NOE_NO_STATE;
    for (uint32_t i = 0; i < 500; i++) {
      kit_insert(store, i % 3 == 0, i, first, &id);
      if (i == 10 || i == 450) {
        assert_true(noe_store_close_level(store));
        first = noe_store_level_state(store, 0);
      }
    }
    assert_true(store->set.gap_count > 0);
    assert_null(noe_store_check(store));
    plant(store, defect);
    assert_non_null(noe_store_check(store));
    noe_store_delete(store);
  }
}

static void checker_catches_defects_in_trees(void **state) {
  (void)state;
  for (int defect = 0; defect < 3; defect++) {
    struct noe_store_shape shape = shape_of(2, 20, defect != 2);
    shape.kind = NOE_STORE_TREE;
    struct noe_store *store = noe_store_new(memory, &shape);
    struct noe_column *pairs = &store->tree.pairs.keys.records;
    uint64_t id, root;
    for (uint32_t i = 0; i < 200; i++)
      kit_insert(store, 0, i, NOE_NO_STATE, &id);
    assert_null(noe_store_check(store));
    switch (defect) {
    case 0: *(uint8_t *)noe_column_at(pairs, 9) ^= 8; break; /* a pair changed */
    case 1: /* a whole other root, in its right place, whose branch is nowhere */
      root = 12345678;
      kit_insert(store, 0, 200, NOE_NO_STATE, &id);
      noe_store_set_insert(&store->set, 0,
                           &(struct noe_offer){.key = (uint8_t *)&root,
                                               .bytes = 8,
                                               .probe.hash = noe_store_hash_key((uint8_t *)&root, 8),
                                               .note = NOE_NO_STATE},
                           &id);
      break;
    case 2: store->tree.most_bytes = 5; break; /* keys longer than can be */
    }
    assert_non_null(noe_store_check(store));
    noe_store_delete(store);
  }
}

/* Keys of many lengths, and whole: what they lie in. */
static void checker_knows_columns_and_pieces(void **state) {
  (void)state;
  struct noe_store_shape shape = shape_of(2, 5, false);
  struct noe_store *store = noe_store_new(memory, &shape);
  struct noe_keys *keys = &store->set.keys;
  uint64_t id;
  for (uint32_t i = 0; i < 60; i++)
    kit_insert(store, i % 2, i, NOE_NO_STATE, &id);
  PLANT(keys->records.room, 0, noe_store_check(store), "a column has more records than its directory can name");
  PLANT(((uint8_t **)keys->text.directory)[0], NULL, noe_store_check(store), "a granule of a column is nowhere");
  PLANT(keys->pieces[0].end, keys->text_next + 1, noe_store_check(store),
        "a thread writes behind the end of its piece");
  PLANT(keys->pieces[0], keys->pieces[1], noe_store_check(store), "two threads write to one piece");
  const uint64_t text_next = keys->text_next;
  keys->pieces[0].next = keys->pieces[0].end = keys->pieces[1].next = keys->pieces[1].end = 0;
  PLANT(keys->text_next, 0, noe_store_check(store), "a key is nowhere");
  const uint64_t last = noe_column_id(&keys->records, noe_store_set_end(&store->set) - 1);
  PLANT(keys->text_next, last + 2, noe_store_check(store), "a key goes on behind the end of the text");
  keys->pieces[0].next = keys->pieces[0].end = keys->pieces[1].next = keys->pieces[1].end = text_next;
  noe_store_delete(store);
}

static void checker_knows_rows(void **state) {
  (void)state;
  struct noe_store_shape shape = shape_of(1, KIT_BYTES, true);
  struct noe_store *store = noe_store_new(memory, &shape);
  uint64_t id;
  for (uint32_t i = 0; i < 100; i++)
    kit_insert(store, 0, i, NOE_NO_STATE, &id);
  assert_true(noe_store_close_level(store));
  for (uint32_t i = 100; i < 300; i++)
    kit_insert(store, 0, i, noe_store_level_state(store, 3), &id);
  assert_true(noe_store_close_level(store));
  struct noe_era *era = store->rows.eras[0];
  PLANT(era->width, era->width + 1, noe_store_check(store), "a row is not as wide as its parts");
  PLANT(era->masks[1], 0, noe_store_check(store), "the number of a half does not fit into its bits");
  PLANT(store->rows.eras[store->rows.count - 1]->blocks.reserved, 0, noe_store_check(store),
        "an era has more rows than blocks for them");
  noe_store_delete(store);
}

static void checker_knows_fronts(void **state) {
  (void)state;
  struct noe_store_shape shape = shape_of(1, 20, true);
  shape.kind = NOE_STORE_COMPACT;
  struct noe_store *store = noe_store_new(memory, &shape);
  uint64_t id;
  for (uint32_t i = 0; i < 50; i++)
    kit_insert(store, 0, i, NOE_NO_STATE, &id);
  assert_true(noe_store_close_level(store));
  for (uint32_t i = 50; i < 90; i++)
    kit_insert(store, 0, i, 3, &id);
  uint8_t *key = noe_column_at(&store->fronts[1].records, 7), *older = noe_column_at(&store->fronts[0].records, 7);
  PLANT(store->front_bases[1], 7, noe_store_check(store), "the front is not the open level");
  PLANT(key[4], (uint8_t)(key[4] + 1), noe_store_check(store),
        "a state has another key than the one that it was found by");
  PLANT(older[4], (uint8_t)(older[4] + 1), noe_store_check(store),
        "a state has another key than the one that it was found by");
  noe_store_delete(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(full_searches_agree, set_up, tear_down),
      cmocka_unit_test_setup_teardown(sparse_searches_agree, set_up, tear_down),
      cmocka_unit_test_setup_teardown(squeezed_keys_come_back, set_up, tear_down),
      cmocka_unit_test_setup_teardown(takes_keys_of_any_length, set_up, tear_down),
      cmocka_unit_test_setup_teardown(tells_keys_of_one_hash_apart, set_up, tear_down),
      cmocka_unit_test_setup_teardown(uses_the_memory_it_may, set_up, tear_down),
      cmocka_unit_test_setup_teardown(full_survives_failures, set_up, tear_down),
      cmocka_unit_test_setup_teardown(tree_searches_agree, set_up, tear_down),
      cmocka_unit_test_setup_teardown(tree_survives_failures, set_up, tear_down),
      cmocka_unit_test_setup_teardown(compact_searches_agree, set_up, tear_down),
      cmocka_unit_test_setup_teardown(compact_survives_failures, set_up, tear_down),
      cmocka_unit_test_setup_teardown(omission_is_bounded, set_up, tear_down),
      cmocka_unit_test_setup_teardown(starts_small, set_up, tear_down),
      cmocka_unit_test_setup_teardown(checker_catches_defects, set_up, tear_down),
      cmocka_unit_test_setup_teardown(checker_catches_defects_in_trees, set_up, tear_down),
      cmocka_unit_test_setup_teardown(checker_knows_columns_and_pieces, set_up, tear_down),
      cmocka_unit_test_setup_teardown(checker_knows_rows, set_up, tear_down),
      cmocka_unit_test_setup_teardown(checker_knows_fronts, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
