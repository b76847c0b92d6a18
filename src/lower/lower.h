/* From a model to its lowered form, and the questions that engines ask of it. */
#ifndef NOE_LOWER_LOWER_H
#define NOE_LOWER_LOWER_H

#include "base/text.h"
#include "lower/form.h"

/* `plain`: without the passes that leave out what is not needed (fold.c), so that every
 * operation of the text is there. */
struct noe_lowered *noe_lower_model(struct noe_arena *arena, const struct noe_model *model, bool plain);

/* The form that code is made of. */
struct noe_lowered *noe_lower_for_code(struct noe_arena *arena, const struct noe_model *model);

/* Is the cell at this address of the state taken to be defined whenever a clause begins? */
typedef bool (*noe_low_is_defined)(void *context, const struct noe_low_address *address);
/* From now on binders, guards and claims do without checks that this makes needless. */
void noe_lower_trust(struct noe_lowered *form, noe_low_is_defined is_defined, void *context);

/* The first promise of form.h that the form breaks; NULL: it is sound. */
const char *noe_lower_check(const struct noe_lowered *form);

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

/* Does the test say yes to some operation of the list, or of lists in it? */
typedef bool (*noe_low_test)(const void *context, const struct noe_low_op *op);
bool noe_lower_any(const struct noe_low_op *list, noe_low_test test, const void *context);
/* Every value that the operation uses itself, and those that its lists yield. */
typedef void (*noe_low_use)(void *context, uint32_t value);
void noe_lower_uses(const struct noe_lowered *form, const struct noe_low_op *op, noe_low_use visit, void *context);
/* What is known of a list, for those that are no list of a clause. */
struct noe_low_facts noe_lower_facts(const struct noe_lowered *form, const struct noe_low_block *block);
/* Does the operation itself write memory? */
bool noe_lower_is_write(const struct noe_low_op *op);
/* The first cell behind those that the address may mean, counted from its root. */
uint64_t noe_lower_end(const struct noe_low_address *address);
/* The value itself, before it was checked. */
uint32_t noe_lower_unchecked(const struct noe_low_unit *unit, uint32_t value);
/* The conjuncts of a list that yields a truth value, in order: each is a list of its own that uses nothing of the
 * others. If all yield true, so does the list. */
struct noe_low_conjuncts {
  struct noe_low_block *blocks;
  uint32_t count;
};
struct noe_low_conjuncts noe_lower_conjuncts(struct noe_arena *arena, const struct noe_low_unit *unit,
                                             const struct noe_low_block *block);

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
