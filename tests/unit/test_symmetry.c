/* How permutations act on states: the laws of a left action on random states of
 * models of many shapes, and some images pinned by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "symmetry_kit.h"

static void expect_equal(const struct kit *kit, const int64_t *a, const int64_t *b, const char *law,
                         const char *shape) {
  if (memcmp(a, b, kit->bytes) != 0)
    fail_msg("%s fails for %s", law, shape);
}

struct rows {
  uint16_t *pi, *rho, *both, *back;
  int64_t *state, *x, *y, *z;
};

static struct rows make_rows(struct kit *kit) {
  return (struct rows){kit_row(kit),   kit_row(kit),   kit_row(kit),   kit_row(kit),
                       kit_state(kit), kit_state(kit), kit_state(kit), kit_state(kit)};
}

static void check_laws(const struct kit *kit, struct noe_canoniser *canoniser, const struct rows *r,
                       const char *shape) {
  const struct noe_symmetry *symmetry = kit->symmetry;
  noe_symmetry_identity(symmetry, r->both);
  noe_symmetry_apply(symmetry, r->both, r->state, r->x);
  expect_equal(kit, r->x, r->state, "1 s = s", shape);

  noe_symmetry_compose(symmetry, r->pi, r->rho, r->both);
  assert_true(noe_symmetry_is_permutation(symmetry, r->both));
  noe_symmetry_apply(symmetry, r->rho, r->state, r->x);
  noe_symmetry_apply(symmetry, r->pi, r->x, r->y);
  noe_symmetry_apply(symmetry, r->both, r->state, r->z);
  expect_equal(kit, r->y, r->z, "pi (rho s) = (pi rho) s", shape);
  assert_true(noe_model_state_is_legal(kit->model, r->z));

  noe_symmetry_invert(symmetry, r->rho, r->back);
  noe_symmetry_apply(symmetry, r->back, r->x, r->y);
  expect_equal(kit, r->y, r->state, "pi^-1 (pi s) = s", shape);

  canoniser->state = r->state;
  noe_symmetry_image(canoniser, r->rho, r->y);
  expect_equal(kit, r->y, r->x, "the image along the facts is pi s", shape);
}

static void laws(void **unused) {
  (void)unused;
  struct noe_random random = {7};
  for (uint32_t z = 0; z < ZOO; z++)
    for (uint32_t n = 2; n <= 5; n++) {
      struct kit kit;
      kit_open(&kit, &zoo[z], n, 2 + n % 3);
      assert_int_equal(kit.symmetry->block_count, zoo[z].blocks);
      struct noe_canoniser *canoniser = noe_symmetry_canoniser_new(kit.memory, kit.symmetry, NOE_CANON_EXACT);
      struct rows rows = make_rows(&kit);
      for (uint32_t i = 0; i < 500; i++) {
        kit_fill(kit.model, &random, 2 + i % 7, 1 + i % 5, rows.state);
        assert_true(noe_model_state_is_legal(kit.model, rows.state));
        kit_shuffle(kit.symmetry, &random, rows.pi);
        kit_shuffle(kit.symmetry, &random, rows.rho);
        check_laws(&kit, canoniser, &rows, zoo[z].name);
      }
      noe_symmetry_canoniser_delete(canoniser);
      kit_close(&kit);
    }
}

/* The action law cannot tell pi from pi^-1 in an involution, nor see an action
 * that does nothing: a few images by hand, under 0 -> 1 -> 2 -> 0. */
struct pinned {
  const char *declarations, *statement;
  int64_t from[14], to[14];
};

enum { U_ = -99 }; /* undefined */

static const struct pinned pinned[] = {
    {"var a: array[P] of 10..19;", NULL, {10, 11, 12}, {12, 10, 11}},
    {"var x: P; y: P;", NULL, {2, U_}, {0, U_}},
    {"var a: array[P] of P;", NULL, {1, 2, U_}, {U_, 2, 0}},
    {"var q: array[0..2] of P;", NULL, {0, 0, 2}, {1, 1, 0}},
    {"var a: array[P] of array[P] of 0..9;", NULL, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {9, 7, 8, 3, 1, 2, 6, 4, 5}},
    {"U: union{enum{h}, P, enum{e}}; var a: array[U] of U;", NULL, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}},
    {"U: union{enum{h}, P, enum{e}}; var a: array[U] of U;", NULL, {1, 0, 4, U_, 3}, {2, U_, 0, 4, 1}},
    {"var r: record x: P; n: 0..9; a: array[P] of boolean; end;", NULL, {0, 0, 1, 0, 0}, {1, 0, 0, 1, 0}},
    {"var m: multiset[3] of P;", NULL, {1, 0, 1, 2, 0, U_}, {1, 0, 1, 1, 0, U_}},
    {"var m: array[P] of multiset[1] of P;", NULL, {1, 0, 0, U_, 1, 1}, {1, 2, 1, 1, 0, U_}},
    {"var m: multiset[2] of array[P] of 0..9;", NULL, {1, 1, 2, 9, 1, 1, 3, 0}, {1, 0, 1, 3, 1, 9, 1, 2}},
    {"Q: scalarset(3); var x: P; y: Q; a: array[Q] of 0..9;", "x := y", {0, 1, 7, 8, 9}, {1, 2, 9, 7, 8}},
    {"T: array[P] of 0..9; var t: record x: 0..9; t: T; y: P; end;", NULL, {4, 1, 2, 3, 2}, {4, 3, 1, 2, 0}},
};

static void images_by_hand(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof pinned / sizeof pinned[0]; i++) {
    struct shape shape = {.name = "by hand", .statement = pinned[i].statement};
    char text[300];
    snprintf(text, sizeof text, "type P: scalarset(N); %s", pinned[i].declarations);
    shape.declarations = text;
    struct kit kit;
    kit_open(&kit, &shape, 3, 2);
    int64_t *from = kit_state(&kit), *to = kit_state(&kit), *image = kit_state(&kit);
    for (uint32_t k = 0; k < kit.model->cell_count; k++) {
      from[k] = pinned[i].from[k] == U_ ? NOE_UNDEFINED : pinned[i].from[k];
      to[k] = pinned[i].to[k] == U_ ? NOE_UNDEFINED : pinned[i].to[k];
    }
    assert_true(noe_model_state_is_legal(kit.model, from));
    noe_symmetry_apply(kit.symmetry, (uint16_t[]){1, 2, 0}, from, image);
    expect_equal(&kit, image, to, "image by hand", pinned[i].declarations);
    kit_close(&kit);
  }
}

static void permutations(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit, &zoo[ZOO - 3], 3, 2); /* blocks of 3, 2 and 2 */
  uint16_t *row = kit_row(&kit), *other = kit_row(&kit);
  uint64_t order = kit_order(kit.symmetry);
  assert_int_equal(order, 24);
  for (uint64_t i = 0; i < order; i++) {
    kit_permutation(kit.symmetry, i, row);
    assert_true(noe_symmetry_is_permutation(kit.symmetry, row));
    for (uint64_t k = 0; k < i; k++) {
      kit_permutation(kit.symmetry, k, other);
      assert_memory_not_equal(row, other, 7 * sizeof *row);
    }
  }
  assert_false(noe_symmetry_is_permutation(kit.symmetry, (uint16_t[]){0, 1, 3, 2, 4, 5, 6}));
  assert_false(noe_symmetry_is_permutation(kit.symmetry, (uint16_t[]){0, 1, 1, 3, 4, 5, 6}));
  kit_close(&kit);
}

/* A scalarset of one value, or left out, or tied to one left out, is no block. */
static void blocks(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open_text(&kit, "type P: scalarset(3); Q: scalarset(3); R: scalarset(2); S: scalarset(1); var p: P; q: Q; r: R; "
                      "s: array[S] of R; startstate begin end; rule true ==> p := q; end;");
  bool *use = NOE_NEW_ARRAY(kit.arena, bool, kit.model->type_count);
  memset(use, true, kit.model->type_count);
  assert_int_equal(kit.symmetry->block_count, 2);
  assert_int_equal(kit.symmetry->points, 5);
  assert_int_equal(kit.symmetry->blocks[0].type_count, 2);
  use[kit.model->variables[1].type->id] = false;
  const struct noe_symmetry *part = noe_symmetry_new(kit.arena, kit.model, use);
  assert_int_equal(part->block_count, 1);
  assert_int_equal(part->points, 2);
  assert_false(part->moves[kit.model->variables[0].type->id]);
  assert_true(part->moves[kit.model->variables[3].type->id]);
  assert_int_equal(noe_symmetry_point(part, kit.model->variables[0].type, 1), -1);
  assert_int_equal(noe_symmetry_point(part, kit.model->variables[2].type, 1), 1);
  assert_int_equal(noe_symmetry_point(part, kit.model->variables[2].type, NOE_UNDEFINED), -1);
  kit_close(&kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(laws),
      cmocka_unit_test(images_by_hand),
      cmocka_unit_test(permutations),
      cmocka_unit_test(blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
