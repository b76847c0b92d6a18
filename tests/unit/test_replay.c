#include "base/options.h"
#include "model_kit.h"

/* A counter v: 0..5 and a note n: 0..5, undefined at first.
 *   start i: 0..1      v := i
 *   inc                v < 4 ==> v := v + 1
 *   fail               v = 3 ==> v := 9
 *   odd                n = v ==> (reads an undefined value)
 *   skip               v = 2 ==> assume false
 *   stay               v = 4 ==> v := v        (priority 5)
 *   back               v = 4 ==> v := 0        (priority 7) */
struct world {
  struct kit kit;
  T *range;
  E *v, *n;
  struct noe_clause *start, *inc, *fail, *odd, *skip, *stay, *back, *assume, *small;
  struct noe_fault range_fault, read_fault;
};

static void open_world(struct world *w) {
  struct kit *kit = &w->kit;
  kit_open(kit);
  w->range = noe_model_range(&kit->builder, 0, 5);
  w->v = variable(kit, "v", w->range);
  w->n = variable(kit, "n", w->range);
  T *bit = noe_model_range(&kit->builder, 0, 1);
  E *read = rd(kit, w->v), *unread = rd(kit, w->n);
  w->start = start_state(kit, 1, assign(kit, w->v, rd(kit, local(kit, bit, 0))));
  over(kit, w->start, "i", bit, 0);
  w->inc = rule(kit, 0, logic(kit, NOE_EXPR_LESS, read, number(kit, 4)),
                assign(kit, w->v, arith(kit, NOE_EXPR_ADD, read, number(kit, 1))));
  struct noe_stmt *bad = assign(kit, w->v, number(kit, 9));
  w->fail = rule(kit, 0, equal(kit, read, number(kit, 3)), bad);
  w->odd = rule(kit, 0, equal(kit, unread, read), NULL);
  w->skip = rule(kit, 0, equal(kit, read, number(kit, 2)), stmt(kit, NOE_STMT_ASSUME, NULL, truth(kit, false)));
  w->stay = rule(kit, 0, equal(kit, read, number(kit, 4)), assign(kit, w->v, read));
  w->back = rule(kit, 0, equal(kit, read, number(kit, 4)), assign(kit, w->v, number(kit, 0)));
  w->stay->priority = 5;
  w->back->priority = 7;
  w->assume = property(kit, NOE_PROPERTY_ASSUME, 0, truth(kit, true));
  w->small = property(kit, NOE_PROPERTY_INVARIANT, 1,
                      logic(kit, NOE_EXPR_NOT, equal(kit, read, rd(kit, local(kit, w->range, 0))), NULL));
  binder(kit, w->small,
         (struct noe_binder){
             .kind = NOE_BINDER_RANGE, .name = "i", .type = w->range, .low = 3, .high = 5, .step = 1, .slot = 0});
  w->range_fault = (struct noe_fault){.code = NOE_R_RANGE, .place = bad->place};
  w->read_fault = (struct noe_fault){.code = NOE_R_UNDEFINED, .place = unread->place};
  finish(kit);
}

static void close_world(struct world *w) { kit_close(&w->kit); }

enum { STEPS = 6 };
struct run {
  struct noe_trace trace;
  struct noe_trace_step steps[STEPS];
  int64_t states[STEPS][2], argument;
};

/* Start with v = 0, then `count - 1` times inc. */
static void counting(struct world *w, struct run *run, uint32_t count) {
  *run = (struct run){.trace = {.count = count}};
  run->trace.steps = run->steps;
  for (uint32_t i = 0; i < count; i++) {
    run->states[i][0] = i;
    run->states[i][1] = NOE_UNDEFINED;
    run->steps[i] = (struct noe_trace_step){i ? w->inc : w->start, &run->argument, run->states[i]};
  }
}

static void expect_status(struct world *w, struct run *run, enum noe_replay_status status, uint32_t step) {
  struct noe_replay replay = noe_model_replay(w->kit.machine, &w->kit.model, &run->trace);
  assert_string_equal(noe_model_replay_text(replay.status), noe_model_replay_text(status));
  if (status != NOE_REPLAY_EMPTY)
    assert_int_equal(replay.step, step);
}

static void runs(void **unused) {
  (void)unused;
  struct world w;
  struct run run;
  open_world(&w);
  counting(&w, &run, 4);
  expect_status(&w, &run, NOE_REPLAY_OK, 3);
  run.states[2][0] = 5;
  expect_status(&w, &run, NOE_REPLAY_OTHER_STATE, 2);
  counting(&w, &run, 0);
  expect_status(&w, &run, NOE_REPLAY_EMPTY, 0);
  counting(&w, &run, 2);
  run.argument = 1;
  expect_status(&w, &run, NOE_REPLAY_OTHER_STATE, 0);
  run.argument = 2;
  expect_status(&w, &run, NOE_REPLAY_NOT_ENABLED, 0);
  counting(&w, &run, 3);
  run.steps[0].clause = w.inc;
  expect_status(&w, &run, NOE_REPLAY_NOT_A_START, 0);
  counting(&w, &run, 3);
  run.steps[2].clause = w.start;
  expect_status(&w, &run, NOE_REPLAY_NOT_A_START, 2);
  counting(&w, &run, 3);
  run.steps[2].clause = w.fail;
  expect_status(&w, &run, NOE_REPLAY_NOT_ENABLED, 2);
  counting(&w, &run, 4);
  run.steps[1].state = NULL;
  expect_status(&w, &run, NOE_REPLAY_OTHER_STATE, 1);
  counting(&w, &run, 4);
  run.steps[3].clause = w.skip;
  expect_status(&w, &run, NOE_REPLAY_DISCARDED, 3);
  w.assume->guard = logic(&w.kit, NOE_EXPR_LESS, rd(&w.kit, w.v), number(&w.kit, 2));
  counting(&w, &run, 4);
  expect_status(&w, &run, NOE_REPLAY_DISCARDED, 2);
  w.assume->guard = equal(&w.kit, rd(&w.kit, w.n), number(&w.kit, 2));
  expect_status(&w, &run, NOE_REPLAY_UNEXPECTED_FAULT, 0);
  close_world(&w);
}

static void faults(void **unused) {
  (void)unused;
  struct world w;
  struct run run;
  open_world(&w);
  counting(&w, &run, 5);
  run.steps[4] = (struct noe_trace_step){w.fail, NULL, NULL};
  run.trace.has_fault = true;
  run.trace.fault = w.range_fault;
  expect_status(&w, &run, NOE_REPLAY_OK, 4);
  run.trace.fault = w.read_fault;
  expect_status(&w, &run, NOE_REPLAY_OTHER_FAULT, 4);
  run.steps[4].state = run.states[4];
  expect_status(&w, &run, NOE_REPLAY_UNEXPECTED_FAULT, 4);
  run.steps[4] = (struct noe_trace_step){w.inc, NULL, NULL};
  expect_status(&w, &run, NOE_REPLAY_OTHER_FAULT, 4);
  run.steps[4].clause = w.odd;
  run.steps[4].state = run.states[4];
  expect_status(&w, &run, NOE_REPLAY_UNEXPECTED_FAULT, 4);
  /* A guard that fails in the last state. */
  counting(&w, &run, 2);
  run.trace.has_fault = true;
  run.trace.fault = w.read_fault;
  expect_status(&w, &run, NOE_REPLAY_OTHER_FAULT, 1);
  run.trace.failed = w.odd;
  expect_status(&w, &run, NOE_REPLAY_OK, 1);
  run.trace.failed = w.inc;
  expect_status(&w, &run, NOE_REPLAY_OTHER_FAULT, 1);
  close_world(&w);
}

static void priorities(void **unused) {
  (void)unused;
  struct world w;
  struct run run;
  open_world(&w);
  counting(&w, &run, 6);
  run.steps[5].clause = w.back;
  run.states[5][0] = 0;
  expect_status(&w, &run, NOE_REPLAY_OK, 5);
  w.kit.model.has_priorities = true;
  expect_status(&w, &run, NOE_REPLAY_HELD_BACK, 5);
  run.steps[5].clause = w.stay;
  run.states[5][0] = 4;
  expect_status(&w, &run, NOE_REPLAY_OK, 5);
  close_world(&w);
}

static bool shown(struct world *w, struct run *run, struct noe_finding finding, int deadlock) {
  struct noe_replay replay;
  finding.trace = &run->trace;
  bool answer = noe_model_replay_finding(w->kit.machine, &w->kit.model, &finding, deadlock, &replay);
  assert_int_equal(replay.status, NOE_REPLAY_OK);
  return answer;
}

static void findings(void **unused) {
  (void)unused;
  struct world w;
  struct run run;
  open_world(&w);
  const int64_t three = 3, four = 4;
  struct noe_finding broken = {.kind = NOE_FINDING_INVARIANT, .clause = w.small};
  counting(&w, &run, 4);
  assert_true(shown(&w, &run, broken, NOE_DEADLOCK_OFF));
  broken.arguments = &three;
  assert_true(shown(&w, &run, broken, NOE_DEADLOCK_OFF));
  broken.arguments = &four;
  assert_false(shown(&w, &run, broken, NOE_DEADLOCK_OFF));
  broken.kind = NOE_FINDING_LIVENESS;
  broken.arguments = NULL;
  assert_true(shown(&w, &run, broken, NOE_DEADLOCK_OFF));
  counting(&w, &run, 3);
  assert_false(shown(&w, &run, broken, NOE_DEADLOCK_OFF));
  assert_true(shown(&w, &run, (struct noe_finding){.kind = NOE_FINDING_COVER}, NOE_DEADLOCK_OFF));
  assert_false(shown(&w, &run, (struct noe_finding){.kind = NOE_FINDING_ASSERTION}, NOE_DEADLOCK_OFF));
  counting(&w, &run, 5);
  run.steps[4] = (struct noe_trace_step){w.fail, NULL, NULL};
  run.trace.has_fault = true;
  run.trace.fault = w.range_fault;
  assert_true(shown(&w, &run, (struct noe_finding){.kind = NOE_FINDING_ASSERTION}, NOE_DEADLOCK_OFF));
  assert_false(shown(&w, &run, broken, NOE_DEADLOCK_OFF));
  close_world(&w);
}

static void deadlocks(void **unused) {
  (void)unused;
  struct world w;
  struct run run;
  open_world(&w);
  struct noe_finding dead = {.kind = NOE_FINDING_DEADLOCK};
  counting(&w, &run, 5); /* v = 4: stay and back are enabled */
  assert_false(shown(&w, &run, dead, NOE_DEADLOCK_STUTTERING));
  w.kit.model.has_priorities = true; /* back is held back */
  assert_true(shown(&w, &run, dead, NOE_DEADLOCK_STUTTERING));
  assert_false(shown(&w, &run, dead, NOE_DEADLOCK_STUCK));
  assert_false(shown(&w, &run, dead, NOE_DEADLOCK_OFF));
  w.stay->guard = w.back->guard = truth(&w.kit, false);
  assert_true(shown(&w, &run, dead, NOE_DEADLOCK_STUCK));
  /* A discarded firing is no progress: without inc, v = 2 has only skip. */
  counting(&w, &run, 3);
  assert_false(shown(&w, &run, dead, NOE_DEADLOCK_STUCK));
  w.inc->guard = logic(&w.kit, NOE_EXPR_LESS, rd(&w.kit, w.v), number(&w.kit, 2));
  assert_true(shown(&w, &run, dead, NOE_DEADLOCK_STUCK));
  close_world(&w);
}

static void names(void **unused) {
  (void)unused;
  assert_string_equal(noe_model_verdict_name(NOE_VERDICT_UNKNOWN), "unknown");
  assert_string_equal(noe_model_finding_kind_name(NOE_FINDING_ASSERTION), "assertion");
  for (int i = 0; i <= NOE_REPLAY_HELD_BACK; i++)
    assert_true(strlen(noe_model_replay_text((enum noe_replay_status)i)) > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs),     cmocka_unit_test(faults),    cmocka_unit_test(priorities),
      cmocka_unit_test(findings), cmocka_unit_test(deadlocks), cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
