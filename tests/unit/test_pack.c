#include "model_kit.h"

#include "model/value.h"

static const char *const colours[] = {"red", "green", "blue"};

static uint64_t seed;
static uint64_t pick(uint64_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % below;
}

static T *random_simple(struct kit *kit) {
  switch (pick(7)) {
  case 0: return kit->builder.boolean;
  case 1: return noe_model_enum(&kit->builder, colours, (uint32_t)pick(4));
  case 2: return noe_model_scalarset(&kit->builder, 1 + (int64_t)pick(5));
  case 3: return noe_model_range(&kit->builder, NOE_VALUE_MIN, NOE_VALUE_MAX);
  case 4: return noe_model_range(&kit->builder, -(int64_t)pick(100), (int64_t)pick(1u << 30));
  case 5:
    return noe_model_union(
        &kit->builder, (T *[]){noe_model_scalarset(&kit->builder, 3), noe_model_enum(&kit->builder, colours, 3)}, 2);
  default: return noe_model_range(&kit->builder, 0, (int64_t)pick(4));
  }
}

static T *random_type(struct kit *kit, unsigned depth) {
  switch (depth ? pick(5) : 4) {
  case 0:
    return noe_model_array(&kit->builder, noe_model_range(&kit->builder, 3, 3 + (int64_t)pick(4)),
                           random_type(kit, depth - 1));
  case 1: {
    uint32_t count = (uint32_t)pick(4);
    struct noe_field *list = fields(kit, count);
    for (uint32_t i = 0; i < count; i++)
      list[i] = (struct noe_field){.name = "f", .type = random_type(kit, depth - 1)};
    return noe_model_record(&kit->builder, list, count);
  }
  case 2: return noe_model_multiset(&kit->builder, pick(5), random_type(kit, depth - 1));
  default: return random_simple(kit);
  }
}

static void random_value(T *type, int64_t *cells) {
  if (type->kind == NOE_TYPE_ARRAY)
    for (uint32_t i = 0; i < type->cells; i += type->stride)
      random_value(type->element, cells + i);
  else if (type->kind == NOE_TYPE_RECORD)
    for (uint32_t i = 0; i < type->field_count; i++)
      random_value(type->fields[i].type, cells + type->fields[i].offset);
  else if (type->kind == NOE_TYPE_MULTISET)
    for (uint32_t i = 0; i < type->cells; i += type->stride) {
      cells[i] = (int64_t)pick(2);
      noe_model_fill(type->element, cells + i + 1, false);
      if (cells[i])
        random_value(type->element, cells + i + 1);
    }
  else if (type->high < type->low || !pick(4))
    cells[0] = NOE_UNDEFINED;
  else
    cells[0] = !pick(3) ? type->low : !pick(3) ? type->high : type->low + (int64_t)pick(noe_type_size(type));
}

/* Exchanges two slots somewhere: the bag stays the same. */
static void disturb(struct noe_model *model, int64_t *cells) {
  for (uint32_t i = 0; i < model->bag_count; i++) {
    const struct noe_multiset_place *bag = &model->bags[i];
    if (bag->type->capacity < 2)
      continue;
    uint32_t a = (uint32_t)pick(bag->type->capacity), b = (uint32_t)pick(bag->type->capacity);
    for (uint32_t k = 0; k < bag->type->stride; k++) {
      int64_t *x = cells + bag->cell + a * bag->type->stride + k, *y = cells + bag->cell + b * bag->type->stride + k;
      int64_t cell = *x;
      *x = *y;
      *y = cell;
    }
  }
}

static void round_trip(uint64_t from) {
  struct kit kit;
  seed = from;
  kit_open(&kit);
  for (uint32_t i = 0, count = (uint32_t)pick(5); i < count; i++)
    variable(&kit, "v", random_type(&kit, 3));
  finish(&kit);
  size_t bytes = (kit.cells + 1) * sizeof(int64_t);
  int64_t *state = noe_base_alloc(kit.memory, bytes), *copy = noe_base_alloc(kit.memory, bytes);
  int64_t *again_cells = noe_base_alloc(kit.memory, bytes);
  uint64_t *words = noe_base_alloc(kit.memory, kit.model.packed_words * 8),
           *again = noe_base_alloc(kit.memory, kit.model.packed_words * 8);
  assert_true(kit.model.packed_words >= 1 && kit.model.packed_bytes <= kit.model.packed_words * 8);
  for (int round = 0; round < 20; round++) {
    for (uint32_t i = 0; i < kit.model.variable_count; i++)
      random_value(kit.variables[i].type, state + kit.variables[i].cell);
    noe_model_normalise(&kit.model, state);
    assert_true(noe_model_state_is_legal(&kit.model, state));
    uint32_t taken = noe_model_pack(&kit.model, state, words);
    assert_true(taken >= 1 && taken <= kit.model.packed_bytes &&
                (kit.model.bag_count || taken == kit.model.packed_bytes));
    noe_model_unpack(&kit.model, words, copy);
    assert_memory_equal(state, copy, kit.cells * sizeof *state);
    for (size_t i = taken; i < kit.model.packed_words * 8; i++)
      assert_int_equal(((const char *)words)[i], 0);
    memset((char *)words + taken, 0xa5, kit.model.packed_words * 8 - taken); /* what is behind it says nothing */
    noe_model_unpack(&kit.model, words, again_cells);
    assert_memory_equal(state, again_cells, kit.cells * sizeof *state);
    memset((char *)words + taken, 0, kit.model.packed_words * 8 - taken);
    disturb(&kit.model, copy);
    for (uint32_t i = 0; i < kit.model.variable_count; i++)
      noe_model_normalise_value(kit.variables[i].type, copy + kit.variables[i].cell);
    assert_int_equal(noe_model_pack(&kit.model, copy, again), taken);
    assert_memory_equal(words, again, kit.model.packed_words * 8);
  }
  noe_base_free(kit.memory, state);
  noe_base_free(kit.memory, copy);
  noe_base_free(kit.memory, again_cells);
  noe_base_free(kit.memory, words);
  noe_base_free(kit.memory, again);
  kit_close(&kit);
}

static void random_round_trips(void **unused) {
  (void)unused;
  for (uint64_t i = 0; i < 400; i++)
    round_trip(i * 7919 + 1);
}

static void bits_do_not_straddle(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit);
  T *wide = noe_model_range(&kit.builder, 0, (int64_t)1 << 40);
  for (int i = 0; i < 5; i++)
    variable(&kit, "w", wide);
  variable(&kit, "b", kit.builder.boolean);
  finish(&kit);
  for (uint32_t i = 0; i < kit.cells; i++)
    assert_true(kit.model.cells[i].shift + kit.model.cells[i].width <= 64);
  assert_int_equal(kit.model.cells[5].width, 2);
  assert_int_equal(kit.model.packed_words, 5);
  assert_int_equal(kit.model.packed_bits, 4 * 64 + 41 + 2);
  kit_close(&kit);
}

/* A place and three bits for what is plain; of the multiset what is there, and a 0. */
static void absent_elements_take_no_room(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit);
  T *range = noe_model_range(&kit.builder, 0, 6);
  variable(&kit, "m", noe_model_multiset(&kit.builder, 3, noe_model_range(&kit.builder, 0, (int64_t)1 << 40)));
  variable(&kit, "x", range);
  variable(&kit, "n", noe_model_multiset(&kit.builder, 2, range));
  finish(&kit);
  assert_int_equal(kit.model.fixed_bits, 3);
  assert_int_equal(kit.model.outer_bag_count, 2);
  assert_int_equal(kit.model.packed_bits, 3 + 3 * 42 + 2 * 4);
  uint64_t words[3];
  int64_t U = NOE_UNDEFINED, state[] = {0, U, 0, U, 0, U, 6, 0, U, 0, U};
  assert_int_equal(noe_model_pack(&kit.model, state, words), 1);
  assert_int_equal(words[0], 7);
  state[0] = 1, state[1] = 9;
  state[7] = 1, state[8] = 2;
  assert_int_equal(noe_model_pack(&kit.model, state, words), (3 + 42 + 1 + 4 + 1 + 7) / 8);
  assert_true(words[0] == (7 | 1 << 3 | 10 << 4 | (uint64_t)1 << 46 | (uint64_t)3 << 47));
  kit_close(&kit);
}

/* The checker must see each planted defect. */
static void illegal_states(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit);
  variable(&kit, "x", noe_model_range(&kit.builder, 0, 3));
  variable(&kit, "m", noe_model_multiset(&kit.builder, 2, kit.builder.boolean));
  finish(&kit);
  assert_int_equal(kit.model.bag_count, 1);
  int64_t good[] = {2, 1, 0, 1, 1};
  assert_true(noe_model_state_is_legal(&kit.model, good));
  const struct {
    int cell;
    int64_t value;
  } defects[] = {{0, 4}, {0, -1}, {1, 0}, {1, 2}, {1, NOE_UNDEFINED}, {3, 0}, {4, NOE_UNDEFINED}, {2, 2}};
  for (size_t i = 0; i < sizeof defects / sizeof *defects; i++) {
    int64_t bad[5];
    memcpy(bad, good, sizeof bad);
    bad[defects[i].cell] = defects[i].value;
    assert_false(noe_model_state_is_legal(&kit.model, bad));
  }
  kit_close(&kit);
}

/* Bags inside bags: equal contents are equal cells, however they were put in. */
static void nested_bags(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit);
  T *inner = noe_model_multiset(&kit.builder, 2, noe_model_range(&kit.builder, 0, 9));
  variable(&kit, "m", noe_model_multiset(&kit.builder, 2, inner));
  finish(&kit);
  assert_int_equal(kit.model.bag_count, 3);
  assert_ptr_equal(kit.model.bags[2].type, kit.variables[0].type);
  int64_t U = NOE_UNDEFINED;
  int64_t a[] = {1, 1, 7, 1, 3, 1, 1, 2, 0, U}, b[] = {1, 1, 2, 0, U, 1, 1, 3, 1, 7};
  noe_model_normalise(&kit.model, a);
  noe_model_normalise(&kit.model, b);
  assert_memory_equal(a, b, sizeof a);
  int64_t raw[] = {U, U, U, U, U, 1, U, U, 1, 4}, clean[] = {1, 1, 4, 0, U, 0, 0, U, 0, U};
  noe_model_normalise(&kit.model, raw);
  assert_memory_equal(raw, clean, sizeof raw);
  kit_close(&kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_round_trips),
      cmocka_unit_test(bits_do_not_straddle),
      cmocka_unit_test(absent_elements_take_no_room),
      cmocka_unit_test(illegal_states),
      cmocka_unit_test(nested_bags),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
