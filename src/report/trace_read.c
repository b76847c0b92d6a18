/* The JSON side of reading a trace. cJSON keeps its tree outside accounted memory
 * and reads numbers as doubles; so everything is copied into the arena at once, and
 * integers beyond 2^53 come as strings (see noe_report_json_exact). */
#include "report/trace_read.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "report/json.h"
#include "report/trace_json.h"

struct reader {
  struct noe_arena *arena;
  const char *error;
};

static bool fail(struct reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct reader *reader, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  reader->error = noe_base_arena_vformat(reader->arena, format, arguments);
  va_end(arguments);
  return false;
}

static const cJSON *member(const cJSON *object, const char *key) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  return item && !cJSON_IsNull(item) ? item : NULL;
}

static char *copy(struct reader *reader, const char *text) {
  return noe_base_arena_text(reader->arena, text, strlen(text));
}

/* A whole number, a string of digits, or null for undefined. */
static bool read_integer(const cJSON *item, int64_t *value) {
  if (cJSON_IsNull(item)) {
    *value = NOE_UNDEFINED;
    return true;
  }
  if (cJSON_IsString(item) && *item->valuestring) {
    char *end;
    errno = 0;
    *value = strtoll(item->valuestring, &end, 10);
    return !*end && !errno && *value != NOE_UNDEFINED;
  }
  if (!cJSON_IsNumber(item))
    return false;
  double number = item->valuedouble;
  if (!(number >= -(double)NOE_JSON_EXACT && number <= (double)NOE_JSON_EXACT))
    return false;
  *value = (int64_t)number;
  return (double)*value == number;
}

static bool read_integers(struct reader *reader, const cJSON *list, const char *what, const int64_t **values,
                          size_t *count) {
  *count = 0;
  if (!cJSON_IsArray(list))
    return fail(reader, "%s is not a list", what);
  int64_t *numbers = NOE_NEW_ARRAY(reader->arena, int64_t, cJSON_GetArraySize(list));
  for (const cJSON *item = list->child; item; item = item->next)
    if (!read_integer(item, &numbers[(*count)++]))
      return fail(reader, "%s holds something that is not a whole number (item %zu)", what, *count);
  *values = numbers;
  return true;
}

static bool read_index(const cJSON *item, int64_t *index) {
  *index = -1;
  return !item || (cJSON_IsNumber(item) && read_integer(item, index) && *index >= 0);
}

static bool read_clause(struct reader *reader, const cJSON *object, const char *what,
                        struct noe_saved_clause *clause) {
  const cJSON *name = member(object, "rule"), *kind = member(object, "kind");
  if (!cJSON_IsString(name) || !cJSON_IsString(kind))
    return fail(reader, "%s does not say which rule fired", what);
  clause->name = copy(reader, name->valuestring);
  clause->is_start = !strcmp(kind->valuestring, "startstate");
  clause->is_property = !strcmp(kind->valuestring, "property");
  if (!read_index(member(object, "rule_index"), &clause->index))
    return fail(reader, "%s: rule_index is not a number", what);
  return read_integers(reader, member(object, "argument_values"),
                       noe_base_arena_format(reader->arena, "%s: argument_values", what), &clause->arguments,
                       &clause->argument_count);
}

static bool read_step(struct reader *reader, const cJSON *object, size_t number,
                      struct noe_saved_step *step) {
  const char *what = noe_base_arena_format(reader->arena, "step %zu", number);
  if (!cJSON_IsObject(object))
    return fail(reader, "%s is not an object", what);
  if (!read_clause(reader, object, what, &step->clause))
    return false;
  const cJSON *cells = member(object, "cells");
  return !cells || read_integers(reader, cells, noe_base_arena_format(reader->arena, "%s: cells", what),
                                 &step->cells, &step->cell_count);
}

static bool read_steps(struct reader *reader, const cJSON *list, struct noe_saved_trace *trace) {
  if (!cJSON_IsArray(list))
    return fail(reader, "`steps` is not a list");
  trace->steps = NOE_NEW_ARRAY(reader->arena, struct noe_saved_step, cJSON_GetArraySize(list) + 1);
  for (const cJSON *item = list->child; item; item = item->next, trace->step_count++)
    if (!read_step(reader, item, trace->step_count, &trace->steps[trace->step_count]))
      return false;
  return trace->step_count || fail(reader, "the trace has no steps");
}

static bool read_loop(struct reader *reader, const cJSON *item, struct noe_saved_trace *trace) {
  trace->has_loop = item != NULL;
  if (!read_index(item, &trace->loop) || trace->loop >= (int64_t)trace->step_count)
    return fail(reader, "`loop` is not the number of a step");
  return true;
}

static bool read_fault(struct reader *reader, const cJSON *object, struct noe_saved_trace *trace) {
  if (!object)
    return true;
  const cJSON *code = member(object, "code"), *message = member(object, "message");
  const cJSON *line = member(object, "line"), *column = member(object, "column");
  trace->has_fault = true;
  trace->fault.code =
      cJSON_IsString(code) ? noe_base_diagnostic_find(code->valuestring) : NOE_DIAGNOSTIC_COUNT;
  if (trace->fault.code == NOE_DIAGNOSTIC_COUNT)
    return fail(reader, "`fault` has no known code");
  trace->fault.message = cJSON_IsString(message) ? copy(reader, message->valuestring) : NULL;
  int64_t numbers[2] = {0, 0};
  if ((line && !read_integer(line, &numbers[0])) || (column && !read_integer(column, &numbers[1])))
    return fail(reader, "`fault` has no proper place");
  trace->fault.place = (struct noe_place){(uint32_t)numbers[0], (uint32_t)numbers[1]};
  return true;
}

static bool read_kind(const cJSON *item, enum noe_finding_kind *kind) {
  for (int i = NOE_FINDING_INVARIANT; cJSON_IsString(item) && i <= NOE_FINDING_SEQUENCE; i++) {
    *kind = (enum noe_finding_kind)i;
    if (!strcmp(item->valuestring, noe_model_finding_kind_name(*kind)))
      return true;
  }
  return false;
}

static bool read_property(struct reader *reader, const cJSON *object, struct noe_saved_trace *trace) {
  if (!object)
    return true;
  const cJSON *name = member(object, "name"), *values = member(object, "argument_values");
  trace->has_property = true;
  if (!read_kind(member(object, "kind"), &trace->kind))
    return fail(reader, "`property` has no known kind");
  if (!read_index(member(object, "index"), &trace->property.index))
    return fail(reader, "`property` has no proper index");
  if (trace->kind == NOE_FINDING_DEADLOCK || trace->kind == NOE_FINDING_ASSERTION)
    return true;
  if (!cJSON_IsString(name))
    return fail(reader, "`property` has no name");
  trace->property.name = copy(reader, name->valuestring);
  trace->property.is_property = true;
  return !values || read_integers(reader, values, "`property`: argument_values", &trace->property.arguments,
                                  &trace->property.argument_count);
}

/* Only options that change what the model means: a trace that came from somewhere
 * else must not make us write files. */
static bool read_options(struct reader *reader, const cJSON *list, struct noe_saved_trace *trace) {
  if (!list)
    return true;
  if (!cJSON_IsArray(list))
    return fail(reader, "`options` is not a list");
  const char **words = NOE_NEW_ARRAY(reader->arena, const char *, cJSON_GetArraySize(list) + 1);
  for (const cJSON *item = list->child; item; item = item->next) {
    const char *word = cJSON_IsString(item) ? item->valuestring : "";
    bool define = word[0] == '-' && word[1] == 'D' && word[2];
    bool meaning = word[0] == '-' && word[1] == '-' &&
                   noe_report_option_is_meaning(word + 2, strcspn(word + 2, "="));
    if (!define && !meaning)
      return fail(reader, "`options` holds something that does not belong there");
    words[trace->option_count++] = copy(reader, word);
  }
  trace->options = words;
  return true;
}

static bool read_trace(struct reader *reader, const cJSON *object, struct noe_saved_trace *trace) {
  const cJSON *model = member(object, "model"), *failed = member(object, "failed");
  const cJSON *schema = member(object, "schema");
  int64_t version = 1;
  if (schema && (!read_integer(schema, &version) || version != 1))
    return fail(reader, "it was written by another version of noether (schema %lld)", (long long)version);
  trace->model = cJSON_IsString(model) ? copy(reader, model->valuestring) : NULL;
  trace->has_failed = failed != NULL;
  return read_options(reader, member(object, "options"), trace) &&
         read_steps(reader, member(object, "steps"), trace) &&
         read_loop(reader, member(object, "loop"), trace) &&
         read_fault(reader, member(object, "fault"), trace) &&
         (!failed || read_clause(reader, failed, "`failed`", &trace->failed)) &&
         read_property(reader, member(object, "property"), trace);
}

/* The trace itself, or the first trace in the result of a check. */
static const cJSON *find_trace(const cJSON *root) {
  if (member(root, "steps"))
    return root;
  const cJSON *properties = member(root, "properties");
  for (const cJSON *item = cJSON_IsArray(properties) ? properties->child : NULL; item; item = item->next)
    if (cJSON_IsObject(member(item, "trace")))
      return member(item, "trace");
  return NULL;
}

static bool read_root(struct reader *reader, const cJSON *root, struct noe_saved_trace *trace) {
  const cJSON *object = cJSON_IsObject(root) ? find_trace(root) : NULL;
  if (object)
    return read_trace(reader, object, trace);
  if (cJSON_IsObject(root) && member(root, "properties"))
    return fail(reader, "this result has no trace in it: nothing failed");
  return fail(reader, "this is JSON, but not a trace of noether");
}

struct noe_saved_trace *noe_report_trace_read(struct noe_memory *memory, struct noe_arena *arena,
                                              const struct noe_source *source, const char **error) {
  struct reader reader = {arena, NULL};
  struct noe_saved_trace *trace = NOE_NEW(arena, struct noe_saved_trace);
  const char *end = source->bytes;
  cJSON *root = cJSON_ParseWithLengthOpts(source->bytes, source->length + 1, &end, true);
  if (!root) {
    struct noe_place place = noe_base_source_place(source, (uint32_t)(end - source->bytes));
    *error = noe_base_arena_format(arena, "not proper JSON (line %u, column %u)", place.line, place.column);
    return NULL;
  }
  jmp_buf escape, *before = noe_base_memory_guard(memory, &escape);
  if (setjmp(escape)) { /* out of memory: let go of cJSON's tree, then go on escaping */
    cJSON_Delete(root);
    noe_base_memory_guard(memory, before);
    noe_base_memory_escape(memory);
  }
  bool good = read_root(&reader, root, trace);
  noe_base_memory_guard(memory, before);
  cJSON_Delete(root);
  *error = reader.error;
  return good ? trace : NULL;
}
