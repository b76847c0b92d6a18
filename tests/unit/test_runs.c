/* Keys of unary models, and of those that are unary but for small blocks: against their
 * description in runs.h and turns.h, against canonical forms, and on the states that models of the house reach. NOE_ROUNDS=N draws N
 * random models (default 400). */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "system/enabled.h"
#include "store/store.h"
#include "symmetry/orbit_sum.h"
#include "symmetry/runs.h"
#include "symmetry/twins.h"
#include "symmetry_kit.h"

struct bench {
  struct kit kit;
  const char *name;
  const struct noe_runs_shape *shape;
  struct noe_runs *runs;
  struct noe_canoniser *exact;
  struct noe_twins twins, expected;
  int64_t *state, *moved, *canon, *decoded, *scratch;
  int64_t *viewed; /* the state that is described */
  uint8_t *key, *again, *described, *candidate;
  uint32_t length;
  int64_t *before; /* canonical form and key of the state before this one */
  uint8_t *before_key;
  uint32_t before_bytes;
  uint16_t *pi;
  struct noe_number size, other;
};

/* False if the model is not unary. */
static bool open_bench(struct bench *b, const char *text, const char *name) {
  struct kit *kit = &b->kit;
  *b = (struct bench){.name = name};
  kit_open_text(kit, text);
  b->shape = noe_symmetry_runs_shape(kit->arena, kit->memory, kit->symmetry);
  bool unary = noe_symmetry_shape(kit->memory, kit->symmetry) == NOE_SHAPE_UNARY;
  assert_int_equal(b->shape && b->shape->turns->count == 1, unary);
  if (!b->shape) {
    kit_close(kit);
    return false;
  }
  b->runs = noe_symmetry_runs_new(kit->memory, b->shape);
  b->exact = noe_symmetry_canoniser_new(kit->memory, kit->symmetry, NOE_CANON_EXACT);
  noe_symmetry_twins_init(&b->twins, kit->arena, kit->symmetry);
  noe_symmetry_twins_init(&b->expected, kit->arena, kit->symmetry);
  b->state = kit_state(kit);
  b->moved = kit_state(kit);
  b->canon = kit_state(kit);
  b->decoded = kit_state(kit);
  b->scratch = kit_state(kit);
  b->viewed = kit_state(kit);
  b->before = kit_state(kit);
  b->before_key = NOE_NEW_ARRAY(kit->arena, uint8_t, b->shape->most_bytes);
  /* Of their exact sizes, and not from the arena: the sanitizer sees a byte too many. */
  b->key = noe_base_alloc(kit->memory, b->shape->most_bytes);
  b->again = noe_base_alloc(kit->memory, b->shape->most_bytes);
  b->described = noe_base_alloc(kit->memory, b->shape->most_bytes);
  b->candidate = noe_base_alloc(kit->memory, b->shape->most_bytes);
  b->pi = kit_row(kit);
  b->size = noe_base_number(kit->memory, 0);
  b->other = noe_base_number(kit->memory, 0);
  return true;
}

static void close_bench(struct bench *b) {
  noe_symmetry_runs_delete(b->runs);
  noe_symmetry_canoniser_delete(b->exact);
  noe_base_free(b->kit.memory, b->key);
  noe_base_free(b->kit.memory, b->again);
  noe_base_free(b->kit.memory, b->described);
  noe_base_free(b->kit.memory, b->candidate);
  noe_base_number_free(&b->size);
  noe_base_number_free(&b->other);
  kit_close(&b->kit);
}

static void expect(const struct bench *b, bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "state:");
  for (uint32_t i = 0; i < b->kit.model->cell_count; i++)
    fprintf(stderr, b->state[i] == NOE_UNDEFINED ? " U" : " %lld", (long long)b->state[i]);
  fail_msg("%s: %s", what, b->name);
}

static bool same(const struct bench *b, const int64_t *x, const int64_t *y) { return !memcmp(x, y, b->kit.bytes); }

/* ------------------------------------------- the key, word by word as described */

struct described {
  uint8_t *bytes;
  uint32_t bits;
};

static void write_bits(struct described *key, uint64_t number, uint32_t width) {
  for (uint32_t i = 0; i < width; i++, key->bits++) {
    if (key->bits % 8 == 0)
      key->bytes[key->bits / 8] = 0;
    key->bytes[key->bits / 8] |= (uint8_t)((number >> i & 1) << key->bits % 8);
  }
}

static void write_cell(struct described *key, const struct noe_cell *cell, int64_t value) {
  write_bits(key, value == cell->empty ? 0 : (uint64_t)value - (uint64_t)cell->base + 1, cell->width);
}

static uint32_t slice_cell(const struct noe_slice *slice, uint32_t k, uint32_t number) {
  return slice->cells[k] + number * slice->strides[k];
}

/* Last cell first: it decides. The order of values is that of the stored numbers. */
static int compare_points(const struct bench *b, const struct noe_slice *slice, const struct noe_block *block,
                          const int *last, uint32_t x, uint32_t y) {
  for (uint32_t k = slice->count; k-- > 0;) {
    int64_t left = b->viewed[slice_cell(slice, k, x)], right = b->viewed[slice_cell(slice, k, y)];
    if (left != right)
      return left < right ? -1 : 1; /* undefined is the least of all */
  }
  return last[block->first + x] - last[block->first + y];
}

enum { MOST_POINTS = 200 };

/* The number of entries before that of each point. */
static void number_entries(const struct bench *b, uint32_t number, const int *last, uint32_t *entry, uint32_t *count) {
  const struct noe_block *block = &b->shape->large->blocks[number];
  const struct noe_slice *slice = &b->shape->slices[number];
  for (uint32_t x = 0; x < block->size; x++) {
    uint32_t before = 0, alike = 0;
    for (uint32_t y = 0; y < block->size; y++) {
      bool first_of_its_entry = true;
      for (uint32_t z = 0; z < y; z++)
        first_of_its_entry &= compare_points(b, slice, block, last, y, z) != 0;
      before += first_of_its_entry && compare_points(b, slice, block, last, y, x) < 0;
      alike += compare_points(b, slice, block, last, y, x) == 0;
    }
    entry[block->first + x] = before;
    count[block->first + x] = alike;
  }
}

static uint32_t describe(const struct bench *b, uint8_t *bytes) {
  const struct noe_symmetry *symmetry = b->shape->large;
  const struct noe_model *model = b->kit.model;
  int last[MOST_POINTS] = {0};
  uint32_t entry[MOST_POINTS], count[MOST_POINTS];
  struct described key = {.bytes = bytes};
  for (uint32_t k = 0; k < b->shape->pointer_count; k++) {
    uint32_t cell = b->shape->plain[b->shape->pointers[k]];
    int32_t point = noe_symmetry_point(symmetry, model->cells[cell].type, b->viewed[cell]);
    if (point >= 0)
      last[point] = (int)k + 1;
  }
  for (uint32_t i = 0; i < symmetry->block_count; i++)
    number_entries(b, i, last, entry, count);
  for (uint32_t i = 0; i < b->shape->plain_count; i++) {
    uint32_t cell = b->shape->plain[i];
    int64_t value = b->viewed[cell], local;
    const struct noe_type *type = model->cells[cell].type;
    int32_t point = type ? noe_symmetry_point(symmetry, type, value) : -1;
    if (point >= 0) {
      noe_model_value_type(type, value, &local);
      value = value - local + entry[point];
    }
    write_cell(&key, &model->cells[cell], value);
  }
  for (uint32_t i = 0; i < symmetry->block_count; i++) {
    const struct noe_block *block = &symmetry->blocks[i];
    const struct noe_slice *slice = &b->shape->slices[i];
    uint32_t written = 0;
    for (uint32_t number = 0; written < block->size; number++) {
      uint32_t x = 0;
      while (entry[block->first + x] != number)
        x++;
      for (uint32_t k = 0; k < slice->count; k++)
        write_cell(&key, &model->cells[slice_cell(slice, k, x)], b->viewed[slice_cell(slice, k, x)]);
      uint32_t points = count[block->first + x], width = 0;
      while (block->size - 2 >= 1u << width)
        width++;
      write_bits(&key, points > 1, 1);
      if (points > 1)
        write_bits(&key, points - 2, width);
      written += points;
    }
  }
  return (key.bits + 7) / 8;
}

/* The permutations of the small blocks are all there, once each. */
static void check_turns(const struct bench *b) {
  const struct noe_symmetry *symmetry = b->kit.symmetry;
  const struct noe_listed_permutations *turns = b->shape->turns;
  uint32_t count = 1;
  for (uint32_t k = 0; k < symmetry->block_count; k++)
    for (uint32_t i = 2; turns->is_small[k] && i <= symmetry->blocks[k].size; i++)
      count *= i;
  assert_int_equal(count, turns->count);
  assert_true(count <= NOE_MOST_LISTED);
  if (count == 1)
    return;
  for (uint32_t i = 0; i < count; i++) {
    assert_true(noe_symmetry_is_permutation(symmetry, turns->turns[i].permutation));
    for (uint32_t k = 0; k < symmetry->block_count; k++)
      for (uint32_t p = symmetry->blocks[k].first; p < symmetry->blocks[k].first + symmetry->blocks[k].size; p++)
        assert_true(turns->is_small[k] || turns->turns[i].permutation[p] == p);
    for (uint32_t k = 0; k < i; k++)
      assert_memory_not_equal(turns->turns[i].permutation, turns->turns[k].permutation,
                              symmetry->points * sizeof(uint16_t));
  }
}

/* The deciding number of the state viewed. */
static uint64_t describe_deciding(const struct bench *b) {
  const struct noe_listed_permutations *turns = b->shape->turns;
  uint64_t number = 0;
  for (uint32_t i = 0; i < turns->deciding_count; i++) {
    const struct noe_cell *cell = &b->kit.model->cells[turns->cells[turns->deciding[i].turned]];
    int64_t value = b->viewed[turns->cells[turns->deciding[i].turned]];
    number |= (value == cell->empty ? 0 : (uint64_t)(value - cell->base) + 1) << turns->deciding[i].shift;
  }
  return number;
}

/* The census of the state viewed: how many points name each small point, cell by cell. */
static void describe_census(const struct bench *b, uint64_t *census) {
  const struct noe_listed_permutations *turns = b->shape->turns;
  for (uint32_t i = 0; i < turns->small_count; i++) {
    census[i] = 0;
    for (uint32_t k = 0; k < turns->census_count; k++)
      for (uint32_t x = 0; x < turns->census[k].size; x++) {
        uint32_t cell = turns->census[k].cell + x * turns->census[k].stride;
        bool names =
            noe_symmetry_point(b->kit.symmetry, b->kit.model->cells[cell].type, b->viewed[cell]) == turns->small[i];
        census[i] += (uint64_t)names << turns->census[k].shift;
      }
  }
}

static int compare_census(const struct bench *b, const uint64_t *left, const uint64_t *right) {
  for (uint32_t i = 0; i < b->shape->turns->small_count; i++)
    if (left[i] != right[i])
      return left[i] < right[i] ? -1 : 1;
  return 0;
}

/* The least of the keys of all turns. */
static uint32_t describe_least(struct bench *b) {
  const struct noe_listed_permutations *turns = b->shape->turns;
  uint64_t least = 0, census[NOE_MOST_SMALL], least_census[NOE_MOST_SMALL] = {0};
  uint32_t bytes = 0;
  for (uint32_t i = 0; i < turns->count; i++) {
    if (turns->count > 1)
      noe_symmetry_apply(b->kit.symmetry, turns->turns[i].permutation, b->state, b->viewed);
    else
      memcpy(b->viewed, b->state, b->kit.bytes);
    uint64_t number = describe_deciding(b);
    describe_census(b, census);
    uint32_t length = describe(b, b->candidate);
    expect(b, !bytes || length == bytes, "one length for all turns");
    int order = number == least ? compare_census(b, census, least_census) : number < least ? -1 : 1;
    if (bytes && (order > 0 || (order == 0 && memcmp(b->candidate, b->described, bytes) >= 0)))
      continue;
    least = number;
    memcpy(least_census, census, sizeof census);
    bytes = length;
    memcpy(b->described, b->candidate, bytes);
  }
  return bytes;
}

/* ------------------------------------------------------------------ checks */

static bool is_key(const struct bench *b, const uint8_t *key, uint32_t length) {
  return length == b->length && !memcmp(key, b->key, length);
}

/* Two points are of one class just if their exchange fixes the state. */
static void check_twins_one_by_one(struct bench *b) {
  const struct noe_symmetry *symmetry = b->kit.symmetry;
  const struct noe_twins *twins = &b->twins;
  for (uint32_t k = 0; k < symmetry->block_count; k++)
    for (uint32_t p = symmetry->blocks[k].first; p < symmetry->blocks[k].first + symmetry->blocks[k].size; p++) {
      uint32_t before = 0, members = 1;
      for (uint32_t q = symmetry->blocks[k].first; q < symmetry->blocks[k].first + symmetry->blocks[k].size; q++) {
        if (p == q)
          continue;
        noe_symmetry_identity(symmetry, b->pi);
        b->pi[p] = (uint16_t)q;
        b->pi[q] = (uint16_t)p;
        noe_symmetry_apply(symmetry, b->pi, b->decoded, b->moved);
        bool are = same(b, b->moved, b->decoded);
        bool said = twins->class_of[p] != NOE_NO_TWINS && twins->class_of[p] == twins->class_of[q];
        expect(b, are == said, "twins are those whose exchange fixes the state");
        before += are && q < p;
        members += are;
      }
      expect(b, (members == 1) == (twins->class_of[p] == NOE_NO_TWINS), "who has none has no class");
      expect(b, members == 1 || twins->size_of[twins->class_of[p]] == members, "a class is as large as it is");
      expect(b, members == 1 || twins->rank_of[p] == before, "ranks go up");
    }
}

static void check_twins(struct bench *b) {
  if (b->shape->turns->count > 1) {
    check_twins_one_by_one(b);
    return;
  }
  const struct noe_twins *one = &b->twins, *two = &b->expected;
  noe_symmetry_canon(b->exact, b->decoded, b->canon);
  noe_symmetry_twins_of(b->exact, &b->expected);
  expect(b, one->count == two->count, "as many classes of twins");
  for (uint32_t p = 0; p < b->kit.symmetry->points; p++) {
    uint16_t class = one->class_of[p], other = two->class_of[p];
    expect(b, (class == NOE_NO_TWINS) == (other == NOE_NO_TWINS), "the same points have twins");
    if (class == NOE_NO_TWINS)
      continue;
    expect(b, one->size_of[class] == two->size_of[other], "classes of the same size");
    expect(b, one->rank_of[p] < one->size_of[class], "a rank is a position");
    for (uint32_t q = 0; q < p; q++) {
      expect(b, (one->class_of[q] == class) == (two->class_of[q] == other), "the same classes");
      expect(b, one->class_of[q] != class || one->rank_of[q] != one->rank_of[p], "ranks differ");
    }
  }
}

/* The counts are in the key, and the sum of one orbit, taken by primes, is its size. */
static void check_sum(struct bench *b) {
  struct noe_arena *arena = noe_base_arena_new(b->kit.memory);
  const struct noe_orbit_sum *sum = noe_symmetry_orbit_sum(arena, b->kit.symmetry, b->shape->turns->count);
  uint64_t *sums = NOE_NEW_ARRAY(arena, uint64_t, sum->count), *twice = NOE_NEW_ARRAY(arena, uint64_t, sum->count);
  uint16_t *counts = NOE_NEW_ARRAY(arena, uint16_t, b->kit.symmetry->points);
  uint32_t *entries = NOE_NEW_ARRAY(arena, uint32_t, b->kit.symmetry->block_count), all = 0;
  uint32_t found = noe_symmetry_runs_counts(b->shape, b->key, counts, entries);
  for (uint32_t i = 0; i < b->shape->large->block_count; i++)
    all += entries[i];
  expect(b, all == found, "every entry is in a block");
  noe_symmetry_orbit_sum_add(sum, sums, counts, found, noe_symmetry_runs_listed(b->runs, b->key));
  noe_symmetry_orbit_sum_total(sum, sums, &b->other);
  expect(b, !noe_base_number_compare(&b->size, &b->other), "the sum of one orbit is its size");
  noe_symmetry_orbit_sum_join(sum, twice, sums);
  noe_symmetry_orbit_sum_total(sum, twice, &b->other);
  expect(b, !noe_base_number_compare(&b->size, &b->other), "a row is added to nothing");
  noe_base_arena_delete(arena);
}

static void check_state(struct bench *b, struct noe_random *random) {
  const struct noe_symmetry *symmetry = b->kit.symmetry;
  assert_true(noe_model_state_is_legal(b->kit.model, b->state));
  memset(b->key, 0xa5, b->shape->most_bytes);
  b->length = noe_symmetry_runs_encode(b->runs, b->state, b->key);
  expect(b, is_key(b, b->described, describe_least(b)), "the key is as described");
  noe_symmetry_runs_orbit_size(b->runs, &b->size);
  noe_symmetry_canon(b->exact, b->state, b->canon);
  noe_symmetry_orbit_size(b->exact, &b->other);
  expect(b, !noe_base_number_compare(&b->size, &b->other), "the orbit has the size that canon says");

  /* With the state before: one key, one form. */
  expect(b,
         !b->before_bytes || (b->before_bytes == b->length && !memcmp(b->before_key, b->key, b->length)) ==
                                 same(b, b->before, b->canon),
         "states have the same key just if they are in one orbit");
  memcpy(b->before, b->canon, b->kit.bytes);
  memcpy(b->before_key, b->key, b->length);
  b->before_bytes = b->length;

  /* A copy of the exact length: decoding must not look beyond. */
  uint8_t *copy = noe_base_alloc(b->kit.memory, b->length);
  memcpy(copy, b->key, b->length);
  memset(b->decoded, 0x5a, b->kit.bytes);
  noe_symmetry_runs_decode(b->runs, copy, b->decoded, &b->twins);
  noe_base_free(b->kit.memory, copy);
  expect(b, noe_model_state_is_legal(b->kit.model, b->decoded), "a representative is legal");
  const uint16_t *row = noe_symmetry_runs_permutation(b->runs);
  expect(b, noe_symmetry_is_permutation(symmetry, row), "the record is a permutation");
  noe_symmetry_apply(symmetry, row, b->state, b->scratch);
  expect(b, same(b, b->scratch, b->decoded), "pi s = representative");
  check_twins(b);
  check_sum(b);

  expect(b, is_key(b, b->again, noe_symmetry_runs_encode(b->runs, b->decoded, b->again)), "encode (decode k) = k");
  row = noe_symmetry_runs_permutation(b->runs);
  for (uint32_t p = 0; p < symmetry->points; p++)
    expect(b, row[p] == p, "a representative stays");
  kit_shuffle(symmetry, random, b->pi);
  noe_symmetry_apply(symmetry, b->pi, b->state, b->moved);
  expect(b, is_key(b, b->again, noe_symmetry_runs_encode(b->runs, b->moved, b->again)), "encode (pi s) = encode s");
  memset(b->scratch, 0x5a, b->kit.bytes);
  noe_symmetry_runs_decode(b->runs, b->again, b->scratch, NULL);
  expect(b, same(b, b->scratch, b->decoded), "one representative");
}

/* ---------------------------------------------------- random unary models */

static void draw(struct noe_random *random, struct noe_text *text, const char *const *choices, uint32_t count) {
  noe_base_text_puts(text, choices[noe_random_below(random, count)]);
}
#define DRAW(random, text, choices) draw((random), (text), (choices), sizeof(choices) / sizeof(choices)[0])

/* A type that names no point, but perhaps one of a small block, Q. */
static void draw_plain_type(struct noe_random *random, struct noe_text *text, uint32_t depth, bool small) {
  static const char *const leaves[] = {
      "boolean", "E", "0..2", "3..3", "-5..12345678901", "ONE", "UNMOVED", "-4611686018427387904..4611686018427387904"};
  static const char *const wrappers[] = {"array [0..1] of ", "array [E] of ", "multiset [2] of ",
                                         "record f: ", "array [UNMOVED] of "};
  static const char *const names[] = {
      "Q", "Q", "Q", "union {E, Q}", "multiset [2] of Q", "array [Q] of E", "array [Q] of Q", "record f: Q; g: Q; end"};
  uint32_t wrapper = (uint32_t)noe_random_below(random, 10);
  if (!depth || wrapper >= 5) {
    if (small && noe_random_below(random, 2))
      DRAW(random, text, names);
    else
      DRAW(random, text, leaves);
    return;
  }
  noe_base_text_puts(text, wrappers[wrapper]);
  draw_plain_type(random, text, depth - 1, small);
  if (wrapper == 3) {
    noe_base_text_puts(text, "; g: ");
    draw_plain_type(random, text, depth - 1, small);
    noe_base_text_puts(text, "; end");
  }
}

static void draw_variable(struct noe_random *random, struct noe_text *text, bool small) {
  static const char *const indices[] = {"P", "R", "V", "U", "Q"};
  static const char *const pointers[] = {"P",
                                         "Q",
                                         "R",
                                         "U",
                                         "V",
                                         "array [0..2] of P",
                                         "array [E] of V",
                                         "record f: U; g: 0..1; h: Q; end",
                                         "array [Q] of P",
                                         "array [Q] of U"};
  uint32_t kind = (uint32_t)noe_random_below(random, 6);
  if (kind < 3) {
    noe_base_text_puts(text, "array [");
    draw(random, text, indices, small ? 3 : 5);
    noe_base_text_puts(text, "] of ");
    draw_plain_type(random, text, 2, small);
  } else if (kind < 5) {
    DRAW(random, text, pointers);
  } else {
    draw_plain_type(random, text, 2, small);
  }
}

static void draw_model(struct noe_random *random, struct noe_text *text, uint32_t n, uint32_t m, bool small) {
  noe_base_text_clear(text);
  noe_base_text_printf(text,
                       "type P: scalarset(%u); R: scalarset(%u); Q: scalarset(%u); ONE: scalarset(1);\n"
                       "E: enum {red, blue}; UNMOVED: enum {low, high}; U: union {P, E, Q, ONE}; V: union {R, P, E};\n"
                       "var ",
                       n, n, m);
  uint32_t count = 1 + (uint32_t)noe_random_below(random, 5);
  bool tied = noe_random_below(random, 2) == 0;
  if (tied)
    noe_base_text_puts(text, "x: P; y: R;\n");
  for (uint32_t i = 0; i < count; i++) {
    noe_base_text_printf(text, "v%u: ", i);
    draw_variable(random, text, small);
    noe_base_text_puts(text, ";\n");
  }
  noe_base_text_printf(text, "rule false ==> %s end; startstate begin end;\n", tied ? "x := y" : "return");
}

/* Few different values, so that slices are often equal. */
static void draw_state(struct bench *b, struct noe_random *random) {
  uint32_t defined = (uint32_t)noe_random_below(random, 9), variety = 1 + (uint32_t)noe_random_below(random, 3);
  if (noe_random_below(random, 4) == 0)
    variety = UINT32_MAX;
  kit_fill(b->kit.model, random, defined, variety, b->state);
}

static uint64_t rounds_wanted(void) {
  const char *text = getenv("NOE_ROUNDS");
  return text ? strtoull(text, NULL, 10) : 400;
}

static void random_models(void **unused) {
  (void)unused;
  struct noe_random random = {16};
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_text text = noe_base_text(memory);
  uint32_t unary = 0, turned = 0;
  for (uint64_t i = rounds_wanted(); i > 0; i--) {
    uint32_t n = 2 + (uint32_t)noe_random_below(&random, noe_random_below(&random, 8) ? 6 : 60);
    bool small = i % 2;
    draw_model(&random, &text, n, 2 + (uint32_t)noe_random_below(&random, small ? 3 : 4), small);
    struct bench b;
    if (!open_bench(&b, noe_base_text_string(&text), noe_base_text_string(&text)))
      continue;
    unary += b.shape->turns->count == 1;
    turned += b.shape->turns->count > 1;
    check_turns(&b);
    for (uint32_t k = n > 8 ? 4 : 40; k > 0; k--) {
      draw_state(&b, &random);
      check_state(&b, &random);
    }
    close_bench(&b);
  }
  assert_true(rounds_wanted() < 100 || (unary > rounds_wanted() / 4 && turned > rounds_wanted() / 4));
  noe_base_text_free(&text);
  noe_base_memory_delete(memory);
}

/* ---------------------------------------------------- the shapes of the zoo */

static void shapes(void **unused) {
  (void)unused;
  uint32_t unary = 0, turned = 0;
  for (uint32_t i = 0; i < ZOO; i++) {
    char text[1000];
    snprintf(text, sizeof text, "const N: 4; M: 3; %s rule false ==> %s; end; startstate begin end;",
             zoo[i].declarations, zoo[i].statement ? zoo[i].statement : "return");
    struct bench b;
    struct noe_random random = {i};
    if (!open_bench(&b, text, zoo[i].name))
      continue;
    unary += b.shape->turns->count == 1;
    turned += b.shape->turns->count > 1;
    check_turns(&b);
    for (uint32_t k = 0; k < 200; k++) {
      draw_state(&b, &random);
      check_state(&b, &random);
    }
    close_bench(&b);
  }
  assert_int_equal(unary, 4);  /* unary, identifiers, queue, plain bags */
  assert_int_equal(turned, 3); /* with M = 3 for the blocks that are named */
}

/* --------------------------------------------------------- reachable states */

struct reach {
  struct bench *b;
  struct noe_store *forms, *keys; /* numbered in step, if keys tell orbits apart */
  struct noe_random *random;
  uint64_t *packed, *padded;
};

static enum noe_insert insert(struct noe_store *store, const uint8_t *key, uint32_t bytes, uint64_t *id) {
  return noe_store_insert(store, 0, key, bytes, noe_store_hash_key(key, bytes), NOE_NO_STATE, id);
}

static struct noe_store *new_store(struct bench *b, uint32_t most_bytes, bool fixed) {
  return noe_store_new(b->kit.memory,
                       &(struct noe_store_shape){.threads = 1, .most_bytes = most_bytes, .fixed = fixed});
}

static void arrive(struct reach *reach) {
  struct bench *b = reach->b;
  uint64_t form, key;
  noe_symmetry_canon(b->exact, b->state, b->canon);
  noe_model_pack(b->kit.model, b->canon, reach->packed);
  uint32_t bytes = noe_symmetry_runs_encode(b->runs, b->state, (uint8_t *)reach->padded);
  enum noe_insert one = insert(reach->forms, (uint8_t *)reach->packed, b->kit.model->packed_bytes, &form);
  enum noe_insert two = insert(reach->keys, (uint8_t *)reach->padded, bytes, &key);
  expect(b, one == two && form == key, "one key for each canonical form");
  if (one == NOE_INSERT_NEW)
    check_state(b, reach->random);
}

static void explore(struct bench *b, uint64_t most) {
  struct noe_machine *machine = noe_model_machine_new(b->kit.memory, b->kit.model);
  struct noe_enabled enabled = noe_system_enabled(b->kit.memory, machine, b->kit.model);
  struct noe_random random = {7};
  struct reach reach = {.b = b, .random = &random};
  reach.forms = new_store(b, b->kit.model->packed_bytes, true);
  reach.keys = new_store(b, b->shape->most_bytes, false);
  reach.packed = NOE_NEW_ARRAY(b->kit.arena, uint64_t, b->kit.model->packed_words);
  reach.padded = NOE_NEW_ARRAY(b->kit.arena, uint64_t, (b->shape->most_bytes + 7) / 8);
  int64_t *from = kit_state(&b->kit);
  noe_system_enabled_starts(&enabled, NULL, NULL);
  for (uint64_t at = 0;; at++) {
    for (size_t i = 0; i < enabled.count; i++)
      if (noe_model_machine_fire(machine, enabled.items[i].clause, noe_enabled_arguments(&enabled, i), at ? from : NULL,
                                 b->state) == NOE_OUTCOME_TRUE)
        arrive(&reach);
    if (at == noe_store_count(reach.forms) || at == most)
      break;
    noe_store_read(reach.forms, at, (uint8_t *)reach.packed);
    noe_model_unpack(b->kit.model, reach.packed, from);
    noe_system_enabled_rules(&enabled, from, NULL, NULL);
  }
  assert_true(noe_store_count(reach.forms) > 1);
  noe_store_delete(reach.forms);
  noe_store_delete(reach.keys);
  noe_system_enabled_free(&enabled);
  noe_model_machine_delete(machine);
}

static char *read_text(const char *path) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char *text = calloc(1, 1 << 20);
  assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return text;
}

/* The tests are run from the root of the project. */
static void reachable_states(void **unused) {
  (void)unused;
  glob_t models;
  uint32_t unary = 0;
  assert_int_equal(glob("models/*.m", 0, NULL, &models), 0);
  for (size_t i = 0; i < models.gl_pathc; i++) {
    char *text = read_text(models.gl_pathv[i]);
    struct bench b;
    if (open_bench(&b, text, models.gl_pathv[i])) {
      explore(&b, 400);
      close_bench(&b);
      unary++;
    }
    free(text);
  }
  assert_true(unary >= 5);
  globfree(&models);
}

/* ------------------------------------------------------------- known answers */

/* A key written out: both sides of the format, without this code's help. */
static void written_out(void **unused) {
  (void)unused;
  struct bench b;
  assert_true(open_bench(&b,
                         "type P: scalarset(5); var a: array [P] of 0..2; h: P; t: 0..6;"
                         "rule false ==> return end; startstate begin end;",
                         "written out"));
  /* a = 2 0 0 2 0, h names point 3, t = 4. Entries in order: 0 three times, 2 unnamed,
   * 2 named; h is entry 2, stored 3 in 3 bits; t is stored 5 in 3 bits. A slice
   * takes 2 bits, counts 2. */
  static const int64_t state[] = {2, 0, 0, 2, 0, 3, 4};
  memcpy(b.state, state, sizeof state);
  b.length = noe_symmetry_runs_encode(b.runs, b.state, b.key);
  /* bits, first lowest: 110 101 | 10 1 10 | 11 0 | 11 0 */
  static const uint8_t key[] = {0x6b, 0xdb, 0x00};
  assert_int_equal(b.length, sizeof key);
  assert_memory_equal(b.key, key, sizeof key);
  noe_symmetry_runs_decode(b.runs, key, b.decoded, &b.twins);
  static const int64_t representative[] = {0, 0, 0, 2, 2, 4, 4};
  assert_memory_equal(b.decoded, representative, sizeof representative);
  assert_int_equal(b.twins.count, 1);
  assert_int_equal(b.twins.size_of[0], 3);
  close_bench(&b);
}

/* Points by the thousand: the merge sort, and numbers beyond a word. */
static void many_points(void **unused) {
  (void)unused;
  struct bench b;
  struct noe_random random = {5};
  assert_true(open_bench(&b,
                         "type P: scalarset(3000); var a: array [P] of 0..12; b: array [P] of record l: "
                         "-4611686018427387904..4611686018427387904; m: 0..1; end; h: P;"
                         "rule false ==> return end; startstate begin end;",
                         "many points"));
  for (uint32_t i = 0; i < 4; i++) {
    kit_fill(b.kit.model, &random, 6, i ? 3 : 4000, b.state);
    b.length = noe_symmetry_runs_encode(b.runs, b.state, b.key);
    noe_symmetry_runs_orbit_size(b.runs, &b.size);
    noe_symmetry_canon(b.exact, b.state, b.canon);
    noe_symmetry_orbit_size(b.exact, &b.other);
    expect(&b, !noe_base_number_compare(&b.size, &b.other), "the orbit has the size that canon says");
    noe_symmetry_runs_decode(b.runs, b.key, b.decoded, &b.twins);
    noe_symmetry_apply(b.kit.symmetry, noe_symmetry_runs_permutation(b.runs), b.state, b.scratch);
    expect(&b, same(&b, b.scratch, b.decoded), "pi s = representative");
    kit_shuffle(b.kit.symmetry, &random, b.pi);
    noe_symmetry_apply(b.kit.symmetry, b.pi, b.state, b.moved);
    expect(&b, is_key(&b, b.again, noe_symmetry_runs_encode(b.runs, b.moved, b.again)), "encode (pi s) = encode s");
  }
  close_bench(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(written_out), cmocka_unit_test(shapes),           cmocka_unit_test(random_models),
      cmocka_unit_test(many_points), cmocka_unit_test(reachable_states),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
