/* Numbers as rows of literals: two's complement, of as many bits as their bounds need, the top bit
 * being the sign; and a literal that says whether the number is undefined. Bits of an undefined
 * number mean nothing. Words are immutable and live in an arena: two cells that hold the same word
 * hold the same value.
 *
 * What is computed is right for operands that have passed the checks before it; whatever comes of
 * others is some word, and nobody looks at it (execute.h). */
#ifndef NOE_CIRCUIT_WORD_H
#define NOE_CIRCUIT_WORD_H

#include "base/arena.h"
#include "circuit/graph.h"
#include "model/expr.h"

enum { NOE_WORD_LIMIT = 192 }; /* products of 64 bits, and shifts by 63, have room */

struct noe_word {
  uint32_t width; /* 1 … NOE_WORD_LIMIT */
  noe_literal undefined;
  noe_literal bits[];
};

/* Where words are made. */
struct noe_word_maker {
  struct noe_arena *arena;
  struct noe_graph_of_gates *graph;
};

/* NOE_UNDEFINED is the number that is undefined. */
const struct noe_word *noe_circuit_constant(const struct noe_word_maker *words, int64_t number);
const struct noe_word *noe_circuit_boolean(const struct noe_word_maker *words, noe_literal truth);
/* base + the number that `width` literals are without a sign. */
const struct noe_word *noe_circuit_offset(const struct noe_word_maker *words, const noe_literal *bits, uint32_t width,
                                          int64_t base, noe_literal undefined);

/* Is it one number, or undefined, whatever the inputs are? */
bool noe_circuit_is_constant(const struct noe_word *word, int64_t *number);
/* Is it a boolean that is true? */
static inline noe_literal noe_circuit_truth(const struct noe_word *word) { return word->bits[0]; }
static inline noe_literal noe_circuit_bit(const struct noe_word *word, uint32_t bit) {
  return word->bits[bit < word->width ? bit : word->width - 1];
}

/* The same number in the bits that low … high need; certainly defined, if that is said. */
const struct noe_word *noe_circuit_narrow(const struct noe_word_maker *words, const struct noe_word *word, int64_t low,
                                          int64_t high, bool defined);
const struct noe_word *noe_circuit_choose_word(const struct noe_word_maker *words, noe_literal condition,
                                               const struct noe_word *a, const struct noe_word *b);

/* Undefined is one more number. */
noe_literal noe_circuit_equal(const struct noe_word_maker *words, const struct noe_word *a, const struct noe_word *b);
/* Of defined numbers. */
noe_literal noe_circuit_less(const struct noe_word_maker *words, const struct noe_word *a, const struct noe_word *b);
/* Undefined is less than all others: the order of cells in sorted bags. */
noe_literal noe_circuit_before(const struct noe_word_maker *words, const struct noe_word *a, const struct noe_word *b);
/* Is it within low … high? */
noe_literal noe_circuit_within(const struct noe_word_maker *words, const struct noe_word *word, int64_t low,
                               int64_t high);

/* What the operator comes to, exactly, in as many bits as it takes; and does that fit 64 bits?
 * (arithmetic.c) */
const struct noe_word *noe_circuit_compute(const struct noe_word_maker *words, enum noe_expr_kind operator,
                                           const struct noe_word * left, const struct noe_word *right);
noe_literal noe_circuit_fits(const struct noe_word_maker *words, enum noe_expr_kind operator,
                             const struct noe_word * left, const struct noe_word *right);

#endif
