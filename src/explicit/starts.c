/* How the first start state looks, before the search: are keys mostly zeroes? */
#include "explicit/search.h"
#include "model/first.h"
#include "model/pack.h"
#include "store/squeeze.h"

bool noe_explicit_starts_are_sparse(struct noe_search *search) {
  const struct noe_model *model = search->model;
  if (search->system.keys.runs || !noe_squeeze_fits(search->system.keys.most_bytes))
    return false;
  struct noe_arena *arena = noe_base_arena_new(search->task->memory);
  int64_t *state = NOE_NEW_ARRAY(arena, int64_t, model->cell_count + 1);
  uint64_t *key = NOE_NEW_ARRAY(arena, uint64_t, model->packed_words + 1);
  uint8_t *squeezed = NOE_NEW_ARRAY(arena, uint8_t, NOE_SQUEEZED_MOST_BYTES);
  bool sparse = false;
  if (noe_model_first_state(search->task->memory, model, state)) {
    uint32_t bytes = noe_model_pack(model, state, key), fixed = search->system.keys.fixed ? bytes : 0;
    sparse =
        bytes >= NOE_SQUEEZE_LEAST_BYTES && noe_store_squeeze((const uint8_t *)key, bytes, fixed, squeezed) < bytes / 2;
  }
  noe_base_arena_delete(arena);
  return sparse;
}
