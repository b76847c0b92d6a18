#include "report/json.h"

#include <inttypes.h>

#include "report/escape.h"

struct noe_json noe_report_json_new(struct noe_text *out) {
  return (struct noe_json){.out = out};
}

static void new_line(struct noe_json *json) {
  noe_base_text_puts(json->out, "\n");
  for (int i = 0; i < json->depth; i++)
    noe_base_text_puts(json->out, "  ");
}

/* Everything that must stand between the last item and the next one. */
static void separate(struct noe_json *json) {
  if (json->has_key) {
    json->has_key = false;
    return;
  }
  if (json->follows)
    noe_base_text_puts(json->out, json->flat ? ", " : ",");
  if (json->depth && !json->flat)
    new_line(json);
  json->follows = true;
}

void noe_report_json_begin(struct noe_json *json, char bracket, bool flat) {
  separate(json);
  noe_base_text_add(json->out, &bracket, 1);
  json->depth++;
  json->follows = false;
  if (flat && !json->flat)
    json->flat = json->depth;
}

void noe_report_json_end(struct noe_json *json, char bracket) {
  bool flat = json->flat != 0;
  if (json->flat == json->depth)
    json->flat = 0;
  json->depth--;
  if (json->follows && !flat)
    new_line(json);
  noe_base_text_add(json->out, &bracket, 1);
  json->follows = true;
  if (!json->depth)
    noe_base_text_puts(json->out, "\n");
}

static void quoted(struct noe_json *json, const char *text) {
  noe_base_text_puts(json->out, "\"");
  noe_report_escape_json(json->out, text);
  noe_base_text_puts(json->out, "\"");
}

void noe_report_json_key(struct noe_json *json, const char *key) {
  separate(json);
  quoted(json, key);
  noe_base_text_puts(json->out, ": ");
  json->has_key = true;
}

void noe_report_json_string(struct noe_json *json, const char *text) {
  separate(json);
  if (text)
    quoted(json, text);
  else
    noe_base_text_puts(json->out, "null");
}

void noe_report_json_signed(struct noe_json *json, int64_t number) {
  separate(json);
  noe_base_text_number(json->out, number);
}

void noe_report_json_unsigned(struct noe_json *json, uint64_t number) {
  separate(json);
  noe_base_text_printf(json->out, "%" PRIu64, number);
}

void noe_report_json_decimal(struct noe_json *json, double number) {
  separate(json);
  noe_base_text_printf(json->out, "%.6f", number);
}

void noe_report_json_small(struct noe_json *json, double number) {
  separate(json);
  noe_base_text_printf(json->out, "%.3g", number);
}

void noe_report_json_bool(struct noe_json *json, bool value) {
  separate(json);
  noe_base_text_puts(json->out, value ? "true" : "false");
}

void noe_report_json_null(struct noe_json *json) {
  separate(json);
  noe_base_text_puts(json->out, "null");
}

void noe_report_json_exact(struct noe_json *json, int64_t number) {
  bool large = number > NOE_JSON_EXACT || number < -NOE_JSON_EXACT;
  separate(json);
  noe_base_text_printf(json->out, large ? "\"%" PRId64 "\"" : "%" PRId64, number);
}

void noe_report_json_put_string(struct noe_json *json, const char *key, const char *text) {
  noe_report_json_key(json, key);
  noe_report_json_string(json, text);
}

void noe_report_json_put_unsigned(struct noe_json *json, const char *key, uint64_t number) {
  noe_report_json_key(json, key);
  noe_report_json_unsigned(json, number);
}

void noe_report_json_put_bool(struct noe_json *json, const char *key, bool value) {
  noe_report_json_key(json, key);
  noe_report_json_bool(json, value);
}
