/* Terms: what clauses do once every parameter has a value and every loop is unrolled, each written once.
 *
 * A term is an operation, a number that belongs to it, and parts, which are terms. Equal terms have one number (they
 * are hash-consed), and parts have smaller numbers than what they are parts of. Parts of an unordered term are sorted.
 * A literal is a value of a class (detect/classes.h) or, of class 0, a number that no permutation changes.
 *
 * A permutation of values acts on terms by acting on their literals. What a term means is decided by the term, and all
 * operations commute with permutations: (pi t)(pi s) = pi (t(s)) for every state s. So a set of clauses that a
 * permutation maps onto itself does to pi s what it does to s. */
#ifndef NOE_NETWORK_TERM_H
#define NOE_NETWORK_TERM_H

#include "base/arena.h"

enum noe_term_kind {
  NOE_TERM_LITERAL, /* number: the class; value */
  NOE_TERM_UNDEFINED,
  NOE_TERM_FAILS, /* an error: a value outside of its range */
  /* places */
  NOE_TERM_VARIABLE, /* number: of the variable */
  NOE_TERM_LOCAL,    /* number: slot of the frame; value: whose frame */
  NOE_TERM_BOUND,    /* a place that was bound to a slot before: likewise */
  NOE_TERM_FIELD,    /* place; number: offset */
  NOE_TERM_ELEMENT,  /* place, index */
  /* values */
  NOE_TERM_READ,
  NOE_TERM_COPY,
  NOE_TERM_ISUNDEFINED,
  NOE_TERM_SLOT,  /* a value that was bound to a slot before */
  NOE_TERM_EQUAL, /* unordered, and so are */
  NOE_TERM_SAME,
  NOE_TERM_ALL, /* if no part can fail, */
  NOE_TERM_SOME,
  NOE_TERM_ALL_IN_ORDER, /* otherwise */
  NOE_TERM_SOME_IN_ORDER,
  NOE_TERM_NOT,
  NOE_TERM_OPERATION, /* number: kind of the expression; value, high: of the expression */
  NOE_TERM_TABLE,     /* entries; unordered */
  NOE_TERM_ENTRY,     /* number 0: a set of pairs, a result; 1: a pair of an argument and its value */
  NOE_TERM_SET,       /* unordered */
  NOE_TERM_CALL,      /* number: the function; arguments, body */
  /* statements */
  NOE_TERM_ASSIGN,
  NOE_TERM_STATEMENT, /* number: kind of the statement; value: what else belongs to it */
  NOE_TERM_BIND,      /* number: slot; value: whose frame */
  NOE_TERM_SEQUENCE,
  NOE_TERM_ROUNDS, /* unordered: statements that commute */
  NOE_TERM_IF,     /* condition, then, else */
  NOE_TERM_RULE,   /* guard, body; value: priority */
};

struct noe_term {
  uint64_t hash;
  int64_t value;
  uint32_t number;
  uint32_t first, count; /* parts */
  uint8_t kind;          /* enum noe_term_kind */
  bool is_unordered;
  bool can_fail; /* as a value or a place: evaluating it may be an error */
};

struct noe_terms {
  struct noe_arena *arena;
  NOE_LIST(struct noe_term) items;
  NOE_LIST(uint32_t) parts;
  uint32_t *table; /* open addressing: 1 + number of a term, or 0 */
  uint32_t table_size;
  bool is_full; /* too many */
};

enum { NOE_NO_TERM = UINT32_MAX, NOE_MOST_TERMS = 1 << 16 };

void noe_network_terms_init(struct noe_terms *terms, struct noe_arena *arena);
/* Parts are sorted in place if the term is unordered. */
uint32_t noe_network_term(struct noe_terms *terms, struct noe_term term, uint32_t *parts);
/* The same, if there is such a term: NOE_NO_TERM otherwise. */
uint32_t noe_network_find_term(const struct noe_terms *terms, struct noe_term term, uint32_t *parts);
/* Is the table sound? NULL, or a sentence that says what is wrong. */
const char *noe_network_terms_check(const struct noe_terms *terms);

static inline const uint32_t *noe_term_parts(const struct noe_terms *terms, uint32_t term) {
  return terms->parts.items + terms->items.items[term].first;
}

static inline const struct noe_term *noe_term_at(const struct noe_terms *terms, uint32_t term) {
  return &terms->items.items[term];
}

/* Images of all terms: `literal` gives that of a literal, or NOE_NO_TERM; images[t] is NOE_NO_TERM if the image of t
 * is no term. `scratch`: room for the parts of any term. */
typedef uint32_t (*noe_literal_image)(const void *context, const struct noe_term *literal);
void noe_network_images(const struct noe_terms *terms, noe_literal_image literal, const void *context, uint32_t *images,
                        uint32_t *scratch);
/* Of the term with most parts. */
uint32_t noe_network_most_parts(const struct noe_terms *terms);

#endif
