/* Formulas of linear time, hash-consed, and the propositions they speak about.
 *
 * A `struct noe_term` is a formula in negation normal form over the operators
 * and, or, X, U, R and literals (F f = true U f, G f = false R f). Terms of one
 * table are equal if and only if their pointers are, and every term knows its
 * negation: the two are made together, so that each law is written once and holds
 * for both. Constructors simplify; what they return is equivalent to what was
 * asked for, on every infinite word.
 *
 * A proposition is an atom of the claim together with the values of those bound
 * variables that occur in it. One of an atom about steps is true of a letter if the step that led to it is such a step,
 * and false of the first letter. Letters are sets of propositions, one bit each, which
 * is why there are at most NOE_PROPOSITION_LIMIT of them.
 *
 * Terms live as long as their table and are immutable; making terms belongs to one
 * thread at a time. */
#ifndef NOE_LOGIC_FORMULA_H
#define NOE_LOGIC_FORMULA_H

#include "base/text.h"
#include "model/formula.h"

#define NOE_PROPOSITION_LIMIT 64

enum noe_logic_answer {
  NOE_LOGIC_DONE,
  NOE_LOGIC_TOO_MANY_ATOMS, /* more than NOE_PROPOSITION_LIMIT propositions */
  NOE_LOGIC_TOO_LARGE,      /* formula or automaton passed a limit */
  NOE_LOGIC_NOT_SAFETY,     /* a monitor was asked for, but not every violation has a bad prefix */
  NOE_LOGIC_NOT_MONOTONE,   /* a fixed-point variable under an odd number of negations */
  NOE_LOGIC_OTHER,          /* an operator of another logic */
};
const char *noe_logic_answer_text(enum noe_logic_answer answer);

enum noe_term_kind {
  NOE_TERM_TRUE,
  NOE_TERM_FALSE,
  NOE_TERM_HAS,   /* proposition `number` */
  NOE_TERM_LACKS, /* its negation */
  NOE_TERM_AND,   /* two or more parts, none of them an AND */
  NOE_TERM_OR,
  NOE_TERM_NEXT,
  NOE_TERM_UNTIL,   /* parts[0] U parts[1] */
  NOE_TERM_RELEASE, /* parts[0] R parts[1] */
};

/* What the syntax of a term tells about its language. */
enum {
  NOE_TERM_BOOLEAN = 1,    /* about the first letter only */
  NOE_TERM_SAFETY = 2,     /* a violation has a bad prefix */
  NOE_TERM_COSAFETY = 4,   /* a model has a good prefix */
  NOE_TERM_OBLIGATION = 8, /* Boolean combination of those two */
  NOE_TERM_STUTTER = 16,   /* free of X: repeating a letter changes nothing */
  NOE_TERM_EVENTUAL = 32,  /* true of w: true of every uw */
  NOE_TERM_UNIVERSAL = 64, /* true of uw: true of w */
};

struct noe_term {
  enum noe_term_kind kind;
  uint32_t number;
  uint32_t id; /* dense; the negation's is id ^ 1 */
  uint32_t flags;
  uint32_t size; /* operators and literals, as a tree; saturates */
  uint32_t count;
  const struct noe_term *const *parts;
  const struct noe_term *negation;
};

enum { NOE_NO_ATOM = UINT32_MAX };

/* Operators that look back are gone once a formula is made of terms: `previous f` is a proposition of its own, false
 * at first and then true after every letter where f is true, and f since g is D with D = g | (f & previous D). These
 * hidden propositions are no atoms. Words determine them, so that an automaton for f together with what defines them
 * (noe_logic_with_history) may forget them: it accepts the words that satisfy f. */
struct noe_proposition {
  uint32_t atom;         /* NOE_NO_ATOM: hidden */
  const int64_t *values; /* of all variables of the claim; unused ones are their lowest */
  const bool *uses;      /* by variable: does the atom speak of it? */
};

struct noe_logic; /* a table of terms and propositions, for one claim */

struct noe_logic *noe_logic_new(struct noe_memory *memory);
void noe_logic_delete(struct noe_logic *logic);

const struct noe_term *noe_logic_constant(struct noe_logic *logic, bool value);
const struct noe_term *noe_logic_literal(struct noe_logic *logic, uint32_t proposition);
const struct noe_term *noe_logic_not(const struct noe_term *term);
const struct noe_term *noe_logic_and(struct noe_logic *logic, const struct noe_term *const *items, uint32_t count);
const struct noe_term *noe_logic_or(struct noe_logic *logic, const struct noe_term *const *items, uint32_t count);
const struct noe_term *noe_logic_next(struct noe_logic *logic, const struct noe_term *part);
const struct noe_term *noe_logic_until(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g);
const struct noe_term *noe_logic_release(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g);
static inline const struct noe_term *noe_logic_always(struct noe_logic *logic, const struct noe_term *part) {
  return noe_logic_release(logic, noe_logic_constant(logic, false), part);
}
static inline const struct noe_term *noe_logic_eventually(struct noe_logic *logic, const struct noe_term *part) {
  return noe_logic_until(logic, noe_logic_constant(logic, true), part);
}

/* Does `left` certainly imply `right`? Decided on syntax, with bounded effort. */
bool noe_logic_implies(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right);

/* The formula of an `ltl` claim, quantifiers expanded. */
enum noe_logic_answer noe_logic_from_temporal(struct noe_logic *logic, const struct noe_temporal *temporal,
                                              const struct noe_term **term);

/* The term, and what defines the hidden propositions of the table; those, as bits. */
const struct noe_term *noe_logic_with_history(struct noe_logic *logic, const struct noe_term *term);
uint64_t noe_logic_hidden(const struct noe_logic *logic);

/* The propositions met so far, by number. */
uint32_t noe_logic_proposition_count(const struct noe_logic *logic);
const struct noe_proposition *noe_logic_proposition(const struct noe_logic *logic, uint32_t number);

/* In words of people: `G (p0 -> F p1)` as `G (!p0 | F p1)`. */
void noe_logic_print(struct noe_text *text, const struct noe_term *term);

#endif
