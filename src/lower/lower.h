/* From a model to its lowered form, and the questions that engines ask of it. */
#ifndef NOE_LOWER_LOWER_H
#define NOE_LOWER_LOWER_H

#include "base/text.h"
#include "lower/form.h"

/* `plain`: without the passes that leave out what is not needed (fold.c), so that every
 * operation of the text is there. */
struct noe_lowered *noe_lower_model(struct noe_arena *arena, const struct noe_model *model, bool plain);

/* ---------------------------------------------------------------- access.c */

/* Cells of the state that a clause touches; the sets of `may` contain all that it may, those
 * of `must` only what it does whenever it comes to its end. A firing ends with sorting bags,
 * so a clause that writes a cell of a bag may read and write all of it. */
struct noe_access {
  struct noe_bitset guard_reads;             /* may: by binders, guard, claim or atoms */
  struct noe_bitset reads, writes;           /* may: by binders and body (reads), by the body (writes) */
  struct noe_bitset must_reads, must_writes; /* must: by the body */
};

/* With `arguments`, of that instance alone (NULL: any; NOE_UNDEFINED: any for that one). */
struct noe_access noe_lower_access(struct noe_memory *memory, const struct noe_lowered *form,
                                   const struct noe_low_clause *clause, const int64_t *arguments);
void noe_lower_access_free(struct noe_access *access);

/* Which value an index takes, as far as the text tells. */
enum noe_named {
  NOE_NAMED_CONSTANT,  /* `number` itself */
  NOE_NAMED_PARAMETER, /* what parameter `number` of the clause is */
  NOE_NAMED_VARIABLE,  /* bound name `number` of the formula */
  NOE_NAMED_EACH,      /* one after the other all values of the loop's domain */
  NOE_NAMED_COMPUTED,  /* read from a cell, or computed */
};
struct noe_name {
  enum noe_named kind;
  int64_t number;
  int64_t plus; /* of a part of a union: the value is this much more */
};
struct noe_name noe_lower_name(const struct noe_low_unit *unit, uint32_t value);

/* One access to the state by the text of a list. */
struct noe_low_touch {
  const struct noe_low_op *operation;
  const struct noe_low_address *address;
  bool writes;
  bool certain; /* whenever the list comes to its end */
};
typedef void (*noe_low_visit)(void *context, const struct noe_low_touch *touch);
/* Every access of the list that may be to the state, in the order of the text; those of functions
 * that are called are in their effects. */
void noe_lower_touches(const struct noe_low_block *block, noe_low_visit visit, void *context);

/* ---------------------------------------------------------------- printing */

void noe_lower_print(const struct noe_lowered *form, struct noe_text *out);
void noe_lower_print_clause(const struct noe_lowered *form, const struct noe_low_clause *clause, struct noe_text *out);

#endif
