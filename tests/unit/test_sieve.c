/* The table of what letters lead to: edges of the automaton between two states are one arc, with the marks of all. And
 * what several threads find out together, on random graphs, beside a search written down as plainly as possible. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "fair/sieve_int.h"

/* From state 0 to state 1: with p a mark, with q another one, and without q none; from 1 to 0 with anything. */
static const struct noe_edge edges[] = {{0, 1, 1, 0, 1}, {0, 1, 2, 0, 2}, {0, 1, 0, 2, 0}, {1, 0, 0, 0, 4}};
static const uint32_t first[] = {0, 3, 4};
static const struct noe_automaton automaton = {
    .state_count = 2, .edge_count = 4, .mark_count = 3, .edges = edges, .first = first, .propositions = 3};

static void expect_arc(const struct noe_sieve *sieve, uint32_t state, uint32_t letter, uint32_t target,
                       uint64_t marks) {
  const uint32_t *row = &sieve->first_arc[state * NOE_SIEVE_LETTERS + letter];
  assert_int_equal(row[1] - row[0], 1);
  assert_int_equal(sieve->arcs[row[0]].target, target);
  assert_int_equal(sieve->arcs[row[0]].marks, marks);
}

/* A cycle may go by one of two edges now and by the other one later: it sees the marks of both. */
static void parallel_edges_share_an_arc(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_space space = {.memory = memory};
  struct noe_sieve sieve = {
      .space = &space, .automaton = &automaton, .states = 2, .state_of = {0, 1}, .number_of = {0, 1}};
  sieve.dense.width = 1;
  noe_fair_sieve_list_arcs(&sieve);
  expect_arc(&sieve, 0, 0, 1, 0);
  expect_arc(&sieve, 0, 1, 1, 1);
  expect_arc(&sieve, 0, 2, 1, 2);
  expect_arc(&sieve, 0, 3, 1, 3);
  expect_arc(&sieve, 1, 3, 0, 4);
  noe_base_free(memory, sieve.first_arc);
  noe_base_free(memory, sieve.arcs);
  noe_base_memory_delete(memory);
}

/* ------------------------------------------------------- random graphs */

/* Places have up to three steps, each of a kind: 1 takes the one fairness group there is, 0 does not. */
enum { PLACES = 60000, STEPS = 3, THREADS = 3, GRAPHS = 30, TRIES = 3 };

struct world {
  struct noe_fair_orbit items[PLACES];
  struct noe_orbit_step steps[PLACES * STEPS];
  uint32_t base[PLACES + 1];
  uint8_t letters[PLACES]; /* 1; but the automaton does not read the last place */
  bool strong;
};

/* Blocks of many sizes, which steps of kind 0 stay in and steps of kind 1 leave, for a later one. A place that has no
 * step of kind 1 has one that leads forward. So mostly the group is enabled in every cycle and never taken; and what
 * strong fairness leaves of a block has none. In every third graph something is otherwise somewhere. */
static void make_world(struct world *world, uint64_t seed) {
  struct noe_random random = {seed};
  size_t count = 0;
  uint32_t begin = 0, end = 0;
  world->strong = seed % 2;
  for (uint32_t i = 0; i < PLACES; i++) {
    struct noe_fair_orbit *item = &world->items[i];
    if (i == end) {
      begin = end;
      end += 1 + (uint32_t)noe_random_below(&random, noe_random_below(&random, 8) ? 12 : 600);
      end = end < PLACES ? end : PLACES;
    }
    bool is_odd = seed % 3 == 0 && !noe_random_below(&random, PLACES / 4);
    bool stays = world->strong && i + 1 < end && noe_random_below(&random, 2);
    uint32_t later = end + (uint32_t)noe_random_below(&random, 40);
    *item =
        (struct noe_fair_orbit){.first = count, .count = stays ? 1 : 1 + (uint32_t)noe_random_below(&random, STEPS)};
    for (uint32_t k = 0; k < item->count; k++) {
      uint32_t inside = begin + (uint32_t)noe_random_below(&random, end - begin);
      struct noe_orbit_step step = {stays ? i + 1 : inside, 0};
      if (!stays && !k)
        step = (struct noe_orbit_step){is_odd ? inside : later < PLACES ? later : PLACES - 1, 1};
      if (stays && is_odd)
        step.target = begin;
      world->steps[count++] = step;
    }
    world->base[i + 1] = i + 1;
    world->letters[i] = i + 1 < PLACES;
  }
}

/* ---------------------------------------------------------- as plainly as possible */

struct plain {
  const struct world *world;
  uint32_t *order, count; /* places by the end of their visits */
  uint32_t *component;    /* 0: in none yet */
  uint32_t *home, homes;  /* which set a place belongs to; 0: it was taken out */
  uint32_t *stack, *next;
};

/* Kosaraju and Sharir: visits in order of ends, then against the edges. */
static void visit(struct plain *plain, uint32_t start, bool *seen) {
  size_t depth = 0;
  plain->stack[depth] = start;
  plain->next[depth++] = 0;
  seen[start] = true;
  while (depth) {
    uint32_t at = plain->stack[depth - 1], k = plain->next[depth - 1]++;
    const struct noe_fair_orbit *item = &plain->world->items[at];
    if (k == item->count) {
      plain->order[plain->count++] = at;
      depth--;
      continue;
    }
    uint32_t target = plain->world->steps[item->first + k].target;
    if (seen[target] || plain->home[target] != plain->home[at])
      continue;
    seen[target] = true;
    plain->stack[depth] = target;
    plain->next[depth++] = 0;
  }
}

/* Members of a component get its number; edges backwards are looked for in lists by target. */
static void gather(struct plain *plain, const uint32_t *into, const uint32_t *sources, uint32_t start,
                   uint32_t number) {
  size_t depth = 0;
  plain->stack[depth++] = start;
  plain->component[start] = number;
  while (depth) {
    uint32_t at = plain->stack[--depth];
    for (uint32_t i = into[at]; i < into[at + 1]; i++)
      if (!plain->component[sources[i]] && plain->home[sources[i]] == plain->home[at]) {
        plain->component[sources[i]] = number;
        plain->stack[depth++] = sources[i];
      }
  }
}

static uint32_t find_components(struct plain *plain) {
  const struct world *world = plain->world;
  uint32_t *into = calloc(PLACES + 2, sizeof *into), *sources = calloc(PLACES * STEPS, sizeof *sources), number = 0;
  bool *seen = calloc(PLACES, sizeof *seen);
  for (uint32_t i = 0; i < PLACES; i++)
    for (uint32_t k = 0; k < world->items[i].count; k++)
      into[world->steps[world->items[i].first + k].target + 2]++;
  for (uint32_t i = 0; i < PLACES; i++)
    into[i + 2] += into[i + 1];
  for (uint32_t i = 0; i < PLACES; i++)
    for (uint32_t k = 0; k < world->items[i].count; k++)
      sources[into[world->steps[world->items[i].first + k].target + 1]++] = i;
  plain->count = 0;
  for (uint32_t i = 0; i < PLACES; i++)
    if (!seen[i] && plain->home[i])
      visit(plain, i, seen);
  memset(plain->component, 0, PLACES * sizeof *plain->component);
  for (uint32_t i = plain->count; i-- > 0;)
    if (!plain->component[plain->order[i]])
      gather(plain, into, sources, plain->order[i], ++number);
  free(into);
  free(sources);
  free(seen);
  return number;
}

/* Is there a fair cycle in this component? Otherwise what is left of it for strong fairness goes to a set of its own, and
 * everything else is taken out. */
static bool look_at(struct plain *plain, uint32_t number, const uint32_t *members, uint32_t count, bool *again) {
  bool cyclic = false, taken = false, on = false, off = false;
  for (uint32_t m = 0; m < count; m++) {
    const struct noe_fair_orbit *item = &plain->world->items[members[m]];
    bool enabled = false;
    for (uint32_t k = 0; k < item->count; k++) {
      struct noe_orbit_step step = plain->world->steps[item->first + k];
      bool inside = plain->component[step.target] == number;
      enabled |= step.kind;
      cyclic |= inside;
      taken |= inside && step.kind;
    }
    on |= enabled;
    off |= !enabled;
  }
  if (cyclic && (taken || (plain->world->strong ? !on : off)))
    return true;
  plain->homes++;
  for (uint32_t m = 0; m < count; m++) {
    const struct noe_fair_orbit *item = &plain->world->items[members[m]];
    bool stays = cyclic && plain->world->strong;
    for (uint32_t k = 0; k < item->count; k++)
      stays &= !plain->world->steps[item->first + k].kind;
    plain->home[members[m]] = stays ? plain->homes : 0;
    *again |= stays;
  }
  return false;
}

static bool plain_search(struct plain *plain) {
  for (bool again = true; again;) {
    uint32_t number = find_components(plain), *begin = calloc(number + 3, sizeof *begin);
    uint32_t *members = calloc(PLACES, sizeof *members);
    bool found = false;
    again = false;
    for (uint32_t i = 0; i < PLACES; i++)
      if (plain->component[i])
        begin[plain->component[i] + 2]++;
    for (uint32_t c = 2; c < number + 3; c++)
      begin[c] += begin[c - 1];
    for (uint32_t i = 0; i < PLACES; i++)
      if (plain->component[i])
        members[begin[plain->component[i] + 1]++] = i;
    for (uint32_t c = 1; c <= number && !found; c++)
      found = look_at(plain, c, members + begin[c], begin[c + 1] - begin[c], &again);
    free(begin);
    free(members);
    if (found)
      return true;
  }
  return false;
}

static bool is_fair_plainly(const struct world *world) {
  struct plain plain = {.world = world, .homes = 1};
  uint32_t **rows[] = {&plain.order, &plain.component, &plain.home, &plain.stack, &plain.next};
  for (size_t i = 0; i < 5; i++)
    *rows[i] = calloc(PLACES + 1, sizeof **rows[i]);
  for (uint32_t i = 0; i < PLACES; i++)
    plain.home[i] = world->letters[i];
  bool found = plain_search(&plain);
  for (size_t i = 0; i < 5; i++)
    free(*rows[i]);
  return found;
}

/* ---------------------------------------------------------------- by threads */

struct count {
  enum noe_sieve_answer answer;
  uint64_t nodes, edges;
};

/* The claim is about all of it from some time on: the automaton waits in state 0, and state 1 accepts. */
static struct count search_with(const struct world *world, uint32_t threads) {
  static const struct noe_edge waiting[] = {{0, 0, 0, 0, 0}, {0, 1, 1, 0, 0}, {1, 1, 1, 0, 1}};
  static const uint32_t rows_of_states[] = {0, 2, 3};
  static const struct noe_automaton waits = {
      .state_count = 2, .edge_count = 3, .mark_count = 1, .edges = waiting, .first = rows_of_states};
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_options options = {.threads = threads};
  struct noe_task task = {.memory = memory, .options = &options};
  atomic_bool halt = false;
  struct noe_space space = {.memory = memory, .task = &task, .halt = &halt};
  struct noe_fair_orbits orbits = {.space = &space};
  struct noe_sieve *sieve = noe_base_alloc(memory, sizeof *sieve);
  static uint32_t first_frame[] = {0, 1}, frame[] = {0}, rows[] = {0, 1, 2}, flags_of[] = {0};
  static size_t first_row[] = {0, 1};
  static struct noe_dense_move moves[] = {{0, 0}, {0, 1}};
  struct noe_rows labels = noe_fair_rows(memory);
  struct noe_fair_move items[] = {{0, noe_fair_row(&labels, (const uint32_t[]){0, 0, 0}, 3, NULL)},
                                  {0, noe_fair_row(&labels, (const uint32_t[]){1, 0, 0, 0}, 4, NULL)}};
  const uint32_t flags = world->strong ? NOE_THREAD_STRONG : 0;
  sieve->space = &space;
  sieve->automaton = &waits;
  sieve->hopeful = 2;
  sieve->waits = true;
  sieve->states = 1;
  sieve->state_of[0] = 1;
  struct noe_dense *dense = &sieve->dense;
  *dense = (struct noe_dense){.items = world->items,
                              .steps = world->steps,
                              .labels = &labels,
                              .move_items = items,
                              .move_number = 2,
                              .frame_count = 1,
                              .orbits = PLACES,
                              .nodes = PLACES,
                              .base = (uint32_t *)(uintptr_t)world->base,
                              .frames = {.items = frame, .count = 1},
                              .first_frame = first_frame,
                              .first_row = first_row,
                              .rows = rows,
                              .moves = moves,
                              .letters = (uint8_t *)(uintptr_t)world->letters,
                              .width = 1,
                              .class_flags = noe_fair_rows(memory),
                              .flags_of = flags_of};
  noe_fair_row(&dense->class_flags, &flags, 1, NULL);
  pthread_mutex_init(&sieve->lock, NULL);
  noe_fair_sieve_list_taken(sieve);
  struct count count = {.answer = noe_fair_sieve_search_all(sieve, &orbits)};
  if (count.answer == NOE_SIEVE_NOTHING)
    count = (struct count){count.answer, noe_fair_sieve_nodes(sieve), noe_fair_sieve_edges(sieve)};
  noe_fair_rows_free(&dense->class_flags);
  *dense = (struct noe_dense){0};
  noe_fair_sieve_delete(sieve);
  noe_fair_rows_free(&labels);
  noe_fair_team_dismiss(orbits.team);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
  return count;
}

static void threads_find_what_one_finds(void **state) {
  (void)state;
  struct world *world = calloc(1, sizeof *world);
  uint32_t fair = 0;
  for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
    make_world(world, seed);
    struct count one = search_with(world, 1);
    bool is_fair = is_fair_plainly(world);
    fair += is_fair;
    assert_int_equal(one.answer, is_fair ? NOE_SIEVE_REST : NOE_SIEVE_NOTHING);
    for (int i = 0; i < TRIES; i++) {
      struct count several = search_with(world, THREADS);
      assert_int_equal(several.answer, one.answer);
      assert_int_equal(several.nodes, one.nodes);
      assert_int_equal(several.edges, one.edges);
    }
  }
  assert_true(fair && fair < GRAPHS);
  free(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(parallel_edges_share_an_arc),
                                     cmocka_unit_test(threads_find_what_one_finds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
