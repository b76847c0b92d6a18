#include "hunt/path.h"

#include <assert.h>
#include <string.h>

#include "store/hash.h"

struct noe_key_path noe_hunt_path(struct noe_memory *memory, size_t row) {
  return (struct noe_key_path){.memory = memory, .row = row};
}

void noe_hunt_path_free(struct noe_key_path *path) {
  noe_base_free(path->memory, path->keys);
  noe_base_free(path->memory, path->bytes);
  *path = (struct noe_key_path){.memory = path->memory, .row = path->row};
}

static void make_room(struct noe_key_path *path, uint32_t count) {
  if (count <= path->room)
    return;
  uint32_t room = count > 2 * path->room ? count : 2 * path->room;
  path->keys = noe_base_realloc(path->memory, path->keys, room * path->row);
  path->bytes = noe_base_realloc(path->memory, path->bytes, room * sizeof *path->bytes);
  path->room = room;
}

void noe_hunt_path_push(struct noe_key_path *path, const uint8_t *key, uint32_t bytes) {
  assert(bytes <= path->row && "a row has room for every key");
  make_room(path, path->count + 1);
  memcpy(noe_path_key(path, path->count), key, bytes);
  path->bytes[path->count++] = bytes;
}

void noe_hunt_path_copy(struct noe_key_path *path, const struct noe_key_path *other, uint32_t count) {
  assert(count <= other->count && path->row == other->row && "a copy of what is there");
  make_room(path, count);
  if (count) {
    memcpy(path->keys, other->keys, count * path->row);
    memcpy(path->bytes, other->bytes, count * sizeof *path->bytes);
  }
  path->count = count;
}

static void move(struct noe_key_path *path, uint32_t to, uint32_t from, uint32_t count) {
  memmove(noe_path_key(path, to), noe_path_key(path, from), count * path->row);
  memmove(path->bytes + to, path->bytes + from, count * sizeof *path->bytes);
}

void noe_hunt_path_splice(struct noe_key_path *path, uint32_t from, uint32_t to, const struct noe_key_path *piece) {
  assert(from <= to && to <= path->count && "a piece of the path is replaced");
  uint32_t count = path->count - (to - from) + piece->count;
  make_room(path, count);
  move(path, from + piece->count, to, path->count - to);
  for (uint32_t i = 0; i < piece->count; i++) {
    memcpy(noe_path_key(path, from + i), noe_path_key(piece, i), path->row);
    path->bytes[from + i] = piece->bytes[i];
  }
  path->count = count;
}

static bool is_same(const struct noe_key_path *path, uint32_t a, uint32_t b) {
  return path->bytes[a] == path->bytes[b] && !memcmp(noe_path_key(path, a), noe_path_key(path, b), path->bytes[a]);
}

/* The last visit of each state, by hash; then from each state on with its last visit. */
void noe_hunt_path_cut_loops(struct noe_key_path *path) {
  uint32_t size = 16, kept = 0;
  while (size < 2 * path->count)
    size *= 2;
  uint32_t *last = noe_base_alloc(path->memory, size * sizeof *last); /* 1 more than the place in the path */
  uint32_t *slots = noe_base_alloc(path->memory, (path->count + 1) * sizeof *slots);
  for (uint32_t i = 0; i < path->count; i++) {
    uint32_t slot = (uint32_t)noe_store_hash(noe_path_key(path, i), path->bytes[i]) & (size - 1);
    while (last[slot] && !is_same(path, last[slot] - 1, i))
      slot = (slot + 1) & (size - 1);
    last[slot] = i + 1;
    slots[i] = slot;
  }
  for (uint32_t i = 0; i < path->count; i++) {
    uint32_t at = last[slots[i]] - 1;
    move(path, kept++, at, 1);
    i = at;
  }
  path->count = kept;
  noe_base_free(path->memory, last);
  noe_base_free(path->memory, slots);
}
