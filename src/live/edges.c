#include "live/edges.h"

#include <assert.h>
#include <stdlib.h>

#include "base/contract.h"

enum { MOST_BYTES = 10, STEP = 16 * 1024 };

struct noe_edges noe_live_edges(struct noe_memory *memory) {
  return (struct noe_edges){.memory = memory};
}

void noe_live_edges_free(struct noe_edges *edges) {
  noe_base_free(edges->memory, edges->targets);
  noe_base_free(edges->memory, edges->bytes);
  *edges = (struct noe_edges){.memory = edges->memory};
}

bool noe_live_edges_add(struct noe_edges *edges, uint64_t target) {
  assert(edges->target_count <= edges->target_room && "targets stay in their room");
  if (edges->target_count == edges->target_room) {
    size_t room = edges->target_room * 2 + 64;
    uint64_t *moved = noe_base_try_realloc(edges->memory, edges->targets, room * sizeof *moved);
    if (!moved)
      return false;
    edges->targets = moved;
    edges->target_room = room;
  }
  edges->targets[edges->target_count++] = target;
  return true;
}

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static void sort_targets(uint64_t *targets, size_t count) {
  if (count > 32) {
    qsort(targets, count, sizeof *targets, compare);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    uint64_t target = targets[i];
    size_t k = i;
    for (; k && targets[k - 1] > target; k--)
      targets[k] = targets[k - 1];
    targets[k] = target;
  }
}

static size_t distinct_targets(struct noe_edges *edges, uint64_t source) {
  if (!edges->target_count)
    return 0;
  sort_targets(edges->targets, edges->target_count);
  size_t kept = 0;
  for (size_t i = 0; i < edges->target_count; i++)
    if (edges->targets[i] != source && (!kept || edges->targets[kept - 1] != edges->targets[i]))
      edges->targets[kept++] = edges->targets[i];
  return kept;
}

/* By half at a time; when that does not fit, by just what is needed. */
static bool make_bytes(struct noe_edges *edges, size_t more) {
  if (edges->room - edges->used >= more)
    return true;
  size_t least = edges->used + more;
  size_t sizes[] = {least + least / 2 + STEP, least + STEP, least};
  for (int i = 0; i < 3; i++) {
    uint8_t *moved = noe_base_try_realloc(edges->memory, edges->bytes, sizes[i]);
    if (!moved)
      continue;
    edges->bytes = moved;
    edges->room = sizes[i];
    return true;
  }
  return false;
}

/* Seven bits a byte, low ones first; the high bit says that more follow. */
static void put(struct noe_edges *edges, uint64_t number) {
  assert(edges->used < edges->room && "room was made before");
  for (; number >= 0x80; number >>= 7)
    edges->bytes[edges->used++] = (uint8_t)(number | 0x80);
  edges->bytes[edges->used++] = (uint8_t)number;
}

static uint64_t get(const uint8_t **bytes) {
  uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    uint8_t byte = *(*bytes)++;
    number |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80)
      return number;
  }
}

/* Small for small numbers of either sign. */
static uint64_t fold(int64_t number) { return number < 0 ? ~((uint64_t)number << 1) : (uint64_t)number << 1; }
static int64_t unfold(uint64_t number) { return (int64_t)(number >> 1 ^ -(number & 1)); }

bool noe_live_edges_close(struct noe_edges *edges, uint64_t source) {
  assert(edges->used <= edges->room && "bytes stay in their room");
  size_t count = distinct_targets(edges, source);
  edges->target_count = 0;
  if (!count)
    return true;
  if (!make_bytes(edges, (count + 2) * MOST_BYTES))
    return false;
  put(edges, fold((int64_t)(source - edges->last)));
  put(edges, count);
  edges->last = source;
  uint64_t before = source;
  for (size_t i = 0; i < count; i++) {
    assert(edges->targets[i] != source && (!i || edges->targets[i] > before) &&
           "targets increase, and none is the source");
    put(edges, i ? edges->targets[i] - before : fold((int64_t)(edges->targets[i] - before)));
    before = edges->targets[i];
  }
  edges->edge_count += count;
  return true;
}

/* Reads on only while there are bytes; a number ends where its bytes do. */
static bool try_get(const uint8_t **at, const uint8_t *end, uint64_t *number) {
  const uint8_t *last = *at;
  while (last < end && last < *at + MOST_BYTES && *last >= 0x80)
    last++;
  if (last >= end || last >= *at + MOST_BYTES)
    return false;
  *number = get(at);
  return true;
}

const char *noe_live_edges_check(const struct noe_edges *edges) {
  const uint8_t *at = edges->bytes, *end = edges->bytes ? edges->bytes + edges->used : NULL;
  uint64_t source = 0, count = 0, number, left;
  while (at != end) {
    if (!try_get(&at, end, &number) || !try_get(&at, end, &left) || !left)
      return "a source has no targets, or is cut off";
    source += (uint64_t)unfold(number);
    count += left;
    for (uint64_t i = 0, target = source; i < left; i++) {
      if (!try_get(&at, end, &number))
        return "a target is cut off";
      if (!number)
        return "targets do not increase, or one is the source";
      target += i ? number : (uint64_t)unfold(number);
      if (target == source)
        return "targets do not increase, or one is the source";
    }
  }
  if (at && source != edges->last)
    return "the last source is another one";
  return count == edges->edge_count ? NULL : "edges are miscounted";
}

void noe_live_edges_each(const struct noe_edges *edges, noe_edge_visit visit, void *context) {
  const uint8_t *at = edges->bytes;
  uint64_t source = 0;
  NOE_COSTLY(!noe_live_edges_check(edges) && "edges are as they were written");
  while (at != edges->bytes + edges->used) {
    assert(at <= edges->bytes + edges->used && "an edge ends where the next begins");
    source += (uint64_t)unfold(get(&at));
    uint64_t left = get(&at), target = source + (uint64_t)unfold(get(&at));
    visit(context, source, target);
    for (; left > 1; left--) {
      target += get(&at);
      visit(context, source, target);
    }
  }
}
