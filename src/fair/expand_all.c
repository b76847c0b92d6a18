/* All orbits, on all threads: a batch of orbits is expanded by whoever is free, while the tables are only read; then
 * the thread that judges takes in what was found, in the order of the orbits. Most targets are known by then, and
 * cost it nothing; so do kinds of steps, which are few. */
#include "fair/team.h"

/* Larger batches keep more threads busy, smaller ones know more of what was met before. */
#ifdef NOE_HOSTILE
enum { BATCH = 3, PIECE = 1 };
#else
enum { BATCH = 2048, PIECE = 32 };
#endif
enum { MOST_EXPECTED = 1 << 24 };
enum { AHEAD = 8 }; /* orbits whose steps are asked of the memory before they are taken in */

/* The steps of one orbit of a batch, among those that a worker has found. */
struct part {
  uint32_t worker, count;
  size_t first;
};

struct batch {
  struct noe_fair_orbits *orbits;
  uint32_t *members;
  struct part *parts;
  uint32_t count;
};

static bool expand(struct noe_fair_worker *worker, void *context, size_t number) {
  struct batch *batch = context;
  struct noe_expander *expander = worker->expander;
  struct part part = {.worker = worker->number, .first = expander->step_count};
  if (noe_fair_is_stopped(worker->space) || !noe_fair_find_steps(expander, batch->members[number]))
    return false;
  part.count = (uint32_t)(expander->step_count - part.first);
  batch->parts[number] = part;
  return true;
}

/* The next orbits that are not expanded. */
static void gather(struct batch *batch) {
  struct noe_fair_orbits *orbits = batch->orbits;
  batch->count = 0;
  for (uint32_t i = orbits->done; i < orbits->keys.count && batch->count < BATCH; i++)
    if (orbits->items[i].count == NOE_NOT_EXPANDED)
      batch->members[batch->count++] = i;
    else if (!batch->count)
      orbits->done = i + 1;
}

static bool expand_batch(struct batch *batch, struct noe_fair_team *team) {
  struct noe_fair_orbits *orbits = batch->orbits;
  noe_fair_orbits_poll(orbits, batch->count);
  for (uint32_t i = 0; i < team->count; i++)
    noe_fair_expander_forget(team->workers[i].expander);
  if (!noe_fair_team_run(team, batch->count, PIECE, expand, batch))
    return false;
  for (uint32_t i = 0; i < batch->count && !orbits->space->stop; i++) {
    const struct part *part = &batch->parts[i], *later = i + AHEAD < batch->count ? part + AHEAD : part;
    noe_fair_orbit_expect(orbits, team->workers[later->worker].expander, later->first, later->count);
    noe_fair_orbit_take_in(orbits, batch->members[i], team->workers[part->worker].expander, part->first, part->count);
  }
  return !orbits->space->stop;
}

/* The search has counted them, if under the same symmetry. */
static void expect_orbits(struct noe_fair_orbits *orbits) {
  const struct noe_result *before = orbits->space->task->before;
  uint64_t states = before ? before->states : 0;
  if (orbits->done < orbits->keys.count && states > orbits->keys.count && states <= MOST_EXPECTED)
    noe_fair_rows_expect(&orbits->keys, (uint32_t)states, 2 * (size_t)orbits->space->model->packed_words);
}

bool noe_fair_orbits_expand_all(struct noe_fair_orbits *orbits) {
  uint32_t members[BATCH];
  struct part parts[BATCH];
  struct batch batch = {.orbits = orbits, .members = members, .parts = parts};
  struct noe_fair_team *team = noe_fair_team(orbits);
  expect_orbits(orbits);
  for (gather(&batch); batch.count; gather(&batch))
    if (!expand_batch(&batch, team))
      return false;
  return true;
}
