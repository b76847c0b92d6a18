#include "symmetry/slots.h"

#include <string.h>

#include "model/access.h"

/* What a cell of the frame stands for: an element of the multiset at `bag`. */
struct name {
  const struct noe_expr *bag; /* NULL: no element */
  bool gone;                  /* another one may stand in its place */
};

struct walk {
  const struct noe_model *model;
  struct noe_place *loose;  /* by type id */
  const bool *disturbs;     /* by function id, then by type id: may elements of such a bag go? */
  struct name *names;       /* by cell of the frame */
  uint32_t *aliases;        /* by cell of the frame: 1 + the name in the location that it holds; 0: none */
  uint32_t cells;
};

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
  const struct name *name = &walk->names[slot];
  if (!name->bag || name->gone || !noe_model_same_place(name->bag, bag))
    mark_loose(walk, bag->type, place);
}

/* Elements of bags in values of this type may go: names of them no longer stand for them. */
static bool holds(const struct noe_type *type, const struct noe_type *bag) {
  switch (type->kind) {
  case NOE_TYPE_MULTISET: return type == bag || holds(type->element, bag);
  case NOE_TYPE_ARRAY: return holds(type->element, bag);
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      if (holds(type->fields[i].type, bag))
        return true;
    return false;
  default: return false;
  }
}

static const struct noe_expr *root_of(const struct noe_expr *place) {
  while (place->left)
    place = place->left;
  return place;
}

/* Can they be of one variable? What a reference leads to is not known. */
static bool may_meet(const struct noe_expr *a, const struct noe_expr *b) {
  a = root_of(a), b = root_of(b);
  bool known = (a->kind == NOE_EXPR_GLOBAL || a->kind == NOE_EXPR_LOCAL) &&
               (b->kind == NOE_EXPR_GLOBAL || b->kind == NOE_EXPR_LOCAL);
  return !known || (a->kind == b->kind && a->slot == b->slot);
}

/* `target` is where; NULL: anywhere. */
static void disturb(struct walk *walk, const struct noe_type *type, const struct noe_expr *target) {
  for (uint32_t i = 0; i < walk->cells; i++) {
    struct name *name = &walk->names[i];
    if (name->bag && holds(type, name->bag->type) && (!target || may_meet(target, name->bag)))
      name->gone = true;
  }
}

/* Does the place depend on this cell of the frame, or (NO_CELL) on something that is not in the frame? */
enum { NO_CELL = UINT32_MAX };
static bool depends(const struct noe_expr *bag, uint32_t cell) {
  if (bag->kind == NOE_EXPR_FIELD)
    return depends(bag->left, cell);
  if (bag->kind != NOE_EXPR_ELEMENT)
    return false;
  const struct noe_expr *index = bag->right;
  while (index->kind == NOE_EXPR_SHIFT_PART || index->kind == NOE_EXPR_NARROW)
    index = index->left;
  bool local = index->kind == NOE_EXPR_READ && index->left->kind == NOE_EXPR_LOCAL;
  bool here = cell == NO_CELL ? index->kind != NOE_EXPR_CONSTANT && !local : local && index->left->slot == cell;
  return here || depends(bag->left, cell);
}

/* Bags that are found by what this place holds are others afterwards. */
static void change_index(struct walk *walk, const struct noe_expr *target) {
  for (uint32_t i = 0; i < walk->cells && target->kind == NOE_EXPR_LOCAL; i++)
    if (walk->names[i].bag && depends(walk->names[i].bag, target->slot))
      walk->names[i].gone = true;
}

static void bind(struct walk *walk, uint32_t slot, const struct noe_expr *bag) {
  walk->names[slot] = (struct name){.bag = bag};
}

/* ------------------------------------------------------------- expressions */

static void walk_call(struct walk *walk, const struct noe_call *call) {
  const bool *disturbs = walk->disturbs + (size_t)call->function->id * walk->model->type_count;
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    walk_expr(walk, call->arguments[i].value);
  for (uint32_t i = 0; i < walk->model->type_count; i++)
    if (disturbs[i])
      disturb(walk, walk->model->types[i], NULL);
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    if (call->function->parameters[i].by_reference)
      change_index(walk, call->arguments[i].value);
  for (uint32_t i = 0; i < call->function->parameter_count; i++) /* which may be locations all the time */
    walk_expr(walk, call->arguments[i].value);
}

/* Are two elements of one bag the same? */
static bool compares_elements(const struct walk *walk, const struct noe_expr *expr) {
  if ((expr->kind != NOE_EXPR_EQUAL && expr->kind != NOE_EXPR_NOT_EQUAL) || name_in(expr->left) < 0 ||
      name_in(expr->right) < 0)
    return false;
  const struct name *left = &walk->names[name_in(expr->left)], *right = &walk->names[name_in(expr->right)];
  return left->bag && right->bag && !left->gone && !right->gone && noe_model_same_place(left->bag, right->bag);
}

static void walk_expr(struct walk *walk, const struct noe_expr *expr) {
  if (!expr || compares_elements(walk, expr))
    return;
  int64_t name = name_in(expr);
  if (name >= 0) { /* and not where it belongs */
    const struct name *known = &walk->names[name];
    if (known->bag)
      mark_loose(walk, known->bag->type, expr->place);
    for (uint32_t i = 0; !known->bag && i < walk->model->type_count; i++)
      if (walk->model->types[i]->kind == NOE_TYPE_MULTISET)
        mark_loose(walk, walk->model->types[i], expr->place);
    return;
  }
  if (expr->kind == NOE_EXPR_REFERENCE && walk->aliases[expr->slot]) {
    const struct name *known = &walk->names[walk->aliases[expr->slot] - 1];
    if (known->gone)
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
    bind(walk, expr->slot, expr->left);
  walk_expr(walk, expr->right);
}

/* 1 + a name that stands in the location; 0: none does. */
static uint32_t alias_of(const struct walk *walk, const struct noe_expr *location) {
  for (; location; location = location->left) {
    if (location->kind == NOE_EXPR_SLOT && name_in(location->right) >= 0)
      return (uint32_t)name_in(location->right) + 1;
    if (location->kind == NOE_EXPR_REFERENCE)
      return walk->aliases[location->slot];
  }
  return 0;
}

/* -------------------------------------------------------------- statements */

/* What is behind a target may change what names stand for. */
static void write_to(struct walk *walk, const struct noe_expr *target) {
  disturb(walk, target->type, target);
  change_index(walk, target);
}

static void walk_remove(struct walk *walk, const struct noe_stmt *stmt) {
  int64_t name = name_in(stmt->value);
  if (name < 0) {
    walk_expr(walk, stmt->value);
    return;
  }
  use(walk, (uint32_t)name, stmt->target, stmt->place);
  walk->names[name].gone = true;
}

static void walk_stmt(struct walk *walk, const struct noe_stmt *stmt) {
  walk_expr(walk, stmt->target);
  switch (stmt->kind) {
  case NOE_STMT_MULTISET_REMOVE: walk_remove(walk, stmt); break;
  case NOE_STMT_MULTISET_REMOVE_IF:
    bind(walk, stmt->slot, stmt->target);
    walk_expr(walk, stmt->value);
    disturb(walk, stmt->target->type, stmt->target);
    break;
  default: walk_expr(walk, stmt->value); break;
  }
  if (stmt->kind == NOE_STMT_BIND_LOCATION)
    walk->aliases[stmt->slot] = alias_of(walk, stmt->value);
  if (stmt->kind == NOE_STMT_ASSIGN || stmt->kind == NOE_STMT_COPY || stmt->kind == NOE_STMT_CLEAR ||
      stmt->kind == NOE_STMT_UNDEFINE)
    write_to(walk, stmt->target);
  walk_expr(walk, stmt->domain.from);
  walk_expr(walk, stmt->domain.to);
  walk_expr(walk, stmt->domain.by);
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      walk_expr(walk, stmt->arms[i].conditions[k]);
    walk_stmts(walk, stmt->arms[i].body);
  }
  walk_stmts(walk, stmt->otherwise);
  /* Twice: a round comes after others. */
  bool loops = stmt->kind == NOE_STMT_FOR || stmt->kind == NOE_STMT_WHILE;
  for (int i = 0; i < (loops ? 2 : 1); i++)
    walk_stmts(walk, stmt->body);
}

static void walk_stmts(struct walk *walk, const struct noe_stmt *list) {
  for (; list; list = list->next)
    walk_stmt(walk, list);
}

/* ----------------------------------------------------------------- clauses */

static void forget_names(struct walk *walk) {
  memset(walk->names, 0, walk->cells * sizeof *walk->names);
  memset(walk->aliases, 0, walk->cells * sizeof *walk->aliases);
}

/* The body of a rule may change what indices of the bag are read from. */
static void walk_clause(struct walk *walk, const struct noe_clause *clause) {
  forget_names(walk);
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    walk_expr(walk, binder->value);
    if (binder->kind == NOE_BINDER_CHOOSE)
      bind(walk, binder->slot, binder->value);
    if (binder->kind == NOE_BINDER_LOCATION)
      walk->aliases[binder->slot] = alias_of(walk, binder->value);
  }
  walk_expr(walk, clause->guard);
  for (uint32_t i = 0; clause->temporal && i < clause->temporal->atom_count; i++)
    walk_expr(walk, clause->temporal->atoms[i]);
  for (uint32_t i = 0; i < walk->cells; i++)
    if (walk->names[i].bag && depends(walk->names[i].bag, NO_CELL))
      walk->names[i].gone = true;
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
    if (writes && root_of(stmt->target)->kind != NOE_EXPR_LOCAL)
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

static uint32_t most_cells(const struct noe_model *model) {
  uint32_t most = 0;
  const struct {
    const struct noe_clause *clauses;
    uint32_t count;
  } kinds[] = {{model->starts, model->start_count}, {model->rules, model->rule_count},
               {model->properties, model->property_count}};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (uint32_t i = 0; i < kinds[k].count; i++)
      most = kinds[k].clauses[i].frame_cells > most ? kinds[k].clauses[i].frame_cells : most;
  for (uint32_t i = 0; i < model->function_count; i++)
    most = model->functions[i]->frame_cells > most ? model->functions[i]->frame_cells : most;
  return most;
}

const struct noe_place *noe_symmetry_loose_slots(struct noe_arena *arena, const struct noe_model *model) {
  struct walk walk = {.model = model, .loose = NOE_NEW_ARRAY(arena, struct noe_place, model->type_count + 1)};
  if (!has_multisets(model))
    return walk.loose;
  bool *disturbs = NOE_NEW_ARRAY(arena, bool, (size_t)model->function_count * model->type_count + 1);
  walk.disturbs = disturbs;
  walk.cells = most_cells(model);
  walk.names = NOE_NEW_ARRAY(arena, struct name, walk.cells + 1);
  walk.aliases = NOE_NEW_ARRAY(arena, uint32_t, walk.cells + 1);
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
