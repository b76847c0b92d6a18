/* Open texts. A change replaces the arena, and with it all that was known of the old text. */
#include <string.h>

#include "lsp/lsp_int.h"

struct noe_document *noe_lsp_find(struct noe_lsp *lsp, const char *uri) {
  for (struct noe_document *document = lsp->documents; uri && document; document = document->next)
    if (!strcmp(document->uri, uri))
      return document;
  return NULL;
}

static void set_text(struct noe_lsp *lsp, struct noe_document *document, const char *text) {
  if (document->arena)
    noe_base_arena_delete(document->arena);
  document->arena = noe_base_arena_new(lsp->memory);
  document->source = noe_base_source_text(document->arena, document->uri, text, strlen(text));
  document->is_stale = true;
  document->said_is_old = document->said_verdict || document->said_count;
  document->child_is_old = true;
  document->model = NULL;
  document->proof = NULL;
  document->reports = NULL;
  document->report_count = 0;
  document->index = (struct noe_index){.arena = document->arena};
}

/* By the end of its name; what ends otherwise is taken for the first language. */
static const struct noe_front_end *front_end_of(const char *uri) {
  size_t count;
  const struct noe_front_end *found = noe_lang_for_file(uri);
  return found ? found : noe_lang_all(&count)[0];
}

void noe_lsp_open(struct noe_lsp *lsp, const char *uri, int64_t version, const char *text) {
  struct noe_document *document = noe_lsp_find(lsp, uri);
  if (!document) {
    document = noe_base_alloc(lsp->memory, sizeof *document);
    document->uri = noe_base_alloc(lsp->memory, strlen(uri) + 1);
    strcpy(document->uri, uri);
    document->front_end = front_end_of(uri);
    document->child_output = -1;
    document->child_text = noe_base_text(lsp->memory);
    document->next = lsp->documents;
    lsp->documents = document;
  }
  noe_lsp_change(lsp, document, version, text);
}

void noe_lsp_change(struct noe_lsp *lsp, struct noe_document *document, int64_t version, const char *text) {
  document->version = version;
  set_text(lsp, document, text);
}

void noe_lsp_close(struct noe_lsp *lsp, struct noe_document *document) {
  struct noe_document **at = &lsp->documents;
  while (*at != document)
    at = &(*at)->next;
  *at = document->next;
  noe_lsp_check_stop(document);
  noe_base_arena_delete(document->arena);
  if (document->said_arena)
    noe_base_arena_delete(document->said_arena);
  noe_base_text_free(&document->child_text);
  noe_base_free(lsp->memory, document->uri);
  noe_base_free(lsp->memory, document);
}

static const struct noe_model *load(const struct noe_lsp *lsp, const struct noe_front_end *front_end,
                                    struct noe_arena *arena, const struct noe_source *source,
                                    struct noe_diagnostics *diagnostics, struct noe_index *index) {
  if (index && front_end->load_indexed)
    return front_end->load_indexed(arena, source, lsp->setup->options, diagnostics, index);
  return front_end->load(arena, source, lsp->setup->options, diagnostics);
}

void noe_lsp_refresh(struct noe_lsp *lsp, struct noe_document *document) {
  if (!document->is_stale)
    return;
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(document->arena, &document->source);
  document->model = load(lsp, document->front_end, document->arena, &document->source, diagnostics, &document->index);
  document->reports = noe_base_diagnostics_list(diagnostics, &document->report_count);
  document->is_stale = false;
}

size_t noe_lsp_try(struct noe_lsp *lsp, const struct noe_document *document, struct noe_arena *arena, const char *text,
                   struct noe_index *index) {
  struct noe_source *source = NOE_NEW(arena, struct noe_source);
  *source = noe_base_source_text(arena, document->uri, text, strlen(text));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, source);
  load(lsp, document->front_end, arena, source, diagnostics, index);
  return noe_base_error_count(diagnostics);
}
