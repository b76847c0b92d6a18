/* The fixed part of generated code that works on a state and its frame, by itself: marks of
 * watched loops, keys of large states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compile/native.h"
#include "model/build.h"
#include "model/pack.h"

typedef int8_t cell;
#define U ((cell)INT8_MIN)
#include "compile/runtime/base.h"
#include "compile/runtime/bytes.h"
#include "compile/runtime/multisets.h"
#define TAINTS 64
#include "compile/runtime/marks.h"

/* A state of 70 cells, each one of seven values or undefined: three bits, twenty-one in a word. */
enum { COUNT = 70, IN_WORD = 21, FIXED_BITS = 3 * 64 + (COUNT - 3 * IN_WORD) * 3, KEY_BYTES = (FIXED_BITS + 7) / 8 };

struct work {
  cell c[COUNT];
};
struct frame {
  struct noe_native_frame host;
  struct work here, next;
  uint64_t home[5], key[5];
  bool at_home;
  uint32_t holes;
  uint32_t level, marked, round[LEVELS];
  uint64_t clock, epoch[LEVELS];
  struct mark marks[MARKS];
  bool conflict;
  uint32_t searching, doubts, taints;
  struct doubt doubt[TAINTS];
  const cell *taint[TAINTS];
  uint32_t status;
  uint8_t pending;
  bool trying, known[256];
  cell rows[(COUNT + 2) << 3];
  uint8_t row_taints[2 << 3];
};
enum { FRESH = 8 };

#include "compile/runtime/watch.h"
#include "compile/runtime/trial.h"

#define P(i)                                                                                                           \
  { 0, U, 3 * ((i) % IN_WORD), 3, (i) == 5, (i) / IN_WORD }
#define P10(i) P(i), P(i + 1), P(i + 2), P(i + 3), P(i + 4), P(i + 5), P(i + 6), P(i + 7), P(i + 8), P(i + 9)
static const struct packing {
  cell base, empty;
  uint8_t shift, width, trusted;
  uint32_t word;
} packing[] = {P10(0), P10(10), P10(20), P10(30), P10(40), P10(50), P10(60)};
enum { TRUSTED = 1 };
static const struct { uint32_t first, end; } spans_of_cells[] = {{0, COUNT}, {0}};
static const uint32_t first_in[] = {0, IN_WORD, 2 * IN_WORD, 3 * IN_WORD, COUNT};
#define READ_STREAMS (void)0
#define WRITE_STREAMS KEY_BYTES
#include "compile/runtime/packing.h"
#include "compile/runtime/change.h"

static uint64_t seed = 1;
static uint32_t pick(uint32_t below) {
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

/* ------------------------------------------------------------------- changes */

/* The same states as the interpreter packs them. */
static void changes(void **unused) {
  (void)unused;
  static struct frame f;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_builder builder;
  noe_model_builder_init(&builder, arena);
  struct noe_variable variable = {
      .name = "v",
      .type = noe_model_array(&builder, noe_model_range(&builder, 1, COUNT), noe_model_range(&builder, 0, 6))};
  struct noe_model model = {.arena = arena};
  assert_true(noe_model_layout(&builder, &model, &variable, 1));
  assert_int_equal(model.fixed_bits, FIXED_BITS);
  int64_t cells[COUNT];
  uint64_t words[5];
  for (uint32_t i = 0; i < COUNT; i++)
    cells[i] = NOE_UNDEFINED;
  for (int round = 0; round < 500; round++) {
    memset(words, 0, sizeof words);
    assert_int_equal(noe_model_pack(&model, cells, words), KEY_BYTES);
    decode(&f, &f.here, (const uint8_t *)words);
    for (uint32_t i = 0; i < COUNT; i++)
      assert_int_equal(f.here.c[i], cells[i] == NOE_UNDEFINED ? U : cells[i]);
    assert_int_equal(f.holes, f.here.c[5] == U);
    f.next = f.here;
    for (uint32_t changed = pick(5); changed; changed--) {
      uint32_t at = pick(COUNT);
      cells[at] = pick(4) ? (int64_t)pick(7) : NOE_UNDEFINED;
      f.next.c[at] = cells[at] == NOE_UNDEFINED ? U : (cell)cells[at];
    }
    memset(words, 0, sizeof words);
    noe_model_pack(&model, cells, words);
    assert_int_equal(encode(&f, &f.next), KEY_BYTES);
    assert_memory_equal(f.key, words, KEY_BYTES);
  }
  noe_base_arena_delete(arena);
  noe_base_memory_delete(memory);
}

/* -------------------------------------------------------------------- watches */

static struct frame *watched(void) {
  static struct frame f;
  memset(&f, 0, sizeof f);
  assert_true(watch_begin(&f));
  f.round[0] = 1;
  return &f;
}

/* A round may touch its own, and nothing that another one writes. */
static void rounds_apart(void **unused) {
  (void)unused;
  cell c[4] = {1, 2, 3, 4};
  struct frame *f = watched();
  assert_true(watch_write(f, &c[0], 5) && watch_read(f, &c[0], 1) && watch_read(f, &c[1], 1));
  c[0] = 5;
  f->round[0] = 2;
  assert_true(watch_read(f, &c[1], 1));
  assert_false(watch_read(f, &c[0], 1));
  assert_false(watch_write(f, &c[1], 2));
  f = watched();
  assert_true(watch_write(f, &f->next.c[0], 7));
  f->next.c[0] = 7;
  f->round[0] = 2;
  assert_true(watch_write(f, &f->next.c[0], 7)); /* the same */
  assert_false(watch_write(f, &f->next.c[0], 8));
  assert_true(watch_fill(f, &c[2], 1) && watch_copy(f, &c[3], &c[1], 1));
}

/* What rounds leave in a cell of a frame may differ: then it is tainted behind the loop, until it is written. */
static void rounds_taint(void **unused) {
  (void)unused;
  cell c[2] = {0, 0};
  struct frame *f = watched();
  assert_true(watch_begin(f));
  for (uint32_t round = 1; round < 3; round++) {
    f->round[1] = round;
    assert_true(watch_write(f, &c[0], (int64_t)round) && watch_write(f, &c[1], 5));
    c[0] = (cell)round;
    c[1] = 5;
    assert_true(watch_read(f, c, 2));
  }
  assert_int_equal(f->taints, 0);
  assert_true(watch_end(f));
  assert_true(watch_is_tainted(f, c, 2) && !watch_is_tainted(f, &c[1], 1));
  f->round[0] = 2; /* of the loop around: another round may have left anything in c[0], and 5 in c[1] */
  assert_true(watch_write(f, &c[0], 2) && watch_write(f, &c[1], 5));
  assert_int_equal(f->taints, 0);
  assert_true(watch_end(f));
  assert_true(watch_is_tainted(f, &c[0], 1) && !watch_is_tainted(f, &c[1], 1));
  watch_wash(f, &c[1], 1);
  assert_true(watch_is_tainted(f, &c[0], 1));
  watch_wash(f, &c[0], 1);
  assert_false(watch_is_tainted(f, c, 2));
}

/* Sums and bags take contributions of many rounds, of one kind, that nobody looks at, within their range
 * in any order. */
static void rounds_gather(void **unused) {
  (void)unused;
  cell c[4] = {1, 0, 0, 0};
  struct frame *f = watched();
  assert_true(watch_sum(f, &c[0], GATHER_SUM, 2, 1, 0, 5));
  c[0] = 2;
  f->round[0] = 2;
  assert_true(watch_sum(f, &c[0], GATHER_SUM, 4, 2, 0, 5));
  assert_false(watch_sum(f, &c[0], GATHER_SUM, 2, -2, 0, 5)); /* 1 - 2 would come first in another order */
  assert_true(watch_add(f, &c[2], 2));
  f->round[0] = 3;
  assert_true(watch_add(f, &c[2], 2));
  assert_false(watch_read(f, &c[2], 1));
  f = watched();
  assert_true(watch_sum(f, &c[1], GATHER_OR, 1, 0, 0, 1));
  f->round[0] = 2;
  assert_false(watch_sum(f, &c[1], GATHER_AND, 0, 0, 0, 1));
}

/* Three rounds in all orders: each adds its number to a cell of the state; `shown`: the second cell has who came
 * last. Each leaves its number in the first local, and nobody reads it. */
static bool try_rounds(struct frame *f, struct work *w, cell *locals, bool shown) {
  const struct piece pieces[] = {{locals, 2}, {0}};
  const struct trial t = {pieces, 1, 2};
  assert_true(trial_save(f, w, &t));
  assert_false(trial_begin(f)); /* there was no conflict */
  f->conflict = 1;
  assert_true(trial_begin(f));
  for (uint32_t set = 0; set < 7; set++)
    for (uint32_t i = 0; i < 3; i++) {
      if (set >> i & 1)
        continue;
      assert_true(trial_load(f, w, &t, set));
      w->c[0] = (cell)(w->c[0] + (cell)i);
      w->c[1] = shown ? (cell)i : 4;
      watch_wash(f, locals, 1);
      locals[0] = (cell)i;
      if (!trial_round_end(f, w, &t, set | 1u << i))
        return false;
    }
  return trial_end(f, w, &t, 7);
}

static void orders(void **unused) {
  (void)unused;
  cell locals[2] = {9, 5};
  struct frame *f = watched();
  f->level = 0;
  f->next.c[0] = 1;
  assert_true(try_rounds(f, &f->next, locals, false));
  assert_int_equal(f->next.c[0], 1 + 0 + 1 + 2);
  assert_int_equal(f->next.c[1], 4);
  assert_true(watch_is_tainted(f, &locals[0], 1) && !watch_is_tainted(f, &locals[1], 1));
  assert_int_equal(locals[1], 5);
  f = watched();
  assert_false(try_rounds(f, &f->next, locals, true));
}

/* A loop in a loop has marks of its own; what is forgotten was never there; there is an end. */
static void loops_in_loops(void **unused) {
  (void)unused;
  cell c[MARKS];
  struct frame *f = watched();
  assert_true(watch_begin(f));
  f->round[1] = 1;
  assert_true(watch_write(f, &c[0], 1));
  c[0] = 1;
  f->level--;
  assert_true(watch_begin(f)); /* once more, in the same round of the outer one */
  f->round[1] = 2;
  assert_true(watch_read(f, &c[0], 1));
  watch_forget(f, &c[0], 1);
  f->round[0] = 2;
  assert_true(watch_read(f, &c[0], 1));
  assert_true(watch_begin(f) && watch_begin(f));
  assert_false(watch_begin(f));
  f = watched();
  assert_false(watch_read(f, c, MARKS)); /* more than are kept: in doubt */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changes), cmocka_unit_test(rounds_apart),  cmocka_unit_test(rounds_taint),
      cmocka_unit_test(orders),  cmocka_unit_test(rounds_gather), cmocka_unit_test(loops_in_loops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
