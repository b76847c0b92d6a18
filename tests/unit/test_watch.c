/* Watched loops, one firing at a time: which ones the machine lets pass, and which
 * it reports as depending on the order. P_1 is the first value that loops take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/options.h"
#include "lang/murphi/murphi.h"
#include "model/machine.h"

static const char frame[] =
    "type P: scalarset(3); M: record p: P; v: 0..3; end;\n"
    "var a, b: array [P] of 0..3; o, q: P; n: 0..3; s: -9..9; t, u: boolean;\n"
    "    m: multiset [4] of M; d: array [P] of boolean;\n"
    "function one(p: P): boolean; begin return a[p] = 1; end;\n"
    "function count(p: P): boolean; begin n := n + 1; return a[p] = 1; end;\n"
    "function some(): boolean; begin for i: P do if a[i] = 1 then return true; end; end; return false; end;\n"
    "function first(): P; begin for i: P do if a[i] = 1 then return i; end; end; return o; end;\n"
    "function message(p: P): M; var x: M; begin x.p := p; x.v := 0; return x; end;\n"
    "function low(p: P): boolean; begin assume a[p] != 2; return a[p] = 3; end;\n"
    "procedure put_in(var x: 0..3; p: P); begin x := a[p]; end;\n"
    /* a = 1, 0, 2;  b = 0, 0, 0;  o = q = the first */
    "startstate begin clear a; clear b; n := 0; s := 0; t := false; u := false; undefine m; undefine d;\n"
    "  for i: P do if isundefined(o) then o := i; q := i; a[i] := 1; d[i] := true; else n := 3; a[i] := 0; end; end;\n"
    "  for i: P do q := i; end; a[q] := 2; q := o; n := 0; end;\n"
    "rule begin\n%s\nend;\n";

static enum noe_outcome fire(const char *body) {
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_arena *arena = noe_base_arena_new(memory);
  char *text = noe_base_arena_format(arena, frame, body);
  struct noe_source source = noe_base_source_text(arena, "test.m", text, strlen(text));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
  struct noe_options options = noe_base_options();
  const struct noe_model *model = noe_murphi_load(arena, &source, &options, diagnostics);
  if (!model)
    fail_msg("the model is refused: %s", body);
  struct noe_machine *machine = noe_model_machine_new(memory, model);
  int64_t *state = NOE_NEW_ARRAY(arena, int64_t, model->cell_count), *after;
  after = NOE_NEW_ARRAY(arena, int64_t, model->cell_count);
  assert_int_equal(noe_model_machine_fire(machine, &model->starts[0], NULL, NULL, state), NOE_OUTCOME_TRUE);
  uint8_t *kinds = NOE_NEW_ARRAY(arena, uint8_t, model->loop_count + 1);
  memset(kinds, NOE_WATCH_ORDER, model->loop_count);
  noe_model_machine_watch(machine, kinds);
  enum noe_outcome outcome = noe_model_machine_fire(machine, &model->rules[0], NULL, state, after);
  noe_model_machine_delete(machine);
  noe_base_arena_delete(arena);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
  return outcome;
}

static void expect(enum noe_outcome outcome, const char *const *bodies, size_t count) {
  for (size_t i = 0; i < count; i++) {
    enum noe_outcome found = fire(bodies[i]);
    if (found != outcome)
      fail_msg("outcome %d, not %d: %s", (int)found, (int)outcome, bodies[i]);
  }
}

static void pass(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "for i: P do a[i] := 3; end;",
      "for i: P do b[i] := a[i]; end;",
      "for i: P do if a[i] = 1 then t := true; end; end;",  /* one writes */
      "for i: P do if a[i] != 1 then t := true; end; end;", /* two write the same */
      "for i: P do if a[i] = 1 then o := i; end; end;",     /* the unique one */
      "for i: P do s := s + a[i]; end;",                    /* gathering */
      "for i: P do s := s - a[i]; end;",
      "for i: P do s := a[i] + s; end;",
      "for i: P do s := s + (a[i] = 1 ? 1 : -1); end;", /* both signs, room enough */
      "for i: P do t := t | a[i] = 1; u := u & a[i] = 1; end;",
      "for i: P do if a[i] = 1 then t := t | u; t := t & u; end; end;", /* one round alone may mix them */
      "for i: P do alias x: a[i] do x := x + 1; end; end;",
      "for i: P do n := a[i]; b[i] := n; end; n := 0;", /* written first, overwritten later */
      "for i: P do put_in(n, i); b[i] := n; end; n := 0;",
      "for i: P do if a[i] = 1 then for j: P do n := a[j]; end; n := 0; end; end;", /* overwritten in the same round */
      "t := some();",                                                               /* all return the same */
      "o := first();",                                                              /* only one returns */
      "t := exists i: P do one(i) end;",
      "s := multisetcount(i: m, true);",
      "for i: P do for j: P do if i = j then b[i] := a[j]; end; end; end;",
  };
  expect(NOE_OUTCOME_TRUE, bodies, sizeof bodies / sizeof bodies[0]);
}

static void order(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "for i: P do if i = o then t := true; end; if t then b[i] := 1; end; end; t := false;",    /* read after write */
      "for i: P do if a[i] = 2 then t := true; end; if t then b[i] := 1; end; end; t := false;", /* write after read */
      "for i: P do n := a[i]; end;", /* the last one stays */
      "for i: P do q := i; end;",
      "for i: P do n := a[i]; end; b[o] := n; n := 0;", /* tainted, then read */
      "for i: P do n := 2 * n % 4; n := n + a[i]; end;",
      "for i: P do s := 2 * s % 4 + a[i]; end;",
      "for i: P do s := s + 1; b[i] := s % 4; end;",                           /* read while others gather */
      "n := 3; for i: P do n := n + (a[i] = 1 ? 0 : a[i] = 0 ? -1 : 1); end;", /* some order leaves the range */
      "for i: P do if a[i] != 1 then a[o] := a[i]; end; end;",
      "for i: P do for j: P do if i != j then b[j] := a[i]; end; end; end;",
      "for i: P do if a[i] != 1 then t := true; else t := false; end; end;",
      "for i: P do if a[i] != 1 then b[i] := 1; else return; end; end;", /* a return after writing */
      "a[o] := 0; for i: P do b[i] := 1; if a[i] = 0 then return; end; end;",
      "for i: P do a[i] := 1; end; o := first();", /* several return different things */
      "t := exists i: P do count(i) end;",         /* side effects */
      "t := exists i: P do d[i] end;",             /* an error behind the stop */
      "t := exists i: P do low(i) end;",           /* a discarded firing, too */
      /* tainted in a round, then overwritten by another */
      "for i: P do if a[i] = 1 then for j: P do n := a[j]; end; else n := 2; end; end; b[o] := n; n := 0;",
      "for i: P do t := t | d[i]; end;",
      "for i: P do if a[i] = 1 then t := t | one(i); else t := t & one(i); end; end;", /* they do not commute */
      "for i: P do t := t | one(i); t := t & one(i); end;",
      "multisetremovepred(i: m, count(m[i].p)); for i: P do n := a[i]; end;",
  };
  expect(NOE_OUTCOME_ORDER, bodies, sizeof bodies / sizeof bodies[0]);
}

static void bags(void **state) {
  (void)state;
  static const char add[] = "for i: P do multisetadd(message(i), m); end;";
  assert_int_equal(fire(add), NOE_OUTCOME_TRUE);
  assert_int_equal(fire("for i: P do b[i] := multisetcount(k: m, m[k].p = i); end;"), NOE_OUTCOME_TRUE);
  assert_int_equal(fire("for i: P do multisetadd(message(i), m); n := multisetcount(k: m, true); end;"),
                   NOE_OUTCOME_TRUE); /* whoever comes last counts all */
  assert_int_equal(fire("for i: P do multisetadd(message(i), m); b[i] := multisetcount(k: m, true); end;"),
                   NOE_OUTCOME_ORDER);
  assert_int_equal(fire("for i: P do if multisetcount(k: m, true) < 2 then multisetadd(message(i), m); end; end;"),
                   NOE_OUTCOME_ORDER);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pass), cmocka_unit_test(order), cmocka_unit_test(bags)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
