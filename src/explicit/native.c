#include "explicit/native.h"

#include <assert.h>
#include <string.h>

#include "store/hash.h"
#include "store/keys.h"
#include "model/pack.h"

/* So many seconds, or states, of interpretation make a look into the cache worth while, and
 * so many seconds a compiler. */
static const double first_look = 0.0025, patience = 0.02;
enum { SOME_STATES = 250 };

/* -------------------------------------------------------------- the module */

static bool is_due(const struct noe_search *search) {
  return search->task->options->compile == NOE_COMPILE_ALWAYS || noe_store_count(search->store) >= SOME_STATES ||
         noe_base_now() - search->began >= first_look;
}

static void insist(struct noe_search *search) {
  if (noe_system_compile_wait(&search->system, noe_explicit_impatient, noe_explicit_worker_0(search)))
    return;
  search->result->unmet =
      noe_base_arena_format(search->task->arena, "--compile=always, but there is no compiled model: %s",
                            noe_system_compile_why(&search->system));
  noe_explicit_stop(search, NOE_STOP_ERRORS);
}

static void begin(struct noe_search *search) {
  double left = patience - (noe_base_now() - search->began);
  noe_system_compile_begin(&search->system, left > 0 ? left : 0);
  if (search->task->options->compile == NOE_COMPILE_ALWAYS)
    insist(search);
}

void noe_explicit_native_poll(struct noe_search *search) {
  struct noe_system *system = &search->system;
  if (!system->compiled.was_tried && is_due(search))
    begin(search);
  if (system->compiled.compilation && noe_system_compile_poll(system) && !search->result->interpreted)
    search->result->interpreted = noe_base_arena_format(search->task->arena, "%s", noe_system_compile_why(system));
}

/* ------------------------------------------------------------------ a worker */

static bool assume(struct noe_worker *worker);

/* What is known about successors by now, while the frame is in use: another one serves
 * their claims. False: the state is not finished here. */
static bool settle_early(struct noe_worker *worker) {
  struct noe_native_frame *const frame = worker->view.frame;
  if (!worker->second)
    worker->second = noe_base_alloc(worker->memory, worker->view.module->frame_bytes);
  memcpy(worker->second, frame, sizeof *frame); /* counters are shared */
  worker->view.frame = worker->second;
  bool done = !worker->search->system.has_assumptions || assume(worker);
  if (done)
    noe_explicit_insert_batch_early(worker);
  worker->view.frame = frame;
  return done && !worker->search->stop;
}

/* A successor: into the batch, which forgets it if the compiled model bails out later. */
static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  struct noe_worker *worker = frame->host;
  const struct noe_clause *clause = &worker->search->model->rules[rule];
  if (cells) {
    noe_explicit_offer(worker, clause, NULL, noe_system_led(&worker->view.orbits, clause, arguments), cells);
    return !noe_batch_is_large(&worker->batch) || settle_early(worker);
  }
  struct noe_batch_item *item = noe_batch_add(&worker->batch, clause, NULL, bytes);
  item->source = worker->at;
  item->weight = worker->view.decodes ? noe_system_led(&worker->view.orbits, clause, arguments) : weight;
  item->stabiliser = frame->stabiliser;
  if (!worker->view.orbits.group) { /* numbers that have no room in a word */
    item->classes = frame->classes;
    memcpy(item->sizes, frame->sizes, sizeof item->sizes);
  }
  item->bytes = bytes;
  noe_keys_copy(noe_batch_data(&worker->batch, item), key, bytes);
  uint64_t hash = noe_store_hash(key, bytes);
  noe_batch_probe(&worker->batch, hash);
  noe_store_prefetch(worker->search->store, hash);
  return !noe_batch_is_large(&worker->batch) || settle_early(worker);
}

/* When the search is over nobody polls, but those who went through it with a module may
 * still get a better one. */
void noe_explicit_native_join(struct noe_worker *worker) {
  if (worker->view.module && !worker->number)
    noe_system_compile_poll(&worker->search->system);
  noe_system_view_join(&worker->view);
}

/* What is in the batch may have been found by another module, but no frame is in use. */
void noe_explicit_native_poll_alone(struct noe_worker *chief) {
  noe_explicit_native_poll(chief->search);
  noe_explicit_native_join(chief);
}

/* The key of any state, as the module wants it. */
static const uint8_t *judged_key(struct noe_worker *worker, const uint8_t *key) {
  return noe_system_module_key(&worker->view, key, worker->judged, false);
}

/* Assumptions, before anything is stored: false if the interpreter has to look at one. */
static bool assume(struct noe_worker *worker) {
  assert(worker->batch.first <= worker->batch.count && "the items of a state are the last ones");
  struct noe_batch *batch = &worker->batch;
  for (size_t i = batch->first; i < batch->count; i++) {
    struct noe_batch_item *item = &batch->items[i];
    const uint8_t *key = noe_batch_data(batch, item);
    if (item->is_cells) {
      noe_model_pack(worker->search->model, (const int64_t *)(const void *)key, worker->view.packed);
      key = (const uint8_t *)worker->view.packed;
    } else {
      key = judged_key(worker, key);
    }
    enum noe_native_answer answer = worker->view.module->assumptions(worker->view.frame, key);
    if (answer == NOE_NATIVE_BAIL)
      return false;
    item->is_judged = true;
    item->is_dropped = answer == NOE_NATIVE_NO;
  }
  return true;
}

static const struct noe_visitor visitor = {.successor = take};

bool noe_explicit_native_expand(struct noe_worker *worker) {
  assert(worker->view.module && "compiled code expands");
  struct noe_native_frame *frame = worker->view.frame;
  bool stuttering = worker->search->task->options->deadlock == NOE_DEADLOCK_STUTTERING;
  noe_batch_begin(&worker->batch);
  if (!noe_system_fire_compiled(&worker->view, worker->key, &visitor) ||
      (worker->search->system.has_assumptions && !assume(worker))) {
    noe_batch_drop(&worker->batch);
    noe_explicit_forget_early(worker);
    return false;
  }
  worker->progress =
      stuttering ? frame->progress : worker->batch.count > worker->batch.first || worker->early.transitions;
  return true;
}

bool noe_explicit_native_claims(struct noe_worker *worker, const uint8_t *key) {
  assert(worker->view.module && "compiled code judges");
  if (!worker->view.module->has_claims)
    return false;
  return worker->view.module->claims(worker->view.frame, judged_key(worker, key)) == NOE_NATIVE_DONE;
}

void noe_explicit_native_sum(struct noe_worker *worker) {
  struct noe_search *search = worker->search;
  struct noe_native_frame *frame = worker->view.frame;
  if (!worker->view.module || search->summed) /* what liveness claims execute again counts for nothing */
    return;
  for (uint32_t i = 0; i < search->model->property_count; i++) {
    worker->observer.records.claims[i].count += frame->cover_claims[i];
    search->covers[i] += frame->covers[i];
    frame->cover_claims[i] = frame->covers[i] = 0;
  }
  for (uint32_t i = 0; i < search->model->witness_count; i++) {
    search->witnesses[i] += frame->witnesses[i];
    frame->witnesses[i] = 0;
  }
}
