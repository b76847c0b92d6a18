/* Permutations that a user gives, held against what was found. */
#include "detect/detect.h"
#include "detect/generators.h"

/* Two values of a place of this class are alike. */
static bool are_alike(const struct noe_view *view, uint32_t class, int64_t a, int64_t b) {
  const struct noe_found *found = view->founds[noe_detect_root(&view->inference->classes, class)];
  int64_t one = found ? noe_detect_number(found, a) : -1, other = found ? noe_detect_number(found, b) : -1;
  if (one < 0 || other < 0)
    return false;
  const struct noe_atom *atom = noe_detect_atom(found, (uint32_t)one);
  return atom->is_free && atom == noe_detect_atom(found, (uint32_t)other);
}

static bool is_known(const struct noe_view *view, const struct noe_value_shape *shape,
                     const struct noe_generators *generators, const uint32_t *images) {
  uint32_t first = noe_detect_first_point(generators, shape->type);
  for (uint32_t i = 0; first < generators->point_count && i < noe_type_size(shape->type); i++)
    if (images[first + i] != first + i &&
        !are_alike(view, shape->class, shape->type->low + i, shape->type->low + images[first + i] - first))
      return false;
  for (uint32_t i = 0; i < shape->part_count; i++)
    if (!is_known(view, shape->parts[i], generators, images))
      return false;
  return true;
}

bool noe_detect_knows_generators(const struct noe_view *view, const struct noe_generators *generators) {
  for (size_t g = 0; g < generators->images.count; g++)
    for (uint32_t i = 0; i < view->original->variable_count; i++)
      if (!view->model || !is_known(view, view->inference->variables[i], generators, generators->images.items[g]))
        return false;
  return true;
}
