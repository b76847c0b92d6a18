/* Templates: what a clause does, for all processes at once.
 *
 * A clause is executed on (global part, the processes that it has *named* so far, the rest), where the rest is a
 * multiset of local states that the execution never looks at: wherever it would have to, it stops and says what it
 * needs to know. A *node* is such a place, and what is done to the set M of all rests that come to it:
 *
 *   NAME   a process must be known: one of the rest with a certain flag, or any one, for a parameter. For each local
 *          state v it could have, M becomes remove(v, M), and a template with one more named process goes on.
 *   SPLIT  a quantifier runs through the rest. M is divided by whether the body decides it for some process.
 *   CHECK  it is decided already, but a process of the rest might meet a run-time error: there must be none.
 *   MAP    a loop does the same to each process of the rest by itself: M becomes map(f, M).
 *   LEAF   the execution has come to its end: outcome, global part, local states of the named processes.
 *
 * Nodes form a tree for each template; a branch of it is executed once, from the beginning, and then known. Bodies of
 * quantifiers and loops are templates themselves, for each local state of the process that they are about.
 *
 * Processes are named from 0 in the order in which they are; that the model is symmetric makes any names as good. A
 * pointer that names a process of the rest is held as a *stranger*, a value that stands for it; a parameter whose
 * process is not known yet is one as well (noe_stranger). Whatever an execution could find out about a stranger but that
 * it is none of the named processes, and defined, it must name it for.
 *
 * What cannot be treated so makes an execution *give up*, with a reason and a place; nothing is concluded then. */
#ifndef NOE_COUNTER_TEMPLATE_H
#define NOE_COUNTER_TEMPLATE_H

#include "counter/space.h"
#include "lower/form.h"
#include "model/machine.h"

enum { NOE_MOST_NAMED = 16, NOE_NO_FLAG = UINT32_MAX };

enum noe_counter_node_kind {
  NOE_NODE_NEW, /* not executed yet */
  NOE_NODE_LEAF,
  NOE_NODE_NAME,
  NOE_NODE_SPLIT, /* branches: 0 if some process of the rest decides it, 1 if none does */
  NOE_NODE_CHECK,
  NOE_NODE_MAP,
  NOE_NODE_GIVE_UP,
};

struct noe_counter_named {
  uint32_t element; /* its local state when it was named */
  uint32_t block, number;
  uint32_t tag; /* what it was named for: a flag, or a parameter (noe_stranger); NOE_NO_FLAG: a loop's own */
};

/* What a rule has come to. */
struct noe_counter_leaf {
  enum noe_outcome outcome;
  uint32_t global;      /* interned when it is first needed */
  uint32_t *elements;   /* of the named processes, likewise */
  const int64_t *plain; /* rows of these */
  int64_t *const *locals;
  uint32_t count;
  bool is_interned;
  bool changes;                      /* global part or named processes, not counting the rest */
  struct noe_counter_closure *retag; /* flags of the rest that have moved; NULL: none */
  const uint32_t *marks;             /* witnesses, and behind witness_count covers, that the execution came to */
  uint32_t mark_count;
};

struct noe_counter_branch {
  uint32_t element;
  struct noe_template *template;
};

/* Templates by element: a hash table. */
struct noe_counter_branches {
  struct noe_counter_branch *slots;
  uint32_t count, room;
};

struct noe_counter_node {
  enum noe_counter_node_kind kind;
  struct noe_counter_node *parent;
  uint32_t choice; /* which branch of it this is */
  struct noe_counter_node *branches[2];
  struct noe_counter_closure *closure; /* SPLIT, CHECK, MAP */
  struct noe_counter_leaf *leaf;
  uint32_t tag; /* NAME */
  struct noe_counter_branches named;
  const char *reason; /* GIVE_UP: a noun */
  struct noe_place place;
};

/* The body of a loop, for a process of the rest; or, without an operation, the moving of flags. */
struct noe_counter_closure {
  struct noe_templates *templates;
  struct noe_template *template; /* whose execution came to it */
  const struct noe_low_op *op;
  int64_t *row; /* what the execution was at: cells, frame, values */
  struct noe_counter_named named[NOE_MOST_NAMED];
  uint32_t named_count;
  const uint32_t *written; /* cells of named processes that the loop has written in their rounds */
  uint32_t written_count;
  bool is_map;
  bool is_nested; /* for some process, the truth depends on the rest again */
  struct noe_multiset_filter undecided, sound;
  struct noe_multiset_map map;
  uint32_t image;                   /* the last one that was asked for */
  const uint32_t *const *flags;     /* moving of flags: by flag, which it becomes, ended by NOE_NO_FLAG */
  struct noe_counter_node *trouble; /* a GIVE_UP or NAME that a body has come to */
  struct noe_counter_branches bodies;
};

/* An instance of a clause but for the names of processes: global part, other arguments, which parameters are equal. */
struct noe_counter_root {
  const struct noe_low_clause *clause;
  uint32_t global;
  int64_t *arguments; /* strangers for processes */
  uint32_t class_count;
  const uint32_t *class_block;
  const int64_t *class_base; /* value of process 0 of the part */
  struct noe_template *template;
};

struct noe_template {
  struct noe_counter_root *root;
  struct noe_counter_closure *closure; /* NULL: the clause itself */
  struct noe_counter_named named[NOE_MOST_NAMED];
  uint32_t named_count;
  struct noe_counter_node *tree;
  bool is_free; /* a move of one process that nothing prevents or sees: reach.c */
};

struct noe_templates {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_lowered *form;
  struct noe_counter_space *space;
  const struct noe_multisets *multisets;
  struct noe_exec *exec;
  uint64_t executions;
  bool *marks;   /* witnesses, and behind them covers by property, that executions in reached states came to */
  bool *unheard; /* the same of claims about runs: what they come to does not count */
};

/* Before claims about runs are executed, and once more behind that. */
static inline void noe_counter_swap_marks(struct noe_templates *templates) {
  bool *marks = templates->marks;
  templates->marks = templates->unheard;
  templates->unheard = marks;
}

struct noe_templates *noe_counter_templates_new(struct noe_arena *arena, const struct noe_lowered *form,
                                                struct noe_counter_space *space, const struct noe_multisets *multisets);

/* The roots of a clause in a global part, one after the other. */
void noe_counter_roots(struct noe_templates *templates, const struct noe_low_clause *clause, uint32_t global,
                       void (*visit)(void *context, struct noe_counter_root *root), void *context);

/* A value that stands for a process which is not named: of pointer `tag`, or of the parameters of class
 * tag - tracked - 1. Below all values of models. */
static inline int64_t noe_stranger(uint32_t tag) { return NOE_VALUE_MIN - 1 - (int64_t)tag; }
static inline bool noe_is_stranger(int64_t value) { return value < NOE_VALUE_MIN && value > INT64_MIN + 1; }
static inline uint32_t noe_stranger_tag(int64_t value) { return (uint32_t)(NOE_VALUE_MIN - 1 - value); }

/* The node, executed. */
struct noe_counter_node *noe_counter_expand(struct noe_templates *templates, struct noe_template *template,
                                            struct noe_counter_node *node);
/* The branch of it, made if it is new. */
struct noe_counter_node *noe_counter_branch(struct noe_templates *templates, struct noe_counter_node *node,
                                            uint32_t choice);
/* NAME: the template in which the process has that local state. NULL: it cannot have it. */
struct noe_template *noe_counter_named_template(struct noe_templates *templates, struct noe_template *template,
                                                uint32_t element);
/* The body of a loop for a process in that local state. */
struct noe_template *noe_counter_body(struct noe_counter_closure *closure, uint32_t element);

/* Is the quantifier undecided for a process in that local state, without error and whatever the others do? */
bool noe_counter_is_clear(struct noe_counter_closure *closure, uint32_t element);

/* From now on the template begins by naming the process of `tag`: what was known of it is forgotten. */
void noe_counter_name_first(struct noe_templates *templates, struct noe_template *template, uint32_t tag);

/* Numbers of what a leaf has come to. */
void noe_counter_intern_leaf(struct noe_templates *templates, struct noe_template *template,
                             struct noe_counter_leaf *leaf);

#endif
