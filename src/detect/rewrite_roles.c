/* Clauses with literals that have become roles (roles.h). */
#include <assert.h>

#include "detect/rewrite.h"

static const struct noe_role *role_of(const struct noe_rewriter *rewriter, const struct noe_lift *lift) {
  for (size_t i = 0; i < rewriter->roles.count; i++)
    if (rewriter->roles.items[i].found == lift->found && rewriter->roles.items[i].number == lift->number)
      return &rewriter->roles.items[i];
  return NULL;
}

/* All of them are known before any clause is written: whoever plays one plays no other. */
void noe_detect_make_roles(struct noe_rewriter *rewriter, const struct noe_counting *counting) {
  const struct noe_classes *classes = &rewriter->inference->classes;
  for (size_t i = 0; counting->has_roles && i < classes->literals.count; i++) {
    const struct noe_literal *literal = &classes->literals.items[i];
    const struct noe_found *found = rewriter->founds[noe_detect_root(classes, literal->class)];
    if (!found || noe_detect_counts(counting, literal))
      continue;
    uint32_t number = (uint32_t)noe_detect_number(found, literal->value);
    struct noe_role role = {found, number, noe_detect_atom(found, number), 0};
    if (!role.atom->is_free || role_of(rewriter, &(struct noe_lift){.found = found, .number = number}))
      continue;
    struct noe_variable variable = {.name = "a role", .type = role.atom->type, .place = literal->place};
    rewriter->failed |= !noe_model_add_variable(&rewriter->builder, variable);
    role.cell = rewriter->builder.variables.items[rewriter->builder.variables.count - 1].cell;
    NOE_LIST_PUSH(rewriter->builder.arena, &rewriter->roles, role);
  }
}

/* -------------------------------------------------------------- conditions */

static const struct noe_expr *operation(struct noe_rewriter *rewriter, enum noe_expr_kind kind,
                                        const struct noe_expr *left, const struct noe_expr *right) {
  return noe_model_operation(&rewriter->builder, kind, rewriter->builder.boolean, left, right, left->place);
}

static const struct noe_expr *both(struct noe_rewriter *rewriter, const struct noe_expr *left,
                                   const struct noe_expr *right) {
  return left && right ? operation(rewriter, NOE_EXPR_AND, left, right) : left ? left : right;
}

static const struct noe_expr *who(struct noe_rewriter *rewriter, const struct noe_role *role, struct noe_place place) {
  return noe_model_location(&rewriter->builder, NOE_EXPR_GLOBAL, role->atom->type, role->cell, place);
}

static const struct noe_expr *read(struct noe_rewriter *rewriter, const struct noe_expr *location) {
  return noe_model_operation(&rewriter->builder, NOE_EXPR_READ, location->type, location, NULL, location->place);
}

static const struct noe_expr *player(struct noe_rewriter *rewriter, const struct noe_role *role, uint32_t slot,
                                     struct noe_place place) {
  return read(rewriter, noe_model_location(&rewriter->builder, NOE_EXPR_LOCAL, role->atom->type, slot, place));
}

static const struct noe_expr *is_vacant(struct noe_rewriter *rewriter, const struct noe_role *role,
                                        struct noe_place place) {
  return operation(rewriter, NOE_EXPR_ISUNDEFINED, who(rewriter, role, place), NULL);
}

/* May the value in the slot play the role? If it is vacant, whoever plays no other one; else who plays it. */
static const struct noe_expr *fits(struct noe_rewriter *rewriter, const struct noe_role *role, uint32_t slot,
                                   struct noe_place place) {
  const struct noe_expr *vacant = is_vacant(rewriter, role, place);
  for (size_t i = 0; i < rewriter->roles.count; i++) {
    const struct noe_role *other = &rewriter->roles.items[i];
    if (other == role || other->atom != role->atom)
      continue;
    const struct noe_expr *differs = operation(rewriter, NOE_EXPR_NOT_EQUAL, player(rewriter, role, slot, place),
                                               read(rewriter, who(rewriter, other, place)));
    vacant = both(rewriter, vacant, operation(rewriter, NOE_EXPR_OR, is_vacant(rewriter, other, place), differs));
  }
  const struct noe_expr *filled = operation(rewriter, NOE_EXPR_NOT, is_vacant(rewriter, role, place), NULL);
  const struct noe_expr *plays = operation(rewriter, NOE_EXPR_EQUAL, player(rewriter, role, slot, place),
                                           read(rewriter, who(rewriter, role, place)));
  return operation(rewriter, NOE_EXPR_OR, vacant, both(rewriter, filled, plays));
}

const struct noe_expr *noe_detect_fit(struct noe_rewriter *rewriter, struct noe_place place) {
  const struct noe_expr *all = NULL;
  for (size_t i = 0; rewriter->roles.count && i < rewriter->lifts.count; i++) {
    const struct noe_lift *lift = &rewriter->lifts.items[i];
    if (lift->owner == rewriter->owner)
      all = both(rewriter, all, fits(rewriter, role_of(rewriter, lift), lift->slot, place));
  }
  return all;
}

/* ------------------------------------------------------------------- filling */

static const struct noe_stmt *fill(struct noe_rewriter *rewriter, const struct noe_role *role, uint32_t slot,
                                   struct noe_place place, const struct noe_stmt *next) {
  struct noe_stmt *made =
      noe_model_assignment(&rewriter->builder, who(rewriter, role, place), player(rewriter, role, slot, place));
  made->next = next;
  return made;
}

const struct noe_stmt *noe_detect_fill_roles(struct noe_rewriter *rewriter, const struct noe_stmt *body,
                                             struct noe_place place) {
  for (size_t i = 0; rewriter->roles.count && i < rewriter->lifts.count; i++) {
    const struct noe_lift *lift = &rewriter->lifts.items[i];
    if (lift->owner == rewriter->owner)
      body = fill(rewriter, role_of(rewriter, lift), lift->slot, place, body);
  }
  return body;
}

static const struct noe_expr *some_is_vacant(struct noe_rewriter *rewriter, struct noe_place place) {
  const struct noe_expr *some = NULL;
  for (size_t i = 0; i < rewriter->roles.count; i++) {
    const struct noe_expr *vacant = is_vacant(rewriter, &rewriter->roles.items[i], place);
    some = some ? operation(rewriter, NOE_EXPR_OR, some, vacant) : vacant;
  }
  return some;
}

static const struct noe_expr *all_differ(struct noe_rewriter *rewriter, struct noe_place place) {
  const struct noe_expr *all = NULL;
  for (uint32_t i = 0; i < rewriter->roles.count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (rewriter->roles.items[i].atom == rewriter->roles.items[k].atom)
        all = both(rewriter, all,
                   operation(rewriter, NOE_EXPR_NOT_EQUAL, player(rewriter, &rewriter->roles.items[i], i, place),
                             player(rewriter, &rewriter->roles.items[k], k, place)));
  return all;
}

/* A rule that gives away all roles, in every way. */
static uint32_t add_casting(struct noe_rewriter *rewriter) {
  struct noe_arena *arena = rewriter->builder.arena;
  uint32_t count = (uint32_t)rewriter->roles.count;
  struct noe_place place = rewriter->model->rules[0].place;
  struct noe_clause made = {.kind = NOE_CLAUSE_RULE,
                            .name = "the roles are given away",
                            .title = "the roles are given away",
                            .place = place,
                            .binder_count = count,
                            .parameter_count = count,
                            .frame_cells = count,
                            .priority = rewriter->model->rules[0].priority};
  struct noe_binder *binders = NOE_NEW_ARRAY(arena, struct noe_binder, count + 1);
  made.guard = both(rewriter, some_is_vacant(rewriter, place), all_differ(rewriter, place));
  for (uint32_t i = 0; i < count; i++) {
    const struct noe_role *role = &rewriter->roles.items[i];
    binders[i] = noe_model_parameter("a literal", role->atom->type, i, place);
    made.guard = both(rewriter, made.guard, fits(rewriter, role, i, place));
    made.body = fill(rewriter, role, i, place, made.body);
  }
  made.binders = binders;
  return noe_model_add_clause(&rewriter->builder, made);
}

/* By rule: the roles that it speaks of. */
static const uint32_t *roles_of_rules(const struct noe_rewriter *rewriter) {
  const struct noe_model *model = rewriter->model;
  uint32_t *roles = NOE_NEW_ARRAY(rewriter->builder.arena, uint32_t, model->rule_count + 2);
  uint32_t first = model->function_count + model->start_count;
  for (size_t i = 0; i < rewriter->lifts.count; i++) {
    const struct noe_lift *lift = &rewriter->lifts.items[i];
    if (lift->owner >= first && lift->owner < first + model->rule_count)
      roles[lift->owner - first] |= 1U << (role_of(rewriter, lift) - rewriter->roles.items);
  }
  return roles;
}

const struct noe_roles *noe_detect_finish_roles(struct noe_rewriter *rewriter) {
  if (!rewriter->roles.count)
    return NULL;
  struct noe_roles *roles = NOE_NEW(rewriter->builder.arena, struct noe_roles);
  roles->count = (uint32_t)rewriter->roles.count;
  roles->cell = rewriter->roles.items[0].cell;
  roles->rules = roles_of_rules(rewriter);
  roles->casting = add_casting(rewriter);
  assert(roles->casting == rewriter->model->rule_count && "it comes behind the rules of the model");
  return roles;
}
