/* A whole engine, depth first: what it takes to add one. It decides invariants, covers, deadlock, assertions and
 * run-time errors; verdict/explore.h does the rest. */
#include <stdlib.h>

#include "verdict/explore.h"
#include "verdict/figures.h"

struct frame {
  uint64_t id;
  size_t first, next; /* its successors that were new when they were found: places in the row of states */
};

struct dfs {
  struct noe_exploration *exploration;
  NOE_LIST(struct frame) stack; /* the path that is followed */
  NOE_LIST(uint64_t) states;    /* successors of the states on the stack, bottom first */
  size_t most;                  /* states that were on the stack at once */
};

static void found(void *context, uint64_t id, bool is_new) {
  struct dfs *dfs = context;
  if (is_new)
    NOE_LIST_PUSH(dfs->exploration->arena, &dfs->states, id);
}

static void push(struct dfs *dfs, uint64_t id) {
  struct frame frame = {.id = id, .first = dfs->states.count, .next = dfs->states.count};
  NOE_LIST_PUSH(dfs->exploration->arena, &dfs->stack, frame);
  if (dfs->stack.count > dfs->most)
    dfs->most = dfs->stack.count;
  dfs->exploration->depth = (uint32_t)dfs->stack.count - 1;
  noe_verdict_explore_state(dfs->exploration, id, found);
}

/* Everything that can be reached from the start states in [0, count) of the row, each as deep as it goes. */
static void descend(struct dfs *dfs, size_t count) {
  for (size_t start = 0; start < count && !dfs->exploration->stop; start++) {
    push(dfs, dfs->states.items[start]);
    while (dfs->stack.count && !dfs->exploration->stop) {
      struct frame *top = &dfs->stack.items[dfs->stack.count - 1];
      if (top->next < dfs->states.count) {
        push(dfs, dfs->states.items[top->next++]);
      } else {
        dfs->states.count = top->first;
        dfs->stack.count--;
      }
    }
  }
}

static void search(struct noe_exploration *exploration, void *context) {
  struct dfs *dfs = context;
  *dfs = (struct dfs){.exploration = exploration};
  if (noe_verdict_explore_starts(exploration, found))
    descend(dfs, dfs->states.count);
}

static struct noe_result *run(const struct noe_task *task) {
  struct dfs dfs;
  struct noe_explorer explorer = {.engine = "dfs", .search = search, .context = &dfs};
  struct noe_result *result = noe_verdict_explore(task, &explorer);
  noe_verdict_count(result, "dfs", "stack_states", dfs.most);
  return result;
}

static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model;
  if (question->kind == NOE_FINDING_LIVENESS ||
      (question->clause && noe_property_is_temporal(question->clause->property)))
    *why = "claims about more than one state";
  else if (options->bound)
    *why = "--bound: its runs are not the shortest";
  else
    return NOE_CAN_DECIDE;
  return NOE_CANNOT;
}

const struct noe_engine noe_dfs_engine = {
    .name = "dfs",
    .summary = "depth first, by the interpreter; for tests",
    .ability = ability,
    .no_checkpoints = "its stack is in memory only",
    .run = run,
};
