#include "model_kit.h"

static const char *const colours[] = {"red", "green", "blue"};

static void simple_types(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit);
  T *range = noe_model_range(&kit.builder, -3, 4);
  assert_int_equal(range->cells, 1);
  assert_int_equal(noe_type_size(range), 8);
  assert_true(noe_type_is_integer(range) && noe_type_is_integer(kit.builder.integer));
  T *none = noe_model_enum(&kit.builder, NULL, 0);
  assert_int_equal(noe_type_size(none), 0);
  assert_int_equal(kit.builder.boolean->high, 1);
  assert_ptr_equal(kit.builder.types.items[range->id], range);
  kit_close(&kit);
}

static void unions_are_flat(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit);
  T *set = noe_model_scalarset(&kit.builder, 2), *other = noe_model_scalarset(&kit.builder, 4);
  T *colour = noe_model_enum(&kit.builder, colours, 3);
  T *inner = noe_model_union(&kit.builder, (T *[]){set, colour}, 2);
  T *outer = noe_model_union(&kit.builder, (T *[]){other, inner, set}, 3);
  assert_int_equal(outer->part_count, 3);
  assert_int_equal(outer->high, 8);
  assert_int_equal(noe_model_union_part(outer, colour), 2);
  assert_int_equal(noe_model_union_part(inner, other), -1);
  assert_int_equal(noe_model_union_part(set, set), -1);
  int64_t number;
  assert_ptr_equal(noe_model_value_type(outer, 5, &number), set);
  assert_int_equal(number, 1);
  assert_ptr_equal(noe_model_value_type(outer, 8, &number), colour);
  assert_int_equal(number, 2);
  assert_ptr_equal(noe_model_value_type(set, 1, &number), set);
  assert_ptr_equal(noe_model_value_type(outer, NOE_UNDEFINED, &number), outer);
  kit_close(&kit);
}

static void compound_types(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit);
  T *bit = kit.builder.boolean, *index = noe_model_range(&kit.builder, 2, 4);
  T *row = noe_model_array(&kit.builder, index, bit);
  T *bag = noe_model_multiset(&kit.builder, 2, row);
  struct noe_field *list = fields(&kit, 3);
  list[0] = (struct noe_field){.name = "a", .type = bit};
  list[1] = (struct noe_field){.name = "b", .type = bag};
  list[2] = (struct noe_field){.name = "c", .type = row};
  T *record = noe_model_record(&kit.builder, list, 3);
  assert_int_equal(row->cells, 3);
  assert_int_equal(bag->cells, 8);
  assert_int_equal(bag->stride, 4);
  assert_int_equal(list[2].offset, 9);
  assert_int_equal(record->cells, 12);
  assert_true(record->has_multiset && !row->has_multiset);
  assert_int_equal(noe_model_slot(&kit.builder, bag)->high, 1);
  T *empty = noe_model_record(&kit.builder, NULL, 0);
  assert_int_equal(empty->cells, 0);
  assert_int_equal(noe_model_array(&kit.builder, index, empty)->cells, 0);
  kit_close(&kit);
}

static void too_large(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit);
  T *bit = kit.builder.boolean;
  T *huge = noe_model_range(&kit.builder, NOE_VALUE_MIN, NOE_VALUE_MAX);
  T *wide = noe_model_range(&kit.builder, 1, (int64_t)NOE_CELL_LIMIT);
  assert_null(noe_model_array(&kit.builder, huge, bit));
  assert_null(noe_model_array(&kit.builder, huge, noe_model_record(&kit.builder, NULL, 0)));
  T *full = noe_model_array(&kit.builder, wide, bit);
  assert_non_null(full);
  assert_null(noe_model_array(&kit.builder, noe_model_range(&kit.builder, 0, 1), full));
  assert_null(noe_model_multiset(&kit.builder, 1, full));
  assert_null(noe_model_multiset(&kit.builder, UINT64_MAX, bit));
  struct noe_field *list = fields(&kit, 2);
  list[0].type = list[1].type = full;
  assert_null(noe_model_record(&kit.builder, list, 2));
  struct noe_variable two[2] = {{.name = "x", .type = full}, {.name = "y", .type = bit}};
  assert_false(noe_model_layout(&kit.builder, &kit.model, two, 2));
  kit_close(&kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(simple_types),
      cmocka_unit_test(unions_are_flat),
      cmocka_unit_test(compound_types),
      cmocka_unit_test(too_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
