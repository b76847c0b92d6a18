#include "fair/team.h"

#include <assert.h>

enum { MOST_THREADS = 256 };

/* `put` at every execution comes out in one order only if one thread executes. */
static uint32_t wanted(const struct noe_task *task) {
  uint64_t threads = task->options->threads ? task->options->threads : noe_base_processors();
  if (task->put || !threads)
    threads = 1;
  return threads < MOST_THREADS ? (uint32_t)threads : MOST_THREADS;
}

static void equip(struct noe_fair_team *team, struct noe_fair_worker *worker) {
  struct noe_space *owner = team->orbits->space;
  if (worker->number) {
    worker->memory = noe_base_memory_branch(owner->memory);
    if (!worker->memory)
      noe_base_memory_escape(owner->memory);
    worker->space = &worker->own_space;
    worker->expander = &worker->own_expander;
  } else {
    worker->memory = owner->memory;
    worker->space = owner;
    worker->expander = &team->orbits->expander;
  }
}

struct noe_fair_team *noe_fair_team(struct noe_fair_orbits *orbits) {
  if (orbits->team)
    return orbits->team;
  struct noe_memory *memory = orbits->space->memory;
  uint32_t count = wanted(orbits->space->task);
  struct noe_fair_team *team = noe_base_alloc(memory, sizeof *team);
  orbits->team = team;
  team->orbits = orbits;
  team->workers = noe_base_alloc(memory, count * sizeof *team->workers);
  team->pool = noe_base_thread_pool_new(memory, count);
  for (uint32_t i = 0; i < count; i++) {
    team->workers[i].number = i;
    equip(team, &team->workers[i]);
    team->count++;
  }
  return team;
}

void noe_fair_team_dismiss(struct noe_fair_team *team) {
  if (!team)
    return;
  struct noe_memory *memory = team->orbits->space->memory;
  if (team->pool)
    noe_base_thread_pool_delete(team->pool);
  for (uint32_t i = 1; i < team->count; i++)
    noe_base_memory_delete(team->workers[i].memory);
  noe_base_free(memory, team->workers);
  noe_base_free(memory, team);
}

/* A view is opened by the thread that it belongs to, on its own memory. */
static void open_space(const struct noe_fair_team *team, struct noe_fair_worker *worker) {
  if (worker->space->memory)
    return;
  noe_fair_space_share(worker->space, team->orbits->space, worker->memory, &team->halt);
  noe_fair_expander_init(worker->expander, worker->space, team->orbits);
}

static void do_pieces(struct noe_fair_team *team, struct noe_fair_worker *worker) {
  while (!atomic_load_explicit(&team->halt, memory_order_relaxed)) {
    size_t first = atomic_fetch_add(&team->next, team->piece);
    for (size_t i = first; i < first + team->piece && i < team->end; i++)
      if (!team->work(worker, team->context, i)) {
        atomic_store(&team->halt, true);
        return;
      }
    if (first >= team->end)
      return;
  }
}

struct share {
  struct noe_fair_team *team;
  struct noe_fair_worker *worker;
};

static void do_share(void *context, jmp_buf *escape) {
  (void)escape;
  struct share *share = context;
  struct noe_fair_team *team = share->team;
  if (!team->together) {
    open_space(team, share->worker);
    do_pieces(team, share->worker);
  } else if (!team->together(share->worker, team->context)) {
    atomic_store(&team->halt, true);
  }
}

static void member(void *context, uint32_t number) {
  struct noe_fair_team *team = context;
  struct share share = {team, &team->workers[number]};
  if (noe_base_memory_guarded(share.worker->memory, do_share, &share))
    return;
  atomic_store(&team->is_full, true);
  atomic_store(&team->halt, true);
}

/* What happened to a worker happened to all. */
static void adopt(struct noe_space *owner, struct noe_space *space) {
  owner->trouble |= space->trouble;
  if (!owner->stop && (space->stop == NOE_STOP_ORDER || space->stop == NOE_STOP_ERRORS)) {
    owner->stop = space->stop;
    owner->broken = space->broken;
    owner->error = space->error;
  }
  if (owner->stop)
    space->stop = owner->stop;
}

/* False if stopped. */
static bool run(struct noe_fair_team *team, uint32_t members) {
  struct noe_space *owner = team->orbits->space;
  noe_base_thread_pool_run(team->pool, members, member, team);
  if (atomic_load(&team->is_full))
    noe_base_memory_escape(owner->memory);
  for (uint32_t i = 1; i < team->count; i++)
    adopt(owner, &team->workers[i].own_space);
  assert((owner->stop || !atomic_load(&team->halt)) && "who stops says why");
  return !owner->stop;
}

bool noe_fair_team_run(struct noe_fair_team *team, size_t count, size_t piece,
                       bool (*work)(struct noe_fair_worker *worker, void *context, size_t number), void *context) {
  assert(piece && "a piece is not empty");
  atomic_store(&team->next, 0);
  team->end = count;
  team->piece = piece;
  team->work = work;
  team->together = NULL;
  team->context = context;
  return run(team, count > piece ? team->count : 1);
}

bool noe_fair_team_together(struct noe_fair_team *team, bool (*work)(struct noe_fair_worker *worker, void *context),
                            void *context) {
  team->together = work;
  team->context = context;
  return run(team, team->count);
}
