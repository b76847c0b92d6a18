/* Elements of multisets, for runtime/messages.h. Multisets of one type, with as many owners, are a family, known by the
 * number of the first of them. */
#include <assert.h>
#include <inttypes.h>

#include "compile/emit_canon_int.h"

#define PRINT NOE_CANON_PRINT

/* The slots of multiset number `bag` are those from the result on. */
static const struct noe_outline_slot *slots_of(const struct noe_canon_emitter *canon, uint32_t bag) {
  const struct noe_outline_slot *slot = canon->outline->slots;
  while (slot->cell != canon->facts->bags[bag].cell)
    slot++;
  assert(slot < canon->outline->slots + canon->outline->slot_count && "the slots of each multiset are in the outline");
  return slot;
}

static bool is_alike(const struct noe_canon_emitter *canon, uint32_t a, uint32_t b) {
  const struct noe_fact_multiset *bags = canon->facts->bags;
  return bags[a].type == bags[b].type && bags[a].count == bags[b].count;
}

static bool is_first(const struct noe_canon_emitter *canon, uint32_t bag) {
  for (uint32_t i = 0; i < bag; i++)
    if (is_alike(canon, i, bag))
      return false;
  return true;
}

static void write_slot(struct noe_canon_emitter *canon, uint32_t bag) {
  const struct noe_fact_multiset *multiset = &canon->facts->bags[bag];
  const struct noe_fact_argument none[2] = {{0}};
  const struct noe_fact_argument *owners = multiset->count ? canon->facts->arguments + multiset->first : none;
  const struct noe_outline_slot *slot = slots_of(canon, bag);
  assert(slot->owner_count == multiset->count && multiset->count <= 2 && "owners are the points that index it");
  PRINT("\n  {%u, %u, {%u, %u}, {%u, %u}, {UINT64_C(%" PRIu64 "),", multiset->cell,
        noe_compile_multiset_number(canon->emitter->model, multiset->cell), owners[0].vertex,
        multiset->count > 1 ? owners[1].vertex : 0, owners[0].stride, multiset->count > 1 ? owners[1].stride : 0,
        slot->label);
  for (uint32_t i = slot->link; i < slot->link_end; i++)
    PRINT(" UINT64_C(%" PRIu64 "),", canon->outline->links[i].label);
  PRINT("}},");
}

static void write_family(struct noe_canon_emitter *canon, uint32_t first) {
  const struct noe_type *type = canon->facts->bags[first].type;
  const struct noe_outline_slot *slot = slots_of(canon, first);
  uint32_t links = slot->link_end - slot->link;
  PRINT("\nenum { BAG_CELLS%u = %u, BAG_STRIDE%u = %u, BAG_CAPACITY%u = %u, OWNERS%u = %u, LINKED%u = %d };\n", first,
        type->cells, first, type->stride, first, type->capacity, first, slot->owner_count, first, links > 0);
  PRINT("#define BAG_TYPE%u %u\n#define ELEMENT%u", first, type->id, first);
  noe_compile_components(canon, canon->outline->traits + slot->trait, slot->trait_end - slot->trait, slot->cell, 0,
                         false);
  PRINT("\n#define LINKS%u", first);
  for (uint32_t i = 0; i < links; i++) {
    uint32_t cell = canon->outline->links[slot->link + i].cell;
    PRINT(" LINK(%u, %u, %u)", cell - slot->cell, noe_compile_cell_at(canon, cell)->type->id, i + 1);
  }
  PRINT("\nstatic const struct { uint32_t cell, number; uint16_t owners[2]; uint32_t stride[2]; uint64_t labels[%u]; } "
        "slots%u[] = {",
        links + 1, first);
  for (uint32_t i = first; i < canon->facts->bag_count; i++)
    if (is_alike(canon, i, first))
      write_slot(canon, i);
  PRINT("\n};\n");
  noe_compile_for_part(first, NOE_RUNTIME_MESSAGES, canon->out);
}

void noe_compile_messages(struct noe_canon_emitter *canon) {
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (is_first(canon, i))
      write_family(canon, i);
  PRINT("\n#define BAG_PARTS");
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (is_first(canon, i))
      PRINT(" EACH(%u)", i);
  PRINT("\n");
}
