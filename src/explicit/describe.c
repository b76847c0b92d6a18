/* The symmetry that the search rested on, for the result. */
#include <string.h>

#include "explicit/search_int.h"

static const char *number_text(struct noe_search *search, const struct noe_number *number) {
  struct noe_text text = noe_base_text(search->task->memory);
  noe_base_number_print(number, &text);
  const char *copy = noe_base_arena_text(search->task->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return copy;
}

static struct noe_symmetric_type describe_type(const struct noe_search *search, const struct noe_type *type) {
  const struct noe_verdict_on_type *verdict = &search->system.proof->types[type->id];
  bool off = search->task->options->symmetry == NOE_SYMMETRY_OFF;
  enum noe_reason reason = off ? NOE_REASON_OFF : verdict->reason;
  struct noe_symmetric_type described = {.type = type, .used = !reason, .place = verdict->place};
  described.trusted = described.used && search->task->options->trust_symmetry;
  if (reason)
    described.reason = noe_symmetry_reason_text(reason);
  return described;
}

static void describe_types(struct noe_search *search) {
  const struct noe_model *model = search->model;
  struct noe_symmetric_type *types = NOE_NEW_ARRAY(search->task->arena, struct noe_symmetric_type, model->type_count);
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->kind == NOE_TYPE_SCALARSET)
      types[search->result->type_count++] = describe_type(search, model->types[i]);
  search->result->types = types;
}

void noe_explicit_describe_symmetry(struct noe_search *search) {
  static const char *const modes[] = {"exact", "fast", "off"};
  struct noe_result *result = search->result;
  struct noe_number order = noe_base_number(search->task->memory, 1);
  result->symmetry = modes[search->task->options->symmetry];
  describe_types(search);
  if (search->system.keys.symmetry)
    noe_symmetry_group_order(search->system.keys.symmetry, &order);
  result->group_order = number_text(search, &order);
  result->has_uneven_starts = search->system.keys.is_uneven;
  if (search->referee.orbits.exact && !search->system.keys.is_uneven)
    result->concrete_states = number_text(search, &search->referee.orbits.total);
  else
    result->concrete_states = NULL;
  noe_base_number_free(&order);
}
