/* Twins of a representative, put in order, and rows of points as runs.
 *
 * Classes of twins are numbered by their least points, and ranked by point: nothing
 * depends on how they were found, so that equal classes are equal rows. A row of points is
 * written in runs, one word each: a permutation that shifts a thousand idle processes by
 * one is two words long. */
#ifndef NOE_FAIR_PARTITION_H
#define NOE_FAIR_PARTITION_H

#include "symmetry/twins.h"

struct noe_partition {
  struct noe_twins twins;
  uint16_t *members, *begins; /* points of each class, in order */
  uint32_t *words;            /* the classes as runs, if they were sorted */
  uint32_t word_count;
};

/* May escape. */
void noe_fair_partition_init(struct noe_partition *partition, struct noe_arena *arena,
                             const struct noe_symmetry *symmetry);

/* From any numbers of classes, by point (NOE_NO_TWINS: none; no overlap). Points `alone` are
 * taken out of their classes first; a class of one point is none. */
void noe_fair_partition_sort(struct noe_partition *partition, const uint16_t *class_of, const uint16_t *alone,
                             uint32_t count);

/* From runs of such numbers as sorting gives them (below). */
void noe_fair_partition_read(struct noe_partition *partition, const uint32_t *words, size_t count);

/* How many of these words, which begin with the classes of so many points, are that. */
size_t noe_fair_count_runs(const uint32_t *words, size_t count, uint32_t points);

/* Is it sound? NULL, or a sentence that says what is wrong. */
const char *noe_fair_partition_check(const struct noe_partition *partition);

/* A symmetry: exchanges twins until `from` is where `to` is, two different points of one class
 * or one point. `back` is the inverse of `permutation`. */
void noe_fair_exchange(uint16_t *permutation, uint16_t *back, uint16_t from, uint16_t to);

/* Rows of points as runs of values that grow by `step`, 0 or 1: returns how many words. */
enum noe_run_step { NOE_RUN_OF_CLASSES = 0, NOE_RUN_OF_NAMES = 1 };
uint32_t noe_fair_write_runs(const uint16_t *row, uint32_t count, enum noe_run_step step, uint32_t *words);
void noe_fair_read_runs(const uint32_t *words, size_t count, enum noe_run_step step, uint16_t *row);

#endif
