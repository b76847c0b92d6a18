/* Conditions: connectives and calls. Quantifiers are in why_quantifier.c, what comparisons
 * were about in why_operands.c. */
#include "model/why_int.h"

#include "model/access.h"
#include "model/print.h"

/* Parts of one explanation: far more than anybody reads. */
enum { MOST_PARTS = 2000 };

static struct noe_why *add(struct noe_explainer *explainer, enum noe_why_kind kind, const struct noe_expr *expr,
                           bool value, struct noe_why *parent) {
  struct noe_why part = {.kind = kind, .expr = expr, .value = value};
  NOE_LIST_PUSH(explainer->arena, &parent->parts, part);
  explainer->budget--;
  return &parent->parts.items[parent->parts.count - 1];
}

static void explain_leaf(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                         struct noe_why *parent) {
  noe_model_explain_operands(explainer, expr, add(explainer, NOE_WHY_LEAF, expr, value, parent));
}

/* ------------------------------------------------------------ connectives */

/* Of two operands joined so that `decisive` of one of them is that of the whole: the first
 * that is decisive, or both. `negated`: the left one counts the other way round. */
static void explain_pair(struct noe_explainer *explainer, const struct noe_expr *expr, bool value, bool decisive,
                         bool negated, struct noe_why *parent) {
  if (value != decisive) {
    noe_model_explain(explainer, expr->left, negated ? decisive : !decisive, parent);
    noe_model_explain(explainer, expr->right, !decisive, parent);
    return;
  }
  bool left = noe_model_eval_defined(explainer->machine, expr->left) != negated;
  if (left == decisive)
    noe_model_explain(explainer, expr->left, left != negated, parent);
  else
    noe_model_explain(explainer, expr->right, decisive, parent);
}

/* `!flag` is shown as it stands. So is `a > b`, which the front end writes as `!(a <= b)`: both
 * stand at one place, and are one. */
static bool is_one(const struct noe_expr *expr) {
  const struct noe_expr *left = expr->left;
  bool is_simple = left->kind == NOE_EXPR_READ || left->kind == NOE_EXPR_COPY || left->kind == NOE_EXPR_ISUNDEFINED ||
                   left->kind == NOE_EXPR_ISMEMBER;
  return is_simple || (expr->span.begin == left->span.begin && expr->span.end == left->span.end);
}

static void explain_not(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                        struct noe_why *parent) {
  if (!is_one(expr))
    noe_model_explain(explainer, expr->left, !value, parent);
  else
    noe_model_explain_operands(explainer, expr->left, add(explainer, NOE_WHY_LEAF, expr, value, parent));
}

static void explain_conditional(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                                struct noe_why *parent) {
  bool condition = noe_model_eval_defined(explainer->machine, expr->condition);
  noe_model_explain(explainer, expr->condition, condition, parent);
  noe_model_explain(explainer, condition ? expr->left : expr->right, value, parent);
}

/* ------------------------------------------------------------------ calls */

/* A body that is one `return` of a condition: that condition, or NULL. */
static const struct noe_expr *returned(const struct noe_function *function) {
  const struct noe_stmt *body = function->body;
  return body && !body->next && body->kind == NOE_STMT_RETURN ? body->value : NULL;
}

static void add_argument(struct noe_explainer *explainer, const struct noe_active_call *active, uint32_t i,
                         struct noe_why *call) {
  const struct noe_parameter *parameter = &active->expr->call->function->parameters[i];
  struct noe_machine *machine = explainer->machine;
  if (!noe_type_is_simple(parameter->type))
    return;
  struct noe_why_operand operand = {.expr = active->expr->call->arguments[i].value, .path = parameter->name};
  struct noe_text text = noe_base_text(machine->memory);
  noe_model_print_value(parameter->type, machine->cells[machine->cells[active->frame + i]], &text);
  operand.value = noe_base_arena_text(explainer->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  NOE_LIST_PUSH(explainer->arena, &call->operands, operand);
}

static void explain_call(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                         struct noe_why *parent) {
  const struct noe_expr *inner = returned(expr->call->function);
  struct noe_machine *machine = explainer->machine;
  if (!inner || machine->depth >= machine->model->call_depth) {
    explain_leaf(explainer, expr, value, parent);
    return;
  }
  struct noe_why call = {.kind = NOE_WHY_CALL, .expr = expr, .value = value};
  struct noe_active_call active = noe_model_call_begin(machine, expr);
  for (uint32_t i = 0; i < expr->call->function->parameter_count; i++)
    add_argument(explainer, &active, i, &call);
  machine->depth++;
  noe_model_explain(explainer, inner, value, &call);
  machine->depth--;
  noe_model_call_end(machine, &active);
  explainer->budget -= explainer->budget > 0;
  NOE_LIST_PUSH(explainer->arena, &parent->parts, call);
}

/* --------------------------------------------------------------- dispatch */

void noe_model_explain(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                       struct noe_why *parent) {
  noe_model_check_stack(explainer->machine, expr->place);
  if (!explainer->budget)
    return;
  if (!noe_model_is_pure(expr)) { /* evaluated again it might come to something else */
    add(explainer, NOE_WHY_LEAF, expr, value, parent);
    return;
  }
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT: break;
  case NOE_EXPR_AND: explain_pair(explainer, expr, value, false, false, parent); break;
  case NOE_EXPR_OR: explain_pair(explainer, expr, value, true, false, parent); break;
  case NOE_EXPR_IMPLIES: explain_pair(explainer, expr, value, true, true, parent); break;
  case NOE_EXPR_NOT: explain_not(explainer, expr, value, parent); break;
  case NOE_EXPR_DEFINED: noe_model_explain(explainer, expr->left, value, parent); break;
  case NOE_EXPR_CONDITIONAL: explain_conditional(explainer, expr, value, parent); break;
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS: noe_model_explain_quantifier(explainer, expr, value, parent); break;
  case NOE_EXPR_CALL: explain_call(explainer, expr, value, parent); break;
  default: explain_leaf(explainer, expr, value, parent);
  }
}

struct claim {
  struct noe_work work; /* first, so that a step can find the rest */
  struct noe_explainer explainer;
  struct noe_why *why;
};

static enum noe_outcome explain_step(struct noe_work *work) {
  struct claim *claim = (struct claim *)work;
  enum noe_outcome bound = noe_model_bind(work);
  if (bound != NOE_OUTCOME_TRUE)
    return bound;
  claim->why->value = noe_model_eval_defined(work->machine, work->clause->guard);
  noe_model_explain(&claim->explainer, work->clause->guard, claim->why->value, claim->why);
  return NOE_OUTCOME_TRUE;
}

const struct noe_why *noe_model_why(struct noe_arena *arena, const struct noe_model *model,
                                    const struct noe_clause *clause, const int64_t *arguments, const int64_t *state) {
  if (!clause->guard || !noe_model_is_pure(clause->guard))
    return NULL;
  struct noe_machine *machine = noe_model_machine_new(noe_base_arena_memory(arena), model);
  struct claim claim = {.work = {machine, clause, arguments, state, clause->binder_count},
                        .explainer = {machine, arena, MOST_PARTS},
                        .why = NOE_NEW(arena, struct noe_why)};
  noe_model_enter(machine, clause, state);
  enum noe_outcome outcome = noe_model_trap(&claim.work, explain_step);
  noe_model_machine_delete(machine);
  return outcome == NOE_OUTCOME_TRUE && claim.why->parts.count ? claim.why : NULL;
}
