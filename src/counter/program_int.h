/* Inside the writing of counter programs.
 *
 * program.c          the whole; rules and claims, one after the other
 * program_declare.c  comments, types, variables, start states
 * program_passage.c  what a walk has come through, as a guard and as statements */
#ifndef NOE_COUNTER_PROGRAM_INT_H
#define NOE_COUNTER_PROGRAM_INT_H

#include "counter/counter_int.h"
#include "counter/program.h"

struct noe_counter_program {
  struct noe_counter_search *search;
  struct noe_text *out;
  uint32_t *locals; /* elements, increasing: local states by number */
  uint32_t local_count, local_room;
  uint32_t *here; /* of the current part: numbers of local states that occur in it, increasing */
  uint32_t here_count;
  const struct noe_counter_part *part;
  const struct noe_clause *clause;
  uint64_t written; /* rules, or disjuncts of the current claim */
  enum noe_outcome wanted;
  struct noe_counter_notes *notes;
  const char *refused;
  struct noe_place refused_at;
};

/* What a walk has come through on its way to a node: which processes were named, and what became of the rest. The rest
 * in local state w are the processes that were in some v with now(v) = w, less those of them that are named. */
struct noe_counter_passage {
  struct noe_counter_program *program;
  uint32_t named[NOE_MOST_NAMED]; /* numbers of local states */
  uint32_t named_count;
  uint32_t *now; /* by position in `here`: the element that it has become */
};

/* There is no program for this; the first reason stays. */
void noe_program_refuse(struct noe_counter_program *program, const char *what, struct noe_place place);
/* Number of a local state that occurs. */
uint32_t noe_program_number(const struct noe_counter_program *program, uint32_t element);
/* Does a reached state have that global part? */
bool noe_program_is_reached(const struct noe_counter_program *program, uint32_t global);

void noe_program_put_declarations(struct noe_counter_program *program, const char *origin);
void noe_program_put_starts(struct noe_counter_program *program);
/* Of each scalarset: every process is in one local state. */
void noe_program_put_sums(struct noe_counter_program *program);

/* The guard of what a walk has come to. `is_error`: the node is a loop, in a round of which there is an error. */
void noe_program_put_guard(struct noe_counter_passage *passage, const struct noe_walk *walk, bool is_error);
/* The body of a rule, of which the guard has been put. */
void noe_program_put_effect(struct noe_counter_passage *passage, const struct noe_counter_leaf *leaf);

#endif
