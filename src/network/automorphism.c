#include "network/automorphism.h"

#include <assert.h>
#include <string.h>

#include "base/mix.h"

/* Visits of parts of terms while colours are refined, and permutations that are tried: beyond, it is given up. Little is
 * spent until places turn out to look alike. */
static const uint64_t few_visits = UINT64_C(1) << 20, most_visits = UINT64_C(10) << 20;

/* ------------------------------------------------------------------- points */

static bool is_permuted(const struct noe_ground *ground, uint32_t class) {
  return class != NOE_PLAIN_CLASS && noe_ground_class(ground, class) == class &&
         ground->classes.items.items[class].ranges.count;
}

static const bool *reach(struct noe_arena *arena, const struct noe_ground *ground, struct noe_points *points) {
  const struct noe_terms *terms = &ground->terms;
  bool *is_reached = NOE_NEW_ARRAY(arena, bool, terms->items.count + 1);
  uint32_t *reached = NOE_NEW_ARRAY(arena, uint32_t, terms->items.count + 1);
  for (size_t i = 0; i < ground->roots.count; i++)
    is_reached[ground->roots.items[i]] = true;
  for (uint32_t t = (uint32_t)terms->items.count; t-- > 0;)
    for (uint32_t i = 0; is_reached[t] && i < noe_term_at(terms, t)->count; i++)
      is_reached[noe_term_parts(terms, t)[i]] = true;
  for (uint32_t t = 0; t < terms->items.count; t++)
    if (is_reached[t])
      reached[points->reached_count++] = t;
  points->reached = reached;
  return is_reached;
}

struct noe_points *noe_network_points(struct noe_arena *arena, const struct noe_ground *ground) {
  struct noe_points *points = NOE_NEW(arena, struct noe_points);
  uint32_t classes = (uint32_t)ground->classes.items.count, count = 0;
  int64_t low, high;
  points->ground = ground;
  const bool *is_reached = reach(arena, ground, points);
  points->first_of = NOE_NEW_ARRAY(arena, uint32_t, classes + 1);
  for (uint32_t i = 0; i < classes; i++) {
    points->first_of[i] = count;
    if (!is_permuted(ground, i))
      continue;
    noe_ground_universe(ground, i, &low, &high);
    count += (uint32_t)(high - low + 1);
  }
  uint32_t *class_of = NOE_NEW_ARRAY(arena, uint32_t, count + 1),
           *literal_of = NOE_NEW_ARRAY(arena, uint32_t, count + 1);
  int64_t *value_of = NOE_NEW_ARRAY(arena, int64_t, count + 1);
  for (uint32_t i = 0; i < classes; i++) {
    if (!is_permuted(ground, i))
      continue;
    noe_ground_universe(ground, i, &low, &high);
    for (int64_t value = low; value <= high; value++, points->count++) {
      struct noe_term literal = {.kind = NOE_TERM_LITERAL, .number = i, .value = value};
      class_of[points->count] = i;
      value_of[points->count] = value;
      uint32_t term = noe_network_find_term(&ground->terms, literal, NULL);
      literal_of[points->count] = term != NOE_NO_TERM && is_reached[term] ? term : NOE_NO_TERM;
    }
  }
  assert(points->count == count && "each value of a class that may be permuted is a point");
  points->class_of = class_of;
  points->value_of = value_of;
  points->literal_of = literal_of;
  return points;
}

/* ------------------------------------------------------------------ colours */

struct search {
  struct noe_arena *arena;
  const struct noe_points *points;
  const struct noe_terms *terms;
  uint64_t *up, *down; /* by term: what it is made of, what it stands in */
  uint32_t *images, *scratch;
  int32_t *counts;
  uint64_t visits, most_visits;
  struct noe_generators *found;
  uint64_t **colours; /* by level: of the first way down */
  uint32_t depth;
  uint16_t *row;
};

/* Values of the same ranges, of one class. */
static void first_colours(const struct search *search, uint64_t *colours) {
  const struct noe_classes *classes = &search->points->ground->classes;
  for (uint32_t p = 0; p < search->points->count; p++) {
    const struct noe_class *class = &classes->items.items[search->points->class_of[p]];
    colours[p] = noe_mix(1, search->points->class_of[p]);
    for (size_t i = 0; i < class->ranges.count; i++) {
      bool is_in = class->ranges.items[i].low <= search->points->value_of[p] &&
                   search->points->value_of[p] <= class->ranges.items[i].high;
      colours[p] = noe_mix(colours[p], is_in);
    }
    colours[p] = noe_mix(colours[p], search->points->literal_of[p] == NOE_NO_TERM);
  }
}

static uint32_t point_of(const struct noe_points *points, const struct noe_term *literal) {
  int64_t low, high;
  noe_ground_universe(points->ground, literal->number, &low, &high);
  assert(low <= literal->value && literal->value <= high && "a literal of a class is one of its values");
  return points->first_of[literal->number] + (uint32_t)(literal->value - low);
}

static void look_up(struct search *search, const uint64_t *colours) {
  for (uint32_t n = 0; n < search->points->reached_count; n++) {
    const uint32_t t = search->points->reached[n];
    const struct noe_term *term = noe_term_at(search->terms, t);
    const uint32_t *parts = noe_term_parts(search->terms, t);
    uint64_t hash = noe_mix(noe_mix(term->kind + 7, (uint64_t)term->value), term->number), sum = 0;
    if (term->kind == NOE_TERM_LITERAL && term->number)
      hash = noe_mix(3, colours[point_of(search->points, term)]);
    for (uint32_t i = 0; i < term->count; i++)
      if (term->is_unordered)
        sum += noe_mix(hash, search->up[parts[i]]);
      else
        hash = noe_mix(hash, search->up[parts[i]]);
    search->up[t] = noe_mix(hash, sum);
    search->visits += term->count + 1;
  }
}

static void look_down(struct search *search) {
  const struct noe_ground *ground = search->points->ground;
  memset(search->down, 0, search->terms->items.count * sizeof *search->down);
  for (uint32_t i = 0; i < ground->rule_roots; i++)
    search->down[ground->roots.items[i]] += 1;
  for (uint32_t n = search->points->reached_count; n-- > 0;) {
    const uint32_t t = search->points->reached[n];
    const struct noe_term *term = noe_term_at(search->terms, t);
    const uint32_t *parts = noe_term_parts(search->terms, t);
    uint64_t hash = noe_mix(search->down[t], search->up[t]);
    for (uint32_t i = 0; search->down[t] && i < term->count; i++)
      search->down[parts[i]] += noe_mix(hash, term->is_unordered ? 0 : i + 1);
    search->visits += term->count + 1;
  }
}

static uint32_t count_colours(const struct search *search, const uint64_t *colours) {
  uint32_t count = 0;
  for (uint32_t p = 0; p < search->points->count; p++) {
    bool is_new = true;
    for (uint32_t q = 0; q < p && is_new; q++)
      is_new = colours[q] != colours[p];
    count += is_new;
  }
  return count;
}

/* Returns how many colours there are. */
static uint32_t refine(struct search *search, uint64_t *colours) {
  uint32_t before, count = count_colours(search, colours);
  do {
    before = count;
    look_up(search, colours);
    look_down(search);
    for (uint32_t p = 0; p < search->points->count; p++)
      if (search->points->literal_of[p] != NOE_NO_TERM)
        colours[p] = noe_mix(colours[p], search->down[search->points->literal_of[p]]);
    count = count_colours(search, colours);
    search->visits += (uint64_t)search->points->count * search->points->count / 8;
    search->found->is_given_up |= search->visits > search->most_visits;
  } while (count > before && !search->found->is_given_up);
  return count;
}

/* ------------------------------------------------------------- verification */

struct permuting {
  const struct noe_points *points;
  const uint16_t *row;
};

static uint32_t literal_image(const void *context, const struct noe_term *literal) {
  const struct permuting *permuting = context;
  const struct noe_points *points = permuting->points;
  if (!literal->number) {
    struct noe_term copy = *literal;
    return noe_network_find_term(&points->ground->terms, copy, NULL);
  }
  return points->literal_of[permuting->row[point_of(points, literal)]];
}

void noe_network_permute(const struct noe_points *points, const uint16_t *row, uint32_t *images, uint32_t *scratch) {
  const struct permuting permuting = {points, row};
  noe_network_images(&points->ground->terms, literal_image, &permuting, images, scratch);
}

bool noe_network_keeps(const struct noe_ground *ground, const uint32_t *images, uint32_t first, uint32_t end,
                       int32_t *counts) {
  bool keeps = true;
  for (uint32_t i = first; i < end; i++)
    counts[ground->roots.items[i]]++;
  for (uint32_t i = first; i < end && keeps; i++) {
    uint32_t image = images[ground->roots.items[i]];
    keeps = image != NOE_NO_TERM && counts[image] == counts[ground->roots.items[i]];
  }
  for (uint32_t i = first; i < end; i++)
    counts[ground->roots.items[i]] = 0;
  return keeps;
}

static bool preserves_ranges(const struct search *search, const uint16_t *row) {
  const struct noe_points *points = search->points;
  for (uint32_t p = 0; p < points->count; p++) {
    if (points->class_of[row[p]] != points->class_of[p])
      return false;
    const struct noe_class *class = &points->ground->classes.items.items[points->class_of[p]];
    for (size_t i = 0; i < class->ranges.count; i++) {
      const struct noe_named_range *range = &class->ranges.items[i];
      bool here = range->low <= points->value_of[p] && points->value_of[p] <= range->high;
      bool there = range->low <= points->value_of[row[p]] && points->value_of[row[p]] <= range->high;
      if (here != there)
        return false;
    }
  }
  return true;
}

static bool is_symmetry(struct search *search, const uint16_t *row) {
  const struct noe_ground *ground = search->points->ground;
  if (!preserves_ranges(search, row))
    return false;
  noe_network_permute(search->points, row, search->images, search->scratch);
  search->visits += search->terms->parts.count;
  return noe_network_keeps(ground, search->images, 0, ground->rule_roots, search->counts);
}

/* --------------------------------------------------------------- the search */

static uint64_t mark_of(uint32_t level) { return noe_mix(99, level); }

/* Are there places of one colour? */
static bool has_twins(const struct search *search, const uint64_t *colours, const bool *is_place) {
  const struct noe_points *points = search->points;
  for (uint32_t p = 0; p < points->count; p++)
    for (uint32_t q = 0; q < p && is_place[points->class_of[p]]; q++)
      if (colours[q] == colours[p])
        return true;
  return false;
}

/* The first point of the least cell of several points; or the number of points. */
static uint32_t next_point(const struct search *search, const uint64_t *colours) {
  uint32_t best = search->points->count, least = UINT32_MAX;
  for (uint32_t p = 0; p < search->points->count; p++) {
    uint32_t size = 0;
    for (uint32_t q = 0; q < search->points->count; q++)
      size += colours[q] == colours[p];
    if (size > 1 && size < least && search->points->literal_of[p] != NOE_NO_TERM) {
      best = p;
      least = size;
    }
  }
  return best;
}

/* Is the coloured set of points on this way that of the first way at this level? */
static bool looks_alike(const struct search *search, const uint64_t *colours, uint32_t level) {
  const uint64_t *first = search->colours[level];
  uint64_t here = 0, there = 0;
  for (uint32_t p = 0; p < search->points->count; p++) {
    here += noe_mix(5, colours[p]);
    there += noe_mix(5, first[p]);
  }
  return here == there;
}

/* Each point goes to that of its colour. Points that nothing names stay, one after the other. */
static bool read_off(struct search *search, const uint64_t *colours) {
  assert(search->points->count <= UINT16_MAX && "a search among more points is given up at once");
  const uint64_t *first = search->colours[search->depth];
  for (uint32_t p = 0; p < search->points->count; p++) {
    uint32_t q = 0;
    if (search->points->literal_of[p] == NOE_NO_TERM && first[p] == colours[p])
      q = p;
    while (q < search->points->count && colours[q] != first[p])
      q++;
    if (q == search->points->count)
      return false;
    search->row[p] = (uint16_t)q;
  }
  for (uint32_t p = 0; p < search->points->count; p++)
    for (uint32_t q = 0; q < p; q++)
      if (search->row[p] == search->row[q])
        return false;
  return is_symmetry(search, search->row);
}

/* Looks for a symmetry along which base point `level` and those after it go to points with the colours that they have
 * there. */
static bool go_down(struct search *search, const uint64_t *colours, uint32_t level) {
  if (level == search->depth)
    return read_off(search, colours);
  assert(level < search->found->base.count && "levels above the last one have a point of the base");
  const uint64_t wanted = search->colours[level][search->found->base.items[level]];
  uint64_t *next = NOE_NEW_ARRAY(search->arena, uint64_t, search->points->count + 1);
  for (uint32_t q = 0; q < search->points->count && !search->found->is_given_up; q++) {
    if (colours[q] != wanted)
      continue;
    memcpy(next, colours, search->points->count * sizeof *next);
    next[q] = mark_of(level);
    refine(search, next);
    if (looks_alike(search, next, level + 1) && go_down(search, next, level + 1))
      return true;
  }
  return false;
}

/* A symmetry that fixes the base before `level` and carries its point there to q. */
static bool find_one(struct search *search, uint32_t level, uint32_t q) {
  uint64_t *next = NOE_NEW_ARRAY(search->arena, uint64_t, search->points->count + 1);
  memcpy(next, search->colours[level], search->points->count * sizeof *next);
  next[q] = mark_of(level);
  refine(search, next);
  return looks_alike(search, next, level + 1) && go_down(search, next, level + 1);
}

/* The orbit of the base point under the generators that fix the base before it. Returns its size. */
static uint32_t orbit_of(const struct search *search, uint32_t level, bool *is_in) {
  const struct noe_generators *found = search->found;
  uint32_t size = 1;
  memset(is_in, 0, search->points->count * sizeof *is_in);
  is_in[found->base.items[level]] = true;
  for (bool more = true; more;) {
    more = false;
    for (size_t g = 0; g < found->rows.count; g++)
      for (uint32_t p = 0; p < search->points->count && found->levels.items[g] >= level; p++)
        if (is_in[p] && !is_in[found->rows.items[g][p]]) {
          is_in[found->rows.items[g][p]] = more = true;
          size++;
        }
  }
  return size;
}

static void find_level(struct search *search, uint32_t level) {
  struct noe_generators *found = search->found;
  const uint64_t *colours = search->colours[level];
  bool *is_in = NOE_NEW_ARRAY(search->arena, bool, search->points->count + 1);
  uint32_t size = orbit_of(search, level, is_in);
  for (uint32_t q = 0; q < search->points->count && !found->is_given_up; q++) {
    if (is_in[q] || colours[q] != colours[found->base.items[level]] || !find_one(search, level, q))
      continue;
    uint16_t *row = NOE_NEW_ARRAY(search->arena, uint16_t, search->points->count + 1);
    assert(search->row[found->base.items[level]] == q && "the symmetry carries the point of the base there");
    memcpy(row, search->row, search->points->count * sizeof *row);
    NOE_LIST_PUSH(search->arena, &found->rows, row);
    NOE_LIST_PUSH(search->arena, &found->levels, level);
    size = orbit_of(search, level, is_in);
    assert(is_in[q] && "the point is in the orbit of the base point now");
  }
  if (__builtin_mul_overflow(found->order, (uint64_t)size, &found->order))
    found->order = UINT64_MAX;
  found->orders[level] = found->is_given_up ? 0 : found->order;
}

struct noe_generators *noe_network_automorphisms(struct noe_arena *arena, const struct noe_points *points,
                                                 const bool *is_place) {
  const struct noe_terms *terms = &points->ground->terms;
  struct search search = {.arena = arena, .points = points, .terms = terms, .most_visits = few_visits};
  const size_t count = terms->items.count + 1;
  search.up = NOE_NEW_ARRAY(arena, uint64_t, count);
  search.down = NOE_NEW_ARRAY(arena, uint64_t, count);
  search.images = NOE_NEW_ARRAY(arena, uint32_t, count);
  search.counts = NOE_NEW_ARRAY(arena, int32_t, count);
  search.scratch = NOE_NEW_ARRAY(arena, uint32_t, noe_network_most_parts(terms) + 1);
  search.row = NOE_NEW_ARRAY(arena, uint16_t, points->count + 1);
  search.colours = NOE_NEW_ARRAY(arena, uint64_t *, points->count + 2);
  search.found = NOE_NEW(arena, struct noe_generators);
  search.found->order = 1;
  uint64_t *colours = NOE_NEW_ARRAY(arena, uint64_t, points->count + 1);
  first_colours(&search, colours);
  refine(&search, colours);
  search.most_visits = most_visits;
  search.found->has_twins = has_twins(&search, colours, is_place);
  search.found->is_given_up |= !search.found->has_twins;
  for (uint32_t next; (next = next_point(&search, colours)) < points->count && !search.found->is_given_up;) {
    uint64_t *level = NOE_NEW_ARRAY(arena, uint64_t, points->count + 1);
    memcpy(level, colours, points->count * sizeof *level);
    search.colours[search.depth] = level;
    NOE_LIST_PUSH(arena, &search.found->base, next);
    colours[next] = mark_of(search.depth++);
    refine(&search, colours);
  }
  assert(search.depth == search.found->base.count && search.depth <= points->count &&
         "each level fixes one more point");
  search.colours[search.depth] = colours;
  search.found->orders = NOE_NEW_ARRAY(arena, uint64_t, search.depth + 1);
  for (uint32_t level = search.depth; level-- > 0 && !search.found->is_given_up;)
    find_level(&search, level);
  return search.found;
}
