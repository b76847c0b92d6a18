/* Inside the code generator.
 *
 * emit.c           the file as a whole, and which rules and functions can be in it
 * emit_prelude.c   what every file begins with; what is the same for all models is in runtime/ (runtime.h)
 * emit_text.c      lines, names, numbers
 * emit_layout.c    where the cells of a state are
 * emit_op.c        operations of the lowered form, one by one; emit_arith.c  those on integers
 * emit_branch.c    IF                 emit_switch.c   those that compare with one number after the other
 * emit_loop.c      loops              emit_range.c    running through the values of a type
 * emit_multiset.c  elements that come and go; loops over them
 * emit_address.c   addresses          emit_frame.c    those of cells of the frame
 * emit_facts.c     passes: what lists of operations do that matters here
 * emit_watch.c     loops whose order must not matter
 * emit_trial.c     their orders, tried out
 * emit_search_loop.c  those of them that only look for something
 * emit_compound.c  compound values: filling, copying, comparing, sorting
 * emit_call.c      functions
 * emit_nest.c      parameters and aliases of a clause
 * emit_guard.c     where the parts of a guard are tested, and which rules never fire
 * emit_definedness.c  cells that are taken to be defined
 * emit_rule.c      rules              emit_claim.c     claims
 * emit_packed.c    keys that are packed states
 * emit_change.c    those of large states
 * emit_canon.c     their canonical forms (emit_canon_int.h)
 * emit_runs.c      keys that are value x count
 * emit_listed.c    the least of several such keys
 * emit_tiebreak.c  which one that is, if it can be told beforehand
 *
 * One emitter serves both kinds of keys: a packed state is one row of cells; with runs,
 * arrays over the values of a symmetric scalarset lie apart from it, as *slices* of the
 * entries of a block. A model without blocks has just the row.
 *
 * Clauses come in their lowered form (lower/form.h): a value of it is a C constant (t1, t2, …), a location a C pointer,
 * and what is known about a value (bounds, whether it can be undefined) is in the form. Where a check fails the C says
 * `goto bail`.
 *
 * Whatever the emitter does not handle sets `unsupported`: the rule or function that it
 * is in is then left to the interpreter. */
#ifndef NOE_COMPILE_EMIT_INT_H
#define NOE_COMPILE_EMIT_INT_H

#include "compile/emit.h"
#include "compile/runtime.h"
#include "lower/lower.h"
#include "symmetry/listed.h"

enum { NOE_TERM_TEXT = 40, NOE_SPOT_BASE = 64, NOE_MOST_BLOCKS = 32 };

/* A value: a C expression without effects that is still right later on. */
struct noe_term {
  char text[NOE_TERM_TEXT];
  int64_t low, high; /* bounds, if it is defined */
  bool defined;      /* certainly */
};

/* Offset into one part of the state: fixed + the value of a C variable ("": none). */
struct noe_offset {
  int64_t fixed;
  char moving[NOE_TERM_TEXT];
};

/* A place. Most are a row of cells; one that contains arrays over a block is spread
 * over the parts of the state. */
struct noe_spot {
  bool spread;
  enum noe_low_root root;
  struct noe_piece *piece;   /* FRAME: which one */
  char base[NOE_SPOT_BASE];  /* row: a C pointer to cells */
  struct noe_offset at;      /* row: from there; spread: in the plain part */
  struct noe_offset *slices; /* spread: by block, in a slice */
};

/* The part of a state that a block's entries hold. */
struct noe_emit_block {
  uint32_t size;        /* points */
  uint32_t cells;       /* of a slice */
  uint32_t bits, words; /* of a slice as a number */
  uint32_t count_bits;
  const uint32_t *first; /* by cell of the slice: the cell of the state, of point 0 */
};

/* Cells of a frame that are one array in C, l<first>: no address means cells of two pieces. */
struct noe_piece {
  uint32_t first, cells;
  bool is_used;
  bool can_be_tainted; /* rounds of a watched loop may leave different values in it (emit_watch.c) */
};

/* A label to go to. */
struct noe_leave {
  char label[NOE_TERM_TEXT];
};

/* The C function that is being written. */
struct noe_emit_function {
  struct noe_text text;
  unsigned names; /* used up */
  int depth;      /* of indentation */
  bool bails, leaves;
  bool calls;                              /* functions of the model, which may end in some way of their own */
  const struct noe_low_function *function; /* of the model, or NULL */
  const struct noe_low_unit *unit;         /* whose values these are; NULL: of none */
  struct noe_term *terms;                  /* by value, as far as they are computed */
  NOE_LIST(struct noe_piece) pieces;       /* of the frame, in order */
  bool pure;                               /* nothing that it does to the state may last */
  struct noe_leave leave;                  /* when a call did not end well */
  struct noe_leave bail;                   /* when anything else is left to the interpreter, or to a trial of orders */
  bool trial;                              /* in a round that is tried out (emit_trial.c) */
  uint32_t compared;                       /* cells of the largest value with bags that is compared */
  bool here;                               /* runs in the state that was read, which is whole (emit_definedness.c) */
  NOE_LIST(const char *) undo;             /* before a `return`, last one first */
  bool watching;                           /* in the body of a watched loop, here or in a caller */
  const struct noe_low_op *loop;           /* here: that loop, the outermost */
  unsigned seek;                           /* in a loop that looks for something: its name; else 0 */
  size_t seek_undo;                        /* what of `undo` is to be done only behind it */
  const struct noe_clause *clause;         /* whose parameters these are, or NULL */
  bool by_twins;                 /* quantifiers pass over values that others stand for, given those that are bound: */
  NOE_LIST(const char *) points; /* of what is bound, the points, in C */
};

/* With so many points twins are looked for in states that are judged, and kept together when
 * points are sorted; with fewer, that takes longer than going without. */
#ifdef NOE_HOSTILE
enum { NOE_MANY_POINTS = 1 };
#else
enum { NOE_MANY_POINTS = 12 };
#endif

/* Calls deeper than this are left to the interpreter, whatever the model allows: C has
 * no say in how much stack there is. */
enum { NOE_DEEPEST_CALL = 64 };

/* A function of the model as it is called: bit 0: where nothing that it does may last;
 * bit 1: in a watched loop. */
enum { NOE_VARIANT_PURE = 1, NOE_VARIANT_WATCHED = 2, NOE_VARIANTS = 4 };

struct noe_emit_call {
  bool wanted, failed, done;
  bool refused;         /* failed before everything was written again */
  uint64_t binds;       /* blocks whose values some loop in it, or below it, runs through */
  struct noe_text text; /* of its definition */
};

struct noe_emitter {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_lowered *form;
  const struct noe_symmetry *every;            /* of all blocks, or NULL */
  const struct noe_symmetry *symmetry;         /* the same; with runs, of the large ones */
  const struct noe_listed_permutations *turns; /* and the least of several; else NULL */
  const struct noe_proof *proof;
  enum noe_native_keys keys;
  uint32_t cell_bits; /* 8, 16, 32 or 64 */
  bool at_ease;       /* cells of small states are not to be bytes */
  bool is_tight;      /* they are, and wider ones would do as well */
  bool misfits;       /* some number that is kept in a cell may have no room there */

  /* layout */
  struct noe_emit_block *blocks;
  uint32_t block_count; /* 0 with packed keys */
  uint32_t plain_cells;
  uint32_t *plain;    /* the cells of the plain part */
  uint32_t *plain_of; /* by cell: its position there */
  uint32_t *parts;    /* by type id and part (block_count: plain): cells */

  /* definedness, by cell: see emit_definedness.c */
  uint32_t *leaves; /* which cell it is like */
  bool *whole;      /* by leaf: taken to be defined */
  bool *trusted;    /* by leaf: something relies on that */

  struct noe_emit_function *in;
  bool unsupported;
  const char *why;
  struct noe_emit_call *calls[NOE_VARIANTS]; /* by function id */
  bool recursive;                            /* calls have to be counted */
  bool *tellers;                             /* by function id: a call of it may come to a cover statement */
  bool *bag_readers;    /* by function id: a call of it may look at more than one element of a multiset */
  bool arranges;        /* rounds of some watched loop may arrange bags (model/watch_int.h) */
  bool *sorters;        /* by type id: a function that sorts the bags in it is wanted */
  bool watches;         /* there are watched loops in it */
  uint64_t trial_cells; /* room for the rows of loops whose orders are tried; 0: there are none */
  bool taints;          /* some of them do more than look for something */
  bool taints_frames;   /* and may leave different values in a cell of a frame */
  bool judged;          /* claims ask who is a twin in the state that is judged */
  bool twins;           /* with turns: rules ask which points of small blocks are */
  uint8_t *rules;       /* by rule: can be compiled */
  bool *dead;           /* by rule: it can, and never fires */
  bool claims, assumptions, goals, trials;
  bool canonical; /* it finds canonical forms */
};

/* ------------------------------------------------------------------- text */

void noe_compile_line(struct noe_emitter *emitter, const char *format, ...) __attribute__((format(printf, 2, 3)));
void noe_compile_open(struct noe_emitter *emitter, const char *format, ...) __attribute__((format(printf, 2, 3)));
void noe_compile_brace(struct noe_emitter *emitter);
void noe_compile_close(struct noe_emitter *emitter);
unsigned noe_compile_name(struct noe_emitter *emitter);
void noe_compile_refuse(struct noe_emitter *emitter, const char *why);
void noe_compile_bail_if(struct noe_emitter *emitter, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A number as C writes it. */
const char *noe_compile_number(int64_t value, char buffer[NOE_TERM_TEXT]);

struct noe_term noe_compile_constant(int64_t value);
struct noe_term noe_compile_undefined(void);
/* A new temporary, set to a C expression. */
struct noe_term noe_compile_term(struct noe_emitter *emitter, int64_t low, int64_t high, bool defined,
                                 const char *format, ...) __attribute__((format(printf, 5, 6)));
bool noe_term_is_constant(const struct noe_term *term);

/* Bails if the value has no room in a cell. */
void noe_compile_misfit(struct noe_emitter *emitter, const struct noe_term *value);

/* What a value of the form is in C; once it is known. */
const struct noe_term *noe_compile_term_of(struct noe_emitter *emitter, uint32_t value);
void noe_compile_give(struct noe_emitter *emitter, uint32_t value, struct noe_term term);

/* A C function, from its head to its end. */
void noe_compile_begin(struct noe_emitter *emitter, struct noe_emit_function *function);
/* `function` is about the values of the unit, and about these lists of it. */
struct noe_emit_lists {
  const struct noe_low_block *const *blocks;
  uint32_t count;
};
void noe_compile_use_unit(struct noe_emitter *emitter, const struct noe_low_unit *unit, struct noe_emit_lists lists);
struct noe_piece *noe_compile_piece_of(const struct noe_emitter *emitter, const struct noe_low_address *address);
/* The C arrays of the pieces of its frame that are used. */
void noe_compile_declare_frame(struct noe_emitter *emitter, struct noe_text *out);
/* Those of a clause up to its guard, or its body. */
struct noe_emit_lists noe_compile_lists(struct noe_emitter *emitter, const struct noe_low_clause *clause, bool body);
void noe_compile_end(struct noe_emitter *emitter, const char *head, const char *result, struct noe_text *out);

/* ----------------------------------------------------------------- layout */

/* In cells that are less than 64 bits wide the least number they hold stands for undefined. */
static inline bool noe_compile_is_narrow(const struct noe_emitter *emitter) { return emitter->cell_bits < 64; }
static inline int64_t noe_compile_least(const struct noe_emitter *emitter) {
  return -((int64_t)1 << (emitter->cell_bits - 2)) * 2;
}
/* Are all values between the two within a cell, and none of them undefined? */
static inline bool noe_compile_fits(const struct noe_emitter *emitter, int64_t low, int64_t high) {
  return low > noe_compile_least(emitter) && high <= -(noe_compile_least(emitter) + 1);
}

/* False: the model has no such layout. */
bool noe_compile_layout(struct noe_emitter *emitter);
/* Cells of a type in a part of the state; `part` is a block, or block_count: plain. */
uint32_t noe_compile_part(const struct noe_emitter *emitter, const struct noe_type *type, uint32_t part);
bool noe_compile_is_spread(const struct noe_emitter *emitter, const struct noe_type *type);
/* The block of a scalarset, or -1. */
int noe_compile_block(const struct noe_emitter *emitter, const struct noe_type *type);
/* Blocks that values of a simple type can belong to. */
uint64_t noe_compile_blocks(const struct noe_emitter *emitter, const struct noe_type *type);

/* ----------------------------------------------------------------- places */

struct noe_spot noe_compile_address(struct noe_emitter *emitter, const struct noe_low_address *address);
struct noe_spot noe_compile_variable(struct noe_emitter *emitter, const struct noe_variable *variable);
struct noe_spot noe_compile_row(const char *base);
/* offset + (index - low) x stride */
void noe_compile_advance(struct noe_emitter *emitter, struct noe_offset *offset, const struct noe_term *index,
                         int64_t low, uint32_t stride);
struct noe_spot noe_compile_field(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *record,
                                  uint32_t field);
struct noe_spot noe_compile_element(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *array,
                                    const struct noe_term *index);
/* The n-th cell of a row, as a C expression; a pointer to its start. */
const char *noe_compile_cell(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t number);
const char *noe_compile_pointer(struct noe_emitter *emitter, const struct noe_spot *spot);

/* ----------------------------------------------------------------- values */

/* Writes all operations; what the list yields, if it does. */
void noe_compile_list(struct noe_emitter *emitter, const struct noe_low_op *list);
void noe_compile_list_until(struct noe_emitter *emitter, const struct noe_low_op *list, const struct noe_low_op *end);
struct noe_term noe_compile_block_of(struct noe_emitter *emitter, const struct noe_low_block *block);
void noe_compile_branch(struct noe_emitter *emitter, const struct noe_low_op *op);
void noe_compile_loop(struct noe_emitter *emitter, const struct noe_low_op *op);
void noe_compile_multiset(struct noe_emitter *emitter, const struct noe_low_op *op);
/* ARITHMETIC; `checked`: it may not fit. */
void noe_compile_arithmetic(struct noe_emitter *emitter, const struct noe_low_op *op, bool checked);
/* left ∘ right in a REDUCE, without knowing the bounds. */
struct noe_term noe_compile_reduced(struct noe_emitter *emitter, const struct noe_low_op *op,
                                    const struct noe_term *before, const struct noe_term *right);
/* Can the operation have the number that stands for undefined as its result? */
bool noe_compile_may_be_least(const struct noe_emitter *emitter, const struct noe_low_op *op);
/* Bails if the value is less than `low` or greater than `high`. */
void noe_compile_check(struct noe_emitter *emitter, const struct noe_term *value, int64_t low, int64_t high);
/* Is this multiset one of the state that was read, where present elements are the first? Places that
 * are found out by looking may be anywhere, results of functions for instance. */
bool noe_compile_is_sorted(const struct noe_emitter *emitter, const struct noe_low_address *bag);
/* A C variable that branches set. */
struct noe_term noe_compile_variable_term(struct noe_emitter *emitter, const char *start);
/* What watching does to a loop: enum noe_watch_kind. */
uint8_t noe_compile_watch_kind(const struct noe_emitter *emitter, const struct noe_low_op *loop);

/* Which cells are taken to be defined; first of all. */
void noe_compile_find_definedness(struct noe_emitter *emitter);
/* Is this simple place, in the state that was read? From now on it has to be. */
bool noe_compile_is_always_defined(void *emitter, const struct noe_low_address *place);
void noe_compile_rely_on(struct noe_emitter *emitter, const struct noe_low_address *place);
/* The function that looks whether all those are, once all others are written. */
bool noe_compile_is_trusted(const struct noe_emitter *emitter, uint32_t cell); /* when all clauses are written */
void noe_compile_definedness(struct noe_emitter *emitter, struct noe_text *out);

/* ------------------------------------------------------------------ loops */

enum noe_binding {
  NOE_BINDING_PLAIN, /* no symmetric values among them */
  NOE_BINDING_LIGHT, /* one round per entry */
  NOE_BINDING_SPLIT, /* one round per entry, and the value bound gets one of its own */
  NOE_BINDING_EACH,  /* one round per value */
};

/* A loop through the values of a type, or from … to … by …. */
struct noe_range {
  enum noe_binding binding;
  struct noe_term value; /* bound in this round */
  unsigned name;
  uint64_t blocks;
  const struct noe_type *type; /* whose values are split, or NULL */
  bool undo;
  bool led; /* the C variable led<name> has the number of values that twins exchange it with */
};

/* `undo`: the state is as before afterwards. */
struct noe_range noe_compile_range(struct noe_emitter *emitter, const struct noe_type *type, enum noe_binding binding,
                                   bool undo);
/* A light one, undone, and with the number of values that the entry stands for in the C
 * variable k<name>. */
struct noe_range noe_compile_weighed_range(struct noe_emitter *emitter, const struct noe_type *type);
/* From here on in the round the value is split. */
void noe_compile_split_range(struct noe_emitter *emitter, struct noe_range *range);
/* The loop of v<name> from … to … by …. */
void noe_compile_open_steps(struct noe_emitter *emitter, unsigned name, const struct noe_term *from,
                            const struct noe_term *to, const struct noe_term *by);
/* `target` := the value `source` of the type, taken out of its entry in the state `work`. */
void noe_compile_split(struct noe_emitter *emitter, const struct noe_type *type, const char *work, const char *source,
                       const char *target);
struct noe_range noe_compile_domain(struct noe_emitter *emitter, const struct noe_low_domain *domain,
                                    enum noe_binding binding, bool undo);
/* At the end of a round, inside the braces; after the closing one. */
void noe_compile_range_end(struct noe_emitter *emitter, const struct noe_range *range);
void noe_compile_range_after(struct noe_emitter *emitter, const struct noe_range *range);

/* ------------------------------------------------------------------ facts */

/* Blocks whose values some loop in the list runs through. */
uint64_t noe_compile_binds(const struct noe_emitter *emitter, const struct noe_low_op *list);
/* Does the list change nothing that outlives it? */
bool noe_compile_is_pure(const struct noe_emitter *emitter, const struct noe_low_op *list);
/* May the list come to a cover statement; look at more than one element of a multiset? */
bool noe_compile_tells(const struct noe_emitter *emitter, const struct noe_low_op *list);
bool noe_compile_reads_multisets(const struct noe_emitter *emitter, const struct noe_low_op *list);
/* Does the operation, or one in it, write the piece, or pass it to somebody who may? */
bool noe_compile_exposes(const struct noe_low_op *op, const struct noe_piece *piece);
/* What is known of functions, by id; and of calls: first of all. */
void noe_compile_find_facts(struct noe_emitter *emitter);

/* -------------------------------------------------------------- compounds */

void noe_compile_fill(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *type, bool clear);
void noe_compile_copy(struct noe_emitter *emitter, const struct noe_spot *target, const struct noe_spot *source,
                      const struct noe_type *type);
struct noe_term noe_compile_same(struct noe_emitter *emitter, const struct noe_spot *left, const struct noe_spot *right,
                                 const struct noe_type *type);
void noe_compile_sort(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *type);
/* Functions that sort the bags in a row of cells, as far as they are wanted. */
void noe_compile_sorters(struct noe_emitter *emitter, struct noe_text *out);

/* ------------------------------------------------- statements and clauses */

/* emit_switch.c: an IF that compares a value with numbers, as do those in its else: written, or false. */
bool noe_compile_switch(struct noe_emitter *emitter, const struct noe_low_op *op);
/* Are there elements of multisets to pack behind the cells that have places? */
bool noe_compile_has_streams(const struct noe_model *model);
/* The point that a value of the type names, in C; NULL if it never names one whose twins
 * stand for it. */
const char *noe_compile_point(struct noe_emitter *emitter, const struct noe_type *type, const char *value);
/* The function that sorts the bags of a packed state that a firing has changed. */
void noe_compile_sort_multisets(struct noe_emitter *emitter, struct noe_text *out);
/* Of the multiset that begins at the cell: where `settle` says whether it has changed. */
uint32_t noe_compile_multiset_number(const struct noe_model *model, uint32_t cell);

/* Watched loops: what their rounds read and write is told before it happens. */
struct noe_watching {
  bool watching;
  const struct noe_low_op *loop;
  struct noe_leave leave;
};
struct noe_watching noe_compile_watch_begin(struct noe_emitter *emitter, const struct noe_low_op *loop);
/* First of all: whether there can be taints. When a function begins: there are none yet in its local. */
void noe_compile_find_taints(struct noe_emitter *emitter);
void noe_compile_forget_taints(struct noe_emitter *emitter, const struct noe_piece *piece, struct noe_text *out);
/* Of the function that is being written: which pieces can have taints. */
void noe_compile_taint_pieces(struct noe_emitter *emitter, struct noe_emit_lists lists);
void noe_compile_watch_round(struct noe_emitter *emitter);
void noe_compile_watch_end(struct noe_emitter *emitter, const struct noe_watching *before);
/* If so: from here on a firing that a call discards depends on the order, and bails. What held
 * before, to be put back. */
struct noe_leave noe_compile_doubt_discards(struct noe_emitter *emitter, bool doubt);

/* emit_trial.c: a loop whose orders are tried out if watching it is not enough. */
struct noe_attempt {
  unsigned name;
  uint64_t rounds;
  NOE_LIST(struct noe_piece *) pieces; /* that rounds may write */
  uint32_t cells;                      /* of those */
  struct noe_leave bail;               /* from before */
};
/* Before the loop, if it is such a one; behind it. */
bool noe_compile_attempt(struct noe_emitter *emitter, const struct noe_low_op *loop, struct noe_attempt *attempt);
void noe_compile_try_orders(struct noe_emitter *emitter, const struct noe_low_op *loop,
                            const struct noe_attempt *attempt);
/* What the frame needs for it. */
void noe_compile_trial_fields(const struct noe_emitter *emitter, struct noe_text *out);

/* Does the loop only look for something that it returns (emit_search_loop.c)? */
bool noe_compile_is_search(const struct noe_emitter *emitter, const struct noe_low_op *loop);
void noe_compile_search(struct noe_emitter *emitter, const struct noe_low_op *loop);
/* The rounds of a FOR; `seek`: the name of the loop, if it looks for something; else 0. */
void noe_compile_rounds(struct noe_emitter *emitter, const struct noe_low_op *loop, bool watched, unsigned seek);
/* The function returns the value; in a search loop, this round has found it. */
void noe_compile_leave_with(struct noe_emitter *emitter, const struct noe_term *value);
void noe_compile_will_read(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first, uint32_t cells);
void noe_compile_will_write(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first, const char *value);
void noe_compile_will_copy(struct noe_emitter *emitter, const struct noe_spot *target, const struct noe_spot *source,
                           uint32_t cells);
void noe_compile_will_fill(struct noe_emitter *emitter, const struct noe_spot *spot, uint32_t cells);
void noe_compile_will_add(struct noe_emitter *emitter, const struct noe_spot *multiset, uint32_t cells);
void noe_compile_reduce(struct noe_emitter *emitter, const struct noe_low_op *op);
/* An assignment without telling anybody. */
void noe_compile_store(struct noe_emitter *emitter, const struct noe_spot *spot, const struct noe_type *type,
                       const struct noe_term *value);

void noe_compile_call(struct noe_emitter *emitter, const struct noe_low_op *op);
void noe_compile_functions(struct noe_emitter *emitter);
void noe_compile_declare_functions(struct noe_emitter *emitter, struct noe_text *out);

/* Each writes its functions; false: it cannot. A rule that never fires needs none. */
bool noe_compile_rule(struct noe_emitter *emitter, const struct noe_clause *rule, bool *is_dead, struct noe_text *out);
bool noe_compile_claim(struct noe_emitter *emitter, const struct noe_clause *claim, struct noe_text *out);
/* Does a permutation change arguments of the claim? */
bool noe_compile_moves(const struct noe_emitter *emitter, const struct noe_clause *claim);

/* A guard as a list of conjuncts, each with the place where it is tested: as soon as
 * `level` binders are bound. */
struct noe_conjunct {
  struct noe_low_block block;
  uint32_t level;
  uint32_t cost; /* 0: a few comparisons */
  bool fails;    /* it may have no value */
  bool tells;    /* it may come to a cover statement; then it fails as well */
  bool never;    /* it is false */
};
struct noe_plan {
  struct noe_conjunct *conjuncts; /* in the order in which they are tested */
  uint32_t count;
  bool is_dead; /* no instance is ever enabled, and none fails */
};

/* The plan for the guard of a rule. */
struct noe_plan noe_compile_plan(struct noe_emitter *emitter, const struct noe_low_clause *rule);

/* The loops of a clause's parameters, with its aliases between them. */
struct noe_nest {
  const struct noe_clause *clause;
  const struct noe_low_clause *lowered;
  const struct noe_plan *plan; /* or NULL: the guard is not tested here */
  bool is_reduced;             /* twins are passed over */
  bool is_strict;              /* a round that is discarded is left to the interpreter */
  struct noe_range *ranges;    /* by parameter; elements of multisets have no name */
  uint32_t parameters;         /* opened so far */
  char done[NOE_TERM_TEXT];    /* label at the end of the innermost round */
};

/* Opens all loops of `clause`, and tests the guard by the plan. Inside, a parameter has the
 * value ranges[k].value; when an instance is not wanted after all: goto done. */
void noe_compile_nest(struct noe_emitter *emitter, struct noe_nest *nest);
void noe_compile_nest_end(struct noe_emitter *emitter, struct noe_nest *nest);
/* `goto done` unless the guard holds. */
void noe_compile_guard(struct noe_emitter *emitter, const struct noe_low_clause *clause, const char *done);
/* Guard and aliases change nothing? And the clause has a lowered form? */
bool noe_compile_is_pure_clause(const struct noe_emitter *emitter, const struct noe_low_clause *clause);

/* ------------------------------------------------------------------- keys */

void noe_compile_prelude(struct noe_emitter *emitter, struct noe_text *out);
/* struct work, the frame, decode, encode, copy. */
void noe_compile_packed(struct noe_emitter *emitter, struct noe_text *out);
/* emit_change.c: decode and encode of large states, and what the frame needs for them. */
bool noe_compile_is_large(const struct noe_emitter *emitter);
void noe_compile_changes(struct noe_emitter *emitter, struct noe_text *out);
void noe_compile_change_fields(const struct noe_emitter *emitter, struct noe_text *out);
void noe_compile_runs(struct noe_emitter *emitter, struct noe_text *out);
void noe_compile_runs_fields(struct noe_emitter *emitter, struct noe_text *out);

/* With small blocks: turning the work, and `encode`, which calls `write_key`. */
void noe_compile_listed(struct noe_emitter *emitter, struct noe_text *out);
void noe_compile_listed_fields(struct noe_emitter *emitter, uint64_t key_bytes, struct noe_text *out);
void noe_compile_listed_tiebreak(struct noe_emitter *emitter, struct noe_text *out);
/* What a turned cell becomes, when `value` (C) is what it comes from. */
const char *noe_compile_image(struct noe_emitter *emitter, uint32_t number, uint32_t turned, const char *value);
/* How many cells, taken over all turns: a measure of the text. */
uint64_t noe_compile_turned(const struct noe_emitter *emitter);

/* ------------------------------------------------------- canonical forms */

/* Everything from `look` to `canonise`; false, and nothing written: the host does it. */
bool noe_compile_canon(struct noe_emitter *emitter, struct noe_text *out);

#endif
