/* What properties, rules and instances are called. */
#include <string.h>

#include "model/print.h"
#include "report/escape.h"
#include "report/report.h"

const char *noe_report_stop_name(enum noe_stop stop) {
  static const char *const names[] = {
      [NOE_STOP_NONE] = "none",     [NOE_STOP_ERRORS] = "errors", [NOE_STOP_BOUND] = "bound",
      [NOE_STOP_MEMORY] = "memory", [NOE_STOP_TIME] = "time",     [NOE_STOP_INTERRUPT] = "interrupt",
      [NOE_STOP_ORDER] = "order",
  };
  return names[stop];
}

const char *noe_report_clause_kind_name(enum noe_clause_kind kind) {
  return kind == NOE_CLAUSE_START ? "startstate" : kind == NOE_CLAUSE_RULE ? "rule" : "property";
}

const char *noe_report_property_kind_name(enum noe_property_kind kind) {
  switch (kind) {
  case NOE_PROPERTY_INVARIANT: return "invariant";
  case NOE_PROPERTY_ASSUME: return "assume";
  case NOE_PROPERTY_COVER: return "cover";
  case NOE_PROPERTY_LIVENESS: return "liveness";
  case NOE_PROPERTY_LTL: return "ltl";
  case NOE_PROPERTY_CTL: return "ctl";
  case NOE_PROPERTY_MU: return "mu";
  case NOE_PROPERTY_NEVER: return "never";
  case NOE_PROPERTY_CTLSTAR: return "ctlstar";
  case NOE_PROPERTY_FAIR: return "fair";
  case NOE_PROPERTY_HINT: return "hint";
  }
  return "property";
}

static void clause_label(const struct noe_clause *clause, struct noe_text *out) {
  const char *word = clause->kind == NOE_CLAUSE_PROPERTY ? noe_report_property_kind_name(clause->property)
                                                         : noe_report_clause_kind_name(clause->kind);
  /* The title of a nameless clause says its kind already: `rule at line 12`. */
  if (clause->name)
    noe_base_text_printf(out, "%s \"", word);
  noe_report_escape_plain(out, clause->name ? clause->name : clause->title);
  if (clause->name)
    noe_base_text_puts(out, "\"");
}

static void quote(const char *word, const char *name, struct noe_text *out) {
  noe_base_text_printf(out, "%s \"", word);
  noe_report_escape_plain(out, name);
  noe_base_text_puts(out, "\"");
}

static bool ends_in(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && !strcmp(text + length - tail, end);
}

static bool has_fault(const struct noe_finding *finding, enum noe_diagnostic_code code) {
  return finding->trace && finding->trace->has_fault && finding->trace->fault.code == code;
}

/* The front end gives an assertion without a name its condition: `x < 3 is false`. A
 * name that happens to end like that is none the worse for being shown so. */
static bool is_nameless_assertion(const struct noe_finding *finding) {
  return has_fault(finding, NOE_R_ASSERT) && ends_in(finding->name, " is false");
}

bool noe_report_label_is_name(const struct noe_finding *finding) {
  return (has_fault(finding, NOE_R_ASSERT) || has_fault(finding, NOE_R_ERROR)) && !is_nameless_assertion(finding);
}

/* Assertions and `error` statements are known by their own words. */
static void fault_label(const struct noe_finding *finding, struct noe_text *out) {
  if (is_nameless_assertion(finding))
    noe_base_text_printf(out, "assertion at line %u", finding->trace->fault.place.line);
  else if (has_fault(finding, NOE_R_ASSERT))
    quote("assertion", finding->name, out);
  else if (has_fault(finding, NOE_R_ERROR))
    quote("error", finding->name, out);
  else
    noe_base_text_puts(out, "run-time error");
}

void noe_report_label(const struct noe_finding *finding, struct noe_text *out) {
  if (finding->kind == NOE_FINDING_ASSERTION)
    fault_label(finding, out);
  else if (finding->kind == NOE_FINDING_DEADLOCK)
    noe_base_text_puts(out, "deadlock");
  else if (finding->clause)
    clause_label(finding->clause, out);
  else
    noe_report_escape_plain(out, finding->name);
}

void noe_report_label_line(const struct noe_finding *finding, struct noe_text *out) {
  bool says_it = (finding->clause && !finding->clause->name) || is_nameless_assertion(finding);
  if (finding->place.line && !says_it)
    noe_base_text_printf(out, " (line %u)", finding->place.line);
}

void noe_report_arguments(const struct noe_model *model, const struct noe_clause *clause, const int64_t *arguments,
                          const int64_t *state, struct noe_text *out) {
  if (!arguments || !clause->parameter_count)
    return;
  struct noe_text text = noe_base_text(out->memory);
  noe_model_print_arguments(model, clause, arguments, state, &text);
  const char *string = noe_base_text_string(&text);
  size_t title = strlen(clause->title);
  if (!strncmp(string, clause->title, title))
    string += title;
  string += strspn(string, ", ");
  noe_base_text_puts(out, string);
  noe_base_text_free(&text);
}

void noe_report_instance(const struct noe_model *model, const struct noe_clause *clause, const int64_t *arguments,
                         const int64_t *state, struct noe_text *out) {
  clause_label(clause, out);
  size_t length = out->length;
  noe_base_text_puts(out, ", ");
  noe_report_arguments(model, clause, arguments, state, out);
  if (out->length == length + 2) { /* none, or none of them was bound */
    out->length = length;
    out->bytes[length] = 0;
  }
}
