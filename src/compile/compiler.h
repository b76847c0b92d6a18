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

struct noe_compiler {
  struct noe_text path;    /* absolute */
  struct noe_text stamp;   /* which file that is today: device, inode, length, time of change */
  const char *words[NOE_COMPILER_WORDS]; /* its command line, with a NULL at the end */
};

/* Looks for CC, if it is a plain name or path, else for cc, gcc, clang, tcc: the text asks
 * for no more than they all have (emit_prelude.c). False:
 * there is none. The texts are in `memory`. */
bool noe_compile_find_compiler(struct noe_memory *memory, const struct noe_compile_settings *settings,
                               struct noe_compiler *compiler);

#endif
