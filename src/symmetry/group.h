/* A group of permutations of values that are neither a scalarset nor a declared ring: places of a ring that nobody
 * declared, nodes of a network. Its elements are listed, each as the row of images of its points.
 *
 * Points are values of classes: the values of one class come one after the other, in order; several classes that only
 * move together (philosophers and forks) are points of one group. A type whose values are points has the group and the
 * point of its least value (`group`, `group_first` in struct noe_type). */
#ifndef NOE_SYMMETRY_GROUP_H
#define NOE_SYMMETRY_GROUP_H

#include "model/type.h"

/* Larger groups are not listed. */
enum { NOE_MOST_LISTED_ELEMENTS = 8192 };

/* Values of one class: points first .. first + count - 1 are the values low .. low + count - 1. */
struct noe_group_class {
  const char *name;
  struct noe_place place;
  uint32_t first, count;
  int64_t low;
  uint32_t root; /* the number of the class, for whoever found it */
};

struct noe_group {
  uint32_t degree; /* points */
  uint32_t order;
  const uint16_t *rows; /* by element and point: its image; element 0 is the identity */
  const struct noe_group_class *classes;
  uint32_t class_count;
  const char *kind;        /* one word: rotations, dihedral, full, group */
  const char *description; /* for people: `rotations`, `rotations and reflections` … */
  bool is_followed; /* an element carries each instance of a rule, of a claim about runs, and of a condition of fairness
                       to that whose arguments are the images of its own: points can be followed by name */
};

/* Are the values of the type all values of a class? There is one such type for each. */
static inline bool noe_group_spans_class(const struct noe_type *type) {
  for (uint32_t i = 0; type->group && i < type->group->class_count; i++)
    if (type->group->classes[i].first == type->group_first && type->group->classes[i].count == noe_type_size(type))
      return true;
  return false;
}

static inline const uint16_t *noe_group_row(const struct noe_group *group, uint32_t element) {
  return group->rows + (size_t)element * group->degree;
}

#endif
