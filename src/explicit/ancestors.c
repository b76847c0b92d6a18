#include "explicit/ancestors.h"

#include <string.h>

#include "model/pack.h"

void noe_explicit_ancestors_init(struct noe_ancestors *ancestors, struct noe_memory *memory,
                                 const struct noe_model *model, const struct noe_store *store,
                                 struct noe_orbits *orbits, struct noe_enabled *enabled) {
  *ancestors = (struct noe_ancestors){.memory = memory,
                                      .model = model,
                                      .machine = enabled->machine,
                                      .store = store,
                                      .orbits = orbits,
                                      .enabled = enabled};
  size_t key = orbits->shape->most_words * sizeof(uint64_t), cells = model->cell_count * sizeof(int64_t);
  ancestors->child_key = noe_base_alloc(memory, key);
  ancestors->key = noe_base_alloc(memory, key);
  ancestors->made = noe_base_alloc(memory, key);
  ancestors->before = noe_base_alloc(memory, cells);
  ancestors->after = noe_base_alloc(memory, cells);
}

void noe_explicit_ancestors_free(struct noe_ancestors *ancestors) {
  void *blocks[] = {ancestors->child_key, ancestors->key,   ancestors->made,     ancestors->before,
                    ancestors->after,     ancestors->frame, ancestors->counters, ancestors->packed};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    noe_base_free(ancestors->memory, blocks[i]);
  *ancestors = (struct noe_ancestors){.memory = ancestors->memory};
}

/* ------------------------------------------------------------- compiled code */

static bool is_child(const struct noe_ancestors *ancestors, const uint8_t *key, uint32_t bytes) {
  return bytes == ancestors->child_bytes && !memcmp(key, ancestors->child_key, bytes);
}

/* One is enough: then it stops. */
static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  struct noe_ancestors *ancestors = frame->host;
  (void)rule, (void)weight, (void)arguments;
  if (cells) {
    key = ancestors->made;
    bytes = noe_explicit_key(ancestors->orbits, cells, ancestors->made);
  }
  ancestors->found |= is_child(ancestors, key, bytes);
  return !ancestors->found;
}

static bool is_impatient(void *host) {
  (void)host;
  return false;
}

void noe_explicit_ancestors_join(struct noe_ancestors *ancestors, const struct noe_native_module *module) {
  struct noe_memory *memory = ancestors->memory;
  size_t properties = ancestors->model->property_count;
  struct noe_native_frame *frame = ancestors->frame = noe_base_alloc(memory, module->frame_bytes);
  ancestors->counters =
      noe_base_alloc(memory, (2 * properties + ancestors->model->witness_count) * sizeof *ancestors->counters);
  ancestors->packed = noe_base_alloc(memory, ancestors->model->packed_words * sizeof *ancestors->packed);
  frame->host = ancestors;
  frame->successor = take;
  frame->impatient = is_impatient;
  frame->covers = ancestors->counters;
  frame->cover_claims = frame->covers + properties;
  frame->witnesses = frame->cover_claims + properties;
  for (uint32_t i = 0; i < module->rule_count; i++)
    ancestors->is_partial |= !module->rules[i];
  if (ancestors->orbits->symmetry && module->keys == NOE_NATIVE_PACKED) {
    frame->want_cells = true;
    frame->class_of = ancestors->orbits->twins.class_of;
    frame->rank_of = ancestors->orbits->twins.rank_of;
  }
  ancestors->module = module;
}

/* Is the child a successor of the state in `before`, whose key this is? The compiled model
 * may leave it open. */
static bool ask_module(struct noe_ancestors *ancestors, const uint8_t *key, bool *is_sure) {
  if (ancestors->module->keys == NOE_NATIVE_PACKED && ancestors->orbits->runs) {
    noe_model_pack(ancestors->model, ancestors->before, ancestors->packed);
    key = (const uint8_t *)ancestors->packed;
  }
  ancestors->found = false;
  bool done = ancestors->module->expand(ancestors->frame, key) == NOE_NATIVE_DONE;
  *is_sure = ancestors->found || (done && !ancestors->is_partial);
  return ancestors->found;
}

/* ------------------------------------------------------------ interpretation */

/* False: it leads to the child. */
static bool fire(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_ancestors *ancestors = context;
  ancestors->found =
      noe_model_machine_fire(ancestors->machine, clause, arguments, ancestors->before, ancestors->after) ==
          NOE_OUTCOME_TRUE &&
      is_child(ancestors, ancestors->made, noe_explicit_key(ancestors->orbits, ancestors->after, ancestors->made));
  return !ancestors->found;
}

static bool interpret(struct noe_ancestors *ancestors) {
  ancestors->found = false;
  noe_explicit_enabled_each(ancestors->enabled, ancestors->before, NULL, fire, ancestors);
  return ancestors->found;
}

/* As in the search, of instances that are twins or alike one is fired. */
static bool leads_to_child(struct noe_ancestors *ancestors, uint64_t id) {
  struct noe_orbits *orbits = ancestors->orbits;
  bool is_sure = false, leads = false;
  noe_explicit_store_read(ancestors->store, id, ancestors->key);
  noe_explicit_state_and_twins(orbits, ancestors->key, ancestors->before);
  if (ancestors->module)
    leads = ask_module(ancestors, ancestors->key, &is_sure);
  if (is_sure)
    return leads;
  if (orbits->symmetry) {
    noe_model_machine_filter(ancestors->machine, noe_explicit_leads, orbits);
    ancestors->enabled->exchange = &orbits->twins.exchange;
  }
  noe_model_machine_spare(ancestors->machine, true);
  leads = interpret(ancestors);
  noe_model_machine_spare(ancestors->machine, false);
  ancestors->enabled->exchange = NULL;
  noe_model_machine_filter(ancestors->machine, NULL, NULL);
  return leads;
}

/* Those that come behind the best one so far need not be looked at. */
uint64_t noe_explicit_parent(struct noe_ancestors *ancestors, uint64_t id) {
  const struct noe_store *store = ancestors->store;
  struct noe_parents parents = noe_explicit_store_parents(store, id);
  uint64_t best = NOE_NO_STATE;
  if (parents.count == 1)
    return noe_explicit_store_id(store, parents.first);
  if (parents.count)
    ancestors->child_bytes = noe_explicit_store_read(store, id, ancestors->child_key);
  for (uint64_t i = 0; i < parents.count; i++) {
    uint64_t other = noe_explicit_store_id(store, parents.first + i);
    if ((best == NOE_NO_STATE || noe_explicit_store_compare(store, other, best) < 0) &&
        leads_to_child(ancestors, other))
      best = other;
  }
  return best;
}
