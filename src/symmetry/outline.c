#include "symmetry/outline.h"

#include <assert.h>
#include <stdlib.h>

#include "model/first.h"

enum { NO_SLOT = -1 };

/* Cells in their order, so that vertices of a kind have alike slices. */
struct builder {
  struct noe_arena *arena;
  const struct noe_facts *facts;
  const struct noe_fact **by_cell;
  struct noe_outline *outline;
  struct noe_outline_slot *slots;
  NOE_LIST(uint32_t) points;
  NOE_LIST(struct noe_link) links, globals;
  NOE_LIST(struct noe_local_component) traits;
  uint32_t **shapes;                      /* by type id */
  const int64_t *usual;                   /* a start state, or NULL */
  const struct noe_multiset_place **bags; /* by cell: the multiset whose slot begins here */
};

static uint32_t point_count(const struct builder *builder) { return builder->facts->symmetry->points; }

/* The slot that argument number `end` - 1 or an earlier one is, counted from the back; its
 * position goes to `*at`. */
static int32_t last_slot(const struct builder *builder, const struct noe_fact *fact, uint32_t end, uint32_t *at) {
  const struct noe_fact_argument *arguments = builder->facts->arguments + fact->first;
  for (uint32_t i = end; i-- > 0;)
    if (arguments[i].vertex >= point_count(builder)) {
      *at = i;
      return (int32_t)(arguments[i].vertex - point_count(builder));
    }
  return NO_SLOT;
}

static uint32_t keep_points(struct builder *builder, const struct noe_fact *fact, uint32_t begin, uint32_t end) {
  uint32_t first = (uint32_t)builder->points.count;
  for (uint32_t i = begin; i < end; i++)
    NOE_LIST_PUSH(builder->arena, &builder->points, builder->facts->arguments[fact->first + i].vertex);
  return first;
}

/* ------------------------------------------------------------------ traits */

/* Values that name points of one scalarset become the first of them. */
static const uint32_t *shapes_of(struct builder *builder, const struct noe_type *type, const int32_t *pointed) {
  if (!pointed)
    return NULL;
  if (!builder->shapes[type->id]) {
    const struct noe_symmetry *symmetry = builder->facts->symmetry;
    uint32_t *shapes = NOE_NEW_ARRAY(builder->arena, uint32_t, type->high + 1);
    for (int64_t value = type->low; value <= type->high; value++) {
      uint32_t block = 0;
      while (pointed[value] >= 0 &&
             (uint32_t)pointed[value] >= symmetry->blocks[block].first + symmetry->blocks[block].size)
        block++;
      assert(block < symmetry->block_count && "a point is in a block");
      int64_t local = pointed[value] < 0 ? 0 : pointed[value] - (int64_t)symmetry->blocks[block].first;
      shapes[value] = (uint32_t)(value - local - type->low + 1);
    }
    builder->shapes[type->id] = shapes;
  }
  return builder->shapes[type->id];
}

static void add_trait(struct builder *builder, const struct noe_fact *fact, uint32_t *bit, bool apart) {
  const struct noe_cell *cell = &builder->facts->symmetry->model->cells[fact->cell];
  struct noe_local_component trait = {.cell = fact->cell, .base = cell->base, .empty = cell->empty};
  trait.shapes = shapes_of(builder, cell->type, fact->pointed);
  trait.opens = apart || !*bit || *bit + cell->width > 64;
  if (trait.opens)
    *bit = 0;
  trait.shift = (uint8_t)(*bit < 64 ? *bit : 0);
  *bit += cell->width ? cell->width : 1;
  NOE_LIST_PUSH(builder->arena, &builder->traits, trait);
}

/* Is the fact a trait of this vertex (a slot, if there is one)? */
static bool is_trait(const struct builder *builder, const struct noe_fact *fact, int32_t slot, uint32_t point) {
  uint32_t at = 0;
  int32_t inner = fact ? last_slot(builder, fact, fact->count, &at) : NO_SLOT;
  if (!fact || fact->cell == fact->presence || inner != slot)
    return false;
  if (slot != NO_SLOT)
    return at + 1 == fact->count;
  return fact->count == 1 && builder->facts->arguments[fact->first].vertex == point;
}

/* Traits of points: by block, following the facts that each point indexes. */
static void list_point_traits(struct builder *builder) {
  const struct noe_facts *facts = builder->facts;
  uint32_t *first = NOE_NEW_ARRAY(builder->arena, uint32_t, point_count(builder) + 1);
  for (uint32_t p = 0; p < point_count(builder); p++) {
    uint32_t bit = 0, words = 0, count = 0;
    first[p] = (uint32_t)builder->traits.count;
    for (uint32_t i = facts->of_point_first[p]; i < facts->of_point_first[p + 1]; i++)
      count += is_trait(builder, &facts->facts[facts->of_point[i]], NO_SLOT, p);
    for (uint32_t i = facts->of_point_first[p]; i < facts->of_point_first[p + 1]; i++)
      if (is_trait(builder, &facts->facts[facts->of_point[i]], NO_SLOT, p)) {
        add_trait(builder, &facts->facts[facts->of_point[i]], &bit, count > facts->symmetry->few_traits);
        words += builder->traits.items[builder->traits.count - 1].opens;
      }
    if (words > builder->outline->words)
      builder->outline->words = words;
  }
  first[point_count(builder)] = (uint32_t)builder->traits.count;
  builder->outline->trait_first = first;
}

/* ------------------------------------------------------------------- links */

/* Cells about several points that name none: many, if there are any. */
static bool has_relations(const struct noe_facts *facts) {
  for (uint32_t i = 0; i < facts->count; i++)
    if (facts->facts[i].count > 1 && !facts->facts[i].pointed && facts->facts[i].presence == NOE_NO_CELL)
      return true;
  return false;
}

static void look_at_a_start(struct builder *builder) {
  const struct noe_model *model = builder->facts->symmetry->model;
  int64_t *state = NOE_NEW_ARRAY(builder->arena, int64_t, model->cell_count + 1);
  if (has_relations(builder->facts) && noe_model_first_state(noe_base_arena_memory(builder->arena), model, state))
    builder->usual = state;
}

static int by_label(const void *a, const void *b) {
  const struct noe_link *x = *(const struct noe_link *const *)a, *y = *(const struct noe_link *const *)b;
  return x->label != y->label ? (x->label < y->label ? -1 : 1) : (x->cell > y->cell) - (x->cell < y->cell);
}

/* Permutations take cells of one label to each other: what is usual is the same for all of them. Mostly they
 * are the same in a start state; if not, the first of them will do. */
static void agree_on_quiet(struct builder *builder) {
  size_t count = 0;
  look_at_a_start(builder);
  if (!builder->usual)
    return;
  struct noe_link **links = NOE_NEW_ARRAY(builder->arena, struct noe_link *, builder->links.count + 1);
  for (size_t i = 0; i < builder->links.count; i++)
    if (!builder->links.items[i].pointed && builder->by_cell[builder->links.items[i].cell]->presence == NOE_NO_CELL)
      links[count++] = &builder->links.items[i];
  if (count)
    qsort(links, count, sizeof *links, by_label);
  for (size_t i = 0; i < count; i++)
    links[i]->quiet =
        i && links[i]->label == links[i - 1]->label ? links[i - 1]->quiet : builder->usual[links[i]->cell];
}

static void add_link(struct builder *builder, const struct noe_fact *fact, uint32_t begin) {
  struct noe_link link = {.label = fact->label, .cell = fact->cell, .pointed = fact->pointed};
  const struct noe_cell *cell = &builder->facts->symmetry->model->cells[fact->cell];
  link.quiet = !cell->type ? 0 : fact->pointed ? NOE_UNDEFINED : cell->type->low;
  link.first = keep_points(builder, fact, begin, fact->count);
  link.count = fact->count - begin;
  NOE_LIST_PUSH(builder->arena, &builder->links, link);
  builder->outline->most_ties++;
  builder->outline->most_tied += fact->count - begin + 2;
}

static void list_links(struct builder *builder) {
  for (uint32_t cell = 0; cell < builder->facts->symmetry->model->cell_count; cell++) {
    const struct noe_fact *fact = builder->by_cell[cell];
    if (!fact || fact->presence != NOE_NO_CELL)
      continue;
    if (!fact->count) {
      struct noe_link global = {.label = fact->label, .cell = cell, .pointed = fact->pointed};
      NOE_LIST_PUSH(builder->arena, &builder->globals, global);
    } else if (fact->count > 1 || fact->pointed) {
      add_link(builder, fact, 0);
    }
  }
  builder->outline->link_count = (uint32_t)builder->links.count;
}

/* ------------------------------------------------------------------- slots */

static void list_cells_of_slot(struct builder *builder, struct noe_outline_slot *slot, int32_t number) {
  uint32_t end = slot->cell + builder->bags[slot->cell]->type->stride, at = 0, bit = 0;
  slot->trait = (uint32_t)builder->traits.count;
  slot->link = (uint32_t)builder->links.count;
  for (uint32_t cell = slot->cell + 1; cell < end; cell++) {
    const struct noe_fact *fact = builder->by_cell[cell];
    if (is_trait(builder, fact, number, 0))
      add_trait(builder, fact, &bit, false);
    if (!fact || cell == fact->presence || last_slot(builder, fact, fact->count, &at) != number)
      continue; /* one of an inner slot */
    if (at + 1 < fact->count || fact->pointed)
      add_link(builder, fact, at + 1);
  }
  slot->trait_end = (uint32_t)builder->traits.count;
  slot->link_end = (uint32_t)builder->links.count;
}

static void list_slot(struct builder *builder, const struct noe_fact *presence) {
  uint32_t at = 0, before = 0;
  int32_t number = last_slot(builder, presence, presence->count, &at);
  assert(number != NO_SLOT && "what says that a slot is there lies in it");
  struct noe_outline_slot *slot = &builder->slots[number];
  *slot = (struct noe_outline_slot){.label = presence->label, .cell = presence->cell};
  slot->outer = last_slot(builder, presence, at, &before);
  uint32_t begin = slot->outer == NO_SLOT ? 0 : before + 1;
  slot->owners = keep_points(builder, presence, begin, at);
  slot->owner_count = at - begin;
  builder->outline->most_ties++;
  builder->outline->most_tied += slot->owner_count + 2;
  list_cells_of_slot(builder, slot, number);
}

/* Slots are numbered in the order of their cells. */
static void set_next(struct builder *builder, uint32_t count) {
  for (uint32_t i = count; i-- > 0;) {
    const struct noe_multiset_place *bag = builder->bags[builder->slots[i].cell];
    uint32_t end = bag->cell + bag->type->cells, next = i + 1;
    while (next < count && builder->slots[next].cell < end)
      next = builder->slots[next].next;
    builder->slots[i].next = next;
  }
}

static void list_slots(struct builder *builder) {
  const struct noe_model *model = builder->facts->symmetry->model;
  uint32_t count = builder->facts->vertices - point_count(builder);
  builder->slots = NOE_NEW_ARRAY(builder->arena, struct noe_outline_slot, count);
  builder->bags = NOE_NEW_ARRAY(builder->arena, const struct noe_multiset_place *, model->cell_count);
  for (uint32_t i = 0; i < model->bag_count; i++)
    for (uint32_t k = 0; k < model->bags[i].type->capacity; k++)
      builder->bags[model->bags[i].cell + k * model->bags[i].type->stride] = &model->bags[i];
  for (uint32_t cell = 0; cell < model->cell_count; cell++)
    if (builder->by_cell[cell] && builder->by_cell[cell]->presence == cell)
      list_slot(builder, builder->by_cell[cell]);
  set_next(builder, count);
  builder->outline->slots = builder->slots;
  builder->outline->slot_count = count;
}

/* --------------------------------------------------------------------- all */

struct noe_outline *noe_symmetry_outline(struct noe_arena *arena, const struct noe_facts *facts) {
  const struct noe_model *model = facts->symmetry->model;
  struct builder builder = {.arena = arena, .facts = facts, .outline = NOE_NEW(arena, struct noe_outline)};
  builder.by_cell = NOE_NEW_ARRAY(arena, const struct noe_fact *, model->cell_count);
  builder.shapes = NOE_NEW_ARRAY(arena, uint32_t *, model->type_count);
  for (uint32_t i = 0; i < facts->count; i++)
    builder.by_cell[facts->facts[i].cell] = &facts->facts[i];
  builder.outline->symmetry = facts->symmetry;
  list_point_traits(&builder);
  list_links(&builder);
  list_slots(&builder);
  agree_on_quiet(&builder);
  builder.outline->traits = builder.traits.items;
  builder.outline->trait_count = (uint32_t)builder.traits.count;
  builder.outline->links = builder.links.items;
  builder.outline->globals = builder.globals.items;
  builder.outline->global_count = (uint32_t)builder.globals.count;
  builder.outline->points = builder.points.items;
  return builder.outline;
}
