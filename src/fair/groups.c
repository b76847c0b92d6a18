#include "fair/groups.h"

#include <assert.h>

#include "fair/space.h"
#include "fair/threads.h"

/* The parameters of a clause as digits. */
static const struct noe_binder *parameter(const struct noe_clause *clause, uint32_t number) {
  for (uint32_t i = 0;; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    assert(i < clause->binder_count && "a mark has no more parameters than its rules");
    bool is_parameter = binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
    if (is_parameter && !number--)
      return binder;
  }
}

static uint64_t radix(const struct noe_binder *binder) {
  return binder->kind == NOE_BINDER_CHOOSE ? 1 : noe_model_value_count(binder);
}

/* Whose parameters the arguments of the groups are. */
static const struct noe_clause *clause_of(const struct noe_model *model, uint32_t mark) {
  if (model->fairness[mark].is_condition)
    return &model->properties[model->fairness[mark].property];
  for (uint32_t i = 0; i < model->rule_count; i++)
    for (uint32_t k = 0; k < model->rules[i].mark_count; k++)
      if (model->rules[i].marks[k] == mark)
        return &model->rules[i];
  return NULL;
}

/* False if there are too many. */
static bool make_mark(struct noe_arena *arena, const struct noe_model *model, uint32_t number,
                      struct noe_group_mark *mark) {
  const struct noe_clause *clause = clause_of(model, number);
  *mark = (struct noe_group_mark){.strong = model->fairness[number].strong, .clause = clause};
  if (!clause)
    return true;
  mark->condition = model->fairness[number].is_condition ? clause : NULL;
  mark->width = model->fairness[number].parameter_count;
  uint32_t *strides = NOE_NEW_ARRAY(arena, uint32_t, mark->width + 1);
  uint64_t count = 1;
  for (uint32_t i = mark->width; i-- > 0;) {
    const struct noe_binder *binder = parameter(clause, i);
    strides[i] = binder->kind == NOE_BINDER_CHOOSE ? 0 : (uint32_t)count;
    if (radix(binder) > NOE_GROUP_LIMIT || (count *= radix(binder)) > NOE_GROUP_LIMIT)
      return false;
  }
  mark->strides = strides;
  mark->count = (uint32_t)count;
  return true;
}

static int64_t argument(const struct noe_group_mark *mark, const struct noe_binder *binder, uint32_t group,
                        uint32_t i) {
  return noe_model_nth_value(binder, group / mark->strides[i] % radix(binder));
}

static void find_points(const struct noe_groups *groups, uint32_t number, int32_t *points) {
  const struct noe_group_mark *mark = &groups->marks[number];
  for (uint32_t g = 0; g < mark->count; g++)
    for (uint32_t i = 0; i < mark->width; i++, points++) {
      const struct noe_binder *binder = parameter(mark->clause, i);
      *points = -1;
      if (!mark->strides[i])
        continue;
      int64_t value = argument(mark, binder, g, i);
      *points = noe_symmetry_point(groups->symmetry, binder->type, value);
      assert((*points < 0 || binder->step == 1) && "parameters run through whole scalarsets");
    }
}

const struct noe_groups *noe_fair_groups(struct noe_arena *arena, const struct noe_model *model,
                                         const struct noe_symmetry *symmetry, bool heed) {
  struct noe_groups *groups = NOE_NEW(arena, struct noe_groups);
  uint32_t mark_count = heed ? model->fairness_count : 0;
  struct noe_group_mark *marks = NOE_NEW_ARRAY(arena, struct noe_group_mark, mark_count);
  uint64_t point_count = 0;
  *groups = (struct noe_groups){.model = model, .symmetry = symmetry, .marks = marks, .mark_count = mark_count};
  for (uint32_t i = 0; i < mark_count; i++) {
    if (!make_mark(arena, model, i, &marks[i]))
      return NULL;
    groups->has_conditions |= marks[i].condition != NULL;
    marks[i].first = groups->count;
    marks[i].first_point = (uint32_t)point_count;
    groups->count += marks[i].count;
    point_count += (uint64_t)marks[i].count * marks[i].width;
    if (groups->count > NOE_GROUP_LIMIT || point_count > 4 * NOE_GROUP_LIMIT)
      return NULL;
  }
  int32_t *points = NOE_NEW_ARRAY(arena, int32_t, point_count);
  for (uint32_t i = 0; i < mark_count; i++)
    find_points(groups, i, points + marks[i].first_point);
  groups->points = points;
  return groups;
}

uint32_t noe_fair_group_of(const struct noe_groups *groups, const struct noe_clause *clause, uint32_t number,
                           const int64_t *arguments) {
  const struct noe_group_mark *mark = &groups->marks[clause->marks[number]];
  uint32_t group = mark->first;
  for (uint32_t i = 0; i < mark->width; i++) {
    const struct noe_binder *binder = parameter(clause, i);
    if (binder->kind == NOE_BINDER_RANGE)
      group += (uint32_t)noe_model_value_number(binder, arguments[i]) * mark->strides[i];
  }
  assert(group < mark->first + mark->count && "an instance belongs to one group of each mark");
  return group;
}

const struct noe_group_mark *noe_fair_group_mark(const struct noe_groups *groups, uint32_t group) {
  const struct noe_group_mark *mark = groups->marks;
  while (group >= mark->first + mark->count)
    mark++;
  return mark;
}

const int32_t *noe_fair_group_points(const struct noe_groups *groups, const struct noe_group_mark *mark,
                                     uint32_t group) {
  return groups->points + mark->first_point + (size_t)(group - mark->first) * mark->width;
}

uint32_t noe_fair_group_image(const struct noe_groups *groups, const uint16_t *permutation,
                              const struct noe_group_mark *mark, uint32_t group) {
  const int32_t *points = noe_fair_group_points(groups, mark, group);
  uint32_t image = group;
  for (uint32_t i = 0; i < mark->width; i++)
    if (points[i] >= 0)
      image += ((uint32_t)permutation[points[i]] - (uint32_t)points[i]) * mark->strides[i];
  return image;
}

/* One that cannot be evaluated counts as `open`. */
static bool holds(struct noe_space *space, const struct noe_group_mark *mark, const int64_t *arguments, uint32_t atom,
                  const int64_t *state, bool open) {
  enum noe_outcome outcome = noe_model_machine_atom(space->view.machine, mark->condition, arguments, NULL, atom, state);
  noe_fair_note_outcome(space, outcome);
  return outcome == NOE_OUTCOME_FALSE ? false : outcome == NOE_OUTCOME_TRUE || open;
}

uint32_t noe_fair_condition(struct noe_space *space, const struct noe_group_mark *mark, uint32_t group,
                            const int64_t *state) {
  int64_t arguments[mark->width + 1];
  for (uint32_t i = 0; i < mark->width; i++)
    arguments[i] = argument(mark, parameter(mark->clause, i), group - mark->first, i);
  bool first = holds(space, mark, arguments, 0, state, mark->strong);
  if (!mark->strong)
    return first ? NOE_THREAD_DISABLED : NOE_THREAD_ENABLED;
  uint32_t taken = holds(space, mark, arguments, 1, state, false) ? NOE_THREAD_TAKEN : 0;
  return (first ? NOE_THREAD_ENABLED : NOE_THREAD_DISABLED) | taken;
}

/* The least group of the orbit: members of a class of twins come in the order of their
 * ranks. */
static uint32_t leader(const struct noe_groups *groups, const struct noe_twins *twins, const uint16_t *members,
                       const uint16_t *begins, const struct noe_group_mark *mark, uint32_t group) {
  const int32_t *points = noe_fair_group_points(groups, mark, group);
  uint32_t least = group;
  for (uint32_t i = 0; i < mark->width; i++) {
    if (points[i] < 0 || twins->class_of[points[i]] == NOE_NO_TWINS)
      continue;
    uint16_t class = twins->class_of[points[i]];
    uint32_t rank = 0; /* of its image: the different members before it */
    for (uint32_t k = 0; k < i && points[k] != points[i]; k++) {
      bool again = points[k] < 0 || twins->class_of[points[k]] != class;
      for (uint32_t j = 0; j < k && !again; j++)
        again = points[j] == points[k];
      rank += !again;
    }
    least += ((uint32_t)members[begins[class] + rank] - (uint32_t)points[i]) * mark->strides[i];
  }
  return least;
}

uint32_t noe_fair_group_classes(const struct noe_groups *groups, const struct noe_twins *twins, const uint16_t *members,
                                const uint16_t *begins, uint32_t *classes) {
  uint32_t count = 0;
  for (uint32_t m = 0; m < groups->mark_count; m++) {
    const struct noe_group_mark *mark = &groups->marks[m];
    for (uint32_t g = mark->first; g < mark->first + mark->count; g++) {
      uint32_t least = leader(groups, twins, members, begins, mark, g);
      assert(least <= g && "leaders come first");
      classes[g] = least == g ? count++ : classes[least];
    }
  }
  return count;
}
