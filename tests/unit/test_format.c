/* The formatter: the same tree and the same comments come back, formatting twice
 * changes nothing, and some layouts are pinned. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lang/murphi/format.h"
#include "lang/murphi/parse.h"
#include "murphi_dump.h"

/* What there is to compare about a text. */
struct reading {
  struct noe_text tree, comments, formatted;
  size_t errors, warnings;
};

static void add_comments(struct noe_text *out, const struct noe_ast *ast) {
  for (const struct noe_ast_comment *comment = ast->comments; comment; comment = comment->next) {
    const char *text = ast->source->bytes + comment->span.begin;
    size_t length = comment->span.end - comment->span.begin;
    while (strchr(" \t\r", text[length - 1]))
      length--;
    noe_base_text_add(out, text, length);
    noe_base_text_puts(out, "\n");
  }
}

static struct reading read_text(struct noe_memory *memory, const char *bytes, size_t length) {
  struct reading reading = {noe_base_text(memory), noe_base_text(memory), noe_base_text(memory), 0, 0};
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_source source = noe_base_source_text(arena, "t", bytes, length);
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
  struct noe_ast *ast = noe_murphi_parse(arena, &source, diagnostics);
  reading.errors = noe_base_error_count(diagnostics);
  reading.warnings = noe_base_warning_count(diagnostics);
  if (!reading.errors) {
    dump_ast(&reading.tree, ast);
    add_comments(&reading.comments, ast);
    noe_murphi_format(ast, &reading.formatted);
  }
  noe_base_arena_delete(arena);
  return reading;
}

static void forget(struct reading *reading) {
  noe_base_text_free(&reading->tree);
  noe_base_text_free(&reading->comments);
  noe_base_text_free(&reading->formatted);
}

/* Every property of the formatter on one text; texts with errors are passed by. */
static void check(const char *bytes, size_t length, const char *expected) {
  struct noe_memory *memory = noe_base_memory_new(0);
  struct reading first = read_text(memory, bytes, length);
  if (expected)
    assert_string_equal(noe_base_text_string(&first.formatted), expected);
  if (!first.errors) {
    struct reading second = read_text(memory, noe_base_text_string(&first.formatted), first.formatted.length);
    assert_int_equal(second.errors, 0);
    assert_string_equal(noe_base_text_string(&second.tree), noe_base_text_string(&first.tree));
    if (!first.warnings) /* a comment left open is closed */
      assert_string_equal(noe_base_text_string(&second.comments), noe_base_text_string(&first.comments));
    assert_string_equal(noe_base_text_string(&second.formatted), noe_base_text_string(&first.formatted));
    forget(&second);
  }
  forget(&first);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

static void expect(const char *text, const char *expected) { check(text, strlen(text), expected); }

static void test_layout(void **state) {
  (void)state;
  expect("CONST N:3 TYPE T:0..N-1; S: enum{a,b,}; R: Record f,g:T end var x:array[T]of R\n"
         "procedure p(var a:T b:T) : T; var k:T; return k endprocedure",
         "const\n  N: 3;\ntype\n  T: 0..N - 1;\n  S: enum {a, b};\n  R: record\n    f, g: T;\n  end;\n"
         "var\n  x: array [T] of R;\n"
         "procedure p(var a: T; b: T): T;\nvar\n  k: T;\nbegin\n  return k;\nend;\n");
  expect("rule 3 \"r\" x==1 ∧ y ==> if a then b:=- -1; elsif c then else d:=x.f[1]; endif; switch x case 1,2:\n"
         "clear y; else error \"e\" endswitch; while a:put x end; for i:T;j:=1 to 3 by 2:p(i,j) endfor endrule",
         "rule 3 \"r\"\n  x = 1 && y\n==>\nbegin\n  if a then\n    b := - -1;\n  elsif c then\n  else\n"
         "    d := x.f[1];\n  end;\n  switch x\n  case 1, 2:\n    clear y;\n  else\n    error \"e\";\n  end;\n"
         "  while a do\n    put x;\n  end;\n  for i: T; j := 1 to 3 by 2 do\n    p(i, j);\n  end;\nend;\n");
  expect("ruleset i:T:alias a:x b:y:invariant\"n\"a=b startstate a:=1 end end end\nchoose k:m do cover x "
         "\"c\" endchoose",
         "ruleset i: T do\n  alias a: x; b: y do\n    invariant \"n\" a = b;\n    startstate\n    begin\n"
         "      a := 1;\n    end;\n  end;\nend;\nchoose k: m do\n  cover x \"c\";\nend;\n");
}

static void test_blank_lines(void **state) {
  (void)state;
  expect("\n\nvar x: T;\n\n\n\nrule begin\n\n\n  a := 1;\n\n\n\n  b := 2;\n\nend;\n\n\n",
         "var\n  x: T;\n\nrule\nbegin\n  a := 1;\n\n  b := 2;\nend;\n");
}

static void test_comments(void **state) {
  (void)state;
  expect("-- head\n\nvar -- v\n  -- own\n  x: T; -- x\n/* b */ rule a -- g\n & b /* h */ ==> begin\n  -- in\n"
         "  y := f(1, -- arg\n   2); -- end\n  -- tail\nend -- done\n-- last",
         "-- head\n\nvar  -- v\n  -- own\n  x: T;  -- x\n/* b */\nrule\n  a &  -- g\n  b  /* h */\n==>\nbegin\n"
         "  -- in\n  y := f(1, 2);  -- arg\n  -- end\n  -- tail\nend;  -- done\n-- last\n");
  expect("type E: enum { -- e\n a, -- first\n b -- second\n};",
         "type\n  E: enum {  -- e\n    a,  -- first\n    b  -- second\n  };\n");
  expect("var x: T; /* two\n  lines */ var y: T; /* left open  ",
         "var\n  x: T;  /* two\n  lines */\nvar\n  y: T;  /* left open */\n");
}

/* Places that a comment must not leave only at the second time. */
static void test_awkward_comments(void **state) {
  (void)state;
  static const char *const texts[] = {
      "invariant !( /* k */ a & b );",
      "invariant /* k */ ! /* l */ (a & /* m */ b);",
      "invariant \"n\" /* k */ a | (b & f(c /* l */));",
      "type E /* k */ : enum {a, b}; F -- l\n : enum { a /* m */, b };",
      "type E /* k */ : enum {aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, "
      "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, "
      "cccccccccccccccccccccc};",
      "rule begin x /* k */ := a & b -- l\n | c -- m\n; alias /* n */ a: x do end; end",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    check(texts[i], strlen(texts[i]), NULL);
}

static void test_strings(void **state) {
  (void)state;
  expect("rule \"a\\n\\t\\\"\\\\ \\q \\\\n\" begin put “say \"x\"”; put \"two\nlines\\\\\" end",
         "rule \"a\\n\\t\\\"\\ \\q \\\\n\"\nbegin\n  put \"say \\\"x\\\"\";\n  put "
         "\"two\\nlines\\\\\";\nend;\n");
}

static void test_long_lines(void **state) {
  (void)state;
  expect("invariant \"a long name\" forall i: T do (state[i] = Exclusive -> owner = i) & (state[i] = Shared -> "
         "sharers[i] & !pending[i]) end;",
         "invariant \"a long name\"\n  forall i: T do\n    (state[i] = Exclusive -> owner = i) & (state[i] = "
         "Shared -> "
         "sharers[i] & !pending[i])\n  end;\n");
  expect("rule begin x := aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa & "
         "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb & "
         "cccccccccccccccccccccccccc; end",
         "rule\nbegin\n  x := aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa &\n"
         "      bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb &\n      cccccccccccccccccccccccccc;\nend;\n");
}

/* Long left spines must not need the C stack. */
static void test_long_chains(void **state) {
  (void)state;
  enum { COUNT = 100000 };
  static const char *const pieces[] = {" & a", "[1]", " + 1"};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
    struct noe_memory *memory = noe_base_memory_new(0);
    struct noe_arena *arena = noe_base_arena_new(memory);
    struct noe_text text = noe_base_text(memory), out = noe_base_text(memory);
    noe_base_text_puts(&text, "invariant a");
    for (int k = 0; k < COUNT; k++)
      noe_base_text_puts(&text, pieces[i]);
    struct noe_source source = noe_base_source_text(arena, "t", text.bytes, text.length);
    struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
    noe_murphi_format(noe_murphi_parse(arena, &source, diagnostics), &out);
    assert_int_equal(noe_base_error_count(diagnostics), 0);
    assert_true(out.length >= text.length);
    noe_base_memory_delete(memory);
  }
}

static char *slurp(const char *name, size_t *length) {
  FILE *file = fopen(name, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  long size = ftell(file);
  char *text = malloc((size_t)size + 1);
  rewind(file);
  *length = fread(text, 1, (size_t)size, file);
  fclose(file);
  text[*length] = 0;
  return text;
}

/* A comment at any blank, in turn: it must survive wherever it stands. */
static void check_with_comments(const char *text, size_t length) {
  static const char *const comments[] = {" /* k */ ", " -- m\n", " /* a\n b */ "};
  char *copy = malloc(length + 20);
  size_t turn = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] != ' ' || ++turn % 7)
      continue;
    const char *comment = comments[turn / 7 % 3];
    size_t size = strlen(comment);
    memcpy(copy, text, i);
    memcpy(copy + i, comment, size);
    memcpy(copy + i + size, text + i, length - i);
    check(copy, length + size, NULL);
  }
  free(copy);
}

static void test_models(void **state) {
  (void)state;
  glob_t found;
  if (glob("models/*.m", 0, NULL, &found))
    skip();
  for (size_t i = 0; i < found.gl_pathc; i++) {
    size_t length;
    char *text = slurp(found.gl_pathv[i], &length);
    struct noe_memory *memory = noe_base_memory_new(0);
    struct reading reading = read_text(memory, text, length);
    assert_int_equal(reading.errors, 0);
    noe_base_memory_delete(memory);
    check(text, length, NULL);
    if (i < 4)
      check_with_comments(text, length);
    free(text);
  }
  globfree(&found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout),           cmocka_unit_test(test_blank_lines), cmocka_unit_test(test_comments),
      cmocka_unit_test(test_strings),          cmocka_unit_test(test_long_lines),  cmocka_unit_test(test_long_chains),
      cmocka_unit_test(test_awkward_comments), cmocka_unit_test(test_models),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
