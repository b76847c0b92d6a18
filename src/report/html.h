/* Results as one page that stands alone: no file beside it, nothing from the network.
 *
 * A page is a frame of fixed text with the data as JSON in it; its scripts make elements of
 * the data, and put texts into them as texts. Whatever a model holds, a name or a string, is
 * never read as HTML: in the JSON `<` and `&` are written as escapes, so nothing ends the element that it
 * stands in. */
#ifndef NOE_REPORT_HTML_H
#define NOE_REPORT_HTML_H

#include "report/assets.h"
#include "report/json.h"
#include "report/report.h"
#include "report/sweep.h"

/* The page of one check. `command` is the line that repeats it. */
void noe_report_html(const struct noe_report *report, const char *command, struct noe_text *out);

/* The page of many. `first` is what noe_report_html_data wrote about the first violation, or NULL. */
void noe_report_sweep_html(const struct noe_sweep *sweep, const char *command, const char *first, struct noe_text *out);

/* One check as the JSON object that the page shows. */
void noe_report_html_data(const struct noe_report *report, struct noe_text *out);

/* ----------------------------------------------------------------- parts */

/* `types` and `variables`: how states are built. */
void noe_report_shape_json(struct noe_json *json, const struct noe_model *model, const struct noe_result *result);

/* A run: the first state whole, then what each step changes. */
void noe_report_run_json(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace);

/* One step of it: the instance, and what it changes (`before` NULL: the whole state). */
void noe_report_step_json(struct noe_json *json, const struct noe_model *model, const struct noe_trace_step *step,
                          const int64_t *before);

/* A page around a script: title, styles, the scripts of `parts` and the data of the JSON text. */
void noe_report_page(const char *title, const enum noe_asset *parts, size_t count, const char *data, const char *plain,
                     struct noe_text *out);

#endif
