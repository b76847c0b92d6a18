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
  emitter->in->bails = emitter->in->fails = true;
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

const char *noe_compile_plus(int64_t value, char buffer[NOE_TERM_TEXT]) {
  snprintf(buffer, NOE_TERM_TEXT, "%c %" PRIu64 "u", value < 0 ? '-' : '+',
           value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
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

/* ------------------------------------------------------------------ locals */

void noe_compile_use_local(struct noe_emitter *emitter, uint32_t slot, uint32_t cells) {
  struct noe_emit_function *in = emitter->in;
  for (size_t i = 0; i < in->locals.count; i++) {
    const struct noe_local *local = &in->locals.items[i];
    if (local->slot == slot && local->cells == cells)
      return;
    if (local->slot < slot + cells && slot < local->slot + local->cells)
      noe_compile_refuse(emitter, "frame cells are used in two ways");
  }
  NOE_LIST_PUSH(emitter->arena, &in->locals, ((struct noe_local){slot, cells}));
}

void noe_compile_use_reference(struct noe_emitter *emitter, uint32_t slot) {
  struct noe_emit_function *in = emitter->in;
  for (size_t i = 0; i < in->references.count; i++)
    if (in->references.items[i] == slot)
      return;
  NOE_LIST_PUSH(emitter->arena, &in->references, slot);
}

void noe_compile_misfit(struct noe_emitter *emitter, const struct noe_term *value) {
  if (value->low > value->high)
    return;
  emitter->misfits = true;
  noe_compile_bail_if(emitter, "%s != (cell)%s", value->text, value->text);
}

void noe_compile_set_local(struct noe_emitter *emitter, uint32_t slot, const struct noe_term *value) {
  noe_compile_use_local(emitter, slot, 1);
  if (!noe_compile_fits(emitter, value->low, value->high))
    noe_compile_misfit(emitter, value);
  noe_compile_line(emitter, "l%u[0] = (cell)%s;", slot, value->text);
}

void noe_compile_bind(struct noe_emitter *emitter, uint32_t slot, const struct noe_term *value, bool fixed) {
  if (fixed)
    NOE_LIST_PUSH(emitter->arena, &emitter->in->bound, ((struct noe_bound){slot, *value}));
  else
    noe_compile_set_local(emitter, slot, value);
}

const struct noe_term *noe_compile_bound(const struct noe_emitter *emitter, uint32_t slot) {
  for (size_t i = emitter->in->bound.count; i-- > 0;)
    if (emitter->in->bound.items[i].slot == slot)
      return &emitter->in->bound.items[i].value;
  return NULL;
}

void noe_compile_release(struct noe_emitter *emitter, bool fixed) { emitter->in->bound.count -= fixed; }

/* --------------------------------------------------------------- functions */

enum { MOST_LOCAL_CELLS = 4096, CELLS_BY_HAND = 8 };

void noe_compile_begin(struct noe_emitter *emitter, struct noe_emit_function *function) {
  *function = (struct noe_emit_function){.text = noe_base_text(emitter->memory), .depth = 1};
  strcpy(function->leave.label, "leave");
  strcpy(function->bail.label, "bail");
  emitter->in = function;
}

static void declare_local(struct noe_text *out, const struct noe_local *local) {
  noe_base_text_printf(out, "  cell l%u[%u]", local->slot, local->cells ? local->cells : 1);
  if (local->cells <= CELLS_BY_HAND) {
    noe_base_text_puts(out, " = {U");
    for (uint32_t i = 1; i < local->cells; i++)
      noe_base_text_puts(out, ", U");
    noe_base_text_puts(out, "};\n");
    return;
  }
  noe_base_text_printf(out, ";\n  for (int64_t i = 0; i < %u; i++) l%u[i] = U;\n", local->cells, local->slot);
}

static void declare_locals(struct noe_emitter *emitter, const struct noe_emit_function *function,
                           struct noe_text *out) {
  uint64_t cells = 2 * (uint64_t)function->compared;
  if (function->compared)
    noe_base_text_printf(out, "  cell y[%u], z[%u];\n", function->compared, function->compared);
  for (size_t i = 0; i < function->locals.count; i++) {
    cells += function->locals.items[i].cells;
    declare_local(out, &function->locals.items[i]);
  }
  /* What other rounds did to the cells of an earlier call that lay there is nothing to these. */
  for (size_t i = 0; function->watching && i < function->locals.count; i++)
    noe_base_text_printf(out, "  watch_forget(f, l%u, %u);\n", function->locals.items[i].slot,
                         function->locals.items[i].cells);
  for (size_t i = 0; i < function->locals.count; i++)
    noe_compile_forget_taints(emitter, &function->locals.items[i], out);
  uint32_t parameters = function->function ? function->function->parameter_count : 0;
  for (size_t i = 0; i < function->references.count; i++)
    if (function->references.items[i] >= parameters)
      noe_base_text_printf(out, "  cell *p%u = 0;\n", function->references.items[i]);
  if (cells > MOST_LOCAL_CELLS)
    noe_compile_refuse(emitter, "local variables are too large");
}

void noe_compile_end(struct noe_emitter *emitter, const char *head, const char *result, struct noe_text *out) {
  struct noe_emit_function *function = emitter->in;
  noe_base_text_printf(out, "\n%s {\n", head);
  declare_locals(emitter, function, out);
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
