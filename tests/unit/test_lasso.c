/* Runs judged against temporal claims without any automaton: what an engine shows must
 * be believed for a reason, and what has been tampered with must be refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/options.h"
#include "base/random.h"
#include "lang/murphi/murphi.h"
#include "model/lasso.h"
#include "model/replay.h"

enum { MOST = 24 };

struct world {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_machine *machine;
  struct noe_trace trace;
  struct noe_trace_step steps[MOST];
};

static void open_world(struct world *w, const char *text) {
  *w = (struct world){.memory = noe_base_memory_new(0)};
  w->arena = noe_base_arena_new(w->memory);
  struct noe_source *source = NOE_NEW(w->arena, struct noe_source);
  *source = noe_base_source_text(w->arena, "t", text, strlen(text));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(w->arena, source);
  struct noe_options *options = NOE_NEW(w->arena, struct noe_options);
  *options = noe_base_options();
  w->model = noe_murphi_load(w->arena, source, options, diagnostics);
  if (!w->model) {
    struct noe_text out = noe_base_text(w->memory);
    noe_base_diagnostics_print(diagnostics, &out, false);
    print_message("%s\n", noe_base_text_string(&out));
  }
  assert_non_null(w->model);
  w->machine = noe_model_machine_new(w->memory, w->model);
  w->trace.steps = w->steps;
}

static void close_world(struct world *w) {
  noe_model_machine_delete(w->machine);
  noe_base_arena_delete(w->arena);
  assert_int_equal(noe_base_memory_used(w->memory), 0);
  noe_base_memory_delete(w->memory);
}

static void fire(struct world *w, const struct noe_clause *clause, int64_t argument) {
  int64_t *state = NOE_NEW_ARRAY(w->arena, int64_t, w->model->cell_count);
  int64_t *arguments = NOE_NEW_ARRAY(w->arena, int64_t, 1);
  *arguments = argument;
  const int64_t *before = w->trace.count ? w->steps[w->trace.count - 1].state : NULL;
  assert_int_equal(noe_model_machine_fire(w->machine, clause, arguments, before, state), NOE_OUTCOME_TRUE);
  w->steps[w->trace.count++] = (struct noe_trace_step){clause, arguments, state};
}

/* The start state, then rules by number: `"0120"`; their argument is 0 unless a letter
 * follows: `0a` is rule 0 with argument 0, `0b` with 1. */
static void run(struct world *w, const char *rules, int loop) {
  w->trace = (struct noe_trace){.steps = w->steps, .has_loop = loop >= 0, .loop = loop >= 0 ? (uint32_t)loop : 0};
  fire(w, &w->model->starts[0], 0);
  for (; *rules; rules++) {
    const struct noe_clause *rule = &w->model->rules[*rules - '0'];
    bool has_argument = rules[1] >= 'a' && rules[1] <= 'z';
    fire(w, rule, has_argument ? rules[1] - 'a' : 0);
    rules += has_argument;
  }
}

static const char *judge(struct world *w, enum noe_finding_kind kind, uint32_t property, const int64_t *arguments) {
  struct noe_finding finding = {
      .kind = kind, .name = "", .clause = &w->model->properties[property], .arguments = arguments, .trace = &w->trace};
  struct noe_replay replay, fair, all;
  bool shown = noe_model_replay_finding(w->machine, w->model, &finding, NOE_DEADLOCK_OFF, &replay);
  assert_true(!shown || replay.status == NOE_REPLAY_OK);
  assert_int_equal(noe_model_replay_lasso(w->machine, w->model, &finding, false, &fair), shown);
  assert_int_equal(fair.status, replay.status);
  bool is_run = noe_model_replay_lasso(w->machine, w->model, &finding, true, &all);
  assert_true(is_run || !shown);
  assert_int_not_equal(all.status, NOE_REPLAY_UNFAIR);
  if (replay.status != NOE_REPLAY_OK)
    return noe_model_replay_text(replay.status);
  return shown ? "shown" : "not shown";
}

#define COUNTER                                                                                                        \
  "var x: 0..3; b: boolean; u: 0..1;"                                                                                  \
  "startstate begin x := 0; b := false; undefine u; end;"                                                              \
  "weakfair rule \"inc\" x < 3 ==> begin x := x + 1; end;"       /* 0 */                                               \
  "rule \"reset\" x > 0 ==> begin x := 0; end;"                  /* 1 */                                               \
  "strongfair rule \"set\" x = 2 & !b ==> begin b := true; end;" /* 2 */                                               \
  "rule \"unset\" b ==> begin b := false; end;"                  /* 3 */                                               \
  "rule \"stay\" begin end;"                                     /* 4 */

/* ------------------------------------------------------------------ formulas */

static void test_formulas(void **state) {
  (void)state;
  /* 0 1 2 2b 2 0 …: the loop takes inc and set */
  static const struct {
    const char *formula;
    bool holds;
  } rows[] = {
      {"[] (x < 3)", true},
      {"[] (x < 2)", false},
      {"<> (x = 2)", true},
      {"<> (x = 3)", false},
      {"[] <> b", true},
      {"<> [] b", false},
      {"<> [] (x = 2)", false},
      {"X (x = 1)", true},
      {"X X X b", true},
      {"X X X X b", false},
      {"X X X X X (x = 0)", true},
      {"X X X X X X (x = 1)", true},
      {"x < 2 U x = 2", true},
      {"x = 0 U x = 2", false},
      {"x < 3 U x = 3", false},
      {"x < 3 W x = 3", true},
      {"x = 3 R x < 3", true},
      {"x = 2 R x < 2", false},
      {"[] (x = 2 -> <> (x = 0))", true},
      {"[] (x = 0 -> x < 2 U b)", false},
      {"[] (x = 0 -> !b U x = 2)", true},
      {"forall i: 0..2 do <> (x = i) end", true},
      {"forall i: 0..3 do <> (x = i) end", false},
      {"[] exists i: 0..3 do <> (x = i & b) end", true},
      {"<> exists i: 0..3 do [] (x = i) end", false},
      {"[] forall i := 3 to 1 do <> false end", true},
      {"! [] (u = 0) -> x = 0", true}, /* open on the left does not matter */
      {"[] (isundefined(u) | u = 0)", true},
      {"x = 0 | <> (u = 0)", true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[2000];
    struct world w;
    snprintf(text, sizeof text, "%s ltl \"f\" %s;", COUNTER, rows[i].formula);
    open_world(&w, text);
    run(&w, "00231", 0);
    /* forall binds the claim: it fails if one instance does */
    bool holds = true;
    for (int64_t value = 0; value < (w.model->properties[0].parameter_count ? 4 : 1); value++) {
      if (w.model->properties[0].parameter_count && value > w.model->properties[0].binders[0].high)
        continue;
      enum noe_outcome outcome = noe_model_lasso_satisfies(w.machine, &w.model->properties[0], &value, &w.trace);
      assert_int_not_equal(outcome, NOE_OUTCOME_FAULT);
      holds = holds && outcome == NOE_OUTCOME_TRUE;
      assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, &value), outcome == NOE_OUTCOME_TRUE ? "not shown" : "shown");
    }
    if (holds != rows[i].holds)
      print_message("%s\n", rows[i].formula);
    assert_int_equal(holds, rows[i].holds);
    close_world(&w);
  }
}

static void test_open(void **state) {
  (void)state;
  struct world w;
  open_world(&w, COUNTER "ltl \"f\" [] (u = 0); ltl \"g\" [] (x = 0 & u = 0) | x = 1;");
  run(&w, "00231", 0);
  assert_int_equal(noe_model_lasso_satisfies(w.machine, &w.model->properties[0], NULL, &w.trace), NOE_OUTCOME_FAULT);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), "not shown");
  /* x = 0 & … is false later on, whatever u would be at first */
  assert_int_equal(noe_model_lasso_satisfies(w.machine, &w.model->properties[1], NULL, &w.trace), NOE_OUTCOME_FALSE);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), "shown");
  close_world(&w);
}

/* The definition of each operator, by walking along the word. */
static bool holds_at(struct world *w, const struct noe_clause *claim, const struct noe_formula *f, uint32_t at) {
  uint32_t positions = noe_lasso_positions(&w->trace);
  uint32_t after = at + 1 < positions ? at + 1 : w->trace.loop;
  switch (f->kind) {
  case NOE_FORMULA_ATOM:
    return noe_model_machine_atom(w->machine, claim, NULL, NULL, f->number, w->steps[at].state) == NOE_OUTCOME_TRUE;
  case NOE_FORMULA_NOT: return !holds_at(w, claim, f->left, at);
  case NOE_FORMULA_AND: return holds_at(w, claim, f->left, at) && holds_at(w, claim, f->right, at);
  case NOE_FORMULA_OR: return holds_at(w, claim, f->left, at) || holds_at(w, claim, f->right, at);
  case NOE_FORMULA_IMPLIES: return !holds_at(w, claim, f->left, at) || holds_at(w, claim, f->right, at);
  case NOE_FORMULA_NEXT: return holds_at(w, claim, f->left, after);
  default: break;
  }
  for (uint32_t steps = 0; steps <= positions; steps++, at = at + 1 < positions ? at + 1 : w->trace.loop) {
    bool left = holds_at(w, claim, f->left, at), right = f->right && holds_at(w, claim, f->right, at);
    if (f->kind == NOE_FORMULA_ALWAYS && !left)
      return false;
    if (f->kind == NOE_FORMULA_EVENTUALLY && left)
      return true;
    if ((f->kind == NOE_FORMULA_UNTIL || f->kind == NOE_FORMULA_WEAK_UNTIL) && (right || !left))
      return right;
    if (f->kind == NOE_FORMULA_RELEASE && (!right || left))
      return right;
  }
  return f->kind == NOE_FORMULA_ALWAYS || f->kind == NOE_FORMULA_WEAK_UNTIL || f->kind == NOE_FORMULA_RELEASE;
}

static const struct noe_formula *random_formula(struct world *w, struct noe_random *random, int depth) {
  static const enum noe_formula_kind kinds[] = {
      NOE_FORMULA_NOT,    NOE_FORMULA_AND,        NOE_FORMULA_OR,    NOE_FORMULA_IMPLIES,    NOE_FORMULA_NEXT,
      NOE_FORMULA_ALWAYS, NOE_FORMULA_EVENTUALLY, NOE_FORMULA_UNTIL, NOE_FORMULA_WEAK_UNTIL, NOE_FORMULA_RELEASE};
  struct noe_formula *f = NOE_NEW(w->arena, struct noe_formula);
  uint64_t roll = noe_random_next(random);
  if (!depth || roll % 5 == 0) {
    f->kind = NOE_FORMULA_ATOM;
    f->number = (uint32_t)(roll / 5 % 3);
    return f;
  }
  f->kind = kinds[roll / 5 % (sizeof kinds / sizeof kinds[0])];
  f->left = random_formula(w, random, depth - 1);
  if (f->kind != NOE_FORMULA_NOT && f->kind != NOE_FORMULA_NEXT && f->kind != NOE_FORMULA_ALWAYS &&
      f->kind != NOE_FORMULA_EVENTUALLY)
    f->right = random_formula(w, random, depth - 1);
  return f;
}

static void test_random_formulas(void **state) {
  (void)state;
  struct world w;
  struct noe_random random = {7};
  uint32_t verdicts[2] = {0, 0};
  open_world(&w, COUNTER "ltl \"atoms\" [] (x = 0) | [] (x = 2) | [] b;");
  static const char *const runs[] = {"00231", "0101", "0023100231", "002331", "00", "44", "01001"};
  static const int loops[] = {0, 0, 5, 2, 2, 1, 2};
  for (int round = 0; round < 3000; round++) {
    int which = round % 7;
    run(&w, runs[which], loops[which]);
    if (which == 4) /* as if it stood still: evaluation does not ask */
      assert_int_equal(noe_lasso_positions(&w.trace), 3);
    struct noe_temporal temporal = *w.model->properties[0].temporal;
    struct noe_clause claim = w.model->properties[0];
    claim.temporal = &temporal;
    temporal.formula = random_formula(&w, &random, 4);
    enum noe_outcome outcome = noe_model_lasso_satisfies(w.machine, &claim, NULL, &w.trace);
    bool holds = holds_at(&w, &claim, temporal.formula, 0);
    assert_int_equal(outcome, holds ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE);
    verdicts[holds]++;
  }
  assert_true(verdicts[0] > 300 && verdicts[1] > 300);
  close_world(&w);
}

/* ----------------------------------------------------------------- the loop */

static void test_loop(void **state) {
  (void)state;
  struct world w;
  open_world(&w, COUNTER "ltl \"f\" <> (x = 3);");
  run(&w, "00231", 0);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), "shown");
  w.trace.loop = 1; /* x = 1 is not x = 0 */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_NOT_A_LOOP));
  w.trace.loop = 6;
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_NOT_A_LOOP));
  w.trace.loop = 5; /* stands still, but inc can fire */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_GOES_ON));
  w.trace.loop = 0;
  w.trace.has_loop = false;
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), "not shown");
  w.trace.has_loop = true;
  w.trace.count = 5; /* a step is missing */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_NOT_A_LOOP));
  run(&w, "00231", 0);
  w.steps[3].clause = &w.model->rules[1]; /* another rule */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_OTHER_STATE));
  run(&w, "00231", 0);
  *(int64_t *)(uintptr_t)&w.steps[2].state[0] = 3; /* another state */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_OTHER_STATE));
  close_world(&w);
}

static void test_fairness(void **state) {
  (void)state;
  struct world w;
  open_world(&w, COUNTER "ltl \"f\" false; ctl \"c\" false; mu \"m\" false;");
  run(&w, "4", 0); /* inc is enabled all the time and never taken */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  assert_string_equal(judge(&w, NOE_FINDING_CTL, 1, NULL), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  assert_string_equal(judge(&w, NOE_FINDING_MU, 2, NULL), "shown"); /* fairness plays no part */
  run(&w, "0014", 2); /* set is enabled at x = 2, and the loop x = 0 never sees that; inc neglected */
  w.trace.loop = 3;
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  run(&w, "01", 0); /* inc is taken, set never enabled */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), "shown");
  run(&w, "001", 0); /* set is enabled once in each round: strong */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  run(&w, "0002", 0); /* set cannot fire there */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_NOT_ENABLED));
  run(&w, "0004", 3); /* x = 3: inc is disabled there, set is not enabled */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), "shown");
  close_world(&w);
}

static void test_weak_is_not_strong(void **state) {
  (void)state;
  struct world w;
  open_world(&w, "var x: 0..1; y: boolean; startstate begin x := 0; y := false; end;"
                 "rule begin x := 1 - x; end; weakfair rule \"w\" x = 0 ==> begin y := true; end; ltl \"f\" <> y;");
  run(&w, "00", 0);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), "shown");
  close_world(&w);
  open_world(&w, "var x: 0..1; y: boolean; startstate begin x := 0; y := false; end;"
                 "rule begin x := 1 - x; end; strongfair rule \"s\" x = 0 ==> begin y := true; end; ltl \"f\" <> y;");
  run(&w, "00", 0);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  close_world(&w);
}

/* Each instance of a condition is met in the loop. */
static void test_conditions(void **state) {
  (void)state;
  struct world w;
  open_world(&w, "type P: scalarset(2); var a: array [P] of boolean; startstate begin clear a; end;"
                 "ruleset p: P do rule a[p] ==> begin a[p] := false; end;"
                 " rule !a[p] ==> begin a[p] := true; end; fair a[p]; end; ltl \"f\" false;");
  run(&w, "1a0a", 0); /* the second one is never true */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  run(&w, "1a1b0a0b", 0);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), "shown");
  close_world(&w);
  open_world(&w, "type P: scalarset(2); var a, b: array [P] of boolean; startstate begin clear a; clear b; end;"
                 "ruleset p: P do rule begin a[p] := !a[p]; end; rule begin b[p] := !b[p]; end;"
                 "strongfair a[p] -> b[p]; end; ltl \"f\" false;");
  run(&w, "0a0a", 0); /* a again and again, and b never */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  run(&w, "0a1b0a1b", 0); /* b of another one */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  run(&w, "0a1a0a1a", 0);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), "shown");
  run(&w, "1a1a", 0); /* no a at all */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), "shown");
  close_world(&w);
}

/* One group for each value, assumptions and priorities heeded. */
static void test_groups(void **state) {
  (void)state;
  struct world w;
  open_world(&w, "type P: scalarset(2); var a: array [P] of boolean; startstate begin clear a; end;"
                 "weakfair ruleset p: P do rule a[p] ==> begin a[p] := false; end;"
                 " rule !a[p] ==> begin a[p] := true; end; end; ltl \"f\" forall p: P do <> a[p] end;");
  const int64_t first = 0, second = 1, none = 2;
  run(&w, "1a0a", 0); /* nothing for the second */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, &second), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  run(&w, "1a1b0a0b", 0);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, &second), "not shown");
  close_world(&w);
  open_world(&w, "type P: scalarset(2); var a: array [P] of boolean; startstate begin clear a; end;"
                 "rule \"idle\" begin end; weakfair ruleset p: P do rule !a[p] ==> begin a[p] := true; end; end;"
                 "assume exists p: P do !a[p] end; ltl \"f\" forall p: P do <> a[p] end;");
  run(&w, "1a0", 1); /* the second would lead where the assumption fails: it cannot */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, &second), "shown");
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, &first), "not shown");
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, &none), "not shown"); /* no such instance */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), "not shown");
  run(&w, "0", 0);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, &second), noe_model_replay_text(NOE_REPLAY_UNFAIR));
  close_world(&w);
  open_world(&w, "var x: 0..1; startstate begin x := 0; end; rule 1 \"idle\" begin end;"
                 "weakfair rule 2 \"go\" begin x := 1; end; ltl \"f\" <> (x = 1);");
  run(&w, "0", 0); /* go is held back for ever */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 0, NULL), "shown");
  close_world(&w);
}

static void test_standing_still(void **state) {
  (void)state;
  struct world w;
  open_world(&w, "var x: 0..2; startstate begin x := 0; end; weakfair rule x < 2 ==> begin x := x + 1; end;"
                 "assume x < 2; ltl \"f\" <> (x = 2); ltl \"g\" <> [] (x = 1); never \"n\" { x = 1; x = 1; x = 1 };"
                 "never \"m\" { (x = 1)[*3]; x = 0 };");
  run(&w, "0", 1); /* the next step is assumed away */
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), "shown");
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 2, NULL), "not shown");
  assert_string_equal(judge(&w, NOE_FINDING_SEQUENCE, 3, NULL), "shown");
  assert_string_equal(judge(&w, NOE_FINDING_SEQUENCE, 4, NULL), "not shown");
  w.trace.has_loop = false;
  assert_string_equal(judge(&w, NOE_FINDING_SEQUENCE, 3, NULL), "not shown");
  run(&w, "", 0);
  assert_string_equal(judge(&w, NOE_FINDING_LTL, 1, NULL), noe_model_replay_text(NOE_REPLAY_GOES_ON));
  close_world(&w);
}

/* --------------------------------------------------------------- sequences */

static void test_sequences(void **state) {
  (void)state;
  /* the states: 0 1 2 2b 2 0 */
  static const struct {
    const char *sequence;
    bool matches;
  } rows[] = {
      {"{ x = 1 }", true},
      {"{ x = 3 }", false},
      {"{ x = 0; x = 1 }", true},
      {"{ x = 1; x = 0 }", false},
      {"{ x = 1; true[*]; x = 0 }", true},
      {"{ x = 0; true[*]; x = 1; true[*]; x = 0 }", true},
      {"{ x = 0; true[*]; x = 3 }", false},
      {"{ (x = 2)[*3] }", true},
      {"{ (x = 2)[*4] }", false},
      {"{ (x = 2)[*2:4]; x = 0 }", true},
      {"{ x = 1; (x = 2)[*1:2]; x = 0 }", false},
      {"{ x = 1; (x = 2)[+]; x = 0 }", true},
      {"{ x = 1; (x = 2)[*]; x = 1 }", false},
      {"{ {x = 0; x = 1} : {x = 1; x = 2} }", true},
      {"{ {x = 0; x = 1} : {x = 2} }", false},
      {"{ x = 1 : x < 2 }", true},
      {"{ {true[*]} : b }", true},
      {"{ b : {true[*]} }", true},
      {"{ (x = 0)[->2] }", true},
      {"{ (x = 0)[->3] }", false},
      {"{ x = 0; (x = 0)[->1] }", true},
      {"{ b[->1]; x = 0 }", false},
      {"{ b[=1]; x = 0 }", true},
      {"{ x = 1; b[=0]; x = 0 }", false},
      {"{ {x = 3} | {x = 1; x = 2} }", true},
      {"{ { {x = 0; x = 1} | {x = 2} }[*4] }", true},
      {"{ { {x = 0; x = 1} | {x = 2} }[*5] }", false},
      {"{ x = 1 } |-> x < 2", false},
      {"{ x = 1 } |=> x < 2", true},
      {"{ x = 2; x = 2 } |=> x = 2 | x = 0", false},
      {"{ u = 0 }", false},
      {"{ !(u = 0) }", false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[2000];
    struct world w;
    snprintf(text, sizeof text, "%s never \"n\" %s;", COUNTER, rows[i].sequence);
    open_world(&w, text);
    run(&w, "00231", -1);
    if (noe_model_run_matches(w.machine, &w.model->properties[0], NULL, &w.trace) != rows[i].matches)
      print_message("%s\n", rows[i].sequence);
    assert_string_equal(judge(&w, NOE_FINDING_SEQUENCE, 0, NULL), rows[i].matches ? "shown" : "not shown");
    close_world(&w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formulas),   cmocka_unit_test(test_open),     cmocka_unit_test(test_random_formulas),
      cmocka_unit_test(test_loop),       cmocka_unit_test(test_fairness), cmocka_unit_test(test_weak_is_not_strong),
      cmocka_unit_test(test_conditions), cmocka_unit_test(test_groups),   cmocka_unit_test(test_standing_still),
      cmocka_unit_test(test_sequences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
