#include "network/term.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/contract.h"
#include "base/mix.h"

enum { FIRST_TABLE = 1024 };

void noe_network_terms_init(struct noe_terms *terms, struct noe_arena *arena) {
  *terms = (struct noe_terms){.arena = arena, .table_size = FIRST_TABLE};
  terms->table = NOE_NEW_ARRAY(arena, uint32_t, FIRST_TABLE);
}

static int compare(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

static uint64_t hash_of(const struct noe_term *term, const uint32_t *parts) {
  uint64_t hash = noe_mix(term->kind + 1, (uint64_t)term->value);
  hash = noe_mix(hash, term->number);
  for (uint32_t i = 0; i < term->count; i++)
    hash = noe_mix(hash, parts[i] + UINT64_C(1));
  return hash;
}

static bool is_same(const struct noe_terms *terms, const struct noe_term *a, const struct noe_term *b,
                    const uint32_t *parts) {
  return a->hash == b->hash && a->kind == b->kind && a->value == b->value && a->number == b->number &&
         a->count == b->count && (!a->count || !memcmp(terms->parts.items + a->first, parts, a->count * sizeof *parts));
}

/* Where it stands in the table, or would stand. */
static uint32_t place_of(const struct noe_terms *terms, const struct noe_term *term, const uint32_t *parts) {
  uint32_t at = (uint32_t)term->hash & (terms->table_size - 1);
  while (terms->table[at] && !is_same(terms, noe_term_at(terms, terms->table[at] - 1), term, parts))
    at = (at + 1) & (terms->table_size - 1);
  return at;
}

static void grow(struct noe_terms *terms) {
  terms->table_size *= 2;
  terms->table = NOE_NEW_ARRAY(terms->arena, uint32_t, terms->table_size);
  for (uint32_t i = 0; i < terms->items.count; i++) {
    uint32_t at = (uint32_t)terms->items.items[i].hash & (terms->table_size - 1);
    while (terms->table[at])
      at = (at + 1) & (terms->table_size - 1);
    terms->table[at] = i + 1;
  }
  NOE_COSTLY(!noe_network_terms_check(terms) && "after it has grown a table has each term once");
}

static const char *check_term(const struct noe_terms *terms, uint32_t number) {
  const struct noe_term *term = noe_term_at(terms, number);
  if (term->first + (size_t)term->count > terms->parts.count)
    return "a term has parts that are nowhere";
  const uint32_t *parts = noe_term_parts(terms, number);
  for (uint32_t i = 0; i < term->count; i++) {
    if (parts[i] >= number)
      return "a part comes behind the term that it is a part of";
    if (term->is_unordered && i && parts[i - 1] > parts[i])
      return "parts of an unordered term are not sorted";
  }
  if (term->hash != hash_of(term, parts))
    return "a term has the hash of another one";
  return terms->table[place_of(terms, term, parts)] == number + 1 ? NULL : "a term cannot be found, or is there twice";
}

const char *noe_network_terms_check(const struct noe_terms *terms) {
  size_t used = 0;
  for (uint32_t i = 0; i < terms->table_size; i++)
    used += terms->table[i] != 0;
  if (used != terms->items.count || used >= terms->table_size)
    return "terms are miscounted, or no place of the table is empty";
  for (uint32_t i = 0; i < terms->items.count; i++)
    if (check_term(terms, i))
      return check_term(terms, i);
  return NULL;
}

static void prepare(struct noe_term *term, uint32_t *parts) {
  if (term->is_unordered && term->count > 1)
    qsort(parts, term->count, sizeof *parts, compare);
  term->hash = hash_of(term, parts);
}

uint32_t noe_network_term(struct noe_terms *terms, struct noe_term term, uint32_t *parts) {
  prepare(&term, parts);
  uint32_t at = place_of(terms, &term, parts);
  if (terms->table[at])
    return terms->table[at] - 1;
  if (terms->items.count >= NOE_MOST_TERMS) {
    terms->is_full = true;
    return 0;
  }
  term.first = (uint32_t)terms->parts.count;
  for (uint32_t i = 0; i < term.count; i++) {
    assert(parts[i] < terms->items.count && "parts come before what they are parts of");
    NOE_LIST_PUSH(terms->arena, &terms->parts, parts[i]);
  }
  NOE_LIST_PUSH(terms->arena, &terms->items, term);
  terms->table[at] = (uint32_t)terms->items.count;
  if (2 * terms->items.count > terms->table_size)
    grow(terms);
  assert(terms->items.count < terms->table_size && "free slots are left, so that looking for one ends");
  return (uint32_t)terms->items.count - 1;
}

uint32_t noe_network_find_term(const struct noe_terms *terms, struct noe_term term, uint32_t *parts) {
  prepare(&term, parts);
  uint32_t found = terms->table[place_of(terms, &term, parts)];
  return found ? found - 1 : NOE_NO_TERM;
}

static uint32_t image_of(const struct noe_terms *terms, uint32_t number, const uint32_t *images, uint32_t *scratch) {
  const struct noe_term *term = noe_term_at(terms, number);
  const uint32_t *parts = noe_term_parts(terms, number);
  bool moves = false;
  for (uint32_t i = 0; i < term->count; i++) {
    scratch[i] = images[parts[i]];
    moves |= scratch[i] != parts[i];
    if (scratch[i] == NOE_NO_TERM)
      return NOE_NO_TERM;
  }
  return moves ? noe_network_find_term(terms, *term, scratch) : number;
}

void noe_network_images(const struct noe_terms *terms, noe_literal_image literal, const void *context, uint32_t *images,
                        uint32_t *scratch) {
  for (uint32_t i = 0; i < terms->items.count; i++) {
    const struct noe_term *term = noe_term_at(terms, i);
    images[i] = term->kind == NOE_TERM_LITERAL ? literal(context, term) : image_of(terms, i, images, scratch);
  }
}

uint32_t noe_network_most_parts(const struct noe_terms *terms) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < terms->items.count; i++)
    most = terms->items.items[i].count > most ? terms->items.items[i].count : most;
  return most;
}
