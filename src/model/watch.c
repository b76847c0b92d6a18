#include "model/watch_int.h"

#include <assert.h>
#include <string.h>

#include "model/access.h"

void noe_model_machine_watch(struct noe_machine *machine, const uint8_t *kinds) { machine->watches->kinds = kinds; }
void noe_model_machine_uneven(struct noe_machine *machine, bool uneven) { machine->watches->uneven = uneven; }
uint32_t noe_model_machine_order(const struct noe_machine *machine) { return machine->watches->loop; }
uint64_t noe_model_machine_trials(const struct noe_machine *machine) { return machine->watches->passed; }

bool noe_model_machine_order_by_error(const struct noe_machine *machine) { return machine->watches->by_error; }

void noe_model_order_by(struct noe_machine *machine, uint32_t loop, bool by_error) {
  machine->watches->loop = loop;
  machine->watches->by_error = by_error;
  longjmp(*machine->escape, NOE_LEAVE_ORDER);
}

void noe_model_order(struct noe_machine *machine, uint32_t loop) { noe_model_order_by(machine, loop, false); }

void noe_model_order_here(struct noe_machine *machine) {
  const struct noe_watches *watches = machine->watches;
  noe_model_order(machine, watches->depth ? watches->stack[watches->depth - 1]->loop : watches->last_tainting);
}

static void update_watching(struct noe_machine *machine) {
  machine->watching = machine->watches->depth || machine->watches->has_taints;
}

/* ---------------------------------------------------------------- lifetime */

static struct noe_watch *new_watch(struct noe_machine *machine) {
  struct noe_watches *watches = machine->watches;
  if (watches->depth == watches->room) {
    uint32_t room = watches->room * 2 + 4;
    watches->stack = noe_base_realloc(machine->memory, watches->stack, room * sizeof *watches->stack);
    watches->room = room;
  }
  if (!watches->stack[watches->depth])
    watches->stack[watches->depth] = noe_base_alloc(machine->memory, sizeof(struct noe_watch));
  return watches->stack[watches->depth++];
}

static struct noe_watch *begin(struct noe_machine *machine, uint32_t loop) {
  struct noe_watch *watch = new_watch(machine);
  if (watch->mark_room < machine->top) {
    size_t room = machine->top + machine->top / 2;
    watch->marks = noe_base_realloc(machine->memory, watch->marks, room * sizeof *watch->marks);
    watch->mark_room = room;
  }
  watch->loop = machine->watches->loop = loop;
  watch->base = machine->watches->clock + 1;
  watch->now = machine->watches->clock;
  watch->floor = machine->top;
  watch->outlives = machine->frame;
  watch->wrote = false;
  watch->sum_count = watch->tainted_count = 0;
  update_watching(machine);
  return watch;
}

struct noe_watch *noe_model_watch_begin(struct noe_machine *machine, uint32_t loop) {
  return noe_model_watch_kind(machine, loop) == NOE_WATCH_ORDER ? begin(machine, loop) : NULL;
}

struct noe_watch *noe_model_watch_begin_each(struct noe_machine *machine, const struct noe_watch_each *each) {
  return each->kind == NOE_WATCH_ORDER ? begin(machine, each->blamed) : NULL;
}

void noe_model_watch_round(struct noe_machine *machine, struct noe_watch *watch, uint32_t slot) {
  if (!watch)
    return;
  watch->now = ++machine->watches->clock;
  memset(&watch->marks[machine->frame + slot], 0, sizeof *watch->marks);
}

void noe_model_taint(struct noe_machine *machine, uint32_t cell) {
  struct noe_watches *watches = machine->watches;
  if (watches->taint_room <= cell) {
    size_t room = machine->capacity;
    watches->taints = noe_base_realloc(machine->memory, watches->taints, room * sizeof *watches->taints);
    watches->taint_room = room;
  }
  watches->taints[cell] = watches->epoch;
  watches->has_taints = machine->watching = true;
}

void noe_model_watch_end(struct noe_machine *machine, struct noe_watch *watch) {
  if (!watch)
    return;
  for (uint32_t i = 0; i < watch->tainted_count; i++)
    noe_model_taint(machine, watch->tainted[i]);
  machine->watches->depth--;
  assert(machine->watches->stack[machine->watches->depth] == watch && "loops end innermost first");
  update_watching(machine);
}

void noe_model_watch_reset(struct noe_machine *machine) {
  machine->watches->depth = machine->watches->quantifiers = machine->watches->trying = 0;
  machine->watches->arranged = false;
  noe_model_watch_forget_taints(machine);
}

void noe_model_watch_forget_taints(struct noe_machine *machine) {
  machine->watches->epoch++;
  machine->watches->has_taints = false;
  update_watching(machine);
}

void noe_model_watch_new(struct noe_machine *machine) {
  machine->watches = noe_base_alloc(machine->memory, sizeof *machine->watches);
  machine->watches->epoch = 1;
}

void noe_model_watch_delete(struct noe_machine *machine) {
  struct noe_watches *watches = machine->watches;
  for (uint32_t i = 0; i < watches->room && watches->stack[i]; i++) {
    noe_base_free(machine->memory, watches->stack[i]->marks);
    noe_base_free(machine->memory, watches->stack[i]->sums);
    noe_base_free(machine->memory, watches->stack[i]->tainted);
    noe_base_free(machine->memory, watches->stack[i]);
  }
  noe_model_trials_delete(machine);
  noe_base_free(machine->memory, watches->stack);
  noe_base_free(machine->memory, watches->taints);
  noe_base_free(machine->memory, watches);
}

/* ------------------------------------------------------------------ access */

/* Has a round other than this one set the pair of stamps? */
static bool by_other(const struct noe_watch *watch, uint64_t first, uint64_t other) {
  return other >= watch->base || (first >= watch->base && first != watch->now);
}

static void stamp(const struct noe_watch *watch, uint64_t *first, uint64_t *other) {
  if (*first < watch->base)
    *first = watch->now;
  else if (*first != watch->now)
    *other = watch->now;
}

static void read_cell(struct noe_machine *machine, struct noe_watch *watch, size_t location) {
  struct noe_mark *mark = &watch->marks[location];
  if (mark->written == watch->now)
    return; /* what it wrote itself: nobody else can have a say in it */
  if (by_other(watch, mark->written, 0) || by_other(watch, mark->gathered, mark->gathered_by_other))
    noe_model_order(machine, watch->loop);
  stamp(watch, &mark->read, &mark->read_by_other);
}

bool noe_model_is_tainted(const struct noe_machine *machine, size_t location) {
  const struct noe_watches *watches = machine->watches;
  return watches->has_taints && location < watches->taint_room && watches->taints[location] == watches->epoch;
}

void noe_model_watch_read(struct noe_machine *machine, size_t location, size_t count) {
  struct noe_watches *watches = machine->watches;
  for (size_t i = location; i < location + count; i++) {
    if (noe_model_is_tainted(machine, i))
      noe_model_order(machine, watches->last_tainting);
    for (uint32_t k = 0; k < watches->depth; k++)
      if (i < watches->stack[k]->floor)
        read_cell(machine, watches->stack[k], i);
  }
}

void noe_model_watch_fresh(struct noe_machine *machine, size_t location, size_t count) {
  struct noe_watches *watches = machine->watches;
  for (size_t i = location; i < location + count && i < watches->taint_room; i++)
    watches->taints[i] = 0;
}

static void note_taint(struct noe_machine *machine, struct noe_watch *watch, size_t location) {
  struct noe_mark *mark = &watch->marks[location];
  if (mark->tainted >= watch->base)
    return;
  mark->tainted = watch->now;
  machine->watches->last_tainting = watch->loop;
  if (watch->tainted_count == watch->tainted_room) {
    uint32_t room = watch->tainted_room * 2 + 16;
    watch->tainted = noe_base_realloc(machine->memory, watch->tainted, room * sizeof *watch->tainted);
    watch->tainted_room = room;
  }
  watch->tainted[watch->tainted_count++] = (uint32_t)location;
}

/* `tainted`: by a loop inside a round, so that what another round left there is not only
 * the value that is seen. */
static void write_cell(struct noe_machine *machine, struct noe_watch *watch, size_t location, int64_t value,
                       bool tainted) {
  struct noe_mark *mark = &watch->marks[location];
  if (by_other(watch, mark->read, mark->read_by_other) || by_other(watch, mark->gathered, mark->gathered_by_other))
    noe_model_order(machine, watch->loop);
  if (by_other(watch, mark->written, 0)) {
    mark->rewritten = watch->now;
    if (tainted)
      note_taint(machine, watch, location);
  }
  if (mark->rewritten >= watch->base && machine->cells[location] != value)
    note_taint(machine, watch, location);
  mark->written = watch->now;
  watch->wrote |= location < watch->outlives;
}

void noe_model_watch_write(struct noe_machine *machine, size_t location, int64_t value) {
  struct noe_watches *watches = machine->watches;
  bool tainted = noe_model_is_tainted(machine, location);
  if (tainted)
    watches->taints[location] = 0;
  for (uint32_t k = 0; k < watches->depth; k++)
    if (location < watches->stack[k]->floor)
      write_cell(machine, watches->stack[k], location, value, tainted);
}

/* --------------------------------------------------------------- gathering */

/* More than one? */
static bool is_mixed(uint64_t operators) { return operators & (operators - 1); }

/* Marks a cell as gathered in. False if this round has written it itself: then
 * it is an ordinary read and write. */
static bool gather_cell(struct noe_machine *machine, struct noe_watch *watch, size_t location,
                        enum noe_gathering operator) {
  struct noe_mark *mark = &watch->marks[location];
  if (mark->written == watch->now)
    return false;
  if (by_other(watch, mark->written, 0) || by_other(watch, mark->read, mark->read_by_other))
    noe_model_order(machine, watch->loop);
  mark->operators = (mark->gathered >= watch->base ? mark->operators : 0) | operator;
  stamp(watch, &mark->gathered, &mark->gathered_by_other);
  if (mark->gathered_by_other >= watch->base && (mark->read >= watch->base || is_mixed(mark->operators)))
    noe_model_order(machine, watch->loop);
  watch->wrote |= location < watch->outlives;
  return true;
}

static struct noe_sum *find_sum(struct noe_machine *machine, struct noe_watch *watch, size_t location) {
  for (uint32_t i = 0; i < watch->sum_count; i++)
    if (watch->sums[i].location == location)
      return &watch->sums[i];
  if (watch->sum_count == watch->sum_room) {
    uint32_t room = watch->sum_room * 2 + 4;
    watch->sums = noe_base_realloc(machine->memory, watch->sums, room * sizeof *watch->sums);
    watch->sum_room = room;
  }
  watch->sums[watch->sum_count] = (struct noe_sum){.location = location, .start = machine->cells[location]};
  return &watch->sums[watch->sum_count++];
}

/* If all additions have one sign, some order leaves the range just when all do.
 * Otherwise the extremes must stay inside. */
static bool sum_is_safe(struct noe_sum *sum, const struct noe_type *type, int64_t delta) {
  int64_t highest, lowest;
  if (__builtin_add_overflow(delta > 0 ? sum->plus : sum->minus, delta, delta > 0 ? &sum->plus : &sum->minus))
    return false;
  if (!sum->plus || !sum->minus)
    return true;
  return !__builtin_add_overflow(sum->start, sum->plus, &highest) &&
         !__builtin_add_overflow(sum->start, sum->minus, &lowest) && highest <= type->high && lowest >= type->low;
}

void noe_model_watch_sum(struct noe_machine *machine, size_t location, const struct noe_type *type,
                         enum noe_gathering operator, int64_t delta, int64_t after) {
  struct noe_watches *watches = machine->watches;
  if (noe_model_is_tainted(machine, location))
    noe_model_order_here(machine);
  for (uint32_t k = 0; k < watches->depth; k++) {
    struct noe_watch *watch = watches->stack[k];
    if (location >= watch->floor)
      continue;
    if (!gather_cell(machine, watch, location, operator)) {
      write_cell(machine, watch, location, after, false);
      continue;
    }
    if (!sum_is_safe(find_sum(machine, watch, location), type, delta))
      noe_model_order(machine, watch->loop);
  }
}

/* Bags in frames of a round are arranged by that round alone. */
void noe_model_watch_arrange(struct noe_machine *machine, size_t location) {
  struct noe_watches *watches = machine->watches;
  for (uint32_t k = 0; k < watches->depth && !watches->arranged; k++)
    if (location < watches->stack[k]->floor) {
      watches->arranged = true;
      watches->arranging = watches->stack[k]->loop;
    }
}

/* Errors and assumptions end any such loop early. */
struct noe_watch_each noe_model_watch_each(const struct noe_machine *machine, uint32_t loop,
                                           const struct noe_expr *body, bool removes) {
  const struct noe_watches *watches = machine->watches;
  struct noe_watch_each each = {noe_model_watch_kind(machine, loop), loop};
  if (each.kind != NOE_WATCH_NOTHING || !watches->arranged)
    return each;
  each.kind = removes || !noe_model_is_pure(body) ? NOE_WATCH_ORDER : NOE_WATCH_ERRORS;
  each.blamed = watches->arranging;
  return each;
}

void noe_model_watch_reduction(struct noe_machine *machine, size_t location, size_t count) {
  struct noe_watches *watches = machine->watches;
  noe_model_watch_arrange(machine, location);
  for (size_t i = location; i < location + count; i++)
    if (noe_model_is_tainted(machine, i)) /* what is in the bag already, and so whether there is room */
      noe_model_order_here(machine);
  for (uint32_t k = 0; k < watches->depth; k++)
    for (size_t i = location; i < location + count && i < watches->stack[k]->floor; i++)
      if (!gather_cell(machine, watches->stack[k], i, NOE_REDUCTION_MULTISET))
        noe_model_order(machine, watches->stack[k]->loop); /* bags: removed from in the same round */
}

/* ------------------------------------------------------------------ ending */

void noe_model_watch_cover(struct noe_machine *machine) {
  const struct noe_watches *watches = machine->watches;
  if (watches->uneven && (watches->depth || watches->quantifiers))
    noe_model_order(machine, watches->depth ? watches->stack[watches->depth - 1]->loop : watches->loop);
}

void noe_model_watch_firing_end(struct noe_machine *machine) {
  if (!machine->watches->has_taints)
    return;
  for (size_t i = 0; i < machine->model->cell_count; i++)
    if (noe_model_is_tainted(machine, i))
      noe_model_order(machine, machine->watches->last_tainting);
}

int noe_model_attempt(struct noe_machine *machine, void (*step)(struct noe_machine *, void *), void *context) {
  jmp_buf escape;
  jmp_buf *const outer = machine->escape;
  const size_t top = machine->top, frame = machine->frame;
  const struct noe_function *const function = machine->function;
  const struct noe_active_call *const calls = machine->calls;
  const uint32_t depth = machine->depth, watching = machine->watches->depth;
  const uint32_t quantifiers = machine->watches->quantifiers, trying = machine->watches->trying;
  const uint32_t apart = machine->apart, bound_count = machine->bound_count;
  machine->escape = &escape;
  int left = setjmp(escape);
  if (!left)
    step(machine, context);
  machine->escape = outer;
  machine->top = top;
  machine->frame = frame;
  machine->function = function;
  machine->calls = calls;
  machine->depth = depth;
  machine->apart = apart;
  machine->bound_count = bound_count;
  machine->watches->depth = watching;
  machine->watches->quantifiers = quantifiers;
  machine->watches->trying = trying;
  update_watching(machine);
  return left;
}

int noe_model_probe(struct noe_machine *machine, void (*step)(struct noe_machine *, void *), void *context) {
  int left = noe_model_attempt(machine, step, context);
  if (left == NOE_LEAVE_ORDER || left == NOE_LEAVE_STOPPED)
    longjmp(*machine->escape, left);
  return left;
}
