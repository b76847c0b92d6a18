/* Integer operators on words, exactly: results have as many bits as they need, so that whether one
 * fits 64 bits is a question about its upper bits. */
#include <assert.h>

#include "circuit/word.h"

struct row {
  noe_literal bits[NOE_WORD_LIMIT];
  uint32_t width;
};

static struct row extend(const struct noe_word *word, uint32_t width) {
  struct row row = {.width = width};
  assert(width <= NOE_WORD_LIMIT && "there is room");
  for (uint32_t i = 0; i < width; i++)
    row.bits[i] = noe_circuit_bit(word, i);
  return row;
}

static struct row zero(uint32_t width) { return (struct row){.width = width}; }

static struct row add(struct noe_graph_of_gates *graph, const struct row *a, const struct row *b, noe_literal carry) {
  struct row sum = {.width = a->width};
  for (uint32_t i = 0; i < a->width; i++) {
    noe_literal half = noe_circuit_xor(graph, a->bits[i], b->bits[i]);
    sum.bits[i] = noe_circuit_xor(graph, half, carry);
    carry = noe_circuit_or(graph, noe_circuit_and(graph, a->bits[i], b->bits[i]), noe_circuit_and(graph, half, carry));
  }
  return sum;
}

static struct row complement(const struct row *a) {
  struct row other = *a;
  for (uint32_t i = 0; i < a->width; i++)
    other.bits[i] ^= 1;
  return other;
}

static struct row subtract(struct noe_graph_of_gates *graph, const struct row *a, const struct row *b) {
  struct row other = complement(b);
  return add(graph, a, &other, NOE_TRUE);
}

static struct row choose(struct noe_graph_of_gates *graph, noe_literal condition, const struct row *a,
                         const struct row *b) {
  struct row chosen = {.width = a->width};
  for (uint32_t i = 0; i < a->width; i++)
    chosen.bits[i] = noe_circuit_choose(graph, condition, a->bits[i], b->bits[i]);
  return chosen;
}

static struct row negate_if(struct noe_graph_of_gates *graph, noe_literal condition, const struct row *a) {
  struct row nothing = zero(a->width), negative = subtract(graph, &nothing, a);
  return choose(graph, condition, &negative, a);
}

static struct row multiply(struct noe_graph_of_gates *graph, const struct noe_word *left,
                           const struct noe_word *right) {
  uint32_t width = left->width + right->width;
  struct row a = extend(left, width), sum = zero(width);
  for (uint32_t i = 0; i < right->width; i++) {
    struct row part = zero(width);
    for (uint32_t k = i; k < width; k++)
      part.bits[k] = noe_circuit_and(graph, a.bits[k - i], right->bits[i]);
    sum = i + 1 == right->width ? subtract(graph, &sum, &part) : add(graph, &sum, &part, NOE_FALSE);
  }
  return sum;
}

/* Long division of magnitudes; truncates toward zero, the remainder has the sign of the dividend. */
static struct row divide(struct noe_graph_of_gates *graph, const struct noe_word *left, const struct noe_word *right,
                         bool wants_remainder) {
  uint32_t width = (left->width > right->width ? left->width : right->width) + 1;
  struct row a = extend(left, width), b = extend(right, width);
  noe_literal sign = a.bits[width - 1], other = b.bits[width - 1];
  a = negate_if(graph, sign, &a);
  b = negate_if(graph, other, &b);
  struct row rest = zero(width), quotient = zero(width);
  for (uint32_t i = width; i-- > 0;) {
    for (uint32_t k = width - 1; k > 0; k--)
      rest.bits[k] = rest.bits[k - 1];
    rest.bits[0] = a.bits[i];
    struct row less = subtract(graph, &rest, &b);
    quotient.bits[i] = less.bits[width - 1] ^ 1;
    rest = choose(graph, quotient.bits[i], &less, &rest);
  }
  return wants_remainder ? negate_if(graph, sign, &rest)
                         : negate_if(graph, noe_circuit_xor(graph, sign, other), &quotient);
}

/* By 0 … 63; amounts beyond give 0. */
static struct row shift_by(struct noe_graph_of_gates *graph, struct row a, const struct row *amount, bool left) {
  noe_literal beyond = NOE_FALSE, sign = a.bits[a.width - 1];
  for (uint32_t i = 6; i < amount->width; i++)
    beyond = noe_circuit_or(graph, beyond, amount->bits[i]);
  for (uint32_t i = 0; i < 6 && i < amount->width; i++) {
    struct row moved = a;
    uint32_t by = 1u << i;
    for (uint32_t k = 0; k < a.width; k++)
      moved.bits[k] = left ? (k >= by ? a.bits[k - by] : NOE_FALSE) : (k + by < a.width ? a.bits[k + by] : sign);
    a = choose(graph, amount->bits[i], &moved, &a);
  }
  struct row nothing = zero(a.width);
  return choose(graph, beyond, &nothing, &a);
}

static struct row shift(struct noe_graph_of_gates *graph, const struct noe_word *left, const struct noe_word *right,
                        bool to_the_left) {
  struct row a = extend(left, left->width + 63), amount = extend(right, right->width + 1);
  noe_literal negative = amount.bits[amount.width - 1];
  amount = negate_if(graph, negative, &amount);
  struct row up = shift_by(graph, a, &amount, true), down = shift_by(graph, a, &amount, false);
  return choose(graph, to_the_left ? negative ^ 1 : negative, &up, &down);
}

static struct row bitwise(struct noe_graph_of_gates *graph, enum noe_expr_kind operator, const struct row * a,
                          const struct row *b) {
  struct row result = {.width = a->width};
  for (uint32_t i = 0; i < a->width; i++)
    result.bits[i] = operator== NOE_EXPR_BIT_AND ? noe_circuit_and(graph, a->bits[i], b->bits[i]) :
                     operator== NOE_EXPR_BIT_OR  ? noe_circuit_or(graph, a->bits[i], b->bits[i])
                                                 : noe_circuit_xor(graph, a->bits[i], b->bits[i]);
  return result;
}

static struct row compute(const struct noe_word_maker *words, enum noe_expr_kind operator, const struct noe_word * left,
                          const struct noe_word *right) {
  struct noe_graph_of_gates *graph = words->graph;
  uint32_t wider = left->width > right->width ? left->width : right->width;
  struct row a = extend(left, wider + 1), b = extend(right, wider + 1), nothing = zero(wider + 1);
  switch (operator) {
  case NOE_EXPR_NEGATE: return subtract(graph, &nothing, &a);
  case NOE_EXPR_ADD: return add(graph, &a, &b, NOE_FALSE);
  case NOE_EXPR_SUBTRACT: return subtract(graph, &a, &b);
  case NOE_EXPR_MULTIPLY: return multiply(graph, left, right);
  case NOE_EXPR_DIVIDE: return divide(graph, left, right, false);
  case NOE_EXPR_REMAINDER: return divide(graph, left, right, true);
  case NOE_EXPR_BIT_NOT: return complement(&a);
  case NOE_EXPR_SHIFT_LEFT: return shift(graph, left, right, true);
  case NOE_EXPR_SHIFT_RIGHT: return shift(graph, left, right, false);
  default: return bitwise(graph, operator, & a, &b);
  }
}

const struct noe_word *noe_circuit_compute(const struct noe_word_maker *words, enum noe_expr_kind operator,
                                           const struct noe_word * left, const struct noe_word *right) {
  struct row row = compute(words, operator, left, right);
  while (row.width > 1 && row.bits[row.width - 1] == row.bits[row.width - 2])
    row.width--;
  struct noe_word *word = noe_base_arena_take(words->arena, sizeof *word + row.width * sizeof word->bits[0]);
  word->width = row.width;
  for (uint32_t i = 0; i < row.width; i++)
    word->bits[i] = row.bits[i];
  return word;
}

/* The least number of 64 bits stands for undefined, so it is out of reach as a result. */
noe_literal noe_circuit_fits(const struct noe_word_maker *words, enum noe_expr_kind operator,
                             const struct noe_word * left, const struct noe_word *right) {
  struct noe_graph_of_gates *graph = words->graph;
  noe_literal fits = NOE_TRUE, least;
  if (operator== NOE_EXPR_DIVIDE || operator== NOE_EXPR_REMAINDER)
    fits = noe_circuit_equal(words, right, noe_circuit_constant(words, 0)) ^ 1;
  const struct noe_word *word = noe_circuit_compute(words, operator, left, right);
  for (uint32_t i = 64; i < word->width; i++)
    fits = noe_circuit_and(graph, fits, noe_circuit_xor(graph, word->bits[i], word->bits[63]) ^ 1);
  if (word->width < 64)
    return fits;
  least = word->bits[63];
  for (uint32_t i = 0; i < 63; i++)
    least = noe_circuit_and(graph, least, word->bits[i] ^ 1);
  return noe_circuit_and(graph, fits, least ^ 1);
}
