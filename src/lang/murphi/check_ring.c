/* Arithmetic on ringsets: succ(r), pred(r), r + k, r - k, r - r2 (docs/language.md#ringsets).
 *
 * Values of a ring of N places are the numbers 0 .. N-1, which no text can name; steps along the ring are sums
 * modulo N. All of it commutes with rotations: (r + c) + k = (r + k) + c, and (r + c) - (r2 + c) = r - r2. */
#include "lang/murphi/check_int.h"

#include <strings.h>

static struct noe_expr *number(struct noe_checker *checker, int64_t value, struct noe_span span) {
  return noe_murphi_emit_constant(checker, checker->builder.integer, value, span);
}

static struct noe_expr *join(struct noe_checker *checker, enum noe_expr_kind kind, const struct noe_expr *left,
                             const struct noe_expr *right, struct noe_span span) {
  return noe_murphi_emit_binary(checker, kind, checker->builder.integer, left, right, span);
}

/* value mod N, of a value that is not negative, as a value of the type. */
static struct noe_expr *wrap(struct noe_checker *checker, const struct noe_type *type, const struct noe_type *ring,
                             const struct noe_expr *value, struct noe_span span) {
  return noe_murphi_emit_binary(checker, NOE_EXPR_REMAINDER, type, value, number(checker, ring->high + 1, span), span);
}

bool noe_murphi_is_ring(const struct noe_type *type) { return type->kind == NOE_TYPE_SCALARSET && type->is_ring; }

/* r + k, or r - k: the sum of r and N + k mod N, or N - k mod N, which is not negative. */
static struct noe_expr *step(struct noe_checker *checker, struct noe_operand place, const struct noe_expr *steps,
                             bool backward, struct noe_span span) {
  const struct noe_type *ring = place.type;
  struct noe_expr *from = noe_murphi_operand_value(checker, place, false);
  if (!from || !steps)
    return NULL;
  const struct noe_expr *places = number(checker, ring->high + 1, span);
  const struct noe_expr *rest = join(checker, NOE_EXPR_REMAINDER, steps, places, span);
  const struct noe_expr *shift = join(checker, backward ? NOE_EXPR_SUBTRACT : NOE_EXPR_ADD, places, rest, span);
  return wrap(checker, ring, ring, join(checker, NOE_EXPR_ADD, from, shift, span), span);
}

/* r - r2: the steps that lead from r2 to r. */
static struct noe_expr *distance(struct noe_checker *checker, struct noe_operand to, struct noe_operand from,
                                 struct noe_span span) {
  const struct noe_type *ring = to.type;
  if (from.type != ring) {
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, from.span, "`%s` and `%s` are different rings",
                    noe_murphi_type_text(checker, ring), noe_murphi_type_text(checker, from.type));
    return NULL;
  }
  struct noe_expr *end = noe_murphi_operand_value(checker, to, false);
  struct noe_expr *start = noe_murphi_operand_value(checker, from, false);
  if (!end || !start)
    return NULL;
  const struct noe_expr *ahead = join(checker, NOE_EXPR_ADD, end, number(checker, ring->high + 1, span), span);
  return wrap(checker, checker->builder.integer, ring, join(checker, NOE_EXPR_SUBTRACT, ahead, start, span), span);
}

static struct noe_expr *as_steps(struct noe_checker *checker, struct noe_operand operand) {
  if (noe_type_is_integer(operand.type))
    return noe_murphi_operand_value(checker, operand, false);
  noe_base_report(checker->diagnostics, NOE_E_NOT_INTEGER, operand.span, "a number of steps is needed here, not %s",
                  noe_murphi_type_text(checker, operand.type));
  return NULL;
}

struct noe_expr *noe_murphi_check_ring_sum(struct noe_checker *checker, struct noe_operand left,
                                           struct noe_operand right, bool backward, struct noe_span span) {
  if (!left.expr || !right.expr)
    return NULL;
  if (!noe_murphi_is_ring(left.type)) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_INTEGER, right.span, "a place on a ring comes first: write r %c k",
                    backward ? '-' : '+');
    return NULL;
  }
  if (noe_murphi_is_ring(right.type)) {
    if (backward)
      return distance(checker, left, right, span);
    noe_base_report(checker->diagnostics, NOE_E_NOT_INTEGER, right.span, "two places on a ring have no sum");
    noe_base_hint(checker->diagnostics, "r + k goes k steps on; r - r2 is the number of steps from r2 to r");
    return NULL;
  }
  return step(checker, left, as_steps(checker, right), backward, span);
}

/* succ and pred are names like others: a declaration hides them. */
bool noe_murphi_is_ring_call(const struct noe_checker *checker, const struct noe_ast_expr *ast) {
  const char *name = ast->name->text;
  return (!strcasecmp(name, "succ") || !strcasecmp(name, "pred")) && !noe_murphi_scope_find(checker->scopes, name);
}

struct noe_operand noe_murphi_check_ring_call(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  const char *name = ast->name->text;
  if (!ast->arguments || ast->arguments->next) {
    noe_base_report(checker->diagnostics, NOE_E_ARGUMENTS, ast->span, "`%s` takes 1 argument", name);
    return noe_murphi_no_operand();
  }
  struct noe_operand place = noe_murphi_check_operand(checker, ast->arguments);
  if (!place.expr)
    return noe_murphi_no_operand();
  if (!noe_murphi_is_ring(place.type)) {
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, ast->arguments->span,
                    "`%s` goes to a neighbour on a ring, and %s is none", name,
                    noe_murphi_type_text(checker, place.type));
    noe_base_hint(checker->diagnostics, "a ring is declared by `type R: ringset(N);`");
    return noe_murphi_no_operand();
  }
  bool backward = !strcasecmp(name, "pred");
  return noe_murphi_value_operand(step(checker, place, number(checker, 1, ast->span), backward, ast->span), ast->span);
}
