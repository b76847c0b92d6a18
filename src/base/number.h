/* Natural numbers of any size: counts of concrete states, group orders. */
#ifndef NOE_BASE_NUMBER_H
#define NOE_BASE_NUMBER_H

#include "base/memory.h"
#include "base/text.h"

/* Digits in base 2^32, least first, without leading zeros; zero has none. */
struct noe_number {
  struct noe_memory *memory;
  uint32_t *digits;
  size_t count, capacity;
};

struct noe_number noe_base_number(struct noe_memory *memory, uint64_t value);
void noe_base_number_free(struct noe_number *number);
void noe_base_number_set(struct noe_number *number, uint64_t value);
void noe_base_number_copy(struct noe_number *number, const struct noe_number *other);
void noe_base_number_add(struct noe_number *number, const struct noe_number *other);
void noe_base_number_multiply(struct noe_number *number, uint32_t factor);
/* Divides and returns the remainder; `divisor` is not 0. */
uint32_t noe_base_number_divide(struct noe_number *number, uint32_t divisor);
/* Multiplies by n! */
void noe_base_number_factorial(struct noe_number *number, uint32_t n);
/* Is it sound? NULL, or a sentence that says what is wrong. */
const char *noe_base_number_check(const struct noe_number *number);
int noe_base_number_compare(const struct noe_number *a, const struct noe_number *b);
/* In decimal. */
void noe_base_number_print(const struct noe_number *number, struct noe_text *out);

#endif
