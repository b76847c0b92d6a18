/* Is a store sound? Nobody inserts meanwhile. */
#include "store/hash.h"
#include "store/store_int.h"

/* ------------------------------------------------------- columns, keys, rows */

/* Every granule that is reserved can be found. */
static const char *check_column(const struct noe_column *column) {
  uint8_t **directory = column->directory;
  const uint64_t granules = column->reserved >> column->shift;
  if (column->reserved != granules << column->shift || granules > column->room)
    return "a column has more records than its directory can name";
  for (uint64_t i = 0; i < granules; i++)
    if (!directory[i])
      return "a granule of a column is nowhere";
  return NULL;
}

/* Pieces of the text belong to one thread each. */
static const char *check_pieces(const struct noe_keys *keys) {
  const char *wrong = check_column(&keys->records);
  wrong = wrong || keys->fixed ? wrong : check_column(&keys->text);
  for (uint32_t i = 0; i < keys->threads && !keys->fixed && !wrong; i++) {
    const struct noe_key_piece *piece = &keys->pieces[i];
    if (piece->next > piece->end || piece->end > keys->text_next || keys->text_next > keys->text.reserved)
      return "a thread writes behind the end of its piece";
    for (uint32_t k = 0; k < i; k++)
      if (piece->next < keys->pieces[k].end && keys->pieces[k].next < piece->end)
        return "two threads write to one piece";
  }
  return wrong;
}

/* A key of many lengths lies in the text that was dealt out. */
static const char *check_text(const struct noe_keys *keys, uint64_t index) {
  uint32_t bytes;
  if (keys->fixed)
    return NULL;
  const uint64_t place = noe_column_id(&keys->records, index);
  if (place >= keys->text_next)
    return "a key is nowhere";
  noe_keys_at(keys, index, &bytes);
  return place + keys->length_bytes + bytes > keys->text_next ? "a key goes on behind the end of the text" : NULL;
}

static const char *check_rows(const struct noe_row_table *rows, uint64_t end) {
  for (uint32_t i = 0; i < rows->count; i++) {
    const struct noe_era *era = rows->eras[i];
    if (i && rows->eras[i - 1]->first > era->first)
      return "an era begins before the one before it";
    if (era->width != era->bits[0] + era->bits[1] + NOE_ROW_PART_BITS)
      return "a row is not as wide as its parts";
    for (int k = 0; k < 2; k++)
      if (era->bits[k] > NOE_ROW_HALF_BITS || era->masks[k] != ((uint32_t)1 << era->bits[k]) - 1)
        return "the number of a half does not fit into its bits";
    const uint64_t next = i + 1 < rows->count ? rows->eras[i + 1]->first : end;
    if (next > era->first && era->blocks.reserved * NOE_ROW_BLOCK < next - era->first)
      return "an era has more rows than blocks for them";
    if (check_column(&era->blocks))
      return check_column(&era->blocks);
  }
  return NULL;
}

/* --------------------------------------------------------------------- sets */

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
  if (id >= set->whole && check_text(&set->keys, id - set->whole))
    return check_text(&set->keys, id - set->whole);
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
  wrong = wrong ? wrong : check_pieces(&set->keys);
  wrong = wrong ? wrong : check_column(&set->notes);
  if (!wrong && set->halves)
    wrong = noe_store_halves_check(set);
  if (!wrong && set->table.slots)
    wrong = check_table(set);
  if (!wrong && set->table.slots)
    wrong = check_keys(set);
  return wrong;
}

/* ------------------------------------------------------------------- stores */

/* COMPACT: the whole keys of the two youngest levels have the hashes that stand for them. */
static const char *check_fronts(const struct noe_store *store) {
  const struct noe_set *set = &store->set;
  if (store->front_bases[0] > store->front_bases[1] || store->front_bases[1] != set->base)
    return "the front is not the open level";
  for (int i = 0; i < 2; i++)
    if (check_pieces(&store->fronts[i]))
      return check_pieces(&store->fronts[i]);
  for (uint64_t id = store->front_bases[0]; id < set->next; id++) {
    const struct noe_gap gap = noe_store_set_gap(set, id);
    const int front = id >= set->base;
    if (gap.start <= id) {
      id = gap.end - 1;
      continue;
    }
    const uint64_t index = id - store->front_bases[front];
    const char *wrong = check_text(&store->fronts[front], index);
    uint32_t bytes;
    const uint8_t *key = wrong ? NULL : noe_keys_at(&store->fronts[front], index, &bytes);
    if (wrong || noe_store_hash(key, bytes) != noe_store_set_hash(set, id))
      return wrong ? wrong : "a state has another key than the one that it was found by";
  }
  return NULL;
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
  const char *wrong = check_rows(&store->rows, store->set.base);
  wrong = wrong ? wrong : noe_store_set_check(&store->set);
  if (!wrong && store->shape.kind == NOE_STORE_TREE)
    wrong = check_tree(store);
  if (wrong)
    return wrong;
  if (store->shape.kind == NOE_STORE_COMPACT && store->parents.reserved < store->set.next)
    return "there are more states than room for their parents";
  wrong = check_levels(store);
  if (!wrong && store->shape.kind == NOE_STORE_COMPACT)
    wrong = check_fronts(store);
  return wrong ? wrong : check_parents(store);
}
