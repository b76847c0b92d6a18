/* States as blocks: for each its key, and its parent as the difference to that of the
 * state before. A state lies in one block. */
#include <assert.h>

#include "checkpoint/checkpoint_int.h"
#include "store/store.h"

/* A start state has parent 0, others their parent's number and 1. */
static uint64_t shown(uint64_t parent) { return parent == NOE_NO_STATE ? 0 : parent + 1; }

/* Small numbers for small differences of either sign. */
static uint64_t fold(uint64_t difference) { return difference << 1 ^ (0 - (difference >> 63)); }
static uint64_t unfold(uint64_t number) { return number >> 1 ^ (0 - (number & 1)); }

bool noe_checkpoint_states_write(struct noe_checkpoint *checkpoint, struct noe_blocks *blocks,
                                 const struct noe_checkpoint_view *view, uint64_t first, uint64_t end,
                                 uint64_t *parent) {
  assert(first <= end && checkpoint->raw && "states from first to end, into blocks");
  size_t most = (size_t)checkpoint->most_bytes + 2 * NOE_NUMBER_BYTES, used = 0;
  for (uint64_t number = first; number < end; number++) {
    uint64_t of;
    if (checkpoint->raw_room - used < most) {
      if (!noe_checkpoint_blocks_write(checkpoint, blocks, used))
        return false;
      used = 0;
    }
    /* The length of the key comes before it: room for the longest is left, then closed. */
    uint8_t *at = checkpoint->raw + used, length[NOE_NUMBER_BYTES];
    uint32_t bytes = view->state(view->context, number, at + NOE_NUMBER_BYTES, &of);
    assert(bytes <= checkpoint->most_bytes && "keys are no longer than was said");
    assert((of == NOE_NO_STATE || of < number) && "a parent is in the level before");
    size_t taken = noe_bytes_of_number(bytes, length);
    memcpy(at, length, taken);
    memmove(at + taken, at + NOE_NUMBER_BYTES, bytes);
    used += taken + bytes;
    used += noe_bytes_of_number(fold(shown(of) - *parent), checkpoint->raw + used);
    assert(used <= checkpoint->raw_room && unfold(fold(shown(of) - *parent)) == shown(of) - *parent &&
           "a state fits its block, and is read as it was written");
    *parent = shown(of);
  }
  return !used || noe_checkpoint_blocks_write(checkpoint, blocks, used);
}

/* ----------------------------------------------------------------- loading */

struct walk {
  struct noe_checkpoint *checkpoint;
  const struct noe_checkpoint_loader *loader;
  struct noe_trouble *trouble;
  struct noe_bytes_reader reader; /* of the block at hand */
  uint64_t number, parent;
  uint64_t begin, before; /* of the level at hand, and of the one before it */
  const char *name;
};

static enum noe_load damaged(struct walk *walk) {
  noe_checkpoint_trouble(walk->trouble, walk->checkpoint, "the checkpoint is damaged: %s is not what was written",
                         walk->name);
  return NOE_LOAD_FAILED;
}

static bool next_block(struct walk *walk, struct noe_blocks *blocks) {
  size_t bytes;
  if (noe_checkpoint_blocks_read(walk->checkpoint, blocks, &bytes) != NOE_BLOCK_READ)
    return false;
  walk->reader = (struct noe_bytes_reader){.at = walk->checkpoint->raw, .end = walk->checkpoint->raw + bytes};
  return true;
}

static bool parent_fits(const struct walk *walk) {
  if (!walk->begin)
    return walk->parent == 0;
  return walk->parent > walk->before && walk->parent <= walk->begin;
}

static enum noe_load load_state(struct walk *walk, struct noe_blocks *blocks) {
  assert(walk->reader.at <= walk->reader.end && "a reader stays in its block");
  if (walk->reader.at == walk->reader.end && !next_block(walk, blocks))
    return damaged(walk);
  uint64_t bytes = noe_bytes_get_number(&walk->reader);
  if (bytes > walk->checkpoint->most_bytes)
    return damaged(walk);
  const uint8_t *key = noe_bytes_get(&walk->reader, bytes);
  walk->parent += unfold(noe_bytes_get_number(&walk->reader));
  if (walk->reader.failed || !parent_fits(walk))
    return damaged(walk);
  uint64_t parent = walk->parent ? walk->parent - 1 : NOE_NO_STATE;
  return walk->loader->state(walk->loader->context, walk->number++, key, (uint32_t)bytes, parent) ? NOE_LOAD_DONE
                                                                                                  : NOE_LOAD_STOPPED;
}

static enum noe_load load_level(struct walk *walk, struct noe_blocks *blocks, uint64_t size) {
  assert(walk->before <= walk->begin && walk->begin <= walk->number && "levels follow each other");
  enum noe_load load = NOE_LOAD_DONE;
  uint64_t end = walk->number + size;
  while (load == NOE_LOAD_DONE && walk->number < end)
    load = load_state(walk, blocks);
  return load;
}

/* All of the file was read, and it is the one that the head means. */
static bool is_whole(const struct walk *walk, const struct noe_blocks *read, const struct noe_blocks *said) {
  return walk->reader.at == walk->reader.end && read->blocks == said->blocks && read->bytes == said->bytes &&
         read->sum == said->sum;
}

enum noe_load noe_checkpoint_load(struct noe_checkpoint *checkpoint, uint32_t most_bytes,
                                  const struct noe_checkpoint_loader *loader, struct noe_trouble *trouble) {
  char name[NOE_NAME_ROOM];
  const struct noe_checkpoint_view *kept = &checkpoint->kept;
  struct walk walk = {.checkpoint = checkpoint, .loader = loader, .trouble = trouble, .name = name};
  struct noe_blocks states = {.file = checkpoint->states.file}, open = {.file = checkpoint->open.file};
  enum noe_load load = NOE_LOAD_DONE;
  if (!noe_checkpoint_blocks_prepare(checkpoint, most_bytes)) {
    noe_checkpoint_trouble_memory(trouble, checkpoint);
    return NOE_LOAD_FAILED;
  }
  noe_checkpoint_states_name(checkpoint->generation, name);
  for (uint64_t i = 0; i < kept->level_count && load == NOE_LOAD_DONE; i++) {
    load = load_level(&walk, &states, kept->levels[i]);
    walk.before = walk.begin;
    walk.begin = walk.number;
    if (load == NOE_LOAD_DONE && !loader->close_level(loader->context))
      load = NOE_LOAD_STOPPED;
  }
  if (load == NOE_LOAD_DONE && !is_whole(&walk, &states, &checkpoint->states))
    return damaged(&walk);
  checkpoint->parent = walk.parent;
  if (load == NOE_LOAD_DONE && kept->open) {
    noe_checkpoint_open_name(checkpoint->sequence, name);
    walk.parent = 0;
    walk.reader = (struct noe_bytes_reader){.failed = false};
    load = load_level(&walk, &open, kept->open);
    if (load == NOE_LOAD_DONE && !is_whole(&walk, &open, &checkpoint->open))
      return damaged(&walk);
  }
  checkpoint->is_loaded = load == NOE_LOAD_DONE;
  return load;
}
