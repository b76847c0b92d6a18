/* What a name means: its kind, its type, how many values it has, whether they are interchangeable. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "lsp/lsp_int.h"
#include "model/print.h"
#include "report/number.h"

static const char *const kinds[] = {"constant",  "member",     "type",  "variable", "field",
                                    "parameter", "bound name", "alias", "function"};

static void type_text(const struct noe_type *type, bool by_name, struct noe_text *out);

static void fields_text(const struct noe_type *type, struct noe_text *out) {
  noe_base_text_puts(out, "record ");
  for (uint32_t i = 0; i < type->field_count; i++) {
    noe_base_text_printf(out, "%s: ", type->fields[i].name);
    type_text(type->fields[i].type, true, out);
    noe_base_text_puts(out, "; ");
  }
  noe_base_text_puts(out, "end");
}

static void members_text(const struct noe_type *type, struct noe_text *out) {
  noe_base_text_puts(out, type->kind == NOE_TYPE_ENUM ? "enum {" : "union {");
  uint32_t count = type->kind == NOE_TYPE_ENUM ? (uint32_t)noe_type_size(type) : type->part_count;
  for (uint32_t i = 0; i < count; i++) {
    noe_base_text_puts(out, i ? ", " : "");
    if (type->kind == NOE_TYPE_ENUM)
      noe_base_text_puts(out, type->members[i]);
    else
      type_text(type->parts[i], true, out);
  }
  noe_base_text_puts(out, "}");
}

/* As it is written in a model; one that has a name by that, if `by_name`. */
static void type_text(const struct noe_type *type, bool by_name, struct noe_text *out) {
  if (by_name && type->name) {
    noe_base_text_puts(out, type->name);
    return;
  }
  switch (type->kind) {
  case NOE_TYPE_BOOLEAN: noe_base_text_puts(out, "boolean"); break;
  case NOE_TYPE_RANGE: noe_base_text_printf(out, "%" PRId64 "..%" PRId64, type->low, type->high); break;
  case NOE_TYPE_ENUM:
  case NOE_TYPE_UNION: members_text(type, out); break;
  case NOE_TYPE_SCALARSET: noe_base_text_printf(out, "scalarset(%" PRIu64 ")", noe_type_size(type)); break;
  case NOE_TYPE_ARRAY:
    noe_base_text_puts(out, "array [");
    type_text(type->index, true, out);
    noe_base_text_puts(out, "] of ");
    type_text(type->element, true, out);
    break;
  case NOE_TYPE_RECORD: fields_text(type, out); break;
  case NOE_TYPE_MULTISET:
    noe_base_text_printf(out, "multiset [%u] of ", type->capacity);
    type_text(type->element, true, out);
    break;
  case NOE_TYPE_INTEGER: noe_base_text_puts(out, "integer"); break;
  case NOE_TYPE_SLOT:
    noe_base_text_puts(out, "element of ");
    type_text(type->element, true, out);
    break;
  }
}

/* The logarithm of the number of values, undefined ones included where parts may be. */
static double bits(const struct noe_type *type) {
  double sum = 0;
  switch (type->kind) {
  case NOE_TYPE_ARRAY: return (double)noe_type_size(type->index) * bits(type->element);
  case NOE_TYPE_MULTISET: return (double)type->capacity * bits(type->element);
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      sum += bits(type->fields[i].type);
    return sum;
  default: return log2((double)noe_type_size(type) + 1);
  }
}

static void size_text(const struct noe_type *type, struct noe_text *out) {
  if (type->kind == NOE_TYPE_INTEGER || type->kind == NOE_TYPE_SLOT)
    return;
  noe_base_text_puts(out, "\n\n");
  if (noe_type_is_simple(type)) {
    if (type->kind == NOE_TYPE_RANGE && type->name)
      noe_base_text_printf(out, "%" PRId64 "..%" PRId64 ": ", type->low, type->high);
    noe_report_counted(out, noe_type_size(type), "value");
    noe_base_text_puts(out, ", or undefined");
  } else {
    noe_report_counted(out, type->cells, "cell");
    noe_base_text_printf(out, ", about 2^%.0f values", bits(type));
  }
}

/* ------------------------------------------------------------- symmetry */

static void scalarset_text(struct noe_request *request, const struct noe_type *type, struct noe_text *out) {
  struct noe_document *document = request->document;
  if (!document->model || type->id >= document->model->type_count || document->model->types[type->id] != type)
    return;
  if (!document->proof)
    document->proof = noe_symmetry_prove_with_starts(document->arena, request->lsp->memory, document->model);
  const struct noe_verdict_on_type *verdict = &document->proof->types[type->id];
  noe_base_text_printf(out, "\n\nThe values of %s are ", type->name ? type->name : "this scalarset");
  if (document->proof->use[type->id])
    noe_base_text_puts(out, "interchangeable: symmetry reduction permutes them");
  else
    noe_base_text_printf(out, "not permuted: %s", noe_symmetry_reason_text(verdict->reason));
  if (!document->proof->use[type->id] && verdict->place.line)
    noe_base_text_printf(out, " (line %u)", verdict->place.line);
}

/* Of every scalarset that the type is made of, once; a few are enough. */
enum { MOST_SCALARSETS = 4 };
struct scalarsets {
  const struct noe_type *types[MOST_SCALARSETS];
  uint32_t count;
};

static void collect(const struct noe_type *type, struct scalarsets *found) {
  for (uint32_t i = 0; i < found->count; i++)
    if (found->types[i] == type)
      return;
  switch (type->kind) {
  case NOE_TYPE_SCALARSET:
    if (found->count < MOST_SCALARSETS)
      found->types[found->count++] = type;
    break;
  case NOE_TYPE_UNION:
    for (uint32_t i = 0; i < type->part_count; i++)
      collect(type->parts[i], found);
    break;
  case NOE_TYPE_ARRAY:
    collect(type->index, found);
    collect(type->element, found);
    break;
  case NOE_TYPE_MULTISET: collect(type->element, found); break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      collect(type->fields[i].type, found);
    break;
  default: break;
  }
}

/* ----------------------------------------------------------------- hover */

static void entity_text(struct noe_request *request, const struct noe_entity *entity, struct noe_text *out) {
  const struct noe_type *type = entity->type;
  assert((size_t)entity->kind < sizeof kinds / sizeof *kinds && "each kind of name has a word");
  noe_base_text_printf(out, "%s\n```murphi\n%s", kinds[entity->kind], entity->name);
  if (type) {
    noe_base_text_puts(out, ": ");
    type_text(type, entity->kind != NOE_ENTITY_TYPE, out);
  }
  if (type && (entity->kind == NOE_ENTITY_CONSTANT || entity->kind == NOE_ENTITY_MEMBER)) {
    noe_base_text_puts(out, " = ");
    noe_model_print_value(type, entity->value, out);
  }
  noe_base_text_puts(out, "\n");
  if (type && type->name && entity->kind != NOE_ENTITY_TYPE && type->kind != NOE_TYPE_BOOLEAN) {
    noe_base_text_printf(out, "%s: ", type->name);
    type_text(type, false, out);
    noe_base_text_puts(out, "\n");
  }
  noe_base_text_puts(out, "```");
  if (!type || entity->kind == NOE_ENTITY_CONSTANT)
    return;
  struct scalarsets found = {.count = 0};
  size_text(type, out);
  collect(type, &found);
  for (uint32_t i = 0; i < found.count; i++)
    scalarset_text(request, found.types[i], out);
}

void noe_lsp_hover(struct noe_request *request) {
  struct noe_document *document = request->document;
  const struct noe_name_use *use = document ? noe_lang_index_at(&document->index, request->offset) : NULL;
  if (!use) {
    noe_report_json_null(request->json);
    return;
  }
  struct noe_text text = noe_base_text(request->lsp->memory);
  entity_text(request, use->entity, &text);
  noe_report_json_begin(request->json, '{', true);
  noe_report_json_key(request->json, "contents");
  noe_report_json_begin(request->json, '{', true);
  noe_report_json_put_string(request->json, "kind", "markdown");
  noe_report_json_put_string(request->json, "value", noe_base_text_string(&text));
  noe_report_json_end(request->json, '}');
  noe_lsp_put_range(request->json, "range", &document->source, use->span);
  noe_report_json_end(request->json, '}');
  noe_base_text_free(&text);
}
