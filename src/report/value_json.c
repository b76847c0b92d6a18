#include "report/value_json.h"

#include <inttypes.h>
#include <stdio.h>

#include "model/print.h"

static void printed(struct noe_json *json, const struct noe_type *type, int64_t value, bool as_key) {
  struct noe_text text = noe_base_text(json->out->memory);
  noe_model_print_value(type, value, &text);
  if (as_key)
    noe_report_json_key(json, noe_base_text_string(&text));
  else
    noe_report_json_string(json, noe_base_text_string(&text));
  noe_base_text_free(&text);
}

static void simple(struct noe_json *json, const struct noe_type *type, int64_t value) {
  if (value == NOE_UNDEFINED)
    noe_report_json_null(json);
  else if (type->kind == NOE_TYPE_BOOLEAN)
    noe_report_json_bool(json, value != 0);
  else if (noe_type_is_integer(type))
    noe_report_json_signed(json, value);
  else
    printed(json, type, value, false);
}

static void array(struct noe_json *json, const struct noe_type *type, const int64_t *cells) {
  noe_report_json_begin(json, '{', true);
  for (uint64_t i = 0; i < noe_type_size(type->index); i++) {
    printed(json, type->index, type->index->low + (int64_t)i, true);
    noe_report_value_json(json, type->element, cells + i * type->stride);
  }
  noe_report_json_end(json, '}');
}

void noe_report_value_json(struct noe_json *json, const struct noe_type *type, const int64_t *cells) {
  if (noe_type_is_simple(type))
    simple(json, type, cells[0]);
  else if (type->kind == NOE_TYPE_ARRAY)
    array(json, type, cells);
  else if (type->kind == NOE_TYPE_RECORD) {
    noe_report_json_begin(json, '{', true);
    for (uint32_t i = 0; i < type->field_count; i++) {
      noe_report_json_key(json, type->fields[i].name);
      noe_report_value_json(json, type->fields[i].type, cells + type->fields[i].offset);
    }
    noe_report_json_end(json, '}');
  } else {
    noe_report_json_begin(json, '[', true);
    for (uint32_t i = 0; i < type->capacity && cells[(size_t)i * type->stride] == 1; i++)
      noe_report_value_json(json, type->element, cells + (size_t)i * type->stride + 1);
    noe_report_json_end(json, ']');
  }
}

/* ------------------------------------------------------------------- ITF */

/* `{"key": "text"}` */
static void tagged(struct noe_json *json, const char *key, const char *text) {
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, key, text);
  noe_report_json_end(json, '}');
}

static void simple_itf(struct noe_json *json, const struct noe_type *type, int64_t value) {
  if (value == NOE_UNDEFINED)
    tagged(json, "#unserializable", "undefined");
  else if (noe_type_is_integer(type) && (value > NOE_JSON_EXACT || value < -NOE_JSON_EXACT)) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    tagged(json, "#bigint", digits);
  } else
    simple(json, type, value);
}

static void begin_map(struct noe_json *json) {
  noe_report_json_begin(json, '{', true);
  noe_report_json_key(json, "#map");
  noe_report_json_begin(json, '[', true);
}

static void end_map(struct noe_json *json) {
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
}

static void array_itf(struct noe_json *json, const struct noe_type *type, const int64_t *cells) {
  begin_map(json);
  for (uint64_t i = 0; i < noe_type_size(type->index); i++) {
    noe_report_json_begin(json, '[', true);
    simple_itf(json, type->index, type->index->low + (int64_t)i);
    noe_report_value_itf(json, type->element, cells + i * type->stride);
    noe_report_json_end(json, ']');
  }
  end_map(json);
}

static bool same_cells(const int64_t *a, const int64_t *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

/* Element and number of copies; equal elements stand together in a sorted bag. */
static void multiset_itf(struct noe_json *json, const struct noe_type *type, const int64_t *cells) {
  begin_map(json);
  for (uint32_t i = 0, next; i < type->capacity && cells[(size_t)i * type->stride] == 1; i = next) {
    const int64_t *element = cells + (size_t)i * type->stride + 1;
    for (next = i + 1; next < type->capacity; next++)
      if (cells[(size_t)next * type->stride] != 1 ||
          !same_cells(element, cells + (size_t)next * type->stride + 1, type->element->cells))
        break;
    noe_report_json_begin(json, '[', true);
    noe_report_value_itf(json, type->element, element);
    noe_report_json_unsigned(json, next - i);
    noe_report_json_end(json, ']');
  }
  end_map(json);
}

void noe_report_value_itf(struct noe_json *json, const struct noe_type *type, const int64_t *cells) {
  if (noe_type_is_simple(type))
    simple_itf(json, type, cells[0]);
  else if (type->kind == NOE_TYPE_ARRAY)
    array_itf(json, type, cells);
  else if (type->kind == NOE_TYPE_MULTISET)
    multiset_itf(json, type, cells);
  else {
    noe_report_json_begin(json, '{', true);
    for (uint32_t i = 0; i < type->field_count; i++) {
      noe_report_json_key(json, type->fields[i].name);
      noe_report_value_itf(json, type->fields[i].type, cells + type->fields[i].offset);
    }
    noe_report_json_end(json, '}');
  }
}
