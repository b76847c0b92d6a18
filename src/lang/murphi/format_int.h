/* The formatter's own parts, for format*.c only.
 *
 * Lines are printed one by one. Before a line all comments that stand before its
 * text are printed on lines of their own; at its end the comments inside it and
 * those behind it on the same source line are added as far as they fit on one
 * line; what is left comes before the next line. So every comment is printed
 * once and in order.
 *
 * Stability: whether a construct is broken over lines depends on its flat width
 * and on comments that stay inside it when it is broken, both of which are the
 * same when the output is read again. */
#ifndef NOE_LANG_MURPHI_FORMAT_INT_H
#define NOE_LANG_MURPHI_FORMAT_INT_H

#include "lang/murphi/format.h"

enum { NOE_FORMAT_WIDTH = 100, NOE_FORMAT_STEP = 2, NOE_FORMAT_CONTINUE = 4 };

struct noe_murphi_formatter {
  struct noe_text *out;
  const struct noe_source *source;
  const struct noe_ast_comment *comment; /* the next one to print */
  uint32_t indent;
  uint32_t last;       /* everything in the source before this is printed */
  size_t line;         /* where the current line starts in `out` */
  bool is_block_start; /* no blank line here, even if the source has one */
  bool measuring;      /* count instead of printing, up to `budget` */
  size_t width, budget;
  const struct noe_ast_expr **stack; /* left spines of the expressions being printed */
  size_t stack_count, stack_capacity;
};

/* ------------------------------------------------------ format_line.c */

void noe_murphi_put(struct noe_murphi_formatter *f, const char *text);
void noe_murphi_put_bytes(struct noe_murphi_formatter *f, const char *bytes, size_t length);
/* The literal at `span`, which stands for `text`. */
void noe_murphi_put_string(struct noe_murphi_formatter *f, const char *text, size_t length, struct noe_span span);
void noe_murphi_put_names(struct noe_murphi_formatter *f, const struct noe_ast_name *name);

/* Indentation for text that starts at `offset`, after comments and perhaps a
 * blank line. */
void noe_murphi_begin_line(struct noe_murphi_formatter *f, uint32_t offset);

/* Indentation for a word that has no place of its own in the tree. */
void noe_murphi_begin_word(struct noe_murphi_formatter *f);

/* Comments that belong to the line, then the newline; `offset` is where the text
 * of the line ends in the source. */
void noe_murphi_end_line(struct noe_murphi_formatter *f, uint32_t offset);

/* Comments before `offset`, on lines of their own. */
void noe_murphi_flush_comments(struct noe_murphi_formatter *f, uint32_t offset);

/* The comments left in a block that ends at `offset`, and the indentation of its
 * closing word. */
void noe_murphi_begin_closing(struct noe_murphi_formatter *f, uint32_t offset);

/* Is there a comment before `offset` that is not printed yet? */
bool noe_murphi_has_comment(const struct noe_murphi_formatter *f, uint32_t offset);

void noe_murphi_open_block(struct noe_murphi_formatter *f);
void noe_murphi_close_block(struct noe_murphi_formatter *f);
size_t noe_murphi_column(const struct noe_murphi_formatter *f);

/* ------------------------------------------- format_expr.c, format_layout.c */

/* On one line. */
void noe_murphi_flat_expr(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr);
void noe_murphi_flat_exprs(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr);
void noe_murphi_flat_quantifiers(struct noe_murphi_formatter *f, const struct noe_ast_quantifier *quantifier);
void noe_murphi_flat_type(struct noe_murphi_formatter *f, const struct noe_ast_type *type);
/* The operator of a UNARY or BINARY. */
const char *noe_murphi_op_text(const struct noe_ast_expr *expr);
/* A prefix operator, and the space behind it if there is one. */
void noe_murphi_put_prefix(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr);
void noe_murphi_put_repetition(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr);
void noe_murphi_push_expr(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr);

/* Would the expression fit into `room` columns? */
bool noe_murphi_fits(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr, size_t room);

/* Do comments inside the expression call for several lines? */
bool noe_murphi_is_forced(const struct noe_murphi_formatter *f, const struct noe_ast_expr *expr);

/* On one line if it fits with `tail` more columns, else on several, of which all
 * but the first start at column `indent`. */
void noe_murphi_layout_expr(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr, uint32_t indent,
                            size_t tail);
void noe_murphi_layout_type(struct noe_murphi_formatter *f, const struct noe_ast_type *type);

/* Heads of blocks, up to and with the word `do` and the end of the line. */
void noe_murphi_format_quantifiers(struct noe_murphi_formatter *f, const char *word,
                                   const struct noe_ast_quantifier *quantifiers);
void noe_murphi_format_aliases(struct noe_murphi_formatter *f, const struct noe_ast_alias *aliases, uint32_t word_end);

void noe_murphi_format_statements(struct noe_murphi_formatter *f, const struct noe_ast_stmt *stmt);
void noe_murphi_format_decl(struct noe_murphi_formatter *f, const struct noe_ast_decl *decl);
void noe_murphi_format_body(struct noe_murphi_formatter *f, const struct noe_ast_decl *decls,
                            const struct noe_ast_stmt *body, uint32_t end);
void noe_murphi_format_rule(struct noe_murphi_formatter *f, const struct noe_ast_rule *rule);
const char *noe_murphi_claim_word(enum noe_ast_claim_kind claim);

#endif
