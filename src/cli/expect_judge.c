/* Is a result what was expected of it? The first difference decides: the verdict, then
 * what failed, then the figures. */
#include <inttypes.h>
#include <string.h>

#include "cli/expect.h"

struct judge {
  struct noe_arena *arena;
  const struct noe_expectation *expectation;
  const struct noe_report *report;
  const struct noe_result *result;   /* NULL: it was not checked */
  const struct noe_finding *failure; /* or NULL */
  const struct noe_text *heard;
};

static const char *actual_verdict(const struct judge *judge) {
  return judge->result ? noe_model_verdict_name(judge->result->verdict) : "rejected";
}

static const char *differs(const struct judge *judge, const char *key, const char *expected, const char *actual) {
  return noe_base_arena_format(judge->arena, "expected %s=%s, found %s", key, expected, actual);
}

static const char *judge_verdict(const struct judge *judge) {
  const char *expected = judge->expectation->verdict, *actual = actual_verdict(judge);
  if (!expected || !strcmp(expected, actual))
    return NULL;
  return noe_base_arena_format(judge->arena, "expected %s, found %s", expected, actual);
}

/* --------------------------------------------------------------- failure */

static const struct noe_fault *fault_of(const struct judge *judge) {
  const struct noe_trace *trace = judge->failure ? judge->failure->trace : NULL;
  return trace && trace->has_fault ? &trace->fault : NULL;
}

static const char *judge_kind(const struct judge *judge) {
  const char *expected = judge->expectation->kind;
  const char *actual = judge->failure ? noe_model_finding_kind_name(judge->failure->kind) : "no failure";
  return !expected || !strcmp(expected, actual) ? NULL : differs(judge, "kind", expected, actual);
}

static bool is_called(const char *name, const char *expected) { return name && !strcmp(name, expected); }

static const char *judge_property(const struct judge *judge) {
  const char *expected = judge->expectation->property;
  const struct noe_fault *fault = fault_of(judge);
  if (!expected)
    return NULL;
  if (judge->failure && (is_called(judge->failure->name, expected) || is_called(judge->failure->message, expected) ||
                         is_called(fault ? fault->message : NULL, expected)))
    return NULL;
  return noe_base_arena_format(judge->arena, "expected property=\"%s\", found %s%s%s", expected,
                               judge->failure ? "\"" : "no failure", judge->failure ? judge->failure->name : "",
                               judge->failure ? "\"" : "");
}

/* ----------------------------------------------------------------- codes */

static bool is_named(const char *name, const char *code, size_t length) {
  return strlen(name) == length && !memcmp(name, code, length);
}

/* Was the code reported, by the checks of the text or as the error that the run ends in?
 * At line number `line`, unless that is NULL. */
static bool is_reported(const struct judge *judge, const char *code, size_t length, const char *line) {
  const struct noe_fault *fault = fault_of(judge);
  uint64_t wanted = 0;
  if (line)
    noe_base_parse_count(line, &wanted);
  for (size_t i = 0; i < judge->report->diagnostic_count; i++) {
    const struct noe_reported *reported = &judge->report->diagnostics[i];
    if (is_named(reported->code, code, length) && (!line || reported->line == wanted))
      return true;
  }
  return fault && is_named(noe_base_diagnostic_name(fault->code), code, length) &&
         (!line || fault->place.line == wanted);
}

static const char *judge_codes(const struct judge *judge) {
  const char *line = judge->expectation->place; /* of the first one */
  for (const char *code = judge->expectation->code; code && *code; line = NULL) {
    size_t length = strcspn(code, ",");
    if (!is_reported(judge, code, length, line))
      return noe_base_arena_format(judge->arena, "expected code=%.*s%s%s, which was not reported", (int)length, code,
                                   line ? " at line " : "", line ? line : "");
    code += length + (code[length] == ',');
  }
  return NULL;
}

/* Without a code, the line is that of what failed. */
static const char *judge_place(const struct judge *judge) {
  const char *expected = judge->expectation->place;
  if (!expected || judge->expectation->code)
    return NULL;
  const char *actual = noe_base_arena_format(judge->arena, "%u", judge->failure ? judge->failure->place.line : 0);
  return !strcmp(actual, expected) ? NULL : differs(judge, "line", expected, actual);
}

/* --------------------------------------------------------------- figures */

static const char *judge_count(const struct judge *judge, const char *key, const char *expected, uint64_t count) {
  const char *actual = noe_base_arena_format(judge->arena, "%" PRIu64, judge->result ? count : 0);
  return !expected || !strcmp(expected, actual) ? NULL : differs(judge, key, expected, actual);
}

/* The states of the model, whatever the search stores of them; if a line of the model says
 * how they are stored (`symmetry=`), those. */
static const char *judge_states(const struct judge *judge) {
  const char *expected = judge->expectation->states;
  if (judge->expectation->symmetry)
    return judge_count(judge, "states", expected, judge->result ? judge->result->states : 0);
  const char *actual = judge->result ? judge->result->concrete_states : "0";
  if (!expected || (actual && !strcmp(expected, actual)))
    return NULL;
  if (!actual)
    return noe_base_arena_format(judge->arena,
                                 "expected states=%s, but how many the stored ones stand for is not known: "
                                 "use stored=%" PRIu64 ", or --symmetry=off",
                                 expected, judge->result->states);
  const char *stored = noe_base_arena_format(judge->arena, "%" PRIu64, judge->result ? judge->result->states : 0);
  if (!strcmp(expected, stored))
    return noe_base_arena_format(judge->arena, "expected states=%s, found %s; %s are stored: that is stored=%s",
                                 expected, actual, stored, stored);
  return differs(judge, "states", expected, actual);
}

static const char *judge_prints(const struct judge *judge) {
  const char *expected = judge->expectation->prints;
  if (!expected)
    return NULL;
  /* All that would be said, without what was expected. */
  struct noe_report report = *judge->report;
  struct noe_options options = *report.options;
  struct noe_text text = noe_base_text(report.memory);
  options.quiet = false;
  report.options = &options;
  report.expected = NULL;
  if (judge->result)
    noe_report_check(&report, &text);
  bool found = strstr(noe_base_text_string(&text), expected) || strstr(noe_base_text_string(judge->heard), expected);
  noe_base_text_free(&text);
  return found ? NULL : noe_base_arena_format(judge->arena, "expected \"%s\" to be printed", expected);
}

const char *noe_cli_expect_judge(struct noe_arena *arena, const struct noe_expectation *expectation,
                                 const struct noe_report *report, const struct noe_text *heard) {
  const struct noe_result *result = report->result;
  struct judge judge = {arena, expectation, report, result, result ? result->first_failure : NULL, heard};
  static const char *(*const parts[])(const struct judge *) = {judge_verdict, judge_kind,   judge_property, judge_codes,
                                                               judge_place,   judge_states, judge_prints};
  const char *unmet = NULL;
  for (size_t i = 0; i < sizeof parts / sizeof *parts && !unmet; i++)
    unmet = parts[i](&judge);
  if (!unmet)
    unmet = judge_count(&judge, "stored", expectation->stored, result ? result->states : 0);
  if (!unmet)
    unmet = judge_count(&judge, "rules", expectation->rules, result ? result->rules_fired : 0);
  if (!unmet)
    unmet = judge_count(&judge, "depth", expectation->depth, result ? result->depth : 0);
  return unmet;
}
