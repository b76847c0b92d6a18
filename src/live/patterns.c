#include "live/patterns.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"

/* ------------------------------------------------------------------ tuples */

static uint32_t scan_values(const struct noe_symmetry *symmetry, const struct noe_binder *binder, int64_t *of_point) {
  bool plain = false;
  uint64_t values = noe_model_value_count(binder);
  for (uint32_t i = 0; i < symmetry->points; i++)
    of_point[i] = NOE_UNDEFINED;
  for (uint64_t i = 0; i < values; i++) {
    int32_t point = noe_symmetry_point(symmetry, binder->type, noe_model_nth_value(binder, i));
    plain |= point < 0;
    if (point >= 0)
      of_point[point] = noe_model_nth_value(binder, i);
  }
  return plain ? (uint32_t)values : 0;
}

const struct noe_tuples *noe_live_tuples(struct noe_arena *arena, const struct noe_symmetry *symmetry,
                                         const struct noe_clause *clause) {
  struct noe_tuples *tuples = NOE_NEW(arena, struct noe_tuples);
  uint32_t *plain = NOE_NEW_ARRAY(arena, uint32_t, clause->parameter_count);
  const int64_t **of_point = NOE_NEW_ARRAY(arena, const int64_t *, clause->parameter_count);
  const struct noe_binder **binders = NOE_NEW_ARRAY(arena, const struct noe_binder *, clause->parameter_count);
  *tuples = (struct noe_tuples){.symmetry = symmetry, .clause = clause, .plain = plain};
  tuples->of_point = of_point;
  tuples->binders = binders;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    if (clause->binders[i].kind != NOE_BINDER_RANGE)
      continue;
    int64_t *row = NOE_NEW_ARRAY(arena, int64_t, symmetry->points);
    binders[tuples->count] = &clause->binders[i];
    plain[tuples->count] = scan_values(symmetry, &clause->binders[i], row);
    of_point[tuples->count++] = row;
  }
  return tuples;
}

/* ----------------------------------------------------------------- classes */

enum { NO_CLASS = UINT16_MAX };

void noe_live_classes_init(struct noe_twin_classes *classes, struct noe_arena *arena, uint32_t points) {
  *classes = (struct noe_twin_classes){.points = points};
  classes->of = NOE_NEW_ARRAY(arena, uint16_t, points);
  classes->begin = NOE_NEW_ARRAY(arena, uint16_t, 2 * (size_t)points + 2); /* room for splits */
  classes->members = NOE_NEW_ARRAY(arena, uint16_t, points);
  classes->scratch = NOE_NEW_ARRAY(arena, uint16_t, points + 1);
}

/* From classes->of alone: counting sort; points come in increasing order. */
static void list_members(struct noe_twin_classes *classes) {
  memset(classes->begin, 0, (classes->count + 2) * sizeof *classes->begin);
  for (uint32_t i = 0; i < classes->points; i++)
    classes->begin[classes->of[i] + 2]++;
  for (uint32_t i = 2; i <= classes->count; i++)
    classes->begin[i] = (uint16_t)(classes->begin[i] + classes->begin[i - 1]);
  for (uint32_t i = 0; i < classes->points; i++)
    classes->members[classes->begin[classes->of[i] + 1]++] = (uint16_t)i;
  NOE_COSTLY(!noe_live_classes_check(classes) && "each point is a member of its class");
}

const char *noe_live_classes_check(const struct noe_twin_classes *classes) {
  if (classes->begin[0] || classes->begin[classes->count] != classes->points)
    return "classes do not hold all points";
  for (uint32_t class = 0; class < classes->count; class ++) {
    if (classes->begin[class] > classes->begin[class + 1])
      return "classes do not follow one another";
    for (uint32_t i = classes->begin[class]; i < classes->begin[class + 1]; i++) {
      if (classes->members[i] >= classes->points || classes->of[classes->members[i]] != class)
        return "a member of a class is in another one";
      if (i > classes->begin[class] && classes->members[i - 1] >= classes->members[i])
        return "members of a class do not increase";
    }
  }
  return NULL;
}

void noe_live_classes_of(struct noe_twin_classes *classes, const struct noe_twins *twins, const uint16_t *permutation) {
  /* Old classes at the renamed points first, then numbers in the order of least members. */
  for (uint32_t i = 0; i < classes->points; i++)
    classes->members[permutation ? permutation[i] : i] = twins->count ? twins->class_of[i] : NOE_NO_TWINS;
  memset(classes->scratch, 0xff, (twins->count + 1) * sizeof *classes->scratch);
  classes->count = 0;
  for (uint32_t i = 0; i < classes->points; i++) {
    uint16_t class = classes->members[i];
    if (class == NOE_NO_TWINS) {
      classes->of[i] = (uint16_t)classes->count++;
      continue;
    }
    if (classes->scratch[class] == NO_CLASS)
      classes->scratch[class] = (uint16_t)classes->count++;
    classes->of[i] = classes->scratch[class];
  }
  list_members(classes);
}

void noe_live_classes_split(struct noe_twin_classes *classes, const struct noe_twin_classes *whole,
                            const int32_t *points, uint32_t count) {
  assert(classes->points == whole->points && "the same points");
  memcpy(classes->of, whole->of, whole->points * sizeof *classes->of);
  classes->count = whole->count;
  for (uint32_t i = 0; i < count; i++) {
    if (points[i] < 0)
      continue;
    uint16_t class = whole->of[points[i]];
    bool single = whole->begin[class + 1] - whole->begin[class] == 1;
    if (!single && classes->of[points[i]] == class && classes->count < UINT16_MAX - 1)
      classes->of[points[i]] = (uint16_t)classes->count++;
  }
  /* A class that is empty now has no tuples; its number stays. */
  list_members(classes);
}

/* ---------------------------------------------------------------- patterns */

/* Digits of parameter number i: classes, then the i parameters before, then plain values. */
static uint64_t radix(const struct noe_tuples *tuples, const struct noe_twin_classes *classes, uint32_t i) {
  return (uint64_t)classes->count + i + tuples->plain[i];
}

static int32_t point_of(const struct noe_tuples *tuples, uint32_t i, int64_t value) {
  return noe_symmetry_point(tuples->symmetry, tuples->binders[i]->type, value);
}

uint64_t noe_live_pattern_count(const struct noe_tuples *tuples, const struct noe_twin_classes *classes) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < tuples->count; i++)
    if (__builtin_mul_overflow(count, radix(tuples, classes, i), &count))
      return UINT64_MAX;
  return count;
}

/* The first argument before number i that is the same point, or i. */
static uint32_t same_point(const struct noe_tuples *tuples, const int64_t *arguments, uint32_t i, int32_t point) {
  for (uint32_t k = 0; k < i; k++)
    if (point_of(tuples, k, arguments[k]) == point)
      return k;
  return i;
}

uint64_t noe_live_pattern(const struct noe_tuples *tuples, const struct noe_twin_classes *classes,
                          const int64_t *arguments) {
  uint64_t pattern = 0;
  for (uint32_t i = 0; i < tuples->count; i++) {
    int32_t point = point_of(tuples, i, arguments[i]);
    const struct noe_binder *binder = tuples->binders[i];
    uint64_t digit;
    if (point < 0) {
      digit = classes->count + i + noe_model_value_number(binder, arguments[i]);
    } else {
      uint32_t same = same_point(tuples, arguments, i, point);
      digit = same < i ? classes->count + same : classes->of[point];
    }
    pattern = pattern * radix(tuples, classes, i) + digit;
  }
  return pattern;
}

/* The least member of the class that no argument before number i is; -1: there is none. */
static int32_t next_member(const struct noe_tuples *tuples, const struct noe_twin_classes *classes,
                           const int64_t *arguments, uint32_t i, uint32_t class) {
  for (uint32_t k = classes->begin[class]; k < classes->begin[class + 1]; k++)
    if (same_point(tuples, arguments, i, classes->members[k]) == i)
      return classes->members[k];
  return -1;
}

/* Argument number i out of its digit; false if there is none. */
static bool set_argument(const struct noe_tuples *tuples, const struct noe_twin_classes *classes, uint32_t i,
                         uint64_t digit, int64_t *arguments) {
  if (digit >= classes->count + i) { /* a plain value */
    arguments[i] = noe_model_nth_value(tuples->binders[i], digit - classes->count - i);
    return point_of(tuples, i, arguments[i]) < 0;
  }
  int32_t point;
  if (digit >= classes->count) { /* again: of the first argument that is this point */
    uint32_t earlier = (uint32_t)(digit - classes->count);
    point = point_of(tuples, earlier, arguments[earlier]);
    if (point < 0 || same_point(tuples, arguments, earlier, point) != earlier)
      return false;
  } else {
    point = next_member(tuples, classes, arguments, i, (uint32_t)digit);
  }
  if (point < 0 || tuples->of_point[i][point] == NOE_UNDEFINED)
    return false;
  arguments[i] = tuples->of_point[i][point];
  return true;
}

bool noe_live_pattern_tuple(const struct noe_tuples *tuples, const struct noe_twin_classes *classes, uint64_t pattern,
                            int64_t *arguments) {
  assert(pattern < noe_live_pattern_count(tuples, classes) && "numbers of patterns are below their count");
  uint64_t below = noe_live_pattern_count(tuples, classes);
  const uint64_t given = pattern;
  for (uint32_t i = 0; i < tuples->count; i++) {
    below /= radix(tuples, classes, i);
    if (!set_argument(tuples, classes, i, pattern / below, arguments))
      return false;
    pattern %= below;
  }
  NOE_COSTLY(noe_live_pattern(tuples, classes, arguments) == given && "a tuple has the pattern that it was made from");
  (void)given;
  return true;
}

uint64_t noe_live_pattern_size(const struct noe_tuples *tuples, const struct noe_twin_classes *classes,
                               const int64_t *arguments) {
  uint64_t size = 1;
  for (uint32_t i = 0; i < tuples->count; i++) {
    int32_t point = point_of(tuples, i, arguments[i]);
    if (point < 0 || same_point(tuples, arguments, i, point) < i)
      continue;
    uint32_t class = classes->of[point], used = 0;
    for (uint32_t k = 0; k < i; k++) {
      int32_t other = point_of(tuples, k, arguments[k]);
      used += other >= 0 && classes->of[other] == class && same_point(tuples, arguments, k, other) == k;
    }
    size *= (uint64_t)(classes->begin[class + 1] - classes->begin[class]) - used;
  }
  return size;
}
