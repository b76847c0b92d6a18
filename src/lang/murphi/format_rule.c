/* Rules, startstates, claims and groups of them. */
#include "lang/murphi/format_int.h"

static void put_label(struct noe_murphi_formatter *f, const struct noe_ast_rule *rule) {
  noe_murphi_put(f, " ");
  noe_murphi_put_string(f, rule->text, rule->text_length, rule->text_span);
}

/* word [priority] ["name"], one line */
static void format_head(struct noe_murphi_formatter *f, const char *word, const struct noe_ast_rule *rule) {
  noe_murphi_put(f, word);
  if (rule->has_priority)
    noe_base_text_printf(f->out, " %lld", (long long)rule->priority);
  if (rule->text)
    put_label(f, rule);
  noe_murphi_end_line(f, rule->text ? rule->text_span.end : rule->head.end);
}

static void format_transition(struct noe_murphi_formatter *f, const struct noe_ast_rule *rule) {
  format_head(f, "rule", rule);
  if (rule->value) {
    noe_murphi_open_block(f);
    noe_murphi_begin_line(f, rule->value->span.begin);
    noe_murphi_layout_expr(f, rule->value, f->indent, 0);
    noe_murphi_end_line(f, rule->value->span.end);
    noe_murphi_close_block(f);
    noe_murphi_begin_word(f);
    noe_murphi_put(f, "==>\n");
    f->line = f->out->length;
  }
  noe_murphi_format_body(f, rule->decls, rule->body, rule->span.end);
}

static const char *arrow(const struct noe_ast_rule *rule) { return rule->overlaps ? " |-> " : " |=> "; }

/* What a sequence implies, behind it on the same line. */
static void put_consequence(struct noe_murphi_formatter *f, const struct noe_ast_rule *rule) {
  if (!rule->consequence)
    return;
  noe_murphi_put(f, arrow(rule));
  noe_murphi_layout_expr(f, rule->consequence, f->indent + NOE_FORMAT_CONTINUE, 1);
}

static bool property_fits(struct noe_murphi_formatter *f, const struct noe_ast_rule *rule, size_t used) {
  if (rule->consequence) {
    if (used + 5 >= NOE_FORMAT_WIDTH || !noe_murphi_fits(f, rule->consequence, NOE_FORMAT_WIDTH - used - 5) ||
        noe_murphi_is_forced(f, rule->consequence))
      return false;
    used += 5 + f->width;
  }
  return used < NOE_FORMAT_WIDTH && noe_murphi_fits(f, rule->value, NOE_FORMAT_WIDTH - used) &&
         !noe_murphi_is_forced(f, rule->value);
}

/* On one line if it fits, else the expression comes on lines of its own. */
static void format_property(struct noe_murphi_formatter *f, const struct noe_ast_rule *rule) {
  size_t tail = rule->text && !rule->text_first ? rule->text_length + 4 : 1;
  noe_murphi_put(f, noe_murphi_claim_word(rule->claim));
  if (rule->text_first)
    put_label(f, rule);
  size_t used = noe_murphi_column(f) + 1 + tail;
  if (property_fits(f, rule, used)) {
    noe_murphi_put(f, " ");
    noe_murphi_flat_expr(f, rule->value);
    put_consequence(f, rule);
  } else {
    noe_murphi_end_line(f, rule->text_first ? rule->text_span.end : rule->head.end);
    noe_murphi_open_block(f);
    noe_murphi_begin_line(f, rule->value->span.begin);
    noe_murphi_layout_expr(f, rule->value, f->indent, tail);
    put_consequence(f, rule);
    noe_murphi_close_block(f);
  }
  if (rule->text && !rule->text_first)
    put_label(f, rule);
  noe_murphi_put(f, ";");
  noe_murphi_end_line(f, rule->span.end);
}

static void format_choose_head(struct noe_murphi_formatter *f, const struct noe_ast_rule *rule) {
  noe_murphi_put(f, "choose ");
  noe_murphi_put(f, rule->name->text);
  noe_murphi_put(f, ": ");
  noe_murphi_flat_expr(f, rule->target);
  noe_murphi_put(f, " do");
  noe_murphi_end_line(f, rule->target->span.end);
}

static void format_group(struct noe_murphi_formatter *f, const struct noe_ast_rule *rule) {
  if (rule->kind == NOE_AST_RULESET)
    noe_murphi_format_quantifiers(f, "ruleset", rule->quantifiers);
  else if (rule->kind == NOE_AST_RULE_ALIAS)
    noe_murphi_format_aliases(f, rule->aliases, rule->head.end);
  else
    format_choose_head(f, rule);
  noe_murphi_open_block(f);
  for (const struct noe_ast_rule *inner = rule->rules; inner; inner = inner->next)
    noe_murphi_format_rule(f, inner);
  noe_murphi_close_block(f);
  noe_murphi_begin_closing(f, rule->span.end);
  noe_murphi_put(f, "end;");
  noe_murphi_end_line(f, rule->span.end);
}

void noe_murphi_format_rule(struct noe_murphi_formatter *f, const struct noe_ast_rule *rule) {
  noe_murphi_begin_line(f, rule->span.begin);
  if (rule->mark)
    noe_murphi_put(f, rule->mark == NOE_AST_WEAKFAIR ? "weakfair " : "strongfair ");
  switch (rule->kind) {
  case NOE_AST_RULE: format_transition(f, rule); break;
  case NOE_AST_STARTSTATE:
    format_head(f, "startstate", rule);
    noe_murphi_format_body(f, rule->decls, rule->body, rule->span.end);
    break;
  case NOE_AST_PROPERTY: format_property(f, rule); break;
  default: format_group(f, rule);
  }
}
