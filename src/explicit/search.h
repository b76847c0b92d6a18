/* The state of one breadth-first search, for the files of this room and for its guests: engines that do something
 * else with such a search (struct noe_guest; live/ and hunt/).
 *
 * Threads. The search belongs to the thread that runs it (the caller's), which also is
 * worker 0. Workers share out one level at a time (level.c); while they do, they only
 * read `struct noe_search`, except for its atomic members and the store, which is made
 * for it. Everything that a worker writes is in its `struct noe_worker`, on a branch of
 * the memory. Between levels no worker works, and the caller adds up (sum.c).
 *
 * What may depend on which thread was faster is kept out of results: counts are sums over whole
 * levels, evidence is the least in an order of its own (record.h), parents are chosen by
 * the store. Only limits (time, memory, interrupts) end a level in the middle.
 *
 * Invariants: all states of the levels before `depth` have been expanded. Whatever
 * stops the search sets `stop`; every loop looks at it. `explored` is set only when
 * every state has been expanded. */
#ifndef NOE_EXPLICIT_SEARCH_H
#define NOE_EXPLICIT_SEARCH_H

#include "base/clock.h"
#include "base/thread_pool.h"
#include "explicit/batch.h"
#include "explicit/witness_successors.h"
#include "explicit/resume.h"
#include "store/store.h"
#include "explicit/ancestors.h"
#include "verdict/findings.h"
#include "verdict/observe.h"
#include "verdict/engine.h"
#include "system/successors.h"

/* What is counted while states are expanded. */
struct noe_counts {
  uint64_t expanded;    /* states */
  uint64_t transitions; /* firings executed */
  uint64_t rules_fired; /* firings they stand for */
  uint64_t *firings;    /* the same by rule */
};

/* A worker expands states, with all that it needs for itself. */
struct noe_worker {
  struct noe_search *search;
  uint32_t number;
  struct noe_memory *memory; /* a branch: everything below is freed with it */
  bool ready;                /* set up, on its own thread */
  struct noe_view view;      /* how it sees the system; `state` of it is the one being expanded */
  struct noe_batch batch;
  struct noe_observer observer;    /* what it notices in the level */
  struct noe_counts counts;        /* likewise */
  struct noe_counts early;         /* of the state being expanded: firings whose items have left the batch already */
  uint64_t *recount;               /* cover statements: executions that do not count (insert_batch.c), by property */
  struct noe_native_frame *second; /* native.c: for claims while that of the view is in use; or NULL */

  struct noe_covering_share *covering; /* coverage.c; NULL before */
  void *guest;                         /* what a guest needs of its own in each worker; NULL at first */

  uint64_t at;            /* the state being expanded */
  uint8_t *key, *taken;   /* of the state being expanded; of the one being taken in */
  uint8_t *again;         /* of one whose key is known */
  int64_t *judged;        /* the state that claims are about */
  bool progress;          /* a firing in it leads on */
  bool trouble;           /* a guard or a firing in it had a run-time error */
  uint32_t ticks, starts; /* `starts`: states that it has begun with */
  uint64_t padding[16];   /* what one writes all the time is on no cache line of the next one */
};

/* What else can be done with a search. Each member may be NULL or 0: then the search is what explicit.c makes of it.
 * In all of these search->guest_data is the guest's own, and worker->guest. All of them may escape, except `release`. */
struct noe_guest {
  const char *engine;                         /* that the result is by */
  const char *open;                           /* what is said of questions that nothing was found about */
  enum noe_phase phase;                       /* while `judge` works */
  bool notes_witnesses;                       /* the search notes two successors of each state (witness_successors.h) */
  void (*search)(struct noe_search *search);  /* instead of level after level */
  void (*judge)(struct noe_search *search);   /* when every state was expanded: claims about the whole graph */
  void (*rescue)(struct noe_search *search);  /* memory ran out, and what was noticed will be added up */
  void (*release)(struct noe_search *search); /* gives back what these took, however they ended */
  /* In place of the store, for each successor that no assumption rules out; true: it is to be judged, and `judged`
   * is told whether claims were false in it, or beyond evaluation. */
  bool (*meet)(struct noe_worker *worker, const struct noe_batch_item *item, uint64_t hash, const uint8_t *key);
  void (*judged)(struct noe_worker *worker, bool fails);
  bool (*is_sure)(const struct noe_search *search);    /* will it be shown whatever the time? */
  uint64_t (*states)(const struct noe_search *search); /* seen, for the progress */
};

struct noe_search {
  const struct noe_task *task;
  struct noe_guest guest;
  void *guest_data;
  const struct noe_model *model;
  struct noe_system system;
  struct noe_view referee;    /* rebuilds and replays runs, and takes no part in the search; in the end the total of
                            * its orbits is that of all workers */
  uint32_t culprit;           /* the loop that NOE_STOP_ORDER is about */
  bool by_error;              /* of an error in one of its rounds, nothing else */
  struct noe_survey *surveys; /* of the result (survey.c) */
  struct noe_memory *store_memory;
  struct noe_store *store;
  jmp_buf *escape; /* of the thread that runs the search */

  struct noe_thread_pool *crew;
  struct noe_worker *workers;
  uint32_t worker_count;
  _Atomic uint64_t next; /* index of the first state of the level that no worker has taken */
  uint64_t level_size;
  uint64_t work_size;  /* how many there are to be taken: of a level, or of a sweep after the search */
  _Atomic double pace; /* worker 0's: seconds that a state takes, of late; 0: not known */

  struct noe_keeping *keep; /* NULL: no checkpoints */
  _Atomic bool pause;       /* workers end after the piece they are at */
  bool can_pause;           /* the caller of the job looks at `pause` when it ends */
  bool resumed;             /* in the middle of a level */
  bool forgets;             /* the store keeps no keys of levels that were expanded */
  bool weighs_stores;       /* it keeps them, unless it turns out that one which forgets is smaller: */
  bool wants_compact;       /* as it has: the search begins again */
  bool is_compact;          /* as it has before this one began */

  struct noe_witness_successors exits;
  bool is_judging; /* by the guest */
  struct noe_records records;
  struct noe_retrace retrace;
  struct noe_ancestors ancestors;

  struct noe_counts counts;     /* of whole levels; `firings` in the arena of the result */
  uint64_t *covers, *witnesses; /* by property, by witness; likewise, when the search is over */
  uint32_t depth;
  bool explored, summed; /* every state was expanded; the workers' figures are in `counts` and so on */
  _Atomic enum noe_stop stop;

  double began, next_progress; /* seconds */
  uint32_t lent;               /* processors that are needed elsewhere */
  double away;                 /* while other engines were waited for */

  struct noe_result *result;
  struct noe_account account;    /* what becomes the findings of the result */
  uint32_t tracing;              /* the finding whose run is being rebuilt */
  struct noe_covering *covering; /* coverage.c; NULL: not under way */
  struct noe_sampler *sampler;   /* check_symmetry.h; NULL: the symmetry is not sampled */
};

/* explicit.c: set up, search, judge, for a guest or (NULL) for the engine of this room. Never NULL. */
struct noe_result *noe_explicit_run(const struct noe_task *task, const struct noe_guest *guest, void *guest_data);

/* search.c: level after level. */
void noe_explicit_search(struct noe_search *search);
/* The first reason to stop is the one that counts. */
void noe_explicit_stop(struct noe_search *search, enum noe_stop why);
/* Stops the search if as many findings have failed as were asked for. */
void noe_explicit_judge(struct noe_search *search);

/* worker.c: makes workers; in the caller's thread. May escape. */
void noe_explicit_hire(struct noe_search *search);
void noe_explicit_dismiss(struct noe_search *search);
/* Makes a worker ready, in its own thread. May escape, to where its memory says. */
void noe_explicit_equip(struct noe_worker *worker);
/* Worker 0, ready. */
struct noe_worker *noe_explicit_worker_0(struct noe_search *search);

/* level.c: `job` for the numbers first .. size - 1, shared out among the workers in
 * pieces begin .. end - 1, multiples of `grain` (and so is `first`). Returns when all is
 * done, or the search stops or pauses: how far it came. */
typedef void (*noe_job)(struct noe_worker *worker, uint64_t begin, uint64_t end);
uint64_t noe_explicit_share_out(struct noe_search *search, uint64_t first, uint64_t size, uint64_t grain, noe_job job);

/* So many states took worker 0 the time since `since`, which becomes now. */
void noe_explicit_set_pace(struct noe_search *search, uint64_t states, double *since);
/* Are so many states better left to worker 0 alone? */
bool noe_explicit_is_small(const struct noe_search *search, uint64_t size);
/* Calls `all`, which finds in search->next where to begin, and leaves there how far it came. */
uint64_t noe_explicit_leave_to_worker_0(struct noe_search *search, uint64_t first,
                                        void (*all)(struct noe_worker *chief));

/* starts.c: is a start state mostly undefined, and so its key mostly zeroes? */
bool noe_explicit_starts_are_sparse(struct noe_search *search);

/* make_store.c: the store of the search. May escape. */
void noe_explicit_make_store(struct noe_search *search);

/* expand.c: the interpreter's successors of start states and of one state; insert_batch.c
 * takes in what is in the batch. */
void noe_explicit_start(struct noe_worker *worker);
void noe_explicit_expand(struct noe_worker *worker, uint64_t id);
/* Expands the state whose key is in worker->key; worker->at is the id that it is known by. */
void noe_explicit_expand_key(struct noe_worker *worker);
/* Do invariants and covers hold in the state of the key, known by this id? Failures are recorded. */
void noe_explicit_check_claims(struct noe_worker *worker, const uint8_t *key, uint64_t id);
/* For visitors (system/successors.h) whose owner is a worker: looks at the clock; false if the search stops. */
bool noe_explicit_ready(void *worker);
void noe_explicit_insert_batch(struct noe_worker *worker);
/* Takes the batch in if it has become worth while. */
void noe_explicit_insert_batch_many(struct noe_worker *worker);
/* Makes the items of the state being expanded count. */
void noe_explicit_commit(struct noe_worker *worker);
/* Takes in what is in the batch although the state being expanded is not finished: it has very
 * many successors (noe_batch_is_large). They are true ones, whatever becomes of it, but
 * count only when it is done; or not at all. */
void noe_explicit_insert_batch_early(struct noe_worker *worker);
void noe_explicit_forget_early(struct noe_worker *worker);
/* A successor by this instance, which is needed only if assumptions are still to come. */
void noe_explicit_offer(struct noe_worker *worker, const struct noe_clause *clause, const int64_t *arguments,
                        uint64_t weight, const int64_t *successor);

/* sum.c: adds up what the workers have counted and noticed in a level, and judges it;
 * and once more at the very end, also of a search that was cut off. May escape. */
void noe_explicit_sum_level(struct noe_search *search);
void noe_explicit_sum_up(struct noe_search *search);
/* Counts alone: they are added up; they count for nothing. */
void noe_explicit_sum_counts(struct noe_search *search);
void noe_explicit_drop_counts(struct noe_search *search);

/* watch.c: time, interrupts, progress. Called often, cheap. */
void noe_explicit_watch(struct noe_worker *worker);
/* From inside a long execution (`context` is the worker): looks at the clock; stop now? */
bool noe_explicit_impatient(void *context);

/* sample.c: tests the symmetry on some of the states [begin, end) of the level that the first worker has expanded, if
 * it is time for that; and, when the search is over, on as many as the user asks for. A difference ends the search, and
 * result->broken_symmetry says what it is. Begin and check may escape. */
void noe_explicit_sample_begin(struct noe_search *search);
void noe_explicit_sample(struct noe_worker *worker, uint64_t begin, uint64_t end);
void noe_explicit_sample_judge(struct noe_search *search);
void noe_explicit_sample_end(struct noe_search *search);
void noe_explicit_check_symmetry(struct noe_search *search);

/* survey.c: what kept rules from firing, and claims from saying something. */
void noe_explicit_survey(struct noe_search *search);

/* coverage.c: which statements and branches run in the states that were expanded. May escape. */
void noe_explicit_cover(struct noe_search *search);
/* While that is under way: must it end? */
bool noe_explicit_covering_is_over(const struct noe_search *search, double now);

#endif
