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
};

/* The first error ends it all: what BuDDy returns from then on is not a set. */
static void failed(int code) {
  (void)code;
  assert(user && "BuDDy works for somebody");
  user->stop = NOE_STOP_MEMORY;
  noe_base_memory_escape(user->memory);
}

/* Long operations collect garbage now and then: a chance to look at the clock. */
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
}

static int most_nodes(const struct noe_memory *memory) {
  size_t limit = noe_base_memory_limit(memory), used = noe_base_memory_used(memory);
  if (!limit)
    return MOST_NODES;
  size_t room = limit > used ? (limit - used) / 4 * 3 : 0;
  size_t nodes = room / (NODE_BYTES + CACHE_BYTES / NODES_PER_ENTRY);
  return nodes > MOST_NODES ? MOST_NODES : (int)nodes;
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

void noe_bdd_open(struct noe_bdd *b, uint32_t bits) {
  int most = most_nodes(b->memory);
  pthread_mutex_lock(&lock);
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
  bdd_setmaxincrease(1 << 23);
  bdd_setcacheratio(NODES_PER_ENTRY);
  bdd_setminfreenodes(20);
  bdd_setvarnum((int)(2 * bits + 2));
  bdd_setmaxnodenum(most > bdd_getallocnum() ? most : bdd_getallocnum());
  bdd_disable_reorder();
  b->limit_at = planted("NOE_BDD_LIMIT_AT");
}

void noe_bdd_close(void) {
  if (bdd_isrunning())
    bdd_done();
  user = NULL;
  pthread_mutex_unlock(&lock);
}

/* The small request lets tests make any step fail (noe_base_memory_fail_at); NOE_BDD_LIMIT_AT=N allows no more nodes than
 * there are from step N on, so that BuDDy fails in the midst of an operation. */
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
}
