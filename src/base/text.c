#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct noe_text noe_base_text(struct noe_memory *memory) {
  return (struct noe_text){.memory = memory};
}

void noe_base_text_free(struct noe_text *text) {
  noe_base_free(text->memory, text->bytes);
  *text = noe_base_text(text->memory);
}

void noe_base_text_clear(struct noe_text *text) {
  text->length = 0;
  if (text->bytes)
    text->bytes[0] = 0;
}

void noe_base_text_cut(struct noe_text *text, size_t length) {
  assert(length <= text->length && "texts are not made longer by cutting");
  text->length = length;
  if (text->bytes)
    text->bytes[length] = 0;
}

static void reserve(struct noe_text *text, size_t extra) {
  assert((text->length < text->capacity || !text->bytes) && "a text has room for its end");
  size_t need = text->length + extra + 1;
  if (need <= text->capacity)
    return;
  size_t capacity = text->capacity ? text->capacity : 64;
  while (capacity < need)
    capacity *= 2;
  text->bytes = noe_base_realloc(text->memory, text->bytes, capacity);
  text->capacity = capacity;
}

void noe_base_text_add(struct noe_text *text, const char *bytes, size_t length) {
  assert((bytes || !length) && "there is something to add");
  reserve(text, length);
  if (length)
    memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = 0;
}

void noe_base_text_puts(struct noe_text *text, const char *string) { noe_base_text_add(text, string, strlen(string)); }

void noe_base_text_number(struct noe_text *text, int64_t number) {
  char digits[24], *end = digits + sizeof digits, *begin = end;
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  do
    *--begin = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0)
    *--begin = '-';
  noe_base_text_add(text, begin, (size_t)(end - begin));
}

void noe_base_text_vprintf(struct noe_text *text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  reserve(text, 0);
  size_t room = text->capacity - text->length; /* mostly enough */
  int length = vsnprintf(text->bytes + text->length, room, format, again);
  va_end(again);
  if (length >= 0 && (size_t)length >= room) {
    reserve(text, (size_t)length);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
  }
  if (length >= 0)
    text->length += (size_t)length;
}

void noe_base_text_printf(struct noe_text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  noe_base_text_vprintf(text, format, arguments);
  va_end(arguments);
}

const char *noe_base_text_string(const struct noe_text *text) { return text->bytes ? text->bytes : ""; }
