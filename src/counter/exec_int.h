/* Inside the execution of templates.
 *
 * exec.c        clauses, bodies, what an execution comes to
 * exec_op.c     operations on values and memory, checks
 * exec_loop.c   control; loops over processes
 *
 * Cells are those of a state, of which only cells of no process and those of named processes are in use, then the
 * frame. Values are those of the unit. */
#ifndef NOE_COUNTER_EXEC_INT_H
#define NOE_COUNTER_EXEC_INT_H

#include "counter/exec.h"

enum noe_exec_flow { NOE_EXEC_ON, NOE_EXEC_LEAVE, NOE_EXEC_STOP };

/* Why it stopped; kinds of nodes, and: */
enum noe_exec_end {
  NOE_END_FAULT = NOE_NODE_GIVE_UP + 1,
  NOE_END_DISCARD,
};

/* A cell that a loop writes in rounds whose order nothing may depend on: it must not be read. */
#define NOE_EXEC_POISON (INT64_MIN + 1)

enum { NOE_MOST_CHOICES = 256, NOE_MOST_NOTES = 256 };

struct noe_exec {
  struct noe_memory *memory;
  const struct noe_lowered *form;
  const struct noe_model *model;
  struct noe_counter_space *space;
  struct noe_templates *templates;

  int64_t *cells;
  int64_t *values;
  int64_t *kept_frame; /* as binders left it */
  const struct noe_low_unit *unit;
  struct noe_template *template;
  uint32_t counts[NOE_MOST_NAMED]; /* named processes, by block; blocks beyond that are refused */
  int64_t *resolved;               /* by tag: the value of a process that is named, or NOE_UNDEFINED */
  int64_t *bases;                  /* by tag: the value of process 0 of its part */

  uint8_t choices[NOE_MOST_CHOICES];
  uint32_t choice_count, next;
  bool was_mapped;      /* a MAP is behind us */
  uint32_t quantifiers; /* over processes, that we are in: they must change nothing */

  /* Rounds of a loop that maps: the process that the round is about, and what it touched of others. */
  bool is_own;
  uint32_t own_block, own_number;
  uint32_t foreign_reads[NOE_MOST_NOTES], own_writes[NOE_MOST_NOTES];
  uint32_t foreign_count, own_count;

  enum noe_exec_end end;       /* or enum noe_counter_node_kind */
  const struct noe_low_op *op; /* that it stopped at */
  const char *reason;
  struct noe_place place;
  uint32_t tag;
  int64_t leaving, left_with;
  uint32_t marks[NOE_MOST_NOTES];
  uint32_t mark_count;
};

static inline int64_t noe_exec_resolve(const struct noe_exec *exec, int64_t value) {
  if (!noe_is_stranger(value))
    return value;
  int64_t known = exec->resolved[noe_stranger_tag(value)];
  return known == NOE_UNDEFINED ? value : known;
}

static inline int64_t noe_exec_get(const struct noe_exec *exec, uint32_t value) {
  return value == NOE_NO_VALUE ? 0 : noe_exec_resolve(exec, exec->values[value]);
}

enum noe_exec_flow noe_exec_stop(struct noe_exec *exec, int end);
enum noe_exec_flow noe_exec_give_up(struct noe_exec *exec, const struct noe_low_op *op, const char *reason);
/* The process that this stranger stands for must be named. */
enum noe_exec_flow noe_exec_name(struct noe_exec *exec, int64_t stranger);

enum noe_exec_flow noe_exec_list(struct noe_exec *exec, const struct noe_low_op *list);
enum noe_exec_flow noe_exec_operation(struct noe_exec *exec, const struct noe_low_op *op);
enum noe_exec_flow noe_exec_control(struct noe_exec *exec, const struct noe_low_op *op);

/* Does a loop over values of the type run through processes? */
bool noe_exec_is_of_processes(const struct noe_exec *exec, const struct noe_type *type);
/* Blocks of the type: of part `part` (0 for what is no union), the block and the value of process 0; NOE_NO_BLOCK if it
 * is no block. False: there is no such part. */
bool noe_exec_part(const struct noe_exec *exec, const struct noe_type *type, uint32_t part, uint32_t *block,
                   int64_t *base, uint64_t *size);
/* A cell of the state may be read, or written, by what is being executed. */
enum noe_exec_flow noe_exec_touch(struct noe_exec *exec, const struct noe_low_op *op, size_t cell, bool writes);
/* Some process of the rest, in the blocks of the type? */
bool noe_exec_has_rest(const struct noe_exec *exec, const struct noe_type *type);
/* Do all cells of [at, at + count) that belong to a process belong to named ones, so that it is plain memory? */
bool noe_exec_is_plain(const struct noe_exec *exec, size_t at, size_t count);

/* UNDEFINE, CLEAR, MOVE over cells of every process: what it does to those of one. */
enum noe_exec_flow noe_exec_fill_process(struct noe_exec *exec, const struct noe_low_op *op, uint32_t block,
                                         uint32_t number);
size_t noe_exec_address(struct noe_exec *exec, const struct noe_low_address *address, bool *is_known);

#endif
