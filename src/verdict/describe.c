/* The symmetry that a search rested on, for the result. */
#include <assert.h>
#include <string.h>

#include "verdict/findings.h"

static const char *number_text(const struct noe_task *task, const struct noe_number *number) {
  struct noe_text text = noe_base_text(task->memory);
  noe_base_number_print(number, &text);
  const char *copy = noe_base_arena_text(task->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return copy;
}

static struct noe_symmetric_type describe_type(const struct noe_system *system, const struct noe_type *type) {
  const struct noe_verdict_on_type *verdict = &system->proof->types[type->id];
  bool off = system->options->symmetry == NOE_SYMMETRY_OFF;
  enum noe_reason reason = off ? NOE_REASON_OFF : verdict->reason;
  struct noe_symmetric_type described = {.type = type, .used = !reason, .place = verdict->place};
  described.trusted = described.used && system->options->trust_symmetry;
  if (reason)
    described.reason = noe_symmetry_reason_text(reason);
  return described;
}

/* Classes of values that move together often have one name: it is said once. */
static bool is_said(const struct noe_result *result, const struct noe_symmetric_type *types,
                    const struct noe_type *type) {
  for (uint32_t i = 0; type->group && i < result->type_count; i++)
    if (types[i].type->group == type->group && !strcmp(types[i].type->name, type->name))
      return true;
  return false;
}

static void describe_types(const struct noe_task *task, const struct noe_system *system, struct noe_result *result) {
  const struct noe_model *model = system->model;
  struct noe_symmetric_type *types = NOE_NEW_ARRAY(task->arena, struct noe_symmetric_type, model->type_count);
  result->type_count = 0;
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->kind == NOE_TYPE_SCALARSET ||
        (noe_group_spans_class(model->types[i]) && !is_said(result, types, model->types[i])))
      types[result->type_count++] = describe_type(system, model->types[i]);
  result->types = types;
}

void noe_verdict_describe_symmetry(const struct noe_task *task, const struct noe_system *system,
                                   const struct noe_orbits *orbits, struct noe_result *result) {
  assert(system->proof && "what became of the scalarsets the proof says");
  static const char *const modes[] = {"exact", "fast", "off"};
  struct noe_number order = noe_base_number(task->memory, 1);
  result->symmetry = modes[task->options->symmetry];
  describe_types(task, system, result);
  if (system->keys.symmetry)
    noe_symmetry_group_order(system->keys.symmetry, &order);
  result->group_order = number_text(task, &order);
  result->has_uneven_starts = system->keys.is_uneven;
  bool is_known = orbits->exact && !system->keys.is_uneven && !task->model->roles;
  result->concrete_states = is_known ? number_text(task, &orbits->total) : NULL;
  noe_base_number_free(&order);
}
