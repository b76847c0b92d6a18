/* Between the files that show states. */
#ifndef NOE_REPORT_STATE_INT_H
#define NOE_REPORT_STATE_INT_H

#include <string.h>

#include "report/state_text.h"

/* A walk through one state, or through two at once: `before` is then the other. */
struct noe_state_walk {
  struct noe_memory *memory;
  struct noe_text *out, path, undefined;
  const int64_t *before, *after; /* of the whole state; before may be NULL */
  const struct noe_state_style *style;
  bool skips_undefined;
  uint32_t lines; /* written so far */
  uint32_t used;  /* names of elements, as bits */
};

static inline bool noe_report_same_cells(const struct noe_type *type, const int64_t *a, const int64_t *b) {
  return !memcmp(a, b, type->cells * sizeof *a);
}

/* Begins a line, or one with the path; false if there are enough lines already: it is only
 * counted then. */
bool noe_report_begin_line(struct noe_state_walk *walk);
bool noe_report_begin_leaf(struct noe_state_walk *walk);

/* A multiset with its elements: those of simple type on one line, others below each other. */
void noe_report_multiset(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *cells);

/* Elements that `from` holds more often than `to`, as `added` or `removed`. */
void noe_report_surplus(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *from,
                        const int64_t *to, const char *word);

#endif
