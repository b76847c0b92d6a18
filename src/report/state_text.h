/* States and what changes between them, line by line. */
#ifndef NOE_REPORT_STATE_TEXT_H
#define NOE_REPORT_STATE_TEXT_H

#include "base/text.h"
#include "model/model.h"

/* Every leaf: `    cache[Proc_1].state: Idle`. */
void noe_report_state_full(struct noe_memory *memory, const struct noe_model *model, const int64_t *state,
                           struct noe_text *out);

/* An element that is known by a name, such as a message that a rule receives. */
struct noe_named_element {
  const char *name, *text;
};

/* How much is shown. */
struct noe_state_style {
  bool is_full;          /* every leaf on a line of its own */
  bool skips_undefined;  /* leaves without a value are not mentioned; otherwise on a line of their own */
  const char *mentioned; /* but those of the variable that this text begins with are: `y[1] is undefined`; or NULL */
  uint32_t most_lines;   /* 0: all of them */
  const struct noe_named_element *names; /* of elements that came or went */
  uint32_t name_count;
};

/* The state with elements of an array that are alike on one line, `cache[Proc_3..Proc_97]`,
 * or `cache[*]` if all are; the most common ones come last. */
void noe_report_state_compact(struct noe_memory *memory, const struct noe_model *model, const int64_t *state,
                              const struct noe_state_style *style, struct noe_text *out);

/* Leaves that differ: `    cache[Proc_1].state: Idle -> Busy`; of a multiset the
 * elements that came and went. */
void noe_report_state_change(struct noe_memory *memory, const struct noe_model *model, const int64_t *before,
                             const int64_t *after, const struct noe_state_style *style, struct noe_text *out);

#endif
