/* Values, cells, states and instances as people read them. */
#ifndef NOE_MODEL_PRINT_H
#define NOE_MODEL_PRINT_H

#include "base/text.h"
#include "model/model.h"

/* `Undefined`, `true`, `3`, `Idle`, `Proc_2`. */
void noe_model_print_value(const struct noe_type *type, int64_t value, struct noe_text *out);

/* A whole value on one line: `{state: Idle, next: Undefined}`, `[Proc_1: 0, Proc_2: 3]`,
 * a multiset `{| Msg{…}, … |}` without its absent slots. */
void noe_model_print_compound(const struct noe_type *type, const int64_t *cells, struct noe_text *out);

/* An element of a multiset: `Msg{src: Proc_1}`. Fields and elements that are undefined are
 * left out. */
void noe_model_print_element(const struct noe_type *element, const int64_t *cells, struct noe_text *out);

/* Path of a cell: `cache[Proc_1].state`; inside a multiset `net[Home]{0}.src`,
 * the presence cell of a slot `net[Home]{0}`. */
void noe_model_print_cell(const struct noe_model *model, uint32_t cell, struct noe_text *out);

/* Path of the part of type `part` that begins at a cell: `net[Home]` for a multiset. */
void noe_model_print_part(const struct noe_model *model, uint32_t cell, const struct noe_type *part,
                          struct noe_text *out);

/* `name` with the arguments: `send, p = Proc_1, m = 3`. The state is needed for
 * elements of multisets (shown by their content); NULL if there is none. */
void noe_model_print_arguments(const struct noe_model *model, const struct noe_clause *clause, const int64_t *arguments,
                               const int64_t *state, struct noe_text *out);

/* The element that parameter `binder`, a `choose` whose argument is `value`, stands for. */
void noe_model_print_chosen(const struct noe_model *model, const struct noe_clause *clause, uint32_t binder,
                            const int64_t *arguments, int64_t value, const int64_t *state, struct noe_text *out);

/* Calls `visit` for every leaf of a value that should be shown: simple cells of
 * arrays and records by their path (`name` + path), a multiset as one leaf. */
typedef void (*noe_leaf_visit)(void *context, const char *path, const struct noe_type *type, const int64_t *cells);
void noe_model_each_leaf(struct noe_memory *memory, const char *name, const struct noe_type *type, const int64_t *cells,
                         noe_leaf_visit visit, void *context);
/* Only those that are not as in `before`, a value of the same type. */
void noe_model_each_change(struct noe_memory *memory, const char *name, const struct noe_type *type,
                           const int64_t *before, const int64_t *cells, noe_leaf_visit visit, void *context);

#endif
