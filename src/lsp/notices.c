/* What the editor is told without asking, and what can be done about it. */
#include <string.h>

#include "lsp/lsp_int.h"

static struct noe_json begin_notice(struct noe_text *text, const char *method) {
  struct noe_json json = noe_report_json_new(text);
  noe_report_json_begin(&json, '{', true);
  noe_report_json_put_string(&json, "jsonrpc", "2.0");
  noe_report_json_put_string(&json, "method", method);
  return json;
}

static void send(struct noe_lsp *lsp, struct noe_json *json) {
  noe_report_json_end(json, '}');
  noe_lsp_wire_send(&lsp->wire, json->out);
  noe_base_text_free(json->out);
}

/* DiagnosticSeverity of the protocol. */
enum { IS_ERROR = 1, IS_WARNING = 2 };

static void report_json(struct noe_json *json, const struct noe_document *document, const struct noe_reported *report) {
  struct noe_text message = noe_base_text(json->out->memory);
  noe_base_text_puts(&message, report->message);
  if (report->hint)
    noe_base_text_printf(&message, "\nhint: %s", report->hint);
  noe_report_json_begin(json, '{', true);
  noe_lsp_put_range(json, "range", &document->source, report->span);
  noe_report_json_put_unsigned(json, "severity", report->is_error ? IS_ERROR : IS_WARNING);
  noe_report_json_put_string(json, "code", report->code);
  noe_report_json_put_string(json, "source", "noether");
  noe_report_json_put_string(json, "message", noe_base_text_string(&message));
  noe_report_json_end(json, '}');
  noe_base_text_free(&message);
}

/* What a check found is shown at its property, so long as the text is the one that was checked. */
static void said_json(struct noe_json *json, const struct noe_document *document, const struct noe_said *said) {
  const struct noe_source *source = &document->source;
  if (strcmp(said->verdict, "violated") != 0)
    return;
  uint32_t line = said->line && said->line <= source->line_count ? said->line - 1 : 0, begin = source->lines[line];
  uint32_t end = begin + (uint32_t)strcspn(source->bytes + begin, "\r\n");
  struct noe_text message = noe_base_text(json->out->memory);
  noe_base_text_printf(&message, "%s \"%s\" is violated", said->kind, said->name);
  if (said->message)
    noe_base_text_printf(&message, ": %s", said->message);
  noe_report_json_begin(json, '{', true);
  noe_lsp_put_range(json, "range", source, (struct noe_span){begin, end});
  noe_report_json_put_unsigned(json, "severity", IS_ERROR);
  noe_report_json_put_string(json, "code", "violated");
  noe_report_json_put_string(json, "source", "noether check");
  noe_report_json_put_string(json, "message", noe_base_text_string(&message));
  noe_report_json_end(json, '}');
  noe_base_text_free(&message);
}

void noe_lsp_publish(struct noe_lsp *lsp, struct noe_document *document) {
  struct noe_text text = noe_base_text(lsp->memory);
  struct noe_json json = begin_notice(&text, "textDocument/publishDiagnostics");
  noe_report_json_key(&json, "params");
  noe_report_json_begin(&json, '{', true);
  noe_report_json_put_string(&json, "uri", document->uri);
  noe_report_json_key(&json, "version");
  noe_report_json_signed(&json, document->version);
  noe_report_json_key(&json, "diagnostics");
  noe_report_json_begin(&json, '[', true);
  for (size_t i = 0; i < document->report_count; i++)
    report_json(&json, document, &document->reports[i]);
  for (size_t i = 0; !document->said_is_old && i < document->said_count; i++)
    said_json(&json, document, &document->said[i]);
  noe_report_json_end(&json, ']');
  noe_report_json_end(&json, '}');
  send(lsp, &json);
}

void noe_lsp_refresh_lenses(struct noe_lsp *lsp) {
  if (!lsp->can_refresh)
    return;
  struct noe_text text = noe_base_text(lsp->memory);
  struct noe_json json = begin_notice(&text, "workspace/codeLens/refresh");
  noe_report_json_key(&json, "id");
  noe_report_json_signed(&json, ++lsp->last_request);
  send(lsp, &json);
}

void noe_lsp_show(struct noe_lsp *lsp, const char *message) {
  struct noe_text text = noe_base_text(lsp->memory);
  struct noe_json json = begin_notice(&text, "window/showMessage");
  noe_report_json_key(&json, "params");
  noe_report_json_begin(&json, '{', true);
  noe_report_json_put_unsigned(&json, "type", 3); /* Info */
  noe_report_json_put_string(&json, "message", message);
  noe_report_json_end(&json, '}');
  send(lsp, &json);
}

/* --------------------------------------------------------------- actions */

/* A change of the text that a hint proposes. */
struct fix {
  const char *title, *text;
  struct noe_span span;
};

/* `X` in "did you mean `X`?", or NULL. */
static const char *quoted(struct noe_arena *arena, const char *hint, const char *before) {
  const char *at = strstr(hint, before), *end = at ? strchr(at + strlen(before), '`') : NULL;
  if (!end)
    return NULL;
  at += strlen(before);
  return end > at ? noe_base_arena_text(arena, at, (size_t)(end - at)) : NULL;
}

static bool fix_of(struct noe_arena *arena, const struct noe_reported *report, struct fix *fix) {
  const char *hint = report->hint, *word;
  if (!hint || report->span.begin == NOE_NO_SPAN.begin)
    return false;
  *fix = (struct fix){.span = report->span};
  if ((word = quoted(arena, hint, "did you mean `")) || (word = quoted(arena, hint, "to compare, write `"))) {
    fix->text = word;
    fix->title = noe_base_arena_format(arena, "write `%s`", word);
  } else if ((word = quoted(arena, hint, "add `end")) || strstr(hint, "add `end`")) {
    fix->text = noe_base_arena_format(arena, " end%s;", word ? word : "");
    fix->title = noe_base_arena_format(arena, "add `end%s`", word ? word : "");
    fix->span.begin = fix->span.end;
  } else if (!strncmp(hint, "write `begin` before this", 25)) {
    fix->text = "begin ";
    fix->title = "add `begin`";
    fix->span.end = fix->span.begin;
  } else if (!strncmp(hint, "add behind this: startstate", 27)) {
    fix->text = "\n\nstartstate begin\nend;\n";
    fix->title = "add an empty start state";
    fix->span.begin = fix->span.end;
  } else if (!strncmp(hint, "drop it", 7) || !strncmp(hint, "drop the `;`", 12)) {
    fix->text = "";
    fix->title = "remove it";
  } else {
    return false;
  }
  return true;
}

/* Does the text have fewer errors with it? A warning need only not become an error. */
static bool helps(struct noe_request *request, const struct noe_reported *report, const struct fix *fix) {
  const struct noe_document *document = request->document;
  struct noe_text text = noe_base_text(request->lsp->memory);
  size_t before = 0;
  for (size_t i = 0; i < document->report_count; i++)
    before += document->reports[i].is_error;
  noe_base_text_add(&text, document->source.bytes, fix->span.begin);
  noe_base_text_puts(&text, fix->text);
  noe_base_text_puts(&text, document->source.bytes + fix->span.end);
  size_t after = noe_lsp_try(request->lsp, document, request->arena, noe_base_text_string(&text), NULL);
  noe_base_text_free(&text);
  return report->is_error ? after < before : after <= before;
}

static void action_json(struct noe_request *request, const struct noe_reported *report, const struct fix *fix) {
  struct noe_json *json = request->json;
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "title", fix->title);
  noe_report_json_put_string(json, "kind", "quickfix");
  noe_report_json_key(json, "diagnostics");
  noe_report_json_begin(json, '[', true);
  report_json(json, request->document, report);
  noe_report_json_end(json, ']');
  noe_report_json_key(json, "edit");
  noe_report_json_begin(json, '{', true);
  noe_report_json_key(json, "changes");
  noe_report_json_begin(json, '{', true);
  noe_report_json_key(json, request->document->uri);
  noe_report_json_begin(json, '[', true);
  noe_report_json_begin(json, '{', true);
  noe_lsp_put_range(json, "range", &request->document->source, fix->span);
  noe_report_json_put_string(json, "newText", fix->text);
  noe_report_json_end(json, '}');
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
}

static uint32_t end_of_range(const struct noe_request *request, const char *end) {
  const struct noe_json_value *range = noe_report_json_member(request->params, "range");
  const struct noe_json_value *position = noe_report_json_member(range, end);
  const struct noe_json_value *line = noe_report_json_member(position, "line");
  const struct noe_json_value *character = noe_report_json_member(position, "character");
  return noe_lsp_offset(&request->document->source, line ? line->integer : 0, character ? character->integer : 0);
}

void noe_lsp_actions(struct noe_request *request) {
  const struct noe_document *document = request->document;
  uint32_t begin = document ? end_of_range(request, "start") : 0, end = document ? end_of_range(request, "end") : 0;
  noe_report_json_begin(request->json, '[', true);
  for (size_t i = 0; document && i < document->report_count; i++) {
    const struct noe_reported *report = &document->reports[i];
    struct fix fix;
    bool is_there = report->span.begin <= end && begin <= report->span.end;
    if (is_there && fix_of(request->arena, report, &fix) && helps(request, report, &fix))
      action_json(request, report, &fix);
  }
  noe_report_json_end(request->json, ']');
}
