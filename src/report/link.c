/* Line numbers as links to the model, for terminals that take them (OSC 8). */
#include "report/report.h"

void noe_report_link(const struct noe_report *report, uint32_t line, struct noe_text *out) {
  if (report->link && line)
    noe_base_text_printf(out, "\033]8;;%s#%u\033\\", report->link, line);
}

void noe_report_link_end(const struct noe_report *report, struct noe_text *out) {
  noe_base_text_puts(out, report->link ? "\033]8;;\033\\" : "");
}
