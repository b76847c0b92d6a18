/* Names and what they stand for. Scopes nest; a name is found in the innermost
 * scope that declares it. */
#ifndef NOE_LANG_MURPHI_SCOPE_H
#define NOE_LANG_MURPHI_SCOPE_H

#include "model/model.h"

enum noe_symbol_kind {
  NOE_SYMBOL_CONSTANT,   /* value of type */
  NOE_SYMBOL_TYPE,       /* type */
  NOE_SYMBOL_VARIABLE,   /* location: global or local variable */
  NOE_SYMBOL_PARAMETER,  /* location */
  NOE_SYMBOL_QUANTIFIER, /* location: bound by for, forall, exists, ruleset */
  NOE_SYMBOL_ELEMENT,    /* location: names an element of a multiset */
  NOE_SYMBOL_ALIAS,      /* location, with the rights of what it stands for */
  NOE_SYMBOL_FUNCTION,   /* function */
};

/* May the place be changed? */
enum noe_right {
  NOE_RIGHT_WRITE,
  NOE_RIGHT_PRIVATE, /* a private copy: allowed, with a warning */
  NOE_RIGHT_READ,
};

enum { NOE_NO_VARIABLE = UINT32_MAX };

struct noe_function_info;
struct noe_entity;

struct noe_symbol {
  struct noe_symbol *hidden; /* the meaning that this one hides, or NULL */
  struct noe_symbol *next_in_scope;
  struct noe_symbol *next_in_bucket; /* names with the same bucket */
  const char *name;
  uint32_t depth; /* of the scope */
  enum noe_symbol_kind kind;
  struct noe_span span; /* of the declaration */
  const struct noe_type *type;
  int64_t value;
  const struct noe_expr *location;
  enum noe_right right;
  bool plain;        /* a whole variable or parameter, not a component */
  uint32_t variable; /* the global it lies in, or NOE_NO_VARIABLE */
  struct noe_function_info *function;
  struct noe_entity *entity; /* for editors; or NULL */
};

struct noe_scopes;

struct noe_scopes *noe_murphi_scopes_new(struct noe_arena *arena);
void noe_murphi_scope_open(struct noe_scopes *scopes);
void noe_murphi_scope_close(struct noe_scopes *scopes);
uint32_t noe_murphi_scope_depth(const struct noe_scopes *scopes);

/* Hides what is declared in open scopes but the outermost one; returns what to show again with. Scopes that are opened
 * in between must be closed. */
uint32_t noe_murphi_scope_hide(struct noe_scopes *scopes);
void noe_murphi_scope_show(struct noe_scopes *scopes, uint32_t before);

/* The symbol that `name` means here, or NULL. */
struct noe_symbol *noe_murphi_scope_find(const struct noe_scopes *scopes, const char *name);

/* Declares in the innermost scope, hiding what the name meant outside. The name
 * must not be declared in that scope already. */
struct noe_symbol *noe_murphi_scope_declare(struct noe_scopes *scopes, const char *name, enum noe_symbol_kind kind,
                                            struct noe_span span);

/* A declared name that looks like `name`, for hints, or NULL. */
const char *noe_murphi_scope_similar(const struct noe_scopes *scopes, const char *name);

#endif
