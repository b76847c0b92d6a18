/* Is a store sound? Nobody inserts meanwhile. */
#include "store/store_int.h"

static const char *check_gaps(const struct noe_set *set) {
  uint64_t end = 0, missing = 0;
  for (uint64_t i = 0; i < set->gap_count; i++) {
    const struct noe_gap *gap = &set->gaps[i];
    if (gap->start < end || gap->start >= gap->end || gap->end > set->base)
      return "gaps between ids are out of order";
    missing += gap->end - gap->start;
    end = gap->end;
    if (gap->missing != missing)
      return "gaps between ids do not add up";
  }
  for (uint32_t i = 0; i < set->threads; i++) {
    const struct noe_hand *hand = &set->hands[i];
    if (hand->next < hand->end && (hand->next < set->base || hand->end > set->next))
      return "a thread has ids that nobody gave it";
    missing += hand->next < hand->end ? hand->end - hand->next : 0;
  }
  if (set->next - missing != noe_store_set_count(set))
    return "the ids in use are not as many as the states";
  if (set->whole > set->next && set->whole != UINT64_MAX)
    return "keys are whole from an id on that nobody has";
  uint64_t whole = set->next > set->whole ? set->next - set->whole : 0;
  return set->keys.records.reserved < whole ? "there are more states than room for them" : NULL;
}

static const char *check_table(const struct noe_set *set) {
  const struct noe_table_view view = noe_table_view(&set->table);
  uint64_t used = 0;
  for (uint64_t slot = 0; slot < view.capacity; slot++) {
    uint64_t value = noe_view_load(&view, slot);
    if (!value)
      continue;
    used++;
    uint64_t id = noe_view_id(&view, value);
    if (id >= set->next || noe_store_set_gap(set, id).start <= id)
      return "a slot names a state that does not exist";
    if (value != noe_view_value(&view, noe_store_set_hash(set, id), id))
      return "a slot has the wrong tag";
  }
  if (used != noe_store_set_count(set))
    return "the number of used slots is not the number of states";
  return used >= view.capacity ? "no slot is empty: probing would not end" : NULL;
}

static const char *check_key(const struct noe_set *set, uint64_t id) {
  uint8_t copy[NOE_HALVES_MOST_BYTES];
  const uint8_t *key = copy;
  uint64_t found;
  uint32_t bytes;
  if (id < set->whole)
    bytes = noe_store_halves_unfold(set, id, copy);
  else
    key = noe_keys_at(&set->keys, id - set->whole, &bytes);
  if (bytes > set->keys.most_bytes)
    return "a key is too long";
  if (!noe_store_set_find(set, key, bytes, noe_store_set_hash(set, id), &found) || found != id)
    return "a state cannot be found, or is stored twice";
  return NULL;
}

/* Found under its own id: it is in the table, and no other key is equal. */
static const char *check_keys(const struct noe_set *set) {
  for (uint64_t id = 0; id < set->next; id++) {
    struct noe_gap gap = noe_store_set_gap(set, id);
    if (gap.start <= id) {
      id = gap.end - 1;
      continue;
    }
    const char *wrong = check_key(set, id);
    if (wrong)
      return wrong;
  }
  return NULL;
}

const char *noe_store_set_check(const struct noe_set *set) {
  const char *wrong = check_gaps(set);
  if (!wrong && set->halves)
    wrong = noe_store_halves_check(set);
  if (!wrong && set->table.slots)
    wrong = check_table(set);
  if (!wrong && set->table.slots)
    wrong = check_keys(set);
  return wrong;
}

/* Levels begin one after the other, from 0 to the end of those closed. */
static const char *check_levels(const struct noe_store *store) {
  if (store->closed > noe_store_count(store) || store->level_size > store->closed)
    return "a level has more states than there are";
  for (uint64_t i = 0; i < store->level_count; i++)
    if (store->levels[i] > store->levels[i + 1] || (!i && store->levels[i]))
      return "levels are out of order";
  if (store->level_count && (store->levels[store->level_count] != store->closed ||
                             store->levels[store->level_count - 1] != store->closed - store->level_size))
    return "the last level is not the last one";
  return NULL;
}

static const char *check_parent(const struct noe_store *store, uint64_t parent, uint64_t id) {
  const struct noe_set *set = &store->set;
  if (parent == NOE_NO_STATE)
    return NULL;
  if (parent >= set->next || noe_store_set_gap(set, parent).start <= parent)
    return "a parent does not exist";
  return parent >= id ? "a state is not younger than its parent" : NULL;
}

static const char *check_parents(const struct noe_store *store) {
  const struct noe_set *set = &store->set;
  bool is_compact = store->shape.kind == NOE_STORE_COMPACT;
  for (uint64_t id = 0; id < set->next; id++) {
    const char *wrong = NULL;
    struct noe_gap gap = noe_store_set_gap(set, id);
    if (gap.start <= id) {
      id = gap.end - 1;
      continue;
    }
    if (id >= set->base)
      wrong = check_parent(store, noe_store_open_parent(store, id), id);
    else if (is_compact)
      wrong = check_parent(store, noe_column_id(&store->parents, id), id);
    else if (!noe_store_parents(store, id).count && noe_store_number(store, id) >= store->levels[1])
      wrong = "a parent is in a part of a level that has no states";
    if (wrong)
      return wrong;
  }
  return NULL;
}

static const char *check_tree(const struct noe_store *store) {
  const char *wrong = noe_store_set_check(&store->tree.pairs);
  for (uint64_t id = 0; id < store->set.next && !wrong; id++) {
    struct noe_gap gap = noe_store_set_gap(&store->set, id);
    uint64_t root;
    memcpy(&root, noe_column_at(&store->set.keys.records, id), sizeof root);
    if (gap.start <= id)
      id = gap.end - 1;
    else if (!noe_store_tree_is_complete(&store->tree, root))
      wrong = "a tree has a branch that does not exist";
  }
  return wrong;
}

const char *noe_store_check(const struct noe_store *store) {
  const char *wrong = noe_store_set_check(&store->set);
  if (!wrong && store->shape.kind == NOE_STORE_TREE)
    wrong = check_tree(store);
  if (wrong)
    return wrong;
  if (store->shape.kind == NOE_STORE_COMPACT && store->parents.reserved < store->set.next)
    return "there are more states than room for their parents";
  wrong = check_levels(store);
  return wrong ? wrong : check_parents(store);
}
