/* Canonical forms, on random states of models of many shapes and on all states
 * of small ones. NOE_ROUNDS=N runs N random rounds (default 12000). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "symmetry_kit.h"

/* A kit with everything that the checks of one model need. */
struct bench {
  struct kit kit;
  const char *name;
  struct noe_canoniser *exact, *fast;
  uint64_t order; /* of the group, or a large number */
  int64_t *state, *moved, *canon, *again, *scratch;
  uint16_t *pi, *row;
  struct noe_number group, stabiliser, orbit;
};

static void open_bench(struct bench *b, const struct shape *shape, uint32_t n, uint32_t m) {
  struct kit *kit = &b->kit;
  kit_open(kit, shape, n, m);
  b->name = shape->name;
  b->exact = noe_symmetry_canoniser_new(kit->memory, kit->symmetry, NOE_CANON_EXACT);
  b->fast = noe_symmetry_canoniser_new(kit->memory, kit->symmetry, NOE_CANON_FAST);
  b->order = kit_order(kit->symmetry);
  b->state = kit_state(kit);
  b->moved = kit_state(kit);
  b->canon = kit_state(kit);
  b->again = kit_state(kit);
  b->scratch = kit_state(kit);
  b->pi = kit_row(kit);
  b->row = kit_row(kit);
  b->group = noe_base_number(kit->memory, 0);
  b->stabiliser = noe_base_number(kit->memory, 0);
  b->orbit = noe_base_number(kit->memory, 0);
  noe_symmetry_group_order(kit->symmetry, &b->group);
}

static void close_bench(struct bench *b) {
  noe_symmetry_canoniser_delete(b->exact);
  noe_symmetry_canoniser_delete(b->fast);
  noe_base_number_free(&b->group);
  noe_base_number_free(&b->stabiliser);
  noe_base_number_free(&b->orbit);
  kit_close(&b->kit);
}

static void expect(const struct bench *b, bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "state:");
  for (uint32_t i = 0; i < b->kit.model->cell_count; i++)
    fprintf(stderr, b->state[i] == NOE_UNDEFINED ? " U" : " %d", (int)b->state[i]);
  fail_msg("%s: %s, %u points", what, b->name, b->kit.symmetry->points);
}

static bool same(const struct bench *b, const int64_t *x, const int64_t *y) { return !memcmp(x, y, b->kit.bytes); }

static uint64_t small(const struct noe_number *number) {
  uint64_t value = 0;
  for (size_t i = number->count; i-- > 0;)
    value = value << 32 | number->digits[i];
  return value;
}

/* ----------------------------------------------------------- random states */

static uint32_t moved_cell(const struct noe_facts *facts, const struct noe_fact *fact, const uint16_t *row) {
  uint32_t cell = fact->cell;
  for (uint32_t k = 0; k < fact->count; k++) {
    struct noe_fact_argument argument = facts->arguments[fact->first + k];
    cell += argument.stride * (row[argument.vertex] - argument.vertex);
  }
  return cell;
}

static const struct noe_fact *fact_at(const struct noe_facts *facts, uint32_t cell) {
  for (uint32_t i = 0; i < facts->count; i++)
    if (facts->facts[i].cell == cell)
      return &facts->facts[i];
  return NULL;
}

/* Carries the content of a fact around its cycle under the permutation; where it
 * does not come back as it was, the cycle becomes undefined. */
static void close_cycle(const struct noe_facts *facts, const struct noe_fact *first, const uint16_t *row,
                        int64_t *state) {
  int64_t value = state[first->cell];
  for (int pass = 0; pass < 2; pass++) {
    const struct noe_fact *fact = first;
    do {
      state[fact->cell] = value;
      int32_t target = noe_fact_target(fact, value);
      if (target >= 0)
        value += row[target] - target;
      fact = fact_at(facts, moved_cell(facts, fact, row));
    } while (fact != first);
    if (value == state[first->cell])
      return;
    value = NOE_UNDEFINED;
  }
}

/* Makes a random permutation an automorphism of the state outside of its bags:
 * few random states have one that is not made of twins. */
static void symmetrise(struct bench *b) {
  const struct noe_facts *facts = b->exact->facts;
  for (uint32_t i = 0; i < facts->count; i++)
    if (facts->facts[i].presence == NOE_NO_CELL && b->kit.model->cells[facts->facts[i].cell].type)
      close_cycle(facts, &facts->facts[i], b->pi, b->state);
  kit_normalise(b->kit.model, b->state);
}

static void draw_state(struct bench *b, struct noe_random *random) {
  uint32_t defined = 1 + (uint32_t)noe_random_below(random, 8), variety = 1 + (uint32_t)noe_random_below(random, 13);
  kit_fill(b->kit.model, random, defined, variety, b->state);
  kit_shuffle(b->kit.symmetry, random, b->pi);
  bool bags = b->kit.model->bag_count > 0;
  if (!bags && noe_random_below(random, 3) == 0)
    symmetrise(b);
  assert_true(noe_model_state_is_legal(b->kit.model, b->state));
}

/* ------------------------------------------------------------------ checks */

/* The canoniser's answer is an image of the state, by the recorded permutation. */
static void check_image(struct bench *b, const struct noe_canoniser *canoniser, const int64_t *state,
                        const int64_t *result) {
  const uint16_t *row = noe_symmetry_canon_permutation(canoniser);
  expect(b, noe_symmetry_is_permutation(b->kit.symmetry, row), "the record is a permutation");
  noe_symmetry_apply(b->kit.symmetry, row, state, b->scratch);
  expect(b, same(b, b->scratch, result), "pi s = canon s");
}

static void check_unique(struct bench *b, struct noe_random *random) {
  expect(b, noe_symmetry_canon(b->exact, b->state, b->canon), "exact says so");
  check_image(b, b->exact, b->state, b->canon);
  noe_symmetry_stabiliser_order(b->exact, &b->stabiliser);
  uint64_t order = small(&b->stabiliser);
  kit_shuffle(b->kit.symmetry, random, b->pi);
  noe_symmetry_apply(b->kit.symmetry, b->pi, b->state, b->moved);
  noe_symmetry_canon(b->exact, b->moved, b->again);
  expect(b, same(b, b->canon, b->again), "canon (pi s) = canon s");
  check_image(b, b->exact, b->moved, b->again);
  noe_symmetry_stabiliser_order(b->exact, &b->stabiliser);
  expect(b, small(&b->stabiliser) == order, "stabilisers in one orbit have one order");
  noe_symmetry_canon(b->exact, b->canon, b->again);
  expect(b, same(b, b->canon, b->again), "canon (canon s) = canon s");
}

static void check_fast(struct bench *b) {
  bool unique = noe_symmetry_canon(b->fast, b->state, b->again);
  check_image(b, b->fast, b->state, b->again);
  expect(b, !unique || same(b, b->again, b->canon), "fast agrees where it is unique");
}

/* number := number times other */
static void multiply(struct noe_number *number, const struct noe_number *other) {
  struct noe_number product = noe_base_number(number->memory, 0), part = noe_base_number(number->memory, 0);
  for (size_t i = other->count; i-- > 0;) {
    noe_base_number_multiply(&product, 1u << 16);
    noe_base_number_multiply(&product, 1u << 16);
    noe_base_number_copy(&part, number);
    noe_base_number_multiply(&part, other->digits[i]);
    noe_base_number_add(&product, &part);
  }
  noe_base_number_copy(number, &product);
  noe_base_number_free(&product);
  noe_base_number_free(&part);
}

/* The product of the order and the orbit is the group; generators fix the state. */
static void check_stabiliser(struct bench *b) {
  noe_symmetry_canon(b->exact, b->state, b->again);
  noe_symmetry_stabiliser_order(b->exact, &b->stabiliser);
  noe_symmetry_orbit_size(b->exact, &b->orbit);
  multiply(&b->orbit, &b->stabiliser);
  expect(b, noe_base_number_compare(&b->orbit, &b->group) == 0, "|orbit| |Stab| = |G|");
  for (uint32_t i = noe_symmetry_generator_count(b->exact); i-- > 0;) {
    noe_symmetry_generator(b->exact, i, b->row);
    expect(b, noe_symmetry_is_permutation(b->kit.symmetry, b->row), "a generator is a permutation");
    noe_symmetry_apply(b->kit.symmetry, b->row, b->state, b->scratch);
    expect(b, same(b, b->scratch, b->state), "a generator fixes the state");
  }
}

static uint64_t count_fixing(struct bench *b) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < b->order; i++) {
    kit_permutation(b->kit.symmetry, i, b->row);
    noe_symmetry_apply(b->kit.symmetry, b->row, b->state, b->scratch);
    count += same(b, b->scratch, b->state);
  }
  return count;
}

static bool has_row(const uint16_t *rows, uint64_t count, const uint16_t *row, size_t bytes) {
  for (uint64_t i = 0; i < count; i++)
    if (!memcmp((const char *)rows + i * bytes, row, bytes))
      return true;
  return false;
}

/* Order of the group that the generators generate: its elements, one by one. */
static uint64_t count_generated(struct bench *b, uint64_t limit) {
  const struct noe_symmetry *symmetry = b->kit.symmetry;
  uint32_t points = symmetry->points;
  uint16_t *rows = noe_base_alloc(b->kit.memory, (limit + 1) * points * sizeof *rows);
  uint64_t count = 1;
  noe_symmetry_identity(symmetry, rows);
  for (uint64_t i = 0; i < count && count <= limit; i++)
    for (uint32_t k = 0; k < noe_symmetry_generator_count(b->exact) && count <= limit; k++) {
      noe_symmetry_generator(b->exact, k, b->row);
      noe_symmetry_compose(symmetry, b->row, rows + i * points, b->pi);
      if (!has_row(rows, count, b->pi, points * sizeof *rows))
        memcpy(rows + count++ * points, b->pi, points * sizeof *rows);
    }
  noe_base_free(b->kit.memory, rows);
  return count;
}

static void check_by_force(struct bench *b) {
  uint64_t fixing = count_fixing(b);
  noe_symmetry_canon(b->exact, b->state, b->again);
  noe_symmetry_stabiliser_order(b->exact, &b->stabiliser);
  expect(b, small(&b->stabiliser) == fixing, "|Stab| is the number of permutations that fix the state");
  expect(b, count_generated(b, fixing) == fixing, "the generators generate the stabiliser");
}

/* ------------------------------------------------------------------- tests */

enum { LARGEST = 12, FORCE = 720 };

static uint64_t rounds_wanted(void) {
  const char *text = getenv("NOE_ROUNDS");
  return text ? strtoull(text, NULL, 10) : 12000;
}

static void random_states(void **unused) {
  (void)unused;
  static struct bench benches[ZOO][LARGEST + 1];
  struct noe_random random = {2026};
  for (uint64_t i = rounds_wanted(); i > 0; i--) {
    uint32_t shape = (uint32_t)(i % ZOO), n = 2 + (uint32_t)noe_random_below(&random, LARGEST - 1);
    struct bench *b = &benches[shape][n];
    if (!b->exact)
      open_bench(b, &zoo[shape], n, 2 + n % 4);
    draw_state(b, &random);
    check_unique(b, &random);
    check_fast(b);
    check_stabiliser(b);
    if (b->order <= FORCE && noe_random_below(&random, 4) == 0)
      check_by_force(b);
  }
  for (uint32_t i = 0; i < ZOO; i++)
    for (uint32_t n = 0; n <= LARGEST; n++)
      if (benches[i][n].exact)
        close_bench(&benches[i][n]);
}

/* The next state, as if its cells were the digits of a number; false at the end. */
static bool next_state(const struct noe_model *model, int64_t *state) {
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    int64_t last = cell->type ? cell->type->high : 1;
    if (state[i] != last) {
      state[i] = state[i] == cell->empty ? cell->base : state[i] + 1;
      return true;
    }
    state[i] = cell->empty;
  }
  return false;
}

/* On all states of a model: as many canonical forms as Burnside counts orbits,
 * the sizes of which add up to the number of states. */
static void check_all_states(struct bench *b) {
  const struct noe_model *model = b->kit.model;
  uint64_t states = 0, forms = 0, fixing = 0, orbits = 0;
  for (uint32_t i = 0; i < model->cell_count; i++)
    b->state[i] = model->cells[i].empty;
  do {
    if (!noe_model_state_is_legal(model, b->state))
      continue;
    states++;
    fixing += count_fixing(b);
    noe_symmetry_canon(b->exact, b->state, b->canon);
    check_image(b, b->exact, b->state, b->canon);
    if (!same(b, b->state, b->canon))
      continue;
    forms++;
    noe_symmetry_orbit_size(b->exact, &b->orbit);
    orbits += small(&b->orbit);
  } while (next_state(model, b->state));
  expect(b, states > 1 && forms < states, "there is something to reduce");
  expect(b, forms * b->order == fixing, "as many canonical forms as orbits");
  expect(b, orbits == states, "the orbits add up to all states");
}

static void all_states(void **unused) {
  (void)unused;
  static const struct {
    const char *declarations;
    uint32_t n, m;
  } models[] = {
      {"var a: array[P] of 0..1;", 5, 2},
      {"var x: P; y: P; a: array[P] of boolean;", 4, 2},
      {"var p: array[P] of P;", 4, 2},
      {"var p: array[P] of P;", 5, 2},
      {"var e: array[P] of array[P] of 1..1;", 3, 2},
      {"var e: array[P] of array[P] of 1..1;", 4, 2},
      {"Q: scalarset(M); var a: array[P] of Q; b: array[Q] of P;", 3, 2},
      {"Q: scalarset(M); var a: array[P] of array[Q] of boolean;", 3, 2},
      {"U: union{P, enum{h}}; var a: array[U] of U;", 3, 2},
      {"var q: array[0..3] of P;", 4, 2},
      {"var m: multiset[3] of P; x: P;", 3, 2},
      {"var m: multiset[2] of record a: P; b: P; end;", 3, 2},
      {"var c: array[P] of multiset[2] of P;", 2, 2},
      {"var m: multiset[2] of array[P] of boolean;", 3, 2},
  };
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
    char text[200];
    snprintf(text, sizeof text, "type P: scalarset(N); %s", models[i].declarations);
    struct shape shape = {.name = models[i].declarations, .declarations = text};
    struct bench b;
    open_bench(&b, &shape, models[i].n, models[i].m);
    check_all_states(&b);
    close_bench(&b);
  }
}

/* Stabilisers known by theory; too many nodes would mean that pruning is lost. */
static void known_groups(void **unused) {
  (void)unused;
  static const struct {
    uint32_t n, cycle; /* processes, pointing in cycles of this length */
    uint64_t order;    /* k! cycle^k */
  } cases[] = {{12, 3, 1944},
               {12, 1, 479001600},
               {12, 2, 46080},
               {12, 12, 12},
               {12, 4, 384},
               {24, 3, 264539520},
               {32, 2, UINT64_C(1371195958099968000)}};
  static const struct shape shape = {"cycles", "type P: scalarset(N); var p: array[P] of P;", NULL, 1};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct bench b;
    open_bench(&b, &shape, cases[i].n, 2);
    for (uint32_t k = 0; k < cases[i].n; k++)
      b.state[k] = (k + 1) % cases[i].cycle ? k + 1 : k + 1 - cases[i].cycle;
    struct noe_random random = {i};
    check_unique(&b, &random);
    noe_symmetry_stabiliser_order(b.exact, &b.stabiliser);
    expect(&b, small(&b.stabiliser) == cases[i].order, "the stabiliser is a wreath product");
    expect(&b, noe_symmetry_canon_figures(b.exact).nodes <= 3 * 400, "isomorphic parts do not multiply");
    close_bench(&b);
  }
}

/* Copies of a few random parts in which every point has two arrows out and two in
 * (four both ways): all points look alike, but only copies are isomorphic. */
static void draw_arrows(struct bench *b, struct noe_random *random, bool both_ways) {
  uint32_t n = b->kit.symmetry->points;
  memset(b->state, 0, b->kit.bytes);
  for (uint32_t at = 0, size, copies; at < n; at += size * copies) {
    size = 1 + (uint32_t)noe_random_below(random, n - at);
    copies = 1 + (uint32_t)noe_random_below(random, (n - at) / size);
    for (uint32_t k = 0; k < 2; k++) {
      kit_shuffle(b->kit.symmetry, random, b->row);
      for (uint32_t i = 0, to = 0; i < size; i++, to++) {
        while (b->row[to] >= size)
          to++;
        for (uint32_t base = at; base < at + size * copies; base += size) {
          b->state[(base + i) * n + base + b->row[to]]++;
          b->state[(base + b->row[to]) * n + base + i] += both_ways;
        }
      }
    }
  }
}

static void regular_states(void **unused) {
  (void)unused;
  static const struct shape shape = {"regular", "type P: scalarset(N); var e: array[P] of array[P] of 0..4;", NULL, 1};
  struct noe_random random = {99};
  for (uint32_t n = 2; n <= 16; n++) {
    struct bench b;
    open_bench(&b, &shape, n, 2);
    for (uint64_t i = rounds_wanted() / 20; i > 0; i--) {
      draw_arrows(&b, &random, i % 2);
      check_unique(&b, &random);
      check_stabiliser(&b);
      if (b.order <= FORCE && i % 8 == 0)
        check_by_force(&b);
    }
    close_bench(&b);
  }
}

/* Graphs that colours say nothing about: all points look alike. */
static bool petersen(uint32_t a, uint32_t b) {
  return a / 5 != b / 5 ? a % 5 == b % 5
                        : (b % 5 + 5 - a % 5) % 5 == (a < 5 ? 1u : 2u) || (a % 5 + 5 - b % 5) % 5 == (a < 5 ? 1u : 2u);
}
static bool cube(uint32_t a, uint32_t b) { return __builtin_popcount(a ^ b) == 1; }
static bool rook(uint32_t a, uint32_t b) { return a != b && (a / 4 == b / 4 || a % 4 == b % 4); }
static bool shrikhande(uint32_t a, uint32_t b) {
  uint32_t x = (b / 4 - a / 4) & 3, y = (b - a) & 3;
  return (x == 0 && (y & 1)) || (y == 0 && (x & 1)) || (x == y && (x & 1));
}
/* Of one degree and equally regular, but not isomorphic: automorphisms found in one
 * part say nothing about paths into the other. */
static bool two_lattices(uint32_t a, uint32_t b) {
  return a / 16 == b / 16 && (a < 16 ? rook(a, b) : shrikhande(a - 16, b - 16));
}
/* Two arrows from and to every point; 0 and 1 have the same arrows out, not in. */
static bool arrows(uint32_t a, uint32_t b) {
  static const uint8_t out[8] = {0x0c, 0x0c, 0x11, 0x22, 0xc0, 0xc0, 0x21, 0x12};
  return out[a] >> b & 1;
}
static bool cliques(uint32_t a, uint32_t b) { return a != b && a / 4 == b / 4; }
/* b - a is a square modulo 7 */
static bool tournament(uint32_t a, uint32_t b) { return (0x16u >> ((b + 7 - a) % 7)) & 1; }

static void known_graphs(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    bool (*joined)(uint32_t a, uint32_t b);
    uint32_t n;
    uint64_t order;
  } graphs[] = {
      {"Petersen", petersen, 10, 120},
      {"3-cube", cube, 8, 48},
      {"4-cube", cube, 16, 384},
      {"rook", rook, 16, 1152},
      {"Shrikhande", shrikhande, 16, 192},
      {"two lattices", two_lattices, 32, 221184},
      {"cliques", cliques, 12, 82944},
      {"tournament", tournament, 7, 21},
      {"arrows", arrows, 8, 4},
  };
  static const struct shape shape = {"graph", "type P: scalarset(N); var e: array[P] of array[P] of boolean;", NULL, 1};
  for (size_t i = 0; i < sizeof graphs / sizeof graphs[0]; i++) {
    struct bench b;
    open_bench(&b, &shape, graphs[i].n, 2);
    b.name = graphs[i].name;
    for (uint32_t k = 0; k < graphs[i].n * graphs[i].n; k++)
      b.state[k] = graphs[i].joined(k / graphs[i].n, k % graphs[i].n);
    struct noe_random random = {i};
    for (int round = 0; round < 20; round++) {
      check_unique(&b, &random);
      memcpy(b.state, b.moved, b.kit.bytes);
    }
    check_fast(&b);
    check_stabiliser(&b);
    noe_symmetry_stabiliser_order(b.exact, &b.stabiliser);
    expect(&b, small(&b.stabiliser) == graphs[i].order, "the automorphism group is known");
    if (graphs[i].order < 2000)
      expect(&b, count_generated(&b, graphs[i].order) == graphs[i].order, "the generators generate the stabiliser");
    close_bench(&b);
  }
}

/* e[a][b] = a + b in (Z/2)^k: what fixes the table is GL(k, 2). */
static void known_tables(void **unused) {
  (void)unused;
  static const struct shape shape = {"table", "type P: scalarset(N); var e: array[P] of array[P] of P;", NULL, 1};
  static const uint64_t orders[] = {1, 1, 6, 168, 20160};
  for (uint32_t k = 2; k <= 4; k++) {
    struct bench b;
    open_bench(&b, &shape, 1u << k, 2);
    for (uint32_t i = 0; i < b.kit.model->cell_count; i++)
      b.state[i] = (i >> k) ^ (i & ((1u << k) - 1));
    struct noe_random random = {k};
    check_unique(&b, &random);
    noe_symmetry_stabiliser_order(b.exact, &b.stabiliser);
    expect(&b, small(&b.stabiliser) == orders[k], "the stabiliser is a linear group");
    close_bench(&b);
  }
}

/* Found at random: a state in which automorphisms that do not fix the path to a
 * node merge points that are not alike below it. */
static void off_the_path(void **unused) {
  (void)unused;
  enum { U = -1 };
  static const int8_t found[] = {3, 1, 6, 1, 3, 6, 0, 5, 6, 5, U, U, U, U, U, 5, 6, 4, 6, 5, 1,
                                 5, 3, 1, 3, 0, 4, 1, 4, 0, 4, 3, 0, 4, 0, U, 0, 0, 0, 0, 0};
  struct bench b;
  open_bench(&b, &zoo[10], 7, 5); /* nested pointers */
  assert_int_equal(b.kit.model->cell_count, sizeof found);
  for (size_t i = 0; i < sizeof found; i++)
    b.state[i] = found[i] == U ? NOE_UNDEFINED : found[i];
  struct noe_random random = {1};
  for (int i = 0; i < 1000; i++)
    check_unique(&b, &random);
  close_bench(&b);
}

/* States that colours and twins must decide, without a search: labels tell apart
 * what no permutation can mix. */
static void decided_by_colours(void **unused) {
  (void)unused;
  static const struct {
    const char *declarations, *statement;
    int64_t state[12];
  } cases[] = {
      /* a loop at one point, an edge both ways between two others */
      {"var e: array[P] of array[P] of 0..1;", NULL, {1, 0, 0, 0, 0, 1, 0, 1, 0}},
      /* one point of itself, two of each other */
      {"var p: array[P] of P;", NULL, {0, 2, 1}},
      /* tied scalarsets in one union: which one indexes, which one is named */
      {"Q: scalarset(N); U: union{P, Q}; var a: array[U] of 0..1; x: P; y: Q;", "x := y", {1, 0, 0, 0, 1, 1, 0, 1}},
      {"Q: scalarset(N); U: union{P, Q}; var a: array[P] of U; x: P; y: Q;", "x := y", {1, 3, 2, 1, 2}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[200];
    snprintf(text, sizeof text, "type P: scalarset(N); %s", cases[i].declarations);
    struct shape shape = {.name = cases[i].declarations, .declarations = text, .statement = cases[i].statement};
    struct bench b;
    open_bench(&b, &shape, 3, 2);
    memcpy(b.state, cases[i].state, b.kit.bytes);
    assert_true(noe_model_state_is_legal(b.kit.model, b.state));
    noe_symmetry_canon(b.exact, b.state, b.canon);
    expect(&b, noe_symmetry_canon_figures(b.exact).by_search == 0, "there is no search");
    close_bench(&b);
  }
}

static void shapes(void **unused) {
  (void)unused;
  static const enum noe_shape expected[] = {NOE_SHAPE_UNARY, NOE_SHAPE_UNARY, NOE_SHAPE_UNARY, NOE_SHAPE_POINTERS};
  for (uint32_t i = 0; i < 4; i++) {
    struct kit kit;
    kit_open(&kit, &zoo[i], 3, 2);
    assert_int_equal(noe_symmetry_shape(kit.memory, kit.symmetry), expected[i]);
    kit_close(&kit);
  }
  static const struct shape plain = {"plain", "var x: 0..2;", NULL, 0};
  struct bench b;
  open_bench(&b, &plain, 2, 2);
  assert_int_equal(noe_symmetry_shape(b.kit.memory, b.kit.symmetry), NOE_SHAPE_NONE);
  b.state[0] = 1;
  assert_true(noe_symmetry_canon(b.exact, b.state, b.canon));
  assert_true(same(&b, b.state, b.canon));
  assert_int_equal(noe_symmetry_generator_count(b.exact), 0);
  close_bench(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_states), cmocka_unit_test(regular_states),     cmocka_unit_test(all_states),
      cmocka_unit_test(known_groups),  cmocka_unit_test(known_graphs),       cmocka_unit_test(known_tables),
      cmocka_unit_test(off_the_path),  cmocka_unit_test(decided_by_colours), cmocka_unit_test(shapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
