/* Tuples of arguments up to twins.
 *
 * In a state, tuples that twins carry into each other are alike. What tells such a set
 * of tuples from the others is its *pattern*: for each argument the class of its point,
 * or which argument before it is the same point, or the plain value that it has.
 *
 *   pattern(i) = pattern(j)  <=>  tau i = j for some product tau of twin transpositions
 *
 * Patterns are numbered 0 .. count - 1, as digits; some numbers stand for none (a class
 * of another type, a class that is used up). A point without twins is a class of its
 * own. The tuple of a pattern is its least one: of each class the least points first. */
#ifndef NOE_LIVE_PATTERNS_H
#define NOE_LIVE_PATTERNS_H

#include "symmetry/twins.h"

/* A clause and its parameters, which are ranges all of them; immutable. */
struct noe_tuples {
  const struct noe_symmetry *symmetry;
  const struct noe_clause *clause;
  uint32_t count;                 /* of parameters */
  const uint32_t *plain;          /* by parameter: its values, if some of them name no point; else 0 */
  const int64_t *const *of_point; /* by parameter, by point: the value, or NOE_UNDEFINED */
  const struct noe_binder *const *binders;
};

const struct noe_tuples *noe_live_tuples(struct noe_arena *arena, const struct noe_symmetry *symmetry,
                                         const struct noe_clause *clause);

/* The classes of one state, singles included, by their least members. */
struct noe_twin_classes {
  uint32_t points, count;
  uint16_t *of;      /* by point */
  uint16_t *begin;   /* by class: where its members begin; one more at the end */
  uint16_t *members; /* by class, increasing */
  uint16_t *scratch;
};

void noe_live_classes_init(struct noe_twin_classes *classes, struct noe_arena *arena, uint32_t points);
/* Those of `twins`, whose points are renamed by `permutation` (NULL: they are not). */
void noe_live_classes_of(struct noe_twin_classes *classes, const struct noe_twins *twins, const uint16_t *permutation);
/* The classes of `whole`, but points[0 .. count - 1] (-1: none) are classes of their own. */
void noe_live_classes_split(struct noe_twin_classes *classes, const struct noe_twin_classes *whole,
                            const int32_t *points, uint32_t count);

/* Is it sound? NULL, or a sentence that says what is wrong. */
const char *noe_live_classes_check(const struct noe_twin_classes *classes);

/* Numbers of patterns are below this. */
uint64_t noe_live_pattern_count(const struct noe_tuples *tuples, const struct noe_twin_classes *classes);
uint64_t noe_live_pattern(const struct noe_tuples *tuples, const struct noe_twin_classes *classes,
                          const int64_t *arguments);
/* The tuple of a pattern; false if the number stands for none. */
bool noe_live_pattern_tuple(const struct noe_tuples *tuples, const struct noe_twin_classes *classes, uint64_t pattern,
                            int64_t *arguments);
/* How many tuples have the pattern of this one. */
uint64_t noe_live_pattern_size(const struct noe_tuples *tuples, const struct noe_twin_classes *classes,
                               const int64_t *arguments);

#endif
