/* The Murphi lexer and parser: what is accepted, which tree results, and which
 * errors are reported where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lang/murphi/parse.h"
#include "murphi_dump.h"

/* One text, parsed. */
struct fixture {
  struct noe_memory *memory;
  struct noe_arena *arena;
  struct noe_source *source;
  struct noe_diagnostics *diagnostics;
  struct noe_ast *ast;
  struct noe_text text; /* whatever was asked for last */
};

static struct fixture parse_bytes(const char *bytes, size_t length) {
  struct fixture x = {.memory = noe_base_memory_new(0)};
  x.arena = noe_base_arena_new(x.memory);
  x.source = NOE_NEW(x.arena, struct noe_source);
  *x.source = noe_base_source_text(x.arena, "t", bytes, length);
  x.diagnostics = noe_base_diagnostics_new(x.arena, x.source);
  x.ast = noe_murphi_parse(x.arena, x.source, x.diagnostics);
  x.text = noe_base_text(x.memory);
  return x;
}

static struct fixture parse(const char *text) { return parse_bytes(text, strlen(text)); }

static void finish(struct fixture *x) {
  noe_base_text_free(&x->text);
  noe_base_arena_delete(x->arena);
  assert_int_equal(noe_base_memory_used(x->memory), 0);
  noe_base_memory_delete(x->memory);
}

/* The reports as "E201@3:7 W101@5:1": code, line and column. */
static const char *codes(struct fixture *x) {
  struct noe_text printed = noe_base_text(x->memory);
  noe_base_diagnostics_print(x->diagnostics, &printed, false);
  noe_base_text_clear(&x->text);
  char *rest = printed.bytes;
  for (char *line; rest && (line = strsep(&rest, "\n"));) {
    int row, column;
    char code[8];
    if (sscanf(line, "t:%d:%d: %*[a-z][%7[A-Z0-9]]", &row, &column, code) == 3)
      noe_base_text_printf(&x->text, "%s%s@%d:%d", x->text.length ? " " : "", code, row, column);
  }
  noe_base_text_free(&printed);
  return noe_base_text_string(&x->text);
}

static void expect_codes(const char *text, const char *expected) {
  struct fixture x = parse(text);
  if (strcmp(codes(&x), expected)) {
    noe_base_text_clear(&x.text);
    noe_base_diagnostics_print(x.diagnostics, &x.text, false);
    print_message("%s\n%s\n", text, noe_base_text_string(&x.text));
  }
  assert_string_equal(codes(&x), expected);
  finish(&x);
}

static void expect_hint(const char *text, const char *hint) {
  struct fixture x = parse(text);
  noe_base_diagnostics_print(x.diagnostics, &x.text, false);
  if (!strstr(noe_base_text_string(&x.text), hint))
    print_message("%s\n%s\n", text, noe_base_text_string(&x.text));
  assert_non_null(strstr(noe_base_text_string(&x.text), hint));
  finish(&x);
}

static void expect_tree(const char *text, const char *expected) {
  struct fixture x = parse(text);
  assert_string_equal(codes(&x), "");
  noe_base_text_clear(&x.text);
  dump_ast(&x.text, x.ast);
  assert_string_equal(noe_base_text_string(&x.text), expected);
  finish(&x);
}

static void expect_expr(const char *expr, const char *expected) {
  char text[400], tree[400];
  snprintf(text, sizeof text, "invariant %s", expr);
  snprintf(tree, sizeof tree, " (invariant %s)", expected);
  expect_tree(text, tree);
}

/* A snippet in the frame of MURPHI.md, section 7.2. */
static void expect_snippet(const char *place, const char *snippet, const char *expected) {
  char text[4000];
  snprintf(text, sizeof text,
           "type T: 0..3; E: enum {ea, eb}; P: scalarset(3); R: record f: T; g: boolean; end;"
           "var  x, y: T; b: boolean; e: E; p, q: P; a: array [T] of T; r, s: R;\n%s\n"
           "startstate \"init\" begin x := 0; end;"
           "rule \"step\" begin\n%s\n x := 1 - x; end;\n%s\n",
           *place == 'd' ? snippet : "", *place == 'b' ? snippet : "", *place == 'r' ? snippet : "");
  expect_codes(text, expected);
}

/* ---------------------------------------------------------------- the text */

static void test_snippets(void **state) {
  (void)state;
  static const char *const accepted[][2] = {
      {"body", "IF x = 0 THEN y := 1; EndIf;"},
      {"decl", "var cover: 0..1; liveness: 0..1;"},
      {"decl", "var in: 0..1; log: 0..1; choose: 0..1; until: 0..1;"},
      {"body", "assert 0x10 = 16 && x ≤ 3;"},
      {"body", "b := !!true;"},
      {"decl", "/* one /* still one */"},
      {"body", "assert !x = 3;"},
      {"body", "assert false -> false -> false;"},
      {"body", "x := x = 0 ? 0 : x = 1 ? 1 : 2;"},
      {"body", "assert true | true && false;"},
      {"rule", "rule 7 \"low\" x = 2 ==> begin x := 3; end;"},
      {"rule", "invariant x <= 1 \"named last\""},
      {"body", "for i: T; j: T do a[i] := j; end; undefine a;"},
      {"body", "while false : x := 3; end;"},
      {"decl", "type V: enum {va, vb,}; W: record end;"},
      {"body", "if true then end; switch x end; for i: T do end; alias z: x do end;"},
      {"rule", "const K: 1;\ninvariant x <= K;"},
      {"body", "switch x case 0: y := 1; case 0, 1, : y := 2; else end;"},
      {"decl", "type U: union {P, E,}; var u: U; m: multiset [2] of T;"},
      {"decl", "procedure w(); begin y := 1; multisetadd(y, m); multisetremovepred(i: m, m[i] = 1); end;"},
      {"rule", "choose i: m do choose j: m do rule begin v := 1 - v; end; endchoose; end;"},
      {"rule", "invariant multisetcount(k: m, m[k] = 0) = 2;"},
      {"body", "y := undefined; f(undefined, x,);"},
      {"rule", "cover \"never\" x = 3; liveness x = 1 \"late\"; assume x < 4;"},
      {"body", "assume x < 3; cover x = 1;"},
      {"rule", "ruleset i := 1 to 2 by 1 : rule x > 1 ==> x := i end end"},
      {"rule", "startstate x := 1 endstartstate startstate var k: T k := 1 end"},
      {"decl", "procedure w(a, b: T var c: T;): T ; ; var k: T; begin return k end; function g() ; end"},
      {"rule", "alias do rule begin end end alias : end alias a, : x b: y do end"},
      {"body", ";; ; y := 1; ; ;"},
  };
  for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++)
    expect_snippet(accepted[i][0], accepted[i][1], "");
  expect_snippet("decl", "var _z: 0..1;", "E101@2:5");
  expect_snippet("body", "assert 010 = 10;", "W101@4:8");
  expect_snippet("body", "assert x = x = true;", "E204@4:14");
  expect_snippet("rule", "rule x := 0; end;", "E203@6:6");
  expect_snippet("body", "if isundefined(x + 1) then end;", "E504@4:16");
  expect_snippet("body", "x := f(y).g;", "E201@4:10");
}

static void test_characters(void **state) {
  (void)state;
  expect_codes("", "E105@1:1");
  expect_codes("var ; type", "E105@1:1");
  expect_codes(" \n-- only a comment\n/* and another */", "E105@1:1");
  expect_codes("\xEF\xBB\xBFvar x: 0..1;\r\n\v\f var y: 0..1;", "");
  expect_codes("var x: 0..1; -- caf\xE9\n", "");
  expect_codes("var x: 0..1; /* open", "W102@1:14");
  expect_codes("var x: 0..1; \xC3\x28 @ end end", "E104@1:14");
  expect_codes("var x: 0..1; startstate \"\xFF\" begin x := 0; end;", "W103@1:25");
  expect_codes("const n: 9223372036854775807; m: 0x7fffffffffffffff;", "");
  expect_codes("const n: 9223372036854775808; m: 0x8000000000000000;", "E102@1:10 E102@1:34");
  expect_codes("const n: 1 # 2;", "E101@1:12");
  expect_codes("var x: 0..1; // no comment\nvar y: 0..1;", "E101@1:14");
  expect_codes("var x： 0..1;", "E101@1:6");
  expect_codes("rule begin x ：＝ （1）； y := 2； end", "E101@1:14 E101@1:17 E101@1:19 E101@1:20 E101@1:28");
  expect_codes("var ｘ: 0..1;", "E101@1:5 E201@1:6");
  expect_codes("rule \"never closed begin end;\nrule begin end;", "E103@1:6");
  expect_codes("rule \"open begin end;\nrule \"next\" begin end;\nrule \"third\" begin end;", "E103@1:6");
  static const char zero[] = "var x: 0..1;\0 @";
  struct fixture x = parse_bytes(zero, sizeof zero - 1);
  assert_string_equal(codes(&x), "E104@1:13");
  finish(&x);
}

static void test_strings(void **state) {
  (void)state;
  expect_tree("rule \"a\\n\\t\\\"\\\\\\q%\" begin end", " (rule \"a\n\t\"\\\\q%\")");
  expect_tree("rule “curly \"quotes\"” begin end", " (rule \"curly \"quotes\"\")");
  expect_tree("rule \"two\nlines\" begin end", " (rule \"two\nlines\")");
  expect_tree("rule \"\" begin end", " (rule \"\")");
}

static void test_words(void **state) {
  (void)state;
  expect_tree("CONST N: TRUE; Type b: BOOLEAN;", " <new const N true> <new type b {type boolean}>");
  expect_tree("var X, x: T", " <new var X x {type T}>");
  expect_expr("a ∧ b ∨ ¬c → d ≠ e × f ÷ g − h", "(-> (|| (&& a b) (! c)) (!= d (- (/ (* e f) g) h)))");
  expect_expr("∀ i: T do ∃ j: T do a ≤ b end end", "(forall [i {type T}] (exists [j {type T}] (<= a b)))");
  expect_tree("rule a ⇒ b ≔ c end", " (rule a (:= b c))");
}

/* ---------------------------------------------------------------- grammar */

static void test_precedence(void **state) {
  (void)state;
  expect_expr("!x = 3", "(! (= x 3))");
  expect_expr("a | b && c", "(&& (| a b) c)");
  expect_expr("-7 / 2", "(/ (neg 7) 2)");
  expect_expr("x & 3 = 2", "(& x (= 3 2))");
  expect_expr("a -> b -> c", "(-> a (-> b c))");
  expect_expr("c ? d : e ? f : g", "(? c d (? e f g))");
  expect_expr("c ? d ? e : f : g", "(? c (? d e f) g)");
  expect_expr("a -> b ? c : d -> e", "(? (-> a b) c (-> d e))");
  expect_expr("a - b - c", "(- (- a b) c)");
  expect_expr("a || b && c | d ^ e & f = g << h + i * ~j",
              "(|| a (&& b (| c (^ d (& e (= f (<< g (+ h (* i (~ j))))))))))");
  expect_expr("a = !b = c", "(= a (! (= b c)))");
  expect_expr("a + !b & c", "(& (+ a (! b)) c)");
  expect_expr("- -a * +b % c", "(% (* (neg (neg a)) (pos b)) c)");
  expect_expr("(a = b) = c.d[e].f", "(= (() (= a b)) (. f ([] (. d c) e)))");
}

static void test_soft_words(void **state) {
  (void)state;
  expect_tree("var cover: T; choose: T; cover cover = 1; rule begin cover := 1; cover[1] := 2; cover (x); end",
              " <new var cover {type T}> <var choose {type T}> (cover (= cover 1)) "
              "(rule (:= cover 1) (:= ([] cover 1) 2) (cover (() x)))");
  expect_tree("procedure cover(a: T); begin cover(1); end; rule begin cover(x) end",
              " (procedure cover ( [ a {type T}]) (do (call cover 1))) (rule (do (call cover x)))");
  expect_tree("procedure multisetadd(); end; rule begin multisetadd(); end",
              " (procedure multisetadd ()) (rule (do (call multisetadd)))");
  expect_tree("rule begin multisetadd(x, m); x := multisetcount(i: m, true); multiset := 1; end",
              " (rule (multisetadd m x) (:= x (multisetcount i m true)) (:= multiset 1))");
  expect_tree("var ltl: T; ringset: T; next: T; weakfair: T; rule begin ltl := succ(1); never(2); end",
              " <new var ltl {type T}> <var ringset {type T}> <var next {type T}> <var weakfair {type T}>"
              " (rule (:= ltl (call succ 1)) (do (call never 2)))");
}

static void test_priority(void **state) {
  (void)state;
  expect_tree("rule 1 + v = 2 ==> end", " (rule (= (+ 1 v) 2))");
  expect_tree("rule 1 -v = 2 ==> end", " (rule (= (- 1 v) 2))");
  expect_tree("rule 3 v = 2 ==> end", " (rule #3 (= v 2))");
  expect_tree("rule 3 (v) ==> end", " (rule #3 (() v))");
  expect_tree("rule 3 !v ==> end", " (rule #3 (! v))");
  expect_tree("rule 3 forall i: T do v end ==> end", " (rule #3 (forall [i {type T}] v))");
  expect_tree("rule 3 begin end", " (rule #3)");
  expect_tree("rule 3 \"s\" begin end", " (rule #3 \"s\")");
  expect_tree("rule 3 var x: T; begin end", " (rule #3 <new var x {type T}>)");
  expect_tree("rule 3 ==> end", " (rule 3)");
}

static void test_locals(void **state) {
  (void)state;
  expect_tree("rule a ==> var x: T; y, z: U; x := 1; end",
              " (rule a <new var x {type T}> <var y z {type U}> (:= x 1))");
  expect_tree("procedure p() const N: 1 type T: 0..N x := 1 end",
              " (procedure p () <new const N 1> <new type T {range 0 N}> (:= x 1))");
}

static void test_claims(void **state) {
  (void)state;
  expect_tree("assert \"a\" x; invariant x \"b\"; rule begin invariant \"c\" x; assert x \"d\"; put \"e\"; put x end",
              " (assert first \"a\" x) (invariant \"b\" x) (rule (invariant x first \"c\") (assert x \"d\")"
              " (put \"e\") (put x))");
  expect_codes("rule begin liveness x; end", "E508@1:12");
}

static void test_unsupported(void **state) {
  (void)state;
  expect_codes("type r: real(3, 10);\nexternfun f(a: T; b: T): T \"f.h\";\nexternproc g();\nvar x: 0..1;\n"
               "const c: 1.5;\npctl P>=0.5 [ true until x ];",
               "E601@1:9 E601@2:1 E601@3:1 E601@6:1");
  expect_tree("var real: T; pctl: T; type externfun: real; invariant log(1)",
              " <new var real {type T}> <var pctl {type T}> <new type externfun {type real}>"
              " (invariant (call log 1))");
}

/* One complaint for one mistake in a temporal claim or a mark. */
static void test_temporal_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *text, *codes;
  } rows[] = {
      {"never \"a\" { x; { y = ; z }; x }; ltl \"b\" [] x; rule begin end", "E201@1:22"},
      {"never \"a\" { x; y; }; invariant x", "E201@1:19"},
      {"never \"a\" { x; y ; invariant x; rule begin end", "E201@1:20"},
      {"never \"a\" x; invariant x", "E201@1:11"},
      {"never \"a\" { x[*a] }; never \"b\" { x[->] }; never \"c\" { x[*1:2 }", "E201@1:16 E201@1:38 E201@1:62"},
      {"never \"a\" { x } |= y; invariant x", "E201@1:20"},
      {"never \"a\" { x |-> y }; invariant x", "E201@1:16"},
      {"ltl \"a\" [] ; invariant x", "E201@1:12"},
      {"ltl \"a\" x U; invariant x", "E201@1:12"},
      {"ltl \"a\" <> (x; invariant x", "E201@1:14"},
      {"ltl \"a\" forall i: T do [] x; invariant x", "E202@1:28"},
      {"mu \"a\" mu Z x; invariant x", "E201@1:13"},
      {"mu \"a\" <\"r\" x; invariant x", "E201@1:13"},
      {"mu \"a\" mu Z. Z[1]; invariant x", "E201@1:15"},
      {"weakfair startstate begin end; strongfair liveness x; weakfair weakfair rule begin end",
       "E511@1:1 E511@1:32 E511@1:55"},
      {"ltl x; ctl [] x; mu <\"r\"> x; never { x }", "E512@1:1 E512@1:8 E512@1:18 E512@1:30"},
      {"rule begin ltl \"a\" [] x; never \"b\" { x; y }; z := 1; end", "E508@1:12 E508@1:26"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    expect_codes(rows[i].text, rows[i].codes);
}

/* Other languages and dialects: one complaint, whatever follows. */
static void test_foreign(void **state) {
  (void)state;
  static const struct {
    const char *text, *codes;
  } rows[] = {
      {"rule begin while c { x := 1; } y := 2; end", "E201@1:20"},
      {"rule begin if (c) { x := 1; } else { y := 2; } end", "E201@1:19"},
      {"rule begin switch y { case 0: x := 1; } end", "E201@1:21"},
      {"startstate { x := 1; }", "E201@1:12"},
      {"rule \"r\" { x := 1; }", "E201@1:10"},
      {"rule a => x := 1; end", "E201@1:8"},
      {"rule a = 1 => x := 1; end", "E201@1:12"},
      {"invariant a => b;", "E201@1:13"},
      {"var a[3]: boolean; b: 0..1;", "E201@1:6"},
      {"type E: enum {a; b; c}; var x: E;", "E201@1:16"},
      {"type U: union {A; B};", "E201@1:17"},
      {"rule begin y++; x += 2; end", "E201@1:13 E201@1:19"},
      {"ruleset i: T do\n  function f(): T; begin end;\n  var k: T;\n  rule begin end;\nend;", "E201@2:3 E201@3:3"},
      {"ruleset i: T do\n  rule begin end;\nfunction f(): T; begin end;", "E202@3:1"},
      {"rule begin for i = 0 to 3 do x := i; end; end", "E201@1:18"},
      {"invariant not x & not y", "E201@1:11 E201@1:19"},
      {"domain: file \"a\"; action rule begin end", "E601@1:1"},
      {"action rule \"a\" x ==> begin end; goal \"g\" x;", "E601@1:1"},
      {"clock rule \"a\" x ==> begin end;", "E601@1:1"},
      {"var x[pddlname: y;]: T;", "E601@1:6"},
      {"goal \"g\" x;", "E601@1:1"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    expect_codes(rows[i].text, rows[i].codes);
}

/* Names that only look foreign stay names. */
static void test_foreign_names(void **state) {
  (void)state;
  expect_tree("var domain: T; action: T; goal: T; not: T; in: T; invariant not = in",
              " <new var domain {type T}> <var action {type T}> <var goal {type T}> <var not {type T}>"
              " <var in {type T}> (invariant (= not in))");
  expect_expr("not(x)", "(call not x)");
}

static void test_bare_rules(void **state) {
  (void)state;
  expect_tree("rule \"skip\" end; rule endrule", " (rule \"skip\") (rule)");
  expect_tree("rule 3 \"n\" end; rule 3 end", " (rule #3 \"n\") (rule #3)");
  expect_tree("rule clear x; x := 1; end", " (rule (clear x) (:= x 1))");
  expect_tree("rule 2 undefine x end", " (rule #2 (undefine x))");
  expect_tree("rule multisetadd(x, m); end", " (rule (multisetadd m x))");
  expect_tree("rule assume x; cover (y); end rule cover \"c\" x end",
              " (rule (assume x) (cover (() y))) (rule (cover x first \"c\"))");
  expect_tree("rule cover = 1 ==> end rule cover -x = 1 ==> end", " (rule (= cover 1)) (rule (= (- cover x) 1))");
  expect_tree("function cover(x: T): T; end rule cover(x) ==> end",
              " (function cover ( [ x {type T}]) {type T}) (rule (call cover x))");
  expect_codes("rule if a then end end rule for i: T do end end rule while a do end end rule switch a end end "
               "rule alias a: b do end end rule put a end rule error \"e\" end rule return end rule assert a end",
               "");
  expect_codes("rule p(); end", "E203@1:6");
  expect_codes("rule \"n\" x[1] := 0; end", "E203@1:10");
}

static void test_spans(void **state) {
  (void)state;
  static const char text[] = "var x: T;\nrule \"r\" x + 1 = y[2] ==> if a then b := c; end; end;";
  struct fixture x = parse(text);
  const struct noe_ast_item *rule = x.ast->items->next;
  const struct noe_ast_expr *guard = rule->rule->value;
  const struct noe_ast_stmt *stmt = rule->rule->body;
  assert_memory_equal(text + x.ast->items->span.begin, "var x: T;", 9);
  assert_int_equal(x.ast->items->span.end, 8);
  assert_int_equal(rule->span.begin, 10);
  assert_int_equal(rule->span.end, sizeof text - 2);
  assert_int_equal(guard->span.end - guard->span.begin, strlen("x + 1 = y[2]"));
  assert_memory_equal(text + guard->op_span.begin, "= y", 3);
  assert_memory_equal(text + guard->right->span.begin, "y[2]", 4);
  assert_int_equal(guard->right->span.end - guard->right->span.begin, 4);
  assert_memory_equal(text + stmt->span.begin, "if a", 4);
  assert_memory_equal(text + stmt->span.end - 4, " end; end;", 10);
  finish(&x);
}

/* ------------------------------------------------------------------ errors */

static void test_recovery(void **state) {
  (void)state;
  expect_codes("const N = 3;\n"               /* : for = */
               "type T 0..N;\n"               /* missing : */
               "var x: T; y: array T of T;\n" /* missing [ */
               "startsate begin\n"            /* misspelt */
               "  x = 1;\n"                   /* := for = */
               "  y[0] := 1\n"                /* missing ; */
               "  y[1] := (2;\n"              /* missing ) */
               "end;\n"
               "rule x := 1; end;\n" /* missing begin */
               "rule x = 1 = y ==>\n"
               "begin\n"
               "  if x := 1 then y[x] := 1; end;\n"
               "  if x = 2 y[x] := 1; end;\n" /* missing then */
               "  while forall i: T do y[i] = end do x := ; end;\n"
               "end;\n"
               "invariant x <= N;\n",
               "E201@1:9 E201@2:8 E201@3:20 E201@4:1 E201@5:5 E201@6:12 E201@7:13 E203@9:6 E204@10:12 E206@12:8 "
               "E201@13:11 E201@14:31 E201@14:43");
}

static void test_closing(void **state) {
  (void)state;
  expect_codes("rule begin\n if a then\n  x := 1;\nend;\nrule begin end;", "E202@5:1");
  expect_codes("rule begin if a then x := 1; endrule;\nrule begin end;", "E202@1:30");
  expect_codes("rule begin if a then x := 1; endwhile; end;\nrule begin end;", "E202@1:30");
  expect_codes("rule begin end; end;\nrule begin end;", "E202@1:17");
  expect_codes("ruleset i: T do rule begin end; endrule; rule begin end; end;", "E202@1:33");
  expect_codes("rule begin x := 1; end; y := 2; end;\nrule begin end;", "E201@1:25");
  expect_codes("rule begin else x := 1; end;\nrule begin end;", "E201@1:12");
  expect_codes("rule begin for i: T do x := 1;", "E202@1:30");
  expect_codes("rule begin for i: T do x := 1;\n-- no more\n\n", "E202@1:30"); /* not where nothing is seen */
  expect_codes("invariant\n  x <\n\n", "E201@2:5");
  expect_codes("type R: record a: T;\nvar x: R;", "E202@2:1");
  expect_hint("rule begin if a then else if b then end; end;\nrule begin end;", "did you mean `elsif`");
  expect_hint("rule begin if a then x := 1;", "t:1:12: note: the `if` was opened here");
}

static void test_hints(void **state) {
  (void)state;
  expect_hint("rule begin x = 1; end", "did you mean `:=`?");
  expect_hint("startsate begin end", "did you mean `startstate`?");
  expect_hint("rulset i: T do end", "did you mean `ruleset`?");
  expect_hint("var x: T; invarient x", "did you mean `invariant`?");
  expect_hint("rule begin retrun x; end", "did you mean `return`?");
  expect_hint("rule begin if a thne x := 1; end; end", "did you mean `then`?");
  expect_hint("rule begin if a then elseif b then end; end", "did you mean `elsif`?");
  expect_hint("rule begin if a and b then end; end", "did you mean `&`?");
  expect_hint("rule begin if a => b then end; end", "did you mean `->` or `>=`?");
  expect_hint("rule a => begin end", "did you mean `==>`?");
  expect_hint("rule a => 1 ==> begin end", "did you mean `>=`?");
  expect_hint("rule (a => b) ==> begin end", "did you mean `->` or `>=`?");
  expect_hint("invariant not x", "did you mean `!`?");
  expect_hint("var a[3]: boolean;", "arrays are written `a: array [0..2] of ...`");
  expect_hint("rule begin y++; end", "write `y := y + 1`");
  expect_hint("rule begin y[0] -= 2; end", "write `y[0] := y[0] - 2`");
  expect_hint("start begin end", "did you mean `startstate`?");
  expect_hint("invariant forall i in 0..3 do x end", "did you mean `:`?");
  expect_hint("rule begin for i = 0 to 3 do end end", "did you mean `:=`?");
  expect_hint("ruleset i: T do\n function f(): T; end;\nend", "move it before the ruleset");
  expect_hint("rule a = 1 ： end", "did you mean `:`?");
  expect_hint("rule begin p; end", "`p()`");
  expect_hint("var end: T;", "`end` is a keyword");
  expect_hint("var r: record to: T; end;", "`to` is a keyword and cannot be used as a name");
  expect_hint("rule begin m.to = 1; end", "`to` is a keyword and cannot be used as a name");
  expect_hint("rule begin by := 1; end", "`by` is a keyword and cannot be a name");
  expect_hint("invariant x = to", "`to` is a keyword and cannot be a name");
  expect_codes("type M: enum {Get, Put}; var m: M; invariant m = Put; rule begin m := Put; end;", "E201@1:20");
  expect_hint("rule begin switch m case 1: x := 1; default: x := 2; end; end", "is written `else`");
  expect_hint("rule begin assert (x = 1), \"one\"; end", "without a comma");
  expect_hint("var a: array [0..1, 0..1] of boolean;", "`array [...] of array [...] of ...`");
  expect_hint("rule x := 1; end", "write `begin`");
  expect_hint("rule x := 1 ==> end", "to compare, write `=`");
  expect_hint("rule \"a\" ==> begin end", "without a guard there is no `==>` either");
  expect_hint("rule begin error(\"a\"); end", "the text stands without parentheses");
  expect_hint("rule begin put(\"a\"); end", "the text stands without parentheses");
  expect_hint("invariant forall i: T do if a then b end", "write `condition -> expression`");
  expect_hint("fairness rule begin end", "`weakfair` or `strongfair`");
  expect_hint("axiom \"a\" x = 1;", "`assume \"name\" ...`");
  expect_hint("<<<<<<< HEAD\nvar x: T;", "merge conflict");
  expect_hint("define(`N', `3')\nvar x: T;", "m4 model.m");
  expect_hint("dnl a comment\nvar x: T;", "m4 model.m");
  expect_hint("# 1 \"a.m\"\nvar x: T;", "leaves none with -P");
  expect_hint("#line 3 \"a.m\"\nvar x: T;", "leaves none with -P");
  expect_hint("#define N 3\nvar x: T;", "run a preprocessor first");
}

/* ------------------------------------------------------------------- size */

static char *repeat(const char *head, const char *piece, size_t count, const char *tail) {
  size_t size = strlen(piece);
  char *text = malloc(strlen(head) + size * count + strlen(tail) + 1), *end = stpcpy(text, head);
  for (size_t i = 0; i < count; i++)
    end = stpcpy(end, piece);
  strcpy(end, tail);
  return text;
}

/* Only the code counts: no test depends on where exactly the limit strikes. */
static void expect_repeat(const char *head, const char *piece, size_t count, const char *tail, const char *code) {
  char *text = repeat(head, piece, count, tail);
  struct fixture x = parse(text);
  const char *found = codes(&x);
  assert_int_equal(noe_base_error_count(x.diagnostics), *code ? 1 : 0);
  assert_memory_equal(found, code, strlen(code));
  finish(&x);
  free(text);
}

static void test_depth(void **state) {
  (void)state;
  expect_repeat("invariant ", "(", 10000, "a", "E205");
  expect_repeat("invariant ", "!", 10000, "a", "E205");
  expect_repeat("invariant ", "a -> ", 10000, "a", "E205");
  expect_repeat("invariant ", "a ? b : ", 10000, "a", "E205");
  expect_repeat("invariant ", "a[", 10000, "a", "E205");
  expect_repeat("invariant ", "forall i: T do ", 10000, "a", "E205");
  expect_repeat("type T: ", "array [U] of ", 10000, "V", "E205");
  expect_repeat("rule begin ", "if a then ", 10000, "end", "E205");
  expect_repeat("", "ruleset i: T do ", 10000, "end", "E205");
  expect_repeat("invariant ", "a -> b || c && d | e ^ f & g = h << i + j * (", 2000, "a", "E205");
  expect_repeat("invariant a", " & a", 100000, ";", "");
  expect_repeat("invariant a", "[1]", 100000, ";", "");
  expect_repeat("rule begin if a then ", "elsif b then ", 100000, "end; end;", "");
  expect_repeat("rule begin ", "x := 1; ", 100000, "end;", "");
}

/* What is not shown is admitted. */
static void test_limit(void **state) {
  (void)state;
  for (size_t surplus = 0; surplus < 2; surplus++) {
    char *text = repeat("", "rule begin x = 1; end\n", NOE_DIAGNOSTIC_LIMIT + surplus, "");
    struct fixture x = parse(text);
    noe_base_diagnostics_print(x.diagnostics, &x.text, false);
    assert_int_equal(strstr(noe_base_text_string(&x.text), "and more errors") != NULL, surplus > 0);
    finish(&x);
    free(text);
  }
}

static void test_junk_ends(void **state) {
  (void)state;
  static const char *const junk[] = {"end ", "rule ", "x := ((; ", "@ ", "\\\" ", "if ", "var ", "case ", ") ", "“"};
  for (size_t i = 0; i < sizeof junk / sizeof junk[0]; i++) {
    char *text = repeat("rule begin ", junk[i], 20000, "");
    struct fixture x = parse(text);
    assert_true(noe_base_error_count(x.diagnostics) > 0);
    finish(&x);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_snippets),
      cmocka_unit_test(test_characters),
      cmocka_unit_test(test_strings),
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_precedence),
      cmocka_unit_test(test_soft_words),
      cmocka_unit_test(test_priority),
      cmocka_unit_test(test_locals),
      cmocka_unit_test(test_claims),
      cmocka_unit_test(test_unsupported),
      cmocka_unit_test(test_temporal_mistakes),
      cmocka_unit_test(test_spans),
      cmocka_unit_test(test_recovery),
      cmocka_unit_test(test_closing),
      cmocka_unit_test(test_hints),
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_junk_ends),
      cmocka_unit_test(test_foreign),
      cmocka_unit_test(test_foreign_names),
      cmocka_unit_test(test_bare_rules),
      cmocka_unit_test(test_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
