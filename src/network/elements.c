/* The elements of the group that generators make. */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "base/mix.h"
#include "network/network_int.h"
#include "symmetry/check.h"

/* Cells of images of start states. */
static const uint64_t most_images = UINT64_C(1) << 24;

struct listing {
  struct noe_arena *arena;
  uint32_t degree, most;
  NOE_LIST(const uint16_t *) rows;
  uint32_t *table; /* open addressing: 1 + number of a row */
  uint32_t table_size;
};

static bool add_row(struct listing *listing, const uint16_t *row) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < listing->degree; i++)
    hash = noe_mix(hash, row[i] + UINT64_C(1));
  assert(2 * listing->rows.count <= listing->table_size && "free slots are left, so that looking for one ends");
  uint32_t at = (uint32_t)hash & (listing->table_size - 1);
  for (; listing->table[at]; at = (at + 1) & (listing->table_size - 1))
    if (!memcmp(listing->rows.items[listing->table[at] - 1], row, listing->degree * sizeof *row))
      return false;
  uint16_t *copy = NOE_NEW_ARRAY(listing->arena, uint16_t, listing->degree + 1);
  memcpy(copy, row, listing->degree * sizeof *row);
  NOE_LIST_PUSH(listing->arena, &listing->rows, copy);
  listing->table[at] = (uint32_t)listing->rows.count;
  return true;
}

static void start(struct listing *listing) {
  assert(listing->degree <= UINT16_MAX && "points have small numbers");
  uint16_t *identity = NOE_NEW_ARRAY(listing->arena, uint16_t, listing->degree + 1);
  listing->table_size = 4 * NOE_MOST_LISTED_ELEMENTS;
  listing->table = NOE_NEW_ARRAY(listing->arena, uint32_t, listing->table_size);
  listing->rows.count = 0;
  for (uint32_t i = 0; i < listing->degree; i++)
    identity[i] = (uint16_t)i;
  add_row(listing, identity);
}

/* Products with the generators that fix `level` points of the base; false: there are too many. */
static bool list_level(struct listing *listing, const struct noe_generators *generators, uint32_t level) {
  uint16_t *product = NOE_NEW_ARRAY(listing->arena, uint16_t, listing->degree + 1);
  start(listing);
  for (size_t i = 0; i < listing->rows.count; i++)
    for (size_t g = 0; g < generators->rows.count; g++) {
      if (generators->levels.items[g] < level)
        continue;
      for (uint32_t p = 0; p < listing->degree; p++)
        product[p] = generators->rows.items[g][listing->rows.items[i][p]];
      if (add_row(listing, product) && listing->rows.count > listing->most)
        return false;
    }
  return true;
}

/* As many as can be applied to all start states. */
static uint32_t most_elements(const struct noe_network *network) {
  uint64_t cells = (uint64_t)network->starts.count * network->model->cell_count;
  uint64_t most = cells ? most_images / cells : NOE_MOST_LISTED_ELEMENTS;
  assert(most && "there are few start states, or they are not known (starts.c)");
  return most < NOE_MOST_LISTED_ELEMENTS ? (uint32_t)most : NOE_MOST_LISTED_ELEMENTS;
}

void noe_network_list(struct noe_network *network) {
  struct listing listing = {.arena = network->arena, .degree = network->points->count, .most = most_elements(network)};
  const uint64_t *orders = network->generators->orders;
  uint32_t level = 0;
  while ((orders && orders[level] > listing.most) || !list_level(&listing, network->generators, level))
    level++;
  assert(listing.rows.count && "the identity fixes all points");
  assert((!orders || !orders[level] || listing.rows.count == orders[level]) &&
         "as many elements are listed as the orbits of the base tell (Schreier, Sims)");
  network->rows.items = listing.rows.items;
  network->rows.count = listing.rows.count;
  network->rows.capacity = listing.rows.capacity;
}

/* -------------------------------------------------------------------- group */

static const char *class_name(struct noe_network *network, uint32_t root, struct noe_place *place) {
  const struct noe_class *class = &network->ground->classes.items.items[root];
  const struct noe_type *best = NULL;
  int64_t low, high;
  for (size_t i = 0; i < class->ranges.count; i++) {
    const struct noe_type *named = class->ranges.items[i].named;
    if (named && (!best || noe_type_size(named) < noe_type_size(best)))
      best = named;
  }
  noe_ground_universe(network->ground, root, &low, &high);
  *place = best ? best->place : class->declared;
  return best ? best->name : noe_base_arena_format(network->arena, "%lld..%lld", (long long)low, (long long)high);
}

/* By class: does some element move a value of it? */
static const bool *moving_classes(const struct noe_network *network) {
  const struct noe_points *points = network->points;
  bool *moves = NOE_NEW_ARRAY(network->arena, bool, network->ground->classes.items.count + 1);
  for (size_t i = 0; i < network->rows.count; i++)
    for (uint32_t p = 0; p < points->count; p++)
      moves[points->class_of[p]] |= network->rows.items[i][p] != p;
  return moves;
}

static void add_classes(struct noe_network *network, uint32_t *old_points) {
  struct noe_group *group = network->group;
  const bool *moves = moving_classes(network);
  uint32_t classes = (uint32_t)network->ground->classes.items.count;
  struct noe_group_class *made = NOE_NEW_ARRAY(network->arena, struct noe_group_class, classes + 1);
  for (uint32_t p = 0; p < network->points->count; p++) {
    uint32_t root = network->points->class_of[p];
    if (!network->is_used[root] || !moves[root])
      continue;
    if (!p || network->points->class_of[p - 1] != root) {
      struct noe_group_class *class = &made[group->class_count++];
      *class = (struct noe_group_class){.first = group->degree, .low = network->points->value_of[p], .root = root};
      class->name = class_name(network, root, &class->place);
    }
    assert(group->class_count && made[group->class_count - 1].root == root && "points of a class lie side by side");
    made[group->class_count - 1].count++;
    old_points[group->degree++] = p;
  }
  group->classes = made;
}

void noe_network_make_group(struct noe_network *network) {
  struct noe_arena *arena = network->arena;
  uint32_t count = network->points->count;
  uint32_t *old_points = NOE_NEW_ARRAY(arena, uint32_t, count + 1),
           *new_points = NOE_NEW_ARRAY(arena, uint32_t, count + 1);
  struct noe_group *group = network->group = NOE_NEW(arena, struct noe_group);
  add_classes(network, old_points);
  for (uint32_t p = 0; p < group->degree; p++)
    new_points[old_points[p]] = p;
  struct listing listing = {.arena = arena, .degree = group->degree};
  uint16_t *row = NOE_NEW_ARRAY(arena, uint16_t, group->degree + 1);
  start(&listing);
  for (size_t i = 0; i < network->rows.count; i++) {
    for (uint32_t p = 0; p < group->degree; p++)
      row[p] = (uint16_t)new_points[network->rows.items[i][old_points[p]]];
    add_row(&listing, row);
  }
  uint16_t *rows = NOE_NEW_ARRAY(arena, uint16_t, listing.rows.count * group->degree + 1);
  for (size_t i = 0; i < listing.rows.count; i++)
    memcpy(rows + i * group->degree, listing.rows.items[i], group->degree * sizeof *rows);
  group->rows = rows;
  group->order = (uint32_t)listing.rows.count;
  assert(network->rows.count % group->order == 0 && "elements that do the same to the points of the group are a coset");
  NOE_COSTLY(!noe_symmetry_group_check(group) && "what is listed is a group");
}

/* ----------------------------------------------------------------- in words */

/* How often an element has to be applied until the point is back where it was. */
static uint32_t cycle_of(const uint16_t *row, uint32_t point) {
  uint32_t length = 1;
  for (uint32_t p = row[point]; p != point; p = row[p])
    length++;
  return length;
}

static uint64_t factorial(uint32_t n) {
  uint64_t product = 1;
  for (uint32_t i = 2; i <= n && i <= 20; i++)
    product *= i;
  return product;
}

/* The points of the first class that move, and how far round one element goes at most. */
static void measure(const struct noe_group *group, uint32_t *moving, uint32_t *longest) {
  const struct noe_group_class *class = &group->classes[0];
  *moving = *longest = 0;
  for (uint32_t p = class->first; p < class->first + class->count; p++) {
    bool moves = false;
    for (uint32_t i = 0; i < group->order; i++) {
      uint32_t length = cycle_of(noe_group_row(group, i), p);
      moves |= length > 1;
      *longest = length > *longest ? length : *longest;
    }
    *moving += moves;
  }
}

static bool is_cycle(const struct noe_group *group, uint32_t element, uint32_t length, uint32_t *point) {
  const struct noe_group_class *class = &group->classes[0];
  for (*point = class->first; *point < class->first + class->count; ++*point)
    if (cycle_of(noe_group_row(group, element), *point) == length)
      return true;
  return false;
}

/* Twice as many as there are places on the ring: does one that fixes a place turn the ring round? */
static bool has_reflection(const struct noe_group *group, uint32_t length) {
  uint32_t cycle = 0, point = 0, other = 1;
  while (!is_cycle(group, cycle, length, &point))
    cycle++;
  assert(cycle < group->order && "the longest cycle is that of some element");
  while (other < group->order && noe_group_row(group, other)[point] != point)
    other++;
  if (other == group->order)
    return false;
  const uint16_t *step = noe_group_row(group, cycle), *mirror = noe_group_row(group, other);
  return step[mirror[step[point]]] == point;
}

void noe_network_describe(struct noe_network *network) {
  struct noe_group *group = network->group;
  uint32_t moving, longest;
  measure(group, &moving, &longest);
  bool is_ring = longest == moving && moving > 2;
  group->kind = "group";
  group->description = "the symmetries of their network";
  if (is_ring && group->order == moving)
    group->kind = group->description = "rotations";
  else if (is_ring && group->order == 2 * moving && moving > 3 && has_reflection(group, moving)) {
    group->kind = "dihedral";
    group->description = "rotations and reflections";
  } else if (moving <= 20 && group->order == factorial(moving)) {
    group->kind = "full";
    group->description = "all permutations";
  }
}
