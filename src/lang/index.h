/* The names of a text: what is declared where, what each name that stands somewhere means, and which
 * clauses there are. For editors; nothing here takes part in a verdict. */
#ifndef NOE_LANG_INDEX_H
#define NOE_LANG_INDEX_H

#include "base/source.h"
#include "model/model.h"

enum noe_entity_kind {
  NOE_ENTITY_CONSTANT,
  NOE_ENTITY_MEMBER, /* of an enum */
  NOE_ENTITY_TYPE,
  NOE_ENTITY_VARIABLE,
  NOE_ENTITY_FIELD,
  NOE_ENTITY_PARAMETER,
  NOE_ENTITY_BOUND, /* by a ruleset, a quantifier, a loop, a choose */
  NOE_ENTITY_ALIAS,
  NOE_ENTITY_FUNCTION,
};

/* Something that has a name. */
struct noe_entity {
  enum noe_entity_kind kind;
  const char *name;
  struct noe_span span;        /* of the name, where it is declared */
  const struct noe_type *type; /* NULL: none, or its declaration is wrong */
  int64_t value;               /* of a constant or member */
};

/* A name in the text; declarations are uses too. */
struct noe_name_use {
  struct noe_span span;
  const struct noe_entity *entity;
};

enum noe_item_kind {
  NOE_ITEM_CONSTANT,
  NOE_ITEM_TYPE,
  NOE_ITEM_VARIABLE,
  NOE_ITEM_FUNCTION,
  NOE_ITEM_START,
  NOE_ITEM_RULE,
  NOE_ITEM_PROPERTY,
};

/* An item of the text, in the order of the text. */
struct noe_item {
  enum noe_item_kind kind;
  const char *name;      /* as people call it: `rule "send"` without a name is `rule` */
  struct noe_span span;  /* all of it */
  struct noe_span title; /* where it is named */
};

struct noe_index {
  struct noe_arena *arena;
  NOE_LIST(struct noe_name_use) uses; /* sorted by place, each place once, when the front end is done */
  NOE_LIST(struct noe_item) outline;
};

/* Sorts the uses. Of two at one place the first stays; what is declared at one place, once for each rule of a
 * ruleset, is one thing. */
void noe_lang_index_finish(struct noe_index *index);

/* The use that covers the offset, its end included; or NULL. */
const struct noe_name_use *noe_lang_index_at(const struct noe_index *index, uint32_t offset);

#endif
