/* A deliberately naive judge of temporal claims: the whole unreduced graph, the whole
 * product with every guess, one condition at a time. It shares the front end and the
 * interpreter with noether and nothing else; it exists to disagree with it.
 *
 * Everything is allocated from one arena and never freed; models are small. */
#ifndef NOE_TESTS_BRUTE_H
#define NOE_TESTS_BRUTE_H

#include "base/arena.h"
#include "model/machine.h"
#include "model/model.h"

enum { BRUTE_GROUPS = 64 };

struct brute_edge {
  uint32_t target;
  uint64_t taken;                /* groups that the firing belongs to */
  const struct noe_clause *rule; /* NULL: the stutter step of a state that nothing leaves */
  const int64_t *arguments;      /* of the rule */
};

struct brute_node {
  const int64_t *state;
  struct brute_edge *edges;
  uint32_t edge_count, edge_room;
  uint64_t enabled;       /* groups */
  uint64_t first, second; /* conditions of fairness whose first, whose second atom is true */
};

struct brute_graph {
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_machine *machine;
  struct brute_node *nodes;
  uint32_t count, room;
  uint32_t *table; /* 1 + node, by hash */
  uint32_t table_size;
  uint32_t *starts;
  uint32_t start_count;
  /* groups: the mark and its arguments */
  const struct noe_fairness *group_marks[BRUTE_GROUPS];
  const int64_t *group_arguments[BRUTE_GROUPS];
  uint32_t group_count;
  uint64_t strong; /* groups with strong fairness */
  uint32_t condition_count;
  uint64_t single, doubled; /* conditions `fair p`, and `strongfair p -> q` */
  const char *trouble;      /* why this model cannot be judged here, or NULL */
  uint32_t shortest;        /* of the claim that failed last: steps of a shortest lasso; 0: not known */
};

enum brute_answer { BRUTE_HOLDS, BRUTE_FAILS, BRUTE_UNDECIDED };

enum { BRUTE_NO_FAIRNESS = 1, BRUTE_SHORTEST = 2 }; /* flags */

/* All reachable states, at most `most`. */
struct brute_graph *brute_graph(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model,
                                uint32_t most);

/* One instance of a claim. */
enum brute_answer brute_ltl(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments,
                            unsigned flags);
enum brute_answer brute_branching(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments,
                                  unsigned flags);
enum brute_answer brute_never(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments);

/* CTL*: the states in which some fair run satisfies the formula of linear time. `states` says in which states its
 * parts that are about states are true. */
typedef bool *brute_states(void *context, const struct noe_formula *part);
bool *brute_some_path(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments,
                      int64_t *values, const struct noe_formula *formula, bool negated, unsigned flags,
                      brute_states *states, void *context);

/* All instances of a claim of any of these kinds. */
enum brute_answer brute_claim(struct brute_graph *graph, const struct noe_clause *claim, unsigned flags);

/* A graph with conditions, for the search of fair components. Nodes are numbered;
 * edges of node u are targets[first[u] .. first[u + 1]). */
struct brute_product {
  uint32_t nodes;
  const uint32_t *first, *targets;
  const uint64_t *taken;   /* by edge */
  const uint64_t *enabled; /* by node */
  const uint64_t *marks;   /* by node: which of the conditions `all` it meets */
  uint64_t all;
  uint64_t weak, strong;          /* groups */
  const uint64_t *met, *answered; /* by node: conditions of fairness whose first, whose second atom is true */
  uint64_t single, doubled;       /* conditions `fair p`, and `strongfair p -> q` */
};

/* Sets fair[u] for every allowed node on a cycle of allowed nodes that meets all the
 * conditions; returns whether there is one. */
bool brute_fair(struct noe_arena *arena, const struct brute_product *product, const bool *allowed, bool *fair);

/* Steps of a shortest lasso from one of the starts, whose loop meets all the conditions; `fair` as above, of all that
 * can be reached. 0: that is too much work. */
uint32_t brute_shortest(struct noe_arena *arena, const struct brute_product *product, const bool *starts,
                        const bool *fair);

/* Does the atom hold? Sets graph->trouble if it cannot be evaluated. */
bool brute_atom(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments,
                const int64_t *values, uint32_t atom, uint32_t node);

/* Does the step satisfy an atom about steps? */
bool brute_taken(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments, int64_t *values,
                 uint32_t atom, uint32_t node, const struct brute_edge *edge);

#endif
