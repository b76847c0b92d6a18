/* Temporal claims on small models whose answers are known. The atoms are the invariants
 * of a model, in order; claims, formulas and fairness marks are put in by hand. Every
 * verdict must be the same with symmetry and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "model/replay.h"
#include "symmetry_kit.h"

enum { ATOMS = 4, NODES = 64 };

struct bench {
  struct kit kit;
  struct noe_model model;
  struct noe_clause rules[16];
  struct noe_clause properties[1];
  struct noe_fairness fairness[4];
  struct noe_temporal temporal;
  const struct noe_expr *atoms[ATOMS];
  struct noe_formula nodes[NODES];
  uint32_t node_count;
  uint32_t marks[4];
};

typedef const struct noe_formula F;

/* The model; its invariants become the atoms of one claim with the binders of the first. */
static void open_bench(struct bench *bench, const char *text) {
  memset(bench, 0, sizeof *bench);
  kit_open_text(&bench->kit, text);
  bench->model = *bench->kit.model;
  memcpy(bench->rules, bench->model.rules, bench->model.rule_count * sizeof *bench->rules);
  bench->model.rules = bench->rules;
  bench->properties[0] = bench->model.properties[0];
  for (uint32_t i = 0; i < bench->model.property_count; i++)
    bench->atoms[i] = bench->model.properties[i].guard;
  bench->temporal = (struct noe_temporal){.atoms = bench->atoms, .atom_count = bench->model.property_count};
  bench->properties[0].property = NOE_PROPERTY_LTL;
  bench->properties[0].guard = NULL;
  bench->properties[0].temporal = &bench->temporal;
  bench->model.properties = bench->properties;
  bench->model.property_count = 1;
  bench->model.fairness = bench->fairness;
  for (uint32_t i = 0; i < 4; i++)
    bench->marks[i] = i;
}

/* Puts a mark around the rules with these names; `parameters` of them are its own. */
static void mark(struct bench *bench, bool strong, uint32_t parameters, const char *names) {
  uint32_t number = bench->model.fairness_count++;
  bench->fairness[number] = (struct noe_fairness){.strong = strong, .parameter_count = parameters, .title = names};
  for (uint32_t i = 0; i < bench->model.rule_count; i++)
    if (strstr(names, bench->rules[i].name)) {
      assert_int_equal(bench->rules[i].mark_count, 0);
      bench->rules[i].marks = &bench->marks[number];
      bench->rules[i].mark_count = 1;
    }
}

static F *make(struct bench *bench, enum noe_formula_kind kind, F *left, F *right) {
  assert_true(bench->node_count < NODES);
  struct noe_formula *formula = &bench->nodes[bench->node_count++];
  *formula = (struct noe_formula){.kind = kind, .left = left, .right = right};
  return formula;
}
static F *atom(struct bench *bench, uint32_t number) {
  struct noe_formula *formula = &bench->nodes[bench->node_count++];
  *formula = (struct noe_formula){.kind = NOE_FORMULA_ATOM, .number = number};
  return formula;
}
static F *always(struct bench *bench, F *left) { return make(bench, NOE_FORMULA_ALWAYS, left, NULL); }
static F *eventually(struct bench *bench, F *left) { return make(bench, NOE_FORMULA_EVENTUALLY, left, NULL); }
static F *implies(struct bench *bench, F *left, F *right) { return make(bench, NOE_FORMULA_IMPLIES, left, right); }

static enum noe_verdict judge_once(struct bench *bench, F *formula, int symmetry, struct noe_finding *finding) {
  struct noe_options options = noe_base_options();
  struct noe_arena *arena = noe_base_arena_new(bench->kit.memory);
  struct noe_task task = {.memory = bench->kit.memory, .arena = arena, .model = &bench->model, .options = &options};
  *finding = (struct noe_finding){.kind = NOE_FINDING_LTL,
                                  .name = "claim",
                                  .clause = &bench->properties[0],
                                  .verdict = NOE_VERDICT_UNKNOWN};
  struct noe_result result = {.arena = arena, .complete = true, .findings = finding, .finding_count = 1};
  options.symmetry = symmetry;
  bench->temporal.formula = formula;
  noe_fair_judge(&task, &result);
  if (result.error)
    kit_fail("the judge made a mistake", result.error);
  *finding = result.findings[0];
  if (finding->verdict == NOE_VERDICT_VIOLATED && !finding->trace)
    kit_fail("there is no run", finding->message);
  if (finding->verdict == NOE_VERDICT_UNKNOWN)
    kit_fail("no verdict", finding->message ? finding->message : "");
  enum noe_verdict verdict = result.verdict;
  noe_base_arena_delete(arena);
  return verdict;
}

static void expect(struct bench *bench, F *formula, enum noe_verdict verdict) {
  struct noe_finding finding;
  for (int symmetry = NOE_SYMMETRY_EXACT; symmetry <= NOE_SYMMETRY_OFF; symmetry++)
    assert_int_equal(judge_once(bench, formula, symmetry, &finding), verdict);
}

/* -------------------------------------------------------------------- tests */

static const char toggles[] =
    "type P: scalarset(3); var a: array[P] of boolean;"
    "startstate begin for p: P do a[p] := false; end; end;"
    "ruleset p: P do rule \"up\" !a[p] ==> begin a[p] := true; end;"
    "rule \"down\" a[p] ==> begin a[p] := false; end; end;"
    "ruleset p: P do invariant \"x\" a[p]; end;";

/* Somebody is always doing something: read on representatives, it may seem to be the one
 * that is asked about. */
static void one_process(void **state) {
  (void)state;
  struct bench bench;
  open_bench(&bench, toggles);
  expect(&bench, always(&bench, eventually(&bench, atom(&bench, 0))), NOE_VERDICT_VIOLATED);
  mark(&bench, false, 1, "up");
  expect(&bench, always(&bench, eventually(&bench, atom(&bench, 0))), NOE_VERDICT_HOLDS);
  expect(&bench, eventually(&bench, always(&bench, atom(&bench, 0))), NOE_VERDICT_VIOLATED);
  kit_close(&bench.kit);
}

/* A mark around all processes together promises nothing to one of them. */
static void one_group_for_all(void **state) {
  (void)state;
  struct bench bench;
  open_bench(&bench, toggles);
  mark(&bench, false, 0, "up");
  expect(&bench, always(&bench, eventually(&bench, atom(&bench, 0))), NOE_VERDICT_VIOLATED);
  kit_close(&bench.kit);
}

static const char lock[] =
    "type P: scalarset(3); var pc: array[P] of 0..2; free: boolean;"
    "startstate begin for p: P do pc[p] := 0; end; free := true; end;"
    "ruleset p: P do rule \"ask\" pc[p] = 0 ==> begin pc[p] := 1; end;"
    "rule \"get\" pc[p] = 1 & free ==> begin pc[p] := 2; free := false; end;"
    "rule \"put\" pc[p] = 2 ==> begin pc[p] := 0; free := true; end; end;"
    "ruleset p: P do invariant \"wants\" pc[p] = 1; end;"
    "ruleset p: P do invariant \"has\" pc[p] = 2; end;";

/* A lock that others keep taking is enabled again and again, never for good. */
static void weak_and_strong(void **state) {
  (void)state;
  struct bench bench;
  open_bench(&bench, lock);
  F *served = always(&bench, implies(&bench, atom(&bench, 0), eventually(&bench, atom(&bench, 1))));
  expect(&bench, served, NOE_VERDICT_VIOLATED);
  mark(&bench, false, 1, "put");
  mark(&bench, false, 1, "get");
  expect(&bench, served, NOE_VERDICT_VIOLATED);
  bench.fairness[1].strong = true;
  expect(&bench, served, NOE_VERDICT_HOLDS);
  bench.fairness[0].parameter_count = 0; /* whoever it is puts it back */
  expect(&bench, served, NOE_VERDICT_HOLDS);
  kit_close(&bench.kit);
}

static const char token[] =
    "type P: scalarset(3); var at: P; seen: array[P] of boolean;"
    "ruleset p: P do startstate begin at := p; for q: P do seen[q] := false; end; end; end;"
    "ruleset p: P do rule \"work\" at = p & !seen[p] ==> begin seen[p] := true; end; end;"
    "ruleset p: P do ruleset q: P do rule \"pass\" at = p & q != p & seen[p] ==> "
    "begin seen[p] := false; at := q; end; end; end;"
    "ruleset p: P do invariant \"here\" at = p; end;";

/* The token goes where it likes, unless passing it on is fair for every pair. */
static void passing(void **state) {
  (void)state;
  struct bench bench;
  open_bench(&bench, token);
  F *visited = always(&bench, eventually(&bench, atom(&bench, 0)));
  expect(&bench, visited, NOE_VERDICT_VIOLATED);
  mark(&bench, false, 1, "work");
  expect(&bench, visited, NOE_VERDICT_VIOLATED);
  mark(&bench, false, 1, "pass");
  expect(&bench, visited, NOE_VERDICT_VIOLATED);
  bench.fairness[1].parameter_count = 2;
  expect(&bench, visited, NOE_VERDICT_VIOLATED);
  bench.fairness[1].strong = true;
  expect(&bench, visited, NOE_VERDICT_HOLDS);
  kit_close(&bench.kit);
}

/* Nothing goes on: the last state lasts. */
static void standing_still(void **state) {
  (void)state;
  struct bench bench;
  open_bench(&bench, "type P: scalarset(2); var a: array[P] of boolean;"
                     "startstate begin for p: P do a[p] := false; end; end;"
                     "ruleset p: P do rule \"up\" !a[p] & forall q: P do !a[q] end ==> begin a[p] := true; end; end;"
                     "ruleset p: P do invariant \"x\" a[p]; end;");
  mark(&bench, false, 1, "up");
  expect(&bench, eventually(&bench, atom(&bench, 0)), NOE_VERDICT_VIOLATED);
  expect(&bench, eventually(&bench, always(&bench, make(&bench, NOE_FORMULA_OR, atom(&bench, 0),
                                                        make(&bench, NOE_FORMULA_NOT, atom(&bench, 0), NULL)))),
         NOE_VERDICT_HOLDS);
  kit_close(&bench.kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_process),     cmocka_unit_test(one_group_for_all), cmocka_unit_test(weak_and_strong),
      cmocka_unit_test(passing),         cmocka_unit_test(standing_still),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
