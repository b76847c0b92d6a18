/* The loop: messages as they come, checks as they end; texts that have changed are read when no message waits. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>

#include "base/version.h"
#include "lsp/lsp_int.h"

void noe_lsp_refuse(struct noe_request *request, int code, const char *message) {
  request->error = code;
  request->message = message;
}

/* ------------------------------------------------------------ initialize */

static void put_true(struct noe_json *json, const char *key) { noe_report_json_put_bool(json, key, true); }

static void capabilities(struct noe_json *json) {
  noe_report_json_key(json, "capabilities");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "positionEncoding", "utf-16");
  noe_report_json_put_unsigned(json, "textDocumentSync", 1); /* whole texts */
  put_true(json, "hoverProvider");
  put_true(json, "definitionProvider");
  put_true(json, "referencesProvider");
  put_true(json, "documentHighlightProvider");
  put_true(json, "documentSymbolProvider");
  put_true(json, "documentFormattingProvider");
  put_true(json, "codeActionProvider");
  noe_report_json_key(json, "renameProvider");
  noe_report_json_begin(json, '{', true);
  put_true(json, "prepareProvider");
  noe_report_json_end(json, '}');
  noe_report_json_key(json, "codeLensProvider");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_bool(json, "resolveProvider", false);
  noe_report_json_end(json, '}');
  noe_report_json_key(json, "executeCommandProvider");
  noe_report_json_begin(json, '{', true);
  noe_report_json_key(json, "commands");
  noe_report_json_begin(json, '[', true);
  noe_report_json_string(json, "noether.check");
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
}

static bool takes_refresh(const struct noe_json_value *params) {
  const struct noe_json_value *all = noe_report_json_member(params, "capabilities");
  const struct noe_json_value *lens = noe_report_json_member(noe_report_json_member(all, "workspace"), "codeLens");
  const struct noe_json_value *takes = noe_report_json_member(lens, "refreshSupport");
  return takes && takes->kind == NOE_JSON_TRUE;
}

static void initialize(struct noe_request *request) {
  request->lsp->is_ready = true;
  request->lsp->can_refresh = takes_refresh(request->params);
  noe_report_json_begin(request->json, '{', true);
  capabilities(request->json);
  noe_report_json_key(request->json, "serverInfo");
  noe_report_json_begin(request->json, '{', true);
  noe_report_json_put_string(request->json, "name", "noether");
  noe_report_json_put_string(request->json, "version", NOE_VERSION);
  noe_report_json_end(request->json, '}');
  noe_report_json_end(request->json, '}');
}

static void shutdown(struct noe_request *request) {
  request->lsp->said_goodbye = true;
  noe_report_json_null(request->json);
}

/* ---------------------------------------------------------------- notices */

static const char *member_text(const struct noe_json_value *object, const char *key) {
  const struct noe_json_value *value = noe_report_json_member(object, key);
  return value && value->kind == NOE_JSON_STRING ? value->text : NULL;
}

static int64_t version_of(const struct noe_json_value *document) {
  const struct noe_json_value *version = noe_report_json_member(document, "version");
  return version && version->kind == NOE_JSON_INTEGER ? version->integer : 0;
}

static void did_open(struct noe_request *request) {
  const struct noe_json_value *document = noe_report_json_member(request->params, "textDocument");
  const char *uri = member_text(document, "uri"), *text = member_text(document, "text");
  if (uri && text)
    noe_lsp_open(request->lsp, uri, version_of(document), text);
}

/* Whole texts are asked for: the last one counts. A part, with a range, was not, and is passed over. */
static void did_change(struct noe_request *request) {
  const struct noe_json_value *changes = noe_report_json_member(request->params, "contentChanges"), *last = NULL;
  for (const struct noe_json_value *one = changes ? changes->child : NULL; one; one = one->next)
    last = member_text(one, "text") && !noe_report_json_member(one, "range") ? one : last;
  if (request->document && last)
    noe_lsp_change(request->lsp, request->document, version_of(noe_report_json_member(request->params, "textDocument")),
                   member_text(last, "text"));
}

static void did_close(struct noe_request *request) {
  struct noe_document *document = request->document;
  if (!document)
    return;
  document->report_count = document->said_count = 0;
  noe_lsp_publish(request->lsp, document);
  noe_lsp_close(request->lsp, document);
}

static void nothing(struct noe_request *request) { (void)request; }

static void leave(struct noe_request *request) { request->lsp->is_over = true; }

/* --------------------------------------------------------------- dispatch */

static const struct {
  const char *method;
  noe_lsp_answer answer;
  bool is_notice;
  bool wants_current; /* of the document: not a stale one */
} methods[] = {
    {"initialize", initialize, false, false},
    {"shutdown", shutdown, false, false},
    {"textDocument/hover", noe_lsp_hover, false, true},
    {"textDocument/definition", noe_lsp_definition, false, true},
    {"textDocument/references", noe_lsp_references, false, true},
    {"textDocument/documentHighlight", noe_lsp_highlights, false, true},
    {"textDocument/prepareRename", noe_lsp_prepare_rename, false, true},
    {"textDocument/rename", noe_lsp_rename, false, true},
    {"textDocument/documentSymbol", noe_lsp_symbols, false, true},
    {"textDocument/formatting", noe_lsp_format, false, true},
    {"textDocument/codeAction", noe_lsp_actions, false, true},
    {"textDocument/codeLens", noe_lsp_lenses, false, true},
    {"workspace/executeCommand", noe_lsp_execute, false, false},
    {"textDocument/didOpen", did_open, true, false},
    {"textDocument/didChange", did_change, true, false},
    {"textDocument/didClose", did_close, true, false},
    {"textDocument/didSave", nothing, true, false},
    {"initialized", nothing, true, false},
    {"exit", leave, true, false},
};
enum { METHODS = sizeof methods / sizeof *methods };

static void fill_document(struct noe_request *request, bool wants_current) {
  const struct noe_json_value *named = noe_report_json_member(request->params, "textDocument");
  const struct noe_json_value *position = noe_report_json_member(request->params, "position");
  const struct noe_json_value *line = noe_report_json_member(position, "line");
  const struct noe_json_value *character = noe_report_json_member(position, "character");
  request->document = noe_lsp_find(request->lsp, member_text(named, "uri"));
  if (request->document && wants_current)
    noe_lsp_refresh(request->lsp, request->document);
  if (request->document)
    request->offset =
        noe_lsp_offset(&request->document->source, line ? line->integer : 0, character ? character->integer : 0);
}

static void perform(struct noe_request *request, const char *method) {
  for (size_t i = 0; i < METHODS; i++) {
    if (strcmp(methods[i].method, method) != 0)
      continue;
    if (!request->lsp->is_ready && strcmp(method, "initialize") != 0 && strcmp(method, "exit") != 0) {
      noe_lsp_refuse(request, NOE_LSP_NOT_INITIALIZED, "initialize comes first");
      return;
    }
    fill_document(request, methods[i].wants_current);
    methods[i].answer(request);
    if (methods[i].is_notice && !request->error)
      noe_report_json_null(request->json); /* should somebody ask it as a request */
    return;
  }
  noe_lsp_refuse(request, NOE_LSP_NO_METHOD, "there is no such method");
}

/* The id as it came: a number, a string, null. */
static void send_answer(struct noe_lsp *lsp, const char *id, size_t id_length, const struct noe_request *request,
                        const struct noe_text *result) {
  struct noe_text text = noe_base_text(lsp->memory);
  noe_base_text_puts(&text, "{\"jsonrpc\": \"2.0\", \"id\": ");
  noe_base_text_add(&text, id, id_length);
  if (request->error) {
    struct noe_json json = noe_report_json_new(&text);
    noe_base_text_puts(&text, ", \"error\": ");
    noe_report_json_begin(&json, '{', true);
    noe_report_json_key(&json, "code");
    noe_report_json_signed(&json, request->error);
    noe_report_json_put_string(&json, "message", request->message);
    noe_report_json_end(&json, '}');
  } else {
    noe_base_text_puts(&text, ", \"result\": ");
    noe_base_text_puts(&text, noe_base_text_string(result));
  }
  noe_base_text_puts(&text, "}");
  noe_lsp_wire_send(&lsp->wire, &text);
  noe_base_text_free(&text);
}

static void refuse_all(struct noe_lsp *lsp, int code, const char *message) {
  struct noe_request request = {.error = code, .message = message};
  send_answer(lsp, "null", 4, &request, NULL);
}

struct handling {
  struct noe_lsp *lsp;
  const char *body;
  size_t length;
};

static void answer(struct noe_lsp *lsp, struct noe_arena *arena, const struct noe_source *source,
                   const struct noe_json_value *message) {
  const struct noe_json_value *id = noe_report_json_member(message, "id");
  const char *method = member_text(message, "method");
  bool is_answer =
      !method && (noe_report_json_member(message, "result") || noe_report_json_member(message, "error") || id);
  struct noe_text result = noe_base_text(lsp->memory);
  struct noe_json json = noe_report_json_new(&result);
  struct noe_request request = {.lsp = lsp, .arena = arena, .json = &json};
  if (is_answer && message->kind == NOE_JSON_OBJECT && noe_report_json_member(message, "jsonrpc"))
    return; /* to what we have asked: refresh */
  request.params = noe_report_json_member(message, "params");
  if (method)
    perform(&request, method);
  else
    noe_lsp_refuse(&request, NOE_LSP_INVALID_REQUEST, "a request is an object with a method");
  bool has_id = id && (id->kind == NOE_JSON_INTEGER || id->kind == NOE_JSON_STRING || id->kind == NOE_JSON_NUMBER);
  if (has_id)
    send_answer(lsp, source->bytes + id->span.begin, id->span.end - id->span.begin, &request, &result);
  else if (!method)
    send_answer(lsp, "null", 4, &request, &result);
  noe_base_text_free(&result);
}

static void handle(void *context, jmp_buf *escape) {
  (void)escape;
  struct handling *handling = context;
  struct noe_arena *arena = noe_base_arena_new(handling->lsp->memory);
  struct noe_source source = noe_base_source_text(arena, "message", handling->body, handling->length);
  struct noe_json_error error;
  const struct noe_json_value *message =
      noe_report_json_parse(arena, &source, (struct noe_span){0, (uint32_t)source.length}, &error);
  if (message)
    answer(handling->lsp, arena, &source, message);
  else
    refuse_all(handling->lsp, NOE_LSP_PARSE_ERROR, error.message);
  noe_base_arena_delete(arena);
}

/* -------------------------------------------------------------------- loop */

static void refresh(void *context, jmp_buf *escape) {
  (void)escape;
  struct noe_lsp *lsp = context;
  for (struct noe_document *document = lsp->documents; document; document = document->next)
    if (document->is_stale) {
      noe_lsp_refresh(lsp, document);
      noe_lsp_publish(lsp, document);
    }
}

static bool has_input(const struct noe_lsp *lsp) {
  struct pollfd file = {.fd = lsp->wire.input, .events = POLLIN};
  return poll(&file, 1, 0) > 0;
}

static void handle_waiting(struct noe_lsp *lsp) {
  struct handling handling = {.lsp = lsp};
  enum noe_wire_status status;
  while (!lsp->is_over && (status = noe_lsp_wire_next(&lsp->wire, &handling.body, &handling.length)) != NOE_WIRE_MORE) {
    if (status == NOE_WIRE_BAD)
      refuse_all(lsp, NOE_LSP_PARSE_ERROR, "a message begins with Content-Length, and is not too long");
    else if (!noe_base_memory_guarded(lsp->memory, handle, &handling))
      refuse_all(lsp, NOE_LSP_INTERNAL, "there is no memory for that");
  }
}

enum { MOST_FILES = 64 };

/* Sleeps until a message or the output of a check has come. */
static void wait_for_more(struct noe_lsp *lsp) {
  struct pollfd files[MOST_FILES] = {{.fd = lsp->wire.input, .events = POLLIN}};
  struct noe_document *owners[MOST_FILES] = {NULL};
  nfds_t count = 1;
  for (struct noe_document *document = lsp->documents; document && count < MOST_FILES; document = document->next)
    if (document->child) {
      owners[count] = document;
      files[count++] = (struct pollfd){.fd = document->child_output, .events = POLLIN};
    }
  assert(count <= MOST_FILES && "there is room for the line and for checks");
  if (poll(files, count, -1) < 0)
    return;
  for (nfds_t i = 1; i < count; i++)
    if (files[i].revents)
      noe_lsp_check_read(lsp, owners[i]);
  if (files[0].revents)
    noe_lsp_wire_read(&lsp->wire);
}

bool noe_lsp_serve(const struct noe_lsp_setup *setup) {
  struct noe_lsp lsp = {.setup = setup, .memory = setup->memory};
  lsp.wire = (struct noe_wire){.input = setup->input, .output = setup->output, .buffer = noe_base_text(setup->memory)};
  while (!lsp.is_over && !lsp.wire.has_no_taker) {
    handle_waiting(&lsp);
    if (lsp.is_over || lsp.wire.is_over)
      break;
    if (!has_input(&lsp) && !noe_base_memory_guarded(lsp.memory, refresh, &lsp))
      refuse_all(&lsp, NOE_LSP_INTERNAL, "there is no memory for that model");
    wait_for_more(&lsp);
  }
  while (lsp.documents)
    noe_lsp_close(&lsp, lsp.documents);
  noe_base_text_free(&lsp.wire.buffer);
  return lsp.said_goodbye;
}
