#include "logs/candidates.h"

#include <assert.h>
#include <string.h>

#include "store/store.h"
#include "model/pack.h"

#ifdef NOE_HOSTILE
enum { FIRST_TABLE = 4, FIRST_CAPACITY = 1 };
#else
enum { FIRST_TABLE = 1 << 10, FIRST_CAPACITY = 1 << 9 };
#endif

struct noe_candidates noe_logs_candidates(struct noe_memory *memory, const struct noe_model *model) {
  struct noe_candidates candidates = {.memory = memory, .model = model};
  candidates.words = model->packed_words ? model->packed_words : 1;
  candidates.table_size = FIRST_TABLE;
  candidates.table = noe_base_alloc(memory, FIRST_TABLE * sizeof *candidates.table);
  candidates.used = noe_base_alloc(memory, FIRST_TABLE / 2 * sizeof *candidates.used);
  candidates.scratch = noe_base_alloc(memory, candidates.words * sizeof *candidates.scratch);
  return candidates;
}

void noe_logs_candidates_free(struct noe_candidates *candidates) {
  void *blocks[] = {candidates->keys,  candidates->parents, candidates->lines,
                    candidates->table, candidates->used,    candidates->scratch};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    noe_base_free(candidates->memory, blocks[i]);
}

static const uint64_t *key_of(const struct noe_candidates *candidates, uint32_t candidate) {
  return candidates->keys + (size_t)candidate * candidates->words;
}

/* ------------------------------------------------------------------ table */

void noe_logs_candidates_phase(struct noe_candidates *candidates) {
  for (uint32_t i = 0; i < candidates->used_count; i++)
    candidates->table[candidates->used[i]] = 0;
  candidates->used_count = 0;
}

/* The slot where a key is, or would go. */
static uint32_t find(const struct noe_candidates *candidates, const uint64_t *key) {
  const size_t bytes = candidates->words * sizeof *key;
  uint32_t mask = candidates->table_size - 1;
  uint32_t slot = (uint32_t)noe_store_hash_key((const uint8_t *)key, (uint32_t)bytes) & mask;
  while (candidates->table[slot] && memcmp(key_of(candidates, candidates->table[slot] - 1), key, bytes))
    slot = (slot + 1) & mask;
  return slot;
}

static void put(struct noe_candidates *candidates, uint32_t slot, uint32_t candidate) {
  assert(!candidates->table[slot] && "a slot holds one candidate");
  candidates->table[slot] = candidate + 1;
  candidates->used[candidates->used_count++] = slot;
  assert(candidates->used_count <= candidates->table_size / 2 && "free slots are left, so that looking for one ends");
}

static bool grow_table(struct noe_candidates *candidates) {
  uint32_t size = candidates->table_size * 2, count = candidates->used_count;
  uint32_t *table = size ? noe_base_try_alloc(candidates->memory, size * sizeof *table) : NULL;
  uint32_t *used = table ? noe_base_try_alloc(candidates->memory, size / 2 * sizeof *used) : NULL;
  if (!used) {
    noe_base_free(candidates->memory, table);
    return false;
  }
  uint32_t *old_table = candidates->table, *old_used = candidates->used;
  candidates->table = table;
  candidates->used = used;
  candidates->table_size = size;
  candidates->used_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t candidate = old_table[old_used[i]] - 1;
    put(candidates, find(candidates, key_of(candidates, candidate)), candidate);
  }
  noe_base_free(candidates->memory, old_table);
  noe_base_free(candidates->memory, old_used);
  return true;
}

static bool has_room(struct noe_candidates *candidates) {
  return candidates->used_count < candidates->table_size / 2 || grow_table(candidates);
}

/* ------------------------------------------------------------------- rows */

static bool resize(struct noe_memory *memory, void *block, size_t bytes) {
  void *grown = noe_base_try_realloc(memory, *(void **)block, bytes);
  if (grown)
    *(void **)block = grown;
  return grown != NULL;
}

static bool grow_rows(struct noe_candidates *candidates) {
  if (candidates->capacity > UINT32_MAX / 4)
    return false;
  size_t capacity = candidates->capacity ? (size_t)candidates->capacity * 2 : FIRST_CAPACITY;
  if (!resize(candidates->memory, &candidates->keys, capacity * candidates->words * sizeof *candidates->keys) ||
      !resize(candidates->memory, &candidates->parents, capacity * sizeof *candidates->parents) ||
      !resize(candidates->memory, &candidates->lines, capacity * sizeof *candidates->lines))
    return false;
  candidates->capacity = (uint32_t)capacity;
  return true;
}

enum noe_candidate_status noe_logs_candidates_add(struct noe_candidates *candidates, const int64_t *state,
                                                  uint32_t parent, uint32_t line, uint32_t *candidate) {
  if (!has_room(candidates))
    return NOE_CANDIDATE_FULL;
  candidates->scratch[0] = 0; /* of a state without cells */
  noe_model_pack(candidates->model, state, candidates->scratch);
  uint32_t slot = find(candidates, candidates->scratch);
  if (candidates->table[slot]) {
    *candidate = candidates->table[slot] - 1;
    return NOE_CANDIDATE_OLD;
  }
  if (candidates->count == candidates->capacity && !grow_rows(candidates))
    return NOE_CANDIDATE_FULL;
  *candidate = candidates->count++;
  assert((parent == NOE_NO_CANDIDATE || parent < *candidate) && "parents come before their children");
  memcpy(candidates->keys + (size_t)*candidate * candidates->words, candidates->scratch,
         candidates->words * sizeof *candidates->scratch);
  candidates->parents[*candidate] = parent;
  candidates->lines[*candidate] = line;
  put(candidates, slot, *candidate);
  return NOE_CANDIDATE_NEW;
}

bool noe_logs_candidates_enter(struct noe_candidates *candidates, uint32_t candidate) {
  if (!has_room(candidates))
    return false;
  put(candidates, find(candidates, key_of(candidates, candidate)), candidate);
  return true;
}

void noe_logs_candidates_state(const struct noe_candidates *candidates, uint32_t candidate, int64_t *state) {
  noe_model_unpack(candidates->model, key_of(candidates, candidate), state);
}

/* ---------------------------------------------------------------- pruning */

/* The new number of each candidate that is kept, into its place in `lines`' twin: `renamed`. */
static uint32_t rename_kept(struct noe_candidates *candidates, uint32_t *renamed) {
  uint32_t kept = 0;
  for (uint32_t i = candidates->count; i-- > 0;)
    if (renamed[i] && candidates->parents[i] != NOE_NO_CANDIDATE)
      renamed[candidates->parents[i]] = 1;
  for (uint32_t i = 0; i < candidates->count; i++)
    if (renamed[i])
      renamed[i] = kept++;
    else
      renamed[i] = NOE_NO_CANDIDATE;
  return kept;
}

static void move_kept(struct noe_candidates *candidates, const uint32_t *renamed) {
  for (uint32_t i = 0; i < candidates->count; i++) {
    uint32_t to = renamed[i], parent = candidates->parents[i];
    if (to == NOE_NO_CANDIDATE)
      continue;
    memmove(candidates->keys + (size_t)to * candidates->words, key_of(candidates, i),
            candidates->words * sizeof *candidates->keys);
    assert((parent == NOE_NO_CANDIDATE || renamed[parent] < to) && to <= i && "whoever stays has its parent before it");
    candidates->parents[to] = parent == NOE_NO_CANDIDATE ? parent : renamed[parent];
    candidates->lines[to] = candidates->lines[i];
  }
}

void noe_logs_candidates_prune(struct noe_candidates *candidates, uint32_t *list, uint32_t count) {
  noe_logs_candidates_phase(candidates);
  uint32_t *renamed = noe_base_try_alloc(candidates->memory, candidates->count * sizeof *renamed);
  if (!renamed)
    return; /* then all stay */
  for (uint32_t i = 0; i < count; i++)
    renamed[list[i]] = 1;
  uint32_t kept = rename_kept(candidates, renamed);
  move_kept(candidates, renamed);
  candidates->count = kept;
  for (uint32_t i = 0; i < count; i++)
    list[i] = renamed[list[i]];
  noe_base_free(candidates->memory, renamed);
}
