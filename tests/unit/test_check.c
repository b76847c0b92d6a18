/* What the Murphi checker says about texts that parse: messages and their number.
 * Which texts it accepts is tested with models, in tests/language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/thread.h"
#include "lang/murphi/murphi.h"

/* The report about `text`; to be freed. */
static char *report_on(const char *text, size_t *errors) {
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_source source = noe_base_source_text(arena, "t", text, strlen(text));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
  struct noe_options options = noe_base_options();
  noe_murphi_load(arena, &source, &options, diagnostics);
  struct noe_text printed = noe_base_text(memory);
  noe_base_diagnostics_print(diagnostics, &printed, false);
  char *report = strdup(noe_base_text_string(&printed));
  *errors = noe_base_error_count(diagnostics);
  noe_base_text_free(&printed);
  noe_base_arena_delete(arena);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
  return report;
}

/* One error, with these words in it. */
static void expect_error(const char *text, const char *words) {
  size_t errors;
  char *report = report_on(text, &errors);
  if (errors != 1 || !strstr(report, words))
    print_message("%s\n%s\n", text, report);
  assert_int_equal(errors, 1);
  assert_non_null(strstr(report, words));
  free(report);
}

#define FRAME "const N: 3; var x: 0..3; b: boolean; startstate begin x := 0; b := true; end; "

static void test_read_only(void **state) {
  (void)state;
  expect_error(FRAME "rule begin N := 1; end", "`N` is a constant");
  expect_error(FRAME "rule begin true := b; end", "`true` is a constant");
  expect_error(FRAME "rule begin alias k: x + 1 do clear k; end; end", "`k` stands for a value");
  expect_error(FRAME "procedure p(n: 0..3); begin n := 1; end; rule begin end", "`n` is a value parameter");
  expect_error(FRAME "type R: record f: 0..3; end; procedure p(r: R); begin r.f := 1; end; rule begin end",
               "declared with `var`");
  expect_error(FRAME "var m: multiset [1] of 0..1; choose i: m do rule begin undefine i; end; end",
               "`i` names a chosen element");
}

static void test_mismatch(void **state) {
  (void)state;
  expect_error(FRAME "type P: scalarset(2); U: union {P, enum {Other}}; var p: P; rule p = Other ==> end",
               "`Other` (of enum {Other}) cannot be compared with P");
  expect_error(FRAME "rule begin x := b; end", "assignment: `b` (of boolean) does not fit where 0..3 is needed");
  expect_error(FRAME "var e: enum {a1, a2, a3, a4}; rule begin x := e; end", "enum {a1, a2, a3, ...}");
  expect_error(FRAME "type P: scalarset(2); var u: union {P, enum {O}}; rule begin x := u; end", "union {P, enum {O}}");
}

static void test_hints(void **state) {
  (void)state;
  expect_error(FRAME "type P: scalarset(2); U: union {P, enum {Other}}; var p: P; rule p = Other ==> end",
               "fit a variable of type `union {...}`");
  expect_error(FRAME "rule begin if x then end; end", "write a comparison");
  expect_error(FRAME "var e: enum {a1, a2}; invariant e < 2", "`=` and `!=` compare them");
  expect_error(FRAME "type T: 0..x; rule begin end", "constants are made of");
}

static void test_names(void **state) {
  (void)state;
  expect_error(FRAME "invariant q = 1", "declare it before this place");
  expect_error(FRAME "invariant X = 1", "did you mean `x`?");
  expect_error(FRAME "invariant not(b)", "did you mean `!`?");
  expect_error("var v: bool; startstate begin end;", "did you mean `boolean`?");
  expect_error("var v: integer; startstate begin end;", "write a range, such as `0..7`");
}

/* Deep recursion, on a stack for it. */
struct deep {
  const char *text;
  char *report;
  size_t errors;
};

static void check_deep(void *context) {
  struct deep *deep = context;
  deep->report = report_on(deep->text, &deep->errors);
}

static void test_once(void **state) {
  (void)state;
  expect_error(FRAME "invariant sqrt(x) = 1; invariant exp(x) = 1", "real arithmetic (`sqrt`)");
  enum { TERMS = 60000 };
  char *text = malloc(sizeof FRAME + 20 + 4 * (size_t)TERMS), *end = stpcpy(text, FRAME "invariant b");
  for (int i = 0; i < TERMS; i++)
    end = stpcpy(end, " | b");
  struct deep deep = {.text = text};
  noe_base_run_deep((size_t)1 << 30, check_deep, &deep);
  assert_int_equal(deep.errors, 1);
  assert_non_null(strstr(deep.report, "E205"));
  free(deep.report);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read_only), cmocka_unit_test(test_mismatch), cmocka_unit_test(test_hints),
      cmocka_unit_test(test_names),     cmocka_unit_test(test_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
