#include "report/log_read.h"

#include <string.h>

#include "report/event_read.h"

typedef const struct noe_json_value *json;

struct reader {
  struct noe_demand_reader demands;
  const struct noe_source *source;
  struct noe_diagnostics *diagnostics;
  uint64_t gap, wider; /* of lines that do not say; what lines without rule and state have added */
  NOE_LIST(struct noe_log_line) lines;
};

static const char *const keys[] = {"rule", "kind", "arguments", "state", "gap"};
enum { KEYS = sizeof keys / sizeof *keys, SHORTEST_SLIP = 4 };

/* Unknown keys are nobody's business, but a slip of the pen would go unnoticed. */
static void look_for_slips(struct reader *reader, json object) {
  for (json item = object->child; item; item = item->next) {
    bool known = false;
    for (size_t i = 0; i < KEYS; i++)
      known = known || !strcmp(item->key, keys[i]);
    const char *near = known || strlen(item->key) < SHORTEST_SLIP ? NULL : noe_base_suggest(item->key, keys, KEYS);
    if (!near)
      continue;
    noe_base_report(reader->diagnostics, NOE_W_KEY, item->key_span, "the key \"%s\" is passed over", item->key);
    noe_base_hint(reader->diagnostics, "did you mean \"%s\"?", near);
  }
}

static json expect(struct reader *reader, json object, const char *key, enum noe_json_kind kind, const char *what) {
  json item = noe_report_json_member(object, key);
  if (!item || item->kind == kind)
    return item;
  noe_base_report(reader->diagnostics, NOE_E_LOG, item->span, "\"%s\" is %s, not %s", key, what,
                  noe_report_json_kind_name(item));
  return NULL;
}

/* ------------------------------------------------------------------ events */

static void unknown_rule(struct reader *reader, json rule) {
  const struct noe_model *model = reader->demands.model;
  size_t count = 0;
  const char **titles = NOE_NEW_ARRAY(reader->demands.arena, const char *, model->rule_count + model->start_count);
  for (uint32_t i = 0; i < model->rule_count; i++)
    titles[count++] = model->rules[i].title;
  for (uint32_t i = 0; i < model->start_count; i++)
    titles[count++] = model->starts[i].title;
  noe_base_report(reader->diagnostics, NOE_E_LOG, rule->span, "the model has no rule \"%s\"", rule->text);
  const char *near = noe_base_suggest(rule->text, titles, count);
  if (near)
    noe_base_hint(reader->diagnostics, "did you mean \"%s\"?", near);
  else
    noe_base_hint(reader->diagnostics, "if the model has another name for it: --map \"%s=NAME\"", rule->text);
}

static void bad_argument(struct reader *reader, json argument) {
  noe_base_report(reader->diagnostics, NOE_E_LOG, argument->span, "`%s` cannot have this value", argument->key);
}

/* Looks for the rule under one of the kinds. */
static enum noe_event_problem find_event(struct reader *reader, json rule, json arguments, enum noe_clause_kind kind,
                                         struct noe_log_line *line, json *wrong) {
  struct noe_clause_query query = {
      .kind = kind, .name = rule->text, .index = -1, .arguments = arguments, .has_elements = true};
  line->is_start = kind == NOE_CLAUSE_START;
  return noe_report_event_read(&reader->demands, &query, &line->event, wrong);
}

static void read_event(struct reader *reader, json object, struct noe_log_line *line) {
  json rule = expect(reader, object, "rule", NOE_JSON_STRING, "the name of a rule");
  json kind = expect(reader, object, "kind", NOE_JSON_STRING, "\"rule\" or \"startstate\"");
  json arguments = expect(reader, object, "arguments", NOE_JSON_OBJECT, "an object, by parameter"), wrong = NULL;
  bool start = kind && !strcmp(kind->text, "startstate");
  line->has_event = rule != NULL;
  if (kind && !start && strcmp(kind->text, "rule"))
    noe_base_report(reader->diagnostics, NOE_E_LOG, kind->span, "a kind is \"rule\" or \"startstate\"");
  if (!rule) {
    if (arguments || start)
      noe_base_report(reader->diagnostics, NOE_E_LOG, arguments ? arguments->key_span : kind->span,
                      "this line does not say which rule it is about");
    return;
  }
  line->event_span = rule->span;
  enum noe_event_problem problem = NOE_EVENT_NO_CLAUSE;
  if (!start)
    problem = find_event(reader, rule, arguments, NOE_CLAUSE_RULE, line, &wrong);
  if (problem == NOE_EVENT_NO_CLAUSE && (start || !kind))
    problem = find_event(reader, rule, arguments, NOE_CLAUSE_START, line, &wrong);
  if (problem == NOE_EVENT_NO_CLAUSE)
    unknown_rule(reader, rule);
  if (problem == NOE_EVENT_NO_VALUE)
    bad_argument(reader, wrong);
}

/* ------------------------------------------------------------------- lines */

/* The larger of both sums and numbers: any number stays any number. */
static uint64_t widen(uint64_t a, uint64_t b) { return a > NOE_ANY_GAP - b ? NOE_ANY_GAP : a + b; }

/* False if the line does not say. */
static bool read_gap(struct reader *reader, json object, uint64_t *gap) {
  json item = noe_report_json_member(object, "gap");
  if (!item)
    return false;
  *gap = item->kind == NOE_JSON_TRUE ? NOE_ANY_GAP : (uint64_t)item->integer;
  bool good = item->kind == NOE_JSON_TRUE || (item->kind == NOE_JSON_INTEGER && item->integer >= 0);
  if (!good)
    noe_base_report(reader->diagnostics, NOE_E_LOG, item->span, "a gap is a number of firings, or true for any number");
  return good;
}

static void read_object(struct reader *reader, json object, uint32_t number, struct noe_span span) {
  struct noe_log_line line = {.number = number, .span = span, .gap = reader->gap};
  bool has_gap = read_gap(reader, object, &line.gap);
  look_for_slips(reader, object);
  read_event(reader, object, &line);
  json state = expect(reader, object, "state", NOE_JSON_OBJECT, "an object, by variable");
  if (state)
    line.state = noe_report_demands_read(&reader->demands, state);
  if (!line.has_event && !noe_report_json_member(object, "state")) {
    reader->wider = widen(reader->wider, has_gap ? line.gap : 0);
    return;
  }
  if (line.is_start && line.has_event && reader->lines.count)
    noe_base_report(reader->diagnostics, NOE_E_LOG, line.event_span, "a start state can only be in the first line");
  line.gap = widen(line.gap, reader->wider);
  reader->wider = 0;
  NOE_LIST_PUSH(reader->demands.arena, &reader->lines, line);
}

static bool is_blank(const struct noe_source *source, struct noe_span span) {
  for (uint32_t i = span.begin; i < span.end; i++)
    if (!strchr(" \t\r\n", source->bytes[i]) || !source->bytes[i])
      return false;
  return true;
}

static void read_line(struct reader *reader, uint32_t number) {
  const struct noe_source *source = reader->source;
  struct noe_json_error error;
  struct noe_span span = {source->lines[number - 1],
                          number < source->line_count ? source->lines[number] : (uint32_t)source->length};
  while (span.end > span.begin && strchr("\r\n", source->bytes[span.end - 1]) && source->bytes[span.end - 1])
    span.end--;
  if (is_blank(source, span))
    return;
  json object = noe_report_json_parse(reader->demands.arena, source, span, &error);
  if (!object) {
    bool is_first = !reader->lines.count && !noe_base_error_count(reader->diagnostics);
    noe_base_report(reader->diagnostics, NOE_E_JSON, error.span, "%s", error.message);
    if (is_first)
      noe_base_hint(reader->diagnostics, "each line of a log is one object, such as {\"rule\": \"enter\"}");
  } else if (object->kind != NOE_JSON_OBJECT)
    noe_base_report(reader->diagnostics, NOE_E_LOG, object->span, "a line of a log is an object, not %s",
                    noe_report_json_kind_name(object));
  else
    read_object(reader, object, number, span);
}

struct noe_log noe_report_log_read(struct noe_arena *arena, const struct noe_model *model,
                                   const struct noe_names *names, const struct noe_source *source, uint64_t gap,
                                   struct noe_diagnostics *diagnostics) {
  struct reader reader = {.demands = {.arena = arena, .model = model, .names = names, .diagnostics = diagnostics},
                          .source = source,
                          .diagnostics = diagnostics,
                          .gap = gap};
  for (size_t i = 1; i <= source->line_count && noe_base_error_count(diagnostics) < NOE_DIAGNOSTIC_LIMIT; i++)
    read_line(&reader, (uint32_t)i);
  return (struct noe_log){reader.lines.items, (uint32_t)reader.lines.count};
}
