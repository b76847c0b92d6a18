#include "fair/partition.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "symmetry/check.h"

void noe_fair_partition_init(struct noe_partition *partition, struct noe_arena *arena,
                             const struct noe_symmetry *symmetry) {
  noe_symmetry_twins_init(&partition->twins, arena, symmetry);
  partition->members = NOE_NEW_ARRAY(arena, uint16_t, symmetry->points);
  partition->begins = NOE_NEW_ARRAY(arena, uint16_t, symmetry->points + 1);
  partition->words = NOE_NEW_ARRAY(arena, uint32_t, symmetry->points);
}

/* Gives classes numbers by their first points, and none to those of one point. Class numbers
 * are less than there are points. */
static void renumber(struct noe_partition *partition) {
  uint32_t points = partition->twins.symmetry->points, *words = partition->words;
  uint16_t size[points + 1], number[points + 1], next = 0;
  memset(size, 0, sizeof size);
  memset(number, 0xff, sizeof number);
  for (uint32_t i = 0; i < partition->word_count; i++)
    if (words[i] >> 16 != NOE_NO_TWINS)
      size[words[i] >> 16] = (uint16_t)(size[words[i] >> 16] + (words[i] & 0xffff));
  uint32_t kept = 0;
  for (uint32_t i = 0; i < partition->word_count; i++) {
    uint32_t class = words[i] >> 16, length = words[i] & 0xffff;
    bool has_twins = class != NOE_NO_TWINS && size[class] > 1;
    if (has_twins && number[class] == NOE_NO_TWINS)
      number[class] = next++;
    uint32_t before = kept ? words[kept - 1] : 0;
    if (!has_twins && kept && before >> 16 == NOE_NO_TWINS)
      words[kept - 1] = before + length;
    else
      words[kept++] = (uint32_t)(has_twins ? number[class] : NOE_NO_TWINS) << 16 | length;
  }
  partition->word_count = kept;
  assert(next <= points / 2 && "each class that is kept has two points");
}

void noe_fair_partition_sort(struct noe_partition *partition, const uint16_t *class_of, const uint16_t *alone,
                             uint32_t count) {
  uint32_t points = partition->twins.symmetry->points;
  uint16_t classes[points + 1];
  if (count) {
    memcpy(classes, class_of, points * sizeof *classes);
    for (uint32_t i = 0; i < count; i++)
      classes[alone[i]] = NOE_NO_TWINS;
    class_of = classes;
  }
  partition->word_count = noe_fair_write_runs(class_of, points, NOE_RUN_OF_CLASSES, partition->words);
  renumber(partition);
  noe_fair_partition_read(partition, partition->words, partition->word_count);
}

size_t noe_fair_count_runs(const uint32_t *words, size_t count, uint32_t points) {
  size_t runs = 0;
  for (uint32_t covered = 0; covered < points; covered += words[runs++] & 0xffff)
    assert(runs < count && "each point is in a run");
  return runs;
}

void noe_fair_partition_read(struct noe_partition *partition, const uint32_t *words, size_t count) {
  struct noe_twins *twins = &partition->twins;
  twins->count = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t class = words[i] >> 16, length = words[i] & 0xffff;
    if (class == NOE_NO_TWINS)
      continue;
    assert(class <= twins->count && "classes have numbers in the order in which they are met");
    if (class == twins->count)
      twins->size_of[twins->count++] = 0;
    twins->size_of[class] = (uint16_t)(twins->size_of[class] + length);
  }
  uint16_t at[twins->count + 1], begin = 0;
  for (uint32_t i = 0; i < twins->count; i++) {
    partition->begins[i] = at[i] = begin;
    begin = (uint16_t)(begin + twins->size_of[i]);
  }
  uint16_t point = 0;
  for (size_t i = 0; i < count; i++) {
    uint16_t class = (uint16_t)(words[i] >> 16), length = (uint16_t)(words[i] & 0xffff);
    bool has_twins = class != NOE_NO_TWINS;
    uint16_t rank = has_twins ? (uint16_t)(at[class] - partition->begins[class]) : 0;
    for (uint16_t k = 0; k < length; k++) {
      twins->class_of[point + k] = class;
      twins->rank_of[point + k] = has_twins ? (uint16_t)(rank + k) : 0;
    }
    for (uint16_t k = 0; k < length && has_twins; k++)
      partition->members[at[class]++] = (uint16_t)(point + k);
    point = (uint16_t)(point + length);
  }
  assert(point == twins->symmetry->points && "each point is in a run");
  NOE_COSTLY(!noe_fair_partition_check(partition) &&
             "classes are numbered by their first points, members by their ranks");
}

const char *noe_fair_partition_check(const struct noe_partition *partition) {
  const struct noe_twins *twins = &partition->twins;
  const char *wrong = noe_symmetry_twins_check(twins);
  for (uint32_t class = 0; class < twins->count && !wrong; class ++)
    for (uint32_t rank = 0; rank < twins->size_of[class] && !wrong; rank++) {
      const uint16_t *member = &partition->members[partition->begins[class] + rank];
      if (twins->class_of[*member] != class || twins->rank_of[*member] != rank || (rank && member[-1] >= *member))
        wrong = "members of a class are not in the order of their ranks and points";
      else if (!rank && class && partition->members[partition->begins[class - 1]] >= *member)
        wrong = "classes are not numbered by their first points";
    }
  return wrong;
}

void noe_fair_exchange(uint16_t *permutation, uint16_t *back, uint16_t from, uint16_t to) {
  assert(permutation[back[to]] == to && back[permutation[from]] == from && "one is the inverse of the other");
  uint16_t other = back[to], image = permutation[from];
  permutation[from] = to;
  permutation[other] = image;
  back[to] = from;
  back[image] = other;
}

uint32_t noe_fair_write_runs(const uint16_t *row, uint32_t count, enum noe_run_step step, uint32_t *words) {
  uint32_t length = 0;
  for (uint32_t i = 0, first = 0; i < count; i++) {
    if (i + 1 < count && row[i + 1] == (uint16_t)(row[i] + step))
      continue;
    assert(i + 1 - first <= UINT16_MAX && "a run is no longer than there are points");
    words[length++] = (uint32_t)row[first] << 16 | (i + 1 - first);
    first = i + 1;
  }
  return length;
}

void noe_fair_read_runs(const uint32_t *words, size_t count, enum noe_run_step step, uint16_t *row) {
  for (size_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < (words[i] & 0xffff); k++)
      *row++ = (uint16_t)((words[i] >> 16) + k * step);
}
