/* Between the files that explain conditions. */
#ifndef NOE_MODEL_WHY_INT_H
#define NOE_MODEL_WHY_INT_H

#include "model/machine_int.h"
#include "model/why.h"

/* One explanation under way, in the midst of an execution. */
struct noe_explainer {
  struct noe_machine *machine;
  struct noe_arena *arena;
  uint32_t budget; /* parts that may still be made */
};

/* Adds to the parts of `parent` what decides `expr`, whose value is known. */
void noe_model_explain(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                       struct noe_why *parent);

/* Adds to the parts of `parent` what decides the quantifier `expr`, whose value is known. */
void noe_model_explain_quantifier(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                                  struct noe_why *parent);

/* Are the parts the same, up to the names of places? */
bool noe_model_why_same(const struct noe_why *a, const struct noe_why *b);

/* What a comparison, or another condition without parts, was about. */
void noe_model_explain_operands(struct noe_explainer *explainer, const struct noe_expr *expr, struct noe_why *leaf);

#endif
