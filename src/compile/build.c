/* The thread of a compilation: text, keys, cache, delay, compiler, module; and once or twice more. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "base/thread.h"
#include "compile/build_int.h"

static const size_t most_memory = (size_t)1 << 30;

static const double short_search = 0.1; /* seconds */

struct noe_compile_settings noe_compile_settings(void) {
  return (struct noe_compile_settings){
      .compiler = secure_getenv("CC"),
      .path = secure_getenv("PATH"),
      .cache_home = secure_getenv("XDG_CACHE_HOME"),
      .home = secure_getenv("HOME"),
      .temporary = secure_getenv("TMPDIR"),
      .libraries = secure_getenv("LD_LIBRARY_PATH"),
      .instant = true,
      .delay = 0.02,
      .quick_after = 0.08,
      .better_after = 3,
      .cache_bytes = (uint64_t)256 << 20,
      .cache_files = 500,
  };
}

bool noe_compile_fail(struct noe_compilation *c, const char *why) {
  noe_base_text_clear(&c->why);
  noe_base_text_puts(&c->why, why);
  return false;
}

const char *noe_compile_temporary_folder(const struct noe_compilation *c) {
  return c->settings.temporary && c->settings.temporary[0] == '/' ? c->settings.temporary : "/tmp";
}

/* ------------------------------------------------------------ the thread */

static struct timespec time_of(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now;
}

static struct timespec later(struct timespec time, double seconds) {
  uint64_t nanoseconds = (uint64_t)(seconds * 1e9) + (uint64_t)time.tv_nsec;
  time.tv_sec += (time_t)(nanoseconds / 1000000000);
  time.tv_nsec = (long)(nanoseconds % 1000000000);
  return time;
}

/* Waits until a compiler is worth its while; false: stopped before. Who waits for the
 * first module hurries; nobody waits for the others. */
static bool await(struct noe_compilation *c, struct timespec until, bool can_hurry) {
  pthread_mutex_lock(&c->mutex);
  int late = 0;
  while (!c->stopping && !(can_hurry && c->hurrying) && late != ETIMEDOUT)
    late = pthread_cond_timedwait(&c->changed, &c->mutex, &until);
  bool go = !c->stopping;
  pthread_mutex_unlock(&c->mutex);
  return go;
}

/* The object, which is of this stage, as a module. */
static bool load(struct noe_compilation *c, enum noe_build_stage stage) {
  assert(!c->loaded[stage].module && "each stage is loaded once");
  c->stage = stage;
  noe_base_text_clear(&c->why);
  if (!noe_compile_load(&c->object, noe_compile_temporary_folder(c), c->keys[stage].low, c->rule_count,
                        &c->loaded[stage], &c->why))
    return false;
  if (!c->first)
    c->first = c->loaded[stage].module;
  return c->loaded[stage].module->frame_bytes == c->first->frame_bytes ||
         noe_compile_fail(c, "compilers disagree about the layout of data");
}

static bool is_offered(const struct noe_compilation *c, enum noe_build_stage stage) {
  return c->compilers[stage].words[0] && (stage != NOE_BUILD_INSTANT || c->settings.instant);
}

static bool recall_any(struct noe_compilation *c) {
  for (int stage = NOE_BUILD_STAGES - 1; stage >= 0; stage--)
    if (is_offered(c, stage) && noe_compile_cache_read(&c->cache, c->keys[stage], &c->object) && load(c, stage))
      return true;
  return false;
}

static bool build(struct noe_compilation *c, enum noe_build_stage stage) {
  return noe_compile_prepare(c, stage) && noe_compile_make(c) && load(c, stage);
}

static bool make_first(struct noe_compilation *c) {
  const char *why = "this model cannot be compiled";
  if (!c->write(c->context, &c->text, &why))
    return noe_compile_fail(c, why);
  if (!noe_compile_find_compilers(c->memory, &c->settings, c->compilers))
    return noe_compile_fail(c, "no C compiler was found");
  for (int stage = 0; stage < NOE_BUILD_STAGES; stage++)
    if (is_offered(c, stage) && !noe_compile_find_key(c, stage))
      return noe_compile_fail(c, "out of memory");
  c->cache = noe_compile_cache_open(c->memory, &c->settings);
  c->was_cached = recall_any(c);
  if (c->was_cached)
    return true;
  if (is_offered(c, NOE_BUILD_INSTANT)) {
    atomic_store(&c->status, NOE_COMPILE_BUILDING);
    if (build(c, NOE_BUILD_INSTANT))
      return true;
  }
  atomic_store(&c->status, NOE_COMPILE_WAITING);
  if (!await(c, later(c->started, c->settings.delay), true))
    return noe_compile_fail(c, "the C compiler was stopped");
  atomic_store(&c->status, NOE_COMPILE_BUILDING);
  return build(c, NOE_BUILD_QUICK);
}

/* The guardian is made as long as there is little memory to duplicate, but not for
 * searches that are soon over. */
static bool make_next(struct noe_compilation *c) {
  assert(c->stage < NOE_BUILD_BETTER && c->first && "a better module follows another one");
  const enum noe_build_stage next = c->stage + 1;
  const double begin = next == NOE_BUILD_QUICK ? c->settings.quick_after : c->settings.better_after;
  const double prepare = begin < short_search ? begin : short_search;
  const struct timespec now = time_of();
  return begin >= 0 && await(c, later(now, prepare), false) && noe_compile_prepare(c, next) &&
         await(c, later(now, begin), false) && noe_compile_make(c) && load(c, next);
}

static bool keep_object(struct noe_compilation *c) {
  noe_compile_cache_write(&c->cache, c->keys[c->stage], &c->object);
  noe_compile_cache_trim(&c->cache, c->settings.cache_bytes, c->settings.cache_files);
  return true;
}

/* Out of memory is one more reason for failure. What was opened hangs off `c`. */
static bool take_step(struct noe_compilation *c, bool (*step)(struct noe_compilation *c)) {
  jmp_buf escape;
  if (setjmp(escape)) {
    noe_base_text_clear(&c->why);
    return false;
  }
  noe_base_memory_guard(c->memory, &escape);
  return step(c);
}

static void tell(struct noe_compilation *c, enum noe_compile_status status) {
  pthread_mutex_lock(&c->mutex);
  assert((status != NOE_COMPILE_READY || c->loaded[c->stage].module) && "who is ready has a module");
  if (status == NOE_COMPILE_READY)
    atomic_store(&c->module, c->loaded[c->stage].module);
  atomic_store(&c->status, status);
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->mutex);
}

/* The caller is told before the rest is tidied up: it waits for the module only. */
static void *work(void *argument) {
  struct noe_compilation *c = argument;
  bool good = take_step(c, make_first);
  tell(c, good ? NOE_COMPILE_READY : NOE_COMPILE_FAILED);
  if (good && !c->was_cached)
    take_step(c, keep_object);
  while (good && c->stage != NOE_BUILD_BETTER && take_step(c, make_next)) {
    tell(c, NOE_COMPILE_READY);
    take_step(c, keep_object);
  }
  noe_compile_end_guardian(c);
  noe_base_text_free(&c->text);
  noe_base_text_free(&c->object);
  noe_compile_cache_close(&c->cache);
  return NULL;
}

/* Signals are for the other threads, and the text may come from deep recursion. */
static bool start_thread(struct noe_compilation *c) {
  sigset_t all, before;
  pthread_attr_t attributes;
  bool started = false;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (size_t stack = NOE_DEEP_STACK; stack >= (size_t)1 << 20 && !started; stack /= 2)
    started =
        pthread_attr_setstacksize(&attributes, stack) == 0 && pthread_create(&c->thread, &attributes, work, c) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

/* ------------------------------------------------------------ the caller */

static void prepare(struct noe_compilation *c) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&c->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  pthread_mutex_init(&c->mutex, NULL);
  c->started = time_of();
  c->text = c->object = c->why = c->places[0] = c->places[1] = noe_base_text(c->memory);
  c->cache.folder = -1;
  for (int stage = 0; stage < NOE_BUILD_STAGES; stage++)
    c->loaded[stage].file = -1;
}

static void dispose(struct noe_compilation *c) {
  assert(!c->is_guarded && "no compiler outlives its compilation");
  for (int stage = 0; stage < NOE_BUILD_STAGES; stage++)
    noe_compile_unload(&c->loaded[stage]);
  pthread_cond_destroy(&c->changed);
  pthread_mutex_destroy(&c->mutex);
  noe_base_memory_delete(c->memory);
}

struct noe_compilation *noe_compile_start(const struct noe_compile_settings *settings, noe_compile_write *write,
                                          void *context, uint32_t rule_count) {
  struct noe_memory *memory = noe_base_memory_new(most_memory);
  struct noe_compilation *c = memory ? noe_base_try_alloc(memory, sizeof *c) : NULL;
  if (!c) {
    noe_base_memory_delete(memory);
    return NULL;
  }
  c->memory = memory;
  c->settings = *settings;
  c->write = write;
  c->context = context;
  c->rule_count = rule_count;
  prepare(c);
  if (start_thread(c))
    return c;
  dispose(c);
  return NULL;
}

enum noe_compile_status noe_compile_poll(const struct noe_compilation *compilation) {
  return (enum noe_compile_status)atomic_load_explicit(&compilation->status, memory_order_acquire);
}

static bool is_over(enum noe_compile_status status) {
  return status == NOE_COMPILE_READY || status == NOE_COMPILE_FAILED;
}

enum noe_compile_status noe_compile_wait(struct noe_compilation *c, bool (*impatient)(void *context), void *context) {
  pthread_mutex_lock(&c->mutex);
  c->hurrying = true;
  pthread_cond_broadcast(&c->changed);
  while (!is_over(noe_compile_poll(c)) && !(impatient && impatient(context))) {
    struct timespec until = later(time_of(), 0.03);
    pthread_cond_timedwait(&c->changed, &c->mutex, &until);
  }
  pthread_mutex_unlock(&c->mutex);
  return noe_compile_poll(c);
}

const struct noe_native_module *noe_compile_module(const struct noe_compilation *compilation) {
  return atomic_load_explicit(&compilation->module, memory_order_acquire);
}

const char *noe_compile_why(const struct noe_compilation *compilation) {
  if (noe_compile_poll(compilation) != NOE_COMPILE_FAILED)
    return NULL;
  return compilation->why.length ? noe_base_text_string(&compilation->why) : "out of memory";
}

bool noe_compile_was_cached(const struct noe_compilation *compilation) {
  return noe_compile_poll(compilation) == NOE_COMPILE_READY && compilation->was_cached;
}

const char *noe_compile_cache_note(const struct noe_compilation *compilation) {
  return is_over(noe_compile_poll(compilation)) ? compilation->cache.note : NULL;
}

void noe_compile_stop(struct noe_compilation *c) {
  if (!c)
    return;
  pthread_mutex_lock(&c->mutex);
  c->stopping = true;
  if (c->is_guarded)
    noe_compile_guardian_hurry(&c->guardian);
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->mutex);
  pthread_join(c->thread, NULL);
  dispose(c);
}
