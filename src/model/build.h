/* Building a model: for front ends only. Types come from here so that their
 * sizes are right; `noe_model_finish` lays out the state and freezes it. */
#ifndef NOE_MODEL_BUILD_H
#define NOE_MODEL_BUILD_H

#include "model/model.h"

/* A builder collects types; everything lives in the arena. */
struct noe_builder {
  struct noe_arena *arena;
  NOE_LIST(const struct noe_type *) types;
  const struct noe_type *boolean, *integer;
};

void noe_model_builder_init(struct noe_builder *builder, struct noe_arena *arena);

/* Each of these makes a new type; NULL if it would have more than
 * NOE_CELL_LIMIT cells. */
struct noe_type *noe_model_range(struct noe_builder *builder, int64_t low, int64_t high);
struct noe_type *noe_model_enum(struct noe_builder *builder, const char *const *members, uint32_t count);
struct noe_type *noe_model_scalarset(struct noe_builder *builder, int64_t size);
/* `parts`: enums, scalarsets and unions; unions are flattened. */
struct noe_type *noe_model_union(struct noe_builder *builder, const struct noe_type *const *parts,
                                 uint32_t count);
struct noe_type *noe_model_array(struct noe_builder *builder, const struct noe_type *index,
                                 const struct noe_type *element);
/* Field offsets are filled in. */
struct noe_type *noe_model_record(struct noe_builder *builder, struct noe_field *fields, uint32_t count);
struct noe_type *noe_model_multiset(struct noe_builder *builder, uint64_t capacity,
                                    const struct noe_type *element);
struct noe_type *noe_model_slot(struct noe_builder *builder, const struct noe_type *multiset);

/* Lays out the cells of the variables (whose types are set) and fills in the
 * layout part of `model`; false if the state would have too many cells. */
bool noe_model_layout(struct noe_builder *builder, struct noe_model *model, struct noe_variable *variables,
                      uint32_t count);

/* Finds the idle parameters of rules or start states (struct noe_clause); the functions of
 * the model are known. */
void noe_model_find_idle(const struct noe_model *model, struct noe_clause *clauses, uint32_t count);

#endif
