/* The loops of a clause: a round for each instance. Aliases are evaluated where they
 * stand, since an alias that fails does so even if no inner parameter has a value. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compile/emit_int.h"

static bool is_parameter(const struct noe_binder *binder) {
  return binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
}

/* -------------------------------------------------------------- parameters */

/* Has the value bound here to be told from others of its entry, further in? */
static bool is_told_apart(struct noe_emitter *emitter, const struct noe_nest *nest, uint32_t number) {
  const struct noe_clause *clause = nest->clause;
  uint64_t blocks = noe_compile_blocks(emitter, clause->binders[number].type), inside = 0;
  for (uint32_t i = 0; nest->plan && i < nest->plan->count; i++)
    if (nest->plan->conjuncts[i].level > number)
      inside |= noe_compile_binds(emitter, nest->plan->conjuncts[i].block.first);
  if (!nest->plan)
    inside = noe_compile_binds(emitter, nest->lowered->guard.block.first);
  for (uint32_t i = number + 1; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    inside |= noe_compile_binds(emitter, nest->lowered->binders[i].list.block.first);
    if (binder->kind == NOE_BINDER_RANGE && !noe_clause_is_irrelevant(clause, i))
      inside |= noe_compile_blocks(emitter, binder->type);
  }
  return blocks & inside;
}

static struct noe_range open_steps(struct noe_emitter *emitter, const struct noe_binder *binder) {
  struct noe_range range = {.binding = NOE_BINDING_PLAIN, .name = noe_compile_name(emitter)};
  bool up = binder->step > 0;
  struct noe_term from = noe_compile_constant(binder->low), to = noe_compile_constant(binder->high);
  struct noe_term by = noe_compile_constant(binder->step);
  range.value = (struct noe_term){
      .low = up ? binder->low : binder->high, .high = up ? binder->high : binder->low, .defined = true};
  snprintf(range.value.text, sizeof range.value.text, "v%u", range.name);
  noe_compile_open_steps(emitter, range.name, &from, &to, &by);
  return range;
}

/* One round: the first value stands for all. */
static struct noe_range open_idle(struct noe_emitter *emitter, const struct noe_binder *binder) {
  struct noe_binder first = *binder;
  first.high = first.low;
  return open_steps(emitter, &first);
}

static struct noe_range open_range(struct noe_emitter *emitter, const struct noe_binder *binder) {
  bool whole = binder->type->kind <= NOE_TYPE_UNION && binder->low == binder->type->low &&
               binder->high == binder->type->high && binder->step == 1;
  if (!whole) {
    if (noe_compile_blocks(emitter, binder->type))
      noe_compile_refuse(emitter, "a parameter takes some values of a symmetric type only");
    return open_steps(emitter, binder);
  }
  return noe_compile_weighed_range(emitter, binder->type);
}

static struct noe_range open_choice(struct noe_emitter *emitter, const struct noe_low_binder *binder) {
  const struct noe_type *multiset = binder->address->type;
  assert(multiset->kind == NOE_TYPE_MULTISET && "elements are chosen from multisets");
  struct noe_range range = {.binding = NOE_BINDING_PLAIN, .name = noe_compile_name(emitter)};
  struct noe_spot spot = noe_compile_address(emitter, binder->address);
  range.value = (struct noe_term){.low = 0, .high = (int64_t)multiset->capacity - 1, .defined = true};
  snprintf(range.value.text, sizeof range.value.text, "v%u", range.name);
  noe_compile_line(emitter, "cell *const g%u = %s;", range.name, noe_compile_pointer(emitter, &spot));
  noe_compile_open(emitter, "for (int64_t v%u = 0; v%u < %u; v%u++)", range.name, range.name, multiset->capacity,
                   range.name);
  noe_compile_line(emitter, "if (g%u[v%u * %u] != 1) %s;", range.name, range.name, multiset->stride,
                   noe_compile_is_sorted(emitter, binder->address) ? "break" : "continue");
  return range;
}

/* ------------------------------------------------------------------- twins */

/* Elements of a multiset that permutations change are not numbered alike in all states:
 * rules that choose them are fired for every instance, but for what large blocks exchange. */
static bool chooses_moved(const struct noe_emitter *emitter, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_CHOOSE && emitter->every->moves[clause->binders[i].type->element->id])
      return true;
  return false;
}

/* Are instances told apart, here, by which points of this scalarset they name? With runs
 * that is done by entries, but for small blocks. */
static bool asks_for_twins(const struct noe_emitter *emitter, const struct noe_type *part, bool moved) {
  uint16_t block = part->kind == NOE_TYPE_SCALARSET ? emitter->every->block_of_type[part->id] : NOE_NO_BLOCK;
  if (block == NOE_NO_BLOCK)
    return false;
  bool small = emitter->turns && emitter->turns->is_small[block];
  if (emitter->keys == NOE_NATIVE_RUNS)
    return small && !moved;
  return !moved || (emitter->turns && !small);
}

/* The point that the parameter names, as a C expression; NULL if it never names one. */
static const char *point_of(struct noe_emitter *emitter, const struct noe_clause *clause, const struct noe_type *type,
                            const char *value) {
  const struct noe_symmetry *every = emitter->every;
  const char *text = NULL;
  bool moved = chooses_moved(emitter, clause);
  uint32_t parts = type->kind == NOE_TYPE_UNION ? type->part_count : 1;
  for (uint32_t i = 0; i < parts; i++) {
    const struct noe_type *part = type->kind == NOE_TYPE_UNION ? type->parts[i] : type;
    int64_t offset = type->kind == NOE_TYPE_UNION ? type->part_offsets[i] : 0;
    if (!asks_for_twins(emitter, part, moved))
      continue;
    int64_t first = (int64_t)every->blocks[every->block_of_type[part->id]].first - offset;
    text = noe_base_arena_format(emitter->arena,
                                 "%s >= %" PRId64 " && %s <= %" PRId64 " ? (int32_t)(%s + (%" PRId64 ")) : %s", value,
                                 offset, value, offset + part->high, value, first, text ? text : "-1");
  }
  return text;
}

const char *noe_compile_point(struct noe_emitter *emitter, const struct noe_type *type, const char *value) {
  return point_of(emitter, emitter->in->clause, type, value);
}

/* Twins of states that are judged have to be looked for, and that pays where there are many
 * points; so does asking for those of values that quantifiers run through. Elements of
 * multisets stand for nobody else, nor does what is bound together with one. */
static bool has_many_points(const struct noe_emitter *emitter, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_CHOOSE)
      return false;
  return emitter->keys == NOE_NATIVE_PACKED && emitter->every && emitter->every->points >= NOE_MANY_POINTS;
}

static bool is_invariant(const struct noe_clause *clause) {
  return clause->kind != NOE_CLAUSE_RULE && clause->property == NOE_PROPERTY_INVARIANT && !clause->is_statement;
}

static bool is_reduced(struct noe_emitter *emitter, const struct noe_clause *clause) {
  if (!emitter->every ||
      !(clause->kind == NOE_CLAUSE_RULE || (is_invariant(clause) && has_many_points(emitter, clause))))
    return false;
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_RANGE && !noe_clause_is_irrelevant(clause, i) &&
        point_of(emitter, clause, clause->binders[i].type, ""))
      return true;
  return false;
}

/* Instances that others stand for are passed over. With runs a value that is passed over
 * has no entry that would have to be put back. */
static void skip_twins(struct noe_emitter *emitter, const struct noe_clause *clause, uint32_t number,
                       uint32_t parameter, struct noe_range *range) {
  const struct noe_binder *binder = &clause->binders[number];
  bool names = binder->kind == NOE_BINDER_RANGE && !noe_clause_is_irrelevant(clause, number);
  const char *point = names ? point_of(emitter, clause, binder->type, range->value.text) : NULL;
  noe_compile_line(emitter, "points[%u] = %s;", parameter, point ? point : "-1");
  if (!point)
    return;
  if (emitter->keys == NOE_NATIVE_PACKED) {
    noe_compile_line(emitter, "if (f->host.class_of && !leads(f, points, %u)) continue;", parameter);
    return;
  }
  range->led = emitter->twins = true;
  noe_compile_line(emitter, "const uint64_t led%u = led(f, points, %u);", range->name, parameter);
  noe_compile_line(emitter, "if (!led%u) continue;", range->name);
}

/* --------------------------------------------------------------------- all */

/* Calls in guards and aliases come here when they did not end well. */
static void close_round(struct noe_emitter *emitter, const struct noe_nest *nest) {
  noe_compile_line(emitter, "%s:;", nest->done);
  if (emitter->in->calls)
    noe_compile_bail_if(emitter, nest->is_strict ? "f->status" : "f->status && is_over(f)");
}

static void name_round(struct noe_emitter *emitter, struct noe_nest *nest, unsigned name) {
  snprintf(nest->done, sizeof nest->done, "done%u", name);
  memcpy(emitter->in->leave.label, nest->done, sizeof nest->done);
}

/* Away unless the condition holds. */
static void test(struct noe_emitter *emitter, const struct noe_low_block *condition, const char *away) {
  struct noe_term holds = noe_compile_block_of(emitter, condition);
  if (!noe_term_is_constant(&holds) || !holds.low)
    noe_compile_line(emitter, "if (!%s) %s;", holds.text, away);
}

/* What the plan has for this level: the cheap ones that come first (at the beginning of a
 * round), or the others. */
enum tests { CHEAP, DEAR, ALL };

static void test_level(struct noe_emitter *emitter, const struct noe_nest *nest, uint32_t level, enum tests which) {
  const char *away = which == CHEAP ? "continue" : noe_base_arena_format(emitter->arena, "goto %s", nest->done);
  bool begun = false; /* with the others */
  for (uint32_t i = 0; nest->plan && i < nest->plan->count; i++) {
    const struct noe_conjunct *conjunct = &nest->plan->conjuncts[i];
    if (conjunct->level != level)
      continue;
    begun |= conjunct->cost || conjunct->fails;
    if (which == ALL || begun == (which == DEAR))
      test(emitter, &conjunct->block, away);
  }
}

/* The operation that stores the name, where it is kept in memory. */
static const struct noe_low_op *store_of(const struct noe_low_binder *binder) {
  const struct noe_low_op *op = binder->list.block.first;
  while (op && (op->kind != NOE_LOW_STORE || op->left != binder->value))
    op = op->next;
  return op;
}

static void bind_parameter(struct noe_emitter *emitter, const struct noe_low_binder *binder,
                           const struct noe_term *value) {
  noe_compile_give(emitter, binder->value, *value);
  noe_compile_list(emitter, store_of(binder));
}

/* Cheap tests do without the value's being told from others of its entry, and pass on to
 * the next round directly. */
static void open_parameter(struct noe_emitter *emitter, struct noe_nest *nest, uint32_t number) {
  const struct noe_low_binder *lowered = &nest->lowered->binders[number];
  const struct noe_binder *binder = lowered->binder;
  struct noe_range *range = &nest->ranges[nest->parameters];
  assert(nest->parameters < nest->clause->parameter_count && "ranges were counted");
  noe_compile_list_until(emitter, lowered->list.block.first, store_of(lowered)); /* finds the multiset to choose from */
  *range = noe_clause_is_irrelevant(nest->clause, number) ? open_idle(emitter, binder)
           : binder->kind == NOE_BINDER_RANGE             ? open_range(emitter, binder)
                                                          : open_choice(emitter, lowered);
  nest->parameters++;
  bind_parameter(emitter, lowered, &range->value);
  name_round(emitter, nest, nest->parameters);
  test_level(emitter, nest, number + 1, CHEAP);
  if (range->binding == NOE_BINDING_LIGHT && is_told_apart(emitter, nest, number)) {
    noe_compile_split_range(emitter, range);
    bind_parameter(emitter, lowered, &range->value);
  }
  if (nest->is_reduced) {
    skip_twins(emitter, nest->clause, number, nest->parameters - 1, range);
    NOE_LIST_PUSH(emitter->arena, &emitter->in->points,
                  noe_base_arena_format(emitter->arena, "points[%u]", nest->parameters - 1));
  }
}

void noe_compile_nest(struct noe_emitter *emitter, struct noe_nest *nest) {
  const struct noe_clause *clause = nest->clause;
  nest->ranges = NOE_NEW_ARRAY(emitter->arena, struct noe_range, clause->parameter_count + 1);
  nest->is_reduced = is_reduced(emitter, clause);
  emitter->in->clause = clause;
  emitter->in->by_twins = has_many_points(emitter, clause) && (clause->kind == NOE_CLAUSE_RULE || is_invariant(clause));
  emitter->judged |= emitter->in->by_twins && clause->kind != NOE_CLAUSE_RULE;
  if (nest->is_reduced)
    noe_compile_line(emitter, "int32_t points[%u];", clause->parameter_count);
  noe_compile_brace(emitter);
  name_round(emitter, nest, 0);
  test_level(emitter, nest, 0, ALL);
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (is_parameter(binder))
      open_parameter(emitter, nest, i);
    else
      noe_compile_list(emitter, nest->lowered->binders[i].list.block.first);
    test_level(emitter, nest, i + 1, is_parameter(binder) ? DEAR : ALL);
  }
}

void noe_compile_nest_end(struct noe_emitter *emitter, struct noe_nest *nest) {
  assert(nest->parameters == nest->clause->parameter_count && "all parameters are bound by now");
  for (; nest->parameters; nest->parameters--) {
    close_round(emitter, nest);
    noe_compile_range_end(emitter, &nest->ranges[nest->parameters - 1]);
    noe_compile_close(emitter);
    name_round(emitter, nest, nest->parameters - 1);
  }
  close_round(emitter, nest);
  noe_compile_close(emitter);
  emitter->in->by_twins = false;
}

/* Conjuncts leave as soon as one is false. */
void noe_compile_guard(struct noe_emitter *emitter, const struct noe_low_clause *clause, const char *done) {
  struct noe_low_conjuncts conjuncts = noe_lower_conjuncts(emitter->arena, &clause->unit, &clause->guard.block);
  for (uint32_t i = 0; i < conjuncts.count; i++)
    test(emitter, &conjuncts.blocks[i], noe_base_arena_format(emitter->arena, "goto %s", done));
}
