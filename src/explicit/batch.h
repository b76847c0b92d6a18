/* Successors on their way into the store: what expand.c finds and insert_batch.c takes in.
 * Batching lets the memory that many inserts will touch be asked for at once.
 *
 * The items of one state stand together, after `begin`, until `commit` makes them count;
 * `drop` takes them back (a compiled model changed its mind). Of a state with very many
 * some are taken in before (noe_explicit_insert_batch_early). Belongs to one thread, and is
 * freed with its memory; all of it may escape. */
#ifndef NOE_EXPLICIT_BATCH_H
#define NOE_EXPLICIT_BATCH_H

#include <string.h>

#include "base/memory.h"
#include "compile/native.h"
#include "store/store.h"
#include "model/model.h"

struct noe_batch_item {
  uint64_t source;     /* id of the state it comes from, or NOE_NO_STATE */
  uint64_t weight;     /* instances that it stands for */
  uint64_t stabiliser; /* permutations that fix it; 0: not known. If those of all have no room in a word: */
  uint32_t classes;    /* classes of points; more than there is room for: not known */
  uint16_t sizes[NOE_NATIVE_SIZES]; /* of so many */
  size_t data;                      /* where the key, or the row of cells, begins */
  size_t arguments;
  const struct noe_clause *clause;
  uint32_t bytes; /* of the key; 0 if it is a row of cells */
  bool is_cells;  /* a state, not its key */
  bool is_judged; /* assumptions have been looked at: */
  bool is_dropped;
};

struct noe_batch {
  struct noe_memory *memory;
  struct noe_batch_item *items;
  struct noe_probe *probes; /* of their keys, for the store */
  size_t count, room;
  uint8_t *data; /* keys and rows, each aligned to words */
  size_t used, data_room;
  int64_t *arguments;
  size_t argument_count, argument_room;
  size_t first, first_used, first_argument; /* of the state being expanded */
};

struct noe_batch noe_explicit_batch(struct noe_memory *memory);
/* Room for one more item. */
void noe_explicit_batch_make_room(struct noe_batch *batch, size_t bytes, size_t arguments);

/* The items that follow come from another state. */
static inline void noe_batch_begin(struct noe_batch *batch) {
  batch->first = batch->count;
  batch->first_used = batch->used;
  batch->first_argument = batch->argument_count;
}

static inline void noe_batch_drop(struct noe_batch *batch) {
  batch->count = batch->first;
  batch->used = batch->first_used;
  batch->argument_count = batch->first_argument;
}

static inline void noe_batch_clear(struct noe_batch *batch) {
  batch->count = batch->used = batch->argument_count = 0;
  noe_batch_begin(batch);
}

/* At least one, so that there is a place for it. */
static inline size_t noe_batch_words(size_t bytes) { return (bytes ? bytes + 7 : 8) / 8 * 8; }

/* One more item, with room for `bytes` bytes of data; `arguments` are copied unless
 * NULL. Whence it comes and its hash are to be filled in. Pointers to items and data hold until the next one. */
static inline struct noe_batch_item *noe_batch_add(struct noe_batch *batch, const struct noe_clause *clause,
                                                   const int64_t *arguments, size_t bytes) {
  size_t whole = noe_batch_words(bytes), count = arguments ? clause->parameter_count : 0;
  if (batch->count == batch->room || batch->data_room - batch->used < whole ||
      batch->argument_room - batch->argument_count < count)
    noe_explicit_batch_make_room(batch, whole, count);
  struct noe_batch_item *item = &batch->items[batch->count++];
  item->weight = 1;
  item->stabiliser = 0;
  item->classes = 0;
  item->data = batch->used;
  item->arguments = batch->argument_count;
  item->clause = clause;
  item->bytes = 0;
  item->is_cells = item->is_judged = item->is_dropped = false;
  batch->used += whole;
  if (count)
    memcpy(batch->arguments + batch->argument_count, arguments, count * sizeof *arguments);
  batch->argument_count += count;
  return item;
}

/* The item added last turned out to have so few bytes. */
static inline void noe_batch_trim(struct noe_batch *batch, size_t bytes) {
  batch->used = batch->items[batch->count - 1].data + noe_batch_words(bytes);
}

/* The key of the item added last is known by this hash; of a row of cells nothing is known yet. */
static inline void noe_batch_probe(struct noe_batch *batch, uint64_t hash) {
  batch->probes[batch->count - 1] = (struct noe_probe){.hash = hash};
}

/* Has the state being expanded so many that they had better be taken in before it is done? */
#ifdef NOE_HOSTILE
enum { NOE_BATCH_LARGE = 5 };
#else
enum { NOE_BATCH_LARGE = 8192 };
#endif
static inline bool noe_batch_is_large(const struct noe_batch *batch) {
  return batch->count - batch->first >= NOE_BATCH_LARGE;
}

static inline uint8_t *noe_batch_data(const struct noe_batch *batch, const struct noe_batch_item *item) {
  return batch->data + item->data;
}

#endif
