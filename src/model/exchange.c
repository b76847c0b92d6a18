/* Values that stand for others of their class (see noe_model_machine_exchange).
 *
 * A permutation that moves only members of classes which nothing bound names changes
 * neither the state nor what is bound, hence no truth. So of the members of a class it
 * is enough to look at those that are bound and at the first one that is not. */
#include <assert.h>

#include "model/machine_int.h"

/* Named in a way that is not followed here: a part of a union, an element of a multiset. */
static bool is_obscure(const struct noe_type *type) {
  return type->kind == NOE_TYPE_UNION || type->kind == NOE_TYPE_SLOT;
}

static const uint16_t *classes(const struct noe_machine *machine, const struct noe_type *type) {
  return type->kind == NOE_TYPE_SCALARSET ? machine->exchange->class_of[type->id] : NULL;
}

void noe_model_note_bound(struct noe_machine *machine, const struct noe_type *type, int64_t value) {
  if (!machine->exchange || !type)
    return;
  if (is_obscure(type))
    machine->apart++;
  const uint16_t *class_of = classes(machine, type);
  if (!class_of || class_of[value] == NOE_NOT_EXCHANGED)
    return;
  assert(value >= type->low && value <= type->high && "a name is bound to a value of its type");
  struct noe_member member = {class_of[value], machine->exchange->rank_of[type->id][value]};
  for (uint32_t i = 0; i < machine->bound_count; i++)
    if (machine->bound[i].class == member.class && machine->bound[i].rank == member.rank)
      return;
  if (machine->bound_count == NOE_MOST_BOUND)
    machine->apart++;
  else
    machine->bound[machine->bound_count++] = member;
}

bool noe_model_is_another(const struct noe_machine *machine, const struct noe_type *type, int64_t value) {
  const uint16_t *class_of = classes(machine, type);
  if (machine->apart || machine->dirty || !class_of || class_of[value] == NOE_NOT_EXCHANGED)
    return false;
  uint16_t rank = machine->exchange->rank_of[type->id][value];
  uint32_t before = 0;
  for (uint32_t i = 0; i < machine->bound_count; i++) {
    if (machine->bound[i].class != class_of[value])
      continue;
    if (machine->bound[i].rank == rank)
      return false;
    before += machine->bound[i].rank < rank;
  }
  return before != rank;
}
