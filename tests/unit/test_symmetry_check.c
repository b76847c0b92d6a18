/* The checkers of src/symmetry/check.h: each sentence that they can say is said of a planted defect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plant.h"
#include "symmetry/check.h"
#include "symmetry/necklace.h"
#include "symmetry_kit.h"

static const struct shape *shape_named(const char *name) {
  uint32_t i = 0;
  while (i < ZOO && strcmp(zoo[i].name, name))
    i++;
  assert_true(i < ZOO);
  return &zoo[i];
}

/* All shapes are sound in the first place. */
static void sound(void **unused) {
  (void)unused;
  for (uint32_t i = 0; i < ZOO; i++) {
    struct kit kit;
    kit_open(&kit, &zoo[i], 4, 4);
    const struct noe_facts *facts = noe_symmetry_facts(kit.arena, kit.symmetry);
    plant_expect(noe_symmetry_blocks_check(kit.symmetry), NULL, zoo[i].name);
    plant_expect(noe_symmetry_facts_check(facts), NULL, zoo[i].name);
    plant_expect(noe_symmetry_outline_check(noe_symmetry_outline(kit.arena, facts)), NULL, zoo[i].name);
    kit_close(&kit);
  }
}

static void blocks(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit, shape_named("nested"), 3, 2);
  const struct noe_symmetry *s = kit.symmetry;
  const uint32_t p = s->blocks[0].types[0]->id;
  PLANT(s->blocks[0].size, 1, noe_symmetry_blocks_check(s), "a block has nothing to permute");
  PLANT(s->blocks[1].first, 4, noe_symmetry_blocks_check(s), "the points of blocks do not follow one another");
  PLANT(s->points, 6, noe_symmetry_blocks_check(s), "the points of the blocks are not all points");
  PLANT(s->rigid_count, 1, noe_symmetry_blocks_check(s), "rigid blocks are miscounted");
  PLANT(s->block_of_type[p], 1, noe_symmetry_blocks_check(s), "a type of a block says that it is in another one");
  PLANT(s->block_of_type[p], 7, noe_symmetry_blocks_check(s), "a type is in a block that does not exist");
  PLANT(s->block_of_type[p], NOE_NO_BLOCK, noe_symmetry_blocks_check(s), "a type is not in the list of its block");
  PLANT(s->moves[p], false, noe_symmetry_blocks_check(s), "a type whose values are permuted is said to stay");
  const struct noe_group group = {.degree = 3};
  PLANT(s->blocks[0].group, &group, noe_symmetry_blocks_check(s), "a block is not that of its listed group");
  kit_close(&kit);
}

/* The rotations of four points, as if a network had them. */
static void groups(void **unused) {
  (void)unused;
  const uint16_t rows[16] = {0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2};
  const struct noe_group_class class = {.name = "Place", .count = 4};
  const struct noe_group group = {.degree = 4, .order = 4, .rows = rows, .classes = &class, .class_count = 1};
  PLANT(group.order, 0, noe_symmetry_group_check(&group), "a listed group has too many elements, or none");
  PLANT(group.order, 3, noe_symmetry_group_check(&group), "a product of elements is no element");
  PLANT(rows[1], 2, noe_symmetry_group_check(&group), "the first element is not the identity");
  PLANT(rows[5], 1, noe_symmetry_group_check(&group), "an element is no permutation");
  PLANT(class.count, 3, noe_symmetry_group_check(&group), "an element carries a value to one of another class");
  uint16_t twice[8] = {0, 1, 2, 3, 0, 1, 2, 3};
  const struct noe_group other = {.degree = 4, .order = 2, .rows = twice, .classes = &class, .class_count = 1};
  plant_expect(noe_symmetry_group_check(&other), "the identity is listed twice", "a row once more");
}

static void facts(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit, shape_named("pointers"), 3, 2);
  const struct noe_facts *f = noe_symmetry_facts(kit.arena, kit.symmetry);
  assert_true(f->unary == 3 && f->count == 6 && f->pointer_count == 3);
  PLANT(f->facts[0].cell, kit.model->cell_count, noe_symmetry_facts_check(f),
        "a fact is about a cell that does not exist");
  PLANT(f->facts[0].label, 0, noe_symmetry_facts_check(f), "a fact is about no vertex, or has no label");
  PLANT(f->unary, 2, noe_symmetry_facts_check(f), "facts about one vertex are not the first ones");
  PLANT(f->arguments[0].vertex, 3, noe_symmetry_facts_check(f), "a fact is about a vertex that does not exist");
  PLANT(f->facts[1].cell, f->facts[0].cell, noe_symmetry_facts_check(f), "facts are not in the order of their cells");
  PLANT(f->facts[0].cell, f->facts[5].cell, noe_symmetry_facts_check(f), "one cell is two facts");
  PLANT(f->of_point_first[1], 1, noe_symmetry_facts_check(f), "a fact is listed for a point that does not index it");
  PLANT(f->of_point[1], f->of_point[0], noe_symmetry_facts_check(f), "the facts of a point are out of order");
  PLANT(f->pointers[1], 2, noe_symmetry_facts_check(f), "a fact that names points is not among the pointers");
  PLANT(f->pointer_count, 4, noe_symmetry_facts_check(f), "a fact among the pointers names no point");
  kit_close(&kit);
}

static void outlines(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit, shape_named("messages"), 3, 2);
  const struct noe_outline *o = noe_symmetry_outline(kit.arena, noe_symmetry_facts(kit.arena, kit.symmetry));
  assert_true(o->slot_count == 4 && o->trait_count > 3);
  PLANT(o->trait_first[1], 9999, noe_symmetry_outline_check(o), "the slices of points do not follow one another");
  PLANT(o->traits[0].opens, false, noe_symmetry_outline_check(o), "a slice begins within a word");
  PLANT(o->traits[o->trait_first[1]].base, 5, noe_symmetry_outline_check(o),
        "slices of points of one block are not alike");
  PLANT(o->traits[o->trait_count - 1].shift, 64, noe_symmetry_outline_check(o), "a cell of a slice has no place in it");
  PLANT(o->slots[1].cell, o->slots[0].cell, noe_symmetry_outline_check(o), "slots are not in the order of their cells");
  PLANT(o->slots[1].next, 1, noe_symmetry_outline_check(o),
        "a slot does not lie in an earlier one, or is followed by none behind it");
  PLANT(o->slots[1].trait_end, 9999, noe_symmetry_outline_check(o), "a slot has cells that are nowhere");
  PLANT(o->links[o->slots[1].link].cell, kit.model->cell_count, noe_symmetry_outline_check(o),
        "a link is a cell that does not exist");
  kit_close(&kit);
  kit_open(&kit, shape_named("pointers"), 3, 2);
  o = noe_symmetry_outline(kit.arena, noe_symmetry_facts(kit.arena, kit.symmetry));
  PLANT(o->points[0], 3, noe_symmetry_outline_check(o), "a link is about a point that does not exist");
  kit_close(&kit);
  kit_open(&kit, shape_named("identifiers"), 3, 2);
  o = noe_symmetry_outline(kit.arena, noe_symmetry_facts(kit.arena, kit.symmetry));
  PLANT(o->globals[0].pointed, NULL, noe_symmetry_outline_check(o), "a cell that nothing indexes names no point");
  kit_close(&kit);
}

/* Cells {0, 2}, {1}, {3, 4} of blocks of three points and two. */
static void cells(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit, shape_named("nested"), 3, 2);
  uint16_t order[5] = {0, 2, 1, 3, 4}, begin[4] = {0, 2, 3, 5};
  const struct noe_cells c = {.order = order, .begin = begin, .count = 3};
  PLANT(begin[3], 4, noe_symmetry_cells_check(kit.symmetry, &c), "cells do not hold all points");
  PLANT(begin[1], 3, noe_symmetry_cells_check(kit.symmetry, &c), "a cell is empty");
  PLANT(order[2], 0, noe_symmetry_cells_check(kit.symmetry, &c), "a point is in two cells, or none");
  PLANT(begin[2], 4, noe_symmetry_cells_check(kit.symmetry, &c), "a cell has points of two blocks");
  PLANT(kit.symmetry->blocks[1].is_rigid, true, noe_symmetry_cells_check(kit.symmetry, &c),
        "a point of a rigid block is not alone in its cell");
  uint16_t orbits[5] = {0, 0, 1, 3, 3};
  const struct noe_level level = {.orbits = orbits};
  PLANT(orbits[0], 1, noe_symmetry_orbits_check(kit.symmetry, &level), "an orbit has no root");
  PLANT(orbits[4], 2, noe_symmetry_orbits_check(kit.symmetry, &level), "an orbit has points of two blocks");
  kit_close(&kit);
}

static void twins(void **unused) {
  (void)unused;
  struct kit kit;
  struct noe_twins t;
  kit_open(&kit, shape_named("nested"), 3, 2);
  noe_symmetry_twins_init(&t, kit.arena, kit.symmetry);
  noe_symmetry_twins_of_nothing(&t);
  PLANT(t.class_of[0], 2, noe_symmetry_twins_check(&t), "a point is in a class that does not exist");
  PLANT(t.class_of[0], 1, noe_symmetry_twins_check(&t), "a class has more members, or fewer, than its size says");
  PLANT(t.size_of[0], 4, noe_symmetry_twins_check(&t), "a class has more members, or fewer, than its size says");
  PLANT(t.class_of[3], 0, noe_symmetry_twins_check(&t), "twins are in two blocks");
  PLANT(t.rank_of[0], 1, noe_symmetry_twins_check(&t), "two members of a class have one rank");
  PLANT(kit.symmetry->blocks[0].is_rigid, true, noe_symmetry_twins_check(&t),
        "points of a rigid block are said to be twins");
  kit_close(&kit);
}

static void runs(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit, shape_named("unary"), 4, 2);
  const struct noe_runs_shape *shape = noe_symmetry_runs_shape(kit.arena, kit.memory, kit.symmetry);
  struct noe_runs *r = noe_symmetry_runs_new(kit.memory, shape);
  uint8_t *key = NOE_NEW_ARRAY(kit.arena, uint8_t, shape->most_bytes);
  int64_t *state = kit_state(&kit);
  for (uint32_t i = 0; i < kit.model->cell_count; i++)
    state[i] = i == 2; /* a[2] = 1: entries of three points and of one */
  noe_symmetry_runs_encode(r, state, key);
  assert_int_equal(r->slices[0].entries, 2);
  PLANT(r->slices[0].entries, 0, noe_symmetry_runs_check(r), "a block has no entries, or more than points");
  PLANT(r->count[1], 0, noe_symmetry_runs_check(r), "an entry stands for no point");
  PLANT(r->count[1], 2, noe_symmetry_runs_check(r), "counts do not sum to the size of the block");
  PLANT(r->entry[3], 2, noe_symmetry_runs_check(r), "a point has an entry that does not exist");
  PLANT(r->last[0], 1, noe_symmetry_runs_check(r), "what named a point is remembered for the next state");
  PLANT(r->permutation[1], r->permutation[0], noe_symmetry_runs_check(r), "two points become one");
  PLANT(r->entry[0], 1, noe_symmetry_runs_check(r), "a point does not come to its entry");
  noe_symmetry_runs_delete(r);
  kit_close(&kit);
}

static void listed(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open_text(&kit, "type P: scalarset(4); D: scalarset(3); var a: array[P] of D; h: D; f: array[D] of boolean; "
                      "startstate begin end; rule true ==> return; end;");
  const struct noe_runs_shape *shape = noe_symmetry_runs_shape(kit.arena, kit.memory, kit.symmetry);
  const struct noe_listed_permutations *t = shape->turns;
  assert_true(t->count == 6 && t->cell_count > 4 && t->deciding_count > 1);
  PLANT(t->count, 0, noe_symmetry_listed_check(t), "there are too many turns for a set of them to be a word");
  PLANT(t->turns[1].permutation[4], 0, noe_symmetry_listed_check(t), "a turn is no permutation");
  PLANT(t->turns[1].permutation, t->turns[0].permutation, noe_symmetry_listed_check(t), "a turn is listed twice");
  PLANT(t->is_small[1], false, noe_symmetry_listed_check(t),
        "the first turn moves a point, or a later one a point of a large block");
  PLANT(t->origins[t->small_count], 0, noe_symmetry_listed_check(t), "a small point is not what becomes of its origin");
  PLANT(t->cells[1], t->cells[0], noe_symmetry_listed_check(t), "the cells that are moved are not in order");
  PLANT(t->turns[0].sources[0], t->cells[1], noe_symmetry_listed_check(t),
        "a content comes from a cell that is not moved");
  PLANT(t->turns[1].sources[0], t->cells[1], noe_symmetry_listed_check(t), "one cell becomes two");
  PLANT(t->exchanges[0].a, t->exchanges[0].b, noe_symmetry_listed_check(t), "an exchange does not exchange its points");
  PLANT(t->deciding[1].shift, 0, noe_symmetry_listed_check(t), "deciding cells share bits");
  kit_close(&kit);
}

static void rotations(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open_text(&kit, "type P: ringset(5); var a: array[P] of boolean; "
                      "startstate begin end; rule true ==> return; end;");
  const struct noe_rotations *r = noe_symmetry_rotations(kit.arena, kit.symmetry);
  assert_true(r && r->count == 5 && r->is_direct && r->necklace);
  PLANT(r->count, 0, noe_symmetry_rotations_check(r), "there is no rotation, not even the one that moves nothing");
  PLANT(r->permutations[5], 2, noe_symmetry_rotations_check(r), "a rotation is no permutation");
  PLANT(kit.symmetry->blocks[0].is_rigid, false, noe_symmetry_rotations_check(r),
        "the first rotation moves a point, or a later one a point that is not on a ring");
  PLANT(r->sources[5], r->sources[6], noe_symmetry_rotations_check(r), "one cell becomes two");
  PLANT(r->necklace->length, 4, noe_symmetry_rotations_check(r),
        "the strings of a ring are not as many as its rotations");
  PLANT(r->necklace->element[1], r->necklace->element[0], noe_symmetry_rotations_check(r),
        "a rotation begins two strings, or none");
  PLANT(r->necklace->parts[0].shift, 64, noe_symmetry_rotations_check(r), "a letter is not made of cells side by side");
  kit_close(&kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sound),    cmocka_unit_test(blocks),    cmocka_unit_test(groups), cmocka_unit_test(facts),
      cmocka_unit_test(outlines), cmocka_unit_test(cells),     cmocka_unit_test(twins),  cmocka_unit_test(runs),
      cmocka_unit_test(listed),   cmocka_unit_test(rotations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
