/* The thread of a compilation: text, key, cache, delay, compiler, module. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "base/thread.h"
#include "compile/build_int.h"

static const size_t most_memory = (size_t)1 << 30;

struct noe_compile_settings noe_compile_settings(void) {
  return (struct noe_compile_settings){
      .compiler = secure_getenv("CC"),
      .path = secure_getenv("PATH"),
      .cache_home = secure_getenv("XDG_CACHE_HOME"),
      .home = secure_getenv("HOME"),
      .temporary = secure_getenv("TMPDIR"),
      .libraries = secure_getenv("LD_LIBRARY_PATH"),
      .delay = 0.03,
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

/* Waits until a compiler is worth its while; false: stopped before. */
static bool await_start(struct noe_compilation *c) {
  struct timespec until = c->started;
  uint64_t nanoseconds = (uint64_t)(c->settings.delay * 1e9) + (uint64_t)until.tv_nsec;
  until.tv_sec += (time_t)(nanoseconds / 1000000000);
  until.tv_nsec = (long)(nanoseconds % 1000000000);
  pthread_mutex_lock(&c->mutex);
  int late = 0;
  while (!c->stopping && !c->hurrying && late != ETIMEDOUT)
    late = pthread_cond_timedwait(&c->changed, &c->mutex, &until);
  bool go = !c->stopping;
  pthread_mutex_unlock(&c->mutex);
  return go;
}

static bool load(struct noe_compilation *c) {
  noe_base_text_clear(&c->why);
  return noe_compile_load(&c->object, noe_compile_temporary_folder(c), c->key.low, c->rule_count, &c->loaded, &c->why);
}

static bool make_module(struct noe_compilation *c) {
  const char *why = "this model cannot be compiled";
  if (!c->write(c->context, &c->text, &why))
    return noe_compile_fail(c, why);
  if (!noe_compile_find_compiler(c->memory, &c->settings, &c->compiler))
    return noe_compile_fail(c, "no C compiler was found");
  if (!noe_compile_find_key(c))
    return noe_compile_fail(c, "out of memory");
  c->cache = noe_compile_cache_open(c->memory, &c->settings);
  c->was_cached = noe_compile_cache_read(&c->cache, c->key, &c->object) && load(c);
  if (c->was_cached)
    return true;
  if (!await_start(c))
    return noe_compile_fail(c, "the C compiler was stopped");
  return noe_compile_make(c) && load(c);
}

/* Out of memory is one more reason for failure. What was opened hangs off `c`. */
static bool make_module_or_escape(struct noe_compilation *c) {
  jmp_buf escape;
  if (setjmp(escape)) {
    noe_base_text_clear(&c->why);
    return false;
  }
  noe_base_memory_guard(c->memory, &escape);
  return make_module(c);
}

static void keep_object(struct noe_compilation *c) {
  noe_compile_cache_write(&c->cache, c->key, &c->object);
  noe_compile_cache_trim(&c->cache, c->settings.cache_bytes, c->settings.cache_files);
}

static void tidy(struct noe_compilation *c) {
  jmp_buf escape;
  noe_compile_end_guardian(c);
  if (!setjmp(escape)) {
    noe_base_memory_guard(c->memory, &escape);
    if (c->loaded.module && !c->was_cached)
      keep_object(c);
    noe_base_text_free(&c->text);
    noe_base_text_free(&c->object);
  }
  noe_compile_cache_close(&c->cache);
}

/* The caller is told before the rest is tidied up: it waits for the module only. */
static void *work(void *argument) {
  struct noe_compilation *c = argument;
  bool good = make_module_or_escape(c);
  pthread_mutex_lock(&c->mutex);
  atomic_store(&c->status, good ? NOE_COMPILE_READY : NOE_COMPILE_FAILED);
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->mutex);
  tidy(c);
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
    started = pthread_attr_setstacksize(&attributes, stack) == 0 &&
              pthread_create(&c->thread, &attributes, work, c) == 0;
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
  clock_gettime(CLOCK_MONOTONIC, &c->started);
  c->text = c->object = c->why = c->places[0] = c->places[1] = noe_base_text(c->memory);
  c->loaded.file = c->cache.folder = -1;
}

static void dispose(struct noe_compilation *c) {
  noe_compile_unload(&c->loaded);
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

static struct timespec soon(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_nsec += 30000000;
  if (time.tv_nsec >= 1000000000) {
    time.tv_nsec -= 1000000000;
    time.tv_sec++;
  }
  return time;
}

enum noe_compile_status noe_compile_wait(struct noe_compilation *c, bool (*impatient)(void *context), void *context) {
  pthread_mutex_lock(&c->mutex);
  c->hurrying = true;
  pthread_cond_broadcast(&c->changed);
  while (noe_compile_poll(c) == NOE_COMPILE_WORKING && !(impatient && impatient(context))) {
    struct timespec until = soon();
    pthread_cond_timedwait(&c->changed, &c->mutex, &until);
  }
  pthread_mutex_unlock(&c->mutex);
  return noe_compile_poll(c);
}

const struct noe_native_module *noe_compile_module(const struct noe_compilation *compilation) {
  return noe_compile_poll(compilation) == NOE_COMPILE_READY ? compilation->loaded.module : NULL;
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
  return noe_compile_poll(compilation) == NOE_COMPILE_WORKING ? NULL : compilation->cache.note;
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
