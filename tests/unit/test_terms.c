/* Terms of ground clauses (src/network/term.h): each once, and a checker that catches planted defects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "network/term.h"
#include "plant.h"

static uint32_t literal(struct noe_terms *terms, int64_t value) {
  return noe_network_term(terms, (struct noe_term){.kind = NOE_TERM_LITERAL, .value = value}, NULL);
}

static uint32_t equal(struct noe_terms *terms, uint32_t a, uint32_t b) {
  uint32_t parts[2] = {a, b};
  return noe_network_term(terms, (struct noe_term){.kind = NOE_TERM_EQUAL, .is_unordered = true, .count = 2}, parts);
}

static void checker_catches_defects(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_terms t;
  noe_network_terms_init(&t, arena);
  const uint32_t one = literal(&t, 1), two = literal(&t, 2), both = equal(&t, two, one);
  assert_int_equal(equal(&t, one, two), both);
  assert_int_equal(literal(&t, 2), two);
  struct noe_term *term = &t.items.items[both];
  uint32_t place = 0;
  while (t.table[place] != both + 1)
    place++;
  PLANT(t.table[place], 0, noe_network_terms_check(&t), "terms are miscounted, or no place of the table is empty");
  PLANT(t.table[place], one + 1, noe_network_terms_check(&t), "a term cannot be found, or is there twice");
  PLANT(term->first, 1, noe_network_terms_check(&t), "a term has parts that are nowhere");
  PLANT(t.parts.items[1], both, noe_network_terms_check(&t), "a part comes behind the term that it is a part of");
  PLANT(t.parts.items[1], one, noe_network_terms_check(&t), "a term has the hash of another one");
  PLANT(t.parts.items[0], two, noe_network_terms_check(&t), "a term has the hash of another one");
  const uint32_t swapped[2] = {two, one}, kept[2] = {one, two};
  plant_bytes(t.parts.items, swapped, sizeof swapped);
  plant_expect(noe_network_terms_check(&t), "parts of an unordered term are not sorted", "parts exchanged");
  plant_bytes(t.parts.items, kept, sizeof kept);
  PLANT(term->hash, 7, noe_network_terms_check(&t), "a term has the hash of another one");
  noe_base_arena_delete(arena);
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(checker_catches_defects)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
