/* Random formulas and lasso words, and what a formula means on a word, worked out
 * without src/logic: the judge of its tests. */
#ifndef NOE_TEST_LOGIC_KIT_H
#define NOE_TEST_LOGIC_KIT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "logic/automaton.h"
#include "model/formula.h"

enum { WORD_LIMIT = 12, NODE_LIMIT = 400 };

/* stem letters, then the rest for ever */
struct word {
  uint32_t length, loop; /* the loop begins at position `loop` < length */
  uint64_t letters[WORD_LIMIT];
};

static inline uint32_t word_next(const struct word *word, uint32_t position) {
  return position + 1 < word->length ? position + 1 : word->loop;
}

static inline struct word random_word(struct noe_random *random, uint32_t propositions) {
  struct word word = {.length = 1 + (uint32_t)noe_random_below(random, 8)};
  word.loop = (uint32_t)noe_random_below(random, word.length);
  uint64_t mask = propositions == 64 ? UINT64_MAX : ((uint64_t)1 << propositions) - 1;
  for (uint32_t i = 0; i < word.length; i++)
    word.letters[i] = noe_random_next(random) & mask;
  return word;
}

/* ------------------------------------------------------------------ formulas */

struct formulas {
  struct noe_formula nodes[NODE_LIMIT];
  uint32_t count;
};

static inline struct noe_formula *new_formula(struct formulas *pool, enum noe_formula_kind kind) {
  struct noe_formula *formula = &pool->nodes[pool->count++];
  *formula = (struct noe_formula){.kind = kind};
  return formula;
}

/* A random formula with `size` operators and atoms, at most. */
static inline const struct noe_formula *random_formula(struct formulas *pool, struct noe_random *random, uint32_t size,
                                                       uint32_t propositions, bool next) {
  static const enum noe_formula_kind unary[] = {NOE_FORMULA_NOT, NOE_FORMULA_ALWAYS, NOE_FORMULA_EVENTUALLY,
                                                NOE_FORMULA_NEXT};
  static const enum noe_formula_kind binary[] = {NOE_FORMULA_AND,   NOE_FORMULA_OR,         NOE_FORMULA_IMPLIES,
                                                 NOE_FORMULA_UNTIL, NOE_FORMULA_WEAK_UNTIL, NOE_FORMULA_RELEASE};
  if (size <= 1) {
    uint64_t pick = noe_random_below(random, 12);
    struct noe_formula *leaf = new_formula(pool, pick == 0   ? NOE_FORMULA_TRUE
                                                 : pick == 1 ? NOE_FORMULA_FALSE
                                                             : NOE_FORMULA_ATOM);
    leaf->number = (uint32_t)noe_random_below(random, propositions);
    return leaf;
  }
  bool one = size == 2 || noe_random_below(random, 5) < 2;
  struct noe_formula *formula =
      new_formula(pool, one ? unary[noe_random_below(random, next ? 4 : 3)] : binary[noe_random_below(random, 6)]);
  if (one)
    formula->left = random_formula(pool, random, size - 1, propositions, next);
  else {
    uint32_t left = 1 + (uint32_t)noe_random_below(random, size - 2);
    formula->left = random_formula(pool, random, left, propositions, next);
    formula->right = random_formula(pool, random, size - 1 - left, propositions, next);
  }
  return formula;
}

/* A formula as text: letters a to h are atoms 0 to 7, 1 and 0 constants; ! X F G bind
 * tightest, then U R W (to the right), &, |, -> (to the right). */
static inline const struct noe_formula *read_formula(struct formulas *pool, const char **text, int level) {
  static const char *const unary = "!XFG", *const binary = "URW";
  while (**text == ' ')
    (*text)++;
  const char *found = strchr(unary, **text);
  if (level == 4 && **text && found) {
    static const enum noe_formula_kind kinds[] = {NOE_FORMULA_NOT, NOE_FORMULA_NEXT, NOE_FORMULA_EVENTUALLY,
                                                  NOE_FORMULA_ALWAYS};
    struct noe_formula *formula = new_formula(pool, kinds[found - unary]);
    (*text)++;
    formula->left = read_formula(pool, text, 4);
    return formula;
  }
  if (level == 4) {
    char c = *(*text)++;
    if (c == '(') {
      const struct noe_formula *inner = read_formula(pool, text, 0);
      *text += strspn(*text, " ") + 1;
      return inner;
    }
    struct noe_formula *leaf = new_formula(pool, c == '1'   ? NOE_FORMULA_TRUE
                                                 : c == '0' ? NOE_FORMULA_FALSE
                                                            : NOE_FORMULA_ATOM);
    leaf->number = c >= 'a' ? (uint32_t)(c - 'a') : 0;
    return leaf;
  }
  const struct noe_formula *left = read_formula(pool, text, level + 1);
  *text += strspn(*text, " ");
  enum noe_formula_kind kind = NOE_FORMULA_TRUE;
  if (level == 0 && **text == '-')
    kind = NOE_FORMULA_IMPLIES;
  else if (level == 1 && **text == '|')
    kind = NOE_FORMULA_OR;
  else if (level == 2 && **text == '&')
    kind = NOE_FORMULA_AND;
  else if (level == 3 && **text && (found = strchr(binary, **text)))
    kind = found == binary ? NOE_FORMULA_UNTIL : found == binary + 1 ? NOE_FORMULA_RELEASE : NOE_FORMULA_WEAK_UNTIL;
  if (kind == NOE_FORMULA_TRUE)
    return left;
  *text += level ? 1 : 2;
  struct noe_formula *formula = new_formula(pool, kind);
  formula->left = left;
  formula->right = read_formula(pool, text, level); /* to the right: & and | may as well */
  return formula;
}

/* `hold` until `goal`, at every position; with `weak`, `hold` for ever will do. */
static inline void judge_until(const struct word *word, const bool *hold, const bool *goal, bool weak, bool *result) {
  for (uint32_t i = 0; i < word->length; i++) {
    uint32_t at = i, steps = 0;
    while (steps <= 2 * word->length && hold[at] && !goal[at]) {
      at = word_next(word, at);
      steps++;
    }
    result[i] = goal[at] || (weak && hold[at]);
  }
}

static inline void judge(const struct noe_formula *formula, const struct word *word, bool *result) {
  bool left[WORD_LIMIT] = {0}, right[WORD_LIMIT] = {0}, all[WORD_LIMIT], none[WORD_LIMIT] = {0}, both[WORD_LIMIT];
  memset(all, true, sizeof all);
  if (formula->left)
    judge(formula->left, word, left);
  if (formula->right)
    judge(formula->right, word, right);
  for (uint32_t i = 0; i < word->length; i++) {
    both[i] = left[i] && right[i];
    switch (formula->kind) {
    case NOE_FORMULA_TRUE: result[i] = true; break;
    case NOE_FORMULA_FALSE: result[i] = false; break;
    case NOE_FORMULA_ATOM: result[i] = word->letters[i] >> formula->number & 1; break;
    case NOE_FORMULA_NOT: result[i] = !left[i]; break;
    case NOE_FORMULA_AND: result[i] = both[i]; break;
    case NOE_FORMULA_OR: result[i] = left[i] || right[i]; break;
    case NOE_FORMULA_IMPLIES: result[i] = !left[i] || right[i]; break;
    case NOE_FORMULA_NEXT: result[i] = left[word_next(word, i)]; break;
    default: break;
    }
  }
  if (formula->kind == NOE_FORMULA_ALWAYS)
    judge_until(word, left, none, true, result);
  else if (formula->kind == NOE_FORMULA_EVENTUALLY)
    judge_until(word, all, left, false, result);
  else if (formula->kind == NOE_FORMULA_UNTIL)
    judge_until(word, left, right, false, result);
  else if (formula->kind == NOE_FORMULA_WEAK_UNTIL)
    judge_until(word, left, right, true, result);
  else if (formula->kind == NOE_FORMULA_RELEASE)
    judge_until(word, right, both, true, result);
}

/* The same for terms, to tell a wrong law from a wrong automaton. */
static inline void judge_term(const struct noe_term *term, const struct word *word, bool *result) {
  bool left[WORD_LIMIT] = {0}, right[WORD_LIMIT] = {0}, both[WORD_LIMIT];
  if (term->kind == NOE_TERM_UNTIL || term->kind == NOE_TERM_RELEASE) {
    judge_term(term->parts[0], word, left);
    judge_term(term->parts[1], word, right);
    for (uint32_t i = 0; i < word->length; i++)
      both[i] = left[i] && right[i];
    if (term->kind == NOE_TERM_UNTIL)
      judge_until(word, left, right, false, result);
    else
      judge_until(word, right, both, true, result);
    return;
  }
  for (uint32_t i = 0; i < word->length; i++)
    result[i] = term->kind == NOE_TERM_TRUE || term->kind == NOE_TERM_AND ||
                (term->kind == NOE_TERM_HAS && word->letters[i] >> term->number & 1) ||
                (term->kind == NOE_TERM_LACKS && !(word->letters[i] >> term->number & 1));
  for (uint32_t k = 0; k < term->count; k++) {
    judge_term(term->parts[k], word, left);
    for (uint32_t i = 0; i < word->length; i++)
      result[i] = term->kind == NOE_TERM_AND  ? result[i] && left[i]
                  : term->kind == NOE_TERM_OR ? result[i] || left[i]
                                              : left[word_next(word, i)];
  }
}

/* A claim whose atoms are not constant: number i is proposition i of the letters. */
static const struct noe_expr plain_place = {.kind = NOE_EXPR_GLOBAL};
static const struct noe_expr plain_atom = {.kind = NOE_EXPR_READ, .left = &plain_place};
static const struct noe_expr *const plain_atoms[8] = {&plain_atom, &plain_atom, &plain_atom, &plain_atom,
                                                      &plain_atom, &plain_atom, &plain_atom, &plain_atom};

/* --------------------------------------------------------------------- lassos */

/* Nodes (state, position) from which a run sees each mark again and again: the
 * greatest set whose members reach, inside it, an edge with each mark. Slow and
 * plain on purpose (Emerson and Lei). */
static inline void keep_reaching(const struct noe_automaton *automaton, const struct word *word, bool *inside,
                                 uint64_t mark, bool *reaches) {
  uint32_t length = word->length;
  memset(reaches, false, (size_t)automaton->state_count * length);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t e = 0; e < automaton->edge_count; e++)
      for (uint32_t i = 0; i < length; i++) {
        const struct noe_edge *edge = &automaton->edges[e];
        size_t from = (size_t)edge->source * length + i, to = (size_t)edge->target * length + word_next(word, i);
        if (!inside[from] || reaches[from] || !inside[to] || !noe_edge_takes(edge, word->letters[i]))
          continue;
        if ((edge->marks & mark) == mark || reaches[to])
          changed = reaches[from] = true;
      }
  }
}

static inline bool accepts(const struct noe_automaton *automaton, const struct word *word) {
  size_t count = (size_t)automaton->state_count * word->length;
  if (!count)
    return false;
  bool *inside = malloc(count), *reaches = malloc(count);
  memset(inside, true, count);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t m = 0; m <= automaton->mark_count; m++) { /* the last round: some edge at all */
      keep_reaching(automaton, word, inside, m < automaton->mark_count ? (uint64_t)1 << m : 0, reaches);
      changed |= memcmp(inside, reaches, count) != 0;
      memcpy(inside, reaches, count);
    }
  }
  bool result = inside[0]; /* it reaches every mark inside, so a run from it does */
  free(inside);
  free(reaches);
  return result;
}

#endif
