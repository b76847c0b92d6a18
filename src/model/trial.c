/* All orders of the rounds of a loop, tried out.
 *
 * Watching takes two rounds for dependent if one reads what the other writes, whatever it
 * makes of it: `if !found & holds[p] then found := true; owner := p; end` looks so even if
 * only one p holds. Where that is the verdict, and rounds are few, the machine finds out
 * what becomes of the row in every order. It is not necessary to run all n! of them: if
 * all orders of each smaller set of rounds end alike, those of a set do if it does not
 * matter which of its rounds comes last. So one row is kept for each set of rounds, and
 * each is made once by each of its members: n 2^(n-1) rounds in all.
 *
 * Bags are the same whatever the slots of their elements: names that would show those give the
 * symmetry up beforehand (symmetry/slots.h), and loops over bags that were arranged so are
 * watched (watch_int.h). Other cells that differ are tainted
 * in the row that is kept, as after a loop that was watched: a round that reads one ends the
 * trial, and so does, later, the rest of the firing, or the state in which it would stay. So do
 * errors, assumptions that do not hold, covers and returns: another order might not have come to
 * them.
 *
 * Loops inside of loops multiply their rounds. With n values the symmetry saves a factor of n! at
 * most, and a round takes about as long as a firing of compiled code, or longer; so a trial is given
 * up beyond some n! rounds. That depends on nothing but the state: any number of threads gives up
 * the same loops. */
#include <assert.h>
#include <string.h>

#include "model/pack.h"
#include "model/watch_int.h"

/* Of two values the symmetry is worth less than what compiled code gains over the machine, which has to
 * do the states in which rows are tried. More than eight have too many sets. */
enum { LEAST_ROUNDS = 3, MOST_ROUNDS = 8, MOST_CELLS = 1 << 20 };
enum { ROUNDS_PER_ORDER = 32, MOST_ROUNDS_IN_ALL = 8192 };

struct noe_trial {
  size_t size;         /* cells of a row */
  int64_t *rows;       /* by set of rounds, a bit for each */
  uint8_t *taints;     /* likewise */
  size_t room;         /* cells that there is room for */
  bool *differs;       /* by cell, and */
  size_t differs_room; /* for how many */
  int64_t *sorted[2];  /* two states with their bags in order */
  bool known[1 << MOST_ROUNDS];
  uint64_t *covers; /* as they were */
  int64_t values[MOST_ROUNDS];
  uint32_t rounds;
};

void noe_model_trials_delete(struct noe_machine *machine) {
  for (uint32_t i = 0; i < NOE_TRIAL_LEVELS; i++) {
    struct noe_trial *trial = machine->watches->trials[i];
    if (!trial)
      continue;
    noe_base_free(machine->memory, trial->rows);
    noe_base_free(machine->memory, trial->taints);
    noe_base_free(machine->memory, trial->covers);
    noe_base_free(machine->memory, trial->differs);
    noe_base_free(machine->memory, trial->sorted[0]);
    noe_base_free(machine->memory, trial->sorted[1]);
    noe_base_free(machine->memory, trial);
  }
}

/* ------------------------------------------------------------------ rows */

static int64_t *row_of(const struct noe_trial *trial, uint32_t set) { return trial->rows + set * trial->size; }
static uint8_t *taints_of(const struct noe_trial *trial, uint32_t set) { return trial->taints + set * trial->size; }

static void make_room(struct noe_machine *machine, struct noe_trial *trial, size_t cells) {
  if (trial->room >= cells)
    return;
  trial->rows = noe_base_realloc(machine->memory, trial->rows, cells * sizeof *trial->rows);
  trial->taints = noe_base_realloc(machine->memory, trial->taints, cells * sizeof *trial->taints);
  trial->room = cells;
}

/* The row as it is now becomes that of `set`. */
static void keep(const struct noe_machine *machine, struct noe_trial *trial, uint32_t set) {
  uint8_t *taints = taints_of(trial, set);
  assert((set + (size_t)1) * trial->size <= trial->room && "there is a row for each set of rounds");
  memcpy(row_of(trial, set), machine->cells, trial->size * sizeof *machine->cells);
  memset(taints, 0, trial->size);
  for (size_t i = 0; i < trial->size && machine->watches->has_taints; i++)
    taints[i] = noe_model_is_tainted(machine, i);
  trial->known[set] = true;
}

/* Of two rows, bags that have the same elements do not differ, but for their arrangement. Elements that
 * contain bags are compared as a whole: sorting moves them, so inner bags of one slot in two rows need not belong
 * to one element. What is tainted in the bag may then stand in another slot, too: all of it counts as tainted. */
static void compare_bags(struct noe_machine *machine, struct noe_trial *trial, const int64_t *row,
                         const uint8_t *taints, uint32_t loop) {
  const struct noe_model *model = machine->model;
  const int64_t *rows[2] = {row, machine->cells};
  for (int i = 0; i < 2; i++) {
    memcpy(trial->sorted[i], rows[i], model->cell_count * sizeof *row);
    noe_model_normalise(model, trial->sorted[i]);
  }
  for (uint32_t i = 0; i < model->outer_bag_count; i++) {
    const uint32_t first = model->outer_bags[i].cell, count = model->outer_bags[i].type->cells;
    if (memcmp(trial->sorted[0] + first, trial->sorted[1] + first, count * sizeof *row) != 0)
      continue;
    bool tainted = false;
    for (uint32_t k = first; k < first + count; k++)
      tainted |= taints[k] || noe_model_is_tainted(machine, k);
    if (memchr(trial->differs + first, true, count) && !machine->watches->arranged) {
      machine->watches->arranged = true;
      machine->watches->arranging = loop;
    }
    memset(trial->differs + first, tainted, count);
  }
}

/* Another order of `set` has come to the row as it is now. */
static void compare(struct noe_machine *machine, struct noe_trial *trial, uint32_t set, uint32_t loop) {
  const int64_t *row = row_of(trial, set);
  uint8_t *taints = taints_of(trial, set);
  bool any = false;
  for (size_t i = 0; i < trial->size; i++)
    any |= trial->differs[i] = row[i] != machine->cells[i];
  if (any && machine->model->bag_count)
    compare_bags(machine, trial, row, taints, loop);
  for (size_t i = 0; i < trial->size; i++)
    taints[i] |= trial->differs[i] || noe_model_is_tainted(machine, i);
}

static void load(struct noe_machine *machine, const struct noe_trial *trial, uint32_t set) {
  const uint8_t *taints = taints_of(trial, set);
  memcpy(machine->cells, row_of(trial, set), trial->size * sizeof *machine->cells);
  noe_model_watch_forget_taints(machine);
  for (size_t i = 0; i < trial->size; i++)
    if (taints[i])
      noe_model_taint(machine, (uint32_t)i);
}

/* ---------------------------------------------------------------- rounds */

struct attempt {
  const struct noe_stmt *stmt;
  bool (*run)(struct noe_machine *, const struct noe_stmt *);
  bool returned;
};

static void run_loop(struct noe_machine *machine, void *context) {
  struct attempt *attempt = context;
  attempt->returned = attempt->run(machine, attempt->stmt);
}

static void run_round(struct noe_machine *machine, void *context) {
  struct attempt *attempt = context;
  noe_model_tick(machine);
  attempt->returned = noe_model_exec(machine, attempt->stmt->body);
}

/* The round at hand after those of `set`: 0, or how the trial ended. */
static int try_round(struct noe_machine *machine, const struct noe_stmt *stmt, struct noe_trial *trial, uint32_t set,
                     uint32_t round) {
  struct attempt attempt = {.stmt = stmt};
  const size_t slot = machine->frame + stmt->slot, covers = machine->model->property_count * sizeof *machine->covers;
  const uint32_t next = set | 1u << round;
  if (!machine->watches->rounds)
    return NOE_LEAVE_ORDER;
  machine->watches->rounds--;
  assert(trial->known[set] && !(set >> round & 1) && "smaller sets come first, and a round is run once");
  load(machine, trial, set);
  noe_model_set_slot(machine, stmt->slot, trial->values[round]);
  int left = noe_model_attempt(machine, run_round, &attempt);
  if (left == NOE_LEAVE_STOPPED)
    return left;
  if (left || attempt.returned || (covers && memcmp(machine->covers, trial->covers, covers) != 0))
    return NOE_LEAVE_ORDER;
  machine->cells[slot] = row_of(trial, 0)[slot]; /* nobody sees it once the round is over */
  noe_model_watch_fresh(machine, slot, 1);
  if (trial->known[next])
    compare(machine, trial, next, stmt->loop);
  else
    keep(machine, trial, next);
  return 0;
}

/* What is left of the loop if its rounds are run in any order, in the row; or how the trial ended. */
static int try_orders(struct noe_machine *machine, const struct noe_stmt *stmt, struct noe_trial *trial) {
  assert(trial->rounds && trial->rounds <= MOST_ROUNDS && "a set of rounds is a word of few bits");
  const uint32_t all = (1u << trial->rounds) - 1;
  int left = 0;
  make_room(machine, trial, trial->size << trial->rounds);
  for (uint32_t set = 0; set < all && !left; set++) /* before any set that it is a part of */
    for (uint32_t i = 0; i < trial->rounds && !left; i++)
      if (!(set >> i & 1))
        left = try_round(machine, stmt, trial, set, i);
  if (left)
    return left;
  load(machine, trial, all);
  machine->watches->last_tainting = stmt->loop;
  noe_model_set_slot(machine, stmt->slot, trial->values[trial->rounds - 1]);
  return 0;
}

/* ------------------------------------------------------------------ loops */

bool noe_model_may_try(const struct noe_machine *machine, const struct noe_stmt *stmt) {
  const struct noe_watches *watches = machine->watches;
  const struct noe_type *type = stmt->domain.type;
  if (!type || machine->sink || watches->depth || watches->trying == NOE_TRIAL_LEVELS ||
      noe_model_watch_kind(machine, stmt->loop) != NOE_WATCH_ORDER)
    return false;
  const uint64_t rounds = (uint64_t)type->high - (uint64_t)type->low + 1;
  return rounds >= LEAST_ROUNDS && rounds <= MOST_ROUNDS && machine->top << rounds <= MOST_CELLS;
}

/* The values of the loop and the row before it. */
static struct noe_trial *prepare(struct noe_machine *machine, const struct noe_stmt *stmt) {
  struct noe_watches *watches = machine->watches;
  size_t covers = machine->model->property_count * sizeof *machine->covers;
  if (!watches->trials[watches->trying]) {
    struct noe_trial *fresh = noe_base_alloc(machine->memory, sizeof *fresh);
    watches->trials[watches->trying] = fresh;
    fresh->covers = noe_base_alloc(machine->memory, covers + 1);
    for (int i = 0; i < 2; i++)
      fresh->sorted[i] = noe_base_alloc(machine->memory, (machine->model->cell_count + 1) * sizeof(int64_t));
  }
  struct noe_trial *trial = watches->trials[watches->trying];
  struct noe_span_of_values span = noe_model_domain(machine, &stmt->domain, stmt->place);
  trial->rounds = 0;
  for (int64_t value; noe_model_domain_next(&span, &value);) {
    assert(trial->rounds < MOST_ROUNDS && "few enough, as was asked before");
    trial->values[trial->rounds++] = value;
  }
  trial->size = machine->top;
  make_room(machine, trial, trial->size);
  if (trial->differs_room < trial->size) {
    trial->differs = noe_base_realloc(machine->memory, trial->differs, trial->size * sizeof *trial->differs);
    trial->differs_room = trial->size;
  }
  memset(trial->known, 0, sizeof trial->known);
  if (covers)
    memcpy(trial->covers, machine->covers, covers);
  keep(machine, trial, 0);
  return trial;
}

static uint32_t most_rounds(uint32_t values) {
  uint32_t orders = ROUNDS_PER_ORDER;
  for (uint32_t i = 2; i <= values; i++)
    orders *= i;
  return orders < MOST_ROUNDS_IN_ALL ? orders : MOST_ROUNDS_IN_ALL;
}

bool noe_model_try_for(struct noe_machine *machine, const struct noe_stmt *stmt,
                       bool (*watched)(struct noe_machine *, const struct noe_stmt *)) {
  struct noe_watches *watches = machine->watches;
  struct noe_trial *trial = prepare(machine, stmt);
  struct attempt attempt = {.stmt = stmt, .run = watched};
  const uint32_t level = watches->trying;
  if (!level)
    watches->rounds = most_rounds(trial->rounds);
  watches->trying = level + 1; /* loops inside have rows of their own */
  int left = noe_model_attempt(machine, run_loop, &attempt);
  if (left == NOE_LEAVE_ORDER) {
    const uint32_t loop = watches->loop;
    left = try_orders(machine, stmt, trial);
    watches->passed += !left;
    if (machine->model->property_count)
      memcpy(machine->covers, trial->covers, machine->model->property_count * sizeof *machine->covers);
    watches->loop = loop;
  }
  watches->trying = level;
  if (left)
    longjmp(*machine->escape, left);
  return attempt.returned;
}
