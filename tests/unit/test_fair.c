/* Temporal claims on small models whose answers are known. Every verdict must be the same
 * with exact representatives, with fast ones and without symmetry; and every run that is
 * shown has been judged against the claim by the judge itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "verdict/run.h"
#include "symmetry_kit.h"

enum { TEXT = 4096 };

static enum noe_verdict judge_model(struct kit *kit, int symmetry, bool ignore) {
  struct noe_options options = noe_base_options();
  struct noe_arena *arena = noe_base_arena_new(kit->memory);
  struct noe_task task = {.memory = kit->memory, .arena = arena, .model = kit->model, .options = &options};
  options.symmetry = symmetry;
  options.ignore_fairness = ignore;
  /* What a search would have said before: all but the temporal claim holds. */
  const struct noe_questions questions = noe_verdict_questions(arena, kit->model, &options);
  struct noe_finding *findings = NOE_NEW_ARRAY(arena, struct noe_finding, questions.count);
  struct noe_finding *before = NOE_NEW_ARRAY(arena, struct noe_finding, questions.count);
  uint32_t claim = questions.count;
  for (uint32_t i = 0; i < questions.count; i++) {
    const struct noe_question *asked = &questions.items[i];
    bool is_claim = asked->clause && noe_property_is_temporal(asked->clause->property);
    findings[i] = (struct noe_finding){.name = noe_verdict_question_name(asked),
                                       .kind = asked->kind,
                                       .clause = asked->clause,
                                       .verdict = is_claim ? NOE_VERDICT_UNKNOWN : NOE_VERDICT_HOLDS};
    before[i] = findings[i];
    if (is_claim)
      claim = i;
  }
  assert_true(claim < questions.count);
  struct noe_result result = {.arena = arena, .complete = true, .findings = findings, .finding_count = questions.count};
  task.before = &result;
  noe_fair_engine.run(&task);
  noe_verdict_admit(&task, &noe_fair_engine, &result, before, questions.count);
  const struct noe_finding *judged = &result.findings[claim];
  if (result.error)
    kit_fail("the judge made a mistake", result.error);
  if (judged->verdict == NOE_VERDICT_VIOLATED && !judged->trace)
    kit_fail("there is no run", judged->message);
  if (judged->verdict == NOE_VERDICT_UNKNOWN)
    kit_fail("no verdict", judged->message ? judged->message : "");
  enum noe_verdict verdict = result.verdict;
  noe_base_arena_delete(arena);
  return verdict;
}

/* `model` has marks #1 .. #9: `marks` says for each of them nothing (-), weak (w) or
 * strong (s). */
static void fill_in(const char *model, const char *marks, const char *claim, char *text) {
  size_t at = 0;
  for (; *model; model++) {
    assert_true(at + 16 < TEXT);
    if (*model != '#') {
      text[at++] = *model;
      continue;
    }
    char mark = marks[*++model - '1'];
    const char *word = mark == 'w' ? "weakfair " : mark == 's' ? "strongfair " : "";
    at += (size_t)snprintf(text + at, TEXT - at, "%s", word);
  }
  snprintf(text + at, TEXT - at, "%s;", claim);
}

static void expect_with(const char *model, const char *marks, const char *claim, bool ignore,
                        enum noe_verdict verdict) {
  char text[TEXT];
  struct kit kit;
  fill_in(model, marks, claim, text);
  kit_open_text(&kit, text);
  for (int symmetry = NOE_SYMMETRY_EXACT; symmetry <= NOE_SYMMETRY_OFF; symmetry++)
    if (judge_model(&kit, symmetry, ignore) != verdict)
      kit_fail(symmetry == NOE_SYMMETRY_OFF ? "wrong verdict without symmetry" : "wrong verdict", text);
  kit_close(&kit);
}

static void holds(const char *model, const char *marks, const char *claim) {
  expect_with(model, marks, claim, false, NOE_VERDICT_HOLDS);
}
static void fails(const char *model, const char *marks, const char *claim) {
  expect_with(model, marks, claim, false, NOE_VERDICT_VIOLATED);
}

/* --------------------------------------------------------------- one process */

static const char toggles[] = "type P: scalarset(3); var a: array[P] of boolean;"
                              "startstate begin for p: P do a[p] := false; end; end;"
                              "#1 ruleset p: P do #2 rule \"up\" !a[p] ==> begin a[p] := true; end;"
                              "#3 rule \"down\" a[p] ==> begin a[p] := false; end; end;"
                              "#4 rule \"rest\" true ==> begin end;";

/* Somebody is always doing something: read on representatives, it may seem to be the one
 * that is asked about. */
static void one_process(void **state) {
  (void)state;
  const char *busy = "ltl \"c\" forall p: P do []<> a[p] end";
  fails(toggles, "----", busy);
  holds(toggles, "-w--", busy);
  holds(toggles, "w---", "ltl \"c\" forall p: P do []<> a[p] & []<> !a[p] end");
  fails(toggles, "w---", "ltl \"c\" forall p: P do <>[] a[p] end");
  fails(toggles, "--w-", busy);
  fails(toggles, "---w", busy);
  holds(toggles, "---w", "ltl \"c\" forall p: P do <> a[p] -> <> exists q: P do a[q] end end");
  expect_with(toggles, "-w--", busy, true, NOE_VERDICT_VIOLATED);
  const char *alone =
      "ltl \"c\" forall p: P do ! [] ((a[p] -> X !a[p]) & (!a[p] -> X a[p])) end"; /* two states go round */
  fails(toggles, "----", alone);
  holds(toggles, "w---", alone);
  fails(toggles, "--s-", alone);
}

/* Two at a time, and quantifiers inside. */
static void several_processes(void **state) {
  (void)state;
  holds(toggles, "-ww-", "ltl \"c\" forall p: P; q: P do []<> (a[p] | a[q]) end");
  fails(toggles, "-ww-", "ltl \"c\" forall p: P; q: P do []<> (a[p] != a[q]) end");
  holds(toggles, "w---", "ltl \"c\" forall p: P; q: P do []<> (p != q -> a[p] != a[q]) end");
  fails(toggles, "w---", "ltl \"c\" forall p: P; q: P do []<> (p != q -> a[p] & a[q]) end");
  fails(toggles, "----", "ltl \"c\" exists p: P do []<> a[p] end");
  holds(toggles, "---w", "ltl \"c\" exists p: P do []<> (a[p] | forall q: P do !a[q] end) end | <>[] !false");
  holds(toggles, "-w--", "ltl \"c\" exists p: P do []<> a[p] end");
}

static const char lock[] = "type P: scalarset(3); var pc: array[P] of 0..2; free: boolean;"
                           "startstate begin for p: P do pc[p] := 0; end; free := true; end;"
                           "#4 ruleset p: P do #1 rule \"ask\" pc[p] = 0 ==> begin pc[p] := 1; end;"
                           "#2 rule \"get\" pc[p] = 1 & free ==> begin pc[p] := 2; free := false; end;"
                           "#3 rule \"put\" pc[p] = 2 ==> begin pc[p] := 0; free := true; end; end;";

/* A lock that others keep taking is enabled again and again, never for good. */
static void weak_and_strong(void **state) {
  (void)state;
  const char *served = "ltl \"c\" forall p: P do [] (pc[p] = 1 -> <> pc[p] = 2) end";
  fails(lock, "----", served);
  fails(lock, "-ww-", served);
  holds(lock, "-s--", served); /* when all wait there is nothing to do but to put it back */
  holds(lock, "-sw-", served);
  fails(lock, "---s", "ltl \"c\" forall p: P do [] (pc[p] = 1 -> <> pc[p] = 0 & <>[] pc[p] = 1) end");
  holds(lock, "---s", served);
  fails(lock, "---w", served);
  holds(lock, "---s", "ctl \"c\" forall p: P do AG (pc[p] = 1 -> AF pc[p] = 2) end");
  fails(lock, "---w", "ctl \"c\" forall p: P do AG (pc[p] = 1 -> AF pc[p] = 2) end");
  holds(lock, "----", "ctl \"c\" forall p: P do AG (pc[p] = 1 -> EF pc[p] = 2) end");
}

/* -------------------------------------------------------------------- tokens */

static const char token[] = "type P: scalarset(4); var at: P; seen: array[P] of boolean;"
                            "ruleset p: P do startstate begin at := p; for q: P do seen[q] := false; end; end; end;"
                            "#1 ruleset p: P do #2 rule \"work\" at = p & !seen[p] ==> begin seen[p] := true; end; end;"
                            "#3 ruleset p: P do #4 ruleset q: P do rule \"pass\" at = p & q != p & seen[p] ==> "
                            "begin seen[p] := false; at := q; end; end; end;";

/* The token goes where it likes, unless passing it on is fair for every pair. */
static void passing(void **state) {
  (void)state;
  const char *visited = "ltl \"c\" forall p: P do []<> at = p end";
  fails(token, "----", visited);
  fails(token, "ww--", visited);
  fails(token, "-ww-", visited);
  fails(token, "-wws", "ltl \"c\" forall p: P do <>[] at = p end");
  fails(token, "---w", visited);
  fails(token, "--s-", visited);
  holds(token, "---s", visited);
  holds(token, "---s", "ltl \"c\" forall p: P do []<> seen[p] end");
}

static const char relay[] =
    "type P: scalarset(3); var at: P; done: array[P] of boolean; left: 0..3;"
    "ruleset p: P do startstate begin at := p; for q: P do done[q] := false; end; left := 3; end; end;"
    "#1 ruleset p: P do rule \"run\" at = p & !done[p] ==> begin done[p] := true; left := left - 1; end; end;"
    "#2 ruleset p: P do ruleset q: P do rule \"hand\" at = p & done[p] & !done[q] ==> begin at := q; end; end; end;"
    "#3 rule \"again\" left = 0 ==> begin for q: P do done[q] := false; end; left := 3; end;"
    "rule \"idle\" true ==> begin end;";

/* Everybody runs once in a round, in any order: what serves one serves all of them, but under
 * other names, round after round. */
static void rounds(void **state) {
  (void)state;
  const char *runs = "ltl \"c\" forall p: P do []<> (at = p & done[p]) end";
  fails(relay, "---", runs);
  holds(relay, "www", runs);
  holds(relay, "www", "ltl \"c\" forall p: P do []<> done[p] & []<> !done[p] end");
  fails(relay, "wws", "ltl \"c\" forall p: P; q: P do []<> (at = p & X at = q) end");
  fails(relay, "-ww", runs);
  holds(relay, "www", "ctl \"c\" forall p: P do AG AF at = p end");
}

/* ---------------------------------------------------------------- odd places */

/* The whole component has the strong rule enabled and never taken: a part of it has not. */
static void avoiding(void **state) {
  (void)state;
  static const char stairs[] = "type P: scalarset(2); var at: array[P] of 0..2; out: array[P] of boolean;"
                               "startstate begin for p: P do at[p] := 0; out[p] := false; end; end;"
                               "ruleset p: P do #1 rule \"leave\" at[p] = 0 & !out[p] ==> begin out[p] := true; end;"
                               "rule \"up\" at[p] < 2 & !out[p] ==> begin at[p] := at[p] + 1; end;"
                               "rule \"down\" at[p] > 0 & !out[p] ==> begin at[p] := at[p] - 1; end; end;";
  fails(stairs, "s", "ltl \"c\" forall p: P do <> out[p] end");
  fails(stairs, "s", "ctl \"c\" forall p: P do AF out[p] end");
  holds(stairs, "s", "ltl \"c\" forall p: P do []<> at[p] = 0 -> <> out[p] end");
  fails(stairs, "w", "ltl \"c\" forall p: P do []<> at[p] = 0 -> <> out[p] end");
}

/* Nothing goes on: the last state lasts. */
static void standing_still(void **state) {
  (void)state;
  static const char one[] = "type P: scalarset(2); var a: array[P] of boolean;"
                            "startstate begin for p: P do a[p] := false; end; end;"
                            "ruleset p: P do #1 rule \"up\" forall q: P do !a[q] end ==> begin a[p] := true; end; end;";
  fails(one, "w", "ltl \"c\" forall p: P do <> a[p] end");
  holds(one, "w", "ltl \"c\" <>[] exists p: P do a[p] end");
  holds(one, "s", "ltl \"c\" forall p: P do <> a[p] | <>[] !a[p] end");
  fails(one, "-", "never \"c\" { exists p: P do a[p] end [*3] }");
  holds(one, "-", "never \"c\" { exists p: P do a[p] end ; forall p: P do !a[p] end }");
  holds(one, "-", "ctl \"c\" AX AX AX exists p: P do a[p] end");
  fails(one, "-", "mu \"c\" EX EX true");
  holds(one, "-", "mu \"c\" mu Z. AX Z");
}

/* Messages in a bag, two scalarsets, assumptions, priorities. */
static void bags(void **state) {
  (void)state;
  static const char post[] =
      "type P: scalarset(2); Q: scalarset(2);"
      "var net: multiset[2] of record dest: P; about: Q; end; sent: array[P] of boolean; got: array[P] of boolean;"
      "startstate begin for p: P do sent[p] := false; got[p] := false; end; end;"
      "ruleset p: P; q: Q do #1 rule \"send\" !sent[p] ==> "
      "var m: record dest: P; about: Q; end; begin sent[p] := true; m.dest := p; m.about := q; multisetadd(m, net); "
      "end; end;"
      "ruleset p: P do choose i: net do #2 rule \"get\" net[i].dest = p ==> "
      "begin got[p] := true; multisetremove(i, net); end; end;"
      "rule \"again\" sent[p] & got[p] ==> begin sent[p] := false; got[p] := false; end; end;"
      "rule \"idle\" true ==> begin end;";
  const char *arrives = "ltl \"c\" forall p: P do [] (sent[p] -> <> got[p]) end";
  fails(post, "--", arrives);
  holds(post, "-w", arrives);
  fails(post, "-w", "ltl \"c\" forall p: P do <> sent[p] end");
  holds(post, "ww", "ltl \"c\" forall p: P do <> got[p] end");
  holds(post, "--", "ctl \"c\" forall p: P do AG EF got[p] end");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_process),     cmocka_unit_test(several_processes),
      cmocka_unit_test(weak_and_strong), cmocka_unit_test(passing),
      cmocka_unit_test(rounds),          cmocka_unit_test(avoiding),
      cmocka_unit_test(standing_still),  cmocka_unit_test(bags),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
