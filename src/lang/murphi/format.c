#include "lang/murphi/format.h"

#include <string.h>

#include "lang/murphi/format_int.h"

/* ------------------------------------------------------------ declarations */

void noe_murphi_format_decl(struct noe_murphi_formatter *f, const struct noe_ast_decl *decl) {
  static const char *const words[] = {"const", "type", "var"};
  if (decl->opens_section) {
    const char *word = words[decl->kind];
    noe_murphi_begin_line(f, decl->span.begin);
    noe_murphi_put(f, word);
    noe_murphi_end_line(f, decl->span.begin + (uint32_t)strlen(word));
    f->is_block_start = true;
  }
  f->indent += NOE_FORMAT_STEP;
  noe_murphi_begin_line(f, decl->names->span.begin);
  noe_murphi_put_names(f, decl->names);
  noe_murphi_put(f, ": ");
  if (decl->value)
    noe_murphi_layout_expr(f, decl->value, f->indent + NOE_FORMAT_CONTINUE, 1);
  else
    noe_murphi_layout_type(f, decl->type);
  noe_murphi_put(f, ";");
  noe_murphi_end_line(f, decl->span.end);
  f->indent -= NOE_FORMAT_STEP;
}

/* Declarations, `begin`, statements and `end` of what ends at `end`. */
void noe_murphi_format_body(struct noe_murphi_formatter *f, const struct noe_ast_decl *decls,
                            const struct noe_ast_stmt *body, uint32_t end) {
  f->is_block_start = true;
  for (; decls; decls = decls->next)
    noe_murphi_format_decl(f, decls);
  noe_murphi_begin_word(f);
  noe_murphi_put(f, "begin\n");
  f->line = f->out->length;
  noe_murphi_open_block(f);
  noe_murphi_format_statements(f, body);
  noe_murphi_close_block(f);
  noe_murphi_begin_closing(f, end);
  noe_murphi_put(f, "end;");
  noe_murphi_end_line(f, end);
}

static uint32_t format_parameters(struct noe_murphi_formatter *f, const struct noe_ast_procedure *procedure) {
  uint32_t end = procedure->name->span.end;
  noe_murphi_put(f, "(");
  for (const struct noe_ast_parameter *parameter = procedure->parameters; parameter; parameter = parameter->next) {
    noe_murphi_put(f, parameter->by_reference ? "var " : "");
    noe_murphi_put_names(f, parameter->names);
    noe_murphi_put(f, ": ");
    noe_murphi_flat_type(f, parameter->type);
    noe_murphi_put(f, parameter->next ? "; " : "");
    end = parameter->span.end;
  }
  noe_murphi_put(f, ")");
  return end;
}

static void format_procedure(struct noe_murphi_formatter *f, const struct noe_ast_item *item) {
  const struct noe_ast_procedure *procedure = item->procedure;
  noe_murphi_begin_line(f, item->span.begin);
  noe_murphi_put(f, procedure->is_function_word ? "function " : "procedure ");
  noe_murphi_put(f, procedure->name->text);
  uint32_t end = format_parameters(f, procedure);
  if (procedure->result) {
    noe_murphi_put(f, ": ");
    noe_murphi_flat_type(f, procedure->result);
    end = procedure->result->span.end;
  }
  noe_murphi_put(f, ";");
  noe_murphi_end_line(f, end);
  noe_murphi_format_body(f, procedure->decls, procedure->body, item->span.end);
}

/* ------------------------------------------------------------------- model */

static void format_item(struct noe_murphi_formatter *f, const struct noe_ast_item *item) {
  switch (item->kind) {
  case NOE_AST_ITEM_DECL: noe_murphi_format_decl(f, item->decl); break;
  case NOE_AST_ITEM_PROCEDURE: format_procedure(f, item); break;
  case NOE_AST_ITEM_RULE: noe_murphi_format_rule(f, item->rule); break;
  }
}

void noe_murphi_format(const struct noe_ast *ast, struct noe_text *out) {
  struct noe_murphi_formatter formatter = {.out = out, .source = ast->source, .comment = ast->comments};
  struct noe_murphi_formatter *f = &formatter;
  f->is_block_start = true;
  f->line = out->length;
  for (const struct noe_ast_item *item = ast->items; item; item = item->next)
    format_item(f, item);
  noe_murphi_flush_comments(f, UINT32_MAX);
  noe_base_free(out->memory, f->stack);
}
