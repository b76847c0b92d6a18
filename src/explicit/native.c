#include "explicit/native.h"

#include <string.h>

#include "compile/build.h"
#include "compile/emit.h"
#include "explicit/store_hash.h"
#include "explicit/store_keys.h"
#include "model/pack.h"

/* So many seconds, or states, of interpretation make a look into the cache worth while, and
 * so many seconds a compiler. */
static const double first_look = 0.0025, patience = 0.02;
enum { SOME_STATES = 250 };
/* So many seconds at most a worker makes way for the compiler. */
static const double courtesy = 3;

/* A hostile build asks for a better module at once, and has workers join again whenever
 * they look. */
#ifdef NOE_HOSTILE
enum { IS_HOSTILE = true };
#else
enum { IS_HOSTILE = false };
#endif

/* -------------------------------------------------------------- the module */

static bool write_text(void *context, struct noe_text *text, const char **why) {
  const struct noe_search *search = context;
  struct noe_emission emission;
  return noe_compile_emit(text->memory, search->model, search->keys.symmetry,
                          search->keys.symmetry ? search->proof : NULL, false, text, &emission, why);
}

static bool has_cover_statement(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].is_statement)
      return true;
  return false;
}

static bool is_watched(const struct noe_search *search) {
  for (uint32_t i = 0; search->keys.symmetry && i < search->model->loop_count; i++)
    if (search->proof->kinds[i] != NOE_WATCH_NOTHING)
      return true;
  return false;
}

static bool is_wanted(const struct noe_search *search) {
  const struct noe_task *task = search->task;
  if (task->options->compile == NOE_COMPILE_NEVER || task->put || task->options->check_symmetry)
    return false;
  return !search->has_assumptions || !has_cover_statement(search->model);
}

static bool is_due(const struct noe_search *search) {
  return search->task->options->compile == NOE_COMPILE_ALWAYS ||
         noe_explicit_store_count(search->store) >= SOME_STATES ||
         noe_explicit_now() - search->began >= first_look;
}

/* Keys have to be of one kind, but packed states can be made of values x counts. */
static const struct noe_native_module *fitting(const struct noe_search *search,
                                               const struct noe_native_module *module) {
  if (module->keys == NOE_NATIVE_RUNS && !search->keys.runs)
    return NULL;
  return search->has_assumptions && !module->has_assumptions ? NULL : module;
}

static void insist(struct noe_search *search) {
  if (search->compilation && noe_compile_wait(search->compilation, noe_explicit_impatient,
                                              noe_explicit_chief(search)) != NOE_COMPILE_FAILED)
    return;
  const char *why = search->compilation ? noe_compile_why(search->compilation) : "it is left to the interpreter";
  search->result->unmet =
      noe_base_arena_format(search->task->arena, "--compile=always, but there is no compiled model: %s", why ? why : "out of memory");
  noe_explicit_stop(search, NOE_STOP_ERRORS);
}

static void begin(struct noe_search *search) {
  search->compile_tried = true;
  search->compile_began = noe_explicit_now();
  if (is_wanted(search)) {
    struct noe_compile_settings settings = noe_compile_settings();
    double left = patience - (search->compile_began - search->began);
    settings.delay = left > 0 ? left : 0;
    if (IS_HOSTILE)
      settings.quick_after = settings.better_after = 0;
    if (search->task->options->resume) { /* much memory to duplicate, and it may well be in the cache */
      settings.instant = false;
      settings.better_after = -1;
    }
    search->compilation = noe_compile_start(&settings, write_text, search, search->model->rule_count);
  }
  if (search->task->options->compile == NOE_COMPILE_ALWAYS)
    insist(search);
}

/* The best module so far. */
static void take_module(struct noe_search *search) {
  const struct noe_native_module *module = noe_compile_module(search->compilation);
  if (module)
    atomic_store_explicit(&search->module, fitting(search, module), memory_order_release);
}

void noe_explicit_native_poll(struct noe_search *search) {
  if (!search->compile_tried && is_due(search))
    begin(search);
  if (!search->compilation)
    return;
  enum noe_compile_status status = noe_compile_poll(search->compilation);
  bool works = status == NOE_COMPILE_LOOKING || status == NOE_COMPILE_BUILDING;
  bool compiling = works && noe_explicit_now() - search->compile_began < courtesy;
  atomic_store_explicit(&search->compiling, compiling, memory_order_relaxed);
  take_module(search);
  if (status == NOE_COMPILE_FAILED && !search->result->interpreted)
    search->result->interpreted = noe_base_arena_format(search->task->arena, "%s", noe_compile_why(search->compilation));
}

void noe_explicit_native_stop(struct noe_search *search) {
  noe_compile_stop(search->compilation);
  search->compilation = NULL;
  search->module = NULL;
}

/* ------------------------------------------------------------------ a worker */

static bool assume(struct noe_worker *worker);

/* What is known about successors by now, while the frame is in use: another one serves
 * their claims. False: the state is not finished here. */
static bool settle_early(struct noe_worker *worker) {
  struct noe_native_frame *const frame = worker->frame;
  if (!worker->second)
    worker->second = noe_base_alloc(worker->memory, worker->module->frame_bytes);
  memcpy(worker->second, frame, sizeof *frame); /* counters are shared */
  worker->frame = worker->second;
  bool done = !worker->search->has_assumptions || assume(worker);
  if (done)
    noe_explicit_settle_early(worker);
  worker->frame = frame;
  return done && !worker->search->stop;
}

/* A successor: into the batch, which forgets it if the compiled model bails out later. */
static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  struct noe_worker *worker = frame->host;
  const struct noe_clause *clause = &worker->search->model->rules[rule];
  if (cells) {
    noe_explicit_offer(worker, clause, NULL, noe_explicit_led(&worker->orbits, clause, arguments), cells);
    return !noe_batch_is_large(&worker->batch) || settle_early(worker);
  }
  struct noe_batch_item *item = noe_batch_add(&worker->batch, clause, NULL, bytes);
  item->source = worker->at;
  item->weight = worker->decodes ? noe_explicit_led(&worker->orbits, clause, arguments) : weight;
  item->stabiliser = frame->stabiliser;
  if (!worker->orbits.group) { /* numbers that have no room in a word */
    item->classes = frame->classes;
    memcpy(item->sizes, frame->sizes, sizeof item->sizes);
  }
  item->bytes = bytes;
  noe_keys_copy(noe_batch_data(&worker->batch, item), key, bytes);
  uint64_t hash = noe_store_hash(key, bytes);
  noe_batch_probe(&worker->batch, hash);
  noe_explicit_store_prefetch(worker->search->store, hash);
  return !noe_batch_is_large(&worker->batch) || settle_early(worker);
}

static void make_frame(struct noe_worker *worker, const struct noe_native_module *module) {
  struct noe_search *search = worker->search;
  uint32_t properties = search->model->property_count;
  struct noe_native_frame *frame = noe_base_alloc(worker->memory, module->frame_bytes);
  frame->host = worker;
  frame->successor = take;
  frame->impatient = noe_explicit_impatient;
  frame->covers =
      noe_base_alloc(worker->memory, (2 * (size_t)properties + search->model->witness_count) * sizeof *frame->covers);
  frame->cover_claims = frame->covers + properties;
  frame->witnesses = frame->cover_claims + properties;
  frame->leave_covers = search->keys.is_uneven && is_watched(search);
  worker->packed = noe_base_alloc(worker->memory, search->model->packed_words * sizeof *worker->packed);
  worker->partial = false;
  for (uint32_t i = 0; i < module->rule_count; i++)
    worker->partial |= !module->rules[i];
  worker->decodes = search->keys.symmetry && module->keys == NOE_NATIVE_PACKED;
  if (worker->decodes) {
    frame->want_cells = true;
    frame->canonical = module->canonical && worker->orbits.canoniser;
    frame->find_twins = frame->canonical && !worker->partial;
    frame->class_of = worker->orbits.twins.class_of;
    frame->rank_of = worker->orbits.twins.rank_of;
    frame->size_of = worker->orbits.twins.size_of;
    frame->twin_classes = &worker->orbits.twins.count;
  }
  worker->frame = frame;
}

/* When the search is over nobody polls, but those who went through it with a module may
 * still get a better one. */
void noe_explicit_native_join(struct noe_worker *worker) {
  struct noe_search *search = worker->search;
  if (worker->module && !worker->number)
    take_module(search);
  const struct noe_native_module *module = atomic_load_explicit(&search->module, memory_order_acquire);
  if (!module || (module == worker->module && !IS_HOSTILE))
    return;
  if (!worker->frame) /* else it serves the new module as it did the old one, counters and all */
    make_frame(worker, module);
  worker->module = module;
}

/* What is in the batch may have been found by another module, but no frame is in use. */
void noe_explicit_native_poll_alone(struct noe_worker *chief) {
  noe_explicit_native_poll(chief->search);
  noe_explicit_native_join(chief);
}

/* The key as the module wants it; `state` is what it stands for, if it must be packed. */
static const uint8_t *module_key(struct noe_worker *worker, const uint8_t *key, const int64_t *state) {
  if (worker->module->keys == NOE_NATIVE_RUNS || !worker->orbits.runs)
    return key;
  noe_model_pack(worker->search->model, state, worker->packed);
  return (const uint8_t *)worker->packed;
}

/* The key of any state, as the module wants it. */
static const uint8_t *judged_key(struct noe_worker *worker, const uint8_t *key) {
  if (worker->module->keys == NOE_NATIVE_RUNS || !worker->orbits.runs)
    return key;
  noe_explicit_state(&worker->orbits, key, worker->judged);
  return module_key(worker, key, worker->judged);
}

/* Assumptions, before anything is stored: false if the interpreter has to look at one. */
static bool assume(struct noe_worker *worker) {
  struct noe_batch *batch = &worker->batch;
  for (size_t i = batch->first; i < batch->count; i++) {
    struct noe_batch_item *item = &batch->items[i];
    const uint8_t *key = noe_batch_data(batch, item);
    if (item->is_cells) {
      noe_model_pack(worker->search->model, (const int64_t *)(const void *)key, worker->packed);
      key = (const uint8_t *)worker->packed;
    } else {
      key = judged_key(worker, key);
    }
    enum noe_native_answer answer = worker->module->assumptions(worker->frame, key);
    if (answer == NOE_NATIVE_BAIL)
      return false;
    item->is_judged = true;
    item->is_dropped = answer == NOE_NATIVE_NO;
  }
  return true;
}

static bool fire(struct noe_worker *worker) {
  struct noe_native_frame *frame = worker->frame;
  if ((worker->decodes || worker->partial) && !frame->find_twins)
    noe_explicit_state_and_twins(&worker->orbits, worker->key, worker->state);
  frame->progress = frame->enabled = false;
  return worker->module->expand(frame, module_key(worker, worker->key, worker->state)) == NOE_NATIVE_DONE;
}

bool noe_explicit_native_fire(struct noe_worker *worker, noe_native_successor successor) {
  noe_native_successor const before = worker->frame->successor;
  worker->frame->successor = successor;
  bool done = fire(worker);
  worker->frame->successor = before;
  return done;
}

bool noe_explicit_native_expand(struct noe_worker *worker) {
  struct noe_native_frame *frame = worker->frame;
  bool stuttering = worker->search->task->options->deadlock == NOE_DEADLOCK_STUTTERING;
  noe_batch_begin(&worker->batch);
  if (!fire(worker) || (worker->search->has_assumptions && !assume(worker))) {
    noe_batch_drop(&worker->batch);
    noe_explicit_forget_early(worker);
    return false;
  }
  worker->progress =
      stuttering ? frame->progress : worker->batch.count > worker->batch.first || worker->early.transitions;
  return true;
}

bool noe_explicit_native_claims(struct noe_worker *worker, const uint8_t *key) {
  if (!worker->module->has_claims)
    return false;
  return worker->module->claims(worker->frame, judged_key(worker, key)) == NOE_NATIVE_DONE;
}

bool noe_explicit_native_trials(struct noe_worker *worker) {
  return worker->module && worker->module->has_trials &&
         worker->module->trials(worker->frame, judged_key(worker, worker->key)) == NOE_NATIVE_DONE;
}

bool noe_explicit_native_goals(struct noe_worker *worker, const uint32_t *first_bits, uint64_t *bits, uint32_t count) {
  if (!worker->module || !worker->module->has_goals)
    return false;
  memset(bits, 0, (count + 63) / 64 * sizeof *bits);
  worker->frame->first_goals = first_bits;
  worker->frame->goals = bits;
  return worker->module->goals(worker->frame, judged_key(worker, worker->key)) == NOE_NATIVE_DONE;
}

void noe_explicit_native_sum(struct noe_worker *worker) {
  struct noe_search *search = worker->search;
  struct noe_native_frame *frame = worker->frame;
  if (!frame || search->summed) /* what liveness claims execute again counts for nothing */
    return;
  for (uint32_t i = 0; i < search->model->property_count; i++) {
    worker->records.claims[i].count += frame->cover_claims[i];
    search->covers[i] += frame->covers[i];
    frame->cover_claims[i] = frame->covers[i] = 0;
  }
  for (uint32_t i = 0; i < search->model->witness_count; i++) {
    search->witnesses[i] += frame->witnesses[i];
    frame->witnesses[i] = 0;
  }
}
