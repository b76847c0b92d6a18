/* Words of other languages, and how Murphi says the same. They are looked up only where the text is wrong already, so
 * that none of them is lost as a name. */
#ifndef NOE_LANG_MURPHI_FOREIGN_H
#define NOE_LANG_MURPHI_FOREIGN_H

#include <stddef.h>

/* Where the word stands. */
enum noe_foreign_place {
  NOE_FOREIGN_ITEM,      /* where a declaration or a rule starts */
  NOE_FOREIGN_STATEMENT, /* where a statement starts */
  NOE_FOREIGN_NAME,      /* where a name is used that nobody declared: types and values */
};

/* A sentence for a hint, or NULL. */
const char *noe_murphi_foreign_hint(enum noe_foreign_place place, const char *word, size_t length);

/* The language that a text is in which has this word at its outermost level, or NULL. */
const char *noe_murphi_foreign_language(const char *word, size_t length);

#endif
