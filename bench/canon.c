/* Microseconds of processor time per canonical form, for states of several kinds
 * and sizes. From the top of the source tree, after `make`:
 *
 *   cc -std=c11 -D_GNU_SOURCE -O2 -Isrc -Itests/unit -o build/bench-canon bench/canon.c \
 *      $(find build/obj/src -name '*.o' ! -name main.o) -lxxhash -lm -pthread
 *   build/bench-canon
 */
#include <time.h>

#include "symmetry/rotations.h"
#include "symmetry_kit.h"

enum { SAMPLES = 64, SIZES = 6 };

typedef void draw(const struct noe_model *model, struct noe_random *random, uint32_t n, int64_t *state);

/* All processes alike: every cell has its least value, ids are undefined. */
static void draw_idle(const struct noe_model *model, struct noe_random *random, uint32_t n, int64_t *state) {
  (void)random;
  (void)n;
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_type *type = model->cells[i].type;
    state[i] = type && type->kind != NOE_TYPE_SCALARSET ? type->low : model->cells[i].empty;
  }
}

static void draw_random(const struct noe_model *model, struct noe_random *random, uint32_t n, int64_t *state) {
  (void)n;
  kit_fill(model, random, 6, UINT32_MAX, state);
}

/* The pointers, which are the first cells, go round in threes. */
static void draw_threes(const struct noe_model *model, struct noe_random *random, uint32_t n, int64_t *state) {
  draw_idle(model, random, n, state);
  uint16_t order[64];
  for (uint16_t i = 0; i < n; i++) {
    order[i] = i;
    kit_swap(order, i, (uint32_t)noe_random_below(random, i + 1u));
  }
  for (uint32_t i = 0; i < n; i++)
    state[order[i]] = order[(i + 1) % 3 ? i + 1 : i - 2];
}

static void draw_pairs(const struct noe_model *model, struct noe_random *random, uint32_t n, int64_t *state) {
  draw_idle(model, random, n, state);
  for (uint32_t i = 0; i < n; i++)
    state[i] = i ^ 1;
}

static const struct row {
  const char *name, *declarations;
  draw *draw;
  uint32_t sizes[SIZES];
} rows[] = {
    {"idle, unary", "var a: array[P] of record s: 0..3; b: boolean; end; x: P;", draw_idle, {4, 8, 16, 32, 64}},
    {"idle, pointers", "var p: array[P] of P; a: array[P] of 0..3;", draw_idle, {4, 8, 16, 32, 64}},
    {"random, unary", "var a: array[P] of record s: 0..3; b: boolean; end; x: P;", draw_random, {4, 8, 16, 32, 64}},
    {"random, pointers", "var p: array[P] of P; a: array[P] of 0..3;", draw_random, {4, 8, 16, 32, 64}},
    {"3-cycles", "var p: array[P] of P; a: array[P] of 0..3;", draw_threes, {6, 12, 24, 48}},
    {"pairs", "var p: array[P] of P; a: array[P] of 0..3;", draw_pairs, {4, 8, 16, 32, 64}},
    {"random relation", "var e: array[P] of array[P] of boolean;", draw_random, {4, 8, 16, 32}},
    {"idle relation", "var e: array[P] of array[P] of boolean;", draw_idle, {4, 8, 16, 32}},
    {"nested n x n", "Q: scalarset(N); var a: array[P] of array[Q] of boolean;", draw_random, {4, 8, 16}},
    {"queue of 8 ids", "var q: array[0..7] of P; a: array[P] of 0..3;", draw_random, {4, 8, 16, 32}},
    {"8 messages",
     "var m: multiset[8] of record k: 0..3; from: P; dest: P; end; a: array[P] of 0..3;",
     draw_random,
     {4, 8, 16, 32}},
    {"no messages",
     "var m: multiset[8] of record k: 0..3; from: P; dest: P; end; a: array[P] of 0..3;",
     draw_idle,
     {4, 8, 16, 32, 64}},
    {"idle channels",
     "var c: array[P] of multiset[4] of record k: 0..3; from: P; end; a: array[P] of 0..3;",
     draw_idle,
     {4, 8, 16, 32, 64}},
    {"random channels",
     "var c: array[P] of multiset[4] of record k: 0..3; from: P; end; a: array[P] of 0..3;",
     draw_random,
     {4, 8, 16, 32}},
};

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The best of several batches, for the machine may be busy. */
static double measure(struct noe_canoniser *canoniser, int64_t *const *states, int64_t *result) {
  double best = 1e9, begin = seconds();
  for (uint32_t batch = 0; batch < 4 || (seconds() - begin < 0.1 && batch < 100); batch++) {
    double before = seconds();
    for (uint32_t i = 0; i < SAMPLES; i++)
      noe_symmetry_canon(canoniser, states[i], result);
    double each = (seconds() - before) / SAMPLES;
    best = each < best ? each : best;
  }
  return best * 1e6;
}

static void run(const struct row *row, uint32_t n) {
  struct kit kit;
  char text[300];
  struct noe_random random = {n};
  int64_t *states[SAMPLES];
  snprintf(text, sizeof text, "type P: scalarset(N); %s", row->declarations);
  struct shape shape = {.name = row->name, .declarations = text};
  kit_open(&kit, &shape, n, n);
  struct noe_canoniser *canoniser = noe_symmetry_canoniser_new(kit.memory, kit.symmetry, NOE_CANON_EXACT);
  for (uint32_t i = 0; i < SAMPLES; i++) {
    states[i] = kit_state(&kit);
    row->draw(kit.model, &random, n, states[i]);
  }
  double each = measure(canoniser, states, kit_state(&kit));
  struct noe_canon_figures figures = noe_symmetry_canon_figures(canoniser);
  printf("%-18s %4u %10.2f us %6.1f%% searched %8.1f nodes\n", row->name, n, each,
         100.0 * (double)figures.by_search / (double)figures.states, (double)figures.nodes / (double)figures.states);
  noe_symmetry_canoniser_delete(canoniser);
  kit_close(&kit);
}

/* The least rotation of a ring of n places, of random and of periodic states. */
static void run_ring(const char *name, uint32_t n, uint32_t period) {
  struct kit kit;
  struct noe_random random = {n};
  int64_t *states[SAMPLES], *result;
  struct shape shape = {.name = name, .declarations = "type P: ringset(N); var a: array[P] of 0..3;"};
  kit_open(&kit, &shape, n, n);
  const struct noe_rotations *rotations = noe_symmetry_rotations(kit.model->arena, kit.symmetry);
  for (uint32_t i = 0; i < SAMPLES; i++) {
    states[i] = kit_state(&kit);
    draw_random(kit.model, &random, n, states[i]);
    for (uint32_t k = 0; k < n; k++)
      states[i][k] = states[i][k % period];
  }
  result = kit_state(&kit);
  double best = 1e9;
  for (uint32_t batch = 0; batch < 1000; batch++) {
    uint32_t ties;
    double before = seconds();
    for (uint32_t i = 0; i < SAMPLES; i++)
      noe_symmetry_least_rotation(rotations, states[i], result, &ties);
    double each = (seconds() - before) / SAMPLES;
    best = each < best ? each : best;
  }
  printf("%-18s %4u %10.3f us\n", name, n, best * 1e6);
  kit_close(&kit);
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (uint32_t n = 8; n <= 128 && (argc < 2 || strstr("ring", argv[1])); n *= 2) {
    run_ring("ring, random", n, n);
    run_ring("ring, periodic", n, 4);
    run_ring("ring, all alike", n, 1);
  }
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (uint32_t k = 0; k < SIZES && rows[i].sizes[k]; k++)
      if (argc < 2 || strstr(rows[i].name, argv[1]))
        run(&rows[i], rows[i].sizes[k]);
  return 0;
}
