/* JSON text as a tree that knows where each value stands, so that whoever finds a value
 * wrong can point at it. Everything lives in an arena; whole numbers of 64 bits are exact. */
#ifndef NOE_REPORT_JSON_TREE_H
#define NOE_REPORT_JSON_TREE_H

#include "base/source.h"

enum noe_json_kind {
  NOE_JSON_NULL,
  NOE_JSON_FALSE,
  NOE_JSON_TRUE,
  NOE_JSON_INTEGER, /* a whole number that 64 bits hold, written without point and exponent */
  NOE_JSON_NUMBER,  /* any other number: only that it is one is known */
  NOE_JSON_STRING,
  NOE_JSON_ARRAY,
  NOE_JSON_OBJECT,
};

struct noe_json_value {
  enum noe_json_kind kind;
  struct noe_span span;
  const char *key; /* in an object; otherwise NULL */
  struct noe_span key_span;
  const char *text; /* STRING: decoded, UTF-8 as far as the file is */
  int64_t integer;
  const struct noe_json_value *child, *next; /* first item of an array or object; the next one of its own */
  uint32_t count;                            /* ARRAY, OBJECT: items */
};

/* Why a text is not JSON, and where. */
struct noe_json_error {
  const char *message;
  struct noe_span span;
};

/* Nested deeper than this nothing is read: parser and readers recurse. */
enum { NOE_JSON_DEPTH = 512 };

/* The one value that the bytes `span` of the source hold, with white space around it; NULL,
 * and `*error`, if they hold anything else. */
const struct noe_json_value *noe_report_json_parse(struct noe_arena *arena, const struct noe_source *source,
                                                   struct noe_span span, struct noe_json_error *error);

/* The member of an object; NULL if there is none, if it is null, or if this is no object. */
const struct noe_json_value *noe_report_json_member(const struct noe_json_value *object, const char *key);

/* `a string`, `an object`: what a value is, for messages. */
const char *noe_report_json_kind_name(const struct noe_json_value *value);

#endif
