/* One run of the compiler: what it is given, and what came out. */
#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/build_int.h"
#include "compile/cache_int.h"
#include "compile/file.h"

static const size_t longest_message = 200;

/* The identity goes before the text, which is why it cannot be part of the key. */
static void add_identity(struct noe_compilation *c, struct noe_build_key key, struct noe_text *source) {
  noe_base_text_printf(source, "#define NOE_IDENTITY 0x%016" PRIx64 "ull\n", key.low);
  noe_base_text_add(source, noe_base_text_string(&c->text), c->text.length);
}

static bool name_places(struct noe_compilation *c, struct noe_build_order *order) {
  uint64_t random;
  if (getrandom(&random, sizeof random, 0) != sizeof random)
    return false;
  noe_base_text_clear(&c->places[0]);
  noe_base_text_clear(&c->places[1]);
  noe_base_text_printf(&c->places[0], "%s/noether-%016" PRIx64, noe_compile_temporary_folder(c), random);
  order->places[0] = noe_base_text_string(&c->places[0]);
  if (c->cache.folder >= 0) {
    noe_base_text_printf(&c->places[1], "%s/" NOE_CACHE_PLACE "%016" PRIx64, noe_base_text_string(&c->cache.path),
                         random);
    order->places[1] = noe_base_text_string(&c->places[1]);
  }
  return true;
}

/* The environment of the compiler: what it needs and no more. Variables that add
 * folders to its search could change what is built behind the back of the key. */
static char **environment(struct noe_compilation *c) {
  const struct noe_compile_settings *settings = &c->settings;
  const char *names[] = {"PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR", "LC_ALL"};
  const char *values[] = {settings->path, settings->home, settings->libraries, ".", "C"};
  char **list = noe_base_alloc(c->memory, (sizeof names / sizeof *names + 1) * sizeof *list);
  size_t count = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!values[i])
      continue;
    struct noe_text text = noe_base_text(c->memory);
    noe_base_text_printf(&text, "%s=%s", names[i], values[i]);
    list[count++] = text.bytes;
  }
  return list;
}

/* Under the mutex, so that noe_compile_stop finds either no guardian or one to hurry. */
static bool start_guardian(struct noe_compilation *c, const struct noe_build_order *order) {
  pthread_mutex_lock(&c->mutex);
  c->is_guarded = !c->stopping && noe_compile_guardian_start(&c->guardian, order);
  pthread_mutex_unlock(&c->mutex);
  return c->is_guarded;
}

void noe_compile_end_guardian(struct noe_compilation *c) {
  pthread_mutex_lock(&c->mutex);
  bool was_guarded = c->is_guarded;
  c->is_guarded = false;
  pthread_mutex_unlock(&c->mutex);
  if (was_guarded)
    noe_compile_guardian_end(&c->guardian);
}

static void add_first_line(struct noe_text *why, const struct noe_text *messages) {
  const char *at = noe_base_text_string(messages);
  size_t length = strcspn(at, "\n");
  for (size_t i = 0; i < length && i < longest_message; i++)
    noe_base_text_printf(why, "%c", isprint((unsigned char)at[i]) ? at[i] : '?');
}

static bool compiler_failed(struct noe_compilation *c, int status, int folder) {
  struct noe_text messages = noe_base_text(c->memory);
  noe_base_text_clear(&c->why);
  if (WIFSIGNALED(status))
    noe_base_text_printf(&c->why, "the C compiler was killed by signal %d", WTERMSIG(status));
  else if (noe_compile_read_file(folder, NOE_BUILD_MESSAGES, &messages)) {
    noe_base_text_puts(&c->why, "the C compiler failed: ");
    add_first_line(&c->why, &messages);
  } else
    noe_base_text_printf(&c->why, "the C compiler failed with status %d", WEXITSTATUS(status));
  return false;
}

/* What the guardian's report comes to; the object if all went well. */
static bool take_result(struct noe_compilation *c, const struct noe_build_report *report) {
  char buffer[100];
  const char *reason = strerror_r(report->code, buffer, sizeof buffer);
  noe_base_text_clear(&c->why);
  if (report->end == NOE_BUILD_NO_PLACE) {
    noe_base_text_printf(&c->why, "there is no place to build in: %s", reason);
    return false;
  }
  if (report->end == NOE_BUILD_NO_START) {
    noe_base_text_printf(&c->why, "%s cannot be run: %s", c->compilers[c->stage].words[0], reason);
    return false;
  }
  assert(report->place < 2 && c->places[report->place].length && "it was built in one of the places named");
  int folder = open(noe_base_text_string(&c->places[report->place]), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  bool good = WIFEXITED(report->code) && WEXITSTATUS(report->code) == 0;
  if (!good)
    compiler_failed(c, report->code, folder);
  else if (!noe_compile_read_file(folder, NOE_BUILD_OBJECT, &c->object))
    good = noe_compile_fail(c, "the C compiler wrote no object");
  if (folder >= 0)
    close(folder);
  return good;
}

bool noe_compile_prepare(struct noe_compilation *c, enum noe_build_stage stage) {
  assert(!c->is_guarded && c->text.length && "one compiler runs at a time, on a text");
  struct noe_text source = noe_base_text(c->memory);
  struct noe_build_order order = {.words = c->compilers[stage].words, .environment = environment(c)};
  c->stage = stage;
  add_identity(c, c->keys[stage], &source);
  order.text = source.bytes;
  order.length = source.length;
  if (!name_places(c, &order))
    return noe_compile_fail(c, "the system has no random numbers");
  bool started = start_guardian(c, &order);
  noe_base_text_free(&source);
  return started || noe_compile_fail(c, "no process could be made for the C compiler");
}

bool noe_compile_make(struct noe_compilation *c) {
  struct noe_build_report report;
  noe_compile_guardian_begin(&c->guardian);
  bool built = noe_compile_guardian_report(&c->guardian, &report) ? take_result(c, &report)
                                                                  : noe_compile_fail(c, "the C compiler was stopped");
  noe_compile_end_guardian(c);
  return built;
}
