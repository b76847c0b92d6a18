/* Temporal claims and fairness marks: from text to tree, and from tree to model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/options.h"
#include "lang/murphi/murphi.h"
#include "lang/murphi/parse.h"
#include "murphi_dump.h"

/* -------------------------------------------------------------------- trees */

static void expect_tree(const char *text, const char *expected) {
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_source source = noe_base_source_text(arena, "t", text, strlen(text));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
  const struct noe_ast *ast = noe_murphi_parse(arena, &source, diagnostics);
  struct noe_text out = noe_base_text(memory);
  dump_ast(&out, ast);
  if (noe_base_error_count(diagnostics)) {
    noe_base_diagnostics_print(diagnostics, &out, false);
    print_message("%s\n", noe_base_text_string(&out));
  }
  assert_int_equal(noe_base_error_count(diagnostics), 0);
  assert_string_equal(noe_base_text_string(&out), expected);
  noe_base_text_free(&out);
  noe_base_arena_delete(arena);
  noe_base_memory_delete(memory);
}

static void test_precedence(void **state) {
  (void)state;
  expect_tree("ltl \"p\" [] a = 1 -> <> b", " (ltl first \"p\" (-> (always (= a 1)) (eventually b)))");
  expect_tree("ltl \"p\" a & b U c | d -> e", " (ltl first \"p\" (-> (| (& a (until b c)) d) e))");
  expect_tree("ltl \"p\" a U b W c R d", " (ltl first \"p\" (until a (weakuntil b (release c d))))");
  expect_tree("ltl \"p\" ! G F X !a = b", " (ltl first \"p\" (! (always (eventually (next (! (= a b)))))))");
  expect_tree("ltl \"p\" []a until <>b + 1 = c", " (ltl first \"p\" (until (always a) (eventually (= (+ b 1) c))))");
  expect_tree("ltl \"p\" a -> b -> [] c", " (ltl first \"p\" (-> a (-> b (always c))))");
  expect_tree("ctl \"p\" A (a U b) & E[]c | A X d",
              " (ctl first \"p\" (| (& (A (() (until a b))) (E (always c))) (A (next d))))");
  expect_tree("ctl \"p\" AG EF a = 1", " (ctl first \"p\" (always/A (eventually/E (= a 1))))");
  expect_tree("mu \"p\" a & mu Z. b | EX Z & nu Y. <\"r\"> Y",
              " (mu first \"p\" (& a (mu Z (| b (& (next/E (point Z)) (nu Y (diamond \"r\" (point Y))))))))");
  expect_tree("mu \"p\" [\"r s\"] [\"t\"] a", " (mu first \"p\" (box \"r s\" (box \"t\" a)))");
  expect_tree("ltl \"p\" forall i: T do always exists j: T do eventually a[i][j] end end",
              " (ltl first \"p\" (forall [i {type T}] (always (exists [j {type T}] (eventually ([] ([] a i) j))))))");
}

static void test_words_are_soft(void **state) {
  (void)state;
  expect_tree("var G: T; ltl \"p\" [] (G = 1)", " <new var G {type T}> (ltl first \"p\" (always (() (= G 1))))");
  expect_tree("var g: T; ltl \"p\" G g", " <new var g {type T}> (ltl first \"p\" (always g))");
  expect_tree("type e: enum {next, F}; ltl \"p\" X next -> <> F",
              " <new type e {enum next F}> (ltl first \"p\" (-> (next next) (eventually F)))");
  expect_tree("function X(): boolean; begin end; ltl \"p\" X()",
              " (function X () {type boolean}) (ltl first \"p\" (call X))");
  expect_tree("ltl \"p\" forall U: T do [] a[U] until b end",
              " (ltl first \"p\" (forall [U {type T}] (until (always ([] a U)) b)))");
  expect_tree("ruleset X: T do ltl \"p\" next a[X]; end; ltl \"q\" X a",
              " (ruleset [X {type T}] (ltl first \"p\" (next ([] a X)))) (ltl first \"q\" (next a))");
}

static void test_names_of_items(void **state) {
  (void)state;
  expect_tree("var ltl, mu: T; never: T; weakfair: T; rule begin mu := never; ltl[1] := 2; never(weakfair) end",
              " <new var ltl mu {type T}> <var never {type T}> <var weakfair {type T}>"
              " (rule (:= mu never) (:= ([] ltl 1) 2) (do (call never weakfair)))");
  expect_tree("var x: T; ltl \"p\" mu = 1; invariant ltl; rule mu ==> end",
              " <new var x {type T}> (ltl first \"p\" (= mu 1)) (invariant ltl) (rule mu)");
}

static void test_sequences(void **state) {
  (void)state;
  expect_tree("never \"p\" { a; b | c }", " (never first \"p\" ({} (; a (| b c))))");
  expect_tree("never \"p\" { {a; b} | {c} }", " (never first \"p\" ({} (either ({} (; a b)) ({} c))))");
  expect_tree("never \"p\" { a | {b}; c }", " (never first \"p\" ({} (either a (; ({} b) c))))");
  expect_tree("never \"p\" { a[*] | b }", " (never first \"p\" ({} (either (repeat0,0,0 a) b)))");
  expect_tree("never \"p\" { f()[+]; !a[i][*2]; (b)[*1:3]:c[->2]; d = 1[=3] }",
              " (never first \"p\" ({} (; (: (; (; (repeat1,0,0 (call f)) (repeat2,2,2 (! ([] a i))))"
              " (repeat2,1,3 (() b))) (repeat3,2,0 c)) (repeat4,3,0 (= d 1)))))");
  expect_tree("never \"p\" { a[+1]; b[+ /* c */ ]; c[*][+] }",
              " (never first \"p\" ({} (; (; ([] a (pos 1)) (repeat1,0,0 b)) (repeat1,0,0 (repeat0,0,0 c)))))");
  expect_tree("never \"p\" { a } |-> b -> c; never \"q\" { a } |=> b",
              " (never first \"p\" ({} a) |-> (-> b c)) (never first \"q\" ({} a) |=> b)");
}

static void test_marks(void **state) {
  (void)state;
  expect_tree("weakfair ruleset i: T do strongfair rule begin end rule begin end end",
              " (ruleset weak [i {type T}] (rule strong) (rule))");
}

/* ------------------------------------------------------------------- models */

static void dump_formula(struct noe_text *out, const struct noe_formula *f) {
  static const char *const words[] = {"true", "false", "#",    "!",  "&",  "|", "->",      "forall", "exists",
                                      "X",    "G",     "F",    "U",  "W",  "R", "Y",       "O",      "H",
                                      "S",    "taken", "path", "mu", "nu", "$", "diamond", "box"};
  _Static_assert(sizeof words / sizeof *words == NOE_FORMULA_BOX + 1, "a word for each operator");
  static const char *const paths[] = {"", "A", "E"};
  if (!f)
    return;
  bool is_leaf = f->kind == NOE_FORMULA_ATOM || f->kind == NOE_FORMULA_TAKEN || f->kind == NOE_FORMULA_POINT ||
                 f->kind <= NOE_FORMULA_FALSE;
  bool is_numbered = f->kind == NOE_FORMULA_ATOM || f->kind == NOE_FORMULA_TAKEN || f->kind == NOE_FORMULA_POINT ||
                     f->kind == NOE_FORMULA_FORALL || f->kind == NOE_FORMULA_EXISTS || f->kind == NOE_FORMULA_LEAST ||
                     f->kind == NOE_FORMULA_GREATEST;
  noe_base_text_printf(out, " %s%s%s", is_leaf ? "" : "(", paths[f->path], words[f->kind]);
  if (is_numbered)
    noe_base_text_printf(out, "%u", f->number);
  if (f->rule)
    noe_base_text_printf(out, " %s", f->rule);
  dump_formula(out, f->left);
  dump_formula(out, f->right);
  noe_base_text_puts(out, is_leaf ? "" : ")");
}

static void dump_sequence(struct noe_text *out, const struct noe_sequence *s) {
  static const char *const words[] = {"empty", "", ";", ":", "|", "*"};
  if (!s)
    return;
  if (s->kind == NOE_SEQUENCE_LETTER) {
    noe_base_text_printf(out, " %s#%u", s->negated ? "!" : "", s->atom);
    return;
  }
  noe_base_text_printf(out, " (%s", words[s->kind]);
  if (s->kind == NOE_SEQUENCE_REPEAT)
    noe_base_text_printf(out, "%u:%d", s->low, (int)s->high);
  dump_sequence(out, s->left);
  dump_sequence(out, s->right);
  noe_base_text_puts(out, ")");
}

static void dump_claim(struct noe_text *out, const struct noe_clause *clause) {
  const struct noe_temporal *temporal = clause->temporal;
  noe_base_text_printf(out, "%u/%u atoms %u", clause->parameter_count, clause->binder_count, temporal->atom_count);
  for (uint32_t i = 0; i < temporal->variable_count; i++) {
    const struct noe_formula_variable *v = &temporal->variables[i];
    noe_base_text_printf(out, " %s=%d..%d/%d", v->name, (int)v->low, (int)v->high, (int)v->step);
  }
  noe_base_text_puts(out, ":");
  dump_formula(out, temporal->formula);
  dump_sequence(out, temporal->sequence);
}

#define FRAME                                                                                                          \
  "type P: scalarset(3); T: 0..3; var x: T; b: boolean; a: array [P] of boolean;"                                      \
  "startstate begin x := 0; b := true; clear a; end;"                                                                  \
  "ruleset p: P do rule \"go\" begin a[p] := true; end; end;"                                                          \
  "function any(): boolean; begin return exists p: P do a[p] end; end;"

/* Loads FRAME and the text; the caller looks at the model. */
struct loaded {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
};

static struct loaded load(const char *text) {
  struct loaded loaded = {.memory = noe_base_memory_new(0)};
  loaded.arena = noe_base_arena_new(loaded.memory);
  const char *whole = noe_base_arena_format(loaded.arena, "%s%s", FRAME, text);
  struct noe_source *source = NOE_NEW(loaded.arena, struct noe_source);
  *source = noe_base_source_text(loaded.arena, "t", whole, strlen(whole));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(loaded.arena, source);
  struct noe_options *options = NOE_NEW(loaded.arena, struct noe_options);
  *options = noe_base_options();
  loaded.model = noe_murphi_load(loaded.arena, source, options, diagnostics);
  if (!loaded.model) {
    struct noe_text out = noe_base_text(loaded.memory);
    noe_base_diagnostics_print(diagnostics, &out, false);
    print_message("%s\n%s", text, noe_base_text_string(&out));
  }
  assert_non_null(loaded.model);
  return loaded;
}

static void unload(struct loaded *loaded) {
  noe_base_arena_delete(loaded->arena);
  assert_int_equal(noe_base_memory_used(loaded->memory), 0);
  noe_base_memory_delete(loaded->memory);
}

static void expect_claim(const char *text, const char *expected) {
  struct loaded loaded = load(text);
  struct noe_text out = noe_base_text(loaded.memory);
  assert_int_equal(loaded.model->property_count, 1);
  dump_claim(&out, &loaded.model->properties[0]);
  assert_string_equal(noe_base_text_string(&out), expected);
  noe_base_text_free(&out);
  unload(&loaded);
}

static void test_atoms(void **state) {
  (void)state;
  expect_claim("ltl \"p\" [] (b & x = 1 -> <> (x = 2 | any()))", "0/0 atoms 2: (G (-> #0 (F #1)))");
  expect_claim("ltl \"p\" [] b & b & <> b", "0/0 atoms 1: (& (& (G #0) #0) (F #0))");
  expect_claim("ltl \"p\" [] exists p: P do a[p] end & <> exists q: P do a[q] end", "0/0 atoms 1: (& (G #0) (F #0))");
  expect_claim("ltl \"p\" [] exists p: P do a[p] end & <> forall q: P do a[q] end", "0/0 atoms 2: (& (G #0) (F #1))");
  expect_claim("ltl \"p\" [] true -> <> (x = 1 | true)", "0/0 atoms 1: (-> (G true) (F #0))");
  expect_claim("ltl \"p\" [] (any() U any())", "0/0 atoms 1: (G (U #0 #0))");
  expect_claim("ltl \"p\" [] (x = 1) & [] (x = 2)", "0/0 atoms 2: (& (G #0) (G #1))");
}

static void test_rule_atoms(void **state) {
  (void)state;
  expect_claim("ltl \"p\" [] (taken(\"go\") -> <> enabled(\"go\"))", "0/0 atoms 2: (G (-> taken0 (F #1)))");
  expect_claim("ltl \"p\" <> taken(\"go\") & [] taken(\"go\")", "0/0 atoms 1: (& (F taken0) (G taken0))");
  expect_claim("ltl \"p\" forall p: P do <> taken(\"go\", p) & <> taken(\"go\", p) end",
               "1/1 atoms 1 p=0..2/1: (& (F taken0) (F taken0))");
  expect_claim("ltl \"p\" forall p: P do [] enabled(\"go\", p) & [] enabled(\"go\", p) end",
               "1/1 atoms 1: (& (G #0) (G #0))");
  expect_claim("ctlstar \"p\" E <> exists q: P do taken(\"go\", q) end",
               "0/0 atoms 1 q=0..2/1 p=0..2/1: (Epath (F (exists0 taken0)))");
}

static void test_quantifiers(void **state) {
  (void)state;
  expect_claim("ltl \"p\" forall p: P do [] <> a[p] end", "1/1 atoms 1: (G (F #0))");
  expect_claim("ltl \"p\" (forall p: P; i := 3 to 0 by -2 do (forall q: P do [] (a[p] -> <> (a[q] & x = i)) end) end)",
               "3/3 atoms 2: (G (-> #0 (F #1)))");
  expect_claim("ltl \"p\" [] forall p: P do <> a[p] end", "0/0 atoms 1 p=0..2/1: (G (forall0 (F #0)))");
  expect_claim("ltl \"p\" exists p: P do forall q: P do [] (a[p] | a[q]) end end",
               "0/0 atoms 1 p=0..2/1 q=0..2/1: (exists0 (forall1 (G #0)))");
  expect_claim("ltl \"p\" <> forall i := 3 to 0 by -2 do [] (x = i) end", "0/0 atoms 1 i=1..3/2: (F (forall0 (G #0)))");
  expect_claim("ltl \"p\" [] forall i := 1 to 0 do <> (x = i) end", "0/0 atoms 1 i=1..0/1: (G (forall0 (F #0)))");
  expect_claim("ruleset k: T do alias y: a do ltl \"p\" forall p: P do [] <> (y[p] & x = k) end end end",
               "2/2 atoms 1: (G (F #0))");
  /* Two names in different scopes are two, whatever they are called. */
  expect_claim("ltl \"p\" [] exists p: P do <> a[p] end & [] exists p: P do <> a[p] end",
               "0/0 atoms 2 p=0..2/1 p=0..2/1: (& (G (exists0 (F #0))) (G (exists1 (F #1))))");
}

static void test_logics(void **state) {
  (void)state;
  expect_claim("ctl \"p\" AG EF b & A (b W x = 1)", "0/0 atoms 2: (& (AG (EF #0)) (AW #0 #1))");
  expect_claim("mu \"p\" mu Z. b | EX Z | !(nu Y. !Z & <\"go\"> Y)",
               "0/0 atoms 1: (mu0 (| (| #0 (EX $0)) (! (nu1 (& (! $0) (diamond go $1))))))");
}

static void test_never(void **state) {
  (void)state;
  expect_claim("never \"p\" { b; x = 1[*]; b }", "0/0 atoms 2: (; (; #0 (*0:-1 #1)) #0)");
  expect_claim("never \"p\" { b[->2]; true }", "0/0 atoms 2: (; (*2:2 (; (*0:-1 !#0) #0)) #1)");
  expect_claim("never \"p\" { b[=1]; b }", "0/0 atoms 1: (; (; (*1:1 (; (*0:-1 !#0) #0)) (*0:-1 !#0)) #0)");
  expect_claim("never \"p\" { b[+] } |-> x = 1", "0/0 atoms 2: (: (*1:-1 #0) !#1)");
  expect_claim("ruleset p: P do never \"p\" { a[p][*2:3] | {b} } |=> a[p]; end",
               "1/1 atoms 2: (; (| (*2:3 #0) #1) !#0)");
}

static void test_fairness(void **state) {
  (void)state;
  struct loaded loaded =
      load("var m: multiset [2] of T;"
           "weakfair ruleset p: P; i: T do alias y: x do"
           "  rule \"r\" begin y := i; end; choose e: m do strongfair rule begin x := m[e]; end; end;"
           "  invariant b; end end; rule \"plain\" begin x := x; end;"
           "strongfair rule \"single\" begin x := x; end;");
  const struct noe_model *model = loaded.model;
  assert_int_equal(model->fairness_count, 3);
  assert_false(model->fairness[0].strong);
  assert_int_equal(model->fairness[0].parameter_count, 2);
  assert_string_equal(model->fairness[0].title, "ruleset at line 1");
  assert_true(model->fairness[1].strong);
  assert_int_equal(model->fairness[1].parameter_count, 3);
  assert_string_equal(model->fairness[2].title, "single");
  assert_int_equal(model->fairness[2].parameter_count, 0);
  static const uint32_t expected[5][3] = {{0}, {1, 0}, {2, 0, 1}, {0}, {1, 2}}; /* count, then marks */
  for (uint32_t i = 0; i < 5; i++) {
    assert_int_equal(model->rules[i].mark_count, expected[i][0]);
    for (uint32_t k = 0; k < expected[i][0]; k++)
      assert_int_equal(model->rules[i].marks[k], expected[i][k + 1]);
  }
  unload(&loaded);
}

/* Loops inside atoms are loops of the model: the room symmetry watches them. */
static void test_loops(void **state) {
  (void)state;
  struct loaded loaded = load("ltl \"p\" [] (exists p: P do a[p] end -> <> b)");
  const struct noe_model *model = loaded.model;
  const struct noe_expr *atom = model->properties[0].temporal->atoms[0];
  assert_int_equal(atom->kind, NOE_EXPR_EXISTS);
  assert_true(atom->loop < model->loop_count);
  assert_ptr_equal(model->loops[atom->loop].expr, atom);
  unload(&loaded);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_precedence), cmocka_unit_test(test_words_are_soft), cmocka_unit_test(test_names_of_items),
      cmocka_unit_test(test_sequences),  cmocka_unit_test(test_marks),          cmocka_unit_test(test_atoms),
      cmocka_unit_test(test_rule_atoms), cmocka_unit_test(test_quantifiers),    cmocka_unit_test(test_logics),
      cmocka_unit_test(test_never),      cmocka_unit_test(test_fairness),       cmocka_unit_test(test_loops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
