/* The search tree of a state that colours do not decide (McKay, "Practical graph
 * isomorphism", 1981). A node is a path of points that were singled out; its
 * children single out the points of one more cell, the first of the smallest that
 * are not twins. The canonical leaf has the least invariants on its way and, among
 * those, the least image. Two leaves with one image differ by an automorphism;
 * of points that automorphisms fixing the path carry into each other, only one
 * is tried. */
#include <assert.h>
#include <string.h>

#include "symmetry/canon_int.h"

/* ----------------------------------------------------------- automorphisms */

static uint16_t *automorphism(const struct noe_canoniser *canoniser, uint32_t number) {
  return canoniser->automorphisms + (size_t)number * canoniser->symmetry->points;
}

static uint16_t *new_automorphism(struct noe_canoniser *canoniser) {
  if (canoniser->automorphism_count == canoniser->automorphism_room) {
    uint32_t room = canoniser->automorphism_room * 2 + 8;
    size_t bytes = (size_t)room * canoniser->symmetry->points * sizeof *canoniser->automorphisms;
    canoniser->automorphisms = noe_base_realloc(canoniser->memory, canoniser->automorphisms, bytes);
    canoniser->automorphism_room = room;
  }
  return automorphism(canoniser, canoniser->automorphism_count++);
}

static void add_transposition(struct noe_canoniser *canoniser, uint16_t a, uint16_t b) {
  uint16_t *exchange = new_automorphism(canoniser);
  noe_symmetry_identity(canoniser->symmetry, exchange);
  exchange[a] = b;
  exchange[b] = a;
}

/* best s = leaf s, hence best^-1 leaf fixes s. */
static void add_leaf_automorphism(struct noe_canoniser *canoniser) {
  uint16_t *found = new_automorphism(canoniser);
  noe_symmetry_invert(canoniser->symmetry, canoniser->best, canoniser->inverse);
  noe_symmetry_compose(canoniser->symmetry, canoniser->inverse, canoniser->leaf, found);
}

static bool fixes_path(const struct noe_canoniser *canoniser, const uint16_t *permutation, uint32_t depth) {
  for (uint32_t i = 0; i < depth; i++)
    if (permutation[canoniser->levels[i]->singled] != canoniser->levels[i]->singled)
      return false;
  return true;
}

static uint16_t find_orbit(uint16_t *orbits, uint16_t point) {
  while (orbits[point] != point)
    point = orbits[point] = orbits[orbits[point]];
  return point;
}

static void join_orbits(uint16_t *orbits, uint16_t a, uint16_t b) {
  a = find_orbit(orbits, a);
  b = find_orbit(orbits, b);
  orbits[a > b ? a : b] = a > b ? b : a;
}

/* Orbits of the known automorphisms that fix the points singled out so far. */
static void find_orbits(struct noe_canoniser *canoniser, uint32_t depth) {
  noe_symmetry_identity(canoniser->symmetry, canoniser->orbits);
  for (uint32_t i = 0; i < canoniser->automorphism_count; i++) {
    const uint16_t *permutation = automorphism(canoniser, i);
    if (fixes_path(canoniser, permutation, depth))
      for (uint32_t p = 0; p < canoniser->symmetry->points; p++)
        join_orbits(canoniser->orbits, (uint16_t)p, permutation[p]);
  }
}

/* ------------------------------------------------------------------ leaves */

static void keep_leaf(struct noe_canoniser *canoniser, uint32_t depth) {
  const struct noe_level *level = canoniser->levels[depth];
  uint32_t points = canoniser->symmetry->points;
  memcpy(canoniser->best, canoniser->leaf, points * sizeof *canoniser->best);
  int64_t *image = canoniser->best_image;
  canoniser->best_image = canoniser->leaf_image;
  canoniser->leaf_image = image;
  memcpy(canoniser->best_cells.order, level->cells.order, points * sizeof *level->cells.order);
  memcpy(canoniser->best_cells.begin, level->cells.begin, (level->cells.count + 1) * sizeof *level->cells.begin);
  canoniser->best_cells.count = level->cells.count;
  for (uint32_t i = 0; i <= depth; i++)
    canoniser->best_invariants[i] = canoniser->levels[i]->invariant;
  canoniser->best_depth = depth;
  canoniser->generation++;
}

/* Is the best leaf (now) below this node? `better`: its invariants are less. */
static bool visit_leaf(struct noe_canoniser *canoniser, uint32_t depth, bool better) {
  size_t bytes = canoniser->symmetry->model->cell_count * sizeof *canoniser->leaf_image;
  canoniser->figures.leaves++;
  noe_symmetry_labelling(canoniser, canoniser->levels[depth], canoniser->leaf);
  noe_symmetry_image(canoniser, canoniser->leaf, canoniser->leaf_image);
  int order = better ? -1 : memcmp(canoniser->leaf_image, canoniser->best_image, bytes);
  if (order < 0)
    keep_leaf(canoniser, depth);
  else if (order == 0)
    add_leaf_automorphism(canoniser);
  return order <= 0;
}

/* ------------------------------------------------------------------- nodes */

/* The first of the smallest cells that are not twins, or the number of cells. */
static uint32_t choose_target(const struct noe_cells *cells) {
  uint32_t best = cells->count, size = UINT32_MAX;
  for (uint32_t i = 0; i < cells->count; i++) {
    uint32_t members = (uint32_t)(cells->begin[i + 1] - cells->begin[i]);
    if (cells->twins[i] || members >= size)
      continue;
    best = i;
    size = members;
  }
  return best;
}

static bool visit(struct noe_canoniser *canoniser, uint32_t depth, bool better);

static bool visit_child(struct noe_canoniser *canoniser, uint32_t depth, uint16_t point, bool better) {
  struct noe_level *level = canoniser->levels[depth], *child = noe_symmetry_level(canoniser, depth + 1);
  level->singled = point;
  memcpy(child->colours, level->colours, canoniser->facts->vertices * sizeof *child->colours);
  noe_symmetry_single_out(child, point);
  noe_symmetry_refine(canoniser, child);
  noe_symmetry_find_twins(canoniser, child);
  return visit(canoniser, depth + 1, better);
}

/* Has a point of the same orbit been tried, or is it a twin of one? */
static bool is_tried(struct noe_canoniser *canoniser, uint32_t depth, const uint16_t *points, uint32_t number) {
  find_orbits(canoniser, depth);
  for (uint32_t i = 0; i < number; i++)
    if (find_orbit(canoniser->orbits, points[i]) == find_orbit(canoniser->orbits, points[number]))
      return true;
  for (uint32_t i = 0; i < number; i++) {
    if (find_orbit(canoniser->orbits, points[i]) != points[i])
      continue; /* one of each orbit will do */
    if (noe_symmetry_are_twins(canoniser, points[i], points[number])) {
      add_transposition(canoniser, points[i], points[number]);
      return true;
    }
  }
  return false;
}

/* How many points of the target cell lead to the best leaf: those in the orbits
 * of tried ones that do. */
static uint32_t count_attained(struct noe_canoniser *canoniser, uint32_t depth, const uint16_t *points,
                               uint32_t size) {
  const struct noe_level *level = canoniser->levels[depth];
  uint32_t count = 0;
  find_orbits(canoniser, depth);
  for (uint32_t i = 0; i < size; i++)
    for (uint32_t k = 0; k < size; k++)
      if (level->attained[k] == canoniser->generation &&
          find_orbit(canoniser->orbits, points[k]) == find_orbit(canoniser->orbits, points[i])) {
        count++;
        break;
      }
  return count;
}

static bool visit_children(struct noe_canoniser *canoniser, uint32_t depth, bool better) {
  struct noe_level *level = canoniser->levels[depth];
  const uint16_t *points = level->cells.order + level->cells.begin[level->target];
  uint32_t size = (uint32_t)(level->cells.begin[level->target + 1] - level->cells.begin[level->target]);
  uint64_t entry = canoniser->generation;
  memset(level->attained, 0, size * sizeof *level->attained);
  for (uint32_t i = 0; i < size; i++) {
    if (i && (canoniser->mode == NOE_CANON_FAST || is_tried(canoniser, depth, points, i)))
      continue;
    /* Once a better leaf lies below this node, its invariants are those to beat. */
    if (visit_child(canoniser, depth, points[i], better && canoniser->generation == entry))
      level->attained[i] = canoniser->generation;
  }
  uint32_t count = count_attained(canoniser, depth, points, size);
  if (canoniser->generation != entry)
    canoniser->best_counts[depth] = count;
  return count > 0;
}

/* Visits the node whose level `depth` is refined; `better`: the invariants above
 * are less than those of the best leaf (or there is none). True if the best leaf
 * is attained below. */
static bool visit(struct noe_canoniser *canoniser, uint32_t depth, bool better) {
  struct noe_level *level = canoniser->levels[depth];
  canoniser->figures.nodes++;
  level->target = choose_target(&level->cells);
  bool leaf = level->target == level->cells.count;
  level->invariant = noe_mix(level->invariant, leaf);
  if (!better) {
    if (depth > canoniser->best_depth || level->invariant > canoniser->best_invariants[depth])
      return false;
    better = level->invariant < canoniser->best_invariants[depth] || (leaf && depth < canoniser->best_depth);
  }
  return leaf ? visit_leaf(canoniser, depth, better) : visit_children(canoniser, depth, better);
}

void noe_symmetry_search(struct noe_canoniser *canoniser) {
  canoniser->generation = 0;
  bool found = visit(canoniser, 0, true);
  assert(found && "a finite tree has a least leaf");
  (void)found;
}
