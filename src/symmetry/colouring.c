/* One look at a state: the slices of its vertices, which make the first colours, and
 * the links that are there, as ties.
 * To the colour of a point comes, in a second step, what lies in its multisets and what names
 * it there: in models with messages, that tells most points apart before ties do. */
#include <assert.h>
#include <string.h>

#include "symmetry/canon_int.h"

/* ------------------------------------------------------------------ slices */

/* The word that begins with the trait, which becomes the next one. */
static uint64_t read_word(const int64_t *state, const struct noe_local_component **trait,
                          const struct noe_local_component *end) {
  uint64_t word = 0;
  do {
    word |= noe_local_component_code(*trait, state[(*trait)->cell]) << (*trait)->shift;
    (*trait)++;
  } while (*trait < end && !(*trait)->opens);
  return word;
}

/* Of a slot: the words one after the other. */
static uint64_t mix_words(const int64_t *state, const struct noe_local_component *trait,
                          const struct noe_local_component *end, uint64_t hash) {
  while (trait < end)
    hash = noe_mix(hash, read_word(state, &trait, end));
  return hash;
}

/* Of a point, which may have many: their sum, so that one of them can change, and empty ones count for nothing. They
 * are kept. */
static uint64_t add_words(const int64_t *state, const struct noe_local_component *trait,
                          const struct noe_local_component *end, uint64_t hash, uint64_t *words) {
  for (uint32_t i = 0; trait < end; i++) {
    words[i] = read_word(state, &trait, end);
    hash += words[i] ? noe_mix(noe_place(i), words[i]) : 0;
  }
  return hash;
}

/* The point that the value names there, or -1. */
static int32_t target_of(const struct noe_link *link, int64_t value) {
  return link->pointed && value != NOE_UNDEFINED ? link->pointed[value] : -1;
}

static void look_at_points(struct noe_canoniser *canoniser, uint64_t *colours) {
  const struct noe_outline *outline = canoniser->outline;
  const struct noe_symmetry *symmetry = canoniser->symmetry;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t p = symmetry->blocks[b].first; p < symmetry->blocks[b].first + symmetry->blocks[b].size; p++) {
      const struct noe_local_component *trait = outline->traits + outline->trait_first[p];
      colours[p] = add_words(canoniser->state, trait, outline->traits + outline->trait_first[p + 1],
                             noe_block_colour(b), canoniser->slices + (size_t)p * outline->words);
      if (symmetry->blocks[b].is_rigid) /* it stays where it is, and that tells it from all others */
        colours[p] = noe_mix(colours[p], p);
    }
  for (uint32_t i = 0; i < outline->global_count; i++) {
    const struct noe_link *global = &outline->globals[i];
    int64_t value = canoniser->state[global->cell];
    int32_t target = target_of(global, value);
    if (target < 0)
      continue;
    canoniser->attached[target] |= NOE_POINT_NAMED;
    colours[target] += noe_mix(global->label, (uint64_t)(value - target));
  }
}

/* -------------------------------------------------------------------- ties */

static void stand_in(struct noe_canoniser *canoniser, struct noe_hyperedge *tie, uint32_t vertex) {
  if (vertex < canoniser->symmetry->points)
    canoniser->attached[vertex] |= NOE_POINT_TIED;
  canoniser->tied[tie->first + tie->count++] = vertex;
}

static void stand_all(struct noe_canoniser *canoniser, struct noe_hyperedge *tie, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    stand_in(canoniser, tie, canoniser->outline->points[first + i]);
}

static void add_tie(struct noe_canoniser *canoniser, const struct noe_hyperedge *tie) {
  assert(canoniser->tie_count < canoniser->outline->most_ties &&
         "the outline foresees as many ties as a state can have");
  assert(canoniser->tied_count + tie->count <= canoniser->outline->most_tied && "and as many vertices in them");
  canoniser->ties[canoniser->tie_count++] = *tie;
  canoniser->tied_count += tie->count;
}

/* A value that names a point differs from it by a number that tells the parts of a
 * union apart, whatever the point. What one vertex says of itself is in its slice. */
static void look_at_link(struct noe_canoniser *canoniser, const struct noe_link *link, int64_t slot) {
  int64_t value = canoniser->state[link->cell];
  int32_t target = target_of(link, value);
  if (target < 0 && (value == link->quiet || link->count + (slot >= 0) < 2))
    return;
  struct noe_hyperedge tie = {.first = canoniser->tied_count};
  tie.label = link->label + (uint64_t)(target < 0 ? value : value - target) * NOE_STEP_VALUE;
  if (slot >= 0)
    stand_in(canoniser, &tie, (uint32_t)slot);
  stand_all(canoniser, &tie, link->first, link->count);
  for (uint32_t i = 0; target >= 0 && i < tie.count; i++)
    if (canoniser->tied[tie.first + i] == (uint32_t)target)
      tie.label += noe_place(i);
  if (target >= 0)
    stand_in(canoniser, &tie, (uint32_t)target);
  add_tie(canoniser, &tie);
}

static void look_at_slot(struct noe_canoniser *canoniser, uint32_t number, uint64_t *colours) {
  const struct noe_outline *outline = canoniser->outline;
  const struct noe_outline_slot *slot = &outline->slots[number];
  uint32_t vertex = canoniser->vertices++;
  canoniser->slot_vertex[number] = vertex;
  colours[vertex] =
      mix_words(canoniser->state, outline->traits + slot->trait, outline->traits + slot->trait_end, slot->label);
  if (slot->owner_count || slot->outer >= 0) {
    struct noe_hyperedge tie = {.label = slot->label, .first = canoniser->tied_count};
    stand_in(canoniser, &tie, vertex);
    if (slot->outer >= 0)
      stand_in(canoniser, &tie, canoniser->slot_vertex[slot->outer]);
    stand_all(canoniser, &tie, slot->owners, slot->owner_count);
    add_tie(canoniser, &tie);
  }
  for (uint32_t i = slot->link; i < slot->link_end; i++)
    look_at_link(canoniser, &outline->links[i], vertex);
}

void noe_symmetry_colour(struct noe_canoniser *canoniser, uint64_t *colours) {
  const struct noe_outline *outline = canoniser->outline;
  uint32_t points = canoniser->symmetry->points;
  canoniser->vertices = points;
  canoniser->tie_count = canoniser->tied_count = 0;
  memset(canoniser->attached, 0, points);
  look_at_points(canoniser, colours);
  for (uint32_t i = 0; i < outline->link_count; i++)
    look_at_link(canoniser, &outline->links[i], -1);
  for (uint32_t i = 0; i < outline->slot_count;) {
    bool present = canoniser->state[outline->slots[i].cell] == 1;
    if (present)
      look_at_slot(canoniser, i, colours);
    i = present ? i + 1 : outline->slots[i].next;
  }
  assert(canoniser->vertices <= canoniser->facts->vertices && "a slot that is there is a vertex once");
}

/* To the points that have to do with it. */
static void tell_points(const struct noe_canoniser *canoniser, const struct noe_outline_slot *slot, uint64_t colour,
                        uint64_t *colours) {
  const struct noe_outline *outline = canoniser->outline;
  for (uint32_t i = 0; i < slot->owner_count; i++)
    colours[outline->points[slot->owners + i]] += colour * noe_place(i);
  for (uint32_t i = slot->link; i < slot->link_end; i++) {
    const struct noe_link *link = &outline->links[i];
    int64_t value = canoniser->state[link->cell];
    int32_t target = target_of(link, value);
    if (target >= 0)
      colours[target] += colour * noe_named(link);
  }
}

void noe_symmetry_colour_by_multisets(const struct noe_canoniser *canoniser, uint64_t *colours) {
  const struct noe_outline *outline = canoniser->outline;
  for (uint32_t i = 0; i < outline->slot_count;) {
    const struct noe_outline_slot *slot = &outline->slots[i];
    bool present = canoniser->state[slot->cell] == 1;
    if (present)
      tell_points(canoniser, slot, colours[canoniser->slot_vertex[i]], colours);
    i = present ? i + 1 : slot->next;
  }
}

void noe_symmetry_recolour(struct noe_canoniser *canoniser, const int64_t *state) {
  canoniser->state = state;
  canoniser->named_known = false;
  noe_symmetry_colour(canoniser, canoniser->sums);
}
