/* Claims about runs as terms: what permutations make of their atoms decides what they make of the claims. */
#include "model/visit.h"
#include "network/ground.h"

static bool is_slot(const struct noe_visit *visit, const struct noe_expr *expr) {
  return (expr->kind == NOE_EXPR_LOCAL || expr->kind == NOE_EXPR_REFERENCE) && expr->slot == visit->slot;
}

bool noe_ground_atom_reads(const struct noe_temporal *temporal, uint32_t atom, uint32_t variable) {
  const struct noe_visit visit = {.expr = is_slot, .slot = temporal->variables[variable].slot};
  return noe_model_visit_expr(&visit, temporal->atoms[atom]);
}

static uint64_t value_count(const struct noe_formula_variable *variable) {
  return variable->step == 1 && variable->low <= variable->high ? (uint64_t)variable->high - (uint64_t)variable->low + 1
                                                                : 0;
}

uint64_t noe_ground_atom_choices(const struct noe_temporal *temporal, uint32_t atom) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < temporal->variable_count; i++)
    if (noe_ground_atom_reads(temporal, atom, i) &&
        __builtin_mul_overflow(count, value_count(&temporal->variables[i]), &count))
      return UINT64_MAX;
  return count;
}

struct atom {
  struct noe_ground *ground;
  const struct noe_temporal *temporal;
  uint32_t number, prefix;
};

static void add_root(const struct atom *atom) {
  struct noe_ground *ground = atom->ground;
  struct noe_ground_value value = noe_ground_value(ground, atom->temporal->atoms[atom->number]);
  uint32_t parts[2] = {atom->prefix, 0};
  if (ground->failed)
    return;
  parts[1] = noe_ground_term(ground, &value, NOE_PLAIN_CLASS, 1, 0);
  if (!ground->failed)
    NOE_LIST_PUSH(ground->arena, &ground->roots, noe_ground_make(ground, NOE_TERM_SEQUENCE, 0, 0, parts, 2));
}

static void choose(const struct atom *atom, uint32_t variable) {
  struct noe_ground *ground = atom->ground;
  if (variable == atom->temporal->variable_count) {
    if (noe_ground_spend(ground, 4))
      add_root(atom);
    return;
  }
  const struct noe_formula_variable *chosen = &atom->temporal->variables[variable];
  if (!noe_ground_atom_reads(atom->temporal, atom->number, variable)) {
    choose(atom, variable + 1);
    return;
  }
  for (int64_t i = chosen->low; i <= chosen->high && !ground->failed; i++) {
    ground->frame[chosen->slot] = (struct noe_binding){.kind = NOE_BOUND_VALUE, .value = noe_ground_fixed(i)};
    choose(atom, variable + 1);
  }
}

/* Variables that run in steps are not looked at: there is no choice. */
void noe_ground_atoms(struct noe_ground *ground, const struct noe_clause *property, uint32_t prefix) {
  struct atom atom = {ground, property->temporal, 0, prefix};
  for (; atom.number < property->temporal->atom_count && !ground->failed; atom.number++) {
    if (!noe_ground_atom_choices(property->temporal, atom.number))
      noe_ground_fail(ground);
    else
      choose(&atom, 0);
  }
}
