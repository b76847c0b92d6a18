#include "compile/compiler.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Arguments in CC would need a shell to take apart, and what else stands in there is
 * not for us to run. */
static bool is_plain(const char *name) {
  if (!name || !*name || *name == '-')
    return false;
  for (const char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c) && !strchr("_./+-", *c))
      return false;
  return true;
}

static bool is_program(const char *path, struct stat *about) {
  return stat(path, about) == 0 && S_ISREG(about->st_mode) && access(path, X_OK) == 0;
}

/* Takes the file at `path` as the compiler if it is a program. The name is kept, not
 * what it links to: some compilers look at the name they are called by. The folder is
 * made absolute, since the build goes on in another one. */
static bool take(struct noe_compiler *compiler, const char *path) {
  struct stat about;
  char whole[PATH_MAX];
  if (!is_program(path, &about))
    return false;
  noe_base_text_clear(&compiler->path);
  if (path[0] != '/') {
    if (!getcwd(whole, sizeof whole))
      return false;
    noe_base_text_printf(&compiler->path, "%s/", whole);
  }
  noe_base_text_puts(&compiler->path, path);
  noe_base_text_clear(&compiler->stamp);
  noe_base_text_printf(&compiler->stamp, "%llu %llu %llu %lld.%09ld", (unsigned long long)about.st_dev,
                       (unsigned long long)about.st_ino, (unsigned long long)about.st_size,
                       (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
  return true;
}

/* In the absolute folders of PATH: `.` in a PATH means whatever folder noether was
 * started in, which is no place to take a compiler from. */
static bool search(struct noe_compiler *compiler, const char *folders, const char *name) {
  struct noe_text path = noe_base_text(compiler->path.memory);
  bool found = false;
  while (folders && !found) {
    const char *end = strchrnul(folders, ':');
    if (*folders == '/') {
      noe_base_text_clear(&path);
      noe_base_text_printf(&path, "%.*s/%s", (int)(end - folders), folders, name);
      found = take(compiler, noe_base_text_string(&path));
    }
    folders = *end ? end + 1 : NULL;
  }
  noe_base_text_free(&path);
  return found;
}

static const char *folders_of(const struct noe_compile_settings *settings) {
  return settings->path ? settings->path : "/usr/local/bin:/usr/bin:/bin";
}

static bool find_wanted(struct noe_compiler *compiler, const struct noe_compile_settings *settings) {
  const char *wanted = settings->compiler;
  return is_plain(wanted) &&
         (strchr(wanted, '/') ? take(compiler, wanted) : search(compiler, folders_of(settings), wanted));
}

static bool find_usual(struct noe_compiler *compiler, const struct noe_compile_settings *settings) {
  static const char *const names[] = {"cc", "gcc", "clang", "tcc"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (search(compiler, folders_of(settings), names[i]))
      return true;
  return false;
}

/* Of all that -O2 adds to -O1, inlining and looking for what is computed again are what generated code
 * gains most by; of what -O3 adds, peeling loops. Vectors do harm: cells are written one by one. Tables for unwinding
 * take time, and nothing is ever thrown through a module. */
#define COMMON_FLAGS                                                                                                   \
  "-fPIC", "-shared", "-nostdlib", "-fno-plt", "-fno-asynchronous-unwind-tables", "-pipe", "-w", "-o",                 \
      NOE_BUILD_OBJECT, NOE_BUILD_SOURCE
static const char *const flags[NOE_BUILD_STAGES][NOE_COMPILER_WORDS - 2] = {
    [NOE_BUILD_INSTANT] = {"-fPIC", "-shared", "-nostdlib", "-w", "-o", NOE_BUILD_OBJECT, NOE_BUILD_SOURCE},
    [NOE_BUILD_QUICK] = {"-O1", "-finline-small-functions", "-fgcse", "-fpeel-loops", COMMON_FLAGS},
    [NOE_BUILD_BETTER] = {"-O2", "-fno-tree-vectorize", "-fpeel-loops", COMMON_FLAGS},
};

static void call_with(struct noe_compiler *compiler, enum noe_build_stage stage) {
  compiler->words[0] = noe_base_text_string(&compiler->path);
  memcpy(compiler->words + 1, flags[stage], sizeof flags[stage]);
}

bool noe_compile_find_compilers(struct noe_memory *memory, const struct noe_compile_settings *settings,
                                struct noe_compiler compilers[NOE_BUILD_STAGES]) {
  struct noe_compiler *instant = &compilers[NOE_BUILD_INSTANT], *quick = &compilers[NOE_BUILD_QUICK];
  for (int stage = 0; stage < NOE_BUILD_STAGES; stage++)
    compilers[stage] = (struct noe_compiler){.path = noe_base_text(memory), .stamp = noe_base_text(memory)};
  bool wanted = find_wanted(quick, settings);
  if (!wanted && !find_usual(quick, settings))
    return false;
  if (!wanted && search(instant, folders_of(settings), "tcc") &&
      strcmp(noe_base_text_string(&instant->path), noe_base_text_string(&quick->path)) != 0)
    call_with(instant, NOE_BUILD_INSTANT);
  call_with(quick, NOE_BUILD_QUICK);
  compilers[NOE_BUILD_BETTER] = *quick;
  call_with(&compilers[NOE_BUILD_BETTER], NOE_BUILD_BETTER);
  return true;
}
