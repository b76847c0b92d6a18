/* Rules as relations over the bits that they change, images and preimages.
 *
 * A part has the instances of one rule whose first argument is the same. Bits that none of them changes occur in no
 * relation: the image quantifies only what changes, and renames that back. */
#include <assert.h>
#include <string.h>

#include "bdd/bdd_int.h"

/* ---------------------------------------------------------------- instances */

static bool add_instances(struct noe_bdd *b, const struct noe_clause *rule) {
  int64_t arguments[rule->parameter_count + 1];
  bool more = noe_circuit_first_instance(rule, arguments);
  for (; more && !b->circuits->refused; more = noe_circuit_next_instance(rule, arguments)) {
    struct noe_bdd_instance *instance = &b->instances[b->instance_count++];
    int64_t *copy = NOE_NEW_ARRAY(b->arena, int64_t, rule->parameter_count + 1);
    memcpy(copy, arguments, rule->parameter_count * sizeof *copy);
    instance->clause = rule;
    instance->arguments = copy;
    instance->guard = noe_circuit_guard(b->circuits, rule, arguments);
    instance->body = noe_circuit_body(b->circuits, rule, arguments);
  }
  return !b->circuits->refused;
}

static uint32_t count_instances(const struct noe_model *model) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->rule_count; i++) {
    int64_t arguments[model->rules[i].parameter_count + 1];
    bool more = noe_circuit_first_instance(&model->rules[i], arguments);
    for (; more; more = noe_circuit_next_instance(&model->rules[i], arguments))
      count++;
  }
  return count;
}

/* Is some instance of smaller priority number enabled? */
static noe_literal held_back(struct noe_bdd *b, const struct noe_clause *rule) {
  noe_literal held = NOE_FALSE;
  for (uint32_t i = 0; b->model->has_priorities && i < b->instance_count; i++)
    if (b->instances[i].clause->priority < rule->priority)
      held = noe_circuit_or(&b->circuits->graph, held, b->instances[i].guard.truth);
  return held;
}

static void finish_instances(struct noe_bdd *b) {
  struct noe_graph_of_gates *graph = &b->circuits->graph;
  const struct noe_clause *last = NULL;
  noe_literal held = NOE_FALSE;
  for (uint32_t i = 0; i < b->instance_count; i++) {
    struct noe_bdd_instance *instance = &b->instances[i];
    if (instance->clause != last)
      held = held_back(b, instance->clause);
    last = instance->clause;
    instance->enabled = noe_circuit_and(graph, instance->guard.truth, held ^ 1);
    noe_literal fine = noe_circuit_and(graph, instance->body.fault ^ 1, instance->body.discard ^ 1);
    instance->fires = noe_circuit_and(graph, instance->enabled, fine);
  }
}

/* -------------------------------------------------------------------- parts */

static bool is_together(const struct noe_bdd_instance *a, const struct noe_bdd_instance *b) {
  return a->clause == b->clause && (!a->clause->parameter_count || a->arguments[0] == b->arguments[0]);
}

static uint32_t component_of(const struct noe_bdd *b, const struct noe_bdd_instance *instance) {
  const struct noe_clause *rule = instance->clause;
  if (!b->symmetry || !rule->parameter_count)
    return 0;
  for (uint32_t i = 0; i < rule->binder_count; i++) {
    if (rule->binders[i].kind != NOE_BINDER_RANGE)
      continue;
    int32_t point = noe_symmetry_point(b->symmetry, rule->binders[i].type, instance->arguments[0]);
    return point < 0 ? 0 : 1 + (uint32_t)point;
  }
  return 0;
}

static void find_bits(struct noe_bdd *b, struct noe_bdd_part *part) {
  uint32_t bits = b->circuits->bit_count;
  bool *changes = NOE_NEW_ARRAY(b->arena, bool, bits + 1);
  for (uint32_t i = part->first; i < part->first + part->count; i++)
    for (uint32_t k = 0; k < bits; k++)
      changes[k] |= b->instances[i].body.next[k] != noe_circuit_input(k);
  uint32_t *list = NOE_NEW_ARRAY(b->arena, uint32_t, bits + 1);
  for (uint32_t k = 0; k < bits; k++)
    if (changes[k])
      list[part->bit_count++] = k;
  part->bits = list;
}

static BDD make_cube(const struct noe_bdd *b, const struct noe_bdd_part *part, bool next) {
  int *variables = NOE_NEW_ARRAY(b->arena, int, part->bit_count + 1);
  for (uint32_t i = 0; i < part->bit_count; i++)
    variables[i] = next ? noe_bdd_next(b, part->bits[i]) : noe_bdd_now(b, part->bits[i]);
  BDD cube = noe_bdd_hold(bdd_makeset(variables, (int)part->bit_count));
  assert(cube < 1 << 24 && "cache keys have room for the numbers of cubes");
  return cube;
}

static void make_cubes(struct noe_bdd *b, struct noe_bdd_part *part) {
  part->cube = make_cube(b, part, false);
  part->next_cube = make_cube(b, part, true);
  part->prime = bdd_newpair();
  for (uint32_t i = 0; i < part->bit_count; i++)
    bdd_setpair(part->prime, noe_bdd_now(b, part->bits[i]), noe_bdd_next(b, part->bits[i]));
}

static void split(struct noe_bdd *b) {
  b->parts = NOE_NEW_ARRAY(b->arena, struct noe_bdd_part, b->instance_count + 1);
  for (uint32_t i = 0; i < b->instance_count; i++) {
    if (!i || !is_together(&b->instances[i - 1], &b->instances[i]))
      b->parts[b->part_count++] = (struct noe_bdd_part){
          .rule = b->instances[i].clause, .component = component_of(b, &b->instances[i]), .first = i, .relation = -1};
    b->parts[b->part_count - 1].count++;
  }
}

/* Gates of claims about states are made as well, so that all loops have been seen. */
static void build_claims(struct noe_bdd *b) {
  for (uint32_t i = 0; i < b->model->property_count; i++) {
    const struct noe_clause *claim = &b->model->properties[i];
    int64_t arguments[claim->parameter_count + 1];
    if (claim->is_statement || claim->temporal)
      continue;
    bool more = noe_circuit_first_instance(claim, arguments);
    for (; more && !b->circuits->refused; more = noe_circuit_next_instance(claim, arguments))
      noe_circuit_guard(b->circuits, claim, arguments);
  }
}

bool noe_bdd_build(struct noe_bdd *b) {
  const struct noe_model *model = b->model;
  b->instances = NOE_NEW_ARRAY(b->arena, struct noe_bdd_instance, count_instances(model) + 1);
  for (uint32_t i = 0; i < model->rule_count; i++)
    if (!add_instances(b, &model->rules[i]))
      return false;
  build_claims(b);
  finish_instances(b);
  return !b->circuits->refused && !b->circuits->graph.is_full;
}

void noe_bdd_make_parts(struct noe_bdd *b) {
  split(b);
  for (uint32_t i = 0; i < b->part_count; i++) {
    find_bits(b, &b->parts[i]);
    make_cubes(b, &b->parts[i]);
  }
  b->unprime = bdd_newpair();
  for (uint32_t k = 0; k < b->circuits->bit_count; k++)
    bdd_setpair(b->unprime, noe_bdd_next(b, k), noe_bdd_now(b, k));
}

/* ---------------------------------------------------------------- relations */

/* fires & v' = next(v), for the bits of the part. */
static BDD relation_of(struct noe_bdd *b, const struct noe_bdd_part *part, const struct noe_bdd_instance *instance) {
  BDD relation = noe_bdd_of(b, instance->fires);
  for (uint32_t i = part->bit_count; i-- > 0 && relation != bddfalse;) {
    BDD next = noe_bdd_of(b, instance->body.next[part->bits[i]]);
    BDD same = noe_bdd_hold(bdd_biimp(bdd_ithvar(noe_bdd_next(b, part->bits[i])), next));
    relation = noe_bdd_instead(relation, bdd_and(relation, same));
    noe_bdd_drop(same);
    noe_bdd_drop(next);
  }
  return relation;
}

static BDD relation(struct noe_bdd *b, struct noe_bdd_part *part) {
  if (part->relation >= 0)
    return part->relation;
  BDD all = noe_bdd_hold(bddfalse);
  for (uint32_t i = part->first; i < part->first + part->count; i++) {
    noe_bdd_step(b);
    BDD one = relation_of(b, part, &b->instances[i]);
    all = noe_bdd_instead(all, bdd_or(all, one));
    noe_bdd_drop(one);
    noe_bdd_forget_gates(b);
  }
  return part->relation = all;
}

BDD noe_bdd_image(struct noe_bdd *b, struct noe_bdd_part *part, BDD set) {
  BDD steps = relation(b, part);
  noe_bdd_step(b);
  BDD next = noe_bdd_hold(bdd_relprod(set, steps, part->cube));
  return noe_bdd_instead(next, bdd_replace(next, b->unprime));
}

BDD noe_bdd_image_all(struct noe_bdd *b, BDD set) {
  BDD all = noe_bdd_hold(bddfalse);
  for (uint32_t i = 0; i < b->part_count; i++) {
    BDD some = noe_bdd_image(b, &b->parts[i], set);
    all = noe_bdd_instead(all, bdd_or(all, some));
    noe_bdd_drop(some);
  }
  return all;
}

BDD noe_bdd_preimage(struct noe_bdd *b, BDD set, const char *rule) {
  BDD all = noe_bdd_hold(bddfalse);
  for (uint32_t i = 0; i < b->part_count; i++) {
    struct noe_bdd_part *part = &b->parts[i];
    if (rule && (!part->rule->name || strcmp(part->rule->name, rule)))
      continue;
    BDD steps = relation(b, part);
    noe_bdd_step(b);
    BDD next = noe_bdd_hold(bdd_replace(set, part->prime));
    next = noe_bdd_instead(next, bdd_relprod(next, steps, part->next_cube));
    all = noe_bdd_instead(all, bdd_or(all, next));
    noe_bdd_drop(next);
  }
  return all;
}
