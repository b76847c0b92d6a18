/* The JSON side of reading a trace.
 *
 * Schema 2 has names and values alone. Schema 1 had the cells of each state and the arguments as numbers
 * beside them, which are passed over. */
#include "report/trace_read.h"

#include <string.h>

#include "report/trace_json.h"

struct reader {
  struct noe_arena *arena;
  bool has_elements; /* not so in schema 1: there, elements of multisets are text for people */
  const char *error;
};

typedef const struct noe_json_value *json;

static bool fail(struct reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct reader *reader, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  reader->error = noe_base_arena_vformat(reader->arena, format, arguments);
  va_end(arguments);
  return false;
}

static const char *text_of(json value) { return value && value->kind == NOE_JSON_STRING ? value->text : NULL; }

static bool read_index(json item, int64_t *index) {
  *index = item && item->kind == NOE_JSON_INTEGER ? item->integer : -1;
  return !item || *index >= 0;
}

/* ---------------------------------------------------------------- clauses */

static bool read_arguments(struct reader *reader, json object, const char *what, struct noe_saved_clause *clause) {
  clause->arguments = noe_report_json_member(object, "arguments");
  if (clause->arguments && clause->arguments->kind != NOE_JSON_OBJECT)
    return fail(reader, "%s: `arguments` is not an object", what);
  clause->has_elements = reader->has_elements;
  return true;
}

static bool read_clause(struct reader *reader, json object, const char *what, struct noe_saved_clause *clause) {
  const char *kind = text_of(noe_report_json_member(object, "kind"));
  clause->name = text_of(noe_report_json_member(object, "rule"));
  if (!clause->name || !kind)
    return fail(reader, "%s does not say which rule fired", what);
  clause->is_start = !strcmp(kind, "startstate");
  clause->is_property = !strcmp(kind, "property");
  if (!read_index(noe_report_json_member(object, "rule_index"), &clause->index))
    return fail(reader, "%s: `rule_index` is not a number", what);
  return read_arguments(reader, object, what, clause);
}

static bool read_step(struct reader *reader, json object, size_t number, struct noe_saved_step *step) {
  const char *what = noe_base_arena_format(reader->arena, "step %zu", number);
  if (object->kind != NOE_JSON_OBJECT)
    return fail(reader, "%s is not an object", what);
  if (!read_clause(reader, object, what, &step->clause))
    return false;
  step->state = noe_report_json_member(object, "state");
  if (step->state && step->state->kind != NOE_JSON_OBJECT)
    return fail(reader, "%s: `state` is not an object", what);
  return true;
}

static bool read_steps(struct reader *reader, json list, struct noe_saved_trace *trace) {
  if (!list || list->kind != NOE_JSON_ARRAY)
    return fail(reader, "`steps` is not a list");
  trace->steps = NOE_NEW_ARRAY(reader->arena, struct noe_saved_step, list->count + 1);
  for (json item = list->child; item; item = item->next, trace->step_count++)
    if (!read_step(reader, item, trace->step_count, &trace->steps[trace->step_count]))
      return false;
  return trace->step_count || fail(reader, "the trace has no steps");
}

/* ------------------------------------------------------------- the others */

static bool read_loop(struct reader *reader, json item, struct noe_saved_trace *trace) {
  trace->has_loop = item != NULL;
  if (!read_index(item, &trace->loop) || trace->loop >= (int64_t)trace->step_count)
    return fail(reader, "`loop` is not the number of a step");
  return true;
}

static bool read_kind(const char *name, enum noe_finding_kind *kind) {
  for (int i = NOE_FINDING_INVARIANT; name && i <= NOE_FINDING_CTLSTAR; i++) {
    *kind = (enum noe_finding_kind)i;
    if (!strcmp(name, noe_model_finding_kind_name(*kind)))
      return true;
  }
  return false;
}

static bool read_property(struct reader *reader, json object, struct noe_saved_trace *trace) {
  if (!object)
    return true;
  trace->has_property = true;
  if (!read_kind(text_of(noe_report_json_member(object, "kind")), &trace->kind))
    return fail(reader, "`property` has no known kind");
  if (!read_index(noe_report_json_member(object, "index"), &trace->property.index))
    return fail(reader, "`property` has no proper index");
  if (trace->kind == NOE_FINDING_DEADLOCK || trace->kind == NOE_FINDING_ASSERTION)
    return true;
  trace->property.name = text_of(noe_report_json_member(object, "name"));
  trace->property.is_property = true;
  if (!trace->property.name)
    return fail(reader, "`property` has no name");
  return read_arguments(reader, object, "`property`", &trace->property);
}

/* Only options that change what the model means: a trace that came from somewhere
 * else must not make us write files. */
static bool read_options(struct reader *reader, json list, struct noe_saved_trace *trace) {
  if (!list)
    return true;
  if (list->kind != NOE_JSON_ARRAY)
    return fail(reader, "`options` is not a list");
  const char **words = NOE_NEW_ARRAY(reader->arena, const char *, list->count + 1);
  for (json item = list->child; item; item = item->next) {
    const char *word = text_of(item) ? item->text : "";
    bool define = word[0] == '-' && word[1] == 'D' && word[2];
    bool meaning = word[0] == '-' && word[1] == '-' && noe_report_option_is_meaning(word + 2, strcspn(word + 2, "="));
    if (!define && !meaning)
      return fail(reader, "`options` holds something that does not belong there");
    words[trace->option_count++] = word;
  }
  trace->options = words;
  return true;
}

static bool read_branches(struct reader *reader, json list, struct noe_saved_trace *trace) {
  if (!list)
    return true;
  if (list->kind != NOE_JSON_ARRAY)
    return fail(reader, "`branches` is not a list");
  trace->branches = NOE_NEW_ARRAY(reader->arena, struct noe_saved_trace, list->count + 1);
  for (json item = list->child; item; item = item->next) {
    struct noe_saved_trace *branch = &trace->branches[trace->branch_count++];
    branch->model = trace->model;
    if (item->kind != NOE_JSON_OBJECT)
      return fail(reader, "`branches` holds something that is no run");
    if (!read_steps(reader, noe_report_json_member(item, "steps"), branch) ||
        !read_loop(reader, noe_report_json_member(item, "loop"), branch))
      return false;
  }
  return true;
}

static bool read_schema(struct reader *reader, json schema) {
  int64_t version = 1;
  if (schema && (schema->kind != NOE_JSON_INTEGER || schema->integer < 1))
    return fail(reader, "`schema` is not a number");
  if (schema)
    version = schema->integer;
  reader->has_elements = version > 1;
  return version <= NOE_TRACE_SCHEMA ||
         fail(reader, "it was written by a newer version of noether (schema %lld; this one reads up to %d)",
              (long long)version, NOE_TRACE_SCHEMA);
}

static bool read_trace(struct reader *reader, json object, struct noe_saved_trace *trace) {
  json failed = noe_report_json_member(object, "failed");
  trace->model = text_of(noe_report_json_member(object, "model"));
  trace->has_failed = failed != NULL;
  trace->has_fault = noe_report_json_member(object, "fault") != NULL;
  return read_schema(reader, noe_report_json_member(object, "schema")) &&
         read_options(reader, noe_report_json_member(object, "options"), trace) &&
         read_steps(reader, noe_report_json_member(object, "steps"), trace) &&
         read_loop(reader, noe_report_json_member(object, "loop"), trace) &&
         read_branches(reader, noe_report_json_member(object, "branches"), trace) &&
         (!failed || read_clause(reader, failed, "`failed`", &trace->failed)) &&
         read_property(reader, noe_report_json_member(object, "property"), trace);
}

/* The trace itself, or the first trace in the result of a check. */
static json find_trace(json root) {
  if (noe_report_json_member(root, "steps"))
    return root;
  json properties = noe_report_json_member(root, "properties");
  for (json item = properties && properties->kind == NOE_JSON_ARRAY ? properties->child : NULL; item; item = item->next)
    if (noe_report_json_member(item, "trace"))
      return noe_report_json_member(item, "trace");
  return NULL;
}

static bool read_root(struct reader *reader, json root, struct noe_saved_trace *trace) {
  json object = find_trace(root);
  if (object && object->kind == NOE_JSON_OBJECT)
    return read_trace(reader, object, trace);
  if (noe_report_json_member(root, "properties"))
    return fail(reader, "this result has no trace in it: nothing failed");
  return fail(reader, "this is JSON, but not a trace of noether");
}

struct noe_saved_trace *noe_report_trace_read(struct noe_arena *arena, const struct noe_source *source,
                                              struct noe_diagnostics *diagnostics, const char **error) {
  struct reader reader = {.arena = arena};
  struct noe_json_error mistake;
  struct noe_saved_trace *trace = NOE_NEW(arena, struct noe_saved_trace);
  json root = noe_report_json_parse(arena, source, (struct noe_span){0, (uint32_t)source->length}, &mistake);
  *error = NULL;
  if (!root) {
    noe_base_report(diagnostics, NOE_E_JSON, mistake.span, "%s", mistake.message);
    return NULL;
  }
  bool good = read_root(&reader, root, trace);
  *error = reader.error;
  return good ? trace : NULL;
}
