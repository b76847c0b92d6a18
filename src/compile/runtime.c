/* The files of runtime.def become bytes of this object: the assembler includes them. Paths are those
 * of a build that starts in the top folder, as all do; the Makefile knows that the object
 * depends on them. */
#include "compile/runtime.h"

#include <assert.h>
#include <string.h>

#define X(part, file)                                                                                                  \
  extern const char noe_runtime_##part[] __attribute__((visibility("hidden")));                                        \
  __asm__(".pushsection .rodata\n"                                                                                     \
          "noe_runtime_" #part ":\n"                                                                                   \
          ".incbin \"src/" file "\"\n"                                                                                 \
          ".byte 0\n"                                                                                                  \
          ".popsection\n");
#include "compile/runtime.def"
#undef X

static const char *const texts[] = {
#define X(part, file) [NOE_RUNTIME_##part] = noe_runtime_##part,
#include "compile/runtime.def"
#undef X
};

void noe_compile_runtime(enum noe_runtime_part part, struct noe_text *out) {
  const char *end = strstr(texts[part], "*/\n");
  assert(!strncmp(texts[part], "/*", 2) && end && "a file of generated text begins with a comment");
  noe_base_text_puts(out, end + 3);
}

void noe_compile_for_part(uint32_t number, enum noe_runtime_part part, struct noe_text *out) {
  noe_base_text_printf(out, "\n#undef PART\n#define PART %u\n", number);
  noe_compile_runtime(part, out);
}
