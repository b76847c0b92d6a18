/* Blocks, listed groups, facts and their outline. */
#include "symmetry/check.h"

#include <string.h>

/* ------------------------------------------------------------------ blocks */

static const char *check_block(const struct noe_symmetry *symmetry, uint32_t number) {
  const struct noe_block *block = &symmetry->blocks[number];
  if (block->size < 2 || !block->type_count)
    return "a block has nothing to permute";
  if (block->group && (!block->is_rigid || block->size != block->group->degree))
    return "a block is not that of its listed group";
  for (uint32_t i = 0; i < block->type_count; i++) {
    const struct noe_type *type = block->types[i];
    if (symmetry->block_of_type[type->id] != number)
      return "a type of a block says that it is in another one";
    if (type->group != block->group)
      return "the types of a block are permuted by different groups";
    if (!block->group && noe_type_size(type) != block->size)
      return "the types of a block have different sizes";
    if (block->group && type->group_first + noe_type_size(type) > block->size)
      return "a type has more values than its group has points";
  }
  return NULL;
}

static const char *check_types(const struct noe_symmetry *symmetry) {
  uint32_t listed = 0, numbered = 0;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    listed += symmetry->blocks[b].type_count;
  for (uint32_t i = 0; i < symmetry->model->type_count; i++) {
    if (symmetry->block_of_type[i] == NOE_NO_BLOCK)
      continue;
    numbered++;
    if (symmetry->block_of_type[i] >= symmetry->block_count)
      return "a type is in a block that does not exist";
    if (!symmetry->moves[i])
      return "a type whose values are permuted is said to stay";
  }
  return listed == numbered ? NULL : "a type is not in the list of its block";
}

const char *noe_symmetry_blocks_check(const struct noe_symmetry *symmetry) {
  uint32_t points = 0, rigid = 0;
  const char *wrong = check_types(symmetry);
  for (uint32_t b = 0; b < symmetry->block_count && !wrong; b++) {
    if (symmetry->blocks[b].first != points)
      return "the points of blocks do not follow one another";
    points += symmetry->blocks[b].size;
    rigid += symmetry->blocks[b].is_rigid;
    wrong = check_block(symmetry, b);
  }
  if (wrong)
    return wrong;
  if (points != symmetry->points || points > NOE_POINT_LIMIT)
    return "the points of the blocks are not all points";
  return rigid == symmetry->rigid_count ? NULL : "rigid blocks are miscounted";
}

/* ------------------------------------------------------------------ groups */

/* Points of a class go to points of that class. */
static bool keeps_classes(const struct noe_group *group, const uint16_t *row) {
  for (uint32_t i = 0; i < group->class_count; i++)
    for (uint32_t k = 0; k < group->classes[i].count; k++) {
      const uint32_t image = row[group->classes[i].first + k];
      if (image < group->classes[i].first || image - group->classes[i].first >= group->classes[i].count)
        return false;
    }
  return true;
}

static bool is_bijection(const uint16_t *row, uint32_t degree) {
  uint64_t seen[NOE_POINT_LIMIT / 64 + 1];
  memset(seen, 0, (degree / 64 + 1) * sizeof *seen);
  for (uint32_t i = 0; i < degree; i++) {
    if (row[i] >= degree || seen[row[i] / 64] >> row[i] % 64 & 1)
      return false;
    seen[row[i] / 64] |= (uint64_t)1 << row[i] % 64;
  }
  return true;
}

/* Is left after right an element? */
static bool has_product(const struct noe_group *group, const uint16_t *left, const uint16_t *right) {
  for (uint32_t k = 0; k < group->order; k++) {
    const uint16_t *row = noe_group_row(group, k);
    uint32_t i = 0;
    while (i < group->degree && row[i] == left[right[i]])
      i++;
    if (i == group->degree)
      return true;
  }
  return false;
}

/* Of large groups some products are looked at. */
enum { MOST_FACTORS = 48 };

const char *noe_symmetry_group_check(const struct noe_group *group) {
  if (!group->order || group->order > NOE_MOST_LISTED_ELEMENTS)
    return "a listed group has too many elements, or none";
  for (uint32_t i = 0; i < group->degree; i++)
    if (group->rows[i] != i)
      return "the first element is not the identity";
  for (uint32_t k = 0; k < group->order; k++) {
    const uint16_t *row = noe_group_row(group, k);
    if (!is_bijection(row, group->degree))
      return "an element is no permutation";
    if (!keeps_classes(group, row))
      return "an element carries a value to one of another class";
    if (k && !memcmp(row, group->rows, group->degree * sizeof *row))
      return "the identity is listed twice";
  }
  const uint32_t step = group->order / MOST_FACTORS + 1;
  for (uint32_t a = 0; a < group->order; a += step)
    for (uint32_t b = 0; b < group->order; b += step)
      if (!has_product(group, noe_group_row(group, a), noe_group_row(group, b)))
        return "a product of elements is no element";
  return NULL;
}

/* ------------------------------------------------------------------- facts */

static const char *check_fact(const struct noe_facts *facts, const struct noe_fact *fact, bool unary) {
  const uint32_t cells = facts->symmetry->model->cell_count;
  if (fact->cell >= cells || (fact->presence != NOE_NO_CELL && fact->presence >= cells))
    return "a fact is about a cell that does not exist";
  if (!fact->label || (!fact->count && !fact->pointed))
    return "a fact is about no vertex, or has no label";
  if ((fact->count + (fact->pointed != NULL) <= 1) != unary)
    return "facts about one vertex are not the first ones";
  for (uint32_t i = 0; i < fact->count; i++)
    if (facts->arguments[fact->first + i].vertex >= facts->vertices)
      return "a fact is about a vertex that does not exist";
  return NULL;
}

static const char *check_order(const struct noe_facts *facts) {
  uint32_t binary = facts->unary;
  for (uint32_t i = 0; i < facts->count; i++)
    if (i && i != facts->unary && facts->facts[i - 1].cell >= facts->facts[i].cell)
      return "facts are not in the order of their cells";
  for (uint32_t i = 0; i < facts->unary; i++) {
    while (binary < facts->count && facts->facts[binary].cell < facts->facts[i].cell)
      binary++;
    if (binary < facts->count && facts->facts[binary].cell == facts->facts[i].cell)
      return "one cell is two facts";
  }
  return NULL;
}

static const char *check_index(const struct noe_facts *facts) {
  for (uint32_t p = 0; p < facts->symmetry->points; p++) {
    if (facts->of_point_first[p] > facts->of_point_first[p + 1])
      return "the facts of points do not follow one another";
    for (uint32_t i = facts->of_point_first[p]; i < facts->of_point_first[p + 1]; i++) {
      const uint32_t number = facts->of_point[i];
      if (number >= facts->count || (i > facts->of_point_first[p] && facts->of_point[i - 1] >= number))
        return "the facts of a point are out of order";
      const struct noe_fact *fact = &facts->facts[number];
      uint32_t k = 0;
      while (k < fact->count && facts->arguments[fact->first + k].vertex != p)
        k++;
      if (k == fact->count)
        return "a fact is listed for a point that does not index it";
    }
  }
  return NULL;
}

const char *noe_symmetry_facts_check(const struct noe_facts *facts) {
  uint32_t pointers = 0;
  const char *wrong = NULL;
  for (uint32_t i = 0; i < facts->count && !wrong; i++) {
    wrong = check_fact(facts, &facts->facts[i], i < facts->unary);
    if (facts->facts[i].pointed && (pointers == facts->pointer_count || facts->pointers[pointers++] != i))
      return "a fact that names points is not among the pointers";
  }
  if (wrong || (wrong = check_order(facts)) || (wrong = check_index(facts)))
    return wrong;
  return pointers == facts->pointer_count ? NULL : "a fact among the pointers names no point";
}

/* ----------------------------------------------------------------- outline */

/* Points of a block are looked at in one way: their slices can be compared word by word. */
static bool are_alike(const struct noe_outline *outline, uint32_t a, uint32_t b) {
  const uint32_t *first = outline->trait_first;
  if (first[a + 1] - first[a] != first[b + 1] - first[b])
    return false;
  for (uint32_t i = 0; i < first[a + 1] - first[a]; i++) {
    const struct noe_local_component *x = &outline->traits[first[a] + i], *y = &outline->traits[first[b] + i];
    if (x->shift != y->shift || x->opens != y->opens || x->base != y->base || x->empty != y->empty ||
        x->shapes != y->shapes)
      return false;
  }
  return true;
}

static const char *check_traits(const struct noe_outline *outline) {
  const struct noe_symmetry *symmetry = outline->symmetry;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 0; i < symmetry->blocks[b].size; i++) {
      const uint32_t p = symmetry->blocks[b].first + i, first = outline->trait_first[p];
      if (first > outline->trait_first[p + 1] || outline->trait_first[p + 1] > outline->trait_count)
        return "the slices of points do not follow one another";
      if (first < outline->trait_first[p + 1] && !outline->traits[first].opens)
        return "a slice begins within a word";
      if (i && !symmetry->blocks[b].group && !are_alike(outline, p - 1, p))
        return "slices of points of one block are not alike";
    }
  for (uint32_t i = 0; i < outline->trait_count; i++)
    if (outline->traits[i].cell >= symmetry->model->cell_count || outline->traits[i].shift > 63)
      return "a cell of a slice has no place in it";
  return NULL;
}

static const char *check_link(const struct noe_outline *outline, uint32_t first, uint32_t count, uint32_t cell) {
  if (cell >= outline->symmetry->model->cell_count)
    return "a link is a cell that does not exist";
  for (uint32_t i = 0; i < count; i++)
    if (outline->points[first + i] >= outline->symmetry->points)
      return "a link is about a point that does not exist";
  return NULL;
}

static const char *check_slots(const struct noe_outline *outline) {
  for (uint32_t i = 0; i < outline->slot_count; i++) {
    const struct noe_outline_slot *slot = &outline->slots[i];
    const char *wrong = check_link(outline, slot->owners, slot->owner_count, slot->cell);
    if (wrong)
      return wrong;
    if (i && slot[-1].cell >= slot->cell)
      return "slots are not in the order of their cells";
    if (slot->outer >= (int32_t)i || slot->next <= i || slot->next > outline->slot_count)
      return "a slot does not lie in an earlier one, or is followed by none behind it";
    if (slot->trait > slot->trait_end || slot->trait_end > outline->trait_count || slot->link > slot->link_end)
      return "a slot has cells that are nowhere";
    for (uint32_t k = slot->link; k < slot->link_end && !wrong; k++)
      wrong = check_link(outline, outline->links[k].first, outline->links[k].count, outline->links[k].cell);
    if (wrong)
      return wrong;
  }
  return NULL;
}

const char *noe_symmetry_outline_check(const struct noe_outline *outline) {
  const char *wrong = check_traits(outline);
  for (uint32_t i = 0; i < outline->link_count && !wrong; i++)
    wrong = check_link(outline, outline->links[i].first, outline->links[i].count, outline->links[i].cell);
  for (uint32_t i = 0; i < outline->global_count && !wrong; i++)
    wrong = outline->globals[i].pointed ? check_link(outline, 0, 0, outline->globals[i].cell)
                                        : "a cell that nothing indexes names no point";
  return wrong ? wrong : check_slots(outline);
}
