/* Many runs as JUnit XML: a suite for each model, a case for each run. What holds, or is
 * as expected, passes; a violation or a difference is a `failure`; what a limit left open
 * and models that are wrong are an `error`; runs that were not made are `skipped`. */
#include <string.h>

#include "report/junit_int.h"
#include "report/sweep.h"

enum kind { PASSED, FAILED, BROKEN, SKIPPED, KINDS };

static enum kind kind_of(const struct noe_sweep_row *row) {
  if (row->state != NOE_ROW_DONE)
    return SKIPPED;
  if (row->unmet)
    return FAILED;
  if (row->expected || row->verdict == NOE_VERDICT_HOLDS)
    return PASSED;
  return row->verdict == NOE_VERDICT_VIOLATED ? FAILED : BROKEN;
}

static void one_case(const struct noe_sweep_row *row, struct noe_text *out) {
  enum kind kind = kind_of(row);
  const char *reason = row->unmet ? row->unmet : row->reason ? row->reason : noe_model_verdict_name(row->verdict);
  const char *type = row->unmet ? "expectation" : noe_model_verdict_name(row->verdict);
  noe_base_text_puts(out, "    <testcase");
  noe_report_junit_attribute(out, "classname", row->file);
  noe_report_junit_attribute(out, "name", *row->label ? row->label : "check");
  noe_base_text_printf(out, " time=\"%.6f\"", row->seconds);
  if (kind == PASSED) {
    noe_base_text_puts(out, "/>\n");
  } else if (kind == SKIPPED) {
    noe_base_text_puts(out, ">\n      <skipped");
    noe_report_junit_attribute(out, "message", row->left_out ? row->left_out : "not run");
    noe_base_text_puts(out, "/>\n    </testcase>\n");
  } else {
    noe_report_junit_trouble(kind == FAILED ? "failure" : "error", reason, type, row->detail ? row->detail : "", out);
  }
}

/* Rows from `row` on that are of one model. */
static size_t suite_length(const struct noe_sweep_row *row, size_t most) {
  size_t length = 1;
  while (length < most && !strcmp(row[length].file, row->file))
    length++;
  return length;
}

static void suite(const struct noe_sweep_row *rows, size_t count, struct noe_text *out) {
  size_t kinds[KINDS] = {0};
  double seconds = 0;
  for (size_t i = 0; i < count; i++) {
    kinds[kind_of(&rows[i])]++;
    seconds += rows[i].seconds;
  }
  noe_base_text_puts(out, "  <testsuite");
  noe_report_junit_attribute(out, "name", rows[0].file);
  noe_base_text_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.6f\">\n", count,
                       kinds[FAILED], kinds[BROKEN], kinds[SKIPPED], seconds);
  for (size_t i = 0; i < count; i++)
    one_case(&rows[i], out);
  noe_base_text_puts(out, "  </testsuite>\n");
}

void noe_report_sweep_junit(const struct noe_sweep *sweep, struct noe_text *out) {
  noe_base_text_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
  for (size_t i = 0, length; i < sweep->row_count; i += length) {
    length = suite_length(&sweep->rows[i], sweep->row_count - i);
    suite(&sweep->rows[i], length, out);
  }
  noe_base_text_puts(out, "</testsuites>\n");
}
