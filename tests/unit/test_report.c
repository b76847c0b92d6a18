/* The report room: escapes, figures, JSON, and traces read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/escape.h"
#include "report/json.h"
#include "report/number.h"
#include "report/trace_read.h"
#include "report/value_json.h"

struct fixture {
  struct noe_memory *memory;
  struct noe_text text;
};

static int set_up(void **state) {
  struct fixture *fixture = calloc(1, sizeof *fixture);
  fixture->memory = noe_base_memory_new(0);
  fixture->text = noe_base_text(fixture->memory);
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *fixture = *state;
  noe_base_text_free(&fixture->text);
  assert_int_equal(noe_base_memory_used(fixture->memory), 0);
  noe_base_memory_delete(fixture->memory);
  free(fixture);
  return 0;
}

static struct noe_text *text_of(void **state) { return &((struct fixture *)*state)->text; }

/* The text so far must be `expected`; then it is cleared. */
static void expect(void **state, const char *expected) {
  assert_string_equal(noe_base_text_string(text_of(state)), expected);
  noe_base_text_clear(text_of(state));
}

static void terminals_are_safe(void **state) {
  noe_report_escape_plain(text_of(state), "a\x1b[2Jb\n\tc\x7f");
  expect(state, "a\\x1b[2Jb\\n\\tc\\x7f");
  noe_report_escape_plain(text_of(state), "gr\xc3\xbc\xc3\x9f \xe2\x86\x92 \xf0\x9f\x90\x9f");
  expect(state, "gr\xc3\xbc\xc3\x9f \xe2\x86\x92 \xf0\x9f\x90\x9f");
}

static void broken_utf8_is_replaced(void **state) {
  static const char *const broken[] = {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x86", "\x80"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    noe_report_escape_json(text_of(state), broken[i]);
    assert_memory_equal(noe_base_text_string(text_of(state)), "\xef\xbf\xbd", 3);
    noe_base_text_clear(text_of(state));
  }
}

static void json_strings_are_escaped(void **state) {
  noe_report_escape_json(text_of(state), "say \"hi\" \\ \n\t\x01");
  expect(state, "say \\\"hi\\\" \\\\ \\n\\u0009\\u0001");
}

static void xml_is_escaped_and_legal(void **state) {
  noe_report_escape_xml(text_of(state), "<a b=\"c\">&\x01\x1b\n\xef\xbf\xbf");
  expect(state, "&lt;a b=&quot;c&quot;&gt;&amp;&#10;");
  noe_report_escape_xml_block(text_of(state), "1\n2]]>");
  expect(state, "1\n2]]&gt;");
}

static void dot_and_roff_are_escaped(void **state) {
  noe_report_escape_dot(text_of(state), "x \"y\" \\ z\nw");
  expect(state, "x \\\"y\\\" \\\\ z\\lw");
  noe_report_escape_roff(text_of(state), ".so -x \\");
  expect(state, "\\&.so \\-x \\e");
}

static void figures_are_readable(void **state) {
  noe_report_count(text_of(state), 0);
  expect(state, "0");
  noe_report_count(text_of(state), 999);
  expect(state, "999");
  noe_report_count(text_of(state), UINT64_MAX);
  expect(state, "18,446,744,073,709,551,615");
  noe_report_digits(text_of(state), "1", "state");
  expect(state, "1 state");
  noe_report_digits(text_of(state), "3390", "state");
  expect(state, "3,390 states");
  noe_report_digits(text_of(state), "1216451004088320000", "state");
  expect(state, "about 1.21 * 10^18 states");
  noe_report_bytes(text_of(state), 1023);
  expect(state, "1023 B");
  noe_report_bytes(text_of(state), ((uint64_t)1 << 20) - 1);
  expect(state, "1.0 MB");
  noe_report_bytes(text_of(state), UINT64_MAX);
  expect(state, "16.0 EB");
  noe_report_seconds(text_of(state), 0.314);
  expect(state, "0.31 s");
  noe_report_seconds(text_of(state), 59.96);
  expect(state, "1 min 0 s");
  noe_report_seconds(text_of(state), 3725);
  expect(state, "1 h 2 min");
  noe_report_counted(text_of(state), 1, "property");
  expect(state, "1 property");
  noe_report_counted(text_of(state), 2000, "property");
  expect(state, "2,000 properties");
}

static void json_is_well_formed(void **state) {
  struct noe_json json = noe_report_json_new(text_of(state));
  noe_report_json_begin(&json, '{', false);
  noe_report_json_put_string(&json, "a", NULL);
  noe_report_json_key(&json, "b");
  noe_report_json_begin(&json, '[', true);
  noe_report_json_begin(&json, '{', false);
  noe_report_json_end(&json, '}');
  noe_report_json_bool(&json, true);
  noe_report_json_end(&json, ']');
  noe_report_json_key(&json, "c");
  noe_report_json_begin(&json, '[', false);
  noe_report_json_end(&json, ']');
  noe_report_json_end(&json, '}');
  expect(state, "{\n  \"a\": null,\n  \"b\": [{}, true],\n  \"c\": []\n}\n");
}

static void integers_are_exact(void **state) {
  struct noe_json json = noe_report_json_new(text_of(state));
  noe_report_json_begin(&json, '[', true);
  noe_report_json_unsigned(&json, UINT64_MAX);
  noe_report_json_signed(&json, INT64_MIN + 1);
  noe_report_json_exact(&json, NOE_JSON_EXACT);
  noe_report_json_exact(&json, NOE_JSON_EXACT + 1);
  noe_report_json_exact(&json, -NOE_JSON_EXACT - 1);
  noe_report_json_end(&json, ']');
  expect(state, "[18446744073709551615, -9223372036854775807, 9007199254740992, \"9007199254740993\", "
                "\"-9007199254740993\"]\n");
}

static void values_are_trees(void **state) {
  static const struct noe_type boolean = {.kind = NOE_TYPE_BOOLEAN, .cells = 1, .low = 0, .high = 1};
  static const struct noe_type range = {.kind = NOE_TYPE_RANGE, .cells = 1, .low = 0, .high = NOE_VALUE_MAX};
  static const struct noe_type bag = {
      .kind = NOE_TYPE_MULTISET, .cells = 6, .element = &range, .capacity = 3, .stride = 2};
  static const struct noe_field fields[] = {{"f", &boolean, 0}, {"g", &bag, 1}};
  static const struct noe_type record = {.kind = NOE_TYPE_RECORD, .cells = 7, .fields = fields, .field_count = 2};
  static const int64_t cells[] = {NOE_UNDEFINED, 1, 5, 1, 5, 0, NOE_UNDEFINED};
  struct noe_json json = noe_report_json_new(text_of(state));
  noe_report_json_begin(&json, '[', true);
  noe_report_value_json(&json, &record, cells);
  noe_report_value_itf(&json, &record, cells);
  static const int64_t big = NOE_VALUE_MAX;
  noe_report_value_itf(&json, &range, &big);
  noe_report_json_end(&json, ']');
  expect(state, "[{\"f\": null, \"g\": [5, 5]}, {\"f\": {\"#unserializable\": \"undefined\"}, \"g\": "
                "{\"#map\": [[5, "
                "2]]}}, {\"#bigint\": \"4611686018427387904\"}]\n");
}

/* ---------------------------------------------------------------- traces */

static const char *problem(void **state, const char *json) {
  struct fixture *fixture = *state;
  struct noe_arena *arena = noe_base_arena_new(fixture->memory);
  struct noe_source source = noe_base_source_text(arena, "t.json", json, strlen(json));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
  const char *error;
  static char kept[200];
  bool good = noe_report_trace_read(arena, &source, diagnostics, &error) != NULL;
  size_t count;
  const struct noe_reported *reported = noe_base_diagnostics_list(diagnostics, &count);
  if (count)
    snprintf(kept, sizeof kept, "%u:%u: %s", reported->line, reported->column, reported->message);
  else
    strncpy(kept, good ? "" : error, sizeof kept - 1);
  noe_base_arena_delete(arena);
  return kept;
}

#define STEP "{\"rule\": \"go\", \"kind\": \"startstate\", \"arguments\": {}"

static void good_traces_are_read(void **state) {
  assert_string_equal(problem(state, "{\"steps\": [" STEP ", \"state\": {\"x\": 4611686018427387904, "
                                     "\"y\": null}, \"cells\": [1, null]}]}"),
                      "");
  assert_string_equal(problem(state, "{\"properties\": [{\"trace\": null}, {\"trace\": {\"steps\": "
                                     "[" STEP "}]}}]}"),
                      "");
  assert_string_equal(problem(state, "{\"options\": [\"-DN=2\", \"--undefined=strict\"], \"steps\": "
                                     "[" STEP "}]}"),
                      "");
}

static void bad_traces_are_refused(void **state) {
  assert_string_equal(problem(state, "{\"steps\": [}"),
                      "1:12: a value should be here: {, [, a string in quotes, a number, true, false or null");
  assert_string_equal(problem(state, "[]"), "this is JSON, but not a trace of noether");
  assert_string_equal(problem(state, "{} {}"), "1:4: nothing should follow the value");
  assert_string_equal(problem(state, "{\"properties\": []}"), "this result has no trace in it: nothing "
                                                              "failed");
  assert_string_equal(problem(state, "{\"steps\": []}"), "the trace has no steps");
  assert_string_equal(problem(state, "{\"steps\": [3]}"), "step 0 is not an object");
  assert_string_equal(problem(state, "{\"steps\": [" STEP ", \"state\": [1.5]}]}"), "step 0: `state` is not an object");
  assert_string_equal(problem(state, "{\"steps\": [" STEP ", \"state\": {\"x\": \"\\u12\"}}]}"),
                      "1:82: `\\u` needs four hexadecimal digits");
  assert_string_equal(problem(state, "{\"schema\": 3, \"steps\": [" STEP "}]}"),
                      "it was written by a newer version of noether (schema 3; this one reads up to 2)");
  assert_string_equal(problem(state, "{\"options\": [\"--json=/x\"], \"steps\": [" STEP "}]}"),
                      "`options` holds something that does not belong there");
}

int main(void) {
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(terminals_are_safe),       TEST(broken_utf8_is_replaced),  TEST(json_strings_are_escaped),
      TEST(xml_is_escaped_and_legal), TEST(dot_and_roff_are_escaped), TEST(figures_are_readable),
      TEST(json_is_well_formed),      TEST(integers_are_exact),       TEST(values_are_trees),
      TEST(good_traces_are_read),     TEST(bad_traces_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
