/* Statements. */
#include <assert.h>

#include "network/ground.h"

static uint32_t nothing(struct noe_ground *ground) { return noe_ground_make(ground, NOE_TERM_SEQUENCE, 0, 0, NULL, 0); }

/* ------------------------------------------------------------------ writing */

static void mark_written(struct noe_ground *ground, const struct noe_value_shape *shape) {
  ground->work++;
  struct noe_leaf *leaf = noe_ground_leaf(ground, shape);
  if (leaf)
    leaf->is_written = true;
  for (uint32_t i = shape->type->kind == NOE_TYPE_ARRAY; i < shape->part_count; i++)
    mark_written(ground, shape->parts[i]);
}

static void flow(struct noe_ground *ground, const struct noe_value_shape *from, const struct noe_value_shape *to) {
  ground->work++;
  if (!to->part_count) {
    struct noe_undefined_flow flow = {from, to};
    NOE_LIST_PUSH(ground->arena, &ground->flows, flow);
    return;
  }
  for (uint32_t i = to->type->kind == NOE_TYPE_ARRAY; i < to->part_count; i++)
    flow(ground, from ? from->parts[i] : NULL, to->parts[i]);
}

/* The place that a statement writes. */
static struct noe_ground_place target(struct noe_ground *ground, const struct noe_expr *expr) {
  struct noe_ground_place place = noe_ground_place(ground, expr);
  if (!ground->failed && !ground->pass)
    mark_written(ground, place.shape);
  return place;
}

static uint32_t assign(struct noe_ground *ground, const struct noe_stmt *stmt) {
  struct noe_ground_place place = target(ground, stmt->target);
  struct noe_ground_value value = noe_ground_value(ground, stmt->value);
  if (ground->failed)
    return 0;
  assert(noe_type_is_simple(place.shape->type) && "values of several cells are copied, not assigned");
  if (!ground->pass && (value.may_be_undefined || (value.is_fixed && value.number == NOE_UNDEFINED)))
    flow(ground, value.copied, place.shape);
  bool has_bounds = noe_type_is_simple(place.shape->type) && place.shape->low <= place.shape->high;
  uint32_t parts[2] = {place.term,
                       noe_ground_term(ground, &value, place.shape->class, has_bounds ? place.shape->low : 1,
                                       has_bounds ? place.shape->high : 0)};
  return noe_ground_make(ground, NOE_TERM_ASSIGN, 0, 0, parts, 2);
}

static uint32_t copy(struct noe_ground *ground, const struct noe_stmt *stmt) {
  struct noe_ground_place to = target(ground, stmt->target), from = noe_ground_place(ground, stmt->value);
  if (ground->failed)
    return 0;
  noe_ground_touch(ground, &from);
  noe_detect_unify(&ground->classes, to.shape, from.shape, stmt->place);
  if (!ground->pass)
    flow(ground, noe_term_at(&ground->terms, from.term)->kind == NOE_TERM_LOCAL ? NULL : from.shape, to.shape);
  uint32_t parts[2] = {to.term, from.term};
  return noe_ground_make(ground, NOE_TERM_STATEMENT, NOE_STMT_COPY, 0, parts, 2);
}

/* The first value of each leaf is written. */
static void first_values(struct noe_ground *ground, const struct noe_value_shape *shape, uint32_t *parts,
                         uint32_t *count, uint32_t room) {
  if (!shape->part_count && *count < room)
    parts[(*count)++] = noe_ground_literal(ground, shape->class, shape->low);
  for (uint32_t i = shape->type->kind == NOE_TYPE_ARRAY; i < shape->part_count; i++)
    first_values(ground, shape->parts[i], parts, count, room);
}

static uint32_t erase(struct noe_ground *ground, const struct noe_stmt *stmt) {
  struct noe_ground_place place = target(ground, stmt->target);
  uint32_t parts[64] = {place.term}, count = 1;
  if (ground->failed)
    return 0;
  if (stmt->kind == NOE_STMT_CLEAR)
    first_values(ground, place.shape, parts, &count, 64);
  else if (!ground->pass)
    flow(ground, NULL, place.shape);
  if (count == 64)
    noe_ground_fail(ground);
  return noe_ground_make(ground, NOE_TERM_STATEMENT, (uint32_t)stmt->kind, 0, parts, count);
}

/* ------------------------------------------------------------------ binding */

uint32_t noe_ground_bind_value(struct noe_ground *ground, uint32_t slot, const struct noe_expr *expr) {
  struct noe_ground_value value = noe_ground_value(ground, expr);
  if (ground->failed)
    return 0;
  if (value.is_fixed) {
    ground->frame[slot] = (struct noe_binding){.kind = NOE_BOUND_VALUE, .value = value};
    return nothing(ground);
  }
  const struct noe_value_shape *shape = noe_ground_local_shape(ground, ground->owner, slot, expr->type);
  uint32_t part = noe_ground_term(ground, &value, shape->class, 1, 0);
  uint32_t term = noe_ground_make(ground, NOE_TERM_SLOT, slot, ground->owner, NULL, 0);
  ground->terms.items.items[term].can_fail |= value.may_be_undefined;
  struct noe_ground_value bound = noe_ground_dynamic(ground, term, shape->class, shape->low, shape->high);
  bound.may_be_undefined = value.may_be_undefined;
  ground->frame[slot] = (struct noe_binding){.kind = NOE_BOUND_VALUE, .value = bound};
  return noe_ground_make(ground, NOE_TERM_BIND, slot, ground->owner, &part, 1);
}

uint32_t noe_ground_bind_place(struct noe_ground *ground, uint32_t slot, const struct noe_expr *expr) {
  struct noe_ground_place place = noe_ground_place(ground, expr);
  if (ground->failed)
    return 0;
  uint32_t part = place.term;
  if (place.is_moving) {
    place.term = noe_ground_make(ground, NOE_TERM_BOUND, slot, ground->owner, NULL, 0);
    place.is_known = false;
  }
  ground->frame[slot] = (struct noe_binding){.kind = NOE_BOUND_PLACE, .place = place};
  return place.is_moving ? noe_ground_make(ground, NOE_TERM_BIND, slot, ground->owner, &part, 1) : nothing(ground);
}

/* ----------------------------------------------------------------- branches */

/* From the last arm to the first: each is what happens if the ones before do not. */
static uint32_t branches(struct noe_ground *ground, const struct noe_stmt *stmt, uint32_t arm) {
  if (arm == stmt->arm_count)
    return noe_ground_statements(ground, stmt->otherwise);
  assert(stmt->arms[arm].condition_count == 1 && "an arm of `if` has one condition");
  struct noe_ground_value condition = noe_ground_value(ground, stmt->arms[arm].conditions[0]);
  if (ground->failed)
    return 0;
  if (condition.is_fixed)
    return condition.number ? noe_ground_statements(ground, stmt->arms[arm].body) : branches(ground, stmt, arm + 1);
  uint32_t parts[3] = {noe_ground_term(ground, &condition, NOE_PLAIN_CLASS, 1, 0)};
  parts[1] = noe_ground_statements(ground, stmt->arms[arm].body);
  parts[2] = branches(ground, stmt, arm + 1);
  return ground->failed ? 0 : noe_ground_make(ground, NOE_TERM_IF, 0, 0, parts, 3);
}

/* The number that the condition of an arm of `switch` compares with. */
static bool label_of(const struct noe_expr *condition, int64_t *label) {
  if (condition->kind != NOE_EXPR_EQUAL || condition->right->kind != NOE_EXPR_CONSTANT)
    return false;
  *label = condition->right->value;
  return true;
}

static bool has_label(const struct noe_stmt *stmt, int64_t number, uint32_t *arm) {
  int64_t label;
  for (*arm = 0; *arm < stmt->arm_count; ++*arm)
    for (uint32_t k = 0; k < stmt->arms[*arm].condition_count; k++)
      if (label_of(stmt->arms[*arm].conditions[k], &label) && label == number)
        return true;
  return false;
}

/* Labels are different numbers: the order of the arms does not matter. */
static bool are_labels(const struct noe_stmt *stmt) {
  int64_t label;
  uint32_t arm;
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      if (!label_of(stmt->arms[i].conditions[k], &label) || !has_label(stmt, label, &arm) || arm != i)
        return false;
  return true;
}

static uint32_t arm_term(struct noe_ground *ground, const struct noe_arm *arm, uint32_t class) {
  uint32_t *labels = NOE_NEW_ARRAY(ground->arena, uint32_t, arm->condition_count + 1), parts[2];
  for (uint32_t k = 0; k < arm->condition_count; k++)
    labels[k] = noe_ground_literal(ground, class, arm->conditions[k]->right->value);
  parts[0] = noe_ground_make(ground, NOE_TERM_SET, 0, 0, labels, arm->condition_count);
  parts[1] = noe_ground_statements(ground, arm->body);
  return noe_ground_make(ground, NOE_TERM_ENTRY, 0, 0, parts, 2);
}

static uint32_t cases(struct noe_ground *ground, const struct noe_stmt *stmt) {
  struct noe_ground_value value = noe_ground_value(ground, stmt->value);
  uint32_t arm;
  if (!are_labels(stmt))
    noe_ground_fail(ground);
  if (ground->failed)
    return 0;
  if (value.is_fixed)
    return noe_ground_statements(ground, has_label(stmt, value.number, &arm) ? stmt->arms[arm].body : stmt->otherwise);
  uint32_t class = value.term == NOE_NO_TERM ? NOE_PLAIN_CLASS : value.class, parts[3];
  uint32_t *arms = NOE_NEW_ARRAY(ground->arena, uint32_t, stmt->arm_count + 1);
  parts[0] = noe_ground_term(ground, &value, class, 1, 0);
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    arms[i] = arm_term(ground, &stmt->arms[i], class);
  parts[1] = noe_ground_make(ground, NOE_TERM_SET, 0, 0, arms, stmt->arm_count);
  parts[2] = noe_ground_statements(ground, stmt->otherwise);
  return noe_ground_make(ground, NOE_TERM_STATEMENT, NOE_STMT_SWITCH, 0, parts, 3);
}

/* -------------------------------------------------------------------- loops */

static bool all_commute(struct noe_ground *ground, const uint32_t *terms, uint32_t count) {
  struct noe_commuting *commuting = noe_ground_commuting(ground);
  uint32_t i = 0;
  while (i < count && noe_ground_joins(commuting, terms[i]))
    i++;
  return i == count;
}

static uint32_t rounds(struct noe_ground *ground, const struct noe_stmt *stmt) {
  int64_t low, high, step;
  NOE_LIST(uint32_t) terms = {0};
  if (!noe_ground_domain(ground, &stmt->domain, &low, &high, &step))
    return 0;
  struct noe_binding before = ground->frame[stmt->slot];
  for (int64_t i = low; (step > 0 ? i <= high : i >= high) && !ground->failed; i += step) {
    noe_ground_spend(ground, 1);
    ground->frame[stmt->slot] = (struct noe_binding){.kind = NOE_BOUND_VALUE, .value = noe_ground_fixed(i)};
    uint32_t round = noe_ground_statements(ground, stmt->body);
    NOE_LIST_PUSH(ground->arena, &terms, round);
  }
  ground->frame[stmt->slot] = before;
  if (ground->failed)
    return 0;
  bool commute = all_commute(ground, terms.items, (uint32_t)terms.count);
  return noe_ground_make(ground, commute ? NOE_TERM_ROUNDS : NOE_TERM_SEQUENCE, 0, 0, terms.items,
                         (uint32_t)terms.count);
}

static uint32_t repetition(struct noe_ground *ground, const struct noe_stmt *stmt) {
  struct noe_ground_value condition = noe_ground_value(ground, stmt->value);
  uint32_t parts[2] = {noe_ground_term(ground, &condition, NOE_PLAIN_CLASS, 1, 0)};
  parts[1] = noe_ground_statements(ground, stmt->body);
  return ground->failed ? 0 : noe_ground_make(ground, NOE_TERM_STATEMENT, NOE_STMT_WHILE, 0, parts, 2);
}

/* --------------------------------------------------------------------- all */

/* Statements with one value that say something; `value`: what belongs to them besides. */
static uint32_t saying(struct noe_ground *ground, const struct noe_stmt *stmt, int64_t value) {
  struct noe_ground_value said = noe_ground_value(ground, stmt->value);
  if (ground->failed)
    return 0;
  uint32_t part = noe_ground_term(ground, &said, NOE_PLAIN_CLASS, 1, 0);
  return noe_ground_make(ground, NOE_TERM_STATEMENT, (uint32_t)stmt->kind, value, &part, 1);
}

static uint32_t give_back(struct noe_ground *ground, const struct noe_stmt *stmt) {
  const struct noe_value_shape *result =
      ground->owner < ground->model->function_count ? ground->results[ground->owner] : NULL;
  if (!stmt->value)
    return noe_ground_make(ground, NOE_TERM_STATEMENT, NOE_STMT_RETURN, 0, NULL, 0);
  if (!result || !noe_type_is_simple(result->type))
    noe_ground_fail(ground);
  struct noe_ground_value value = noe_ground_value(ground, stmt->value);
  if (ground->failed)
    return 0;
  uint32_t part = noe_ground_term(ground, &value, result->class, result->low, result->high);
  return noe_ground_make(ground, NOE_TERM_STATEMENT, NOE_STMT_RETURN, 0, &part, 1);
}

static uint32_t statement(struct noe_ground *ground, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_ASSIGN: return assign(ground, stmt);
  case NOE_STMT_COPY: return copy(ground, stmt);
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE: return erase(ground, stmt);
  case NOE_STMT_IF: return branches(ground, stmt, 0);
  case NOE_STMT_SWITCH: return cases(ground, stmt);
  case NOE_STMT_FOR: return rounds(ground, stmt);
  case NOE_STMT_WHILE: return repetition(ground, stmt);
  case NOE_STMT_BIND_LOCATION: return noe_ground_bind_place(ground, stmt->slot, stmt->value);
  case NOE_STMT_BIND_VALUE:
    if (noe_type_is_simple(stmt->value->type))
      return noe_ground_bind_value(ground, stmt->slot, stmt->value);
    break;
  case NOE_STMT_CALL: {
    uint32_t term = noe_ground_call_statement(ground, stmt->value->call);
    return ground->failed ? 0 : term;
  }
  case NOE_STMT_ERROR: return noe_ground_make(ground, NOE_TERM_STATEMENT, NOE_STMT_ERROR, stmt->place.line, NULL, 0);
  case NOE_STMT_ASSERT: return saying(ground, stmt, stmt->place.line);
  case NOE_STMT_ASSUME: return saying(ground, stmt, 0);
  case NOE_STMT_COVER: return saying(ground, stmt, stmt->property);
  case NOE_STMT_RETURN: return give_back(ground, stmt);
  case NOE_STMT_PUT_VALUE: return saying(ground, stmt, 0);
  case NOE_STMT_PUT_TEXT: return nothing(ground);
  default: break;
  }
  noe_ground_fail(ground);
  return 0;
}

static bool joins(struct noe_commuting *commuting, const struct noe_ground *ground, uint32_t term) {
  return noe_term_at(&ground->terms, term)->kind != NOE_TERM_BIND && noe_ground_joins(commuting, term);
}

/* One after the other, but for neighbours that commute. What binds a name comes before all that use it. */
static uint32_t sequence(struct noe_ground *ground, uint32_t *terms, uint32_t count) {
  struct noe_commuting *commuting = count > 1 ? noe_ground_commuting(ground) : NULL;
  uint32_t kept = 0, end;
  assert((count < 2 || commuting) && "neighbours are held against each other");
  for (uint32_t first = 0; first < count && count > 1; first = end) {
    noe_ground_commuting_clear(commuting);
    end = first + 1;
    if (joins(commuting, ground, terms[first]))
      while (end < count && joins(commuting, ground, terms[end]))
        end++;
    terms[kept++] =
        end == first + 1 ? terms[first] : noe_ground_make(ground, NOE_TERM_ROUNDS, 0, 0, terms + first, end - first);
  }
  assert(kept <= count && "what is joined takes no more room than its parts");
  return kept == 1 || count == 1 ? terms[0] : noe_ground_make(ground, NOE_TERM_SEQUENCE, 0, 0, terms, kept);
}

uint32_t noe_ground_statements(struct noe_ground *ground, const struct noe_stmt *list) {
  NOE_LIST(uint32_t) terms = {0};
  for (const struct noe_stmt *stmt = list; stmt && !ground->failed; stmt = stmt->next) {
    ground->at = stmt->place.line ? stmt->place : ground->at;
    uint32_t term = noe_ground_spend(ground, 1) ? statement(ground, stmt) : 0;
    if (!ground->failed)
      NOE_LIST_PUSH(ground->arena, &terms, term);
  }
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) /* names end with the list that binds them */
    if (stmt->kind == NOE_STMT_BIND_LOCATION || stmt->kind == NOE_STMT_BIND_VALUE)
      ground->frame[stmt->slot] = (struct noe_binding){0};
  if (ground->failed || ground->terms.is_full) {
    noe_ground_fail(ground);
    return 0;
  }
  return sequence(ground, terms.items, (uint32_t)terms.count);
}
