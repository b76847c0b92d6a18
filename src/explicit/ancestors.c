#include "explicit/ancestors.h"

#include <assert.h>
#include <string.h>

void noe_explicit_ancestors_init(struct noe_ancestors *ancestors, struct noe_view *view,
                                 const struct noe_store *store) {
  struct noe_memory *memory = view->memory;
  *ancestors = (struct noe_ancestors){.memory = memory, .store = store, .view = view};
  size_t key = view->system->keys.most_words * sizeof(uint64_t);
  ancestors->child_key = noe_base_alloc(memory, key);
  ancestors->key = noe_base_alloc(memory, key);
  ancestors->made = noe_base_alloc(memory, key);
}

void noe_explicit_ancestors_free(struct noe_ancestors *ancestors) {
  noe_base_free(ancestors->memory, ancestors->child_key);
  noe_base_free(ancestors->memory, ancestors->key);
  noe_base_free(ancestors->memory, ancestors->made);
  noe_base_free(ancestors->memory, ancestors->path);
  *ancestors = (struct noe_ancestors){.memory = ancestors->memory};
}

/* One is enough: then it stops. */
static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  struct noe_ancestors *ancestors = frame->host;
  (void)rule, (void)weight, (void)arguments;
  if (cells) {
    key = ancestors->made;
    bytes = noe_system_key(&ancestors->view->orbits, cells, ancestors->made);
  }
  ancestors->found |= bytes == ancestors->child_bytes && !memcmp(key, ancestors->child_key, bytes);
  return !ancestors->found;
}

static bool ready(void *owner) { return !((const struct noe_ancestors *)owner)->found; }

/* As in the search, of instances that are twins or alike one is fired. */
static bool leads_to_child(struct noe_ancestors *ancestors, uint64_t id) {
  assert(ancestors->child_bytes <= ancestors->view->system->keys.most_bytes && "the child has a key");
  static const struct noe_visitor visitor = {.successor = take, .ready = ready};
  ancestors->found = false;
  noe_store_read(ancestors->store, id, ancestors->key);
  noe_system_view_reduce(ancestors->view, true);
  noe_system_successors(ancestors->view, ancestors->key, &visitor);
  noe_system_view_reduce(ancestors->view, false);
  return ancestors->found;
}

/* Those that come behind the best one so far need not be looked at. */
uint64_t noe_explicit_parent(struct noe_ancestors *ancestors, uint64_t id) {
  assert(id != NOE_NO_STATE && "a state has parents");
  const struct noe_store *store = ancestors->store;
  struct noe_parents parents = noe_store_parents(store, id);
  uint64_t best = NOE_NO_STATE;
  if (parents.count == 1)
    return noe_store_id(store, parents.first);
  if (parents.count)
    ancestors->child_bytes = noe_store_read(store, id, ancestors->child_key);
  for (uint64_t i = 0; i < parents.count; i++) {
    uint64_t other = noe_store_id(store, parents.first + i);
    if ((best == NOE_NO_STATE || noe_store_compare(store, other, best) < 0) && leads_to_child(ancestors, other))
      best = other;
  }
  return best;
}

/* A state is as far from a start state as its level says; one of the open level, whose
 * number is not known yet, as far as all levels that are closed. */
static uint32_t path_length(const struct noe_store *store, uint64_t id) {
  if (id == NOE_NO_STATE)
    return 0;
  uint64_t end = noe_store_level_end(store);
  uint64_t open = noe_store_next_open(store, 0);
  uint64_t number = id >= open ? end : noe_store_number(store, id);
  return (uint32_t)noe_store_level_of(store, number) + 1;
}

/* Where a parent cannot be found, which would be a mistake in noether, the path has
 * NOE_NO_STATE: no step leads there. */
const uint64_t *noe_explicit_path_to(void *context, uint64_t id, uint32_t *length) {
  assert(length && "the path is given with its length");
  struct noe_ancestors *ancestors = context;
  *length = path_length(ancestors->store, id);
  noe_base_free(ancestors->memory, ancestors->path);
  ancestors->path = NULL;
  ancestors->path = noe_base_alloc(ancestors->memory, *length * sizeof *ancestors->path);
  for (uint32_t i = *length; i > 0; i--) {
    ancestors->path[i - 1] = id;
    id = id == NOE_NO_STATE ? id : noe_explicit_parent(ancestors, id);
  }
  return ancestors->path;
}
