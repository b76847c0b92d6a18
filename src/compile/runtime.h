/* The fixed part of generated text: what is the same for all models. It is real C: native.h, the
 * contract, and the files of runtime/, each with a comment that says what has to stand before it.
 * The build puts these files into noether as they are (runtime.c), so what a module is made of and
 * what noether and its tests are made of cannot drift apart. */
#ifndef NOE_COMPILE_RUNTIME_H
#define NOE_COMPILE_RUNTIME_H

#include "base/text.h"

enum noe_runtime_part {
#define X(part, file) NOE_RUNTIME_##part,
#include "compile/runtime.def"
#undef X
  NOE_RUNTIME_COUNT,
};

/* Adds the file, without the comment that it begins with. */
void noe_compile_runtime(enum noe_runtime_part part, struct noe_text *out);
/* Adds a file that stands there once for each block, type or family of cells of the model, for the one of this
 * number. */
void noe_compile_for_part(uint32_t number, enum noe_runtime_part part, struct noe_text *out);

#endif
