/* The checker's own header: syntax tree to model. Each check_*.c resolves and
 * types one part of the language and emits the explicit form of model/expr.h.
 *
 * Errors are reported where they are found; the function then answers NULL (or
 * an operand without expression), which callers pass on silently, so that one
 * mistake gives one message. */
#ifndef NOE_LANG_MURPHI_CHECK_INT_H
#define NOE_LANG_MURPHI_CHECK_INT_H

#include "base/options.h"
#include "lang/murphi/ast.h"
#include "lang/murphi/index.h"
#include "lang/murphi/scope.h"
#include "model/build.h"

/* Places of one type inside a global variable. */
struct noe_region {
  uint32_t variable;
  const struct noe_type *type;
  bool adds; /* of a multiset: elements are added, those it has stay as they are */
};

/* A function while it is built, with what callers need to know about it. */
struct noe_function_info {
  struct noe_function *function;
  NOE_LIST(struct noe_region) written; /* what it may change */
  bool is_warned_about;                /* a call of it passes what it may change */
  bool result_is_wrong;                /* its type was, and was reported */
};

/* What is being lowered now: a clause or a function. */
struct noe_frame {
  uint32_t cells;                     /* used so far */
  struct noe_function_info *function; /* NULL in a clause */
  bool in_body;                       /* statements: changes of globals are meant */
  bool too_large;                     /* more cells were asked for than a frame may have */
};

/* What is bound around a clause, outermost first. */
struct noe_binders {
  NOE_LIST(struct noe_binder) list;
  uint32_t parameters;
  bool ok;
};

/* <"text"> or ["text"]: rules may be declared later, so it is looked up at the end. */
struct noe_named_step {
  const char *text;
  struct noe_span span;
};

/* A rule of the text and what stands around it, outermost first. */
struct noe_placed_rule {
  const struct noe_ast_rule *rule;
  const struct noe_ast_rule **enclosing;
  size_t depth;
};

/* The fields of a record type, for editors (index.c). */
struct noe_index_fields {
  const struct noe_type *type;
  const struct noe_entity *const *fields;
};

struct noe_checker {
  struct noe_arena *arena;
  const struct noe_source *source;
  const struct noe_options *options;
  struct noe_diagnostics *diagnostics;
  struct noe_builder builder;
  struct noe_scopes *scopes;
  struct noe_frame *frame; /* NULL at the top level */

  NOE_LIST(const struct noe_ast_expr *) positive; /* implications of the current claim */
  NOE_LIST(uint32_t) marks;                       /* around the current item, outermost first */
  NOE_LIST(struct noe_named_step) steps;
  NOE_LIST(struct noe_span) mu_claims;
  const struct noe_ast_rule *claim; /* the current temporal claim, or NULL */
  const struct noe_ast *ast;
  NOE_LIST(struct noe_placed_rule) rules; /* all of the text, if an atom has asked for one */
  bool in_property;
  bool calling; /* the name that is looked up is that of a procedure */

  NOE_LIST(const struct noe_ast_name *) later;     /* declarations that were used too early, which was said */
  NOE_LIST(const struct noe_ast_rule *) enclosing; /* rulesets, aliases, chooses around an item */
  bool in_start;                                   /* in the body of a start state */
  NOE_LIST(const struct noe_type *) scalarsets;    /* and where each is written: */
  NOE_LIST(struct noe_span) scalarset_spans;
  bool *define_used; /* by -D number */
  uint32_t depth;    /* of nested expressions, operators in a row included */
  bool too_deep;     /* the current expression was refused for its depth */
  bool refused_real; /* real functions are reported once */

  struct noe_index *index; /* of names, for editors; or NULL: */
  NOE_LIST(struct noe_symbol *) noted;
  NOE_LIST(struct noe_index_fields) noted_fields;
};

/* Expressions nested more deeply (a row of n operators is n deep) are refused:
 * everything that walks over them later may then recurse. */
enum { NOE_EXPRESSION_DEPTH_LIMIT = 50000 };

/* An expression with what its surroundings may do with it. */
struct noe_operand {
  struct noe_expr *expr;       /* NULL after an error */
  const struct noe_type *type; /* of the expression */
  bool is_location;
  bool is_call;
  bool plain;
  enum noe_right right;
  uint32_t variable;
  const struct noe_symbol *symbol; /* that a designator starts with, else NULL */
  struct noe_span span;
};

/* ------------------------------------------------------------- check_type.c */

const struct noe_type *noe_murphi_check_type(struct noe_checker *checker, const struct noe_ast_type *ast);
const char *noe_murphi_type_text(struct noe_checker *checker, const struct noe_type *type);
/* A simple, bounded type that can index arrays and be run through. */
bool noe_murphi_is_index(const struct noe_type *type);

/* ----------------------------------------------------------- compatible.c */

enum noe_fit {
  NOE_FIT_NOT,
  NOE_FIT_SAME,    /* one type, or built alike */
  NOE_FIT_INTEGER, /* both integers */
  NOE_FIT_WIDEN,   /* a member of a union to the union */
  NOE_FIT_NARROW,  /* a union to one of its members */
};

/* How a value of type `from` can be used as one of type `to`. Notes (with a
 * warning at `span`) that two scalarsets are mixed. */
enum noe_fit noe_murphi_fit(struct noe_checker *checker, const struct noe_type *from, const struct noe_type *to,
                            struct noe_span span);
/* Equal down to the bounds of ranges. */
bool noe_murphi_alike(struct noe_checker *checker, const struct noe_type *a, const struct noe_type *b,
                      struct noe_span span);

/* ------------------------------------------------------------ check_name.c */

struct noe_place noe_murphi_place(const struct noe_checker *checker, struct noe_span span);
struct noe_symbol *noe_murphi_declare(struct noe_checker *checker, const struct noe_ast_name *name,
                                      enum noe_symbol_kind kind);
/* Reports an unknown name; the symbol or NULL. */
struct noe_symbol *noe_murphi_resolve(struct noe_checker *checker, const struct noe_ast_name *name);
bool noe_murphi_is_undefined_word(const struct noe_checker *checker, const struct noe_ast_expr *ast);
/* `cells` slots in the current frame. */
uint32_t noe_murphi_frame_take(struct noe_checker *checker, uint32_t cells);

/* ------------------------------------------------------------------ emit.c */

/* Makers of expressions; the value ones fold constants. */
struct noe_expr *noe_murphi_emit(struct noe_checker *checker, enum noe_expr_kind kind, const struct noe_type *type,
                                 struct noe_span span);
struct noe_expr *noe_murphi_emit_constant(struct noe_checker *checker, const struct noe_type *type, int64_t value,
                                          struct noe_span span);
struct noe_expr *noe_murphi_emit_unary(struct noe_checker *checker, enum noe_expr_kind kind,
                                       const struct noe_type *type, const struct noe_expr *left, struct noe_span span);
struct noe_expr *noe_murphi_emit_binary(struct noe_checker *checker, enum noe_expr_kind kind,
                                        const struct noe_type *type, const struct noe_expr *left,
                                        const struct noe_expr *right, struct noe_span span);
/* The value of an expression where a constant is needed: there `0 * f()` is 0
 * whatever f is. Elsewhere f is called, since it may fail or have effects. What can
 * only divide by zero or overflow, anywhere in it, makes the whole of it fail. */
enum noe_folded { NOE_FOLDED_NOT, NOE_FOLDED_FAILS, NOE_FOLDED };
enum noe_folded noe_murphi_fold(const struct noe_expr *expr, int64_t *value);
struct noe_expr *noe_murphi_emit_slot(struct noe_checker *checker, enum noe_expr_kind kind, const struct noe_type *type,
                                      uint32_t slot, struct noe_span span);
/* A cell of the frame that the model has a name for. */
struct noe_expr *noe_murphi_emit_named(struct noe_checker *checker, enum noe_expr_kind kind,
                                       const struct noe_type *type, uint32_t slot, const struct noe_ast_name *name);
struct noe_stmt *noe_murphi_emit_stmt(struct noe_checker *checker, enum noe_stmt_kind kind, struct noe_span span);

static inline struct noe_operand noe_murphi_no_operand(void) {
  return (struct noe_operand){.variable = NOE_NO_VARIABLE};
}

/* A computed value; none if `expr` is NULL. */
static inline struct noe_operand noe_murphi_value_operand(struct noe_expr *expr, struct noe_span span) {
  return (struct noe_operand){.expr = expr,
                              .type = expr ? expr->type : NULL,
                              .right = NOE_RIGHT_READ,
                              .variable = NOE_NO_VARIABLE,
                              .span = span};
}

/* ------------------------------------------------------ check_designator.c */

struct noe_operand noe_murphi_check_name(struct noe_checker *checker, const struct noe_ast_expr *ast);
struct noe_operand noe_murphi_check_field(struct noe_checker *checker, const struct noe_ast_expr *ast);
struct noe_operand noe_murphi_check_index(struct noe_checker *checker, const struct noe_ast_expr *ast);

/* --------------------------------------------- check_expr.c, check_value.c */

/* An expression as it stands: a location is not read yet. */
struct noe_operand noe_murphi_check_operand(struct noe_checker *checker, const struct noe_ast_expr *ast);
/* A defined simple value: locations are read, undefined is an error. */
struct noe_expr *noe_murphi_check_value(struct noe_checker *checker, const struct noe_ast_expr *ast);
struct noe_expr *noe_murphi_check_condition(struct noe_checker *checker, const struct noe_ast_expr *ast);
struct noe_expr *noe_murphi_check_integer(struct noe_checker *checker, const struct noe_ast_expr *ast);
struct noe_expr *noe_murphi_as_integer(struct noe_checker *checker, struct noe_operand operand);
/* A constant of simple type; false after reporting. */
bool noe_murphi_check_constant(struct noe_checker *checker, const struct noe_ast_expr *ast,
                               const struct noe_type **type, int64_t *value);
/* The value of an operand: read, or (with `copy`) passing undefined on. */
struct noe_expr *noe_murphi_operand_value(struct noe_checker *checker, struct noe_operand operand, bool copy);
/* The operand's value turned into one of type `to`; mismatches are reported as
 * about `what`, a phrase such as "assignment". */
struct noe_expr *noe_murphi_convert(struct noe_checker *checker, struct noe_operand operand, const struct noe_type *to,
                                    bool copy, const char *what);
/* left = right for simple or compound operands. */
struct noe_expr *noe_murphi_check_equal(struct noe_checker *checker, struct noe_operand left, struct noe_operand right,
                                        struct noe_span span);
/* Compound operand to be used as a value of type `to`: a location. */
struct noe_expr *noe_murphi_check_compound(struct noe_checker *checker, struct noe_operand operand,
                                           const struct noe_type *to, const char *what);
/* Must the value of this operand be defined when it is assigned (`assigned`), or
 * returned and added to a multiset? */
bool noe_murphi_passes_undefined(const struct noe_checker *checker, struct noe_operand operand, bool assigned);

/* ------------------------------------------------------ check_operator.c */

struct noe_operand noe_murphi_check_unary(struct noe_checker *checker, const struct noe_ast_expr *ast);
struct noe_operand noe_murphi_check_binary(struct noe_checker *checker, const struct noe_ast_expr *ast);

/* check_ring.c: is it a ringset; r + k, r - k (`backward`), r - r2; is the call succ(r) or pred(r), and what is it? */
bool noe_murphi_is_ring(const struct noe_type *type);
struct noe_expr *noe_murphi_check_ring_sum(struct noe_checker *checker, struct noe_operand left,
                                           struct noe_operand right, bool backward, struct noe_span span);
bool noe_murphi_is_ring_call(const struct noe_checker *checker, const struct noe_ast_expr *ast);
struct noe_operand noe_murphi_check_ring_call(struct noe_checker *checker, const struct noe_ast_expr *ast);

/* ------------------------------------------------------ check_quantifier.c */

/* Binds a quantifier's name in the innermost scope and fills in its domain. */
bool noe_murphi_check_domain(struct noe_checker *checker, const struct noe_ast_quantifier *ast,
                             struct noe_domain *domain, uint32_t *slot);
struct noe_operand noe_murphi_check_quantified(struct noe_checker *checker, const struct noe_ast_expr *ast);
/* A multiset and a name bound to its elements: the multiset's location, or NULL. */
struct noe_expr *noe_murphi_check_elements(struct noe_checker *checker, const struct noe_ast_name *name,
                                           const struct noe_ast_expr *target, struct noe_operand *operand,
                                           uint32_t *slot);
struct noe_operand noe_murphi_check_count(struct noe_checker *checker, const struct noe_ast_expr *ast);

/* ------------------------------------------------------------ check_call.c */

struct noe_operand noe_murphi_check_call(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                         bool as_statement);

/* ----------------------------------------------------------- check_alias.c */

enum noe_alias_kind {
  NOE_ALIAS_NOTHING, /* resolved once and for all */
  NOE_ALIAS_LOCATION,
  NOE_ALIAS_VALUE,
  NOE_ALIAS_CELLS,
  NOE_ALIAS_WRONG,
};

/* Declares an alias; unless NOTHING or WRONG, cell `*slot` must be bound to
 * `*value` on entry. */
enum noe_alias_kind noe_murphi_check_alias(struct noe_checker *checker, const struct noe_ast_name *name,
                                           const struct noe_ast_expr *ast, const struct noe_expr **value,
                                           uint32_t *slot);

/* ------------------------------------------------------------ check_stmt.c */

const struct noe_stmt *noe_murphi_check_stmts(struct noe_checker *checker, const struct noe_ast_stmt *ast);
struct noe_stmt *noe_murphi_check_multiset(struct noe_checker *checker, const struct noe_ast_stmt *ast);
/* A place; reports and answers NULL otherwise. */
struct noe_expr *noe_murphi_check_place(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                        struct noe_operand *operand);
/* A place that may be changed; reports and answers NULL otherwise. */
struct noe_expr *noe_murphi_check_target(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                         struct noe_operand *operand);
/* The operand is about to be changed: is it allowed? Records changes of globals,
 * with `adds` as those that only add elements to a multiset. */
bool noe_murphi_may_change(struct noe_checker *checker, struct noe_operand operand, bool adds);
void noe_murphi_note_change(struct noe_checker *checker, struct noe_region region, struct noe_span span);

/* ------------------------------------------------------------ check_decl.c */

/* Top level, or local to the current frame; for locals that need it, statements
 * that empty their multisets are appended to `*prologue`. */
void noe_murphi_check_decl(struct noe_checker *checker, const struct noe_ast_decl *ast, struct noe_stmt ***prologue);
void noe_murphi_check_procedure(struct noe_checker *checker, const struct noe_ast_procedure *ast, struct noe_span span);

/* ---------------------------------------------------------- check_binder.c */

/* A quantifier with constant bounds (else an error about the bounds of `what`): its
 * name is declared, its values are put in `binder`, ascending. */
bool noe_murphi_check_range(struct noe_checker *checker, const struct noe_ast_quantifier *ast, const char *what,
                            struct noe_binder *binder);
bool noe_murphi_bind_quantifier(struct noe_checker *checker, const struct noe_ast_quantifier *ast, const char *what,
                                struct noe_binders *binders);
/* Opens one scope per enclosing item and binds its names. */
void noe_murphi_bind_enclosing(struct noe_checker *checker, struct noe_binders *binders);
void noe_murphi_unbind_enclosing(struct noe_checker *checker);

/* ------------------------------------------------------------ check_rule.c */

void noe_murphi_check_rule(struct noe_checker *checker, const struct noe_ast_rule *ast);

/* ------------------------------------------------------------------ hint.c */

/* Those of the command line, behind all that the model has. */
void noe_murphi_check_hints(struct noe_checker *checker);
/* The name, or `rule at line 12`. */
const char *noe_murphi_title(struct noe_checker *checker, const struct noe_ast_rule *ast);

/* -------------------------------------------------------- check_fairness.c */

/* The conditions of `fair` and `strongfair`, as atoms; NULL if there was an error. Then the clause that has them is
 * noted as a fairness of the model. */
const struct noe_temporal *noe_murphi_check_fair_condition(struct noe_checker *checker, const struct noe_ast_rule *ast);
void noe_murphi_note_condition(struct noe_checker *checker, const struct noe_clause *clause);

/* Around an item, which may carry a mark. */
void noe_murphi_open_mark(struct noe_checker *checker, const struct noe_ast_rule *ast);
void noe_murphi_close_mark(struct noe_checker *checker, const struct noe_ast_rule *ast);
/* The marks around the current rule. */
void noe_murphi_take_marks(struct noe_checker *checker, struct noe_clause *clause);

/* -------------------- check_temporal.c, check_formula.c, check_sequence.c */

/* An atom about a step. */
struct noe_placed_step {
  uint32_t atom;
  struct noe_step_atom step;
};

/* A temporal claim while it is lowered. */
struct noe_claim {
  const struct noe_ast_rule *ast;
  NOE_LIST(const struct noe_expr *) atoms;
  NOE_LIST(struct noe_placed_step) steps;
  NOE_LIST(struct noe_formula_variable) variables;
  const struct noe_fixed_point *points; /* innermost first */
  uint32_t point_count;
  uint32_t depth;
};

/* NULL after reporting. Outermost `forall`s are added to the binders. */
const struct noe_temporal *noe_murphi_check_temporal(struct noe_checker *checker, const struct noe_ast_rule *ast,
                                                     struct noe_binders *binders);
const struct noe_formula *noe_murphi_check_formula(struct noe_checker *checker, struct noe_claim *claim,
                                                   const struct noe_ast_expr *ast);
const struct noe_sequence *noe_murphi_check_sequence(struct noe_checker *checker, struct noe_claim *claim);

/* The condition as an atom: its number, shared with an equal one. False after an
 * error. `*constant` is 0 or 1 if the condition is a constant (then it is no atom),
 * else -1. */
bool noe_murphi_check_atom(struct noe_checker *checker, struct noe_claim *claim, const struct noe_ast_expr *ast,
                           uint32_t *number, int *constant);

/* Do the two conditions ask the same? */
bool noe_murphi_same_expr(const struct noe_expr *a, const struct noe_expr *b);

/* check_rule_atom.c: `enabled`, a condition; `taken`, an atom of its own, false after reporting; by atom, what it says
 * about steps, or NULL if there is none such. */
struct noe_operand noe_murphi_check_enabled(struct noe_checker *checker, const struct noe_ast_expr *ast);
bool noe_murphi_check_taken(struct noe_checker *checker, struct noe_claim *claim, const struct noe_ast_expr *ast,
                            uint32_t *number);
const struct noe_step_atom *const *noe_murphi_step_atoms(struct noe_checker *checker, const struct noe_claim *claim);
void noe_murphi_report_unknown_rule(struct noe_checker *checker, const char *name, struct noe_span span);

/* At the end of the model: the rules that claims name, claims that ignore marks. */
void noe_murphi_finish_claims(struct noe_checker *checker);

/* ----------------------------------------------------------------- define.c */

/* The expression that -D gives to a constant, or `otherwise`. */
const struct noe_ast_expr *noe_murphi_defined_value(struct noe_checker *checker, const struct noe_ast_name *name,
                                                    const struct noe_ast_expr *otherwise, bool *overridden);
void noe_murphi_check_defines(struct noe_checker *checker);

#endif
