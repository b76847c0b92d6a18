/* Sets of vectors as decision diagrams with many-valued nodes.
 *
 * A *set* is named by a number. 0 is the empty set, 1 the set of the empty vector alone. Any other names a node
 * (label, down, right) and is
 *
 *   set(n) = { label . w : w in set(down) }  +  set(right)
 *
 * with down not empty and label less than the label of `right`, unless that is 0. There is one node for each such
 * triple, so equal sets have equal numbers. Nodes know no level: one of them serves at any depth.
 *
 * Vectors of a set may differ in length as long as none is the beginning of another one.
 *
 * Operations are recursions over nodes whose results are remembered in a cache that may forget: whoever wants an
 * operation of his own takes a *tag* for it (noe_diagram_tag), and looks up and enters results under the tag and two
 * operands. All operations here are functions of sets: no order of calls changes a result.
 *
 * Memory: nodes live until noe_diagram_collect, which keeps what can be reached from the roots that its caller marks,
 * and forgets all remembered results. Nothing is collected inside of an operation. Where memory runs out, everything
 * here escapes (base/memory.h); whatever was made of the sets so far must not be believed then.
 *
 * A family of diagrams belongs to one thread. Recursions are as deep as vectors are long. */
#ifndef NOE_DIAGRAM_DIAGRAM_H
#define NOE_DIAGRAM_DIAGRAM_H

#include "base/number.h"

enum { NOE_DIAGRAM_NONE = 0, NOE_DIAGRAM_UNIT = 1, NOE_DIAGRAM_FIRST_NODE = 2 };

struct noe_diagram_node {
  uint32_t label, down, right;
  uint32_t next; /* in its chain of the unique table; of a node that is free: the next free one */
};

struct noe_diagrams;

struct noe_diagrams *noe_diagram_new(struct noe_memory *memory);
void noe_diagram_delete(struct noe_diagrams *diagrams);

/* { label . w : w in down } + right. `label` is less than those of `right`; `down` empty gives `right`. */
uint32_t noe_diagram_make(struct noe_diagrams *diagrams, uint32_t label, uint32_t down, uint32_t right);
/* Its parts; `set` is a node. The copy stays right whatever is made. */
struct noe_diagram_node noe_diagram_get(const struct noe_diagrams *diagrams, uint32_t set);

/* left + right, left - right, what is in both. */
uint32_t noe_diagram_union(struct noe_diagrams *diagrams, uint32_t left, uint32_t right);
uint32_t noe_diagram_minus(struct noe_diagrams *diagrams, uint32_t left, uint32_t right);
uint32_t noe_diagram_meet(struct noe_diagrams *diagrams, uint32_t left, uint32_t right);

/* How many members. May escape. */
void noe_diagram_count(struct noe_diagrams *diagrams, uint32_t set, struct noe_number *count);

/* Calls `visit` once for each label in the set, in no particular order. */
void noe_diagram_labels(struct noe_diagrams *diagrams, uint32_t set, void (*visit)(void *context, uint32_t label),
                        void *context);
/* Nodes below the set. */
uint64_t noe_diagram_size(struct noe_diagrams *diagrams, uint32_t set);

/* Operations of one's own: a tag that nobody else has, and `count` - 1 tags that follow it. */
uint32_t noe_diagram_tag(struct noe_diagrams *diagrams, uint32_t count);
bool noe_diagram_recall(struct noe_diagrams *diagrams, uint32_t tag, uint32_t a, uint32_t b, uint32_t *result);
void noe_diagram_remember(struct noe_diagrams *diagrams, uint32_t tag, uint32_t a, uint32_t b, uint32_t result);

/* Frees every node that cannot be reached from the sets that `roots` marks. Numbers of others stay. */
void noe_diagram_collect(struct noe_diagrams *diagrams, void (*roots)(void *context), void *context);
void noe_diagram_mark(struct noe_diagrams *diagrams, uint32_t set);
/* Has so much been made since the last time that it is worth while? */
bool noe_diagram_is_full(const struct noe_diagrams *diagrams);

/* Work is counted in results that are looked for, and in whatever an owner of the diagrams adds to it. When `most` of it
 * is done, `more(context, done)` says how much there may be from now on, if it is not NULL; what is then still too much
 * escapes as if memory had run out. 0: there is no such limit. Has it been reached? */
void noe_diagram_limit(struct noe_diagrams *diagrams, uint64_t most, uint64_t (*more)(void *context, uint64_t done),
                       void *context);
void noe_diagram_spend(struct noe_diagrams *diagrams, uint64_t work);
bool noe_diagram_is_at_limit(const struct noe_diagrams *diagrams);

struct noe_diagram_figures {
  uint64_t nodes, peak_nodes, made; /* now, at most at a time, ever */
  uint64_t collections;
};
struct noe_diagram_figures noe_diagram_figures(const struct noe_diagrams *diagrams);

/* The nodes below the set as a graph for `dot`; `name` writes a label (NULL: its number). */
void noe_diagram_dot(struct noe_diagrams *diagrams, uint32_t set, struct noe_text *out,
                     void (*name)(void *context, uint32_t label, struct noe_text *out), void *context);

/* What is wrong with the whole structure; NULL: nothing. */
const char *noe_diagram_check(const struct noe_diagrams *diagrams);

#endif
