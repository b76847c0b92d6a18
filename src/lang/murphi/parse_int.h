/* The parser's own parts, for parse*.c only.
 *
 * One token of lookahead (`next`) beyond the current one is all the grammar
 * needs. Two ways to complain: `noe_murphi_complain` when parsing can go on as
 * if the text had been right, `noe_murphi_fail` when it cannot. The latter makes
 * the parser panic: nothing more is reported or consumed until some list of
 * statements, declarations or rules finds a place to go on (parse_recover.c).
 * Every loop over a list moves on by at least one token or leaves, so parsing
 * ends on every input.
 *
 * Functions that parse a node always return one, if only an empty one after a
 * failure, so callers never test for NULL; trees are used only if no error was
 * reported. */
#ifndef NOE_LANG_MURPHI_PARSE_INT_H
#define NOE_LANG_MURPHI_PARSE_INT_H

#include "lang/murphi/lex.h"
#include "lang/murphi/parse.h"

/* A block that waits for its closing word; the chain lives on the C stack. */
struct noe_murphi_block {
  struct noe_murphi_block *outer;
  enum noe_murphi_token_kind word; /* that opened it; NAME: choose */
  struct noe_span span;            /* of that word */
};

/* A procedure whose name is a soft word: the declaration wins over the word. */
struct noe_murphi_shadow {
  struct noe_murphi_shadow *next;
  const char *name;
};

/* A name in scope that could be mistaken for an operator of formulas, or any name
 * bound inside a formula. Innermost first. */
struct noe_murphi_bound {
  struct noe_murphi_bound *outer;
  const char *name;
  bool is_point; /* by mu or nu */
  bool warned;   /* that the name wins over the operator */
};

/* What kind of claim is being read: it decides which operators there are. */
enum noe_murphi_reading {
  NOE_READING_PLAIN,
  NOE_READING_FORMULA,
  NOE_READING_SEQUENCE,
};

struct noe_murphi_parser {
  struct noe_arena *arena;
  const struct noe_source *source;
  struct noe_diagnostics *diagnostics;
  struct noe_murphi_lexer lexer;
  struct noe_murphi_token token, next;
  struct noe_span previous; /* of the last token consumed */
  bool panicking;
  bool halted; /* only end-of-file tokens from now on, nothing is reported */
  bool refused_real;
  bool taken_for_name[NOE_TOKEN_COUNT]; /* keywords that were declared as names, which was said */
  uint32_t depth;
  uint32_t quantifiers;        /* forall and exists being parsed */
  uint32_t quantifiers_open;   /* how many of them the last failure left without their `end` */
  uint32_t guard;              /* where the current guard starts; UINT32_MAX inside its parts and elsewhere */
  uint32_t implied;            /* where the last right side of `->` starts */
  bool typing;                 /* a type is being read, so that `:=` means a value that it has none of */
  struct noe_span else_if;     /* the last `else if`, a usual cause of missing ends */
  struct noe_span long_string; /* the last string of several lines */
  struct noe_murphi_block *block;
  struct noe_murphi_block suspected; /* a block that was closed by an `end` of another, going by the layout; or none */
  struct noe_murphi_shadow *shadows;
  enum noe_murphi_reading reading;
  struct noe_murphi_bound *bound;
  uint32_t braces; /* of sequences, open */
};

static inline bool at(const struct noe_murphi_parser *p, enum noe_murphi_token_kind kind) {
  return p->token.kind == kind;
}

static inline bool at_next(const struct noe_murphi_parser *p, enum noe_murphi_token_kind kind) {
  return p->next.kind == kind;
}

/* Has something failed, and been reported, since the parser was calm? Then a hint may follow. */
static inline bool has_failed(const struct noe_murphi_parser *p, bool was_calm) {
  return was_calm && p->panicking && !p->halted;
}

static inline struct noe_span span_since(const struct noe_murphi_parser *p, uint32_t begin) {
  uint32_t end = p->previous.end;
  return (struct noe_span){begin, end < begin ? begin : end};
}

/* ------------------------------------------------------- parse_token.c */

void noe_murphi_advance(struct noe_murphi_parser *p);
/* A round of recovery that began at token `before`, and neither took nor corrected
 * it, takes it now: whatever the mistake, the parser comes to an end. */
void noe_murphi_get_on(struct noe_murphi_parser *p, struct noe_murphi_token before);
bool noe_murphi_accept(struct noe_murphi_parser *p, enum noe_murphi_token_kind kind);

/* Consumes the token, or fails; `where` ends "expected X ". */
bool noe_murphi_expect(struct noe_murphi_parser *p, enum noe_murphi_token_kind kind, const char *where);

/* Both return whether the report was made, so that a hint may follow. */
bool noe_murphi_complain(struct noe_murphi_parser *p, enum noe_diagnostic_code code, struct noe_span span,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));
bool noe_murphi_fail(struct noe_murphi_parser *p, struct noe_span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails at the current token: "expected `what`, found ...". */
bool noe_murphi_fail_expected(struct noe_murphi_parser *p, const char *what);

/* The `:` behind the name of an element of a multiset; `example` is what a hint shows. */
void noe_murphi_expect_element(struct noe_murphi_parser *p, const char *example);

/* The current token for a message, backquotes included. */
const char *noe_murphi_describe(struct noe_murphi_parser *p);

/* Stops at once and for good. */
void noe_murphi_halt(struct noe_murphi_parser *p);

/* Around every recursion; false, after a complaint, if it is too deep. */
bool noe_murphi_enter(struct noe_murphi_parser *p);
void noe_murphi_leave(struct noe_murphi_parser *p);

/* A name; a keyword in its place is refused and taken as a name. */
struct noe_ast_name *noe_murphi_parse_name(struct noe_murphi_parser *p);

/* ID { "," ID } and, if `trailing`, perhaps one more comma. */
struct noe_ast_name *noe_murphi_parse_names(struct noe_murphi_parser *p, bool trailing);

/* Consumes the current STRING. */
const char *noe_murphi_parse_string(struct noe_murphi_parser *p, size_t *length, struct noe_span *span);

/* Is the token this word, in any case? For words without a token of their own. */
bool noe_murphi_is_word(const struct noe_murphi_parser *p, const struct noe_murphi_token *token, const char *word);

/* Text in the style of C: where `{` opens a block, complains and halts, because
 * hardly anything of what follows would make sense. */
bool noe_murphi_refuse_braces(struct noe_murphi_parser *p, const char *instead);

/* A sign that other languages write behind a name, or a guard without a condition: complains, and drops it. */
void noe_murphi_refuse_sign(struct noe_murphi_parser *p, enum noe_murphi_token_kind sign);

/* Real arithmetic: reported at its first use only. */
void noe_murphi_refuse_real(struct noe_murphi_parser *p);

/* Was a procedure of the current name declared? */
bool noe_murphi_is_shadowed(const struct noe_murphi_parser *p);

/* If the current name looks like one of the keywords misspelt, complains and
 * turns the token into that keyword. */
bool noe_murphi_correct(struct noe_murphi_parser *p, const enum noe_murphi_token_kind *words, size_t count);

/* If the current name looks like a misspelt word that opens a declaration or a rule, complains and turns the token
 * into that word. */
bool noe_murphi_correct_item_word(struct noe_murphi_parser *p);

/* Text of UPMurphi: one complaint. False if it is none. */
bool noe_murphi_refuse_planner(struct noe_murphi_parser *p);

/* ----------------------------------------------------- parse_recover.c */

bool noe_murphi_starts_expr(enum noe_murphi_token_kind kind);
bool noe_murphi_starts_statement(const struct noe_murphi_parser *p);

/* Does the current token open a rule item, in a position where one may stand? */
bool noe_murphi_starts_rule(const struct noe_murphi_parser *p);
bool noe_murphi_starts_decl(const struct noe_murphi_parser *p);

/* `assume`, `cover` or `liveness` used as a keyword. */
bool noe_murphi_is_soft_claim(const struct noe_murphi_parser *p);

/* `externfun`, `externproc` or `pctl`, in a position where an item may start. */
bool noe_murphi_is_unsupported(const struct noe_murphi_parser *p);

/* `ltl`, `ctl`, `mu` or `never` used as a keyword, be it without the name that
 * must follow. */
bool noe_murphi_is_temporal_claim(const struct noe_murphi_parser *p);

/* `weakfair` or `strongfair` before an item, be it one that takes no mark. */
bool noe_murphi_is_mark(const struct noe_murphi_parser *p);
/* `fair p`, `strongfair p -> q`? */
bool noe_murphi_is_condition(const struct noe_murphi_parser *p);

/* A word that may stand only outside of statements. */
bool noe_murphi_is_outer_word(enum noe_murphi_token_kind kind);
bool noe_murphi_is_closing(const struct noe_murphi_parser *p);

/* How far to the right a place stands in its line. */
uint32_t noe_murphi_parse_column(const struct noe_murphi_parser *p, uint32_t offset);
/* Does the current token stand further to the right than the block around it? */
bool noe_murphi_is_indented(const struct noe_murphi_parser *p);

void noe_murphi_skip_statement(struct noe_murphi_parser *p);
void noe_murphi_skip_decl(struct noe_murphi_parser *p);
void noe_murphi_skip_to_item(struct noe_murphi_parser *p);

/* After a failure in the head of a block: goes on behind `word` if it comes
 * before the next statement or block end. */
void noe_murphi_skip_past(struct noe_murphi_parser *p, enum noe_murphi_token_kind word);

/* The word that ends the head of a block: consumed, or complained about. */
void noe_murphi_expect_head_end(struct noe_murphi_parser *p, enum noe_murphi_token_kind word);

/* A closing word that no open block waits for. */
bool noe_murphi_is_stray(const struct noe_murphi_parser *p);

void noe_murphi_open(struct noe_murphi_parser *p, struct noe_murphi_block *block);
void noe_murphi_close(struct noe_murphi_parser *p, struct noe_murphi_block *block);
const char *noe_murphi_block_name(const struct noe_murphi_block *block);

/* --------------------------------------------- the grammar, one each */

struct noe_ast_type *noe_murphi_parse_type(struct noe_murphi_parser *p);

struct noe_ast_expr *noe_murphi_parse_expr(struct noe_murphi_parser *p);
struct noe_ast_expr *noe_murphi_parse_unary(struct noe_murphi_parser *p);
struct noe_ast_expr *noe_murphi_parse_primary(struct noe_murphi_parser *p);
struct noe_ast_expr *noe_murphi_parse_designator(struct noe_murphi_parser *p);
struct noe_ast_expr *noe_murphi_parse_call(struct noe_murphi_parser *p);
struct noe_ast_expr *noe_murphi_new_expr(struct noe_murphi_parser *p, enum noe_ast_expr_kind kind);
bool noe_murphi_is_designator(const struct noe_ast_expr *expr);

/* quants DO, aliases DO */
struct noe_ast_quantifier *noe_murphi_parse_quantifiers(struct noe_murphi_parser *p);
struct noe_ast_alias *noe_murphi_parse_aliases(struct noe_murphi_parser *p);

struct noe_ast_stmt *noe_murphi_parse_statements(struct noe_murphi_parser *p);
struct noe_ast_stmt *noe_murphi_parse_block(struct noe_murphi_parser *p);

/* STRING expr | expr [STRING] */
struct noe_ast_expr *noe_murphi_parse_claim(struct noe_murphi_parser *p, const char **text, size_t *length,
                                            struct noe_span *span, bool *first);
enum noe_ast_claim_kind noe_murphi_claim_kind(const struct noe_murphi_parser *p);

/* Appends the declarations of one section at `*end`; returns the new end. */
struct noe_ast_decl **noe_murphi_parse_section(struct noe_murphi_parser *p, struct noe_ast_decl **end, bool is_local);
/* { decl } of a rule or procedure. */
struct noe_ast_decl *noe_murphi_parse_locals(struct noe_murphi_parser *p);
struct noe_ast_procedure *noe_murphi_parse_procedure(struct noe_murphi_parser *p);
struct noe_ast_rule *noe_murphi_parse_rule(struct noe_murphi_parser *p);

/* ------------------------------------- parse_formula.c, parse_sequence.c */

/* The names are declared in the current scope; whoever opens a scope saves
 * `bound` and sets it back at the end. */
void noe_murphi_note_names(struct noe_murphi_parser *p, const struct noe_ast_name *names);

/* A prefix operator of formulas with its operand, or NULL if there is none here. */
struct noe_ast_expr *noe_murphi_parse_temporal(struct noe_murphi_parser *p);
/* Is the current word `until` or its like? Then `*op` and `*word` say which. */
bool noe_murphi_is_until(struct noe_murphi_parser *p, enum noe_ast_op *op, const char **word);
/* Is there an operator of formulas in this place, and no name that is declared? */
bool noe_murphi_is_temporal_word(const struct noe_murphi_parser *p, struct noe_span span);
/* Is the current name a fixed-point variable? */
bool noe_murphi_is_point(const struct noe_murphi_parser *p);
void noe_murphi_parse_temporal_claim(struct noe_murphi_parser *p, struct noe_ast_rule *rule);

/* In a sequence: does the current `[` start a repetition, not an index? */
bool noe_murphi_is_repetition(struct noe_murphi_parser *p);
/* `{ sere } [ |-> expr ]` */
void noe_murphi_parse_never(struct noe_murphi_parser *p, struct noe_ast_rule *rule);

/* The operand of a prefix that binds like `!`; an expression without `? :`. */
struct noe_ast_expr *noe_murphi_parse_tight(struct noe_murphi_parser *p);
struct noe_ast_expr *noe_murphi_parse_operators(struct noe_murphi_parser *p);

static inline bool noe_murphi_mentions_time(const struct noe_ast_expr *a, const struct noe_ast_expr *b) {
  return (a && a->temporal) || (b && b->temporal);
}

#endif
