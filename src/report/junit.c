/* The result of a check as JUnit XML: one suite for the model, one case for each
 * property. A failure is `failure`; what a limit left undecided is `error`, so that
 * no build turns green on it; what was not looked at after a failure is `skipped`. */
#include "report/escape.h"
#include "report/junit_int.h"

struct tally {
  unsigned tests, failures, errors, skipped;
};

/* Left open because another property failed first: that one fails the build. */
static bool is_skipped(const struct noe_report *report, const struct noe_finding *finding) {
  return finding->verdict == NOE_VERDICT_UNKNOWN && report->result->stop == NOE_STOP_ERRORS;
}

static struct tally count(const struct noe_report *report) {
  struct tally tally = {0};
  for (uint32_t i = 0; report->result && i < report->result->finding_count; i++) {
    const struct noe_finding *finding = &report->result->findings[i];
    tally.tests++;
    tally.failures += finding->verdict == NOE_VERDICT_VIOLATED;
    if (is_skipped(report, finding))
      tally.skipped++;
    else
      tally.errors += finding->verdict == NOE_VERDICT_UNKNOWN || finding->verdict == NOE_VERDICT_ERROR;
  }
  return tally;
}

void noe_report_junit_attribute(struct noe_text *out, const char *name, const char *value) {
  noe_base_text_printf(out, " %s=\"", name);
  noe_report_escape_xml(out, value);
  noe_base_text_puts(out, "\"");
}

static void open_case(const struct noe_report *report, const char *name, struct noe_text *out) {
  noe_base_text_puts(out, "    <testcase");
  noe_report_junit_attribute(out, "classname", report->file);
  noe_report_junit_attribute(out, "name", name);
  noe_base_text_puts(out, " time=\"0\"");
}

void noe_report_junit_trouble(const char *element, const char *message, const char *type, const char *body,
                              struct noe_text *out) {
  noe_base_text_printf(out, ">\n      <%s", element);
  noe_report_junit_attribute(out, "message", message);
  noe_report_junit_attribute(out, "type", type);
  noe_base_text_puts(out, ">");
  noe_report_escape_xml_block(out, body);
  noe_base_text_printf(out, "</%s>\n    </testcase>\n", element);
}

void noe_report_junit_run(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  struct noe_report plain = *report;
  struct noe_options options = *report->options;
  plain.colour = false;
  plain.options = &options;
  if (options.trace == NOE_TRACE_OFF) /* that is about the terminal */
    options.trace = NOE_TRACE_DIFF;
  noe_report_trace(&plain, trace, out);
}

static void violated(const struct noe_report *report, const struct noe_finding *finding, const char *label,
                     struct noe_text *out) {
  struct noe_text run = noe_base_text(report->memory);
  if (finding->trace)
    noe_report_junit_run(report, finding->trace, &run);
  noe_report_junit_trouble("failure", finding->message ? finding->message : label,
                           noe_model_finding_kind_name(finding->kind), noe_base_text_string(&run), out);
  noe_base_text_free(&run);
}

static void property(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  struct noe_text label = noe_base_text(report->memory);
  if (!finding->clause)
    noe_base_text_puts(&label, "no ");
  noe_report_label(finding, &label);
  const char *name = noe_base_text_string(&label);
  open_case(report, name, out);
  if (finding->verdict == NOE_VERDICT_HOLDS)
    noe_base_text_puts(out, "/>\n");
  else if (finding->verdict == NOE_VERDICT_VIOLATED)
    violated(report, finding, finding->clause ? name : name + 3, out);
  else if (is_skipped(report, finding))
    noe_base_text_puts(out, ">\n      <skipped message=\"not decided: another property failed\"/>\n"
                            "    </testcase>\n");
  else
    noe_report_junit_trouble("error", "not decided", noe_report_stop_name(report->result->stop), "", out);
  noe_base_text_free(&label);
}

/* `tiny.m:3:7: error[E301]: …`, as compilers say it. */
static void diagnostic(const struct noe_report *report, const struct noe_reported *reported, struct noe_text *out) {
  noe_base_text_puts(out, report->file);
  if (reported->line)
    noe_base_text_printf(out, ":%u:%u", reported->line, reported->column);
  noe_base_text_printf(out, ": %s[%s]: %s\n", reported->is_error ? "error" : "warning", reported->code,
                       reported->message);
}

/* What concerns the model as a whole: it is wrong, noether is, or there was no memory
 * for it. */
static void whole(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  const char *error = !result ? report->error : result->verdict == NOE_VERDICT_UNKNOWN ? "not decided" : result->error;
  struct noe_text body = noe_base_text(report->memory);
  for (size_t i = 0; !report->result && i < report->diagnostic_count; i++)
    diagnostic(report, &report->diagnostics[i], &body);
  open_case(report, "check", out);
  noe_report_junit_trouble("error", error ? error : "the check failed", "error", noe_base_text_string(&body), out);
  noe_base_text_free(&body);
}

/* No verdict, and no property that could say so: without a case of its own the suite
 * would be green. */
static bool is_undecided(const struct noe_report *report) {
  const struct noe_result *result = report->result;
  return !result || result->verdict == NOE_VERDICT_ERROR || result->broken_symmetry ||
         (result->verdict == NOE_VERDICT_UNKNOWN && !result->finding_count);
}

/* With an expectation there is one case, that it is met: properties may fail as they should. */
static void expectation(const struct noe_report *report, struct noe_text *out) {
  open_case(report, "expectation", out);
  if (report->unmet)
    noe_report_junit_trouble("failure", report->unmet, "expectation", "", out);
  else
    noe_base_text_puts(out, "/>\n");
}

void noe_report_junit(const struct noe_report *report, struct noe_text *out) {
  bool is_compared = report->expected || report->unmet;
  struct tally tally = is_compared ? (struct tally){.tests = 1, .failures = report->unmet != NULL} : count(report);
  bool has_error = !is_compared && is_undecided(report);
  noe_base_text_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
  noe_report_junit_attribute(out, "name", report->file);
  noe_base_text_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.6f\">\n",
                       tally.tests + has_error, tally.failures, tally.errors + has_error, tally.skipped,
                       report->result ? report->result->seconds : 0.0);
  if (is_compared)
    expectation(report, out);
  if (has_error)
    whole(report, out);
  for (uint32_t i = 0; i < tally.tests && !is_compared; i++)
    property(report, &report->result->findings[i], out);
  noe_base_text_puts(out, "  </testsuite>\n</testsuites>\n");
}
