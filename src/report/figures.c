/* The figures that engines name themselves (struct noe_figure): one line of text, and one object of JSON, for each
 * engine that has some. */
#include <string.h>

#include "report/check_int.h"
#include "report/json.h"
#include "report/number.h"

/* Is this the first figure of its engine? Figures of an engine stand together. */
static bool is_first(const struct noe_result *result, size_t i) {
  return !i || strcmp(result->figures.items[i].engine, result->figures.items[i - 1].engine);
}

static void value_text(const struct noe_figure *figure, struct noe_text *out) {
  switch (figure->unit) {
  case NOE_UNIT_COUNT: noe_report_count(out, figure->whole); break;
  case NOE_UNIT_BYTES: noe_report_bytes(out, figure->whole); break;
  case NOE_UNIT_SECONDS: noe_report_seconds(out, figure->real); break;
  case NOE_UNIT_RATIO: noe_base_text_printf(out, "%.3g", figure->real); break;
  case NOE_UNIT_WORDS: noe_base_text_puts(out, figure->words); break;
  }
}

/* `peak_nodes` is shown as `peak nodes`. */
static void name_text(const char *name, struct noe_text *out) {
  for (; *name; name++)
    noe_base_text_printf(out, "%c", *name == '_' ? ' ' : *name);
}

void noe_report_figures(const struct noe_result *result, struct noe_text *out) {
  for (size_t i = 0; i < result->figures.count; i++) {
    const struct noe_figure *figure = &result->figures.items[i];
    bool first = is_first(result, i) || result->figures.items[i - 1].unit == NOE_UNIT_WORDS; /* they have a line each */
    if (first)
      noe_base_text_printf(out, "%s  %s: ", i ? "\n" : "", figure->engine);
    else
      noe_base_text_puts(out, "; ");
    name_text(figure->name, out);
    noe_base_text_puts(out, " ");
    value_text(figure, out);
  }
  if (result->figures.count)
    noe_base_text_puts(out, "\n");
}

static void value_json(struct noe_json *json, const struct noe_figure *figure) {
  switch (figure->unit) {
  case NOE_UNIT_COUNT:
  case NOE_UNIT_BYTES: noe_report_json_unsigned(json, figure->whole); break;
  case NOE_UNIT_SECONDS: noe_report_json_decimal(json, figure->real); break;
  case NOE_UNIT_RATIO: noe_report_json_small(json, figure->real); break;
  case NOE_UNIT_WORDS: noe_report_json_string(json, figure->words); break;
  }
}

void noe_report_figures_json(struct noe_json *json, const struct noe_result *result) {
  noe_report_json_key(json, "figures");
  noe_report_json_begin(json, '{', false);
  for (size_t i = 0; i < result->figures.count; i++) {
    const struct noe_figure *figure = &result->figures.items[i];
    if (is_first(result, i)) {
      if (i)
        noe_report_json_end(json, '}');
      noe_report_json_key(json, figure->engine);
      noe_report_json_begin(json, '{', true);
    }
    noe_report_json_key(json, figure->name);
    value_json(json, figure);
  }
  if (result->figures.count)
    noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
}
