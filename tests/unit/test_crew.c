/* Threads that work together: crews, and branches of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/thread_pool.h"

enum { MEMBERS = 4, ROUNDS = 200 };

struct work {
  atomic_uint calls[MEMBERS];
  struct noe_memory *branches[MEMBERS];
  atomic_uint refused;
};

static void count(void *context, uint32_t member) {
  struct work *work = context;
  work->calls[member]++;
}

static void everybody_works_once(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_thread_pool *crew = noe_base_thread_pool_new(memory, MEMBERS);
  struct work work = {0};
  unsigned expected[MEMBERS] = {0};
  for (uint32_t round = 0; round < ROUNDS; round++) {
    uint32_t wanted = 1 + round * 7 % MEMBERS;
    assert_int_equal(noe_base_thread_pool_run(crew, wanted, count, &work), wanted);
    for (uint32_t i = 0; i < MEMBERS; i++)
      assert_int_equal(work.calls[i], expected[i] += i < wanted);
  }
  noe_base_thread_pool_delete(crew);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

/* Takes all that there is, in small pieces, and leaves through its own escape. */
static void take_all(void *context, uint32_t member) {
  struct work *work = context;
  jmp_buf escape;
  noe_base_memory_guard(work->branches[member], &escape);
  if (setjmp(escape)) {
    work->refused++;
    return;
  }
  for (;;)
    noe_base_alloc(work->branches[member], 1000);
}

static void branches_share_a_limit(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_thread_pool *crew = noe_base_thread_pool_new(memory, MEMBERS);
  struct work work = {0};
  for (uint32_t i = 0; i < MEMBERS; i++)
    work.branches[i] = noe_base_memory_branch(memory);
  size_t before = noe_base_memory_used(memory);
  noe_base_memory_set_limit(memory, before + 100500);
  noe_base_thread_pool_run(crew, MEMBERS, take_all, &work);
  assert_int_equal(work.refused, MEMBERS);
  assert_int_equal(noe_base_memory_used(memory), before + 100000);
  assert_int_equal(noe_base_memory_used(work.branches[2]), before + 100000);
  assert_true(noe_base_memory_peak(memory) <= before + 100500);
  noe_base_memory_delete(work.branches[0]);
  noe_base_memory_delete(work.branches[3]);
  assert_non_null(noe_base_try_alloc(work.branches[1], 10));
  noe_base_thread_pool_delete(crew);
  noe_base_memory_sweep(memory); /* and the other branches with it */
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

static void the_nth_request_of_all_fails(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_memory *one = noe_base_memory_branch(memory), *two = noe_base_memory_branch(memory);
  noe_base_memory_fail_at(memory, 3);
  assert_non_null(noe_base_try_alloc(one, 1));
  void *block = noe_base_try_alloc(two, 1);
  assert_non_null(block);
  assert_null(noe_base_try_realloc(two, block, 100));
  assert_int_equal(noe_base_memory_used(memory), 2);
  assert_non_null(noe_base_try_realloc(two, block, 100));
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everybody_works_once),
      cmocka_unit_test(branches_share_a_limit),
      cmocka_unit_test(the_nth_request_of_all_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
