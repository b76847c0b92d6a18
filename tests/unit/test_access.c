#include "lower/eval.h"
#include "model_kit.h"

/* A small ring of processes with a network, its rules using every way to reach a
 * cell: parameters, aliases, calls by value and by reference, loops, bags. */
enum { X = 0, A = 1, R = 5, M = 13, CELLS = 19, FRAME = 24 };

struct world {
  struct kit kit;
  T *index, *record, *bag;
  E *x, *a, *r, *m;
};

static void open_world(struct world *v) {
  struct kit *kit = &v->kit;
  kit_open(kit);
  v->index = named(noe_model_range(&kit->builder, 0, 3), "Index");
  struct noe_field *list = fields(kit, 2);
  list[0] = (struct noe_field){.name = "f", .type = v->index};
  list[1] = (struct noe_field){.name = "g", .type = v->index};
  v->record = noe_model_record(&kit->builder, list, 2);
  v->bag = noe_model_multiset(&kit->builder, 3, v->index);
  v->x = variable(kit, "x", v->index);
  v->a = variable(kit, "a", noe_model_array(&kit->builder, v->index, v->index));
  v->r = variable(kit, "r", noe_model_array(&kit->builder, v->index, v->record));
  v->m = variable(kit, "m", v->bag);
  finish(kit);
  assert_int_equal(kit->cells, CELLS);
}

static void close_world(struct world *v) { kit_close(&v->kit); }

static void expect_set(const struct noe_bitset *set, size_t count, const uint32_t *members) {
  assert_int_equal(noe_base_bitset_count(set), count);
  for (size_t i = 0; i < count; i++)
    assert_true(noe_bitset_has(set, members[i]));
}
#define EXPECT(set, ...)                                                                                               \
  expect_set(&(set), sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__})

/* What the last lowering of the model says of a clause. */
static struct noe_access touched(struct kit *kit, const struct noe_clause *clause_of, const int64_t *arguments) {
  struct noe_lowered *form = noe_lower_model(kit->arena, &kit->model, false);
  return noe_lower_access(kit->memory, form, noe_low_clause_of(form, clause_of), arguments);
}

#define N(value) number(&v.kit, (value))
#define RD(place) rd(&v.kit, (place))

static void parameters_narrow_sets(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *i = RD(local(kit, v.index, 0));
  struct noe_clause *made = rule(kit, FRAME, equal(kit, RD(element(kit, v.a, i)), N(1)),
                                 assign(kit, field(kit, element(kit, v.r, i), 1), RD(v.x)));
  over(kit, made, "i", v.index, 0);
  struct noe_access one = touched(kit, made, (int64_t[]){2});
  EXPECT(one.guard_reads, A + 2);
  EXPECT(one.reads, X);
  EXPECT(one.writes, R + 5);
  noe_lower_access_free(&one);
  struct noe_access any = touched(kit, made, NULL);
  EXPECT(any.guard_reads, A, A + 1, A + 2, A + 3);
  EXPECT(any.writes, R + 1, R + 3, R + 5, R + 7);
  noe_lower_access_free(&any);
  close_world(&v);
}

/* set(var n; k): n := k; a[k] := 0 */
static struct noe_function *make_set(struct world *v) {
  struct kit *kit = &v->kit;
  struct noe_function *set = function(kit, "set", NULL, 2, 2);
  parameter(set, 0, "n", v->index, true);
  parameter(set, 1, "k", v->index, false);
  E *n = reference(kit, v->index, 0), *k = rd(kit, reference(kit, v->index, 1));
  set->body = seq(assign(kit, n, k), assign(kit, element(kit, v->a, k), number(kit, 0)), NULL);
  return set;
}

static void calls_are_followed(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  struct noe_function *set = make_set(&v);
  E *i = local(kit, v.index, 0);
  S *calling = stmt(
      kit, NOE_STMT_CALL, NULL,
      call(kit, set, 0, 2, (struct noe_argument[]){{NOE_ARGUMENT_LOCATION, v.x, 0}, {NOE_ARGUMENT_LOCATION, i, 0}}));
  struct noe_clause *made = rule(kit, FRAME, NULL, calling);
  over(kit, made, "i", v.index, 0);
  struct noe_access access = touched(kit, made, (int64_t[]){3});
  EXPECT(access.writes, X, A + 3);
  assert_int_equal(noe_base_bitset_count(&access.reads), 0);
  noe_lower_access_free(&access);
  /* The callee writes to the parameter itself: nothing is known any more. */
  made->body = stmt(
      kit, NOE_STMT_CALL, NULL,
      call(kit, set, 0, 2, (struct noe_argument[]){{NOE_ARGUMENT_LOCATION, i, 0}, {NOE_ARGUMENT_VALUE, RD(i), 1}}));
  access = touched(kit, made, (int64_t[]){3});
  EXPECT(access.writes, A, A + 1, A + 2, A + 3);
  noe_lower_access_free(&access);
  /* Recursion: what it comes to in the end. */
  struct noe_function *forever = function(kit, "forever", NULL, 0, 0);
  forever->body = stmt(kit, NOE_STMT_CALL, NULL, call(kit, forever, 0, 0, NULL));
  made->body = forever->body;
  access = touched(kit, made, (int64_t[]){3});
  assert_int_equal(noe_base_bitset_count(&access.writes), 0);
  noe_lower_access_free(&access);
  forever->body = seq(assign(kit, v.x, RD(element(kit, v.a, N(2)))),
                      stmt(kit, NOE_STMT_CALL, NULL, call(kit, forever, 0, 0, NULL)), NULL);
  access = touched(kit, made, (int64_t[]){3});
  EXPECT(access.writes, X);
  EXPECT(access.reads, A + 2);
  assert_int_equal(noe_base_bitset_count(&access.guard_reads), 0);
  noe_lower_access_free(&access);
  close_world(&v);
}

static void bags_are_one_thing(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  T *slot = noe_model_slot(&kit->builder, v.bag);
  struct noe_clause *made = rule(kit, FRAME, NULL, assign(kit, slot_of(kit, v.m, cp(kit, local(kit, slot, 0))), N(1)));
  binder(kit, made, (struct noe_binder){.kind = NOE_BINDER_CHOOSE, .name = "i", .type = slot, .slot = 0, .value = v.m});
  struct noe_access access = touched(kit, made, (int64_t[]){1});
  EXPECT(access.guard_reads, M, M + 1, M + 2, M + 3, M + 4, M + 5);
  EXPECT(access.writes, M, M + 1, M + 2, M + 3, M + 4, M + 5);
  EXPECT(access.reads, M, M + 1, M + 2, M + 3, M + 4, M + 5);
  noe_lower_access_free(&access);
  close_world(&v);
}

static void budget(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  /* f0 calls f1 twice, f1 calls f2 twice, …: too much to copy in */
  struct noe_function *last = function(kit, "leaf", NULL, 0, 0);
  last->body = assign(kit, v.x, N(1));
  for (int i = 0; i < 40; i++) {
    struct noe_function *next = function(kit, "f", NULL, 0, 0);
    next->body = seq(stmt(kit, NOE_STMT_CALL, NULL, call(kit, last, 0, 0, NULL)),
                     stmt(kit, NOE_STMT_CALL, NULL, call(kit, last, 0, 0, NULL)), NULL);
    last = next;
  }
  struct noe_clause *made = rule(kit, 0, NULL, last->body);
  struct noe_access access = touched(kit, made, NULL);
  EXPECT(access.writes, X);
  noe_lower_access_free(&access);
  E *deep = truth(kit, true);
  for (int i = 0; i < 100000; i++)
    deep = logic(kit, NOE_EXPR_NOT, deep, NULL);
  made->guard = deep;
  made->body = NULL;
  access = touched(kit, made, NULL);
  assert_int_equal(noe_base_bitset_count(&access.guard_reads), CELLS);
  assert_int_equal(noe_base_bitset_count(&access.writes), CELLS);
  noe_lower_access_free(&access);
  close_world(&v);
}

static void cells_by_type(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit);
  static const char *const one[] = {"one"};
  T *proc = noe_model_scalarset(&kit.builder, 2), *home = noe_model_enum(&kit.builder, one, 1);
  T *node_type = noe_model_union(&kit.builder, (T *[]){proc, home}, 2);
  T *bit = kit.builder.boolean;
  variable(&kit, "p", proc);                                                                           /* 0 */
  variable(&kit, "a", noe_model_array(&kit.builder, node_type, bit));                                  /* 1 2 3 */
  variable(&kit, "b", noe_model_array(&kit.builder, bit, node_type));                                  /* 4 5 */
  variable(&kit, "m", noe_model_multiset(&kit.builder, 1, noe_model_array(&kit.builder, proc, home))); /* 6 7 8 */
  finish(&kit);
  struct noe_bitset set = noe_model_cells_indexed_by(kit.memory, &kit.model, proc);
  EXPECT(set, 1, 2, 3, 7, 8);
  noe_base_bitset_free(&set);
  set = noe_model_cells_holding(kit.memory, &kit.model, proc);
  EXPECT(set, 0, 4, 5);
  noe_base_bitset_free(&set);
  set = noe_model_cells_holding(kit.memory, &kit.model, bit);
  EXPECT(set, 1, 2, 3);
  noe_base_bitset_free(&set);
  kit_close(&kit);
}

/* --------------------------------------------------------------- soundness */

static uint64_t seed;
static uint32_t pick(uint32_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

/* Frame of the random clauses: 0 parameter i, 1 reference to an index, 2 reference
 * to a record, 3 loop variable, 4 local index, 5..6 local record, 8.. temporaries. */
static E *random_place(struct world *v, int depth);

static E *random_value(struct world *v, int depth) {
  struct kit *kit = &v->kit;
  switch (depth ? pick(7) : pick(2)) {
  case 0: return number(kit, pick(4));
  case 1: return rd(kit, local(kit, v->index, pick(2) ? 0 : 3));
  case 2: return arith(kit, NOE_EXPR_BIT_AND, random_value(v, depth - 1), random_value(v, depth - 1));
  case 3:
    return conditional(kit, equal(kit, random_value(v, depth - 1), random_value(v, depth - 1)),
                       random_value(v, depth - 1), random_value(v, depth - 1));
  default: return cp(kit, random_place(v, depth - 1));
  }
}

static E *random_record(struct world *v, int depth) {
  struct kit *kit = &v->kit;
  switch (pick(4)) {
  case 0: return reference(kit, v->record, 2);
  case 1: return local(kit, v->record, 5);
  case 2:
    if (depth)
      return conditional(kit, equal(kit, random_value(v, depth - 1), number(kit, 1)), random_record(v, depth - 1),
                         random_record(v, depth - 1));
    /* fall through */
  default: return element(kit, v->r, random_value(v, depth ? depth - 1 : 0));
  }
}

static E *random_place(struct world *v, int depth) {
  struct kit *kit = &v->kit;
  switch (pick(6)) {
  case 0: return v->x;
  case 1: return reference(kit, v->index, 1);
  case 2: return local(kit, v->index, 4);
  case 3: return field(kit, random_record(v, depth), pick(2));
  default: return element(kit, v->a, random_value(v, depth ? depth - 1 : 0));
  }
}

static S *random_body(struct world *v, const struct noe_function *set, int depth);

static struct noe_stmt *random_stmt(struct world *v, const struct noe_function *set, int depth) {
  struct kit *kit = &v->kit;
  switch (pick(depth ? 11 : 6)) {
  case 0: return stmt(kit, NOE_STMT_COPY, random_record(v, 1), random_record(v, 1));
  case 1: return stmt(kit, pick(2) ? NOE_STMT_CLEAR : NOE_STMT_UNDEFINE, random_record(v, 1), NULL);
  case 2: return stmt(kit, NOE_STMT_MULTISET_ADD, v->m, random_value(v, 2));
  case 3:
    return slot_stmt(kit, NOE_STMT_MULTISET_REMOVE_IF, v->m,
                     equal(kit, cp(kit, slot_of(kit, v->m, cp(kit, local(kit, v->index, 7)))), random_value(v, 1)), 7);
  case 4:
    return stmt(kit, NOE_STMT_CALL, NULL,
                call(kit, set, 0, 2,
                     (struct noe_argument[]){{NOE_ARGUMENT_LOCATION, random_place(v, 1), 0},
                                             {NOE_ARGUMENT_VALUE, random_value(v, 2), 8 + pick(3)}}));
  case 6:
    return when(kit, equal(kit, random_value(v, 2), random_value(v, 2)), random_body(v, set, depth - 1),
                random_body(v, set, depth - 1));
  case 7: return loop(kit, 3, (struct noe_domain){.type = v->index}, random_body(v, set, depth - 1));
  case 8: return slot_stmt(kit, NOE_STMT_BIND_LOCATION, NULL, random_place(v, 2), 1);
  case 9: return slot_stmt(kit, NOE_STMT_BIND_LOCATION, NULL, element(kit, v->r, random_value(v, 1)), 2);
  case 10:
    return pick(4) ? slot_stmt(kit, NOE_STMT_BIND_VALUE, NULL, random_value(v, 2), 3)
                   : assign(kit, local(kit, v->index, 0), random_value(v, 2));
  default: return assign(kit, random_place(v, 2), random_value(v, 2));
  }
}

/* Binds the aliases and the loop variable anew. */
static struct noe_stmt *random_binding(struct world *v, struct noe_stmt **last, bool with_variable) {
  struct kit *kit = &v->kit;
  struct noe_stmt *first = slot_stmt(kit, NOE_STMT_BIND_LOCATION, NULL, element(kit, v->a, number(kit, pick(4))), 1);
  struct noe_stmt *second = slot_stmt(kit, NOE_STMT_BIND_LOCATION, NULL, element(kit, v->r, number(kit, pick(4))), 2);
  first->next = *last = second;
  if (with_variable)
    second->next = *last = slot_stmt(kit, NOE_STMT_BIND_VALUE, NULL, number(kit, pick(4)), 3);
  return first;
}

/* A list binds its own aliases before it uses them, as in a model; what lists
 * inside it have bound is bound again after them. */
static S *random_body(struct world *v, const struct noe_function *set, int depth) {
  struct noe_stmt *last, *first = random_binding(v, &last, false);
  for (uint32_t i = 0, count = 1 + pick(3); i < count; i++) {
    struct noe_stmt *next = random_stmt(v, set, depth);
    last->next = next;
    last = next;
    if (next->kind == NOE_STMT_IF || next->kind == NOE_STMT_FOR)
      next->next = random_binding(v, &last, true);
  }
  return first;
}

static void random_state(struct world *v, int64_t *state) {
  for (uint32_t i = 0; i < CELLS; i++)
    state[i] = i >= M && (i - M) % 2 == 0 ? (int64_t)pick(2) : pick(9) ? (int64_t)pick(4) : NOE_UNDEFINED;
  for (uint32_t i = M; i < CELLS; i += 2)
    if (!state[i])
      state[i + 1] = NOE_UNDEFINED;
  noe_model_normalise(&v->kit.model, state);
}

/* One firing against what the analysis says of it. */
static void check_firing(struct world *v, const struct noe_clause *made, const int64_t *arguments,
                         const struct noe_access *access, struct noe_evaluator *evaluator,
                         const struct noe_low_clause *lowered) {
  struct noe_machine *machine = v->kit.machine;
  int64_t state[CELLS], next[CELLS], flipped[CELLS], other[CELLS];
  random_state(v, state);
  enum noe_outcome guard = noe_model_machine_test(machine, made, arguments, state);
  enum noe_outcome outcome = noe_model_machine_fire(machine, made, arguments, state, next);
  assert_int_equal(noe_lower_evaluator_test(evaluator, lowered, arguments, state), guard);
  assert_int_equal(noe_lower_evaluator_fire(evaluator, lowered, arguments, state, other), outcome);
  if (outcome == NOE_OUTCOME_TRUE)
    assert_memory_equal(other, next, sizeof next);
  if (outcome == NOE_OUTCOME_FAULT) {
    const struct noe_fault *a = noe_model_machine_fault(machine), *b = noe_lower_evaluator_fault(evaluator);
    assert_int_equal(a->code, b->code);
    assert_int_equal(a->place.line, b->place.line);
    assert_string_equal(a->message, b->message);
  }
  for (uint32_t i = 0; outcome == NOE_OUTCOME_TRUE && i < CELLS; i++)
    assert_true(next[i] == state[i] || noe_bitset_has(&access->writes, i));
  for (uint32_t i = 0; i < M; i++) {
    memcpy(flipped, state, sizeof state);
    flipped[i] = state[i] == 2 ? NOE_UNDEFINED : 2;
    if (!noe_bitset_has(&access->guard_reads, i))
      assert_int_equal(noe_model_machine_test(machine, made, arguments, flipped), guard);
    if (noe_bitset_has(&access->reads, i))
      continue;
    assert_int_equal(noe_model_machine_fire(machine, made, arguments, flipped, other), outcome);
    for (uint32_t k = 0; outcome == NOE_OUTCOME_TRUE && k < CELLS; k++)
      assert_true(next[k] == other[k] || (k == i && other[k] == flipped[k] && next[k] == state[k]));
  }
}

static int check_clause(uint64_t from) {
  struct world v;
  open_world(&v);
  seed = from;
  struct kit *kit = &v.kit;
  struct noe_function *set = make_set(&v);
  E *guard = equal(kit, random_value(&v, 3), random_value(&v, 3));
  struct noe_clause *made = rule(kit, FRAME, guard, random_body(&v, set, 2));
  over(kit, made, "i", v.index, 0);
  binder(kit, made,
         (struct noe_binder){
             .kind = NOE_BINDER_LOCATION, .slot = 1, .value = element(kit, v.a, RD(local(kit, v.index, 0)))});
  binder(kit, made,
         (struct noe_binder){
             .kind = NOE_BINDER_LOCATION, .slot = 2, .value = element(kit, v.r, pick(2) ? N(pick(4)) : cp(kit, v.x))});
  binder(kit, made, (struct noe_binder){.kind = NOE_BINDER_VALUE, .slot = 3, .value = N(pick(4))});
  int64_t arguments[] = {pick(4)};
  struct noe_lowered *form = noe_lower_model(kit->arena, &kit->model, pick(2));
  const struct noe_low_clause *lowered = noe_low_clause_of(form, made);
  struct noe_evaluator *evaluator = noe_lower_evaluator_new(kit->memory, form);
  struct noe_access access = noe_lower_access(kit->memory, form, lowered, pick(4) ? arguments : NULL);
  int precise = noe_base_bitset_count(&access.writes) < CELLS;
  for (int i = 0; i < 25; i++)
    check_firing(&v, made, arguments, &access, evaluator, lowered);
  noe_lower_evaluator_delete(evaluator);
  noe_lower_access_free(&access);
  close_world(&v);
  return precise;
}

static void random_clauses(void **unused) {
  (void)unused;
  int precise = 0;
  for (uint64_t i = 0; i < 2000; i++)
    precise += check_clause(i * 104729 + 11);
  assert_true(precise > 1000); /* the sets must mean something */
}

static void running_out_of_memory(void **unused) {
  (void)unused;
  struct world v;
  open_world(&v);
  struct kit *kit = &v.kit;
  E *i = RD(local(kit, v.index, 0));
  struct noe_clause *made = rule(kit, FRAME, NULL, assign(kit, element(kit, v.a, i), N(0)));
  over(kit, made, "i", v.index, 0);
  struct noe_memory *memory = noe_base_memory_new(0);
  volatile bool done = false;
  for (volatile uint64_t nth = 1; !done; nth++) {
    jmp_buf escape;
    noe_base_memory_guard(memory, &escape);
    noe_base_memory_fail_at(memory, nth);
    if (setjmp(escape)) {
      noe_base_memory_sweep(memory);
      continue;
    }
    struct noe_arena *arena = noe_base_arena_new(memory);
    struct noe_lowered *form = noe_lower_model(arena, &kit->model, false);
    struct noe_access access = noe_lower_access(memory, form, noe_low_clause_of(form, made), NULL);
    noe_lower_access_free(&access);
    noe_base_arena_delete(arena);
    assert_int_equal(noe_base_memory_used(memory), 0);
    done = true;
  }
  noe_base_memory_delete(memory);
  close_world(&v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parameters_narrow_sets), cmocka_unit_test(calls_are_followed),
      cmocka_unit_test(bags_are_one_thing),     cmocka_unit_test(budget),
      cmocka_unit_test(cells_by_type),          cmocka_unit_test(random_clauses),
      cmocka_unit_test(running_out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
