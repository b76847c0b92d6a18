/* BuDDy, of which there is one in a process. */
#include <assert.h>
#include <pthread.h>

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
}

void noe_bdd_close(void) {
  if (bdd_isrunning())
    bdd_done();
  user = NULL;
  pthread_mutex_unlock(&lock);
}

/* The small request lets tests make any step fail (noe_base_memory_fail_at). */
void noe_bdd_step(struct noe_bdd *b) {
  noe_base_free(b->memory, noe_base_alloc(b->memory, 1));
  b->steps++;
  int live = bdd_getnodenum();
  if (live > b->peak_nodes)
    b->peak_nodes = live;
  struct noe_progress progress = {.phase = NOE_PHASE_SEARCH, .depth = b->depth};
  if (noe_verdict_is_over_now(&b->limits, progress)) {
    b->stop = b->limits.stop;
    noe_base_memory_escape(b->memory);
  }
}
