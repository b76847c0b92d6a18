#include "model/demand.h"

#include <string.h>

#include "model/value.h"

/* ---------------------------------------------------------------- pairing */

/* Elements are paired with demands by augmenting paths, as in bipartite matching. */
struct pairing {
  struct noe_memory *memory;
  const struct noe_demand *demand;
  const int64_t *cells;
  uint32_t *partner; /* by slot: 1 + the demand it is paired with, or 0 */
  bool *tried;       /* by slot, in the search for one path */
};

static const int64_t *element(const struct pairing *pairing, uint32_t slot) {
  return pairing->cells + (size_t)slot * pairing->demand->type->stride + 1;
}

/* Finds a slot for demand number `wanted`; those that have one may have to move. */
static bool place(struct pairing *pairing, uint32_t wanted) {
  const struct noe_demand *demand = pairing->demand;
  for (uint32_t slot = 0; slot < demand->element_count; slot++) {
    if (pairing->tried[slot] ||
        noe_model_demands_unmet(pairing->memory, &demand->elements[wanted], element(pairing, slot)))
      continue;
    pairing->tried[slot] = true;
    if (!pairing->partner[slot] || place(pairing, pairing->partner[slot] - 1)) {
      pairing->partner[slot] = wanted + 1;
      return true;
    }
  }
  return false;
}

static bool pair_all(struct pairing *pairing) {
  uint32_t count = pairing->demand->element_count;
  for (uint32_t i = 0; i < count; i++) {
    memset(pairing->tried, 0, count * sizeof *pairing->tried);
    if (!place(pairing, i))
      return false;
  }
  return true;
}

/* Present slots come first in a state. */
static bool has_size(const struct noe_type *type, const int64_t *cells, uint32_t count) {
  return count <= type->capacity && (!count || noe_model_is_present(cells + (size_t)(count - 1) * type->stride)) &&
         (count == type->capacity || !noe_model_is_present(cells + (size_t)count * type->stride));
}

static bool multiset_is_met(struct noe_memory *memory, const struct noe_demand *demand, const int64_t *cells) {
  uint32_t count = demand->element_count;
  if (!has_size(demand->type, cells, count) || !count)
    return has_size(demand->type, cells, count);
  struct pairing pairing = {.memory = memory, .demand = demand, .cells = cells};
  pairing.partner = noe_base_alloc(memory, count * (sizeof *pairing.partner + sizeof *pairing.tried));
  pairing.tried = (bool *)(pairing.partner + count);
  bool met = pair_all(&pairing);
  noe_base_free(memory, pairing.partner);
  return met;
}

/* ---------------------------------------------------------------- demands */

bool noe_model_demand_is_met(struct noe_memory *memory, const struct noe_demand *demand, const int64_t *cells) {
  if (demand->never)
    return false;
  if (demand->type->kind == NOE_TYPE_MULTISET)
    return multiset_is_met(memory, demand, cells + demand->cell);
  return cells[demand->cell] == demand->value;
}

uint32_t noe_model_demands_unmet(struct noe_memory *memory, const struct noe_demands *demands, const int64_t *cells) {
  uint32_t unmet = 0;
  for (uint32_t i = 0; i < demands->count; i++)
    unmet += !noe_model_demand_is_met(memory, &demands->items[i], cells);
  return unmet;
}
