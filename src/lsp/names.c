/* Names: where they are declared and used, what else they could be called. */
#include <ctype.h>
#include <string.h>

#include "lsp/lsp_int.h"

static const struct noe_name_use *use_at(struct noe_request *request) {
  return request->document ? noe_lang_index_at(&request->document->index, request->offset) : NULL;
}

void noe_lsp_definition(struct noe_request *request) {
  const struct noe_name_use *use = use_at(request);
  if (use)
    noe_lsp_put_location(request->json, request->document, use->entity->span);
  else
    noe_report_json_null(request->json);
}

static bool wants_declaration(const struct noe_request *request) {
  const struct noe_json_value *context = noe_report_json_member(request->params, "context");
  const struct noe_json_value *wants = noe_report_json_member(context, "includeDeclaration");
  return !wants || wants->kind != NOE_JSON_FALSE;
}

typedef void (*put_use)(struct noe_request *request, const struct noe_name_use *use);

static void each_use(struct noe_request *request, bool with_declaration, put_use put) {
  const struct noe_name_use *use = use_at(request);
  const struct noe_index *index = request->document ? &request->document->index : NULL;
  noe_report_json_begin(request->json, '[', true);
  for (size_t i = 0; use && i < index->uses.count; i++) {
    const struct noe_name_use *other = &index->uses.items[i];
    bool is_declaration = other->span.begin == use->entity->span.begin;
    if (other->entity == use->entity && (with_declaration || !is_declaration))
      put(request, other);
  }
  noe_report_json_end(request->json, ']');
}

static void put_location(struct noe_request *request, const struct noe_name_use *use) {
  noe_lsp_put_location(request->json, request->document, use->span);
}

void noe_lsp_references(struct noe_request *request) { each_use(request, wants_declaration(request), put_location); }

static void put_highlight(struct noe_request *request, const struct noe_name_use *use) {
  noe_report_json_begin(request->json, '{', true);
  noe_lsp_put_range(request->json, "range", &request->document->source, use->span);
  noe_report_json_end(request->json, '}');
}

void noe_lsp_highlights(struct noe_request *request) { each_use(request, true, put_highlight); }

/* ---------------------------------------------------------------- rename */

void noe_lsp_prepare_rename(struct noe_request *request) {
  const struct noe_name_use *use = use_at(request);
  if (!use) {
    noe_report_json_null(request->json);
    return;
  }
  noe_report_json_begin(request->json, '{', true);
  noe_lsp_put_range(request->json, "range", &request->document->source, use->span);
  noe_report_json_put_string(request->json, "placeholder", use->entity->name);
  noe_report_json_end(request->json, '}');
}

static bool is_name(const char *text) {
  if (!isalpha((unsigned char)*text))
    return false;
  for (; *text; text++)
    if (!isalnum((unsigned char)*text) && *text != '_')
      return false;
  return true;
}

/* The text with the name replaced wherever it means the same. */
static void renamed(const struct noe_document *document, const struct noe_entity *entity, const char *name,
                    struct noe_text *out) {
  uint32_t at = 0;
  for (size_t i = 0; i < document->index.uses.count; i++) {
    const struct noe_name_use *use = &document->index.uses.items[i];
    if (use->entity != entity)
      continue;
    noe_base_text_add(out, document->source.bytes + at, use->span.begin - at);
    noe_base_text_puts(out, name);
    at = use->span.end;
  }
  noe_base_text_add(out, document->source.bytes + at, document->source.length - at);
}

/* Which use declares what a use means: a number that no renaming changes. */
static size_t declaration_of(const struct noe_index *index, const struct noe_name_use *use) {
  const struct noe_name_use *found = noe_lang_index_at(index, use->entity->span.begin);
  return found ? (size_t)(found - index->uses.items) : SIZE_MAX;
}

/* Does every name of the other text mean what it meant? */
static bool means_the_same(const struct noe_index *a, const struct noe_index *b) {
  if (a->uses.count != b->uses.count)
    return false;
  for (size_t i = 0; i < a->uses.count; i++)
    if (declaration_of(a, &a->uses.items[i]) != declaration_of(b, &b->uses.items[i]))
      return false;
  return true;
}

static const char *why_not(struct noe_request *request, const struct noe_entity *entity, const char *name) {
  struct noe_document *document = request->document;
  if (!is_name(name))
    return "a name is a letter, then letters, digits and _";
  struct noe_text text = noe_base_text(request->lsp->memory);
  struct noe_index index = {.arena = request->arena};
  renamed(document, entity, name, &text);
  size_t errors = noe_lsp_try(request->lsp, document, request->arena, noe_base_text_string(&text), &index), before = 0;
  for (size_t i = 0; i < document->report_count; i++)
    before += document->reports[i].is_error;
  bool is_same = means_the_same(&document->index, &index);
  noe_base_text_free(&text);
  if (errors > before)
    return "this name cannot be used here: it is taken, or a word of the language";
  return is_same ? NULL : "this name would change what other names mean";
}

void noe_lsp_rename(struct noe_request *request) {
  const struct noe_name_use *use = use_at(request);
  const struct noe_json_value *name = noe_report_json_member(request->params, "newName");
  if (!use || !name || name->kind != NOE_JSON_STRING) {
    noe_lsp_refuse(request, NOE_LSP_INVALID_PARAMS, "there is no name here that could be changed");
    return;
  }
  const char *why = why_not(request, use->entity, name->text);
  if (why) {
    noe_lsp_refuse(request, NOE_LSP_REFUSED, why);
    return;
  }
  const struct noe_index *index = &request->document->index;
  struct noe_json *json = request->json;
  noe_report_json_begin(json, '{', true);
  noe_report_json_key(json, "changes");
  noe_report_json_begin(json, '{', true);
  noe_report_json_key(json, request->document->uri);
  noe_report_json_begin(json, '[', true);
  for (size_t i = 0; i < index->uses.count; i++) {
    if (index->uses.items[i].entity != use->entity)
      continue;
    noe_report_json_begin(json, '{', true);
    noe_lsp_put_range(json, "range", &request->document->source, index->uses.items[i].span);
    noe_report_json_put_string(json, "newText", name->text);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
}

/* --------------------------------------------------------------- symbols */

/* SymbolKind of the protocol. */
static unsigned symbol_kind(enum noe_item_kind kind) {
  switch (kind) {
  case NOE_ITEM_CONSTANT: return 14; /* Constant */
  case NOE_ITEM_TYPE: return 5;      /* Class */
  case NOE_ITEM_VARIABLE: return 13; /* Variable */
  case NOE_ITEM_FUNCTION: return 12; /* Function */
  case NOE_ITEM_START: return 9;     /* Constructor */
  case NOE_ITEM_RULE: return 6;      /* Method */
  case NOE_ITEM_PROPERTY: return 7;  /* Property */
  }
  return 13;
}

void noe_lsp_symbols(struct noe_request *request) {
  static const char *const words[] = {"constant", "type", "variable", "function", "start state", "rule", "property"};
  const struct noe_document *document = request->document;
  noe_report_json_begin(request->json, '[', true);
  for (size_t i = 0; document && i < document->index.outline.count; i++) {
    const struct noe_item *item = &document->index.outline.items[i];
    noe_report_json_begin(request->json, '{', true);
    noe_report_json_put_string(request->json, "name", *item->name ? item->name : words[item->kind]);
    noe_report_json_put_string(request->json, "detail", words[item->kind]);
    noe_report_json_put_unsigned(request->json, "kind", symbol_kind(item->kind));
    noe_lsp_put_range(request->json, "range", &document->source, item->span);
    noe_lsp_put_range(request->json, "selectionRange", &document->source, item->title);
    noe_report_json_end(request->json, '}');
  }
  noe_report_json_end(request->json, ']');
}

/* ---------------------------------------------------------------- layout */

void noe_lsp_format(struct noe_request *request) {
  const struct noe_document *document = request->document;
  if (!document || !document->front_end->format) {
    noe_report_json_null(request->json);
    return;
  }
  struct noe_text text = noe_base_text(request->lsp->memory);
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(request->arena, &document->source);
  bool good = document->front_end->format(request->arena, &document->source, diagnostics, &text);
  bool changes = good && strcmp(noe_base_text_string(&text), document->source.bytes) != 0;
  noe_report_json_begin(request->json, '[', true);
  if (changes) {
    noe_report_json_begin(request->json, '{', true);
    noe_lsp_put_range(request->json, "range", &document->source,
                      (struct noe_span){0, (uint32_t)document->source.length});
    noe_report_json_put_string(request->json, "newText", noe_base_text_string(&text));
    noe_report_json_end(request->json, '}');
  }
  noe_report_json_end(request->json, ']');
  noe_base_text_free(&text);
}
