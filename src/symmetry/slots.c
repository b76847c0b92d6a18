#include "symmetry/slots.h"

#include <string.h>

#include "model/access.h"

/* What is known of a cell of the frame. */
struct fact {
  uint32_t slot;
  bool fixed; /* it holds a value that seldom changes (change_index) */
  const struct noe_expr *bag; /* it names an element of the multiset there; NULL: no element */
  bool gone;                  /* another one may stand in its place */
  bool shaky;                 /* it may have been removed under another name */
  const struct noe_expr *place; /* it holds the location that this is now; NULL: another one, or none */
  uint32_t alias;               /* 1 + the name in the location that it holds; 0: none */
};

/* Of cells that bind something; there are few. */
struct facts {
  struct fact *items;
  uint32_t count, room;
};

struct walk {
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_place *loose;  /* by type id */
  const bool *disturbs;     /* by function id, then by type id: may elements of such a bag go? */
  struct facts facts;
};

static void walk_expr(struct walk *walk, const struct noe_expr *expr);
static void walk_stmts(struct walk *walk, const struct noe_stmt *list);

static void mark_loose(struct walk *walk, const struct noe_type *bag, struct noe_place place) {
  if (!walk->loose[bag->id].line)
    walk->loose[bag->id] = place;
}

/* ------------------------------------------------------------------ facts */

static struct fact *find_fact(const struct walk *walk, uint32_t slot) {
  for (uint32_t i = 0; i < walk->facts.count; i++)
    if (walk->facts.items[i].slot == slot)
      return &walk->facts.items[i];
  return NULL;
}

static void make_room(struct walk *walk, struct facts *facts, uint32_t room) {
  struct fact *items = NOE_NEW_ARRAY(walk->arena, struct fact, room);
  if (facts->count)
    memcpy(items, facts->items, facts->count * sizeof *items);
  facts->items = items;
  facts->room = room;
}

/* The cell is bound anew. */
static void set_fact(struct walk *walk, struct fact fact) {
  struct fact *known = find_fact(walk, fact.slot);
  if (!known) {
    if (walk->facts.count == walk->facts.room)
      make_room(walk, &walk->facts, walk->facts.room * 2 + 8);
    known = &walk->facts.items[walk->facts.count++];
  }
  *known = fact;
}

static struct facts copy_facts(struct walk *walk, const struct facts *facts) {
  struct facts copy = *facts;
  make_room(walk, &copy, facts->count + 4);
  return copy;
}

/* After one of two ways. What only one of them has bound nobody knows by name any more. */
static void join_facts(struct walk *walk, const struct facts *other) {
  for (uint32_t i = 0; i < other->count; i++) {
    struct fact *known = find_fact(walk, other->items[i].slot);
    if (!known)
      continue;
    known->gone |= other->items[i].gone;
    known->shaky |= other->items[i].shaky;
  }
}

static bool is_fixed(const struct walk *walk, uint32_t slot) {
  const struct fact *known = find_fact(walk, slot);
  return known && known->fixed;
}

/* ----------------------------------------------------------------- places */

static const struct noe_expr *index_in(const struct noe_expr *element) {
  const struct noe_expr *index = element->right;
  while (index->kind == NOE_EXPR_SHIFT_PART || index->kind == NOE_EXPR_NARROW)
    index = index->left;
  return index;
}

/* Will it be noticed if the place becomes another one? */
static bool stays(const struct walk *walk, const struct noe_expr *place) {
  for (; place->kind == NOE_EXPR_FIELD || place->kind == NOE_EXPR_ELEMENT; place = place->left) {
    if (place->kind == NOE_EXPR_FIELD)
      continue;
    const struct noe_expr *index = index_in(place);
    bool local = index->kind == NOE_EXPR_READ && index->left->kind == NOE_EXPR_LOCAL;
    if (index->kind != NOE_EXPR_CONSTANT && !(local && is_fixed(walk, index->left->slot)))
      return false;
  }
  return place->kind == NOE_EXPR_GLOBAL || place->kind == NOE_EXPR_LOCAL || place->kind == NOE_EXPR_REFERENCE;
}

/* Behind aliases of it. */
static const struct noe_expr *behind(const struct walk *walk, const struct noe_expr *place) {
  while (place->kind == NOE_EXPR_REFERENCE) {
    const struct fact *known = find_fact(walk, place->slot);
    if (!known || !known->place)
      break;
    place = known->place;
  }
  return place;
}

/* Is it the same bag, under whichever name? */
static bool same_bag(const struct walk *walk, const struct noe_expr *a, const struct noe_expr *b) {
  a = behind(walk, a), b = behind(walk, b);
  if (a->kind != b->kind)
    return false;
  if (a->kind == NOE_EXPR_FIELD)
    return a->slot == b->slot && same_bag(walk, a->left, b->left);
  if (a->kind == NOE_EXPR_ELEMENT)
    return noe_model_same_value(a->right, b->right) && same_bag(walk, a->left, b->left);
  return noe_model_same_place(a, b);
}

/* The name that the expression is, or -1. */
static int64_t name_in(const struct noe_expr *expr) {
  bool reads = expr->kind == NOE_EXPR_READ || expr->kind == NOE_EXPR_COPY;
  return reads && expr->left->kind == NOE_EXPR_LOCAL && expr->type->kind == NOE_TYPE_SLOT ? (int64_t)expr->left->slot
                                                                                           : -1;
}

/* The name is used for an element of this bag. */
static void use(struct walk *walk, uint32_t slot, const struct noe_expr *bag, struct noe_place place) {
  const struct fact *name = find_fact(walk, slot);
  if (!name || !name->bag || name->gone || !same_bag(walk, name->bag, bag))
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
  for (uint32_t i = 0; i < walk->facts.count; i++) {
    struct fact *name = &walk->facts.items[i];
    if (name->bag && holds(type, name->bag->type) &&
        (!target || may_meet(behind(walk, target), behind(walk, name->bag))))
      name->gone = true;
  }
}

/* An element may have taken the place of one that was removed. */
static void refill(struct walk *walk) {
  for (uint32_t i = 0; i < walk->facts.count; i++)
    walk->facts.items[i].gone |= walk->facts.items[i].shaky;
}

/* Does the place depend on this cell of the frame, or (NO_CELL) on something that is not in the frame? */
enum { NO_CELL = UINT32_MAX };
static bool depends(const struct noe_expr *bag, uint32_t cell) {
  if (bag->kind == NOE_EXPR_FIELD)
    return depends(bag->left, cell);
  if (bag->kind != NOE_EXPR_ELEMENT)
    return false;
  const struct noe_expr *index = index_in(bag);
  bool local = index->kind == NOE_EXPR_READ && index->left->kind == NOE_EXPR_LOCAL;
  bool here = cell == NO_CELL ? index->kind != NOE_EXPR_CONSTANT && !local : local && index->left->slot == cell;
  return here || depends(bag->left, cell);
}

/* Places that are found by what this one holds are others afterwards. */
static void change_index(struct walk *walk, const struct noe_expr *target) {
  target = behind(walk, target);
  for (uint32_t i = 0; i < walk->facts.count && target->kind == NOE_EXPR_LOCAL; i++) {
    struct fact *fact = &walk->facts.items[i];
    fact->gone |= fact->bag && depends(behind(walk, fact->bag), target->slot);
    if (fact->place && depends(fact->place, target->slot))
      fact->place = NULL;
  }
}

/* Bags that are found by more than cells of the frame are others, and something may have been added. */
static void change_anything(struct walk *walk) {
  for (uint32_t i = 0; i < walk->facts.count; i++) {
    struct fact *name = &walk->facts.items[i];
    name->gone |= name->bag && depends(behind(walk, name->bag), NO_CELL);
  }
  refill(walk);
}

static void bind(struct walk *walk, uint32_t slot, const struct noe_expr *bag) {
  set_fact(walk, (struct fact){.slot = slot, .bag = bag});
}

/* ------------------------------------------------------------- expressions */

static void walk_call(struct walk *walk, const struct noe_call *call) {
  const bool *disturbs = walk->disturbs + (size_t)call->function->id * walk->model->type_count;
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    walk_expr(walk, call->arguments[i].value);
  for (uint32_t i = 0; i < walk->model->type_count; i++)
    if (disturbs[i])
      disturb(walk, walk->model->types[i], NULL);
  bool changes = call->function->writes_state;
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    if (call->function->parameters[i].by_reference) {
      change_index(walk, call->arguments[i].value);
      changes = true;
    }
  if (changes)
    change_anything(walk);
  for (uint32_t i = 0; i < call->function->parameter_count; i++) /* which may be locations all the time */
    walk_expr(walk, call->arguments[i].value);
}

/* Are two elements of one bag the same? */
static bool compares_elements(const struct walk *walk, const struct noe_expr *expr) {
  if ((expr->kind != NOE_EXPR_EQUAL && expr->kind != NOE_EXPR_NOT_EQUAL) || name_in(expr->left) < 0 ||
      name_in(expr->right) < 0)
    return false;
  const struct fact *left = find_fact(walk, (uint32_t)name_in(expr->left));
  const struct fact *right = find_fact(walk, (uint32_t)name_in(expr->right));
  return left && right && left->bag && right->bag && !left->gone && !right->gone &&
         same_bag(walk, left->bag, right->bag);
}

static void walk_expr(struct walk *walk, const struct noe_expr *expr) {
  if (!expr || compares_elements(walk, expr))
    return;
  int64_t name = name_in(expr);
  if (name >= 0) { /* and not where it belongs */
    const struct fact *known = find_fact(walk, (uint32_t)name);
    const bool meant = known && known->bag;
    if (meant)
      mark_loose(walk, known->bag->type, expr->place);
    for (uint32_t i = 0; !meant && i < walk->model->type_count; i++)
      if (walk->model->types[i]->kind == NOE_TYPE_MULTISET)
        mark_loose(walk, walk->model->types[i], expr->place);
    return;
  }
  if (expr->kind == NOE_EXPR_REFERENCE) {
    const struct fact *reference = find_fact(walk, expr->slot);
    const struct fact *known = reference && reference->alias ? find_fact(walk, reference->alias - 1) : NULL;
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
    bind(walk, expr->slot, expr->left);
  walk_expr(walk, expr->right);
}

/* 1 + a name that stands in the location; 0: none does. */
static uint32_t alias_of(const struct walk *walk, const struct noe_expr *location) {
  for (; location; location = location->left) {
    if (location->kind == NOE_EXPR_SLOT && name_in(location->right) >= 0)
      return (uint32_t)name_in(location->right) + 1;
    if (location->kind == NOE_EXPR_REFERENCE) {
      const struct fact *known = find_fact(walk, location->slot);
      return known ? known->alias : 0;
    }
  }
  return 0;
}

static void bind_alias(struct walk *walk, uint32_t slot, const struct noe_expr *location) {
  set_fact(walk, (struct fact){.slot = slot,
                               .place = stays(walk, location) ? location : NULL,
                               .alias = alias_of(walk, location)});
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
  for (uint32_t i = 0; i < walk->facts.count; i++) {
    struct fact *known = &walk->facts.items[i];
    known->gone |= known->slot == (uint32_t)name;
    known->shaky |= known->bag && known->bag->type == stmt->target->type &&
                    may_meet(behind(walk, stmt->target), behind(walk, known->bag));
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
  struct facts after = {0};
  bool reached = false;
  for (uint32_t i = 0; i <= stmt->arm_count; i++) {
    const struct noe_arm *arm = i < stmt->arm_count ? &stmt->arms[i] : NULL;
    for (uint32_t k = 0; arm && k < arm->condition_count; k++)
      walk_expr(walk, arm->conditions[k]);
    const struct noe_stmt *body = arm ? arm->body : stmt->otherwise;
    struct facts before = copy_facts(walk, &walk->facts);
    walk_stmts(walk, body);
    if (reached && !ends(body))
      join_facts(walk, &after);
    if (!ends(body)) {
      after = walk->facts;
      reached = true;
    }
    walk->facts = before;
  }
  if (reached)
    walk->facts = after;
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
  if (stmt->kind == NOE_STMT_MULTISET_ADD)
    refill(walk);
  if (stmt->kind == NOE_STMT_BIND_LOCATION)
    bind_alias(walk, stmt->slot, stmt->value);
  if (stmt->kind == NOE_STMT_ASSIGN || stmt->kind == NOE_STMT_COPY || stmt->kind == NOE_STMT_CLEAR ||
      stmt->kind == NOE_STMT_UNDEFINE)
    write_to(walk, stmt->target);
  walk_expr(walk, stmt->domain.from);
  walk_expr(walk, stmt->domain.to);
  walk_expr(walk, stmt->domain.by);
  if (stmt->arm_count || stmt->otherwise)
    walk_arms(walk, stmt);
  if (stmt->kind == NOE_STMT_FOR)
    set_fact(walk, (struct fact){.slot = stmt->slot, .fixed = true});
  /* Twice: a round comes after others, and so does the condition of a `while`. */
  bool loops = stmt->kind == NOE_STMT_FOR || stmt->kind == NOE_STMT_WHILE;
  for (int i = 0; i < (loops ? 2 : 1); i++) {
    walk_stmts(walk, stmt->body);
    if (stmt->kind == NOE_STMT_WHILE)
      walk_expr(walk, stmt->value);
  }
}

static void walk_stmts(struct walk *walk, const struct noe_stmt *list) {
  for (; list; list = list->next)
    walk_stmt(walk, list);
}

/* ----------------------------------------------------------------- clauses */

static void forget_names(struct walk *walk) { walk->facts.count = 0; }

/* The body of a rule may change what indices of the bag are read from. */
static void walk_clause(struct walk *walk, const struct noe_clause *clause) {
  forget_names(walk);
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    walk_expr(walk, binder->value);
    if (binder->kind == NOE_BINDER_CHOOSE)
      bind(walk, binder->slot, binder->value);
    else if (binder->kind == NOE_BINDER_LOCATION)
      bind_alias(walk, binder->slot, binder->value);
    else
      set_fact(walk, (struct fact){.slot = binder->slot, .fixed = binder->kind == NOE_BINDER_RANGE});
  }
  walk_expr(walk, clause->guard);
  for (uint32_t i = 0; clause->temporal && i < clause->temporal->atom_count; i++)
    walk_expr(walk, clause->temporal->atoms[i]);
  change_anything(walk);
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

const struct noe_place *noe_symmetry_loose_slots(struct noe_arena *arena, const struct noe_model *model) {
  struct walk walk = {.arena = arena, .model = model, .loose = NOE_NEW_ARRAY(arena, struct noe_place, model->type_count + 1)};
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
