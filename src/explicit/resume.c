#include "explicit/resume.h"

#include <assert.h>
#include <stdio.h>

#include "explicit/resume_int.h"
#include "explicit/native.h"

enum { LITTLE_MEMORY = 1 << 20 };

/* How long workers may go on with what they are at when the search is to stop. */
static const double grace = 5; /* seconds */

/* ------------------------------------------------------------------ trouble */

static bool refuse(struct noe_search *search, const struct noe_trouble *trouble) {
  if (trouble->is_memory)
    noe_explicit_stop(search, NOE_STOP_MEMORY);
  else
    search->result->refused = noe_base_arena_format(search->task->arena, "%s", trouble->text);
  return false;
}

/* The search goes on without the checkpoint; those who wait for one should know. */
static void complain(struct noe_search *search, const char *text) {
  if (search->task->warn)
    search->task->warn(search->task->warn_context, text);
}

/* ----------------------------------------------------------------- opening */

static struct noe_bytes_reader rest_of(const struct noe_checkpoint *checkpoint) {
  const struct noe_checkpoint_view *kept = noe_checkpoint_kept(checkpoint);
  return (struct noe_bytes_reader){.at = kept->rest, .end = kept->rest + kept->rest_bytes};
}

static bool is_nonsense(struct noe_search *search) {
  struct noe_trouble trouble = {.is_memory = false};
  snprintf(trouble.text, sizeof trouble.text, "%.300s: the checkpoint is damaged: its figures make no sense",
           search->task->options->resume);
  return refuse(search, &trouble);
}

bool noe_explicit_resume_open(struct noe_search *search) {
  const struct noe_options *options = search->task->options;
  struct noe_memory *memory = search->task->memory;
  struct noe_trouble trouble;
  if (!options->checkpoint && !options->resume)
    return true;
  struct noe_keeping *keep = search->keep = noe_base_alloc(memory, sizeof *keep);
  keep->directory = options->checkpoint ? options->checkpoint : options->resume;
  if (!options->resume)
    return true;
  keep->from = noe_checkpoint_resume(memory, options->resume, &trouble);
  if (!keep->from)
    return refuse(search, &trouble);
  struct noe_bytes_reader reader = rest_of(keep->from);
  if (!noe_explicit_resume_get_culprits(search, &reader))
    return is_nonsense(search);
  for (uint32_t i = 0; i < keep->culprit_count; i++)
    noe_system_give_up(&search->system, (struct noe_broken){keep->culprits[i], NOE_REASON_LOOP});
  return true;
}

void noe_explicit_resume_culprit(struct noe_search *search, uint32_t loop) {
  struct noe_keeping *keep = search->keep;
  if (!keep)
    return;
  if (keep->culprit_count == keep->culprit_room) {
    uint32_t room = keep->culprit_room * 2 + 8;
    keep->culprits = noe_base_realloc(search->task->memory, keep->culprits, room * sizeof *keep->culprits);
    keep->culprit_room = room;
  }
  keep->culprits[keep->culprit_count++] = loop;
}

void noe_explicit_resume_close(struct noe_search *search) {
  struct noe_keeping *keep = search->keep;
  if (!keep)
    return;
  if (keep->from != keep->into)
    noe_checkpoint_close(keep->from);
  noe_checkpoint_close(keep->into);
  noe_base_free(search->task->memory, keep->culprits);
  noe_base_free(search->task->memory, keep->levels);
  noe_base_free(search->task->memory, keep);
  search->keep = NULL;
}

/* ----------------------------------------------------------------- resuming */

/* The time limit waits until there is something to do: a search in short slices still
 * gets on. */
static bool is_interrupted(const struct noe_search *search) {
  const atomic_int *interrupted = search->task->interrupted;
  return interrupted && atomic_load_explicit(interrupted, memory_order_relaxed);
}

struct loading {
  struct noe_search *search;
  uint8_t *key, *again; /* rows of words */
};

/* Checksums tell of damage, not of a file that was made up. What is not a state of this model would be taken for one. */
static bool is_state(const struct loading *loading, const uint8_t *key, uint32_t bytes) {
  struct noe_orbits *orbits = &loading->search->referee.orbits;
  memset(loading->key, 0, loading->search->system.keys.most_words * sizeof(uint64_t));
  memcpy(loading->key, key, bytes);
  return noe_system_is_key(orbits, loading->key, bytes, orbits->scratch, loading->again);
}

static bool load_state(void *context, uint64_t number, const uint8_t *key, uint32_t bytes, uint64_t parent) {
  const struct loading *loading = context;
  struct noe_search *search = loading->search;
  uint64_t id, from = parent == NOE_NO_STATE ? NOE_NO_STATE : noe_store_id(search->store, parent);
  (void)number;
  if (is_interrupted(search))
    noe_explicit_stop(search, NOE_STOP_INTERRUPT);
  const struct noe_key_shape *keys = &search->system.keys;
  if (bytes > keys->most_bytes || (keys->fixed && bytes != keys->most_bytes) || !is_state(loading, key, bytes)) {
    is_nonsense(search);
    return false;
  }
  switch (noe_store_insert(search->store, 0, key, bytes, noe_store_hash_key(key, bytes), from, &id)) {
  case NOE_INSERT_FULL: noe_explicit_stop(search, NOE_STOP_MEMORY); break;
  case NOE_INSERT_OLD: is_nonsense(search); break; /* each state is kept once */
  case NOE_INSERT_NEW: break;
  }
  return !search->stop && !search->result->refused;
}

static void add_level(struct noe_search *search, uint64_t size) {
  struct noe_keeping *keep = search->keep;
  if (keep->level_count == keep->level_room) {
    uint64_t room = keep->level_room * 2 + 64;
    keep->levels = noe_base_realloc(search->task->memory, keep->levels, room * sizeof *keep->levels);
    keep->level_room = room;
  }
  keep->levels[keep->level_count++] = size;
}

static bool load_level(void *context) {
  struct noe_search *search = ((const struct loading *)context)->search;
  if (!noe_store_close_level(search->store)) {
    noe_explicit_stop(search, NOE_STOP_MEMORY);
    return false;
  }
  search->level_size = noe_store_level_size(search->store);
  add_level(search, search->level_size);
  return true;
}

/* When the next one is due. */
static void set_alarm(struct noe_search *search) {
  size_t limit = noe_base_memory_limit(search->task->memory), used = noe_base_memory_used(search->task->memory);
  search->keep->next = noe_base_now() + search->task->options->every;
  search->keep->full = limit > used ? used + (limit - used) / 2 : SIZE_MAX;
  if (!limit || limit - used < LITTLE_MEMORY)
    search->keep->full = SIZE_MAX;
}

static bool resume(struct noe_search *search, const struct noe_circumstance *circumstances, uint32_t count) {
  struct noe_keeping *keep = search->keep;
  const struct noe_checkpoint_view *kept = noe_checkpoint_kept(keep->from);
  const size_t room = search->system.keys.most_words * sizeof(uint64_t);
  struct loading loading = {search, NOE_NEW_ARRAY(search->referee.orbits.arena, uint8_t, room),
                            NOE_NEW_ARRAY(search->referee.orbits.arena, uint8_t, room)};
  const struct noe_checkpoint_loader loader = {.context = &loading, .state = load_state, .close_level = load_level};
  struct noe_trouble trouble;
  if (!noe_checkpoint_fits(keep->from, circumstances, count, &trouble))
    return refuse(search, &trouble);
  switch (noe_checkpoint_load(keep->from, search->system.keys.most_bytes, &loader, &trouble)) {
  case NOE_LOAD_FAILED: return refuse(search, &trouble);
  case NOE_LOAD_STOPPED: return false;
  case NOE_LOAD_DONE: break;
  }
  struct noe_bytes_reader reader = rest_of(keep->from);
  keep->culprit_count = 0;
  if (!noe_explicit_resume_get_culprits(search, &reader) || !noe_explicit_resume_get(search, &reader) ||
      !kept->level_count)
    return is_nonsense(search);
  keep->before = kept->expanded;
  keep->done = kept->expanded;
  for (uint64_t i = 0; i + 1 < keep->level_count; i++)
    keep->done -= keep->levels[i];
  search->resumed = true;
  return true;
}

static bool begin(struct noe_search *search, const struct noe_circumstance *circumstances, uint32_t count) {
  struct noe_keeping *keep = search->keep;
  struct noe_memory *memory = search->task->memory;
  const struct noe_options *options = search->task->options;
  struct noe_trouble trouble;
  if (keep->into) { /* the search starts over */
    if (noe_checkpoint_restart(keep->into, circumstances, count, search->system.keys.most_bytes))
      return true;
    noe_base_memory_escape(memory);
  }
  if (keep->from && !strcmp(keep->directory, options->resume)) {
    keep->into = keep->from;
    keep->is_saved = true;
    return true;
  }
  keep->into =
      noe_checkpoint_begin(memory, keep->directory, circumstances, count, search->system.keys.most_bytes, &trouble);
  return keep->into || refuse(search, &trouble);
}

bool noe_explicit_resume_begin(struct noe_search *search) {
  struct noe_keeping *keep = search->keep;
  uint32_t count;
  if (!keep)
    return true;
  const struct noe_circumstance *circumstances = noe_explicit_circumstances(search, &count);
  keep->level_count = 0;
  keep->has_part = false;
  keep->done = keep->before = 0;
  if (keep->from && !keep->into && !resume(search, circumstances, count))
    return false;
  if (!begin(search, circumstances, count))
    return false;
  if (keep->from != keep->into)
    noe_checkpoint_close(keep->from);
  keep->from = NULL;
  set_alarm(search);
  return true;
}

/* ------------------------------------------------------------------- saving */

struct source {
  const struct noe_search *search;
  uint64_t closed, next, id; /* number `next` of the open level has an id of `id` at least */
};

static uint32_t read_state(void *context, uint64_t number, uint8_t *key, uint64_t *parent) {
  struct source *source = context;
  const struct noe_store *store = source->search->store;
  uint64_t id;
  if (number < source->closed) {
    id = noe_store_id(store, number);
  } else {
    assert(number == source->next && "the open level is read in order");
    id = noe_store_next_open(store, source->id);
    source->next++;
    source->id = id + 1;
  }
  /* One of the part that the parent is in says which part it is. */
  struct noe_parents parents = noe_store_parents(store, id);
  *parent = parents.count ? parents.first : NOE_NO_STATE;
  return noe_store_read(store, id, key);
}

static struct noe_checkpoint_view view_of(const struct noe_search *search, struct source *source) {
  const struct noe_keeping *keep = search->keep;
  *source = (struct source){.search = search, .closed = noe_store_level_end(search->store)};
  source->next = source->closed;
  return (struct noe_checkpoint_view){.context = source,
                                      .state = read_state,
                                      .levels = keep->levels,
                                      .level_count = keep->level_count,
                                      .open = noe_store_count(search->store) - source->closed};
}

/* `done`: states of the level to expand that have been. */
static void save(struct noe_search *search, uint64_t done) {
  struct noe_keeping *keep = search->keep;
  struct source source;
  struct noe_trouble trouble;
  struct noe_bytes rest = noe_bytes(search->task->memory);
  struct noe_checkpoint_view view = view_of(search, &source);
  view.expanded = source.closed - search->level_size + done;
  for (uint32_t i = 0; i < search->worker_count; i++)
    if (search->workers[i].ready)
      noe_explicit_native_sum(&search->workers[i]);
  noe_explicit_resume_put(search, &rest);
  view.rest = rest.at;
  view.rest_bytes = rest.used;
  if (rest.failed)
    complain(search, "there is no memory for a checkpoint; the last one stays");
  else if (noe_checkpoint_save(keep->into, &view, &trouble))
    keep->is_saved = true;
  else
    complain(search, trouble.text);
  noe_bytes_free(&rest);
}

static bool may_save(const struct noe_search *search) {
  return search->keep->into && !search->keep->is_hopeless && !search->stop;
}

void noe_explicit_resume_level(struct noe_search *search) {
  if (!search->keep || !search->level_size)
    return;
  add_level(search, search->level_size);
  if (!search->forgets || search->keep->is_hopeless)
    return;
  /* Keys that the store will forget are written now or never. */
  struct source source;
  struct noe_trouble trouble;
  struct noe_checkpoint_view view = view_of(search, &source);
  if (noe_checkpoint_append(search->keep->into, &view, &trouble))
    return;
  search->keep->is_hopeless = true;
  complain(search, trouble.text);
}

void noe_explicit_resume_pause(struct noe_search *search, uint64_t done) {
  enum noe_stop why = search->keep->why;
  if (may_save(search))
    save(search, done);
  set_alarm(search);
  search->pause = false;
  if (why)
    noe_explicit_stop(search, why);
}

/* What comes after may take as long as the search has. */
static bool is_followed(const struct noe_search *search) {
  for (uint32_t i = 0; i < search->model->property_count; i++)
    if (noe_property_is_temporal(search->model->properties[i].property))
      return true;
  return search->guest.judge != NULL;
}

void noe_explicit_resume_end(struct noe_search *search) {
  if (search->keep && may_save(search) && is_followed(search))
    save(search, search->level_size);
}

/* ----------------------------------------------------------------- watching */

bool noe_explicit_resume_stops(struct noe_search *search, enum noe_stop why, double now) {
  struct noe_keeping *keep = search->keep;
  enum noe_stop none = NOE_STOP_NONE;
  double never = 0;
  if (!keep || !search->can_pause)
    return true;
  atomic_compare_exchange_strong(&keep->since, &never, now);
  atomic_compare_exchange_strong(&keep->why, &none, why);
  search->pause = true;
  return now - keep->since > grace;
}

void noe_explicit_resume_poll(struct noe_search *search, double now) {
  const struct noe_keeping *keep = search->keep;
  if (keep && search->can_pause && (now >= keep->next || noe_base_memory_used(search->task->memory) >= keep->full))
    search->pause = true;
}
