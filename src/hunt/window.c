/* Detours: from a state of the run, breadth first, until so many states were seen. The states of the run are
 * landmarks: one that is met sooner than the run comes to it replaces the piece in between. A state that shows
 * a violation itself, met on the way, replaces all the rest. */
#include <assert.h>

#include "hunt/hunt_int.h"

struct window {
  struct noe_search *search;
  struct noe_worker *chief;
  struct noe_key_path *run;
  struct noe_key_path nodes; /* not a path: keys, in the order in which they were met; the first is run[from] */
  uint32_t *parents, *depths;
  uint32_t most;   /* nodes */
  uint32_t *table; /* by hash: 1 more than a node, or than `most` + a place in the run */
  uint32_t size;   /* a power of two, more than twice of all that */
  uint32_t from;
  uint32_t gain, node, landmark; /* the best so far: steps saved, how, and where it meets the run again */
};

static bool has_key(const struct noe_key_path *path, uint32_t i, const uint8_t *key, uint32_t bytes) {
  return path->bytes[i] == bytes && !memcmp(noe_path_key(path, i), key, bytes);
}

/* The entry of the key in the table, or an empty one. */
static uint32_t *find(const struct window *window, const uint8_t *key, uint32_t bytes, uint64_t hash) {
  for (uint32_t slot = (uint32_t)hash & (window->size - 1);; slot = (slot + 1) & (window->size - 1)) {
    uint32_t entry = window->table[slot];
    if (!entry || (entry <= window->most ? has_key(&window->nodes, entry - 1, key, bytes)
                                         : has_key(window->run, entry - 1 - window->most, key, bytes)))
      return &window->table[slot];
  }
}

/* At `depth` steps from where the window begins, by way of `parent`. */
static void note(struct window *window, uint32_t landmark, uint32_t parent, uint32_t depth) {
  uint32_t saved = landmark > window->from + depth ? landmark - window->from - depth : 0;
  if (saved <= window->gain)
    return;
  window->gain = saved;
  window->node = parent;
  window->landmark = landmark;
}

/* A violation counts as the end of the run; the path to it then ends in a node of its own. */
static void meet(struct window *window, const struct noe_candidate *candidate, uint32_t parent) {
  const uint8_t *key = noe_hunt_walker_of(window->chief)->data + candidate->data;
  uint32_t depth = window->depths[parent] + 1;
  uint32_t *entry = find(window, key, candidate->bytes, candidate->hash);
  if (*entry > window->most)
    note(window, *entry - 1 - window->most, parent, depth);
  if (*entry || window->nodes.count == window->most)
    return;
  noe_hunt_path_push(&window->nodes, key, candidate->bytes);
  *entry = window->nodes.count;
  window->parents[*entry - 1] = parent;
  window->depths[*entry - 1] = depth;
  if (candidate->fails)
    note(window, window->run->count, *entry - 1, depth + 1);
}

enum { PIECE = 32 };

static void look_around(struct window *window) {
  struct noe_walker *walker = noe_hunt_walker_of(window->chief);
  for (uint32_t i = 0; i < window->nodes.count; i++) {
    /* Deeper down nothing can be gained any more. */
    uint32_t left = window->run->count - window->from;
    if (window->depths[i] + 2 + window->gain > left || (i % PIECE == 0 && !noe_hunt_spend(window->search, PIECE)))
      return;
    if (i % PIECE == 0)
      noe_explicit_native_poll_alone(window->chief);
    noe_hunt_expand(window->chief, noe_path_key(&window->nodes, i), window->nodes.bytes[i]);
    for (size_t k = 0; k < walker->count; k++)
      meet(window, &walker->candidates[k], i);
    if (window->nodes.count == window->most && window->gain)
      return;
  }
}

static void replace(struct window *window) {
  assert(window->run->count && "there is a run");
  uint32_t node = window->node, depth = window->depths[node];
  struct noe_key_path piece = noe_hunt_path(window->run->memory, window->run->row);
  for (uint32_t i = 0; i < depth; i++)
    noe_hunt_path_push(&piece, noe_path_key(&window->nodes, 0), window->nodes.bytes[0]);
  for (; depth; node = window->parents[node]) {
    memcpy(noe_path_key(&piece, --depth), noe_path_key(&window->nodes, node), piece.row);
    piece.bytes[depth] = window->nodes.bytes[node];
  }
  noe_hunt_path_splice(window->run, window->from + 1, window->landmark, &piece);
  noe_hunt_path_free(&piece);
}

static void open_window(struct window *window, uint32_t from) {
  struct noe_key_path *run = window->run;
  memset(window->table, 0, window->size * sizeof *window->table);
  window->from = from;
  window->gain = 0;
  window->nodes.count = 0;
  for (uint32_t i = from + 1; i < run->count; i++) {
    uint64_t hash = noe_store_hash_key(noe_path_key(run, i), run->bytes[i]);
    *find(window, noe_path_key(run, i), run->bytes[i], hash) = window->most + 1 + i;
  }
  noe_hunt_path_push(&window->nodes, noe_path_key(run, from), run->bytes[from]);
  *find(window, noe_path_key(run, from), run->bytes[from],
        noe_store_hash_key(noe_path_key(run, from), run->bytes[from])) = 1;
  window->parents[0] = window->depths[0] = 0;
}

static bool slide(struct window *window) {
  bool shorter = false;
  for (uint32_t from = 0; from + 2 < window->run->count && noe_hunt_of(window->search)->effort;) {
    open_window(window, from);
    look_around(window);
    if (window->gain) {
      replace(window);
      shorter = true;
    } else {
      from++;
    }
  }
  return shorter;
}

static void free_window(struct window *window) {
  struct noe_memory *memory = window->search->task->memory;
  noe_hunt_path_free(&window->nodes);
  noe_base_free(memory, window->parents);
  noe_base_free(memory, window->depths);
  noe_base_free(memory, window->table);
}

bool noe_hunt_shorten_windows(struct noe_search *search, uint32_t states) {
  struct noe_memory *memory = search->task->memory;
  struct noe_key_path *run = &noe_hunt_of(search)->run;
  struct window window = {
      .search = search, .chief = noe_explicit_worker_0(search), .run = run, .most = states, .size = 64};
  while (window.size < 2 * (states + run->count))
    window.size *= 2;
  window.nodes = noe_hunt_path(memory, run->row);
  window.parents = noe_base_alloc(memory, states * sizeof *window.parents);
  window.depths = noe_base_alloc(memory, states * sizeof *window.depths);
  window.table = noe_base_alloc(memory, window.size * sizeof *window.table);
  noe_hunt_walker(window.chief)->is_judging_all = true;
  bool shorter = slide(&window);
  noe_hunt_walker_of(window.chief)->is_judging_all = false;
  free_window(&window);
  return shorter;
}
