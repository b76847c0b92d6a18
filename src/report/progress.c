#include "report/progress.h"

#include "report/number.h"

void noe_report_progress(const struct noe_progress *progress, struct noe_text *out) {
  noe_report_counted(out, progress->states, "state");
  if (progress->seconds > 0) {
    noe_base_text_puts(out, " (");
    noe_report_count(out, (uint64_t)((double)progress->states / progress->seconds));
    noe_base_text_puts(out, "/s)");
  }
  noe_base_text_puts(out, ", ");
  noe_report_count(out, progress->frontier);
  noe_base_text_printf(out, " to do, depth %u, ", progress->depth);
  noe_report_bytes(out, progress->bytes);
  noe_base_text_puts(out, ", ");
  noe_report_seconds(out, progress->seconds);
}
