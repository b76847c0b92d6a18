/* Inside the reference interpreter.
 *
 * machine.c  entry points
 * bind.c     binders: parameters and aliases of a clause, enumeration
 * exec.c     statements; exec_loop.c, exec_multiset.c those about loops and multisets
 * eval.c     expressions
 * locate.c   locations
 * call.c     calls of functions
 * arith.c    64-bit arithmetic
 * fault.c    run-time errors
 * why.c      which parts of a condition decide it; autopsy.c the same where an execution fails
 * watch.c    loops whose order must not matter (watch_int.h); gather.c sums over rounds, extreme.c the greatest and least
 * exchange.c values that stand for others of their class
 * coverage.c which statements and branches were executed, if that is recorded
 *
 * Memory is one row of cells that grows, hence moves: every place in it is kept
 * as an index, and never as a pointer across anything that may push a frame.
 *
 *   | state | frame of the clause | frame of a call | … | scratch |
 *   0       cell_count            `frame` is the current one      ^ top
 *
 * A run-time error leaves by longjmp to the entry point; the next entry starts
 * the row afresh, so nothing needs undoing on the way. */
#ifndef NOE_MODEL_MACHINE_INT_H
#define NOE_MODEL_MACHINE_INT_H

#include "model/machine.h"

enum { NOE_MOST_BOUND = 16 };

/* A value that has others of its class, and that something names. */
struct noe_member {
  uint16_t class, rank;
};

/* A call that has not returned yet; they lie on the C stack, the innermost first. */
struct noe_active_call {
  const struct noe_expr *expr;
  size_t frame, caller; /* frames of the callee and of the caller */
  const struct noe_active_call *outer;
};

struct noe_machine {
  struct noe_memory *memory;
  const struct noe_model *model;

  int64_t *cells;
  size_t capacity, top, frame;
  /* A store below `watched` (state, frame of the clause) sets `dirty`: guards
   * and aliases are then followed by a fresh load of what they were given. */
  size_t watched;
  bool dirty;
  uint64_t run; /* counts entries: tells an enumeration that its row is gone */

  uint32_t depth;                      /* of calls */
  const struct noe_function *function; /* being executed, NULL in a clause */
  const struct noe_active_call *calls;
  struct noe_autopsy *autopsy;      /* what a failure is to be written down in (autopsy.c), or NULL */
  struct noe_survey *survey;        /* of an implication that is being surveyed (survey.c), or NULL */
  struct noe_coverage_marks *marks; /* of statements and branches that are executed (coverage.h), or NULL */
  bool has_result;
  int64_t result; /* of the last `return`: value, or location if compound */

  jmp_buf *escape;
  const char *stack_limit; /* C frames below this address are refused */
  struct noe_fault fault;
  struct noe_text message;

  struct noe_watches *watches;
  bool watching; /* something is watched or tainted just now */
  bool fault_in_loop;

  const struct noe_exchange *exchange;
  struct noe_member bound[NOE_MOST_BOUND]; /* different ones */
  uint32_t bound_count;
  uint32_t apart; /* something is going on under which no value stands for another */

  noe_instance_filter filter;
  void *filter_context;
  bool spare;                  /* of idle parameters the first value is enough */
  bool (*stop)(void *context); /* patience */
  void *stop_context;
  uint32_t ticks;
  bool stopped;

  struct noe_text *sink;
  uint64_t *covers, *witnesses;
  uint64_t *covers_before; /* the current firing; only if there are cover statements: */
  bool has_covers;
  int64_t *arguments; /* of the last claim that was decided by one instance */
};

/* ------------------------------------------------------------------ memory */

/* Makes room for `count` cells above the top (contents: anything) and returns
 * the index of the first. */
size_t noe_model_push(struct noe_machine *machine, size_t count);
void noe_model_push_undefined(struct noe_machine *machine, size_t count);

/* Moves `count` cells; source and target may overlap. */
void noe_model_move(struct noe_machine *machine, size_t target, size_t source, size_t count);

static inline void noe_model_note_write(struct noe_machine *machine, size_t location) {
  if (location < machine->watched)
    machine->dirty = true;
}

/* watch.c: is told of every read and write before it happens. */
void noe_model_watch_new(struct noe_machine *machine);
void noe_model_watch_delete(struct noe_machine *machine);
void noe_model_watch_reset(struct noe_machine *machine);
void noe_model_watch_forget_taints(struct noe_machine *machine);
/* Cells of a new frame, or of a name that is bound anew: what lay there before is forgotten. */
void noe_model_watch_fresh(struct noe_machine *machine, size_t location, size_t count);
void noe_model_watch_read(struct noe_machine *machine, size_t location, size_t count);
void noe_model_watch_write(struct noe_machine *machine, size_t location, int64_t value);

static inline void noe_model_will_read(struct noe_machine *machine, size_t location, size_t count) {
  if (__builtin_expect(machine->watching, 0))
    noe_model_watch_read(machine, location, count);
}

static inline void noe_model_will_write(struct noe_machine *machine, size_t location, int64_t value) {
  if (__builtin_expect(machine->watching, 0))
    noe_model_watch_write(machine, location, value);
}

/* A row of cells that is going to hold `values`. */
static inline void noe_model_will_write_row(struct noe_machine *machine, size_t location, const int64_t *values,
                                            size_t count) {
  if (__builtin_expect(machine->watching, 0))
    for (size_t i = 0; i < count; i++)
      noe_model_watch_write(machine, location + i, values[i]);
}

static inline void noe_model_will_bind(struct noe_machine *machine, size_t location, size_t count) {
  if (__builtin_expect(machine->watching, 0))
    noe_model_watch_fresh(machine, location, count);
}

static inline void noe_model_set_slot(struct noe_machine *machine, uint32_t slot, int64_t value) {
  noe_model_will_bind(machine, machine->frame + slot, 1);
  machine->cells[machine->frame + slot] = value;
}

/* -------------------------------------------------- exchange (exchange.c) */

/* `value` of the type is bound to a name: until bound_count is put back. */
void noe_model_note_bound(struct noe_machine *machine, const struct noe_type *type, int64_t value);

/* Is the result the same as for another value that is not left out? */
bool noe_model_is_another(const struct noe_machine *machine, const struct noe_type *type, int64_t value);

static inline bool noe_model_may_leave_out(const struct noe_machine *machine, const struct noe_type *type,
                                           int64_t value) {
  return machine->exchange && type && noe_model_is_another(machine, type, value);
}

/* ------------------------------------------------------------------ faults */

enum { NOE_LEAVE_FAULT = 1, NOE_LEAVE_DISCARD, NOE_LEAVE_ORDER, NOE_LEAVE_STOPPED };

/* First start a fault, then add to its message, then raise it. */
struct noe_text *noe_model_fault_start(struct noe_machine *machine, enum noe_diagnostic_code code,
                                       struct noe_place place);
_Noreturn void noe_model_fault_raise(struct noe_machine *machine);
_Noreturn void noe_model_fault(struct noe_machine *machine, enum noe_diagnostic_code code, struct noe_place place,
                               const char *format, ...) __attribute__((format(printf, 4, 5)));
_Noreturn void noe_model_discard(struct noe_machine *machine);
_Noreturn void noe_model_fault_undefined(struct noe_machine *machine, const struct noe_expr *expr, size_t location);
_Noreturn void noe_model_fault_nested(struct noe_machine *machine, struct noe_place place);

/* Adds the name of the place that `expr` was found to denote. */
void noe_model_describe(const struct noe_machine *machine, const struct noe_expr *expr, size_t location,
                        struct noe_text *out);

/* For autopsies: a condition that is false, the calls under way when a fault is raised. */
void noe_model_autopsy_condition(struct noe_machine *machine, const struct noe_expr *condition);
void noe_model_autopsy_calls(struct noe_machine *machine);

/* For surveys: which conjuncts are false just now. */
void noe_model_survey_conjuncts(struct noe_machine *machine);

static inline void noe_model_check_stack(struct noe_machine *machine, struct noe_place place) {
  if (__builtin_expect((const char *)__builtin_frame_address(0) < machine->stack_limit, 0))
    noe_model_fault_nested(machine, place);
}

/* May `value` be stored in a cell of this type? */
static inline bool noe_model_is_storable(const struct noe_type *type, int64_t value) {
  return value == NOE_UNDEFINED || type->kind > NOE_TYPE_UNION || (value >= type->low && value <= type->high);
}

/* Stores into a simple place, checked against the target's type. */
void noe_model_check_store(struct noe_machine *machine, const struct noe_expr *target, size_t location, int64_t value,
                           struct noe_place place);
void noe_model_store(struct noe_machine *machine, const struct noe_expr *target, size_t location, int64_t value,
                     struct noe_place place);

/* Every round of every loop and every call passes here. */
bool noe_model_lost_patience(struct noe_machine *machine);

static inline void noe_model_tick(struct noe_machine *machine) {
  if (__builtin_expect(!++machine->ticks, 0) && noe_model_lost_patience(machine))
    longjmp(*machine->escape, NOE_LEAVE_STOPPED);
}

/* --------------------------------------------------------------- execution */

/* Value of an expression of simple type; NOE_UNDEFINED may come out. */
int64_t noe_model_eval(struct noe_machine *machine, const struct noe_expr *expr);

/* Value of an expression of simple type; an undefined one is a run-time error. */
int64_t noe_model_eval_defined(struct noe_machine *machine, const struct noe_expr *expr);

/* Which of the two a conditional expression is. */
const struct noe_expr *noe_model_choose(struct noe_machine *machine, const struct noe_expr *expr);

size_t noe_model_locate(struct noe_machine *machine, const struct noe_expr *expr);

/* Location of slot `number` of the multiset at `multiset`: its presence cell.
 * It is an error if there is no such element. */
size_t noe_model_locate_slot(struct noe_machine *machine, const struct noe_expr *multiset_expr, size_t multiset,
                             int64_t number, struct noe_place place);

int64_t noe_model_arithmetic(struct noe_machine *machine, const struct noe_expr *expr, int64_t left, int64_t right);

/* Result: the value, or the location of a compound result; 0 of a procedure. */
int64_t noe_model_call(struct noe_machine *machine, const struct noe_expr *expr);

/* Its two halves: the frame with the arguments in it, and the way back. */
struct noe_active_call noe_model_call_begin(struct noe_machine *machine, const struct noe_expr *expr);
void noe_model_call_end(struct noe_machine *machine, const struct noe_active_call *active);

bool noe_model_exec_for(struct noe_machine *machine, const struct noe_stmt *stmt);
bool noe_model_exec_while(struct noe_machine *machine, const struct noe_stmt *stmt);
void noe_model_exec_multiset(struct noe_machine *machine, const struct noe_stmt *stmt);

/* A compound value, read into scratch cells on top: their index. */
size_t noe_model_read_cells(struct noe_machine *machine, const struct noe_expr *value);
/* Undefines or clears a place. */
void noe_model_refill(struct noe_machine *machine, const struct noe_type *type, size_t target, bool clear);

/* Runs a list of statements; true if a `return` was met. */
bool noe_model_exec(struct noe_machine *machine, const struct noe_stmt *list);

/* The values of a domain, one after the other. */
struct noe_span_of_values {
  int64_t next, last, step;
  bool ended;
};
struct noe_span_of_values noe_model_domain(struct noe_machine *machine, const struct noe_domain *domain,
                                           struct noe_place place);
bool noe_model_domain_next(struct noe_span_of_values *span, int64_t *value);

/* -------------------------------------------------------- clauses (bind.c) */

/* What an entry point does inside its error trap. */
struct noe_work {
  struct noe_machine *machine;
  const struct noe_clause *clause;
  const int64_t *arguments, *state;
  uint32_t binder; /* how far binders are bound */
};

/* Runs `step` and turns the ways out of it into outcomes. */
enum noe_outcome noe_model_trap(struct noe_work *work, enum noe_outcome (*step)(struct noe_work *));

/* Starts the row afresh: the state (NULL: all undefined), the clause's frame. */
void noe_model_enter(struct noe_machine *machine, const struct noe_clause *clause, const int64_t *state);

/* Binds the first `work->binder` binders to the arguments; FALSE if they name no
 * instance. Faults. */
enum noe_outcome noe_model_bind(struct noe_work *work);

/* Guard of a clause whose binders are bound. Faults. */
enum noe_outcome noe_model_guard(struct noe_work *work);

/* A guard that is discarded does not hold; a claim does not judge then. */
enum noe_outcome noe_model_discard_outcome(const struct noe_clause *clause, enum noe_outcome outcome);

#endif
