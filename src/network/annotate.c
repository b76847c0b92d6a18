/* The model with types whose values are points of the group. */
#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "network/network_int.h"

struct made {
  uint32_t root;
  int64_t low, high;
  const struct noe_type *type;
};

struct annotating {
  struct noe_network *network;
  NOE_LIST(const struct noe_type *) types; /* of the model, then new ones */
  NOE_LIST(struct made) made;
};

static const struct noe_group_class *class_of(const struct noe_network *network, uint32_t root) {
  for (uint32_t i = 0; i < network->group->class_count; i++)
    if (network->group->classes[i].root == root)
      return &network->group->classes[i];
  return NULL;
}

static struct noe_type *new_type(struct annotating *annotating, const struct noe_type *like) {
  struct noe_type *type = NOE_NEW(annotating->network->arena, struct noe_type);
  *type = *like;
  type->id = (uint32_t)annotating->types.count;
  NOE_LIST_PUSH(annotating->network->arena, &annotating->types, type);
  return type;
}

static const struct noe_type *point_type(struct annotating *annotating, const struct noe_type *like, uint32_t root) {
  const struct noe_group_class *class = class_of(annotating->network, root);
  assert(class && like->low >= class->low && like->high < class->low + class->count &&
         "values of the type are points of the class");
  for (size_t i = 0; i < annotating->made.count; i++) {
    const struct made *made = &annotating->made.items[i];
    if (made->root == root && made->low == like->low && made->high == like->high)
      return made->type;
  }
  struct noe_type *type = new_type(annotating, like);
  type->group = annotating->network->group;
  type->group_first = class->first + (uint32_t)(like->low - class->low);
  if (type->group_first == class->first && noe_type_size(type) == class->count) {
    type->name = class->name;
    type->place = class->place;
  }
  struct made made = {root, like->low, like->high, type};
  NOE_LIST_PUSH(annotating->network->arena, &annotating->made, made);
  return type;
}

static bool has_moving_cell(const struct noe_ground *ground, const struct noe_value_shape *shape) {
  const struct noe_leaf *leaf = shape->part_count ? NULL : noe_ground_leaf(ground, shape);
  if (leaf)
    return !leaf->is_constant;
  for (uint32_t i = shape->type->kind == NOE_TYPE_ARRAY; i < shape->part_count; i++)
    if (has_moving_cell(ground, shape->parts[i]))
      return true;
  return false;
}

static const struct noe_type *annotate(struct annotating *annotating, const struct noe_value_shape *shape,
                                       uint32_t around);

static const struct noe_type *annotate_record(struct annotating *annotating, const struct noe_value_shape *shape,
                                              uint32_t around) {
  struct noe_field *fields = NOE_NEW_ARRAY(annotating->network->arena, struct noe_field, shape->part_count + 1);
  bool changes = false;
  for (uint32_t i = 0; i < shape->part_count; i++) {
    fields[i] = shape->type->fields[i];
    fields[i].type = annotate(annotating, shape->parts[i], around);
    changes |= fields[i].type != shape->type->fields[i].type;
  }
  if (!changes)
    return shape->type;
  struct noe_type *type = new_type(annotating, shape->type);
  type->fields = fields;
  return type;
}

/* Constants beside cells that change go with them. What they say is of the class around them, such as a neighbour, or
 * of none: whether that is right is seen by the start states. */
static const struct noe_type *annotate_constant(struct annotating *annotating, const struct noe_value_shape *shape,
                                                uint32_t around) {
  const struct noe_group_class *class = around ? class_of(annotating->network, around) : NULL;
  bool fits = class && noe_type_is_simple(shape->type) && shape->low >= class->low &&
              shape->high < class->low + class->count && shape->class != NOE_PLAIN_CLASS;
  if (!class)
    return shape->type;
  annotating->network->has_moving_constants = true;
  if (shape->type->kind == NOE_TYPE_RECORD)
    return annotate_record(annotating, shape, around);
  if (shape->type->kind == NOE_TYPE_ARRAY) {
    const struct noe_type *element = annotate_constant(annotating, shape->parts[1], around);
    if (element == shape->type->element)
      return shape->type;
    struct noe_type *type = new_type(annotating, shape->type);
    type->element = element;
    return type;
  }
  return fits && annotating->network->types_constants ? point_type(annotating, shape->type, around) : shape->type;
}

/* `around`: the class of the index of the innermost array around it that moves, or 0. */
static const struct noe_type *annotate(struct annotating *annotating, const struct noe_value_shape *shape,
                                       uint32_t around) {
  const struct noe_ground *ground = annotating->network->ground;
  if (!has_moving_cell(ground, shape))
    return annotate_constant(annotating, shape, around);
  if (shape->type->kind == NOE_TYPE_RECORD)
    return annotate_record(annotating, shape, around);
  if (shape->type->kind != NOE_TYPE_ARRAY) {
    uint32_t root = noe_ground_class(ground, shape->class);
    return root && class_of(annotating->network, root) ? point_type(annotating, shape->type, root) : shape->type;
  }
  uint32_t root = noe_ground_class(ground, shape->parts[0]->class);
  bool moves = root && class_of(annotating->network, root);
  const struct noe_type *index = moves ? point_type(annotating, shape->type->index, root) : shape->type->index;
  const struct noe_type *element = annotate(annotating, shape->parts[1], moves ? root : around);
  if (index == shape->type->index && element == shape->type->element)
    return shape->type;
  struct noe_type *type = new_type(annotating, shape->type);
  type->index = index;
  type->element = element;
  return type;
}

/* ------------------------------------------------------------------ classes */

/* Classes that cells hold or are indexed by. */
static void mark(const struct noe_ground *ground, const struct noe_value_shape *shape, bool *is_used, bool *is_place) {
  assert(shape->type->kind != NOE_TYPE_MULTISET && "models with multisets are not looked at");
  if (!has_moving_cell(ground, shape))
    return;
  if (shape->type->kind == NOE_TYPE_ARRAY)
    is_used[noe_ground_class(ground, shape->parts[0]->class)] =
        is_place[noe_ground_class(ground, shape->parts[0]->class)] = true;
  if (!shape->part_count)
    is_used[noe_ground_class(ground, shape->class)] = true;
  for (uint32_t i = shape->type->kind == NOE_TYPE_ARRAY; i < shape->part_count; i++)
    mark(ground, shape->parts[i], is_used, is_place);
}

void noe_network_mark(struct noe_network *network) {
  network->is_used = NOE_NEW_ARRAY(network->arena, bool, network->ground->classes.items.count + 1);
  network->is_place = NOE_NEW_ARRAY(network->arena, bool, network->ground->classes.items.count + 1);
  for (uint32_t i = 0; i < network->model->variable_count; i++)
    mark(network->ground, network->ground->variables[i], network->is_used, network->is_place);
  network->is_used[NOE_PLAIN_CLASS] = network->is_place[NOE_PLAIN_CLASS] = false;
}

/* -------------------------------------------------------------------- model */

static void set_cells(struct noe_cell *cells, const struct noe_type *type, uint32_t cell) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (uint32_t i = 0; i < noe_type_size(type->index); i++)
      set_cells(cells, type->element, cell + i * type->stride);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      set_cells(cells, type->fields[i].type, cell + type->fields[i].offset);
    break;
  default:
    assert(noe_type_is_simple(type) && "models with multisets are not looked at");
    cells[cell].type = type;
    break;
  }
}

/* By type id: new types have nothing. */
static void *longer(struct noe_arena *arena, const void *items, size_t size, uint32_t count, uint32_t more) {
  char *copy = NOE_NEW_ARRAY(arena, char, size *(count + more + 1));
  if (items && count)
    memcpy(copy, items, size * count);
  return copy;
}

static void extend_lists(struct noe_model *made, const struct annotating *annotating) {
  struct noe_arena *arena = annotating->network->arena;
  assert(annotating->types.count >= made->type_count && "types of the model stay, and keep their numbers");
  uint32_t before = made->type_count, more = (uint32_t)annotating->types.count - before;
  uint32_t *tied = longer(arena, made->tied, sizeof *tied, before, more);
  for (uint32_t i = before; i < before + more; i++)
    tied[i] = i;
  made->tied = tied;
  made->broken = longer(arena, made->broken, sizeof *made->broken, before, more);
  made->broken_at_start = longer(arena, made->broken_at_start, sizeof *made->broken_at_start, before, more);
  if (made->needed)
    made->needed = longer(arena, made->needed, sizeof *made->needed, before, more);
  made->types = annotating->types.items;
  made->type_count = (uint32_t)annotating->types.count;
}

/* The type whose values are those of a class, from `low` to `high`; or the type itself. */
static const struct noe_type *follow_type(struct annotating *annotating, const struct noe_type *type, int64_t low,
                                          int64_t high, uint32_t class) {
  if (!class || !class_of(annotating->network, class))
    return type;
  struct noe_type like = *type;
  like.kind = like.kind == NOE_TYPE_INTEGER ? NOE_TYPE_RANGE : like.kind;
  like.low = low;
  like.high = high;
  return point_type(annotating, &like, class);
}

static void follow_variables(struct annotating *annotating, struct noe_clause *clause, const uint32_t *classes) {
  struct noe_arena *arena = annotating->network->arena;
  struct noe_temporal *temporal = NOE_NEW(arena, struct noe_temporal);
  *temporal = *clause->temporal;
  struct noe_formula_variable *variables =
      NOE_NEW_ARRAY(arena, struct noe_formula_variable, temporal->variable_count + 1);
  for (uint32_t i = 0; i < temporal->variable_count; i++) {
    variables[i] = temporal->variables[i];
    variables[i].type = follow_type(annotating, variables[i].type, variables[i].low, variables[i].high, classes[i]);
  }
  temporal->variables = variables;
  clause->temporal = temporal;
}

/* Parameters of rules and of claims about runs, and the variables of these, are values of their classes. */
static void follow(struct annotating *annotating, struct noe_clause *clause, const uint32_t *classes) {
  struct noe_binder *binders = NOE_NEW_ARRAY(annotating->network->arena, struct noe_binder, clause->binder_count + 1);
  uint32_t digit = 0;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    struct noe_binder *binder = &binders[i];
    *binder = clause->binders[i];
    if (binder->kind == NOE_BINDER_RANGE)
      binder->type = follow_type(annotating, binder->type, binder->low, binder->high, classes[digit++]);
  }
  clause->binders = binders;
  if (clause->temporal)
    follow_variables(annotating, clause, classes + digit);
}

static void follow_all(struct annotating *annotating, struct noe_model *made) {
  struct noe_network *network = annotating->network;
  struct noe_clause *rules = NOE_NEW_ARRAY(network->arena, struct noe_clause, made->rule_count + 1);
  struct noe_clause *properties = NOE_NEW_ARRAY(network->arena, struct noe_clause, made->property_count + 1);
  for (uint32_t i = 0; i < made->rule_count; i++) {
    rules[i] = made->rules[i];
    if (network->followed[i])
      follow(annotating, &rules[i], network->followed[i]);
  }
  for (uint32_t i = 0; i < made->property_count; i++) {
    properties[i] = made->properties[i];
    if (network->followed[made->rule_count + i])
      follow(annotating, &properties[i], network->followed[made->rule_count + i]);
  }
  made->rules = rules;
  made->properties = properties;
  network->group->is_followed = true;
}

static void type_claims(struct annotating *annotating, struct noe_model *made) {
  struct noe_network *network = annotating->network;
  struct noe_clause *properties = NOE_NEW_ARRAY(network->arena, struct noe_clause, made->property_count + 1);
  for (uint32_t i = 0; i < made->property_count; i++) {
    properties[i] = made->properties[i];
    if (!network->typed[i] || !class_of(network, network->typed[i][0] - 1))
      continue;
    struct noe_binder *binder = NOE_NEW(network->arena, struct noe_binder);
    *binder = properties[i].binders[0];
    struct noe_type like = *binder->type;
    like.kind = like.kind == NOE_TYPE_INTEGER ? NOE_TYPE_RANGE : like.kind;
    like.low = binder->low;
    like.high = binder->high;
    binder->type = point_type(annotating, &like, network->typed[i][0] - 1);
    properties[i].binders = binder;
  }
  made->properties = properties;
}

static uint64_t hash_group(const struct noe_network *network) {
  const struct noe_group *group = network->group;
  uint64_t hash = XXH3_64bits_withSeed(group->rows, (size_t)group->order * group->degree * sizeof *group->rows,
                                       network->model->hash);
  for (uint32_t i = 0; i < group->class_count; i++)
    hash = XXH3_64bits_withSeed(&group->classes[i].low, sizeof group->classes[i].low, hash + group->classes[i].root);
  return hash;
}

struct noe_model *noe_network_annotate(struct noe_network *network) {
  const struct noe_model *model = network->model;
  struct annotating annotating = {.network = network};
  noe_network_make_group(network);
  if (network->group->order < 2)
    return NULL;
  for (uint32_t i = 0; i < model->type_count; i++)
    NOE_LIST_PUSH(network->arena, &annotating.types, model->types[i]);
  struct noe_model *made = NOE_NEW(network->arena, struct noe_model);
  struct noe_variable *variables = NOE_NEW_ARRAY(network->arena, struct noe_variable, model->variable_count + 1);
  struct noe_cell *cells = NOE_NEW_ARRAY(network->arena, struct noe_cell, model->cell_count + 1);
  *made = *model;
  if (model->cell_count)
    memcpy(cells, model->cells, model->cell_count * sizeof *cells);
  for (uint32_t i = 0; i < network->group->class_count; i++) { /* all values of a class, for people */
    const struct noe_group_class *class = &network->group->classes[i];
    struct noe_type whole = {.kind = NOE_TYPE_RANGE, .cells = 1, .low = class->low};
    const struct noe_type *member_of = network->ground->classes.items.items[class->root].member_of;
    if (member_of)
      whole = *member_of;
    whole.high = class->low + class->count - 1;
    point_type(&annotating, &whole, class->root);
  }
  for (uint32_t i = 0; i < model->variable_count; i++) {
    variables[i] = model->variables[i];
    variables[i].type = annotate(&annotating, network->ground->variables[i], NOE_PLAIN_CLASS);
    set_cells(cells, variables[i].type, variables[i].cell);
  }
  made->variables = variables;
  made->cells = cells;
  type_claims(&annotating, made);
  if (network->followed)
    follow_all(&annotating, made);
  extend_lists(made, &annotating);
  made->hash = hash_group(network);
  return made;
}
