/* What a compiled model offers: the contract between noether and the C that it
 * generates. The generated file begins with this header as it is (runtime.h), so that it can be
 * compiled where noether's sources are not at hand; it includes nothing but what every compiler
 * has.
 *
 * A compiled model explains nothing. Whatever goes wrong in it (a run-time error, a
 * loop whose order may matter, an assumption in a body that it cannot decide, a
 * counter that would overflow) it answers BAIL, has no lasting effect, and the
 * reference interpreter does the same work again and says what is the matter. So
 * there is one source of messages and verdicts on errors, and the two executions
 * cannot disagree about them.
 *
 * Keys are those of noe_symmetry_runs (unary models: NOE_NATIVE_RUNS), or packed
 * states as of noe_model_pack (NOE_NATIVE_PACKED); a key given to a module can be read in whole
 * words, up to the one in which it ends. With PACKED and a symmetry most
 * modules find representatives themselves (`canonical`); where one does not, or not for
 * this state, the host has to: then `cells` of the successor are given.
 *
 * Threads: the module has no state of its own; everything is in the frame, of which
 * each thread has one. Between two calls the module keeps no pointers in it: the next call may be
 * one of another module, built of the same text with other flags. */
#ifndef NOE_COMPILE_NATIVE_H
#define NOE_COMPILE_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NOE_NATIVE_ABI 10

enum noe_native_keys {
  NOE_NATIVE_RUNS,
  NOE_NATIVE_PACKED,
};

enum noe_native_answer {
  NOE_NATIVE_DONE, /* claims: all hold; assumptions: all hold */
  NOE_NATIVE_NO,   /* an assumption is false; or an instance of a claim is, and others may fail */
  NOE_NATIVE_BAIL, /* ask the interpreter */
};

/* frame->first_goals of a property that is of no interest. */
#define NOE_NO_GOALS UINT32_MAX

struct noe_native_frame;
enum { NOE_NATIVE_SIZES = 8 };

typedef bool (*noe_native_successor)(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key,
                                     uint32_t bytes, const int64_t *cells, const int64_t *arguments);

/* One frame per thread. The host fills the first part; the rest is the module's. */
struct noe_native_frame {
  void *host;

  /* A successor: rule, number of instances it stands for (with PACKED twins do not count), its
   * key. With PACKED `arguments` are those of the instance; with `want_cells` the key is
   * NULL, and `cells` holds the successor as a row of cells, unless it is canonical, too,
   * and found the representative: the key is that one's, and `stabiliser` is set. False: stop
   * (the host is out of memory or patience), expand then answers BAIL. Successors that
   * come before a BAIL are true ones; the interpreter will find them again. */
  noe_native_successor successor;
  bool want_cells, canonical;

  /* RUNS and `want_moves`: what became of whom. When `successor` is called, `moves` holds
   * for each block the number of parts into which its points fell, and for each part the
   * entry of the state that it was in and the entry of the successor that it is in. Every
   * entry of either is named. The first parts of a block are what is left of the entries of
   * the state, in their order; each other one is one point. `arguments` are those of the
   * instance, in which the part that a point is in stands for a point of a large block. */
  bool want_moves;
  const uint32_t *moves;

  /* PACKED: twin classes of the state (struct noe_twins), or NULL: fire every instance.
   * With `find_twins`, which a canonical module can be asked for, `expand` fills them. */
  bool find_twins;
  uint16_t *class_of, *rank_of, *size_of;
  uint32_t *twin_classes;

  /* Permutations that fix the successor that is being delivered; 0: not known, or too many
   * for a word. They are those of the points of classes, of which `sizes` tells how many points
   * each has that has more than one; `classes` is how many there are, or more than there is room for. */
  uint64_t stabiliser;
  uint32_t classes;
  uint16_t sizes[NOE_NATIVE_SIZES];

  /* Where the host has room for them: how the representative of a successor was made. By point, what it is called
   * there; by name, the least name of those that can be exchanged with it. */
  uint16_t *names, *alike;

  /* Results of expand: does a firing change the state (concretely)? is an instance enabled? */
  bool progress, enabled;

  /* Counters that are added to: cover statements by property, implications whose left
   * side was true by witness, claims of kind cover that hold by property. A BAIL leaves
   * them as they were before the call, and so does a NO of claims (the interpreter looks
   * at them again). Only whether the first two are 0 can be compared with the
   * interpreter's: entries count once, whatever they stand for. */
  uint64_t *covers, *witnesses, *cover_claims;
  /* A call in which a cover statement would count answers BAIL: the interpreter knows whether
   * an order of rounds is to blame (noe_model_machine_uneven). */
  bool leave_covers;

  /* For `goals`: by liveness property, which bit of `goals` is that of its first instance
   * (the others follow in order), or NOE_NO_GOALS. Bits of instances that hold are set;
   * after a BAIL some are, and they mean nothing. */
  const uint32_t *first_goals;
  uint64_t *goals;

  /* Now and then, in long loops: true means stop, and BAIL. */
  bool (*impatient)(void *host);
  uint32_t ticks;
};

/* Work that does not depend on the model. A compiler that optimises has it in the text; what others make of
 * it is so slow that a module of theirs has noether do it (`aid` of the module). Cells are bytes where it is
 * about cells. */
struct noe_native_cell {
  uint16_t cell;
  uint8_t shift;
  int8_t base, empty; /* stored as 0 if it is empty, else by how much it is more than base, and 1 */
};
struct noe_native_order {
  uint64_t *sorted; /* numbers of entries: slice << shift, who names it, which it is */
  uint32_t *rank, *weight;
  uint64_t entry, name; /* masks */
  uint32_t shift, bits, count_bits;
};
struct noe_native_bits {
  uint8_t *at;
  uint64_t held;
  uint32_t fill;
};
struct noe_native_helpers {
  /* Numbers of entries that nobody names. */
  void (*slices)(uint64_t *sorted, uint32_t count, const void *entries, size_t stride,
                 const struct noe_native_cell *cells, uint32_t cell_count);
  /* Sorts them and joins equal ones; how many are left, 0 if one that is named stands for several. */
  uint32_t (*order)(const struct noe_native_order *order, const void *weights, size_t stride, uint32_t count);
  void (*write)(struct noe_native_bits *bits, const struct noe_native_order *order, uint32_t count);
  /* Present slots come first, in the order of their contents. */
  void (*sort_bag)(int8_t *cells, size_t capacity, size_t stride);
  /* The points of each block by `first`, then by colour, and where those that agree in both begin; how many that are. */
  uint32_t (*arrange)(const uint64_t *first, const uint64_t *colours, const uint16_t *blocks, uint32_t block_count,
                      uint16_t *order, uint16_t *begin);
};

/* The one symbol that a module exports, `noe_native_module`. */
struct noe_native_module {
  uint32_t abi;
  uint32_t keys;      /* enum noe_native_keys */
  uint64_t identity;  /* NOE_IDENTITY, which the builder defines before the text: see build.h */
  size_t frame_bytes; /* to allocate for a frame, zeroed; struct noe_native_frame comes first */
  uint32_t rule_count;
  const uint8_t *rules;                  /* by rule: 1 = compiled; 0 = left to the interpreter */
  bool has_claims;                       /* invariants and cover claims are compiled (all of them, or none) */
  bool has_assumptions;                  /* likewise */
  bool has_goals;                        /* likewise liveness properties without a symmetric parameter */
  bool has_trials;                       /* likewise those with one */
  bool canonical;                        /* PACKED: representatives as of noe_symmetry_canon, and twins */
  const struct noe_native_helpers **aid; /* whereto who loads it puts a pointer; or NULL */

  /* Fires all compiled rules in the state of the key. */
  enum noe_native_answer (*expand)(struct noe_native_frame *frame, const uint8_t *key);
  /* Invariants and cover claims; assumptions. */
  enum noe_native_answer (*claims)(struct noe_native_frame *frame, const uint8_t *key);
  enum noe_native_answer (*assumptions)(struct noe_native_frame *frame, const uint8_t *key);
  enum noe_native_answer (*goals)(struct noe_native_frame *frame, const uint8_t *key);
  /* DONE: each instance of a liveness property with a symmetric parameter has a value. */
  enum noe_native_answer (*trials)(struct noe_native_frame *frame, const uint8_t *key);
};

#endif
