/* Fairness groups, numbered through: mark by mark, the arguments of a group being the
 * digits of its number within the mark. Permutations act on groups through the points
 * that their arguments name:
 *
 *   pi g = g + sum over arguments of (pi(point) - point) * stride. */
#ifndef NOE_FAIR_GROUPS_H
#define NOE_FAIR_GROUPS_H

#include "symmetry/symmetry.h"
#include "symmetry/twins.h"

struct noe_space;

struct noe_group_mark {
  bool strong;
  const struct noe_clause *clause;    /* whose parameters its arguments are: a rule that carries it, or a condition */
  const struct noe_clause *condition; /* of a fairness that is no mark of rules, or NULL */
  uint32_t width;                     /* arguments that are digits */
  const uint32_t *strides;            /* by argument; 0 for an element of a multiset */
  uint32_t first, count;              /* its groups */
  uint32_t first_point;               /* of the row of points of its first group */
};

struct noe_groups {
  const struct noe_model *model;
  const struct noe_symmetry *symmetry;
  const struct noe_group_mark *marks;
  uint32_t mark_count;
  uint32_t count;
  bool has_conditions;   /* then not every run can be continued to a fair one */
  const int32_t *points; /* by group and argument: the point it names, or -1 */
};

enum { NOE_GROUP_LIMIT = 1 << 20 };

/* May escape. NULL: there are more than NOE_GROUP_LIMIT of them. `heed`: false makes
 * none, whatever the marks. */
const struct noe_groups *noe_fair_groups(struct noe_arena *arena, const struct noe_model *model,
                                         const struct noe_symmetry *symmetry, bool heed);

/* The group of mark clause->marks[number] that an instance belongs to. */
uint32_t noe_fair_group_of(const struct noe_groups *groups, const struct noe_clause *clause, uint32_t number,
                           const int64_t *arguments);

const struct noe_group_mark *noe_fair_group_mark(const struct noe_groups *groups, uint32_t group);
/* The points that its arguments name; mark->width of them. */
const int32_t *noe_fair_group_points(const struct noe_groups *groups, const struct noe_group_mark *mark,
                                     uint32_t group);

/* pi g; `group` of mark `mark`. */
uint32_t noe_fair_group_image(const struct noe_groups *groups, const uint16_t *permutation,
                              const struct noe_group_mark *mark, uint32_t group);

/* What a condition is, in a state, for one of its groups: thread flags (threads.h). Where it has a run-time error,
 * what asks more of a fair run. */
uint32_t noe_fair_condition(struct noe_space *space, const struct noe_group_mark *mark, uint32_t group,
                            const int64_t *state);

/* Classes of groups: orbits under the twins, whose ranks go by point. They are numbered in
 * the order of their first groups; writes the class of each group and returns how many
 * there are. `members`: the points of each class of twins in order, those of class c
 * beginning at begins[c]. */
uint32_t noe_fair_group_classes(const struct noe_groups *groups, const struct noe_twins *twins, const uint16_t *members,
                                const uint16_t *begins, uint32_t *classes);

#endif
