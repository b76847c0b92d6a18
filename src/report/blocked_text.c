/* Why no rule leads out of a state, for people. */
#include "model/blocked.h"
#include "report/escape.h"
#include "report/why_int.h"

enum { MOST_RULES = 12, MOST_GROUPS_OF_RULE = 3, MOST_TUPLES = 3 };

/* ` for p = Proc_1..Proc_3`: which instances of the rule are meant, unless it has but one. */
static void write_instances(const struct noe_why_writer *writer, const struct noe_blocked *group) {
  const struct noe_clause *rule = group->rule;
  if (!rule->parameter_count || group->kind == NOE_BLOCKED_NO_ELEMENT)
    return;
  if (group->count == group->total && group->total > 1) {
    const char *before = ", for every ";
    for (uint32_t i = 0; i < rule->binder_count; i++)
      if (rule->binders[i].kind <= NOE_BINDER_CHOOSE) {
        noe_base_text_printf(writer->out, "%s%s", before, rule->binders[i].name);
        before = ", ";
      }
    return;
  }
  size_t shown = group->arguments.count > MOST_TUPLES ? MOST_TUPLES : group->arguments.count;
  for (size_t i = 0; i < shown; i++) {
    noe_base_text_puts(writer->out, i ? "; " : ", for ");
    noe_report_arguments(writer->report->model, rule, group->arguments.items[i], writer->state, writer->out);
  }
  if (group->count > shown)
    noe_base_text_printf(writer->out, " and %llu more", (unsigned long long)(group->count - shown));
}

/* A rule with one parameter: its values stand for the instances. */
static bool write_values(const struct noe_why_writer *writer, const struct noe_blocked *group) {
  const struct noe_clause *rule = group->rule;
  const struct noe_binder *binder = NULL;
  for (uint32_t i = 0; i < rule->binder_count && !binder; i++)
    if (rule->binders[i].kind <= NOE_BINDER_CHOOSE)
      binder = &rule->binders[i];
  bool is_whole = group->count == group->total || group->count != group->arguments.count;
  if (rule->parameter_count != 1 || binder->kind != NOE_BINDER_RANGE || binder->step < 0 || is_whole)
    return false;
  int64_t *values = NOE_NEW_ARRAY(writer->arena, int64_t, group->arguments.count);
  for (size_t i = 0; i < group->arguments.count; i++)
    values[i] = group->arguments.items[i][0];
  noe_base_text_printf(writer->out, ", for %s = ", binder->name);
  noe_report_values(binder->type, values, group->arguments.count, writer->out);
  return true;
}

static void write_empty(const struct noe_why_writer *writer, const struct noe_clause *rule) {
  for (uint32_t i = 0; i < rule->binder_count; i++)
    if (rule->binders[i].kind == NOE_BINDER_CHOOSE) {
      noe_base_text_puts(writer->out, "      `");
      noe_report_escape_plain(writer->out, noe_report_why_source(writer, rule->binders[i].value));
      noe_base_text_puts(writer->out, "` has no element\n");
      return;
    }
  noe_base_text_puts(writer->out, "      it has no instances\n");
}

static void write_blocked(struct noe_why_writer *writer, const struct noe_blocked *group) {
  noe_base_text_puts(writer->out, "    ");
  noe_report_instance(writer->report->model, group->rule, NULL, NULL, writer->out);
  if (group->rule->name) {
    noe_base_text_puts(writer->out, " ");
    noe_report_link(writer->report, group->rule->place.line, writer->out);
    noe_base_text_printf(writer->out, "(line %u)", group->rule->place.line);
    noe_report_link_end(writer->report, writer->out);
  }
  if (!write_values(writer, group))
    write_instances(writer, group);
  noe_base_text_puts(writer->out, ":\n");
  writer->lines = NOE_MOST_WHY_LINES;
  writer->speaks_of_all = group->count > 1;
  writer->hides_values = group->varies;
  switch (group->kind) {
  case NOE_BLOCKED_GUARD:
    noe_report_why_parts(writer, &group->why, 2);
    if (!group->why.parts.count)
      noe_base_text_puts(writer->out, "      its guard is false\n");
    break;
  case NOE_BLOCKED_STUTTERS: noe_base_text_puts(writer->out, "      it can fire, but changes nothing\n"); break;
  case NOE_BLOCKED_DISCARDED:
    noe_base_text_puts(writer->out, "      it can fire, but an assumption drops what comes of it\n");
    break;
  case NOE_BLOCKED_NO_ELEMENT: write_empty(writer, group->rule); break;
  }
}

void noe_report_blocked(const struct noe_report *report, const int64_t *state, struct noe_text *out) {
  struct noe_arena *arena = noe_base_arena_new(report->memory);
  struct noe_why_writer writer = {.report = report, .arena = arena, .out = out, .knows_names = true, .state = state};
  struct noe_blockade blockade;
  uint32_t rules = 0, groups = 0;
  noe_model_blocked(arena, report->model, state, &blockade);
  noe_base_text_puts(out, "  why no rule can go on, those first that are nearest to it:\n");
  for (size_t i = 0; i < blockade.groups.count; i++) {
    bool is_new = !i || blockade.groups.items[i].rule != blockade.groups.items[i - 1].rule;
    rules += is_new;
    groups = is_new ? 0 : groups + 1;
    if (rules <= MOST_RULES && groups < MOST_GROUPS_OF_RULE)
      write_blocked(&writer, &blockade.groups.items[i]);
  }
  if (rules > MOST_RULES)
    noe_base_text_printf(out, "    ... and %u more rules\n", rules - MOST_RULES);
  noe_base_arena_delete(arena);
}
