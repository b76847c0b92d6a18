/* Rules as relations over the bits that they change, images and preimages.
 *
 * A part has the instances of one rule whose first argument is the same, and that are in the same groups of fairness. Bits that none of them changes occur in no
 * relation: the image quantifies only what changes, and renames that back. */
#include <assert.h>
#include <string.h>

#include "bdd/bdd_int.h"
#include "logic/branching.h"
#include "logic/sequence.h"

/* -------------------------------------------------------------------- parts */

static bool is_together(const struct noe_model *model, const struct noe_circuit_instance *a,
                        const struct noe_circuit_instance *b) {
  if (a->clause != b->clause)
    return false;
  uint32_t same = a->clause->parameter_count > 0;
  for (uint32_t i = 0; i < a->clause->mark_count; i++)
    if (model->fairness[a->clause->marks[i]].parameter_count > same)
      same = model->fairness[a->clause->marks[i]].parameter_count;
  return !memcmp(a->arguments, b->arguments, same * sizeof *a->arguments);
}

static uint32_t component_of(const struct noe_bdd *b, const struct noe_circuit_instance *instance) {
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
  for (uint32_t r = 0; r < bits; r++)
    if (changes[b->bits_by_rank[r]])
      list[part->bit_count++] = b->bits_by_rank[r];
  part->bits = list;
}

enum { MOST_CUBES = 1 << 24 }; /* cache keys of BuDDy have room for numbers of so many nodes */

/* A cube with a larger number would share its keys with another one: better no answer. */
static BDD make_cube(struct noe_bdd *b, const struct noe_bdd_part *part, bool next) {
  int *variables = NOE_NEW_ARRAY(b->arena, int, part->bit_count + 1);
  for (uint32_t i = 0; i < part->bit_count; i++)
    variables[i] = next ? noe_bdd_next(b, part->bits[i]) : noe_bdd_now(b, part->bits[i]);
  BDD cube = noe_bdd_hold(bdd_makeset(variables, (int)part->bit_count));
  if (cube >= MOST_CUBES) {
    b->stop = NOE_STOP_MEMORY;
    noe_base_memory_escape(b->memory);
  }
  return cube;
}

static void make_cubes(struct noe_bdd *b, struct noe_bdd_part *part) {
  part->cube = make_cube(b, part, false);
  part->next_cube = make_cube(b, part, true);
  part->prime = bdd_newpair();
  part->unprime = bdd_newpair();
  for (uint32_t i = 0; i < part->bit_count; i++) {
    int now = noe_bdd_now(b, part->bits[i]), next = noe_bdd_next(b, part->bits[i]);
    bdd_setpair(part->prime, now, next);
    bdd_setpair(part->unprime, next, now);
  }
}

static void split(struct noe_bdd *b) {
  b->parts = NOE_NEW_ARRAY(b->arena, struct noe_bdd_part, b->instance_count + 1);
  for (uint32_t i = 0; i < b->instance_count; i++) {
    if (!i || !is_together(b->model, &b->instances[i - 1], &b->instances[i]))
      b->parts[b->part_count++] = (struct noe_bdd_part){.rule = b->instances[i].clause,
                                                        .component = component_of(b, &b->instances[i]),
                                                        .first = i,
                                                        .firing = -1,
                                                        .relation = -1};
    b->parts[b->part_count - 1].count++;
  }
}

/* The propositions of a claim about runs. */
static void build_atoms(struct noe_bdd *b, const struct noe_clause *claim, const int64_t *arguments) {
  struct noe_logic *logic = noe_logic_new(b->memory);
  const struct noe_branching *formula;
  const struct noe_monitor *monitor;
  if (claim->property == NOE_PROPERTY_NEVER)
    noe_logic_sequence(logic, b->arena, claim->temporal, &monitor);
  else if (claim->property != NOE_PROPERTY_LTL && noe_property_is_claim(claim->property))
    noe_logic_branching(logic, b->arena, claim->temporal, &formula);
  for (uint32_t i = 0; !noe_property_is_claim(claim->property) && i < claim->temporal->atom_count; i++)
    noe_circuit_atom(b->circuits, claim, arguments, NULL, i);
  for (uint32_t i = 0; i < noe_logic_proposition_count(logic); i++) {
    const struct noe_proposition *proposition = noe_logic_proposition(logic, i);
    noe_circuit_atom(b->circuits, claim, arguments, proposition->values, proposition->atom);
  }
  noe_logic_delete(logic);
}

/* Gates of claims are made as well, so that all loops have been seen before symmetry is looked for. */
static void build_claims(struct noe_bdd *b) {
  for (uint32_t i = 0; i < b->model->property_count; i++) {
    const struct noe_clause *claim = &b->model->properties[i];
    int64_t arguments[claim->parameter_count + 1];
    if (claim->is_statement || (claim->temporal && b->strategy == NOE_STRATEGY_PLAIN))
      continue;
    bool more = noe_circuit_first_instance(claim, arguments);
    for (; more && !b->circuits->refused; more = noe_circuit_next_instance(claim, arguments))
      if (claim->temporal)
        build_atoms(b, claim, arguments);
      else
        noe_circuit_guard(b->circuits, claim, arguments);
  }
}

bool noe_bdd_build(struct noe_bdd *b) {
  b->instances = noe_circuit_instances(b->circuits, b->arena, &b->instance_count);
  if (!b->instances)
    return false;
  build_claims(b);
  return !b->circuits->refused && !b->circuits->graph.is_full;
}

static const uint32_t *all_bits(struct noe_bdd *b) {
  uint32_t *bits = NOE_NEW_ARRAY(b->arena, uint32_t, b->circuits->bit_count + 1);
  for (uint32_t k = 0; k < b->circuits->bit_count; k++)
    bits[k] = k;
  return bits;
}

void noe_bdd_make_parts(struct noe_bdd *b) {
  split(b);
  for (uint32_t i = 0; i < b->part_count; i++) {
    find_bits(b, &b->parts[i]);
    make_cubes(b, &b->parts[i]);
  }
  struct noe_bdd_part all = {.bits = all_bits(b), .bit_count = b->circuits->bit_count};
  make_cubes(b, &all);
  b->now_cube = all.cube;
  b->next_cube = all.next_cube;
  b->prime = all.prime;
  b->unprime = all.unprime;
}

/* ---------------------------------------------------------------- relations */

/* v' = next(v) for `count` bits, in halves: what stands together is joined first. */
static BDD becomes(struct noe_bdd *b, const noe_literal *next, const uint32_t *bits, uint32_t count) {
  if (!count)
    return noe_bdd_hold(bddtrue);
  BDD left, right;
  if (count == 1) {
    right = noe_bdd_of(b, next[*bits]);
    left = noe_bdd_hold(bdd_biimp(bdd_ithvar(noe_bdd_next(b, *bits)), right));
  } else {
    right = becomes(b, next, bits + count / 2, count - count / 2);
    left = becomes(b, next, bits, count / 2);
    left = noe_bdd_instead(left, bdd_and(left, right));
  }
  noe_bdd_drop(right);
  return left;
}

/* Do all instances of the part give the bit the same next value? */
static bool is_common(const struct noe_bdd *b, const struct noe_bdd_part *part, uint32_t bit) {
  const struct noe_circuit_instance *instances = &b->instances[part->first];
  for (uint32_t i = 1; i < part->count; i++)
    if (instances[i].body.next[bit] != instances[0].body.next[bit])
      return false;
  return true;
}

/* The bits of the part, those that instances change alike first. */
static uint32_t *sort_out(const struct noe_bdd *b, const struct noe_bdd_part *part, uint32_t *common) {
  uint32_t *bits = noe_base_alloc(b->memory, (part->bit_count + 1) * sizeof *bits), rest = part->bit_count;
  *common = 0;
  for (uint32_t i = 0; i < part->bit_count; i++)
    if (is_common(b, part, part->bits[i]))
      bits[(*common)++] = part->bits[i];
  for (uint32_t i = part->bit_count; i-- > 0;)
    if (!is_common(b, part, part->bits[i]))
      bits[--rest] = part->bits[i];
  return bits;
}

/* fires & v' = next(v), for these bits. */
static BDD relation_of(struct noe_bdd *b, const struct noe_circuit_instance *instance, const uint32_t *bits,
                       uint32_t count) {
  BDD fires = noe_bdd_of(b, instance->fires);
  if (fires == bddfalse)
    return fires;
  BDD steps = becomes(b, instance->body.next, bits, count);
  fires = noe_bdd_instead(fires, bdd_and(fires, steps));
  noe_bdd_drop(steps);
  return fires;
}

/* What instances change alike is joined once: (f1 & s1 & c) | (f2 & s2 & c) = ((f1 & s1) | (f2 & s2)) & c. */
static BDD relation(struct noe_bdd *b, struct noe_bdd_part *part) {
  if (part->relation >= 0)
    return part->relation;
  struct noe_bdd_union all = {.count = 0};
  uint32_t common, *bits = sort_out(b, part, &common);
  for (uint32_t i = part->first; i < part->first + part->count; i++) {
    noe_bdd_step(b);
    noe_bdd_union_add(&all, relation_of(b, &b->instances[i], bits + common, part->bit_count - common));
    noe_bdd_forget_gates(b);
  }
  BDD some = noe_bdd_union_take(&all), rest = becomes(b, b->instances[part->first].body.next, bits, common);
  part->relation = noe_bdd_hold(bdd_and(some, rest));
  part->relation_nodes = b->task->more_work ? (uint64_t)bdd_nodecount(part->relation) : 0;
  noe_bdd_forget_gates(b);
  noe_bdd_drop(some);
  noe_bdd_drop(rest);
  noe_base_free(b->memory, bits);
  return part->relation;
}

enum { MOST_FIRING_NODES = 10000 };

/* At least the states in which an instance of the part fires; all states if those have no small diagram. */
static BDD firing(struct noe_bdd *b, struct noe_bdd_part *part) {
  if (part->firing >= 0)
    return part->firing;
  BDD all = noe_bdd_hold(bddfalse);
  for (uint32_t i = part->first; i < part->first + part->count && all != bddtrue; i++) {
    noe_bdd_step(b);
    BDD some = noe_bdd_of(b, b->instances[i].fires);
    all = noe_bdd_instead(all, bdd_or(all, some));
    if (bdd_nodecount(all) > MOST_FIRING_NODES)
      all = noe_bdd_instead(all, bddtrue);
    noe_bdd_drop(some);
    noe_bdd_forget_gates(b);
  }
  return part->firing = all;
}

/* Most sets have few states, or none, in which the part does anything: those are taken first, since going through a
 * large relation is what takes long. */
BDD noe_bdd_image(struct noe_bdd *b, struct noe_bdd_part *part, BDD set) {
  BDD moving = firing(b, part), next = bddfalse;
  noe_bdd_step(b);
  moving = noe_bdd_hold(bdd_and(set, moving));
  if (moving != bddfalse) {
    BDD steps = relation(b, part);
    b->passed += part->relation_nodes + (b->task->more_work ? (uint64_t)bdd_nodecount(moving) : 0);
    next = noe_bdd_hold(bdd_relprod(moving, steps, part->cube));
    next = noe_bdd_instead(next, bdd_replace(next, part->unprime));
  }
  noe_bdd_drop(moving);
  return next;
}

BDD noe_bdd_image_all(struct noe_bdd *b, BDD set) {
  struct noe_bdd_union all = {.count = 0};
  for (uint32_t i = 0; i < b->part_count; i++)
    noe_bdd_union_add(&all, noe_bdd_image(b, &b->parts[i], set));
  return noe_bdd_union_take(&all);
}

BDD noe_bdd_preimage_of(struct noe_bdd *b, struct noe_bdd_part *part, BDD set) {
  BDD steps = relation(b, part);
  noe_bdd_step(b);
  BDD next = noe_bdd_hold(bdd_replace(set, part->prime));
  return noe_bdd_instead(next, bdd_relprod(next, steps, part->next_cube));
}

BDD noe_bdd_preimage(struct noe_bdd *b, BDD set, const char *rule) {
  struct noe_bdd_union all = {.count = 0};
  for (uint32_t i = 0; i < b->part_count; i++) {
    struct noe_bdd_part *part = &b->parts[i];
    if (!rule || (part->rule->name && !strcmp(part->rule->name, rule)))
      noe_bdd_union_add(&all, noe_bdd_preimage_of(b, part, set));
  }
  return noe_bdd_union_take(&all);
}
