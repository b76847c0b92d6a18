/* BuDDy, of which there is one in a process. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "bdd/bdd_int.h"

/* The library's own state is global; so must be who uses it. The lock is held from open to close. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct noe_bdd *user;

enum {
  NODE_BYTES = 20,
  CACHE_BYTES = 6 * 24, /* of one entry in each of six caches */
  NODES_PER_ENTRY = 8,  /* caches grow with the nodes */
  FIRST_NODES = 20000,
  FIRST_ENTRIES = 10000,
  MOST_NODES = 1 << 30,
  MOST_BESIDE = 1 << 23, /* where another engine works at the same time */
  WORK_PER_NODE = 6,
  WORK_PER_STEP = 64,
  WORK_PER_ROOM = 64, /* for a node of a table that grows: operations that do not fit the caches are slow */
};

/* What a table of so many nodes takes, with its caches. */
static size_t bytes_of(int nodes) { return (size_t)nodes * (NODE_BYTES + CACHE_BYTES / NODES_PER_ENTRY); }

/* The first error ends it all: what BuDDy returns from then on is not a set. */
static void failed(int code) {
  (void)code;
  assert(user && "BuDDy works for somebody");
  user->stop = NOE_STOP_MEMORY;
  noe_base_memory_escape(user->memory);
}

static void ask_for(struct noe_bdd *b, uint64_t work) {
  if (work <= b->granted)
    return;
  b->granted = b->task->more_work(b->task->relay_context, work);
  if (b->granted >= work)
    return;
  b->stop = NOE_STOP_TIME; /* as any search that is cut short */
  noe_base_memory_escape(b->memory);
}

/* An engine that stands in does as much work as it is granted, and waits for more. Work is counted in nodes that BuDDy
 * has made, and in nodes that it has gone through without making any, as far as that is known: a step of `auto` is a
 * sixth of what making a node takes. */
static void look_at_work(struct noe_bdd *b) {
  bddStat figures;
  if (!b->task->more_work)
    return;
  bdd_stats(&figures);
  ask_for(b, WORK_PER_STEP * b->steps + WORK_PER_NODE * ((uint64_t)figures.produced + b->passed));
}

/* BuDDy is about to take more room for nodes. Until that is full nobody looks at the work, so it has to be granted. */
static void growing(int old, int fresh) {
  size_t more = bytes_of(fresh) - bytes_of(old);
  if (!user)
    return;
  if (user->task->more_work)
    ask_for(user, WORK_PER_ROOM * (uint64_t)fresh);
  if (!noe_base_memory_claim(user->memory, more)) {
    user->stop = NOE_STOP_MEMORY;
    noe_base_memory_escape(user->memory);
  }
  user->claimed += more;
}

/* Long operations collect garbage now and then: a chance to look at the clock, and at the work done. */
static void collecting(int begins, bddGbcStat *figures) {
  (void)figures;
  if (!begins || !user)
    return;
  int live = bdd_getnodenum();
  if (live > user->peak_nodes)
    user->peak_nodes = live;
  if (noe_verdict_is_over_now(&user->limits, (struct noe_progress){.phase = NOE_PHASE_SEARCH, .depth = user->depth})) {
    user->stop = user->limits.stop;
    noe_base_memory_escape(user->memory);
  }
  look_at_work(user);
  noe_bdd_check_table(user);
}

/* Beside another engine only the limit counts, since what that one has used by now is a matter of time. */
static int most_nodes(const struct noe_bdd *b) {
  size_t limit = noe_base_memory_limit(b->memory), used = noe_base_memory_used(b->memory);
  bool is_beside = b->task->more_work;
  int most = is_beside ? MOST_BESIDE : MOST_NODES;
  if (!limit)
    return most;
  size_t room = is_beside ? limit / 4 : limit > used ? (limit - used) / 4 * 3 : 0;
  size_t nodes = room / bytes_of(1);
  return nodes > (size_t)most ? most : (int)nodes;
}

/* For tests: a number in the environment, 0 if there is none. */
static uint64_t planted(const char *name) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : 0;
}

enum { POOL = 1 << 12 };

/* Nodes of the level over pairs of those in the pool; the last ones take their places. */
static void add_level(int level, uint64_t wanted, BDD *pool, BDD *fresh) {
  static const uint64_t factor = UINT64_C(6364136223846793005);
  for (uint64_t i = 0, random = (uint64_t)level; i < wanted; i++) {
    random = random * factor + 1442695040888963407;
    fresh[i % POOL] = noe_bdd_hold(bdd_ite(bdd_ithvar(level), pool[random >> 52], pool[random >> 40 & (POOL - 1)]));
  }
  for (uint64_t i = 0; i < POOL && i < wanted; i++)
    pool[i] = fresh[i];
}

/* NOE_BDD_BALLAST=N: about N nodes that nobody wants, held to the end, so that those that are wanted have large
 * numbers. */
void noe_bdd_load_ballast(struct noe_bdd *b) {
  uint64_t wanted = planted("NOE_BDD_BALLAST");
  int last = bdd_varnum() - 1;
  if (!wanted)
    return;
  BDD *pool = noe_base_alloc(b->memory, POOL * sizeof *pool), *fresh = noe_base_alloc(b->memory, POOL * sizeof *fresh);
  for (uint32_t i = 0; i < POOL; i++)
    pool[i] = i & 1 ? bdd_ithvar(last) : bdd_nithvar(last);
  for (int level = last; level-- > 0;)
    add_level(level, wanted / (uint64_t)last, pool, fresh);
  noe_base_free(b->memory, pool);
  noe_base_free(b->memory, fresh);
}

/* Who stands in gives up rather than wait for somebody who may have to wait, too. */
static void wait_for_turn(struct noe_bdd *b) {
  if (!b->task->more_work)
    pthread_mutex_lock(&lock);
  else if (pthread_mutex_trylock(&lock)) {
    b->stop = NOE_STOP_TIME;
    noe_base_memory_escape(b->memory);
  }
}

void noe_bdd_open(struct noe_bdd *b, uint32_t bits) {
  int most = most_nodes(b);
  wait_for_turn(b);
  user = b;
  b->is_open = true;
  bdd_error_hook(failed);
  int first = most < FIRST_NODES ? most : FIRST_NODES;
  if (most < 1000 || bdd_init(first, FIRST_ENTRIES) < 0) {
    b->stop = NOE_STOP_MEMORY;
    noe_base_memory_escape(b->memory);
  }
  bdd_error_hook(failed);
  bdd_gbc_hook(collecting);
  growing(0, bdd_getallocnum());
  bdd_resize_hook(growing);
  bdd_setmaxincrease(1 << 23);
  bdd_setcacheratio(NODES_PER_ENTRY);
  bdd_setminfreenodes(20);
  bdd_setvarnum((int)(2 * bits + 2));
  bdd_setmaxnodenum(most > bdd_getallocnum() ? most : bdd_getallocnum());
  bdd_disable_reorder();
  b->limit_at = planted("NOE_BDD_LIMIT_AT");
  b->crowded_at = (int)planted("NOE_BDD_CROWDED_AT");
}

void noe_bdd_close(void) {
  if (bdd_isrunning())
    bdd_done();
  noe_base_memory_return(user->memory, user->claimed);
  user = NULL;
  pthread_mutex_unlock(&lock);
}

/* The small request lets tests make any step fail (noe_base_memory_fail_at); NOE_BDD_LIMIT_AT=N allows no more nodes than
 * there are from step N on, so that BuDDy fails in the midst of an operation; NOE_BDD_CROWDED_AT=N looks for a better order
 * when there are N nodes. */
void noe_bdd_step(struct noe_bdd *b) {
  noe_base_free(b->memory, noe_base_alloc(b->memory, 1));
  if (++b->steps == b->limit_at)
    bdd_setmaxnodenum(bdd_getallocnum());
  int live = bdd_getnodenum();
  if (live > b->peak_nodes)
    b->peak_nodes = live;
  struct noe_progress progress = {.phase = NOE_PHASE_SEARCH, .depth = b->depth};
  if (noe_verdict_is_over_now(&b->limits, progress)) {
    b->stop = b->limits.stop;
    noe_base_memory_escape(b->memory);
  }
  look_at_work(b);
  noe_bdd_check_order(b);
}
