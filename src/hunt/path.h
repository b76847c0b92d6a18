/* A path through the quotient graph: keys of orbits, the first one that of a start state, each of the
 * others that of a successor of the representative before. All of it may escape. */
#ifndef NOE_HUNT_PATH_H
#define NOE_HUNT_PATH_H

#include "base/memory.h"

struct noe_key_path {
  struct noe_memory *memory;
  size_t row;      /* room for a key, in bytes */
  uint8_t *keys;   /* rows */
  uint32_t *bytes; /* of each key */
  uint32_t count, room;
};

struct noe_key_path noe_hunt_path(struct noe_memory *memory, size_t row);
void noe_hunt_path_free(struct noe_key_path *path);
void noe_hunt_path_push(struct noe_key_path *path, const uint8_t *key, uint32_t bytes);
/* Becomes a copy of the first `count` keys of another one, in its own memory. */
void noe_hunt_path_copy(struct noe_key_path *path, const struct noe_key_path *other, uint32_t count);
/* Its keys from .. to - 1 become those of `piece`. */
void noe_hunt_path_splice(struct noe_key_path *path, uint32_t from, uint32_t to, const struct noe_key_path *piece);
/* Leaves out what lies between two visits of one state. */
void noe_hunt_path_cut_loops(struct noe_key_path *path);

static inline uint8_t *noe_path_key(const struct noe_key_path *path, uint32_t i) { return path->keys + i * path->row; }

#endif
