/* The syntax tree of a Murphi text: what was written, nothing more. Names are
 * not resolved and types are not known; the checker (check.h) does both.
 *
 * Lists are chained through `next` in source order. Every node knows the span
 * of text it came from. Optional closing words and separators are not kept;
 * parentheses and comments are, so that the formatter can write the text back.
 * All nodes live in the arena that was given to the parser. */
#ifndef NOE_LANG_MURPHI_AST_H
#define NOE_LANG_MURPHI_AST_H

#include "base/source.h"

struct noe_ast_expr;
struct noe_ast_stmt;
struct noe_ast_decl;

/* One name as written: in a list `a, b: T`, in `x.f`, … */
struct noe_ast_name {
  struct noe_ast_name *next;
  const char *text;
  struct noe_span span;
};

/* ------------------------------------------------------------------ types */

enum noe_ast_type_kind {
  NOE_AST_TYPE_NAME,      /* name; `boolean` comes as a name too */
  NOE_AST_TYPE_RANGE,     /* low .. high */
  NOE_AST_TYPE_ENUM,      /* members */
  NOE_AST_TYPE_RECORD,    /* fields */
  NOE_AST_TYPE_ARRAY,     /* array [index] of element */
  NOE_AST_TYPE_SCALARSET, /* scalarset(low) */
  NOE_AST_TYPE_RINGSET,   /* ringset(low) */
  NOE_AST_TYPE_UNION,     /* union { parts } */
  NOE_AST_TYPE_MULTISET,  /* multiset [low] of element */
  NOE_AST_TYPE_REAL,      /* real(low, high): refused by the checker */
};

/* `a, b: T` inside a record. */
struct noe_ast_field {
  struct noe_ast_field *next;
  struct noe_ast_name *names;
  struct noe_ast_type *type;
  struct noe_span span;
};

struct noe_ast_type {
  struct noe_ast_type *next; /* among the parts of a union */
  enum noe_ast_type_kind kind;
  struct noe_span span;
  struct noe_ast_name *names; /* the name, or the enum's members */
  struct noe_ast_expr *low, *high;
  struct noe_ast_field *fields;
  struct noe_ast_type *index, *element;
  struct noe_ast_type *parts;
};

/* ------------------------------------------------------------ expressions */

enum noe_ast_op {
  /* unary */
  NOE_AST_NOT,
  NOE_AST_NEGATE,
  NOE_AST_PLUS,
  NOE_AST_COMPLEMENT, /* ~ */
  /* binary, loosest first */
  NOE_AST_IMPLIES,
  NOE_AST_OR_ELSE,  /* || */
  NOE_AST_AND_THEN, /* && */
  NOE_AST_OR,       /* |, logical or bitwise */
  NOE_AST_XOR,
  NOE_AST_AND, /* &, logical or bitwise */
  NOE_AST_LESS,
  NOE_AST_LESS_EQUAL,
  NOE_AST_EQUAL,
  NOE_AST_NOT_EQUAL,
  NOE_AST_GREATER_EQUAL,
  NOE_AST_GREATER,
  NOE_AST_SHIFT_LEFT,
  NOE_AST_SHIFT_RIGHT,
  NOE_AST_ADD,
  NOE_AST_SUBTRACT,
  NOE_AST_MULTIPLY,
  NOE_AST_DIVIDE,
  NOE_AST_REMAINDER,
  /* temporal, unary */
  NOE_AST_NEXT,
  NOE_AST_ALWAYS,
  NOE_AST_EVENTUALLY,
  NOE_AST_ALL_PATHS, /* A, before another operator or (f until g) */
  NOE_AST_SOME_PATH, /* E */
  NOE_AST_DIAMOND,   /* <"text"> */
  NOE_AST_BOX,       /* ["text"] */
  NOE_AST_LEAST,     /* mu name. */
  NOE_AST_GREATEST,  /* nu name. */
  NOE_AST_PREVIOUS,
  NOE_AST_ONCE,
  NOE_AST_HISTORICALLY,
  /* temporal, binary */
  NOE_AST_UNTIL,
  NOE_AST_WEAK_UNTIL,
  NOE_AST_RELEASE,
  NOE_AST_SINCE,
  /* between sequences */
  NOE_AST_THEN,   /* ; */
  NOE_AST_FUSE,   /* : */
  NOE_AST_EITHER, /* | */
};

/* How often a sequence is repeated. */
enum noe_ast_repeat {
  NOE_AST_ANY_TIMES,     /* [*] */
  NOE_AST_SOME_TIMES,    /* [+] */
  NOE_AST_COUNTED_TIMES, /* [*value] or [*value:high] */
  NOE_AST_GOTO,          /* [->value] */
  NOE_AST_LOOSE,         /* [=value] */
};

enum noe_ast_expr_kind {
  NOE_AST_INTEGER,       /* value */
  NOE_AST_REAL,          /* refused by the checker */
  NOE_AST_NAME,          /* name; `true`, `false` and `undefined` come as names too */
  NOE_AST_FIELD,         /* left . name */
  NOE_AST_INDEX,         /* left [ right ] */
  NOE_AST_CALL,          /* name ( arguments ) */
  NOE_AST_PARENTHESES,   /* ( left ) */
  NOE_AST_UNARY,         /* op left */
  NOE_AST_BINARY,        /* left op right */
  NOE_AST_CONDITIONAL,   /* condition ? left : right */
  NOE_AST_FORALL,        /* quantifiers, left */
  NOE_AST_EXISTS,        /* quantifiers, left */
  NOE_AST_ISUNDEFINED,   /* isundefined(left) */
  NOE_AST_ISMEMBER,      /* ismember(left, type) */
  NOE_AST_MULTISETCOUNT, /* multisetcount(name: left, right) */
  NOE_AST_RULE_ATOM,     /* name ( "text" arguments ): `enabled` or `taken` */
  NOE_AST_POINT,         /* name: a fixed-point variable, where mu or nu binds it */
  NOE_AST_BRACES,        /* { left }: a sequence */
  NOE_AST_REPEAT,        /* left, repeated */
};

/* `i: T` or `i := from to to [by by]`. */
struct noe_ast_quantifier {
  struct noe_ast_quantifier *next;
  struct noe_ast_name *name;
  struct noe_ast_type *type; /* NULL for the second form */
  struct noe_ast_expr *from, *to, *by;
  struct noe_span span;
};

struct noe_ast_expr {
  struct noe_ast_expr *next; /* among arguments or cases */
  enum noe_ast_expr_kind kind;
  enum noe_ast_op op;
  struct noe_span span;
  struct noe_span op_span; /* of the operator of UNARY, BINARY; of the literal otherwise */
  int64_t value;
  struct noe_ast_name *name;
  struct noe_ast_expr *condition, *left, *right;
  struct noe_ast_expr *arguments;
  struct noe_ast_quantifier *quantifiers;
  struct noe_ast_type *type;
  /* temporal claims */
  bool temporal;    /* a temporal operator or fixed-point variable stands in it */
  const char *word; /* how a temporal operator is written: `[]`, `always`, `AG`; else NULL */
  char path;        /* 'A' or 'E' if the word says so too, as in `AG`; else 0 */
  const char *text; /* of a rule, in <"text">, ["text"] and rule atoms */
  size_t text_length;
  enum noe_ast_repeat repeat;
  int64_t high;
};

/* ------------------------------------------------------------- statements */

enum noe_ast_stmt_kind {
  NOE_AST_ASSIGN,             /* target := value */
  NOE_AST_IF,                 /* arms (condition, body), otherwise */
  NOE_AST_SWITCH,             /* value, arms (cases, body), otherwise */
  NOE_AST_FOR,                /* quantifiers, body */
  NOE_AST_WHILE,              /* value, body */
  NOE_AST_ALIAS,              /* aliases, body */
  NOE_AST_CALL_STMT,          /* value is the NOE_AST_CALL */
  NOE_AST_CLEAR,              /* target */
  NOE_AST_UNDEFINE,           /* target */
  NOE_AST_ERROR,              /* text */
  NOE_AST_PUT,                /* text, or value */
  NOE_AST_RETURN,             /* value or NULL */
  NOE_AST_CLAIM,              /* claim kind, value, text */
  NOE_AST_MULTISETADD,        /* value into target */
  NOE_AST_MULTISETREMOVE,     /* value (an index) from target */
  NOE_AST_MULTISETREMOVEPRED, /* name: target, value is the condition */
};

enum noe_ast_claim_kind {
  NOE_AST_INVARIANT,
  NOE_AST_ASSERT, /* the same thing under another word */
  NOE_AST_ASSUME,
  NOE_AST_COVER,
  NOE_AST_LIVENESS,
  /* rule items only; value is a formula, or a sequence in braces */
  NOE_AST_LTL,
  NOE_AST_CTL,
  NOE_AST_MU,
  NOE_AST_NEVER,
  NOE_AST_CTLSTAR,
  /* rule items only; value is a condition, an implication between conditions */
  NOE_AST_FAIR,
  NOE_AST_STRONGFAIR_CONDITION,
  NOE_AST_HINT,
};

/* `a, b: expr`. */
struct noe_ast_alias {
  struct noe_ast_alias *next;
  struct noe_ast_name *names;
  struct noe_ast_expr *value;
  struct noe_span span;
};

/* One `if`/`elsif` with its condition, or one `case` with its values. */
struct noe_ast_arm {
  struct noe_ast_arm *next;
  struct noe_ast_expr *values; /* one condition, or the case's list */
  struct noe_ast_stmt *body;
  struct noe_span span;
};

struct noe_ast_stmt {
  struct noe_ast_stmt *next;
  enum noe_ast_stmt_kind kind;
  enum noe_ast_claim_kind claim;
  struct noe_span span;
  struct noe_ast_expr *target, *value;
  const char *text; /* decoded string literal, or NULL */
  size_t text_length;
  struct noe_span text_span;
  bool text_first; /* of a claim: the name stood before the expression */
  struct noe_ast_name *name;
  struct noe_ast_quantifier *quantifiers;
  struct noe_ast_alias *aliases;
  struct noe_ast_arm *arms;
  struct noe_ast_stmt *body, *otherwise;
  bool has_otherwise;             /* `else` was written, perhaps with nothing after it */
  struct noe_span otherwise_span; /* of the word `else` */
};

/* ----------------------------------------------------------- declarations */

enum noe_ast_decl_kind {
  NOE_AST_CONST,
  NOE_AST_TYPE,
  NOE_AST_VAR,
};

/* One `names: …` of a const, type or var section. */
struct noe_ast_decl {
  struct noe_ast_decl *next;
  enum noe_ast_decl_kind kind;
  bool opens_section; /* the word const, type or var stood right before it */
  struct noe_ast_name *names;
  struct noe_ast_expr *value; /* const */
  struct noe_ast_type *type;  /* type, var */
  struct noe_span span;
};

struct noe_ast_parameter {
  struct noe_ast_parameter *next;
  bool by_reference; /* var */
  struct noe_ast_name *names;
  struct noe_ast_type *type;
  struct noe_span span;
};

struct noe_ast_procedure {
  bool is_function_word; /* declared by the word function */
  struct noe_ast_name *name;
  struct noe_ast_parameter *parameters;
  struct noe_ast_type *result; /* NULL: none */
  struct noe_ast_decl *decls;
  struct noe_ast_stmt *body;
};

enum noe_ast_rule_kind {
  NOE_AST_RULE,       /* priority, text, value (guard), decls, body */
  NOE_AST_STARTSTATE, /* text, decls, body */
  NOE_AST_PROPERTY,   /* claim, text, value */
  NOE_AST_RULESET,    /* quantifiers, rules */
  NOE_AST_RULE_ALIAS, /* aliases, rules */
  NOE_AST_CHOOSE,     /* name: target, rules */
};

enum noe_ast_mark {
  NOE_AST_UNMARKED,
  NOE_AST_WEAKFAIR,
  NOE_AST_STRONGFAIR,
};

struct noe_ast_rule {
  struct noe_ast_rule *next;
  enum noe_ast_rule_kind kind;
  enum noe_ast_claim_kind claim;
  enum noe_ast_mark mark; /* of a rule or ruleset */
  struct noe_span mark_span;
  struct noe_span span;
  struct noe_span head; /* the opening word: where messages about the rule point */
  bool has_priority;
  int64_t priority;
  const char *text; /* decoded name, or NULL */
  size_t text_length;
  struct noe_span text_span;
  bool text_first;
  struct noe_ast_expr *value;       /* guard or claim; NULL: no guard */
  struct noe_ast_expr *consequence; /* never { value } |-> consequence; or NULL */
  bool overlaps;                    /* |->, not |=> */
  struct noe_ast_decl *decls;
  struct noe_ast_stmt *body;
  struct noe_ast_quantifier *quantifiers;
  struct noe_ast_alias *aliases;
  struct noe_ast_name *name;
  struct noe_ast_expr *target;
  struct noe_ast_rule *rules;
};

enum noe_ast_item_kind {
  NOE_AST_ITEM_DECL,
  NOE_AST_ITEM_PROCEDURE,
  NOE_AST_ITEM_RULE,
};

/* A top-level item; sections may come in any order. */
struct noe_ast_item {
  struct noe_ast_item *next;
  enum noe_ast_item_kind kind;
  struct noe_span span;
  struct noe_ast_decl *decl;
  struct noe_ast_procedure *procedure;
  struct noe_ast_rule *rule;
};

struct noe_ast_comment {
  struct noe_ast_comment *next;
  struct noe_span span; /* with its -- or slash-star marks, without the newline */
};

struct noe_ast {
  const struct noe_source *source;
  struct noe_ast_item *items;
  struct noe_ast_comment *comments;
};

#endif
