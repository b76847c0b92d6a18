/* Lenses above the model and its properties. A check runs as another process, on the text as it is in the
 * editor, so that the editor never waits; what it says stands in the lenses afterwards. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lsp/lsp_int.h"
#include "report/trace_json.h"

/* ---------------------------------------------------------------- lenses */

static uint32_t line_at(const struct noe_document *document, const struct noe_item *item) {
  return noe_base_source_place(&document->source, item->span.begin).line;
}

static const struct noe_said *said_at(const struct noe_document *document, const struct noe_item *item) {
  uint32_t line = line_at(document, item);
  for (size_t i = 0; i < document->said_count; i++) {
    const struct noe_said *said = &document->said[i];
    if (document->said_is_old ? !strcmp(said->name, item->name) : said->line == line)
      return said;
  }
  return NULL;
}

static const char *upper(struct noe_arena *arena, const char *word) {
  char *copy = noe_base_arena_text(arena, word, strlen(word));
  for (char *at = copy; *at; at++)
    *at = *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at;
  return copy;
}

/* `check this property`, `HOLDS`, `HOLDS before the last change`, `checking`. */
static const char *lens_title(const struct noe_request *request, const char *verdict, const char *question) {
  const struct noe_document *document = request->document;
  if (document->child)
    return "checking...";
  if (!verdict)
    return question;
  return noe_base_arena_format(request->arena, "%s%s - check again", upper(request->arena, verdict),
                               document->said_is_old ? " before the last change" : "");
}

static void lens_json(struct noe_request *request, struct noe_span span, const char *title,
                      const struct noe_item *property) {
  struct noe_json *json = request->json;
  noe_report_json_begin(json, '{', true);
  noe_lsp_put_range(json, "range", &request->document->source, span);
  noe_report_json_key(json, "command");
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "title", title);
  noe_report_json_put_string(json, "command", "noether.check");
  noe_report_json_key(json, "arguments");
  noe_report_json_begin(json, '[', true);
  noe_report_json_string(json, request->document->uri);
  if (property) {
    noe_report_json_string(json, property->name);
    noe_report_json_unsigned(json, line_at(request->document, property));
  }
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
}

void noe_lsp_lenses(struct noe_request *request) {
  const struct noe_document *document = request->document;
  noe_report_json_begin(request->json, '[', true);
  if (document && document->model) {
    lens_json(request, (struct noe_span){0, 0}, lens_title(request, document->said_verdict, "check"), NULL);
    for (size_t i = 0; i < document->index.outline.count; i++) {
      const struct noe_item *item = &document->index.outline.items[i];
      const struct noe_said *said = said_at(document, item);
      if (item->kind == NOE_ITEM_PROPERTY)
        lens_json(request, item->title, lens_title(request, said ? said->verdict : NULL, "check this property"), item);
    }
  }
  noe_report_json_end(request->json, ']');
}

/* ---------------------------------------------------------------- checks */

/* A file that has no name, with the text in it; -1 if there can be none. */
static int text_file(const struct noe_source *source) {
  int file = memfd_create("model", MFD_CLOEXEC);
  size_t done = 0;
  while (file >= 0 && done < source->length) {
    ssize_t put = write(file, source->bytes + done, source->length - done);
    if (put <= 0 && errno != EINTR) {
      close(file);
      return -1;
    }
    done += put > 0 ? (size_t)put : 0;
  }
  if (file >= 0)
    lseek(file, 0, SEEK_SET);
  return file;
}

/* The command that checks the model on its standard input, with all options of the server that its meaning depends on.
 * The property that alone is checked, by its line, which every property has; 0: all of them. */
static const char **command_of(struct noe_arena *arena, const struct noe_lsp *lsp, const struct noe_document *document,
                               uint32_t line) {
  static const char *const first[] = {"noether",        "check",       "-",       "--json=-",    "--max-errors=0",
                                      "--progress=off", "--color=off", "--quiet", "--time=300s", "--language"};
  enum { FIRST = sizeof first / sizeof *first };
  const struct noe_options *options = lsp->setup->options;
  const struct noe_words meaning = noe_report_meaning(arena, options);
  const size_t room = FIRST + meaning.count + 4; /* language, memory, property, the end */
  const char **words = NOE_NEW_ARRAY(arena, const char *, room);
  size_t count = FIRST;
  memcpy(words, first, sizeof first);
  words[count++] = document->front_end->name;
  for (size_t i = 0; i < meaning.count; i++)
    words[count++] = meaning.items[i];
  if (options->mem)
    words[count++] = noe_base_arena_format(arena, "--mem=%llu", (unsigned long long)options->mem);
  if (line)
    words[count++] = noe_base_arena_format(arena, "--property=%u", line);
  assert(count < room && !words[count] && "a command ends with NULL, and nothing of it is left out");
  return words;
}

/* Memory is not asked for here: without any, the child would go on as a second server. */
static void execute(const struct noe_lsp *lsp, const char *const *words, int input, int output) {
  int nowhere = open("/dev/null", O_WRONLY);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  execv(lsp->setup->program, (char *const *)(uintptr_t)words);
  _exit(127);
}

static bool start(struct noe_request *request, struct noe_document *document, uint32_t line) {
  const char **words = command_of(request->arena, request->lsp, document, line);
  int ends[2], input = text_file(&document->source);
  if (input < 0 || pipe2(ends, O_CLOEXEC) != 0) {
    if (input >= 0)
      close(input);
    return false;
  }
  pid_t child = fork();
  if (child == 0)
    execute(request->lsp, words, input, ends[1]);
  close(input);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return false;
  }
  assert(!document->child && "the check before was stopped");
  document->child = child;
  document->child_output = ends[0];
  document->child_line = line;
  noe_base_text_clear(&document->child_text);
  document->child_is_old = false;
  return true;
}

void noe_lsp_check_stop(struct noe_document *document) {
  if (!document->child)
    return;
  kill(document->child, SIGKILL);
  close(document->child_output);
  waitpid(document->child, NULL, 0);
  document->child = 0;
  document->child_output = -1;
}

/* The line of the property of that name, the one at `line` if there is such a one; 0: there is none. */
static uint32_t line_of(const struct noe_document *document, const char *name, int64_t line) {
  uint32_t first = 0;
  for (size_t i = 0; i < document->index.outline.count; i++) {
    const struct noe_item *item = &document->index.outline.items[i];
    if (item->kind != NOE_ITEM_PROPERTY || strcmp(item->name, name) != 0)
      continue;
    uint32_t at = line_at(document, item);
    if (at == line)
      return at;
    first = first ? first : at;
  }
  return first;
}

void noe_lsp_execute(struct noe_request *request) {
  const struct noe_json_value *command = noe_report_json_member(request->params, "command");
  const struct noe_json_value *arguments = noe_report_json_member(request->params, "arguments");
  const struct noe_json_value *uri = arguments && arguments->kind == NOE_JSON_ARRAY ? arguments->child : NULL;
  bool is_check = command && command->kind == NOE_JSON_STRING && !strcmp(command->text, "noether.check");
  struct noe_document *document = uri && uri->kind == NOE_JSON_STRING ? noe_lsp_find(request->lsp, uri->text) : NULL;
  if (!is_check || !document) {
    noe_lsp_refuse(request, NOE_LSP_INVALID_PARAMS, "the command is noether.check, with the URI of an open model");
    return;
  }
  const struct noe_json_value *name = uri->next;
  noe_lsp_refresh(request->lsp, document);
  const struct noe_json_value *at = name && name->next && name->next->kind == NOE_JSON_INTEGER ? name->next : NULL;
  uint32_t line = name && name->kind == NOE_JSON_STRING ? line_of(document, name->text, at ? at->integer : 0) : 0;
  if (name && !line) {
    noe_lsp_refuse(request, NOE_LSP_INVALID_PARAMS, "the model has no property of that name");
    return;
  }
  noe_lsp_check_stop(document);
  if (!start(request, document, line)) {
    noe_lsp_refuse(request, NOE_LSP_REFUSED, "the check could not be started");
    return;
  }
  noe_report_json_null(request->json);
  noe_lsp_refresh_lenses(request->lsp);
}

/* --------------------------------------------------------------- results */

static const char *text_of(const struct noe_json_value *object, const char *key) {
  const struct noe_json_value *value = noe_report_json_member(object, key);
  return value && value->kind == NOE_JSON_STRING ? value->text : NULL;
}

static struct noe_said said_of(const struct noe_json_value *property) {
  const struct noe_json_value *line = noe_report_json_member(property, "line");
  struct noe_said said = {.name = text_of(property, "name"),
                          .kind = text_of(property, "kind"),
                          .verdict = text_of(property, "verdict"),
                          .message = text_of(property, "message"),
                          .line = line ? (uint32_t)line->integer : 0};
  said.name = said.name ? said.name : "";
  said.kind = said.kind ? said.kind : "property";
  said.verdict = said.verdict ? said.verdict : "unknown";
  return said;
}

static const char *copied(struct noe_arena *arena, const char *text) {
  return text ? noe_base_arena_text(arena, text, strlen(text)) : NULL;
}

/* A check of one property leaves what is known of the others, if it is about the same text. */
static void keep_others(const struct noe_document *document, struct noe_arena *arena, struct noe_said *list,
                        size_t *count) {
  for (size_t i = 0; i < document->said_count; i++) {
    struct noe_said said = document->said[i];
    if (!said.line || said.line == document->child_line)
      continue;
    said.name = copied(arena, said.name);
    said.kind = copied(arena, said.kind);
    said.verdict = copied(arena, said.verdict);
    said.message = copied(arena, said.message);
    list[(*count)++] = said;
  }
}

static void take_result(struct noe_lsp *lsp, struct noe_document *document) {
  struct noe_arena *arena = noe_base_arena_new(lsp->memory);
  const bool is_part = document->child_line, keeps = is_part && document->said_is_old == document->child_is_old;
  struct noe_json_error error;
  struct noe_source *source = NOE_NEW(arena, struct noe_source);
  *source =
      noe_base_source_text(arena, "result", noe_base_text_string(&document->child_text), document->child_text.length);
  const struct noe_json_value *result =
      noe_report_json_parse(arena, source, (struct noe_span){0, (uint32_t)source->length}, &error);
  const struct noe_json_value *properties = noe_report_json_member(result, "properties");
  const char *verdict = text_of(result, "verdict");
  verdict = verdict ? verdict : "error";
  struct noe_said *list =
      NOE_NEW_ARRAY(arena, struct noe_said, document->said_count + (properties ? properties->count : 0));
  size_t count = 0;
  for (const struct noe_json_value *one = properties ? properties->child : NULL; one; one = one->next)
    list[count++] = said_of(one);
  if (keeps)
    keep_others(document, arena, list, &count);
  document->said_verdict = is_part ? (keeps ? copied(arena, document->said_verdict) : NULL) : verdict;
  document->said = list;
  document->said_count = count;
  document->said_is_old = document->child_is_old;
  if (document->said_arena)
    noe_base_arena_delete(document->said_arena);
  document->said_arena = arena;
  const char *file = strrchr(document->uri, '/') ? strrchr(document->uri, '/') + 1 : document->uri;
  const char *about = is_part ? noe_base_arena_format(arena, ", property of line %u", document->child_line) : "";
  noe_lsp_show(lsp, noe_base_arena_format(arena, "%s%s: %s", file, about, upper(arena, verdict)));
}

bool noe_lsp_check_read(struct noe_lsp *lsp, struct noe_document *document) {
  char bytes[1 << 14];
  ssize_t got = read(document->child_output, bytes, sizeof bytes);
  if (got > 0) {
    noe_base_text_add(&document->child_text, bytes, (size_t)got);
    return false;
  }
  if (got < 0 && errno == EINTR)
    return false;
  close(document->child_output);
  waitpid(document->child, NULL, 0);
  document->child = 0;
  document->child_output = -1;
  take_result(lsp, document);
  noe_lsp_refresh(lsp, document);
  noe_lsp_publish(lsp, document);
  noe_lsp_refresh_lenses(lsp);
  return true;
}
