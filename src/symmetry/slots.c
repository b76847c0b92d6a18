#include "symmetry/slots.h"

#include "symmetry/slot_names.h"

struct walk {
  const struct noe_model *model;
  struct noe_place *loose; /* by type id */
  const bool *disturbs;    /* by function id, then by type id: may elements of such a bag go? */
  struct noe_slot_names names;
  uint32_t counts; /* multisetcount within multisetcount */
  uint32_t rounds; /* second rounds of loops within second rounds */
};

/* More are not worth following. */
enum { MOST_COUNTS = 8, MOST_ROUNDS = 8 };

static void walk_expr(struct walk *walk, const struct noe_expr *expr);
static void walk_stmts(struct walk *walk, const struct noe_stmt *list);

static void mark_loose(struct walk *walk, const struct noe_type *bag, struct noe_place place) {
  if (!walk->loose[bag->id].line)
    walk->loose[bag->id] = place;
}

/* The name that the expression is, or -1. */
static int64_t name_in(const struct noe_expr *expr) {
  bool reads = expr->kind == NOE_EXPR_READ || expr->kind == NOE_EXPR_COPY;
  return reads && expr->left->kind == NOE_EXPR_LOCAL && expr->type->kind == NOE_TYPE_SLOT ? (int64_t)expr->left->slot
                                                                                          : -1;
}

/* The name is used for an element of this bag. */
static void use(struct walk *walk, uint32_t slot, const struct noe_expr *bag, struct noe_place place) {
  const struct noe_slot_name *name = noe_symmetry_name_find(&walk->names, slot);
  if (!name || !name->bag || name->gone || !noe_symmetry_same_multiset(&walk->names, name->bag, bag))
    mark_loose(walk, bag->type, place);
}

static void bind(struct walk *walk, uint32_t slot, const struct noe_expr *bag) {
  noe_symmetry_name_bind(&walk->names, (struct noe_slot_name){.slot = slot, .bag = bag});
}

/* ------------------------------------------------------------- expressions */

static void mark_all_loose(struct walk *walk, struct noe_place place) {
  for (uint32_t i = 0; i < walk->model->type_count; i++)
    if (walk->model->types[i]->kind == NOE_TYPE_MULTISET)
      mark_loose(walk, walk->model->types[i], place);
}

/* Evaluated for one element after the other, of which each may change what the next one meets. */
static void walk_each(struct walk *walk, uint32_t slot, const struct noe_expr *bag, const struct noe_expr *value) {
  if (walk->counts == MOST_COUNTS) {
    mark_all_loose(walk, value->place);
    return;
  }
  walk->counts++;
  bind(walk, slot, bag);
  walk_expr(walk, value);
  walk_expr(walk, value);
  walk->counts--;
  const struct noe_slot_name *own = noe_symmetry_name_find(&walk->names, slot);
  if (own && own->bag == bag && (own->gone || own->shaky))
    mark_loose(walk, bag->type, value->place); /* it shows who comes when */
}

static void walk_call(struct walk *walk, const struct noe_call *call) {
  const bool *disturbs = walk->disturbs + (size_t)call->function->id * walk->model->type_count;
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    walk_expr(walk, call->arguments[i].value);
  for (uint32_t i = 0; i < walk->model->type_count; i++)
    if (disturbs[i])
      noe_symmetry_names_disturb(&walk->names, walk->model->types[i], NULL);
  bool changes = call->function->writes_state;
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    if (call->function->parameters[i].by_reference) {
      noe_symmetry_names_change_index(&walk->names, call->arguments[i].value);
      changes = true;
    }
  if (changes)
    noe_symmetry_names_change_anything(&walk->names);
}

/* Are two elements of one bag the same? */
static bool compares_elements(const struct walk *walk, const struct noe_expr *expr) {
  if ((expr->kind != NOE_EXPR_EQUAL && expr->kind != NOE_EXPR_NOT_EQUAL) || name_in(expr->left) < 0 ||
      name_in(expr->right) < 0)
    return false;
  const struct noe_slot_name *left = noe_symmetry_name_find(&walk->names, (uint32_t)name_in(expr->left));
  const struct noe_slot_name *right = noe_symmetry_name_find(&walk->names, (uint32_t)name_in(expr->right));
  return left && right && left->bag && right->bag && !left->gone && !right->gone &&
         noe_symmetry_same_multiset(&walk->names, left->bag, right->bag);
}

static void walk_expr(struct walk *walk, const struct noe_expr *expr) {
  if (!expr || compares_elements(walk, expr))
    return;
  int64_t name = name_in(expr);
  if (name >= 0) { /* and not where it belongs */
    const struct noe_slot_name *known = noe_symmetry_name_find(&walk->names, (uint32_t)name);
    const bool meant = known && known->bag;
    if (meant)
      mark_loose(walk, known->bag->type, expr->place);
    if (!meant)
      mark_all_loose(walk, expr->place);
    return;
  }
  if (expr->kind == NOE_EXPR_REFERENCE) {
    const struct noe_slot_name *reference = noe_symmetry_name_find(&walk->names, expr->slot);
    const struct noe_slot_name *known =
        reference && reference->alias ? noe_symmetry_name_find(&walk->names, reference->alias - 1) : NULL;
    if (known && known->gone)
      mark_loose(walk, known->bag->type, expr->place);
  }
  if (expr->call)
    walk_call(walk, expr->call);
  walk_expr(walk, expr->domain.from);
  walk_expr(walk, expr->domain.to);
  walk_expr(walk, expr->domain.by);
  walk_expr(walk, expr->condition);
  walk_expr(walk, expr->left);
  if (expr->kind == NOE_EXPR_SLOT && name_in(expr->right) >= 0) {
    use(walk, (uint32_t)name_in(expr->right), expr->left, expr->place);
    return;
  }
  if (expr->kind == NOE_EXPR_COUNT)
    walk_each(walk, expr->slot, expr->left, expr->right);
  else
    walk_expr(walk, expr->right);
}

/* What stands in one expression may be evaluated in another order than it is walked through, bodies of quantifiers
 * again and again, and places may be found before what indexes them: so it comes after all of itself. */
static void walk_whole(struct walk *walk, const struct noe_expr *expr) {
  walk_expr(walk, expr);
  walk_expr(walk, expr);
}

/* 1 + a name that stands in the location; 0: none does. */
static uint32_t alias_of(const struct walk *walk, const struct noe_expr *location) {
  for (; location; location = location->left) {
    if (location->kind == NOE_EXPR_SLOT && name_in(location->right) >= 0)
      return (uint32_t)name_in(location->right) + 1;
    if (location->kind == NOE_EXPR_REFERENCE) {
      const struct noe_slot_name *known = noe_symmetry_name_find(&walk->names, location->slot);
      return known ? known->alias : 0;
    }
  }
  return 0;
}

static void bind_alias(struct walk *walk, uint32_t slot, const struct noe_expr *location) {
  noe_symmetry_name_bind(
      &walk->names, (struct noe_slot_name){.slot = slot,
                                           .place = noe_symmetry_place_stays(&walk->names, location) ? location : NULL,
                                           .alias = alias_of(walk, location)});
}

/* -------------------------------------------------------------- statements */

/* What is behind a target may change what names stand for. */
static void write_to(struct walk *walk, const struct noe_expr *target) {
  noe_symmetry_names_disturb(&walk->names, target->type, target);
  noe_symmetry_names_change_index(&walk->names, target);
}

/* The expressions of a statement; what it does comes after them. */
static void walk_parts(struct walk *walk, const struct noe_stmt *stmt) {
  int64_t name = stmt->kind == NOE_STMT_MULTISET_REMOVE ? name_in(stmt->value) : -1;
  walk_expr(walk, stmt->target);
  if (name >= 0)
    use(walk, (uint32_t)name, stmt->target, stmt->place);
  else if (stmt->kind == NOE_STMT_MULTISET_REMOVE_IF)
    walk_each(walk, stmt->slot, stmt->target, stmt->value);
  else
    walk_expr(walk, stmt->value);
  walk_expr(walk, stmt->domain.from);
  walk_expr(walk, stmt->domain.to);
  walk_expr(walk, stmt->domain.by);
}

static void take_effect(struct walk *walk, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_MULTISET_REMOVE:
    if (name_in(stmt->value) >= 0)
      noe_symmetry_names_remove(&walk->names, (uint32_t)name_in(stmt->value), stmt->target);
    break;
  case NOE_STMT_MULTISET_REMOVE_IF: noe_symmetry_names_disturb(&walk->names, stmt->target->type, stmt->target); break;
  case NOE_STMT_MULTISET_ADD: noe_symmetry_names_refill(&walk->names); break;
  case NOE_STMT_BIND_LOCATION: bind_alias(walk, stmt->slot, stmt->value); break;
  case NOE_STMT_ASSIGN:
  case NOE_STMT_COPY:
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE: write_to(walk, stmt->target); break;
  case NOE_STMT_FOR:
    noe_symmetry_name_bind(&walk->names, (struct noe_slot_name){.slot = stmt->slot, .fixed = true});
    break;
  default: break;
  }
}

/* Does the end of these statements lead nowhere? */
static bool ends(const struct noe_stmt *list) {
  while (list && list->next)
    list = list->next;
  return list && (list->kind == NOE_STMT_RETURN || list->kind == NOE_STMT_ERROR);
}

/* One of the arms is taken, or none; whichever, its conditions come after those of the arms before. */
static void walk_arms(struct walk *walk, const struct noe_stmt *stmt) {
  struct noe_slot_names after = {0};
  bool reached = false;
  for (uint32_t i = 0; i <= stmt->arm_count; i++) {
    const struct noe_arm *arm = i < stmt->arm_count ? &stmt->arms[i] : NULL;
    for (uint32_t k = 0; arm && k < arm->condition_count; k++)
      walk_whole(walk, arm->conditions[k]);
    const struct noe_stmt *body = arm ? arm->body : stmt->otherwise;
    struct noe_slot_names before = noe_symmetry_names_copy(&walk->names);
    walk_stmts(walk, body);
    if (reached && !ends(body))
      noe_symmetry_names_join(&walk->names, &after);
    if (!ends(body)) {
      after = walk->names;
      reached = true;
    }
    walk->names = before;
  }
  if (reached)
    walk->names = after;
}

static void walk_round(struct walk *walk, const struct noe_stmt *loop) {
  walk_stmts(walk, loop->body);
  if (loop->kind == NOE_STMT_WHILE)
    walk_expr(walk, loop->value);
}

/* Twice: a round comes after others, and so does the condition of a `while`. Where the first one has changed nothing that
 * is known, the second one would find what it has found. */
static void walk_rounds(struct walk *walk, const struct noe_stmt *loop) {
  const struct noe_slot_names before = noe_symmetry_names_copy(&walk->names);
  walk_round(walk, loop);
  if (noe_symmetry_names_same(&before, &walk->names))
    return;
  if (walk->rounds == MOST_ROUNDS) {
    mark_all_loose(walk, loop->place);
    return;
  }
  walk->rounds++;
  walk_round(walk, loop);
  walk->rounds--;
}

static void walk_stmt(struct walk *walk, const struct noe_stmt *stmt) {
  walk_parts(walk, stmt);
  walk_parts(walk, stmt); /* as in walk_whole */
  take_effect(walk, stmt);
  if (stmt->arm_count || stmt->otherwise)
    walk_arms(walk, stmt);
  if (stmt->kind == NOE_STMT_FOR || stmt->kind == NOE_STMT_WHILE)
    walk_rounds(walk, stmt);
  else
    walk_stmts(walk, stmt->body);
}

static void walk_stmts(struct walk *walk, const struct noe_stmt *list) {
  for (; list; list = list->next)
    walk_stmt(walk, list);
}

/* ----------------------------------------------------------------- clauses */

static void forget_names(struct walk *walk) { walk->names.count = 0; }

/* The body of a rule may change what indices of the bag are read from. */
static void walk_clause(struct walk *walk, const struct noe_clause *clause) {
  forget_names(walk);
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    walk_whole(walk, binder->value);
    if (binder->kind == NOE_BINDER_CHOOSE)
      bind(walk, binder->slot, binder->value);
    else if (binder->kind == NOE_BINDER_LOCATION)
      bind_alias(walk, binder->slot, binder->value);
    else
      noe_symmetry_name_bind(&walk->names,
                             (struct noe_slot_name){.slot = binder->slot, .fixed = binder->kind == NOE_BINDER_RANGE});
  }
  walk_whole(walk, clause->guard);
  for (uint32_t i = 0; clause->temporal && i < clause->temporal->atom_count; i++)
    walk_whole(walk, clause->temporal->atoms[i]);
  noe_symmetry_names_change_anything(&walk->names);
  walk_stmts(walk, clause->body);
}

static void walk_clauses(struct walk *walk, const struct noe_clause *clauses, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    walk_clause(walk, &clauses[i]);
}

/* ----------------------------------------------------- what functions disturb */

static bool expr_disturbs(const struct walk *walk, const struct noe_expr *expr, bool *types);

static bool add(bool *types, uint32_t id) {
  bool is_new = !types[id];
  types[id] = true;
  return is_new;
}

static bool call_disturbs(const struct walk *walk, const struct noe_call *call, bool *types) {
  const bool *theirs = walk->disturbs + (size_t)call->function->id * walk->model->type_count;
  bool more = false;
  for (uint32_t i = 0; i < walk->model->type_count; i++)
    more |= theirs[i] && add(types, i);
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    more |= expr_disturbs(walk, call->arguments[i].value, types);
  return more;
}

static bool expr_disturbs(const struct walk *walk, const struct noe_expr *expr, bool *types) {
  if (!expr)
    return false;
  bool more = expr->call && call_disturbs(walk, expr->call, types);
  more |= expr_disturbs(walk, expr->condition, types);
  more |= expr_disturbs(walk, expr->left, types);
  more |= expr_disturbs(walk, expr->right, types);
  more |= expr_disturbs(walk, expr->domain.from, types);
  more |= expr_disturbs(walk, expr->domain.to, types);
  return more | expr_disturbs(walk, expr->domain.by, types);
}

static bool stmts_disturb(const struct walk *walk, const struct noe_stmt *list, bool *types) {
  bool more = false;
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
    bool writes = stmt->kind == NOE_STMT_COPY || stmt->kind == NOE_STMT_CLEAR || stmt->kind == NOE_STMT_UNDEFINE ||
                  stmt->kind == NOE_STMT_MULTISET_REMOVE_IF || stmt->kind == NOE_STMT_MULTISET_REMOVE;
    if (writes && noe_symmetry_root(stmt->target)->kind != NOE_EXPR_LOCAL)
      more |= add(types, stmt->target->type->id);
    more |= expr_disturbs(walk, stmt->target, types);
    more |= expr_disturbs(walk, stmt->value, types);
    more |= expr_disturbs(walk, stmt->domain.from, types);
    more |= expr_disturbs(walk, stmt->domain.to, types);
    more |= expr_disturbs(walk, stmt->domain.by, types);
    for (uint32_t i = 0; i < stmt->arm_count; i++) {
      for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
        more |= expr_disturbs(walk, stmt->arms[i].conditions[k], types);
      more |= stmts_disturb(walk, stmt->arms[i].body, types);
    }
    more |= stmts_disturb(walk, stmt->body, types);
    more |= stmts_disturb(walk, stmt->otherwise, types);
  }
  return more;
}

/* ---------------------------------------------------------------------- all */

static bool has_multisets(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->kind == NOE_TYPE_MULTISET)
      return true;
  return false;
}

const struct noe_place *noe_symmetry_loose_slots(struct noe_arena *arena, const struct noe_model *model) {
  struct walk walk = {.model = model,
                      .loose = NOE_NEW_ARRAY(arena, struct noe_place, model->type_count + 1),
                      .names = {.arena = arena}};
  if (!has_multisets(model))
    return walk.loose;
  bool *disturbs = NOE_NEW_ARRAY(arena, bool, (size_t)model->function_count * model->type_count + 1);
  walk.disturbs = disturbs;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < model->function_count; i++)
      more |= stmts_disturb(&walk, model->functions[i]->body, disturbs + (size_t)i * model->type_count);
  }
  walk_clauses(&walk, model->starts, model->start_count);
  walk_clauses(&walk, model->rules, model->rule_count);
  walk_clauses(&walk, model->properties, model->property_count);
  for (uint32_t i = 0; i < model->function_count; i++) {
    forget_names(&walk);
    walk_stmts(&walk, model->functions[i]->body);
  }
  return walk.loose;
}
