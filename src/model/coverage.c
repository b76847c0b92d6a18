/* The points of a model, in the order of its text, and how to find that of a statement. */
#include "model/coverage.h"

#include <assert.h>

#include "model/access.h"
#include "model/coverage_int.h"
#include "model/machine_int.h"

struct noe_point_index {
  const void *key;       /* statement or conditional expression */
  uint32_t statement;    /* its point, or NOE_NO_POINT */
  uint32_t first, count; /* points of its branches */
};

struct collector {
  struct noe_arena *arena;
  NOE_LIST(struct noe_coverage_point) points;
  NOE_LIST(struct noe_point_index) entries;
  NOE_LIST(struct noe_coverage_unit) units;
  uint32_t around;
  bool has_extrema;
};

/* ------------------------------------------------------------------ points */

static uint32_t add_point(struct collector *all, enum noe_point_kind kind, struct noe_place place,
                          const struct noe_expr *condition, bool is_written) {
  struct noe_coverage_point point = {.kind = kind,
                                     .place = place,
                                     .condition = condition,
                                     .unit = (uint32_t)all->units.count,
                                     .around = all->around,
                                     .is_written = is_written};
  NOE_LIST_PUSH(all->arena, &all->points, point);
  return (uint32_t)all->points.count - 1;
}

static void add_entry(struct collector *all, struct noe_point_index entry) {
  NOE_LIST_PUSH(all->arena, &all->entries, entry);
}

struct finder {
  struct noe_visit visit; /* first */
  struct collector *all;
};

static bool meet_conditional(const struct noe_visit *visit, const struct noe_expr *expr) {
  struct collector *all = ((const struct finder *)visit)->all;
  if (expr->kind != NOE_EXPR_CONDITIONAL)
    return false;
  uint32_t first = add_point(all, NOE_POINT_THEN, expr->left->place, expr->condition, true);
  add_point(all, NOE_POINT_THAT, expr->right->place, expr->condition, true);
  add_entry(all, (struct noe_point_index){expr, NOE_NO_POINT, first, 2});
  return false;
}

static void meet_expr(struct collector *all, const struct noe_expr *expr) {
  struct finder finder = {.visit.expr = meet_conditional, .all = all};
  noe_model_visit_expr(&finder.visit, expr);
}

static bool is_same_place(struct noe_place a, struct noe_place b) { return a.line == b.line && a.column == b.column; }

/* Is there a value for which no arm is taken? Values that are undefined do not count. */
static bool has_other_values(const struct noe_stmt *stmt) {
  const struct noe_type *type = stmt->value->type;
  uint64_t cases = 0;
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    cases += stmt->arms[i].condition_count;
  return type->kind > NOE_TYPE_UNION || cases <= (uint64_t)type->high - (uint64_t)type->low;
}

static void meet_stmts(struct collector *all, const struct noe_stmt *list);

static void meet_inside(struct collector *all, uint32_t branch, const struct noe_stmt *body) {
  const uint32_t around = all->around;
  all->around = branch + 1;
  meet_stmts(all, body);
  all->around = around;
}

/* The points of its branches follow each other, those of what is in them come later. */
static void meet_arms(struct collector *all, const struct noe_stmt *stmt, struct noe_point_index *entry) {
  const bool is_switch = stmt->kind == NOE_STMT_SWITCH, is_written = stmt->otherwise != NULL;
  const uint32_t first = (uint32_t)all->points.count;
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    const struct noe_expr *condition = stmt->arms[i].conditions[0];
    add_point(all, is_switch ? NOE_POINT_CASE : NOE_POINT_IF, condition->place, condition, true);
  }
  if (is_written || !is_switch || has_other_values(stmt))
    add_point(all, is_switch ? NOE_POINT_NO_CASE : NOE_POINT_ELSE, is_written ? stmt->otherwise->place : stmt->place,
              is_switch ? stmt->value : stmt->arms[stmt->arm_count - 1].conditions[0], is_written);
  entry->first = first;
  entry->count = (uint32_t)all->points.count - first;
  assert(entry->count >= stmt->arm_count && entry->count <= stmt->arm_count + 1 &&
         "a point for each arm, and one for none");
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      meet_expr(all, stmt->arms[i].conditions[k]);
    meet_inside(all, first + i, stmt->arms[i].body);
  }
  meet_inside(all, first + stmt->arm_count, stmt->otherwise);
}

/* Aliases; and declarations, which make bags empty: there the statement begins with what it is about. */
static bool is_declaration(const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_UNDEFINE)
    return is_same_place(stmt->place, stmt->target->place);
  return stmt->kind == NOE_STMT_BIND_LOCATION || stmt->kind == NOE_STMT_BIND_VALUE || stmt->kind == NOE_STMT_BIND_CELLS;
}

static void meet_stmt(struct collector *all, const struct noe_stmt *stmt) {
  struct noe_extremum extremum;
  struct noe_point_index entry = {.key = stmt, .statement = NOE_NO_POINT};
  if (!is_declaration(stmt))
    entry.statement = add_point(all, NOE_POINT_STATEMENT, stmt->place, NULL, true);
  all->has_extrema = all->has_extrema || noe_model_extremum(stmt, &extremum);
  meet_expr(all, stmt->target);
  meet_expr(all, stmt->value);
  meet_expr(all, stmt->domain.from);
  meet_expr(all, stmt->domain.to);
  meet_expr(all, stmt->domain.by);
  if (stmt->arm_count)
    meet_arms(all, stmt, &entry);
  if (entry.statement != NOE_NO_POINT)
    add_entry(all, entry);
  const struct noe_stmt *body = stmt->body;
  while (stmt->kind == NOE_STMT_FOR && body && body->kind == NOE_STMT_FOR && is_same_place(body->place, stmt->place))
    body = body->body; /* one loop with several names */
  meet_stmts(all, body);
}

static void meet_stmts(struct collector *all, const struct noe_stmt *list) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next)
    meet_stmt(all, stmt);
}

/* ------------------------------------------------------------------- units */

/* Claims, and functions that no text belongs to, are units only if they have points. */
static void close_unit(struct collector *all, struct noe_coverage_unit unit) {
  unit.count = (uint32_t)all->points.count - unit.first;
  if (unit.count || (unit.clause && unit.clause->kind == NOE_CLAUSE_RULE))
    NOE_LIST_PUSH(all->arena, &all->units, unit);
}

static void meet_clause(struct collector *all, const struct noe_clause *clause) {
  struct noe_coverage_unit unit = {.clause = clause, .first = (uint32_t)all->points.count};
  for (uint32_t i = 0; i < clause->binder_count; i++)
    meet_expr(all, clause->binders[i].value);
  meet_expr(all, clause->guard);
  meet_stmts(all, clause->body);
  close_unit(all, unit);
}

/* Functions that are called by temporal claims alone are executed while those are judged, not here. */
static void meet_functions(struct collector *all, const struct noe_model *model) {
  const bool *called = noe_model_coverage_called(all->arena, model);
  for (uint32_t i = 0; i < model->function_count; i++) {
    struct noe_coverage_unit unit = {.function = model->functions[i], .first = (uint32_t)all->points.count};
    if (!called[i])
      continue;
    meet_stmts(all, model->functions[i]->body);
    close_unit(all, unit);
  }
}

static void meet_model(struct collector *all, const struct noe_model *model) {
  for (uint32_t i = 0; i < model->start_count; i++)
    meet_clause(all, &model->starts[i]);
  for (uint32_t i = 0; i < model->rule_count; i++)
    meet_clause(all, &model->rules[i]);
  meet_functions(all, model);
  for (uint32_t i = 0; i < model->property_count; i++)
    if (!noe_property_is_temporal(model->properties[i].property))
      meet_clause(all, &model->properties[i]);
}

/* ------------------------------------------------------------------- index */

static uint32_t place_of(const struct noe_point_index *index, uint32_t size, const void *key) {
  uint32_t place = (uint32_t)((uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (size - 1);
  while (index[place].key && index[place].key != key)
    place = (place + 1) & (size - 1);
  return place;
}

static void make_index(struct collector *all, struct noe_coverage *coverage) {
  uint32_t size = 4;
  while (size < 2 * all->entries.count)
    size *= 2;
  struct noe_point_index *index = NOE_NEW_ARRAY(all->arena, struct noe_point_index, size);
  for (size_t i = 0; i < all->entries.count; i++) {
    const struct noe_point_index *entry = &all->entries.items[i];
    index[place_of(index, size, entry->key)] = *entry;
  }
  assert(!(size & (size - 1)) && all->entries.count < size && "free places are left, so that looking for one ends");
  coverage->index = index;
  coverage->index_size = size;
}

struct noe_coverage *noe_model_coverage(struct noe_arena *arena, const struct noe_model *model) {
  struct noe_coverage *coverage = NOE_NEW(arena, struct noe_coverage);
  struct collector all = {.arena = arena};
  meet_model(&all, model);
  coverage->points = all.points.items;
  coverage->point_count = (uint32_t)all.points.count;
  coverage->words = coverage->point_count / 64 + 1;
  coverage->units = all.units.items;
  coverage->unit_count = (uint32_t)all.units.count;
  coverage->has_extrema = all.has_extrema;
  coverage->ran = NOE_NEW_ARRAY(arena, uint64_t, coverage->words);
  make_index(&all, coverage);
  return coverage;
}

/* ------------------------------------------------------------------- marks */

void noe_model_machine_cover(struct noe_machine *machine, struct noe_coverage_marks *marks) { machine->marks = marks; }

static void set(struct noe_coverage_marks *marks, uint32_t point) {
  assert(point < marks->coverage->point_count && "points are numbered");
  marks->bits[point / 64] |= UINT64_C(1) << point % 64;
}

static const struct noe_point_index *find(const struct noe_coverage_marks *marks, const void *key) {
  const struct noe_coverage *coverage = marks->coverage;
  const struct noe_point_index *found = &coverage->index[place_of(coverage->index, coverage->index_size, key)];
  return found->key ? found : NULL;
}

void noe_model_mark_statement(struct noe_coverage_marks *marks, const struct noe_stmt *stmt) {
  const struct noe_point_index *found = find(marks, stmt);
  if (found && found->statement != NOE_NO_POINT)
    set(marks, found->statement);
}

/* A switch that has a case for every value has no branch for others, but what is undefined may come to it. */
void noe_model_mark_branch(struct noe_coverage_marks *marks, const void *key, uint32_t arm) {
  const struct noe_point_index *found = find(marks, key);
  if (found && arm < found->count)
    set(marks, found->first + arm);
}
