#include <pthread.h>

#include "model_kit.h"

static const char *const colours[] = {"red", "green", "blue"};
enum { U_CELL = 9, M_CELL = 14, N_CELL = 20, CELLS = 26, FRAME = 40 };

/* A model with one variable of each kind. */
struct world {
  struct kit kit;
  T *small, *wide, *proc, *colour, *either, *record, *bag, *bag_of_records;
  E *x, *y, *w, *b, *a, *p, *u, *r, *s, *m, *n;
  int64_t state[CELLS], next[CELLS];
};

static void open_world(struct world *v) {
  struct kit *kit = &v->kit;
  kit_open(kit);
  v->small = named(noe_model_range(&kit->builder, 0, 3), "Small");
  v->wide = noe_model_range(&kit->builder, NOE_VALUE_MIN, NOE_VALUE_MAX);
  v->proc = named(noe_model_scalarset(&kit->builder, 2), "Proc");
  v->colour = named(noe_model_enum(&kit->builder, colours, 3), "Colour");
  v->either = noe_model_union(&kit->builder, (T *[]){v->proc, v->colour}, 2);
  struct noe_field *list = fields(kit, 2);
  list[0] = (struct noe_field){.name = "f", .type = v->small};
  list[1] = (struct noe_field){.name = "g", .type = kit->builder.boolean};
  v->record = named(noe_model_record(&kit->builder, list, 2), "Msg");
  v->bag = noe_model_multiset(&kit->builder, 3, v->small);
  v->bag_of_records = noe_model_multiset(&kit->builder, 2, v->record);
  v->x = variable(kit, "x", v->small);
  v->y = variable(kit, "y", v->small);
  v->w = variable(kit, "w", v->wide);
  v->b = variable(kit, "b", kit->builder.boolean);
  v->a = variable(kit, "a", noe_model_array(&kit->builder, v->small, v->small));
  v->p = variable(kit, "p", v->proc);
  v->u = variable(kit, "u", v->either);
  v->r = variable(kit, "r", v->record);
  v->s = variable(kit, "s", v->record);
  v->m = variable(kit, "m", v->bag);
  v->n = variable(kit, "n", v->bag_of_records);
  property(kit, NOE_PROPERTY_COVER, 0, NULL)->is_statement = true;
  kit->model.witness_count = 1;
  finish(kit);
  struct noe_clause *start = start_state(kit, 0, NULL);
  assert_int_equal(noe_model_machine_fire(kit->machine, start, NULL, NULL, v->state), NOE_OUTCOME_TRUE);
  assert_true(noe_model_state_is_legal(&kit->model, v->state));
  v->state[0] = 0; /* x is 0, the rest undefined or empty */
}

static void close_world(struct world *v) { kit_close(&v->kit); }

static enum noe_outcome fire(struct world *v, S *body) {
  v->kit.model.rule_count = 0;
  struct noe_clause *made = rule(&v->kit, FRAME, NULL, body);
  enum noe_outcome outcome = noe_model_machine_fire(v->kit.machine, made, NULL, v->state, v->next);
  if (outcome == NOE_OUTCOME_TRUE)
    assert_true(noe_model_state_is_legal(&v->kit.model, v->next));
  return outcome;
}

static void go(struct world *v, S *body) {
  enum noe_outcome outcome = fire(v, body);
  if (outcome == NOE_OUTCOME_FAULT)
    print_error("%s\n", noe_model_machine_fault(v->kit.machine)->message);
  assert_int_equal(outcome, NOE_OUTCOME_TRUE);
  memcpy(v->state, v->next, sizeof v->state);
}

static void fails_at(struct world *v, S *body, enum noe_diagnostic_code code, struct noe_place place,
                     const char *message) {
  assert_int_equal(fire(v, body), NOE_OUTCOME_FAULT);
  const struct noe_fault *fault = noe_model_machine_fault(v->kit.machine);
  assert_string_equal(fault->message, message);
  assert_int_equal(fault->code, code);
  assert_int_equal(fault->place.line, place.line);
}

static int64_t value_of(struct world *v, E *expr) {
  go(v, assign(&v->kit, v->w, expr));
  return v->state[2];
}

static void value_fails(struct world *v, E *expr, enum noe_diagnostic_code code, struct noe_place place,
                        const char *message) {
  fails_at(v, assign(&v->kit, v->w, expr), code, place, message);
}

#define N(value) number(&v.kit, (value))
#define B(value) truth(&v.kit, (value))
#define RD(place) rd(&v.kit, (place))
#define ASSIGN(target, value) assign(&v.kit, (target), (value))

/* ------------------------------------------------------------- expressions */

static void arithmetic(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  const struct {
    enum noe_expr_kind kind;
    int64_t left, right, result;
  } cases[] = {
      {NOE_EXPR_ADD, 2, 3, 5},           {NOE_EXPR_SUBTRACT, 2, 3, -1},    {NOE_EXPR_MULTIPLY, -4, 3, -12},
      {NOE_EXPR_DIVIDE, -7, 2, -3},      {NOE_EXPR_REMAINDER, -7, 2, -1},  {NOE_EXPR_REMAINDER, 7, -2, 1},
      {NOE_EXPR_REMAINDER, 5, -1, 0},    {NOE_EXPR_DIVIDE, 5, -1, -5},     {NOE_EXPR_BIT_AND, 6, 3, 2},
      {NOE_EXPR_BIT_OR, 6, 3, 7},        {NOE_EXPR_BIT_XOR, 6, 3, 5},      {NOE_EXPR_SHIFT_LEFT, 3, 2, 12},
      {NOE_EXPR_SHIFT_LEFT, 12, -2, 3},  {NOE_EXPR_SHIFT_LEFT, 1, 64, 0},  {NOE_EXPR_SHIFT_RIGHT, -5, 1, -3},
      {NOE_EXPR_SHIFT_RIGHT, -5, 99, 0}, {NOE_EXPR_SHIFT_RIGHT, 5, 99, 0}, {NOE_EXPR_SHIFT_RIGHT, 3, -2, 12},
      {NOE_EXPR_LESS, 1, 2, 1},          {NOE_EXPR_LESS, 2, 2, 0},         {NOE_EXPR_LESS_EQUAL, 2, 2, 1},
      {NOE_EXPR_EQUAL, 2, 2, 1},         {NOE_EXPR_NOT_EQUAL, 2, 2, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_int_equal(value_of(&v, arith(&v.kit, cases[i].kind, N(cases[i].left), N(cases[i].right))), cases[i].result);
  assert_int_equal(value_of(&v, arith(&v.kit, NOE_EXPR_NEGATE, N(4), NULL)), -4);
  assert_int_equal(value_of(&v, arith(&v.kit, NOE_EXPR_BIT_NOT, N(4), NULL)), -5);
  close_world(&v);
}

static void arithmetic_faults(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  const struct {
    enum noe_expr_kind kind;
    int64_t left, right;
    enum noe_diagnostic_code code;
    const char *message;
  } cases[] = {
      {NOE_EXPR_ADD, INT64_MAX, 1, NOE_R_OVERFLOW, "the result does not fit 64 bits"},
      {NOE_EXPR_SUBTRACT, -INT64_MAX, 1, NOE_R_OVERFLOW, "the result does not fit 64 bits"},
      {NOE_EXPR_MULTIPLY, INT64_MAX, 2, NOE_R_OVERFLOW, "the result does not fit 64 bits"},
      {NOE_EXPR_BIT_NOT, INT64_MAX, 0, NOE_R_OVERFLOW, "the result does not fit 64 bits"},
      {NOE_EXPR_SHIFT_LEFT, 1, 63, NOE_R_OVERFLOW, "the result does not fit 64 bits"},
      {NOE_EXPR_SHIFT_RIGHT, 3, -62, NOE_R_OVERFLOW, "the result does not fit 64 bits"},
      {NOE_EXPR_DIVIDE, 1, 0, NOE_R_DIVISION, "division by zero"},
      {NOE_EXPR_REMAINDER, 1, 0, NOE_R_DIVISION, "division by zero"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    E *expr = arith(&v.kit, cases[i].kind, N(cases[i].left), N(cases[i].right));
    value_fails(&v, expr, cases[i].code, expr->place, cases[i].message);
  }
  close_world(&v);
}

static void booleans_are_short_circuit(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  E *bad = equal(&v.kit, RD(v.y), N(0)); /* y is undefined */
  assert_int_equal(value_of(&v, logic(&v.kit, NOE_EXPR_AND, B(false), bad)), 0);
  assert_int_equal(value_of(&v, logic(&v.kit, NOE_EXPR_OR, B(true), bad)), 1);
  assert_int_equal(value_of(&v, logic(&v.kit, NOE_EXPR_IMPLIES, B(false), bad)), 1);
  assert_int_equal(value_of(&v, logic(&v.kit, NOE_EXPR_NOT, B(false), NULL)), 1);
  assert_int_equal(value_of(&v, logic(&v.kit, NOE_EXPR_AND, B(true), B(true))), 1);
  assert_int_equal(value_of(&v, conditional(&v.kit, B(true), N(7), bad)), 7);
  assert_int_equal(value_of(&v, conditional(&v.kit, B(false), bad, N(8))), 8);
  struct noe_expr *implies = (struct noe_expr *)(uintptr_t)logic(&v.kit, NOE_EXPR_IMPLIES, B(true), B(false));
  implies->witness = 1;
  assert_int_equal(value_of(&v, implies), 0);
  assert_int_equal(noe_model_machine_witnesses(v.kit.machine)[0], 1);
  value_fails(&v, logic(&v.kit, NOE_EXPR_AND, bad, B(false)), NOE_R_UNDEFINED, bad->left->place, "y is undefined");
  close_world(&v);
}

static void quantifiers(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *i = rd(kit, local(kit, kit->builder.integer, 0));
  struct noe_domain small = {.type = v.small}, down = {.from = N(9), .to = N(1), .by = N(-4)},
                    none = {.from = N(2), .to = N(1)}, edge = {.from = N(INT64_MAX), .to = N(INT64_MAX)};
  E *less = logic(kit, NOE_EXPR_LESS, i, N(4)), *is_five = equal(kit, i, N(5));
  assert_int_equal(value_of(&v, quantifier(kit, NOE_EXPR_FORALL, 0, small, less)), 1);
  assert_int_equal(value_of(&v, quantifier(kit, NOE_EXPR_EXISTS, 0, small, is_five)), 0);
  assert_int_equal(value_of(&v, quantifier(kit, NOE_EXPR_EXISTS, 0, down, is_five)), 1);
  assert_int_equal(value_of(&v, quantifier(kit, NOE_EXPR_FORALL, 0, down, less)), 0);
  assert_int_equal(value_of(&v, quantifier(kit, NOE_EXPR_FORALL, 0, none, B(false))), 1);
  assert_int_equal(value_of(&v, quantifier(kit, NOE_EXPR_EXISTS, 0, none, B(true))), 0);
  assert_int_equal(value_of(&v, quantifier(kit, NOE_EXPR_EXISTS, 0, edge, is_five)), 0);
  struct noe_domain still = {.from = N(0), .to = N(3), .by = N(0)};
  value_fails(&v, quantifier(kit, NOE_EXPR_FORALL, 0, still, B(true)), NOE_R_STEP, still.by->place,
              "the loop step is zero");
  close_world(&v);
}

static void undefined_values(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *undefined = node(kit, NOE_EXPR_UNDEFINED, v.proc);
  assert_int_equal(value_of(&v, equal(kit, cp(kit, v.p), undefined)), 1);
  assert_int_equal(value_of(&v, equal(kit, cp(kit, v.p), constant(kit, v.proc, 0))), 0);
  assert_int_equal(value_of(&v, logic(kit, NOE_EXPR_ISUNDEFINED, v.y, NULL)), 1);
  assert_int_equal(value_of(&v, logic(kit, NOE_EXPR_ISUNDEFINED, v.x, NULL)), 0);
  go(&v, assign(kit, v.x, cp(kit, v.y)));
  assert_int_equal(v.state[0], NOE_UNDEFINED);
  E *read = rd(kit, element(kit, v.a, N(2)));
  value_fails(&v, read, NOE_R_UNDEFINED, read->place, "a[2] is undefined");
  read = rd(kit, field(kit, v.r, 1));
  value_fails(&v, read, NOE_R_UNDEFINED, read->place, "r.g is undefined");
  read = rd(kit, local(kit, v.small, 3));
  value_fails(&v, read, NOE_R_UNDEFINED, read->place, "loc is undefined");
  read = rd(kit, field(kit, local(kit, v.record, 3), 1));
  value_fails(&v, read, NOE_R_UNDEFINED, read->place, "loc.g is undefined");
  /* A condition that lets undefined pass is still an error. */
  E *copy = cp(kit, v.b);
  value_fails(&v, conditional(kit, copy, N(1), N(2)), NOE_R_UNDEFINED, copy->place, "the value is undefined");
  close_world(&v);
}

static void unions(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  struct noe_expr *widen = node(kit, NOE_EXPR_SHIFT_PART, v.either);
  widen->left = constant(kit, v.colour, 1);
  widen->value = 2;
  go(&v, assign(kit, v.u, widen));
  assert_int_equal(v.state[U_CELL], 3);
  struct noe_expr *member = node(kit, NOE_EXPR_ISMEMBER, kit->builder.boolean);
  member->left = cp(kit, v.u);
  member->low = 2;
  member->high = 4;
  assert_int_equal(value_of(&v, member), 1);
  struct noe_expr *narrow = node(kit, NOE_EXPR_NARROW, v.colour);
  narrow->left = cp(kit, v.u);
  narrow->value = 2;
  narrow->high = 2;
  assert_int_equal(value_of(&v, narrow), 1);
  struct noe_expr *wrong = node(kit, NOE_EXPR_NARROW, v.proc);
  wrong->left = cp(kit, v.u);
  wrong->high = 1;
  value_fails(&v, wrong, NOE_R_MEMBER, wrong->place, "the value is not of type Proc");
  go(&v, stmt(kit, NOE_STMT_UNDEFINE, v.u, NULL));
  assert_int_equal(value_of(&v, member), 0);
  assert_int_equal(value_of(&v, equal(kit, narrow, node(kit, NOE_EXPR_UNDEFINED, v.colour))), 1);
  widen->left = cp(kit, v.p);
  assert_int_equal(value_of(&v, equal(kit, widen, node(kit, NOE_EXPR_UNDEFINED, v.either))), 1);
  close_world(&v);
}

/* -------------------------------------------------------------- statements */

static void assignments(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  go(&v, ASSIGN(element(kit, v.a, N(1)), N(3)));
  assert_int_equal(v.state[5], 3);
  S *bad = ASSIGN(element(kit, v.a, N(1)), N(5));
  fails_at(&v, bad, NOE_R_RANGE, bad->place, "value 5 is outside 0..3 of a[1]");
  E *outside = element(kit, v.a, N(4));
  fails_at(&v, ASSIGN(outside, N(0)), NOE_R_INDEX, outside->place, "index 4 is outside 0..3 of a");
  E *read = RD(v.y);
  fails_at(&v, ASSIGN(element(kit, v.a, read), N(0)), NOE_R_UNDEFINED, read->place, "y is undefined");
  bad = ASSIGN(local(kit, v.small, 2), N(-1));
  fails_at(&v, bad, NOE_R_RANGE, bad->place, "value -1 is outside 0..3 of loc");
  go(&v, seq(ASSIGN(field(kit, v.r, 0), N(2)), ASSIGN(field(kit, v.r, 1), B(true)), stmt(kit, NOE_STMT_COPY, v.s, v.r),
             NULL));
  assert_int_equal(value_of(&v, logic(kit, NOE_EXPR_SAME, v.r, v.s)), 1);
  go(&v, stmt(kit, NOE_STMT_CLEAR, v.r, NULL));
  assert_int_equal(v.state[10], 0);
  assert_int_equal(value_of(&v, logic(kit, NOE_EXPR_SAME, v.r, v.s)), 0);
  go(&v, stmt(kit, NOE_STMT_UNDEFINE, v.a, NULL));
  assert_int_equal(v.state[5], NOE_UNDEFINED);
  E *branch = conditional(kit, B(false), v.s, v.r);
  go(&v, ASSIGN(field(kit, branch, 0), N(3)));
  assert_int_equal(v.state[10], 3);
  close_world(&v);
}

static void clearing_everything(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  E *all[] = {v.x, v.w, v.b, v.a, v.p, v.u, v.r, v.m};
  go(&v, stmt(&v.kit, NOE_STMT_MULTISET_ADD, v.m, N(2)));
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    go(&v, stmt(&v.kit, NOE_STMT_CLEAR, all[i], NULL));
  assert_int_equal(v.state[2], NOE_VALUE_MIN);
  assert_int_equal(v.state[3], 0);
  assert_int_equal(v.state[7], 0);
  assert_int_equal(v.state[U_CELL], 0);
  assert_int_equal(v.state[M_CELL], 0);
  close_world(&v);
}

static void control(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *i = local(kit, kit->builder.integer, 0);
  go(&v, when(kit, B(false), ASSIGN(v.x, N(1)), ASSIGN(v.x, N(2))));
  assert_int_equal(v.state[0], 2);
  /* The counter is the loop's own: writing to its copy changes nothing. */
  go(&v, seq(ASSIGN(v.w, N(0)),
             loop(kit, 0, (struct noe_domain){.from = N(1), .to = N(7), .by = N(3)},
                  seq(ASSIGN(v.w, arith(kit, NOE_EXPR_ADD, RD(v.w), rd(kit, i))), ASSIGN(i, N(100)), NULL)),
             NULL));
  assert_int_equal(v.state[2], 1 + 4 + 7);
  struct noe_stmt *forever = stmt(kit, NOE_STMT_WHILE, NULL, B(true));
  fails_at(&v, forever, NOE_R_LOOP, forever->place, "more than 1000 rounds of a while loop");
  struct noe_stmt *rounds = stmt(kit, NOE_STMT_WHILE, NULL, logic(kit, NOE_EXPR_LESS, RD(v.w), N(1000)));
  rounds->body = ASSIGN(v.w, arith(kit, NOE_EXPR_ADD, RD(v.w), N(1)));
  go(&v, seq(ASSIGN(v.w, N(0)), rounds, NULL)); /* exactly the limit */
  assert_int_equal(v.state[2], 1000);
  /* `return` leaves loops, and the body. */
  struct noe_stmt *leaving =
      loop(kit, 0, (struct noe_domain){.type = v.small},
           when(kit, equal(kit, rd(kit, i), N(2)), stmt(kit, NOE_STMT_RETURN, NULL, NULL), ASSIGN(v.y, rd(kit, i))));
  go(&v, seq(leaving, ASSIGN(v.y, N(3)), NULL));
  assert_int_equal(v.state[1], 1);
  leaving = stmt(kit, NOE_STMT_WHILE, NULL, B(true));
  leaving->body = stmt(kit, NOE_STMT_RETURN, NULL, NULL);
  go(&v, leaving);
  close_world(&v);
}

static void switches(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *cell = local(kit, v.proc, 0);
  E *first[] = {equal(kit, cp(kit, cell), constant(kit, v.proc, 0))};
  E *second[] = {equal(kit, cp(kit, cell), constant(kit, v.proc, 1)), first[0]};
  struct noe_arm arms[] = {{first, 1, ASSIGN(v.x, N(1))}, {second, 2, ASSIGN(v.x, N(2))}};
  struct noe_stmt *made = slot_stmt(kit, NOE_STMT_SWITCH, NULL, cp(kit, v.p), 0);
  made->arms = arms;
  made->arm_count = 2;
  made->otherwise = ASSIGN(v.x, N(3));
  go(&v, made);
  assert_int_equal(v.state[0], 3);
  v.state[8] = 0;
  go(&v, made);
  assert_int_equal(v.state[0], 1);
  v.state[8] = 1;
  go(&v, made);
  assert_int_equal(v.state[0], 2);
  close_world(&v);
}

static void aliases(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *place = reference(kit, v.small, 0), *value = local(kit, v.small, 1), *copy = local(kit, v.record, 2);
  v.state[10] = 1;
  go(&v, seq(ASSIGN(v.y, N(0)), slot_stmt(kit, NOE_STMT_BIND_LOCATION, NULL, element(kit, v.a, RD(v.y)), 0),
             slot_stmt(kit, NOE_STMT_BIND_VALUE, NULL, arith(kit, NOE_EXPR_ADD, RD(v.y), N(1)), 1),
             slot_stmt(kit, NOE_STMT_BIND_CELLS, NULL, v.r, 2), ASSIGN(v.y, N(2)), ASSIGN(place, N(3)),
             ASSIGN(v.x, RD(value)), ASSIGN(field(kit, v.r, 0), N(0)), stmt(kit, NOE_STMT_COPY, v.s, copy), NULL));
  assert_int_equal(v.state[4], 3);
  assert_int_equal(v.state[0], 1);
  assert_int_equal(v.state[12], 1);
  /* Overlap: an array copied onto cells of the frame that hold part of it. */
  T *row = v.a->type;
  go(&v,
     seq(stmt(kit, NOE_STMT_CLEAR, local(kit, row, 10), NULL), ASSIGN(element(kit, local(kit, row, 10), N(0)), N(1)),
         ASSIGN(element(kit, local(kit, row, 10), N(1)), N(2)),
         slot_stmt(kit, NOE_STMT_BIND_CELLS, NULL, local(kit, row, 10), 11),
         stmt(kit, NOE_STMT_COPY, v.a, local(kit, row, 11)), NULL));
  assert_int_equal(v.state[4], 1);
  assert_int_equal(v.state[5], 2);
  close_world(&v);
}

static void claims_in_bodies(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  S *made = text_stmt(kit, NOE_STMT_ERROR, NULL, "100% wrong");
  fails_at(&v, made, NOE_R_ERROR, made->place, "100% wrong");
  made = text_stmt(kit, NOE_STMT_ASSERT, B(false), "x is small");
  fails_at(&v, made, NOE_R_ASSERT, made->place, "x is small");
  made = text_stmt(kit, NOE_STMT_ASSERT, B(false), NULL);
  fails_at(&v, made, NOE_R_ASSERT, made->place, "assertion failed");
  go(&v, text_stmt(kit, NOE_STMT_ASSERT, B(true), NULL));
  assert_int_equal(fire(&v, stmt(kit, NOE_STMT_ASSUME, NULL, B(false))), NOE_OUTCOME_DISCARD);
  go(&v, stmt(kit, NOE_STMT_ASSUME, NULL, B(true)));
  go(&v, seq(stmt(kit, NOE_STMT_COVER, NULL, B(true)), stmt(kit, NOE_STMT_COVER, NULL, B(false)), NULL));
  assert_int_equal(noe_model_machine_covers(kit->machine)[0], 1);
  assert_int_equal(noe_model_machine_claim(kit->machine, &kit->properties[0], v.state), NOE_OUTCOME_FALSE);
  close_world(&v);
}

static void put_statements(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  S *body =
      seq(text_stmt(kit, NOE_STMT_PUT_TEXT, NULL, "hello\n"), text_stmt(kit, NOE_STMT_PUT_VALUE, cp(kit, v.p), NULL),
          text_stmt(kit, NOE_STMT_PUT_LOCATION, v.r, "r"), text_stmt(kit, NOE_STMT_PUT_LOCATION, v.x, "x"), NULL);
  go(&v, body);
  struct noe_text sink = noe_base_text(kit->memory);
  noe_model_machine_put(kit->machine, &sink);
  go(&v, body);
  assert_string_equal(noe_base_text_string(&sink), "hello\nUndefinedr.f:Undefined\nr.g:Undefined\nx:0\n");
  noe_base_text_free(&sink);
  close_world(&v);
}

/* --------------------------------------------------------------- multisets */

static void multisets(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *bound = cp(kit, local(kit, noe_model_slot(&kit->builder, v.bag), 0));
  E *is_two = equal(kit, rd(kit, slot_of(kit, v.m, bound)), N(2));
  go(&v, seq(stmt(kit, NOE_STMT_MULTISET_ADD, v.m, N(2)), stmt(kit, NOE_STMT_MULTISET_ADD, v.m, N(1)),
             stmt(kit, NOE_STMT_MULTISET_ADD, v.m, N(2)), NULL));
  const int64_t sorted[] = {1, 1, 1, 2, 1, 2};
  assert_memory_equal(v.state + M_CELL, sorted, sizeof sorted);
  assert_int_equal(value_of(&v, count_of(kit, v.m, 0, is_two)), 2);
  S *add = stmt(kit, NOE_STMT_MULTISET_ADD, v.m, N(0));
  fails_at(&v, add, NOE_R_MULTISET_FULL, add->place, "m is full: it holds at most 3 elements");
  add = stmt(kit, NOE_STMT_MULTISET_ADD, v.m, N(9));
  fails_at(&v, add, NOE_R_RANGE, add->place, "value 9 is outside 0..3 of the elements of m");
  E *gone = slot_of(kit, v.m, N(1));
  fails_at(&v, seq(stmt(kit, NOE_STMT_MULTISET_REMOVE, v.m, N(1)), assign(kit, gone, N(0)), NULL),
           NOE_R_MULTISET_ELEMENT, gone->place, "the element is no longer in m");
  S *beyond = stmt(kit, NOE_STMT_MULTISET_REMOVE, v.m, N(3));
  fails_at(&v, beyond, NOE_R_MULTISET_ELEMENT, beyond->place, "the element is no longer in m");
  go(&v, slot_stmt(kit, NOE_STMT_MULTISET_REMOVE_IF, v.m, is_two, 0));
  const int64_t left[] = {1, 1, 0, NOE_UNDEFINED, 0, NOE_UNDEFINED};
  assert_memory_equal(v.state + M_CELL, left, sizeof left);
  go(&v, stmt(kit, NOE_STMT_MULTISET_REMOVE, v.m, N(0)));
  assert_int_equal(value_of(&v, count_of(kit, v.m, 0, truth(kit, true))), 0);
  go(&v, stmt(kit, NOE_STMT_MULTISET_ADD, v.m, cp(kit, v.y)));
  assert_int_equal(v.state[M_CELL], 1);
  assert_int_equal(v.state[M_CELL + 1], NOE_UNDEFINED);
  close_world(&v);
}

static void multisets_of_records(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  go(&v, seq(ASSIGN(field(kit, v.r, 0), N(3)), stmt(kit, NOE_STMT_MULTISET_ADD, v.n, v.r),
             stmt(kit, NOE_STMT_MULTISET_ADD, v.n, slot_of(kit, v.n, N(0))),
             ASSIGN(field(kit, slot_of(kit, v.n, N(0)), 0), N(1)), NULL));
  assert_int_equal(v.state[N_CELL + 1], 1);
  assert_int_equal(v.state[N_CELL + 4], 3);
  /* Equal as bags while the slots still differ. */
  E *other = local(kit, v.bag_of_records, 20);
  go(&v,
     seq(stmt(kit, NOE_STMT_UNDEFINE, other, NULL), stmt(kit, NOE_STMT_MULTISET_ADD, other, slot_of(kit, v.n, N(1))),
         stmt(kit, NOE_STMT_MULTISET_ADD, other, slot_of(kit, v.n, N(0))),
         ASSIGN(v.w, logic(kit, NOE_EXPR_SAME, other, v.n)), stmt(kit, NOE_STMT_MULTISET_REMOVE, other, N(0)),
         ASSIGN(v.b, logic(kit, NOE_EXPR_SAME, other, v.n)), stmt(kit, NOE_STMT_COPY, v.n, other), NULL));
  assert_int_equal(v.state[2], 1);
  assert_int_equal(v.state[3], 0);
  assert_int_equal(v.state[N_CELL + 3], 0);
  /* A multiset in a frame that was never set is empty. */
  go(&v, stmt(kit, NOE_STMT_COPY, v.n, other));
  assert_int_equal(v.state[N_CELL], 0);
  close_world(&v);
}

/* ------------------------------------------------------------------- calls */

static void calls(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  /* swap(var a, b): through references, with a local */
  struct noe_function *swap = function(kit, "swap", NULL, 2, 3);
  parameter(swap, 0, "a", v.small, true);
  parameter(swap, 1, "b", v.small, true);
  E *a = reference(kit, v.small, 0), *b = reference(kit, v.small, 1), *t = local(kit, v.small, 2);
  swap->body = seq(ASSIGN(t, cp(kit, a)), ASSIGN(a, cp(kit, b)), ASSIGN(b, cp(kit, t)), NULL);
  E *swapping = call(
      kit, swap, 0, 2,
      (struct noe_argument[]){{NOE_ARGUMENT_LOCATION, v.x, 0}, {NOE_ARGUMENT_LOCATION, element(kit, v.a, N(1)), 0}});
  v.state[5] = 2;
  go(&v, stmt(kit, NOE_STMT_CALL, NULL, swapping));
  assert_int_equal(v.state[0], 2);
  assert_int_equal(v.state[5], 0);

  /* sum(n) = n = 0 ? 0 : n + sum(n - 1), with a value argument */
  struct noe_function *sum = function(kit, "sum", v.wide, 1, 2);
  parameter(sum, 0, "n", v.wide, false);
  E *n = rd(kit, reference(kit, v.wide, 0));
  E *less = arith(kit, NOE_EXPR_SUBTRACT, n, N(1));
  E *again = call(kit, sum, 0, 1, (struct noe_argument[]){{NOE_ARGUMENT_VALUE, less, 1}});
  sum->body = when(kit, equal(kit, n, N(0)), stmt(kit, NOE_STMT_RETURN, NULL, N(0)),
                   stmt(kit, NOE_STMT_RETURN, NULL, arith(kit, NOE_EXPR_ADD, n, again)));
  E *summing = call(kit, sum, 0, 1, (struct noe_argument[]){{NOE_ARGUMENT_VALUE, N(99), 5}});
  assert_int_equal(value_of(&v, summing), 4950);
  summing = call(kit, sum, 0, 1, (struct noe_argument[]){{NOE_ARGUMENT_VALUE, N(100), 5}});
  value_fails(&v, summing, NOE_R_DEPTH, again->place, "more than 100 nested calls");
  close_world(&v);
}

static void results(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  struct noe_function *narrow = function(kit, "narrow", v.small, 1, 1);
  parameter(narrow, 0, "n", v.small, false);
  E *n = rd(kit, reference(kit, v.small, 0));
  struct noe_stmt *back = stmt(kit, NOE_STMT_RETURN, NULL, arith(kit, NOE_EXPR_ADD, n, N(2)));
  narrow->body = back;
  E *one = call(kit, narrow, 0, 1, (struct noe_argument[]){{NOE_ARGUMENT_VALUE, N(1), 0}});
  assert_int_equal(value_of(&v, one), 3);
  E *two = call(kit, narrow, 0, 1, (struct noe_argument[]){{NOE_ARGUMENT_VALUE, N(2), 0}});
  value_fails(&v, two, NOE_R_RANGE, back->place, "value 4 is outside 0..3 of the result of narrow");
  E *seven = N(7);
  E *wrong = call(kit, narrow, 0, 1, (struct noe_argument[]){{NOE_ARGUMENT_VALUE, seven, 0}});
  value_fails(&v, wrong, NOE_R_RANGE, seven->place, "value 7 is outside 0..3 of parameter n");
  /* the nested call's argument stands in another temporary */
  E *zero = call(kit, narrow, 0, 1, (struct noe_argument[]){{NOE_ARGUMENT_VALUE, N(-0), 0}});
  E *minus = arith(kit, NOE_EXPR_SUBTRACT, zero, N(1));
  assert_int_equal(value_of(&v, call(kit, narrow, 0, 1, (struct noe_argument[]){{NOE_ARGUMENT_VALUE, minus, 1}})), 3);

  struct noe_function *none = function(kit, "none", v.small, 0, 0);
  value_fails(&v, call(kit, none, 0, 0, NULL), NOE_R_NO_RETURN, none->place, "function none ended without a result");
  none->body = stmt(kit, NOE_STMT_RETURN, NULL, NULL);
  fails_at(&v, stmt(kit, NOE_STMT_CALL, NULL, call(kit, none, 0, 0, NULL)), NOE_R_NO_RETURN, none->place,
           "function none ended without a result");

  /* A compound result, from a local, of a compound argument that is a copy. */
  struct noe_function *flip = function(kit, "flip", v.record, 1, 3);
  parameter(flip, 0, "in", v.record, false);
  E *in = reference(kit, v.record, 0), *out = local(kit, v.record, 1);
  flip->body = seq(ASSIGN(field(kit, v.r, 0), N(0)), stmt(kit, NOE_STMT_COPY, out, in),
                   ASSIGN(field(kit, out, 1), B(true)), stmt(kit, NOE_STMT_RETURN, NULL, out), NULL);
  E *flipped = call(kit, flip, 10, 1, (struct noe_argument[]){{NOE_ARGUMENT_CELLS, v.r, 12}});
  v.state[10] = 3;
  go(&v, seq(stmt(kit, NOE_STMT_COPY, v.s, flipped), ASSIGN(v.y, rd(kit, field(kit, flipped, 1))), NULL));
  assert_int_equal(v.state[12], 3);
  assert_int_equal(v.state[13], 1);
  assert_int_equal(v.state[10], 0);
  assert_int_equal(v.state[1], 1);
  close_world(&v);
}

/* The right side is evaluated, and read, before the indices on the left. */
static void order_of_evaluation(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  struct noe_function *bump = function(kit, "bump", v.small, 0, 0);
  bump->body = seq(ASSIGN(v.x, arith(kit, NOE_EXPR_ADD, RD(v.x), N(1))), ASSIGN(field(kit, v.r, 0), N(3)),
                   stmt(kit, NOE_STMT_RETURN, NULL, RD(v.x)), NULL);
  E *bumping = call(kit, bump, 0, 0, NULL);
  go(&v, ASSIGN(element(kit, v.a, bumping), RD(v.x)));
  assert_int_equal(v.state[5], 0);
  E *rows = local(kit, noe_model_array(&kit->builder, v.small, v.record), 20);
  v.state[0] = 0;
  v.state[10] = 1;
  go(&v, seq(stmt(kit, NOE_STMT_COPY, element(kit, rows, bumping), v.r),
             stmt(kit, NOE_STMT_COPY, v.s, element(kit, rows, N(1))), NULL));
  assert_int_equal(v.state[12], 1);
  v.state[0] = 0;
  assert_int_equal(value_of(&v, arith(kit, NOE_EXPR_SUBTRACT, RD(v.x), bumping)), -1);
  close_world(&v);
}

/* ---------------------------------------------------------- the C stack */

static void *deep_on_small_stack(void *context) {
  struct world *v = context;
  noe_model_machine_delete(v->kit.machine);
  v->kit.machine = noe_model_machine_new(v->kit.memory, &v->kit.model);
  E *deep = truth(&v->kit, true);
  for (int i = 0; i < 100000; i++)
    deep = logic(&v->kit, NOE_EXPR_NOT, deep, NULL);
  assert_int_equal(fire(v, assign(&v->kit, v->b, deep)), NOE_OUTCOME_FAULT);
  assert_int_equal(noe_model_machine_fault(v->kit.machine)->code, NOE_R_DEPTH);
  E *path = v->a;
  struct noe_function *forever = function(&v->kit, "forever", NULL, 0, 1);
  E *again = call(&v->kit, forever, 0, 0, NULL);
  forever->body = stmt(&v->kit, NOE_STMT_CALL, NULL, again);
  v->kit.model.call_depth = UINT32_MAX;
  assert_int_equal(fire(v, stmt(&v->kit, NOE_STMT_CALL, NULL, again)), NOE_OUTCOME_FAULT);
  assert_int_equal(noe_model_machine_fault(v->kit.machine)->code, NOE_R_DEPTH);
  return (void *)(uintptr_t)path;
}

static void deep_nesting(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 2 << 20);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, &attributes, deep_on_small_stack, &v), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  close_world(&v);
}

/* --------------------------------------------------------------- instances */

struct record_of_visits {
  struct world *world;
  char text[4096];
  int stop_after;
  bool disturb;
};

static bool note_visit(void *context, const struct noe_clause *clause, const int64_t *arguments,
                       enum noe_outcome outcome) {
  struct record_of_visits *record = context;
  static const char letters[] = "TFXD";
  char piece[64], *end = record->text + strlen(record->text);
  strcpy(piece, "");
  for (uint32_t i = 0; i < clause->parameter_count; i++)
    sprintf(piece + strlen(piece), arguments[i] == NOE_UNDEFINED ? "_" : "%d", (int)arguments[i]);
  sprintf(end, "%s%c ", piece, letters[outcome]);
  if (record->disturb) {
    int64_t copy[8], next[CELLS];
    memcpy(copy, arguments, clause->parameter_count * sizeof *copy);
    struct noe_machine *machine = record->world->kit.machine;
    enum noe_outcome tested = noe_model_machine_test(machine, clause, copy, record->world->state);
    assert_int_equal(tested, outcome);
    if (outcome == NOE_OUTCOME_TRUE)
      noe_model_machine_fire(machine, clause, copy, record->world->state, next);
    noe_model_machine_claim(machine, &record->world->kit.properties[0], record->world->state);
  }
  return --record->stop_after != 0;
}

static void visits(struct world *v, const struct noe_clause *made, const char *expected) {
  for (int disturb = 0; disturb < 2; disturb++) {
    struct record_of_visits record = {.world = v, .disturb = disturb};
    assert_true(noe_model_machine_instances(v->kit.machine, made, v->state, note_visit, &record));
    assert_string_equal(record.text, expected);
  }
}

static void instance_order(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  T *bit = noe_model_range(&kit->builder, 0, 1);
  E *i = rd(kit, local(kit, bit, 0)), *j = rd(kit, local(kit, kit->builder.integer, 1));
  struct noe_clause *made = rule(kit, FRAME, logic(kit, NOE_EXPR_LESS, i, j), ASSIGN(v.x, j));
  over(kit, made, "i", bit, 0);
  binder(kit, made,
         (struct noe_binder){.kind = NOE_BINDER_RANGE,
                             .name = "j",
                             .type = kit->builder.integer,
                             .low = 5,
                             .high = 0,
                             .step = -2,
                             .slot = 1});
  visits(&v, made, "05T 03T 01T 15T 13T 11F ");
  struct record_of_visits record = {.world = &v, .stop_after = 2};
  assert_false(noe_model_machine_instances(kit->machine, made, v.state, note_visit, &record));
  assert_string_equal(record.text, "05T 03T ");
  assert_int_equal(noe_model_machine_test(kit->machine, made, (int64_t[]){0, 4}, v.state), NOE_OUTCOME_FALSE);
  assert_int_equal(noe_model_machine_test(kit->machine, made, (int64_t[]){2, 5}, v.state), NOE_OUTCOME_FALSE);
  assert_int_equal(noe_model_machine_test(kit->machine, made, (int64_t[]){0, 5}, v.state), NOE_OUTCOME_TRUE);
  assert_int_equal(noe_model_machine_fire(kit->machine, made, (int64_t[]){0, 3}, v.state, v.next), NOE_OUTCOME_TRUE);
  assert_int_equal(v.next[0], 3);
  struct noe_clause *plain = rule(kit, 0, NULL, NULL);
  visits(&v, plain, "T ");
  struct noe_clause *start = start_state(kit, 1, ASSIGN(v.x, i));
  over(kit, start, "i", bit, 0);
  struct record_of_visits starts = {.world = &v};
  assert_true(noe_model_machine_instances(kit->machine, start, NULL, note_visit, &starts));
  assert_string_equal(starts.text, "0T 1T ");
  close_world(&v);
}

/* Aliases stand between parameters; one that fails is reported once, with what
 * was bound before it. */
static void instances_with_aliases(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *i = rd(kit, local(kit, v.small, 0)), *here = reference(kit, v.small, 1), *value = local(kit, v.small, 2);
  E *whole = local(kit, v.a->type, 4);
  struct noe_clause *made =
      rule(kit, FRAME, equal(kit, rd(kit, here), rd(kit, element(kit, whole, i))), ASSIGN(here, N(0)));
  over(kit, made, "i", v.small, 0);
  binder(kit, made, (struct noe_binder){.kind = NOE_BINDER_LOCATION, .slot = 1, .value = element(kit, v.a, i)});
  binder(kit, made, (struct noe_binder){.kind = NOE_BINDER_VALUE, .slot = 2, .value = rd(kit, here)});
  binder(kit, made, (struct noe_binder){.kind = NOE_BINDER_CELLS, .slot = 4, .value = v.a});
  binder(kit, made,
         (struct noe_binder){.kind = NOE_BINDER_RANGE,
                             .name = "j",
                             .type = kit->builder.integer,
                             .low = 0,
                             .high = 1,
                             .step = 1,
                             .slot = 3});
  v.state[4] = v.state[5] = v.state[7] = 2; /* a[2] is undefined */
  visits(&v, made, "00T 01T 10T 11T 2_X 30T 31T ");
  assert_int_equal(noe_model_machine_test(kit->machine, made, (int64_t[]){2, NOE_UNDEFINED}, v.state),
                   NOE_OUTCOME_FAULT);
  assert_string_equal(noe_model_machine_fault(kit->machine)->message, "a[2] is undefined");
  assert_int_equal(noe_model_machine_fire(kit->machine, made, (int64_t[]){3, 0}, v.state, v.next), NOE_OUTCOME_TRUE);
  assert_int_equal(v.next[7], 0);
  assert_int_equal(value->slot, 2);
  close_world(&v);
}

static void instances_of_elements(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  T *slot = noe_model_slot(&kit->builder, v.bag);
  E *i = cp(kit, local(kit, slot, 0)), *j = cp(kit, local(kit, slot, 1));
  E *guard = logic(kit, NOE_EXPR_NOT, equal(kit, rd(kit, slot_of(kit, v.m, i)), rd(kit, slot_of(kit, v.m, j))), NULL);
  struct noe_clause *made = rule(kit, FRAME, guard, stmt(kit, NOE_STMT_MULTISET_REMOVE, v.m, j));
  binder(kit, made, (struct noe_binder){.kind = NOE_BINDER_CHOOSE, .name = "i", .type = slot, .slot = 0, .value = v.m});
  binder(kit, made, (struct noe_binder){.kind = NOE_BINDER_CHOOSE, .name = "j", .type = slot, .slot = 1, .value = v.m});
  visits(&v, made, "");
  memcpy(v.state + M_CELL, (int64_t[]){1, 0, 1, 3, 0, NOE_UNDEFINED}, 6 * sizeof(int64_t));
  visits(&v, made, "00F 01T 10T 11F ");
  assert_int_equal(noe_model_machine_test(kit->machine, made, (int64_t[]){0, 2}, v.state), NOE_OUTCOME_FALSE);
  assert_int_equal(noe_model_machine_test(kit->machine, made, (int64_t[]){7, 0}, v.state), NOE_OUTCOME_FALSE);
  assert_int_equal(noe_model_machine_fire(kit->machine, made, (int64_t[]){1, 0}, v.state, v.next), NOE_OUTCOME_TRUE);
  assert_int_equal(v.next[M_CELL + 1], 3);
  assert_int_equal(v.next[M_CELL + 2], 0);
  close_world(&v);
}

/* Whatever a guard or an alias writes is gone before anything else runs, even
 * if it writes to a parameter. */
static void side_effects_are_dropped(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  struct noe_function *spoil = function(kit, "spoil", v.small, 1, 1);
  parameter(spoil, 0, "n", v.small, true);
  E *n = reference(kit, v.small, 0);
  spoil->body = seq(ASSIGN(v.x, N(3)), ASSIGN(n, N(3)), stmt(kit, NOE_STMT_RETURN, NULL, N(1)), NULL);
  E *i = local(kit, v.small, 0);
  E *spoiling = call(kit, spoil, 0, 1, (struct noe_argument[]){{NOE_ARGUMENT_LOCATION, i, 0}});
  T *bit = noe_model_range(&kit->builder, 0, 1);
  E *fresh = logic(kit, NOE_EXPR_AND, equal(kit, RD(v.x), N(0)), logic(kit, NOE_EXPR_LESS, rd(kit, i), N(3)));
  E *guard = logic(kit, NOE_EXPR_AND, fresh, equal(kit, spoiling, N(1)));
  struct noe_clause *made = rule(kit, FRAME, guard, when(kit, fresh, ASSIGN(v.y, rd(kit, i)), ASSIGN(v.y, N(3))));
  over(kit, made, "i", bit, 0);
  binder(kit, made, (struct noe_binder){.kind = NOE_BINDER_VALUE, .slot = 2, .value = spoiling});
  binder(kit, made,
         (struct noe_binder){
             .kind = NOE_BINDER_RANGE, .name = "j", .type = bit, .low = 0, .high = 1, .step = 1, .slot = 1});
  visits(&v, made, "00T 01T 10T 11T ");
  assert_int_equal(noe_model_machine_fire(kit->machine, made, (int64_t[]){1, 0}, v.state, v.next), NOE_OUTCOME_TRUE);
  assert_int_equal(v.next[0], 0);
  assert_int_equal(v.next[1], 1);
  close_world(&v);
}

static void claims(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *i = rd(kit, local(kit, v.small, 0));
  struct noe_clause *all = property(kit, NOE_PROPERTY_INVARIANT, 1, logic(kit, NOE_EXPR_LESS, RD(v.x), i));
  over(kit, all, "i", v.small, 0);
  struct noe_clause *one = property(kit, NOE_PROPERTY_COVER, 1, equal(kit, RD(v.x), i));
  over(kit, one, "i", v.small, 0);
  v.state[0] = 2;
  all->binders = memcpy(NOE_NEW(kit->arena, struct noe_binder), all->binders, sizeof *all->binders);
  ((struct noe_binder *)(uintptr_t)all->binders)->low = 3;
  assert_int_equal(noe_model_machine_claim(kit->machine, all, v.state), NOE_OUTCOME_TRUE);
  ((struct noe_binder *)(uintptr_t)all->binders)->low = 1;
  assert_int_equal(noe_model_machine_claim(kit->machine, all, v.state), NOE_OUTCOME_FALSE);
  assert_int_equal(noe_model_machine_arguments(kit->machine)[0], 1);
  assert_int_equal(noe_model_machine_claim(kit->machine, one, v.state), NOE_OUTCOME_TRUE);
  assert_int_equal(noe_model_machine_arguments(kit->machine)[0], 2);
  v.state[0] = NOE_UNDEFINED;
  assert_int_equal(noe_model_machine_claim(kit->machine, all, v.state), NOE_OUTCOME_FAULT);
  assert_int_equal(noe_model_machine_claim(kit->machine, one, v.state), NOE_OUTCOME_FAULT);
  struct noe_clause *live = property(kit, NOE_PROPERTY_LIVENESS, 0, truth(kit, false));
  assert_int_equal(noe_model_machine_claim(kit->machine, live, v.state), NOE_OUTCOME_FALSE);
  close_world(&v);
}

/* An `assume` inside a guard: the firing does not exist. Inside a claim: the
 * instance is not judged. */
static void assumptions_inside_guards(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  struct noe_function *f = function(kit, "f", kit->builder.boolean, 0, 0);
  f->body = seq(stmt(kit, NOE_STMT_ASSUME, NULL, B(false)), stmt(kit, NOE_STMT_RETURN, NULL, B(true)), NULL);
  E *asking = call(kit, f, 0, 0, NULL);
  visits(&v, rule(kit, 0, asking, NULL), "F ");
  assert_int_equal(noe_model_machine_claim(kit->machine, property(kit, NOE_PROPERTY_INVARIANT, 0, asking), v.state),
                   NOE_OUTCOME_TRUE);
  assert_int_equal(noe_model_machine_claim(kit->machine, property(kit, NOE_PROPERTY_COVER, 0, asking), v.state),
                   NOE_OUTCOME_FALSE);
  close_world(&v);
}

/* ------------------------------------------------------------------ memory */

/* Every allocation fails once; each time the work is left in good order. */
static void running_out_of_memory(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  struct noe_function *f = function(kit, "f", NULL, 0, 5000);
  f->body = seq(text_stmt(kit, NOE_STMT_PUT_LOCATION, v.a, "a"), text_stmt(kit, NOE_STMT_ERROR, NULL, "stop"), NULL);
  kit->model.rule_count = 0;
  struct noe_clause *made = rule(kit, 0, NULL, stmt(kit, NOE_STMT_CALL, NULL, call(kit, f, 0, 0, NULL)));
  struct noe_memory *memory = noe_base_memory_new(0);
  bool done = false;
  int failures = 0;
  for (uint64_t nth = 1; !done; nth++) {
    jmp_buf escape;
    noe_base_memory_guard(memory, &escape);
    noe_base_memory_fail_at(memory, nth);
    if (setjmp(escape)) {
      failures++;
      noe_base_memory_sweep(memory);
      continue;
    }
    struct noe_machine *machine = noe_model_machine_new(memory, &kit->model);
    struct noe_text sink = noe_base_text(memory);
    noe_model_machine_put(machine, &sink);
    assert_int_equal(noe_model_machine_fire(machine, made, NULL, v.state, v.next), NOE_OUTCOME_FAULT);
    noe_base_text_free(&sink);
    noe_model_machine_delete(machine);
    assert_int_equal(noe_base_memory_used(memory), 0);
    done = true;
  }
  assert_true(failures >= 8);
  noe_base_memory_delete(memory);
  close_world(&v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmetic),
      cmocka_unit_test(arithmetic_faults),
      cmocka_unit_test(booleans_are_short_circuit),
      cmocka_unit_test(quantifiers),
      cmocka_unit_test(undefined_values),
      cmocka_unit_test(unions),
      cmocka_unit_test(assignments),
      cmocka_unit_test(clearing_everything),
      cmocka_unit_test(control),
      cmocka_unit_test(switches),
      cmocka_unit_test(aliases),
      cmocka_unit_test(claims_in_bodies),
      cmocka_unit_test(put_statements),
      cmocka_unit_test(multisets),
      cmocka_unit_test(multisets_of_records),
      cmocka_unit_test(calls),
      cmocka_unit_test(results),
      cmocka_unit_test(order_of_evaluation),
      cmocka_unit_test(deep_nesting),
      cmocka_unit_test(instance_order),
      cmocka_unit_test(instances_with_aliases),
      cmocka_unit_test(instances_of_elements),
      cmocka_unit_test(side_effects_are_dropped),
      cmocka_unit_test(claims),
      cmocka_unit_test(assumptions_inside_guards),
      cmocka_unit_test(running_out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
