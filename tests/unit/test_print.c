#include "model/value.h"
#include "model_kit.h"

static const char *const colours[] = {"red", "green", "blue"};

struct world {
  struct kit kit;
  T *proc, *colour, *record, *net;
  E *x, *cache, *bags;
  struct noe_text out;
};

/* x: -2..5, cache: array [Proc] of Msg, bags: array [Colour] of multiset [2] of Msg */
static void open_world(struct world *v) {
  struct kit *kit = &v->kit;
  kit_open(kit);
  v->proc = named(noe_model_scalarset(&kit->builder, 2), "Proc");
  v->colour = named(noe_model_enum(&kit->builder, colours, 3), "Colour");
  struct noe_field *list = fields(kit, 2);
  list[0] = (struct noe_field){.name = "to", .type = v->proc};
  list[1] = (struct noe_field){.name = "ok", .type = kit->builder.boolean};
  v->record = named(noe_model_record(&kit->builder, list, 2), "Msg");
  v->net = noe_model_multiset(&kit->builder, 2, v->record);
  v->x = variable(kit, "x", noe_model_range(&kit->builder, -2, 5));
  v->cache = variable(kit, "cache", noe_model_array(&kit->builder, v->proc, v->record));
  v->bags = variable(kit, "net", noe_model_array(&kit->builder, v->colour, v->net));
  finish(kit);
  v->out = noe_base_text(kit->memory);
}

static void close_world(struct world *v) {
  noe_base_text_free(&v->out);
  kit_close(&v->kit);
}

static void expect(struct world *v, const char *text) {
  assert_string_equal(noe_base_text_string(&v->out), text);
  noe_base_text_clear(&v->out);
}

static void expect_shown(struct world *v, T *type, int64_t value, const char *text) {
  noe_model_print_value(type, value, &v->out);
  expect(v, text);
}

static void values(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct noe_builder *builder = &v.kit.builder;
  T *either = noe_model_union(builder, (T *[]){v.proc, v.colour}, 2);
  expect_shown(&v, v.x->type, -2, "-2");
  expect_shown(&v, v.x->type, NOE_UNDEFINED, "Undefined");
  expect_shown(&v, builder->boolean, 1, "true");
  expect_shown(&v, builder->boolean, 0, "false");
  expect_shown(&v, builder->integer, 1234567890123, "1234567890123");
  expect_shown(&v, v.colour, 2, "blue");
  expect_shown(&v, v.colour, 3, "3");
  expect_shown(&v, v.proc, 1, "Proc_2");
  expect_shown(&v, noe_model_scalarset(builder, 3), 0, "scalarset_1");
  expect_shown(&v, either, 1, "Proc_2");
  expect_shown(&v, either, 2, "red");
  expect_shown(&v, either, NOE_UNDEFINED, "Undefined");
  expect_shown(&v, noe_model_slot(builder, v.net), 1, "#1");
  close_world(&v);
}

static void whole_values(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  int64_t U = NOE_UNDEFINED;
  noe_model_print_compound(v.cache->type, (int64_t[]){0, 1, U, U}, &v.out);
  expect(&v, "[Proc_1: {to: Proc_1, ok: true}, Proc_2: {to: Undefined, ok: Undefined}]");
  noe_model_print_compound(v.net, (int64_t[]){1, 0, 1, 1, 1, 0}, &v.out);
  expect(&v, "{| Msg{to: Proc_1, ok: true}, Msg{to: Proc_2, ok: false} |}");
  noe_model_print_compound(v.net, (int64_t[]){0, U, U, 0, U, U}, &v.out);
  expect(&v, "{| |}");
  T *numbers = noe_model_multiset(&v.kit.builder, 2, v.x->type);
  noe_model_print_compound(numbers, (int64_t[]){1, 4, 0, U}, &v.out);
  expect(&v, "{| 4 |}");
  close_world(&v);
}

static void expect_cell(struct world *v, uint32_t cell, const char *text) {
  noe_model_print_cell(&v->kit.model, cell, &v->out);
  expect(v, text);
}

static void cells(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  expect_cell(&v, 0, "x");
  expect_cell(&v, 1, "cache[Proc_1].to");
  expect_cell(&v, 4, "cache[Proc_2].ok");
  expect_cell(&v, 5, "net[red]{0}");
  expect_cell(&v, 6, "net[red]{0}.to");
  expect_cell(&v, 22, "net[blue]{1}.ok");
  close_world(&v);
}

/* To net[blue]{1}.ok, and to whether net[blue]{1} is taken: one step after the other. */
static void descents(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  const struct noe_variable *variable = &v.kit.model.variables[v.kit.model.cells[22].variable];
  const struct noe_type *type = variable->type;
  uint32_t offset = 22 - variable->cell;
  struct noe_step step = noe_model_descend(&type, &offset);
  assert_int_equal(step.kind, NOE_STEP_INDEX);
  assert_ptr_equal(step.type, v.colour);
  assert_int_equal(step.value, 2);
  const struct noe_type *slots = type;
  step = noe_model_descend(&type, &offset);
  assert_int_equal(step.kind, NOE_STEP_SLOT);
  assert_int_equal(step.value, 1);
  step = noe_model_descend(&type, &offset);
  assert_int_equal(step.kind, NOE_STEP_FIELD);
  assert_int_equal(step.value, 1);
  assert_int_equal(offset, 0);
  offset = 0;
  noe_model_descend(&slots, &offset);
  assert_null(slots);
  close_world(&v);
}

static void arguments(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  T *slot = noe_model_slot(&kit->builder, v.net);
  struct noe_clause *send = rule(kit, 4, NULL, NULL);
  send->title = "send";
  over(kit, send, "c", v.colour, 0);
  binder(kit, send,
         (struct noe_binder){
             .kind = NOE_BINDER_LOCATION, .slot = 1, .value = element(kit, v.bags, rd(kit, local(kit, v.colour, 0)))});
  binder(kit, send,
         (struct noe_binder){
             .kind = NOE_BINDER_CHOOSE, .name = "m", .type = slot, .slot = 2, .value = reference(kit, v.net, 1)});
  int64_t state[23];
  noe_model_machine_fire(kit->machine, start_state(kit, 0, NULL), NULL, NULL, state);
  state[11] = 1; /* net[green]{0} */
  state[12] = 1;
  state[13] = 0;
  noe_model_print_arguments(&kit->model, send, (int64_t[]){1, 0}, state, &v.out);
  expect(&v, "send, c = green, m = Msg{to: Proc_2, ok: false}");
  noe_model_print_arguments(&kit->model, send, (int64_t[]){0, 1}, state, &v.out);
  expect(&v, "send, c = red, m = #1");
  noe_model_print_arguments(&kit->model, send, (int64_t[]){1, 0}, NULL, &v.out);
  expect(&v, "send, c = green, m = #0");
  noe_model_print_arguments(&kit->model, send, (int64_t[]){1, NOE_UNDEFINED}, state, &v.out);
  expect(&v, "send, c = green");
  close_world(&v);
}

static void add_leaf(void *context, const char *path, T *type, const int64_t *leaf) {
  struct noe_text *out = context;
  noe_base_text_printf(out, "%s=", path);
  noe_model_print_compound(type, leaf, out);
  noe_base_text_puts(out, ";");
}

static void leaves(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  int64_t U = NOE_UNDEFINED;
  noe_model_each_leaf(v.kit.memory, "c", v.cache->type, (int64_t[]){0, 1, U, U}, add_leaf, &v.out);
  expect(&v, "c[Proc_1].to=Proc_1;c[Proc_1].ok=true;c[Proc_2].to=Undefined;c[Proc_2].ok=Undefined;");
  noe_model_each_leaf(v.kit.memory, "n", v.net, (int64_t[]){1, 0, 1, 0, U, U}, add_leaf, &v.out);
  expect(&v, "n={| Msg{to: Proc_1, ok: true} |};");
  noe_model_each_leaf(v.kit.memory, "x", v.x->type, (int64_t[]){3}, add_leaf, &v.out);
  expect(&v, "x=3;");
  close_world(&v);
}

static void changes(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  int64_t U = NOE_UNDEFINED;
  int64_t before[] = {0, 1, U, U}, after[] = {0, 1, U, 0};
  noe_model_each_change(v.kit.memory, "c", v.cache->type, before, after, add_leaf, &v.out);
  expect(&v, "c[Proc_2].ok=false;");
  noe_model_each_change(v.kit.memory, "c", v.cache->type, after, after, add_leaf, &v.out);
  expect(&v, "");
  noe_model_each_change(v.kit.memory, "n", v.net, (int64_t[]){0, U, U, 0, U, U}, (int64_t[]){1, 0, 1, 0, U, U},
                        add_leaf, &v.out);
  expect(&v, "n={| Msg{to: Proc_1, ok: true} |};");
  close_world(&v);
}

/* Also where a text has to grow in the middle. */
static void numbers(void **unused) {
  (void)unused;
  struct world v;
  char expected[64];
  open_world(&v);
  const int64_t some[] = {0, 7, 10, -1, -10, 1234567890123456789, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
    snprintf(expected, sizeof expected, "%lld", (long long)some[i]);
    noe_base_text_number(&v.out, some[i]);
    expect(&v, expected);
  }
  for (int i = 0; i < 100; i++)
    noe_base_text_printf(&v.out, "%d,%s;", i % 10, "ab");
  assert_int_equal(v.out.length, 500);
  assert_string_equal(v.out.bytes + 490, "8,ab;9,ab;");
  close_world(&v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),   cmocka_unit_test(whole_values), cmocka_unit_test(cells),
      cmocka_unit_test(descents), cmocka_unit_test(arguments),    cmocka_unit_test(leaves),
      cmocka_unit_test(changes),  cmocka_unit_test(numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
