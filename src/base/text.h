/* A growing piece of text, for messages, traces and files that are written in
 * one go. Always terminated by a zero byte. */
#ifndef NOE_BASE_TEXT_H
#define NOE_BASE_TEXT_H

#include <stdarg.h>

#include "base/memory.h"

struct noe_text {
  struct noe_memory *memory;
  char *bytes; /* NULL until something is added; see noe_base_text_string */
  size_t length, capacity;
};

struct noe_text noe_base_text(struct noe_memory *memory);
void noe_base_text_free(struct noe_text *text);
void noe_base_text_clear(struct noe_text *text);
/* Drops what is beyond the first `length` bytes. */
void noe_base_text_cut(struct noe_text *text, size_t length);
void noe_base_text_add(struct noe_text *text, const char *bytes, size_t length);
void noe_base_text_puts(struct noe_text *text, const char *string);
/* In decimal: what states are full of, and printf is slow at. */
void noe_base_text_number(struct noe_text *text, int64_t number);
void noe_base_text_printf(struct noe_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void noe_base_text_vprintf(struct noe_text *text, const char *format, va_list arguments);
const char *noe_base_text_string(const struct noe_text *text);

#endif
