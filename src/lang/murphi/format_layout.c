/* Expressions and types that may need several lines, and the heads of blocks.
 *
 * Only `&`, `|`, `&&`, `||`, `->` break, behind the operator, and quantifiers
 * behind their `do`. A broken chain of one operator has one operand per line. */
#include "lang/murphi/format_int.h"

static bool is_breakable(const struct noe_ast_expr *expr) {
  if (expr->kind != NOE_AST_BINARY)
    return false;
  switch (expr->op) {
  case NOE_AST_IMPLIES:
  case NOE_AST_OR_ELSE:
  case NOE_AST_AND_THEN:
  case NOE_AST_OR:
  case NOE_AST_AND:
  case NOE_AST_THEN:
  case NOE_AST_FUSE:
  case NOE_AST_EITHER: return true;
  default: return false;
  }
}

/* Prefixes that bind more loosely than comparisons, and brackets of all kinds. */
static bool is_wrapping(const struct noe_ast_expr *expr) {
  return expr->kind == NOE_AST_PARENTHESES || expr->kind == NOE_AST_BRACES || expr->kind == NOE_AST_REPEAT ||
         (expr->kind == NOE_AST_UNARY && (expr->op == NOE_AST_NOT || expr->word));
}

/* A comment before the last operand of a chain, or anywhere in a quantifier,
 * stays inside when the expression is broken. A comment in the last operand goes
 * behind the whole and must not count, or it would count only once. */
bool noe_murphi_is_forced(const struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  for (;;) {
    if (is_breakable(expr)) {
      if (noe_murphi_has_comment(f, expr->right->span.begin))
        return true;
      expr = expr->right;
    } else if (expr->kind == NOE_AST_FORALL || expr->kind == NOE_AST_EXISTS)
      return noe_murphi_has_comment(f, expr->span.end);
    else if (is_wrapping(expr))
      expr = expr->left;
    else
      return false;
  }
}

/* Ends the line of an operand and starts that of the next one. */
static void break_line(struct noe_murphi_formatter *f, uint32_t end, uint32_t next, uint32_t indent) {
  uint32_t outer = f->indent;
  noe_murphi_end_line(f, end);
  f->indent = indent;
  f->is_block_start = true;
  noe_murphi_flush_comments(f, next);
  noe_murphi_begin_word(f);
  f->last = f->last < next ? next : f->last;
  f->indent = outer;
}

static void layout_operand(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr, uint32_t indent,
                           size_t tail) {
  bool is_inner_chain = expr->kind == NOE_AST_BINARY;
  noe_murphi_layout_expr(f, expr, is_inner_chain ? indent + NOE_FORMAT_STEP : indent, tail);
}

/* The operands are on the stack, the last one on top of none but its own. */
static void layout_chain(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr, uint32_t indent,
                         size_t tail) {
  enum noe_ast_op op = expr->op;
  size_t bottom = f->stack_count;
  noe_murphi_push_expr(f, expr);
  while (op != NOE_AST_IMPLIES && expr->left->kind == NOE_AST_BINARY && expr->left->op == op) {
    expr = expr->left;
    noe_murphi_push_expr(f, expr);
  }
  layout_operand(f, expr->left, indent, 3);
  while (f->stack_count > bottom) {
    const struct noe_ast_expr *node = f->stack[--f->stack_count];
    bool is_last = f->stack_count == bottom;
    noe_murphi_put(f, op == NOE_AST_THEN ? "" : " ");
    noe_murphi_put(f, noe_murphi_op_text(node));
    break_line(f, node->left->span.end, node->right->span.begin, indent);
    /* `a -> b -> c` is a chain to the right: all on one margin. */
    if (op == NOE_AST_IMPLIES && node->right->kind == NOE_AST_BINARY && node->right->op == op)
      noe_murphi_layout_expr(f, node->right, indent, tail);
    else
      layout_operand(f, node->right, indent, is_last ? tail : 3);
  }
}

static void layout_quantified(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr, uint32_t indent) {
  const struct noe_ast_quantifier *last = expr->quantifiers;
  while (last->next)
    last = last->next;
  noe_murphi_put(f, expr->kind == NOE_AST_FORALL ? "forall " : "exists ");
  noe_murphi_flat_quantifiers(f, expr->quantifiers);
  noe_murphi_put(f, " do");
  break_line(f, last->span.end, expr->left->span.begin, indent + NOE_FORMAT_STEP);
  noe_murphi_layout_expr(f, expr->left, indent + NOE_FORMAT_STEP, 0);
  uint32_t outer = f->indent;
  noe_murphi_end_line(f, expr->left->span.end);
  f->indent = indent;
  f->is_block_start = true;
  noe_murphi_begin_closing(f, expr->span.end);
  f->indent = outer;
  noe_murphi_put(f, "end");
  f->last = f->last < expr->span.end ? expr->span.end : f->last;
}

/* Repetitions in a row, which may be many, stand behind what they repeat. */
static void layout_repeated(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr, uint32_t indent,
                            size_t tail) {
  size_t bottom = f->stack_count;
  for (; expr->kind == NOE_AST_REPEAT; expr = expr->left)
    noe_murphi_push_expr(f, expr);
  noe_murphi_layout_expr(f, expr, indent, tail + 6);
  while (f->stack_count > bottom)
    noe_murphi_put_repetition(f, f->stack[--f->stack_count]);
}

void noe_murphi_layout_expr(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr, uint32_t indent,
                            size_t tail) {
  size_t used = noe_murphi_column(f) + tail;
  bool is_flat =
      !noe_murphi_is_forced(f, expr) && used < NOE_FORMAT_WIDTH && noe_murphi_fits(f, expr, NOE_FORMAT_WIDTH - used);
  if (!is_flat && is_breakable(expr))
    layout_chain(f, expr, indent, tail);
  else if (!is_flat && expr->kind == NOE_AST_PARENTHESES) {
    noe_murphi_put(f, "(");
    noe_murphi_layout_expr(f, expr->left, indent + 1, tail + 1);
    noe_murphi_put(f, ")");
  } else if (!is_flat && expr->kind == NOE_AST_BRACES) {
    noe_murphi_put(f, "{ ");
    noe_murphi_layout_expr(f, expr->left, indent + 2, tail + 2);
    noe_murphi_put(f, " }");
  } else if (!is_flat && expr->kind == NOE_AST_REPEAT)
    layout_repeated(f, expr, indent, tail);
  else if (!is_flat && is_wrapping(expr)) {
    noe_murphi_put_prefix(f, expr);
    noe_murphi_layout_expr(f, expr->left, indent + (expr->word ? NOE_FORMAT_STEP : 1), tail);
  } else if (!is_flat && (expr->kind == NOE_AST_FORALL || expr->kind == NOE_AST_EXISTS))
    layout_quantified(f, expr, indent);
  else
    noe_murphi_flat_expr(f, expr);
}

/* ------------------------------------------------------------------- types */

static void layout_record(struct noe_murphi_formatter *f, const struct noe_ast_type *type) {
  noe_murphi_put(f, "record");
  noe_murphi_end_line(f, type->span.begin + 6);
  noe_murphi_open_block(f);
  for (const struct noe_ast_field *field = type->fields; field; field = field->next) {
    noe_murphi_begin_line(f, field->span.begin);
    noe_murphi_put_names(f, field->names);
    noe_murphi_put(f, ": ");
    noe_murphi_layout_type(f, field->type);
    noe_murphi_put(f, ";");
    noe_murphi_end_line(f, field->span.end);
  }
  noe_murphi_close_block(f);
  noe_murphi_begin_closing(f, type->span.end);
  noe_murphi_put(f, "end");
}

static bool enum_fits(struct noe_murphi_formatter *f, const struct noe_ast_type *type) {
  f->measuring = true;
  f->width = 0;
  noe_murphi_flat_type(f, type);
  f->measuring = false;
  return noe_murphi_column(f) + f->width < NOE_FORMAT_WIDTH;
}

static bool is_comment_inside(const struct noe_murphi_formatter *f, struct noe_span span) {
  const struct noe_ast_comment *comment = f->comment;
  while (comment && comment->span.begin < span.begin)
    comment = comment->next;
  return comment && comment->span.begin < span.end;
}

/* One member a line if there are comments to keep apart, else as many as fit. A
 * comment still waiting from before the enum ends up inside if it is broken. */
static void layout_enum(struct noe_murphi_formatter *f, const struct noe_ast_type *type) {
  bool has_comments = noe_murphi_has_comment(f, type->span.end);
  if (!type->names || (!is_comment_inside(f, type->span) && enum_fits(f, type))) {
    noe_murphi_flat_type(f, type);
    return;
  }
  noe_murphi_put(f, "enum {");
  noe_murphi_end_line(f, type->span.begin + 4);
  noe_murphi_open_block(f);
  bool is_new = true;
  for (const struct noe_ast_name *name = type->names; name; name = name->next) {
    size_t width = name->span.end - name->span.begin;
    if (is_new)
      noe_murphi_begin_line(f, name->span.begin);
    noe_murphi_put(f, name->text);
    noe_murphi_put(f, name->next ? "," : "");
    is_new = has_comments || !name->next || noe_murphi_column(f) + width + 2 > NOE_FORMAT_WIDTH - 20;
    if (is_new)
      noe_murphi_end_line(f, name->span.end);
    else
      noe_murphi_put(f, " ");
  }
  noe_murphi_close_block(f);
  noe_murphi_begin_closing(f, type->span.end);
  noe_murphi_put(f, "}");
}

void noe_murphi_layout_type(struct noe_murphi_formatter *f, const struct noe_ast_type *type) {
  switch (type->kind) {
  case NOE_AST_TYPE_RECORD:
    if (type->fields)
      layout_record(f, type);
    else
      noe_murphi_flat_type(f, type);
    break;
  case NOE_AST_TYPE_ENUM: layout_enum(f, type); break;
  case NOE_AST_TYPE_ARRAY:
    noe_murphi_put(f, "array [");
    noe_murphi_flat_type(f, type->index);
    noe_murphi_put(f, "] of ");
    noe_murphi_layout_type(f, type->element);
    break;
  case NOE_AST_TYPE_MULTISET:
    noe_murphi_put(f, "multiset [");
    noe_murphi_flat_expr(f, type->low);
    noe_murphi_put(f, "] of ");
    noe_murphi_layout_type(f, type->element);
    break;
  default: noe_murphi_flat_type(f, type);
  }
}
