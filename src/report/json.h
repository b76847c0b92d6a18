/* Writing JSON, into a text. Integers are written digit by digit, never through
 * floating point, so all 64 bits are exact. Objects and arrays opened with `flat`,
 * and all inside them, stay on one line. */
#ifndef NOE_REPORT_JSON_H
#define NOE_REPORT_JSON_H

#include "base/text.h"

struct noe_json {
  struct noe_text *out;
  int depth, flat; /* flat: depth at which a one-line part began, 0 for none */
  bool follows;    /* something stands before, at this depth */
  bool has_key;    /* a key was just written: its value comes on the same line */
};

struct noe_json noe_report_json_new(struct noe_text *out);
void noe_report_json_begin(struct noe_json *json, char bracket, bool flat); /* '{' or '[' */
void noe_report_json_end(struct noe_json *json, char bracket);              /* '}' or ']' */
void noe_report_json_key(struct noe_json *json, const char *key);
void noe_report_json_string(struct noe_json *json, const char *text); /* NULL: null */
void noe_report_json_signed(struct noe_json *json, int64_t number);
void noe_report_json_unsigned(struct noe_json *json, uint64_t number);
void noe_report_json_decimal(struct noe_json *json, double number);
void noe_report_json_small(struct noe_json *json, double number); /* with an exponent */
void noe_report_json_bool(struct noe_json *json, bool value);
void noe_report_json_null(struct noe_json *json);

/* An integer that any reader must get exactly: a number if a double holds it, a
 * string of digits beyond that. */
void noe_report_json_exact(struct noe_json *json, int64_t number);

/* Key and value in one. */
void noe_report_json_put_string(struct noe_json *json, const char *key, const char *text);
void noe_report_json_put_unsigned(struct noe_json *json, const char *key, uint64_t number);
void noe_report_json_put_bool(struct noe_json *json, const char *key, bool value);

#define NOE_JSON_EXACT ((int64_t)1 << 53)

#endif
