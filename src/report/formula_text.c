#include "report/formula_text.h"

#include <string.h>

#include "model/print.h"
#include "model/visit.h"
#include "report/escape.h"

enum { MOST_TEXT = 48 };

struct writer {
  const struct noe_report *report;
  const struct noe_temporal *temporal;
  struct noe_arena *arena;
  const int64_t *values; /* of the variables around, or NULL */
  struct noe_text *out;
};

static void write(struct writer *writer, const struct noe_formula *formula, bool is_part);

static bool is_read(const struct noe_visit *visit, const struct noe_expr *expr) {
  return expr->kind == NOE_EXPR_LOCAL && expr->slot == visit->slot;
}

/* `waiting[q] [q = Process_2]` */
static void atom(struct writer *writer, const struct noe_formula *formula) {
  const struct noe_expr *expr = writer->temporal->atoms[formula->number];
  const int64_t *values = formula->values ? formula->values : writer->values;
  const char *text = noe_report_excerpt(writer->report, writer->arena, expr, MOST_TEXT);
  noe_report_escape_plain(writer->out, text ? text : "...");
  for (uint32_t i = 0; values && i < writer->temporal->variable_count; i++) {
    const struct noe_formula_variable *variable = &writer->temporal->variables[i];
    struct noe_visit visit = {.expr = is_read, .slot = variable->slot};
    if (variable->is_argument || !noe_model_visit_expr(&visit, expr))
      continue;
    noe_base_text_printf(writer->out, " [%s = ", variable->name);
    noe_model_print_value(variable->type, values[i], writer->out);
    noe_base_text_puts(writer->out, "]");
  }
}

/* In parentheses, unless it is one word. */
static void part(struct writer *writer, const struct noe_formula *formula, bool is_part) {
  struct noe_text text = noe_base_text(writer->report->memory), *out = writer->out;
  writer->out = &text;
  atom(writer, formula);
  writer->out = out;
  is_part = is_part && strpbrk(noe_base_text_string(&text), " =<>!&|?+-*/%^~");
  noe_base_text_printf(out, "%s%s%s", is_part ? "(" : "", noe_base_text_string(&text), is_part ? ")" : "");
  noe_base_text_free(&text);
}

static const char *path_word(enum noe_path path) {
  return path == NOE_PATH_ALL ? "A" : path == NOE_PATH_SOME ? "E" : "";
}

static void prefix(struct writer *writer, const char *word, const struct noe_formula *operand) {
  noe_base_text_puts(writer->out, word);
  write(writer, operand, true);
}

static void temporal(struct writer *writer, const struct noe_formula *formula, const char *letter) {
  noe_base_text_printf(writer->out, "%s%s ", path_word(formula->path), letter);
  write(writer, formula->left, true);
}

static void binary(struct writer *writer, const struct noe_formula *formula, const char *word, bool is_part) {
  bool is_path = formula->path != NOE_PATH_NONE;
  noe_base_text_printf(writer->out, "%s%s", path_word(formula->path), is_path ? " (" : is_part ? "(" : "");
  write(writer, formula->left, true);
  noe_base_text_printf(writer->out, " %s ", word);
  write(writer, formula->right, true);
  noe_base_text_puts(writer->out, is_path || is_part ? ")" : "");
}

static void bound(struct writer *writer, const struct noe_formula *formula, const char *word) {
  const struct noe_formula_variable *variable = &writer->temporal->variables[formula->number];
  noe_base_text_printf(writer->out, "%s %s: ... do ", word, variable->name);
  write(writer, formula->left, false);
  noe_base_text_puts(writer->out, " end");
}

static void path(struct writer *writer, const struct noe_formula *formula) {
  const int64_t *before = writer->values;
  writer->values = formula->values ? formula->values : before;
  noe_base_text_printf(writer->out, "%s ", path_word(formula->path));
  write(writer, formula->left, true);
  writer->values = before;
}

static void fixed_point(struct writer *writer, const struct noe_formula *formula, const char *word, bool is_part) {
  noe_base_text_printf(writer->out, "%s%s Z%u. ", is_part ? "(" : "", word, (unsigned)formula->number);
  write(writer, formula->left, false);
  noe_base_text_puts(writer->out, is_part ? ")" : "");
}

static void by_rule(struct writer *writer, const struct noe_formula *formula, const char *open, const char *close) {
  noe_base_text_puts(writer->out, open);
  noe_report_escape_plain(writer->out, formula->rule);
  noe_base_text_printf(writer->out, "%s ", close);
  write(writer, formula->left, true);
}

/* `is_part`: of a larger formula, so that parentheses may be needed. */
static void write(struct writer *writer, const struct noe_formula *formula, bool is_part) {
  switch (formula->kind) {
  case NOE_FORMULA_TRUE: noe_base_text_puts(writer->out, "true"); break;
  case NOE_FORMULA_FALSE: noe_base_text_puts(writer->out, "false"); break;
  case NOE_FORMULA_TAKEN: atom(writer, formula); break;
  case NOE_FORMULA_ATOM: part(writer, formula, is_part); break;
  case NOE_FORMULA_NOT: prefix(writer, "!", formula->left); break;
  case NOE_FORMULA_AND: binary(writer, formula, "&", is_part); break;
  case NOE_FORMULA_OR: binary(writer, formula, "|", is_part); break;
  case NOE_FORMULA_IMPLIES: binary(writer, formula, "->", is_part); break;
  case NOE_FORMULA_FORALL: bound(writer, formula, "forall"); break;
  case NOE_FORMULA_EXISTS: bound(writer, formula, "exists"); break;
  case NOE_FORMULA_NEXT: temporal(writer, formula, "X"); break;
  case NOE_FORMULA_ALWAYS: temporal(writer, formula, "G"); break;
  case NOE_FORMULA_EVENTUALLY: temporal(writer, formula, "F"); break;
  case NOE_FORMULA_UNTIL: binary(writer, formula, "U", is_part); break;
  case NOE_FORMULA_WEAK_UNTIL: binary(writer, formula, "W", is_part); break;
  case NOE_FORMULA_RELEASE: binary(writer, formula, "R", is_part); break;
  case NOE_FORMULA_SINCE: binary(writer, formula, "S", is_part); break;
  case NOE_FORMULA_PREVIOUS: temporal(writer, formula, "Y"); break;
  case NOE_FORMULA_ONCE: temporal(writer, formula, "O"); break;
  case NOE_FORMULA_HISTORICALLY: temporal(writer, formula, "H"); break;
  case NOE_FORMULA_PATH: path(writer, formula); break;
  case NOE_FORMULA_LEAST: fixed_point(writer, formula, "mu", is_part); break;
  case NOE_FORMULA_GREATEST: fixed_point(writer, formula, "nu", is_part); break;
  case NOE_FORMULA_POINT: noe_base_text_printf(writer->out, "Z%u", (unsigned)formula->number); break;
  case NOE_FORMULA_DIAMOND: by_rule(writer, formula, "<\"", "\">"); break;
  case NOE_FORMULA_BOX: by_rule(writer, formula, "[\"", "\"]"); break;
  }
}

void noe_report_formula(const struct noe_report *report, const struct noe_clause *claim,
                        const struct noe_formula *formula, struct noe_text *out) {
  struct writer writer = {report, claim->temporal, noe_base_arena_new(report->memory), NULL, out};
  if (formula)
    write(&writer, formula, false);
  else
    noe_base_text_puts(out, "a large formula");
  noe_base_arena_delete(writer.arena);
}
