/* Which C compiler, and how it is called. */
#ifndef NOE_COMPILE_COMPILER_H
#define NOE_COMPILE_COMPILER_H

#include "base/text.h"
#include "compile/build.h"

/* File names inside the place of a build (guardian.h). */
#define NOE_BUILD_SOURCE "model.c"
#define NOE_BUILD_OBJECT "model.so"
#define NOE_BUILD_MESSAGES "messages"

enum { NOE_COMPILER_WORDS = 16 };

/* Three objects can be made of a text: one at once, by a compiler that does not optimise; one
 * soon; and one that runs a little faster than that. */
enum noe_build_stage { NOE_BUILD_INSTANT, NOE_BUILD_QUICK, NOE_BUILD_BETTER, NOE_BUILD_STAGES };

struct noe_compiler {
  struct noe_text path;                  /* absolute */
  struct noe_text stamp;                 /* which file that is today: device, inode, length, time of change */
  const char *words[NOE_COMPILER_WORDS]; /* the command line, with a NULL at the end */
};

/* By stage. Looks for CC, if it is a plain name or path, else for cc, gcc, clang, tcc: the text asks
 * for no more than they all have (emit_prelude.c). False: there is none. The instant one is
 * another tcc that stands in PATH (without words if there is none), but not if a CC was found: who
 * names a compiler wants that one. The texts are in `memory`. */
bool noe_compile_find_compilers(struct noe_memory *memory, const struct noe_compile_settings *settings,
                                struct noe_compiler compilers[NOE_BUILD_STAGES]);

#endif
