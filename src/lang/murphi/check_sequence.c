/* Sequences of `never`. [->n] and [=n] are written out in the terms of the others:
 *
 *   b[->n]  is  { !b[*]; b }[*n]
 *   b[=n]   is  { !b[*]; b }[*n]; !b[*]
 *
 * `never { r } |-> e` is `never { r : !e }`, `never { r } |=> e` is `never { r; !e }`.
 *
 * The constants true and false are letters too: their atoms are constants. */
#include "lang/murphi/check_int.h"

/* Letters of a sequence written out in full: automata grow with them. */
enum { LETTER_LIMIT = 4096, DEPTH_LIMIT = 2000 };

static struct noe_sequence *new_sequence(struct noe_checker *checker, enum noe_sequence_kind kind,
                                         const struct noe_sequence *left, const struct noe_sequence *right,
                                         const struct noe_ast_expr *ast) {
  struct noe_sequence *sequence = NOE_NEW(checker->arena, struct noe_sequence);
  sequence->kind = kind;
  sequence->left = left;
  sequence->right = right;
  sequence->place = noe_murphi_place(checker, ast->span);
  return sequence;
}

static struct noe_sequence *repeat(struct noe_checker *checker, const struct noe_sequence *left, uint32_t low,
                                   uint32_t high, const struct noe_ast_expr *ast) {
  struct noe_sequence *sequence = new_sequence(checker, NOE_SEQUENCE_REPEAT, left, NULL, ast);
  sequence->low = low;
  sequence->high = high;
  return sequence;
}

/* A constant condition becomes an atom all the same: a letter needs one. */
static uint32_t constant_atom(struct noe_checker *checker, struct noe_claim *claim, const struct noe_ast_expr *ast,
                              int constant) {
  for (uint32_t i = 0; i < claim->atoms.count; i++)
    if (claim->atoms.items[i]->kind == NOE_EXPR_CONSTANT && claim->atoms.items[i]->value == constant)
      return i;
  const struct noe_expr *expr = noe_murphi_emit_constant(checker, checker->builder.boolean, constant, ast->span);
  NOE_LIST_PUSH(checker->arena, &claim->atoms, expr);
  return (uint32_t)claim->atoms.count - 1;
}

static struct noe_sequence *check_letter(struct noe_checker *checker, struct noe_claim *claim,
                                         const struct noe_ast_expr *ast, bool negated) {
  uint32_t number = 0;
  int constant;
  if (!noe_murphi_check_atom(checker, claim, ast, &number, &constant))
    return NULL;
  struct noe_sequence *letter = new_sequence(checker, NOE_SEQUENCE_LETTER, NULL, NULL, ast);
  letter->atom = constant < 0 ? number : constant_atom(checker, claim, ast, constant);
  letter->negated = negated;
  return letter;
}

/* ------------------------------------------------------------- repetitions */

static bool is_part(const struct noe_ast_expr *ast) {
  return ast->kind == NOE_AST_BRACES || ast->kind == NOE_AST_REPEAT ||
         (ast->kind == NOE_AST_BINARY && ast->op >= NOE_AST_THEN);
}

static const struct noe_sequence *check(struct noe_checker *checker, struct noe_claim *claim,
                                        const struct noe_ast_expr *ast);

static const struct noe_sequence *check_goto(struct noe_checker *checker, struct noe_claim *claim,
                                             const struct noe_ast_expr *ast) {
  if (is_part(ast->left)) {
    noe_base_report(checker->diagnostics, NOE_E_SEQUENCE, ast->op_span,
                    "this repetition counts the states in which a condition holds, but a sequence stands before it");
    noe_base_hint(checker->diagnostics, "sequences are repeated by [*], [+] and [*m:n]");
    return NULL;
  }
  const struct noe_sequence *letter = check_letter(checker, claim, ast->left, false);
  if (!letter)
    return NULL;
  struct noe_sequence *other = new_sequence(checker, NOE_SEQUENCE_LETTER, NULL, NULL, ast);
  *other = *letter;
  other->negated = true;
  const struct noe_sequence *gap = repeat(checker, other, 0, UINT32_MAX, ast);
  const struct noe_sequence *one = new_sequence(checker, NOE_SEQUENCE_THEN, gap, letter, ast);
  uint32_t count = (uint32_t)ast->value;
  const struct noe_sequence *all = repeat(checker, one, count, count, ast);
  return ast->repeat == NOE_AST_GOTO ? all : new_sequence(checker, NOE_SEQUENCE_THEN, all, gap, ast);
}

static const struct noe_sequence *check_repeat(struct noe_checker *checker, struct noe_claim *claim,
                                               const struct noe_ast_expr *ast) {
  int64_t most = ast->value > ast->high ? ast->value : ast->high;
  if (most > LETTER_LIMIT) {
    noe_base_report(checker->diagnostics, NOE_E_SEQUENCE, ast->op_span, "this repeats too often: at most %d times",
                    LETTER_LIMIT);
    return NULL;
  }
  if (ast->repeat >= NOE_AST_GOTO)
    return check_goto(checker, claim, ast);
  if (ast->repeat == NOE_AST_COUNTED_TIMES && ast->value > ast->high) {
    noe_base_report(checker->diagnostics, NOE_E_SEQUENCE, ast->op_span, "the smaller number comes first");
    return NULL;
  }
  const struct noe_sequence *left = check(checker, claim, ast->left);
  if (!left)
    return NULL;
  switch (ast->repeat) {
  case NOE_AST_ANY_TIMES: return repeat(checker, left, 0, UINT32_MAX, ast);
  case NOE_AST_SOME_TIMES: return repeat(checker, left, 1, UINT32_MAX, ast);
  default: return repeat(checker, left, (uint32_t)ast->value, (uint32_t)ast->high, ast);
  }
}

/* ---------------------------------------------------------------- sequences */

static const struct noe_sequence *check_joint(struct noe_checker *checker, struct noe_claim *claim,
                                              const struct noe_ast_expr *ast) {
  static const enum noe_sequence_kind kinds[] = {NOE_SEQUENCE_THEN, NOE_SEQUENCE_FUSE, NOE_SEQUENCE_EITHER};
  const struct noe_sequence *left = check(checker, claim, ast->left), *right = check(checker, claim, ast->right);
  return left && right ? new_sequence(checker, kinds[ast->op - NOE_AST_THEN], left, right, ast) : NULL;
}

static const struct noe_sequence *check(struct noe_checker *checker, struct noe_claim *claim,
                                        const struct noe_ast_expr *ast) {
  const struct noe_sequence *sequence;
  if (claim->depth >= DEPTH_LIMIT) {
    noe_base_report(checker->diagnostics, NOE_E_DEPTH, claim->ast->value->span, "this sequence is nested too deeply");
    return NULL;
  }
  claim->depth++;
  if (!is_part(ast))
    sequence = check_letter(checker, claim, ast, false);
  else if (ast->kind == NOE_AST_BRACES)
    sequence = check(checker, claim, ast->left);
  else if (ast->kind == NOE_AST_REPEAT)
    sequence = check_repeat(checker, claim, ast);
  else
    sequence = check_joint(checker, claim, ast);
  claim->depth--;
  return sequence;
}

static uint64_t letters(const struct noe_sequence *sequence) {
  if (sequence->kind == NOE_SEQUENCE_LETTER || sequence->kind == NOE_SEQUENCE_EMPTY)
    return sequence->kind == NOE_SEQUENCE_LETTER;
  if (sequence->kind != NOE_SEQUENCE_REPEAT)
    return letters(sequence->left) + letters(sequence->right);
  uint64_t times = sequence->high != UINT32_MAX ? sequence->high : sequence->low > 1 ? sequence->low : 1;
  uint64_t one = letters(sequence->left), all = one * times;
  return all > LETTER_LIMIT ? LETTER_LIMIT + 1 : all;
}

static bool matches_empty(const struct noe_sequence *sequence) {
  switch (sequence->kind) {
  case NOE_SEQUENCE_EMPTY: return true;
  case NOE_SEQUENCE_THEN: return matches_empty(sequence->left) && matches_empty(sequence->right);
  case NOE_SEQUENCE_EITHER: return matches_empty(sequence->left) || matches_empty(sequence->right);
  case NOE_SEQUENCE_REPEAT: return !sequence->low || matches_empty(sequence->left);
  default: return false;
  }
}

const struct noe_sequence *noe_murphi_check_sequence(struct noe_checker *checker, struct noe_claim *claim) {
  const struct noe_ast_rule *ast = claim->ast;
  const struct noe_sequence *sequence = check(checker, claim, ast->value);
  const struct noe_sequence *last = ast->consequence ? check_letter(checker, claim, ast->consequence, true) : NULL;
  if (!sequence || (ast->consequence && !last))
    return NULL;
  if (last)
    sequence =
        new_sequence(checker, ast->overlaps ? NOE_SEQUENCE_FUSE : NOE_SEQUENCE_THEN, sequence, last, ast->consequence);
  if (letters(sequence) > LETTER_LIMIT) {
    noe_base_report(checker->diagnostics, NOE_E_SEQUENCE, ast->value->span,
                    "written out in full this sequence has more than %d letters", LETTER_LIMIT);
    return NULL;
  }
  if (matches_empty(sequence)) {
    noe_base_report(checker->diagnostics, NOE_E_SEQUENCE, ast->value->span,
                    "this sequence matches the block of no states, so the claim could never hold");
    noe_base_hint(checker->diagnostics, "perhaps [+] is meant instead of [*]");
    return NULL;
  }
  return sequence;
}
