/* Values of any type as rows of cells: filling, ordering, naming their parts. For the
 * executions of models. */
#ifndef NOE_MODEL_VALUE_H
#define NOE_MODEL_VALUE_H

#include "base/text.h"
#include "model/model.h"

/* Presence cells are 0 or 1 in a state; in a fresh frame they may still be
 * NOE_UNDEFINED, which means absent. */
static inline bool noe_model_is_present(const int64_t *slot) { return *slot == 1; }

/* Makes every simple part undefined, or the least value if `clear`; multisets
 * become empty either way. */
void noe_model_fill(const struct noe_type *type, int64_t *cells, bool clear);

/* Empties one slot of a multiset. */
void noe_model_fill_absent(const struct noe_type *multiset, int64_t *slot);

/* Sorts the slots of one multiset whose inner multisets are sorted. */
void noe_model_sort_multiset(const struct noe_type *type, int64_t *cells);

/* Order of two slots: present before absent, then cell by cell. */
int noe_model_compare_slots(const struct noe_type *multiset, const int64_t *a, const int64_t *b);

/* The step from a value of compound type `*type` to the part that contains its
 * cell `*offset`; both are moved to that part. A presence cell has *type NULL
 * afterwards. */
struct noe_step;
struct noe_step noe_model_descend(const struct noe_type **type, uint32_t *offset);

/* Path from a value of `type` to the part of type `part` that begins at cell
 * `offset` (NULL: to the very cell): `[Proc_1].state`. */
void noe_model_print_path(const struct noe_type *type, uint32_t offset, const struct noe_type *part,
                          struct noe_text *out);

/* `value 5 is outside 0..3`, to go on with. */
void noe_model_print_outside(const struct noe_type *type, const char *what, int64_t value, struct noe_text *out);

#endif
