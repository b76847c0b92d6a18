#include "circuit/execute.h"

#include <assert.h>
#include <string.h>

void noe_unroll_refuse(struct noe_unrolling *run, struct noe_place place, const char *why) {
  if (run->circuits->refused)
    return;
  run->circuits->refused = why;
  run->circuits->refused_at = place.line ? place : run->clause->place;
}

static noe_literal both(const struct noe_unrolling *run, noe_literal a, noe_literal b) {
  return noe_circuit_and(noe_unroll_graph(run), a, b);
}
static noe_literal either(const struct noe_unrolling *run, noe_literal a, noe_literal b) {
  return noe_circuit_or(noe_unroll_graph(run), a, b);
}

/* Control is here for no input that has passed all checks: nothing needs to be built. Asked where
 * rounds or calls go on and on. */
static bool is_dead(struct noe_unrolling *run, noe_literal path, uint32_t round) {
  if (path == NOE_FALSE)
    return true;
  return round >= 4 && round % 4 == 0 && noe_circuit_is_never(noe_unroll_graph(run), both(run, path, run->ok));
}

/* ----------------------------------------------------------------- branches */

static void branch(struct noe_unrolling *run, const struct noe_low_op *op) {
  noe_literal condition = noe_circuit_truth(noe_unroll_get(run, op->left)), path = run->path;
  noe_literal yes = both(run, path, condition), no = both(run, path, condition ^ 1);
  run->path = yes;
  noe_unroll_list(run, op->body.first);
  noe_literal after_yes = run->path;
  run->path = no;
  noe_unroll_list(run, op->otherwise.first);
  bool all = after_yes == yes && run->path == no;
  run->path = all ? path : either(run, after_yes, run->path);
  if (op->result == NOE_NO_VALUE)
    return;
  const struct noe_word *a = yes == NOE_FALSE ? NULL : noe_unroll_get(run, op->body.yield);
  const struct noe_word *b = no == NOE_FALSE ? NULL : noe_unroll_get(run, op->otherwise.yield);
  noe_unroll_set(run, op->result,
                 a && b ? noe_circuit_choose_word(&run->words, condition, a, b)
                 : a    ? a
                 : b    ? b
                        : noe_circuit_constant(&run->words, 0));
}

static void region(struct noe_unrolling *run, const struct noe_low_op *op) {
  struct noe_unrolled_region *region = &run->unit->regions[op->number];
  *region = (struct noe_unrolled_region){.left = NOE_FALSE};
  noe_unroll_list(run, op->body.first);
  run->path = either(run, run->path, region->left);
  if (op->result != NOE_NO_VALUE)
    noe_unroll_set(run, op->result, region->value ? region->value : noe_circuit_constant(&run->words, 0));
}

static void leave(struct noe_unrolling *run, const struct noe_low_op *op) {
  struct noe_unrolled_region *region = &run->unit->regions[op->number];
  const struct noe_word *value = noe_unroll_get(run, op->left);
  region->value = region->value ? noe_circuit_choose_word(&run->words, run->path, value, region->value) : value;
  region->left = either(run, region->left, run->path);
  run->path = NOE_FALSE;
}

/* ------------------------------------------------------------------- steps */

/* A round or a call: many of them may make no gate, and take their time all the same. */
static void take_step(struct noe_unrolling *run, const struct noe_low_op *op) {
  noe_circuit_graph_work(noe_unroll_graph(run));
  if (++run->steps > run->limits.steps)
    noe_unroll_refuse(run, op->place, "loops of very many rounds in all");
}

/* -------------------------------------------------------------------- loops */

/* Where a loop is: paths that go round, and paths that are done with it. */
struct rounds {
  const struct noe_low_op *op;
  noe_literal going, done;
  noe_literal truth;              /* FORALL, EXISTS */
  const struct noe_word *counted; /* COUNT */
};

static void after_round(struct noe_unrolling *run, struct rounds *rounds, noe_literal skipped,
                        const struct noe_word *number) {
  const struct noe_low_op *op = rounds->op;
  noe_literal yield =
      op->body.yield == NOE_NO_VALUE ? NOE_FALSE : noe_circuit_truth(noe_unroll_get(run, op->body.yield));
  noe_literal yes = both(run, run->path, yield), no = both(run, run->path, yield ^ 1), goes_on = run->path;
  switch (op->kind) {
  case NOE_LOW_FORALL:
    rounds->truth = both(run, rounds->truth, no ^ 1);
    rounds->done = either(run, rounds->done, no);
    goes_on = yes;
    break;
  case NOE_LOW_EXISTS:
    rounds->truth = either(run, rounds->truth, yes);
    rounds->done = either(run, rounds->done, yes);
    goes_on = no;
    break;
  case NOE_LOW_COUNT:
    rounds->counted =
        noe_circuit_compute(&run->words, NOE_EXPR_ADD, rounds->counted, noe_circuit_boolean(&run->words, yes));
    break;
  case NOE_LOW_REMOVE_IF: {
    noe_literal path = run->path;
    run->path = yes;
    if (yes != NOE_FALSE)
      noe_unroll_remove_element(run, op->address, number);
    run->path = path;
    break;
  }
  default: break;
  }
  rounds->going = either(run, skipped, goes_on);
}

static void one_round(struct noe_unrolling *run, struct rounds *rounds, const struct noe_word *value,
                      noe_literal skipped) {
  run->path = both(run, rounds->going, skipped ^ 1);
  noe_literal stays = both(run, rounds->going, skipped);
  if (run->path == NOE_FALSE)
    return;
  take_step(run, rounds->op);
  noe_unroll_set(run, rounds->op->bound, value);
  noe_unroll_list(run, rounds->op->body.first);
  after_round(run, rounds, stays, value);
}

/* Elements of a multiset that are present when their turn comes. */
static void each_element(struct noe_unrolling *run, struct rounds *rounds) {
  const struct noe_type *bag = rounds->op->address->type;
  for (uint32_t i = 0; i < bag->capacity && !noe_unroll_is_over(run); i++) {
    const struct noe_word **row = noe_unroll_read(run, rounds->op->address, bag->cells);
    noe_literal present = noe_unroll_is_present(run, row[(size_t)i * bag->stride]);
    one_round(run, rounds, noe_circuit_constant(&run->words, i), present ^ 1);
  }
}

static void each_value(struct noe_unrolling *run, struct rounds *rounds, const struct noe_type *type) {
  if (type->low <= type->high && noe_type_size(type) > run->limits.rounds) {
    noe_unroll_refuse(run, rounds->op->place, "a loop over very many values");
    return;
  }
  for (int64_t i = type->low; i <= type->high && !noe_unroll_is_over(run); i++)
    one_round(run, rounds, noe_circuit_constant(&run->words, i), NOE_FALSE);
}

/* from, from + by, … up to `to`: until no path goes on. */
static void each_step(struct noe_unrolling *run, struct rounds *rounds) {
  const struct noe_low_domain *domain = &rounds->op->domain;
  const struct noe_word *value = noe_unroll_get(run, domain->from), *to = noe_unroll_get(run, domain->to),
                        *by = noe_unroll_get(run, domain->by);
  noe_literal down = noe_circuit_bit(by, by->width - 1);
  const struct noe_low_value *first = &run->unit->unit->values[domain->from];
  const struct noe_low_value *last = &run->unit->unit->values[domain->to];
  int64_t low = first->low < last->low ? first->low : last->low;
  int64_t high = first->high > last->high ? first->high : last->high;
  for (uint32_t round = 0; rounds->going != NOE_FALSE && !noe_unroll_is_over(run); round++) {
    noe_literal beyond = noe_circuit_choose(noe_unroll_graph(run), down, noe_circuit_less(&run->words, value, to),
                                            noe_circuit_less(&run->words, to, value));
    rounds->done = either(run, rounds->done, both(run, rounds->going, beyond));
    rounds->going = both(run, rounds->going, beyond ^ 1);
    if (is_dead(run, rounds->going, round) || (uint64_t)round > (uint64_t)high - (uint64_t)low)
      return; /* a step goes by one at least: there are no more rounds than numbers between the ends */
    if (round >= run->limits.rounds) {
      noe_unroll_refuse(run, rounds->op->place, "a loop without a small bound");
      return;
    }
    one_round(run, rounds, value, NOE_FALSE);
    value = noe_circuit_compute(&run->words, NOE_EXPR_ADD, value, by);
  }
}

static void loop(struct noe_unrolling *run, const struct noe_low_op *op) {
  const struct noe_loop_nest nest = {op->loop, run->loops};
  run->loops = &nest;
  struct rounds rounds = {.op = op, .going = run->path, .done = NOE_FALSE, .truth = op->kind == NOE_LOW_FORALL};
  rounds.counted = noe_circuit_constant(&run->words, 0);
  if (op->address)
    each_element(run, &rounds);
  else if (op->domain.type)
    each_value(run, &rounds, op->domain.type);
  else
    each_step(run, &rounds);
  run->loops = nest.outer;
  run->path = either(run, rounds.done, rounds.going);
  if (op->result != NOE_NO_VALUE)
    noe_unroll_set(run, op->result,
                   op->kind == NOE_LOW_COUNT ? rounds.counted : noe_circuit_boolean(&run->words, rounds.truth));
}

static void loop_while(struct noe_unrolling *run, const struct noe_low_op *op) {
  noe_literal done = NOE_FALSE;
  for (uint32_t round = 0; run->path != NOE_FALSE && !noe_unroll_is_over(run); round++) {
    noe_unroll_list(run, op->condition.first);
    noe_literal condition = noe_circuit_truth(noe_unroll_get(run, op->condition.yield));
    done = either(run, done, both(run, run->path, condition ^ 1));
    run->path = both(run, run->path, condition);
    if (is_dead(run, run->path, round))
      break;
    if ((int64_t)round >= op->number) {
      noe_unroll_check(run, NOE_FALSE);
      break;
    }
    if (round >= run->limits.rounds) {
      noe_unroll_refuse(run, op->place, "a `while` loop without a small bound");
      return;
    }
    take_step(run, op);
    noe_unroll_list(run, op->body.first);
  }
  run->path = done;
}

/* -------------------------------------------------------------------- calls */

void noe_unroll_enter(struct noe_unrolling *run, struct noe_unrolled_unit *unit, const struct noe_low_unit *form) {
  struct noe_arena *arena = run->words.arena;
  *unit = (struct noe_unrolled_unit){.unit = form, .frame = run->cell_top};
  unit->values = NOE_NEW_ARRAY(arena, const struct noe_word *, form->value_count + 1);
  unit->regions = NOE_NEW_ARRAY(arena, struct noe_unrolled_region, form->region_count + 1);
  run->cell_top += form->frame_cells;
  if (run->cell_top > run->cell_capacity) {
    const struct noe_word **cells = NOE_NEW_ARRAY(arena, const struct noe_word *, 2 * run->cell_top);
    if (unit->frame)
      memcpy(cells, run->cells, unit->frame * sizeof *cells);
    run->cells = cells;
    run->cell_capacity = 2 * run->cell_top;
  }
  for (uint32_t i = unit->frame; i < run->cell_top; i++)
    run->cells[i] = noe_circuit_constant(&run->words, NOE_UNDEFINED);
  run->unit = unit;
}

static void call(struct noe_unrolling *run, const struct noe_low_op *op) {
  const struct noe_low_function *callee = &run->circuits->form->functions[op->number];
  struct noe_unrolled_unit unit, *caller = run->unit;
  uint32_t depth = run->depth, top = run->cell_top;
  if (is_dead(run, run->path, run->copies)) {
    run->path = NOE_FALSE;
    return;
  }
  if (run->copies >= run->limits.depth) {
    noe_unroll_refuse(run, op->place, "a function that calls itself without a small bound");
    return;
  }
  const struct noe_word **locations =
      NOE_NEW_ARRAY(run->words.arena, const struct noe_word *, callee->location_count + 1);
  for (uint32_t i = 0; i < callee->location_count; i++)
    locations[i] = noe_unroll_get(run, op->arguments[i]);
  noe_unroll_enter(run, &unit, &callee->unit);
  take_step(run, op);
  run->depth += (uint32_t)op->low;
  run->copies++;
  for (uint32_t i = 0; i < callee->location_count; i++)
    unit.values[i] = locations[i];
  noe_unroll_list(run, callee->body.block.first);
  const struct noe_word *result = noe_unroll_get(run, callee->body.block.yield);
  run->unit = caller;
  run->cell_top = top;
  run->depth = depth;
  run->copies--;
  if (op->result != NOE_NO_VALUE)
    noe_unroll_set(run, op->result, result);
}

/* -------------------------------------------------------------------- lists */

static void control(struct noe_unrolling *run, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_IF: branch(run, op); break;
  case NOE_LOW_REGION: region(run, op); break;
  case NOE_LOW_LEAVE: leave(run, op); break;
  case NOE_LOW_CALL: call(run, op); break;
  case NOE_LOW_WHILE: loop_while(run, op); break;
  default: loop(run, op); break;
  }
}

void noe_unroll_list(struct noe_unrolling *run, const struct noe_low_op *list) {
  for (; list && run->path != NOE_FALSE && !noe_unroll_is_over(run); list = list->next) {
    (list->kind < NOE_LOW_IF ? noe_unroll_operation : control)(run, list);
    if (run->words.graph->is_full)
      noe_unroll_refuse(run, list->place, "a circuit that has become too large");
  }
}
