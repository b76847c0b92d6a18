/* From the C text of a model to a loaded module, in the background.
 *
 * One thread per compilation: it has the text written, looks into the cache, and only
 * if nothing is there, and the search still runs after a short delay, it has the
 * system's compiler build it. The search asks now and then (noe_compile_poll, one
 * atomic load) and goes on with the interpreter until the answer is READY.
 *
 * Three stages. A compiler that does not optimise (tcc, if there is one) takes a hundredth of a
 * second for code that is a few times faster than the interpreter, and a few times slower
 * than that of one that does. Of that one in turn, the last percents take almost as long as
 * all before them. So the first object is an instant one; a search that has gone on for a while
 * with it gets a quick one, and after some seconds with that a better one. All are cached,
 * each under its own key, and the best is looked for first. They are built of one text: what
 * one module answers, the others do, and the frame of one serves the others. If a later
 * build fails, nothing is said: the module before it stays good.
 *
 * Nothing that goes wrong here is an error of the check: the status becomes FAILED and
 * noe_compile_why says so in one line. A cache that cannot be used is not even that.
 *
 * Identity. The text must mention the macro NOE_IDENTITY as the value of
 * `identity` in its noe_native_module. The builder defines it, in a line before the
 * text, as one half of the 128-bit key under which the object is cached: a hash of the
 * text, the compiler, its flags, noether's version and the ABI. A module that does not
 * carry the identity that was asked for is not used, wherever it came from.
 *
 * Processes. A guardian process stands between noether and the compiler (guardian.c).
 * It ends the compiler and removes every temporary file when it is told to, and also
 * when noether ends in any other way, kill -9 included.
 *
 * Threads: one caller; the functions are not to be called from two threads at a time.
 * The compilation has memory of its own, so a caller whose memory runs out and that
 * leaves by a jump does no harm: the process may end without noe_compile_stop. */
#ifndef NOE_COMPILE_BUILD_H
#define NOE_COMPILE_BUILD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "compile/native.h"

/* Writes the C text of a module. Called once, in the background: everything that it
 * reads must stay as it is until noe_compile_stop. False: there is no such text, and
 * `*why` is a constant string that says so. */
typedef bool noe_compile_write(void *context, struct noe_text *text, const char **why);

/* What depends on the user and the machine. The strings are borrowed until
 * noe_compile_stop; each may be NULL. */
struct noe_compile_settings {
  const char *compiler;   /* CC: used if it is a plain name or path, without arguments */
  const char *path;       /* PATH: where compilers are looked for, in absolute folders only */
  const char *cache_home; /* XDG_CACHE_HOME */
  const char *home;       /* HOME: $HOME/.cache if there is no XDG_CACHE_HOME */
  const char *temporary;  /* TMPDIR; /tmp by default */
  const char *libraries;  /* LD_LIBRARY_PATH: a compiler may need it */
  bool instant;           /* with a first module that is there at once, if it can be */
  double delay;           /* seconds before a compiler is started; instant and cached objects do not wait */
  double quick_after;     /* seconds from an instant module to the start of a compiler for a quick one */
  double better_after;    /* seconds from a quick module to the start of a compiler for a better one; negative: none */
  uint64_t cache_bytes;   /* most bytes and files in the cache; the oldest go */
  uint32_t cache_files;
};

/* From the environment, with the delay of `--compile=auto`. */
struct noe_compile_settings noe_compile_settings(void);

enum noe_compile_status {
  NOE_COMPILE_LOOKING,  /* the text is written, the cache looked into */
  NOE_COMPILE_WAITING,  /* for the time to start a compiler */
  NOE_COMPILE_BUILDING, /* a compiler is at work */
  NOE_COMPILE_READY,    /* there is a module; better ones may follow */
  NOE_COMPILE_FAILED,
};

struct noe_compilation;

/* NULL if there is no memory or no thread for it. `rule_count` is what the module
 * has to have. */
struct noe_compilation *noe_compile_start(const struct noe_compile_settings *settings, noe_compile_write *write,
                                          void *context, uint32_t rule_count);

enum noe_compile_status noe_compile_poll(const struct noe_compilation *compilation);

/* Waits, without the delay, until it is READY or FAILED, or until `impatient`, which
 * is asked every few hundredths of a second and may be NULL, says true: then it may
 * be neither. */
enum noe_compile_status noe_compile_wait(struct noe_compilation *compilation, bool (*impatient)(void *context),
                                         void *context);

/* If READY: the best module so far; else NULL. Each that was ever told is valid until
 * noe_compile_stop. */
const struct noe_native_module *noe_compile_module(const struct noe_compilation *compilation);

/* If FAILED: the reason, one line without a full stop; else NULL. */
const char *noe_compile_why(const struct noe_compilation *compilation);

/* Once READY: was the first object found in the cache? Why is the cache not used, or NULL? */
bool noe_compile_was_cached(const struct noe_compilation *compilation);
const char *noe_compile_cache_note(const struct noe_compilation *compilation);

/* Ends what still runs, waits for it, unloads the modules, frees everything. NULL is allowed. */
void noe_compile_stop(struct noe_compilation *compilation);

#endif
