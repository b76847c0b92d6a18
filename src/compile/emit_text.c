#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compile/emit_int.h"

/* ------------------------------------------------------------------- lines */

static void indent(struct noe_emit_function *function) {
  for (int i = 0; i < function->depth; i++)
    noe_base_text_puts(&function->text, "  ");
}

static void vline(struct noe_emitter *emitter, const char *format, va_list arguments, const char *end) {
  assert(emitter->in && emitter->in->depth >= 1 && "lines stand in a function");
  indent(emitter->in);
  noe_base_text_vprintf(&emitter->in->text, format, arguments);
  noe_base_text_puts(&emitter->in->text, end);
}

void noe_compile_line(struct noe_emitter *emitter, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vline(emitter, format, arguments, "\n");
  va_end(arguments);
}

void noe_compile_open(struct noe_emitter *emitter, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vline(emitter, format, arguments, " {\n");
  va_end(arguments);
  emitter->in->depth++;
}

void noe_compile_brace(struct noe_emitter *emitter) {
  noe_compile_line(emitter, "{");
  emitter->in->depth++;
}

void noe_compile_close(struct noe_emitter *emitter) {
  assert(emitter->in->depth > 1 && "braces of a function close behind those inside it");
  emitter->in->depth--;
  noe_compile_line(emitter, "}");
}

void noe_compile_bail_if(struct noe_emitter *emitter, const char *format, ...) {
  va_list arguments;
  indent(emitter->in);
  noe_base_text_puts(&emitter->in->text, "if (UNLIKELY(");
  va_start(arguments, format);
  noe_base_text_vprintf(&emitter->in->text, format, arguments);
  va_end(arguments);
  noe_base_text_printf(&emitter->in->text, ")) goto %s;\n", emitter->in->bail.label);
  emitter->in->bails = true;
}

unsigned noe_compile_name(struct noe_emitter *emitter) { return ++emitter->in->names; }

void noe_compile_refuse(struct noe_emitter *emitter, const char *why) {
  if (!emitter->unsupported)
    emitter->why = why;
  emitter->unsupported = true;
}

/* ------------------------------------------------------------------- terms */

const char *noe_compile_number(int64_t value, char buffer[NOE_TERM_TEXT]) {
  if (value == INT64_MIN)
    return "INT64_MIN";
  snprintf(buffer, NOE_TERM_TEXT, value < 0 ? "(%" PRId64 ")" : "%" PRId64, value);
  return buffer;
}

struct noe_term noe_compile_constant(int64_t value) {
  struct noe_term term = {.low = value, .high = value, .defined = true};
  const char *text = noe_compile_number(value, term.text);
  if (text != term.text)
    strcpy(term.text, text);
  return term;
}

/* No value at all is within its bounds. */
struct noe_term noe_compile_undefined(void) {
  return (struct noe_term){.text = "U", .low = 1, .high = 0};
}

bool noe_term_is_constant(const struct noe_term *term) { return term->defined && term->low == term->high; }

struct noe_term noe_compile_term(struct noe_emitter *emitter, int64_t low, int64_t high, bool defined,
                                 const char *format, ...) {
  struct noe_term term = {.low = low, .high = high, .defined = defined};
  snprintf(term.text, sizeof term.text, "t%u", noe_compile_name(emitter));
  indent(emitter->in);
  noe_base_text_printf(&emitter->in->text, "const int64_t %s = ", term.text);
  va_list arguments;
  va_start(arguments, format);
  noe_base_text_vprintf(&emitter->in->text, format, arguments);
  va_end(arguments);
  noe_base_text_puts(&emitter->in->text, ";\n");
  return term;
}

void noe_compile_misfit(struct noe_emitter *emitter, const struct noe_term *value) {
  if (value->low > value->high)
    return;
  emitter->misfits = true;
  noe_compile_bail_if(emitter, "%s != (cell)%s", value->text, value->text);
}

const struct noe_term *noe_compile_term_of(struct noe_emitter *emitter, uint32_t value) {
  const struct noe_term *term = &emitter->in->terms[value];
  assert((*term->text || emitter->unsupported) && "a value is computed before it is used");
  return term;
}

void noe_compile_give(struct noe_emitter *emitter, uint32_t value, struct noe_term term) {
  assert(value < emitter->in->unit->value_count && "the value is one of the unit");
  assert((*term.text || emitter->unsupported) && "a value is something in C");
  emitter->in->terms[value] = term;
}

/* --------------------------------------------------------------- functions */

void noe_compile_begin(struct noe_emitter *emitter, struct noe_emit_function *function) {
  assert(!emitter->in && "functions of C do not nest");
  *function = (struct noe_emit_function){.text = noe_base_text(emitter->memory), .depth = 1};
  strcpy(function->leave.label, "leave");
  strcpy(function->bail.label, "bail");
  emitter->in = function;
}

void noe_compile_end(struct noe_emitter *emitter, const char *head, const char *result, struct noe_text *out) {
  struct noe_emit_function *function = emitter->in;
  assert((emitter->unsupported || (function->depth == 1 && !function->seek)) && "all braces and loops are closed");
  noe_base_text_printf(out, "\n%s {\n", head);
  noe_compile_declare_frame(emitter, out);
  noe_base_text_puts(out, noe_base_text_string(&function->text));
  noe_base_text_printf(out, "  return%s%s;\n", *result ? " " : "", result);
  if (function->bails)
    noe_base_text_printf(out, "bail:\n  f->status = BAILED;\n  return%s%s;\n", *result ? " " : "", *result ? "0" : "");
  if (function->leaves)
    noe_base_text_printf(out, "leave:\n  return%s%s;\n", *result ? " " : "", *result ? "0" : "");
  noe_base_text_puts(out, "}\n");
  noe_base_text_free(&function->text);
  emitter->in = NULL;
}
