/* Pages: a frame around scripts and data. */
#include "report/html.h"

#include <string.h>

#include "base/version.h"
#include "report/escape.h"

/* What the page may do is said in the page: it gets nothing from anywhere. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>";

/* In JSON these stand in strings only. */
static void add_data(const char *json, struct noe_text *out) {
  for (const char *at = json; *at;) {
    size_t plain = strcspn(at, "<>&");
    noe_base_text_add(out, at, plain);
    at += plain;
    if (*at)
      noe_base_text_printf(out, "\\u%04x", (unsigned)(unsigned char)*at++);
  }
}

void noe_report_page(const char *title, const enum noe_asset *parts, size_t count, const char *data, const char *plain,
                     struct noe_text *out) {
  noe_base_text_puts(out, head);
  noe_report_escape_xml(out, title);
  noe_base_text_puts(out, "</title>\n<style>\n");
  noe_report_asset(NOE_ASSET_STYLE, out);
  noe_base_text_puts(out, "</style>\n</head>\n<body>\n<main id=\"main\"></main>\n");
  if (plain) {
    noe_base_text_puts(out, "<noscript><pre>");
    noe_report_escape_xml_block(out, plain);
    noe_base_text_puts(out, "</pre></noscript>\n");
  }
  noe_base_text_puts(out, "<script type=\"application/json\" id=\"data\">\n");
  add_data(data, out);
  noe_base_text_puts(out, "</script>\n<script>\n\"use strict\";\n");
  for (size_t i = 0; i < count; i++)
    noe_report_asset(parts[i], out);
  noe_base_text_puts(out, "</script>\n</body>\n</html>\n");
}

static const enum noe_asset check_parts[] = {NOE_ASSET_BASE,   NOE_ASSET_TYPES, NOE_ASSET_MESSAGES,
                                             NOE_ASSET_CHART,  NOE_ASSET_PLOT,  NOE_ASSET_RUN,
                                             NOE_ASSET_SOURCE, NOE_ASSET_CHECK, NOE_ASSET_SWEEP};
enum { CHECK_PARTS = sizeof check_parts / sizeof *check_parts };

/* {"command": …, KEY: …}: the texts are JSON by themselves. */
static void put_raw(struct noe_text *data, const char *key, const char *json) {
  noe_base_text_printf(data, ",\n\"%s\": ", key);
  noe_base_text_puts(data, json && *json ? json : "null");
}

static void begin_data(struct noe_text *data, const char *command) {
  noe_base_text_puts(data, "{\"command\": \"");
  noe_report_escape_json(data, command);
  noe_base_text_puts(data, "\", \"version\": \"" NOE_VERSION "\"");
}

void noe_report_html(const struct noe_report *report, const char *command, struct noe_text *out) {
  struct noe_text data = noe_base_text(report->memory), check = noe_base_text(report->memory);
  struct noe_text plain = noe_base_text(report->memory), title = noe_base_text(report->memory);
  struct noe_report without = *report;
  without.colour = false;
  without.link = NULL;
  begin_data(&data, command);
  noe_report_html_data(report, &check);
  put_raw(&data, "check", noe_base_text_string(&check));
  noe_base_text_puts(&data, "}\n");
  if (report->result)
    noe_report_check(&without, &plain);
  noe_base_text_printf(&title, "%s - noether", report->file);
  noe_report_page(noe_base_text_string(&title), check_parts, CHECK_PARTS, noe_base_text_string(&data),
                  noe_base_text_string(&plain), out);
  noe_base_text_free(&title);
  noe_base_text_free(&plain);
  noe_base_text_free(&check);
  noe_base_text_free(&data);
}

/* ---------------------------------------------------------------- sweeps */

static const char *row_state(const struct noe_sweep_row *row) {
  if (row->state == NOE_ROW_LEFT_OUT)
    return "left out";
  return row->state == NOE_ROW_DONE ? noe_model_verdict_name(row->verdict) : "waiting";
}

static void row_json(struct noe_json *json, const struct noe_sweep *sweep, const struct noe_sweep_row *row) {
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "file", row->file);
  noe_report_json_key(json, "values");
  noe_report_json_begin(json, '[', true);
  for (size_t i = 0; i < sweep->column_count; i++)
    noe_report_json_string(json, row->values[i]);
  noe_report_json_end(json, ']');
  noe_report_json_put_string(json, "verdict", row_state(row));
  noe_report_json_put_bool(json, "complete", row->complete);
  noe_report_json_put_unsigned(json, "states", row->states);
  noe_report_json_put_unsigned(json, "bytes", row->bytes);
  noe_report_json_key(json, "seconds");
  noe_report_json_decimal(json, row->seconds);
  noe_report_json_put_string(json, "reason", row->state == NOE_ROW_LEFT_OUT ? row->left_out : row->reason);
  noe_report_json_put_string(json, "unmet", row->unmet);
  noe_report_json_end(json, '}');
}

static void sweep_json(const struct noe_sweep *sweep, struct noe_text *out) {
  struct noe_json json = noe_report_json_new(out);
  noe_report_json_begin(&json, '{', false);
  noe_report_json_put_bool(&json, "has_files", sweep->has_files);
  noe_report_json_key(&json, "columns");
  noe_report_json_begin(&json, '[', true);
  for (size_t i = 0; i < sweep->column_count; i++)
    noe_report_json_string(&json, sweep->columns[i]);
  noe_report_json_end(&json, ']');
  noe_report_json_key(&json, "rows");
  noe_report_json_begin(&json, '[', false);
  for (size_t i = 0; i < sweep->row_count; i++)
    row_json(&json, sweep, &sweep->rows[i]);
  noe_report_json_end(&json, ']');
  noe_report_json_end(&json, '}');
}

void noe_report_sweep_html(const struct noe_sweep *sweep, const char *command, const char *first,
                           struct noe_text *out) {
  struct noe_text data = noe_base_text(sweep->memory), rows = noe_base_text(sweep->memory);
  begin_data(&data, command);
  sweep_json(sweep, &rows);
  put_raw(&data, "sweep", noe_base_text_string(&rows));
  put_raw(&data, "check", first);
  noe_base_text_puts(&data, "}\n");
  noe_report_page("many runs - noether", check_parts, CHECK_PARTS, noe_base_text_string(&data), NULL, out);
  noe_base_text_free(&rows);
  noe_base_text_free(&data);
}
