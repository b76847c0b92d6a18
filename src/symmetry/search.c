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

/* ------------------------------------------------------------------ leaves */

/* What the way to the best leaf was like, for nodes that follow to compare with. */
static void keep_way(struct noe_canoniser *canoniser, uint32_t depth) {
  for (uint32_t i = 0; i <= depth; i++) {
    struct noe_level *level = canoniser->levels[i];
    level->best_invariant = level->invariant;
    level->best_singled = level->singled;
    memcpy(level->best_order, level->cells.order, canoniser->symmetry->points * sizeof *level->best_order);
  }
}

static void keep_leaf(struct noe_canoniser *canoniser, uint32_t depth) {
  assert(depth <= canoniser->symmetry->points && "each level singles out one more point");
  const struct noe_cells *cells = &canoniser->levels[depth]->cells;
  uint32_t points = canoniser->symmetry->points;
  memcpy(canoniser->best, canoniser->leaf, points * sizeof *canoniser->best);
  int64_t *image = canoniser->best_image;
  canoniser->best_image = canoniser->leaf_image;
  canoniser->leaf_image = image;
  memcpy(canoniser->best_cells.order, cells->order, points * sizeof *cells->order);
  memcpy(canoniser->best_cells.begin, cells->begin, (cells->count + 1) * sizeof *cells->begin);
  canoniser->best_cells.count = cells->count;
  keep_way(canoniser, depth);
  canoniser->best_depth = depth;
  canoniser->generation++;
}

/* Is the best leaf (now) below this node? `better`: its invariants are less. */
static bool visit_leaf(struct noe_canoniser *canoniser, uint32_t depth, bool better) {
  assert((better || canoniser->generation) && "without a best leaf any leaf is better");
  size_t bytes = canoniser->symmetry->model->cell_count * sizeof *canoniser->leaf_image;
  canoniser->figures.leaves++;
  noe_symmetry_labelling(canoniser, canoniser->levels[depth], canoniser->leaf);
  noe_symmetry_image(canoniser, canoniser->leaf, canoniser->leaf_image);
  int order = better ? -1 : memcmp(canoniser->leaf_image, canoniser->best_image, bytes);
  assert((better || depth == canoniser->best_depth) && "leaves that are compared lie equally deep");
  if (order < 0)
    keep_leaf(canoniser, depth);
  else if (order == 0)
    noe_symmetry_add_leaf_automorphism(canoniser);
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

static void make_child(struct noe_canoniser *canoniser, const struct noe_level *level, struct noe_level *child) {
  const struct noe_cells *cells = &level->cells;
  memcpy(child->colours, level->colours, canoniser->vertices * sizeof *child->colours);
  memcpy(child->cells.order, cells->order, canoniser->symmetry->points * sizeof *cells->order);
  memcpy(child->cells.begin, cells->begin, (cells->count + 1) * sizeof *cells->begin);
  child->cells.count = cells->count;
  noe_symmetry_single_out(child, level->target, level->singled);
  noe_symmetry_refine(canoniser, child);
  noe_symmetry_find_twins(canoniser, child, level);
  noe_symmetry_set_invariant(child);
}

static bool visit_child(struct noe_canoniser *canoniser, uint32_t depth, uint16_t point, bool better) {
  struct noe_level *level = canoniser->levels[depth], *child = noe_symmetry_level(canoniser, depth + 1);
  assert(level->target < level->cells.count && "a node has children");
  level->singled = point;
  make_child(canoniser, level, child);
  return visit(canoniser, depth + 1, better);
}

/* Was a point of the same orbit tried, or is it a twin of one that was? */
static bool is_tried(struct noe_canoniser *canoniser, uint32_t depth, const uint16_t *points, uint32_t number) {
  struct noe_level *level = canoniser->levels[depth];
  noe_symmetry_join_orbits(canoniser, depth);
  if (level->tried[noe_symmetry_orbit(level, points[number])])
    return true;
  for (uint32_t i = 0; i < number; i++) {
    if (noe_symmetry_orbit(level, points[i]) != points[i])
      continue; /* one of each orbit will do */
    if (noe_symmetry_are_twins(canoniser, points[i], points[number])) {
      noe_symmetry_add_twins(canoniser, points[i], points[number]);
      return true;
    }
  }
  return false;
}

/* How many points of the target cell lead to the best leaf: those in the orbits
 * of tried ones that do. The marks of tried orbits are not needed any more. */
static uint32_t count_attained(struct noe_canoniser *canoniser, uint32_t depth, const uint16_t *points, uint32_t size) {
  assert(size > 1 && "a cell that is not decided has several points");
  struct noe_level *level = canoniser->levels[depth];
  uint32_t count = 0;
  noe_symmetry_join_orbits(canoniser, depth);
  memset(level->tried, 0, canoniser->symmetry->points * sizeof *level->tried);
  for (uint32_t i = 0; i < size; i++)
    if (level->attained[i] == canoniser->generation)
      level->tried[noe_symmetry_orbit(level, points[i])] = true;
  for (uint32_t i = 0; i < size; i++)
    count += level->tried[noe_symmetry_orbit(level, points[i])];
  return count;
}

/* Only the first way down? */
static bool is_hurried(struct noe_canoniser *canoniser) {
  enum { NODES_PER_QUESTION = 256 };
  if (canoniser->stop && canoniser->figures.nodes % NODES_PER_QUESTION == 0)
    canoniser->hurried |= canoniser->stop(canoniser->stop_context);
  return canoniser->hurried || canoniser->mode == NOE_CANON_FAST;
}

static bool visit_children(struct noe_canoniser *canoniser, uint32_t depth, bool better) {
  struct noe_level *level = canoniser->levels[depth];
  const uint16_t *points = level->cells.order + level->cells.begin[level->target];
  uint32_t size = (uint32_t)(level->cells.begin[level->target + 1] - level->cells.begin[level->target]);
  uint64_t entry = canoniser->generation;
  memset(level->attained, 0, size * sizeof *level->attained);
  noe_symmetry_reset_orbits(canoniser, depth);
  for (uint32_t i = 0; i < size; i++) {
    if (i && (is_hurried(canoniser) || is_tried(canoniser, depth, points, i)))
      continue;
    level->tried[noe_symmetry_orbit(level, points[i])] = true;
    /* Once a better leaf lies below this node, its invariants are those to beat. */
    if (visit_child(canoniser, depth, points[i], better && canoniser->generation == entry))
      level->attained[i] = canoniser->generation;
    assert((canoniser->jump == NOE_NO_JUMP || canoniser->jump <= depth) && "a jump to a node below was made there");
    if (canoniser->jump < depth)
      return true;
    canoniser->jump = NOE_NO_JUMP;
  }
  uint32_t count = count_attained(canoniser, depth, points, size);
  if (canoniser->generation != entry)
    level->best_count = count;
  assert((canoniser->generation == entry || count) && "a best leaf that was found below lies below a child");
  assert(count <= size && "a point leads to the best leaf or does not");
  return count > 0;
}

/* Is the parent on the way to the best leaf, which then lies below a sibling that
 * has been searched? */
static bool has_best_sibling(const struct noe_canoniser *canoniser, uint32_t depth) {
  for (uint32_t i = 0; i + 1 < depth; i++)
    if (canoniser->levels[i]->singled != canoniser->levels[i]->best_singled)
      return false;
  return depth > 0;
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
    if (depth > canoniser->best_depth || level->invariant > level->best_invariant)
      return false;
    better = level->invariant < level->best_invariant || (leaf && depth < canoniser->best_depth);
  }
  if (leaf)
    return visit_leaf(canoniser, depth, better);
  if (!better && has_best_sibling(canoniser, depth) && noe_symmetry_guess_automorphism(canoniser, depth))
    return true;
  return visit_children(canoniser, depth, better);
}

void noe_symmetry_search(struct noe_canoniser *canoniser) {
  assert(canoniser->levels[0] && "level 0 is refined");
  canoniser->generation = 0;
  canoniser->hurried = false;
  canoniser->jump = NOE_NO_JUMP;
  noe_symmetry_set_invariant(canoniser->levels[0]);
  assert(choose_target(&canoniser->levels[0]->cells) < canoniser->levels[0]->cells.count &&
         "a state whose cells are all twins takes no search");
  bool found = visit(canoniser, 0, true);
  assert(found && canoniser->generation && "a finite tree has a least leaf");
  (void)found;
}
