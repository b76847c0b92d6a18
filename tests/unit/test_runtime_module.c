/* The fixed part of generated code that noether calls, and entries of keys of value x count, by themselves: a module
 * of two rules and three properties, written by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compile/native.h"

enum { SIZE = 6 };
#define NOE_IDENTITY 7
typedef int16_t cell; /* wider than a byte: noether's own code does not help */
#define U ((cell)INT16_MIN)
#include "compile/runtime/base.h"
#include "compile/runtime/bytes.h"

/* Two blocks of entries alike, one with slices in a word, the other with slices in two. */
struct entry0 {
  cell c[2];
  uint32_t weight, origin;
};
struct entry1 {
  cell c[2];
  uint32_t weight, origin;
};
struct work {
  cell c[1];
  uint32_t m0, m1;
  struct entry0 b0[SIZE];
  struct entry1 b1[SIZE];
};
enum { WITNESSES = 1, PROPERTIES = 3, PARAMETERS = 0 };
#define CANONICAL 0
#define WATCHES 0
#define KEY_FIELDS                                                                                                     \
  uint8_t key[64];                                                                                                     \
  uint32_t rank0[SIZE], weight0[SIZE], rank1[SIZE], named1[SIZE], order1[SIZE];                                        \
  uint64_t sorted0[SIZE], words1[SIZE][2];
#include "compile/runtime/frame.h"

#include "compile/runtime/bits.h"

#define PART 0
enum { PLACES0 = SIZE, SLICED0 = 2, SLICE0 = 6, SLICE_BITS0 = 8, COUNT_BITS0 = 3 };
#define SLICE_CELLS0 OPEN(8) CELL(0, 0, 0, 4, 1, 0) CELL(1, 4, 4, 4, 1, 0) CLOSE(8)
#include "compile/runtime/entries.h"
#define ENTRY0 UINT64_C(7)
#define NAME0 UINT64_C(56)
#include "compile/runtime/order_narrow.h"
#undef PART
#define PART 1
enum { PLACES1 = SIZE, SLICED1 = 2, WORDS1 = 2, SLICE_BITS1 = 68, COUNT_BITS1 = 3 };
#define SLICE_CELLS1 OPEN(62) CELL(0, 0, 0, 62, 1, 0) CLOSE(62) OPEN(6) CELL(1, 0, 62, 6, 1, 0) CLOSE(6)
#include "compile/runtime/entries.h"
#include "compile/runtime/order_wide.h"

/* ------------------------------------------------------------------ the module */

static void decode(struct frame *f, struct work *w, const uint8_t *key) {
  (void)f;
  w->c[0] = (cell)key[0];
}
static void copy(struct work *to, const struct work *from) { *to = *from; }
static bool is_whole(const struct frame *f) { return f->here.c[0] != 9; }

static uint32_t delivered[4], deliveries;
static bool deliver(struct frame *f, uint32_t rule, uint64_t weight) {
  (void)weight;
  delivered[deliveries++] = rule * 100 + (uint32_t)f->next.c[0];
  return 1;
}
#define TAINT_RESET (void)0
#define WATCH_RESET (void)0
#define LEAVE_HOME (void)0
#include "compile/runtime/firing.h"
#include "compile/runtime/start.h"

/* Rule 0 counts up to 5 and comes behind rule 1, which is about 3 alone; 8 bails. */
static void r0(struct frame *f) {
  if (f->here.c[0] == 8)
    f->status = BAILED;
  if (f->here.c[0] >= 5 || f->outranked || !begin(f))
    return;
  f->next.c[0]++;
  f->fresh[0]++, f->pending |= FRESH;
  finish(f, 0, 1);
}
static void r1(struct frame *f) {
  if (f->here.c[0] != 3 || !begin(f))
    return;
  f->next.c[0] = 0;
  finish(f, 1, 1);
}
static bool c0(struct frame *f, struct work *w) {
  f->witness[0]++, f->pending |= WITNESSED;
  if (w->c[0] == 8)
    f->status = BAILED;
  return w->c[0] < 7;
}
static bool c1(struct frame *f, struct work *w) {
  (void)f;
  return w->c[0] != 6;
}
static bool c2(struct frame *f, struct work *w) {
  f->host.goals[0] |= w->c[0] == 4;
  return 1;
}
#define RULES FIRE(1) RANK FIRE(0) RANK
#define COMPILED 1, 1, 0
#define CLAIMS HOLDS(0)
#define ASSUMPTIONS HOLDS(1)
#define GOALS HOLDS(2)
#define TRIALS
enum { HAS_CLAIMS = 1, HAS_ASSUMPTIONS = 1, HAS_GOALS = 1, HAS_TRIALS = 0, KEYS = NOE_NATIVE_RUNS };
#define FIND_TWINS (void)0
#define JUDGE_TWINS f->host.class_of = 0
#include "compile/runtime/module.h"

static void questions(void **unused) {
  (void)unused;
  static struct frame f;
  static uint64_t witnesses[1], covers[3], claimed[3], goal_bits[1];
  static uint32_t first_goals[3];
  static uint16_t classes[1];
  const struct noe_native_module *m = &noe_native_module;
  f.host.witnesses = witnesses;
  f.host.covers = covers;
  f.host.cover_claims = claimed;
  f.host.goals = goal_bits;
  f.host.first_goals = first_goals;
  f.host.class_of = classes;
  assert_true(m->rule_count == 2 && m->has_goals && !m->trials && m->frame_bytes == sizeof f && m->identity == 7);
  assert_int_equal(m->expand(&f.host, (const uint8_t[]){2}), DONE);
  assert_true(deliveries == 1 && delivered[0] == 3 && covers[0] == 1 && f.host.enabled);
  assert_int_equal(m->expand(&f.host, (const uint8_t[]){3}), DONE); /* the other rule is outranked */
  assert_true(deliveries == 2 && delivered[1] == 100 && covers[0] == 1);
  assert_int_equal(m->expand(&f.host, (const uint8_t[]){5}), DONE);
  assert_true(deliveries == 2 && !f.host.enabled);
  assert_int_equal(m->expand(&f.host, (const uint8_t[]){8}), BAIL);
  assert_int_equal(m->expand(&f.host, (const uint8_t[]){9}), BAIL);
  assert_int_equal(m->claims(&f.host, (const uint8_t[]){6}), DONE);
  assert_true(witnesses[0] == 1 && f.host.class_of == classes);
  assert_int_equal(m->claims(&f.host, (const uint8_t[]){7}), NO);
  assert_int_equal(m->claims(&f.host, (const uint8_t[]){8}), BAIL);
  assert_true(witnesses[0] == 1 && f.host.class_of == classes); /* what did not end well counts for nothing */
  assert_int_equal(m->assumptions(&f.host, (const uint8_t[]){6}), NO);
  assert_int_equal(m->assumptions(&f.host, (const uint8_t[]){5}), DONE);
  assert_int_equal(m->goals(&f.host, (const uint8_t[]){4}), DONE);
  assert_int_equal(goal_bits[0], 1);
  goal_bits[0] = 0;
  first_goals[2] = UINT32_MAX; /* nobody asks */
  assert_int_equal(m->goals(&f.host, (const uint8_t[]){4}), DONE);
  assert_int_equal(goal_bits[0], 0);
}

/* ---------------------------------------------------------------------- entries */

static void make(struct work *w) {
  static const struct entry0 entries[] = {{{3, 1}, 2, 0}, {{1, 2}, 1, 1}, {{3, 1}, 1, 2}, {{0, 1}, 1, 3}};
  *w = (struct work){.m0 = 4, .m1 = 4};
  memcpy(w->b0, entries, sizeof entries);
  memcpy(w->b1, entries, sizeof entries);
}

static void values_come_and_go(void **unused) {
  (void)unused;
  static struct work w, before;
  static const uint32_t weights[] = {2, 1, 1, 1};
  make(&w);
  make(&before);
  assert_true(split0(&w, 1) == 1 && w.m0 == 4); /* it is alone already */
  assert_true(split0(&w, 0) == 4 && w.m0 == 5 && w.b0[0].weight == 1 && w.b0[4].weight == 1 && w.b0[4].origin == 0);
  assert_false(changed0(&before, &w));
  w.b0[4].c[1] = 5;
  assert_true(changed0(&before, &w));
  join0(&w, 0, 4);
  assert_true(w.m0 == 4 && w.b0[0].weight == 2 && !changed0(&before, &w));
  scatter0(&w);
  assert_int_equal(w.m0, 5);
  gather0(&w, 4, weights);
  assert_true(w.m0 == 4 && w.b0[0].weight == 2);
  join1(&w, 0, split1(&w, 0)); /* those of the other block are its own */
  assert_true(w.m1 == 4 && !memcmp(w.b1, before.b1, 4 * sizeof *w.b1));
}

/* Both ways of sorting come to one order, and write the bits of one key but for the widths of slices. */
static void orders_agree(void **unused) {
  (void)unused;
  static struct frame f;
  struct work *w = &f.next;
  for (int named = 0; named < 2; named++) {
    make(w);
    slice0(&f, w);
    slice1(&f, w);
    if (named) {
      name0(&f, 2, 1);
      name1(&f, 2, 1);
    }
    uint32_t n = sort0(&f, w);
    assert_int_equal(n, named ? 4 : 3);
    assert_int_equal(n, sort1(&f, w));
    assert_memory_equal(f.rank0, f.rank1, 4 * sizeof *f.rank0);
    assert_true(f.rank0[3] < f.rank0[0] && f.rank0[0] < f.rank0[1]);
    assert_int_equal(f.weight0[f.rank0[0]], named ? 2 : 3);
    struct noe_native_bits narrow = {f.key, 0, 0}, wide = {f.key + 32, 0, 0};
    memset(f.key, 0, sizeof f.key);
    write0(&f, w, &narrow, n);
    assert_int_equal(flush(&narrow, f.key), (9 * n + 3 + 7) / 8);
    write1(&f, w, &wide, 1);
    assert_int_equal(flush(&wide, f.key + 32), (69 + 7) / 8);
  }
  make(w);
  slice0(&f, w);
  slice1(&f, w);
  name0(&f, 0, 1); /* an entry of two values cannot be named */
  name1(&f, 0, 1);
  assert_true(!sort0(&f, w) && !sort1(&f, w));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(questions), cmocka_unit_test(values_come_and_go),
                                     cmocka_unit_test(orders_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
