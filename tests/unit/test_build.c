/* Building, caching and loading of modules: with the system's compiler, with scripts
 * that stand for compilers of many kinds, and with caches that nobody should trust. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "compile/build.h"
#include "compile/cache.h"

/* The version that the contract has now, as the first line of a module. */
#define QUOTED(text) #text
#define LINE(number) "#define ABI " QUOTED(number) "\n"
#define ABI LINE(NOE_NATIVE_ABI)

enum { RULES = 3, PATH = 4096 };

/* A module as the generator would write it, but for what it computes. */
static const char module_text[] =
    "typedef unsigned int uint32; typedef unsigned long long uint64; typedef unsigned char uint8;\n"
    "struct module { uint32 abi, keys; uint64 identity; unsigned long frame_bytes; uint32 rule_count;\n"
    "  const uint8 *rules; _Bool has_claims, has_assumptions, has_goals, has_trials, canonical;\n"
    "  const void **aid;\n"
    "  int (*expand)(void *, const uint8 *), (*claims)(void *, const uint8 *), (*assumptions)(void *, const uint8 *);\n"
    "  int (*goals)(void *, const uint8 *); };\n"
    "static const uint8 rules[RULES] = {1};\n"
    "static int expand(void *frame, const uint8 *key) { (void)frame; return key[0] * 2; }\n"
    "__attribute__((visibility(\"default\"))) extern const struct module noe_native_module;\n"
    "const struct module noe_native_module = {.abi = ABI, .keys = 1, .identity = IDENTITY, .frame_bytes = 4096,\n"
    "  .rule_count = RULES, .rules = rules, .expand = expand};\n";

/* Every test has a folder of its own: home, cache, temporary files, scripts, a count. */
struct bed {
  char root[PATH], home[PATH], temporary[PATH], cache[PATH], script[PATH], runs[PATH];
  struct noe_compile_settings settings;
};

/* ------------------------------------------------------------------ bed */

static void path_in(char out[PATH], const char *folder, const char *name) {
  assert_true(snprintf(out, PATH, "%.3000s/%s", folder, name) < PATH);
}

static int set_up(void **state) {
  static struct bed bed;
  memset(&bed, 0, sizeof bed);
  strcpy(bed.root, "/tmp/noether-test-XXXXXX");
  if (!mkdtemp(bed.root))
    return -1;
  path_in(bed.home, bed.root, "home");
  path_in(bed.temporary, bed.root, "tmp");
  path_in(bed.cache, bed.root, "home/.cache/noether");
  path_in(bed.script, bed.root, "compiler");
  path_in(bed.runs, bed.root, "runs");
  if (mkdir(bed.home, 0755) != 0 || mkdir(bed.temporary, 0755) != 0)
    return -1;
  bed.settings = noe_compile_settings();
  bed.settings.compiler = NULL;
  bed.settings.cache_home = NULL;
  bed.settings.home = bed.home;
  bed.settings.temporary = bed.temporary;
  bed.settings.delay = 0;
  *state = &bed;
  return 0;
}

static void remove_tree(const char *path) {
  struct stat about;
  if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
    chmod(path, 0700);
    DIR *listing = opendir(path);
    for (struct dirent *entry; listing && (entry = readdir(listing));)
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
        char inner[PATH];
        path_in(inner, path, entry->d_name);
        remove_tree(inner);
      }
    if (listing)
      closedir(listing);
  }
  remove(path);
}

static size_t count_entries(const char *path) {
  size_t count = 0;
  DIR *listing = opendir(path);
  for (struct dirent *entry; listing && (entry = readdir(listing));)
    count += entry->d_name[0] != '.';
  if (listing)
    closedir(listing);
  return count;
}

/* Nothing may be left behind: no temporary file, no child. */
static int tear_down(void **state) {
  struct bed *bed = *state;
  size_t left = count_entries(bed->temporary);
  errno = 0;
  bool childless = waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
  remove_tree(bed->root);
  return left || !childless ? -1 : 0;
}

static void write_file(const char *path, const void *bytes, size_t length, mode_t mode) {
  unlink(path);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  assert_true(file >= 0);
  assert_int_equal(write(file, bytes, length), length);
  close(file);
  assert_int_equal(chmod(path, mode), 0);
}

/* A compiler of ours: it notes that it ran, then does `body`. */
static void write_script(struct bed *bed, const char *body) {
  char script[2 * PATH];
  snprintf(script, sizeof script, "#!/bin/sh\necho >>%.3000s\n%.3000s\n", bed->runs, body);
  write_file(bed->script, script, strlen(script), 0700);
  bed->settings.compiler = bed->script;
}

/* How often it ran. */
static size_t runs(const struct bed *bed) {
  struct stat about;
  return stat(bed->runs, &about) == 0 ? (size_t)about.st_size : 0;
}

/* The one object in the cache. */
static void object_path(const struct bed *bed, char out[PATH]) {
  DIR *listing = opendir(bed->cache);
  assert_non_null(listing);
  out[0] = 0;
  for (struct dirent *entry; (entry = readdir(listing));)
    if (strlen(entry->d_name) == 35) {
      assert_int_equal(out[0], 0);
      path_in(out, bed->cache, entry->d_name);
    }
  closedir(listing);
  assert_int_not_equal(out[0], 0);
}

/* ------------------------------------------------------------- building */

/* The head of the text: what the tests vary. */
static bool write_module(void *context, struct noe_text *text, const char **why) {
  const char *head = context;
  (void)why;
  noe_base_text_puts(text, head ? head : ABI "#define IDENTITY NOE_IDENTITY\n#define RULES 3\n");
  noe_base_text_puts(text, module_text);
  return true;
}

static struct noe_compilation *build_as(const struct bed *bed, const char *head) {
  char *context = head ? strdup(head) : NULL;
  struct noe_compilation *compilation = noe_compile_start(&bed->settings, write_module, context, RULES);
  assert_non_null(compilation);
  assert_true(noe_compile_wait(compilation, NULL, NULL) >= NOE_COMPILE_READY);
  free(context);
  return compilation;
}

/* Builds, or finds in the cache; the module must work. */
static void expect_module(const struct bed *bed, bool from_cache) {
  struct noe_compilation *compilation = build_as(bed, NULL);
  const struct noe_native_module *module = noe_compile_module(compilation);
  uint8_t key = 21;
  if (!module)
    fail_msg("no module: %s", noe_compile_why(compilation));
  assert_int_equal(noe_compile_was_cached(compilation), from_cache);
  assert_null(noe_compile_why(compilation));
  assert_int_equal(module->rules[0], 1);
  assert_int_equal(module->expand(NULL, &key), 42);
  noe_compile_stop(compilation);
}

static void expect_failure(const struct bed *bed, const char *head, const char *why) {
  struct noe_compilation *compilation = build_as(bed, head);
  assert_int_equal(noe_compile_poll(compilation), NOE_COMPILE_FAILED);
  assert_null(noe_compile_module(compilation));
  if (!strstr(noe_compile_why(compilation), why))
    fail_msg("`%s` instead of `%s`", noe_compile_why(compilation), why);
  noe_compile_stop(compilation);
}

static void expect_note(const struct bed *bed, const char *note) {
  struct noe_compilation *compilation = build_as(bed, NULL);
  assert_int_equal(noe_compile_poll(compilation), NOE_COMPILE_READY);
  assert_non_null(noe_compile_cache_note(compilation));
  assert_string_equal(noe_compile_cache_note(compilation), note);
  noe_compile_stop(compilation);
}

static void builds_and_loads(void **state) {
  struct bed *bed = *state;
  expect_module(bed, false);
  expect_module(bed, true);
}

static void cached_needs_no_compiler_run(void **state) {
  struct bed *bed = *state;
  write_script(bed, "exec cc \"$@\"");
  expect_module(bed, false);
  assert_int_equal(runs(bed), 1);
  expect_module(bed, true);
  expect_module(bed, true);
  assert_int_equal(runs(bed), 1);
}

/* Two modules at a time, one of them unloaded first. */
static void several_at_once(void **state) {
  struct bed *bed = *state;
  struct noe_compilation *first = build_as(bed, NULL);
  struct noe_compilation *second = build_as(bed, ABI "#define IDENTITY NOE_IDENTITY\n#define RULES 3\n/**/\n");
  assert_non_null(noe_compile_module(first));
  assert_non_null(noe_compile_module(second));
  assert_true(noe_compile_module(first)->identity != noe_compile_module(second)->identity);
  noe_compile_stop(first);
  expect_module(bed, true);
  uint8_t key = 5;
  assert_int_equal(noe_compile_module(second)->expand(NULL, &key), 10);
  noe_compile_stop(second);
}

static void another_compiler_is_another_key(void **state) {
  struct bed *bed = *state;
  write_script(bed, "exec cc \"$@\"");
  expect_module(bed, false);
  write_script(bed, "exec cc  \"$@\"");
  expect_module(bed, false);
  assert_int_equal(runs(bed), 2);
}

static bool write_nothing(void *context, struct noe_text *text, const char **why) {
  (void)context;
  (void)text;
  *why = "a rule that is too strange";
  return false;
}

static void no_text(void **state) {
  struct bed *bed = *state;
  struct noe_compilation *compilation = noe_compile_start(&bed->settings, write_nothing, NULL, RULES);
  assert_int_equal(noe_compile_wait(compilation, NULL, NULL), NOE_COMPILE_FAILED);
  assert_string_equal(noe_compile_why(compilation), "a rule that is too strange");
  noe_compile_stop(compilation);
}

static bool write_too_much(void *context, struct noe_text *text, const char **why) {
  (void)context;
  (void)why;
  noe_base_text_puts(text, "x");
  noe_base_alloc(text->memory, (size_t)8 << 30);
  return true;
}

static void out_of_memory(void **state) {
  struct bed *bed = *state;
  struct noe_compilation *compilation = noe_compile_start(&bed->settings, write_too_much, NULL, RULES);
  assert_int_equal(noe_compile_wait(compilation, NULL, NULL), NOE_COMPILE_FAILED);
  assert_string_equal(noe_compile_why(compilation), "out of memory");
  noe_compile_stop(compilation);
}

static void wrong_modules(void **state) {
  struct bed *bed = *state;
  expect_failure(bed, "#define ABI 999\n#define IDENTITY NOE_IDENTITY\n#define RULES 3\n", "another version");
  expect_failure(bed, ABI "#define IDENTITY 77\n#define RULES 3\n", "another text");
  expect_failure(bed, ABI "#define IDENTITY NOE_IDENTITY\n#define RULES 4\n", "other rules");
  expect_failure(bed, "#define noe_native_module other\n" ABI "#define IDENTITY 1\n#define RULES 3\n",
                 "exports no module");
  expect_failure(
      bed,
      "void nowhere(void); void f(void);\n__attribute__((visibility(\"default\"))) void f(void) { nowhere(); }\n" ABI
      "#define IDENTITY NOE_IDENTITY\n#define RULES 3\n",
      "asks for more than it may");
  assert_int_equal(count_entries(bed->cache), 0); /* such objects are not kept */
}

/* ------------------------------------------------------------ compilers */

static void no_compiler(void **state) {
  struct bed *bed = *state;
  bed->settings.path = bed->temporary;
  expect_failure(bed, NULL, "no C compiler was found");
  bed->settings.path = ":.:::bin";
  expect_failure(bed, NULL, "no C compiler was found");
}

/* CC with arguments is not taken apart; the usual compilers are looked for. */
static void strange_names_are_not_run(void **state) {
  struct bed *bed = *state;
  char command[PATH];
  write_script(bed, "exit 3");
  snprintf(command, sizeof command, "%.3000s -O2; touch x", bed->script);
  bed->settings.compiler = command;
  expect_module(bed, false);
  bed->settings.compiler = "-v";
  expect_module(bed, true);
  bed->settings.compiler = "";
  expect_module(bed, true);
  assert_int_equal(runs(bed), 0);
}

static void named_compiler_is_found_on_the_path(void **state) {
  struct bed *bed = *state;
  char path[PATH];
  write_script(bed, "exec /usr/bin/cc \"$@\"");
  bed->settings.compiler = "compiler";
  snprintf(path, sizeof path, "/nowhere:%.2000s:/usr/bin:/bin", bed->root);
  bed->settings.path = path;
  expect_module(bed, false);
  assert_int_equal(runs(bed), 1);
}

static void failing_compilers(void **state) {
  struct bed *bed = *state;
  write_script(bed, "echo 'model.c:1: the \007 moon' >&2; echo more >&2; exit 1");
  expect_failure(bed, NULL, "the C compiler failed: model.c:1: the ? moon");
  write_script(bed, "exit 5");
  expect_failure(bed, NULL, "the C compiler failed with status 5");
  write_script(bed, "exit 0");
  expect_failure(bed, NULL, "the C compiler wrote no object");
  write_script(bed, "kill -SEGV $$");
  expect_failure(bed, NULL, "the C compiler was killed by signal 11");
  write_script(bed, "echo garbage >model.so");
  expect_failure(bed, NULL, "is not an object");
  write_file(bed->script, "\177ELF?", 5, 0700);
  expect_failure(bed, NULL, "cannot be run: Exec format error");
  assert_int_equal(count_entries(bed->cache), 0);
}

static void syntax_error(void **state) { expect_failure(*state, "this is not C\n", "the C compiler failed: model.c:"); }

static void sleep_a_little(void) {
  struct timespec time = {.tv_nsec = 10000000};
  nanosleep(&time, NULL);
}

/* The process that wrote its number into the file, once it is there. */
static pid_t read_number(const char *path) {
  for (int i = 0; i < 1000; i++, sleep_a_little()) {
    FILE *file = fopen(path, "r");
    int number = 0;
    bool whole = file && fscanf(file, "%d.", &number) == 1 && number;
    if (file)
      fclose(file);
    if (whole)
      return number;
  }
  fail_msg("nothing was written to %s", path);
  return 0;
}

static void expect_gone(pid_t process) {
  for (int i = 0; i < 1000; i++, sleep_a_little()) {
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    if (!file)
      return;
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    /* Where nobody collects orphans they stay as zombies: they run no more. */
    if (!read || strstr(line, ") Z "))
      return;
  }
  fail_msg("process %d still runs", process);
}

/* A compiler with a child, both of which hang. */
static void write_hanging_script(struct bed *bed, char number[PATH]) {
  char body[2 * PATH];
  path_in(number, bed->root, "number");
  unlink(number);
  snprintf(body, sizeof body, "touch ccleftover.o\nsleep 1000 & echo $!. >%.3000s\nsleep 1000", number);
  write_script(bed, body);
}

static void stop_ends_a_hanging_compiler(void **state) {
  struct bed *bed = *state;
  char number[PATH];
  write_hanging_script(bed, number);
  struct noe_compilation *compilation = noe_compile_start(&bed->settings, write_module, NULL, RULES);
  pid_t process = read_number(number);
  assert_int_equal(noe_compile_poll(compilation), NOE_COMPILE_BUILDING);
  assert_null(noe_compile_module(compilation));
  assert_null(noe_compile_why(compilation));
  noe_compile_stop(compilation);
  expect_gone(process);
  assert_int_equal(count_entries(bed->temporary), 0);
}

static bool give_up_at_once(void *context) {
  ++*(int *)context;
  return true;
}

static void waiting_can_be_given_up(void **state) {
  struct bed *bed = *state;
  char number[PATH];
  int asked = 0;
  write_hanging_script(bed, number);
  struct noe_compilation *compilation = noe_compile_start(&bed->settings, write_module, NULL, RULES);
  read_number(number);
  assert_int_equal(noe_compile_wait(compilation, give_up_at_once, &asked), NOE_COMPILE_BUILDING);
  assert_int_equal(asked, 1);
  noe_compile_stop(compilation);
}

/* What is left running by a compiler that ended goes as well. */
static void leftover_children_end(void **state) {
  struct bed *bed = *state;
  char number[PATH], body[2 * PATH];
  path_in(number, bed->root, "number");
  snprintf(body, sizeof body, "sleep 1000 & echo $!. >%.3000s\nexec cc \"$@\"", number);
  write_script(bed, body);
  expect_module(bed, false);
  expect_gone(read_number(number));
}

/* A search that is over before the delay never sees a compiler. */
static void stopped_before_the_delay(void **state) {
  struct bed *bed = *state;
  write_script(bed, "exec cc \"$@\"");
  bed->settings.delay = 1000;
  struct noe_compilation *compilation = noe_compile_start(&bed->settings, write_module, NULL, RULES);
  sleep_a_little();
  assert_int_equal(noe_compile_poll(compilation), NOE_COMPILE_WAITING);
  noe_compile_stop(compilation);
  assert_int_equal(runs(bed), 0);
}

/* --------------------------------------------------------------- stages */

/* What stands for a compiler whose better objects come to something else. */
#define IF_BETTER(body) "for word in \"$@\"; do if [ \"$word\" = -O2 ]; then " body "; fi; done; exec cc \"$@\""

static const struct noe_native_module *await_another(const struct noe_compilation *compilation,
                                                     const struct noe_native_module *module) {
  for (int i = 0; i < 1000 && noe_compile_module(compilation) == module; i++)
    sleep_a_little();
  assert_true(noe_compile_module(compilation) != module);
  return noe_compile_module(compilation);
}

/* A module, and a better one; next time, that one from the cache. */
static void expect_two_modules(const struct bed *bed) {
  uint8_t key = 4;
  struct noe_compilation *compilation = build_as(bed, NULL);
  const struct noe_native_module *first = noe_compile_module(compilation);
  const struct noe_native_module *second = await_another(compilation, first);
  uint64_t identity = second->identity;
  assert_true(first->identity != identity);
  assert_int_equal(first->expand(NULL, &key) + second->expand(NULL, &key), 16); /* both are loaded */
  assert_int_equal(noe_compile_poll(compilation), NOE_COMPILE_READY);
  noe_compile_stop(compilation);
  assert_int_equal(count_entries(bed->cache), 2);
  compilation = build_as(bed, NULL);
  assert_true(noe_compile_was_cached(compilation));
  assert_true(noe_compile_module(compilation)->identity == identity);
  noe_compile_stop(compilation);
  assert_int_equal(runs(bed), 2);
}

static void a_better_module_follows(void **state) {
  struct bed *bed = *state;
  write_script(bed, "exec cc \"$@\"");
  bed->settings.better_after = 0;
  expect_two_modules(bed);
}

/* A quick object in the cache is followed as well. */
static void a_better_module_follows_a_cached_one(void **state) {
  struct bed *bed = *state;
  write_script(bed, "exec cc \"$@\"");
  expect_module(bed, false);
  bed->settings.better_after = 0;
  struct noe_compilation *compilation = build_as(bed, NULL);
  assert_true(noe_compile_was_cached(compilation));
  await_another(compilation, noe_compile_module(compilation));
  noe_compile_stop(compilation);
  assert_int_equal(runs(bed), 2);
  assert_int_equal(count_entries(bed->cache), 2);
}

/* Objects that are no good are as if they were not there, each of them. */
static void damaged_objects_of_both_stages(void **state) {
  struct bed *bed = *state;
  char path[PATH];
  a_better_module_follows(state);
  DIR *listing = opendir(bed->cache);
  for (struct dirent *entry; (entry = readdir(listing));)
    if (strlen(entry->d_name) == 35) {
      path_in(path, bed->cache, entry->d_name);
      write_file(path, "damaged", 7, 0600);
    }
  closedir(listing);
  struct noe_compilation *compilation = build_as(bed, NULL);
  assert_false(noe_compile_was_cached(compilation));
  await_another(compilation, noe_compile_module(compilation));
  noe_compile_stop(compilation);
  assert_int_equal(runs(bed), 4);
  expect_module(bed, true);
}

static void nobody_hears_of_a_second_failure(void **state) {
  struct bed *bed = *state;
  uint8_t key = 21;
  char number[PATH], body[2 * PATH];
  path_in(number, bed->root, "number");
  snprintf(body, sizeof body, IF_BETTER("echo $$. >%.3000s; echo no >&2; exit 1"), number);
  write_script(bed, body);
  bed->settings.better_after = 0;
  struct noe_compilation *compilation = build_as(bed, NULL);
  const struct noe_native_module *module = noe_compile_module(compilation);
  expect_gone(read_number(number));
  for (int i = 0; i < 10; i++)
    sleep_a_little();
  assert_int_equal(noe_compile_poll(compilation), NOE_COMPILE_READY);
  assert_true(noe_compile_module(compilation) == module);
  assert_null(noe_compile_why(compilation));
  assert_int_equal(module->expand(NULL, &key), 42);
  noe_compile_stop(compilation);
  assert_int_equal(runs(bed), 2);
  expect_module(bed, true);
}

static void stop_ends_a_hanging_second_compiler(void **state) {
  struct bed *bed = *state;
  char number[PATH], body[2 * PATH];
  path_in(number, bed->root, "number");
  snprintf(body, sizeof body, IF_BETTER("touch ccleftover.o; sleep 1000 & echo $!. >%.3000s; sleep 1000"), number);
  write_script(bed, body);
  bed->settings.better_after = 0;
  struct noe_compilation *compilation = build_as(bed, NULL);
  pid_t process = read_number(number);
  assert_int_equal(noe_compile_poll(compilation), NOE_COMPILE_READY);
  noe_compile_stop(compilation);
  expect_gone(process);
  assert_int_equal(count_entries(bed->temporary), 0);
  assert_int_equal(count_entries(bed->cache), 1);
}

/* The guardian is there, and waits. */
static void stopped_before_a_second_compiler(void **state) {
  struct bed *bed = *state;
  write_script(bed, "exec cc \"$@\"");
  bed->settings.better_after = 1000;
  struct noe_compilation *compilation = build_as(bed, NULL);
  for (int i = 0; i < 20; i++)
    sleep_a_little();
  assert_int_equal(count_entries(bed->temporary), 0);
  noe_compile_stop(compilation);
  bed->settings.better_after = -1;
  expect_module(bed, true);
  assert_int_equal(runs(bed), 1);
}

/* A PATH with a cc and a tcc of ours, which do `body` and what cc does. */
static void write_compilers(struct bed *bed, const char *instant_body, const char *body) {
  static char path[2 * PATH];
  char folder[PATH], instant[PATH], usual[PATH];
  path_in(folder, bed->root, "bin");
  path_in(instant, folder, "tcc");
  path_in(usual, folder, "cc");
  assert_int_equal(mkdir(folder, 0755), 0);
  write_script(bed, instant_body);
  assert_int_equal(rename(bed->script, instant), 0);
  write_script(bed, body);
  assert_int_equal(rename(bed->script, usual), 0);
  snprintf(path, sizeof path, "%.3000s:/usr/local/bin:/usr/bin:/bin", folder);
  bed->settings.path = path;
  bed->settings.compiler = NULL;
  bed->settings.quick_after = 0;
  bed->settings.better_after = -1;
}

#define REAL_CC "PATH=/usr/local/bin:/usr/bin:/bin exec cc \"$@\""

static void an_instant_module_comes_first(void **state) {
  struct bed *bed = *state;
  write_compilers(bed, REAL_CC, REAL_CC);
  bed->settings.delay = 1000; /* which it does not wait for */
  expect_two_modules(bed);
}

static void nobody_hears_of_an_instant_failure(void **state) {
  struct bed *bed = *state;
  write_compilers(bed, "echo no >&2; exit 1", REAL_CC);
  expect_module(bed, false);
  assert_int_equal(runs(bed), 2);
  expect_module(bed, true);
}

/* Who names a compiler, or wants nothing at once, gets none. */
static void an_instant_module_is_not_for_all(void **state) {
  struct bed *bed = *state;
  write_compilers(bed, "echo >>$0.ran; exit 1", REAL_CC);
  bed->settings.compiler = "cc";
  expect_module(bed, false);
  assert_int_equal(runs(bed), 1);
  bed->settings.compiler = NULL;
  bed->settings.instant = false;
  expect_module(bed, true);
  assert_int_equal(runs(bed), 1);
}

/* The frame of one module has to serve the other. */
static void compilers_that_disagree(void **state) {
  struct bed *bed = *state;
  write_compilers(bed, REAL_CC, "sed -i 's/= 4096/= 4104/' model.c; " REAL_CC);
  struct noe_compilation *compilation = build_as(bed, NULL);
  const struct noe_native_module *instant = noe_compile_module(compilation);
  for (int i = 0; i < 1000 && runs(bed) < 2; i++)
    sleep_a_little();
  for (int i = 0; i < 30; i++)
    sleep_a_little();
  assert_true(noe_compile_module(compilation) == instant);
  assert_int_equal(noe_compile_poll(compilation), NOE_COMPILE_READY);
  noe_compile_stop(compilation);
  assert_int_equal(runs(bed), 2);
  assert_int_equal(count_entries(bed->cache), 1);
}

/* Flags that a compiler does not know do no harm. */
static void each_known_compiler_takes_the_flags(void **state) {
  static const char *const names[] = {"gcc", "clang", "tcc"};
  struct bed *bed = *state;
  bed->settings.better_after = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    bed->settings.compiler = names[i];
    struct noe_compilation *compilation = build_as(bed, NULL);
    const struct noe_native_module *quick = noe_compile_module(compilation);
    if (!quick)
      fail_msg("%s: %s", names[i], noe_compile_why(compilation));
    if (!noe_compile_was_cached(compilation)) /* where there is no such compiler, another serves */
      await_another(compilation, quick);
    noe_compile_stop(compilation);
  }
}

/* --------------------------------------------------------------- caches */

/* After whatever was done to the object: it is not used, and is replaced. */
static void expect_replaced(struct bed *bed) {
  size_t before = runs(bed);
  expect_module(bed, false);
  assert_int_equal(runs(bed), before + 1);
  expect_module(bed, true);
  assert_int_equal(runs(bed), before + 1);
}

static void damaged_objects_are_replaced(void **state) {
  struct bed *bed = *state;
  char path[PATH], other[PATH];
  struct stat about;
  write_script(bed, "exec cc \"$@\"");
  expect_module(bed, false);
  object_path(bed, path);
  assert_int_equal(stat(path, &about), 0);
  assert_int_equal(about.st_mode & 0777, 0600);
  char *bytes = malloc((size_t)about.st_size);
  FILE *file = fopen(path, "r");
  assert_int_equal(fread(bytes, 1, (size_t)about.st_size, file), about.st_size);
  fclose(file);

  size_t length = (size_t)about.st_size;
  size_t places[] = {0, 100, length / 2, length - 100, length - 50, length - 40, length - 20, length - 1};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    bytes[places[i]] ^= 1;
    write_file(path, bytes, length, 0600);
    bytes[places[i]] ^= 1;
    expect_replaced(bed);
  }
  size_t lengths[] = {0, 1, 40, 60, length / 2, length - 1};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    write_file(path, bytes, lengths[i], 0600);
    expect_replaced(bed);
  }
  write_file(path, bytes, length, 0620);
  expect_replaced(bed);
  write_file(path, bytes, length, 0602);
  expect_replaced(bed);
  path_in(other, bed->root, "other.so");
  write_file(other, bytes, length, 0600);
  unlink(path);
  assert_int_equal(symlink(other, path), 0);
  expect_replaced(bed);
  unlink(path);
  assert_int_equal(mkfifo(path, 0600), 0);
  expect_replaced(bed);
  write_file(path, bytes, length, 0600);
  expect_module(bed, true); /* as it was, it is good */
  free(bytes);
}

static void foreign_objects_are_replaced(void **state) {
  struct bed *bed = *state;
  char path[PATH];
  if (geteuid() != 0)
    skip();
  write_script(bed, "exec cc \"$@\"");
  expect_module(bed, false);
  object_path(bed, path);
  assert_int_equal(chown(path, 12345, (gid_t)-1), 0);
  expect_replaced(bed);
  assert_int_equal(chown(bed->cache, 12345, (gid_t)-1), 0);
  expect_note(bed, "the cache directory belongs to somebody else");
}

/* The object of one key under the name of another. */
static void exchanged_objects_are_replaced(void **state) {
  struct bed *bed = *state;
  char first[PATH], second[PATH], aside[PATH];
  write_script(bed, "exec cc \"$@\"");
  struct noe_compilation *other = build_as(bed, ABI "#define IDENTITY NOE_IDENTITY\n#define RULES 3\n\n");
  noe_compile_stop(other);
  object_path(bed, first);
  path_in(aside, bed->root, "aside.so");
  assert_int_equal(rename(first, aside), 0);
  expect_module(bed, false);
  object_path(bed, second);
  assert_int_equal(rename(aside, second), 0);
  expect_replaced(bed);
}

static void object_that_is_a_folder(void **state) {
  struct bed *bed = *state;
  char path[PATH], inside[PATH];
  expect_module(bed, false);
  object_path(bed, path);
  unlink(path);
  assert_int_equal(mkdir(path, 0700), 0);
  path_in(inside, path, "x");
  write_file(inside, "x", 1, 0600);
  expect_module(bed, false);
  expect_module(bed, false);
}

static void open_folder_is_refused(void **state) {
  struct bed *bed = *state;
  expect_module(bed, false);
  assert_int_equal(chmod(bed->cache, 0710), 0);
  expect_note(bed, "the cache directory is not private");
  assert_int_equal(chmod(bed->cache, 0704), 0);
  expect_note(bed, "the cache directory is not private");
  assert_int_equal(chmod(bed->cache, 0700), 0);
  expect_module(bed, true);
}

static void linked_folder_is_refused(void **state) {
  struct bed *bed = *state;
  char other[PATH];
  expect_module(bed, false);
  path_in(other, bed->root, "other");
  assert_int_equal(rename(bed->cache, other), 0);
  assert_int_equal(symlink(other, bed->cache), 0);
  expect_note(bed, "the cache directory is not a directory");
  unlink(bed->cache);
  write_file(bed->cache, "", 0, 0600);
  expect_note(bed, "the cache directory is not a directory");
}

static void no_home(void **state) {
  struct bed *bed = *state;
  bed->settings.home = NULL;
  expect_note(bed, "there is no home directory for the cache");
  bed->settings.home = "";
  bed->settings.cache_home = "relative";
  expect_note(bed, "there is no home directory for the cache");
  bed->settings.cache_home = "/nowhere/at/all";
  expect_note(bed, "the cache directory cannot be opened");
}

/* Root writes where it likes: the folder is made one that takes no files. */
static void folder_that_takes_no_files(void **state) {
  struct bed *bed = *state;
  expect_module(bed, false);
  if (geteuid() == 0) {
    bed->settings.cache_home = "/proc/self";
    expect_note(bed, "the cache directory cannot be opened");
    return;
  }
  char path[PATH];
  object_path(bed, path);
  unlink(path);
  assert_int_equal(chmod(bed->cache, 0500), 0);
  expect_module(bed, false);
  expect_module(bed, false);
}

/* Without a place for temporary files it is built in the cache folder; without either, not. */
static void no_temporary_folder(void **state) {
  struct bed *bed = *state;
  bed->settings.temporary = "/nowhere";
  expect_module(bed, false);
  assert_int_equal(count_entries(bed->cache), 1);
  bed->settings.home = NULL;
  expect_failure(bed, NULL, "there is no place to build in: No such file or directory");
}

static void temporary_that_is_no_folder(void **state) {
  struct bed *bed = *state;
  bed->settings.temporary = "/dev/full";
  expect_module(bed, false);
}

/* ---------------------------------------------------- several processes */

enum { PROCESSES = 8 };

static void several_processes(void **state) {
  struct bed *bed = *state;
  pid_t children[PROCESSES];
  write_script(bed, "exec cc \"$@\"");
  for (int i = 0; i < PROCESSES; i++) {
    children[i] = fork();
    assert_true(children[i] >= 0);
    if (children[i] == 0) {
      struct noe_compilation *compilation = noe_compile_start(&bed->settings, write_module, NULL, RULES);
      bool good = compilation && noe_compile_wait(compilation, NULL, NULL) == NOE_COMPILE_READY;
      noe_compile_stop(compilation);
      _exit(good ? 0 : 1);
    }
  }
  for (int i = 0; i < PROCESSES; i++) {
    int status;
    assert_int_equal(waitpid(children[i], &status, 0), children[i]);
    assert_int_equal(status, 0);
  }
  assert_int_equal(count_entries(bed->cache), 1);
  expect_module(bed, true);
}

/* kill -9 of noether in the middle of a build: compiler and files go, the cache works. */
static void killed_builder(void **state) {
  struct bed *bed = *state;
  char number[PATH];
  write_hanging_script(bed, number);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    noe_compile_start(&bed->settings, write_module, NULL, RULES);
    for (;;)
      pause();
  }
  pid_t compiler = read_number(number);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  expect_gone(compiler);
  for (int i = 0; i < 1000 && count_entries(bed->temporary); i++)
    sleep_a_little();
  assert_int_equal(count_entries(bed->temporary), 0);
  write_script(bed, "exec cc \"$@\"");
  expect_module(bed, false);
  expect_module(bed, true);
}

/* ------------------------------------------------------------- trimming */

static void age(const char *path, time_t seconds) {
  struct timespec times[2] = {{.tv_sec = time(NULL) - seconds}, {.tv_sec = time(NULL) - seconds}};
  assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void put_object(const struct bed *bed, unsigned number, size_t length) {
  char name[64], path[PATH], bytes[1000] = "";
  snprintf(name, sizeof name, "%032x.so", number);
  path_in(path, bed->cache, name);
  write_file(path, bytes, length, 0600);
  age(path, 1000 - (time_t)number);
}

static bool has_object(const struct bed *bed, unsigned number) {
  char name[64], path[PATH];
  snprintf(name, sizeof name, "%032x.so", number);
  path_in(path, bed->cache, name);
  return access(path, F_OK) == 0;
}

static void oldest_objects_go(void **state) {
  struct bed *bed = *state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_cache cache = noe_compile_cache_open(memory, &bed->settings);
  char other[PATH], fresh[PATH], recent[PATH], place[PATH], file[PATH];
  assert_true(cache.folder >= 0);
  for (unsigned i = 0; i < 100; i++)
    put_object(bed, i, 100);
  path_in(other, bed->cache, "README");
  path_in(fresh, bed->cache, "new-0123");
  path_in(recent, bed->cache, "new-4567");
  path_in(place, bed->cache, "build-0123");
  path_in(file, place, "model.c");
  assert_int_equal(mkdir(place, 0700), 0);
  const char *files[] = {other, fresh, recent, file};
  for (int i = 0; i < 4; i++)
    write_file(files[i], "", 0, 0600);
  age(other, 1000000);
  age(fresh, 1000000);
  age(place, 1000000);
  noe_compile_cache_trim(&cache, 1000000, 90);
  assert_int_equal(count_entries(bed->cache), 90 + 2);
  assert_false(has_object(bed, 9));
  assert_true(has_object(bed, 10));
  noe_compile_cache_trim(&cache, 5000, 90);
  assert_int_equal(count_entries(bed->cache), 50 + 2);
  assert_true(has_object(bed, 50));
  assert_int_equal(access(recent, F_OK) | access(other, F_OK), 0);
  noe_compile_cache_close(&cache);
  noe_base_text_free(&cache.path);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

/* What is used stays; a new object counts. */
static void used_objects_stay(void **state) {
  struct bed *bed = *state;
  char path[PATH];
  expect_module(bed, false);
  object_path(bed, path);
  age(path, 5000);
  expect_module(bed, true);
  for (unsigned i = 0; i < 4; i++)
    put_object(bed, i, 100);
  bed->settings.cache_files = 3;
  struct noe_compilation *other = build_as(bed, ABI "#define IDENTITY NOE_IDENTITY\n#define RULES 3\n\n");
  noe_compile_stop(other);
  assert_int_equal(count_entries(bed->cache), 3);
  assert_false(has_object(bed, 2));
  assert_true(has_object(bed, 3));
  expect_module(bed, true);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(builds_and_loads),
      TEST(cached_needs_no_compiler_run),
      TEST(several_at_once),
      TEST(another_compiler_is_another_key),
      TEST(no_text),
      TEST(out_of_memory),
      TEST(wrong_modules),
      TEST(no_compiler),
      TEST(strange_names_are_not_run),
      TEST(named_compiler_is_found_on_the_path),
      TEST(failing_compilers),
      TEST(syntax_error),
      TEST(stop_ends_a_hanging_compiler),
      TEST(waiting_can_be_given_up),
      TEST(leftover_children_end),
      TEST(stopped_before_the_delay),
      TEST(a_better_module_follows),
      TEST(a_better_module_follows_a_cached_one),
      TEST(damaged_objects_of_both_stages),
      TEST(nobody_hears_of_a_second_failure),
      TEST(stop_ends_a_hanging_second_compiler),
      TEST(stopped_before_a_second_compiler),
      TEST(an_instant_module_comes_first),
      TEST(nobody_hears_of_an_instant_failure),
      TEST(an_instant_module_is_not_for_all),
      TEST(compilers_that_disagree),
      TEST(each_known_compiler_takes_the_flags),
      TEST(damaged_objects_are_replaced),
      TEST(foreign_objects_are_replaced),
      TEST(exchanged_objects_are_replaced),
      TEST(object_that_is_a_folder),
      TEST(open_folder_is_refused),
      TEST(linked_folder_is_refused),
      TEST(no_home),
      TEST(folder_that_takes_no_files),
      TEST(no_temporary_folder),
      TEST(temporary_that_is_no_folder),
      TEST(several_processes),
      TEST(killed_builder),
      TEST(oldest_objects_go),
      TEST(used_objects_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
