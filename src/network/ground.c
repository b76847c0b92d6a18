/* Clauses as terms: the three passes. */
#include "network/ground.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_INSTANCES = 1 << 14 };
/* Work on guards and claims, which a search does again in every state, and on everything else: in all three passes, and
 * in the first one, after which the others would take as long each. */
static const uint64_t most_work = UINT64_C(1) << 21, most_other_work = UINT64_C(1) << 17,
                      most_sketched = UINT64_C(3) << 14;

void noe_ground_fail(struct noe_ground *ground) { ground->failed = true; }

bool noe_ground_spend(struct noe_ground *ground, uint64_t work) {
  ground->work += work;
  uint64_t other = (ground->is_in_guard ? ground->guard_began : ground->work) - ground->work_on_guards;
  ground->is_too_much |= ground->work > most_work || other > (ground->pass ? most_other_work : most_sketched);
  ground->failed |= ground->is_too_much;
  return !ground->failed;
}

bool noe_ground_can_fail(const struct noe_ground *ground, uint32_t term) {
  return noe_term_at(&ground->terms, term)->can_fail;
}

/* ------------------------------------------------------------------ classes */

/* Far-off numbers are not computed with. */
static bool is_far(const struct noe_class *class) {
  for (size_t i = 0; i < class->ranges.count; i++)
    if (class->ranges.items[i].low <= INT32_MIN || class->ranges.items[i].high >= INT32_MAX)
      return true;
  return false;
}

uint32_t noe_ground_class(const struct noe_ground *ground, uint32_t class) {
  uint32_t root = noe_detect_root(&ground->classes, class);
  const struct noe_class *found = &ground->classes.items.items[root];
  return found->limit || is_far(found) ? NOE_PLAIN_CLASS : root;
}

void noe_ground_universe(const struct noe_ground *ground, uint32_t root, int64_t *low, int64_t *high) {
  const struct noe_class *class = &ground->classes.items.items[root];
  *low = 1;
  *high = 0;
  for (size_t i = 0; i < class->ranges.count; i++) {
    const struct noe_named_range *range = &class->ranges.items[i];
    *low = !i || range->low < *low ? range->low : *low;
    *high = !i || range->high > *high ? range->high : *high;
  }
}

/* Before all classes are known it does not matter what a literal is. A value that no place of the class can have is a
 * number like others. */
uint32_t noe_ground_literal(struct noe_ground *ground, uint32_t class, int64_t value) {
  uint32_t root = ground->pass == 2 ? noe_ground_class(ground, class) : NOE_PLAIN_CLASS;
  int64_t low, high;
  if (root != NOE_PLAIN_CLASS) {
    noe_ground_universe(ground, root, &low, &high);
    root = low <= value && value <= high ? root : NOE_PLAIN_CLASS;
  }
  return noe_ground_make(ground, NOE_TERM_LITERAL, root, value, NULL, 0);
}

/* ------------------------------------------------------------------- leaves */

static int compare_leaves(const void *left, const void *right) {
  const struct noe_leaf *a = left, *b = right;
  return (a->shape > b->shape) - (a->shape < b->shape);
}

struct noe_leaf *noe_ground_leaf(const struct noe_ground *ground, const struct noe_value_shape *shape) {
  const struct noe_leaf key = {.shape = shape};
  return ground->leaf_count ? bsearch(&key, ground->leaves, ground->leaf_count, sizeof key, compare_leaves) : NULL;
}

static uint32_t count_leaves(const struct noe_value_shape *shape) {
  uint32_t count = !shape->part_count && noe_type_is_simple(shape->type);
  for (uint32_t i = shape->type->kind == NOE_TYPE_ARRAY; i < shape->part_count; i++)
    count += count_leaves(shape->parts[i]);
  return count;
}

static void list_leaves(struct noe_ground *ground, const struct noe_value_shape *shape) {
  if (!shape->part_count && noe_type_is_simple(shape->type))
    ground->leaves[ground->leaf_count] = (struct noe_leaf){.shape = shape, .number = ground->leaf_count},
    ground->leaf_count++;
  for (uint32_t i = shape->type->kind == NOE_TYPE_ARRAY; i < shape->part_count; i++)
    list_leaves(ground, shape->parts[i]);
}

static void make_shapes(struct noe_ground *ground) {
  const struct noe_model *model = ground->model;
  uint32_t count = 0;
  noe_detect_classes_init(&ground->classes, ground->arena);
  ground->variables = NOE_NEW_ARRAY(ground->arena, const struct noe_value_shape *, model->variable_count + 1);
  ground->results = NOE_NEW_ARRAY(ground->arena, const struct noe_value_shape *, model->function_count + 1);
  for (uint32_t i = 0; i < model->variable_count; i++) {
    ground->variables[i] = noe_detect_shape(&ground->classes, model->variables[i].type);
    count += count_leaves(ground->variables[i]);
  }
  ground->variables[model->variable_count] = ground->variables[0]; /* of no place */
  for (uint32_t i = 0; i < model->function_count; i++)
    if (model->functions[i]->result)
      ground->results[i] = noe_detect_shape(&ground->classes, model->functions[i]->result);
  ground->leaves = NOE_NEW_ARRAY(ground->arena, struct noe_leaf, count + 1);
  ground->leaf_count = 0;
  for (uint32_t i = 0; i < model->variable_count; i++)
    list_leaves(ground, ground->variables[i]);
  qsort(ground->leaves, ground->leaf_count, sizeof *ground->leaves, compare_leaves);
  ground->locals.count = 0;
}

/* What start states say of the cells of a leaf. */
static void look_at_starts(struct noe_ground *ground, const struct noe_value_shape *shape, uint32_t cell) {
  if (shape->type->kind == NOE_TYPE_ARRAY) {
    for (uint32_t i = 0; i < noe_type_size(shape->type->index); i++)
      look_at_starts(ground, shape->parts[1], cell + i * shape->type->stride);
    return;
  }
  for (uint32_t i = 0; i < shape->part_count && shape->type->kind == NOE_TYPE_RECORD; i++)
    look_at_starts(ground, shape->parts[i], cell + shape->type->fields[i].offset);
  struct noe_leaf *leaf = shape->part_count ? NULL : noe_ground_leaf(ground, shape);
  for (uint32_t s = 0; leaf && s < ground->start_count; s++) {
    leaf->may_be_undefined |= ground->starts[s][cell] == NOE_UNDEFINED;
    leaf->is_constant &= ground->starts[s][cell] == ground->starts[0][cell];
  }
}

static void spread_undefined(struct noe_ground *ground) {
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < ground->flows.count && noe_ground_spend(ground, 1); i++) {
      const struct noe_undefined_flow *flow = &ground->flows.items[i];
      struct noe_leaf *to = noe_ground_leaf(ground, flow->to);
      const struct noe_leaf *from = flow->from ? noe_ground_leaf(ground, flow->from) : NULL;
      if (!to || to->may_be_undefined || (from && !from->may_be_undefined))
        continue;
      more = to->may_be_undefined = true;
    }
  }
}

static void judge_leaves(struct noe_ground *ground) {
  for (uint32_t i = 0; i < ground->leaf_count; i++) {
    ground->leaves[i].is_constant = !ground->leaves[i].is_written;
    ground->leaves[i].may_be_undefined = false;
  }
  for (uint32_t i = 0; i < ground->model->variable_count; i++)
    look_at_starts(ground, ground->variables[i], ground->model->variables[i].cell);
  spread_undefined(ground);
  for (uint32_t i = 0; i < ground->leaf_count; i++)
    ground->leaves[i].is_constant &= !ground->leaves[i].may_be_undefined;
}

/* ------------------------------------------------------------------ clauses */

struct instance {
  struct noe_ground *ground;
  const struct noe_clause *clause;
  NOE_LIST(uint32_t) prefix;
};

static uint32_t guard_term(struct noe_ground *ground, const struct noe_clause *clause, bool *is_never) {
  ground->guard_began = ground->work;
  ground->is_in_guard = true;
  struct noe_ground_value guard = clause->guard ? noe_ground_value(ground, clause->guard) : noe_ground_fixed(1);
  *is_never = guard.is_fixed && !guard.number;
  uint32_t term = ground->failed ? 0 : noe_ground_term(ground, &guard, NOE_PLAIN_CLASS, 1, 0);
  ground->work_on_guards += ground->work - ground->guard_began;
  ground->is_in_guard = false;
  return term;
}

/* All parameters have values. Claims keep an instance that is fixed, too: instances are told apart by their place. */
static void add_instance(struct instance *instance) {
  struct noe_ground *ground = instance->ground;
  const struct noe_clause *clause = instance->clause;
  bool is_rule = clause->kind == NOE_CLAUSE_RULE, is_never;
  uint32_t parts[3];
  if (!noe_ground_spend(ground, 4))
    return;
  parts[0] = noe_ground_make(ground, NOE_TERM_SEQUENCE, 0, 0, instance->prefix.items, (uint32_t)instance->prefix.count);
  if (!is_rule && noe_property_is_temporal(clause->property)) {
    noe_ground_atoms(ground, clause, parts[0]);
    return;
  }
  parts[1] = guard_term(ground, clause, &is_never);
  if (is_rule)
    NOE_LIST_PUSH(ground->arena, &ground->instances, NOE_NO_TERM);
  if (ground->failed || (is_rule && is_never && !instance->prefix.count))
    return;
  parts[2] =
      is_rule ? noe_ground_statements(ground, clause->body) : noe_ground_make(ground, NOE_TERM_SEQUENCE, 0, 0, NULL, 0);
  if (ground->failed)
    return;
  uint32_t root = noe_ground_make(ground, NOE_TERM_RULE, clause->kind, is_rule ? clause->priority : 0, parts, 3);
  NOE_LIST_PUSH(ground->arena, &ground->roots, root);
  if (is_rule)
    ground->instances.items[ground->instances.count - 1] = root;
  if (ground->roots.count > MOST_INSTANCES)
    noe_ground_fail(ground);
}

static void go_through(struct instance *instance, uint32_t number);

static void bind(struct instance *instance, uint32_t number) {
  struct noe_ground *ground = instance->ground;
  const struct noe_binder *binder = &instance->clause->binders[number];
  uint32_t term = 0;
  if (binder->kind == NOE_BINDER_LOCATION)
    term = noe_ground_bind_place(ground, binder->slot, binder->value);
  else if (binder->kind == NOE_BINDER_VALUE)
    term = noe_ground_bind_value(ground, binder->slot, binder->value);
  else
    noe_ground_fail(ground);
  if (ground->failed)
    return;
  bool is_empty = noe_term_at(&ground->terms, term)->kind == NOE_TERM_SEQUENCE;
  if (!is_empty)
    NOE_LIST_PUSH(ground->arena, &instance->prefix, term);
  go_through(instance, number + 1);
  instance->prefix.count -= !is_empty;
}

static void go_through(struct instance *instance, uint32_t number) {
  struct noe_ground *ground = instance->ground;
  if (number == instance->clause->binder_count) {
    add_instance(instance);
    return;
  }
  const struct noe_binder *binder = &instance->clause->binders[number];
  if (binder->kind != NOE_BINDER_RANGE) {
    bind(instance, number);
    return;
  }
  uint64_t count = noe_model_value_count(binder);
  for (uint64_t i = 0; i < count && !ground->failed; i++) {
    struct noe_ground_value value = noe_ground_fixed(noe_model_nth_value(binder, i));
    ground->frame[binder->slot] = (struct noe_binding){.kind = NOE_BOUND_VALUE, .value = value};
    go_through(instance, number + 1);
  }
}

static void add_clause(struct noe_ground *ground, const struct noe_clause *clause, uint32_t owner) {
  struct instance instance = {.ground = ground, .clause = clause};
  ground->owner = owner;
  ground->depth = 0;
  if (noe_model_instance_count(clause) > MOST_INSTANCES || !noe_ground_spend(ground, clause->frame_cells)) {
    noe_ground_fail(ground);
    return;
  }
  ground->frame = NOE_NEW_ARRAY(ground->arena, struct noe_binding, clause->frame_cells + 1);
  go_through(&instance, 0);
}

/* Unless claims about runs are looked at they are judged without these permutations. No verdict depends on a hint. */
static bool is_looked_at(const struct noe_ground *ground, const struct noe_clause *property) {
  bool is_temporal = noe_property_is_temporal(property->property);
  return !property->is_statement && (!is_temporal || ground->has_runs) && property->property != NOE_PROPERTY_HINT;
}

static void add_clauses(struct noe_ground *ground) {
  const struct noe_model *model = ground->model;
  const uint32_t first = model->function_count + model->start_count;
  noe_network_terms_init(&ground->terms, ground->arena);
  ground->roots.count = ground->instances.count = 0;
  for (uint32_t i = 0; i < model->rule_count && !ground->failed; i++) {
    ground->rule_first[i] = (uint32_t)ground->instances.count;
    add_clause(ground, &model->rules[i], first + i);
  }
  ground->rule_first[model->rule_count] = (uint32_t)ground->instances.count;
  ground->rule_roots = (uint32_t)ground->roots.count;
  for (uint32_t i = 0; i < model->property_count && !ground->failed; i++) {
    ground->property_first[i] = (uint32_t)ground->roots.count;
    if (is_looked_at(ground, &model->properties[i]))
      add_clause(ground, &model->properties[i], first + model->rule_count + i);
  }
  ground->property_first[model->property_count] = (uint32_t)ground->roots.count;
}

static struct noe_ground *begin(struct noe_arena *arena, const struct noe_model *model, bool has_runs) {
  struct noe_ground *ground = NOE_NEW(arena, struct noe_ground);
  *ground = (struct noe_ground){.arena = arena, .model = model, .has_runs = has_runs};
  ground->rule_first = NOE_NEW_ARRAY(arena, uint32_t, model->rule_count + 1);
  ground->property_first = NOE_NEW_ARRAY(arena, uint32_t, model->property_count + 1);
  make_shapes(ground);
  return ground;
}

static void take_leaves(struct noe_ground *ground, const struct noe_ground *from) {
  const struct noe_leaf **numbered = NOE_NEW_ARRAY(ground->arena, const struct noe_leaf *, from->leaf_count + 1);
  assert(ground->leaf_count == from->leaf_count && "leaves are those of the variables");
  for (uint32_t i = 0; i < from->leaf_count; i++)
    numbered[from->leaves[i].number] = &from->leaves[i];
  for (uint32_t i = 0; i < ground->leaf_count; i++) {
    ground->leaves[i].may_be_undefined = numbered[ground->leaves[i].number]->may_be_undefined;
    ground->leaves[i].is_constant = numbered[ground->leaves[i].number]->is_constant;
  }
}

struct noe_ground *noe_network_sketch(struct noe_arena *arena, const struct noe_model *model, bool has_runs) {
  assert(model->variable_count && "there is a state");
  struct noe_ground *sketch = begin(arena, model, has_runs);
  for (uint32_t i = 0; i < sketch->leaf_count; i++)
    sketch->leaves[i].may_be_undefined = true; /* as long as nothing is known */
  add_clauses(sketch);
  return sketch;
}

struct noe_ground *noe_network_ground(struct noe_ground *sketch, const int64_t *const *starts, uint32_t start_count) {
  assert(start_count && !sketch->failed && "there is a state, and the first pass went well");
  sketch->starts = starts;
  sketch->start_count = start_count;
  judge_leaves(sketch);
  struct noe_ground *ground = begin(sketch->arena, sketch->model, sketch->has_runs);
  ground->starts = starts;
  ground->start_count = start_count;
  ground->work = sketch->work;
  ground->work_on_guards = sketch->work_on_guards;
  take_leaves(ground, sketch);
  for (ground->pass = 1; ground->pass <= 2 && !ground->failed; ground->pass++)
    add_clauses(ground);
  ground->is_too_much |= ground->terms.is_full;
  ground->failed |= ground->is_too_much;
  ground->pass = 2;
  return ground;
}
