/* Explanations as JSON: the parts that decide a condition, as a tree. */
#include "model/blocked.h"
#include "model/print.h"
#include "report/why_json.h"

/* More than any condition that somebody wrote by hand. */
enum { MOST_BYTES = 4000, MOST_ARGUMENTS = 16 };

struct writer {
  const struct noe_report *report;
  struct noe_arena *arena;
  struct noe_json *json;
};

static void parts(const struct writer *writer, const struct noe_why *why);

static const char *source_text(const struct writer *writer, const struct noe_expr *expr) {
  return noe_report_excerpt(writer->report, writer->arena, expr, MOST_BYTES);
}

static void operands(const struct writer *writer, const struct noe_why *why) {
  noe_report_json_key(writer->json, "operands");
  noe_report_json_begin(writer->json, '[', true);
  for (size_t i = 0; i < why->operands.count; i++) {
    const struct noe_why_operand *operand = &why->operands.items[i];
    noe_report_json_begin(writer->json, '{', true);
    noe_report_json_put_string(writer->json, "text", source_text(writer, operand->expr));
    noe_report_json_put_string(writer->json, "name", operand->path);
    noe_report_json_put_string(writer->json, "value", operand->value);
    noe_report_json_end(writer->json, '}');
  }
  noe_report_json_end(writer->json, ']');
}

static void values(const struct writer *writer, const struct noe_why *why) {
  struct noe_text text = noe_base_text(writer->report->memory);
  noe_report_json_key(writer->json, "values");
  noe_report_json_begin(writer->json, '[', true);
  for (size_t i = 0; i < why->values.count; i++) {
    noe_base_text_clear(&text);
    if (why->type)
      noe_model_print_value(why->type, why->values.items[i], &text);
    else
      noe_base_text_number(&text, why->values.items[i]);
    noe_report_json_string(writer->json, noe_base_text_string(&text));
  }
  noe_report_json_end(writer->json, ']');
  noe_base_text_free(&text);
}

static void condition(const struct writer *writer, const struct noe_why *why) {
  static const char *const kinds[] = {[NOE_WHY_LEAF] = "condition",
                                      [NOE_WHY_CALL] = "call",
                                      [NOE_WHY_WITNESS] = "witness",
                                      [NOE_WHY_EVERY] = "every",
                                      [NOE_WHY_GROUP] = "group"};
  bool is_bound = why->kind == NOE_WHY_WITNESS || why->kind == NOE_WHY_GROUP;
  noe_report_json_begin(writer->json, '{', false);
  noe_report_json_put_string(writer->json, "kind", kinds[why->kind]);
  noe_report_json_put_string(writer->json, "text", source_text(writer, why->expr));
  noe_report_json_put_unsigned(writer->json, "line", why->expr->place.line);
  noe_report_json_put_bool(writer->json, "value", why->value);
  if (is_bound || why->kind == NOE_WHY_EVERY)
    noe_report_json_put_string(writer->json, "bound", why->expr->name);
  if (is_bound)
    values(writer, why);
  else if (why->kind != NOE_WHY_EVERY)
    operands(writer, why);
  if (why->left_out)
    noe_report_json_put_unsigned(writer->json, "left_out", why->left_out);
  if (why->parts.count)
    parts(writer, why);
  noe_report_json_end(writer->json, '}');
}

static void parts(const struct writer *writer, const struct noe_why *why) {
  noe_report_json_key(writer->json, "parts");
  noe_report_json_begin(writer->json, '[', false);
  for (size_t i = 0; i < why->parts.count; i++)
    condition(writer, &why->parts.items[i]);
  noe_report_json_end(writer->json, ']');
}

/* -------------------------------------------------------------- deadlocks */

static void instances(const struct writer *writer, const struct noe_blocked *group, const int64_t *state) {
  struct noe_text text = noe_base_text(writer->report->memory);
  noe_report_json_key(writer->json, "instances");
  noe_report_json_begin(writer->json, '[', true);
  for (size_t i = 0; i < group->arguments.count && i < MOST_ARGUMENTS; i++) {
    noe_base_text_clear(&text);
    noe_report_arguments(writer->report->model, group->rule, group->arguments.items[i], state, &text);
    noe_report_json_string(writer->json, noe_base_text_string(&text));
  }
  noe_report_json_end(writer->json, ']');
  noe_base_text_free(&text);
}

static void blocked(const struct writer *writer, const struct noe_blocked *group, const int64_t *state) {
  static const char *const reasons[] = {[NOE_BLOCKED_GUARD] = "guard",
                                        [NOE_BLOCKED_STUTTERS] = "changes nothing",
                                        [NOE_BLOCKED_DISCARDED] = "assumption",
                                        [NOE_BLOCKED_NO_ELEMENT] = "no element"};
  noe_report_json_begin(writer->json, '{', false);
  noe_report_json_put_string(writer->json, "rule", group->rule->title);
  noe_report_json_put_unsigned(writer->json, "line", group->rule->place.line);
  noe_report_json_put_string(writer->json, "reason", reasons[group->kind]);
  noe_report_json_put_unsigned(writer->json, "count", group->count);
  instances(writer, group, state);
  parts(writer, &group->why);
  noe_report_json_end(writer->json, '}');
}

static void deadlock(const struct writer *writer, const int64_t *state) {
  struct noe_blockade blockade;
  noe_model_blocked(writer->arena, writer->report->model, state, &blockade);
  noe_report_json_begin(writer->json, '{', false);
  noe_report_json_key(writer->json, "rules");
  noe_report_json_begin(writer->json, '[', false);
  for (size_t i = 0; i < blockade.groups.count; i++)
    blocked(writer, &blockade.groups.items[i], state);
  noe_report_json_end(writer->json, ']');
  noe_report_json_end(writer->json, '}');
}

/* ---------------------------------------------------------------- surveys */

static void survey_json(const struct writer *writer, const struct noe_survey *survey) {
  struct noe_json *json = writer->json;
  const struct noe_place *place = survey->implication ? &survey->implication->place : &survey->clause->place;
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_string(json, survey->implication ? "property" : "rule", survey->clause->title);
  noe_report_json_put_unsigned(json, "line", place->line);
  noe_report_json_put_unsigned(json, "instances", survey->instances);
  noe_report_json_key(json, "conjuncts");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; i < survey->count; i++) {
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_string(json, "text", source_text(writer, survey->conjuncts[i]));
    noe_report_json_put_bool(json, "ever_true", survey->once >> i & 1);
    noe_report_json_put_bool(json, "missing", survey->instances && survey->least >> i & 1);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
}

void noe_report_surveys_json(struct noe_json *json, const struct noe_report *report) {
  struct writer writer = {report, noe_base_arena_new(report->memory), json};
  noe_report_json_key(json, "never_true");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; report->result && i < report->result->survey_count; i++)
    survey_json(&writer, &report->result->surveys[i]);
  noe_report_json_end(json, ']');
  noe_base_arena_delete(writer.arena);
}

/* ---------------------------------------------------------------- entries */

void noe_report_why_json(struct noe_json *json, const struct noe_report *report, const struct noe_finding *finding) {
  const struct noe_trace *trace = finding->trace;
  bool has_state = trace && trace->count && !trace->has_fault && trace->steps[trace->count - 1].state;
  bool is_claim = finding->clause && (finding->kind == NOE_FINDING_INVARIANT || finding->kind == NOE_FINDING_LIVENESS);
  struct writer writer = {report, noe_base_arena_new(report->memory), json};
  const int64_t *state = has_state ? trace->steps[trace->count - 1].state : NULL;
  const struct noe_why *why = NULL;
  noe_report_json_key(json, "why");
  if (has_state && is_claim)
    why = noe_model_why(writer.arena, report->model, finding->clause, finding->arguments, state);
  if (why) {
    noe_report_json_begin(json, '{', false);
    parts(&writer, why);
    noe_report_json_end(json, '}');
  } else if (has_state && finding->kind == NOE_FINDING_DEADLOCK)
    deadlock(&writer, state);
  else
    noe_report_json_null(json);
  noe_base_arena_delete(writer.arena);
}

static void call_json(struct noe_json *json, const struct noe_why_call *call) {
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "name", call->function->name);
  noe_report_json_put_unsigned(json, "line", call->place.line);
  noe_report_json_key(json, "arguments");
  noe_report_json_begin(json, '{', true);
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    noe_report_json_put_string(json, call->function->parameters[i].name, call->values[i]);
  noe_report_json_end(json, '}');
  noe_report_json_end(json, '}');
}

void noe_report_autopsy_json(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace) {
  struct writer writer = {report, noe_base_arena_new(report->memory), json};
  struct noe_autopsy autopsy;
  bool says = noe_model_autopsy(writer.arena, report->model, trace, &autopsy);
  noe_report_json_key(json, "calls");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; says && i < autopsy.call_count; i++)
    call_json(json, &autopsy.calls[i]);
  noe_report_json_end(json, ']');
  noe_report_json_key(json, "why");
  if (says && autopsy.condition) {
    noe_report_json_begin(json, '{', false);
    parts(&writer, autopsy.condition);
    noe_report_json_end(json, '}');
  } else
    noe_report_json_null(json);
  noe_base_arena_delete(writer.arena);
}
