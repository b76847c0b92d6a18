#include "system/enabled.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"

enum { FIRST_ITEMS = 64, FIRST_ARGUMENTS = 128 };

/* So many are listed before somebody gets to see them, if nobody wants all of them. */
#ifdef NOE_HOSTILE
enum { MOST_LISTED = 3 };
#else
enum { MOST_LISTED = 4096 };
#endif

struct noe_enabled noe_system_enabled(struct noe_memory *memory, struct noe_machine *machine,
                                      const struct noe_model *model) {
  struct noe_enabled enabled = {.memory = memory, .machine = machine, .model = model};
  return enabled;
}

void noe_system_enabled_free(struct noe_enabled *enabled) {
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
    enabled->arguments = noe_base_realloc(enabled->memory, enabled->arguments, capacity * sizeof *enabled->arguments);
    enabled->argument_capacity = capacity;
  }
}

/* Instances come in the order of their clauses, each with arguments of its own; where priorities were compared, some
 * have gone. */
const char *noe_system_enabled_check(const struct noe_enabled *enabled) {
  if (enabled->count > enabled->capacity || enabled->argument_count > enabled->argument_capacity)
    return "there are more instances, or arguments, than room for them";
  for (size_t i = 0; i < enabled->count; i++) {
    const struct noe_enabled_item *item = &enabled->items[i];
    const size_t end = i + 1 < enabled->count ? item[1].arguments : enabled->argument_count;
    if (item->arguments > end || end - item->arguments < item->clause->parameter_count)
      return "an instance has arguments of another one";
    if (i && item->clause < item[-1].clause)
      return "instances are not in the order of their clauses";
  }
  return NULL;
}

struct visit {
  struct noe_enabled *enabled;
  noe_guard_failed failed;
  noe_enabled_visit each; /* NULL: they are listed, and no more */
  void *context;
  size_t most; /* to be listed at once; SIZE_MAX: all of them */
};

/* Hands the list over. Executions take no notice of what can be exchanged. */
static bool hand_over(struct visit *visit) {
  struct noe_enabled *enabled = visit->enabled;
  bool go_on = true;
  NOE_COSTLY(!noe_system_enabled_check(enabled) && "each instance has its own arguments");
  noe_model_machine_exchange(enabled->machine, NULL);
  for (size_t i = 0; i < enabled->count && go_on; i++)
    go_on = visit->each(visit->context, enabled->items[i].clause, noe_enabled_arguments(enabled, i));
  noe_model_machine_exchange(enabled->machine, enabled->exchange);
  enabled->count = enabled->argument_count = 0;
  return go_on;
}

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
    memcpy(enabled->arguments + enabled->argument_count, arguments, clause->parameter_count * sizeof *arguments);
  enabled->argument_count += clause->parameter_count;
  return !visit->each || enabled->count < visit->most || hand_over(visit);
}

/* What a clause has is handed over before the next one is looked at: somebody may be content with it. */
static bool collect(struct visit *visit, const struct noe_clause *clauses, uint32_t count, const uint8_t *skip,
                    const int64_t *state) {
  struct noe_enabled *enabled = visit->enabled;
  enabled->count = enabled->argument_count = 0;
  enabled->order = false;
  noe_model_machine_exchange(enabled->machine, enabled->exchange);
  bool done = true;
  for (uint32_t i = 0; i < count && done; i++)
    done = (skip && skip[i]) ||
           (noe_model_machine_instances(enabled->machine, &clauses[i], state, visit_instance, visit) &&
            (visit->most == SIZE_MAX || !enabled->count || hand_over(visit)));
  noe_model_machine_exchange(enabled->machine, NULL);
  return done;
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
  assert(!kept == !enabled->count && "of enabled instances some have the least priority");
  enabled->count = kept;
}

static bool collect_rules(struct visit *visit, const int64_t *state) {
  const struct noe_model *model = visit->enabled->model;
  assert((!visit->enabled->skip || !model->has_priorities) && "where priorities are compared no rule is left out");
  if (!collect(visit, model->rules, model->rule_count, visit->enabled->skip, state))
    return false;
  if (model->has_priorities)
    keep_first_priority(visit->enabled);
  NOE_COSTLY(!noe_system_enabled_check(visit->enabled) && "what is left is in order");
  return true;
}

static bool collect_starts(struct visit *visit) {
  const struct noe_model *model = visit->enabled->model;
  return collect(visit, model->starts, model->start_count, NULL, NULL);
}

/* What is still listed, when there are no more. */
static bool hand_over_rest(struct visit *visit) {
  bool done = hand_over(visit);
  noe_model_machine_exchange(visit->enabled->machine, NULL);
  return done;
}

bool noe_system_enabled_rules(struct noe_enabled *enabled, const int64_t *state, noe_guard_failed failed,
                              void *context) {
  assert(state && "rules are enabled in a state");
  return collect_rules(&(struct visit){.enabled = enabled, .failed = failed, .context = context, .most = SIZE_MAX},
                       state);
}

bool noe_system_enabled_starts(struct noe_enabled *enabled, noe_guard_failed failed, void *context) {
  return collect_starts(&(struct visit){.enabled = enabled, .failed = failed, .context = context, .most = SIZE_MAX});
}

bool noe_system_enabled_each(struct noe_enabled *enabled, const int64_t *state, noe_guard_failed failed,
                             noe_enabled_visit each, void *context) {
  struct visit visit = {enabled, failed, each, context, enabled->model->has_priorities ? SIZE_MAX : MOST_LISTED};
  return collect_rules(&visit, state) && hand_over_rest(&visit);
}

bool noe_system_enabled_each_start(struct noe_enabled *enabled, noe_guard_failed failed, noe_enabled_visit each,
                                   void *context) {
  struct visit visit = {enabled, failed, each, context, MOST_LISTED};
  return collect_starts(&visit) && hand_over_rest(&visit);
}
