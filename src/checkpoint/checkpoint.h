/* Checkpoints: what a search has done so far, on disk, so that it can go on after it
 * was killed.
 *
 * A checkpoint is a directory of
 *   head        what made it and of what (circumstances), the sizes of the levels, how
 *               far the search has come, which files belong to it; and `rest`, bytes
 *               that only the search understands (counters, failures so far)
 *   states.G    the states of the closed levels, in the order of their numbers: key
 *               and parent. Only appended to, so that each state is written once
 *   open.S      the states of the open level, if there are any
 * Everything comes in blocks, compressed (zstd) and with a checksum (xxHash) that
 * covers the block's place; the head holds lengths and a sum over the checksums.
 *
 * Atomicity: files that the head names are never written within the lengths that it
 * says. New bytes are synchronised to disk first, then a new head takes the place of
 * the old one by a rename, then files that the head does not name are removed. So whenever the
 * machine stops, the directory holds the last checkpoint that was completed.
 *
 * Consistency is the caller's: it saves when no state is half expanded. Then the
 * states below `expanded` have been expanded, those after it not at all, and whatever
 * the expanded ones lead to is in the view, looked at and counted. Inserting it
 * again changes nothing, so that the search goes on as if nothing had happened.
 *
 * Nothing here escapes. zstd takes a few megabytes of its own, outside the account.
 * One process at a time uses a directory (a lock on it says so); one thread. */
#ifndef NOE_CHECKPOINT_CHECKPOINT_H
#define NOE_CHECKPOINT_CHECKPOINT_H

#include "base/memory.h"

/* Something that must be the same when the search goes on: `--bound`, `10`. */
struct noe_circumstance {
  const char *name, *value;
};

struct noe_checkpoint;

/* What a search has to be kept. States are numbered through the closed levels, then
 * through the open one (in any order, so long as the view lives). */
struct noe_checkpoint_view {
  void *context;
  /* Copies the key and returns its length. `*parent` becomes the parent's number,
   * which is in the level before, or NOE_NO_STATE in the first one. */
  uint32_t (*state)(void *context, uint64_t number, uint8_t *key, uint64_t *parent);
  const uint64_t *levels; /* sizes of the closed levels */
  uint64_t level_count;
  uint64_t open;     /* states in the open level */
  uint64_t expanded; /* states 0 .. expanded - 1 have been, all levels but the last closed one among them */
  const uint8_t *rest;
  size_t rest_bytes;
};

/* The functions below that fail say why in `trouble`: a sentence, without a full stop,
 * that begins with the name of the directory. */
struct noe_trouble {
  char text[600];
  bool is_memory; /* there was no room in memory, nothing else is wrong */
};

/* Makes the directory if need be. NULL if it cannot be used, or holds a checkpoint.
 * Circumstances are copied. `most_bytes`: of a key. */
struct noe_checkpoint *noe_checkpoint_begin(struct noe_memory *memory, const char *directory,
                                            const struct noe_circumstance *circumstances, uint32_t count,
                                            uint32_t most_bytes, struct noe_trouble *trouble);

/* Opens the checkpoint that is there and reads its head. NULL if there is none, or if
 * it is damaged. */
struct noe_checkpoint *noe_checkpoint_resume(struct noe_memory *memory, const char *directory,
                                             struct noe_trouble *trouble);
void noe_checkpoint_close(struct noe_checkpoint *checkpoint);

/* About a checkpoint that was resumed: */

/* Is it one of a search under these circumstances? They are compared in order; the
 * first difference is the trouble. */
bool noe_checkpoint_fits(struct noe_checkpoint *checkpoint, const struct noe_circumstance *circumstances,
                         uint32_t count, struct noe_trouble *trouble);
/* Levels, sizes, `expanded` and `rest`; it has no `state`. */
const struct noe_checkpoint_view *noe_checkpoint_kept(const struct noe_checkpoint *checkpoint);

/* Hands over every state in order. The functions of the loader return false to end it. */
struct noe_checkpoint_loader {
  void *context;
  bool (*state)(void *context, uint64_t number, const uint8_t *key, uint32_t bytes, uint64_t parent);
  bool (*close_level)(void *context); /* after the last state of each closed level */
};
enum noe_load {
  NOE_LOAD_DONE,
  NOE_LOAD_STOPPED, /* by the loader */
  NOE_LOAD_FAILED,  /* see `trouble`; what was handed over is worth nothing */
};
enum noe_load noe_checkpoint_load(struct noe_checkpoint *checkpoint, uint32_t most_bytes,
                                  const struct noe_checkpoint_loader *loader, struct noe_trouble *trouble);

/* Writes the states of closed levels that are not in the file yet. The next `save`
 * does it anyway; a store that forgets keys needs it earlier. */
bool noe_checkpoint_append(struct noe_checkpoint *checkpoint, const struct noe_checkpoint_view *view,
                           struct noe_trouble *trouble);
/* Replaces the checkpoint. If that fails the last one is still there, and the next
 * call tries again. After `resume`, only if `load` is DONE. */
bool noe_checkpoint_save(struct noe_checkpoint *checkpoint, const struct noe_checkpoint_view *view,
                         struct noe_trouble *trouble);
/* The search begins anew, perhaps under other circumstances. The last checkpoint stays
 * until the next `save`. False if there is no memory. */
bool noe_checkpoint_restart(struct noe_checkpoint *checkpoint, const struct noe_circumstance *circumstances,
                            uint32_t count, uint32_t most_bytes);

/* There is nothing to go on with: removes the files, not the directory. */
void noe_checkpoint_remove(const char *directory);

#endif
