#include "live/marks.h"

#include <assert.h>

/* At least one row, so that `words` tells whether there is memory. */
static uint64_t word_count(const struct noe_marks *marks) {
  return (marks->rows ? marks->rows - 1 : 0) / (64 >> marks->shift) + 1;
}

struct noe_marks noe_live_marks(struct noe_memory *memory, uint64_t rows, uint32_t goals) {
  assert(goals <= NOE_MOST_GOALS && "a row has no more than 64 bits, one of them for visits");
  struct noe_marks marks = {.memory = memory, .rows = rows, .shift = 1};
  while ((1U << marks.shift) < goals + 1)
    marks.shift++;
  marks.visited = (uint64_t)1 << ((1U << marks.shift) - 1);
  marks.mask = marks.visited | (marks.visited - 1);
  assert(marks.shift <= 6 && (marks.mask >> goals & 1) &&
         "a row has a bit for each goal, and one for visits, in one word");
  marks.words = noe_base_try_alloc(memory, word_count(&marks) * sizeof *marks.words);
  return marks;
}

void noe_live_marks_free(struct noe_marks *marks) {
  noe_base_free(marks->memory, marks->words);
  *marks = (struct noe_marks){.memory = marks->memory};
}

void noe_live_marks_clear_visited(struct noe_marks *marks) {
  assert(marks->words && "there are marks");
  uint64_t visited = 0;
  for (uint32_t i = 0; i < 64; i += 1U << marks->shift)
    visited |= marks->visited << i;
  for (uint64_t i = 0, words = word_count(marks); i < words; i++)
    marks->words[i] &= ~visited;
}

uint64_t noe_live_marks_count(const struct noe_marks *marks, uint64_t bits) {
  assert(marks->words && !(bits & ~marks->mask) && "bits of a row");
  uint64_t count = 0;
  for (uint64_t row = 0; row < marks->rows; row++)
    count += (noe_marks_get(marks, row) & bits) == bits;
  return count;
}
