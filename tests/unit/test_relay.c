/* Two pieces of work in turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka needs these */
#include <cmocka.h>

#include "base/relay.h"

struct work {
  struct noe_relay relay;
  struct noe_memory *memory;
  char said[16];
  bool asks_for_too_much, is_out_of_memory, is_told_to_end;
};

static void say(struct work *work, char letter) { work->said[strlen(work->said)] = letter; }

static void speak(void *context, jmp_buf *escape) {
  (void)escape;
  struct work *work = context;
  for (char letter = 'a'; letter < 'd'; letter++) {
    say(work, letter);
    if (!noe_base_relay_give_back(&work->relay)) {
      work->is_told_to_end = true;
      return;
    }
    if (work->asks_for_too_much)
      noe_base_alloc(work->memory, 1 << 20);
  }
}

static void speak_guarded(void *context) {
  struct work *work = context;
  work->is_out_of_memory = !noe_base_memory_guarded(work->memory, speak, work);
}

static void begin(struct work *work) {
  *work = (struct work){.memory = noe_base_memory_new(1 << 16)};
  assert_non_null(work->memory);
  noe_base_relay_prepare(&work->relay, work->memory, speak_guarded, work);
}

static void end(struct work *work) {
  noe_base_relay_end(&work->relay);
  noe_base_memory_delete(work->memory);
}

static void in_turns(void **state) {
  (void)state;
  struct work work;
  begin(&work);
  for (int i = 0; i < 5; i++) {
    assert_true(noe_base_relay_give(&work.relay));
    say(&work, '1');
  }
  assert_string_equal(work.said, "a1b1c111");
  assert_true(work.relay.is_over && !work.is_told_to_end);
  end(&work);
}

static void ends_early(void **state) {
  (void)state;
  struct work work;
  begin(&work);
  end(&work);
  begin(&work);
  assert_true(noe_base_relay_give(&work.relay));
  end(&work);
  assert_true(work.is_told_to_end);
  assert_string_equal(work.said, "a");
}

/* Memory runs out here, in between the turns of the work. */
static void ask_for_too_much(void *context, jmp_buf *escape) {
  (void)escape;
  struct work *work = context;
  assert_true(noe_base_relay_give(&work->relay));
  noe_base_alloc(work->memory, 1 << 20);
}

static void out_of_memory(void **state) {
  (void)state;
  struct work work;
  begin(&work);
  assert_false(noe_base_memory_guarded(work.memory, ask_for_too_much, &work));
  assert_false(work.is_out_of_memory);
  work.asks_for_too_much = true;
  assert_true(noe_base_relay_give(&work.relay));
  assert_true(work.is_out_of_memory && work.relay.is_over);
  end(&work);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(in_turns),
      cmocka_unit_test(ends_early),
      cmocka_unit_test(out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
