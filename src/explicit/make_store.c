/* Which store a search uses: what the user asks for, unless something else is needed or better. */
#include "explicit/search.h"

_Static_assert((int)NOE_STORE_TREE == (int)NOE_STORED_TREE && (int)NOE_STORE_COMPACT == (int)NOE_STORED_COMPACT, "");

/* Trees of keys of many lengths have little in common, their halves more. */
static bool is_thrifty(const struct noe_search *search) {
  return (enum noe_store_kind)search->task->options->store == NOE_STORE_TREE && !search->system.keys.fixed;
}

#ifdef NOE_HOSTILE
enum { WEIGHS_STORES = false };
#else
enum { WEIGHS_STORES = true };
#endif

/* Where keys are short, or have much in common, whole states take less room than hashes do. So a search that shall
 * keep hashes begins with whole states; if it turns out that they take more, it begins again (search.c). Checkpoints
 * are of one kind of store. */
static bool begins_full(const struct noe_search *search) {
  const struct noe_options *options = search->task->options;
  return WEIGHS_STORES && !search->is_compact && !options->checkpoint && !options->resume;
}

/* Some things read old states again: for them 64 bits are not enough. */
static bool may_forget(const struct noe_search *search) {
  const struct noe_options *options = search->task->options;
  return (enum noe_store_kind)options->store == NOE_STORE_COMPACT && !options->coverage &&
         (!options->check_symmetry || options->check_symmetry == NOE_SOME_SAMPLES) && !search->guest.judge;
}

static enum noe_store_kind store_kind(const struct noe_search *search) {
  if ((enum noe_store_kind)search->task->options->store == NOE_STORE_COMPACT)
    return may_forget(search) && !begins_full(search) ? NOE_STORE_COMPACT : NOE_STORE_FULL;
  return is_thrifty(search) ? NOE_STORE_FULL : (enum noe_store_kind)search->task->options->store;
}

void noe_explicit_make_store(struct noe_search *search) {
  struct noe_store_shape shape = {.kind = store_kind(search),
                                  .threads = search->worker_count,
                                  .most_bytes = search->system.keys.most_bytes,
                                  .fixed = search->system.keys.fixed,
                                  .thrifty = is_thrifty(search),
                                  .sparse = noe_explicit_starts_are_sparse(search)};
  search->forgets = shape.kind == NOE_STORE_COMPACT;
  search->weighs_stores = shape.kind == NOE_STORE_FULL && may_forget(search) && begins_full(search);
  search->store_memory = noe_base_memory_branch(search->task->memory);
  if (search->store_memory)
    search->store = noe_store_new(search->store_memory, &shape);
  if (!search->store)
    noe_base_memory_escape(search->task->memory);
  search->records.store = search->store;
}
