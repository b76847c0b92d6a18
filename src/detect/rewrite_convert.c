/* From one piece of a class to another. */
#include <assert.h>

#include "detect/rewrite.h"

bool noe_detect_is_literal(const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT:
  case NOE_EXPR_UNDEFINED: return true;
  case NOE_EXPR_DEFINED: return noe_detect_is_literal(expr->left);
  case NOE_EXPR_CONDITIONAL: return noe_detect_is_literal(expr->left) && noe_detect_is_literal(expr->right);
  default: return false;
  }
}

static bool contains(const struct noe_piece *outer, const struct noe_piece *inner) {
  return outer->first <= inner->first && inner->first + inner->count <= outer->first + outer->count;
}

static const struct noe_expr *shifted(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                      const struct noe_piece *from, const struct noe_piece *to) {
  struct noe_expr *made =
      noe_model_operation(&rewriter->builder, NOE_EXPR_SHIFT_PART, to->type, expr, NULL, expr->place);
  made->span = expr->span;
  assert(contains(to, from) && "each value of the one piece has a number in the other");
  made->value = (int64_t)from->first - (int64_t)to->first;
  return made;
}

static const struct noe_expr *narrowed(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                       const struct noe_piece *from, const struct noe_piece *to) {
  struct noe_expr *made = noe_model_operation(&rewriter->builder, NOE_EXPR_NARROW, to->type, expr, NULL, expr->place);
  made->span = expr->span;
  assert(contains(from, to) && to->count && "what is narrowed had more values");
  made->value = (int64_t)to->first - (int64_t)from->first;
  made->high = (int64_t)to->count - 1;
  return made;
}

static const struct noe_piece *universe_of(struct noe_rewriter *rewriter, const struct noe_piece *piece) {
  struct noe_piece *universe = noe_detect_universe(&rewriter->builder, piece->found);
  noe_detect_piece_type(rewriter, universe);
  return universe;
}

static const struct noe_expr *convert(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                      const struct noe_piece *from, const struct noe_piece *to) {
  if (contains(to, from))
    return shifted(rewriter, expr, from, to);
  if (!contains(from, to)) {
    const struct noe_piece *universe = universe_of(rewriter, from);
    expr = shifted(rewriter, expr, from, universe);
    from = universe;
  }
  return narrowed(rewriter, expr, from, to);
}

const struct noe_expr *noe_detect_convert(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                          const struct noe_type *wanted) {
  if (!wanted || expr->type == wanted)
    return expr;
  const struct noe_piece *from = noe_detect_piece_of(rewriter, expr->type);
  const struct noe_piece *to = noe_detect_piece_of(rewriter, wanted);
  if (!from && !to)
    return expr;
  if (!from || !to || from->found != to->found) {
    rewriter->failed = true;
    return expr;
  }
  return convert(rewriter, expr, from, to);
}

const struct noe_expr *noe_detect_blame(const struct noe_expr *expr, struct noe_place place,
                                        enum noe_diagnostic_code code) {
  struct noe_expr *narrow = (struct noe_expr *)(uintptr_t)expr;
  if (expr->kind == NOE_EXPR_NARROW && !expr->low) {
    narrow->place = place;
    narrow->low = code;
  }
  return expr;
}

/* ---------------------------------------------------------------- literals */

/* The parameter that a literal of the claim at hand has become. */
static const struct noe_lift *lift_of(struct noe_rewriter *rewriter, const struct noe_found *found, uint32_t number) {
  uint32_t before = 0;
  for (size_t i = 0; i < rewriter->lifts.count; i++) {
    const struct noe_lift *lift = &rewriter->lifts.items[i];
    if (lift->owner == rewriter->owner && lift->found == found && lift->number == number)
      return lift;
    before += lift->owner == rewriter->owner;
  }
  assert(noe_detect_clause(rewriter->model, rewriter->owner) && "functions keep their literals");
  struct noe_lift lift = {
      .owner = rewriter->owner, .found = found, .number = number, .atom = noe_detect_atom(found, number)};
  lift.slot = noe_detect_clause(rewriter->model, rewriter->owner)->frame_cells + before;
  NOE_LIST_PUSH(rewriter->builder.arena, &rewriter->lifts, lift);
  return &rewriter->lifts.items[rewriter->lifts.count - 1];
}

/* Values that are free, and named all the same, are parameters in claims, and wherever there are roles. */
static bool is_lifted(const struct noe_rewriter *rewriter) {
  const struct noe_clause *clause = noe_detect_clause(rewriter->model, rewriter->owner);
  if (rewriter->roles.count)
    return clause;
  return clause && clause->kind == NOE_CLAUSE_PROPERTY && noe_property_is_claim(clause->property);
}

static const struct noe_expr *lifted(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                     const struct noe_piece *piece, uint32_t number) {
  const struct noe_lift *lift = lift_of(rewriter, piece->found, number);
  struct noe_expr *place =
      noe_model_location(&rewriter->builder, NOE_EXPR_LOCAL, lift->atom->type, lift->slot, expr->place);
  struct noe_expr *made =
      noe_model_operation(&rewriter->builder, NOE_EXPR_READ, lift->atom->type, place, NULL, expr->place);
  made->span = place->span = expr->span;
  return noe_detect_convert(rewriter, made, piece->type);
}

static const struct noe_expr *constant(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                       const struct noe_piece *piece) {
  int64_t number = noe_detect_number(piece->found, expr->value);
  if (number < 0) {
    rewriter->failed = true;
    return expr;
  }
  if (is_lifted(rewriter) && noe_detect_atom(piece->found, (uint32_t)number)->is_free)
    return lifted(rewriter, expr, piece, (uint32_t)number);
  bool is_inside = (int64_t)piece->first <= number && number < (int64_t)piece->first + piece->count;
  const struct noe_piece *of = is_inside ? piece : universe_of(rewriter, piece);
  struct noe_expr *made = noe_model_constant(&rewriter->builder, of->type, number - (int64_t)of->first, expr->place);
  made->span = expr->span;
  made->name = expr->name;
  return noe_detect_convert(rewriter, made, piece->type);
}

const struct noe_expr *noe_detect_rewrite_literal(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                                  const struct noe_type *wanted) {
  const struct noe_piece *piece = wanted ? noe_detect_piece_of(rewriter, wanted) : NULL;
  if (expr->kind == NOE_EXPR_CONSTANT && piece)
    return constant(rewriter, expr, piece);
  struct noe_expr *made = NOE_NEW(rewriter->builder.arena, struct noe_expr);
  *made = *expr;
  made->type = piece ? wanted : expr->type ? noe_detect_copy_type(rewriter, expr->type) : NULL;
  return made;
}

/* ------------------------------------------------------------------ levels */

void noe_detect_level(struct noe_rewriter *rewriter, const struct noe_expr **left, const struct noe_expr **right) {
  if ((*left)->type == (*right)->type)
    return;
  const struct noe_piece *a = noe_detect_piece_of(rewriter, (*left)->type);
  const struct noe_piece *b = noe_detect_piece_of(rewriter, (*right)->type);
  if (!a && !b)
    return;
  if (!a || !b || a->found != b->found) {
    rewriter->failed = true;
    return;
  }
  const struct noe_piece *level = contains(a, b) ? a : contains(b, a) ? b : universe_of(rewriter, a);
  *left = noe_detect_convert(rewriter, *left, level->type);
  *right = noe_detect_convert(rewriter, *right, level->type);
}
