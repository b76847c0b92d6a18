#include "explicit/enabled.h"

#include <string.h>

enum { FIRST_ITEMS = 64, FIRST_ARGUMENTS = 128 };

struct noe_enabled noe_explicit_enabled(struct noe_memory *memory, struct noe_machine *machine,
                                        const struct noe_model *model) {
  struct noe_enabled enabled = {.memory = memory, .machine = machine, .model = model};
  return enabled;
}

void noe_explicit_enabled_free(struct noe_enabled *enabled) {
  noe_base_free(enabled->memory, enabled->items);
  noe_base_free(enabled->memory, enabled->arguments);
  enabled->items = NULL;
  enabled->arguments = NULL;
}

static void make_room(struct noe_enabled *enabled, uint32_t arguments) {
  if (enabled->count == enabled->capacity) {
    size_t capacity = enabled->capacity ? enabled->capacity * 2 : FIRST_ITEMS;
    enabled->items = noe_base_realloc(enabled->memory, enabled->items, capacity * sizeof *enabled->items);
    enabled->capacity = capacity;
  }
  if (!enabled->arguments || enabled->argument_capacity - enabled->argument_count < arguments) {
    size_t capacity = enabled->argument_capacity * 2 + arguments + FIRST_ARGUMENTS;
    enabled->arguments =
        noe_base_realloc(enabled->memory, enabled->arguments, capacity * sizeof *enabled->arguments);
    enabled->argument_capacity = capacity;
  }
}

struct visit {
  struct noe_enabled *enabled;
  noe_guard_failed failed;
  void *context;
};

static bool visit_instance(void *context, const struct noe_clause *clause, const int64_t *arguments,
                           enum noe_outcome outcome) {
  struct visit *visit = context;
  struct noe_enabled *enabled = visit->enabled;
  if (outcome == NOE_OUTCOME_ORDER || outcome == NOE_OUTCOME_STOPPED) {
    enabled->order = outcome == NOE_OUTCOME_ORDER;
    return false;
  }
  if (outcome == NOE_OUTCOME_FAULT)
    return !visit->failed || visit->failed(visit->context, clause, arguments);
  if (outcome != NOE_OUTCOME_TRUE)
    return true;
  make_room(enabled, clause->parameter_count);
  enabled->items[enabled->count++] = (struct noe_enabled_item){clause, enabled->argument_count};
  if (clause->parameter_count)
    memcpy(enabled->arguments + enabled->argument_count, arguments,
           clause->parameter_count * sizeof *arguments);
  enabled->argument_count += clause->parameter_count;
  return true;
}

static bool collect(struct noe_enabled *enabled, const struct noe_clause *clauses, uint32_t count,
                    const uint8_t *skip, const int64_t *state, noe_guard_failed failed, void *context) {
  struct visit visit = {enabled, failed, context};
  enabled->count = enabled->argument_count = 0;
  enabled->order = false;
  for (uint32_t i = 0; i < count; i++)
    if (!(skip && skip[i]) &&
        !noe_model_machine_instances(enabled->machine, &clauses[i], state, visit_instance, &visit))
      return false;
  return true;
}

/* Keeps those with the least priority number. */
static void keep_first_priority(struct noe_enabled *enabled) {
  int64_t least = INT64_MAX;
  for (size_t i = 0; i < enabled->count; i++)
    if (enabled->items[i].clause->priority < least)
      least = enabled->items[i].clause->priority;
  size_t kept = 0;
  for (size_t i = 0; i < enabled->count; i++)
    if (enabled->items[i].clause->priority == least)
      enabled->items[kept++] = enabled->items[i];
  enabled->count = kept;
}

bool noe_explicit_enabled_rules(struct noe_enabled *enabled, const int64_t *state, noe_guard_failed failed,
                                void *context) {
  const struct noe_model *model = enabled->model;
  if (!collect(enabled, model->rules, model->rule_count, enabled->skip, state, failed, context))
    return false;
  if (model->has_priorities)
    keep_first_priority(enabled);
  return true;
}

bool noe_explicit_enabled_starts(struct noe_enabled *enabled, noe_guard_failed failed, void *context) {
  const struct noe_model *model = enabled->model;
  return collect(enabled, model->starts, model->start_count, NULL, NULL, failed, context);
}
