/* Building a model: for front ends only.
 *
 * A front end makes its types here, so that their sizes are right, adds variables,
 * constants, functions and clauses in the order of the text, and notes what the room
 * symmetry must know. `noe_model_finish` lays out the state and freezes it all. The lists
 * of the builder may be read at any time; they grow through the functions below only. */
#ifndef NOE_MODEL_BUILD_H
#define NOE_MODEL_BUILD_H

#include "base/options.h"
#include "model/model.h"

/* Where a type lost its symmetry. */
struct noe_break {
  uint32_t type;
  struct noe_place place;
};

/* Everything lives in the arena. */
struct noe_builder {
  struct noe_arena *arena;
  NOE_LIST(const struct noe_type *) types;
  const struct noe_type *boolean, *integer;

  NOE_LIST(struct noe_variable) variables;
  uint64_t cells; /* of all variables so far */
  NOE_LIST(struct noe_constant) constants;
  NOE_LIST(const struct noe_function *) functions;
  NOE_LIST(struct noe_clause) starts, rules, properties, left_out;
  struct noe_words asked; /* properties that are asked about (model/asked.h); none: all are */
  NOE_LIST(struct noe_place) witnesses;
  NOE_LIST(struct noe_loop) loops;
  NOE_LIST(struct noe_fairness) fairness;
  NOE_LIST(uint32_t) tied; /* types in pairs */
  NOE_LIST(struct noe_break) broken, broken_at_start;
};

void noe_model_builder_init(struct noe_builder *builder, struct noe_arena *arena);

/* Each of these makes a new type; NULL if it would have more than
 * NOE_CELL_LIMIT cells. */
struct noe_type *noe_model_range(struct noe_builder *builder, int64_t low, int64_t high);
struct noe_type *noe_model_enum(struct noe_builder *builder, const char *const *members, uint32_t count);
struct noe_type *noe_model_scalarset(struct noe_builder *builder, int64_t size);
/* A scalarset whose members stand on a circle: sums modulo its size may be made of them. */
struct noe_type *noe_model_ringset(struct noe_builder *builder, int64_t size);
/* `parts`: enums, scalarsets and unions; unions are flattened. */
struct noe_type *noe_model_union(struct noe_builder *builder, const struct noe_type *const *parts, uint32_t count);
struct noe_type *noe_model_array(struct noe_builder *builder, const struct noe_type *index,
                                 const struct noe_type *element);
/* Field offsets are filled in. */
struct noe_type *noe_model_record(struct noe_builder *builder, struct noe_field *fields, uint32_t count);
struct noe_type *noe_model_multiset(struct noe_builder *builder, uint64_t capacity, const struct noe_type *element);
struct noe_type *noe_model_slot(struct noe_builder *builder, const struct noe_type *multiset);

/* Makers of expressions and statements (model/expr.h). `right` of a unary operation is NULL. */
struct noe_expr *noe_model_expr(struct noe_builder *builder, enum noe_expr_kind kind, const struct noe_type *type,
                                struct noe_place place);
struct noe_expr *noe_model_constant(struct noe_builder *builder, const struct noe_type *type, int64_t value,
                                    struct noe_place place);
struct noe_expr *noe_model_operation(struct noe_builder *builder, enum noe_expr_kind kind, const struct noe_type *type,
                                     const struct noe_expr *left, const struct noe_expr *right, struct noe_place place);
/* GLOBAL, LOCAL or REFERENCE. */
struct noe_expr *noe_model_location(struct noe_builder *builder, enum noe_expr_kind kind, const struct noe_type *type,
                                    uint32_t slot, struct noe_place place);
struct noe_stmt *noe_model_assignment(struct noe_builder *builder, const struct noe_expr *target,
                                      const struct noe_expr *value);
/* Runs through all values of `type`; the loop is added to the list. */
struct noe_stmt *noe_model_for(struct noe_builder *builder, const struct noe_type *type, uint32_t slot,
                               const struct noe_stmt *body, struct noe_place place);
/* A parameter that takes all values of a simple type. */
struct noe_binder noe_model_parameter(const char *name, const struct noe_type *type, uint32_t slot,
                                      struct noe_place place);

/* Adds a variable behind those before it and sets its first cell; false, and nothing is
 * added, if the state would have too many cells. */
bool noe_model_add_variable(struct noe_builder *builder, struct noe_variable variable);
void noe_model_add_constant(struct noe_builder *builder, struct noe_constant constant);
/* A function whose id is the number of those added before it. */
void noe_model_add_function(struct noe_builder *builder, const struct noe_function *function);
/* A start state, rule or property: it is copied and numbered; the answer is its number. A property that nobody asks
 * about is set aside and has none: the answer is NOE_NO_CLAUSE. */
#define NOE_NO_CLAUSE UINT32_MAX
uint32_t noe_model_add_clause(struct noe_builder *builder, struct noe_clause clause);
/* A FORALL, EXISTS or COUNT (`expr`) or a FOR or MULTISET_REMOVE_IF (`stmt`; the other one is
 * NULL) that runs through the values of `type` (struct noe_loop): it gets its number. */
void noe_model_add_loop(struct noe_builder *builder, const struct noe_type *type, struct noe_expr *expr,
                        struct noe_stmt *stmt);
/* A vacuity counter for an implication: what to put in `witness` of the expression. */
uint32_t noe_model_add_witness(struct noe_builder *builder, struct noe_place place);
/* A fairness mark: its number, for the clauses that it is about. */
uint32_t noe_model_add_fairness(struct noe_builder *builder, struct noe_fairness fairness);

/* Two scalarsets of one size are taken for each other: they permute together. */
void noe_model_link_types(struct noe_builder *builder, const struct noe_type *a, const struct noe_type *b);
/* The text tells members of a scalarset apart, here. Scalarsets without a name take no part in
 * symmetry anyway. */
void noe_model_break_symmetry(struct noe_builder *builder, const struct noe_type *type, struct noe_place place);
/* A start state takes the first member of a scalarset, here. */
void noe_model_break_start(struct noe_builder *builder, const struct noe_type *type, struct noe_place place);

/* The model, whole and frozen: layout, idle parameters, and its hash, which is of the text, of
 * the options that change what a text means, and of the constants. */
const struct noe_model *noe_model_finish(struct noe_builder *builder, const struct noe_source *source,
                                         const struct noe_options *options);

/* Lays out the cells of the variables (whose types are set) and fills in the
 * layout part of `model`; false if the state would have too many cells. */
bool noe_model_layout(struct noe_builder *builder, struct noe_model *model, struct noe_variable *variables,
                      uint32_t count);

/* Finds the idle parameters of rules or start states (struct noe_clause); the functions of
 * the model are known. */
void noe_model_find_irrelevant(const struct noe_model *model, struct noe_clause *clauses, uint32_t count);

#endif
