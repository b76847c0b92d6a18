/* Watching loops: does their outcome depend on the order of the rounds?
 *
 * A loop over interchangeable values must not show in which order it took them.
 * Where that is not proved beforehand, the machine finds out while it runs: a
 * watched loop notes which cells each round reads and writes. If no round
 * touches what another one writes, every order gives the same result, for this
 * state and (since everything else treats the values alike) for all states that
 * differ from it by a permutation. Allowed beyond that:
 *   - rounds that write one same value to a cell that none of them reads;
 *   - rounds that only add to a number, or to a multiset, or only `|`, or only
 *     `&` to a truth value, or only keep the greatest or the least of what they
 *     meet (they gather), as long as no order of the additions leaves the range;
 *   - cells that each round writes before it reads them: what the last round
 *     leaves in them is tainted, and must not be read later nor stay in a state;
 *   - a `return` inside the loop, if no round changes anything that outlives it
 *     and every other round would return the same or nothing.
 * Rounds that put elements into a multiset, or take some out, leave the same multiset in any
 * order, but *arrange* it: in which slots its elements stand depends on the order. So once bags
 * are arranged, loops over any of them are watched until the firing ends, those over plain
 * values, too: if which element is met first makes a difference, the loop that arranged them is to blame.
 * Quantifiers stop early; watched ones go through all values, because an error
 * that one order skips is met by another.
 *
 * If something else happens, and the rounds are few, all their orders are tried out
 * (trial.c). What is left is reported as NOE_OUTCOME_ORDER: no verdict, the loop
 * depends on the order as far as the machine can tell. */
#ifndef NOE_MODEL_WATCH_INT_H
#define NOE_MODEL_WATCH_INT_H

#include "model/machine_int.h"

/* What rounds did to a cell: the number of a round each, valid if not below the
 * `base` of the watch. */
struct noe_mark {
  uint64_t read, read_by_other; /* first round that read it; some other one that did */
  uint64_t written;             /* last round that wrote it */
  uint64_t rewritten;           /* set once two rounds wrote it */
  uint64_t gathered, gathered_by_other;
  uint64_t operators; /* that gathered in it: a set of enum noe_gathering, valid if `gathered` is */
  uint64_t tainted;   /* set once two rounds left different values */
};

/* By what rounds gather. Each commutes with itself, and no two of them with each other. */
enum noe_gathering {
  NOE_REDUCTION_SUM = 1,
  NOE_REDUCTION_OR = 2,
  NOE_REDUCTION_AND = 4,
  NOE_REDUCTION_MULTISET = 8,
  NOE_REDUCTION_GREATEST = 16,
  NOE_REDUCTION_LEAST = 32,
};

/* Additions to a number: no order of them may leave the range. */
struct noe_sum {
  size_t location;
  int64_t start, plus, minus;
};

/* One run of a watched loop. */
struct noe_watch {
  uint32_t loop;
  uint64_t base, now; /* numbers of the rounds: base, base + 1, … now */
  size_t floor;       /* cells from here on belong to a round alone */
  size_t outlives;    /* cells below outlive a `return` */
  bool wrote;         /* a round changed a cell that outlives a `return` */
  struct noe_mark *marks;
  size_t mark_room;
  struct noe_sum *sums;
  uint32_t sum_count, sum_room;
  uint32_t *tainted; /* cells */
  uint32_t tainted_count, tainted_room;
};

/* The watches of a machine: a stack that keeps its memory. */
enum { NOE_TRIAL_LEVELS = 2 };
struct noe_trial;
struct noe_watches {
  const uint8_t *kinds; /* by loop, enum noe_watch_kind; NULL: nothing is watched */
  struct noe_watch **stack;
  uint32_t depth, room;
  uint64_t clock;
  uint64_t *taints; /* by cell: the taint epoch in which it was tainted */
  size_t taint_room;
  uint64_t epoch;
  bool has_taints;
  uint32_t last_tainting; /* the loop that tainted last */
  uint32_t quantifiers;   /* and counts: watched ones under way */
  bool uneven;            /* what one order of rounds meets need not be met at all */
  uint32_t loop;          /* watched last; that NOE_OUTCOME_ORDER is about */
  bool by_error;          /* NOE_OUTCOME_ORDER: because a round fails that another order would not have come to */
  uint32_t trying;        /* loops whose orders are being tried out (trial.c) */
  uint32_t rounds;        /* that the outermost of them, and those in it, may still take for that */
  struct noe_trial *trials[NOE_TRIAL_LEVELS];
  uint64_t passed;    /* trials that ended well */
  bool arranged;      /* in which slots elements of bags stand depends on the order of rounds */
  uint32_t arranging; /* of this loop */
};

static inline enum noe_watch_kind noe_model_watch_kind(const struct noe_machine *machine, uint32_t loop) {
  return machine->watches->kinds ? (enum noe_watch_kind)machine->watches->kinds[loop] : NOE_WATCH_NOTHING;
}

/* Begins to watch, if NOE_WATCH_ORDER is asked for; NULL otherwise. */
struct noe_watch *noe_model_watch_begin(struct noe_machine *machine, uint32_t loop);

/* How a loop over a multiset has to be watched, now, and which loop to blame. */
struct noe_watch_each {
  enum noe_watch_kind kind;
  uint32_t blamed;
};
/* The loop evaluates `body` for each element, and `removes` those for which it holds, or not. */
struct noe_watch_each noe_model_watch_each(const struct noe_machine *machine, uint32_t loop,
                                           const struct noe_expr *body, bool removes);
/* Begins to watch it, if its order must be; NULL otherwise. */
struct noe_watch *noe_model_watch_begin_each(struct noe_machine *machine, const struct noe_watch_each *each);
/* An element of the bag at `location` comes or goes. */
void noe_model_watch_arrange(struct noe_machine *machine, size_t location);
/* The next round, whose bound name lives in `slot` of the frame. `watch` may be NULL. */
void noe_model_watch_round(struct noe_machine *machine, struct noe_watch *watch, uint32_t slot);
void noe_model_watch_end(struct noe_machine *machine, struct noe_watch *watch);

/* x := x + delta, which gives `after`: the rounds gather in a number, or (delta 0)
 * in a truth value or an extreme, by `operator`. */
void noe_model_watch_sum(struct noe_machine *machine, size_t location, const struct noe_type *type,
                         enum noe_gathering operator, int64_t delta, int64_t after);
/* An element joins a multiset: gathering in a row of cells. */
void noe_model_watch_reduction(struct noe_machine *machine, size_t location, size_t count);

/* gather.c: is this assignment one of those, and its execution. */
bool noe_model_gathers(const struct noe_stmt *stmt);
void noe_model_exec_reduction(struct noe_machine *machine, const struct noe_stmt *stmt);
/* What x holds; errors are those of reading it there. */
int64_t noe_model_read_gathered(struct noe_machine *machine, const struct noe_expr *read, size_t *location);
/* extreme.c: executes the statement if it is one that keeps an extreme. */
bool noe_model_exec_extremum(struct noe_machine *machine, const struct noe_stmt *stmt);

/* Leaves with NOE_OUTCOME_ORDER. */
_Noreturn void noe_model_order(struct noe_machine *machine, uint32_t loop);
/* Says also whether it is an error in one of its rounds that shows the order. */
_Noreturn void noe_model_order_by(struct noe_machine *machine, uint32_t loop, bool by_error);
/* Leaves with NOE_OUTCOME_ORDER, which names the innermost watched loop, or the one that tainted last. */
_Noreturn void noe_model_order_here(struct noe_machine *machine);
/* Before a cover statement counts. */
void noe_model_watch_cover(struct noe_machine *machine);
/* At the end of a firing: nothing tainted may stay in the state. */
void noe_model_watch_firing_end(struct noe_machine *machine);

/* What two orders leave in the cell differs. */
void noe_model_taint(struct noe_machine *machine, uint32_t cell);
bool noe_model_is_tainted(const struct noe_machine *machine, size_t location);

/* trial.c: may all orders of the rounds be tried out, if watching the loop is not enough? Then the loop is
 * executed by `watched`, or so. */
bool noe_model_may_try(const struct noe_machine *machine, const struct noe_stmt *stmt);
bool noe_model_try_for(struct noe_machine *machine, const struct noe_stmt *stmt,
                       bool (*watched)(struct noe_machine *, const struct noe_stmt *));
void noe_model_trials_delete(struct noe_machine *machine);

/* Runs `step` and answers how it ended: 0 or NOE_LEAVE_... The machine is as before, except
 * for what the step wrote. */
int noe_model_attempt(struct noe_machine *machine, void (*step)(struct noe_machine *, void *), void *context);
/* Runs `step` like noe_model_attempt, but NOE_LEAVE_ORDER and NOE_LEAVE_STOPPED go on to the caller's escape. */
int noe_model_probe(struct noe_machine *machine, void (*step)(struct noe_machine *, void *), void *context);

#endif
