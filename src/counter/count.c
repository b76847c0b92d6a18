/* How many orbits were reached.
 *
 * A global part and a multiset are an orbit of the permutations of processes. If there are small blocks besides, whose
 * permutations ("listed", symmetry/listed.h) are not used by the search, orbits of both are counted by Burnside's lemma:
 * the average, over the listed permutations t, of how many of the former orbits t leaves in place. */
#include <assert.h>
#include <string.h>

#include "counter/counter_int.h"
#include "verdict/findings.h"

struct turning {
  struct noe_counter_search *search;
  uint32_t turn;
  int64_t *from, *to;
  uint32_t *elements;
  uint32_t count, room;
  uint32_t wanted;
};

/* The global part after the permutation. */
static uint32_t turn_global(struct turning *turning, uint32_t global) {
  struct noe_counter_space *space = turning->search->space;
  const struct noe_runs_shape *shape = space->shape;
  const int64_t *row = noe_counter_row(&space->globals, global);
  for (uint32_t i = 0; i < shape->plain_count; i++)
    turning->from[shape->plain[i]] = row[i];
  noe_symmetry_apply_listed(shape->turns, turning->turn, turning->from, turning->to);
  assert(turning->turn < shape->turns->count && "it is one of the permutations of small blocks");
  for (uint32_t i = 0; i < shape->plain_count; i++)
    if (turning->to[shape->plain[i]] != row[i])
      return NOE_NO_GLOBAL;
  return global;
}

/* The pointer whose content this one gets: the permutation may move pointers, and with them their flags. */
static uint32_t source_of(const struct turning *turning, uint32_t pointer) {
  const struct noe_counter_space *space = turning->search->space;
  const struct noe_listed_permutations *turns = space->shape->turns;
  uint32_t cell = space->shape->plain[space->shape->pointers[pointer]];
  for (uint32_t i = 0; i < turns->cell_count; i++)
    if (turns->cells[i] == cell)
      pointer = space->pointer_of[space->cells[turns->turns[turning->turn].sources[i]].position];
  assert(pointer < space->tracked && "a permutation of small blocks takes pointers to pointers");
  return pointer;
}

static void turn_flags(const struct turning *turning, uint32_t block, uint32_t element, int64_t *row) {
  const struct noe_counter_space *space = turning->search->space;
  uint64_t *flags = noe_counter_flags(space, block, row);
  for (uint32_t i = 0; i < space->tracked; i++) {
    uint64_t bit = (uint64_t)1 << (i % 64);
    flags[i / 64] &= ~bit;
    if (noe_counter_has_flag(space, element, source_of(turning, i)))
      flags[i / 64] |= bit;
  }
}

/* The local state after the permutation, as if it were that of process 0. */
static uint32_t turn_element(struct turning *turning, uint32_t element) {
  struct noe_counter_space *space = turning->search->space;
  uint32_t block = noe_counter_block(space, element);
  const struct noe_slice *slice = &space->shape->slices[block];
  int64_t row[space->locals[block].width + 1];
  memcpy(row, noe_counter_local_row(space, element), space->locals[block].width * sizeof *row);
  for (uint32_t i = 0; i < slice->count; i++)
    turning->from[slice->cells[i]] = row[i];
  noe_symmetry_apply_listed(space->shape->turns, turning->turn, turning->from, turning->to);
  for (uint32_t i = 0; i < slice->count; i++)
    row[i] = turning->to[slice->cells[i]];
  turn_flags(turning, block, element, row);
  const uint32_t result = noe_counter_local(space, block, row);
  assert(noe_counter_block(space, result) == block && "small blocks are turned, and no process moves");
  return result;
}

static void note_element(void *context, uint32_t element) {
  struct turning *turning = context;
  if (turning->count == turning->room) {
    turning->room = turning->room ? 2 * turning->room : 64;
    turning->elements =
        noe_base_realloc(turning->search->memory, turning->elements, turning->room * sizeof *turning->elements);
  }
  turning->elements[turning->count++] = element;
}

static bool is_wanted(void *context, uint32_t element) { return ((struct turning *)context)->wanted == element; }

/* Members in which both elements occur equally often. */
static uint32_t balance(struct turning *turning, uint32_t a, uint32_t b, uint32_t set) {
  struct noe_counter_search *search = turning->search;
  uint32_t result = NOE_DIAGRAM_NONE;
  turning->wanted = a;
  struct turning other = {.wanted = b};
  struct noe_multiset_filter first = noe_diagram_filter(&search->multisets, is_wanted, turning);
  struct noe_multiset_filter second = noe_diagram_filter(&search->multisets, is_wanted, &other);
  for (uint32_t times = 0; times <= search->space->processes; times++) {
    uint32_t some = noe_diagram_exactly(&search->multisets, &first, times, set);
    some = noe_diagram_exactly(&search->multisets, &second, times, some);
    result = noe_diagram_union(search->diagrams, result, some);
  }
  return result;
}

static uint32_t fixed_by(struct turning *turning, uint32_t set) {
  turning->count = 0;
  noe_diagram_elements(&turning->search->multisets, set, note_element, turning);
  for (uint32_t i = 0; i < turning->count && set; i++) {
    uint32_t turned = turn_element(turning, turning->elements[i]);
    if (turned != turning->elements[i])
      set = balance(turning, turning->elements[i], turned, set);
  }
  return set;
}

static void count_fixed(struct turning *turning, struct noe_number *sum) {
  struct noe_counter_search *search = turning->search;
  struct noe_number count = noe_base_number(search->memory, 0);
  for (uint32_t i = 0; i < search->part_room; i++) {
    struct noe_counter_part *part = search->parts[i];
    if (!part || !part->reached || (turning->turn && turn_global(turning, i) != i))
      continue;
    noe_diagram_count(search->diagrams, turning->turn ? fixed_by(turning, part->reached) : part->reached, &count);
    noe_base_number_add(sum, &count);
    noe_counter_collect(search);
  }
  noe_base_number_free(&count);
}

void noe_counter_count(struct noe_counter_search *search, bool is_complete, struct noe_number *orbits) {
  uint32_t turns =
      is_complete ? search->space->shape->turns->count : 1; /* what is known so far is no union of orbits */
  struct turning turning = {.search = search};
  size_t bytes = (search->model->cell_count + 1) * sizeof(int64_t);
  turning.from = noe_base_alloc(search->memory, bytes);
  turning.to = noe_base_alloc(search->memory, bytes);
  for (uint32_t i = 0; i < search->model->cell_count; i++)
    turning.from[i] = search->model->cells[i].empty;
  noe_base_number_set(orbits, 0);
  for (turning.turn = 0; turning.turn < turns; turning.turn++)
    count_fixed(&turning, orbits);
  uint32_t left = noe_base_number_divide(orbits, turns);
  assert(!left && "Burnside's lemma");
  (void)left;
  noe_base_free(search->memory, turning.from);
  noe_base_free(search->memory, turning.to);
  noe_base_free(search->memory, turning.elements);
}

void noe_counter_describe_symmetry(const struct noe_counter_search *search, struct noe_result *result) {
  const struct noe_orbits uncounted = {0};
  noe_verdict_describe_symmetry(search->task, &search->system, &uncounted, result);
}
