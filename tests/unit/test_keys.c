/* Bytes that are no key of a unary model are told from keys, whatever they are, before anything is decoded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "symmetry/runs.h"
#include "symmetry_kit.h"

enum { ROUNDS = 2000 };

struct world {
  struct kit kit;
  struct noe_memory *memory;
  const struct noe_runs_shape *shape;
  struct noe_runs *runs;
  struct noe_random random;
  int64_t *state;
  uint8_t *key, *again; /* as long as the longest key, and one byte that no key has */
};

static bool open_world(struct world *world, const struct shape *shape) {
  kit_open(&world->kit, shape, 4, 3);
  world->memory = noe_base_memory_new(0);
  world->random = (struct noe_random){7};
  world->shape = noe_symmetry_runs_shape(world->kit.arena, world->memory, world->kit.symmetry);
  if (!world->shape)
    return false;
  world->runs = noe_symmetry_runs_new(world->memory, world->shape);
  world->state = kit_state(&world->kit);
  world->key = NOE_NEW_ARRAY(world->kit.arena, uint8_t, world->shape->most_bytes + 8);
  world->again = NOE_NEW_ARRAY(world->kit.arena, uint8_t, world->shape->most_bytes + 8);
  return true;
}

static void close_world(struct world *world) {
  if (world->shape)
    noe_symmetry_runs_delete(world->runs);
  noe_base_memory_delete(world->memory);
  kit_close(&world->kit);
}

/* Decodes what can be decoded: a legal state or not, but never a cell out of bounds. */
static void decode(struct world *world, uint32_t bytes) {
  if (noe_symmetry_runs_can_decode(world->runs, world->key, bytes))
    noe_symmetry_runs_decode(world->runs, world->key, world->state, NULL);
}

static uint32_t random_key(struct world *world) {
  kit_fill(world->kit.model, &world->random, 6, 4, world->state);
  return noe_symmetry_runs_encode(world->runs, world->state, world->key);
}

static void test_shape(struct world *world) {
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t bytes = random_key(world);
    assert_true(noe_symmetry_runs_can_decode(world->runs, world->key, bytes));
    for (uint32_t cut = 0; cut < bytes; cut++)
      decode(world, cut);
    world->key[noe_random_below(&world->random, bytes)] ^= (uint8_t)(1 + noe_random_below(&world->random, 255));
    decode(world, bytes);
    memset(world->key, 0xff, bytes);
    decode(world, bytes);
    for (uint32_t k = 0; k < world->shape->most_bytes; k++)
      world->key[k] = (uint8_t)noe_random_next(&world->random);
    decode(world, world->shape->most_bytes);
  }
}

static void test_bytes(void **state) {
  uint32_t unary = 0;
  (void)state;
  for (size_t i = 0; i < sizeof zoo / sizeof *zoo; i++) {
    struct world world = {0};
    if (open_world(&world, &zoo[i])) {
      test_shape(&world);
      unary++;
    }
    close_world(&world);
  }
  assert_true(unary >= 3);
}

/* Counts that sum to more than the points of a block: 3 points and 2 more where there are 4. */
static void test_counts(void **state) {
  static const struct shape shape = {"flags", "type P: scalarset(N); var a: array[P] of boolean;", NULL, 1};
  struct world world = {0};
  (void)state;
  assert_true(open_world(&world, &shape));
  memset(world.key, 0xff, world.shape->most_bytes);
  assert_false(noe_symmetry_runs_can_decode(world.runs, world.key, world.shape->most_bytes));
  close_world(&world);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bytes), cmocka_unit_test(test_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
