/* Names for editors. While the text is checked a use refers to its symbol; at the end, when types are
 * known, symbols become what the index tells of them. */
#include "lang/murphi/index.h"

#include <string.h>

#include "lang/murphi/check_int.h"

static enum noe_entity_kind kind_of(const struct noe_symbol *symbol) {
  switch (symbol->kind) {
  case NOE_SYMBOL_CONSTANT:
    return symbol->type && symbol->type->kind == NOE_TYPE_ENUM ? NOE_ENTITY_MEMBER : NOE_ENTITY_CONSTANT;
  case NOE_SYMBOL_TYPE: return NOE_ENTITY_TYPE;
  case NOE_SYMBOL_VARIABLE: return NOE_ENTITY_VARIABLE;
  case NOE_SYMBOL_PARAMETER: return NOE_ENTITY_PARAMETER;
  case NOE_SYMBOL_QUANTIFIER:
  case NOE_SYMBOL_ELEMENT: return NOE_ENTITY_BOUND;
  case NOE_SYMBOL_ALIAS: return NOE_ENTITY_ALIAS;
  case NOE_SYMBOL_FUNCTION: return NOE_ENTITY_FUNCTION;
  }
  return NOE_ENTITY_VARIABLE;
}

static void add_use(struct noe_index *index, struct noe_span span, const struct noe_entity *entity) {
  struct noe_name_use use = {span, entity};
  NOE_LIST_PUSH(index->arena, &index->uses, use);
}

void noe_murphi_note_use(struct noe_checker *checker, const struct noe_ast_name *name, struct noe_symbol *symbol) {
  struct noe_index *index = checker->index;
  if (!index || !symbol || !symbol->span.end) /* predeclared: nowhere in the text */
    return;
  if (!symbol->entity) {
    symbol->entity = NOE_NEW(checker->arena, struct noe_entity);
    *symbol->entity = (struct noe_entity){.name = symbol->name, .span = symbol->span};
    NOE_LIST_PUSH(checker->arena, &checker->noted, symbol);
  }
  add_use(index, name->span, symbol->entity);
}

void noe_murphi_note_fields(struct noe_checker *checker, const struct noe_type *type, const struct noe_ast_type *ast) {
  if (!checker->index || !type)
    return;
  const struct noe_entity **list = NOE_NEW_ARRAY(checker->arena, const struct noe_entity *, type->field_count);
  uint32_t at = 0;
  for (const struct noe_ast_field *field = ast->fields; field; field = field->next)
    for (const struct noe_ast_name *name = field->names; name && at < type->field_count; name = name->next, at++) {
      struct noe_entity *entity = NOE_NEW(checker->arena, struct noe_entity);
      *entity = (struct noe_entity){
          .kind = NOE_ENTITY_FIELD, .name = name->text, .span = name->span, .type = type->fields[at].type};
      list[at] = entity;
      add_use(checker->index, name->span, entity);
    }
  struct noe_index_fields fields = {type, list};
  NOE_LIST_PUSH(checker->arena, &checker->noted_fields, fields);
}

void noe_murphi_note_field(struct noe_checker *checker, const struct noe_type *type, uint32_t field,
                           struct noe_span span) {
  for (size_t i = 0; checker->index && i < checker->noted_fields.count; i++)
    if (checker->noted_fields.items[i].type == type) {
      add_use(checker->index, span, checker->noted_fields.items[i].fields[field]);
      return;
    }
}

/* --------------------------------------------------------------- outline */

static void add_item(struct noe_index *index, enum noe_item_kind kind, const char *name, struct noe_span span,
                     struct noe_span title) {
  struct noe_item item = {kind, name, span, title};
  NOE_LIST_PUSH(index->arena, &index->outline, item);
}

static const char *word_at(const struct noe_checker *checker, struct noe_span span) {
  return noe_base_arena_text(checker->arena, checker->source->bytes + span.begin, span.end - span.begin);
}

/* What people call it: its name, or the word that it begins with. */
static const char *title(const struct noe_checker *checker, const struct noe_ast_rule *rule) {
  return rule->text && *rule->text ? rule->text : word_at(checker, rule->head);
}

static void outline_rule(struct noe_checker *checker, const struct noe_ast_rule *rule) {
  for (; rule; rule = rule->next) {
    struct noe_span at = rule->text ? rule->text_span : rule->head;
    switch (rule->kind) {
    case NOE_AST_RULE: add_item(checker->index, NOE_ITEM_RULE, title(checker, rule), rule->span, at); break;
    case NOE_AST_STARTSTATE: add_item(checker->index, NOE_ITEM_START, title(checker, rule), rule->span, at); break;
    case NOE_AST_PROPERTY: add_item(checker->index, NOE_ITEM_PROPERTY, title(checker, rule), rule->span, at); break;
    case NOE_AST_RULESET:
    case NOE_AST_RULE_ALIAS:
    case NOE_AST_CHOOSE: outline_rule(checker, rule->rules); break;
    }
  }
}

static void outline_decl(struct noe_checker *checker, const struct noe_ast_decl *decl) {
  static const enum noe_item_kind kinds[] = {
      [NOE_AST_CONST] = NOE_ITEM_CONSTANT, [NOE_AST_TYPE] = NOE_ITEM_TYPE, [NOE_AST_VAR] = NOE_ITEM_VARIABLE};
  for (const struct noe_ast_name *name = decl->names; name; name = name->next) {
    struct noe_span whole = decl->span;
    if (name->span.begin < whole.begin || name->span.end > whole.end)
      whole = name->span;
    add_item(checker->index, kinds[decl->kind], name->text, whole, name->span);
  }
}

void noe_murphi_index_finish(struct noe_checker *checker, const struct noe_ast *ast) {
  for (size_t i = 0; i < checker->noted.count; i++) {
    const struct noe_symbol *symbol = checker->noted.items[i];
    symbol->entity->kind = kind_of(symbol);
    symbol->entity->type = symbol->type;
    symbol->entity->value = symbol->value;
    if (symbol->kind == NOE_SYMBOL_FUNCTION && symbol->function)
      symbol->entity->type = symbol->function->function->result;
  }
  for (const struct noe_ast_item *item = ast->items; item; item = item->next)
    switch (item->kind) {
    case NOE_AST_ITEM_DECL: outline_decl(checker, item->decl); break;
    case NOE_AST_ITEM_PROCEDURE:
      add_item(checker->index, NOE_ITEM_FUNCTION, item->procedure->name->text, item->span, item->procedure->name->span);
      break;
    case NOE_AST_ITEM_RULE: outline_rule(checker, item->rule); break;
    }
  noe_lang_index_finish(checker->index);
}
