/* A process between noether and the compiler.
 *
 * Once it is told to begin, the guardian makes the place of the build (a private folder),
 * writes the text there, runs the compiler in a process group of its own and reports how
 * that ended. Then it waits until its socket is closed, by noe_compile_guardian_end, by
 * noe_compile_guardian_hurry, or because noether is no more; kills what is left of the
 * group; and removes the place. So there is one way to end a build, and it is the same
 * whether the search is over, the user has lost patience or noether was killed.
 *
 * It is made by fork, early in a search, when there is little memory to duplicate, and
 * may have to wait for its beginning. Of a process with several threads only this one goes
 * on in the child, with locks in whatever state they were: it makes system calls and
 * allocates nothing. */
#ifndef NOE_COMPILE_GUARDIAN_H
#define NOE_COMPILE_GUARDIAN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { NOE_BUILD_PLACES = 2 };

struct noe_build_order {
  const char *places[NOE_BUILD_PLACES]; /* folders to be made: the first that works; NULL: none */
  const char *text;
  size_t length;
  const char *const *words; /* NOE_COMPILER_WORDS of them: the command line, an absolute path first, NULLs last */
  char *const *environment;
};

enum noe_build_end {
  NOE_BUILD_NO_PLACE, /* no folder could be made, or not written to */
  NOE_BUILD_NO_START, /* the compiler could not be run */
  NOE_BUILD_ENDED,    /* it ran */
};

struct noe_build_report {
  enum noe_build_end end;
  int code;  /* NO_PLACE, NO_START: errno; ENDED: as of waitpid */
  int place; /* index of the place that was made; the files stay there until the end */
};

struct noe_guardian {
  pid_t process;
  int socket;
};

/* False: no process could be made. The order is not needed any more. */
bool noe_compile_guardian_start(struct noe_guardian *guardian, const struct noe_build_order *order);

/* Once: it may begin. */
void noe_compile_guardian_begin(const struct noe_guardian *guardian);

/* Waits for the report. False: there will be none (hurry, or the guardian was killed). */
bool noe_compile_guardian_report(const struct noe_guardian *guardian, struct noe_build_report *report);

/* Makes guardian_report return soon; from any thread, until guardian_end. */
void noe_compile_guardian_hurry(const struct noe_guardian *guardian);

/* Waits until nothing is left of it. */
void noe_compile_guardian_end(struct noe_guardian *guardian);

#endif
