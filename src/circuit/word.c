#include "circuit/word.h"

#include <assert.h>

static struct noe_word *new_word(const struct noe_word_maker *words, uint32_t width, noe_literal undefined) {
  assert(width >= 1 && width <= NOE_WORD_LIMIT && "a word has room for what is computed");
  struct noe_word *word = noe_base_arena_take(words->arena, sizeof *word + width * sizeof word->bits[0]);
  word->width = width;
  word->undefined = undefined;
  return word;
}

/* Bits that low … high need, the sign included. */
static uint32_t width_of(int64_t low, int64_t high) {
  uint32_t width = 1;
  while (width < 64 && (low < -(INT64_C(1) << (width - 1)) || high > (INT64_C(1) << (width - 1)) - 1))
    width++;
  return width;
}

const struct noe_word *noe_circuit_constant(const struct noe_word_maker *words, int64_t number) {
  if (number == NOE_UNDEFINED) {
    struct noe_word *nothing = new_word(words, 1, NOE_TRUE);
    return nothing;
  }
  struct noe_word *word = new_word(words, width_of(number, number), NOE_FALSE);
  for (uint32_t i = 0; i < word->width; i++)
    word->bits[i] = number >> i & 1 ? NOE_TRUE : NOE_FALSE;
  return word;
}

const struct noe_word *noe_circuit_boolean(const struct noe_word_maker *words, noe_literal truth) {
  struct noe_word *word = new_word(words, 2, NOE_FALSE);
  word->bits[0] = truth;
  return word;
}

const struct noe_word *noe_circuit_offset(const struct noe_word_maker *words, const noe_literal *bits, uint32_t width,
                                          int64_t base, noe_literal undefined) {
  struct noe_word *word = new_word(words, width + 1, undefined);
  for (uint32_t i = 0; i < width; i++)
    word->bits[i] = bits[i];
  if (!base)
    return word;
  const struct noe_word *sum = noe_circuit_compute(words, NOE_EXPR_ADD, word, noe_circuit_constant(words, base));
  struct noe_word *copy = new_word(words, sum->width, undefined);
  for (uint32_t i = 0; i < sum->width; i++)
    copy->bits[i] = sum->bits[i];
  return copy;
}

bool noe_circuit_is_constant(const struct noe_word *word, int64_t *number) {
  if (word->undefined == NOE_TRUE) {
    *number = NOE_UNDEFINED;
    return true;
  }
  uint64_t value = 0;
  for (uint32_t i = 0; i < word->width; i++)
    if (word->bits[i] > NOE_TRUE)
      return false;
  for (uint32_t i = 0; i < 64; i++)
    value |= (uint64_t)noe_circuit_bit(word, i) << i;
  for (uint32_t i = 64; i < word->width; i++)
    if (word->bits[i] != word->bits[63])
      return false;
  *number = (int64_t)value;
  return word->undefined == NOE_FALSE;
}

const struct noe_word *noe_circuit_narrow(const struct noe_word_maker *words, const struct noe_word *word, int64_t low,
                                          int64_t high, bool defined) {
  uint32_t width = low <= high ? width_of(low, high) : 1;
  if (width >= word->width && (!defined || word->undefined == NOE_FALSE))
    return word;
  if (width > word->width)
    width = word->width;
  struct noe_word *narrow = new_word(words, width, defined ? NOE_FALSE : word->undefined);
  for (uint32_t i = 0; i < width; i++)
    narrow->bits[i] = word->bits[i];
  if (low >= 0) /* the sign is known */
    narrow->bits[width - 1] = NOE_FALSE;
  return narrow;
}

const struct noe_word *noe_circuit_choose_word(const struct noe_word_maker *words, noe_literal condition,
                                               const struct noe_word *a, const struct noe_word *b) {
  if (condition <= NOE_TRUE || a == b)
    return condition == NOE_FALSE ? b : a;
  if (a->undefined == NOE_TRUE || b->undefined == NOE_TRUE) { /* bits of the undefined one mean nothing */
    const struct noe_word *known = a->undefined == NOE_TRUE ? b : a;
    struct noe_word *copy =
        new_word(words, known->width, noe_circuit_choose(words->graph, condition, a->undefined, b->undefined));
    for (uint32_t i = 0; i < known->width; i++)
      copy->bits[i] = known->bits[i];
    return copy;
  }
  uint32_t width = a->width > b->width ? a->width : b->width;
  struct noe_word *word =
      new_word(words, width, noe_circuit_choose(words->graph, condition, a->undefined, b->undefined));
  for (uint32_t i = 0; i < width; i++)
    word->bits[i] = noe_circuit_choose(words->graph, condition, noe_circuit_bit(a, i), noe_circuit_bit(b, i));
  return word;
}

/* -------------------------------------------------------------- comparisons */

static noe_literal same_bits(const struct noe_word_maker *words, const struct noe_word *a, const struct noe_word *b) {
  noe_literal same = NOE_TRUE;
  uint32_t width = a->width > b->width ? a->width : b->width;
  for (uint32_t i = 0; i < width && same != NOE_FALSE; i++)
    same = noe_circuit_and(words->graph, same,
                           noe_circuit_xor(words->graph, noe_circuit_bit(a, i), noe_circuit_bit(b, i)) ^ 1);
  return same;
}

noe_literal noe_circuit_equal(const struct noe_word_maker *words, const struct noe_word *a, const struct noe_word *b) {
  struct noe_graph_of_gates *graph = words->graph;
  if (a == b)
    return NOE_TRUE;
  noe_literal neither = noe_circuit_and(graph, a->undefined ^ 1, b->undefined ^ 1);
  noe_literal both = noe_circuit_and(graph, a->undefined, b->undefined);
  if (neither == NOE_FALSE)
    return both;
  return noe_circuit_or(graph, both, noe_circuit_and(graph, neither, same_bits(words, a, b)));
}

noe_literal noe_circuit_less(const struct noe_word_maker *words, const struct noe_word *a, const struct noe_word *b) {
  struct noe_graph_of_gates *graph = words->graph;
  uint32_t width = a->width > b->width ? a->width : b->width;
  noe_literal less = NOE_FALSE;
  for (uint32_t i = 0; i < width; i++) {
    noe_literal x = noe_circuit_bit(a, i), y = noe_circuit_bit(b, i);
    noe_literal differ = noe_circuit_xor(graph, x, y);
    less = noe_circuit_choose(graph, differ, i + 1 == width ? x : y, less); /* the sign counts the other way */
  }
  return less;
}

noe_literal noe_circuit_before(const struct noe_word_maker *words, const struct noe_word *a, const struct noe_word *b) {
  struct noe_graph_of_gates *graph = words->graph;
  noe_literal defined = noe_circuit_and(graph, a->undefined ^ 1, b->undefined ^ 1);
  noe_literal less = defined == NOE_FALSE ? NOE_FALSE : noe_circuit_less(words, a, b);
  return noe_circuit_or(graph, noe_circuit_and(graph, a->undefined, b->undefined ^ 1),
                        noe_circuit_and(graph, defined, less));
}

noe_literal noe_circuit_within(const struct noe_word_maker *words, const struct noe_word *word, int64_t low,
                               int64_t high) {
  if (low > high)
    return NOE_FALSE;
  noe_literal under = noe_circuit_less(words, word, noe_circuit_constant(words, low));
  noe_literal over = noe_circuit_less(words, noe_circuit_constant(words, high), word);
  return noe_circuit_and(words->graph, under ^ 1, over ^ 1);
}
