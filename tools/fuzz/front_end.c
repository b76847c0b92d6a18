/* The front end on any text: it may refuse, never break.
 *
 * One input is (1) loaded as a model, diagnostics printed, symmetry proved;
 * (2) parsed, formatted, and both once more: formatted text has no error, stays
 * as it is, and is accepted exactly if the input was; (3) all is deleted, and
 * not a byte may remain. Whatever else happens, or takes too long, ends the
 * program with a signal.
 *
 *   front_end FILE...                           each file once
 *   front_end --mutate SECONDS [--seed N] [--keep FILE] [--dictionary FILE] FILE...
 *                                               mutations of the files; the text
 *                                               being tried is in the kept file
 *
 * Built by afl-clang-fast it is an AFL++ target in persistent mode instead. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/options.h"
#include "base/thread.h"
#include "lang/murphi/format.h"
#include "lang/murphi/murphi.h"
#include "lang/murphi/parse.h"
#include "mutate.h"
#include "symmetry/prove.h"

enum { MEMORY = 256 << 20, LONGEST = 1 << 20, SECONDS = 20 };

_Noreturn static void broken(const char *what) {
  fprintf(stderr, "front_end: %s\n", what);
  abort();
}

/* ------------------------------------------------------------- one input */

/* Accepted? Nothing but the answer outlives the call. */
static bool load(struct noe_memory *memory, const char *bytes, size_t length) {
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_source source = noe_base_source_text(arena, "input.m", bytes, length);
  struct noe_options options = noe_base_options();
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
  const struct noe_model *model = noe_murphi_load(arena, &source, &options, diagnostics);
  struct noe_text text = noe_base_text(memory);
  noe_base_diagnostics_print(diagnostics, &text, true);
  if (!model != (noe_base_error_count(diagnostics) > 0))
    broken("there is a model with errors, or none without");
  if (model)
    noe_symmetry_prove(arena, memory, model);
  noe_base_text_free(&text);
  noe_base_arena_delete(arena);
  return model != NULL;
}

/* False if the text cannot be parsed; else `out` is the house layout of it. */
static bool format(struct noe_memory *memory, const char *bytes, size_t length, struct noe_text *out) {
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_source source = noe_base_source_text(arena, "input.m", bytes, length);
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
  const struct noe_ast *ast = noe_murphi_parse(arena, &source, diagnostics);
  bool good = noe_base_error_count(diagnostics) == 0;
  if (good)
    noe_murphi_format(ast, out);
  noe_base_arena_delete(arena);
  return good;
}

static void try_all(struct noe_memory *memory, const char *bytes, size_t length) {
  struct noe_text once = noe_base_text(memory), twice = noe_base_text(memory);
  bool accepted = load(memory, bytes, length);
  if (format(memory, bytes, length, &once)) {
    if (!format(memory, noe_base_text_string(&once), once.length, &twice))
      broken("formatted text cannot be parsed");
    if (once.length != twice.length ||
        memcmp(noe_base_text_string(&once), noe_base_text_string(&twice), once.length))
      broken("formatted text changes when formatted again");
    if (load(memory, noe_base_text_string(&once), once.length) != accepted)
      broken("formatting changes whether a model is accepted");
  }
  noe_base_text_free(&once);
  noe_base_text_free(&twice);
}

/* Running out of memory is a fair answer. */
static void try_input(const char *bytes, size_t length) {
  struct noe_memory *memory = noe_base_memory_new(MEMORY);
  jmp_buf escape;
  if (!memory)
    broken("the system has no memory");
  if (setjmp(escape)) {
    noe_base_memory_sweep(memory);
  } else {
    noe_base_memory_guard(memory, &escape);
    try_all(memory, bytes, length);
  }
  if (noe_base_memory_used(memory))
    broken("memory is left over");
  noe_base_memory_delete(memory);
}

/* ---------------------------------------------------------- many inputs */

#ifdef __AFL_COMPILER

__AFL_FUZZ_INIT();

static void work(void *context) {
  (void)context;
  unsigned char *bytes = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(2000)) {
    size_t length = (size_t)__AFL_FUZZ_TESTCASE_LEN;
    if (length)
      try_input((const char *)bytes, length);
  }
}

int main(void) {
#ifdef __AFL_HAVE_MANUAL_CONTROL
  __AFL_INIT();
#endif
  noe_base_run_deep(NOE_DEEP_STACK, work, NULL);
  return 0;
}

#else

struct campaign {
  char **files;
  int count;
  double seconds; /* 0: the files as they are */
  uint64_t seed;
  const char *keep, *dictionary;
};

/* An input that takes longer than SECONDS ends the program; AFL++ has its own clock. */
static void try_in_time(const char *bytes, size_t length) {
  alarm(SECONDS);
  if (length)
    try_input(bytes, length);
  alarm(0);
}

static size_t read_file(const char *name, char *bytes, size_t room) {
  FILE *file = fopen(name, "rb");
  if (!file)
    return 0;
  size_t length = fread(bytes, 1, room, file);
  fclose(file);
  return length;
}

static void run_files(struct campaign *campaign, char *bytes) {
  for (int i = 0; i < campaign->count; i++) {
    size_t length = read_file(campaign->files[i], bytes, LONGEST);
    /* Last on standard error if the file breaks something. */
    fprintf(stderr, "%s\n", campaign->files[i]);
    try_in_time(bytes, length);
  }
  printf("%d texts passed\n", campaign->count);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run_mutations(struct campaign *campaign, char *bytes) {
  struct noe_mutator *mutator = noe_fuzz_mutator_new(campaign->seed, LONGEST, campaign->keep);
  double end = now() + campaign->seconds;
  size_t length, done = 0;
  if (!mutator)
    broken("the kept file cannot be written");
  if (campaign->dictionary)
    noe_fuzz_mutator_words(mutator, bytes, read_file(campaign->dictionary, bytes, LONGEST));
  for (int i = 0; i < campaign->count; i++)
    noe_fuzz_mutator_add(mutator, bytes, read_file(campaign->files[i], bytes, LONGEST));
  for (; now() < end; done++) {
    const char *text = noe_fuzz_mutate(mutator, &length);
    try_in_time(text, length);
  }
  noe_fuzz_mutator_delete(mutator);
  printf("%zu texts passed\n", done);
}

static void work(void *context) {
  struct campaign *campaign = context;
  char *bytes = malloc(LONGEST);
  if (!bytes)
    broken("the system has no memory");
  if (campaign->seconds > 0)
    run_mutations(campaign, bytes);
  else
    run_files(campaign, bytes);
  free(bytes);
}

/* The options, each with a value; the rest are files. */
static struct campaign read_words(int argc, char **argv) {
  struct campaign campaign = {.seed = 1, .keep = "front_end-last.m"};
  int at = 1;
  for (; at + 1 < argc && argv[at][0] == '-'; at += 2)
    if (!strcmp(argv[at], "--mutate"))
      campaign.seconds = strtod(argv[at + 1], NULL);
    else if (!strcmp(argv[at], "--seed"))
      campaign.seed = strtoull(argv[at + 1], NULL, 10);
    else if (!strcmp(argv[at], "--keep"))
      campaign.keep = argv[at + 1];
    else if (!strcmp(argv[at], "--dictionary"))
      campaign.dictionary = argv[at + 1];
    else
      break;
  campaign.files = argv + at;
  campaign.count = argc - at;
  return campaign;
}

int main(int argc, char **argv) {
  struct campaign campaign = read_words(argc, argv);
  if (campaign.count < 1 || campaign.files[0][0] == '-') {
    fprintf(stderr, "usage: front_end [--mutate SECONDS] [--seed N] [--keep FILE] [--dictionary FILE] FILE...\n");
    return 64;
  }
  noe_base_run_deep(NOE_DEEP_STACK, work, &campaign);
  return 0;
}

#endif
