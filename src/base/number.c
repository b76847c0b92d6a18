#include "base/number.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"

struct noe_number noe_base_number(struct noe_memory *memory, uint64_t value) {
  struct noe_number number = {.memory = memory};
  noe_base_number_set(&number, value);
  return number;
}

void noe_base_number_free(struct noe_number *number) {
  noe_base_free(number->memory, number->digits);
  *number = (struct noe_number){.memory = number->memory};
}

static void reserve(struct noe_number *number, size_t count) {
  assert(number->count <= number->capacity && "digits stay in their room");
  if (count <= number->capacity)
    return;
  size_t capacity = number->capacity * 2 > count ? number->capacity * 2 : count + 2;
  number->digits = noe_base_realloc(number->memory, number->digits, capacity * sizeof *number->digits);
  number->capacity = capacity;
}

static void push(struct noe_number *number, uint32_t digit) {
  reserve(number, number->count + 1);
  number->digits[number->count++] = digit;
}

void noe_base_number_set(struct noe_number *number, uint64_t value) {
  number->count = 0;
  for (; value; value >>= 32)
    push(number, (uint32_t)value);
}

void noe_base_number_copy(struct noe_number *number, const struct noe_number *other) {
  assert(number != other && "a number is not copied onto itself");
  reserve(number, other->count);
  if (other->count)
    memcpy(number->digits, other->digits, other->count * sizeof *other->digits);
  number->count = other->count;
}

void noe_base_number_add(struct noe_number *number, const struct noe_number *other) {
  uint64_t carry = 0;
  if (other->count == 1 && number->count && number->digits[0] <= UINT32_MAX - other->digits[0]) { /* mostly */
    number->digits[0] += other->digits[0];
    return;
  }
  for (size_t i = 0; i < other->count || carry; i++) {
    if (i == number->count)
      push(number, 0);
    carry += (uint64_t)number->digits[i] + (i < other->count ? other->digits[i] : 0);
    number->digits[i] = (uint32_t)carry;
    carry >>= 32;
  }
  NOE_COSTLY(!noe_base_number_check(number) && "a sum of numbers without leading zeros has none");
}

void noe_base_number_multiply(struct noe_number *number, uint32_t factor) {
  if (!factor)
    number->count = 0;
  uint64_t carry = 0;
  for (size_t i = 0; i < number->count; i++) {
    carry += (uint64_t)number->digits[i] * factor;
    number->digits[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry)
    push(number, (uint32_t)carry);
}

uint32_t noe_base_number_divide(struct noe_number *number, uint32_t divisor) {
  assert(divisor && "division by zero");
  uint64_t rest = 0;
  for (size_t i = number->count; i-- > 0;) {
    rest = rest << 32 | number->digits[i];
    number->digits[i] = (uint32_t)(rest / divisor);
    rest %= divisor;
  }
  assert(rest < divisor && "the remainder is smaller than the divisor");
  while (number->count && !number->digits[number->count - 1])
    number->count--;
  NOE_COSTLY(!noe_base_number_check(number) && "a quotient has no leading zeros");
  return (uint32_t)rest;
}

void noe_base_number_factorial(struct noe_number *number, uint32_t n) {
  for (uint32_t i = 2; i <= n; i++)
    noe_base_number_multiply(number, i);
}

const char *noe_base_number_check(const struct noe_number *number) {
  if (number->count > number->capacity)
    return "a number has more digits than room for them";
  return number->count && !number->digits[number->count - 1] ? "a number begins with a zero" : NULL;
}

int noe_base_number_compare(const struct noe_number *a, const struct noe_number *b) {
  NOE_COSTLY(!noe_base_number_check(a) && !noe_base_number_check(b) &&
             "numbers have no leading zeros, or more digits would not be more");
  if (a->count != b->count)
    return a->count < b->count ? -1 : 1;
  for (size_t i = a->count; i-- > 0;)
    if (a->digits[i] != b->digits[i])
      return a->digits[i] < b->digits[i] ? -1 : 1;
  return 0;
}

void noe_base_number_print(const struct noe_number *number, struct noe_text *out) {
  enum { GROUP = 1000000000 };
  struct noe_number rest = noe_base_number(number->memory, 0);
  noe_base_number_copy(&rest, number);
  struct noe_number groups = noe_base_number(number->memory, 0);
  while (rest.count)
    push(&groups, noe_base_number_divide(&rest, GROUP));
  noe_base_text_printf(out, "%u", groups.count ? groups.digits[groups.count - 1] : 0);
  for (size_t i = groups.count; i-- > 1;)
    noe_base_text_printf(out, "%09u", groups.digits[i - 1]);
  noe_base_number_free(&groups);
  noe_base_number_free(&rest);
}
